"""Compute the features from which a seat's chance to win is estimated.

Some features count twice: once as they are, and once multiplied by how late the game is ("income-late").
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.extras import Outlook
from rules.player import Number, Player
from rules.successors.forces import IS_LAND, OWNER, TURNS
from rules.successors.state import DAWN, State
from rules.successors.victory import count_halves, count_held


def compute_features(s: State, seat: str) -> Mapping[str, float]:
    """Return the features of a seat's chance to win.

    They are the value of the provinces that it holds alone, its income, its land units, its Talents, whether
    it still has a turn in this game turn, and whether its leader is free. In the last game turn, `last-held`
    adds the value of the provinces once more. A seat that is out of the game has only the feature `out`.
    """
    if seat not in s.order:
        return {"out": 1.0}
    late = s.number / TURNS
    points, income = (count_halves(s, seat) - s.talents[seat]) / 20, s.income(seat) / 10
    units = sum(n for stack in s.stacks.values() for one, n in stack.items() if _is_land_of(one, seat)) / 10
    talents = s.talents[seat] / 20
    to_come = s.seat in s.order and s.order.index(seat) >= s.order.index(s.seat)
    return {
        "points": points,
        "points-late": points * late,
        "income": income,
        "income-late": income * late,
        "units": units,
        "units-late": units * late,
        "talents": talents,
        "talents-late": talents * late,
        "to-come": float(to_come) * late,
        "leader": float(seat in s.leaders),
        "last-held": count_held(s, seat) / 10 * (s.number == TURNS),
    }


def _is_land_of(one: str, seat: str) -> bool:
    return OWNER[one] == seat and IS_LAND[one]


def _make_quick(number: Number, stop: Callable[[], bool]) -> Player:
    from rules.successors.players import BOT_PLAYERS

    return BOT_PLAYERS["fair"](number, stop)


def _simulate(s: State, number: Number) -> None:
    """Play on to the next dawn at which each seat has had another Revenue.

    Before that Revenue the features would count units that a seat can't pay for.
    """
    from rules.successors.players.playout import play_on

    play_on(s, number(1 << 30), s.number + 1 + (s.phase != DAWN))


def is_out(s: State, seat: str) -> bool:
    """PA-9: return whether a seat has left the game. Before there is an order of play, no seat has."""
    return bool(s.order) and seat not in s.order


OUTLOOK = Outlook(__package__, compute_features, _make_quick, simulate=_simulate, is_out=is_out)
