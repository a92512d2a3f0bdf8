"""The shortcut that bases the British ships where they were in the war."""

from __future__ import annotations

import flagplot
from flagplot.games.sea_control import tables as t


def test_every_ship_that_chooses_its_port_has_a_historical_one() -> None:
    choosing = {ship for ship, unit in t.UNITS.items() if unit.port == t.CHOICE}
    assert set(t.HISTORICAL_BASES) == choosing
    assert set(t.HISTORICAL_BASES.values()) == set(t.PORTS_TO_CHOOSE)


def test_historical_deployment_bases_all_ships_at_once() -> None:
    match = flagplot.new("sea-control", seed=3)
    shortcut = next(one for one in match.shortcuts if one.key == "historical")
    match.choose_all(shortcut.answers)
    at = match.state.at
    assert at[t.ARRIVALS] == []
    assert {"hood", "nelson", "ark_royal"} <= set(at[t.SCAPA_FLOW])
    assert {"warspite", "glorious"} <= set(at[t.ALEXANDRIA])
    assert set(at[t.GIBRALTAR]) == {"dorsetshire", "cumberland", "exeter"}
    match.undo()
    assert len(match.state.at[t.ARRIVALS]) == 27
