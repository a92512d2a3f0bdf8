"""The search plot: adding up worlds, cells of a measured board, and what is refused."""

from __future__ import annotations

import math

import pytest

import flagplot
from flagplot.engine.errors import IllegalChoice
from flagplot.engine.view import Piece, Placed, Pose, Scale, View
from flagplot.engine.whereabouts import MOST_WORLDS, NAMES, Grid, Sought, Tally, Unseen, unseen_in_views

CRUISER, GRAF_SPEE, STRENGTH = (
    Sought("cruiser", "Cruisers"),
    Sought("gs", "Graf Spee", NAMES),
    Sought("strength", "Strength", unit="points"),
)


def test_shares_and_means_are_those_of_the_worlds() -> None:
    tally = Tally()
    tally.add([Unseen(CRUISER, "north"), Unseen(CRUISER, "north"), Unseen(GRAF_SPEE, "south")])
    tally.add([Unseen(CRUISER, "north"), Unseen(CRUISER, "south"), Unseen(GRAF_SPEE, "south")])
    tally.add([Unseen(CRUISER, "south"), Unseen(CRUISER, "south"), Unseen(GRAF_SPEE, "south")])
    tally.add([Unseen(CRUISER, "south"), Unseen(GRAF_SPEE, "south")])
    plot = tally.whereabouts("allied")
    cruisers, ship = plot.spreads
    assert (plot.worlds, cruisers.name, ship.group) == (4, "Cruisers", NAMES)
    assert cruisers.amount == 7 / 4
    assert [(one.at, one.share, one.mean) for one in cruisers.shares] == [("south", 0.75, 1.0), ("north", 0.5, 0.75)]
    assert [(one.at, one.share, one.mean) for one in ship.shares] == [("south", 1.0, 1.0)]
    assert ship.shares[0].margin > 0  # four worlds are few, however sure they look
    north = cruisers.shares[1]
    assert north.margin == pytest.approx(1.96 * math.sqrt((0.25 + 1 / 16) / 4), abs=1e-4)
    assert north.mean_margin == pytest.approx(1.96 * math.sqrt((5 / 4 - 9 / 16) / 4), abs=1e-4)


def test_what_is_measured_is_listed_before_what_is_counted_and_names_come_last() -> None:
    tally = Tally()
    tally.add([Unseen(GRAF_SPEE, "south"), Unseen(CRUISER, "south"), Unseen(STRENGTH, "south", 3)])
    assert [one.id for one in tally.whereabouts("allied").spreads] == ["strength", "cruiser", "gs"]


def test_nothing_of_something_is_no_place_of_it() -> None:
    tally = Tally()
    tally.add([Unseen(STRENGTH, "south", 0), Unseen(STRENGTH, "north", 2)])
    (strength,) = tally.whereabouts("allied").spreads
    assert [one.at for one in strength.shares] == ["north"]


def test_spots_are_counted_by_the_squares_of_the_graticule() -> None:
    grid = Grid(Scale("cm", across=100.0, grid=30.0), aspect=2.0)
    assert [grid.cell(spot) for spot in ((0.0, 0.0), (0.299, 0.59), (0.31, 0.61), (1.0, 1.0), (-0.1, 1.4))] == [
        "0/0",
        "0/0",
        "1/1",
        "3/1",
        "0/1",
    ]
    last = grid.drawn("3/1")
    assert (last.x, last.y) == (0.9, 0.6)
    assert (round(last.width, 6), round(last.height, 6)) == (0.1, 0.4)  # the rest of the board
    assert last.name == "90 to 100 cm from the west, 30 to 50 from the north"


def test_without_a_word_of_the_game_what_the_view_lacks_is_unseen() -> None:
    ours = Piece("am1", "cruiser", "axis", "north", "Ours")
    back = Piece("south/allied", "block", "allied", "south", "a block", hidden=True)
    ship = Piece("ajax", "cruiser", "allied", "south", "Ajax")
    boat = Piece("b", "boat", "allied", "", "Boat", placed=Placed(Pose(0.25, 0.5)))
    found = list(unseen_in_views(View("", (ours, ship, boat)), View("", (ours, back))))
    assert found == [
        Unseen(Sought("cruiser", "Cruiser"), "south"),
        Unseen(Sought("ajax", "Ajax", NAMES), "south"),
        Unseen(Sought("boat", "Boat"), (0.25, 0.5)),
        Unseen(Sought("b", "Boat", NAMES), (0.25, 0.5)),
    ]


@pytest.mark.parametrize("slug", ["atlantic-chase", "atlantic-wolves", "graf-spee"])
def test_where_nobody_hides_anything_there_is_no_search_plot(slug: str) -> None:
    match = flagplot.new(slug, seed=1)
    assert not match.game.has_search_plot
    with pytest.raises(IllegalChoice, match="Nobody hides anything"):
        match.whereabouts(match.seats[0])


@pytest.mark.parametrize("worlds", [0, -3, MOST_WORLDS + 1])
def test_the_number_of_worlds_has_bounds(worlds: int) -> None:
    with pytest.raises(IllegalChoice, match="1 to 2,000 worlds"):
        flagplot.new("sea-control", seed=1).whereabouts("axis", worlds)


def test_a_seat_that_is_not_in_play_has_no_search_plot() -> None:
    with pytest.raises(IllegalChoice, match="has no seat 'german'"):
        flagplot.new("sea-control", seed=1).whereabouts("german")


def test_time_ends_the_drawing_of_worlds_after_one_at_least() -> None:
    match = flagplot.new("sea-control", seed=1)
    first = match.whereabouts("axis", seconds=0.0)
    assert first.worlds == 1
    assert first == match.whereabouts("axis", worlds=1)
