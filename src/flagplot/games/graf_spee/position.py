"""Positions of The Cruise of the Graf Spee seen from outside: what they hold, and what is wrong with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from flagplot.engine import Occasion
from flagplot.games.graf_spee.fleet import in_box, most
from flagplot.games.graf_spee.spaces import BASE, HAVEN, NEUTRAL, PORT, SEA, SPACES, ZONE
from flagplot.games.graf_spee.state import MOST_POINTS, Battle, Draw, State
from flagplot.games.graf_spee.tables import (
    ALLIED,
    ALLIED_SHIPS,
    CARGO,
    CARRIERS,
    DEPARTMENTS,
    DEUTSCHLAND,
    GERMAN,
    GERMAN_SHIPS,
    GRAF_SPEE,
    HULL_SPACES,
    LEAST_ALERT,
    MARKERS,
    MOST_ALERT,
    ORDERS,
    QUIET_SEAS,
    STEPS,
)

IN_HAND = ("sailing", "battle", "incidents", "bombardment")  # phases in which a ship or two are in hand
AFTER_SET_UP = ("outfitting", "intelligence", "grouping", *IN_HAND, "auxiliaries", "achievement", "basing")
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
    ships = [name for station in state.stations.values() for name in station]
    return [*ships, *(name for cup in state.cups.values() for name in cup), *state.unseen, *state.lost]


def inventory(state: State) -> dict[str, int]:
    """Counters and markers that no play may change in number."""
    return {
        "Allied ships": len(all_allied(state)),
        "different Allied ships": len(set(all_allied(state))),
        "incident markers": len(all_markers(state)) + state.quiet_aside,
        "damaged markers": len(all_damaged(state)),
        "orders": len(state.orders) + len(state.achieved) + len(state.failed) + _in_hand(state),
        "German ships": len(state.ships),
        "cargo markers too many": sum(max(0, -in_box(state, cargo)) for cargo in CARGO),
        "face-down counters without a ship": max(0, sum(state.face_down.values()) - _face_down_ships(state)),
    }


def _in_hand(state: State) -> bool:
    """Whether an order is being followed, and not yet among those achieved or failed."""
    return bool(state.order) and state.order not in (*state.achieved, *state.failed)


def _face_down_ships(state: State) -> int:
    return len(state.unseen) + sum(map(len, state.cups.values()))


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
    sailing = {GRAF_SPEE, DEUTSCHLAND} if state.options.deutschland else {GRAF_SPEE}
    if set(state.ships) != sailing:
        yield f"The German ships of this game are {', '.join(sorted(sailing))}."
        return
    for name, ship in state.ships.items():
        if ship.id != name:
            yield f"The ship '{name}' calls itself '{ship.id}'."
            return
        for department in DEPARTMENTS:
            number = getattr(ship, department)
            if not 0 <= number <= most(ship, department):
                yield f"{department} of {name}: {number}; it must be from 0 to {most(ship, department)}."
        if len(ship.cargo) != len(HULL_SPACES):
            yield f"{name} has {len(ship.cargo)} hull spaces; it must be {len(HULL_SPACES)}."
        carried = [cargo for cargo in ship.cargo if cargo]
        if len(set(carried)) < len(carried):
            yield f"{name} carries two markers of a kind."
        for cargo in (*carried, *ship.unloaded, *ship.given):
            if cargo not in CARGO:
                yield f"There is no cargo '{cargo}'; there are {', '.join(CARGO)}."
        if ship.space and not ship.hull:
            yield f"{name} is afloat without hull."


def _figure_defects(state: State) -> Iterator[str]:
    days = ORDERS[state.order].days if state.order in ORDERS else 1
    for what, number, least, greatest in (
        ("alert", state.alert, LEAST_ALERT, MOST_ALERT),
        ("day", state.day, 1, days),
        ("victory points", state.vp, -MOST_POINTS, MOST_POINTS),
        ("Allied ships sunk in this mission", state.sunk_this_mission, 0, len(ALLIED_SHIPS)),
        *((f"defences of {space}", strength, 0, FACES) for space, strength in state.guns.items()),
        ("Quiet Seas set aside", state.quiet_aside, 0, MARKERS.incident[QUIET_SEAS]),
        ("spaces sailed", state.sailed, 0, max(ship.most.engines for ship in GERMAN_SHIPS.values())),
    ):
        if not least <= number <= greatest:
            yield f"{what}: {number}; it must be from {least} to {greatest}."
    for order in (*state.orders, *state.achieved, *state.failed, *filter(None, [state.order])):
        if order not in ORDERS:
            yield f"There is no order '{order}'; there are {', '.join(ORDERS)}."
    if not state.order and state.phase not in ("deployment", "over"):
        yield "There is no order to follow."
    if state.phase in ("deployment", "basing") and not state.orders:
        yield "There is no order left to draw."


def _place_defects(state: State) -> Iterator[str]:
    places = [ship.space for ship in state.ships.values()] + state.auxiliaries
    places += [*state.stations, *state.face_down, *state.cups, *state.guns, *state.silenced, *state.mines]
    places += state.auxiliary_starts
    places += [*state.fought_in, *state.limited_in, *state.raided_in, *state.visited, *state.captured]
    places += [*state.ever_captured, *state.stormy_in, *state.met_in, *state.to_draw, *state.beaten]
    for place in dict.fromkeys(filter(None, places)):
        if place not in SPACES:
            yield f"There is no space '{place}'."
    held = [*(space for space, ships in state.stations.items() if ships), *state.face_down]
    if any(SPACES[space].kind not in (ZONE, PORT, BASE) for space in held if space in SPACES):
        yield "Allied ships are in patrol zones, ports and naval bases."
    for place in state.captured:
        if place not in SPACES or SPACES[place].kind != PORT:
            yield f"'{place}' is no Allied port that could be captured."
    for place in state.visited:
        if place not in SPACES or SPACES[place].kind != NEUTRAL:
            yield f"'{place}' is no neutral port that could be closed."
    afloat = [space for space in state.auxiliaries if space]
    if len(set(afloat)) < len(afloat):
        yield "Two auxiliary cruisers are in one space."
    if any(SPACES[space].kind not in (SEA, HAVEN) for space in afloat if space in SPACES):
        yield "Auxiliary cruisers are on the high seas or in the Altmark area."
    if len(state.auxiliaries) != len(state.auxiliary_starts):
        yield "Each auxiliary cruiser has a space where it began."


def _marker_defects(state: State) -> Iterator[str]:
    if sorted(all_allied(state)) != sorted(ALLIED_SHIPS):
        yield f"Each of the {len(ALLIED_SHIPS)} Allied ships has one place: a station, a cup, unseen, or lost."
    if any(count < 1 for count in state.face_down.values()):
        yield "Where counters lie face down there is at least one."
    for space, count in state.face_down.items():
        if space in state.cups and count > len(state.cups[space]):
            yield f"More counters lie face down at {space} than its cup has ships."
    loose = sum(count for space, count in state.face_down.items() if space not in state.cups)
    if loose > len(state.unseen):
        yield "More counters lie face down than there are unseen ships."
    markers, damaged = Counter(all_markers(state)), Counter(all_damaged(state))
    markers[QUIET_SEAS] += state.quiet_aside  # a figure, of which no list is made before it is known to be sound
    for what, found, counts in (("incident", markers, MARKERS.incident), ("damaged", damaged, MARKERS.damaged)):
        if +found != +Counter(counts):
            yield f"The {what} markers must be those of the set, each in one place."
    if any(in_box(state, cargo) < 0 for cargo in CARGO):
        yield f"There are only {MARKERS.cargo_copies} markers of each kind of cargo."


def _phase_defects(state: State) -> Iterator[str]:
    """What a phase needs that is not there."""
    acting = [*state.group, *state.waiting]
    strangers = [name for name in acting if name not in state.ships]
    for name in strangers:
        yield f"There is no German ship '{name}' in this game."
    if strangers:
        return
    if len(set(acting)) < len(acting):
        yield "A ship acts once a day: in hand or waiting."
    if not any(ship.space for ship in state.ships.values()) and state.phase != "over":
        yield "No German ship is afloat."
    here = {state.draw.space if state.draw else "", state.battle.space if state.battle else ""}
    in_reach = [ship for ship in state.ships.values() if ship.space and (ship.id in state.group or ship.space in here)]
    if state.phase in IN_HAND and not (state.group and in_reach):
        yield f"In the phase '{state.phase}' a ship that is afloat must be in hand."
    if state.phase in ("sailing", "grouping") and len({state.ships[name].space for name in state.group}) > 1:
        yield "Ships that act together are in one space."
    if state.phase in AFTER_SET_UP and len(state.auxiliaries) != AUXILIARIES:
        yield f"After the set-up there are {AUXILIARIES} auxiliary cruisers."
    if (state.phase == "battle") != (state.battle is not None) and state.phase != "over":
        yield "There is a battle in the phase 'battle', and only there."
    if state.battle is not None:
        yield from _battle_defects(state, state.battle)
    if state.draw is not None:
        yield from _draw_defects(state, state.draw)


def _battle_defects(state: State, battle: Battle) -> Iterator[str]:
    """What is wrong with a battle."""
    if battle.space not in SPACES:
        yield f"There is no space '{battle.space}'."
    if battle.first not in (GERMAN, ALLIED):
        yield f"The First Salvo is '{battle.first}'; it must be '{GERMAN}' or '{ALLIED}'."
    if not 0 <= battle.turn < 2 * len(STEPS):
        yield f"The turn of the battle is {battle.turn}; it must be from 0 to {2 * len(STEPS) - 1}."
    if any(name not in state.ships or state.ships[name].space not in ("", battle.space) for name in battle.german):
        yield "The German ships of the battle must be in its space."
    station = state.stations.get(battle.station, [])
    if any(name not in station for name in (*battle.allied, *battle.retreated, *battle.crippled, *battle.air)):
        yield f"The ships of the battle must stand at its station, '{battle.station}'."
    if set(battle.allied) & set(battle.retreated) or len(set(battle.allied)) < len(battle.allied):
        yield "An Allied ship is once in a battle, or has retreated from it."
    if any(name not in CARRIERS for name in battle.air):
        yield "Only carriers have naval air units."
    if any(name not in state.lost for name in battle.sunk):
        yield "A ship that was sunk in the battle is lost."


def _draw_defects(state: State, draw: Draw) -> Iterator[str]:
    """What is wrong with a draw of incidents."""
    if draw.space not in SPACES:
        yield f"There is no space '{draw.space}'."
    if not 1 <= draw.size <= MOST_ALERT or len(draw.drawn) > draw.size:
        yield "A draw has at least one marker, and no more than the alert level."
    if state.phase not in ("incidents", "battle", "over"):
        yield "Incidents are drawn in their own phase."


def metrics(state: State) -> dict[str, float]:
    """What a simulation reports of a finished game."""
    return {
        "victory_points": float(state.vp),
        "days": float(state.day),
        "orders_achieved": float(len(state.achieved)),
        "german_ships_sunk": float(sum(not ship.space for ship in state.ships.values())),
        "allied_ships_sunk": float(len(state.lost)),
    }
