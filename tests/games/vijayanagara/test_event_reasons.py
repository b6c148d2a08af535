"""A bot's reason for an Event calls a gain a hope only if dice or cards decide it."""

from __future__ import annotations

from rules.vijayanagara.players.gains import estimate_gain
from tests.games.vijayanagara.table import GAME

SEAT = "vijayanagara"


def test_a_gain_before_the_dice_is_certain() -> None:
    before, after = (GAME.setup(GAME.Options()) for _ in range(2))
    after.resources[SEAT] = before.resources[SEAT] + 5
    assert estimate_gain(before, after, SEAT, certain=after) == estimate_gain(before, after, SEAT)
    assert estimate_gain(before, after, SEAT, certain=before) != estimate_gain(before, after, SEAT)


def test_points_that_come_however_the_dice_fall_are_certain() -> None:
    before, after, other = (GAME.setup(GAME.Options()) for _ in range(3))
    after.influence[SEAT] = other.influence[SEAT] = before.influence[SEAT] + 1
    sure = estimate_gain(before, after, SEAT)
    assert estimate_gain(before, after, SEAT, certain=before, chances=[other, after]) == sure
    assert estimate_gain(before, after, SEAT, certain=before, chances=[other, before]) != sure
