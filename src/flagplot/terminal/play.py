"""The terminal game: a person at a desk plays one seat of a match."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.text import Text

from flagplot import players
from flagplot.engine import Ask, Decision, Match, Policy
from flagplot.engine.log import LogEntry
from flagplot.engine.table import DICE
from flagplot.terminal import files, logbook, rules, status, whynot
from flagplot.terminal.desk import Desk
from flagplot.terminal.files import FileTrouble
from flagplot.terminal.frame import frame
from flagplot.terminal.likelihood import show_odds
from flagplot.terminal.menu import Entry, Menu, is_number, listed, menu_of, span
from flagplot.terminal.verdict import verdict

REMINDER = 6  # lines of the log that are shown when a game is taken up again
INTERRUPTED = 130

HELP = """\
Type the number of an option, or a part of its name, and Enter. In a row of
like decisions, such as boats to be placed, you may type several numbers at
once, one for each.

  u          undo: take the last choice back, unless dice, cards or the other
             side have spoken since
  o, o 3     odds: what may come of every option, or of number 3
  h          hint: what the captain would do
  ?          the rule behind this question
  ? WORDS    the rules in which these words stand; ? AW-ATK-05 is one clause
  w WORDS    why is something not offered: w iceland, w 7
  t          tables, cards and figures in full
  l          log: everything that happened so far
  m          map: draw the screen again
  s, s FILE  save a copy of the game
  q          quit; the game is kept, and you are told how to go on
"""


class Leave(Exception):
    """The player has had enough for now."""


class Session:
    """One person at a desk, playing one seat of a match; computer players have the other seats.

    After every choice the game is written to `path`, so that nothing is lost however the session ends.
    """

    def __init__(self, match: Match[Any], seat: str, desk: Desk, path: Path, others: Mapping[str, Policy]) -> None:
        self.match = match
        self.seat = seat
        self.desk = desk
        self.path = path
        self.others = others
        self._own_files = {path.resolve()}
        self._told = max(len(match.log(seat)) - REMINDER, 0)  # lines of the log before the latest news
        self._notes: list[Text] = []
        self._is_drawn = False
        self._is_kept = False

    def play(self) -> int:
        """Play until the game is over or the player leaves; returns the exit code of the program."""
        self._keep()
        if not self.match.record.choices:
            self._notes.append(self._welcome())
        try:
            while self._others_decide():
                self._obey(self._typed_line())
        except (Leave, EOFError):
            self._say_how_to_go_on()
            return 0
        except KeyboardInterrupt:
            self._say_how_to_go_on()
            return INTERRUPTED
        self.desk.show([*frame(self.desk.console, self.match, self.seat, None, self._news()), *self._notes])
        self.desk.say(*verdict(self.match))
        self.desk.say_unbroken(f"Check it with: flagplot replay {shlex.quote(str(self.path))} --verify")
        return 0

    def _others_decide(self) -> bool:
        """Let the computer players decide until it is the person's turn; False when the game is over."""
        while (decision := self.match.decision) and decision.seat not in (self.seat, DICE):
            as_known = self.match.fork(decision.seat, 0)  # nobody sees what is hidden from their seat
            self.match.choose(players.answer(as_known, self.others))
            self._is_drawn = False
        return decision is not None

    def _typed_line(self) -> str:
        if self._is_drawn:
            return self.desk.read("(m: map and options) > ")
        self._draw()
        return self.desk.read("> ")

    def _draw(self) -> None:
        screen = frame(self.desk.console, self.match, self.seat, self._menu(), self._news())
        self.desk.show([*screen, *self._notes])
        self._notes = []
        self._is_drawn = True

    def _menu(self) -> Menu:
        return menu_of(self.match)

    def _news(self) -> list[LogEntry]:
        return self.match.log(self.seat)[self._told :]

    def _decision(self) -> Decision:
        decision = self.match.decision
        assert decision
        return decision

    # Answers

    def _obey(self, line: str) -> None:
        """Do what was typed: a command, or an answer to the question."""
        words = line.split()
        if not words:
            self.desk.say(Text("Type a number and Enter; help lists the commands."))
        elif line.lstrip().startswith("?"):
            self._show_rule(line.strip()[1:].strip())
        elif words[0].casefold() in COMMANDS:
            COMMANDS[words[0].casefold()](self, " ".join(words[1:]))
        elif self._decision().seat == DICE:
            self._answer_dice(words)
        elif all(map(is_number, words)):
            self._answer_numbers([int(word) for word in words])
        else:
            self._answer_words(" ".join(words))

    def _answer_words(self, words: str) -> None:
        """Choose the option that alone has these words in its label, or show those that have them."""
        found = self._menu().containing(words)
        if len(found) == 1:
            self._begin_news()
            self._decide(found[0])
        elif found:
            self.desk.say(listed(found, self.desk.console.width))
        else:
            self.desk.say(Text(f"No option has '{words}' in it; type a number, or w {words} to ask why not."))

    def _answer_numbers(self, numbers: Sequence[int]) -> None:
        """Choose by number; several numbers answer as many decisions of a row, up to the first that is none."""
        first = self._decision()
        if len(numbers) > 1 and not first.batch:
            self.desk.say(Text("This is one decision: type one number."))
            return
        self._begin_news()
        for done, number in enumerate(numbers):
            decision = self.match.decision
            if decision is None or (decision.seat, decision.key) != (first.seat, first.key):
                self._notes.append(Text(f"The row was complete after {done} numbers; the others were not used."))
                return
            menu = self._menu()
            entry = menu.numbered(number)
            if entry is None:
                self._complain(f"There is no option {number}; there are 1 to {len(menu.entries)}.", done)
                return
            if not self._decide(entry):
                return

    def _answer_dice(self, words: Sequence[str]) -> None:
        """Take down a throw or a card: 3, or 3 5."""
        menu = self._menu()
        entry = next((entry for entry in menu.entries if entry.looks.label.split() == list(words)), None)
        if entry is None:
            self.desk.say(Text(f"'{' '.join(words)}' cannot be; expected is {span(menu)}."))
            return
        self._begin_news()
        self._decide(entry)

    def _complain(self, sentence: str, decided: int) -> None:
        """Say what was wrong: below the screen, or on the next one if decisions were made before."""
        if decided:
            self._notes.append(Text(sentence))
        else:
            self.desk.say(Text(sentence))

    def _begin_news(self) -> None:
        self._told = len(self.match.log(self.seat))

    def _decide(self, entry: Entry) -> bool:
        """Choose an option; the last of a row must be confirmed, because dice may follow."""
        decision = self._decision()
        if decision.batch and decision.about.get("left") == 1 and not self._confirms(decision, entry):
            self._is_drawn = False
            return False
        self.match.choose(entry.option, decision.seat)
        self._is_drawn = False
        self._keep_quietly()
        return True

    def _confirms(self, decision: Decision, entry: Entry) -> bool:
        """Whether the player stands by the row of choices that this one completes."""
        log = self.match.log(self.seat)
        first = len(log)
        while first and log[first - 1].key == decision.key:
            first -= 1
        self.desk.show(frame(self.desk.console, self.match, self.seat, None, log[first:]))
        self.desk.say(Text.assemble(("› ", "yellow"), self._as_order(decision, entry)))
        if not self.desk.read("Enter confirms, u takes the last back: ").strip():
            return True
        self._notes.append(Text("The last one is open again; u takes back the one before it."))
        return False

    def _as_order(self, decision: Decision, entry: Entry) -> str:
        """A choice as the log would put it."""
        question = self.match.question
        assert question
        if isinstance(question.ask, Ask) and question.ask.log:
            return self.match.game.phrases.fill(question.ask.log, {**question.about, "choice": entry.option})
        return f"{decision.prompt} {entry.looks.label}"

    # Commands

    def _undo(self, _: str) -> None:
        if not self.match.can_undo:
            self.desk.say(Text(f"That cannot be taken back. {self.match.why_no_undo}"))
            return
        self.match.undo()
        self._begin_news()
        self._notes.append(Text("Taken back."))
        self._is_drawn = False
        self._keep_quietly()

    def _show_odds(self, number: str) -> None:
        menu = self._menu()
        if menu.typed_dice:
            self.desk.say(Text("A throw that you make yourself has no odds to show; every face is as likely."))
            return
        entry = menu.numbered(int(number)) if is_number(number) else None
        if number and entry is None:
            self.desk.say(Text(f"There is no option {number}; there are 1 to {len(menu.entries)}."))
            return
        show_odds(self.desk, self.match, [entry] if entry else menu.entries)

    def _show_rule(self, words: str) -> None:
        book = self.match.game.rulebook
        if not words:
            self.desk.say(rules.clause(book.clause(self._decision().rule)))
        elif found := rules.search(book, words):
            self.desk.page(found)
        else:
            self.desk.say(Text(f"No rule has '{words}' in it."))

    def _say_why_not(self, words: str) -> None:
        if not words:
            self.desk.say(Text("Say what you miss among the options, for instance: w iceland, or: w 7."))
        else:
            self.desk.say(whynot.answer(self.match, self._menu(), words))

    def _give_hint(self, _: str) -> None:
        decision = self._decision()
        if decision.seat == DICE:
            self.desk.say(Text("Nobody can advise you on a throw."))
        elif decision.seat not in self.match.game.captains:
            self.desk.say(Text(f"{self.match.game.title} has no captain who could advise you yet."))
        else:
            entry = self._menu().entry(players.hint(self.match))
            self.desk.say(Text(f"The captain would take {entry.number}, {entry.looks.label}."))

    def _show_tables(self, _: str) -> None:
        self.desk.page(status.in_full(self.match.game.board(), self.match.view(self.seat)))

    def _show_log(self, _: str) -> None:
        log = self.match.log(self.seat)
        self.desk.page([logbook.lines([entry]) for entry in log] or [Text("Nothing has happened yet.")])

    def _redraw(self, _: str) -> None:
        self._is_drawn = False

    def _help(self, _: str) -> None:
        self.desk.say(Text(HELP))

    # Keeping the game

    def _save(self, name: str) -> None:
        """Save a copy; a file that is not of this session is overwritten only if the player says so."""
        name = name or files.suggested_name(self.match.game.slug, self.match.view(self.seat).headline)
        path = Path(name).expanduser()
        if (
            path.exists()
            and path.resolve() not in self._own_files
            and not self.desk.agrees(f"{path} exists. Overwrite it?")
        ):
            self.desk.say(Text("Nothing was saved."))
            return
        try:
            files.write(path, self.match.save())
        except FileTrouble as trouble:
            self.desk.say(Text(str(trouble)))
            return
        self._own_files.add(path.resolve())
        self.desk.say(Text(f"Saved as {path}."))

    def _quit(self, _: str) -> None:
        if not self._is_kept and not self.desk.agrees("The game could not be kept. Quit and lose it?"):
            self.desk.say(Text("Save it with s FILE."))
            return
        raise Leave

    def _keep(self) -> None:
        files.write(self.path, self.match.save())
        self._is_kept = True

    def _keep_quietly(self) -> None:
        """Keep the game; trouble is noted on the screen and does not stop the game."""
        try:
            self._keep()
        except FileTrouble as trouble:
            self._is_kept = False
            self._notes.append(Text(f"The game is not kept: {trouble}", "bold red"))

    def _welcome(self) -> Text:
        seed_hash = self.match.seed_hash
        proof = f" The dice are settled; the hash of their seed is {seed_hash}." if seed_hash else ""
        return Text(f"{self.match.game.summary} Type help for the commands.{proof}", "dim")

    def _say_how_to_go_on(self) -> None:
        if self._is_kept:
            file = shlex.quote(str(self.path))
            self.desk.say_unbroken(f"\nThe game is kept. To go on: flagplot play {self.match.game.slug} --load {file}")
        else:
            self.desk.say(Text("\nThe game could not be kept."))


COMMANDS: dict[str, Callable[[Session, str], None]] = {
    "u": Session._undo,
    "o": Session._show_odds,
    "w": Session._say_why_not,
    "h": Session._give_hint,
    "t": Session._show_tables,
    "l": Session._show_log,
    "m": Session._redraw,
    "s": Session._save,
    "q": Session._quit,
    "help": Session._help,
}
