"""The Axis plan: empty seas are taken for nothing, the fleet masses where it gains most, U-boats spoil the rest."""

from __future__ import annotations

import functools
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import NamedTuple

from flagplot.games.sea_control.captain_battle import CONVOY_OUT, CONVOY_SP_LOST, CONVOY_SUNK
from flagplot.games.sea_control.captain_odds import BLIND_SHARPNESS, GUN_DICE, bodies, chance_to_hold, patrol, volley
from flagplot.games.sea_control.captain_orders import STAYS
from flagplot.games.sea_control.captain_repair import in_dock, missing
from flagplot.games.sea_control.captain_sight import Sight
from flagplot.games.sea_control.fleet import SUBMARINES, WARSHIPS
from flagplot.games.sea_control.routes import guns, homeward, is_open, outward, transit
from flagplot.games.sea_control.state import State
from flagplot.games.sea_control.tables import (
    ALLIED,
    AREAS,
    AXIS,
    BARENTS,
    BREST,
    EASTERN_MED,
    KIEL_NARVIK,
    LAND_AIR,
    LAST_TURN,
    MAP,
    NORTH_ATLANTIC,
    NORTH_SEA,
    OFF_BOARD,
    PORTS_OF,
    RETURN_SLOTS,
    SUBMARINE_DICE,
    UNITS,
    WESTERN_MED,
)
from flagplot.games.sea_control.words import KEEP

SUSPICION = 1.6  # blocks that lie where they expect us weigh more than the average
# A fleet that weighs so many times what the enemy does needs no more ships: campaigns are planned with each of these
ENOUGH = (2.0, 2.8, 4.5)
FOE = 0.5
FAIR_CHANCE = 0.4  # a fleet with such a chance is worth joining for those who have nothing else to do

# Points that an area is worth because others can be reached from there in the next turn
TRANSIT_PRIZE = {NORTH_SEA: 2.5, BARENTS: 1.2, WESTERN_MED: 1.5, EASTERN_MED: 1.0}
CONVOY_PRIZE = 3.0  # 2 for a convoy that is sunk, and what it does not bring in

SHIP_AT_RISK = 0.5  # points that a lost battle costs for each ship in it, while there are turns to come
UNDER_GUNS = 0.1  # points that it costs when a ship is stopped by the guns of a strait
PICKETS_UNDER_RAF = 2  # one ship alone is too easily bombed away

PACK_A_TURN = 0.15  # points that a U-boat pack is worth in each turn for which it is missing
RAF_COMES = 0.8  # the chance that the RAF, which moves later, joins the hunt where it can
ROAD = {NORTH_ATLANTIC: 0.3, NORTH_SEA: 0.3}  # points that it is worth to close a sea to the Allies on their way
TORPEDO_DIE = 0.08  # points that a die of a U-boat is worth
IN_SUPPORT = 1.0  # and more where a battle hangs in the balance, by the chances of both sides
NO_SHARE = -1000.0  # of packs that cannot be shared out like this

LONE_STRIKE = 0.2  # points that an air strike is worth anywhere
STRIKE_AT_CONVOY = 1.0  # and at a convoy

AXIS_PORTS = PORTS_OF[AXIS]
WESTWARD = (5,)


class Waters:
    """The seas as the Axis finds them when the Allies have moved."""

    def __init__(self, state: State, sight: Sight) -> None:
        self.turns_left = LAST_TURN - state.turn
        self.blocks = {area: sight.blocks(area) for area in AREAS}
        self.fleets = {area: sight.fleet_in(area) for area in AREAS}
        self.enemy = {area: SUSPICION * fleet.body * fleet.dice for area, fleet in self.fleets.items()}
        self.prize = {area: prize(area) + CONVOY_PRIZE * fleet.convoys for area, fleet in self.fleets.items()}
        self.body = dict.fromkeys(AREAS, 0.0)
        self.dice = dict.fromkeys(AREAS, 0.0)
        self.ships = dict.fromkeys(AREAS, 0)
        for area in AREAS:
            for unit in state.at[area]:
                if unit in WARSHIPS[AXIS]:
                    self.add(bodies(unit, state.sp[unit]), GUN_DICE[unit], area)

    def add(self, body: float, dice: float, area: str) -> None:
        """A ship sails to an area."""
        self.body[area] += body
        self.dice[area] += dice
        self.ships[area] += 1

    def chance(self, area: str) -> float:
        """The chance that the ships in an area take or keep it."""
        return chance_to_hold(self.body[area] * self.dice[area], self.enemy[area], BLIND_SHARPNESS)


def prize(area: str) -> float:
    """What it means to take an area from the Allies."""
    vp = MAP.area[area].vp
    return vp[AXIS] + vp[ALLIED] + TRANSIT_PRIZE.get(area, 0.0)


# Sorties


class Ship(NamedTuple):
    """A ship that is free to sail: what it brings to a battle, and its chance to arrive in each area."""

    id: str
    body: float
    dice: float
    reach: Mapping[str, float]


class Attack(NamedTuple):
    """What an attack on an area promises, in points, and the ships for it."""

    gain: float
    area: str
    ships: Sequence[Ship]


NO_ATTACK = Attack(0.0, "", ())


def sorties(state: State, sight: Sight) -> dict[str, tuple[str, str]]:
    """Which ship sails where in this turn."""
    waters = Waters(state, sight)
    docked = in_dock(state, AXIS, AXIS_PORTS)
    origins = {ship: port for port in AXIS_PORTS for ship in state.at[port]}
    free = [
        Ship(ship, bodies(ship, state.sp[ship]), GUN_DICE[ship], reachable(state, ship, port))
        for ship, port in origins.items()
        if ship not in docked and ship not in state.spent
    ]
    free.sort(key=lambda ship: (-ship.dice, -ship.body, ship.id))
    voyages = {ship: (port, STAYS) for ship, port in origins.items()}

    def send(ship: Ship, area: str) -> None:
        voyages[ship.id] = (origins[ship.id], area)
        waters.add(ship.body, ship.dice, area)
        free.remove(ship)

    for area in AREAS:
        if not waters.blocks[area]:
            wanted = PICKETS_UNDER_RAF if ALLIED in MAP.area[area].air else 1
            able = [ship for ship in reversed(free) if ship.reach.get(area) == 1.0]
            for ship in able[: max(0, wanted - waters.ships[area])]:
                send(ship, area)
    for attack in best_campaign(waters, free):
        for ship in attack.ships:
            send(ship, attack.area)
    for ship in free[:]:
        engaged = [
            area
            for area, arrives in ship.reach.items()
            if arrives == 1.0 and waters.blocks[area] and waters.chance(area) > FAIR_CHANCE
        ]
        if engaged:
            send(ship, min(engaged, key=waters.chance))
        elif not is_open(origins[ship.id], state.turn) and ship.reach:
            send(ship, min(ship.reach, key=lambda area: waters.blocks[area]))
    return voyages


def reachable(state: State, ship: str, port: str) -> dict[str, float]:
    """The areas that a ship can reach, with its chance to arrive there past the guns on its way."""
    unit = UNITS[ship]
    chances: dict[str, float] = {}
    for area, between in outward(state, ship, port, transit(state, AXIS)).items():
        dice = guns(state.options, unit, between, area) if between else 0
        chances[area] = 1 - volley(unit.hit, state.sp[ship], dice)[1] if dice else 1.0
    return chances


def best_campaign(waters: Waters, free: Sequence[Ship]) -> list[Attack]:
    """The attacks that promise most together: each area is tried as the first, the others follow by their gain."""
    able = {area: [ship for ship in free if area in ship.reach] for area in AREAS if waters.blocks[area]}
    targets = [area for area, ships in able.items() if ships]
    best, found = 0.0, list[Attack]()
    for first, enough in [(area, enough) for enough in ENOUGH for area in targets]:
        attack = muster(waters, first, able[first], (), enough)
        attacks, taken, left = list[Attack](), set[str](), targets
        while attack.ships:
            attacks.append(attack)
            taken.update([ship.id for ship in attack.ships])
            left = [area for area in left if area != attack.area]
            attack = NO_ATTACK
            for area in left:
                other = muster(waters, area, able[area], taken, enough)
                if other.gain > attack.gain:
                    attack = other
        total = sum([attack.gain for attack in attacks])
        if total > best:
            best, found = total, attacks
    return found


def muster(waters: Waters, area: str, able: Iterable[Ship], taken: Container[str], enough: float) -> Attack:
    """An attack on an area with as many of its ships as it takes for a chance that is good enough."""
    enemy, before = waters.enemy[area], waters.chance(area)
    body, dice = waters.body[area], waters.dice[area]
    needed = enemy * enough
    ships: list[Ship] = []
    under_guns = 0.0
    for ship in able:
        if body * dice >= needed:
            break
        if ship.id not in taken:
            arrives = ship.reach[area]
            ships.append(ship)
            body += ship.body * arrives
            dice += ship.dice * arrives
            under_guns += 1 - arrives
    chance = chance_to_hold(body * dice, enemy, BLIND_SHARPNESS)
    gain = (chance - before) * waters.prize[area] - UNDER_GUNS * under_guns
    if waters.turns_left:
        share = body * dice / (body * dice + enemy + 0.01)
        gain += SHIP_AT_RISK * (FOE * waters.blocks[area] * share - (1 - share) * len(ships))
    return Attack(gain, area, ships)


# The way home


def harbours(state: State, sight: Sight) -> dict[str, tuple[str, str]]:
    """To which port each ship goes home: where it can be repaired, else to Kiel, from where most areas are reached."""
    yards = {port: MAP.port[port].repair for port in AXIS_PORTS}
    for port in AXIS_PORTS:
        yards[port] -= sum([missing(state, ship) for ship in state.at[port]])
    voyages: dict[str, tuple[str, str]] = {}
    to_brest = state.turn in WESTWARD
    for area in (state.battle.area,) if state.battle else AREAS:
        for ship in state.at[area]:
            if ship in WARSHIPS[AXIS]:
                ports = safe_ports(state, ship, area)
                damage = missing(state, ship)
                if damage:
                    port = max(ports, key=lambda port: (min(yards[port], damage), port == KIEL_NARVIK))
                    yards[port] -= damage
                else:
                    port = KIEL_NARVIK if KIEL_NARVIK in ports else ports[0]
                    if to_brest and BREST in ports and GUN_DICE[ship] > 1:
                        port = BREST
                voyages[ship] = (area, port)
    return voyages


def safe_ports(state: State, ship: str, area: str) -> list[str]:
    """The ports to which a ship can return under no guns, and which it can still use in the next turn."""
    ways = homeward(state, ship, area)
    return [
        port
        for port, between in ways.items()
        if is_open(port, state.turn + 1) and not (between and guns(state.options, UNITS[ship], area, between))
    ] or list(ways)


# U-boats


def patrols(state: State, sight: Sight) -> dict[str, int]:
    """How many U-boat packs each area shall have: the shares that are worth most together."""
    waters = Waters(state, sight)
    placed = {area: sum(unit in SUBMARINES for unit in state.at[area]) for area in AREAS}
    packs = sum(unit in SUBMARINES for unit in state.at[OFF_BOARD]) + sum(placed.values())
    price = pack_price(state, packs)
    # For each number of packs the best shares among the areas looked at so far, and their worth
    best: list[tuple[float, tuple[int, ...]]] = [(0.0, ())] * (packs + 1)
    for area in AREAS:
        count = waters.blocks[area]
        most = packs if count else placed[area]
        fleet = waters.fleets[area]
        raf = RAF_COMES * UNITS[LAND_AIR[ALLIED]].dice if ALLIED in MAP.area[area].air else 0.0
        hunters = round(fleet.hunt + raf)
        chance = waters.chance(area) if waters.ships[area] else 0.0
        worth = [0.0] + [
            patrol_worth(state.turn, area, share, hunters, count, fleet.convoys, chance, price)
            for share in range(1, most + 1)
        ]
        best = [
            max(
                [
                    (before + worth[share], (*shares, share))
                    for share in range(placed[area], min(most, number) + 1)
                    for before, shares in (best[number - share],)
                ],
                default=(NO_SHARE, (*best[0][1], 0)),
            )
            for number in range(packs + 1)
        ]
    return dict(zip(AREAS, max(best)[1], strict=True))


def next_patrol(state: State, shares: Mapping[str, int], options: Sequence[str]) -> str:
    """Where the next U-boat pack goes."""
    for area, share in shares.items():
        if area in options and sum(unit in SUBMARINES for unit in state.at[area]) < share:
            return area
    return KEEP


def pack_price(state: State, packs: int) -> float:
    """What a sunk pack costs: the turns until it can come back, if any slot is left for it (SC-AMB-03)."""
    left = LAST_TURN - state.turn
    taken = [turn for unit, turn in state.due.items() if unit in SUBMARINES]
    missed: list[int] = []
    for turn in RETURN_SLOTS:
        if turn >= state.turn + state.options.uboat_return_delay:
            free = state.options.uboat_returns_a_turn - taken.count(turn)
            missed += [turn - state.turn - 1] * free
    likely = max(1, packs // 3)
    missed = (missed + [left] * likely)[:likely]
    return PACK_A_TURN * sum(missed) / likely


def patrol_worth(
    turn: int, area: str, packs: int, hunters: int, targets: int, convoys: float, chance: float, price: float
) -> float:
    """What packs in an area are worth when so many dice hunt them, given the fleet's chance to take it anyway."""
    any_left, left, sunk = patrol(packs, hunters)
    road = ROAD.get(area, 0.0) if turn < LAST_TURN else 0.0
    spoiled = any_left * (1 - chance) * (MAP.area[area].vp[ALLIED] + road)
    dice = min(left, targets) * SUBMARINE_DICE[turn]
    torpedoes = dice * (TORPEDO_DIE + IN_SUPPORT * chance * (1 - chance))
    if convoys > 0:
        at_convoy = convoy_worth(3, dice)
        torpedoes += min(1.0, convoys) * max(0.0, at_convoy - torpedoes)
    return spoiled + torpedoes - sunk * price


def convoy_worth(sp: int, dice: float) -> float:
    """What dice at a convoy are worth; between two whole numbers of dice it is in proportion."""
    low = int(dice)
    share = dice - low
    return (1 - share) * _convoy_worth(sp, low) + share * _convoy_worth(sp, low + 1)


@functools.cache
def _convoy_worth(sp: int, dice: int) -> float:
    sunk, gone, lost = volley(4, sp, dice)
    return sunk * CONVOY_SUNK + gone * CONVOY_OUT + lost * CONVOY_SP_LOST


def air_support(state: State, sight: Sight, options: Sequence[str]) -> str:
    """Where the Luftwaffe does most: over a convoy, else where a battle hangs in the balance."""
    waters = Waters(state, sight)
    best, found = 0.0, KEEP
    for area in AREAS:
        if area in options and waters.blocks[area]:
            chance = waters.chance(area) if waters.ships[area] else 0.0
            worth = LONE_STRIKE + chance * (1 - chance) * waters.prize[area] + STRIKE_AT_CONVOY * waters.fleets[area].convoys
            if worth > best:
                best, found = worth, area
    return found
