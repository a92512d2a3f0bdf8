"""How Sea Control shows itself to a seat: chart, blocks, battle board, tracks, and what an option looks like."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

from flagplot.engine import About, Ask, Option, Roll
from flagplot.engine.state import OVER
from flagplot.engine.view import (
    EVERYTHING,
    ONLOOKER,
    Board,
    Description,
    Fact,
    Lineup,
    Link,
    Piece,
    Section,
    Sheet,
    Side,
    Space,
    SpaceKind,
    Track,
    View,
    fact,
    piece,
)
from flagplot.games.sea_control.fleet import SIDES, backs, place_of, surface_ships
from flagplot.games.sea_control.orders import ALL, LEFT_BEHIND, SAME_AGAIN
from flagplot.games.sea_control.pursuit import LET_GO
from flagplot.games.sea_control.state import Battle, State
from flagplot.games.sea_control.tables import (
    AIR,
    ALLIED,
    AREAS,
    ARRIVALS,
    AXIS,
    BATTLESHIP,
    CARRIER,
    CONVOY,
    CRUISER,
    DISABLED,
    DOCKED,
    DRIVEN_OFF,
    HIT,
    LAND_AIR,
    LAST_TURN,
    LOST,
    MAP,
    MISS,
    MONTHS,
    NEUTRAL,
    OFF_BOARD,
    PORTS,
    REINFORCEMENTS,
    SUBMARINE,
    SUBMARINE_DICE,
    SUNK,
    TASK_FORCES,
    UNITS,
    Place,
)
from flagplot.games.sea_control.targeting import SAME_TARGET, SPREAD
from flagplot.games.sea_control.words import (
    CHOOSE_PORT,
    DONE,
    KEEP,
    REPAIR,
    RETURN_TO,
    SAIL,
    STAY,
    SURFACE_TARGET,
    WHERE_TO,
    WHO_GOES,
    WITHDRAW,
    WITHDRAW_TO,
)

NAMES: dict[str, str] = {
    **{key: area.name for key, area in MAP.area.items()},
    **{key: port.name for key, port in MAP.port.items()},
    **{key: box.name for key, box in MAP.box.items()},
    **{key: unit.name for key, unit in UNITS.items()},
    **{name: f"Task force {number}" for number, name in enumerate(TASK_FORCES, 1)},
    ARRIVALS: "the arrivals",
    DOCKED: "the docks",
    AXIS: "Axis",
    ALLIED: "Allies",
    NEUTRAL: "nobody",
    KEEP: "off board",
    DONE: "no more",
    SAME_AGAIN: "the same again",
    ALL: "all of them",
    SAME_TARGET: "all the rest there too",
    SPREAD: "the rest spread evenly",
    STAY: "stay and fight on",
    WITHDRAW: "withdraw with all ships",
    LET_GO: "let them go",
    HIT: "hit",
    MISS: "miss",
    DISABLED: "disabled",
    SUNK: "sunk",
    DRIVEN_OFF: "driven off",
}
# A cruiser has the name of a port.
NAMES["norfolk_ca"] = "Norfolk (cruiser)"

PHASE_NAMES = {
    "reinforcements": "Reinforcements",
    "allied_bases": "Reinforcements",
    "allied_movement": "Allied movement",
    "axis_movement": "Axis movement",
    "passage": "Under the guns",
    "fortress_fire": "Under the guns",
    "submarine_placement": "Axis submarines",
    "allied_air": "Allied land air",
    "axis_air": "Axis land air",
    "air_raids": "Air raids",
    "allied_repair": "Allied repairs",
    "axis_repair": "Axis repairs",
    "combat": "Combat",
    "battles": "Combat",
    "submarine_combat": "Submarine combat",
    "air_combat": "Air combat",
    "surface_combat": "Surface combat",
    "stay_or_withdraw": "Surface combat",
    "pursuit": "Pursuit",
    "withdrawal": "Withdrawal",
    "battle_over": "Combat",
    "control": "Control",
    "axis_return": "The Axis returns to port",
    "allied_return": "The Allies return to port",
    "next_turn": "End of the turn",
    OVER: "The war at sea is over",
}

# Ships that withdraw have left the battle board
PHASES_OF_WITHDRAWAL = ("withdrawal", "passage", "fortress_fire")

# The usual abbreviations, for lists of ships
IN_SHORT = {BATTLESHIP: "BB", CRUISER: "CA", CARRIER: "CV", CONVOY: "convoy", SUBMARINE: "U-boats", AIR: "air"}

OUT_OF_ACTION = ("Sunk", "Disabled")
SECTIONS = ("Battle station", "Carriers", "Convoys", "Submarines", "Land air", *OUT_OF_ACTION)
SECTION_OF = {CARRIER: "Carriers", CONVOY: "Convoys", SUBMARINE: "Submarines", AIR: "Land air"}


# What anybody sees of a unit wherever it is: its own side its face, and all the face of land air (SC-AMB-30)
SEEN_BY = {
    seat: frozenset(unit for unit, label in UNITS.items() if seat == label.side or label.kind == AIR)
    for seat in (AXIS, ALLIED, ONLOOKER)
} | {EVERYTHING: frozenset(UNITS)}

VALUES = {key: Fact("VP", f"{area.vp[AXIS]}/{area.vp[ALLIED]}", key) for key, area in MAP.area.items()}


@functools.cache
def board() -> Board:
    """The seas, the ports with what they connect, and the boxes."""
    return Board(
        "The Atlantic and the Mediterranean",
        MAP.aspect,
        (Side(AXIS, NAMES[AXIS]), Side(ALLIED, NAMES[ALLIED])),
        (
            *(_space(key, "sea", area) for key, area in MAP.area.items()),
            *(_space(key, "port", port) for key, port in MAP.port.items()),
            *(_space(key, "box", box) for key, box in MAP.box.items()),
        ),
        tuple(
            [Link(port, area) for port in PORTS for area in MAP.port[port].connects]
            + [Link(one, other) for one in AREAS for other in MAP.area[one].adjacent if one < other]
        ),
    )


def _space(key: str, kind: SpaceKind, place: Place) -> Space:
    return Space(key, place.name, kind, place.x, place.y, place.width, place.height)


def view(state: State, seat: str) -> View:
    """What a seat sees: its own blocks, the backs of the others, and what a battle has revealed.

    An onlooker has no blocks of his own.
    """
    return View(
        headline=f"Turn {state.turn} of {LAST_TURN}, {MONTHS[state.turn - 1]}: {PHASE_NAMES[state.phase]}",
        pieces=tuple(pieces(state, seat)),
        lineups=(battle_board(state, state.battle),) if state.battle and is_face_up(state, state.battle.area) else (),
        tracks=(turn_track(state.turn), victory_track(state.options.vp_cap, state.marker)),
        sheets=(score_sheet(state), reinforcement_sheet(tuple(state.due.items()))),
        facts=tuple(facts(state, seat)),
    )


# Blocks


def pieces(state: State, seat: str) -> Iterator[Piece]:
    """The blocks on the map and beside it, each with its face or its back to the seat."""
    for space in (*AREAS, *PORTS, OFF_BOARD, LOST):
        yield from stack(state, seat, space, state.at[space])
    yield from stack(state, seat, REINFORCEMENTS, [unit for unit in state.at[ARRIVALS] if unit in SEEN_BY[seat]])
    for side, port in state.raids.items():
        yield Piece(LAND_AIR[side], AIR, side, port, UNITS[LAND_AIR[side]].name, badges=("raid",))
    for name, force in state.task_forces.items():
        if sees_all(state, seat, ALLIED, force.area):
            ships = tuple(UNITS[ship].name for ship in force.ships) or ("decoy",)
            yield Piece(name, "task force", ALLIED, force.area, NAMES[name], badges=ships)


def stack(state: State, seat: str, space: str, units: Sequence[str]) -> Iterator[Piece]:
    """The blocks in one place."""
    if not units and not state.task_forces:
        return
    is_open = space in (LOST, OFF_BOARD) or sees_both(state, seat, space)
    seen = SEEN_BY[seat]
    for unit in units:
        if is_open or unit in seen:
            if space == OFF_BOARD and UNITS[unit].kind == AIR and UNITS[unit].side in state.raids:
                continue
            yield block(state, unit, space)
    if is_open or space == REINFORCEMENTS:
        return
    for side in SIDES:
        if seat != side and (count := backs(state, space, side)):
            yield piece(f"{space}/{side}", "block", side, space, f"{NAMES[side]} block", count, hidden=True)


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
    label = UNITS[unit]
    dice = SUBMARINE_DICE[state.turn] if label.kind == SUBMARINE else label.dice
    return _face(unit, space, dice, state.sp[unit] if label.sp > 1 else None)


@functools.lru_cache(maxsize=8192)
def _face(unit: str, space: str, dice: int, strength: int | None) -> Piece:
    label = UNITS[unit]
    badges = [f"{dice} {'air' if label.kind in (CARRIER, AIR) else 'dice' if dice > 1 else 'die'}"]
    if label.hit:
        badges.append(f"hit on {label.hit}")
    pips = None if strength is None else (strength, label.sp)
    return Piece(unit, label.kind, label.side, space, NAMES[unit], badges=tuple(badges), pips=pips)


def battle_board(state: State, battle: Battle) -> Lineup:
    """Both sides drawn up in their sections (SC-COM-02)."""
    found: dict[tuple[str, str], list[Piece]] = {}
    for unit in state.at[battle.area]:
        label = UNITS[unit]
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
            for side in (AXIS, ALLIED)
            for section in SECTIONS
            if (side, section) in found
        ),
        tuple(battle.aims.items()),
    )


# Tracks, tables and figures


@functools.lru_cache
def turn_track(turn: int) -> Track:
    """Which turn of all it is."""
    return Track("turn", "Turn", tuple(str(number) for number in range(1, LAST_TURN + 1)), turn - 1)


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
        rows.append((str(state.turn), str(state.points[AXIS]), str(state.points[ALLIED]), "..."))
    return Sheet("scores", "Score", ("Turn", "Axis", "Allies", "Lead"), tuple(rows))


def _lead(marker: int) -> str:
    return "even" if marker == 0 else f"{'Axis' if marker > 0 else 'Allies'} {abs(marker)}"


@functools.lru_cache
def reinforcement_sheet(due: tuple[tuple[str, int], ...]) -> Sheet:
    """The ships that arrive in each turn; both sides know the chart."""
    rows = []
    for turn in sorted({when for _, when in due}):
        coming = {side: [NAMES[unit] for unit, when in due if when == turn and UNITS[unit].side == side]
                  for side in (AXIS, ALLIED)}  # fmt: skip
        rows.append((str(turn), ", ".join(coming[AXIS]) or "-", ", ".join(coming[ALLIED]) or "-"))
    return Sheet("reinforcements", "Arrives", ("Turn", "Axis", "Allies"), tuple(rows))


def facts(state: State, seat: str) -> Iterator[Fact]:
    """Resource points, points of the turn, control and values of areas, repair capacities."""
    for side in (AXIS, ALLIED):
        yield fact(f"{NAMES[side]} RP", str(state.rp.get(side, 0)))
    yield fact("This turn", f"Axis {state.points[AXIS]}, Allies {state.points[ALLIED]}")
    for area in AREAS:
        yield VALUES[area]
        yield fact("Control", NAMES[state.control.get(area, NEUTRAL)], area)
    for port in PORTS:
        first, last = MAP.port[port].turns
        if first <= state.turn <= last:
            if state.capacity.get(port):
                yield fact("Repair", str(state.capacity[port]), port)
        else:
            yield fact("Open", f"{first}-{last}", port)


# How an option looks, and what a click means


def subjects(about: About) -> tuple[str, ...]:
    """The ships that go, or the one that fires."""
    return (*about.get("going", ()), *([about["firer"]] if "firer" in about else []))


def pointed_at(ask: Ask, target: str) -> Option:
    """The option that a space or a piece means; a ship is repaired by a point at least."""
    return (target, 1) if ask is REPAIR and target in UNITS else target


def describe(state: State, ask: Ask | Roll, about: About, option: Option) -> Description:
    """Label, spaces and pieces of an option."""
    if isinstance(ask, Roll):
        return Description(str(option))
    if ask is REPAIR and isinstance(option, tuple):
        ship, points = option
        label = f"{NAMES[ship]}: +{points} to {state.sp[ship] + points} SP"
        return Description(label, pieces=(ship,))
    if ask is WHERE_TO or (ask is WHO_GOES and isinstance(option, tuple)):
        return _where_or_who_else(state, option)
    if option == SAME_AGAIN:
        return Description(SAME_AGAIN_MEANS.get(ask.key, NAMES[SAME_AGAIN]))
    if option in UNITS:
        where = _lonely_place(state, option) if ask in (SAIL, RETURN_TO) else ""
        return Description(f"{_ship(state, option)}{where}", pieces=(option,))
    if ask in (SAIL, RETURN_TO, WITHDRAW_TO, CHOOSE_PORT) and option in state.at:
        return Description(f"several from {NAMES[option]}", (option,) if option != ARRIVALS else ())
    if option in AREAS or option in PORTS:
        return Description(NAMES[option], (option,))
    return Description(NAMES.get(option, str(option)))


SAME_AGAIN_MEANS = {
    SAIL.key: "all ships sail as in the turn before",
    RETURN_TO.key: "all ships go back to where they came from",
    WITHDRAW_TO.key: "all ships go back to where they came from",
    SURFACE_TARGET.key: "all fire as in the round before",
}


def _where_or_who_else(state: State, option: str | tuple[str, str]) -> Description:
    if option == ALL:
        return Description("with all the others")
    if option in LEFT_BEHIND:
        ship = LEFT_BEHIND[option]
        return Description(f"without {NAMES[ship]}", pieces=(ship,))
    if option in UNITS:
        return Description(f"with {_ship(state, option)}", pieces=(option,))
    if isinstance(option, tuple):
        area, task_force = option
        return Description(f"to {NAMES[area]} as {NAMES[task_force].lower()}", (area,))
    is_docking = state.phase == "allied_movement" and option in PORTS
    return Description(f"{'dock at' if is_docking else 'to'} {NAMES[option]}", (option,))


def _lonely_place(state: State, ship: str) -> str:
    """Where a ship is, if no other is there with whom it would be listed."""
    place = place_of(state, ship)
    return "" if len(surface_ships(state, place, UNITS[ship].side)) > 1 else f", {NAMES[place]}"


def _ship(state: State, ship: str) -> str:
    """A ship in a list: its name, kind and dice, and its strength if that is not the full one."""
    label = UNITS[ship]
    strength = f", SP {state.sp[ship]}/{label.sp}" if state.sp[ship] < label.sp else ""
    return f"{label.name}, {IN_SHORT[label.kind]} {label.dice}{strength}"
