"""What each side knows of the other (sections 2 and 13): blocks, battles, the log, and the end of the game."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from flagplot.engine import Occasion
from flagplot.engine.errors import NothingToUndo
from flagplot.engine.match import Match
from flagplot.engine.view import ONLOOKER
from flagplot.games.sea_control.state import State
from flagplot.games.sea_control.tables import UNITS
from tests.games.sea_control.builder import asked, battle, decoy, offered, order, place, position, start, told, walk
from tests.games.sea_control.builder import play as play_state
from tests.rules import rule

AT_SEA = {
    "scapa_flow": ["hood", "nelson", "convoy_1"], "north_sea": ["kent", "eagle"],
    "kiel_narvik": ["bismarck", "lutzow"], "barents_sea": ["tirpitz", "uboat_1", "uboat_2"],
}  # fmt: skip


def faces_seen(match: Match[State], seat: str) -> set[str]:
    """The units whose faces a seat sees on the chart."""
    pieces = match.view(seat).pieces
    assert len({(piece.id, piece.space) for piece in pieces}) == len(pieces)
    return {piece.id for piece in pieces if not piece.hidden and piece.space not in ("lost", "off_board")}


def backs_seen(match: Match[State], seat: str) -> dict[str, int]:
    """How many backs a seat sees in each place."""
    backs = [piece for piece in match.view(seat).pieces if piece.hidden]
    assert all(piece.kind == "block" and piece.side != seat and not piece.pips and not piece.badges for piece in backs)
    return {piece.space: piece.count for piece in backs}


def speaks_of(match: Match[State], seat: str, unit: str) -> bool:
    """Whether the log of a seat names a unit, in words or in its figures."""

    def names(value: Any) -> bool:
        return value == unit or (isinstance(value, (tuple, list)) and any(map(names, value)))

    return any(UNITS[unit].name in entry.text or any(map(names, entry.about.values())) for entry in match.log(seat))


@rule("SC-UNI-02", "SC-AMB-38")
def test_you_see_your_own_blocks_and_count_the_others() -> None:
    match = start("submarine_placement", {**AT_SEA, "off_board": ["uboat_3"]})
    axis = {"bismarck", "lutzow", "tirpitz", "uboat_1", "uboat_2"}
    allied = {"hood", "nelson", "convoy_1", "kent", "eagle"}
    assert (faces_seen(match, "axis"), backs_seen(match, "axis")) == (axis, {"scapa_flow": 3, "north_sea": 2})
    assert (faces_seen(match, "allied"), backs_seen(match, "allied")) == (allied, {"kiel_narvik": 2, "barents_sea": 3})


@rule("SC-UNI-02", "SC-AMB-30", "SC-AMB-38")
def test_an_onlooker_counts_the_blocks_of_both_sides() -> None:
    match = start("air_placement", {**AT_SEA, "barents_sea": ["tirpitz", "uboat_1", "uboat_2", "air_axis"]})
    blocks = {"scapa_flow": 3, "north_sea": 2, "kiel_narvik": 2, "barents_sea": 3}
    assert (faces_seen(match, ONLOOKER), backs_seen(match, ONLOOKER)) == ({"air_axis"}, blocks)


@rule("SC-COM-02", "SC-AMB-38")
def test_an_onlooker_sees_the_battle_board_and_no_more() -> None:
    match = battle("north_sea", ["lutzow", "kent", "exeter"], elsewhere={"scapa_flow": ["hood"]})
    assert faces_seen(match, ONLOOKER) == {"lutzow", "kent", "exeter"}
    assert match.occasion == Occasion("3", "3 north_sea")
    assert backs_seen(match, ONLOOKER) == {"scapa_flow": 1}
    assert match.view(ONLOOKER).lineups == match.view("axis").lineups


@rule("SC-AMB-38", "SC-UNI-02")
def test_the_enemy_learns_of_a_voyage_how_many_blocks_moved_and_not_which() -> None:
    match = start("allied_movement", {"scapa_flow": ["hood", "nelson", "kent", "exeter"], "kiel_narvik": ["lutzow"]})
    walk(match, order("scapa_flow", "north_sea", "hood", "kent"), "done")
    assert [
        (entry.about["blocks"], entry.about["origin"], entry.about["destination"])
        for entry in told(match, "blocks_move", "axis")
    ] == [(2, "scapa_flow", "north_sea")]
    assert told(match, "sailed", "axis") == []
    assert told(match, "blocks_move", "allied") == []
    assert not any(speaks_of(match, "axis", ship) for ship in ("hood", "nelson", "kent", "exeter"))
    assert speaks_of(match, "allied", "hood")


@rule("SC-AMB-38")
def test_an_axis_voyage_and_a_placed_pack_are_blocks_to_the_allies() -> None:
    match = start("axis_movement", {"kiel_narvik": ["bismarck"], "off_board": ["uboat_1"]})
    walk(match, order("kiel_narvik", "north_sea", "bismarck"), "north_sea")
    assert (speaks_of(match, "allied", "bismarck"), speaks_of(match, "allied", "uboat_1")) == (False, False)
    assert backs_seen(match, "allied") == {"north_sea": 2}


@rule("SC-AMB-38", "SC-REI-01")
def test_reinforcements_are_known_and_where_british_ships_are_based_is_not() -> None:
    match = start("reinforcements", {}, turn=2, due={"king_george_v": 2, "prince_of_wales": 2})
    assert [entry.about["unit"] for entry in told(match, "arrived", "axis")] == ["king_george_v", "prince_of_wales"]
    before = len(match.log("axis"))
    walk(match, order("arrivals", "gibraltar", "king_george_v"), order("arrivals", "scapa_flow", "prince_of_wales"))
    assert told(match, "based", "axis") == []
    assert [entry.about["port"] for entry in told(match, "based", "allied")] == ["gibraltar", "scapa_flow"]
    new = match.log("axis")[before:]
    assert not [entry for entry in new if "King George V" in entry.text or "Prince of Wales" in entry.text]
    assert backs_seen(match, "axis") == {"gibraltar": 1, "scapa_flow": 1}


@rule("SC-AMB-38")
def test_the_enemy_learns_where_resource_points_are_spent_and_not_on_whom() -> None:
    at = {"scapa_flow": ["hood", "nelson"], "kiel_narvik": ["bismarck"]}
    match = start("allied_repair", at, sp={"hood": 1}).choose(("hood", 2))
    (spent,) = told(match, "rp_spent", "axis")
    assert (spent.about["points"], spent.about["port"]) == (2, "scapa_flow")
    assert (told(match, "repaired", "axis"), speaks_of(match, "axis", "hood")) == ([], False)
    assert (told(match, "rp_spent", "allied"), len(told(match, "repaired", "allied"))) == ([], 1)


@rule("SC-AMB-30")
def test_land_air_is_seen_by_everyone() -> None:
    match = start("air_placement", {"eastern_med": ["hood", "zara"]}).choose("eastern_med")
    assert faces_seen(match, "axis") == {"zara", "air_allied"}
    assert [(entry.about["side"], entry.about["place"]) for entry in told(match, "air_placed", "axis")] == [
        ("allied", "eastern_med")
    ]


@rule("SC-UNI-02", "SC-AMB-38")
def test_a_battle_shows_all_units_in_its_area_and_no_others() -> None:
    elsewhere = {"barents_sea": ["hood", "tirpitz"], "scapa_flow": ["rodney"]}
    match = battle("north_sea", ["nelson", "eagle", "bismarck", "lutzow", "uboat_1"], *[3] * 3, elsewhere=elsewhere)
    assert (asked(match), faces_seen(match, "axis")) == (
        ("axis", "next_battle"),
        {"bismarck", "lutzow", "uboat_1", "tirpitz"},
    )
    match.choose("north_sea")
    here = {"nelson", "eagle", "bismarck", "lutzow", "uboat_1"}
    assert faces_seen(match, "axis") == here | {"tirpitz"}
    assert faces_seen(match, "allied") == here | {"hood", "rodney"}
    assert backs_seen(match, "axis") == {"barents_sea": 1, "scapa_flow": 1}
    assert backs_seen(match, "allied") == {"barents_sea": 1}
    (joined,) = told(match, "battle_joined", "axis")
    assert set(joined.about["allied"]) == {"nelson", "eagle"}


@rule("SC-AMB-38", "SC-UNI-02")
def test_when_a_battle_is_over_its_units_are_hidden_again() -> None:
    match = battle("north_sea", ["hood", "nelson", "lutzow"], 6, *[2] * 9, turn=4, elsewhere={"kiel_narvik": ["zara"]})
    match.choose("hood")
    assert faces_seen(match, "axis") >= {"hood", "nelson"}
    walk(match, "stay", "withdraw", order("north_sea", "kiel_narvik", "lutzow"))
    assert (asked(match), match.state.sp["hood"]) == (("allied", "return_to"), 2)
    assert (faces_seen(match, "axis"), backs_seen(match, "axis")) == ({"zara", "lutzow"}, {"north_sea": 2})
    assert backs_seen(match, "allied") == {"kiel_narvik": 2}
    assert match.view("axis").lineups == ()
    before = len(match.log("axis"))
    walk(match, order("north_sea", "scapa_flow", "hood"), order("north_sea", "norfolk", "nelson"))
    assert not [entry for entry in match.log("axis")[before:] if "Hood" in entry.text or "Nelson" in entry.text]
    assert backs_seen(match, "axis") == {"scapa_flow": 1, "norfolk": 1}


@rule("SC-AMB-38")
def test_everything_is_shown_when_the_game_has_ended() -> None:
    at = {"scapa_flow": ["hood", "nelson"], "kiel_narvik": ["bismarck"], "north_sea": ["lutzow"]}
    match = start("allied_movement", at, turn=8)
    walk(match, order("scapa_flow", "north_atlantic", "hood"), "done", "done", "keep", "keep")
    assert match.decision is None
    for seat in ("axis", "allied"):
        assert faces_seen(match, seat) == {"hood", "nelson", "bismarck", "lutzow"}
        assert backs_seen(match, seat) == {}
    assert match.log("axis") == match.log("allied") == match.log()
    assert speaks_of(match, "axis", "hood")


@rule("SC-AMB-28")
def test_a_ship_under_fortress_guns_is_shown_for_that_moment_and_then_hidden_again() -> None:
    at = {"taranto": ["zara", "pola"]}
    match = start("axis_movement", at, 5, 2, 2, control={"western_med": "axis"})
    walk(match, order("taranto", "south_atlantic", "zara"))
    assert [entry.about["ship"] for entry in told(match, "under_guns", "allied")] == ["zara"]
    assert [entry.about["hits"] for entry in told(match, "ship_hit", "allied")] == [1]
    assert (faces_seen(match, "allied"), backs_seen(match, "allied")) == (set(), {"taranto": 1, "south_atlantic": 1})


@rule("SC-AMB-38", "SC-UNI-02")
def test_a_world_that_a_seat_imagines_has_the_same_blocks_in_the_same_places() -> None:
    at = {"scapa_flow": ["hood", "nelson", "kent"], "north_sea": ["eagle", "rodney"], "kiel_narvik": ["bismarck"]}
    match = start("axis_movement", at)
    homes: Counter[str] = Counter()
    for seed in range(40):
        world = match.fork("axis", seed)
        assert (backs_seen(world, "axis"), world.decision) == (backs_seen(match, "axis"), match.decision)
        assert place(world, "bismarck") == "kiel_narvik"
        homes[place(world, "hood")] += 1
    assert set(homes) == {"scapa_flow", "north_sea"}
    assert all(place(match.fork("allied", seed), "hood") == "scapa_flow" for seed in range(10))


@rule("SC-AMB-28", "SC-AMB-38")
def test_a_ship_seen_under_the_guns_is_not_imagined_elsewhere() -> None:
    at = {"taranto": ["zara", "pola"], "kiel_narvik": ["fiume"]}
    match = start("axis_movement", at, 5, 2, 2, control={"western_med": "axis"})
    walk(match, order("taranto", "south_atlantic", "zara"), "done")
    worlds = [match.fork("allied", seed) for seed in range(20)]
    assert {(place(world, "zara"), world.state.sp["zara"]) for world in worlds} == {("south_atlantic", 1)}
    assert {place(world, "pola") for world in worlds} == {"taranto", "kiel_narvik"}


@rule("SC-AMB-38", "SC-UNI-02")
def test_damage_that_was_seen_is_remembered_and_repairs_are_guessed_at() -> None:
    match = battle("north_sea", ["lutzow", "hood"], 6, *[2] * 4, turn=4, elsewhere={"scapa_flow": ["nelson"]})
    walk(match, "withdraw", order("north_sea", "scapa_flow", "hood"), order("north_sea", "kiel_narvik", "lutzow"))
    assert (match.state.turn, match.state.sp["hood"]) == (5, 2)
    assert {match.fork("axis", seed).state.sp["hood"] for seed in range(10)} == {2}
    at = {"scapa_flow": ["hood", "nelson"], "kiel_narvik": ["lutzow"]}
    match = start("allied_repair", at, sp={"hood": 1, "nelson": 2, "lutzow": 1}).choose(("hood", 1))
    match.choose("done")
    assert asked(match) == ("axis", "repair")
    guesses = {
        (world.state.sp["hood"], world.state.sp["nelson"]) for world in (match.fork("axis", n) for n in range(30))
    }
    assert guesses == {(2, 2), (1, 3)}


@rule("SC-AMB-38", "SC-UNI-02")
def test_a_ship_seen_in_battle_is_not_imagined_elsewhere_while_it_stays_at_sea() -> None:
    elsewhere = {"scapa_flow": ["nelson", "rodney"], "barents_sea": ["kent"]}
    match = battle("north_sea", ["lutzow", "hood"], 1, *[2] * 4, turn=4, elsewhere=elsewhere)
    assert (asked(match), place(match, "hood")) == (("axis", "where_to"), "scapa_flow")
    match = battle("north_sea", ["lutzow", "bismarck", "hood"], *[2] * 7, *[1] * 4, turn=4, elsewhere=elsewhere)
    match.choose("lutzow")
    walk(match, "stay", "withdraw", "let_go", order("north_sea", "kiel_narvik", "bismarck"))
    assert asked(match) == ("allied", "return_to")
    worlds = [match.fork("axis", seed) for seed in range(20)]
    assert {place(world, "hood") for world in worlds} == {"north_sea"}
    assert {place(world, "kent") for world in worlds} == {"barents_sea", "scapa_flow"}


@rule("SC-AMB-38", "SC-UNI-02")
def test_a_ship_that_was_seen_is_lost_among_the_others_in_port() -> None:
    match = battle("north_sea", ["lutzow", "hood"], 1, *[2] * 4, turn=4, elsewhere={"scapa_flow": ["nelson"]})
    walk(match, order("north_sea", "kiel_narvik", "lutzow"))
    assert (match.state.turn, place(match, "hood")) == (5, "scapa_flow")
    walk(match, order("scapa_flow", "north_sea", "nelson"), "done")
    assert asked(match) == ("axis", "sail")
    assert {place(match.fork("axis", seed), "hood") for seed in range(20)} == {"scapa_flow", "north_sea"}


@rule("SC-AMB-38", "SC-UNI-02")
def test_a_battle_shows_what_was_repaired_in_the_meantime() -> None:
    sp = {"nelson": 2}
    elsewhere = {"scapa_flow": ["nelson"]}
    state = position("combat", 4, {"north_sea": ["lutzow", "hood"], **elsewhere}, sp=sp, shown={"hood": 1, "nelson": 2})
    match = walk(play_state(state, 1, *[2] * 4), order("north_sea", "kiel_narvik", "lutzow"))
    assert (match.state.turn, place(match, "hood")) == (5, "scapa_flow")
    worlds = [match.fork("axis", seed).state for seed in range(20)]
    assert {(world.sp["hood"], world.sp["nelson"]) for world in worlds} == {(3, 2)}


@rule("SC-CNV-02", "SC-AMB-38")
def test_a_block_that_stays_at_sea_is_known_to_be_a_convoy() -> None:
    match = start("allied_movement", {"norfolk": ["convoy_1", "washington", "wasp"]}, turn=4)
    walk(match, order("norfolk", "north_atlantic", "convoy_1"), "done")
    assert {place(match.fork("axis", seed), "convoy_1") for seed in range(20)} == {"norfolk", "north_atlantic"}
    walk(match, "keep", "keep")
    assert match.state.turn == 5
    assert {place(match.fork("axis", seed), "convoy_1") for seed in range(20)} == {"north_atlantic"}


@rule("SC-AMB-38")
def test_a_view_gives_no_piece_twice() -> None:
    match = start("submarine_placement", {**AT_SEA, "off_board": ["uboat_3"]})
    for seat in ("axis", "allied"):
        ids = [piece.id for piece in match.view(seat).pieces]
        assert len(set(ids)) == len(ids)


@rule("SC-OPT-02", "SC-AMB-30")
def test_a_raiding_unit_is_shown_once() -> None:
    match = start("air_placement", {"kiel_narvik": ["bismarck"]}, options={"air_raid": True}).choose("kiel_narvik")
    assert [piece.space for piece in match.view("axis").pieces if piece.id == "air_allied"] == ["kiel_narvik"]


@rule("SC-UNI-02", "SC-AMB-43")
def test_the_enemy_can_look_ahead_while_a_long_order_is_given() -> None:
    at = {
        "scapa_flow": ["hood", "nelson", "rodney", "warspite", "valiant", "barham", "malaya", "revenge"],
        "gibraltar": ["kent", "sussex", "suffolk", "exeter", "cumberland", "devonshire", "dorsetshire", "norfolk_ca"],
    }
    match = walk(start("allied_movement", at), *at["scapa_flow"][:7])
    for seed in range(20):
        fork = match.fork("axis", seed)
        assert fork.view("axis") == match.view("axis")
        assert fork.decision
        assert fork.decision.seat == "allied"


# What an imagined world may not know


def share(match: Match[State], seat: str, ship: str, space: str, forks: int = 200) -> float:
    """In how many of the worlds that a seat imagines a ship is in a place."""
    return sum(place(match.fork(seat, seed), ship) == space for seed in range(forks)) / forks


@rule("SC-AMB-38", "SC-UNI-02")
def test_a_pool_with_few_possible_arrangements_is_dealt_and_not_left_as_it_is() -> None:
    """Of all ways to deal 38 ships one in 703 has the Russians in the Baltic, where nobody else can be."""
    ships = [key for key, unit in UNITS.items() if unit.nation == "british" and unit.is_surface][:36]
    at = {"scapa_flow": ships[:12], "north_sea": ships[12:24], "western_med": ships[24:]}
    match = start("axis_movement", {**at, "baltic_sea": ["marat", "gangut"], "kiel_narvik": ["bismarck"]}, turn=7)
    truly = {ship: space for space, those in at.items() for ship in those}
    forks = [match.fork("axis", seed) for seed in range(40)]
    assert all({"marat", "gangut"} <= {*fork.state.at["baltic_sea"]} for fork in forks)
    at_true_place = [sum(place(fork, ship) == space for ship, space in truly.items()) for fork in forks]
    assert max(at_true_place) < 26  # 12 on an average; the chance of 26 in any of 40 forks is less than 1 in 10,000
    assert 0.05 < share(match, "axis", ships[0], truly[ships[0]]) < 0.47


@rule("SC-AMB-38", "SC-WDR-05")
def test_who_of_the_survivors_went_to_which_port_is_not_known() -> None:
    match = battle("north_sea", ["lutzow", "hood", "nelson"], *[2] * 11, turn=4)
    match.choose("hood")
    walk(match, "stay", "withdraw", order("north_sea", "kiel_narvik", "lutzow"))
    walk(match, order("north_sea", "scapa_flow", "hood"))
    assert (asked(match), backs_seen(match, "axis")) == (("allied", "where_to"), {"scapa_flow": 1, "north_sea": 1})
    assert 0.35 < share(match, "axis", "hood", "scapa_flow") < 0.65
    walk(match, "norfolk", "done")
    assert 0.35 < share(match, "axis", "hood", "scapa_flow") < 0.65


@rule("SC-AMB-38", "SC-WDR-05")
def test_ships_that_withdraw_are_hidden_before_they_part() -> None:
    match = battle("north_sea", ["lutzow", "bismarck", "hood", "nelson"], *[2] * 30, turn=4)
    walk(match, "hood", "spread", "withdraw")
    while asked(match) == ("axis", "pursue"):
        match.choose("let_go")
    assert asked(match) == ("allied", "withdraw_to")
    assert (faces_seen(match, "axis"), match.view("axis").lineups) == ({"lutzow", "bismarck"}, ())
    walk(match, order("north_sea", "scapa_flow", "hood"))
    assert backs_seen(match, "axis") == {"scapa_flow": 1, "north_sea": 1}
    assert 0.35 < share(match, "axis", "hood", "scapa_flow") < 0.65


@rule("SC-AMB-28", "SC-AMB-38")
def test_a_ship_shown_under_the_guns_is_lost_among_those_with_whom_it_goes_home() -> None:
    at = {"taranto": ["zara"], "south_atlantic": ["bismarck"]}
    match = start("axis_movement", at, 2, 2, 2, control={"western_med": "axis"}, turn=4)
    walk(match, order("taranto", "south_atlantic", "zara"), "keep", "keep")
    assert share(match, "allied", "zara", "south_atlantic") == 1.0
    walk(match, order("south_atlantic", "brest", "zara"))
    assert backs_seen(match, "allied") == {"south_atlantic": 1, "brest": 1}
    assert 0.35 < share(match, "allied", "zara", "brest") < 0.65


@rule("SC-AMB-38", "SC-AMB-43")
def test_what_the_enemy_has_picked_for_an_order_is_not_known_before_it_is_given() -> None:
    at = {"scapa_flow": ["hood", "nelson", "rodney"], "kiel_narvik": ["bismarck"]}
    match = walk(start("allied_movement", at), "hood", "nelson")
    for seed in range(50):
        fork = match.fork("axis", seed)
        assert asked(fork) == ("allied", "sail")
        assert set(offered(fork)) == {"hood", "nelson", "rodney", "scapa_flow", "done"}
        assert match.branch("axis", seed).record.choices == []


@rule("SC-RP-03", "SC-AMB-38")
def test_being_asked_about_repairs_does_not_tell_that_a_damaged_ship_stayed_in_port() -> None:
    stays, sails = {"scapa_flow": ["hood"], "north_sea": ["nelson"]}, {"scapa_flow": ["nelson"], "north_sea": ["hood"]}
    seen = []
    for at in (stays, sails):
        match = start("allied_repair", {**at, "kiel_narvik": ["bismarck"]}, sp={"hood": 1})
        seen.append((asked(match), match.view("axis"), match.log("axis")))
    assert seen[0] == seen[1]
    assert seen[0][0] == ("allied", "repair")


@rule("SC-RP-03", "SC-AMB-38")
def test_nobody_is_asked_about_repairs_when_the_enemy_knows_that_there_are_none() -> None:
    at = {"scapa_flow": ["hood"], "north_sea": ["nelson"], "kiel_narvik": ["bismarck"]}
    assert asked(start("allied_repair", at)) != ("allied", "repair")  # no damage at all
    assert asked(start("allied_repair", at, sp={"hood": 1}, rp={"axis": 9, "allied": 0})) != ("allied", "repair")
    assert asked(start("allied_repair", {"north_sea": ["nelson"]}, sp={"nelson": 1})) != ("allied", "repair")


@rule("SC-UNI-02", "SC-AMB-38")
def test_the_order_of_the_ships_in_a_battle_tells_nothing_of_where_they_came_from() -> None:
    joined = []
    for first, second in (("hood", "nelson"), ("nelson", "hood")):
        at = {"scapa_flow": [first], "norfolk": [second], "north_atlantic": ["bismarck"]}
        match = start("allied_movement", at, *[2] * 30)
        walk(match, order("scapa_flow", "north_atlantic"), order("norfolk", "north_atlantic"), "keep", "keep")
        (entry,) = told(match, "battle_joined", "axis")
        joined.append((entry, match.view("axis").lineups))
    assert joined[0] == joined[1]


@rule("SC-AMB-35", "SC-AMB-27")
def test_neither_the_port_nor_the_log_tells_a_decoy_from_a_task_force() -> None:
    at = {"scapa_flow": ["hood", "nelson", "kent"], "kiel_narvik": ["bismarck"]}
    seen = []
    for ships in ((), ("hood",), ("hood", "nelson")):
        match = start("allied_movement", at, options={"task_force": True})
        formed = order("scapa_flow", "north_sea", *ships, task_force="task_force_1")
        walk(match, formed if ships else decoy("scapa_flow", "north_sea", "task_force_1"), "done")
        seen.append((match.view("axis"), match.log("axis"), match.view(ONLOOKER)))
    assert seen[0] == seen[1] == seen[2]


@rule("SC-AMB-35", "SC-AMB-38")
def test_the_allies_are_asked_for_orders_while_ships_count_as_lying_in_port() -> None:
    at = {"scapa_flow": ["hood"], "kiel_narvik": ["bismarck"]}
    seen = []
    for formed in (
        order("scapa_flow", "north_sea", "hood", task_force="task_force_1"),
        decoy("scapa_flow", "north_sea", "task_force_1"),
    ):
        match = walk(start("allied_movement", at, options={"task_force": True}), formed)
        seen.append((asked(match), match.view("axis"), match.log("axis")))
        walk(match, "done")
        seen.append((asked(match), match.view("axis"), match.log("axis")))
    assert seen[:2] == seen[2:]
    assert [one[0] for one in seen[:2]] == [("allied", "sail"), ("axis", "sail")]


# Undo


@rule("SC-UNI-02")
def test_orders_can_be_taken_back_until_the_other_side_has_decided() -> None:
    match = start("allied_movement", {"scapa_flow": ["hood", "nelson"], "kiel_narvik": ["bismarck"]})
    walk(match, order("scapa_flow", "north_sea", "hood"), "done")
    for _ in range(3):
        assert match.can_undo
        match.undo()
    assert (asked(match), place(match, "hood"), match.can_undo) == (("allied", "sail"), "scapa_flow", False)
    walk(match, "done", order("kiel_narvik", "north_sea", "bismarck"))
    match.undo().undo()
    assert (asked(match), match.can_undo) == (("axis", "sail"), True)  # the Axis has decided nothing
    walk(match, order("kiel_narvik", "barents_sea", "bismarck"))
    assert (place(match, "bismarck"), match.can_undo) == ("barents_sea", True)
    walk(match, "keep")
    match.undo()
    assert asked(match) == ("allied", "place_land_air")


@rule("SC-UNI-02", "SC-COM-01")
def test_nothing_is_taken_back_after_a_battle_has_shown_its_units() -> None:
    elsewhere = {"barents_sea": ["hood", "tirpitz"]}
    match = battle("north_sea", ["nelson", "bismarck", "lutzow"], *[2] * 20, elsewhere=elsewhere)
    match.choose("north_sea")
    assert not match.can_undo
    with pytest.raises(NothingToUndo):
        match.undo()


@rule("SC-AMB-28", "SC-CNV-03")
def test_nothing_is_taken_back_after_the_guns_have_fired_or_a_convoy_has_docked() -> None:
    at = {"taranto": ["zara", "pola"]}
    match = start("axis_movement", at, 5, 2, 2, control={"western_med": "axis"})
    walk(match, order("taranto", "south_atlantic", "zara"))
    assert not match.can_undo
    match = start("allied_movement", {"north_sea": ["convoy_1"], "scapa_flow": ["hood"]})
    walk(match, order("north_sea", "scapa_flow", "convoy_1"))
    assert not match.can_undo
