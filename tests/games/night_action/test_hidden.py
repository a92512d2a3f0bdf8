"""What a seat knows and may imagine (NA-CON-06, NA-CON-08): drawn from what it has seen, never from the truth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from flagplot.engine.match import Match
from flagplot.engine.start import new_match
from flagplot.games.night_action import GAME
from flagplot.games.night_action.model.known import Known
from flagplot.games.night_action.model.worlds import courses_of, sample
from flagplot.games.night_action.rules.contact_movement import contacts
from flagplot.games.night_action.rules.contacts import reveal
from flagplot.games.night_action.state import State, Unit
from tests.games.night_action.builder import ALLIED, AXIS, Trial, play, position, unit
from tests.rules import rule

SEATS = (ALLIED, AXIS)
EVERYWHERE = 10**9  # farther than any table is wide


def walked(scenario: str, seed: int, every: int) -> Iterator[Match[State]]:
    """A game between midshipmen, at one decision of so many."""
    rng = Random(seed)
    match = new_match(GAME, scenario, seed, {}, None, None)
    number = 0
    while match.decision:
        if number % every == every - 1:
            yield match
        match.choose(rng.choice(match.decision.options))
        number += 1


def imagined(state: State, seat: str, seed: int) -> State:
    return sample(GAME.copy(state), seat, Random(seed))


def lists_of(state: State, seat: str) -> object:
    known = Known(state, seat)
    return known.in_sight(), known.contacts(), known.tracks_near(0, 0, EVERYWHERE), known.scores


@rule("NA-CON-06", "NA-CON-08")
@pytest.mark.parametrize("scenario", list(GAME.scenarios))
def test_an_imagined_world_looks_the_same_and_gives_rise_to_the_same_worlds(scenario: str) -> None:
    """A twin that differs only in what a seat cannot know leads to the same samples, so these do not know the truth."""
    looked_at = 0
    for match in walked(scenario, 5, 5 if scenario == "tutorial" else 17):
        state = match.checkpoint.state
        for seat in SEATS:
            twin = imagined(state, seat, 1)
            assert not GAME.defects(twin)
            assert GAME.view(twin, seat) == GAME.view(state, seat)
            assert lists_of(twin, seat) == lists_of(state, seat)
            for seed in (2, 3):
                assert imagined(twin, seat, seed) == imagined(state, seat, seed)
            looked_at += 1
    assert looked_at > 2


@rule("NA-CON-08", "NA-CON-07")
def test_units_of_a_pool_are_imagined_under_each_of_its_markers() -> None:
    state = new_match(GAME, "coal_scuttle", 4, {}, None, None).state
    places = Counter(imagined(state, AXIS, seed).ships["a7"].marker for seed in range(300))
    assert set(places) == {unit.marker for unit in state.units.values() if unit.side == ALLIED and unit.pool}
    assert max(places.values()) < 110
    convoys = {imagined(state, AXIS, seed).ships["a1"].marker for seed in range(40)}
    assert len(convoys) == 1  # it is in no pool


@rule("NA-CON-08")
def test_only_units_that_could_have_moved_as_a_marker_did_are_imagined_under_it() -> None:
    state = position(
        unit(ALLIED, "vw", x=50, y=60, hidden=True, pool="allied"),
        unit(ALLIED, "trawler", x=80, y=60, hidden=True, pool="allied"),
        unit(ALLIED, dummy="trawler", x=110, y=60, hidden=True, pool="allied"),
        unit(AXIS, "s38", x=50, y=110),
    )
    play(state, contacts, ALLIED, 0, answers=["="])  # 16 cm, which no trawler can do
    play(state, contacts, ALLIED, 1, answers=["="])
    play(state, contacts, ALLIED, 2, answers=["="])
    worlds = [imagined(state, AXIS, seed) for seed in range(30)]
    assert {world.ships["a1"].marker for world in worlds} == {1}
    assert {world.ships["a2"].marker for world in worlds} == {2, 3}


@rule("NA-CON-06", "NA-CON-08")
def test_heading_and_setting_of_a_marker_are_imagined_anew() -> None:
    state = position(unit(AXIS, "s38", "s38", x=90, y=60, hidden=True, interval=4), unit(ALLIED, "vw", x=20, y=20))
    play(state, contacts, AXIS, 0, answers=["p1"])
    found = courses_of(state, state.units["x1"])
    assert sorted(course.heading for course in found) == [0, 6, 138]  # a turn at the very end is not seen
    headings = {imagined(state, ALLIED, seed).ships["x1"].heading for seed in range(40)}
    assert headings == {0, 6, 138}


@rule("NA-TOR-10")
def test_unseen_torpedoes_are_imagined_anew() -> None:
    state = position(unit(AXIS, "s38", x=90, y=60), unit(ALLIED, "vw", x=20, y=20), phase="class_3", args=(AXIS,))
    boat = state.ships["x1"]
    boat.history = (2, 9000, 8000, 0, 2, 0)
    nothing = imagined(state, ALLIED, 0)
    boat.loaded = [0]
    boat.reloads = 1
    assert imagined(state, ALLIED, 0) == nothing
    worlds = [imagined(state, ALLIED, seed) for seed in range(60)]
    numbers = Counter(sum(len(salvo.tracks) for salvo in world.salvos) for world in worlds)
    assert set(numbers) == {0, 1, 2}
    assert all(sum(world.ships["x1"].loaded) + n == 2 for world in worlds for n in [_in_water(world)])


def _in_water(world: State) -> int:
    return sum(len(salvo.tracks) for salvo in world.salvos)


@rule("NA-CON-06")
def test_what_is_known_of_a_marker() -> None:
    state = position(unit(AXIS, "s38", x=90, y=60, hidden=True), unit(ALLIED, "vw", x=20, y=60))
    (contact,) = Known(state, ALLIED).contacts()
    assert (contact.id, contact.types, contact.heading) == ("xm1", (), None)
    reveal(Trial(state), "x1")
    assert [seen.id for seen in Known(state, ALLIED).in_sight()] == ["x1"]
    state.units["x1"].marker = state.ships["x1"].marker = 2
    (contact,) = Known(state, ALLIED).contacts()
    assert (contact.types, contact.heading) == (("s38",), 0)
    state.ships["a1"].x = -100
    assert Known(state, ALLIED).contacts()[0].heading is None
    with pytest.raises(AssertionError):
        Known(state, ALLIED).sighting("x1")
    with pytest.raises(AssertionError):
        Known(state, ALLIED).ship("x1")


# Twins that are made without the sampler


def swapped(state: State, seat: str, rng: Random) -> State | None:
    """A twin in which two hidden units of a pool that move alike have each other's markers; None if there are none."""
    twin = GAME.copy(state)
    hidden = [unit for unit in twin.units.values() if unit.side != seat and unit.marker and unit.pool]
    alike: dict[object, list[Unit]] = {}
    for one in hidden:
        leader = twin.ships[one.ships[0]]
        alike.setdefault((one.pool, leader.type, len(one.ships)), []).append(one)
    pairs = [units for units in alike.values() if len(units) > 1]
    if not pairs:
        return None
    one, other = rng.sample(rng.choice(pairs), 2)
    for name in ("marker", "sighted", "as_seen", "trail", "trail_seen"):
        _exchange(one, other, name)
    for mine, theirs in zip(one.ships, other.ships, strict=True):
        for name in ("marker", "x", "y", "heading", "setting", "carried", "raised", "moved", "turned", "path"):
            _exchange(twin.ships[mine], twin.ships[theirs], name)
    return twin


def _exchange(one: object, other: object, name: str) -> None:
    mine, theirs = getattr(one, name), getattr(other, name)
    setattr(one, name, theirs)
    setattr(other, name, mine)


@rule("NA-CON-06", "NA-CON-07", "NA-CON-08")
@pytest.mark.parametrize("scenario", ["coal_scuttle", "eboat_alley", "pedestal"])
def test_units_that_have_each_others_markers_change_nothing_that_the_enemy_sees_or_imagines(scenario: str) -> None:
    rng = Random(7)
    looked_at = 0
    for seed in range(1, 7):
        for match in walked(scenario, seed, 4):
            state = match.checkpoint.state
            for seat in SEATS:
                twin = swapped(state, seat, rng)
                if twin is None:
                    continue
                looked_at += 1
                assert not GAME.defects(twin)
                assert GAME.view(twin, seat) == GAME.view(state, seat)
                assert lists_of(twin, seat) == lists_of(state, seat)
                for n in range(4):
                    assert imagined(twin, seat, n) == imagined(state, seat, n)
            if state.turn > 3:
                break
    assert looked_at > 10


@rule("NA-CON-06", "NA-TOR-10")
@pytest.mark.parametrize("scenario", ["coal_scuttle", "cerberus_boats", "free_battle"])
def test_forks_do_not_know_what_another_seat_has_chosen_in_secret(scenario: str) -> None:
    """What a seat imagines is the same before and after a choice of the other that it cannot see."""
    secrets = 0
    rng = Random(3)
    match = new_match(GAME, scenario, 6, {}, None, None)
    while match.decision and secrets < 40:
        choice = rng.choice(match.decision.options)
        asked = match.decision.seat
        seat = AXIS if asked == ALLIED else ALLIED
        before = match.view(seat), match.log(seat), match.branch(seat, 1).save()
        match.choose(choice)
        if match.decision and match.decision.seat == asked and (match.view(seat), match.log(seat)) == before[:2]:
            secrets += 1
            assert match.branch(seat, 1).save() == before[2], (match.decision.key, choice)
    assert secrets > 10
