"""German attacks (sections 9.1 and 9.2): who attacks, with which modifiers, and what is sunk."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from flagplot.engine import About, Bar, Chart, Modifier, Option, Roll, Table
from flagplot.engine.words import total
from flagplot.games.atlantic_wolves import tables as t
from flagplot.games.atlantic_wolves import words as say
from flagplot.games.atlantic_wolves.model.fleet import is_green
from flagplot.games.atlantic_wolves.rules.cards import holds, may_play, play_card
from flagplot.games.atlantic_wolves.state import Area, Boat, State

CONDORS = ("condor", "second_condor", "third_condor")
RAIDER, DONE = "raider", "done"
DIE = range(1, 7)

# The counters that wait to attack: the option that names each, with its square and, unless it is none, its boat.
Waiting = dict[int | str, tuple[str, Boat | None]]


def german_attacks(table: Table[State], area: Area) -> None:
    """Each counter in the area may attack once, in the sequence that you like (AW-ATK-01, AW-AMB-38)."""
    state = table.state
    waiting = attackers(state, area)
    on_ace: list[int] = []  # boats on which a Wolfpack card was played singly
    while waiting:
        options = attack_options(state, area, waiting)
        if state.aces:
            options[-1:-1] = holding_back(state, area, waiting, on_ace)
        choice = table.choose(t.GERMAN, say.NEXT_ATTACK, options, area=area.name, waiting=tuple(waiting))
        if choice in waiting:
            declared, option = (), choice
        elif choice == DONE:
            table.tell(say.ATTACKS_ENDED, area=area.name)
            break
        elif choice == t.WOLFPACK_TACTICS:
            play_card(table, t.WOLFPACK_TACTICS)
            area.wolfpacks += 1
            continue
        else:
            declared, option = choice[:-1], choice[-1]
            if t.WOLFPACK_TACTICS in declared:
                play_card(table, t.WOLFPACK_TACTICS)
                on_ace.append(option)
                continue
        square, boat = waiting.pop(option)
        if boat is None:
            attack(table, area, square, say.RAIDER_ATTACK if option == RAIDER else say.CONDOR_ATTACK)
            continue
        modifiers = attack_modifiers(state, area, square, boat)
        if area.wolfpacks or on_ace:
            modifiers += [t.WOLFPACK] * (area.wolfpacks + on_ace.count(option))
        if say.HOLD_BACK in declared:
            modifiers.remove(t.ACE_ATTACKS)
        if t.HAPPY_HUNTING in declared:
            state.happy_hunting.remove(area.name)
            modifiers.append(t.HAPPY_HUNTING_BONUS)
        uboat_attack(table, area, square, boat, modifiers)
    area.scatter, area.attacked = False, True


def attackers(state: State, area: Area) -> Waiting:
    """The counters that are still in an area, and may attack: U-boats, Condors and the Raider (AW-ORD-03)."""
    waiting: Waiting = {}
    for square in t.SQUARES:
        for boat in area.boats[square]:
            waiting[boat.number] = (square, boat)
    if area.condors:
        for option in CONDORS[: area.condors]:
            waiting[option] = (t.SHADOW, None)
    if state.raider == area.name:
        waiting[RAIDER] = (t.NORMAL, None)
    return waiting


def attack_options(state: State, area: Area, waiting: Waiting) -> list[Option]:
    """Who may attack, and the cards that may be declared for U-boats (AW-AMB-22, AW-AMB-39)."""
    options: list[Option] = [*waiting]
    if state.happy_hunting and area.name in state.happy_hunting:
        options += [(t.HAPPY_HUNTING, option) for option, (_, boat) in waiting.items() if boat]
    if state.hand and (state.aces or state.doenitz == t.PENS) and holds(state, t.WOLFPACK_TACTICS):
        boats = [boat for _, boat in waiting.values() if boat]
        if state.doenitz != t.PENS:
            options += [(t.WOLFPACK_TACTICS, boat.number) for boat in boats if boat.ace]
        elif boats:
            options.append(t.WOLFPACK_TACTICS)
    options.append(DONE)
    return options


def holding_back(state: State, area: Area, waiting: Waiting, on_ace: list[int]) -> list[Option]:
    """The Aces who may attack without the 1 that they may add, where that can be of use (AW-ACE-03)."""
    options: list[Option] = []
    for option, (square, boat) in waiting.items():
        if boat and boat.ace:
            plain = total(attack_modifiers(state, area, square, boat)) - t.ACE_ATTACKS.value
            plain += t.WOLFPACK.value * (area.wolfpacks + on_ace.count(boat.number))
            if is_of_use(state, area, square, boat, plain, waiting):
                options.append((say.HOLD_BACK, option))
            bonus = t.HAPPY_HUNTING_BONUS.value
            if area.name in state.happy_hunting and is_of_use(state, area, square, boat, plain + bonus, waiting):
                options.append((t.HAPPY_HUNTING, say.HOLD_BACK, option))
    return options


def is_of_use(state: State, area: Area, square: str, boat: Boat, plain: int, waiting: Waiting) -> bool:
    """Whether a lower sum of modifiers makes it more likely to sink a Convoy, or to scatter shipping for others."""
    sinks, scatters = better_without(area.name, square, plain)
    if sinks and can_sink_convoy(state, area, boat):
        return True
    return (
        scatters
        and not area.scatter
        and any(other in (t.NORMAL, t.SHADOW) for other, it in waiting.values() if it and it != boat)
    )


@functools.cache
def better_without(area: str, square: str, plain: int) -> tuple[bool, bool]:
    """Whether without the 1 of an Ace more faces of the die sink a Convoy, and whether more scatter shipping."""
    chart = t.ATTACK_TABLE[area]
    held_back, added = [[chart[face + bonus] for face in DIE] for bonus in (plain, plain + t.ACE_ATTACKS.value)]
    return _convoys(held_back) > _convoys(added), _scatters(held_back, square) > _scatters(added, square)


def _convoys(rows: Sequence[t.Attack]) -> int:
    return sum(row.sinks_convoy for row in rows)


def _scatters(rows: Sequence[t.Attack], square: str) -> int:
    return sum(square in row.scatters_from for row in rows)


def uboat_attack(table: Table[State], area: Area, square: str, boat: Boat, modifiers: Sequence[Modifier]) -> None:
    """A U-boat rolls, may roll again, and sinks what it sinks."""
    state = table.state
    chart = t.ATTACK_TABLE[area.name]
    row = table.consult(chart, say.UBOAT_ATTACK, modifiers, area=area.name, what=boat, square=square)
    if state.hand or area.pack:
        row = rolled_again(table, area, square, boat, chart, modifiers, row)
    state.uboat_tons += sink_ships(table, area, square, row)
    if row.sinks_convoy and can_sink_convoy(state, area, boat):
        sink_convoy(table, boat)


def attack_modifiers(state: State, area: Area, square: str, boat: Boat) -> list[Modifier]:
    """What the square, the boat and the month add to a U-boat's attack (AW-ATK-02, AW-CRD-05)."""
    modifiers = [*(t.IN_SQUARE_SCATTERED if area.scatter else t.IN_SQUARE)[square]]
    if boat.ace:
        modifiers.append(t.ACE_ATTACKS)
    if area.name in state.reduced_routes:
        modifiers.append(t.ROUTES_REDUCED)
    options = state.options
    if options.green_crews and is_green(state, boat):
        modifiers.append(t.GREEN_CREW[state.doenitz])
    if options.german_torpedoes:
        modifiers.append(t.TORPEDO_BALANCE)
    if options.allied_radar:
        modifiers.append(t.RADAR_BALANCE)
    return modifiers


def attack(table: Table[State], area: Area, square: str, roll: Roll) -> None:
    """A Condor or the Raider attacks: Scatter and cards are not for them (AW-ATK-05, AW-AMB-05)."""
    modifiers = [*t.IN_SQUARE[square]]
    if table.state.options.allied_radar:
        modifiers.append(t.RADAR_BALANCE)
    row = table.consult(t.ATTACK_TABLE[area.name], roll, modifiers, area=area.name)
    sink_ships(table, area, square, row)


def rolled_again(
    table: Table[State],
    area: Area,
    square: str,
    boat: Boat,
    chart: Chart[t.Attack],
    modifiers: Sequence[Modifier],
    row: t.Attack,
) -> t.Attack:
    """A U-boat's roll may be rolled again, by several cards too; what it was is void (AW-AMB-29, AW-AMB-40)."""
    state = table.state
    while ways := rerolls(state, area, boat):
        table.tell(say.ATTACK_SEEN, what=boat, roll=row.roll, tons=row.tons)
        way = table.choose(
            t.GERMAN, say.REROLL, (say.LET_IT_STAND, *ways), area=area.name, what=boat, roll=row.roll, tons=row.tons
        )
        if way == say.LET_IT_STAND:
            break
        if way != t.RUDELTAKTIK:
            play_card(table, way)
        second = table.consult(chart, say.UBOAT_ATTACK, modifiers, area=area.name, what=boat, square=square)
        if way == t.RUDELTAKTIK:
            area.pack = False
            kept = table.choose(t.GERMAN, say.KEEP_ROLL, sorted({row.roll, second.roll}), area=area.name, what=boat)
            row = chart[kept]
        else:
            row = second
    return row


def rerolls(state: State, area: Area, boat: Boat) -> list[str]:
    """The ways to roll an attack again (AW-CRD-07, AW-CRD-08, AW-OPT-02)."""
    ways = [kind for kind in (t.B_DIENST, t.FEDER_APPARATE) if holds(state, kind)] if may_play(state, boat) else []
    if area.pack:
        ways.append(t.RUDELTAKTIK)
    return ways


def sink_ships(table: Table[State], area: Area, square: str, row: t.Attack) -> int:
    """Credit the tons of an attack as far as the area's limit goes, and scatter the shipping (AW-LIM-01, AW-ATK-04)."""
    state = table.state
    tons, ships = row.tons, row.ships
    room = tonnage_limit(state, area) - area.tons
    if tons > room:
        tons, ships = room, capped_ships(t.ATTACK_TABLE[area.name], room)
        table.tell(say.LIMIT_REACHED, area=area.name)
    area.tons += tons
    state.tons += tons
    state.ships += ships
    table.tell(say.SHIPS_SUNK, area=area.name, tons=tons, ships=ships)
    if square in row.scatters_from and not area.scatter:  # the square decides, not the counter (AW-AMB-06)
        area.scatter = True
        table.tell(say.SCATTER, area=area.name)
    return tons


def tonnage_limit(state: State, area: Area) -> int:
    """What can be sunk in an area in a month; a Convoy's own escort does not count (AW-LIM-01, AW-AMB-09)."""
    if state.options.open_north_atlantic and area.name == t.NORTH_ATLANTIC:  # AW-AMB-10
        return t.NO_LIMIT
    if state.options.set_maximums:
        return t.SET_MAXIMUMS[area.name]
    return t.LIMIT_BASE + t.LIMIT_PER_FACTOR * (area.escorts + area.air)


def capped_ships(chart: Chart[t.Attack], tons: int) -> int:
    """Ships for a capped result: as the table says, or one for 6,000 tons, halves rounded down (AW-AMB-11)."""
    for row in chart.rows:
        if row.tons == tons:
            return row.ships
    return (tons + t.AVERAGE_SHIP // 2 - 1) // t.AVERAGE_SHIP


def can_sink_convoy(state: State, area: Area, boat: Boat) -> bool:
    """Whether a 7 sinks a Convoy: in the North Atlantic, and one a month (AW-ATK-06, AW-AMB-08)."""
    return area.name == t.NORTH_ATLANTIC and state.convoys > 0 and (not state.convoy_sunk or is_exempt(state, boat))


def is_exempt(state: State, boat: Boat) -> bool:
    """Whether the Convoys that a boat sinks are not counted against the one of the month (AW-OPT-08, AW-OPT-11)."""
    return state.options.many_convoys or (state.options.aces_vs_convoys and boat.ace)


def sink_convoy(table: Table[State], boat: Boat) -> None:
    """A Convoy is sunk, beyond any limit of tonnage (AW-ATK-06, AW-AMB-30)."""
    state = table.state
    state.convoys -= 1
    state.convoy_sunk = state.convoy_sunk or not is_exempt(state, boat)
    state.tons += t.CONVOY_TONS
    state.uboat_tons += t.CONVOY_TONS
    state.ships += t.CONVOY_SHIPS
    table.tell(say.CONVOY_SUNK, tons=t.CONVOY_TONS, ships=t.CONVOY_SHIPS)


# Why not?


@say.NEXT_ATTACK.why_not
def attack_barred(state: State, about: About, option: Option) -> tuple[Bar, About] | Bar | None:
    """Which rule keeps this counter or card out of the area's attacks."""
    if option in CONDORS:
        return say.NO_CONDOR if CONDORS[0] not in about["waiting"] else say.NO_OTHER_CONDOR
    if option == RAIDER:
        return say.NO_RAIDER
    if type(option) is int:
        return boat_barred(state, about, option)
    if option in t.AREAS and option != about["area"]:
        return say.OTHER_AREA_WAITS, {"other": option}
    parts = option if isinstance(option, tuple) else (option,)
    kind, boat = parts[0] if parts else None, parts[-1] if len(parts) > 1 else None
    if kind == say.HOLD_BACK:
        return say.NO_USE_HOLDING_BACK
    if kind == t.HAPPY_HUNTING:
        if about["area"] not in state.happy_hunting:
            return say.NO_HAPPY_HUNTING
        if type(boat) is int:
            return boat_barred(state, about, boat) or say.NO_USE_HOLDING_BACK
        return say.FOR_UBOATS_ONLY if boat in (*CONDORS, RAIDER) else None
    if kind in (t.B_DIENST, t.FEDER_APPARATE):
        return say.AFTER_THE_DIE if holds(state, kind) else say.CARD_NOT_HELD, {"kind": kind}
    return wolfpack_barred(state, about, boat) if kind == t.WOLFPACK_TACTICS else None


def boat_barred(state: State, about: About, boat: int) -> tuple[Bar, About] | None:
    """Why a boat cannot attack in the area: it is elsewhere, or it has attacked."""
    in_area = any(one.number == boat for boats in state.areas[about["area"]].boats.values() for one in boats)
    if not in_area:
        return say.NOT_HERE, {"boat": boat}
    return (say.HAS_ATTACKED, {"boat": boat}) if boat not in about["waiting"] else None


def wolfpack_barred(state: State, about: About, boat: object) -> tuple[Bar, About] | Bar | None:
    """Why Wolfpack Tactics cannot be played, for the area or for one boat (AW-EVT-03, AW-AMB-39)."""
    if not holds(state, t.WOLFPACK_TACTICS):
        return say.CARD_NOT_HELD, {"kind": t.WOLFPACK_TACTICS}
    if state.doenitz == t.PENS:
        return (say.NO_BOAT_WAITS, {}) if boat is None else (say.WHOLE_AREA, {"kind": t.WOLFPACK_TACTICS})
    elsewhere = boat_barred(state, about, boat) if type(boat) is int else None
    return elsewhere or say.DOENITZ_NOT_IN_PENS


# Questions that no longer matter


@say.NEXT_ATTACK.first_will_do
@say.REROLL.first_will_do
def is_nothing_left(state: State, about: About, options: Sequence[Option]) -> bool:
    """Whether no attack in the area can sink anything more: its limit is reached, and no Convoy is in danger."""
    area = state.areas[about["area"]]
    boats = [boat for square in t.SQUARES for boat in area.boats[square]]
    return area.tons >= tonnage_limit(state, area) and not any(can_sink_convoy(state, area, boat) for boat in boats)


@say.REROLL.why_not
def reroll_barred(state: State, about: About, option: Option) -> tuple[Bar, About] | Bar | None:
    """Which rule keeps this way to roll again from being offered."""
    if option == t.RUDELTAKTIK:
        return say.NOT_A_PACK
    if option in (t.HAPPY_HUNTING, t.WOLFPACK_TACTICS):
        return say.BEFORE_THE_DIE, {"kind": option}
    if option in (t.B_DIENST, t.FEDER_APPARATE):
        return say.DOENITZ_NOT_IN_PENS if holds(state, option) else say.CARD_NOT_HELD, {"kind": option}
    return None
