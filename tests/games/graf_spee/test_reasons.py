"""Every reason that a click gets in The Cruise of the Graf Spee is true: each has its own condition here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import flagplot
from flagplot.engine import Bar
from flagplot.engine.match import Match
from flagplot.games.graf_spee import incident_words, words
from flagplot.games.graf_spee.spaces import DISTANCE, NEIGHBOURS, SPACES
from flagplot.games.graf_spee.state import Ship, State
from flagplot.games.graf_spee.tables import ALLIED_SHIPS, GERMAN_SHIPS, TERRAIN
from tests.games.clicks import check_clicks
from tests.rules import rule

ALL_ON = {option.name: True for option in flagplot.game("graf-spee").options}


class Click:
    """An option that is not offered, with the state in which it was asked for."""

    def __init__(self, match: Match[State], option: Any) -> None:
        assert match.question
        self.state, self.about, self.option = match.state, match.question.about, option

    @property
    def ship(self) -> Ship:
        return self.state.ships[self.about["ship"]]

    @property
    def kind(self) -> str:
        """The kind of the space."""
        return SPACES[self.option].kind

    @property
    def terrain(self) -> Any:
        """The row of the Terrain Effects Chart where the ship is."""
        space, state = self.ship.space, self.state
        kind = SPACES[space].kind
        if kind in ("sea", "haven"):
            is_supplied = space in state.auxiliaries
            return TERRAIN[("sea_with_auxiliary" if kind == "sea" else "haven") if is_supplied else "sea"]
        return TERRAIN["captured" if space in state.captured else kind]

    def is_held(self, space: str) -> bool:
        return bool(self.state.stations.get(space) or self.state.face_down.get(space))

    def halts(self, space: str) -> bool:
        """GS-MOV-02, GS-AMB-35."""
        kind = SPACES[space].kind
        if kind in ("neutral", "port", "base"):
            return True
        return self.is_held(space) if kind == "zone" else kind == "haven" and space in self.state.auxiliaries

    def can_come(self, spaces: int) -> bool:
        """Whether a way without a halt leads to the space."""
        edge, seen = {self.about["space"]}, {self.about["space"]}
        for _ in range(spaces):
            edge = {other for one in edge for other in NEIGHBOURS[one]} - seen - {*self.state.visited}
            if self.option in edge:
                return True
            seen |= edge
            edge = {space for space in edge if not self.halts(space)}
        return False

    def copies_taken(self) -> int:
        """How many markers of a kind of cargo are out of the box."""
        aboard = sum(self.option in ship.cargo for ship in self.state.ships.values())
        return aboard + (len(self.state.captured) if self.option == "marine_kompanie" else 0)

    def dice(self) -> int:
        """The firing solution (GS-GUN-01)."""
        (mode, target), step, ship = self.option, self.about["step"], self.ship
        assert self.state.battle
        guns = getattr(ship, step)
        armor = ALLIED_SHIPS[target].armor // (2 if target in self.state.battle.crippled else 1)
        helpers = sum(cargo in ship.cargo for cargo in ("range_finder", "reserve_crew"))
        bonus = any(order == "river-plate" for order in self.state.achieved)
        return int(guns * (2 if mode == "maximum_fire" else 1) + ship.leadership + helpers + bonus - armor)


CONDITIONS: dict[str, Callable[[Click], bool]] = {
    words.ALREADY_ABOARD.text: lambda c: c.option in c.ship.cargo,
    words.NONE_IN_BOX.text: lambda c: c.copies_taken() >= 2,
    words.JUST_UNLOADED.text: lambda c: c.option in c.ship.unloaded,
    words.AUXILIARY_ONLY_AT_SEA.text: lambda c: c.kind not in ("sea", "haven"),
    words.AUXILIARY_THERE.text: lambda c: c.option in c.state.auxiliaries,
    words.NOT_FRIENDLY.text: lambda c: (
        SPACES[c.ship.space].kind in ("port", "base") and c.ship.space not in c.state.captured
    ),
    words.NO_REPAIR_HERE.text: lambda c: c.terrain.repair is None,
    words.ALL_SOUND.text: lambda c: all(
        getattr(c.ship, part) >= getattr(GERMAN_SHIPS[c.ship.id].most, part)
        for part in ("primary", "secondary", "tertiary", "engines", "hull")
    ),
    words.TOO_FEW_DICE.text: lambda c: c.ship.leadership + c.terrain.repair <= 0,
    words.NO_REFUELLING_HERE.text: lambda c: c.terrain.refuel is None,
    words.TANKS_FULL.text: lambda c: c.ship.oil == GERMAN_SHIPS[c.ship.id].most.oil,
    words.NO_REARMING_HERE.text: lambda c: not c.terrain.rearm,
    words.WELL_ARMED.text: lambda c: (
        c.ship.ammo >= GERMAN_SHIPS[c.ship.id].most.ammo - c.ship.reloads
        and c.ship.torpedo >= GERMAN_SHIPS[c.ship.id].most.torpedo
    ),
    words.NO_RELOADS.text: lambda c: not c.ship.reloads,
    words.NO_CARGO_HERE.text: lambda c: not c.terrain.cargo,
    words.NO_OTHER_CARGO.text: lambda c: not any(c.ship.cargo),
    words.USED_TODAY.text: lambda c: c.option in c.about["done"],
    words.AS_MOUNTS.text: lambda c: (
        c.option > c.about["points"]
        or c.option > GERMAN_SHIPS[c.ship.id].most.ammo - c.ship.reloads - c.ship.ammo
        or c.about["points"] - c.option > GERMAN_SHIPS[c.ship.id].most.torpedo - c.ship.torpedo
    ),
    words.HULL_GONE.text: lambda c: c.option > c.ship.hull,
    words.NOTHING_TO_CHANGE.text: lambda c: not c.ship.cargo[c.option],
    words.NOTHING_FACE_DOWN.text: lambda c: not c.state.face_down.get(c.option),
    words.ONLY_ZONES.text: lambda c: c.kind != "zone",
    words.PORT_CLOSED.text: lambda c: c.kind == "neutral" and c.option in c.state.visited,
    words.WAY_BLOCKED.text: lambda c: (
        DISTANCE[c.about["space"]][c.option] <= c.about["spaces"] and not c.can_come(c.about["spaces"])
    ),
    words.TOO_FAR.text: lambda c: DISTANCE[c.about["space"]][c.option] > c.about["spaces"],
    words.NOBODY_TO_MEET.text: lambda c: not c.is_held(c.about["space"]),
    words.NO_WAY_OUT.text: lambda c: c.about["spaces"] < 2 or all(map(c.halts, NEIGHBOURS[c.about["space"]])),
    words.NOT_IN_COMBAT.text: lambda c: c.option[1] not in c.state.battle.allied if c.state.battle else False,
    words.ONLY_BIG_GUNS.text: lambda c: c.about["step"] in ("tertiary", "torpedo"),
    words.TOO_LITTLE_AMMO.text: lambda c: c.ship.ammo < (2 if c.option[0] == "maximum_fire" else 1),
    words.NO_DICE.text: lambda c: c.dice() <= 0,
    words.ENGINES_HAVE_NO_MORE.text: lambda c: c.option > c.ship.engines or c.option > c.about["points"],
    words.NO_BASE.text: lambda c: c.option not in ("natl", "altm", c.ship.space),
    incident_words.ALERT_WAS_SIX.text: lambda c: c.state.draw.size == 6 if c.state.draw else False,
    incident_words.FOUGHT_HERE.text: lambda c: c.state.draw.space in c.state.fought_in if c.state.draw else False,
    incident_words.NOBODY_MOVES.text: lambda c: all(
        not ship.engines or ship.outfitted or ship.fought or ship.broke_off
        for ship in c.state.ships.values()
        if c.state.draw and ship.space == c.state.draw.space
    ),
    incident_words.NO_NEARER.text: lambda c: not c.can_come(c.about["spaces"]),
    incident_words.TRACK_FULL.text: lambda c: (
        getattr(c.ship, c.option)
        >= getattr(GERMAN_SHIPS[c.ship.id].most, c.option) - (c.ship.reloads if c.option == "ammo" else 0)
    ),
}


def walked(seed: int, scenario: str, options: dict[str, bool], every: int) -> Counter[str]:
    """Check the clicks of a random game at the first questions of each kind, and at one of `every` that follow."""
    rng, seen, asked = Random(seed), Counter[str](), Counter[str]()
    match: Match[State] = flagplot.new("graf-spee", scenario, seed=seed, options=options)
    while match.question:
        asked[match.question.ask.key] += 1
        if asked[match.question.ask.key] <= every or rng.random() < 1 / every:
            check_clicks(match, lambda reason, option: CONDITIONS[reason](Click(match, option)), seen)
        match.choose(rng.choice(match.question.options))
    return seen


@rule("GS-MOV-01", "GS-MOV-02", "GS-OUT-01", "GS-CGO-01", "GS-GUN-01", "GS-SEQ-03")
@pytest.mark.parametrize(("scenario", "options"), [("mission", {}), ("campaign", ALL_ON)], ids=["mission", "campaign"])
def test_every_reason_in_random_games_is_true(scenario: str, options: dict[str, bool]) -> None:
    seen = sum((walked(seed, scenario, options, every=8) for seed in range(4)), Counter[str]())
    assert len(seen) > 12


@pytest.mark.long
@pytest.mark.parametrize("options", [{}, ALL_ON], ids=["standard", "all options"])
def test_every_reason_in_many_random_games_is_true(options: dict[str, bool]) -> None:
    seen = sum((walked(seed, "campaign", options, every=3) for seed in range(4, 44)), Counter[str]())
    assert len(seen) > 20


def test_every_reason_has_its_condition_here() -> None:
    named = [*vars(words).values(), *vars(incident_words).values()]
    assert {bar.text for bar in named if isinstance(bar, Bar)} == set(CONDITIONS)


def test_every_question_says_what_to_do_first() -> None:
    assert all(ask.first.endswith(".") for ask in flagplot.game("graf-spee").asks.values())
