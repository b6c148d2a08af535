"""Explain each kind of question and each of its answers, the first time that a person meets them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice

import structlog

from bot.language.words import say
from bot.learning.more import More
from bot.orders.service import OrderService
from bot.people.preference_editor import PreferenceStore
from bot.people.preferences import Preferences
from bot.replies.action import button
from bot.replies.mark import Mark
from bot.replies.panel import Panel
from bot.replies.reply import Reply
from bot.replies.text import MAX_TEXT, cut_text
from bot.story.post import Post
from db.records import StoredGame
from rules.kernel import Rules
from rules.lessons.newcomer import Newcomer, find_newcomer
from rules.orders.buttons.controls import Offered
from rules.words import say as words

log = structlog.get_logger(__name__)
MOST = 11  # the most lines that explain one question (its kind and its answers) in a private answer
MOST_IN_POST = 1  # the same in a post: its picture is high, and "Explain choices" shows all lines
USUAL = 1.15  # the usual height of a question's picture, divided by its width
KEPT = 500  # for at most this many pairs (person, game), memory keeps the names of what is known


class Explanations:
    """Explains questions of games in private answers and in posts. Lessons need no such explanation."""

    def __init__(self, orders: OrderService) -> None:
        self.orders = orders
        self._known: dict[tuple[int, str], set[str]] = {}  # (person, game): names of what the person knows
        # (the person, whether the explanation was in a post): the last explained question, and the names of
        # what its lines explained. If the same message is made again, perhaps in another language, it needs
        # the same lines.
        self._last: dict[tuple[int, bool], tuple[tuple[Mark, str], list[str]]] = {}

    async def explain_answer(
        self, user_id: int, preferences: Preferences, answer: Reply, find_room: Callable[[Reply], float]
    ) -> Reply:
        """Return the answer, with an explanation of its question and choices if this person needs one.

        `find_room` returns the height that a reply leaves for its picture on a phone's screen, divided by the
        picture's width. If the whole explanation leaves too little, add only the first line of the
        explanation, or no line, and a button that shows all. If even the button takes room that the picture
        needs, add nothing: **More** leads to the explanation too.
        """
        panel = answer.panel
        if panel is None or not (lines := await self.find_lines(user_id, preferences, panel)):
            return answer
        how = button(More.explain_answers.call(), say("button.how"))
        folded = replace(answer, buttons=(*answer.buttons, how))
        needs = USUAL if answer.view is not None or panel.drawn is not None else 0.0
        tried = (
            (_add_lines(answer, lines), needs),
            (_add_lines(folded, lines[:1]), needs),
            (folded, min(needs, find_room(answer))),
        )
        return next((each for each, needed in tried if find_room(each) >= needed), answer)

    async def explain_post(
        self, people: PreferenceStore, stored: StoredGame, post: Post, panel: Panel | None
    ) -> Post:
        """Return the post of a question, perhaps with lines that explain the question and its choices.

        Add the lines only if the game has just one person, if this person is asked and needs the lines
        (`find_lines`), and if the lines fit. A failure is only logged.
        """
        seated = {seat.user_id for seat in stored.seats if not seat.level}
        if panel is None or len(seated) != 1:
            return post
        [user_id] = seated
        if self.orders.load_seated(stored).asked not in stored.seats_of(user_id):
            return post
        room = MAX_TEXT - len(post.text) - len(post.asks) - 1
        try:
            lines = await self.find_lines(user_id, await people.load(user_id), panel, room=room)
        except Exception:
            log.exception("a question can't be explained", game=stored.id)
            return post
        return post.model_copy(update={"asks": "\n".join([*lines, post.asks])})

    async def find_lines(
        self, user_id: int, preferences: Preferences, panel: Panel, *, room: int | None = None
    ) -> list[str]:
        """Return lines that explain a panel's question and answers. Leave out what this person knows already.

        From then on, the person knows what the lines explain. If a message is made again, it gets the same
        lines again. `room` is how many characters a post has room for; None for a private answer. Return []
        if the lines don't fit.
        """
        game, kind = panel.kind
        rules = self.orders.games.get(game)
        told = None if rules is None else find_newcomer(rules)
        if rules is None or told is None or not preferences.help or panel.lesson:
            return []
        asked, here = (panel.mark, kind), (user_id, room is not None)
        whole, most = _explain(rules, told, panel), MOST if room is None else MOST_IN_POST
        if (last := self._last.get(here)) is not None and last[0] == asked:
            return [line for name, line in whole.items() if name in last[1]]
        known = await self._load_known(user_id, game)
        lines = dict(islice(((name, line) for name, line in whole.items() if name not in known), most))
        if room is not None and sum(len(line) + 1 for line in lines.values()) > room:
            return []
        if lines:
            known.update(lines)
            await self.orders.store.lessons.explain(user_id, game, [*lines])
        self._last[here] = asked, [*lines]
        while len(self._last) > KEPT:
            del self._last[next(iter(self._last))]
        return [*lines.values()]

    async def _load_known(self, user_id: int, game: str) -> set[str]:
        """Return the names of what was explained to this person in a game. The set may be changed."""
        known = self._known.get((user_id, game))
        if known is None:
            known = self._known[user_id, game] = await self.orders.store.lessons.list_explained(user_id, game)
            while len(self._known) > KEPT:
                del self._known[next(iter(self._known))]
        return known


def _add_lines(answer: Reply, lines: Sequence[str]) -> Reply:
    return replace(answer, text=cut_text("\n".join([answer.text, *lines]), MAX_TEXT))


def _explain(rules: Rules, told: Newcomer, panel: Panel) -> dict[str, str]:
    """Return a dict from the names of a panel's kind and answers to the lines that explain them."""
    _, kind = panel.kind
    lines = dict[str, str]()
    if kind in told.kinds:
        lines[kind] = say("guide.explained", line=words(told.kinds[kind]).read(rules.name))
    for each in panel.answers:
        lines |= {_name_answer(each): line for line in explain_offered(rules, told, [each])}
    return lines


def _name_answer(answer: Offered) -> str:
    """Return the name of an answer in the set of known things. There, the name of a question is its kind."""
    return f"{answer.kind}:{answer.key}"


def explain_offered(rules: Rules, told: Newcomer, offered: Sequence[Offered]) -> list[str]:
    """Return a line for each of these answers, if the game has a text that explains the answer."""
    found = list[str]()
    for each in offered:
        if text := told.answers.get(each.kind, {}).get(each.key):
            found.append(say("card.word", word=each.label, text=words(text).read(rules.name)))
    return found
