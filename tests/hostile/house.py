"""Run the bot without Discord: make interactions, and inspect the replies."""

from __future__ import annotations

import itertools
import time
from collections.abc import Awaitable, Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import discord
from sqlalchemy import Connection, MetaData, select
from structlog.testing import capture_logs

from bot.discord_app.client import Durbar
from db.schema import metadata
from db.store import Store
from tests.bot.callers import SEED

OWN = ("draft", "try", "plans", "position")  # private notes that only their author reads
LATE = 2.0  # the most seconds of processor time that a reply may take
WRONG = "went wrong on our side"
_ids = itertools.count(10**17)


@dataclass
class Wire:
    """An interaction of a person. It records the replies."""

    bot: Durbar
    user_id: int
    channel_id: int
    name: str = "Asha"
    manages: bool = False
    answers: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.id = next(_ids)
        self.client, self.guild_id, self.channel, self.message = self.bot, 1, None, None
        self.guild = None
        self.data: dict[str, Any] = {}
        self.user = SimpleNamespace(id=self.user_id, display_name=self.name, bot=False)
        self.permissions = discord.Permissions(manage_channels=self.manages)
        self.app_permissions = discord.Permissions.all()
        self.locale = discord.Locale.british_english
        self.namespace = SimpleNamespace()
        self.type = discord.InteractionType.component
        self.response = SimpleNamespace(
            is_done=lambda: bool(self.answers), send_message=self.take, send_modal=self.form, defer=self.defer
        )
        self.followup = SimpleNamespace(send=self.take)

    async def take(self, text: str = "", **given: Any) -> None:
        mentions = given.get("allowed_mentions") or self.bot.allowed_mentions
        assert mentions is not None
        assert mentions.to_dict() == {"parse": []}, "nobody may be pinged by an answer"
        assert len(text) <= 2000
        shown = given["view"].walk_children() if given.get("view") else ()
        said = [item.content for item in shown if isinstance(item, discord.ui.TextDisplay)]
        self.answers.append("\n".join([text, *said]))

    async def form(self, form: discord.ui.Modal) -> None:
        self.answers.append(form.title)

    async def defer(self, **_: Any) -> None:
        pass

    async def edit_original_response(self, *, content: str | None = None, **given: Any) -> None:
        await self.take(content or "", **given)


async def contents(store: Store) -> dict[str, list[Any]]:
    """Return the whole contents of the store."""

    def read(connection: Connection, tables: MetaData) -> dict[str, list[Any]]:
        found = {table.name: list(connection.execute(select(table)).all()) for table in tables.sorted_tables}
        found["notes"] = [note for note in found["notes"] if note.name not in OWN]
        del found["explained"]  # only counts how often explanations were read
        return found

    return await store._database.run(read, metadata)


class Harm(AssertionError):
    """An input caused forbidden behaviour."""


async def answered(wire: Wire, work: Awaitable[object], what: object) -> list[str]:
    """Do this work for a person, and return what they read.

    Raises `Harm` for an internal error, a secret, no reply, or a late one.
    """
    begin = time.process_time()
    with capture_logs() as logs:
        await wire.bot.responder.guard(wire, work)  # type: ignore[arg-type]
    took = time.process_time() - begin
    faults = [line for line in logs if line["log_level"] in ("error", "critical")]
    if faults or any(WRONG in text for text in wire.answers):
        raise Harm(f"a fault of ours: {what!r:.300} {faults}")
    if not wire.answers:
        raise Harm(f"no answer: {what!r:.300}")
    if any(SEED in text for text in wire.answers):
        raise Harm(f"the seed is told: {what!r:.300}")
    if took > LATE:
        raise Harm(f"{took:.1f} s of work: {what!r:.300}")
    return wire.answers


def texts(bot: Durbar) -> Iterator[tuple[Any, Any]]:
    """Yield every text parameter of the commands, with its command."""
    for command in bot.tree.walk_commands():
        if isinstance(command, discord.app_commands.Command):
            for parameter in command.parameters:
                if parameter.type is discord.AppCommandOptionType.string and not parameter.choices:
                    yield command, parameter
