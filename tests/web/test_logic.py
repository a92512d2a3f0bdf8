"""The logic of the client without a browser: each file of `unit` in node, where that is present."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

FILES = sorted(Path(__file__).parent.joinpath("unit").glob("*.test.mjs"))


@pytest.fixture(scope="session")
def node() -> str:
    """The program, if it takes the client's files for ES modules without being told."""
    program = shutil.which("node")
    if not program:
        pytest.skip("There is no node here, so the client's logic is tested in the browser alone.")
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    found = [int(part) for part in re.findall(r"\d+", version)[:2]]
    if not ([20, 19] <= found < [21, 0] or found >= [22, 7]):
        pytest.skip(f"Node {version.strip()} is too old to read the client's files as modules; expected 20.19 or 22.7.")
    return program


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name.partition(".")[0])
def test_the_logic_of_the_client(node: str, file: Path) -> None:
    done = subprocess.run([node, file], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"# tests [1-9]", done.stdout)
