"""Guns (NA-GUN): a ship of each side fires in turn, by batteries, mount by mount."""

from __future__ import annotations

from typing import Any

from flagplot.engine import Chart, Next, Table, go_to
from flagplot.engine.words import total
from flagplot.games.night_action import tables as t
from flagplot.games.night_action import words as say
from flagplot.games.night_action.geometry import sectors, square
from flagplot.games.night_action.model import guns as model
from flagplot.games.night_action.model.fleet import is_model, markers_of
from flagplot.games.night_action.model.sight import in_sight
from flagplot.games.night_action.rules.damage import lose_boxes
from flagplot.games.night_action.rules.illumination import illuminate, light_options
from flagplot.games.night_action.rules.special_effects import special_effects
from flagplot.games.night_action.ships import ENEMY, KINDS, MAIN, Mount, mounts
from flagplot.games.night_action.state import AFLOAT, Ship, Shot, State

LIGHTS = (say.STARSHELL, say.SEARCHLIGHT, say.ROCKET)  # with which options begin that light something up

# Who fires


def guns(table: Table[State], side: str, passed: str) -> Next:
    """A side picks a ship that fires, or passes and is done; then the other side (NA-GUN-01)."""
    state = table.state
    able = ships_able_to_fire(state, side)
    choice = table.choose(side, say.FIRE_WITH, (*able, say.PASS)) if able else say.PASS
    if choice == say.PASS:
        if able:
            table.tell(say.HOLDS_FIRE, side=side)
        return "bombardment" if passed else go_to("guns", ENEMY[side], side)
    table.tell(say.FIRES_NEXT, ship=choice)
    return go_to("fire", choice, passed, False)


def ships_able_to_fire(state: State, side: str) -> list[str]:
    """The ships of a side that have something to fire at or to light up, and were not picked yet."""
    firers, targets = model.firers_and_targets(state, side)
    if not targets and not markers_of(state, ENEMY[side]):
        return []
    able = []
    for ship in firers:
        ready = model.ready_mounts(state, ship)
        if (ready and model.bears_on_any(state, ship, ready, targets)) or light_options(state, ship, targets):
            able.append(ship.id)
    return able


def fire(table: Table[State], ship: str, passed: str, has_fired: bool) -> Next:
    """A ship fires a battery or lights something up, until it is done (NA-GUN-05)."""
    state = table.state
    firer = state.ships[ship]
    firer.fired |= model.HAS_DONE
    options = fire_options(state, firer) if firer.status == AFLOAT else []
    if has_fired:
        options.append(say.DONE)
    choice = table.choose(firer.side, say.FIRE_AT, options, ship=ship)
    if choice == say.DONE:
        return go_to("guns", firer.side if passed == ENEMY[firer.side] else ENEMY[firer.side], passed)
    if choice[0] in LIGHTS:
        illuminate(table, firer, choice)
    else:
        battery, target = choice
        fire_battery(table, firer, state.ships[target], bearing_mounts(state, firer, state.ships[target], battery))
    return go_to("fire", ship, passed, True)


def fire_options(state: State, ship: Ship) -> list[Any]:
    """What a ship can fire with at whom, and what it can light up."""
    ready = model.ready_mounts(state, ship)
    if not ready:
        return [*light_options(state, ship)]
    options: list[Any] = []
    targets = model.targets_of(state, ship.side)
    for target, bearing in model.borne_on(state, ship, ready, targets):
        for battery in model.batteries(ship, bearing):
            options.append((battery, target.id))
    options += light_options(state, ship, targets)
    return options


def bearing_mounts(state: State, ship: Ship, target: Ship, battery: str) -> list[tuple[int, Mount]]:
    """The mounts of a battery that bear on a target, in the order of the data sheet."""
    ready = model.ready_mounts(state, ship)
    return model.numbered(ship, model.of_battery(ship, model.bearing(state, ship, ready, target.x, target.y), battery))


# Fire and its effects


def fire_battery(
    table: Table[State],
    ship: Ship,
    target: Ship,
    firing: list[tuple[int, Mount]],
    place: tuple[int, int] | None = None,
) -> None:
    """Mounts fire one after the other; if the target sinks the rest hold fire (NA-GUN-05).

    The special effects of all their hits are thrown when the last of them has fired (NA-AMB-16).
    """
    state = table.state
    ship.fired_in = state.turn
    struck: list[tuple[str, int]] = []
    hits = boxes = 0
    modifiers: dict[tuple[int, bool], int] = {}
    for i, mount in firing:
        ship.fired |= 1 << i
        alike = mount.slow, mount.mm >= t.DIRECTOR_MM
        if alike not in modifiers:
            modifiers[alike] = total(model.gun_modifiers(state, ship, mount, target, place))
        scored, lost = shoot(table, ship.id, mount, target, modifiers[alike])
        if scored:
            hits, boxes = hits + scored, boxes + lost
            struck.append((mount.group, scored))
            if boxes >= target.hull:
                break
    hit(table, ship.id, target, struck, hits, boxes, sectors(ship.x - target.x, ship.y - target.y, target.heading))


def shoot(table: Table[State], by: str, mount: Mount, target: Ship, modifier: int) -> tuple[int, int]:
    """The dice of a mount: its hits, and the boxes that they cost (NA-GUN-03, NA-GUN-04)."""
    rows = table.volley(
        mount.dice, t.FIRE[modifier], say.FIRE, ship=by, weapon=mount.weapon, target=target.id, modifier=modifier
    )
    scored = rows.count(t.HIT)
    if again := rows.count(t.AGAIN):
        scored += table.volley(again, t.FIRE_AGAIN, say.FIRE_AGAIN, ship=by).count(t.HIT)
    return scored, hull_damage(table, mount.group, target, scored) if scored else 0


def hull_damage(table: Table[State], group: str, target: Ship, hits: int) -> int:
    """The boxes that hits of a group of guns cost, less armour (NA-GUN-04)."""
    kind = KINDS[target.type]
    chart: Chart[int] | None = t.HULL_DAMAGE[group, kind.class_, kind.armour]
    if chart is None:
        return 0
    if chart.dice == "1d6":
        return sum(table.volley(hits, chart, say.HULL_DAMAGE, target=target.id))
    return sum(table.consult(chart, say.HULL_DAMAGE, target=target.id) for _ in range(hits))


def hit(
    table: Table[State], by: str, target: Ship, struck: list[tuple[str, int]], hits: int, boxes: int, from_sectors: int
) -> None:
    """What fire at a target comes to: boxes first, then special effects (NA-GUN-04)."""
    state = table.state
    state.shots.append(Shot(by, target.id, hits))
    if not hits:
        table.tell(say.NO_HIT, ship=by, target=target.id)
        return
    table.tell(say.SALVO, ship=by, target=target.id, hits=hits, boxes=boxes)
    lose_boxes(table, target, boxes)
    table.mark()
    for group, count in struck:
        special_effects(table, target, group, count, from_sectors)


# Reaction fire


def reaction(table: Table[State], moved: list[Ship]) -> None:
    """One enemy ship may fire at a ship that has moved, at its place before or after the move (NA-INI-03)."""
    state = table.state
    for target in moved:
        if not is_model(target) or target.reacted_in == state.turn or not model.can_be_fired_at(target):
            continue
        options = reaction_options(state, target)
        if not options:
            continue
        side = ENEMY[target.side]
        choice = table.choose(side, say.REACTION, (*options, say.PASS), ship=target.id)
        if choice == say.PASS:
            table.tell(say.HOLDS_FIRE, side=side)
            continue
        target.reacted_in = state.turn
        firer = state.ships[choice[0]]
        place = place_of_reaction(target, choice[1])
        bearing = model.bearing(state, firer, model.ready_mounts(state, firer), *place)
        fire_battery(table, firer, target, model.numbered(firer, bearing), place)


def place_of_reaction(target: Ship, when: str) -> tuple[int, int]:
    """Where a ship is fired at: where its move began, or where it ended."""
    if when == say.BEFORE and target.path:
        return target.path[0], target.path[1]
    return target.x, target.y


def reaction_options(state: State, target: Ship) -> list[tuple[str, str]]:
    """Which enemy ships can fire at a ship that has moved, and when."""
    options = []
    for ship in state.ships.values():
        if ship.side == target.side or not model.may_fire(ship):
            continue
        ready = model.ready_mounts(state, ship)
        for when in (say.BEFORE, say.AFTER):
            if ready and model.bearing(state, ship, ready, *place_of_reaction(target, when)):
                options.append((ship.id, when))
    return options


# Why not


@say.FIRE_WITH.why_not
def fire_with_barred(state: State, about: Any, option: Any) -> say.Barred:
    ship = state.ships.get(option) if isinstance(option, str) else None
    if ship is None or ship.status != AFLOAT or ship.side != state.args[0]:
        return None
    if ship.marker:
        return say.UNDER_MARKER
    if ship.fired & model.HAS_DONE:
        return say.MOUNTS_SPENT
    return None if option in ships_able_to_fire(state, ship.side) else say.NOTHING_TO_FIRE_AT


@say.FIRE_AT.why_not
def fire_at_barred(state: State, about: Any, option: Any) -> say.Barred:
    if not isinstance(option, tuple) or len(option) != 2 or option[0] not in model.BATTERIES:
        return None
    ship, target = state.ships[about["ship"]], state.ships.get(option[1])
    if target is None or target.status != AFLOAT:
        return None
    if target.side == ship.side:
        return say.IS_FRIEND
    if target.marker:
        return None
    fitted = [mount for mount in mounts(ship.guns) if option[0] == "all" or mount.is_main == (option[0] == MAIN)]
    ready = model.numbered(ship, model.of_battery(ship, model.ready_mounts(state, ship), option[0]))
    apart = square(ship.x, ship.y, target.x, target.y)
    arcs = sectors(target.x - ship.x, target.y - ship.y, ship.heading)
    if not fitted:
        return say.NO_SUCH_MOUNT
    if not ready:
        return say.MOUNTS_SPENT
    if not any(apart <= mount.reach for _, mount in ready):
        return say.OUT_OF_RANGE
    if not any(mount.arcs & arcs and apart <= mount.reach for _, mount in ready):
        return say.OUT_OF_ARC
    return None if in_sight(state, ship.x, ship.y, target.x, target.y, apart) else say.NO_SIGHT
