"""What games share: places, ways along links, targets, pieces by place, and checks."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from flagplot.common import links
from flagplot.common.checks import check_known, out_of_bounds, unknown
from flagplot.common.pieces import counted, everywhere
from flagplot.common.places import Place, links_of, names_of, spaces_of
from flagplot.common.targets import counted_down, coverable, firers_by_target
from flagplot.engine.errors import DataError
from flagplot.engine.view import Link, Space
from flagplot.games.sea_control.tables import PACKAGE

# A ring of four places, and a dead end: a - b - c - d - a, c - e
LINES = (("a", "b"), ("b", "c"), ("c", "d"), ("d", "a"), ("c", "e"))
BESIDE = links.neighbours_along(LINES)


def test_neighbours_lie_on_both_ends_of_a_line_in_the_order_of_the_lines() -> None:
    assert BESIDE == {"a": ("b", "d"), "b": ("a", "c"), "c": ("b", "d", "e"), "d": ("c", "a"), "e": ("c",)}


def test_a_reach_goes_so_many_steps_and_remembers_the_first_way() -> None:
    before = links.reach("a", BESIDE.__getitem__, 2)
    assert before == {"a": "a", "b": "a", "d": "a", "c": "b"}
    assert links.steps_in(before) == {"a": 0, "b": 1, "d": 1, "c": 2}
    assert links.way(before, "c") == ("a", "b", "c")
    assert links.way(before, "a") == ("a",)
    assert links.reach("a", BESIDE.__getitem__, 0) == {"a": "a"}


def test_where_a_ship_must_halt_nothing_beyond_is_reached() -> None:
    before = links.reach("a", lambda place: () if place in ("b", "d") else BESIDE[place])
    assert set(before) == {"a", "b", "d"}


def test_the_nearest_goals_are_all_that_are_equally_near() -> None:
    steps = links.steps_in(links.reach("a", BESIDE.__getitem__))
    assert links.nearest(steps, ("e", "d", "b")) == ("d", "b")
    assert links.nearest(steps, ("nowhere",)) == ()


@pytest.mark.parametrize(
    ("aimed_at", "left", "open_to_the_next"),
    [
        ((), 1, ("x", "y")),
        ((), 3, ("x", "y")),
        (("x",), 1, ("y",)),
        (("x",), 2, ("x", "y")),
        (("x", "y"), 1, ("x", "y")),
    ],
)
def test_a_second_firer_joins_only_where_every_bare_target_can_get_a_first(
    aimed_at: Sequence[str], left: int, open_to_the_next: Sequence[str]
) -> None:
    assert tuple(coverable(("x", "y"), aimed_at, left)) == open_to_the_next


def test_a_row_is_counted_down_and_aims_are_told_by_target() -> None:
    assert list(counted_down(["hood", "renown"])) == [(2, "hood"), (1, "renown")]
    aims = {"hood": "bismarck", "bismarck": "hood", "renown": "bismarck"}
    assert firers_by_target(aims, {"hood", "renown"}) == {"bismarck": ["hood", "renown"]}


def test_a_board_has_a_space_for_each_place_and_a_link_for_each_two_neighbours() -> None:
    places = {"kiel": Place(name="Kiel", x=0.1, y=0.2, width=0.3, height=0.4)}
    assert spaces_of("port", places) == [Space("kiel", "Kiel", "port", 0.1, 0.2, 0.3, 0.4)]
    assert names_of(places) == {"kiel": "Kiel"}
    assert links_of({"a": ("b", "c"), "b": ("a",)}) == [Link("a", "b"), Link("a", "c")]


def test_pieces_are_found_everywhere_and_counted() -> None:
    pieces = everywhere({"kiel": ["hood"], "brest": ["hood", "renown"]})
    assert counted("ships", pieces) == {"ships": 3, "different ships": 2}


def test_a_wrong_name_or_figure_is_told_in_one_sentence() -> None:
    assert [*unknown("area", ["a", "x", "x"], ("a", "b"))] == ["There is no area 'x'; there are a, b."]
    assert [*unknown("hex", ["x"], [str(number) for number in range(99)])] == ["There is no hex 'x'."]
    assert [*out_of_bounds([("turn", 1, 1, 8), ("turn", 9, 1, 8)])] == ["turn: 9; it must be from 1 to 8."]
    with pytest.raises(DataError, match=r"map.toml of .*, area.a.adjacent: there is no area 'x'; there are a, b\."):
        check_known(PACKAGE, "map.toml", "area.a.adjacent", "area", ["x"], ("a", "b"))
