"""How a game ended: the verdict, its rule, the score, and the seed of its dice."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from flagplot.engine import Match


def verdict(match: Match[Any]) -> list[Text]:
    """The last lines of a finished game."""
    result = match.result
    assert result
    name = match.game.side_name
    winner = name(result.winner) if result.winner else "nobody"
    score = ", ".join(f"{name(side)} {points:,}" for side, points in result.score.items())
    lines = [
        Text(),
        Text.assemble((result.reason, "bold"), (f"  {result.rule}", "dim")),
        Text.assemble("Winner: ", (winner, "bold"), f"   Score: {score}" if score else ""),
    ]
    if match.seed_hash:
        lines += [Text(f"Seed  {match.record.seed}", "dim"), Text(f"Hash  {match.seed_hash}", "dim")]
    return lines
