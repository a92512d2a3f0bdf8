"""Sea Control: two fleets of blocks in the Atlantic and the Mediterranean, each hidden from the other."""

from pathlib import Path

from flagplot.engine import Game, Seat, asks_in
from flagplot.games.sea_control import words
from flagplot.games.sea_control.captain import AlliedCaptain, AxisCaptain
from flagplot.games.sea_control.position import defects, inventory, metrics, occasion
from flagplot.games.sea_control.reinforcements import set_up
from flagplot.games.sea_control.rules import PHASES
from flagplot.games.sea_control.state import Options, State
from flagplot.games.sea_control.tables import ALLIED, AXIS
from flagplot.games.sea_control.view import NAMES, PHASE_NAMES, board, describe, pointed_at, subjects, view
from flagplot.games.sea_control.worlds import sample

GAME = Game[State](
    slug="sea-control",
    title="Sea Control",
    summary="Eight turns of war for the Atlantic and the Mediterranean: hide your fleets, choose your battles.",
    length="an evening",
    seats=(Seat(AXIS, "Axis"), Seat(ALLIED, "Allied")),
    scenarios={"campaign": "The whole war at sea, September 1939 to the end of 1943."},
    options_type=Options,
    state_type=State,
    rules_version=3,
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
    captains={AXIS: AxisCaptain, ALLIED: AlliedCaptain},
    package=Path(__file__).parent,
)
