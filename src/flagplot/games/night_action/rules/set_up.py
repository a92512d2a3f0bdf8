"""Set-up (NA-CON-01, NA-CON-07): ships and markers of a scenario; units of a pool are dealt among its places."""

from __future__ import annotations

from flagplot.engine import Next, Table
from flagplot.games.night_action import tables as t
from flagplot.games.night_action import words as say
from flagplot.games.night_action.geometry import CM
from flagplot.games.night_action.model.fleet import marker_id, scenario_of
from flagplot.games.night_action.model.shipyard import add_unit, free_id, lie, name_ships
from flagplot.games.night_action.rules.contacts import become_marker
from flagplot.games.night_action.scenarios import FREE_BATTLE, SCENARIOS, SIDE_LETTER, Battery
from flagplot.games.night_action.ships import ALLIED, SIDES
from flagplot.games.night_action.state import AFLOAT, COMING, Aircraft, Minefield, Muster, Options, Ship, State


def set_up(scenario: str, options: Options) -> State:
    """The first state of a scenario; nothing has been dealt yet."""
    plan = SCENARIOS[scenario]
    is_free = scenario == FREE_BATTLE
    state = State(
        phase="muster" if is_free else "set_up",
        args=(ALLIED,) if is_free else (),
        options=options,
        scenario=scenario,
        light=t.LIGHTS[options.light] if is_free else plan.light,
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
    name_ships(state)
    for air in plan.air:
        for _ in range(air.number):
            name = f"{SIDE_LETTER[air.side]}f{len(state.aircraft) + 1}"
            state.aircraft.append(Aircraft(id=name, type=air.type, side=air.side, turn=air.turn))
    state.mines = [
        Minefield(one.x * CM, one.y * CM, (one.x + one.width) * CM, (one.y + one.height) * CM) for one in plan.mines
    ]
    return state


def _add_battery(state: State, plan: Battery) -> None:
    """Put a pit into a state; it is a ship in no unit (NA-SHO-01)."""
    key = free_id(state, plan.side)
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
    """Units of a pool are dealt among its places; heading and setting are the place's (NA-AMB-17)."""
    state = table.state
    units = [key for key, unit in state.units.items() if unit.side == side and unit.pool == pool]
    places = [(ship.x, ship.y, ship.heading, ship.setting) for ship in map(state.ships.__getitem__, units)]
    dealt = units[:]
    for place in places:
        key = table.draw(dealt, say.DEAL, to=(side,))
        lie(state, state.units[key], *place)


def _hide(table: Table[State]) -> None:
    """Hidden units get their markers, numbered from west to east, which tells nothing of them (NA-AMB-31)."""
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
    name_ships(table.state)
    table.tell(say.BATTLE_JOINED)
    return "initiative"
