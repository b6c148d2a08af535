"""Buttons beside the game: what happened, the next page, take this seat, another game. Their ids carry all
that is needed, so they work after any restart."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Self

import discord

from bot.replies.reply import ActionButton
from bot.replies.text import cut_text

LABEL = 80  # characters on a button
TEMPLATE = re.compile(r"k:(?P<verb>[a-z]+):(?P<about>.*)")
LOOKS = {
    "plain": discord.ButtonStyle.secondary,
    "main": discord.ButtonStyle.primary,
    "good": discord.ButtonStyle.success,
    "back": discord.ButtonStyle.danger,
}

Interaction = discord.Interaction[Any]
Handler = Callable[[Interaction, str], Awaitable[None]]
Handlers = Mapping[str, Handler]


class Unwatched:
    """Buttons or a form, answered by their ids. discord.py keeps what bears some for as long as somebody may
    click on it, and waits a quarter of an hour for whoever got a private message: here it need not."""

    def is_finished(self) -> bool:
        """Whether nothing more of it is waited for: from the first."""
        return True


class View(Unwatched, discord.ui.View):
    """Buttons under a message."""


class Turned(discord.ui.DynamicItem[discord.ui.Button[Any]], template=TEMPLATE):
    """Any of these buttons; what it does is said by the client's `verbs`."""

    def __init__(self, knob: ActionButton) -> None:
        self.knob = knob
        super().__init__(
            discord.ui.Button(
                label=cut_text(knob.label, LABEL),
                style=LOOKS[knob.look],
                custom_id=f"k:{knob.verb}:{knob.about}",
                disabled=knob.off,
            )
        )

    @classmethod
    async def from_custom_id(cls, _: Interaction, __: discord.ui.Item[Any], match: re.Match[str], /) -> Self:
        return cls(ActionButton(match["verb"], match["about"], ""))

    async def callback(self, interaction: Interaction) -> None:
        turning = turn(interaction, self.knob.verb, self.knob.about)
        await interaction.client.responder.guard(interaction, turning)


async def turn(interaction: Interaction, verb: str, about: str) -> None:
    """Do what a button says."""
    handlers: Handlers = interaction.client.verbs
    await handlers[verb](interaction, about)


def knob_view(knobs: Sequence[ActionButton]) -> View:
    """The buttons in rows."""
    view = View()
    for knob in knobs:
        view.add_item(Turned(knob))
    return view
