"""Merchant ships, convoys, and the markers that may be taken as one (section 13): GS-MRK-03, 04, 11 to 14."""

from __future__ import annotations

from flagplot.engine import About, Bar, Option, Table
from flagplot.games.graf_spee.contact import meeting
from flagplot.games.graf_spee.fleet import (
    flag,
    flag_of,
    has,
    has_bonus,
    improve,
    may_sail,
    raise_alert,
    score,
    ships_in,
)
from flagplot.games.graf_spee.movement import ends_movement, joins, sail
from flagplot.games.graf_spee.routes import reach
from flagplot.games.graf_spee.royal_navy import is_held
from flagplot.games.graf_spee.spaces import SPACES
from flagplot.games.graf_spee.state import Draw, Ship, State
from flagplot.games.graf_spee.tables import (
    CONVOY_ALERT,
    CONVOY_DICE,
    GOOD_LUCK_SPACES,
    HALF_A_DIE,
    MERCHANTS,
    MOST_ALERT,
    OIL,
    PRIZE_CREW,
    SIX,
)
from flagplot.games.graf_spee.words import (
    ALERT_WAS_SIX,
    CAPTURED_ROLL,
    CONVOY,
    CONVOY_OR_LUCK,
    CONVOY_OR_NEWS,
    CONVOY_OR_VISIBILITY,
    CONVOY_ROLL,
    CONVOY_SHIPS,
    CONVOY_SHIPS_ROLL,
    CONVOY_SIGHTED,
    CONVOY_WORTH,
    FOUGHT_HERE,
    LUCKY_MOVE,
    LUCKY_WAY,
    MERCHANT_ROLL,
    MERCHANT_SUNK,
    MERCHANT_TAKEN,
    NO_NEARER,
    NOBODY_MOVES,
    OIL_FOR,
    OUT_AND_BACK,
    SEAS_TOO_HIGH,
    TAKE_AS_IT_IS,
    VISIBILITY_LIMITED,
)

BAND = 5  # how finely the worth of a convoy is foreseen


# Merchant ships


def merchant(table: Table[State], draw: Draw) -> None:
    """A die of victory points (GS-MRK-14)."""
    points = table.roll("1d6", MERCHANT_ROLL).sum
    table.tell(MERCHANT_SUNK)
    score(table, points + merchant_bonus(table.state))


def merchant_bonus(state: State) -> int:
    """What the bonus of the Indian Ocean raid adds to each merchant ship (GS-ORD-01)."""
    return 1 if has_bonus(state, MERCHANTS) else 0


def merchant_captured(table: Table[State], draw: Draw) -> None:
    """A die of victory points, doubled by a prize crew, and oil (GS-MRK-04, GS-AMB-15, GS-AMB-44)."""
    state = table.state
    ships = ships_in(state, draw.space)
    crews = [ship for ship in ships if PRIZE_CREW in ship.cargo]
    points = table.roll("1d6", CAPTURED_ROLL).sum * (2 if crews else 1)
    takers = [ship.id for ship in crews or ships]
    taker = table.choose(flag_of(ships), OIL_FOR, takers)
    table.tell(MERCHANT_TAKEN, ship=taker)
    improve(table, state.ships[taker], OIL)
    score(table, points + merchant_bonus(state))


def allied_convoy(table: Table[State], draw: Draw) -> None:
    """Three dice, then a die for each ship sunk; a 6 among these is a captured one more (GS-MRK-03)."""
    table.tell(CONVOY_SIGHTED)
    score(table, table.roll(CONVOY_DICE, CONVOY_ROLL).sum)
    ships = table.consult(HALF_A_DIE, CONVOY_SHIPS_ROLL)
    dice = table.roll(f"{ships}d6", CONVOY_SHIPS)
    score(table, dice.sum)
    for _ in range(dice.faces.count(SIX)):
        merchant_captured(table, draw)


def convoy_instead(table: Table[State], draw: Draw) -> None:
    """The convoy option: a convoy for two levels of alert (GS-INC-03, GS-AMB-02)."""
    allied_convoy(table, draw)
    raise_alert(table, CONVOY_ALERT)


@CONVOY_OR_NEWS.preview
def foresee_news(table: Table[State], about: About, option: Option) -> None:
    if option == CONVOY:
        foresee_convoy(table)
    else:
        raise_alert(table, -1)


@CONVOY_OR_VISIBILITY.preview
def foresee_visibility(table: Table[State], about: About, option: Option) -> None:
    if option == CONVOY:
        foresee_convoy(table)
    elif table.state.draw:
        table.tell(VISIBILITY_LIMITED, space=table.state.draw.space)


@CONVOY_OR_LUCK.preview
def foresee_luck(table: Table[State], about: About, option: Option) -> None:
    if option == CONVOY:
        foresee_convoy(table)


def foresee_convoy(table: Table[State]) -> None:
    """What a convoy brings in all, to the nearest five points."""
    state = table.state
    if state.draw is None:
        return
    points = table.roll(CONVOY_DICE, CONVOY_ROLL).sum
    dice = table.roll(f"{table.consult(HALF_A_DIE, CONVOY_SHIPS_ROLL)}d6", CONVOY_SHIPS)
    points += dice.sum
    captured = has(ships_in(state, state.draw.space), PRIZE_CREW)
    for _ in range(dice.faces.count(SIX)):
        points += table.roll("1d6", CAPTURED_ROLL).sum * (2 if captured else 1) + merchant_bonus(state)
    least = points - points % BAND
    table.tell(CONVOY_WORTH, least=least, most=least + BAND - 1)


@CONVOY_OR_NEWS.why_not
@CONVOY_OR_VISIBILITY.why_not
@CONVOY_OR_LUCK.why_not
def convoy_barred(state: State, about: About, option: Option) -> Bar | None:
    """Why there is no convoy, or no way to go."""
    if option == LUCKY_WAY:
        return NOBODY_MOVES
    if option != CONVOY or state.draw is None:
        return None
    return FOUGHT_HERE if may_take_convoy(state.draw) else ALERT_WAS_SIX


def may_take_convoy(draw: Draw) -> bool:
    """Not if the alert level was 6 as the draw began (GS-INC-03, GS-AMB-03)."""
    return draw.size < MOST_ALERT


# Markers that may be taken as a convoy instead


def intel_berlin(table: Table[State], draw: Draw) -> None:
    """Alert -1, or a convoy (GS-MRK-12)."""
    answers = CONVOY_OR_NEWS.answers if may_take_convoy(draw) else (TAKE_AS_IT_IS,)
    if table.choose(decider(table.state, draw), CONVOY_OR_NEWS, answers) == CONVOY:
        convoy_instead(table, draw)
    else:
        raise_alert(table, -1)


def limited_visibility(table: Table[State], draw: Draw) -> None:
    """No primary guns in a combat here today, or a convoy if there has been none (GS-MRK-13, GS-AMB-32)."""
    state = table.state
    is_free = may_take_convoy(draw) and draw.space not in state.fought_in
    answers = CONVOY_OR_VISIBILITY.answers if is_free else (TAKE_AS_IT_IS,)
    if table.choose(decider(state, draw), CONVOY_OR_VISIBILITY, answers) == CONVOY:
        convoy_instead(table, draw)
    else:
        draw.limited = True
        state.limited_in.append(draw.space)
        table.tell(VISIBILITY_LIMITED, space=draw.space)


def good_luck(table: Table[State], draw: Draw) -> None:
    """One or two more spaces, or a convoy (GS-MRK-11, GS-AMB-30)."""
    state = table.state
    movers = [ship for ship in ships_in(state, draw.space) if ship.engines and may_sail(ship)]
    answers = [TAKE_AS_IT_IS]
    if movers:
        answers.insert(0, LUCKY_WAY)
    if may_take_convoy(draw):
        answers.insert(0, CONVOY)
    answer = table.choose(decider(state, draw), CONVOY_OR_LUCK, answers)
    if answer == CONVOY:
        convoy_instead(table, draw)
    elif answer == LUCKY_WAY:
        first, *others = movers
        move_by_luck(table, draw, [first, *(ship for ship in others if joins(table, ship))])


def move_by_luck(table: Table[State], draw: Draw, ships: list[Ship]) -> None:
    """The ships go on without oil, with halts and contact as ever; the draw goes on where they are (GS-AMB-30)."""
    state = table.state
    left = GOOD_LUCK_SPACES
    while left:
        before = reach(state, draw.space, left)
        goal = table.choose(flag_of(ships), LUCKY_MOVE, before.goals, space=draw.space, left=left)
        if goal == draw.space:
            return
        steps = before.steps[goal]
        goal = draw.space if goal == OUT_AND_BACK else goal
        left -= steps
        state.sailed = 0  # no oil and no engine check
        sail(table, ships, goal, steps)
        for ship in ships:
            ship.raided = ship.raided or draw.space in state.raided_in  # aircraft have found her (GS-BRK-01)
        draw.space = goal
        if not is_held(state, goal):
            return
        if draw.stormy:
            table.tell(SEAS_TOO_HIGH)
        elif meeting(table, goal, goal) or state.broke_off:
            return
        if ends_movement(goal):
            return


@LUCKY_MOVE.why_not
def lucky_move_barred(state: State, about: About, option: Option) -> Bar | None:
    return NO_NEARER if option in SPACES else None


def decider(state: State, draw: Draw) -> str:
    """The seat that decides what an incident does."""
    ships = ships_in(state, draw.space)
    return flag_of(ships) if ships else flag(state)
