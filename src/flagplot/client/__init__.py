"""A small client of the server, for bots and tests.

A bot that plays Atlantic Wolves by always taking the first option:

    from flagplot.client import Client

    client = Client("http://127.0.0.1:1939")
    match = client.create("atlantic-wolves")
    for position in match.watch():
        if position.decision:
            print(position.decision.prompt)
            match.decide(position.decision.options[0].value)
    print(match.position.result.reason)

Everything that the server refuses is raised as a FlagplotError with the server's own sentence.
"""

from __future__ import annotations

import ssl
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import TracebackType
from typing import Any, TypeVar

import httpx
import msgspec

from flagplot.client.positions import changed, read_news, told
from flagplot.engine.errors import FlagplotError
from flagplot.engine.view import Board
from flagplot.engine.whereabouts import Whereabouts
from flagplot.payloads import (
    Adviser,
    Change,
    DecisionView,
    Hint,
    MatchInfo,
    OddsView,
    Position,
    Trouble,
    WayView,
    WhyNot,
)
from flagplot.payloads_past import AnalysisState, EndSheet, Moment, PastInfo, Sight
from flagplot.payloads_together import Access, DecisionKind, Ladder, LobbyEntry, Me, Notes, OfferKind, Span, TableNews
from flagplot.players.analysis import Analysis
from flagplot.players.ranks import Computer

__all__ = ["Client", "NotReached", "Position", "Refused", "RemoteMatch", "Stale"]

COOKIE, SECURE_COOKIE = "flagplot_session", "__Host-flagplot_session"
ANALYSIS_POLL = 0.5  # seconds between two looks at how far an analysis is
T = TypeVar("T")


class NotReached(FlagplotError):
    """The server did not answer."""


class Refused(FlagplotError):
    """The server refused a request; its sentence says why."""

    def __init__(self, sentence: str, status: int) -> None:
        super().__init__(sentence)
        self.status = status


class Stale(Refused):
    """The match has gone on since; `position` is how it stands now, if the server told."""

    def __init__(self, sentence: str, status: int, position: Position | None) -> None:
        super().__init__(sentence, status)
        self.position = position


@cache
def _trusted() -> ssl.SSLContext:
    """The certificates that all clients trust; to read them takes longer than a game's move."""
    return httpx.create_ssl_context()


class Client:
    """A guest of a server. `guest` is what the server knows the guest by; keep it to come back as the same one."""

    def __init__(self, base_url: str, guest: str | None = None, timeout: float = 60) -> None:
        self._http = httpx.Client(base_url=base_url, timeout=timeout, verify=_trusted())
        self._cookie = SECURE_COOKIE if self._http.base_url.scheme == "https" else COOKIE
        if guest is not None:
            self._http.cookies.set(self._cookie, guest)

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    @property
    def guest(self) -> str | None:
        """What the server knows this guest by; None before the first request that needs it."""
        return self._http.cookies.get(self._cookie)

    def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        """Any request of the API; Refused, or Stale, with the server's sentence when it is not granted."""
        try:
            response = self._http.request(method, path, **more)
        except httpx.HTTPError as error:
            raise NotReached(f"The server at {self._http.base_url} did not answer: {error}.") from None
        if self._cookie in response.cookies:
            self._keep(response.cookies[self._cookie])
        if response.is_success:
            return response
        try:
            trouble = msgspec.json.decode(response.content, type=Trouble)
        except msgspec.DecodeError:
            raise Refused(f"The server answered with status {response.status_code}.", response.status_code) from None
        if response.status_code == httpx.codes.CONFLICT:
            raise Stale(trouble.error, response.status_code, trouble.position)
        raise Refused(trouble.error, response.status_code)

    def _keep(self, guest: str) -> None:
        """From now on the server knows this guest by something else."""
        self._http.cookies.clear()
        self._http.cookies.set(self._cookie, guest)

    def ask(self, kind: type[T], method: str, path: str, **more: Any) -> T:
        """The answer to a request, read as a type."""
        return msgspec.json.decode(self.request(method, path, **more).content, type=kind)

    def me(self) -> Me:
        """Who this guest is."""
        return self.ask(Me, "GET", "/api/me")

    def rename(self, name: str) -> None:
        """Take a name that others see."""
        self.request("PUT", "/api/me", json={"name": name})

    def claim(self, name: str, password: str) -> Me:
        """Make an account, so that this guest can come back from elsewhere."""
        return self.ask(Me, "POST", "/api/account", json={"name": name, "password": password})

    def sign_in(self, name: str, password: str, bring_games: bool = True) -> Me:
        """Sign in to an account; the games of this guest, if there is no account yet, come along unless told not to."""
        body = {"name": name, "password": password, "bring_games": bring_games}
        return self.ask(Me, "POST", "/api/session", json=body)

    def sign_out(self, everywhere: bool = False) -> None:
        """Sign out here, or everywhere."""
        self.request("DELETE", "/api/sessions" if everywhere else "/api/session")
        self._http.cookies.clear()

    def change_password(self, old: str, new: str) -> None:
        """Choose another password; the account is signed out everywhere else."""
        self.request("PUT", "/api/account/password", json={"old": old, "new": new})

    def data(self) -> dict[str, Any]:
        """All that the server keeps of this guest."""
        return self.ask(dict[str, Any], "GET", "/api/me/data")

    def be_forgotten(self, password: str | None = None) -> None:
        """Have the server forget this guest."""
        self.request("DELETE", "/api/me", json={"password": password})
        self._http.cookies.clear()

    def games(self) -> list[dict[str, Any]]:
        """What can be played: slug, title, seats, scenarios, options."""
        return self.ask(list[dict[str, Any]], "GET", "/api/games")

    def matches(self) -> list[MatchInfo]:
        """The matches in which this guest has a seat, latest change first."""
        return self.ask(list[MatchInfo], "GET", "/api/matches")

    def create(
        self,
        game: str,
        seats: Mapping[str, str] | None = None,
        scenario: str | None = None,
        options: Mapping[str, bool | int] | None = None,
        typed_dice: bool = False,
        seed: int | str | None = None,
        access: Access = "private",
        pace: int | None = None,
        rated: bool = False,
    ) -> RemoteMatch:
        """Begin a match; seats are "me", "open" or a computer player such as "captain".

        Unless told otherwise the first is yours, or all where seats share everything.
        """
        wish = {
            "game": game,
            "scenario": scenario,
            "options": dict(options or {}),
            "seats": dict(seats or {}),
            "typed_dice": typed_dice,
            "seed": seed,
            "access": access,
            "pace": pace,
            "rated": rated,
        }
        return self._match(self.ask(MatchInfo, "POST", "/api/matches", json=wish))

    def join(self, invite: str, seat: str) -> RemoteMatch:
        """Take the open seat to which somebody invites you; `RemoteMatch.invite` is what they send you."""
        info = self.ask(MatchInfo, "POST", f"/api/invites/{invite}/join", json={"seat": seat})
        return RemoteMatch(self, info.id, seat)

    def join_public(self, match_id: str, seat: str) -> RemoteMatch:
        """Take an open seat of a public match."""
        self.request("POST", f"/api/matches/{match_id}/join", json={"seat": seat})
        return RemoteMatch(self, match_id, seat)

    def lobby(self, kind: str = "open", game: str | None = None, search: str = "") -> list[LobbyEntry]:
        """Public matches that wait for players, or, with kind "running", that can be watched."""
        params = {"kind": kind, "search": search, **({} if game is None else {"game": game})}
        return self.ask(list[LobbyEntry], "GET", "/api/lobby", params=params)

    def ladder(self, game: str) -> Ladder:
        """Who is how good at a game."""
        return self.ask(Ladder, "GET", f"/api/ladder/{game}")

    def match(self, match_id: str, seat: str | None = None) -> RemoteMatch:
        """A match in which this guest has a seat, or that can be watched.

        Of several seats it is the one that must decide, unless one is named.
        """
        return RemoteMatch(self, match_id, seat)

    def upload(self, save: bytes, seat: str | None = None) -> RemoteMatch:
        """Go on with a saved game."""
        params = {} if seat is None else {"seat": seat}
        headers = {"Content-Type": "application/octet-stream"}
        asked = self.ask(MatchInfo, "POST", "/api/matches/upload", content=save, params=params, headers=headers)
        return self._match(asked)

    def _match(self, info: MatchInfo) -> RemoteMatch:
        seat = info.to_move if info.to_move in info.yours else info.yours[0]
        return RemoteMatch(self, info.id, seat)


class RemoteMatch:
    """A seat of a match on a server. `position` is what the seat was told last; `refresh` and `watch` ask for more."""

    def __init__(self, client: Client, match_id: str, seat: str | None) -> None:
        self.client = client
        self.id = match_id
        params = {} if seat is None else {"seat": seat}
        self.position = client.ask(Position, "GET", f"/api/matches/{match_id}", params=params)
        self.seat = self.position.seat
        self._boards: dict[str, Board] = {}

    @property
    def board(self) -> Board:
        """The chart that lies on the table in the present position."""
        return self.board_of(self.position.board)

    def board_of(self, scenario: str) -> Board:
        """The chart that a position or a moment names; each is asked for once."""
        if scenario not in self._boards:
            params = {"seat": self.seat, "scenario": scenario}
            self._boards[scenario] = self._ask(Board, "GET", "/board", params=params)
        return self._boards[scenario]

    @property
    def decision(self) -> DecisionView | None:
        """What this seat must decide; None while it must not."""
        return self.position.decision

    def at_seat(self, seat: str) -> RemoteMatch:
        """The same match from another of this guest's seats."""
        return RemoteMatch(self.client, self.id, seat)

    def refresh(self) -> Position:
        """Ask how things stand."""
        self.position = self._ask(Position, "GET", "", params={"seat": self.seat})
        return self.position

    def decide(self, option: Any) -> Position:
        """Choose an option by its value; Stale when something has changed since, and then nothing was chosen."""
        return self.take(self._send("/choices", option=option))

    def decide_all(self, options: Sequence[Any]) -> Position:
        """Answer several questions of one row, as a shortcut's `answers` do: all are chosen and taken back together."""
        return self.take(self._send("/choices", options=list(options)))

    def undo(self) -> Position:
        """Take the last choice back."""
        return self.take(self._send("/undo"))

    def odds(self, *options: Any) -> list[OddsView]:
        """What may come of options, in their order."""
        return msgspec.json.decode(self._send("/odds", options=options), type=list[OddsView])

    def hint(self, player: Adviser = "captain") -> Hint:
        """What the captain would do, or the admiral, who takes his time."""
        return msgspec.json.decode(self._send("/hint", player=player), type=Hint)

    def whereabouts(self, moment: int | None = None) -> Whereabouts:
        """The search plot: where what this seat does not see may be, now or as far as it knew at a moment."""
        params = {"seat": self.seat} if moment is None else {"seat": self.seat, "moment": moment}
        return self._ask(Whereabouts, "GET", "/whereabouts", params=params)

    def finish(self, only_sequence: bool = False) -> Position:
        """Let the captain answer until the phase ends; one undo takes his answers back as far as dice allow."""
        return self.take(self._send("/finish", only_sequence=only_sequence))

    def way(self, *targets: str) -> WayView:
        """The answers that lead to a space or piece, or through several, for `decide_all`; none where no way leads."""
        return msgspec.json.decode(self._send("/way", targets=targets), type=WayView)

    def why_not(self, target: str) -> WhyNot:
        """Why a space, piece, line, tray or section cannot be chosen."""
        return msgspec.json.decode(self._send("/why-not", target=target), type=WhyNot)

    def poll(self, wait: float = 0) -> bool:
        """Ask for what has changed, waiting up to so many seconds; whether anything has."""
        params = {"seat": self.seat, "since": self.position.seq, "wait": wait, "heard": self.position.heard}
        response = self.client.request("GET", f"/api/matches/{self.id}/changes", params=params)
        if response.status_code == httpx.codes.NO_CONTENT:
            return False
        self.take(response.content)
        return True

    def take(self, message: bytes | str) -> Position:
        """Bring the position up to date by what the server has told: an answer, or a message of `/live`."""
        news = read_news(message)
        if isinstance(news, TableNews):
            self.position = told(self.position, news)
        elif isinstance(news, Change):
            if news.base == self.position.seq:
                self.position = changed(self.position, news)
            elif news.seq > self.position.seq:
                return self.refresh()
        elif news.seq >= self.position.seq:  # what is older was told before, as the answer to a choice
            self.position = news
        return self.position

    def watch(self, wait: float = 20) -> Iterator[Position]:
        """The position now, then every new one as it comes, until the game is over."""
        told = None
        while told is None or told.result is None:
            if told is not self.position:
                told = self.position
                yield told
            else:
                self.poll(wait)

    # The company

    @property
    def invite(self) -> str:
        """What somebody needs to take an open seat; Refused when none is open."""
        if self.position.table.invite is None:
            raise Refused("No seat is open in this match.", httpx.codes.CONFLICT)
        return self.position.table.invite

    def say(self, text: str) -> Position:
        """Say something to the other players."""
        return self.take(self._post("/talk", text=text))

    def resign(self) -> Position:
        """Give the match up."""
        return self.take(self._post("/resign"))

    def hurry(self) -> None:
        """Have the admiral who thinks answer at once; Refused when none does."""
        self._post("/hurry")

    def claim(self) -> Position:
        """End the match because the other side does not decide in time."""
        return self.take(self._post("/claim"))

    def offer(self, kind: OfferKind) -> Position:
        """Offer something to the other players: a draw, to take back, to abandon, a rematch, newer rules."""
        return self.take(self._post("/offers", kind=kind))

    def answer(self, kind: OfferKind, accept: bool = True) -> Position:
        """Accept or refuse an offer, or withdraw an own one."""
        return self.take(self._post("/answers", kind=kind, accept=accept))

    def order(self, span: Span, option: Any = None, captain: bool = False, key: str | None = None) -> Position:
        """Say what is to be answered from now on to decisions of the present kind, or of one that is named."""
        return self.take(self._send("/orders", option=option, captain=captain, span=span, key=key))

    def kinds(self) -> list[DecisionKind]:
        """All kinds of decisions that this seat may have."""
        return self._ask(list[DecisionKind], "GET", "/kinds", params={"seat": self.seat})

    def withdraw_order(self, key: str) -> Position:
        """Want to be asked again."""
        return self.take(self._post("/orders/withdraw", key=key))

    def give_seat(self, seat: str, player: Computer) -> Position:
        """Give a seat that is still open to a computer player."""
        body = {"seat": seat, "player": player}
        return self.take(self.client.request("POST", f"/api/matches/{self.id}/seats", json=body).content)

    def open_to(self, access: Access) -> None:
        """Say who may look on."""
        self.client.request("PUT", f"/api/matches/{self.id}/access", json={"access": access})

    @property
    def notes(self) -> str:
        """What this guest has noted for nobody else."""
        return self._ask(Notes, "GET", "/notes").text

    @notes.setter
    def notes(self, text: str) -> None:
        self._ask(Notes, "PUT", "/notes", json={"text": text})

    # Going back

    def moments(self, seat: str | None = None) -> list[Moment]:
        """The moments that can be gone back to."""
        return self._ask(list[Moment], "GET", "/moments", params={"seat": seat or self.seat})

    def sight(self, n: int, seat: str | None = None) -> Sight:
        """What a seat saw at a moment."""
        return self._ask(Sight, "GET", f"/moments/{n}", params={"seat": seat or self.seat})

    def branch(self, moment: int) -> RemoteMatch:
        """Play on from a moment as a new match."""
        body = {"seat": self.seat, "moment": moment}
        return RemoteMatch(self.client, self._ask(MatchInfo, "POST", "/branch", json=body).id, self.seat)

    def past(self) -> PastInfo:
        """What was seen before this match branched off."""
        return self._ask(PastInfo, "GET", "/past")

    def past_sight(self, n: int) -> Sight:
        """What was seen at a moment before this match branched off."""
        return self._ask(Sight, "GET", f"/past/{n}")

    def save(self) -> bytes:
        """The match as a file."""
        return self.client.request("GET", f"/api/matches/{self.id}/save").content

    def end_sheet(self) -> EndSheet:
        """The report of a game that is over."""
        return self._ask(EndSheet, "GET", "/report")

    def analysis(self, wait: float = 120) -> Analysis:
        """The analysis of a game that is over; Refused when it is not there after so many seconds."""
        state = self._ask(AnalysisState, "POST", "/analysis")
        until = time.monotonic() + wait
        while state.analysis is None:
            if state.trouble or time.monotonic() > until:
                raise Refused(state.trouble or "The analysis is not ready yet. Ask again.", httpx.codes.CONFLICT)
            time.sleep(ANALYSIS_POLL)
            state = self._ask(AnalysisState, "GET", "/analysis")
        return state.analysis

    def proof(self) -> dict[str, Any]:
        """What proves the dice of the match."""
        return self._ask(dict[str, Any], "GET", "/proof")

    def delete(self) -> None:
        """Have the server forget the match."""
        self.client.request("DELETE", f"/api/matches/{self.id}")

    def _ask(self, kind: type[T], method: str, path: str, **more: Any) -> T:
        return self.client.ask(kind, method, f"/api/matches/{self.id}{path}", **more)

    def _send(self, path: str, **more: Any) -> bytes:
        body = {"seat": self.seat, "seq": self.position.seq, **more}
        return self.client.request("POST", f"/api/matches/{self.id}{path}", json=body).content

    def _post(self, path: str, **more: Any) -> bytes:
        return self.client.request("POST", f"/api/matches/{self.id}{path}", json={"seat": self.seat, **more}).content
