"""The web page of a game: the table's choice, who may choose, and where the link is."""

from __future__ import annotations

import pytest

from bot.posting.question_buttons import link_page
from bot.replies.reply import Refused
from bot.settings.game_settings import GameSettings
from bot.settings.page_links import PageLinks, remove_link
from bot.story.post import BOARD, Post
from db.records import Delivery, StoredGame, Transit
from tests.bot.callers import GUEST, NORTH, Room, caller
from tests.phrases import phrase, says

LINKS = PageLinks("https://example.org/durbar")


async def stored(room: Room) -> StoredGame:
    """Return the room's stored game."""
    return await room.store.load(1)


async def test_a_new_table_has_a_page_without_names(game: Room) -> None:
    """The page exists when the game has begun, at its own address."""
    settings = GameSettings.of(await stored(game))
    assert (settings.web, len(settings.page)) == ("without-names", 32)
    assert LINKS.find(await stored(game)) == f"https://example.org/durbar/g/1-{settings.page}"
    assert PageLinks().find(await stored(game)) == ""
    assert GameSettings.for_new_table().page != settings.page


async def test_a_lobby_has_no_page(room: Room) -> None:
    await room.lobby.create(caller(), "toy")
    assert LINKS.find(await stored(room)) == ""


async def test_off_and_a_new_address_end_the_old_one(game: Room) -> None:
    first = LINKS.find(await stored(game))
    game.table.page_links = LINKS
    answer = await game.options.set(caller(NORTH), "web", "new-address")
    second = LINKS.find(await stored(game))
    assert second in answer.text
    assert len({first, second, ""}) == 3
    answer = await game.options.set(caller(NORTH), "web", "off")
    assert LINKS.find(await stored(game)) == ""
    assert "http" not in answer.text
    with pytest.raises(Refused) as refused:
        await game.options.set(caller(NORTH), "web", "new-address")
    assert says(str(refused.value), "web.no_address")
    await game.options.set(caller(NORTH), "web", "with-names")
    third = LINKS.find(await stored(game))
    assert len({first, second, third, ""}) == 4


async def test_only_the_host_chooses_once_the_game_runs(game: Room) -> None:
    with pytest.raises(Refused):
        await game.options.set(caller(GUEST), "web", "off")


async def test_a_page_can_be_switched_off_after_the_end(game: Room) -> None:
    await game.lobby.end(caller(NORTH), 1)
    assert LINKS.find(await stored(game))
    with pytest.raises(Refused):
        await game.options.set(caller(GUEST), "web", "off")
    await game.options.set(caller(NORTH), "web", "off")
    assert LINKS.find(await stored(game)) == ""


async def test_the_address_is_in_no_record(game: Room) -> None:
    answer = await game.look.send_record(caller(NORTH))
    assert answer.file is not None
    assert GameSettings.of(await stored(game)).page not in answer.file[1]


async def test_the_status_has_the_link(game: Room) -> None:
    game.table.page_links = LINKS
    assert LINKS.find(await stored(game)) in (await game.look.show_status(caller(GUEST))).text


async def test_the_link_stands_under_a_board(game: Room) -> None:
    """It is next to the headline, above the question. A delivered post is recognized with and without it."""
    here = await stored(game)
    post = Post(text="Told.", asks="-# Headline\nWhat now?")
    linked = link_page(LINKS, delivery(post), here, post)
    assert linked.asks == f"-# Headline · [On the web](<{LINKS.find(here)}>)\nWhat now?"
    assert remove_link(linked.words) == post.words
    over = Post(text="Over.")
    assert link_page(LINKS, delivery(over), here, over).text == "\n".join(
        ["Over.", phrase("web.link", link=LINKS.find(here))]
    )
    assert link_page(PageLinks(), delivery(post), here, post) == post
    assert link_page(LINKS, delivery(post, "text"), here, post) == post


def delivery(post: Post, kind: str = BOARD) -> Delivery:
    """A delivery of this post."""
    return Delivery(
        channel_id=1,
        kind=kind,
        content=post.model_dump_json(),
        id=1,
        game_id=1,
        nonce="n",
        state=Transit.SENDING,
        attempts=1,
        first_tried=None,
        message_id=None,
        error="",
    )
