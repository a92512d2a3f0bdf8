"""Where a request comes from, as far as the operator trusts what a proxy says about it."""

from __future__ import annotations

import ipaddress
from typing import Any

from litestar.connection import ASGIConnection

AnyConnection = ASGIConnection[Any, Any, Any, Any]

ONE_HOUSEHOLD = 64  # bits of an IPv6 address that its holder cannot choose


def address_of(connection: AnyConnection, behind_proxy: bool) -> str:
    """The address that limits count by: of IPv6 only the part that is given to a household."""
    peer = connection.client.host if connection.client else ""
    told = connection.headers.getall("x-forwarded-for", []) if behind_proxy else []
    return next((one for one in (_household(told[-1].split(",")[-1]) if told else "", _household(peer)) if one), "")


def _household(text: str) -> str:
    try:
        address = ipaddress.ip_address(text.strip())
    except ValueError:
        return ""
    if address.version == 6 and address.ipv4_mapped is None:
        return str(ipaddress.ip_network((address, ONE_HOUSEHOLD), strict=False))
    return str(getattr(address, "ipv4_mapped", None) or address)


def is_secure(connection: AnyConnection, behind_proxy: bool) -> bool:
    """Whether the request came by https, here or at the proxy."""
    return (scheme_of(connection, behind_proxy) or connection.scope.get("scheme")) in ("https", "wss")


def scheme_of(connection: AnyConnection, behind_proxy: bool) -> str:
    """The scheme by which a request came to the proxy, as for a page; empty where no proxy tells."""
    told = connection.headers.getall("x-forwarded-proto", []) if behind_proxy else []
    scheme = told[-1].split(",")[-1].strip().lower() if told else ""
    return {"ws": "http", "wss": "https"}.get(scheme, scheme)
