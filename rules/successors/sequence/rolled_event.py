"""PA-2: tell the Event that a seat rolled, in one line with what it does."""

from __future__ import annotations

from typing import NamedTuple

from rules.successors.state import State
from rules.successors.tables import Row
from rules.words import Text, say

# PA-2: by effect, what an Event does to the seat that rolls it; the text follows the Event's title
CLAUSES: dict[str, str] = {
    "nothing": "it changes nothing",
    "gain": "{seat} gains {talents}",
    "tolls": "{seat} gains {talents}, 1 for each controlled port, at most {most}",
    "plague": "the largest stack of {seat} loses 1 unit",
    "desertion": "each Levy in one place deserts on a die of {reach} or less",
    "storm": "each Fleet of {seat} at sea sinks on a die of {reach} or less",
    "invasion": "Rebels attack {place} with {units}",
    "revolt": "Rebels rise in {place} with {units}",
    "homeward": "the leader of {seat} goes Home alone, from {origin} to {home}",
    "levy": "{seat} pays {talents}",
    "mercenaries": "{seat} may hire up to {units} where the leader is",
    "volunteers": "{units} join {seat} in {place}",
    "rising": "a revolt breaks out in {place}",
    "chit": "{seat} draws {chit}",
    "shipwrights": "{seat} may build a Fleet for {cost}",
    "marriage": "{seat} gains {talents} and may offer a truce",
    "elephants": "players who control elephant provinces may together buy up to {elephants}",
}


class Event(NamedTuple):
    """An Event that a seat rolled: the seat, and the Event's row, table ("ODD" or "EVEN") and number."""

    seat: str
    row: Row
    table: str
    number: int

    def tell(self, s: State, text: Text = "", /, *, quiet: bool = False, **args: object) -> None:
        """Tell the Event with what it does. Each effect calls this once, before it tells anything else.

        Args:
            text: the clause on what the Event does; "": the text of `CLAUSES`
            quiet: whether the Event changes nothing
            args: the arguments of the clause besides the seat
        """
        s.tell(
            "event",
            "{seat} rolls the Event “{title}” ({table} {number}): {clause}.",
            seat=self.seat,
            clause=say(text or CLAUSES[self.row.effect], seat=self.seat, **args),
            title=self.row.title,
            table=self.table,
            number=self.number,
            effect=self.row.effect,
            quiet=quiet,
        )
