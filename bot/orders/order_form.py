"""Carry out typed orders, and open a form for them. If an order is refused, offer similar legal orders."""

from __future__ import annotations

import hashlib
import re
import textwrap
from collections.abc import Sequence
from contextlib import suppress
from itertools import takewhile

from bot.language.typed_line import split_line
from bot.language.words import say
from bot.orders.nearest_orders import NearOrder
from bot.orders.own_question import OwnQuestion
from bot.orders.service import OrderService
from bot.orders.undo_requests import UndoRequests
from bot.people.caller import Caller
from bot.replies.action import NOTHING, Entered, action, button
from bot.replies.mark import Mark
from bot.replies.out_of_date import refuse_moved
from bot.replies.reply import Call, EntryForm, FormField, Refused, Reply
from bot.replies.text import clip_label, fit_above
from db.records import NoGame
from rules.kernel import InputError

KEY = "order"  # the key of the form's only field
MAX_NAMED = 60  # a button shows at most this many characters of its order
WARNS = "⚠️ "  # before the label of an order whose preview has a warning
LEAD = 20  # if possible, a label has this many characters for the words that other labels don't have
CLAUSE_END = re.compile(r"[.,:;]”? ")
TYPED = 36  # on a phone, a row of a typed order has this many characters


def make_order_form(reads: Call, order: str = "") -> EntryForm:
    """Return the form for an order, filled with `order`. The action `reads` gets the text of the player."""
    field = FormField(KEY, say("modal.label"), text=order, long=True, hint=say("modal.hint"))
    return EntryForm(say("modal.title"), [field], reads)


def read_typed(entered: Entered) -> str:
    """Return the text that was typed into the form. Old forms have another key for the field."""
    return next(iter(entered.values()), "")


class OrderForm:
    """Carries out typed orders, and opens the form for them."""

    def __init__(self, orders: OrderService, undo_requests: UndoRequests) -> None:
        self.orders, self.undo_requests = orders, undo_requests

    @action("type")
    async def open(self, _: Caller) -> EntryForm:
        """Return the empty form."""
        return make_order_form(OrderForm.submit.call())

    @action("form.order")
    async def submit(self, caller: Caller, *, entered: Entered = NOTHING) -> Reply:
        """Carry out an order from the form. If the order is refused, show it with a button to correct it."""
        line = read_typed(entered)
        try:
            return await self.orders.order(caller, line)
        except InputError as refused:
            if (answer := await self._use_tool(caller, line)) is not None:
                return answer
            return self._show_refused(line, refused, await self._list_nearest(caller, line) or [])

    async def order(
        self, caller: Caller, text: str, word: str = "", *, shows: bool = False, mark: Mark | None = None
    ) -> Reply:
        """Carry out a typed order. If it is refused, offer the most similar legal orders and a correction.

        `word` is the first word of the order, if it is also the name of the slash command; "" for `/do`.
        `OrderService.order` explains `shows` and `mark`. Raises `InputError` if the caller can't correct the
        order, or if no legal order is similar and the refusal has buttons of its own.
        """
        try:
            if word:
                return await self.orders.order_with_word(caller, word, text)
            return await self.orders.order(caller, text, shows=shows, mark=mark)
        except InputError as refused:
            line = f"{word} {text}".strip()
            if (answer := await self._use_tool(caller, line)) is not None:
                return answer
            nearest = await self._list_nearest(caller, line)
            if nearest or (nearest is not None and not isinstance(refused, Refused)):
                return self._show_refused(line, refused, nearest)
            raise

    @action("nearest", "{digest}")
    async def enter_nearest(self, caller: Caller, digest: str, *, shown: str = "") -> Reply:
        """Enter the similar legal order with the hash `digest`, and preview it.

        `shown` is the text of the message with the refused order. Raises `Refused` if no similar order
        has this hash any more.
        """
        for near in await self.orders.list_nearest(caller, _read_kept(shown)) or ():
            if _make_digest(near.order) == digest:
                return await self.orders.order(caller, near.order, shows=True)
        raise refuse_moved()

    @action("again")
    async def correct(self, _: Caller, *, shown: str = "") -> EntryForm:
        """Return the form again, filled with the refused order in the message `shown`."""
        return make_order_form(OrderForm.submit.call(), _read_kept(shown))

    async def _use_tool(self, caller: Caller, line: str) -> Reply | None:
        """Answer a line that names a tool, such as "undo". Return None for a line that names no tool.

        Raises the errors of the tool.
        """
        typed = split_line(line)
        if typed.is_button("button.undo", "button.undo_step", "button.undo_played"):
            return await self.undo_requests.undo(caller)
        if typed.is_button("button.hint"):
            return Reply(say("typed.hint"), buttons=(button(OwnQuestion.show.call(), say("button.own")),))
        return None

    async def _list_nearest(self, caller: Caller, line: str) -> list[NearOrder] | None:
        with suppress(InputError, NoGame):
            return await self.orders.list_nearest(caller, line)
        return None

    def _show_refused(self, line: str, refused: InputError, nearest: Sequence[NearOrder]) -> Reply:
        """Show a refused order and the reason, with buttons for the nearest orders and for a correction."""
        panel = refused.panel if isinstance(refused, Refused) and nearest else None
        # a phone wraps no code; `_read_kept` joins the rows again
        rows = textwrap.wrap(line.replace("`", "'"), TYPED, break_long_words=False, break_on_hyphens=False)
        kept = say("typed.kept", text="\n".join(rows))
        closing = [kept, *([say("typed.nearest")] if nearest else [])]
        enter = [
            button(
                OrderForm.enter_nearest.call(_make_digest(near.order)), label, "plain" if place else "main"
            )
            for place, (near, label) in enumerate(zip(nearest, label_orders(nearest), strict=True))
        ]
        again = button(OrderForm.correct.call(), say("button.correct"), "plain" if nearest else "main")
        own = () if panel is not None else (button(OwnQuestion.show.call(), say("button.own")),)
        return Reply(fit_above(str(refused), *closing), panel, buttons=(*enter, again, *own))


def _read_kept(shown: str) -> str:
    """Return the order between the two "```" of a message."""
    return " ".join(shown.partition("```\n")[2].partition("\n```")[0].split())


def _make_digest(order: str) -> str:
    """Return a short hash of an order, for a button's id."""
    return hashlib.sha256(order.encode()).hexdigest()[:12]


def label_orders(nearest: Sequence[NearOrder]) -> list[str]:
    """Return a label for each order's button: the order's sentence, or its typed form if labels are equal.

    The label of an order whose preview has a warning begins with `WARNS`. A long sentence is cut. If it
    begins with the same words as another order's sentence, the label leaves out whole sentences or clauses of
    these words, so that it shows the first different word.
    """
    found = list[str]()
    for near in nearest:
        alike = max(
            (_count_alike(near.said, other.said) for other in nearest if other is not near), default=0
        )
        sign = WARNS if near.warns else ""
        label = sign + _cut_order(_drop_beginning(near.said, alike), MAX_NAMED - len(sign))
        typed = f"{near.order[:1].upper()}{near.order[1:]}"
        found.append(sign + clip_label(typed, MAX_NAMED - len(sign)) if label in found else label)
    return found


def _drop_beginning(said: str, alike: int) -> str:
    """Return an order's sentence without its first sentences or clauses, if its label would else be too long.

    If possible, what is left begins at most `MAX_NAMED` - `LEAD` characters before the character `alike`.
    """
    if len(said) <= MAX_NAMED:
        return said
    starts = [0, *(found.end() for found in CLAUSE_END.finditer(said[: alike + 1]))]
    start = next((start for start in starts if alike - start <= MAX_NAMED - LEAD), starts[-1])
    return said[start : start + 1].upper() + said[start + 1 :]


def _cut_order(said: str, limit: int) -> str:
    """Return an order's sentence in at most `limit` characters, if possible cut after a clause."""
    label = clip_label(said, limit)
    end = max(label.rfind(", "), label.rfind(". ")) if len(label) < len(said) else 0
    return label[:end] if end > limit // 2 else label


def _count_alike(one: str, other: str) -> int:
    """Return how many characters two texts have in common at their beginning."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
