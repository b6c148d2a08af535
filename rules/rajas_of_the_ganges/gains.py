"""2: carry out what a seat gains.

A gain can trigger more gains. All these are carried out before the next gain of the list.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.rajas_of_the_ganges.action_spaces import market, palace, quarry, river
from rules.rajas_of_the_ganges.board import Gain
from rules.rajas_of_the_ganges.dice import reroll, take_dice
from rules.rajas_of_the_ganges.state import State
from rules.rajas_of_the_ganges.tracks import advance_markers, take_karma, upgrade


async def carry_out(s: State, seat: str, gains: Sequence[Gain]) -> None:
    """2: carry out these gains in order, each with all gains that it triggers."""
    waiting = list(gains)
    while waiting:
        first = waiting.pop(0)
        s.order.coming = tuple(waiting)
        waiting[:0] = await carry_out_one(s, seat, first)


async def carry_out_one(s: State, seat: str, gain: Gain) -> Sequence[Gain]:
    """Carry out one gain. Return the gains that it triggers."""
    realm = s.realms[seat]
    match gain.kind:
        case "money":
            return advance_markers(s, seat, money=gain.n)
        case "fame":
            return advance_markers(s, seat, fame=gain.n)
        case "money-per-market" | "money-per-upgrade":
            return advance_markers(s, seat, money=river.count_gain(realm, gain))
        case "fame-per-upgrade" | "fame-per-karma":
            return advance_markers(s, seat, fame=river.count_gain(realm, gain))
        case "assorted":
            return advance_markers(s, seat, money=market.count_assorted(realm))
        case "one-kind":
            return advance_markers(s, seat, money=market.count_best_good(realm, gain.n))
        case "boat":
            return await river.may_sail(s, seat)
        case "portuguese":
            return river.sail_portuguese(s, seat)
        case "palace":
            return await palace.choose_chamber(s, seat)
        case "white":
            return await palace.draw_white(s, seat)
        case "builder":
            return await quarry.cover(s, seat)
    await _book_plain(s, seat, gain)
    return ()


async def _book_plain(s: State, seat: str, gain: Gain) -> None:
    """Carry out a gain that triggers nothing."""
    match gain.kind:
        case "karma":
            take_karma(s, seat, gain.n)
        case "upgrade":
            await upgrade(s, seat, late=gain.late)
        case "dice":
            await take_dice(s, seat, gain)
        case "dice-per-karma":
            await take_dice(s, seat, Gain("dice", s.realms[seat].karma, gain.colour))
        case "reroll":
            await reroll(s, seat)
        case _:
            raise AssertionError(f"no gain “{gain.kind}”")
