"""Going back: moments, everything as it was, playing on from a moment, the proof of the dice, files."""

from __future__ import annotations

import msgspec
import pytest

import flagplot
from flagplot.client import Client, Refused, RemoteMatch
from flagplot.engine.story import report_of
from tests.server.running import in_order

BOTH = {"axis": "me", "allied": "me"}


def some_moves(match: RemoteMatch, number: int) -> RemoteMatch:
    """The match after some moves of the captains, at the seat that must decide."""
    for _ in range(number):
        match = match.client.match(match.id)
        match.decide(match.hint().option)
    return match.client.match(match.id)


def test_a_running_game_is_seen_again_as_the_seat_knew_it(guest: Client) -> None:
    match = some_moves(guest.create("sea-control", BOTH, seed=8), 25)
    twin = flagplot.load(match.save())
    for seat in ("axis", "allied"):
        moments = match.moments(seat)
        assert [moment.n for moment in moments] == list(range(len(moments)))
        assert len(moments) == match.at_seat(seat).position.moments
        views = [match.sight(moment.n, seat) for moment in moments]
        for moment, sight in zip(moments, views, strict=True):
            assert (sight.headline, sight.log_length) == (moment.headline, moment.log_length)
        assert in_order(views[-1].view) == in_order(twin.view(seat))
        assert views[0].view == flagplot.new("sea-control", seed=8).view(seat)
        lengths = [moment.log_length for moment in moments]
        assert lengths == sorted(lengths)
    assert len(match.moments("axis")) < len(match.moments("allied")) == 26


def test_an_undone_choice_is_no_moment(guest: Client) -> None:
    match = guest.create("atlantic-wolves", seed=3)
    match.decide("pens")
    moments = match.moments()
    assert match.decision
    match.decide(match.decision.options[0].value)
    assert len(match.moments()) == len(moments) + 1
    match.undo()
    assert match.moments() == moments


def test_everything_as_it_was_is_seen_when_the_game_is_over_and_not_before(guest: Client) -> None:
    running = guest.create("sea-control", seed=8)
    for seat in ("*", "allied"):
        with pytest.raises(Refused) as refusal:
            running.moments(seat)
        assert refusal.value.status == 403
        with pytest.raises(Refused) as refusal:
            running.sight(0, seat)
        assert refusal.value.status == 403
    played = flagplot.play("sea-control", seed=8)
    over = guest.upload(played.save())
    number = len(played.record.choices)
    for seat in ("axis", "allied", "*"):
        moments = over.moments(seat)
        assert len(moments) == number + 1 == over.position.moments
        middle = over.sight(number // 2, seat)
        assert middle.view == played.at(number // 2).view(seat)
        assert middle.log_length == played.at(number // 2).log_length()
    assert not any(piece.hidden for piece in over.sight(number // 2, "*").view.pieces)
    assert over.moments("axis")[-1].log_length == len(over.position.log)
    for n in (-1, number + 1):
        with pytest.raises(Refused) as refusal:
            over.sight(n)
        assert refusal.value.status == 404


def test_a_game_branches_off_at_any_moment(guest: Client) -> None:
    match = some_moves(guest.create("sea-control", BOTH, seed=8), 25)
    moments = match.moments()
    for moment in (0, len(moments) // 2, len(moments) - 1):
        branch = match.branch(moment)
        assert branch.id != match.id
        assert in_order(branch.position.view) == in_order(match.sight(moment).view)
        assert branch.position.seed_hash != match.position.seed_hash
        assert [seat.player for seat in branch.position.seats] == ["you", "you"]
    playing = guest.match(branch.id)
    playing.decide(playing.hint().option)


def test_a_branch_says_where_it_came_from_and_keeps_its_past(guest: Client, stranger: Client) -> None:
    match = some_moves(guest.create("sea-control", BOTH, seed=8), 12).at_seat("axis")
    seen = match.moments()
    branch = match.branch(len(seen) - 2)
    origin = branch.position.origin
    assert origin
    assert (origin.id, origin.moment, origin.headline) == (match.id, len(seen) - 2, seen[-2].headline)
    past = branch.past()
    assert [moment.headline for moment in past.moments] == [moment.headline for moment in seen[:-1]]
    assert [line.text for line in past.log] == [line.text for line in match.position.log[: seen[-2].log_length]]
    for n in (0, len(past.moments) - 1):
        assert in_order(branch.past_sight(n).view) == in_order(match.sight(n).view)
    guest.request("DELETE", f"/api/matches/{match.id}")
    assert branch.past() == past, "it does not depend on the game from which it came"
    for path in ("past", "past/0"):
        with pytest.raises(Refused) as refusal:
            stranger.request("GET", f"/api/matches/{branch.id}/{path}")
        assert refusal.value.status == 404
    for n in (-1, len(past.moments), 10**9):
        with pytest.raises(Refused) as refusal:
            branch.past_sight(n)
        assert refusal.value.status == 404
    with pytest.raises(Refused) as refusal:
        guest.create("atlantic-wolves").past()
    assert refusal.value.status == 404


def test_a_branch_keeps_the_computers_and_replaces_other_guests(guest: Client, stranger: Client) -> None:
    alone = guest.create("sea-control", {"axis": "me", "allied": "midshipman"}).branch(0)
    assert [seat.player for seat in alone.position.seats] == ["you", "midshipman"]
    match = guest.create("sea-control", {"axis": "me", "allied": "open"})
    stranger.join(match.invite, "allied")
    assert [seat.player for seat in match.branch(0).position.seats] == ["you", "captain"]


def test_a_finished_game_branches_off_as_any_seat_but_not_at_its_end(guest: Client) -> None:
    played = flagplot.play("sea-control", seed=8)
    over = guest.upload(played.save(), "axis")
    url = f"/api/matches/{over.id}/branch"
    info = guest.ask(dict, "POST", url, json={"seat": "allied", "moment": 10})
    assert info["yours"] == ["allied"]
    with pytest.raises(Refused, match="over"):
        over.branch(len(played.record.choices))
    for body in ({"seat": "*", "moment": 1}, {"seat": "axis", "moment": 10**6}):
        with pytest.raises(Refused) as refusal:
            guest.request("POST", url, json=body)
        assert refusal.value.status == 404


def test_the_end_sheet_is_written_when_the_game_is_over_and_not_before(guest: Client, stranger: Client) -> None:
    running = guest.create("sea-control", BOTH, seed=5)
    with pytest.raises(Refused, match="not over yet") as refusal:
        running.end_sheet()
    assert refusal.value.status == 409
    played = flagplot.play("sea-control", seed=5)
    over = guest.upload(played.save(), "axis")
    sheet = over.end_sheet()
    assert sheet.report == report_of(played)
    assert (sheet.scenario, sheet.options, sheet.seed) == (played.record.scenario, {}, played.record.seed)
    with pytest.raises(Refused) as refusal:
        stranger.ask(dict, "GET", f"/api/matches/{over.id}/report")
    assert refusal.value.status == 404


def test_the_proof_is_complete_when_the_game_is_over(guest: Client) -> None:
    running = guest.create("atlantic-wolves", seed=5)
    running.decide("hq")
    proof = running.proof()
    assert (proof["over"], proof["seed"], proof["checks"], proof["error"]) == (False, None, [], None)
    assert proof["seed_hash"] == running.position.seed_hash
    assert proof["rolls"]
    played = flagplot.play("sea-control", seed=5)
    proof = guest.upload(played.save()).proof()
    assert proof["over"]
    assert proof["seed"] == played.record.seed
    assert proof["error"] is None
    assert len(proof["checks"]) == 3
    rolls = [entry for entry in played.log() if entry.kind == "roll"]
    assert [roll["text"] for roll in proof["rolls"]] == [entry.text for entry in rolls]
    assert [roll["faces"] for roll in proof["rolls"]] == [list(entry.faces) for entry in rolls]
    assert [roll["n"] for roll in proof["rolls"]] == list(range(1, len(rolls) + 1))


def test_typed_dice_have_no_seed_to_prove_them(guest: Client) -> None:
    proof = guest.create("atlantic-wolves", typed_dice=True).proof()
    assert (proof["typed"], proof["seed_hash"], proof["seed"]) == (True, "", None)


@pytest.mark.parametrize("slug", ["atlantic-wolves", "sea-control"])
def test_a_saved_game_goes_on_where_it_was(guest: Client, slug: str) -> None:
    match = some_moves(guest.create(slug, BOTH if slug == "sea-control" else {}, seed=8), 12)
    again = guest.upload(match.save(), "all")
    assert again.id != match.id
    assert again.refresh().view == match.position.view
    assert again.position.log == match.position.log
    assert again.position.moments == match.position.moments
    ours, theirs = (flagplot.load(one.save()).record for one in (match, again))
    assert theirs.choices == ours.choices
    assert [moment.headline for moment in again.moments()] == [moment.headline for moment in match.moments()]


def test_an_uploaded_game_gives_its_guest_the_seat_that_is_wanted(guest: Client) -> None:
    save = flagplot.new("sea-control", seed=3).save()
    assert [seat.player for seat in guest.upload(save).position.seats] == ["you", "captain"]
    assert [seat.player for seat in guest.upload(save, "allied").position.seats] == ["captain", "you"]
    assert [seat.player for seat in guest.upload(save, "all").position.seats] == ["you", "you"]
    with pytest.raises(Refused, match="no seat 'x'"):
        guest.upload(save, "x")


def test_a_save_is_a_file_with_a_telling_name(guest: Client) -> None:
    match = guest.create("atlantic-wolves", seed=3)
    response = guest.request("GET", f"/api/matches/{match.id}/save")
    assert response.headers["content-disposition"] == 'attachment; filename="atlantic-wolves-august-1942.json"'


def forged() -> list[bytes]:
    """Files that are not saves, or saves that were tampered with."""
    match = flagplot.new("sea-control", seed=3)
    while len(match.record.choices) < 20:
        match.choose(match.hint().option)
    good = match.save()
    content = msgspec.json.decode(good)
    content["content"]["record"]["choices"][3] = "nonsense"
    unknown = {**msgspec.json.decode(good), "game": "battleships"}
    return [
        b"", b"{}", b"[]", b"null", b"\xff\xfe", b'{"flagplot": 1}', good[:-30], good.replace(b"axis", b"ayis"),
        msgspec.json.encode(content), msgspec.json.encode(unknown), b"[" * 100_000, b'{"flagplot_sealed": 1}',
        b'{"flagplot_sealed": 1, "game": "sea-control", "token": "gAAA"}', b'{"flagplot_sealed": "x"}',
        '{"flagplot_sealed": 1, "game": "sea-control", "token": "gÄAA"}'.encode(),
        b'{"flagplot_sealed": 99, "game": "sea-control", "token": "gAAA"}',
        b'{"flagplot_sealed": -1, "game": "sea-control", "token": "gAAA"}',
    ]  # fmt: skip


@pytest.mark.parametrize("number", range(17))
def test_a_bad_file_is_refused_in_one_sentence(guest: Client, number: int) -> None:
    with pytest.raises(Refused) as refusal:
        guest.upload(forged()[number])
    assert refusal.value.status == 422
    assert str(refusal.value).endswith((".", "'"))


def test_a_save_whose_position_is_not_what_its_choices_lead_to_is_refused(guest: Client) -> None:
    one, other = flagplot.new("atlantic-wolves", seed=3), flagplot.new("atlantic-wolves", seed=3)
    for match, first in ((one, "hq"), (other, "pens")):
        match.choose(first)
    one.record.choices[0] = "pens"  # the checkpoint was reached by the other choice
    with pytest.raises(Refused) as refusal:
        guest.upload(one.save())
    assert refusal.value.status == 422


def test_a_file_that_is_too_large_is_refused(guest: Client) -> None:
    with pytest.raises(Refused) as refusal:
        guest.upload(b" " * 5_000_001)
    assert refusal.value.status == 413
    assert str(refusal.value) == "The request is too large: at most 256 kB can be sent here."
    assert len(flagplot.play("sea-control", seed=1).save()) < 1_000_000
