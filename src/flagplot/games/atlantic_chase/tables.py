"""The tables of Atlantic Chase, named as the rule book names them."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.engine import Chart
from flagplot.games.atlantic_chase.hexes import BRITISH, GERMAN

# Weather (AC-WX-01)
GOOD, BAD = "good", "bad"
WEATHER_CHECK = {
    GOOD: Chart("Weather Check in Good Weather", (GOOD,) * 5 + (BAD,)),
    BAD: Chart("Weather Check in Bad Weather", (BAD,) * 4 + (GOOD,) * 2),
}

# Speeds, slowest first (AC-SH-02)
VERY_SLOW, SLOW, MEDIUM, FAST = range(4)
SPEED = {"very slow": VERY_SLOW, "slow": SLOW, "medium": MEDIUM, "fast": FAST}
SPEED_NAMES = tuple(SPEED)

# Trajectories and task forces (AC-ST-04, AC-CP-01, AC-CO-05)
LONGEST = 15
LONGEST_TO_COMPLETE = 6
LONGEST_FOR_AIRCRAFT = 6  # with the optional rule (AC-OP-02)
SETS = {GERMAN: tuple(f"G{n}" for n in range(1, 6)), BRITISH: tuple(f"B{n}" for n in range(1, 11))}
SIDE_OF = {key: side for side, keys in SETS.items() for key in keys}

# Time Lapse, by speed (AC-TL-01, AC-TL-03)
LAPSE = (2, 2, 3, 4)
INTEL_LIMIT = (1, 1, 2, 2)

# Initiative (AC-IV-02, AC-IV-04) and reinforcement (AC-RO-04)
SEIZE_ON = 9
REINFORCED_ON = 7
MOST_EVASIVE_IN_INITIATIVE = {GOOD: 1, BAD: 2}  # what an EM adds to Seize and Vie (AC-EM-04)

# Common modifiers (1.24)
AIR_SUPPORT = (3, 2, 1)  # by distance, for the Active player (AC-CM-01)
AIR_COVER = (-2, -1, 0)  # by distance, for the target's player
CONTACT = (4, 3, 2, 2)  # by the speed of the target (AC-CM-03)
EVASIVE = {GOOD: -1, BAD: -2}  # AC-CM-04
COORDINATION = {GOOD: 2, BAD: 1}  # for the Active player (AC-CM-05)
ENEMY_COORDINATION = -1
WALKER_COORDINATION = 4  # AC-LD-09
SOMERVILLE = 2  # AC-LD-11
STEALTH_IN_UBOAT_ZONE = 3  # AC-SE-06
STEALTH_AT_DISPERSED = 2

# What German capital ships keep clear of a named carrier, in hexes, and the points for not doing so (AC-AMB-53)
KEPT_CLEAR = 2
ORDER_LIFTED_VP = -1

# Results (AC-CR)
MISS, CONTACT_MADE, SKIRMISH, CLOSING_IN, BATTLE, SURPRISE = (
    "miss",
    "contact",
    "skirmish",
    "closing",
    "battle",
    "surprise",
)
EARLY_OR_LATE, SHADOW, SIGHTED, LOSE_CONTACT = "early", "shadow", "sighted", "lose_contact"
HIT_IF_VERY_SLOW, HIT_IF_SLOW, HIT, DAMAGE = "hit_very_slow", "hit_slow", "hit", "damage"
CODES = {
    "M": MISS, "C": CONTACT_MADE, "SK": SKIRMISH, "CL": CLOSING_IN, "B": BATTLE, "SU": SURPRISE,
    "EL": EARLY_OR_LATE, "SH": SHADOW, "SI": SIGHTED, "LC": LOSE_CONTACT,
    "V": HIT_IF_VERY_SLOW, "S": HIT_IF_SLOW, "H": HIT, "D": DAMAGE,
}  # fmt: skip
FIRST_IN_CELL = (SIGHTED,)  # the target is a Station before anything else happens to it (AC-AMB-04, AC-AMB-34)

Cell = tuple[str, ...]


def _cell(text: str) -> Cell:
    results = [CODES[code] for code in text.split("+")]
    return tuple(sorted(results, key=lambda result: result not in FIRST_IN_CELL))


class ActionTable:
    """An action table: the Trajectory Total picks the column, the modified 2d6 the row."""

    def __init__(self, name: str, columns: Sequence[int], first: int, text: str) -> None:
        """`columns` are the least totals of each; the first row of the text is for `first` or less."""
        rows = [[_cell(cell) for cell in line.split()] for line in text.strip().splitlines()]
        charts = [
            Chart(f"{name}, total {least} and more", [row[number] for row in rows], first, "2d6")
            for number, least in enumerate(columns)
        ]
        self.name = name
        self.by_total = tuple(charts[sum(least <= total for least in columns) - 1] for total in range(3 * LONGEST + 1))


NAVAL_SEARCH = ActionTable("Naval Search", (0, 5, 10, 16), 4, """
    C      EL     EL     M
    C+SI   EL     EL     M
    C+SI   SH     EL     EL
    C+SI   SH     EL     EL
    C+SI   C+SH   SH     EL
    C+SI   C+SH   SH     EL
    C+SI   C+SI   C+SH   EL
    C+SI   C+SI   C+SH   EL
    SK+SI  C+SI   C+SI   SH
    SK+SI  SK+SI  SK+SI  C+SH
""")  # fmt: skip

ENGAGE = ActionTable("Engage", (0, 1, 5, 10, 14), 6, """
    SK  M   M   M   M
    CL  M   M   M   M
    B   SK  M   M   M
    B   CL  M   M   M
    SU  B   SK  C   M
    SU  B   SK  C   M
    SU  B   CL  C   C
    SU  SU  B   SK  SK
""")  # fmt: skip

AIR_STRIKE = ActionTable("Air Strike", (0, 1, 5, 10, 16), 6, """
    M    M    M    M    M
    C+S  C+S  V    V    M
    C+S  C+S  C+S  C+V  V
    C+H  C+S  C+S  C+S  C+V
    C+H  C+S  C+S  C+S  C+V
    C+D  C+H  C+S  C+S  C+S
    C+D  C+H  C+S  C+S  C+S
    C+D  C+D  C+H  C+S  C+S
    C+D  C+D  C+H  C+S  C+S
    C+D  C+D  C+D  C+H  C+H
""")  # fmt: skip

STEALTH_ATTACK = ActionTable("Stealth Attack", (0, 1, 2, 4, 7), 7, """
    M    LC  LC   LC  LC
    V    M   M    LC  LC
    V    M   M    LC  LC
    S    M   M    M   LC
    S    M   M    M   LC
    H    S   S    M   M
    H+H  H   H    S   S
    D+D  D   H+H  H   H
""")  # fmt: skip

# Interruption (AC-IR-02): what one, two, three, and four or more Intel markers lead to
ALERT, SLIP, VIE, INITIATIVE_CHANGE = "alert", "slip", "vie", "initiative_change"
ALERTS = {f"{ALERT} {n}": -n for n in range(3)}
_INTERRUPTIONS = (*ALERTS, SLIP, VIE, INITIATIVE_CHANGE, INITIATIVE_CHANGE, INITIATIVE_CHANGE)


def _interruption(name: str, bands: Sequence[int]) -> tuple[Chart[str], ...]:
    """A chart for each number of markers; `bands` says in which band of the table each sum from 2 to 12 lies."""
    return tuple(
        Chart(f"{name}, {markers} Intel", [_INTERRUPTIONS[band + markers - 1] for band in bands], 2, "2d6")
        for markers in range(1, 5)
    )


MOST_MARKERS = 4
INTERRUPTION = _interruption("Interruption", (0, 0, 0, 1, 1, 2, 3, 3, 4, 4, 4))
INTERRUPTION_BOARD = _interruption("Interruption, as on the board", (0, 0, 0, 1, 1, 1, 2, 3, 4, 4, 4))

# The battle board (1.25)
FAR, NEAR, CLOSE = "far", "near", "close"
ZONES = (FAR, NEAR, CLOSE)
ROUNDS = {GOOD: 3, BAD: 2}
LIMITED_ROUNDS = 1
EXTREME, LONG, SHORT, POINT_BLANK = "extreme", "long", "short", "point blank"
RANGE = {
    (FAR, FAR): EXTREME, (FAR, NEAR): LONG, (NEAR, FAR): LONG, (FAR, CLOSE): LONG, (CLOSE, FAR): LONG,
    (NEAR, NEAR): SHORT, (NEAR, CLOSE): POINT_BLANK, (CLOSE, NEAR): POINT_BLANK, (CLOSE, CLOSE): POINT_BLANK,
}  # fmt: skip
USES_LONG_GUNS = {EXTREME: True, LONG: True, SHORT: False, POINT_BLANK: False}
# Never more than three dice, all with six sides (AC-CO-02)
RANGE_DICE = {EXTREME: "3d6l2", LONG: "2d6", SHORT: "2d6", POINT_BLANK: "3d6h2"}
_HITS = (0, 1, 1, 1, 1, 2)  # from 8 to 13
GUNNERY = {band: Chart(f"Gunnery at {band} range", _HITS, 8, dice) for band, dice in RANGE_DICE.items()}
TORPEDO = Chart("Torpedoes", (0, 2), 10, "2d6")
TARGET_SPEED = (2, 1, 0, 0)  # for guns and torpedoes, by the target's speed (AC-GN-04, AC-TP-03)
SMOKE = -1  # for who fires out of it, and for whom it covers (AC-SM-04)
COVERED_BY_ONE = 2  # other ships that one screen covers (AC-SM-02)
HITS_OF_DAMAGE = 2  # what a Damage result is to a Convoy or a Squadron (AC-CR-05)

BREAK_AWAY_ON = 9
ENEMY_IS_NEAR = -1
IS_SLOWEST = -1
ALL_IN_FAR = 2

# Solitaire: what the non-player does (AC-SO-01, AC-SO-02)
SIGNALS, EVADE, ATTEMPT = "signals", "evade", "attempt"
SLIP_OF_SYSTEM = Chart("Slip of the imaginary player", (SIGNALS,) * 4 + (EVADE,) * 2)
SEIZE_OF_SYSTEM = Chart("Seize by the imaginary player", (ATTEMPT,) * 4 + (EVADE,) * 2)
