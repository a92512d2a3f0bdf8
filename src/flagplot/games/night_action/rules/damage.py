"""What damage does at once: boxes lost, fires, floods, engines, and sinking (NA-MOV-06, NA-GUN-01)."""

from __future__ import annotations

from flagplot.engine import Table
from flagplot.games.night_action import words as say
from flagplot.games.night_action.model.fleet import maximum_setting
from flagplot.games.night_action.rules.divisions import drop_from_unit
from flagplot.games.night_action.ships import INFLAMMABLE, KINDS
from flagplot.games.night_action.state import AFLOAT, SINKING, Ship, State


def lose_boxes(table: Table[State], ship: Ship, boxes: int) -> None:
    """A ship loses boxes; with none left it sinks, and a lower maximum lowers its setting (NA-MOV-06)."""
    if not boxes or ship.status != AFLOAT:
        return
    ship.lost_now += min(boxes, ship.hull)
    ship.hull = max(0, ship.hull - boxes)
    if not ship.hull:
        sink(table, ship)
    else:
        lower_setting(table, ship)


def sink(table: Table[State], ship: Ship) -> None:
    """A ship does nothing more; it is removed in the end phase, and until then both sides see the wreck (NA-END-01)."""
    ship.status = SINKING
    ship.setting = ship.marker = 0
    drop_from_unit(table.state, ship.id)
    table.tell(say.SUNK, ship=ship.id, side=ship.side, type=ship.type)


def lower_setting(table: Table[State], ship: Ship) -> None:
    """The setting falls at once with the maximum (NA-MOV-06)."""
    most = maximum_setting(table.state, ship)
    if ship.setting > most:
        ship.setting = most
        table.tell(say.SETTING_FALLS, ship=ship.id, speed=say.SPEEDS[most])


def lose_settings(table: Table[State], ship: Ship, settings: int) -> None:
    """Engine damage lowers the maximum for good."""
    ship.engine += settings
    lower_setting(table, ship)


def catch_fire(table: Table[State], ship: Ship) -> None:
    """A fire is lit; on an inflammable ship two."""
    ship.fires += 2 if INFLAMMABLE in KINDS[ship.type].traits else 1
    table.tell(say.FIRE_LIT, ship=ship.id)


def flood(table: Table[State], ship: Ship) -> None:
    """A flood begins that damage control can stem."""
    ship.floods += 1
    table.tell(say.FLOODED, ship=ship.id)
