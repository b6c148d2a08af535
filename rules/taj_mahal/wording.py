"""Define how orders of this game read in sentences (`Presentation.phrase`), question by question."""

from __future__ import annotations

from rules.phrase import Phrase
from rules.words import Plural, say

PLAY = Phrase("play {answer}", "act")
WITHDRAW = Phrase(part="act")
WITH = Phrase("with {answer}", "adverb", done=say("no second card"))
PALACE = Phrase(
    Plural("place a palace on {answer}", "place palaces on {answer}"),
    answer=lambda city: say("{city}", city=city),
)
CROWN = Phrase("place the crown palace on {answer}")
TAKE = Phrase("take {answer}", things=True)
# For a seat that has just drawn a card: the draw begins a new sentence of the order.
THEN_TAKE = Phrase("then take {answer}", things=True)
