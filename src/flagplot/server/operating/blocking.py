"""Blocking names and addresses by command, beside servers that hear of it."""

from __future__ import annotations

import ipaddress

import msgspec
from sqlalchemy import Connection
from sqlalchemy.engine import Engine

from flagplot.server.errors import ServerTrouble
from flagplot.server.people.accounts import RESET
from flagplot.server.people.blocks import TOPIC
from flagplot.server.people.names import checked_name, given_name, name_key
from flagplot.server.storage import operator_queries, people_queries
from flagplot.server.storage.bulletin import Bulletin
from flagplot.server.storage.operator_queries import NAME

LONGEST_NOTE = 200


class Block(msgspec.Struct, frozen=True):
    """A name or an address that is blocked, why, and since when."""

    kind: str
    value: str
    note: str
    at: str


def block(engine: Engine, kind: str, text: str, note: str) -> bool:
    """Block a name or an address; False when it was blocked already."""
    if len(note) > LONGEST_NOTE or not note.isprintable():
        raise ServerTrouble(f"A note can have up to {LONGEST_NOTE} printable characters.")
    value, shown = _value(kind, text)
    bulletin = Bulletin(engine, from_outside=True)
    with engine.begin() as connection:
        is_new = operator_queries.add_block(connection, kind, value, shown, note)
        if kind == NAME:
            _take_from(connection, value, bulletin)
        bulletin.pin(connection, TOPIC, kind)
    return is_new


def unblock(engine: Engine, kind: str, text: str) -> None:
    """End a block; ServerTrouble when there is none."""
    value, shown = _value(kind, text)
    with engine.begin() as connection:
        if not operator_queries.drop_block(connection, kind, value):
            raise ServerTrouble(f"The {kind} {shown} is not blocked.")
        Bulletin(engine, from_outside=True).pin(connection, TOPIC, kind)


def blocks(engine: Engine) -> list[Block]:
    """Everything that is blocked, oldest first."""
    with engine.connect() as connection:
        rows = operator_queries.all_blocks(connection)
        return [Block(row.kind, row.shown, row.note, row.at) for row in rows]


def _value(kind: str, text: str) -> tuple[str, str]:
    """What is kept of a name or an address, and how it is shown; a sentence when it is none."""
    if kind == NAME:
        name = checked_name(text)
        return name_key(name), name
    try:
        network = ipaddress.ip_network(text.strip(), strict=False)
    except ValueError:
        raise ServerTrouble(
            f"'{text}' is not an address or a network. Expected something like 203.0.113.7, 203.0.113.0/24 or "
            "2001:db8::/32."
        ) from None
    if network.prefixlen == 0:
        raise ServerTrouble(f"The network {network} includes everybody, also you.")
    return str(network), str(network.network_address if network.num_addresses == 1 else network)


def _take_from(connection: Connection, key: str, bulletin: Bulletin) -> None:
    """End the sessions of the account with a name; guests without one who bear it are called as newcomers are."""
    if (account := people_queries.account_named(connection, key)) is not None:
        people_queries.end_sessions(connection, account.guest)
        people_queries.drop_tokens(connection, account.guest, RESET)
        bulletin.pin(connection, "session", account.guest)
    for guest in people_queries.guests_perhaps_called(connection, key):
        if name_key(guest.name) == key:
            people_queries.name_guest(connection, guest.id, given_name(guest.id))
            bulletin.pin(connection, "guest", guest.id)
