"""Set-up (NA-CON-01, NA-CON-07): ships and markers of a scenario; units of a pool are dealt among its places."""

from __future__ import annotations

from collections import Counter

from flagplot.engine import Next, Table
from flagplot.games.night_action import tables as t
from flagplot.games.night_action import words as say
from flagplot.games.night_action.geometry import CM, direction_of
from flagplot.games.night_action.model.columns import place_on, straight_track
from flagplot.games.night_action.model.fleet import marker_id, maximum_setting, scenario_of
from flagplot.games.night_action.rules.contacts import become_marker
from flagplot.games.night_action.scenarios import FREE_BATTLE, SCENARIOS, SIDE_LETTER, Battery, Side, UnitAtStart
from flagplot.games.night_action.ships import ALLIED, KINDS, SIDES, tubes
from flagplot.games.night_action.state import (
    AFLOAT,
    COMING,
    Aircraft,
    Minefield,
    Muster,
    Options,
    Ship,
    State,
    Unit,
)


def set_up(scenario: str, options: Options) -> State:
    """The first state of a scenario; nothing has been dealt yet."""
    plan = SCENARIOS[scenario]
    is_free = scenario == FREE_BATTLE
    state = State(
        phase="muster" if is_free else "set_up",
        args=(ALLIED,) if is_free else (),
        options=options,
        scenario=scenario,
        light=t.LIGHTS[options.light] if is_free else plan.light,  # type: ignore[arg-type]
        sea=options.sea_state if is_free else plan.sea,
        ships={},
        units={},
    )
    if is_free:
        state.musters = {side: Muster(points=options.points) for side in SIDES}
    for unit in plan.unit:
        add_unit(state, unit)
    for pit in plan.battery:
        _add_battery(state, pit)
    _name_ships(state)
    for air in plan.air:
        for _ in range(air.number):
            name = f"{SIDE_LETTER[air.side]}f{len(state.aircraft) + 1}"
            state.aircraft.append(Aircraft(id=name, type=air.type, side=air.side, turn=air.turn))
    state.mines = [
        Minefield(one.x * CM, one.y * CM, (one.x + one.width) * CM, (one.y + one.height) * CM) for one in plan.mines
    ]
    return state


def add_unit(state: State, plan: UnitAtStart) -> str:
    """Put the ships of a unit into a state, at the place of its plan; return its leader."""
    behind = [place * plan.interval * CM for place in range(max(1, len(plan.ships)))]
    keys = []
    for place, type_ in enumerate(plan.ships or (plan.dummy,)):
        ship = _new_ship(state, plan, place, type_)
        state.ships[ship.id] = ship
        keys.append(ship.id)
    state.units[keys[0]] = Unit(side=plan.side, ships=keys, behind=behind, trail=(), pool=plan.pool)
    lie(state, state.units[keys[0]], plan.x * CM, plan.y * CM, direction_of(plan.heading), plan.setting)
    return keys[0]


def _new_ship(state: State, plan: UnitAtStart, place: int, type_: str) -> Ship:
    kind = KINDS[type_]
    refit, damage = plan.refit.get(place), plan.damage.get(place)
    torpedoes = kind.torpedoes if refit is None or refit.torpedoes is None else refit.torpedoes
    guns = kind.guns if refit is None else (*kind.guns, *refit.add)
    number = 1 + sum(one.side == plan.side for one in state.ships.values())
    return Ship(
        id=f"{SIDE_LETTER[plan.side]}{number}",
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


def _add_battery(state: State, plan: Battery) -> None:
    """Put a pit into a state; it is a ship in no unit (NA-SHO-01)."""
    number = 1 + sum(one.side == plan.side for one in state.ships.values())
    key = f"{SIDE_LETTER[plan.side]}{number}"
    state.ships[key] = Ship(
        id=key,
        type="battery",
        side=plan.side,
        name=plan.name,
        nation="any",
        x=plan.x * CM,
        y=plan.y * CM,
        heading=0,
        setting=0,
        carried=0,
        hull=plan.hull,
        guns=plan.guns,
        torpedoes=(),
        silent=[0] * len(plan.guns),
        tubes_silent=[],
        loaded=[],
    )


def _name_ships(state: State) -> None:
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


def deal(table: Table[State]) -> Next:
    """Pools are dealt, late units get their turn, and hidden units lie under markers (NA-CON-07)."""
    state = table.state
    for side in SIDES:
        for pool in dict.fromkeys(unit.pool for unit in state.units.values() if unit.side == side and unit.pool):
            _deal_pool(table, side, pool)
    for plan, (key, unit) in zip(scenario_of(state).unit, list(state.units.items()), strict=True):
        if plan.enter_dice:
            late = table.roll("1d6", say.ARRIVAL, unit=key, to=(unit.side,)).sum
            for one in unit.ships:
                state.ships[one].arrives += late
    _hide(table)
    return "initiative"


def _deal_pool(table: Table[State], side: str, pool: str) -> None:
    """Units of a pool are dealt among its places; heading and setting are the place's."""
    state = table.state
    units = [key for key, unit in state.units.items() if unit.side == side and unit.pool == pool]
    places = [(ship.x, ship.y, ship.heading, ship.setting) for ship in map(state.ships.__getitem__, units)]
    dealt = units[:]
    for place in places:
        key = table.draw(dealt, say.DEAL, to=(side,))
        lie(state, state.units[key], *place)


def _hide(table: Table[State]) -> None:
    """Hidden units get their markers, numbered from west to east and north to south, which tells nothing of them."""
    state = table.state
    hidden = [
        (state.ships[key].x, state.ships[key].y, key)
        for key, unit in state.units.items()
        if state.ships[key].began_hidden and state.ships[key].status != COMING
    ]
    for _, _, key in sorted(hidden):
        unit = state.units[key]
        become_marker(state, unit)
        table.tell(say.DEALT, to=(unit.side,), unit=key, marker=marker_id(unit.side, unit.marker))


def first_turn(table: Table[State]) -> Next:
    """A free battle begins when both sides are deployed."""
    for ship in table.state.ships.values():
        ship.status, ship.arrives = AFLOAT, 0
    _hide(table)
    _name_ships(table.state)
    table.tell(say.BATTLE_JOINED)
    return "initiative"
