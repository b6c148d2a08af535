"""PA-41 to PA-44: count the points, and find the winner.

Points are counted in halves: a Talent is 1, a province twice its value.
"""

from __future__ import annotations

from rules.successors.board import PROVINCES, VALUE
from rules.successors.state import State
from rules.words import Plural, Words, as_is, join_list, of_kind, say


def count_halves(s: State, seat: str) -> int:
    """PA-41 to PA-43: return the points of a seat, in halves.

    The seat gets 2 for each point of value of the provinces that it holds alone, and 1 for each Talent.
    """
    if seat not in s.order:
        return 0
    return 2 * count_held(s, seat) + s.talents[seat]


def count_held(s: State, seat: str) -> int:
    """PA-41, PA-42: return the sum of the values of the provinces where only the seat has land units."""
    return sum(VALUE[province] for province in PROVINCES if province in s.stacks and s.sole(province) == seat)


def format_points(n: int) -> str:
    """Return half points as text: "14½" for 29."""
    whole, half = divmod(n, 2)
    return f"{whole}{'½' * half}" if whole or not half else "½"


def say_points(n: int) -> Words:
    """Return half points in words: "14½ points", "½ point"."""
    return say(Plural("{points} point", "{points} points"), n=-(-n // 2), points=as_is(format_points(n)))


def rank_seats(s: State) -> list[tuple[str, ...]]:
    """PA-44: return the seats by points. A tie goes to the seat that moved earlier in the last game turn.

    Eliminated seats come last.
    """
    order = s.ranked or s.play_order()
    living = sorted(
        s.order, key=lambda seat: (-count_halves(s, seat), order.index(seat) if seat in order else 9)
    )
    out = tuple(seat for seat in s.seats if seat not in s.order)
    return [*((seat,) for seat in living), *([out] if out else [])]


def describe_result(s: State) -> Words | str:
    """PA-44: return who won by how many points, and what the points are for.

    Return "" while the game goes on, or if points were level.
    """
    won, living = find_winners(s), [seat for place in rank_seats(s) for seat in place if seat in s.order]
    if not won:
        return ""
    points = [count_halves(s, seat) for seat in living]
    if len(points) == 1:
        text = "{seat} wins with {points}{parts}. All others are out of the game."
        return say(text, seat=won[0], points=say_points(points[0]), parts=_say_parts(s, won[0]))
    if points[0] == points[1]:
        return ""
    text = "{seat} wins with {points}{parts}. {second} has {fewer}."
    parts, fewer = _say_parts(s, won[0]), as_is(format_points(points[1]))
    return say(text, seat=won[0], points=say_points(points[0]), parts=parts, second=living[1], fewer=fewer)


def _say_parts(s: State, seat: str) -> Words | str:
    """PA-41 to PA-43: return what a seat's points are for, as the end of a clause; "" if it has none."""
    land, money = count_held(s, seat), s.talents[seat]
    told = [say("{n} for provinces", n=land)] if land else []
    if money:
        talents = say("{n} {kind}", n=money, kind=of_kind(money, "talents"))
        told.append(say("{money} for {talents}", money=as_is(format_points(money)), talents=talents))
    return say(": {parts}", parts=join_list(told)) if told else ""


def describe_broken_tie(s: State) -> tuple[Words, ...]:
    """PA-44: return how a tie for the first place was broken; () if there was none."""
    won = find_winners(s)
    living = [seat for place in rank_seats(s) for seat in place if seat in s.order]
    level = [seat for seat in living if won and count_halves(s, seat) == count_halves(s, won[0])]
    if len(level) < 2:
        return ()
    text = "{seats} have {points} each. Of these, {winner} moved first in the last game turn and wins."
    points = say_points(count_halves(s, won[0]))
    return (say(text, seats=join_list(level), points=points, winner=won[0]),)


def find_winners(s: State) -> tuple[str, ...]:
    """PA-44: return the winners; () while the game goes on."""
    return rank_seats(s)[0] if s.ended else ()
