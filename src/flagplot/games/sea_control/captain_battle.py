"""How a captain fights: at whom to fire, whether to stay, whom to pursue."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.games.sea_control.battle import the_battle
from flagplot.games.sea_control.captain_odds import chance_to_hold, volley, weight
from flagplot.games.sea_control.captain_sight import in_battle
from flagplot.games.sea_control.fleet import SUBMARINES
from flagplot.games.sea_control.pursuit import LET_GO
from flagplot.games.sea_control.state import Battle, State
from flagplot.games.sea_control.tables import (
    AIR,
    ALLIED,
    AXIS,
    CONVOY,
    CONVOY_SUNK_VP,
    ENEMY,
    LAST_TURN,
    MAP,
    SUBMARINE_DICE,
    UNITS,
)
from flagplot.games.sea_control.targeting import SPREAD
from flagplot.games.sea_control.words import STAY, WITHDRAW

# What it is worth, in points, to do something to an enemy ship
OUT_OF_BATTLE = 0.12  # per die, when it leaves this battle
BODY_OUT = 0.15  # and for its body, which draws fire
DIE_SUNK = 0.03  # per die and turn to come, when it is sunk
SP_LOST = 0.06  # for each strength point, as long as there are turns to come
CONVOY_SUNK = CONVOY_SUNK_VP + 2.0  # the points, and what the convoy would have brought
CONVOY_OUT = 0.5  # the turns that it loses when it is disabled
CONVOY_SP_LOST = 0.5  # it has 3: others may do the rest

AS_GOOD = 0.94  # of what could be reached ship by ship is good enough for one order to all
WORTH_STAYING = 0.2  # go home if staying promises fewer points than this, while there are turns to come
PURSUIT_RATIO = 1.1  # pursue if our dice are at least so many times those that can answer


def shot(state: State, battle: Battle, target: str, aimed: int, dice: int) -> float:
    """What it is worth that so many more dice are thrown at a target."""
    unit = UNITS[target]
    if unit.kind == AIR or target in battle.sunk:
        return 0.0
    left = LAST_TURN - state.turn
    sp = state.sp[target]
    sunk, gone, lost = volley(unit.hit, sp, aimed + dice)
    if aimed:
        sunk_before, gone_before, lost_before = volley(unit.hit, sp, aimed)
        sunk, gone, lost = sunk - sunk_before, gone - gone_before, lost - lost_before
    if unit.kind == CONVOY:
        return sunk * CONVOY_SUNK + gone * CONVOY_OUT + lost * CONVOY_SP_LOST
    worth = sunk * unit.dice * DIE_SUNK * left + (lost * SP_LOST if left else 0.0)
    if target not in battle.disabled and not battle.withdrawing:
        worth += gone * (BODY_OUT + OUT_OF_BATTLE * unit.dice)
    return worth


def best_target(state: State, firer: str, options: Sequence[str]) -> str:
    """The target at which a unit's dice do most."""
    battle = the_battle(state)
    dice = UNITS[firer].dice
    aimed: dict[str, int] = {}
    for other, target in battle.aims.items():
        aimed[target] = aimed.get(target, 0) + UNITS[other].dice
    best, found = -1.0, options[0]
    for option in options:
        if option in UNITS:
            worth = shot(state, battle, option, aimed.get(option, 0), dice)
            if worth > best:
                best, found = worth, option
    return found


def best_aim(state: State, firer: str, rest: Sequence[str], options: Sequence[str]) -> str:
    """The target of a ship in a surface round; or an even spread for all, if that does about as much."""
    if SPREAD not in options or the_battle(state).aims:
        return best_target(state, firer, options)
    battle = the_battle(state)
    targets = [option for option in options if option in UNITS]
    one_by_one, first = 0.0, ""
    evenly = 0.0
    aimed, spread = dict.fromkeys(targets, 0), dict.fromkeys(targets, 0)
    bare = targets
    for number, ship in enumerate((firer, *rest)):
        dice = UNITS[ship].dice
        best, found = -1.0, ""
        for target in targets if len(bare) <= len(rest) - number else bare:
            worth = shot(state, battle, target, aimed[target], dice)
            if worth > best:
                best, found = worth, target
        one_by_one += best
        aimed[found] += dice
        bare = [target for target in bare if target != found]
        first = first or found
        target = targets[number % len(targets)]
        evenly += shot(state, battle, target, spread[target], dice)
        spread[target] += dice
    return SPREAD if evenly >= AS_GOOD * one_by_one else first


def best_torpedo(state: State, options: Sequence[str]) -> str:
    """The ship at which a U-boat's dice do most."""
    battle = the_battle(state)
    dice = SUBMARINE_DICE[state.turn]
    return max(options, key=lambda target: shot(state, battle, target, 0, dice))


def stay_or_withdraw(state: State, seat: str) -> str:
    """Stay as long as there is something to hope for; with no turn to come there is nothing to save."""
    if state.turn == LAST_TURN:
        return STAY
    units, enemies = in_battle(state, seat), in_battle(state, ENEMY[seat])
    vp = MAP.area[the_battle(state).area].vp
    is_spoiled = not SUBMARINES.isdisjoint(units) or not SUBMARINES.isdisjoint(enemies)
    stake = vp[AXIS] + (0 if is_spoiled else vp[ALLIED])
    chance = chance_to_hold(weight(units, state.sp), weight(enemies, state.sp))
    return STAY if chance * stake >= WORTH_STAYING else WITHDRAW


def pursue(state: State, seat: str, firer: str, options: Sequence[str]) -> str:
    """Pursue convoys always, others if the answer is not worse than the question."""
    target = best_target(state, firer, options)
    if LET_GO not in options or UNITS[target].kind == CONVOY:
        return target
    if state.turn == LAST_TURN:
        return LET_GO
    kind = UNITS[firer].kind
    ours = sum([UNITS[unit].dice for unit in in_battle(state, seat) if UNITS[unit].kind == kind])
    theirs = sum([UNITS[unit].dice for unit in in_battle(state, ENEMY[seat]) if UNITS[unit].kind == kind])
    return target if ours >= PURSUIT_RATIO * theirs else LET_GO
