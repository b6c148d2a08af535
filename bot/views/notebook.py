"""Show a person's notebook (`/notes`): orders that they tried with `/try`, each kept under a name.

A line is the text of orders that a person tried. A notebook belongs to one person. During the game, only its
owner reads it. After the game, the owner can open it to everybody.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.analysis.opened_notebooks import write_line
from bot.language.words import say, speak_within
from bot.people.caller import Caller
from bot.people.preference_editor import PreferenceStore
from bot.replies.action import action, button
from bot.replies.reply import ActionButton, ActionList, Refused, Reply
from bot.replies.text import MAX_TEXT, cut_text
from bot.session.table_names import title_table
from bot.settings.game_settings import GameSettings
from bot.story.post import Post, link_board
from bot.views.kept_lines import KeptLines
from bot.views.whatif import WhatIf
from db.notebooks import NotebookLine
from db.records import Status, StoredGame
from rules.kernel import InputError, Option

OPEN, CLOSED = "open", "closed"


class NotebookViews:
    """Shows people their notebooks."""

    def __init__(self, whatif: WhatIf, lines: KeptLines, people: PreferenceStore) -> None:
        self.whatif, self.lines, self.orders, self.people = whatif, lines, whatif.orders, people
        self.store = whatif.orders.store

    async def show(self, caller: Caller) -> Reply:
        """Return the caller's notebook of the game that runs in the channel, or that ended there last.

        Raises `Refused`.
        """
        stored = await self.store.find_in_channel(caller.channel_id)
        stored = stored or await self.store.find_in_channel(caller.channel_id, ended=True)
        if stored is None:
            raise Refused(say("no_game"))
        return await self._show(caller, stored)

    @action("notes.look", "{}")
    async def look(self, caller: Caller, *lines: str) -> Reply:
        """Show the effects of a line on the present board, or why the line can't be played there."""
        chosen = next(iter(lines), "")
        kept = await self.lines.find(caller, int(chosen) if chosen.isdecimal() else 0)
        stored = await self.store.load(kept.game_id)
        drop = button(NotebookViews.drop.call(kept.id), say("button.delete"))
        word = button(KeptLines.keep.call(kept.id), say("button.reword"))
        head = say("notes.again", word=kept.word, turn=kept.turn, line=write_line(kept.line))
        if stored.status is not Status.RUNNING:
            return Reply("\n".join([head, say("notes.over")]), buttons=(word, drop))
        at = self.orders.load_seated(stored)
        if at.asked != kept.seat:
            asked, seat = at.rules.name(at.asked), at.rules.name(kept.seat)
            return Reply("\n".join([head, say("notes.seat", asked=asked, seat=seat)]), buttons=(word, drop))
        try:
            answer = await self.whatif.look(caller, stored, kept.line)
        except InputError as error:
            text = cut_text("\n".join([head, say("notes.illegal", why=error)]), MAX_TEXT)
            return Reply(text, buttons=(word, drop))
        text = cut_text("\n".join([head, say("notes.legal"), answer.text]), MAX_TEXT)
        return replace(answer, text=text, buttons=(*answer.buttons, word, drop))

    @action("notes.drop", "{line}")
    async def drop(self, caller: Caller, line: int) -> Reply:
        """Delete one of the caller's lines, and show the remaining lines. Raises `Refused`."""
        kept = await self.lines.find(caller, line)
        await self.store.notebooks.delete(line, caller.user_id)
        answer = await self._show(caller, await self.store.load(kept.game_id))
        return replace(answer, text="\n".join([say("notes.deleted", word=kept.word), answer.text]))

    @action("notes.open", "{game}:{how}")
    async def open(self, caller: Caller, game: int, how: str) -> Reply:
        """Open the caller's notebook of a finished game to everybody, or close it. Raises `Refused`."""
        stored = await self.store.load(game)
        if not stored.over:
            raise Refused(say("notes.running"))
        if not await self.store.notebooks.open(game, caller.user_id, opened=how == OPEN):
            raise Refused(say("notes.none"))
        title = self.orders.find_title(stored)
        return Reply(say("notes.opened" if how == OPEN else "notes.closed", title=title))

    async def write_request(self, stored: StoredGame, user_id: int) -> Post | None:
        """Return the message that asks the owner of a notebook whether it may be opened.

        Return None if the notebook is empty, the game is not over, or the owner wants no news.
        """
        preferences = await self.people.load(user_id)
        kept = await self.store.notebooks.list_kept(stored.id, user_id)
        if not kept or not stored.over or not preferences.news:
            return None
        with speak_within(preferences.choose_language(GameSettings.of(stored).language)):
            title = title_table(self.orders.find_rules(stored), stored)
            text = say("notes.ask", title=title, n=len(kept), link=link_board(stored))
            return Post(text=text, buttons=_list_consents(stored.id))

    async def _show(self, caller: Caller, stored: StoredGame) -> Reply:
        title = self.orders.find_title(stored)
        kept = await self.store.notebooks.list_kept(stored.id, caller.user_id)
        if not kept:
            return Reply(say("notes.empty", title=title))
        lines = [
            say("notes.line", n=number, turn=line.turn, word=line.word, line=write_line(line.line))
            for number, line in enumerate(kept, 1)
        ]
        is_open = stored.over and await self.store.notebooks.is_open(stored.id, caller.user_id)
        head = say("notes.head_open" if is_open else "notes.head", title=title)
        return Reply(
            cut_text("\n".join([head, *lines]), MAX_TEXT),
            lists=(_list_lines(kept),),
            buttons=tuple(_list_consents(stored.id, is_open=is_open)) if stored.over else (),
        )


def _list_lines(kept: Sequence[NotebookLine]) -> ActionList:
    options = [
        Option(str(line.id), say("notes.option", n=number, word=line.word))
        for number, line in enumerate(kept, 1)
    ]
    return ActionList(NotebookViews.look.call(), say("notes.choose"), options)


def _list_consents(game_id: int, *, is_open: bool | None = None) -> tuple[ActionButton, ...]:
    """Return the button that opens a notebook, the button that closes it, or both.

    `is_open` is whether the notebook is open now; None if its owner has not been asked yet.
    """
    opens = button(NotebookViews.open.call(game_id, OPEN), say("button.open_notes"))
    closes = button(NotebookViews.open.call(game_id, CLOSED), say("button.close_notes"))
    return (opens, closes) if is_open is None else (closes,) if is_open else (opens,)
