"""Define the commands for learning: `/learn`, `/puzzle`, `/aid`."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord_app.autocomplete import answer_autocomplete
from bot.discord_app.cogs.lobby import filter_choices
from bot.discord_app.responder import Responder
from bot.discord_app.services import LearningRoom, OrdersRoom
from bot.learning.courses import list_titles
from bot.learning.puzzles import list_games_with_puzzles
from bot.seating.games import sort_games
from rules.lessons.aid import find_aid
from rules.lessons.lesson import read_course

Interaction = discord.Interaction[Any]
Choice = app_commands.Choice[str]


class LearnCog(commands.Cog):
    """The commands for learning a game."""

    def __init__(self, responder: Responder, orders: OrdersRoom, learning: LearningRoom) -> None:
        self.responder, self.orders, self.learning = responder, orders, learning

    @app_commands.command(description="Learn a game step by step, in private")
    @app_commands.describe(game="Game (empty: list them all)", lesson="Lesson")
    async def learn(
        self, interaction: Interaction, game: str | None = None, lesson: str | None = None
    ) -> None:
        await self.responder.run(interaction, self.learning.lessons.learn, game, lesson)

    @app_commands.command(description="Puzzle: find the one order that is far better than all others")
    @app_commands.describe(game="Game (default: the one in this channel)")
    async def puzzle(self, interaction: Interaction, game: str | None = None) -> None:
        await self.responder.run(interaction, self.learning.lessons.puzzle, game)

    @puzzle.autocomplete("game")
    @answer_autocomplete
    async def _suggest_puzzles(self, _: Interaction, typed: str) -> list[Choice]:
        games = list_games_with_puzzles(self.orders.service.games)
        return filter_choices(typed, [(rules.TITLE, key) for key, rules in games.items()])

    @app_commands.command(description="Player aid: what you may do, in one picture")
    @app_commands.describe(game="Game (default: the one in this channel)", side="Player aid (default: yours)")
    async def aid(self, interaction: Interaction, game: str | None = None, side: str | None = None) -> None:
        await self.responder.run(interaction, self.learning.player_aids.show, game, side)

    @aid.autocomplete("game")
    @answer_autocomplete
    async def _suggest_aids(self, _: Interaction, typed: str) -> list[Choice]:
        games = self.orders.service.games
        return filter_choices(
            typed, [(rules.TITLE, rules.KEY) for rules in sort_games(games.values()) if find_aid(rules)]
        )

    @learn.autocomplete("game")
    @answer_autocomplete
    async def _games(self, _: Interaction, typed: str) -> list[Choice]:
        games = self.orders.service.games
        return filter_choices(
            typed, [(rules.TITLE, rules.KEY) for rules in sort_games(games.values()) if read_course(rules)]
        )

    @learn.autocomplete("lesson")
    @answer_autocomplete
    async def _lessons(self, interaction: Interaction, typed: str) -> list[Choice]:
        rules = self.orders.service.games.get(getattr(interaction.namespace, "game", None) or "")
        return filter_choices(typed, [] if rules is None else list_titles(rules))
