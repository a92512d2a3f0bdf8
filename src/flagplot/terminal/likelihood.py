"""The odds of options as bars."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from rich.text import Text

from flagplot.engine import Match, Odds
from flagplot.engine.decision import OfferedShortcut
from flagplot.engine.odds import NO_EFFECT
from flagplot.engine.view import Description, Figure, percent
from flagplot.terminal.desk import Desk
from flagplot.terminal.menu import SHORTCUT, Entry

BAR = 24
MOST_OUTCOMES = 8


def show_odds(
    desk: Desk, match: Match[Any], entries: Sequence[Entry], shortcuts: Sequence[OfferedShortcut] = ()
) -> None:
    """Work out and print what may come of each option and shortcut up to the next decision."""
    wanted = [(f"{entry.number:3d}", _with_modifiers(entry.looks), (entry.option,)) for entry in entries]
    wanted += [(f" {SHORTCUT}{number}", one.label, one.answers) for number, one in enumerate(shortcuts, 1)]
    found: list[tuple[str, str, Odds]] = []
    with desk.console.status("Working out the odds ...") as progress:
        for number, label, answers in wanted:
            progress.update(f"Working out the odds of {label} ...")
            odds = match.odds(answers[0]) if len(answers) == 1 else match.odds_all(answers)
            found.append((number, label, odds))
    if all(dict(odds) == {NO_EFFECT: 1} for _, _, odds in found):
        desk.say(Text("No die decides anything between this choice and your next one."))
        return
    desk.page(_block(number, label, odds) for number, label, odds in found)


def _with_modifiers(looks: Description) -> str:
    """The label of an option with what is added to its dice."""
    added = ", ".join(f"{one.value:+} {one.label}" for one in looks.modifiers)
    return f"{looks.label} ({added})" if added else looks.label


def show_outlook(desk: Desk, match: Match[Any]) -> None:
    """Print what is to be expected of the orders given so far; nothing where none were given."""
    with desk.console.status("Working out what the orders may bring ..."):
        expected = match.outlook()
    if expected:
        blocks = [_block("   ", label, odds) for label, odds in expected.items()]
        desk.page([Text("As ordered so far", "bold underline"), *blocks])


def _block(number: str, label: str, odds: Odds) -> Text:
    """Something that may be done, with a bar for each of its outcomes."""
    head = Text.assemble((number, "bold yellow"), (f"  {label}", "bold"))
    if not odds.exact:
        head.append(f"  (from {odds.samples:,} tries, right to ± {odds.margin * 100:.1f} %)", "dim")
    if mean := odds.mean:
        head.append(f"  {Figure('', *mean).short} on average", "bold")
    outcomes = sorted(odds.items(), key=lambda outcome: (-outcome[1], _first_number(outcome[0]), outcome[0]))
    told = outcomes[:MOST_OUTCOMES]
    rest = sum((share for _, share in outcomes[MOST_OUTCOMES:]), Fraction(0))
    told.sort(key=lambda outcome: -odds.tone(outcome[0]))  # from good to bad, of equals the likelier first
    lines = [head, *(_bar(text, share, odds.tone(text)) for text, share in told)]
    if rest:
        lines.append(_bar(f"{len(outcomes) - MOST_OUTCOMES} other outcomes", rest, 0))
    return Text("\n").join(lines)


def _first_number(text: str) -> int:
    """The figure by which like outcomes are put in order."""
    found = re.search(r"\d[\d,]*", text)
    return int(found[0].replace(",", "")) if found else 0


def _bar(text: str, share: Fraction, tone: float) -> Text:
    full = round(share * BAR)
    colour = "green" if tone > 0 else "red" if tone < 0 else "cyan"
    bar = Text.assemble("     ", ("█" * full, colour), ("·" * (BAR - full), "dim"))
    return bar.append(f" {percent(float(share)):>9}  {text}")
