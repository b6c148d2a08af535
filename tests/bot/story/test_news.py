"""Whom the news of a game call: its start, its end, and seats that change hands; and who hears none of it."""

from __future__ import annotations

from bot.people.preference_editor import PreferenceStore
from bot.story.post import Post
from db.store import Store
from tests.bot.callers import CHANNEL, NORTH, SOUTH, Room, caller
from tests.bot.hours import Clock
from tests.phrases import begins, phrase, says


async def play_to_the_end(room: Room) -> list[tuple[str, Post]]:
    """Pass until the game is over, and return the posts of its last order."""
    posts: list[tuple[str, Post]] = []
    while await room.store.find_in_channel(CHANNEL) is not None:
        user = await room.decider()
        await room.table.order(caller(user), "pass")
        posts = await room.posted()
    return posts


async def test_the_end_of_a_game_calls_everybody_but_the_one_who_ended_it(room: Room) -> None:
    await room.begin(cards=1)
    posts = await play_to_the_end(room)
    called = [post.news for _, post in posts if post.news]
    assert called in ([(NORTH,)], [(SOUTH,)]), "in one post"
    [end] = [post for kind, post in posts if kind == "board"]
    users = f"<@{NORTH}> <@{SOUTH}>"
    won = f"{(await room.look.show_board(caller())).text}."
    told, *rest = end.text.splitlines()
    assert told == phrase("news", users=users, text=phrase("push.end", result=won, title="Toy Deccan")), (
        "a phone shows first who has won, and no signs of markdown"
    )
    assert end.push.splitlines()[0] == told, "what a phone shows before the layout"
    keys = ("standing", "final.moves", "order")
    places = [next(at for at, line in enumerate(rest) if begins(line, key)) for key in keys]
    assert places == sorted(places)
    below, *review = end.asks.splitlines()
    assert begins(below, "final.below"), "where to find the rest"
    promised = [phrase("final.review")] if "review" in [kind for kind, _ in posts] else []
    assert review == promised, "a review that takes minutes is announced at once"
    assert not any(says(end.words, key) for key in ("final.seed", "final.record")), "only who asks reads them"


async def test_a_seat_on_offer_calls_the_player_who_may_lose_it(store: Store) -> None:
    clock = await Clock(store).begin(cards=12)
    gone, found = await clock.silent(), list[Post]()
    while not (await clock.settings()).offered:
        if await clock.silent() == gone:
            await clock.until_kept()
        else:
            await clock.room.table.order(caller(await clock.silent()), "pass")
        found = await clock.posted()
    told = [post.news for post in found if [each.verb for each in post.buttons] == ["claim"]]
    assert told == [(gone,)]


async def test_who_wants_no_news_is_still_called_to_their_turn(room: Room) -> None:
    people = PreferenceStore(room.store)
    await people.set(caller(SOUTH), "news", "off")
    now = room.lobby.now()
    assert await people.filter_wanting_news((NORTH, SOUTH), now) == (NORTH,)
    assert await people.filter_reachable((NORTH, SOUTH), now) == (NORTH, SOUTH)
    await people.set(caller(NORTH), "pings", "off")
    assert await people.filter_wanting_news((NORTH, SOUTH), now) == ()
