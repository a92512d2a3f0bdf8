"""The captain of either side: he answers every question from what his side sees, and can say why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flagplot.engine import About, Advice, Ask, Option
from flagplot.games.night_action import tables as t
from flagplot.games.night_action import words as say
from flagplot.games.night_action.captain import steering
from flagplot.games.night_action.captain.steering import ATTACK, CONVOY, ESCORT, FIGHT, RETIRE, SEARCH, Plan
from flagplot.games.night_action.captain.worth import fire_value, torpedo_chance, torpedo_points
from flagplot.games.night_action.geometry import CM, RIGHT_ANGLE, square
from flagplot.games.night_action.model.fleet import marker_id
from flagplot.games.night_action.model.known import Known
from flagplot.games.night_action.ships import ALL, KINDS
from flagplot.games.night_action.state import Ship

ENOUGH = 0.28  # chance that a torpedo should have before it is launched
ENOUGH_FOR_MUCH = 0.18  # where the target is worth a great deal
MUCH = 10  # points
ENOUGH_LATE = 0.08  # in the last turns nothing is kept back
LATE = 3  # turns before the end
GUNS_OPEN_WITHIN = 30 * CM  # at which a hidden gunboat shows itself
SMOKE_WITHIN = 60 * CM
SPREAD = 5  # degrees between torpedoes
DARK_VALUE = 0.08  # points of fire below which light is worth more
LIGHT_WITHIN = 45 * CM
REPAIRS = (say.FIRES, say.FLOODS, say.ENGINE, say.RUDDER)  # most urgent first
REASONS = {
    CONVOY: "The convoy makes for safety.",
    ESCORT: "She keeps with those that she guards.",
    ATTACK: "Her tubes will bear on {target}.",
    FIGHT: "Her guns will have {target} in range.",
    RETIRE: "She has done or suffered enough, and draws off.",
    SEARCH: "She closes to where the enemy may be, unseen if she can.",
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
    """A captain."""

    def __call__(self, state: Known, seat: str, ask: Ask, options: Sequence[Any], about: About) -> Any:
        """The answer."""
        return ANSWERS[ask.key](self, state, options, about).choice

    def advise(self, state: Known, seat: str, ask: Ask, options: Sequence[Any], about: About) -> Advice:
        """The answer with its reason and the runner-up."""
        return ANSWERS[ask.key](self, state, options, about)


def ranked(options: Sequence[Option], value: Callable[[Any], float], reason: str, **figures: Any) -> Advice:
    """The option of the highest value, and the runner-up."""
    order = sorted(options, key=value, reverse=True)
    return Advice(order[0], reason, figures, order[1] if len(order) > 1 else None)


def plainly(choice: Option, options: Sequence[Option], reason: str, **figures: Any) -> Advice:
    """A choice that needs no weighing; the runner-up is any other."""
    return Advice(choice, reason, figures, next((option for option in options if option != choice), None))


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
    return steering.is_beaten(leader) and any(
        square(leader.x, leader.y, one.x, one.y) <= SMOKE_WITHIN**2 for one in known.in_sight()
    )


@answers(say.HELM, say.CONVOY_HELM, say.CONVOY_THREATENED, say.CONTACT)
def steer(captain: Captain, known: Known, options: Sequence[Any], about: About) -> Advice:
    """The programme, at any setting in reach, that comes nearest to what is wanted."""
    now = known.ship(about["unit"]).setting
    settings = (now, *(option[1] for option in options if isinstance(option, tuple) and option[0] == say.SPEED))
    plans = steering.plan(known, about["unit"], settings)
    found = [plan.code if plan.setting == now else (say.SPEED, plan.setting) for plan in plans[:8]]
    second = next((option for option in found if option != found[0]), options[0])
    return _told(plans[0], found[0], second)


def _told(plan: Plan, choice: Option, second: Option) -> Advice:
    return Advice(choice, REASONS[plan.aim.role], {"target": plan.aim.target}, second)


@answers(say.HELM_AT, say.CONTACT_AT)
def steer_at(captain: Captain, known: Known, options: Sequence[Any], about: About) -> Advice:
    """The programme at a setting that was chosen."""
    plans = steering.plan(known, about["unit"], (about["setting"],))
    return _told(plans[0], plans[0].code, plans[1].code if len(plans) > 1 else plans[0].code)


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
        if steering.has_torpedoes(leader):
            if known.phase == "turn_over_to_launch" and _value_of_aims(known, leader):
                return plainly(option, options, "Her torpedoes can strike at once.")
        elif known.phase == "turn_over_to_fire" and _can_open_fire(known, leader):
            return plainly(option, options, "The enemy is near enough for her guns.")
    return plainly(say.NONE, options, "Nothing is gained by being seen.")


def _can_open_fire(known: Known, leader: Ship) -> bool:
    return any(square(leader.x, leader.y, one.x, one.y) <= GUNS_OPEN_WITHIN**2 for one in known.in_sight())


# Damage control


@answers(say.REPAIR)
def repair(captain: Captain, known: Known, options: Sequence[Any], about: About) -> Advice:
    """Fires and floods first, then engines and rudder."""
    return ranked(options, lambda option: -REPAIRS.index(option), "It would become worse by itself.")


# Guns and light


@answers(say.FIRE_WITH)
def fire_with(captain: Captain, known: Known, options: Sequence[Any], about: About) -> Advice:
    """All ships that can fire do."""
    return plainly(options[0], options, "She has a target in range of her guns.")


@answers(say.FIRE_AT)
def fire_at(captain: Captain, known: Known, options: Sequence[Any], about: About) -> Advice:
    """The target on which fire is worth most; light where nothing else is worth the shells."""
    ship = known.ship(about["ship"])
    values = {option: _value_of_fire(known, ship, option) for option in options}
    best = max(values, key=lambda option: values[option])
    target = best[1] if isinstance(best, tuple) else ""
    reason = "Fire at {target} is worth most." if values[best] > 0 else "There is nothing worth the shells."
    return ranked(options, lambda option: values[option], reason, target=target)


def _value_of_fire(known: Known, ship: Ship, option: Option) -> float:
    if not isinstance(option, tuple):
        return 0.0
    if option[0] == say.STARSHELL:
        return DARK_VALUE if option[2] == say.OVER else DARK_VALUE / 2
    if option[0] in (say.SEARCHLIGHT, say.ROCKET):
        return _value_of_light(known, ship, option[1])
    return fire_value(known, ship, known.bearing(ship, option[1], option[0]), known.sighting(option[1]))


def _value_of_light(known: Known, ship: Ship, target: str) -> float:
    """A searchlight pays on a dark ship that is near and that others can fire at, too."""
    other = next((one for one in known.in_sight() if one.id == target), None)
    if other is None or other.is_lit or other.has_fired:
        return -1.0
    if square(ship.x, ship.y, other.x, other.y) > LIGHT_WITHIN**2:
        return -1.0
    friends = [one for one in known.own() if not one.marker and known.bearing(one, target, ALL)]
    return DARK_VALUE * (len(friends) - 1)


@answers(say.REACTION)
def react(captain: Captain, known: Known, options: Sequence[Any], about: About) -> Advice:
    """Whoever can fire at once does."""
    return plainly(options[0], options, "Mounts that bear now may not bear later.")


# Torpedoes


def _value_of_aim(known: Known, ship: Ship, aim: Option) -> float:
    """The points that an aim promises; none where the chance is too small for what the target is worth."""
    if not isinstance(aim, tuple) or not isinstance(aim[1], str):
        return 0.0
    target = known.sighting(aim[1])
    chance, points = torpedo_chance(known, ship, aim[0], target), torpedo_points(known, target)
    is_late = known.turn > known.scenario.turns - LATE
    enough = ENOUGH_LATE if is_late else ENOUGH_FOR_MUCH if points >= MUCH else ENOUGH
    return chance * points if chance >= enough else 0.0


def _value_of_aims(known: Known, ship: Ship) -> float:
    """The points that the best aim of a ship promises."""
    seen = known.in_sight()
    return max(
        (
            _value_of_aim(known, ship, (group, one.id))
            for group in known.groups_ready(ship)
            for one in seen
            if known.can_aim(ship, group, one.id)
        ),
        default=0.0,
    )


@answers(say.LAUNCH_FROM)
def launch_from(captain: Captain, known: Known, options: Sequence[Any], about: About) -> Advice:
    """The ship whose torpedoes promise most, if that is enough."""
    values = {key: _value_of_aims(known, known.ship(key)) for key in options if key != say.DONE}
    best = max(values, key=lambda key: values[key], default="")
    if not best or not values[best]:
        return plainly(say.DONE, options, "No salvo promises enough.")
    return plainly(best, options, "Her torpedoes have a target.")


@answers(say.AIM)
def aim_at(captain: Captain, known: Known, options: Sequence[Any], about: About) -> Advice:
    """The tubes and the ship that promise most; no torpedo is wasted on empty water."""
    ship = known.ship(about["ship"])
    values = {option: _value_of_aim(known, ship, option) for option in options}
    best = max(values, key=lambda option: values[option])
    if values[best] <= 0:
        return plainly(say.BACK, options, "Her torpedoes would meet nobody.")
    return ranked(options, lambda option: values[option], "A salvo at {target} promises most.", target=best[1])


@answers(say.SALVO_OF)
def salvo(captain: Captain, known: Known, options: Sequence[Any], about: About) -> Advice:
    """All that a boat has; a ship with many tubes keeps half of them."""
    ship = known.ship(about["ship"])
    most = max(number for number, _ in options)
    number = most if KINDS[ship.type].class_ == 1 or most < 4 else (most + 1) // 2
    return ranked(options, lambda one: -abs(one[0] - number) - abs(one[1] - SPREAD) / 100, "A narrow spread hits best.")


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
