"""German gunfire and torpedoes (sections 14.3, 14.5, 14.7 and 14.8)."""

from __future__ import annotations

from functools import partial

from flagplot.engine import About, Bar, Option, Table
from flagplot.games.graf_spee import tables as t
from flagplot.games.graf_spee import words as say
from flagplot.games.graf_spee.model.battle import armor, armors, engaged, the_battle
from flagplot.games.graf_spee.model.fleet import has_bonus, level
from flagplot.games.graf_spee.rules.damage import resolve_hits
from flagplot.games.graf_spee.rules.ships import in_turn, lower
from flagplot.games.graf_spee.state import Battle, Ship, State

# How a ship can fire in each step, and the ammunition that it costs (GS-AMM-01, GS-AMB-22)
MODES = {
    t.PRIMARY: {say.FIRE: 1, say.MAXIMUM_FIRE: t.MAXIMUM_FIRE_AMMO},
    t.SECONDARY: {say.FIRE: 1, say.MAXIMUM_FIRE: t.MAXIMUM_FIRE_AMMO},
    t.TERTIARY: {say.FIRE: 0},
    t.TORPEDO: {say.LAUNCH: 0},
}
GUNS_COUNTED = {say.FIRE: 1, say.MAXIMUM_FIRE: 2, say.LAUNCH: 1}  # how often, among the dice (GS-GUN-01)
NO_ARMOR = dict.fromkeys(t.ALLIED_SHIPS, 0)  # against torpedoes


def german_fire(table: Table[State], battle: Battle, step: str) -> None:
    """Each ship fires its guns of this step, or its torpedoes, at one target (GS-GUN-01, GS-TRP-01)."""
    ships = engaged(table.state, battle)
    if len(ships) == 1:
        fire_or_not(table, ships[0], (), battle, step)
    else:
        in_turn(table, ships, partial(fire_or_not, battle=battle, step=step), partial(can_fire, step=step))


def can_fire(state: State, ship: Ship, step: str) -> bool:
    """Whether a ship has anything to fire at in this step."""
    return bool(aims(state, the_battle(state), ship, step))


def fire_or_not(table: Table[State], ship: Ship, others: tuple[str, ...], battle: Battle, step: str) -> bool:
    """A ship fires or holds her fire, or lets her sister fire first."""
    options = aims(table.state, battle, ship, step)
    if not options:
        return True
    ask = say.LAUNCH_TORPEDOES if step == t.TORPEDO else say.AIM
    aim = table.choose(ship.id, ask, (*options, say.HOLD_FIRE, *others), ship=ship.id, step=step)
    if isinstance(aim, tuple):
        shoot(table, battle, ship, step, *aim)
    table.mark()
    return aim != say.AFTER_SISTER


def aims(state: State, battle: Battle, ship: Ship, step: str) -> list[tuple[str, str]]:
    """How and at whom a ship can fire in this step with at least one die."""
    found: list[tuple[str, str]] = []
    guns: int = getattr(ship, step)
    if not guns:
        return found
    others = other_dice(state, battle, ship, step)
    armor_of = NO_ARMOR if step == t.TORPEDO else armors(battle)
    for mode, ammo in MODES[step].items():
        if ammo <= ship.ammo:
            dice = guns * GUNS_COUNTED[mode] + others
            for target in battle.allied:
                if dice > armor_of[target]:
                    found.append((mode, target))
    return found


def aim_barred(state: State, battle: Battle, ship: Ship, step: str, mode: str, target: str) -> Bar | None:
    """Which rule keeps a ship from firing so."""
    if target not in battle.allied:
        return say.NOT_IN_COMBAT
    if mode == say.MAXIMUM_FIRE and mode not in MODES[step]:
        return say.ONLY_BIG_GUNS
    if MODES[step][mode] > ship.ammo:
        return say.TOO_LITTLE_AMMO
    return None if firing_solution(state, battle, ship, step, mode, target) > 0 else say.NO_DICE


def firing_solution(state: State, battle: Battle, ship: Ship, step: str, mode: str, target: str) -> int:
    """The number of dice; none for a battery at 0, whatever is added (GS-GUN-01, GS-TRP-01)."""
    guns = level(ship, step)
    if not guns:
        return 0
    dice = guns * GUNS_COUNTED[mode] + other_dice(state, battle, ship, step)
    return dice if step == t.TORPEDO else dice - armor(battle, target)


def other_dice(state: State, battle: Battle, ship: Ship, step: str) -> int:
    """The dice that are added to those of the guns or torpedoes themselves (GS-GUN-01, GS-TRP-01)."""
    dice = ship.leadership
    if step == t.TORPEDO:
        return dice + (battle.space in state.mines)  # GS-AMB-10
    for cargo in t.GUN_CARGO:
        if cargo in ship.cargo:
            dice += 1
    return dice + t.BONUS_DICE if state.achieved and has_bonus(state, t.GUNNERS) else dice


def shoot(table: Table[State], battle: Battle, ship: Ship, step: str, mode: str, target: str) -> None:
    """Each 6 is a hit that draws a damaged marker; then ammunition or a salvo is gone (GS-GUN-01, GS-AMM-01)."""
    dice = firing_solution(table.state, battle, ship, step, mode, target)
    roll = say.TORPEDO_FIRE if step == t.TORPEDO else say.GERMAN_FIRE
    hits = sum(table.volley(dice, t.HIT_ON, roll, ship=ship.id, step=step, target=target))
    if hits:
        table.tell(say.TARGET_HIT, target=target, hits=hits)
        resolve_hits(table, battle, target, hits)
    else:
        table.tell(say.GERMAN_MISS, target=target)
    table.mark()  # odds tell what becomes of the target; what the salvo costs is certain
    if step == t.TORPEDO:
        lower(table, ship, t.TORPEDO)
    else:
        lower(table, ship, t.AMMO, MODES[step][mode])


@say.AIM.why_not
@say.LAUNCH_TORPEDOES.why_not
def fire_barred(state: State, about: About, option: Option) -> Bar | None:
    """Why a ship cannot fire so at this target."""
    if not isinstance(option, tuple) or len(option) != 2:
        return None
    mode, target = option
    if mode not in (*MODES[about["step"]], say.MAXIMUM_FIRE) or target not in t.ALLIED_SHIPS:
        return None
    return aim_barred(state, the_battle(state), state.ships[about["ship"]], about["step"], mode, target)
