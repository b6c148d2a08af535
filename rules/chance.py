"""Dice and draws that anyone can check: HMAC-SHA256 of a secret seed and the place of the entry.

The seed's hash is published when a game begins (`commitment`), the seed when it ends; whoever has both and
the record can compute every face again (`chance`).
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass

from rules.words import Words


@dataclass(frozen=True, slots=True)
class Roll:
    """So many six-sided dice; awaiting it gives the faces. Recorded as digits: "6134"."""

    dice: int
    prompt: Words
    stakes: object = None  # what they decide, for whoever forecasts it

    def __await__(self) -> Generator[Roll, list[int], list[int]]:
        return (yield self)

    def read(self, key: str) -> list[int] | None:
        """The faces that a recorded key stands for; None if it can't be a result of this roll."""
        return [int(face) for face in key] if len(key) == self.dice and set(key) <= set("123456") else None


@dataclass(frozen=True, slots=True)
class Draw:
    """One of `pile` by chance (repeats weigh more); awaiting it gives the one drawn. No shuffled deck lies
    anywhere to peek at."""

    pile: Sequence[str]
    prompt: Words

    def __await__(self) -> Generator[Draw, str, str]:
        return (yield self)

    def read(self, key: str) -> str | None:
        """The card that a recorded key stands for; None if it isn't in the pile."""
        return key if key in self.pile else None


def commitment(seed: str) -> str:
    """What is published when the game begins: the SHA-256 of its secret seed, in hex."""
    return hashlib.sha256(seed.encode()).hexdigest()


def chance(seed: str, turn: int, index: int, pending: Roll | Draw) -> str:
    """The faces or the card that the seed yields for entry `index` of `turn`, the same whoever computes
    it."""
    numbers = _uniform(seed, f"{turn}/{index}")
    if isinstance(pending, Roll):
        return "".join(str(1 + numbers(6)) for _ in range(pending.dice))
    return pending.pile[numbers(len(pending.pile))]


def _uniform(seed: str, place: str) -> Callable[[int], int]:
    """Unbiased numbers below n, from HMAC-SHA256 of the place, 32 bits at a time; what would bias is thrown
    away."""
    words = (
        int.from_bytes(block[at : at + 4], "big")
        for count in range(1 << 20)
        for block in [hmac.digest(seed.encode(), f"{place}/{count}".encode(), "sha256")]
        for at in range(0, 32, 4)
    )
    return lambda n: next(word for word in words if word < (1 << 32) // n * n) % n
