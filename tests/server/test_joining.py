"""The scripts of a page joined into one: the same modules, each once, called when they are first imported."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from flagplot.server import joining
from flagplot.server.pages import PAGES_FOR_PEOPLE, WEB

HERE = "/static/0123456789abcdef/"
PAGES = sorted(WEB.glob("*.html"))
ENTRIES = sorted(
    {entry for page in PAGES for entry in joining.ENTRY.findall(page.read_text(encoding="utf-8"))}
    | {f"scripts/{page.script}" for page in PAGES_FOR_PEOPLE.values()}
)
USED = re.compile(r'\buse\("([^"]+)"\)')
MADE = re.compile(r'^makers\["([^"]+)"\] = ', re.MULTILINE)


def test_every_page_has_a_script() -> None:
    assert len(ENTRIES) >= 10
    assert "scripts/table/main.js" in ENTRIES


@pytest.mark.parametrize("entry", ENTRIES)
def test_a_joined_script_has_each_module_that_it_uses_once(entry: str) -> None:
    text = joining.joined_script(entry, WEB, HERE).decode()
    made = MADE.findall(text)
    assert len(made) == len(set(made))
    assert set(USED.findall(text)) <= set(made)
    assert entry in made
    assert not re.search(r"^\s*(import|export)\b", text, re.MULTILINE)
    assert "import.meta" not in text


@pytest.mark.parametrize("entry", ENTRIES)
def test_modules_of_a_page_import_each_other_in_no_circle(entry: str) -> None:
    text = joining.joined_script(entry, WEB, HERE).decode()
    parts = re.split(r'^makers\["([^"]+)"\] = ', text, flags=re.MULTILINE)[1:]
    imports = {
        path: re.findall(r'[=:] \(?await use\("([^"]+)"\)', body)
        for path, body in zip(parts[::2], parts[1::2], strict=True)
    }
    settled: set[str] = set()
    while ready := [path for path, needed in imports.items() if path not in settled and settled.issuperset(needed)]:
        settled.update(ready)
    assert settled == set(imports)


def web_of(folder: Path, **modules: str) -> Path:
    (folder / "scripts").mkdir()
    for name, text in modules.items():
        (folder / "scripts" / f"{name}.js").write_text(text, encoding="utf-8")
    return folder


NODE = shutil.which("node")


@pytest.mark.skipif(NODE is None, reason="scripts are run in node, where node is present")
def test_joined_modules_do_what_modules_do(tmp_path: Path) -> None:
    web = web_of(
        tmp_path,
        main="""import { first, second as other } from "./names.js";
import * as numbers from "./numbers.js";
import {
  passedOn,
} from "./between.js";
const told = [first(), other, numbers.ONE, passedOn];
import("./late.js").then((module) => {
  console.log([...told, module.LATE, new URL("../art/ship.svg", import.meta.url).pathname].join(" "));
});
export {};
""",
        names="""import { ONE } from "./numbers.js";
export function first() { return `first${ONE}`; }
export const second = "second";
const own = "hidden";
export class Unused { own = own; }
""",
        numbers="""globalThis.counted = await Promise.resolve((globalThis.counted ?? 0) + 1);
export const ONE = globalThis.counted;
""",
        between="""export { second as passedOn } from "./names.js";
""",
        late="""export const LATE = "late";
""",
    )
    script = tmp_path / "joined.mjs"
    script.write_bytes(
        b"globalThis.location = { href: 'http://here/g/1' };\n" + joining.joined_script("scripts/main.js", web, HERE)
    )
    assert NODE
    run = subprocess.run([NODE, str(script)], capture_output=True, text=True, timeout=60, check=True)
    assert run.stdout == f"first1 second 1 second late {HERE}art/ship.svg\n"


@pytest.mark.parametrize(
    "line",
    [
        "export default 1;",
        "export let changing = 1;",
        'import "./side.js";',
        'import whole from "./side.js";',
        'export * from "./side.js";',
        "export const { one, two } = both;",
    ],
)
def test_a_module_that_cannot_be_joined_is_named(tmp_path: Path, line: str) -> None:
    web = web_of(tmp_path, main=f"{line}\n", side="export const SIDE = 1;\n")
    with pytest.raises(ValueError, match=r"scripts/main\.js: cannot join"):
        joining.joined_script("scripts/main.js", web, HERE)


def test_a_page_asks_for_one_script_and_one_style_sheet_and_for_what_the_script_fetches_first() -> None:
    text = joining.with_joined_files((WEB / "table.html").read_text(encoding="utf-8"), WEB)
    (styles,) = re.findall(r'<link rel="stylesheet" href="/static/styles/([^"]+)\.css">', text)
    assert styles.split("+")[:2] == ["theme", "page"]
    assert styles.endswith("+table")
    assert re.findall(r'<script type="module" src="([^"]+)">', text) == ["/static/joined/scripts/table/main.js"]
    assert '<link rel="preload" as="fetch" crossorigin href="/static/art/silhouettes.svg">' in text


def test_joined_styles_keep_their_order() -> None:
    both = joining.joined_styles(["theme", "page"], WEB)
    assert both == (WEB / "styles/theme.css").read_bytes() + b"\n" + (WEB / "styles/page.css").read_bytes()
