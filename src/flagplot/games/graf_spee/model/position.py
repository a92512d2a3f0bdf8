"""Positions of The Cruise of the Graf Spee seen from outside: what they hold, and what is wrong with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random

from flagplot.common.checks import frames_of, out_of_bounds, strayed, unknown
from flagplot.common.pieces import counted, everywhere
from flagplot.engine import Occasion
from flagplot.engine.state import OVER
from flagplot.games.graf_spee import tables as t
from flagplot.games.graf_spee.model.fleet import in_box, level, most
from flagplot.games.graf_spee.spaces import BASE, HAVEN, NEUTRAL, PORT, SEA, SPACES, ZONE
from flagplot.games.graf_spee.state import MOST_POINTS, Battle, Draw, State

SET_UP = ("deployment", "fitting_out")
# From where procedures are called, to which they go back
CALLED_FROM = {
    "battle": ("movement", "draw"),
    "combat_step": ("movement", "draw"),
}
IN_BATTLE = ("battle", "combat_step")
AUXILIARIES = 2
FACES = 6  # of a die, which decides whether defences hit


def sample(state: State, seat: str, rng: Random) -> State:
    """The state as the captains know it: counters that lie face down are drawn only when they are turned up."""
    return state


def occasion(state: State) -> Occasion:
    """The day of the mission, and the combat in a space."""
    day = f"{len(state.achieved) + len(state.failed) + 1}-{state.day}"
    battle = f"{day} {state.battle.space} {len(state.fought_in)}" if state.battle else ""
    return Occasion(day, battle)


def all_markers(state: State) -> list[str]:
    """Every incident marker, wherever it is, but for the Quiet Seas set aside."""
    return [*state.incidents, *state.held, *(state.draw.drawn if state.draw else ())]


def all_damaged(state: State) -> list[str]:
    return [*state.damaged, *(state.battle.drawn if state.battle else ())]


def all_allied(state: State) -> list[str]:
    """Every Allied ship, wherever she is or may be."""
    return [*everywhere(state.stations), *everywhere(state.cups), *state.unseen, *state.lost]


def inventory(state: State) -> dict[str, int]:
    """Counters and markers that no play may change in number."""
    return {
        **counted("Allied ships", all_allied(state)),
        "incident markers": len(all_markers(state)) + state.quiet_aside,
        "damaged markers": len(all_damaged(state)),
        "orders": len(state.orders) + len(state.achieved) + len(state.failed) + _in_hand(state),
        "German ships": len(state.ships),
        "cargo markers too many": sum(max(0, -in_box(state, cargo)) for cargo in t.CARGO),
        "face-down counters without a ship": max(0, sum(state.face_down.values()) - _face_down_ships(state)),
    }


def _in_hand(state: State) -> bool:
    """Whether an order is being followed, and not yet among those achieved or failed."""
    return bool(state.order) and state.order not in (*state.achieved, *state.failed)


def _face_down_ships(state: State) -> int:
    return len(state.unseen) + len(everywhere(state.cups))


def defects(state: State) -> list[str]:
    """What is wrong with a position, each defect in one sentence."""
    return [
        *_ship_defects(state),
        *_figure_defects(state),
        *_place_defects(state),
        *_marker_defects(state),
        *_phase_defects(state),
    ]


def _ship_defects(state: State) -> Iterator[str]:
    sailing = {t.GRAF_SPEE, t.DEUTSCHLAND} if state.options.deutschland else {t.GRAF_SPEE}
    if set(state.ships) != sailing:
        yield f"The German ships of this game are {', '.join(sorted(sailing))}."
        return
    for name, ship in state.ships.items():
        if ship.id != name:
            yield f"The ship '{name}' calls itself '{ship.id}'."
            return
        yield from out_of_bounds(
            (f"{department} of {name}", level(ship, department), 0, most(ship, department))
            for department in t.DEPARTMENTS
        )
        if len(ship.cargo) != len(t.HULL_SPACES):
            yield f"{name} has {len(ship.cargo)} hull spaces; it must be {len(t.HULL_SPACES)}."
        carried = [cargo for cargo in ship.cargo if cargo]
        if len(set(carried)) < len(carried):
            yield f"{name} carries two markers of a kind."
        yield from unknown("cargo", (*carried, *ship.unloaded, *ship.given), t.CARGO)
        if ship.space and not ship.hull:
            yield f"{name} is afloat without hull."


def _figure_defects(state: State) -> Iterator[str]:
    days = t.ORDERS[state.order].days if state.order in t.ORDERS else 1
    yield from out_of_bounds(
        [
            ("alert", state.alert, t.LEAST_ALERT, t.MOST_ALERT),
            ("day", state.day, 1, days),
            ("victory points", state.vp, -MOST_POINTS, MOST_POINTS),
            ("Allied ships sunk in this mission", state.sunk_this_mission, 0, len(t.ALLIED_SHIPS)),
            *((f"defences of {space}", strength, 0, FACES) for space, strength in state.guns.items()),
            ("Quiet Seas set aside", state.quiet_aside, 0, t.MARKERS.incident[t.QUIET_SEAS]),
        ]
    )
    yield from unknown("order", [*state.orders, *state.achieved, *state.failed, *filter(None, [state.order])], t.ORDERS)
    if not state.order and state.phase not in ("deployment", "over"):
        yield "There is no order to follow."
    if state.phase in ("deployment", "basing") and not state.orders:
        yield "There is no order left to draw."


def _place_defects(state: State) -> Iterator[str]:
    places = [ship.space for ship in state.ships.values()] + state.auxiliaries
    places += [*state.stations, *state.face_down, *state.cups, *state.guns, *state.silenced, *state.mines]
    places += state.auxiliary_starts
    places += [*state.fought_in, *state.limited_in, *state.raided_in, *state.visited, *state.captured]
    places += [*state.ever_captured, *state.stormy_in, *state.met_in, *state.beaten]
    yield from unknown("space", filter(None, places), SPACES)
    held = [*(space for space, ships in state.stations.items() if ships), *state.face_down]
    if any(SPACES[space].kind not in (ZONE, PORT, BASE) for space in held if space in SPACES):
        yield "Allied ships are in patrol zones, ports and naval bases."
    for place in state.captured:
        if place not in SPACES or SPACES[place].kind != PORT:
            yield f"'{place}' is no Allied port that could be captured."
    for place in state.visited:
        if place not in SPACES or SPACES[place].kind != NEUTRAL:
            yield f"'{place}' is not a neutral port that could be closed."
    afloat = [space for space in state.auxiliaries if space]
    if len(set(afloat)) < len(afloat):
        yield "Two auxiliary cruisers are in one space."
    if any(SPACES[space].kind not in (SEA, HAVEN) for space in afloat if space in SPACES):
        yield "Auxiliary cruisers are on the high seas or in the Altmark area."
    if len(state.auxiliaries) != len(state.auxiliary_starts):
        yield "Each auxiliary cruiser has a space where it began."


def _marker_defects(state: State) -> Iterator[str]:
    if sorted(all_allied(state)) != sorted(t.ALLIED_SHIPS):
        yield f"Each of the {len(t.ALLIED_SHIPS)} Allied ships has one place: a station, a cup, unseen, or lost."
    if any(count < 1 for count in state.face_down.values()):
        yield "Where counters lie face down there is at least one."
    for space, count in state.face_down.items():
        if space in state.cups and count > len(state.cups[space]):
            yield f"More counters lie face down at {space} than its cup has ships."
    loose = sum(count for space, count in state.face_down.items() if space not in state.cups)
    if loose > len(state.unseen):
        yield "More counters lie face down than there are unseen ships."
    markers, damaged = Counter(all_markers(state)), Counter(all_damaged(state))
    markers[t.QUIET_SEAS] += state.quiet_aside  # a figure, of which no list is made before it is known to be sound
    for what, found, counts in (("incident", markers, t.MARKERS.incident), ("damaged", damaged, t.MARKERS.damaged)):
        if +found != +Counter(counts):
            yield f"The {what} markers must be those of the set, each in one place."
    if any(in_box(state, cargo) < 0 for cargo in t.CARGO):
        yield f"There are only {t.MARKERS.cargo_copies} markers of each kind of cargo."


def _phase_defects(state: State) -> Iterator[str]:
    """What a phase needs that is not there."""
    if state.phase == OVER:
        return
    if not any(ship.space for ship in state.ships.values()):
        yield "No German ship is afloat."
    if state.phase not in SET_UP and len(state.auxiliaries) != AUXILIARIES:
        yield f"After the set-up there are {AUXILIARIES} auxiliary cruisers."
    yield from strayed(state, lambda phase: CALLED_FROM.get(phase, ()))
    for frame in frames_of(state):
        if frame.phase in ARGUMENT_DEFECTS:
            yield from ARGUMENT_DEFECTS[frame.phase](state, *frame.args)
    if (state.phase in IN_BATTLE) != (state.battle is not None):
        yield "There is a battle in the phase 'battle' and its steps, and only there."
    if state.battle is not None:
        yield from _battle_defects(state, state.battle)
    phases = [frame.phase for frame in frames_of(state)]
    if state.draw is None if "draw" in phases else state.draw is not None and "incidents" not in phases:
        yield "There is a draw while incidents are drawn, and only then."
    if state.draw is not None:
        yield from _draw_defects(state.draw)


def _who_sails_defects(state: State, names: Sequence[str]) -> Iterator[str]:
    """What is wrong with the ships that have sailed."""
    for name in names:
        if name not in state.ships:
            yield f"There is no German ship '{name}' in this game."
    if len(set(names)) < len(names):
        yield "A ship sails once a day."


def _space_defects(state: State, spaces: Sequence[str]) -> Iterator[str]:
    """Which spaces are not on the map."""
    yield from unknown("space", spaces, SPACES)


def _step_defects(state: State, step: str) -> Iterator[str]:
    """Whether there is a step of that name in a combat."""
    yield from unknown("step of a combat", [step], t.STEPS)


# What may be wrong with what a phase is given
ARGUMENT_DEFECTS: dict[str, Callable[..., Iterator[str]]] = {
    "movement": _who_sails_defects,
    "incidents": _who_sails_defects,
    "draw": _space_defects,
    "combat_step": _step_defects,
}


def _battle_defects(state: State, battle: Battle) -> Iterator[str]:
    """What is wrong with a battle."""
    yield from unknown("space", [battle.space], SPACES)
    if battle.first not in (t.GERMAN, t.ALLIED):
        yield f"The First Salvo is '{battle.first}'; it must be '{t.GERMAN}' or '{t.ALLIED}'."
    if any(name not in state.ships or state.ships[name].space not in ("", battle.space) for name in battle.german):
        yield "The German ships of the battle must be in its space."
    station = state.stations.get(battle.station, [])
    if any(name not in station for name in (*battle.allied, *battle.retreated, *battle.crippled, *battle.air)):
        yield f"The ships of the battle must stand at its station, '{battle.station}'."
    if set(battle.allied) & set(battle.retreated) or len(set(battle.allied)) < len(battle.allied):
        yield "An Allied ship is once in a battle, or has retreated from it."
    if any(name not in t.CARRIERS for name in battle.air):
        yield "Only carriers have naval air units."
    if any(name not in state.lost for name in battle.sunk):
        yield "A ship that was sunk in the battle is lost."


def _draw_defects(draw: Draw) -> Iterator[str]:
    """What is wrong with a draw of incidents."""
    yield from unknown("space", [draw.space], SPACES)
    if not 1 <= draw.size <= t.MOST_ALERT or len(draw.drawn) > draw.size:
        yield "A draw has at least one marker, and no more than the alert level."


def metrics(state: State) -> dict[str, float]:
    """What a simulation reports of a finished game."""
    return {
        "victory_points": float(state.vp),
        "days": float(state.day),
        "orders_achieved": float(len(state.achieved)),
        "german_ships_sunk": float(sum(not ship.space for ship in state.ships.values())),
        "allied_ships_sunk": float(len(state.lost)),
    }
