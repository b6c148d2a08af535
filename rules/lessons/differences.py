"""Find what good orders change in a position and other orders do not.

The task of a puzzle can be such a difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from itertools import combinations
from typing import Any

from rules.lessons.puzzle import Idea

# a place in a document and its value: (("spaces", "delhi", "troops"), 3). A member of a list has the value
# True: (("independent", "gujarat"), True)
Part = tuple[tuple[str, ...], Any]


def list_tests(
    idea: Idea,
    seat: str,
    start: Mapping[str, Any],
    led: Sequence[Mapping[str, Any]],
) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield tests that may tell good orders from others, simplest first.

    Each test is a pair: a `want`, and an entry for `avoid`; one of them is empty. The tests come in this
    order:

    1. A change that only the other orders make must not happen.
    2. A member must be gone from a list.
    3. Changes at the idea's places must happen. The first tests ask for one such change, the next tests for
       two, and the last test for all.

    Args:
        idea: what to look for
        seat: the seat that gives the orders
        start: the position before the orders
        led: the position after each order, best order first
    """
    best = led[0]
    changed, there = _find_changes(start, best), dict(_list_parts(best))
    wanted = [part for path in idea.change or () for part in changed if _is_at(path, part, start, seat)]
    if not idea.change and not idea.keep:
        wanted = changed
    wanted = list(dict.fromkeys(wanted))
    places = {place for place, _ in changed}
    kept = [
        part for other in led[1:] for part in _find_changes(start, other)
        if part[0] not in places and any(_is_at(path, part, start, seat) for path in idea.keep)
    ]  # fmt: skip
    kept += [
        (place, part) for place, part in _list_parts(start)
        if part is True and place not in there
        and any(_is_at(path, (place, part), start, seat) for path in idea.change)
    ]  # fmt: skip
    for part in kept:
        yield {}, _as_want([part], start)
    for size in (1, 2):
        for parts in combinations(wanted, size):
            yield _as_want(parts, start), {}
    if len(wanted) > 2:
        yield _as_want(wanted, start), {}


def _is_at(path: str, part: Part, start: Mapping[str, Any], seat: str) -> bool:
    """Return whether a changed part is at the place `path`.

    If `path` ends in ">=" or "<=", the value must also have risen or fallen.
    """
    where, _, side = path.partition(" ")
    place, now = part
    wanted = where.replace("{seat}", seat).split(".")
    if len(wanted) > len(place) or not all(map(fnmatchcase, place, wanted)):
        return False
    was = dict(_list_parts(start)).get(place, 0)
    return not side or (type(now) is int and type(was) is int and (now > was) is (side == ">="))


def _list_parts(document: Any, place: tuple[str, ...] = ()) -> Iterator[Part]:
    if isinstance(document, Mapping):
        for key, part in document.items():
            yield from _list_parts(part, (*place, key))
    elif isinstance(document, list):
        yield from (((*place, member), True) for member in document if isinstance(member, str))
    elif document is not None:
        yield place, document


def _find_changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Part]:
    """Return the parts of the second document that are new or different. A number that is gone is now 0.

    The standing in words is left out, because the numbers say the same.
    """
    old, new = dict(_list_parts(before)), dict(_list_parts(after))
    gone = {place: 0 for place, part in old.items() if place not in new and type(part) is int}
    return [
        (place, part) for place, part in (new | gone).items()
        if old.get(place, 0) != part and place[0] != "standing"
    ]  # fmt: skip


def _as_want(parts: Sequence[Part], start: Mapping[str, Any]) -> dict[str, Any]:
    """Return these parts as a lesson's `want`. A new 5 becomes ">=5" after a rise, "<=5" after a fall."""
    old, want = dict(_list_parts(start)), dict[str, Any]()
    for place, part in parts:
        at = want
        *path, last = place
        if part is True:
            *path, name = path
            for key in path:
                at = at.setdefault(key, {})
            at.setdefault(name, []).append(last)
            continue
        for key in path:
            at = at.setdefault(key, {})
        was = old.get(place, 0)
        number = type(part) is int and type(was) is int and part >= 0
        at[last] = (f">={part}" if part > was else f"<={part}") if number else part
    return want
