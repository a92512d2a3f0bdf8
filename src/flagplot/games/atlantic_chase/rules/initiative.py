"""Weather and Initiative (section 1.15): seize, vie, and the change of the Initiative."""

from __future__ import annotations

from msgspec.structs import replace

from flagplot.engine import Chart, Modifier, Option, Table
from flagplot.engine.words import total
from flagplot.games.atlantic_chase import tables as t
from flagplot.games.atlantic_chase import words as say
from flagplot.games.atlantic_chase.hexes import ARCTIC, ENEMY, GERMAN
from flagplot.games.atlantic_chase.model.forces import KEYS, forces_of, is_at_sea, put, scenario_of
from flagplot.games.atlantic_chase.rules import leaders
from flagplot.games.atlantic_chase.rules.seats import choose
from flagplot.games.atlantic_chase.rules.victory import end_at_limit, end_if_over
from flagplot.games.atlantic_chase.state import State

SEIZE_CHART = Chart("Seize the Initiative", (False, True), t.SEIZE_ON - 1, "2d6")


def seize(table: Table[State]) -> bool:
    """The Inactive player may try to take the Initiative, or declines for Evasive Maneuvers (AC-CR-12, AC-IV-03)."""
    state = table.state
    side = ENEMY[state.active]
    own = forces_of(state, side)
    if not own:
        return False  # AC-AMB-36
    state.has_reorganized = False  # AC-AMB-25
    options: list[Option] = [say.TRY]
    if leaders.can_seize_at_once(state, side):
        options.append(say.LUTJENS)
    evaders = [(say.EVADE, force.key) for force in own if not force.is_evasive]
    options += evaders or [say.DECLINE]  # AC-AMB-37
    answer = choose(table, side, say.SEIZE, options, tally=state.tally, needed=t.SEIZE_ON)
    if answer == say.TRY:
        return try_to_seize(table, side)
    if answer == say.LUTJENS:
        leaders.seize_at_once(table)
        table.tell(say.SEIZED, side=side)
        return True
    table.tell(say.SEIZE_DECLINED, side=side)
    if answer != say.DECLINE:
        gain_evasive(table, answer[1])
    return False


def try_to_seize(table: Table[State], side: str) -> bool:
    """Two dice, the tally and one marker: 9 or more takes the Initiative; failure raises the tally (AC-IV-02)."""
    state = table.state
    modifiers = [Modifier(state.tally, "tally")] if state.tally else []
    modifiers += evasive_for_initiative(table, side)
    if leaders.read(
        table, side, SEIZE_CHART, say.SEIZE_ROLL, modifiers, leaders.six_for_initiative(state, side), side=side
    ):
        table.tell(say.SEIZED, side=side)
        return True
    state.tally += 1
    table.tell(say.NOT_SEIZED, side=side, tally=state.tally)
    return False


def vie(table: Table[State]) -> bool:
    """Each rolls a die, the Inactive player adds tally and a marker; True when the Initiative is lost (AC-IV-04)."""
    state = table.state
    active, inactive = state.active, ENEMY[state.active]
    if not is_at_sea(state, inactive):
        return False  # AC-AMB-36
    state.has_reorganized = False  # AC-AMB-25
    bonus = state.tally + total(evasive_for_initiative(table, inactive))
    own = table.roll("1d6", say.VIE_OWN, side=active).sum
    other = table.roll("1d6", say.VIE_OTHER, side=inactive).sum
    if own < other + bonus <= 6 and leaders.turns_to_six(table, active, own):
        own = 6
    if other + bonus <= own < 6 + bonus and leaders.turns_to_six(table, inactive, other):
        other = 6
    if other + bonus > own:
        table.tell(say.VIE_LOST, side=inactive, own=own, other=other + bonus)
        return True
    state.tally += 1
    table.tell(say.VIE_KEPT, side=active, own=own, other=other + bonus, tally=state.tally)
    return False


def evasive_for_initiative(table: Table[State], side: str) -> list[Modifier]:
    """One Evasive Maneuvers marker of any own task force may help, more in Bad Weather (AC-EM-04, AC-AMB-15)."""
    state = table.state
    keys = [key for key, force in state.forces.items() if force.is_evasive and key in KEYS[side]]
    if not keys:
        return []
    bonus = t.MOST_EVASIVE_IN_INITIATIVE[state.weather]
    spent = choose(table, side, say.EM_FOR_INITIATIVE, [say.NONE, *keys], bonus=bonus)
    if spent == say.NONE:
        return []
    if state.forces[spent].mask & ARCTIC:
        bonus = t.MOST_EVASIVE_IN_INITIATIVE[t.BAD]  # AC-EM-05
    spend_evasive(table, spent)
    return [Modifier(bonus, "Evasive Maneuvers")]


def gain_evasive(table: Table[State], key: str) -> None:
    """A task force takes Evasive Maneuvers, at most one marker (AC-EM-01, AC-EM-02)."""
    force = table.state.forces[key]
    if not force.is_evasive:
        put(table.state, replace(force, is_evasive=True))
        table.tell(say.EM_GAINED, force=key)


def spend_evasive(table: Table[State], key: str) -> None:
    """A marker is used once (AC-EM-03)."""
    put(table.state, replace(table.state.forces[key], is_evasive=False))
    table.tell(say.EM_SPENT, force=key)


# The change of the Initiative


def initiative_changes(table: Table[State]) -> None:
    """The other player is Active: tally 0, Weather Check, a new tenure (AC-IV-05, AC-WX-01)."""
    state = table.state
    end_if_over(table)
    other = ENEMY[state.active]
    begin_tenure(state)
    state.tally = 0  # AC-IV-01
    is_alone = not is_at_sea(state, other)
    if other == GERMAN or is_alone:
        # Who plays on alone counts his turns as if the enemy had passed at once (AC-AMB-26, AC-AMB-36).
        state.turns += 1
        if state.turns >= scenario_of(state).limit:
            end_at_limit(table)
    if is_alone:
        table.tell(say.NOBODY_ELSE, side=state.active)
        return
    state.active = other  # type: ignore[assignment]
    table.tell(say.INITIATIVE, side=other)
    check_weather(table)


def begin_tenure(state: State) -> None:
    """What can be done once in a tenure can be done again (AC-AMB-25)."""
    state.shifted, state.plotted = [], []
    state.has_reorganized = False


def check_weather(table: Table[State]) -> None:
    """The new Active player checks the Weather before he acts (AC-WX-01)."""
    state = table.state
    if scenario_of(state).fixed_weather:
        return
    chart = t.WEATHER_CHECK[state.weather]
    weather = leaders.read(
        table, state.active, chart, say.WEATHER_ROLL, (), leaders.six_for_initiative(state, state.active)
    )
    if weather != state.weather:
        state.weather = weather  # type: ignore[assignment]
        table.tell(say.WEATHER_TURNS, weather=weather)
