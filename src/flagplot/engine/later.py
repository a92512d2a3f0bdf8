"""What a game names now and loads when it is first wanted, because nobody needs it to play."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def loaded_from(module: str, kind: type[T]) -> Callable[[], T]:
    """The one thing of a kind in a module, under the name of the kind: the Observation is its OBSERVATION."""

    def load() -> T:
        found = getattr(importlib.import_module(module), kind.__name__.upper())
        assert isinstance(found, kind)
        return found

    return load
