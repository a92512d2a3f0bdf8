"""What a side knows: its own ships, the models of the enemy, the places of his contacts, and what both sides see.

Captains are given this and never the state, so that nothing hidden can tell them what to do.
"""

from __future__ import annotations

from typing import NamedTuple

from flagplot.games.night_action.model.fleet import marker_id
from flagplot.games.night_action.ships import ENEMY
from flagplot.games.night_action.state import State


class Contact(NamedTuple):
    """An enemy contact marker, as both sides see it."""

    id: str
    x: int
    y: int


class Known:
    """What a side knows at every moment of a game; it follows the state as that goes on."""

    __slots__ = ("_state", "side")

    def __init__(self, state: State, side: str) -> None:
        self._state = state
        self.side = side

    def look(self) -> State:
        """The position without what the side does not see: hidden enemies and tracks, and what is to come for them.

        Ships are shared with the true position. Of an enemy ship a captain looks at what can be seen of her: place,
        heading, type, setting, fires and light, and her hull in quarters.
        """
        state, side = self._state, self.side
        return State(
            phase=state.phase,
            args=state.args,
            options=state.options,
            scenario=state.scenario,
            light=state.light,
            sea=state.sea,
            turn=state.turn,
            winner=state.winner,
            first=state.first,
            held=state.held,
            has_held=state.has_held,
            ships={
                key: ship
                for key, ship in state.ships.items()
                if ship.side == side or (not ship.marker and ship.status != "coming")
            },
            units={key: unit for key, unit in state.units.items() if unit.side == side or not unit.marker},
            salvos=[salvo for salvo in state.salvos if salvo.side == side or salvo.is_seen],
            lights=state.lights,
            smoke=state.smoke,
            mines=state.mines,
            aircraft=[one for one in state.aircraft if one.side == side or one.status == "here"],
            torpedo_points=state.torpedo_points,
            musters={side: state.musters[side]} if side in state.musters else {},
        )

    def contacts(self) -> list[Contact]:
        """The enemy's contact markers: where they lie, and no more (NA-CON-06)."""
        enemy = ENEMY[self.side]
        return [
            Contact(marker_id(enemy, unit.marker), self._state.ships[key].x, self._state.ships[key].y)
            for key, unit in self._state.units.items()
            if unit.marker and unit.side == enemy
        ]
