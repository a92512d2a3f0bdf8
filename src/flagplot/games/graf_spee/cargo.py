"""New cargo, and its transfer between the ships (sections 8.4 and 8.5), in a friendly or neutral port (GS-AMB-07)."""

from __future__ import annotations

from flagplot.engine import About, Bar, Option, Table
from flagplot.games.graf_spee.fleet import can_take, mark_outfitted, sister
from flagplot.games.graf_spee.state import Ship, State
from flagplot.games.graf_spee.tables import CARGO, HULL_SPACES, MARINE_KOMPANIE
from flagplot.games.graf_spee.words import (
    AGREE,
    ALREADY_ABOARD,
    CARGO_ASHORE,
    CARGO_EXCHANGED,
    CARGO_TAKEN,
    EMPTY,
    EXCHANGE,
    EXCHANGE_CARGO,
    HULL_GONE,
    HULL_SPACE,
    JUST_UNLOADED,
    MARINES_EMBARK,
    NEW_CARGO,
    NONE_IN_BOX,
    NOTHING_TO_CHANGE,
    REEMBARK,
    REFUSED,
)


def may_change_cargo(state: State, ship: Ship) -> bool:
    """Whether any hull space of a ship could hold something else than it does: what is aboard can go ashore."""
    return any(ship.cargo) or bool(changeable_spaces(state, ship))


def changeable_spaces(state: State, ship: Ship) -> list[int]:
    """The hull spaces that could hold something else than they do."""
    spaces = HULL_SPACES[: ship.hull + 1]
    if can_take(state, ship) or can_reembark(state, ship):
        return list(spaces)
    other = sister(state, ship)
    return [space for space in spaces if ship.cargo[space] or (other and exchanges(ship, space, other))]


def contents(state: State, ship: Ship, space: int) -> list[Option]:
    """What could come into a hull space instead of what is there (GS-CGO-02)."""
    options: list[Option] = list(can_take(state, ship))
    if can_reembark(state, ship):
        options.append(REEMBARK)
    other = sister(state, ship)
    if other:
        options += [(EXCHANGE, theirs) for theirs in exchanges(ship, space, other)]
    if ship.cargo[space]:
        options.append(EMPTY)
    return options


def can_reembark(state: State, ship: Ship) -> bool:
    """Whether the marines who hold this port could come aboard (GS-CAP-01)."""
    return ship.space in state.captured and MARINE_KOMPANIE not in (*ship.cargo, *ship.unloaded)


def exchanges(ship: Ship, space: int, other: Ship) -> list[int]:
    """The sister's hull spaces whose content can be traded for that of one of ours (GS-AMB-40, GS-AMB-52)."""
    ours = ship.cargo[space]
    if ours and not can_pass(ours, ship, other):
        return []
    return [
        number
        for number, theirs in enumerate(other.cargo[: other.hull + 1])
        if theirs != ours and (not theirs or can_pass(theirs, other, ship)) and (ours, theirs) not in ship.refused
    ]


def can_pass(cargo: str, giver: Ship, taker: Ship) -> bool:
    """Whether a marker can go from ship to ship: never two alike on one, and none comes back to whom it left today."""
    return cargo not in (*giver.given, *taker.cargo, *taker.unloaded, *taker.given)


def load_cargo(table: Table[State], ship: Ship) -> None:
    """One hull space gets a new content; cargo never shifts between spaces of a ship (GS-CGO-02, GS-AMB-40)."""
    state = table.state
    space = table.choose(ship.id, HULL_SPACE, changeable_spaces(state, ship), ship=ship.id)
    cargo = table.choose(ship.id, NEW_CARGO, contents(state, ship, space), ship=ship.id, hull=space)
    if isinstance(cargo, tuple):
        exchange(table, ship, space, cargo[1])
        return
    mark_outfitted(table, ship)
    put_ashore(table, ship, space)
    if cargo == REEMBARK:
        state.captured.remove(ship.space)
        ship.cargo[space] = MARINE_KOMPANIE
        table.tell(MARINES_EMBARK, ship=ship.id, space=ship.space)
    elif cargo != EMPTY:
        ship.cargo[space] = cargo
        table.tell(CARGO_TAKEN, ship=ship.id, cargo=cargo, hull=space)


def put_ashore(table: Table[State], ship: Ship, space: int) -> None:
    """What was in a hull space goes into the box."""
    cargo = ship.cargo[space]
    if cargo:
        ship.cargo[space] = ""
        ship.unloaded.append(cargo)
        table.tell(CARGO_ASHORE, ship=ship.id, cargo=cargo)


def exchange(table: Table[State], ship: Ship, space: int, theirs: int) -> None:
    """Cargo goes from ship to ship, if her captain agrees; neither moves today (GS-CGO-02, GS-SEQ-02, GS-AMB-52)."""
    other = sister(table.state, ship)
    assert other is not None
    ours, hers = ship.cargo[space], other.cargo[theirs]
    about = {"ship": other.id, "cargo": ours or EMPTY, "own": hers or EMPTY}
    if table.choose(other.id, EXCHANGE_CARGO, EXCHANGE_CARGO.answers, **about) != AGREE:
        table.tell(REFUSED, ship=other.id)
        ship.refused.append((ours, hers))
        return
    ship.given += filter(None, [ours])
    other.given += filter(None, [hers])
    ship.cargo[space], other.cargo[theirs] = hers, ours
    table.tell(CARGO_EXCHANGED, ship=ship.id, other=other.id)
    mark_outfitted(table, ship)
    mark_outfitted(table, other)


@HULL_SPACE.why_not
def hull_space_barred(state: State, about: About, option: Option) -> Bar | None:
    if type(option) is not int or option not in HULL_SPACES:
        return None
    return HULL_GONE if option > state.ships[about["ship"]].hull else NOTHING_TO_CHANGE


@NEW_CARGO.why_not
def new_cargo_barred(state: State, about: About, option: Option) -> Bar | None:
    """Why a kind of cargo cannot come into this hull space."""
    if option not in CARGO:
        return None
    ship = state.ships[about["ship"]]
    if option in ship.cargo:
        return ALREADY_ABOARD
    return JUST_UNLOADED if option in ship.unloaded else NONE_IN_BOX
