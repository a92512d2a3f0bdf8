"""Every scenario of Night Action, and a free battle, clicked to its end by two people: at a desk and on a phone."""

from __future__ import annotations

from random import Random

import pytest

import flagplot
from tests.web.conftest import DESK, PHONE, OpenPage
from tests.web.player import Player
from tests.web.test_night import SLUG, TOUCH, click_ghost
from tests.web.to_the_end import check_verdict, play_to_the_end

pytestmark = pytest.mark.long

SCENARIOS = tuple(flagplot.game(SLUG).scenarios)
MOST_DECISIONS = 1500  # twice as many as the longest scenario has that is played like this
AT_RANDOM = 9  # every so many-th answer is any of the list, so that play leaves the captain's ways
ON_THE_CHART = 3  # every so many-th answer is given on the chart, where that means it
SIDES = ("allied", "axis")


def answer(player: Player, number: int, rng: Random) -> None:
    """Answer a question by a click, mostly as the captain would."""
    player.page.mouse.move(0, 0)  # a click of a hand that rests where the list has just moved counts as a slip
    is_any = number % AT_RANDOM == 0
    option = rng.choice(player.position["decision"]["options"]) if is_any else player.hinted()
    if number % ON_THE_CHART:
        player.click_listed(option)
    elif option.get("poses"):
        click_ghost(player, option)
    elif player.page.viewport_size == DESK:
        player.click_meant(option)
    else:
        player.click_listed(option)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_two_people_click_a_scenario_to_its_end_at_a_desk_and_on_a_phone(open_page: OpenPage, scenario: str) -> None:
    at_desk, on_phone = SIDES if SCENARIOS.index(scenario) % 2 else SIDES[::-1]
    ann = Player(open_page(size=DESK)).name("Ann")
    bert = Player(open_page(size=PHONE, **TOUCH)).name("Bert")
    ann.begin(at_desk, game=SLUG, scenario=scenario, seats={at_desk: "me", on_phone: "open"})
    bert.join(ann, on_phone)
    result = play_to_the_end({at_desk: ann, on_phone: bert}, scenario, MOST_DECISIONS, answer)["result"]
    for player, name in ((ann, "desk"), (bert, "phone")):
        check_verdict(player, result, f"night-end-{scenario}-{name}")
