"""Suggest orders and side acts (such as trades) while a person types."""

from __future__ import annotations

from bot.language.typed_line import split_line
from bot.orders.service import OrderService
from bot.people.caller import Caller
from bot.session.loaded_game import LoadedGame, read_as
from rules.orders import out_of_turn
from rules.orders.suggestions import LINE_MAX, Suggestion, suggest


class Suggestions:
    """Suggests how a typed text can continue in the game of a channel."""

    def __init__(self, orders: OrderService) -> None:
        self.orders = orders

    async def suggest_orders(self, caller: Caller, text: str) -> list[Suggestion]:
        """Return how the order in `text` can continue, the best first. For a spectator, return nothing.

        If the text ends with "!", so does each suggestion, because a chosen suggestion replaces the text.
        """
        if (at := await self._load_here(caller)) is None or not (seats := at.stored.seats_of(caller.user_id)):
            return []
        seat = at.asked if at.asked in seats else seats[0]
        draft = await self.orders.load_draft(caller, at)
        reader = read_as(at.stored, caller.user_id)
        line = split_line(text)
        text = line.text if line.hurries else text
        found = suggest(at.rules, draft.now.position, seat, text, reader=reader)
        found = found or suggest(at.rules, at.position, seat, text, reader=reader)
        if not line.hurries:
            return found
        return [
            each._replace(text=f"{each.text}!", label=f"{each.label}!")
            for each in found
            if max(len(each.text), len(each.label)) < LINE_MAX
        ]

    async def suggest_side_acts(self, caller: Caller) -> list[tuple[str, str]]:
        """Return a pair (label, typed order) for each side act that the caller's seats may do now."""
        if (at := await self._load_here(caller)) is None:
            return []
        seats = at.stored.seats_of(caller.user_id)
        found = (option for seat in seats for option in at.rules.EXTRAS.trades.offered(at.live.state, seat))
        return [(option.label, option.key.replace("_", " ")) for option in found if not option.why_not]

    async def suggest_deals(self, caller: Caller, text: str) -> list[Suggestion]:
        """Return how the side act in `text` can continue.

        If the caller has several seats, use the first one for which there are suggestions.
        """
        if (at := await self._load_here(caller)) is None:
            return []
        every = (
            out_of_turn.suggest_side_acts(at.rules, at.live.state, seat, text)
            for seat in at.stored.seats_of(caller.user_id)
        )
        return next((found for found in every if found), [])

    async def _load_here(self, caller: Caller) -> LoadedGame | None:
        stored = await self.orders.store.find_in_channel(caller.channel_id)
        return None if stored is None or stored.position is None else self.orders.load_seated(stored)
