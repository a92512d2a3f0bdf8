"""Where a request comes from, as far as the operator trusts what a proxy says about it."""

from __future__ import annotations

import ipaddress
from typing import Any

from litestar.connection import ASGIConnection

AnyConnection = ASGIConnection[Any, Any, Any, Any]

ONE_HOUSEHOLD = 64  # bits of an IPv6 address that its holder cannot choose


Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def header(connection: AnyConnection, name: bytes) -> str | None:
    """The first header of a name, without the table of all of them, which costs a move a twentieth more."""
    for one, value in connection.scope["headers"]:
        if one == name:
            return value.decode("latin-1")
    return None


def address_of(connection: AnyConnection, behind_proxy: bool) -> str:
    """The address that limits count by: of IPv6 only the part that is given to a household."""
    found = _sender(connection, behind_proxy)
    if found is not None and found.version == 6:
        return str(ipaddress.ip_network((found, ONE_HOUSEHOLD), strict=False))
    return str(found or "")


def whole_address_of(connection: AnyConnection, behind_proxy: bool) -> str:
    """The address from which a request comes; empty when it cannot be told."""
    return str(_sender(connection, behind_proxy) or "")


def _sender(connection: AnyConnection, behind_proxy: bool) -> Address | None:
    peer = connection.client.host if connection.client else ""
    told = connection.headers.getall("x-forwarded-for", []) if behind_proxy else []
    return (_address(told[-1].split(",")[-1]) if told else None) or _address(peer)


def _address(text: str) -> Address | None:
    try:
        address = ipaddress.ip_address(text.strip())
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def is_secure(connection: AnyConnection, behind_proxy: bool) -> bool:
    """Whether the request came by https, here or at the proxy."""
    return (scheme_of(connection, behind_proxy) or connection.scope.get("scheme")) in ("https", "wss")


def scheme_of(connection: AnyConnection, behind_proxy: bool) -> str:
    """The scheme by which a request came to the proxy, as for a page; empty where no proxy tells."""
    told = connection.headers.getall("x-forwarded-proto", []) if behind_proxy else []
    scheme = told[-1].split(",")[-1].strip().lower() if told else ""
    return {"ws": "http", "wss": "https"}.get(scheme, scheme)
