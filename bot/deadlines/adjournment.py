"""Adjourn games that nobody plays, so that their channels are free again (docs/how-to/keep-a-game-moving.md).

The channel is warned first. A button or any act keeps the game going. An adjourned game keeps everything,
and one button resumes it.
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
from bot.settings.game_settings import GameSettings
from bot.story import announce
from bot.story.announce import TEXT, Post, format_time
from db.records import ChannelTaken, Idle, Kind, NewAct, NewDelivery, Status, StoredGame
from rules.kernel import Rules

log = structlog.get_logger(__name__)
PATIENCE: Mapping[Status, timedelta] = {  # how long nobody does anything in a game until that is said
    Status.RUNNING: timedelta(days=60),
    Status.LOBBY: timedelta(days=30),
}
NOTICE = timedelta(days=14)  # from then until it is adjourned


class Adjournment:
    """Adjourns the games of a store and takes them up again. `now` is the time: tests set it."""

    def __init__(self, orders: OrderService, now: Callable[[], datetime]) -> None:
        self.orders, self.store, self.now = orders, orders.store, now

    async def look(self) -> None:
        """See to all games that nobody plays."""
        for status in PATIENCE:
            for idle in await self.store.list_idle(self.now() - PATIENCE[status], status):
                try:
                    await self._see_to(idle)
                except Refused:
                    pass  # somebody has acted just now
                except Exception:
                    log.exception("a game can't be adjourned", game=idle.game_id)

    @action("playon", "{game_id}")
    async def play_on(self, caller: Caller, game_id: int) -> Reply:
        """Let the game wait longer, because one of its people wants it."""
        async with self.orders.lock_channel(caller):
            stored = await self.orders.find_game(caller, game_id)
            self._of_it(caller, stored)
            with speak_within(GameSettings.of(stored).language):
                post = Post(text=say("adjourn.plays_on", user=caller.user_id)).delivery(stored, TEXT)
            act = NewAct(Kind.TABLE, "plays on", caller.user_id, "", caller.interaction_id)
            await self.store.record_act(stored.id, act=act, deliveries=[post])
            self.orders.saved()
            return Reply(say("host.done"))

    @action("resume", "{game_id}")
    async def resume(self, caller: Caller, game_id: int) -> Reply:
        """Take a game up again where it stood, in its own channel."""
        async with self.orders.lock_channel(caller):
            stored = await self.store.load(game_id)
            if stored.status is not Status.ADJOURNED:
                raise Refused(say("over") if stored.over else say("resume.done"))
            self._of_it(caller, stored)
            now = resume_settings(stored)
            with speak_within(GameSettings.of(stored).language):
                told = say("resume.told", user=caller.user_id)
                posts = is_asked(self.orders, now, told)
            act = NewAct(Kind.HOST, "resume", caller.user_id, "", caller.interaction_id)
            try:
                await self.store.move_game(stored, now.channel_id, now.guild_id, act=act, deliveries=posts)
            except ChannelTaken as taken:
                title = self.orders.find_title(taken.existing)
                raise Refused(say("resume.taken", title=title, game=stored.id)) from None
            self.orders.saved()
            return Reply(say("host.done"))

    async def _see_to(self, idle: Idle) -> None:
        stored = await self.store.load(idle.game_id)
        async with self.orders.lock_channel(Caller(0, "", stored.channel_id, stored.guild_id, 0)):
            now = self.now()
            if stored.serial != idle.serial or (idle.told is not None and now < idle.told + NOTICE):
                return
            rules = self.orders.find_rules(stored)
            with speak_within(GameSettings.of(stored).language):
                if idle.told is None:
                    act = NewAct(Kind.ADJOURN, "will be adjourned", 0)
                    post = self._notice(stored, rules, now + NOTICE)
                    await self.store.record_act(stored.id, act=act, deliveries=[post])
                else:
                    act = NewAct(Kind.ADJOURN, "adjourned", 0)
                    posts = self._adjourned(stored, rules)
                    await self.store.end_game(stored, Status.ADJOURNED, "", act=act, deliveries=posts)
                    log.info("a game is adjourned", game=stored.id)
            self.orders.saved()

    def _notice(self, stored: StoredGame, rules: Rules, until: datetime) -> NewDelivery:
        people = tuple(dict.fromkeys(seat.user_id for seat in stored.seats if seat.user_id > 0))
        days = PATIENCE[stored.status].days
        text = say("adjourn.notice", title=rules.TITLE, days=days, until=format_time(until))
        users = " ".join(f"<@{user}>" for user in people)
        waits = button(Adjournment.play_on.call(stored.id), say("button.play_on"), "good")
        return Post(text=f"{users} {text}".strip(), ping=people, buttons=(waits,)).delivery(stored, TEXT)

    def _adjourned(self, stored: StoredGame, rules: Rules) -> list[NewDelivery]:
        days = (PATIENCE[stored.status] + NOTICE).days
        text = say("adjourn.told", title=rules.TITLE, days=days, game=stored.id)
        post = Post(text=text, buttons=(resume_button(stored),)).delivery(stored, TEXT)
        card = [announce.make_lobby_post(stored.channel_id)] if stored.status is Status.LOBBY else []
        return [*card, post]

    def _of_it(self, caller: Caller, stored: StoredGame) -> None:
        """Raise `Refused` unless the caller has to do with the game."""
        if caller.user_id != stored.host_id and not caller.manages and not stored.seats_of(caller.user_id):
            raise Refused(say("adjourn.not_you", user=stored.host_id))


def resume_button(stored: StoredGame) -> ActionButton:
    """Return the button that takes an adjourned game up again."""
    return button(Adjournment.resume.call(stored.id), say("button.resume"), "good")


def resume_settings(stored: StoredGame) -> StoredGame:
    """Return the game as it is when it goes on, in its lobby or where it stood."""
    status = Status.LOBBY if stored.position is None else Status.RUNNING
    return replace(stored, status=status, panel_id=None)


def is_asked(orders: OrderService, stored: StoredGame, told: str) -> list[NewDelivery]:
    """What a channel reads into which a game comes: its card, or what has happened and what is asked."""
    if stored.status is Status.LOBBY:
        return [announce.make_lobby_post(stored.channel_id)]
    at = orders.load_seated(stored)
    return announce.make_board_posts(at, [told], card=announce.describe_card(at))
