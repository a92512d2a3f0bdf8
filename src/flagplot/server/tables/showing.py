"""What a seat is shown of a match: its view, its log, the decision if it has one."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from msgspec import UNSET

from flagplot.engine.log import LogEntry
from flagplot.engine.match import Match
from flagplot.engine.odds import Odds
from flagplot.engine.scenes import Scene
from flagplot.engine.table import DICE
from flagplot.engine.view import EVERYTHING, ONLOOKER, Figure, View
from flagplot.engine.words import Ask
from flagplot.payloads import DecisionView, LogLine, OddsView, OptionView, Outcome, SceneView, ShortcutView, UndoInfo
from flagplot.players import can_finish
from flagplot.server.storage.match_queries import Move

DRAW = "a card"  # what is asked for where dice are typed in and nothing is thrown


@dataclass(frozen=True, slots=True)
class Shown:
    """What a seat can tell one moment from another by."""

    board: str  # the scenario whose board lies on the table
    view: View
    log_length: int  # a log only ever grows or is cut, so its length says whether it changed
    to_move: str | None
    undo: UndoInfo = field(compare=False)  # told with the rest; that it was barred meanwhile is not news by itself

    @property
    def noted(self) -> tuple[str, int]:
        """What is noted of it in the log of moves."""
        return self.view.headline, self.log_length


def shown_to(match: Match[Any], seat: str, undo: UndoInfo, is_ended: bool = False) -> Shown:
    """What a seat sees now; when people have ended the game, everything."""
    if is_ended:
        return Shown(match.board_key, match.view(EVERYTHING), match.log_length(), None, undo)
    return Shown(match.board_key, match.view(seat), match.log_length(seat), to_move(match), undo)


def news_of(actors: Collection[str], before: Mapping[str, Shown], after: Mapping[str, Shown]) -> dict[str, Shown]:
    """What the seats see that a move showed something.

    These are those of the one that moved and those that can tell a difference; which dice are to be typed in, all can.
    """
    return {
        seat: shown for seat, shown in after.items() if seat in actors or shown.to_move == DICE or shown != before[seat]
    }


def to_move(match: Match[Any]) -> str | None:
    """The seat that must decide, or the dice that must be typed in; None when the game is over."""
    question = match.question
    return question.seat if question else None


def start_of(match: Match[Any], at: str) -> Move:
    """The row with which the log of a match begins."""
    seats = (*match.seats, ONLOOKER)
    shown = {seat: (match.view(seat).headline, match.log_length(seat)) for seat in seats}
    return Move(0, "start", None, None, shown, match.log_length(), at)


def decision_view(match: Match[Any]) -> DecisionView | None:
    """The decision with its options as they look."""
    decision, question = match.decision, match.question
    if decision is None or question is None:
        return None
    describe, state = match.game.describe, match.state
    looks = [describe(state, question.ask, question.about, option) for option in decision.options]
    forecasts = match.forecasts or ((),) * len(looks)
    return DecisionView(
        decision.seat,
        decision.key,
        decision.prompt,
        decision.rule,
        decision.row,
        decision.completes_row,
        (decision.dice or DRAW) if decision.seat == DICE else None,
        decision.subjects,
        tuple(
            OptionView(
                option,
                look.label,
                look.spaces,
                look.pieces,
                look.lines,
                look.areas,
                look.trays,
                look.sections,
                look.text,
                look.cells,
                look.poses,
                look.way,
                look.kind,
                forecast,
                look.modifiers,
            )
            for option, look, forecast in zip(decision.options, looks, forecasts, strict=True)
        ),
        tuple(ShortcutView(one.key, one.label, one.answers) for one in match.shortcuts),
        match.has_ways,
        match.dial,
        match.has_outlook,
        match.topic if can_finish(match) else "",
        match.game.finish_names.get(state.phase, ""),
        isinstance(question.ask, Ask) and question.ask.has_usual_answer(question.options),
        match.first_will_do,
    )


def log_lines(match: Match[Any], seat: str | None, since: int = 0) -> list[LogLine]:
    """A seat's log, or the whole one, from a line on."""
    return [log_line(entry) for entry in match.log(seat, since)]


def log_line(entry: LogEntry) -> LogLine:
    """A line without the figures that only programs need."""
    scene = scene_view(entry.scene) if entry.scene else UNSET
    return LogLine(entry.key, entry.kind, entry.text, entry.rule, tuple(entry.faces), entry.to, entry.dropped, scene)


def scene_view(scene: Scene) -> SceneView:
    """A scene as it is sent: the texts of its card only if it has one."""
    if not scene.weight:
        return SceneView(scene.picture, at=scene.at, good_for=scene.good_for, swing=scene.swing, lost=scene.lost)
    return SceneView(
        scene.picture,
        scene.title,
        scene.label,
        scene.text,
        scene.outcome,
        scene.means,
        scene.at,
        scene.good_for,
        scene.weight,
        scene.opens,
        scene.swing,
        scene.lost,
    )


def odds_view(odds: Odds) -> OddsView:
    """Odds as they are sent, from good to bad."""
    outcomes = [
        Outcome(label, str(share), round(float(share), 6), round(odds.tone(label), 6))
        for label, share in odds.best_first
    ]
    mean = odds.mean and Figure("on average", round(odds.mean[0], 2), odds.mean[1])
    return OddsView(tuple(outcomes), odds.exact, odds.samples, round(odds.margin, 6), mean)
