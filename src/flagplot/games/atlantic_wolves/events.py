"""The Strategic phase and the Event phase (sections 6, 7 and 16): Dönitz's place, and what the cards bring."""

from __future__ import annotations

from collections.abc import Callable

from flagplot.engine import About, Bar, Option, Table
from flagplot.games.atlantic_wolves.cards import draw_card, keep_red_card
from flagplot.games.atlantic_wolves.fleet import is_1943
from flagplot.games.atlantic_wolves.reinforcements import add_boat, add_condor, add_convoy, add_tanker
from flagplot.games.atlantic_wolves.state import State
from flagplot.games.atlantic_wolves.tables import (
    ADD_CONDOR,
    ADD_TANKER,
    ADD_UBOAT,
    CARDS,
    EVENT_KINDS,
    GERMAN,
    HAPPY_HUNTING,
    MONTHS,
    NA_CONVOY,
    NA_CONVOY_1943,
    RAEDER_HQ,
    REDUCED_ROUTES,
    SUNK,
    Card,
    CardEvent,
)
from flagplot.games.atlantic_wolves.tally import (
    uboats_in_play,
)
from flagplot.games.atlantic_wolves.words import (
    BOAT_GAINED,
    CHOOSE_EVENT,
    DOENITZ_ASHORE,
    EVENT_CARD,
    HAPPY_HUNTING_DECLARED,
    NO_EVENT,
    PLACE_DOENITZ,
    RAEDER_ARRIVES,
    RAEDER_STAYS_PUT,
    ROUTES_REDUCED_IN,
    TANKER_GAINED,
)

# Strategic phase (section 6)


def strategic_phase(table: Table[State]) -> str:
    """Dönitz goes to HQ or to the Sub Pens (AW-STR-01)."""
    state = table.state
    state.fleet = uboats_in_play(state)
    state.doenitz = table.choose(GERMAN, PLACE_DOENITZ, PLACE_DOENITZ.answers, month=MONTHS[state.turn - 1])
    return "event"


@PLACE_DOENITZ.why_not
def doenitz_barred(state: State, about: About, option: Option) -> Bar:
    return RAEDER_STAYS_PUT if option == "raeder" else DOENITZ_ASHORE


# Event phase (section 7)


def event_phase(table: Table[State]) -> str:
    """Draw a card and carry out its event; with AND both, with OR the one that you choose (AW-EVT-01)."""
    number = draw_card(table, EVENT_CARD)
    card = CARDS[number]
    events = card.events
    if card.link == "OR":
        by_option = events_by_option(card)
        events = (by_option[table.choose(GERMAN, CHOOSE_EVENT, list(by_option), card=number)],)
    for event in events:
        if EVENT_KINDS[event.kind].red:
            keep_red_card(table, number, event.kind)
        else:
            EVENTS[event.kind](table, event)
    return "allotment_and_placement"


def events_by_option(card: Card) -> dict[Option, CardEvent]:
    """The events between which a card lets you choose: by kind or, where both are of one kind, by area too."""
    one, other = card.events
    if one.kind == other.kind:
        return {(event.kind, event.area): event for event in card.events}
    return {event.kind: event for event in card.events}


def happy_hunting(table: Table[State], event: CardEvent) -> None:
    table.state.happy_hunting.append(event.area)
    table.tell(HAPPY_HUNTING_DECLARED, area=event.area)


def reduced_routes(table: Table[State], event: CardEvent) -> None:
    table.state.reduced_routes.append(event.area)
    table.tell(ROUTES_REDUCED_IN, area=event.area)


def north_atlantic_convoy(table: Table[State], event: CardEvent) -> None:
    if event.kind == NA_CONVOY_1943 and not is_1943(table.state):
        table.tell(NO_EVENT, kind=event.kind)
    else:
        add_convoy(table)


def raeder_to_hq(table: Table[State], event: CardEvent) -> None:
    """Raeder comes once, and not after the Raider was lost (AW-STR-04, AW-AMB-18, AW-AMB-27)."""
    state = table.state
    if state.raeder or state.raider == SUNK:
        table.tell(NO_EVENT, kind=event.kind)
    else:
        state.raeder = True
        table.tell(RAEDER_ARRIVES)


def added_counter(table: Table[State], event: CardEvent) -> None:
    """A U-boat to the Pens, a tanker to Refueling, a Condor to the Northern box (AW-EVT-05, AW-CRD-09)."""
    if event.kind == ADD_UBOAT:
        add_boat(table, BOAT_GAINED, is_produced=False)
    elif event.kind == ADD_TANKER:
        add_tanker(table, TANKER_GAINED)
    else:
        add_condor(table)


EVENTS: dict[str, Callable[[Table[State], CardEvent], None]] = {
    HAPPY_HUNTING: happy_hunting,
    REDUCED_ROUTES: reduced_routes,
    NA_CONVOY: north_atlantic_convoy,
    NA_CONVOY_1943: north_atlantic_convoy,
    RAEDER_HQ: raeder_to_hq,
    ADD_UBOAT: added_counter,
    ADD_TANKER: added_counter,
    ADD_CONDOR: added_counter,
}
