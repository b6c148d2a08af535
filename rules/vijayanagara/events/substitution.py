"""Put names into an effect, for the text that players read during the game.

In that text the Province's name replaces "there", the faction's name replaces "the Challenger", and "you"
means the asked faction.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel

from rules.vijayanagara.board import MAP
from rules.vijayanagara.events.parts import FACTION, YOU, Scene, What
from rules.vijayanagara.vocabulary import MANY

T = TypeVar("T")
LETTERS = {faction: letter for letter, faction in FACTION.items()}


def substitute(part: T, scene: Scene, to: str = "") -> T:
    """Return an effect, or several, with the bound names and counted numbers of the scene put in.

    `to`: the faction that is addressed.
    """
    meant = dict(scene.bound)
    meant |= {word: scene.who(word) for word in ("EX", "CH", "CO", *FACTION)}
    names = {
        word: YOU if value == to else LETTERS.get(value, _make_slot(word, value))
        for word, value in meant.items()
        if value
    }
    renamed: T = _substitute(part, names, scene.counted)
    return renamed


def _make_slot(word: str, value: str) -> str:
    """Return a slot of the sentence, such as "{P}", for a bound space.

    For a space whose name takes a plural verb, return the name itself, because the verb differs too.
    """
    return f"{{{word}}}" if value in MAP.spaces and value not in MANY else value


def _substitute(part: Any, names: Mapping[str, str], counted: Mapping[str, int]) -> Any:
    match part:
        case str():
            return names.get(part, part)
        case What():
            return What(tuple((names.get(owner, owner), noun) for owner, noun in part.sorts))
        case BaseModel():
            now = {field: _substitute(value, names, counted) for field, value in part}
            now |= {field: counted[value] for field, value in part if field == "n" and value in counted}
            return part.model_copy(update={field: v for field, v in now.items() if v != getattr(part, field)})
        case tuple():
            return tuple(_substitute(one, names, counted) for one in part)
        case dict():
            return {key: _substitute(value, names, counted) for key, value in part.items()}
        case _:
            return part
