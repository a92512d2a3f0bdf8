"""The ladders: who wins gains, more from the worse seat, and every game counts once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import Connection, create_engine

import flagplot
from flagplot.client import Client, Refused
from flagplot.payloads_together import Ladder
from flagplot.players.ranks import COMPUTERS
from flagplot.server.storage.match_queries import Holder
from flagplot.server.storage.schema import metadata
from flagplot.server.tables import ratings

pytestmark = pytest.mark.each_database

GAME = "sea-control"


@pytest.fixture
def connection(monkeypatch: pytest.MonkeyPatch) -> Iterator[Connection]:
    """A database with empty ladders, on which nobody has a name yet, computer players neither."""
    monkeypatch.setattr(ratings, "beginnings", dict)
    engine = create_engine("sqlite://")
    with engine.connect() as opened:
        metadata.create_all(opened)
        yield opened
    engine.dispose()


def play(connection: Connection, number: int, axis: str, allied: str, winner: str | None) -> None:
    """A game is over."""
    holders = {"axis": as_holder(axis), "allied": as_holder(allied)}
    ratings.rate(connection, GAME, f"match {number}", holders, winner)


def as_holder(who: str) -> Holder:
    return Holder(who) if who in COMPUTERS else Holder("guest", who)


def ladder(connection: Connection, game: str = GAME) -> Ladder:
    return ratings.ladder(flagplot.game(game), ratings.standings(connection, game), "ann", str.capitalize)


def test_who_wins_rises_above_who_loses_people_and_computers_in_one_list(connection: Connection) -> None:
    for number in range(8):
        play(connection, number, "ann", "captain", "axis")
        play(connection, 100 + number, "ben", "ann", "allied")
        play(connection, 200 + number, "captain", "ben", "axis")
    found = ladder(connection)
    assert [(one.rank, one.name, one.player, one.you) for one in found.standings] == [
        (1, "Ann", "person", True),
        (2, "Captain", "captain", False),
        (3, "Ben", "person", False),
    ]
    assert [(one.won, one.drawn, one.lost) for one in found.standings] == [(16, 0, 0), (8, 0, 8), (0, 0, 16)]
    assert {one.name for one in found.seats} == {"Axis", "Allied"}


def test_a_game_counts_once(connection: Connection) -> None:
    play(connection, 1, "ann", "ben", "axis")
    before = ladder(connection)
    play(connection, 1, "ann", "ben", "axis")
    assert ladder(connection) == before


def test_who_wins_from_the_worse_seat_gains_more(connection: Connection) -> None:
    for number in range(30):  # the Allies nearly always win, whoever plays them
        one, other = ("carl", "dora") if number % 2 else ("dora", "carl")
        play(connection, number, one, other, "allied" if number % 10 else "axis")
    seats = {seat.id: seat.mu for seat in ladder(connection).seats}
    assert seats["seat allied"] > seats["seat axis"]
    play(connection, 50, "ann", "captain", "axis")
    play(connection, 51, "midshipman", "ben", "allied")
    gained = {one.name: one.mu for one in ladder(connection).standings}
    assert gained["Ann"] > gained["Ben"] > 25
    assert gained["Captain"] < gained["Midshipman"], "to lose from the better seat costs more"


def test_a_draw_brings_two_players_together(connection: Connection) -> None:
    play(connection, 1, "ann", "ben", "axis")
    before = {one.name: one.mu for one in ladder(connection).standings}
    play(connection, 2, "ann", "ben", None)
    after = {one.name: one for one in ladder(connection).standings}
    assert after["Ann"].mu < before["Ann"]
    assert after["Ben"].mu > before["Ben"]
    assert (after["Ann"].won, after["Ann"].drawn) == (1, 1)


def test_alone_one_plays_against_the_game_itself(connection: Connection) -> None:
    for number in range(5):
        ratings.rate(connection, "atlantic-wolves", f"a{number}", {"german": Holder("guest", "ann")}, "german")
        ratings.rate(connection, "atlantic-wolves", f"c{number}", {"german": Holder("captain")}, None, is_given_up=True)
        ratings.rate(connection, "atlantic-wolves", f"m{number}", {"german": Holder("midshipman")}, "allied")
    found = ladder(connection, "atlantic-wolves")
    standings = [(one.name, one.won, one.drawn, one.lost) for one in found.standings]
    assert standings[0] == ("Ann", 5, 0, 0)
    assert sorted(standings[1:]) == [("Captain", 0, 0, 5), ("Midshipman", 0, 0, 5)]
    assert [one.name for one in found.seats] == ["Atlantic Wolves"]
    ann, *computers = found.standings
    for one in computers:  # whether the game ends by its rules or its player gives it up, it is lost
        assert one.mu < found.seats[0].mu < ann.mu


def test_a_draw_by_the_rules_is_a_draw_also_for_whoever_plays_alone(connection: Connection) -> None:
    holders = {"graf_spee": Holder("guest", "ann")}
    ratings.rate(connection, "graf-spee", "won", holders, "german")
    before = ladder(connection, "graf-spee")
    ratings.rate(connection, "graf-spee", "drawn", holders, None)
    after = ladder(connection, "graf-spee")
    ann = after.standings[0]
    assert (ann.won, ann.drawn, ann.lost) == (1, 1, 0)
    assert after.seats[0].mu < ann.mu < before.standings[0].mu
    assert before.seats[0].mu < after.seats[0].mu


@pytest.mark.parametrize("slug", [game.slug for game in flagplot.games()])
def test_computer_players_stand_on_every_ladder_before_anybody_has_played(slug: str) -> None:
    engine = create_engine("sqlite://")
    with engine.connect() as opened:
        metadata.create_all(opened)
        found = ladder(opened, slug)
        assert [(one.rank, one.won, one.lost) for one in found.standings] == [(rank, 0, 0) for rank in (1, 2, 3, 4)]
        assert {one.player for one in found.standings} == set(COMPUTERS)
        ranked = [one.player for one in found.standings if one.player != "admiral"]  # who is provisionally rated
        assert ranked == ["captain", "lieutenant", "midshipman"]
        before = {one.player: one.mu for one in found.standings}
        seats = flagplot.new(slug).seats
        holders = dict(zip(seats, [Holder("guest", "ann"), Holder("captain")], strict=False))
        ratings.rate(opened, slug, "x", holders, flagplot.game(slug).seat(seats[0]).side)
        after = {one.player: one.mu for one in ladder(opened, slug).standings}
        assert after["midshipman"] == before["midshipman"]
        assert after["person"] > 25
    engine.dispose()


@pytest.mark.parametrize(
    "holders",
    [
        {"axis": Holder("guest", "ann"), "allied": Holder("guest", "ann")},
        {"axis": Holder("guest", "ann"), "allied": Holder("open")},
        {"axis": Holder("guest", "ann"), "allied": Holder("left")},
        {"axis": Holder("captain"), "allied": Holder("captain")},
    ],
)
def test_games_that_are_not_between_two_players_do_not_count(
    connection: Connection, holders: dict[str, Holder]
) -> None:
    ratings.rate(connection, GAME, "x", holders, "axis")
    assert ladder(connection).standings == ()


def test_only_games_of_people_with_an_account_count(guest: Client, stranger: Client) -> None:
    seats = {"axis": "me", "allied": "open"}
    with pytest.raises(Refused, match="Claim your name") as refusal:
        guest.create(GAME, seats, rated=True)
    assert refusal.value.status == 422
    guest.claim(f"Ann {guest.create(GAME).id}", "correct horse")
    for wishes in ({"seats": {"axis": "me", "allied": "me"}}, {"seed": 7}, {"typed_dice": True}):
        with pytest.raises(Refused) as refusal:
            guest.create(GAME, rated=True, **wishes)
        assert refusal.value.status == 422
    match = guest.create(GAME, seats, rated=True)
    with pytest.raises(Refused, match="claim a name"):
        stranger.join(match.invite, "allied")
    stranger.claim(f"Ben {match.id}", "battery staple")
    theirs = stranger.join(match.invite, "allied")
    theirs.resign()
    standings = {one.name: one for one in guest.ladder(GAME).standings}
    assert standings[f"Ben {match.id}"].lost == 1
    mine = next(one for one in guest.ladder(GAME).standings if one.you)
    assert (mine.won, mine.lost) == (1, 0)
    with pytest.raises(Refused) as refusal:
        guest.ladder("nonsense")
    assert refusal.value.status == 404


@pytest.mark.parametrize("game", [GAME, "graf-spee"])
def test_who_deletes_a_rated_game_has_lost_it(guest: Client, game: str) -> None:
    match = guest.create(game)
    guest.claim(f"Eve {match.id}", "correct horse")
    rated = guest.create(game, rated=True)
    rated.delete()
    mine = next(one for one in guest.ladder(game).standings if one.you)
    assert (mine.won, mine.lost) == (0, 1)
