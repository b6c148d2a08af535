"""`/seat`: seats that change hands while a game runs."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord_app.autocomplete import suggested
from bot.discord_app.cogs.lobby import choices
from bot.discord_app.responder import Responder
from bot.discord_app.services import Services
from bot.language.words import say
from bot.people.caller import Caller
from bot.replies.reply import Refused, Reply

Interaction = discord.Interaction[Any]
Choice = app_commands.Choice[str]
Text = app_commands.Range[str, 1, 100]


def person(user: discord.User) -> discord.User:
    """Somebody who can play. Raises `Refused` for another bot."""
    if user.bot:
        raise Refused(say("seat.no_person"))
    return user


class SeatCog(commands.GroupCog, group_name="seat", group_description="Seats that change hands"):
    """The commands under `/seat`."""

    def __init__(self, responder: Responder, services: Services) -> None:
        super().__init__()
        self.responder, self.services = responder, services

    @app_commands.command(description="Offer your seat to anybody who wants to go on with it")
    @app_commands.describe(seat="Which of yours, if you have several")
    async def offer(self, interaction: Interaction, seat: Text | None = None) -> None:
        await self.responder.run(interaction, self.services.seats.offer, seat)

    @app_commands.command(description="Offer your seat to one person")
    @app_commands.describe(to="To whom", seat="Which of yours, if you have several")
    async def give(self, interaction: Interaction, to: discord.User, seat: Text | None = None) -> None:
        await self.responder.run(interaction, self._give, to, seat)

    async def _give(self, by: Caller, to: discord.User, seat: str | None) -> Reply:
        return await self.services.seats.offer(by, seat, person(to).id)

    @app_commands.command(description="Take a seat that is free or offered, and read where the game stands")
    @app_commands.describe(seat="Which seat; the first that you may take, if you don't say")
    async def claim(self, interaction: Interaction, seat: Text | None = None) -> None:
        await self.responder.run(interaction, self.services.seats.claim, seat)

    @app_commands.command(description="Vote that the seat of somebody who is silent is given to another")
    @app_commands.describe(seat="Which seat; the one that is asked, if you don't say")
    async def vote(self, interaction: Interaction, seat: Text | None = None) -> None:
        await self.responder.run(interaction, self.services.seats.vote, seat)

    @app_commands.command(name="bot", description="Let an automatic player have a seat, or send it away")
    @app_commands.describe(
        seat="Which seat; the first that is free, if you don't say",
        level="How well it plays; a middling player, if you don't say",
    )
    async def automatic(
        self, interaction: Interaction, seat: Text | None = None, level: Text | None = None
    ) -> None:
        await self.responder.run(interaction, self.services.seats.automatic, seat, level)

    @automatic.autocomplete("level")
    @suggested
    async def _levels(self, interaction: Interaction, typed: str) -> list[Choice]:
        return choices(typed, await self.services.seats.levels(self.responder.caller(interaction)))

    @automatic.autocomplete("seat")
    @offer.autocomplete("seat")
    @give.autocomplete("seat")
    @claim.autocomplete("seat")
    @vote.autocomplete("seat")
    @suggested
    async def _seats(self, interaction: Interaction, typed: str) -> list[Choice]:
        return choices(typed, await self.services.lobby.all_seats(self.responder.caller(interaction)))
