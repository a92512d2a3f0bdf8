"""Positions of Sea Control made by hand, and scripted matches that start from them."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import flagplot
from flagplot.engine.log import LogEntry
from flagplot.engine.match import Match
from flagplot.engine.state import Frame
from flagplot.games.sea_control import GAME
from flagplot.games.sea_control.model.position import BATTLE_PHASES
from flagplot.games.sea_control.state import State
from flagplot.games.sea_control.tables import (
    AIR,
    ALLIED,
    AREAS,
    ARRIVALS,
    AXIS,
    CONVOY,
    LOST,
    MAP,
    OFF_BOARD,
    PORTS,
    REINFORCEMENTS,
    RP,
    SPACES,
    UNITS,
)

SHORTCUTS = ("all", "same_again", "same_target", "spread")

Places = Mapping[str, Sequence[str]]  # place -> units


def position(
    phase: str = "allied_movement",
    turn: int = 3,
    at: Places | None = None,
    *,
    sp: Mapping[str, int] | None = None,
    due: Mapping[str, int] | None = None,
    options: Mapping[str, Any] | None = None,
    **fields: Any,
) -> State:
    """A legal position: the units named stand where they are named, land air is off board, all others are lost.

    So nothing arrives that is not in `due`, and nobody else can do anything. `fields` are fields of the state
    (`control={"north_sea": "allied"}`, `marker=-4`, ...).
    """
    state: State = GAME.setup("campaign", GAME.read_options(options or {}))
    state.phase, state.turn = phase, turn
    if phase in BATTLE_PHASES:
        state.callers = [Frame("battles", ((),))]  # no other battle is waiting
    placed = {unit: place for place, units in (at or {}).items() for unit in units}
    placed |= dict.fromkeys(due or (), REINFORCEMENTS)
    state.due = dict(due or {})
    for units in state.at.values():
        units.clear()
    for unit, place in placed.items():
        assert unit in state.sp, unit
        state.at[place].append(unit)
        if place in (*AREAS, *PORTS, ARRIVALS) and UNITS[unit].is_surface:
            is_known = UNITS[unit].kind == CONVOY and place in AREAS
            state.pools[unit] = unit if is_known else UNITS[unit].side
    for unit in state.sp:
        if unit not in placed:
            state.at[OFF_BOARD if UNITS[unit].kind == AIR else LOST].append(unit)
    state.sp |= sp or {}
    state.shown = dict(sp or {})
    state.rp = {side: RP[side][turn] for side in (ALLIED, AXIS)}
    state.capacity = {port: MAP.port[port].repair for port in PORTS}
    for name, value in fields.items():
        assert hasattr(state, name), f"no field '{name}'"
        setattr(state, name, value)
    assert GAME.defects(state) == []
    return state


def play(state: State, *faces: int) -> Match[State]:
    """A match from a position, with the dice to be thrown in it."""
    return flagplot.new("sea-control", state=state, dice=flagplot.dice.scripted(*faces))


def start(phase: str, at: Places, *faces: int, **more: Any) -> Match[State]:
    """A match from a phase with some units on the map."""
    return play(position(phase, at=at, **more), *faces)


def battle(area: str, units: Sequence[str], *faces: int, **more: Any) -> Match[State]:
    """A match that begins with the battle in one area; `elsewhere` are units in other places."""
    at = {area: list(units), **more.pop("elsewhere", {})}
    return play(position("combat", at=at, **more), *faces)


@dataclass(frozen=True)
class Order:
    """Ships of one place that go to another together: those named, or everybody; a decoy goes without any."""

    origin: str
    destination: str
    ships: tuple[str, ...]
    task_force: str = ""
    is_decoy: bool = False


def order(origin: str, destination: str, *ships: str, task_force: str = "") -> Order:
    """Ships go from one place to another: those named, or everybody who can."""
    return Order(origin, destination, ships, task_force)


def decoy(origin: str, destination: str, task_force: str) -> Order:
    """A task force without ships."""
    return Order(origin, destination, (), task_force, is_decoy=True)


def walk(match: Match[State], *options: Any) -> Match[State]:
    """Choose these options or shortcuts one after the other; an order is given in as many choices as it takes."""
    for option in options:
        if isinstance(option, Order):
            give(match, option)
        elif option in SHORTCUTS:
            take(match, option)
        else:
            match.choose(option)
    return match


def give(match: Match[State], wanted: Order) -> None:
    """Give an order: who goes, then where to, if there is anything to choose."""
    here = match.state.at[wanted.origin]
    if wanted.is_decoy:
        match.choose(wanted.origin)
    elif not is_asked_where(match, wanted.origin):  # else there is no other ship to order
        picks = wanted.ships or [ship for ship in here if ship in offered(match)]
        assert set(picks) <= set(here), f"{picks} are not all in {wanted.origin}"
        if wanted.ships or len(picks) == 1:
            walk(match, *picks)
        else:
            walk(match, wanted.origin, "all")
    if is_asked_where(match, wanted.origin):
        match.choose((wanted.destination, wanted.task_force) if wanted.task_force else wanted.destination)


def is_asked_where(match: Match[State], origin: str) -> bool:
    """Whether ships have been picked from a place, or a task force is to be formed there."""
    decision = match.decision
    return bool(decision) and decision.key in ("where_to", "who_goes") and decision.about["origin"] == origin


def shortcuts(match: Match[State]) -> set[str]:
    """The shortcuts that are offered beside the options."""
    return {one.key for one in match.shortcuts}


def answers(match: Match[State], key: str) -> tuple[Any, ...]:
    """What a shortcut answers."""
    (found,) = [one.answers for one in match.shortcuts if one.key == key]
    return found


def take(match: Match[State], key: str) -> Match[State]:
    """Take a shortcut."""
    return match.choose_all(answers(match, key))


def voyages(match: Match[State]) -> set[tuple[str, str]]:
    """From where to where ships can be ordered now, each by itself."""
    assert match.decision
    if match.decision.key == "where_to":  # there is no other ship to order
        return {(match.decision.about["origin"], option) for option in offered(match) if option in SPACES}
    found = set()
    for ship in offered(match) & set(UNITS):
        trial = copy.deepcopy(match)
        origin = place(trial, ship)
        trial.choose(ship)
        if trial.decision and trial.decision.key == "where_to" and ship in trial.decision.about["going"]:
            found |= {(origin, option) for option in offered(trial) if option in SPACES}
        else:
            found.add((origin, place(trial, ship)))
    return found


def asked(match: Match[State]) -> tuple[str, str] | None:
    """Who decides next, and what; None when the game is over."""
    return (match.decision.seat, match.decision.key) if match.decision else None


def offered(match: Match[State]) -> set[Any]:
    """The options of the decision, in no order."""
    assert match.decision
    options = match.decision.options
    assert len(set(options)) == len(options)
    return set(options)


def told(match: Match[State], key: str, seat: str | None = None) -> list[LogEntry]:
    """The log's entries of one kind."""
    return [entry for entry in match.log(seat) if entry.key == key]


def texts(match: Match[State], *wanted: str, seat: str | None = None) -> list[str]:
    """The log in words, only the wanted kinds."""
    return [entry.text for entry in match.log(seat) if entry.key in wanted]


def faces(match: Match[State], key: str) -> list[tuple[int, ...]]:
    """The dice of all rolls of one kind."""
    return [entry.faces for entry in told(match, key)]


def keys(match: Match[State], *wanted: str) -> list[str]:
    """The keys of the log in their order, only the wanted ones."""
    return [entry.key for entry in match.log() if entry.key in wanted]


def place(match: Match[State], unit: str) -> str:
    """Where a unit is."""
    (found,) = [space for space, units in match.state.at.items() if unit in units]
    return found


def places(match: Match[State], *units: str) -> list[str]:
    """Where units are."""
    return [place(match, unit) for unit in units]


def strength(match: Match[State], *units: str) -> list[int]:
    """The strength points of units."""
    return [match.state.sp[unit] for unit in units]


def all_dice_thrown(match: Match[State], count: int) -> bool:
    """Whether just so many dice were thrown in the whole match."""
    return sum(len(entry.faces) for entry in match.log()) == count


def shots(match: Match[State], *wanted: str) -> list[str]:
    """Who fired at whom and what fell, as `bismarck, lutzow > hood: 6 6 5`, for some kinds of rolls."""
    return [
        f"{', '.join(entry.about['firers'])} > {entry.about['target']}: {' '.join(map(str, entry.faces))}"
        for entry in match.log()
        if entry.key in wanted
    ]


def aims(match: Match[State]) -> dict[str, str]:
    """Who aims at whom in this round so far."""
    assert match.state.battle
    return dict(match.state.battle.aims)


def harm(match: Match[State]) -> list[str]:
    """What fire did, in order: `hood hit 2`, `hood disabled`, `hood sunk`."""
    found = []
    for entry in match.log():
        if entry.key == "ship_hit":
            found.append(f"{entry.about['ship']} hit {entry.about['hits']}")
        elif entry.key in ("ship_disabled", "ship_sunk"):
            found.append(f"{entry.about['ship']} {entry.key.removeprefix('ship_')}")
    return found
