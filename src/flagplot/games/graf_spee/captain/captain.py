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
from flagplot.games.graf_spee import incident_words as chart
from flagplot.games.graf_spee import tables as t
from flagplot.games.graf_spee import words as say
from flagplot.games.graf_spee.captain.battle import condition_of, cost_of_share, fights, foe_of, promise, worth_of_hit
from flagplot.games.graf_spee.captain.course import (
    LOST_CAUSE,
    Course,
    best_goal,
    chance_to_silence,
    goal_of,
    worth_of_outfitting,
)
from flagplot.games.graf_spee.captain.outfit import (
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
from flagplot.games.graf_spee.captain.ways import distances, is_lost_cause
from flagplot.games.graf_spee.captain.worth import ammo_to_keep, cargo_by_worth, gain, missing_points, stakes_of
from flagplot.games.graf_spee.model.fleet import afloat, level, most, terrain
from flagplot.games.graf_spee.rules.achievement import is_place_of_order
from flagplot.games.graf_spee.rules.gunnery import MODES, firing_solution
from flagplot.games.graf_spee.rules.intelligence import intelligence_modifiers
from flagplot.games.graf_spee.spaces import CAPTURED, DISTANCE
from flagplot.games.graf_spee.state import State

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
        if ask is say.SAIL:  # what takes most of the time, without the figures of advice
            return goal_of(state, [state.ships[name] for name in about["ships"]], options, about["sailed"])
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
        return Advice(say.LISTEN, reason, figures, say.KEEP_SILENT)
    return Advice(say.KEEP_SILENT, reason, figures, say.LISTEN)


@functools.cache
def _faces_of_intelligence(modifier: int) -> tuple[int, int]:
    """How many faces of the die bring something, and how many deceive."""
    results: list[str] = [t.INTELLIGENCE_TABLE[face + modifier] for face in range(1, FACES + 1)]
    bad = results.count(t.DECEIVED)
    return FACES - bad - results.count(t.NOTHING), bad


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
    return Advice(say.ALONE, reason, {"alert": state.alert}, say.JOIN)


def sail(state: State, seat: str, options: Sequence[Any], about: About) -> Advice:
    return best_goal(state, [state.ships[name] for name in about["ships"]], options, about["sailed"])


def lucky_move(state: State, seat: str, options: Sequence[Any], about: About) -> Advice:
    return best_goal(state, [state.ships[seat]], options, sailed=0)


# Incidents


def convoy_or_not(state: State, seat: str, options: Sequence[Any], about: About) -> Advice:
    """A convoy while the hunters are not too many, and as long as points are missing."""
    missing = missing_points(state)
    figures = {"missing": missing, "alert": state.alert, "convoy": A_CONVOY}
    if chart.CONVOY in options and (missing or state.campaign) and state.alert <= CONVOYS_UP_TO:
        reason = "{missing:point} missing, and a convoy brings about {convoy}; alert level {alert} can bear two more."
        return Advice(chart.CONVOY, reason, figures, other_than(chart.CONVOY, options, chart.TAKE_AS_IT_IS))
    spaces = distances(state).get(state.ships[seat].space, 0)
    if chart.LUCKY_WAY in options and not missing and spaces:
        figures["spaces"] = spaces
        reason = (
            "The points are together: two spaces more bring us nearer to the place of the order, {spaces:space} away."
        )
        return Advice(chart.LUCKY_WAY, reason, figures, other_than(chart.LUCKY_WAY, options, chart.TAKE_AS_IT_IS))
    reason = "No points are missing, so a convoy is not worth two alert levels more than {alert}."
    if missing or state.campaign:
        reason = "At alert level {alert} two levels more would bring the hunters rather than points."
    return Advice(
        chart.TAKE_AS_IT_IS, reason, figures, other_than(chart.TAKE_AS_IT_IS, options, chart.CONVOY, chart.LUCKY_WAY)
    )


def spend_point(state: State, seat: str, options: Sequence[Any], about: About) -> Advice:
    ship = state.ships[seat]
    departments = [option for option in options if option != chart.NO_MORE_POINTS]
    best, second = two_best(departments, lambda department: gain(ship, department))
    figures = {"department": best, "level": level(ship, best), "most": most(ship, best)}
    reason = "The {department} at {level} of {most}: a point counts most there."
    return Advice(best, reason, figures, second or chart.NO_MORE_POINTS)


def lose_cargo(state: State, seat: str, options: Sequence[Any], about: About) -> Advice:
    ranking = cargo_by_worth(state)
    best, second = two_best(options, lambda option: ranking.index(option[1]))
    figures = {"cargo": best[1], "others": len(options) - 1}
    return Advice(best, "The {cargo} is the least useful of what is aboard, besides {others} others.", figures, second)


def oil_for(state: State, seat: str, options: Sequence[Any], about: About) -> Advice:
    best, second = two_best(options, lambda name: gain(state.ships[name], t.OIL) if _has_room(state, name) else -1.0)
    return Advice(best, "The {ship} has less oil: {oil}.", {"ship": best, "oil": state.ships[best].oil}, second)


def _has_room(state: State, name: str) -> bool:
    return level(state.ships[name], t.OIL) < most(state.ships[name], t.OIL)


# Combat


def break_off_or_fight(state: State, seat: str, options: Sequence[Any], about: About) -> Advice:
    """The captain fights what promises more than it costs."""
    ship, foe = state.ships[seat], foe_of(tuple(about["allied"]), 0, ())
    stakes = LOST_CAUSE if is_lost_cause(state, [ship]) else stakes_of(state)
    patrol = state.stations.get(t.ORDERS[state.order].beaten, ())
    outcome, _ = fights(condition_of(ship), foe, stakes, is_demanded=about["allied"][0] in patrol)
    figures = {
        "points": round(outcome.points), "lost": round(100 * outcome.lost), "missing": stakes.missing,
        "ammo": ship.ammo, "hull": ship.hull,
    }  # fmt: skip
    if outcome.worth > 0:
        reason = "A fight promises about {points:point} of {missing} missing, at a {lost} % chance to lose the ship."
        return Advice(say.FIGHT, reason, figures, say.BREAK_OFF)
    reason = "With hull {hull} and ammunition {ammo} a fight brings {points:point}, and a {lost} % chance of loss."
    if not figures["missing"]:
        reason = "No points are missing, and a fight has a {lost} % chance to lose the ship."
    return Advice(say.BREAK_OFF, reason, figures, say.FIGHT)


def aim(state: State, seat: str, options: Sequence[Any], about: About) -> Advice:
    """The fire that promises most, as long as ammunition for the order's bombardment is left."""
    battle, ship, step = state.battle, state.ships[seat], about["step"]
    assert battle is not None
    reserve = ammo_to_keep(state)
    worth: dict[Any, float] = {say.HOLD_FIRE: 0.0} if say.HOLD_FIRE in options else {}
    dice, hits = {}, {}
    for option in options:
        if isinstance(option, tuple):
            mode, target = option
            if target not in hits:
                hits[target] = worth_of_hit(battle, target, step)
            spent = MODES[step][mode]
            dice[option] = firing_solution(state, battle, ship, step, mode, target)
            worth[option] = promise(dice[option], hits[target], spent)
            if spent:
                worth[option] -= PRICE_OF_RESERVE * max(0, reserve - (ship.ammo - spent))
    best, second = two_best(list(worth), worth.__getitem__)
    if best == say.HOLD_FIRE:
        figures = {"ammo": ship.ammo, "reserve": reserve}
        return Advice(
            say.HOLD_FIRE, "Ammunition {ammo}: the order's bombardment needs {reserve} of it.", figures, second
        )
    figures = {"dice": dice[best], "target": best[1], "hits": round(100 * (1 - (5 / FACES) ** dice[best]))}
    reason = "{dice} dice hit {target} with {hits} %, and a hit there counts most."
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
    order = t.ORDERS[state.order]
    is_wanted = order.silenced == space or order.kind == CAPTURED or state.campaign or figures["missing"]
    if is_wanted and figures["chance"]:
        reason = "One ammunition of {ammo} silences the guns with {chance} %; {missing:point} missing."
        return Advice(say.BOMBARD, reason, figures, other_than(say.BOMBARD, options, say.SPARE))
    reason = "No points are missing and the order does not ask for it: ammunition {ammo} is kept."
    if not figures["chance"]:
        reason = "Both turrets are out of action: ammunition {ammo} would be spent for nothing."
    return Advice(say.SPARE, reason, figures, other_than(say.SPARE, options, say.BOMBARD))


def land_marines(state: State, seat: str, options: Sequence[Any], about: About) -> Advice:
    reason = "{space} in our hands is a port for repairs, oil and ammunition, and counts for {missing:point} missing."
    return Advice(say.LAND, reason, {"space": about["space"], "missing": missing_points(state)}, say.KEEP_ABOARD)


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
            return Advice(say.STAY_OUT, reason, figures, say.REPORT)
    elif worth_of_outfitting(state, ship, ship.space) > WORTH_A_HARBOUR_DAY:
        reason = "{left:day} left, and in this port the ship can be mended at leisure: hull {hull}."
        return Advice(say.STAY_OUT, reason, figures, say.REPORT)
    reason = "{surplus:point} to spare, hull {hull}, alert level {alert}: another day would risk more than it brings."
    return Advice(say.REPORT, reason, figures, say.STAY_OUT)


ANSWERS: dict[str, Callable[[State, str, Sequence[Any], About], Advice]] = {
    say.TAKE_RELOADS.key: take_reloads,
    say.FIT_OUT.key: fit_out,
    say.AUXILIARY_START.key: auxiliary_start,
    say.OUTFIT.key: outfit,
    say.REPAIR_DEPARTMENT.key: repair_department,
    say.AMMO_SHARE.key: ammo_share,
    say.HULL_SPACE.key: hull_space,
    say.NEW_CARGO.key: new_cargo,
    say.EXCHANGE_CARGO.key: exchange_cargo,
    say.SEEK_INTELLIGENCE.key: seek_intelligence,
    say.LOOK_AT_ZONE.key: look_at_zone,
    say.SAIL_TOGETHER.key: sail_together,
    say.JOIN_SISTER.key: join_sister,
    say.SAIL.key: sail,
    chart.LUCKY_MOVE.key: lucky_move,
    chart.CONVOY_OR_NEWS.key: convoy_or_not,
    chart.CONVOY_OR_VISIBILITY.key: convoy_or_not,
    chart.CONVOY_OR_LUCK.key: convoy_or_not,
    chart.SPEND_POINT.key: spend_point,
    chart.LOSE_CARGO.key: lose_cargo,
    chart.LOSE_CARGO_TO_STORM.key: lose_cargo,
    chart.OIL_FOR.key: oil_for,
    say.BREAK_OFF_OR_FIGHT.key: break_off_or_fight,
    say.AIM.key: aim,
    say.LAUNCH_TORPEDOES.key: aim,
    say.ASSIGN_FIRE.key: assign_fire,
    say.ENGINE_SHARE.key: engine_share,
    say.BOMBARD_PORT.key: bombard_port,
    say.LAND_MARINES.key: land_marines,
    say.MOVE_AUXILIARY.key: move_auxiliary,
    say.SEND_AUXILIARY.key: send_auxiliary,
    say.LAY_MINES.key: lay_mines,
    say.BASE_AT.key: base_at,
    say.REPORT_SUCCESS.key: report_success,
}
