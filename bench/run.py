"""`make bench`: measures every game and compares the figures with bench/targets.toml."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

from rich.console import Console
from rich.table import Table

from flagplot.lab import bench

TARGETS = tomllib.loads((Path(__file__).parent / "targets.toml").read_text(encoding="utf-8"))


def verdict(figure: bench.Figure) -> tuple[str, bool]:
    """The target of a figure as text, and whether it is met; a figure without one is only reported."""
    target = TARGETS.get(figure.game, {}).get(figure.key)
    if target is None:
        return "", True
    if "at_least" in target:
        return f"at least {target['at_least']}", figure.per_yard >= target["at_least"]
    return f"at most {target['at_most']}", figure.per_yard <= target["at_most"]


def main() -> int:
    """Print all figures; 1 when a target is missed."""
    console = Console()
    with Console(stderr=True).status("Measuring ..."):
        length = bench.yard_seconds()
        figures = bench.measure()
    table = Table(title=f"One yard is {length * 1e6:.1f} microseconds", title_justify="left")
    for column, justify in (("game", "left"), ("what", "left"), ("figure", "right"), ("unit", "left"),
                            ("per yard", "right"), ("target", "left"), ("", "left")):  # fmt: skip
        table.add_column(column, justify=justify)  # type: ignore[arg-type]
    met = True
    for figure in figures:
        target, holds = verdict(figure)
        met = met and holds
        mark = ("met" if holds else "[bold red]missed") if target else ""
        table.add_row(
            figure.game, figure.name, f"{figure.value:,.1f}", figure.unit, f"{figure.per_yard:.3f}", target, mark
        )
    console.print(table)
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
