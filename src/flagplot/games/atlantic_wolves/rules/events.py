"""The Strategic phase and the Event phase (sections 6, 7 and 16): Dönitz's place, and what the cards bring."""

from __future__ import annotations

from collections.abc import Callable

from flagplot.engine import About, Bar, Option, Table
from flagplot.games.atlantic_wolves import tables as t
from flagplot.games.atlantic_wolves import words as say
from flagplot.games.atlantic_wolves.model.fleet import is_1943, uboats_in_play
from flagplot.games.atlantic_wolves.rules.cards import draw_card, keep_red_card
from flagplot.games.atlantic_wolves.rules.reinforcements import add_boat, add_condor, add_convoy, add_tanker
from flagplot.games.atlantic_wolves.state import State

# Strategic phase (section 6)


def strategic_phase(table: Table[State]) -> str:
    """Dönitz goes to HQ or to the Sub Pens (AW-STR-01)."""
    state = table.state
    state.fleet = uboats_in_play(state)
    state.doenitz = table.choose(t.GERMAN, say.PLACE_DOENITZ, say.PLACE_DOENITZ.answers, month=t.MONTHS[state.turn - 1])
    return "event"


@say.PLACE_DOENITZ.why_not
def doenitz_barred(state: State, about: About, option: Option) -> Bar:
    return say.RAEDER_STAYS_PUT if option == "raeder" and state.raeder else say.DOENITZ_ASHORE


# Event phase (section 7)


def event_phase(table: Table[State]) -> str:
    """Draw a card and carry out its event; with AND both, with OR the one that you choose (AW-EVT-01)."""
    number = draw_card(table, say.EVENT_CARD)
    card = t.CARDS[number]
    events = card.events
    if card.link == "OR":
        by_option = events_by_option(card)
        events = (by_option[table.choose(t.GERMAN, say.CHOOSE_EVENT, list(by_option), card=number)],)
    for event in events:
        if t.EVENT_KINDS[event.kind].red:
            keep_red_card(table, number, event.kind)
        else:
            EVENTS[event.kind](table, event)
    return "allotment_and_placement"


def events_by_option(card: t.Card) -> dict[Option, t.CardEvent]:
    """The events between which a card lets you choose: by kind or, where both are of one kind, by area too."""
    one, other = card.events
    if one.kind == other.kind:
        return {(event.kind, event.area): event for event in card.events}
    return {event.kind: event for event in card.events}


def happy_hunting(table: Table[State], event: t.CardEvent) -> None:
    table.state.happy_hunting.append(event.area)
    table.tell(say.HAPPY_HUNTING_DECLARED, area=event.area)


def reduced_routes(table: Table[State], event: t.CardEvent) -> None:
    table.state.reduced_routes.append(event.area)
    table.tell(say.ROUTES_REDUCED_IN, area=event.area)


def north_atlantic_convoy(table: Table[State], event: t.CardEvent) -> None:
    if event.kind == t.NA_CONVOY_1943 and not is_1943(table.state):
        table.tell(say.NO_EVENT, kind=event.kind)
    else:
        add_convoy(table)


def raeder_to_hq(table: Table[State], event: t.CardEvent) -> None:
    """Raeder comes once, and not after the Raider was lost (AW-STR-04, AW-AMB-18, AW-AMB-27)."""
    state = table.state
    if state.raeder or state.raider == t.SUNK:
        table.tell(say.NO_EVENT, kind=event.kind)
    else:
        state.raeder = True
        table.tell(say.RAEDER_ARRIVES)


def added_counter(table: Table[State], event: t.CardEvent) -> None:
    """A U-boat to the Pens, a tanker to Refueling, a Condor to the Northern box (AW-EVT-05, AW-CRD-09)."""
    if event.kind == t.ADD_UBOAT:
        add_boat(table, say.BOAT_GAINED, is_produced=False)
    elif event.kind == t.ADD_TANKER:
        add_tanker(table, say.TANKER_GAINED)
    else:
        add_condor(table)


EVENTS: dict[str, Callable[[Table[State], t.CardEvent], None]] = {
    t.HAPPY_HUNTING: happy_hunting,
    t.REDUCED_ROUTES: reduced_routes,
    t.NA_CONVOY: north_atlantic_convoy,
    t.NA_CONVOY_1943: north_atlantic_convoy,
    t.RAEDER_HQ: raeder_to_hq,
    t.ADD_UBOAT: added_counter,
    t.ADD_TANKER: added_counter,
    t.ADD_CONDOR: added_counter,
}
