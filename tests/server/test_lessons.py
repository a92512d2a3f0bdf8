"""A lesson on the server: its steps, what is answered for the learner, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.server.running import RunningServer

GAME = "atlantic-wolves"


class Learner:
    """Somebody who learns by the server's own interface."""

    def __init__(self, server: RunningServer) -> None:
        self.wire = httpx.Client(base_url=server.url)
        answer = self.wire.post("/api/matches", json={"game": GAME, "lesson": "first-month"})
        assert answer.status_code == 201, answer.text
        self.path = f"/api/matches/{answer.json()['id']}"

    @property
    def position(self) -> dict[str, Any]:
        """As it stands when nothing is answered for the learner any more."""
        while True:
            found: dict[str, Any] = self.wire.get(self.path).json()
            if found["lesson"]["is_asked"] or found["lesson"]["done"] == found["lesson"]["steps"]:
                return found

    def answer(self, option: Any) -> httpx.Response:
        wish = {"seat": "german", "seq": self.position["seq"], "option": option}
        return self.wire.post(f"{self.path}/choices", json=wish)


@pytest.fixture
def learner(server: RunningServer) -> Iterator[Learner]:
    taught = Learner(server)
    yield taught
    taught.wire.close()


def test_a_lesson_tells_its_step_and_what_it_takes(learner: Learner) -> None:
    lesson = learner.position["lesson"]
    assert (lesson["done"], lesson["steps"], lesson["heading"]) == (0, 10, "You are Admiral Dönitz")
    assert (lesson["options"], lesson["at"], lesson["said"]) == (["hq"], ["hq"], "")


def test_another_answer_is_refused_with_what_to_do(learner: Learner) -> None:
    refused = learner.answer("pens")
    assert refused.status_code == 422
    assert refused.json()["error"] == "The lesson goes another way here. Send Dönitz to HQ."
    assert learner.position["lesson"]["done"] == 0


def test_a_lesson_is_played_to_free_play_and_kept_in_the_list(learner: Learner) -> None:
    while (lesson := learner.position["lesson"])["done"] < lesson["steps"]:
        options = lesson["options"] or [learner.position["decision"]["options"][0]["value"]]
        change = learner.answer(options[0])
        assert change.json()["lesson"]["done"] == lesson["done"] + 1
        (listed,) = learner.wire.get("/api/matches").json()
        assert listed["lesson"] == {
            "key": "first-month",
            "title": "A month at sea",
            "done": lesson["done"] + 1,
            "steps": 10,
        }
    position = learner.position
    assert position["lesson"]["heading"] == "Now you are in command"
    assert position["decision"]["key"] == "place_boat"
    answers = [line["text"] for line in position["talk"] if line["kind"] == "order"]
    assert "Where does U-boat 4 sail? (3 to place) → Mid-Atlantic, shadow" in answers


def test_undo_goes_back_a_step_with_all_that_was_answered_since(learner: Learner) -> None:
    learner.answer("hq")
    for option in (["african_coast", "aggressive"], ["african_coast", "shadow"], ["mid_atlantic", "aggressive"]):
        assert learner.answer(option).status_code == 200
    assert learner.position["lesson"]["done"] == 4
    undone = learner.wire.post(f"{learner.path}/undo", json={"seat": "german", "seq": learner.position["seq"]})
    assert undone.status_code == 200, undone.text
    position = learner.position
    assert (position["lesson"]["done"], position["lesson"]["heading"]) == (3, "Go where there is more to sink")
    assert position["decision"]["key"] == "place_boat"


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ({"lesson": "x"}, "Atlantic Wolves has no lesson 'x'; it has first-month."),
        (
            {"lesson": "first-month", "seed": 8},
            "A lesson has its own set-up. Name only the game and the lesson.",
        ),
        (
            {"lesson": "first-month", "seats": {"german": "captain"}},
            "A lesson has its own set-up. Name only the game and the lesson.",
        ),
    ],
)
def test_a_wrong_wish_is_refused(server: RunningServer, wish: dict[str, Any], sentence: str) -> None:
    answer = httpx.post(f"{server.url}/api/matches", json={"game": GAME, **wish})
    assert (answer.status_code, answer.json()["error"]) == (422, sentence)


def test_a_lesson_takes_no_standing_orders(learner: Learner) -> None:
    order = {"seat": "german", "seq": learner.position["seq"], "captain": True, "span": "game"}
    refused = learner.wire.post(f"{learner.path}/orders", json=order)
    assert (refused.status_code, refused.json()["error"]) == (409, "A lesson does not take standing orders.")


def test_the_list_of_games_names_the_lessons(server: RunningServer) -> None:
    games = {game["slug"]: game for game in httpx.get(f"{server.url}/api/games").json()}
    (lesson,) = games[GAME]["lessons"]
    assert lesson == {
        "key": "first-month",
        "title": "A month at sea",
        "text": "Place your U-boats, let them attack, and see who hunts them.",
        "minutes": 10,
        "steps": 10,
    }
