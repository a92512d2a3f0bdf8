"""Every scenario of Atlantic Chase clicked to its end: by two people at a desk and on a phone, and by one alone."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.web.conftest import DESK, PHONE, OpenPage
from tests.web.player import Player
from tests.web.test_chase import SCENARIOS, SLUG, TOUCH
from tests.web.to_the_end import check_verdict, play_to_the_end

pytestmark = pytest.mark.long

MOST_DECISIONS = 700  # twice as many as the longest operation has that is played like this
OPERATIONS_OF_CAMPAIGN = 5
AT_RANDOM = 7  # every so many-th answer is any of the list, so that play leaves the captain's ways
ON_THE_CHART = 3  # every so many-th answer at the desk is given on the chart, where that means it
SIDES = ("german", "british")
DRAWN = re.compile(r"Nobody wins\.|Neither won nor lost\.")  # for two, and for one


def most_decisions(scenario: str) -> int:
    return MOST_DECISIONS * (OPERATIONS_OF_CAMPAIGN if scenario == "campaign" else 1)


def answer(player: Player, number: int, rng: Random) -> None:
    """Answer a question by a click, mostly as the captain would."""
    if number % AT_RANDOM == 0:
        player.click_listed(rng.choice(player.position["decision"]["options"]))
    elif number % ON_THE_CHART == 0 and not is_phone(player.page):
        player.click_meant(player.hinted())
    else:
        player.click_listed(player.hinted())


def is_phone(page: Page) -> bool:
    return page.viewport_size == PHONE


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_two_people_click_a_scenario_to_its_end_at_a_desk_and_on_a_phone(open_page: OpenPage, scenario: str) -> None:
    at_desk, on_phone = SIDES if SCENARIOS.index(scenario) % 2 else SIDES[::-1]
    ann = Player(open_page(size=DESK)).name("Ann")
    bert = Player(open_page(size=PHONE, **TOUCH)).name("Bert")
    ann.begin(at_desk, game=SLUG, scenario=scenario, seats={at_desk: "me", on_phone: "open"})
    bert.join(ann, on_phone)
    result = play_to_the_end({at_desk: ann, on_phone: bert}, scenario, most_decisions(scenario), answer)["result"]
    for player, name in ((ann, "desk"), (bert, "phone")):
        check_verdict(player, result, f"chase-end-{scenario}-{name}", DRAWN)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_one_person_clicks_a_scenario_to_its_end_against_the_rules(open_page: OpenPage, scenario: str) -> None:
    number = SCENARIOS.index(scenario)
    side = SIDES[number % 2]
    size: ViewportSize = PHONE if number // 2 % 2 else DESK
    player = Player(open_page(size=size, **(TOUCH if size == PHONE else {})))
    other = SIDES[side == SIDES[0]]
    wish = {"options": {f"{other}_player": False}, "seed": 3, "seats": {side: "me"}}
    player.begin(side, game=SLUG, scenario=scenario, **wish)
    result = play_to_the_end({side: player}, scenario, most_decisions(scenario), answer)["result"]
    check_verdict(player, result, f"chase-end-{scenario}-{side}-alone", DRAWN)
