"""A page that comes while a computer player's choices are being made misses none of them."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from random import Random

import flagplot
from flagplot.client.positions import read_news
from flagplot.engine.words import Option
from flagplot.payloads import Position
from flagplot.server.storage.match_queries import Holder, News, now
from flagplot.server.tables.company import Company
from flagplot.server.tables.matches import LiveMatch
from flagplot.server.tables.registry import _stored
from flagplot.server.tables.showing import start_of


async def keep(news: News) -> None:
    """Write nothing down."""


def test_a_page_that_comes_between_two_choices_is_sent_the_position() -> None:
    async def come_meanwhile() -> None:
        match = flagplot.new("sea-control", seed=7)
        holders = {"axis": Holder("guest", "somebody"), "allied": Holder("captain")}
        stored = _stored(match, [start_of(match, now())], holders, Company(None))
        live = LiveMatch(match, stored, keep, str, timedelta(days=1))
        while live.to_move != "allied":
            await live.choose("axis", live.course.seq["axis"], live.match.question.options[0])
        choices = choices_of(live)
        answering = asyncio.create_task(live.answer_for(choices))
        for _ in choices[::2]:
            await asyncio.sleep(0)  # half of the choices are made
        queue = live.audiences["axis"].listen()
        shown_first = live.course.seq["axis"]
        await answering
        assert live.course.seq["axis"] > shown_first + 1
        message = queue.get_nowait()
        assert message is not None
        news = read_news(message)
        assert isinstance(news, Position)
        assert news.seq == live.course.seq["axis"]

    asyncio.run(come_meanwhile())


def choices_of(live: LiveMatch) -> list[Option]:
    """Choices of the Allies until the Axis must decide, at random."""
    twin, rng, chosen = live.match.twin(), Random(1), []
    while twin.question and twin.question.seat == "allied":
        chosen.append(rng.choice(twin.question.options))
        twin.choose(chosen[-1])
    return chosen
