"""Attack and ASW (section 9): the areas are resolved one by one, each in the order of the ATA."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from flagplot.engine import About, Bar, Modifier, Next, Option, Roll, Table, call, go_to
from flagplot.games.atlantic_wolves import tables as t
from flagplot.games.atlantic_wolves import words as say
from flagplot.games.atlantic_wolves.model.fleet import find, is_type_xxi, kind_of, lose_raider
from flagplot.games.atlantic_wolves.rules.attacks import german_attacks
from flagplot.games.atlantic_wolves.rules.cards import holds, play_card
from flagplot.games.atlantic_wolves.rules.tally import check_fleet
from flagplot.games.atlantic_wolves.state import Area, Boat, State


def attack_and_asw_phase(table: Table[State]) -> Next:
    """Resolve the month by area or by side, as you choose (AW-ORD-02)."""
    state = table.state
    order = order_of_resolution(state)
    areas = areas_with_work(state, t.GERMANS)
    answers = say.RESOLVE_BY.answers if len(areas) > 1 else (say.BY_AREA,)
    way = table.choose(t.GERMAN, say.RESOLVE_BY, answers)
    return resolution(way, areas, order)


# The same areas, steps and answers always lead to the same frames, so that each of these is put together once.


@functools.lru_cache(maxsize=2**12)
def resolution(way: str, areas: tuple[str, ...], order: t.Steps) -> Next:
    """How a month is resolved; mines come last."""
    resolving = call("by_side", order) if way == say.BY_SIDE else call("areas", areas, order)
    return resolving.then("mines")


@functools.lru_cache(maxsize=2**12)
def one_side(areas: tuple[str, ...], steps: t.Steps) -> Next:
    """The areas go through the first of these steps; then come the others."""
    return call("areas", areas, steps[:1]).then("by_side", steps[1:])


@functools.lru_cache(maxsize=2**12)
def one_area(name: str, areas: tuple[str, ...], steps: t.Steps) -> Next:
    """One of the areas goes through these steps; the others wait."""
    return go_to("area", name, steps, tuple([other for other in areas if other != name]))


def order_of_resolution(state: State) -> t.Steps:
    """The steps through which each area goes, by the ATA (AW-ORD-01)."""
    return t.RESOLUTION_ORDER[t.ORDER_BY_ATA[state.ata]]


def by_side(table: Table[State], steps: t.Steps) -> Next:
    """All areas go through a step before any goes through the next (AW-ORD-02)."""
    if not steps:
        return None
    return one_side(areas_with_work(table.state, steps[0]), steps)


def resolve_areas(table: Table[State], waiting: tuple[str, ...], steps: t.Steps) -> Next:
    """The areas that wait go through these steps, one area after another, as you like (AW-ORD-01)."""
    if not waiting:
        return None
    return one_area(table.choose(t.GERMAN, say.NEXT_AREA, waiting), waiting, steps)


def resolve_area(table: Table[State], name: str, steps: t.Steps, waiting: tuple[str, ...]) -> Next:
    """One area goes through its steps, then the others (AW-ORD-01); the odds of its attacks are theirs alone."""
    state = table.state
    area = state.areas[name]
    for step in steps:
        if step == t.GERMANS:
            german_attacks(table, area)
            table.mark()
        elif step == t.ESCORTS:
            if dice := escort_dice(state, area):
                hunt(table, area, dice, say.ESCORT_ASW)
        else:
            if area.air:
                hunt(table, area, area.air, say.AIR_ASW)
            if state.raider == name:  # its own area alone counts (AW-AMB-34)
                anti_raider_combat(table, area)
    if len(waiting) == 1:
        return go_to("area", waiting[0], steps, ())
    return go_to("areas", waiting, steps) if waiting else None


def mines(table: Table[State]) -> str:
    """When all areas are resolved, mines take their toll (AW-OPT-03)."""
    if table.state.options.mines:
        lay_mines(table)
    return "ata"


def areas_with_work(state: State, step: t.Step) -> tuple[str, ...]:
    """The areas where a step of the order has something to do; no ASW without a U-boat (AW-ASW-01)."""
    names = []
    aggressive, normal, shadow = t.SQUARES
    germans, air = step == t.GERMANS, step == t.AIR
    raider = state.raider if germans or air else ""
    for name, area in state.areas.items():
        squares = area.boats
        if squares[aggressive] or squares[normal] or squares[shadow]:
            work = germans or (area.air if air else escort_dice(state, area))
        else:
            work = germans and area.condors
        if work or name == raider:
            names.append(name)
    return tuple(names)


@say.NEXT_AREA.why_not
def area_barred(state: State, about: About, option: Option) -> tuple[Bar, About] | None:
    return (say.NOTHING_TO_RESOLVE, {"area": option}) if option in t.AREAS else None


# ASW (sections 9.3 and 9.4)


def escort_dice(state: State, area: Area) -> int:
    """One die for each Escort, and one for each Convoy's own escort (AW-ASW-01, AW-ASW-05)."""
    return area.escorts + (state.convoys if area.name == t.NORTH_ATLANTIC else 0)


def hunt(table: Table[State], area: Area, dice: int, roll: Roll) -> None:
    """Each factor throws a die on the ASW Table, and its result takes effect at once (AW-ASW-01, AW-ASW-02)."""
    aggressive, normal, shadow = area.boats[t.AGGRESSIVE], area.boats[t.NORMAL], area.boats[t.SHADOW]
    if not (aggressive or normal or shadow):
        return
    state = table.state
    modifiers = crowding(len(aggressive), len(normal), state.options.crowding_cap)
    for _ in range(dice):
        result = table.consult(t.ASW_TABLE, roll, modifiers, area=area.name)
        if result == t.NOTHING:
            continue
        if state.hand and state.doenitz == t.PENS:
            result = hunted_again(table, area, roll, modifiers, result)
        if result == t.HIT:
            hit(table, area, roll is say.AIR_ASW)
        elif result == t.DRIVEN_BACK:
            drive_back(table, area)
        if not (aggressive or normal or shadow):
            return
        modifiers = crowding(len(aggressive), len(normal), state.options.crowding_cap)


def hunted_again(table: Table[State], area: Area, roll: Roll, modifiers: Sequence[Modifier], result: str) -> str:
    """B-Dienst throws an ASW die again that found a boat (AW-CRD-07, AW-AMB-03, AW-AMB-04, AW-AMB-35)."""
    while result != t.NOTHING and holds(table.state, t.B_DIENST):
        table.tell(say.ASW_SEEN, area=area.name, result=result)
        answer = table.choose(t.GERMAN, say.REROLL_ASW, (say.LET_IT_STAND, t.B_DIENST), area=area.name, result=result)
        if answer == say.LET_IT_STAND:
            break
        play_card(table, t.B_DIENST)
        result = table.consult(t.ASW_TABLE, roll, modifiers, area=area.name)
    return result


@functools.cache
def crowding(aggressive: int, normal: int, capped: bool) -> tuple[Modifier, ...]:
    """Boats that crowd the Aggressive or the Normal square are easier to find (AW-ASW-03, AW-AMB-14)."""
    if aggressive < 2 and normal < t.NORMAL_BOATS_PER_CROWDING:
        return ()
    first = min(max(aggressive - 1, 0), t.MOST_CROWDING)
    second = normal // t.NORMAL_BOATS_PER_CROWDING
    if capped:
        second = min(second, t.MOST_CROWDING - first)
    return t.CROWDED_AGGRESSIVE[first], t.CROWDED_NORMAL[second]


def drive_back(table: Table[State], area: Area) -> None:
    """One boat goes back to the Pens, unless a tanker refuels it (AW-ASW-04, AW-TNK-02, AW-AMB-17)."""
    state = table.state
    table.tell(say.ORDERED_BACK)
    if state.tankers_used < state.tankers:
        state.tankers_used += 1
        may_refuse = state.doenitz == t.PENS  # AW-STR-03
        answers = say.USE_TANKER.answers if may_refuse else (say.REFUEL,)
        if table.choose(t.GERMAN, say.USE_TANKER, answers, area=area.name) == say.REFUEL:
            table.tell(say.TANKER_HELPS)
            return
        table.tell(say.TANKER_REFUSED)  # AW-AMB-28
    send_back(table, area)


def send_back(table: Table[State], area: Area) -> None:
    """A boat of your choice goes back to the Pens for the rest of the month (AW-ASW-04)."""
    boats = [boat.number for square in t.SQUARES for boat in area.boats[square]]
    square, boat = find(area, table.choose(t.GERMAN, say.SEND_BACK, boats, area=area.name))
    to_pens(table, area, square, boat)


def to_pens(table: Table[State], area: Area, square: str, boat: Boat) -> None:
    area.boats[square].remove(boat)
    table.state.pens.append(boat)
    table.tell(say.SENT_BACK, what=boat)


def hit(table: Table[State], area: Area, by_air: bool) -> None:
    """A Hit is read on the Hit Table; you choose among the boats that fit (AW-HIT-01, AW-HIT-02, AW-AMB-23)."""
    state = table.state
    row = table.consult(t.HIT_TABLE, say.HIT_ROLL, t.SUPERIOR_ASW if state.ata >= t.ATA_OF_ORDER_C else ())
    if not row.sunk:
        table.tell(say.ORDERED_BACK)
        send_back(table, area)
    struck: list[int] = []  # no boat is struck twice by one Hit
    while len(struck) < row.sunk:
        boats = boats_that_fit(area, row.squares, struck)
        if not boats:
            if not struck:
                table.tell(say.NOBODY_FITS)
            return
        table.tell(say.BOAT_HIT, squares=row.squares)
        number = table.choose(t.GERMAN, say.LOSE_BOAT, boats, area=area.name, squares=row.squares)
        struck.append(number)
        square, boat = find(area, number)
        lose_boat(table, area, square, boat, by_air)


def boats_that_fit(area: Area, squares: Sequence[str], struck: Sequence[int]) -> list[int]:
    """The boats that a Hit reaches, and that it has not struck already (AW-HIT-01)."""
    found: list[int] = []
    for square in squares:
        for boat in area.boats[square]:
            if boat.number not in struck:
                found.append(boat.number)
    return found


@say.LOSE_BOAT.why_not
@say.SEND_BACK.why_not
def loss_barred(state: State, about: About, option: Option) -> tuple[Bar, About] | None:
    """Why this boat cannot be the one."""
    if type(option) is not int:
        return None
    try:
        square, _ = find(state.areas[about["area"]], option)
    except LookupError:
        return say.BOAT_NOT_IN_AREA, {"boat": option}
    return (say.STRUCK_ALREADY, {"boat": option}) if square in about["squares"] else (say.SQUARE_IS_SAFE, {})


@say.LOSE_BOAT.first_will_do
@say.SEND_BACK.first_will_do
def are_boats_alike(state: State, about: About, options: Sequence[Option]) -> bool:
    """Whether all these boats are of one kind, and in one square."""
    area = state.areas[about["area"]]
    places = [find(area, number) for number in options if isinstance(number, int)]
    return len({(square, kind_of(state, boat)) for square, boat in places}) == 1


def lose_boat(table: Table[State], area: Area, square: str, boat: Boat, by_air: bool) -> None:
    """A boat is sunk, if it does not escape as an Ace or as a Type XXI (AW-ACE-03, AW-OPT-09, AW-AMB-31)."""
    state = table.state
    fate = escape(table, boat)
    if fate == t.TO_PENS:
        to_pens(table, area, square, boat)
    elif fate == t.SUNK:
        area.boats[square].remove(boat)
        state.reserve.append(boat.number)
        state.sunk += 1
        state.counters_lost += 1
        table.tell(say.BOAT_SUNK, what=boat, area=area.name, by_air=by_air)
        if state.options.variable_strength:
            state.boats_lost += table.consult(t.BOATS_IN_COUNTER, say.STRENGTH_ROLL)
        else:
            state.boats_lost += t.BOATS_PER_COUNTER
        if by_air and area.condors and state.options.condor_losses:
            endanger_condor(table, area)
        check_fleet(table)
    else:
        table.tell(say.ESCAPED, what=boat)


def escape(table: Table[State], boat: Boat) -> str:
    """What becomes of a boat that would be sunk."""
    if boat.ace and table.consult(t.ACE_SAVE, say.ACE_ESCAPE, what=boat) == t.TO_PENS:
        table.tell(say.ACE_ESCAPED, what=boat)
        return t.TO_PENS
    if not is_type_xxi(table.state, boat):
        return t.SUNK
    fate = table.consult(t.TYPE_XXI_SAVE, say.XXI_ESCAPE, what=boat)
    if fate == t.TO_PENS:
        table.tell(say.XXI_ESCAPED, what=boat)
    return fate


def endanger_condor(table: Table[State], area: Area) -> None:
    """Aircraft that sink a boat may shoot down a Condor too (AW-OPT-06); nothing else harms it (AW-ARC-02)."""
    if table.consult(t.CONDOR_SHOT_DOWN, say.CONDOR_ROLL, area=area.name):
        area.condors -= 1
        table.state.condor_reserve += 1
        table.tell(say.CONDOR_LOST, area=area.name)


# Anti-raider combat (section 9.5) and mines (section 17)


def anti_raider_combat(table: Table[State], area: Area) -> None:
    """A die for each Escort and Air factor, at least one: a 1 sinks the Raider (AW-ARC-01, AW-ARC-03, AW-AMB-25)."""
    for _ in range(max(1, area.escorts + area.air)):
        if table.consult(t.RAIDER_SUNK, say.RAIDER_HUNT, area=area.name):
            lose_raider(table)
            return


def lay_mines(table: Table[State]) -> None:
    """Mines sink two dice of thousands of tons, outside every limit (AW-OPT-03)."""
    tons = table.roll("2d6", say.MINES_ROLL).sum * t.MINE_TONS
    ships = -(-tons // t.MINE_TONS_PER_SHIP)
    table.state.tons += tons
    table.state.ships += ships
    table.tell(say.MINES_SINK, tons=tons, ships=ships)
