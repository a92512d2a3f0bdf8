"""The figures that data files of several games hold, each with its bounds."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

Fraction = Annotated[float, Meta(ge=0, le=1)]  # of the chart's width or height
Aspect = Annotated[float, Meta(gt=0, le=10)]  # how many times as wide as high the chart is
Count = Annotated[int, Meta(ge=0, le=100)]
Rating = Annotated[int, Meta(ge=0, le=20)]  # printed on a counter
