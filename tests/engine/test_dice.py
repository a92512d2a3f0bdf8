"""Dice: the tape of a seed, scripts, and seeds."""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b

import pytest

from flagplot.engine.dice import (
    Continued,
    Tape,
    TapeByRoll,
    commitment,
    derived_seed,
    rolled,
    scripted,
    seed_bytes,
    sides_of,
)
from flagplot.engine.errors import DiceError
from flagplot.engine.words import Roll

HUNT = Roll("hunt", "The hunt", "XX-GEN-01")
FIRE = Roll("fire", "Fire", "XX-GEN-01")
SEED = seed_bytes(7)


def test_the_tape_is_blake2b_of_the_block_number_keyed_with_the_seed() -> None:
    block = b"".join(blake2b(i.to_bytes(8, "little"), digest_size=64, key=SEED).digest() for i in range(2))
    by_hand = [byte % 6 + 1 for byte in block if byte < 252]
    tape = Tape(SEED)
    assert [tape.face(6) for _ in range(len(by_hand))] == by_hand


@pytest.mark.parametrize("sides", [2, 6, 8, 10, 20, 40, 100, 256, 300, 1000])
def test_no_face_is_favoured(sides: int) -> None:
    throws = 300 * sides
    tape = Tape(SEED)
    count = Counter(tape.face(sides) for _ in range(throws))
    assert set(count) == set(range(1, sides + 1))
    chi_square = sum((n - 300) ** 2 / 300 for n in count.values())
    assert abs(chi_square - (sides - 1)) < 5 * (2 * (sides - 1)) ** 0.5


def test_reading_can_be_taken_up_at_any_position() -> None:
    tape = Tape(SEED)
    faces, positions = [], []
    for _ in range(200):
        positions.append(tape.position)
        faces.append(tape.face(6))
    for number, position in enumerate(positions):
        assert Tape(SEED, position).face(6) == faces[number]


def test_a_pick_among_one_reads_nothing() -> None:
    tape = Tape(SEED)
    assert tape.pick(["only"]) == 0
    assert tape.position == 0


def test_scripted_dice_fall_as_written_and_draws_name_what_is_drawn() -> None:
    dice = scripted(3, 6, 14)
    assert (dice.face(6, HUNT), dice.face(6, HUNT)) == (3, 6)
    assert dice.pick([2, 8, 14], HUNT) == 2


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ((), "ran out after 0: the roll 'hunt' needs a face from 1 to 6"),
        ((7,), "'hunt' needs a face from 1 to 6; the script has 7"),
        ((0,), "'hunt' needs a face from 1 to 6; the script has 0"),
        ((True,), "'hunt' needs a face from 1 to 6; the script has True"),
        (("3",), "'hunt' needs a face from 1 to 6; the script has '3'"),
    ],
)
def test_a_script_that_does_not_fit_says_which_roll_asked(values: tuple[object, ...], message: str) -> None:
    with pytest.raises(DiceError, match=message):
        scripted(*values).face(6, HUNT)


def test_a_scripted_draw_of_something_not_in_the_pool_is_an_error() -> None:
    with pytest.raises(DiceError, match=r"The draw 'hunt' needs one of \[1, 2\]; the script has 5"):
        scripted(5).pick([1, 2], HUNT)


def test_equal_throws_are_one_object_with_faces_and_sum() -> None:
    assert rolled(2, 5) is rolled(2, 5)
    assert (rolled(2, 5).faces, rolled(2, 5).sum) == ((2, 5), 7)


@pytest.mark.parametrize("dice", ["", "d6", "2d", "0d6", "2d1", "two", "1d6+1"])
def test_a_throw_must_be_written_like_2d6(dice: str) -> None:
    with pytest.raises(DiceError, match="not a throw of dice"):
        sides_of(dice)


def test_a_seed_is_a_number_or_hexadecimal_digits_or_bytes() -> None:
    assert seed_bytes(7) == seed_bytes("00" * 31 + "07") == seed_bytes(bytes(31) + b"\x07")
    assert len(seed_bytes(2**256 - 1)) == 32


@pytest.mark.parametrize("seed", [-1, 2**256, True, 1.5, "xyz", "zz" * 32, b"short", None])
def test_anything_else_is_no_seed(seed: object) -> None:
    with pytest.raises(DiceError, match="is not a seed"):
        seed_bytes(seed)  # type: ignore[arg-type]


def test_the_published_hash_depends_on_the_seed_and_does_not_tell_it() -> None:
    assert commitment(SEED) == commitment(seed_bytes(7)) != commitment(seed_bytes(8))
    assert SEED.hex() not in commitment(SEED)
    assert derived_seed(SEED, "game", 1) != derived_seed(SEED, "game", 2)


@pytest.mark.parametrize("sides", [6, 10])
def test_faces_thrown_together_are_those_thrown_one_by_one(sides: int) -> None:
    together, one_by_one = Tape(SEED), Tape(SEED)
    for count in [0, 1, 7, 63, 64, 65, 3, 2, 30, 5] * 20:
        assert list(together.faces(count, sides)) == [one_by_one.face(sides) for _ in range(count)]
        assert together.position == one_by_one.position


def test_with_a_tape_for_each_roll_no_throw_moves_those_of_other_rolls() -> None:
    plain, hunted = TapeByRoll(SEED), TapeByRoll(SEED)
    first = plain.face(6, FIRE), *plain.faces(5, 10, FIRE), plain.pick("abcdef", FIRE)
    hunts = hunted.faces(70, 6, HUNT)
    assert (hunted.face(6, FIRE), *hunted.faces(5, 10, FIRE), hunted.pick("abcdef", FIRE)) == first
    assert plain.faces(70, 6, HUNT) == hunts
    assert TapeByRoll(SEED).faces(70, 6, FIRE) != hunts
    assert TapeByRoll(seed_bytes(8)).faces(70, 6, HUNT) != hunts


def test_a_continued_die_that_cannot_have_fallen_so_is_refused() -> None:
    for wrong in (0, 7, 99):
        with pytest.raises(DiceError, match=f"shows {wrong}, not 1 to 6"):
            Continued([wrong], SEED).face(6)
    with pytest.raises(DiceError, match="shows 3, not 0 to 2"):
        Continued([3], SEED).pick("abc")


def test_continued_dice_fall_again_as_they_fell_and_then_as_the_seed_has_them() -> None:
    seed = bytes(range(32))
    tape = Tape(seed)
    dice = Continued([3, 1, 4], seed)
    assert [dice.face(6), dice.pick("abcdef"), dice.face(6)] == [3, 1, 4]
    assert [*dice.faces(5, 6), dice.pick("abcdef")] == [*(tape.face(6) for _ in range(5)), tape.pick("abcdef")]
    assert dice.position == 3 + tape.position
    for position in (0, 2, 3, 7):
        again = Continued([3, 1, 4], seed, position)
        dice.position = position
        assert again.position == dice.position == position
        assert again.faces(6, 6) == dice.faces(6, 6)
