"""How an option looks, in words."""

from __future__ import annotations

from flagplot.engine import About, Ask, Option, Roll
from flagplot.engine.view import Description
from flagplot.games.night_action import words as say
from flagplot.games.night_action.geometry import degrees_of
from flagplot.games.night_action.ships import KINDS
from flagplot.games.night_action.state import State
from flagplot.games.night_action.view.names import NAMES, in_words, name_in

SETTINGS = ("stop", "¼", "½", "¾", "full")


def subjects(about: About) -> tuple[str, ...]:
    """The ship, unit or aircraft that a question is about."""
    return tuple(about[key] for key in ("ship", "unit", "aircraft", "marker") if key in about)


def _name(state: State, key: str) -> str:
    return name_in(state, key) or NAMES.get(key, key)


def describe(state: State, ask: Ask | Roll, about: About, option: Option) -> Description:
    """Label and pieces of an option."""
    if isinstance(ask, Roll):
        return Description(str(option))
    if isinstance(option, tuple):
        return _of_tuple(state, ask, option)
    if ask in (say.HELM, say.CONVOY_HELM, say.CONVOY_THREATENED, say.HELM_AT, say.CONTACT, say.CONTACT_AT):
        return Description(option if option in (say.DIVE, say.SURFACE) else in_words(option))
    if isinstance(option, str) and (option in state.ships or option in NAMES):
        return Description(_name(state, option), pieces=(option,))
    return Description(str(option))


def _of_tuple(state: State, ask: Ask, option: Option) -> Description:
    first, second = option[0], option[1]
    if ask is say.MUSTER:
        return Description(f"{second} x {KINDS[first].name}, {KINDS[first].points * second} points")
    if ask is say.DEPLOY:
        return Description(f"{first} cm east, {second} cm south")
    if ask is say.SALVO_OF:
        return Description("one torpedo" if first == 1 else f"{first} torpedoes, {second}° apart")
    if ask is say.AIM:
        at = f"bearing {degrees_of(second):g}°" if isinstance(second, int) else _name(state, second)
        return Description(f"tubes {first + 1}: {at}", pieces=() if isinstance(second, int) else (second,))
    if first == say.SPEED:
        return Description(f"setting {SETTINGS[second]}")
    if first == say.TOGETHER:
        return Description(f"together {in_words(second)}")
    if ask is say.AIR:
        return Description(f"{_name(state, first)}, from point {second + 1}", pieces=(first,))
    if ask is say.REACTION:
        return Description(f"{_name(state, first)}, {second} the move", pieces=(first,))
    where = f", {option[2]} it" if len(option) > 2 else ""
    return Description(f"{first}: {_name(state, second)}{where}", pieces=(second,))
