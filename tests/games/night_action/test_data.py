"""The data files of Night Action: sources, ships, scenarios, and positions that cannot be."""

from __future__ import annotations

import json

import pytest

from flagplot.engine.sources import without_source
from flagplot.games.night_action import GAME
from flagplot.games.night_action.geometry import CM
from flagplot.games.night_action.rules.set_up import set_up
from flagplot.games.night_action.scenarios import SCENARIOS
from flagplot.games.night_action.ships import AIRCRAFT, KINDS, WEAPONS, mounts, tubes
from flagplot.games.night_action.state import Options
from flagplot.terminal import sources
from tests.games.night_action.builder import ALLIED, AXIS, defects, position, unit
from tests.rules import rule

ON_THE_SHEET = {
    "NA-SEQ-01", *(f"NA-SPO-0{n}" for n in range(1, 7)), "NA-DC-01", "NA-DC-02", "NA-FIR-01", "NA-FLO-01",
    *(f"NA-TOR-0{n}" for n in range(1, 7)), "NA-TOR-16",
}  # fmt: skip


@rule("NA-SEQ-02")
def test_the_rule_book_says_what_is_on_the_sheet_and_what_is_ours() -> None:
    clauses = GAME.rulebook.clauses
    assert {key for key, clause in clauses.items() if clause.source == "rules"} == ON_THE_SHEET
    assert {clause.source for clause in clauses.values()} == {"rules", "public", "reconstructed"}
    assert json.loads(sources.as_json(GAME))["clauses"]["NA-GUN-03"] == "reconstructed"
    assert not without_source(GAME.package)


def test_every_ship_can_be_read() -> None:
    assert len(KINDS) == 46
    assert len(WEAPONS) == 25
    assert len(AIRCRAFT) == 5
    for kind in KINDS.values():
        assert len(mounts(kind.guns)) == len(kind.guns)
        assert all(tubes(text).number for text in kind.torpedoes)
        assert list(kind.distance) == sorted(kind.distance)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario_can_be_set_up_on_its_table(scenario: str) -> None:
    state = set_up(scenario, Options())
    width, height = SCENARIOS[scenario].table
    for ship in state.ships.values():
        assert 0 <= ship.x <= width * CM
        if not ship.arrives:
            assert 0 <= ship.y <= height * CM
    assert not defects(state)
    assert len({ship.name for ship in state.ships.values() if not ship.is_dummy}) == sum(
        not ship.is_dummy for ship in state.ships.values()
    )


@pytest.mark.parametrize("scenario", ["cerberus_boats", "cerberus_destroyers"])
def test_the_cerberus_actions_are_long_enough(scenario: str) -> None:
    plan = SCENARIOS[scenario]
    assert plan.turns >= 8
    enemy = min(one.y for one in plan.unit if one.side == ALLIED)
    assert enemy - max(one.y for one in plan.unit if one.side == AXIS) >= 90


def test_a_position_that_cannot_be_is_described() -> None:
    state = position(unit(ALLIED, "vw"), unit(AXIS, "s38", x=90))
    assert not defects(state)
    state.ships["a1"].heading = 5
    state.ships["x1"].loaded = [3]
    state.ships["x1"].hull = 0
    assert len(defects(state)) == 3
    del state.units["x1"]
    assert "Every ship afloat" in defects(state)[-1]
    state.phase, state.args = "deploy", (ALLIED,)
    assert "Ships are picked and deployed in a free battle only." in defects(state)
