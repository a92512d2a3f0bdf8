"""Sea Control as a row of figures of what a seat knows, for programs that learn to play it."""

from __future__ import annotations

from flagplot.engine import About, Observation
from flagplot.games.sea_control import tables as t
from flagplot.games.sea_control.model.known import Known

AREA = ("ours", "theirs", "our units", "our strength", "enemy blocks", "blocks that must be convoys", "the battle")
PORT = ("our units", "our strength", "enemy blocks")
UNIT = ("seen", "x", "y", "strength", "may be on the map", "has had its move", "in the battle", "turns until it comes")
ON_MAP = (*t.AREAS, *t.PORTS)
PARTS = {
    "war": ("turn", "our lead", "a battle is being fought", "surface rounds fought", "we break off", "they break off"),
    "areas": tuple(f"{area}: {name}" for area in t.AREAS for name in AREA),
    "ports": tuple(f"{port}: {name}" for port in t.PORTS for name in PORT),
    "units": tuple(f"{unit}: {name}" for unit in t.UNITS for name in UNIT),
    "asked about": (
        *(f"in or from {place}" for place in ON_MAP),
        "a ship can be aimed with",
        "its strength",
        "units that go along",
        "questions left of the row",
        "resource points",
        "submarines that attack",
        "the round",
    ),
}
AT = {key: (2 * place.x - 1, 2 * place.y - 1) for key, place in (*t.MAP.area.items(), *t.MAP.port.items())}
MOST_LEAD = 20
NO_QUESTION = [0.0] * len(PARTS["asked about"])


def read(known: Known, seat: str, about: About) -> list[float]:
    """The figures of what a seat knows: its own units, the backs of the enemy's, and what both sides see."""
    battle = known.battle
    lead = known.marker if seat == t.AXIS else -known.marker
    figures: list[float] = [
        known.turn / t.LAST_TURN,
        lead / MOST_LEAD,
        battle is not None,
        battle.rounds / 3 if battle else 0.0,
        battle is not None and battle.withdrawing == seat,
        battle is not None and battle.withdrawing == t.ENEMY[seat],
    ]
    strengths = known.strengths
    own = {place: known.own(place) for place in ON_MAP}
    for area in t.AREAS:
        units, control = own[area], known.control.get(area)
        figures += (
            control == seat,
            control == t.ENEMY[seat],
            len(units) / 40,
            sum([strengths[unit] for unit in units]) / 120,
            known.blocks(area) / 40,
            known.convoys(area) / 8,
            battle is not None and battle.area == area,
        )
    for port in t.PORTS:
        units = own[port]
        figures += (len(units) / 40, sum([strengths[unit] for unit in units]) / 120, known.blocks(port) / 40)
    figures += _units(known, seat, own, strengths)
    figures += _question(known, about, strengths) if about else NO_QUESTION
    return figures


def _units(known: Known, seat: str, own: dict[str, list[str]], strengths: dict[str, int]) -> list[float]:
    places = {unit: place for place, units in own.items() for unit in units}
    fighting: set[str] = set()
    if known.battle:
        fighting = {*known.in_battle(t.AXIS), *known.in_battle(t.ALLIED)}
        places |= dict.fromkeys(fighting, known.battle.area)
    spent, afloat, due = {*known.spent}, {*known.enemy_fleet()}, known.due
    figures: list[float] = []
    for key, unit in t.UNITS.items():
        place = places.get(key)
        x, y = AT[place] if place else (0.0, 0.0)
        strength = strengths[key] if key in strengths else known.strength(key) if key in fighting else 0
        figures += (
            place is not None,
            x,
            y,
            strength / (unit.sp or 1),
            place is not None or key in afloat,
            key in spent,
            key in fighting,
            max(0, due[key] - known.turn) / t.LAST_TURN if key in due else 0.0,
        )
    return figures


def _question(known: Known, about: About, strengths: dict[str, int]) -> list[float]:
    places = (about.get("origin"), about.get("area"))
    ship = about.get("firer") or about.get("ship")
    return [
        *[place in places for place in ON_MAP],
        ship is not None,
        strengths.get(ship or "", 0) / 4,
        len(about.get("going", ())) / 20,
        about.get("left", 0) / 20,
        about.get("rp", 0) / 40,
        about.get("packs", 0) / 8,
        about.get("round", 0) / 3,
    ]


OBSERVATION = Observation(PARTS, read)
