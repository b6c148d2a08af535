"""Notice two places in a row without "from" and "to", as in "march Delhi Malwa", and spell both meanings.

We ask for the destination first, and people name the origin first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from rules.asking import DONE
from rules.orders.questions import Question
from rules.orders.reading import Reading, read
from rules.orders.tokenizer import FROM, TO, Token
from rules.words import Name, as_is, say


class Span(NamedTuple):
    """A part of the tokens of an order: the first index, and the index after the last one."""

    first: int
    end: int


@dataclass
class PlacePair:
    """The first two neighbouring places in an order, noted while the order is read.

    Attributes:
        bare_to: the words just read, if they name a destination without "to"
        found: the words of the two places; None until both are read
    """

    bare_to: Span | None = None
    found: tuple[Span, Span] | None = None

    def note(
        self, asked: Question, reading: Reading, typed: Sequence[str], at: int, answered: Question | None
    ) -> None:
        """Note a place, if the next words name one without a small word.

        `typed`: the words of the order. `at`: the index of the next word. `answered`: the question that the
        words before it answer.
        """
        here = Span(at + reading.skip, at + reading.used)
        named = bool(reading.key or reading.refused) and not reading.led and asked.lead in (TO, FROM)
        before, self.bare_to = self.bare_to, here if named and asked.lead == TO else None
        if self.found is not None:
            return
        if self.bare_to is not None and reading.refused:  # `here` can't be a destination
            self._note_destination(asked, here, typed)
        elif before is not None and asked.lead == FROM:
            if named and here.first == before.end:
                self.found = before, here
            elif answered is not None and [*typed[at : at + 1]] == [TO]:  # "Delhi to Malwa"
                self._note_destination(answered, before, typed)

    def _note_destination(self, asked: Question, before: Span, typed: Sequence[str]) -> None:
        """If a destination follows the place `before`, note both. `asked`: the question for a destination."""
        onward = read(asked, typed[before.end :])
        if onward.key not in ("", DONE) or onward.refused:
            self.found = before, Span(before.end + onward.skip, before.end + onward.used)

    def spell(self, text: str, tokens: Sequence[Token], name: Name) -> tuple[str, tuple[str, ...]] | None:
        """Return the words of the pair, and the order rewritten with "to" and "from" for each meaning.

        In the first meaning, the order goes from the first place to the second. If anything stands
        between them, such as "to", this is the only meaning. Return None if there is no such pair, or if the
        reading has rearranged words. `tokens`: the words of `text`, the order. `name`: gives the names in the
        reader's language.
        """
        if self.found is None or any(one.start > other.start for one, other in pairwise(tokens)):
            return None
        one, other = ((tokens[span.first].start, tokens[span.end - 1].end) for span in self.found)
        first, second = text[slice(*one)], text[slice(*other)]
        ways = [_spell_move(first, second, name), _spell_move(second, first, name)]
        ways = ways[:1] if self.found[0].end < self.found[1].first else ways
        before, after = text[: one[0]], text[other[1] :]
        return text[one[0] : other[1]], tuple(f"{before}{way}{after}" for way in ways)


def _spell_move(origin: str, to: str, name: Name) -> str:
    """Return "to Malwa from Delhi" in the reader's language, with the places as they were typed."""
    moved = (say("to {answer}", answer=as_is(to)), say("from {answer}", answer=as_is(origin)))
    return " ".join(words.within(name) for words in moved)
