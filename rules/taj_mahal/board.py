"""1.1: read the twelve provinces, their cities and the roads between them from `map.toml`.

The file is checked when this module is imported.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Annotated

from pydantic import Field, model_validator

from rules.documents import Model, Provenance, read_toml

PROVINCES_IN_ALL, FORTRESSES_IN_ALL = 12, 16
MOST_CELLS = 12  # columns or rows of the board
RING = (1, 2, 3, 4)  # the cities of a province's ring: north-east, south-east, south-west, north-west


class Part(Model, frozen=True):
    """A part of a file, with its source."""

    provenance: Provenance
    note: str


class Province(Model, frozen=True):
    """A province: its name, and the cell of the board in which it lies."""

    name: str
    column: Annotated[int, Field(ge=0, le=MOST_CELLS)]
    row: Annotated[int, Field(ge=0, le=MOST_CELLS)]


class Provinces(Part):
    """The provinces by their three-letter codes."""

    at: dict[Annotated[str, Field(pattern="^[a-z]{3}$")], Province]


class Cities(Part):
    """How many cities a province has: four, but one province has five."""

    fifth: str  # the province that has five cities


class Roads(Part):
    """The roads that cross a border, each as the two cities that it joins."""

    across: tuple[str, ...]


class Fortresses(Part):
    """The cities that are fortresses."""

    cities: tuple[str, ...]


class Map(Model, frozen=True):
    """The whole file."""

    provinces: Provinces
    cities: Cities
    rings: Part
    roads: Roads
    fortresses: Fortresses

    @property
    def places(self) -> Mapping[str, tuple[str, ...]]:
        """The cities of each province: "kab-1", "kab-2", ... for "kab"."""
        return {
            code: tuple(f"{code}-{n}" for n in (*RING, *((5,) if code == self.cities.fifth else ())))
            for code in self.provinces.at
        }

    @property
    def all_roads(self) -> tuple[tuple[str, str], ...]:
        """All roads: those in the rings of the provinces, then Agra's own, then those across borders."""
        rings = [
            (cities[at], cities[(at + 1) % len(RING)]) for cities in self.places.values() for at in range(4)
        ]
        agra = f"{self.cities.fifth}-5"
        hub = [(agra, city) for city in self.places[self.cities.fifth][:4]]
        across = [(one, other) for one, _, other in (road.partition(" ") for road in self.roads.across)]
        return (*rings, *hub, *across)

    @model_validator(mode="after")
    def _whole(self) -> Map:
        codes = self.provinces.at
        if len(codes) != PROVINCES_IN_ALL:
            raise ValueError(f"{len(codes)} provinces, not {PROVINCES_IN_ALL}")
        if self.cities.fifth not in codes:
            raise ValueError(f"cities: no province {self.cities.fifth}")
        cells = [(province.column, province.row) for province in codes.values()]
        if len(set(cells)) != len(cells):
            raise ValueError("two provinces in one cell")
        self._check_cities()
        self._check_joined()
        return self

    def _check_cities(self) -> None:
        known = {city for cities in self.places.values() for city in cities}
        for road in self.roads.across:
            one, _, other = road.partition(" ")
            if wrong := [city for city in (one, other) if city not in known]:
                raise ValueError(f"roads: no city {wrong[0]}")
            if one[:3] == other[:3]:
                raise ValueError(f"roads: {road} does not cross a border")
        if len({frozenset(road) for road in self.all_roads}) != len(self.all_roads):
            raise ValueError("roads: one is listed twice")
        forts = self.fortresses.cities
        if wrong := [city for city in forts if city not in known]:
            raise ValueError(f"fortresses: no city {wrong[0]}")
        if len(set(forts)) != FORTRESSES_IN_ALL or len(forts) != FORTRESSES_IN_ALL:
            raise ValueError(f"fortresses: {FORTRESSES_IN_ALL} different cities are needed")
        if f"{self.cities.fifth}-5" not in forts:
            raise ValueError("fortresses: Agra must be one")

    def _check_joined(self) -> None:
        known = {city for cities in self.places.values() for city in cities}
        reached, fresh = set[str](), [next(iter(known))]
        while fresh:
            city = fresh.pop()
            reached.add(city)
            fresh += [
                end
                for road in self.all_roads
                if city in road
                for end in road
                if end not in reached and end not in fresh
            ]
        if lonely := known - reached:
            raise ValueError(f"roads: {min(lonely)} can't be reached from everywhere")


def read_map(text: str) -> Map:
    """Return the map of a file.

    Raises `ValueError`, which names the place and the reason.
    """
    return read_toml(Map, text, "map")


MAP = read_map(files(__package__).joinpath("map.toml").read_text(encoding="utf-8"))
PROVINCES = tuple(MAP.provinces.at)
AGRA = MAP.cities.fifth  # the province that is visited last
CITIES: Mapping[str, tuple[str, ...]] = MAP.places  # the cities of each province
ALL_CITIES = tuple(city for cities in CITIES.values() for city in cities)
PROVINCE_OF: Mapping[str, str] = {city: code for code, cities in CITIES.items() for city in cities}
ROADS = MAP.all_roads
NEIGHBOURS: Mapping[str, tuple[str, ...]] = {
    city: tuple(b if a == city else a for a, b in ROADS if city in (a, b)) for city in ALL_CITIES
}
FORTRESSES = frozenset(MAP.fortresses.cities)
TAJ_MAHAL = f"{AGRA}-5"  # the city on which the Taj Mahal tile lies
