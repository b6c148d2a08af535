"""Dice and draws that anyone can check: HMAC-SHA256 of a secret seed and the place of the entry.

A game begins: the hash of the seed and of the start is published (`make_commitment`).
Each seat adds a word of its own (`mix`), so that nobody alone chooses the faces.
The game ends: the seed is published. With it, the words and the record, anyone computes each face again
(`find_faces`).
"""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass

from rules.ask import Eyes
from rules.words import Words

AND = "+"  # between the cards of one draw in a record: no key has it


@dataclass(frozen=True, slots=True)
class Roll:
    """So many six-sided dice; awaiting it gives the faces. Recorded as digits: "6134"."""

    dice: int
    prompt: Words
    stakes: object = None  # what they decide, for a forecast
    kind: str = ""  # a short word that stays, as a question has
    told: bool = False  # the line of the story that comes next says what fell

    def __await__(self) -> Generator[Roll, list[int], list[int]]:
        return (yield self)

    def read(self, key: str) -> list[int] | None:
        """Return the faces that a recorded key stands for; None if it can't be a result of this roll."""
        return [int(face) for face in key] if len(key) == self.dice and set(key) <= set("123456") else None


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw `n` of `pile` by chance, or all if there are fewer; repeats in the pile weigh more.

    Awaiting it gives what was drawn, in order. No shuffled deck is stored, so nobody can peek at one.
    """

    pile: Sequence[str]
    prompt: Words
    n: int = 1
    eyes: Eyes = None  # who may see what was drawn
    kind: str = ""  # a short word that stays, as a question has

    def __await__(self) -> Generator[Draw, tuple[str, ...], tuple[str, ...]]:
        return (yield self)

    def read(self, key: str) -> tuple[str, ...] | None:
        """Return the cards that a recorded key stands for; None if they can't be drawn from this pile."""
        cards = tuple(key.split(AND))
        fits = len(cards) == min(self.n, len(self.pile)) and Counter(cards) <= Counter(self.pile)
        return cards if fits else None


def make_commitment(seed: str, start: str = "") -> str:
    """Return the hash that is published when the game begins, in hex.

    It is the SHA-256 of the secret seed and, on a line of its own, of what the game starts from
    (`rules.record.write_origin`).
    """
    return hashlib.sha256((f"{seed}\n{start}" if start else seed).encode()).hexdigest()


def mix(secret: str, words: Mapping[str, str]) -> str:
    """Return the seed of a game's chance: its secret and, each on a line, the words that the seats add."""
    return "\n".join((secret, *(f"{seat} {word}" for seat, word in words.items())))


def unmix(seed: str) -> tuple[str, dict[str, str]]:
    """Return the secret of a seed, and the words of the seats in it."""
    secret, *words = seed.split("\n")
    return secret, dict(line.split(" ", 1) for line in words)


def derive_seed(seed: str, undone: Iterable[tuple[int, int]], turn: int, index: int) -> str:
    """Return the seed of one entry's chance, which is another after each undo of dice or cards.

    `undone`: the places (turn, entry) that these undos went back to.
    """
    times = sum(place <= (turn, index) for place in undone)
    return f"{seed}\nundone {times}" if times else seed


def link(seed: str, chain: str, turn: int, entries: Iterable[tuple[str, str]]) -> str:
    """Return the hash of a record up to an entry, in hex.

    It is keyed with the secret seed, so that nobody can guess hidden entries from it while the game goes on.
    `chain`: the hash of all that came before this turn.
    """
    rows = (f"{seat} {key}" for seat, key in entries)
    return hmac.digest(seed.encode(), "\n".join((chain, str(turn), *rows)).encode(), "sha256").hex()


def find_faces(seed: str, turn: int, index: int, pending: Roll | Draw) -> str:
    """Return the faces or cards that the seed yields for entry `index` of `turn`.

    Everybody who computes them gets the same.
    """
    return draw_by_numbers(_draw_uniform(seed, f"{turn}/{index}"), pending)


def draw_by_numbers(number: Callable[[int], int], pending: Roll | Draw) -> str:
    """Return the faces or the cards that come of `number(n)`, each a number from 0 to n - 1."""
    if isinstance(pending, Roll):
        return "".join(str(1 + number(6)) for _ in range(pending.dice))
    if pending.n == 1:
        return pending.pile[number(len(pending.pile))]
    left = list(pending.pile)
    return AND.join(left.pop(number(len(left))) for _ in range(min(pending.n, len(left))))


def _draw_uniform(seed: str, place: str) -> Callable[[int], int]:
    """Return a function that gives unbiased numbers below n, from HMAC-SHA256 of the place.

    It takes 32 bits at a time and throws away those that would bias the result.
    """
    words = (
        int.from_bytes(block[at : at + 4], "big")
        for count in range(1 << 20)
        for block in [hmac.digest(seed.encode(), f"{place}/{count}".encode(), "sha256")]
        for at in range(0, 32, 4)
    )
    return lambda n: next(word for word in words if word < (1 << 32) // n * n) % n
