"""How a captain fights: at whom to fire, whether to stay, whom to pursue."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.games.sea_control.battle import the_battle
from flagplot.games.sea_control.captain_odds import chance_to_hold, gun_weight, volley
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
CONVOY_SUNK = CONVOY_SUNK_VP + 3.0  # the points, and what the convoy would have brought
CONVOY_OUT = 1.0  # the turns that it loses when it is disabled
CONVOY_SP_LOST = 1.0  # it has 3: others may do the rest

AS_GOOD = 0.94  # of what could be reached ship by ship is good enough for one order to all
WORTH_STAYING = 0.2  # go home if staying promises fewer points than this, while there are turns to come
CAUTION = 1.0  # what a ship of ours weighs against one of theirs in a pursuit


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
    aimed = dice_aimed(battle) if battle.aims else {}
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
    chance = chance_to_hold(gun_weight(units, state.sp), gun_weight(enemies, state.sp))
    return STAY if chance * stake >= WORTH_STAYING else WITHDRAW


def pursue(state: State, seat: str, firer: str, rest: Sequence[str], options: Sequence[str]) -> str:
    """Pursue convoys always; others with those ships that do more by it than the answer can do to them."""
    target = best_target(state, firer, options)
    if LET_GO not in options or UNITS[target].kind == CONVOY:
        return target
    if state.turn == LAST_TURN:
        return LET_GO
    return target if firer in best_hunt(state, seat, (firer, *rest), options) else LET_GO


def best_hunt(state: State, seat: str, pursuers: Sequence[str], options: Sequence[str]) -> Sequence[str]:
    """Those of the like ships that still can whose pursuit promises most, least exposed ships first."""
    battle = the_battle(state)
    kind = UNITS[pursuers[0]].kind
    answer = sum([UNITS[unit].dice for unit in in_battle(state, ENEMY[seat]) if UNITS[unit].kind == kind])
    exposed = max([exposure(state, battle, unit, answer) for unit in battle.aims if UNITS[unit].kind == kind], default=0.0)
    before = exposed
    aimed = dice_aimed(battle)
    best, found, gain = 0.0, 0, 0.0
    order = sorted(pursuers, key=lambda ship: exposure(state, battle, ship, answer))
    for number, ship in enumerate(order, 1):
        dice = UNITS[ship].dice
        worth, target = max([(shot(state, battle, one, aimed.get(one, 0), dice), one) for one in options if one in UNITS])
        aimed[target] = aimed.get(target, 0) + dice
        gain += worth
        exposed = max(exposed, exposure(state, battle, ship, answer))
        if gain - (exposed - before) * CAUTION > best:
            best, found = gain - (exposed - before) * CAUTION, number
    return order[:found]


def exposure(state: State, battle: Battle, ship: str, dice: int) -> float:
    """What it costs if so many dice are thrown at a ship of ours."""
    return shot(state, battle, ship, 0, dice)


def dice_aimed(battle: Battle) -> dict[str, int]:
    """The dice that are aimed at each target so far."""
    aimed: dict[str, int] = {}
    for firer, target in battle.aims.items():
        aimed[target] = aimed.get(target, 0) + UNITS[firer].dice
    return aimed
