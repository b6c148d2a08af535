"""Adjourn games that nobody plays, so that their channels are free again (docs/how-to/keep-a-game-moving.md).

The bot warns the channel first. A button or any act of a person keeps the game going. An adjourned game keeps
its position, and people can resume it with one button.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

import structlog

from bot.language.words import say, speak_within
from bot.orders.service import OrderService
from bot.people.caller import Caller
from bot.replies.action import action, button
from bot.replies.reply import ActionButton, Refused, Reply
from bot.session.table_names import title_table
from bot.settings.game_settings import GameSettings
from bot.story import announce
from bot.story.board_posts import format_time
from bot.story.post import TEXT, Post, list_people, make_lobby_post, make_news
from db.records import ChannelTaken, Idle, Kind, NewAct, NewDelivery, Status, StoredGame
from rules.kernel import Rules

log = structlog.get_logger(__name__)
PATIENCE: Mapping[Status, timedelta] = {  # if no person acts for this long, the bot warns the channel
    Status.RUNNING: timedelta(days=60),
    Status.LOBBY: timedelta(days=30),
}
NOTICE = timedelta(days=14)  # the time between the warning and the adjournment


class Adjournment:
    """Adjourns and resumes games. `now` returns the present time; tests use another function."""

    def __init__(self, orders: OrderService, now: Callable[[], datetime]) -> None:
        self.orders, self.store, self.now = orders, orders.store, now

    async def look(self) -> None:
        """Find all games that nobody plays, and warn their channels or adjourn them."""
        for status in PATIENCE:
            for idle in await self.store.list_idle(self.now() - PATIENCE[status], status):
                try:
                    await self._warn_or_adjourn(idle)
                except Refused:
                    pass  # a person has just acted, or the game is not installed
                except Exception:
                    log.exception("a game can't be adjourned", game=idle.game_id)

    @action("playon", "{game_id}")
    async def play_on(self, caller: Caller, game_id: int) -> Reply:
        """Keep an idle game in its channel. Only its people, its host or a manager may ask for this.

        Raises `Refused`.
        """
        async with self.orders.lock_channel(caller):
            stored = await self.orders.find_game(caller, game_id)
            self._require_member(caller, stored)
            with speak_within(GameSettings.of(stored).language):
                post = Post(text=say("adjourn.plays_on", user=caller.user_id)).delivery(stored, TEXT)
            act = NewAct(Kind.TABLE, "plays on", caller.user_id, "", caller.interaction_id)
            await self.store.record_act(stored.id, act=act, deliveries=[post])
            self.orders.saved()
            return Reply(say("host.done"))

    @action("resume", "{game_id}")
    async def resume(self, caller: Caller, game_id: int) -> Reply:
        """Resume an adjourned game in its own channel. Raises `Refused`."""
        async with self.orders.lock_channel(caller):
            stored = await self.store.load(game_id)
            if stored.status is not Status.ADJOURNED:
                raise Refused(say("over") if stored.over else say("resume.done"))
            self._require_member(caller, stored)
            now = make_resumed(stored)
            with speak_within(GameSettings.of(stored).language):
                told = say("resume.told", user=caller.user_id)
                posts = make_arrival_posts(self.orders, now, told)
            act = NewAct(Kind.HOST, "resume", caller.user_id, "", caller.interaction_id)
            try:
                await self.store.move_game(stored, now.channel_id, now.guild_id, act=act, deliveries=posts)
            except ChannelTaken as taken:
                title = self.orders.find_title(taken.existing)
                raise Refused(say("resume.taken", title=title, game=stored.id)) from None
            self.orders.saved()
            return Reply(say("host.done"))

    async def _warn_or_adjourn(self, idle: Idle) -> None:
        """Warn the channel of an idle game. If the channel was warned `NOTICE` ago, adjourn the game."""
        stored = await self.store.load(idle.game_id)
        async with self.orders.lock_channel(Caller(0, "", stored.channel_id, stored.guild_id, 0)):
            now = self.now()
            if stored.serial != idle.serial or (idle.told is not None and now < idle.told + NOTICE):
                return
            rules = self.orders.find_rules(stored)
            with speak_within(GameSettings.of(stored).language):
                if idle.told is None:
                    act = NewAct(Kind.ADJOURN, "will be adjourned", 0)
                    post = self._write_notice(stored, rules, now + NOTICE)
                    await self.store.record_act(stored.id, act=act, deliveries=[post])
                else:
                    act = NewAct(Kind.ADJOURN, "adjourned", 0)
                    posts = self._write_adjourned(stored, rules)
                    await self.store.end_game(stored, Status.ADJOURNED, "", act=act, deliveries=posts)
                    log.info("a game is adjourned", game=stored.id)
            self.orders.saved()

    def _write_notice(self, stored: StoredGame, rules: Rules, until: datetime) -> NewDelivery:
        """Return the post that warns the channel, with a button that keeps the game."""
        people = tuple(dict.fromkeys(seat.user_id for seat in stored.seats if seat.user_id > 0))
        days = PATIENCE[stored.status].days
        text = say("adjourn.notice", title=title_table(rules, stored), days=days, until=format_time(until))
        users = " ".join(f"<@{user}>" for user in people)
        waits = button(Adjournment.play_on.call(stored.id), say("button.play_on"), "good")
        return Post(text=f"{users} {text}".strip(), ping=people, buttons=(waits,)).delivery(stored, TEXT)

    def _write_adjourned(self, stored: StoredGame, rules: Rules) -> list[NewDelivery]:
        """Return the posts that say a game is adjourned, with a button that resumes it."""
        days = (PATIENCE[stored.status] + NOTICE).days
        text = say("adjourn.told", title=title_table(rules, stored), days=days, game=stored.id)
        people, buttons = list_people(stored), (make_resume_button(stored),)
        post = make_news(text, people, buttons=buttons).delivery(stored, TEXT)
        card = [make_lobby_post(stored.channel_id)] if stored.status is Status.LOBBY else []
        return [*card, post]

    def _require_member(self, caller: Caller, stored: StoredGame) -> None:
        """Raise `Refused` unless the caller plays in the game, is its host or manages the channel."""
        if caller.user_id != stored.host_id and not caller.manages and not stored.seats_of(caller.user_id):
            raise Refused(say("adjourn.not_you", user=stored.host_id))


def make_resume_button(stored: StoredGame) -> ActionButton:
    """Return the button that resumes an adjourned game."""
    return button(Adjournment.resume.call(stored.id), say("button.resume"), "good")


def make_resumed(stored: StoredGame) -> StoredGame:
    """Return a copy of an adjourned game after it is resumed: lobby or running, and without `panel_id`."""
    status = Status.LOBBY if stored.position is None else Status.RUNNING
    return replace(stored, status=status, panel_id=None)


def make_arrival_posts(
    orders: OrderService, stored: StoredGame, told: str, asked: datetime | None = None
) -> list[NewDelivery]:
    """Return the posts for a channel in which a game goes on: the lobby's card, or `told` and the board.

    `asked` is the time when the open question was asked. With None, the question counts as asked now.
    """
    if stored.status is Status.LOBBY:
        return [make_lobby_post(stored.channel_id)]
    at = orders.load_seated(stored)
    return announce.make_board_posts(at, [told], card=announce.describe_card(at), asked=asked)
