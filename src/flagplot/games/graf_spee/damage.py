"""Damage to ships: the Allied hit tables on German displays, damaged markers on Allied counters (section 14)."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.engine import About, Bar, Option, Roll, Table
from flagplot.games.graf_spee.fleet import lower
from flagplot.games.graf_spee.state import Battle, Ship, State
from flagplot.games.graf_spee.tables import (
    ALL_DEPARTMENTS,
    ALLIED_SHIPS,
    CRIPPLED,
    DEPARTMENTS,
    ENGINES,
    GUNNERY_HITS,
    HULL,
    RETREATS,
    SUBMARINE,
    SUNK,
    TORPEDO_HITS,
    Hit,
)
from flagplot.games.graf_spee.words import (
    CRITICAL_HIT,
    CRITICAL_ROLL,
    DAMAGE_DRAWN,
    DAMAGED_DRAW,
    ENGINE_SHARE,
    ENGINES_HAVE_NO_MORE,
    GUNNERY_HIT_ROLL,
    HIT_IS_DUD,
    TORPEDO_HIT_ROLL,
)

RATINGS = {name: ship.ratings for name, ship in ALLIED_SHIPS.items()}
ARMOR = {name: ship.armor for name, ship in ALLIED_SHIPS.items()}

# On German ships


def gunnery_hit(table: Table[State], ship: Ship) -> None:
    """A roll on the Allied Gunnery Hit Table (GS-ALG-01)."""
    apply_hit(table, [ship], table.consult(GUNNERY_HITS, GUNNERY_HIT_ROLL, ship=ship.id))


def torpedo_hit(table: Table[State], ships: Sequence[Ship], roll: Roll = TORPEDO_HIT_ROLL) -> None:
    """A roll on the Allied Torpedo Hit Table, which storms and mines use too, for each of the ships (GS-INC-04)."""
    apply_hit(table, ships, table.consult(TORPEDO_HITS, roll, ship=ships[0].id))


def apply_hit(table: Table[State], ships: Sequence[Ship], hit: Hit) -> None:
    """What a row of a hit table does to each of the ships."""
    if hit.critical:
        points = table.roll("1d6", CRITICAL_ROLL).sum
        for ship in ships:
            critical_hit(table, ship, points)
    elif hit.department == ALL_DEPARTMENTS:
        for ship in ships:
            for department in DEPARTMENTS:
                lower(table, ship, department, hit.points)
    elif hit.department:
        for ship in ships:
            lower(table, ship, hit.department, hit.points)
    else:
        table.tell(HIT_IS_DUD)


def critical_hit(table: Table[State], ship: Ship, points: int) -> None:
    """Points that her captain splits between hull and engines, as far as these have any left (GS-AMB-17)."""
    table.tell(CRITICAL_HIT, ship=ship.id, points=points)
    shares = range(min(points, ship.engines), -1, -1)
    engines = table.choose(ship.id, ENGINE_SHARE, tuple(shares), ship=ship.id, points=points)
    lower(table, ship, ENGINES, engines)
    lower(table, ship, HULL, points - engines)


@ENGINE_SHARE.why_not
def share_barred(state: State, about: About, option: Option) -> Bar | None:
    return ENGINES_HAVE_NO_MORE if type(option) is int else None


# On Allied ships


def rating(battle: Battle, name: str, step: int) -> int:
    """A printed number, halved for a crippled ship (GS-DMG-01)."""
    number = RATINGS[name][step]
    return number // 2 if number and name in battle.crippled else number


def armor(battle: Battle, name: str) -> int:
    """The armour that counts against German guns, halved for a crippled ship (GS-AMB-21)."""
    return ARMOR[name] // 2 if name in battle.crippled else ARMOR[name]


def resolve_hits(table: Table[State], battle: Battle, name: str, hits: int) -> None:
    """A damaged marker for each hit of one fire; the worst of them counts in the end (GS-DMG-01)."""
    drawn: list[str] = []
    while len(drawn) < hits and SUNK not in drawn:
        drawn.append(damage(table, battle, name))
    if SUNK in drawn:
        lose_allied(table.state, battle, name)
        battle.sunk.append(name)
        return
    if CRIPPLED in drawn and name not in battle.crippled:
        battle.crippled.append(name)
    if RETREATS in drawn:
        battle.allied.remove(name)
        battle.retreated.append(name)


def damage(table: Table[State], battle: Battle, name: str) -> str:
    """The marker of one hit; the submarine draws none and retreats (GS-DMG-01, GS-AMB-45)."""
    state = table.state
    result = RETREATS
    if ALLIED_SHIPS[name].type != SUBMARINE:
        if not state.damaged:
            state.damaged, battle.drawn = battle.drawn, []
        result = table.draw(state.damaged, DAMAGED_DRAW, target=name)
        battle.drawn.append(result)
    table.tell(DAMAGE_DRAWN[result], target=name)
    return result


def lose_allied(state: State, battle: Battle, name: str) -> None:
    """An Allied ship leaves the game, and a carrier takes her aircraft along (GS-NAV-01, GS-AMB-56)."""
    for ships in (battle.allied, battle.crippled, battle.retreated, battle.air, state.stations[battle.station]):
        if name in ships:
            ships.remove(name)
    state.lost.append(name)
