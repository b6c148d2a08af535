"""Define `/host`: repairs and settings, for hosts and for people who manage the channel or server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord_app.autocomplete import answer_autocomplete
from bot.discord_app.cogs.lobby import filter_choices, read_record
from bot.discord_app.cogs.seat import require_person
from bot.discord_app.responder import Responder
from bot.discord_app.services import HostingRoom, LearningRoom, OrdersRoom, SeatingRoom
from bot.learning.puzzles import list_games_with_puzzles
from bot.people.caller import Caller
from bot.replies.reply import Reply

Interaction = discord.Interaction[Any]
Choice = app_commands.Choice[str]
Text = app_commands.Range[str, 1, 100]
Hour = app_commands.Range[int, 0, 23]
Hours = app_commands.Range[int, 1, 720]


class HostCog(commands.GroupCog, group_name="host", group_description="Repairs by the host of the game"):
    """The commands under `/host`."""

    def __init__(
        self,
        responder: Responder,
        orders: OrdersRoom,
        seating: SeatingRoom,
        learning: LearningRoom,
        hosting: HostingRoom,
    ) -> None:
        super().__init__()
        self.responder, self.orders, self.seating = responder, orders, seating
        self.learning, self.hosting = learning, hosting

    @app_commands.command(description="Set a position from a file")
    @app_commands.describe(file="Position, a YAML or JSON file")
    async def position(self, interaction: Interaction, file: discord.Attachment) -> None:
        await self._with_text(interaction, file, self.hosting.repairs.set_position)

    @app_commands.command(description="Rewind the game to the start of a turn")
    @app_commands.describe(turn="Number of the turn")
    async def rewind(self, interaction: Interaction, turn: app_commands.Range[int, 1, 9999]) -> None:
        await self.responder.run(interaction, self.hosting.repairs.rewind, turn)

    @app_commands.command(description="Remove one order and replay the rest")
    @app_commands.describe(choice="Order to remove")
    async def without(self, interaction: Interaction, choice: Text) -> None:
        await self.responder.run(interaction, self.hosting.repairs.leave_out, choice)

    @app_commands.command(description="Give a seat to a person")
    @app_commands.describe(seat="Seat", to="New player")
    async def seat(self, interaction: Interaction, seat: Text, to: discord.User) -> None:
        await self.responder.run(interaction, self._seat, seat, to)

    async def _seat(self, by: Caller, seat: str, to: discord.User) -> Reply:
        return await self.hosting.repairs.seat(by, seat, require_person(to).id, to.display_name)

    @app_commands.command(description="Pause the clock and the reminders")
    async def pause(self, interaction: Interaction) -> None:
        await self.responder.run(interaction, self.hosting.repairs.pause, True)

    @app_commands.command(description="Restart the clock and the reminders")
    async def resume(self, interaction: Interaction) -> None:
        await self.responder.run(interaction, self.hosting.repairs.pause, False)

    @app_commands.command(description="Give more time for the open question")
    @app_commands.describe(hours="Hours to add")
    async def extend(self, interaction: Interaction, hours: Hours) -> None:
        await self.responder.run(interaction, self.hosting.repairs.extend, hours)

    @app_commands.command(description="Export the game as a file")
    @app_commands.describe(what="The record, or the current position")
    async def export(self, interaction: Interaction, what: Literal["record", "position"] = "record") -> None:
        await self.responder.run(interaction, self.hosting.repairs.export, what)

    @app_commands.command(name="import", description="Import a game from its record and continue it here")
    @app_commands.describe(file="Record, a .play file")
    async def import_(self, interaction: Interaction, file: discord.Attachment) -> None:
        await self._with_text(interaction, file, self.hosting.repairs.import_)

    @app_commands.command(
        description="Put the game away: you get its record, the channel is free, and you can bring it back"
    )
    async def archive(self, interaction: Interaction) -> None:
        await self.responder.run(interaction, self.hosting.repairs.archive)

    @app_commands.command(description="Move a game from a lost channel to this one")
    @app_commands.describe(game="Number of the game (see /mine)")
    async def bring(self, interaction: Interaction, game: app_commands.Range[int, 1, 999_999_999]) -> None:
        await self.responder.run(interaction, self.hosting.repairs.bring, game)

    @app_commands.command(
        description="Post a puzzle every day in this channel (without options: show the setting)"
    )
    @app_commands.describe(game="Game", hour="Hour, in your time zone (/prefs zone)")
    async def puzzle(
        self, interaction: Interaction, game: str | None = None, hour: Hour | None = None
    ) -> None:
        await self.responder.run(interaction, self.learning.daily_puzzle.set, game, hour)

    @app_commands.command(
        description="List the tables of this server on a web page (without options: show the setting)"
    )
    @app_commands.describe(value="Turn the page on or off, or replace its link with a new one")
    async def page(
        self, interaction: Interaction, value: Literal["on", "off", "new-address"] | None = None
    ) -> None:
        await self.responder.run(interaction, self.hosting.server_page.set, value)

    @app_commands.command(
        description=(
            "Tell a program about turns, chapters and finished games (without options: show the setting)"
        )
    )
    @app_commands.describe(
        address="Address, https://... (off: none)", scope="This table, or all of this server"
    )
    async def webhook(
        self,
        interaction: Interaction,
        address: app_commands.Range[str, 1, 500] | None = None,
        scope: Literal["table", "server"] = "table",
    ) -> None:
        await self.responder.run(interaction, self.hosting.webhook.set, address, scope)

    @puzzle.autocomplete("game")
    @answer_autocomplete
    async def _suggest_puzzles(self, _: Interaction, typed: str) -> list[Choice]:
        games = list_games_with_puzzles(self.orders.service.games)
        return filter_choices(typed, [(rules.TITLE, key) for key, rules in games.items()])

    @without.autocomplete("choice")
    @answer_autocomplete
    async def _choices(self, interaction: Interaction, typed: str) -> list[Choice]:
        return filter_choices(
            typed, await self.hosting.repairs.list_choices(self.responder.caller(interaction))
        )

    @seat.autocomplete("seat")
    @answer_autocomplete
    async def _seats(self, interaction: Interaction, typed: str) -> list[Choice]:
        taken = await self.seating.lobby.list_all_seats(self.responder.caller(interaction))
        return filter_choices(typed, taken)

    async def _with_text(
        self,
        interaction: Interaction,
        file: discord.Attachment,
        deed: Callable[[Caller, str], Awaitable[Reply]],
    ) -> None:
        async def work() -> Reply:
            return await deed(self.responder.caller(interaction), await read_record(file))

        await self.responder.respond(interaction, work())
