"""The captain of either side: he answers every question from what his side sees, and can say why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flagplot.engine import About, Advice, Ask, Option
from flagplot.games.night_action import tables as t
from flagplot.games.night_action import words as say
from flagplot.games.night_action.captain import gunnery, torpedoes
from flagplot.games.night_action.captain.aims import (
    ATTACK,
    CONVOY,
    ESCORT,
    FIGHT,
    HOMEWARD,
    RELOAD,
    RETIRE,
    SEARCH,
    WAIT,
    ZIGZAG,
    Aim,
    aim_of,
    has_torpedoes,
    is_beaten,
    is_prey,
)
from flagplot.games.night_action.captain.helm import Plan, cleared, in_the_way, plan, settings_to_weigh
from flagplot.games.night_action.geometry import CM, RIGHT_ANGLE, square
from flagplot.games.night_action.model.fleet import marker_id
from flagplot.games.night_action.model.known import Known
from flagplot.games.night_action.programmes import STRAIGHT
from flagplot.games.night_action.ships import KINDS
from flagplot.games.night_action.state import Ship

GUNS_OPEN_WITHIN = 30 * CM  # at which a hidden gunboat shows itself
POUNCE, CLOSE = 0.8, 15 * CM  # part of a move, and the range in which it should end
SMOKE_WITHIN = 60 * CM
REPAIRS = (say.FIRES, say.FLOODS, say.ENGINE, say.RUDDER)  # most urgent first
REASONS = {
    CONVOY: "The convoy makes for safety.",
    HOMEWARD: "She makes for the edge by which she gets home.",
    ESCORT: "She keeps between the enemy and those that she guards.",
    ATTACK: "Her tubes will bear on {target}.",
    FIGHT: "She closes {target} and keeps her guns bearing.",
    RETIRE: "She has done or suffered enough, and breaks off.",
    RELOAD: "She reloads her tubes, slowly and nearly straight.",
    SEARCH: "She closes to where the enemy may be, unseen if she can.",
    ZIGZAG: "She zigzags on her way home, for torpedoes may be running.",
    WAIT: "She lies in wait with quiet engines, for {target} comes nearer.",
}

Answer = Callable[["Captain", Known, Sequence[Any], About], Advice]
ANSWERS: dict[str, Answer] = {}


def answers(*asks: Ask) -> Callable[[Answer], Answer]:
    """Name how a captain answers these questions (a decorator)."""

    def declare(answer: Answer) -> Answer:
        for ask in asks:
            ANSWERS[ask.key] = answer
        return answer

    return declare


class Captain:
    """A captain. What he has planned with an order for speed he need not plan again for the programme at it."""

    def __init__(self) -> None:
        self._planned: tuple[Any, Advice] | None = None

    def __call__(self, state: Known, seat: str, ask: Ask, options: Sequence[Any], about: About) -> Any:
        """The answer."""
        return ANSWERS[ask.key](self, state, options, about).choice

    def keep(self, known: Known, key: str, setting: int, advice: Advice) -> None:
        """Remember the programme for a unit at a setting that was ordered."""
        self._planned = _moment(known, key, setting), advice

    def kept(self, known: Known, key: str, setting: int) -> Advice | None:
        """The programme that was planned with the order for a setting, if nothing has changed since."""
        if self._planned and self._planned[0] == _moment(known, key, setting):
            return self._planned[1]
        return None

    def advise(self, state: Known, seat: str, ask: Ask, options: Sequence[Any], about: About) -> Advice:
        """The answer with its reason and the runner-up."""
        return ANSWERS[ask.key](self, state, options, about)


def _moment(known: Known, key: str, setting: int) -> tuple[Any, ...]:
    """What tells one order for a unit from any other."""
    ship = known.ship(key)
    return known.turn, known.phase, key, setting, ship.x, ship.y, ship.heading, ship.hull, len(known.own())


def ranked(options: Sequence[Option], value: Callable[[Any], float], reason: str, **figures: Any) -> Advice:
    """The option of the highest value, and the runner-up."""
    order = sorted(options, key=value, reverse=True)
    return Advice(order[0], reason, figures, order[1] if len(order) > 1 else None)


def plainly(choice: Option, options: Sequence[Option], reason: str, **figures: Any) -> Advice:
    """A choice that needs no weighing; the runner-up is any other."""
    return Advice(choice, reason, figures, other_than(choice, options))


def other_than(choice: Option, options: Sequence[Option]) -> Option | None:
    """The first of the options besides the choice."""
    for option in options:
        if option != choice:
            return option
    return None


# Movement


@answers(say.WHO_FIRST)
def who_first(captain: Captain, known: Known, options: Sequence[Any], about: About) -> Advice:
    """It is better to see what the enemy does."""
    return plainly(say.THEY, options, "It is better to move when the enemy has moved.")


@answers(say.UNIT)
def unit(captain: Captain, known: Known, options: Sequence[Any], about: About) -> Advice:
    """Units in their order; one that draws off under fire makes smoke."""
    for option in options:
        if isinstance(option, tuple) and option[0] == say.SMOKE and _needs_smoke(known, option[1]):
            return plainly(option, options, "She is hard pressed, and smoke hides her.")
    return plainly(options[0], options, "One unit after the other.")


def _needs_smoke(known: Known, key: str) -> bool:
    leader = known.ship(key)
    return is_beaten(leader) and any(
        square(leader.x, leader.y, one.x, one.y) <= SMOKE_WITHIN**2 for one in known.in_sight()
    )


@answers(say.HELM, say.CONVOY_HELM, say.CONVOY_THREATENED, say.CONTACT)
def steer(captain: Captain, known: Known, options: Sequence[Any], about: About) -> Advice:
    """The programme, at any setting in reach, that comes nearest to what is wanted."""
    key = about["unit"]
    now = known.ship(key).setting
    ships = known.unit(key).ships
    if len(ships) > 1 and (beaten := _to_leave(known, ships)) and (say.ALONE, beaten) in options:
        return plainly(
            (say.ALONE, beaten), options, "{ship} is beaten, and the others can do without her.", ship=beaten
        )
    aim = aim_of(known, key)
    settings, obstacles = settings_to_weigh(known, key, aim), in_the_way(known, key)
    found = plan(known, key, aim, settings, settings[-1])
    best = cleared(obstacles, found)
    choices: list[Option] = [one.code if one.setting == now else (say.SPEED, one.setting) for one in best]
    if best[0].setting != now:
        at_it = [one for one in found if one[1] == best[0].setting]
        captain.keep(known, key, best[0].setting, _programme(aim, cleared(obstacles, at_it), options))
    return _told(aim, choices[0], other_than(choices[0], (*choices, *options)))


def _to_leave(known: Known, ships: Sequence[str]) -> str:
    """The first ship of a column that is beaten while another is not; empty if there is none."""
    beaten = [key for key in ships if is_beaten(known.ship(key))]
    return beaten[0] if beaten and len(beaten) < len(ships) else ""


def _told(aim: Aim, choice: Option, second: Option | None) -> Advice:
    return Advice(choice, REASONS[aim.role], {"target": aim.target}, second)


@answers(say.HELM_AT, say.CONTACT_AT)
def steer_at(captain: Captain, known: Known, options: Sequence[Any], about: About) -> Advice:
    """The programme at a setting that was chosen."""
    key, setting = about["unit"], about["setting"]
    planned = captain.kept(known, key, setting)
    if planned:
        return planned
    aim = aim_of(known, key)
    found = plan(known, key, aim, (setting,), settings_to_weigh(known, key, aim)[-1])
    return _programme(aim, cleared(in_the_way(known, key), found), options)


def _programme(aim: Aim, plans: Sequence[Plan], options: Sequence[Option]) -> Advice:
    """The best of the programmes at a setting."""
    codes = [one.code for one in plans]
    return _told(aim, codes[0], other_than(codes[0], (*codes, STRAIGHT)))


@answers(say.RAM_OR_CLEAR)
def ram(captain: Captain, known: Known, options: Sequence[Any], about: About) -> Advice:
    """A larger ship rams a smaller one."""
    ship, other = known.ship(about["ship"]), known.sighting(about["other"])
    if KINDS[ship.type].class_ > KINDS[other.type].class_:
        return plainly(say.RAM, options, "It will cost {other} more than her.", other=other.id)
    return plainly(say.CLEAR, options, "A collision would cost her more than the enemy.")


@answers(say.TURN_OVER)
def turn_over(captain: Captain, known: Known, options: Sequence[Any], about: About) -> Advice:
    """A contact shows itself when it can strike at once."""
    leaders = {marker_id(known.seat, unit.marker): key for key, unit in known.units().items() if unit.marker}
    for option in options:
        leader = known.ship(leaders[option]) if option != say.NONE else None
        if leader is None or leader.is_dummy:
            continue
        if known.phase == "turn_over_to_launch" and has_torpedoes(leader):
            picture = torpedoes.picture_of(known)
            if any(torpedoes.best_salvo(known, known.ship(one), picture) for one in known.unit(leader.id).ships):
                return plainly(option, options, "Her torpedoes can strike at once.")
        elif known.phase == "turn_over_to_fire" and not has_torpedoes(leader) and _can_open_fire(known, leader):
            return plainly(option, options, "The enemy is near enough for her guns.")
        elif known.phase == "turn_over_to_move" and not has_torpedoes(leader) and _can_pounce(known, leader):
            return plainly(option, options, "One move brings her alongside the enemy.")
    return plainly(say.NONE, options, "Nothing is gained by being seen.")


def _can_pounce(known: Known, leader: Ship) -> bool:
    """Whether a boat on the hunt could be in close range of an enemy boat in this turn."""
    kind = KINDS[leader.type]
    if kind.class_ > 1 or any(KINDS[ship.type].is_merchant for ship in known.own()):
        return False
    reach = POUNCE * kind.distance[known.settings(leader.id)[1]] + CLOSE
    return any(
        KINDS[one.type].class_ == 1
        and is_prey(one)
        and square(leader.x, leader.y, one.x + one.dx, one.y + one.dy) <= reach**2
        for one in known.in_sight()
    )


def _can_open_fire(known: Known, leader: Ship) -> bool:
    guards = any(KINDS[ship.type].is_merchant for ship in known.own())
    return any(
        square(leader.x, leader.y, one.x, one.y) <= GUNS_OPEN_WITHIN**2 and (guards or is_prey(one))
        for one in known.in_sight()
    )


# Damage control


@answers(say.REPAIR)
def repair(captain: Captain, known: Known, options: Sequence[Any], about: About) -> Advice:
    """Fires and floods first, then engines and rudder."""
    return ranked(options, lambda option: -REPAIRS.index(option), "It would become worse by itself.")


# Guns and light


@answers(say.FIRE_WITH)
def fire_with(captain: Captain, known: Known, options: Sequence[Any], about: About) -> Advice:
    """The first ship whose fire or light is worth its shells."""
    for option in options:
        if option != say.PASS and gunnery.is_worth_firing(known, known.ship(option)):
            return plainly(option, options, "She has a target in range of her guns.")
    return plainly(say.PASS, options, "Fire would only show where her side is.")


@answers(say.FIRE_AT)
def fire_at(captain: Captain, known: Known, options: Sequence[Any], about: About) -> Advice:
    """The target on which fire is worth most; light where it is worth more than fire."""
    values = gunnery.values(known, known.ship(about["ship"]), options)
    best, *others = sorted(options, key=values.__getitem__, reverse=True)[:2]
    target = best[1] if isinstance(best, tuple) else ""
    if best == say.DONE:
        reason = "There is nothing worth the shells."
    elif best[0] in (say.STARSHELL, say.SEARCHLIGHT, say.ROCKET):
        reason = "Light on {target} is worth more than the fire that it costs."
    else:
        reason = "Fire at {target} is worth most."
    return Advice(best, reason, {"target": target}, others[0] if others else None)


@answers(say.REACTION)
def react(captain: Captain, known: Known, options: Sequence[Any], about: About) -> Advice:
    """Whoever can fire at once does."""
    return plainly(options[0], options, "Mounts that bear now may not bear later.")


# Torpedoes


@answers(say.LAUNCH_FROM)
def launch_from(captain: Captain, known: Known, options: Sequence[Any], about: About) -> Advice:
    """The first ship with a salvo that promises enough."""
    picture = torpedoes.picture_of(known)
    for key in options:
        if key != say.DONE and torpedoes.best_salvo(known, known.ship(key), picture):
            return plainly(key, options, "Her torpedoes have a target.")
    return plainly(say.DONE, options, "No salvo promises enough.")


@answers(say.AIM)
def aim_at(captain: Captain, known: Known, options: Sequence[Any], about: About) -> Advice:
    """The tubes and the target that promise most; no torpedo is wasted on empty water."""
    best = torpedoes.best_salvo(known, known.ship(about["ship"]), torpedoes.picture_of(known))
    if best is None or (best.group, best.at) not in options:
        return plainly(say.BACK, options, "Her torpedoes would meet nobody.")
    return plainly(
        (best.group, best.at), options, "A salvo across the bow of {target} promises most.", target=best.target
    )


@answers(say.SALVO_OF)
def salvo(captain: Captain, known: Known, options: Sequence[Any], about: About) -> Advice:
    """The number and the spread that promise most."""
    ship, group, at = known.ship(about["ship"]), about["group"], about["at"]
    promised = torpedoes.salvos(known, ship, torpedoes.picture_of(known))
    found = max((one for one in promised if (one.group, one.at) == (group, at)), default=None)
    number, spread = (found.number, found.spread) if found else (1, 0)
    return ranked(
        options,
        lambda one: -abs(one[0] - number) - abs(one[1] - spread) / 100,
        "A spread covers the errors of the launch.",
    )


# Aircraft, free battles


@answers(say.AIR)
def air(captain: Captain, known: Known, options: Sequence[Any], about: About) -> Advice:
    """The most valuable ship, from abeam."""
    seen = {one.id: one for one in known.in_sight()}

    def value(option: Option) -> float:
        key = option[0] if isinstance(option, tuple) else option
        target = seen.get(key)
        worth = float(KINDS[target.type].vp) if target else (-1.0 if key == say.LEAVE else 0.5)
        abeam = isinstance(option, tuple) and abs(t.RELEASE_POINTS[option[1]]) == RIGHT_ANGLE
        return worth + 0.1 * abeam

    return ranked(options, value, "It is the best target in sight.")


@answers(say.MUSTER)
def muster(captain: Captain, known: Known, options: Sequence[Any], about: About) -> Advice:
    """Strong ships first, and pairs of boats for what is left."""

    def value(option: Option) -> float:
        if not isinstance(option, tuple):
            return -1.0
        kind = KINDS[option[0]]
        return float(kind.points * int(option[1])) - (1000.0 if kind.is_merchant else 0.0)

    return ranked(options, value, "She is worth her points.")


@answers(say.DEPLOY)
def deploy(captain: Captain, known: Known, options: Sequence[Any], about: About) -> Advice:
    """Well forward, near the middle."""
    width, height = known.scenario.table
    return ranked(
        options, lambda one: -abs(one[0] - width // 2) - abs(one[1] - height // 2) / 2, "There she is in the way."
    )
