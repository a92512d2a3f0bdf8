"""Choosing targets firer by firer (sections 8.1, 8.2): who may aim at whom, and the odds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from flagplot.common.targets import firers_by_target
from flagplot.engine import About, Ask, Option, Roll, Table
from flagplot.games.sea_control import tables as t
from flagplot.games.sea_control.model.fleet import UNITS_OF
from flagplot.games.sea_control.rules.gunnery import volley_in_round
from flagplot.games.sea_control.state import Battle, State

# Most dice first, then by id
RANK = {unit: number for number, unit in enumerate(sorted(t.UNITS, key=lambda unit: (-t.UNITS[unit].dice, unit)))}


def firing_order(state: State) -> tuple[str, str]:
    """Which side chooses targets first (SC-SUR-02, SC-AMB-02)."""
    return (t.ALLIED, t.AXIS) if state.options.allies_fire_first else (t.AXIS, t.ALLIED)


def in_order_of_fire(units: Sequence[str]) -> list[str]:
    """Units in the order in which their targets are asked for."""
    return sorted(units, key=RANK.__getitem__)


def fire_as_aimed(table: Table[State], battle: Battle, side: str, roll: Roll) -> None:
    """A side throws its dice, target by target; what was aimed at stays aimed at (SC-AMB-31, SC-COM-04)."""
    for target, firers in firers_by_target(battle.aims, UNITS_OF[side]).items():
        volley_in_round(table, battle, target, firers, roll)


# The odds of a shot, and of a round as far as it is ordered


def foresee(ask: Ask, roll: Roll) -> None:
    """Let the odds of a target be counted from the throw at it, by all who aim at it with the one that is asked."""

    @ask.preview
    def throw(table: Table[State], about: About, option: Option) -> None:
        battle, firer = table.state.battle, about["firer"]
        assert battle
        if option in t.UNITS:
            battle.aims[firer] = option
            volley_in_round(
                table, battle, option, firers_by_target(battle.aims, UNITS_OF[t.UNITS[firer].side])[option], roll
            )

    @ask.outlook
    def throws_so_far(state: State, about: About) -> Mapping[str, Callable[[Table[State]], None]]:
        assert state.battle
        by_target = firers_by_target(state.battle.aims, UNITS_OF[t.UNITS[about["firer"]].side])
        return {t.UNITS[target].name: _throw_at(target, firers, roll) for target, firers in by_target.items()}


def _throw_at(target: str, firers: Sequence[str], roll: Roll) -> Callable[[Table[State]], None]:
    def throw(table: Table[State]) -> None:
        assert table.state.battle
        volley_in_round(table, table.state.battle, target, firers, roll)

    return throw
