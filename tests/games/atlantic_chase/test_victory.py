"""How scenarios are scored, how they end, and who has won (AC-EX, AC-AMB-26, AC-AMB-53 to 56)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from flagplot.engine.match import Match
from flagplot.games.atlantic_chase import GAME
from flagplot.games.atlantic_chase.model.forces import (
    along,
    boxed,
    manned,
    stationed,
)
from flagplot.games.atlantic_chase.model.scoring import points
from flagplot.games.atlantic_chase.scenarios import SCENARIOS
from flagplot.games.atlantic_chase.state import Fate, State, TaskForce
from tests.games.atlantic_chase.builder import (
    asked,
    at,
    boat,
    crewed,
    do,
    force,
    lapse,
    line,
    marked,
    offered,
    orders,
    play,
    position,
    rolled,
    ship,
    tf,
    told,
    where,
)
from tests.rules import rule

GERMAN, BRITISH = "german", "british"


def begun(name: str, **fields: Any) -> State:
    """A scenario as it is set up, but for what is said."""
    state: State = GAME.setup(name, GAME.read_options({}))
    for field, value in fields.items():
        assert hasattr(state, field), field
        setattr(state, field, value)
    return state


def scored(name: str, *fates: Fate) -> tuple[int, int]:
    """What the fates of ships are worth in a scenario, to the Germans and to the British."""
    state = begun(name, forces={}, groups={}, fates=list(fates))
    score = points(state)
    return score[GERMAN], score[BRITISH]


def sunk(name: str, **changes: Any) -> Fate:
    """A ship that has sunk."""
    return Fate(ship(name, **changes), "sunk")


def home(name: str, port: str, is_destination: bool = True, **changes: Any) -> Fate:
    """A ship that has completed at a port."""
    return Fate(ship(name, **changes), "completed", port, is_destination)


def still(name: str, **changes: Any) -> Fate:
    """A ship that is afloat and out of play."""
    return Fate(ship(name, **changes), "left")


def in_play(name: str, *forces: str, **changes: Any) -> tuple[int, int]:
    """What ships are worth that are in play when it ends."""
    german, british = forces
    state = begun(name, groups={})
    state.forces = {"G1": tf("G1", german, "0712"), "B1": tf("B1", british, "0909")}
    if changes:
        state.forces["B1"] = manned(state.forces["B1"], (replace(state.forces["B1"].ships[0], **changes),))
    score = points(state)
    return score[GERMAN], score[BRITISH]


def result(match: Match[State]) -> tuple[str | None, int, int]:
    """Who has won, and the points of the Germans and of the British."""
    assert match.result, asked(match)
    score = points(match.state)
    return match.result.winner, score[GERMAN], score[BRITISH]


# Points


@pytest.mark.parametrize(
    ("fates", "score"),
    [
        ([home("british_convoy", "clyde")], (0, 3)),
        ([home("british_convoy", "clyde", is_dispersed=True)], (0, 2)),
        ([home("british_convoy", "gibraltar", False)], (0, 0)),
        ([home("british_convoy+2", "clyde")], (2, 3)),
        ([sunk("hood")], (3, 0)), ([still("hood*")], (1, 0)), ([sunk("rodney")], (3, 0)), ([sunk("glorious")], (3, 0)),
        ([still("ark_royal*")], (1, 0)), ([sunk("norfolk")], (2, 0)), ([still("norfolk*")], (1, 0)),
        ([sunk("arethusa")], (1, 0)), ([still("arethusa*")], (0, 0)),
        ([sunk("bismarck")], (0, 3)), ([still("scheer*")], (0, 1)), ([sunk("scheer")], (0, 2)),
        ([sunk("hipper")], (0, 2)), ([sunk("koln")], (0, 1)), ([sunk("british_dd_squadron")], (0, 0)),
        ([home("scharnhorst", "trondheim", origin="kiel")], (1, 0)),
        ([home("scharnhorst", "trondheim")], (1, 0)),
        ([home("scharnhorst", "kiel", origin="kiel")], (0, 0)),
        ([home("koln", "trondheim", origin="kiel")], (0, 0)),
        ([home("scheer*", "trondheim", origin="kiel")], (1, 1)),
        ([sunk("hood"), sunk("norfolk"), sunk("scheer")], (5, 2)),
    ],
)  # fmt: skip
@rule("AC-EX-03", "AC-EX-01", "AC-AMB-56", "AC-CP-04", "AC-CV-01")
def test_the_common_points(fates: list[Fate], score: tuple[int, int]) -> None:
    """In Juno, which has no points of its own."""
    assert scored("juno", *fates) == score


@rule("AC-EX-03", "AC-AMB-56")
def test_a_convoy_in_play_at_the_end_is_worth_a_little_less_than_one_that_is_home() -> None:
    assert in_play("juno", "hipper", "british_convoy") == (0, 2)
    assert in_play("juno", "hipper", "british_convoy", is_dispersed=True, hits=1) == (1, 1)


@rule("AC-EX-01", "AC-EX-03")
def test_a_ship_scores_once_by_the_worst_that_happened_to_her() -> None:
    """Sunk after she was damaged and hit."""
    assert scored("juno", sunk("hood*+2")) == (3, 0)


@rule("AC-EX-01", "AC-EX-13")
def test_the_entry_with_the_most_conditions_counts() -> None:
    """In Rheinübung Bismarck has points of her own, and so have Convoys."""
    assert scored("rheinubung", sunk("bismarck")) == (0, 5)
    assert scored("rheinubung", still("bismarck*")) == (0, 2)
    assert scored("rheinubung", sunk("prinz_eugen")) == (0, 2)
    assert scored("rheinubung", home("bismarck", "brest", origin="bergen")) == (4, 0)
    assert scored("rheinubung", home("bismarck*", "brest", origin="bergen")) == (1, 2)
    assert scored("rheinubung", home("bismarck", "kiel", origin="bergen")) == (1, 0)
    assert scored("rheinubung", home("bismarck", "bergen", origin="bergen")) == (0, 0)
    assert convoys_in("rheinubung") == (2, 1, 1, 1)
    assert len(begun("rheinubung").refuel) == 2


def convoys_in(name: str) -> tuple[int, int, int, int]:
    """What a Convoy is worth: completed, completed dispersed, in play at the end, the same dispersed."""
    fates = home("british_convoy", "clyde"), home("british_convoy", "clyde", is_dispersed=True)
    homeward = [scored(name, fate)[1] for fate in fates]
    at_sea = [in_play(name, "hipper", "british_convoy", is_dispersed=scattered)[1] for scattered in (False, True)]
    return homeward[0], homeward[1], at_sea[0], at_sea[1]


@rule("AC-EX-12", "AC-EX-03")
def test_the_points_of_berlin() -> None:
    assert convoys_in("berlin") == (3, 2, 2, 1)
    assert scored("berlin", home("gneisenau", "brest", origin="kiel")) == (2, 0)
    assert scored("berlin", home("gneisenau", "bergen", origin="kiel")) == (1, 0)
    assert scored("berlin", home("hipper", "brest", origin="brest")) == (0, 0)
    assert scored("berlin", home("hipper", "kiel", origin="brest")) == (1, 0)
    assert len(begun("berlin").refuel) == 3


@rule("AC-EX-11")
def test_the_points_of_jervis_bay() -> None:
    assert convoys_in("jervis_bay") == (2, 1, 1, 1)
    assert scored("jervis_bay", still("british_convoy+6"), sunk("scheer")) == (6, 2)


@rule("AC-EX-14")
def test_the_points_of_sportpalast() -> None:
    assert convoys_in("sportpalast") == (1, 1, 1, 1)
    assert scored("sportpalast", still("tirpitz+1")) == (0, 0)
    assert scored("sportpalast", still("tirpitz*+1")) == (0, 1)
    assert scored("sportpalast", sunk("tirpitz*+4")) == (0, 4)


@rule("AC-EX-08")
def test_the_points_of_rawalpindi() -> None:
    both = home("scharnhorst", "wilhelmshaven"), home("gneisenau", "wilhelmshaven")
    assert scored("rawalpindi", sunk("rawalpindi")) == (3, 0)
    assert scored("rawalpindi", still("norfolk*"), sunk("norfolk"), sunk("delhi")) == (0 + 1 + 1, 0)
    assert scored("rawalpindi", still("nelson*"), sunk("furious")) == (2 + 4, 0)
    assert scored("rawalpindi", still("gneisenau*"), sunk("scharnhorst")) == (0, 2 + 5)
    assert scored("rawalpindi", *both) == (0, 1)
    assert scored("rawalpindi", *both, sunk("rawalpindi")) == (3, 0)
    assert scored("rawalpindi", *both, still("british_convoy+1")) == (1, 0)
    assert convoys_in("rawalpindi") == (3, 3, 3, 3)


@rule("AC-EX-09", "AC-AMB-54")
def test_the_points_of_weserubung() -> None:
    for landed, german in (("narvik", 4), ("trondheim", 3), ("bergen", 2)):
        assert points(begun("weserubung", landed=[landed], forces={}, groups={}))[GERMAN] == german
    assert scored("weserubung", sunk("german_dd_squadron", is_laden=True)) == (0, 2)
    assert scored("weserubung", sunk("german_dd_squadron")) == (0, 0)


# Ends and winners


def struck(name: str, *others: Any, dice: tuple[int, ...] = (6, 5, 3, 3), **fields: Any) -> Match[State]:
    """Aircraft of Ark Royal sink the raider Widder, the first of the Germans."""
    state = position(tf("G1", "widder", "0812"), tf("B1", "ark_royal", "0812"), *others, scenario=name, **fields)
    return do(play(state, *dice), ("strike", "B1", "G1"))


@rule("AC-EX-04", "AC-AMB-55", "AC-EX-01")
def test_it_ends_at_once_when_no_german_task_force_is_left() -> None:
    """Before anybody lapses or vies; a Convoy in play is worth two points."""
    match = struck("rosselsprung", line("B2", "british_convoy", "0909 0908"))
    assert result(match) == (BRITISH, 0, 2)
    assert rolled(match) == ["strike_roll"]
    going_on = struck("rosselsprung", line("B2", "british_convoy", "0909 0908"), tf("G2", "hipper", "0712"))
    assert going_on.result is None


@rule("AC-EX-04", "AC-AMB-55")
def test_it_ends_when_no_convoy_is_left_and_the_germans_are_in_port() -> None:
    """The last Convoy completes; a German Station lies in the hex of Brest, and one in a box."""
    for place, ends in (("1310", True), ("0712", False), ("1310 1410", False), ("1308", False)):
        state = position(
            line("B1", "british_convoy", "1208 1309", destination="clyde"),
            tf("G1", "bismarck", place), tf("G2", "hipper", "kiel"),
        )  # fmt: skip
        match = do(play(state), ("complete", "B1", "clyde"), ("evade", "G2"))
        assert (match.result is not None) == ends, place
        assert told(match)[-1] == ("british_wins" if ends else "completed")


@rule("AC-EX-01")
def test_equal_points_are_a_draw() -> None:
    """A Hit on the Convoy for each of its two points."""
    hurt = crewed(line("B2", "british_convoy", "0909 0908"), ship("british_convoy+2"))
    match = struck("rosselsprung", hurt)
    assert (result(match), told(match)[-1]) == ((None, 2, 2), "drawn")


@rule("AC-EX-01")
def test_the_germans_win_on_points() -> None:
    hurt = crewed(line("B2", "british_convoy", "0909 0908"), ship("british_convoy+3"))
    assert result(struck("rosselsprung", hurt)) == (GERMAN, 3, 2)


@rule("AC-AMB-26", "AC-EX-04")
def test_it_ends_when_the_initiative_passes_to_the_german_for_the_last_time() -> None:
    """At once, without a Weather Check; one turn earlier it goes on. Passing to the British does not count."""
    forces = tf("B1", "kent", "0909"), line("G1", "bismarck", "0712 0713")
    match = do(play(position(*forces, turns=15)), ("pass", ""))
    assert (result(match), told(match)[-2:], rolled(match)) == ((None, 0, 0), ["limit_reached", "drawn"], [])
    match = do(play(position(*forces, turns=14), 1), ("pass", ""))
    assert (match.state.turns, asked(match)) == (15, (GERMAN, "order"))
    match = do(play(position(*forces, turns=15, active=GERMAN), 1), ("pass", "G1"), at("0712"))
    assert (match.state.turns, asked(match)) == (15, (BRITISH, "order"))


# The single scenarios


def deutschland(ships: str, place: str, **fields: Any) -> State:
    return position(
        tf("G1", ships, place), tf("B1", "newcastle", "1307"), tf("B2", "belfast", "1407"),
        scenario="northern_patrol", active=GERMAN, **fields,
    )  # fmt: skip


@rule("AC-EX-07", "AC-EX-02")
def test_northern_patrol_is_won_by_coming_home() -> None:
    match = do(play(deutschland("deutschland", "1509")), ("complete", "G1", "wilhelmshaven"), ("evade", "B1"))
    assert (result(match)[0], told(match)[-1]) == (GERMAN, "german_goal")
    for place in ("1310", "0312"):
        assert orders(play(deutschland("deutschland", place)), "complete") == []


@rule("AC-EX-07", "AC-EX-02", "AC-AMB-26")
def test_northern_patrol_is_lost_by_damage_and_at_the_limit() -> None:
    """Newcastle engages and surprises her; a Hit at Short range damages her."""
    state = deutschland("deutschland", "0712", turns=7)
    match = do(play(replace_active(state, BRITISH)), ("pass", ""))
    assert (result(match)[0], told(match)[-2:]) == (BRITISH, ["limit_reached", "british_goal"])
    state = deutschland("deutschland", "1307")
    state.weather = "bad"
    match = do(play(replace_active(state, BRITISH), 6, 6, *(6,) * 40), ("engage", "B1", "G1"))
    while match.result is None:
        do(match, offered(match)[0])
    assert (result(match)[0], told(match)[-1]) == (BRITISH, "british_goal")


def replace_active(state: State, side: str) -> State:
    state.active = side  # type: ignore[assignment]
    return state


@rule("AC-EX-08", "AC-AS-01")
def test_in_rawalpindi_air_bases_support_but_do_not_strike() -> None:
    for name, strikes in (("rawalpindi", False), ("rheinubung", True)):
        state = position(tf("B1", "kent", "1308"), tf("G1", "scharnhorst gneisenau", "1308"), scenario=name)
        match = play(state, *(1,) * 60)
        assert (("air_orkney", "G1") in orders(match, "strike")) == strikes
        do(match, ("engage", "B1", "G1"))
        assert ("air_orkney", at("1308")) in offered(match)


@rule("AC-EX-08")
def test_rawalpindi_ends_when_both_battlecruisers_are_home() -> None:
    state = begun("rawalpindi")
    for own in ("gneisenau scharnhorst", "gneisenau"):
        names = own.split()
        state.forces["G1"] = boxed(manned(state.forces["G1"], tuple(map(ship, names))), "wilhelmshaven")
        state.fates = [] if len(names) == 2 else [sunk("scharnhorst")]
        match = do(play(state), ("complete", "G1", "wilhelmshaven"), ("evade", "B1"))
        assert result(match) == ((BRITISH, 0, 1 + 3) if len(names) == 2 else (BRITISH, 0, 5 + 3))


def laden(key: str, hexes: str) -> TaskForce:
    """Hipper with destroyers that carry troops."""
    return crewed(tf(key, "hipper", hexes), ship("hipper"), ship("german_dd_squadron", is_laden=True, limit=4))


@rule("AC-AMB-54", "AC-EX-09")
def test_a_landing_is_a_completion_after_which_the_task_force_stays_and_lapses() -> None:
    """At Trondheim, which is neutral; then nobody is laden any more, and it ends."""
    other = crewed(tf("G2", "koln", "kiel"), ship("koln"), ship("german_convoy", is_laden=True, limit=4))
    own = laden("G1", "1406 1405 1506"), tf("B1", "kent", "0909")
    match = play(position(*own, other, scenario="weserubung", active=GERMAN))
    assert orders(match, "complete") == [("G1", "trondheim"), ("G2", "kiel")]
    do(match, ("complete", "G1", "trondheim"), ("evade", "B1"))
    assert asked(match) == (GERMAN, "lapse")
    lapse(match, "G1", "1406 1405")
    assert (where(match, "G1"), [one.is_laden for one in force(match, "G1").ships]) == ("1506 ", [False, False])
    assert (match.state.landed, asked(match), match.state.active) == (["trondheim"], (GERMAN, "order"), GERMAN)
    assert orders(match, "complete") == [("G2", "kiel")]  # each port once, and nobody is left to land
    last = do(
        play(position(*own, scenario="weserubung", active=GERMAN)), ("complete", "G1", "trondheim"), ("evade", "B1")
    )
    lapse(last, "G1", "1406 1405")
    assert result(last) == (GERMAN, 3, 0)


@rule("AC-AMB-54")
def test_a_port_is_landed_at_once_only_and_by_laden_ships_only() -> None:
    state = position(laden("G1", "1506"), tf("B1", "kent", "0909"), scenario="weserubung", active=GERMAN)
    assert orders(play(state), "complete") == [("G1", "trondheim")]
    state.landed = ["trondheim"]
    assert orders(play(state), "complete") == []
    other = crewed(tf("G2", "koln", "0712"), ship("koln"), ship("german_convoy", is_laden=True, limit=4))
    state = position(tf("G1", "hipper", "1506"), other, tf("B1", "kent", "0909"), scenario="weserubung", active=GERMAN)
    assert orders(play(state), "complete") == []


@rule("AC-AMB-54", "AC-CP-02")
def test_a_landing_fails_when_the_enemy_seizes_the_initiative() -> None:
    state = position(laden("G1", "1406 1405 1506"), tf("B1", "kent", "0909"), scenario="weserubung", active=GERMAN)
    match = do(play(state, 6, 5, 1), ("complete", "G1", "trondheim"), "try")
    lapse(match, "G1", "1406 1405")
    assert (match.state.landed, force(match, "G1").ships[1].is_laden) == ([], True)
    assert asked(match) == (BRITISH, "order")


@rule("AC-EX-10", "AC-EX-16")
def test_convoys_that_must_lapse_first_cannot_complete_before() -> None:
    for name, port, hexes in (("juno", "clyde", "1208 1309"), ("regenbogen", "murmansk", "1703 1704")):
        state = begun(name, active=BRITISH, weather="bad", leaders={})
        assert [key for key, held in state.forces.items() if held.must_lapse] == (
            ["B1", "B2"] if name == "juno" else ["B1"]
        )
        state.forces["B1"] = along(state.forces["B1"], tuple(map(at, hexes.split())))
        match = play(state, *(1,) * 9)
        assert ("B1", port) not in orders(match, "complete")
        do(match, ("pass", "B1"))
        lapse(match, "B1", hexes.split()[0])
        do(match, ("pass", "G1" if name == "juno" else ""))
        if asked(match)[1] == "lapse":
            do(match, offered(match)[0])
        assert ("B1", port) in orders(match, "complete")


@rule("AC-EX-10", "AC-EX-14")
def test_juno_and_sportpalast_go_on_without_germans_while_a_convoy_is_left() -> None:
    for name in ("juno", "sportpalast"):
        match = struck(name, line("B2", "british_convoy", "0909 0908"))
        assert match.result is None
        assert match.state.active == BRITISH
        ended = struck(name, tf("B2", "kent", "0909"))
        assert result(ended) == (None, 0, 0)


@rule("AC-EX-11")
@pytest.mark.parametrize(("hits", "how"), [(5, "german_wins"), (6, "german_wins_decisively")])
def test_six_hits_on_convoys_make_a_german_victory_in_jervis_bay_decisive(hits: int, how: str) -> None:
    convoy = crewed(tf("B1", "british_convoy", "0909"), ship(f"british_convoy+{hits}"))
    state = position(convoy, line("G1", "scheer", "0712 0713"), scenario="jervis_bay", turns=9)
    match = do(play(state, 1), ("pass", ""))
    assert (result(match), told(match)[-1]) == ((GERMAN, hits, 1), how)


@rule("AC-EX-11")
def test_scheer_completes_in_south_america_france_and_germany_only() -> None:
    found = {}
    for place in ("1310", "1410", "1507", "1608", "0412"):
        state = position(tf("G1", "scheer", place), tf("B1", "kent", "0909"), scenario="jervis_bay", active=GERMAN)
        found[place] = [port for _, port in orders(play(state), "complete")]
    assert found == {"1310": ["brest"], "1410": ["st_nazaire"], "1507": [], "1608": ["kiel"], "0412": ["south_america"]}
    assert SCENARIOS["jervis_bay"].bases_out == ("biscay_french",)


@rule("AC-EX-15")
def test_in_rosselsprung_convoys_complete_at_archangel_and_not_at_murmansk() -> None:
    for ships, hexes, ports in (
        ("british_convoy", "1703 1704", []),
        ("kent", "1703 1704", ["murmansk"]),
        ("british_convoy", "1803 1804", ["archangel"]),
    ):
        state = position(line("B1", ships, hexes), line("G1", "hipper", "0712 0713"), scenario="rosselsprung")
        assert [port for _, port in orders(play(state), "complete")] == ports
    ships_at_start = [one for held in begun("rosselsprung").forces.values() for one in held.ships]
    assert [one.id for one in ships_at_start if one.may_disperse] == ["pq_17"]


@rule("AC-AMB-53", "AC-EX-15")
def test_german_heavy_ships_keep_two_hexes_clear_of_victorious() -> None:
    """She is in 0909: Tirpitz is in 0811, three hexes away, and may go no nearer; Hipper alone may."""
    carrier = tf("B1", "victorious kent", "0909")
    for ships, key, barred in (("tirpitz hipper", "G1", True), ("hipper", "G1", False)):
        state = position(line(key, ships, "0811"), carrier, scenario="rosselsprung", active=GERMAN)
        match = do(play(state), ("trajectory", "G1"))
        assert (at("0810") not in [number for _, number in offered(match)]) == barred
        assert (("defy",) in offered(play(state))) == barred
        refusal = match.why_not((1, at("0810")))
        assert (refusal.rule if refusal else "") == ("AC-AMB-53" if barred else "")
    hurt = position(
        line("G1", "tirpitz", "0811"), tf("B1", "victorious* kent", "0909"), scenario="rosselsprung", active=GERMAN
    )
    match = do(play(hurt), ("trajectory", "G1"))
    assert at("0810") in [number for _, number in offered(match)]
    assert orders(play(position(line("G1", "tirpitz", "0811"), carrier, active=GERMAN)), "defy") == []  # Rheinübung


@rule("AC-AMB-53", "AC-EX-15")
def test_a_point_lifts_the_order_for_the_rest_of_the_game() -> None:
    state = position(
        line("G1", "tirpitz", "0811"), tf("B1", "victorious kent", "0909"), scenario="rosselsprung", active=GERMAN
    )
    match = do(play(state), ("defy",))
    assert points(match.state)[GERMAN] == -1
    assert (asked(match), orders(match, "defy"), rolled(match)) == ((GERMAN, "order"), [], [])
    do(match, ("trajectory", "G1"), (1, at("0810")), "done")
    assert where(match, "G1") == "0811 0810 "


@rule("AC-EX-16", "AC-WX-01")
def test_in_regenbogen_nobody_checks_the_weather() -> None:
    match = do(play(begun("regenbogen")), ("pass", ""))
    assert (rolled(match), match.state.weather, asked(match)) == ([], "bad", (BRITISH, "order"))


@pytest.mark.parametrize(
    ("fates", "hits", "winner"),
    [((), 2, BRITISH), ((), 3, GERMAN), (("hipper",), 3, BRITISH), (("lutzow",), 9, BRITISH), ((), 0, BRITISH)],
)
@rule("AC-EX-16", "AC-EX-02", "AC-AMB-26")
def test_regenbogen_is_won_by_hits_unless_a_heavy_ship_is_lost(fates: tuple[str, ...], hits: int, winner: str) -> None:
    """It ends when the Initiative comes to the German for the fifth time."""
    state = begun("regenbogen", active=BRITISH, turns=4)
    convoy, escort = state.forces["B1"].ships
    state.forces["B1"] = manned(state.forces["B1"], (replace(convoy, hits=hits), escort))
    for name in fates:
        key = "G1" if name == "hipper" else "G2"
        state.forces[key] = manned(state.forces[key], tuple(one for one in state.forces[key].ships if one.id != name))
        state.fates.append(sunk(name))
    match = do(play(state, 1), ("pass", "B1"))
    if match.result is None:
        do(match, offered(match)[0])
    assert (result(match)[0], told(match)[-1]) == (winner, f"{winner}_goal")


@rule("AC-EX-16", "AC-AMB-55")
def test_regenbogen_ends_when_the_convoy_completes() -> None:
    state = begun("regenbogen", active=BRITISH)
    state.forces["B1"] = replace(stationed(state.forces["B1"], at("1704")), must_lapse=False)
    match = do(play(state), ("complete", "B1", "murmansk"), ("evade", "G1"))
    assert result(match)[0] == BRITISH


# Battles by themselves


def fought(state: State, *dice: int) -> Match[State]:
    """A battle in which everybody takes the first option and nobody breaks away."""
    match = play(state, *dice)
    while match.result is None:
        answers = offered(match)
        do(match, "no" if "no" in answers else "none" if "none" in answers else answers[0])
    return match


@pytest.mark.parametrize(
    ("name", "winner", "how"),
    [
        ("denmark_strait", GERMAN, "german_wins_tie"),
        ("river_plate", GERMAN, "german_goal"),
        ("glorious", BRITISH, "british_goal"),
        ("north_cape", GERMAN, "german_goal"),
    ],
)
@rule("AC-EX-17", "AC-EX-06", "AC-EX-01", "AC-EX-02")
def test_who_wins_a_battle_without_a_hit_after_six_rounds(name: str, winner: str | None, how: str) -> None:
    match = fought(begun(name), *(1,) * 600)
    assert (result(match), told(match)[-1]) == ((winner, 0, 0), how)
    assert told(match).count("round_begins") == 6


def nearly_gone(name: str, key: str, ship_id: str) -> State:
    """A ship of a battle has one Hit left, or two."""
    state = begun(name)
    held = state.forces[key]
    back = next(one for one in held.ships if one.id == ship_id).kind.back
    assert back
    assert back.hits
    hurt = tuple(
        replace(one, is_damaged=True, hits=(back.hits or 0) - 1) if one.id == ship_id else one for one in held.ships
    )
    state.forces[key] = manned(held, hurt)
    return state


@pytest.mark.parametrize(
    ("name", "key", "ship_id", "winner", "score"),
    [
        ("glorious", "B1", "glorious", GERMAN, 3),
        ("north_cape", "G1", "scharnhorst", BRITISH, 3),
        ("river_plate", "G1", "graf_spee", BRITISH, 2),
    ],
)
@rule("AC-EX-17", "AC-EX-06", "AC-BE-01")
def test_who_wins_when_the_ship_that_matters_is_sunk(
    name: str, key: str, ship_id: str, winner: str, score: int
) -> None:
    match = fought(nearly_gone(name, key, ship_id), *(6,) * 900)
    assert result(match)[0] == winner
    assert points(match.state)[winner] >= score
    assert ship_id in [fate.ship.id for fate in match.state.fates if fate.how == "sunk"]


@rule("AC-EX-06")
def test_nobody_breaks_away_before_the_round_that_the_scenario_names() -> None:
    for name, first in (("denmark_strait", 3), ("river_plate", 3), ("glorious", 1), ("north_cape", 3)):
        match = play(begun(name), *(1,) * 600)
        while asked(match)[1] != "break_away":
            answers = offered(match)
            do(match, "no" if "no" in answers else "none" if "none" in answers else answers[0])
        assert told(match).count("round_begins") == first, name


@rule("AC-EX-06", "AC-EX-17")
def test_ships_come_up_in_their_round_and_squadrons_begin_in_smoke() -> None:
    match = play(begun("north_cape"), *(1,) * 600)
    while told(match).count("round_begins") < 2:
        answers = offered(match)
        do(match, "no" if "no" in answers else "none" if "none" in answers else answers[0])
    assert "comes_up" in told(match)
    assert match.state.battle
    assert match.state.battle.zones["belfast"] == "far"
    smoky = play(begun("glorious"), *(1,) * 600)
    assert smoky.state.battle
    assert smoky.state.battle.smoke == ["ardent_and_acasta"]


@rule("AC-EX-06", "AC-EX-03")
def test_a_destroyer_squadron_is_worth_a_point_in_a_battle() -> None:
    assert scored("glorious", sunk("british_dd_squadron")) == (1, 0)


@rule("AC-EX-17")
def test_in_denmark_strait_only_sunk_ships_count() -> None:
    assert scored("denmark_strait", sunk("hood"), still("prince_of_wales*"), still("bismarck*")) == (1, 0)
    assert scored("denmark_strait", sunk("bismarck"), sunk("prinz_eugen"), still("hood*")) == (0, 2)


@rule("AC-AMB-51", "AC-EX-12", "AC-EX-13")
def test_a_supply_ship_serves_one_german_task_force_once() -> None:
    """A marker, or one Hit less; a British task force has no use for her, and damage stays."""
    for answer, hits, marks in (("evade", 1, {"evasive": "yes"}), ("bismarck", 0, {})):
        state = position(
            line("G1", "bismarck+1", "0811 0812"), tf("B1", "kent", "0709"), active=GERMAN, refuel=[at("0812")]
        )
        match = do(play(state), ("refuel", "G1", at("0812")), answer)
        assert (force(match, "G1").ships[0].hits, marked(match, "G1"), match.state.refuel) == (hits, marks, [])
        assert (asked(match), orders(match, "refuel"), rolled(match)) == ((GERMAN, "order"), [], [])
    away = position(line("G1", "bismarck", "0810 0811"), tf("B1", "kent", "0812"), active=GERMAN, refuel=[at("0812")])
    assert orders(play(away), "refuel") == []
    damaged = position(
        line("G1", "bismarck*", "0811 0812"), tf("B1", "kent", "0709"), active=GERMAN, refuel=[at("0812")],
        boats=(boat("U1"),),
    )  # fmt: skip
    match = do(play(damaged), ("refuel", "G1", at("0812")))
    assert (force(match, "G1").ships[0].is_damaged, marked(match, "G1")) == (True, {"evasive": "yes"})
