"""Positions of Night Action made by hand, and a table at which answers and dice are written down beforehand."""

from __future__ import annotations

from collections.abc import Callable, MutableSequence, Sequence
from typing import Any

from flagplot.engine import Ask, Chart, Event, Modifier, Roll, Rolled, go_to
from flagplot.engine.dice import Script
from flagplot.engine.table import GameOver, Playout
from flagplot.games.night_action import GAME
from flagplot.games.night_action.model.shipyard import add_unit, name_ships
from flagplot.games.night_action.rules import PHASES
from flagplot.games.night_action.rules.contacts import become_marker
from flagplot.games.night_action.scenarios import UnitAtStart
from flagplot.games.night_action.state import Options, State

ALLIED, AXIS = "allied", "axis"


def unit(
    side: str, *ships: str, x: int = 50, y: int = 40, heading: int = 0, setting: int = 2, **more: Any
) -> UnitAtStart:
    """A unit at a place in cm; `dummy="s38"` instead of ships for a dummy."""
    return UnitAtStart(side=side, ships=ships, x=x, y=y, heading=heading, setting=setting, **more)  # type: ignore[arg-type]


def position(*units: UnitAtStart, scenario: str = "coal_scuttle", **fields: Any) -> State:
    """A position on turn 3 with these units alone: Allied ships are a1, a2, ..., Axis ships x1, x2, ...

    The sea is that of a scenario (180 x 120 cm, night, sea state 1 unless told otherwise); hidden units are markers in
    the order given. `fields` are fields of the state.
    """
    options = fields.pop("options", {})
    state = State(
        phase="guns",
        args=(ALLIED, ""),
        options=Options(**options),
        scenario=scenario,
        light="night",
        sea=1,
        ships={},
        units={},
    )
    for one in units:
        key = add_unit(state, one)
        if one.hidden and not one.enter:
            become_marker(state, state.units[key])
    name_ships(state)
    state.turn, state.winner, state.first = 3, "allied", "allied"
    for name, value in fields.items():
        setattr(state, name, value)
    return state


class Trial(Playout[State]):
    """A table that answers and throws as written, and remembers what was asked, thrown and told."""

    def __init__(self, state: State, answers: Sequence[Any] = (), dice: Sequence[Any] = ()) -> None:
        script = Script(dice)
        super().__init__(state, dict.fromkeys((ALLIED, AXIS), (self._answer, state)), script)
        self.script = script
        self.answers = list(answers)
        self.asked: list[tuple[str, str, Sequence[Any]]] = []
        self.told: list[tuple[str, dict[str, Any], Any]] = []
        self.thrown: list[tuple[str, list[Modifier], Any]] = []
        self.following: Any = None  # what the procedure returned

    def _answer(self, state: State, seat: str, ask: Ask, options: Sequence[Any], about: Any) -> Any:
        self.asked.append((seat, ask.key, options))
        assert self.answers, f"nothing was written for '{ask.key}': {list(options)}"
        return self.answers.pop(0)

    def roll(self, dice: str, roll: Roll, modifiers: Sequence[Modifier] = (), /, **about: Any) -> Rolled:
        self.thrown.append((roll.key, list(modifiers), about))
        return super().roll(dice, roll, modifiers, **about)

    def consult(self, chart: Chart[Any], roll: Roll, modifiers: Sequence[Modifier] = (), /, **about: Any) -> Any:
        self.thrown.append((roll.key, list(modifiers), about))
        return chart[sum(super(Trial, self).roll(chart.dice, roll).faces) + sum(one.value for one in modifiers)]

    def volley(self, count: int, chart: Chart[Any], roll: Roll, /, **about: Any) -> list[Any]:
        self.thrown.append((roll.key, [], about))
        return super().volley(count, chart, roll, **about)

    def draw(self, pool: MutableSequence[Any], roll: Roll, /, **about: Any) -> Any:
        self.thrown.append((roll.key, [], about))
        return super().draw(pool, roll, **about)

    def tell(self, event: Event, /, to: Sequence[str] | None = None, **about: Any) -> None:
        self.told.append((event.key, about, to))

    def events(self) -> list[str]:
        """What was told, in order."""
        return [key for key, _, _ in self.told]

    def all_dice_thrown(self) -> bool:
        return self.script.position == len(self.script.values)


def play(
    state: State, phase: Callable[..., Any], *args: Any, answers: Sequence[Any] = (), dice: Sequence[Any] = ()
) -> Trial:
    """Play a procedure at a table of its own; all answers must be asked for and all dice thrown."""
    table = Trial(state, answers, dice)
    try:
        table.following = phase(table, *args)
    except GameOver as over:
        state.result = over.result
    assert not table.answers, f"not asked for: {table.answers}"
    assert table.all_dice_thrown(), f"dice left: {table.script.values[table.script.position :]}"
    return table


def defects(state: State) -> Sequence[str]:
    return GAME.defects(state)


def attacks(table: Trial) -> Any:
    """All torpedo attacks of a turn, one after the other; what follows them."""
    following: Any = go_to("attacks", 0, 0, 0)
    while following.phase in ("attacks", "strike"):
        following = PHASES[following.phase](table, *following.args)
    return following
