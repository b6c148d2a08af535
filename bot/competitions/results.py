"""Compute the points that the seats of a game get. The points add up to 1, or to 0 if everybody left.

The one point of a game is divided into equal parts, one for each pair of seats. The better seat of a pair
takes the pair's part. Two seats with equal places share the part equally. So in a game of two the seats get 1
and 0, or 1/2 each. In a game of three without ties they get 2/3, 1/3 and 0, and in a game of four 1/2, 1/3,
1/6 and 0.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from bot.competitions.rounds import Game

HALF = Fraction(1, 2)


class How(StrEnum):
    """How a result came about."""

    PLAYED = "played"
    RESIGNED = "resigned"  # somebody left, before or during the game
    TIMED_OUT = "timed-out"
    ADJUDICATED = "adjudicated"  # the game's time ran out before the game ended
    SET = "set"  # a host set the result


class Result(NamedTuple):
    """The result of a game: points from 0 to 1 for each seat, in the order of the game's people.

    The points add up to 1, or to 0 if everybody left.
    """

    game: Game
    points: tuple[Fraction, ...]
    how: How = How.PLAYED


def share_points(places: Sequence[int]) -> tuple[Fraction, ...]:
    """Return the points of each seat. They add up to 1.

    Args:
        places: the place of each of at least two seats; the lowest number is the best, and seats that tie
            have equal numbers

    Raises:
        ValueError: fewer than two seats
    """
    return _share([[_compare(one, two) for two in places] for one in places])


def make_result(game: Game, places: Sequence[int], how: How = How.PLAYED) -> Result:
    """Return the result of a game. `places` has the place of each seat, as in `share_points`.

    Raises:
        ValueError: the number of places is not the number of seats
    """
    _check_number(game, places)
    return Result(game, share_points(places), how)


def forfeit(game: Game, leavers: Collection[int], how: How = How.RESIGNED) -> Result:
    """Return the result of a game that ends because some of its people left.

    The people who stay share the first place, and the people who left share the last place. If all have
    left, nobody gets points.

    Raises:
        ValueError: none of the game's people has left
    """
    left = [person in leavers for person in game.people]
    if not any(left):
        raise ValueError("nobody of this game left")
    points = (Fraction(0),) * len(left) if all(left) else share_points([int(gone) for gone in left])
    return Result(game, points, how)


def adjudicate(game: Game, chances: Sequence[float] | None) -> Result:
    """Return the result of a game whose time ran out before the game ended.

    A part of the point belongs to each pair of seats. The two seats share it in proportion to their chances
    to win: with chances of 60 % and 20 % they get three quarters and one quarter of the part. Without chances
    all seats tie.

    Args:
        game: the game
        chances: the chance to win of each seat, from 0 to 1; None if there is no estimate. Here they are
            rounded to whole percents, so that anybody can check the result

    Raises:
        ValueError: the number of chances is not the number of seats, or a chance is below 0 or above 1
    """
    if chances is None:
        return Result(game, share_points([0] * len(game.people)), How.ADJUDICATED)
    _check_number(game, chances)
    if not all(0 <= chance <= 1 for chance in chances):
        raise ValueError("a chance to win is a number from 0 to 1")
    percents = [round(100 * chance) for chance in chances]
    parts = [[Fraction(one, one + two) if one + two else HALF for two in percents] for one in percents]
    return Result(game, _share(parts), How.ADJUDICATED)


def _compare(one: int, two: int) -> Fraction:
    """Return how much of a pair's part goes to place `one`: 1, 1/2 or 0. The rest goes to place `two`."""
    return HALF if one == two else Fraction(int(one < two))


def _share(parts: Sequence[Sequence[Fraction]]) -> tuple[Fraction, ...]:
    """Return the points of each seat.

    Seats `one` and `two` divide one part between them. `parts[one][two]` is how much of this part goes to
    seat `one`, from 0 to 1.
    """
    number = len(parts)
    if number < 2:
        raise ValueError("a game of a cup or league has at least two seats")
    pairs = number * (number - 1) // 2
    return tuple(
        sum((row[other] for other in range(number) if other != seat), Fraction(0)) / pairs
        for seat, row in enumerate(parts)
    )


def _check_number(game: Game, given: Sequence[object]) -> None:
    if len(given) != len(game.people):
        raise ValueError(f"{len(given)} values for {len(game.people)} seats")
