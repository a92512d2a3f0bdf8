"""What a seat does not see of the enemy on the dark sea, for the search plot (NA-CON-08)."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from types import MappingProxyType

from flagplot.engine.whereabouts import Sought, Unseen
from flagplot.games.night_action.model.fleet import SIZE, marker_id
from flagplot.games.night_action.model.shipyard import short_name
from flagplot.games.night_action.ships import KINDS
from flagplot.games.night_action.state import AFLOAT, State
from flagplot.games.night_action.view.pieces import form_of, sheet_of

IN_WORDS = {
    "capital": "Capital ships",
    "warship": "Warships",
    "escort": "Escorts",
    "boat": "Torpedo boats",
    "gunboat": "Gunboats",
    "merchant": "Merchantmen",
    "tanker": "Tankers",
    "submarine": "Submarines",
    "battery": "Batteries",
}
FORMS = MappingProxyType({form: Sought(form, name) for form, name in IN_WORDS.items()})
DUMMIES = Sought("dummy", "Dummies")
SHIPS = Sought("ships", "Ships, wherever they lie")
TORPEDOES = Sought("torpedoes", "Torpedoes that nobody has seen")
BY_TYPE = "By type"


def unseen(state: State, seat: str) -> Iterator[Unseen]:
    """What lies under the enemy's markers, where his ships and dummies lie, and where torpedoes may run unseen."""
    sheet = sheet_of(state.scenario)
    for unit in state.units.values():
        if unit.side == seat or not unit.marker:
            continue
        marker = marker_id(unit.side, unit.marker)
        for ship in map(state.ships.__getitem__, unit.ships):
            if ship.status != AFLOAT:
                continue
            if ship.is_dummy:
                yield Unseen(DUMMIES, marker)
                continue
            yield Unseen(FORMS[form_of(KINDS[ship.type])], marker)
            yield Unseen(_of_type(ship.type), marker)
            yield Unseen(SHIPS, sheet.spot(ship.x, ship.y))
    width, height = SIZE[state.scenario]
    for salvo in state.salvos:
        if salvo.side != seat and not salvo.is_seen:
            for track in salvo.tracks:
                if 0 <= track.x <= width and 0 <= track.y <= height:
                    yield Unseen(TORPEDOES, sheet.spot(track.x, track.y))


@functools.cache
def _of_type(type_: str) -> Sought:
    return Sought(f"type/{type_}", short_name(type_), BY_TYPE)
