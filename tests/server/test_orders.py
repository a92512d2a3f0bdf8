"""Standing orders: given in advance, carried out at once, shown to their seat, withdrawn at any time."""

from __future__ import annotations

import time

import pytest

from flagplot.client import Client, Refused, RemoteMatch
from tests.server.test_company import at_one_table, play_on, until

pytestmark = pytest.mark.either_database


def wolves(guest: Client) -> RemoteMatch:
    """A game of Atlantic Wolves in which the first boat is to be placed."""
    match = guest.create("atlantic-wolves", seed=7)
    match.decide("hq")
    return match


def test_always_this_option_is_carried_out_at_once_and_shown_to_the_seat(guest: Client) -> None:
    match = wolves(guest)
    assert match.decision
    key, option = match.decision.key, match.decision.options[0]
    before = match.position.seq
    match.order("turn", option.value)
    position = until(match, lambda now: now.decision is not None and now.decision.key != key)
    assert position.seq > before + 1
    position = match.refresh()
    carried_out = [line for line in position.talk if line.kind == "order"]
    assert carried_out
    assert all(option.label in line.text for line in carried_out)
    moments = match.moments()
    assert sum(moment.by_order for moment in moments) == len(carried_out)
    assert position.by_order == moments[-1].by_order
    (order,) = position.table.orders
    assert (order.key, order.captain, order.label, order.span) == (key, False, option.label, "turn")


def test_the_captain_can_be_told_to_answer(guest: Client) -> None:
    match = wolves(guest)
    assert match.decision
    key = match.decision.key
    match.order("game", captain=True)
    until(match, lambda now: now.decision is not None and now.decision.key != key)
    (order,) = match.position.table.orders
    assert order.captain
    assert order.label == "the captain decides"


def test_an_order_that_is_not_offered_leaves_the_question_to_the_seat(guest: Client) -> None:
    match = wolves(guest)
    assert match.decision
    with pytest.raises(Refused) as refusal:
        match.order("game", "nonsense")
    assert refusal.value.status == 422
    with pytest.raises(Refused) as refusal:
        match.order("battle", match.decision.options[0].value)
    assert refusal.value.status == 422
    assert match.refresh().table.orders == ()


def test_an_order_is_withdrawn(guest: Client) -> None:
    match = wolves(guest)
    assert match.decision
    key = match.decision.key
    match.order("game", match.decision.options[0].value)
    until(match, lambda now: now.decision is not None and now.decision.key != key)
    match.withdraw_order(key)
    assert match.position.table.orders == ()
    with pytest.raises(Refused) as refusal:
        match.withdraw_order(key)
    assert refusal.value.status == 409


def test_an_order_for_the_turn_ends_with_it(guest: Client) -> None:
    match = wolves(guest)
    assert match.decision
    key = match.decision.key
    month = match.position.view.headline.partition(",")[0]
    match.order("turn", match.decision.options[0].value)
    until(match, lambda now: now.decision is not None and now.decision.key != key)
    while match.refresh().view.headline.partition(",")[0] == month:
        assert match.decision
        match.decide(match.decision.options[0].value)
    assert match.refresh().table.orders == ()


def test_the_other_side_does_not_learn_of_an_order(guest: Client, stranger: Client) -> None:
    axis, allied = at_one_table(guest, stranger)
    play_on(axis, allied, choices=1)
    assert allied.refresh().decision
    before = axis.refresh()
    allied.order("game", captain=True)
    deadline = time.monotonic() + 120
    while not any(line.kind == "order" for line in allied.refresh().talk):
        assert time.monotonic() < deadline
        time.sleep(0.1)
    assert allied.position.table.orders
    after = axis.refresh()
    assert after.table.orders == ()
    assert after.talk == before.talk
    assert not after.by_order
    assert not any(moment.by_order for moment in axis.moments())


def test_nobody_gives_orders_for_another_seat(guest: Client, stranger: Client) -> None:
    axis, allied = at_one_table(guest, stranger)
    for path, more in (("orders", {"seq": 0, "captain": True, "span": "game"}), ("orders/withdraw", {"key": "x"})):
        with pytest.raises(Refused) as refusal:
            guest.request("POST", f"/api/matches/{axis.id}/{path}", json={"seat": "allied", **more})
        assert refusal.value.status == 403
    assert allied.refresh().table.orders == ()


def test_taking_back_goes_behind_what_orders_did(guest: Client) -> None:
    match = wolves(guest)
    assert match.decision
    first = match.decision
    match.decide(first.options[0].value)
    assert match.decision
    if match.decision.key != first.key:
        pytest.fail("The second boat is placed by the same kind of decision.")
    match.undo()
    assert match.decision == first


def test_who_takes_back_what_an_order_did_is_asked_again(guest: Client) -> None:
    match = wolves(guest)
    assert match.decision
    first = match.decision
    match.order("game", first.options[0].value)
    until(match, lambda now: now.decision is not None and now.decision.key != first.key)
    match.refresh()
    match.undo()
    assert match.refresh().table.orders == ()
    assert match.decision == first, "and nothing decides it again"


# In advance


def test_an_order_is_given_before_the_question_comes(guest: Client, stranger: Client) -> None:
    axis, allied = at_one_table(guest, stranger)
    assert axis.decision is None
    kinds = {kind.key: kind for kind in axis.kinds()}
    assert kinds["place_submarine"].topic == "Where a U-boat pack goes"
    assert [answer.label for answer in kinds["stay_or_withdraw"].answers] == [
        "stay and fight on",
        "withdraw with all ships",
    ]
    assert "place_submarine" not in {kind.key for kind in allied.kinds()}, "the Allies have none"
    axis.order("game", captain=True, key="choose_port")
    axis.order("game", "keep", key="place_submarine")
    assert {order.prompt for order in axis.position.table.orders} == {
        "Where reinforcements are based",
        "Where a U-boat pack goes",
    }
    for _ in range(200):
        if any(line.kind == "order" for line in axis.refresh().talk):
            break
        play_on(axis, allied, choices=1)
    else:
        pytest.fail("No order was carried out.")
    axis.withdraw_order("choose_port")


def test_what_can_never_be_asked_or_answered_cannot_be_ordered(guest: Client, stranger: Client) -> None:
    axis, allied = at_one_table(guest, stranger)
    for key, option in (("nonsense", "x"), ("stay_or_withdraw", "x"), ("air_target", "hood")):
        with pytest.raises(Refused) as refusal:
            axis.order("game", option, key=key)
        assert refusal.value.status == 422
    with pytest.raises(Refused) as refusal:
        allied.order("game", captain=True, key="torpedo")
    assert refusal.value.status == 422
    axis.resign()
    with pytest.raises(Refused) as refusal:
        allied.order("game", captain=True, key="sail")
    assert refusal.value.status == 409


def test_an_order_for_a_turn_lapses_when_the_game_goes_back_to_an_earlier_one(guest: Client, stranger: Client) -> None:
    axis, allied = at_one_table(guest, stranger)
    while "Turn 2" not in axis.refresh().view.headline:
        play_on(axis, allied, choices=1)
    axis.refresh()
    axis.order("turn", captain=True, key="sail")
    axis.order("game", captain=True, key="repair")
    assert len(axis.refresh().table.orders) == 2
    while "Turn 2" in axis.refresh().view.headline:
        axis.refresh()
        asking = axis if "undo" in axis.position.table.can else allied.refresh() and allied
        other = allied if asking is axis else axis
        asking.refresh()
        asking.offer("undo")
        other.refresh()
        other.answer("undo")
    assert [order.key for order in axis.refresh().table.orders] == ["repair"]
    with pytest.raises(Refused) as refusal:
        axis.withdraw_order("sail")
    assert refusal.value.status == 409
    while "Turn 2" not in axis.refresh().view.headline:
        play_on(axis, allied, choices=1)
    assert [order.key for order in axis.refresh().table.orders] == ["repair"]
