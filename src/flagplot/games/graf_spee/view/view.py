"""How The Cruise of the Graf Spee shows itself: the chart, the counters, the displays, the battle, the markers."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from math import comb

from flagplot.engine.state import OVER
from flagplot.engine.view import (
    EVERYTHING,
    Board,
    Card,
    Display,
    Fact,
    Goal,
    Lineup,
    Link,
    Piece,
    Section,
    Sheet,
    Side,
    Slot,
    Space,
    Track,
    View,
    fact,
    piece,
)
from flagplot.games.graf_spee import tables as t
from flagplot.games.graf_spee.model.battle import armor, rating, step_of_battle
from flagplot.games.graf_spee.model.fleet import afloat, most
from flagplot.games.graf_spee.rules.achievement import is_place_of_order, open_demand, possible_places
from flagplot.games.graf_spee.rules.ending import verdict
from flagplot.games.graf_spee.spaces import DISTANCE, MAP, PLACES, SPACES
from flagplot.games.graf_spee.state import Battle, Ship, State
from flagplot.games.graf_spee.view.names import (
    BONUS_TEXTS,
    CARGO_EFFECTS,
    DEMAND_TEXTS,
    DEPARTMENT_NAMES,
    INCIDENT_ACCOUNTS,
    INCIDENT_NAMES,
    INCIDENT_RULES,
    NAMES,
    PHASE_NAMES,
)

FIGURES = {
    "BB": "battleship",
    "CV": "carrier",
    "CA": "cruiser",
    "CL": "cruiser",
    "DD": "destroyer",
    "SS": "submarine",
}
ALERT_CELLS = tuple(str(level) for level in range(t.LEAST_ALERT, t.MOST_ALERT + 1))
THIS_DRAW = "Incidents of this draw"
HOW_TO_EARN = (
    "Points come from merchant ships above all. They turn up among the incidents: wherever you end a day at sea, "
    "as many are drawn as the alert level says. The higher it is, the more you find, and the more finds you."
)
CAMPAIGN_ZONES = tuple((t.VERDICT.rows.index(level), level) for level in (t.DRAW, t.VICTORY))
MOST_GOALS = 12  # more do not help on the chart
MISSION_CELLS = tuple(str(number) for number in range(len(t.ORDERS) + 1))


@functools.cache
def board(scenario: str) -> Board:
    """The South Atlantic and the Indian Ocean with their plotting spaces and navigation lines."""
    bends = {frozenset(bend.line): bend for bend in PLACES.bend}
    spaces = tuple(
        Space(key, place.name, "point", *PLACES.space[key], mark=place.kind, sign=place.sign)
        for key, place in SPACES.items()
    )
    links = []
    for one, other in MAP.lines:
        bend = bends.get(frozenset((one, other)))
        points = () if bend is None else bend.points if bend.line == (one, other) else bend.points[::-1]
        links.append(Link(one, other, points))
    sides = (Side(t.GERMAN, NAMES[t.GERMAN], ("de",)), Side(t.ALLIED, NAMES[t.ALLIED], ("gb",)))
    return Board("The South Atlantic and the Indian Ocean", MAP.aspect, sides, spaces, tuple(links))


def view(state: State, seat: str) -> View:
    """What the captains and whoever looks on see: everything but the coming dice and draws."""
    return View(
        headline=headline(state),
        pieces=tuple(pieces(state, seat)),
        lineups=(battle_board(state, state.battle),) if state.battle else (),
        tracks=tuple(tracks(state)),
        displays=tuple(display(ship) for ship in state.ships.values()),
        cards=tuple(cards(state)),
        sheets=(incident_sheet(state), navy_sheet(state)),
        facts=tuple(facts(state)),
        goals=goals(state) if state.order else (),
        brief=brief(state),
    )


def headline(state: State) -> str:
    """The day, the order, and what goes on."""
    if not state.order:
        return PHASE_NAMES[state.phase]
    order = t.ORDERS[state.order]
    return f"{_mission(state)} {state.day} of {order.days}, {order.name}: {PHASE_NAMES[state.phase]}"


def brief(state: State) -> str:
    """The day, and which mission of a campaign it is."""
    return f"{_mission(state)} {state.day}/{t.ORDERS[state.order].days}" if state.order else ""


def _mission(state: State) -> str:
    number = len(state.achieved) + len(state.failed) + (state.phase != OVER)
    return f"Mission {number}, day" if state.campaign else "Day"


# Counters


def pieces(state: State, seat: str) -> Iterator[Piece]:
    """Every counter on the map; who lies face down is not even drawn yet, so nobody's sight could tell."""
    for ship in afloat(state):
        yield german(ship.id, ship.space, ship.hull, most(ship, "hull"), tuple(ship_badges(ship)))
    for number, space in enumerate(state.auxiliaries, 1):
        if space:
            yield piece(f"auxiliary{number}", "auxiliary", t.GERMAN, space, f"Auxiliary cruiser {number}")
    for space, ships in state.stations.items():
        for name in ships:
            yield allied(name, space)
    for space, count in state.face_down.items():
        is_hidden = seat != EVERYTHING and state.phase != OVER
        yield piece(f"unknown/{space}", "cruiser", t.ALLIED, space, "Ships not drawn yet", count, hidden=is_hidden)
    yield from markers(state)


def markers(state: State) -> Iterator[Piece]:
    """What lies on ports and spaces: defences, flags, closed ports, mines."""
    for space, strength in state.guns.items():
        if space not in state.captured:
            badge = "destroyed" if space in state.silenced else f"strength {strength}"
            yield piece(f"defence/{space}", "defence", t.ALLIED, space, "Port defences", badges=(badge,))
    for space in state.captured:
        yield piece(f"flag/{space}", "flag", t.GERMAN, space, "Marine Kompanie")
    for space in state.visited:
        yield piece(f"closed/{space}", "marker", t.ALLIED, space, "Port visited")
    for space in state.mines:
        yield piece(f"mines/{space}", "mines", t.GERMAN, space, "Mines")


def ship_badges(ship: Ship) -> Iterator[str]:
    if ship.outfitted:
        yield "outfitted"
    if ship.fought:
        yield "has fought"


@functools.lru_cache(maxsize=4096)  # most counters stay where they are from one view to the next
def german(name: str, space: str, hull: int, most_hull: int, badges: tuple[str, ...]) -> Piece:
    return Piece(
        name, "pocket_battleship", t.GERMAN, space, t.GERMAN_SHIPS[name].name, badges=badges, pips=(hull, most_hull)
    )


@functools.lru_cache(maxsize=4096)
def allied(name: str, space: str, *badges: str) -> Piece:
    ship = t.ALLIED_SHIPS[name]
    return Piece(
        name, FIGURES[ship.type], t.ALLIED, space, ship.name, badges=(ship.type, f"speed {ship.move}", *badges)
    )


# The battle


def battle_board(state: State, battle: Battle) -> Lineup:
    """The ships of a combat, with the numbers that count in it."""
    ours = tuple(
        german(name, battle.space, state.ships[name].hull, most(state.ships[name], "hull"), ())
        for name in battle.german
        if state.ships[name].space
    )
    theirs = tuple(allied(name, battle.space, *battle_badges(battle, name)) for name in battle.allied)
    aircraft = tuple(
        Piece(f"air/{name}", "air", t.ALLIED, battle.space, f"Aircraft of {NAMES[name]}", badges=(air_dice(name),))
        for name in battle.air
    )
    gone = tuple(allied(name, battle.space, "sunk") for name in battle.sunk)
    away = tuple(allied(name, battle.space, "retreated") for name in battle.retreated)
    sections = [Section(t.GERMAN, "German ships", ours), Section(t.ALLIED, "Allied ships", theirs)]
    if aircraft:
        sections.append(Section(t.ALLIED, "Naval air", aircraft))
    if gone or away:
        sections.append(Section(t.ALLIED, "Out of the combat", gone + away, is_out=True))
    step = DEPARTMENT_NAMES[step_of_battle(state)]
    return Lineup("battle", f"Battle at {NAMES[battle.space]}: {step}", tuple(sections))


def battle_badges(battle: Battle, name: str) -> Iterator[str]:
    if name in battle.crippled:
        yield "crippled"
    *guns, torpedoes = [rating(battle, name, step) for step in t.STEPS]
    yield f"guns {'-'.join(map(str, guns))}"
    yield f"torpedoes {torpedoes}"
    yield f"armour {armor(battle, name)}"


def air_dice(name: str) -> str:
    return f"{t.ALLIED_SHIPS[name].air} dice"


# Displays, tracks and cards


def display(ship: Ship) -> Display:
    """A German ship's departments, and her hull with its cargo."""
    departments = tuple(
        department_track(ship.id, department, most(ship, department), getattr(ship, department))
        for department in t.DEPARTMENTS
    )
    slots = hold(tuple(ship.cargo), ship.hull)
    reloads = ", torpedo reloads aboard" if ship.reloads else ""
    fate = "" if ship.space else ", sunk"
    return Display(ship.id, f"{t.GERMAN_SHIPS[ship.id].name}{reloads}{fate}", t.GERMAN, departments, slots)


@functools.lru_cache(maxsize=1024)
def department_track(ship: str, department: str, highest: int, level: int) -> Track:
    """How much is left of a department."""
    cells = tuple(str(number) for number in range(highest + 1))
    return Track(f"{ship}/{department}", DEPARTMENT_NAMES[department].capitalize(), cells, level)


@functools.lru_cache(maxsize=1024)
def hold(cargo: tuple[str, ...], hull: int) -> tuple[Slot, ...]:
    """The spaces of a hull, with the cargo in them."""
    effects = [CARGO_EFFECTS[one] if one else ("", "") for one in cargo]
    return tuple(Slot(str(space), name, text, space > hull) for space, (name, text) in enumerate(effects))


def tracks(state: State) -> Iterator[Track]:
    """The alert level, the days of the mission, and the missions of a campaign."""
    yield Track("alert", "Alert: incidents drawn in the evening, at sea", ALERT_CELLS, state.alert - t.LEAST_ALERT)
    if state.order:
        days = tuple(str(day) for day in range(1, t.ORDERS[state.order].days + 1))
        yield Track("day", "Day", days, state.day - 1)
    if state.campaign:
        yield Track("missions", "Orders achieved", MISSION_CELLS, len(state.achieved), CAMPAIGN_ZONES)


def cards(state: State) -> Iterator[Card]:
    """The markers turned up in this draw and those still face down, the order, and the bonuses of a campaign."""
    if state.draw:
        for number, kind in enumerate(state.draw.drawn, 1):
            name = INCIDENT_NAMES[kind]
            rule = INCIDENT_RULES[kind]
            title = f"{number}. {name[0].upper()}{name[1:]}"
            yield Card(f"incident{number}", title, INCIDENT_ACCOUNTS[kind], rule, THIS_DRAW)
        for number in range(len(state.draw.drawn) + 1, state.draw.size + 1):
            title, text = f"{number}. Face down", "An incident marker to be turned up."
            yield Card(f"incident{number}", title, text, "GS-INC-01", THIS_DRAW)
    if state.order:
        order = t.ORDERS[state.order]
        needed = f"Earn {order.vp} victory points and end a day here: {order.place}, within {order.days} days."
        is_news = state.day == 1 and not (state.achieved or state.failed)
        yield Card("order", order.name, f"{needed} {HOW_TO_EARN}" if is_news else needed, order.rule, "Your order")
    for key in state.achieved:
        bonus = f"Bonus: {BONUS_TEXTS[t.ORDERS[key].bonus]}."
        yield Card(f"bonus/{key}", t.ORDERS[key].name, bonus, "GS-CAM-02", "Orders achieved")


# Tables and figures


def incident_sheet(state: State) -> Sheet:
    """What a draw at this alert level may bring: each kind with the chance that it is among the markers."""
    return _incident_sheet(tuple([state.incidents.count(kind) for kind in t.INCIDENTS]), state.alert)


@functools.lru_cache(maxsize=1024)
def _incident_sheet(counts: tuple[int, ...], alert: int) -> Sheet:
    pool = sum(counts)
    draws = min(alert, pool)
    rows = []
    for kind, count in zip(t.INCIDENTS, counts, strict=True):
        chance = 1 - comb(pool - count, draws) / comb(pool, draws) if pool else 0.0
        rows.append((INCIDENT_NAMES[kind], str(count), f"{chance:.0%}"))
    columns = ("Incident", f"of {pool}", f"in a draw of {draws}")
    return Sheet("incidents", f"What a draw of {draws} may bring", columns, tuple(rows))


def navy_sheet(state: State) -> Sheet:
    """The Allied counters: their numbers, and where each is as far as it is known."""
    known = tuple([(space, *ships) for space, ships in state.stations.items()])
    return _navy_sheet(known, tuple(state.lost))


@functools.lru_cache(maxsize=1024)
def _navy_sheet(known: tuple[tuple[str, ...], ...], lost: tuple[str, ...]) -> Sheet:
    places = {name: NAMES[space] for space, *ships in known for name in ships}
    rows = []
    for name, ship in t.ALLIED_SHIPS.items():
        where = "lost" if name in lost else places.get(name, "unknown")
        ratings = "-".join(map(str, ship.ratings)) + (f" air {ship.air}" if name in t.CARRIERS else "")
        rows.append((ship.name, ship.type, ratings, str(ship.armor), str(ship.move), where))
    return Sheet("navy", "The hunters", ("Ship", "Type", "Guns", "Armour", "Speed", "Where"), tuple(rows))


def goals(state: State) -> tuple[Goal, ...]:
    """How far the order is fulfilled: points, days, and the way to its place."""
    at = next((ship.space for ship in afloat(state)), "")
    return _goals(state.order, state.vp, state.day, at, tuple(places_of_order(state)))


@functools.lru_cache(maxsize=1024)
def _goals(order: str, points: int, day: int, at: str, places: tuple[str, ...]) -> tuple[Goal, ...]:
    needed, days = t.ORDERS[order].vp, t.ORDERS[order].days
    found = [
        Goal("Victory points", "Needed for the order", points, needed, is_met=points >= needed),
        Goal("Day", f"{days - day} more", day, days),
    ]
    if at and places:
        nearest = min(places, key=DISTANCE[at].__getitem__)
        away = DISTANCE[at][nearest]
        found.append(Goal("Spaces to go", f"{NAMES[nearest]}; a day must end there", away))
    return tuple(found)


def places_of_order(state: State) -> list[str]:
    """Where a day can end by the order."""
    return [space for space in possible_places(state.order) if is_place_of_order(state, space)]


def order_facts(state: State) -> Iterator[Fact]:
    """Where the order leads, and what else it demands as long as that has not been done."""
    demand = open_demand(state, t.ORDERS[state.order])
    if demand:
        yield fact("Still to do", DEMAND_TEXTS[demand][0])
    places = places_of_order(state)
    if len(places) <= MOST_GOALS:
        for space in places:
            yield fact("Order", f"here, {DEMAND_TEXTS[demand][1]}" if demand else "here", about=space)


def facts(state: State) -> Iterator[Fact]:
    """The figures that a captain keeps an eye on."""
    if not state.order:
        yield fact("Victory points", str(state.vp))
    yield fact("Alert", f"{state.alert} of {t.MOST_ALERT}")
    if state.options.night:
        yield fact("Night", "now" if state.night else "not now")
    if state.campaign and (state.achieved or state.failed):
        yield fact("Verdict so far", verdict(state))
    if state.order:
        yield from order_facts(state)
    for space in state.limited_in:
        yield fact("Visibility", "limited", about=space)
