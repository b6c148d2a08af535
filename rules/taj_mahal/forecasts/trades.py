"""Foresee which special cards will change hands at the end of the visit, for entries and previews."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from rules.taj_mahal.cards import INFLUENCE
from rules.taj_mahal.sequence.visits import Trade, list_trades
from rules.taj_mahal.state import State


def forecast_trades(s: State, seat: str, won: Collection[str]) -> list[Trade]:
    """6.1: return the trades that bring this seat a special card if it wins these symbols in this visit.

    A trade for a card that the seat already has is left out, because it brings nothing.
    """
    trades = [trade for trade, _ in list_trades(_add_tiles(s, {seat: won}))]
    return [trade for trade in trades if trade.seat == seat != trade.holder]


def forecast_losses(s: State, seat: str) -> list[Trade]:
    """6.1: return the trades that take a special card from this seat if each seat wins what it leads in."""
    leads = {other: s.find_majorities(other) for other in s.still_in if other != seat}
    trades = [trade for trade, _ in list_trades(_add_tiles(s, leads))]
    return [trade for trade in trades if trade.holder == seat != trade.seat]


def _add_tiles(s: State, won: Mapping[str, Collection[str]]) -> State:
    """Return a copy of the state in which seats have also won the influence tiles of these symbols."""
    twin = s.copy()
    for seat, symbols in won.items():
        influence = twin.players[seat].influence
        for symbol in symbols:
            if symbol in INFLUENCE:
                influence[symbol] = influence.get(symbol, 0) + 1
    return twin
