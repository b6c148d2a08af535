"""The notebook: a tried line is kept with a word, tried again on today's board, and opened after the end."""

from __future__ import annotations

import pytest

from bot.analysis.opened_notebooks import OpenedNotebooks
from bot.people.preference_editor import PreferenceStore
from bot.replies.reply import Refused, Reply
from bot.story.post import Post
from bot.story.pushes import remove_signs
from bot.views.kept_lines import WORD, KeptLines
from bot.views.notebook import CLOSED, OPEN, NotebookViews
from bot.views.whatif import WhatIf
from db.notebooks import MOST_KEPT
from tests.bot.callers import CHANNEL, GUEST, NORTH, SOUTH, Room, caller
from tests.bot.plain import check_plain
from tests.bot.presses import press
from tests.phrases import pattern, phrase, says


class Desk:
    """A running game with the notebooks of its people."""

    def __init__(self, room: Room) -> None:
        self.room, self.whatif = room, WhatIf(room.table)
        self.people = PreferenceStore(room.store)
        self.lines = KeptLines(room.table)
        self.books = NotebookViews(self.whatif, self.lines, self.people)

    async def keep(self, user: int, line: str, word: str) -> Reply:
        """Try a line, and keep it under a word."""
        tried = await self.whatif.attempt(caller(user), line)
        [keep] = tried.buttons
        form = await self.lines.keep(caller(user), int(keep.about))
        return await press(self.lines, caller(user), form.reads, entered={WORD: word})

    async def list_lines(self, user: int) -> list[tuple[str, str]]:
        """Return the entries of the list in a person's notebook: key and label."""
        answer = await self.books.show(caller(user))
        return [(each.key, each.label) for each in answer.lists[0].options] if answer.lists else []

    async def finish(self) -> int:
        """Play to the end, and return the number of the game."""
        stored = await self.room.store.find_in_channel(CHANNEL)
        assert stored is not None
        while await self.room.store.find_in_channel(CHANNEL) is not None:
            await self.room.choose("pass")
        return stored.id

    async def write_request(self, user: int, game: int) -> Post | None:
        """Return what the owner of a notebook of a game is asked."""
        return await self.books.write_request(await self.room.store.load(game), user)


@pytest.fixture
async def desk(room: Room) -> Desk:
    return Desk(await room.begin())


async def test_a_line_is_kept_with_a_word_and_only_its_owner_reads_it(desk: Desk) -> None:
    user = await desk.room.decider()
    answer = await desk.keep(user, "pass", "quiet ` word\n here")
    assert answer.text == phrase("notes.kept", word="quiet ' word here")
    shown = await desk.books.show(caller(user))
    assert phrase("notes.line", n=1, turn=1, word="quiet ' word here", line="pass") in shown.text
    [(key, _)] = await desk.list_lines(user)
    for other in {NORTH, SOUTH, GUEST} - {user}:
        assert says((await desk.books.show(caller(other))).text, "notes.empty", title="Toy Deccan")
        for refused in (
            desk.books.look(caller(other), key),
            desk.books.drop(caller(other), int(key)),
            desk.lines.keep(caller(other), int(key)),
            desk.lines.submit(caller(other), int(key), entered={WORD: "mine"}),
        ):
            with pytest.raises(Refused, match=pattern("notes.gone")):
                await refused


async def test_a_line_is_tried_again_on_the_board_as_it_is(desk: Desk) -> None:
    user = await desk.room.decider()
    await desk.keep(user, "command", "strong")
    [(key, _)] = await desk.list_lines(user)
    again = await desk.books.look(caller(user), key)
    assert phrase("notes.legal") in again.text
    assert again.view is not None
    await desk.room.choose("pass")
    later = await desk.books.look(caller(user), key)
    assert later.text.splitlines()[1:] == [
        phrase("notes.seat", asked="The South", seat="The North")
        if user == NORTH
        else phrase("notes.seat", asked="The North", seat="The South")
    ]
    assert later.view is None, "nothing is tried for another seat"
    await desk.finish()
    over = await desk.books.look(caller(user), key)
    assert phrase("notes.over") in over.text


async def test_one_tap_makes_a_line_the_draft(desk: Desk) -> None:
    user = await desk.room.decider()
    await desk.keep(user, "command", "strong")
    [(key, _)] = await desk.list_lines(user)
    again = await desk.books.look(caller(user), key)
    assert again.panel is not None
    assert again.panel.take == phrase("button.draft")
    taken = await desk.whatif.take(caller(user), again.panel.mark)
    assert taken.panel is not None
    assert taken.panel.draft


async def test_a_line_that_is_no_longer_legal_says_why(desk: Desk) -> None:
    user = await desk.room.decider()
    stored = await desk.room.store.find_in_channel(CHANNEL)
    assert stored is not None
    seat = desk.room.table.load_seated(stored).asked
    line = await desk.room.store.notebooks.add(stored.id, user, "command fly", 1, seat)
    await desk.lines.submit(caller(user), line, entered={WORD: "both"})
    [(key, _)] = await desk.list_lines(user)
    later = await desk.books.look(caller(user), key)
    assert says(later.text.splitlines()[1], "notes.illegal")
    assert later.view is None
    deleted = await desk.books.drop(caller(user), int(key))
    assert phrase("notes.deleted", word="both") in deleted.text
    assert await desk.list_lines(user) == []


async def test_the_form_and_the_limit(desk: Desk) -> None:
    user = await desk.room.decider()
    for number in range(MOST_KEPT):
        await desk.keep(user, "pass", f"word {number}")
    with pytest.raises(Refused, match=pattern("notes.full", n=MOST_KEPT)):
        await desk.keep(user, "pass", "one too many")
    [(key, _), *_] = await desk.list_lines(user)
    form = await desk.lines.keep(caller(user), int(key))
    assert form.fields[0].text == "word 0"
    await desk.lines.submit(caller(user), int(key), entered={WORD: "  "})
    nameless = phrase("notes.option", n=1, word=phrase("notes.no_word", turn=1))
    assert (await desk.list_lines(user))[0][1] == nameless


async def test_the_owner_opens_it_after_the_end_and_closes_it_again(desk: Desk) -> None:
    user = await desk.room.decider()
    await desk.keep(user, "pass", "patience")
    stored = await desk.room.store.find_in_channel(CHANNEL)
    assert stored is not None
    assert await desk.write_request(user, stored.id) is None, "the game goes on"
    with pytest.raises(Refused, match=pattern("notes.running")):
        await desk.books.open(caller(user), stored.id, OPEN)
    game = await desk.finish()
    with pytest.raises(Refused, match=pattern("notes.nothing_open")):
        await OpenedNotebooks(desk.room.table).read(caller(GUEST), game)
    asked = await desk.write_request(user, game)
    assert asked is not None
    check_plain(remove_signs(asked.text), [user])
    assert [each.label for each in asked.buttons] == [
        phrase("button.open_notes"),
        phrase("button.close_notes"),
    ]
    await press(desk.books, caller(user), asked.buttons[0])
    read = await OpenedNotebooks(desk.room.table).read(caller(GUEST), game)
    assert phrase("notes.opened_line", turn=1, word="patience", line="pass") in read.text
    shown = await desk.books.show(caller(user))
    assert [each.label for each in shown.buttons] == [phrase("button.close_notes")]
    await desk.books.open(caller(user), game, CLOSED)
    with pytest.raises(Refused, match=pattern("notes.nothing_open")):
        await OpenedNotebooks(desk.room.table).read(caller(GUEST), game)
    with pytest.raises(Refused, match=pattern("notes.none")):
        await desk.books.open(caller(GUEST), game, OPEN)


async def test_who_wants_no_news_is_not_asked(desk: Desk) -> None:
    user = await desk.room.decider()
    await desk.keep(user, "pass", "patience")
    await desk.people.set(caller(user), "news", "off")
    assert await desk.write_request(user, await desk.finish()) is None
