"""Sea Control: two fleets of blocks in the Atlantic and the Mediterranean, each hidden from the other."""

from pathlib import Path

from flagplot.engine import (
    Appraisal,
    Game,
    Observation,
    Scenario,
    Seat,
    asks_in,
    captain_from,
    loaded_from,
    tempers_from,
)
from flagplot.games.sea_control import (  # noqa: F401  forecasts and shortcuts register themselves beside the asks
    forecasts,
    shortcuts,
    words,
)
from flagplot.games.sea_control.drama import SCENES, summarize, turn_name
from flagplot.games.sea_control.model.known import Known
from flagplot.games.sea_control.model.position import defects, inventory, metrics, occasion
from flagplot.games.sea_control.model.worlds import sample
from flagplot.games.sea_control.rules import PHASES, set_up
from flagplot.games.sea_control.state import Options, State
from flagplot.games.sea_control.tables import ALLIED, AXIS
from flagplot.games.sea_control.view.board import board
from flagplot.games.sea_control.view.descriptions import describe, pointed_at, subjects
from flagplot.games.sea_control.view.names import NAMES, PHASE_NAMES
from flagplot.games.sea_control.view.unseen import unseen
from flagplot.games.sea_control.view.view import view

CAPTAINS = "flagplot.games.sea_control.captain.captain"

GAME = Game[State](
    slug="sea-control",
    title="Sea Control",
    summary="Eight turns of war for the Atlantic and the Mediterranean: hide your fleets, choose your battles.",
    length="2 hours",
    seats=(
        Seat(AXIS, "Axis", flags=("de", "it")),
        Seat(ALLIED, "Allied", flags=("gb", "us", "su")),
    ),
    scenarios={"campaign": Scenario("The campaign", "The whole war at sea, September 1939 to the end of 1943.")},
    options_type=Options,
    state_type=State,
    rules_version=4,
    oldest_rules=4,
    phases=PHASES,
    phase_names=PHASE_NAMES,
    finish_names={"allied_bases": "Deploy as the captain would"},
    setup=set_up,
    board=board,
    view=view,
    describe=describe,
    subjects=subjects,
    pointed_at=pointed_at,
    names=NAMES,
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
    observation=loaded_from("flagplot.games.sea_control.observation", Observation),
    appraisal=loaded_from("flagplot.games.sea_control.appraisal", Appraisal),
    captains={AXIS: captain_from(CAPTAINS, "AxisCaptain"), ALLIED: captain_from(CAPTAINS, "AlliedCaptain")},
    tempers=tempers_from(CAPTAINS, "tempers"),
    package=Path(__file__).parent,
)
