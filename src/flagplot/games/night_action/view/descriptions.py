"""How an option of Night Action looks: its words, and where it would lead on the sea."""

from __future__ import annotations

import math
from collections.abc import Callable

from flagplot.engine import About, Ask, Option, Roll
from flagplot.engine.view import Description, Pose, Track
from flagplot.engine.words import total
from flagplot.games.night_action import programmes as prog
from flagplot.games.night_action import tables as t
from flagplot.games.night_action import words as say
from flagplot.games.night_action.geometry import CM, DIRECTIONS, degrees_of, direction_of, displacement, square
from flagplot.games.night_action.model import guns, helm
from flagplot.games.night_action.model.columns import extended, place_on
from flagplot.games.night_action.model.fleet import kind_of, unit_with_marker
from flagplot.games.night_action.ships import ALL, AXIS, GUNNERY, KINDS, LIGHT, MAIN, tubes
from flagplot.games.night_action.state import IN_COLUMN, State, Unit
from flagplot.games.night_action.view.names import NAMES, SPEEDS, name_in, programme_in_words
from flagplot.games.night_action.view.pieces import Sheet, sheet_of

HELMS = (say.HELM, say.CONVOY_HELM, say.CONVOY_THREATENED, say.HELM_AT, say.CONTACT, say.CONTACT_AT)
DIAL = "speed"
HIGHEST = 10  # score of a die
BATTERIES = {ALL: "all guns", MAIN: "main guns", LIGHT: "light guns"}
AIM_DRAWN = 40  # cm at which the ray of a direction has its ghost
# Answers that are always the same words
ANSWERS = {
    say.WE: "We move first",
    say.THEY: "They move first",
    say.NONE: "None",
    say.PASS: "Pass: no more fire in this turn",
    say.DONE: "Done",
    say.BACK: "Back: not with this ship",
    say.LEAVE: "Fly off",
    say.CLEAR: "Keep clear",
    say.RAM: "Ram her",
    say.DIVE: "Dive",
    say.SURFACE: "Surface",
    say.FIRES: "Fight a fire",
    say.FLOODS: "Stem a flood",
    say.RUDDER: "Free the rudder",
    say.ENGINE: "Repair the engines",
}


def subjects(about: About) -> tuple[str, ...]:
    """The ship, unit or aircraft that a question is about."""
    return tuple(about[key] for key in ("ship", "unit", "aircraft") if key in about)


def pointed_at(ask: Ask, target: str) -> Option:
    """What something on the chart would be as an answer: a ship to fire at, a cell of the dial."""
    dial, _, cell = target.partition("/")
    if dial == DIAL and cell.isdigit():
        return say.SPEED, int(cell)
    if ask is say.FIRE_AT:
        return ALL, target
    if ask is say.AIM:
        return 0, target
    return target


def describe(state: State, ask: Ask | Roll, about: About, option: Option) -> Description:
    """How an option looks."""
    if isinstance(ask, Roll):
        return Description(str(option))
    if ask in HELMS:
        return _helm(state, about, option)
    if isinstance(option, str) and option in ANSWERS:
        return Description(ANSWERS[option])
    looks = LOOKS.get(ask.key)
    return looks(state, about, option) if looks else _of_piece(state, option)


def name(state: State, key: str) -> str:
    """How an id reads."""
    return name_in(state, key) or NAMES.get(key, key)


def _of_piece(state: State, option: Option) -> Description:
    """A ship, a unit by its leader, or a contact."""
    return Description(name(state, option), pieces=(option,))


# Helm


def _kind_of_turn(code: str) -> str:
    """The heading under which a programme stands in the list."""
    if code == prog.STRAIGHT:
        return "Straight on"
    side = "port" if code[0] in "Pp" else "starboard"
    if code.endswith(prog.SIDESTEP):
        return f"Sidestep to {side}"
    return f"To {side}, {'at once' if code[0].isupper() else 'at the end'}"


def _helm(state: State, about: About, option: Option) -> Description:
    if "unit" not in about:  # an order that is given in advance
        return Description(programme_in_words(option))
    unit = state.units[about["unit"]]
    leader = state.ships[unit.ships[0]]
    if isinstance(option, str):
        if option in ANSWERS:
            return Description(ANSWERS[option], kind="Orders")
        return _programme(state, unit, option, about.get("setting", leader.setting), False)
    order, value = option
    if order == say.SPEED:
        far = helm.distance(state, unit, value) // CM
        return Description(f"Speed {SPEEDS[value]}, {far} cm", cells=((DIAL, value),), kind="Speed")
    if order == say.TOGETHER:
        return _programme(state, unit, value, leader.setting, True)
    return Description(f"{name(state, value)} goes alone", pieces=(value,), kind="Orders")


def _programme(state: State, unit: Unit, code: str, setting: int, together: bool) -> Description:
    """Where a programme leads: the way of the leader, and the poses of all ships of the unit."""
    run = helm.run_of(state, unit, code, setting)
    sheet = sheet_of(state.scenario)
    ships = helm.ships_of(state, unit)
    leader = ships[0]
    dx, dy = run.points[-1] if run.points else (0, 0)
    poses = [sheet.pose(leader.x + dx, leader.y + dy, run.heading, kind_of(leader).base)]
    if len(ships) > 1:
        poses += _followers(state, sheet, unit, run, setting, together)
    way = [sheet.spot(leader.x, leader.y)]
    way += [sheet.spot(leader.x + dx, leader.y + dy) for dx, dy in run.points]
    course = f"{degrees_of(run.heading):03.0f}°"
    words, kind = programme_in_words(code), _kind_of_turn(code)
    if together:
        words, kind = f"Together {words[0].lower()}{words[1:]}", "Turn together"
    return Description(f"{words}, {course}", poses=tuple(poses), way=tuple(way), kind=kind)


def _followers(state: State, sheet: Sheet, unit: Unit, run: prog.Run, setting: int, together: bool) -> list[Pose]:
    ships = helm.ships_of(state, unit)
    leader = ships[0]
    if unit.together == IN_COLUMN and not together:
        far = helm.distance(state, unit, setting)
        trail = extended(unit.trail, leader.x, leader.y, run.legs, unit.behind[-1] + far)
        places = [place_on(trail, behind) for behind in unit.behind[1:]]
    else:
        dx, dy = run.points[-1] if run.points else (0, 0)
        places = [(ship.x + dx, ship.y + dy, run.heading) for ship in ships[1:]]
    return [sheet.pose(x, y, heading, kind_of(leader).base) for x, y, heading in places]


@say.HELM.dial
@say.CONVOY_HELM.dial
@say.CONVOY_THREATENED.dial
@say.CONTACT.dial
def speeds(state: State, about: About) -> Track | None:
    """The five settings of a unit, with how far it goes at each (NA-MOV-01)."""
    unit = state.units[about["unit"]]
    leader = state.ships[unit.ships[0]]
    cells = [f"{'0' if n == 0 else SPEEDS[n]}\n{helm.distance(state, unit, n) // CM} cm" for n in range(t.FULL + 1)]
    return Track(DIAL, f"Speed of {leader.name}", tuple(cells), leader.setting)


# Guns, torpedoes, aircraft


def _unit(state: State, about: About, option: Option) -> Description:
    if not isinstance(option, tuple):
        return _of_piece(state, option)
    order, key = option
    words = {say.HOLD: "Hold back {}: it moves last", say.SMOKE: "{} moves and makes smoke"}[order]
    return Description(words.format(name(state, key)), pieces=(key,), kind="Orders")


def _turn_over(state: State, about: About, option: Option) -> Description:
    leader = state.units[unit_with_marker(state, option)]
    ships = ", ".join("the dummy" if state.ships[key].is_dummy else state.ships[key].name for key in leader.ships)
    return Description(f"Turn over contact {leader.marker}: {ships}", pieces=tuple(leader.ships))


def _fire_at(state: State, about: About, option: Option) -> Description:
    ship = state.ships[about["ship"]]
    what, key = option[0], option[1]
    target = state.ships.get(key) or state.ships[unit_with_marker(state, key)]
    far = math.isqrt(square(ship.x, ship.y, target.x, target.y)) / CM
    if what not in BATTERIES:
        where = f", {option[2]} it" if len(option) > 2 else ""
        return Description(f"{what.capitalize()}: {name(state, key)}{where}", pieces=(key,), kind="Light")
    ready = guns.of_battery(ship, guns.ready_mounts(state, ship), what)
    bearing = guns.numbered(ship, guns.bearing(state, ship, ready, target.x, target.y))
    dice = sum(mount.dice for _, mount in bearing)
    modifiers = max((guns.gun_modifiers(state, ship, mount, target) for _, mount in bearing), key=total, default=[])
    best = GUNNERY.to_hit - total(modifiers)
    score = f"{best}+" if best <= HIGHEST else f"10, then {GUNNERY.again}+"
    thrown = "1 die" if dice == 1 else f"{dice} dice"
    label = f"{target.name}, {BATTERIES[what]}, {far:.1f} cm: {thrown}, {score} to hit"
    counted = tuple(one for one in modifiers if one.value)
    return Description(label, pieces=(key,), text=f"{far:.1f} cm, {score}", modifiers=counted)


def _aim(state: State, about: About, option: Option) -> Description:
    ship = state.ships[about["ship"]]
    group, at = option
    fitted = tubes(ship.torpedoes[group])
    which = f"{fitted.size} tubes {fitted.arcs}" if len(ship.torpedoes) > 1 else "Tubes"
    if isinstance(at, str):
        return Description(f"{which}: at {name(state, at)}", pieces=(at,), kind="At a ship")
    sheet = sheet_of(state.scenario)
    dx, dy = displacement(at, AIM_DRAWN * CM)
    pose = sheet.pose(ship.x + dx, ship.y + dy, at, 0)
    way = (sheet.spot(ship.x, ship.y), sheet.spot(ship.x + dx, ship.y + dy))
    off = (at - ship.heading + DIRECTIONS // 2) % DIRECTIONS - DIRECTIONS // 2
    side = "ahead" if not off else f"{abs(degrees_of(off)):g}° to {'port' if off < 0 else 'starboard'}"
    return Description(f"{which}: {side}", poses=(pose,), way=way, kind="In a direction")


def _salvo(state: State, about: About, option: Option) -> Description:
    number, spread = option
    return Description("One torpedo" if number == 1 else f"{number} torpedoes, {spread}° apart")


def _air(state: State, about: About, option: Option) -> Description:
    if not isinstance(option, tuple):
        return _of_piece(state, option)
    target, point = option
    off = (t.RELEASE_POINTS[point] + DIRECTIONS // 2) % DIRECTIONS - DIRECTIONS // 2
    side = "port" if off < 0 else "starboard"
    return Description(f"{name(state, target)}, from {abs(degrees_of(off)):g}° to {side}", pieces=(target,))


def _reaction(state: State, about: About, option: Option) -> Description:
    key, when = option
    return Description(f"{name(state, key)} fires at her as she was {when} the move", pieces=(key,))


def _muster(state: State, about: About, option: Option) -> Description:
    if not isinstance(option, tuple):
        return Description(ANSWERS.get(option, str(option)))
    type_, number = option
    kind = KINDS[type_]
    return Description(f"{number} × {kind.name}, {kind.points * number} points", kind=f"Class {kind.class_}")


def _deploy(state: State, about: About, option: Option) -> Description:
    x, y = option
    heading = direction_of(270 if about.get("side") == AXIS else 90)
    pose = sheet_of(state.scenario).pose(x * CM, y * CM, heading, 0)
    return Description(f"{x} cm east, {y} cm south", poses=(pose,))


LOOKS: dict[str, Callable[[State, About, Option], Description]] = {
    say.UNIT.key: _unit,
    say.TURN_OVER.key: _turn_over,
    say.FIRE_AT.key: _fire_at,
    say.AIM.key: _aim,
    say.SALVO_OF.key: _salvo,
    say.AIR.key: _air,
    say.REACTION.key: _reaction,
    say.MUSTER.key: _muster,
    say.DEPLOY.key: _deploy,
}
