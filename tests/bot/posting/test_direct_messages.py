"""Direct messages to followers in a simulated Discord: sent once, stopped by a button, kept from others."""

from __future__ import annotations

from dataclasses import replace

import discord
import pytest
import simcord

from bot.discord_app.client import Durbar
from bot.language.words import speak_within
from bot.settings.game_settings import GameSettings
from bot.story.pushes import remove_signs
from db.follows import Followed
from db.records import Status
from db.store import Store
from tests.bot.discord_app.test_discord import Hall, bot_of, hall, labels, requests, said
from tests.bot.plain import check_plain
from tests.bot.saga import SAGA
from tests.phrases import phrase, says
from tests.until import until

__all__ = ["hall"]


@pytest.fixture
async def simcord_bot(store: Store) -> Durbar:
    """Return the bot with the toy game in chapters."""
    bot = bot_of(store)
    bot.services.orders.service.games = {"toy": SAGA}
    return bot


def bot(hall: Hall) -> Durbar:
    assert isinstance(hall.env.bot, Durbar)
    return hall.env.bot


def lines(hall: Hall, name: str) -> list[str]:
    """Return the private lines to a person, the oldest first."""
    return [post.content for post in list_messages(hall, name)]


def list_messages(hall: Hall, name: str) -> list[discord.Message]:
    return sorted(hall.people[name].dm_channel.history(), key=lambda post: post.id)


async def play(hall: Hall, cards: int) -> None:
    """Let everybody pass, for this many cards."""
    for _ in range(2 * cards):
        await hall.asked().slash(hall.channel, "pass")
    await until(lambda: not bot(hall).outbox._tasks)


async def begin(hall: Hall) -> None:
    """Start a game of 4 cards, which has 2 chapters."""
    await hall.asha.slash(hall.channel, "game new", game="toy")
    await hall.asha.slash(hall.channel, "game options", name="cards", value="4")
    card = hall.last
    await hall.asha.click(card, label=phrase("button.join", seat="The North"))
    await hall.bala.click(card, label=phrase("button.join", seat="The South"))
    await hall.asha.click(hall.last, label=phrase("button.start"))


async def test_a_chapter_and_the_end_are_told_once_in_private(hall: Hall) -> None:
    await begin(hall)
    answer = await hall.guest.slash(hall.channel, "follow")
    assert answer.ephemeral
    assert said(answer) == phrase("follow.begun", title="Toy Deccan")
    assert labels(answer) == [phrase("button.unfollow")]
    mine = await hall.guest.slash(hall.channel, "mine")
    assert phrase("mine.followed") in said(mine)
    await play(hall, 1)
    assert lines(hall, "guest") == [], "the chapter goes on"
    await play(hall, 1)
    [told] = lines(hall, "guest")
    first, headline, link = told.split("\n")
    assert first == phrase("follow.chapter", title="Toy Deccan", chapter="Chapter 1")
    assert headline
    assert says(link, "follow.link")
    await play(hall, 2)
    _, end = lines(hall, "guest")
    assert end.startswith(phrase("follow.end", title="Toy Deccan"))
    assert lines(hall, "asha") == lines(hall, "bala") == []


async def test_a_phone_shows_no_signs_of_markdown(hall: Hall) -> None:
    """A line is sent without the address of its link, which an edit adds at once."""
    await begin(hall)
    await hall.guest.slash(hall.channel, "follow")
    await play(hall, 2)
    private = f"/channels/{hall.people['guest'].dm_channel.id}/messages"
    [sent] = [body["content"] for method, path, body in requests(hall) if (method, path) == ("POST", private)]
    [line] = lines(hall, "guest")
    check_plain(sent, [hall.guest.id])
    assert sent == remove_signs(line) != line


async def test_a_line_without_a_sound_is_sent_as_it_is(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """No notification shows it, so no edit is needed."""
    await begin(hall)
    await hall.guest.slash(hall.channel, "follow")

    async def be_quiet(_: int) -> bool:
        return False

    monkeypatch.setattr(bot(hall).services.clubs.follows, "is_loud", be_quiet)
    await play(hall, 2)
    private = f"/channels/{hall.people['guest'].dm_channel.id}/messages"
    [line], sent = lines(hall, "guest"), [each for each in requests(hall) if each[1].startswith(private)]
    assert [(method, body["content"]) for method, _, body in sent] == [("POST", line)]


async def test_the_button_and_the_command_stop_it(hall: Hall) -> None:
    await begin(hall)
    await hall.guest.slash(hall.channel, "follow", table="1")
    await play(hall, 2)
    [line] = list_messages(hall, "guest")
    stopped = await hall.people["guest"].click(line, label=phrase("button.unfollow"))
    assert says(said(stopped), "follow.stopped")
    await play(hall, 1)
    await hall.asha.slash(hall.channel, "follow")
    again = await hall.asha.slash(hall.channel, "follow")
    assert says(said(again), "follow.stopped")
    await play(hall, 1)
    assert len(lines(hall, "guest")) == 1
    assert lines(hall, "asha") == []


async def test_who_wants_no_news_hears_nothing_and_is_told_so(hall: Hall) -> None:
    await begin(hall)
    await hall.guest.slash(hall.channel, "prefs", name="news", value="off")
    answer = await hall.guest.slash(hall.channel, "follow")
    assert phrase("follow.no_news") in said(answer)
    await play(hall, 4)
    assert lines(hall, "guest") == []


async def test_a_person_who_takes_no_private_messages_holds_nothing_up(hall: Hall) -> None:
    await begin(hall)
    await hall.guest.slash(hall.channel, "follow")
    hall.env.inject_error("POST", "/users/@me/channels", status=403)
    await play(hall, 2)
    assert lines(hall, "guest") == []
    await play(hall, 2)
    assert len(lines(hall, "guest")) == 1, "the end, for who accepts them again"


async def test_who_has_left_the_server_or_cannot_see_the_channel_hears_nothing(hall: Hall) -> None:
    await begin(hall)
    for who in (hall.guest, hall.bala):
        await who.slash(hall.channel, "follow")
    hall.guild.remove_member(hall.guest)
    await play(hall, 2)
    assert lines(hall, "guest") == []
    assert len(lines(hall, "bala")) == 1
    stored = await hall.store.find_in_channel(hall.channel.id)
    assert stored is not None
    assert await hall.store.follows.find_language(stored.id, hall.guest.id) is None


async def test_a_hidden_channel_tells_nobody_outside(hall: Hall, simcord_env: simcord.Env) -> None:
    closed = discord.PermissionOverwrite(view_channel=False)
    opened, me = discord.PermissionOverwrite(view_channel=True), simcord_env.bot.user
    assert me is not None
    secret = hall.guild.create_text_channel(
        "secret",
        overwrites={
            hall.guild.default_role: closed,
            hall.asha: opened,
            hall.bala: opened,
            me: opened,
        },
    )
    hall.channel = secret
    await begin(hall)
    stored = await hall.store.find_in_channel(secret.id)
    assert stored is not None
    await hall.store.follows.add(stored.id, hall.guest.id, "en")
    await hall.store.follows.add(stored.id, hall.bala.id, "en")
    await play(hall, 2)
    assert lines(hall, "guest") == []
    assert len(lines(hall, "bala")) == 1
    lobby = hall.guild.create_text_channel("lobby")
    refused = await hall.guest.slash(lobby, "follow", table=str(stored.id))
    assert says(said(refused), "follow.unknown")


async def test_a_line_is_in_the_language_in_which_the_game_is_followed(hall: Hall) -> None:
    await begin(hall)
    stored = await hall.store.find_in_channel(hall.channel.id)
    assert stored is not None
    await hall.store.follows.add(stored.id, hall.guest.id, "fr")
    await play(hall, 2)
    with speak_within("fr"):
        expected = phrase("follow.chapter", title="Toy Deccan", chapter="Chapter 1")
    assert lines(hall, "guest")[0].startswith(expected)


async def test_a_line_whose_turns_hold_no_end_of_a_chapter_is_not_sent(hall: Hall) -> None:
    await begin(hall)
    await hall.guest.slash(hall.channel, "follow")
    follows = bot(hall).services.clubs.follows
    stored = await hall.store.find_in_channel(hall.channel.id)
    assert stored is not None
    for over in (False, True):
        assert await follows.write(stored, hall.guest.id, Followed(stored.id, 1, 1, over)) is None


async def test_a_resignation_is_told_with_its_result(hall: Hall) -> None:
    """The board of a game that somebody has resigned says only what would come next."""
    await begin(hall)
    await hall.guest.slash(hall.channel, "follow")
    stored = await hall.store.find_in_channel(hall.channel.id)
    assert stored is not None
    settings = GameSettings.of(stored).with_(resigned={"south": hall.bala.id})
    over = replace(stored, status=Status.ENDED, settings=settings.to_json(), result="The North wins")
    told = await bot(hall).services.clubs.follows.write(
        over, hall.guest.id, Followed(stored.id, 1, 1, over=True)
    )
    assert told is not None
    assert told.text.split("\n")[1] == "The North wins"
