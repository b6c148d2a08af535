"""Read the map from `map.toml`, and check it: provinces, seas, and their borders."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Annotated, Literal

from pydantic import Field, model_validator

from rules.documents import Model, Once, Provenance, read_toml

Code = Annotated[str, Field(pattern="^[A-Z]{3}$")]
Sort = Literal["levies", "infantry", "cavalry", "elephants", "fleets"]


class Province(Model, frozen=True):
    """A province: its value (PA-6, PA-41), the cost to enter it (PA-15), the type of unit it raises (PA-13).

    `label`: the letters on its coin. It is given only if the code could be taken for another province.
    """

    name: str
    label: Code | None = None
    value: Annotated[int, Field(ge=0, le=6)]
    terrain: Literal["normal", "rough"]
    port: bool
    raises: Literal["levies", "infantry", "cavalry", "elephants", "nothing"]
    coasts: Annotated[tuple[Code, ...], Once]
    borders: Annotated[tuple[Code, ...], Once]
    provenance: Provenance


class Sea(Model, frozen=True):
    """A sea, and the seas next to it."""

    name: str
    leads: Annotated[tuple[Code, ...], Once]
    provenance: Provenance


class Map(Model, frozen=True):
    """The contents of the map file."""

    note: str
    provinces: dict[Code, Province]
    seas: dict[Code, Sea]

    @model_validator(mode="after")
    def _hangs_together(self) -> Map:
        if both := sorted(set(self.provinces) & set(self.seas)):
            raise ValueError(f"{both[0]} is a province and a sea")
        for code, province in self.provinces.items():
            for near in province.borders:
                if near not in self.provinces:
                    raise ValueError(f"provinces.{code}.borders: there is no province {near}")
                if code not in self.provinces[near].borders:
                    raise ValueError(f"provinces.{code}.borders: {near} must border {code} too")
            if code in province.borders:
                raise ValueError(f"provinces.{code}.borders: {code} can't border itself")
            if unknown := [sea for sea in province.coasts if sea not in self.seas]:
                raise ValueError(f"provinces.{code}.coasts: there is no sea {unknown[0]}")
            if province.port and not province.coasts:
                raise ValueError(f"provinces.{code}.port: a port needs a coast")
            if not province.borders and not province.coasts:
                raise ValueError(f"provinces.{code}: nobody can reach it")
        for code, sea in self.seas.items():
            for near in sea.leads:
                if near not in self.seas or code not in self.seas[near].leads:
                    raise ValueError(f"seas.{code}.leads: {near} is no sea that leads back to {code}")
            if not any(code in province.coasts for province in self.provinces.values()):
                raise ValueError(f"seas.{code}: no province lies on it")
        labels = [province.label or code for code, province in self.provinces.items()]
        if taken := [label for label in labels if labels.count(label) > 1 or label in self.seas]:
            raise ValueError(f"two places have the label {taken[0]}")
        named = [province.name.casefold() for province in self.provinces.values()]
        named += [sea.name.casefold() for sea in self.seas.values()]
        if twice := [name for name in named if named.count(name) > 1]:
            raise ValueError(f"two places are called {twice[0].title()}")
        return self


def read_map(text: str) -> Map:
    """Return the map of a TOML document.

    Raises `ValueError`, which names the place and the reason.
    """
    return read_toml(Map, text, "map")


MAP = read_map(files(__package__).joinpath("map.toml").read_text(encoding="utf-8"))
PROVINCES = tuple(MAP.provinces)
SEAS = tuple(MAP.seas)
AREAS = (*PROVINCES, *SEAS)
IS_SEA = frozenset(SEAS)
# {place: its letters on the map}; players type these letters too
LABEL: Mapping[str, str] = {code: province.label or code for code, province in MAP.provinces.items()} | {
    sea: sea for sea in SEAS
}
CODE: Mapping[str, str] = {label: code for code, label in LABEL.items()}
VALUE: Mapping[str, int] = {code: province.value for code, province in MAP.provinces.items()}
BORDERS: Mapping[str, tuple[str, ...]] = {code: p.borders for code, p in MAP.provinces.items()}
COASTS: Mapping[str, tuple[str, ...]] = {code: p.coasts for code, p in MAP.provinces.items()}
SHORES: Mapping[str, tuple[str, ...]] = {
    sea: tuple(code for code in PROVINCES if sea in COASTS[code]) for sea in SEAS
}
PORTS = tuple(code for code, province in MAP.provinces.items() if province.port)
RAISES: Mapping[str, str] = {code: province.raises for code, province in MAP.provinces.items()}
ORDER: Mapping[str, int] = {code: place for place, code in enumerate(AREAS)}

# PA-18: where a fleet can go from each port and sea
LANES: Mapping[str, tuple[str, ...]] = {port: COASTS[port] for port in PORTS} | {
    sea: (*MAP.seas[sea].leads, *(port for port in SHORES[sea] if port in PORTS)) for sea in SEAS
}
