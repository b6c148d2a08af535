"""Read decks of Events from files, and name the place of every mistake. Decks contain no code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from importlib.resources import files
from itertools import permutations
from typing import Annotated, Any

from pydantic import BeforeValidator, ConfigDict, Field, ValidationError

from rules.documents import Heading, Model, Provenance, Shown
from rules.errors import BadFile
from rules.extras.decks import MAX_LENGTH
from rules.plain import read_with_lines
from rules.vijayanagara.board import FACTIONS
from rules.vijayanagara.cards import CARDS
from rules.vijayanagara.events.mistakes import Mistake, Path, Scope, find_mistakes
from rules.vijayanagara.events.parts import FACTION
from rules.vijayanagara.events.steps import Step, write_sentences

BUILT_IN = {"durbar": "durbar.yaml"}
_ORDERS = tuple(permutations(FACTIONS))


def _order(value: Any) -> Any:
    words = value.split() if isinstance(value, str) else value
    if not isinstance(words, list | tuple) or sorted(FACTION.get(str(w), str(w)) for w in words) != sorted(
        FACTIONS
    ):
        raise ValueError("write D, B and V in the order in which they choose, such as V B D")
    return tuple(FACTION.get(str(word), word) for word in words)


class Card(Model):
    """2.3: an Event.

    `order`: the factions in the order in which they choose (2.3.2). A side without effects can't be chosen.
    """

    model_config = ConfigDict(frozen=True)

    number: Annotated[int, Field(ge=1, le=CARDS, strict=True)]
    title: Annotated[Heading, Field(min_length=1, max_length=40)]
    years: Annotated[Heading, BeforeValidator(str), Field(max_length=20)] = ""
    order: Annotated[tuple[str, str, str], BeforeValidator(_order)]
    stay_eligible: bool = False
    note: Annotated[Shown, Field(max_length=600)] = ""
    unshaded: tuple[Step, ...] = ()
    unshaded_text: Annotated[Shown, Field(max_length=600)] = (
        ""  # the deck's own wording, shown in place of the generated one
    )
    shaded: tuple[Step, ...] = ()
    shaded_text: Annotated[Shown, Field(max_length=600)] = ""

    def side(self, side: str) -> tuple[Step, ...]:
        """Return the effects of a side: "unshaded" or "shaded"."""
        return self.unshaded if side == "unshaded" else self.shaded

    def says(self, side: str) -> str:
        """Return the generated text of a side's effects."""
        text = write_sentences(self.side(side), "EX")
        return f"{text[:1].upper()}{text[1:]}." if text else ""

    def text(self, side: str) -> str:
        """Return the text of a side for players: the deck's own wording, or else the generated text."""
        return self._texts[side]

    @cached_property
    def _texts(self) -> Mapping[str, str]:
        """Both sides' texts for players. They are cached, because each view shows them."""
        return {
            "unshaded": self.unshaded_text or self.says("unshaded"),
            "shaded": self.shaded_text or self.says("shaded"),
        }

    @property
    def written(self) -> bool:
        """Whether at least one side has effects."""
        return bool(self.unshaded or self.shaded)


class Deck(Model):
    """The Events of a game.

    For each number that the file leaves out, there is a blank card. So there are always enough cards to deal.
    """

    model_config = ConfigDict(frozen=True)

    provenance: Provenance = "ours"
    title: Annotated[Heading, Field(min_length=1, max_length=60)]
    version: Annotated[int, Field(strict=True)] = 1
    cards: tuple[Card, ...] = ()

    @cached_property
    def events(self) -> Mapping[str, Card]:
        """All 36 Events by their keys, such as "event-17"."""
        own = {card.number: card for card in self.cards}
        return {f"event-{n}": own.get(n) or _make_blank(n) for n in range(1, CARDS + 1)}


def _make_blank(number: int) -> Card:
    return Card(number=number, title=f"Card {number}", order=_ORDERS[number % len(_ORDERS)])


def read_deck(text: str, *, strict: bool = False) -> Deck:
    """Return the deck of a YAML document. Raises `BadFile`.

    `strict`: whether to refuse effects that can never do anything, and lists that repeat a name. Decks of
    stored games may contain such effects and lists.
    """
    if len(text) > MAX_LENGTH:
        raise BadFile(f"a deck has at most {MAX_LENGTH} characters, this one has {len(text)}")
    data, lines = read_with_lines(text)
    if not isinstance(data, dict):
        raise BadFile("line 1: a deck begins with its title and its cards")
    twice = list(_find_twice(data, lines))
    try:
        deck = Deck.model_validate(data)
    except ValidationError as error:
        mistakes = [(one["loc"], _say_expected(one)) for one in error.errors()]
        raise BadFile(_list_by_line([*twice, *mistakes], data, lines)) from None
    repeated = _find_repeated(data) if strict else ()
    if loose := [*twice, *repeated, *_find_mistakes(deck, strict=strict)]:
        raise BadFile(_list_by_line(loose, data, lines))
    return deck


def _find_twice(data: dict[str, Any], lines: Mapping[Path, int]) -> Iterator[Mistake]:
    """Yield a mistake for each card with the same number as an earlier card."""
    cards = data.get("cards")
    first: dict[int, int] = {}
    for index, card in enumerate(cards if isinstance(cards, list) else ()):
        number = card.get("number") if isinstance(card, dict) else None
        if not isinstance(number, int):
            continue
        path: Path = ("cards", index, "number")
        if number in first:
            yield path, f"the card of line {first[number]} has the number {number} already"
        else:
            first[number] = lines[path]


def _find_repeated(value: Any, path: Path = ()) -> Iterator[Mistake]:
    """Yield a mistake for each name that a list repeats."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _find_repeated(part, (*path, key))
    elif isinstance(value, list):
        for index, part in enumerate(value):
            if isinstance(part, str) and part in value[:index]:
                yield (*path, index), f"“{part}” is there twice"
            yield from _find_repeated(part, (*path, index))


@lru_cache(maxsize=32)
def load_deck(deck: str) -> Deck:
    """Return a built-in deck by its name, or the deck of a whole document.

    Raises `BadFile`.
    """
    if deck in BUILT_IN:
        folder = files("rules.vijayanagara").joinpath("decks")
        return read_deck(folder.joinpath(BUILT_IN[deck]).read_text(encoding="utf-8"))
    return read_deck(deck)


def _place(loc: Path, data: Any, lines: Mapping[Path, int]) -> str:
    """Return the place of a mistake for the deck's author: "line 41, card 4, unshaded, gain, n: ".

    Names that pydantic adds to the place are left out.
    """
    path: Path = ()
    words: list[str] = []
    for part in loc:
        key = part if (*path, part) in lines else str(part)
        if (*path, key) in lines:
            path = (*path, key)
            words += [key] if isinstance(key, str) and key != "cards" else []
    if path[:1] == ("cards",) and len(path) > 1:
        card = data["cards"][path[1]]
        words.insert(0, f"card {card.get('number', '?')}" if isinstance(card, dict) else "card ?")
    return f"line {lines[path]}{''.join(f', {word}' for word in words)}: "


def _say_expected(error: Any) -> str:
    """Return what pydantic expected where it found a mistake."""
    match error["type"]:
        case "union_tag_invalid":
            known = error["ctx"]["expected_tags"].replace("'", "")
            return f"“{error['ctx']['tag']}” is no effect; there are {known}"
        case "union_tag_not_found":
            return "write one effect as a mapping with one key, such as gain: {of: D, what: Resources, n: 2}"
        case "extra_forbidden":
            return "there is no such argument"
        case "missing":
            return f"“{error['loc'][-1]}” is missing"
        case "tuple_type":
            return "write a list here"
        case "too_long" | "string_too_long":
            long = error["ctx"].get("actual_length") or len(error["input"])
            parts = "characters" if isinstance(error["input"], str) else "entries"
            return f"at most {error['ctx']['max_length']} {parts} are allowed here, and there are {long}"
        case "too_short" | "string_too_short":
            return "something is needed here"
        case "model_type" | "model_attributes_type" | "dict_type":
            return "write a mapping here, such as {number: 1, title: A Card}"
        case _:
            text = str(error["msg"]).removeprefix("Value error, ")
            return f"it s{text.removeprefix('Input s')}" if text.startswith("Input s") else text


def _list_by_line(mistakes: Iterable[Mistake], data: Any, lines: Mapping[Path, int]) -> str:
    """Return a line for each place with mistakes, in the order of the file.

    Several mistakes at one place share one line.
    """
    found: dict[str, dict[str, None]] = {}
    for path, text in mistakes:
        found.setdefault(_place(path, data, lines), {})[text] = None
    rows = sorted(found.items(), key=lambda row: int(row[0].split()[1].rstrip(",:")))
    return "\n".join(place + "; ".join(texts) for place, texts in rows)


def _find_mistakes(deck: Deck, *, strict: bool) -> Iterator[Mistake]:
    for index, card in enumerate(deck.cards):
        for side in ("unshaded", "shaded"):
            path = ("cards", index, side)
            if getattr(card, f"{side}_text") and not card.side(side):
                yield ("cards", index, f"{side}_text"), f"a wording needs effects under `{side}`"
            yield from find_mistakes(card.side(side), path, Scope(strict=strict))
