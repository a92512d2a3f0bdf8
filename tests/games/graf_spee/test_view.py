"""What the captains see: counters, displays, the battle, incident markers, sheets; and how options look."""

from __future__ import annotations

from math import comb
from typing import Any

import pytest

import flagplot
from flagplot.engine.match import Match
from flagplot.engine.rulebook import load
from flagplot.engine.view import EVERYTHING, ONLOOKER, Piece, Sheet, Track
from flagplot.games.graf_spee import GAME
from flagplot.games.graf_spee.incident_words import INCIDENT_DRAW
from flagplot.games.graf_spee.spaces import DISTANCE, SPACES
from flagplot.games.graf_spee.state import Draw, State
from flagplot.games.graf_spee.tables import ALLIED_SHIPS, INCIDENTS, ORDERS
from flagplot.games.graf_spee.view.names import INCIDENT_ACCOUNTS, INCIDENT_NAMES
from tests.games.graf_spee.builder import as_set_up, choose, combat, offered, play, position
from tests.rules import rule

BOOK = load(GAME.package / "rulebook.toml")
CARGO = ["radar", "decoders", "enigma", "prize_crew", "float_plane", "range_finder", "reserve_crew"]


def pieces(match: Match[State], seat: str = "graf_spee") -> dict[str, Piece]:
    """The counters that a seat sees, by their ids."""
    return {piece.id: piece for piece in match.view(seat).pieces}


def tracks(match: Match[State]) -> dict[str, Track]:
    """The tracks beside the map."""
    return {track.id: track for track in match.view("graf_spee").tracks}


def sheet(match: Match[State], key: str) -> Sheet:
    """One of the sheets."""
    (found,) = [one for one in match.view("graf_spee").sheets if one.id == key]
    return found


def facts(match: Match[State]) -> dict[str, str]:
    """The figures that are shown."""
    return {fact.name: fact.value for fact in match.view("graf_spee").facts}


# The board


@rule("GS-MAP-01", "GS-CMP-01")
def test_the_board_has_every_plotting_space_and_every_line() -> None:
    board = GAME.board("")
    assert len(board.spaces) == len(SPACES) == 95
    assert len(board.links) == 148
    assert {space.kind for space in board.spaces} == {"point"}
    signs = {space.id: space.sign for space in board.spaces if space.mark == "zone"}
    assert len(signs) == 7
    assert all(signs.values())


# Counters


@rule("GS-SET-02", "GS-AMB-29")
def test_ships_face_up_have_names_and_those_face_down_only_a_number() -> None:
    match = play(as_set_up())
    shown = pieces(match)
    assert (shown["exeter"].space, shown["exeter"].kind) == ("pzg", "cruiser")
    assert shown["exeter"].badges == ("CA", "speed 6"), "her speed decides who may break off"
    assert shown["cumberland"].space == "a1"
    assert (shown["unknown/pza"].count, shown["unknown/pza"].hidden) == (4, True)
    assert shown["unknown/pzm"].count == 1
    in_cups = {"glorious", "malaya", "furious", "repulse", "dupleix", "foch", "gloucester", "liverpool", "manchester"}
    assert not in_cups & set(shown)


@rule("GS-AMB-51")
def test_every_seat_and_an_onlooker_see_the_same() -> None:
    match = play(as_set_up(deutschland={}))
    assert match.view("graf_spee") == match.view("deutschland") == match.view(ONLOOKER)
    assert not pieces(match, EVERYTHING)["unknown/pza"].hidden


@rule("GS-AUX-01", "GS-CAP-01", "GS-NEU-01", "GS-PDF-01", "GS-OPT-22")
def test_markers_lie_on_their_spaces() -> None:
    match = play(position(auxiliaries=("", "k4"), guns={"a1": 2, "a5": 4, "a6": 1}, silenced=["a5", "a6"],
                          captured=["a6"], visited=["p4"], mines=["c8"], options=["mines"]))  # fmt: skip
    shown = pieces(match)
    assert "auxiliary1" not in shown
    assert shown["auxiliary2"].space == "k4"
    assert shown["defence/a1"].badges == ("strength 2",)
    assert shown["defence/a5"].badges == ("destroyed",)
    assert "defence/a6" not in shown
    assert (shown["flag/a6"].side, shown["flag/a6"].space) == ("german", "a6")
    assert shown["closed/p4"].space == "p4"
    assert shown["mines/c8"].kind == "mines"


@rule("GS-TRK-02", "GS-DMG-02")
def test_a_german_ship_shows_her_hull_and_what_she_did_today_and_is_gone_when_sunk() -> None:
    match = play(position("movement", spee={"hull": 4, "outfitted": True, "fought": True}, deutschland={"space": "c8"}))
    assert pieces(match)["graf_spee"].pips == (4, 6)
    assert pieces(match)["graf_spee"].badges == ("outfitted", "has fought")
    match = play(position(space="", spee={"hull": 0}, deutschland={"space": "c8"}))
    assert "graf_spee" not in pieces(match)
    displays = {display.id: display.name for display in match.view("deutschland").displays}
    assert displays == {"graf_spee": "Graf Spee, sunk", "deutschland": "Deutschland"}


# Displays and tracks


@rule("GS-TRK-02", "GS-AMB-08", "GS-AMB-38", "GS-CGO-01")
def test_a_display_has_nine_tracks_and_the_hull_spaces_with_their_cargo() -> None:
    match = play(position(spee={"hull": 4, "oil": 2}, cargo=[*CARGO[:5], "", ""]))
    (display,) = match.view("graf_spee").displays
    assert [(track.name, track.at, track.cells[-1]) for track in display.tracks] == [
        ("Leadership", 3, "6"),
        ("Primary guns", 3, "3"),
        ("Secondary guns", 3, "3"),
        ("Tertiary guns", 1, "1"),
        ("Torpedo mounts", 2, "4"),
        ("Engines", 6, "6"),
        ("Hull", 4, "6"),
        ("Ammunition", 6, "6"),
        ("Oil", 2, "6"),
    ]
    assert [(slot.cell, slot.name, slot.is_lost) for slot in display.slots] == [
        ("0", "radar", False),
        ("1", "decoders", False),
        ("2", "Enigma cipher", False),
        ("3", "prize crew", False),
        ("4", "float plane", False),
        ("5", "", True),
        ("6", "", True),
    ]
    assert display.slots[0].text == "Contact +1; without it intelligence -1."


@rule("GS-SET-06", "GS-TRK-02")
def test_reloads_aboard_are_shown_and_shorten_the_ammunition_track() -> None:
    (display,) = play(position(spee={"reloads": True, "ammo": 4})).view("graf_spee").displays
    assert display.name == "Graf Spee, torpedo reloads aboard"
    ammo = next(track for track in display.tracks if track.id == "graf_spee/ammo")
    assert (ammo.cells, ammo.at) == (("0", "1", "2", "3", "4", "5"), 4)


@rule("GS-TRK-01", "GS-SET-04")
def test_alert_and_days_are_tracks_and_points_a_goal() -> None:
    match = play(position(alert=3, day=4, vp=-7, order="ceylon"))
    shown = tracks(match)
    assert (shown["alert"].cells[shown["alert"].at], shown["day"].cells[shown["day"].at]) == ("3", "4")
    assert shown["day"].cells[-1] == "11"
    assert "missions" not in shown
    points, days, way = match.view("graf_spee").goals
    assert (points.name, points.value, points.target, points.is_met) == ("Victory points", -7, 60, False)
    assert (days.name, days.value, days.target, days.text) == ("Day", 4, 11, "7 more")
    assert (way.name, way.text) == ("Spaces to go", "Maldives; a day must end there")
    assert way.value == DISTANCE[match.state.ships["graf_spee"].space]["l2"]


@rule("GS-TRK-01", "GS-CAM-09")
def test_a_campaign_shows_the_orders_achieved_and_how_it_would_be_judged() -> None:
    match = play(position(campaign=True, achieved=["cape", "base", "return", "breakout"], failed=["ceylon"],
                          order="river-plate", day=2, spee={"oil": 5}))  # fmt: skip
    track = tracks(match)["missions"]
    assert (track.at, track.zones) == (4, ((4, "draw"), (5, "victory")))
    assert facts(match)["Verdict so far"] == "draw"
    assert match.view("graf_spee").headline == (
        "Mission 6, day 2 of 10, Break the River Plate Patrol: " + GAME.phase_names["outfitting"]
    )


@rule("GS-CAM-01", "GS-CAM-06", "GS-TRK-01")
def test_between_missions_the_day_is_one_of_the_new_mission() -> None:
    state = position("basing", "c8", campaign=True, order="indian-ocean-raid", achieved=["indian-ocean-raid"], day=19)
    match = play(state, "breakout")
    day = tracks(match)["day"]
    assert 0 <= day.at < len(day.cells) == 6
    assert "day 19" not in match.view("graf_spee").headline


@rule("GS-OPT-21", "GS-MRK-13")
def test_night_and_visibility_are_told() -> None:
    assert "Night" not in facts(play(position()))
    assert facts(play(position(options=["night"])))["Night"] == "not now"
    match = play(position("auxiliaries", "c8", options=["night"], night=True, limited_in=["c8"]))
    assert facts(match)["Night"] == "now"
    (visibility,) = [fact for fact in match.view("graf_spee").facts if fact.name == "Visibility"]
    assert (visibility.value, visibility.about) == ("limited", "c8")


# Cards


@rule("GS-SET-04", "GS-ORD-01", "GS-ORD-02", "GS-ORD-03", "GS-ORD-04", "GS-ORD-05", "GS-ORD-06", "GS-ORD-07",
      "GS-ORD-08")  # fmt: skip
@pytest.mark.parametrize("key", list(ORDERS))
def test_the_order_is_a_card_with_all_that_it_asks_for(key: str) -> None:
    match = play(position(order=key))
    card = next(card for card in match.view("graf_spee").cards if card.id == "order")
    order = ORDERS[key]
    assert (card.name, card.rule) == (order.name, order.rule)
    assert str(order.vp) in card.text
    assert order.place in card.text
    assert f"{order.days} days" in card.text


@rule("GS-INC-01", "GS-AMB-04")
def test_markers_of_a_draw_are_cards_and_those_to_come_lie_face_down() -> None:
    match = play(position("incidents", "c8", alert=3, cargo=["radar", "enigma"]), "merchant", 2, "bad_luck")
    cards = [card for card in match.view("graf_spee").cards if card.id.startswith("incident")]
    assert [card.name for card in cards] == ["1. Merchant ship sighted", "2. Bad luck", "3. Face down"]
    assert [card.rule for card in cards] == ["GS-MRK-14", "GS-MRK-07", "GS-INC-01"]
    assert cards[0].text == INCIDENT_ACCOUNTS["merchant"]
    assert match.view(ONLOOKER).cards == match.view("graf_spee").cards


@rule("GS-INC-01")
@pytest.mark.parametrize(("number", "kind"), list(enumerate(INCIDENTS, 1)))
def test_every_kind_of_marker_has_its_clause_and_its_account(number: int, kind: str) -> None:
    state = position("incidents", "c8", draw=Draw("c8", 2, [kind]), cargo=["radar", "enigma"])
    match = play(state, "good_luck" if kind == "bad_luck" else "bad_luck")
    card = next(card for card in match.view("graf_spee").cards if card.id == "incident1")
    assert card.name.lower() == f"1. {INCIDENT_NAMES[kind]}".lower()
    assert (card.rule, card.text) == (f"GS-MRK-{number:02}", INCIDENT_ACCOUNTS[kind])
    assert BOOK.clause(card.rule).title.lower() == INCIDENT_NAMES[kind].lower()


@rule("GS-INC-01")
@pytest.mark.parametrize("kind", INCIDENTS)
def test_an_incident_is_told_in_a_sentence_or_two_as_it_is_turned_up(kind: str) -> None:
    match = play(position("incidents", "c8", cargo=["radar", "enigma"]), kind, 1, 1, 1, 1, 1, 1)
    told = " ".join(entry.text for entry in match.log())
    assert f"Incident 1 of 1: {INCIDENT_NAMES[kind]}" in told
    assert INCIDENT_ACCOUNTS[kind].removesuffix(".") in told
    assert INCIDENT_ACCOUNTS[kind].endswith(".")
    assert len(INCIDENT_ACCOUNTS[kind]) < 240


def test_the_counters_of_the_set_up_are_named_without_an_account() -> None:
    told = [entry.text for entry in flagplot.new("graf-spee", seed=4).log() if entry.key == "cup_draw"]
    assert {line.partition(": ")[2] for line in told} == {"a ship", "Quiet Seas"}


def test_a_marker_that_is_typed_in_is_listed_by_its_name_alone() -> None:
    state = position("incidents", "c8")
    assert GAME.describe(state, INCIDENT_DRAW, {}, "merchant").label == "merchant ship sighted"


@rule("GS-CAM-02")
def test_bonuses_of_a_campaign_are_cards() -> None:
    match = play(position(campaign=True, achieved=["cape", "ceylon"], order="base"))
    cards = {card.id: card for card in match.view("graf_spee").cards if card.id.startswith("bonus/")}
    assert set(cards) == {"bonus/cape", "bonus/ceylon"}
    assert "+1 to intelligence" in cards["bonus/ceylon"].text


# Sheets


@rule("GS-INC-01", "GS-CMP-02")
@pytest.mark.parametrize("level", [1, 3, 6])
def test_the_sheet_of_incidents_tells_the_chance_of_each_kind(level: int) -> None:
    found = sheet(play(position(alert=level)), "incidents")
    rows = {row[0]: row[1:] for row in found.rows}
    assert len(rows) == 21
    for name, count in (("Quiet Seas", 8), ("merchant ship sighted", 4), ("Allied convoy sighted", 1)):
        chance = 1 - comb(40 - count, level) / comb(40, level)
        assert rows[name] == (str(count), f"{chance:.0%}")


@rule("GS-INC-01", "GS-SET-03")
def test_the_sheet_of_incidents_knows_which_markers_are_out_of_the_pool() -> None:
    found = sheet(play(position("auxiliaries", "c8", held=["stormy"], quiet_aside=3)), "incidents")
    rows = {row[0]: row[1] for row in found.rows}
    assert (rows["stormy seas"], rows["Quiet Seas"]) == ("1", "5")
    assert found.columns[1] == "of 36"


@rule("GS-CMP-02", "GS-AMB-29")
def test_the_sheet_of_the_hunters_tells_their_numbers_and_where_they_are_known_to_be() -> None:
    found = sheet(play(as_set_up(lost=["exeter"], stations={"pzg": ["ajax", "hermes"]})), "navy")
    rows = {row[0]: row[1:] for row in found.rows}
    assert len(rows) == len(ALLIED_SHIPS) == 28
    assert rows["Exeter"] == ("CA", "0-3-1-3", "2", "6", "lost")
    assert rows["Ajax"] == ("CL", "0-0-3-4", "1", "6", "Force G Patrol Zone")
    assert rows["Hermes"] == ("CV", "0-0-1-0 air 2", "1", "5", "Force G Patrol Zone")
    assert rows["Malaya"][:2] == ("BB", "5-0-2-4")
    assert rows["Malaya"][-1] == "unknown"


# The battle


@rule("GS-COM-01", "GS-NAV-01", "GS-DMG-01")
def test_the_line_up_shows_who_is_in_the_combat_with_which_numbers() -> None:
    state = combat("pzk", ["ark_royal", "exeter"], spee={"hull": 4}, lost=["hero"],
                   fields_of_battle={"crippled": ["exeter"], "retreated": ["hardy"], "sunk": ["hero"]})  # fmt: skip
    (lineup,) = play(state).view("graf_spee").lineups
    assert lineup.name == "Battle at Force K Patrol Zone: primary guns"
    shown = [
        (section.name, section.is_out, [(piece.name, piece.badges) for piece in section.pieces])
        for section in lineup.sections
    ]
    assert shown == [
        ("German ships", False, [("Graf Spee", ())]),
        ("Allied ships", False, [
            ("Ark Royal", ("CV", "speed 6", "guns 0-0-2", "torpedoes 0", "armour 2")),
            ("Exeter", ("CA", "speed 6", "crippled", "guns 0-1-0", "torpedoes 1", "armour 1")),
        ]),
        ("Naval air", False, [("Aircraft of Ark Royal", ("5 dice",))]),
        ("Out of the combat", True, [("Hero", ("DD", "speed 7", "sunk")), ("Hardy", ("DD", "speed 7", "retreated"))]),
    ]  # fmt: skip


@rule("GS-COM-01")
@pytest.mark.parametrize(
    ("step", "name"),
    [
        ("primary", "primary guns"), ("secondary", "secondary guns"), ("tertiary", "tertiary guns"),
        ("torpedo", "torpedo mounts"),
    ],
)  # fmt: skip
def test_the_line_up_tells_the_step(step: str, name: str) -> None:
    match = play(combat("pzg", ["exeter"], at_step=step))
    (lineup,) = match.view("graf_spee").lineups
    assert lineup.name == f"Battle at Force G Patrol Zone: {name}"


def test_without_a_battle_there_is_no_line_up() -> None:
    assert play(position()).view("graf_spee").lineups == ()


# Options


@rule("GS-MOV-01")
def test_a_leg_is_labelled_with_its_length_and_its_price() -> None:
    match = play(position("sailing", "natl"))
    labels = {space: match.describe(space).label for space in ("natl", "c1", "c4", "c5", "c6")}
    assert labels == {
        "natl": "stay at North Atlantic",
        "c1": "Cape Verde West, 1 space",
        "c4": "Equatorial Narrows, 4 spaces",
        "c5": "Brazil Basin North, 5 spaces (maximum speed, 1 oil)",
        "c6": "Brazil Basin South, 6 spaces (emergency speed, 2 oil)",
    }
    spaces = match.describe("c4").spaces
    assert (spaces[0], spaces[-1], len(spaces)) == ("natl", "c4", 5)


@rule("GS-MOV-01", "GS-MOV-02")
def test_after_a_halt_a_leg_counts_what_has_been_sailed_before() -> None:
    match = play(position("sailing", "c1", stations={"pza": ["foch"]}), 4).choose("pza")
    assert match.describe("e3").label == "St Helena North, 1 space (5 today, maximum speed, 1 oil)"


@rule("GS-AMB-30")
def test_a_lucky_move_is_labelled_without_a_price() -> None:
    match = play(position("incidents", "c8"), "good_luck").choose("lucky_way")
    assert match.describe("c7").label == "Rio Grande Rise, 1 space"
    assert match.describe("f1").label == "Argentine Basin West, 2 spaces"


@rule("GS-GUN-01", "GS-AMM-01", "GS-TRP-01")
def test_a_fire_is_labelled_with_its_dice_and_its_price() -> None:
    match = play(combat("pzg", ["exeter"]))
    assert match.describe(("fire", "exeter")).label == "Exeter (4 dice, 1 ammunition)"
    assert match.describe(("maximum_fire", "exeter")).label == "maximum fire at Exeter (7 dice, 2 ammunition)"
    assert match.describe(("fire", "exeter")).pieces == ("exeter",)
    assert match.describe("hold_fire").label == "hold fire"
    match = play(combat("pzg", ["exeter"], at_step="tertiary"))
    assert match.describe(("fire", "exeter")).label == "Exeter (2 dice)"


@rule("GS-CGO-03", "GS-SET-07")
def test_cargo_is_labelled_with_what_it_does() -> None:
    match = play(position("fitting_out", auxiliaries=("altm", "k4"))).choose("no_reloads")
    labels = {cargo: match.describe(cargo).label for cargo in offered(match)}
    assert len(labels) == 11
    assert labels["radar"] == "radar: Contact +1; without it intelligence -1."
    assert labels["prize_crew"] == "prize crew: Doubles the points of captured merchantmen."


@rule("GS-REP-01")
def test_repairs_are_labelled_with_their_dice_and_with_what_they_can_mend() -> None:
    match = play(position("outfitting", "c8", spee={"hull": 5}))
    assert match.describe("repair").label == "repair (1 die): hull 5 of 6"
    match = play(position("outfitting", "altm", spee={"hull": 5}, cargo=["damage_control"]))
    assert match.describe("repair").label == "repair (5 dice): hull 5 of 6"
    match = play(position("outfitting", "altm", spee={"torpedo": 1}))
    assert match.describe("repair").label == "repair (4 dice): torpedo mounts 1 of 2"


@rule("GS-CAP-01", "GS-OUT-01")
def test_marines_who_come_aboard_again_end_the_outfitting_and_the_label_says_so() -> None:
    state = position("outfitting", "a5", spee={"hull": 5}, captured=["a5"], silenced=["a5"], guns={"a5": 2})
    match = choose(play(state), "cargo", 0)
    assert match.describe("reembark").label.endswith("it is Allied again then, and outfitting ends")
    choose(match, "reembark")
    assert match.decision is None or match.decision.key != "outfit"


@rule("GS-BRK-01")
def test_breaking_off_is_labelled_with_the_speeds_that_allow_it() -> None:
    match = choose(play(position("sailing", "f1", stations={"pzg": ["exeter", "ajax"]}), 6), "pzg")
    assert match.describe("break_off").label == "break off (engines 6, their speed 6)"
    assert match.describe("fight").label == "fight"


@rule("GS-ALG-01")
def test_allied_fire_reads_as_a_sentence_with_every_kind_of_weapon() -> None:
    match = play(combat("pzg", ["exeter"], first="allied", at_step="torpedo"), *[1] * 20)
    told = [entry.text.partition(":")[0] for entry in match.log() if entry.key == "allied_fire"]
    assert told == ["Exeter fires at the Graf Spee with her torpedo mounts"]


@rule("GS-NAV-01")
def test_aircraft_attack_in_their_own_name() -> None:
    match = play(combat("pzg", ["hermes"], first="allied", at_step="torpedo"), *[1] * 20)
    told = [entry.text.partition(":")[0] for entry in match.log() if entry.key == "air_attack"]
    assert told == ["Aircraft of Hermes attack the Graf Spee with torpedoes"]


@rule("GS-CAM-09", "GS-AMB-43")
def test_a_campaign_that_ends_with_the_last_ship_says_so() -> None:
    state = position("incidents", "c8", spee={"hull": 1}, campaign=True, lost=["ajax"])
    match = play(state, "allied_sub", 5, 2)
    assert [entry.text for entry in match.log()][-4:] == [
        "No German ship is left.",
        "Warships out of the war: Ajax.",
        "0 of 8 orders are achieved.",
        "Failure: you are relieved of your command.",
    ]


@rule("GS-CAM-09")
def test_before_its_first_mission_is_over_a_campaign_is_not_judged() -> None:
    assert "Verdict so far" not in facts(play(position(campaign=True)))


@rule("GS-WIN-01")
def test_a_mission_tells_its_victory_points_even_when_the_ship_is_lost() -> None:
    state = position("incidents", "c8", spee={"hull": 1}, vp=62, day=4, lost=["ajax", "hardy"])
    match = play(state, "allied_sub", 5, 2)
    assert [entry.text for entry in match.log()][-3:] == [
        "Warships out of the war: Ajax, Hardy.",
        "Ceylon Route: 12 victory points on day 4.",
        "No German ship is left.",
    ]


@rule("GS-MRK-07", "GS-MRK-21")
def test_cargo_to_be_lost_is_labelled_with_its_ship() -> None:
    match = play(position("incidents", "c8", cargo=["radar"], deutschland={"cargo": ["enigma"]}), "stormy", 3)
    assert match.describe(("deutschland", "enigma")).label == "Enigma cipher of the Deutschland"
    assert match.describe(("deutschland", "enigma")).pieces == ("deutschland",)


@rule("GS-ALG-01")
def test_the_question_of_allied_fire_is_about_the_ship_that_fires() -> None:
    quiet = {"ammo": 0, "tertiary": 0, "torpedo": 0}
    match = play(combat("pzg", ["exeter"], "allied", spee=quiet, deutschland=quiet))
    assert match.decision is not None
    assert match.decision.subjects == ("exeter",)
    assert match.describe("deutschland").label == "the Deutschland"
    assert match.decision.prompt == "Exeter fires: at which of your ships?"


@rule("GS-MOV-01", "GS-SHP-01")
def test_the_question_of_a_leg_is_about_the_ships_that_sail() -> None:
    match = choose(play(position("movement", "c8", deutschland={})), "together", "join")
    assert match.decision is not None
    assert match.decision.subjects == ("graf_spee", "deutschland")


# Why not


@rule("GS-MOV-01", "GS-MOV-02", "GS-NEU-01", "GS-PRT-01")
@pytest.mark.parametrize(
    ("space", "reason", "clause"),
    [
        ("pzh", "That is too far: with these engines and this oil she has 6 spaces left today.", "GS-MOV-01"),
        ("p1", "A neutral port that a German ship has left is closed for good.", "GS-NEU-01"),
        (
            "b1",
            "A ship halts in ports, in zones with Allied ships, and in a haven with a supplier; one is in the way.",
            "GS-MOV-02",
        ),
    ],
)
def test_a_space_that_cannot_be_reached_has_its_reason(space: str, reason: str, clause: str) -> None:
    match = play(position("sailing", "natl", stations={"pzy": ["strasbourg"]}, visited=["p1"]))
    refusal = match.why_not(match.pointed_at(space))
    assert refusal is not None
    assert (refusal.reason, refusal.rule) == (reason, clause)


@rule("GS-OUT-01", "GS-OUT-02", "GS-REP-01", "GS-CGO-02", "GS-RLD-01", "GS-MAP-02")
@pytest.mark.parametrize(
    ("space", "more", "action", "clause"),
    [
        ("c8", {"spee": {"oil": 1}}, "rearm", "GS-OUT-02"),
        ("c8", {"spee": {"oil": 1}}, "cargo", "GS-CGO-02"),
        ("c8", {"spee": {"oil": 1}}, "repair", "GS-REP-01"),
        ("c8", {"spee": {"oil": 1}}, "reload", "GS-RLD-01"),
        ("c8", {"spee": {"hull": 5}}, "refuel", "GS-OUT-02"),
        ("p4", {"spee": {"ammo": 1, "oil": 1}}, "rearm", "GS-OUT-02"),
    ],
)
def test_an_action_that_is_not_offered_has_its_reason(
    space: str, more: dict[str, Any], action: str, clause: str
) -> None:
    more = more | {"spee": more["spee"] | {"leadership": 4, "torpedo": 4} if action == "repair" else more["spee"]}
    match = play(position("outfitting", space, **more))
    refusal = match.why_not(action)
    assert refusal is not None
    assert refusal.rule == clause
    assert refusal.reason.endswith(".")


def test_an_answer_that_nobody_knows_is_refused_in_a_sentence() -> None:
    match = play(position("sailing", "natl"))
    refusal = match.why_not("atlantis")
    assert refusal is not None
    assert refusal.reason == "Click on a space that the ship can reach, or on the one where she is to stay."


@rule("GS-ORD-04", "GS-ORD-05", "GS-ORD-06")
@pytest.mark.parametrize(
    ("order", "place", "done", "to_do", "condition"),
    [
        ("return", "natl", {"crossed": True}, "cross the equator", "a ship has been south of the equator"),
        ("river-plate", "pzg", {"beaten": ["pzg"]}, "beat the patrol", "a ship of its patrol is sunk or crippled"),
        ("cape", "b3", {"silenced": ["b3"]}, "destroy the defences", "its defences are destroyed"),
    ],
)
def test_what_an_order_demands_besides_is_told_until_it_is_done(
    order: str, place: str, done: dict[str, Any], to_do: str, condition: str
) -> None:
    shown = play(position("sailing", "c8", order=order)).view("graf_spee").facts
    assert [fact.value for fact in shown if fact.name == "Still to do"] == [to_do]
    assert [fact.value for fact in shown if fact.about == place] == [f"here, once {condition}"]
    shown = play(position("sailing", "c8", order=order, **done)).view("graf_spee").facts
    assert [fact.value for fact in shown if fact.name == "Still to do"] == []
    assert [fact.value for fact in shown if fact.about == place] == ["here"]


@rule("GS-MOV-04")
def test_the_way_out_and_back_is_labelled_with_its_spaces() -> None:
    match = play(position("sailing", "pza", stations={"pza": ["exeter"]}))
    label = match.describe("out_and_back")
    assert label.label == "out and back into Ascension Patrol Zone, 2 spaces"
    assert (label.spaces[0], label.spaces[2], len(label.spaces)) == ("pza", "pza", 3)
