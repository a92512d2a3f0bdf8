"""The captain in harbour and at his desk: fitting out, outfitting, cargo, auxiliary cruisers, where to be based."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flagplot.engine import About, Advice, Option
from flagplot.games.graf_spee import tables as t
from flagplot.games.graf_spee import words as say
from flagplot.games.graf_spee.captain.course import WORTH_A_DAY, WORTH_A_DAY_AT_SEA, worth_of_outfitting
from flagplot.games.graf_spee.captain.ways import FAR, days_needed, distances
from flagplot.games.graf_spee.captain.worth import USUAL_CARGO, cargo_by_worth, gain, lacks
from flagplot.games.graf_spee.model.fleet import KINDS, afloat, level, most, terrain, waters
from flagplot.games.graf_spee.model.royal_navy import is_held
from flagplot.games.graf_spee.rules.outfitting import SOUND, damaged_departments, is_sound, repair_dice
from flagplot.games.graf_spee.spaces import ALTMARK, SEA, START, ZONE
from flagplot.games.graf_spee.state import Ship, State

WORTH_A_REFIT = 14.0  # what a ship must lack before the Altmark area is worth a detour between missions
WORTH_HELP = 4.0  # damage for which an auxiliary cruiser comes
SLOW = 3
WHY_CARGO = {
    t.ANTI_AIRCRAFT: "Anti-aircraft guns keep off bombers and Swordfish, 4 of the {pool} markers.",
    t.DAMAGE_CONTROL: "Damage control adds a die to every repair.",
    t.DECODERS: "Decoders add 1 to every contact roll and save 1 in intelligence.",
    t.DUMMY_FUNNELS: "Dummy funnels add 1 to every contact roll.",
    t.ENIGMA: "The Enigma saves 1 in every intelligence roll.",
    t.FLOAT_PLANE: "A float plane adds 1 to every contact roll and saves 1 in intelligence.",
    t.MARINE_KOMPANIE: "Without a Marine Kompanie no port can be taken.",
    t.PRIZE_CREW: "A prize crew doubles the points of every captured merchantman.",
    t.RADAR: "Radar adds 1 to every contact roll and saves 1 in intelligence.",
    t.RANGE_FINDER: "A range finder adds a die to every gun.",
    t.RESERVE_CREW: "A reserve crew adds a die to every gun and every repair.",
}


def two_best(options: Sequence[Any], worth: Callable[[Any], Any]) -> tuple[Any, Any]:
    """The option of the greatest worth, and the one after it, or None."""
    best, *others = sorted(options, key=worth, reverse=True)[:2]
    return best, others[0] if others else None


def other_than(choice: Any, options: Sequence[Any], *wanted: Any) -> Any:
    """The first of the wanted options that is offered besides the choice; else any other."""
    for option in (*wanted, *options):
        if option != choice and option in options:
            return option
    return None


# Set-up


def take_reloads(state: State, seat: str, options: Sequence[Any], about: About) -> Advice:
    reason = "Reloads would leave {ammo} ammunition, and guns decide more fights than torpedoes."
    return Advice(say.NO_RELOADS_WANTED, reason, {"ammo": state.ships[seat].ammo - 1}, say.RELOADS)


def fit_out(state: State, seat: str, options: Sequence[Any], about: About) -> Advice:
    best, *others = [cargo for cargo in cargo_by_worth(state) if cargo in options][:2]
    return Advice(best, WHY_CARGO[best], {"pool": len(state.incidents)}, others[0] if others else None)


def auxiliary_start(state: State, seat: str, options: Sequence[Any], about: About) -> Advice:
    away = distances(state)
    best, second = two_best(options, lambda space: -away.get(space, FAR))
    reason = "There she is {spaces:space} from the place of your order, and makes repairs and oil at sea easier."
    return Advice(best, reason, {"spaces": away.get(best, FAR)}, second)


# Outfitting


def is_in_hurry(state: State, ship: Ship) -> bool:
    """Whether a day without sailing would make the ship late for its order; with poor engines she is late anyway."""
    if ship.engines < SLOW:
        return False
    days = days_needed([ship], distances(state).get(ship.space, 0))
    return days >= t.ORDERS[state.order].days - state.day + (1 if days == 0 else 0)


def outfit(state: State, seat: str, options: Sequence[Any], about: About) -> Advice:
    """A ship that lies to does all that is of use; it lies to when it must, and there is time."""
    ship = state.ships[seat]
    wishes = wanted_actions(state, ship, options)
    is_late = not ship.outfitted and is_in_hurry(state, ship)
    figures = {"hull": ship.hull, "engines": ship.engines, "ammo": ship.ammo, "oil": ship.oil}
    if is_late or not (ship.outfitted or should_lie_to(state, ship, options, wishes)):
        reason = "Hull {hull}, engines {engines}, ammunition {ammo}: what a day here would mend is not worth the day."
        if is_late:
            figures["days"] = t.ORDERS[state.order].days - state.day + 1
            reason = "{days:day} left for the order: there is no time to lie to."
        elif is_held(state, ship.space):
            reason = "Allied ships are in this space: who lies here is searched for in the evening."
        return Advice(say.DONE, reason, figures, other_than(say.DONE, options, *wishes))
    if not wishes:
        return Advice(
            say.DONE, "Nothing more is of use here: hull {hull}, oil {oil}.", figures, other_than(say.DONE, options)
        )
    best = wishes[0]
    if best == say.REPAIR:
        figures["dice"] = repair_dice(state, ship, terrain(state, ship.space))
        figures["parts"] = len(damaged_departments(ship))
    elif best == say.CARGO_ACTION and (change := wanted_change(state, ship)):
        figures["space"] = change[0]
    return Advice(best, WHY_ACTION[best], figures, other_than(best, options, *wishes[1:], say.DONE))


WHY_ACTION = {
    say.REPAIR: "{dice:repair} dice, of which every third mends something: {parts:department} damaged, hull {hull}.",
    say.REFUEL: "Oil stands at {oil}, and a die of it comes aboard while she lies here.",
    say.REARM: "Ammunition stands at {ammo}: without it both turrets are silent.",
    say.RELOAD: "The torpedo mounts are empty, and the reloads fill them at once.",
    say.CARGO_ACTION: "Hull space {space} can hold something of more use.",
}


def wanted_actions(state: State, ship: Ship, options: Sequence[Any]) -> list[str]:
    """What is of use here, in the order in which it is done."""
    wishes = [action for action in (say.REPAIR, say.REFUEL, say.REARM) if action in options]
    if say.RELOAD in options and not ship.torpedo:
        wishes.append(say.RELOAD)
    if say.CARGO_ACTION in options and wanted_change(state, ship):
        wishes.append(say.CARGO_ACTION)
    return wishes


def should_lie_to(state: State, ship: Ship, options: Sequence[Any], wishes: Sequence[str]) -> bool:
    """Whether a ship that has the time for it lacks enough, and the place is right."""
    if ship.engines and is_held(state, ship.space):
        return False
    if waters(state, ship.space) in (SEA, ZONE, START):
        can_repair = say.REPAIR in options and repair_dice(state, ship, terrain(state, ship.space)) > 1
        return can_repair and damage_worth(ship) > WORTH_A_DAY_AT_SEA
    if worth_of_outfitting(state, ship, ship.space) > WORTH_A_DAY:
        return True
    return len(options) > 1 and say.CARGO_ACTION in wishes


def damage_worth(ship: Ship) -> float:
    """What the damage that can be repaired is worth."""
    return sum(gain(ship, department) for department in damaged_departments(ship) if department != t.TORPEDO)


def unavoidable(ship: Ship) -> float:
    """What a ship lacks that no port can give: leadership, and torpedoes beyond the usual."""
    return gain(ship, t.LEADERSHIP, most(ship, t.LEADERSHIP) - ship.leadership) + gain(
        ship, t.TORPEDO, most(ship, t.TORPEDO) - ship.torpedo
    )


def repair_department(state: State, seat: str, options: Sequence[Any], about: About) -> Advice:
    ship = state.ships[seat]
    best, second = two_best(options, lambda department: gain(ship, department))
    figures = {"department": best, "level": level(ship, best), "most": getattr(SOUND[seat], best)}
    return Advice(best, "The {department} at {level} of {most}: a point more counts most there.", figures, second)


def ammo_share(state: State, seat: str, options: Sequence[Any], about: About) -> Advice:
    ship, points = state.ships[seat], about["points"]
    best, second = two_best(options, lambda ammo: gain(ship, t.AMMO, ammo) + gain(ship, t.TORPEDO, points - ammo))
    figures = {"ammo": ship.ammo + best, "torpedo": ship.torpedo + points - best}
    return Advice(best, "That makes ammunition {ammo} and torpedo mounts {torpedo}: the best balance.", figures, second)


# Cargo


def wanted_change(state: State, ship: Ship) -> tuple[int, str] | None:
    """A hull space and the cargo that it should have instead: empty ones are filled, marines come when needed."""
    ranking = cargo_by_worth(state)
    for wish in ranking:
        if wish not in ship.cargo and wish not in ship.unloaded:
            break
    else:
        return None
    aboard = ship.cargo[: ship.hull + 1]
    if "" in aboard:
        return aboard.index(""), wish
    if wish == ranking[0] == t.MARINE_KOMPANIE:
        places = [ranking.index(cargo) for cargo in aboard]
        return places.index(max(places)), wish
    return None


def hull_space(state: State, seat: str, options: Sequence[Any], about: About) -> Advice:
    ship = state.ships[seat]
    change = wanted_change(state, ship)
    best = change[0] if change and change[0] in options else options[0]
    figures = {"space": best, "held": ship.cargo[best] or say.EMPTY}
    reason = "Hull space {space} holds {held}, which is missed least."
    return Advice(best, reason, figures, other_than(best, options))


def new_cargo(state: State, seat: str, options: Sequence[Any], about: About) -> Advice:
    change = wanted_change(state, state.ships[seat])
    ranking = [cargo for cargo in (*(change or ())[1:], *cargo_by_worth(state), *USUAL_CARGO) if cargo in options]
    best = ranking[0] if ranking else options[0]
    reason = WHY_CARGO.get(best, "No other cargo would be of more use in hull space {hull}.")
    figures = {"pool": len(state.incidents), "hull": about["hull"]}
    return Advice(best, reason, figures, other_than(best, options, *ranking))


def exchange_cargo(state: State, seat: str, options: Sequence[Any], about: About) -> Advice:
    return Advice(say.AGREE, "She asks for {own} and gives {cargo}: both ships win together.", dict(about), say.DECLINE)


# Auxiliary cruisers and the campaign


def patient(state: State) -> Ship | None:
    """A ship at sea that an auxiliary cruiser could help tomorrow."""
    for ship in afloat(state):
        is_alone = KINDS[ship.space] == SEA and ship.space not in state.auxiliaries
        if is_alone and not is_sound(ship) and damage_worth(ship) > WORTH_HELP and not is_in_hurry(state, ship):
            return ship
    return None


def move_auxiliary(state: State, seat: str, options: Sequence[Any], about: About) -> Advice:
    """The one that is not in the Altmark area follows a ship that has something to mend."""
    ship = patient(state)
    if ship and state.auxiliaries.count("") == 0:
        best = next((space for space in options if space not in (say.STAY, ALTMARK)), say.STAY)
        if best != say.STAY:
            reason = "The {ship} has hull {hull} and engines {engines}: beside her repairs have a die more."
            return Advice(best, reason, {"ship": ship.id, "hull": ship.hull, "engines": ship.engines}, say.STAY)
    if ALTMARK not in state.auxiliaries:
        best = next((space for space in options if space != say.STAY), say.STAY)
        if best != say.STAY:
            reason = "Without her the Altmark area is not a port: {oil} oil and {ammo} ammunition are left aboard."
            first = afloat(state)[0]
            return Advice(best, reason, {"oil": first.oil, "ammo": first.ammo}, say.STAY)
    waiting = tuple([space for space in state.auxiliaries if space])
    return Advice(
        say.STAY, "No ship needs help elsewhere: {spaces}.", {"spaces": waiting}, other_than(say.STAY, options)
    )


def send_auxiliary(state: State, seat: str, options: Sequence[Any], about: About) -> Advice:
    ship = patient(state)
    if ALTMARK in options:
        best, reason = ALTMARK, "With her the {goal} is a port again: repairs, oil, ammunition, and no incidents."
    elif ship and ship.space in options:
        best, reason = ship.space, "At {goal} she makes repairs and oil easier for the ship there."
    else:
        best, reason = options[0], "The {goal} is as good as any: nobody needs her now."
    return Advice(best, reason, {"goal": best}, other_than(best, options, ship.space if ship else None))


def lay_mines(state: State, seat: str, options: Sequence[Any], about: About) -> Advice:
    left = t.MARKERS.mines - len(state.mines)
    reason = "Mines add 1 to contact and to torpedoes there, and {left:marker} left cost nothing."
    return Advice(say.LAY, reason, {"left": left}, say.KEEP_MINES)


def base_at(state: State, seat: str, options: Sequence[Any], about: About) -> Advice:
    """The Altmark area for a ship that needs it, else what is nearest to the next order."""
    ship, away = state.ships[seat], distances(state)
    nearest, second = two_best(options, lambda space: (-away.get(space, 0), space == ALTMARK))
    figures: dict[str, Option] = {"hull": ship.hull, "ammo": ship.ammo, "spaces": away.get(nearest, 0)}
    if ALTMARK in options and lacks(ship) - unavoidable(ship) > WORTH_A_REFIT:
        reason = "Hull {hull}, ammunition {ammo}: in the Altmark area both can be mended."
        return Advice(ALTMARK, reason, figures, other_than(ALTMARK, options, nearest, second))
    return Advice(nearest, "From there it is {spaces:space} to the place of the next order.", figures, second)
