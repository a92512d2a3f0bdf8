"""What a seat may not know does not leave the server, by no way."""

from __future__ import annotations

import re
from typing import Any

import httpx
import msgspec
import pytest

import flagplot
from flagplot.client import Client, Refused
from flagplot.server.tables import work
from tests.contract.playing import at_decision
from tests.server.running import RunningServer
from tests.server.test_refusals import as_guest

CHANGING = re.compile(rb'"(id|started|changed|seed_hash)":"[0-9a-zT:.-]*Z?"')
HASH = re.compile(rb"[0-9a-f]{64}")


def masked(answer: httpx.Response) -> tuple[int, bytes]:
    """An answer without the ids of matches, dates and hashes."""
    body = CHANGING.sub(rb'"\1":"-"', answer.content)
    return answer.status_code, HASH.sub(b"-", re.sub(rb'"id":"[0-9a-f]{12}"', b'"id":"-"', body))


def all_that_a_seat_can_ask(wire: httpx.Client, match_id: str, seat: str) -> dict[str, tuple[int, bytes]]:
    """Every answer that a seat can get."""
    url = f"/api/matches/{match_id}"
    position: dict[str, Any] = wire.get(url, params={"seat": seat}).json()
    asks = {"seat": seat, "seq": position["seq"]}
    values = [option["value"] for option in (position["decision"] or {"options": []})["options"]]
    answers = {
        "position": wire.get(url, params={"seat": seat}),
        "stale": wire.post(f"{url}/choices", json={"seat": seat, "seq": -1, "option": "x"}),
        "illegal": wire.post(f"{url}/choices", json={**asks, "option": "nonsense"}),
        "undo": wire.post(f"{url}/undo", json={"seat": seat, "seq": -1}),
        "changes": wire.get(f"{url}/changes", params={"seat": seat, "since": position["seq"]}),
        "older changes": wire.get(f"{url}/changes", params={"seat": seat, "since": -1}),
        "odds": wire.post(f"{url}/odds", json={**asks, "options": values}),
        "outlook": wire.get(f"{url}/outlook", params=asks),
        "hint": wire.post(f"{url}/hint", json=asks),
        "whereabouts": wire.get(f"{url}/whereabouts", params={"seat": seat}),
        "earlier whereabouts": wire.get(f"{url}/whereabouts", params={"seat": seat, "moment": 0}),
        "moments": wire.get(f"{url}/moments", params={"seat": seat}),
        "everything": wire.get(f"{url}/moments/0", params={"seat": "*"}),
        "proof": wire.get(f"{url}/proof"),
    }
    for target in ("north_sea", "kiel_narvik", "scapa_flow", "bismarck", "hood", "nonsense"):
        answers[f"why not {target}"] = wire.post(f"{url}/why-not", json={**asks, "target": target})
    for n in range(position["moments"]):
        answers[f"moment {n}"] = wire.get(f"{url}/moments/{n}", params={"seat": seat})
    return {name: masked(answer) for name, answer in answers.items()}


@pytest.mark.parametrize(("seed", "number"), [(1, 5), (2, 40), (3, 90), (4, 150), (5, 220), (6, 300), (7, 420)])
def test_twin_worlds_are_the_same_to_a_seat_through_every_door(
    guest: Client, server: RunningServer, seed: int, number: int
) -> None:
    match = at_decision("sea-control", seed, number)
    guest.rename("Twin")
    with as_guest(server, guest) as wire:
        for seat in match.seats:
            if match.decision is None or match.decision.seat != seat:
                continue  # the computer would go on at once
            twins = [guest.upload(match.branch(seat, world).save(), seat) for world in (1, 2, 3)]
            told = [all_that_a_seat_can_ask(wire, twin.id, seat) for twin in twins]
            for name, answer in told[0].items():
                assert {told[1][name], told[2][name]} == {answer}, name
            listed = [info for info in guest.matches() if info.id in [twin.id for twin in twins]]
            same = [msgspec.structs.replace(info, id="", started="", changed="") for info in listed]
            assert same[0] == same[1] == same[2]


def test_what_one_side_does_in_secret_is_not_pushed_or_counted_for_the_other(guest: Client, stranger: Client) -> None:
    axis = guest.create("sea-control", {"axis": "me", "allied": "open"})
    allied = stranger.join(axis.invite, "allied")
    while axis.poll():
        pass  # from now on they are there
    before = axis.refresh()
    changed = guest.matches()[0].changed
    secret = 0
    while allied.decision:
        allied.decide(allied.hint().option)
        if not axis.poll():
            assert axis.refresh() == before
            assert guest.matches()[0].changed == changed
            secret += 1
        else:
            assert axis.position.seq == before.seq + 1
            before = axis.refresh()
            changed = guest.matches()[0].changed
    assert secret > 0
    assert len(axis.moments()) == axis.position.moments == axis.position.seq + 1


def test_a_save_with_secrets_is_sealed_and_goes_on_only_at_the_seat_that_saved_it(guest: Client) -> None:
    match = guest.create("sea-control", seed=3)
    while match.decision is None:
        match.poll(5)
    sealed = match.save()
    assert set(msgspec.json.decode(sealed)) == {"flagplot_sealed", "game", "token"}
    with pytest.raises(flagplot.SaveError):
        flagplot.load(sealed)
    again = guest.upload(sealed)
    assert again.seat == "axis"
    assert again.refresh().view == match.refresh().view
    assert again.position.seed_hash != match.position.seed_hash
    for seat in ("allied", "nonsense"):
        with pytest.raises(Refused) as refusal:
            guest.upload(sealed, seat)
        assert refusal.value.status == 422
    assert guest.upload(sealed, "all").seat == "axis"
    for spoiled in (sealed[:-20] + b'"}', sealed.replace(b"gAAAA", b"gAAAB"), sealed[:50]):
        with pytest.raises(Refused) as refusal:
            guest.upload(spoiled)
        assert refusal.value.status == 422


def test_a_save_from_a_game_with_another_guest_goes_on_in_a_world_drawn_anew(guest: Client, stranger: Client) -> None:
    match = guest.create("sea-control", {"axis": "me", "allied": "open"})
    allied = stranger.join(match.invite, "allied")
    while allied.decision:
        allied.decide(allied.hint().option)
    match.refresh()
    again = guest.upload(match.save())
    assert again.position.view == match.position.view
    assert again.position.seed_hash != match.position.seed_hash


def test_nobody_learns_the_dice_of_a_game_in_which_somebody_may_yet_sit_down(guest: Client) -> None:
    match = guest.create("sea-control", {"axis": "open", "allied": "me"})
    copy = guest.upload(match.save())
    assert copy.position.view == match.position.view
    assert copy.position.seed_hash != match.position.seed_hash


def test_the_length_of_a_sealed_save_tells_nothing_of_what_others_do(guest: Client, stranger: Client) -> None:
    match = guest.create("sea-control", {"axis": "me", "allied": "open"})
    allied = stranger.join(match.invite, "allied")
    lengths = set()
    for _ in range(8):
        assert allied.decision
        allied.decide(allied.decision.options[1].value)
        lengths.add(len(match.save()))
    assert len(lengths) == 1


def test_a_plain_save_is_given_where_nothing_in_it_is_secret(guest: Client) -> None:
    hot_seat = guest.create("sea-control", {"axis": "me", "allied": "me"})
    assert flagplot.load(hot_seat.save()).game.slug == "sea-control"
    finished = flagplot.play("sea-control", seed=1)
    over = guest.upload(finished.save())
    assert flagplot.load(over.save()).save() == finished.save()


def test_computer_players_do_not_see_what_is_hidden_from_their_seat() -> None:
    match = flagplot.new("sea-control", seed=3)
    while match.decision and match.decision.seat == "allied":
        match.choose(match.hint().option)
    twins = [match.branch("axis", seed) for seed in range(6)]  # other ships behind the same blocks, other dice
    assert len({tuple(twin.state.at["scapa_flow"]) for twin in twins}) > 1
    chosen = {work.decide(twin.save(), {"axis": "captain"}, "x")[0] for twin in [match, *twins]}
    assert len(chosen) == 1
