"""What a captain makes of the enemy's blocks: what an average one of them must be like."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple

from flagplot.games.sea_control import tables as t
from flagplot.games.sea_control.captain.odds import GUN_DICE, bodies
from flagplot.games.sea_control.model.known import NO_BLOCKS, Known


class Mean(NamedTuple):
    """What blocks bring to a battle: bodies and dice, dice against U-boats, and how many of them are convoys."""

    body: float
    dice: float
    hunt: float
    convoys: float


NOTHING = Mean(0.0, 0.0, 0.0, 0.0)

_FIGURES = {
    key: Mean(
        bodies(key, unit.sp),
        GUN_DICE[key],
        float(t.ASW_DICE_PER_SHIP + (unit.dice if unit.kind == t.CARRIER else 0)),
        float(unit.kind == t.CONVOY),
    )
    for key, unit in t.UNITS.items()
    if unit.is_surface
}


class Sight:
    """The enemy as a seat sees him at a moment: backs of blocks, and what can be expected behind them."""

    def __init__(self, known: Known) -> None:
        self._known = known
        self.blocks = known.blocks

    @cached_property
    def fleet(self) -> tuple[str, ...]:
        """The enemy's ships that must be somewhere on the map."""
        return tuple(self._known.enemy_fleet())

    @cached_property
    def _pools(self) -> Mapping[str, Mean]:
        """The average block of each pool of enemy ships that this seat cannot tell apart."""
        return pool_means(*self._known.hidden_fleet(), self._known.options.convoy_asw_dice)

    def fleet_in(self, place: str) -> Mean:
        """What the enemy blocks in a place can be expected to be together."""
        stack = self._known.stack(place)
        if stack is NO_BLOCKS:
            return NOTHING
        forces, known_convoys, pools = stack
        body = dice = hunt = 0.0
        if forces:
            body, dice, hunt, _ = [forces * figure for figure in self.mean_block]
        hunt += known_convoys * self._known.options.convoy_asw_dice
        convoys = float(known_convoys)
        means = self._pools
        for pool in pools:
            mean_body, mean_dice, mean_hunt, mean_convoys = means[pool]
            body += mean_body
            dice += mean_dice
            hunt += mean_hunt
            convoys += mean_convoys
        return Mean(body, dice, hunt, convoys)

    @cached_property
    def mean_block(self) -> Mean:
        """What an enemy block brings to a battle, on the average of his fleet."""
        ships = self.fleet
        return mean_of(ships, self._known.options.convoy_asw_dice) if ships else NOTHING


@lru_cache(maxsize=1_000)  # pools stay as they are through several steps of a turn
def pool_means(ships: tuple[str, ...], pools: tuple[str, ...], convoy_asw_dice: int) -> Mapping[str, Mean]:
    """The average ship of each pool, given the pool of each ship."""
    members: dict[str, list[str]] = {}
    for ship, pool in zip(ships, pools, strict=True):
        if pool in members:
            members[pool].append(ship)
        else:
            members[pool] = [ship]
    return {pool: mean_of(tuple(those), convoy_asw_dice) for pool, those in members.items()}


@lru_cache(maxsize=10_000)
def mean_of(ships: tuple[str, ...], convoy_asw_dice: int) -> Mean:
    """The average of some ships."""
    body = dice = hunt = convoys = 0.0
    for ship in ships:
        figures = _FIGURES[ship]
        body += figures.body
        dice += figures.dice
        hunt += convoy_asw_dice if figures.convoys else figures.hunt
        convoys += figures.convoys
    count = len(ships)
    return Mean(body / count, dice / count, hunt / count, convoys / count)
