"""The captain of The Cruise of the Graf Spee.

He sails towards the place of his order by days, ends each where the nearest hunters are weak, takes convoys as long as
the alert level allows, fights what he can beat, breaks off from the rest, and mends his ship when there is time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flagplot.engine import About, Ask, Option
from flagplot.engine.words import total
from flagplot.games.graf_spee.captain_battle import best_aim, best_engine_share, foe_of, hits_on, worth_of_fight
from flagplot.games.graf_spee.captain_course import FAR, best_goal, danger, days_needed, distances, threats
from flagplot.games.graf_spee.captain_worth import USUAL_CARGO, cargo_by_worth, gain, lacks, missing_points
from flagplot.games.graf_spee.fleet import afloat, most, terrain, waters
from flagplot.games.graf_spee.intelligence import intelligence_modifiers
from flagplot.games.graf_spee.outfitting import damaged_departments, repair_dice
from flagplot.games.graf_spee.spaces import ALTMARK, HIGH_SEAS, SEA, START, ZONE
from flagplot.games.graf_spee.state import Ship, State
from flagplot.games.graf_spee.tables import AMMO, GERMAN, HULL_SPACES, OIL, ORDERS, TORPEDO
from flagplot.games.graf_spee.words import (
    AGREE,
    AIM,
    ALONE,
    AMMO_SHARE,
    ASSIGN_FIRE,
    AUXILIARY_START,
    BASE_AT,
    BOMBARD,
    BOMBARD_PORT,
    BREAK_OFF,
    BREAK_OFF_OR_FIGHT,
    CARGO_ACTION,
    CONVOY,
    CONVOY_OR_LUCK,
    CONVOY_OR_NEWS,
    CONVOY_OR_VISIBILITY,
    DONE,
    ENGINE_SHARE,
    EXCHANGE_CARGO,
    FIGHT,
    FIT_OUT,
    HULL_SPACE,
    JOIN_SISTER,
    KEEP_SILENT,
    LAND,
    LAND_MARINES,
    LAUNCH_TORPEDOES,
    LAY,
    LAY_MINES,
    LISTEN,
    LOOK_AT_ZONE,
    LOSE_CARGO,
    LOSE_CARGO_TO_STORM,
    LUCKY_MOVE,
    MOVE_AUXILIARY,
    NEW_CARGO,
    NO_MORE_POINTS,
    NO_RELOADS_WANTED,
    OIL_FOR,
    OUTFIT,
    REARM,
    REFUEL,
    RELOAD,
    REPAIR,
    REPAIR_DEPARTMENT,
    SAIL,
    SAIL_TOGETHER,
    SEEK_INTELLIGENCE,
    SEND_AUXILIARY,
    SPEND_POINT,
    STAY,
    TAKE_AS_IT_IS,
    TAKE_RELOADS,
)

CONVOYS_UP_TO = 4  # the alert level above which a convoy is not worth the hunters that it brings
WORTH_REPAIRING = 4.0  # what a ship must lack before the captain lies to for it
WORTH_A_REFIT = 14.0
SLOW = 3


class Captain:
    """Answers every question to a German seat."""

    def __call__(self, state: State, seat: str, ask: Ask, options: Sequence[Any], about: About) -> Option:
        return ANSWERS[ask.key](state, seat, options, about)


def is_in_hurry(state: State, ship: Ship) -> bool:
    """Whether a day without sailing would make the ship late for its order; with poor engines she is late anyway."""
    if ship.engines < SLOW:
        return False
    days = days_needed([ship], distances(state).get(ship.space, 0))
    return days >= ORDERS[state.order].days - state.day + (1 if days == 0 else 0)


# Set-up


def take_reloads(state: State, seat: str, options: Sequence[Any], about: About) -> Option:
    return NO_RELOADS_WANTED


def fit_out(state: State, seat: str, options: Sequence[Any], about: About) -> Option:
    return next(cargo for cargo in cargo_by_worth(state) if cargo in options)


def auxiliary_start(state: State, seat: str, options: Sequence[Any], about: About) -> Option:
    by_zone, away = threats(state), distances(state)
    return min(options, key=lambda space: (danger(state, space, by_zone, has_guns=False), away.get(space, FAR)))


# Outfitting


def outfit(state: State, seat: str, options: Sequence[Any], about: About) -> Option:
    """A ship that lies to does all that is of use; it lies to when it must, and there is time."""
    ship = state.ships[seat]
    if not ship.outfitted and not should_lie_to(state, ship, options):
        return DONE
    for action in (REPAIR, REFUEL, REARM):
        if action in options:
            return action
    if RELOAD in options and not ship.torpedo:
        return RELOAD
    if CARGO_ACTION in options and wanted_change(state, ship):
        return CARGO_ACTION
    return DONE


def should_lie_to(state: State, ship: Ship, options: Sequence[Any]) -> bool:
    """Whether the ship lacks enough, and the place and the time are right."""
    if is_in_hurry(state, ship):
        return False
    is_haven = waters(state, ship.space) not in (SEA, ZONE, START)
    if is_haven:
        return lacks(ship) - unavoidable(ship) > WORTH_REPAIRING or (
            CARGO_ACTION in options and wanted_change(state, ship) is not None and len(options) > 1
        )
    if REPAIR not in options or repair_dice(state, ship, terrain(state, ship.space)) < 2:
        return False
    return damage_worth(ship) > WORTH_REPAIRING


def damage_worth(ship: Ship) -> float:
    """What the damage that can be repaired is worth."""
    return sum(gain(ship, department) for department in damaged_departments(ship) if department != TORPEDO)


def unavoidable(ship: Ship) -> float:
    """What a ship lacks that no port can give: leadership, and torpedoes beyond the usual."""
    return gain(ship, "leadership", most(ship, "leadership") - ship.leadership) + gain(
        ship, TORPEDO, most(ship, TORPEDO) - ship.torpedo
    )


def repair_department(state: State, seat: str, options: Sequence[Any], about: About) -> Option:
    return max(options, key=lambda department: gain(state.ships[seat], department))


def ammo_share(state: State, seat: str, options: Sequence[Any], about: About) -> Option:
    ship = state.ships[seat]
    return max(options, key=lambda ammo: gain(ship, AMMO, ammo) + gain(ship, TORPEDO, about["points"] - ammo))


def wanted_change(state: State, ship: Ship) -> tuple[int, str] | None:
    """A hull space and the cargo that it should have instead: empty ones are filled, marines come when needed."""
    wishes = [cargo for cargo in cargo_by_worth(state) if cargo not in (*ship.cargo, *ship.unloaded)]
    spaces = HULL_SPACES[: ship.hull + 1]
    if not wishes:
        return None
    for space in spaces:
        if not ship.cargo[space]:
            return space, wishes[0]
    ranking = cargo_by_worth(state)
    if wishes[0] == ranking[0]:  # marines
        return max(spaces, key=lambda space: ranking.index(ship.cargo[space])), wishes[0]
    return None


def hull_space(state: State, seat: str, options: Sequence[Any], about: About) -> Option:
    change = wanted_change(state, state.ships[seat])
    return change[0] if change and change[0] in options else options[0]


def new_cargo(state: State, seat: str, options: Sequence[Any], about: About) -> Option:
    change = wanted_change(state, state.ships[seat])
    if change and change[1] in options:
        return change[1]
    return next((cargo for cargo in USUAL_CARGO if cargo in options), options[0])


def exchange_cargo(state: State, seat: str, options: Sequence[Any], about: About) -> Option:
    return AGREE


# Intelligence and movement


def seek_intelligence(state: State, seat: str, options: Sequence[Any], about: About) -> Option:
    return LISTEN if total(intelligence_modifiers(state, state.ships[seat])) >= 0 else KEEP_SILENT


def look_at_zone(state: State, seat: str, options: Sequence[Any], about: About) -> Option:
    away = distances(state)
    return min(options, key=lambda zone: away.get(zone, 0))


def sail_together(state: State, seat: str, options: Sequence[Any], about: About) -> Option:
    return options[-1]  # the sister first; each hunts alone


def join_sister(state: State, seat: str, options: Sequence[Any], about: About) -> Option:
    return ALONE


def sail(state: State, seat: str, options: Sequence[Any], about: About) -> Option:
    return best_goal(state, [state.ships[name] for name in about["ships"]], options)


def lucky_move(state: State, seat: str, options: Sequence[Any], about: About) -> Option:
    return best_goal(state, [state.ships[seat]], options)


# Incidents


def convoy_or_not(state: State, seat: str, options: Sequence[Any], about: About) -> Option:
    """A convoy while the hunters are not too many, and as long as points are missing."""
    is_wanted = missing_points(state) > 0 or state.campaign
    if CONVOY in options and is_wanted and state.alert <= CONVOYS_UP_TO:
        return CONVOY
    return TAKE_AS_IT_IS


def spend_point(state: State, seat: str, options: Sequence[Any], about: About) -> Option:
    ship = state.ships[seat]
    departments = [option for option in options if option != NO_MORE_POINTS]
    return max(departments, key=lambda department: gain(ship, department))


def lose_cargo(state: State, seat: str, options: Sequence[Any], about: About) -> Option:
    return max(options, key=lambda option: cargo_by_worth(state).index(option[1]))


def oil_for(state: State, seat: str, options: Sequence[Any], about: About) -> Option:
    return max(options, key=lambda name: gain(state.ships[name], OIL))


# Combat


def break_off_or_fight(state: State, seat: str, options: Sequence[Any], about: About) -> Option:
    """The captain fights what promises more than it costs."""
    ship, foe = state.ships[seat], foe_of(about["allied"], 0, ())
    return FIGHT if worth_of_fight(state, ship, foe, hits_on(ship, foe), GERMAN) > 0 else BREAK_OFF


def aim(state: State, seat: str, options: Sequence[Any], about: About) -> Option:
    battle = state.battle
    assert battle is not None
    aims = [option for option in options if isinstance(option, tuple)]
    return best_aim(state, battle, state.ships[seat], about["step"], aims)


def assign_fire(state: State, seat: str, options: Sequence[Any], about: About) -> Option:
    return max(options, key=lambda name: state.ships[name].hull)


def engine_share(state: State, seat: str, options: Sequence[Any], about: About) -> Option:
    return best_engine_share(state.ships[seat], about["points"], tuple(options))


# Ports and auxiliary cruisers


def bombard_port(state: State, seat: str, options: Sequence[Any], about: About) -> Option:
    return BOMBARD if BOMBARD in options else options[0]


def land_marines(state: State, seat: str, options: Sequence[Any], about: About) -> Option:
    return LAND


def move_auxiliary(state: State, seat: str, options: Sequence[Any], about: About) -> Option:
    """The one that is not in the Altmark area follows a ship that has something to mend."""
    if state.auxiliaries.count("") == 0 and patient(state):
        return next((space for space in options if space not in (STAY, ALTMARK)), STAY)
    if ALTMARK not in state.auxiliaries:
        return next((space for space in options if space != STAY), STAY)
    return STAY


def patient(state: State) -> Ship | None:
    """A ship at sea that an auxiliary cruiser could help tomorrow."""
    for ship in afloat(state):
        is_alone = ship.space in HIGH_SEAS and ship.space not in state.auxiliaries
        if is_alone and damage_worth(ship) > WORTH_REPAIRING and not is_in_hurry(state, ship):
            return ship
    return None


def send_auxiliary(state: State, seat: str, options: Sequence[Any], about: About) -> Option:
    if ALTMARK in options:
        return ALTMARK
    ship = patient(state)
    return ship.space if ship and ship.space in options else options[0]


def lay_mines(state: State, seat: str, options: Sequence[Any], about: About) -> Option:
    return LAY


# The campaign


def base_at(state: State, seat: str, options: Sequence[Any], about: About) -> Option:
    """The Altmark area for a ship that needs it, else what is nearest to the next order."""
    ship = state.ships[seat]
    if lacks(ship) - unavoidable(ship) > WORTH_A_REFIT and ALTMARK in options:
        return ALTMARK
    away = distances(state)
    return min(options, key=lambda space: (away.get(space, 0), space != ALTMARK))


ANSWERS: dict[str, Callable[[State, str, Sequence[Any], About], Option]] = {
    TAKE_RELOADS.key: take_reloads,
    FIT_OUT.key: fit_out,
    AUXILIARY_START.key: auxiliary_start,
    OUTFIT.key: outfit,
    REPAIR_DEPARTMENT.key: repair_department,
    AMMO_SHARE.key: ammo_share,
    HULL_SPACE.key: hull_space,
    NEW_CARGO.key: new_cargo,
    EXCHANGE_CARGO.key: exchange_cargo,
    SEEK_INTELLIGENCE.key: seek_intelligence,
    LOOK_AT_ZONE.key: look_at_zone,
    SAIL_TOGETHER.key: sail_together,
    JOIN_SISTER.key: join_sister,
    SAIL.key: sail,
    LUCKY_MOVE.key: lucky_move,
    CONVOY_OR_NEWS.key: convoy_or_not,
    CONVOY_OR_VISIBILITY.key: convoy_or_not,
    CONVOY_OR_LUCK.key: convoy_or_not,
    SPEND_POINT.key: spend_point,
    LOSE_CARGO.key: lose_cargo,
    LOSE_CARGO_TO_STORM.key: lose_cargo,
    OIL_FOR.key: oil_for,
    BREAK_OFF_OR_FIGHT.key: break_off_or_fight,
    AIM.key: aim,
    LAUNCH_TORPEDOES.key: aim,
    ASSIGN_FIRE.key: assign_fire,
    ENGINE_SHARE.key: engine_share,
    BOMBARD_PORT.key: bombard_port,
    LAND_MARINES.key: land_marines,
    MOVE_AUXILIARY.key: move_auxiliary,
    SEND_AUXILIARY.key: send_auxiliary,
    LAY_MINES.key: lay_mines,
    BASE_AT.key: base_at,
}
