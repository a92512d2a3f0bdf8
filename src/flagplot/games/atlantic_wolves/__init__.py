"""Atlantic Wolves: the U-boat campaign of August 1942 to May 1943, for one player."""

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
from flagplot.games.atlantic_wolves import (
    forecasts,  # noqa: F401  it registers itself
    words,
)
from flagplot.games.atlantic_wolves import tables as t
from flagplot.games.atlantic_wolves.drama import SCENES, summarize, turn_name
from flagplot.games.atlantic_wolves.model.position import defects, inventory, metrics, occasion, sample
from flagplot.games.atlantic_wolves.rules import PHASES, set_up
from flagplot.games.atlantic_wolves.state import Options, State
from flagplot.games.atlantic_wolves.view import NAMES, PHASE_NAMES, board, describe, pointed_at, subjects, view

GAME = Game[State](
    slug="atlantic-wolves",
    title="Atlantic Wolves",
    summary="You are Dönitz: ten months of U-boat war against the convoys, each harder than the one before.",
    length="1 hour",
    seats=(Seat(t.GERMAN, "German", flags=("de",)),),
    scenarios={"campaign": Scenario("The campaign", "Ten months, August 1942 to May 1943.")},
    options_type=Options,
    state_type=State,
    rules_version=3,
    oldest_rules=3,
    phases=PHASES,
    phase_names=PHASE_NAMES,
    finish_names={"allotment_and_placement": "Captain, place the rest"},
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
    inventory=inventory,
    defects=defects,
    metrics=metrics,
    observation=loaded_from("flagplot.games.atlantic_wolves.observation", Observation),
    appraisal=loaded_from("flagplot.games.atlantic_wolves.appraisal", Appraisal),
    captains={t.GERMAN: captain_from("flagplot.games.atlantic_wolves.captain.captain", "Captain")},
    tempers=tempers_from("flagplot.games.atlantic_wolves.captain.tempers", "tempers"),
    package=Path(__file__).parent,
)
