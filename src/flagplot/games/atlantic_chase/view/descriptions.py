"""How the options of Atlantic Chase look, which of them a click means, and whom a question is about."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from flagplot.engine import About, Ask, Option, Roll
from flagplot.engine.view import Description
from flagplot.engine.words import total as added
from flagplot.games.atlantic_chase import tables as t
from flagplot.games.atlantic_chase import words as say
from flagplot.games.atlantic_chase.hexes import BOXES, HEX, HEXES, NEIGHBOURS, NO_HEX, PORTS, hex_name
from flagplot.games.atlantic_chase.judgement.chances import hitting
from flagplot.games.atlantic_chase.model.forces import find_ship
from flagplot.games.atlantic_chase.rules.attacks import expected_attack, helped_attack
from flagplot.games.atlantic_chase.rules.battle import the_battle
from flagplot.games.atlantic_chase.rules.gunnery import gun_modifiers, range_to, speed_modifier
from flagplot.games.atlantic_chase.rules.modifiers import modifiers_of, the_attack
from flagplot.games.atlantic_chase.rules.trajectories import trajectory_total
from flagplot.games.atlantic_chase.state import Attack, State
from flagplot.games.atlantic_chase.tables import SIDE_OF
from flagplot.games.atlantic_chase.view.names import BASES, NAMES, WORDS, ZONE_NAMES, name_in, ship_name
from flagplot.games.atlantic_chase.view.view import DICE, is_on_chart, zone_of

KEPT_BY_SHADOW = 3


def describe(state: State, ask: Ask | Roll, about: About, option: Option) -> Description:
    """How an option looks."""
    if isinstance(ask, Roll):
        return Description(_words(option))
    if ask.key in HELP:
        return HELP[ask.key](state, about, option)
    if ask.key in ASKS and not (isinstance(option, str) and option in WORDS):
        return ASKS[ask.key](state, about, option)
    return _thing(state, option)


def _words(option: Option) -> str:
    if isinstance(option, tuple):
        return " ".join(map(_words, option))
    return WORDS.get(option) or NAMES.get(option) or str(option) if isinstance(option, str) else str(option)


# Things that options name


def force_name(state: State, key: str) -> str:
    """How a task force, a group, a boat or an air base reads."""
    return f"Aircraft of {BASES[key]}" if key in BASES else name_in(state, key) or NAMES.get(key, key)


def touched(state: State, *keys: str) -> dict[str, Any]:
    """The lines, pieces and spaces by which task forces, boats and air bases are seen."""
    found: dict[str, tuple[str, ...]] = {}
    for key in keys:
        if force := state.forces.get(key):
            name, thing = ("lines", key) if is_on_chart(force) else ("trays", f"tray/{key}")
        elif key in state.stealth:
            name, thing = "pieces", key
        elif key in BASES:
            name, thing = "spaces", f"airbase/{key}"
        else:
            continue
        found[name] = (*found.get(name, ()), thing)
    return found


def _thing(state: State, option: Option) -> Description:
    """A word, a task force, a boat, or a ship."""
    if not isinstance(option, str):
        return Description(_words(option))
    if option in WORDS:
        return Description(WORDS[option])
    if option in SIDE_OF or option in state.stealth:
        return Description(force_name(state, option), **touched(state, option))
    return Description(NAMES.get(option, option), pieces=(option,))


def _hex(state: State, about: About, option: Option) -> Description:
    return _look_of_hex(option)


@functools.cache
def _look_of_hex(number: int) -> Description:
    return Description(hex_name(number), (HEXES[number],))


# Orders


def _order(state: State, about: About, option: Option) -> Description:
    return ORDERS[option[0]](state, *option[1:])


def _course_of(state: State, key: str) -> Description:
    length = len(state.forces[key].line)
    more = f", {length} so far" if length else ""
    return Description(f"{force_name(state, key)}: set a course{more}", **touched(state, key))


def _complete(state: State, key: str, port: str) -> Description:
    looks = touched(state, key)
    return Description(f"{force_name(state, key)}: complete at {PORTS[port].name}", spaces=(port,), **looks)


def _against(kind: str, verb: str) -> Callable[[State, str, str], Description]:
    def described(state: State, key: str, target: str) -> Description:
        attack = expected_attack(state, (kind, key, target))
        label = f"{force_name(state, key)}: {verb} {force_name(state, target)}, {reckoning(state, attack)}"
        return Description(label, **touched(state, key, target))

    return described


def reckoning(state: State, attack: Attack) -> str:
    """The Trajectory Total of an attack, and what is added to its roll, each with its source."""
    plus = [f"{modifier.label} {modifier.value:+}" for modifier in modifiers_of(state, attack)]
    return ", ".join([f"total {trajectory_total(state, attack)}", *plus])


def _coordinator(state: State, about: About, option: Option) -> Description:
    attack = helped_attack(state, about["side"], option)
    name = WORDS[say.NONE] if option == say.NONE else force_name(state, option)
    looks = {} if option == say.NONE else touched(state, option)
    return Description(f"{name}: {reckoning(state, attack)}", **looks)


def _signals(state: State, target: str, number: int) -> Description:
    label = f"Signals against {force_name(state, target)} in {hex_name(number)}"
    return Description(label, spaces=(HEXES[number],), **touched(state, target))


def _of_force(words: str) -> Callable[[State, str], Description]:
    def described(state: State, key: str) -> Description:
        name = f"{force_name(state, key)}: {words}" if key else words.capitalize()
        return Description(name, **touched(state, key))

    return described


def _shift(state: State, key: str, number: int = NO_HEX) -> Description:
    force = state.forces[key]
    name = force_name(state, key)
    if number != NO_HEX:
        return Description(f"{name}: leave port for {hex_name(number)}", spaces=(HEXES[number],), **touched(state, key))
    if force.box:
        return Description(f"{name}: leave {BOXES[force.box].name} for the sea", **touched(state, key))
    return Description(f"{name}: enter port", **touched(state, key))


def _refuel(state: State, key: str, number: int) -> Description:
    label = f"{force_name(state, key)}: meet the supply ship in {hex_name(number)}"
    return Description(label, pieces=(f"supply/{HEXES[number]}",), **touched(state, key))


def _decrypt(state: State, key: str, number: int) -> Description:
    label = f"Read a signal: Intel on {force_name(state, key)} in {hex_name(number)}"
    return Description(label, spaces=(HEXES[number],), **touched(state, key))


def _plain(words: str) -> Callable[[State], Description]:
    return lambda state: Description(words)


ORDERS: dict[str, Callable[..., Description]] = {
    say.TRAJECTORY: _course_of,
    say.COMPLETE: _complete,
    say.SEARCH: _against(say.SEARCH, "search for"),
    say.ENGAGE: _against(say.ENGAGE, "engage"),
    say.STRIKE: _against(say.STRIKE, "Air Strike at"),
    say.ATTACK: _against(say.ATTACK, "attack"),
    say.SIGNALS: _signals,
    say.RECON: _of_force("recon"),
    say.REORGANIZE: _plain("Reorganize"),
    say.PASS: _of_force("pass"),
    say.ALL_PASS: _plain("All Trajectories pass"),
    say.SHIFT: _shift,
    say.DISPERSE: _of_force("disperse"),
    say.REFUEL: _refuel,
    say.DEFY: _plain("Give up a point: heavy ships may come near the carrier"),
    say.DECRYPT: _decrypt,
}


# Other questions


def _course(state: State, about: About, option: Option) -> Description:
    """A hex beside an end of the course, and beside which, where it lies beside both."""
    end, number = option
    line = state.forces[about["force"]].line
    looks = _hex(state, about, number)
    if len(line) < 2 or not {line[0], line[-1]} <= set(NEIGHBOURS[SIDE_OF[about["force"]]][number]):
        return looks
    return Description(f"{looks.label} from {HEXES[line[0] if end == say.FIRST_END else line[-1]]}", looks.spaces)


def _lapse(state: State, about: About, option: Option) -> Description:
    """Which segments go at either end."""
    left, right, by_limit = option
    line = state.forces[about["force"]].line
    gone = [*line[:left], *line[len(line) - right :]]
    names = ", ".join(HEXES[number] for number in gone) or "Nothing"
    label = f"{names} {'goes' if len(gone) < 2 else 'go'}" + (", by the Intel Limit" if by_limit else "")
    return Description(label, **touched(state, about["force"]))


def _part(state: State, about: About, option: Option) -> Description:
    """The part of a Trajectory before or after a hole."""
    line = state.forces[about["target"]].line
    at = line.index(state.attack.hex) if state.attack and state.attack.hex in line else 0
    return _stretch(line[:at] if option == 0 else line[at + 1 :])


def _shadowed(state: State, about: About, option: Option) -> Description:
    line = state.forces[about["target"]].line
    return _stretch(line[option : option + KEPT_BY_SHADOW])


def _stretch(line: tuple[int, ...]) -> Description:
    names = [HEXES[number] for number in line]
    if not names:
        return Description("Nothing")
    return Description(names[0] if len(names) == 1 else f"{names[0]} to {names[-1]}", tuple(names))


def _support(state: State, about: About, option: Option) -> Description:
    if option == say.NONE:
        return Description(f"{WORDS[say.NONE]}: {reckoning(state, the_attack(state))}")
    source, launch = option
    sums = reckoning(state, helped_attack(state, about["side"], option))
    label = f"{force_name(state, source)} from {hex_name(launch)}: {sums}"
    looks = touched(state, source)
    return Description(label, **looks) if looks.get("spaces") else Description(label, (HEXES[launch],), **looks)


def _marker(state: State, about: About, option: Option) -> Description:
    key, number = option
    label = f"Intel on {force_name(state, key)} in {hex_name(number)}"
    return Description(label, (HEXES[number],), **touched(state, key))


def _slip(state: State, about: About, option: Option) -> Description:
    return _signals(state, option[1], option[2])


def _seize(state: State, about: About, option: Option) -> Description:
    return Description(f"{force_name(state, option[1])} takes Evasive Maneuvers", **touched(state, option[1]))


def _reorganize(state: State, about: About, option: Option) -> Description:
    what = option[0]
    if what == say.REINFORCE:
        names = ", ".join(map(ship_name, state.groups[option[1]].ships))
        label = f"Call up {force_name(state, option[1])}: {names}"
        return Description(label, trays=(f"group/{option[1]}",))
    if what == say.SPLIT:
        return Description(f"Split {force_name(state, option[1])}", **touched(state, option[1]))
    label = f"{force_name(state, option[2])} joins {force_name(state, option[1])}"
    return Description(label, **touched(state, option[1], option[2]))


def _gunfire(state: State, about: About, option: Option) -> Description:
    """A target with the range, the dice and what is added to them, and the chance to hit her."""
    ship = find_ship(state, about["ship"])[1]
    band = range_to(the_battle(state), ship.id, option)
    modifiers = gun_modifiers(state, ship, option)
    plus = ", ".join(f"{modifier.label} {modifier.value:+}".replace("-", "−") for modifier in modifiers)
    label = f"{NAMES[option]}: {band}, {DICE[band]}, {plus}"
    chance = hitting(t.GUNNERY[band], added(modifiers))
    return Description(label, pieces=(option,), text=f"hit {chance} %")


def _torpedoes(state: State, about: About, option: Option) -> Description:
    chance = hitting(t.TORPEDO, added(speed_modifier(state, option)))
    return Description(NAMES[option], pieces=(option,), text=f"hit {chance} %")


def _maneuver(state: State, about: About, option: Option) -> Description:
    if option[0] == say.DISPERSE:
        return Description(f"{NAMES.get(option[1], option[1])} disperses", pieces=(option[1],))
    ship, zone, smoke = option
    name = NAMES.get(ship, ship)
    fight = state.battle
    stays = fight is not None and fight.zones.get(ship) == zone
    side = next((one.kind.side for force in state.forces.values() for one in force.ships if one.id == ship), "")
    label = f"{name} {'stays in' if stays else 'to'} {ZONE_NAMES[zone]}{', making smoke' if smoke else ''}"
    return Description(label, pieces=(ship,), sections=(zone_of(side, zone),))


def _cover(state: State, about: About, option: Option) -> Description:
    if not option:
        return Description("Nobody else")
    return Description(" and ".join(NAMES.get(one, one) for one in option), pieces=tuple(option))


# What shows the sums of an attack with each option, none included
HELP: dict[str, Callable[[State, About, Any], Description]] = {
    say.COORDINATE.key: _coordinator,
    say.AIR_SUPPORT.key: _support,
}

ASKS: dict[str, Callable[[State, About, Any], Description]] = {
    say.ORDER.key: _order,
    say.COURSE.key: _course,
    say.SEARCH_AT.key: _hex,
    say.STRIKE_AT.key: _hex,
    say.LAUNCH_FROM.key: _hex,
    say.STATION_AT.key: _hex,
    say.RECON_TO.key: _hex,
    say.LAPSE.key: _lapse,
    say.HOLE.key: _part,
    say.SHADOW.key: _shadowed,
    say.GENSOUL_AT.key: _marker,
    say.SLIP.key: _slip,
    say.SEIZE.key: _seize,
    say.REORGANIZING.key: _reorganize,
    say.FIRE_AT.key: _gunfire,
    say.TORPEDO_AT.key: _torpedoes,
    say.MANEUVER.key: _maneuver,
    say.COVER.key: _cover,
}

HEX_ASKS = {say.SEARCH_AT.key, say.STRIKE_AT.key, say.LAUNCH_FROM.key, say.STATION_AT.key, say.RECON_TO.key}


def pointed_at(ask: Ask, target: str) -> Option:
    """What the id of something on the board means as an answer."""
    plain = target.removeprefix("tray/").removeprefix("group/").removeprefix("airbase/").removeprefix("box/")
    if ask is say.COURSE and plain in HEX:
        return (say.LAST_END, HEX[plain])
    if ask.key in HEX_ASKS and plain in HEX:
        return HEX[plain]
    if ask is say.ORDER and plain in SIDE_OF:
        return (say.TRAJECTORY, plain)
    return plain


def subjects(about: About) -> tuple[str, ...]:
    """The task forces, boats and ships that a question is about."""
    found = [about[name] for name in ("ship", "force", "active", "target") if name in about]
    keys = [f"airbase/{key}" if key in BASES else key for key in found if isinstance(key, str)]
    return tuple(dict.fromkeys(keys))
