"""As many pairs as possible: compared with all ways to pair."""

from __future__ import annotations

from collections.abc import Collection

from hypothesis import given
from hypothesis import strategies as st

from bot.competitions.pairing import pair_off


def count_most(people: frozenset[int], friends: Collection[tuple[int, int]]) -> int:
    """Return the largest number of pairs, by trying all."""
    if not people:
        return 0
    one = min(people)
    rest = people - {one}
    with_one = [1 + count_most(rest - {two}, friends) for two in rest if (one, two) in friends]
    return max([count_most(rest, friends), *with_one])


@given(st.integers(1, 9), st.data())
def test_no_pairing_has_more_pairs(number: int, data: st.DataObject) -> None:
    everybody = [(one, two) for one in range(number) for two in range(one + 1, number)]
    friends = data.draw(st.sets(st.sampled_from(everybody)) if everybody else st.just(set()))
    pairs = pair_off(number, lambda one, two: (min(one, two), max(one, two)) in friends)
    assert {*pairs} <= friends
    people = [person for pair in pairs for person in pair]
    assert len({*people}) == len(people)
    assert len(pairs) == count_most(frozenset(range(number)), friends)


def test_odd_circles_are_seen_through() -> None:
    # two circles of five, joined by a path: nobody is left over
    edges = {(0, 1), (1, 2), (2, 3), (3, 4), (0, 4), (4, 5), (5, 6), (6, 7), (7, 8), (8, 9), (5, 9)}
    assert len(pair_off(10, lambda one, two: (min(one, two), max(one, two)) in edges)) == 5
