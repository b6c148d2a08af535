"""Read the tracks, the action spaces, the river and the edges of a province from `board.toml`.

The file is checked when this module is imported.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Annotated, Literal, NamedTuple

from pydantic import Field, model_validator

from rules.documents import Model, Provenance, read_toml

Colour = Literal["orange", "green", "blue", "purple"]
Building = Literal["temple", "palace", "fort", "mill"]
Good = Literal["silk", "tea", "spices"]
What = Literal[
    "money", "fame", "karma", "upgrade", "dice", "boat", "palace", "dice-per-karma", "money-per-market",
    "assorted", "one-kind", "fame-per-upgrade", "money-per-upgrade", "fame-per-karma",
]  # fmt: skip
Count = Annotated[int, Field(ge=0)]

COLOURS: tuple[Colour, ...] = ("orange", "green", "blue", "purple")
BUILDINGS: tuple[Building, ...] = ("temple", "palace", "fort", "mill")
GOODS: tuple[Good, ...] = ("silk", "tea", "spices")
CHAMBERS: Mapping[str, int] = {  # 5.4: by chamber, the face of the die that it costs
    "mogul": 1, "dancer": 2, "yogi": 3, "raja": 4, "builder": 5, "portuguese": 6,
}  # fmt: skip
LEAST_VALUE, MOST_VALUE = 2, 4  # 3.3: what a building scores before and after all upgrades
START = 0  # where boats start, before space 1 of the river


class Gain(NamedTuple):
    """A thing that a seat gains.

    `late`: whether it is an upgrade that counts only from the next turn on (3.3).
    """

    kind: str
    n: int = 1
    colour: str = ""
    late: bool = False


class Reward(Model, frozen=True):
    """What a space, a yield, a bonus or a white tile gives, as in the file."""

    kind: What
    n: Annotated[int, Field(ge=1)] = 1
    colour: Colour | Literal[""] = ""
    late: bool = False

    @model_validator(mode="after")
    def _whole(self) -> Reward:
        if (self.kind == "dice-per-karma") != (self.colour != ""):
            raise ValueError(f"{self.kind} {'needs a' if self.kind == 'dice-per-karma' else 'has no'} colour")
        return self

    @property
    def as_gain(self) -> Gain:
        """The same as a `Gain` of the rules."""
        return Gain(self.kind, self.n, self.colour, self.late)


class Part(Model, frozen=True):
    """A part of the file, with its source."""

    provenance: Provenance
    note: str


class Bonus(Model, frozen=True):
    """9: a space of a track that gives something once."""

    track: Literal["fame", "money"]
    space: Annotated[int, Field(ge=1)]
    gain: Reward


class Tracks(Part):
    """2, 8, 9: the length of the two tracks, the spaces where workers wait, and the bonuses in order."""

    fame: int
    money: int
    worker: dict[Literal["fame", "money"], Count]
    bonuses: Annotated[tuple[Bonus, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _whole(self) -> Tracks:
        if self.money != 2 * self.fame:
            raise ValueError(f"money: {2 * self.fame} spaces are needed, two for each space of fame")
        if set(self.worker) != {"fame", "money"}:
            raise ValueError("worker: a space of each track is needed")
        if beyond := [track for track, space in self.worker.items() if space > getattr(self, track)]:
            raise ValueError(f"worker.{beyond[0]}: beyond the end of the track")
        for track, top in (("money", self.money), ("fame", self.fame)):
            at = [bonus.space for bonus in self.bonuses if bonus.track == track]
            if at != sorted(set(at)) or any(space > top for space in at):
                raise ValueError(f"the spaces of the {track} bonuses must ascend, to {top} at most")
        return self


class Begin(Part):
    """1: what a seat starts with, the most karma and dice it can have, and how many dice a colour has."""

    money: Annotated[tuple[Count, ...], Field(min_length=1)]
    karma: Count
    most_karma: Count
    workers: Count
    hands: Count
    dice: Count


class Side(Part):
    """A side of the board: the prices of its rows, and how many workers `assorted` and `outer` take."""

    quarry: tuple[Count, ...]
    harbour: tuple[Count, ...]
    assorted: Annotated[int, Field(ge=1)]
    outer: Annotated[int, Field(ge=1)]
    once: bool  # 4: whether each seat may score the assorted goods only once per round

    @model_validator(mode="after")
    def _rows_rise(self) -> Side:
        for row in ("quarry", "harbour"):
            prices = getattr(self, row)
            if not prices or list(prices) != sorted(prices):
                raise ValueError(f"{row}: at least one price is needed, and none lower than the one before")
        return self


class Balconies(Part):
    """5.3: for each colour of a die that a seat can pay, the colour of the two dice that it gets."""

    swaps: dict[str, str]

    @model_validator(mode="after")
    def _all(self) -> Balconies:
        if set(self.swaps) != set(COLOURS):
            raise ValueError("swaps: one is needed for each colour")
        if wrong := [own for own, other in self.swaps.items() if other not in COLOURS or own == other]:
            raise ValueError(f"swaps.{wrong[0]}: another colour is needed")
        return self


class River(Part):
    """6, 6.1: the spaces of the river in order; the first is number 1."""

    bridge: Annotated[int, Field(ge=1)]
    last: Annotated[int, Field(ge=1)]
    spaces: tuple[Reward, ...]

    @property
    def end(self) -> int:
        """The number of the final space."""
        return len(self.spaces)

    @model_validator(mode="after")
    def _whole(self) -> River:
        if self.bridge >= self.end or self.last >= self.end:
            raise ValueError(f"bridge and last must be lower than the number of spaces, {self.end}")
        return self


class White(Part):
    """5.4: how many white tiles of each kind there are, and what they give."""

    die: Count
    money: Count
    upgrade: Count
    karma: Count
    gains: dict[Literal["die", "money", "upgrade", "karma"], Reward]

    @model_validator(mode="after")
    def _all(self) -> White:
        if len(self.gains) < 4:
            raise ValueError("gains: one is needed for each of die, money, upgrade and karma")
        return self

    @property
    def pile(self) -> tuple[str, ...]:
        """All white tiles, by kind."""
        counts = {"die": self.die, "money": self.money, "upgrade": self.upgrade, "karma": self.karma}
        return tuple(kind for kind, n in counts.items() for _ in range(n))


class Ground(Part):
    """3.1, 3.2: the squares of a province, where its roads start, and what its edges give."""

    columns: Annotated[int, Field(ge=3, le=9)]
    rows: Annotated[int, Field(ge=2, le=9)]
    residence: str
    roads: Annotated[str, Field(pattern="^[nesw]{1,4}$")]
    yields: dict[str, Reward]

    @property
    def squares(self) -> tuple[str, ...]:
        """All squares in reading order, with the residence: "a1", "b1" ..."""
        return tuple(f"{'abcdefghi'[x]}{y + 1}" for y in range(self.rows) for x in range(self.columns))

    @model_validator(mode="after")
    def _whole(self) -> Ground:
        if self.residence not in self.squares:
            raise ValueError(f"residence: no square “{self.residence}”")
        right, low = "abcdefghi"[self.columns - 1], str(self.rows)
        rim = {"n": lambda at: at[1] == "1", "s": lambda at: at[1] == low}
        rim |= {"w": lambda at: at[0] == "a", "e": lambda at: at[0] == right}
        for edge in self.yields:
            square, _, side = edge.partition("-")
            if square not in self.squares or side not in rim or not rim[side](square):
                raise ValueError(f"yields.{edge}: no edge on the rim; write a1-w")
        return self


class Board(Model, frozen=True):
    """The whole file."""

    tracks: Tracks
    begin: Begin
    sides: dict[int, Side]
    balconies: Balconies
    river: River
    white: White
    province: Ground

    @model_validator(mode="after")
    def _whole(self) -> Board:
        if set(self.sides) != {2, 3, 4}:
            raise ValueError("sides: one is needed for each of 2, 3 and 4 players")
        if len(self.begin.money) < max(self.sides):
            raise ValueError("begin.money: one amount is needed for each player")
        return self


def read_board(text: str) -> Board:
    """Return the board of a file.

    Raises `ValueError`, which names the place and the reason.
    """
    return read_toml(Board, text, "board")


BOARD = read_board(files(__package__).joinpath("board.toml").read_text(encoding="utf-8"))
RIVER = BOARD.river
END = RIVER.end
EARNINGS: tuple[Gain, ...] = tuple(space.as_gain for space in RIVER.spaces)  # the first is for space 1
BONUSES: Mapping[str, tuple[tuple[int, Gain], ...]] = {
    track: tuple((bonus.space, bonus.gain.as_gain) for bonus in BOARD.tracks.bonuses if bonus.track == track)
    for track in ("money", "fame")
}
HANDS, DICE, MOST_KARMA = BOARD.begin.hands, BOARD.begin.dice, BOARD.begin.most_karma
SIDES = 7  # 7: opposite faces of a die add up to this
YIELDS: Mapping[str, Gain] = {edge: gain.as_gain for edge, gain in BOARD.province.yields.items()}
WHITE: Mapping[str, Gain] = {kind: gain.as_gain for kind, gain in BOARD.white.gains.items()}

# All action spaces, in the order of the board. A single key stands for all spaces of a row.
SPACES: tuple[str, ...] = (
    "quarry", "assorted", *GOODS, "harbour", "outer",
    *(f"terrace-{colour}" for colour in COLOURS), *(f"balcony-{colour}" for colour in COLOURS), *CHAMBERS,
)  # fmt: skip


def _room(space: str, side: Side) -> int:
    rows = {"quarry": len(side.quarry), "harbour": len(side.harbour)}
    return (rows | {"assorted": side.assorted, "outer": side.outer}).get(space, 1)


# 2: the prices of the rows in money, by number of players
PRICES: Mapping[int, Mapping[str, tuple[int, ...]]] = {
    players: {"quarry": side.quarry, "harbour": side.harbour} for players, side in BOARD.sides.items()
}
ROOM: Mapping[int, Mapping[str, int]] = {  # 2: how many workers each space takes, by number of players
    players: {space: _room(space, side) for space in SPACES} for players, side in BOARD.sides.items()
}
