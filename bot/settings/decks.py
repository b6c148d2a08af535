"""Check an uploaded deck before a game uses it."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel

from bot.language.words import say
from bot.replies.reply import Refused
from bot.replies.text import MAX_TEXT, cut_text
from rules.kernel import Rules

DECK_MISTAKES = 8  # the most mistakes that a refusal lists


def add_deck(known: Mapping[str, Rules], key: str, deck: str) -> BaseModel:
    """Return the options of the game `key` with this deck. Raises `Refused` with the deck's mistakes."""
    rules = known[key]
    if rules.EXTRAS.decks is None:
        raise Refused(say("deck.none", title=rules.TITLE))
    if mistakes := rules.EXTRAS.decks.check(deck):
        more = len(mistakes) - DECK_MISTAKES
        shown = "\n".join([*mistakes[:DECK_MISTAKES], *([say("deck.more", n=more)] if more > 0 else [])])
        raise Refused(cut_text(say("deck.bad", mistakes=shown), MAX_TEXT))
    return rules.Options.model_validate({"deck": deck})
