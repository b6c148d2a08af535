"""Define the data that a page is made of: a game, and how much the page may show to its reader."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.ask import EVERYTHING, SPECTATOR, Reader
from rules.errors import BadFile
from rules.kernel import Game, Rules
from rules.records.record import Record, find_first_state, replay


@dataclass(frozen=True, slots=True)
class GameSource:
    """A game from which a page is made. The page shows of it only what `reader` may know.

    `record`: the record as the page may show it; the seed is sealed while the game runs. `games`: the turns
    of the game. If the record hides something, a turn ends before its first hidden entry. `start`: the state
    before the first turn, as a document. `hides`: whether the record hides something. `named`: whether the
    page says who held the seats. `chances`: each seat's chance to win, at the beginning of each turn and at
    the end. `channel`: the address of the game's channel. `name`: the name of the table, or "" if the page
    shows none.
    """

    record: Record
    games: tuple[Game, ...]
    start: str
    reader: Reader = SPECTATOR
    over: bool = False
    hides: bool = False
    named: bool = True
    chances: tuple[Mapping[str, float], ...] = ()
    channel: str = ""
    name: str = ""

    @property
    def people(self) -> Mapping[str, str]:
        """Return who holds each seat; an empty mapping if the page shows no names."""
        return self.record.seats if self.named else {}


def read_source(rules: Rules, record: Record, *, named: bool = True) -> GameSource:
    """Return the game of a record, ready to make a page from it.

    If the record's seed is sealed, the page is for a spectator. Otherwise its reader may read everything.
    Raises `BadFile`.
    """
    turns = list(replay(rules, record))
    if not turns:
        raise BadFile("the record has no turns")
    _, last = turns[-1]
    return GameSource(
        record,
        tuple(game for game, _ in turns),
        find_first_state(rules, record),
        SPECTATOR if record.seed is None else EVERYTHING,
        over=last.pending is None and rules.over(last.state),
        hides=record.hides,
        named=named,
    )
