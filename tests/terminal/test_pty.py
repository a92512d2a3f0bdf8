"""The real program in a real terminal, played by a hand on the keyboard."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import flagplot

PATIENCE = 20  # seconds


def _at_the_keyboard() -> None:
    """Make the pseudo-terminal the program's own, so that Ctrl-C reaches it."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Terminal:
    """A program in a pseudo-terminal of 100 by 40 characters."""

    def __init__(self, folder: Path, *args: str) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
        environment = {**os.environ, "XDG_DATA_HOME": str(folder / "data"), "TERM": "xterm-256color"}
        for name in ("COLUMNS", "LINES", "NO_COLOR"):
            environment.pop(name, None)
        self.program = subprocess.Popen(
            [sys.executable, "-m", "flagplot.cli", *args],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=folder,
            env=environment,
            start_new_session=True,
            preexec_fn=_at_the_keyboard,
        )
        os.close(slave)
        self.seen = ""
        self.raw = ""  # with the sequences that steer a terminal

    def expect(self, words: str) -> None:
        """Read until the words stand on the screen; what was read is gone then."""
        deadline = time.monotonic() + PATIENCE
        while words not in self.seen:
            ready, _, _ = select.select([self.master], [], [], max(0.0, deadline - time.monotonic()))
            assert ready, f"{words!r} did not come; there is:\n{self.seen}"
            try:
                data = os.read(self.master, 65536)
            except OSError:  # the program has ended
                data = b""
            assert data, f"The program ended before {words!r}:\n{self.seen}"
            self.raw += data.decode(errors="replace")
            self.seen += re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\r", "", data.decode(errors="replace"))
        self.seen = self.seen[self.seen.index(words) + len(words) :]

    def type(self, line: str, end: str = "\n") -> None:
        os.write(self.master, f"{line}{end}".encode())

    def interrupt(self) -> None:
        """Press Ctrl-C, again if it came in the instant before readline listened, in which Python loses it."""
        for _ in range(PATIENCE):
            self.type("\x03", end="")
            with suppress(subprocess.TimeoutExpired):
                self.program.wait(1)
                return

    def exit_code(self) -> int:
        return self.program.wait(PATIENCE)


@contextmanager
def terminal(folder: Path, *args: str) -> Iterator[Terminal]:
    opened = Terminal(folder, *args)
    try:
        yield opened
    finally:
        if opened.program.poll() is None:
            opened.program.kill()
            opened.program.wait()
        os.close(opened.master)


def test_a_few_decisions_undo_odds_save_and_quit_and_going_on_where_it_was_left(tmp_path: Path) -> None:
    with terminal(tmp_path, "play", "atlantic-wolves", "--seed", "7") as screen:
        screen.expect("Where does Dönitz spend August 1942?")
        screen.expect("> ")
        screen.type("1")
        screen.expect("Where does U-boat 1 sail?")
        screen.expect("> ")
        screen.type("10 11 16 19 21")
        screen.expect("Where does U-boat 6 sail?")
        screen.type("u")
        screen.expect("Where does U-boat 1 sail?")
        screen.expect("Taken back.")
        screen.type("10 11 16 19 21 18")
        screen.expect("Enter confirms, u takes the last back:")
        screen.type("")
        screen.expect("Which Condors fly?")
        screen.type("1")
        screen.type("area by area")
        screen.type("iceland")
        screen.expect("Iceland: who attacks next?")
        screen.type("o 1")
        screen.expect("17 %  15,000 tons")
        screen.type("s copy.json")
        screen.expect("Saved as copy.json.")
        screen.type("q")
        screen.expect("To go on: flagplot play atlantic-wolves --load ")
        assert screen.exit_code() == 0
    copy = flagplot.load((tmp_path / "copy.json").read_bytes())
    (kept,) = (tmp_path / "data" / "flagplot").iterdir()
    assert copy.record == flagplot.load(kept.read_bytes()).record
    assert copy.record.choices[-1] == "iceland"
    with terminal(tmp_path, "play", "atlantic-wolves", "--load", str(kept)) as screen:
        screen.expect("Iceland: who attacks next?")
        screen.type("1")
        screen.expect("U-boat 1 attacks from the aggressive square")
        screen.expect("> ")
        screen.type("\x04", end="")
        screen.expect("To go on:")
        assert screen.exit_code() == 0
    assert len(flagplot.load(kept.read_bytes()).record.choices) == len(copy.record.choices) + 1


def test_ctrl_c_leaves_politely_and_keeps_the_game(tmp_path: Path) -> None:
    with terminal(tmp_path, "play", "atlantic-wolves", "--seed", "7", "--save", "mine.json") as screen:
        screen.expect("> ")
        screen.type("1")
        screen.expect("Where does U-boat 1 sail?")
        screen.expect("> ")
        screen.interrupt()
        screen.expect("To go on: flagplot play atlantic-wolves --load mine.json")
        assert screen.exit_code() == 130
    assert flagplot.load((tmp_path / "mine.json").read_bytes()).record.choices == ["hq"]


def test_a_killed_game_has_lost_no_choice(tmp_path: Path) -> None:
    with terminal(tmp_path, "play", "atlantic-wolves", "--seed", "7", "--save", "mine.json") as screen:
        screen.expect("> ")
        screen.type("1")
        screen.expect("Where does U-boat 1 sail?")
        screen.program.send_signal(signal.SIGKILL)
        assert screen.exit_code() == -signal.SIGKILL
    assert flagplot.load((tmp_path / "mine.json").read_bytes()).record.choices == ["hq"]


def test_two_people_at_one_desk_leave_nothing_behind_for_each_other(tmp_path: Path) -> None:
    with terminal(tmp_path, "play", "sea-control", "--seed", "7", "--hot-seat", "--save", "ours.json") as screen:
        screen.expect("Pass the desk to the")
        screen.expect("looks away: ")
        assert "\x1b[2J" in screen.raw
        assert "\x1b[3J" in screen.raw
        screen.type("")
        screen.expect("Sea Control")
        screen.expect("> ")
        wiped = screen.raw.count("\x1b[3J")
        screen.type("q")
        screen.expect("To go on: flagplot play sea-control --hot-seat --load ours.json")
        assert screen.exit_code() == 0
        assert screen.raw.count("\x1b[3J") == wiped + 1
    with terminal(tmp_path, "play", "sea-control", "--hot-seat", "--load", "ours.json") as screen:
        screen.expect("looks away: ")
        screen.interrupt()
        assert screen.exit_code() == 130
