"""The captain of The Cruise of the Graf Spee.

He weighs points against the chance to lose the ship: he fights where the odds are for it, breaks off where they are
not, hunts where the hunters are weak, lies up in a port when the ship is worn, and is in time where his order leads.
Every answer comes as advice: with the figures that decided, and the runner-up.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from flagplot.engine import About, Advice, Ask, Option
from flagplot.engine.words import total
from flagplot.games.graf_spee.achievement import is_place_of_order
from flagplot.games.graf_spee.captain_battle import condition_of, cost_of_share, fights, foe_of, promise, worth_of_hit
from flagplot.games.graf_spee.captain_course import (
    LOST_CAUSE,
    Course,
    best_goal,
    chance_to_silence,
    worth_of_outfitting,
)
from flagplot.games.graf_spee.captain_outfit import (
    ammo_share,
    auxiliary_start,
    base_at,
    exchange_cargo,
    fit_out,
    hull_space,
    lay_mines,
    move_auxiliary,
    new_cargo,
    other_than,
    outfit,
    repair_department,
    send_auxiliary,
    take_reloads,
    two_best,
)
from flagplot.games.graf_spee.captain_ways import distances, is_lost_cause
from flagplot.games.graf_spee.captain_worth import ammo_to_keep, cargo_by_worth, gain, missing_points, stakes_of
from flagplot.games.graf_spee.fleet import afloat, level, most, terrain
from flagplot.games.graf_spee.gunnery import MODES, firing_solution
from flagplot.games.graf_spee.intelligence import intelligence_modifiers
from flagplot.games.graf_spee.spaces import CAPTURED, DISTANCE
from flagplot.games.graf_spee.state import State
from flagplot.games.graf_spee.tables import DECEIVED, INTELLIGENCE_TABLE, NOTHING, OIL, ORDERS
from flagplot.games.graf_spee.words import (
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
    CONVOY,
    CONVOY_OR_LUCK,
    CONVOY_OR_NEWS,
    CONVOY_OR_VISIBILITY,
    ENGINE_SHARE,
    EXCHANGE_CARGO,
    FIGHT,
    FIT_OUT,
    HOLD_FIRE,
    HULL_SPACE,
    JOIN,
    JOIN_SISTER,
    KEEP_ABOARD,
    KEEP_SILENT,
    LAND,
    LAND_MARINES,
    LAUNCH_TORPEDOES,
    LAY_MINES,
    LISTEN,
    LOOK_AT_ZONE,
    LOSE_CARGO,
    LOSE_CARGO_TO_STORM,
    LUCKY_MOVE,
    LUCKY_WAY,
    MOVE_AUXILIARY,
    NEW_CARGO,
    NO_MORE_POINTS,
    OIL_FOR,
    OUTFIT,
    REPAIR_DEPARTMENT,
    REPORT,
    REPORT_SUCCESS,
    SAIL,
    SAIL_TOGETHER,
    SEEK_INTELLIGENCE,
    SEND_AUXILIARY,
    SPARE,
    SPEND_POINT,
    STAY_OUT,
    TAKE_AS_IT_IS,
    TAKE_RELOADS,
)

FACES = 6
CONVOYS_UP_TO = 4  # the alert level above which a convoy is not worth the hunters that it brings
A_CONVOY = 19  # points that one brings on the average
PRICE_OF_RESERVE = 15.0  # of a point of ammunition that the order's bombardment needs
WORTH_STAYING_OUT = 2.0  # what another day at sea must promise
WORTH_A_HARBOUR_DAY = 4.0
SOUND_HULL = 5


class Captain:
    """Answers every question to a German seat, and says why."""

    def __call__(self, state: State, seat: str, ask: Ask, options: Sequence[Any], about: About) -> Option:
        return ANSWERS[ask.key](state, seat, options, about).choice

    def advise(self, state: State, seat: str, ask: Ask, options: Sequence[Any], about: About) -> Advice:
        return ANSWERS[ask.key](state, seat, options, about)


# Intelligence and movement


def seek_intelligence(state: State, seat: str, options: Sequence[Any], about: About) -> Advice:
    """He listens when the faces that bring something are more than those that deceive."""
    good, bad = _faces_of_intelligence(total(intelligence_modifiers(state, state.ships[seat])))
    figures = {"good": good, "bad": bad}
    reason = "Of six faces {good} bring news and {bad} deceive us and raise the alert level."
    if good > bad:
        return Advice(LISTEN, reason, figures, KEEP_SILENT)
    return Advice(KEEP_SILENT, reason, figures, LISTEN)


@functools.cache
def _faces_of_intelligence(modifier: int) -> tuple[int, int]:
    """How many faces of the die bring something, and how many deceive."""
    results: list[str] = [INTELLIGENCE_TABLE[face + modifier] for face in range(1, FACES + 1)]
    bad = results.count(DECEIVED)
    return FACES - bad - results.count(NOTHING), bad


def look_at_zone(state: State, seat: str, options: Sequence[Any], about: About) -> Advice:
    away = DISTANCE[state.ships[seat].space]
    best, second = two_best(options, lambda zone: (-away[zone], state.face_down.get(zone, 0)))
    figures = {"spaces": away[best], "ships": state.face_down.get(best, 0)}
    return Advice(best, "{ships:ship} lie face down there, {spaces:space} from us.", figures, second)


def sail_together(state: State, seat: str, options: Sequence[Any], about: About) -> Advice:
    """The sister first; each hunts alone."""
    figures = {"alert": state.alert}
    reason = "In two spaces the ships draw {alert:marker} each, together only once."
    return Advice(options[-1], reason, figures, other_than(options[-1], options))


def join_sister(state: State, seat: str, options: Sequence[Any], about: About) -> Advice:
    reason = "In a space of her own she draws {alert:marker} besides those of her sister."
    return Advice(ALONE, reason, {"alert": state.alert}, JOIN)


def sail(state: State, seat: str, options: Sequence[Any], about: About) -> Advice:
    return best_goal(state, [state.ships[name] for name in about["ships"]], options)


def lucky_move(state: State, seat: str, options: Sequence[Any], about: About) -> Advice:
    return best_goal(state, [state.ships[seat]], options)


# Incidents


def convoy_or_not(state: State, seat: str, options: Sequence[Any], about: About) -> Advice:
    """A convoy while the hunters are not too many, and as long as points are missing."""
    missing = missing_points(state)
    figures = {"missing": missing, "alert": state.alert, "convoy": A_CONVOY}
    if CONVOY in options and (missing or state.campaign) and state.alert <= CONVOYS_UP_TO:
        reason = "{missing:point} missing, and a convoy brings about {convoy}; alert level {alert} can bear two more."
        return Advice(CONVOY, reason, figures, other_than(CONVOY, options, TAKE_AS_IT_IS))
    spaces = distances(state).get(state.ships[seat].space, 0)
    if LUCKY_WAY in options and not missing and spaces:
        figures["spaces"] = spaces
        reason = (
            "The points are together: two spaces more bring us nearer to the place of the order, {spaces:space} away."
        )
        return Advice(LUCKY_WAY, reason, figures, other_than(LUCKY_WAY, options, TAKE_AS_IT_IS))
    reason = "No points are missing, so a convoy is not worth two alert levels more than {alert}."
    if missing or state.campaign:
        reason = "At alert level {alert} two levels more would bring the hunters rather than points."
    return Advice(TAKE_AS_IT_IS, reason, figures, other_than(TAKE_AS_IT_IS, options, CONVOY, LUCKY_WAY))


def spend_point(state: State, seat: str, options: Sequence[Any], about: About) -> Advice:
    ship = state.ships[seat]
    departments = [option for option in options if option != NO_MORE_POINTS]
    best, second = two_best(departments, lambda department: gain(ship, department))
    figures = {"department": best, "level": level(ship, best), "most": most(ship, best)}
    reason = "The {department} at {level} of {most}: a point counts most there."
    return Advice(best, reason, figures, second or NO_MORE_POINTS)


def lose_cargo(state: State, seat: str, options: Sequence[Any], about: About) -> Advice:
    ranking = cargo_by_worth(state)
    best, second = two_best(options, lambda option: ranking.index(option[1]))
    figures = {"cargo": best[1], "others": len(options) - 1}
    return Advice(best, "The {cargo} is the least useful of what is aboard, besides {others} others.", figures, second)


def oil_for(state: State, seat: str, options: Sequence[Any], about: About) -> Advice:
    best, second = two_best(options, lambda name: gain(state.ships[name], OIL) if _has_room(state, name) else -1.0)
    return Advice(best, "The {ship} has less oil: {oil}.", {"ship": best, "oil": state.ships[best].oil}, second)


def _has_room(state: State, name: str) -> bool:
    return level(state.ships[name], OIL) < most(state.ships[name], OIL)


# Combat


def break_off_or_fight(state: State, seat: str, options: Sequence[Any], about: About) -> Advice:
    """The captain fights what promises more than it costs."""
    ship, foe = state.ships[seat], foe_of(tuple(about["allied"]), 0, ())
    stakes = LOST_CAUSE if is_lost_cause(state, [ship]) else stakes_of(state)
    patrol = state.stations.get(ORDERS[state.order].beaten, ())
    outcome, _ = fights(condition_of(ship), foe, stakes, is_demanded=about["allied"][0] in patrol)
    figures = {
        "points": round(outcome.points), "lost": round(100 * outcome.lost), "missing": stakes.missing,
        "ammo": ship.ammo, "hull": ship.hull,
    }  # fmt: skip
    if outcome.worth > 0:
        reason = (
            "A fight promises about {points:point} of {missing} missing, at a {lost} per cent chance to lose the ship."
        )
        return Advice(FIGHT, reason, figures, BREAK_OFF)
    reason = (
        "With hull {hull} and ammunition {ammo} a fight brings {points:point}, and a {lost} per cent chance of loss."
    )
    if not figures["missing"]:
        reason = "No points are missing, and a fight has a {lost} per cent chance to lose the ship."
    return Advice(BREAK_OFF, reason, figures, FIGHT)


def aim(state: State, seat: str, options: Sequence[Any], about: About) -> Advice:
    """The fire that promises most, as long as ammunition for the order's bombardment is left."""
    battle, ship, step = state.battle, state.ships[seat], about["step"]
    assert battle is not None
    reserve = ammo_to_keep(state)
    worth: dict[Any, float] = {HOLD_FIRE: 0.0} if HOLD_FIRE in options else {}
    dice, hits = {}, {}
    for option in options:
        if isinstance(option, tuple):
            mode, target = option
            if target not in hits:
                hits[target] = worth_of_hit(battle, target)
            spent = MODES[step][mode]
            dice[option] = firing_solution(state, battle, ship, step, mode, target)
            worth[option] = promise(dice[option], hits[target], spent)
            if spent:
                worth[option] -= PRICE_OF_RESERVE * max(0, reserve - (ship.ammo - spent))
    best, second = two_best(list(worth), worth.__getitem__)
    if best == HOLD_FIRE:
        figures = {"ammo": ship.ammo, "reserve": reserve}
        return Advice(HOLD_FIRE, "Ammunition {ammo}: the order's bombardment needs {reserve} of it.", figures, second)
    figures = {"dice": dice[best], "target": best[1], "hits": round(100 * (1 - (5 / FACES) ** dice[best]))}
    reason = "{dice} dice hit {target} with {hits} per cent, and a hit there counts most."
    return Advice(best, reason, figures, second)


def assign_fire(state: State, seat: str, options: Sequence[Any], about: About) -> Advice:
    best, second = two_best(options, lambda name: state.ships[name].hull)
    figures = {"ship": best, "hull": state.ships[best].hull}
    return Advice(best, "The {ship} has the sounder hull: {hull}.", figures, second)


def engine_share(state: State, seat: str, options: Sequence[Any], about: About) -> Advice:
    ship, points = state.ships[seat], about["points"]
    best, second = two_best(options, lambda share: -cost_of_share(ship, points, share))
    figures = {"hull": max(0, ship.hull - (points - best)), "engines": ship.engines - best}
    return Advice(best, "That leaves hull {hull} and engines {engines}, which costs least.", figures, second)


# Ports


def bombard_port(state: State, seat: str, options: Sequence[Any], about: About) -> Advice:
    """He bombards where there is anything to gain by it."""
    ship, space = state.ships[seat], about["space"]
    figures = {"chance": round(100 * chance_to_silence(ship)), "ammo": ship.ammo, "missing": missing_points(state)}
    order = ORDERS[state.order]
    is_wanted = order.silenced == space or order.kind == CAPTURED or state.campaign or figures["missing"]
    if is_wanted and figures["chance"]:
        reason = "One ammunition of {ammo} silences the guns with {chance} per cent; {missing:point} missing."
        return Advice(BOMBARD, reason, figures, other_than(BOMBARD, options, SPARE))
    reason = "No points are missing and the order does not ask for it: ammunition {ammo} is kept."
    if not figures["chance"]:
        reason = "Both turrets are out of action: ammunition {ammo} would be spent for nothing."
    return Advice(SPARE, reason, figures, other_than(SPARE, options, BOMBARD))


def land_marines(state: State, seat: str, options: Sequence[Any], about: About) -> Advice:
    reason = "{space} in our hands is a port for repairs, oil and ammunition, and counts for {missing:point} missing."
    return Advice(LAND, reason, {"space": about["space"], "missing": missing_points(state)}, KEEP_ABOARD)


# The campaign


def report_success(state: State, seat: str, options: Sequence[Any], about: About) -> Advice:
    """He stays out to mend the ship in a port, or to hunt with a sound ship where hunters are weak."""
    ship = next(ship for ship in afloat(state) if is_place_of_order(state, ship.space))
    figures = {"surplus": about["surplus"], "hull": ship.hull, "alert": state.alert, "left": about["days"] - state.day}
    if terrain(state, ship.space).incidents:
        promised = Course(state, [ship]).of_draw(ship.space, state.alert)
        if ship.hull >= SOUND_HULL and promised > WORTH_STAYING_OUT:
            reason = (
                "{left:day} left and a sound hull of {hull}: each draw of {alert} brings points for the next order."
            )
            return Advice(STAY_OUT, reason, figures, REPORT)
    elif worth_of_outfitting(state, ship, ship.space) > WORTH_A_HARBOUR_DAY:
        reason = "{left:day} left, and in this port the ship can be mended at leisure: hull {hull}."
        return Advice(STAY_OUT, reason, figures, REPORT)
    reason = "{surplus:point} to spare, hull {hull}, alert level {alert}: another day would risk more than it brings."
    return Advice(REPORT, reason, figures, STAY_OUT)


ANSWERS: dict[str, Callable[[State, str, Sequence[Any], About], Advice]] = {
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
    REPORT_SUCCESS.key: report_success,
}
