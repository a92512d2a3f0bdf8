"""The command line with an owner's figures: --data and --sources."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import flagplot
from flagplot.engine.data import OWNERS_DIRECTORY

SEVEN_INCIDENTS = ("stormy", "morale", "merchant", "good_luck", "bad_luck", "quiet_seas", "air_patrol")
DATA = Path(flagplot.__file__).parent / "games" / "graf_spee" / "data"


def run(*args: object, **environment: str) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of a command in a process of its own, since a game is loaded once."""
    done = subprocess.run(
        [sys.executable, "-m", "flagplot.cli", *map(str, args)],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        env={**os.environ, "COLUMNS": "200", **environment},
    )
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def owner(tmp_path: Path) -> Path:
    """A directory with a figure for each of two games."""
    put(tmp_path / "mine" / "sea-control" / "units.toml", "[unit.nelson]\ndice = 6\n")
    return put(
        tmp_path / "mine" / "atlantic-wolves" / "cards.toml", "[card.1.escorts]\niceland = 0\nafrican_coast = 4\n"
    )


def put(file: Path, text: str) -> Path:
    """The directory in which the game's folder with this file is now."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file.parents[1]


def as_one_line(text: str) -> str:
    return " ".join(text.split())


# Sources


def test_the_sources_list_what_is_reconstructed_then_what_is_public_then_what_the_rules_give() -> None:
    code, out, err = run("rules", "sea-control", "--sources")
    assert (code, err) == (0, "")
    text = as_one_line(out)
    places = [
        "Sea Control: where the figures come from",
        "Reconstructed, since the published text does not have them",
        "calendar.toml turn 8 figures our choice, since the published rules give no dates",
        "units.toml",
        "unit.*.dice 64 figures our choice, with the values of the ancestor game for scale",
        "From other public material",
        "unit.*.sp 63 figures a session report's rule for the class",
    ]
    found = [text.find(place) for place in places]
    assert -1 not in found
    assert found == sorted(found)
    assert re.search(
        r"The published text gives the other \d+ figures of the data files, or they follow from it\.$", text
    )
    assert "Your own figures" not in text


def test_the_sources_as_json_name_file_path_mark_and_number() -> None:
    code, out, _ = run("rules", "atlantic-wolves", "--sources", "--json")
    told = json.loads(out)
    assert (code, told["game"], told["owner"]) == (0, "atlantic-wolves", "")
    assert {
        "file": "counters.toml",
        "path": "counters.scatter",
        "mark": "reconstructed",
        "how": "one for each area",
        "figures": 1,
    } in told["sources"]


@pytest.mark.parametrize("args", [["--json"], ["--json", "--search", "convoy"]])
def test_only_the_sources_are_printed_as_json(args: list[str]) -> None:
    sentence = "flagplot: Only the sources can be printed as JSON. Add --sources, or leave out --json.\n"
    assert run("rules", "sea-control", *args) == (2, "", sentence)


def test_an_owners_figures_are_listed_as_such(owner: Path) -> None:
    code, out, _ = run("rules", "sea-control", "--sources", "--data", owner)
    text = as_one_line(out)
    file = owner / "sea-control" / "units.toml"
    assert code == 0
    assert text.startswith(f"With your own figures, from {file.parent}. Sea Control: where the figures come from")
    assert f"Your own figures units.toml unit.nelson.dice 1 figure {file}" in text
    assert "unit.*.dice 63 figures" in text


def test_an_owners_figures_are_named_by_their_keys_where_these_are_few(tmp_path: Path) -> None:
    charts = "variable_deployment = ['natl', 'natl', 'natl', 'natl', 'natl', 'natl']\n"
    charts += "[victory_points]\nport_captured = 11\n[victory_points.ship.CV]\nsunk = 26\ncrippled = 9\n"
    put(tmp_path / "graf-spee" / "charts.toml", charts)
    put(tmp_path / "graf-spee" / "markers.toml", "[incident]\n" + "".join(f"{kind} = 9\n" for kind in SEVEN_INCIDENTS))
    text = as_one_line(run("rules", "graf-spee", "--sources", "--data", tmp_path)[1])
    for row in (
        "variable_deployment 6 figures",
        "victory_points.port_captured 1 figure",
        "victory_points.ship.CV.sunk | crippled 2 figures",
        "incident 7 figures",
    ):
        assert row in text
    told = json.loads(run("rules", "graf-spee", "--sources", "--json", "--data", tmp_path)[1])["sources"]
    assert [(source["path"], source["figures"]) for source in told if source["mark"] == "owner"] == [
        ("variable_deployment", 6),
        ("victory_points.port_captured", 1),
        ("victory_points.ship.CV.sunk|crippled", 2),
        ("incident", 7),
    ]


# Figures in force


def test_the_list_of_games_says_which_are_played_with_an_owners_figures(owner: Path) -> None:
    (owner / "sea-control" / "units.toml").unlink()
    (owner / "sea-control").rmdir()
    _, out, _ = run("games", "--data", owner)
    assert out.count("With your own figures") == 1
    assert f"With your own figures, from {owner / 'atlantic-wolves'}." in out


@pytest.mark.parametrize("by_variable", [False, True])
def test_a_game_is_played_with_an_owners_figures_also_in_other_processes(owner: Path, by_variable: bool) -> None:
    put(owner / "atlantic-wolves" / "counters.toml", "[counters]\nuboat = 6\n")  # so no boat can ever be built
    wanted = ["sim", "atlantic-wolves", "-n", "4", "--jobs", "2", "--json"]
    if by_variable:
        code, out, err = run(*wanted, **{OWNERS_DIRECTORY: str(owner)})
    else:
        code, out, err = run(*wanted, "--data", owner)
    assert (code, err) == (0, "")
    assert json.loads(out) != json.loads(run(*wanted)[1])


def saved(path: Path, **environment: str) -> Path:
    program = "import flagplot, sys; sys.stdout.buffer.write(flagplot.play('atlantic-wolves', seed=3).save())"
    path.write_bytes(
        subprocess.run(
            [sys.executable, "-c", program], check=True, capture_output=True, env={**os.environ, **environment}
        ).stdout
    )
    return path


def test_a_save_is_verified_with_the_figures_of_its_game_and_refused_with_others(tmp_path: Path, owner: Path) -> None:
    plain = saved(tmp_path / "plain.json")
    special = saved(tmp_path / "special.json", **{OWNERS_DIRECTORY: str(owner)})
    mark = json.loads(special.read_bytes())["content"]["record"]["data"][:8]
    game = "cannot be loaded: This game of Atlantic Wolves is played with"
    assert run("replay", plain, "--verify", "--data", owner) == (
        2,
        "",
        f"flagplot: {plain} {game} the game's own figures, but an owner's figures ({mark}) are in force. "
        "Start Flagplot without --data.\n",
    )
    assert run("replay", special, "--verify") == (
        2,
        "",
        f"flagplot: {special} {game} an owner's figures ({mark}), but the game's own figures are in force. "
        "Start Flagplot with --data and the directory that has them.\n",
    )
    code, out, _ = run("replay", special, "--verify", "--data", owner)
    assert code == 0
    assert f"It was played with the figures of an owner of the printed game ({mark}), which are in force." in out
    assert out.endswith("is verified.\n")
    assert run("replay", plain, "--verify")[0] == 0


# What is wrong


@pytest.mark.parametrize(
    ("file", "text", "sentence"),
    [
        ("nothing", "", "{} has no folder of any game. Expected one of "),
        ("sea-contrl/map.toml", "", "{} has a folder sea-contrl, but there is no such game. Did you mean sea-control?"),
        (
            "sea-control/unit.toml",
            "",
            "unit.toml of {}/sea-control is not a data file of the game (did you mean units.toml?).",
        ),
        ("sea-control/map.toml", "[", "map.toml of {}/sea-control is not TOML: "),
        (
            "sea-control/units.toml",
            "[unit.nelson]\nspeed = 2",
            "units.toml of {}/sea-control, unit.nelson.speed: there is no such figure (there are name, side, ",
        ),
        (
            "sea-control/units.toml",
            "[unit.nelson]\nhit = 0",
            "units.toml of {}/sea-control, unit.nelson.hit: expected 4, 5 or 6, and 0 for an air unit.",
        ),
        (
            "sea-control/units.toml",
            '[unit.nelson]\nport = "paris"',
            "units.toml of {}/sea-control, unit.nelson.port: 'paris' is not a place for it; there are choice, ",
        ),
        (
            "sea-control/units.toml",
            "[unit.washington]\nturn = 2",
            "units.toml of {}/sea-control, unit.washington.turn: norfolk is open in the turns 3 to 8 only.",
        ),
        (
            "sea-control/units.toml",
            "[unit]\nair_axis = false",
            "units.toml of {}/sea-control, unit: expected one air unit of the side axis.",
        ),
        (
            "sea-control/map.toml",
            '[area.baltic_sea]\nadjacent = ["black_sea"]',
            "map.toml of {}/sea-control, area.baltic_sea.adjacent: there is no area 'black_sea'; there are ",
        ),
        (
            "sea-control/map.toml",
            "[area.baltic_sea]\nadjacent = []",
            "map.toml of {}/sea-control, area.baltic_sea.adjacent: north_sea is missing, which has baltic_sea.",
        ),
        (
            "sea-control/map.toml",
            "[port.taranto]\nconnects = []",
            "map.toml of {}/sea-control, port.taranto.connects: expected at least one area.",
        ),
        (
            "sea-control/map.toml",
            "[port.taranto]\nx = nan",
            "map.toml of {}/sea-control, port.taranto.x: expected a number >= 0.0.",
        ),
        (
            "sea-control/map.toml",
            "aspect = 0.0",
            "map.toml of {}/sea-control, aspect: expected a number > 0.0.",
        ),
        (
            "sea-control/units.toml",
            "[unit.nelson]\ndice = 1_000_000_000_000",
            "units.toml of {}/sea-control, unit.nelson.dice: expected a whole number <= 20.",
        ),
        (
            "sea-control/map.toml",
            "[port]\nbrest = false",
            "map.toml of {}/sea-control, port: expected exactly scapa_flow, gibraltar, ",
        ),
    ],
)
@pytest.mark.every_fourth
def test_what_is_wrong_with_figures_is_one_sentence_and_exit_code_2(
    tmp_path: Path, file: str, text: str, sentence: str
) -> None:
    put(tmp_path / file, text)
    code, out, err = run("rules", "sea-control", "--sources", "--data", tmp_path)
    assert (code, out) == (2, "")
    assert err.startswith("flagplot: " + sentence.format(tmp_path))
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("file", "text", "sentence"),
    [
        ("cards.toml", "[card.1.air]\nbaltic = 2", ", card.1.air.baltic: there is no such area; there are "),
        ("cards.toml", "[card]\n7 = false", ", card: expected the cards 1 to 40, each once."),
        ("cards.toml", '[card.1]\nlink = "OR"', ", card.1.events: expected one event, or two with a link."),
        (
            "cards.toml",
            '[card.1]\nevents = [{kind = "storm"}]',
            ", card.1.events: there is no event 'storm'; there are ",
        ),
        (
            "cards.toml",
            '[card.1]\nevents = [{kind = "b_dienst", area = "iceland"}]',
            ", card.1.events: the area of b_dienst cannot be 'iceland'.",
        ),
        ("cards.toml", '[card.1]\nata = "Sonar"', ", card.1.ata: 'Sonar' is not one of the words allowed here."),
        ("counters.toml", "[counters]\nuboat = 5", ", counters.uboat: expected a whole number >= 6."),
        ("counters.toml", "[counters]\nuboat = 1_000_000_000_000", ", counters.uboat: expected a whole number <= 100."),
        ("counters.toml", "[counters.air_markers]\n0 = 1", ", counters.air_markers.0: expected a whole number >= 1."),
        ("cards.toml", "[card.1]\nproduction = 101", ", card.1.production: expected a whole number <= 100."),
        ("map.toml", "aspect = inf", ", aspect: expected a number <= 10.0."),
        ("map.toml", "[area.iceland]\nwidth = 1.5", ", area.iceland.width: expected a number <= 1.0."),
        ("events.toml", "[event]\nb_dienst = false", ", event: expected exactly wolfpack_tactics, "),
        ("map.toml", "[area]\niceland = false", ", area: expected exactly african_coast, "),
    ],
)
@pytest.mark.every_fourth
def test_atlantic_wolves_checks_what_an_owner_puts_in(tmp_path: Path, file: str, text: str, sentence: str) -> None:
    folder = tmp_path / "atlantic-wolves"
    put(folder / file, text)
    code, out, err = run("rules", "atlantic-wolves", "--sources", "--data", tmp_path)
    assert (code, out) == (2, "")
    assert err.startswith(f"flagplot: {file} of {folder}{sentence}")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("file", "text", "sentence"),
    [
        ("map.toml", "[space.natl]\nlat = 90.5", ", space.natl.lat: expected a number <= 90.0."),
        ("map.toml", "[space.natl]\nlon = nan", ", space.natl.lon: expected a number >= -180.0."),
        ("map.toml", "aspect = -1.0", ", aspect: expected a number > 0.0."),
        ("places.toml", "[space]\nnatl = [0.5, 1.5]", ", space.natl.1: expected a number <= 1.0."),
        ("markers.toml", "mines = 96", ", mines: expected a whole number <= 95."),
        ("markers.toml", "port_defences = [7]", ", port_defences.0: expected a whole number <= 6."),
        ("markers.toml", f"port_defences = {[1] * 51}", ", port_defences: expected a list of length <= 50."),
        ("markers.toml", "[incident]\nstormy = 201", ", incident.stormy: expected a whole number <= 200."),
        ("markers.toml", "cargo_copies = 1001", ", cargo_copies: expected a whole number <= 1000."),
        (
            "ships.toml",
            "[german.deutschland.most]\noil = 13",
            ", german.deutschland.most.oil: expected a whole number <= 12.",
        ),
        ("ships.toml", "[allied.exeter]\nmove = 21", ", allied.exeter.move: expected a whole number <= 20."),
        ("ships.toml", "[allied.Exeter]\nmove = 5", ", allied.Exeter: name is missing; did you mean exeter?"),
        ("ships.toml", 'redeployment = [["pzy", 30]]', ", redeployment: expected pzy, pzk, "),
        ("ships.toml", "[stations]\nw1 = []", ", stations.w1: this is not a zone, port or base."),
        (
            "ships.toml",
            "[cup.p1]\ndraw = 0\nships = []\nquiet_seas = 0",
            ", cup.p1: this is not a zone, port or base.",
        ),
        ("orders.toml", "[order.cape]\ndays = 367", ", order.cape.days: expected a whole number <= 366."),
        ("orders.toml", "[order.cape]\nvp = -1001", ", order.cape.vp: expected a whole number >= -1000."),
        (
            "orders.toml",
            '[order.cape]\nspaces = ["atlantis"]',
            ", order.cape.spaces: there is no space 'atlantis'.",
        ),
        (
            "orders.toml",
            '[order.cape]\nsilenced = "atlantis"',
            ", order.cape.silenced: there is no space 'atlantis'.",
        ),
        (
            "charts.toml",
            "variable_deployment = ['natl', 'natl', 'natl', 'natl', 'natl', 'mars']",
            ", variable_deployment: there is no space 'mars'.",
        ),
        ("ships.toml", "[german]\ndeutschland = false", ", german: expected exactly graf_spee, deutschland."),
        ("markers.toml", "[damaged]\nlost = 1", ", damaged: expected exactly sunk, crippled, retreats."),
        ("orders.toml", "[order.cape]\nspaces = []", ", order.cape.spaces: expected spaces or a kind."),
        (
            "orders.toml",
            '[order.indian-ocean-raid]\nregion = "indian"',
            ", order.indian-ocean-raid.region: there is no region 'indian' on the map (did you mean indian-ocean?).",
        ),
        (
            "orders.toml",
            '[order.cape]\nrule = "GS-ORD-09"',
            ", order.cape.rule: 'GS-ORD-09' is not a rule of an order; there are GS-ORD-01 to GS-ORD-08.",
        ),
        (
            "orders.toml",
            '[order.mission]\nname = "X"\nvp = 1\ndays = 1\nkind = "sea"\nplace = ""\nbonus = "refit"\nrule = ""',
            ", order.mission: this is the name of a scenario; expected another one.",
        ),
        ("charts.toml", "[terrain.ports]\nalert = 1", ", terrain.ports: there is no such row (did you mean port?)."),
        (
            "charts.toml",
            "[victory_points.ship.ca]\nsunk = 1\ncrippled = 1",
            ", victory_points.ship.ca: there is no such row (did you mean CA?).",
        ),
        (
            "charts.toml",
            '[intelligence]\nresults = ["nothing"]',
            ", intelligence.results: expected 7 rows, for 0 to 6.",
        ),
        ("charts.toml", "[terrain.sea]\nrepair = 21", ", terrain.sea.repair: expected a whole number <= 20."),
    ],
)
@pytest.mark.every_fourth
def test_graf_spee_checks_what_an_owner_puts_in(tmp_path: Path, file: str, text: str, sentence: str) -> None:
    folder = tmp_path / "graf-spee"
    put(folder / file, text)
    code, out, err = run("rules", "graf-spee", "--sources", "--data", tmp_path)
    assert (code, out) == (2, "")
    assert err.startswith(f"flagplot: {file} of {folder}{sentence}")
    assert err.count("\n") == 1


def test_graf_spee_needs_an_order_and_spaces_of_the_kinds_that_its_rules_name(tmp_path: Path) -> None:
    orders = tomllib.loads((DATA / "orders.toml").read_text(encoding="utf-8"))["order"]
    spaces = tomllib.loads((DATA / "map.toml").read_text(encoding="utf-8"))["space"]
    no_sea = "".join(f'[space.{key}]\nkind = "haven"\n' for key in spaces if spaces[key]["kind"] == "sea")
    no_zone = "".join(f'[space.{key}]\nkind = "sea"\n' for key in spaces if spaces[key]["kind"] == "zone")
    for file, text, sentence in (
        ("orders.toml", "[order]\n" + "".join(f"{key} = false\n" for key in orders), "order: expected at least one"),
        ("map.toml", no_sea, "space: expected at least one of the kind sea."),
        ("map.toml", no_zone, "space: expected at least one of the kind zone."),
    ):
        put(tmp_path / "graf-spee" / file, text)
        code, out, err = run("rules", "graf-spee", "--sources", "--data", tmp_path)
        assert (code, out) == (2, "")
        assert err.startswith(f"flagplot: {file} of {tmp_path / 'graf-spee'}, {sentence}")
        (tmp_path / "graf-spee" / file).unlink()


def test_python_refuses_a_directory_that_cannot_be_meant_too(tmp_path: Path) -> None:
    put(tmp_path / "graf_spee" / "ships.toml", "")
    done = subprocess.run(
        [sys.executable, "-c", "import flagplot; flagplot.new('sea-control')"],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, OWNERS_DIRECTORY: str(tmp_path)},
    )
    sentence = f"{tmp_path} has a folder graf_spee, but there is no such game. Did you mean graf-spee?"
    assert done.stderr.splitlines()[-1] == f"flagplot.engine.errors.DataError: {sentence}"


def test_a_directory_that_is_not_there_is_one_sentence_for_every_command(tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere"
    for command in (
        ["play", "sea-control"],
        ["sim", "sea-control"],
        ["serve"],
        ["replay", "x.json"],
        ["bench"],
        ["games"],
    ):
        assert run(*command, "--data", nowhere) == (
            2,
            "",
            f"flagplot: {nowhere} is not a directory. Expected one folder per game.\n",
        )
