"""Build sentences only when somebody reads them.

Rules express what happened, what is asked and why something is illegal as `Words`: a text with named places,
and the values for these places. So random play and search don't spend time on sentences, and another language
needs only another text with the same places.
"""

from __future__ import annotations

import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Name = Callable[[str], str]  # a function that returns the name of a game's key; a `Tongue` is also a `Name`
ENGLISH = "en"


def steers(character: str) -> bool:
    """Return whether a character is invisible and only controls a text or its direction.

    The joiners of Indian scripts are allowed, because they change what is read.
    """
    return unicodedata.category(character)[0] == "C" and character not in "\u200c\u200d"


class Plural(NamedTuple):
    """A text that depends on the number `n` in its args. English has one form for 1, one for other numbers.

    Another language has as many forms as it needs.
    """

    one: str
    many: str


Text = str | Plural


class _AsIs(dict[str, object]):
    """Empty args for a text without places.

    Each process has exactly one such object, `AS_IS`. So `args is AS_IS` is False for all other empty args.
    """

    def __reduce__(self) -> str:
        return "AS_IS"


AS_IS: Mapping[str, object] = _AsIs()  # the args of a text that is the same in every language


class Words(NamedTuple):
    """A sentence in parts: `text` with `{places}`, and `args` with their values.

    Strings among `args` are keys of the game. Functions among `args` are called when somebody reads the
    sentence.
    """

    text: Text
    args: Mapping[str, object]
    row: str = ""  # what joins the items, if the sentence is only a list: "and", "or", ", ", "; "
    most: int = 0  # the most characters that the sentence may have when read; 0: no limit
    # if the sentence is longer than `most`, read the first of these that is short enough, or else the last
    instead: tuple[Words, ...] = ()

    def __str__(self) -> str:
        return self.read(lambda key: key)

    @property
    def english(self) -> str:
        """The English text. Of a `Plural`, this is the form for the number `n`."""
        if isinstance(self.text, Plural):
            return self.text.one if self.number == 1 else self.text.many
        return self.text

    @property
    def number(self) -> int:
        """The number that selects the form of a `Plural`."""
        n = self.args["n"]
        assert isinstance(n, int), f"“{self.text}” depends on a number"
        return n

    def read(self, name: Name) -> str:
        """Return the sentence as people read it, with a capital.

        `name` turns a key of the game into a name. If it is a `Tongue`, it also translates the sentence.
        """
        text = self.within(name)
        return text[:1].upper() + text[1:]

    def within(self, name: Name) -> str:
        """Return the sentence without a capital, to be put inside another sentence."""
        text = ""
        for words in (self, *self.instead):
            text = name.says(words) if isinstance(name, Tongue) else put_together(words, name)
            if not self.most or len(text) <= self.most:
                break
        return text


class Tongue(ABC):
    """A language in which a game is read.

    It is passed in place of a game's function `name`, and returns names when called.
    """

    @property
    @abstractmethod
    def language(self) -> str:
        """The code of the language: "fr"."""

    @property
    @abstractmethod
    def english(self) -> Name:
        """The names of the game in English."""

    @abstractmethod
    def __call__(self, key: str, /) -> str:
        """Return the name of a key of the game."""

    @abstractmethod
    def says(self, words: Words, /) -> str:
        """Return a sentence in this language, without its capital."""

    @abstractmethod
    def inside(self, label: str, /) -> str:
        """Return a label in the form that it has inside a sentence."""


Said = Words | str  # a sentence in parts, or one in English that is not translated


def read_said(said: Said, name: Name) -> str:
    """Return a sentence as people read it."""
    return said.read(name) if isinstance(said, Words) else said


def within(said: Said, name: Name) -> str:
    """Return a sentence without a capital, to be put inside another sentence."""
    return said.within(name) if isinstance(said, Words) else said


def language(name: Name) -> str:
    """Return the language in which names are given."""
    return name.language if isinstance(name, Tongue) else ENGLISH


def english(name: Name) -> Name:
    """Return the same names in English, for typed orders."""
    return name.english if isinstance(name, Tongue) else name


def say(text: Text, /, **args: object) -> Words:
    """Return a sentence to be read later: `say("{faction} pays {n}.", faction="bahmani", n=2)`."""
    # This takes half the time of `Words(text, args)`. Rules make hundreds of sentences that nobody reads.
    return tuple.__new__(Words, (text, args, "", 0, ()))


def join_list(parts: Sequence[object], last: str = "and") -> Words:
    """Return things as a list: "a, b and c"; "nothing" if there are none."""
    if not parts:
        return Words("nothing", {})
    places = [f"{{p{i}}}" for i in range(len(parts))]
    text = places[0] if len(parts) == 1 else f"{', '.join(places[:-1])} {last} {places[-1]}"
    return Words(text, {f"p{i}": part for i, part in enumerate(parts)}, last)


def in_turn(parts: Sequence[object], joint: str = "; ") -> Words:
    """Return several clauses as a list: "a; b; c"."""
    text = joint.join(f"{{p{i}}}" for i in range(len(parts)))
    return Words(text, {f"p{i}": part for i, part in enumerate(parts)}, joint)


def as_is(text: str) -> Words:
    """Return a text that is the same in every language and is no key of the game.

    For example what somebody typed, or a label that has already been read.
    """
    return Words(text, AS_IS)


def mark_text(text: str) -> Words:
    """Return a text from the data of a game, such as the title of a card, for translation.

    The catalogues of translations list these texts.
    """
    return Words(text, {})


def find_differences(one: Words, other: Words) -> dict[str, tuple[object, object]] | None:
    """Return the places that two sentences fill differently, each with both values.

    Return None if they are not the same sentence.
    """
    if one.text != other.text or one.args.keys() != other.args.keys():
        return None
    both = ((place, (value, other.args[place])) for place, value in one.args.items())
    return {place: values for place, values in both if values[0] != values[1]}


def merge_words(one: Words, other: Words, name: Name) -> Words | None:
    """Merge two sentences into one if they differ in one place: "march to Syria and Cilicia".

    Return None for all other sentences. Return None also if the values in this place are not keys of the
    game, but for example numbers.
    """
    found = find_differences(one, other)
    if found is None or len(found) != 1:
        return None
    ((place, (value, more)),) = found.items()
    several = isinstance(value, Words) and value.row == "and"
    if isinstance(value, Words) and isinstance(more, Words) and not several:
        merged = merge_words(value, more, name)
    elif isinstance(more, str) and name(more) != more and (several or isinstance(value, str)):
        merged = join_list([*(value.args.values() if isinstance(value, Words) else [value]), more])
    else:
        return None
    return None if merged is None else one._replace(args={**one.args, place: merged})


def settle_words(words: Words) -> Words:
    """Return the words with each function among their args replaced by its present result."""
    args = {place: _settle_value(value) for place, value in words.args.items()}
    return words._replace(args=args) if args else words


def _settle_value(value: object) -> object:
    value = value() if callable(value) else value
    return settle_words(value) if isinstance(value, Words) else value


def third_person(verb: str) -> str:
    """Return a plural verb in the singular: "gains" for "gain", "is placed" for "are placed"."""
    first, _, rest = verb.partition(" ")
    one = {"are": "is", "have": "has", "may": "may", "go": "goes", "do": "does"}.get(first, f"{first}s")
    return f"{one} {rest}".rstrip()


def conjugate(verb: str) -> Plural:
    """Return a plural verb with its singular: ("stays", "stay")."""
    return Plural(third_person(verb), verb)


def agreeing(n: int, verb: str) -> Words:
    """Return the form of a verb for `n` things: "stays" for 1, "stay" for 2. `verb`: the plural form."""
    return say(conjugate(verb), n=n)


def of_kind(n: int, kind: str) -> Words:
    """Return the name of a kind for `n` pieces. The key for one piece begins with "1-": "1-troops"."""
    return say(Plural("{one}", "{many}"), n=n, one=f"1-{kind}", many=kind)


def inside(label: str, name: Name = str) -> str:
    """Return a label as it is written inside a sentence: "the Sultanate" for "The Sultanate".

    `name`: gives the language.
    """
    if isinstance(name, Tongue):
        return name.inside(label)
    return f"the {label.removeprefix('The ')}" if label.startswith("The ") else label


def cut_question(text: str) -> str:
    """Return a text up to its first question mark; the whole text if it has none."""
    asked, mark, _ = text.partition("?")
    return asked + mark


def shorten(text: str, most: int) -> str:
    """Return a text of at most this many characters.

    A longer text is cut after its last whole sentence, at its last ";" or at its last ",". The first of these
    cuts that leaves more than half of `most` is made. If none does, the text is cut after a word. "…" marks
    the cut.
    """
    if len(text) <= most:
        return text
    parts = (text[:most].rpartition(mark)[0] for mark in (". ", ";", ","))
    whole = next((part for part in parts if 2 * len(part) > most), text[:most].rpartition(" ")[0])
    return f"{whole.rstrip(' ,;:.')}…"


def put_together(words: Words, name: Name) -> str:
    """Return the sentence without its capital, in English words with these names."""
    text, args = words.english, words.args
    if words.row == "and" and (apart := join_apart(args.values(), name, " and ")):
        return apart
    return text.format(**{place: _part(value, name) for place, value in args.items()}) if args else text


def join_apart(keys: Collection[object], name: Callable[[str], str], last: str) -> str:
    """Return names as a list with clear joints, if one of them contains "and"; else "".

    For example, "Media; Parthia and Hyrcania; and Syria". `last`: " and " in the language of the names.
    """
    named = [_find_key(each) for each in keys]
    names = [name(key) for key in named if key is not None]
    if not 1 < len(names) == len(keys) or not any(last in each for each in names):
        return ""
    joint = "," if len(names) == 2 else ";"
    return f"{f'{joint} '.join(names[:-1])}{joint}{last}{names[-1]}"


def _find_key(value: object) -> str | None:
    """Return the key if a value is a key, or a sentence that consists only of a key; else None."""
    if isinstance(value, Words) and len(value.args) == 1:
        ((place, key),) = value.args.items()
        return _find_key(key) if value.text == f"{{{place}}}" else None
    return value if isinstance(value, str) else None


def _part(value: object, name: Name) -> object:
    if isinstance(value, str):  # most frequent types first, because a view reads some forty sentences
        return name(value)
    if isinstance(value, int):
        return figure(value)
    if isinstance(value, Words):
        return put_together(value, name)
    return _part(value(), name) if callable(value) else figure(value)


def figure(value: object) -> object:
    """Return a whole number with a true minus sign, a float with one decimal, any other value as it is."""
    if isinstance(value, float):
        return f"{value:.1f}"
    return f"−{-value}" if isinstance(value, int) and value < 0 else value


def sign(n: int) -> str:
    """Return a number with its sign: "+3", "−2"."""
    return f"{n:+d}".replace("-", "−")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the story of a turn.

    Attributes:
        readers: the seats that may read it; None for everybody
        kind: a stable identifier, by which digests, players and tests recognize it
        parts: what it tells, as data
    """

    words: Words
    readers: frozenset[str] | None = None
    kind: str = ""
    parts: Mapping[str, Any] = field(default_factory=dict)
