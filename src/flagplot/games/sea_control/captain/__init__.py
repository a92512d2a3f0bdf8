"""The captains of Sea Control: one for the Axis, one for the Allies."""

from flagplot.games.sea_control.captain.captain import AlliedCaptain, AxisCaptain

__all__ = ["AlliedCaptain", "AxisCaptain"]
