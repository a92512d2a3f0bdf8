"""Twin worlds: the same game with other choices behind its backs, so that a seat has seen the same in both.

They are made by playing a part of the history again, without any help of the game's own sampler: units that lay in one
place, and that nobody has named to the seat since, exchange the orders that they got from then on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

import flagplot
from flagplot import players
from flagplot.engine.errors import FlagplotError
from flagplot.engine.match import Match
from flagplot.games.sea_control.state import State as SeaControl
from flagplot.games.sea_control.tables import AREAS, ARRIVALS, PORTS, UNITS

EVERY = 5  # decisions between two moments at which twins can part
NEAR = 30  # moments before now that are looked at
TRIES = 4  # to find a twin; most that fail have named a unit that should have stayed hidden


class Moment(NamedTuple):
    """A moment of a game to which a twin can go back."""

    choices: int
    save: bytes
    state: Any
    log_lengths: dict[str, int]  # of each seat


class Hidden(NamedTuple):
    """What a game hides: where its hidden units are, and which of them could have got each other's orders."""

    places: Callable[[Any, str], dict[str, str]]  # the units that the other side hides from a seat, with their places
    alike: Callable[[Any, str], Any]  # units in one place for which this is the same can do the same


def _hidden_blocks(state: SeaControl, seat: str) -> dict[str, str]:
    return {
        unit: place
        for place in (*AREAS, *PORTS, ARRIVALS)
        for unit in state.at[place]
        if UNITS[unit].side != seat and UNITS[unit].is_surface
    }


def _passport(state: SeaControl, unit: str) -> Any:
    return UNITS[unit].nation, UNITS[unit].kind == "convoy", UNITS[unit].sp, state.sp[unit]


HIDDEN = {"sea-control": Hidden(_hidden_blocks, _passport)}


def hides_something(slug: str) -> bool:
    """Whether opponents sit at a game."""
    game = flagplot.game(slug)
    return len(game.sides_of(game.seat_ids())) > 1


def played(slug: str, player: str, seed: int) -> Iterator[tuple[Match[Any], list[Moment]]]:
    """A game between computer players at each of its decisions, with the moments before."""
    match = flagplot.new(slug, seed=seed)
    policies = players.seated(match, dict.fromkeys(match.seats, player), str(seed))
    moments: list[Moment] = []
    while match.decision:
        if len(match.record.choices) % EVERY == 0:
            state = match.game.copy(match.state)
            lengths = {seat: match.log_length(seat) for seat in match.seats}
            moments.append(Moment(len(match.record.choices), match.save(), state, lengths))
        yield match, moments
        match.choose(players.answer(match, policies))


def twin_of(match: Match[Any], seat: str, moments: list[Moment], rng: Random) -> Match[Any] | None:
    """A twin of a match for a seat, in which hidden units have other places; None when none was found."""
    hidden = HIDDEN[match.game.slug]
    now = hidden.places(match.state, seat)
    near = moments[-NEAR:]
    tries = 0
    for moment in rng.sample(near, len(near)):
        named = {
            name for entry in match.log(seat, moment.log_lengths[seat]) for name in _words([*entry.about.values()])
        }
        exchange = _exchange(hidden, moment.state, seat, named, rng)
        if all(now.get(unit) == now.get(other) for unit, other in exchange.items()):
            continue  # they still lie together
        twin = _with_other_orders(flagplot.load(moment.save), match.record.choices[moment.choices :], exchange)
        if twin and _same_to(seat, match, twin) and hidden.places(twin.state, seat) != now:
            return twin
        tries += 1
        if tries == TRIES:
            break
    return None


def _exchange(hidden: Hidden, state: Any, seat: str, named: set[str], rng: Random) -> dict[str, str]:
    """Some units that are alike and lie in one place, in another order."""
    groups: dict[Any, list[str]] = {}
    for unit, place in hidden.places(state, seat).items():
        if unit not in named:
            groups.setdefault((place, hidden.alike(state, unit)), []).append(unit)
    exchange: dict[str, str] = {}
    for units in groups.values():
        exchange |= zip(units, rng.sample(units, len(units)), strict=True)
    return exchange


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from _words([*value, *value.values()])
    elif isinstance(value, (tuple, list)):
        for item in value:
            yield from _words(item)


def _with_other_orders(match: Match[Any], choices: list[Any], exchange: dict[str, str]) -> Match[Any] | None:
    try:
        for choice in choices:
            match.choose(_exchanged(choice, exchange))
    except FlagplotError:
        return None  # the orders of one could not be given to the other
    return match


def _exchanged(choice: Any, exchange: dict[str, str]) -> Any:
    if isinstance(choice, tuple):
        return tuple(_exchanged(part, exchange) for part in choice)
    return exchange.get(choice, choice)


def _same_to(seat: str, match: Match[Any], twin: Match[Any]) -> bool:
    def asked(one: Match[Any]) -> Any:
        return one.decision if one.decision and one.decision.seat == seat else one.decision and one.decision.seat

    if asked(match) != asked(twin) or match.view(seat) != twin.view(seat):
        return False
    return match.log(seat) == twin.log(seat)
