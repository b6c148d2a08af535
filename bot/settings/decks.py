"""Check an uploaded deck before a game is set up with it."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel

from bot.language.words import say
from bot.replies.reply import Refused
from bot.replies.text import MAX_TEXT, cut_text
from rules.kernel import Rules

DECK_MISTAKES = 8  # the most mistakes that are shown


def add_deck(known: Mapping[str, Rules], key: str, deck: str) -> BaseModel:
    """Return the options of a game with this deck. Raises `Refused` with the mistakes in it."""
    rules = known[key]
    if rules.EXTRAS.decks is None:
        raise Refused(say("deck.none", title=rules.TITLE))
    if mistakes := rules.EXTRAS.decks.check(deck):
        more = len(mistakes) - DECK_MISTAKES
        shown = "\n".join([*mistakes[:DECK_MISTAKES], *([say("deck.more", n=more)] if more > 0 else [])])
        raise Refused(cut_text(say("deck.bad", mistakes=shown), MAX_TEXT))
    return rules.Options.model_validate({"deck": deck})
