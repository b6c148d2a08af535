"""Define `/seat`: let seats change hands in a running game. Give seats to bot players, also in a lobby."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord_app.autocomplete import answer_autocomplete
from bot.discord_app.cogs.lobby import filter_choices
from bot.discord_app.responder import Responder
from bot.discord_app.services import SeatingRoom
from bot.language.words import say
from bot.people.caller import Caller
from bot.replies.reply import Refused, Reply

Interaction = discord.Interaction[Any]
Choice = app_commands.Choice[str]
Text = app_commands.Range[str, 1, 100]


def require_person(user: discord.User) -> discord.User:
    """Return the user if they are a person. Raises `Refused` if the user is a bot on Discord."""
    if user.bot:
        raise Refused(say("seat.no_person"))
    return user


class SeatCog(
    commands.GroupCog,
    group_name="seat",
    group_description="Offer seats, take them, and vote on silent players",
):
    """The commands under `/seat`."""

    def __init__(self, responder: Responder, seating: SeatingRoom) -> None:
        super().__init__()
        self.responder, self.seating = responder, seating

    @app_commands.command(description="Offer your seat to anyone")
    @app_commands.describe(seat="Your seat, if you have several")
    async def offer(self, interaction: Interaction, seat: Text | None = None) -> None:
        await self.responder.run(interaction, self.seating.seats.offer, seat)

    @app_commands.command(description="Offer your seat to one person")
    @app_commands.describe(to="New player", seat="Your seat, if you have several")
    async def give(self, interaction: Interaction, to: discord.User, seat: Text | None = None) -> None:
        await self.responder.run(interaction, self._give, to, seat)

    async def _give(self, by: Caller, to: discord.User, seat: str | None) -> Reply:
        return await self.seating.seats.offer(by, seat, require_person(to).id)

    @app_commands.command(description="Take a free or offered seat, and read how the game stands")
    @app_commands.describe(seat="Seat (default: the first you may take)")
    async def claim(self, interaction: Interaction, seat: Text | None = None) -> None:
        await self.responder.run(interaction, self.seating.seats.claim, seat)

    @app_commands.command(
        description="Vote to replace a silent player. A caretaker plays until someone takes the seat"
    )
    @app_commands.describe(seat="The silent player's seat: only the seat that is to play now can be chosen")
    async def vote(self, interaction: Interaction, seat: Text | None = None) -> None:
        await self.responder.run(interaction, self.seating.seats.vote, seat)

    @app_commands.command(name="bot", description="Give a seat to a bot player, or remove the bot player")
    @app_commands.describe(
        seat="Seat (default: the first free one)",
        level="Level of play (the list marks the default)",
        style="Which orders the bot prefers if several are about equally good (default: random)",
    )
    async def automatic(
        self,
        interaction: Interaction,
        seat: Text | None = None,
        level: Text | None = None,
        style: Text | None = None,
    ) -> None:
        await self.responder.run(interaction, self.seating.seats.seat_bot, seat, level, None, style)

    @automatic.autocomplete("level")
    @answer_autocomplete
    async def _levels(self, interaction: Interaction, typed: str) -> list[Choice]:
        return filter_choices(typed, await self.seating.seats.list_levels(self.responder.caller(interaction)))

    @automatic.autocomplete("style")
    @answer_autocomplete
    async def _styles(self, interaction: Interaction, typed: str) -> list[Choice]:
        return filter_choices(typed, await self.seating.seats.list_styles(self.responder.caller(interaction)))

    @offer.autocomplete("seat")
    @give.autocomplete("seat")
    @answer_autocomplete
    async def _own_seats(self, interaction: Interaction, typed: str) -> list[Choice]:
        return filter_choices(
            typed, await self.seating.lobby.list_seats(self.responder.caller(interaction), free=False)
        )

    @claim.autocomplete("seat")
    @answer_autocomplete
    async def _claimable(self, interaction: Interaction, typed: str) -> list[Choice]:
        return filter_choices(
            typed, await self.seating.seats.list_claimable(self.responder.caller(interaction))
        )

    @vote.autocomplete("seat")
    @answer_autocomplete
    async def _votable(self, interaction: Interaction, typed: str) -> list[Choice]:
        return filter_choices(
            typed, await self.seating.seats.list_votable(self.responder.caller(interaction))
        )

    @automatic.autocomplete("seat")
    @answer_autocomplete
    async def _seats(self, interaction: Interaction, typed: str) -> list[Choice]:
        return filter_choices(
            typed, await self.seating.lobby.list_all_seats(self.responder.caller(interaction))
        )
