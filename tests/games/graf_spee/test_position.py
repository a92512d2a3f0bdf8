"""Positions of The Cruise of the Graf Spee made by hand: what is wrong with them, what they hold, what they measure."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from random import Random
from typing import Any

import msgspec
import pytest

import flagplot
from flagplot.engine.state import Frame
from flagplot.games.graf_spee import GAME
from flagplot.games.graf_spee.state import Draw, State
from tests.games.graf_spee.builder import as_set_up, combat, play, position, run

Change = Callable[[State], Any]


def spoiled(state: State, change: Change) -> list[str]:
    """The defects of a position after a change that makes it wrong."""
    assert GAME.defects(state) == []
    change(state)
    return list(GAME.defects(state))


def set_ship(**figures: Any) -> Change:
    """The Graf Spee has these figures."""

    def change(state: State) -> None:
        for name, value in figures.items():
            setattr(state.ships["graf_spee"], name, value)

    return change


def set_state(**fields: Any) -> Change:
    """The state has these fields."""

    def change(state: State) -> None:
        for name, value in fields.items():
            setattr(state, name, value)

    return change


def at(phase: str, *args: Any) -> Change:
    """The game is at the beginning of a phase that is given these arguments."""
    return set_state(phase=phase, args=args)


def set_battle(**fields: Any) -> Change:
    """The battle has these fields."""

    def change(state: State) -> None:
        for name, value in fields.items():
            setattr(state.battle, name, value)

    return change


@pytest.mark.parametrize(
    "state",
    [as_set_up(), as_set_up("sailing", "c1"), position("incidents", "pzg"), combat("pzg", ["exeter", "ajax"]),
     position(deutschland={}, campaign=True, achieved=["cape"], failed=["base"])],
)  # fmt: skip
def test_a_sound_position_has_no_defect(state: State) -> None:
    assert GAME.defects(state) == []


@pytest.mark.parametrize(
    ("change", "defect"),
    [
        (set_ship(oil=7), "oil of graf_spee: 7; it must be from 0 to 6."),
        (set_ship(hull=-1), "hull of graf_spee: -1; it must be from 0 to 6."),
        (set_ship(torpedo=5), "torpedo of graf_spee: 5; it must be from 0 to 4."),
        (set_ship(reloads=True), "ammo of graf_spee: 6; it must be from 0 to 5."),
        (set_ship(id="bismarck"), "The ship 'graf_spee' calls itself 'bismarck'."),
        (set_ship(cargo=["radar"]), "graf_spee has 1 hull spaces; it must be 7."),
        (set_ship(cargo=["radar", "radar", "", "", "", "", ""]), "graf_spee carries two markers of a kind."),
        (set_ship(hull=0), "graf_spee is afloat without hull."),
        (set_ship(space="mars"), "There is no space 'mars'."),
        (set_state(alert=0), "alert: 0; it must be from 1 to 6."),
        (set_state(alert=7), "alert: 7; it must be from 1 to 6."),
        (set_state(day=12), "day: 12; it must be from 1 to 11."),
        (set_state(order=""), "There is no order to follow."),
        (set_state(captured=["b3"]), "'b3' is no Allied port that could be captured."),
        (set_state(face_down={"c8": 1}), "Allied ships are in patrol zones, ports and naval bases."),
        (set_state(visited=["a5"]), "'a5' is not a neutral port that could be closed."),
        (set_state(auxiliaries=["k4", "k4"]), "Two auxiliary cruisers are in one space."),
        (set_state(auxiliaries=["k4"]), "Each auxiliary cruiser has a space where it began."),
        (set_state(face_down={"pzg": 0}), "Where counters lie face down there is at least one."),
        (set_state(face_down={"pzg": 29}), "More counters lie face down than there are unseen ships."),
        (set_state(damaged=["sunk"]), "The damaged markers must be those of the set, each in one place."),
        (set_state(incidents=["merchant"]), "The incident markers must be those of the set, each in one place."),
        (set_state(quiet_aside=1), "The incident markers must be those of the set, each in one place."),
        (at("movement", ("bismarck",)), "There is no German ship 'bismarck' in this game."),
        (set_state(draw=Draw("c8", 1)), "There is a draw while incidents are drawn, and only then."),
    ],
)
def test_each_defect_is_one_sentence(change: Change, defect: str) -> None:
    assert defect in spoiled(position(), change)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (set_ship(cargo=["gold", "", "", "", "", "", ""]), "There is no cargo 'gold'; there are "),
        (set_state(order="pearl-harbor"), "There is no order 'pearl-harbor'; there are "),
        (set_state(ships={}), "The German ships of this game are graf_spee."),
        (lambda state: state.unseen.remove("exeter"), "Each of the 28 Allied ships has one place: "),
        (lambda state: state.unseen.append("exeter"), "Each of the 28 Allied ships has one place: "),
        (lambda state: state.unseen.append("bismarck"), "Each of the 28 Allied ships has one place: "),
        (set_state(phase="battle"), "There is a battle in the phase 'battle' and its steps, and only there."),
        (at("combat_step", "primary"), "The phase 'combat_step' is called from movement or draw."),
        (set_state(mines=["atlantis"]), "There is no space 'atlantis'."),
        (set_state(guns={"atlantis": 2}), "There is no space 'atlantis'."),
        (set_state(stations={"atlantis": []}), "There is no space 'atlantis'."),
    ],
)
def test_a_defect_says_what_is_expected(change: Change, words: str) -> None:
    assert any(sentence.startswith(words) for sentence in spoiled(position(), change))


def test_a_cup_holds_at_least_as_many_ships_as_lie_face_down() -> None:
    found = spoiled(as_set_up(), lambda state: state.face_down.update(pzm=4))
    assert found == ["More counters lie face down at pzm than its cup has ships."]


def test_there_are_two_markers_of_each_kind_of_cargo() -> None:
    state = position(deutschland={"cargo": ["marine_kompanie"]}, cargo=["marine_kompanie"])
    found = spoiled(state, set_state(captured=["a5"]))
    assert found == ["There are only 2 markers of each kind of cargo."]


@pytest.mark.parametrize(
    "change",
    [
        set_battle(station="pzh"),
        set_battle(allied=["renown"]),
        set_battle(german=["bismarck"]),
        set_battle(space="atlantis"),
        at("combat_step", "bow"),
        at("combat_step", ""),
        set_battle(first="neutral"),
        set_battle(crippled=["bismarck"]),
        set_battle(sunk=["bismarck"]),
        set_battle(air=["bismarck"]),
        set_battle(air=["exeter"]),
    ],
    ids=["station", "ship elsewhere", "no such ship", "space", "no such step", "no step", "first", "crippled",
         "sunk", "air", "no carrier"],
)  # fmt: skip
def test_a_battle_that_cannot_be_is_a_defect(change: Change) -> None:
    assert spoiled(combat("pzg", ["exeter", "ajax"]), change) != []


@pytest.mark.parametrize(
    "draw",
    [Draw("atlantis", 1), Draw("c8", 7), Draw("c8", 1, ["stormy", "stormy"])],
    ids=["space", "size", "too many"],
)
def test_a_draw_that_cannot_be_is_a_defect(draw: Draw) -> None:
    state = position("incidents", "c8")
    for kind in draw.drawn:
        state.incidents.remove(kind)
    state.draw = draw
    assert GAME.defects(state) != []


def test_a_position_with_a_defect_is_refused_and_the_reason_told() -> None:
    state = position()
    state.alert = 9
    with pytest.raises(flagplot.FlagplotError, match="alert: 9; it must be from 1 to 6"):
        flagplot.new("graf-spee", state=state)


def test_a_combat_in_which_a_german_ship_has_been_sunk_is_a_sound_position_and_can_be_saved() -> None:
    quiet = {"ammo": 0, "tertiary": 0}
    state = combat("pza", ["malaya"], "allied", spee=quiet | {"hull": 1}, deutschland=quiet)
    match = play(state, 6, 1, 1, 1, 1, 3, 1, 1, 1, 1, 1, 1).choose("graf_spee")
    assert match.decision is not None
    assert match.decision.key == "launch_torpedoes"
    assert GAME.defects(match.state) == []
    assert flagplot.load(match.save()).state == match.state


# What a position holds


def test_the_inventory_counts_ships_and_markers_wherever_they_are() -> None:
    expected = {
        "Allied ships": 28,
        "different Allied ships": 28,
        "incident markers": 40,
        "damaged markers": 18,
        "German ships": 1,
        "cargo markers too many": 0,
        "face-down counters without a ship": 0,
    }
    for state in (
        as_set_up(),
        combat("pzg", ["exeter"], fields_of_battle={"drawn": ["sunk"]}),
        position(lost=["exeter"], held=["stormy"], face_down={"pzg": 4}),
    ):
        found = GAME.inventory(state)
        assert {key: found[key] for key in expected} == expected


def test_an_order_is_counted_once_wherever_it_is() -> None:
    state = position(campaign=True, achieved=["cape"], failed=["base"], order="ceylon")
    assert GAME.inventory(state)["orders"] == 8


def test_a_position_survives_a_save() -> None:
    state = combat("pzg", ["exeter", "ajax"], fields_of_battle={"crippled": ["ajax"]}, silenced=["a5"], guns={"a5": 3})
    again = msgspec.json.decode(msgspec.json.encode(state), type=State)
    assert again == state


def test_what_a_captain_knows_is_all_that_there_is_to_know() -> None:
    state = as_set_up()
    assert GAME.sample(state, "graf_spee", Random(1)) == state


# Occasions and measures


def test_the_occasion_is_the_mission_and_the_day_and_the_battle_in_it() -> None:
    state = position(day=3)
    assert GAME.occasion(state).turn == "1-3"
    assert GAME.occasion(state).battle == ""
    state = position(campaign=True, achieved=["cape"], failed=["base"], day=2)
    assert GAME.occasion(state).turn == "3-2"
    match = play(combat("pzg", ["exeter"], day=4))
    assert match.occasion.turn == "1-4"
    assert match.occasion.battle.startswith("1-4 pzg")


def test_a_finished_game_is_measured_by_points_days_and_losses() -> None:
    state = combat("pza", ["malaya"], "allied", spee={"hull": 1}, vp=30, day=5, lost=["exeter", "ajax"])
    match = run(state, dice=[6, 1, 1, 1, 1, 3])
    assert GAME.metrics(match.state) == {
        "victory_points": -20.0,
        "days": 5.0,
        "orders_achieved": 0.0,
        "german_ships_sunk": 1.0,
        "allied_ships_sunk": 2.0,
    }


# Whatever is wrong with a position is told before it is played


@pytest.mark.parametrize(
    ("state", "change"),
    [
        (position("sailing", "c8"), set_ship(space="")),
        (position("movement", "c8", deutschland={}), at("movement", ("deutschland", "graf_spee", "deutschland"))),
        (position("incidents", "c8"), at("incidents", ("graf_spee", "graf_spee"))),
        (position("outfitting", "c8"), set_ship(space="", hull=0)),
    ],
    ids=["nobody afloat", "sails twice", "has sailed twice", "nobody afloat at all"],
)
def test_ships_that_act_are_afloat_and_act_once(state: State, change: Change) -> None:
    assert spoiled(state, change) != []


@pytest.mark.parametrize(
    ("state", "change", "defect"),
    [
        (position("incidents", "c8", draw=Draw("c8", 1)), at("draw", ("atlantis",)), "There is no space 'atlantis'."),
        (combat("pzg", ["ajax"]), at("combat_step", "bow"), "There is no step of a combat 'bow'; there are "),
        (combat("pzg", ["ajax"]), set_state(callers=[]), "The phase 'battle' is called from movement or draw."),
        (
            combat("pzg", ["ajax"]),
            set_state(callers=[Frame("incidents", ((),))]),
            "The phase 'battle' is called from movement or draw.",
        ),
        (position(), set_state(callers=[Frame("movement", ((),))]), "The phase 'outfitting' is called from no other."),
        (position("incidents", "c8", draw=Draw("c8", 1)), set_state(draw=None), "There is a draw while incidents "),
    ],
)
def test_procedures_that_play_could_not_have_come_to_are_refused(state: State, change: Change, defect: str) -> None:
    assert any(sentence.startswith(defect) for sentence in spoiled(state, change))


JUNK: dict[type, list[Any]] = {
    str: ["", "atlantis", "c8", "exeter", "deutschland", "graf_spee", "stormy", "a5", "pzg"],
    int: [-1, 0, 1, 7, 9, 99],
}

# What the engine looks after, and what a game cannot begin with otherwise
ENGINES_OWN = ("phase", "args", "callers", "tape", "seed_hash", "result", "options", "campaign")


def disturb(thing: Any, by_chance: Random) -> None:
    """Change one thing in a position to something of the same type."""
    name = by_chance.choice([field.name for field in fields(thing) if field.name not in ENGINES_OWN])
    value = getattr(thing, name)
    if is_dataclass(value):
        disturb(value, by_chance)
    elif name == "ships":
        disturb(by_chance.choice(list(value.values())), by_chance)
    elif isinstance(value, bool):
        setattr(thing, name, not value)
    elif isinstance(value, (int, str)):
        setattr(thing, name, by_chance.choice(JUNK[type(value)]))
    elif isinstance(value, list) and name != "defences":
        if value and by_chance.random() < 0.5:
            value.pop(by_chance.randrange(len(value)))
        else:
            junk = by_chance.choice(JUNK[str])
            value.insert(by_chance.randrange(len(value) + 1), (junk, junk) if name == "refused" else junk)
    elif isinstance(value, dict):
        inside = [by_chance.choice(JUNK[str])] if name in ("stations", "cups") else by_chance.choice(JUNK[int])
        value[by_chance.choice(JUNK[str])] = inside


@pytest.mark.parametrize("seed", range(8))
def test_a_position_without_a_defect_can_be_seen_and_played(seed: int) -> None:
    by_chance = Random(seed)
    sound = [
        as_set_up(),
        as_set_up("sailing", "c1"),
        position("incidents", "pzg", draw=Draw("pzg", 2, ["stormy"])),
        combat("pzg", ["exeter", "ark_royal"]),
        position("movement", "c8", deutschland={}),
        position("bombardment", "a5"),
        position("basing", "c8", campaign=True, order="cape", achieved=["cape"]),
    ]
    for number in range(150):
        state = copy.deepcopy(by_chance.choice(sound))
        disturb(state, by_chance)
        if GAME.defects(state):
            continue
        match = flagplot.new("graf-spee", state=state, seed=number)
        for _ in range(15):
            if match.decision is None:
                break
            match.view("graf_spee")
            match.choose(by_chance.choice(match.decision.options))
