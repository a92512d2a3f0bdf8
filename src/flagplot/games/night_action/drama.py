"""What matters in Night Action: the scenes of its event cards, and the summary of a battle."""

from __future__ import annotations

from flagplot.engine import About
from flagplot.engine.report import Course, Curve, Series, Story, Summary, Total
from flagplot.engine.scenes import Scene, Scenes
from flagplot.games.night_action.model.scoring import scores
from flagplot.games.night_action.ships import ALLIED, AXIS, ENEMY, KINDS, SIDES
from flagplot.games.night_action.state import AFLOAT, SINKING, SUNK, State
from flagplot.games.night_action.view.pieces import form_of, sheet_of

MANY_BOXES = 6  # of one salvo: worth a card
SIDE_NAMES = {ALLIED: "Allied", AXIS: "Axis"}


def turn_name(state: State) -> str:
    """The turn."""
    return f"Turn {state.turn}"


def _sunk(about: About) -> Scene:
    kind = KINDS[about["type"]]
    return Scene(
        "sinking",
        "{ship} goes down",
        outcome="{ship} is sunk",
        means="She does nothing more, and the enemy scores her points.",
        at=(about["ship"],),
        good_for=ENEMY[about["side"]],
        weight=3,
        swing="sunk",
        worth=2 * kind.vp + 1,
        lost="{ship}",
        figure=form_of(kind),
        side=about["side"],
        how=kind.name,
    )


def _struck(about: About) -> Scene:
    return Scene(
        "torpedo",
        "A column of water as high as her masts",
        outcome="{ship} is torpedoed",
        means="The dice that follow say how many boxes of her hull are gone.",
        at=(about["ship"],),
        good_for=ENEMY[about["side"]],
        weight=2,
        swing="torpedoed",
        worth=8,
    )


def _mined(about: About) -> Scene:
    return Scene(
        "mine",
        "A mine!",
        outcome="{ship} strikes a mine",
        at=(about["ship"],),
        good_for=ENEMY[about["side"]],
        weight=2,
        swing="mined",
        worth=8,
    )


def _salvo(about: About) -> Scene | None:
    boxes = about["boxes"]
    if not boxes:
        return None
    return Scene(
        "battle",
        "{ship} finds the range",
        outcome="{target}: {boxes} boxes lost",
        at=(about["target"],),
        weight=1 if boxes >= MANY_BOXES else 0,
        swing="−{boxes} boxes",
    )


SCENES: Scenes = {
    "sunk": _sunk,
    "torpedoed": _struck,
    "mined": _mined,
    "salvo": _salvo,
    "turned_over": lambda about: Scene(
        "night",
        "Shapes in the dark",
        outcome="{ships}",
        text="Now you see what contact {marker} is.",
        at=(about["marker"],),
        weight=1,
    ),
    "bomb_hits": lambda about: Scene(
        "aircraft", "Bombs away", outcome="{target} is hit", at=(about["target"],), weight=2, swing="bombed"
    ),
    "shot_down": lambda about: Scene(
        "aircraft", "It trails smoke, then fire", outcome="{aircraft} is shot down", at=(about["aircraft"],), weight=1
    ),
    "collides": lambda about: Scene(
        "storm",
        "Steel against steel",
        outcome="{ship} and {other} collide",
        at=(about["ship"], about["other"]),
        weight=2,
    ),
    "aground": lambda about: Scene(
        "storm", "She is in shoal water", outcome="{ship} runs aground", at=(about["ship"],), weight=2
    ),
}


def summarize(story: Story[State]) -> Summary:
    """The battle turn by turn."""
    state = story.state
    points = [scores(turn.state) for turn in story.turns]
    series = tuple(
        Series(f"{SIDE_NAMES[side]} points", tuple(float(one[side]) for one in points), "line", side) for side in SIDES
    )
    lost = [ship for ship in state.ships.values() if not ship.is_dummy and ship.status in (SINKING, SUNK)]
    sunk = {side: sum(ship.side == side for ship in lost) for side in SIDES}
    return Summary(
        totals=(
            Total(f"{points[-1][ALLIED]} to {points[-1][AXIS]}", "Allied and Axis points"),
            Total(f"{sunk[ALLIED]} to {sunk[AXIS]}", "Allied and Axis ships lost"),
            Total(str(state.turn), "turns"),
        ),
        curve=Curve("Turn by turn", "points", tuple(turn.name for turn in story.turns), series),
        courses=tuple(_courses(story)),
    )


def _courses(story: Story[State]) -> list[Course]:
    """Where each ship lay at the end of each turn."""
    sheet = sheet_of(story.state.scenario)
    found = []
    for key, ship in story.state.ships.items():
        if ship.is_dummy:
            continue
        lay = [turn.state.ships[key] for turn in story.turns if key in turn.state.ships]
        spots = dict.fromkeys(sheet.spot(one.x, one.y) for one in lay if one.status in (AFLOAT, SINKING))
        if len(spots) > 1:
            found.append(Course(ship.name, ship.side, tuple(spots)))
    return found
