"""A judgement of positions that is learned from games: signs of a position, each counting something for each
seat, and something more as the end comes near; the sums are the logarithms of the seats' chances to win.

What the signs are a game says (`extras.Learned`); what they count for is in its `judgement.toml`, which
`durbar learn` writes.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from pydantic import Field, model_validator

from rules.documents import Model, Provenance, read_toml

FILE = "judgement.toml"


class Sign(Model, frozen=True):
    """What a sign counts for, a number a seat: always, and more `late` (times how near the end is)."""

    always: tuple[float, ...]
    late: tuple[float, ...]


class Judgement(Model, frozen=True):
    """What the signs of a game count for, as its file has it."""

    provenance: Provenance
    note: str
    games: int = Field(ge=0)  # to whose outcomes it was fitted
    seats: tuple[str, ...]
    signs: dict[str, Sign]

    @model_validator(mode="after")
    def _a_number_a_seat(self) -> Judgement:
        for name, sign in self.signs.items():
            if not len(sign.always) == len(sign.late) == len(self.seats):
                raise ValueError(f"signs: {name}: a number for each of {len(self.seats)} seats is needed")
        return self

    def sums(self, found: Mapping[str, float], late: float) -> dict[str, float]:
        """What the signs of a position come to for each seat. Raises `KeyError` for a sign that is not
        known."""
        totals = [0.0] * len(self.seats)
        for name, value in found.items():
            if value:
                sign = self.signs[name]
                for at, (always, more) in enumerate(zip(sign.always, sign.late, strict=True)):
                    totals[at] += value * (always + late * more)
        return dict(zip(self.seats, totals, strict=True))


@cache
def judgement(package: str) -> Judgement:
    """The judgement of a game's package. Raises `ValueError` with the place and the reason."""
    return read_judgement(files(package).joinpath(FILE).read_text(encoding="utf-8"), package)


def read_judgement(text: str, package: str) -> Judgement:
    """The judgement of a TOML document. Raises `ValueError` with the place and the reason."""
    return read_toml(Judgement, text, f"{package}: {FILE}")
