"""The Discord client: it holds the parts together, and starts and stops them in order."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import discord
import structlog
from discord.ext import commands

from bot.analysis.hints import Analysis
from bot.deadlines.adjournment import Adjournment
from bot.deadlines.reminders import Reminders
from bot.discord_app.actions import verbs
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
from bot.discord_app.rate_limit import OFF_DUTY, ON_DUTY, RateLimit
from bot.discord_app.responder import Responder
from bot.engine.job_queue import JobQueue, Urgency
from bot.engine.thinking import Task, think
from bot.engine.workers import Workers
from bot.hosting.repairs import Repairs
from bot.learning.daily_puzzle import PuzzleOfTheDay
from bot.learning.first_game import FirstGame
from bot.orders.service import OrderService
from bot.people.preference_editor import PreferenceStore
from bot.players.bot_moves import BotMoves
from bot.posting import buttons
from bot.posting.action_buttons import Handlers, Turned
from bot.posting.daily_posts import DailyPosts
from bot.posting.outbox import Outbox
from bot.posting.pictures import Pictures, list_offered
from bot.posting.poster import DiscordPoster
from bot.seating.leaving import Leaving
from bot.seating.lobby import Lobby
from bot.seating.seats import Seats
from bot.views.board import BoardViews
from bot.views.help import Help
from bot.views.history import History
from bot.views.my_games import MyGames
from bot.views.stats import Stats
from db.store import Store
from rules.kernel import Rules
from rules.player import Advice

log = structlog.get_logger(__name__)
NEEDED = timedelta(days=30)  # what is done with for so long is deleted, where it is never needed again,
BETWEEN = 0.1  # a little at a time: seconds between, for whoever else wants the database
LONGEST_LIMIT = 60.0  # seconds that a request waits for a rate limit; after that its post comes again later


class Durbar(commands.Bot):
    """The bot. It reads no messages: all it needs to see of a server is that it is there."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Rules],
        *,
        guild: int | None = None,
        pictures: Pictures | None = None,
        job_queue: JobQueue | None = None,
        readers: Workers | None = None,
        seconds: float = 1.0,
        luck: int | None = None,
        health: str | None = None,
        shard: tuple[int, int] | None = None,
        without_gateway: bool = False,
        anew: bool = False,
    ) -> None:
        """`thoughts`: where it is thought (None: in threads), so many `seconds` about each order.
        `readers`: what reads the files that people send (None: threads).
        `luck`: what every game and every automatic player gets for chance (None: what nobody can foresee).
        `health`: the address at which it says how it is. `shard`: which of several gateway processes it is;
        `without_gateway`: none of them. `anew`: the channels are empty, so every question is posted once
        more."""
        self.allowance = RateLimit() if store.alone else RateLimit(OFF_DUTY)
        super().__init__(
            commands.when_mentioned,
            intents=discord.Intents(guilds=True),
            help_command=None,
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_contexts=discord.app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=False
            ),
            allowed_installs=discord.app_commands.AppInstallationType(guild=True, user=False),
            max_ratelimit_timeout=LONGEST_LIMIT,
            http_trace=self.allowance.trace(),
            shard_id=None if shard is None else shard[0],
            shard_count=None if shard is None else shard[1],
        )
        self.store, self.home, self.pictures, self.anew = store, guild, pictures or Pictures(), anew
        self.table = OrderService(store, games, self._saved, lambda: self.outbox.wake())
        self.table.uploads.workers = readers
        lobby, look = Lobby(self.table), BoardViews(self.table)
        self.job_queue = job_queue or JobQueue(asyncio.to_thread)
        self.games_thought = None if job_queue else games  # a process of its own knows its games itself
        analysis = Analysis(self.table, self.job_queue)
        people = PreferenceStore(store, *list_offered(games))
        self.responder = Responder(self.table, lobby, look, self.pictures, people, analysis)
        self.reminders = Reminders(self.table, self.responder.people)
        self.history, self.overview = History(look, analysis), MyGames(self.reminders)
        self.seats, self.host = Seats(self.reminders), Repairs(self.reminders, look, lobby)
        self.leaving, self.guide = Leaving(self.reminders, lobby), Help(look)
        self.first_game = FirstGame(self.table, lobby, self.seats)
        self.adjourning = Adjournment(self.table, self.reminders.now)
        self.daily = PuzzleOfTheDay(self.responder.school, people, self.reminders.now)
        dailies = DailyPosts(self, self.daily, self.pictures)
        self.poster = DiscordPoster(
            self, self.history, self.pictures, self.reminders, self.responder.explanations, dailies
        )
        self.outbox = Outbox(store, self.poster)
        self.bot_moves = BotMoves(self.table, self._move, seconds, show=self.http.send_typing)
        if luck is not None:
            lobby.new_seed, self.bot_moves.luck = lambda: f"{luck:032x}", lambda: luck
        self.verbs: Handlers = verbs(
            self.responder,
            self.seats,
            self.leaving,
            self.host,
            self.history,
            self.overview,
            self.guide,
            self.first_game,
            self.reminders,
            self.adjourning,
            self.daily,
        )
        self.maintenance = Maintenance(self, store, self._tidy, without_gateway=without_gateway)
        self.health = health
        self.bot_moves.on = store.alone
        store.changed = self.bot_moves.saved
        self.duty = Leadership(store, self._begin, self._cease, self._heard, self.responder.people.forget)
        self.without_gateway = without_gateway
        self.responder.unwelcome = lambda: self.maintenance.blocked
        self._clocks: asyncio.Task[None] | None = None

    async def setup_hook(self) -> None:
        self.tree.error(self._faulty)
        self.tree.interaction_check = self._welcome  # type: ignore[method-assign]
        self.add_dynamic_items(buttons.Press, buttons.Pick, Turned)
        await self._add_cogs()
        self.pictures.start()
        reading = asyncio.create_task(asyncio.to_thread(self._read))
        if self.shard_id in (None, 0) and not self.without_gateway:  # one process does it for all
            await sync(self, self.home)
        await reading
        await self.maintenance.start(self.health)
        await self.duty.start()

    async def _begin(self) -> None:
        """This process has the duty."""
        if not self.store.alone:
            self.allowance.most = ON_DUTY
        self.bot_moves.on = True
        await self.outbox.start()
        self.bot_moves.wake()
        if self.without_gateway or not self.store.alone:
            self._time()

    def _cease(self) -> None:
        """Another process may have it."""
        self.allowance.most = OFF_DUTY
        self.outbox.pause()
        self.bot_moves.on = False

    def _time(self) -> None:
        if self._clocks is None or self._clocks.done():
            self._clocks = asyncio.create_task(self._due(), name="clocks")

    async def _due(self) -> None:
        """What is due when the bot has begun."""
        await self.reminders.start()
        await self.daily.start()
        for game_id in await self.store.running() if self.anew else ():
            await self.reminders.found(game_id, board=True)

    async def _tidy(self) -> None:
        """See to what nobody plays and nobody needs any more: one process does, for all."""
        if not self.duty.ours:
            return
        await self.adjourning.look()
        while await self.store.prune(self.reminders.now() - NEEDED):
            await asyncio.sleep(BETWEEN)

    async def _welcome(self, interaction: discord.Interaction[Any]) -> bool:
        return await self.responder.welcome(interaction)

    async def _add_cogs(self) -> None:
        for cog in (
            LobbyCog(self.responder, self.leaving, self.first_game),
            PlayCog(self.responder),
            LearnCog(self.responder),
            LookCog(self.responder, self.history, Stats(self.table, self.responder.people), self.guide),
            PersonCog(self.responder, self.seats, self.overview),
            SeatCog(self.responder, self.seats),
            HostCog(self.responder, self.host, self.daily),
        ):
            await self.add_cog(cog)

    async def on_connect(self) -> None:
        """People are answered from now on: what nobody waits for is looked at beside that."""
        if self.duty.ours:
            self.bot_moves.wake()
            self._time()

    async def on_ready(self) -> None:
        log.info("ready", user=str(self.user), servers=len(self.guilds))

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """A server that had the bot before has it again: its games go on where they stood."""
        for game_id in await self.store.running(guild_id=guild.id):
            await self.reminders.found(game_id, board=True)

    async def on_guild_channel_update(self, _: object, channel: discord.abc.GuildChannel) -> None:
        """Perhaps the bot may post there again."""
        await self.outbox.hasten(channel.guild.id, channel.id)

    async def on_thread_update(self, _: object, thread: discord.Thread) -> None:
        """Perhaps it is unlocked, or in use again."""
        await self.outbox.hasten(thread.guild.id, thread.id)

    async def on_guild_role_update(self, _: object, role: discord.Role) -> None:
        """Perhaps the bot may post again wherever this role plays a part."""
        await self.outbox.hasten(role.guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """The server was out of reach."""
        await self.outbox.hasten(guild.id)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        await self.responder.guard(interaction, self.responder.leftover(interaction))

    async def _faulty(
        self, interaction: discord.Interaction[Any], error: discord.app_commands.AppCommandError
    ) -> None:
        """A command has failed before it came to an answer."""
        cause = error.__cause__ if isinstance(error.__cause__, Exception) else error
        await self.responder.failed(interaction, cause)

    async def close(self) -> None:
        if self._clocks is not None:
            self._clocks.cancel()
        await self.maintenance.close()
        await self.duty.close()
        await self.bot_moves.close()
        self.poster.reviews.close()
        await self.job_queue.close()
        await asyncio.gather(self.outbox.close(), self.poster.close())
        await super().close()

    def _read(self) -> None:
        """Lay out each game once, before anybody can wait for it: its map and its cards are read then."""
        for rules in self.table.games.values():
            rules.setup(rules.Options())

    async def _move(self, task: Task) -> Advice:
        """The order of an automatic player."""
        if (games := self.games_thought) is None:
            return await self.job_queue.think(Urgency.MOVE, think, task)

        def here(task: Task) -> Advice:
            return think(task, games)

        return await self.job_queue.think(Urgency.MOVE, here, task)

    def _saved(self) -> None:
        """Something was; the automatic players know already in which game."""
        self.outbox.wake()

    def _heard(self, game_id: int | None) -> None:
        """A process has saved something in a game; None: who knows where."""
        self.outbox.wake()
        if game_id is None:
            self.bot_moves.wake()
        else:
            self.bot_moves.changed(game_id)
