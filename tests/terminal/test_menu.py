"""Options: numbered, in a grid where they are places, found by their words."""

from __future__ import annotations

import re

import flagplot
from flagplot.engine.view import Description
from flagplot.terminal.menu import Entry, grid_cells, listed, menu_of, shown
from tests.engine.toy import toy_match
from tests.terminal.evening import SLUG, attacking, plain_console


def placing() -> flagplot.Match:  # type: ignore[type-arg]
    return flagplot.new(SLUG, seed=7).choose("hq")


def printed(match: flagplot.Match) -> list[str]:  # type: ignore[type-arg]
    console = plain_console()
    with console.capture() as capture:
        console.print(shown(menu_of(match), 100))
    return [line.rstrip() for line in capture.get().splitlines()]


def test_squares_are_offered_as_a_grid_of_areas_and_squares_with_the_rest_below() -> None:
    lines = printed(placing())
    assert lines[0].split() == ["Aggressive", "Normal", "Shadow"]
    numbers = [re.findall(r"(\d+) [\d,]+ t \d+ %", line) for line in lines[1:8]]
    assert numbers == [[str(n), str(n + 1), str(n + 2)] for n in range(1, 22, 3)]
    assert lines[1].startswith("African Coast")
    assert lines[8].split() == ["stay", "in", "the", "Sub", "Pens", "22"]


def test_the_number_in_a_cell_is_the_number_of_that_option() -> None:
    menu = menu_of(placing())
    for (area, square), entry in grid_cells(menu).items():
        assert entry.option == (area, square.casefold())
        assert menu.numbered(entry.number) is entry


def test_boats_in_one_area_are_a_list_and_no_grid() -> None:
    assert printed(attacking())[:2] == ["  1  U-boat 1, aggressive", "  2  U-boat 2, normal"]


def test_words_find_the_options_that_have_them_in_any_order() -> None:
    menu = menu_of(placing())
    assert [entry.option for entry in menu.containing("shadow ice")] == [("iceland", "shadow")]
    assert len(menu.containing("iceland")) == 3
    assert menu.containing("Kiel") == []


def test_an_option_whose_label_is_just_that_wins_over_longer_ones() -> None:
    menu = menu_of(toy_match(describe=lambda state, ask, about, option: flagplot.engine.view.Description("2" * option)))
    shortest = min(menu.entries, key=lambda entry: len(entry.looks.label))
    assert menu.containing(shortest.looks.label) == [shortest]


def test_two_typed_dice_are_asked_for_as_faces_and_not_as_a_list_of_36() -> None:
    match = toy_match(dice=flagplot.dice.asked())
    while match.decision and match.decision.key != "both_dice":
        match.pick(0)
    assert printed(match) == ["Take 2d6 from the table and type what it shows: 2 faces from 1 to 6, for instance 1 2."]


def test_typed_cards_are_asked_for_by_the_numbers_that_are_left() -> None:
    match = flagplot.new(SLUG, dice=flagplot.dice.asked()).choose("hq").choose(12)
    assert printed(match) == ["Take a card from the table and type what it shows: 1-11, 13-40."]


def entries(number: int, length: int) -> list[Entry]:
    return [Entry(n, n, Description("x" * length)) for n in range(1, number + 1)]


def lines_of(thing: object) -> list[str]:
    console = plain_console()
    with console.capture() as capture:
        console.print(thing)
    return capture.get().splitlines()


def test_a_long_list_is_set_in_as_many_columns_as_fit() -> None:
    assert len(lines_of(listed(entries(9, 20), 100))) == 9
    assert len(lines_of(listed(entries(30, 20), 100))) == 10
    assert len(lines_of(listed(entries(30, 10), 100, 6))) == 6


def test_a_label_that_needs_two_rows_goes_on_under_its_beginning() -> None:
    label = "anti-aircraft guns: " + "keeps off bombers " * 6
    lines = lines_of(listed([Entry(1, 1, Description(label))], 100))
    assert [line[:5] for line in lines] == ["  1  ", "     "]


def test_labels_are_cut_rather_than_that_a_list_fills_the_screen() -> None:
    lines = lines_of(listed(entries(30, 60), 100))
    assert len(lines) == 15
    assert max(map(len, lines)) <= 100
    assert lines[0].count("…") == 2
