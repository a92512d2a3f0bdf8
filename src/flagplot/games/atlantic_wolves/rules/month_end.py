"""What follows the attacks (sections 10 to 14): technology, production, Aces, Convoys, and the clean-up."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from msgspec.structs import replace

from flagplot.engine import About, Bar, Option, Table
from flagplot.games.atlantic_wolves import tables as t
from flagplot.games.atlantic_wolves import words as say
from flagplot.games.atlantic_wolves.model.fleet import all_boats, is_1943, is_type_xxi, will_be_green
from flagplot.games.atlantic_wolves.rules.cards import draw_card
from flagplot.games.atlantic_wolves.rules.reinforcements import add_boat, add_convoy, add_tanker
from flagplot.games.atlantic_wolves.rules.tally import check_lifeline, final_verdict, record_month
from flagplot.games.atlantic_wolves.state import State

NUMBER = attrgetter("number")  # of a boat

# Allied Technological Advantage phase (section 10)


def ata_phase(table: Table[State]) -> str:
    """A technology raises the ATA; with a plus, not while Dönitz is in the Pens (AW-ATA-01)."""
    state = table.state
    label = t.CARDS[draw_card(table, say.ATA_CARD)].ata
    if label.startswith(t.ULTRA):
        state.ultras += 1  # also one that Dönitz stops (AW-AMB-24)
    if not label or (label.endswith("+") and state.doenitz == t.PENS):
        table.tell(say.ATA_HELD, label=label or "blank")
    elif label.startswith(t.ULTRA) and state.options.ultra_defense and state.ultras > t.ULTRAS_THAT_COUNT:
        table.tell(say.ULTRA_STALE, label=label)
    else:
        state.ata += 1
        table.tell(say.ATA_RISES, label=label, ata=state.ata)
    return "uboat_production"


# U-boat production phase (section 11)


def uboat_production_phase(table: Table[State]) -> str:
    """The card's boats, one more with Dönitz alone in HQ; any of them may be a tanker (AW-PRO-01, AW-STR-02)."""
    state = table.state
    built = t.CARDS[draw_card(table, say.PRODUCTION_CARD)].production
    if built and state.doenitz == t.HQ and not state.raeder:  # a blank stays a blank (AW-AMB-16)
        built += 1
    table.tell(say.PRODUCED, built=built)
    if built:
        most = min(built, t.COUNTERS.tanker - state.tankers)
        tankers = table.choose(t.GERMAN, say.TANKERS, range(most + 1), built=built)
        for _ in range(tankers):
            add_tanker(table, say.TANKER_BUILT)
        for _ in range(built - tankers):
            add_boat(table, say.BOAT_BUILT)
    return "ace_determination"


@say.TANKERS.why_not
def tankers_barred(state: State, about: About, option: Option) -> tuple[Bar, About] | None:
    if type(option) is not int:
        return None
    return say.TOO_FEW_TANKERS, {"tankers": t.COUNTERS.tanker - state.tankers}


@say.TANKERS.first_will_do
def is_last_month(state: State, about: About, options: Sequence[Option]) -> bool:
    """Whether no counter that is produced now will ever sail."""
    return state.turn == t.TURNS


# Ace determination phase (section 12)


def ace_determination_phase(table: Table[State]) -> str:
    """One roll a month may make one Ace, four in a game (AW-ACE-01, AW-ACE-02)."""
    state = table.state
    if state.aces < t.COUNTERS.ace:
        modifier = t.ACE_MODIFIERS[state.uboat_tons // t.TONS_PER_ACE_MODIFIER]
        if table.consult(t.ACE_TABLE, say.ACE_ROLL, (modifier,)):
            candidates = [boat.number for boat in all_boats(state) if not boat.ace]
            if candidates:
                make_ace(table, table.choose(t.GERMAN, say.MAKE_ACE, candidates))
    return "convoy_bonus_placement"


def make_ace(table: Table[State], number: int) -> None:
    state = table.state
    for boats in (state.pens, *(boats for area in state.areas.values() for boats in area.boats.values())):
        for place, boat in enumerate(boats):
            if boat.number == number:
                boats[place] = replace(boat, ace=True)
    state.aces += 1
    table.tell(say.ACE_MADE, boat=number)


@say.MAKE_ACE.first_will_do
def are_candidates_alike(state: State, about: About, options: Sequence[Option]) -> bool:
    """Whether all boats that may get the Ace will be of one kind next month, if there is one, and in the Pens."""
    if state.turn == t.TURNS:
        return True
    boats = [boat for boat in all_boats(state) if boat.number in options]
    return len({(is_type_xxi(state, boat), will_be_green(state, boat)) for boat in boats}) == 1


@say.MAKE_ACE.why_not
def ace_barred(state: State, about: About, option: Option) -> tuple[Bar, About] | None:
    if type(option) is not int:
        return None
    is_ace = any(boat.number == option for boat in all_boats(state))
    return say.ACE_ALREADY if is_ace else say.NO_SUCH_BOAT, {"boat": option}


# Convoy bonus placement phase (section 13)


def convoy_bonus_placement_phase(table: Table[State]) -> str:
    """A Convoy may appear, unless enough raiders are still in the North Atlantic (AW-CVB-01, AW-CVB-02, AW-AMB-26)."""
    state = table.state
    result = table.consult(t.CONVOY_BONUS_TABLE, say.CONVOY_ROLL_BONUS, t.IN_1943 if is_1943(state) else ())
    if result == t.CONVOY:
        add_convoy(table)
    elif result == t.POSSIBLE_CONVOY:
        waters = state.areas[t.NORTH_ATLANTIC]
        guards = sum(map(len, waters.boats.values())) + (state.raider == t.NORTH_ATLANTIC)
        if table.roll("1d6", say.POSSIBLE_CONVOY_ROLL, guards=guards).sum > guards:
            add_convoy(table)
        else:
            table.tell(say.CONVOY_DETERRED)
    return "clean_up"


# Clean-up (section 14) and the end of the month


def clean_up(table: Table[State]) -> str | None:
    """Boats go home, patrols leave, Convoys stay; then the month is judged (AW-CLN-01, AW-AMB-01)."""
    state = table.state
    record_month(table)
    check_lifeline(table)
    if state.convoys == t.ALARM_CONVOYS and is_1943(state) and not state.lifeline_alarm:
        state.lifeline_alarm = True  # AW-ATA-02, AW-AMB-19
        state.ata += t.ALARM_ATA
        table.tell(say.CONVOY_ALARM, ata=state.ata)
    clear_the_map(state)
    if state.turn == t.TURNS:
        final_verdict(table)
    if state.turn % t.RESHUFFLE_EVERY == 0:
        state.deck = sorted(state.deck + state.discards)
        state.discards = []
        table.tell(say.RESHUFFLED)
    state.turn += 1
    return "strategic"


def clear_the_map(state: State) -> None:
    for area in state.areas.values():
        for boats in area.boats.values():
            if boats:
                state.pens += boats
                boats.clear()
        if area.condors:
            state.condors[area.name] += area.condors
        area.escorts = area.air = area.condors = area.tons = area.wolfpacks = 0
        area.pack = area.attacked = False
    state.pens.sort(key=NUMBER)
    if state.raider not in (t.HARBOUR, t.SUNK):
        state.raider = t.AT_SEA
    state.happy_hunting, state.reduced_routes = [], []
    state.convoy_sunk = False
    state.tankers_used = state.tons = state.ships = state.uboat_tons = state.sunk = state.boats_lost = 0
