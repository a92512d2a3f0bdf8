"""What a page will need, told in its head, so that a browser asks for all of it at once.

A script imports others, which import others: without being told, a browser finds each only when it has read the one
before. Scripts that are loaded when they are wanted (`import(...)`) are left out.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

ENTRY = re.compile(r'<script type="module" src="/static/([^"]+)"')
IMPORTED = re.compile(r'^(?:import|export)\b[^;()]*?\bfrom "(\.[^"]+)";|^import "(\.[^"]+)";', re.MULTILINE)
FETCHED = re.compile(r'new URL\("(\.[^"]+)", import\.meta\.url\)')  # what a script fetches before anything else
HEAD_END = "</head>"


def with_preloads(text: str, web: Path) -> str:
    """A page with links to everything that its script imports."""
    entry = ENTRY.search(text)
    if entry is None:
        return text
    scripts, fetched = _needed(web / entry[1], web)
    links = [f'<link rel="modulepreload" href="/static/{script}">' for script in scripts]
    links += [f'<link rel="preload" as="fetch" crossorigin href="/static/{path}">' for path in fetched]
    return text.replace(HEAD_END, "".join(f"{link}\n" for link in links) + HEAD_END, 1)


def _needed(entry: Path, web: Path) -> tuple[list[str], list[str]]:
    """The scripts that a script imports, however deep, and the files that they fetch at once; as paths below `web`."""
    found, fetched, waiting = [entry], [], [entry]
    while waiting:
        script = waiting.pop()
        text = script.read_text(encoding="utf-8")
        fetched += [_beside(script, path) for path in FETCHED.findall(text)]
        for match in IMPORTED.finditer(text):
            imported = _beside(script, match[1] or match[2])
            if imported not in found:
                found.append(imported)
                waiting.append(imported)
    below = [path.relative_to(web).as_posix() for path in found[1:]]
    return sorted(below), sorted({path.relative_to(web).as_posix() for path in fetched})


def _beside(script: Path, path: str) -> Path:
    return Path(os.path.normpath(script.parent / path))
