"""Scripts and styles of a page joined into one file each, so that a browser asks twice and not a hundred times.

The files stay plain modules that any server could send; they are joined when the page is first asked for. Each module
becomes a function that is called when somebody first imports it, so modules that are loaded when they are wanted
(`import(...)`) cost nothing before, and every module exists once. A module may await something before it is ready, so
all that import it wait for it. Modules import each other in no circle.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

ENTRY = re.compile(r'<script type="module" src="/static/([^"]+)"')
STYLES = re.compile(r'(?:<link rel="stylesheet" href="/static/styles/[a-z-]+\.css">\n){2,}')
STYLE = re.compile(r"/static/styles/([a-z-]+)\.css")
BETWEEN = "+"  # the names of joined styles
JOINED = "joined/"  # before the path of a script that brings along what it imports
HEAD_END = "</head>"

IMPORTED = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";', re.MULTILINE)
IMPORTED_WHOLE = re.compile(r'^import \* as (\w+) from "(\.[^"]+)";', re.MULTILINE)
PASSED_ON = re.compile(r'^export \{([^}]*)\} from "(\.[^"]+)";', re.MULTILINE)
EXPORTED = re.compile(r"^export (?=(?:async function|function|class|const) (\w+))", re.MULTILINE)
NOTHING_EXPORTED = re.compile(r"^export \{\};\n", re.MULTILINE)
LOADED = re.compile(r'\bimport\("(\.[^"]+)"\)(?!\.[A-Z])')  # a type that a comment names is not loaded
OWN_ADDRESS = "import.meta.url"
FETCHED = re.compile(r'new URL\("(\.[^"]+)", import\.meta\.url\)')  # what a script fetches before anything else
NOT_UNDERSTOOD = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)

FRAME = """const makers = {{}}, made = {{}};
const use = (path) => (made[path] ??= makers[path]());
{modules}
await use("{entry}");
"""
MODULE = """makers["{path}"] = async () => {{
{body}
return {{ {names} }};
}};"""


def with_joined_files(text: str, web: Path) -> str:
    """A page that asks for one script and one style sheet, and at once for what the script fetches first."""
    text = STYLES.sub(lambda links: _joined_link(STYLE.findall(links[0])), text)
    entry = ENTRY.search(text)
    if entry is None:
        return text
    links = [f'<link rel="preload" as="fetch" crossorigin href="/static/{path}">' for path in _fetched(entry[1], web)]
    text = text.replace(f"/static/{entry[1]}", f"/static/{JOINED}{entry[1]}")
    return text.replace(HEAD_END, "".join(f"{link}\n" for link in links) + HEAD_END, 1)


def _joined_link(names: Sequence[str]) -> str:
    return f'<link rel="stylesheet" href="/static/styles/{BETWEEN.join(names)}.css">\n'


def joined_styles(names: Sequence[str], web: Path) -> bytes:
    """Style sheets in their order."""
    return b"\n".join((web / "styles" / f"{name}.css").read_bytes() for name in names)


def joined_script(entry: str, web: Path, address: str) -> bytes:
    """A script with all modules that it imports or may load, which stand at `address` on the server.

    ValueError where a module imports or exports in a way that this does not understand.
    """
    modules = [_as_function(path, text, address) for path, text in _modules(entry, web).items()]
    return FRAME.format(modules="\n".join(modules), entry=entry).encode()


def _fetched(entry: str, web: Path) -> list[str]:
    """The files that a page's modules fetch at once, as paths below `web`."""
    modules = _modules(entry, web, also_loaded=False)
    return sorted({_beside(path, file) for path, text in modules.items() for file in FETCHED.findall(text)})


def _modules(entry: str, web: Path, also_loaded: bool = True) -> dict[str, str]:
    """The texts of a module and of all that it imports, however deep, by their paths below `web`."""
    found: dict[str, str] = {}
    waiting = [entry]
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        found[path] = text = (web / path).read_text(encoding="utf-8")
        named = [one[2] for kind in (IMPORTED, IMPORTED_WHOLE, PASSED_ON) for one in kind.finditer(text)]
        named += LOADED.findall(text) if also_loaded else []
        waiting += [_beside(path, one) for one in named]
    return found


def _as_function(path: str, text: str, address: str) -> str:
    """A module as a function that returns what the module exports."""
    exported = [one[1] for one in EXPORTED.finditer(text)]
    for one in PASSED_ON.finditer(text):
        made = f'(await use("{_beside(path, one[2])}"))'
        for name in filter(None, map(str.strip, one[1].split(","))):
            original, _, renamed = name.partition(" as ")
            exported.append(f"{renamed or original}: {made}.{original}")

    def use(one: re.Match[str]) -> str:
        return f'const {{ {one[1].strip().replace(" as ", ": ")} }} = await use("{_beside(path, one[2])}");'

    text = IMPORTED_WHOLE.sub(lambda one: f'const {one[1]} = await use("{_beside(path, one[2])}");', text)
    text = PASSED_ON.sub("", IMPORTED.sub(use, text))
    text = NOTHING_EXPORTED.sub("", EXPORTED.sub("", text))
    text = LOADED.sub(lambda one: f'use("{_beside(path, one[1])}")', text)
    text = text.replace(OWN_ADDRESS, f'new URL("{address}{path}", location.href)')
    if left := NOT_UNDERSTOOD.search(text):
        raise ValueError(f"{path}: cannot join '{left[0]:.80}'.")
    return MODULE.format(path=path, body=text, names=", ".join(exported))


def _beside(path: str, other: str) -> str:
    """The path below `web` of a file that a module names relative to itself."""
    return os.path.normpath(os.path.join(os.path.dirname(path), other)).replace(os.sep, "/")
