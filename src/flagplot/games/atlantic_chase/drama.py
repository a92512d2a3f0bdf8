"""What matters in Atlantic Chase: the scenes of its event cards, and the summary of an operation."""

from __future__ import annotations

from collections import Counter

from flagplot.engine import About
from flagplot.engine.report import Curve, Series, Story, Summary, Total
from flagplot.engine.scenes import Scene, Scenes
from flagplot.games.atlantic_chase.hexes import BRITISH, ENEMY, GERMAN, SIDES
from flagplot.games.atlantic_chase.model.forces import side_of
from flagplot.games.atlantic_chase.model.scoring import points
from flagplot.games.atlantic_chase.scenarios import LEADERS
from flagplot.games.atlantic_chase.ships import BB, BC, CONVOY, CV, PB, TYPES
from flagplot.games.atlantic_chase.state import State
from flagplot.games.atlantic_chase.view.names import FIGURES, SIDE_NAMES

GREAT = (BB, BC, PB, CV, CONVOY)
WORTH = {BB: 10, BC: 9, CV: 10, PB: 7, CONVOY: 8}  # of a ship that sinks, among the moments
WORTH_OF_OTHERS = 4


def turn_name(state: State) -> str:
    """How often the Initiative has come to the German; of a campaign, with the operation."""
    turn = f"Turn {state.turns + 1}"
    return f"{len(state.campaign.over) + 1}, {turn.lower()}" if state.campaign else turn


def _sunk(about: About) -> Scene:
    ship = TYPES[about["type"]]
    return Scene(
        "sinking",
        "{ship} goes down",
        outcome="{ship} is sunk",
        at=(about["ship"], about["hex"]),
        good_for=ENEMY[ship.side],
        weight=3 if ship.kind in GREAT else 2,
        swing="sunk",
        worth=WORTH.get(ship.kind, WORTH_OF_OTHERS),
        lost="{ship}",
        figure=FIGURES[ship.kind],
        side=ship.side,
        how="in battle" if about["hex"] else "by air, torpedo or mine",
    )


def _damaged(about: About) -> Scene:
    ship = TYPES[about["type"]]
    return Scene(
        "fire",
        "{ship} is badly hurt",
        outcome="{ship} is damaged",
        means="Her back face counts from now on: slower, weaker, nearer to the end.",
        at=(about["ship"], about["hex"]),
        good_for=ENEMY[ship.side],
        weight=2,
        swing="damaged",
        worth=WORTH.get(ship.kind, WORTH_OF_OTHERS) // 2,
    )


def _convoy_hit(about: About) -> Scene:
    ship = TYPES[about["type"]]
    return Scene(
        "convoy",
        "Ships of {ship} burn",
        outcome="{ship}: {hits:Hit}",
        at=(about["ship"], about["hex"]),
        good_for=ENEMY[ship.side],
        weight=2,
        swing="−{hits:Hit}",
        worth=3 * about["hits"],
    )


SCENES: Scenes = {
    "ship_sunk": _sunk,
    "ship_damaged": _damaged,
    "convoy_hit": _convoy_hit,
    "contact_made": lambda about: Scene(
        "signal",
        "A signal from the patrol",
        outcome="Contact with {target}",
        at=(about["target"], about["hex"]),
        good_for=ENEMY[side_of(about["target"])],
        weight=1,
    ),
    "battle_begins": lambda about: Scene(
        "battle",
        "Enemy in sight!",
        text="{german} against {british}.",
        outcome="{rounds:round} of battle",
        weight=2,
        at=(*about["german"], *about["british"]),
        opens=True,
    ),
    "torpedo_hits": lambda about: Scene(
        "torpedo",
        "Torpedoes run true",
        outcome="{target}: {hits:Hit}",
        at=(about["target"],),
        good_for=about["side"],
        weight=2,
        swing="−{hits:Hit}",
    ),
    "completed": lambda about: Scene(
        "harbour",
        "Safe in port",
        outcome="{force} reaches {port}",
        at=(about["force"], about["port"]),
        good_for=side_of(about["force"]),
        weight=1,
    ),
    "leader_lost": lambda about: Scene(
        "sinking",
        "The flag goes down",
        outcome="{leader} is lost with his ship",
        good_for=ENEMY[LEADERS[about["leader"]]],
        weight=3,
    ),
    "broke_away": lambda about: Scene(
        "night", "Smoke and darkness", outcome="The {side} side breaks away", good_for=about["side"], weight=1
    ),
}


def summarize(story: Story[State]) -> Summary:
    """The operation turn by turn."""
    state = story.state
    scored = [points(turn.state) for turn in story.turns]
    series = tuple(
        Series(f"{SIDE_NAMES[side]} points", tuple(float(one[side]) for one in scored), "line", side) for side in SIDES
    )
    sunk: Counter[str] = Counter(TYPES[fate.ship.type].side for fate in state.fates if fate.how == "sunk")
    return Summary(
        totals=(
            Total(f"{scored[-1][GERMAN]} to {scored[-1][BRITISH]}", "German and British points"),
            Total(f"{sunk[GERMAN]} to {sunk[BRITISH]}", "German and British ships sunk"),
        ),
        curve=Curve("Turn by turn", "points", tuple(turn.name for turn in story.turns), series),
    )
