"""Intelligence (section 11): the second phase of a day."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.engine import About, Bar, Modifier, Option, Table
from flagplot.games.graf_spee.contact import foresee_carrier
from flagplot.games.graf_spee.fleet import afloat, has_bonus, improve, in_turn, raise_alert
from flagplot.games.graf_spee.movement import begin_movement
from flagplot.games.graf_spee.royal_navy import turn_up
from flagplot.games.graf_spee.spaces import SPACES, ZONES
from flagplot.games.graf_spee.state import Ship, State
from flagplot.games.graf_spee.tables import (
    DECEIVED,
    HARD_LEADERSHIP,
    HARD_UP_TO,
    INTELLIGENCE_TABLE,
    LEADERSHIP,
    LISTENERS,
    LISTENERS_BONUS,
    NOTHING,
    QUIETER,
    SIGHTING,
    TRIUMPH,
    WITHOUT_CARGO,
)
from flagplot.games.graf_spee.words import (
    AFTER_SISTER,
    CARRIER_FOUND,
    INTELLIGENCE_FAILS,
    INTELLIGENCE_RESULT,
    INTELLIGENCE_ROLL,
    LISTEN,
    LOOK_AT_ZONE,
    NO_CARRIER_FOUND,
    NOTHING_FACE_DOWN,
    ONLY_ZONES,
    SEEK_INTELLIGENCE,
)


def intelligence_phase(table: Table[State]) -> str:
    """Each ship may try once (GS-INT-01)."""
    in_turn(table, afloat(table.state), seek_intelligence)
    return begin_movement(table.state)


def seek_intelligence(table: Table[State], ship: Ship, others: Sequence[str]) -> bool:
    """A ship listens or not, or lets her sister do so first."""
    answer: str = table.choose(ship.id, SEEK_INTELLIGENCE, (*SEEK_INTELLIGENCE.answers, *others), ship=ship.id)
    if answer == LISTEN:
        gather_intelligence(table, ship)
    return answer != AFTER_SISTER


def intelligence_modifiers(state: State, ship: Ship) -> tuple[Modifier, ...]:
    """-1 for each missing device and for a leadership of 3 or less (GS-INT-01)."""
    modifiers = [modifier for cargo, modifier in WITHOUT_CARGO.items() if cargo not in ship.cargo]
    if ship.leadership <= HARD_UP_TO:
        modifiers.append(HARD_LEADERSHIP)
    if has_bonus(state, LISTENERS):
        modifiers.append(LISTENERS_BONUS)
    return tuple(modifiers)


def gather_intelligence(table: Table[State], ship: Ship) -> None:
    """The Intelligence Table (GS-INT-01)."""
    state = table.state
    result = table.consult(INTELLIGENCE_TABLE, INTELLIGENCE_ROLL, intelligence_modifiers(state, ship), ship=ship.id)
    table.tell(INTELLIGENCE_FAILS if result == NOTHING else INTELLIGENCE_RESULT, ship=ship.id, result=result)
    if result == DECEIVED:
        raise_alert(table, +1)
    elif result == SIGHTING:
        look_at_zone(table, ship)
    elif result in (QUIETER, TRIUMPH):
        raise_alert(table, -1)
        if result == TRIUMPH:
            improve(table, ship, LEADERSHIP)


def look_at_zone(table: Table[State], ship: Ship) -> None:
    """The counters of a patrol zone of your choice are turned up (GS-INT-01, GS-AMB-54)."""
    if zones := [zone for zone in ZONES if table.state.face_down.get(zone)]:
        turn_up(table, table.choose(ship.id, LOOK_AT_ZONE, zones, ship=ship.id))


@LOOK_AT_ZONE.preview
def foresee_look(table: Table[State], about: About, option: Option) -> None:
    """Whether a carrier would be found."""
    table.tell(CARRIER_FOUND if foresee_carrier(table, option) else NO_CARRIER_FOUND)


@LOOK_AT_ZONE.why_not
def zone_barred(state: State, about: About, option: Option) -> Bar | None:
    if option not in SPACES:
        return None
    return NOTHING_FACE_DOWN if option in ZONES else ONLY_ZONES
