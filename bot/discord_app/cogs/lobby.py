"""Define `/game`: create a game, take seats, set options, start and end it."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord_app.autocomplete import answer_autocomplete
from bot.discord_app.responder import Responder
from bot.discord_app.services import LearningRoom, OrdersRoom, SeatingRoom, ViewsRoom
from bot.language.words import say
from bot.people.caller import Caller
from bot.people.setting_names import name_setting
from bot.replies.reply import Refused, Reply
from bot.replies.text import cut_text
from bot.seating.games import sort_games
from bot.seating.typed_names import ALL_SEATS
from bot.session.table_names import SHORTEST
from rules.extras.decks import MAX_LENGTH
from rules.loading.table_names import LONGEST

Interaction = discord.Interaction[Any]
Choice = app_commands.Choice[str]
Name = app_commands.Range[str, SHORTEST, LONGEST]
BYTES_MAX = 4  # the most bytes of a character in UTF-8
RECORD_KB = 400  # the greatest size of an imported file, in kB


class LobbyCog(commands.GroupCog, group_name="game", group_description="Games in this channel"):
    """The commands under `/game`."""

    def __init__(
        self,
        responder: Responder,
        orders: OrdersRoom,
        views: ViewsRoom,
        seating: SeatingRoom,
        learning: LearningRoom,
    ) -> None:
        super().__init__()
        self.responder, self.orders, self.views = responder, orders, views
        self.seating, self.learning = seating, learning

    @app_commands.command(description="Open a new game")
    @app_commands.describe(
        game="Game (empty: list them all)",
        seats="Number of players, if the game allows a choice",
        name="Name of the table (default: one that fits the game)",
        deck="Your own deck of cards (default: the built-in one)",
    )
    async def new(
        self,
        interaction: Interaction,
        game: str | None = None,
        seats: app_commands.Range[int, 2, 8] | None = None,
        name: Name | None = None,
        deck: discord.Attachment | None = None,
    ) -> None:
        await self.responder.run(interaction, self._new, game, seats, name, deck)

    async def _new(
        self,
        by: Caller,
        game: str | None,
        seats: int | None,
        name: str | None,
        deck: discord.Attachment | None,
    ) -> Reply:
        text = None if deck is None else await read_deck(deck)
        return await self.learning.first_game.create(by, game, text, seats, name)

    @app_commands.command(description="Play a first game against bots, with explanations")
    @app_commands.describe(game="Game (empty: list them all)")
    async def first(self, interaction: Interaction, game: str | None = None) -> None:
        await self.responder.run(interaction, self.learning.first_game.ask, game)

    @app_commands.command(description="Take a seat")
    @app_commands.describe(seat="Seat (default: the first free one)")
    async def join(self, interaction: Interaction, seat: str | None = None) -> None:
        await self.responder.run(interaction, self.seating.lobby.join, seat)

    @app_commands.command(description="Leave your seat. Before the start, the host can free any seat")
    @app_commands.describe(seat="Seat (default: all of yours)")
    async def leave(self, interaction: Interaction, seat: str | None = None) -> None:
        await self.responder.run(interaction, self.seating.leaving.leave, seat)

    @app_commands.command(
        description="Resign: a caretaker plays on, anyone may take over. In a game of two, the other wins"
    )
    @app_commands.describe(seat="Seat (default: all of yours)")
    async def resign(self, interaction: Interaction, seat: str | None = None) -> None:
        await self.responder.run(interaction, self.seating.leaving.resign, seat)

    @app_commands.command(description="Let the bot players finish a game that you play alone against them")
    async def finish(self, interaction: Interaction) -> None:
        await self.responder.run(interaction, self.seating.leaving.ask_finish)

    @app_commands.command(description="Start the game; every seat must be taken")
    async def start(self, interaction: Interaction) -> None:
        await self.responder.run(interaction, self.seating.lobby.start)

    @app_commands.command(description="End the game in this channel")
    async def end(self, interaction: Interaction) -> None:
        await self.responder.run(interaction, self.seating.lobby.end)

    @app_commands.command(description="Show seats, standings and who decides now")
    async def status(self, interaction: Interaction) -> None:
        await self.responder.run(interaction, self.views.board.show_status)

    @app_commands.command(description="Show or change the settings of the game")
    @app_commands.describe(name="Setting", value="New value")
    async def options(
        self, interaction: Interaction, name: str | None = None, value: str | None = None
    ) -> None:
        await self.responder.run(interaction, self.seating.table_settings.set, name, value)

    @first.autocomplete("game")
    @new.autocomplete("game")
    @answer_autocomplete
    async def _games(self, _: Interaction, typed: str) -> list[Choice]:
        games = sort_games(self.orders.service.games.values())
        return filter_choices(typed, [(rules.TITLE, rules.KEY) for rules in games])

    @new.autocomplete("seats")
    @answer_autocomplete
    async def _numbers(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        """Return the numbers of players that people can choose for the game; [] if they can't choose."""
        game = self.seating.lobby.list_numbers(getattr(interaction.namespace, "game", None) or "")
        return [app_commands.Choice(name=number, value=int(number)) for number in game if typed in number]

    @join.autocomplete("seat")
    @answer_autocomplete
    async def _free_seats(self, interaction: Interaction, typed: str) -> list[Choice]:
        free = await self.seating.lobby.list_seats(self.responder.caller(interaction), free=True)
        return filter_choices(typed, [*free, (say("seat.all"), ALL_SEATS)] if len(free) > 1 else free)

    @leave.autocomplete("seat")
    @resign.autocomplete("seat")
    @answer_autocomplete
    async def _own_seats(self, interaction: Interaction, typed: str) -> list[Choice]:
        return filter_choices(
            typed, await self.seating.lobby.list_seats(self.responder.caller(interaction), free=False)
        )

    @options.autocomplete("name")
    @answer_autocomplete
    async def _option_names(self, interaction: Interaction, typed: str) -> list[Choice]:
        known = await self.seating.table_settings.list_values(self.responder.caller(interaction))
        return filter_choices(typed, [(name_setting(name), name) for name in known])

    @options.autocomplete("value")
    @answer_autocomplete
    async def _option_values(self, interaction: Interaction, typed: str) -> list[Choice]:
        known = await self.seating.table_settings.list_values(self.responder.caller(interaction))
        named = getattr(interaction.namespace, "name", None) or ""
        return filter_choices(typed, [(value, value) for value in known.get(named, [])])


async def read_deck(deck: discord.Attachment) -> str:
    """Return the text of an uploaded deck. Raises `Refused` if it is too long or is not text."""
    text = await _read_text(deck) if deck.size <= MAX_LENGTH * BYTES_MAX else None
    if text is None or len(text) > MAX_LENGTH:
        raise Refused(say("deck.size", limit=MAX_LENGTH))
    return text


async def read_record(record: discord.Attachment) -> str:
    """Return the text of an uploaded record or position.

    Raises `Refused` if it is too long or is not text.
    """
    if record.size > RECORD_KB * 1000:
        raise Refused(say("file.size", limit=RECORD_KB, size=record.size // 1000))
    return await _read_text(record)


async def _read_text(file: discord.Attachment) -> str:
    try:
        return (await file.read()).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refused(say("file.text")) from None


def filter_choices(typed: str, pairs: list[tuple[str, str]]) -> list[Choice]:
    """Return at most 25 suggestions that contain the typed text. Labels that begin with the text come first.

    `pairs` holds pairs of label and value.
    """
    typed = typed.casefold()
    fitting = [pair for pair in pairs if typed in pair[0].casefold() or typed in pair[1].casefold()]
    fitting.sort(key=lambda pair: not pair[0].casefold().startswith(typed))
    return [app_commands.Choice(name=cut_text(shown, 100), value=value) for shown, value in fitting[:25]]
