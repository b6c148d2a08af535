"""Show the notebooks of a finished game, as far as their owners opened them to everybody."""

from __future__ import annotations

from bot.language.words import say
from bot.orders.service import OrderService
from bot.people.caller import Caller
from bot.replies.action import action, button
from bot.replies.reply import ActionButton, Refused, Reply
from bot.replies.text import MAX_TEXT, cut_text
from db.records import StoredGame
from db.store import Store

LINE_MAX = 100  # the most characters of a line in a list


class OpenedNotebooks:
    """Shows the notebooks that their owners have opened."""

    def __init__(self, orders: OrderService) -> None:
        self.orders, self.store = orders, orders.store

    @action("notes.read", "{game}", fresh=True, looking=True)
    async def read(self, caller: Caller, game: int) -> Reply:
        """Return the notebooks of a finished game, as far as their owners opened them. Raises `Refused`."""
        stored = await self.orders.find_begun_game(caller, game)
        lines = await self.store.notebooks.list_opened(game) if stored.over else ()
        if not lines:
            raise Refused(say("notes.nothing_open"))
        text, owner = [say("notes.head_all", title=self.orders.find_title(stored))], 0
        for line in lines:
            if line.user_id != owner:
                owner = line.user_id
                text.append(f"<@{owner}>")
            text.append(say("notes.opened_line", turn=line.turn, word=line.word, line=write_line(line.line)))
        return Reply(cut_text("\n".join(text), MAX_TEXT))


def write_line(line: str) -> str:
    """Return a line in the form for a list: in one row, cut to `LINE_MAX` characters."""
    return cut_text(" ".join(line.replace("`", "'").split()), LINE_MAX)


async def make_notebooks_button(store: Store, stored: StoredGame) -> list[ActionButton]:
    """Return the button that shows the notebooks of a finished game; [] if nobody has opened one."""
    if not stored.over or not await store.notebooks.list_opened(stored.id):
        return []
    return [button(OpenedNotebooks.read.call(stored.id), say("button.notebooks"))]
