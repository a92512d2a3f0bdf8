"""Damage to ships: the Allied hit tables on German displays, damaged markers on Allied counters (section 14)."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.engine import About, Bar, Option, Roll, Table
from flagplot.games.graf_spee import tables as t
from flagplot.games.graf_spee import words as say
from flagplot.games.graf_spee.rules.ships import lower
from flagplot.games.graf_spee.state import Battle, Ship, State

# On German ships


def gunnery_hit(table: Table[State], ship: Ship) -> None:
    """A roll on the Allied Gunnery Hit Table (GS-ALG-01)."""
    apply_hit(table, [ship], table.consult(t.GUNNERY_HITS, say.GUNNERY_HIT_ROLL, ship=ship.id))


def torpedo_hit(table: Table[State], ships: Sequence[Ship], roll: Roll = say.TORPEDO_HIT_ROLL) -> None:
    """A roll on the Allied Torpedo Hit Table, which storms and mines use too, for each of the ships (GS-INC-04)."""
    apply_hit(table, ships, table.consult(t.TORPEDO_HITS, roll, ship=ships[0].id))


def apply_hit(table: Table[State], ships: Sequence[Ship], hit: t.Hit) -> None:
    """What a row of a hit table does to each of the ships."""
    if hit.critical:
        points = table.roll("1d6", say.CRITICAL_ROLL).sum
        for ship in ships:
            critical_hit(table, ship, points)
    elif hit.department == t.ALL_DEPARTMENTS:
        for ship in ships:
            for department in t.DEPARTMENTS:
                lower(table, ship, department, hit.points)
    elif hit.department:
        for ship in ships:
            lower(table, ship, hit.department, hit.points)
    else:
        table.tell(say.HIT_IS_DUD)


def critical_hit(table: Table[State], ship: Ship, points: int) -> None:
    """Points that her captain splits between hull and engines, as far as these have any left (GS-AMB-17)."""
    table.tell(say.CRITICAL_HIT, ship=ship.id, points=points)
    shares = range(min(points, ship.engines), -1, -1)
    engines = table.choose(ship.id, say.ENGINE_SHARE, shares, ship=ship.id, points=points)
    lower(table, ship, t.ENGINES, engines)
    lower(table, ship, t.HULL, points - engines)
    table.mark()  # the odds of a share are its own, without the fire that follows


@say.ENGINE_SHARE.why_not
def share_barred(state: State, about: About, option: Option) -> Bar | None:
    if type(option) is not int or option <= min(about["points"], state.ships[about["ship"]].engines):
        return None
    return say.ENGINES_HAVE_NO_MORE


# On Allied ships


def resolve_hits(table: Table[State], battle: Battle, name: str, hits: int) -> None:
    """A damaged marker for each hit of one fire; the worst of them counts in the end (GS-DMG-01)."""
    fate = [t.CRIPPLED] if name in battle.crippled else []
    while hits and t.SUNK not in fate:
        fate.append(damaged_marker(table, battle, name, fate))
        hits -= 1
    if t.SUNK in fate:
        table.tell(say.FATE[t.SUNK], target=name, fate=t.SUNK, space=battle.space)
        lose_allied(table.state, battle, name)
        battle.sunk.append(name)
        return
    if t.CRIPPLED in fate:
        table.tell(say.FATE[t.CRIPPLED], target=name, fate=t.CRIPPLED, space=battle.space)
        if name not in battle.crippled:
            battle.crippled.append(name)
    if t.RETREATS in fate:
        table.tell(say.FATE[t.RETREATS], target=name, fate=t.RETREATS, space=battle.space)
        battle.allied.remove(name)
        battle.retreated.append(name)


def damaged_marker(table: Table[State], battle: Battle, name: str, fate: Sequence[str]) -> str:
    """The marker of one hit; the submarine draws none and retreats (GS-DMG-01, GS-AMB-45)."""
    state = table.state
    if t.ALLIED_SHIPS[name].type == t.SUBMARINE:
        return t.RETREATS
    if not state.damaged:
        state.damaged, battle.drawn = battle.drawn, []
    drawn = table.draw(
        state.damaged, say.DAMAGED_DRAW, alike=lambda kind: "" if kind in fate else kind, target=name
    )  # a second marker of a kind changes nothing
    battle.drawn.append(drawn)
    return drawn


def lose_allied(state: State, battle: Battle, name: str) -> None:
    """An Allied ship leaves the game, and a carrier takes her aircraft along (GS-NAV-01, GS-AMB-56)."""
    for ships in (battle.allied, battle.crippled, battle.retreated, battle.air, state.stations[battle.station]):
        if name in ships:
            ships.remove(name)
    state.lost.append(name)
