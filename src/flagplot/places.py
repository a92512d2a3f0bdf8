"""Where Flagplot keeps things on the user's machine."""

from __future__ import annotations

import os
from pathlib import Path


def data_directory() -> Path:
    """Where games are kept that the player did not save by name."""
    home = os.environ.get("XDG_DATA_HOME", "")
    return (Path(home) if os.path.isabs(home) else Path.home() / ".local" / "share") / "flagplot"
