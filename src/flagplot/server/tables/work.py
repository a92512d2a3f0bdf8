"""What worker processes do for the server: everything that may take long, from the bytes of a save."""

from __future__ import annotations

import functools
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import flagplot
from flagplot import players
from flagplot.engine.dice import SEED_BYTES, derived_seed, seed_bytes
from flagplot.engine.errors import FlagplotError, SaveError
from flagplot.engine.match import Match
from flagplot.engine.proof import Differs, from_the_start, position, verified
from flagplot.engine.renewal import renewed
from flagplot.engine.start import starting_state
from flagplot.engine.story import report_of
from flagplot.engine.table import DICE
from flagplot.engine.whereabouts import Whereabouts
from flagplot.engine.words import Option
from flagplot.payloads import Hint, LogLine, NamedOdds, OddsView, UndoInfo, WayView
from flagplot.payloads_past import EndSheet, Proof, ProvedRoll, Sight, Why
from flagplot.players.admiral import Admiral, Thought, concluded
from flagplot.players.ranks import ADMIRAL
from flagplot.players.search import Budget, Search
from flagplot.server.errors import NotOffered
from flagplot.server.storage.match_queries import Move, now
from flagplot.server.tables.saves import Opened, Saves
from flagplot.server.tables.showing import log_lines, news_of, odds_view, shown_to, start_of

DECISIONS_AT_ONCE = 40
DECISIONS_AT_ONCE_OF_A_DAY = 10
SECONDS_AT_ONCE = 0.5
SECONDS_OF_ODDS = 0.1
SECONDS_OF_SEARCH = 0.2  # then others may have the worker
ALL_SEATS = "all"
ELSEWHERE = "The position in the save is not the one to which its choices and dice lead."
UNKNOWN = UndoInfo(False, "")  # nobody asks what could have been taken back in a game that is played again


class Adopted(NamedTuple):
    """A match from a file: its save, its history, and the seats of who brought it."""

    save: bytes
    history: list[Move]
    seats: list[str]
    no_plot: bool  # it has no search plot, because the game that it was saved from had none


@functools.lru_cache(maxsize=4)
def _kept(data: bytes) -> Match[Any]:
    """A match that several questions are asked about; nobody may change it."""
    return flagplot.load(data)


def warm_up() -> None:
    """Load the games and their captains, so that the first question is answered as fast as the others."""
    for game in flagplot.games():
        for make_captain in game.captains.values():
            make_captain()


def decide(data: bytes, computers: Mapping[str, str], purpose: str, at_once: int | None = None) -> list[Option]:
    """What computer players choose from here on, until a person must decide or it has taken long enough.

    They also stop where an admiral would search, which takes longer: none is chosen where he would at once.

    With `at_once` they make that many choices however long it takes. Captains plan anew in each call, so only then the
    same purpose leads to the same choices on a slower machine.
    """
    match = flagplot.load(data)
    began = time.monotonic()
    chosen: list[Option] = []
    seed = _seed_of_computers(match, purpose)
    policies = {
        seat: players.make(player, match.game, seat, f"{seed.hex()}/{len(match.record.choices)}")
        for seat, player in computers.items()
    }
    while (question := match.question) and question.seat in computers:
        as_known = match.fork(question.seat, derived_seed(seed, len(match.record.choices)))
        player = policies[question.seat]
        thought = player.begin(as_known) if isinstance(player, Admiral) else None
        if isinstance(thought, Search):
            break
        thought = thought or players.think(as_known, policies)
        chosen += players.play(match, thought if at_once is None else replace(thought, follow_up=()))
        if len(chosen) >= (at_once or DECISIONS_AT_ONCE):
            break
        if at_once is None and time.monotonic() - began > SECONDS_AT_ONCE:
            break
    return chosen


def _seed_of_computers(match: Match[Any], purpose: str) -> bytes:
    """A seed for computer players: coming dice must not be guessed from those of a fork, so both get their own."""
    return derived_seed(seed_bytes(match.record.seed), "computer players", purpose)


def search(data: bytes, purpose: str | None, budget: Budget, begun: Search | None) -> Search | Thought:
    """An admiral thinks about the present decision for a while; his search so far, or his thought when it is over.

    The search goes on where it was left, with the budget as it is now. Without a purpose it is a hint for people, which
    follows from what they see and from nothing else.
    """
    match = _kept(data)
    question = match.question
    assert question
    seed = bytes(SEED_BYTES)
    if purpose is not None:
        seed = derived_seed(_seed_of_computers(match, purpose), len(match.record.choices))
    as_known = match.fork(question.seat, seed)
    found: Search | Thought = begun or Admiral(budget, seed.hex()).begin(as_known)
    if isinstance(found, Thought):
        return found if purpose is None else _as_it_comes(match, found)
    found.budget = budget
    if found.has_time:
        found.go_on(as_known, SECONDS_OF_SEARCH)
    if not found.is_over and found.has_time:
        return found
    thought = concluded(as_known, found)
    return thought if purpose is None else _as_it_comes(match, thought)


def _as_it_comes(match: Match[Any], thought: Thought) -> Thought:
    """A thought with as much of its plan as meets the questions that it foresaw."""
    made = players.play(match.twin(), thought)
    return replace(thought, follow_up=thought.follow_up[: len(made) - 1])


def any_answer(match: Match[Any]) -> Option:
    """What midshipmen would choose: the way out when a captain gives no answer."""
    purpose = f"{match.record.seed}/{len(match.record.choices)}"
    return players.answer(match, players.seated(match, {}, purpose))


def odds(data: bytes, answers: Sequence[Option]) -> OddsView:
    """The odds of an option, or of several answers of a row."""
    match = _kept(data)
    return odds_view(match.odds(answers[0]) if len(answers) == 1 else match.odds_all(answers))


def odds_at_once(data: bytes, wanted: Sequence[Sequence[Option]]) -> list[OddsView]:
    """The odds of several options or rows: those of the first, and of as many more as a short while is enough for.

    To hand a position over takes longer than most odds; a worker that is kept for long is not there for others.
    """
    until = time.monotonic() + SECONDS_OF_ODDS
    found: list[OddsView] = []
    for answers in wanted:
        found.append(odds(data, answers))
        if time.monotonic() > until:
            break
    return found


def way(data: bytes, targets: Sequence[str]) -> WayView:
    """The answers that lead through these targets; none where there is no way."""
    found = _kept(data).way(*targets)
    return WayView(found.answers, found.spaces, found.completes_row) if found else WayView((), (), False)


def outlook(data: bytes) -> list[NamedOdds]:
    """The odds of the orders given so far."""
    return [NamedOdds(name, odds_view(odds)) for name, odds in _kept(data).outlook().items()]


def hint(data: bytes) -> Hint:
    """What the captain would do and why, with its odds, and the runner-up."""
    match = _kept(data)
    hint = match.hint()
    second = None if hint.second is None else match.describe(hint.second).label
    odds = odds_view(match.odds(hint.option))
    return Hint(hint.option, match.describe(hint.option).label, odds, hint.reason, second)


def admirals_hint(data: bytes, thought: Thought) -> Hint:
    """What an admiral who has thought about it would do and why, with its odds, and the runner-up."""
    match = _kept(data)
    others = [one.option for one in thought.compared if one.option != thought.option]
    second = match.describe(others[0]).label if others else None
    odds = odds_view(match.odds(thought.option))
    return Hint(thought.option, match.describe(thought.option).label, odds, thought.reason, second, ADMIRAL)


def finish_phase(data: bytes, only_sequence: bool) -> list[Option]:
    """What the captain answers for the seat that must decide, until the phase ends or somebody else is asked."""
    return players.finish_phase(flagplot.load(data), only_sequence)


def sight(data: bytes, choices: int, n: int, seat: str, log_length: int, reason: str | None = None) -> Sight:
    """What a seat saw after so many choices; with a reason, that for which the last of them was made."""
    match, why = _kept(data).at(choices), None
    if reason:
        option, before = match.record.choices[-1], match.at(choices - 1)
        decision = before.decision
        assert decision
        why = Why(decision.seat, decision.prompt, before.describe(option).label, reason)
        match = before.choose(option)
    view = match.view(seat)
    return Sight(n, seat, match.board_key, view, log_length, view.headline, why)


def whereabouts(data: bytes, choices: int, seat: str) -> Whereabouts:
    """The search plot of a seat after so many choices."""
    match = _kept(data)
    is_now = choices == len(match.record.choices)
    return (match if is_now else match.at(choices)).whereabouts(seat)


def end_sheet(data: bytes) -> EndSheet:
    """The report of a match that is over, and how to begin the same one again."""
    match = _kept(data)
    record = match.record
    has_own_dice = not record.typed and record.script is None and record.start is None
    seed = record.seed if has_own_dice else None
    return EndSheet(report_of(match), record.scenario, dict(record.options), seed)


def told_until(data: bytes, choices: int, seat: str) -> list[LogLine]:
    """The log of a seat after so many choices."""
    return log_lines(_kept(data).at(choices), seat)


def branched(data: bytes, choices: int, seat: str) -> tuple[bytes, list[Move]]:
    """A new match from a moment on, with what the seat does not know drawn anew, and its history."""
    return with_history(_kept(data).at(choices).branch(seat))


def adopted(secret: bytes, data: bytes, seat: str | None) -> Adopted:
    """A new match from an uploaded file, for the seat that is wanted; a Refused or SaveError when that cannot be.

    A game that may still run elsewhere gets other dice, and what the seats of its player may not know is drawn anew:
    whoever resigns the copy would else learn all about the game.
    """
    opened = Saves(secret).opened(data)
    match = flagplot.load(opened.save)
    seats = _wanted_seats(match, opened, seat)
    if match.question:
        _check_course(match)
        knows_all = len(seats) == len(match.seats) or match.game.hides_nothing
        match = renewed(match) if knows_all else match.branch(seats[0])
    return Adopted(*with_history(match), seats, opened.no_plot)


def _check_course(match: Match[Any]) -> None:
    """SaveError when the position of a match is not the one to which its choices and dice lead."""
    twin = Match(match.game, match.record, starting_state(match.game, match.record))
    try:
        where = position(twin)
    except FlagplotError as error:
        raise SaveError(f"The save does not follow the rules: {error}") from None
    if where != position(match):
        raise SaveError(ELSEWHERE)


def _wanted_seats(match: Match[Any], opened: Opened, seat: str | None) -> list[str]:
    """The seats that a guest wants in an uploaded game; a sealed one gives only those that saved it."""
    possible = [name for name in opened.seats if name in match.seats] or list(match.seats)
    if seat == ALL_SEATS or (seat is None and match.game.shares_everything):
        return possible
    if seat is None:
        return possible[:1]
    if seat not in match.seats:
        raise NotOffered(match.game.why_no_seat(seat, match.seats))
    if seat not in possible:
        raise NotOffered(f"This game was saved for the seat {' and '.join(possible)}. Go on with it there.")
    return [seat]


def handed_out(data: bytes) -> bytes:
    """A save of a running game for the one who plays all its seats: it does not tell what the game will throw."""
    match = flagplot.load(data)
    choices = len(match.record.choices)
    return renewed(match, derived_seed(seed_bytes(match.record.seed), "handed out", choices)).save()


def moved_on(data: bytes) -> tuple[bytes, list[Move], bool]:
    """A match under the present rules, with its history, and whether all that was chosen in it stands."""
    match = flagplot.load(data)
    moved, stands = flagplot.moved_on(match, flagplot.game(match.game.slug))
    return *with_history(moved), stands


def with_history(match: Match[Any]) -> tuple[bytes, list[Move]]:
    """A save of the match and, played again, every move that led there and whom it showed something.

    Reasons of choices go with the moves, so the save has none: it is handed out before the game is over.
    """
    at = now()
    twin = from_the_start(match)
    seen = {seat: shown_to(twin, seat, UNKNOWN) for seat in twin.seats}
    moves = [start_of(twin, at)]
    for number, option in enumerate(match.record.choices, start=1):
        seat = None if twin.question is None else twin.question.seat
        try:
            twin.choose(option)
        except FlagplotError as error:
            raise SaveError(f"The save does not follow the rules: choice {number}: {error}") from None
        news = news_of([seat] if seat else [], seen, {name: shown_to(twin, name, UNKNOWN) for name in seen})
        seen |= news
        shown = {name: sight.noted for name, sight in news.items()}
        seat, reason = (None, None) if seat == DICE else (seat, match.record.reasons.get(number))
        moves.append(Move(number, "choice", seat, option, shown, twin.log_length(), at, reason))
    if position(twin) != position(match):
        raise SaveError(ELSEWHERE)
    match.record.reasons = {}
    return match.save(), moves


def proof(data: bytes, seat: str | None, over: bool) -> Proof:
    """The proof of the dice: complete when the game is over, before that only what the seat has seen of them."""
    match = _kept(data)
    record = match.record
    checks: list[str] = []
    error = None
    if over:
        try:
            checks += verified(match)
        except Differs as difference:
            error = str(difference)
    rolls = [entry for entry in match.log(seat) if entry.kind == "roll"]
    return Proof(
        record.typed,
        over,
        match.seed_hash,
        record.seed if over and not record.typed else None,
        checks,
        [ProvedRoll(n, one.text, tuple(one.faces), one.rule, one.dropped) for n, one in enumerate(rolls, start=1)],
        error,
        record.start is None and record.script is None,
    )
