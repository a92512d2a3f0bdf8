"""Debian's Chromium, with which the pages are tested, measured and pictured."""

from __future__ import annotations

import shutil

# The shell without windows takes half the CPU of a whole Chromium, so it comes first.
NAMES = ("chromium-headless-shell", "chromium")


def find_chromium() -> str:
    """The path of the browser."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    assert found, "Chromium is missing; `make browser` installs it."
    return found
