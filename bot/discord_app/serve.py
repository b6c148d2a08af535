"""Run the Discord bot as a process: start its parts in order and stop them in order."""

from __future__ import annotations

import asyncio
import gc
import signal
from collections.abc import Mapping
from typing import Any

import aiohttp
import discord
import structlog
from pydantic import ValidationError

from bot.discord_app import logs
from bot.discord_app.client import Durbar, Process, WebSettings
from bot.discord_app.environment import Environment, use_api
from bot.discord_app.services import build_services
from bot.engine.hidden import read_hidden
from bot.engine.job_queue import JobQueue, limit_memory
from bot.engine.listening import AddressTaken
from bot.engine.packages import drop_bad_packages
from bot.engine.release_memory import release_memory
from bot.engine.warm_up import warm_up
from bot.engine.workers import LAST, Workers
from bot.language.localized_games import LocalizedGames
from bot.posting.pictures import Pictures
from bot.serving.clients import read_networks
from bot.session.uploads import UPLOAD_SECONDS
from bot.settings.page_links import PageLinks
from db.connection.address import add_password
from db.connection.unusable import Unusable
from db.store import Store
from rules.loading.games import GAMES

log = structlog.get_logger(__name__)
THINKING = 10  # the niceness of the process that thinks for bot players, so that people wait less for answers
PAGES = 5  # the niceness of the process that makes web pages, so that players' answers don't wait for it
ANIMATING = 600.0  # the most seconds for a GIF or a `/record` page; both have the lowest priority
READING = 5  # the niceness of the process that reads uploaded files; a file takes a few seconds at most
GARBAGE = 10_000  # new objects between two garbage collections; an answer frees most of its objects itself
# If the process that thinks exceeds its time by this many seconds, the bot replaces the process. On a busy
# machine, the process may get only a fiftieth of the processor, because of its niceness. When this value was
# 60 seconds, the bot broke off reviews again and again.
OVERTIME = 300.0
CONNECTION_ERRORS = (  # errors that end the attempt to connect to Discord
    discord.LoginFailure,
    discord.HTTPException,
    discord.ConnectionClosed,
    discord.GatewayNotFound,
    aiohttp.ClientError,
    TimeoutError,
)
MANY_REQUESTS = 429  # an error with a lower HTTP status means a mistake in the settings
LONGEST_REASON = 200  # the most characters of Discord's reason


def main() -> None:
    """Run the bot with the settings of the environment."""
    try:
        settings = Environment(**read_hidden())
    except ValidationError as error:
        wrong = "; ".join(map(_describe_mistake, error.errors()))
        raise SystemExit(f"The settings are not right. {wrong}") from None
    logs.configure(settings.log, settings.log_format, settings.token.get_secret_value())
    release_memory()
    drop_bad_packages()
    for why in GAMES.refused:
        log.error("a game is not loaded", why=why)
    try:
        asyncio.run(serve(settings))
    except (Unusable, AddressTaken) as refused:
        raise SystemExit(str(refused)) from None


def _describe_mistake(mistake: Mapping[str, Any]) -> str:
    """Return a sentence on a mistake in a setting, with the name of its variable if there is one."""
    place, why = mistake["loc"], mistake["msg"].removeprefix("Value error, ")
    if not place:
        return str(why)
    variable = f"DURBAR_{str(place[0]).upper()}"
    return f"{variable} is missing." if mistake["type"] == "missing" else f"{variable}: {why}"


async def serve(settings: Environment) -> None:
    """Run the bot until SIGTERM or SIGINT. Then let posts in progress finish."""
    if settings.api is not None:
        use_api(settings.api)
    with (
        Workers(settings.drawers, warm_up) as drawers,
        Workers(
            1, nice=LAST, limit=ANIMATING
        ) as animators,  # starts with the first GIF or page for `/record`
        Workers(1, warm_up, nice=PAGES) as page_makers,  # starts with the first web page
        Workers(1, limit_memory, nice=THINKING, limit=settings.thinking + OVERTIME) as thinker,
        Workers(1, nice=READING, limit=UPLOAD_SECONDS) as readers,  # starts with the first uploaded file
    ):
        async with (
            await Store.open(
                _read_address(settings),
                locking=_is_file(settings.database),
                hooked=settings.webhooks != "off",
            ) as store,
            Durbar(
                build_services(
                    store,
                    LocalizedGames(GAMES),
                    job_queue=JobQueue(thinker.run, thinker.processes),
                    readers=readers,
                    drawers=animators,
                    seconds=settings.thinking,
                    luck=settings.luck,
                    page_links=PageLinks(settings.pages),
                    webhooks=settings.webhooks,
                ),
                Pictures(drawers, animators=animators, page_makers=page_makers),
                Process(
                    guild=settings.guild,
                    health=settings.health,
                    web=_read_web(settings),
                    webhooks=settings.webhooks,
                    shard=settings.shard,
                    without_gateway=settings.shards == "none",
                    anew=settings.anew,
                ),
            ) as bot,
        ):
            begin = bot.login if bot.process.without_gateway else bot.start
            running = asyncio.create_task(begin(settings.token.get_secret_value()))
            tuning = asyncio.create_task(_tune_garbage_collection(bot))
            stopped = asyncio.Event()
            for number in (signal.SIGTERM, signal.SIGINT):
                asyncio.get_running_loop().add_signal_handler(number, stopped.set)
            waiting = asyncio.create_task(stopped.wait())
            await asyncio.wait({running, waiting}, return_when=asyncio.FIRST_COMPLETED)
            if bot.process.without_gateway and running.done() and running.exception() is None:
                await stopped.wait()  # `login` has returned, and the bot works until it is stopped
            waiting.cancel()
            tuning.cancel()
            if stopped.is_set():
                log.info("stopping")
                await bot.close()
                running.cancel()  # `start` may be waiting for its next attempt to reach Discord
            try:
                await running
            except CONNECTION_ERRORS as error:
                raise SystemExit(explain_login(error)) from None
            except asyncio.CancelledError:
                if not stopped.is_set():
                    raise


def explain_login(error: BaseException) -> str:
    """Return a sentence on why the bot can't connect to Discord, and what to do."""
    why = " ".join(str(error).split())[:LONGEST_REASON] or type(error).__name__
    if isinstance(error, discord.LoginFailure):
        return "Discord does not know this token: please check DURBAR_TOKEN."
    if isinstance(error, discord.ConnectionClosed):
        return f"Discord ends the connection ({why}): check DURBAR_TOKEN and DURBAR_SHARDS."
    if isinstance(error, discord.HTTPException) and error.status < MANY_REQUESTS:
        return f"Discord refuses this bot ({why}): check DURBAR_TOKEN and DURBAR_GUILD."
    if isinstance(error, discord.HTTPException):
        return f"Discord is out of order ({why}): start the bot again in some minutes."
    return f"Discord can't be reached ({why}): check the network, and start the bot again."


def _read_address(settings: Environment) -> str:
    """Return the address of the database, with its password."""
    try:
        return add_password(settings.database, settings.database_password_file)
    except OSError as error:
        why = error.strerror or error
        raise SystemExit(f"DURBAR_DATABASE_PASSWORD_FILE can't be read: {why}") from None


def _read_web(settings: Environment) -> WebSettings | None:
    """Return the settings of this process's web server; None if it serves no pages."""
    if settings.web is None:
        return None
    proxies = read_networks(settings.web_proxies or "")
    return WebSettings(settings.web, settings.web_frames, settings.web_limit, proxies)


def _is_file(database: str) -> bool:
    return database.startswith("sqlite")


async def _tune_garbage_collection(bot: Durbar) -> None:
    """Exempt the objects made at the start from garbage collection, and collect less often.

    A collection of all objects took 0.1 seconds in the middle of an answer.
    """
    await bot.wait_until_ready()
    gc.freeze()
    gc.set_threshold(GARBAGE, *gc.get_threshold()[1:])
