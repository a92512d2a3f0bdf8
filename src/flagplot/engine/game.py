"""What a game tells the engine about itself, and how its options are read."""

from __future__ import annotations

import functools
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from random import Random
from typing import Any, Generic

import msgspec

from flagplot.engine import rulebook
from flagplot.engine.advice import Captain
from flagplot.engine.appraisal import Appraisal
from flagplot.engine.errors import BadOption, UnknownGame
from flagplot.engine.observation import Observation
from flagplot.engine.report import Story, Summary
from flagplot.engine.rulebook import Term
from flagplot.engine.scenes import Scenes
from flagplot.engine.state import copier
from flagplot.engine.table import Phase, S
from flagplot.engine.view import EVERYTHING, Board, Description, View
from flagplot.engine.whereabouts import Unseen, unseen_in_views
from flagplot.engine.words import About, Ask, Option, Phrasebook, Roll


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's place."""

    id: str
    name: str
    side: str = ""  # with which it wins or loses; unless told otherwise it is a side of its own
    option: str = ""  # the switch without which nobody sits here, but the rules play it; empty: it is always in play
    flags: tuple[str, ...] = ()  # as those of a side on the board

    def __post_init__(self) -> None:
        if not self.side:
            object.__setattr__(self, "side", self.id)


@dataclass(frozen=True, slots=True)
class Occasion:
    """Which turn is being played and which battle is being fought: moments of the same turn or battle name it alike."""

    turn: str
    battle: str  # empty when none is being fought


@dataclass(frozen=True, slots=True)
class Scenario:
    """What a game can be about: its title, and one sentence that says what happens in it."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class RuleOption:
    """An optional rule that can be switched on, or a number that can be set."""

    name: str  # as programs write it
    title: str  # as people read it
    kind: type[bool] | type[int]
    default: bool | int
    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class NoOptions:
    """The options of a game that has none."""


def _no_pieces(about: About) -> tuple[str, ...]:
    return ()


def _no_tempers(seat: str, phase: str) -> Mapping[str, Callable[[], Captain]]:
    return {}


def _as_it_is(ask: Ask, target: str) -> Option:
    return target


def _one_turn(state: Any) -> Occasion:
    return Occasion("1", "")


def nothing_hidden(state: Any, seat: str, rng: Random) -> Any:
    """The sample of a game without secrets: the state, of which the engine has made a copy."""
    return state


def _nothing_counted(state: Any) -> Mapping[str, Any]:
    return {}


def _sound(state: Any) -> Sequence[str]:
    return ()


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S]):
    """A game: its rules as phases, its data, and how it shows itself. What has a default a small game can leave out."""

    # What it is
    slug: str
    title: str
    summary: str  # one sentence for somebody who looks for a game
    length: str = "an evening"  # how long a game takes, as "an hour"
    seats: tuple[Seat, ...]
    scenarios: Mapping[str, Scenario] = field(  # by their keys, the default first
        default_factory=lambda: {"game": Scenario("The whole game", "From the first turn to the last.")}
    )
    options_type: type[Any] = NoOptions  # a frozen dataclass of bools and ints, described by msgspec.Meta
    package: Path  # where rulebook.toml, guide.md, board.svg and data are
    shares_everything: bool = False  # the seats are of one side and hide nothing from each other
    is_open: bool = False  # the seats are opponents who hide nothing: one view for all, no `sample`, no `known`

    # How it is played
    state_type: type[S]
    phases: Mapping[str, Phase]
    setup: Callable[[str, Any], S]  # the first state of a scenario with these options
    asks: Mapping[str, Ask]  # all kinds of questions, by their keys (asks_in)
    rules_version: int = 1
    oldest_rules: int = 1  # positions of running games by older rules than these mean nothing any more
    editions: Mapping[int, Game[Any]] = field(default_factory=dict)  # older rules that are still played, by version

    # How it looks
    board: Callable[[str], Board]  # of a scenario; all boards of a game have the same sides
    board_of: Callable[[S], str] | None = None  # the scenario whose board lies on the table; None: that of the match
    view: Callable[[S, str], View]  # what a seat sees
    describe: Callable[[S, Ask | Roll, About, Option], Description]  # how an option looks
    names: Mapping[str, str] = field(default_factory=dict)  # how the ids in texts read
    name_in: Callable[[S, str], str | None] | None = None  # how an id reads in a state, where that changes; else names
    phase_names: Mapping[str, str] = field(default_factory=dict)  # how each phase reads to everybody; else by its key
    finish_names: Mapping[str, str] = field(
        default_factory=dict
    )  # what the captain does who finishes a phase, by phase
    subjects: Callable[[About], tuple[str, ...]] = _no_pieces  # pieces that a question is about: who fires
    pointed_at: Callable[[Ask, str], Option] = _as_it_is  # what the id of something on the board means
    occasion: Callable[[S], Occasion] = _one_turn  # which turn is being played, and which battle is being fought
    turn_name: Callable[[S], str] | None = None  # the turn in a word or two, as "Aug 42"; None: as the occasion has it
    scenes: Scenes = field(default_factory=dict)  # the events and rolls that matter, and how they are shown
    summarize: Callable[[Story[S]], Summary] | None = None  # what the end sheet says besides goals, moments and losses

    # What a seat can know, where something is hidden
    sample: Callable[[S, str, Random], S] = nothing_hidden  # a full state that agrees with what the seat knows
    known: Callable[[S, str], Any] | None = None  # what a policy may look at, as the state goes on; None: all
    # What a seat does not see in a world that it imagines, for the search plot; None: the pieces that its view lacks
    unseen: Callable[[S, str], Iterable[Unseen]] | None = None

    # Players, and what is checked and counted
    captains: Mapping[str, Callable[[], Captain]] = field(default_factory=dict)  # seat -> the maker of its captain
    # Captains who would plan a phase otherwise for a seat, by name: a search compares their plans
    tempers: Callable[[str, str], Mapping[str, Callable[[], Captain]]] = _no_tempers
    inventory: Callable[[S], Mapping[str, int]] = _nothing_counted  # pieces that no play may change in number
    defects: Callable[[S], Sequence[str]] = _sound  # what is wrong with a position, each in one sentence
    metrics: Callable[[S], Mapping[str, float]] = _nothing_counted  # what a simulation reports of a finished game
    observation: Callable[[], Observation] | None = None  # what a learning program is shown (loaded_from)
    appraisal: Callable[[], Appraisal] | None = None  # how search judges games that it cuts short (loaded_from)

    @property
    def hides_nothing(self) -> bool:
        """Whether each seat may know all that the others know, be they opponents or of one side."""
        return self.is_open or self.shares_everything

    @property
    def has_search_plot(self) -> bool:
        """Whether opponents hide from each other where their pieces are, or what they are."""
        return not self.hides_nothing and len(self.sides_of(self.seat_ids())) > 1

    def unseen_by(self, state: S, seat: str) -> Iterable[Unseen]:
        """What a seat does not see in a state."""
        if self.unseen:
            return self.unseen(state, seat)
        return unseen_in_views(self.view(state, EVERYTHING), self.view(state, seat))

    def known_to(self, state: S, seat: str) -> Any:
        """What a policy of a seat may look at; it follows the state as that changes."""
        return self.known(state, seat) if self.known else state

    def name_turn(self, state: S) -> str:
        """The turn that is being played, in a word or two."""
        return self.turn_name(state) if self.turn_name else self.occasion(state).turn

    def phase_name(self, phase: str) -> str:
        """How a phase reads to everybody, whoever decides in it."""
        return self.phase_names.get(phase) or phase.replace("_", " ").capitalize()

    @functools.cached_property
    def copy(self) -> Callable[[S], S]:
        return copier(self.state_type)

    @functools.cached_property
    def phrases(self) -> Phrasebook:
        return Phrasebook(self.names)

    def phrases_in(self, state: S) -> Phrasebook:
        """The phrases with the names as they are in a state."""
        return self.phrases.at_moment(functools.partial(self.name_in, state)) if self.name_in else self.phrases

    def names_in(self, state: S) -> Mapping[str, str]:
        """How the ids in texts read in a state."""
        phrases = self.phrases_in(state)
        return {key: phrases.name(key) for key in self.names} if self.name_in else self.names

    @functools.cached_property
    def rulebook(self) -> rulebook.RuleBook:
        return rulebook.load(self.package / "rulebook.toml")

    @property
    def terms(self) -> tuple[Term, ...]:
        """What chips, gauges and figures mean; none in a game that has no rule book yet."""
        return self.rulebook.terms if (self.package / "rulebook.toml").exists() else ()

    @functools.cached_property
    def options(self) -> tuple[RuleOption, ...]:
        """The optional rules, in the order of the rule book."""
        hints = typing.get_type_hints(self.options_type, include_extras=True)
        found = []
        for option in fields(self.options_type):
            kind, meta = typing.get_args(hints[option.name])
            about = meta.extra
            found.append(
                RuleOption(option.name, about["title"], kind, option.default, meta.description, about["rule"])  # type: ignore[arg-type]
            )
        return tuple(found)

    @functools.cached_property
    def default_options(self) -> Any:
        """The game's own options object with nothing set; it never changes, so all matches share it."""
        return self.options_type()

    def read_options(self, options: Mapping[str, Any]) -> Any:
        """The game's own options object, or BadOption in one sentence."""
        if not options:
            return self.default_options
        known = [option.name for option in self.options]
        for name in options:
            if name not in known:
                raise BadOption(f"{self.title} has no option '{name}'; it has {', '.join(known)}.")
        try:
            read = msgspec.convert(dict(options), self.options_type)
        except msgspec.ValidationError as error:
            what, _, where = str(error).partition(" - at `$.")
            which = f"Option '{where.rstrip('`')}' of {self.title}" if where else f"The options of {self.title}"
            raise BadOption(f"{which}: {what}.") from None
        for defect in self.defects_of_seats(self._seats_with(read)):
            raise BadOption(defect)
        return read

    def read_scenario(self, scenario: str | None) -> str:
        """The scenario of that name, or the default."""
        if scenario is None:
            return next(iter(self.scenarios))
        if scenario not in self.scenarios:
            raise UnknownGame(f"{self.title} has no scenario '{scenario}'; it has {', '.join(self.scenarios)}.")
        return scenario

    def edition(self, rules: int) -> Game[Any] | None:
        """The game by the rules of that version; None when they are not played any more, or not yet."""
        return self if rules == self.rules_version else self.editions.get(rules)

    def can_go_on_from(self, rules: int) -> bool:
        """Whether a running game by the rules of that version can be played on, by them or by the present ones."""
        return rules in self.editions or rules >= self.oldest_rules

    def seat_ids(self) -> tuple[str, ...]:
        """All seats that the game can have; those that a match has are its own to tell."""
        return tuple(seat.id for seat in self.seats)

    def seats_of(self, state: Any) -> tuple[str, ...]:
        """The seats in play by the options of a state."""
        return self._seats_with(getattr(state, "options", None))  # a game without options need not keep them

    def _seats_with(self, options: Any) -> tuple[str, ...]:
        return tuple(seat.id for seat in self.seats if not seat.option or getattr(options, seat.option))

    def defects_of_seats(self, in_play: Sequence[str]) -> list[str]:
        """In one sentence, that no seat is in play; empty when one is."""
        if in_play:
            return []
        switches = " or ".join(f"'{seat.option}'" for seat in self.seats)
        return [f"Nobody has a seat in {self.title} with these options; leave {switches} on."]

    def played_by_rules(self, in_play: Sequence[str]) -> tuple[Seat, ...]:
        """The seats that usually somebody has and that the rules play in this match."""
        return tuple(seat for seat in self.seats if seat.id not in in_play and self.is_usually_in_play(seat))

    def is_usually_in_play(self, seat: Seat) -> bool:
        """Whether somebody sits there unless a switch is set otherwise."""
        return not seat.option or bool(getattr(self.default_options, seat.option))

    def seat(self, seat: str) -> Seat:
        """The seat of that id."""
        return next(one for one in self.seats if one.id == seat)

    def why_no_seat(self, seat: str, in_play: Sequence[str]) -> str:
        """In one sentence, why a seat is none of those in play."""
        known = next((one for one in self.seats if one.id == seat), None)
        if known and known.option and self.is_usually_in_play(known):
            return f"The rules play the seat '{seat}' of {self.title}, because the option '{known.option}' is off."
        if known and known.option:
            return f"The seat '{seat}' of {self.title} needs the option '{known.option}'."
        return f"{self.title} has no seat '{seat}'; it has {', '.join(in_play)}."

    def sides_of(self, seats: Iterable[str]) -> tuple[str, ...]:
        """The sides of these seats, each once."""
        return tuple(dict.fromkeys(self.seat(seat).side for seat in seats))

    def side_name(self, side: str) -> str:
        """How a side reads."""
        seats = {seat.id: seat.name for seat in self.seats}
        return self.names.get(side) or seats.get(side) or side.capitalize()


def rule_option(title: str, text: str, rule: str, least: int | None = None, most: int | None = None) -> msgspec.Meta:
    """The description of an optional rule, for Annotated[bool, ...] or Annotated[int, ...]."""
    return msgspec.Meta(description=text, extra={"title": title, "rule": rule}, ge=least, le=most)
