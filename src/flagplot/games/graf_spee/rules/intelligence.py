"""Intelligence (section 11): the second phase of a day."""

from __future__ import annotations

from flagplot.engine import About, Bar, Modifier, Next, Option, Table, go_to
from flagplot.games.graf_spee import tables as t
from flagplot.games.graf_spee import words as say
from flagplot.games.graf_spee.model.fleet import has_bonus
from flagplot.games.graf_spee.rules.redeployment import turn_up
from flagplot.games.graf_spee.rules.ships import all_in_turn, improve, raise_alert
from flagplot.games.graf_spee.spaces import SPACES, ZONES
from flagplot.games.graf_spee.state import Ship, State

BEFORE_MOVEMENT = go_to("movement", ())  # nobody has sailed yet


def intelligence_phase(table: Table[State]) -> Next:
    """Each ship may try once (GS-INT-01)."""
    all_in_turn(table, seek_intelligence)
    return BEFORE_MOVEMENT


def seek_intelligence(table: Table[State], ship: Ship, others: tuple[str, ...]) -> bool:
    """A ship listens or not, or lets her sister do so first."""
    answer: str = table.choose(ship.id, say.SEEK_INTELLIGENCE, say.SEEK_INTELLIGENCE.answers + others, ship=ship.id)
    if answer == say.LISTEN:
        gather_intelligence(table, ship)
    return answer != say.AFTER_SISTER


def intelligence_modifiers(state: State, ship: Ship) -> tuple[Modifier, ...]:
    """-1 for each missing device and for a leadership of 3 or less (GS-INT-01)."""
    modifiers = []
    for cargo, modifier in t.WITHOUT_CARGO.items():
        if cargo not in ship.cargo:
            modifiers.append(modifier)
    if ship.leadership <= t.HARD_UP_TO:
        modifiers.append(t.HARD_LEADERSHIP)
    if has_bonus(state, t.LISTENERS):
        modifiers.append(t.LISTENERS_BONUS)
    return tuple(modifiers)


def gather_intelligence(table: Table[State], ship: Ship) -> None:
    """The Intelligence Table (GS-INT-01)."""
    state = table.state
    result = table.consult(
        t.INTELLIGENCE_TABLE, say.INTELLIGENCE_ROLL, intelligence_modifiers(state, ship), ship=ship.id
    )
    table.tell(say.INTELLIGENCE_FAILS if result == t.NOTHING else say.INTELLIGENCE_RESULT, ship=ship.id, result=result)
    if result == t.DECEIVED:
        raise_alert(table, +1)
    elif result == t.SIGHTING:
        look_at_zone(table, ship)
    elif result in (t.QUIETER, t.TRIUMPH):
        raise_alert(table, -1)
        if result == t.TRIUMPH:
            improve(table, ship, t.LEADERSHIP)


def look_at_zone(table: Table[State], ship: Ship) -> None:
    """The counters of a patrol zone of your choice are turned up (GS-INT-01, GS-AMB-54)."""
    if zones := [zone for zone in ZONES if table.state.face_down.get(zone)]:
        ships = turn_up(table, table.choose(ship.id, say.LOOK_AT_ZONE, zones, ship=ship.id))
        table.tell(say.NO_CARRIER_FOUND if t.CARRIERS.isdisjoint(ships) else say.CARRIER_FOUND)
        table.mark()


@say.LOOK_AT_ZONE.why_not
def zone_barred(state: State, about: About, option: Option) -> Bar | None:
    if option not in SPACES:
        return None
    return say.NOTHING_FACE_DOWN if option in ZONES else say.ONLY_ZONES
