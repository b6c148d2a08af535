"""1.2 to 1.4: the spaces, their borders, and the pieces.

The map is read from `map.toml`. It is checked when this module is imported.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from typing import Annotated, Literal

from pydantic import Field, model_validator

from rules.documents import Model, Once, Provenance, read_toml

FACTIONS = ("sultanate", "bahmani", "vijayanagara")
RIVALS = ("bahmani", "vijayanagara")
MONGOLS = "mongols"

# 1.4: the kinds of pieces. Rebelling and Obedient Amirs are two kinds, and so are Rajas (1.4.5).
KINDS = (
    "troops",
    "governors",
    "qasbahs",
    "obedient-amirs",
    "rebelling-amirs",
    "forts",
    "obedient-rajas",
    "rebelling-rajas",
    "temples",
    "mongols",
)
PIECES: Mapping[str, tuple[str, ...]] = {
    "sultanate": ("troops", "governors", "qasbahs"),
    "bahmani": ("obedient-amirs", "rebelling-amirs", "forts"),
    "vijayanagara": ("obedient-rajas", "rebelling-rajas", "temples"),
    MONGOLS: ("mongols",),
}
OWNER = {kind: faction for faction, kinds in PIECES.items() for kind in kinds}
UNITS: Mapping[str, tuple[str, ...]] = {faction: kinds[:2] for faction, kinds in PIECES.items()}  # 1.4.1
STRUCTURE = {"sultanate": "qasbahs", "bahmani": "forts", "vijayanagara": "temples"}  # 1.4.2
OBEDIENT = {"bahmani": "obedient-amirs", "vijayanagara": "obedient-rajas"}
REBELLING = {"bahmani": "rebelling-amirs", "vijayanagara": "rebelling-rajas"}
FLIPPED = {**{OBEDIENT[f]: REBELLING[f] for f in RIVALS}, **{REBELLING[f]: OBEDIENT[f] for f in RIVALS}}

# 1.2, 1.4.3: the kind that each kind becomes in a holding box. There, Amirs and Rajas are neither
# Obedient nor Rebelling.
BOX = {kind: kind for kind in KINDS} | dict.fromkeys(("obedient-amirs", "rebelling-amirs"), "amirs")
BOX |= dict.fromkeys(("obedient-rajas", "rebelling-rajas"), "rajas")
TOTALS = {
    "troops": 32,
    "governors": 5,
    "qasbahs": 5,
    "amirs": 18,
    "forts": 5,
    "rajas": 22,
    "temples": 5,
    "mongols": 12,
}
UNIT_BOX = {"bahmani": "amirs", "vijayanagara": "rajas"}
WHOSE = {unit: rival for rival, unit in UNIT_BOX.items()}

INFLUENCE_SLOTS = {
    "bahmani": (2, 4),
    "vijayanagara": (1, 2, 3, 4),
}  # 1.9: two Units wait on each of these levels
INFLUENCE_TOP = 4
RESOURCES_TOP = 24  # 1.8
CAVALRY_TOTAL = 10  # 1.10

Kind = Literal[
    "troops", "governors", "qasbahs", "obedient-amirs", "rebelling-amirs",
    "forts", "obedient-rajas", "rebelling-rajas", "temples", "mongols",
]  # fmt: skip


Pair = tuple[str, str]


class Space(Model, frozen=True):
    """1.3: a Province, a Mongol Invasion Region or Delhi."""

    name: str
    code: Annotated[str, Field(pattern="^[A-Z]{3}$")]
    type: Literal["province", "region", "delhi"]
    prosperity: Annotated[int, Field(ge=0, le=2)] = 0
    coast: bool = False


class Borders(Model, frozen=True):
    """1.3.5: pairs of adjacent spaces. Each pair is listed once."""

    provenance: Provenance
    pairs: Annotated[tuple[Pair, ...], Field(min_length=1)]


class Vindhya(Model, frozen=True):
    """1.3.6: pairs of spaces that are not adjacent."""

    provenance: Provenance
    apart: Annotated[tuple[Pair, ...], Once, Field(min_length=1)]


class City(Model, frozen=True):
    """1.3.4: a point where Provinces meet; not a space."""

    name: str
    provenance: Provenance
    around: Annotated[tuple[str, ...], Once, Field(min_length=1)]


class Setup(Model, frozen=True):
    """2.1: the pieces on the map at the start."""

    provenance: Provenance
    pieces: dict[str, dict[Kind, Annotated[int, Field(ge=1)]]]


class Map(Model, frozen=True):
    """1.3: the whole map as in its file."""

    provenance: Provenance
    note: str
    spaces: dict[str, Space]
    borders: Annotated[tuple[Borders, ...], Field(min_length=1)]
    vindhya: Vindhya
    cities: dict[str, City]
    setup: Setup

    @model_validator(mode="after")
    def _hangs_together(self) -> Map:
        for place, named in self._list_named():
            if strangers := sorted(set(named) - set(self.spaces)):
                raise ValueError(f"{place}: there is no space {strangers[0]}")
        joined = [frozenset(pair) for borders in self.borders for pair in borders.pairs]
        if twice := [pair for pair in joined if joined.count(pair) > 1]:
            raise ValueError(f"borders: {' and '.join(sorted(twice[0]))} are there twice")
        pairs = set(joined)
        if wrong := [pair for pair in self.vindhya.apart if frozenset(pair) in pairs]:
            raise ValueError(f"vindhya.apart: 1.3.6: {' and '.join(wrong[0])} must not be adjacent")
        total = sum(space.prosperity for space in self.spaces.values())
        if total != 18:
            raise ValueError(f"spaces: 2.1: the Prosperity of all Provinces must be 18 in all, not {total}")
        if wrong_type := [
            key for key, s in self.spaces.items() if (s.prosperity > 0) != (s.type == "province")
        ]:
            raise ValueError(
                f"spaces: 1.3.1: {wrong_type[0]}: Provinces, and only they, have a Prosperity of 1 or 2"
            )
        return self

    def _list_named(self) -> Iterator[tuple[str, Iterable[str]]]:
        """Yield the parts of the file that name spaces: the name of the part, and the spaces in it."""
        for number, borders in enumerate(self.borders):
            yield f"borders.{number}.pairs", [space for pair in borders.pairs for space in pair]
        yield "vindhya.apart", [space for pair in self.vindhya.apart for space in pair]
        for key, city in self.cities.items():
            yield f"cities.{key}.around", city.around
        yield "setup.pieces", self.setup.pieces


def read_map(text: str) -> Map:
    """Return the map of a TOML document. Raises `ValueError` that names the place and the reason."""
    return read_toml(Map, text, "map")


MAP = read_map(files(__package__).joinpath("map.toml").read_text(encoding="utf-8"))
SPACES = tuple(MAP.spaces)
PROVINCES = tuple(key for key, space in MAP.spaces.items() if space.type == "province")
PROSPERITY = {key: MAP.spaces[key].prosperity for key in PROVINCES}
DELHI, PUNJAB, PASSES = "delhi", "punjab", "mountain-passes"
REGIONS = (PASSES, PUNJAB)  # 1.3.2
MONGOL_ROAD = (PASSES, PUNJAB, DELHI)  # 3.5
BARE_POINTS = (frozenset(("gondwana", "bengal")), frozenset(("maharashtra", "orissa")))


def read_adjacency(meeting_points: bool) -> dict[str, tuple[str, ...]]:
    """1.3.5: return the neighbours of each space, in the order of the map.

    `meeting_points`: whether two spaces are adjacent too if they touch only at a point where four areas meet
    (`BARE_POINTS`).
    """
    pairs = {frozenset(pair) for borders in MAP.borders for pair in borders.pairs}
    if not meeting_points:
        pairs -= set(BARE_POINTS)
    return {a: tuple(b for b in SPACES if frozenset((a, b)) in pairs and a != b) for a in SPACES}


ADJACENT = {choice: read_adjacency(choice) for choice in (True, False)}
