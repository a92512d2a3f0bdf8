"""Positions made by hand: each defect is named in one sentence, and a match from a bad position never starts."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import flagplot
from flagplot.engine.state import Frame
from flagplot.games.atlantic_wolves.state import Boat, Held, State
from tests.games.atlantic_wolves.builder import position


def in_area(state: State, area: str, steps: tuple[str, ...]) -> None:
    state.phase, state.args = "area", (area, steps, ())


@pytest.mark.parametrize(
    ("spoil", "defect"),
    [
        (lambda s: setattr(s, "turn", 11), "turn: 11; it must be from 1 to 10."),
        (lambda s: setattr(s, "ata", -1), "ATA: -1; it must be from 0 to 13."),
        (lambda s: setattr(s, "tankers", 5), "tankers: 5; it must be from 0 to 4."),
        (lambda s: setattr(s, "convoys", 5), "Convoys: 5; it must be from 0 to 4."),
        (lambda s: setattr(s, "aces", 5), "Aces created: 5; it must be from 0 to 4."),
        (lambda s: setattr(s, "doenitz", "berlin"), "Dönitz is in 'berlin'; he must be in 'hq' or 'pens'."),
        (lambda s: setattr(s, "raider", "oslo"), "The Raider is in 'oslo'"),
        (lambda s: in_area(s, "north_sea", ("germans",)), "There is no area 'north_sea'"),
        (lambda s: in_area(s, "iceland", ("lots",)), "The phase 'area' cannot begin so: Invalid enum value 'lots'"),
        (lambda s: s.callers.append(Frame("areas", (("north_sea",), ("air",)))), "There is no area 'north_sea'"),
        (lambda s: s.happy_hunting.append("north_sea"), "There is no area 'north_sea'"),
        (lambda s: s.areas.pop("iceland"), "The areas must be african_coast, "),
        (lambda s: s.areas["iceland"].boats.pop("normal"), "The squares of iceland must be aggressive, normal, shadow"),
        (lambda s: setattr(s.areas["iceland"], "escorts", -1), "Escorts in iceland: -1; it must be from 0 to 99."),
        (lambda s: s.condors.pop("iceland"), "There must be Condor boxes for iceland and bay_of_biscay"),
        (
            lambda s: s.condors.update(iceland=0, bay_of_biscay=2),
            "Condors in the Biscay box: 2; it must be from 0 to 1.",
        ),
        (lambda s: s.condors.update(iceland=2), "There must be 3 Condors in boxes, areas and reserve."),
        (lambda s: fly(s, "african_coast"), "A Condor is over african_coast"),
        (lambda s: s.pens.append(Boat(1)), "must be the counters 1 to 20, each once."),
        (lambda s: s.reserve.pop(), "must be the counters 1 to 20, each once."),
        (lambda s: s.pens.__setitem__(0, Boat(1, ace=True)), "More boats have Aces than the 0 that were created."),
        (lambda s: s.deck.pop(), "must be the cards 1 to 40, each once."),
        (lambda s: s.hand.append(Held(s.deck.pop(), "na_convoy")), "'na_convoy' is no Red event that can be held."),
    ],
)
def test_a_defect_is_named(spoil: Callable[[State], object], defect: str) -> None:
    state = position(phase="strategic")
    spoil(state)
    with pytest.raises(flagplot.PositionError) as refused:
        flagplot.new("atlantic-wolves", state=state)
    assert defect in str(refused.value)


def fly(state: State, area: str) -> None:
    state.areas[area].condors = 1
    state.condors["iceland"] -= 1


def test_a_sound_position_starts_a_match() -> None:
    assert flagplot.new("atlantic-wolves", state=position(phase="strategic"), seed=1).decision is not None
