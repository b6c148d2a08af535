"""Sentences that are put together only when somebody reads them.

Rules say what happened, what is asked and why not in `Words`: a text with named places and what goes into
them. Random play and search never pay for the reading, and another language is another text for the same
places.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Words(NamedTuple):
    """A sentence in parts: `text` with `{places}`, `args` for them. Strings among `args` are keys of the
    game."""

    text: str
    args: Mapping[str, object]

    def __str__(self) -> str:
        return self.read(lambda key: key)

    def read(self, name: Callable[[str], str]) -> str:
        """The sentence as people read it, with a capital; `name` turns a key of the game into a name."""
        text = _put_together(self, name)
        return text[:1].upper() + text[1:]


def say(text: str, /, **args: object) -> Words:
    """`say("{faction} pays {n}.", faction="bahmani", n=2)`: a sentence for later."""
    return Words(text, args)


def listed(parts: Sequence[object], last: str = "and") -> Words:
    """Several things in a row: "a, b and c"."""
    if not parts:
        return Words("nothing", {})
    places = [f"{{p{i}}}" for i in range(len(parts))]
    text = places[0] if len(parts) == 1 else f"{', '.join(places[:-1])} {last} {places[-1]}"
    return Words(text, {f"p{i}": part for i, part in enumerate(parts)})


def third_person(verb: str) -> str:
    """What one does, of what several do: "gains" of "gain", "is placed" of "are placed"."""
    first, _, rest = verb.partition(" ")
    one = {"are": "is", "have": "has", "may": "may", "go": "goes", "do": "does"}.get(first, f"{first}s")
    return f"{one} {rest}".rstrip()


def agreeing(n: int, verb: str) -> Words:
    """The verb, given for several, as so many do it: "stay", or of one "stays"."""
    return say(third_person(verb) if n == 1 else verb)


def inside(label: str) -> str:
    """A label as it stands within a sentence: "The Sultanate" as "the Sultanate"."""
    return f"the {label.removeprefix('The ')}" if label.startswith("The ") else label


def shortened(text: str, most: int) -> str:
    """At most so many characters of a text: where it is longer, its first words and "…"."""
    return text if len(text) <= most else f"{text[:most].rpartition(' ')[0].rstrip(',;:.')}…"


def _put_together(words: Words, name: Callable[[str], str]) -> str:
    if not words.args:
        return words.text
    return words.text.format(**{place: _part(value, name) for place, value in words.args.items()})


def _part(value: object, name: Callable[[str], str]) -> object:
    if isinstance(value, Words):
        return _put_together(value, name)
    if isinstance(value, int) and value < 0:
        return f"−{-value}"
    return name(value) if isinstance(value, str) else value


@dataclass(frozen=True, slots=True)
class Later:
    """A part of a sentence that is looked up when somebody reads it, so that it is true then."""

    look: Callable[[], object]

    def __str__(self) -> str:
        return str(self.look())


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the story of a turn. `readers`: the seats that may read it; None is everybody. `kind`: a
    short word that stays, what digests, players and tests know it by; `parts`: what it tells, as data."""

    words: Words
    readers: frozenset[str] | None = None
    kind: str = ""
    parts: Mapping[str, Any] = field(default_factory=dict)
