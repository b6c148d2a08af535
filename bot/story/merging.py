"""Join lines of a story that differ in one thing, so that all of them fit on a screen."""

from __future__ import annotations

from collections.abc import Sequence

from bot.language.words import join_names, say
from rules.kernel import Rules
from rules.words import Line, Words, within


def merge_alike(rules: Rules, lines: Sequence[Line]) -> list[tuple[str, str]]:
    """Return the texts and kinds of lines. Lines that differ in one thing become one text.

    For example, "1 Troop removed from Gujarat; also Sindh."
    """
    groups: list[list[Line]] = []
    for line in lines:
        found = next((group for group in groups if _belongs(line, group)), None)
        if found is None:
            groups.append([line])
        else:
            found.append(line)
    return [(_write_group(rules, group), group[0].kind) for group in groups]


def _belongs(line: Line, group: Sequence[Line]) -> bool:
    """Return whether a line differs from all lines of a group in the same one thing, or is equal to them."""
    first = group[0]
    if (line.kind, line.words.text, line.readers) != (first.kind, first.words.text, first.readers):
        return False
    places = {place for each in (*group, line) for place in _list_differing(first.words, each.words)}
    return len(places) <= 1 and all(isinstance(line.words.args[place], str | Words) for place in places)


def _list_differing(one: Words, other: Words) -> list[str]:
    """Return the places of a sentence that two lines fill with different things."""
    return [place for place, value in one.args.items() if other.args.get(place) != value]


def _write_group(rules: Rules, group: Sequence[Line]) -> str:
    first, *more = group
    text = first.words.read(rules.name)
    if not more:
        return text
    values = [line.words.args[place] for line in more for place in _list_differing(first.words, line.words)]
    if not values:
        return say("story.times", line=text.rstrip("."), n=len(group))
    named = dict.fromkeys(_name(rules, value) for value in values)
    return say("story.also", line=text.rstrip("."), others=join_names(list(named)))


def _name(rules: Rules, value: object) -> str:
    return within(value, rules.name) if isinstance(value, Words) else rules.name(str(value))
