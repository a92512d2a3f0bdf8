"""Search plots on a server: who may look at whose, at which moment, and by whose consent."""

from __future__ import annotations

from typing import Any

import pytest

import flagplot
from flagplot.client import Client, Refused, RemoteMatch
from flagplot.engine.whereabouts import Whereabouts
from flagplot.server.tables.plots import MOST_PLOTS, Plots
from tests.server.running import RunningServer
from tests.server.test_company import at_one_table, play_on, refused
from tests.server.test_refusals import as_guest

pytestmark = pytest.mark.either_database

GAME = "sea-control"
ALONE = {"axis": "me", "allied": "captain"}
NOT_AGREED = (403, "There is no search plot in this game unless all players agree to it.")
COUNTS = (403, "There is no search plot in a game that counts, and computer players cannot agree to one.")


def played_for(match: RemoteMatch, choices: int) -> RemoteMatch:
    """A game against a computer after so many choices of its guest, when it is the guest's turn again."""
    for _ in range(choices):
        while match.refresh().decision is None:
            match.poll(5)
        match.decide(match.hint().option)
    while match.refresh().decision is None:
        match.poll(5)
    return match


# Alone


def test_whoever_plays_alone_against_computers_has_a_search_plot(guest: Client) -> None:
    match = played_for(guest.create(GAME, ALONE, seed=5), 3)
    assert match.position.table.plot
    plot = match.whereabouts()
    assert (plot.seat, plot.worlds) == ("axis", 200)
    spaces = {space.id for space in match.board.spaces}
    assert {one.at for spread in plot.spreads for one in spread.shares} <= spaces
    assert {"strength", "battleship", "cruiser"} <= {spread.id for spread in plot.spreads}
    assert match.whereabouts() == plot


def test_an_earlier_moment_shows_what_the_seat_supposed_then(guest: Client) -> None:
    match = played_for(guest.create(GAME, ALONE, seed=5), 4)
    moments = match.position.moments
    now, last, first = match.whereabouts(), match.whereabouts(moments - 1), match.whereabouts(0)
    assert last == now
    assert first != now
    assert refused(lambda: match.whereabouts(moments))[0] == 404
    match.undo()
    assert match.refresh().moments < moments
    assert match.whereabouts() == match.whereabouts(match.position.moments - 1)


def test_nobody_sees_the_search_plot_of_another_seat(guest: Client, stranger: Client) -> None:
    match = guest.create(GAME, ALONE, seed=5)
    path = f"/api/matches/{match.id}/whereabouts"
    for client, seat, status in ((guest, "allied", 403), (guest, "*", 403), (guest, "x", 400), (stranger, "axis", 404)):
        with pytest.raises(Refused) as refusal:
            client.ask(Whereabouts, "GET", path, params={"seat": seat})
        assert refusal.value.status in (status, 422), (seat, refusal.value)


def test_where_nothing_is_hidden_there_is_no_search_plot(guest: Client) -> None:
    match = guest.create("atlantic-chase", seed=1)
    assert not match.position.table.plot
    status, sentence = refused(match.whereabouts)
    assert (status, sentence) == (403, "Nobody hides anything in Atlantic Chase, so there is no search plot.")


# With other people


def test_with_another_person_both_must_agree(guest: Client, stranger: Client) -> None:
    axis, allied = at_one_table(guest, stranger)
    assert not axis.position.table.plot
    assert refused(axis.whereabouts) == refused(allied.whereabouts) == NOT_AGREED
    axis.offer("plot")
    assert axis.position.table.offers[0].text == (
        "The Axis side proposes that each may look at a search plot of the other side."
    )
    assert refused(axis.whereabouts) == NOT_AGREED
    allied.answer("plot", accept=False)
    assert refused(allied.whereabouts) == NOT_AGREED
    allied.offer("plot")
    axis.answer("plot")
    assert axis.refresh().talk[-1].text == "Each side may look at its search plot from now on."
    for table in (axis, allied):
        assert table.refresh().table.plot
        assert "plot" not in table.position.table.can
        assert table.whereabouts().seat == table.seat
    assert refused(lambda: axis.offer("plot"))[0] == 409
    play_on(axis, allied, choices=3)
    assert axis.whereabouts().worlds == 200
    seen_by_axis = axis.client.request
    with pytest.raises(Refused) as refusal:
        seen_by_axis("GET", f"/api/matches/{axis.id}/whereabouts", params={"seat": "allied"})
    assert refusal.value.status == 403


def test_a_seat_that_is_still_open_has_agreed_to_nothing(guest: Client, stranger: Client) -> None:
    axis = guest.create(GAME, {"axis": "me", "allied": "open"})
    assert "plot" not in axis.position.table.can
    assert refused(lambda: axis.offer("plot"))[0] == 409
    assert refused(axis.whereabouts) == NOT_AGREED
    stranger.join(axis.invite, "allied")
    assert "plot" in axis.refresh().table.can
    assert refused(axis.whereabouts) == NOT_AGREED


def test_at_one_screen_a_plot_is_for_both_or_for_nobody(guest: Client) -> None:
    axis = guest.create(GAME, {"axis": "me", "allied": "me"}, seed=5).at_seat("axis")
    assert refused(axis.whereabouts) == NOT_AGREED
    assert "plot" in axis.position.table.can
    axis.offer("plot")
    assert axis.refresh().table.plot
    assert axis.whereabouts().seat == "axis"
    assert axis.at_seat("allied").whereabouts().seat == "allied"


def test_a_game_that_counts_has_none_unless_people_agree(guest: Client, stranger: Client) -> None:
    guest.claim(f"Plotter {guest.create(GAME).id}", "correct horse")
    alone = guest.create(GAME, ALONE, rated=True)
    assert not alone.position.table.plot
    assert "plot" not in alone.position.table.can
    assert refused(alone.whereabouts) == COUNTS
    assert refused(lambda: alone.offer("plot"))[0] == 409
    stranger.claim(f"Other {alone.id}", "battery staple")
    axis, allied = at_one_table(guest, stranger, rated=True)
    assert refused(axis.whereabouts) == NOT_AGREED
    axis.offer("plot")
    allied.answer("plot")
    assert axis.whereabouts().seat == "axis"


def test_no_copy_of_a_game_without_a_search_plot_has_one(guest: Client, stranger: Client) -> None:
    axis, allied = at_one_table(guest, stranger)
    play_on(axis, allied, choices=3)
    branch = axis.branch(axis.refresh().moments - 1)
    copies = [branch, branch.branch(0), guest.upload(axis.save()), guest.upload(guest.upload(axis.save()).save())]
    for copy in copies:
        assert [seat.player for seat in copy.position.seats] == ["you", "captain"]
        assert not copy.position.table.plot
        assert "plot" not in copy.position.table.can
        status, sentence = refused(copy.whereabouts)
        assert (status, "goes on from one that had none" in sentence) == (403, True)
    allied.resign()
    assert axis.branch(axis.refresh().moments - 2).whereabouts().seat == "axis"


def test_a_copy_of_a_game_with_a_search_plot_has_one(guest: Client) -> None:
    match = played_for(guest.create(GAME, ALONE, seed=5), 1)
    assert match.branch(match.position.moments - 1).position.table.plot
    assert guest.upload(match.save()).position.table.plot


# Spectators, and games that are over


def test_spectators_have_a_search_plot_only_when_the_game_is_over(guest: Client, stranger: Client) -> None:
    axis = played_for(guest.create(GAME, ALONE, seed=5, access="public"), 2)
    watching = stranger.match(axis.id)
    assert not watching.position.table.plot
    path = f"/api/matches/{axis.id}/whereabouts"
    for query in ({}, {"seat": "-"}):
        with pytest.raises(Refused, match="no search plot for spectators before the game is over"):
            stranger.ask(Whereabouts, "GET", path, params=query)
    moments = axis.refresh().moments
    before = axis.whereabouts()
    axis.resign()
    assert stranger.match(axis.id).position.table.plot
    last = stranger.ask(Whereabouts, "GET", path, params={"seat": "axis", "moment": len(axis.moments()) - 1})
    assert last == before
    assert stranger.ask(Whereabouts, "GET", path, params={"seat": "allied", "moment": moments // 2}).worlds == 200
    assert stranger.ask(Whereabouts, "GET", path, params={"seat": "axis"}) == Whereabouts("axis", 0)
    nobodys: list[dict[str, Any]] = [{"seat": "*", "moment": 0}, {"moment": 0}]
    for asked in nobodys:
        with pytest.raises(Refused, match="Name the seat whose search plot you want to see"):
            stranger.ask(Whereabouts, "GET", path, params=asked)


def test_every_moment_of_a_finished_game_has_the_plots_of_all_seats(guest: Client) -> None:
    played = flagplot.play(GAME, seed=8)
    over = guest.upload(played.save())
    n = len(played.record.choices) // 2
    path = f"/api/matches/{over.id}/whereabouts"
    for seat in ("axis", "allied"):
        told = guest.ask(Whereabouts, "GET", path, params={"seat": seat, "moment": n})
        assert told == played.at(n).whereabouts(seat)


# What is asked


def test_the_same_moment_has_the_same_plot_however_often_it_is_asked_for(server: RunningServer, guest: Client) -> None:
    match = played_for(guest.create(GAME, ALONE, seed=5), 0)  # nothing moves any more
    with as_guest(server, guest) as wire:
        path, query = f"/api/matches/{match.id}/whereabouts", {"seat": "axis"}
        answers = [wire.get(path, params=query) for _ in range(5)]
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1


@pytest.mark.parametrize("query", [{"seat": "axis", "moment": "x"}, {"seat": "axis", "moment": "-1"}])
def test_a_moment_that_is_none_is_refused(server: RunningServer, guest: Client, query: dict[str, Any]) -> None:
    match = guest.create(GAME, ALONE, seed=5)
    with as_guest(server, guest) as wire:
        answer = wire.get(f"/api/matches/{match.id}/whereabouts", params=query)
    assert answer.status_code in (400, 404, 422)
    assert answer.json()["error"].endswith(".")


def test_of_a_match_the_latest_plots_are_kept() -> None:
    plots = Plots()
    for n in range(MOST_PLOTS + 5):
        plots.keep(("axis", n, None), Whereabouts("axis", n))
    assert plots.get(("axis", 4, None)) is None
    assert plots.get(("axis", 5, None)) == Whereabouts("axis", 5)
