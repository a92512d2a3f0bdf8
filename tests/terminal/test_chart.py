"""The chart: every space has its place, and every piece can be told by its word."""

from __future__ import annotations

from itertools import combinations

import pytest
from rich.console import Console

import flagplot
from flagplot.engine.view import Board, Fact, Piece, Space, View
from flagplot.terminal.chart import LEAST_WIDTH, MOST_HEIGHT, chart, laid_out, listing
from flagplot.terminal.pieces import cell, legend_of
from flagplot.terminal.scene import Scene
from tests.terminal.evening import SLUG, plain_console

GAME = flagplot.game(SLUG)
BOARD = GAME.board(GAME.read_scenario(None))
BOARDS = {game.slug: game.board(game.read_scenario(None)) for game in flagplot.games()}
GAMES_OF_AREAS = [
    game
    for game in flagplot.games()
    if not BOARDS[game.slug].scale and all(space.kind not in ("point", "hex") for space in BOARDS[game.slug].spaces)
]
AREAS = [space for space in BOARD.spaces if space.within is None]


def scene(*pieces: Piece, facts: tuple[Fact, ...] = (), active: tuple[str, ...] = (), board: Board = BOARD) -> Scene:
    view = View("Now", pieces, facts=facts)
    return Scene(board, view, legend_of(GAME, view), active)


def printed(thing: object, width: int = 100) -> str:
    console = plain_console(width)
    with console.capture() as capture:
        console.print(thing)
    return capture.get()


def uboat(number: int, space: str, *badges: str) -> Piece:
    return Piece(f"u{number}", "uboat", "german", space, f"U-boat {number}", badges=badges)


def words(width: int, *pieces: Piece) -> str:
    return "".join(text for text, _ in cell(pieces, legend_of(GAME, View("Now", pieces)), width))


# Where the panels stand


@pytest.mark.parametrize("game", GAMES_OF_AREAS, ids=lambda game: game.slug)
@pytest.mark.parametrize("width", [LEAST_WIDTH, 100, 120, 160, 240])
def test_no_panel_lies_over_another_or_over_the_edge(game: flagplot.Game, width: int) -> None:  # type: ignore[type-arg]
    board = game.board(game.read_scenario(None))
    empty = Scene(board, View(""), legend_of(game, View("")), ())
    panels = laid_out(empty, width, 28)
    assert panels is not None
    assert {panel.space for panel in panels} == set(empty.areas)
    assert not any(one.overlaps(other) for one, other in combinations(panels, 2))
    for panel in panels:
        assert 0 <= panel.x <= width - panel.width
        assert 0 <= panel.y <= MOST_HEIGHT - panel.height


def test_panels_keep_north_above_south_and_west_left_of_east() -> None:
    panels = laid_out(scene(), 100, 21)
    assert panels is not None
    at = {panel.space.id: panel for panel in panels}
    assert at["iceland"].y < at["north_atlantic"].y < at["mid_atlantic"].y
    assert at["newfoundland"].x < at["north_atlantic"].x < at["bay_of_biscay"].x < at["pens"].x


def test_a_board_that_is_too_full_for_the_screen_is_no_picture_but_a_list() -> None:
    spaces = tuple(Space(f"s{n}", f"Sea number {n}", "sea", n / 60, n / 60, 0.1, 0.1) for n in range(60))
    crowded = scene(uboat(3, "s17"), board=Board("Sea", 1.0, (), spaces))
    assert chart(crowded, 100, 20) is None
    assert "Sea number 17  ▲U3" in printed(listing(crowded, 100))


def test_a_screen_that_is_too_narrow_has_no_picture() -> None:
    assert chart(scene(), LEAST_WIDTH - 1, 30) is None


# What is in them


def test_each_space_shows_its_name_and_its_pieces_in_their_squares() -> None:
    picture = printed(
        chart(
            scene(
                uboat(1, "iceland/aggressive"),
                uboat(5, "iceland/shadow", "Ace"),
                Piece("e", "escort", "allied", "iceland", "Escorts", 2),
                Piece("a", "air", "allied", "iceland", "Air Patrols", 5),
                Piece("d", "admiral", "german", "hq", "Dönitz"),
                facts=(Fact("Limit", "30 of 170", "iceland"),),
            ),
            100,
            20,
        )
    )
    for area in AREAS:
        assert f" {area.name} " in picture
    assert "Aggr. ▲U1 " in picture
    assert "Shad. ▲U5★ " in picture
    assert "◆Escorts 2 Air 5" in picture
    assert "│ ▲Dönitz" in picture
    assert "Limit 30 of 170 ╯" in picture


def test_spaces_that_can_be_chosen_have_another_frame_and_not_only_another_colour() -> None:
    picture = printed(chart(scene(active=("iceland/normal",)), 100, 20))
    assert "┏ Iceland" in picture
    assert "╭ Newfoundland" in picture


def test_a_wide_chart_names_the_squares_in_full() -> None:
    assert "Aggressive ▲U1" in printed(chart(scene(uboat(1, "iceland/aggressive")), 150, 28), 150)


def test_facts_that_are_too_long_are_abbreviated() -> None:
    facts = (Fact("Limit", "30 of 170", "iceland"), Fact("Wolfpack Tactics", "+1", "iceland"))
    assert "Lim 30/170 WT +1 ╯" in printed(chart(scene(facts=facts), 100, 20))


def test_the_list_names_what_is_there_and_sums_up_what_is_empty() -> None:
    text = printed(listing(scene(uboat(1, "iceland/aggressive"), active=("pens",)), 80), 80)
    assert "Iceland" in text
    assert "Aggressive ▲U1" in text
    assert "> Sub Pens" in text
    assert "empty" in text
    assert "Newfoundland" in text


@pytest.mark.parametrize("width", [92, 100, 140])
def test_the_chart_is_exactly_as_wide_as_told(width: int) -> None:
    lines = printed(chart(scene(), width, 24), width).splitlines()
    assert {len(line) for line in lines} == {width}


# Pieces as words


FLEET = tuple(uboat(number, "pens") for number in range(1, 10))


@pytest.mark.parametrize(
    ("width", "expected"),
    [
        (30, "▲U1 U2 U3 U4 U5 U6 U7 U8 U9"),
        (20, "▲U1 2 3 4 5 6 7 8 9"),
        (10, "▲U1-9"),
    ],
)
def test_a_stack_of_numbered_pieces_shrinks_with_its_cell(width: int, expected: str) -> None:
    assert words(width, *FLEET) == expected


def test_a_starred_piece_stands_out_of_a_range() -> None:
    assert words(14, *FLEET[:4], uboat(5, "pens", "Ace"), *FLEET[5:]) == "▲U1-4 5★ 6-9"


def test_what_does_not_fit_at_all_ends_in_an_ellipsis() -> None:
    assert words(6, *(uboat(number, "pens") for number in (1, 3, 5, 7, 9))) == "▲U1 3…"


@pytest.mark.parametrize(
    ("width", "expected"),
    [(30, "◆Escorts 2 Air Patrols 5"), (16, "◆Escorts 2 Air 5"), (12, "◆Esc2 Air5"), (7, "◆E2 A5")],
)
def test_names_shrink_with_their_cell(width: int, expected: str) -> None:
    escorts = Piece("e", "escort", "allied", "iceland", "Escorts", 2)
    air = Piece("a", "air", "allied", "iceland", "Air Patrols", 5)
    assert words(width, escorts, air) == expected


def test_a_single_escort_is_counted_but_a_person_is_not() -> None:
    assert words(30, Piece("e", "escort", "allied", "iceland", "Escorts", 1)) == "◆Escorts 1"
    assert words(30, Piece("d", "admiral", "german", "hq", "Dönitz")) == "▲Dönitz"


def test_each_side_has_its_own_mark_and_colour() -> None:
    pieces = (uboat(1, "pens"), Piece("e", "escort", "allied", "iceland", "Escorts", 2))
    sides = legend_of(GAME, View("Now", pieces)).sides
    assert [(side.name, side.mark) for side in sides.values()] == [("German", "▲"), ("Allies", "◆")]
    assert len({side.style for side in sides.values()}) == 2


def test_the_chart_has_colours_where_there_are_any() -> None:
    console = Console(width=100, force_terminal=True, color_system="standard")
    with console.capture() as capture:
        console.print(chart(scene(uboat(1, "iceland/normal")), 100, 20))
    assert "\x1b[1;36m▲U1" in capture.get()
