"""Damage control and repairs (NA-DC): attempts, then fires and floods, then who is abandoned; tubes are reloaded."""

from __future__ import annotations

from flagplot.engine import Modifier, Next, Roll, Table, go_to
from flagplot.engine.words import Event, total
from flagplot.games.night_action import tables as t
from flagplot.games.night_action import words as say
from flagplot.games.night_action.model.fleet import scenario_of
from flagplot.games.night_action.rules.damage import lose_boxes, sink
from flagplot.games.night_action.rules.special_effects import ENGINE_BIT, RUDDER_BIT
from flagplot.games.night_action.ships import ENEMY, KINDS, tubes
from flagplot.games.night_action.state import AFLOAT, RUDDER_LOST, SOUND, Ship, State


def repairs_begin(table: Table[State]) -> Next:
    """Empty tubes are reloaded; then ships are handled one after the other (NA-TOR-11, NA-DC-06)."""
    for ship in table.state.ships.values():
        if ship.reloads and ship.status == AFLOAT:
            _reload(table, ship)
    return go_to("repairs", 0)


def repairs(table: Table[State], number: int) -> Next:
    """The next ship with damage fights it: the initiative winner's first, in the order of the roster (NA-DC-06).

    Attempts come before effects (NA-AMB-09), of what was lit or flooded up to the last turn (NA-AMB-08); both sides see
    all of it (NA-AMB-26).
    """
    state = table.state
    sides = (state.winner, ENEMY[state.winner])
    damaged = [
        (sides.index(ship.side) * 100 + place, ship)
        for place, ship in enumerate(state.ships.values())
        if (ship.fires or ship.floods or ship.rudder or ship.acceleration) and ship.status == AFLOAT
    ]
    found = min((one for one in damaged if one[0] >= number), key=lambda one: one[0], default=None)
    if found is None:
        return go_to("turn_over_to_fire", state.winner)
    place, ship = found
    for _ in range(KINDS[ship.type].dc):
        if not attempt(table, ship):
            break
    effects(table, ship)
    if ship.status == AFLOAT and ship.fires + ship.floods >= t.ABANDON_AT[KINDS[ship.type].class_]:
        table.tell(say.ABANDONED, ship=ship.id)
        sink(table, ship)
    return go_to("repairs", place + 1)


def items(ship: Ship) -> list[str]:
    """What can be repaired or fought on a ship (NA-DC-01)."""
    found = []
    if ship.fires:
        found.append(say.FIRES)
    if ship.floods:
        found.append(say.FLOODS)
    if ship.rudder not in (SOUND, RUDDER_LOST) and not ship.beyond_repair & RUDDER_BIT:
        found.append(say.RUDDER)
    if ship.acceleration and not ship.beyond_repair & ENGINE_BIT:
        found.append(say.ENGINE)
    return found


def attempt(table: Table[State], ship: Ship) -> bool:
    """One attempt at one item; False when there is none left (NA-DC-03)."""
    kinds = items(ship)
    if not kinds:
        return False
    item = table.choose(ship.side, say.REPAIR, kinds, ship=ship.id)
    modifiers = repair_modifiers(table.state, ship, item)
    thrown = table.roll("1d10", say.REPAIR_ROLL, modifiers, ship=ship.id).sum
    if thrown + total(modifiers) >= t.REPAIR_ON:
        _mastered(ship, item)
        table.tell(say.REPAIRED, ship=ship.id, item=item)
    elif thrown == 1 and item in (say.RUDDER, say.ENGINE):
        ship.beyond_repair |= RUDDER_BIT if item == say.RUDDER else ENGINE_BIT
        table.tell(say.PAST_REPAIR, ship=ship.id, item=item)
    else:
        table.tell(say.NOT_REPAIRED, ship=ship.id, item=item)
    return True


def repair_modifiers(state: State, ship: Ship, item: str) -> list[Modifier]:
    """What is added to an attempt (NA-DC-03)."""
    kind = KINDS[ship.type]
    found = []
    if ship.lost_last * 4 >= kind.hull:
        found.append(t.HARD_HIT)
    if item == say.FIRES and kind.class_ == 1 and ship.setting > 2:
        found.append(t.FIRE_AT_SPEED)
    if ship.side in scenario_of(state).veteran:
        found.append(t.VETERAN)
    return found


def _mastered(ship: Ship, item: str) -> None:
    if item == say.FIRES:
        ship.fires -= 1
    elif item == say.FLOODS:
        ship.floods -= 1
    elif item == say.RUDDER:
        ship.rudder = SOUND
    else:
        ship.acceleration = SOUND


def effects(table: Table[State], ship: Ship) -> None:
    """Each fire, then each flood that is left rolls; those added do not roll in this turn (NA-DC-04)."""
    added = _rage(table, ship, ship.fires, say.FIRE_EFFECT, say.EXPLOSION, say.FIRE_SPREADS)
    ship.fires += added
    added = _rage(table, ship, ship.floods, say.FLOOD_EFFECT, say.LEAK, say.FLOOD_SPREADS)
    ship.floods += added


def _rage(table: Table[State], ship: Ship, count: int, roll: Roll, blast: Roll, spreads: Event) -> int:
    """The effects of so many fires or floods; how many are added (NA-FIR-01, NA-FLO-01)."""
    if not count or ship.status != AFLOAT:
        return 0
    added = 0
    for row in table.volley(count, t.EFFECT_BOXES, roll, ship=ship.id):
        if row == t.SPREADS:
            added += 1
            table.tell(spreads, ship=ship.id)
            lose_boxes(table, ship, table.roll("1d6", blast, ship=ship.id).sum)
        else:
            lose_boxes(table, ship, int(row))
    return added


def _reload(table: Table[State], ship: Ship) -> None:
    """Two quiet turns bring one of the spare torpedoes into an empty tube (NA-TOR-11)."""
    empty = [
        n
        for n, text in enumerate(ship.torpedoes)
        if ship.loaded[n] < tubes(text).number and ship.tubes_silent[n] < t.OUT
    ]
    if not empty or ship.setting > t.RELOAD_SETTING or ship.turned > t.RELOAD_STEPS:
        ship.reloading = 0
        return
    ship.reloading += 1
    if ship.reloading == t.RELOAD_TURNS:
        ship.reloading = 0
        ship.reloads -= 1
        ship.loaded[empty[0]] += 1
        table.tell(say.RELOADED, to=(ship.side,), ship=ship.id)
