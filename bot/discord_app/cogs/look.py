"""Looking: the board, the log, the rules, the record, and what this is."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord_app.autocomplete import suggested
from bot.discord_app.cogs.lobby import choices
from bot.discord_app.responder import Responder, Work
from bot.discord_app.services import Services

Interaction = discord.Interaction[Any]
Choice = app_commands.Choice[str]


class LookCog(commands.Cog):
    """The commands that change nothing."""

    def __init__(self, responder: Responder, services: Services) -> None:
        self.responder, self.services = responder, services

    @app_commands.command(description="The board as it stands, for your eyes only")
    @app_commands.describe(view="Which picture of it: large print, the card, one space, all in text, …")
    async def board(self, interaction: Interaction, view: str | None = None) -> None:
        await self._show(interaction, self.services.board.board(self.responder.caller(interaction), view))

    @app_commands.command(description="What happened, turn by turn")
    @app_commands.describe(page="Which page; 1 is the newest")
    async def log(self, interaction: Interaction, page: app_commands.Range[int, 1, 9999] = 1) -> None:
        await self._show(interaction, self.services.history.log(self.responder.caller(interaction), page))

    @app_commands.command(description="What happened since you last acted, with one picture of it")
    async def since(self, interaction: Interaction) -> None:
        await self._show(interaction, self.services.history.since(self.responder.caller(interaction)))

    @app_commands.command(description="A chapter of the game in prose, with a picture of what changed")
    @app_commands.describe(chapter="Which chapter; the one under way, if you don't say")
    async def digest(
        self, interaction: Interaction, chapter: app_commands.Range[int, 1, 99] | None = None
    ) -> None:
        await self._show(
            interaction, self.services.history.digest(self.responder.caller(interaction), chapter)
        )

    @app_commands.command(description="Replay the game turn by turn, with a picture of each")
    @app_commands.describe(turn="The turn to begin with; the first, if you don't say")
    async def replay(
        self, interaction: Interaction, turn: app_commands.Range[int, 1, 9999] | None = None
    ) -> None:
        await self._show(interaction, self.services.history.replay(self.responder.caller(interaction), turn))

    @app_commands.command(description="The chances to win over the game, and the orders that moved them most")
    async def review(self, interaction: Interaction) -> None:
        analysis = self.services.analysis
        meanwhile = analysis.looking_back()
        await self.responder.respond(
            interaction, analysis.review(self.responder.caller(interaction)), fresh=True, meanwhile=meanwhile
        )

    @app_commands.command(description="The results and ratings of this server, seat by seat")
    async def stats(self, interaction: Interaction) -> None:
        await self._show(interaction, self.services.stats.show(self.responder.caller(interaction)))

    @app_commands.command(description="Pin a table of contents here: a link to the post of each turn")
    async def index(self, interaction: Interaction) -> None:
        await self._show(interaction, self.services.history.index(self.responder.caller(interaction)))

    @app_commands.command(description="A card: its words, and what it would do now")
    @app_commands.describe(number="Which card; the open one, if you don't say")
    async def card(
        self, interaction: Interaction, number: app_commands.Range[int, 1, 999] | None = None
    ) -> None:
        await self._show(interaction, self.services.board.card(self.responder.caller(interaction), number))

    @app_commands.command(description="What a rule says")
    @app_commands.describe(
        number="A number, a word, or a question such as: how do I win?",
        game="Of which game; this channel's, if you don't say",
    )
    async def rules(self, interaction: Interaction, number: str, game: str | None = None) -> None:
        await self._show(
            interaction, self.services.board.rule(self.responder.caller(interaction), number, game)
        )

    @app_commands.command(description="What you can do here and now")
    async def help(self, interaction: Interaction) -> None:
        await self._show(interaction, self.services.help.help(self.responder.caller(interaction)))

    @app_commands.command(description="The record of the game, as a file that anybody can replay")
    async def record(self, interaction: Interaction) -> None:
        await self._show(interaction, self.services.board.record(self.responder.caller(interaction)))

    @app_commands.command(description="What this is, and where its maps and cards come from")
    async def about(self, interaction: Interaction) -> None:
        await self._show(interaction, self.services.board.about(self.responder.caller(interaction)))

    async def _show(self, interaction: Interaction, work: Work) -> None:
        await self.responder.respond(interaction, work, looking=True)

    @digest.autocomplete("chapter")
    @suggested
    async def _chapters(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        found = choices(typed, await self.services.history.titles(self.responder.caller(interaction)))
        return [app_commands.Choice(name=each.name, value=int(each.value)) for each in found]

    @board.autocomplete("view")
    @suggested
    async def _pictures(self, interaction: Interaction, typed: str) -> list[Choice]:
        return choices(typed, await self.services.board.pictures(self.responder.caller(interaction)))

    @rules.autocomplete("number")
    @suggested
    async def _numbers(self, interaction: Interaction, typed: str) -> list[Choice]:
        named = getattr(interaction.namespace, "game", None) or None
        found = await self.services.board.rule_numbers(self.responder.caller(interaction), typed, named)
        return [app_commands.Choice(name=shown, value=number) for shown, number in found[:25]]

    @rules.autocomplete("game")
    @suggested
    async def _games(self, _: Interaction, typed: str) -> list[Choice]:
        return choices(typed, [(rules.TITLE, key) for key, rules in self.services.orders.games.items()])
