"""The tables of Night Action, named as the sheet names them, in the units of the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from msgspec import Meta

from flagplot.engine import Chart, Modifier, data
from flagplot.games.night_action.geometry import CM, STEP, direction_of
from flagplot.games.night_action.ships import GUNNERY, PACKAGE, WEAPONS

Score = Annotated[int, Meta(ge=-20, le=99)]
Length = Annotated[float, Meta(ge=0, le=2000)]
Light = Literal["night", "dusk", "day"]
NIGHT: Final = "night"
DUSK: Final = "dusk"
DAY: Final = "day"
LIGHTS: tuple[Light, ...] = (NIGHT, DUSK, DAY)
WORST_SEA = 6
FULL = 4  # the highest setting


@dataclass(frozen=True, slots=True, kw_only=True)
class _Spotting:
    reveal_within: Length
    natural_10_to: Length
    to: tuple[Length, ...]
    night: tuple[Score, ...]
    radar: tuple[Score, ...]
    lit: tuple[Score, ...]
    dusk: tuple[Score, ...]
    day: tuple[Score, ...]
    tester: dict[str, int | tuple[int, ...]]
    target: dict[str, int]
    lose_beyond: dict[str, Length]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Handling:
    up: Score
    down: Score
    stretch: Length
    degrees: Score | Annotated[int, Meta(le=360)]
    crash_start: Score = 0
    rests_after_up: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sea:
    class1: tuple[Score, ...]
    class2: tuple[Score, ...]
    class3: tuple[Score, ...]
    calm_only_from: Score


@dataclass(frozen=True, slots=True, kw_only=True)
class _Special:
    effects: tuple[str, ...]
    W: tuple[str, ...]
    B: tuple[str, ...]
    M: tuple[str, ...]
    S: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _DamageControl:
    success: Score
    abandon: tuple[Score, Score, Score]
    repairable: dict[Literal["S", "M"], tuple[Score, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Effects:
    boxes: tuple[Score, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Torpedo:
    to_hit: Score
    arming: Length
    armed: Length
    spreads: tuple[Score, ...]
    error: tuple[Score, ...]
    damage: tuple[Literal["boxes", "engine", "flood"], ...]
    boxes: Score
    seen_within: Length
    fewer_duds_from: str
    modifier: dict[str, int]
    dice: dict[str, Score]
    tracks: dict[str, Score]
    duds: dict[str, Score]
    seen: dict[str, Score]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lamp:
    """How far a light reaches, and how long it burns."""

    radius: Length = 0
    range: Length = 0
    turns: Score = 1
    beyond: Length = 0
    drift: Length = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Light:
    starshell: Lamp
    rocket: Lamp
    flare: Lamp
    searchlight: Lamp
    starshell_mm: int
    behind: Length


@dataclass(frozen=True, slots=True, kw_only=True)
class _Smoke:
    class1: Length
    others: Length
    turns: Score
    clear: Length
    uses: Score


@dataclass(frozen=True, slots=True, kw_only=True)
class _Air:
    release: Length
    bearings: tuple[int, ...]
    flare_turns: Score
    defence_within: Length
    defence_to_hit: Score
    far: Length
    far_modifier: Score
    fast: int
    fast_modifier: Score
    slow: int
    slow_modifier: Score
    hit: tuple[Literal["-", "spoiled", "down"], ...]
    strafing: str
    bomb_to_hit: Score
    bomb_class1: Score
    bomb_class3: Score
    bomb_dive: Score
    bombs: dict[str, Score]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Submarine:
    speed: Length
    found_within: Length
    charged_within: Length
    charge_to_hit: Score
    charge_found: Score
    charge_dice: Score
    charges: Score


@dataclass(frozen=True, slots=True, kw_only=True)
class _Mines:
    path: Length
    strikes: tuple[Score, Score, Score]
    confirmed: Score
    dice: Score


@dataclass(frozen=True, slots=True, kw_only=True)
class _Tables:
    """The shape of tables.toml."""

    spotting: _Spotting
    handling: dict[str, _Handling]
    sea: _Sea
    special: _Special
    damage_control: _DamageControl
    effects: _Effects
    torpedo: _Torpedo
    light: _Light
    smoke: _Smoke
    air: _Air
    submarine: _Submarine
    mines: _Mines


_T = data.load(PACKAGE, "tables.toml", _Tables)


def units(centimetres: float) -> int:
    """A length of the tables in tenths of a millimetre."""
    return round(centimetres * CM)


def squared(centimetres: float) -> int:
    """The square of a length of the tables, with which squares of distances are compared (NA-GEO-03)."""
    return units(centimetres) ** 2


# Initiative (NA-INI-01)
SEES_MORE = Modifier(1, "sees more of the enemy")
VETERAN = Modifier(1, "veteran")
CAPTAIN_HIT = Modifier(-1, "captain lost")

# Movement, by handling (NA-MOV-02, NA-MOV-03)
UP = {key: row.up for key, row in _T.handling.items()}
DOWN = {key: row.down for key, row in _T.handling.items()}
STRETCH = {key: units(row.stretch) for key, row in _T.handling.items()}
MOST_STEPS = {key: int(row.degrees) // 15 for key, row in _T.handling.items()}
CRASH_START = {key: row.crash_start for key, row in _T.handling.items()}
RESTS_AFTER_UP = {key: row.rests_after_up for key, row in _T.handling.items()}

# Sea limits by class and sea state (NA-MOV-04)
SEA_LIMIT = {1: _T.sea.class1, 2: _T.sea.class2, 3: _T.sea.class3}
CALM_ONLY_FROM = _T.sea.calm_only_from
DRIFT = units(1)  # for each point of sea state (NA-MOV-05)

# Collision and grounding (NA-MOV-07, NA-MOV-10)
COLLIDED, CLEARED = "collided", "cleared"
COLLISION = Chart("Collision", (COLLIDED,) * 2 + (CLEARED,) * 8, dice="1d10")
RAMMING = Chart("Ramming", (COLLIDED,) * 6 + (CLEARED,) * 4, dice="1d10")
ASHORE_BY = units(1)
AGROUND_ENGINE = 2
MOST_IN_COLUMN = 3  # NA-FOR-01

# Contacts (NA-CON)
REVEAL = squared(_T.spotting.reveal_within)
REVEAL_LIT = squared(60)
LOSE_BEYOND = {light: squared(distance) for light, distance in _T.spotting.lose_beyond.items()}
HEADING_SEEN = squared(90)  # NA-CON-06
REAL_MARKERS_A_DUMMY = 3  # NA-CON-01

# Spotting (NA-SPO)
AUTOMATIC, NEVER = 0, 99
SPOTTING_TO = tuple(map(squared, _T.spotting.to))
SPOTTING: dict[str, tuple[int, ...]] = {
    NIGHT: _T.spotting.night,
    "radar": _T.spotting.radar,
    "lit": _T.spotting.lit,
    DUSK: _T.spotting.dusk,
    DAY: _T.spotting.day,
}
NATURAL_10_TO = squared(_T.spotting.natural_10_to)
_TESTER: Mapping[str, int] = {key: value for key, value in _T.spotting.tester.items() if isinstance(value, int)}
_SEA_BY_STATE = _T.spotting.tester["sea"]
assert isinstance(_SEA_BY_STATE, tuple)
SPOTTING_SEA = tuple(Modifier(value, f"sea state {state}") for state, value in enumerate(_SEA_BY_STATE))
TESTER_CLASS = {
    1: Modifier(0, "Class 1"),
    2: Modifier(_TESTER["class2"], "Class 2"),
    3: Modifier(_TESTER["class3"], "Class 3"),
}
TESTER_RADAR = Modifier(_TESTER["radar"], "radar")
TESTER_QUIET = Modifier(_TESTER["quiet"], "quiet engines")
TESTER_LOOKOUTS = Modifier(_TESTER["lookouts"], "lookouts hit")
AT_PERISCOPE = Modifier(_TESTER["periscope"], "at periscope depth")
UNLIT_AT_NIGHT = Modifier(_TESTER["night_unlit"], "unlit at night")
_TARGET = _T.spotting.target
TARGET_CLASS = {
    1: Modifier(_TARGET["class1"], "small target"),
    2: Modifier(0, ""),
    3: Modifier(_TARGET["class3"], "large target"),
}
TARGET_FULL = Modifier(_TARGET["full"], "wake at full speed")
TARGET_STOPPED = Modifier(_TARGET["stopped"], "stopped")
TARGET_LOUD = Modifier(_TARGET["loud"], "loud engines")
TARGET_FIRED = Modifier(_TARGET["fired"], "has fired")

# Light and smoke (NA-ILL)
STARSHELL, ROCKET, FLARE, SEARCHLIGHT = _T.light.starshell, _T.light.rocket, _T.light.flare, _T.light.searchlight
STARSHELL_MM = _T.light.starshell_mm
STARSHELL_RANGE = squared(STARSHELL.range)
ROCKET_RANGE = squared(ROCKET.range)
BEYOND = units(STARSHELL.beyond)
SEARCHLIGHT_RANGE = squared(SEARCHLIGHT.range)
RADIUS = {"starshell": units(STARSHELL.radius), "rocket": units(ROCKET.radius), "flare": units(FLARE.radius)}
BURNS = {"starshell": STARSHELL.turns, "rocket": ROCKET.turns, "flare": FLARE.turns}
FLARE_DRIFT = units(FLARE.drift)
BEHIND = squared(_T.light.behind)
BEHIND_ANGLE = STEP  # 15 degrees
SMOKE_LENGTH = {1: units(_T.smoke.class1), 2: units(_T.smoke.others), 3: units(_T.smoke.others)}
SMOKE_TURNS = _T.smoke.turns
SMOKE_USES = _T.smoke.uses
CLEAR_SIGHT = squared(_T.smoke.clear)

# Guns (NA-GUN): 7 or better hits, a natural 1 never, and a natural 10 that would miss is thrown again
HIT, MISS, AGAIN = "hit", "miss", "again"
BANDS = tuple((squared(to), value) for to, value in GUNNERY.bands)
LEAST, MOST = -30, 15  # final modifiers that can come about


def _fire_chart(modifier: int) -> Chart[str]:
    rows = [HIT if face + modifier >= GUNNERY.to_hit else MISS for face in range(1, 11)]
    rows[0] = MISS
    if rows[-1] == MISS:
        rows[-1] = AGAIN
    return Chart(f"Gun fire {modifier:+}", rows, dice="1d10")


_FIRE_CHARTS = {modifier: _fire_chart(modifier) for modifier in range(-4, 7)}
FIRE = {modifier: _FIRE_CHARTS[max(-4, min(6, modifier))] for modifier in range(LEAST, MOST + 1)}
FIRE_AGAIN = Chart("Gun fire, again", (MISS,) * (GUNNERY.again - 1) + (HIT,) * (11 - GUNNERY.again), dice="1d10")
_BAND_NAMES = ("close range", "short range", "medium range", "long range", "very long range", "extreme range")
BAND_MODIFIERS = tuple(Modifier(value, name) for (_, value), name in zip(BANDS, _BAND_NAMES, strict=True))
_G = GUNNERY.modifier
GUN_CLASS = {1: Modifier(_G["class1"], "Class 1 target"), 2: Modifier(_G["class2"], "Class 2 target")}
TARGET_FAST = Modifier(_G["target_fast_over_24"], "target fast")
FAST_OVER = units(24)
TARGET_STATIONARY = Modifier(_G["target_stationary"], "target stationary")
TARGET_UNLIT = Modifier(_G["unlit"], "target unlit")
REACTION = Modifier(_G["reaction"], "reaction fire")
TURNED_HARD = Modifier(_G["turned_over_60"], "turned hard")
TURNED_OVER = 4  # steps: 60 degrees
HURT_THIS_TURN = Modifier(_G["hit_this_turn"], "hurt this turn")
SLOW_GUN = {1: Modifier(_G["slow_vs_class1"], "slow gun"), 2: Modifier(_G["slow_vs_class2"], "slow gun")}
VERY_SLOW_GUN = Modifier(_G["very_slow"], "very slow gun")
WITH_DIRECTOR = Modifier(_G["director"], "director")
DIRECTOR_MM = 75
USES_SEARCHLIGHT = Modifier(_G["target_searchlight"], "target uses a searchlight")
FAR_IN_MIST = Modifier(_G["mist_far"], "far off in haze")
MIST_FAR = squared(60)
ROUGH_4 = Modifier(_G["class1_sea4"], "rough sea")
ROUGH_6 = Modifier(_G["class1_sea6"], "high sea")
OTHERS_ROUGH_6 = Modifier(_G["others_sea6"], "high sea")
OFF_TABLE = Modifier(-2, "from off the table")  # in all (NA-SHO-01)


def _hull_chart(group: str, class_: int, armour: int) -> Chart[int] | None:
    """The boxes that a hit costs, less armour; None where it can cost none."""
    text = GUNNERY.hull[group][class_ - 1]
    if text == "-":
        return None
    dice, _, tail = text.partition("d6")
    count, plus = int(dice or 1), int(tail or 0)
    rows = [max(0, total + plus - armour) for total in range(count, 6 * count + 1)]
    return Chart(f"{group} at Class {class_}", rows, first=count, dice=f"{count}d6") if rows[-1] else None


GROUPS = tuple(GUNNERY.hull)
MOST_ARMOUR = 20
HULL_DAMAGE = {
    (group, class_, armour): _hull_chart(group, class_, armour)
    for group in GROUPS
    for class_ in (1, 2, 3)
    for armour in range(MOST_ARMOUR + 1)
}

# Special effects (NA-SPE, 3.6)
NO_EFFECT, WEAPONS_HIT, BRIDGE, MACHINERY, STEERING, FIRE_LIT = "-", "W", "B", "M", "S", "F"
SUPPRESSED_ONLY, PERHAPS_FIRE = "W1", "F4"
_FULL = _T.special.effects


def _special_chart(group: str, class_: int) -> Chart[str]:
    """The Special Effects Table with its restrictions for a group of guns and a class of target."""
    rows = list(_FULL)
    if group == "MG":
        rows = [NO_EFFECT] * 6 + [SUPPRESSED_ONLY] * 4
    elif group == "A20" and class_ == 3:
        rows = [NO_EFFECT] * 5 + [SUPPRESSED_ONLY] * 2 + [NO_EFFECT] * 2 + [PERHAPS_FIRE]
    elif group in ("A40", "Q57") and class_ == 3:
        rows = [NO_EFFECT if row == STEERING else row for row in rows]
    return Chart(f"Special effects of {group} on Class {class_}", rows, dice="1d10")


BOMB = "bomb"
SPECIAL = {(group, class_): _special_chart(group, class_) for group in (*GROUPS, BOMB) for class_ in (1, 2, 3)}
EFFECTS = {
    WEAPONS_HIT: Chart("Weapons", _T.special.W),
    BRIDGE: Chart("Bridge", _T.special.B),
    MACHINERY: Chart("Machinery", _T.special.M),
    STEERING: Chart("Steering", _T.special.S),
}
BRIDGE_SPARED_BY = ("MG", "A20")  # armoured_bridge
LIT, NOT_LIT = "lit", "not lit"
FIRE_ON_4 = Chart("Fire on 4 or more", (NOT_LIT,) * 3 + (LIT,) * 3)
PETROL_FIRE = Chart("Petrol", (NOT_LIT,) * 4 + (LIT,) * 2)
HARD_OVER = Chart("Rudder hard over", ("port",) * 3 + ("starboard",) * 3)
EXPLODES, HOLDS = "explodes", "holds"
TUBES_EXPLODE = Chart("Loaded tubes", (EXPLODES,) + (HOLDS,) * 9, dice="1d10")
OUT = 1000  # the turn to whose end a mount that is out of action is silent

# Damage control (NA-DC)
REPAIR_ON = _T.damage_control.success
REPAIRABLE = _T.damage_control.repairable
ABANDON_AT = dict(enumerate(_T.damage_control.abandon, 1))
HARD_HIT = Modifier(-1, "hard hit last turn")
FIRE_AT_SPEED = Modifier(-1, "fire fanned by speed")
_SPREADS = -1
SPREADS = "spreads"  # an explosion, another leak: 1d6 boxes and one more
EFFECT_BOXES = Chart(
    "Fire and flood effects", [SPREADS if boxes == _SPREADS else str(boxes) for boxes in _T.effects.boxes], dice="1d10"
)

# Torpedoes (NA-TOR)
TORPEDO_HIT_ON = _T.torpedo.to_hit
ARMING, ARMED = units(_T.torpedo.arming), units(_T.torpedo.armed)
_M = _T.torpedo.modifier
TORPEDO_CLASS = {1: Modifier(_M["class1"], "Class 1"), 2: Modifier(_M["class2"], "Class 2")}
SHALLOW_DRAUGHT = Modifier(_M["shallow"], "shallow draught")
STERN_ARC = Modifier(_M["stern_arc"], "stern arc")
BOW_ARC = Modifier(_M["bow_arc"], "bow arc")
STATIONARY = Modifier(_M["stationary"], "stationary")
TORPEDO_HIT = Chart("Torpedo", (MISS,) * (TORPEDO_HIT_ON - 1) + (HIT,) * (11 - TORPEDO_HIT_ON), dice="1d10")
DUD, LIVE = "dud", "live"
DUD_CHART = {
    score: Chart(f"Dud on {score}", (DUD,) * score + (LIVE,) * (10 - score), dice="1d10") for score in (1, 2, 3)
}
DUDS = _T.torpedo.duds
FEWER_DUDS_FROM = _T.torpedo.fewer_duds_from
TORPEDO_DICE = _T.torpedo.dice
TRACKS = _T.torpedo.tracks
AIR_TORPEDO = "air"
BOXES: Final = "boxes"
ENGINE: Final = "engine"
FLOOD: Final = "flood"
TORPEDO_DAMAGE = Chart("Torpedo damage", _T.torpedo.damage)
TORPEDO_BOXES = _T.torpedo.boxes
SPREAD_STEPS = tuple((spread, direction_of(spread)) for spread in _T.torpedo.spreads)
LAUNCH_ERROR = Chart("Launch error", _T.torpedo.error, dice="1d10")
FIXED_AIM = direction_of(10)
CLASS_1_LAUNCH_STEPS = 3  # 45 degrees
CLASS_1_LAUNCH_SEA = 4
LATE_SOLUTION = 3
RELOAD_SETTING, RELOAD_STEPS, RELOAD_TURNS = 2, 2, 2
TRACK_SEEN = _T.torpedo.seen
TRACK_SEEN_WITHIN = squared(_T.torpedo.seen_within)
THREATENED = squared(60)  # convoys are asked apart while a seen track is as near as this

# Aircraft (NA-AIR)
RELEASE = units(_T.air.release)
RELEASE_POINTS = tuple(bearing // 5 * 2 for bearing in _T.air.bearings)  # directions from the bow
FLARE_TURNS = _T.air.flare_turns
DEFENCE_WITHIN = squared(_T.air.defence_within)
DEFENCE_FAR = squared(_T.air.far)
DEFENCE_GROUPS, DEFENCE_WITH_DIRECTOR = ("MG", "A20", "A40"), ("Q102", "Q120")
DEFENCE_MODIFIERS = (
    Modifier(_T.air.far_modifier, "over 30 cm"),
    Modifier(_T.air.fast_modifier, "fast aircraft"),
    Modifier(_T.air.slow_modifier, "slow aircraft"),
)
FAST_AIRCRAFT, SLOW_AIRCRAFT = _T.air.fast, _T.air.slow
DEFENCE = {
    modifier: Chart(
        f"Anti-aircraft fire {modifier:+}",
        [HIT if face + modifier >= _T.air.defence_to_hit else MISS for face in range(1, 11)],
        dice="1d10",
    )
    for modifier in range(-3, 3)
}
SPOILED, DOWN_IN_SEA = "spoiled", "down"
DEFENCE_EFFECT = Chart("Anti-aircraft hit", _T.air.hit)
STRAFING = WEAPONS[_T.air.strafing]
BOMB_HIT = Chart("Bomb", (MISS,) * (_T.air.bomb_to_hit - 1) + (HIT,) * (11 - _T.air.bomb_to_hit), dice="1d10")
BOMB_CLASS = {1: Modifier(_T.air.bomb_class1, "Class 1"), 3: Modifier(_T.air.bomb_class3, "Class 3")}
BOMB_DIVE = Modifier(_T.air.bomb_dive, "dive bomber")
BOMB_DICE = _T.air.bombs

# Submarines, depth charges and mines (NA-SUB-01, NA-MIN-01)
SURFACED, DIVING, PERISCOPE = 0, 1, 4  # depth: 1 to 3 are the turns of a dive
PERISCOPE_SPEED = units(_T.submarine.speed)
FOUND_WITHIN = squared(_T.submarine.found_within)
CHARGED_WITHIN = units(_T.submarine.charged_within)
CHARGE_HIT = Chart(
    "Depth charges",
    (MISS,) * (_T.submarine.charge_to_hit - 1) + (HIT,) * (11 - _T.submarine.charge_to_hit),
    dice="1d10",
)
CHARGE_FOUND = Modifier(_T.submarine.charge_found, "found by lookouts")
CHARGE_DICE = f"{_T.submarine.charge_dice}d6"
CHARGES = _T.submarine.charges
MINE_PATH = units(_T.mines.path)
STRIKE, CLEAR = "strike", "clear"
MINE = {
    class_: Chart(f"Mines, Class {class_}", (STRIKE,) * score + (CLEAR,) * (10 - score), dice="1d10")
    for class_, score in enumerate(_T.mines.strikes, 1)
}
MINE_CONFIRMED = Chart(
    "Mines, confirmed", (STRIKE,) * _T.mines.confirmed + (CLEAR,) * (10 - _T.mines.confirmed), dice="1d10"
)
MINE_DICE = _T.mines.dice
