"""The games: what can be played, their rule books, guides and charts."""

from __future__ import annotations

import functools
import typing
from dataclasses import replace
from typing import Any

from litestar import Response, get

import flagplot
from flagplot.engine.data import digest
from flagplot.engine.errors import UnknownGame
from flagplot.engine.game import Game
from flagplot.engine.glance import glance
from flagplot.engine.sources import OWNER, Source
from flagplot.engine.sources import sources as sources_of
from flagplot.payloads import GameInfo, Guide, LessonInfo, OptionInfo, RuleBookInfo, ScenarioInfo
from flagplot.players.lessons import lessons
from flagplot.players.newcomers import newcomers
from flagplot.server.errors import NotFound
from flagplot.server.services import InPath, answer, encode


def game_of(slug: str) -> Game[Any]:
    """The game of that slug; NotFound when there is none."""
    try:
        return flagplot.game(slug)
    except UnknownGame as error:
        raise NotFound(str(error)) from None


@get("/api/games", sync_to_thread=False)
def games() -> Response[list[GameInfo]]:
    """What can be played."""
    return answer(_games())


@get("/api/games/{slug:str}/rules", sync_to_thread=False)
def rules(slug: InPath) -> Response[RuleBookInfo]:
    """The rule book of a game."""
    return answer(_rules(game_of(slug).slug))


@get("/api/games/{slug:str}/sources", sync_to_thread=False)
def sources(slug: InPath) -> Response[list[Source]]:
    """Where the figures of a game come from."""
    return answer(_sources(game_of(slug).slug))


@get("/api/games/{slug:str}/guide", sync_to_thread=False)
def guide(slug: InPath) -> Response[Guide]:
    """The five-minute guide of a game."""
    return answer(_guide(game_of(slug).slug))


@functools.cache
def _games() -> bytes:
    return encode([_info(game) for game in flagplot.games()])


def _info(game: Game[Any]) -> GameInfo:
    bounds, begun = _bounds(game), newcomers(game)
    options = [
        OptionInfo(
            option.name,
            option.title,
            "switch" if option.kind is bool else "number",
            option.default,
            option.text,
            option.rule,
            *bounds[option.name],
        )
        for option in game.options
    ]
    return GameInfo(
        game.slug,
        game.title,
        game.summary,
        game.length,
        game.seats,
        tuple(ScenarioInfo(name, one.title, one.text) for name, one in game.scenarios.items()),
        tuple(options),
        tuple(game.captains),
        game.shares_everything,
        game.is_open,
        bool(digest(game.package)),
        tuple(LessonInfo(one.key, one.title, one.text, one.minutes, len(one.steps)) for one in lessons(game).values()),
        begun.level,
        begun.first_game,
        begun.difficulties,
    )


def _bounds(game: Game[Any]) -> dict[str, tuple[int | None, int | None]]:
    """The least and the most that an option can be set to."""
    hints = typing.get_type_hints(game.options_type, include_extras=True)
    metas = {name: typing.get_args(hint)[1] for name, hint in hints.items()}
    return {name: (meta.ge, meta.le) for name, meta in metas.items()}


@functools.cache
def _rules(slug: str) -> bytes:
    book = game_of(slug).rulebook
    return encode(RuleBookInfo(book.title, book.follows, book.chapters, tuple(book.clauses.values()), book.terms))


@functools.cache
def _sources(slug: str) -> bytes:
    found = sources_of(game_of(slug).package)
    # Where files lie on this machine is nobody's business.
    return encode([replace(source, how="") if source.mark == OWNER else source for source in found])


@functools.cache
def _guide(slug: str) -> bytes:
    from markdown_it import MarkdownIt  # it takes long to load, and a server starts without

    game = game_of(slug)
    path = game.package / "guide.md"
    if not path.is_file():
        raise NotFound(f"{game.title} has no guide yet.")
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    return encode(Guide(game.title, markdown.render(path.read_text(encoding="utf-8")), glance(game.package)))


HANDLERS = [games, rules, sources, guide]
