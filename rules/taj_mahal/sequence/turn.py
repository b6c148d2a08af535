"""2.1: play a turn: the preparation, one move of a seat, or all moves of the only seat that is left."""

from __future__ import annotations

from rules.taj_mahal.names import WITHDRAW
from rules.taj_mahal.sequence.playing import choose_card, play
from rules.taj_mahal.sequence.preparation import prepare
from rules.taj_mahal.sequence.visits import end_visit, lay_out_supply
from rules.taj_mahal.sequence.withdrawing import withdraw
from rules.taj_mahal.state import State


def over(s: State) -> bool:
    """7: return whether the game has ended, after the twelfth visit."""
    return s.over


async def turn(s: State) -> None:
    """1: prepare the game if this is the first turn. Otherwise play the turn of the next seat.

    The visit ends after the last withdrawal.
    """
    if not s.visit:
        await prepare(s)
        return
    if s.is_opening and not s.supply:
        await lay_out_supply(s)
    seat = s.mover
    await take_turn(s, seat)
    while s.still_in == [seat]:  # 5.5: the last seat plays as many turns as it likes
        await take_turn(s, seat)
    if s.still_in:
        s.mover = find_next_in(s, seat)
    else:
        end_visit(s)


async def take_turn(s: State, seat: str) -> None:
    """2.1: play one or two cards, or withdraw."""
    card = await choose_card(s, seat)
    if card == WITHDRAW:
        await withdraw(s, seat)
    else:
        await play(s, seat, card)


def find_next_in(s: State, seat: str) -> str:
    """2.1: return the next seat clockwise that has not withdrawn."""
    everybody = list(s.players)
    at = everybody.index(seat) + 1
    return next(each for each in everybody[at:] + everybody[:at] if each not in s.out)
