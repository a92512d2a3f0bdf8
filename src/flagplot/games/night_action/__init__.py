"""Night Action: ships, guns and torpedo tracks on a dark sea, by minutes."""

from pathlib import Path

from flagplot.engine import Appraisal, Game, Observation, Scenario, Seat, asks_in, captain_from, loaded_from
from flagplot.games.night_action import shortcuts, words  # noqa: F401  shortcuts register themselves
from flagplot.games.night_action.drama import SCENES, summarize, turn_name
from flagplot.games.night_action.model.known import Known
from flagplot.games.night_action.model.position import defects, inventory, metrics, occasion
from flagplot.games.night_action.model.worlds import sample
from flagplot.games.night_action.rules import PHASES, set_up
from flagplot.games.night_action.scenarios import SCENARIOS
from flagplot.games.night_action.ships import ALLIED, AXIS
from flagplot.games.night_action.state import Options, State
from flagplot.games.night_action.view.board import board
from flagplot.games.night_action.view.descriptions import describe, pointed_at, subjects
from flagplot.games.night_action.view.names import NAMES, PHASE_NAMES, name_in
from flagplot.games.night_action.view.unseen import unseen
from flagplot.games.night_action.view.view import view

FIRST = "coal_scuttle"  # the scenario that is offered first
IN_WORDS = {key: Scenario(one.title, one.text) for key, one in SCENARIOS.items()}
IN_WORDS = {FIRST: IN_WORDS[FIRST], **IN_WORDS}

GAME = Game[State](
    slug="night-action",
    title="Night Action",
    summary="Boats, escorts and convoys by night: close unseen, light up, fire, and let torpedoes run.",
    length="1 hour",
    seats=(Seat(ALLIED, "Allied", flags=("gb",)), Seat(AXIS, "Axis", flags=("de",))),
    scenarios=IN_WORDS,
    options_type=Options,
    state_type=State,
    phases=PHASES,
    phase_names=PHASE_NAMES,
    setup=set_up,
    board=board,
    view=view,
    describe=describe,
    subjects=subjects,
    pointed_at=pointed_at,
    names=NAMES,
    captains=dict.fromkeys((ALLIED, AXIS), captain_from("flagplot.games.night_action.captain", "Captain")),
    name_in=name_in,
    asks=asks_in(words),
    occasion=occasion,
    turn_name=turn_name,
    scenes=SCENES,
    summarize=summarize,
    sample=sample,
    known=Known,
    unseen=unseen,
    inventory=inventory,
    defects=defects,
    metrics=metrics,
    observation=loaded_from("flagplot.games.night_action.observation", Observation),
    appraisal=loaded_from("flagplot.games.night_action.appraisal", Appraisal),
    package=Path(__file__).parent,
)
