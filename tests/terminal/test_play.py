"""The terminal game: what is typed is done, what is asked for is shown, and nothing is ever lost."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import flagplot
from flagplot.engine import Ask, Event, Match, Odds, Table
from flagplot.engine.view import Description
from flagplot.games.atlantic_wolves.words import BERTHS, PLACE_BOAT
from tests.engine.test_shortcuts import battery
from tests.engine.toy import BLUE, LEAD, RED, LeadsHigh, ToyState, deal, lead, push, toy_match
from tests.games.atlantic_wolves.builder import QUIET, play, position
from tests.terminal.evening import ALL_SAIL, SLUG, attacking, evening, nearly_over

# The screen


def test_the_first_screen_shows_the_map_the_tracks_the_figures_and_the_question(tmp_path: Path) -> None:
    screen = evening(tmp_path).screen
    for words in (
        "Atlantic Wolves   August 1942, month 1 of 10: Strategic phase",
        "╭ North Atlantic ─",
        "▲U1 2 3 4 5 6",
        "[Aug]Sep Oct",
        "order A, order B from 2",
        "! Boats lost this month 0/3",
        "Tally       Tons Ships Boats Lost",
        "German: Where does Dönitz spend August 1942?  AW-STR-01",
        "  1  HQ",
        "  2  Sub Pens",
        "u undo  o odds  h hint",
    ):
        assert words in screen


def test_the_hash_of_the_seed_is_published_before_the_first_roll(tmp_path: Path) -> None:
    after = evening(tmp_path)
    assert after.match.seed_hash in "".join(after.screen.split())


@pytest.mark.parametrize(("width", "height"), [(100, 40), (140, 45), (120, 50), (200, 60)])
def test_the_whole_screen_fits_into_the_terminal(tmp_path: Path, width: int, height: int) -> None:
    last = evening(tmp_path, "1", "1", width=width, height=height).last_screen
    frame = last[: last.index("help\n")].splitlines()
    assert len(frame) < height
    assert max(map(len, frame)) <= width
    assert "Iceland ━" in last


@pytest.mark.parametrize(("width", "height"), [(80, 24), (99, 50), (100, 24), (60, 20)])
def test_a_small_terminal_gets_a_list_instead_of_the_map(tmp_path: Path, width: int, height: int) -> None:
    screen = evening(tmp_path, "1", width=width, height=height).last_screen
    assert "╭" not in screen
    assert "> Iceland" in screen
    assert max(map(len, screen.partition("\nThe game is saved")[0].splitlines())) <= width


def test_a_low_terminal_has_the_map_and_goes_without_the_table(tmp_path: Path) -> None:
    screen = evening(tmp_path, width=100, height=32).last_screen
    assert "╭ Iceland" in screen
    assert "Tally" not in screen


def test_a_wide_terminal_has_the_table_beside_the_map(tmp_path: Path) -> None:
    lines = evening(tmp_path, width=140, height=45).last_screen.splitlines()
    assert any("│" in line and "Tally" in line for line in lines)


def test_what_happened_since_the_last_decision_is_told_with_its_dice_and_clauses(tmp_path: Path) -> None:
    screen = evening(tmp_path, "1", match=attacking()).last_screen
    assert "⚂ Iceland: U-boat 1 attacks from the aggressive square: 3 +2" in screen
    assert "= 5  AW-ATK-01" in screen
    assert "45,000 tons sunk" in screen
    assert "AW-ATK-01" in screen


def test_what_follows_from_a_row_of_orders_is_told_in_full(tmp_path: Path) -> None:
    match = flagplot.new(SLUG, seed=7)
    lines = [option_number(match, decision) for decision in ("hq", *["pens"] * 6, (0, 0))]
    after = evening(tmp_path, *lines[:-2], lines[-2], "", lines[-1], match=flagplot.new(SLUG, seed=7))
    told = after.match.log()[-6:]
    assert "In the air" in told[0].text
    for entry in told:
        assert " ".join(entry.text.split()[:5]) in after.last_screen


@pytest.mark.parametrize(("width", "height"), [(100, 40), (120, 45), (80, 24)])
def test_long_news_leave_the_question_on_the_screen_and_say_how_many_lines_there_are(
    tmp_path: Path, width: int, height: int
) -> None:
    after = evening(tmp_path, match=chatting(), seats=[BLUE], width=width, height=height)
    frame = after.last_screen[: after.last_screen.index("help\n")].splitlines()
    assert len(frame) < height
    (before,) = re.findall(r"… (\d+) lines more, l shows all", after.last_screen)
    shown = re.findall(r"Rumour (\d+)", after.last_screen)
    assert shown == [str(number) for number in range(41 - len(shown), 41)]
    assert int(before) + len(shown) == len(after.match.log(BLUE))


def chatting() -> Match[Any]:
    """A match in which much is told before the other seat decides for the first time."""
    rumour = Event("rumour", "Rumour {number} of a convoy.", "TY-GEN-02")

    def lead(table: Table[ToyState]) -> str:
        table.choose(RED, LEAD, table.state.hands[RED], seat=RED)
        for number in range(1, 41):
            table.tell(rumour, number=number)
        table.choose(BLUE, LEAD, table.state.hands[BLUE], seat=BLUE)
        return "push"

    return toy_match(phases={"deal": deal, "lead": lead, "push": push})


def option_number(match: Match[Any], option: Any) -> str:
    """The number to type for an option; the match goes on with it."""
    assert match.decision
    number = match.decision.options.index(option) + 1
    match.choose(option)
    return str(number)


# Answers


def test_a_number_decides(tmp_path: Path) -> None:
    assert evening(tmp_path, "2").match.record.choices == ["pens"]


def test_a_part_of_a_label_decides_when_only_one_option_has_it(tmp_path: Path) -> None:
    assert evening(tmp_path, "sub").match.record.choices == ["pens"]


def test_a_part_of_several_labels_lists_them_and_decides_nothing(tmp_path: Path) -> None:
    after = evening(tmp_path, "1", "iceland")
    assert after.match.record.choices == ["hq"]
    shown = re.sub(r"  [\d,]+ t, \d+ %", "", trimmed(after.screen))  # what is foreseen of each
    assert shown != trimmed(after.screen)
    assert " 10  Iceland, aggressive\n 11  Iceland, normal\n 12  Iceland, shadow" in shown


def test_the_captain_finishes_the_phase_for_the_player(tmp_path: Path) -> None:
    after = evening(tmp_path, "1", "f", "y", "f order", "u")
    assert "Shall the captain answer until “Allotment and placement” is over?" in after.screen
    assert re.search(r"The captain gave \d+ answers\.", after.screen)
    assert after.match.topic != "Allotment and placement"
    refused = evening(tmp_path, "1", "f", "n", "f order", "f now")
    assert refused.match.record.choices == ["hq"]
    assert "This asks for more than a sequence; answer it yourself." in refused.screen
    assert "Type f to let the captain finish this phase" in refused.screen


def test_what_no_longer_matters_is_answered_and_told(tmp_path: Path) -> None:
    state = position({"iceland": {"normal": [1, 2]}}, pens=range(11, 21), ata=2, escorts={"iceland": 1})
    match = play(state, 6, 4, 3, *QUIET)
    assert (match.question and match.question.ask.key) == "lose_boat"
    after = evening(tmp_path, match=match)
    assert "Iceland: which boat is lost? It does not matter which: U-boat 1, normal." in after.screen
    assert after.match.record.choices == [1]
    assert after.match.question
    assert after.match.question.ask.key == "next_attack"


def test_what_does_not_matter_is_asked_by_whoever_takes_it_back(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(PLACE_BOAT, "is_settled", lambda state, about, options: about["boat"] == 2)
    first = BERTHS[0]
    assert evening(tmp_path, "1", "10").match.record.choices == ["hq", BERTHS[9], first]
    assert evening(tmp_path, "1", "10", "u").match.record.choices == ["hq", BERTHS[9]]
    assert evening(tmp_path, "1", "10", "u", "11").match.record.choices == ["hq", BERTHS[9], BERTHS[10]]


def test_figures_are_explained_in_plain_words(tmp_path: Path) -> None:
    screen = evening(tmp_path, "t ?").screen
    assert "Allied technology: The ATA, the Allied technological advance." in screen
    assert "AW-ATA-01" in screen


def trimmed(screen: str) -> str:
    return "\n".join(line.rstrip() for line in screen.splitlines())


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("3", "There is no option 3. Expected 1 to 2."),
        ("0", "There is no option 0. Expected 1 to 2."),
        ("99999999999999999999", "There is no option 99999999999999999999. Expected 1 to 2."),
        ("-1", "No option contains '-1'"),
        ("9" * 5000, "No option contains"),
        ("w " + "9" * 5000, "Dönitz spends the month in HQ or in the Sub Pens."),
        ("1 2", "This is one decision: type one number."),
        ("Kiel", "No option contains 'Kiel'. Type a number, or w Kiel to ask why not."),
        ("", "Type a number and Enter; help lists the commands."),
        ("o 7", "There is no option 7. Expected 1 to 2."),
        ("o two", "There is no option two. Expected 1 to 2."),
        ("w", "Type w and the name or number"),
        ("? Zeppelin", "No rule contains 'Zeppelin'."),
        ("l", "Nothing has happened yet."),
        ("u", "That cannot be taken back. Nothing has been decided yet."),
        ("²", "No option contains '²'"),
    ],
)
def test_what_cannot_be_done_is_said_and_changes_nothing(tmp_path: Path, line: str, answer: str) -> None:
    after = evening(tmp_path, line)
    assert answer in after.screen
    assert after.match.record.choices == []
    assert after.code == 0


def test_several_numbers_answer_a_row_of_decisions(tmp_path: Path) -> None:
    after = evening(tmp_path, "1", "10 11 16")
    assert after.match.record.choices[1:] == [
        ("iceland", "aggressive"),
        ("iceland", "normal"),
        ("newfoundland", "aggressive"),
    ]
    assert "Where does U-boat 4 sail? (3 to place)" in after.last_screen
    assert "U-boat 1: Iceland, aggressive." in after.last_screen


def test_of_a_row_with_a_number_that_is_none_nothing_is_chosen(tmp_path: Path) -> None:
    after = evening(tmp_path, "1", "10 99 16")
    assert after.match.record.choices == ["hq"]
    assert "There is no option 99. Expected 1 to 22." in after.last_screen


def test_a_row_that_was_typed_in_one_line_is_taken_back_in_one(tmp_path: Path) -> None:
    after = evening(tmp_path, "1", "10 11 16", "u")
    assert after.match.record.choices == ["hq"]
    assert "Where does U-boat 1 sail? (6 to place)" in after.last_screen


def test_numbers_beyond_the_end_of_a_row_are_not_used(tmp_path: Path) -> None:
    after = evening(tmp_path, "1", f"{ALL_SAIL} 1", "")
    assert len(after.match.record.choices) == 7
    assert "The row was complete after 6 choices. The rest was not used." in after.last_screen


def test_the_last_of_a_row_is_decided_only_when_the_orders_are_confirmed(tmp_path: Path) -> None:
    after = evening(tmp_path, "1", ALL_SAIL)
    assert after.match.record.choices == ["hq"]
    assert "U-boat 1: Iceland, aggressive." in after.last_screen
    assert "› U-boat 6: Newfoundland, shadow." in after.last_screen
    assert len(evening(tmp_path, "1", ALL_SAIL, "").match.record.choices) == 7


def test_u_leaves_the_last_of_a_row_open_and_then_takes_back_those_before_it(tmp_path: Path) -> None:
    after = evening(tmp_path, "1", ALL_SAIL, "u")
    assert len(after.match.record.choices) == 6
    assert "Where does U-boat 6 sail? (1 to place)" in after.last_screen
    assert evening(tmp_path, "1", ALL_SAIL, "u", "u").match.record.choices == ["hq"]


# Rows of decisions whose options become fewer


PICK = Ask("pick", "Who goes?", "TY-GEN-02", row="pick")
PICKED = Event("picked", "{card} goes.", "TY-GEN-02")
SHIPS = ("Hood", "Rodney", "Royal Oak", "Royal Sovereign")


def picking() -> Match[Any]:
    """A match in which ships are picked from a hand until no more are wanted."""

    def pick(table: Table[ToyState]) -> str:
        hand = table.state.hands[RED]
        while hand and isinstance(card := table.choose(RED, PICK, [*hand, "no more"]), int):
            hand.remove(card)
            table.tell(PICKED, card=card)
        return "lead"

    def look(state: ToyState, ask: Any, about: Any, option: Any) -> Description:
        return Description(SHIPS[option - 1] if isinstance(option, int) else option)

    def set_up(scenario: str, options: Any) -> ToyState:
        return ToyState(phase="pick", options=options, pile=[], hands={RED: [1, 2, 3, 4], BLUE: [5, 6]})

    return toy_match(phases={"pick": pick, "lead": lead, "push": push}, describe=look, setup=set_up)


@pytest.mark.parametrize("line", ["1 3 4", "hood, royal oak, sovereign", "hood oak sovereign", "1, royal oak, 4"])
def test_numbers_and_names_in_a_row_mean_the_options_that_are_on_the_screen(tmp_path: Path, line: str) -> None:
    after = evening(tmp_path, line, match=picking())
    assert after.match.record.choices == [1, 3, 4]
    assert "  1  Rodney" in after.last_screen


def test_an_option_that_is_gone_is_named_and_nothing_of_its_line_is_chosen(tmp_path: Path) -> None:
    after = evening(tmp_path, "1 3 1 2", match=picking())
    assert after.match.record.choices == []
    assert "'Hood' is no longer offered after the others; nothing was chosen." in after.last_screen


def test_a_row_ends_with_the_last_of_its_like_decisions(tmp_path: Path) -> None:
    after = evening(tmp_path, "1 5 2", match=picking())
    assert after.match.record.choices == [1, "no more"]
    assert "The row was complete after 2 choices. The rest was not used." in after.last_screen


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("hood, royal", "'royal' may be Royal Oak or Royal Sovereign; nothing was chosen."),
        ("hood, bismarck", "No option contains 'bismarck'; nothing was chosen."),
        ("bismarck", "No option contains 'bismarck'. Type a number, or w bismarck to ask why not."),
    ],
)
def test_names_in_a_row_must_each_mean_one_option(tmp_path: Path, line: str, answer: str) -> None:
    after = evening(tmp_path, line, match=picking())
    assert answer in after.screen
    assert after.match.record.choices == []


# Commands


def test_undo_takes_the_last_choice_back(tmp_path: Path) -> None:
    after = evening(tmp_path, "1", "10", "u")
    assert after.match.record.choices == ["hq"]
    assert "Taken back." in after.last_screen


def test_undo_says_why_it_cannot(tmp_path: Path) -> None:
    after = evening(tmp_path, "1", "u")
    assert after.match.record.choices == ["hq"]
    assert "That cannot be taken back. Dice or cards have been seen since." in after.screen


def test_odds_are_bars_in_per_cent_from_good_to_bad_with_a_mean(tmp_path: Path) -> None:
    screen = evening(tmp_path, "o", match=attacking()).screen
    odds = screen[screen.index("> o\n") :]
    head = "  1  U-boat 1, aggressive  52,500 tons on average\n"
    assert f"{head}     ████····················      17 %  90,000 tons\n" in odds
    assert odds.index("90,000 tons") < odds.index("15,000 tons")
    assert "████████████············      50 %  0 tons" in odds
    assert "████████████████████████     100 %  no effect" in odds


def test_the_odds_of_one_option_can_be_asked(tmp_path: Path) -> None:
    screen = evening(tmp_path, "o 3", match=attacking()).screen
    odds = screen[screen.index("> o 3\n") :]
    assert "Condor attacks" in odds
    assert "U-boat 1" not in odds


def test_the_orders_given_so_far_have_odds_of_their_own(tmp_path: Path) -> None:
    match = toy_match()
    match.outlook = lambda: {"Bismarck": Odds({"sunk": Fraction(1, 4), "afloat": Fraction(3, 4)})}  # type: ignore[method-assign]
    odds = evening(tmp_path, "o", match=match).screen.partition("> o\n")[2]
    assert "As ordered so far\n     Bismarck\n     ██████████████████······      75 %  afloat\n" in odds
    assert "As ordered" not in evening(tmp_path, "o 1", match=match).screen


def test_where_no_die_decides_the_odds_say_so(tmp_path: Path) -> None:
    after = evening(tmp_path, "1", "o")
    assert "No die decides anything between this choice and your next one." in after.screen


def test_sampled_odds_name_their_margin(tmp_path: Path) -> None:
    match = attacking()
    odds = match.odds

    def sampled(option: Any) -> Any:
        return odds(option, limit=1, samples=400)

    match.odds = sampled  # type: ignore[method-assign, assignment]
    assert "U-boat 1, aggressive  (from 400 tries, right to ± 4.9 %)" in evening(tmp_path, "o 1", match=match).screen


def test_a_question_mark_shows_the_rule_behind_the_question(tmp_path: Path) -> None:
    screen = evening(tmp_path, "?").screen
    clause = flagplot.game(SLUG).rulebook.clause("AW-STR-01")
    assert f"AW-STR-01  {clause.title}" in screen
    assert " ".join(clause.text.split()) in " ".join(screen.split())


@pytest.mark.parametrize("line", ["? scatter shadow", "?scatter shadow", "? AW-ATK-05"])
def test_a_question_mark_with_words_searches_the_rule_book(tmp_path: Path, line: str) -> None:
    screen = evening(tmp_path, line, *[""] * 5).screen
    assert "AW-ATK-05  Who profits from Scatter" in screen


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("u-boat 5", "U-boat 5 is not in Iceland.  AW-ATK-01"),
        ("5", "U-boat 5 is not in Iceland.  AW-ATK-01"),
        ("the raider", "The Raider is not waiting to attack in Iceland.  AW-PLC-04"),
        ("Wolfpack Tactics", "You do not hold Wolfpack Tactics.  AW-EVT-02"),
        ("Happy Hunting for U-boat 1", "There is no Happy Hunting left in Iceland this month.  AW-CRD-02"),
        ("1", "That is offered: it is number 1"),
        ("condor attacks", "That is offered: it is number 3, Condor attacks."),
        ("a Zeppelin", "that has not attacked yet.  AW-ATK-01"),
    ],
)
def test_why_not_names_the_rule_that_bars_what_is_missing(tmp_path: Path, words: str, answer: str) -> None:
    assert answer in evening(tmp_path, f"w {words}", match=attacking()).screen


def test_why_not_understands_pairs(tmp_path: Path) -> None:
    match = attacking()
    for _ in range(3):
        match.undo()
    assert "At base: 1 Condor for Iceland" in evening(tmp_path, "w 2 1", match=match).screen


@pytest.mark.parametrize("word", ["h", "hint", "Hint"])
def test_a_hint_comes_from_the_captain(tmp_path: Path, word: str) -> None:
    match = toy_match(captains={RED: LeadsHigh})
    assert match.decision
    low, high = match.decision.options
    after = evening(tmp_path, word, match=match)
    assert f"The captain would take 2, {high}. {high} is the highest of {low}, {high}." in after.screen
    assert f"Second best: 1, {low}." in after.screen


def test_without_a_captain_the_hint_is_politely_refused(tmp_path: Path) -> None:
    assert "Toy has no captain yet, so there are no hints." in evening(tmp_path, "h", match=toy_match()).screen


def test_the_log_is_shown_whole_and_page_by_page(tmp_path: Path) -> None:
    match = nearly_over()
    after = evening(tmp_path, "l", *[""] * 20, match=match)
    assert after.screen.count("-- Enter for more, q to stop --") >= 2
    listed = " ".join(after.screen[after.screen.index("> l\n") :].split())
    position = 0
    for entry in match.log():
        position = listed.index(" ".join(entry.text.split()[:4]), position)
    stopped = evening(tmp_path, "l", "q", match=match)
    assert stopped.screen.count("-- Enter for more, q to stop --") == 1


def test_the_last_lines_of_the_log_can_be_asked_for(tmp_path: Path) -> None:
    after = evening(tmp_path, "l 2", match=nearly_over())
    listed = after.screen.partition("> l 2\n")[2].splitlines()
    first, second = after.match.log()[-2:]
    assert first.text[:40] in listed[0]
    assert any(second.text[:40] in line for line in listed[1:])


def test_tables_and_facts_are_shown_in_full(tmp_path: Path) -> None:
    screen = evening(tmp_path, "1", "t").screen
    assert "North Atlantic  Limit 0 of 200k t" in screen
    assert "Month        Tons  Ships  Boats  Lost" in screen


def test_m_draws_the_screen_again(tmp_path: Path) -> None:
    assert evening(tmp_path, "m").screen.count("Where does Dönitz spend August 1942?") == 2


def test_the_guide_fits_on_one_screen(tmp_path: Path) -> None:
    screen = evening(tmp_path, "g").screen
    assert "Your goal" in screen
    assert "6. Month's end: New boats arrive" in screen
    assert screen.index("A month") < screen.index("Three tips")


def test_help_names_every_command(tmp_path: Path) -> None:
    screen = evening(tmp_path, "help").screen
    for command in "uoh?wtlmcsq":
        assert f"\n  {command}" in screen


# Shortcuts


def aiming() -> Match[Any]:
    """The battery of three guns, whose row has two shortcuts."""
    return battery(1, 2, 3, 6, 6, 6)


def test_shortcuts_stand_below_the_options_with_a_plus(tmp_path: Path) -> None:
    screen = evening(tmp_path, match=aiming()).last_screen
    assert "  2  baker" in screen
    assert " +1  3 guns at able" in screen
    assert " +2  spread evenly" in screen


@pytest.mark.parametrize("line", ["+2", "spread", "spread evenly"])
def test_a_shortcut_answers_the_row_with_ordinary_choices_once_it_is_confirmed(tmp_path: Path, line: str) -> None:
    waiting = evening(tmp_path, line, match=aiming())
    assert waiting.match.record.choices == []
    assert "› At whom does gun 3 fire? (1 to go) able" in waiting.last_screen
    after = evening(tmp_path, line, "", match=aiming())
    assert after.match.record.choices == ["able", "baker", "able"]
    assert after.match.record.gestures == [(0, 3)]
    assert "Another round?" in after.last_screen


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("+3", "There is no shortcut +3. Expected +1 to +2."),
        ("+", "There is no shortcut +. Expected +1 to +2."),
        ("+x", "There is no shortcut +x. Expected +1 to +2."),
    ],
)
def test_a_shortcut_that_is_not_there_is_refused(tmp_path: Path, line: str, answer: str) -> None:
    after = evening(tmp_path, line, match=aiming())
    assert answer in after.screen
    assert after.match.record.choices == []


def test_odds_are_told_of_shortcuts_too(tmp_path: Path) -> None:
    screen = evening(tmp_path, "o +2", match=aiming()).screen
    assert "spread evenly" in screen
    assert "able is hit; baker is hit" in screen
    assert "+1" in evening(tmp_path, "o", match=aiming()).screen
