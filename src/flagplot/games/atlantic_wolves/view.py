"""How Atlantic Wolves shows itself: the chart, the counters, the tracks, the tally, and what an option looks like."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from flagplot.engine import About, Ask, Option, Roll
from flagplot.engine.view import Board, Card, Description, Fact, Piece, Sheet, Side, Space, Track, View, fact, piece
from flagplot.games.atlantic_wolves.attacks import CONDORS, DONE, RAIDER, tonnage_limit
from flagplot.games.atlantic_wolves.events import events_by_option
from flagplot.games.atlantic_wolves.fleet import find, is_green, is_type_xxi
from flagplot.games.atlantic_wolves.state import Boat, State
from flagplot.games.atlantic_wolves.tables import (
    ALLIED,
    AREAS,
    AT_SEA,
    BAY_OF_BISCAY,
    BOATS_PER_COUNTER,
    BREAKS_OUT,
    CARDS,
    CONVOY,
    COUNTERS,
    DRIVEN_BACK,
    EVENT_KINDS,
    GERMAN,
    HIGHEST_ATA,
    HIT,
    HQ,
    ICELAND,
    LIFELINE_CONVOYS,
    MAP,
    MONTHS,
    NO_CONVOY,
    NORTH_ATLANTIC,
    NOTHING,
    ORDER_BY_ATA,
    PENS,
    POSSIBLE_CONVOY,
    RESOLUTION_ORDER,
    RUDELTAKTIK,
    SHADOW,
    SQUARES,
    STAYS,
    SUNK,
    TO_PENS,
    UNHARMED,
)
from flagplot.games.atlantic_wolves.tally import total_tons, uboats_in_play
from flagplot.games.atlantic_wolves.words import (
    ATTEMPT,
    BY_AREA,
    BY_SIDE,
    CHOOSE_EVENT,
    GO_BACK,
    HOLD_BACK,
    KEEP_ROLL,
    LET_IT_STAND,
    MAKE_ACE,
    NEXT_ATTACK,
    PLACE_BOAT,
    PLACE_CONDORS,
    PLACE_DOENITZ,
    REFUEL,
    STAY,
    TANKERS,
)

CONDOR_BOX = {ICELAND: "condors_north", BAY_OF_BISCAY: "condors_biscay"}
REFUELING = "refueling"
# From which ATA on each order of placement and resolution holds.
ORDER_ZONES = tuple((ORDER_BY_ATA.rows.index(order), f"order {order}") for order in RESOLUTION_ORDER)
MONTH_CELLS = tuple(name[:3] for name in MONTHS)
ATA_CELLS = tuple(str(n) for n in range(HIGHEST_ATA + 1))
CONVOY_CELLS = tuple(str(n) for n in range(COUNTERS.convoy + 1))

NAMES: dict[str, str] = {
    **{key: area.name for key, area in MAP.area.items()},
    **{kind: event.name for kind, event in EVENT_KINDS.items()},
    HQ: "HQ",
    PENS: "Sub Pens",
    BY_AREA: "area by area",
    BY_SIDE: "side by side",
    ATTEMPT: "try to break out",
    STAY: "stay in harbour",
    AT_SEA: "no area",
    REFUEL: "the tanker refuels the boat",
    GO_BACK: "a boat goes back to the Pens",
    LET_IT_STAND: "let it stand",
    DONE: "no more attacks here",
    CONDORS[0]: "Condor",
    CONDORS[1]: "second Condor",
    CONDORS[2]: "third Condor",
    RAIDER: "Raider",
    RUDELTAKTIK: "Rudeltaktik",
    HIT: "Hit",
    NOTHING: "nothing found",
    SUNK: "sunk",
    TO_PENS: "to the Pens",
    UNHARMED: "unharmed",
    BREAKS_OUT: "it breaks out",
    STAYS: "it stays",
    POSSIBLE_CONVOY: "a possible Convoy",
    CONVOY: "a Convoy",
    NO_CONVOY: "no Convoy",
    DRIVEN_BACK: "Pens result",
    GERMAN: "German",
    ALLIED: "Allies",
}

DOENITZ_AT = {
    HQ: "HQ: one U-boat more is built",
    PENS: "Sub Pens: Red cards can be played, Allied technology is slower",
}

PHASE_NAMES = {
    "strategic": "Strategic phase",
    "event": "Event phase",
    "allotment_and_placement": "Allotment and placement",
    "attack_and_asw": "Attack and ASW",
    "ata": "Allied technology",
    "uboat_production": "U-boat production",
    "ace_determination": "Ace determination",
    "convoy_bonus_placement": "Convoy bonus",
    "clean_up": "Clean-up",
    "over": "The war diary is closed",
}


def square_id(area: str, square: str) -> str:
    """The id of a square as a space of the board."""
    return f"{area}/{square}"


@functools.cache
def board() -> Board:
    """The Atlantic with its areas, their squares, and the boxes."""
    spaces = []
    for key, area in MAP.area.items():
        spaces.append(Space(key, area.name, "sea", area.x, area.y, area.width, area.height))
        column = area.width / len(SQUARES)
        for number, square in enumerate(SQUARES):
            centre = area.x - area.width / 2 + column * (number + 0.5)
            name = square.capitalize()
            spaces.append(Space(square_id(key, square), name, "square", centre, area.y, column, area.height, key))
    for key, box in MAP.box.items():
        spaces.append(Space(key, box.name, "box", box.x, box.y, box.width, box.height))
    sides = (Side(GERMAN, NAMES[GERMAN]), Side(ALLIED, NAMES[ALLIED]))
    return Board("The Atlantic", MAP.aspect, sides, tuple(spaces))


def view(state: State, seat: str) -> View:
    """What the German player and whoever looks on see: everything but the coming cards and dice."""
    month = MONTHS[state.turn - 1]
    return View(
        headline=f"{month}, month {state.turn} of {len(MONTHS)}: {PHASE_NAMES[state.phase]}",
        pieces=tuple(pieces(state)),
        tracks=(
            Track("month", "Month", MONTH_CELLS, state.turn - 1),
            Track("ata", "Allied technology", ATA_CELLS, state.ata, ORDER_ZONES),
            Track("convoys", "Convoys", CONVOY_CELLS, state.convoys, ((LIFELINE_CONVOYS, "lifeline"),)),
        ),
        cards=tuple(
            Card(str(held.card), EVENT_KINDS[held.kind].name, EVENT_KINDS[held.kind].text, EVENT_KINDS[held.kind].rule)
            for held in state.hand
        ),
        sheets=(tally_sheet(state),),
        facts=tuple(facts(state)),
    )


def pieces(state: State) -> Iterator[Piece]:
    """Every counter on the map."""
    yield piece("doenitz", "admiral", GERMAN, state.doenitz, "Dönitz")
    if state.raeder:
        yield piece("raeder", "admiral", GERMAN, HQ, "Raeder")
    for boat in state.pens:
        yield uboat(state, boat, PENS)
    for name, condors in state.condors.items():
        if condors:
            yield piece(CONDOR_BOX[name], "condor", GERMAN, CONDOR_BOX[name], "Condor", condors)
    if state.tankers:
        ready = state.tankers - state.tankers_used
        yield piece("tankers", "tanker", GERMAN, REFUELING, "Milch Cow", state.tankers, (f"{ready} ready",))
    for area in state.areas.values():
        for square in SQUARES:
            for boat in area.boats[square]:
                yield uboat(state, boat, square_id(area.name, square))
        if area.condors:
            yield piece(f"{area.name}/condors", "condor", GERMAN, square_id(area.name, SHADOW), "Condor", area.condors)
        if area.escorts:
            yield piece(f"{area.name}/escorts", "escort", ALLIED, area.name, "Escorts", area.escorts)
        if area.air:
            yield piece(f"{area.name}/air", "air", ALLIED, area.name, "Air Patrols", area.air)
        if area.scatter:
            yield piece(f"{area.name}/scatter", "marker", GERMAN, area.name, "Scatter")
    if state.convoys:
        yield piece("convoys", "convoy", ALLIED, NORTH_ATLANTIC, "Convoys", state.convoys)
    if state.raider in AREAS:
        yield piece("raider", "raider", GERMAN, square_id(state.raider, "normal"), "Raider")


def uboat(state: State, boat: Boat, space: str) -> Piece:
    """A U-boat counter with what distinguishes it."""
    return _counter(boat, space, is_green(state, boat), is_type_xxi(state, boat))


@functools.lru_cache(maxsize=4096)  # most counters stay where they are from one view to the next
def _counter(boat: Boat, space: str, green: bool, type_xxi: bool) -> Piece:
    badges = [badge for badge, worn in (("Ace", boat.ace), ("green", green), ("Type XXI", type_xxi)) if worn]
    return Piece(f"u{boat.number}", "uboat", GERMAN, space, f"U-boat {boat.number}", badges=tuple(badges))


def tally_sheet(state: State) -> Sheet:
    """The tally of the months so far, and of this one."""
    rows = [
        (MONTHS[turn], f"{month.tons:,}", str(month.ships), str(month.operational), str(month.lost))
        for turn, month in enumerate(state.tally)
    ]
    if state.phase != "over":
        now = (
            f"{state.tons:,}",
            str(state.ships),
            str(uboats_in_play(state) * BOATS_PER_COUNTER),
            str(state.boats_lost),
        )
        rows.append((MONTHS[state.turn - 1], *now))
    return Sheet("tally", "Tally", ("Month", "Tons", "Ships", "Boats", "Lost"), tuple(rows))


def facts(state: State) -> Iterator[Fact]:
    """The figures that a player keeps an eye on."""
    months = len(state.tally)
    yield fact("Order", ORDER_BY_ATA[state.ata])
    yield fact("This month", f"{state.tons:,} t")
    yield fact("Average", f"{total_tons(state) // months:,} t" if months else "none yet")
    yield fact("Lost this month", f"{state.sunk} of {state.fleet} U-boats")
    for area in state.areas.values():
        if area.escorts or area.air or area.tons or any(area.boats.values()):
            yield fact("Limit", f"{area.tons // 1000:,} of {tonnage_limit(state, area) // 1000:,}", area.name)
        if area.name in state.happy_hunting:
            yield fact("Happy Hunting", "+2 once", area.name)
        if area.name in state.reduced_routes:
            yield fact("Reduced Routes", "-1", area.name)
        if area.wolfpacks:
            yield fact("Wolfpack Tactics", f"+{area.wolfpacks}", area.name)


# How an option looks, and what a click means


def subjects(about: About) -> tuple[str, ...]:
    """The boat that a question is about."""
    return (f"u{about['boat']}",) if "boat" in about else ()


def pointed_at(ask: Ask, target: str) -> Option:
    """The option that a space or a piece means: a square, the number of a U-boat, or the place itself."""
    area, slash, square = target.partition("/")
    if slash and square in SQUARES:
        return (area, square) if ask is PLACE_BOAT else area
    if target[:1] == "u" and target[1:].isdecimal():
        return int(target[1:])
    return target


def describe(state: State, ask: Ask | Roll, about: About, option: Option) -> Description:
    """Label, spaces and pieces of an option."""
    if isinstance(ask, Roll):
        return Description(str(option))
    if ask is PLACE_BOAT:
        return _berth(about, option)
    if ask is PLACE_DOENITZ:
        return Description(DOENITZ_AT[option], (option,), ("doenitz",))
    if ask is PLACE_CONDORS:
        north, south = option
        return Description(f"{north} over Iceland, {south} over the Bay of Biscay", (ICELAND, BAY_OF_BISCAY))
    if ask is TANKERS:
        boats = about["built"] - option
        label = f"{boats} U-boat{'s' * (boats != 1)} and {option} tanker{'s' * (option != 1)}"
        return Description(label, (PENS, REFUELING))
    if ask is KEEP_ROLL:
        return Description(f"keep the {option}")
    if ask is CHOOSE_EVENT:
        return Description(_event_label(about["card"], option))
    if ask is MAKE_ACE:
        return Description(f"U-boat {option}", pieces=(f"u{option}",))
    if isinstance(option, int):
        return _boat(state, about["area"], option)
    if isinstance(option, tuple):
        *declared, number = option
        boat = _boat(state, about["area"], number)
        cards = "".join(f"{NAMES[kind]} for " for kind in declared if kind != HOLD_BACK)
        plain = ", without the Ace's 1" if HOLD_BACK in declared else ""
        return Description(f"{cards}{boat.label}{plain}", boat.spaces, boat.pieces)
    if ask is NEXT_ATTACK and option in (*CONDORS, RAIDER):
        piece = RAIDER if option == RAIDER else f"{about['area']}/condors"
        return Description(f"{NAMES[option]} attacks", (about["area"],), (piece,))
    if option == AT_SEA:
        return Description("keep out of all areas this month")
    spaces = (option,) if option in AREAS or option in (HQ, PENS) else ()
    return Description(str(NAMES.get(option, option)), spaces)


def _berth(about: About, option: Option) -> Description:
    piece = (f"u{about['boat']}",) if "boat" in about else ()
    if option == PENS:
        return Description("stay in the Sub Pens", (PENS,), piece)
    area, square = option
    return Description(f"{NAMES[area]}, {square}", (square_id(area, square),), piece)


def _boat(state: State, area: str, number: int) -> Description:
    square, boat = find(state.areas[area], number)
    return Description(f"{boat}, {square}", (square_id(area, square),), (f"u{number}",))


def _event_label(card: int, option: Option) -> str:
    event = events_by_option(CARDS[card])[option]
    return f"{NAMES[event.kind]} in {NAMES[event.area]}" if event.area else NAMES[event.kind]
