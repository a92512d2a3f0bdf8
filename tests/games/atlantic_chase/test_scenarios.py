"""The scenarios as they begin (AC-EX): who is where, who leads, whose ports, as the scenarios were designed."""

from __future__ import annotations

import textwrap

import pytest

import flagplot
from flagplot.games.atlantic_chase import GAME
from flagplot.games.atlantic_chase.hexes import HEXES, NO_HEX, PORTS
from flagplot.games.atlantic_chase.scenarios import BATTLE, SCENARIOS, waters
from flagplot.games.atlantic_chase.state import Ship, State, TaskForce
from tests.rules import rule

# A line each: how it begins; task forces with the Hits of squadrons and their cargo; groups; boats; air bases that are
# added; leaders with their ships; supply ships; and the ports of which the scenario says whose they are.
SET_UPS = {
    "northern_patrol": """
        german bad tally 0 limit 8
        G1: lutzow; 1207 1206 1205 1105
        B1: newcastle; station 1307
        B2: belfast; station 1407
        british ports: bordeaux brest st_nazaire
        neutral ports: archangel bergen hvalfjordur murmansk narvik trondheim
    """,
    "rawalpindi": """
        german bad tally 0 limit 10
        G1: scharnhorst gneisenau; box wilhelmshaven
        B1: rawalpindi; station 1206
        B2: newcastle delhi; station 1307
        B3: norfolk suffolk; station 1105
        B4: nelson rodney devonshire; box clyde_liverpool
        B5: southampton edinburgh aurora; box scapa_flow_methil
        B6: hood dunkerque montcalm; box brest
        B7: repulse furious; box halifax
        B8: british_convoy warspite; 0207 0308 0408 0508 0607 0707 0807 0907 1007 1108 1208 1309 to clyde
        GA: koln leipzig; group wilhelmshaven
        leader marschall gneisenau
        leader forbes nelson
        leader gensoul dunkerque
        british ports: bordeaux brest st_nazaire
        neutral ports: archangel bergen hvalfjordur murmansk narvik trondheim
    """,
    "weserubung": """
        german bad tally 2 limit 14
        G1: scharnhorst gneisenau german_dd_squadron/10/laden; box wilhelmshaven
        G2: hipper german_dd_squadron/4/laden; box wilhelmshaven
        G3: koln konigsberg german_convoy/4/laden; box kiel
        B1: renown british_dd_squadron/8; station 1405
        B2: rodney valiant repulse sheffield; box scapa_flow_methil
        B3: galatea arethusa; box scapa_flow_methil
        B4: devonshire berwick york glasgow; box scapa_flow_methil
        B5: manchester southampton; station 1408
        GA: blucher lutzow emden; group kiel
        BA: furious warspite; group clyde
        submarine british 1508
        mines british 1505
        leader forbes rodney
        british ports: bordeaux brest st_nazaire
        neutral ports: archangel bergen murmansk narvik trondheim
    """,
    "juno": """
        german good tally 0 limit 12
        G1: scharnhorst gneisenau hipper; 1508 1407 1406 1405
        B1: british_convoy southampton; 1505 1405 1306 1307 1207 1208 1309 to clyde
        B2: british_convoy; 1505 1405 1306 1307 1207 1208 1309 to clyde
        B3: glorious british_dd_squadron/2; station 1404
        B4: ark_royal; station 1405
        B5: devonshire; 1405 1306 1307 1308
        B6: valiant; station 1306
        B7: rodney renown; box scapa_flow_methil
        B8: repulse newcastle sussex; station 1206
        airbase german 1506
        leader marschall gneisenau
        leader forbes rodney
        german ports: bergen trondheim
        british ports: bordeaux brest st_nazaire
        neutral ports: archangel murmansk narvik
    """,
    "jervis_bay": """
        german good tally 0 limit 10
        G1: scheer; 1105 1005 1006 0907
        B1: british_convoy jervis_bay; 0207 0308 0408 0508 0607 0707 0807 0907 1007 1108 1208 1309 to clyde
        B2: british_convoy; 0408 0508 0607 0707 0807 0907 1007 1108 1208 1309 to clyde
        B3: nelson rodney; box scapa_flow_methil
        B4: hood repulse naiad; box scapa_flow_methil
        B5: norfolk berwick; box hvalfjordur
        leader krancke scheer
        german ports: bergen bordeaux brest narvik st_nazaire trondheim
        neutral ports: archangel murmansk
    """,
    "berlin": """
        german good tally 0 limit 16
        G1: scharnhorst gneisenau; box kiel
        G2: hipper; box brest
        G3: scheer; box south_america
        B1: nelson rodney repulse nigeria aurora; box scapa_flow_methil
        B2: naiad arethusa; station 1206
        B3: norfolk; station 1105
        B4: british_convoy ramillies; 0207 0308 0408 0508 0607 0707 0807 0907 1007 1108 1208 1309 to clyde
        B5: british_convoy; 0607 0707 0807 0907 1007 1108 1208 1309 to clyde
        B6: british_convoy malaya; 1114 1113 1112 1111 1110 1109 1208 1309 to clyde
        BA: king_george_v; group scapa_flow
        BB: renown ark_royal sheffield; group gibraltar
        u-boat german box
        u-boat german box
        leader lutjens gneisenau
        leader tovey nelson
        supply 0906 0709 0812
        german ports: bergen bordeaux brest narvik st_nazaire trondheim
        neutral ports: archangel murmansk
    """,
    "rheinubung": """
        german bad tally 0 limit 16
        G1: bismarck prinz_eugen; box bergen
        B1: norfolk suffolk; station 1105
        B2: birmingham manchester arethusa; station 1206
        B3: hood prince_of_wales; box scapa_flow_methil
        B4: king_george_v victorious galatea aurora kenya; box scapa_flow_methil
        B5: repulse; box clyde_liverpool
        B6: rodney; station 1108
        B7: british_convoy; 0408 0508 0607 0707 0807 0907 1007 1108 1208 1309 to clyde
        B8: british_convoy ramillies; 0207 0308 0408 0508 0607 0707 0807 0907 1007 1108 1208 1309 to clyde
        B9: british_convoy dorsetshire; 1114 1113 1112 1111 1110 1109 1208 1309 to clyde
        BA: renown ark_royal sheffield; group gibraltar
        u-boat german box
        u-boat german box
        airbase german 1507
        leader lutjens bismarck
        leader walker prince_of_wales
        leader tovey king_george_v
        leader somerville renown
        supply 0906 0812
        german ports: bergen bordeaux brest narvik st_nazaire trondheim
        neutral ports: archangel murmansk
    """,
    "sportpalast": """
        german bad tally 0 limit 12
        G1: tirpitz; box trondheim
        B1: british_convoy kenya; 1106 1206 1205 1305 1304 1403 1503 1603 1704 to murmansk
        B2: british_convoy; 1704 1603 1503 1403 1304 1305 1205 1206 1106 to hvalfjordur
        B3: duke_of_york; station 1306
        B4: king_george_v victorious berwick; box scapa_flow_methil
        BA: renown; group hvalfjordur
        u-boat german 1404
        submarine british 1406
        leader tovey king_george_v
    """,
    "rosselsprung": """
        german good tally 0 limit 14
        G1: tirpitz hipper; box trondheim
        G2: scheer lutzow; box narvik
        B1: british_convoy/dispersal; 1106 1206 1205 1305 1404 1403 1503 1603 1704 1803 1804 to archangel
        B2: british_convoy; 1704 1603 1503 1403 1404 1305 1205 1206 1106 to hvalfjordur
        B3: london norfolk wichita tuscaloosa; station 1305
        B4: duke_of_york washington victorious nigeria cumberland; station 1306
        u-boat german 1304
        u-boat german box
        mines british 1505
        submarine british 1504
        leader tovey duke_of_york
    """,
    "regenbogen": """
        german bad tally 0 limit 5
        G1: hipper german_dd_squadron/3; station 1504
        G2: lutzow german_dd_squadron/3; station 1504
        B1: british_convoy british_dd_squadron/6; 1403 1503 1602 1703 1704 to murmansk
        B2: sheffield jamaica british_dd_squadron/2; station 1703
        BA: duke_of_york cumberland; group hvalfjordur
        u-boat german 1603
    """,
    "denmark_strait": """
        british good tally 0 rounds 6 break away from 3
        G1: bismarck prinz_eugen; far
        B1: hood prince_of_wales; far
    """,
    "river_plate": """
        german good tally 0 rounds 6 break away from 3
        G1: graf_spee; far
        B1: exeter ajax achilles; far
    """,
    "glorious": """
        german good tally 0 rounds 6 break away from 1
        G1: scharnhorst gneisenau; far
        B1: glorious british_dd_squadron/2/smoke; far
    """,
    "north_cape": """
        british bad tally 0 rounds 6 break away from 3
        G1: scharnhorst; far
        B1: duke_of_york jamaica; far
        B2: belfast norfolk sheffield british_dd_squadron/4; far round 2
    """,
}


def text_of_ship(ship: Ship) -> str:
    """Her type, the Hits that destroy her, and what is special about her."""
    flags = {"laden": ship.is_laden, "dispersal": ship.may_disperse, "smoke": ship.smokes_at_start}
    parts = [ship.type, *([str(ship.limit)] if ship.limit else []), *(flag for flag, is_set in flags.items() if is_set)]
    return "/".join(parts)


def text_of_force(name: str, force: TaskForce) -> str:
    """A task force: its ships, where it is, and where it is bound for."""
    if SCENARIOS[name].kind == BATTLE:
        entry = SCENARIOS[name].task_force[force.key].enters_round
        place = "far" if entry == 1 else f"far round {entry}"
    elif force.box:
        place = f"box {force.box}"
    else:
        place = " ".join(HEXES[number] for number in force.line) or f"station {HEXES[force.station]}"
    bound = f" to {force.destination}" if force.destination else ""
    return f"{force.key}: {' '.join(map(text_of_ship, force.ships))}; {place}{bound}"


def text_of(name: str, state: State) -> list[str]:
    """A set-up in the lines of the table above."""
    given = SCENARIOS[name]
    head = f"{state.active} {state.weather} tally {state.tally} "
    if given.kind == BATTLE:
        head += f"rounds {given.rounds} break away from {given.break_away_from}"
    else:
        head += f"limit {given.limit}"
    lines = [head, *(text_of_force(name, force) for force in state.forces.values())]
    for group in state.groups.values():
        lines.append(f"{group.key}: {' '.join(map(text_of_ship, group.ships))}; group {group.port}")
    for boat in state.stealth.values():
        lines.append(f"{boat.kind} {boat.side} {'box' if boat.hex == NO_HEX else HEXES[boat.hex]}")
    lines += [f"airbase {marker.side} {marker.hex}" for marker in given.airbase]
    ships = [*(ship for force in state.forces.values() for ship in force.ships)]
    ships += [ship for group in state.groups.values() for ship in group.ships]
    types = {ship.id: ship.type for ship in ships}
    lines += [f"leader {leader} {types[where.at]}" for leader, where in state.leaders.items()]
    if state.refuel:
        lines.append("supply " + " ".join(HEXES[number] for number in state.refuel))
    for side in ("german", "british", "neutral"):
        ports = sorted(port for port in given.control if waters(name).control[port] == side)
        lines += [f"{side} ports: {' '.join(ports)}"] if ports else []
    return lines


@pytest.mark.parametrize("name", SET_UPS)
@rule("AC-AMB-29", "AC-LD-01", "AC-PT-09", "AC-EX-05", "AC-EX-06", "AC-EX-17", "AC-TF-01", "AC-CV-06")
def test_a_scenario_begins_as_it_was_designed(name: str) -> None:
    state = GAME.setup(name, GAME.read_options({}))
    assert sorted(text_of(name, state)) == sorted(textwrap.dedent(SET_UPS[name]).strip().splitlines())


def test_there_are_ten_operations_and_four_battles() -> None:
    assert list(SCENARIOS) == list(SET_UPS)
    assert [name for name in SCENARIOS if SCENARIOS[name].kind == BATTLE] == [
        "denmark_strait", "river_plate", "glorious", "north_cape",
    ]  # fmt: skip


@pytest.mark.parametrize("name", SET_UPS)
@rule("AC-AC-01")
def test_every_scenario_can_be_begun(name: str) -> None:
    match = flagplot.new("atlantic-chase", scenario=name, seed=1)
    assert GAME.defects(match.state) == []
    assert match.decision
    assert match.decision.options


@rule("AC-EX-05", "AC-PT-07")
def test_whose_port_it_is_follows_the_year_unless_the_scenario_says() -> None:
    def control(port: str) -> list[str]:
        return [waters(name).control[port] for name in ("rawalpindi", "juno", "jervis_bay", "berlin", "rosselsprung")]

    assert control("brest") == ["british", "british", "german", "german", "german"]
    assert control("bergen") == ["neutral", "german", "german", "german", "german"]
    assert control("narvik") == ["neutral", "neutral", "german", "german", "german"]
    assert control("murmansk") == ["neutral", "neutral", "neutral", "neutral", "british"]
    assert control("hvalfjordur") == ["neutral", "british", "british", "british", "british"]
    assert control("new_york") == ["neutral", "neutral", "neutral", "british", "british"]
    assert control("south_america") == ["german"] * 5
    for name in (name for name, scenario in SCENARIOS.items() if scenario.kind != BATTLE):
        assert set(waters(name).control) == set(PORTS)
        assert set(waters(name).control.values()) <= {"german", "british", "neutral"}
