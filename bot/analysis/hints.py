"""Hints for the asked player and win chances for all seats, where the game's settings allow them.

An estimate uses only what the seat sees (`bot.analysis.advice`). The job queue runs it in a worker process.
The orders of a hint are kept in a note of the seat until it moves on; a button puts one into the draft.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace
from hashlib import blake2b
from itertools import pairwise

from bot.analysis import hint_text, review_text
from bot.analysis.advice import Hints, Untried, weigh_orders
from bot.analysis.game_review import Swing, Turns, estimate_curve, list_orders, weigh_swing
from bot.engine.job_queue import Busy, JobQueue, Urgency
from bot.engine.thinking import Task, think
from bot.language.words import say
from bot.orders.draft import Draft
from bot.orders.service import OrderService
from bot.orders.typed_order import require_asked
from bot.people.caller import Caller
from bot.people.preferences import OFF
from bot.replies.action import action, button
from bot.replies.mark import Mark
from bot.replies.reply import ActionButton, Refused, Reply
from bot.replies.text import MAX_TEXT, cut_text
from bot.session.loaded_game import LoadedGame
from bot.settings.game_settings import GameSettings, counts_for_rating, get_hints_setting, is_alone
from bot.story import chapters
from db.records import Kind, NewAct, Note, StoredGame
from rules.kernel import Game, Rules
from rules.players import Unreadable

AT_ONCE = 2  # turns of a curve that are estimated at once; finished estimates are kept
CURVE, SWING = 1.0, 1.0  # seconds for one point of a curve, and for one order that moved it
HINT, ALONE = 4.0, 1.5  # seconds for a hint; for a person who plays alone
PATIENCE = 6.0  # seconds that a hint may wait in the queue
REVIEW = 90.0  # seconds until a review is shown as far as it is; its estimates are kept
CHAPTER = 4.0  # seconds that a chapter's post waits for its sentence; later posts wait behind it
LOOKED_AT, TOLD = 8, 3  # turns simulated to find orders; orders shown
MOVED = 0.02  # of a chance: leave out orders that moved it by less
NAME = "hint"  # of the note that keeps the orders


def may_see_chances(rules: Rules, stored: StoredGame) -> bool:
    """Whether everybody may see the chances: the game is over, or its hints are open."""
    return stored.over or get_hints_setting(rules, stored) == "open"


def announce_hint() -> str:
    """Return the text that is shown until the hint is ready."""
    return say("hint.thinking", n=round(HINT + PATIENCE))


class Analysis:
    """Gives hints and reviews of games."""

    def __init__(self, orders: OrderService, job_queue: JobQueue) -> None:
        self.orders, self.job_queue = orders, job_queue

    @action("counsel", "{game}", fresh=True, meanwhile=announce_hint)
    async def hint(self, caller: Caller, game: int | None = None) -> Reply:
        """Show the asked caller their best orders, each with a button that puts it into the draft.

        Without `game` it is the channel's game. Raises `Refused` where the settings allow no hints.
        """
        at = await self.orders.load_running(caller, game)
        require_asked(caller, at)
        self._allowed(at)
        found = await self._thought(at)
        async with self.orders.lock_channel(caller):
            now = await self.orders.load_running(caller, at.stored.id)
            if now.mark != at.mark:
                raise Refused(say("raced"))
            await self._used(caller, now)
            orders = json.dumps({"at": _place(now.mark), "orders": [each.keys for each in found.best]})
            await self.orders.store.write_notes(now.stored.id, Note(now.asked, NAME, caller.user_id, orders))
        buttons = [
            button(Analysis.take.call(at.stored.id, number, ":".join(map(str, _place(at.mark)))), label)
            for number, label in enumerate(
                (say("button.advice", n=number) for number in range(1, len(found.best) + 1)), 1
            )
        ]
        drafted = bool((await self.orders.load_draft(caller, now)).keys)
        return Reply(
            cut_text("\n".join(hint_text.write_hint(at, caller, found, drafted=drafted)), MAX_TEXT),
            buttons=tuple(buttons),
        )

    @action("advice", "{game}:{number}:{mark}")
    async def take(self, caller: Caller, game: int, number: int, mark: str) -> Reply:
        """Put one of the orders of a hint into the caller's draft, instead of what is in it."""
        async with self.orders.lock_channel(caller):
            at = await self.orders.load_running(caller, game)
            require_asked(caller, at)
            kept = {(note.seat, note.name, note.user_id): note for note in at.stored.notes}
            note = kept.get((at.asked, NAME, caller.user_id))
            data = {} if note is None else json.loads(note.text)
            if data.get("at") != _place(at.mark) or mark != ":".join(map(str, _place(at.mark))):
                raise Refused(say("hint.late"))
            return await self.orders.advance(caller, Draft(at, data["orders"][number - 1]), at_once=False)

    @staticmethod
    def announce_review() -> str:
        """Return what stands where a review will, until it is there."""
        return say("review.thinking", n=round(REVIEW))

    async def review(self, caller: Caller, game_id: int | None = None) -> Reply:
        """Return how the chances went over the channel's game, with the orders that moved them most.

        While it runs only where the table has open hints. Raises `Refused`.
        """
        stored = await self.orders.find_begun_game(caller, game_id)
        rules = self.orders.find_rules(stored)
        if not rules.AUTOMATIC:
            raise Refused(say("hint.no_players", title=rules.TITLE))
        if not may_see_chances(rules, stored):
            raise Refused(say("review.later"))
        try:
            async with asyncio.timeout(REVIEW):
                return await self.write_review(stored)
        except Busy as busy:
            raise Refused(say("hint.busy", n=max(1, round(busy.wait / 60)))) from None
        except TimeoutError:
            raise Refused(say("review.slow")) from None

    async def write_review(self, stored: StoredGame) -> Reply:
        """Return the review of a game, in words and as a picture. Raises `Busy`."""
        rules = self.orders.find_rules(stored)
        turns = _bare(await self.orders.store.load_history(stored.id))
        points = await self.estimate_curve(stored, turns)
        shown = stored.over or not rules.EXTRAS.hidden
        swings = await self._swings(stored, turns, points) if shown else None
        titled_parts = await asyncio.to_thread(chapters.list_chapters, rules, turns)
        return review_text.write_review(rules, turns, points, swings, titled_parts, least=MOVED)

    async def write_chapter(self, stored: StoredGame, turns: Sequence[Game]) -> str:
        """Return a sentence on how the chances went over these turns.

        It is "" where the table does not want it, or there is no time for it.
        """
        rules = self.orders.find_rules(stored)
        if not rules.AUTOMATIC or not may_see_chances(rules, stored):
            return ""
        try:
            first, last = _bare((turns[0], turns[-1]))
            async with asyncio.timeout(CHAPTER):
                before, *_ = await self.estimate_curve(stored, (first,))
                *_, after = await self.estimate_curve(stored, (last,))
        except (Busy, TimeoutError):
            return ""
        return review_text.write_chapter(rules, before, after)

    async def estimate_curve(
        self, stored: StoredGame, turns: tuple[Game, ...]
    ) -> tuple[dict[str, float], ...]:
        """Return the chances at the beginning of each turn, and at the end of the last if it has ended.

        A few turns are thought about at a time, so that nobody else has to wait for all of them.
        """
        points: list[dict[str, float]] = []
        for first in range(0, len(turns), AT_ONCE):
            some = turns[first : first + AT_ONCE]
            of = Turns(stored.game, some, CURVE, stored.id, stored.guild_id or 0)
            points[first:] = await self.job_queue.think(Urgency.REVIEW, estimate_curve, of)
        return tuple(points)

    async def _swings(
        self, stored: StoredGame, turns: Sequence[Game], points: Sequence[dict[str, float]]
    ) -> list[tuple[int, Swing]]:
        """The orders that moved their seats' chances most, with the numbers of their turns: looked for in the
        turns over which the chances of those who gave orders changed most."""
        level = list(self.orders.find_rules(stored).AUTOMATIC)[-1]
        moved = dict[int, float]()
        for index, (before, after) in enumerate(pairwise(points)):
            seats = {turns[index].log[first].seat for first, _ in list_orders(turns[index])}
            if seats:  # the others moved by chance alone
                moved[index] = max(abs(after[seat] - before[seat]) for seat in seats)
        found = []
        for index in sorted(moved, key=lambda index: -moved[index])[:LOOKED_AT]:
            task = Task(stored.game, turns[index], "", level, SWING, stored.id, stored.guild_id or 0)
            each = await self.job_queue.think(Urgency.REVIEW, weigh_swing, task)
            if each is not None and each.moved >= MOVED:
                found.append((index, each))
        return sorted(found, key=lambda each: -each[1].moved)[:TOLD]

    def _allowed(self, at: LoadedGame) -> None:
        """Raise `Refused` where there are no hints."""
        rules, stored = at.rules, at.stored
        if not rules.AUTOMATIC:
            raise Refused(say("hint.no_players", title=rules.TITLE))
        if counts_for_rating(rules, stored):
            raise Refused(say("hint.rated"))
        if get_hints_setting(rules, stored) == "off":
            raise Refused(say("hint.off"))

    async def _thought(self, at: LoadedGame) -> Hints | Untried:
        """Return the hints for the seat that is asked.

        The same each time at one position, but for how far the time goes; where there is much else to think
        about, what the middle level would do.
        """
        position = replace(at.position, seed="", loaded=None)
        luck = int.from_bytes(blake2b(repr((at.stored.id, position)).encode(), digest_size=8).digest(), "big")
        levels, server = list(at.rules.AUTOMATIC), at.stored.guild_id or 0
        seconds = ALONE if is_alone(at.stored) else HINT
        task = Task(at.rules.KEY, position, at.asked, levels[-1], seconds, luck, server)
        try:
            async with asyncio.timeout(seconds + PATIENCE):
                return await self.job_queue.think(Urgency.HINT, weigh_orders, task)
        except Busy as busy:
            raise Refused(say("hint.busy", n=max(1, round(busy.wait / 60)))) from None
        except TimeoutError:
            middle = replace(task, level=levels[len(levels) // 2], seconds=0.0)  # takes a fifth of a second
            return Untried((await asyncio.to_thread(think, middle),))
        except Unreadable:
            raise Refused(say("hint.hidden")) from None

    async def _used(self, caller: Caller, at: LoadedGame) -> None:
        """Keep that this seat has had a hint: the game says so when it is over."""
        settings = GameSettings.of(at.stored)
        if at.asked not in settings.hinted:
            after = settings.with_(hinted=(*settings.hinted, at.asked))
            act = NewAct(Kind.TABLE, "hint", caller.user_id, at.asked)
            await self.orders.store.set_settings(at.stored, after.to_json(), act=act)


def _place(mark: Mark) -> list[object]:
    return [mark.turn, mark.entry, mark.check]


def _bare(turns: Sequence[Game]) -> tuple[Game, ...]:
    """Return the turns for a worker process, without the seed, which would reveal the dice."""
    return tuple(replace(turn, seed="", loaded=None) for turn in turns)


def make_hint_buttons(rules: Rules, stored: StoredGame) -> list[ActionButton]:
    """Return the button for a hint, where the table has hints."""
    return (
        []
        if get_hints_setting(rules, stored) == OFF
        else [button(Analysis.hint.call(stored.id), say("button.hint"))]
    )
