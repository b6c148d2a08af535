"""Define the commands that change nothing in a game: the board, the log, the rules, and more."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.analysis.hints import announce_review
from bot.discord_app.autocomplete import answer_autocomplete
from bot.discord_app.cogs.lobby import filter_choices
from bot.discord_app.responder import Responder
from bot.discord_app.services import AnalysisRoom, ClubsRoom, LearningRoom, OrdersRoom, ViewsRoom
from bot.views.game_pages import announce_page

Interaction = discord.Interaction[Any]
Choice = app_commands.Choice[str]
Number = app_commands.Range[int, 1]
GAME = "Which game of this channel (default: the newest that has begun)"


class LookCog(commands.Cog):
    """The commands that change nothing in a game."""

    def __init__(
        self,
        responder: Responder,
        orders: OrdersRoom,
        views: ViewsRoom,
        analysis: AnalysisRoom,
        clubs: ClubsRoom,
        learning: LearningRoom,
    ) -> None:
        self.responder, self.orders, self.views = responder, orders, views
        self.analysis, self.clubs, self.learning = analysis, clubs, learning

    @app_commands.command(description="Show the board, in private")
    @app_commands.describe(
        view="What to show, such as a large board, the card, one space, or a text", game=GAME
    )
    async def board(
        self, interaction: Interaction, view: str | None = None, game: Number | None = None
    ) -> None:
        await self.responder.look(interaction, self.views.board.show_board, view, game)

    @app_commands.command(description="What happened, turn by turn")
    @app_commands.describe(page="Page (1: the newest)", game=GAME)
    async def log(
        self,
        interaction: Interaction,
        page: app_commands.Range[int, 1, 9999] = 1,
        game: Number | None = None,
    ) -> None:
        await self.responder.look(interaction, self.views.history.log, page, game)

    @app_commands.command(description="What happened since you last acted, with a picture")
    async def since(self, interaction: Interaction) -> None:
        await self.responder.look(interaction, self.views.history.since)

    @app_commands.command(description="What happened in a chapter of this game, as a story, with a picture")
    @app_commands.describe(chapter="Chapter (default: the current one)")
    async def digest(
        self, interaction: Interaction, chapter: app_commands.Range[int, 1, 99] | None = None
    ) -> None:
        await self.responder.look(interaction, self.views.history.digest, chapter)

    @app_commands.command(description="Replay the game turn by turn, with pictures")
    @app_commands.describe(turn="First turn to show (default: 1)", game=GAME)
    async def replay(
        self,
        interaction: Interaction,
        turn: app_commands.Range[int, 1, 9999] | None = None,
        game: Number | None = None,
    ) -> None:
        await self.responder.look(interaction, self.analysis.replays.replay, turn, game)

    @app_commands.command(description="Review: the chances to win, and the orders that changed them most")
    @app_commands.describe(game=GAME)
    async def review(self, interaction: Interaction, game: Number | None = None) -> None:
        work = self.analysis.hints.review(self.responder.caller(interaction), game)
        await self.responder.respond(interaction, work, fresh=True, meanwhile=announce_review)

    @app_commands.command(description="Results and ratings of this server, by seat, with their history")
    @app_commands.describe(
        person="Whose ratings (default: everybody's)",
        game="Which game (default: all)",
        season="Which quarter of a year (default: all results so far)",
    )
    async def stats(
        self,
        interaction: Interaction,
        person: discord.User | None = None,
        game: str | None = None,
        season: str | None = None,
    ) -> None:
        whose = None if person is None else person.id
        await self.responder.look(interaction, self.views.stats.show, whose, game, season)

    @app_commands.command(description="The tables of this server: free seats, and running games")
    async def tables(self, interaction: Interaction) -> None:
        await self.responder.look(interaction, self.clubs.tables.show)

    @app_commands.command(description="Pin an index here, with a link to each turn")
    async def index(self, interaction: Interaction) -> None:
        await self.responder.look(interaction, self.views.history.index)

    @app_commands.command(description="Show a card: its text, and what it would do now")
    @app_commands.describe(number="Card (default: the open one)")
    async def card(
        self, interaction: Interaction, number: app_commands.Range[int, 1, 999] | None = None
    ) -> None:
        await self.responder.look(interaction, self.views.board.show_card, number)

    @app_commands.command(description="Look up a rule")
    @app_commands.describe(
        about="Rule number, word or question, such as: how do I win?",
        game="Game (default: the one in this channel)",
    )
    async def rules(self, interaction: Interaction, about: str, game: str | None = None) -> None:
        await self.responder.look(interaction, self.views.board.show_rule, about, game)

    @app_commands.command(description="Show what you can do now")
    async def help(self, interaction: Interaction) -> None:
        await self.responder.look(interaction, self.learning.help.show)

    @app_commands.command(description="The record of the game, a file that anyone can replay")
    @app_commands.describe(
        page="Instead of the record, send one web page with the board and the story", game=GAME
    )
    async def record(self, interaction: Interaction, page: bool = False, game: Number | None = None) -> None:
        if not page:
            await self.responder.look(interaction, self.views.board.send_record, game)
            return
        work = self.views.pages.send_page(self.responder.caller(interaction), game)
        await self.responder.respond(interaction, work, fresh=True, looking=True, meanwhile=announce_page)

    @app_commands.command(description="About Durbar, its games and their sources")
    async def about(self, interaction: Interaction) -> None:
        await self.responder.look(interaction, self.learning.help.show_about)

    @digest.autocomplete("chapter")
    @answer_autocomplete
    async def _chapters(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        found = filter_choices(
            typed, await self.views.history.list_titles(self.responder.caller(interaction))
        )
        return [app_commands.Choice(name=each.name, value=int(each.value)) for each in found]

    @board.autocomplete("game")
    @log.autocomplete("game")
    @replay.autocomplete("game")
    @review.autocomplete("game")
    @record.autocomplete("game")
    @answer_autocomplete
    async def _games_here(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        begun = await self.orders.service.list_begun_games(self.responder.caller(interaction))
        return [
            app_commands.Choice(name=each.name, value=int(each.value))
            for each in filter_choices(typed, begun)
        ]

    @board.autocomplete("view")
    @answer_autocomplete
    async def _pictures(self, interaction: Interaction, typed: str) -> list[Choice]:
        return filter_choices(typed, await self.views.board.list_pictures(self.responder.caller(interaction)))

    @rules.autocomplete("about")
    @answer_autocomplete
    async def _numbers(self, interaction: Interaction, typed: str) -> list[Choice]:
        named = getattr(interaction.namespace, "game", None) or None
        found = await self.views.board.suggest_rules(self.responder.caller(interaction), typed, named)
        return [app_commands.Choice(name=shown, value=number) for shown, number in found[:25]]

    @stats.autocomplete("season")
    @answer_autocomplete
    async def _seasons(self, interaction: Interaction, typed: str) -> list[Choice]:
        found = await self.views.stats.list_seasons(self.responder.caller(interaction))
        return filter_choices(typed, [(season, season) for season in found])

    @rules.autocomplete("game")
    @stats.autocomplete("game")
    @answer_autocomplete
    async def _games(self, _: Interaction, typed: str) -> list[Choice]:
        return filter_choices(typed, [(rules.TITLE, key) for key, rules in self.orders.service.games.items()])
