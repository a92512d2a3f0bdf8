"""How Atlantic Wolves shows itself: the chart, the counters, the tracks, the tally, and what an option looks like."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from flagplot.common.places import names_of, spaces_of
from flagplot.engine import About, Ask, Option, Roll
from flagplot.engine.view import (
    Board,
    Card,
    Description,
    Fact,
    Goal,
    Piece,
    Sheet,
    Side,
    Space,
    Track,
    View,
    fact,
    piece,
)
from flagplot.games.atlantic_wolves import tables as t
from flagplot.games.atlantic_wolves import words as say
from flagplot.games.atlantic_wolves.model.fleet import find, is_green, is_type_xxi, uboats_in_play
from flagplot.games.atlantic_wolves.rules.attacks import CONDORS, DONE, RAIDER, tonnage_limit
from flagplot.games.atlantic_wolves.rules.events import events_by_option
from flagplot.games.atlantic_wolves.state import Boat, Options, State

CONDOR_BOX = {t.ICELAND: "condors_north", t.BAY_OF_BISCAY: "condors_biscay"}
REFUELING = "refueling"
# From which ATA on each order of placement and resolution holds.
ORDER_ZONES = tuple((t.ORDER_BY_ATA.rows.index(order), f"order {order}") for order in t.RESOLUTION_ORDER)
MONTH_CELLS = tuple(name[:3] for name in t.MONTHS)
ATA_CELLS = tuple(str(n) for n in range(t.HIGHEST_ATA + 1))
CONVOY_CELLS = tuple(str(n) for n in range(t.COUNTERS.convoy + 1))

NAMES: dict[str, str] = {
    **names_of(t.MAP.area, t.EVENT_KINDS),
    t.HQ: "HQ",
    t.PENS: "Sub Pens",
    say.BY_AREA: "area by area",
    say.BY_SIDE: "side by side",
    say.ATTEMPT: "try to break out",
    say.STAY: "stay in harbour",
    t.AT_SEA: "no area",
    say.REFUEL: "the tanker refuels the boat",
    say.GO_BACK: "a boat goes back to the Pens",
    say.LET_IT_STAND: "let it stand",
    DONE: "no more attacks here",
    CONDORS[0]: "Condor",
    CONDORS[1]: "second Condor",
    CONDORS[2]: "third Condor",
    RAIDER: "Raider",
    t.RUDELTAKTIK: "Rudeltaktik",
    t.HIT: "Hit",
    t.NOTHING: "nothing found",
    t.SUNK: "sunk",
    t.TO_PENS: "to the Pens",
    t.UNHARMED: "unharmed",
    t.BREAKS_OUT: "it breaks out",
    t.STAYS: "it stays",
    t.POSSIBLE_CONVOY: "a possible Convoy",
    t.CONVOY: "a Convoy",
    t.NO_CONVOY: "no Convoy",
    t.DRIVEN_BACK: "Pens result",
    t.GERMAN: "German",
    t.ALLIED: "Allies",
}

DOENITZ_AT = {
    t.HQ: "HQ: one U-boat more is built",
    t.PENS: "Sub Pens: Red cards can be played, Allied technology is slower",
}

PHASE_NAMES = {
    "strategic": "Strategic phase",
    "event": "Event phase",
    "allotment_and_placement": "Allotment and placement",
    **dict.fromkeys(("attack_and_asw", "by_side", "areas", "area", "mines"), "Attack and ASW"),
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
def board(scenario: str) -> Board:
    """The Atlantic with its areas, their squares, and the boxes."""
    spaces = []
    for area in spaces_of("sea", t.MAP.area):
        spaces += [area, *squares_of(area)]
    spaces += spaces_of("box", t.MAP.box)
    sides = (
        Side(t.GERMAN, NAMES[t.GERMAN], ("de",)),
        Side(t.ALLIED, NAMES[t.ALLIED], ("gb", "us")),
    )
    return Board("The Atlantic", t.MAP.aspect, sides, tuple(spaces))


def squares_of(area: Space) -> Iterator[Space]:
    """The squares of an area, side by side."""
    column = area.width / len(t.SQUARES)
    for number, square in enumerate(t.SQUARES):
        centre = area.x - area.width / 2 + column * (number + 0.5)
        key, name = square_id(area.id, square), square.capitalize()
        yield Space(key, name, "square", centre, area.y, column, area.height, area.id)


def view(state: State, seat: str) -> View:
    """What the German player and whoever looks on see: everything but the coming cards and dice."""
    month = t.MONTHS[state.turn - 1]
    return View(
        headline=f"{month}, month {state.turn} of {len(t.MONTHS)}: {PHASE_NAMES[state.phase]}",
        pieces=tuple(pieces(state)),
        tracks=tracks(state.turn, state.ata, state.convoys),
        cards=tuple([card(held.card, held.kind) for held in state.hand]),
        sheets=(tally_sheet(state),),
        facts=tuple(facts(state)),
        goals=(
            *goals(tuple([month.tons for month in state.tally]), state.convoys, state.options),
            *dangers(state.convoys, state.sunk, state.fleet),
        ),
        brief=f"{month[:3]} {month[-2:]}, {state.turn}/{len(t.MONTHS)}",
    )


@functools.lru_cache(maxsize=1024)
def tracks(turn: int, ata: int, convoys: int) -> tuple[Track, ...]:
    """The months, the technology of the Allies, and the convoys."""
    return (
        Track("month", "Month", MONTH_CELLS, turn - 1),
        Track("ata", "Allied technology", ATA_CELLS, ata, ORDER_ZONES),
        Track("convoys", "Convoys", CONVOY_CELLS, convoys, ((t.LIFELINE_CONVOYS, "lifeline"),)),
    )


@functools.cache
def card(number: int, kind: str) -> Card:
    """A card that is held, with the event for which it is."""
    event = t.EVENT_KINDS[kind]
    return Card(str(number), event.name, event.text, event.rule)


def pieces(state: State) -> Iterator[Piece]:
    """Every counter on the map."""
    yield piece("doenitz", "admiral", t.GERMAN, state.doenitz, "Dönitz")
    if state.raeder:
        yield piece("raeder", "admiral", t.GERMAN, t.HQ, "Raeder")
    for boat in state.pens:
        yield uboat(state, boat, t.PENS)
    for name, condors in state.condors.items():
        if condors:
            yield piece(CONDOR_BOX[name], "condor", t.GERMAN, CONDOR_BOX[name], "Condor", condors)
    if state.tankers:
        ready = state.tankers - state.tankers_used
        yield piece("tankers", "tanker", t.GERMAN, REFUELING, "Milch Cow", state.tankers, (f"{ready} ready",))
    for area in state.areas.values():
        for square in t.SQUARES:
            for boat in area.boats[square]:
                yield uboat(state, boat, square_id(area.name, square))
        if area.condors:
            yield piece(
                f"{area.name}/condors", "condor", t.GERMAN, square_id(area.name, t.SHADOW), "Condor", area.condors
            )
        if area.escorts:
            yield piece(f"{area.name}/escorts", "escort", t.ALLIED, area.name, "Escorts", area.escorts)
        if area.air:
            yield piece(f"{area.name}/air", "air", t.ALLIED, area.name, "Air Patrols", area.air)
        if area.scatter:
            yield piece(f"{area.name}/scatter", "marker", t.GERMAN, area.name, "Scatter")
    if state.convoys:
        yield piece("convoys", "convoy", t.ALLIED, t.NORTH_ATLANTIC, "Convoys", state.convoys)
    if state.raider in t.AREAS:
        yield piece("raider", "raider", t.GERMAN, square_id(state.raider, "normal"), "Raider")


def uboat(state: State, boat: Boat, space: str) -> Piece:
    """A U-boat counter with what distinguishes it."""
    return _counter(boat, space, is_green(state, boat), is_type_xxi(state, boat))


@functools.lru_cache(maxsize=4096)  # most counters stay where they are from one view to the next
def _counter(boat: Boat, space: str, green: bool, type_xxi: bool) -> Piece:
    badges = [badge for badge, worn in (("Ace", boat.ace), ("green", green), ("Type XXI", type_xxi)) if worn]
    return Piece(f"u{boat.number}", "uboat", t.GERMAN, space, f"U-boat {boat.number}", badges=tuple(badges))


def tally_sheet(state: State) -> Sheet:
    """The tally of the months so far, and of this one."""
    rows = [
        _month(turn, month.tons, month.ships, month.operational, month.lost)
        for turn, month in enumerate(state.tally, 1)
    ]
    if state.phase != "over":
        operational = uboats_in_play(state) * t.BOATS_PER_COUNTER
        rows.append(_month(state.turn, state.tons, state.ships, operational, state.boats_lost))
    return Sheet("tally", "Tally", ("Month", "Tons", "Ships", "Boats", "Lost"), tuple(rows))


@functools.lru_cache(maxsize=1024)
def _month(turn: int, tons: int, ships: int, operational: int, lost: int) -> tuple[str, ...]:
    return t.MONTHS[turn - 1], f"{tons:,}", str(ships), str(operational), str(lost)


def facts(state: State) -> Iterator[Fact]:
    """The figures that a player keeps an eye on."""
    yield fact("Order", t.ORDER_BY_ATA[state.ata])
    yield fact("This month", f"{state.tons:,} t")
    for area in state.areas.values():
        yield _limit_of(area.name, area.tons, tonnage_limit(state, area))
        if area.name in state.happy_hunting:
            yield fact("Happy Hunting", "+2 once", area.name)
        if area.name in state.reduced_routes:
            yield fact("Reduced Routes", "-1", area.name)
        if area.wolfpacks:
            yield fact("Wolfpack Tactics", f"+{area.wolfpacks}", area.name)


@functools.lru_cache(maxsize=1024)
def _limit_of(area: str, tons: int, limit: int) -> Fact:
    if limit == t.NO_LIMIT:
        return Fact("Sunk", f"{tons:,} t, no limit", area)
    sunk = f"{tons // 1000}k" if tons else "0"
    return Fact("Limit", f"{sunk} of {limit // 1000}k t", area, (tons, limit))


@functools.lru_cache(maxsize=256)
def goals(tons: tuple[int, ...], convoys: int, options: Options) -> tuple[Goal, ...]:
    """What wins after the last month, and how far the tally is (AW-VIC-03)."""
    total = sum(tons)
    if options.tonnage_target:
        target = options.tonnage_target
        return (Goal("Tons sunk", "That much wins after May 1943", total, target, is_met=total >= target, unit="t"),)
    if options.zero_convoys:
        return (Goal("No Convoy", "None may be on the map after May 1943", is_met=convoys == 0),)
    needed, average = t.AVERAGE_NEEDED[convoys], total // len(tons) if tons else 0
    text = f"Needed over all ten months, with {convoys} Convoy{'' if convoys == 1 else 's'} on the map"
    return (
        _good_months(tons, options.three_month_sum),
        Goal("Average", text, average, needed, is_met=average >= needed, unit="t"),
    )


def _good_months(tons: tuple[int, ...], is_sum: bool) -> Goal:
    """The months in a row that are good, or the best three together where that was agreed (AW-OPT-14)."""
    row = t.GOOD_MONTHS_IN_A_ROW
    if is_sum:
        best = max((sum(tons[i : i + row]) for i in range(len(tons))), default=0)
        text = f"{t.GOOD_MONTH:,} t in {row} months together"
        return Goal("Best three months", text, best, t.GOOD_MONTH, is_met=best >= t.GOOD_MONTH, unit="t")
    runs = [0]
    for month in tons:
        runs.append(runs[-1] + 1 if month >= t.GOOD_MONTH else 0)
    is_met = max(runs) >= row
    text = f"{row} in a row, some time before the end of May 1943"
    return Goal(f"Months over {t.GOOD_MONTH:,} t", text, row if is_met else runs[-1], row, is_met=is_met)


@functools.lru_cache(maxsize=256)
def dangers(convoys: int, sunk: int, fleet: int) -> tuple[Goal, ...]:
    """What loses the game at once (AW-VIC-01, AW-VIC-02)."""
    lifeline = "So many Convoys on the map at the end of a month are a lifeline, and you have lost"
    half = "With half of the fleet sunk in one month the crews sail no further, and you have lost"
    return (
        Goal("Convoys", lifeline, convoys, t.LIFELINE_CONVOYS, is_danger=True),
        Goal("Boats lost this month", half, sunk, (fleet + 1) // 2, is_danger=True),
    )


# How an option looks, and what a click means


def subjects(about: About) -> tuple[str, ...]:
    """The boat that a question is about."""
    return (f"u{about['boat']}",) if "boat" in about else ()


# Questions whose options name U-boats by their numbers; the numbers of others are rolls or counts
ABOUT_BOATS = (say.PLACE_BOAT, say.NEXT_ATTACK, say.SEND_BACK, say.LOSE_BOAT, say.MAKE_ACE)


def pointed_at(ask: Ask, target: str) -> Option:
    """The option that a space or a piece means: a square, the number of a U-boat, or the place itself."""
    area, slash, square = target.partition("/")
    if slash and square in t.SQUARES:
        return (area, square) if ask is say.PLACE_BOAT else area
    if ask in ABOUT_BOATS and target[:1] == "u" and target[1:].isdecimal():
        return int(target[1:])
    return target


def describe(state: State, ask: Ask | Roll, about: About, option: Option) -> Description:
    """Label, spaces and pieces of an option."""
    if isinstance(ask, Roll):
        return Description(str(option))
    if ask is say.PLACE_BOAT:
        return _berth(about, option)
    if ask is say.PLACE_DOENITZ:
        return Description(DOENITZ_AT[option], (option,), ("doenitz",))
    if ask is say.PLACE_CONDORS:
        north, south = option
        return Description(f"{north} over Iceland, {south} over the Bay of Biscay", (t.ICELAND, t.BAY_OF_BISCAY))
    if ask is say.TANKERS:
        boats = about["built"] - option
        label = f"{boats} U-boat{'s' * (boats != 1)} and {option} tanker{'s' * (option != 1)}"
        return Description(label, (t.PENS, REFUELING))
    if ask is say.KEEP_ROLL:
        return Description(f"keep the {option}")
    if ask is say.CHOOSE_EVENT:
        return Description(_event_label(about["card"], option))
    if ask is say.MAKE_ACE:
        return Description(f"U-boat {option}", pieces=(f"u{option}",))
    if isinstance(option, int):
        return _boat(state, about["area"], option)
    if isinstance(option, tuple):
        *declared, number = option
        boat = _boat(state, about["area"], number)
        cards = "".join(f"{NAMES[kind]} for " for kind in declared if kind != say.HOLD_BACK)
        plain = ", without the Ace's 1" if say.HOLD_BACK in declared else ""
        return Description(f"{cards}{boat.label}{plain}", boat.spaces, boat.pieces)
    if ask is say.NEXT_ATTACK and option in (*CONDORS, RAIDER):
        piece = RAIDER if option == RAIDER else f"{about['area']}/condors"
        return Description(f"{NAMES[option]} attacks", (about["area"],), (piece,))
    if option == t.AT_SEA:
        return Description("keep out of all areas this month")
    spaces = (option,) if option in t.AREAS or option in (t.HQ, t.PENS) else ()
    return Description(str(NAMES.get(option, option)), spaces)


def _berth(about: About, option: Option) -> Description:
    piece = (f"u{about['boat']}",) if "boat" in about else ()
    if option == t.PENS:
        return Description("stay in the Sub Pens", (t.PENS,), piece)
    area, square = option
    return Description(f"{NAMES[area]}, {square}", (square_id(area, square),), piece)


def _boat(state: State, area: str, number: int) -> Description:
    square, boat = find(state.areas[area], number)
    return Description(f"{boat}, {square}", (square_id(area, square),), (f"u{number}",))


def _event_label(card: int, option: Option) -> str:
    event = events_by_option(t.CARDS[card])[option]
    return f"{NAMES[event.kind]} in {NAMES[event.area]}" if event.area else NAMES[event.kind]
