"""Orders to ships: first who goes from a place, one by one, then where to (SC-AMB-43).

Every order is a phase of its own, so that little of what the enemy may not know hangs in the air at a time.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from itertools import repeat

import msgspec

from flagplot.engine import Ask, Table
from flagplot.games.sea_control import tables as t
from flagplot.games.sea_control import words as say
from flagplot.games.sea_control.model.fleet import SHIPS, counted_in_port
from flagplot.games.sea_control.model.routes import Reaches
from flagplot.games.sea_control.state import State

ShipsByPlace = Mapping[str, Sequence[str]]  # where a side has ships that are ready to be ordered, and which
Destination = str | tuple[str, str]  # an area or a port; or an area and the task force that is formed for it


class Order(msgspec.Struct, frozen=True, gc=False):
    """Ships of one place that go to another together; a task force may be without ships (SC-OPT-03)."""

    ships: Sequence[str]
    origin: str
    destination: str
    task_force: str = ""


def take_order(
    table: Table[State],
    seat: str,
    ask: Ask,
    ready: ShipsByPlace,
    reaches: Mapping[str, Reaches],
    may_stop: bool = False,
) -> Order | None:
    """Take one order: who goes, and where to; None when nothing more is ordered."""
    state = table.state
    if not ready and not (may_stop and is_order_conceivable(state, seat)):
        return None
    offered = who_can_go(state, ready)
    if may_stop:
        offered.append(say.DONE)
    choice = table.choose(seat, ask, offered, side=seat)
    if choice in ready:
        return order_from(table, seat, choice, [*ready[choice]], [], reaches[choice])
    for origin, ships in ready.items():
        if choice in ships:
            able = [*ships]
            able.remove(choice)
            return order_from(table, seat, origin, able, [choice], reaches[origin])
    return None


def is_order_conceivable(state: State, seat: str) -> bool:
    """Whether task forces make the enemy count ships in port that have sailed (SC-AMB-35).

    Not to be asked for more orders would tell that they have.
    """
    if seat != t.ALLIED or not state.task_forces:
        return False
    return any(counted_in_port(state, port) for port in t.PORTS_OF[t.ALLIED])


def who_can_go(state: State, ready: ShipsByPlace) -> list[str]:
    """The ships that can be ordered, and the places of which several can; of a port also none, in a task force."""
    least = 1 if state.options.task_force else 2
    offered: list[str] = []
    for place, ships in ready.items():
        if len(ships) >= least:
            offered.append(place)
        offered += ships
    return offered


def order_from(
    table: Table[State], seat: str, origin: str, able: list[str], going: list[str], reaches: Reaches
) -> Order:
    """Ships of one place are picked until a destination is named.

    Who was picked can be left behind again, if anybody else goes. All who can leave a place have some destination in
    common, so that a fleet can always go together.
    """
    task_force = free_task_force(table.state, origin)
    reach = common_reach(going, reaches)
    while True:
        offered = who_else_or_where_to(able, going, reach, reaches, task_force)
        ask = say.WHERE_TO if going else say.WHO_GOES
        choice = table.choose(seat, ask, offered, side=seat, origin=origin, going=tuple(going))
        if choice in SHIPS:
            able.remove(choice)
            if not going:
                reach = reaches[choice]
            elif reach is not reaches[choice]:
                reach = in_both(reach, reaches[choice])
            going.append(choice)
        elif choice in say.LEFT_BEHIND:
            going.remove(say.LEFT_BEHIND[choice])
            reach = common_reach(going, reaches)
        elif isinstance(choice, tuple):
            area, task_force = choice
            return Order(going, origin, area, task_force)
        else:
            return Order(going, origin, choice)


def who_else_or_where_to(
    able: Sequence[str], going: Sequence[str], reach: Sequence[str], reaches: Reaches, task_force: str
) -> list[Destination]:
    """The destinations that all who go can reach, the ships that can join them, and who can be left behind."""
    offered: list[Destination] = [*reach]
    if task_force:
        offered += zip(reach or anywhere(able, reaches), repeat(task_force))
    offered += able
    if len(going) > 1:
        offered += map(say.WITHOUT.__getitem__, going)
    return offered


def common_reach(ships: Sequence[str], reaches: Reaches) -> tuple[str, ...]:
    """The places that all of these ships can reach; none where there is no ship."""
    reach = reaches[ships[0]] if ships else ()
    for ship in ships:
        if reaches[ship] is not reach:
            reach = in_both(reach, reaches[ship])
    return reach


@functools.cache
def in_both(reach: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    """The places that are among both."""
    return tuple(place for place in reach if place in other)


def anywhere(ships: Sequence[str], reaches: Reaches) -> list[str]:
    """The places that any of these ships can reach."""
    return list(dict.fromkeys(place for ship in ships for place in reaches[ship]))


def free_task_force(state: State, origin: str) -> str:
    """The next task force that can leave a port, if there is one (SC-OPT-03)."""
    if not state.options.task_force or origin not in t.PORTS_OF[t.ALLIED]:
        return ""
    return next((name for name in t.TASK_FORCES if name not in state.task_forces), "")
