"""Geometry (NA-GEO) and programmes (NA-MOV-08): exact places, sectors, touching, and the lists of moves."""

from __future__ import annotations

import hashlib

import pytest

from flagplot.games.night_action import geometry as geo
from flagplot.games.night_action import programmes as prog
from flagplot.games.night_action.model.fleet import touch
from flagplot.games.night_action.model.sight import in_sight
from flagplot.games.night_action.state import Smoke
from tests.games.night_action.builder import ALLIED, AXIS, position, unit
from tests.rules import rule


@rule("NA-GEO-01", "NA-GEO-02")
def test_a_length_in_a_direction_leads_to_the_same_place_on_every_machine() -> None:
    """V-M02."""
    assert geo.displacement(0, 1000) == (0, -1000)
    assert geo.displacement(36, 1000) == (1000, 0)
    assert geo.displacement(18, 1000) == (707, -707)
    digest = hashlib.sha256(repr(geo.UNIT).encode()).hexdigest()
    assert digest == "9780bcac62e907b6ee04f6ebdafb4f73c829a87405c0f70f9d1ee9b6dc561db6"
    assert len(geo.UNIT) == geo.DIRECTIONS == 144


@rule("NA-GEO-03")
def test_within_a_distance_includes_the_distance_itself() -> None:
    assert geo.point_near_line(300, 0, 0, 0, 0, 0, 300)
    assert not geo.point_near_line(301, 0, 0, 0, 0, 0, 300)
    assert geo.square(0, 0, 300, 400) == 500 * 500


@rule("NA-GEO-04")
def test_bases_touch_within_five_millimetres_and_where_they_cross() -> None:
    state = position(unit(ALLIED, "s38", x=50), unit(AXIS, "s38", x=50))
    ours, theirs = state.ships["a1"], state.ships["x1"]
    theirs.x = ours.x + 50
    assert touch(ours, theirs)
    theirs.x = ours.x + 51
    assert not touch(ours, theirs)
    theirs.x, theirs.heading = ours.x + 100, 36
    assert touch(ours, theirs)  # her bow lies across
    assert geo.lines_cross(0, -10, 0, 10, -10, 0, 10, 0)


@rule("NA-GEO-05")
@pytest.mark.parametrize(
    ("dx", "dy", "heading", "found"),
    [
        (0, -100, 0, geo.AHEAD),
        (0, 100, 0, geo.ASTERN),
        (-100, 0, 0, geo.PORT),
        (100, 0, 0, geo.STARBOARD),
        (100, -100, 0, geo.AHEAD | geo.STARBOARD),
        (100, 0, 36, geo.AHEAD),
        (0, -100, 36, geo.PORT),
    ],
)
def test_a_target_on_a_diagonal_is_in_two_sectors(dx: int, dy: int, heading: int, found: int) -> None:
    assert geo.sectors(dx, dy, heading) == found


@rule("NA-GEO-06", "NA-ILL-05")
def test_only_smoke_blocks_a_line_of_sight_of_more_than_five_centimetres() -> None:
    state = position(unit(ALLIED, "s38"), unit(AXIS, "s38"))
    state.smoke = [Smoke.along((5000, 0, 5000, 10000), 9)]
    assert not in_sight(state, 4000, 5000, 6000, 5000, 2000**2)
    assert in_sight(state, 4750, 5000, 5250, 5000, 500**2)
    assert in_sight(state, 1000, 5000, 4900, 5000, 3900**2)


def test_the_last_part_of_a_path_and_its_length_inside_a_rectangle() -> None:
    assert geo.last_part((0, 0, 0, 1000, 1000, 1000), 1500) == (0, 500, 0, 1000, 1000, 1000)
    assert geo.last_part((0, 0, 0, 1000), 5000) == (0, 0, 0, 1000)
    assert geo.length_inside((-1000, 50, 1000, 50), 0, 0, 500, 100) == 500
    assert geo.length_inside((-1000, 500, 1000, 500), 0, 0, 500, 100) == 0
    assert geo.path_comes_near((0, 0, 0, 1000), 299, 500, 300)


@rule("NA-MOV-08", "NA-MOV-03")
@pytest.mark.parametrize(
    ("stretch", "limit", "distances", "counts"),
    [
        (250, 12, (1000, 2000, 2900, 3900), (23, 43, 59, 61)),  # S-boat
        (250, 12, (700, 1500, 2200, 2900), (13, 33, 43, 59)),  # Fairmile D
        (400, 8, (300, 600, 900, 1200), (3, 9, 13, 19)),  # trawler
        (500, 6, (800, 1600, 2300, 3100), (9, 19, 23, 31)),  # V and W
        (800, 3, (200, 400, 600, 800), (3, 3, 3, 9)),  # coaster
        (800, 3, (300, 500, 800, 1000), (3, 3, 9, 9)),  # freighter
    ],
)
def test_the_number_of_programmes_with_a_full_stretch_in_hand(
    stretch: int, limit: int, distances: tuple[int, ...], counts: tuple[int, ...]
) -> None:
    assert tuple(len(prog.programmes(far, stretch, stretch, limit)) for far in distances) == counts


@rule("NA-MOV-08")
def test_the_programmes_of_a_coaster_in_their_order() -> None:
    """V-M03, V-M01."""
    assert prog.programmes(800, 800, 800, 3) == ("=", "P1", "P2", "p1", "P1|", "S1", "S2", "s1", "S1|")
    assert prog.most_steps(3900, 250, 250, 12) == 12
    assert prog.turns_of("P1", 3900, 250, 0) == ((250, -1),)
    assert prog.programmes(3900, 250, 250, 12) is prog.programmes(3900, 250, 250, 12)


@rule("NA-MOV-08", "NA-MOV-03")
def test_turns_at_once_late_and_aside() -> None:
    assert prog.turns_of("S2", 2000, 500, 500) == ((0, 1), (500, 1))
    assert prog.turns_of("s2", 2000, 500, 500) == ((1500, 1), (2000, 1))
    assert prog.turns_of("P1|", 2000, 500, 500) == ((0, -1), (500, 1))
    late = prog.run("s1", 2000, 500, 500, 0)
    assert (late.points, late.heading, late.carried, late.turned) == (((0, -2000),), 6, 0, 1)
    aside = prog.run("P1|", 2000, 500, 500, 0)
    assert (aside.heading, aside.carried, aside.turned) == (0, 500, 1)
    straight = prog.run("=", 200, 500, 100, 0)
    assert (straight.carried, straight.turned) == (300, 0)
    none = prog.run("=", 0, 500, 100, 0)
    assert (none.points, none.legs) == ((), ())


@rule("NA-MOV-03")
def test_a_full_circle_of_a_boat_takes_sixty_centimetres() -> None:
    heading, carried, x, y = 0, 250, 0, 0
    for _ in range(2):
        run = prog.run("P12", 3000, 250, carried, heading)
        heading, carried, x, y = run.heading, run.carried, x + run.points[-1][0], y + run.points[-1][1]
    assert heading == 0
    assert abs(x) < 100
    assert abs(y) < 100


def test_the_nearest_direction_to_an_offset() -> None:
    """V-T17: 11.3 degrees lie nearest to direction 5."""
    assert geo.direction_to(1000, -5000) == 5
    assert geo.direction_to(0, -1) == 0
    assert geo.direction_to(-1, -1000) == 0
    assert geo.turn_between(143, 1) == 2
