"""The order of a Maneuver step, and breaking away as the two printings have it."""

from __future__ import annotations

import pytest

from tests.games.atlantic_chase.builder import asked, do, in_battle, offered, play
from tests.rules import rule


@rule("AC-MV-01", "AC-AMB-45")
def test_the_slowest_move_first_and_at_equal_speed_the_inactive_player() -> None:
    """V-43: a damaged German battlecruiser (slow, Inactive), a British battleship (slow, Active), a fast cruiser."""
    state = in_battle("scharnhorst*", "warspite norfolk", {"scharnhorst": "near", "warspite": "near"}, "maneuver")
    match = play(state, *(1,) * 60)
    moved = []
    while asked(match)[1] == "maneuver":
        movers = {option[0] for option in offered(match)}
        assert len(movers) == 1
        moved.append((asked(match)[0], *movers))
        do(match, offered(match)[0])
    assert moved == [("german", "scharnhorst"), ("british", "warspite"), ("british", "norfolk")]


@pytest.mark.parametrize(("as_on_board", "german"), [(False, False), (True, True)])
@rule("AC-OP-06", "AC-AMB-13", "AC-BA-02")
def test_on_the_board_a_faster_enemy_hinders_who_breaks_away(as_on_board: bool, german: bool) -> None:
    """Both sides have a slow ship, and the British a fast one: nobody owns the slowest, but the German is slower."""
    state = in_battle("leipzig", "rodney norfolk", {}, "break_away", options={"break_away_from_faster": as_on_board})
    match = do(play(state, 4, 3, *(1,) * 60), "yes", "no")
    text = next(entry.text for entry in match.log() if entry.kind == "roll")
    assert ("slower than the enemy" in text) == german
    assert "+2 all in Far" in text
