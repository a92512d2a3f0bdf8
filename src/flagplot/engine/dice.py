"""Where chance comes from: a provable tape, a script, or the players' own dice.

The tape of a seed is BLAKE2b of the block number, keyed with the seed: bytes that nobody can foretell without the
seed, and that anybody can compute again with it. A byte makes a face when it is below the largest multiple of the
number of sides; the others are passed over, so that no face is favoured.
"""

from __future__ import annotations

import functools
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from operator import length_hint
from typing import Any, Generic, Protocol, TypeVar

from flagplot.engine.errors import DiceError
from flagplot.engine.words import Roll

SEED_BYTES = 32
BLOCK_BYTES = 64
TAPE_END = 2**64 * BLOCK_BYTES  # no block beyond it has a number
# The face of a die of so many sides that each byte makes; 0 for the bytes that make none
FACES = (
    (),
    *(tuple(byte % sides + 1 if byte < 256 - 256 % sides else 0 for byte in range(256)) for sides in range(1, 257)),
)


@dataclass(frozen=True, slots=True)
class Rolled:
    """The faces of a throw, and the sum of those that are kept."""

    faces: tuple[int, ...]
    sum: int
    dropped: tuple[int, ...] = ()  # the places among the faces, counted from 0, of those that are not kept

    @property
    def kept(self) -> tuple[int, ...]:
        """The faces that count, in the order in which they fell."""
        return tuple(face for place, face in enumerate(self.faces) if place not in self.dropped)


@functools.cache
def rolled(*faces: int) -> Rolled:
    """The throw of these faces, all kept; equal throws are one object, so that a playout builds none."""
    return Rolled(faces, sum(faces))


ROLLED = tuple(rolled(face) for face in range(257))  # the throws of one die, by its face


@dataclass(frozen=True, slots=True)
class Notation:
    """A throw as it is written, taken apart."""

    count: int
    sides: int
    keep: int  # how many dice count
    lowest: bool  # whether those are the lowest


NOTATION = re.compile(r"(?P<count>\d{1,3})d(?P<sides>\d{1,6})(?:(?P<end>[lh])(?P<keep>\d{1,3}))?", re.ASCII)


@functools.cache
def notation(dice: str) -> Notation:
    """Take "2d6" apart, or "3d6l2" and "3d6h2", of which the lowest or highest two count; DiceError for all else."""
    found = NOTATION.fullmatch(dice)
    if not found or int(found["count"]) < 1 or int(found["sides"]) < 2:
        raise DiceError(
            f"{dice!r} is not a throw of dice; expected for instance '2d6', or '3d6l2' to keep two of three."
        )
    count = int(found["count"])
    keep = int(found["keep"] or count)
    if not 1 <= keep <= count:
        raise DiceError(f"{dice!r} is not a throw of dice: it keeps {keep} of {count}. Expected 1 to {count}.")
    return Notation(count, int(found["sides"]), keep, found["end"] == "l")


@functools.cache
def sides_of(dice: str) -> tuple[int, ...]:
    """The sides of each die of a throw such as "2d6" or "3d6l2"."""
    read = notation(dice)
    return (read.sides,) * read.count


class PlainThrows(dict[str, tuple[int, int]]):
    """How many dice are thrown, and their sides, where all are kept and no face is beyond a byte; (0, 0) elsewhere.

    It is a dictionary for the sake of speed, like a Chart.
    """

    def __missing__(self, dice: str) -> tuple[int, int]:
        read = notation(dice)
        self[dice] = plain = (read.count, read.sides) if read.keep == read.count and read.sides <= 256 else (0, 0)
        return plain


PLAIN_THROWS = PlainThrows()


@functools.cache
def single_die(dice: str) -> int:
    """The sides of the one die with which each die of a volley is read; DiceError for several, kept or not."""
    read = notation(dice)
    if read.count > 1:
        raise DiceError(f"A volley reads each die by itself, so its chart has one die and not {dice!r}.")
    return read.sides


@functools.cache
def counted(dice: str, *faces: int) -> Rolled:
    """The throw of these faces as it is written: of "3d6l2" the lowest two count."""
    read = notation(dice)
    if read.keep == read.count:
        return rolled(*faces)
    by_face = sorted(range(len(faces)), key=lambda place: faces[place], reverse=not read.lowest)  # of equals the first
    kept = by_face[: read.keep]
    return Rolled(faces, sum(faces[place] for place in kept), tuple(sorted(by_face[read.keep :])))


def in_words(dice: str) -> str:
    """A throw as players read it: "3d6 (the lowest 2 count)"."""
    read = notation(dice)
    thrown = f"{read.count}d{read.sides}"
    if read.keep == read.count:
        return thrown
    count = "counts" if read.keep == 1 else f"{read.keep} count"
    return f"{thrown} (the {'lowest' if read.lowest else 'highest'} {count})"


class Dice(Protocol):
    """Anything that can throw a die and pick from a pool."""

    position: int  # how far the tape or script has been read

    def face(self, sides: int, roll: Roll) -> int:
        """A face from 1 to `sides`."""

    def faces(self, count: int, sides: int, roll: Roll) -> Sequence[int]:
        """So many faces, as if thrown one after the other."""

    def pick(self, pool: Sequence[Any], roll: Roll) -> int:
        """The index of one of the pool."""


class Tape:
    """The dice of a seed, read from a position on."""

    def __init__(self, seed: bytes, position: int = 0) -> None:
        self.seed = seed
        self.position = position

    @property
    def position(self) -> int:
        return self._end - length_hint(self._unread)

    @position.setter
    def position(self, position: int) -> None:
        self._unread = iter(b"")  # bytes of a block; an iterator, because it counts by itself what is read
        self._end = position  # of the tape where these bytes end

    def face(self, sides: int, roll: Roll | None = None) -> int:
        try:
            faces = FACES[sides]
        except IndexError:
            return self._wide_face(sides)
        for byte in self._unread:
            if face := faces[byte]:
                return face
        self._read_on()
        return self.face(sides)

    def faces(self, count: int, sides: int, roll: Roll | None = None) -> Sequence[int]:
        if sides > 256 or not count:
            return [self.face(sides) for _ in range(count)]
        faces, fallen, left = FACES[sides], [], count
        for byte in self._unread:  # as `face` reads them
            if face := faces[byte]:
                fallen.append(face)
                left -= 1
                if not left:
                    return fallen
        self._read_on()
        return [*fallen, *self.faces(left, sides)]

    def pick(self, pool: Sequence[Any], roll: Roll | None = None) -> int:
        size = len(pool)
        if size < 2:
            return 0
        if size <= 256:
            faces = FACES[size]
            for byte in self._unread:  # as `face` reads them, which goes on where the block ends
                if face := faces[byte]:
                    return face - 1
        return self.face(size) - 1

    def _wide_face(self, sides: int) -> int:
        width = (sides.bit_length() + 7) // 8
        limit = 256**width - 256**width % sides
        while True:
            number = 0
            for _ in range(width):
                number = number * 256 + self.face(256) - 1
            if number < limit:
                return number % sides + 1

    def _read_on(self) -> None:
        """Go on with the block in which the bytes have come to their end, or with the one that follows."""
        block, start = divmod(self._end, BLOCK_BYTES)
        number = block.to_bytes(8, "little")
        self._unread = iter(blake2b(number, digest_size=BLOCK_BYTES, key=self.seed).digest()[start:])
        self._end += BLOCK_BYTES - start


class TapeByRoll:
    """Dice with a tape for each roll: games that differ in some throws have those of other kinds in common.

    So of two games that are compared, less of the difference is chance.
    """

    def __init__(self, seed: bytes) -> None:
        self.position = 0  # nobody goes on from there
        self._seed = seed
        self._tapes: dict[str, Tape] = {}

    def face(self, sides: int, roll: Roll) -> int:
        return self._tape(roll).face(sides)

    def faces(self, count: int, sides: int, roll: Roll) -> Sequence[int]:
        return self._tape(roll).faces(count, sides)

    def pick(self, pool: Sequence[Any], roll: Roll) -> int:
        return self._tape(roll).pick(pool)

    def _tape(self, roll: Roll) -> Tape:
        try:
            return self._tapes[roll.key]
        except KeyError:
            tape = self._tapes[roll.key] = Tape(derived_seed(self._seed, roll.key))
            return tape


class Script:
    """Dice that fall as written: faces for throws, the drawn thing itself for draws."""

    def __init__(self, values: Sequence[Any], position: int = 0) -> None:
        self.values = tuple(values)
        self.position = position

    def face(self, sides: int, roll: Roll) -> int:
        value = self._next(roll, f"a face from 1 to {sides}")
        if type(value) is not int or not 1 <= value <= sides:
            raise DiceError(f"The roll '{roll.key}' needs a face from 1 to {sides}; the script has {value!r}.")
        return value

    def faces(self, count: int, sides: int, roll: Roll) -> Sequence[int]:
        return [self.face(sides, roll) for _ in range(count)]

    def pick(self, pool: Sequence[Any], roll: Roll) -> int:
        value = self._next(roll, f"one of {list(pool)}")
        if value not in pool:
            raise DiceError(f"The draw '{roll.key}' needs one of {list(pool)}; the script has {value!r}.")
        return pool.index(value)

    def _next(self, roll: Roll, wanted: str) -> Any:
        if self.position >= len(self.values):
            raise DiceError(
                f"The scripted dice ran out after {len(self.values)}: the roll '{roll.key}' needs {wanted}."
            )
        value = self.values[self.position]
        self.position += 1
        return value


class Continued:
    """Dice that fall again as they fell before a match branched off, and then as the tape of its own seed has them."""

    def __init__(self, fallen: Sequence[int], seed: bytes, position: int = 0) -> None:
        self._fallen = fallen  # faces of throws, indices of draws
        self._tape = Tape(seed)
        self.position = position

    @property
    def position(self) -> int:
        return self._read + self._tape.position

    @position.setter
    def position(self, position: int) -> None:
        self._read = min(position, len(self._fallen))
        self._tape.position = position - self._read

    def face(self, sides: int, roll: Roll | None = None) -> int:
        return self._tape.face(sides) if (fallen := self._again(1, sides)) is None else fallen

    def faces(self, count: int, sides: int, roll: Roll | None = None) -> Sequence[int]:
        return [self.face(sides) for _ in range(count)]

    def pick(self, pool: Sequence[Any], roll: Roll | None = None) -> int:
        return self._tape.pick(pool) if (fallen := self._again(0, len(pool) - 1)) is None else fallen

    def _again(self, least: int, most: int) -> int | None:
        if self._read == len(self._fallen):
            return None
        fallen = self._fallen[self._read]
        if not least <= fallen <= most:
            raise DiceError(f"A die that fell before the match branched off shows {fallen}, not {least} to {most}.")
        self._read += 1
        return fallen


D = TypeVar("D", bound=Dice)


class Relayed(Generic[D]):
    """Dice that are read from others, at the position of those."""

    def __init__(self, dice: D) -> None:
        self._dice = dice

    @property
    def position(self) -> int:
        return self._dice.position

    @position.setter
    def position(self, position: int) -> None:
        self._dice.position = position


class WoundOn(Relayed[Tape | Continued]):
    """Dice that pass over what fell before it was taken back: where they are wound on, they are read further on."""

    def __init__(self, dice: Tape | Continued, wound: Sequence[tuple[int, int]]) -> None:
        super().__init__(dice)
        self._wound = dict(wound)  # of several from one position, the last counts

    def face(self, sides: int, roll: Roll | None = None) -> int:
        self._wind_on()
        return self._dice.face(sides)

    def faces(self, count: int, sides: int, roll: Roll | None = None) -> Sequence[int]:
        return [self.face(sides) for _ in range(count)]

    def pick(self, pool: Sequence[Any], roll: Roll | None = None) -> int:
        self._wind_on()
        return self._dice.pick(pool)

    def _wind_on(self) -> None:
        if (position := self._dice.position) in self._wound:
            self._dice.position = next_read(position, self._wound)


def next_read(position: int, wound: Mapping[int, int]) -> int:
    """Where dice are read next that have been read up to a position."""
    while position in wound:
        position = wound[position]
    return position


@dataclass(frozen=True, slots=True)
class Asked:
    """The wish to type in every throw and draw, made with real dice on a real table."""


def scripted(*values: Any) -> Script:
    """Dice that fall as written."""
    return Script(values)


def asked() -> Asked:
    """Dice that the players throw themselves; each throw is a decision of the match."""
    return Asked()


def new_seed() -> bytes:
    """A seed that nobody knows."""
    return secrets.token_bytes(SEED_BYTES)


def seed_bytes(seed: int | str | bytes) -> bytes:
    """A seed from a number, from hexadecimal digits, or from 32 bytes."""
    if isinstance(seed, bytes) and len(seed) == SEED_BYTES:
        return seed
    if type(seed) is int and 0 <= seed < 256**SEED_BYTES:
        return seed.to_bytes(SEED_BYTES, "big")
    if isinstance(seed, str) and len(seed) == 2 * SEED_BYTES:
        try:
            return bytes.fromhex(seed)
        except ValueError:
            pass
    raise DiceError(f"{seed!r} is not a seed. Expected a whole number from 0 up, 64 hexadecimal digits, or 32 bytes.")


def derived_seed(seed: bytes, *path: int | str) -> bytes:
    """A seed that follows from another: game number i of a run, the private dice of a fork."""
    return blake2b("/".join(map(str, path)).encode(), digest_size=SEED_BYTES, key=seed).digest()


def commitment(seed: bytes) -> str:
    """The hash that is published before a game, so that its seed can be proved after it."""
    return blake2b(seed, digest_size=SEED_BYTES, person=b"flagplot seed").hexdigest()
