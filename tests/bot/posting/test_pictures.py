"""What is drawn for whom: animations, stills, strips within a turn, close-ups, the board in words."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from typing import Any

import pytest

from bot.analysis.replays import Replays
from bot.deadlines.caretaker import choose_key
from bot.discord_app.client import Durbar
from bot.language.words import say
from bot.people.preferences import Preferences
from bot.posting.drawing_places import GivenUp
from bot.posting.layouts import read
from bot.posting.pictures import Pictures
from bot.posting.private_images import draw_reply
from bot.replies.reply import Refused, Reply
from bot.story.post import Place
from db.records import StoredGame
from db.store import Store
from render import Picture
from render.worker import Animation, Job
from rules.loading.games import GAMES
from tests.bot.callers import CHANNEL, GUEST, NORTH, SOUTH, Room, caller
from tests.bot.discord_app.test_discord import Hall, bot_of, files, hall, labels, paint, said, shown
from tests.bot.saga import SAGA
from tests.phrases import begins, pattern, phrase, says
from tests.render.views import start
from tests.until import until

__all__ = ["hall"]

Jobs = list[Job | Animation]


@pytest.fixture
async def simcord_bot(store: Store) -> Durbar:
    """Return the bot with the toy game in chapters of two turns."""
    bot = bot_of(store)
    bot.services.orders.service.games = {"toy": SAGA}
    return bot


@pytest.fixture
def jobs(simcord_bot: Durbar) -> Jobs:
    """Return the list of drawn pictures."""
    found: Jobs = []

    def noting(job: Job | Animation) -> Picture:
        found.append(job)
        return paint(job)

    simcord_bot.pictures.paint = noting
    return found


@pytest.fixture
async def table(store: Store) -> Room:
    """Return a channel with a started game of Vijayanagara."""
    room = Room(store)
    room.table.games = GAMES
    await room.lobby.create(caller(), "vijayanagara")
    await room.lobby.join(caller(), "*")
    await room.lobby.start(caller())
    await room.posted()
    return room


async def play(hall: Hall, **options: str) -> None:
    """Play a game of four turns in which everybody passes."""
    await hall.asha.slash(hall.channel, "game new", game="toy")
    for name, value in {"cards": "4", **options}.items():
        await hall.asha.slash(hall.channel, "game options", name=name, value=value)
    await hall.asha.slash(hall.channel, "game join", seat="*")
    await hall.asha.slash(hall.channel, "game start")
    for _ in range(8):
        await hall.asha.slash(hall.channel, "pass")


async def test_a_chapter_ends_with_an_animation_and_a_game_with_one_board(hall: Hall, jobs: Jobs) -> None:
    await play(hall)
    posts = list(hall.channel.history())
    last, end = sorted(posts, key=lambda post: post.id)[-2:]
    [first] = [post for post in posts if says(read(post), "chapter.over") and post.id != last.id]
    assert says(read(last), "chapter.over")
    assert says(read(end), "final.below")
    assert [file.filename for post in (first, last, end) for file in post.attachments] == [
        "board.gif", "board.png",
    ], "the last chapter's board is the result's"  # fmt: skip
    [animation] = [job for job in jobs if isinstance(job, Animation)]
    assert len(animation.views) == 3, "the beginning, and the end of each turn"
    rows = [getattr(row, "children", ()) for row in end.components]
    buttons = [getattr(button, "label", "") for row in rows for button in row]
    ends = ("button.rematch", "button.replay", "button.result")
    assert buttons == [phrase(key) for key in ends], "how it ended is what stands last"
    stills = [job for job in jobs if isinstance(job, Job) and job.since is not None and job.during]
    assert {len(job.during or ()) for job in stills} == {1}, "who went where, turn by turn"


async def test_a_table_may_do_without_animation(hall: Hall, jobs: Jobs) -> None:
    await play(hall, animation="off")
    assert not [job for job in jobs if isinstance(job, Animation)]
    more = await hall.guest.click(hall.last, label=phrase("button.result"))
    assert phrase("button.animate_all") not in labels(more)
    ends = [post for post in hall.channel.history() if says(read(post), "chapter.over")]
    assert [file.filename for post in ends for file in post.attachments] == ["board.png"]


async def test_an_animation_by_a_button(hall: Hall, jobs: Jobs) -> None:
    await play(hall)
    replay = await hall.guest.slash(hall.channel, "replay", turn=2)
    assert labels(replay)[4:] == [phrase("button.animate"), phrase("button.animate_all")]
    animation = await hall.guest.click(shown(replay), label=phrase("button.animate"))
    assert said(animation) == phrase("animation.chapter", title="Chapter 1")
    assert [file.filename for file in files(animation)] == ["board.gif"]
    back = await hall.guest.click(shown(animation), label=phrase("button.replay"))
    assert said(back).startswith(phrase("replay.head", turn=2, last=4))
    await hall.guest.slash(hall.channel, "prefs", name="animation", value="off")
    still = await hall.guest.click(shown(back), label=phrase("button.animate_all"))
    assert said(still) == phrase("animation.game")
    assert [file.filename for file in files(still)] == ["board.png"]
    last = jobs[-1]
    assert isinstance(last, Job)
    assert last.since != last.view


async def test_a_still_of_an_animation_tells_all_of_it(table: Room) -> None:
    stored = await table.store.find_in_channel(CHANNEL)
    assert stored is not None
    view, _, _ = await table.look.view_moments(stored, Place(turn=1, entry=0), None)
    other, _, _ = await table.look.view_moments(stored, Place(turn=2, entry=0), None)
    answer = Reply("", animation=(view, other))
    assert draw_reply(answer, Preferences(palette="night")) == Animation((view, other), "night")
    preferences = Preferences(animation=False, size="board")
    assert draw_reply(answer, preferences) == Job(other, "board", since=view, during=())


async def test_the_moments_of_a_post(hall: Hall, jobs: Jobs) -> None:
    await hall.asha.slash(hall.channel, "game new", game="toy")
    await hall.asha.slash(hall.channel, "game join", seat="north")
    await hall.bala.slash(hall.channel, "game join", seat="south")
    await hall.asha.slash(hall.channel, "game start")
    await hall.asked().slash(hall.channel, "pass")
    await hall.asked().slash(hall.channel, "pass")
    begun, within, after = (job for job in jobs if isinstance(job, Job))
    assert (begun.since, begun.during, begun.small) == (None, (), False)
    assert (within.since, within.during, within.small) == (begun.view, (), True)
    assert (after.since, after.small) == (within.view, False)
    assert after.during is not None
    assert len(after.during) == 1, "the end of the turn that this has closed"


@pytest.mark.parametrize("crowded", [False, True])
async def test_a_board_is_drawn_while_the_disk_keeps_its_order_unless_others_wait(
    hall: Hall, simcord_bot: Durbar, jobs: Jobs, monkeypatch: pytest.MonkeyPatch, *, crowded: bool
) -> None:
    await hall.begin()
    before, commit, others = len(jobs), simcord_bot.store.commit, ExitStack()
    if crowded:
        others.enter_context(simcord_bot.poster.answers_first.count_answer())
    kept = asyncio.Event()

    async def commit_late(*args: Any, **kwargs: Any) -> StoredGame:
        if not crowded:
            await until(lambda: len(jobs) > before)
        assert (len(jobs) > before) is not crowded
        others.close()
        kept.set()
        return await commit(*args, **kwargs)

    monkeypatch.setattr(simcord_bot.store, "commit", commit_late)
    await hall.asked().slash(hall.channel, "pass")
    assert kept.is_set()
    assert len(jobs) == before + 1, "the post takes the picture that was begun"
    assert [file.filename for file in hall.last.attachments] == ["board.png"]


async def test_what_lies_farther_back_is_found_too(room: Room) -> None:
    await room.begin(6)
    for _ in range(6):
        await room.choose("pass")
    stored = await room.store.find_in_channel(CHANNEL)
    assert stored is not None
    now, before, during = await room.look.view_moments(stored, Place(turn=4, entry=0), Place(turn=1, entry=0))
    assert before is not None
    assert (before.headline, now.headline) == ("6 cards left", "3 cards left")
    assert [view.headline for view in during] == ["5 cards left", "4 cards left", "3 cards left"]


async def test_a_list_leads_to_each_province_and_back(store: Store) -> None:
    """The whole board shows one province only; the list shows the provinces of the others too."""
    room = Room(store)
    room.table.games = {**room.table.games, "rajas_of_the_ganges": GAMES["rajas_of_the_ganges"]}
    await room.lobby.create(caller(), "rajas_of_the_ganges")
    await room.options.set(caller(), "seats", "2")
    await room.lobby.join(caller(NORTH), "haridwar")
    await room.lobby.join(caller(SOUTH), "kannauj")
    await room.lobby.start(caller())
    (parts,) = (await room.look.show_board(caller(NORTH))).lists
    labels = {option.key: option.label for option in parts.options}
    assert [*labels] == ["haridwar", "kannauj", "river", "display", "spaces"]
    assert (labels["haridwar"], labels["kannauj"]) == (say("board.own", seat="Haridwar"), "Kannauj")
    stored = await store.find_in_channel(CHANNEL)
    assert stored is not None
    for key in labels:  # "river" is also the kind of picture that numbers the answers of a question
        close = await room.look.show_close_up(caller(NORTH), stored.id, key)
        assert close.space == key
        assert close.lists == (parts,)
    suggested = [value for _, value in await room.look.list_pictures(caller(GUEST))]
    assert len(suggested) == len({*suggested})


async def test_no_list_of_spaces_if_no_seat_has_a_mat_of_its_own(table: Room) -> None:
    assert not (await table.look.show_board(caller())).lists


async def test_any_picture_by_its_name(table: Room) -> None:
    look = table.look
    assert (await look.show_board(caller())).size is None
    for kind in ("board", "large", "card", "strip", "Phone"):
        assert (await look.show_board(caller(), kind)).size == kind.lower()
    for name in ("delhi", "Delhi", "del"):
        assert (await look.show_board(caller(), name)).space == "delhi"
    words = await look.show_board(caller(), "text")
    assert "o Obedient, r Rebelling\n" in words.text
    assert words.view is None
    with pytest.raises(Refused, match=pattern("board.sizes")):
        await look.show_board(caller(), "atlantis")
    for slip, meant in (("malva", "Malwa"), ("lage", "large"), ("bengla", "Bengal")):
        with pytest.raises(Refused, match=pattern("board.meant", names=meant)):
            await look.show_board(caller(), slip)


async def test_pictures_are_suggested(table: Room) -> None:
    found = await table.look.list_pictures(caller(GUEST))
    assert ("strip", "strip") in found
    assert ("text", "text") in found
    assert ("Andhra", "andhra") in found
    assert await table.look.list_pictures(caller(GUEST, channel=1)) == []


async def test_a_chapter_of_a_real_game_is_drawn(table: Room) -> None:
    replays = Replays(table.table)
    answer = await replays.animate(caller(), 1, 1)
    assert begins(answer.text, "animation.chapter")
    assert len(answer.animation) >= 2


async def test_the_words_of_a_new_card_are_in_the_post_that_reveals_it(table: Room) -> None:
    stored = await table.store.find_in_channel(CHANNEL)
    seen = 0
    for _ in range(30):
        assert stored is not None
        at = table.table.load_seated(stored)
        assert at.ask is not None
        before = at.rules.EXTRAS.prose.open_card(at.live.state)
        await table.table.enter(caller(), at, [choose_key(at.rules, at.live.state, at.ask)])
        stored = await table.store.find_in_channel(CHANNEL)
        assert stored is not None
        now = table.table.load_seated(stored)
        words = now.rules.EXTRAS.prose.open_card(now.live.state)
        posts = [f"{post.text}\n{post.asks}" for _, post in await table.posted()]
        assert words == before or all(any(f"-# {line}" in post for post in posts) for line in words)
        assert all(post.count(f"-# {line}") < 2 for line in words for post in posts), "once a post"
        seen += words != before
    assert seen > 4


@pytest.mark.parametrize("error", [GivenUp(), ValueError("can't draw")])
async def test_a_post_goes_without_a_picture_that_is_not_drawn(error: Exception) -> None:
    def fail(_: Job) -> Picture:
        raise error

    job = Job(start())
    assert await Pictures(paint=fail).draw_for_post(job) is None
    assert await Pictures(paint=paint).draw_for_post(job) is not None
