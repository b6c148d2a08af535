"""Sentences that are put together only when somebody reads them.

Rules say what happened, what is asked and why not in `Words`: a text with named places and what goes into
them. Random play and search never pay for the reading, and another language is another text for the same
places.
"""

from __future__ import annotations

import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

Name = Callable[[str], str]  # turns a key of the game into a name; a `Tongue` is one too
ENGLISH = "en"


def steers(character: str) -> bool:
    """Return whether a character controls or turns a text and is not itself read.

    The joiners of Indian scripts are read, so they don't count.
    """
    return unicodedata.category(character)[0] == "C" and character not in "\u200c\u200d"


class Plural(NamedTuple):
    """A text that depends on the number `n` among its args: for one, and for any other number in English.

    Another language has as many forms as it needs.
    """

    one: str
    many: str


Text = str | Plural


AS_IS: Mapping[str, object] = MappingProxyType({})  # the args of a text that is not translated


class Words(NamedTuple):
    """A sentence in parts: `text` with `{places}`, and `args` for them.

    Strings among `args` are keys of the game. Functions among them are called when somebody reads it.
    """

    text: Text
    args: Mapping[str, object]
    row: str = ""  # what joins its args, where it is nothing but a row of them: "and", "or", ", ", "; "
    most: int = 0  # characters when it is read; 0: as many as it has

    def __str__(self) -> str:
        return self.read(lambda key: key)

    @property
    def english(self) -> str:
        """Its English text; of two, the one that goes with its number."""
        if isinstance(self.text, Plural):
            return self.text.one if self.number == 1 else self.text.many
        return self.text

    @property
    def number(self) -> int:
        """The number that a `Plural` goes by."""
        n = self.args["n"]
        assert isinstance(n, int), f"“{self.text}” goes by a number"
        return n

    def read(self, name: Name) -> str:
        """Return the sentence as people read it, with a capital.

        `name` turns a key of the game into a name, and a `Tongue` the sentence into another language too.
        """
        text = self.within(name)
        return text[:1].upper() + text[1:]

    def within(self, name: Name) -> str:
        """Return the same without the capital, as it goes on another sentence."""
        text = name.says(self) if isinstance(name, Tongue) else put_together(self, name)
        return shortened(text, self.most) if self.most else text


class Tongue(ABC):
    """A language in which a game is read.

    It is passed as the game's `name`, and gives names as that does.
    """

    @property
    @abstractmethod
    def language(self) -> str:
        """The language that is read now: "fr"."""

    @property
    @abstractmethod
    def english(self) -> Name:
        """The names of the game in English."""

    @abstractmethod
    def __call__(self, key: str, /) -> str:
        """Return the name of a key of the game."""

    @abstractmethod
    def says(self, words: Words, /) -> str:
        """Return a sentence, without its capital."""

    @abstractmethod
    def inside(self, label: str, /) -> str:
        """Return a label as it stands within a sentence."""


Said = Words | str  # a sentence in parts, or one in English that is not translated


def told(said: Said, name: Name) -> str:
    """Return the sentence as people read it."""
    return said.read(name) if isinstance(said, Words) else said


def within(said: Said, name: Name) -> str:
    """Return the same as it goes on another sentence."""
    return said.within(name) if isinstance(said, Words) else said


def language(name: Name) -> str:
    """Return the language in which names are given."""
    return name.language if isinstance(name, Tongue) else ENGLISH


def english(name: Name) -> Name:
    """Return the same names in English, as order lines have them."""
    return name.english if isinstance(name, Tongue) else name


def say(text: Text, /, **args: object) -> Words:
    """`say("{faction} pays {n}.", faction="bahmani", n=2)`: a sentence for later."""
    # made by the hundred and seldom read: what `Words(text, args)` comes to, in half the time
    return tuple.__new__(Words, (text, args, "", 0))


def listed(parts: Sequence[object], last: str = "and") -> Words:
    """Return several things in a row: "a, b and c"."""
    if not parts:
        return Words("nothing", {})
    places = [f"{{p{i}}}" for i in range(len(parts))]
    text = places[0] if len(parts) == 1 else f"{', '.join(places[:-1])} {last} {places[-1]}"
    return Words(text, {f"p{i}": part for i, part in enumerate(parts)}, last)


def in_turn(parts: Sequence[object], joint: str = "; ") -> Words:
    """Return several clauses, one after the other: "a; b; c"."""
    text = joint.join(f"{{p{i}}}" for i in range(len(parts)))
    return Words(text, {f"p{i}": part for i, part in enumerate(parts)}, joint)


def as_is(text: str) -> Words:
    """Return a text that is the same in every language and no key of the game.

    For example what somebody typed, or a label that has been read already.
    """
    return Words(text, AS_IS)


def printed(text: str) -> Words:
    """Return a text that is nobody's key, out of the data of a game: the title of a card.

    Catalogues have it.
    """
    return Words(text, {})


def settled(words: Words) -> Words:
    """Return the same words with what their functions give now, to be read when it has changed."""
    args = {place: _settled(value) for place, value in words.args.items()}
    return words._replace(args=args) if args else words


def _settled(value: object) -> object:
    value = value() if callable(value) else value
    return settled(value) if isinstance(value, Words) else value


def third_person(verb: str) -> str:
    """Return what one does, of what several do: "gains" of "gain", "is placed" of "are placed"."""
    first, _, rest = verb.partition(" ")
    one = {"are": "is", "have": "has", "may": "may", "go": "goes", "do": "does"}.get(first, f"{first}s")
    return f"{one} {rest}".rstrip()


def conjugated(verb: str) -> Plural:
    """Return a verb, given for several: of one "stays", of several "stay"."""
    return Plural(third_person(verb), verb)


def agreeing(n: int, verb: str) -> Words:
    """Return the verb, given for several, as so many do it."""
    return say(conjugated(verb), n=n)


def of_kind(n: int, kind: str) -> Words:
    """Return what so many of a kind are called; a game has the name of one under "1-" and the kind."""
    return say(Plural("{one}", "{many}"), n=n, one=f"1-{kind}", many=kind)


def inside(label: str, name: Name = str) -> str:
    """Return a label as it stands within a sentence: "The Sultanate" as "the Sultanate".

    `name`: whose language it is in.
    """
    if isinstance(name, Tongue):
        return name.inside(label)
    return f"the {label.removeprefix('The ')}" if label.startswith("The ") else label


def shortened(text: str, most: int) -> str:
    """Return a text of at most this many characters.

    A longer text keeps its first parts, or the first words of its only part, and ends in "…".
    """
    if len(text) <= most:
        return text
    parts = (text[:most].rpartition(mark)[0] for mark in (";", ","))
    whole = next((part for part in parts if 2 * len(part) > most), text[:most].rpartition(" ")[0])
    return f"{whole.rstrip(' ,;:.')}…"


def put_together(words: Words, name: Name) -> str:
    """Return the sentence in English, without its capital."""
    text, args = words.english, words.args
    return text.format(**{place: _part(value, name) for place, value in args.items()}) if args else text


def _part(value: object, name: Name) -> object:
    if isinstance(value, str):  # first the most frequent kinds, because a view reads some forty sentences
        return name(value)
    if isinstance(value, int):
        return figure(value)
    if isinstance(value, Words):
        return put_together(value, name)
    return _part(value(), name) if callable(value) else figure(value)


def figure(value: object) -> object:
    """Return a number with a true minus, a broken one with one decimal; anything else as it is."""
    if isinstance(value, float):
        return f"{value:.1f}"
    return f"−{-value}" if isinstance(value, int) and value < 0 else value


def signed(n: int) -> str:
    """Return a number to be added, with its sign: "+3", "−2"."""
    return f"{n:+d}".replace("-", "−")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the story of a turn.

    Attributes:
        readers: the seats that may read it; None for everybody.
        kind: a stable identifier, by which digests, players and tests recognize it.
        parts: what it tells, as data.
    """

    words: Words
    readers: frozenset[str] | None = None
    kind: str = ""
    parts: Mapping[str, Any] = field(default_factory=dict)
