"""Define how orders of this game read in sentences (`Presentation.phrase`), question by question."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.asking import label_amount
from rules.phrase import Phrase
from rules.words import Plural, Words, say

GOVERNING: Mapping[str, Words] = {
    "governor": say("place a Governor"),
    "qasbah": say("build a Qasbah"),
    "remove": say("remove Obedient Units"),
}
SIDE_NAMES: Mapping[str, Words] = {
    "unshaded": say("use the unshaded side"),
    "shaded": say("use the shaded side"),
}
OPTION_NAMES: Mapping[str, Words] = {
    "command": say("take a Command and a Decree"),
    "decree": say("take a Decree and then a Command"),
    "command-only": say("take only a Command"),
    "limited": say("take a Limited Command"),
    "pass": say("pass"),
}
SHIFT_NAMES: Mapping[str, Words] = {
    "bahmani-up": say("pay to raise Bahmani Influence"),
    "bahmani-down": say("pay to lower Bahmani Influence"),
    "vijayanagara-up": say("pay to raise Vijayanagara Influence"),
    "vijayanagara-down": say("pay to lower Vijayanagara Influence"),
}


def make_where(act: str, lead: str = "in", fewer: str = "") -> Phrase:
    """Return how a sentence says the spaces of a Command or Decree.

    `fewer`: an answer that the sentence does not mention.
    """
    text = "to {answer}" if lead == "to" else "in {answer}"
    return Phrase(text, "place", act=act, silent=(fewer,), done=say("choose no more spaces"))


def make_spend(spent: int) -> Phrase:
    """1.10: return how Cavalry in a battle reads. `spent`: how many tokens the side has spent there."""
    done = say("spend no more Cavalry") if spent else say("spend no Cavalry")
    return Phrase("spend Cavalry to {answer}", done=done)


def make_decree(gain: Callable[[str], Words | None]) -> Phrase:
    """4.1: return how a Decree reads. `gain`: returns what it brings."""
    return Phrase(part="act", answer=lambda decree: say("{decree}", decree=decree), gain=gain)


def make_option(title: Words, passing: Words | None) -> Phrase:
    """2.3.3: return how an option reads. An Event is named by its card. `passing`: what a Pass gains."""
    event = say("execute the Event “{card}”", card=title)
    return Phrase(
        part="act",
        answer=lambda option: event if option == "event" else OPTION_NAMES[option],
        gain=lambda option: passing if option == "pass" else None,
    )


SIDE = Phrase(part="act", answer=lambda side: SIDE_NAMES[side])
CHALLENGER = Phrase("name {answer} as Challenger")
PICK = Phrase("choose {answer}")
CHOICE = Phrase("choose “{answer}”")

FROM = Phrase("from {answer}", "adverb")
SOURCE = Phrase("from {answer}", "ahead")
WITH = Phrase("with {answer}", "adverb")
PLACE = Phrase("place {answer}")
FEWER_THERE = Phrase("{answer}", "before")  # how many pieces, for the space that is chosen next
REMOVE = Phrase("remove {answer}", answer=label_amount)
LOSE = Phrase("lose {answer}")
GAIN = Phrase("gain {answer}")

GOVERN = Phrase(answer=lambda deed: GOVERNING[deed], silent=("remove",), done=say("do nothing more there"))
REPLACE = Phrase("replace {answer}", answer=label_amount)
REPLACED = Phrase("replaced by {answer}", "adverb")
BY = Phrase("by {answer}", "adverb", answer=label_amount)
MOVE = Phrase("move {answer}")
# 2.3.4: what an Event does with pieces, by its verb
DEEDS: Mapping[str, Phrase] = {"place": PLACE, "remove": REMOVE, "replace": REPLACE, "move": MOVE}
GO_ON = Phrase(
    "go on to {answer}",
    silent=("drop-off", "pick-up"),
    done=say("the Campaign ends there"),
    end="to {answer}",
)
DROP_OFF = Phrase("drop off {answer} there")
PICK_UP = Phrase("pick up {answer} there")
SHIFT = Phrase(answer=lambda _: say("shift Influence"), done=say("shift no Influence"))
SHIFTS = Phrase(answer=lambda shift: SHIFT_NAMES[shift], done=say("shift no Influence"))
BACK = Phrase("put {answer} back on the Influence track")
TAKE_CAVALRY = Phrase("take 1 Cavalry from {answer}")
PLUNDERED = Phrase(Plural("lose 1 Troop from {answer}", "lose {n} Troops from {answer}"))
