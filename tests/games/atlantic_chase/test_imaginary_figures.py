"""The figures of the imaginary player (AC-IP-17 to 20): worth, fitness, runners, routes and chances."""

from __future__ import annotations

from random import Random
from typing import Literal

import pytest

from flagplot.games.atlantic_chase.hexes import ALL_HEXES, ARCTIC, BIT, HEX, HEXES, NEIGHBOURS, NO_HEX, SIDES, mask
from flagplot.games.atlantic_chase.judgement.chances import best_help, weigh, with_help
from flagplot.games.atlantic_chase.judgement.ways import route
from flagplot.games.atlantic_chase.model.forces import (
    worth,
)
from flagplot.games.atlantic_chase.rules.modifiers import air_sources, coordinators
from flagplot.games.atlantic_chase.rules.solitaire import best_attack, course_to, is_fit, is_runner, rank
from flagplot.games.atlantic_chase.state import Attack
from tests.games.atlantic_chase.builder import at, boat, line, position, tf
from tests.rules import rule


@pytest.mark.parametrize(
    ("ships", "halves"),
    [
        ("bismarck", 8), ("bismarck*", 4), ("scharnhorst", 6), ("scheer", 4), ("hipper", 2), ("koln", 2), ("koln*", 1),
        ("graf_zeppelin", 0), ("widder", 0), ("german_convoy", 0), ("german_dd_squadron", 0), ("bismarck hipper", 10),
    ],
)  # fmt: skip
@rule("AC-IP-17")
def test_what_ships_are_worth(ships: str, halves: int) -> None:
    """In half points, so that a damaged cruiser has one."""
    assert worth(tf("G1", ships, "0909").ships) == halves


@pytest.mark.parametrize(
    ("own", "target", "fit"),
    [
        ("G1 scharnhorst", "B1 rodney", True),  # three of four is three quarters
        ("G1 scheer", "B1 hood", False),  # two of three
        ("B1 kent norfolk", "G1 bismarck", True),  # two of four is half
        ("B1 kent", "G1 scharnhorst", False),  # one of three
        ("B1 kent", "G1 german_convoy", True),
        ("B1 victorious", "G1 german_convoy", False),  # worth nothing
        ("B1 hood british_convoy", "G1 hipper", False),
        ("B1 hood kent*", "G1 hipper", False),
        ("B1 kent", "G1 scharnhorst*", True),  # one of one and a half
    ],
)
@rule("AC-IP-17")
def test_who_is_fit_to_take_on_whom(own: str, target: str, fit: bool) -> None:
    forces = []
    for text in (own, target):
        key, ships = text.split(" ", 1)
        forces.append(tf(key, ships, "0909"))
    assert is_fit(*forces) == fit


@rule("AC-IP-18")
def test_who_is_a_runner() -> None:
    convoy = line("B1", "british_convoy kent", "0909 0910")
    strong = line("B1", "british_convoy rodney", "0909 0910")
    whole, hurt, alone = (tf("G1", ships, "0712") for ships in ("hipper", "hipper*", "deutschland"))
    assert not is_runner(position(whole, convoy), whole)
    assert is_runner(position(hurt, convoy), hurt)
    assert is_runner(position(whole, strong), whole)  # no target that it is fit for
    assert not is_runner(position(whole, convoy, turns=11), whole)  # of 16
    assert is_runner(position(whole, convoy, turns=12), whole)
    assert is_runner(position(alone, tf("B1", "newcastle", "0909"), scenario="northern_patrol"), alone)
    british = tf("B2", "norfolk*", "0808")
    assert not is_runner(position(whole, convoy, british), british)


def names(way: tuple[int, ...]) -> str:
    """A way by the names of its hexes."""
    return " ".join(HEXES[number] for number in way)


@rule("AC-IP-19")
def test_a_route_avoids_triggers_then_segments_then_the_arctic_line_then_high_numbers() -> None:
    """From 0909 to 0709: by 0808 or 0809, the lower first; with a trigger there by the other; with both, round them."""

    def way(start: str, goal: str, *seen: str) -> str:
        return names(route("british", [at(start)], mask([at(goal)]), 0, mask(HEX[one] for one in seen)))

    assert way("0909", "0709") == "0808 0709"
    assert way("0909", "0709", "0808") == "0809 0709"
    assert len(way("0909", "0709", "0808", "0809").split()) == 4
    assert way("0907", "1106") == "1006 1106"
    assert way("0807", "1006") == "0907 1006"  # 0906 is on the Arctic Line
    assert names(route("british", [at("0609"), at("0909")], mask([at("1009")]), 0, 0)) == "1009"  # from the nearer


@rule("AC-IP-19")
def test_a_course_goes_on_from_the_nearer_end() -> None:
    state = position(line("B1", "kent", "0609 0709 0809"), tf("G1", "hipper", "1009"))
    course = course_to(state, state.forces["B1"], mask([at("1009")]), 9)
    assert course
    assert [(end, HEXES[number]) for end, number in course.steps] == [(1, "0909"), (1, "1009")]
    other = course_to(state, state.forces["B1"], mask([at("0409")]), 9)
    assert other
    assert {end for end, _ in other.steps} == {0}


@rule("AC-IP-20")
def test_the_chance_of_an_action_is_that_of_its_success() -> None:
    """Engage at total 0: Battle and Surprise on 8 and more (15 of 36); a faster task force also with the rest."""
    state = position(tf("B1", "king_george_v", "0909"), tf("B2", "kent", "0909"), tf("G1", "scheer", "0909"))
    assert weigh(state, Attack("engage", "B1", "G1", at("0909"))).ways == 15
    assert weigh(state, Attack("engage", "B2", "G1", at("0909"))).ways == 36
    coordinated = Attack("engage", "B1", "G1", at("0909"), coordinating="B2")
    assert weigh(state, coordinated).ways == 26  # +2
    state = position(line("B1", "kent", "0909 0908 0907 0906"), line("G1", "scheer", "0909 1009 1010"))
    assert weigh(state, Attack("search", "B1", "G1", at("0909"))).ways == 6  # Sighted on 10 and more, total 7
    state = position(tf("B1", "victorious", "0811"), tf("G1", "scheer", "0812"), tf("G2", "leipzig", "0812"))
    strike = [Attack("strike", "B1", key, at("0812"), support="B1", launch=at("0811")) for key in ("G1", "G2")]
    assert [weigh(state, one).ways for one in strike] == [21, 30]  # a Hit on a slow ship counts only against Leipzig


@rule("AC-IP-11")
@pytest.mark.parametrize("kind", ["search", "engage"])
@pytest.mark.parametrize("weather", ["good", "bad"])
@pytest.mark.parametrize("side", ["british", "german"])
def test_the_best_help_is_that_of_the_attacks_with_all_who_could_help(
    kind: Literal["search", "engage"], weather: str, side: str
) -> None:
    """The attack with the best help reads its table as if that help had been designated."""
    target = line("G1", "scheer", "0911 0912") if kind == "search" else tf("G1", "scheer", "0911")
    state = position(
        line("B1", "kent", "0911 0910 0909"),
        line("B2", "norfolk", "0911 1011 1012 1013 1014"),
        tf("B3", "victorious", "0811"),
        line("B4", "ark_royal", "0912 1012"),
        target,
        line("G2", "hipper", "0911 0811 0711"),
        line("G3", "graf_zeppelin", "0810 0809 0808"),
        weather=weather,
    )
    bare, is_own = Attack(kind, "B1", "G1", at("0911")), side == "british"
    helpers, sources = coordinators(state, side, bare), air_sources(state, side, bare.hex)
    every = [
        weigh(state, with_help(bare, is_own, key, source))
        for key in ("", *helpers)
        for source in (("", NO_HEX), *sources)
    ]
    assert len(every) > 1
    pick = max if is_own else min
    assert best_help(state, side, bare) == pick(every, key=lambda one: one.ways)


@rule("AC-IP-20")
def test_ties_go_to_convoys_then_by_class_then_to_the_lowest_number() -> None:
    order = [
        "british_convoy",
        "rodney",
        "hood",
        "victorious",
        "exeter",
        "arethusa",
        "british_dd_squadron",
        "rawalpindi",
    ]
    assert sorted(order, key=lambda name: rank(tf("B1", name, "0909"))) == order
    state = position(
        tf("B1", "kent", "0909"), tf("B2", "hood", "0909"), tf("B3", "repulse", "0909"), tf("G1", "bismarck", "0909"),
        boats=(boat("U1", "0909"),), active="german",
    )  # fmt: skip
    found = [(20, ("engage", "G1", key)) for key in ("B3", "B1", "B2")]
    assert best_attack(state, found) == ("engage", "G1", "B2")
    assert best_attack(state, [*found, (21, ("engage", "G1", "B1"))]) == ("engage", "G1", "B1")


@pytest.mark.parametrize("number", range(30))
@rule("AC-IP-19")
def test_no_way_costs_less_than_the_route(number: int) -> None:
    """Every way is tried from hex to hex, against a route that looks ahead to its goals."""
    rng = Random(number)
    side = rng.choice(SIDES)
    starts = rng.sample(ALL_HEXES, rng.choice((1, 2)))
    goals, seen = mask(rng.sample(ALL_HEXES, rng.randint(1, 4))), mask(rng.sample(ALL_HEXES, 30))
    if number % 3 == 0:
        seen |= goals
    closed = mask(rng.sample(ALL_HEXES, 25)) | mask(starts)

    def cost(way: tuple[int, ...]) -> tuple[int, int, int, tuple[int, ...]]:
        triggers = sum(bool(seen & BIT[one]) for one in way[1:])
        return triggers, len(way), sum(bool(ARCTIC & BIT[one]) for one in way[1:]), way

    best: dict[int, tuple[int, ...]] = {start: (start,) for start in starts}
    edge = list(best)
    while edge:
        at = edge.pop(0)
        for other in NEIGHBOURS[side][at]:
            way = (*best[at], other)
            if not closed & BIT[other] and (other not in best or cost(way) < cost(best[other])):
                best[other] = way
                edge.append(other)
    ends = [way for end, way in best.items() if goals & BIT[end]]
    assert route(side, starts, goals, closed, seen) == (min(ends, key=cost)[1:] if ends else ())
