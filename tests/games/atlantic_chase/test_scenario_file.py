"""Scenario files: an owner's scenario is played, and a wrong one is refused with file, key and one sentence."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path

import pytest

from flagplot.engine import data
from flagplot.engine.errors import DataError
from flagplot.games.atlantic_chase import campaign, scenarios
from flagplot.games.atlantic_chase.campaign import LinkedOperations
from flagplot.games.atlantic_chase.scenarios import ScenarioFile, waters_of

Read = Callable[[str], ScenarioFile]


@pytest.fixture
def read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Read:
    """Reads the scenarios with an owner's file in force."""

    def with_file(text: str) -> ScenarioFile:
        folder = tmp_path / blake2b(text.encode(), digest_size=4).hexdigest() / "atlantic-chase"
        folder.mkdir(parents=True)
        (folder / "scenarios.toml").write_text(text, encoding="utf-8")
        monkeypatch.setenv(data.OWNERS_DIRECTORY, str(folder.parent))
        return scenarios._read()

    return with_file


MINE = """
[scenario.mine]
title = "Mine"
text = "A scenario of an owner."
dates = "June 1941"
year = 1941
initiative = "german"
weather = "good"
bases_out = ["orkney"]
refuel_points = ["0812"]

[scenario.mine.control]
murmansk = "british"

[scenario.mine.task_force.G1]
ships = ["tirpitz"]
box = "kiel"

[scenario.mine.task_force.B1]
ships = [{ type = "british_convoy", name = "OB 1", hits = 4, dispersal = true }, "hood"]
trajectory = ["0909", "0908"]
destination = "halifax"

[scenario.mine.group.BA]
ships = ["renown"]
port = "gibraltar"

[[scenario.mine.stealth]]
kind = "u-boat"
side = "german"

[[scenario.mine.airbase]]
name = "Azores"
side = "british"
hex = "0812"

[scenario.mine.leader]
tovey = "hood"
prien = "u-boat"
raeder = "kiel"
"""


YEAR = "year = 1941\n"  # what is put after it belongs to the scenario itself
EXTRA = tuple(zip("ABCDE", ("hipper", "scheer", "lutzow", "koln", "emden"), strict=True))


def test_an_owner_adds_a_scenario_and_the_others_stay(read: Read) -> None:
    found = read(MINE).scenario
    assert list(found) == [*scenarios.SCENARIOS, "mine"]
    waters = waters_of(found["mine"])
    assert (waters.control["murmansk"], waters.control["archangel"]) == ("british", "scenario")
    assert "air_azores" in waters.bases
    assert "air_orkney" not in waters.bases


@pytest.mark.parametrize(
    ("old", "new", "key", "what"),
    [
        # Ships
        ('"tirpitz"', '"tirpits"', "task_force.G1.ships", "there is no ship 'tirpits'"),
        ('"tirpitz"', '"rodney"', "task_force.G1.ships", "Rodney is not of that side"),
        ('["renown"]', '["hood"]', "task_force.B1.ships",
         "'hood' is there more than once; give each a name of her own"),
        ('["tirpitz"]', '[{ type = "german_convoy", dispersal = true }]', "task_force.G1.ships",
         "'german_convoy' cannot disperse: only a British Convoy can"),
        ('["tirpitz"]', '[{ type = "tirpitz", name = "Beast", dispersal = true }]', "task_force.G1.ships",
         "'beast' cannot disperse: only a British Convoy can"),
        ('["tirpitz"]', '[{ type = "tirpitz", hits = 9 }]', "task_force.G1.ships",
         "'tirpitz' has her Hits from her counter"),
        ("task_force.G1", "task_force.G6", "task_force.G6", "task forces are called G1 to G5 and B1 to B10"),
        ("group.BA", "group.B1", "group.B1", "groups are called GA to GJ and BA to BJ"),
        ("task_force.G1]\nships = [\"tirpitz\"]\nbox = \"kiel\"", 'task_force.B2]\nships = ["kent"]\nbox = "halifax"',
         "task_force", "there is no german task force"),
        ('[scenario.mine.leader]',
         "".join(f'[scenario.mine.group.G{one}]\nships = ["{name}"]\nport = "kiel"\n' for one, name in EXTRA)
         + '[scenario.mine.leader]', "group", "with the groups there are more than 5 german task forces"),
        # Places
        ('box = "kiel"', 'box = "kiel"\nstation = "1608"', "task_force.G1",
         "expected one of station, box and trajectory"),
        ('box = "kiel"', "", "task_force.G1", "expected one of station, box and trajectory"),
        ('box = "kiel"', 'station = "1604"', "task_force.G1", "there is no hex '1604' in play"),
        ('["0909", "0908"]', '["0909", "1604"]', "task_force.B1", "there is no hex '1604' in play"),
        ('["0909", "0908"]', '["0909", "0907"]', "task_force.B1.trajectory",
         "expected 1 to 15 hexes, each beside the one before, none twice"),
        ('["0909", "0908"]', '["0909", "0908", "0909"]', "task_force.B1.trajectory",
         "expected 1 to 15 hexes, each beside the one before, none twice"),
        ('["0909", "0908"]', '["1509", "1608"]', "task_force.B1.trajectory",  # the canal is German
         "expected 1 to 15 hexes, each beside the one before, none twice"),
        ('box = "kiel"', 'box = "halifax"', "task_force.G1.box", "'halifax' is not a box of a friendly port"),
        ('box = "kiel"', 'box = "kehl"', "task_force.G1.box", "'kehl' is not a box of a friendly port"),
        ('"halifax"', '"helifax"', "task_force.B1.destination", "there is no port 'helifax'"),
        ('"gibraltar"', '"brest"', "group.BA.port", "'brest' is not a friendly port"),
        ('"gibraltar"', '"ceuta"', "group.BA.port", "'ceuta' is not a friendly port"),
        ('refuel_points = ["0812"]', 'refuel_points = ["1604"]', "refuel_points", "there is no hex '1604' in play"),
        ('side = "german"\n\n[[', 'side = "german"\nhex = "1604"\n\n[[', "stealth", "there is no hex '1604' in play"),
        ('hex = "0812"', 'hex = "1604"', "airbase", "there is no hex '1604' in play"),
        ('"u-boat"\nside', '"mines"\nside', "stealth", "mines lie in a hex"),
        # Leaders
        ('tovey = "hood"', 'nelson = "hood"', "leader.nelson",
         "there is no leader of that name; there are lutjens, krancke, raeder, marschall, prien, tovey, pound, forbes, "
         "walker, somerville, gensoul"),
        ('raeder = "kiel"', 'raeder = "brest"', "leader.raeder", "he leads from 'kiel'"),
        ('prien = "u-boat"', 'prien = "tirpitz"', "leader.prien",
         "he leads a U-boat: expected 'u-boat', and one must be there"),
        ('tovey = "hood"', 'tovey = "tirpitz"', "leader.tovey", "'tirpitz' is not a ship of his side in it"),
        ('tovey = "hood"', 'tovey = "rodney"', "leader.tovey", "'rodney' is not a ship of his side in it"),
        # Names in what scores, wins and ends
        (YEAR, 'score = [{ side = "german", event = "sunk", names = ["kent"], vp = 1 }]',
         "score", "there is no ship 'kent' in it"),
        (YEAR, 'win = [{ winner = "german", sunk = ["kent"] }]',
         "win", "there is no ship 'kent' in it"),
        (YEAR, 'end = [{ event = "gone", names = ["kent"] }]',
         "end", "there is no ship 'kent' in it"),
        (YEAR, 'completion_ports = { kent = ["clyde"] }',
         "completion_ports", "there is no ship 'kent' in it"),
        (YEAR, 'keep_clear_of = "kent"', "keep_clear_of", "there is no ship 'kent' in it"),
        # Ports, task forces and air bases
        ('murmansk = "british"', 'murmensk = "british"', "control", "there is no port 'murmensk'"),
        (YEAR, 'landing_ports = ["oslo"]', "landing_ports", "there is no port 'oslo'"),
        (YEAR, 'closed_to_convoys = ["oslo"]', "closed_to_convoys", "there is no port 'oslo'"),
        (YEAR, 'completion_ports = { hood = ["oslo"] }',
         "completion_ports", "there is no port 'oslo'"),
        (YEAR, 'score = [{ side = "german", event = "landed", port = "oslo", vp = 1 }]',
         "score", "there is no port 'oslo'"),
        (YEAR, 'lapse_before_completion = ["B3"]', "lapse_before_completion",
         "there is no task force 'B3'"),
        ('["orkney"]', '["shetland"]', "bases_out", "there is no air base 'shetland'"),
    ],
)  # fmt: skip
def test_a_wrong_scenario_is_refused(read: Read, old: str, new: str, key: str, what: str) -> None:
    assert old in MINE
    with pytest.raises(DataError) as caught:
        read(MINE.replace(old, f"{YEAR}{new}\n" if old == YEAR else new, 1))
    text = str(caught.value)
    assert text.startswith("scenarios.toml of ")
    assert text.endswith(f"atlantic-chase, scenario.mine.{key}: {what}.")


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("year = 1941", "year = 1950", "scenario.mine.year"),
        ('weather = "good"', 'weather = "foul"', "scenario.mine.weather"),
        ('initiative = "german"', 'initiative = "italian"', "scenario.mine.initiative"),
        ("year = 1941", "year = 1941\nlimit = 0", "scenario.mine.limit"),
        ("year = 1941", "year = 1941\nrounds = 99", "scenario.mine.rounds"),
        ("year = 1941", "year = 1941\ntally = 7", "scenario.mine.tally"),
        ("year = 1941", "year = 1941\nlimits = 9", "scenario.mine.limits"),
        ("hits = 4", "hits = 0", "scenario.mine.task_force.B1.ships"),
        ('["tirpitz"]', "[]", "scenario.mine.task_force.G1.ships"),
        ('["0909", "0908"]', '["909", "0908"]', "scenario.mine.task_force.B1.trajectory"),
        ('title = "Mine"\n', "", "scenario.mine"),
    ],
)
def test_a_figure_out_of_bounds_is_refused_with_its_key(read: Read, old: str, new: str, key: str) -> None:
    with pytest.raises(DataError) as caught:
        read(MINE.replace(old, new, 1))
    text = str(caught.value)
    assert f"atlantic-chase, {key}" in text
    assert text.count("\n") == 0


def test_a_change_to_one_of_ours_is_checked_too(read: Read) -> None:
    with pytest.raises(DataError, match=r"scenario\.juno\.task_force\.G1\.trajectory: expected 1 to 15 hexes"):
        read('[scenario.juno.task_force.G1]\ntrajectory = ["1508", "1406"]\n')
    assert read("[scenario.juno]\nlimit = 7\n").scenario["juno"].limit == 7
    assert "juno" not in read("[scenario]\njuno = false\n").scenario


# The campaign file


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('operations = ["berlin", "trafalgar"]', "campaign.operations: there is no scenario 'trafalgar'."),
        ('operations = ["berlin", "glorious"]', "campaign.operations: 'glorious' is a battle, and only operations can"),
        ('operations = ["berlin", "juno", "berlin"]', "campaign.operations: 'berlin' is there more than once."),
        ('operations = ["berlin"]', "campaign.operations"),
        ("operations = [" + '"juno", ' * 10 + "]", "campaign.operations"),
        ("wins = 6", "campaign.wins: there are only 5 operations to be won."),
        ("wins = 0", "campaign.wins"),
        ('tie = "french"', "campaign.tie"),
        ('repair = ["whole", "whole"]', "campaign.repair"),
        ('repair = ["whole", "whole", "whole", "whole", "whole", "lost"]', "campaign.repair"),
        ("prize = 3", "campaign.prize"),
    ],
)
def test_a_wrong_campaign_is_refused_with_file_and_key(
    text: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(DataError) as refused:
        linked_with(text, tmp_path, monkeypatch)
    assert str(refused.value).startswith("campaign.toml of ")
    assert sentence in str(refused.value)


def linked_with(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> LinkedOperations:
    """The campaign with an owner's file in force."""
    folder = tmp_path / "atlantic-chase"
    folder.mkdir()
    (folder / "campaign.toml").write_text(f"[campaign]\n{text}\n", encoding="utf-8")
    monkeypatch.setenv(data.OWNERS_DIRECTORY, str(tmp_path))
    return campaign._read()


def test_an_owner_links_other_operations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    linked = linked_with('operations = ["juno", "sportpalast"]\nwins = 1\ntie = "german"', tmp_path, monkeypatch)
    assert (linked.operations, linked.wins, linked.tie) == (("juno", "sportpalast"), 1, "german")
    assert linked.repair == campaign.LINKED.repair


def test_no_scenario_is_called_like_the_campaign(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(scenarios.SCENARIOS, campaign.CAMPAIGN, scenarios.SCENARIOS["juno"])
    with pytest.raises(DataError, match="is called 'campaign' too"):
        campaign._read()
