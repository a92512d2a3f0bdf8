"""Secret throws: what is thrown, drawn or chosen for some seats alone is read by nobody else before the end."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

import flagplot
from flagplot.engine import Ask, Chart, Event, Game, Match, Roll, State, Table
from flagplot.engine.proof import verified
from flagplot.engine.start import new_match
from flagplot.engine.view import ONLOOKER, View
from tests.engine.toy import BLUE, RED, toy_game

LOOK = Ask("look", "Where does {seat} look?", "TY-GEN-02", log="{seat} looks {choice}.")
WAIT = Ask("wait", "Wait or go?", "TY-GEN-02")
SPOT = Roll("spot", "{seat} looks out", "TY-GEN-02")
GUESS = Roll("guess", "{seat} guesses", "TY-GEN-02")
SCAN = Roll("scan", "{seat} scans", "TY-GEN-02")
BOX = Roll("box", "{seat} opens a box", "TY-GEN-02")
WEATHER = Roll("weather", "The weather", "TY-GEN-02")
SIGHTED = Event("sighted", "{seat} has sighted something.", "TY-GEN-02", reveals=True)
DONE = Event("done", "The watch is over.", "TY-GEN-02")
HALVES = Chart("Halves", ("low", "low", "low", "high", "high", "high"))


@dataclass(slots=True, kw_only=True)
class Watch(State):
    seen: dict[str, int] = field(default_factory=lambda: {RED: 0, BLUE: 0})
    boxes: dict[str, list[int]] = field(default_factory=lambda: {RED: [], BLUE: []})
    went: list[str] = field(default_factory=list)


def watch(table: Table[Watch]) -> None:
    """Red keeps a watch that blue knows nothing of, unless red sights something; then blue goes or waits."""
    state, own = table.state, (RED,)
    side = table.choose(RED, LOOK, ("east", "west"), to=own, seat=RED)
    state.seen[RED] = table.roll("1d6", SPOT, to=own, seat=RED).sum
    state.seen[RED] += table.consult(HALVES, GUESS, to=own, seat=RED) == "high"
    state.seen[RED] += table.volley(2, HALVES, SCAN, to=own, seat=RED).count("high")
    state.boxes[RED].append(table.draw([10, 20, 30], BOX, to=own, seat=RED))
    table.roll("1d6", WEATHER)
    if state.seen[RED] > 7 and side == "east":
        table.tell(SIGHTED, seat=RED)
    state.went.append(table.choose(BLUE, WAIT, ("wait", "go")))
    state.went.append(table.choose(RED, WAIT, ("wait", "go")))
    table.end(DONE, RED, {RED: state.seen[RED]})


def view(state: Watch, seat: str) -> View:
    return View(f"Seen {state.seen.get(seat, 0)}, boxes {state.boxes.get(seat, [])}")


def sample(state: Watch, seat: str, rng: Random) -> Watch:
    return state


def watch_game(**changes: Any) -> Game[Watch]:
    settings: dict[str, Any] = {
        "state_type": Watch,
        "phases": {"watch": watch},
        "phase_names": {"watch": "The watch"},
        "setup": lambda scenario, options: Watch(phase="watch"),
        "view": view,
        "sample": sample,
        "asks": {LOOK.key: LOOK, WAIT.key: WAIT},
        "options_type": changes.pop("options_type", None) or toy_game(Path()).options_type,
        "inventory": lambda state: {},
        "defects": lambda state: [],
        "metrics": lambda state: {},
    }
    return toy_game(Path(), **{**settings, **changes})  # type: ignore[return-value]


def match_of(*dice: int, seed: int = 1, look: str = "east", typed: bool = False) -> Match[Watch]:
    throws = flagplot.dice.asked() if typed else flagplot.dice.scripted(*dice) if dice else None
    return new_match(watch_game(), None, seed, {}, throws, None).choose(look)


QUIET = (2, 1, 1, 1, 10, 4)  # red sights nothing
LOUD = (6, 4, 4, 4, 20, 4)


def test_only_those_named_read_a_secret_throw_draw_or_answer() -> None:
    match = match_of(*QUIET)
    assert [entry.key for entry in match.log(RED)] == ["look", "spot", "guess", "scan", "box", "weather"]
    for seat in (BLUE, ONLOOKER):
        assert [entry.key for entry in match.log(seat)] == ["weather"]
        assert match.log(seat)[0].faces == (4,)


def test_at_the_end_of_the_game_everybody_reads_them() -> None:
    match = match_of(*QUIET).choose("wait").choose("go")
    assert match.result
    assert [entry.faces for entry in match.log(BLUE)] == [entry.faces for entry in match.log()]
    assert [entry.to for entry in match.log(BLUE)][:2] == [(RED,), (RED,)]


def test_a_fork_throws_anew_what_its_seat_did_not_see_and_keeps_what_it_saw() -> None:
    match = match_of(*QUIET)
    forks = [match.fork(BLUE, seed) for seed in range(300)]
    assert {fork.log()[-1].faces for fork in forks} == {(4,)}, "the weather was seen"
    assert all(fork.state.seen[RED] <= 7 or fork.log()[0].text == "Red looks west." for fork in forks)
    boxes = Counter(fork.state.boxes[RED][0] for fork in forks)
    assert set(boxes) == {10, 20, 30}
    assert min(boxes.values()) > 60
    assert {fork.state.seen[RED] for fork in forks} > set(range(2, 8))


def test_what_came_of_a_secret_throw_limits_what_a_fork_can_throw() -> None:
    match = match_of(*LOUD)
    assert [entry.key for entry in match.log(BLUE)] == ["weather", "sighted"]
    for seed in range(40):
        fork = match.fork(BLUE, seed)
        assert fork.state.seen[RED] > 7
        assert fork.log()[0].text == "Red looks east."


def test_the_seat_that_threw_in_secret_finds_its_own_throws_in_a_fork() -> None:
    match = match_of(*QUIET).choose("wait")
    fork = match.fork(RED, 5)
    assert fork.state.seen == match.state.seen
    assert fork.state.boxes == match.state.boxes


def test_twin_worlds_give_the_same_forks() -> None:
    """Neither the faces of secret dice nor how many were read decide anything that a seat can see."""
    match, twin = match_of(*QUIET), match_of(1, 2, 3, 3, 30, 4, look="west")
    for seed in range(50):
        assert match.fork(BLUE, seed).state.seen == twin.fork(BLUE, seed).state.seen
        assert match.fork(BLUE, seed).state.boxes == twin.fork(BLUE, seed).state.boxes


def test_a_branch_goes_on_from_secret_throws_of_its_own() -> None:
    match = match_of(seed=3)
    branches = [match.branch(BLUE, seed) for seed in range(1, 40)]
    assert len({branch.state.boxes[RED][0] for branch in branches}) == 3
    branch = branches[0].choose("go").choose("go")
    assert branch.result
    assert is_proved(branch)


def is_proved(match: Match[Watch]) -> bool:
    """Whether the record of a match leads to the same position once more."""
    return any("byte for byte" in line for line in verified(match))


def test_a_record_with_secret_throws_is_proved_by_its_seed() -> None:
    match = match_of(seed=5).choose("go").choose("wait")
    assert is_proved(match)


def test_secret_throws_are_not_typed_in_because_all_would_see_them() -> None:
    match = match_of(typed=True)
    question = match.question
    assert question is not None
    assert question.ask is WEATHER
    match.choose(5)
    assert [entry.key for entry in match.log(BLUE)] == ["weather"]
    assert match.log(BLUE)[0].faces == (5,)
    fork = match.fork(BLUE, 1)
    assert fork.log()[-1].faces == (5,) or fork.log()[-2].faces == (5,)
    with pytest.raises(flagplot.IllegalChoice):
        match.choose("east")
