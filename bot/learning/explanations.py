"""Explain each kind of question and its answers, the first `TIMES` times that a person meets this kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import structlog

from bot.language.words import say
from bot.orders.service import OrderService
from bot.people.preference_editor import PreferenceStore
from bot.people.preferences import Preferences
from bot.replies.mark import Mark
from bot.replies.panel import Panel
from bot.replies.reply import Reply
from bot.replies.text import MAX_TEXT, cut_text
from bot.story.post import Post
from db.records import StoredGame
from rules.kernel import Rules
from rules.lessons.newcomer import Newcomer, find_newcomer
from rules.orders.controls import Offered
from rules.words import say as words

log = structlog.get_logger(__name__)
TIMES = 3  # how often a kind of question is explained to a person
MOST = 10  # the most lines on answers under one question
KEPT = 500  # pairs of person and game in memory


class Explanations:
    """Explains questions of games in private answers and in posts. Lessons need no such explanation."""

    def __init__(self, orders: OrderService) -> None:
        self.orders = orders
        self._known: dict[tuple[int, str], dict[str, int]] = {}
        self._last: dict[tuple[int, str], tuple[Mark, str]] = {}  # the last question that was explained

    async def explain_answer(self, user_id: int, preferences: Preferences, answer: Reply) -> Reply:
        """Return the answer. Add lines that explain its question and choices if this person needs them."""
        panel = answer.panel
        if panel is None or not (lines := await self.find_lines(user_id, preferences, panel)):
            return answer
        return replace(answer, text=cut_text("\n".join([answer.text, *lines]), MAX_TEXT))

    async def explain_post(
        self, people: PreferenceStore, stored: StoredGame, post: Post, panel: Panel | None
    ) -> Post:
        """Return the post of a question, perhaps with lines that explain the question and its choices.

        Add the lines only if a single person plays, is asked, and needs the lines (`find_lines`). If the
        lines don't fit, return the post unchanged. A failure is only logged.
        """
        seated = {seat.user_id for seat in stored.seats if not seat.level}
        if panel is None or len(seated) != 1:
            return post
        [user_id] = seated
        if self.orders.load_seated(stored).asked not in stored.seats_of(user_id):
            return post
        try:
            lines = await self.find_lines(user_id, await people.load(user_id), panel)
        except Exception:
            log.exception("a question can't be explained", game=stored.id)
            return post
        asks = "\n".join([*lines, post.asks])
        return post if len(post.text) + len(asks) > MAX_TEXT else post.model_copy(update={"asks": asks})

    async def find_lines(self, user_id: int, preferences: Preferences, panel: Panel) -> list[str]:
        """Return lines that explain a panel's kind of question and its choices.

        Return [] if this person needs no explanation.
        """
        game, kind = panel.kind
        rules = self.orders.games.get(game)
        told = None if rules is None else find_newcomer(rules)
        if not preferences.help or panel.lesson:
            return []
        if rules is None or told is None or kind not in told.kinds:
            return []
        known = self._known.get((user_id, game))
        if known is None:
            known = self._known[user_id, game] = await self.orders.store.lessons.count_explained(
                user_id, game
            )
            while len(self._known) > KEPT:
                forgotten = next(iter(self._known))
                del self._known[forgotten]
                self._last.pop(forgotten, None)
        again = self._last.get((user_id, game)) == (panel.mark, kind)  # the same question is shown again
        if not again and known.get(kind, 0) >= TIMES:
            return []
        known[kind] = known.get(kind, 0) + (not again)
        self._last[user_id, game] = panel.mark, kind
        if known[kind] == TIMES and not again:
            # One write after the last time is cheaper than a write each time. If the bot restarts before
            # this write, the count begins at 0 again.
            await self.orders.store.lessons.explain(user_id, game, kind, TIMES)
        named = [each for each in panel.answers if each.kind == kind or known.get(each.kind, 0) < TIMES]
        return [
            say("guide.explained", line=words(told.kinds[kind]).read(rules.name)),
            *explain_offered(rules, told, named)[:MOST],
        ]


def explain_offered(rules: Rules, told: Newcomer, offered: Sequence[Offered]) -> list[str]:
    """Return a line for each of these answers, if the game has a text that explains the answer."""
    found = list[str]()
    for each in offered:
        if text := told.answers.get(each.kind, {}).get(each.key):
            found.append(say("card.word", word=each.label, text=words(text).read(rules.name)))
    return found
