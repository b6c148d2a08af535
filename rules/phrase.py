"""Define how answers become parts of a sentence about an order: "Govern in Karnataka, build a Qasbah"."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Literal

from rules.words import Text, Words

# "act" begins a sentence: "Govern".
# "place" says where the act is done, before the clauses about that place: "in Karnataka".
# "clause" is one thing done, between commas: "build a Qasbah".
# "adverb" continues the part before it: "against Vijayanagara".
# "ahead" continues the clause after it: "from Malwa" in "2 Troops from Malwa".
# "before" belongs to the place after it: "2 Rajas" in "Rally in Orissa: 2 Rajas".
Part = Literal["act", "place", "clause", "adverb", "ahead", "before"]


@dataclass(frozen=True, slots=True)
class Deed:
    """How answers read in a sentence that tells what a seat did: "Green withdraws and takes Red Monk".

    `text`, `answer` and `done` are as in `Phrase`, but the verb has the form that follows the seat's name:
    "takes {answer}". If `answer` is None, the words of an answer are those of the phrase. `alone`: the words
    around an adverb that begins the sentence, with a verb: "adds {answer}"; "": `text`. `several`: the words
    around an answer given several times: "{n} {answer} cards"; "": the words that an order has.
    """

    text: Text
    answer: Callable[[str], Words] | None = None
    done: Words | None = None
    alone: Text = ""
    several: Text = ""


@dataclass(frozen=True, slots=True)
class Phrase:
    """How the answers to a question read in a sentence about an order.

    Args:
        text: the words around `{answer}`. If the question is asked several times in a row, `{answer}` is the
            list of the answers, and a `Plural` takes its form from their number
        part: which part of the sentence the answers are
        answer: returns the words of an answer; None: its label without the part in brackets
        act: the key of the act that the answers belong to; a sentence begins with this act if no earlier
            answer names one
        silent: answers that the sentence leaves out, because the next words imply them or because they do
            nothing
        done: the sentence for an order that only closes this question: "choose no more spaces"
        end: the words around the last answer in an order without details; "" if such an order leaves the
            answer out
        alone: the words around the places if they begin a sentence, because no act is named before them:
            "march to {answer}". "": `text`
        gain: returns what an act brings, if that is known beforehand: "9 Resources and 2 Cavalry". A post
            that has no room for the totals of an act tells this gain instead
        things: whether answers name things; then "2 Red Monk" means that "Red Monk" is given twice
        told: the same answers as deeds, for posts; None: posts show the order as it was given
    """

    text: Text = "{answer}"
    part: Part = "clause"
    answer: Callable[[str], Words] | None = None
    act: str = ""
    silent: Collection[str] = ()
    done: Words | None = None
    end: Text = ""
    alone: Text = ""
    things: bool = False
    gain: Callable[[str], Words | None] | None = None
    told: Deed | None = None
