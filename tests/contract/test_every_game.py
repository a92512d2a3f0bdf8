"""What every registered game must hold to, whatever its rules."""

from __future__ import annotations

import copy
import os
import subprocess
import sys
from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import flagplot
from flagplot import players
from flagplot.engine.dice import commitment
from flagplot.engine.errors import IllegalChoice, NothingToUndo
from flagplot.engine.game import nothing_hidden
from flagplot.engine.log import LogEntry
from flagplot.engine.proof import Story, first_difference, position
from flagplot.engine.view import EVERYTHING, ONLOOKER, Board
from tests.contract.playing import SLUGS, at_decision, plain, some_options, walk

SEEDS = st.integers(0, 2**64)
SHORT_GAME = 50  # choices; in a shorter one a walk need not come upon everything
WITH_BATTLES = ("atlantic-wolves", "graf-spee", "sea-control")
every_game = pytest.mark.parametrize("slug", SLUGS)


@every_game
@settings(max_examples=60)
@given(seed=SEEDS)
def test_a_playout_ends_with_a_result(slug: str, seed: int) -> None:
    match = flagplot.play(slug, seed=seed, options=some_options(slug, seed))
    assert match.decision is None
    assert match.result is not None
    readable(match.result.reason)
    assert match.result.rule in match.game.rulebook.clauses
    assert set(match.result.score) <= set(match.game.sides_of(match.game.seat_ids()))  # the rules may play one of them
    assert set(match.game.metrics(match.state)) == set(match.game.metrics(flagplot.play(slug, seed=1).state))


@every_game
def test_seats_are_in_play_with_their_options_and_share_everything_on_one_side_only(slug: str) -> None:
    game = flagplot.game(slug)
    switches = {option.name for option in game.options if option.kind is bool}
    for seat in game.seats:
        assert not seat.option or seat.option in switches
        match = flagplot.new(slug, options={seat.option: True} if seat.option else {})
        assert seat.id in match.seats
        assert not seat.option or seat.id not in flagplot.new(slug, options={seat.option: False}).seats
    for board in map(game.board, game.scenarios):
        assert set(game.sides_of(game.seat_ids())) <= {side.id for side in board.sides}
        assert board.sides == match.board.sides
        assert drawn_with(board) == drawn_with(match.board)
    assert not game.shares_everything or len(game.sides_of(game.seat_ids())) == 1
    assert not game.is_open or len(game.sides_of(game.seat_ids())) > 1


def drawn_with(board: Board) -> str:
    """What a page loads to draw a board with: an open chart and a measured board need more than a plain one."""
    if board.scale:
        return "measured"
    return "open" if board.lines or board.areas or any(space.kind == "hex" for space in board.spaces) else "plain"


@every_game
def test_every_kind_of_question_has_a_general_name_and_answers_that_can_be_described(slug: str) -> None:
    match = flagplot.new(slug, seed=1)
    asks = match.game.asks
    assert len({ask.topic for ask in asks.values()}) == len(asks)
    for ask in asks.values():
        assert ask.topic[0].isupper()
        assert not ask.topic.endswith((".", "?"))
        assert set(ask.seats) <= set(match.game.seat_ids())
        labels = [match.game.describe(match.state, ask, {}, option).label for option in ask.answers]
        assert len(set(labels)) == len(labels)


@every_game
@settings(max_examples=4)
@given(seed=SEEDS)
def test_save_and_load_agree_at_every_decision(slug: str, stride: int, seed: int) -> None:
    for match, _ in walk(slug, seed, stride):
        data = match.save()
        loaded = flagplot.load(data)
        assert loaded.save() == data
        assert loaded.decision == match.decision
        assert loaded.state == match.state
        assert (loaded.can_undo, loaded.why_no_undo) == (match.can_undo, match.why_no_undo)
    finished = flagplot.load(match.save())
    assert finished.result == match.result
    assert finished.log() == match.log()


@every_game
@settings(max_examples=4)
@given(seed=SEEDS)
def test_undo_and_the_same_choice_again_lead_to_the_same_position(slug: str, stride: int, seed: int) -> None:
    undone = 0
    for walked, option in walk(slug, seed, stride):
        before = walked.save()
        match = flagplot.load(before).choose(option)
        after = match.save()
        if match.can_undo:
            undone += 1
            assert match.undo().save() == before
            assert match.choose(option).save() == after
        else:
            with pytest.raises(NothingToUndo, match=match.why_no_undo):
                match.undo()
            assert match.save() == after
    assert undone > 0 or len(walked.record.choices) < SHORT_GAME


REPLAY = """
import sys, flagplot, hashlib, json
slug, seed = sys.argv[1], int(sys.argv[2])
choices = json.loads(sys.stdin.read(), object_hook=None)
as_option = lambda value: tuple(map(as_option, value)) if isinstance(value, list) else value
match = flagplot.new(slug, seed=seed)
for choice in choices:
    match.choose(as_option(choice))
log = [entry.text for entry in match.log()]
print(hashlib.blake2b(match.save() + json.dumps(log).encode()).hexdigest())
"""


@every_game
def test_a_record_replays_to_the_same_bytes_under_any_hash_seed(slug: str) -> None:
    match = flagplot.play(slug, seed=99)
    digests = set()
    for hash_seed in ("0", "1", "4242"):
        done = subprocess.run(
            [sys.executable, "-c", REPLAY, slug, "99"],
            input=plain(match.record.choices),
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
        )
        digests.add(done.stdout)
    assert len(digests) == 1


@every_game
@settings(max_examples=3)
@given(seed=SEEDS)
def test_interactive_play_and_playout_give_the_same_game(slug: str, seed: int) -> None:
    played = flagplot.play(slug, seed=seed)
    match = flagplot.new(slug, seed=seed)
    policies = players.seated(match, {}, match.record.seed)
    while match.decision:
        match.choose(players.answer(match, policies))
    assert match.save() == played.save()
    assert match.log() == played.log()


@every_game
@settings(max_examples=12)
@given(seed=SEEDS, number=st.integers(0, 150))
def test_a_playout_can_start_at_any_decision(slug: str, seed: int, number: int) -> None:
    match = at_decision(slug, seed, number)
    choices = match.record.choices[:]
    players.play_out(match, players.seated(match, {}, "any"))
    assert match.result is not None
    assert match.record.choices[: len(choices)] == choices
    assert flagplot.load(match.save()).log() == match.log()


@every_game
def test_a_playout_can_start_where_a_match_stood_before(slug: str) -> None:
    played = flagplot.play(slug, seed=0)
    choices = played.record.choices[: len(played.record.choices) // 2]
    match = played.at(len(choices))
    players.play_out(match, players.seated(match, {}, "any"))
    assert match.record.choices[: len(choices)] == choices
    assert flagplot.load(match.save()).log() == match.log()


@every_game
@settings(max_examples=2)
@given(seed=SEEDS)
def test_every_option_offered_can_be_chosen(slug: str, stride: int, seed: int) -> None:
    for match, _ in walk(slug, seed, stride):
        data = match.save()
        decision = match.decision
        assert decision is not None
        least = 1 if match.game.asks[decision.key].always else 2
        assert len(decision.options) == len(set(decision.options)) >= least
        for option in decision.options:
            chosen = flagplot.load(data).choose(option)
            assert chosen.record.choices[-1] == option


@every_game
@settings(max_examples=3)
@given(seed=SEEDS)
def test_what_is_not_offered_is_refused_and_changes_nothing(slug: str, stride: int, seed: int) -> None:
    for match, option in walk(slug, seed, stride):
        data = match.save()
        decision = match.decision
        assert decision is not None
        strangers = [
            "nonsense", -1, 10**9, None, 1.5, True, (), ("nonsense",), [option], (option,), {"a": 1}, b"x",
            str(option) if not isinstance(option, str) else (option, option),
        ]  # fmt: skip
        for stranger in strangers:
            if not any(type(stranger) is type(offered) and stranger == offered for offered in decision.options):
                with pytest.raises(IllegalChoice):
                    match.choose(stranger)
                assert match.why_not(stranger) is not None
        with pytest.raises(IllegalChoice):
            match.choose(option, seat="nobody")
        for index in (-1, len(decision.options), True, "0"):
            with pytest.raises(IllegalChoice):
                match.pick(index)  # type: ignore[arg-type]
        assert match.save() == data


@every_game
@settings(max_examples=5)
@given(seed=SEEDS)
def test_pieces_are_conserved(slug: str, seed: int) -> None:
    inventory = flagplot.game(slug).inventory(flagplot.new(slug, options=some_options(slug, seed)).state)
    for match, _ in walk(slug, seed):
        assert match.game.inventory(match.state) == inventory
        assert match.game.defects(match.state) == []


@every_game
@settings(max_examples=15)
@given(seed=SEEDS, number=st.integers(0, 200))
def test_no_decision_is_a_dead_end(slug: str, seed: int, number: int) -> None:
    match = at_decision(slug, seed, number)
    assert match.decision is not None
    for takes in (0, -1):
        fork = match.fork(match.decision.seat, seed)
        fork.playout({seat: lambda state, seat, ask, options, about: options[takes] for seat in fork.seats})  # noqa: B023
        assert fork.result is not None


@every_game
@settings(max_examples=12)
@given(seed=SEEDS, number=st.integers(5, 150))
def test_odds_add_up_and_agree_with_ten_thousand_rolls(slug: str, stride: int, seed: int, number: int) -> None:
    """In a short run a third of them are thrown."""
    match = at_decision(slug, seed, number)
    is_thrown = stride == 1 or number % 3 == 0
    data = match.save()
    assert match.decision is not None
    for option in match.decision.options[:2]:
        odds = match.odds(option)
        assert sum(odds.values()) == 1
        assert all(share > 0 for share in odds.values())
        if is_thrown and odds.exact and len(odds) > 1:
            sample = match.odds(option, limit=0, samples=10_000)
            assert not sample.exact
            assert sum(sample.values()) == 1
            assert set(sample) <= set(odds)
            for outcome, share in odds.items():
                spread = (float(share) * (1 - float(share)) / 10_000) ** 0.5
                assert abs(float(share) - float(sample.get(outcome, 0))) < 5 * spread + 1e-9
    assert match.save() == data


@every_game
@settings(max_examples=15)
@given(seed=SEEDS, number=st.integers(0, 150), other=SEEDS)
def test_twin_worlds_look_the_same_to_a_seat(slug: str, seed: int, number: int, other: int) -> None:
    match = at_decision(slug, seed, number)
    for seat in match.seats:
        twin = match.fork(seat, other)
        assert plain(twin.view(seat)) == plain(match.view(seat))
        log = twin.log(seat)
        assert plain(log) == plain(match.log(seat)[len(match.log(seat)) - len(log) :])
        assert (twin.topic, twin.occasion) == (match.topic, match.occasion)
        if match.decision is not None and match.decision.seat == seat:
            assert twin.decision == match.decision


@every_game
@settings(max_examples=15)
@given(seed=SEEDS, number=st.integers(0, 150), other=SEEDS)
def test_an_onlooker_knows_nothing_that_a_seat_does_not_know(slug: str, seed: int, number: int, other: int) -> None:
    match = at_decision(slug, seed, number)
    log = match.log(ONLOOKER)
    assert len(log) == match.log_length(ONLOOKER)
    assert all(entry.to is None or ONLOOKER in entry.to for entry in log)
    for seat in match.seats:
        twin = match.fork(seat, other)
        assert plain(twin.view(ONLOOKER)) == plain(match.view(ONLOOKER))
        again = twin.log(ONLOOKER)
        assert plain(again) == plain(log[len(log) - len(again) :])


@every_game
@settings(max_examples=3)
@given(seed=SEEDS)
def test_an_onlooker_sees_no_face_that_any_seat_does_not_see(slug: str, stride: int, seed: int) -> None:
    for match, _ in walk(slug, seed, stride):
        faces = faces_up(match, ONLOOKER)
        for seat in match.seats:
            assert faces <= faces_up(match, seat)
            if len(match.seats) == 1 or match.game.hides_nothing:
                assert match.view(ONLOOKER) == match.view(seat)
                assert match.log_length(ONLOOKER) == match.log_length(seat)
    assert match.log(ONLOOKER) == match.log()
    assert match.view(ONLOOKER) == match.view(EVERYTHING)


@every_game
@settings(max_examples=2)
@given(seed=SEEDS)
def test_an_open_game_shows_the_same_to_everybody_and_samples_nothing(slug: str, stride: int, seed: int) -> None:
    game = flagplot.game(slug)
    for match, _ in walk(slug, seed, stride) if game.is_open else ():
        views = [game.view(match.state, seat) for seat in (*match.seats, ONLOOKER, EVERYTHING)]
        assert all(view == views[0] for view in views)
        assert all(entry.to is None for entry in match.log())
        assert match.fork(match.seats[0], seed).state == match.state
    assert not game.is_open or (game.known is None and game.sample is nothing_hidden)


def faces_up(match: flagplot.Match[Any], seat: str) -> set[Any]:
    """The pieces whose faces a seat sees; where they are placed freely, others may see less of their state."""
    return {
        (piece.id, piece.kind, piece.side, piece.name, piece.placed.pose) if piece.placed else piece
        for piece in match.view(seat).pieces
        if not piece.hidden
    }


@every_game
@settings(max_examples=4)
@given(seed=SEEDS)
def test_a_turn_that_has_passed_never_comes_back(slug: str, seed: int) -> None:
    turns: list[str] = []
    turn_of_battle: dict[str, str] = {}
    for match, _ in walk(slug, seed):
        now = match.occasion
        if not turns or turns[-1] != now.turn:
            turns.append(now.turn)
        if now.battle:
            assert turn_of_battle.setdefault(now.battle, now.turn) == now.turn
    assert len(turns) == len(set(turns))


@pytest.mark.parametrize("slug", WITH_BATTLES)
def test_turns_and_battles_are_occasions(slug: str) -> None:
    occasions = [match.occasion for seed in range(5) for match, _ in walk(slug, seed)]
    assert len({occasion.turn for occasion in occasions}) > 1
    assert any(occasion.battle for occasion in occasions)


@every_game
def test_editions_are_older_rules_of_the_same_game(slug: str) -> None:
    game = flagplot.game(slug)
    assert game.edition(game.rules_version) is game
    for rules, edition in game.editions.items():
        assert (edition.slug, edition.seats, edition.rules_version) == (slug, game.seats, rules)
        assert rules < game.rules_version


@every_game
@settings(max_examples=4)
@given(seed=SEEDS, number=st.integers(0, 150))
def test_a_match_moves_to_rules_that_change_nothing_as_it_stands(slug: str, seed: int, number: int) -> None:
    match = at_decision(slug, seed, number)
    newer = replace(match.game, rules_version=match.game.rules_version + 1)
    moved, stands = flagplot.moved_on(match, newer)
    assert stands
    assert plain(moved.state) == plain(match.state)
    assert moved.record == replace(match.record, rules=newer.rules_version)
    assert first_difference(newer, match.record, Story(end=position(match))) is None


@every_game
def test_every_phase_has_a_name_for_everybody(slug: str) -> None:
    game = flagplot.game(slug)
    for phase in game.phases:
        readable(game.phase_names[phase])
    match = flagplot.play(slug, seed=1)
    assert match.topic == ""
    assert match.at(0).topic == game.phase_names[match.at(0).state.phase]


@every_game
@settings(max_examples=10)
@given(seed=SEEDS, number=st.integers(0, 150))
def test_a_fork_sees_other_dice_than_the_match_will(slug: str, seed: int, number: int) -> None:
    match = at_decision(slug, seed, number)
    assert match.decision is not None
    data = match.save()
    fork = match.fork(match.decision.seat, 1)
    again = match.fork(match.decision.seat, 1)
    other = match.fork(match.decision.seat, 2)
    assert fork.record.seed == again.record.seed
    assert len({fork.record.seed, other.record.seed, match.record.seed}) == 3
    with pytest.raises(flagplot.SaveError):
        fork.save()
    seen = len(match.log())
    truth = flagplot.load(data)
    for future in (fork, again, other, truth):
        players.play_out(future, players.seated(future, {}, "same"))
    assert plain(fork.state) == plain(again.state)
    assert match.save() == data
    coming = [entry.faces for entry in truth.log()[seen:] if entry.kind == "roll"]
    if len(coming) > 20:  # with fewer, equal dice may be an accident
        assert [entry.faces for entry in fork.log() if entry.kind == "roll"][-len(coming) :] != coming


@every_game
@settings(max_examples=3)
@given(seed=SEEDS)
def test_a_copy_equals_a_deep_copy_and_shares_nothing_that_changes(slug: str, stride: int, seed: int) -> None:
    for match, _ in walk(slug, seed, stride):
        state = match.state
        twin = match.game.copy(state)
        assert twin == copy.deepcopy(state)
        assert not (set(map(id, mutable_parts(twin))) & set(map(id, mutable_parts(state))))


def mutable_parts(value: Any) -> list[Any]:
    """Every list, dict and unfrozen dataclass in a state."""
    found: list[Any] = []
    if isinstance(value, (list, dict)):
        inside = value if isinstance(value, list) else value.values()
        found += [value, *(part for item in inside for part in mutable_parts(item))]
    elif is_dataclass(value) and not value.__dataclass_params__.frozen:
        found += [value, *(part for f in fields(value) for part in mutable_parts(getattr(value, f.name)))]
    return found


@every_game
@settings(max_examples=3)
@given(seed=SEEDS)
def test_every_text_can_be_read(slug: str, stride: int, seed: int) -> None:
    for match, _ in walk(slug, seed, stride):
        decision = match.decision
        assert decision is not None
        assert match.board_key in match.game.scenarios
        board = {space.id for space in match.board.spaces}
        views = [match.view(seat) for seat in match.seats]
        pieces = {piece.id for view in views for piece in view.pieces}
        pieces |= {piece.id for view in views for tray in view.trays for piece in tray.pieces}
        lines = {line.id for view in views for line in view.lines}
        readable(decision.prompt)
        assert decision.rule in match.game.rulebook.clauses
        for option in decision.options:
            description = match.describe(option)
            readable(description.label)
            assert set(description.spaces) <= board
            assert decision.row or set(description.pieces) <= pieces
            assert set(description.lines) <= lines
        for seat in match.seats:
            assert {piece.space for piece in match.view(seat).pieces if not piece.placed} <= board
    for entry in match.log():
        readable(entry.text)
        assert entry.rule in match.game.rulebook.clauses
        plain(entry)


def readable(text: str) -> None:
    assert text == text.strip()
    assert text
    assert not set(text) & set("{}_")


@every_game
def test_the_seed_is_proved_by_the_hash_published_before(slug: str) -> None:
    match = flagplot.new(slug)
    published = match.seed_hash
    players.play_out(match, players.seated(match, {}, "any"))
    assert published == match.state.seed_hash == commitment(bytes.fromhex(match.record.seed))
    assert flagplot.new(slug).seed_hash != published


@every_game
def test_a_game_thrown_with_real_dice_goes_as_the_same_dice_from_the_seed(slug: str) -> None:
    played = flagplot.play(slug, seed=12)
    if any(entry.to is not None for entry in played.log() if entry.kind == "roll"):
        return play_with_real_dice(slug)
    falls = iter([fall for entry in played.log() if entry.kind == "roll" for fall in typed(entry)])
    choices = iter(played.record.choices)
    match = flagplot.new(slug, dice=flagplot.dice.asked())
    while decision := match.decision:
        readable(decision.prompt)
        if decision.seat == "dice":
            key, fall = next(falls)
            assert key == decision.key
            match.choose(fall)
        else:
            match.choose(next(choices))
    assert match.result == played.result
    assert [entry.text for entry in match.log()] == [entry.text for entry in played.log()]
    assert flagplot.load(match.save()).save() == match.save()


def play_with_real_dice(slug: str) -> None:
    """Where some throws are secret, these come from the seed; nobody is asked for them, and all others are typed."""
    match, rng = flagplot.new(slug, seed=12, dice=flagplot.dice.asked()), Random(12)
    asked = 0
    while decision := match.decision:
        readable(decision.prompt)
        asked += decision.seat == "dice"
        match.choose(rng.choice(decision.options))
    public = [entry for entry in match.log() if entry.kind == "roll" and entry.to is None]
    assert asked == sum(len(typed(entry)) for entry in public)
    assert len(public) < sum(entry.kind == "roll" for entry in match.log())
    assert flagplot.load(match.save()).save() == match.save()


def typed(entry: LogEntry) -> list[tuple[str, Any]]:
    """What the players type for a line of the log: a card, the faces of a throw, or a volley die by die."""
    if "drawn" in entry.about:
        return [(entry.key, entry.about["drawn"])]
    if "sum" not in entry.about:
        return [(entry.key, face) for face in entry.faces]
    return [(entry.key, entry.faces if len(entry.faces) > 1 else entry.faces[0])]


@every_game
def test_what_a_view_shows_again_is_the_same_object_and_costs_no_comparison(slug: str) -> None:
    match = at_decision(slug, 1, 40)
    for seat in match.seats:
        one, other = match.view(seat), match.view(seat)
        assert [piece for piece in one.pieces if not any(piece is again for again in other.pieces)] == []
        assert [fact for fact in one.facts if not any(fact is again for again in other.facts)] == []
