"""Define what a page is made of: a game, and what its page may tell to its reader."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.ask import EVERYTHING, ONLOOKER, Reader
from rules.errors import BadRecord
from rules.kernel import Game, Rules
from rules.records.record import Record, find_first_state, replay


@dataclass(frozen=True, slots=True)
class GameSource:
    """A game to make a page of, as `reader` may know it.

    `record`: the record as the page may tell it, with the seed sealed while the game runs. `games`: the
    turns. A turn of a record that hides something ends before its first hidden entry. `start`: the document
    of the state before the first turn. `hides`: whether something is hidden. `named`: whether the page says
    who held the seats. `chances`: each seat's chance to win at the beginning of each turn and at the end.
    `channel`: the address of the game's channel. `name`: the name of the table; "" if the page has none.
    """

    record: Record
    games: tuple[Game, ...]
    start: str
    reader: Reader = ONLOOKER
    over: bool = False
    hides: bool = False
    named: bool = True
    chances: tuple[Mapping[str, float], ...] = ()
    channel: str = ""
    name: str = ""

    @property
    def people(self) -> Mapping[str, str]:
        """Return who holds each seat; nobody if the page shows no names."""
        return self.record.seats if self.named else {}


def read_source(rules: Rules, record: Record, *, named: bool = True) -> GameSource:
    """Return the game of a record, for a spectator while its seed is sealed. Raises `BadRecord`."""
    turns = list(replay(rules, record))
    if not turns:
        raise BadRecord("the record has no turns")
    _, last = turns[-1]
    return GameSource(
        record,
        tuple(game for game, _ in turns),
        find_first_state(rules, record),
        ONLOOKER if record.seed is None else EVERYTHING,
        over=last.pending is None and rules.over(last.state),
        hides=record.hides,
        named=named,
    )
