"""Carry out the rules: one turn of Mela, and the end of the game."""

from __future__ import annotations

from collections.abc import Sequence

from durbar_mela.state import GOODS, HAND, State, value
from rules.ask import only_for
from rules.asking import deal, pick
from rules.chance import Roll
from rules.words import Plural, say

SELL, HAGGLE = "sell", "haggle"
BONUS = 3  # coins that a successful haggle adds


async def turn(state: State) -> None:
    """2: let the next player sell a good, for its value or by haggling."""
    if not state.dealt:
        await _deal(state)
    seat = state.mover
    hand = state.hands[seat]
    good = await pick(
        seat,
        say("Which good do you sell?"),
        dict.fromkeys(hand),
        eyes=only_for(seat),
        kind="good",
        lead="sell",
        picture="goods",
    )
    how = await pick(seat, say("Sell it at its price, or haggle?"), (SELL, HAGGLE), kind="how", form="act")
    coins = value(good) if how == SELL else await _haggle(seat, good)
    hand.remove(good)
    state.sold.append(good)
    state.coins[seat] += coins
    text = Plural("{seat} sells {good} for {n} coin.", "{seat} sells {good} for {n} coins.")
    state.tell(say(text, seat=seat, good=good, n=coins), "sale")
    state.mover = state.seats[(state.seats.index(seat) + 1) % len(state.seats)]


async def _deal(state: State) -> None:
    """1: deal 4 goods to each player. Players see only their own goods."""
    for seat, hand in state.hands.items():
        prompt = say("Goods for {seat}", seat=seat)
        hand += await deal(state.pile, HAND, prompt, eyes=only_for(seat), kind="goods")
        hand.sort(key=GOODS.index)
    state.dealt = True
    state.tell(say("Each player has {n} goods.", n=HAND), "deal")


async def _haggle(seat: str, good: str) -> int:
    """3: roll, and return the coins for the good.

    A 1 brings nothing. A 2 or 3 brings the value of the good, a 4 to 6 its value plus 3 coins.
    """
    [face] = await Roll(1, say("{seat} haggles over {good}", seat=seat, good=good), kind="haggle")
    return 0 if face == 1 else value(good) + BONUS * (face >= 4)


def over(state: State) -> bool:
    """4: return whether all players have sold their goods, which ends the game."""
    return state.dealt and not any(state.hands.values())


def ranking(state: State) -> Sequence[Sequence[str]]:
    """4: return the seats by coins, most first. Seats with equal coins share a place."""
    fortunes = sorted(set(state.coins.values()), reverse=True)
    return [[seat for seat, coins in state.coins.items() if coins == fortune] for fortune in fortunes]
