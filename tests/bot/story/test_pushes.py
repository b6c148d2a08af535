"""What a phone shows of posts that call people has no signs of markdown, in any game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random

import pytest

from bot.engine.thinking import RANDOM
from bot.players.bot_moves import BotMoves
from bot.story.post import Post
from bot.story.pushes import remove_signs, write_notification
from db.store import Store
from rules.kernel import Ask, Rules
from rules.loading.games import GAMES
from tests.bot.callers import CHANNEL, GUEST, NORTH, SOUTH, caller
from tests.bot.hours import Clock
from tests.bot.plain import check_plain
from tests.every_game.tiers import complete_game

STEPS = 150


@complete_game
async def test_no_push_has_markdown(store: Store, rules: Rules) -> None:
    """Two people play with bots."""
    clock, rng, kinds = Clock(store), Random(5), set[str]()
    table, lobby = clock.room.table, clock.room.lobby
    table.games = GAMES
    await lobby.create(caller(), rules.KEY)
    for user in (NORTH, SOUTH):
        await lobby.join(caller(user))
    await clock.seats.fill_with_bots(replace(caller(), interaction_id=None), RANDOM)
    await lobby.start(caller())
    for _ in range(STEPS):
        for kind, post in await clock.room.posted():
            called = (*post.ping, *post.news)
            push = post.push if post.asks else write_notification(post.text, post.push, called)
            if called:
                kinds.add(kind)
                check_plain(push, called)
        if (stored := await store.find_in_channel(CHANNEL)) is None:
            break
        at = table.load_seated(stored)
        assert isinstance(at.ask, Ask)
        holder = stored.seat(at.asked)
        assert holder is not None
        by = BotMoves._make_caller(stored, holder.level) if holder.level else caller(holder.user_id)
        await table.enter(by, at, [rng.choice([*at.ask.menu()])], "")
    assert kinds


def read_calls(posts: Iterable[tuple[str, Post]]) -> list[tuple[int, ...]]:
    """Return whom each post calls, after a check of what their phones show."""
    found = []
    for _, post in posts:
        called = (*post.ping, *post.news)
        check_plain(post.push if post.asks else write_notification(post.text, post.push, called), called)
        found.append(called)
    return [called for called in found if called]


async def test_calls_beside_the_orders_are_plain(store: Store) -> None:
    """The table is full, it begins, a seat is offered and taken over, and the game ends."""
    clock = Clock(store)
    lobby, posted = clock.room.lobby, clock.room.posted
    await lobby.create(caller(), "toy")
    await lobby.join(caller(), "north")
    await lobby.join(caller(SOUTH), "south")
    assert read_calls(await posted()) == [(NORTH,)]
    await lobby.start(caller(SOUTH))
    assert read_calls(await posted())[0] == (NORTH,)
    await clock.seats.offer(caller(), "north", GUEST)
    assert read_calls(await posted()) == [(GUEST,)]
    await clock.seats.claim(caller(GUEST), "north")
    assert read_calls(await posted())


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("-# Earlier: Green\n**Green**: ~~Pass.~~", "Earlier: Green\nGreen: Pass."),
        ("Due <t:0:f>, see `/log`.", "Due 1970-01-01 00:00 UTC, see /log."),
        ("-# [Open question](https://discord.com/channels/1/2/3)", "Open question"),
    ],
)
def test_signs_are_left_out(text: str, plain: str) -> None:
    assert remove_signs(text) == plain
    assert write_notification(text, "", [1]) == plain
    assert write_notification(text, "", []) == text
