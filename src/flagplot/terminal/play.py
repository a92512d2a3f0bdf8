"""The terminal game: people at a desk play seats of a match, one of them or, passing the desk, several."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.text import Text

from flagplot import players
from flagplot.engine import Ask, Decision, Match
from flagplot.engine.decision import OfferedShortcut
from flagplot.engine.log import LogEntry
from flagplot.engine.table import DICE
from flagplot.engine.words import Option
from flagplot.players.admiral import Admiral
from flagplot.terminal import files, passing, rows, ways
from flagplot.terminal.desk import Desk
from flagplot.terminal.endsheet import end_sheet
from flagplot.terminal.files import FileTrouble
from flagplot.terminal.finishing import captains_answers
from flagplot.terminal.frame import frame
from flagplot.terminal.looking import LOOKS, decision_of
from flagplot.terminal.menu import SHORTCUT, Entry, Menu, is_number, listed, menu_of, span
from flagplot.terminal.safe import Safe
from flagplot.terminal.sources import figures_note
from flagplot.terminal.verdict import verdict

REMINDER = 6  # lines of the log that are shown when a game is taken up again
INTERRUPTED = 130
LONGEST_REPLY = 10.0  # seconds for which admirals think before a person is asked again


class Leave(Exception):
    """The player has had enough for now."""


class Session:
    """The people at a desk and the seats that they play; computer players have the other seats.

    The screen shows what one seat may know. When the next decision is another person's, the desk is passed: nothing
    stays on the screen, and a neutral page waits until that person sits there alone. Seats that hide nothing need
    no passing: whoever is at the desk has them all. After every choice the game is written to `path`, so that nothing
    is lost however the session ends; `again` is the command that goes on with it.
    """

    def __init__(
        self,
        match: Match[Any],
        seats: Sequence[str],
        desk: Desk,
        path: Path,
        others: Mapping[str, players.Player],
        again: str,
    ) -> None:
        self.match = match
        self.seats = seats
        self.seat = seats[0]  # the one at the desk
        self.desk = desk
        self.others = others
        self.again = again
        self._safe = Safe(match, path)
        self._is_shared = len(seats) == 1 or match.game.hides_nothing  # nobody must look away
        self._is_alone = self._is_shared  # whether the one at the desk may be shown the screen
        # Lines of the log that each seat knew before its latest news.
        self._told = {seat: max(match.log_length(seat) - REMINDER, 0) for seat in seats}
        self._notes: list[Text] = []
        self._is_drawn = False
        self._has_taken_back = False

    def play(self) -> int:
        """Play until the game is over or the player leaves; returns the exit code of the program."""
        self._safe.keep()
        if note := figures_note(self.match.game):
            self._notes.append(Text(note, "dim"))
        if not self.match.record.choices:
            self._notes.append(self._welcome())
        try:
            while self._others_decide():
                if self._is_shared:
                    self.seat = self._whose_turn()
                if self._is_alone and self._whose_turn() == self.seat:
                    if not self._answer_settled():
                        self._obey(self._typed_line())
                else:
                    self._pass_desk()
        except (Leave, EOFError):
            self._say_how_to_go_on()
            return 0
        except KeyboardInterrupt:
            self._say_how_to_go_on()
            return INTERRUPTED
        self.desk.show(frame(self.desk.console, self.match, self.seat, None, self._news(), self._notes))
        self.desk.say(*verdict(self.match), *end_sheet(self.match, self.seat))
        self.desk.say_unbroken(f"Check it with: flagplot replay {shlex.quote(str(self._safe.path))} --verify")
        return 0

    def _others_decide(self) -> bool:
        """Let the computer players decide until it is a person's turn; False when the game is over."""
        if self._is_others_turn():
            who = self._who_decides()
            is_slow = isinstance(self.others[self._decision().seat], Admiral)
            does = "thinks ... (Ctrl-C hurries the admiral)" if is_slow else "decides ..."
            with self.desk.console.status(f"{who[0].upper()}{who[1:]} {does}"):
                self._let_others_decide()
            self._is_drawn = False
            self._keep()
        return self.match.decision is not None

    def _let_others_decide(self) -> None:
        """Have the computer players answer; admirals who are hurried, or take too long, leave the rest to captains."""
        others, until = self.others, time.monotonic() + LONGEST_REPLY
        while self._is_others_turn():
            as_known = self.match.fork(self._decision().seat, 0)  # nobody sees what is hidden from their seat
            if time.monotonic() > until:
                others = players.without_search(self.match, others)
            try:
                thought = players.think(as_known, others)
            except KeyboardInterrupt:
                if not any(isinstance(one, Admiral) for one in others.values()):
                    raise
                others = players.without_search(self.match, others)
                continue
            players.play(self.match, thought)

    def _who_decides(self) -> str:
        """Who decides now, as those call them who do not."""
        game = self.match.game
        return game.seat(self._decision().seat).name if game.shares_everything else "the other side"

    def _is_others_turn(self) -> bool:
        decision = self.match.decision
        return decision is not None and decision.seat not in (*self.seats, DICE)

    def _answer_settled(self) -> bool:
        """Answer a question whose answer no longer matters, unless the player has gone back to it."""
        if self._has_taken_back or not self.match.first_will_do:
            return False
        decision = self._decision()
        label = self.match.describe(decision.options[0]).label
        self._notes.append(Text(f"{decision.prompt} It does not matter which: {label}.", "dim"))
        self._choose([decision.options[0]])
        self._is_drawn = False
        return True

    # Who is at the desk

    def _whose_turn(self) -> str:
        """The person who decides next; dice are typed in by whoever is at the desk."""
        decision = self._decision()
        return self.seat if decision.seat == DICE else decision.seat

    def _pass_desk(self) -> None:
        """Hide everything until the person who decides next is alone with the screen."""
        game, following = self.match.game, self._whose_turn()
        can_undo = self._is_alone and self.match.can_undo
        self.desk.wipe()
        self.desk.say(*passing.page(game, following, can_undo), *self._notes)
        self._notes = []
        line = self.desk.read(passing.prompt(game, following, self.seats)).strip().casefold()
        if line == "q":
            self._quit("")
        elif line == "u" and can_undo:
            self._notes.append(Text(self._taken_back() or "Taken back."))
        elif not line:
            self.seat = following
            self._is_alone = True
        self._is_drawn = False

    def _typed_line(self) -> str:
        if self._is_drawn:
            return self.desk.read("(m: map and options) > ")
        self._draw()
        return self.desk.read("> ")

    def _draw(self) -> None:
        self.desk.show(frame(self.desk.console, self.match, self.seat, self._menu(), self._news(), self._notes))
        self._notes = []
        self._is_drawn = True

    def _menu(self) -> Menu:
        return menu_of(self.match)

    def _news(self) -> list[LogEntry]:
        return self.match.log(self.seat, self._told[self.seat])

    def _decision(self) -> Decision:
        return decision_of(self.match)

    def _look(self, command: str, words: str) -> None:
        LOOKS[command](self.desk, self.match, self.seat, words)

    # Answers

    def _obey(self, line: str) -> None:
        """Do what was typed: a command, or an answer to the question."""
        words = line.split()
        if not words:
            self.desk.say(Text("Type a number and Enter; help lists the commands."))
        elif line.lstrip().startswith("?"):
            self._look("?", line.strip()[1:].strip())
        elif words[0].casefold() in LOOKS:
            self._look(words[0].casefold(), " ".join(words[1:]))
        elif words[0].casefold() in COMMANDS:
            COMMANDS[words[0].casefold()](self, " ".join(words[1:]))
        elif self._decision().seat == DICE:
            self._answer_dice(words)
        elif len(words) == 1 and words[0].startswith(SHORTCUT):
            self._take_shortcut(words[0])
        elif all(map(is_number, words)) and not self._is_place(words):
            self._answer_numbers([int(word) for word in words])
        else:
            self._answer_words(" ".join(words))

    def _is_place(self, words: Sequence[str]) -> bool:
        """Whether a number is not an option but the name of a place, as hexes have."""
        menu = self._menu()
        is_space = len(words) == 1 and any(space.id == words[0] for space in menu.board.spaces)
        return is_space and menu.numbered(int(words[0])) is None

    def _answer_words(self, words: str) -> None:
        """Choose the option or the shortcut that alone has these words in its label, or show those that have them."""
        menu = self._menu()
        found = menu.containing(words)
        if len(found) == 1:
            self._answer_row([rows.numbered(found[0])])
        elif found:
            self.desk.say(listed(found, self.desk.console.width))
        elif len(shortcuts := menu.shortcuts_containing(words)) == 1:
            self._answer_with_shortcut(shortcuts[0])
        elif place := ways.place_named(self.match, menu, words):
            self._answer_with_way(place)
        elif self._decision().row and len(parts := menu.several(words)) > 1:
            self._answer_parts(parts)
        else:
            self.desk.say(Text(f"No option contains '{words}'. Type a number, or w {words} to ask why not."))

    def _answer_with_way(self, place: str) -> None:
        """Show the way to a place and take it, if the player wants it so."""
        way = self.match.way(place)
        if way is None:
            refusal = self.match.why_not(self.match.pointed_at(place))
            reason = refusal.reason if refusal else ""
            self.desk.say(Text(f"No way leads there. {reason}".strip()))
            return
        follows = " Dice may follow." if way.completes_row else ""
        self.desk.say(ways.way_in_words(self.match, place, way))
        if self.desk.read(f"Enter takes it, anything else leaves it.{follows} > ").strip():
            self._notes.append(Text("The way was not taken."))
        else:
            self._begin_news()
            self._choose(way.answers)
        self._is_drawn = False

    def _answer_parts(self, parts: Mapping[str, Sequence[Entry]]) -> None:
        """Choose several options by their names: as they read now, or each in its turn in a row of unlike decisions."""
        is_alike = self._decision().row == self._decision().key
        self._answer_row(
            [_as_it_reads_now(part, found) if is_alike else rows.named(part) for part, found in parts.items()]
        )

    def _answer_numbers(self, numbers: Sequence[int]) -> None:
        """Choose by the numbers that are on the screen."""
        menu = self._menu()
        entries = [menu.numbered(number) for number in numbers]
        if len(numbers) > 1 and not self._decision().row:
            self.desk.say(Text("This is one decision: type one number."))
        elif None in entries:
            wrong = numbers[entries.index(None)]
            self.desk.say(Text(f"There is no option {wrong}. Expected 1 to {len(menu.entries)}."))
        else:
            self._answer_row([rows.numbered(entry) for entry in entries if entry])

    def _answer_dice(self, words: Sequence[str]) -> None:
        """Take down a throw or a card: 3, or 3 5; or the dice of a volley that come one by one."""
        menu = self._menu()
        entries = {entry.looks.label: entry for entry in menu.entries}
        if " ".join(words) in entries:
            self._answer_row([rows.numbered(entries[" ".join(words)])])
        elif self._decision().row and all(word in entries for word in words):
            self._answer_row([rows.numbered(entries[word]) for word in words])
        else:
            self.desk.say(Text(f"'{' '.join(words)}' is not possible. Expected {span(menu)}."))

    def _take_shortcut(self, number: str) -> None:
        """Take the shortcut of a number, as "+1"."""
        menu = self._menu()
        if shortcut := menu.shortcut(number):
            self._answer_with_shortcut(shortcut)
        elif not menu.shortcuts:
            self.desk.say(Text("There is no shortcut here. Type the number of an option."))
        else:
            last = len(menu.shortcuts)
            known = f"{SHORTCUT}1" if last == 1 else f"{SHORTCUT}1 to {SHORTCUT}{last}"
            self.desk.say(Text(f"There is no shortcut {number}. Expected {known}."))

    def _answer_with_shortcut(self, shortcut: OfferedShortcut) -> None:
        self._answer_row([rows.exactly(option) for option in shortcut.answers])

    def _answer_row(self, meanings: Sequence[rows.Meaning]) -> None:
        """Answer one decision or a row of them in one gesture, all or none; what dice may follow is confirmed."""
        try:
            row = rows.tried_out(self.match, meanings)
        except rows.Unclear as unclear:
            self.desk.say(Text(f"{unclear}; nothing was chosen."))
            return
        answers = row.answers
        if row.is_cut:
            choices = "choice" if len(answers) == 1 else "choices"
            self._notes.append(Text(f"The row was complete after {len(answers)} {choices}. The rest was not used."))
        self._begin_news()
        if row.completes and not self._confirms(row):
            answers = answers[:-1]
        if answers:
            self._choose(answers)
        self._is_drawn = False

    def _choose(self, answers: Sequence[Option]) -> None:
        """Give the answers of a row, and keep the game."""
        self.match.choose_all(answers, self._decision().seat)
        self._has_taken_back = False
        self._keep()

    def _begin_news(self) -> None:
        for seat in self.seats if self._is_shared else [self.seat]:
            self._told[seat] = self.match.log_length(seat)

    def _confirms(self, row: rows.Row) -> bool:
        """Whether the player stands by the row of choices that the last of them completes."""
        decision, log = row.ahead.decision, row.ahead.log(self.seat)
        assert decision
        first = len(log)
        while first and log[first - 1].key == decision.key:
            first -= 1
        self.desk.show(frame(self.desk.console, row.ahead, self.seat, None, log[first:]))
        self.desk.say(Text.assemble(("› ", "yellow"), _as_order(row)))
        if not self.desk.read("Enter confirms, u takes the last back: ").strip():
            return True
        self._notes.append(Text("The last one is open again; u takes back those before it."))
        return False

    # Commands

    def _undo(self, _: str) -> None:
        if trouble := self._taken_back():
            self.desk.say(Text(trouble))
            return
        self._notes.append(Text("Taken back."))
        self._is_drawn = False

    def _taken_back(self) -> str:
        """Take back the last choice if it was made at this seat; why not, if that cannot be."""
        if not self.match.can_undo:
            return f"That cannot be taken back. {self.match.why_no_undo}"
        last, reasons = self.match.record.choices[-1], self.match.record.reasons
        self.match.undo()
        if self._is_others_turn() or not (self._is_shared or self._whose_turn() == self.seat):
            who = self._who_decides()
            self.match.choose(last)
            self.match.record.reasons = reasons
            return f"That cannot be taken back. The last choice was {who}'s."
        self._has_taken_back = True
        self._begin_news()
        self._keep()
        return ""

    def _finish(self, words: str) -> None:
        answers, note = captains_answers(self.desk, self.match, words)
        if not answers:
            self.desk.say(Text(note))
            return
        self._begin_news()
        self.match.choose_in_turn(answers, self._decision().seat)
        self._keep()
        self._notes.append(Text(note, "dim"))
        self._is_drawn = False

    def _redraw(self, _: str) -> None:
        self._is_drawn = False

    # Keeping the game

    def _save(self, name: str) -> None:
        name = name or files.suggested_name(self.match.game.slug, self.match.view(self.seat).headline)
        self.desk.say(Text(self._safe.copy_to(Path(name).expanduser(), self.desk)))

    def _quit(self, _: str) -> None:
        if not self._safe.is_up_to_date and not self.desk.agrees("The game could not be saved. Quit and lose it?"):
            self.desk.say(Text("Save it with s FILE."))
            return
        raise Leave

    def _keep(self) -> None:
        """Keep the game; trouble is noted on the screen and does not stop the game."""
        try:
            self._safe.keep()
        except FileTrouble as trouble:
            self._notes.append(Text(f"The game is not saved: {trouble}", "bold red"))

    def _welcome(self) -> Text:
        seed_hash = self.match.seed_hash
        proof = f" The dice are settled; the hash of their seed is {seed_hash}." if seed_hash else ""
        game = self.match.game
        left_to_rules = "".join(f" The rules play {seat.name}." for seat in game.played_by_rules(self.match.seats))
        return Text(f"{game.summary}{left_to_rules} Type help for the commands.{proof}", "dim")

    def _command(self) -> str:
        """The command that goes on with this game."""
        return f"{self.again} --load {shlex.quote(str(self._safe.path))}"

    def _say_how_to_go_on(self) -> None:
        if not self._is_shared:
            self.desk.wipe()  # the next to look may be the other side
        if self._safe.is_up_to_date:
            self.desk.say_unbroken(f"\nThe game is saved. To go on: {self._command()}")
        else:
            self.desk.say(Text("\nThe game could not be saved."))


COMMANDS: dict[str, Callable[[Session, str], None]] = {
    "u": Session._undo,
    "f": Session._finish,
    "finish": Session._finish,
    "m": Session._redraw,
    "s": Session._save,
    "q": Session._quit,
}


def _as_it_reads_now(part: str, found: Sequence[Entry]) -> rows.Meaning:
    """The one option that a name means on the screen."""
    return rows.numbered(found[0]) if len(found) == 1 else rows.named(part)


def _as_order(row: rows.Row) -> str:
    """The last choice of a row as the log would put it."""
    question, decision, last = row.ahead.question, row.ahead.decision, row.entries[-1]
    assert question
    assert decision
    if isinstance(question.ask, Ask) and question.ask.log:
        return row.ahead.game.phrases_in(row.ahead.state).fill(
            question.ask.log, {**question.about, "choice": last.option}
        )
    return f"{decision.prompt} {last.looks.label}"
