"""Standing orders: what a seat has said in advance about a kind of decision."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.engine.words import Ask, Option, offered
from flagplot.payloads import as_option
from flagplot.payloads_together import Answer, DecisionKind, OrderRequest
from flagplot.server.errors import Conflict, NotOffered
from flagplot.server.tables.company import Order
from flagplot.server.tables.matches import LiveMatch


def order_for(live: LiveMatch) -> Order | None:
    """The standing order that answers the present decision, if there is one."""
    if live.company.sheet.lesson:
        return _order_of_lesson(live)
    seat = live.to_move
    if not live.company.sheet.orders or seat not in live.people:
        return None
    question = live.match.question
    assert question
    order = live.company.order(live.decides_for(seat), question.ask.key, live.ties)
    if order and (order.captain or offered(order.option, question.options)):
        return order
    return None


def _order_of_lesson(live: LiveMatch) -> Order | None:
    """What is answered for a learner to a question that belongs to no step."""
    progress, question = live.progress, live.match.question
    if progress is None or question is None or not progress.is_given(question) or not isinstance(question.ask, Ask):
        return None
    fixed = progress.lesson.fixed_answer(question)
    option = fixed.option if fixed else None
    return Order(question.seat, question.ask.key, question.ask.topic, fixed is None, option, "", "game", "")


async def give_order(live: LiveMatch, wish: OrderRequest) -> None:
    """A seat says what is to be answered to decisions of a kind: the one that it has now, or one that it names."""
    if live.is_over:
        raise Conflict("The game is over.")
    if live.company.sheet.lesson:
        raise Conflict("A lesson does not take standing orders.")
    ask, options = _about_the_present(live, wish) if wish.key is None else _in_advance(live, wish.seat, wish.key)
    option = None if wish.captain else as_option(wish.option)
    if wish.captain and wish.seat not in live.game.captains:
        raise NotOffered(f"{live.game.title} has no captain for this seat.")
    if not wish.captain and not offered(option, options):
        raise NotOffered(
            "This is not an option of that question. Choose one of its options, or let the captain decide."
        )
    ties = live.ties
    if wish.span not in ties:
        raise NotOffered("There is no battle now. Give the order for this turn or for the game.")
    label = "the captain decides" if wish.captain else _label(live, ask, option, is_asked=wish.key is None)
    order = Order(wish.seat, ask.key, ask.topic, wish.captain, option, label, wish.span, ties[wish.span])
    company = live.company.copy()
    own = live.decides_for(wish.seat)
    company.without_order(own, ask.key)
    still_hold = [one for one in company.sheet.orders if ties.get(one.span) == one.tied or one.seat not in own]
    company.sheet.orders = [*still_hold, order]
    await live.save_and_broadcast(company=company)


def _about_the_present(live: LiveMatch, wish: OrderRequest) -> tuple[Ask, Sequence[Option]]:
    """What a seat is asked now, and what it may answer."""
    live.check_seq(wish.seat, wish.seq)
    live.check_turn(wish.seat)
    question = live.match.question
    assert question
    if not isinstance(question.ask, Ask):
        raise NotOffered("You cannot give standing orders for die rolls.")
    return question.ask, question.options


def _in_advance(live: LiveMatch, seat: str, key: str) -> tuple[Ask, Sequence[Option]]:
    """What a seat may be asked some day, and what it can answer to that whatever happens."""
    ask = live.game.asks.get(key)
    if ask is None or not any(ask.is_for(one) for one in live.decides_for(seat)):
        raise NotOffered(f"{live.game.title} never asks this seat '{key}'.")
    return ask, ask.answers


def kinds(live: LiveMatch, seat: str) -> list[DecisionKind]:
    """All that a seat may be asked, for orders in advance."""
    return [
        DecisionKind(
            ask.key,
            ask.topic,
            tuple(Answer(option, _label(live, ask, option, is_asked=False)) for option in ask.answers),
        )
        for ask in live.game.asks.values()
        if any(ask.is_for(one) for one in live.decides_for(seat))
    ]


def _label(live: LiveMatch, ask: Ask, option: Option, is_asked: bool) -> str:
    if is_asked:
        return live.match.describe(option).label
    return live.game.describe(live.match.state, ask, {}, option).label


async def withdraw_order(live: LiveMatch, seat: str, key: str) -> None:
    """A seat wants to be asked again."""
    own = live.decides_for(seat)
    if live.company.order(own, key, live.ties) is None:
        raise Conflict("This standing order is gone.")
    company = live.company.copy()
    company.without_order(own, key)
    await live.save_and_broadcast(company=company)
