"""What would come of a salvo on present courses and settings (NA-TOR-13, NA-TOR-14): its odds before it is launched."""

from __future__ import annotations

from dataclasses import replace

from flagplot.engine import About, Option, Table
from flagplot.games.night_action import tables as t
from flagplot.games.night_action import words as say
from flagplot.games.night_action.geometry import DIRECTIONS, displacement
from flagplot.games.night_action.model import torpedoes as model
from flagplot.games.night_action.model.fleet import distance_at, is_model
from flagplot.games.night_action.ships import KINDS, tubes
from flagplot.games.night_action.state import Ship, State, Track


@say.SALVO_OF.preview
def outlook(table: Table[State], about: About, option: Option) -> None:
    """Every launch error, and whom each track would then hit, if all ships in sight ran straight on."""
    state = table.state
    ship = state.ships[about["ship"]]
    at, size = about["at"], tubes(ship.torpedoes[about["group"]]).size
    direction, turns = at, 0
    if isinstance(at, str):
        found = model.solution(ship.x, ship.y, state.ships[at], t.TRACKS[size])
        if found is None:
            return
        direction, turns = found
    factor = model.launch_factor(state, KINDS[ship.type].class_, isinstance(at, str), turns, False)
    error = table.consult(t.LAUNCH_ERROR, say.LAUNCH_ERROR, ship=ship.id) * factor
    number, spread = option
    for off in model.spread_of(number, spread):
        track = model.launched_track(ship.x, ship.y, (direction + error + off) % DIRECTIONS)
        _run(table, ship, track, size)


def _run(table: Table[State], by: Ship, track: Track, size: str) -> None:
    """A track runs on turn by turn until it hits somebody or sinks."""
    seen = [ship for ship in table.state.ships.values() if is_model(ship) or ship.side == by.side]
    for turns in range(1, t.TRACKS[size] + 1):
        track = model.advanced(track)
        there = [_after(ship, turns) for ship in seen if not ship.is_dummy]
        for ship in model.touched_of(there, track, by.id):
            modifiers = model.torpedo_modifiers(table.state, track, ship)
            if table.consult(t.TORPEDO_HIT, say.TORPEDO_HIT, modifiers, ship=ship.id) == t.MISS:
                continue
            chart = t.DUD_CHART[model.dud_score(table.state, by.nation)]
            is_dud = table.consult(chart, say.DUD, ship=ship.id) == t.DUD
            table.tell(say.WOULD_BE_DUD if is_dud else say.WOULD_HIT, ship=ship.id, turns=turns)
            return


def _after(ship: Ship, turns: int) -> Ship:
    """A ship as it would lie after so many turns."""
    dx, dy = displacement(ship.heading, distance_at(ship, ship.setting) * turns)
    return replace(ship, x=ship.x + dx, y=ship.y + dy)
