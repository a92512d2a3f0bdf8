"""`flagplot analyse`: what it prints, writes and refuses."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import flagplot
from flagplot import cli
from flagplot.lab import analysis_page
from flagplot.players import analysis
from flagplot.players.analysis import Analysis
from flagplot.players.analyst import Analyst


@pytest.fixture(scope="module")
def save(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cruise that is over, played by a lieutenant."""
    path = tmp_path_factory.mktemp("games") / "cruise.json"
    path.write_bytes(flagplot.play("graf-spee", {"graf_spee": "lieutenant"}, seed=3).save())
    return path


def test_a_finished_game_is_analysed(capsys: pytest.CaptureFixture[str], save: Path) -> None:
    assert cli.main(["analyse", str(save), "--playouts", "120"]) == 0
    out = capsys.readouterr().out
    assert "120 playouts" in out
    for heading in ("Chances of the German side", "What added up", "The worst decisions", "What the dice gave"):
        assert heading in out
    assert re.search(r"Dice \(luck\) +[+-]?\d+ ±\d+", out)
    assert re.search(r"Result +\d+ %", out)
    told = re.sub(r"\s+", " ", out)
    assert re.search(r"German: \d+ of \d+ throws judged, luck \d+ of 100 \(fair dice give \d+ to \d+\)", told)
    for mark in "▲▼":
        assert re.search(rf"{mark} Day \d+, choice \d+: [+-]?\d+ ±\d+ points .+?: \d+ %; .*?luck \d+ of 100", told)


def test_as_json_it_has_all_its_parts_and_repeats_itself(capsys: pytest.CaptureFixture[str], save: Path) -> None:
    told = []
    for _ in range(2):
        assert cli.main(["analyse", str(save), "--playouts", "60", "--json"]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    found = json.loads(told[0])
    assert set(found) == set(Analysis.__dataclass_fields__)
    (account,) = found["accounts"]
    parts = ("start", "skill", "others", "hidden", "dice", "unplayed")
    assert sum(account[part]["value"] for part in parts) == pytest.approx(account["result"])
    assert sum(throw["worth"]["value"] for throw in found["throws"]) == pytest.approx(account["dice"]["value"])
    assert found["effort"]["counted"] == found["effort"]["throws"] == len(found["throws"])


def test_a_page_is_written_that_needs_nothing_else(
    capsys: pytest.CaptureFixture[str], save: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis_page, "UNFOLDED", 3)
    page = tmp_path / "cruise.html"
    assert cli.main(["analyse", str(save), "--playouts", "60", "--html", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert text.count("<svg") >= 2
    assert "<script" not in text
    assert "http" not in text.replace("http://www.w3.org", "")
    assert "Skill and luck" in text
    assert "What the dice had given the German side" in text
    folded = re.search(r"<details><summary>All (\d+) throws</summary>.*<tbody>(.*)</tbody>", text)
    assert folded
    assert folded[2].count("<tr>") == int(folded[1]) > 3


def test_throws_for_which_there_was_no_room_are_named(capsys: pytest.CaptureFixture[str], save: Path) -> None:
    assert cli.main(["analyse", str(save), "--playouts", "5"]) == 0
    told = re.sub(r"\s+", " ", capsys.readouterr().out)
    found = re.search(r"The odds of (\d+) of (\d+) throws were not counted\.", told)
    assert found
    assert int(found[2]) - int(found[1]) == 5


def test_a_running_game_is_refused_because_it_would_tell_what_is_hidden(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "running.json"
    path.write_bytes(flagplot.new("sea-control", seed=1).pick(0).save())
    assert cli.main(["analyse", str(path)]) == 2
    err = capsys.readouterr().err
    assert err.startswith("flagplot: The game is not over")
    assert err.count("\n") == 1


def test_a_damaged_save_is_refused(capsys: pytest.CaptureFixture[str], save: Path, tmp_path: Path) -> None:
    path = tmp_path / "damaged.json"
    path.write_bytes(save.read_bytes()[:-40])
    assert cli.main(["analyse", str(path)]) == 2
    assert "damaged.json cannot be loaded: " in capsys.readouterr().err


def test_ctrl_c_reports_what_was_found_by_then(
    capsys: pytest.CaptureFixture[str], save: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = Analyst._played

    def interrupted(self: Analyst, *args: object) -> float | None:
        if sum(map(len, self.ledger.values())) == 30:
            raise KeyboardInterrupt
        return played(self, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(Analyst, "_played", interrupted)
    assert cli.main(["analyse", str(save), "--playouts", "500"]) == 130
    told = capsys.readouterr()
    assert "Chances of the German side" in told.out
    assert told.err == "flagplot: stopped after 30 playouts; the report is of these.\n"
    assert analysis.SECONDS == 60, "the default that the help tells"
