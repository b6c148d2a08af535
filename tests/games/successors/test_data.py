"""The data files: their contents, and the refusal of a bad one with the place and the reason."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest

from rules.successors.board import BORDERS, LANES, MAP, PORTS, PROVINCES, SEAS, VALUE, read_map
from rules.successors.forces import FORCES, TURNS, read_forces
from rules.successors.tables import CHITS, TABLES, read_tables


def text(name: str) -> str:
    return files("rules.successors").joinpath(f"{name}.toml").read_text(encoding="utf-8")


def test_the_map() -> None:
    assert (len(PROVINCES), len(SEAS)) == (39, 7)
    assert sum(map(len, BORDERS.values())) == 2 * 58
    assert sum(VALUE.values()) == 85
    assert sorted(VALUE.values()).count(2) == 22
    assert len(PORTS) == 9
    assert all(any(port in LANES[sea] for port in PORTS) for sea in SEAS if sea not in ("EUX",))


def test_every_datum_says_where_it_is_from() -> None:
    rows: tuple[Any, ...] = (
        *MAP.provinces.values(),
        *MAP.seas.values(),
        *TABLES.odd,
        *TABLES.even,
        *CHITS.values(),
    )
    assert {row.provenance for row in rows} == {"source", "reconstruction", "ours"}
    parts = (FORCES.length, FORCES.setup, FORCES.prices, FORCES.moves, FORCES.dice, *FORCES.units.values())
    assert all(part.note for part in parts)
    assert TURNS == 10


@pytest.mark.parametrize(
    ("read", "name", "old", "new", "why"),
    [
        (read_map, "map", 'borders = ["MAC", "GRE"]', 'borders = ["MAC", "SYR"]', "SYR must border EPI too"),
        (read_map, "map", "value = 4", "value = 7", "provinces.MAC.value: Input should be less than"),
        (read_map, "map", 'coasts = ["ION"]', 'coasts = ["ION", "XXX"]', "there is no sea XXX"),
        (read_map, "map", 'name = "Epirus"', 'name = "Hellas"', "two places are called Hellas"),
        (read_map, "map", 'name = "Epirus"', "name = ", "map: not TOML"),
        (read_forces, "forces", "turns = 10", "turns = 3", "gifts: later than the last game turn"),
        (read_forces, "forces", "hits = 6", "hits = 7", "units.levies.hits: Input should be less than"),
        (read_tables, "events", "last = 12", "last = 13", "odd: 13 stands in 2 rows, not one"),
        (read_tables, "events", "number = 2\n", "number = 3\n", "chits: number them from 1 on"),
        (read_tables, "events", 'place = "THR"', 'place = "XYZ"', "there is no province XYZ"),
        (read_tables, "events", "talents = 2\n", "", "talents: “gain” needs it"),
    ],
)
def test_a_bad_file_is_refused(
    read: Callable[[str], object], name: str, old: str, new: str, why: str
) -> None:
    whole = text(name)
    assert old in whole
    read(whole)
    with pytest.raises(ValueError, match=why):
        read(whole.replace(old, new, 1))
