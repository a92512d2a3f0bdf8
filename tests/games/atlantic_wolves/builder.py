"""Positions of Atlantic Wolves made by hand, and scripted matches that start from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import flagplot
from flagplot.engine.log import LogEntry
from flagplot.engine.match import Match
from flagplot.games.atlantic_wolves import GAME
from flagplot.games.atlantic_wolves.model.fleet import all_boats
from flagplot.games.atlantic_wolves.state import Boat, Held, Month, State
from flagplot.games.atlantic_wolves.tables import CARDS, COUNTERS

# What follows a battle: a blank ATA card, and a production card of two boats. The match then waits at "tankers".
QUIET = (3, 9)

# What follows production: no Ace and no Convoy. The match then waits at "place_doenitz" of the next month.
UNEVENTFUL = (1, 1)

Boats = Mapping[str, Mapping[str, Sequence[int]]]  # area -> square -> numbers


def position(
    boats: Boats | None = None,
    pens: Iterable[int] | None = None,
    *,
    phase: str = "attack_and_asw",
    aces: Sequence[int] = (),
    built: Mapping[int, int] | None = None,
    maiden: Mapping[int, int] | None = None,
    escorts: Mapping[str, int] | None = None,
    air: Mapping[str, int] | None = None,
    flying: Mapping[str, int] | None = None,
    boxes: Mapping[str, int] | None = None,
    hand: Sequence[str] = (),
    discards: Sequence[int] = (),
    tally: Sequence[int] = (),
    sunk_in: Mapping[str, int] | None = None,
    packs: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
    **figures: Any,
) -> State:
    """A legal position: what is not named is as set up, and what is not in play is in reserve or in the deck.

    `boats` are at sea and `pens` at home (the six of the set-up when neither is given); `built` and `maiden` give
    boats their turns; `flying` are Condors in areas, `boxes` those at base; `tally` has the tons of earlier months;
    `sunk_in` the tons sunk in areas this month; `packs` are areas where Rudeltaktik can be used. All other figures
    are fields of the state (`ata=6`, `doenitz="pens"`, `convoys=3`, ...).
    """
    state: State = GAME.setup("campaign", GAME.read_options(options or {}))
    state.phase = phase
    state.doenitz = "pens"

    def boat(number: int) -> Boat:
        return Boat(number, number in aces, (built or {}).get(number, 0), (maiden or {}).get(number, 0))

    six_at_home = boats is None and pens is None
    state.pens = [boat(number) for number in (range(1, 7) if six_at_home else pens or ())]
    for area, squares in (boats or {}).items():
        for square, numbers in squares.items():
            state.areas[area].boats[square] = [boat(number) for number in numbers]
    in_play = [boat.number for boat in all_boats(state)]
    state.reserve = [number for number in range(1, COUNTERS.uboat + 1) if number not in in_play]
    state.fleet = len(in_play)
    state.aces = len(aces)

    for area, factors in (escorts or {}).items():
        state.areas[area].escorts = factors
    for area, factors in (air or {}).items():
        state.areas[area].air = factors
    for area, tons in (sunk_in or {}).items():
        state.areas[area].tons = tons
    for area in packs:
        state.areas[area].pack = True

    for area, condors in (flying or {}).items():
        state.areas[area].condors = condors
        state.condors[area] = max(0, state.condors[area] - condors)
    state.condors |= boxes or {}
    in_boxes_and_flying = sum(state.condors.values()) + sum(area.condors for area in state.areas.values())
    state.condor_reserve = COUNTERS.condor - in_boxes_and_flying

    for kind in hand:
        number = next(n for n in state.deck if any(event.kind == kind for event in CARDS[n].events))
        state.deck.remove(number)
        state.hand.append(Held(number, kind))
    state.discards = list(discards)
    state.deck = [number for number in state.deck if number not in discards]
    state.tally = [Month(tons, tons // 6_000, 30, 0) for tons in tally]
    for name, value in figures.items():
        assert hasattr(state, name), f"no figure '{name}'"
        setattr(state, name, value)
    assert GAME.defects(state) == []
    return state


def play(state: State, *dice: int) -> Match[State]:
    """A match from a position; throws take the faces given, and draws the card of that number."""
    return flagplot.new("atlantic-wolves", state=state, dice=flagplot.dice.scripted(*dice))


def told(match: Match[State], key: str) -> list[LogEntry]:
    """The log's entries of one kind."""
    return [entry for entry in match.log() if entry.key == key]


def sums(match: Match[State], key: str) -> list[int]:
    """The modified sums of all rolls of one kind."""
    return [entry.about["sum"] for entry in told(match, key)]


def keys(match: Match[State], *wanted: str) -> list[str]:
    """The keys of the log in their order, only the wanted ones."""
    return [entry.key for entry in match.log() if entry.key in wanted]


def at_sea(match: Match[State], area: str) -> dict[str, list[int]]:
    """The numbers of the boats in the squares of an area, empty squares left out."""
    boats = match.state.areas[area].boats
    return {square: [boat.number for boat in boats[square]] for square in boats if boats[square]}


def in_pens(match: Match[State]) -> list[int]:
    """The numbers of the boats in the Sub Pens, sorted."""
    return sorted(boat.number for boat in match.state.pens)
