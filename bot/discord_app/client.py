"""The Discord client, which starts and stops the parts of the bot in order."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import discord
import structlog
from discord.ext import commands

from bot.discord_app.action_table import ActionTable
from bot.discord_app.channel_messages import ChannelMessages
from bot.discord_app.clock_check import ClockCheck
from bot.discord_app.cogs.club import ClubCog
from bot.discord_app.cogs.host import HostCog
from bot.discord_app.cogs.learn import LearnCog
from bot.discord_app.cogs.lobby import LobbyCog
from bot.discord_app.cogs.look import LookCog
from bot.discord_app.cogs.person import PersonCog
from bot.discord_app.cogs.play import PlayCog
from bot.discord_app.cogs.seat import SeatCog
from bot.discord_app.command_sync import sync
from bot.discord_app.leader import Leadership
from bot.discord_app.maintenance import Maintenance
from bot.discord_app.posters import build_poster
from bot.discord_app.rate_limit import FOLLOWING, LEADING, RateLimit
from bot.discord_app.responder import Responder
from bot.discord_app.services import Services
from bot.engine.answers_first import AnswersFirst
from bot.language.words import LANGUAGES, load_sentences, speak_within
from bot.players.bot_moves import BotMoves
from bot.posting.older_copy import OlderCopies
from bot.posting.outbox import Outbox
from bot.posting.pictures import Pictures
from bot.serving.chances import Chances
from bot.serving.clients import Clients, Network
from bot.serving.live_pages import LivePages
from bot.serving.server import WebServer
from bot.serving.streams import Streams
from bot.serving.webhook_calls import Calls
from bot.serving.webhooks import WebhookSender
from bot.settings.webhook_address import Mode
from rules.lessons.lesson import read_course
from rules.lessons.newcomer import find_newcomer

log = structlog.get_logger(__name__)
NEEDED = timedelta(days=30)  # the age at which unneeded data is deleted (`db.operating.prune`)
BETWEEN = 0.1  # seconds of pause between two deletions, so that others can use the database
LONGEST_LIMIT = 60.0  # a request fails if a rate limit would make it wait for more than this many seconds


@dataclass(frozen=True)
class WebSettings:
    """The settings of the web server: `DURBAR_WEB` and some that begin with `DURBAR_WEB_`."""

    address: str
    frames: str
    limit: int
    proxies: tuple[Network, ...] = ()


@dataclass(frozen=True)
class Process:
    """The settings of one process.

    Attributes:
        guild: the id of the only server that gets the commands; None for all servers
        health: the address on which to answer health checks; None to answer no health checks
        web: the settings of the web server; None to serve no pages
        webhooks: "off", "on", or "local" to allow webhooks also on this machine
        shard: the index of this gateway process, and how many there are; None for a single process
        without_gateway: whether the process has no gateway connection
        anew: whether the channels are empty, so that every question is posted again
    """

    guild: int | None = None
    health: str | None = None
    web: WebSettings | None = None
    webhooks: Mode = "off"
    shard: tuple[int, int] | None = None
    without_gateway: bool = False
    anew: bool = False


class Commands(discord.app_commands.CommandTree["Durbar"]):
    """The slash commands of the bot."""

    async def interaction_check(self, interaction: discord.Interaction[Durbar], /) -> bool:
        """Return whether this person and their server may use the bot."""
        return await self.client.responder.welcome(interaction)

    async def on_error(
        self, interaction: discord.Interaction[Durbar], error: discord.app_commands.AppCommandError, /
    ) -> None:
        """Answer a command that raised an error before the bot answered."""
        cause = error.__cause__ if isinstance(error.__cause__, Exception) else error
        await self.client.responder.answer_failure(interaction, cause)


class Durbar(commands.Bot):
    """The bot as a Discord client.

    The bot sees only the servers that it is in, and reads only the messages that mention it.
    """

    def __init__(
        self, services: Services, pictures: Pictures | None = None, process: Process | None = None
    ) -> None:
        process = process or Process()
        self.allowance = RateLimit() if services.orders.service.store.alone else RateLimit(FOLLOWING)
        super().__init__(
            commands.when_mentioned,
            intents=discord.Intents(guilds=True, guild_messages=True),
            max_messages=None,
            help_command=None,
            tree_cls=Commands,
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_contexts=discord.app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=False
            ),
            allowed_installs=discord.app_commands.AppInstallationType(guild=True, user=False),
            max_ratelimit_timeout=LONGEST_LIMIT,
            http_trace=self.allowance.trace(),
            shard_id=None if process.shard is None else process.shard[0],
            shard_count=None if process.shard is None else process.shard[1],
        )
        self.services, self.store = services, services.orders.service.store
        self.process, self.pictures = process, pictures or Pictures()
        self.maintenance = Maintenance(
            self, self.store, self._tidy, self._check_clock, without_gateway=process.without_gateway
        )
        answers_first = AnswersFirst()
        self.responder = Responder(
            ActionTable(services.list_services()),
            services.orders.service,
            services.people,
            services.orders.own_question,
            services.learning.group_lessons,
            services.learning.explanations,
            self.pictures,
            lambda: self.maintenance.blocked,
            answers_first,
        )
        self.channel_messages = ChannelMessages(
            services.orders.mentions, services.people, lambda: self.maintenance.blocked
        )
        self.poster = build_poster(self, services, self.pictures, answers_first)
        self.outbox = Outbox(self.store, self.poster, services.saved)
        self.older_copies = OlderCopies(self, services.deadlines.reminders)
        daily = (services.learning.daily_puzzle, services.clubs.shows)
        self.clock_check = ClockCheck(self.store, self.outbox, services.deadlines.reminders, daily)
        self.bot_moves = BotMoves(
            services.orders.service,
            *services.thinking,
            show=self.http.send_typing,
            on=self.store.alone,
            listens=True,
        )
        self.web = None if process.web is None else self._make_web_server(process.web)
        self.webhooks = None if process.webhooks == "off" else self._make_webhook_sender(process.webhooks)
        self.leadership = Leadership(
            self.store,
            self._start_leading,
            self._stop_leading,
            self._handle_save,
            services.people.forget,
            self._see_change,
        )
        self._clocks: asyncio.Task[None] | None = None
        self._compared = False  # whether the database was compared with the channels

    async def setup_hook(self) -> None:
        await self._add_cogs()
        self.pictures.start()
        reading = asyncio.create_task(asyncio.to_thread(self._load_games))
        if self.shard_id in (None, 0) and not self.process.without_gateway:  # one process is enough
            await sync(self, self.process.guild)
        await reading
        await self.maintenance.start(self.process.health)
        if self.web is not None and self.process.web is not None:
            await self.web.start(self.process.web.address)
        await self.leadership.start()

    async def _start_leading(self) -> None:
        """Start the work of the leader."""
        if not self.store.alone:
            self.allowance.most = LEADING
        await self.outbox.start()
        if self.webhooks is not None:
            self.webhooks.start()
        self.bot_moves.resume()
        if self.process.without_gateway or not self.store.alone:
            self._start_clocks()

    def _stop_leading(self) -> None:
        """Stop the work of the leader, because another process may now lead."""
        self.allowance.most = FOLLOWING
        self.outbox.pause()
        if self.webhooks is not None:
            self.webhooks.stop()
        self.bot_moves.pause()

    def _start_clocks(self) -> None:
        if self._clocks is None or self._clocks.done():
            self._clocks = asyncio.create_task(self._run_clocks(), name="clocks")

    async def _run_clocks(self) -> None:
        """Start the clocks. If the channels are empty, post every open question again.

        If the channels are not empty, the first call also compares the database with the channels.
        """
        await self.clock_check.start()
        for game_id in await self.store.list_running() if self.process.anew else ():
            await self.services.deadlines.reminders.restart_clock(game_id, board=True)
        if not self.process.anew and not self._compared:
            self._compared = True
            if not self.process.without_gateway:
                await self.wait_until_ready()  # before, discord.py lacks the newest message of each channel
            await self.older_copies.look()

    async def _check_clock(self) -> None:
        if self.leadership.ours:
            await self.clock_check.look()
            await self.services.clubs.seekers.look()
            await self.services.competitions.look()

    async def _tidy(self) -> None:
        """Adjourn abandoned games and delete old data, if this process leads."""
        if not self.leadership.ours:
            return
        await self.services.deadlines.adjournment.look()
        while await self.store.prune(self.services.deadlines.reminders.now() - NEEDED):
            await asyncio.sleep(BETWEEN)

    async def _add_cogs(self) -> None:
        responder, services = self.responder, self.services
        for cog in (
            LobbyCog(responder, services.orders, services.views, services.seating, services.learning),
            PlayCog(responder, services.orders, services.views, services.analysis),
            LearnCog(responder, services.orders, services.learning),
            LookCog(
                responder,
                services.orders,
                services.views,
                services.analysis,
                services.clubs,
                services.learning,
            ),
            PersonCog(responder, services.people, services.views, services.clubs, services.seating),
            SeatCog(responder, services.seating),
            HostCog(responder, services.orders, services.seating, services.learning, services.hosting),
            ClubCog(responder, services.clubs, services.seating, services.competitions),
        ):
            await self.add_cog(cog)

    async def on_connect(self) -> None:
        """Wake bot players and start the clocks, if this process leads."""
        self.maintenance.reconnecting = False
        if self.leadership.ours:
            self.bot_moves.wake()
            self._start_clocks()

    async def on_resumed(self) -> None:
        self.maintenance.reconnecting = False

    async def on_disconnect(self) -> None:
        self.maintenance.reconnecting = True

    async def on_ready(self) -> None:
        log.info("ready", user=str(self.user), servers=len(self.guilds))

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Restart the clocks of the server's running games, and post their boards.

        The server can have running games, because the bot may have been there before.
        """
        for game_id in await self.store.list_running(guild_id=guild.id):
            await self.services.deadlines.reminders.restart_clock(game_id, board=True)

    async def on_guild_channel_update(self, _: object, channel: discord.abc.GuildChannel) -> None:
        """Retry refused posts in this channel, because the bot may now be allowed to post there."""
        await self.outbox.hasten(channel.guild.id, channel.id)

    async def on_raw_thread_update(self, change: discord.RawThreadUpdateEvent) -> None:
        """Retry refused posts in this thread, because it may now be unlocked or reopened.

        Only this event reports threads that discord.py has forgotten, such as archived ones. If the thread of
        a running game is archived, reopen it.
        """
        await self.outbox.hasten(change.guild_id, change.thread_id)
        state = change.data["thread_metadata"]
        if state["archived"] and not state.get("locked"):
            await self.poster.threads.keep_open(change.thread_id)

    async def on_member_update(self, _: object, member: discord.Member) -> None:
        """If the bot's own roles on this server have changed, retry refused posts and rank roles.

        For example, the bot may be allowed to post after a person has given it a role.
        """
        if self.user is not None and member.id == self.user.id:
            await self.outbox.hasten(member.guild.id)
            await self.poster.rank_roles.retry(member.guild.id)

    async def on_guild_role_update(self, _: object, role: discord.Role) -> None:
        """Retry refused posts and rank roles on this server, because the changed role may allow them."""
        await self.outbox.hasten(role.guild.id)
        await self.poster.rank_roles.retry(role.guild.id)

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """Remove the rank of a role that was deleted."""
        await self.store.ranks.remove(role.guild.id, role.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Retry refused posts on this server, because it can be reached again."""
        await self.outbox.hasten(guild.id)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a button, a list or a form. discord.py answers the commands."""
        self.poster.members.see(interaction.guild_id, interaction.user.id)
        if interaction.type in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            await self.responder.guard(interaction, self.responder.click(interaction))

    async def on_message(self, message: discord.Message, /) -> None:
        """Answer a message that mentions the bot."""
        if self.user is not None:
            await self.channel_messages.answer(message, self.user)

    async def close(self) -> None:
        if self._clocks is not None:
            self._clocks.cancel()
        if self.web is not None:
            await self.web.close()
        if self.webhooks is not None:
            await self.webhooks.close()
        await self.maintenance.close()
        await self.leadership.close()
        await self.bot_moves.close()
        self.poster.reviews.close()
        self.poster.shows.close()
        await self.services.job_queue.close()
        await asyncio.gather(self.outbox.close(), self.poster.close())
        await super().close()

    def _make_web_server(self, settings: WebSettings) -> WebServer:
        orders = self.services.orders.service
        chances = Chances(self.services.analysis.hints)
        pages = LivePages(orders, self.pictures, orders.page_links, lambda: self.maintenance.blocked, chances)
        streams, clients = Streams(pages), Clients(settings.limit, settings.proxies)
        return WebServer(pages, streams, clients, orders.page_links.base, settings.frames)

    def _make_webhook_sender(self, mode: Mode) -> WebhookSender:
        if self.web is not None:
            return WebhookSender(self.web.pages, Calls(mode))
        orders = self.services.orders.service
        pages = LivePages(orders, self.pictures, orders.page_links, lambda: self.maintenance.blocked)
        return WebhookSender(pages, Calls(mode))

    def _see_change(self, game_id: int | None) -> None:
        """Update open web pages and send webhooks, because a game was saved (None: saves were missed)."""
        if self.web is not None:
            self.web.change(game_id)
        if self.webhooks is not None:
            self.webhooks.wake()

    def _load_games(self) -> None:
        """Set up each game once, and load its texts in each language, before a person waits for them."""
        games = self.services.orders.service.games.values()
        for rules in games:
            rules.setup(rules.Options())
            find_newcomer(rules)
            read_course(rules)
        for language in LANGUAGES:
            with speak_within(language):
                load_sentences(language)
                for rules in games:
                    rules.name(rules.seats(rules.Options())[0])  # the first name reads the catalogue

    def _handle_save(self, game_id: int | None) -> None:
        """Look for new work, because a process has saved a game (None: saves were missed)."""
        self.outbox.wake()
        if game_id is None:
            self.bot_moves.wake()
        else:
            self.bot_moves.check_saved(game_id)
