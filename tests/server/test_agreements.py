"""What people at a table agree on: offers, draws, rematches, taking back, and the clock."""

from __future__ import annotations

import pytest

import flagplot
from flagplot.client import Client, Refused
from flagplot.payloads_together import Action, OfferKind
from tests.server.test_company import OPEN, at_one_table, play_on, refused

pytestmark = pytest.mark.either_database


# Offers


def test_an_offer_lapses_when_the_game_ends_by_its_rules(guest: Client, stranger: Client) -> None:
    axis, allied = at_one_table(guest, stranger)
    axis.offer("draw")
    allied.resign()
    assert axis.refresh().table.offers == ()
    assert refused(lambda: allied.answer("draw"))[0] == 409
    assert axis.refresh().result == allied.refresh().result
    assert axis.position.result
    assert axis.position.result.winner == "axis"


def test_to_ask_for_a_choice_back_lapses_when_another_one_is_made(guest: Client, stranger: Client) -> None:
    axis, allied = at_one_table(guest, stranger)
    play_on(axis, allied, choices=2)
    allied.refresh()
    allied.offer("undo")
    play_on(axis, allied, choices=1)
    assert axis.refresh().table.offers == ()
    assert axis.position.talk[-1].text == "An offer of the Allied side lapses: taking back."
    assert refused(lambda: axis.answer("undo"))[0] == 409


def test_what_goes_with_a_choice_that_is_taken_back_counts_what_the_asking_seat_was_shown(
    guest: Client, stranger: Client
) -> None:
    axis, allied = at_one_table(guest, stranger)
    while allied.refresh().decision:
        allied.decide(allied.hint().option)
    allied.offer("undo")
    asked, shown, secret = "The Allied side asks to take back the last choice.", 0, 0
    while axis.refresh().decision and shown < 2:
        seq = allied.position.seq
        axis.decide(axis.hint().option)
        allied.refresh()
        shown += allied.position.seq != seq
        secret += allied.position.seq == seq
        goes = ["", " 1 later choice of others would go with it.", " 2 later choices of others would go with it."][
            shown
        ]
        assert {axis.refresh().table.offers[0].text, allied.position.table.offers[0].text} == {asked + goes}
    assert secret >= 2
    assert shown == 2


def test_an_offer_lapses_when_the_other_hands_the_turn_on(guest: Client, stranger: Client) -> None:
    axis, allied = at_one_table(guest, stranger)
    axis.offer("draw")
    play_on(allied, choices=1)
    assert axis.refresh().table.offers, "one may think about it as long as it is one's turn"
    while axis.refresh().decision is None:
        play_on(allied, choices=1)
    assert axis.position.table.offers == ()
    assert axis.position.talk[-1].text == "An offer of the Axis side lapses: a draw."


def test_who_offers_what_the_other_offers_accepts_it(guest: Client, stranger: Client) -> None:
    axis, allied = at_one_table(guest, stranger)
    axis.offer("draw")
    allied.offer("draw")
    assert axis.refresh().result == allied.position.result
    assert allied.position.result
    assert allied.position.result.winner is None
    axis.offer("rematch")
    allied.refresh()
    allied.offer("rematch")
    assert allied.position.table.next
    assert axis.refresh().table.next == allied.position.table.next


# Endings


def test_who_resigns_has_lost_and_nothing_is_secret_any_more(guest: Client, stranger: Client) -> None:
    axis, allied = at_one_table(guest, stranger)
    play_on(axis, allied, choices=5)
    allied.resign()
    for table in (axis, allied):
        position = table.refresh()
        assert position.result
        assert (position.result.winner, position.result.reason) == ("axis", "The Allied side resigned.")
        assert position.to_move is None
        assert position.decision is None
        assert position.table.can == ("rematch",)
        assert table.proof()["seed"]
        assert table.sight(3, "*").view
    assert axis.position.view == allied.position.view
    assert axis.position.log == allied.position.log
    assert refused(lambda: axis.resign())[0] == 409
    assert flagplot.load(axis.save()).game.slug == "sea-control"
    assert [info.over for info in guest.matches()] == [True]


def test_a_draw_needs_the_other_sides_consent(guest: Client, stranger: Client) -> None:
    axis, allied = at_one_table(guest, stranger)
    axis.offer("draw")
    offer = axis.position.table.offers[0]
    assert (offer.kind, offer.seat, offer.asked) == ("draw", "axis", ("allied",))
    assert "draw" not in axis.position.table.can
    assert refused(lambda: axis.offer("draw"))[0] == 409
    assert refused(lambda: axis.answer("draw"))[0] == 409
    allied.answer("draw", accept=False)
    assert allied.position.table.offers == ()
    axis.refresh()
    axis.offer("draw")
    axis.answer("draw", accept=False)  # withdrawn
    assert refused(lambda: allied.answer("draw"))[0] == 409
    axis.offer("draw")
    allied.answer("draw")
    assert allied.position.result
    assert (allied.position.result.winner, allied.position.result.reason) == (None, "The players agreed on a draw.")
    assert axis.refresh().result == allied.position.result


def test_a_game_is_abandoned_by_consent(guest: Client, stranger: Client) -> None:
    axis, allied = at_one_table(guest, stranger)
    allied.offer("abandon")
    axis.answer("abandon")
    assert axis.position.result
    assert axis.position.result.reason == "The game was abandoned."


def test_alone_nobody_can_be_asked(guest: Client) -> None:
    match = guest.create("atlantic-wolves", seed=1)
    kinds: tuple[OfferKind, ...] = ("draw", "undo", "abandon", "rules", "rematch")
    for kind in kinds:
        assert refused(lambda kind=kind: match.offer(kind))[0] == 409  # type: ignore[misc]
    assert refused(lambda: match.claim())[0] == 409
    match.resign()
    assert match.position.result
    assert match.position.result.winner is None


def test_a_rematch_changes_sides(guest: Client, stranger: Client) -> None:
    axis, allied = at_one_table(guest, stranger)
    allied.resign()
    axis.refresh()
    axis.offer("rematch")
    allied.refresh()
    assert allied.position.table.offers[0].kind == "rematch"
    allied.answer("rematch")
    following = allied.position.table.next
    assert following
    assert axis.refresh().table.next == following
    assert axis.position.table.can == ()
    assert guest.match(following).seat == "allied"
    assert stranger.match(following).seat == "axis"


def test_against_a_captain_a_rematch_begins_at_once(guest: Client) -> None:
    match = guest.create("sea-control", {"axis": "me", "allied": "captain"})
    match.resign()
    match.offer("rematch")
    assert match.position.table.next
    again = guest.match(match.position.table.next)
    assert again.seat == "allied"
    assert [seat.player for seat in again.position.seats] == ["captain", "you"]


# Taking back


def test_a_choice_is_taken_back_across_a_roll_by_consent_and_those_dice_never_come_again(
    guest: Client, stranger: Client
) -> None:
    tables = at_one_table(guest, stranger)
    axis, allied = tables
    rolls = 0
    for _ in range(500):
        mover = next(table for table in tables if table.refresh().decision)
        before = mover.position
        mover.decide(mover.hint().option)
        rolls = sum(line.kind == "roll" for line in mover.position.log[len(before.log) :])
        if rolls:
            break
    assert rolls
    last = mover.refresh()
    assert not last.undo.can
    assert "undo" in last.table.can
    mover.offer("undo")
    asked = axis if mover is allied else allied
    assert asked.refresh().table.offers[0].text.endswith("asks to take back the last choice.")
    asked.answer("undo")
    again = mover.refresh()
    assert again.decision == before.decision
    assert again.view == before.view
    assert again.log == before.log
    assert again.seq == last.seq + 1
    assert again.moments == before.moments
    assert [line.text for line in again.talk][-2].endswith("agrees: taking back.")
    undone = [line.text for line in last.log[len(before.log) :] if line.to is None]
    assert again.talk[-1].text.startswith(f"Taken back: {undone[0]}"), "it is kept in the log"
    assert max(line.line for line in again.talk) <= len(again.log)
    mover.decide(mover.hint().option)
    axis.resign()
    whole = flagplot.load(axis.save())
    assert len(whole.record.wound) == 1
    assert axis.proof()["error"] is None
    assert axis.refresh().moments == len(whole.record.choices) + 1


def test_who_has_chosen_nothing_has_nothing_to_take_back(guest: Client, stranger: Client) -> None:
    axis, allied = at_one_table(guest, stranger)
    assert "undo" not in axis.position.table.can
    assert refused(lambda: axis.offer("undo"))[0] == 409
    play_on(axis, allied, choices=1)
    assert "undo" in allied.refresh().table.can


# Time


def test_a_pace_sets_a_clock_when_the_turn_is_handed_on(guest: Client, stranger: Client) -> None:
    axis = guest.create("sea-control", OPEN, pace=3600)
    assert axis.position.table.deadline is None
    allied = stranger.join(axis.invite, "allied")
    first = allied.refresh().table.deadline
    assert first is not None
    play_on(axis, allied, choices=2)
    assert allied.refresh().table.deadline == first, "it tells nothing of what is done in secret"
    while axis.refresh().to_move == "allied":
        play_on(axis, allied, choices=1)
    second = axis.position.table.deadline
    assert second is not None
    assert second > first
    assert guest.matches()[0].deadline == second
    assert refused(lambda: allied.refresh() and allied.claim())[0] == 409
    for pace in (0, -5, 59, 8_000_000):
        assert refused(lambda pace=pace: guest.create("sea-control", OPEN, pace=pace))[0] == 422


@pytest.mark.parametrize("action", ["resign", "draw", "undo", "abandon", "claim", "rematch"])
def test_nobody_acts_for_another_seat(guest: Client, stranger: Client, action: Action) -> None:
    axis, allied = at_one_table(guest, stranger)
    path, body = "offers", {"seat": "allied", "kind": action}
    if action in ("resign", "claim"):
        path, body = action, {"seat": "allied"}
    with pytest.raises(Refused) as refusal:
        guest.request("POST", f"/api/matches/{axis.id}/{path}", json=body)
    assert refusal.value.status == 403
    assert allied.refresh().result is None
