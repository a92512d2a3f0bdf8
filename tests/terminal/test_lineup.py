"""Line-ups: a battle stands in the place of the chart, with strength, badges, aims and the numbers to type."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from flagplot.engine import Match
from flagplot.engine.view import Description, Lineup, Piece, Section, View
from flagplot.terminal.lineup import drawn_up
from flagplot.terminal.pieces import legend_of
from tests.engine.toy import BLUE, LEAD, RED, deal
from tests.terminal.evening import evening, plain_console
from tests.terminal.fleets import AXIS_LINE, BATTLE, BATTLESHIPS, IN_BATTLE, blocks, fleets, ship


def printed(lineup: Lineup, width: int, numbers: dict[str, int] | None = None) -> list[str]:
    console = plain_console(width)
    view = View("", lineups=(lineup,))
    with console.capture() as capture:
        for thing in drawn_up(lineup, legend_of(fleets().game, view), numbers or {}, width):
            console.print(thing)
    return [line.rstrip() for line in capture.get().splitlines()]


SMALL = Lineup(
    "battle",
    "Battle in the Denmark Strait",
    (
        Section(RED, "Battle station", (ship("Hood", "", RED, (2, 3), "4 dice", "hit on 6"),)),
        Section(RED, "Disabled", (ship("Norfolk", "", RED, (1, 2), "1 die"),)),
        Section(
            BLUE,
            "Battle station",
            (ship("Bismarck", "", BLUE, (4, 4), "6 dice", "hit on 6"), ship("Lutzow", "", BLUE, (3, 3), "1 die")),
        ),
    ),
    (("Hood", "Lutzow"), ("Bismarck", "Hood"), ("Lutzow", "Hood"), ("Lutzow", "Norfolk")),
)


def test_the_sides_stand_beside_each_other_with_sections_strength_badges_and_aims() -> None:
    assert printed(SMALL, 96, {"Bismarck": 1, "Lutzow": 2}) == [
        "Battle in the Denmark Strait",
        "▲ Allied                                         ◆ Axis",
        "   Battle station                                   Battle station",
        "   Hood    ●●○ 4 dice, hit on 6 → Lutzow          1 Bismarck ●●●● 6 dice, hit on 6 → Hood",
        "   Disabled                                       2 Lutzow   ●●●  1 die → Hood, Norfolk",
        "   Norfolk ●○  1 die",
    ]


def test_on_a_narrow_screen_the_sides_stand_below_each_other() -> None:
    assert printed(SMALL, 60) == [
        "Battle in the Denmark Strait",
        "▲ Allied",
        "   Battle station",
        "   Hood    ●●○ 4 dice, hit on 6 → Lutzow",
        "   Disabled",
        "   Norfolk ●○  1 die",
        "◆ Axis",
        "   Battle station",
        "   Bismarck ●●●● 6 dice, hit on 6 → Hood",
        "   Lutzow   ●●●  1 die → Hood, Norfolk",
    ]


def test_blocks_that_are_not_revealed_show_their_backs() -> None:
    lineup = Lineup("b", "Meeting", (Section(RED, "", (blocks(3, "", RED),)), Section(BLUE, "", (blocks(9, ""),))))
    assert printed(lineup, 80)[2].split() == ["▮▮▮", "9", "blocks"]


def test_a_piece_without_strength_or_badges_is_its_name_alone() -> None:
    lineup = Lineup("b", "Air", (Section(RED, "", (Piece("raf", "air", RED, "", "RAF"),)),))
    assert printed(lineup, 80) == ["Air", "▲ Allied", "   RAF"]


def test_a_name_without_anything_behind_it_is_not_cut_for_the_other_side() -> None:
    alone = Piece("spee", "battleship", RED, "", "Admiral Graf Spee", pips=(6, 6))
    hunter = Piece("foch", "cruiser", BLUE, "", "Foch", badges=("CA", "speed 6", "guns 0-4-1-3", "armour 2"))
    lineup = Lineup("b", "Battle", (Section(RED, "", (alone,)), Section(BLUE, "", (hunter,))))
    assert "   Admiral Graf Spee ●●●●●●" in printed(lineup, 80)[2]


@pytest.mark.parametrize("width", [60, 72, 80, 100, 120, 160])
def test_no_line_is_wider_than_the_screen_and_every_ship_has_one(width: int) -> None:
    lines = printed(BATTLE, width)
    assert max(map(len, lines)) <= width
    text = "\n".join(lines)
    for name in (*BATTLESHIPS[:7], *AXIS_LINE):
        assert name[:12] in text


@pytest.mark.parametrize(("width", "height"), [(100, 40), (120, 45)])
def test_a_battle_of_12_against_12_fits_on_the_screen_with_its_question(
    tmp_path: Path, width: int, height: int
) -> None:
    screen = evening(tmp_path, match=fleets(IN_BATTLE), width=width, height=height).last_screen
    frame = screen[: screen.index("help\n")].splitlines()
    assert len(frame) < height
    assert "Battle of the North Sea, surface round 2" in screen
    assert "→ Vittorio Veneto" in screen
    assert "╔" not in screen
    assert "m screen  c chart" in screen


def test_the_number_of_an_option_stands_before_the_piece_that_it_chooses(tmp_path: Path) -> None:
    match = fleets(IN_BATTLE)
    assert match.decision
    names = [match.describe(option).label for option in match.decision.options]
    lines = evening(tmp_path, match=match).last_screen.splitlines()
    for number, name in enumerate(names, 1):
        assert any(f" {number} {name} " in line and "●" in line for line in lines)


def test_c_draws_the_chart_that_the_battle_has_displaced(tmp_path: Path) -> None:
    after = evening(tmp_path, "c", match=fleets(IN_BATTLE))
    drawn = after.screen.partition("> c\n")[2]
    assert "Scapa Flow" in drawn
    assert "╔ Gibraltar" in drawn
    assert "> North Sea" in evening(tmp_path, "c", match=fleets(IN_BATTLE), width=80, height=24).screen


def many_targets() -> Match[Any]:
    """A battle in which a seat may choose among more ships than a short list holds."""
    names = [piece.id for section in BATTLE.sections for piece in section.pieces][:13]

    def aim(table: Any) -> str:
        table.choose(RED, LEAD, [*range(13), "nobody"], seat=RED)
        return "aim"

    def describe(state: Any, ask: Any, about: Any, option: Any) -> Description:
        return Description(names[option], (), (names[option],)) if isinstance(option, int) else Description(option)

    return fleets(IN_BATTLE, phases={"deal": deal, "lead": aim, "aim": aim}, describe=describe)


def test_of_many_options_those_that_are_numbered_in_the_battle_are_not_listed_again(tmp_path: Path) -> None:
    screen = evening(tmp_path, match=many_targets()).last_screen
    assert "  1-13  as numbered above" in screen
    assert " 14  nobody" in screen
    assert screen.count("Warspite") == 1


def test_where_the_battle_does_not_fit_on_the_screen_all_options_are_listed(tmp_path: Path) -> None:
    screen = evening(tmp_path, match=many_targets(), width=60, height=24).last_screen
    assert "as numbered above" not in screen
    assert "  4  Warspite" in screen
