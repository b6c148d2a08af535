"""PA-2: read the two event tables and the chits from `events.toml`, and check them."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Annotated, Literal

from pydantic import Field, ValidationInfo, model_validator

from rules.documents import Model, Once, Provenance, read_toml
from rules.successors.board import PROVINCES, Code, Sort

NUMBERS = tuple(10 * tens + ones for tens in range(1, 7) for ones in range(1, 7))
Effect = Literal[
    "nothing", "gain", "tolls", "plague", "desertion", "storm", "invasion", "revolt", "homeward", "levy",
    "mercenaries", "volunteers", "rising", "chit", "shipwrights", "marriage", "elephants",
]  # fmt: skip
ChitEffect = Literal[
    "nothing", "join", "gain", "forced-march", "fair-winds", "spy", "bribe", "truce", "first", "cancel",
    "camp", "raid",
]  # fmt: skip
When = Literal["drawn", "any", "movement", "dawn", "revolt", "skirmish"]
Amount = Annotated[int, Field(ge=0)]
# the fields that each effect requires
NEEDS: Mapping[str, tuple[str, ...]] = {
    "gain": ("talents",), "tolls": ("most",), "desertion": ("reach",), "storm": ("reach",),
    "invasion": ("units", "place"), "revolt": ("units",), "levy": ("talents",), "mercenaries": ("units",),
    "volunteers": ("units",), "rising": ("units", "place"), "shipwrights": ("cost",),
    "marriage": ("talents",), "elephants": ("elephants",), "join": ("units",), "forced-march": ("mp",),
    "raid": ("lost",),
}  # fmt: skip


class Row(Model, frozen=True):
    """An Event, and the dice results that bring it. Fields that its effect doesn't need have defaults."""

    first: Annotated[int, Field(ge=11, le=66)]
    last: Annotated[int, Field(ge=11, le=66)]
    effect: Effect
    title: str
    provenance: Provenance
    talents: Amount = 0
    most: Amount = 0
    reach: Annotated[int, Field(ge=0, le=6)] = 0  # a unit is lost if its die shows this or less
    units: dict[Sort, Annotated[int, Field(ge=1)]] = {}
    place: Code | None = None
    cost: Amount = 0
    elephants: Amount = 0
    fleet: bool = False  # PA-7: the loss must be a fleet
    both: Annotated[tuple[Code, ...], Once] = ()  # a seat that holds both provinces gains Talents

    @model_validator(mode="after")
    def _complete(self, info: ValidationInfo) -> Row:
        _has_what_it_needs(self, self.effect)
        known = info.context["map.toml"].provinces if info.context else PROVINCES
        if unknown := [code for code in (*self.both, *filter(None, (self.place,))) if code not in known]:
            raise ValueError(f"there is no province {unknown[0]}")
        return self


class Chit(Model, frozen=True):
    """A numbered chit: what it does, and when."""

    number: Annotated[int, Field(ge=1)]
    effect: ChitEffect
    title: str
    when: When
    provenance: Provenance
    talents: Amount = 0
    units: dict[Sort, Annotated[int, Field(ge=1)]] = {}
    mp: Amount = 0
    lost: Annotated[int, Field(ge=1, le=6)] = 6

    @model_validator(mode="after")
    def _complete(self) -> Chit:
        _has_what_it_needs(self, self.effect)
        return self


def _has_what_it_needs(row: Row | Chit, effect: str) -> None:
    if missing := [name for name in NEEDS.get(effect, ()) if not getattr(row, name)]:
        raise ValueError(f"{missing[0]}: “{effect}” needs it")


class Tables(Model, frozen=True):
    """The contents of the file."""

    note: str
    odd: tuple[Row, ...]
    even: tuple[Row, ...]
    chits: Annotated[tuple[Chit, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _gapless(self) -> Tables:
        for name, rows in (("odd", self.odd), ("even", self.even)):
            named = [number for row in rows for number in NUMBERS if row.first <= number <= row.last]
            if wrong := [number for number in NUMBERS if named.count(number) != 1]:
                raise ValueError(f"{name}: {wrong[0]} stands in {named.count(wrong[0])} rows, not one")
        numbers = [chit.number for chit in self.chits]
        if numbers != list(range(1, len(numbers) + 1)):
            raise ValueError("chits: number them from 1 on, each once")
        return self


def read_tables(text: str) -> Tables:
    """Return the tables of a TOML document.

    Raises `ValueError`, which names the place and the reason.
    """
    return read_toml(Tables, text, "events")


TABLES = read_tables(files(__package__).joinpath("events.toml").read_text(encoding="utf-8"))
ODD, EVEN = "odd", "even"
EVENTS: Mapping[str, Mapping[int, Row]] = {
    table: {number: row for row in rows for number in NUMBERS if row.first <= number <= row.last}
    for table, rows in ((ODD, TABLES.odd), (EVEN, TABLES.even))
}
CHITS: Mapping[str, Chit] = {str(chit.number): chit for chit in TABLES.chits}


def list_titles() -> list[str]:
    """Return the titles of all Events, without duplicates."""
    return list(dict.fromkeys(row.title for rows in (TABLES.odd, TABLES.even) for row in rows))


def list_chits(effect: str) -> tuple[str, ...]:
    """Return the keys of the chits with this effect."""
    return tuple(key for key, chit in CHITS.items() if chit.effect == effect)
