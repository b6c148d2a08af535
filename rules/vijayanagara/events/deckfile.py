"""Decks of Events as files: read with the place of every mistake, never with code in them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from importlib.resources import files
from itertools import permutations
from typing import Annotated, Any

import yaml
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from rules.vijayanagara.board import FACTIONS, Provenance
from rules.vijayanagara.deck import CARDS
from rules.vijayanagara.events.flow import Step, sentences
from rules.vijayanagara.events.parts import FACTION

TEXT_MAX = 100_000  # characters of a deck
BUILT_IN = {"durbar": "durbar.yaml"}
_ORDERS = tuple(permutations(FACTIONS))


def _order(value: Any) -> Any:
    words = value.split() if isinstance(value, str) else value
    if not isinstance(words, list | tuple) or sorted(FACTION.get(str(w), str(w)) for w in words) != sorted(
        FACTIONS
    ):
        raise ValueError("write D, B and V in the order in which they choose, such as V B D")
    return tuple(FACTION.get(str(word), word) for word in words)


class Card(BaseModel):
    """2.3: an Event. `order`: who chooses first (2.3.2); a side without effects offers nothing."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    number: Annotated[int, Field(ge=1, le=CARDS)]
    title: Annotated[str, Field(min_length=1, max_length=40)]
    years: Annotated[str, Field(max_length=20)] = ""
    order: Annotated[tuple[str, str, str], BeforeValidator(_order)]
    stay_eligible: bool = False
    note: Annotated[str, Field(max_length=600)] = ""
    unshaded: tuple[Step, ...] = ()
    unshaded_text: Annotated[str, Field(max_length=600)] = (
        ""  # wording of its own, shown beside the generated one
    )
    shaded: tuple[Step, ...] = ()
    shaded_text: Annotated[str, Field(max_length=600)] = ""

    def side(self, side: str) -> tuple[Step, ...]:
        """The effects of a side: "unshaded" or "shaded"."""
        return self.unshaded if side == "unshaded" else self.shaded

    def says(self, side: str) -> str:
        """What the effects of a side say."""
        text = sentences(self.side(side), "EX")
        return f"{text[:1].upper()}{text[1:]}." if text else ""

    def text(self, side: str) -> str:
        """What players read: the deck's own wording of a side, or what its effects say."""
        return (self.unshaded_text if side == "unshaded" else self.shaded_text) or self.says(side)

    @property
    def written(self) -> bool:
        """True if either side has effects."""
        return bool(self.unshaded or self.shaded)


class Deck(BaseModel):
    """The Events of a game. Numbers that a file leaves out are filled with blank cards, so that 24 can be
    dealt."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    provenance: Provenance = "ours"
    title: Annotated[str, Field(min_length=1, max_length=60)]
    version: int = 1
    cards: tuple[Card, ...] = ()

    @model_validator(mode="after")
    def _each_once(self) -> Deck:
        numbers = [card.number for card in self.cards]
        if twice := [n for n in numbers if numbers.count(n) > 1]:
            raise ValueError(f"cards: number {twice[0]} is there twice")
        return self

    @cached_property
    def events(self) -> Mapping[str, Card]:
        """All 36 by their key, "event-17"."""
        own = {card.number: card for card in self.cards}
        return {f"event-{n}": own.get(n) or _blank(n) for n in range(1, CARDS + 1)}


def _blank(number: int) -> Card:
    return Card(number=number, title=f"Card {number}", order=_ORDERS[number % len(_ORDERS)])


class BadDeck(ValueError):
    """A deck with mistakes; its text is a line for each: file line, card, side, and what was expected."""


def read_deck(text: str) -> Deck:
    """The deck of a YAML document. Raises `BadDeck`."""
    if len(text) > TEXT_MAX:
        raise BadDeck(f"a deck has at most {TEXT_MAX} characters, this one has {len(text)}")
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
        data = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise BadDeck(f"not YAML: {' '.join(str(error).split())}") from None
    if node is None or not isinstance(data, dict):
        raise BadDeck("line 1: a deck begins with its title and its cards")
    try:
        return Deck.model_validate(data)
    except ValidationError as error:
        lines = _lines(node)
        raise BadDeck(
            "\n".join(dict.fromkeys(_mistake(one, data, lines) for one in error.errors()))
        ) from None


@lru_cache(maxsize=32)
def deck_named(deck: str) -> Deck:
    """A built-in deck by its name, or the deck of a whole document. Raises `BadDeck`."""
    if deck in BUILT_IN:
        folder = files("rules.vijayanagara").joinpath("decks")
        return read_deck(folder.joinpath(BUILT_IN[deck]).read_text(encoding="utf-8"))
    return read_deck(deck)


Path = tuple[str | int, ...]


def _lines(node: yaml.Node, path: Path = ()) -> dict[Path, int]:
    """The line of each place in the document, by its path of keys and indices."""
    found: dict[Path, int] = {path: node.start_mark.line + 1}
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            found |= _lines(value, (*path, str(key.value)))
    elif isinstance(node, yaml.SequenceNode):
        for index, value in enumerate(node.value):
            found |= _lines(value, (*path, index))
    return found


def _mistake(error: Any, data: Any, lines: Mapping[Path, int]) -> str:
    """A mistake as its author can find it: "line 41, card 4, unshaded, gain, n: ..."."""
    path: Path = ()
    words: list[str] = []
    for part in error["loc"]:
        longer = (*path, part)
        if longer in lines:
            path = longer
            words += [part] if isinstance(part, str) and part != "cards" else []
        elif isinstance(part, str) and "[" not in part and (not words or words[-1] != part):
            words.append(part)
    if path[:1] == ("cards",) and len(path) > 1:
        card = data["cards"][path[1]]
        number = card.get("number", "without a number") if isinstance(card, dict) else "?"
        words.insert(0, f"card {number}")
    text = error["msg"].removeprefix("Value error, ")
    if error["type"] == "union_tag_invalid":
        text = f"“{error['ctx']['tag']}” is no effect; there are {error['ctx']['expected_tags']}"
    elif error["type"] == "union_tag_not_found":
        text = "write one effect as a mapping with one key, such as gain: {of: D, what: Resources, n: 2}"
    elif error["type"] == "extra_forbidden":
        text = "there is no such argument"
    return f"line {lines[path]}, {', '.join(words)}: {text}" if words else f"line {lines[path]}: {text}"
