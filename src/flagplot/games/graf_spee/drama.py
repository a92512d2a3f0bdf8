"""What matters in The Cruise of the Graf Spee: the scenes of its event cards, and the summary of a cruise."""

from __future__ import annotations

from flagplot.engine import About
from flagplot.engine.report import Aim, Course, Curve, Series, Story, Summary, Total
from flagplot.engine.scenes import Picture, Scene, Scenes
from flagplot.games.graf_spee import tables as t
from flagplot.games.graf_spee.model.fleet import afloat
from flagplot.games.graf_spee.state import Options, State
from flagplot.games.graf_spee.view.names import DEPARTMENT_NAMES, INCIDENT_ACCOUNTS, INCIDENT_NAMES
from flagplot.games.graf_spee.view.view import FIGURES

# flagplot sim graf-spee -n 300 --seat graf_spee=captain --seed 1
PERSPECTIVE = "The captain achieves three orders in four and loses the ship in one mission of ten."
MANY_POINTS = 6  # at once: worth a card
POINTS_OF_A_HULL = 5  # what a step of a track weighs among the moments, in victory points
POINTS_OF_ENGINES = 3
PICTURES: dict[str, Picture] = {
    t.AIR_PATROL: "aircraft",
    t.ALLIED_BOMBER: "aircraft",
    t.ALLIED_CONVOY: "convoy",
    t.MERCHANT_CAPTURED: "merchant",
    t.ALLIED_SUB: "periscope",
    t.AUX_REPORTED: "signal",
    t.BAD_LUCK: "fire",
    t.SWORDFISH: "aircraft",
    t.ENGINE_BREAKDOWN: "breakdown",
    t.FRIENDLY_SHIP: "harbour",
    t.INTEL_BERLIN: "signal",
    t.LIMITED_VISIBILITY: "night",
    t.MERCHANT: "merchant",
    t.MINES_SIGHTED: "mine",
    t.RN_FLOTILLA: "battle",
    t.RN_INTEL_CONFLICT: "signal",
    t.RN_PURSUIT: "signal",
    t.STORMY: "storm",
}
SLOWER = "She is slower, and it is harder to break off a fight. A day of repairs can mend it."
FEWER_DICE = "She throws fewer dice in a fight. A day of repairs can mend it."
# What damage to a department means, how much a card it is worth, and its weight among the moments
DAMAGE: dict[str, tuple[str, int, int]] = {
    t.HULL: ("At hull 0 she sinks. A day of repairs can mend it.", 2, POINTS_OF_A_HULL),
    t.ENGINES: (SLOWER, 2, POINTS_OF_ENGINES),
    t.LEADERSHIP: ("Her captain has less authority in a fight.", 1, 1),
    t.PRIMARY: (FEWER_DICE, 1, 2),
    t.SECONDARY: (FEWER_DICE, 1, 1),
    t.TERTIARY: (FEWER_DICE, 1, 1),
}


def turn_name(state: State) -> str:
    """The day; of a campaign, with the number of its mission."""
    mission = len(state.achieved) + len(state.failed)
    if state.campaign:
        return f"{mission + 1}, day {state.day}"
    return f"Day {state.day}"


def _incident(about: About) -> Scene:
    kind = about["drawn"]
    account = INCIDENT_ACCOUNTS[kind]
    end = min(place for mark in ".!" if (place := account.find(f"{mark} ")) > 0)
    return Scene(
        PICTURES.get(kind, "sea"),
        account[: end + 1].rstrip("."),
        label=f"Incident {{number}} of {{size}}: {INCIDENT_NAMES[kind]}",
        text=account[end + 2 :],
        weight=1,
        opens=True,
    )


def _lowered(about: About) -> Scene | None:
    department, points = about["department"], about["points"]
    if department not in DAMAGE:
        return _changed(about, "−", t.ALLIED)
    means, weight, worth = DAMAGE[department]
    name = DEPARTMENT_NAMES[department]
    return Scene(
        "fire",
        f"The {{ship}} is hurt: {name}",
        outcome=f"{name.capitalize()} −{{points}}, now {{now}}",
        means=means,
        at=(about["ship"],),
        good_for=t.ALLIED,
        weight=weight + (points > 1),
        swing=f"−{{points}} {name}",
        worth=worth * points,
    )


def _result(outcome: str, good_for: str) -> Scene:
    """What an open card came to; it never has a card of its own."""
    return Scene("sea", outcome, outcome=outcome, good_for=good_for, weight=0)


def _changed(about: About, sign: str, good_for: str) -> Scene:
    name = DEPARTMENT_NAMES[about["department"]].capitalize()
    return _result(f"{name} {sign}{{points}}, now {{now}}", good_for)


def _points(about: About) -> Scene | None:
    points = about["points"]
    if not points or points == t.VICTORY_POINTS.german_ship_lost:  # her loss has a card of its own
        return None
    return Scene(
        "merchant",
        "A good catch" if points > 0 else "A heavy blow",
        outcome="{points:+} victory points",
        means="You have {vp} now.",
        at=(t.GRAF_SPEE,),
        good_for=t.GERMAN if points > 0 else t.ALLIED,
        weight=1 if abs(points) >= MANY_POINTS else 0,
        swing="{points:+} points",
        worth=abs(points) if abs(points) >= MANY_POINTS else 0,
    )


def _fate(about: About) -> Scene | None:
    ship = t.ALLIED_SHIPS[about["target"]]
    if about["fate"] == t.RETREATS:
        return None
    is_sunk = about["fate"] == t.SUNK
    points = t.VICTORY_POINTS.ship[ship.type]
    return Scene(
        "sinking" if is_sunk else "battle",
        "{target} goes down" if is_sunk else "{target} burns",
        outcome="{target} is sunk" if is_sunk else "{target} is crippled",
        means="You get her points when the battle is over.",
        at=(about["target"], about["space"]),
        good_for=t.GERMAN,
        weight=3 if is_sunk else 2,
        swing="sunk" if is_sunk else "crippled",
        worth=points.sunk if is_sunk else points.crippled,
        lost=ship.name if is_sunk else "",
        figure=FIGURES[ship.type],
        side=t.ALLIED,
        how="by gunfire and torpedoes",
    )


def _german_sunk(about: About) -> Scene:
    return Scene(
        "sinking",
        "Abandon ship!",
        outcome="The {ship} sinks",
        at=(about["ship"], about["space"]),
        good_for=t.ALLIED,
        weight=3,
        swing="lost",
        worth=100,
        lost="{ship}",
        figure="pocket_battleship",
        side=t.GERMAN,
        how="with her flag flying",
    )


def _battle(about: About) -> Scene:
    return Scene(
        "battle",
        "Enemy in sight!",
        label="Battle at {space}",
        text="They are {allied}.",
        outcome="{first} First Salvo",
        at=(about["space"],),
        good_for=about["first"],
        weight=2,
        opens=True,
    )


SCENES: Scenes = {
    "incident_draw": _incident,
    "lowered": _lowered,
    "raised": lambda about: _changed(about, "+", t.GERMAN),
    "alert_rises": _result("The alert level rises to {alert}", t.ALLIED),
    "alert_falls": _result("The alert level falls to {alert}", t.GERMAN),
    "merchant_sunk": _result("A merchant ship is sunk", t.GERMAN),
    "merchant_taken": _result("A merchantman is captured", t.GERMAN),
    "guns_keep_them_off": _result("The guns keep them off", t.GERMAN),
    "hit_is_dud": _result("It does no harm", t.GERMAN),
    "engines_hold": _result("The engines hold", t.GERMAN),
    "auxiliary_safe": _result("The auxiliary cruiser gets away", t.GERMAN),
    "no_ships_come": _result("Nobody comes", t.GERMAN),
    "flotilla_comes": _result("Ships come from {space}", t.ALLIED),
    "patrol_comes": _result("The patrol searches for you", t.ALLIED),
    "morale_rises": _result("Morale rises", t.GERMAN),
    "morale_falls": _result("Morale falls", t.ALLIED),
    "points": _points,
    "fate": _fate,
    "ship_sunk": _german_sunk,
    "combat_begins": _battle,
    "auxiliary_lost": lambda about: Scene(
        "sinking",
        "No more signals",
        outcome="An auxiliary cruiser is lost",
        means="Supply is harder now.",
        at=(about["space"],),
        good_for=t.ALLIED,
        weight=2,
        swing="−1 auxiliary",
        worth=6,
        lost="Auxiliary cruiser",
        figure="auxiliary",
        side=t.GERMAN,
        how="by the hunters",
    ),
    "cargo_lost": Scene(
        "fire", "Down to the bottom", outcome="{cargo} lost", good_for=t.ALLIED, weight=1, swing="−1 cargo", worth=2
    ),
    "port_captured": lambda about: Scene(
        "harbour",
        "The flag goes up",
        outcome="{space} is captured",
        at=(about["space"],),
        good_for=t.GERMAN,
        weight=3,
        swing="captured",
        worth=10,
    ),
    "defences_destroyed": lambda about: Scene(
        "fire",
        "The port falls silent",
        outcome="The guns of {space} are destroyed",
        at=(about["space"],),
        good_for=t.GERMAN,
        weight=2,
        swing="destroyed",
        worth=5,
    ),
    "order_achieved": Scene(
        "harbour", "Orders carried out", outcome="{order} is achieved", good_for=t.GERMAN, weight=3
    ),
    "order_failed": Scene(
        "signal", "Berlin is not pleased", outcome="{order} is not achieved", good_for=t.ALLIED, weight=3
    ),
}


def summarize(story: Story[State]) -> Summary:
    """The cruise day by day."""
    state = story.state
    points = tuple(float(turn.state.vp) for turn in story.turns)
    aims = () if state.campaign or not state.order else (Aim(t.ORDERS[state.order].vp, "points of the order"),)
    curve = Curve(
        "Day by day", "points", tuple(turn.name for turn in story.turns), (Series("victory points", points),), aims
    )
    totals = [
        Total(f"{state.vp:,}", "victory points"),
        Total(f"{len(story.turns)}", "day at sea" if len(story.turns) == 1 else "days at sea"),
        Total(str(len(state.lost)), "warships sunk"),
    ]
    if state.campaign:
        totals[0] = Total(f"{len(state.achieved)} of {len(t.ORDERS)}", "orders achieved")
    is_usual = not state.campaign and state.options == Options()
    perspective = PERSPECTIVE if is_usual else ""
    headline = _headline(state) if state.result and not state.campaign else ""
    return Summary(headline, totals=tuple(totals), curve=curve, courses=tuple(_courses(story)), perspective=perspective)


def _headline(state: State) -> str:
    """How a single mission ended, in one sentence."""
    if not afloat(state):
        return "The cruise ends at the bottom of the sea."
    return "Your orders are carried out." if state.achieved else "Time ran out."


def _courses(story: Story[State]) -> list[Course]:
    """Where each German ship went, day by day."""
    ways = {key: [ship.space] for key, ship in story.start.ships.items() if ship.space}
    for about in story.told("arrives", "deployed", "based"):
        for ship in about.get("ships") or (about["ship"],):
            way = ways.setdefault(ship, [])
            if not way or way[-1] != about["space"]:
                way.append(about["space"])
    return [Course(t.GERMAN_SHIPS[ship].name, t.GERMAN, tuple(way)) for ship, way in ways.items() if len(way) > 1]
