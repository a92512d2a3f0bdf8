"""What people may be called: names that can be seen, told apart, and are not the server's own words for somebody."""

from __future__ import annotations

import re
import unicodedata
from hashlib import blake2b

from flagplot.players.ranks import COMPUTERS
from flagplot.server.errors import NotOffered

LONGEST_NAME = 30
LONGEST_KEY = 60
LONGEST_WRITTEN = 100  # with spaces and accents of their own; to put more in order could take minutes
NAME_OF_NEWCOMERS = "Guest"
GIVEN_NAME = re.compile(r"guest( \d+)?")
# What stands on pages where no person is named.
SOMEBODY, NOBODY_YET = "somebody who has left", "nobody yet"
WORDS_OF_OURS = frozenset({*COMPUTERS, *(f"the {computer}" for computer in COMPUTERS), SOMEBODY, NOBODY_YET, "you"})
# Fillers, joiners, selectors and blanks that Python takes for printable, though nothing is seen of them.
UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U00016fe4\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"
)
NO_NAME = f"A name must have 1 to {LONGEST_NAME} visible characters."


def given_name(guest: str) -> str:
    """The name that a guest begins with."""
    return f"{NAME_OF_NEWCOMERS} {int.from_bytes(blake2b(guest.encode(), digest_size=2).digest()) % 9000 + 1000}"


def checked_name(name: str) -> str:
    """A name as it is kept; NotOffered when it cannot be one."""
    key = name_key(name)
    name = unicodedata.normalize("NFC", " ".join(name.split()))
    if not 1 <= len(name) <= LONGEST_NAME or len(key) > LONGEST_KEY:
        raise NotOffered(NO_NAME)
    if not all(map(_can_be_seen, (name, key))):
        raise NotOffered(NO_NAME)
    return name


def _can_be_seen(name: str) -> bool:
    """Whether all of a name can be seen, and there is a letter to which its accents belong."""
    if not name.isprintable() or UNSEEN.search(name):
        return False
    return not unicodedata.category(name[:1] or " ").startswith(("M", "Z"))


def name_key(name: str) -> str:
    """A name as no two accounts may have it: capitals, widths and ligatures make no difference.

    NotOffered when it is far too long for one.
    """
    if len(name) > LONGEST_WRITTEN:
        raise NotOffered(NO_NAME)
    folded = unicodedata.normalize("NFKC", name).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())


def check_own(name: str) -> None:
    """NotOffered when a name is one that the server gives to newcomers or keeps for itself."""
    key = name_key(name)
    if GIVEN_NAME.fullmatch(key):
        raise NotOffered("This name is reserved for new guests. Choose another.")
    if key in WORDS_OF_OURS:
        raise NotOffered("This name is reserved. Choose another.")
