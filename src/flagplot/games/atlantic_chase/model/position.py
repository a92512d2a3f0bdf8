"""Positions as a whole: what never changes, what is worth counting, what is wrong with one made by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from flagplot.common.checks import frames_of, strayed, unknown
from flagplot.common.pieces import counted
from flagplot.engine import Occasion
from flagplot.games.atlantic_chase import tables as t
from flagplot.games.atlantic_chase import words as say
from flagplot.games.atlantic_chase.hexes import BOXES, NO_HEX, PORTS, SIDES
from flagplot.games.atlantic_chase.model.campaign import defects_of, inventory_of, metrics_of
from flagplot.games.atlantic_chase.model.forces import (
    every_ship,
    side_of,
    waters_in,
)
from flagplot.games.atlantic_chase.model.scoring import hits_on_convoys, points
from flagplot.games.atlantic_chase.scenarios import BATTLE, LEADERS, PRIEN, SCENARIOS, is_line, ships_of
from flagplot.games.atlantic_chase.ships import TYPES
from flagplot.games.atlantic_chase.state import State, TaskForce

CAMPAIGN_PHASES = ("operation_over", "next_operation")
BATTLE_PHASES = ("battle", "round", "gunnery", "torpedoes", "maneuver", "break_away")


def occasion(state: State) -> Occasion:
    """The turn of the German that is being played, and the battle."""
    turn = f"{state.turns} {state.active}"
    if state.campaign:
        turn = f"{state.scenario} {turn}"  # each operation counts its turns anew
    if not state.battle:
        return Occasion(turn, "")
    fighters = "-".join(key for side in SIDES for key in state.battle.forces[side])
    return Occasion(turn, f"{turn} {fighters} {len(state.fates)}")


def inventory(state: State) -> dict[str, int]:
    """The ships of each side, wherever they are; in a campaign those of all operations."""
    ships = every_ship(state)
    if state.campaign:
        return inventory_of(state, state.campaign, ships)
    sides = Counter(TYPES[ship.type].side for ship in ships)
    return {**dict(sorted(sides.items())), **counted("ships", [ship.id for ship in ships])}


def metrics(state: State) -> dict[str, float]:
    """What a simulation reports of a finished game."""
    score = points(state)
    sunk = Counter(TYPES[fate.ship.type].side for fate in state.fates if fate.how == "sunk")
    return {
        "german_points": float(score["german"]),
        "british_points": float(score["british"]),
        "german_ships_sunk": float(sunk["german"]),
        "british_ships_sunk": float(sunk["british"]),
        "hits_on_convoys": float(hits_on_convoys(state)),
        "turns": float(state.turns),
        **(metrics_of(state.campaign) if state.campaign else {}),
    }


# What is wrong with a position made by hand


def defects(state: State) -> list[str]:
    """What is wrong with a position, each in one sentence."""
    if state.scenario not in SCENARIOS:
        return [f"There is no scenario '{state.scenario}'."]
    # Where names are wrong, nothing more can be said of what they stand for.
    return [*_name_defects(state)] or [
        *_place_defects(state),
        *_ship_defects(state),
        *_part_defects(state),
        *_frame_defects(state),
        *(defects_of(state, state.campaign, every_ship(state)) if state.campaign else ()),
    ]


def _name_defects(state: State) -> Iterator[str]:
    yield from unknown("task force", state.forces, t.SIDE_OF)
    yield from unknown("task force", (force.key for force in state.forces.values()), t.SIDE_OF)
    yield from unknown("port box", (force.box for force in state.forces.values() if force.box), BOXES)
    yield from unknown("port", (group.port for group in state.groups.values()), PORTS)
    yield from unknown("port", (fate.port for fate in state.fates if fate.port), PORTS)
    yield from unknown("port", (*state.landed, *_destinations(state)), PORTS)
    yield from unknown("leader", state.leaders, LEADERS)
    yield from unknown("ship", (ship.type for ship in every_ship(state)), TYPES)
    yield from unknown("side", state.free_intel, SIDES)
    for things in (state.forces, state.groups, state.stealth):
        for key, thing in things.items():
            if key != thing.key:
                yield f"'{key}' and '{thing.key}' must be the same."
    for key in state.groups:
        if key[:1] not in ("G", "B") or len(key) != 2:
            yield f"A group is called GA to GJ or BA to BJ, and not '{key}'."


def _destinations(state: State) -> list[str]:
    return [force.destination for force in state.forces.values() if force.destination]


def _place_defects(state: State) -> Iterator[str]:
    for force in state.forces.values():
        yield from _force_defects(state, force)
    for number in state.refuel:
        if number == NO_HEX:
            yield "A supply ship is in a hex."
    for stealth in state.stealth.values():
        if stealth.kind == "mines" and stealth.hex == NO_HEX:
            yield f"{stealth.key} lies in a hex."


def _force_defects(state: State, force: TaskForce) -> Iterator[str]:
    places = bool(force.line) + bool(force.box) + (force.station != NO_HEX)
    is_alone = SCENARIOS[state.scenario].kind == BATTLE
    if places != (0 if is_alone else 1):
        yield f"{force.key} must be in one place: a Station, a Trajectory, or in a box."
    if NO_HEX in force.line or not is_line(list(force.line), side_of(force.key)):
        yield f"The segments of {force.key} are not a single line of hexes side by side."
        return
    if force.box and force.box not in waters_in(state).boxes[side_of(force.key)]:
        yield f"{force.key} lies in a box that is not of its side."
    if not force.ships:
        yield f"{force.key} has no ships."
    if {*force.intel_at} - {*force.line} or {*force.contact_at} - {*force.line, force.station} - {NO_HEX}:
        yield f"{force.key} has a marker where it is not."
    if any(TYPES[ship.type].side != side_of(force.key) for ship in force.ships):
        yield f"{force.key} has a ship of the other side."


def _ship_defects(state: State) -> Iterator[str]:
    ids = Counter(ship.id for ship in every_ship(state))
    yield from (f"'{ship}' is there more than once." for ship, count in ids.items() if count > 1)
    known = ships_of(SCENARIOS[state.scenario])
    for ship in every_ship(state):
        kind = TYPES[ship.type]
        if ship.id not in known and ship.id != ship.type:
            yield f"There is no ship '{ship.id}' in the scenario, and none of her type is called so."
        if ship.hits < 0 or ship.limit < 0:
            yield f"{ship.id} has fewer Hits than none."
        if ship.is_damaged and (kind.is_many or not kind.back):
            yield f"{ship.id} cannot be damaged."
        if ship.is_dispersed and kind.kind != "convoy":
            yield f"{ship.id} cannot disperse."
    for fate in state.fates:
        if fate.how == "in_play" or (fate.how == "completed") != bool(fate.port):
            yield f"{fate.ship.id} is out of play in a way that there is not."


def _part_defects(state: State) -> Iterator[str]:
    """Leaders, an attack and a battle must be of those in play."""
    at_sea = {ship.id for force in state.forces.values() for ship in force.ships}
    waiting = {ship.id for group in state.groups.values() for ship in group.ships}
    for name, leader in state.leaders.items():
        if name == PRIEN:
            continue
        if leader.at not in BOXES and leader.at not in at_sea | waiting:
            yield f"{name} is with '{leader.at}', who is not in play."
    attack, battle = state.attack, state.battle
    if attack:
        # Who was sunk has taken part, and a boat that has attacked is gone before its attack is over.
        spent = (attack.active,) if attack.kind == say.ATTACK else ()
        sources = (*t.SIDE_OF, *state.stealth, *spent, *waters_in(state).bases)
        helpers = (attack.coordinating, attack.support, attack.enemy_coordinating, attack.enemy_support)
        yield from unknown("force", (attack.active, *(key for key in helpers if key)), sources)
        if attack.target not in t.SIDE_OF or attack.hex == NO_HEX:
            yield "An attack needs a target and a hex."
        launches = ((attack.support, attack.launch), (attack.enemy_support, attack.enemy_launch))
        if any(bool(source) != (launch != NO_HEX) for source, launch in launches):
            yield "Aircraft fly from a hex, and only where there is Air Support."
    if battle:
        if set(battle.forces) != set(SIDES) or battle.active not in SIDES:
            yield "A battle has two sides."
            return
        yield from unknown("ship", (*battle.zones, *battle.smoke, *battle.cover, *battle.cover.values()), at_sea)
        unmarked = battle.fired[battle.marked :]  # of the others some may have sunk
        yield from unknown("ship", (name for salvo in unmarked for name in (salvo.by, salvo.at)), battle.zones)
        for side in SIDES:
            yield from unknown("task force", battle.forces[side], t.SETS[side])
        if (battle.hex == NO_HEX) != (SCENARIOS[state.scenario].kind == BATTLE):
            yield "A battle is fought in a hex, unless the scenario is that battle."
        if not 0 <= battle.round <= battle.rounds <= 12:
            yield "A battle has 1 to 12 rounds."


def _frame_defects(state: State) -> Iterator[str]:
    is_alone = SCENARIOS[state.scenario].kind == BATTLE
    if not state.campaign and state.phase in CAMPAIGN_PHASES:
        yield "There is no campaign of which this is an operation."

    def callers(phase: str) -> tuple[str, ...]:
        return ("after_attack",) if phase in BATTLE_PHASES and not is_alone else ()

    yield from strayed(state, callers)
    frames = [frame.phase for frame in frames_of(state)]
    if ("after_attack" in frames) and not state.attack:
        yield "After an attack there must be one."
    if any(phase in BATTLE_PHASES[1:] for phase in frames) and not state.battle:
        yield "A battle goes on, but there is none."
    if "battle" in frames and not state.attack:
        yield "A battle follows from an attack."
    for frame in frames_of(state):
        yield from _argument_defects(state, frame.phase, frame.args)


def _argument_defects(state: State, phase: str, args: tuple[object, ...]) -> Iterator[str]:
    own = [key for key in state.forces if side_of(key) == state.active]
    if phase in ("course", "completion") and args and args[0] not in own:
        yield f"'{args[0]}' is not a task force of the Active player."
    if phase == "completion" and len(args) > 1 and args[1] not in PORTS:
        yield f"There is no port '{args[1]}'."
    if phase == "passing" and args and args[0] not in (*own, ""):
        yield f"'{args[0]}' is not a task force of the Active player."
    if phase == "recon" and args and args[0] not in state.stealth:
        yield f"There is no stealth force '{args[0]}'."
    if phase in ("signals", "attack"):
        target = args[0] if phase == "signals" else args[-1]
        if target not in state.forces or target in own:
            yield f"'{target}' is not a task force of the enemy."
    if phase == "attack" and args and args[0] not in say.ORDER_GIVEN:
        yield f"There is no attack '{args[0]}'."
