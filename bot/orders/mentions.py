"""Answer messages that mention the bot in a channel. The answer says how to give an order.

Discord gives the bot the text of a message only if the message mentions the bot. Everybody can read the
answer, so it has no secrets. The bot reads the order in the message only when the writer presses a button,
and replies in private. The button "Play it" commits the order at once, as `/do` with "!" does. Without this
button, a mention would take one tap more than `/do`.
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

LONGEST = 300  # a message with more characters gets no buttons
_OPENING = "`/do "  # the characters before the order in the answer


class Mentions:
    """Answers messages that mention the bot."""

    def __init__(self, forms: OrderForm) -> None:
        self.forms, self.orders = forms, forms.orders

    async def answer(self, caller: Caller, text: str) -> Reply:
        """Return the public answer to a message: how to order. Add buttons if the writer's seat is asked.

        `text` is the message without the mention. Don't read it as an order here. If the public answer showed
        whether the order is legal, it could reveal a secret. An empty or very long message gets no buttons.
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
        """Show the preview of an order to the person who wrote it, and let them confirm it.

        `shown` is the bot's answer with the order in it. Raises `Refused` for all other people.
        """
        return await self.forms.order(caller, _read_line(caller, user, shown), shows=True)

    @action("said.play", "{mark}:{user}")
    async def play(self, caller: Caller, mark: Mark, user: str, *, shown: str = "") -> Reply:
        """Carry out an order for the person who wrote it, as `/do` with "!" does.

        `shown` is the bot's answer with the order in it. Raises `Refused` for all other people, and if the
        game has moved on since that answer.
        """
        return await self.forms.order(caller, f"{_read_line(caller, user, shown)}!", mark=mark)


def _read_line(caller: Caller, user: str, shown: str) -> str:
    """Return the order in the bot's answer `shown`. Raises `Refused` unless the caller is `user`."""
    if str(caller.user_id) != user:
        raise Refused(say("mention.other", user=user))
    return shown.partition(_OPENING)[2].rpartition("`")[0]
