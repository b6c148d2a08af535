"""The thinking time of bot players while people wait."""

from __future__ import annotations

import pytest

from bot.players.time_budget import MIN_SECONDS, TimeBudget

GAME, OTHER = 1, 2


class Watch:
    """A clock that tests set forward."""

    def __init__(self) -> None:
        self.at = 100.0

    def __call__(self) -> float:
        return self.at


def test_a_row_of_orders_takes_no_longer_than_two_of_them() -> None:
    watch = Watch()
    patience = TimeBudget(5.0, watch)
    began, given = watch.at, list[float]()
    for _ in range(6):
        given.append(patience.find_seconds_left(GAME))
        watch.at += given[-1]  # each uses all of it
    assert given[:3] == [5.0, 2.5, 1.25]
    assert given[-1] == MIN_SECONDS
    assert watch.at - began < 2 * patience.seconds + MIN_SECONDS


def test_what_holds_them_up_counts_too_and_each_game_for_itself() -> None:
    watch = Watch()
    patience = TimeBudget(5.0, watch)
    assert patience.find_seconds_left(GAME) == 5.0
    watch.at += 8.0  # a queue, say
    assert patience.find_seconds_left(GAME) == 1.0
    assert patience.find_seconds_left(OTHER) == 5.0


def test_the_first_order_is_given_no_more_than_is_set_by_a_clock_that_runs() -> None:
    assert TimeBudget(5.0).find_seconds_left(GAME) <= 5.0


def test_it_is_renewed_when_somebody_is_asked() -> None:
    watch = Watch()
    patience = TimeBudget(5.0, watch)
    patience.find_seconds_left(GAME)
    watch.at += 9.0
    patience.renew(GAME)
    assert patience.find_seconds_left(GAME) == 5.0


@pytest.mark.parametrize("seconds", [0.1, 60.0])
def test_an_order_is_never_given_more_than_is_set(seconds: float) -> None:
    watch = Watch()
    patience = TimeBudget(seconds, watch)
    assert patience.find_seconds_left(GAME) == seconds
    watch.at += 1000.0
    assert patience.find_seconds_left(GAME) == min(MIN_SECONDS, seconds)
