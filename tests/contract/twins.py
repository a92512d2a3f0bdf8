"""Twin worlds: the same game with other choices behind its backs, so that a seat has seen the same in both.

They are made by playing a part of the history again, without any help of the game's own sampler. Units that lay in one
place exchange the orders that they got from then on, unless the seat was told of one of them by itself; and what can be
left out of an order without a trace is left out. That such a twin looks the same is what the rules promise, so it is
tested and not assumed: a twin in which the seat sees something else is handed back, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

import msgspec

import flagplot
from flagplot import players
from flagplot.engine.errors import FlagplotError
from flagplot.engine.log import LogEntry
from flagplot.engine.match import Match
from flagplot.engine.view import Piece
from flagplot.games.night_action.state import State as NightAction
from flagplot.games.sea_control.state import State as SeaControl
from flagplot.games.sea_control.tables import ALLIED, AREAS, ARRIVALS, PORTS, UNITS

EVERY = 5  # decisions between two moments at which twins can part
NEAR = 30  # moments before now that are looked at
TRIES = 4  # to find a twin; those that fail could not carry out each other's orders

# Phases in which task forces are closed; battles and control show what is in them
BEFORE_BATTLES = (
    "allied_movement", "axis_movement", "submarine_placement", "air_placement", "allied_repair", "axis_repair",
)  # fmt: skip


class Moment(NamedTuple):
    """A moment of a game to which a twin can go back."""

    choices: int
    save: bytes
    state: Any
    log_lengths: dict[str, int]  # of each seat


class Story(NamedTuple):
    """A match with the moments before, and the seat that made each choice."""

    match: Match[Any]
    moments: list[Moment]
    askers: list[str]


class Hidden(NamedTuple):
    """What a game hides: where its hidden units are, and which choices its seats cannot tell apart."""

    places: Callable[[Any, str], dict[str, str]]  # the units that the other side hides from a seat, with their places
    alike: Callable[[Any, str], Any]  # units in one place for which this is the same can exchange their orders
    fewer: Callable[[Any, Any, str, list[Any], Random], list[Any]] | None  # choices without what leaves no trace
    shown: Callable[[Any, str], Any]  # what the rules have shown to a seat of the units that are hidden otherwise
    midway: tuple[str, ...] = ()  # questions in the middle of an order, when somebody has been picked already
    options: Mapping[str, bool] = {}  # optional rules under which more is hidden; captains make no use of them
    redealt: Callable[[list[LogEntry], str, Random], list[LogEntry]] | None = None  # other draws that a seat cannot see
    stride: int = 53  # decisions from one pair of twins to the next
    least_looks: int = 10  # pairs of twins that can be compared in a game
    most: int = 10_000  # decisions after which nearly all has been found


def _hidden_blocks(state: SeaControl, seat: str) -> dict[str, str]:
    return {
        unit: place
        for place in (*AREAS, *PORTS, ARRIVALS)
        for unit in state.at[place]
        if UNITS[unit].side != seat and UNITS[unit].is_surface
    }


def _passport(state: SeaControl, unit: str) -> Any:
    forces = [name for name, force in state.task_forces.items() if unit in force.ships]
    return UNITS[unit].nation, UNITS[unit].kind == "convoy", forces


def _with_fewer_in_a_task_force(
    before: SeaControl, now: SeaControl, seat: str, choices: list[Any], rng: Random
) -> list[Any]:
    """The same orders, but one ship fewer sailed in a task force that is still closed (SC-AMB-35)."""
    forces = {name: force for name, force in now.task_forces.items() if force.ships and name not in before.task_forces}
    formed = [number for number, choice in enumerate(choices) if isinstance(choice, tuple) and choice[1] in forces]
    if seat == ALLIED or before.turn < now.turn or now.phase not in BEFORE_BATTLES or not formed:
        return choices
    number = rng.choice(formed)
    force = forces[choices[number][1]]
    if choices[number - 1] not in force.ships:
        return choices  # one that was picked before was left behind again
    is_alone = len(force.ships) == 1 and choices[number - 2] != force.origin
    instead = [force.origin] if is_alone else []  # an order for nobody begins with the port
    return [*choices[: number - 1], *instead, *choices[number:]]


def _shown_strengths(state: SeaControl, seat: str) -> dict[str, int]:
    """The strength with which enemy ships are, or were last, face up: a repair comes to light then (SC-AMB-38)."""
    face_up = state.at[state.battle.area] if state.battle else []
    strengths = {**state.shown, **{unit: state.sp[unit] for unit in face_up}}
    return {unit: strength for unit, strength in strengths.items() if UNITS[unit].side != seat}


def _hidden_units(state: NightAction, seat: str) -> dict[str, str]:
    """The units under contact markers, by their leaders, with the places of the markers."""
    return {
        key: f"{state.ships[key].x} {state.ships[key].y}"
        for key, unit in state.units.items()
        if unit.marker and unit.side != seat
    }


def _dealt_anew(log: list[LogEntry], seat: str, rng: Random) -> list[LogEntry]:
    """The same game with units of the enemy's pools under other markers (NA-CON-07)."""
    deals = [number for number, entry in enumerate(log) if entry.key == "deal" and seat not in (entry.to or ())]
    drawn = [log[number].about["drawn"] for number in deals]
    others = rng.sample(drawn, len(drawn))
    changed = log[:]
    for number, unit in zip(deals, others, strict=True):
        about = {**log[number].about, "drawn": unit}
        changed[number] = msgspec.structs.replace(log[number], about=about)
    return changed


HIDDEN = {
    "sea-control": Hidden(
        _hidden_blocks,
        _passport,
        _with_fewer_in_a_task_force,
        _shown_strengths,
        midway=("who_goes", "where_to"),
        options={"task_force": True},
    ),
    "night-action": Hidden(
        _hidden_units,
        lambda state, unit: unit,
        None,
        lambda state, seat: None,
        redealt=_dealt_anew,
        stride=4,
        least_looks=4,
        most=36,
    ),
}


def hides_something(slug: str) -> bool:
    """Whether opponents sit at a game and have secrets."""
    game = flagplot.game(slug)
    return len(game.sides_of(game.seat_ids())) > 1 and not game.is_open


def played(slug: str, player: str, seed: int, options: Mapping[str, bool] | None = None) -> Iterator[Story]:
    """A game between computer players at each of its decisions."""
    match = flagplot.new(slug, seed=seed, options=dict(options or {}))
    policies = players.seated(match, dict.fromkeys(match.seats, player), str(seed))
    story = Story(match, [], [])
    while match.decision and len(match.record.choices) <= HIDDEN[slug].most:
        last = story.moments[-1].choices if story.moments else -EVERY
        if len(match.record.choices) >= last + EVERY and match.decision.key not in HIDDEN[slug].midway:
            state = match.game.copy(match.state)
            lengths = {seat: match.log_length(seat) for seat in match.seats}
            story.moments.append(Moment(len(match.record.choices), match.save(), state, lengths))
        yield story
        story.askers.append(match.decision.seat)
        match.choose(players.answer(match, policies))


def twins_of(story: Story, seat: str, rng: Random) -> Iterator[tuple[Match[Any], Moment]]:
    """Twins of a match for a seat, each of which ought to look the same to it, with the moment when they parted."""
    match, hidden = story.match, HIDDEN[story.match.game.slug]
    if hidden.redealt:
        yield from _twins_by_dice(story, seat, hidden.redealt, rng)
        return
    near = story.moments[-NEAR:]
    tries = 0
    for moment in rng.sample(near, len(near)):
        choices = match.record.choices[moment.choices :]
        askers = story.askers[moment.choices :]
        exchange = _exchange(hidden, moment.state, seat, _tellings(story, seat, moment), rng)
        others = [_exchanged(choice, exchange) for choice in choices]
        if others == choices:
            continue  # nobody who exchanged places has got an order since
        twin = _played_on(flagplot.load(moment.save), others, askers)
        if twin and hidden.shown(twin.state, seat) == hidden.shown(match.state, seat):
            yield twin, moment
        tries += 1
        if tries == TRIES:
            break


def _twins_by_dice(
    story: Story, seat: str, redealt: Callable[[list[LogEntry], str, Random], list[LogEntry]], rng: Random
) -> Iterator[tuple[Match[Any], Moment]]:
    """Twins in which other things were drawn that the seat could not see, and all dice fell as they fell."""
    match = story.match
    for _ in range(TRIES):
        log = redealt(match.log(), seat, rng)
        script = [value for entry in log if entry.kind == "roll" for value in fallen(entry)]
        record = match.record
        twin = flagplot.new(
            match.game.slug,
            scenario=record.scenario,
            options=record.options,
            seed=record.seed,
            dice=flagplot.dice.scripted(*script),
        )
        try:
            for choice in record.choices:
                twin.choose(choice)
            twin.decision  # noqa: B018  dice may be missing before the next question
        except FlagplotError:
            continue  # what was drawn instead could not do the same
        # Another unit under a marker may do something else by the same orders; then it is found out.
        if twin.log(seat) == match.log(seat) and _backs(twin, seat) == _backs(match, seat):
            yield twin, story.moments[0]


def _backs(match: Match[Any], seat: str) -> list[Piece]:
    """The pieces of which a seat sees no more than that they are there."""
    return [piece for piece in match.view(seat).pieces if piece.hidden]


def fallen(entry: LogEntry) -> list[Any]:
    """What a script of dice says for a line of the log."""
    return [entry.about["drawn"]] if "drawn" in entry.about else list(entry.faces)


def twins_with_fewer(story: Story, seat: str, rng: Random) -> Iterator[tuple[Match[Any], Moment]]:
    """Twins in which something was left out of an order, with the moment when they parted."""
    match, fewer = story.match, HIDDEN[story.match.game.slug].fewer
    assert fewer
    for moment in story.moments[-NEAR:]:
        choices = match.record.choices[moment.choices :]
        others = fewer(moment.state, match.state, seat, choices, rng)
        if others != choices:
            twin = _played_on(flagplot.load(moment.save), others, story.askers[moment.choices :])
            if twin:
                yield twin, moment
                break


def twin_of(story: Story, seat: str, rng: Random) -> Match[Any] | None:
    """A twin of a match for a seat in which hidden units have other places; None when none was found."""
    hidden = HIDDEN[story.match.game.slug].places
    for twin, parted in twins_of(story, seat, rng):
        is_elsewhere = hidden(twin.state, seat) != hidden(story.match.state, seat)
        if is_elsewhere and looks_the_same(seat, story.match, twin, parted):
            return twin
    return None


def _tellings(story: Story, seat: str, moment: Moment) -> dict[str, list[int]]:
    """By which log entries and which choices of its own a seat was told of each unit since a moment.

    Whoever was always told of together came together and did the same: nothing says who of them came from where.
    """
    match = story.match
    told: list[Any] = [[*entry.about.values()] for entry in match.log(seat, moment.log_lengths[seat])]
    chosen = zip(match.record.choices[moment.choices :], story.askers[moment.choices :], strict=True)
    told += [choice for choice, asker in chosen if asker == seat]
    tellings: dict[str, list[int]] = {}
    for number, value in enumerate(told):
        for word in {*_words(value)}:
            tellings.setdefault(word, []).append(number)
    return tellings


def _exchange(hidden: Hidden, state: Any, seat: str, tellings: Mapping[str, list[int]], rng: Random) -> dict[str, str]:
    """Some units that are alike and lie in one place, in another order."""
    groups: dict[Any, list[str]] = {}
    for unit, place in hidden.places(state, seat).items():
        groups.setdefault((place, str(hidden.alike(state, unit)), str(tellings.get(unit))), []).append(unit)
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


def _played_on(match: Match[Any], choices: list[Any], askers: list[str]) -> Match[Any] | None:
    """The match after these choices; None if an order could not be given.

    When another seat is asked than in the first history, everybody sees that: then this is how the twin stands.
    """
    short = len(askers) - len(choices)  # choices that were left out
    try:
        for number, choice in enumerate(choices):
            if match.decision is None or match.decision.seat not in askers[number : number + short + 1]:
                return match
            match.choose(choice)
    except FlagplotError:
        return None  # the orders of one could not be given to the other
    return match


def _exchanged(choice: Any, exchange: dict[str, str]) -> Any:
    if isinstance(choice, tuple):
        return tuple(_exchanged(part, exchange) for part in choice)
    return exchange.get(choice, choice)


def looks_the_same(seat: str, match: Match[Any], twin: Match[Any], parted: Moment) -> bool:
    """Whether a seat is asked, sees and has read the same in both since they parted."""

    def asked(one: Match[Any]) -> Any:
        return one.decision if one.decision and one.decision.seat == seat else one.decision and one.decision.seat

    if asked(match) != asked(twin) or match.view(seat) != twin.view(seat):
        return False
    since = parted.log_lengths[seat]
    return match.log(seat, since) == twin.log(seat, since)
