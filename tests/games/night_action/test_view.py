"""What a seat sees of Night Action beside the chart: decks of its ships, what bears, aims, and who is left."""

from __future__ import annotations

from dataclasses import fields

from flagplot.engine.view import ONLOOKER, Deck, Goal, Piece
from flagplot.games.night_action import GAME
from flagplot.games.night_action import tables as t
from flagplot.games.night_action.scenarios import SCENARIOS
from flagplot.games.night_action.state import SINKING, SUNK, Ship, State
from flagplot.games.night_action.view import pieces
from tests.games.night_action.builder import ALLIED, AXIS, position, unit


def piece_of(state: State, seat: str, ship: str) -> Piece:
    return next(piece for piece in GAME.view(state, seat).pieces if piece.id == ship)


def deck_of(state: State, ship: str) -> Deck:
    placed = piece_of(state, AXIS, ship).placed
    assert placed
    assert placed.deck
    return placed.deck


def hulls(state: State, seat: str, side: str) -> dict[str, tuple[int | None, int | None]]:
    goals: tuple[Goal, ...] = GAME.view(state, seat).goals
    return {goal.name: (goal.value, goal.target) for goal in goals if goal.sign and goal.side == side}


def test_a_deck_tells_its_owner_which_mounts_and_tubes_are_ready() -> None:
    state = position(unit(AXIS, "s38"))
    ship = state.ships["x1"]
    ship.silent[0], ship.loaded[0], ship.fires, ship.captain_hit = t.OUT, 1, 2, True
    deck = deck_of(state, "x1")
    assert [(one.kind, one.state) for one in deck.fittings] == [
        ("gun", "lost"), ("gun", ""), ("tube", ""), ("tube", "spent"),
    ]  # fmt: skip
    assert deck.stores[0] == "Tubes 1 + 2"
    assert deck.troubles == ("2 fires", "captain hit")
    ship.silent[1] = state.turn
    assert deck_of(state, "x1").fittings[1].state == "silent"
    ship.silent[1], ship.fired = 0, 2
    assert deck_of(state, "x1").fittings[1].state == "spent"


def test_mounts_stand_apart_on_every_deck() -> None:
    for scenario in SCENARIOS:
        for side in (ALLIED, AXIS):
            for key in {ship for one in SCENARIOS[scenario].unit if one.side == side for ship in one.ships}:
                state = position(unit(side, key))
                placed = GAME.view(state, side).pieces[0].placed
                assert placed
                assert placed.deck
                places = [(one.along, one.across) for one in placed.deck.fittings if one.kind == "gun"]
                assert len(set(places)) == len(places), key


def test_the_enemy_and_onlookers_see_no_deck_and_no_arcs() -> None:
    state = position(unit(AXIS, "s38"))
    for seat in (ALLIED, ONLOOKER):
        placed = piece_of(state, seat, "x1").placed
        assert placed
        assert placed.deck is None
        assert placed.sectors == ()


def test_only_what_can_be_used_has_an_arc() -> None:
    state = position(unit(AXIS, "s38"))
    ship = state.ships["x1"]
    everything = piece_of(state, AXIS, "x1").placed
    assert everything
    assert {one.name for one in everything.sectors} == {"fore guns", "aft guns", "tubes"}
    ship.silent[0], ship.loaded[0] = t.OUT, 0
    left = piece_of(state, AXIS, "x1").placed
    assert left
    assert len(left.sectors) == 1
    assert left.sectors[0].kind == "gun"


def test_hulls_are_counted_as_far_as_a_seat_knows_of_them() -> None:
    boats, hidden = unit(AXIS, "s38", "s38"), unit(AXIS, "s38", x=90, hidden=True)
    state = position(boats, hidden, unit(ALLIED, "coaster", x=20))
    state.ships["x2"].status = SUNK
    assert hulls(state, AXIS, AXIS) == {"Boats": (2, 3)}
    assert hulls(state, ALLIED, AXIS) == {"Boats": (1, 2)}
    assert hulls(state, ALLIED, ALLIED) == {"Merchantmen": (1, 1)}


def test_a_seat_is_told_its_own_aim_and_an_onlooker_both() -> None:
    state = position(unit(AXIS, "s38"))
    aims = {
        seat: [goal.side for goal in GAME.view(state, seat).goals if goal.value is None]
        for seat in (ALLIED, AXIS, ONLOOKER)
    }
    assert aims == {ALLIED: [ALLIED], AXIS: [AXIS], ONLOOKER: [ALLIED, AXIS]}


def test_a_ship_is_drawn_anew_when_any_of_its_figures_changes() -> None:
    for field in fields(Ship):
        state = position(unit(AXIS, "s38"), unit(ALLIED, "s38", x=90))
        for seat in (AXIS, ALLIED, ONLOOKER):
            GAME.view(state, seat)
        changed = state.ships["x1"]
        value = getattr(changed, field.name)
        if field.name in ("id", "side", "type", "guns", "torpedoes"):
            continue  # a ship has them for ever
        if isinstance(value, bool):
            setattr(changed, field.name, not value)
        elif isinstance(value, int):
            setattr(changed, field.name, value + 1)
        elif isinstance(value, list):
            value[0] += 1
        elif isinstance(value, tuple):
            setattr(changed, field.name, (1000, 1000, 1100, 1100))
        else:
            setattr(changed, field.name, SINKING if field.name == "status" else f"{value} 2")
        for seat in (AXIS, ALLIED, ONLOOKER):
            remembered = GAME.view(state, seat)
            pieces._known.clear()
            assert GAME.view(state, seat) == remembered, field.name
