"""Two people who share the two ships of The Cruise of the Graf Spee on a server, to the end of a mission."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from flagplot.engine import dice
from flagplot.server.operating.verifying import difference
from flagplot.server.storage import match_queries
from flagplot.server.storage.opening import opened
from tests.server.in_process import application
from tests.server.test_one_crew import Guest, Json

GRAF_SPEE, DEUTSCHLAND = "graf_spee", "deutschland"
OTHER = {GRAF_SPEE: DEUTSCHLAND, DEUTSCHLAND: GRAF_SPEE}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    with application(f"sqlite:///{tmp_path}/x.db", at_once=True) as client:
        yield client


def take_ships(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> tuple[str, dict[str, Guest]]:
    """A mission in which Ann commands the Graf Spee and Bert, whom she invited, the Deutschland."""
    ann, bert = Guest(client), Guest(client)
    with monkeypatch.context() as patch:
        patch.setattr(dice, "new_seed", lambda: dice.seed_bytes(5))  # nobody may wish for one with an open seat
        begun = ann.begin(
            game="graf-spee",
            scenario="return",
            options={"deutschland": True},
            seats={GRAF_SPEE: "me", DEUTSCHLAND: "open"},
        )
    invite = ann.look(begun["id"], GRAF_SPEE)["table"]["invite"]
    bert.ask("POST", f"/api/invites/{invite}/join", json={"seat": DEUTSCHLAND})
    return begun["id"], {GRAF_SPEE: ann, DEUTSCHLAND: bert}


def take_advice(match: str, crew: dict[str, Guest], seat: str) -> str | None:
    """Let whoever decides do what the captain would; whose turn it is then, None when the mission is over."""
    seq = crew[seat].look(match, seat)["seq"]
    option = crew[seat].post(match, "hint", seat, seq=seq)["option"]
    to_move: str | None = crew[seat].post(match, "choices", seat, seq=seq, option=option)["to_move"]
    return to_move


def without_person(position: Json) -> Json:
    """What is shown of a position that does not depend on who looks."""
    return {part: position[part] for part in ("result", "log", "view", "to_move", "decision", "moments")}


def test_two_people_play_a_mission_to_its_end_and_see_the_same_verdict_and_log(
    client: TestClient[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, crew = take_ships(client, monkeypatch)
    seat: str | None = crew[GRAF_SPEE].look(match, GRAF_SPEE)["to_move"]
    deciding = []
    while seat:
        if seat not in deciding:  # whose turn it is not sees all and decides nothing
            waiting = crew[OTHER[seat]].look(match, OTHER[seat])
            assert waiting["decision"] is None
            assert waiting["log"] == crew[seat].look(match, seat)["log"]
            refusal = crew[OTHER[seat]].post(match, "choices", OTHER[seat], 409, seq=waiting["seq"], option="x")
            assert refusal["error"] == "It is not this seat's turn."
        deciding.append(seat)
        seat = take_advice(match, crew, seat)
    assert set(deciding) == {GRAF_SPEE, DEUTSCHLAND}

    seen = {at: without_person(person.look(match, at)) for at, person in crew.items()}
    verdict = seen[GRAF_SPEE]["result"]
    assert seen[GRAF_SPEE] == seen[DEUTSCHLAND]
    assert verdict["rule"] == "GS-WIN-01"
    assert seen[GRAF_SPEE]["log"][-1]["text"] == verdict["reason"]
    assert [seen[GRAF_SPEE]["to_move"], seen[GRAF_SPEE]["decision"]] == [None, None]
    assert seen[GRAF_SPEE]["moments"] == len(deciding) + 1

    client.app.state.services.matches._live.clear()  # it is read from the database again
    assert {at: without_person(person.look(match, at)) for at, person in crew.items()} == seen
    engine = opened(f"sqlite:///{tmp_path}/x.db")
    with engine.connect() as connection:
        stored = match_queries.match_stored(connection, match)
    engine.dispose()
    assert stored
    assert difference(stored) is None
