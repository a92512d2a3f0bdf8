"""What is seen of Atlantic Chase: nothing is hidden, so both seats see the same."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

from flagplot.engine.state import OVER
from flagplot.engine.view import (
    Cover,
    Fact,
    Knot,
    Line,
    Lineup,
    Piece,
    Section,
    Sheet,
    Shot,
    Track,
    Tray,
    View,
    fact,
    piece,
)
from flagplot.games.atlantic_chase import tables as t
from flagplot.games.atlantic_chase.hexes import BIT, BRITISH, ENEMY, GERMAN, HEXES, NO_HEX, PORTS, SIDES, hex_name
from flagplot.games.atlantic_chase.model.forces import (
    scenario_of,
    worth,
)
from flagplot.games.atlantic_chase.rules.battle import ships_in
from flagplot.games.atlantic_chase.rules.gunnery import targets_of
from flagplot.games.atlantic_chase.scenarios import BATTLE
from flagplot.games.atlantic_chase.ships import AO
from flagplot.games.atlantic_chase.state import Battle, Group, Salvo, Ship, State, StealthForce, TaskForce, company_of
from flagplot.games.atlantic_chase.view.board import STEALTH_BOX
from flagplot.games.atlantic_chase.view.campaign import campaign_sheets
from flagplot.games.atlantic_chase.view.goals import goals
from flagplot.games.atlantic_chase.view.names import (
    FIGURES,
    NAMES,
    PHASE_NAMES,
    SIDE_NAMES,
    ZONES,
    name_in,
    names_in_play,
    ship_name,
    sign_of,
)

STEPS = ("gunnery", "torpedoes", "maneuver", "break_away")
DICE = {t.EXTREME: "worst 2 of 3", t.LONG: "2 dice", t.SHORT: "2 dice", t.POINT_BLANK: "best 2 of 3"}
Leaders = tuple[tuple[str, str], ...]  # each with the ship that he is in
SHOWN = 4096  # lines, trays and ships that are kept: what did not change between two views is the same object


def view(state: State, seat: str) -> View:
    """All that is on the table."""
    names = names_in_play(state)
    leaders = tuple([(name, leader.at) for name, leader in state.leaders.items()])
    shown = [_shown(force, names[force.key], leaders) for force in state.forces.values()]
    groups = [_group(group, names[group.key], _badges(leaders, group.ships)) for group in state.groups.values()]
    return View(
        headline(state),
        pieces=tuple(_pieces(state)),
        lineups=tuple(_lineups(state)),
        tracks=tuple(_tracks(state)),
        facts=_facts(state.active, state.tally, state.weather),
        sheets=tuple(_sheets(state)),
        lines=tuple([line for line, _ in shown if line]),
        trays=(*[tray for _, tray in shown], *groups),
        goals=tuple(goals(state)),
        brief=brief(state),
    )


@functools.lru_cache(maxsize=SHOWN)
def _facts(active: str, tally: int, weather: str) -> tuple[Fact, ...]:
    return (
        fact("Initiative", SIDE_NAMES[active]),
        fact("Tally", str(tally)),
        fact("Weather", weather.capitalize()),
    )


def headline(state: State) -> str:
    """The scenario, how often the German has had the Initiative, and what goes on."""
    scenario = scenario_of(state)
    turn = f", turn {min(state.turns + 1, scenario.limit)} of {scenario.limit}" if scenario.kind != BATTLE else ""
    phase = "" if state.phase == OVER else f": {PHASE_NAMES.get(state.phase, state.phase)}"
    return f"{scenario.title}{turn}{phase}"


def brief(state: State) -> str:
    """The turn, or the name of the battle."""
    scenario = scenario_of(state)
    turn = min(state.turns + 1, scenario.limit)
    return scenario.title if scenario.kind == BATTLE else f"Turn {turn}/{scenario.limit}"


# The chart


def _pieces(state: State) -> Iterator[Piece]:
    """Boats, mines and supply ships."""
    yield from map(_boat, state.stealth.values())
    yield from map(_supply_ship, state.refuel)


@functools.lru_cache(maxsize=SHOWN)
def _boat(force: StealthForce) -> Piece:
    where = STEALTH_BOX[force.side] if force.hex == NO_HEX else HEXES[force.hex]
    return piece(force.key, FIGURES[force.kind], force.side, where, NAMES[force.key])


@functools.cache
def _supply_ship(number: int) -> Piece:
    return piece(f"supply/{HEXES[number]}", FIGURES[AO], GERMAN, HEXES[number], "Supply ship")


@functools.lru_cache(maxsize=SHOWN)
def _shown(force: TaskForce, name: str, leaders: Leaders) -> tuple[Line | None, Tray]:
    """A task force as a string, a pin or a number in a port box, and its display.

    One of a battle alone is nowhere on the chart.
    """
    badges = _badges(leaders, force.ships, force.is_evasive)
    if is_on_chart(force):
        return _line(force, name, badges), _tray(force.key, name, force.ships, force.destination, force.key, ())
    return None, _tray(force.key, name, force.ships, force.destination, "", badges)


def _line(force: TaskForce, name: str, badges: tuple[str, ...]) -> Line:
    return Line(
        force.key,
        "string" if force.line else "pin",
        t.SIDE_OF[force.key],
        name,
        places_of(force),
        int(force.key[1:]),
        tuple(_knots(force)),
        sign_of(force.key),
        badges,
    )


def is_on_chart(force: TaskForce) -> bool:
    """Whether a task force is in a hex or in a port box, and not in a battle alone."""
    return bool(force.line or force.box) or force.station != NO_HEX


def places_of(force: TaskForce) -> tuple[str, ...]:
    """The ids of the spaces that a task force is in."""
    if force.line:
        return tuple(HEXES[number] for number in force.line)
    if force.box:
        return (f"box/{force.box}",)
    return (HEXES[force.station],) if force.station != NO_HEX else ()


def _knots(force: TaskForce) -> Iterator[Knot]:
    for at, number in enumerate(force.line or (force.station,)):
        bit = BIT[number] if number != NO_HEX else 0
        if force.intel & bit:
            yield Knot(at, "intel", "Intel")
        if force.contact & bit:
            yield Knot(at, "contact", "Contact")


def _badges(leaders: Leaders, ships: Sequence[Ship], is_evasive: bool = False) -> tuple[str, ...]:
    aboard = [ship.id for ship in ships]
    found = [f"leader {NAMES[name]}" for name, at in leaders if at in aboard]
    return (*found, "evasive maneuvers") if is_evasive else tuple(found)


def _tracks(state: State) -> Iterator[Track]:
    """While a course is drawn, how long it is and what Intel it has drawn."""
    if state.phase == "course" and state.args and (force := state.forces.get(str(state.args[0]))):
        cells = tuple(str(number) for number in range(t.LONGEST + 1))
        name = f"Segments of {name_in(state, force.key)}, Intel drawn {force.intel.bit_count()}"
        yield Track("segments", name, cells, len(force.line))


# Task-force displays


@functools.lru_cache(maxsize=SHOWN)
def _tray(key: str, name: str, ships: tuple[Ship, ...], destination: str, of: str, badges: tuple[str, ...]) -> Tray:
    facts = [fact("Speed", t.SPEED_NAMES[company_of(ships)["speed"]]), fact("Worth", _halves(worth(ships)))]
    if destination:
        facts.append(fact("Bound for", PORTS[destination].name))
    pieces = tuple(map(ship_piece, ships))
    return Tray(f"tray/{key}", name, t.SIDE_OF[key], pieces, tuple(facts), of, sign_of(key), badges)


@functools.lru_cache(maxsize=SHOWN)
def _group(group: Group, name: str, badges: tuple[str, ...]) -> Tray:
    """A Reinforcement group, which waits in its port."""
    return Tray(
        f"group/{group.key}",
        name,
        GERMAN if group.key.startswith("G") else BRITISH,
        tuple(ship_piece(ship) for ship in group.ships),
        (fact("Port", f"{PORTS[group.port].name}, on {t.REINFORCED_ON}+"),),
        sign=sign_of(group.key),
        badges=badges,
    )


def _halves(amount: int) -> str:
    """Half points as they are written."""
    whole, half = divmod(amount, 2)
    return f"{whole or ('' if half else 0)}{'½' if half else ''}"


@functools.lru_cache(maxsize=SHOWN)
def ship_piece(ship: Ship) -> Piece:
    """A ship with her guns, her speed and her hits."""
    kind, face = ship.kind, ship.face
    states = {"damaged": ship.is_damaged, "dispersed": ship.is_dispersed, "laden": ship.is_laden}
    guns = [_guns(face.short, face.long)] if face.short is not None or face.long is not None else []
    badges = [
        *guns,
        face.speed,
        *(["air"] if face.air else []),
        *(["torpedoes"] if kind.torpedoes and not ship.has_fired_torpedoes else []),
        *(name for name, holds in states.items() if holds),
    ]
    return piece(
        ship.id, FIGURES[kind.kind], kind.side, "", ship_name(ship), badges=tuple(badges), damage=_damage(ship)
    )


def _guns(short: int | None, long: int | None) -> str:
    return "/".join("–" if value is None else str(value).replace("-", "−") for value in (short, long))


def _damage(ship: Ship) -> tuple[int, int, int] | None:
    """Hits taken, hits that damage her, hits that sink her; a Convoy has one row."""
    kind = ship.kind
    if kind.is_many:
        return (ship.hits, ship.limit, ship.limit) if ship.limit else None
    first, second = kind.front.hits or 0, (kind.back.hits or 0) if kind.back else 0
    taken = ship.hits + (first if ship.is_damaged else 0)
    return (taken, first, first + second) if first else None


# The battle board


def _lineups(state: State) -> Iterator[Lineup]:
    fight = state.battle
    if fight is None or not fight.zones:
        return
    where = f"Battle in {hex_name(fight.hex)}" if fight.hex != NO_HEX else scenario_of(state).title
    step = STEPS.index(state.phase) if state.phase in STEPS else 0
    rounds = tuple(str(number) for number in range(1, fight.rounds + 1))
    yield Lineup(
        "battle",
        where,
        tuple(_zones(state, fight)),
        shots=tuple(_shot(salvo) for salvo in fight.fired if _fight_on(fight, salvo.by, salvo.at)),
        covers=tuple(_covers(fight)),
        tracks=(
            Track("round", "Round", rounds, max(0, fight.round - 1)),
            Track("step", "Step", tuple(PHASE_NAMES[one] for one in STEPS), step),
        ),
    )


def _shot(salvo: Salvo) -> Shot:
    """A salvo with its sum: "7 + 4 = 11, a hit"."""
    sums = f"{salvo.thrown} {'−' if salvo.plus < 0 else '+'} {abs(salvo.plus)} = {salvo.thrown + salvo.plus}"
    return Shot(salvo.by, salvo.at, f"{sums}, {_said(salvo.hits)}", salvo.hits > 0)


def _said(hits: int) -> str:
    return "splash" if not hits else "a hit" if hits == 1 else f"{hits} hits"


def _sheets(state: State) -> Iterator[Sheet]:
    """The fire of a round, ship by ship, results of which come when all have fired (AC-GN-06); then the campaign."""
    fight = state.battle
    if fight and fight.fired:
        columns = ("Ship", "at", "dice", "", "result")
        yield Sheet("fire", f"Fire of round {fight.round}", columns, tuple(map(_row, fight.fired)))
    if state.campaign:
        yield from campaign_sheets(state.campaign, state.scenario)


def _row(salvo: Salvo) -> tuple[str, ...]:
    plus = f"{salvo.plus:+}".replace("-", "−")
    return NAMES.get(salvo.by, salvo.by), NAMES.get(salvo.at, salvo.at), str(salvo.thrown), plus, _said(salvo.hits)


def _fight_on(fight: Battle, *ships: str) -> bool:
    return all(ship in fight.zones for ship in ships)


def _zones(state: State, fight: Battle) -> Iterator[Section]:
    """Five zones in a row; while guns fire, the range at the head of each is that of the ship that fires next."""
    firer = _next_to_fire(state, fight)
    ships = {side: ships_in(state, side) for side in SIDES}
    for number, (key, owner, zone, name) in enumerate(ZONES):
        there = [
            ship_piece(ship)
            for side in SIDES
            for ship in ships[side]
            if fight.zones[ship.id] == zone and owner in ("", side)
        ]
        yield Section(owner, name, tuple(there), id=key, zone=number, text=_range(fight, firer, owner, zone))


def _next_to_fire(state: State, fight: Battle) -> Ship | None:
    """Whose guns come next, the Active player's ships first."""
    if state.phase != "gunnery":
        return None
    fired = {salvo.by for salvo in fight.fired}
    for side in (fight.active, ENEMY[fight.active]):
        enemies = ships_in(state, ENEMY[side])
        for ship in ships_in(state, side):
            if ship.id not in fired and targets_of(fight, ship, enemies):
                return ship
    return None


def _range(fight: Battle, firer: Ship | None, owner: str, zone: str) -> str:
    if firer is None:
        return ""
    side, own = firer.kind.side, fight.zones[firer.id]
    if zone == own and owner in ("", side):
        return f"{ship_name(firer)} fires from here"
    if owner == side:
        return ""
    band = t.RANGE[own, zone]
    return f"{band.capitalize()}, {DICE[band]}"


def _covers(fight: Battle) -> Iterator[Cover]:
    """The smoke of a ship, over herself and those in her zone whom she covers."""
    for maker in fight.smoke:
        if maker in fight.zones:
            covered = [one for one, by in fight.cover.items() if by == maker and one in fight.zones]
            together = [one for one in covered if fight.zones[one] == fight.zones[maker]]
            yield Cover("smoke", f"{NAMES.get(maker, maker)}'s smoke, −1", (maker, *together))


def zone_of(side: str, zone: str) -> str:
    """The id of the zone in which a ship of a side stands."""
    return next(key for key, owner, kind, _ in ZONES if kind == zone and owner in ("", side))
