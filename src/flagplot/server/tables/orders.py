"""Standing orders: what a seat has said in advance about a kind of decision."""

from __future__ import annotations

from flagplot.engine.words import offered
from flagplot.payloads import as_option
from flagplot.payloads_together import OrderRequest
from flagplot.server.errors import Conflict, NotOffered
from flagplot.server.tables.company import Order
from flagplot.server.tables.matches import LiveMatch


def order_for(live: LiveMatch) -> Order | None:
    """The standing order that answers the present decision, if there is one."""
    seat = live.to_move
    if not live.company.sheet.orders or seat not in live.people:
        return None
    question = live.match.question
    assert question
    order = live.company.order(seat, question.ask.key, live.ties)
    if order and (order.captain or offered(order.option, question.options)):
        return order
    return None


async def give_order(live: LiveMatch, wish: OrderRequest) -> None:
    """A seat says what is to be answered to decisions of the kind that it has now."""
    live.check_seq(wish.seat, wish.seq)
    live.check_turn(wish.seat)
    decision = live.match.decision
    assert decision
    if decision.seat != wish.seat:
        raise NotOffered("A throw cannot be ordered in advance.")
    option = None if wish.captain else as_option(wish.option)
    if wish.captain and wish.seat not in live.game.captains:
        raise NotOffered(f"{live.game.title} has no captain for this seat who could decide.")
    if not wish.captain and not offered(option, decision.options):
        raise NotOffered("That is not offered now, so it cannot be ordered; choose one of the options.")
    if wish.span not in live.ties:
        raise NotOffered("No battle is being fought now; give the order for this turn or for the game.")
    label = "the captain decides" if wish.captain else live.match.describe(option).label
    order = Order(
        wish.seat, decision.key, decision.prompt, wish.captain, option, label, wish.span, live.ties[wish.span]
    )
    company = live.company.copy()
    company.without_order(wish.seat, decision.key)
    ties = live.ties
    still_hold = [one for one in company.sheet.orders if ties.get(one.span) == one.tied or one.seat != wish.seat]
    company.sheet.orders = [*still_hold, order]
    await live.gathered(company=company)


async def withdraw_order(live: LiveMatch, seat: str, key: str) -> None:
    """A seat wants to be asked again."""
    if live.company.order(seat, key, live.ties) is None:
        raise Conflict("There is no such standing order any more.")
    company = live.company.copy()
    company.without_order(seat, key)
    await live.gathered(company=company)
