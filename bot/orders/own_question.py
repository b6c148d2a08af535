"""Show a person their own question. Add to other replies a button that shows this question."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from bot.language.words import say
from bot.orders.service import OrderService
from bot.people.caller import Caller
from bot.plans.question_plans import QuestionPlans
from bot.replies.action import action, button
from bot.replies.reply import Refused, Reply
from bot.session.loaded_game import explain_finishing
from bot.story.post import link_board
from db.records import Status


class OwnQuestion:
    """Shows people their own question."""

    def __init__(self, orders: OrderService, question_plans: QuestionPlans) -> None:
        self.orders, self.question_plans = orders, question_plans

    @action("own", "{game}")
    async def show(self, caller: Caller, game: int | None = None) -> Reply:
        """Show the caller the question that waits for them, or a question that they may answer early.

        If there is no such question, show another player's open question and a link to the board. If bot
        players finish the game for the caller, say so.
        """
        answer = await self.orders.question(caller)
        if answer.panel is not None:
            return answer
        stored = await self.orders.find_game(caller)
        if finishing := explain_finishing(self.orders.find_rules(stored), stored, caller.user_id):
            return replace(answer, text="\n".join([answer.text, finishing]))
        with suppress(Refused):
            return await self.question_plans.show(caller, game or stored.id)
        if stored.panel_id is None:
            return answer
        return replace(answer, text="\n".join([answer.text, say("turn.board", link=link_board(stored))]))

    async def lead_back(self, caller: Caller, answer: Reply) -> Reply:
        """Return the answer. If a question waits for the caller, add a button that opens this question."""
        back = OwnQuestion.show
        led = answer.panel is not None or any(each.verb == back.verb for each in answer.buttons)
        stored = None if led else await self.orders.store.find_in_channel(caller.channel_id)
        if stored is None or stored.status is not Status.RUNNING:
            return answer
        if self.orders.load_seated(stored).asked not in stored.seats_of(caller.user_id):
            return answer
        return replace(
            answer, buttons=(*answer.buttons, button(back.call(stored.id), say("button.own"), "main"))
        )
