"""Several answers of a row in one request: all or none, one change, one undo, also after the server was killed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from flagplot.client import Client, Refused, RemoteMatch
from tests.server.running import RunningServer, in_order

BERTHS = [["iceland", "aggressive"], ["iceland", "normal"], ["newfoundland", "shadow"]]


def placing(guest: Client) -> RemoteMatch:
    """Atlantic Wolves where the first of six U-boats is to be placed."""
    match = guest.create("atlantic-wolves", seed=7)
    match.decide("hq")
    assert match.decision
    assert match.decision.key == "place_boat"
    return match


def told(match: RemoteMatch) -> tuple[Any, ...]:
    """All that a seat is told, apart from how often it was told something."""
    position = match.position
    return in_order(position.view), position.decision, position.log, position.moments


def test_a_row_is_one_change_and_one_undo(guest: Client) -> None:
    match = placing(guest)
    before, seq = told(match), match.position.seq
    match.decide_all(BERTHS)
    assert match.position.seq == seq + 1
    assert match.position.moments == before[-1] + 1
    assert match.decision
    assert match.decision.prompt.startswith("Where does U-boat 4 sail?")
    assert [line.text for line in match.position.log[-3:]] == [
        "U-boat 1: Iceland, aggressive.",
        "U-boat 2: Iceland, normal.",
        "U-boat 3: Newfoundland, shadow.",
    ]
    assert told(match) == told(guest.match(match.id))
    match.undo()
    assert told(match) == before


def test_a_row_leads_where_the_single_choices_lead(guest: Client) -> None:
    together, one_by_one = placing(guest), placing(guest)
    together.decide_all(BERTHS)
    for berth in BERTHS:
        one_by_one.decide(berth)
    assert told(together)[:3] == told(one_by_one)[:3]


@pytest.mark.parametrize(
    ("answers", "sentence"),
    [
        ([*BERTHS, ["the_moon", "normal"]], "is not offered here"),
        (BERTHS * 3, "The row ends after 6 of its 9 answers."),
        ([], "A row can have 1 to 200 answers, not 0."),
        (["stay"] * 201, "A row can have 1 to 200 answers, not 201."),
    ],
)
def test_a_row_with_a_wrong_answer_changes_nothing(guest: Client, answers: list[Any], sentence: str) -> None:
    match = placing(guest)
    before = told(match)
    with pytest.raises(Refused, match=sentence):
        match.decide_all(answers)
    match.refresh()
    assert told(match) == before


def test_several_answers_to_one_decision_are_refused(guest: Client) -> None:
    match = guest.create("atlantic-wolves", seed=7)
    with pytest.raises(Refused, match="'place_doenitz' takes one answer at a time, not 2"):
        match.decide_all(["hq", "hq"])


@pytest.mark.parametrize("body", [{}, {"option": "hq", "options": ["hq"]}, {"options": "hq"}, {"options": None}])
def test_a_choice_has_one_option_or_several(guest: Client, body: dict[str, Any]) -> None:
    match = guest.create("atlantic-wolves", seed=7)
    with pytest.raises(Refused) as refused:
        guest.request("POST", f"/api/matches/{match.id}/choices", json={"seat": "german", "seq": 0, **body})
    assert refused.value.status in (400, 422)
    assert str(refused.value).endswith(".")


@pytest.mark.each_database
def test_a_row_is_taken_back_in_one_by_a_server_that_was_killed_since(server: RunningServer, tmp_path: Path) -> None:
    running = RunningServer(tmp_path, server.db if server.db.startswith("postgresql") else None)
    with running.guest() as guest:
        match = placing(guest)
        before = told(match)
        match.decide_all(BERTHS)
        after = told(match)
        known_as = guest.guest
        running.kill()
    running.start()
    with running.guest(known_as) as guest:
        match = guest.match(match.id)
        assert told(match) == after
        match.undo()
        assert told(match) == before
    assert running.stop() == 0


def test_odds_of_an_unknown_shortcut_are_refused(guest: Client) -> None:
    match = placing(guest)
    wish = {"seat": "german", "seq": match.position.seq, "options": [], "shortcuts": ["nonsense"]}
    with pytest.raises(Refused, match="There is no shortcut 'nonsense' here"):
        guest.request("POST", f"/api/matches/{match.id}/odds", json=wish)


# The captain finishes a phase


def test_the_captain_finishes_a_phase_in_one_change_and_one_undo(guest: Client) -> None:
    match = placing(guest)
    assert match.decision
    assert match.decision.phase == "Allotment and placement"
    match.decide(BERTHS[0])
    before, seq = told(match), match.position.seq
    match.finish()
    assert match.position.seq == seq + 1
    assert match.decision
    assert match.decision.phase == "Attack and ASW"
    assert match.decision.has_usual_answer
    assert told(match) == told(guest.match(match.id))
    match.undo()
    assert told(match) == before


def test_what_the_captain_finished_stands_after_a_crash(tmp_path: Path) -> None:
    running = RunningServer(tmp_path)
    with running.guest() as guest:
        match = placing(guest)
        match.finish()
        match.finish(only_sequence=True)
        after, known_as = told(match), guest.guest
        running.kill()
    running.start()
    with running.guest(known_as) as guest:
        assert told(guest.match(match.id)) == after
    assert running.stop() == 0


def test_a_captain_is_refused_where_he_cannot_answer(guest: Client) -> None:
    match = placing(guest)
    with pytest.raises(Refused, match="more than a sequence"):
        match.finish(only_sequence=True)
    path, now = f"/api/matches/{match.id}/finish", {"seat": "german", "seq": match.position.seq}
    with pytest.raises(Refused, match="only_sequence"):
        guest.request("POST", path, json={**now, "only_sequence": "yes"})
    with pytest.raises(Refused, match="unknown field"):
        guest.request("POST", path, json={**now, "until": "the end"})
    with pytest.raises(Refused):
        guest.request("POST", path, json={**now, "seq": match.position.seq + 5})
    typed = guest.create("atlantic-wolves", typed_dice=True)
    typed.decide("pens")
    with pytest.raises(Refused, match="No captain can answer this"):
        typed.finish()
