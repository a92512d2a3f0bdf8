"""What the captain of Atlantic Wolves answers to each question but where the boats sail, and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flagplot.engine import About, Advice, Ask, Option
from flagplot.engine.words import total
from flagplot.games.atlantic_wolves import tables as t
from flagplot.games.atlantic_wolves import words as say
from flagplot.games.atlantic_wolves.captain.month import DOCTRINE, danger_of_convoys
from flagplot.games.atlantic_wolves.captain.odds import EXPENDABLE, FACES, Formation, expected_tons
from flagplot.games.atlantic_wolves.captain.plan import modifier_of_the_month
from flagplot.games.atlantic_wolves.model.fleet import all_boats, find, is_1943, is_green, is_type_xxi
from flagplot.games.atlantic_wolves.rules.attacks import DIE, attack_modifiers, tonnage_limit
from flagplot.games.atlantic_wolves.state import Area, State

# Of the two events of a card, take the one that stands first here, with what it is good for.
EVENTS_BY_WORTH = {
    t.ADD_UBOAT: "A U-boat more sinks ships in every month that is left.",
    t.WOLFPACK_TACTICS: "In hand, Wolfpack Tactics give +1 to every boat of an area when it counts.",
    t.B_DIENST: "In hand, B-Dienst rolls a bad attack again, or saves a boat.",
    t.FEDER_APPARATE: "In hand, it rolls a bad attack again.",
    t.HAPPY_HUNTING: "One attack there has +2 this month.",
    t.REDUCED_ROUTES: "It costs the least: boats can keep out of that area this month.",
}


def runner_up(options: Sequence[Any], choice: Option) -> Option | None:
    """The first other option, where nothing else tells them apart."""
    return next((option for option in options if option != choice), None)


def first_two(ranked: Sequence[Any]) -> tuple[Option, Option | None]:
    return ranked[0], ranked[1] if len(ranked) > 1 else None


# Strategic and event phases, placement


def place_doenitz(state: State, options: Sequence[Any], about: About) -> Advice:
    """HQ for more boats, until it is late or the ATA comes near order C; no use sharing it with Raeder."""
    left = t.TURNS - state.turn
    if state.raeder:
        return Advice(t.PENS, "Raeder sits in HQ, so that Dönitz can get nothing more built there.", {}, t.HQ)
    if state.ata >= DOCTRINE.ata_for_pens:
        reason = "The ATA is {ata}: from the Pens Dönitz slows Allied technology down, which HQ cannot."
        return Advice(t.PENS, reason, {"ata": state.ata}, t.HQ)
    if state.turn > DOCTRINE.months_in_hq:
        reason = "Only {left:month} come after this one: what HQ builds now would come too late to fight."
        return Advice(t.PENS, reason, {"left": left}, t.HQ)
    reason = "The ATA is only {ata} and {left:month} are to come: HQ builds one U-boat more each time."
    return Advice(t.HQ, reason, {"ata": state.ata, "left": left}, t.PENS)


def choose_event(state: State, options: Sequence[Any], about: About) -> Advice:
    """The event that is worth most; a Convoy of 1943 costs nothing before that year."""
    kinds = {option[0] if isinstance(option, tuple) else option: option for option in reversed(options)}
    if t.NA_CONVOY_1943 in kinds and not is_1943(state):
        choice = kinds[t.NA_CONVOY_1943]
        return Advice(choice, "It is not yet 1943, so nothing comes of it.", {}, runner_up(options, choice))
    for kind, reason in EVENTS_BY_WORTH.items():
        if kind in kinds:
            return Advice(kinds[kind], reason, {}, runner_up(options, kinds[kind]))
    return Advice(options[0], "It harms the fleet less than the other event of card {card}.", about, options[1])


def place_condors(state: State, options: Sequence[Any], about: About) -> Advice:
    """All that can fly: they cost nothing."""
    choice, second = first_two(sorted(options, reverse=True))
    reason = "A Condor risks nothing by flying, and each of the {flying} attacks ships."
    return Advice(choice, reason, {"flying": sum(choice)}, second)


def break_out(state: State, options: Sequence[Any], about: About) -> Advice:
    """Out he goes: even the loss of the Raider has its good side, Raeder leaves HQ."""
    reason = "It succeeds on 1 to 3, only a 6 sinks it, and then at least Raeder makes room in HQ."
    return Advice(say.ATTEMPT, reason, {}, say.STAY)


def place_raider(state: State, options: Sequence[Any], about: About) -> Advice:
    """Where he sinks most, and counts as a guard against Convoys."""
    second = next(area for area in options if area != t.NORTH_ATLANTIC and t.ATTACK_TABLE.get(area) is t.HIGH_COLUMN)
    reason = "There it attacks on the high column, and counts against the next Convoy ({convoys} on the map)."
    return Advice(t.NORTH_ATLANTIC, reason, {"convoys": state.convoys}, second)


# Attacks


def first_offered(state: State, options: Sequence[Any], about: About) -> Advice:
    """The sequence of areas and steps has no bearing on his plan: area by area, as they come."""
    choice, second = first_two(options)
    return Advice(choice, "The sequence changes nothing in his plan, so he takes them as they come.", {}, second)


def next_attack(state: State, options: Sequence[Any], about: About) -> Advice:
    """Aggressive boats first, who may scatter the shipping, then normal, then shadow; Condors and Raider last."""
    area = state.areas[about["area"]]
    waiting = [[boat.number for boat in area.boats[square] if boat.number in options] for square in t.SQUARES]
    formation = (len(waiting[0]), len(waiting[1]), len(waiting[2]))
    boats = [*waiting[0], *waiting[1], *waiting[2]]
    if not boats:
        return Advice(options[0], "No U-boat waits any more, and the others attack without risk.", {}, options[1])
    first = boats[0]
    if state.hand and t.WOLFPACK_TACTICS in options:
        gain = wolfpack_gain(state, area, formation)
        if gain >= gain_wanted(state, DOCTRINE.wolfpack_gain):
            reason = "With +1 for each of the {boats:boat} that wait, they sink {gain:,} tons more on the average."
            return Advice(t.WOLFPACK_TACTICS, reason, {"boats": len(boats), "gain": round(gain)}, first)
    second = boats[1] if len(boats) > 1 else runner_up(options, first)
    held_back = (say.HOLD_BACK, first)
    if held_back in options and (gain := gain_of_holding_back(state, area, first)) > 0:
        reason = "A lower roll is more likely to sink the Convoy: {gain:,} tons more on the average."
        return Advice(held_back, reason, {"gain": round(gain)}, first)
    lucky = (t.HAPPY_HUNTING, first)
    if formation[0] < 2 and lucky in options:
        # With +2 an aggressive boat scatters less often, so the last of them has it.
        return Advice(lucky, "Happy Hunting gives this attack +2, and no aggressive boat comes after it.", {}, first)
    return Advice(first, SEQUENCE, {"aggressive": formation[0], "boats": len(boats)}, second)


SEQUENCE = (
    "Of the {boats:boat} that wait, the aggressive ones ({aggressive}) go first: if they scatter the shipping, the "
    "others attack better."
)


def wolfpack_gain(state: State, area: Area, formation: Formation) -> float:
    """How many more tons the boats of an area sink with +1 each."""
    high = t.ATTACK_TABLE[area.name] is t.HIGH_COLUMN
    room = tonnage_limit(state, area) - area.tons
    modifier = modifier_of_the_month(state, area) + t.WOLFPACK.value * area.wolfpacks
    with_pack = expected_tons(high, formation, area.scatter, room, modifier + t.WOLFPACK.value)
    return with_pack - expected_tons(high, formation, area.scatter, room, modifier)


def gain_of_holding_back(state: State, area: Area, number: int) -> float:
    """What it brings on the average that an Ace does not add his 1."""
    square, boat = find(area, number)
    modifier = total(attack_modifiers(state, area, square, boat)) + t.WOLFPACK.value * area.wolfpacks
    chart = t.ATTACK_TABLE[area.name]
    return sum(
        worth(state, area, chart[face + modifier - t.ACE_ATTACKS.value]) - worth(state, area, chart[face + modifier])
        for face in DIE
    ) / len(DIE)


def gain_wanted(state: State, usual: int) -> int:
    """What a Red card must bring to be played now."""
    return DOCTRINE.last_gain if state.turn == t.TURNS else usual


def reroll(state: State, options: Sequence[Any], about: About) -> Advice:
    """Roll again what falls short of the average: freely as a pack, with a Red card when it is worth the card."""
    area = state.areas[about["area"]]
    square, boat = find(area, about["what"].number)
    chart = t.ATTACK_TABLE[area.name]
    modifier = total(attack_modifiers(state, area, square, boat)) + t.WOLFPACK.value * area.wolfpacks
    average = sum(worth(state, area, chart[face + modifier]) for face in FACES) / len(FACES)
    gain = average - worth(state, area, chart[about["roll"]])
    wanted = gain_wanted(state, DOCTRINE.card_gain)
    figures = {"gain": round(gain), "wanted": wanted}
    if t.RUDELTAKTIK in options and gain > 0:
        reason = "As a pack the boats roll again for nothing, {gain:,} tons better on the average."
        return Advice(t.RUDELTAKTIK, reason, figures, say.LET_IT_STAND)
    # B-Dienst can also save a boat, so it is kept longer.
    card = next((card for card in (t.FEDER_APPARATE, t.B_DIENST) if card in options), "")
    if card and gain >= wanted:
        reason = "Another roll is {gain:,} tons better on the average, and a card is worth playing from {wanted:,} on."
        return Advice(card, reason, figures, say.LET_IT_STAND)
    if gain <= 0:
        reason = "Another roll would be worse by {loss:,} tons on the average."
        return Advice(say.LET_IT_STAND, reason, {"loss": round(-gain)}, runner_up(options, say.LET_IT_STAND))
    reason = "Another roll would bring {gain:,} tons more on the average; the card waits for {wanted:,}."
    return Advice(say.LET_IT_STAND, reason, figures, runner_up(options, say.LET_IT_STAND))


def keep_roll(state: State, options: Sequence[Any], about: About) -> Advice:
    """The roll that brings more."""
    area = state.areas[about["area"]]
    chart = t.ATTACK_TABLE[area.name]
    less, more = sorted((worth(state, area, chart[roll]), roll) for roll in options)
    return Advice(
        more[1], "It is worth {tons:,} tons, the other {less:,}.", {"tons": more[0], "less": less[0]}, less[1]
    )


def worth(state: State, area: Area, row: t.Attack) -> int:
    """What a result brings: tons within the limit, and a Convoy sunk."""
    tons = min(row.tons, tonnage_limit(state, area) - area.tons)
    if row.sinks_convoy and area.name == t.NORTH_ATLANTIC and state.convoys and not state.convoy_sunk:
        tons += t.CONVOY_TONS + DOCTRINE.convoy[danger_of_convoys(state)]
    return tons


# ASW


def reroll_asw(state: State, options: Sequence[Any], about: About) -> Advice:
    """B-Dienst saves a boat that has still to attack, or the fleet when two more losses would be half of it."""
    figures = {"sunk": state.sunk, "fleet": state.fleet}
    if about["result"] == t.HIT:
        if 2 * (state.sunk + 2) >= state.fleet:
            reason = "{sunk} of {fleet} counters are sunk this month: two more would be half the fleet, and the end."
            return Advice(t.B_DIENST, reason, figures, say.LET_IT_STAND)
        if not state.areas[about["area"]].attacked:
            reason = "The boats there have still to attack: a Hit would cost a boat and the tons that it would sink."
            return Advice(t.B_DIENST, reason, figures, say.LET_IT_STAND)
    reason = "{sunk} of {fleet} counters are sunk this month, which the fleet can bear: B-Dienst is kept for an attack."
    return Advice(say.LET_IT_STAND, reason, figures, t.B_DIENST)


def use_tanker(state: State, options: Sequence[Any], about: About) -> Advice:
    """Stay at sea to attack, or to guard the North Atlantic; otherwise the Pens are the safest place."""
    if not state.areas[about["area"]].attacked:
        return Advice(say.REFUEL, "The boat has not attacked yet this month.", {}, say.GO_BACK)
    if about["area"] == t.NORTH_ATLANTIC:
        reason = "A boat in {area} keeps the next Convoy in port ({convoys} on the map)."
        return Advice(say.REFUEL, reason, {"area": about["area"], "convoys": state.convoys}, say.GO_BACK)
    return Advice(say.GO_BACK, "The boat has attacked, and nowhere is it as safe as in the Pens.", {}, say.REFUEL)


def send_back(state: State, options: Sequence[Any], about: About) -> Advice:
    """Before the attack the boat that will sink least; after it the most exposed boat is brought to safety."""
    area = state.areas[about["area"]]
    attacked = area.attacked

    def order(number: int) -> tuple[Any, ...]:
        square, boat = find(area, number)
        exposure = EXPENDABLE[attacked].index(square)
        return (exposure, not boat.ace) if attacked else (boat.ace, not is_green(state, boat), exposure)

    choice, second = first_two(sorted(options, key=order))
    square, _ = find(area, choice)
    if attacked:
        reason = "It has attacked, and in the {square} square it is the most exposed."
    else:
        reason = "The boats have still to attack, and from the {square} square it would sink least."
    return Advice(choice, reason, {"square": square}, second)


def lose_boat(state: State, options: Sequence[Any], about: About) -> Advice:
    """An Ace last; a Type XXI first, because it may escape; else the boat that is missed least."""
    area = state.areas[about["area"]]
    attacked = area.attacked

    def order(number: int) -> tuple[Any, ...]:
        square, boat = find(area, number)
        return boat.ace, not is_type_xxi(state, boat), EXPENDABLE[attacked].index(square)

    choice, second = first_two(sorted(options, key=order))
    square, boat = find(area, choice)
    if is_type_xxi(state, boat):
        return Advice(choice, "A Type XXI escapes on 5 or 6.", {}, second)
    reason = "Not an Ace, and in the {square} square it is missed least."
    return Advice(choice, "Nobody but an Ace is left." if boat.ace else reason, {"square": square}, second)


# The end of the month


def tankers(state: State, options: Sequence[Any], about: About) -> Advice:
    """A boat sinks ships and a tanker does not: tankers only when no U-boat counter is left."""
    choice = min(max(0, about["built"] - len(state.reserve)), options[-1])
    reason = "A U-boat sinks ships and a tanker does not: tankers only where U-boat counters run out ({left} left)."
    second = min((option for option in options if option != choice), key=lambda option: abs(option - choice))
    return Advice(choice, reason, {"left": len(state.reserve)}, second)


def make_ace(state: State, options: Sequence[Any], about: About) -> Advice:
    """A boat that is hard to sink."""
    boats = sorted(
        (boat for boat in all_boats(state) if boat.number in options), key=lambda boat: not is_type_xxi(state, boat)
    )
    choice, second = first_two([boat.number for boat in boats])
    reason = "A Type XXI is the hardest to sink, so the Ace lasts longest in it."
    if not is_type_xxi(state, boats[0]):
        reason = "The {boats:boat} are alike, so the first of them has the Ace."
    return Advice(choice, reason, {"boats": len(boats)}, second)


ANSWERS: dict[Ask, Callable[[State, Sequence[Any], About], Advice]] = {
    say.PLACE_DOENITZ: place_doenitz,
    say.CHOOSE_EVENT: choose_event,
    say.PLACE_CONDORS: place_condors,
    say.BREAK_OUT: break_out,
    say.PLACE_RAIDER: place_raider,
    say.RESOLVE_BY: first_offered,
    say.NEXT_AREA: first_offered,
    say.NEXT_ATTACK: next_attack,
    say.REROLL: reroll,
    say.KEEP_ROLL: keep_roll,
    say.REROLL_ASW: reroll_asw,
    say.USE_TANKER: use_tanker,
    say.SEND_BACK: send_back,
    say.LOSE_BOAT: lose_boat,
    say.TANKERS: tankers,
    say.MAKE_ACE: make_ace,
}
