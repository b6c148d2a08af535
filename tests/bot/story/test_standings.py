"""The standings of two views are compared part by part."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.story.standings import compare_standings
from rules.loading.games import GAMES
from rules.state import Stand
from tests.every_game.golden import play_at_random

FULL = ("4 points", "6 cards", "1 special card")


@pytest.mark.parametrize(
    ("was", "new", "gone", "come"),
    [
        (FULL, FULL, None, None),
        (FULL, ("5 points", *FULL[1:]), ("4 points",), ("5 points",)),
        (FULL, FULL[:2], FULL, FULL[:2]),
        (FULL[:2], FULL, FULL[:2], FULL),
        (FULL, ("5 points", "6 cards"), ("4 points", "1 special card"), ("5 points",)),
    ],
)
def test_a_part_that_only_came_or_went_is_a_change(
    was: tuple[str, ...], new: tuple[str, ...], gone: tuple[str, ...] | None, come: tuple[str, ...] | None
) -> None:
    rules = GAMES["taj_mahal"]
    view = rules.view(rules.load(play_at_random(rules, "standing")[0].start), None)
    (seat, _), *others = view.standing
    before, after = (replace(view, standing=((seat, Stand(stand)), *others)) for stand in (was, new))  # type: ignore[type-var]
    found = [(tuple(old), tuple(now)) for _, old, now in compare_standings(before, after, seat)]
    assert found == ([] if gone is None else [(gone, come)])
