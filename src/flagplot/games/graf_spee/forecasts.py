"""What a way costs and risks: oil, incidents, engines, and the chance that the Allies fire first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import comb
from typing import Any

from flagplot.engine import About, Option
from flagplot.engine.charts import Chart
from flagplot.engine.dice import sides_of
from flagplot.engine.view import Figure
from flagplot.engine.words import total
from flagplot.games.graf_spee import tables as t
from flagplot.games.graf_spee import words as say
from flagplot.games.graf_spee.model.fleet import has_bonus, ships_in, terrain
from flagplot.games.graf_spee.model.routes import reach
from flagplot.games.graf_spee.model.royal_navy import cup_of, is_held
from flagplot.games.graf_spee.rules.contact import contact_modifiers
from flagplot.games.graf_spee.rules.movement import awaits_incidents
from flagplot.games.graf_spee.state import Ship, State


@say.SAIL.forecast
def ways_ahead(state: State, about: About, options: Sequence[Option]) -> Sequence[tuple[Figure, ...]]:
    """What each goal costs in oil, how many incidents are drawn there, and how dangerous it is to come there."""
    start, sailed, ships = about["space"], about["sailed"], [state.ships[name] for name in about["ships"]]
    steps = reach(state, start, about["spaces"]).steps
    figures: list[tuple[Figure, ...]] = []
    for option in options:
        goal = start if option == say.OUT_AND_BACK else option
        after = sailed if option == start else sailed + steps[option]
        figures.append(tuple(_figures(_on_arrival(state, goal, after > sailed), ships, goal, sailed, after)))
    return figures


def _on_arrival(state: State, goal: str, has_sailed: bool) -> State:
    """The state with the alert level that ships raise by coming to a space (GS-MOV-03)."""
    raised = terrain(state, goal).alert if has_sailed else 0
    if not raised:
        return state
    return replace(state, alert=max(t.LEAST_ALERT, min(t.MOST_ALERT, state.alert + raised)))


def _figures(state: State, ships: Sequence[Ship], goal: str, before: int, after: int) -> Iterator[Figure]:
    if oil := max(0, after - max(before, t.CRUISE)) * len(ships):
        yield Figure("burnt", oil, "oil")
    if awaits_incidents(state, goal):
        yield Figure("drawn there", state.alert, "incident" if state.alert == 1 else "incidents")
    if after == t.EMERGENCY > before:
        chart = t.ENGINE_CHECK_WITH_ENGINEERS if has_bonus(state, t.ENGINEERS) else t.ENGINE_CHECK
        yield Figure("chance of damage to the engines", 1 - chance_of(chart, 0), "%", is_danger=True)
    if after > before and is_held(state, goal):
        yield Figure("chance that the Allies meet you and fire first", chance_of_ambush(state, ships, goal), "%", True)


def chance_of_ambush(state: State, ships: Sequence[Ship], space: str) -> float:
    """How likely the ships of a station have the First Salvo, over the counters that may lie face down (GS-CON-01)."""
    together = [*ships, *(ship for ship in ships_in(state, space) if ship not in ships)]
    carrier = 1.0 if not t.CARRIERS.isdisjoint(state.stations.get(space, ())) else chance_of_carrier(state, space)
    return sum(
        chance * chance_of(t.CONTACT_CHART, t.ALLIED, total(contact_modifiers(state, together, space, is_carrier)))
        for is_carrier, chance in ((True, carrier), (False, 1 - carrier))
    )


def chance_of_carrier(state: State, space: str) -> float:
    """How likely a carrier is among the counters that lie face down in a space."""
    cup, drawn = cup_of(state, space), state.face_down.get(space, 0)
    others = len([name for name in cup if name not in t.CARRIERS])
    return 1 - comb(others, drawn) / comb(len(cup), drawn)


def chance_of(chart: Chart[Any], row: object, modifier: int = 0) -> float:
    """How likely a chart that takes one die shows a row."""
    (sides,) = sides_of(chart.dice)
    return [chart[face + modifier] for face in range(1, sides + 1)].count(row) / sides
