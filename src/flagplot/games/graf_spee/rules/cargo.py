"""New cargo, and its transfer between the ships (sections 8.4 and 8.5), in a friendly or neutral port (GS-AMB-07)."""

from __future__ import annotations

from flagplot.engine import About, Bar, Option, Table
from flagplot.games.graf_spee import tables as t
from flagplot.games.graf_spee import words as say
from flagplot.games.graf_spee.model.fleet import can_take, in_box, sister
from flagplot.games.graf_spee.rules.ships import mark_outfitted
from flagplot.games.graf_spee.state import Ship, State


def may_change_cargo(state: State, ship: Ship) -> bool:
    """Whether any hull space of a ship could hold something else than it does: what is aboard can go ashore."""
    return any(ship.cargo) or bool(changeable_spaces(state, ship))


def changeable_spaces(state: State, ship: Ship) -> list[int]:
    """The hull spaces that could hold something else than they do."""
    spaces = t.HULL_SPACES[: ship.hull + 1]
    if can_take(state, ship) or can_reembark(state, ship):
        return list(spaces)
    other = sister(state, ship)
    return [space for space in spaces if ship.cargo[space] or (other and exchanges(ship, space, other))]


def contents(state: State, ship: Ship, space: int) -> list[Option]:
    """What could come into a hull space instead of what is there (GS-CGO-02)."""
    options: list[Option] = list(can_take(state, ship))
    if can_reembark(state, ship):
        options.append(say.REEMBARK)
    other = sister(state, ship)
    if other:
        options += [(say.EXCHANGE, theirs) for theirs in exchanges(ship, space, other)]
    if ship.cargo[space]:
        options.append(say.EMPTY)
    return options


def can_reembark(state: State, ship: Ship) -> bool:
    """Whether the marines who hold this port could come aboard (GS-CAP-01)."""
    return ship.space in state.captured and t.MARINE_KOMPANIE not in (*ship.cargo, *ship.unloaded)


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
    space = table.choose(ship.id, say.HULL_SPACE, changeable_spaces(state, ship), ship=ship.id)
    cargo = table.choose(ship.id, say.NEW_CARGO, contents(state, ship, space), ship=ship.id, hull=space)
    if isinstance(cargo, tuple):
        exchange(table, ship, space, cargo[1])
        return
    mark_outfitted(table, ship)
    put_ashore(table, ship, space)
    if cargo == say.REEMBARK:
        state.captured.remove(ship.space)
        ship.cargo[space] = t.MARINE_KOMPANIE
        table.tell(say.MARINES_EMBARK, ship=ship.id, space=ship.space)
    elif cargo != say.EMPTY:
        ship.cargo[space] = cargo
        table.tell(say.CARGO_TAKEN, ship=ship.id, cargo=cargo, hull=space)


def put_ashore(table: Table[State], ship: Ship, space: int) -> None:
    """What was in a hull space goes into the box."""
    cargo = ship.cargo[space]
    if cargo:
        ship.cargo[space] = ""
        ship.unloaded.append(cargo)
        table.tell(say.CARGO_ASHORE, ship=ship.id, cargo=cargo)


def exchange(table: Table[State], ship: Ship, space: int, theirs: int) -> None:
    """Cargo goes from ship to ship, if her captain agrees; neither moves today (GS-CGO-02, GS-SEQ-02, GS-AMB-52)."""
    other = sister(table.state, ship)
    assert other is not None
    ours, hers = ship.cargo[space], other.cargo[theirs]
    cargo, own = ours or say.EMPTY, hers or say.EMPTY
    answer = table.choose(other.id, say.EXCHANGE_CARGO, say.EXCHANGE_CARGO.answers, ship=other.id, cargo=cargo, own=own)
    if answer != say.AGREE:
        table.tell(say.REFUSED, ship=other.id)
        ship.refused.append((ours, hers))
        return
    ship.given += filter(None, [ours])
    other.given += filter(None, [hers])
    ship.cargo[space], other.cargo[theirs] = hers, ours
    table.tell(say.CARGO_EXCHANGED, ship=ship.id, other=other.id)
    mark_outfitted(table, ship)
    mark_outfitted(table, other)


@say.HULL_SPACE.why_not
def hull_space_barred(state: State, about: About, option: Option) -> Bar | None:
    if type(option) is not int or option not in t.HULL_SPACES:
        return None
    return say.HULL_GONE if option > state.ships[about["ship"]].hull else say.NOTHING_TO_CHANGE


@say.NEW_CARGO.why_not
def new_cargo_barred(state: State, about: About, option: Option) -> Bar | None:
    """Why a kind of cargo cannot come into this hull space."""
    if option not in t.CARGO:
        return None
    return not_from_box(state, state.ships[about["ship"]], option)


def not_from_box(state: State, ship: Ship, cargo: str) -> Bar | None:
    """Why a ship cannot take a kind of cargo from the box."""
    if cargo in ship.cargo:
        return say.ALREADY_ABOARD
    if cargo in ship.unloaded:
        return say.JUST_UNLOADED
    return None if in_box(state, cargo) else say.NONE_IN_BOX
