"""The captain of either side: he answers every question, and can say why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flagplot.engine import About, Advice, Ask, Option
from flagplot.games.atlantic_chase import words as say
from flagplot.games.atlantic_chase.captain.battle import exchange, shot, would_win, zone_values
from flagplot.games.atlantic_chase.captain.orders import best_plan, goal_of, outlook_of, plans
from flagplot.games.atlantic_chase.captain.worth import barrage, hit_value
from flagplot.games.atlantic_chase.hexes import HEXES, NEIGHBOURS, hexes_in
from flagplot.games.atlantic_chase.judgement.ways import distances, route
from flagplot.games.atlantic_chase.model.forces import (
    find_ship,
)
from flagplot.games.atlantic_chase.rules.battle import is_obscured, the_battle
from flagplot.games.atlantic_chase.rules.seats import SYSTEM_ANSWERS
from flagplot.games.atlantic_chase.rules.trajectories import forbidden, trajectory_total, triggers
from flagplot.games.atlantic_chase.scenarios import KRANCKE, TOVEY
from flagplot.games.atlantic_chase.state import State

WORTH_A_LEADER = 5  # a Trajectory Total
WORTH_LEAVING = 0.15  # points that a round costs more than it brings

Answer = Callable[["Captain", State, str, Sequence[Any], About], Advice]
ANSWERS: dict[str, Answer] = {}


def answers(ask: Ask) -> Callable[[Answer], Answer]:
    """Name how a captain answers a question (a decorator)."""

    def declare(answer: Answer) -> Answer:
        ANSWERS[ask.key] = answer
        return answer

    return declare


class Captain:
    """A captain."""

    def __call__(self, state: State, seat: str, ask: Ask, options: Sequence[Any], about: About) -> Any:
        """The answer."""
        if ask is say.ORDER:
            return best_plan(state, seat, options).order  # nobody asks for the runner-up
        return self.advise(state, seat, ask, options, about).choice

    def advise(self, state: State, seat: str, ask: Ask, options: Sequence[Any], about: About) -> Advice:
        """The answer with its reason and the runner-up."""
        answer = ANSWERS.get(ask.key)
        if answer:
            return answer(self, state, seat, options, about)
        choice = SYSTEM_ANSWERS[ask.key](state, seat, options, about)
        return Advice(choice, "That is the usual thing to do.", {}, other_than(choice, options))


@answers(say.NEXT_OPERATION)
def begin_operation(captain: Captain, state: State, seat: str, options: Sequence[Any], about: About) -> Advice:
    """There is nothing to wait for."""
    return Advice(say.READY, "Nothing is gained by waiting.", {}, None)


def other_than(choice: Option, options: Sequence[Option]) -> Option | None:
    """The first option that is not the choice."""
    for option in options:
        if option != choice:
            return option
    return None


def best_of(options: Sequence[Option], value: Callable[[Any], Any], reason: str, **figures: Any) -> Advice:
    """The option of the highest value, and the runner-up."""
    ranked = sorted(options, key=value, reverse=True)
    return Advice(ranked[0], reason, figures, ranked[1] if len(ranked) > 1 else None)


# Actions and courses


@answers(say.ORDER)
def order(captain: Captain, state: State, side: str, options: Sequence[Any], about: About) -> Advice:
    """The action of the highest value."""
    found = plans(state, side, options)
    best = found[0]
    second = found[1].order if len(found) > 1 else None
    return Advice(best.order, best.reason, best.figures, second)


@answers(say.COURSE)
def course(captain: Captain, state: State, side: str, options: Sequence[Any], about: About) -> Advice:
    """On by the route to where the task force should be, and no further."""
    force = state.forces[about["force"]]
    goals, _, _ = goal_of(state, force, outlook_of(state, side))
    if not force.line:
        wanted, table = hexes_in(goals), distances(side)
        return best_of(
            options,
            lambda option: -min((table[option[1]][goal] for goal in wanted), default=0),
            "From there it is nearest.",
        )
    if say.DONE in options and (not goals or goals & force.mask):
        return Advice(say.DONE, "The course leads where it should.", {}, other_than(say.DONE, options))
    ends = {force.line[0]: say.FIRST_END, force.line[-1]: say.LAST_END}
    way = route(side, list(ends), goals, force.mask | forbidden(state, force), triggers(state, side))
    steps = [(end, way[0]) for number, end in ends.items() if way and way[0] in NEIGHBOURS[side][number]]
    for step in (*steps, *((say.LAST_END, number) for _, number in steps)):
        if step in options:
            reason = "{hex} lies on the way, {segments} more."
            return Advice(step, reason, {"hex": HEXES[step[1]], "segments": len(way)}, other_than(step, options))
    choice = say.DONE if say.DONE in options else options[0]
    return Advice(choice, "There is no better way.", {}, other_than(choice, options))


# Initiative


@answers(say.SEIZE)
def seize(captain: Captain, state: State, side: str, options: Sequence[Any], about: About) -> Advice:
    """He tries, unless a Convoy or a hurt ship needs the marker more."""
    if say.LUTJENS in options:
        return Advice(say.LUTJENS, "Lütjens takes the Initiative without a throw.", {}, say.TRY)
    evaders = [option for option in options if isinstance(option, tuple)]
    for option in evaders:
        force = state.forces[option[1]]
        if state.tally == 0 and force.contact and (force.has_convoy or force.is_damaged):
            return Advice(option, "{force} is hunted and needs Evasive Maneuvers.", {"force": force.key}, say.TRY)
    return Advice(say.TRY, "A try costs little and the tally rises.", {}, other_than(say.TRY, options))


@answers(say.SLIP)
def slip(captain: Captain, state: State, side: str, options: Sequence[Any], about: About) -> Advice:
    """Signals fix the hunter where he can be hunted."""
    return Advice(options[0], "The hunter is fixed where he was seen.", {}, options[-1])


# Leaders


@answers(say.USE_LEADER)
def use_leader(captain: Captain, state: State, side: str, options: Sequence[Any], about: About) -> Advice:
    """He is kept for a battle or an attack; the weather is not worth him, nor a total that is low already."""
    name, attack = about["leader"], state.attack
    figures = {"leader": name}
    if about["use"] == say.WEATHER_ROLL.key:
        return Advice(say.NO, "{leader} is worth more than the weather.", figures, say.YES)
    is_own = side == state.active
    if name in (KRANCKE, TOVEY) and attack and is_own and trajectory_total(state, attack) < WORTH_A_LEADER:
        return Advice(say.NO, "The total is low already; {leader} is kept.", figures, say.YES)
    return Advice(say.YES, "This is what {leader} is there for.", figures, say.NO)


# Battle


@answers(say.FIRE_AT)
def fire_at(captain: Captain, state: State, side: str, options: Sequence[Any], about: About) -> Advice:
    """Where a shot is worth most."""
    ship, fight = find_ship(state, about["ship"])[1], the_battle(state)

    def value(target: str) -> float:
        smoke = is_obscured(fight, ship.id) + is_obscured(fight, target)
        enemy = find_ship(state, target)[1]
        return shot(state.scenario, ship, fight.zones[ship.id], enemy, fight.zones[target], smoke)

    advice = best_of(options, value, "A shot at {target} is worth most, {points} points.")
    return advice._replace(figures={"target": advice.choice, "points": round(value(advice.choice), 1)})


@answers(say.MANEUVER)
def maneuver(captain: Captain, state: State, side: str, options: Sequence[Any], about: About) -> Advice:
    """Each ship where her fire brings most and costs least."""
    moves = [option for option in options if option[0] != say.DISPERSE]
    ship = find_ship(state, moves[0][0])[1]
    own = [option for option in moves if option[0] == ship.id]
    values = zone_values(state, ship, [(zone, bool(smoke)) for _, zone, smoke in own])
    worth = max(values)
    best = own[values.index(worth)]
    figures = {"ship": ship.id, "zone": best[1], "points": round(worth, 1)}
    reason = "With {ship} in {zone} a round is worth {points} points to her side."
    return Advice(best, reason, figures, other_than(best, options))


@answers(say.BREAK_AWAY)
def break_away(captain: Captain, state: State, side: str, options: Sequence[Any], about: About) -> Advice:
    """Where leaving wins, or where more is to be lost than to be won by fighting on."""
    if winner := would_win(state):
        choice = say.YES if winner == side else say.NO
        reason = "The battle would be won." if winner == side else "The battle would be lost."
        return Advice(choice, reason, {}, other_than(choice, options))
    gain, loss = exchange(state, side)
    choice = say.YES if loss > gain + WORTH_LEAVING else say.NO
    figures = {"gain": round(gain, 1), "loss": round(loss, 1)}
    return Advice(choice, "A round brings {gain} points and costs {loss}.", figures, other_than(choice, options))


@answers(say.SKIRMISH)
def skirmish(captain: Captain, state: State, side: str, options: Sequence[Any], about: About) -> Advice:
    """If one round pays."""
    own, enemies = state.forces[about["active"]].ships, state.forces[about["target"]].ships
    gain, loss = barrage(state.scenario, own, enemies), barrage(state.scenario, enemies, own)
    choice = say.YES if gain > loss else say.NO
    figures = {"gain": round(gain, 1), "loss": round(loss, 1)}
    return Advice(choice, "A round brings {gain} points and costs {loss}.", figures, other_than(choice, options))


@answers(say.START_SMOKE)
def start_smoke(captain: Captain, state: State, side: str, options: Sequence[Any], about: About) -> Advice:
    """If she loses less by it than she gains."""
    ship = find_ship(state, about["ship"])[1]
    zone = the_battle(state).zones[ship.id]
    clear, smoky = zone_values(state, ship, [(zone, False), (zone, True)])
    choice = say.YES if smoky > clear else say.NO
    figures = {"ship": ship.id, "smoky": round(smoky, 1), "clear": round(clear, 1)}
    reason = "{ship}: {smoky} points a round in smoke, {clear} without."
    return Advice(choice, reason, figures, other_than(choice, options))


# Hits on the map


@answers(say.HIT_SHIP)
def hit_ship(captain: Captain, state: State, side: str, options: Sequence[Any], about: About) -> Advice:
    """Where a Hit is worth most."""
    advice = best_of(
        options, lambda one: hit_value(state.scenario, find_ship(state, one)[1]), "A hit on {ship} is worth most."
    )
    return advice._replace(figures={"ship": advice.choice})
