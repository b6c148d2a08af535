"""Games in threads and in posts of a forum: their titles, tags and state, and a bot that gets a role."""

from __future__ import annotations

import pytest

from rules.loading.games import GAMES
from sandbox.world import Channel
from tests.e2e.house import House
from tests.e2e.test_trouble import to_a_card
from tests.phrases import phrase, says
from tests.until import until

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    # aiohttp calls its own deprecated method when an upload's boundary falls between two chunks
    pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning"),
]


TITLE = GAMES["aadu_huli"].TITLE
SEEK = {"game": ["aadu_huli"], "seats": ["any"], "pace": ["daily"], "terms": ["friendly"], "name": ""}


async def enter_post(house: House, forum: str) -> Channel:
    """Create a forum, and move everybody to a post that Asha opens there."""
    await house.asha.control("conditions", {"do": "forum", "channel": forum})
    wish = {"do": "thread", "channel": forum, "name": "Friday game", "user": "asha"}
    await house.asha.control("conditions", wish)
    world = house.sandbox.world
    thread = next(each for each in world.channels.values() if each.parent == world.channel(forum).id)
    house.channel = thread.id
    for person in house.people.values():
        person.channel = thread.id
    return thread


def tags_of(house: House, thread: Channel) -> set[str]:
    """Return the names of a post's tags."""
    assert thread.parent is not None
    names = {tag["id"]: tag["name"] for tag in house.sandbox.world.channels[thread.parent].tags}
    return {names[each] for each in thread.tags}


def waiting_titles(house: House) -> list[tuple[object, ...]]:
    """Return the updates of the thread that are due."""
    return house.rows(
        f"select id from deliveries where channel_id = {house.channel} and kind = 'thread' and state = 'due'"
    )


async def test_a_post_of_a_forum_says_what_it_is_and_closes_at_the_end(house: House) -> None:
    thread = await enter_post(house, "tables-of-friends")
    await house.asha.slash("game new", game="vijayanagara")
    await until(lambda: tags_of(house, thread) == {"Vijayanagara", phrase("tag.free")})
    assert thread.name == "Friday game"
    sure = await house.asha.slash("game end")
    await house.asha.click(sure.message, phrase("end.yes_table"))
    await until(lambda: tags_of(house, thread) == {"Vijayanagara", phrase("tag.over")})
    closes = f"select 1 from deliveries where channel_id = {house.channel} and kind = 'close'"
    await until(lambda: house.rows(closes))
    assert not thread.archived, "the table may talk about it for a day"


async def test_a_running_game_keeps_its_thread_open_and_titled(house: House) -> None:
    thread = await enter_post(house, "tables-of-foes")
    board = await to_a_card(house)
    await house.settled()
    await until(lambda: phrase("tag.running") in tags_of(house, thread))
    assert thread.archives_after == 7 * 24 * 60
    for _ in range(3):
        board = await house.decide(board)
    await until(lambda: not waiting_titles(house) or len(thread.renamed) == 2)
    assert len(thread.renamed) <= 2, "as often as Discord allows"
    assert thread.name.endswith(" · Friday game")
    assert thread.name.split(" · ")[0] in {person.who.capitalize() for person in house.people.values()}
    await house.asha.control("conditions", {"do": "archive", "channel": thread.id})
    await until(lambda: not thread.archived)
    assert house.sandbox.violations == []


async def test_new_tables_open_as_posts_of_the_home(house: House) -> None:
    forum = await house.asha.new_forum("home-of-tables")
    world = house.sandbox.world

    def posts() -> list[Channel]:
        return [each for each in world.channels.values() if each.parent == forum]

    assert says((await house.asha.slash("club home", channel=forum)).text, "home.set", channel=forum)
    answer = await house.asha.slash("game new", game="aadu_huli", name="The Long Road")
    assert says(answer.text, "home.planned", channel=forum)
    await until(lambda: len(posts()) == 1 and tags_of(house, posts()[0]) == {TITLE, phrase("tag.free")})
    assert posts()[0].name == f"{TITLE}: The Long Road"
    pushes = [each for each in await house.asha.pushes(posts()[0].id) if each.message == posts()[0].id]
    assert len(pushes) == 1
    for who in ("asha", "bala"):
        form = (await house.people[who].slash("club seek")).modal
        await house.people[who].submit(form, SEEK)
    await until(lambda: len(posts()) == 2)
    first, second = posts()
    for who in ("asha", "bala"):
        called = await house.people[who].pushes(second.id)
        assert len([each for each in called if each.message == second.id]) == 1
    await house.restart()
    await house.settled()
    assert posts() == [first, second]
    await house.asha.slash("club home", off=True)
    assert house.sandbox.violations == []


async def test_a_table_may_have_a_thread_for_its_talk(house: House) -> None:
    await house.asha.slash("game new", game="aadu_huli")
    await house.asha.slash("game options", name="talk", value="on")
    world = house.sandbox.world

    def threads() -> list[Channel]:
        return [each for each in world.channels.values() if each.parent == house.channel]

    note = "select 1 from notes where name = 'talk' and text = '{}'"
    await until(lambda: len(threads()) == 1 and house.rows(note.format(threads()[0].id)))
    [thread] = threads()
    assert f"<#{thread.id}>" in (await house.asha.slash("game status")).text
    house.asha.channel = thread.id
    assert says((await house.asha.slash("game status")).text, "no_game")
    house.asha.channel = house.channel
    await house.asha.slash("game options", name="talk", value="off")
    await until(lambda: thread.archived)
    await house.asha.slash("game options", name="talk", value="on")
    await until(lambda: not thread.archived)
    assert len(threads()) == 1
    house.asha.channel = thread.id
    await house.asha.slash("game new", game="aadu_huli")
    answer = await house.asha.slash("game options", name="talk", value="on")
    assert says(answer.text, "talk.in_thread")
    house.asha.channel = house.channel
    sure = await house.asha.slash("game end")
    await house.asha.click(sure.message, phrase("end.yes_table"))
    closes = f"select 1 from deliveries where channel_id = {house.channel} and kind = 'close'"
    await until(lambda: house.rows(closes))
    assert house.sandbox.violations == []


async def test_a_role_of_the_bot_brings_what_waits(house: House) -> None:
    board = await to_a_card(house)
    await house.settled()
    wish = {"do": "deny", "channel": house.channel, "permissions": ["send_messages"]}
    await house.asha.control("conditions", wish)
    await house.act(house.asked(board), board, "Pass")
    error = f"select error from deliveries where channel_id = {house.channel} and error <> ''"
    await until(lambda: house.rows(error))
    await house.asha.control("conditions", {"do": "role"})
    following = await house.board(board.id)
    assert ": Pass." in following.text
