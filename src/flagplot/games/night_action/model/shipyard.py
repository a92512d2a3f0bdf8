"""How ships come into a state: from the plans of a scenario, of a free battle, or of whoever guesses at one."""

from __future__ import annotations

from collections import Counter

from flagplot.games.night_action import tables as t
from flagplot.games.night_action.geometry import CM, direction_of
from flagplot.games.night_action.model.columns import place_on, straight_track
from flagplot.games.night_action.model.fleet import maximum_setting
from flagplot.games.night_action.scenarios import SIDE_LETTER, Side, UnitAtStart
from flagplot.games.night_action.ships import KINDS, tubes
from flagplot.games.night_action.state import COMING, Ship, State, Unit


def free_id(state: State, side: str) -> str:
    """The first id that no ship of a side has."""
    number = 1
    while f"{SIDE_LETTER[side]}{number}" in state.ships:
        number += 1
    return f"{SIDE_LETTER[side]}{number}"


def add_unit(state: State, plan: UnitAtStart) -> str:
    """Put the ships of a unit into a state, at the place of its plan; return its leader."""
    behind = [place * plan.interval * CM for place in range(max(1, len(plan.ships)))]
    keys = []
    for place, type_ in enumerate(plan.ships or (plan.dummy,)):
        ship = _launched(state, plan, place, type_)
        state.ships[ship.id] = ship
        keys.append(ship.id)
    state.units[keys[0]] = Unit(side=plan.side, ships=keys, behind=behind, trail=(), pool=plan.pool)
    lie(state, state.units[keys[0]], plan.x * CM, plan.y * CM, direction_of(plan.heading), plan.setting)
    return keys[0]


def _launched(state: State, plan: UnitAtStart, place: int, type_: str) -> Ship:
    kind = KINDS[type_]
    refit, damage = plan.refit.get(place), plan.damage.get(place)
    torpedoes = kind.torpedoes if refit is None or refit.torpedoes is None else refit.torpedoes
    guns = kind.guns if refit is None else (*kind.guns, *refit.add)
    return Ship(
        id=free_id(state, plan.side),
        type=type_,
        side=plan.side,
        name=plan.names[place] if plan.names else "",
        nation=plan.nation or kind.nation,
        is_dummy=bool(plan.dummy),
        status=COMING if plan.enter else "afloat",
        arrives=plan.enter,
        began_hidden=plan.hidden,
        began_damaged=damage is not None,
        x=0,
        y=0,
        heading=0,
        setting=0,
        carried=t.STRETCH[kind.handling],
        hull=damage.hull if damage else kind.hull,
        engine=damage.engine if damage else 0,
        guns=guns,
        torpedoes=torpedoes,
        silent=[0] * len(guns),
        tubes_silent=[0] * len(torpedoes),
        loaded=[tubes(text).number for text in torpedoes],
        reloads=kind.reloads if torpedoes else 0,
        smokes=0 if kind.is_merchant or kind.is_battery else t.SMOKE_USES,
    )


def lie(state: State, unit: Unit, x: int, y: int, heading: int, setting: int) -> None:
    """Lay a unit in column at a place, as fast as all of its ships can go at most."""
    unit.trail = straight_track(x, y, heading, unit.behind[-1])
    setting = min(setting, *(maximum_setting(state, state.ships[key]) for key in unit.ships))
    for key, behind in zip(unit.ships, unit.behind, strict=True):
        ship = state.ships[key]
        ship.x, ship.y, ship.heading = place_on(unit.trail, behind) if unit.trail else (x, y, heading)
        ship.setting = setting


def name_ships(state: State) -> None:
    """Ships without a name of their own are called after their type, with a number where there are several."""
    nameless = [ship for ship in state.ships.values() if not ship.name]
    called = Counter((ship.side, short_name(ship.type)) for ship in nameless if not ship.is_dummy)
    so_far: Counter[tuple[Side, str]] = Counter()
    for ship in nameless:
        name = short_name(ship.type)
        if ship.is_dummy:
            ship.name = "a dummy"
            continue
        so_far[ship.side, name] += 1
        ship.name = f"{name} {so_far[ship.side, name]}" if called[ship.side, name] > 1 else name


def short_name(type_: str) -> str:
    """What a type is called without what stands in brackets."""
    return KINDS[type_].name.partition(" (")[0]
