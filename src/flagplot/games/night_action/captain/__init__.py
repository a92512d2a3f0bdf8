"""The captain of Night Action."""

from flagplot.games.night_action.captain.captain import Captain

__all__ = ["Captain"]
