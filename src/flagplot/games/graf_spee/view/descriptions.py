"""How an option of The Cruise of the Graf Spee looks, and what a click means."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from flagplot.common.links import way
from flagplot.engine import About, Ask, Option, Roll
from flagplot.engine.view import Description
from flagplot.games.graf_spee import incident_words as chart
from flagplot.games.graf_spee import tables as t
from flagplot.games.graf_spee import words as say
from flagplot.games.graf_spee.model.fleet import level, terrain
from flagplot.games.graf_spee.model.routes import reach
from flagplot.games.graf_spee.rules.gunnery import firing_solution
from flagplot.games.graf_spee.rules.outfitting import SOUND, damaged_departments, repair_dice
from flagplot.games.graf_spee.spaces import SPACES
from flagplot.games.graf_spee.state import State
from flagplot.games.graf_spee.view.names import CARGO_EFFECTS, INCIDENT_NAMES, NAMES


def subjects(about: About) -> tuple[str, ...]:
    """The ships that a question is about."""
    if "allied" in about and isinstance(about["allied"], str):
        return (about["allied"],)
    if "ships" in about:
        return tuple(about["ships"])
    return (about["ship"],) if about.get("ship") in t.GERMAN_SHIPS else ()


def pointed_at(ask: Ask, target: str) -> Option:
    """The option that a space or a piece means."""
    if ask is say.LAUNCH_TORPEDOES and target in t.ALLIED_SHIPS:
        return (say.LAUNCH, target)
    if ask is say.AIM and target in t.ALLIED_SHIPS:
        return (say.FIRE, target)
    return target


def describe(state: State, ask: Ask | Roll, about: About, option: Option) -> Description:
    """Label, spaces and pieces of an option; of one that is named before it is asked for, only what is always so."""
    if isinstance(ask, Roll):
        return Description(INCIDENT_NAMES.get(option) or str(NAMES.get(option, option)))
    if ask in (say.FIT_OUT, say.NEW_CARGO) and option in CARGO_EFFECTS:
        name, effect = CARGO_EFFECTS[option]
        return Description(f"{name}: {effect}")
    if ask in (say.ASSIGN_FIRE, say.SAIL_TOGETHER) and option in t.GERMAN_SHIPS:
        return Description(f"the {NAMES[option]}", pieces=(option,))
    if ask in (chart.LOSE_CARGO, chart.LOSE_CARGO_TO_STORM):
        ship, cargo = option
        return Description(f"{NAMES[cargo]} of the {NAMES[ship]}", pieces=(ship,))
    if ask is say.MOVE_AUXILIARY and option != say.STAY:
        number = state.auxiliaries.index(option) + 1
        return Description(f"move the one at {NAMES[option]}", (option,), (f"auxiliary{number}",))
    if about and ask in IN_CIRCUMSTANCES:
        return IN_CIRCUMSTANCES[ask](state, ask, about, option)
    return plain(ask, option)


def plain(ask: Ask, option: Option) -> Description:
    """An option by its name alone."""
    if ask is say.HULL_SPACE:
        return Description(f"hull space {option}")
    spaces = (option,) if option in SPACES else ()
    return Description(str(NAMES.get(option, option)), spaces)


def hull_space(state: State, ask: Ask, about: About, option: int) -> Description:
    """A hull space with what is in it."""
    cargo = state.ships[about["ship"]].cargo[option]
    return Description(f"hull space {option}: {NAMES[cargo] if cargo else 'empty'}")


def new_cargo(state: State, ask: Ask, about: About, option: Option) -> Description:
    """What may come into a hull space."""
    if isinstance(option, tuple) and option[0] == say.EXCHANGE:
        return Description(exchange_label(state, about, option[1]))
    return plain(ask, option)


def action(state: State, ask: Ask, about: About, option: str) -> Description:
    """An action of the outfitting phase; repairs with their dice, and what they can mend."""
    if option == say.REPAIR:
        ship = state.ships[about["ship"]]
        dice = repair_dice(state, ship, terrain(state, ship.space))
        sound = SOUND[ship.id]
        below = [f"{NAMES[part]} {level(ship, part)} of {getattr(sound, part)}" for part in damaged_departments(ship)]
        return Description(f"repair ({dice} {'die' if dice == 1 else 'dice'}): {', '.join(below)}")
    return plain(ask, option)


def break_off(state: State, ask: Ask, about: About, option: str) -> Description:
    """Breaking off with the speeds that allow it (GS-BRK-01)."""
    if option != say.BREAK_OFF:
        return plain(ask, option)
    fastest = max(t.ALLIED_SHIPS[name].move for name in about["allied"])
    return Description(f"{NAMES[option]} (engines {state.ships[about['ship']].engines}, their speed {fastest})")


def ammo_share(state: State, ask: Ask, about: About, option: int) -> Description:
    return Description(f"{option} ammunition, {about['points'] - option} torpedoes")


def engine_share(state: State, ask: Ask, about: About, option: int) -> Description:
    return Description(f"engines -{option}, hull -{about['points'] - option}")


def base(state: State, ask: Ask, about: About, option: str) -> Description:
    return Description(f"stay at {NAMES[option]}" if option == about["space"] else NAMES[option], (option,))


def leg(state: State, ask: Ask, about: About, option: str) -> Description:
    """A leg of the way, with the spaces that it takes and what it costs."""
    start = about["space"]
    if option == start:
        return Description(f"stay at {NAMES[option]}", (option,))
    ways = reach(state, start, about["spaces"])
    spaces = (start, ways.turn, start) if option == say.OUT_AND_BACK else way(ways.before, option)
    steps = len(spaces) - 1
    of_the_day = ", ".join(speed(about["sailed"], about["sailed"] + steps)) if ask is say.SAIL else ""
    goal = f"out and back into {NAMES[start]}" if option == say.OUT_AND_BACK else NAMES[option]
    label = f"{goal}, {steps} space{'s' * (steps != 1)}"
    return Description(f"{label} ({of_the_day})" if of_the_day else label, spaces)


def speed(before: int, after: int) -> Iterator[str]:
    """How far a leg brings a ship in all today, and what the day's speed costs then (GS-MOV-01)."""
    if before:
        yield f"{after} today"
    if after == t.EMERGENCY:
        yield f"emergency speed, {t.EMERGENCY - t.CRUISE} oil"
    elif after == t.MAXIMUM:
        yield f"maximum speed, {t.MAXIMUM - t.CRUISE} oil"


def fire(state: State, ask: Ask, about: About, option: Option) -> Description:
    """A way to fire, with the dice of its solution and what it costs."""
    if not isinstance(option, tuple):
        return plain(ask, option)
    battle = state.battle
    assert battle is not None
    mode, target = option
    ship = state.ships[about["ship"]]
    dice = firing_solution(state, battle, ship, about["step"], mode, target)
    cost = ""
    if about["step"] in (t.PRIMARY, t.SECONDARY):
        cost = ", 2 ammunition" if mode == say.MAXIMUM_FIRE else ", 1 ammunition"
    how = "maximum fire at " if mode == say.MAXIMUM_FIRE else "torpedoes at " if about["step"] == t.TORPEDO else ""
    return Description(f"{how}{NAMES[target]} ({dice} dice{cost})", pieces=(target,))


def exchange_label(state: State, about: About, theirs: int) -> str:
    ship = state.ships[about["ship"]]
    other = next(one for one in state.ships.values() if one is not ship)
    ours, offered = ship.cargo[about["hull"]], other.cargo[theirs]
    if not offered:
        return f"give {NAMES[ours]} to the {NAMES[other.id]}, space {theirs}"
    if not ours:
        return f"take {NAMES[offered]} from the {NAMES[other.id]}"
    return f"trade {NAMES[ours]} for {NAMES[offered]} of the {NAMES[other.id]}"


# Options that look otherwise in the circumstances in which they are asked for
IN_CIRCUMSTANCES: dict[Ask, Callable[[State, Ask, About, Any], Description]] = {
    say.SAIL: leg,
    chart.LUCKY_MOVE: leg,
    say.AIM: fire,
    say.LAUNCH_TORPEDOES: fire,
    say.HULL_SPACE: hull_space,
    say.NEW_CARGO: new_cargo,
    say.OUTFIT: action,
    say.BREAK_OFF_OR_FIGHT: break_off,
    say.AMMO_SHARE: ammo_share,
    say.ENGINE_SHARE: engine_share,
    say.BASE_AT: base,
}
