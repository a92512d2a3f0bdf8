"""Choosing targets firer by firer (sections 8.1, 8.2): who may aim at whom, the short ways to say it, and the odds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from flagplot.engine import About, Ask, Option, Roll, Table
from flagplot.games.sea_control.gunnery import volley_in_round
from flagplot.games.sea_control.state import Battle, State
from flagplot.games.sea_control.tables import ALLIED, AXIS, UNITS

# Most dice first, then by id
RANK = {unit: number for number, unit in enumerate(sorted(UNITS, key=lambda unit: (-UNITS[unit].dice, unit)))}

SAME_TARGET, SAME_AGAIN, SPREAD = "same_target", "same_again", "spread"


def firing_order(state: State) -> tuple[str, str]:
    """Which side chooses targets first (SC-SUR-02, SC-AMB-02)."""
    return (ALLIED, AXIS) if state.options.allies_fire_first else (AXIS, ALLIED)


def in_order_of_fire(units: Sequence[str]) -> list[str]:
    """Units in the order in which their targets are asked for."""
    return sorted(units, key=RANK.__getitem__)


def firers_by_target(battle: Battle, side: str) -> dict[str, list[str]]:
    """At whom a side fires in this round, and who does."""
    found: dict[str, list[str]] = {}
    for firer, target in battle.aims.items():
        if UNITS[firer].side == side:
            found.setdefault(target, []).append(firer)
    return found


def fire_as_aimed(table: Table[State], battle: Battle, side: str, roll: Roll) -> None:
    """A side throws its dice, target by target; what was aimed at stays aimed at (SC-AMB-31, SC-COM-04)."""
    for target, firers in firers_by_target(battle, side).items():
        volley_in_round(table, battle, target, firers, roll)


def coverable(targets: list[str], bare: list[str], firers_left: int) -> list[str]:
    """The targets that the next firer may choose, when so many firers come after it.

    A second firer may join on a target only if every ship that is still bare can get a first one (SC-TGT-01,
    SC-AMB-20, SC-AMB-42).
    """
    return targets[:] if len(bare) <= firers_left else bare[:]


def is_covering(targets: Sequence[str], aims: Sequence[str]) -> bool:
    """Whether a whole list of aims keeps to the rule about second firers."""
    return len(set(aims)) == len(aims) or all(target in aims for target in targets)


def spread(targets: Sequence[str], firers: Sequence[str], battle: Battle) -> None:
    """The firers share the targets out evenly: each takes the first of those that have the fewest on them."""
    on_it = dict.fromkeys(targets, 0)
    for target in battle.aims.values():
        if target in on_it:
            on_it[target] += 1
    for firer in firers:
        target = min(on_it, key=on_it.__getitem__)
        battle.aims[firer] = target
        on_it[target] += 1


# The odds of a shot, and of a round as far as it is ordered


def foresee(ask: Ask, roll: Roll, complete: Callable[[State, About, Option], None]) -> None:
    """Let the odds of a target be counted from the throw at it, by all who aim at it with the one that is asked.

    `complete` notes the aims of an option that orders all the rest at once.
    """

    @ask.preview
    def throw(table: Table[State], about: About, option: Option) -> None:
        battle, firer = table.state.battle, about["firer"]
        assert battle
        if option in UNITS:
            battle.aims[firer] = option
            volley_in_round(table, battle, option, firers_by_target(battle, UNITS[firer].side)[option], roll)
        else:
            complete(table.state, about, option)
            fire_as_aimed(table, battle, UNITS[firer].side, roll)

    @ask.outlook
    def throws_so_far(state: State, about: About) -> Mapping[str, Callable[[Table[State]], None]]:
        assert state.battle
        by_target = firers_by_target(state.battle, UNITS[about["firer"]].side)
        return {UNITS[target].name: _throw_at(target, firers, roll) for target, firers in by_target.items()}


def _throw_at(target: str, firers: Sequence[str], roll: Roll) -> Callable[[Table[State]], None]:
    def throw(table: Table[State]) -> None:
        assert table.state.battle
        volley_in_round(table, table.state.battle, target, firers, roll)

    return throw
