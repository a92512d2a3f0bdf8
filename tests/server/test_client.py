"""The Python client: its example runs, and what goes wrong is said in the server's words."""

from __future__ import annotations

import re
import textwrap
from typing import Any

import pytest

import flagplot.client
from flagplot.client import Client, NotReached, Refused, Stale
from tests.server.running import RunningServer, free_port


def test_the_example_in_its_description_plays_a_game(server: RunningServer, capsys: pytest.CaptureFixture[str]) -> None:
    example = re.search(r"\n\n((?:    .*\n|\n)+)", flagplot.client.__doc__ or "")
    assert example
    names: dict[str, Any] = {}
    exec(textwrap.dedent(example[1]).replace("http://127.0.0.1:1939", server.url), names)
    assert "Where does Dönitz spend August 1942?" in capsys.readouterr().out
    names["client"].close()


def test_a_guest_comes_back_as_the_same_one(server: RunningServer, guest: Client) -> None:
    match = guest.create("atlantic-wolves")
    with Client(server.url, guest.guest) as again:
        assert [info.id for info in again.matches()] == [match.id]


def test_a_stale_decision_tells_how_things_stand(guest: Client) -> None:
    match = guest.create("atlantic-wolves", seed=1)
    other = guest.match(match.id)
    match.decide("hq")
    with pytest.raises(Stale) as stale:
        other.decide("hq")
    assert stale.value.position == match.refresh()


def test_what_goes_wrong_is_said(guest: Client) -> None:
    with pytest.raises(Refused, match="no game 'chess'") as refusal:
        guest.create("chess")
    assert refusal.value.status == 422
    with pytest.raises(Refused) as refusal:
        guest.request("GET", "/nothing")
    assert refusal.value.status == 404
    with Client(f"http://127.0.0.1:{free_port()}") as nobody, pytest.raises(NotReached, match="did not answer"):
        nobody.games()
