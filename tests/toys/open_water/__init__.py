"""Open Water: a toy with hexes, strings, pins, knots, areas, trays, zones and goals, to test the words of the view.

Each turn a side chooses a force, draws its course hex by hex, brings a ship into a zone and fires with her.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from flagplot.engine import About, Ask, Event, Game, Option, Roll, Scenario, Seat, Table
from flagplot.engine import State as EngineState
from flagplot.engine.game import NoOptions
from flagplot.engine.view import (
    Area,
    Board,
    Cover,
    Description,
    Fact,
    Goal,
    Knot,
    Line,
    Lineup,
    Link,
    Piece,
    Section,
    Shot,
    Side,
    Space,
    Track,
    Tray,
    View,
)

NORTH, SOUTH = "north", "south"
ENEMY = {NORTH: SOUTH, SOUTH: NORTH}
COLUMNS, ROWS = 9, 5
ASPECT = 1.5
HIGH = 0.16  # of a hex, as a part of the board's height
WIDE = HIGH / ASPECT * 2 / 3**0.5
BOX, PORT, BASE = "harbour", "northport", "southfield"
FORCES = {"n1": NORTH, "s1": SOUTH, "s2": SOUTH, "s3": SOUTH}
SHIPS = {"n1": ("raider",), "s1": ("alpha", "beta"), "s2": ("gamma",), "s3": ("delta",)}
ZONES = ("n_far", "close", "s_far")
LAST_TURN = 4
DAY, EVENING = "game", "evening"
FIRST_TURN = {DAY: 1, EVENING: 3}  # in the evening Northport is the South's, and the air base is gone
DONE = "done"

FORCE = Ask("force", "Which force?", "OW-SEA-01", topic="Whose course is drawn", first="Choose a force.")
COURSE = Ask("course", "Where does {force} go?", "OW-SEA-01", topic="Where courses go", row="course", first="Choose.")
ZONE = Ask("zone", "Where does {ship} go?", "OW-SEA-02", topic="Where ships go", first="Choose a zone.")
TARGET = Ask("target", "At whom does {ship} fire?", "OW-SEA-02", topic="Whom to fire at", first="Choose a ship.")
GUNS = Roll("guns", "{ship} fires", "OW-SEA-02")
FIRED = Event("fired", "{ship} fires at {target}.", "OW-SEA-02")
OVER = Event("over", "The last turn is over.", "OW-SEA-02")


def hex_id(column: int, row: int) -> str:
    """A hex by its column and row."""
    return f"{column:02}{row:02}"


HEXES = {hex_id(column, row): (column, row) for column in range(1, COLUMNS + 1) for row in range(1, ROWS + 1)}


def centre(column: int, row: int) -> tuple[float, float]:
    """Where a hex lies; even columns lie half a hex lower."""
    return 0.14 + (column - 1) * WIDE * 0.75, 0.12 + (row - 1 + (column % 2 == 0) / 2) * HIGH


def beside(key: str) -> Iterator[str]:
    """The hexes beside another."""
    column, row = HEXES[key]
    lower = column % 2 == 0
    steps = [(0, -1), (0, 1), *((across, down) for across in (-1, 1) for down in ((0, 1) if lower else (-1, 0)))]
    for across, down in steps:
        if (other := hex_id(column + across, row + down)) in HEXES:
            yield other


@dataclass(slots=True, kw_only=True)
class State(EngineState):
    """Where the forces are, and the battle."""

    options: NoOptions = field(default_factory=NoOptions)
    turn: Annotated[int, Meta(ge=1, le=9)] = 1
    lines: dict[str, list[str]] = field(default_factory=dict)
    zones: dict[str, str] = field(default_factory=dict)
    shots: list[str] = field(default_factory=list)


def set_up(scenario: str, options: NoOptions) -> State:
    """Three strings that share hexes, a pin, and one force in harbour."""
    lines = {
        "n1": ["0302", "0402", "0503", "0603"],
        "s1": ["0103", "0202", "0302", "0402", "0503"],
        "s2": ["0504"],
        "s3": [BOX],
    }
    zones = {"raider": "n_far", "alpha": "s_far", "beta": "s_far", "gamma": "close", "delta": "s_far"}
    return State(phase="turn", turn=FIRST_TURN[scenario], lines=lines, zones=zones)


def turn(table: Table[State]) -> str:
    """A course, then a move and a shot of the first ship of that force."""
    state = table.state
    side = NORTH if state.turn % 2 == 0 else SOUTH
    force = table.choose(side, FORCE, [key for key, owner in FORCES.items() if owner == side])
    while True:
        line = state.lines[force]
        onward = [key for key in (beside(line[-1]) if line[-1] in HEXES else ["0102"]) if key not in line]
        step = table.choose(side, COURSE, [*onward, DONE], force=force)
        if step == DONE:
            break
        state.lines[force] = [*line, step] if line[-1] in HEXES else [step]
    ship = SHIPS[force][0]
    state.zones[ship] = table.choose(side, ZONE, ZONES, ship=ship)
    target = table.choose(
        side, TARGET, [one for key, owner in FORCES.items() if owner != side for one in SHIPS[key]], ship=ship
    )
    table.roll("1d6", GUNS, ship=ship)
    table.tell(FIRED, ship=ship, target=target)
    state.shots = [ship, target]
    state.turn += 1
    if state.turn > LAST_TURN:
        table.end(OVER, SOUTH, {NORTH: 0, SOUTH: 1})
    return "turn"


# What is seen


def board(scenario: str) -> Board:
    """Nine columns of five hexes, by day or in the evening."""
    port = SOUTH if scenario == EVENING else NORTH
    spaces = [Space(key, key, "hex", *centre(*place), WIDE, HIGH) for key, place in HEXES.items()]
    x, y = centre(8, 2)
    spaces.append(Space(PORT, "Northport", "point", x + 0.02, y - 0.04, within="0802", mark="port", side=port))
    if scenario != EVENING:
        x, y = centre(2, 4)
        spaces.append(Space(BASE, "Southfield", "point", x, y + 0.04, within="0204", mark="airfield", side=SOUTH))
    spaces.append(Space(BOX, "Harbour", "box", 0.9, 0.3, 0.16, 0.04, mark="port", side=SOUTH))
    links = [Link(one, other, drawn=False) for one in HEXES for other in beside(one) if one < other]
    lines = (
        Line("wall", "bar", "", "Closed side", ("0601", "0602")),
        Line("canal", "arrow", NORTH, "Canal", ("0701", "0801")),
    )
    areas = (
        Area("north", "ice", "Ice", spaces=("0101", "0201", "0301"), sign="snowflake"),
        Area("hunting", "zone", "Hunting ground", NORTH, spaces=("0805", "0905"), sign="uboat"),
        Area("room_n", "trays", "Forces of the north", NORTH, points=((0.01, 0.9), (0.3, 0.99))),
        Area("room_s", "trays", "Forces of the south", SOUTH, points=((0.35, 0.9), (0.99, 0.99))),
    )
    return Board(
        "Open Water", ASPECT, (Side(NORTH, "North"), Side(SOUTH, "South")), tuple(spaces), tuple(links), lines, areas
    )


def board_of(state: State) -> str:
    """The scenario that the turn belongs to."""
    return EVENING if state.turn >= FIRST_TURN[EVENING] else DAY


def ship_piece(ship: str, side: str) -> Piece:
    """A ship with two hits of five."""
    return Piece(ship, "cruiser", side, "", ship.capitalize(), badges=("4/2", "fast"), damage=(1, 2, 5))


def view(state: State, seat: str) -> View:
    """Everything."""
    lines, trays = [], []
    for number, (force, side) in enumerate(FORCES.items(), 1):
        through = tuple(state.lines[force])
        knots = (Knot(1, "intel", "Intel"), Knot(1, "contact", "Contact")) if force == "n1" else ()
        sign = force.upper() if side == NORTH else force[1:]
        kind = "string" if len(through) > 1 else "pin"
        badges = ("evasive maneuvers",) if force == "s1" else ()
        lines.append(Line(force, kind, side, f"Force {sign}", through, number, knots, sign, badges))
        ships = tuple(ship_piece(ship, side) for ship in SHIPS[force])
        trays.append(Tray(f"tray/{force}", f"Force {sign}", side, ships, (Fact("Speed", "fast"),), force, sign))
    trays.append(Tray("group", "Reserve", SOUTH, (ship_piece("omega", SOUTH),), (Fact("Port", "Harbour"),), sign="A"))
    return View(
        f"Turn {state.turn}",
        pieces=(Piece("boat", "uboat", NORTH, "0805", "Boat"),),
        lineups=(lineup(state),) if state.shots or state.turn > 1 else (),
        facts=(Fact("Weather", "Good"),),
        lines=tuple(lines),
        trays=tuple(trays),
        goals=(
            Goal("if it ended now", value=3, side=SOUTH, is_score=True),
            Goal("if it ended now", value=1, side=NORTH, is_score=True),
            Goal("Ships home", "2 each", 1, 3, SOUTH),
            Goal("Raider home", "5 points", side=NORTH, is_met=True),
        ),
    )


def lineup(state: State) -> Lineup:
    """Three zones."""
    sides = {ship: FORCES[force] for force, ships in SHIPS.items() for ship in ships}
    names = {"n_far": ("North Far", NORTH), "close": ("Close", ""), "s_far": ("South Far", SOUTH)}
    sections = [
        Section(
            side,
            name,
            tuple(ship_piece(ship, sides[ship]) for ship, at in state.zones.items() if at == zone),
            id=zone,
            zone=number,
            text="Long, 2 dice",
        )
        for number, (zone, (name, side)) in enumerate(names.items())
    ]
    covered = tuple(ship for ship, at in state.zones.items() if at == "s_far")[:2]
    covers = (Cover("smoke", "Alpha's smoke, −1", covered),) if covered else ()
    shots = (Shot(state.shots[0], state.shots[1], "a hit", is_hit=True),) if state.shots else ()
    tracks = (Track("round", "Round", ("1", "2", "3"), 1), Track("step", "Step", ("Guns", "Move"), 0))
    return Lineup("battle", "Battle", tuple(sections), (), shots, covers, tracks)


def describe(state: State, ask: Ask | Roll, about: About, option: Option) -> Description:
    """How an option looks."""
    if ask is FORCE:
        return Description(f"Force {option}", lines=(option,))
    if ask is COURSE and option in HEXES:
        return Description(option, (option,))
    if ask is ZONE:
        return Description(option.replace("_", " "), pieces=(about["ship"],), sections=(option,))
    if ask is TARGET:
        return Description(option.capitalize(), pieces=(option,))
    return Description(str(option).capitalize())


def subjects(about: About) -> tuple[str, ...]:
    """The ship or force that a question is about."""
    return tuple(about[name] for name in ("ship", "force") if name in about)


GAME = Game[State](
    slug="open-water",
    title="Open Water",
    summary="A toy with every word of the open chart.",
    seats=(Seat(NORTH, "North"), Seat(SOUTH, "South")),
    scenarios={DAY: Scenario("The day", "The whole day."), EVENING: Scenario("The evening", "The evening alone.")},
    package=Path(__file__).parent,
    state_type=State,
    phases={"turn": turn},
    setup=set_up,
    asks={ask.key: ask for ask in (FORCE, COURSE, ZONE, TARGET)},
    board=board,
    board_of=board_of,
    view=view,
    describe=describe,
    subjects=subjects,
    names={key: f"Force {key[1:]}" for key in FORCES}
    | {ship: ship.capitalize() for ships in SHIPS.values() for ship in ships},
    is_open=True,
)
