"""What ships that are picked for a voyage can expect of each area: points, enemies in sight, and their chances."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flagplot.engine import About, Option
from flagplot.engine.view import Figure
from flagplot.games.sea_control import tables as t
from flagplot.games.sea_control import words as say
from flagplot.games.sea_control.captain.odds import BLIND_SHARPNESS, GUN_DICE, bodies, chance_to_hold
from flagplot.games.sea_control.captain.sight import Sight
from flagplot.games.sea_control.model.known import Known


@say.WHERE_TO.forecast
def areas_ahead(known: Known, about: About, options: Sequence[Option]) -> Sequence[tuple[Figure, ...]]:
    """What each area that can be named promises to the ships that go; nothing for ports and for other ships."""
    sight = Sight(known)
    areas = [option[0] if isinstance(option, tuple) else option for option in options]
    return [tuple(_figures(known, sight, about, area)) if area in t.AREAS else () for area in areas]


def _figures(known: Known, sight: Sight, about: About, area: str) -> Iterator[Figure]:
    yield Figure("if you control it", t.MAP.area[area].vp[about["side"]], "VP")
    blocks = sight.blocks(area)
    if not blocks:
        return
    yield Figure("in sight there", blocks, "enemy block" if blocks == 1 else "enemy blocks")
    chance = chance_against(known, sight, [*known.own(area), *about["going"]], area)
    yield Figure("chance to lose the fight for it, as the captain reckons", 1 - chance, "%", is_danger=True)


def chance_against(known: Known, sight: Sight, ships: Sequence[str], area: str) -> float:
    """The chance that these ships hold an area against what the backs of the enemy's blocks can be expected to be."""
    body = sum(bodies(ship, known.strength(ship)) for ship in ships)
    dice = sum(GUN_DICE[ship] for ship in ships)
    enemy = sight.fleet_in(area)
    return chance_to_hold(body * dice, enemy.body * enemy.dice, BLIND_SHARPNESS)
