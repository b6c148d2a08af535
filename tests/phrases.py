"""Recognize the bot's sentences by key and slots, whatever their wording.

A test names the sentence that it expects by its key in `bot/language/frames.pot`, so new wording doesn't
break tests about other things:

    assert answer.text == phrase("draft.dropped")            # exactly this sentence
    assert says(answer.text, "undone", line="Pass")          # contains this sentence, with this slot
    assert slots(answer.text, "vote.open")["missing"] == "2" # the text of a slot
    with pytest.raises(Refused, match=pattern("no_game")):   # the refusal is this sentence

For sentences of games, see `tests/facts.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from bot.language.grammar import split_parts
from bot.language.words import get_language, load_sentences
from bot.language.words import say as phrase

__all__ = ["begins", "confirms", "pattern", "phrase", "says", "slots"]


def pattern(key: str, /, **given: object) -> str:
    """Return a regular expression for a sentence. A slot that is not given matches anything."""
    return "|".join(_form(text, given) for text in _texts(key, given))


def says(text: str, key: str, /, **given: object) -> bool:
    """Return whether a text contains a sentence with these slots.

    A slot that is not given matches anything.
    """
    return re.search(pattern(key, **given), text, re.DOTALL) is not None


def begins(text: str, key: str, /, **given: object) -> bool:
    """Return whether a text begins with a sentence. Slots are as in `says`."""
    return re.match(pattern(key, **given), text, re.DOTALL) is not None


def confirms(label: str) -> bool:
    """Return whether a button with this label confirms an order."""
    keys = ("button.confirm", "button.roll", "button.nothing", "button.send")
    return any(begins(label, key) for key in keys)


def slots(text: str, key: str, /) -> dict[str, str]:
    """Return the slots of the sentence that is the whole text. Fails for another text."""
    for sentence in _texts(key, {}):
        if found := re.fullmatch(_form(sentence, {}), text, re.DOTALL):
            return dict(
                zip((slot for _, slot, _ in split_parts(sentence) if slot), found.groups(), strict=True)
            )
    raise AssertionError(f"this is not “{key}”: {text}")


def _texts(key: str, given: Mapping[str, object]) -> tuple[str, ...]:
    texts = load_sentences(get_language())[key]
    unknown = given.keys() - {slot for text in texts for _, slot, _ in split_parts(text)}
    assert not unknown, f"“{key}” has no slot {', '.join(sorted(unknown))}"
    return texts


def _form(text: str, given: Mapping[str, object]) -> str:
    pieces = (
        re.escape(literal) + (re.escape(str(given[slot])) if slot in given else "(.*?)" if slot else "")
        for literal, slot, _ in split_parts(text)
    )
    return "".join(pieces)
