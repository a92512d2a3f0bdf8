"""The Axis plan: empty seas are taken for nothing, then the fleet masses where it gains most.

The Atlantic is worth three points an area, and one sortie in 27 goes there: the Allies guard it best. In games between
captains the Axis held it after 56 attacks of a hundred and lost 0.8 ships in each, the Mediterranean after 85 with 0.6.
With three points more for either ocean in his figures the captain sailed there twice as often and won 10 games in a
hundred fewer; with his battleships at Brest after every turn, and not only before its last, 15 fewer.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from flagplot.games.sea_control import tables as t
from flagplot.games.sea_control.captain.odds import BLIND_SHARPNESS, GUN_DICE, bodies, chance_to_hold, volley
from flagplot.games.sea_control.captain.orders import STAYS, Course, Telling, Why
from flagplot.games.sea_control.captain.repair import in_dock, missing
from flagplot.games.sea_control.captain.sight import Sight
from flagplot.games.sea_control.captain.tempers import Temper
from flagplot.games.sea_control.captain.waters import SWING, Waters
from flagplot.games.sea_control.model.fleet import WARSHIPS
from flagplot.games.sea_control.model.known import Known
from flagplot.games.sea_control.model.routes import guns, homeward, is_open, outward, transit

ALMOST_NOTHING = 0.01  # the weight of those who cannot fight
UNDER_GUNS = 0.1  # points that it costs when a ship is stopped by the guns of a strait
PICKETS_UNDER_RAF = 2  # one ship alone is too easily bombed away

AXIS_PORTS = t.PORTS_OF[t.AXIS]

PICKET = "Nobody guards the {area}: a ship alone takes its {vp:point} there."
ATTACK = (
    "{ships:ship} against {blocks:block} take the {area} in {chance:.0%} of cases, "
    "and {swing:point} change sides with it."
)
JOIN = "{ship} is not needed elsewhere, and in the {area} it adds to a chance of {chance:.0%}."
LAST_CALL = "{port} is closed: {ship} must sail, and the {area} has only {blocks:block}."
IN_DOCK = "{ship} has lost {lost} of {sp} SP, and {port} repairs it if it stays."
NO_SORTIE = (
    "{ship} stays: the best goal in its reach, the {area} with {blocks:block}, promises {promise:.1f} points more, "
    "less than the sortie risks."
)
NOT_NEEDED = "{ship} stays: the seas that it can reach from {port} are ours without it."
NO_WAY = "{ship} has had its move, or there is no sea that it can reach from {port}."
TO_YARD = "{ship} has lost {lost} SP, and the yard of {port} has room for {yard} SP more."
TO_ATLANTIC = "From {port} the Atlantic is in reach in the next turn, {vp:point} an area."
TO_MOST_SEAS = "From {port} a ship reaches {seas:area} in its first move."


# Sorties


class Ship(NamedTuple):
    """A ship that is free to sail: what it brings to a battle, and its chance to arrive in each area."""

    id: str
    body: float
    dice: float
    reach: Mapping[str, float]


class Sailor(NamedTuple):
    """A ship that can sail to an area, with what of it can be expected to arrive."""

    ship: Ship
    bit: int  # its own in sets of ships, which are numbers here: a campaign compares very many of them
    body: float
    dice: float
    risk: float  # to be stopped by the guns on its way


class Attack(NamedTuple):
    """What an attack on an area promises, in points, and the ships for it."""

    gain: float
    area: str
    ships: Sequence[Ship]
    bits: int
    is_all: bool  # nobody is left who could join


NO_ATTACK = Attack(0.0, "", (), 0, is_all=True)


def sorties(known: Known, sight: Sight, temper: Temper) -> Course:
    """Which ship sails where in this turn."""
    waters = Waters(known, sight, temper=temper)
    docked = in_dock(known, AXIS_PORTS, temper.dock_from)
    origins = {ship: port for port in AXIS_PORTS for ship in known.own(port)}
    able = {ship: port for ship, port in origins.items() if ship not in docked and ship not in known.spent}
    sp = known.strengths
    free = [Ship(ship, bodies(ship, sp[ship]), GUN_DICE[ship], reach) for ship, reach in reaches(known, able).items()]
    free.sort(key=lambda ship: (-ship.dice, -ship.body, ship.id))
    sailors = free[:]
    voyages = {ship: (port, STAYS) for ship, port in origins.items()}
    reasons: dict[str, str] = {}

    def send(ship: Ship, area: str, reason: str) -> None:
        voyages[ship.id] = (origins[ship.id], area)
        reasons[ship.id] = reason
        waters.add(ship.body, ship.dice, area)
        free.remove(ship)

    for area in t.AREAS:
        if not waters.blocks[area]:
            wanted = PICKETS_UNDER_RAF if t.ALLIED in t.MAP.area[area].air else 1
            pickets = [ship for ship in reversed(free) if ship.reach.get(area) == 1.0]
            for ship in pickets[: max(0, wanted - waters.ships[area])]:
                send(ship, area, PICKET)
    for attack in best_campaign(waters, free, temper):
        for ship in attack.ships:
            send(ship, attack.area, ATTACK)
    chances = {area: waters.chance(area) for area in t.AREAS if waters.blocks[area]}
    for ship in free[:]:
        engaged = [
            area
            for area, arrives in ship.reach.items()
            if arrives == 1.0 and chances.get(area, 0.0) > temper.fair_chance
        ]
        if engaged:
            goal = min(engaged, key=chances.__getitem__)
            send(ship, goal, JOIN)
            chances[goal] = waters.chance(goal)
        elif not is_open(origins[ship.id], known.turn) and ship.reach:
            goal = min(ship.reach, key=waters.blocks.__getitem__)
            send(ship, goal, LAST_CALL)
            if goal in chances:
                chances[goal] = waters.chance(goal)
    whys: dict[str, Telling] = {
        ship.id: partial(why_sail, waters, ship, voyages[ship.id], reasons.get(ship.id, NO_SORTIE)) for ship in sailors
    }
    for key, port in origins.items():
        if key not in whys:
            whys[key] = why_stay(known, key, port, docked)
    return Course(voyages, whys)


def why_sail(waters: Waters, ship: Ship, voyage: tuple[str, str], reason: str) -> Why:
    """Why a ship sails to an area or stays, and the area that promises most beside it."""
    origin, area = voyage
    promise, rival = 0.0, STAYS
    for other in ship.reach:
        if other != area:
            promised = waters.promise(other, ship.body, ship.dice)
            if promised > promise:
                promise, rival = promised, other
    if not area and not rival:
        return Why(NOT_NEEDED if ship.reach else NO_WAY, {"ship": ship.id, "port": origin}, STAYS)
    goal = area or rival
    figures = {
        "ship": ship.id,
        "area": goal,
        "port": origin,
        "vp": t.MAP.area[goal].vp[t.AXIS],
        "ships": waters.ships[goal],
        "blocks": waters.blocks[goal],
        "chance": waters.chance(goal) if waters.ships[goal] else 0.0,
        "swing": SWING[goal],
        "promise": promise,
    }
    return Why(reason, figures, rival)


def why_stay(known: Known, ship: str, port: str, docked: Container[str]) -> Telling:
    """Why a ship is not free to sail."""
    figures = {"ship": ship, "port": port, "lost": missing(known, ship), "sp": t.UNITS[ship].sp}
    return partial(Why, IN_DOCK if ship in docked else NO_WAY, figures, STAYS)


def reaches(known: Known, origins: Mapping[str, str]) -> dict[str, Mapping[str, float]]:
    """The areas that each ship can reach from its port; like ships in one port reach the same."""
    held = transit(known, t.AXIS)
    found: dict[str, Mapping[str, float]] = {}
    reached: dict[tuple[str, str, int, int], Mapping[str, float]] = {}
    for ship, port in origins.items():
        alike = (port, t.UNITS[ship].nation, t.UNITS[ship].hit, known.strength(ship))
        if alike not in reached:
            reached[alike] = reachable(known, ship, port, held)
        found[ship] = reached[alike]
    return found


def reachable(known: Known, ship: str, port: str, held: frozenset[str]) -> dict[str, float]:
    """The areas that a ship can reach, with its chance to arrive there past the guns on its way."""
    unit = t.UNITS[ship]
    chances: dict[str, float] = {}
    for area, between in outward(known, ship, port, held).items():
        dice = guns(known.options, unit, between, area) if between else 0
        chances[area] = 1 - volley(unit.hit, known.strength(ship), dice)[1] if dice else 1.0
    return chances


def best_campaign(waters: Waters, free: Sequence[Ship], temper: Temper) -> Sequence[Attack]:
    """The attacks that promise most together: each area is tried as the first, the others follow by their gain."""
    able = {area: sailors for area in t.AREAS if waters.blocks[area] and (sailors := sailors_for(area, free))}
    before = {area: waters.chance(area) for area in able}
    everyone = {area: sum([sailor.bit for sailor in sailors]) for area, sailors in able.items()}
    best, found = 0.0, list[Attack]()
    mustered: dict[tuple[str, int], Attack] = {}  # by the area and those of its ships that are taken
    for enough in temper.enough:
        mustered = {missed: attack for missed, attack in mustered.items() if attack.is_all}  # more cannot be mustered
        alone = {
            area: mustered.get((area, 0)) or muster(waters, area, able[area], 0, enough, before[area], temper)
            for area in able
        }
        mustered |= {(area, 0): attack for area, attack in alone.items()}
        for attack in alone.values():
            attacks, total = list[Attack](), 0.0
            taken = 0
            left = {**alone}
            while attack.ships:
                attacks.append(attack)
                total += attack.gain
                taken |= attack.bits
                del left[attack.area]
                following = NO_ATTACK
                for area, other in left.items():
                    if other.bits & attack.bits:  # it must do with the ships that are left
                        missed = area, taken & everyone[area]
                        if missed not in mustered:
                            mustered[missed] = muster(waters, area, able[area], taken, enough, before[area], temper)
                        other = left[area] = mustered[missed]
                    if other.gain > following.gain:
                        following = other
                attack = following
            if total > best:
                best, found = total, attacks
    return found


def sailors_for(area: str, free: Sequence[Ship]) -> list[Sailor]:
    """The ships that can sail to an area."""
    return [
        Sailor(ship, 1 << number, ship.body * arrives, ship.dice * arrives, 1 - arrives)
        for number, ship in enumerate(free)
        if (arrives := ship.reach.get(area)) is not None
    ]


def muster(
    waters: Waters, area: str, able: Sequence[Sailor], taken: int, enough: float, before: float, temper: Temper
) -> Attack:
    """An attack on an area with as many of its ships as it takes for a chance that is good enough."""
    enemy = waters.enemy[area]
    body, dice = waters.body[area], waters.dice[area]
    needed = enemy * enough
    ships: list[Ship] = []
    bits = 0
    under_guns = 0.0
    for ship, bit, more_body, more_dice, risk in able:
        if body * dice >= needed:
            break
        if not taken & bit:
            ships.append(ship)
            bits |= bit
            body += more_body
            dice += more_dice
            under_guns += risk
    chance = chance_to_hold(body * dice, enemy, BLIND_SHARPNESS)
    gain = (chance - before) * waters.prize[area] - UNDER_GUNS * under_guns
    if waters.turns_left:
        share = body * dice / (body * dice + enemy + ALMOST_NOTHING)
        gain += temper.ship_at_risk * (temper.foe_at_risk * waters.blocks[area] * share - (1 - share) * len(ships))
    return Attack(gain, area, ships, bits, is_all=body * dice < needed)


# The way home


def harbours(known: Known, sight: Sight, temper: Temper) -> Course:
    """To which port each ship goes home: where it can be repaired, else to Kiel, from where most areas are reached."""
    yards = {port: t.MAP.port[port].repair for port in AXIS_PORTS}
    for port in AXIS_PORTS:
        yards[port] -= sum([missing(known, ship) for ship in known.own(port)])
    voyages: dict[str, tuple[str, str]] = {}
    whys: dict[str, Telling] = {}
    for area in (known.battle.area,) if known.battle else t.AREAS:
        for ship in known.own(area):
            if ship in WARSHIPS[t.AXIS]:
                ports = safe_ports(known, ship, area)
                damage = missing(known, ship)
                reason = TO_MOST_SEAS
                if damage:
                    port = max(ports, key=lambda port: (min(yards[port], damage), port == t.KIEL_NARVIK))
                    reason = TO_YARD if yards[port] > 0 else TO_MOST_SEAS
                elif known.turn in temper.westward and t.BREST in ports and GUN_DICE[ship] > 1:
                    port, reason = t.BREST, TO_ATLANTIC
                else:
                    port = t.KIEL_NARVIK if t.KIEL_NARVIK in ports else ports[0]
                whys[ship] = partial(why_port, reason, ship, port, damage, yards[port], ports)
                yards[port] -= damage
                voyages[ship] = (area, port)
    return Course(voyages, whys)


def why_port(reason: str, ship: str, port: str, lost: int, yard: int, ports: Sequence[str]) -> Why:
    """Why a ship goes home to one of the ports."""
    figures = {
        "ship": ship,
        "port": port,
        "lost": lost,
        "yard": yard,
        "vp": t.MAP.area[t.NORTH_ATLANTIC].vp[t.AXIS],
        "seas": len(t.MAP.port[port].connects),
    }
    return Why(reason, figures, next((other for other in ports if other != port), STAYS))


def safe_ports(known: Known, ship: str, area: str) -> list[str]:
    """The ports to which a ship can return under no guns, and which it can still use in the next turn."""
    ways = homeward(known, ship, area)
    return [
        port
        for port, between in ways.items()
        if is_open(port, known.turn + 1) and not (between and guns(known.options, t.UNITS[ship], area, between))
    ] or list(ways)
