"""Join lines of a story that differ in one word or name. A screen then has room for more lines."""

from __future__ import annotations

from collections.abc import Sequence

from bot.language.words import join_names, say
from rules.kernel import Rules
from rules.words import Line, Words, find_differences, within


def merge_alike(rules: Rules, lines: Sequence[Line]) -> list[tuple[str, list[Line]]]:
    """Return texts, each with its lines. Lines that are equal or differ in one thing become one text.

    For example, "1 Troop removed from Gujarat; likewise Sindh."
    """
    groups: list[list[Line]] = []
    for line in lines:
        found = next((group for group in groups if _belongs(line, group)), None)
        if found is None:
            groups.append([line])
        else:
            found.append(line)
    return [(_write_group(rules, group), group) for group in groups]


def _belongs(line: Line, group: Sequence[Line]) -> bool:
    """Return whether a line fits a group: all lines are equal, or they differ only in the same one thing."""
    first, differing = group[0], dict[str, None]()
    if (line.kind, line.readers) != (first.kind, first.readers):
        return False
    for each in (*group[1:], line):
        found = find_differences(first.words, each.words)
        if found is None or not all(_is_name(value) for _, value in found.values()):
            return False
        differing |= dict.fromkeys(found)
    return len(differing) <= 1


def _is_name(value: object) -> bool:
    """Return whether a value has names alone: "likewise 3 Troops" would say nothing."""
    if isinstance(value, Words):
        return all(map(_is_name, value.args.values()))
    return isinstance(value, str)


def _write_group(rules: Rules, group: Sequence[Line]) -> str:
    """Return the text of the first line, followed by the things that differ in the other lines."""
    first, *more = group
    text = first.words.read(rules.name)
    if not more:
        return text
    found = (find_differences(first.words, line.words) or {} for line in more)
    values = [value for each in found for _, value in each.values()]
    if not values:
        return say("story.times", line=text.rstrip("."), n=len(group))
    named = dict.fromkeys(_name(rules, value) for value in values)
    return say("story.also", line=text.rstrip("."), others=join_names(list(named)))


def _name(rules: Rules, value: object) -> str:
    return within(value, rules.name) if isinstance(value, Words) else rules.name(str(value))
