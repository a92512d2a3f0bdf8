"""The ranks of computer players, of which pages, terminal, simulations and ladder offer the same."""

from __future__ import annotations

from typing import Literal, get_args

Computer = Literal["midshipman", "lieutenant", "captain"]
COMPUTERS: tuple[Computer, ...] = get_args(Computer)  # the weakest first
NEED_CAPTAIN: tuple[Computer, ...] = ("lieutenant", "captain")  # who play only where the game has a captain
