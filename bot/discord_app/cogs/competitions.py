"""Define `/club cup` and `/club league`: make a competition, take part in it, read it, and repair it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Concatenate, Literal, ParamSpec

import discord
from discord import app_commands

from bot.competitions.service import CompetitionService
from bot.discord_app.autocomplete import answer_autocomplete
from bot.discord_app.cogs.lobby import filter_choices
from bot.discord_app.cogs.seat import require_person
from bot.discord_app.responder import Responder
from bot.people.caller import Caller
from bot.replies.reply import EntryForm, Reply
from bot.session.table_names import SHORTEST
from rules.loading.table_names import LONGEST

P = ParamSpec("P")
Interaction = discord.Interaction[Any]
Method = Callable[Concatenate[Caller, int, P], Coroutine[Any, Any, Reply]]
Choice = app_commands.Choice[str]
Which = app_commands.Range[str, 1, 100]
Reason = app_commands.Range[str, 3, 120]
Name = app_commands.Range[str, SHORTEST, LONGEST]
Days = app_commands.Range[int, 1, 365]
WHICH = "Which cup or league (default: the open one)"
WHY = "Reason; everybody can read it"


class CompetitionCommands(app_commands.Group):
    """The commands under `/club cup` or `/club league`, by `kind`."""

    responder: Responder
    service: CompetitionService

    def __init__(self, kind: str, description: str) -> None:
        super().__init__(name=kind, description=description)
        self.kind = kind

    def connect(self, responder: Responder, service: CompetitionService) -> None:
        """Set the service that the commands call.

        Subgroups are made when the class of their cog is defined, and then there is no service yet.
        """
        self.responder, self.service = responder, service

    @app_commands.command(description="Make a new cup or league: a form asks for the game and the terms")
    @app_commands.describe(
        name="Name (default: a number)",
        start="Start date, such as 2026-12-24 or 2026-12-24 18:00. A full cup starts earlier",
        days="Days for each game of a cup (default: 30), or for a season of a league (default: 90)",
    )
    async def new(
        self,
        interaction: Interaction,
        name: Name | None = None,
        start: app_commands.Range[str, 8, 20] | None = None,
        days: Days | None = None,
    ) -> None:
        async def open_form(by: Caller) -> EntryForm:
            return await self.service.open(by, self.kind, name, start, days)

        await self.responder.open_form(interaction, open_form)

    @app_commands.command(description="Take part")
    @app_commands.describe(which=WHICH)
    async def join(self, interaction: Interaction, which: Which | None = None) -> None:
        await self._run(interaction, which, self.service.join)

    @app_commands.command(description="Stop taking part")
    @app_commands.describe(which=WHICH)
    async def leave(self, interaction: Interaction, which: Which | None = None) -> None:
        await self._run(interaction, which, self.service.leave)

    @app_commands.command(description="Show the standings")
    @app_commands.describe(which=WHICH, season="Season of a league (default: the newest)")
    async def standings(
        self,
        interaction: Interaction,
        which: Which | None = None,
        season: app_commands.Range[int, 1, 999] | None = None,
    ) -> None:
        await self._look(interaction, which, self.service.show_standings, season)

    @app_commands.command(description="All games with their results")
    @app_commands.describe(which=WHICH, page="Page (default: the last)")
    async def results(
        self,
        interaction: Interaction,
        which: Which | None = None,
        page: app_commands.Range[int, 1, 999] | None = None,
    ) -> None:
        await self._look(interaction, which, self.service.show_results, page)

    @app_commands.command(description="All results as a file")
    @app_commands.describe(which=WHICH, what="Kind of file")
    async def export(
        self, interaction: Interaction, which: Which | None = None, what: Literal["csv", "json"] = "csv"
    ) -> None:
        await self._look(interaction, which, self.service.export, what)

    @app_commands.command(description="Host: withdraw a person")
    @app_commands.describe(person="Person", reason=WHY, which=WHICH)
    async def withdraw(
        self, interaction: Interaction, person: discord.User, reason: Reason, which: Which | None = None
    ) -> None:
        async def withdraw(by: Caller, number: int) -> Reply:
            return await self.service.withdraw(by, number, require_person(person).id, reason)

        await self._run(interaction, which, withdraw)

    @app_commands.command(description="Host: set the result of a game")
    @app_commands.describe(
        game="Number of the game in the list of results",
        places="Place of each seat, in order: “1 2” if the first seat won, “1 1” for a tie",
        reason=WHY,
        which=WHICH,
    )
    async def result(
        self,
        interaction: Interaction,
        game: app_commands.Range[int, 1, 99_999],
        places: app_commands.Range[str, 1, 20],
        reason: Reason,
        which: Which | None = None,
    ) -> None:
        await self._run(interaction, which, self.service.set_result, game, places, reason)

    @app_commands.command(description="Host: repeat a round, with new tables")
    @app_commands.describe(round="Number of the round", reason=WHY, which=WHICH)
    async def redo(
        self,
        interaction: Interaction,
        round: app_commands.Range[int, 1, 999],
        reason: Reason,
        which: Which | None = None,
    ) -> None:
        await self._run(interaction, which, self.service.redo, round, reason)

    @app_commands.command(description="Host: end the cup or league early")
    @app_commands.describe(reason=WHY, which=WHICH)
    async def end(self, interaction: Interaction, reason: Reason, which: Which | None = None) -> None:
        await self._run(interaction, which, self.service.end, reason)

    async def _run(
        self,
        interaction: Interaction,
        which: str | None,
        method: Method[P],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> None:
        """Call the method with the competition that the person means, and show the method's reply."""
        await self.responder.run(interaction, self._about(which, method, *args, **kwargs))

    async def _look(
        self,
        interaction: Interaction,
        which: str | None,
        method: Method[P],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> None:
        """Do the same as `_run`, for a method that only shows something (`Responder.look`)."""
        await self.responder.look(interaction, self._about(which, method, *args, **kwargs))

    def _about(
        self, which: str | None, method: Method[P], *args: P.args, **kwargs: P.kwargs
    ) -> Callable[[Caller], Coroutine[Any, Any, Reply]]:
        """Return a function that calls the method with the id of the competition that a person means."""

        async def call(by: Caller) -> Reply:
            of = await self.service.find(by, self.kind, which)
            return await method(by, of.id, *args, **kwargs)

        return call

    @join.autocomplete("which")
    @leave.autocomplete("which")
    @standings.autocomplete("which")
    @results.autocomplete("which")
    @export.autocomplete("which")
    @withdraw.autocomplete("which")
    @result.autocomplete("which")
    @redo.autocomplete("which")
    @end.autocomplete("which")
    @answer_autocomplete
    async def _names(self, interaction: Interaction, typed: str) -> list[Choice]:
        by = self.responder.caller(interaction)
        return filter_choices(typed, await self.service.list_names(by, self.kind))
