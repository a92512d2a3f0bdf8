"""Every reason is true: what is not offered in random games is refused with a Bar whose own condition holds.

The conditions are written here once more, from the rule text and from the map, without the rules' own look-ups.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import flagplot
from flagplot.engine.match import Match
from flagplot.engine.words import About, Bar
from flagplot.games.sea_control import words as say
from flagplot.games.sea_control.state import State
from flagplot.games.sea_control.tables import AREAS, MAP, PORTS, UNITS
from tests.games.clicks import check_clicks
from tests.games.sea_control.builder import place as place_in
from tests.rules import rule

ALL_RULES = {
    "baltic": True, "air_raid": True, "task_force": True, "neutral_transit": True, "land_air_targetable": True,
    "russian_leave_baltic": False, "texas_and_new_york": True, "graf_zeppelin": True,
}  # fmt: skip


class Click:
    """A click that is refused: the position, what is asked, and what was meant by the click."""

    def __init__(self, match: Match[State], option: Any) -> None:
        assert match.question
        self.match = match
        self.state = match.state
        self.about: About = match.question.about
        self.seat = match.question.seat
        self.option = option[0] if isinstance(option, tuple) else option

    @property
    def unit(self) -> Any:
        return UNITS[self.option]

    @property
    def place(self) -> str:
        return place_in(self.match, self.option)

    @property
    def area(self) -> str:
        assert self.state.battle
        return self.state.battle.area

    @property
    def origin(self) -> str:
        return str(self.about["origin"])

    def ships_in(self, place: str) -> list[str]:
        """The surface ships of the seat in a place."""
        return [ship for ship in self.state.at[place] if self.is_own_ship(ship)]

    def is_own_ship(self, unit: str) -> bool:
        return UNITS[unit].side == self.seat and UNITS[unit].is_surface

    def has_to_wait(self, ship: str) -> bool:
        """Whether a ship can get no order in this step."""
        if ship in self.state.spent:
            return True
        is_home = place_in(self.match, ship) in PORTS
        if "movement" in self.state.phase:
            return not is_home and UNITS[ship].kind != "convoy"
        return is_home or UNITS[ship].kind == "convoy"

    def going(self) -> list[str]:
        return list(self.about["going"])

    def connects(self, port: str) -> tuple[str, ...]:
        return MAP.port[port].connects

    def enemies(self) -> list[str]:
        """The enemy units in the battle."""
        return [unit for unit in self.state.at[self.area] if UNITS[unit].side != self.seat]

    def is_open(self, port: str) -> bool:
        first, last = MAP.port[port].turns
        return first <= self.state.turn <= last

    def is_closed_water(self, ship: str, area: str) -> bool:
        """SC-BAL-01, SC-OPT-01, SC-AMB-17."""
        nation, options = UNITS[ship].nation, self.state.options
        if area == "baltic_sea":
            return nation not in (("russian", "german", "british") if options.baltic else ("russian", "german"))
        return nation == "russian" and not options.russian_leave_baltic

    def stands_in_the_way(self, area: str) -> list[str]:
        """The areas that the ships would have to enter, of which some is closed to one of them."""
        if self.origin in PORTS:
            first = [one for one in self.connects(self.origin) if area in MAP.area[one].adjacent]
            return [area] if area in self.connects(self.origin) else [area, *first]
        return [one for one in MAP.area[self.origin].adjacent if area in PORTS and one in self.connects(area)] or [area]


def distance(port: str, area: str) -> int:
    """Areas to enter from a port to an area."""
    reached, steps = {*MAP.port[port].connects}, 1
    while area not in reached:
        reached |= {other for one in reached for other in MAP.area[one].adjacent}
        steps += 1
    return steps


CONDITIONS: dict[str, Callable[[Click], bool]] = {
    say.NO_SHIPS_THERE.text: lambda c: (
        all(c.has_to_wait(ship) for ship in c.ships_in(c.option)) or bool(c.state.battle and c.option != c.area)
    ),
    say.ONE_SHIP_THERE.text: lambda c: sum(not c.has_to_wait(ship) for ship in c.ships_in(c.option)) == 1,
    say.NOT_YOURS.text: lambda c: c.unit.side != c.seat,
    say.NO_SHIP.text: lambda c: c.unit.side == c.seat and c.unit.kind in ("submarine", "air"),
    say.NOT_ON_MAP.text: lambda c: c.is_own_ship(c.option) and c.place not in (*AREAS, *PORTS),
    say.AT_SEA.text: lambda c: c.is_own_ship(c.option) and c.place in AREAS,
    say.IN_PORT.text: lambda c: c.is_own_ship(c.option) and c.place in PORTS,
    say.STAYS_AT_SEA.text: lambda c: c.place in AREAS and c.place != c.area,
    say.NO_NEWCOMER.text: lambda c: c.place != "arrivals",
    say.CONVOYS_STAY.text: lambda c: c.unit.kind == "convoy" and "movement" not in c.state.phase and c.place in AREAS,
    say.SPENT.text: lambda c: c.option in c.state.spent,
    say.NOT_THERE.text: lambda c: c.is_own_ship(c.option) and c.place != c.origin,
    say.GOES_ALREADY.text: lambda c: c.option in c.going(),
    say.LEFT_OUT.text: lambda c: c.place == c.origin and c.option not in (*c.going(), *c.state.spent),
    say.INTO_A_SEA_AREA.text: lambda c: c.origin in PORTS and c.option not in AREAS,
    say.INTO_A_PORT.text: lambda c: c.origin in AREAS and c.option not in PORTS,
    say.IS_THERE_ALREADY.text: lambda c: c.option == c.origin,
    say.NO_WAY.text: lambda c: distance(c.origin, c.option) > 2,
    say.NOT_CONTROLLED.text: lambda c: (
        distance(c.origin, c.option) == 2
        and not c.state.options.neutral_transit
        and any(
            all(
                c.state.control.get(first) != c.seat or c.is_closed_water(ship, first)
                for first in c.connects(c.origin)
                if c.option in MAP.area[first].adjacent
            )
            for ship in c.going()
        )
    ),
    say.ENEMY_BETWEEN.text: lambda c: (
        distance(c.origin, c.option) == 2
        and c.state.options.neutral_transit
        and any(
            all(
                c.state.control.get(first, c.seat) != c.seat or c.is_closed_water(ship, first)
                for first in c.connects(c.origin)
                if c.option in MAP.area[first].adjacent
            )
            for ship in c.going()
        )
    ),
    say.BALTIC_CLOSED.text: lambda c: (
        "baltic_sea" in c.stands_in_the_way(c.option)
        and any(c.is_closed_water(ship, "baltic_sea") for ship in c.going())
    ),
    say.RUSSIANS_STAY.text: lambda c: (
        not c.state.options.russian_leave_baltic and any(UNITS[ship].nation == "russian" for ship in c.going())
    ),
    say.CONVOY_ONE_AREA.text: lambda c: (
        any(UNITS[ship].kind == "convoy" for ship in c.going())
        and (
            c.option not in c.connects(c.origin)
            if c.origin in PORTS
            else c.option not in MAP.area[c.origin].adjacent
            and (c.option not in PORTS or c.origin not in c.connects(c.option))
        )
    ),
    say.NO_DOCK.text: lambda c: c.option in PORTS and c.option not in ("scapa_flow", "archangel"),
    say.NO_CHOICE_OF_PORT.text: lambda c: c.option not in ("scapa_flow", "gibraltar", "alexandria"),
    say.PORT_OF_OTHERS.text: lambda c: MAP.port[c.option].side != c.seat,
    say.PORT_CLOSED.text: lambda c: not c.is_open(c.option if c.option in PORTS else c.place),
    say.PORT_TOO_FAR.text: lambda c: distance(c.option, c.origin) > 2,
    say.NOT_NEAREST.text: lambda c: (
        c.is_open(c.option)
        and all(
            distance(c.option, area) >= distance(port, area)
            for area in AREAS
            if c.about["ship"] in c.state.at[area]
            for port in (c.match.question.options if c.match.question else ())
        )
    ),
    say.NO_SEA_AREA.text: lambda c: c.option not in AREAS,
    say.NO_PLANE_ICON.text: lambda c: c.seat not in MAP.area[c.option].air,
    say.NO_RAID.text: lambda c: (
        MAP.port[c.option].side in (c.seat, "neutral") or not MAP.port[c.option].air_raid or not c.is_open(c.option)
    ),
    say.NOT_IN_PORT.text: lambda c: c.place not in PORTS,
    say.FULL_STRENGTH.text: lambda c: c.state.sp[c.option] == c.unit.sp,
    say.HAS_MOVED.text: lambda c: c.option in c.state.spent,
    say.NO_RP.text: lambda c: c.state.rp[c.seat] == 0,
    say.NO_CAPACITY.text: lambda c: c.state.capacity[c.place] == 0,
    say.NO_BATTLE.text: lambda c: (
        len({UNITS[unit].side for unit in c.state.at[c.option]}) < 2
        or all(UNITS[unit].kind == "air" for unit in c.state.at[c.option])
    ),
    say.FOUGHT_ALREADY.text: lambda c: (
        len({UNITS[unit].side for unit in c.state.at[c.option]}) == 2
        and any(
            entry.key == "battle_over" and entry.about["area"] == c.option for entry in since_the_turn_began(c.match)
        )
    ),
    say.LAND_AIR_IS_SAFE.text: lambda c: c.unit.kind == "air",
    say.SUBMARINE_IS_SAFE.text: lambda c: c.unit.kind == "submarine" and c.option in c.enemies(),
    say.NOT_IN_BATTLE.text: lambda c: c.option not in c.enemies(),
    say.OTHERS_FIRST.text: lambda c: c.option in c.state.battle.aims.values() if c.state.battle else False,
    say.IS_SHIELDED.text: lambda c: (
        c.unit.kind in ("carrier", "convoy")
        and any(UNITS[unit].kind in ("battleship", "cruiser") for unit in c.enemies())
    ),
    say.CONVOY_IS_COVERED.text: lambda c: (
        c.unit.kind == "convoy" and any(UNITS[unit].kind in ("battleship", "cruiser") for unit in c.enemies())
    ),
    say.NOT_ALIKE.text: lambda c: c.option in c.enemies() and c.unit.kind != UNITS[c.about["firer"]].kind,
    say.NOT_PURSUING.text: lambda c: c.option in c.enemies() and bool(c.state.battle) and c.option not in aims(c),
    say.NO_ANSWER.text: lambda c: c.option in aims(c) and c.unit.kind != UNITS[c.about["firer"]].kind,
    say.NOT_ITS_PURSUER.text: lambda c: (
        UNITS[c.about["firer"]].kind == "convoy" and aims(c)[c.option] != c.about["firer"]
    ),
}


def aims(click: Click) -> dict[str, str]:
    assert click.state.battle
    return click.state.battle.aims


def since_the_turn_began(match: Match[State]) -> list[Any]:
    log = match.log()
    last = max(number for number, entry in enumerate(log) if entry.key == "turn_begins")
    return log[last:]


def walked(seed: int, options: dict[str, Any], every: int) -> Counter[str]:
    """Check the clicks of a random game at one decision of so many, and at each question that is rare."""
    rng, seen = Random(seed), Counter[str]()
    match: Match[State] = flagplot.new("sea-control", seed=seed, options=options)
    asked: Counter[str] = Counter()
    while match.question:
        asked[match.question.ask.key] += 1
        if asked[match.question.ask.key] <= every or rng.random() < 1 / every:
            check_clicks(match, lambda reason, option: CONDITIONS[reason](Click(match, option)), seen)
        match.choose(rng.choice(match.question.options))
    return seen


@rule("SC-MOV-02", "SC-MOV-05", "SC-END-01", "SC-TGT-01", "SC-RP-03")
@pytest.mark.parametrize("options", [{}, ALL_RULES], ids=["standard", "all options"])
def test_every_reason_in_a_random_game_is_true(options: dict[str, Any]) -> None:
    assert len(walked(1, options, every=25)) > 15


@pytest.mark.long
@pytest.mark.parametrize("options", [{}, ALL_RULES], ids=["standard", "all options"])
def test_every_reason_in_many_random_games_is_true(options: dict[str, Any]) -> None:
    seen = sum((walked(seed, options, every=4) for seed in range(2, 22)), Counter[str]())
    assert len(seen) > 35


def test_every_reason_has_its_condition_here() -> None:
    bars = {value.text for value in vars(say).values() if isinstance(value, Bar)}
    assert bars == set(CONDITIONS)
