"""Define how orders of this game read in sentences (`Presentation.phrase`), question by question."""

from __future__ import annotations

from rules.phrase import Deed, Phrase
from rules.taj_mahal.names import WITHDRAW as LEAVE
from rules.words import Plural, Words, say


def _tell_play(key: str) -> Words:
    return say("withdraws") if key == LEAVE else say("plays {card}", card=key)


PLAY = Phrase("play {answer}", "act", told=Deed("{answer}", _tell_play))
WITHDRAW = Phrase(part="act", told=Deed("{answer}", _tell_play))
WITH = Phrase(
    "with {answer}",
    "adverb",
    done=say("no second card"),
    told=Deed("with {answer}", done=say("adds no second card"), alone="adds {answer}"),
)
PALACE = Phrase(
    Plural("place a palace on {answer}", "place palaces on {answer}"),
    answer=lambda city: say("{city}", city=city),
    told=Deed(Plural("places a palace on {answer}", "places palaces on {answer}")),
)
CROWN = Phrase("place the crown palace on {answer}", told=Deed("places the crown palace on {answer}"))
TAKE = Phrase("take {answer}", things=True, told=Deed("takes {answer}", several="{n} {answer} cards"))
