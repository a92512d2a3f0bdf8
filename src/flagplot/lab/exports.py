"""The games of a run as a table, one row a game, for other programs: CSV and Parquet."""

from __future__ import annotations

import csv
import importlib
import io
import os
from pathlib import Path
from typing import Any

from flagplot.engine.errors import FlagplotError
from flagplot.lab.plans import seed_of
from flagplot.lab.runs import Run

JSON, CSV, PARQUET, HTML = ".json", ".csv", ".parquet", ".html"


def check_target(path: Path, suffixes: tuple[str, ...]) -> None:
    """FlagplotError, before a game is played, when a report cannot be written to a file of that name."""
    if path.suffix.lower() not in suffixes:
        expected = ", ".join(f"*{suffix}" for suffix in suffixes)
        raise FlagplotError(f"'{path.name}' does not say in which form to write. Expected {expected}.")
    folder = path.absolute().parent
    if path.is_dir():
        raise FlagplotError(f"{path} is a directory. Choose another file.")
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        what = "cannot be written to" if folder.is_dir() else "is not there"
        raise FlagplotError(f"{path} would be in a directory that {what}. Choose another file.")
    if path.suffix.lower() == PARQUET:
        _pyarrow()


def rows(run: Run) -> dict[str, list[Any]]:
    """The columns of the table, each with a value for every game; a figure that a game has not is None."""
    seats = _names(seat for plan in run.plans for seat in plan.players)
    options = _names(name for plan in run.plans for name in plan.options)
    metrics = _names(name for outcomes in run.outcomes for outcome in outcomes[:1] for name in outcome.metrics)
    games = [
        (plan, number, outcome)
        for plan, outcomes in zip(run.plans, run.outcomes, strict=True)
        for number, outcome in enumerate(outcomes)
    ]
    return {
        "game": [plan.game for plan, _, _ in games],
        "scenario": [plan.scenario for plan, _, _ in games],
        "number": [number for _, number, _ in games],
        "seed": [seed_of(plan, number).hex() for plan, number, _ in games],
        "figures": [plan.figures_mark for plan, _, _ in games],
        **{f"option.{name}": [_number(plan.options.get(name)) for plan, _, _ in games] for name in options},
        **{f"player.{seat}": [plan.players.get(seat) for plan, _, _ in games] for seat in seats},
        "winner": [outcome.winner for _, _, outcome in games],
        "reason": [outcome.reason for _, _, outcome in games],
        "decisions": [outcome.decisions for _, _, outcome in games],
        **{f"metric.{name}": [outcome.metrics.get(name) for _, _, outcome in games] for name in metrics},
    }


def _names(found: Any) -> list[str]:
    return list(dict.fromkeys(found))


def _number(value: bool | int | None) -> int | None:
    return None if value is None else int(value)


def as_csv(run: Run) -> bytes:
    """The table as CSV in UTF-8 with a line of names; None is an empty field."""
    columns = rows(run)
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))
    return text.getvalue().encode()


def as_parquet(run: Run) -> bytes:
    """The table as a Parquet file."""
    pyarrow, columns = _pyarrow(), rows(run)
    table = pyarrow.table({name: pyarrow.array(values, _kind(name)) for name, values in columns.items()})
    buffer = pyarrow.BufferOutputStream()
    importlib.import_module("pyarrow.parquet").write_table(table, buffer)
    content: bytes = buffer.getvalue().to_pybytes()
    return content


def _kind(column: str) -> str:
    """The type of a column, so that files fit together also where one has no value in it."""
    if column.startswith("metric."):
        return "float64"
    return "int64" if column in ("number", "decisions") or column.startswith("option.") else "string"


def _pyarrow() -> Any:
    try:
        return importlib.import_module("pyarrow")
    except ImportError:
        raise FlagplotError(
            "Parquet files need pyarrow, which is not installed. Install it with pip install 'flagplot[lab]'."
        ) from None
