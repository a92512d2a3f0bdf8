"""Positions of Atlantic Chase made by hand, and scripted matches that start from them."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

import flagplot
from flagplot.engine.match import Match
from flagplot.engine.state import Frame
from flagplot.games.atlantic_chase import GAME
from flagplot.games.atlantic_chase.hexes import BIT, HEX, HEXES, NO_HEX, mask
from flagplot.games.atlantic_chase.model.forces import (
    along,
    boxed,
    manned,
    stationed,
    with_contact,
    with_intel,
)
from flagplot.games.atlantic_chase.ships import TYPES
from flagplot.games.atlantic_chase.state import Attack, Battle, Group, Leader, Ship, State, StealthForce, TaskForce

# An open sea for examples: rows of hexes far from ports, bases and the Arctic Line
ROW = ("0609", "0709", "0809", "0909", "1009", "1108", "1008")


def hexes(text: str) -> int:
    """The set of hexes of a text such as "0609 0709"."""
    return mask(HEX[name] for name in text.split())


OWN_NAMES = {"deutschland": "lutzow"}  # ships that a scenario calls otherwise than their counters


def ship(text: str, **changes: Any) -> Ship:
    """A ship by her type or by her own name; "bismarck*" is damaged, "hood+1" has a Hit."""
    name, _, hits = text.partition("+")
    is_damaged = name.endswith("*")
    name = name.rstrip("*")
    kind = OWN_NAMES.get(name, name)
    assert kind in TYPES, name
    return Ship(id=name, type=kind, is_damaged=is_damaged, hits=int(hits or 0), **changes)


def tf(key: str, ships: str, at: str = "", *, intel: str = "", contact: str = "", **changes: Any) -> TaskForce:
    """A task force: `at` is a hex, hexes of a Trajectory joined by spaces, or the name of a box."""
    manifest = tuple(map(ship, ships.split()))
    force = replace(TaskForce(key=key, ships=manifest), **changes)
    if ships := changes.get("ships", ()):  # ships with more to say than their types
        force = manned(force, ships)
    if at and not at[0].isdigit():
        return boxed(force, at)
    places = tuple(HEX[name] for name in at.split())
    if not places:
        return force
    force = stationed(force, places[0]) if len(places) == 1 and not at.endswith(" ") else along(force, places)
    return with_contact(with_intel(force, hexes(intel)), hexes(contact))


def line(key: str, ships: str, at: str, **changes: Any) -> TaskForce:
    """A task force as a Trajectory, of a single segment too."""
    return tf(key, ships, at + " ", **changes)


def boat(key: str, at: str = "", **changes: Any) -> StealthForce:
    """A stealth force by its letter and number: U1, S1, M1."""
    kind = {"U": "u-boat", "S": "submarine", "M": "mines"}[key[0]]
    side = "german" if key[0] == "U" else "british"
    return StealthForce(key=key, kind=kind, side=changes.pop("side", side), hex=HEX[at] if at else NO_HEX, **changes)  # type: ignore[arg-type]


def position(
    *forces: TaskForce,
    scenario: str = "rheinubung",
    active: str = "british",
    weather: str = "good",
    boats: tuple[StealthForce, ...] = (),
    groups: dict[str, tuple[str, str]] | None = None,
    leaders: dict[str, str] | None = None,
    options: dict[str, Any] | None = None,
    **fields: Any,
) -> State:
    """A position with these forces and nothing else; a Convoy keeps the scenario from ending at once."""
    state: State = GAME.setup(scenario, GAME.read_options(options or {}))
    state.active, state.weather = active, weather  # type: ignore[assignment]
    state.forces = {force.key: force for force in forces}
    state.stealth = {force.key: force for force in boats}
    state.groups = {
        key: Group(key, port, tuple(map(ship, names.split()))) for key, (port, names) in (groups or {}).items()
    }
    state.leaders = {name: Leader(at, 2 if name in ("raeder", "pound") else 1) for name, at in (leaders or {}).items()}
    state.refuel = []
    for name, value in fields.items():
        assert hasattr(state, name), name
        setattr(state, name, value)
    assert GAME.defects(state) == [], GAME.defects(state)
    return state


def play(state: State, *dice: int) -> Match[State]:
    """A match that goes on from a position with dice that fall as written."""
    return flagplot.new("atlantic-chase", state=state, dice=flagplot.dice.scripted(*dice))


def do(match: Match[State], *answers: Any) -> Match[State]:
    """Answer the questions, one after the other."""
    for answer in answers:
        match.choose(answer)
    return match


def asked(match: Match[State]) -> tuple[str, str]:
    """Who must decide, and what."""
    assert match.decision
    return match.decision.seat, match.decision.key


def offered(match: Match[State]) -> list[Any]:
    """The options of the decision."""
    assert match.decision
    return list(match.decision.options)


def orders(match: Match[State], what: str) -> list[tuple[Any, ...]]:
    """The orders of one kind that are offered."""
    assert asked(match)[1] == "order"
    return [option[1:] for option in offered(match) if option[0] == what]


def force(match: Match[State], key: str) -> TaskForce:
    """A task force as it is now."""
    return match.state.forces[key]


def where(match: Match[State], key: str) -> str:
    """Where a task force is: "0609" for a Station, "0609 0709 " for a Trajectory, the name of a box."""
    at = force(match, key)
    if at.box:
        return at.box
    return " ".join(HEXES[number] for number in at.line) + " " if at.line else HEXES[at.station]


def marked(match: Match[State], key: str) -> dict[str, str]:
    """The markers of a task force by kind."""
    at = force(match, key)
    found = {"intel": at.intel, "contact": at.contact}
    marks = {kind: " ".join(name for name, number in HEX.items() if bits & BIT[number]) for kind, bits in found.items()}
    return {kind: text for kind, text in marks.items() if text} | ({"evasive": "yes"} if at.is_evasive else {})


def told(match: Match[State]) -> list[str]:
    """The keys of what was told, in order."""
    return [entry.key for entry in match.log() if entry.kind == "event"]


def rolled(match: Match[State]) -> list[str]:
    """The keys of what was thrown, in order."""
    return [entry.key for entry in match.log() if entry.kind == "roll"]


def at(name: str) -> int:
    """The number of a hex."""
    return HEX[name]


def removals(match: Match[State], key: str) -> list[str]:
    """The Time Lapses that are offered, each as the hexes that go, after "limit" if the Intel Limit is invoked."""
    assert asked(match)[1] == "lapse", asked(match)
    names = [HEXES[number] for number in force(match, key).line]
    found = []
    for left, right, by_limit in offered(match):
        gone = names[:left] + names[len(names) - right :]
        found.append(" ".join((["limit"] if by_limit else []) + gone))
    return sorted(found)


def lapse(match: Match[State], key: str, gone: str) -> Match[State]:
    """Let these hexes go in a Time Lapse, written as `removals` lists them."""
    assert gone in removals(match, key), (gone, removals(match, key))
    names = [HEXES[number] for number in force(match, key).line]
    for option in offered(match):
        left, right, by_limit = option
        if (["limit"] if by_limit else []) + names[:left] + names[len(names) - right :] == gone.split():
            return do(match, option)
    raise AssertionError(gone)


def sorted_hexes(numbers: list[int]) -> str:
    """Hexes by their names, in order."""
    return " ".join(sorted(HEXES[number] for number in numbers))


def crewed(force: TaskForce, *ships: Ship) -> TaskForce:
    """A task force with ships that have more to say than their types."""
    return manned(force, ships)


def in_battle(
    german: str, british: str, zones: dict[str, str], phase: str = "gunnery", *, options: dict[str, Any] | None = None
) -> State:
    """A battle that has begun, ships where they are said to be, else in Far; the British are the Active side."""
    own, enemy = tf("B1", british, "0909"), tf("G1", german, "0909")
    state = position(own, enemy, weather="bad", options=options)
    state.battle = Battle(
        hex=HEX["0909"],
        active="british",
        forces={"german": ("G1",), "british": ("B1",)},
        weather="bad",
        round=1,
        rounds=2,
        zones={one.id: zones.get(one.id, "far") for one in (*own.ships, *enemy.ships)},  # type: ignore[misc]
    )
    return entered(state, phase)


def entered(state: State, phase: str) -> State:
    """The state in the middle of an Engage action, in a step of its battle."""
    state.attack = Attack("engage", "B1", "G1", HEX["0909"])
    state.phase, state.args = phase, ()
    state.callers = [Frame("after_attack", ("vie",))]
    assert GAME.defects(state) == [], GAME.defects(state)
    return state


def guns(match: Match[State]) -> list[str]:
    """The shots so far, as the log tells them."""
    return [str(entry.text) for entry in match.log() if entry.kind == "roll" and entry.key == "gunfire"]


def the_roll(match: Match[State], key: str) -> dict[str, Any]:
    """The last throw of a kind: its modified sum and what it was about."""
    return next(dict(entry.about) for entry in reversed(match.log()) if entry.kind == "roll" and entry.key == key)


def afloat(match: Match[State], key: str) -> dict[str, str]:
    """The ships of a task force: "" unhurt, "+1" with a Hit, "*" damaged, "*+2" damaged with two more Hits."""
    return {ship.id: "*" * ship.is_damaged + (f"+{ship.hits}" if ship.hits else "") for ship in force(match, key).ships}


def held(match: Match[State]) -> tuple[str, int, str]:
    """Who has the Initiative, the tally, and the weather."""
    return match.state.active, match.state.tally, match.state.weather


def fight(
    german: str,
    british: str,
    *dice: int,
    zones: str = "",
    phase: str = "gunnery",
    hex: str = "0909",
    rounds: int = 3,
    round: int = 1,
    smoke: str = "",
    cover: dict[str, str] | None = None,
    is_surprise: bool = False,
    evasive: str = "",
    convoy: dict[str, Any] | None = None,
    away: str = "",
    **fields: Any,
) -> Match[State]:
    """A match that goes on in a battle between G1 and B1; `zones` names who is not in Far: "hood:near kent:close".

    `away` names who has left the battle board.
    """
    active = fields.get("active", "british")
    german_force = tf("G1", german, hex, is_evasive="G1" in evasive)
    british_force = tf("B1", british, hex, is_evasive="B1" in evasive)
    if convoy:
        ships = tuple(replace(one, **convoy) if "convoy" in one.type else one for one in british_force.ships)
        british_force = manned(british_force, ships)
    state = position(german_force, british_force, **fields)
    keys = ("B1", "G1") if active == "british" else ("G1", "B1")
    state.attack = Attack("engage", *keys, HEX[hex])
    at_sea = {one.id: "far" for force in state.forces.values() for one in force.ships}
    for one in zones.split():
        name, _, zone = one.partition(":")
        at_sea[name] = zone
    for name in away.split():
        del at_sea[name]
    state.battle = Battle(
        hex=HEX[hex],
        active=active,
        forces={"german": ("G1",), "british": ("B1",)},
        weather=state.weather,
        rounds=rounds,
        round=round,
        zones=at_sea,  # type: ignore[arg-type]
        smoke=smoke.split(),
        cover=cover or {},
        is_surprise=is_surprise,
    )
    state.phase, state.callers = phase, [Frame("after_attack", ("vie",))]
    assert GAME.defects(state) == [], GAME.defects(state)
    return play(state, *dice)


def altered(force: TaskForce, ship_id: str, **changes: Any) -> TaskForce:
    """A task force of which one ship is otherwise than her type."""
    return manned(force, tuple(replace(one, **changes) if one.id == ship_id else one for one in force.ships))
