"""Evaluate positions by weights learned from games.

A position has signs: numbers that the game defines (`extras.Learned`). For each seat, a sign has two weights:
one that always counts, and one that counts more near the end. A seat's chance to win is proportional to the
exponential of the weighted sum of the signs. `durbar learn` writes the weights into the game's
`judgement.toml`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from importlib.resources import files
from operator import mul

from pydantic import Field, model_validator

from rules.documents import Model, Provenance, read_toml

FILE = "judgement.toml"


class Sign(Model, frozen=True):
    """The weights of a sign, one number per seat.

    The weight at a position is `always` plus `late` times `Learned.late(state)`.
    """

    always: tuple[float, ...]
    late: tuple[float, ...]


class Judgement(Model, frozen=True):
    """The weights of a game's signs, as its `judgement.toml` lists them."""

    provenance: Provenance
    note: str
    games: int = Field(ge=0)  # the number of games to which it was fitted
    seats: tuple[str, ...]
    signs: dict[str, Sign]

    @model_validator(mode="after")
    def _a_number_a_seat(self) -> Judgement:
        for name, sign in self.signs.items():
            if not len(sign.always) == len(sign.late) == len(self.seats):
                raise ValueError(f"signs: {name}: a number for each of {len(self.seats)} seats is needed")
        return self

    @cached_property
    def _columns(self) -> tuple[tuple[tuple[float, ...], tuple[float, ...]], ...]:
        """The weights by seat, in the order of the signs: (always, late)."""
        signs = self.signs.values()
        return tuple(
            (tuple(sign.always[at] for sign in signs), tuple(sign.late[at] for sign in signs))
            for at in range(len(self.seats))
        )

    def sums(self, found: Mapping[str, float], late: float) -> dict[str, float]:
        """Return the weighted sum of a position's signs for each seat.

        `found`: the signs of the position, in the order of the file. `late`: how near the end is. Raises
        `ValueError` if the names of the signs are not those in the file.
        """
        if list(found) != list(self.signs):
            raise ValueError(f"the signs are not those of {FILE}: learn it anew")
        values = found.values()
        return {
            seat: sum(map(mul, values, always)) + late * sum(map(mul, values, more))
            for seat, (always, more) in zip(self.seats, self._columns, strict=True)
        }


@cache
def load_judgement(package: str) -> Judgement:
    """Return the judgement of a game's package.

    Raises `ValueError`, which names the place and the reason.
    """
    return read_judgement(files(package).joinpath(FILE).read_text(encoding="utf-8"), package)


def read_judgement(text: str, package: str) -> Judgement:
    """Return the judgement of a TOML document.

    Raises `ValueError`, which names the place and the reason.
    """
    return read_toml(Judgement, text, f"{package}: {FILE}")
