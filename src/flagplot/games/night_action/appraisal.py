"""How likely the Allies win a battle of Night Action, by the points and by what both sides have left."""

from __future__ import annotations

from flagplot.engine import Appraisal, fitted
from flagplot.games.night_action.model.fleet import SIZE, maximum_setting, on_table
from flagplot.games.night_action.model.scoring import scores
from flagplot.games.night_action.ships import ALLIED, KINDS, PACKAGE, SIDES
from flagplot.games.night_action.state import COMING, Options, State

TURNS_OF_A_STAGE = 2
OF_A_SIDE = (
    "warships",
    "merchants",
    "batteries",
    "ships to come",
    "hull of warships",
    "hull of merchants",
    "hull of batteries",
    "warships that move",
    "merchants that move",
    "speed settings left",
    "ships at half their hull",
    "fires and floods",
    "torpedoes loaded",
    "torpedoes in the water",
    "ships under markers",
    "x of warships",
    "y of warships",
    "x of merchants",
    "y of merchants",
    "moves first",
    "aircraft",
)
FIGURES = ("lead in points", *(f"{side} {name}" for side in SIDES for name in OF_A_SIDE))
HULL = 10  # boxes that count as one, so that figures are of a like size


def stage(state: State) -> str:
    """The scenario and a few turns of it."""
    return f"{state.scenario} {state.turn // TURNS_OF_A_STAGE}"


def read(state: State) -> list[float]:
    """The lead in points, then what each side has, where it is, and what state it is in."""
    points = scores(state)
    figures: list[float] = [sum(points[side] if side == ALLIED else -points[side] for side in SIDES)]
    for side in SIDES:
        figures += _of_side(state, side)
    return figures


def _of_side(state: State, side: str) -> list[float]:
    warships = merchants = batteries = movers = freighters = settings = half = hurt = loaded = hidden = 0
    hull = merchant_hull = battery_hull = x = y = merchant_x = merchant_y = 0.0
    width, height = SIZE[state.scenario]
    for ship in on_table(state):
        if ship.side != side:
            continue
        kind = KINDS[ship.type]
        most = maximum_setting(state, ship)
        if kind.is_battery:
            batteries += 1
            battery_hull += ship.hull / HULL
            continue
        if kind.is_merchant:
            merchants += 1
            merchant_hull += ship.hull / HULL
            freighters += most > 0
            merchant_x += ship.x / width
            merchant_y += ship.y / height
        else:
            warships += 1
            hull += ship.hull / HULL
            movers += most > 0
            x += ship.x / width
            y += ship.y / height
        settings += most
        half += ship.hull * 2 <= kind.hull
        hurt += ship.fires + ship.floods
        loaded += sum(ship.loaded)
        hidden += ship.marker > 0
    return [
        warships,
        merchants,
        batteries,
        sum([ship.side == side and ship.status == COMING and not ship.is_dummy for ship in state.ships.values()]),
        hull,
        merchant_hull,
        battery_hull,
        movers,
        freighters,
        settings,
        half,
        hurt,
        loaded,
        sum([len(salvo.tracks) for salvo in state.salvos if salvo.side == side]),
        hidden,
        x,
        y,
        merchant_x,
        merchant_y,
        state.first == side,
        sum([one.side == side and one.status in ("coming", "here") for one in state.aircraft]),
    ]


APPRAISAL = Appraisal(ALLIED, "initiative", 2, FIGURES, read, stage, Options(), fitted(PACKAGE, FIGURES))
