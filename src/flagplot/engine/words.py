"""The words in which rules speak: what is asked, rolled, told, added and refused, each with its clause."""

from __future__ import annotations

import functools
import string
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from flagplot.engine.view import Figure, Track

# A choice offered to a seat: a string, an integer, or a tuple of such. Kept loose for mypy's sake (recursive).
Option = Any
About = Mapping[str, Any]


def is_plain(value: object) -> bool:
    """Whether a value is of the kinds that options are made of."""
    return isinstance(value, (str, int)) or (isinstance(value, tuple) and all(map(is_plain, value)))


def offered(option: Option, options: Sequence[Option]) -> bool:
    """Whether an option is among those offered, in value and in type (True is not 1)."""
    return any(_same(option, one) for one in options if one == option)


def _same(one: Option, other: Option) -> bool:
    if type(one) is not type(other) or one != other:
        return False
    return not isinstance(one, tuple) or all(map(_same, one, other))


@dataclass(frozen=True, slots=True)
class Bar:
    """A rule that stands in the way of an option, with a template for its figures."""

    text: str
    rule: str


# What counts of a thing that is drawn, up to the next mark.
Alike = Callable[[Any], Hashable]

# Why an option is not offered, from the state, what the question is about, and the option.
WhyNot = Callable[[Any, About, Option], "Bar | tuple[Bar, About] | None"]


# What will come of an option when the dice are thrown at last, played at a table of its own.
Preview = Callable[[Any, About, Option], None]

# What a shortcut answers: this question and those of its row that follow, in order; empty where it means nothing.
Answers = Callable[[Any, About, Sequence[Option]], Sequence[Option]]

# The answers, in order, by which a question and those of its row lead to a target; empty where none do.
Way = Callable[[Any, About, Sequence[Option], str], Sequence[Option]]

# What each option may bring and cost, in the order of the options, from what the seat knows.
Forecast = Callable[[Any, About, Sequence[Option]], "Sequence[tuple[Figure, ...]]"]

# What will come of the orders given so far: each part of it by its name, as a procedure to play at a table.
Outlook = Callable[[Any, About], Mapping[str, Callable[[Any], None]]]


# Whether no option can be better than the first, from what the seat knows.
FirstWillDo = Callable[[Any, About, Sequence[Option]], bool]

# The track whose cells are options of a question, such as the speed of a ship; None where there is none now.
DialOf = Callable[[Any, About], "Track | None"]


@dataclass(frozen=True, slots=True)
class Shortcut:
    """A row of questions answered at once with ordinary choices; the rules know nothing of it."""

    key: str
    text: str  # a template for what the question is about and for `count`, the number of answers
    answers: Answers


def _matters(option: Option) -> bool:
    """No answer is only about a sequence unless its question says so."""
    return False


@dataclass(eq=False, slots=True)
class Ask:
    """A question to a seat, with the clause that asks it."""

    key: str
    text: str
    rule: str
    log: str | None = None  # how the answer reads in the log; a forced answer is logged too when this is set
    first: str = ""  # a sentence: what to do first, for a click that means nothing yet at this question
    row: str = ""  # questions of one row can be answered together in one line; the last of them is confirmed
    topic: str = ""  # what all questions of this kind are about, whoever and wherever they concern
    answers: tuple[Option, ...] = ()  # options that can be named before the question is asked
    seats: tuple[str, ...] = ()  # the only ones that are asked; without, all are
    public: bool = False  # every seat sees the answer at once; so it is where the log names it
    is_sequence: Callable[[Option], bool] = _matters  # whether an answer only says what comes first
    passes: tuple[Option, ...] = ()  # answers that leave things as they are, such as to let a roll stand
    always: bool = False  # asked even with a single option, because not to be asked would tell the others something
    bars: WhyNot | None = field(default=None, init=False)
    foreseen: Preview | None = field(default=None, init=False)
    so_far: Outlook | None = field(default=None, init=False)
    figures: Forecast | None = field(default=None, init=False)
    shortcuts: dict[str, Shortcut] = field(default_factory=dict, init=False)
    leads: Way | None = field(default=None, init=False)
    dial_of: DialOf | None = field(default=None, init=False)
    is_settled: FirstWillDo | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        if self.log and "{choice" in self.log:
            self.public = True

    def has_usual_answer(self, options: Sequence[Option]) -> bool:
        """Whether several of these options only say what comes first, or one leaves things as they are."""
        return any(option in self.passes for option in options) or sum(map(self.is_sequence, options)) > 1

    def is_usual_answer(self, option: Option) -> bool:
        """Whether an option only says what comes first, or leaves things as they are."""
        return option in self.passes or self.is_sequence(option)

    def is_for(self, seat: str) -> bool:
        """Whether a seat may be asked this."""
        return not self.seats or seat in self.seats

    def why_not(self, bars: WhyNot) -> WhyNot:
        """Name the predicate that says why an option of this question is not offered (a decorator)."""
        self.bars = bars
        return bars

    def preview(self, foreseen: Preview) -> Preview:
        """Name the procedure from which the odds of an option are counted, where its dice come later (a decorator)."""
        self.foreseen = foreseen
        return foreseen

    def dial(self, dial_of: DialOf) -> DialOf:
        """Name the function that gives the track whose cells are options of this question (a decorator)."""
        self.dial_of = dial_of
        return dial_of

    def first_will_do(self, is_settled: FirstWillDo) -> FirstWillDo:
        """Name the predicate that says whether no option can be better than the first (a decorator).

        It is given what the seat knows (`Game.known`), what the question is about, and the options.
        """
        self.is_settled = is_settled
        return is_settled

    def outlook(self, so_far: Outlook) -> Outlook:
        """Name the procedures from which the odds of the orders given so far are counted (a decorator)."""
        self.so_far = so_far
        return so_far

    def forecast(self, figures: Forecast) -> Forecast:
        """Name the function that tells what each option may bring and cost (a decorator).

        It is given what the seat knows (`Game.known`), what the question is about, and the options.
        """
        self.figures = figures
        return figures

    def shortcut(self, key: str, text: str) -> Callable[[Answers], Answers]:
        """Name the function that answers the row at once, from what its seat knows (a decorator)."""

        def declare(answers: Answers) -> Answers:
            self.shortcuts[key] = Shortcut(key, text, answers)
            return answers

        return declare

    def way(self, leads: Way) -> Way:
        """Name the function that finds the answers of the row that lead to a place or piece (a decorator).

        It is given what the seat knows (`Game.known`), what the question is about, its options, and the target's id.
        """
        self.leads = leads
        return leads


def asks_in(words: ModuleType) -> dict[str, Ask]:
    """The questions that a module names, by their keys."""
    return {value.key: value for value in vars(words).values() if isinstance(value, Ask)}


@dataclass(frozen=True, eq=False, slots=True)
class Roll:
    """A throw of dice or a draw, with the clause that calls for it."""

    key: str
    text: str
    rule: str


@dataclass(frozen=True, eq=False, slots=True)
class Event:
    """Something that happened, with the clause by which it did."""

    key: str
    text: str
    rule: str
    outcome: str | None = None  # how it reads among the odds of a choice; None: it is not a result by itself
    tone: float = 0.0  # above 0 it is good for the seat whose odds are told, below 0 bad, in steps of about 1
    harms: str = ""  # the field that names whom it harms: good when that is an enemy's, bad when it is one's own
    counts: str = ""  # the field that counts what it brings, of which odds tell the mean: "tons"
    reveals: bool = False  # it tells a seat what that seat did not know: no undo beyond it


class Modifier(msgspec.Struct, frozen=True, gc=False):
    """A named number added to a die."""

    value: int
    label: str


def total(modifiers: Sequence[Modifier]) -> int:
    """Add up the modifiers of a roll."""
    result = 0
    for modifier in modifiers:
        result += modifier.value
    return result


@functools.lru_cache(maxsize=4096)
def _parts(template: str) -> tuple[tuple[str, str | None, str], ...]:
    """A template taken apart: what stands there, which name comes next, and how it is written."""
    return tuple((text, name, spec or "") for text, name, spec, _ in string.Formatter().parse(template))


MOST_NAMED = 4  # more things than these are counted

# How an id reads at a moment; None where it reads as always.
NameNow = Callable[[str], str | None]


class Phrasebook:
    """Fills the templates of asks, rolls and events, giving pieces and places their proper names."""

    def __init__(self, names: Mapping[str, str], name_now: NameNow | None = None) -> None:
        self.names = names
        self.name_now = name_now

    def name(self, key: str) -> str:
        """How an id reads: as it does at the moment, else as it always does, else as it is."""
        return (self.name_now(key) if self.name_now else None) or self.names.get(key, key)

    def at_moment(self, name_now: NameNow) -> Phrasebook:
        """The same phrases with the names of a moment."""
        return Phrasebook(self.names, name_now)

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, str):
            return format(self.name(value), format_spec)
        if isinstance(value, (tuple, list)) and format_spec.isalpha() and len(value) > MOST_NAMED:
            return f"{len(value)} {format_spec}s"  # {going:ship} reads "27 ships" where names would fill the heading
        if isinstance(value, (tuple, list)) and format_spec.isalpha():
            format_spec = ""
        if isinstance(value, (tuple, list)):
            return ", ".join(self.format_field(item, format_spec) for item in value)
        if isinstance(value, int) and format_spec.isalpha() and len(format_spec) > 1:
            return f"{value:,} {format_spec}{'' if value == 1 else 's'}"  # {ships:ship} reads "1 ship", "5 ships"
        if isinstance(value, dict):
            return ", ".join(f"{self.name(key)} {item}" for key, item in value.items())
        return str(format(value, format_spec))

    def fields(self, template: str) -> list[str]:
        """The names that a template fills in."""
        return [name for _, name, _ in _parts(template) if name]

    def fill(self, template: str, about: About) -> str:
        """The template with its figures and names."""
        parts = _parts(template)
        return "".join([text + self.format_field(about[name], spec) if name else text for text, name, spec in parts])
