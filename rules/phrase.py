"""How an answer reads in an order sentence: what a question says about its answers as parts of speech."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Literal

from rules.words import Text, Words

# "act" begins a sentence: "Govern".
# "place" is where the act is done, and heads what is said of that place: "in Karnataka".
# "clause" is one thing done, between commas: "build a Qasbah".
# "adverb" goes on what stands before it: "against Vijayanagara".
# "ahead" goes on the clause that follows it: "from Malwa" of "2 Troops from Malwa".
Part = Literal["act", "place", "clause", "adverb", "ahead"]


@dataclass(frozen=True, slots=True)
class Phrase:
    """How the answers to a question read in an order sentence.

    Args:
        text: the words with `{answer}`, which holds several answers in a row where the question is asked
            again. A `Plural` goes by how many they are.
        part: which part of the sentence it is.
        answer: an answer in words, where its label without what stands beside it in brackets does not do.
        act: the act that it belongs to, a key of the game, for a sentence that begins with this answer.
        silent: answers that are left out, because what follows them says as much or nothing is done.
        done: what is said of an order that only closes this question: "no more spaces".
    """

    text: Text = "{answer}"
    part: Part = "clause"
    answer: Callable[[str], Words] | None = None
    act: str = ""
    silent: Collection[str] = ()
    done: Words | None = None
