"""Answer messages in a channel that mention the bot. The answer says how to order.

Discord gives the bot the text of no other message in a channel. The answer stands in the channel, so it tells
nothing that is not public. An order in the message is read only when its writer presses a button, and in
private. The button "Play it" lets the order count at once, as `/do` with "!" does. With a preview, a mention
would take one tap more than `/do`.
"""

from __future__ import annotations

from bot.language.words import say, speak_within
from bot.orders.order_form import OrderForm
from bot.people.caller import Caller
from bot.replies.action import action, button
from bot.replies.mark import Mark
from bot.replies.reply import Refused, Reply
from bot.settings.game_settings import GameSettings
from db.records import Status

LONGEST = 300  # the most characters of a message that can be an order
_OPENING = "`/do "  # what stands before the order in the answer


class Mentions:
    """Answers messages that mention the bot."""

    def __init__(self, forms: OrderForm) -> None:
        self.forms, self.orders = forms, forms.orders

    async def answer(self, caller: Caller, text: str) -> Reply:
        """Return the public answer to a message: how to order, with buttons if its writer is asked.

        `text` is the message without the mention. It is not read as an order here: the public answer would
        show whether the order is legal, and so reveal what is hidden. An empty or very long message gets no
        buttons.
        """
        stored = await self.orders.store.find_in_channel(caller.channel_id)
        if stored is None or stored.status is not Status.RUNNING:
            return Reply(say("mention.no_game"))
        line = " ".join(text.replace("`", "'").split())
        at = self.orders.load_seated(stored)
        asked = at.asked in stored.seats_of(caller.user_id)
        with speak_within(GameSettings.of(stored).language):
            if not asked or not line or len(line) > LONGEST:
                return Reply(say("mention.how"))
            play = button(Mentions.play.call(at.mark, str(caller.user_id)), say("button.play_order"), "good")
            show = button(Mentions.show.call(str(caller.user_id)), say("button.show_order"))
            return Reply(say("mention.order", line=line), buttons=(play, show))

    @action("said", "{user}")
    async def show(self, caller: Caller, user: str, *, shown: str = "") -> Reply:
        """Show the order in the message `shown` to the person who wrote it, and let them confirm it.

        Raises `Refused` for anybody else.
        """
        return await self.forms.order(caller, _read_line(caller, user, shown), shows=True)

    @action("said.play", "{mark}:{user}")
    async def play(self, caller: Caller, mark: Mark, user: str, *, shown: str = "") -> Reply:
        """Carry out the order in the message `shown` for the person who wrote it, as `/do` with "!" does.

        Raises `Refused` for anybody else, and if the game has moved on since the message.
        """
        return await self.forms.order(caller, f"{_read_line(caller, user, shown)}!", mark=mark)


def _read_line(caller: Caller, user: str, shown: str) -> str:
    """Return the order in an answer to a message. Raises `Refused` if another person wrote the message."""
    if str(caller.user_id) != user:
        raise Refused(say("mention.other", user=user))
    return shown.partition(_OPENING)[2].rpartition("`")[0]
