"""What matters in Sea Control: the scenes of its event cards, and the summary of a war."""

from __future__ import annotations

from flagplot.engine import About
from flagplot.engine.report import Curve, Series, Story, Summary, Total
from flagplot.engine.scenes import Picture, Scene, Scenes
from flagplot.games.sea_control import tables as t
from flagplot.games.sea_control.state import Options, State

WORTH = {t.CONVOY: 12, t.CARRIER: 10, t.BATTLESHIP: 8, t.CRUISER: 4}  # of ships among the moments
PERSPECTIVE = "Between two captains the game is even."  # of 1,000 games, give or take two in a hundred
GREAT = (t.CONVOY, t.CARRIER, t.BATTLESHIP)


def turn_name(state: State) -> str:
    """The turn."""
    return f"Turn {state.turn}"


def _ship_lost(picture: Picture, title: str, how: str, about: About) -> Scene:
    unit = t.UNITS[about["ship"]]
    place = about.get("area") or about.get("port") or ""
    return Scene(
        picture,
        title,
        outcome="{ship} is lost",
        means="She is out of the war.",
        at=(about["ship"], place),
        good_for=t.ENEMY[unit.side],
        weight=3 if unit.kind in GREAT else 2,
        swing=f"−1 {unit.kind}",
        worth=WORTH.get(unit.kind, 1),
        lost=unit.name,
        figure=unit.kind,
        side=unit.side,
        how=how,
    )


def _sunk(about: About) -> Scene | None:
    if t.UNITS[about["ship"]].kind == t.CONVOY:
        return None  # the convoy has a line of its own
    return _ship_lost("sinking", "{ship} goes down", "in battle", about)


def _convoy_sunk(about: About) -> Scene:
    scene_about = {**about, "ship": about["convoy"]}
    unit = t.UNITS[about["convoy"]]
    lost = _ship_lost("convoy", "", "in battle", scene_about)
    return Scene(
        "convoy",
        "A convoy is cut to pieces",
        outcome="{convoy} is lost",
        means="The Axis scores {vp} points for her.",
        at=lost.at,
        good_for=t.AXIS,
        weight=3,
        swing="+{vp} points",
        worth=WORTH[t.CONVOY],
        lost=unit.name,
        figure=unit.kind,
        side=t.ALLIED,
        how="in battle",
    )


def _pack_lost(about: About) -> Scene:
    return Scene(
        "hunt",
        "Oil and wreckage rise",
        outcome="A U-boat pack is sunk",
        at=(about["area"],),
        good_for=t.ALLIED,
        weight=1,
        swing="−1 pack",
        worth=2,
        lost="U-boat pack",
        figure="submarine",
        side=t.AXIS,
        how="by escorts",
    )


SCENES: Scenes = {
    "ship_sunk": _sunk,
    "convoy_sunk": _convoy_sunk,
    "submarine_sunk": _pack_lost,
    "submarine_lost": _pack_lost,
    "no_port": lambda about: _ship_lost("storm", "No port will have her", "for want of a port", about),
    "port_lost": lambda about: _ship_lost("harbour", "Lost in the harbour", "in port", about),
    "convoy_docks": lambda about: Scene(
        "harbour",
        "The convoy is through",
        outcome="{convoy} docks at {port}",
        means="The Allies score {vp} points.",
        at=(about["port"],),
        good_for=t.ALLIED,
        weight=2,
        swing="+{vp} points",
        worth=9,
    ),
    "battle_joined": lambda about: Scene(
        "battle",
        "The fleets meet",
        label="{area}",
        text="Axis: {axis}. Allies: {allied}.",
        outcome="Battle in the {area}",
        at=(about["area"],),
        weight=1,
        opens=True,
    ),
}


def summarize(story: Story[State]) -> Summary:
    """The war turn by turn."""
    state = story.state
    scores = state.scores
    series = (
        Series("Axis points", tuple(float(score.axis) for score in scores), side=t.AXIS),
        Series("Allied points", tuple(float(score.allied) for score in scores), side=t.ALLIED),
        Series("Axis lead", tuple(float(score.marker) for score in scores), "line"),
    )
    names = tuple(f"Turn {number}" for number in range(1, len(scores) + 1))
    lost = [t.UNITS[unit] for unit in state.at[t.LOST]]
    ships = {side: sum(unit.side == side and unit.is_surface for unit in lost) for side in (t.AXIS, t.ALLIED)}
    leader = "Axis" if state.marker >= 0 else "Allied"
    return Summary(
        totals=(
            Total(str(abs(state.marker)), f"{leader} lead"),
            Total(f"{ships[t.AXIS]} to {ships[t.ALLIED]}", "Axis and Allied ships lost"),
            Total(str(len(state.at[t.DOCKED])), "convoys docked"),
        ),
        perspective=PERSPECTIVE if state.options == Options() else "",
        curve=Curve("Turn by turn", "points", names, series) if scores else None,
    )
