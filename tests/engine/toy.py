"""Two small games to test the engine without any real one: hidden hands, dice and a shuffled pile; a rowing boat."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Annotated, Any

from flagplot.engine import (
    About,
    Advice,
    Ask,
    Bar,
    Chart,
    Event,
    Game,
    Modifier,
    Occasion,
    Option,
    Roll,
    Scenario,
    Seat,
    State,
    Table,
    asks_in,
    rule_option,
)
from flagplot.engine.match import Match
from flagplot.engine.start import new_match
from flagplot.engine.view import Board, Description, Piece, Side, Space, View

RED, BLUE = "red", "blue"
SPACE = Space("table", "Table", "box", 0.5, 0.5, 1.0, 1.0)

DEAL = Roll("deal", "The pile is shuffled", "TY-GEN-01")
LEAD = Ask("lead", "Which card does {seat} lead?", "TY-GEN-02", log="{seat} leads.")
FORCED = Ask("forced", "Only one way: {way}", "TY-GEN-02", log="There is only {choice}.")
PUSH = Ask("push", "Push or stop?", "TY-GEN-02")
TOO_DEAR = Bar("You hold {held}, not {card}.", "TY-GEN-03")
BOTH_DICE = Roll("both_dice", "Two dice for {seat}", "TY-GEN-02")
LUCK = Roll("luck", "Luck", "TY-GEN-02")
PEEKED = Event("peeked", "{seat} sees {card}.", "TY-GEN-02", reveals=True)
LED = Event("led", "{seat} led {card}.", "TY-GEN-02")
SCORED = Event("scored", "{seat} scores {points}.", "TY-GEN-02", outcome="{points} points")
LUCKY = Event("lucky", "Luck helps.", "TY-GEN-02", outcome="luck")
WON = Event("won", "The higher score wins.", "TY-GEN-02")

LUCK_TABLE = Chart("Luck", ("none", "none", "none", "none", "good", "best"))


@dataclass(frozen=True, slots=True)
class ToyOptions:
    doubles: Annotated[bool, rule_option("Doubles", "Doubles count twice.", "TY-GEN-02")] = False
    cards: Annotated[int, rule_option("Cards in a hand", "Cards in a hand.", "TY-GEN-02", least=2, most=4)] = 2


@dataclass(slots=True, kw_only=True)
class ToyState(State):
    options: ToyOptions
    pile: list[int]
    hands: dict[str, list[int]]
    led: list[int] = field(default_factory=list)
    scores: dict[str, int] = field(default_factory=lambda: {RED: 0, BLUE: 0})
    turn: int = 1


def deal(table: Table[ToyState]) -> str:
    state = table.state
    table.shuffle(state.pile, DEAL)
    for seat in (RED, BLUE):
        state.hands[seat] = sorted(state.pile.pop() for _ in range(state.options.cards))
    return "lead"


def lead(table: Table[ToyState]) -> str | None:
    """Each leads a card, red first; then dice are thrown for red."""
    state = table.state
    state.led = []
    for seat in (RED, BLUE):
        card = table.choose(seat, LEAD, state.hands[seat], seat=seat)
        state.hands[seat].remove(card)
        state.led.append(card)
        table.tell(LED, to=[seat], seat=seat, card=card)
    table.choose(RED, FORCED, ["forward"], way="forward")
    return "push"


def push(table: Table[ToyState]) -> str | None:
    state = table.state
    if table.choose(RED, PUSH, ("push", "peek", "stop")) == "push":
        throw = table.roll("2d6", BOTH_DICE, seat=RED)
        points = throw.sum
        if state.options.doubles and throw.faces[0] == throw.faces[1]:
            points *= 2
        state.scores[RED] += points
        table.tell(SCORED, seat=RED, points=points)
    if table.consult(LUCK_TABLE, LUCK, [Modifier(1, "a lucky day")]) == "best":
        state.scores[BLUE] += 1
        table.tell(LUCKY)
    table.tell(PEEKED, to=[RED], seat=RED, card=state.led[1])
    state.turn += 1
    if not state.hands[RED]:
        table.end(WON, RED if state.scores[RED] > state.scores[BLUE] else BLUE, dict(state.scores))
    return "lead"


@LEAD.why_not
def lead_barred(state: ToyState, about: About, option: Option) -> tuple[Bar, About]:
    return TOO_DEAR, {"held": tuple(state.hands[about["seat"]]), "card": option}


def set_up(scenario: str, options: Any) -> ToyState:
    return ToyState(phase="deal", options=options, pile=list(range(1, 13)), hands={RED: [], BLUE: []})


def view(state: ToyState, seat: str) -> View:
    return View(
        f"Turn {state.turn}",
        tuple(Piece(f"card{card}", "card", seat, "table", str(card)) for card in state.hands.get(seat, [])),
    )


def sample(state: ToyState, seat: str, rng: Random) -> ToyState:
    """The other hand and the pile, dealt anew."""
    other = BLUE if seat == RED else RED
    unknown = state.pile + state.hands[other]
    rng.shuffle(unknown)
    held = len(state.hands[other])
    state.hands[other] = sorted(unknown[:held])
    state.pile = unknown[held:]
    return state


def toy_game(package: Path, **changes: Any) -> Game[ToyState]:
    """The toy, or a variant of it."""
    phases: dict[str, Callable[[Table[ToyState]], str | None]] = {"deal": deal, "lead": lead, "push": push}
    settings: dict[str, Any] = {
        "slug": "toy",
        "title": "Toy",
        "summary": "A toy.",
        "length": "a minute",
        "seats": (Seat(RED, "Red"), Seat(BLUE, "Blue")),
        "scenarios": {"short": Scenario("A short game", "It is soon over.")},
        "options_type": ToyOptions,
        "state_type": ToyState,
        "rules_version": 2,
        "phases": phases,
        "phase_names": {"deal": "The deal", "lead": "Leading", "push": "Pushing"},
        "setup": set_up,
        "board": lambda scenario: Board("Table", 1.0, (), (SPACE,)),
        "view": view,
        "describe": lambda state, ask, about, option: Description(str(option)),
        "subjects": lambda about: (),
        "pointed_at": lambda ask, target: int(target.removeprefix("card")),
        "names": {RED: "Red", BLUE: "Blue"},
        "asks": {key: ask for key, ask in asks_in(sys.modules[__name__]).items() if key != "stroke"},
        "occasion": lambda state: Occasion(str(state.turn), ""),
        "sample": sample,
        "inventory": lambda state: {"cards": len(state.pile) + sum(map(len, state.hands.values()))},
        "defects": lambda state: [] if state.turn > 0 else ["The turn is below 1."],
        "metrics": lambda state: {"red": float(state.scores[RED])},
        "captains": {},
        "package": package,
    }
    return Game[ToyState](**{**settings, **changes})


class LeadsHigh:
    """A captain of the toy: he takes the last option, and the one before it is his second."""

    def __call__(self, state: ToyState, seat: str, ask: Ask, options: Any, about: About) -> Any:
        return options[-1]

    def advise(self, state: ToyState, seat: str, ask: Ask, options: Any, about: About) -> Advice:
        reason = "{choice} is the highest of {held}."
        return Advice(options[-1], reason, {"choice": options[-1], "held": tuple(options)}, options[-2])


def toy_match(
    seed: int = 1, dice: Any = None, options: dict[str, Any] | None = None, **changes: Any
) -> Match[ToyState]:
    """A match of the toy that waits for its first decision."""
    return new_match(toy_game(Path(), **changes), None, seed, options or {}, dice, None)


# A game for two of one side, who hide nothing from each other; the second seat is in play with an option

CREW, SEA = "crew", "sea"
FORE, AFT = "fore", "aft"

STROKE = Ask("stroke", "Does {seat} row or rest?", "TY-GEN-02", log="{seat}: {choice}.", topic="Rowing")
SWELL = Roll("swell", "The swell", "TY-GEN-02")
ASHORE = Event("ashore", "The boat has reached the shore.", "TY-GEN-02")
ADRIFT = Event("adrift", "The boat drifts.", "TY-GEN-02")


@dataclass(frozen=True, slots=True)
class CrewOptions:
    aft_oar: Annotated[bool, rule_option("An oar aft", "There is an oar aft as well.", "TY-GEN-02")] = False


@dataclass(slots=True, kw_only=True)
class CrewState(State):
    options: CrewOptions
    strokes: int = 0
    turn: int = 1


def row(table: Table[CrewState]) -> str:
    """Each at an oar rows or rests, then the swell comes; three strokes bring the boat ashore."""
    state = table.state
    for seat in (FORE, AFT) if state.options.aft_oar else (FORE,):
        state.strokes += table.choose(seat, STROKE, ("row", "rest"), seat=seat) == "row"
    table.roll("1d6", SWELL)
    if state.strokes > 2:
        table.end(ASHORE, CREW, {CREW: state.strokes})
    if state.turn > 3:
        table.end(ADRIFT, SEA, {CREW: state.strokes})
    state.turn += 1
    return "row"


class Rower:
    """The captain of an oar: he rows."""

    def __call__(self, state: CrewState, seat: str, ask: Ask, options: Any, about: About) -> Any:
        return self.advise(state, seat, ask, options, about).choice

    def advise(self, state: CrewState, seat: str, ask: Ask, options: Any, about: About) -> Advice:
        return Advice(
            "row", "{left:stroke} to the shore, {seat} rows.", {"left": 3 - state.strokes, "seat": seat}, "rest"
        )


def crew_game(**changes: Any) -> Game[CrewState]:
    """The rowing boat, or a variant of it."""

    settings: dict[str, Any] = {
        "slug": "boat",
        "title": "Boat",
        "seats": (Seat(FORE, "Fore oar", CREW), Seat(AFT, "Aft oar", CREW, "aft_oar")),
        "options_type": CrewOptions,
        "state_type": CrewState,
        "phases": {"row": row},
        "phase_names": {"row": "Rowing"},
        "setup": lambda scenario, options: CrewState(phase="row", options=options),
        "board": lambda scenario: Board("Sea", 1.0, (Side(CREW, "The crew"), Side(SEA, "The sea")), (SPACE,)),
        "view": lambda state, seat: View(f"Turn {state.turn}", (Piece("boat", "boat", CREW, "table", "Boat"),)),
        "names": {CREW: "The crew", SEA: "The sea", FORE: "Fore", AFT: "Aft"},
        "asks": {STROKE.key: STROKE},
        "occasion": lambda state: Occasion(str(state.turn), ""),
        "sample": lambda state, seat, rng: state,
        "inventory": lambda state: {"boats": 1},
        "defects": lambda state: [],
        "metrics": lambda state: {"strokes": float(state.strokes)},
        "captains": {FORE: Rower, AFT: Rower},
        "shares_everything": True,
    }
    return toy_game(Path(), **{**settings, **changes})  # type: ignore[return-value]


def crew_match(both: bool = True, seed: int = 1, **changes: Any) -> Match[CrewState]:
    """The rowing boat with both oars manned, or one."""
    return new_match(crew_game(**changes), None, seed, {"aft_oar": both} if both else {}, None, None)
