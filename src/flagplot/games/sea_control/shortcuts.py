"""Shortcuts: rows of questions answered at once with ordinary choices (SC-AMB-43). The rules know nothing of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flagplot.engine import About, Ask, Option
from flagplot.games.sea_control import tables as t
from flagplot.games.sea_control import words as say
from flagplot.games.sea_control.model.fleet import SHIPS, in_roster_order, the_battle
from flagplot.games.sea_control.model.routes import Reaches, guarded, reaches_home, reaches_to_sea
from flagplot.games.sea_control.rules.homeward import at_sea
from flagplot.games.sea_control.rules.movement import ready_to_sail
from flagplot.games.sea_control.rules.orders import (
    ShipsByPlace,
    common_reach,
    free_task_force,
    who_can_go,
    who_else_or_where_to,
)
from flagplot.games.sea_control.rules.reinforcements import PORTS_FOR_NEWCOMERS
from flagplot.games.sea_control.rules.surface_combat import open_targets, surface_targets
from flagplot.games.sea_control.state import State

Voyages = Mapping[str, tuple[str, str]]  # the ships that make a voyage, from where to where


# Orders


@say.CHOOSE_PORT.shortcut("historical", "Historical deployment")
def deploy_as_in_history(state: State, about: About, options: Sequence[Option]) -> Sequence[Option]:
    """The ports where the ships were based in the war."""
    ships = state.at[t.ARRIVALS]
    bases = {ship: t.HISTORICAL_BASES.get(ship) for ship in ships}
    voyages = {ship: (t.ARRIVALS, port) for ship, port in bases.items() if port in t.PORTS_TO_CHOOSE}
    ready = {t.ARRIVALS: list(ships)}
    return answers_for(state, say.CHOOSE_PORT, ready, PORTS_FOR_NEWCOMERS, voyages)


@say.SAIL.shortcut("same_again", "All ships sail as in the turn before")
def sail_again(state: State, about: About, options: Sequence[Option]) -> Sequence[Option]:
    """The voyages of the turn before, of the ships that can still make them."""
    ready, reaches = ready_to_sail(state, about["side"]), reaches_to_sea(state, about["side"])
    voyages = {
        ship: voyage
        for place, ships in ready.items()
        for ship in ships
        if (voyage := state.voyages.get(ship)) and voyage[0] == place and voyage[1] in reaches[place][ship]
    }
    return answers_for(state, say.SAIL, ready, reaches, voyages)


@say.RETURN_TO.shortcut("same_again", "All ships go back to where they came from")
def go_home_again(state: State, about: About, options: Sequence[Option]) -> Sequence[Option]:
    """The ways back to the ports from which ships sailed, as far as they are open."""
    return answers_for_the_way_back(state, about["side"], t.AREAS, say.RETURN_TO)


@say.WITHDRAW_TO.shortcut("same_again", "All ships go back to where they came from")
def withdraw_again(state: State, about: About, options: Sequence[Option]) -> Sequence[Option]:
    """The ways back to the ports from which the ships in a battle sailed, as far as they are open."""
    return answers_for_the_way_back(state, about["side"], (the_battle(state).area,), say.WITHDRAW_TO)


def answers_for_the_way_back(state: State, side: str, areas: Sequence[str], ask: Ask) -> Sequence[Option]:
    """What sends ships in these areas back to the ports from which they sailed."""
    ready, reaches = at_sea(state, side, areas), reaches_home(state, side)
    voyages = {
        ship: (area, state.voyages[ship][0])
        for area, ships in ready.items()
        for ship in ships
        if ship in state.voyages and state.voyages[ship][0] in reaches[area][ship]
    }
    return answers_for(state, ask, ready, reaches, voyages)


def answers_for(
    state: State, ask: Ask, ready: ShipsByPlace, reaches: Mapping[str, Reaches], voyages: Voyages
) -> Sequence[Option]:
    """What orders these voyages, each with all its ships; nothing where only one ship would go.

    A voyage under guns comes last, because their dice may ask something else; of several such voyages only the first.
    """
    if len(voyages) < 2:
        return ()
    fleets: dict[tuple[str, str], list[str]] = {}
    for voyage in dict.fromkeys(voyages.values()):
        fleets[voyage] = in_roster_order([ship for ship in voyages if voyages[ship] == voyage])
    sailing = {voyage: ships for voyage, ships in fleets.items() if voyage[0] != t.ARRIVALS}
    under_guns = [voyage for voyage, ships in sailing.items() if guarded(state, ships, *voyage)]
    in_port = {place: list(ships) for place, ships in ready.items()}
    answers: list[Option] = []
    for origin, destination in [*(voyage for voyage in fleets if voyage not in under_guns), *under_guns[:1]]:
        first, *others = fleets[origin, destination]
        if ask.always or len(who_can_go(state, in_port)) > 1:
            answers.append(first)
        answers += others
        able = [ship for ship in in_port.pop(origin) if ship not in fleets[origin, destination]]
        task_force = free_task_force(state, origin)
        going = [first, *others]
        reach = common_reach(going, reaches[origin])
        if len(who_else_or_where_to(able, going, reach, reaches[origin], task_force)) > 1:
            answers.append(destination)
        if able:
            in_port[origin] = able
    return answers


@say.WHO_GOES.shortcut("all", "All of them")
@say.WHERE_TO.shortcut("all", "With all the others")
def pick_all(state: State, about: About, options: Sequence[Option]) -> Sequence[Option]:
    """Every ship that can be picked."""
    ships = in_roster_order([option for option in options if option in SHIPS])
    return ships if len(ships) > 1 else ()


# Targets


@say.AIR_TARGET.shortcut("same_target", "All the rest there too")
def fly_to_the_same_target(state: State, about: About, options: Sequence[Option]) -> Sequence[Option]:
    """The target of the air unit before for all that have none."""
    left, aims = firers_left(about), the_battle(state).aims
    before = [aims[firer] for firer in about["firers"] if firer in aims]
    return before[-1:] * len(left) if len(left) > 1 else ()


@say.SURFACE_TARGET.shortcut("same_again", "All fire as in the round before")
def fire_again(state: State, about: About, options: Sequence[Option]) -> Sequence[Option]:
    """The targets of the round before, if all of them can be taken again."""
    last_aims = the_battle(state).last_aims
    return answers_for_aims(state, about, {firer: last_aims.get(firer, "") for firer in firers_left(about)})


@say.SURFACE_TARGET.shortcut("spread", "The rest spread evenly")
def spread(state: State, about: About, options: Sequence[Option]) -> Sequence[Option]:
    """The firers share the targets out: each takes the first of those that have the fewest on them."""
    battle = the_battle(state)
    on_it = dict.fromkeys(surface_targets(state, battle.area, t.UNITS[about["firer"]].side), 0)
    for target in battle.aims.values():
        if target in on_it:
            on_it[target] += 1
    aims: dict[str, str] = {}
    for firer in firers_left(about):
        aims[firer] = min(on_it, key=on_it.__getitem__)
        on_it[aims[firer]] += 1
    return answers_for_aims(state, about, aims)


def firers_left(about: About) -> Sequence[str]:
    """The firers that have no target yet."""
    firers: Sequence[str] = about["firers"]
    return firers[firers.index(about["firer"]) :]


def answers_for_aims(state: State, about: About, aims: Mapping[str, str]) -> Sequence[Option]:
    """What aims these ships at these targets; nothing where one of them may not be chosen, or for one ship."""
    battle = the_battle(state)
    side = t.UNITS[about["firer"]].side
    targets = surface_targets(state, battle.area, side)
    aimed_at = [target for firer, target in battle.aims.items() if t.UNITS[firer].side == side]
    answers: list[Option] = []
    for number, target in enumerate(aims.values()):
        offered = open_targets(targets, aimed_at, len(aims) - number)
        if target not in offered:
            return ()
        if len(offered) > 1:
            answers.append(target)
        aimed_at.append(target)
    return answers if len(aims) > 1 else ()
