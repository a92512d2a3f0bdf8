"""Cards: drawing them, and the Red ones held, played and discarded (sections 7 and 16)."""

from __future__ import annotations

from operator import attrgetter

from flagplot.engine import Roll, Table
from flagplot.games.atlantic_wolves import tables as t
from flagplot.games.atlantic_wolves import words as say
from flagplot.games.atlantic_wolves.state import Boat, Held, State

KIND = attrgetter("kind")  # of a held card


def draw_card(table: Table[State], roll: Roll) -> int:
    """Draw the top card for one of its parts, and discard it (AW-EVT-04, AW-CMP-04)."""
    number = table.draw(table.state.deck, roll)
    table.state.discards.append(number)
    return number


def keep_red_card(table: Table[State], number: int, kind: str) -> None:
    """A Red event waits in hand until it is played, and a card may have two of them (AW-EVT-02)."""
    if number in table.state.discards:
        table.state.discards.remove(number)
    table.state.hand.append(Held(number, kind))
    table.tell(say.RED_CARD_KEPT, kind=kind)


def holds(state: State, kind: str) -> bool:
    """Whether a Red card of that kind is in hand."""
    return kind in map(KIND, state.hand)


def may_play(state: State, boat: Boat) -> bool:
    """A Red card can be played with Dönitz in the Pens, or on an individual Ace (AW-EVT-03, AW-AMB-03)."""
    return state.doenitz == t.PENS or boat.ace


def play_card(table: Table[State], kind: str) -> None:
    """Play a held Red card and discard it, unless its other event is still held (AW-CMP-04, AW-EVT-02)."""
    state = table.state
    held = next(held for held in state.hand if held.kind == kind)
    state.hand.remove(held)
    if all(other.card != held.card for other in state.hand):
        state.discards.append(held.card)
    table.tell(say.CARD_PLAYED, kind=kind)
