"""Attack and ASW (section 9): the areas are resolved one by one, each in the order of the ATA."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.engine import About, Bar, Modifier, Option, Roll, Table
from flagplot.games.atlantic_wolves.attacks import german_attacks
from flagplot.games.atlantic_wolves.cards import holds, play_card
from flagplot.games.atlantic_wolves.fleet import find, is_type_xxi, lose_raider
from flagplot.games.atlantic_wolves.state import Area, Boat, State
from flagplot.games.atlantic_wolves.tables import (
    ACE_SAVE,
    AGGRESSIVE,
    AREAS,
    ASW_TABLE,
    ATA_OF_ORDER_C,
    B_DIENST,
    BOATS_IN_COUNTER,
    BOATS_PER_COUNTER,
    CONDOR_SHOT_DOWN,
    CROWDED_AGGRESSIVE,
    CROWDED_NORMAL,
    DRIVEN_BACK,
    ESCORTS,
    GERMAN,
    GERMANS,
    HIT,
    HIT_TABLE,
    MINE_TONS,
    MINE_TONS_PER_SHIP,
    MOST_CROWDING,
    NORMAL,
    NORMAL_BOATS_PER_CROWDING,
    NORTH_ATLANTIC,
    NOTHING,
    ORDER_BY_ATA,
    PENS,
    RAIDER_SUNK,
    RESOLUTION_ORDER,
    SQUARES,
    SUNK,
    SUPERIOR_ASW,
    TO_PENS,
    TYPE_XXI_SAVE,
)
from flagplot.games.atlantic_wolves.tally import check_fleet
from flagplot.games.atlantic_wolves.words import (
    ACE_ESCAPE,
    ACE_ESCAPED,
    AIR_ASW,
    ASW_SEEN,
    BOAT_HIT,
    BOAT_NOT_IN_AREA,
    BOAT_SUNK,
    BY_AREA,
    BY_SIDE,
    CONDOR_LOST,
    CONDOR_ROLL,
    ESCAPED,
    ESCORT_ASW,
    HIT_ROLL,
    LET_IT_STAND,
    LOSE_BOAT,
    MINES_ROLL,
    MINES_SINK,
    NEXT_AREA,
    NOBODY_FITS,
    NOTHING_TO_RESOLVE,
    ORDERED_BACK,
    RAIDER_HUNT,
    REFUEL,
    REROLL_ASW,
    RESOLVE_BY,
    SEND_BACK,
    SENT_BACK,
    SQUARE_IS_SAFE,
    STRENGTH_ROLL,
    TANKER_HELPS,
    TANKER_REFUSED,
    USE_TANKER,
    XXI_ESCAPE,
    XXI_ESCAPED,
)


def attack_and_asw_phase(table: Table[State]) -> str:
    """Resolve an area as far as its attacks, or on from there; the phase repeats itself until all is resolved.

    By area, an area goes through all three steps of the order; by side, all areas go through a step before any goes
    through the next (AW-ORD-01, AW-ORD-02).
    """
    state = table.state
    order = RESOLUTION_ORDER[ORDER_BY_ATA[state.ata]]
    if not state.resolution:
        choose_resolution(table, order)
    if not state.resolving:
        while not state.waiting:
            state.step += 1
            if state.resolution == BY_AREA or state.step == len(order):
                if state.options.mines:
                    lay_mines(table)
                return "ata"
            state.waiting = areas_with_work(state, order[state.step])
        state.resolving = table.choose(GERMAN, NEXT_AREA, state.waiting)
        state.waiting.remove(state.resolving)
    resolve_area(table, state.areas[state.resolving], order)
    return "attack_and_asw"


def choose_resolution(table: Table[State], order: Sequence[str]) -> None:
    """By area or by side (AW-ORD-02)."""
    state = table.state
    state.waiting = areas_with_work(state, GERMANS)
    state.resolution = table.choose(GERMAN, RESOLVE_BY, RESOLVE_BY.answers if len(state.waiting) > 1 else (BY_AREA,))
    if state.resolution == BY_SIDE:
        state.waiting = areas_with_work(state, order[0])


def resolve_area(table: Table[State], area: Area, order: Sequence[str]) -> None:
    """The step of the round, or all steps; after attacks there is a pause, so that their odds are theirs alone."""
    state = table.state
    if state.resolution == BY_SIDE:
        resolve(table, area, order[state.step])
        state.resolving = ""
        return
    for step in order[state.step :]:
        resolve(table, area, step)
        state.step += 1
        if step == GERMANS and state.step < len(order):
            return
    state.resolving = ""
    state.step = 0


def areas_with_work(state: State, step: str) -> list[str]:
    """The areas where a step of the order has something to do; no ASW without a U-boat (AW-ASW-01)."""
    names = []
    for name, area in state.areas.items():
        boats = any(area.boats.values())
        if step == GERMANS:
            work = boats or area.condors > 0 or state.raider == name
        elif step == ESCORTS:
            work = boats and escort_dice(state, area) > 0
        else:
            work = (boats and area.air > 0) or state.raider == name
        if work:
            names.append(name)
    return names


@NEXT_AREA.why_not
def area_barred(state: State, about: About, option: Option) -> tuple[Bar, About] | None:
    return (NOTHING_TO_RESOLVE, {"area": option}) if option in AREAS else None


def resolve(table: Table[State], area: Area, step: str) -> None:
    """One step of the order in one area (AW-ORD-01)."""
    if step == GERMANS:
        german_attacks(table, area)
    elif step == ESCORTS:
        hunt(table, area, escort_dice(table.state, area), ESCORT_ASW)
    else:
        hunt(table, area, area.air, AIR_ASW)
        anti_raider_combat(table, area)


# ASW (sections 9.3 and 9.4)


def escort_dice(state: State, area: Area) -> int:
    """One die for each Escort, and one for each Convoy's own escort (AW-ASW-01, AW-ASW-05)."""
    return area.escorts + (state.convoys if area.name == NORTH_ATLANTIC else 0)


def hunt(table: Table[State], area: Area, dice: int, roll: Roll) -> None:
    """Each factor throws a die on the ASW Table, and its result takes effect at once (AW-ASW-01, AW-ASW-02)."""
    if not any(area.boats.values()):
        return
    state = table.state
    modifiers = crowding(state, area)
    for _ in range(dice):
        result = table.consult(ASW_TABLE, roll, modifiers, area=area.name)
        if result == NOTHING:
            continue
        if state.hand and state.doenitz == PENS:
            result = hunted_again(table, area, roll, modifiers, result)
        if result == HIT:
            hit(table, area, by_air=roll is AIR_ASW)
        elif result == DRIVEN_BACK:
            drive_back(table, area)
        if not any(area.boats.values()):
            return
        modifiers = crowding(state, area)


def hunted_again(table: Table[State], area: Area, roll: Roll, modifiers: Sequence[Modifier], result: str) -> str:
    """B-Dienst throws an ASW die again that found a boat (AW-CRD-07, AW-AMB-03, AW-AMB-04, AW-AMB-35)."""
    while result != NOTHING and holds(table.state, B_DIENST):
        table.tell(ASW_SEEN, area=area.name, result=result)
        answer = table.choose(GERMAN, REROLL_ASW, (LET_IT_STAND, B_DIENST), area=area.name, result=result)
        if answer == LET_IT_STAND:
            break
        play_card(table, B_DIENST)
        result = table.consult(ASW_TABLE, roll, modifiers, area=area.name)
    return result


def crowding(state: State, area: Area) -> tuple[Modifier, ...]:
    """Boats that crowd the Aggressive or the Normal square are easier to find (AW-ASW-03, AW-AMB-14)."""
    aggressive, normal = len(area.boats[AGGRESSIVE]), len(area.boats[NORMAL])
    if aggressive < 2 and normal < NORMAL_BOATS_PER_CROWDING:
        return ()
    first = min(max(aggressive - 1, 0), MOST_CROWDING)
    second = normal // NORMAL_BOATS_PER_CROWDING
    if state.options.crowding_cap:
        second = min(second, MOST_CROWDING - first)
    return CROWDED_AGGRESSIVE[first], CROWDED_NORMAL[second]


def drive_back(table: Table[State], area: Area) -> None:
    """One boat goes back to the Pens, unless a tanker refuels it (AW-ASW-04, AW-TNK-02, AW-AMB-17)."""
    state = table.state
    table.tell(ORDERED_BACK)
    if state.tankers_used < state.tankers:
        state.tankers_used += 1
        may_refuse = state.doenitz == PENS  # AW-STR-03
        answers = USE_TANKER.answers if may_refuse else (REFUEL,)
        if table.choose(GERMAN, USE_TANKER, answers, area=area.name) == REFUEL:
            table.tell(TANKER_HELPS)
            return
        table.tell(TANKER_REFUSED)  # AW-AMB-28
    send_back(table, area)


def send_back(table: Table[State], area: Area) -> None:
    """A boat of your choice goes back to the Pens for the rest of the month (AW-ASW-04)."""
    boats = [boat.number for square in SQUARES for boat in area.boats[square]]
    square, boat = find(area, table.choose(GERMAN, SEND_BACK, boats, area=area.name))
    to_pens(table, area, square, boat)


def to_pens(table: Table[State], area: Area, square: str, boat: Boat) -> None:
    area.boats[square].remove(boat)
    table.state.pens.append(boat)
    table.tell(SENT_BACK, what=boat)


def hit(table: Table[State], area: Area, by_air: bool) -> None:
    """A Hit is read on the Hit Table; you choose among the boats that fit (AW-HIT-01, AW-HIT-02, AW-AMB-23)."""
    state = table.state
    row = table.consult(HIT_TABLE, HIT_ROLL, SUPERIOR_ASW if state.ata >= ATA_OF_ORDER_C else ())
    if not row.sunk:
        table.tell(ORDERED_BACK)
        send_back(table, area)
    struck: list[int] = []  # no boat is struck twice by one Hit
    for _ in range(row.sunk):
        boats = [b.number for square in row.squares for b in area.boats[square] if b.number not in struck]
        if not boats:
            if not struck:
                table.tell(NOBODY_FITS)
            return
        table.tell(BOAT_HIT, squares=row.squares)
        number = table.choose(GERMAN, LOSE_BOAT, boats, area=area.name, squares=row.squares)
        struck.append(number)
        lose_boat(table, area, *find(area, number), by_air)


@LOSE_BOAT.why_not
@SEND_BACK.why_not
def loss_barred(state: State, about: About, option: Option) -> tuple[Bar, About] | None:
    """Why this boat cannot be the one."""
    if type(option) is not int:
        return None
    try:
        find(state.areas[about["area"]], option)
    except LookupError:
        return BOAT_NOT_IN_AREA, {"boat": option}
    return SQUARE_IS_SAFE, {"squares": about.get("squares", SQUARES)}


def lose_boat(table: Table[State], area: Area, square: str, boat: Boat, by_air: bool) -> None:
    """A boat is sunk, if it does not escape as an Ace or as a Type XXI (AW-ACE-03, AW-OPT-09, AW-AMB-31)."""
    state = table.state
    fate = escape(table, boat)
    if fate == TO_PENS:
        to_pens(table, area, square, boat)
    elif fate == SUNK:
        area.boats[square].remove(boat)
        state.reserve.append(boat.number)
        state.sunk += 1
        state.counters_lost += 1
        table.tell(BOAT_SUNK, what=boat)
        if state.options.variable_strength:
            state.boats_lost += table.consult(BOATS_IN_COUNTER, STRENGTH_ROLL)
        else:
            state.boats_lost += BOATS_PER_COUNTER
        if by_air and area.condors and state.options.condor_losses:
            endanger_condor(table, area)
        check_fleet(table)
    else:
        table.tell(ESCAPED, what=boat)


def escape(table: Table[State], boat: Boat) -> str:
    """What becomes of a boat that would be sunk."""
    if boat.ace and table.consult(ACE_SAVE, ACE_ESCAPE, what=boat) == TO_PENS:
        table.tell(ACE_ESCAPED, what=boat)
        return TO_PENS
    if not is_type_xxi(table.state, boat):
        return SUNK
    fate = table.consult(TYPE_XXI_SAVE, XXI_ESCAPE, what=boat)
    if fate == TO_PENS:
        table.tell(XXI_ESCAPED, what=boat)
    return fate


def endanger_condor(table: Table[State], area: Area) -> None:
    """Aircraft that sink a boat may shoot down a Condor too (AW-OPT-06); nothing else harms it (AW-ARC-02)."""
    if table.consult(CONDOR_SHOT_DOWN, CONDOR_ROLL, area=area.name):
        area.condors -= 1
        table.state.condor_reserve += 1
        table.tell(CONDOR_LOST, area=area.name)


# Anti-raider combat (section 9.5) and mines (section 17)


def anti_raider_combat(table: Table[State], area: Area) -> None:
    """A die for each Escort and Air factor, at least one: a 1 sinks the Raider (AW-ARC-01, AW-ARC-03, AW-AMB-25)."""
    if table.state.raider != area.name:  # its own area alone counts (AW-AMB-34)
        return
    for _ in range(max(1, area.escorts + area.air)):
        if table.consult(RAIDER_SUNK, RAIDER_HUNT, area=area.name):
            lose_raider(table)
            return


def lay_mines(table: Table[State]) -> None:
    """Mines sink two dice of thousands of tons, outside every limit (AW-OPT-03)."""
    tons = table.roll("2d6", MINES_ROLL).sum * MINE_TONS
    ships = -(-tons // MINE_TONS_PER_SHIP)
    table.state.tons += tons
    table.state.ships += ships
    table.tell(MINES_SINK, tons=tons, ships=ships)
