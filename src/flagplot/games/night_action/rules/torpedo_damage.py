"""What a torpedo or a mine does to a ship (NA-TOR-05, NA-TOR-06)."""

from __future__ import annotations

from flagplot.engine import Table
from flagplot.games.night_action import tables as t
from flagplot.games.night_action import words as say
from flagplot.games.night_action.model.fleet import maximum_setting
from flagplot.games.night_action.rules.damage import flood, lose_boxes, lose_settings
from flagplot.games.night_action.state import AFLOAT, Ship, State


def underwater_hit(table: Table[State], ship: Ship, dice: int) -> None:
    """A number of d6, each looked up in the damage table, or added up as boxes and the table read once (NA-AMB-02).

    Engine results are counted against the maximum before the hit (NA-AMB-19); only floods stay behind (NA-AMB-07).
    """
    if table.state.options.torpedo_sum:
        boxes = table.roll(f"{dice}d6", say.TORPEDO_DAMAGE, ship=ship.id).sum
        results = table.volley(1, t.TORPEDO_DAMAGE, say.TORPEDO_DAMAGE, ship=ship.id)
    else:
        boxes = 0
        results = table.volley(dice, t.TORPEDO_DAMAGE, say.TORPEDO_DAMAGE, ship=ship.id)
    boxes += results.count(t.BOXES) * t.TORPEDO_BOXES
    engines = results.count(t.ENGINE)
    slowed = min(engines, maximum_setting(table.state, ship))
    floods = results.count(t.FLOOD) + engines - slowed  # a ship at 0 already suffers the worst instead
    boxes += sum(table.roll("2d6", say.TORPEDO_FLOOD, ship=ship.id).sum for _ in range(floods))
    if slowed:
        lose_settings(table, ship, slowed)
    lose_boxes(table, ship, boxes)
    if ship.status == AFLOAT:
        for _ in range(floods):
            flood(table, ship)
