"""Open a form for typed orders, and carry out the order that a player types there."""

from __future__ import annotations

from bot.language.words import say
from bot.orders.own_question import OwnQuestion
from bot.orders.service import OrderService
from bot.people.caller import Caller
from bot.replies.action import NOTHING, Entered, action, button
from bot.replies.reply import Call, EntryForm, FormField, Reply
from bot.replies.text import MAX_TEXT, cut_text
from rules.kernel import InputError

KEY = "order"  # the key of the only field


def make_order_form(reads: Call, order: str = "") -> EntryForm:
    """Return the form for an order, filled with `order`. The call `reads` gets what the player typed."""
    field = FormField(KEY, say("modal.label"), text=order, long=True, hint=say("modal.hint"))
    return EntryForm(say("modal.title"), [field], reads)


def read_typed(entered: Entered) -> str:
    """Return the text that was typed into the form. In older forms the field has another key."""
    return next(iter(entered.values()), "")


class OrderForm:
    """Opens the form for typed orders and carries out these orders."""

    def __init__(self, orders: OrderService) -> None:
        self.orders = orders

    @action("type")
    async def open(self, _: Caller) -> EntryForm:
        """Return the empty form."""
        return make_order_form(OrderForm.submit.call())

    @action("form.order")
    async def submit(self, caller: Caller, *, entered: Entered = NOTHING) -> Reply:
        """Carry out an order from the form. If it is refused, show it with a button to correct it."""
        line = read_typed(entered)
        try:
            return await self.orders.order(caller, line)
        except InputError as refused:
            kept = say("typed.kept", text=line.replace("`", "'"))
            text = "\n".join([cut_text(str(refused), MAX_TEXT - len(kept) - 1), kept])
            again = button(OrderForm.correct.call(), say("button.correct"), "main")
            return Reply(text, buttons=(again, button(OwnQuestion.show.call(), say("button.own"))))

    @action("again")
    async def correct(self, _: Caller, *, shown: str = "") -> EntryForm:
        """Return the form again, filled with the order that the message shows."""
        kept = shown.partition("```\n")[2].partition("\n```")[0]
        return make_order_form(OrderForm.submit.call(), kept)
