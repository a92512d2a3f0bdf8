"""Kept dice: of some throws only the lowest or the highest count."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from rich.console import Console

import flagplot
from flagplot.engine import Chart, Match, Modifier, Roll, Table
from flagplot.engine.dice import Tape, counted, in_words, seed_bytes, sides_of
from flagplot.engine.errors import DiceError
from flagplot.engine.odds import outcomes_of, sums_of
from flagplot.engine.proof import verified
from flagplot.engine.start import load_match
from flagplot.terminal import logbook
from flagplot.terminal.menu import menu_of, shown
from tests.engine.test_odds import leaves_of
from tests.engine.toy import PUSH, RED, SCORED, WON, ToyState, toy_match

SEARCH = Roll("search", "The search", "TY-GEN-02")
SEEN = Chart("Search", ("missed", "found"), first=6, dice="3d6l2")


def search(dice: str) -> Any:
    """A phase in which dice are thrown once, and the game is over."""

    def phase(table: Table[ToyState]) -> None:
        table.choose(RED, PUSH, ("push", "stop"))
        table.tell(SCORED, seat=RED, points=table.roll(dice, SEARCH).sum)
        table.end(WON, RED, {})

    return phase


def searching(thrown: str, **settings: Any) -> Match[ToyState]:
    return toy_match(phases={"deal": search(thrown)}, **settings)


@pytest.mark.parametrize(
    ("dice", "faces", "total", "kept", "dropped"),
    [
        ("3d6l2", (6, 1, 4), 5, (1, 4), (0,)),
        ("3d6h2", (6, 1, 4), 10, (6, 4), (1,)),
        ("3d6l2", (5, 5, 5), 10, (5, 5), (2,)),
        ("3d6h2", (2, 5, 2), 7, (2, 5), (2,)),
        ("4d6l1", (3, 2, 6, 2), 2, (2,), (0, 2, 3)),
        ("3d6h3", (1, 2, 3), 6, (1, 2, 3), ()),
        ("2d6", (3, 4), 7, (3, 4), ()),
    ],
)
def test_a_throw_has_all_faces_and_the_sum_of_those_kept(
    dice: str, faces: tuple[int, ...], total: int, kept: tuple[int, ...], dropped: tuple[int, ...]
) -> None:
    throw = counted(dice, *faces)
    assert (throw.faces, throw.sum, throw.kept, throw.dropped) == (faces, total, kept, dropped)
    assert counted(dice, *faces) is throw


@pytest.mark.parametrize("dice", ["3d6x2", "3d6l", "3d6l2h1", "3d6 l2", "l2", "3d6L2", "٣d6", "9999d6", "1d9999999"])
def test_a_throw_that_nobody_can_read_is_refused(dice: str) -> None:
    with pytest.raises(DiceError, match=r"is not a throw of dice; expected for instance '2d6', or '3d6l2'"):
        sides_of(dice)


@pytest.mark.parametrize(("dice", "keep"), [("3d6l4", 4), ("3d6l0", 0), ("3d6h9", 9)])
def test_more_dice_than_are_thrown_cannot_be_kept_and_neither_can_none(dice: str, keep: int) -> None:
    with pytest.raises(
        DiceError, match=rf"^'{dice}' is not a throw of dice: it keeps {keep} of 3\. Expected 1 to 3\.$"
    ):
        sides_of(dice)
    with pytest.raises(DiceError, match="is not a throw of dice"):
        Chart("Nonsense", ("row",), dice=dice)


@pytest.mark.parametrize(("dice", "at_least_seven"), [("3d6l2", 69), ("3d6h2", 174)])
def test_the_enumerator_counts_sums_and_not_faces(
    dice: str, at_least_seven: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = searching(dice)
    odds = match.odds("push")
    assert odds.exact
    assert sum(odds[f"{points} points"] for points in range(7, 13)) == Fraction(at_least_seven, 216)
    assert sum(odds.values()) == 1
    assert leaves_of(match, "push", monkeypatch) == 11
    assert len(sums_of(dice)) == 11


def test_a_chart_reads_the_dice_that_are_kept_with_exact_odds() -> None:
    def phase(table: Table[ToyState]) -> None:
        table.choose(RED, PUSH, ("push", "stop"))
        table.tell(SCORED, seat=RED, points=table.consult(SEEN, SEARCH))

    odds = toy_match(phases={"deal": phase}).odds("push")
    assert odds == {"missed points": Fraction(147, 216), "found points": Fraction(69, 216)}
    assert sorted(weight for weight, _ in outcomes_of("3d6l2", False, SEEN, Modifier(-2, "night").value)) == [23, 193]


@pytest.mark.parametrize("looks_at", ["faces", "kept", "dropped"])
def test_rules_that_look_at_single_dice_have_all_faces_enumerated(
    looks_at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def phase(table: Table[ToyState]) -> None:
        table.choose(RED, PUSH, ("push", "stop"))
        table.tell(SCORED, seat=RED, points=len(getattr(table.roll("3d6l2", SEARCH), looks_at)))

    assert leaves_of(toy_match(phases={"deal": phase}), "push", monkeypatch) >= 216


def test_the_log_tells_which_dice_were_dropped() -> None:
    entry = searching("3d6l2", dice=flagplot.dice.scripted(6, 1, 4)).choose("push").log()[0]
    assert (entry.text, entry.faces, entry.dropped) == ("The search: 1 + 4 (dropped 6) = 5", (6, 1, 4), (0,))
    assert entry.about["sum"] == 5
    alone = searching("3d6h1", dice=flagplot.dice.scripted(2, 5, 3)).choose("push").log()[0]
    assert (alone.text, alone.dropped) == ("The search: 5 (dropped 2, 3)", (0, 2))


def test_a_modifier_is_added_to_the_dice_that_are_kept() -> None:
    def phase(table: Table[ToyState]) -> None:
        table.choose(RED, PUSH, ("push", "stop"))
        table.consult(SEEN, SEARCH, [Modifier(2, "radar")])
        table.end(WON, RED, {})

    match = toy_match(phases={"deal": phase}, dice=flagplot.dice.scripted(6, 1, 4)).choose("push")
    assert match.log()[0].text == "The search: 1 + 4 (dropped 6) +2 radar = 7, found"


def test_seeded_dice_are_those_of_the_tape_and_are_proved() -> None:
    match = searching("3d6h2", seed=5).choose("push")
    tape = Tape(seed_bytes(5))
    assert match.log()[0].faces == tuple(tape.face(6) for _ in range(3))
    assert "1 rolls and draws came anew" in " ".join(verified(match))
    again = load_match(match.save(), lambda _: match.game)
    assert again.log() == match.log()


def test_a_playout_throws_what_a_match_throws() -> None:
    by_hand, played_out = searching("3d6l2", seed=9).choose("push"), searching("3d6l2", seed=9)
    played_out.playout({RED: lambda state, seat, ask, options, about: "push"})
    assert played_out.log() == by_hand.log()


def test_typed_dice_are_asked_for_with_all_faces_and_say_which_count() -> None:
    match = searching("3d6l2", dice=flagplot.dice.asked()).choose("push")
    assert match.decision
    assert (match.decision.dice, len(match.decision.options)) == ("3d6 (the lowest 2 count)", 216)
    console = Console(width=120, file=None)
    with console.capture() as printed:
        console.print(shown(menu_of(match), 120))
    assert printed.get().startswith("Take 3d6 (the lowest 2 count) from the table and type what it shows: 3 faces")
    match.choose((6, 1, 4))
    assert match.log()[0].text == "The search: 1 + 4 (dropped 6) = 5"
    assert (in_words("3d6h1"), in_words("2d6")) == ("3d6 (the highest counts)", "2d6")


def test_a_branch_has_the_dice_that_had_fallen() -> None:
    def phase(table: Table[ToyState]) -> None:
        table.roll("3d6l2", SEARCH)
        table.choose(RED, PUSH, ("push", "stop"))
        table.end(WON, RED, {})

    match = toy_match(phases={"deal": phase}, seed=4)
    assert match.branch(RED, 8).log(RED) == match.fork(RED, 8).log(RED) == match.log(RED)
    assert match.log(RED)[0].dropped


def test_a_volley_refuses_more_than_one_die() -> None:
    for dice in ("3d6l2", "2d6"):

        def phase(table: Table[ToyState], dice: str = dice) -> None:
            table.volley(2, Chart("Guns", ("miss", "hit"), dice=dice), SEARCH)

        sentence = f"^A volley reads each die by itself, so its chart has one die and not '{dice}'.$"
        with pytest.raises(DiceError, match=sentence):
            toy_match(phases={"deal": phase}).decision  # noqa: B018
        with pytest.raises(DiceError, match=sentence):
            toy_match(phases={"deal": phase}).playout({})


def test_the_terminal_strikes_out_the_dice_that_were_dropped() -> None:
    entries = searching("3d6l2", dice=flagplot.dice.scripted(6, 1, 4)).choose("push").log()
    console = Console(width=80, force_terminal=True, color_system="standard")
    with console.capture() as printed:
        console.print(logbook.lines(entries[:1]))
    struck, plain = "\x1b[2;9m⚅\x1b[0m", "\x1b[33m⚀⚃\x1b[0m"
    assert printed.get().replace("\x1b[0m\x1b[33m⚃", "⚃").startswith(struck + plain)
