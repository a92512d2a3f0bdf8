"""The ranks of computer players, one list for pages, terminal, simulations and ladder."""

from __future__ import annotations

from typing import Literal, get_args

Computer = Literal["midshipman", "lieutenant", "captain", "admiral"]
COMPUTERS: tuple[Computer, ...] = get_args(Computer)  # the weakest first
NEED_CAPTAIN: tuple[Computer, ...] = ("lieutenant", "captain", "admiral")  # the game must have one for their seat
ADMIRAL: Literal["admiral"] = "admiral"  # searches, which takes time; he needs captains for all seats
AT_ONCE: tuple[Computer, ...] = tuple(rank for rank in COMPUTERS if rank != ADMIRAL)  # these answer without a search
