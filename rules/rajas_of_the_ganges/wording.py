"""Define how orders of this game read in sentences (`Presentation.phrase`), question by question."""

from __future__ import annotations

from rules.phrase import Phrase
from rules.rajas_of_the_ganges.names import make_place_key
from rules.words import Plural, Words, say


def _dice(key: str) -> Words:
    n = key.count("-") + 1
    return say(Plural("1 {colours} die", "{colours} dice"), n=n, colours=key)


def _as_named(key: str) -> Words:
    return say("{key}", key=key)


def _sail(key: str) -> Words:
    return say("sail on") if key == "sail" else say("leave the boat where it is")


SPACE = Phrase("worker to {answer}", "act", answer=lambda space: say("{place}", place=make_place_key(space)))
DIE = Phrase("pay with {answer}", answer=_as_named)
DESTINATION = Phrase("sail to {answer}", answer=_as_named)
PALACE = Phrase(
    "take the action of {answer}", answer=lambda chamber: say("{place}", place=make_place_key(chamber))
)
COLOURS = Phrase("take {answer}", answer=_dice)
PUT_BACK = Phrase("put {answer} back", done=say("no die back"))
REROLL = Phrase("reroll {answer}", done=say("no reroll"))
SAIL = Phrase(answer=_sail)

TILE = Phrase("buy {answer}", answer=_as_named)
LAY = Phrase("lay it at {answer}", answer=_as_named)
TURN = Phrase("with roads {answer}", "adverb", answer=_as_named)
COVER = Phrase("cover {answer}", answer=_as_named)
COVER_WITH = Phrase("with {answer}", "adverb", answer=_as_named)
PAY = Phrase("pay with {answer}")
UPGRADE = Phrase("upgrade the {answer}", answer=_as_named)
