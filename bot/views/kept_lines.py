"""Keep an order that a person tried with `/try`, under a name."""

from __future__ import annotations

from bot.language.words import say
from bot.orders.service import OrderService
from bot.people.caller import Caller
from bot.replies.action import NOTHING, Entered, action
from bot.replies.reply import EntryForm, FormField, Refused, Reply
from bot.replies.text import cut_text
from db.notebooks import MOST_KEPT, NotebookLine

WORD = "word"  # the key of the form's only field; a person types the name of the line there
WORD_MAX = 60  # the most characters of a name


class KeptLines:
    """Keeps tried lines in the notebooks of the people who tried them."""

    def __init__(self, orders: OrderService) -> None:
        self.notebooks = orders.store.notebooks

    @action("notes.keep", "{line}")
    async def keep(self, caller: Caller, line: int) -> EntryForm:
        """Return the form that asks for a name of a tried line. Raises `Refused`."""
        kept = await self.find(caller, line)
        usual = say("notes.no_word", turn=kept.turn)
        field = FormField(WORD, say("notes.word"), text=kept.word, needed=False, hint=usual, most=WORD_MAX)
        return EntryForm(say("notes.form"), [field], KeptLines.submit.call(line))

    @action("form.notes", "{line}", fresh=True)
    async def submit(self, caller: Caller, line: int, *, entered: Entered = NOTHING) -> Reply:
        """Keep one of the caller's lines under the typed name. Raises `Refused`."""
        kept = await self.find(caller, line)
        word = _write_word(entered.get(WORD, "")) or say("notes.no_word", turn=kept.turn)
        if not await self.notebooks.keep(line, caller.user_id, word):
            raise Refused(say("notes.full", n=MOST_KEPT))
        return Reply(say("notes.kept", word=word))

    async def find(self, caller: Caller, line: int) -> NotebookLine:
        """Return the caller's line with this number. Raises `Refused` if the caller has no such line."""
        found = await self.notebooks.find(line, caller.user_id)
        if found is None:
            raise Refused(say("notes.gone"))
        return found


def _write_word(typed: str) -> str:
    """Return a typed name as it is stored: in one row, cut to `WORD_MAX` characters, with "'" for "`"."""
    return cut_text(" ".join(typed.replace("`", "'").split()), WORD_MAX)
