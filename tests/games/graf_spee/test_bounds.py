"""Figures beyond all bounds: a saved position that holds one is refused, quickly and before anything is made of it."""

from __future__ import annotations

import json
import time
import tracemalloc
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import msgspec
import pytest

import flagplot
from flagplot.engine.errors import PositionError
from flagplot.games.graf_spee import GAME
from flagplot.games.graf_spee.state import Battle, Draw, State
from tests.games.graf_spee.builder import as_set_up, position

EXTREMES = (0, -1, 2**31, 2**63 - 1, 2**63, 10**30)
ENGINES_OWN = ("tape",)
MOST_SECONDS, MOST_BYTES = 1.0, 8_000_000


def sound() -> State:
    """A position that has a battle, a draw, guns, hidden counters: every kind of figure."""
    stations = {"pzg": ["exeter", "ajax"]}
    battle = Battle(space="pzg", station="pzg", german=["graf_spee"], first="german", allied=["exeter", "ajax"])
    return position(
        "battle", "pzg", battle=battle, stations=stations, face_down={"pza": 6}, guns={"a5": 3}, quiet_aside=2,
        draw=Draw("pzg", 2, ["stormy"]),
    )  # fmt: skip


def figures(thing: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every integer in a position."""
    if is_dataclass(thing):
        for field in fields(thing):
            if field.name not in ENGINES_OWN:
                yield from figures(getattr(thing, field.name), (*path, field.name))
    elif isinstance(thing, dict):
        for key, value in thing.items():
            yield from figures(value, (*path, key))
    elif isinstance(thing, list):
        for number, value in enumerate(thing[:1]):
            yield from figures(value, (*path, number))
    elif type(thing) is int:
        yield path


def changed(path: tuple[Any, ...], value: int) -> bytes:
    """The sound position as JSON with another figure in one place."""
    data = msgspec.json.decode(msgspec.json.encode(sound()))
    inner = data
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return json.dumps(data).encode()


PATHS = list(figures(sound()))


def test_every_kind_of_figure_is_tried() -> None:
    named = {path[-1] for path in PATHS}
    assert {"vp", "alert", "day", "quiet_aside", "sunk_this_mission", "hull", "size"} <= named
    assert ("guns", "a5") in PATHS
    assert ("face_down", "pza") in PATHS
    assert ("defences", 0) in PATHS


@pytest.mark.parametrize("path", PATHS, ids=lambda path: "/".join(map(str, path)))
def test_a_figure_beyond_all_bounds_is_refused_or_sound_without_time_or_memory(path: tuple[Any, ...]) -> None:
    tracemalloc.start()
    began = time.process_time()
    for value in EXTREMES:
        try:
            state = msgspec.json.decode(changed(path, value), type=State)
        except msgspec.ValidationError:
            continue
        if GAME.defects(state):
            continue
        match = flagplot.new("graf-spee", state=state, seed=1)
        match.view("graf_spee")
        assert match.decision or match.result
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert time.process_time() - began < MOST_SECONDS
    assert peak < MOST_BYTES


@pytest.mark.parametrize("aside", [10**7, 2**31, 2**63 - 1])
def test_a_huge_number_of_markers_aside_is_refused_before_a_list_is_made_of_it(aside: int) -> None:
    state = as_set_up()
    state.quiet_aside = aside
    tracemalloc.start()
    defects = GAME.defects(state)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert any("Quiet Seas set aside" in defect for defect in defects)
    assert peak < MOST_BYTES
    with pytest.raises(PositionError):
        flagplot.new("graf-spee", state=state)


def test_lists_and_texts_are_bounded() -> None:
    encoded = msgspec.json.decode(msgspec.json.encode(as_set_up()))
    for name, value in (("visited", ["p4"] * 1000), ("incidents", ["merchant"] * 1000), ("order", "x" * 1000)):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({**encoded, name: value}, State)
