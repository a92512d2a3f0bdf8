"""The Allied plan: where ships are based, which sea each of them guards, and how the convoys go."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import exp, sqrt

from flagplot.engine import Advice
from flagplot.games.sea_control import tables as t
from flagplot.games.sea_control import words as say
from flagplot.games.sea_control.captain.odds import GUN_DICE, bodies
from flagplot.games.sea_control.captain.orders import STAYS, Course, Telling, Why, runner_up
from flagplot.games.sea_control.captain.repair import in_dock, missing
from flagplot.games.sea_control.captain.sight import Sight
from flagplot.games.sea_control.captain.tempers import Temper
from flagplot.games.sea_control.model.fleet import CONVOYS, WARSHIPS
from flagplot.games.sea_control.model.known import Known
from flagplot.games.sea_control.model.routes import Ways, homeward, is_open, outward, transit

# What an area is worth beyond its points: as the way to the next, and where it keeps the enemy from the open sea
TRANSIT_STAKE = {t.NORTH_ATLANTIC: 1.0, t.NORTH_SEA: 1.0, t.SOUTH_ATLANTIC: 0.5}
CONVOY_STAKE = 4.0  # 2 for the enemy if it is sunk, and what it would have brought

PAST_GIBRALTAR = 0.35  # of those who could pass under the guns dare to and get through
WATCH = 1.5  # the weight that even an area without a threat should have, against U-boats

BODIES_BEFORE_CARRIER = 1.0  # a carrier sails only where as many ships stand before the carriers
STRAGGLERS = 2.1  # a port to which fewer ships would go than one in this number is not worth an order of its own
LEAST_GAIN = 0.02  # a ship that adds less stays in port, while there are turns to come

BESIDE_SHIPS = 10  # an air strike counts for more where the area is fought for

SEAWORTHY = 2  # strength points with which a convoy leaves port
ESCORT_SHARE = 0.5  # of the ships that can reach the Barents Sea would sail with a convoy

ALLIED_PORTS = t.PORTS_OF[t.ALLIED]
AXIS_PORTS = t.PORTS_OF[t.AXIS]

# The ships that are taken to lie in an enemy port, to find out which areas can be reached from it
A_GERMAN = next(key for key, unit in t.UNITS.items() if unit.nation == t.GERMAN)
AN_ITALIAN = next(key for key, unit in t.UNITS.items() if unit.nation == t.ITALIAN)

ORDER_OF_KINDS = {t.CRUISER: 0, t.BATTLESHIP: 1, t.CARRIER: 2}
# Ships at each strength in the order in which they get their stations: cruisers suffice where nothing threatens
RANKS = {
    (ship, sp): number
    for number, (*_, sp, ship) in enumerate(
        sorted(
            (ORDER_OF_KINDS[t.UNITS[ship].kind], GUN_DICE[ship], sp, ship)
            for ship in WARSHIPS[t.ALLIED]
            for sp in range(t.UNITS[ship].sp + 1)
        )
    )
}
NOT_COVERED = -1.0  # the gain of a carrier where no ships stand before it: worse than none

GUARD = (
    "{swing:point} are at stake in the {area}, to which {comers:block} of the Axis can come: "
    "nowhere in reach does {ship} add more."
)
GUARD_IN_PEACE = "No Axis ship can come to the {area}, and {ship} is enough to hold it for {vp:point}."
GUARDED = "{ship} stays: even the {area}, where it would add most, is guarded against {calm:.0%} of what can come."
NO_STATION = "{ship} stays: no sea in its reach has ships enough to cover it."
IN_DOCK = "{ship} has lost {lost} SP, and {port} repairs it if it stays."
TO_BALTIC = "Only Russian ships can hold the Baltic Sea, worth {allied} points to us and {axis} to the Axis."
TO_YARD = "{ship} has lost {lost} SP, and the yard of {port} has room for {yard} SP more."
TO_GUARD = "From {port} {ship} can guard the {area} in the next turn, to which {comers:block} of the Axis can come."
TO_YARDS = "No sea needs {ship} in the next turn, and {port} repairs {repair} SP a turn."
WITH_THE_OTHERS = "{ships:ship} of the fleet in the {area} go to {port}: one order leads them all."
DOCKS_IN_RUSSIA = "{ship} docks at Archangel for {russia:point}."
DOCKS_IN_BRITAIN = (
    "{ship} docks at Scapa Flow for {britain:point}: the way to Archangel, for {russia}, "
    "is too long or lacks an escort that could hold the Barents Sea."
)
WITH_ESCORT = "With the escort that can sail, {ship} goes on: Archangel brings {russia:point}, Scapa Flow {britain}."
SETS_OUT = "{ship} has {sp} SP and turns enough to dock: {russia:point} at Archangel, {britain} at Scapa Flow."
ON_ITS_WAY = "{ship} makes for the {goal}, from where both docks are in reach."
NOT_SEAWORTHY = "{ship} has {sp} SP left: sunk, it would give the Axis {loss:point}, so it waits for repairs."
TOO_LATE = "{ship} cannot dock any more, and sunk it would give the Axis {loss:point}."
HAS_MOVED = "{ship} has moved in this turn."
STRIKE = "In the {area} are {blocks:block} of the Axis, the most that the RAF can reach, and {ours:ship} of ours."
NO_STRIKE = "No Axis block stands where the RAF can fly."

DOCKING = {"russia": t.DOCKING_VP[t.ARCHANGEL], "britain": t.DOCKING_VP[t.SCAPA_FLOW], "loss": t.CONVOY_SUNK_VP}
BALTIC_POINTS = t.MAP.area[t.BALTIC].vp


def stake(area: str, is_threatened: bool) -> float:
    """What it means to hold an area: our points, and those that the enemy does not get."""
    vp = t.MAP.area[area].vp
    return vp[t.ALLIED] + (vp[t.AXIS] + TRANSIT_STAKE.get(area, 0.0) if is_threatened else 0.0)


STAKES = {is_threatened: {area: stake(area, is_threatened) for area in t.AREAS} for is_threatened in (False, True)}


@dataclass(slots=True)
class Sea:
    """An area with what threatens it, what it is worth, and what guards it so far."""

    threat: float
    stake: float
    body: float = 0.0
    dice: float = 0.0
    carriers: int = 0
    calm: float = 0.0
    ease: float = 0.0

    def gain(self, body: float, dice: float) -> float:
        """What a ship with this body and these dice would add."""
        if not body and self.body < self.carriers + BODIES_BEFORE_CARRIER:
            return NOT_COVERED
        grown = (self.body + body) * (self.dice + dice) / self.threat
        return self.stake * (1 - exp(-self.ease * sqrt(grown)) - self.calm)


class Garrisons:
    """What guards the seas so far, and where one more ship does most good."""

    def __init__(self, known: Known, sight: Sight, convoys_at: Iterable[str], temper: Temper) -> None:
        threat, self.comers = threats(known, sight, temper)
        self.squadron = temper.squadron
        self.least_gain = LEAST_GAIN if known.turn < t.LAST_TURN else 0.0
        stakes = {area: STAKES[threat[area] > WATCH][area] * temper.dear.get(area, 1.0) for area in t.AREAS}
        self.seas = {area: Sea(threat[area], stakes[area], ease=temper.ease) for area in t.AREAS}
        for area in convoys_at:
            if area in self.seas:
                self.seas[area].stake += CONVOY_STAKE
        # What a ship with the figures at hand would add to each area: like ships follow each other
        self._figures = (0.0, 0.0)
        self._gains: dict[str, float] = {}

    def add(self, ship: str, sp: int, area: str) -> None:
        """A ship joins a garrison."""
        sea, body = self.seas[area], bodies(ship, sp)
        sea.body += body
        sea.dice += GUN_DICE[ship]
        sea.carriers += not body
        sea.calm = 1 - exp(-sea.ease * sqrt(sea.body * sea.dice / sea.threat))
        self._gains.pop(area, None)

    def best(self, ship: str, sp: int, areas: Iterable[str], before: str = STAYS) -> tuple[str, str]:
        """The area in which a ship does most good, and the next best; none if it would do too little anywhere.

        Where the one before it went counts for more: squadrons are easier to lead than single ships.
        """
        figures = bodies(ship, sp), GUN_DICE[ship]
        if figures != self._figures:
            self._figures, self._gains = figures, {}
        gains = self._gains
        most, found = self.least_gain, STAYS
        next_most, rival = NOT_COVERED, STAYS
        for area in areas:
            gain = gains.get(area)
            if gain is None:
                gain = gains[area] = self.seas[area].gain(*figures)
            if area == before and gain != NOT_COVERED:
                gain *= self.squadron
            if gain > most:
                if found:
                    next_most, rival = most, found
                most, found = gain, area
            elif gain > next_most:
                next_most, rival = gain, area
        return found, rival


def threats(known: Known, sight: Sight, temper: Temper) -> tuple[dict[str, float], dict[str, int]]:
    """The weight of the ships that could come to each area, if they all came, and how many blocks they are."""
    held = transit(known, t.AXIS)
    body, dice = dict.fromkeys(t.AREAS, 0.0), dict.fromkeys(t.AREAS, 0.0)
    comers = dict.fromkeys(t.AREAS, 0)
    for port in AXIS_PORTS:
        fleet = sight.fleet_in(port)
        if fleet.body:
            typical = AN_ITALIAN if port == t.TARANTO else A_GERMAN
            ways = outward(known, typical, port, held)
            blocks = sight.blocks(port)
            for area, between in ways.items():
                is_under_guns = between and {between, area} == t.STRAIT_OF_GIBRALTAR
                share = temper.ready_share * (PAST_GIBRALTAR if is_under_guns else 1)
                body[area] += share * fleet.body
                dice[area] += share * fleet.dice
                comers[area] += blocks
    return {area: WATCH + body[area] * dice[area] for area in t.AREAS}, comers


def weakest_first(known: Known, ships: Iterable[str]) -> list[str]:
    """Ships in the order in which they get their stations."""
    sp = known.strengths
    return sorted(ships, key=lambda ship: RANKS[ship, sp[ship]])


def stations(known: Known, sight: Sight, temper: Temper) -> Course:
    """Which ship sails where in this turn."""
    convoys, whys = convoy_moves(known, sight, temper)
    garrisons = Garrisons(known, sight, [destination or origin for origin, destination in convoys.values()], temper)
    sp, spent = known.strengths, known.spent
    for area in t.AREAS:
        for unit in known.own(area):
            if unit in WARSHIPS[t.ALLIED]:
                garrisons.add(unit, sp[unit], area)
    docked = in_dock(known, ALLIED_PORTS, temper.dock_from)
    held = transit(known, t.ALLIED)
    reached: dict[tuple[str, str], Ways] = {}
    voyages: dict[str, tuple[str, str]] = {**convoys}
    last: dict[tuple[str, str], str] = {}
    origins = {ship: port for port in ALLIED_PORTS for ship in known.own(port) if ship not in CONVOYS}
    for ship in weakest_first(known, origins):
        port, area = origins[ship], STAYS
        if ship in docked:
            figures = {"ship": ship, "lost": missing(known, ship), "port": port}
            whys[ship] = partial(Why, IN_DOCK, figures, STAYS)
        elif ship not in spent:
            squadron, alike = (port, t.UNITS[ship].kind), (port, t.UNITS[ship].nation)
            if alike not in reached:
                reached[alike] = outward(known, ship, port, held)
            area, rival = garrisons.best(ship, sp[ship], reached[alike], last.get(squadron, STAYS))
            goal = area or rival
            calm = garrisons.seas[goal].calm if goal else 0.0
            whys[ship] = partial(guard, garrisons.comers, ship, area, rival, calm)
            if area:
                garrisons.add(ship, sp[ship], area)
                last[squadron] = area
        voyages[ship] = (port, area)
    return Course(voyages, whys)


def guard(comers: Mapping[str, int], ship: str, area: str, rival: str, calm: float) -> Why:
    """Why a ship guards an area, or none, when it was so calm before."""
    goal = area or rival
    if not goal:
        return Why(NO_STATION, {"ship": ship}, STAYS)
    figures = {
        "ship": ship,
        "area": goal,
        "comers": comers[goal],
        "calm": calm,
        "swing": sum(t.MAP.area[goal].vp.values()),
        "vp": t.MAP.area[goal].vp[t.ALLIED],
    }
    if not area:
        return Why(GUARDED, figures, rival)
    return Why(GUARD if comers[goal] else GUARD_IN_PEACE, figures, rival)


def bases(known: Known, sight: Sight, temper: Temper) -> Course:
    """Which newcomer gets which of the three ports."""
    ways = {ship: dict.fromkeys(t.PORTS_TO_CHOOSE, "") for ship in known.own(t.ARRIVALS)}
    ports, whys = next_ports(known, sight, ways, temper)
    return Course({ship: (t.ARRIVALS, ports[ship]) for ship in ways}, whys)


def harbours(known: Known, sight: Sight, temper: Temper) -> Course:
    """To which port each ship goes home."""
    areas = (known.battle.area,) if known.battle else t.AREAS
    origins = {ship: area for area in areas for ship in known.own(area) if ship in WARSHIPS[t.ALLIED]}
    ways = {ship: homeward(known, ship, area) for ship, area in origins.items()}
    ports, whys = next_ports(known, sight, ways, temper)
    for area in areas:
        sound = [ship for ship in known.own(area) if ship in origins and not missing(known, ship)]
        if not sound:
            continue
        chosen = [ports[ship] for ship in sound]
        most = max(ALLIED_PORTS, key=chosen.count)
        for ship in sound:
            count = chosen.count(ports[ship])
            if most in ways[ship] and count * STRAGGLERS < len(sound) and ports[ship] != t.LENINGRAD:
                figures = {"ships": chosen.count(most), "area": area, "port": most}
                whys[ship] = partial(Why, WITH_THE_OTHERS, figures, ports[ship])
                ports[ship] = most
    return Course({ship: (area, ports[ship]) for ship, area in origins.items()}, whys)


def next_ports(
    known: Known, sight: Sight, ways: Mapping[str, Mapping[str, str]], temper: Temper
) -> tuple[dict[str, str], dict[str, Telling]]:
    """The port for each ship from which it does most in the next turn, or where it can be repaired."""
    held = transit(known, t.ALLIED)
    convoys = [area for area in t.AREAS if not CONVOYS.isdisjoint(known.own(area))]
    garrisons = Garrisons(known, sight, convoys, temper)
    yards = {port: t.MAP.port[port].repair for port in ALLIED_PORTS}
    choices, sp = dict(ways), known.strengths
    for port in ALLIED_PORTS:
        only_here = {port: ""}
        for ship in known.own(port):
            if ship not in CONVOYS:
                yards[port] -= t.UNITS[ship].sp - sp[ship]
                choices.setdefault(ship, only_here)
    found: dict[str, str] = {}
    whys: dict[str, Telling] = {}
    reached: dict[tuple[str, ...], dict[str, str]] = {}
    for ship in weakest_first(known, choices):
        if len(whys) == len(ways):  # those who are left are in port already
            break
        ports = choices[ship]
        if t.LENINGRAD in ports and ship in ways:  # nobody else can hold the Baltic
            found[ship] = t.LENINGRAD
            second = next((port for port in ports if port != t.LENINGRAD), STAYS)
            whys[ship] = partial(Why, TO_BALTIC, BALTIC_POINTS, second)
            continue
        damage = t.UNITS[ship].sp - sp[ship]
        if damage and ship in ways:
            port = max(ports, key=lambda port: (min(yards[port], damage), yards[port]))
            if yards[port] > 0:
                figures = {"ship": ship, "lost": damage, "port": port, "yard": yards[port]}
                whys[ship] = partial(Why, TO_YARD, figures, next((other for other in ports if other != port), STAYS))
                yards[port] -= damage
                found[ship] = port
                continue
        alike = (t.UNITS[ship].nation, *ports)
        reach = reached.get(alike)
        if reach is None:
            reach = reached[alike] = {
                area: port
                for port in reversed(ALLIED_PORTS)
                if port in ports
                for area in outward(known, ship, port, held)
            }
        area, rival = garrisons.best(ship, sp[ship], reach)
        if area:
            garrisons.add(ship, sp[ship], area)
        if ship in ways:
            found[ship] = reach[area] if area else next(port for port in ALLIED_PORTS if port in ports)
            whys[ship] = partial(why_port, garrisons.comers, ship, found[ship], area, reach.get(rival, STAYS))
    return found, whys


def why_port(comers: Mapping[str, int], ship: str, port: str, area: str, second: str) -> Why:
    """Why a ship is based in a port: for the sea that it guards from there, or because none needs it."""
    if not area:
        return Why(TO_YARDS, {"ship": ship, "port": port, "repair": t.MAP.port[port].repair}, second)
    figures = {"ship": ship, "port": port, "area": area, "comers": comers[area]}
    return Why(TO_GUARD, figures, second)


def convoy_moves(known: Known, sight: Sight, temper: Temper) -> tuple[dict[str, tuple[str, str]], dict[str, Telling]]:
    """Where each convoy that can still move goes: on to Archangel, or into Scapa Flow when that is too dangerous."""
    moves: dict[str, tuple[str, str]] = {}
    whys: dict[str, Telling] = {}
    for place in (*t.AREAS, *ALLIED_PORTS):
        for unit in known.own(place):
            if unit in CONVOYS:
                goal, reason, second = convoy_goal(known, sight, place, unit, temper)
                moves[unit] = (place, goal)
                figures = {"ship": unit, "sp": known.strength(unit), "goal": goal, "place": place, **DOCKING}
                whys[unit] = partial(Why, reason, figures, second)
    return moves, whys


def convoy_goal(known: Known, sight: Sight, place: str, convoy: str, temper: Temper) -> tuple[str, str, str]:
    """The next place of a convoy, the reason for it, and the next best place."""
    left = t.LAST_TURN - known.turn
    if convoy in known.spent:
        return STAYS, HAS_MOVED, STAYS
    if place in ALLIED_PORTS:
        goal = next(iter(t.MAP.port[place].connects))
        if not left:
            return STAYS, TOO_LATE, goal
        if known.strength(convoy) < SEAWORTHY or not temper.sends_convoys:
            return STAYS, NOT_SEAWORTHY, goal
        return goal, SETS_OUT, STAYS
    if place == t.BARENTS:
        return t.ARCHANGEL, DOCKS_IN_RUSSIA, STAYS
    if place in (t.NORTH_ATLANTIC, t.NORTH_SEA):
        if left and is_open(t.ARCHANGEL, known.turn) and has_escort(known, sight, temper):
            return t.BARENTS, WITH_ESCORT, t.SCAPA_FLOW
        return t.SCAPA_FLOW, DOCKS_IN_BRITAIN, t.BARENTS
    return t.NORTH_ATLANTIC, ON_ITS_WAY, STAYS


def has_escort(known: Known, sight: Sight, temper: Temper) -> bool:
    """Whether a fleet can sail with a convoy into the Barents Sea that need not fear those who could come there."""
    held = transit(known, t.ALLIED)
    body = dice = 0.0
    for place in (*ALLIED_PORTS, t.BARENTS):
        for ship in known.own(place):
            if ship in WARSHIPS[t.ALLIED] and (place == t.BARENTS or t.BARENTS in outward(known, ship, place, held)):
                body += bodies(ship, known.strength(ship))
                dice += GUN_DICE[ship]
    return body * dice * ESCORT_SHARE**2 > temper.escort_ratio * threats(known, sight, temper)[0][t.BARENTS]


# Land air


def air_support(known: Known, sight: Sight, options: Sequence[str]) -> Advice:
    """Where the RAF meets most of the enemy, best of all beside ships of its own."""
    ranked = [(0, say.KEEP)]
    for area in t.AREAS:
        if area in options and sight.blocks(area):
            has_ships = not WARSHIPS[t.ALLIED].isdisjoint(known.own(area))
            ranked.append((sight.blocks(area) * (BESIDE_SHIPS if has_ships else 1), area))
    ranked.sort(key=lambda one: -one[0])
    area = ranked[0][1]
    if area == say.KEEP:
        return Advice(say.KEEP, NO_STRIKE, {}, runner_up(options, say.KEEP))
    ours = len(WARSHIPS[t.ALLIED].intersection(known.own(area)))
    return Advice(area, STRIKE, {"area": area, "blocks": sight.blocks(area), "ours": ours}, ranked[1][1])
