"""What the operator of a server has set: a TOML file, read strictly."""

from __future__ import annotations

import ipaddress
import re
import tomllib
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta, Struct

from flagplot.server.errors import ServerTrouble, possible_values

Count = Annotated[int, Meta(ge=1, le=1_000_000)]
Minutes = Annotated[int, Meta(ge=1, le=1440)]
Port = Annotated[int, Meta(ge=1, le=65535)]
Text = Annotated[str, Meta(min_length=1)]

TLS_AT_ONCE = 465  # the port at which mail servers speak TLS from the first byte
ADDRESS = re.compile(r"[^\s@<>(),;:\\\"\[\]]{1,64}@[^\s@<>(),;:\\\"\[\]]{1,189}")
KINDS = {"int": "a whole number", "str": "text", "bool": "true or false", "object": "a section", "float": "a number"}
KINDS |= {"array": "a list", "date": "a date", "datetime": "a date", "time": "a time of day"}


class Rate(Struct, frozen=True, forbid_unknown_fields=True):
    """So many times in so many minutes."""

    times: Count
    minutes: Minutes


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """How much one address may do, or one person: talk, read, ask for hints and odds.

    Pages are those that are open at the same time; running games are those that are not over.
    """

    logins: Rate = Rate(10, 15)
    accounts: Rate = Rate(20, 60)
    newcomers: Rate = Rate(60, 60)
    creations: Rate = Rate(60, 60)
    uploads: Rate = Rate(30, 60)
    chat_lines: Rate = Rate(30, 2)
    mails: Rate = Rate(10, 60)
    reads: Rate = Rate(3000, 1)
    hints: Rate = Rate(120, 1)  # and as many search plots
    analyses: Rate = Rate(12, 60)  # that are begun; to look at one again is a read
    odds: Rate = Rate(6000, 1)  # options of which odds are told, and places to which ways are sought
    running_games_per_guest: Count = 50
    running_games_per_account: Count = 200
    pages_per_guest: Count = 50
    pages_per_address: Count = 200
    arrival_seconds: Annotated[int, Meta(ge=1, le=600)] = 30  # in which the head of a request must come, and its body


class WorkerLimits(Struct, frozen=True, forbid_unknown_fields=True):
    """What a piece of work may take: a computer player's move, a hint, odds, an analysis, or an uploaded save."""

    seconds: Annotated[int, Meta(ge=1, le=600)] = 20
    upload_seconds: Annotated[int, Meta(ge=1, le=600)] = 20
    analysis_seconds: Annotated[int, Meta(ge=1, le=3600)] = 40  # in slices; one analysis is worked on at a time
    memory_mb: Annotated[int, Meta(ge=64, le=1_000_000)] = 512


class Admirals(Struct, frozen=True, forbid_unknown_fields=True):
    """How long admirals think about a decision, and about how many before a person is asked again.

    A captain makes the other decisions. When workers are short, admirals share their time.
    """

    milliseconds: Annotated[int, Meta(ge=50, le=60_000)] = 1000
    decisions: Annotated[int, Meta(ge=1, le=1000)] = 10


class Prune(Struct, frozen=True, forbid_unknown_fields=True):
    """When the server clears guests who do not come any more, and games without any account."""

    after_days: Annotated[int, Meta(ge=1, le=3650)] = 90
    every_hours: Annotated[int, Meta(ge=1, le=168)] = 24


class Mail(Struct, frozen=True, forbid_unknown_fields=True):
    """The mail server by which people are told that it is their turn."""

    host: Text
    sender: Text
    port: Port = 587
    user: str = ""
    password: str = ""
    starttls: bool = True
    after_minutes: Annotated[int, Meta(ge=0, le=1440)] = 10  # who has moved by then is not written to


class Webhook(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a program of the operator's is told whose turn it is; the secret signs what is sent."""

    url: Text
    secret: Annotated[str, Meta(min_length=16)]


class Logs(Struct, frozen=True, forbid_unknown_fields=True):
    """How the log is written; without this section it has only what went wrong, and no line for each request."""

    format: Literal["text", "json"] = "text"


class Metrics(Struct, frozen=True, forbid_unknown_fields=True):
    """Who may read the figures of the server: whoever knows the token."""

    token: Annotated[str, Meta(min_length=16)]


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """All that can be set; a section that is absent is off, but limits have their usual values."""

    public_url: str = ""
    behind_proxy: bool = False
    sign_up: bool = True  # names can be claimed
    guests: bool = True  # people without an account can begin to play
    abandon_after_days: Annotated[int, Meta(ge=1, le=3650)] = 30
    games_memory_mb: Annotated[int, Meta(ge=1, le=1_000_000)] = 256  # for games that are loaded and that nobody watches
    mail: Mail | None = None
    webhook: Webhook | None = None
    limits: Limits = Limits()
    workers: WorkerLimits = WorkerLimits()
    admirals: Admirals = Admirals()
    prune: Prune | None = None
    logs: Logs | None = None
    metrics: Metrics | None = None

    @property
    def notice_after(self) -> timedelta | None:
        """How long a turn lasts before its player is told of it elsewhere; None where nobody is."""
        if self.mail is None:
            return None if self.webhook is None else timedelta(0)
        return timedelta(minutes=self.mail.after_minutes)

    def link(self, path: str) -> str:
        """The address of a page of this server, as people outside reach it."""
        return self.public_url.rstrip("/") + path


def read_settings(path: Path | None) -> Settings:
    """The settings in a file, the usual ones without a file; ServerTrouble, in one sentence naming what is wrong."""
    if path is None:
        return Settings()
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
        settings = msgspec.convert(found, Settings)
        _check(settings)
    except OSError as error:
        raise ServerTrouble(f"The settings in {path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise ServerTrouble(f"The settings in {path} cannot be read: they are not written in UTF-8.") from None
    except tomllib.TOMLDecodeError as error:
        reason = str(error).rstrip(".")
        raise ServerTrouble(f"The settings in {path} are not TOML: {reason[0].lower()}{reason[1:]}.") from None
    except msgspec.ValidationError as error:
        raise ServerTrouble(f"The settings in {path} cannot be used: {_in_words(str(error))}.") from None
    return settings


def _check(settings: Settings) -> None:
    """What no type can say; ValidationError, naming the key."""
    if settings.public_url and not _is_web_address(settings.public_url):
        raise msgspec.ValidationError("expected an address as https://games.example.org - at `$.public_url`")
    if urlsplit(settings.public_url).path not in ("", "/"):
        raise msgspec.ValidationError("the server cannot live below a path - at `$.public_url`")
    for name, section in (("mail", settings.mail), ("webhook", settings.webhook)):
        if section is not None and not settings.public_url:
            raise msgspec.ValidationError(f"it must be set, because [{name}] sends links - at `$.public_url`")
    if settings.webhook and not _is_web_address(settings.webhook.url):
        raise msgspec.ValidationError("expected an address as https://example.org/hook - at `$.webhook.url`")
    if mail := settings.mail:
        if not is_mail_address(mail.sender):
            raise msgspec.ValidationError("expected an address as flagplot@example.org - at `$.mail.sender`")
        is_open = not mail.starttls and mail.port != TLS_AT_ONCE
        if mail.user and is_open and not _is_this_machine(mail.host):
            raise msgspec.ValidationError(
                "it must be true, or the password could be read on the way - at `$.mail.starttls`"
            )


def is_mail_address(text: str) -> bool:
    """Whether mail can be sent to it, as far as can be seen."""
    return bool(ADDRESS.fullmatch(text)) and text.isprintable()


def _is_web_address(text: str) -> bool:
    """Whether a browser could go there: no user, no query, and a port only if it is one."""
    try:
        parts = urlsplit(text)
        is_plain = not (parts.query or parts.fragment or "@" in parts.netloc or "\\" in text)
        is_whole = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
    return is_plain and is_whole and text.isprintable() and " " not in text and not parts.netloc.endswith(":")


def _is_this_machine(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _in_words(message: str) -> str:
    """What msgspec found, with the key first as the file has it."""
    what, _, where = message.partition(" - at `$")
    key = where.rstrip("`").lstrip(".")
    section = f"[{key}]" if key else "the file"
    if found := re.fullmatch(r"Object contains unknown field `(.*)`", what):
        return f"{section} has '{found[1]}', which is not a setting"
    if found := re.fullmatch(r"Object missing required field `(.*)`", what):
        return f"{section} lacks '{found[1]}'"
    if found := re.fullmatch(r"Expected `(.*)`, got `(.*)`", what):
        return f"'{key}' is {_kind(found[2])}, expected {_kind(found[1])}"
    if found := re.fullmatch(r"Invalid enum value (.*)", what):
        return f"'{key}' cannot be {found[1]}; it can be {possible_values(Settings, key)}"
    if found := re.fullmatch(r"Expected `(\w+)` (>=|<=) (\d+)", what):
        return f"'{key}' must be {'at least' if found[2] == '>=' else 'at most'} {found[3]}"
    if found := re.fullmatch(r"Expected `(\w+)` of length >= (\d+)", what):
        return f"'{key}' must have at least {found[2]} character{'s' if found[2] != '1' else ''}"
    return f"'{key}': {what}"


def _kind(names: str) -> str:
    """A type of msgspec's in plain words."""
    return " or ".join(KINDS.get(name.strip(), name.strip()) for name in names.split("|") if name.strip() != "null")
