"""A game through the API: create, join, decide, watch, ask."""

from __future__ import annotations

from random import Random

import httpx
import pytest

import flagplot
from flagplot.client import Client, Refused, RemoteMatch, Stale
from tests.contract.playing import SLUGS
from tests.server.running import RunningServer, in_order

pytestmark = pytest.mark.either_database

BOTH = {"axis": "me", "allied": "me"}


def until_it_must_decide(match: RemoteMatch) -> RemoteMatch:
    """Wait until the computer players have decided."""
    for _ in match.watch():
        if match.decision:
            return match
    return match


def test_the_games_are_told_with_seats_scenarios_and_options(guest: Client) -> None:
    games = {game["slug"]: game for game in guest.games()}
    assert list(games) == SLUGS
    game = games["sea-control"]
    assert [seat["id"] for seat in game["seats"]] == game["captains"] == ["axis", "allied"]
    axis = {"id": "axis", "name": "Axis", "side": "axis", "option": "", "flags": ["de", "it"]}
    assert game["seats"][0] == axis
    assert game["shares_everything"] is False
    assert game["length"]
    assert game["scenarios"][0]["text"]
    assert game["scenarios"][0]["title"]
    assert {"name", "title", "kind", "default", "text", "rule", "least", "most"} == set(
        games["atlantic-wolves"]["options"][0]
    )
    assert {option["kind"] for game in games.values() for option in game["options"]} <= {"switch", "number"}


@pytest.mark.parametrize("slug", SLUGS)
def test_rule_book_and_guide_are_told(guest: Client, slug: str) -> None:
    book = guest.ask(dict, "GET", f"/api/games/{slug}/rules")
    assert {clause["id"] for clause in book["clauses"]} == set(flagplot.game(slug).rulebook.clauses)
    assert {clause["chapter"] for clause in book["clauses"]} <= {chapter["key"] for chapter in book["chapters"]}
    guide = guest.ask(dict, "GET", f"/api/games/{slug}/guide")
    assert guide["title"] == flagplot.game(slug).title
    assert "<h1>" in guide["html"]
    assert len(guide["glance"]["tips"]) == 3


def test_a_bot_plays_a_whole_game(guest: Client) -> None:
    match = guest.create("atlantic-wolves", seed=3)
    rng = Random(3)
    for position in match.watch():
        if position.decision:
            match.decide(rng.choice(position.decision.options).value)
    assert match.position.result is not None
    assert match.position.to_move is None
    assert not match.position.undo.can
    assert match.position.undo.why == "The game is over."
    (info,) = (info for info in guest.matches() if info.id == match.id)
    assert info.over
    assert info.result == match.position.result


def test_a_match_is_the_one_that_the_engine_plays(guest: Client) -> None:
    match = guest.create("atlantic-wolves", seed=11, options={"rudeltaktik": True})
    twin = flagplot.new("atlantic-wolves", seed=11, options={"rudeltaktik": True})
    rng = Random(1)
    for _ in range(25):
        if twin.decision is None:
            break
        option = rng.choice(twin.decision.options)
        twin.choose(option)
        match.decide(option)
    assert in_order(match.position.view) == in_order(twin.view("german"))
    assert match.refresh().view == twin.view("german")
    assert [line.text for line in match.position.log] == [entry.text for entry in twin.log("german")]
    assert match.position.seed_hash == twin.seed_hash
    match.resign()  # before the end no file tells the coming dice
    assert flagplot.load(match.save()).save() == twin.save()


def test_computer_players_answer(guest: Client) -> None:
    match = guest.create("sea-control", seed=1)
    assert match.seat == "axis"
    assert match.position.decision is None
    assert match.position.thinking
    until_it_must_decide(match)
    assert match.position.to_move == "axis"
    assert not match.position.thinking
    while match.decision:
        match.decide(match.hint().option)
    assert match.position.to_move == "allied"
    assert match.position.thinking
    until_it_must_decide(match)
    deciders = [moment.seat for moment in match.moments()]
    assert deciders[0] is None
    assert deciders[-1] == "allied"
    assert "axis" in deciders


def test_midshipmen_do_not_all_choose_alike(guest: Client) -> None:
    first, second = (guest.create("sea-control", {"allied": "midshipman"}, seed=n) for n in (1, 2))
    until_it_must_decide(first)
    until_it_must_decide(second)
    assert first.position.view.pieces != second.position.view.pieces


def test_a_lieutenant_plays_and_is_called_by_that_name(guest: Client) -> None:
    match = guest.create("sea-control", {"allied": "lieutenant"}, seed=3)  # the Allies begin
    until_it_must_decide(match)
    allied = match.position.seats[1]
    assert (allied.player, allied.who) == ("lieutenant", "Lieutenant")
    assert "allied" in [moment.seat for moment in match.moments()]


def test_seats_that_are_not_named_get_the_usual_players(guest: Client) -> None:
    match = guest.create("sea-control", {"axis": "midshipman", "allied": "me"})
    assert [(seat.id, seat.player) for seat in match.position.seats] == [("axis", "midshipman"), ("allied", "you")]
    assert [seat.player for seat in guest.create("sea-control").position.seats] == ["you", "captain"]


def test_a_friend_joins_an_open_seat(guest: Client, stranger: Client) -> None:
    guest.rename("Ann")
    stranger.rename("  Ben   Bow ")
    match = guest.create("sea-control", {"axis": "me", "allied": "open"})
    assert [seat.player for seat in match.position.seats] == ["you", "open"]
    with pytest.raises(Refused, match="not yours"):
        guest.match(match.id, "allied")
    invite = match.invite
    theirs = stranger.join(invite, "allied")
    assert [(seat.player, seat.who) for seat in theirs.position.seats] == [("person", "Ann"), ("you", "Ben Bow")]
    assert [seat.player for seat in match.refresh().seats] == ["you", "person"]
    assert theirs.decision
    assert match.decision is None
    theirs.decide(theirs.decision.options[0].value)
    assert stranger.matches()[0].yours == ("allied",)
    with pytest.raises(Refused, match="not open"):
        guest.join(invite, "allied")
    with pytest.raises(Stale, match="another guest"):
        match.delete()


def test_nobody_sets_the_seed_of_a_game_that_another_may_join(guest: Client) -> None:
    with pytest.raises(Refused, match="seed"):
        guest.create("sea-control", {"axis": "me", "allied": "open"}, seed=1)


def test_one_guest_plays_both_seats_at_one_screen(guest: Client) -> None:
    match = guest.create("sea-control", BOTH, seed=2)
    assert match.seat == "allied"
    assert match.decision
    axis = match.at_seat("axis")
    assert axis.decision is None
    with pytest.raises(Stale, match="not this seat's turn"):
        axis.decide(match.decision.options[0].value)
    match.decide(match.decision.options[0].value)
    (info,) = (info for info in guest.matches() if info.id == match.id)
    assert info.yours == ("axis", "allied")
    assert info.your_turn


def test_undo_takes_back_what_the_engine_lets_go(guest: Client) -> None:
    match = guest.create("atlantic-wolves", seed=3)
    assert not match.position.undo.can
    assert match.position.undo.why == "Nothing has been decided yet."
    match.decide("pens")
    before = match.position
    assert not before.undo.can
    with pytest.raises(Stale, match=r"cannot be taken back\. Dice or cards"):
        match.undo()
    assert match.decision
    after = match.decide(match.decision.options[0].value)
    assert after.undo.can
    undone = match.undo()
    assert undone.seq == before.seq + 2
    assert in_order(undone.view) == in_order(before.view)
    assert (undone.log, undone.decision, undone.moments) == (before.log, before.decision, before.moments)
    assert in_order(match.refresh().view) == in_order(undone.view)


def test_undo_is_not_for_the_other_side(guest: Client, stranger: Client) -> None:
    match = guest.create("sea-control", {"axis": "me", "allied": "open"})
    theirs = stranger.join(match.invite, "allied")
    assert theirs.decision
    theirs.decide(theirs.decision.options[0].value)
    match.refresh()
    with pytest.raises(Stale, match="other side's turn"):
        match.undo()
    assert theirs.undo().undo.can is False


def test_at_one_screen_undo_is_open_to_the_seat_that_chose(guest: Client) -> None:
    allied = guest.create("sea-control", BOTH, seed=2)
    while allied.decision:
        allied.decide(allied.hint().option)
    assert allied.position.to_move == "axis"
    axis = allied.at_seat("axis")
    assert not axis.position.undo.can
    if allied.position.undo.can:
        assert allied.undo().decision


def test_why_not_names_the_rule(guest: Client) -> None:
    match = guest.create("atlantic-wolves", seed=3)
    match.decide("pens")
    answer = match.why_not("hq")
    assert answer.rule == "AW-PLC-01"
    assert "Sub Pens" in answer.reason
    assert match.why_not("nonsense").reason
    assert "offered" in match.why_not("mid_atlantic/normal").reason


def test_odds_are_the_engines_and_in_the_order_asked(guest: Client) -> None:
    match = guest.create("atlantic-wolves", seed=3)
    twin = flagplot.new("atlantic-wolves", seed=3)
    while twin.decision and all(len(twin.odds(option)) == 1 for option in twin.decision.options):
        option = twin.hint().option
        match.decide(option)
        twin.choose(option)
    assert twin.decision
    options = list(reversed(twin.decision.options))
    told = match.odds(*options)
    assert match.odds(*options) == told
    for option, odds in zip(options, told, strict=True):
        expected = twin.odds(option)
        assert {one.label: one.share for one in odds.outcomes} == {key: str(share) for key, share in expected.items()}
        assert odds.exact == expected.exact
        assert abs(sum(one.chance for one in odds.outcomes) - 1) < 1e-3
    with pytest.raises(Refused, match="not offered"):
        match.odds("nonsense")


def test_the_outlook_tells_the_odds_of_orders_given_so_far(guest: Client) -> None:
    match = guest.create("sea-control", BOTH, seed=2)
    params = {"seat": match.seat, "seq": match.position.seq}
    assert guest.ask(list, "GET", f"/api/matches/{match.id}/outlook", params=params) == []


def test_a_hint_is_an_option_with_its_label_odds_and_reason_and_a_runner_up(guest: Client) -> None:
    match = guest.create("sea-control", BOTH, seed=2)
    hint = match.hint()
    assert match.decision
    assert hint.label in [option.label for option in match.decision.options if option.value == hint.option]
    assert hint.odds.outcomes
    assert hint.reason.endswith(".")
    assert hint.second in [option.label for option in match.decision.options]


def test_dice_can_be_typed_in(guest: Client) -> None:
    match = guest.create("atlantic-wolves", typed_dice=True)
    assert match.position.typed_dice
    match.decide("pens")
    decision = match.decision
    assert decision
    assert (decision.seat, match.position.to_move) == ("dice", "dice")
    assert decision.dice == "a card"
    with pytest.raises(Refused, match="no hint"):
        match.hint()
    with pytest.raises(Refused, match="no odds"):
        match.odds(decision.options[0].value)
    match.decide(decision.options[3].value)
    assert match.position.undo.can
    assert match.undo().decision == decision
    while match.decision and match.decision.dice not in ("1d6", "2d6"):
        match.decide(match.decision.options[0].value)
    assert match.decision


def test_all_see_which_dice_are_to_be_typed_in_and_anyone_may_type_them(guest: Client, stranger: Client) -> None:
    axis = guest.create("sea-control", {"axis": "me", "allied": "open"}, typed_dice=True)
    allied = stranger.join(axis.invite, "allied")
    typed = 0
    for _ in range(400):
        for table in (axis, allied):
            while table.poll():
                pass
            assert in_order(table.position.view) == in_order(table.at_seat(table.seat).position.view)
            assert table.position.decision == table.at_seat(table.seat).position.decision
        if axis.position.to_move == "dice":
            assert axis.decision == allied.decision
            typed += 1
        table = axis if axis.decision and (typed % 2 or not allied.decision) else allied
        assert table.decision
        table.decide(table.decision.options[0].value if table.decision.seat == "dice" else table.hint().option)
        if typed == 12:
            break
    assert typed == 12


def test_a_saved_game_with_typed_dice_keeps_its_moments(guest: Client) -> None:
    match = guest.create("sea-control", BOTH, typed_dice=True)
    typed = 0
    while typed < 12:
        match = guest.match(match.id)
        assert match.decision
        typed += match.decision.seat == "dice"
        match.decide(match.decision.options[0].value if match.decision.seat == "dice" else match.hint().option)
    again = guest.upload(match.save(), "all")
    for seat in BOTH:
        assert again.at_seat(seat).position.moments == match.at_seat(seat).position.moments


def test_a_match_can_be_deleted(guest: Client) -> None:
    match = guest.create("atlantic-wolves")
    match.delete()
    with pytest.raises(Refused, match="no such game"):
        match.refresh()
    assert match.id not in [info.id for info in guest.matches()]


def test_matches_are_listed_by_their_latest_change(guest: Client) -> None:
    older, newer = guest.create("atlantic-wolves", seed=1), guest.create("sea-control", BOTH)
    assert [info.id for info in guest.matches()] == [newer.id, older.id]
    older.decide("hq")
    infos = guest.matches()
    assert [info.id for info in infos] == [older.id, newer.id]
    assert infos[0].headline == older.position.view.headline
    assert infos[0].changed > infos[0].started
    assert infos[0].changed.endswith("Z")


@pytest.mark.parametrize("slug", SLUGS)
def test_the_page_of_a_match_names_all_that_its_chart_needs_to_its_player_alone(
    server: RunningServer, slug: str
) -> None:
    with httpx.Client(base_url=server.url) as player, httpx.Client(base_url=server.url) as stranger:
        match = player.post("/api/matches", json={"game": slug}).json()["id"]
        links = player.get(f"/g/{match}").headers["link"].split(", ")
        addresses = [link[1 : link.index(">")] for link in links]
        assert all(link.endswith(">; rel=preload; as=fetch; crossorigin") for link in links)
        assert f"/api/matches/{match}" in addresses
        board = player.get(f"/api/matches/{match}").json()["board"]
        assert f"/api/matches/{match}/board?scenario={board}" in addresses
        assert [player.get(address).status_code for address in addresses] == [200] * len(addresses)
        assert "link" not in stranger.get(f"/g/{match}").headers
