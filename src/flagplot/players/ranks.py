"""The ranks of computer players, one list for pages, terminal, simulations and ladder."""

from __future__ import annotations

from typing import Literal, get_args

Computer = Literal["midshipman", "lieutenant", "captain"]
COMPUTERS: tuple[Computer, ...] = get_args(Computer)  # the weakest first
NEED_CAPTAIN: tuple[Computer, ...] = ("lieutenant", "captain")  # these play only where the game has a captain
