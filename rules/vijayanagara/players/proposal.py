"""Define what a sheet proposes: a Command or a Decree, with its details and its reason.

Players combine such proposals into whole orders.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rules.vijayanagara.commands.selecting import INTO
from rules.vijayanagara.state import State
from rules.words import Words

# For each question, the wanted answers in order. The key is the kind of the question, or its kind and what it
# is about: "migrate-from andhra". When no wanted answer is on offer any more, the answer is "done" if that is
# legal.
Wanted = Mapping[str, tuple[str, ...]]
# the kinds of the questions that ask for the place of a Decree
WHERE = ("build-in", "campaign-to", "compel-in", "conspire-in", "demand-in")


@dataclass(frozen=True, slots=True)
class Proposal:
    """A Command in `spaces`, the most urgent first, or a Decree.

    `line`: the line of the sheet that proposed it. `why`: the reason in one clause, with the numbers that the
    line tested.
    """

    line: str
    name: str
    why: Words
    spaces: tuple[str, ...] = ()
    details: Wanted = field(default_factory=dict)

    def list_wanted(self, most: int | None = None) -> dict[str, tuple[str, ...]]:
        """Return the proposal as wanted answers. Only the first `most` of its spaces are used."""
        found = dict(self.details)
        if self.spaces:
            found[f"{self.name}-{'to' if self.name in INTO else 'in'}"] = self.spaces[:most]
        return found

    @property
    def goes_somewhere(self) -> bool:
        """Whether it has spaces or details; a Decree that only brings an income has none."""
        return bool(self.spaces or self.details)

    def is_done_by(self, keys: Sequence[str]) -> bool:
        """Return whether an order with these keys begins with this proposal.

        The first key names the Command or Decree.
        """
        if self.spaces:
            return keys[1:2] == self.spaces[:1]
        there = [each[0] for topic, each in self.details.items() if topic.partition(" ")[0] in WHERE and each]
        return all(place in keys for place in there)


Line = Callable[[State, str], Iterator[Proposal]]  # returns proposals for a state and a faction


class Sheet(NamedTuple):
    """A faction's flowchart: the lines for its Command and for its Decree, the most urgent first.

    Each line comes with the key of the Command or Decree that it proposes.
    """

    commands: tuple[tuple[str, Line], ...]
    decrees: tuple[tuple[str, Line], ...]
