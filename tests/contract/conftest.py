"""How closely the tests of every game look: at every sixteenth decision, and in a long run at each."""

from __future__ import annotations

import pytest

EVERY_SIXTEENTH = 16


@pytest.fixture(scope="session")
def stride(is_long_run: bool) -> int:
    """How many decisions of a walk there are from one that is looked at to the next."""
    return 1 if is_long_run else EVERY_SIXTEENTH
