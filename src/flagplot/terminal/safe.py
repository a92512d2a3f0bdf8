"""The safe: the file in which a match is kept after every choice, and its copies under other names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from flagplot.engine import Match
from flagplot.terminal import files
from flagplot.terminal.desk import Desk
from flagplot.terminal.files import FileTrouble


class Safe:
    """Keeps a match, and overwrites no file that is not of this session unless the player says so."""

    def __init__(self, match: Match[Any], path: Path) -> None:
        self.match = match
        self.path = path
        self.is_up_to_date = False
        self._own_files = {path.resolve()}

    def keep(self) -> None:
        """Write the match to its file; FileTrouble when that cannot be done."""
        self.is_up_to_date = False
        files.write(self.path, self.match.save())
        self.is_up_to_date = True

    def copy_to(self, path: Path, desk: Desk) -> str:
        """Write the match to another file, and say what came of it."""
        is_foreign = path.exists() and path.resolve() not in self._own_files
        if is_foreign and not desk.agrees(f"{path} exists. Overwrite it?"):
            return "Nothing was saved."
        try:
            files.write(path, self.match.save())
        except FileTrouble as trouble:
            return str(trouble)
        self._own_files.add(path.resolve())
        return f"Saved as {path}."
