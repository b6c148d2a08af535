"""The proposals of a sheet: a Command or a Decree with its details, and why.

Whole orders are made of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rules.vijayanagara.commands.selecting import INTO
from rules.vijayanagara.state import State
from rules.words import Words

# What is wanted: the kind of a question, or its kind and what it is about ("migrate-from andhra"), to the
# answers in the order in which they are given; where none of them is on offer any more it is done.
Wanted = Mapping[str, tuple[str, ...]]
WHERE = ("build-in", "campaign-to", "compel-in", "conspire-in", "demand-in")  # questions for a Decree's place


@dataclass(frozen=True, slots=True)
class Proposal:
    """A Command in `spaces`, the most urgent first, or a Decree.

    `line`: the line of the sheet it comes from. `why`: the reason in one clause, with the numbers of the
    line's own test.
    """

    line: str
    name: str
    why: Words
    spaces: tuple[str, ...] = ()
    details: Wanted = field(default_factory=dict)

    def wanted(self, most: int | None = None) -> dict[str, tuple[str, ...]]:
        """Return it as answers, in the first `most` of its spaces."""
        found = dict(self.details)
        if self.spaces:
            found[f"{self.name}-{'to' if self.name in INTO else 'in'}"] = self.spaces[:most]
        return found

    @property
    def goes_somewhere(self) -> bool:
        """False for a Decree that brings an income."""
        return bool(self.spaces or self.details)

    def is_done_by(self, keys: Sequence[str]) -> bool:
        """Return whether an order that these keys begin does this first; the first key names it."""
        if self.spaces:
            return keys[1:2] == self.spaces[:1]
        there = [each[0] for topic, each in self.details.items() if topic.partition(" ")[0] in WHERE and each]
        return all(place in keys for place in there)


Line = Callable[[State, str], Iterator[Proposal]]  # the state and the faction; nothing where its test fails


class Sheet(NamedTuple):
    """A faction's flowchart: the lines for its Command and for its Decree, the most urgent first.

    Each line has the name of what it proposes.
    """

    commands: tuple[tuple[str, Line], ...]
    decrees: tuple[tuple[str, Line], ...]
