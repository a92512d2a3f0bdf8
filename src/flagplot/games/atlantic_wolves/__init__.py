"""Atlantic Wolves: the U-boat campaign of August 1942 to May 1943, for one player."""

from pathlib import Path

from flagplot.engine import Game, Seat, asks_in
from flagplot.games.atlantic_wolves import tables as t
from flagplot.games.atlantic_wolves import words
from flagplot.games.atlantic_wolves.captain.captain import Captain
from flagplot.games.atlantic_wolves.model.position import defects, inventory, metrics, occasion, sample
from flagplot.games.atlantic_wolves.rules import PHASES, set_up
from flagplot.games.atlantic_wolves.state import Options, State
from flagplot.games.atlantic_wolves.view import NAMES, PHASE_NAMES, board, describe, pointed_at, subjects, view

GAME = Game[State](
    slug="atlantic-wolves",
    title="Atlantic Wolves",
    summary="You are Dönitz: ten months of U-boat war against the convoys, each harder than the one before.",
    length="about an hour",
    seats=(Seat(t.GERMAN, "German"),),
    scenarios={"campaign": "The whole campaign, August 1942 to May 1943."},
    options_type=Options,
    state_type=State,
    rules_version=3,
    oldest_rules=3,
    phases=PHASES,
    phase_names=PHASE_NAMES,
    setup=set_up,
    board=board,
    view=view,
    describe=describe,
    subjects=subjects,
    pointed_at=pointed_at,
    names=NAMES,
    asks=asks_in(words),
    occasion=occasion,
    sample=sample,
    inventory=inventory,
    defects=defects,
    metrics=metrics,
    captains={t.GERMAN: Captain},
    package=Path(__file__).parent,
)
