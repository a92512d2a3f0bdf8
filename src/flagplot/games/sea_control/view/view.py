"""What a seat sees: blocks, the battle board, tracks, tables and figures."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from typing import Any

from flagplot.engine.state import OVER
from flagplot.engine.view import (
    EVERYTHING,
    ONLOOKER,
    Fact,
    Goal,
    Lineup,
    Piece,
    Section,
    Sheet,
    Track,
    View,
    fact,
    piece,
)
from flagplot.games.sea_control import tables as t
from flagplot.games.sea_control.model.fleet import SIDES, backs
from flagplot.games.sea_control.state import Battle, State
from flagplot.games.sea_control.view.names import NAMES, PHASE_NAMES

# Ships that withdraw have left the battle board
PHASES_OF_WITHDRAWAL = ("withdrawal", "fortress_fire")

OUT_OF_ACTION = ("Sunk", "Disabled")
PLACES = (*t.AREAS, *t.PORTS, t.OFF_BOARD, t.LOST)
SECTIONS = ("Battle station", "Carriers", "Convoys", "Submarines", "Land air", *OUT_OF_ACTION)
SECTION_OF = {t.CARRIER: "Carriers", t.CONVOY: "Convoys", t.SUBMARINE: "Submarines", t.AIR: "Land air"}


# What anybody sees of a unit wherever it is: its own side its face, and all the face of land air (SC-AMB-30)
SEEN_BY = {
    seat: frozenset(unit for unit, label in t.UNITS.items() if seat == label.side or label.kind == t.AIR)
    for seat in (t.AXIS, t.ALLIED, ONLOOKER)
} | {EVERYTHING: frozenset(t.UNITS)}

VALUES = {key: Fact("VP", f"{area.vp[t.AXIS]}/{area.vp[t.ALLIED]}", key) for key, area in t.MAP.area.items()}


def view(state: State, seat: str) -> View:
    """What a seat sees: its own blocks, the backs of the others, and what a battle has revealed.

    An onlooker has no blocks of his own.
    """
    return View(
        headline=f"Turn {state.turn} of {t.LAST_TURN}, {t.MONTHS[state.turn - 1]}: {PHASE_NAMES[state.phase]}",
        pieces=tuple(pieces(state, seat)),
        lineups=(battle_board(state, state.battle),) if state.battle and is_face_up(state, state.battle.area) else (),
        tracks=(turn_track(state.turn), victory_track(state.options.vp_cap, state.marker)),
        sheets=(score_sheet(state), reinforcement_sheet(tuple(state.due.items()))),
        facts=facts(state),
        goals=goals(state.marker),
        brief=f"Turn {state.turn}/{t.LAST_TURN}",
    )


# Blocks


def pieces(state: State, seat: str) -> Iterator[Piece]:
    """The blocks on the map and beside it, each with its face or its back to the seat."""
    for space in PLACES:
        if state.at[space] or state.task_forces:
            yield from stack(state, seat, space, state.at[space])
    yield from stack(state, seat, t.REINFORCEMENTS, [unit for unit in state.at[t.ARRIVALS] if unit in SEEN_BY[seat]])
    for side, port in state.raids.items():
        yield Piece(t.LAND_AIR[side], t.AIR, side, port, t.UNITS[t.LAND_AIR[side]].name, badges=("raid",))
    for name, force in state.task_forces.items():
        if sees_all(state, seat, t.ALLIED, force.area):
            ships = tuple(t.UNITS[ship].name for ship in force.ships) or ("decoy",)
            yield Piece(name, "task force", t.ALLIED, force.area, NAMES[name], badges=ships)


def stack(state: State, seat: str, space: str, units: Sequence[str]) -> list[Piece]:
    """The blocks in one place."""
    is_open = space in (t.LOST, t.OFF_BOARD) or sees_both(state, seat, space)
    seen = SEEN_BY[seat]
    found = [
        block(state, unit, space) for unit in units if (is_open or unit in seen) and not is_away(state, unit, space)
    ]
    if is_open or space == t.REINFORCEMENTS:
        return found
    for side in SIDES:
        if seat != side and (count := backs(state, space, side)):
            found.append(piece(f"{space}/{side}", "block", side, space, f"{NAMES[side]} block", count, hidden=True))
    return found


def is_away(state: State, unit: str, space: str) -> bool:
    """Whether a unit is land air that is over a port and not off the board (SC-OPT-02)."""
    return space == t.OFF_BOARD and t.UNITS[unit].kind == t.AIR and t.UNITS[unit].side in state.raids


def sees_all(state: State, seat: str, side: str, space: str) -> bool:
    """Whether a seat sees all faces of a side in a place: its own, in a battle, and at the end (SC-AMB-38)."""
    return seat == side or sees_both(state, seat, space)


def sees_both(state: State, seat: str, space: str) -> bool:
    """Whether a seat sees the faces of both sides in a place."""
    return seat == EVERYTHING or state.phase == OVER or is_face_up(state, space)


def is_face_up(state: State, space: str) -> bool:
    """Whether a battle shows all faces in a place; ships that withdraw are hidden again (SC-AMB-38)."""
    return state.battle is not None and state.battle.area == space and state.phase not in PHASES_OF_WITHDRAWAL


def block(state: State, unit: str, space: str) -> Piece:
    """A block with its face: strength, dice and hit number."""
    label = t.UNITS[unit]
    dice = t.SUBMARINE_DICE[state.turn] if label.kind == t.SUBMARINE else label.dice
    return _face(unit, space, dice, state.sp[unit] if label.sp > 1 else None)


@functools.lru_cache(maxsize=8192)
def _face(unit: str, space: str, dice: int, strength: int | None) -> Piece:
    label = t.UNITS[unit]
    badges = [f"{dice} {'air' if label.kind in (t.CARRIER, t.AIR) else 'dice' if dice > 1 else 'die'}"]
    if label.hit:
        badges.append(f"hit on {label.hit}")
    pips = None if strength is None else (strength, label.sp)
    return Piece(unit, label.kind, label.side, space, NAMES[unit], badges=tuple(badges), pips=pips)


def battle_board(state: State, battle: Battle) -> Lineup:
    """Both sides drawn up in their sections (SC-COM-02)."""
    found: dict[tuple[str, str], list[Piece]] = {}
    for unit in state.at[battle.area]:
        label = t.UNITS[unit]
        if unit in battle.sunk:
            section = "Sunk"
        elif unit in battle.disabled:
            section = "Disabled"
        else:
            section = SECTION_OF.get(label.kind, "Battle station")
        found.setdefault((label.side, section), []).append(block(state, unit, battle.area))
    return Lineup(
        "battle",
        f"Battle in the {NAMES[battle.area]}" + (f", surface round {battle.rounds}" if battle.rounds else ""),
        tuple(
            Section(side, section, tuple(found[side, section]), section in OUT_OF_ACTION)
            for side in (t.AXIS, t.ALLIED)
            for section in SECTIONS
            if (side, section) in found
        ),
        tuple(battle.aims.items()),
    )


# Tracks, tables and figures


@functools.lru_cache
def turn_track(turn: int) -> Track:
    """Which turn of all it is."""
    return Track("turn", "Turn", tuple(str(number) for number in range(1, t.LAST_TURN + 1)), turn - 1)


@functools.lru_cache
def victory_track(cap: int, marker: int) -> Track:
    """The common track, from the Allied end to the Axis end (SC-VP-02)."""
    cells = tuple(str(abs(point)) for point in range(-cap, cap + 1))
    return Track("vp", "Victory", cells, marker + cap, ((0, "Allied lead"), (cap, "even"), (cap + 1, "Axis lead")))


def score_sheet(state: State) -> Sheet:
    """What each turn brought."""
    rows = [
        (str(turn), str(score.axis), str(score.allied), _lead(score.marker))
        for turn, score in enumerate(state.scores, 1)
    ]
    if state.phase != OVER:
        rows.append((str(state.turn), str(state.points[t.AXIS]), str(state.points[t.ALLIED]), "..."))
    return Sheet("scores", "Score", ("Turn", "Axis", "Allies", "Lead"), tuple(rows))


def _lead(marker: int) -> str:
    return "even" if marker == 0 else f"{'Axis' if marker > 0 else 'Allies'} {abs(marker)}"


@functools.lru_cache
def reinforcement_sheet(due: tuple[tuple[str, int], ...]) -> Sheet:
    """The ships that arrive in each turn; both sides know the chart."""
    rows = []
    for turn in sorted({when for _, when in due}):
        coming = {side: [NAMES[unit] for unit, when in due if when == turn and t.UNITS[unit].side == side]
                  for side in (t.AXIS, t.ALLIED)}  # fmt: skip
        rows.append((str(turn), ", ".join(coming[t.AXIS]) or "-", ", ".join(coming[t.ALLIED]) or "-"))
    return Sheet("reinforcements", "Arrives", ("Turn", "Axis", "Allies"), tuple(rows))


@functools.lru_cache
def goals(marker: int) -> tuple[Goal, ...]:
    """The leader on the common track, and what the lead is worth (SC-VIC-01)."""
    return (
        Goal(f"Lead after turn {t.LAST_TURN}. A tie is an Axis victory"),
        Goal("Points ahead", value=max(marker, 0), side=t.AXIS, is_score=True),
        Goal("Points ahead", value=max(-marker, 0), side=t.ALLIED, is_score=True),
    )


def facts(state: State) -> tuple[Fact, ...]:
    """Resource points, points of the turn, control and values of areas, repair capacities."""
    figures = (state.rp, state.points, state.control, state.capacity)
    return _facts(state.turn, *[tuple(one.items()) for one in figures])


@functools.lru_cache(maxsize=1024)  # most moves change none of them
def _facts(turn: int, *figures: tuple[tuple[str, Any], ...]) -> tuple[Fact, ...]:
    rp, points, control, capacity = map(dict, figures)
    found = [fact(f"{NAMES[side]} RP", str(rp.get(side, 0))) for side in (t.AXIS, t.ALLIED)]
    found.append(fact("This turn", f"Axis {points[t.AXIS]}, Allies {points[t.ALLIED]}"))
    for area in t.AREAS:
        found += [VALUES[area], fact("Control", NAMES[control.get(area, t.NEUTRAL)], area)]
    for port in t.PORTS:
        first, last = t.MAP.port[port].turns
        if not first <= turn <= last:
            found.append(fact("Open", f"{first}-{last}", port))
        elif capacity.get(port):
            found.append(fact("Repair", str(capacity[port]), port))
    return tuple(found)
