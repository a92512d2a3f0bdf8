"""What a seat may imagine: worlds that it cannot tell from the true one (NA-CON-08).

The enemy's hidden units are drawn anew among those that could have moved as their markers did, with a course and a
setting by which they could. Torpedoes that the seat has not seen are back in their tubes or run on another aim. Nothing
that is drawn follows from what is true.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from flagplot.engine.errors import RulesError
from flagplot.games.night_action import tables as t
from flagplot.games.night_action.geometry import CM, DIRECTIONS
from flagplot.games.night_action.model.columns import place_on, straight_track
from flagplot.games.night_action.model.courses import Build, Course, courses
from flagplot.games.night_action.model.fleet import distance_at, is_heading_seen, maximum_setting, scenario_of
from flagplot.games.night_action.model.guesses import guess_fleet, guess_muster
from flagplot.games.night_action.model.torpedoes import (
    advanced,
    capacity,
    launched_track,
    salvos_of,
    spread_of,
    tube_arc,
)
from flagplot.games.night_action.scenarios import SIDE_LETTER, Side
from flagplot.games.night_action.ships import ALLIED, KINDS, tubes
from flagplot.games.night_action.state import AFLOAT, COMING, Salvo, Ship, State, Unit

HISTORY_PART = 6  # figures of a turn in the history of a ship
LAUNCHED = 0.3  # how likely it is that a ship which could launch has done so unseen
AFTER_LAUNCHES = ("attacks", "strike", "contacts", "end")  # phases in which both sides have launched
AFTER_TRACKS = ("launch_first", "launch_second", *AFTER_LAUNCHES)  # phases in which tracks have run on


def sample(state: State, seat: str, rng: Random) -> State:
    """A full state that agrees with what a seat knows, drawn from that alone; RulesError where there is none."""
    enemy: Side = "axis" if seat == ALLIED else "allied"
    if state.phase in ("muster", "deploy"):
        guess_muster(state, enemy, rng)
        return state
    if state.musters:
        guess_fleet(state, enemy, rng)
    else:
        _deal_again(state, enemy, rng)
    _steer_again(state, enemy, rng)
    _guess_arrivals(state, enemy, rng)
    _guess_torpedoes(state, enemy, rng)
    return state


# Hidden units


def build_of(state: State, unit: Unit) -> Build:
    """What sets the moves of a unit."""
    ships = [state.ships[key] for key in unit.ships]
    how = KINDS[ships[0].type].handling
    distances = tuple(min(distance_at(ship, setting) for ship in ships) for setting in range(t.FULL + 1))
    stretch = max(t.STRETCH[KINDS[ship.type].handling] * (2 if ship.slow_gear else 1) for ship in ships)
    limit = min(t.MOST_STEPS[KINDS[ship.type].handling] for ship in ships)
    most = min(maximum_setting(state, ship) for ship in ships)
    return Build(distances, stretch, limit, how, most, unit.behind[-1])


def start_of(unit: Unit, build: Build, sighted: Sequence[int], as_seen: Sequence[int]) -> Course:
    """How a unit would have lain when a marker was put down that nobody had seen before."""
    heading, setting, _, _ = as_seen
    trail = straight_track(sighted[0], sighted[1], heading, build.behind)
    return Course(heading, min(setting, build.most), build.stretch, False, trail)


def courses_of(state: State, unit: Unit) -> tuple[Course, ...]:
    """The ways in which a unit can lie under its own marker."""
    build = build_of(state, unit)
    heading, setting, carried, raised = unit.as_seen
    start = Course(heading, setting, min(carried, build.stretch), bool(raised), unit.trail_seen)
    found = courses(build, start, unit.sighted)
    if not found:  # it was slower or stiffer then than it is now
        sound = build._replace(most=t.FULL, stretch=t.STRETCH[build.handling])
        found = courses(sound, start, unit.sighted)
    return found


def lie_on(state: State, unit: Unit, course: Course) -> None:
    """Lay a unit under its marker as a course has it."""
    x, y = unit.sighted[-2], unit.sighted[-1]
    unit.trail = course.trail
    for key, behind in zip(unit.ships, unit.behind, strict=True):
        ship = state.ships[key]
        ship.x, ship.y, ship.heading = (x, y, course.heading) if not behind else place_on(course.trail, behind)
        ship.setting, ship.carried, ship.raised = course.setting, course.carried, course.raised
        ship.moved, ship.turned, ship.path = course.moved, course.turned, ()


def _deal_again(state: State, enemy: str, rng: Random) -> None:
    """Units of a pool that were never seen change places, each where it could be."""
    pools = dict.fromkeys(
        unit.pool for unit in state.units.values() if unit.side == enemy and unit.marker and unit.pool
    )
    for pool in pools:
        keys = [key for key, unit in state.units.items() if unit.side == enemy and unit.marker and unit.pool == pool]
        markers = sorted([(unit.marker, unit.sighted, unit.as_seen) for unit in map(state.units.__getitem__, keys)])
        fits = [_fits(state, state.units[key], markers) for key in keys]
        dealt = _deals(fits, [])
        if not dealt:
            raise RulesError("No unit of a pool can have moved as its markers did.")
        for key, place in zip(keys, rng.choice(dealt), strict=True):
            unit = state.units[key]
            unit.marker, unit.sighted, unit.as_seen = markers[place]
            start = start_of(unit, build_of(state, unit), unit.sighted, unit.as_seen)
            unit.as_seen = (start.heading, start.setting, start.carried, 0)
            unit.trail_seen = start.trail
            for one in unit.ships:
                state.ships[one].marker = unit.marker


def _fits(state: State, unit: Unit, markers: Sequence[tuple[int, tuple[int, ...], tuple[int, ...]]]) -> list[int]:
    """The markers, by their places in the list, under which a unit can be."""
    build = build_of(state, unit)
    return [
        place
        for place, (_, sighted, as_seen) in enumerate(markers)
        if courses(build, start_of(unit, build, sighted, as_seen), sighted)
    ]


def _deals(fits: list[list[int]], so_far: list[int]) -> list[list[int]]:
    """All ways to give each unit a marker of its own."""
    if len(so_far) == len(fits):
        return [so_far]
    return [deal for place in fits[len(so_far)] if place not in so_far for deal in _deals(fits, [*so_far, place])]


def _steer_again(state: State, enemy: str, rng: Random) -> None:
    """Every hidden unit lies as it could, whatever its true course and setting are."""
    for unit in state.units.values():
        if unit.side == enemy and unit.marker:
            found: Sequence[Course] = courses_of(state, unit)
            if is_heading_seen(state, unit):
                heading = state.ships[unit.ships[0]].heading
                found = [course for course in found if course.heading == heading]
            if not found:
                raise RulesError("A unit cannot have moved as its marker did.")
            lie_on(state, unit, rng.choice(found))


def _guess_arrivals(state: State, enemy: str, rng: Random) -> None:
    """Units whose turn was thrown for come in any turn in which they still can."""
    plans = {(plan.x * CM, plan.y * CM): plan for plan in scenario_of(state).unit if plan.enter_dice}
    earliest = state.turn if state.phase in ("set_up", "initiative") else state.turn + 1
    for key, unit in state.units.items():
        leader = state.ships[key]
        plan = plans.get((leader.x, leader.y))
        if unit.side != enemy or leader.status != COMING or plan is None:
            continue
        turns = [plan.enter + die for die in range(1, 7) if plan.enter + die >= earliest]
        arrives = rng.choice(turns) if turns else earliest
        for one in unit.ships:
            state.ships[one].arrives = arrives


# Torpedoes


def _guess_torpedoes(state: State, enemy: str, rng: Random) -> None:
    """What the enemy has launched unseen is drawn anew: back in the tubes, or on another aim."""
    state.salvos = [salvo for salvo in state.salvos if salvo.side != enemy or salvo.is_seen]
    seen = [salvo for salvo in state.salvos if salvo.side == enemy]
    for number, salvo in enumerate(seen, 1):
        salvo.id = f"{SIDE_LETTER[enemy]}t{number}"
    state.launched[enemy] = len(seen)
    for ship in state.ships.values():
        if ship.side == enemy and ship.torpedoes and not ship.is_dummy:
            _load(ship)
            if ship.status == AFLOAT and ship.history and rng.random() < LAUNCHED:
                _launch_unseen(state, ship, rng)


def _load(ship: Ship) -> None:
    """Tubes hold what the enemy has not seen go, as far as there is room; the rest are reloads."""
    left = max(0, capacity(ship) - ship.spent)
    ship.reloads = max(0, min(KINDS[ship.type].reloads, left))
    ship.reloading = 0
    left -= ship.reloads
    for group, text in enumerate(ship.torpedoes):
        ship.loaded[group] = min(left, tubes(text).number)
        left -= ship.loaded[group]


def _launch_unseen(state: State, ship: Ship, rng: Random) -> None:
    """A ship has launched in one of the last turns, at an aim that was legal then."""
    turns = _turns_of_launch(state, ship)
    groups = [group for group, loaded in enumerate(ship.loaded) if loaded and ship.tubes_silent[group] < t.OUT]
    if not turns or not groups:
        return
    turn, x, y, heading = rng.choice(turns)
    group = rng.choice(groups)
    fitted = tubes(ship.torpedoes[group])
    number, spread = rng.choice(salvos_of(ship.loaded[group]))
    ship.loaded[group] -= number
    run = state.turn - turn - (state.phase not in AFTER_TRACKS)
    if run > t.TRACKS[fitted.size]:
        return
    aim = rng.choice(tube_arc(fitted.arcs, heading))
    tracks = [launched_track(x, y, (aim + off) % DIRECTIONS) for off in spread_of(number, spread)]
    width, height = (side * CM for side in scenario_of(state).table)
    for _ in range(run):
        tracks = [advanced(one) for one in tracks if 0 <= one.x <= width and 0 <= one.y <= height]
    if tracks:
        state.launched[ship.side] += 1
        state.salvos.append(
            Salvo(
                id=f"{SIDE_LETTER[ship.side]}t{state.launched[ship.side]}",
                side=ship.side,
                by=ship.id,
                size=fitted.size,
                nation=ship.nation,
                turn=turn,
                run=run,
                tracks=tracks,
            )
        )


def _turns_of_launch(state: State, ship: Ship) -> list[tuple[int, int, int, int]]:
    """The turns in which a ship may have launched, with its place and heading then (NA-TOR-07)."""
    is_boat = KINDS[ship.type].class_ == 1
    found = []
    for i in range(0, len(ship.history), HISTORY_PART):
        turn, x, y, heading, setting, turned = ship.history[i : i + HISTORY_PART]
        too_rough = setting == t.FULL and state.sea >= t.CLASS_1_LAUNCH_SEA
        if is_boat and (turned > t.CLASS_1_LAUNCH_STEPS or too_rough):
            continue
        if turn == state.turn and not _has_launched(state, ship.side):
            continue
        found.append((turn, x, y, heading))
    return found


def _has_launched(state: State, side: str) -> bool:
    """Whether a side has had its launches of this turn."""
    return state.phase in AFTER_LAUNCHES or (state.phase == "launch_second" and side == state.winner)
