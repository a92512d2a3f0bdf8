"""The tally sheet and victory (sections 4 and 15)."""

from __future__ import annotations

from flagplot.engine import Table
from flagplot.games.atlantic_wolves import tables as t
from flagplot.games.atlantic_wolves import words as say
from flagplot.games.atlantic_wolves.model.fleet import total_tons, uboats_in_play
from flagplot.games.atlantic_wolves.state import Month, State


def record_month(table: Table[State]) -> None:
    """Write the month's line of the tally sheet (AW-TAL-01, AW-TAL-02, AW-AMB-32)."""
    state = table.state
    operational = uboats_in_play(state) * t.BOATS_PER_COUNTER
    state.tally.append(Month(state.tons, state.ships, operational, state.boats_lost))
    table.tell(
        say.MONTH_ENDS, month=t.MONTHS[state.turn - 1], tons=state.tons, ships=state.ships, lost=state.boats_lost
    )


def check_fleet(table: Table[State]) -> None:
    """The fleet must be preserved: half of it lost in a month ends the game at once (AW-VIC-01, AW-AMB-15)."""
    state = table.state
    if 2 * state.sunk >= state.fleet:
        record_month(table)
        table.end(say.FLEET_BROKEN, t.ALLIED, {t.GERMAN: total_tons(state)})


def check_lifeline(table: Table[State]) -> None:
    """Four Convoys at the end of a month are a lifeline (AW-VIC-02, AW-AMB-20)."""
    state = table.state
    if state.convoys >= t.LIFELINE_CONVOYS:
        table.end(say.LIFELINE, t.ALLIED, {t.GERMAN: total_tons(state)})


def final_verdict(table: Table[State]) -> None:
    """After the last month the tonnage decides, or the victory that the player set (AW-VIC-03, AW-VIC-04)."""
    state = table.state
    score = {t.GERMAN: total_tons(state)}
    if state.options.tonnage_target:
        if total_tons(state) >= state.options.tonnage_target:
            table.end(say.TARGET_REACHED, t.GERMAN, score)
        table.end(say.TARGET_MISSED, t.ALLIED, score)
    if state.options.zero_convoys:
        if state.convoys == 0:
            table.end(say.SEA_CLEARED, t.GERMAN, score)
        table.end(say.SEA_NOT_CLEARED, t.ALLIED, score)
    if had_good_months(state) and total_tons(state) >= t.AVERAGE_NEEDED[state.convoys] * t.TURNS:
        table.end(say.GERMAN_VICTORY, t.GERMAN, score)
    table.end(say.TONNAGE_FAILED, t.ALLIED, score)


def had_good_months(state: State) -> bool:
    """600,000 tons in each of three consecutive months, or together when so agreed (AW-AMB-13, AW-OPT-14)."""
    tons = [month.tons for month in state.tally]
    threes = [tons[i : i + t.GOOD_MONTHS_IN_A_ROW] for i in range(len(tons) - t.GOOD_MONTHS_IN_A_ROW + 1)]
    if state.options.three_month_sum:
        return any(sum(three) >= t.GOOD_MONTH for three in threes)
    return any(min(three) >= t.GOOD_MONTH for three in threes)
