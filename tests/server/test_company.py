"""The company at a table: invitations, the lobby, onlookers, talk, notes, and how games end in lists and logs."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

import flagplot
from flagplot.client import Client, Refused, RemoteMatch, Stale
from flagplot.client.positions import read_news
from flagplot.payloads import Position
from flagplot.payloads_together import Invitation, TableNews
from tests.server.running import RunningServer
from tests.server.test_live import page

pytestmark = pytest.mark.either_database

OPEN = {"axis": "me", "allied": "open"}


def at_one_table(guest: Client, stranger: Client, **wishes: Any) -> tuple[RemoteMatch, RemoteMatch]:
    """A match of two people; the Allies decide first."""
    axis = guest.create("sea-control", OPEN, **wishes)
    allied = stranger.join(axis.invite, "allied")
    axis.refresh()
    return axis, allied


def refused(call: Callable[[], object]) -> tuple[int, str]:
    """The status and the sentence of a refusal."""
    with pytest.raises(Refused) as refusal:
        call()
    return refusal.value.status, str(refusal.value)


def until(match: RemoteMatch, holds: Callable[[Position], bool]) -> Position:
    """Ask until the position is as wanted."""
    deadline = time.monotonic() + 120
    while not holds(match.position):
        assert time.monotonic() < deadline
        match.poll(5)
    return match.position


def play_on(*tables: RemoteMatch, choices: int) -> None:
    """Let whoever must decide follow the captain's advice, so many times."""
    made = 0
    while made < choices:
        table = next(table for table in tables if table.refresh().decision)
        with suppress(Stale):  # a standing order has answered meanwhile
            table.decide(table.hint().option)
            made += 1


# Invitations


def test_an_invitation_shows_the_game_and_gives_the_open_seat(guest: Client, stranger: Client) -> None:
    guest.rename("Ann")
    match = guest.create("sea-control", OPEN)
    shown = stranger.ask(Invitation, "GET", f"/api/invites/{match.invite}").entry
    assert (shown.title, shown.owner, shown.running, shown.yours) == ("Sea Control", "Ann", False, False)
    assert [(seat.id, seat.open) for seat in shown.seats] == [("axis", False), ("allied", True)]
    theirs = stranger.join(match.invite, "allied")
    assert theirs.decision is not None
    assert [seat.player for seat in theirs.position.seats] == ["person", "you"]
    assert match.refresh().table.invite is None
    assert match.position.talk[-1].text.endswith("takes the Allied side.")


def test_who_has_no_invitation_finds_no_private_game(guest: Client, stranger: Client) -> None:
    match = guest.create("sea-control", OPEN)
    stranger.rename("Nosy")
    for call in (
        lambda: stranger.match(match.id),
        lambda: stranger.match(match.id, "-"),
        lambda: stranger.join_public(match.id, "allied"),
        lambda: stranger.join("nonsense", "allied"),
        lambda: stranger.request("GET", f"/api/matches/{match.id}/invitation"),
        lambda: stranger.request("GET", f"/api/matches/{match.id}/notes"),
        lambda: stranger.request("POST", f"/api/matches/{match.id}/talk", json={"seat": "axis", "text": "x"}),
        lambda: stranger.request("POST", f"/api/matches/{match.id}/resign", json={"seat": "axis"}),
        lambda: stranger.request("PUT", f"/api/matches/{match.id}/access", json={"access": "public"}),
        lambda: stranger.request("GET", f"/api/matches/{match.id}/moments", params={"seat": "*"}),
        lambda: stranger.request("GET", f"/api/matches/{match.id}/moments/0", params={"seat": "*"}),
        lambda: stranger.request("POST", f"/api/matches/{match.id}/branch", json={"seat": "*", "moment": 0}),
        lambda: stranger.request("GET", f"/api/matches/{match.id}/kinds"),
        lambda: stranger.request(
            "POST", f"/api/matches/{match.id}/seats", json={"seat": "allied", "player": "captain"}
        ),
        lambda: stranger.request("GET", f"/g/{match.id}"),
    ):
        assert refused(call)[0] == 404


def test_an_invitation_is_good_for_one_person(guest: Client, stranger: Client, server: RunningServer) -> None:
    match = guest.create("sea-control", OPEN)
    invite = match.invite
    stranger.join(invite, "allied")
    stranger.join(invite, "allied")  # once more, as who follows the link again
    with server.guest() as third:
        assert refused(lambda: third.join(invite, "allied"))[0] == 404
        assert refused(lambda: third.match(match.id))[0] == 404


# The lobby


def test_public_games_wait_in_the_lobby_and_can_be_searched(guest: Client, stranger: Client) -> None:
    guest.rename("Barnacle Bill")
    public = guest.create("sea-control", OPEN, access="public", pace=3 * 86_400)
    private = guest.create("sea-control", OPEN)
    link = guest.create("sea-control", OPEN, access="link")
    found = stranger.lobby(search="barnacle control")
    ids = [entry.id for entry in found]
    assert public.id in ids
    assert private.id not in ids
    assert link.id not in ids
    entry = found[ids.index(public.id)]
    assert (entry.owner, entry.pace, entry.rated, entry.running) == ("Barnacle Bill", 259_200, False, False)
    assert public.id not in [entry.id for entry in stranger.lobby(search="barnacle wolves")]
    assert public.id not in [entry.id for entry in stranger.lobby(game="atlantic-wolves")]
    assert public.id not in [entry.id for entry in stranger.lobby("running")]
    stranger.join_public(public.id, "allied")
    assert public.id not in [entry.id for entry in stranger.lobby()]
    running = {entry.id: entry for entry in stranger.lobby("running", "sea-control", "bill")}
    assert running[public.id].yours
    assert refused(lambda: stranger.lobby("nonsense"))[0] == 400
    assert refused(lambda: stranger.lobby(game="nonsense"))[0] == 404


# Onlookers


def test_onlookers_see_what_no_seat_hides_and_decide_nothing(
    guest: Client, stranger: Client, server: RunningServer
) -> None:
    axis, allied = at_one_table(guest, stranger, access="public")
    play_on(axis, allied, choices=12)
    with server.guest() as third:
        onlooker = third.match(axis.id)
        assert onlooker.seat == "-"
        assert onlooker.decision is None
        assert [seat.player for seat in onlooker.position.seats] == ["person", "person"]
        assert onlooker.position.table.can == ()
        assert onlooker.position.table.invite is None
        hidden = {piece.id for piece in onlooker.position.view.pieces}
        for table in (axis, allied):
            own = {piece.id for piece in table.refresh().view.pieces}
            assert own - hidden, "each side sees something of its own that onlookers do not"
        saved = flagplot.load(_whole(guest, axis, allied))
        assert {line.text for line in onlooker.position.log} <= {line.text for line in saved.log()}
        body = {"seat": "axis", "seq": 0, "option": "x"}
        for path in ("choices", "undo", "hint", "why-not", "talk", "resign", "hurry", "offers", "orders"):
            with pytest.raises(Refused) as refusal:
                third.request("POST", f"/api/matches/{axis.id}/{path}", json=_fitting(path, body))
            assert refusal.value.status == 404, path
        assert refused(lambda: onlooker.save())[0] == 404


def _whole(guest: Client, axis: RemoteMatch, allied: RemoteMatch) -> bytes:
    """The game as a plain file, which there is when it is over."""
    allied.resign()
    return axis.save()


def _fitting(path: str, body: dict[str, object]) -> dict[str, object]:
    more: dict[str, dict[str, object]] = {
        "choices": body,
        "talk": {"seat": "axis", "text": "x"},
        "resign": {"seat": "axis"},
        "hurry": {"seat": "axis"},
        "offers": {"seat": "axis", "kind": "draw"},
        "orders": {"seat": "axis", "seq": 0, "captain": True, "span": "game"},
        "why-not": {"seat": "axis", "seq": 0, "target": "x"},
    }
    return more.get(path, {"seat": "axis", "seq": 0})


def test_onlookers_are_told_of_moves_and_sent_away_when_the_owner_closes_the_game(
    guest: Client, stranger: Client, server: RunningServer
) -> None:
    axis, allied = at_one_table(guest, stranger, access="link")
    with server.guest() as third:
        third.rename("Curious")
        with page(server, third, axis.id, "-") as socket:
            assert isinstance(read_news(socket.recv(timeout=60)), Position)
            assert axis.refresh().table.watchers == 1
            while axis.refresh().to_move == "allied":
                play_on(axis, allied, choices=1)
            news = read_news(socket.recv(timeout=60))
            while isinstance(news, TableNews):
                news = read_news(socket.recv(timeout=60))
            assert refused(lambda: allied.open_to("private"))[0] == 403
            axis.open_to("private")
            with pytest.raises(ConnectionClosed):
                _listen_on(socket)
        assert refused(lambda: third.match(axis.id))[0] == 404
        axis.open_to("link")
        assert third.match(axis.id).seat == "-"


def _listen_on(socket: ClientConnection) -> None:
    while True:
        socket.recv(timeout=60)


# Talk and notes


def test_players_talk_and_onlookers_do_not_hear_them(guest: Client, stranger: Client, server: RunningServer) -> None:
    guest.rename("Ann")
    axis, allied = at_one_table(guest, stranger, access="public")
    with page(server, stranger, axis.id, "allied") as socket:
        assert isinstance(read_news(socket.recv(timeout=60)), Position)
        axis.say("  Good luck! <b>&  ")
        news = read_news(socket.recv(timeout=60))
        assert isinstance(news, TableNews)
        line = news.talk[-1]
        assert (line.kind, line.seat, line.who, line.text) == ("chat", "axis", "Ann", "Good luck! <b>&")
    with server.guest() as third:
        assert all(line.kind != "chat" for line in third.match(axis.id).position.talk)
    assert allied.poll()
    assert allied.position.talk[-1].text == "Good luck! <b>&"
    for text in ("", "   ", "x" * 1001, "a\0b"):
        assert refused(lambda text=text: axis.say(text))[0] == 422  # type: ignore[misc]


def test_notes_are_for_their_writer_alone(guest: Client, stranger: Client) -> None:
    axis, allied = at_one_table(guest, stranger)
    assert axis.notes == ""
    axis.notes = "Bismarck is in Brest."
    axis.notes = "Bismarck is in Kiel."
    assert axis.notes == "Bismarck is in Kiel."
    assert allied.notes == ""
    with pytest.raises(Refused) as refusal:
        axis.notes = "x" * 20_001
    assert refusal.value.status == 422


# What a review found


def test_games_that_wait_for_an_answer_are_told_in_lists(guest: Client, stranger: Client) -> None:
    axis, allied = at_one_table(guest, stranger)
    before = guest.me().turns
    allied.offer("draw")
    (mine,) = [info for info in guest.matches() if info.id == axis.id]
    assert (mine.your_turn, mine.asked, mine.claimable, mine.said) == (False, ("draw",), False, 2)
    assert guest.me().turns == before + 1
    (theirs,) = [info for info in stranger.matches() if info.id == axis.id]
    assert (theirs.your_turn, theirs.asked) == (True, ())


@pytest.mark.parametrize(("ending", "line"), [("resign", "The Allied side resigns."), ("draw", "a draw.")])
def test_the_log_says_how_people_ended_a_game(guest: Client, stranger: Client, ending: str, line: str) -> None:
    axis, allied = at_one_table(guest, stranger)
    if ending == "resign":
        allied.resign()
    else:
        axis.offer("draw")
        allied.answer("draw")
    assert axis.refresh().talk[-1].text.endswith(line)


def test_all_are_told_when_a_game_is_opened_to_onlookers(guest: Client, stranger: Client) -> None:
    axis, allied = at_one_table(guest, stranger)
    axis.open_to("public")
    assert allied.refresh().talk[-1].text == "The game is public now: it is listed, and everybody may watch."
    axis.open_to("private")
    assert allied.refresh().talk[-1].text == "The game is private now: nobody else may watch."


def test_an_open_seat_is_given_to_the_captain_instead(guest: Client, stranger: Client) -> None:
    match = guest.create("sea-control", OPEN)
    invite = match.invite
    match.give_seat("allied", "captain")
    assert [seat.player for seat in match.position.seats] == ["you", "captain"]
    assert match.position.table.invite is None
    assert match.position.talk[-1].text == "The captain takes the Allied side."
    assert refused(lambda: stranger.join(invite, "allied"))[0] == 404
    until(match, lambda now: now.decision is not None)
    assert refused(lambda: match.give_seat("allied", "captain"))[0] == 409
    axis, allied = at_one_table(guest, stranger)
    assert refused(lambda: allied.give_seat("axis", "captain"))[0] == 403
    assert refused(lambda: axis.give_seat("nonsense", "captain"))[0] == 422


def test_notes_from_two_devices_do_not_overwrite_each_other(guest: Client) -> None:
    match = guest.create("sea-control", OPEN)
    path = f"/api/matches/{match.id}/notes"
    at_first = guest.request("GET", path).json()
    desk = guest.request("PUT", path, json={"text": "from the desk", "mark": at_first["mark"]}).json()
    with pytest.raises(Refused) as refusal:
        guest.request("PUT", path, json={"text": "from the phone", "mark": at_first["mark"]})
    assert refusal.value.status == 409
    assert guest.request("GET", path).json() == desk == {"text": "from the desk", "mark": desk["mark"]}
    guest.request("PUT", path, json={"text": "from both", "mark": desk["mark"]})
    assert match.notes == "from both"


def test_the_invitation_to_a_rematch_and_its_clock_are_like_those_of_the_first_game(
    guest: Client, stranger: Client
) -> None:
    alone = guest.create("sea-control", OPEN)
    alone.resign()
    alone.offer("rematch")
    assert alone.position.table.next
    again = guest.match(alone.position.table.next)
    assert stranger.join(again.invite, "axis").position.seats[0].player == "you"
    axis, allied = at_one_table(guest, stranger, pace=3600)
    axis.resign()
    axis.offer("rematch")
    allied.answer("rematch")
    assert allied.position.table.next
    assert guest.match(allied.position.table.next).position.table.deadline is not None


def test_nobody_sits_down_at_a_game_that_is_over_and_a_used_invitation_shows_nothing(
    guest: Client, stranger: Client, server: RunningServer
) -> None:
    over = guest.create("sea-control", OPEN)
    invite = over.invite
    over.resign()
    assert refused(lambda: stranger.join(invite, "allied"))[0] == 404
    used = guest.create("sea-control", OPEN)
    invite = used.invite
    stranger.join(invite, "allied")
    assert stranger.ask(Invitation, "GET", f"/api/invites/{invite}").entry.yours
    with server.guest() as third:
        assert refused(lambda: third.request("GET", f"/api/invites/{invite}"))[0] == 404


def test_a_page_that_asks_hears_who_sits_down(guest: Client, stranger: Client) -> None:
    axis = guest.create("sea-control", OPEN)
    stranger.join(axis.invite, "allied")
    assert axis.poll()
    assert [seat.player for seat in axis.position.seats] == ["you", "person"]


def test_a_game_that_is_made_public_later_is_listed_as_it_stands(guest: Client, stranger: Client) -> None:
    axis, allied = at_one_table(guest, stranger)
    while axis.refresh().view.headline == allied.position.view.headline and axis.position.to_move == "allied":
        play_on(axis, allied, choices=1)
    axis.open_to("public")
    listed = {entry.id: entry for entry in stranger.lobby("running")}
    assert listed[axis.id].headline == axis.refresh().view.headline


def test_the_export_of_ones_data_does_not_count_what_the_other_side_does(guest: Client, stranger: Client) -> None:
    axis, allied = at_one_table(guest, stranger)
    before = guest.data()["games"]
    play_on(axis, allied, choices=1)
    assert axis.refresh().to_move == "allied"
    assert guest.data()["games"] == before


def test_no_save_of_a_rated_game_tells_its_dice(guest: Client) -> None:
    guest.claim(f"Rated {guest.create('atlantic-wolves').id}", "correct horse")
    for slug in ("atlantic-wolves", "sea-control"):
        rated = guest.create(slug, rated=True)
        saved = rated.save()
        assert b"flagplot_sealed" in saved
        copy = guest.upload(saved)
        assert copy.position.seed_hash != rated.position.seed_hash
