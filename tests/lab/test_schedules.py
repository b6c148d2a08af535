"""The measure of schedules: the search is never worse than the bound and beats a random draw."""

from __future__ import annotations

from lab.schedules import measure_schedules


def test_the_search_beats_the_lot() -> None:
    found = [*measure_schedules(4, 4, range(4, 13), 2_000)]
    assert [each.people for each in found] == [*range(4, 13)]
    assert [each.games for each in found] == [*range(4, 13)]
    for each in found:
        assert 0 <= each.more <= each.by_lot
        assert each.fewest <= each.most <= 4
    assert sum(each.more for each in found) * 2 < sum(each.by_lot for each in found)
