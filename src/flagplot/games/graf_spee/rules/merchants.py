"""Merchant ships, convoys, and the markers that may be taken as one (section 13): GS-MRK-03, 04, 11 to 14."""

from __future__ import annotations

from collections.abc import Callable

from flagplot.engine import About, Ask, Bar, Event, Option, Table
from flagplot.games.graf_spee import incident_words as chart
from flagplot.games.graf_spee import tables as t
from flagplot.games.graf_spee import words as say
from flagplot.games.graf_spee.model.fleet import flag, flag_of, has_bonus, may_sail, may_sail_together, ships_in
from flagplot.games.graf_spee.model.routes import is_closed, reach
from flagplot.games.graf_spee.model.royal_navy import is_held
from flagplot.games.graf_spee.rules.contact import meeting
from flagplot.games.graf_spee.rules.movement import ends_movement, joins, sail
from flagplot.games.graf_spee.rules.ships import improve, raise_alert, score
from flagplot.games.graf_spee.spaces import SPACES
from flagplot.games.graf_spee.state import Draw, Ship, State

BAND = 5  # how finely the worth of a convoy is foreseen


# Merchant ships


def merchant(table: Table[State], draw: Draw) -> None:
    """A die of victory points (GS-MRK-14)."""
    points = table.roll("1d6", chart.MERCHANT_ROLL).sum
    table.tell(chart.MERCHANT_SUNK)
    score(table, points + merchant_bonus(table.state))


def merchant_bonus(state: State) -> int:
    """What the bonus of the Indian Ocean raid adds to each merchant ship (GS-ORD-01)."""
    return 1 if has_bonus(state, t.MERCHANTS) else 0


def merchant_captured(table: Table[State], draw: Draw) -> None:
    """A merchant ship by herself (GS-MRK-04)."""
    capture(table, draw, say.POINTS)


def capture(table: Table[State], draw: Draw, event: Event) -> None:
    """A die of victory points, doubled by a prize crew, and oil (GS-MRK-04, GS-AMB-15, GS-AMB-44)."""
    state = table.state
    ships = ships_in(state, draw.space)
    crews = [ship for ship in ships if t.PRIZE_CREW in ship.cargo]
    points = table.roll("1d6", chart.CAPTURED_ROLL).sum * (2 if crews else 1)
    takers = [ship.id for ship in crews or ships]
    taker = table.choose(flag_of(ships), chart.OIL_FOR, takers)
    table.tell(chart.MERCHANT_TAKEN, ship=taker)
    improve(table, state.ships[taker], t.OIL)
    score(table, points + merchant_bonus(state), event)


def allied_convoy(table: Table[State], draw: Draw) -> None:
    """Three dice, then a die for each ship sunk; a 6 among these is a captured one more (GS-MRK-03)."""
    table.tell(chart.CONVOY_SIGHTED)
    score(table, table.roll(t.CONVOY_DICE, chart.CONVOY_ROLL).sum, chart.CONVOY_POINTS)
    ships = table.consult(t.HALF_A_DIE, chart.CONVOY_SHIPS_ROLL)
    dice = table.roll(f"{ships}d6", chart.CONVOY_SHIPS)
    score(table, dice.sum, chart.CONVOY_POINTS)
    for _ in range(dice.faces.count(t.SIX)):
        capture(table, draw, chart.CONVOY_POINTS)


def convoy_instead(table: Table[State], draw: Draw) -> None:
    """The convoy option: a convoy for two levels of alert (GS-INC-03, GS-AMB-02)."""
    allied_convoy(table, draw)
    raise_alert(table, t.CONVOY_ALERT)


@chart.CONVOY_OR_NEWS.why_not
@chart.CONVOY_OR_VISIBILITY.why_not
def convoy_barred(state: State, about: About, option: Option) -> Bar | None:
    return no_convoy(state, state.draw) if option == chart.CONVOY and state.draw else None


def no_convoy(state: State, draw: Draw) -> Bar | None:
    """Why there is no convoy instead of what a marker says (GS-INC-03, GS-AMB-32)."""
    if not may_take_convoy(draw):
        return chart.ALERT_WAS_SIX
    return chart.FOUGHT_HERE if draw.space in state.fought_in else None


@chart.CONVOY_OR_LUCK.why_not
def luck_barred(state: State, about: About, option: Option) -> Bar | None:
    """Why there is no convoy, or no way to go."""
    if option == chart.LUCKY_WAY and state.draw and not lucky_movers(state, state.draw):
        return chart.NOBODY_MOVES
    return no_convoy(state, state.draw) if option == chart.CONVOY and state.draw else None


def may_take_convoy(draw: Draw) -> bool:
    """Not if the alert level was 6 as the draw began (GS-INC-03, GS-AMB-03)."""
    return draw.size < t.MOST_ALERT


# Markers that may be taken as a convoy instead


def intel_berlin(table: Table[State], draw: Draw) -> None:
    """Alert -1, or a convoy (GS-MRK-12)."""
    answers = chart.CONVOY_OR_NEWS.answers if may_take_convoy(draw) else (chart.TAKE_AS_IT_IS,)
    follow_news(table, draw, table.choose(decider(table.state, draw), chart.CONVOY_OR_NEWS, answers))


def follow_news(table: Table[State], draw: Draw, answer: str) -> None:
    """The news is heeded, or a convoy is sought."""
    if answer == chart.CONVOY:
        convoy_instead(table, draw)
    else:
        raise_alert(table, -1)


def limited_visibility(table: Table[State], draw: Draw) -> None:
    """No primary guns in a combat here today, or a convoy if there has been none (GS-MRK-13, GS-AMB-32)."""
    state = table.state
    is_free = may_take_convoy(draw) and draw.space not in state.fought_in
    answers = chart.CONVOY_OR_VISIBILITY.answers if is_free else (chart.TAKE_AS_IT_IS,)
    follow_visibility(table, draw, table.choose(decider(state, draw), chart.CONVOY_OR_VISIBILITY, answers))


def follow_visibility(table: Table[State], draw: Draw, answer: str) -> None:
    """Nobody sees far here today, or a convoy comes out of the haze."""
    if answer == chart.CONVOY:
        convoy_instead(table, draw)
    else:
        draw.limited = True
        table.state.limited_in.append(draw.space)
        table.tell(chart.VISIBILITY_LIMITED, space=draw.space)


def good_luck(table: Table[State], draw: Draw) -> None:
    """One or two more spaces, or a convoy (GS-MRK-11, GS-AMB-30)."""
    state = table.state
    answers = [chart.TAKE_AS_IT_IS]
    if lucky_movers(state, draw):
        answers.insert(0, chart.LUCKY_WAY)
    if may_take_convoy(draw):
        answers.insert(0, chart.CONVOY)
    follow_luck(table, draw, table.choose(decider(state, draw), chart.CONVOY_OR_LUCK, answers))


def follow_luck(table: Table[State], draw: Draw, answer: str) -> None:
    """Good luck brings a convoy, or takes the ships on their way."""
    if answer == chart.CONVOY:
        convoy_instead(table, draw)
    elif answer == chart.LUCKY_WAY:
        first, *others = lucky_movers(table.state, draw)
        move_by_luck(table, draw, [first, *(ship for ship in others if joins(table, ship))])


def lucky_movers(state: State, draw: Draw) -> list[Ship]:
    """The ships that good luck can take elsewhere (GS-AMB-30)."""
    return [ship for ship in ships_in(state, draw.space) if ship.engines and may_sail(ship)]


def move_by_luck(table: Table[State], draw: Draw, ships: list[Ship]) -> None:
    """The ships go on without oil, with halts and contact as ever; the draw goes on where they are (GS-AMB-30)."""
    state = table.state
    left = t.GOOD_LUCK_SPACES
    while left:
        ways = reach(state, draw.space, left)
        goal = table.choose(flag_of(ships), chart.LUCKY_MOVE, ways.goals, space=draw.space, spaces=left)
        if goal == draw.space:
            return
        steps = ways.steps[goal]
        goal = draw.space if goal == say.OUT_AND_BACK else goal
        left -= steps
        sail(table, ships, goal, 0, steps)  # no oil and no engine check
        for ship in ships:
            ship.raided = ship.raided or draw.space in state.raided_in  # aircraft have found her (GS-BRK-01)
        draw.space = goal
        if not is_held(state, goal):
            return
        if draw.stormy:
            table.tell(chart.SEAS_TOO_HIGH)
        elif meeting(table, goal, goal):
            return
        if ends_movement(goal) or not may_sail_together(ships):
            return


@chart.LUCKY_MOVE.why_not
def lucky_move_barred(state: State, about: About, option: Option) -> Bar | None:
    """Why good luck does not take the ships there."""
    if option not in SPACES:
        return None
    return say.PORT_CLOSED if is_closed(state, option) else chart.NO_NEARER


# The odds of a convoy


def foresee(ask: Ask, follow: Callable[[Table[State], Draw, str], None]) -> None:
    """Let the odds of an answer be counted from what follows it, and those of a convoy from the convoy alone."""

    @ask.preview
    def play(table: Table[State], about: About, option: Option) -> None:
        draw = table.state.draw
        assert draw
        if option == chart.CONVOY:  # its price in alert is certain
            convoy_in_sum(table, draw)
        else:
            follow(table, draw, option)


foresee(chart.CONVOY_OR_NEWS, follow_news)
foresee(chart.CONVOY_OR_VISIBILITY, follow_visibility)
foresee(chart.CONVOY_OR_LUCK, follow_luck)


def convoy_in_sum(table: Table[State], draw: Draw) -> None:
    """A convoy is played, and its points are told in one sum, to the nearest five.

    Odds end where two captains must say who gets the oil of a captured ship: then more is to come.
    """
    before, worth = table.state.vp, chart.CONVOY_WORTH_SO_FAR
    try:
        allied_convoy(table, draw)
        worth = chart.CONVOY_WORTH
    finally:
        points = table.state.vp - before
        least = points - points % BAND
        table.tell(worth, least=least, most=least + BAND - 1)


def decider(state: State, draw: Draw) -> str:
    """The seat that decides what an incident does."""
    ships = ships_in(state, draw.space)
    return flag_of(ships) if ships else flag(state)
