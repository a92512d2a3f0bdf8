"""How a captain fights: at whom to fire, whether to stay, whom to pursue."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any

from flagplot.engine import Advice
from flagplot.games.sea_control import tables as t
from flagplot.games.sea_control import words as say
from flagplot.games.sea_control.captain.odds import chance_to_hold, gun_weight, volley
from flagplot.games.sea_control.captain.orders import STAYS, Order, Why
from flagplot.games.sea_control.model.fleet import SUBMARINES
from flagplot.games.sea_control.model.known import Known
from flagplot.games.sea_control.state import Battle

# What it is worth, in points, to do something to an enemy ship
OUT_OF_BATTLE = 0.12  # per die, when it leaves this battle
BODY_OUT = 0.15  # and for its body, which draws fire
DIE_SUNK = 0.03  # per die and turn to come, when it is sunk
SP_LOST = 0.06  # for each strength point, as long as there are turns to come
CONVOY_SUNK = t.CONVOY_SUNK_VP + 3.0  # the points, and what the convoy would have brought
CONVOY_OUT = 1.0  # the turns that it loses when it is disabled
CONVOY_SP_LOST = 1.0  # it has 3: others may do the rest

WORTH_STAYING = 0.2  # go home if staying promises fewer points than this, while there are turns to come

FIRE = "{target} has {sp} SP: {dice} dice sink it in {sunk:.0%} of cases and take it out of the battle in {gone:.0%}."
TORPEDOES = (
    "{target} has {sp} SP: {dice} dice of a pack sink it in {sunk:.0%} of cases and rid the area of it in {gone:.0%}."
)
AT_NOBODY = "Land air cannot be hit, so the {dice} dice are lost whatever they show."
NOTHING_TO_SAVE = (
    "The game is over after this turn: there are no ships to save for a later one, and the {area} still counts."
)
HOLD_ON = "The guns that are left hold the {area} in {chance:.0%} of cases, and {stake:point} hang on it."
NO_HOPE = "The guns that are left hold the {area} in {chance:.0%} of cases, too few for the {stake:point} at stake."
NO_POINTS_IN_IT = "After the last turn a ship that is sunk in pursuit is worth nothing."
AFTER_THEM = "The pursuers' dice at {target}, with {sp} SP, do more than the {answer} dice that can answer."
LET_THEM_GO = "{answer} dice can answer, and {ship} has {own} SP: that would cost more than {target} is worth."


def shot(known: Known, battle: Battle, target: str, aimed: int, dice: int) -> float:
    """What it is worth to throw more dice at a target, after those that are aimed at it."""
    if target in battle.sunk:
        return 0.0
    fights_on = not battle.withdrawing and target not in battle.disabled
    return shot_worth(target, known.strength(target), aimed, dice, t.LAST_TURN - known.turn, fights_on)


@lru_cache(maxsize=20_000)
def shot_worth(target: str, sp: int, aimed: int, dice: int, left: int, fights_on: bool) -> float:
    """What more dice are worth at a target with `sp` strength points, with `left` turns to come."""
    unit = t.UNITS[target]
    if unit.kind == t.AIR:
        return 0.0
    sunk, gone, lost = volley(unit.hit, sp, aimed + dice)
    if aimed:
        sunk_before, gone_before, lost_before = volley(unit.hit, sp, aimed)
        sunk, gone, lost = sunk - sunk_before, gone - gone_before, lost - lost_before
    if unit.kind == t.CONVOY:
        return sunk * CONVOY_SUNK + gone * CONVOY_OUT + lost * CONVOY_SP_LOST
    worth = sunk * unit.dice * DIE_SUNK * left + (lost * SP_LOST if left else 0.0)
    if fights_on:
        worth += gone * (BODY_OUT + OUT_OF_BATTLE * unit.dice)
    return worth


def why_fire(target: str, sp: int, dice: int, reason: str) -> Why:
    """Why to fire at a target: what all dice aimed at it do."""
    figures: dict[str, Any] = {"target": target, "sp": sp, "dice": dice}
    hit = t.UNITS[target].hit
    if hit:
        figures["sunk"], figures["gone"], _ = volley(hit, sp, dice)
    else:
        reason = AT_NOBODY
    return Why(reason, figures, STAYS)


def best_target(known: Known, firer: str, options: Sequence[str]) -> Order:
    """The target at which a unit's dice do most."""
    battle = known.battle_at_hand
    dice = t.UNITS[firer].dice
    aimed = dice_aimed(battle) if battle.aims else {}
    best, found = -1.0, ""
    next_best, rival = -1.0, ""
    for option in options:
        if option in t.UNITS:
            worth = shot(known, battle, option, aimed.get(option, 0), dice)
            if worth > best:
                next_best, rival = best, found
                best, found = worth, option
            elif worth > next_best:
                next_best, rival = worth, option
    return Order(found, partial(why_fire, found, known.strength(found), aimed.get(found, 0) + dice, FIRE), (rival,))


def best_torpedo(known: Known, options: Sequence[str]) -> Order:
    """The ship at which a U-boat's dice do most."""
    battle = known.battle_at_hand
    dice = t.SUBMARINE_DICE[known.turn]
    ranked = sorted(options, key=lambda target: -shot(known, battle, target, 0, dice))
    return Order(ranked[0], partial(why_fire, ranked[0], known.strength(ranked[0]), dice, TORPEDOES), ranked[1:2])


def stay_or_withdraw(known: Known, seat: str) -> Advice:
    """Stay as long as there is something to hope for; with no turn to come there is nothing to save."""
    area = known.battle_at_hand.area
    if known.turn == t.LAST_TURN:
        return Advice(say.STAY, NOTHING_TO_SAVE, {"area": area}, say.WITHDRAW)
    units, enemies = known.in_battle(seat), known.in_battle(t.ENEMY[seat])
    vp = t.MAP.area[area].vp
    is_spoiled = not SUBMARINES.isdisjoint(units) or not SUBMARINES.isdisjoint(enemies)
    stake = vp[t.AXIS] + (0 if is_spoiled else vp[t.ALLIED])
    strength = {unit: known.strength(unit) for unit in (*units, *enemies)}
    chance = chance_to_hold(gun_weight(units, strength), gun_weight(enemies, strength))
    figures = {"area": area, "chance": chance, "stake": stake}
    if chance * stake >= WORTH_STAYING:
        return Advice(say.STAY, HOLD_ON, figures, say.WITHDRAW)
    return Advice(say.WITHDRAW, NO_HOPE, figures, say.STAY)


def pursue(known: Known, seat: str, firer: str, rest: Sequence[str], options: Sequence[str]) -> Advice | Order:
    """Pursue convoys always; others with those ships that do more by it than the answer can do to them."""
    shot_at = best_target(known, firer, options)
    if say.LET_GO not in options or t.UNITS[str(shot_at.choice)].kind == t.CONVOY:
        return shot_at
    if known.turn == t.LAST_TURN:
        return Advice(say.LET_GO, NO_POINTS_IN_IT, {}, shot_at.choice)
    answer = dice_to_answer(known, seat, t.UNITS[firer].kind)
    figures = {**shot_at.why().figures, "ship": firer, "own": known.strength(firer), "answer": answer}
    if firer in best_hunt(known, answer, (firer, *rest), options):
        return Advice(shot_at.choice, AFTER_THEM, figures, say.LET_GO)
    return Advice(say.LET_GO, LET_THEM_GO, figures, shot_at.choice)


def dice_to_answer(known: Known, seat: str, kind: str) -> int:
    """The dice of the withdrawing ships that can fire back at pursuers of a kind (SC-WDR-04)."""
    return sum([t.UNITS[unit].dice for unit in known.in_battle(t.ENEMY[seat]) if t.UNITS[unit].kind == kind])


def best_hunt(known: Known, answer: int, pursuers: Sequence[str], options: Sequence[str]) -> Sequence[str]:
    """Those of the like ships that still can whose pursuit promises most, least exposed ships first."""
    battle = known.battle_at_hand
    kind = t.UNITS[pursuers[0]].kind
    # What the answer can do to the ship that it hurts most; those who pursue already are exposed anyway
    exposed = {
        ship: shot(known, battle, ship, 0, answer) for ship in (*battle.aims, *pursuers) if t.UNITS[ship].kind == kind
    }
    worst = before = max([exposed[ship] for ship in battle.aims if ship in exposed], default=0.0)
    aimed = dice_aimed(battle)
    best, found, gain = 0.0, 0, 0.0
    order = sorted(pursuers, key=exposed.__getitem__)
    for number, ship in enumerate(order, 1):
        dice = t.UNITS[ship].dice
        worth, target = max(
            [(shot(known, battle, one, aimed.get(one, 0), dice), one) for one in options if one in t.UNITS]
        )
        aimed[target] = aimed.get(target, 0) + dice
        gain += worth
        worst = max(worst, exposed[ship])
        if gain - (worst - before) > best:
            best, found = gain - (worst - before), number
    return order[:found]


def dice_aimed(battle: Battle) -> dict[str, int]:
    """The dice that are aimed at each target so far."""
    aimed: dict[str, int] = {}
    for firer, target in battle.aims.items():
        aimed[target] = aimed.get(target, 0) + t.UNITS[firer].dice
    return aimed
