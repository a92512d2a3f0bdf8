"""Skeleton: a convoy crosses an ocean; every game begins as a copy of this one."""

from pathlib import Path

from flagplot.engine import Game, Scenario, Seat, asks_in
from flagplot.new_game.skeleton import position, rules, view, words
from flagplot.new_game.skeleton import tables as t
from flagplot.new_game.skeleton.captain import Captain
from flagplot.new_game.skeleton.state import Options, State

GAME = Game[State](
    slug="skeleton",
    title="Skeleton",
    summary="Bring a convoy across the ocean: choose its route, and place its escorts before the wolves come.",
    length="five minutes",
    seats=(Seat(t.COMMODORE, "Commodore", t.CONVOY),),
    scenarios={"crossing": Scenario("One crossing", "A convoy sails from port to port.")},
    options_type=Options,
    package=Path(__file__).parent,
    state_type=State,
    phases=rules.PHASES,
    setup=rules.set_up,
    asks=asks_in(words),
    board=view.board,
    view=view.view,
    describe=view.describe,
    names=view.NAMES,
    phase_names=view.PHASE_NAMES,
    occasion=position.occasion,
    captains={t.COMMODORE: Captain},
    inventory=position.inventory,
    defects=position.defects,
    metrics=position.metrics,
)
