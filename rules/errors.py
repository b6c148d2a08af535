"""Define the errors that refuse an order or a file. Any other exception while an order is read is a bug."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from rules.words import Name, Said, Words, as_is, read_said, say

# the rule's number at the start of a reason; a name may follow it: "3.2.1", "PA-8, PA-21", "4.2.2 Campaign"
_RULE = re.compile(r"(?:(?P<rule>[A-Z]+-\d+|\d+(?:\.\d+)+)\b[^:]*|(?P<chapter>\d+)\s*):\s+")


def split_rule(why_not: str) -> tuple[str, str]:
    """Return the number of the rule at the start of a reason ("" for none), and the rest of the reason."""
    found = _RULE.match(why_not)
    if found is None:
        return "", why_not
    return found["rule"] or found["chapter"], why_not[found.end() :]


def cite_rule(why_not: str) -> Words:
    """Return a reason with its rule at the end: "no gold (rule 2.1)" for "2.1: no gold"."""
    rule, why = split_rule(why_not)
    return say("{why} (rule {rule})", why=as_is(why.rstrip(".")), rule=as_is(rule)) if rule else as_is(why)


def tell_reason(why_not: Said, name: Name) -> str:
    """Return a reason as players read it: "No gold (rule 2.1)." for "2.1: no gold".

    A reason without a rule stays unchanged.
    """
    text = read_said(why_not, name)
    if not split_rule(text)[0]:
        return text
    cited = cite_rule(text).read(name)
    return f"{cited[:1].upper()}{cited[1:]}."


class Slip(NamedTuple):
    """Words of an order that seem mistaken, at the characters `start` to `end`.

    `meant`: the known words that the player may have meant; empty if none is close. `word`: the first of the
    mistaken words, normalized; "" if it was not looked up.
    """

    start: int
    end: int
    meant: tuple[str, ...]
    word: str = ""

    @property
    def is_clear(self) -> bool:
        """Return whether the words have only one meaning."""
        return len(self.meant) == 1

    def correct(self, text: str) -> str:
        """Return the order `text` with the first meaning in place of the mistaken words."""
        return text[: self.start] + self.meant[0] + text[self.end :]


class Cut(NamedTuple):
    """A typed text that is too long: it goes on past dice, a draw, or another seat's decision.

    `order`: the first part of the text, which is a complete order. `rest`: the text after it. `why`: why a
    rule refuses the rest; "" if no rule does.
    """

    order: str
    rest: str
    why: str = ""


class BadFile(ValueError):
    """A file from a person that can't be read or doesn't fit the rules: a record, a position or a deck.

    Its text names the reason and, if it is known, the place, such as the line, or the turn and entry. A text
    with several mistakes has a row for each.
    """


class InputError(ValueError):
    """An order that can't be carried out. Nothing has changed. Its text is for the player."""

    reach = 0  # how many words of a typed order were understood before the error
    slip: Slip | None = None
    cut: Cut | None = None
    instead: Slip | None = None  # the refused words; `Slip.meant`: legal answers to take instead

    def __init__(self, said: Said) -> None:
        super().__init__(str(said))
        self.said = said

    def read(self, name: Name) -> InputError:
        """Return the error as players read it, in the language of these names, with its rule at the end.

        A text that is not `Words` stays unchanged.
        """
        return type(self)(tell_reason(self.said, name)) if isinstance(self.said, Words) else self


class NotUnderstood(InputError):
    """Words that mean nothing at this point of an order."""


class Ambiguous(InputError):
    """Words that can mean several things. `candidates`: the keys that they can mean."""

    def __init__(self, text: str, candidates: Sequence[str]) -> None:
        super().__init__(text)
        self.candidates = tuple(candidates)


class SeveralOrders(Ambiguous):
    """A text that can mean several whole orders. `candidates`: these orders, as they are typed."""


class NotAllowed(InputError):
    """An order that is understood but illegal. Its text says why, often with the rule."""


class NoUndo(NotAllowed):
    """A choice that can't be undone.

    `since`: who acted after the choice (a seat, or `CHANCE`); `FINAL` for a final choice; "" if there is
    nothing to undo.
    """

    def __init__(self, text: str, since: str) -> None:
        super().__init__(text)
        self.since = since
