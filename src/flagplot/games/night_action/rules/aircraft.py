"""Aircraft (NA-AIR): targets in phase 2e, fire at them, bombs and strafing in phase 5, torpedoes in phase 6b."""

from __future__ import annotations

from typing import Any

from flagplot.engine import Modifier, Next, Table, go_to
from flagplot.engine.words import total
from flagplot.games.night_action import tables as t
from flagplot.games.night_action import words as say
from flagplot.games.night_action.geometry import ALL_ROUND, DIRECTIONS, direction_to, displacement, square
from flagplot.games.night_action.model import torpedoes as model
from flagplot.games.night_action.model.fleet import marker_id, markers_of, unit_with_marker
from flagplot.games.night_action.model.guns import may_fire, numbered, ready_mounts, strafing_modifiers, targets_of
from flagplot.games.night_action.rules.damage import lose_boxes
from flagplot.games.night_action.rules.guns import hit, shoot
from flagplot.games.night_action.rules.special_effects import special_effects
from flagplot.games.night_action.scenarios import SIDE_LETTER
from flagplot.games.night_action.ships import AIRCRAFT, DIRECTOR, ENEMY, KINDS, Mount, mount
from flagplot.games.night_action.state import AFLOAT, Aircraft, Light, Salvo, Ship, State

# Phase 2e


def aircraft(table: Table[State], number: int) -> Next:
    """Each aircraft that is due decides on its target (NA-AIR-01)."""
    state = table.state
    due = next((n for n in range(number, len(state.aircraft)) if is_due(state, state.aircraft[n])), -1)
    if due < 0:
        return "spotting"
    one = state.aircraft[due]
    choice = table.choose(one.side, say.AIR, air_options(state, one), aircraft=one.id)
    if choice == say.LEAVE:
        one.status = "gone"
        table.tell(say.AIRCRAFT_LEAVES, aircraft=one.id)
    else:
        _fly_to(table, one, choice)
    return go_to("aircraft", due + 1)


def is_due(state: State, one: Aircraft) -> bool:
    """Whether an aircraft comes in this turn, or is still over the sea with flares."""
    return (one.status == "coming" and one.turn <= state.turn) or one.status == "here"


def air_options(state: State, one: Aircraft) -> list[Any]:
    """What an aircraft can attack, with a torpedo from which point (NA-AIR-01)."""
    load = AIRCRAFT[one.type].load
    targets = [ship.id for ship in targets_of(state, one.side)]
    if load == "torpedo":
        return [(target, point) for target in targets for point in range(len(t.RELEASE_POINTS))] + [say.LEAVE]
    if load == "flares":
        enemy = ENEMY[one.side]
        targets += [marker_id(enemy, state.units[key].marker) for key in markers_of(state, enemy)]
    return [*targets, say.LEAVE]


def _fly_to(table: Table[State], one: Aircraft, choice: str | tuple[str, int]) -> None:
    state = table.state
    one.target, one.release = choice if isinstance(choice, tuple) else (choice, -1)
    over = state.ships[one.target if one.target in state.ships else unit_with_marker(state, one.target)]
    one.x, one.y = over.x, over.y
    if one.release >= 0:
        bearing = (over.heading + t.RELEASE_POINTS[one.release]) % DIRECTIONS
        dx, dy = displacement(bearing, t.RELEASE)
        one.x, one.y = over.x + dx, over.y + dy
    one.status = "here"
    one.passes += 1
    table.tell(say.AIRCRAFT_COMES, aircraft=one.id, target=one.target)
    if AIRCRAFT[one.type].load == "flares":
        state.lights.append(Light("flare", one.x, one.y, t.RADIUS["flare"], state.turn + t.BURNS["flare"]))
        table.tell(say.FLARE_DROPPED, aircraft=one.id)


# Phase 5


def air_attacks(table: Table[State]) -> Next:
    """Ships fire at aircraft; those that are neither shot down nor spoiled bomb and strafe (NA-AIR-02, NA-AIR-03)."""
    state = table.state
    for one in state.aircraft:
        if one.status == "here":
            air_defence(table, one)
    for one in state.aircraft:
        load = AIRCRAFT[one.type].load
        if one.status == "here" and not one.is_spoiled and load not in ("torpedo", "flares"):
            target = state.ships[one.target]
            if target.status == AFLOAT:
                (strafe if load == "cannon" else bomb)(table, one, target)
    return go_to("guns", state.winner, "")


def air_defence(table: Table[State], one: Aircraft) -> None:
    """Mounts in reach fire at an aircraft, the nearest first, until it is shot down or spoiled (NA-AMB-24)."""
    state = table.state
    for ship, number, fitted in defenders(state, one):
        ship.fired |= 1 << number
        ship.fired_in = state.turn
        modifier = total(defence_modifiers(ship, one))
        rows = table.volley(
            fitted.dice, t.DEFENCE[modifier], say.DEFENCE, ship=ship.id, weapon=fitted.weapon, aircraft=one.id
        )
        for effect in table.volley(rows.count(t.HIT), t.DEFENCE_EFFECT, say.DEFENCE_EFFECT, aircraft=one.id):
            if effect == t.DOWN_IN_SEA:
                one.status = "down"
            elif effect == t.SPOILED:
                one.is_spoiled = True
        if one.status == "down":
            table.tell(say.SHOT_DOWN, aircraft=one.id)
            return
        if one.is_spoiled:
            table.tell(say.SPOILED, aircraft=one.id)
            return


def defenders(state: State, one: Aircraft) -> list[tuple[Ship, int, Mount]]:
    """The mounts that can fire at an aircraft: in range of it, near its target; the nearest first (NA-AIR-02)."""
    target = state.ships.get(one.target)
    if target is None:
        return []
    found = []
    for ship in state.ships.values():
        if ship.side == one.side or not may_fire(ship):
            continue
        if square(ship.x, ship.y, target.x, target.y) > t.DEFENCE_WITHIN:
            continue
        apart = square(ship.x, ship.y, one.x, one.y)
        groups: tuple[str, ...] = t.DEFENCE_GROUPS
        if DIRECTOR in KINDS[ship.type].traits:
            groups = (*groups, *t.DEFENCE_WITH_DIRECTOR)
        for number, fitted in numbered(ship, ready_mounts(state, ship)):
            if fitted.group in groups and apart <= fitted.reach:
                found.append((apart, ship, number, fitted))
    found.sort(key=lambda entry: entry[0])
    return [(ship, number, fitted) for _, ship, number, fitted in found]


def defence_modifiers(ship: Ship, one: Aircraft) -> list[Modifier]:
    """What is added to fire at an aircraft (NA-AIR-02)."""
    far, fast, slow = t.DEFENCE_MODIFIERS
    found = [far] if square(ship.x, ship.y, one.x, one.y) > t.DEFENCE_FAR else []
    speed = AIRCRAFT[one.type].speed
    if speed > t.FAST_AIRCRAFT:
        found.append(fast)
    elif speed <= t.SLOW_AIRCRAFT:
        found.append(slow)
    return found


STRAFING = mount("a20x4:ALL")


def strafe(table: Table[State], one: Aircraft, target: Ship) -> None:
    """An aircraft strafes as a quadruple 20 mm (NA-AIR-03)."""
    modifier = total(strafing_modifiers(table.state, STRAFING, target))
    hits, boxes = shoot(table, one.id, STRAFING, target, modifier)
    hit(table, one.id, target, [(STRAFING.group, hits)] if hits else [], hits, boxes, ALL_ROUND)


def bomb(table: Table[State], one: Aircraft, target: Ship) -> None:
    """A bomb falls: boxes, and one special effect (NA-AIR-03)."""
    kind, class_ = AIRCRAFT[one.type], KINDS[target.type].class_
    modifiers = [t.BOMB_CLASS[class_]] if class_ in t.BOMB_CLASS else []
    if kind.dives:
        modifiers.append(t.BOMB_DIVE)
    if table.consult(t.BOMB_HIT, say.BOMB, modifiers, aircraft=one.id, target=target.id) == t.MISS:
        table.tell(say.BOMB_MISSES, aircraft=one.id, target=target.id)
        return
    table.tell(say.BOMB_HITS, aircraft=one.id, target=target.id)
    lose_boxes(table, target, table.roll(f"{t.BOMB_DICE[kind.load]}d6", say.BOMB_DAMAGE, target=target.id).sum)
    if target.status == AFLOAT:
        special_effects(table, target, t.BOMB, 1, ALL_ROUND)


# Phase 6b


def drop_torpedoes(table: Table[State], side: str) -> None:
    """Aircraft of a side drop their torpedoes along the solution, or straight at the target (NA-AIR-03, NA-AMB-29).

    Everybody sees them fall (NA-AMB-32).
    """
    state = table.state
    for one in state.aircraft:
        if one.side != side or one.status != "here" or one.is_spoiled or one.release < 0:
            continue
        one.release = -1
        target = state.ships[one.target]
        found = model.solution(one.x, one.y, target, t.TRACKS[t.AIR_TORPEDO])
        direction = found.direction if found else direction_to(target.x - one.x, target.y - one.y)
        factor = model.launch_factor(state, AIRCRAFT[one.type].class_, found is not None, 0, True)
        error = table.consult(t.LAUNCH_ERROR, say.LAUNCH_ERROR, ship=one.id) * factor
        state.sightings += 1
        state.salvos.append(
            Salvo(
                id=new_salvo(state, one.side),
                side=one.side,
                by=one.id,
                size=t.AIR_TORPEDO,
                nation=AIRCRAFT[one.type].nation,
                turn=state.turn,
                sighting=state.sightings,
                tracks=[model.launched_track(one.x, one.y, (direction + error) % DIRECTIONS)],
            )
        )


def new_salvo(state: State, side: str) -> str:
    """The id of a side's next salvo."""
    state.launched[side] = state.launched.get(side, 0) + 1
    return f"{SIDE_LETTER[side]}t{state.launched[side]}"


def fly_off(table: Table[State]) -> None:
    """In the end phase aircraft leave after one pass, with flares after three turns (NA-AIR-01)."""
    for one in table.state.aircraft:
        if one.status == "here" and (AIRCRAFT[one.type].load != "flares" or one.passes >= t.FLARE_TURNS):
            one.status = "gone"
            table.tell(say.AIRCRAFT_LEAVES, aircraft=one.id)
