"""What a page is made of: a game with what its page may tell, and whose eyes it is for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.ask import EVERYTHING, ONLOOKER, Reader
from rules.errors import BadRecord
from rules.kernel import Game, Rules
from rules.record import Record, find_first_state, replay


@dataclass(frozen=True, slots=True)
class GameSource:
    """A game to make a page of, as `reader` may know it.

    `record`: of its header all that its page may tell; its seed is sealed while the game runs. `games`: its
    turns, with their entries up to the first that can't be played on; `start`: the document of the state
    before the first. `hides`: something of it could not be played on. `named`: the page says who held the
    seats. `chances`: each seat's chance to win at the beginning of each turn and at the end.
    """

    record: Record
    games: tuple[Game, ...]
    start: str
    reader: Reader = ONLOOKER
    over: bool = False
    hides: bool = False
    named: bool = True
    chances: tuple[Mapping[str, float], ...] = ()
    channel: str = ""  # its address

    @property
    def people(self) -> Mapping[str, str]:
        """The seats with those who hold them; nobody on a page without names."""
        return self.record.seats if self.named else {}


def read_source(rules: Rules, record: Record, *, named: bool = True) -> GameSource:
    """Return the game of a record. While its seed is sealed a spectator's rights hold. Raises `BadRecord`."""
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
