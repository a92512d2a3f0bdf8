"""German gunfire and torpedoes (sections 14.3, 14.5, 14.7 and 14.8)."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.engine import About, Bar, Option, Table
from flagplot.games.graf_spee.damage import armor, resolve_hits
from flagplot.games.graf_spee.fleet import has_bonus, in_turn, level, lower
from flagplot.games.graf_spee.state import Battle, Ship, State
from flagplot.games.graf_spee.tables import (
    ALLIED_SHIPS,
    AMMO,
    BONUS_DICE,
    CRIPPLED,
    GUN_CARGO,
    GUNNERS,
    HIT_ON,
    MAXIMUM_FIRE_AMMO,
    PRIMARY,
    RETREATS,
    SECONDARY,
    STEPS,
    SUBMARINE,
    SUNK,
    TERTIARY,
    TORPEDO,
)
from flagplot.games.graf_spee.words import (
    AFTER_SISTER,
    AIM,
    DAMAGE_DRAWN,
    DAMAGED_DRAW,
    FIRE,
    GERMAN_FIRE,
    GERMAN_MISS,
    HOLD_FIRE,
    LAUNCH,
    LAUNCH_TORPEDOES,
    MAXIMUM_FIRE,
    NO_DICE,
    NOT_IN_COMBAT,
    ONLY_BIG_GUNS,
    TARGET_HIT,
    TOO_LITTLE_AMMO,
    TORPEDO_FIRE,
)

# How a ship can fire in each step, and the ammunition that it costs (GS-AMM-01, GS-AMB-22)
MODES = {
    PRIMARY: {FIRE: 1, MAXIMUM_FIRE: MAXIMUM_FIRE_AMMO},
    SECONDARY: {FIRE: 1, MAXIMUM_FIRE: MAXIMUM_FIRE_AMMO},
    TERTIARY: {FIRE: 0},
    TORPEDO: {LAUNCH: 0},
}
SAME = "same"  # a marker that changes nothing


def german_fire(table: Table[State], battle: Battle) -> None:
    """Each ship fires its guns of this step, or its torpedoes, at one target (GS-GUN-01, GS-TRP-01)."""
    in_turn(table, engaged(table.state, battle), fire_or_not, can_fire)


def engaged(state: State, battle: Battle) -> list[Ship]:
    """The German ships that are in the combat and afloat."""
    return [state.ships[name] for name in battle.german if state.ships[name].space]


def step_of(battle: Battle) -> str:
    """Which guns fire now, or torpedoes: each step has two halves."""
    return STEPS[battle.turn // 2]


def can_fire(state: State, ship: Ship) -> bool:
    """Whether a ship has anything to fire at in this step."""
    assert state.battle is not None
    return bool(aims(state, state.battle, ship, step_of(state.battle)))


def fire_or_not(table: Table[State], ship: Ship, others: Sequence[str]) -> bool:
    """A ship fires or holds her fire, or lets her sister fire first."""
    battle = table.state.battle
    assert battle is not None
    step = step_of(battle)
    options = aims(table.state, battle, ship, step)
    if not options:
        return True
    ask = LAUNCH_TORPEDOES if step == TORPEDO else AIM
    aim = table.choose(ship.id, ask, (*options, HOLD_FIRE, *others), ship=ship.id, step=step)
    if isinstance(aim, tuple):
        shoot(table, battle, ship, step, *aim)
    return aim != AFTER_SISTER


def aims(state: State, battle: Battle, ship: Ship, step: str) -> list[tuple[str, str]]:
    """How and at whom a ship can fire in this step with at least one die."""
    found: list[tuple[str, str]] = []
    if not level(ship, step):
        return found
    for mode, ammo in MODES[step].items():
        if ammo <= ship.ammo:
            dice = unarmored_dice(state, battle, ship, step, mode)
            found += [(mode, target) for target in battle.allied if step == TORPEDO or dice > armor(battle, target)]
    return found


def aim_barred(state: State, battle: Battle, ship: Ship, step: str, mode: str, target: str) -> Bar | None:
    """Which rule keeps a ship from firing so."""
    if target not in battle.allied:
        return NOT_IN_COMBAT
    if mode == MAXIMUM_FIRE and mode not in MODES[step]:
        return ONLY_BIG_GUNS
    if MODES[step][mode] > ship.ammo:
        return TOO_LITTLE_AMMO
    return None if firing_solution(state, battle, ship, step, mode, target) > 0 else NO_DICE


def firing_solution(state: State, battle: Battle, ship: Ship, step: str, mode: str, target: str) -> int:
    """The number of dice; none for a battery at 0, whatever is added (GS-GUN-01, GS-TRP-01)."""
    if not level(ship, step):
        return 0
    dice = unarmored_dice(state, battle, ship, step, mode)
    return dice if step == TORPEDO else dice - armor(battle, target)


def unarmored_dice(state: State, battle: Battle, ship: Ship, step: str, mode: str) -> int:
    """The number of dice before the target's armour counts (GS-GUN-01, GS-TRP-01)."""
    guns = level(ship, step)
    dice = guns + ship.leadership
    if step == TORPEDO:
        return dice + (battle.space in state.mines)  # GS-AMB-10
    if mode == MAXIMUM_FIRE:
        dice += guns
    for cargo in GUN_CARGO:
        if cargo in ship.cargo:
            dice += 1
    return dice + BONUS_DICE if has_bonus(state, GUNNERS) else dice


def shoot(table: Table[State], battle: Battle, ship: Ship, step: str, mode: str, target: str) -> None:
    """Each 6 is a hit that draws a damaged marker; then ammunition or a salvo is gone (GS-GUN-01, GS-AMM-01)."""
    dice = firing_solution(table.state, battle, ship, step, mode, target)
    roll = TORPEDO_FIRE if step == TORPEDO else GERMAN_FIRE
    hits = sum(table.volley(dice, HIT_ON, roll, ship=ship.id, step=step, target=target))
    if hits:
        table.tell(TARGET_HIT, target=target, hits=hits)
        resolve_hits(table, battle, target, hits)
    else:
        table.tell(GERMAN_MISS, target=target)
    if step == TORPEDO:
        lower(table, ship, TORPEDO)
    else:
        lower(table, ship, AMMO, MODES[step][mode])


@AIM.preview
@LAUNCH_TORPEDOES.preview
def foresee_fire(table: Table[State], about: About, option: Option) -> None:
    """What a fire makes of its target in the end; markers that would change nothing any more are drawn as one."""
    state = table.state
    battle = state.battle
    if battle is None or not isinstance(option, tuple):
        return
    mode, target = option
    dice = firing_solution(state, battle, state.ships[about["ship"]], about["step"], mode, target)
    hits = sum(table.volley(dice, HIT_ON, GERMAN_FIRE, target=target))
    if not hits:
        table.tell(GERMAN_MISS, target=target)
        return
    fate = [RETREATS] if ALLIED_SHIPS[target].type == SUBMARINE else foreseen_fate(table, battle, target, hits)
    for result in [SUNK] if SUNK in fate else fate:
        table.tell(DAMAGE_DRAWN[result], target=target)


def foreseen_fate(table: Table[State], battle: Battle, target: str, hits: int) -> list[str]:
    """The kinds of damaged markers that so many hits draw, until one of them sinks the ship."""
    pool, drawn = table.state.damaged[:], battle.drawn[:]
    fate = [CRIPPLED] if target in battle.crippled else []
    for _ in range(hits):
        if not pool:
            pool, drawn = drawn, []
        kinds = [SAME if kind in fate else kind for kind in pool]
        kind = table.draw(kinds, DAMAGED_DRAW, target=target)
        if kind == SAME:
            kind = next(one for one in pool if one in fate)
        else:
            fate.append(kind)
        pool.remove(kind)
        drawn.append(kind)
        if kind == SUNK:
            break
    return fate


@AIM.why_not
@LAUNCH_TORPEDOES.why_not
def fire_barred(state: State, about: About, option: Option) -> Bar | None:
    """Why a ship cannot fire so at this target."""
    battle = state.battle
    if battle is None or not isinstance(option, tuple) or len(option) != 2:
        return None
    mode, target = option
    if mode not in (*MODES[about["step"]], MAXIMUM_FIRE) or target not in ALLIED_SHIPS:
        return None
    return aim_barred(state, battle, state.ships[about["ship"]], about["step"], mode, target)
