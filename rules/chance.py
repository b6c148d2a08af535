"""Compute dice and draws so that anyone can check them.

A result is computed with HMAC-SHA256 from a secret seed, the turn, and the number of the result's entry in
the turn. When a game begins, the hash of its seed and its start is published (`make_commitment`). Each seat
may add a word (`mix`), so that nobody alone determines the dice. When the game ends, the seed is published.
With the seed, the words and the record, anyone can compute each result again (`find_faces`).
"""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass

from rules.ask import Eyes
from rules.words import Words

SLIGHT = 0.005  # texts say "under 1%" for a chance below this
MARGIN = 1e-9  # added before rounding down, so that 43.99999999999% becomes 44%, not 43%
AND = "+"  # joins the cards of one draw in a key; no other key contains it


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll of six-sided dice. Awaiting it returns the faces. An entry stores them as digits: "6134"."""

    dice: int
    prompt: Words
    stakes: object = None  # what the dice decide, for a forecast of the odds
    kind: str = ""  # a stable identifier, as questions have
    told: bool = False  # whether the story's next line says what was rolled

    def __await__(self) -> Generator[Roll, list[int], list[int]]:
        return (yield self)

    def read(self, key: str) -> list[int] | None:
        """Return the faces of a stored key; None if the key can't be a result of this roll."""
        return [int(face) for face in key] if len(key) == self.dice and set(key) <= set("123456") else None


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw `n` cards of `pile` by chance, or all if there are fewer. A card may be in the pile several times.

    Awaiting it returns the drawn cards, in order. No shuffled deck is stored, so nobody can look into one.
    """

    pile: Sequence[str]
    prompt: Words
    n: int = 1
    eyes: Eyes = None  # who may see what was drawn
    kind: str = ""  # a stable identifier, as questions have

    def __await__(self) -> Generator[Draw, tuple[str, ...], tuple[str, ...]]:
        return (yield self)

    def read(self, key: str) -> tuple[str, ...] | None:
        """Return the cards of a stored key; None if they can't be drawn from this pile."""
        cards = tuple(key.split(AND))
        fits = len(cards) == min(self.n, len(self.pile)) and Counter(cards) <= Counter(self.pile)
        return cards if fits else None


def make_commitment(seed: str, start: str = "") -> str:
    """Return the hash that is published when a game begins, in hex.

    It is the SHA-256 of the secret seed, or, if there is a `start`, of the seed, a line break and `start`
    (`rules.records.record.write_origin`).
    """
    return hashlib.sha256((f"{seed}\n{start}" if start else seed).encode()).hexdigest()


def mix(secret: str, words: Mapping[str, str]) -> str:
    """Return the seed from which chance is computed: the secret, then a line for each seat's word."""
    return "\n".join((secret, *(f"{seat} {word}" for seat, word in words.items())))


def unmix(seed: str) -> tuple[str, dict[str, str]]:
    """Return the secret in a seed, and the words of the seats in it."""
    secret, *words = seed.split("\n")
    return secret, dict(line.partition(" ")[::2] for line in words)


def derive_seed(seed: str, undone: Iterable[tuple[int, int]], turn: int, index: int) -> str:
    """Return the seed that decides the dice or cards of one entry.

    `undone`: the places (turn, entry) to which undos of dice or cards went back. Each undo to this entry or
    to an earlier one changes the seed.
    """
    times = sum(place <= (turn, index) for place in undone)
    return f"{seed}\nundone {times}" if times else seed


def link(seed: str, chain: str, turn: int, entries: Iterable[tuple[str, str]]) -> str:
    """Return the hash of a record up to the last of these entries, in hex.

    The secret seed is the key of the hash. Without it, nobody can test guesses of hidden entries.
    `chain`: the hash of the record before this turn.
    """
    rows = (f"{seat} {key}" for seat, key in entries)
    return hmac.digest(seed.encode(), "\n".join((chain, str(turn), *rows)).encode(), "sha256").hex()


def find_faces(seed: str, turn: int, index: int, pending: Roll | Draw) -> str:
    """Return the faces or cards that the seed yields for entry `index` of `turn`.

    The same seed yields the same result each time.
    """
    return draw_by_numbers(_draw_uniform(seed, f"{turn}/{index}"), pending)


def draw_by_numbers(number: Callable[[int], int], pending: Roll | Draw) -> str:
    """Return the faces or cards that `number` yields. `number(n)` returns a number from 0 to n - 1."""
    if isinstance(pending, Roll):
        return "".join(str(1 + number(6)) for _ in range(pending.dice))
    if pending.n == 1:
        return pending.pile[number(len(pending.pile))]
    left = list(pending.pile)
    return AND.join(left.pop(number(len(left))) for _ in range(min(pending.n, len(left))))


def _draw_uniform(seed: str, place: str) -> Callable[[int], int]:
    """Return a function `number(n)` that returns unbiased numbers below n.

    The numbers are 32-bit pieces of the HMAC-SHA256 of `place` and a counter. Pieces that would bias the
    result are discarded.
    """
    words = (
        int.from_bytes(block[at : at + 4], "big")
        for count in range(1 << 20)
        for block in [hmac.digest(seed.encode(), f"{place}/{count}".encode(), "sha256")]
        for at in range(0, 32, 4)
    )
    return lambda n: next(word for word in words if word < (1 << 32) // n * n) % n


def round_percents(chances: Sequence[float]) -> list[int]:
    """Return chances that sum to 1 as whole percents that sum to 100.

    A chance below `SLIGHT` becomes 0, because texts name it "under 1%". Every other chance is at least 1%.
    """
    found = [0 if chance < SLIGHT else max(1, int(100 * chance + MARGIN)) for chance in chances]
    told = [at for at, chance in enumerate(chances) if chance >= SLIGHT]
    if (rest := 100 - sum(found)) < 0:  # too much, because small chances were rounded up to 1%
        found[max(told, key=chances.__getitem__)] += rest
        return found
    each, more = divmod(rest, len(told))
    # The chances that lost most by rounding down get 1% more.
    for rank, at in enumerate(sorted(told, key=lambda at: found[at] - 100 * chances[at])):
        found[at] += each + (rank < more)
    return found
