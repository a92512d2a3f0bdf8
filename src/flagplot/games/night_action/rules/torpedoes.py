"""Torpedoes (NA-TOR): tracks are advanced, new ones launched, and attacks resolved."""

from __future__ import annotations

from typing import Any

from flagplot.engine import Next, Table, go_to
from flagplot.games.night_action import tables as t
from flagplot.games.night_action import words as say
from flagplot.games.night_action.geometry import DIRECTIONS
from flagplot.games.night_action.model import torpedoes as model
from flagplot.games.night_action.model.fleet import SIZE, models, on_table, scenario_of, unit_of
from flagplot.games.night_action.rules.aircraft import drop_torpedoes, new_salvo
from flagplot.games.night_action.rules.contacts import reveal
from flagplot.games.night_action.rules.torpedo_damage import underwater_hit
from flagplot.games.night_action.ships import ENEMY, KINDS, tubes
from flagplot.games.night_action.state import AFLOAT, Salvo, Ship, State

HISTORY = 6  # turns of which it is kept where a ship could launch
HISTORY_PART = 6  # figures of a turn

# 6a: tracks run on


def tracks(table: Table[State]) -> Next:
    """Every track is prolonged by an armed part; those at their end sink, those off the table are gone (NA-TOR-08)."""
    state = table.state
    east, south = SIZE[state.scenario]
    for salvo in state.salvos:
        salvo.run += 1
        salvo.tracks = [
            model.advanced(track) for track in salvo.tracks if 0 <= track.x <= east and 0 <= track.y <= south
        ]
    state.salvos = [salvo for salvo in state.salvos if salvo.tracks and salvo.run <= t.TRACKS[salvo.size]]
    _keep_history(state)
    return "launch_first"


def _keep_history(state: State) -> None:
    """Keep where ships with tubes are as they may launch, which both sides see."""
    for ship in state.ships.values():
        if ship.torpedoes and ship.status == AFLOAT:
            now = () if ship.marker else (state.turn, ship.x, ship.y, ship.heading, ship.setting, ship.turned)
            ship.history = (*ship.history, *now)[-HISTORY * HISTORY_PART :]


# 6b: launches


def launch_first(table: Table[State]) -> Next:
    """The initiative winner's side launches (NA-TOR-07)."""
    return _launches(table, table.state.winner, "launch_first", "launch_second")


def launch_second(table: Table[State]) -> Next:
    """The other side launches."""
    return _launches(table, ENEMY[table.state.winner], "launch_second", go_to("attacks", 0, 0, 0))


def _launches(table: Table[State], side: str, phase: str, following: Next) -> Next:
    """A ship launches one group of tubes at one aim; what it does is for its own side only.

    So is whether it could: the side is asked while the enemy cannot rule it out (NA-AMB-25).
    """
    state = table.state
    own = (side,)
    drop_torpedoes(table, side)
    if not has_launchers(state, side):
        return following
    choice = table.choose(side, say.LAUNCH_FROM, (*ships_able_to_launch(state, side), say.DONE), to=own)
    if choice == say.DONE:
        return following
    ship = state.ships[choice]
    aim = table.choose(side, say.AIM, (*aims(state, ship), say.BACK), ship=ship.id, to=own)
    if aim != say.BACK:
        group, at = aim
        salvos = model.salvos_of(ship.loaded[group])
        number, spread = table.choose(side, say.SALVO_OF, salvos, ship=ship.id, group=group, at=at, to=own)
        launch(table, ship, group, at, number, spread)
    return phase


def has_launchers(state: State, side: str) -> bool:
    """Whether the enemy cannot rule out that a ship of a side launches."""
    for ship in state.ships.values():
        if not ship.torpedoes or ship.side != side:
            continue
        if model.could_launch(ship):
            return True
    return False


def ships_able_to_launch(state: State, side: str) -> list[str]:
    """The ships of a side with a loaded tube that may launch in this turn."""
    return [
        ship.id
        for ship in state.ships.values()
        if ship.side == side and ship.torpedoes and launch_barred(state, ship) is None
    ]


def launch_barred(state: State, ship: Ship) -> say.Barred:
    """Why a ship may not launch in this turn (NA-TOR-07); one that is sunk does not (NA-AMB-10)."""
    if ship.status != AFLOAT or ship.is_dummy or (ship.marker and ship.depth != t.PERISCOPE):
        return say.UNDER_MARKER
    if not model.has_tubes_ready(state, ship):
        return say.TUBES_EMPTY
    if ship.no_launch_to >= state.turn:
        return say.COMMAND_LOST
    if KINDS[ship.type].class_ == 1:
        if ship.turned > t.CLASS_1_LAUNCH_STEPS:
            return say.TURNED_TOO_HARD
        if ship.setting == t.FULL and state.sea >= t.CLASS_1_LAUNCH_SEA:
            return say.TOO_ROUGH
    return None


def aims(state: State, ship: Ship) -> list[Any]:
    """Each group at each seen ship that it can meet, then in each direction of its arc (NA-TOR-07, NA-TOR-12)."""
    enemies = models(state, ENEMY[ship.side])
    options: list[Any] = []
    for group in model.groups_ready(state, ship):
        fitted = tubes(ship.torpedoes[group])
        arc = model.tube_arc(fitted.arcs, ship.heading)
        for enemy in enemies:
            found = model.solution(ship.x, ship.y, enemy, t.TRACKS[fitted.size])
            if found and found.direction in arc:
                options.append((group, enemy.id))
    for group in model.groups_ready(state, ship):
        options += model.aims_at_directions(group, tubes(ship.torpedoes[group]).arcs, ship.heading)
    return options


def launch(table: Table[State], ship: Ship, group: int, at: str | int, number: int, spread: int) -> None:
    """Torpedoes leave their tubes, with a launch error for all of them (NA-TOR-07, NA-TOR-13)."""
    state = table.state
    size = tubes(ship.torpedoes[group]).size
    ship.loaded[group] -= number
    ship.reloading = 0
    direction, turns = (at, 0) if isinstance(at, int) else _aimed(state, ship, at, size)
    factor = model.launch_factor(state, KINDS[ship.type].class_, isinstance(at, str), turns, False)
    error = table.consult(t.LAUNCH_ERROR, say.LAUNCH_ERROR, ship=ship.id, to=(ship.side,)) * factor
    lie = [(direction + error + off) % DIRECTIONS for off in model.spread_of(number, spread)]
    state.salvos.append(
        Salvo(
            id=new_salvo(state, ship.side),
            side=ship.side,
            by=ship.id,
            size=size,
            nation=ship.nation,
            turn=state.turn,
            tracks=[model.launched_track(ship.x, ship.y, one) for one in lie],
        )
    )
    table.tell(say.LAUNCHED, to=(ship.side,), ship=ship.id, number=number)


def _aimed(state: State, ship: Ship, target: str, size: str) -> model.Solution:
    found = model.solution(ship.x, ship.y, state.ships[target], t.TRACKS[size])
    assert found is not None, "an aim at a ship is offered only where there is a solution"
    return found


# 6c: attacks


def attacks(table: Table[State], salvo: int, track: int, ship: int) -> Next:
    """Tracks that were advanced in this turn attack the ships that they touch (NA-TOR-09, NA-AMB-14).

    New ones, which are still arming, do not (NA-AMB-04). The next attack is looked for from a ship that a track of a
    salvo touches on, each told by its number; before it is thrown for, both sides see what is about to happen.
    """
    state = table.state
    ships = on_table(state) if state.salvos else []
    for number in range(salvo, len(state.salvos)):
        found = state.salvos[number]
        if found.run:
            for which in range(track if number == salvo else 0, len(found.tracks)):
                touched = model.touched_of(ships, found.tracks[which], found.by)
                first = ship if (number, which) == (salvo, track) else 0
                if first < len(touched):
                    become_seen(table, found, is_told=False)
                    show(table, touched[first])
                    return go_to("strike", found.sighting, which, first)
    state.salvos = [one for one in state.salvos if one.tracks]
    unseen = [one for one in state.salvos if not one.is_seen]
    afloat = [one for one in ships if one.status == AFLOAT] if unseen else []
    for one in unseen:
        _lookouts(table, one, afloat)
    return go_to("contacts", ENEMY[state.winner], 0)


def show(table: Table[State], ship: Ship) -> None:
    """A ship that is attacked under a marker is turned over with its unit (NA-CON-03)."""
    if ship.marker:
        unit = unit_of(table.state, ship.id)
        assert unit is not None
        reveal(table, unit.ships[0])


def strike(table: Table[State], sighting: int, track: int, ship: int) -> Next:
    """A torpedo attacks; after a hit or dud it is gone, after a miss it goes on to the next ship (NA-AMB-11)."""
    state = table.state
    salvo = next(number for number, one in enumerate(state.salvos) if one.sighting == sighting)
    found = state.salvos[salvo]
    target = model.ships_touched(state, found, found.tracks[track])[ship]
    modifiers = model.torpedo_modifiers(state, found.tracks[track], target)
    if table.consult(t.TORPEDO_HIT, say.TORPEDO_HIT, modifiers, ship=target.id) == t.MISS:
        table.tell(say.TORPEDO_MISSES, ship=target.id)
        return go_to("attacks", salvo, track, ship + 1)
    chart = t.DUD_CHART[model.dud_score(state, found.nation)]
    if table.consult(chart, say.DUD, ship=target.id) == t.DUD:
        table.tell(say.DUD_HIT, ship=target.id)
    else:
        _explode(table, found, target)
    del found.tracks[track]
    return go_to("attacks", salvo, track, 0)


def _explode(table: Table[State], salvo: Salvo, ship: Ship) -> None:
    """A live hit; some scenarios score it (NA-VIC-01)."""
    state = table.state
    table.tell(say.TORPEDOED, ship=ship.id, side=ship.side)
    score = scenario_of(state).score.get(salvo.side)
    if score and ship.side != salvo.side and ship.type in score.torpedo_hit:
        state.torpedo_points[salvo.side] = state.torpedo_points.get(salvo.side, 0) + score.torpedo_hit[ship.type]
    if ship.status == AFLOAT:
        underwater_hit(table, ship, t.TORPEDO_DICE[salvo.size])


def become_seen(table: Table[State], salvo: Salvo, is_told: bool = True) -> None:
    """The tracks of a salvo are seen by both sides from now on (NA-TOR-10)."""
    state = table.state
    if salvo.is_seen:
        return
    state.sightings += 1
    salvo.sighting = state.sightings
    if salvo.by in state.ships:
        state.ships[salvo.by].spent += len(salvo.tracks)
    if is_told:
        table.tell(say.TRACK_SEEN)


def _lookouts(table: Table[State], salvo: Salvo, ships: list[Ship]) -> None:
    """An unseen salvo near enemy ships is tested for once a turn (NA-TOR-10)."""
    state = table.state
    enemies = [ship for ship in ships if ship.side != salvo.side]
    if not model.is_any_near(salvo, enemies, t.TRACK_SEEN_WITHIN):
        return
    sea = t.SPOTTING_SEA[state.sea]
    thrown = table.roll("1d10", say.TRACK_TEST, (sea,), side=ENEMY[salvo.side], to=(salvo.side,)).sum
    if thrown + sea.value >= t.TRACK_SEEN[state.light]:
        become_seen(table, salvo)


# Why not


@say.LAUNCH_FROM.why_not
def launch_from_barred(state: State, about: Any, option: Any) -> say.Barred:
    ship = state.ships.get(option) if isinstance(option, str) else None
    side = state.winner if state.phase == "launch_first" else ENEMY[state.winner]
    if ship is None or ship.status != AFLOAT or ship.side != side:
        return None
    return launch_barred(state, ship) if ship.torpedoes else say.TUBES_EMPTY


@say.AIM.why_not
def aim_barred(state: State, about: Any, option: Any) -> say.Barred:
    ship = state.ships[about["ship"]]
    if not isinstance(option, tuple) or len(option) != 2 or option[0] not in range(len(ship.torpedoes)):
        return None
    group, at = option
    if group not in model.groups_ready(state, ship):
        return say.TUBES_EMPTY
    fitted = tubes(ship.torpedoes[group])
    arc = model.tube_arc(fitted.arcs, ship.heading)
    if isinstance(at, int):
        return say.OUTSIDE_ARC if at not in arc else None
    target = state.ships.get(at)
    if target is None or target.status != AFLOAT or target.marker or target.side == ship.side:
        return None
    found = model.solution(ship.x, ship.y, target, t.TRACKS[fitted.size])
    if found is None:
        return say.NO_SOLUTION
    return None if found.direction in arc else say.OUTSIDE_ARC
