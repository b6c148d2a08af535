"""What an answer of the bot says, whatever its wording: the key of a sentence in the catalogue and its slots.

A test names the sentence that it expects by its key in `bot/language/frames.pot`, so that a reworded text
breaks no test that is about something else:

    assert answer.text == phrase("draft.dropped")            # exactly this sentence
    assert says(answer.text, "undone", line="Pass")          # this sentence is in it, with this in its slot
    assert slots(answer.text, "vote.open")["missing"] == "2" # what stands in a slot
    with pytest.raises(Refused, match=pattern("no_game")):   # the refusal is this sentence

Sentences of games are another matter: `tests/facts.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from bot.language.grammar import split_parts
from bot.language.words import load_sentences, spoken_language
from bot.language.words import say as phrase

__all__ = ["begins", "confirms", "pattern", "phrase", "says", "slots"]


def pattern(key: str, /, **given: object) -> str:
    """Return a regular expression for a sentence; a slot not given takes anything."""
    return "|".join(_form(text, given) for text in _texts(key, given))


def says(text: str, key: str, /, **given: object) -> bool:
    """Whether the sentence of a key stands in a text, with these slots; a slot not given takes anything."""
    return re.search(pattern(key, **given), text, re.DOTALL) is not None


def begins(text: str, key: str, /, **given: object) -> bool:
    """Whether a text begins with the sentence of a key; slots as in `says`."""
    return re.match(pattern(key, **given), text, re.DOTALL) is not None


def confirms(label: str) -> bool:
    """Whether a button with this label confirms an order."""
    keys = ("button.confirm", "button.roll", "button.nothing", "button.send")
    return any(begins(label, key) for key in keys)


def slots(text: str, key: str, /) -> dict[str, str]:
    """Return what stands in the slots of the sentence that a text consists of; fails if it is another one."""
    for sentence in _texts(key, {}):
        if found := re.fullmatch(_form(sentence, {}), text, re.DOTALL):
            return dict(
                zip((slot for _, slot, _ in split_parts(sentence) if slot), found.groups(), strict=True)
            )
    raise AssertionError(f"this is not “{key}”: {text}")


def _texts(key: str, given: Mapping[str, object]) -> tuple[str, ...]:
    texts = load_sentences(spoken_language())[key]
    unknown = given.keys() - {slot for text in texts for _, slot, _ in split_parts(text)}
    assert not unknown, f"“{key}” has no slot {', '.join(sorted(unknown))}"
    return texts


def _form(text: str, given: Mapping[str, object]) -> str:
    pieces = (
        re.escape(literal) + (re.escape(str(given[slot])) if slot in given else "(.*?)" if slot else "")
        for literal, slot, _ in split_parts(text)
    )
    return "".join(pieces)
