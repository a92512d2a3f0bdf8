"""Saved games as files: plain when they hold no secret of others, else sealed so that only this server opens them."""

from __future__ import annotations

import hmac
import re
from base64 import urlsafe_b64encode
from typing import NamedTuple

import msgspec
from cryptography.fernet import Fernet, InvalidToken

import flagplot
from flagplot.engine.errors import UnknownGame
from flagplot.server.errors import Conflict, NotOffered
from flagplot.server.tables import days
from flagplot.server.tables.matches import LiveMatch

FORMAT = 1
STEP = 65_536  # a sealed save has a multiple of so many bytes, so that its length tells nothing of what others did


class SealedFile(msgspec.Struct):
    """The outside of a sealed save."""

    flagplot_sealed: int
    game: str
    token: str


class Sealed(msgspec.Struct):
    """The inside: who saved it, and the save itself."""

    seats: list[str]
    save: msgspec.Raw
    no_plot: bool = False  # whoever saved it may not look at a search plot of this position


class Outside(msgspec.Struct):
    """What is looked at first in any save."""

    game: str = ""
    flagplot_sealed: int = 0


class Saved(NamedTuple):
    """A file to be downloaded."""

    name: str
    content: bytes
    tells_dice: bool = False  # the save as it is tells what the running game will throw, so another one is given


class Opened(NamedTuple):
    """A file that was uploaded."""

    game: str
    save: bytes
    seats: list[str]  # those that saved it, if it was sealed
    no_plot: bool = False


class Saves:
    """Seals and opens saves with the secret of this server."""

    def __init__(self, secret: bytes) -> None:
        self._fernet = Fernet(urlsafe_b64encode(hmac.digest(secret, b"sealed saves", "sha256")))

    def saved(self, live: LiveMatch, guest: str | None) -> Saved:
        """The save of a match for a guest who has a seat in it."""
        held = live.held_by(guest)
        opens_on = days.opens_on(live.company.sheet.day)
        if live.is_over and opens_on:
            raise Conflict(f"The save of a game of the day holds its dice. You can download it from {opens_on} on.")
        headline = live.shown[held[0]].view.headline
        moment = "-".join(re.findall(r"[a-z0-9]+", headline.partition(",")[0].casefold()))
        name = f"{live.game.slug}-{moment or 'save'}.json"
        plain = explained(live) if live.is_over else live.match.save()
        if live.is_over or (len(held) == len(live.holders) and not live.company.rated):
            return Saved(name, plain, tells_dice=not live.is_over)
        inside = msgspec.json.encode(Sealed(held, msgspec.Raw(plain), bool(live.why_no_plot(held[0]))))
        token = self._fernet.encrypt(_padded(inside)).decode()
        return Saved(name, msgspec.json.encode(SealedFile(FORMAT, live.game.slug, token)))

    def opened(self, data: bytes) -> Opened:
        """A save of either kind; NotOffered, in one sentence, when it is none that can be read here."""
        try:
            outside = msgspec.json.decode(data, type=Outside)
            if outside.flagplot_sealed < 0 or not outside.game:
                raise NotOffered("This is not a Flagplot save.")
            if outside.flagplot_sealed > FORMAT:
                raise NotOffered("The save was sealed by a newer Flagplot.")
            if not outside.flagplot_sealed:
                return Opened(flagplot.game(outside.game).slug, data, [])
            file = msgspec.json.decode(data, type=SealedFile)
            inside = msgspec.json.decode(self._fernet.decrypt(file.token), type=Sealed)
            return Opened(file.game, bytes(inside.save), inside.seats, inside.no_plot)
        except InvalidToken:
            raise NotOffered("The save was sealed by another server, or it was changed since.") from None
        except UnknownGame as error:
            raise NotOffered(f"The save is of an unknown game: {error}") from None
        except (msgspec.DecodeError, ValueError, RecursionError):
            raise NotOffered("This is not a Flagplot save, or it is damaged.") from None


def explained(live: LiveMatch) -> bytes:
    """A match as JSON with the reasons of its admirals, which nobody may be told before the game is over."""
    match = live.match.twin()
    if len(match.record.choices) == len(live.course.steps) - 1:  # else it stands at a checkpoint of older rules
        match.record.explain(live.course.reasons)
    return match.save()


def _padded(inside: bytes) -> bytes:
    """JSON with spaces behind it, up to the next step."""
    return inside.ljust(-(-len(inside) // STEP) * STEP)
