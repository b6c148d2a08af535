"""A player whose seat is out of a game that goes on reads it at once, in a post of their own."""

from __future__ import annotations

from typing import Any

from bot.engine.thinking import RANDOM
from bot.hosting.repairs import Repairs
from bot.orders.service import OrderService
from bot.people.preference_editor import PreferenceStore
from bot.seating.lobby import Lobby
from bot.story.announce import make_elimination_posts
from bot.story.post import TEXT, Post
from bot.views.board import BoardViews
from bot.views.history import History
from db.records import NewDelivery
from db.store import Store
from rules.kernel import begin, submit
from rules.loading.games import GAMES
from tests.bot.callers import CHANNEL, NORTH, SEED, SOUTH, Room, caller, make_reminders
from tests.games.successors.table import place
from tests.phrases import begins, says
from tests.turns.walking import situation

RULES = GAMES["successors"]
UNITS = {"BAB": {"blue": "3i"}, "MAC": {"green": "1i"}, "EGY": {"yellow": "2i"}, "SYR": {"red": "1l"}}


def put_out(level: str = "") -> list[NewDelivery]:
    """Return the posts for people after Red has disbanded its last unit."""
    state = place(UNITS, phase="revenue", seat="red", leaders={"red": "SYR"}, talents={"red": 0})
    at = situation(RULES, begin(RULES, RULES.dump(state), "0" * 32))
    stored: Any = at.stored
    stored.settings, stored.channel_id, stored.seat("red").level = "{}", 1, level
    posts: list[NewDelivery] = []
    while not posts and at.asked == "red":
        assert at.ask is not None
        keys = at.ask.menu()
        key = next((key for key in ("disband", "done") if key in keys), next(iter(keys)))
        step = submit(RULES, at.position, at.asked, [key])
        posts += make_elimination_posts(at, step)
        at = at.move_to_step(step)
    return posts


def test_a_person_who_is_out_is_called() -> None:
    (delivery,) = put_out()
    post = Post.model_validate_json(delivery.content)
    assert (delivery.kind, post.news, post.out) == (TEXT, (1,), "red")
    assert says(post.text, "out")
    assert post.text.startswith("<@1>")


def test_nobody_is_called_for_a_bot_player() -> None:
    assert put_out(RANDOM) == []


async def test_the_post_says_what_happened_since_the_last_turn(store: Store) -> None:
    room = Room(store)
    room.table = OrderService(store, GAMES, lambda: None)
    room.lobby = Lobby(room.table, lambda: SEED)
    await room.lobby.create(caller(), RULES.KEY)
    await room.lobby.join(caller(NORTH), "red")
    for seat in ("blue", "green", "yellow"):
        await room.lobby.join(caller(SOUTH), seat)
    await room.lobby.start(caller())
    state = place(UNITS, phase="revenue", seat="red", leaders={"red": "SYR"}, talents={"red": 0})
    host = Repairs(make_reminders(room.table, PreferenceStore(store)), BoardViews(room.table), room.lobby)
    seen = await host.set_position(caller(), RULES.dump(state))
    stored = await store.find_in_channel(CHANNEL)
    assert stored is not None
    assert seen.buttons
    await host.set_position(caller(), RULES.dump(state), str(stored.serial))
    await room.posted()
    found: list[Post] = []
    while not found:
        stored = await store.find_in_channel(CHANNEL)
        assert stored is not None
        at = room.table.load_seated(stored)
        assert at.ask is not None
        keys = at.ask.menu()
        key = next((key for key in ("disband", "done") if key in keys), next(iter(keys)))
        await room.table.enter(caller(), at, [key])
        found = [post for _, post in await room.posted() if post.out]
    (post,) = found
    stored = await store.find_in_channel(CHANNEL)
    assert stored is not None
    told = (await History(BoardViews(room.table)).shorten_post(stored, post, asks=False)).text
    assert told.startswith(f"<@{NORTH}>")
    assert any(begins(told.splitlines()[-1], frame) for frame in ("lately", "lately.begun"))
