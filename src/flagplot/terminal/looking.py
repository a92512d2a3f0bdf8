"""What a player at the desk can look at without deciding anything: odds, rules, hints, tables, chart and log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rich.text import Text

from flagplot import players
from flagplot.engine import Decision, Match
from flagplot.engine.glance import glance
from flagplot.engine.table import DICE
from flagplot.engine.words import Option
from flagplot.players.admiral import IN_A_GAME, Admiral, budget_in
from flagplot.players.ranks import ADMIRAL
from flagplot.terminal import hexes, logbook, rules, status, whynot
from flagplot.terminal.chart import signs_in_words
from flagplot.terminal.desk import Desk
from flagplot.terminal.frame import chart_alone, scene_of
from flagplot.terminal.likelihood import show_odds, show_outlook
from flagplot.terminal.menu import is_number, menu_of
from flagplot.terminal.roster import roster, roster_of
from flagplot.terminal.whereabouts import show_whereabouts

# Shows something at a desk, of a match as a seat knows it; the text is what was typed after the command.
Look = Callable[[Desk, Match[Any], str, str], None]

HELP = """\
Type the number of an option, or a part of its name, and Enter. In a row of
like decisions, such as pieces to be placed, you may type several numbers at
once, as you see them on the screen, or several names with commas between;
so a whole order, who goes and where to, fits in one line. All of them are
chosen, or none, and undo takes back the whole line. +1 takes a shortcut, which
answers a row of decisions for you. Where a course is asked for step by step,
the name of a place farther away shows the way there and takes it.

  u          undo: take the last choice back, unless dice, cards or the other
             side have spoken since
  o, o 3     odds: what may come of every option and of the orders given so
             far, or of option 3, or with o +1 of a shortcut
  h, hint    what the captain would do
  h admiral  what the admiral would do, who thinks for a second
  f          finish: the captain answers for you until the phase ends
  f order    the captain sees to the sequence and lets rolls stand until
             something else is asked
  p          search plot: where what you do not see may be, as far as you know
  p WORDS    one kind or one ship of it in full
  g          guide: the game on one screen
  ?          the rule behind this question
  ? WORDS    the rules in which these words stand, or the clause of that number
  w WORDS    why is something not offered: name it, or type its number
  t          tables, cards and figures in full, and all pieces on the board
  t ?        what the figures on the screen mean, in plain words
  t WORDS    the pieces in the spaces of that name, or where such a piece is
  l, l 40    log: everything that happened so far, or the last 40 lines of it
  m          map: draw the screen again
  c          chart: draw it, also when a battle or many options took its place
  s, s FILE  save a copy of the game
  q          quit; the game is saved, and you see how to go on
"""


def odds(desk: Desk, match: Match[Any], seat: str, number: str) -> None:
    """Show what may come of every option, of one, or of a shortcut."""
    menu = menu_of(match)
    if menu.typed_dice:
        desk.say(Text("You throw this die yourself: every face is equally likely."))
        return
    if not number:
        show_odds(desk, match, menu.entries, menu.shortcuts)
        show_outlook(desk, match)
    elif shortcut := menu.shortcut(number):
        show_odds(desk, match, [], [shortcut])
    elif entry := menu.numbered(int(number)) if is_number(number) else None:
        show_odds(desk, match, [entry])
    else:
        desk.say(Text(f"There is no option {number}. Expected 1 to {len(menu.entries)}."))


def rule(desk: Desk, match: Match[Any], seat: str, words: str) -> None:
    """Show the clause behind the question, or those in which these words stand."""
    book = match.game.rulebook
    if not words:
        desk.say(rules.clause(book.clause(decision_of(match).rule)))
    elif found := rules.search(book, words):
        desk.page(found)
    else:
        desk.say(Text(f"No rule contains '{words}'."))


def why_not(desk: Desk, match: Match[Any], seat: str, words: str) -> None:
    """Say why something is not offered."""
    if not words:
        desk.say(Text("Type w and the name or number of what you miss."))
    else:
        desk.say(whynot.answer(match, menu_of(match), words))


def hint(desk: Desk, match: Match[Any], seat: str, who: str) -> None:
    """Say what the captain would do, or the admiral, and why."""
    decision = decision_of(match)
    if who not in ("", "captain", ADMIRAL):
        desk.say(Text(f"Type h for the captain's hint, or h {ADMIRAL}."))
    elif decision.seat == DICE:
        desk.say(Text("There is no hint for a die roll."))
    elif decision.seat not in match.game.captains:
        desk.say(Text(f"{match.game.title} has no captain yet, so there are no hints."))
    else:
        menu = menu_of(match)
        if who == ADMIRAL and not players.can_sit(match.game, decision.seat, ADMIRAL):
            desk.say(Text(f"{match.game.title} lacks captains, whom an admiral needs."))
            return
        option, reason, second = _admirals_advice(desk, match) if who == ADMIRAL else _captains_advice(match)
        entry = menu.entry(option)
        desk.say(Text(f"The {who or 'captain'} would take {entry.number}, {entry.looks.label}. {reason}"))
        if second is not None:
            runner_up = menu.entry(second)
            desk.say(Text(f"Second best: {runner_up.number}, {runner_up.looks.label}."))


def _captains_advice(match: Match[Any]) -> tuple[Option, str, Option | None]:
    """What the captain would do, why, and the second best."""
    advice = match.hint()
    return advice.option, advice.reason, advice.second


def _admirals_advice(desk: Desk, match: Match[Any]) -> tuple[Option, str, Option | None]:
    """What the admiral would do, why, and the second best."""
    with desk.console.status("The admiral thinks ..."):
        thought = Admiral(budget_in(IN_A_GAME), "hint").think(match)
    others = [one.option for one in thought.compared if one.option != thought.option]
    return thought.option, thought.reason, others[0] if others else None


def guide(desk: Desk, match: Match[Any], seat: str, _: str) -> None:
    """Show the game on one screen."""
    told = glance(match.game.package)
    desk.page(rules.at_a_glance(told) if told else [Text("This game has no guide yet; type ? for its rules.")])


def tables(desk: Desk, match: Match[Any], seat: str, words: str) -> None:
    """Show tables, cards and pieces in full, what figures mean, or the pieces of that name."""
    scene = scene_of(match, seat, None)
    if not words:
        width = desk.console.width
        forces = hexes.trays(scene.view, scene.legend, width)
        desk.page([*status.in_full(scene.view, width), *forces, *roster(scene)])
    elif words == "?":
        desk.page(status.meanings(scene.view, match.game.terms))
    elif found := list(roster_of(scene, words)):
        desk.page(found)
    else:
        desk.say(Text(f"No space or piece that you can see has '{words}' in its name."))


def chart(desk: Desk, match: Match[Any], seat: str, _: str) -> None:
    """Draw the chart alone."""
    console = desk.console
    desk.say(chart_alone(match, seat, menu_of(match), console.width, console.height))


def log(desk: Desk, match: Match[Any], seat: str, number: str) -> None:
    """Show the log, or its last lines."""
    lines = match.log(seat)
    last = lines[max(len(lines) - int(number), 0) :] if is_number(number) else lines
    desk.page([logbook.lines([entry]) for entry in last] or [Text("Nothing has happened yet.")])


def explain_commands(desk: Desk, match: Match[Any], seat: str, _: str) -> None:
    """List the commands and the signs on the chart."""
    desk.page([Text(HELP), signs_in_words(scene_of(match, seat, None))])


LOOKS: dict[str, Look] = {
    "o": odds,
    "?": rule,
    "w": why_not,
    "h": hint,
    "hint": hint,
    "p": show_whereabouts,
    "g": guide,
    "t": tables,
    "c": chart,
    "l": log,
    "help": explain_commands,
}


def decision_of(match: Match[Any]) -> Decision:
    """The decision that is open."""
    decision = match.decision
    assert decision
    return decision
