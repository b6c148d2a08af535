"""Define the commands with which players act: `/do`, `/turn`, `/undo`, `/trade`, `/plan`, and more.

`/command`, `/decree`, `/event`, `/limited` and `/pass` are short forms of `/do`. For example, `/pass` means
`/do pass`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.analysis.hints import announce_hint
from bot.discord_app.autocomplete import answer_autocomplete
from bot.discord_app.cogs.lobby import filter_choices
from bot.discord_app.responder import Responder, Work
from bot.discord_app.services import AnalysisRoom, OrdersRoom, ViewsRoom

Interaction = discord.Interaction[Any]
Choice = app_commands.Choice[str]
LONGEST = 1500  # the most characters of an order
MOST_CHOICES = 25  # the most suggestions that Discord shows


class OrderLine(app_commands.Transformer):
    """Reads a command's option as an order. "/do march ...", pasted into the option, becomes "march ..."."""

    @property
    def min_value(self) -> int:
        return 1

    @property
    def max_value(self) -> int:
        return LONGEST

    async def transform(self, _: Interaction, value: str, /) -> str:
        return strip_command(value)


def strip_command(text: str) -> str:
    """Return an order without a leading slash, and without a leading "/do" or "/try"."""
    found = re.match(r"\s*/(\w+)\s*", text)
    if found is None:
        return text
    return text[found.end() if found[1] in ("do", "try") else text.index("/") + 1 :]


Order = app_commands.Transform[str, OrderLine]


class PlayCog(commands.Cog):
    """The commands with which players act."""

    def __init__(
        self, responder: Responder, orders: OrdersRoom, views: ViewsRoom, analysis: AnalysisRoom
    ) -> None:
        self.responder, self.orders, self.views, self.analysis = responder, orders, views, analysis

    @app_commands.command(description="Give any order; a ? at the end lists what is legal")
    @app_commands.describe(order="Your order, whole or in part")
    async def do(self, interaction: Interaction, order: Order) -> None:
        await self._propose_or(interaction, order, self.orders.order_form.order)

    @app_commands.command(description="Show your question and its buttons, or say who decides now")
    async def turn(self, interaction: Interaction) -> None:
        await self.responder.run(interaction, self.orders.own_question.show)

    @app_commands.command(description="Give a Command: type its name, its spaces and its details")
    @app_commands.describe(order="What follows the word “command”")
    async def command(self, interaction: Interaction, order: Order) -> None:
        await self._enter_worded(interaction, "command", order)

    @app_commands.command(description="Give a Decree: type its name, its spaces and its details")
    @app_commands.describe(order="What follows the word “decree”")
    async def decree(self, interaction: Interaction, order: Order) -> None:
        await self._enter_worded(interaction, "decree", order)

    @app_commands.command(description="Play the Event of the card")
    @app_commands.describe(order="What follows the word “event”")
    async def event(self, interaction: Interaction, order: Order | None = None) -> None:
        await self._enter_worded(interaction, "event", order or "")

    @app_commands.command(description="Give a Limited Command: type its name, its space and its details")
    @app_commands.describe(order="What follows the word “limited”")
    async def limited(self, interaction: Interaction, order: Order | None = None) -> None:
        await self._enter_worded(interaction, "limited", order or "")

    @app_commands.command(name="pass", description="Pass")
    async def pass_(self, interaction: Interaction) -> None:
        await self._enter_worded(interaction, "pass", "")

    @app_commands.command(name="try", description="What if: try one or more orders in private")
    @app_commands.describe(order="Your orders, with ;; between them. Put assumed dice in brackets: [3 5 2]")
    async def try_(self, interaction: Interaction, order: Order) -> None:
        await self.responder.run(interaction, self.views.whatif.attempt, order)

    @app_commands.command(description="Hints for your next order, in private")
    async def hint(self, interaction: Interaction) -> None:
        work = self.analysis.hints.hint(self.responder.caller(interaction))
        await self.responder.respond(interaction, work, fresh=True, meanwhile=announce_hint)

    @app_commands.command(description="Take back your last order")
    async def undo(self, interaction: Interaction) -> None:
        await self.responder.run(interaction, self.orders.undo_requests.undo)

    @app_commands.command(description="Offer, accept or decline a trade at any time")
    @app_commands.describe(act="Your offer or your answer")
    async def trade(self, interaction: Interaction, act: Order) -> None:
        await self._propose_or(interaction, act, self.orders.service.order_side_act)

    @app_commands.command(
        description="Give an order before you are asked. The order is secret until it is used"
    )
    @app_commands.describe(
        what="What you plan for: your next turn, a kind of question, or a question asked now",
        order="Order or answer. Empty: list your plans. “off”: delete the plans for this turn or question",
        when="Condition (empty: always)",
    )
    async def plan(
        self,
        interaction: Interaction,
        what: str | None = None,
        order: Order | None = None,
        when: str | None = None,
    ) -> None:
        work = self.orders.plans.plan(self.responder.caller(interaction), what, order, when)
        await self.responder.respond(interaction, work)

    @plan.autocomplete("what")
    @answer_autocomplete
    async def _targets(self, interaction: Interaction, typed: str) -> list[Choice]:
        return filter_choices(
            typed, await self.orders.plans.suggest_targets(self.responder.caller(interaction))
        )

    @plan.autocomplete("order")
    @answer_autocomplete
    async def _suggest_plans(self, interaction: Interaction, typed: str) -> list[Choice]:
        what = getattr(interaction.namespace, "what", None) or ""
        found = await self.orders.plans.suggest_orders(self.responder.caller(interaction), what)
        return filter_choices(typed, found)

    @plan.autocomplete("when")
    @answer_autocomplete
    async def _conditions(self, interaction: Interaction, typed: str) -> list[Choice]:
        return filter_choices(
            typed, await self.orders.plans.suggest_conditions(self.responder.caller(interaction))
        )

    @app_commands.command(description="Your notebook of this game: the lines of /try that you keep")
    async def notes(self, interaction: Interaction) -> None:
        await self.responder.run(interaction, self.views.notebooks.show)

    @do.autocomplete("order")
    @answer_autocomplete
    async def _any(self, interaction: Interaction, typed: str) -> list[Choice]:
        return await self._suggest_worded(interaction, "", typed)

    @try_.autocomplete("order")
    @answer_autocomplete
    async def _suggest_tries(self, interaction: Interaction, typed: str) -> list[Choice]:
        found = await self.views.whatif.suggest_orders(self.responder.caller(interaction), typed)
        return [app_commands.Choice(name=each.label, value=each.text) for each in found]

    @command.autocomplete("order")
    @answer_autocomplete
    async def _commands(self, interaction: Interaction, typed: str) -> list[Choice]:
        return await self._suggest_worded(interaction, "command ", typed)

    @decree.autocomplete("order")
    @answer_autocomplete
    async def _decrees(self, interaction: Interaction, typed: str) -> list[Choice]:
        return await self._suggest_worded(interaction, "decree ", typed)

    @event.autocomplete("order")
    @answer_autocomplete
    async def _events(self, interaction: Interaction, typed: str) -> list[Choice]:
        return await self._suggest_worded(interaction, "event ", typed)

    @limited.autocomplete("order")
    @answer_autocomplete
    async def _suggest_limited(self, interaction: Interaction, typed: str) -> list[Choice]:
        return await self._suggest_worded(interaction, "limited ", typed)

    @trade.autocomplete("act")
    @answer_autocomplete
    async def _trades(self, interaction: Interaction, typed: str) -> list[Choice]:
        by = self.responder.caller(interaction)
        acts = filter_choices(typed, await self.views.suggestions.suggest_side_acts(by))
        parts = [
            app_commands.Choice(name=each.label, value=each.text)
            for each in await self.views.suggestions.suggest_deals(by, typed)
            if not any(act.value.startswith(each.text) for act in acts)
        ]
        return (acts + parts)[:MOST_CHOICES]

    async def _propose_or(self, interaction: Interaction, order: str, work: Callable[..., Work]) -> None:
        """Open the trade form if the order is an unfinished proposal. Else call `work` with the order."""
        trades = self.orders.trades
        if (form := await trades.find_form(self.responder.caller(interaction), order)) is None:
            await self.responder.run(interaction, work, order)
        else:
            await self.responder.open_form(interaction, partial(trades.open, call=form))

    async def _enter_worded(self, interaction: Interaction, word: str, order: str) -> None:
        await self.responder.run(interaction, self.orders.order_form.order, order, word)

    async def _suggest_worded(self, interaction: Interaction, word: str, typed: str) -> list[Choice]:
        """Suggest orders that begin with `word` and the typed text. The suggested values omit `word`."""
        found = await self.views.suggestions.suggest_orders(self.responder.caller(interaction), word + typed)
        return [
            app_commands.Choice(name=suggestion.label, value=suggestion.text[len(word) :])
            for suggestion in found
            if len(suggestion.text) > len(word)
        ]
