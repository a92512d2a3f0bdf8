"""Movement (NA-MOV): drifting vessels, then Class 3, 2 and 1, and a unit that is held back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flagplot.engine import Ask, Next, Table, go_to
from flagplot.games.night_action import geometry as geo
from flagplot.games.night_action import programmes as prog
from flagplot.games.night_action import tables as t
from flagplot.games.night_action import words as say
from flagplot.games.night_action.geometry import DIRECTIONS, STEP, direction_of, displacement
from flagplot.games.night_action.model import helm
from flagplot.games.night_action.model.columns import extended, path_along, place_on, straight_track
from flagplot.games.night_action.model.fleet import (
    FARTHEST_TOUCH,
    SIZE,
    is_drifting,
    is_model,
    maximum_setting,
    scenario_of,
    touch,
    unit_of,
)
from flagplot.games.night_action.model.torpedoes import tracks_near
from flagplot.games.night_action.rules.contacts import reveal
from flagplot.games.night_action.rules.damage import lose_boxes
from flagplot.games.night_action.rules.divisions import drop_from_unit, leave_unit, leave_where_due
from flagplot.games.night_action.rules.guns import reaction
from flagplot.games.night_action.rules.mines import sweep_through
from flagplot.games.night_action.rules.submarines import depth_charges, order_dive
from flagplot.games.night_action.ships import DEPTH_CHARGES, ENEMY, KINDS
from flagplot.games.night_action.state import AFLOAT, IN_COLUMN, LEFT, Ship, Smoke, State, Unit

# Drifting vessels (2a)


def drifting(table: Table[State]) -> Next:
    """Ships without any setting left drift down wind and turn beam-on (NA-MOV-05)."""
    state = table.state
    for side in (state.first, ENEMY[state.first]):
        leave_where_due(table, side)
    for key, unit in list(state.units.items()):
        if not unit.marker:
            ship = state.ships[key]
            if ship.status == AFLOAT and is_drifting(state, ship):
                _drift(table, ship)
                unit.has_moved = True
    return go_to("class_3", state.first)


def _drift(table: Table[State], ship: Ship) -> None:
    state = table.state
    wind = direction_of(scenario_of(state).wind)
    length = t.DRIFT * state.sea
    dx, dy = displacement((wind + geo.HALF_TURN) % DIRECTIONS, length)
    ship.path = (ship.x, ship.y, ship.x + dx, ship.y + dy) if length else ()
    ship.x, ship.y, ship.moved, ship.turned, ship.setting = ship.x + dx, ship.y + dy, length, 0, 0
    ship.heading = (ship.heading + STEP * turn_to_beam(ship.heading, wind)) % DIRECTIONS
    table.tell(say.DRIFTS, ship=ship.id)
    check_edges(table, ship)


def turn_to_beam(heading: int, wind: int) -> int:
    """The step by which a drifting ship turns: 1 to starboard, -1 to port, 0 if the wind is abeam (NA-MOV-05)."""
    bearing = (wind - heading) % DIRECTIONS  # of the wind from the bow
    if bearing == 0:
        return 1
    if bearing == geo.HALF_TURN:
        return -1
    off = bearing if bearing < geo.HALF_TURN else DIRECTIONS - bearing  # how far the wind is from the bow
    if abs(off - geo.RIGHT_ANGLE) < STEP:
        return 0
    to_wind = 1 if bearing < geo.HALF_TURN else -1  # the turn that brings the bow nearer to the wind
    return to_wind if off > geo.RIGHT_ANGLE else -to_wind


# Class by class (2b to 2d)


def class_3(table: Table[State], side: str) -> Next:
    """Class 3 ships move, a unit of each side in turn (NA-INI-02)."""
    return _class_phase(table, side, 3, "class_3", "class_2")


def class_2(table: Table[State], side: str) -> Next:
    """Class 2 ships move."""
    return _class_phase(table, side, 2, "class_2", "class_1")


def class_1(table: Table[State], side: str) -> Next:
    """Class 1 boats move."""
    return _class_phase(table, side, 1, "class_1", "held_back")


def held_back(table: Table[State]) -> Next:
    """The unit that was held back moves after all others (NA-INI-02)."""
    state = table.state
    key, state.held = state.held, ""
    if key and key in state.units and not state.units[key].has_moved:
        steer(table, state.winner, key)
        return "held_back"
    return go_to("aircraft", 0)


def _class_phase(table: Table[State], side: str, class_: int, phase: str, following: str) -> Next:
    state = table.state
    units, others = units_to_move(state, class_, side)
    if not units:
        if not others:
            return following if following == "held_back" else go_to(following, state.first)
        side, units = ENEMY[side], others
    choice = table.choose(side, say.UNIT, unit_options(state, side, units))
    order, key = choice if isinstance(choice, tuple) else ("", choice)
    if order == say.HOLD:
        state.held, state.has_held = key, True
        table.tell(say.HELD_BACK, unit=key)
        return go_to(phase, side)
    if len(units) > 1:
        table.tell(say.UNIT_PICKED, unit=key)
    steer(table, side, key, order == say.SMOKE)
    return go_to(phase, ENEMY[side])


def units_to_move(state: State, class_: int, side: str) -> tuple[list[str], list[str]]:
    """The units of a class that are still to be moved in this phase, of a side and of its enemy."""
    ships, held = state.ships, state.held
    own: list[str] = []
    others: list[str] = []
    for unit in state.units.values():
        if unit.has_moved or unit.marker:
            continue
        leader = ships[unit.ships[0]]
        if KINDS[leader.type].class_ == class_ and leader.id != held and leader.status == AFLOAT:
            (own if unit.side == side else others).append(leader.id)
    return own, others


def unit_options(state: State, side: str, units: list[str]) -> list[Any]:
    """The units that can be picked, one to be held back, and those that can make smoke."""
    options: list[Any] = units[:]
    if side == state.winner and not state.has_held:
        for key in units:
            options.append((say.HOLD, key))
    for key in units_with_smoke(state, units):
        options.append((say.SMOKE, key))
    return options


def units_with_smoke(state: State, units: list[str]) -> list[str]:
    """Those of the units of which a ship has smoke left (NA-ILL-05)."""
    found = []
    for key in units:
        for one in state.units[key].ships:
            if state.ships[one].smokes:
                found.append(key)
                break
    return found


# One unit


def helm_options(state: State, unit: Unit) -> Sequence[Any]:
    """All answers to the question how a unit steers; the shared list of programmes where there are no others."""
    leader = state.ships[unit.ships[0]]
    options = helm.codes_and_settings(state, unit)
    if len(unit.ships) > 1:
        together = [(say.TOGETHER, code) for code in helm.codes_together(state, unit, leader.setting)]
        return (*options, *together, *[(say.ALONE, key) for key in unit.ships])
    if KINDS[leader.type].is_submarine and not leader.depth:
        return (*options, say.DIVE)
    return options


CONVOY_ASKS = (say.CONVOY_HELM, say.CONVOY_THREATENED)


def ask_of_helm(state: State, unit: Unit) -> Ask:
    """How a unit is asked to steer: merchantmen apart, so that standing orders hold while no track is near them."""
    leader = state.ships[unit.ships[0]]
    if not KINDS[leader.type].is_merchant:
        return say.HELM
    return CONVOY_ASKS[tracks_near(state, leader.x, leader.y)]


def steer(table: Table[State], side: str, key: str, lays_smoke: bool = False) -> None:
    """A unit is moved in one go (NA-MOV-08, NA-FOR-01)."""
    state = table.state
    while True:
        unit = state.units[key]
        leader = state.ships[key]
        choice = table.choose(side, ask_of_helm(state, unit), helm_options(state, unit), unit=key)
        if choice == say.DIVE:
            order_dive(table, leader)
            continue
        if not isinstance(choice, tuple):
            setting, code, is_together = leader.setting, choice, False
        elif choice[0] == say.ALONE:
            leave_unit(table, state.ships[choice[1]])
            key = unit.ships[0]
            continue
        elif choice[0] == say.TOGETHER:
            setting, code, is_together = leader.setting, choice[1], True
        else:
            setting, is_together = choice[1], False
            table.tell(say.SPEED_ORDERED, unit=key, speed=say.SPEEDS[setting])
            code = table.choose(
                side,
                say.HELM_AT,
                helm.codes(state, unit, setting),
                unit=key,
                setting=setting,
                speed=say.SPEEDS[setting],
            )
        break
    unit.has_moved = True
    moved = run_programme(state, unit, code, setting, is_together)
    table.tell(say.MOVED, unit=key, code=code, speed=say.SPEEDS[setting])
    if lays_smoke:
        for ship in moved:
            make_smoke(table, ship)
    after_move(table, moved)
    if state.options.reaction_fire:
        reaction(table, moved)


def run_programme(state: State, unit: Unit, code: str, setting: int, is_together: bool = False) -> list[Ship]:
    """All ships of a unit go where its programme leads (NA-FOR-02, NA-FOR-03); returns them, the leader first."""
    ships = helm.ships_of(state, unit)
    leader = ships[0]
    far = helm.distance(state, unit, setting)
    how = helm.handling(state, unit)
    run = prog.run(code, far, how.stretch, how.carried, leader.heading)
    raised = setting > leader.setting
    before = leader.heading
    if len(ships) > 1 and unit.together == IN_COLUMN and not is_together:
        unit.trail = extended(unit.trail, leader.x, leader.y, run.legs, unit.behind[-1] + far)
        _go(leader, run)
        for ship, behind in zip(ships[1:], unit.behind[1:], strict=True):
            ship.path = path_along(unit.trail, behind + far, behind) if far else ()
            ship.x, ship.y, ship.heading = place_on(unit.trail, behind)
    else:
        for ship in ships:
            _go(ship, run)
        if is_together:
            unit.together = before
        if unit.together == leader.heading and len(ships) > 1:
            unit.together = IN_COLUMN
            unit.trail = straight_track(leader.x, leader.y, leader.heading, unit.behind[-1])
    for ship in ships:
        ship.setting, ship.raised, ship.moved = setting, raised, far
        ship.turned, ship.carried = run.turned, run.carried
        ship.keeps_setting = False
        if ship.straight:
            ship.straight -= 1
    return ships


def _go(ship: Ship, run: prog.Run) -> None:
    """A ship runs a programme from where it is."""
    x, y, points = ship.x, ship.y, run.points
    if points:
        path = [x, y]
        for dx, dy in points:
            path += (x + dx, y + dy)
        ship.path = tuple(path)
        ship.x, ship.y = path[-2], path[-1]
    else:
        ship.path = ()
    ship.heading = run.heading


def make_smoke(table: Table[State], ship: Ship) -> None:
    """A ship makes smoke over the last part of its path, if it moved (NA-ILL-05, NA-AMB-23)."""
    state = table.state
    if not ship.smokes or not ship.path:
        return
    ship.smokes -= 1
    length = t.SMOKE_LENGTH[KINDS[ship.type].class_]
    state.smoke.append(Smoke.along(geo.last_part(ship.path, length), state.turn + t.SMOKE_TURNS))
    table.tell(say.SMOKE_LAID, ship=ship.id)


# What a move leads to


def after_move(table: Table[State], moved: Sequence[Ship]) -> None:
    """Edges and shore, mines, depth charges, and at most one collision (NA-MOV-10, NA-MIN-01, NA-SUB-01, NA-MOV-07)."""
    state = table.state
    east, south = SIZE[state.scenario]
    for ship in moved:
        if ship.is_dummy:
            continue
        if state.mines and ship.status == AFLOAT:
            sweep_through(table, ship)
        if not 0 <= ship.x <= east or not 0 <= ship.y <= south:
            check_edges(table, ship)
        if DEPTH_CHARGES in KINDS[ship.type].traits and is_model(ship):
            depth_charges(table, ship)
    for ship in moved:
        if is_model(ship) and not ship.is_dummy and _met(table, ship):
            return


def edge_beyond(state: State, ship: Ship) -> str:
    """The edge that a ship has crossed; west and east count before north and south (NA-MOV-10)."""
    width, height = SIZE[state.scenario]
    if ship.x < 0:
        return "west"
    if ship.x > width:
        return "east"
    if ship.y < 0:
        return "north"
    return "south" if ship.y > height else ""


def check_edges(table: Table[State], ship: Ship) -> None:
    """A ship that has crossed an edge has left the table, or runs aground on a shore (NA-MOV-10)."""
    state = table.state
    edge = edge_beyond(state, ship)
    if not edge or ship.status != AFLOAT:
        return
    if edge in scenario_of(state).shore:
        run_aground(table, ship, edge)
        return
    if ship.marker:
        unit = unit_of(state, ship.id)
        if unit is not None:
            reveal(table, unit.ships[0])
    ship.status, ship.exit = LEFT, edge
    drop_from_unit(state, ship.id)
    table.tell(say.LEFT_TABLE, ship=ship.id, edge=edge)


def run_aground(table: Table[State], ship: Ship, edge: str) -> None:
    """A ship lies just inside, parallel to the shore, stopped and damaged (NA-MOV-10)."""
    state = table.state
    if ship.marker:
        unit = unit_of(state, ship.id)
        assert unit is not None
        reveal(table, unit.ships[0])
    leave_unit(table, ship)
    width, height = SIZE[state.scenario]
    ship.x = min(max(ship.x, t.ASHORE_BY), width - t.ASHORE_BY)
    ship.y = min(max(ship.y, t.ASHORE_BY), height - t.ASHORE_BY)
    along = (0, geo.HALF_TURN) if edge in ("west", "east") else (geo.RIGHT_ANGLE, geo.RIGHT_ANGLE + geo.HALF_TURN)
    ship.heading = min(along, key=lambda heading: geo.turn_between(heading, ship.heading))
    ship.setting = 0
    ship.engine = max(ship.engine, t.AGROUND_ENGINE)
    table.tell(say.AGROUND, ship=ship.id)
    lose_boxes(table, ship, table.roll("1d6", say.AGROUND_DAMAGE, ship=ship.id).sum)


def _met(table: Table[State], ship: Ship) -> bool:
    """Whether a ship that has moved touches another, and what comes of it (NA-MOV-07)."""
    state = table.state
    reach = FARTHEST_TOUCH[ship.type]
    west, east = ship.x - reach, ship.x + reach
    north, south = ship.y - reach, ship.y + reach
    near = []
    for other in state.ships.values():
        if other.x >= west and other.x <= east and other.y >= north and other.y <= south and other is not ship:
            near.append(other)
    if not near:
        return False
    unit = unit_of(state, ship.id)
    touched = []
    for other in near:
        if not is_model(other) or KINDS[other.type].is_battery or (unit and other.id in unit.ships):
            continue
        if touch(ship, other):
            touched.append(other)
    if not touched:
        return False
    other = next((one for one in touched if one.side != ship.side), touched[0])
    chart = t.COLLISION
    if other.side != ship.side:
        choice = table.choose(ship.side, say.RAM_OR_CLEAR, (say.CLEAR, say.RAM), ship=ship.id, other=other.id)
        if choice == say.RAM:
            chart = t.RAMMING
    if table.consult(chart, say.COLLISION, ship=ship.id, other=other.id) == t.CLEARED:
        table.tell(say.CLEARED, ship=ship.id, other=other.id)
        return True
    table.tell(say.COLLIDES, ship=ship.id, other=other.id)
    table.mark()
    is_slow = ship.setting < 2
    boxes = [_collision_boxes(table, one, against, is_slow) for one, against in ((ship, other), (other, ship))]
    for one, lost in zip((ship, other), boxes, strict=True):
        leave_unit(table, one)
        lose_boxes(table, one, lost)
    return True


def _collision_boxes(table: Table[State], ship: Ship, other: Ship, is_slow: bool) -> int:
    """As many d6 as the other's class; half of it where the mover is slow (NA-MOV-07)."""
    thrown = table.roll(f"{KINDS[other.type].class_}d6", say.COLLISION_DAMAGE, ship=ship.id).sum
    return thrown // 2 if is_slow else thrown


# Why not


@say.UNIT.why_not
def unit_barred(state: State, about: Any, option: Any) -> say.Barred:
    order, key = option if isinstance(option, tuple) and len(option) == 2 else ("", option)
    unit = unit_of(state, key) if isinstance(key, str) else None
    if unit is None or unit.marker or (state.args and unit.side != state.args[0]):
        return None
    if order == say.HOLD and state.has_held:
        return say.HELD_ONE
    if order == say.SMOKE and not units_with_smoke(state, [unit.ships[0]]):
        is_warship = not KINDS[state.ships[unit.ships[0]].type].is_merchant
        return say.NO_SMOKE_LEFT if is_warship else say.NO_SUCH_SMOKE
    if unit.has_moved:
        return say.ALREADY_MOVED
    if unit.ships[0] == state.held:
        return say.IS_HELD_BACK
    class_ = KINDS[state.ships[unit.ships[0]].type].class_
    return (say.OTHER_CLASS, {"class_": class_}) if state.phase != f"class_{class_}" else None


@say.HELM.why_not
@say.CONVOY_HELM.why_not
@say.CONVOY_THREATENED.why_not
@say.HELM_AT.why_not
@say.CONTACT.why_not
@say.CONTACT_AT.why_not
def helm_barred(state: State, about: Any, option: Any) -> say.Barred:
    unit = state.units.get(about["unit"])
    if unit is None:
        return None
    leader = state.ships[unit.ships[0]]
    order = option[0] if isinstance(option, tuple) and len(option) == 2 else ""
    if order == say.SPEED:
        return setting_barred(state, unit, option[1])
    if order == say.TOGETHER:
        return None if helm.lies_on_one_heading(state, unit) else say.NOT_ON_ONE_HEADING
    if (
        not isinstance(option, str)
        or option[:1] not in ("P", "S", "p", "s")
        or option in helm.codes(state, unit, about.get("setting", leader.setting))
    ):
        return None
    if leader.straight:
        return say.MUST_GO_STRAIGHT
    if leader.rudder:
        return say.RUDDER_JAMMED
    how = helm.handling(state, unit)
    far = helm.distance(state, unit, about.get("setting", leader.setting))
    return say.TURN_TOO_WIDE, {"steps": prog.most_steps(far, how.stretch, how.carried, how.limit)}


def setting_barred(state: State, unit: Unit, setting: object) -> say.Barred:
    """Why a unit cannot take a setting in this turn."""
    least, most = helm.settings_in_reach(state, unit)
    now = state.ships[unit.ships[0]].setting
    if not isinstance(setting, int) or setting == now or least <= setting <= most:
        return None
    limit = min(maximum_setting(state, state.ships[key]) for key in unit.ships)
    if setting > limit:
        return say.TOO_FAST, {"most": limit}
    if least == most == now:
        return say.SETTING_FROZEN
    return (say.UP_TOO_FAST, {"most": most}) if setting > most else (say.DOWN_TOO_FAST, {"least": least})
