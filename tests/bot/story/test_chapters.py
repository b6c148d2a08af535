"""Chapters: each is told once at its end, can be read again, and has a heading in the log."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.discord_app.client import Durbar
from bot.hosting.repairs import Repairs
from bot.people.preference_editor import PreferenceStore
from bot.posting.layouts import read
from bot.replies.reply import Refused
from bot.story.announce import make_board_posts
from bot.story.chapters import list_chapters, write_number, write_short_title
from bot.story.post import BOARD, CHAPTER, Place, Post
from bot.views.history import History
from db.records import Delivery
from db.store import Store
from rules.extras import Teaching
from rules.kernel import begin
from rules.loading.games import GAMES
from rules.state import Stand
from tests.bot.callers import CHANNEL, GUEST, NORTH, Room, caller, make_reminders
from tests.bot.discord_app.test_discord import Hall, bot_of, files, hall, labels, said
from tests.bot.posting.test_poster import poster_of
from tests.bot.presses import press
from tests.bot.saga import SAGA
from tests.phrases import begins, pattern, phrase, says

__all__ = ["hall"]


@pytest.fixture
def room(store: Store) -> Room:
    """Return a channel with the toy game in chapters."""
    room = Room(store)
    room.table.games = {"toy": SAGA}
    return room


@pytest.fixture
def history(room: Room) -> History:
    return History(room.look)


@pytest.fixture
async def simcord_bot(store: Store) -> Durbar:
    """Return the bot with the toy game in chapters."""
    bot = bot_of(store)
    bot.services.orders.service.games = {"toy": SAGA}
    return bot


async def play(room: Room, cards: int) -> list[tuple[str, Post]]:
    """Play these cards, with everybody passing; return the posts."""
    for _ in range(2 * cards):
        await room.choose("pass")
    return await room.posted()


async def test_a_chapter_is_told_when_it_is_over_and_before_the_next_question(
    room: Room, history: History
) -> None:
    await room.begin(4)
    assert CHAPTER not in [kind for kind, _ in await play(room, 1)]
    posts = await play(room, 1)
    assert [kind for kind, _ in posts][-2:] == [CHAPTER, BOARD]
    (_, act), (_, asked) = posts[-2:]
    assert ": Pass." in act.text, "what ended it is read first, in the same post"
    assert ": Pass." not in asked.text
    assert begins(asked.asks.splitlines()[-1], "asked", user=await room.decider())
    stored = await room.store.find_in_channel(CHANNEL)
    assert stored is not None
    written = await history.write_chapter(stored, posts[-2][1])
    assert written is not None
    head = phrase("chapter.over", title="Chapter 1")
    assert written.text == f"{act.text}\n{head}\nCards played: 2. Somebody passed 4 times."
    assert (written.since, written.at) == (Place(turn=1, entry=0), Place(turn=2, entry=3))


async def test_the_line_that_names_a_new_card_stays_with_its_words(room: Room) -> None:
    await room.begin(4)
    stored = await room.store.find_in_channel(CHANNEL)
    assert stored is not None
    ended, told = Place(turn=1, entry=1), ["- It is over.", "- Card: 2."]
    posts = make_board_posts(room.table.load_seated(stored), told, ended=[ended], card=["-# What it says."])
    texts = [Post.model_validate_json(post.content).text for post in posts]
    assert texts == ["- It is over.", "- Card: 2.\n-# What it says."]


async def test_the_last_chapter_ends_with_the_game(room: Room, history: History) -> None:
    await room.begin(2)
    posts = await play(room, 2)
    assert [kind for kind, _ in posts][-2:] == [CHAPTER, BOARD], "how it ended stands last"
    assert ": Pass." in posts[-2][1].text
    assert not posts[-2][1].drawn
    assert says(posts[-1][1].text.splitlines()[0], "push.end")
    assert says(posts[-1][1].asks, "final.below")
    assert not says(posts[-1][1].text, "final.moves"), "the chapter's post tells them"
    ended = [post for kind, post in posts if kind == CHAPTER]
    assert len(ended) == 1
    stored = await room.store.find_in_channel(CHANNEL, ended=True)
    assert stored is not None
    written = await history.write_chapter(stored, ended[0])
    assert written is not None
    assert says(written.text, "chapter.over", title="Chapter 2")


async def test_a_chapter_that_was_taken_back_is_not_told(room: Room, history: History) -> None:
    await room.begin(4)
    [chapter] = [post for kind, post in await play(room, 2) if kind == CHAPTER]
    stored = await room.store.find_in_channel(CHANNEL)
    assert stored is not None
    gone = chapter.model_copy(update={"at": Place(turn=2, entry=1)})
    assert await history.write_chapter(stored, gone) is None


async def test_any_chapter_can_be_read_again(room: Room, history: History) -> None:
    await room.begin(4)
    await play(room, 3)
    now = await history.digest(caller(GUEST), None)
    head, sum_, *_ = now.text.splitlines()
    assert head == phrase("chapter.so_far", title="Chapter 2")
    assert sum_.startswith("Cards played: 2.")
    assert now.before != now.view
    [older] = now.buttons
    game, _, number = older.about.partition(":")
    first = await history.digest(caller(GUEST), int(number), int(game))
    assert first.text.startswith("**Chapter 1**\nCards played: 2.")
    assert [button.label for button in first.buttons] == [phrase("button.newer")]
    beyond = (await history.digest(caller(GUEST), 99)).text
    last = phrase("chapter.beyond", number=99, n=2)
    assert beyond == f"{last}\n{now.text}"
    assert await history.list_titles(caller(GUEST)) == [("Chapter 1", "1"), ("Chapter 2", "2")]


async def test_a_word_of_the_game_is_explained_in_the_chapter_that_uses_it_first(
    room: Room, history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = {"passed": "gave way.", "Tributary": "it pays tribute."}
    monkeypatch.setattr(SAGA, "EXTRAS", replace(SAGA.EXTRAS, teaching=Teaching(glossary=lambda: words)))
    await room.begin(4)
    await play(room, 3)
    first, second = [await history.digest(caller(GUEST), number) for number in (1, 2)]
    assert first.text.endswith("Somebody passed 4 times.\n-# **passed**: gave way.")
    assert "passed" in second.text
    assert "gave way" not in second.text


async def test_chapters_head_the_log(room: Room, history: History) -> None:
    await room.begin(4)
    await play(room, 3)
    log = (await history.log(caller(GUEST), 1)).text
    assert (
        log.index(phrase("log.chapter", title="Chapter 1"))
        < log.index(phrase("log.turn", turn=1))
        < log.index(phrase("log.chapter", title="Chapter 2"))
    )


async def test_spectators_read_the_acts_and_what_came_of_them(
    room: Room, history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("bot.views.history.SUMMARY_ROWS", "bot.views.history.ROWS", "bot.story.summary.ROWS"):
        monkeypatch.setattr(name, 6)
    await room.begin(4)
    await play(room, 2)
    answer = await history.since(caller(GUEST))
    acts = [phrase("order", seat=seat, line="Pass.") for seat in ("The North", "The South")]
    head, question, *told = answer.text.splitlines()
    assert head == phrase("since.lately")
    assert says(question, "asked")
    assert told[0] == f"{acts[0]} Cards played: 1. Somebody passed 1 times.", (
        "what came of it stands beside it"
    )
    assert all(line.startswith(tuple(acts)) for line in told)
    whole = await press(history, caller(GUEST), answer.buttons[0])
    assert whole.text.count(": Pass.") == 4
    assert phrase("log.turn", turn=1) in whole.text


async def set_back(room: Room) -> None:
    """Let the host set a position in which the North has only 1 gold."""
    reminders = make_reminders(room.table, PreferenceStore(room.store))
    host = Repairs(reminders, room.look, room.lobby)
    exported = await host.export(caller(), "position")
    assert exported.file is not None
    document = re.sub(r"north: \d+", "north: 1", exported.file[1], count=1)
    [button] = (await host.set_position(caller(), document)).buttons
    await press(host, caller(), button)


async def test_a_position_set_by_hand_has_no_history(room: Room, history: History) -> None:
    await room.begin(6)
    await play(room, 3)
    await set_back(room)
    for told in (await history.since(caller(NORTH)), await history.digest(caller(GUEST), None)):
        assert phrase("log.position") in told.text
        assert told.before is not None
        assert dict(told.before.standing)["north"] == Stand(("1 gold",))
    assert "Cards played: 1." in (await history.digest(caller(GUEST), None)).text
    posts = await play(room, 2)
    [chapter] = [post for kind, post in posts if kind == CHAPTER]
    stored = await room.store.find_in_channel(CHANNEL)
    assert stored is not None
    written = await history.write_chapter(stored, chapter)
    assert written is not None
    assert says(written.text, "log.position")


async def test_the_index_is_by_chapters(room: Room, history: History) -> None:
    await room.begin(6)
    for _ in range(7):
        await room.choose("pass")
    while claimed := (await room.store.claim_due())[0]:
        for delivery in claimed:
            await room.store.mark_sent(delivery.id, 10**18 + delivery.id)
    stored = await room.store.find_in_channel(CHANNEL)
    assert stored is not None
    links = (await history.write_links(stored)).split("\n")
    assert [line.partition("[")[0] for line in links] == ["**Prologue**: ", "**Chapter 1**: "]
    assert [line.count("](") for line in links] == [2, 2]


@pytest.mark.parametrize(
    ("key", "marked"), [("vijayanagara", "1 Khalji"), ("rajas_of_the_ganges", "Round 1")]
)
def test_a_chapter_has_a_mark_for_pictures_if_the_game_has_one_else_its_title(key: str, marked: str) -> None:
    rules = GAMES[key]
    [part] = list_chapters(rules, [begin(rules, rules.dump(rules.setup(rules.Options())), "marks").game])
    assert write_short_title(rules, part) == marked


@pytest.mark.parametrize(
    ("key", "number"),
    [("vijayanagara", "1"), ("rajas_of_the_ganges", "1"), ("successors", ""), ("taj_mahal", "")],
)
def test_a_chapter_has_the_number_that_its_game_counts(key: str, number: str) -> None:
    """What comes before the first game turn or visit has no number."""
    rules = GAMES[key]
    step = begin(rules, rules.dump(rules.setup(rules.Options())), "marks")
    part, *_ = list_chapters(rules, [*step.closed, step.game])
    assert write_number(rules, part) == number


async def test_a_game_without_chapters_says_so(store: Store) -> None:
    room = await Room(store).begin()
    assert CHAPTER not in [kind for kind, _ in await play(room, 2)]
    with pytest.raises(Refused, match=pattern("chapter.none", title="Toy Deccan")):
        await History(room.look).digest(caller(GUEST), None)
    assert list_chapters(room.table.games["toy"], ()) == []


async def begun(hall: Hall) -> None:
    """Start a game of four cards."""
    await hall.asha.slash(hall.channel, "game new", game="toy")
    await hall.asha.slash(hall.channel, "game options", name="cards", value="4")
    await hall.asha.slash(hall.channel, "game join", seat="north")
    await hall.bala.slash(hall.channel, "game join", seat="south")
    await hall.asha.slash(hall.channel, "game start")


async def test_a_chapter_that_arrived_unnoticed_is_not_told_twice(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(hall)
    taken: list[Delivery] = []
    poster = poster_of(hall)
    post = poster.post

    async def noting(delivery: Delivery) -> int | None:
        taken.append(delivery)
        return await post(delivery)

    monkeypatch.setattr(poster, "post", noting)
    for _ in range(4):
        await hall.asked().slash(hall.channel, "pass")
    before = [message.id for message in hall.channel.history()]
    [chapter] = [delivery for delivery in taken if delivery.kind == CHAPTER]
    again = replace(chapter, attempts=2, first_tried=hall.env.now() - timedelta(minutes=3))
    assert await post(again) in before
    assert [message.id for message in hall.channel.history()] == before


async def test_the_channel_reads_it_with_one_picture(hall: Hall) -> None:
    await begun(hall)
    for _ in range(4):
        await hall.asked().slash(hall.channel, "pass")
    [told] = [
        message
        for message in hall.channel.history()
        if says(read(message), "chapter.over", title="Chapter 1")
    ]
    assert len(told.attachments) == 1
    assert told.id < hall.last.id, "the question stands last"
    again = await hall.guest.slash(hall.channel, "digest", chapter=1)
    assert said(again).startswith("**Chapter 1**\nCards played: 2.")
    assert len(files(again)) == 1
    newer = await hall.guest.slash(hall.channel, "digest")
    assert labels(newer) == [phrase("button.older")]


async def test_a_long_post_is_told_in_short_and_all_of_it_opens(room: Room, history: History) -> None:
    await room.begin(6)
    await play(room, 4)
    stored = await room.store.find_in_channel(CHANNEL)
    assert stored is not None
    assert stored.position is not None
    long = "\n".join(["- and so on"] * 40)
    at = Place.of(stored.position)
    post = await history.shorten_post(stored, Post(text=long, at=at, summed=True), asks=False)
    assert post.text != long
    assert len(post.text.splitlines()) <= 10
    whole = await press(history, caller(GUEST), post.buttons[0])
    assert whole.text.count(": Pass.") == 8
    with pytest.raises(Refused, match=pattern("stale")):  # undone since
        await history.whole(caller(GUEST), "99.0", "99.2", 1, stored.id)
