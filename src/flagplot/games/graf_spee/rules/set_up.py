"""The set-up with its draws and choices (section 3): deployment, orders, torpedo reloads, cargo, auxiliary cruiser."""

from __future__ import annotations

from dataclasses import asdict

from flagplot.engine import About, Bar, Option, Scenario, Table
from flagplot.games.graf_spee import tables as t
from flagplot.games.graf_spee import words as say
from flagplot.games.graf_spee.model.fleet import begins_south, can_take, flag, level
from flagplot.games.graf_spee.rules.cargo import not_from_box
from flagplot.games.graf_spee.rules.ships import improve, score
from flagplot.games.graf_spee.spaces import ALTMARK, HIGH_SEAS, NORTH_ATLANTIC, SPACES
from flagplot.games.graf_spee.state import Options, Ship, State

SCENARIOS = {
    t.MISSION: Scenario("One mission", "Its order is drawn at random."),
    t.CAMPAIGN: Scenario(
        "The campaign", f"All {len(t.ORDERS)} orders, one after the other, with what is left of the ship."
    ),
    **{
        key: Scenario(f"Mission: {order.name}", f"One mission of {order.days} days.") for key, order in t.ORDERS.items()
    },
}

STARTING_VALUES = {name: asdict(ship.start) for name, ship in t.GERMAN_SHIPS.items()}  # of the displays
QUIET_SEAS_IN_CUPS = sum(cup.quiet_seas for cup in t.CUPS.values())
INCIDENT_POOL = tuple(
    kind
    for kind, count in t.MARKERS.incident.items()
    for _ in range(count - QUIET_SEAS_IN_CUPS if kind == t.QUIET_SEAS else count)
)
DAMAGED_MARKERS = tuple(kind for kind, count in t.MARKERS.damaged.items() for _ in range(count))


def set_up(scenario: str, options: Options) -> State:
    """The table before the draws of the set-up (GS-SET-01 to GS-SET-05, GS-SET-08)."""
    names = (t.GRAF_SPEE, t.DEUTSCHLAND) if options.deutschland else (t.GRAF_SPEE,)
    return State(
        phase="deployment",
        options=options,
        campaign=scenario == t.CAMPAIGN,
        orders=[scenario] if scenario in t.ORDERS else list(t.ORDERS),
        alert=t.LEAST_ALERT,
        ships={name: new_ship(name) for name in names},
        auxiliaries=[ALTMARK],
        auxiliary_starts=[ALTMARK],
        stations={space: list(ships) for space, ships in t.STATIONS.items()},
        face_down={},
        cups={space: list(cup.ships) for space, cup in t.CUPS.items()},
        incidents=list(INCIDENT_POOL),
        quiet_aside=QUIET_SEAS_IN_CUPS,
        damaged=list(DAMAGED_MARKERS),
        defences=list(t.MARKERS.port_defences),
    )


def new_ship(name: str) -> Ship:
    """A German ship in the North Atlantic, her display at its starting values and her hull empty (GS-SET-05)."""
    return Ship(id=name, space=NORTH_ATLANTIC, **STARTING_VALUES[name], cargo=[""] * len(t.HULL_SPACES))


def deployment_phase(table: Table[State]) -> str:
    """The random draws of the set-up (GS-SET-03, GS-SET-04), and where the German ships begin."""
    state = table.state
    for zone in t.CUPS:
        draw_from_cup(table, zone)
    draw_order(table)
    if t.DEUTSCHLAND in state.ships:
        table.tell(say.DEUTSCHLAND_SAILS)
        score(table, t.VICTORY_POINTS.deutschland_joins)  # GS-OPT-19
    if state.options.variable_deployment:
        for ship in state.ships.values():
            ship.space = table.consult(t.VARIABLE_DEPLOYMENT, say.DEPLOYMENT_ROLL, ship=ship.id)  # GS-OPT-18
            table.tell(say.DEPLOYED, ship=ship.id, space=ship.space)
    state.crossed = begins_south(state)
    return "fitting_out"


def draw_from_cup(table: Table[State], zone: str) -> None:
    """Counters are drawn face down; Quiet Seas among them go into the Incident Pool (GS-SET-03)."""
    state = table.state
    cup = t.CUPS[zone]
    counters = [say.SHIP_COUNTER] * len(cup.ships) + [say.QUIET_COUNTER] * cup.quiet_seas
    drawn = [table.draw(counters, say.CUP_DRAW, space=zone) for _ in range(cup.draw)]
    quiet = drawn.count(say.QUIET_COUNTER)
    state.incidents += [t.QUIET_SEAS] * quiet
    state.quiet_aside -= quiet
    if cup.draw > quiet:
        state.face_down[zone] = cup.draw - quiet
    table.tell(say.COUNTERS_PLACED, space=zone, ships=cup.draw - quiet, quiet=quiet)


def draw_order(table: Table[State]) -> None:
    """The next order is drawn at random (GS-SET-04, GS-CAM-01)."""
    state = table.state
    state.order = table.draw(state.orders, say.ORDER_DRAW)
    order = t.ORDERS[state.order]
    table.tell(say.ORDER_GIVEN, order=order.name, vp=order.vp, place=order.place, days=order.days)


def fitting_out_phase(table: Table[State]) -> str:
    """Torpedo reloads and cargo for each ship, and a place for the second auxiliary cruiser (GS-SET-06 to -08)."""
    state = table.state
    for ship in state.ships.values():
        if table.choose(ship.id, say.TAKE_RELOADS, say.TAKE_RELOADS.answers, ship=ship.id) == say.RELOADS:
            ship.reloads = True
            ship.ammo = min(ship.ammo, t.AMMO_WITH_RELOADS)
            table.tell(say.RELOADS_ABOARD, ship=ship.id, ammo=ship.ammo)
        fill_hull(table, ship)
    second = table.choose(flag(state), say.AUXILIARY_START, HIGH_SEAS)  # the first one is in the Altmark area
    state.auxiliaries.append(second)
    state.auxiliary_starts.append(second)
    return "outfitting"


def fill_hull(table: Table[State], ship: Ship) -> None:
    """A different marker for each empty hull space; those in the highest are lost first (GS-SET-07)."""
    kinds = can_take(table.state, ship)
    for space in t.HULL_SPACES[: ship.hull + 1]:
        if not ship.cargo[space] and kinds:
            ship.cargo[space] = table.choose(ship.id, say.FIT_OUT, kinds, ship=ship.id, hull=space)
            kinds.remove(ship.cargo[space])


@say.FIT_OUT.why_not
def cargo_barred(state: State, about: About, option: Option) -> Bar | None:
    """Why a kind of cargo cannot be taken."""
    if option not in t.CARGO:
        return None
    return not_from_box(state, state.ships[about["ship"]], option)


@say.AUXILIARY_START.why_not
def start_barred(state: State, about: About, option: Option) -> Bar | None:
    if option not in SPACES:
        return None
    return say.AUXILIARY_THERE if option in state.auxiliaries else say.AUXILIARY_ONLY_AT_SEA


def refit(table: Table[State], ship: Ship) -> None:
    """Every marker that stands lower than at the set-up goes back there, and the hull is filled (GS-ORD-04)."""
    start = t.GERMAN_SHIPS[ship.id].start
    for department in start.__slots__:
        usual: int = getattr(start, department)
        improve(table, ship, department, usual - level(ship, department))
    fill_hull(table, ship)
