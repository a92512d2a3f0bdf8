"""The tally sheet and victory (sections 4 and 15)."""

from __future__ import annotations

from flagplot.engine import Table
from flagplot.games.atlantic_wolves.state import Month, State
from flagplot.games.atlantic_wolves.tables import (
    ALLIED,
    AVERAGE_NEEDED,
    BOATS_PER_COUNTER,
    COUNTERS,
    GERMAN,
    GOOD_MONTH,
    GOOD_MONTHS_IN_A_ROW,
    LIFELINE_CONVOYS,
    MONTHS,
    TURNS,
)
from flagplot.games.atlantic_wolves.words import (
    FLEET_BROKEN,
    GERMAN_VICTORY,
    LIFELINE,
    MONTH_ENDS,
    SEA_CLEARED,
    SEA_NOT_CLEARED,
    TARGET_MISSED,
    TARGET_REACHED,
    TONNAGE_FAILED,
)


def uboats_in_play(state: State) -> int:
    """U-boat counters in the Pens and at sea: all that are not in reserve."""
    return COUNTERS.uboat - len(state.reserve)


def record_month(table: Table[State]) -> None:
    """Write the month's line of the tally sheet (AW-TAL-01, AW-TAL-02, AW-AMB-32)."""
    state = table.state
    operational = uboats_in_play(state) * BOATS_PER_COUNTER
    state.tally.append(Month(state.tons, state.ships, operational, state.boats_lost))
    table.tell(MONTH_ENDS, month=MONTHS[state.turn - 1], tons=state.tons, ships=state.ships, lost=state.boats_lost)


def total_tons(state: State) -> int:
    """The tonnage of all months on the tally sheet."""
    return sum(month.tons for month in state.tally)


def check_fleet(table: Table[State]) -> None:
    """The fleet must be preserved: half of it lost in a month ends the game at once (AW-VIC-01, AW-AMB-15)."""
    state = table.state
    if 2 * state.sunk >= state.fleet:
        record_month(table)
        table.end(FLEET_BROKEN, ALLIED, {GERMAN: total_tons(state)})


def check_lifeline(table: Table[State]) -> None:
    """Four Convoys at the end of a month are a lifeline (AW-VIC-02, AW-AMB-20)."""
    state = table.state
    if state.convoys >= LIFELINE_CONVOYS:
        table.end(LIFELINE, ALLIED, {GERMAN: total_tons(state)})


def final_verdict(table: Table[State]) -> None:
    """After the last month the tonnage decides, or the victory that the player set (AW-VIC-03, AW-VIC-04)."""
    state = table.state
    score = {GERMAN: total_tons(state)}
    if state.options.tonnage_target:
        if total_tons(state) >= state.options.tonnage_target:
            table.end(TARGET_REACHED, GERMAN, score)
        table.end(TARGET_MISSED, ALLIED, score)
    if state.options.zero_convoys:
        if state.convoys == 0:
            table.end(SEA_CLEARED, GERMAN, score)
        table.end(SEA_NOT_CLEARED, ALLIED, score)
    if had_good_months(state) and total_tons(state) >= AVERAGE_NEEDED[state.convoys] * TURNS:
        table.end(GERMAN_VICTORY, GERMAN, score)
    table.end(TONNAGE_FAILED, ALLIED, score)


def had_good_months(state: State) -> bool:
    """600,000 tons in each of three consecutive months, or together when so agreed (AW-AMB-13, AW-OPT-14)."""
    tons = [month.tons for month in state.tally]
    threes = [tons[i : i + GOOD_MONTHS_IN_A_ROW] for i in range(len(tons) - GOOD_MONTHS_IN_A_ROW + 1)]
    if state.options.three_month_sum:
        return any(sum(three) >= GOOD_MONTH for three in threes)
    return any(min(three) >= GOOD_MONTH for three in threes)
