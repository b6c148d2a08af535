"""Count units by piece: all, or only those with a mark, such as units that came ashore in this turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.asking import count
from rules.successors.forces import CLASS, IS_LAND, KIND, WHITE
from rules.words import Words, as_is, join_list, say

Stack = dict[str, int]
Marks = dict[str, Stack]
NOTHING: Stack = {}


def copy_marks(marks: Marks) -> Marks:
    """Return a deep copy of the marks."""
    return {area: stack.copy() for area, stack in marks.items()} if marks else {}


def mark(marks: Marks, area: str, one: str, n: int) -> None:
    """Mark `n` more of a piece."""
    if n:
        stack = marks.setdefault(area, {})
        stack[one] = stack.get(one, 0) + n


def lower(marks: Marks, area: str, one: str, most: int) -> None:
    """Keep at most `most` of a piece marked."""
    stack = marks.get(area)
    if stack is None or stack.get(one, 0) <= most:
        return
    if most:
        stack[one] = most
    else:
        del stack[one]
        if not stack:
            del marks[area]


def count_marked(marks: Marks, area: str, one: str) -> int:
    """Return how many of a piece are marked."""
    return marks.get(area, NOTHING).get(one, 0)


def say_amount(n: int, one: str) -> Words:
    """Return a number of units of a piece, without their colour: "2 Infantry", "1 hired Cavalry"."""
    kind = KIND.get(one, one)
    return count(n, kind)


def say_faces(faces: Iterable[int]) -> Words:
    """Return the faces of dice: "6 4 2"."""
    return as_is(" ".join(map(str, faces)))


def say_throw(seat: str, faces: Sequence[int], hits: int, lifted: Sequence[int]) -> Words:
    """PA-26: return what a side rolled and how often it hit: "Red rolls 6 4 2 (1 hit)".

    `lifted`: the indices of the dice that hit only because of a leader's +1. The Rebels have no leaders.
    """
    told = {"seat": seat, "faces": say_faces(faces), "hits": count(hits, "hits")}
    if not lifted:
        text = "{seat} roll {faces} ({hits})" if seat == WHITE else "{seat} rolls {faces} ({hits})"
        return say(text, **told)
    text = "{seat} rolls {faces} ({hits}, with a leader's +1 on the {lifted})"
    return say(text, **told, lifted=join_list([as_is(str(faces[at])) for at in lifted]))


def count_total(stack: Stack, among: Iterable[str]) -> int:
    """Return the total number of the pieces in `among`."""
    return sum(stack.get(one, 0) for one in among)


def count_by_class(stack: Stack) -> dict[str, int]:
    """Return the number of land units of a stack in each class (c, i, e, l). Hired units count too."""
    found: dict[str, int] = {}
    for one, n in stack.items():
        if IS_LAND[one]:
            found[CLASS[one]] = found.get(CLASS[one], 0) + n
    return found
