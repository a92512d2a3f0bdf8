"""Golden games must go as they went when they were last rewritten."""

import pytest

from tests.playthroughs.account import HERE, account, golden_games, path_of

# Captains plan for long in these; each game has others that every run plays.
PLANNED_FOR_LONG = {
    ("atlantic-chase", "campaign"),
    ("atlantic-chase", "weserubung"),
    ("night-action", "cerberus_boats"),
    ("night-action", "cerberus_destroyers"),
    ("night-action", "eboat_alley"),
    ("night-action", "marettimo"),
    ("night-action", "pedestal"),
    ("sea-control", "campaign"),
}


def marks_of(slug: str, scenario: str, player: str) -> tuple[pytest.MarkDecorator, ...]:
    return (pytest.mark.long,) if player == "captain" and (slug, scenario) in PLANNED_FOR_LONG else ()


@pytest.mark.parametrize(
    ("slug", "scenario", "seed", "player"),
    [pytest.param(*golden, marks=marks_of(golden[0], golden[1], golden[3])) for golden in golden_games()],
)
def test_a_golden_game_goes_as_before(slug: str, scenario: str, seed: int, player: str) -> None:
    golden = path_of(slug, scenario, seed, player).read_text(encoding="utf-8")
    assert account(slug, scenario, seed, player) == golden, (
        "If this is meant, run `make playthroughs` and read the diff."
    )


def test_there_is_no_golden_game_too_many() -> None:
    assert {path.name for path in HERE.glob("*.txt")} == {path_of(*golden).name for golden in golden_games()}
