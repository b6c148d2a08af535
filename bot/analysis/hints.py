"""Give hints to the asked player and reviews to everybody, as far as the game's settings allow.

A worker process computes a hint, using only what the seat sees (`bot.analysis.advice`). A note of the asked
person stores the orders of the last hint. A button under the hint enters one of these orders into the
person's draft. The buttons work until the position changes.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import TypeVar

from bot.analysis import hint_text, review_text
from bot.analysis.advice import Estimate, Hints, Untried, compute_luck, measure_lead, weigh_orders
from bot.analysis.game_review import (
    POINT,
    Effect,
    Swing,
    TurnOrders,
    Turns,
    cut_turn,
    estimate_curve,
    list_orders,
    screen_orders,
    weigh_swing,
)
from bot.analysis.hint_picture import choose_picture
from bot.analysis.opened_notebooks import make_notebooks_button
from bot.analysis.order_givers import Choice, Place, choose_orders
from bot.engine.job_queue import Busy, JobQueue, Urgency
from bot.engine.thinking import Task, think
from bot.language.words import say
from bot.orders.draft import Draft, KeyOrigins
from bot.orders.service import OrderService
from bot.orders.typed_order import require_asked
from bot.people.caller import Caller
from bot.people.preferences import OFF
from bot.replies.action import action, button
from bot.replies.mark import Mark
from bot.replies.reply import ActionButton, Refused, Reply
from bot.replies.text import MAX_TEXT, cut_text
from bot.session.loaded_game import LoadedGame
from bot.session.table_names import title_table
from bot.settings.game_settings import GameSettings, counts_for_rating, get_hints_setting
from bot.story import chapters
from bot.story.end_posts import list_result
from bot.story.post import REVIEW as REVIEW_POST
from bot.story.post import link_board
from db.records import Kind, NewAct, Note, StoredGame
from rules.ask import EVERYTHING, SPECTATOR
from rules.kernel import Game, Rules, has_chance, resume
from rules.players import Unreadable

T = TypeVar("T")

AT_ONCE = 2  # one job estimates this many turns of a curve; the queue caches the results of finished jobs
CURVE = 1.0  # seconds of a server's thinking time that one job of a curve uses up
SCREEN = 2.0  # seconds of this time that the search through one turn's orders uses up
SWING = 12.0  # seconds of this time that one order's effect uses up
HINT = 8.0  # seconds of this time that a hint uses up; a hint usually takes this long
PATIENCE = 52.0  # a hint may take this many seconds more than `HINT`, because of the queue or a slow machine
REVIEW = 90.0  # seconds until a review gives up; the next try finds the finished jobs in the cache
SOON = 2.0  # seconds until a review shows what is known without its curve; the curve follows
PART = 30.0  # seconds that a person waits for the orders in a review; then the review is shown without them
POINTS = 40  # the first step estimates about this many turns of a long curve; straight lines fill the gaps
CHAPTER = 4.0  # seconds that a chapter's post waits for its sentence on chances; later posts wait too
LOOKED_AT = 10  # at most this many turns are searched for orders with an effect
COST = 1.0  # a review also names an order that cost at least this many points
NAME = "hint"  # the name of the note with a hint's orders


def may_see_chances(rules: Rules, stored: StoredGame) -> bool:
    """Return whether everybody may see the chances: the game is over, or its hints setting is "open"."""
    return stored.over or get_hints_setting(rules, stored) == "open"


def announce_hint() -> str:
    """Return the text that is shown until the hint is ready."""
    return say("hint.thinking", n=round(HINT + PATIENCE))


def announce_review() -> str:
    """Return the text that is shown until the review is ready."""
    return say("review.thinking", n=round(REVIEW))


class Analysis:
    """Gives hints and reviews of games."""

    def __init__(self, orders: OrderService, job_queue: JobQueue) -> None:
        self.orders, self.job_queue = orders, job_queue
        self._weighing: dict[tuple[int, int | None], asyncio.Task[list[tuple[int, Swing]]]] = {}

    @action("counsel", "{game}", fresh=True, meanwhile=announce_hint)
    async def hint(self, caller: Caller, game: int | None = None) -> Reply:
        """Show the asked player their best orders, each with a button that enters it into the draft.

        Without `game`, use the channel's game. Record that the seat has had a hint. Raises `Refused`, for
        example if the settings allow no hints.
        """
        at = await self.orders.load_running(caller, game)
        require_asked(caller, at)
        self._require_hints(at)
        found = await self._compute_hints(at)
        async with self.orders.lock_channel(caller):
            now = await self.orders.load_running(caller, at.stored.id)
            if now.mark != at.mark:
                raise Refused(say("raced"))
            await self._record_use(caller, now)
            orders = [each.keys for each in found.best]
            data = json.dumps({"at": _list_place(now.mark), "orders": orders})
            await self.orders.store.write_notes(now.stored.id, Note(now.asked, NAME, caller.user_id, data))
        place = ":".join(map(str, _list_place(at.mark)))
        labels = hint_text.write_labels(at, caller, orders)
        buttons = [
            button(Analysis.take.call(at.stored.id, number, place), label)
            for number, label in enumerate(labels, 1)
        ]
        pictured = choose_picture(at, orders)
        drafted = bool((await self.orders.load_draft(caller, now)).keys)
        return Reply(
            cut_text("\n".join(hint_text.write_hint(at, caller, found, drafted=drafted)), MAX_TEXT),
            view=at.view(at.asked),
            lit=pictured.lit,
            numbered=pictured.marks,
            size=pictured.kind,
            cut=True,
            buttons=tuple(buttons),
            mark=at.mark,
        )

    @action("advice", "{game}:{number}:{mark}")
    async def take(self, caller: Caller, game: int, number: int, mark: str) -> Reply:
        """Replace the caller's draft with one of the orders of a hint. Raises `Refused`."""
        async with self.orders.lock_channel(caller):
            at = await self.orders.load_running(caller, game)
            require_asked(caller, at)
            kept = {(note.seat, note.name, note.user_id): note for note in at.stored.notes}
            note = kept.get((at.asked, NAME, caller.user_id))
            data = {} if note is None else json.loads(note.text)
            if data.get("at") != _list_place(at.mark) or mark != ":".join(map(str, _list_place(at.mark))):
                raise Refused(say("hint.late"))
            once = KeyOrigins(taps=(0,))  # one undo drops the whole order
            draft = Draft(at, data["orders"][number - 1], origins=once)
            return await self.orders.advance(caller, draft, at_once=False)

    @action("review", "{game_id}", fresh=True, looking=True, meanwhile=announce_review)
    async def review(self, caller: Caller, game_id: int | None = None) -> Reply:
        """Return the review of a game: the chances over its turns, and the orders with the largest effect.

        The review prefers the caller's own orders. If the chances take long, the reply has what is known
        before them, and its `later` has the review. If the review would repeat the channel's review, return a
        link to that one, or say that the bot will post it soon. Raises `Refused`, for example if the game is
        running and its hints are not open. This refusal names the last finished game of the channel.
        """
        stored = await self.orders.find_begun_game(caller, game_id)
        rules = self.orders.find_rules(stored)
        if not rules.BOT_PLAYERS:
            raise Refused(say("hint.no_players", title=rules.TITLE))
        if not may_see_chances(rules, stored):
            raise Refused("\n".join([say("review.later"), *await self._name_last_game(stored)]))
        if (channels := await self._point_at_channel_review(stored, caller.user_id)) is not None:
            return channels
        review = asyncio.create_task(self._write_review_in_time(stored, caller.user_id))
        done, _ = await asyncio.wait({review}, timeout=SOON)
        return await review if done else await self._write_first_part(stored, review)

    async def _write_review_in_time(self, stored: StoredGame, reader: int) -> Reply:
        """Return the review for one reader, perhaps without the orders. Raises `Refused` if it takes long."""
        try:
            async with asyncio.timeout(REVIEW):
                return await self._write_review_for(stored, reader, PART)
        except Busy as busy:
            raise Refused(say("hint.busy", n=max(1, round(busy.wait / 60)))) from None
        except TimeoutError:
            raise Refused(say("review.slow")) from None

    async def _write_first_part(self, stored: StoredGame, review: asyncio.Task[Reply]) -> Reply:
        """Return what is known of a game without a search. The reply's `later` waits for the review."""
        rules = self.orders.find_rules(stored)
        assert stored.position is not None, "a game that has begun has a position"
        at = LoadedGame(stored, rules, stored.position, resume(rules, stored.position))
        turns = _remove_seeds(await self.orders.store.load_history(stored.id))

        async def wait() -> Reply:
            return await review

        reader = EVERYTHING if stored.over or not rules.EXTRAS.hidden else SPECTATOR
        first = await asyncio.to_thread(
            review_text.write_first_part, rules, turns, list_result(at), game=stored.id, reader=reader
        )
        return replace(first, later=wait)

    async def _point_at_channel_review(self, stored: StoredGame, reader: int) -> Reply | None:
        """Return a reply that says where the channel's review is, or that the bot will post it soon.

        Return None if there is no such post, or if a review for this reader would prefer other orders.
        """
        store = self.orders.store
        posted = await store.list_posted(stored.id, REVIEW_POST, 1)
        if not posted and not await store.is_coming(stored.id, REVIEW_POST):
            return None
        turns = await store.load_history(stored.id)
        by_caretaker = await store.list_caretaker_points(stored.id)
        own, everybodys = (choose_orders(stored, turns, by_caretaker, each) for each in (reader, None))
        if (own.own or own.others) != everybodys.others:
            return None
        if not posted:
            return Reply(say("review.coming"))
        link = link_board(stored, posted[0][1])
        return await self._add_notebooks(stored, Reply(say("review.posted", link=link)))

    async def _write_review_for(
        self, stored: StoredGame, reader: int | None, patience: float | None = None
    ) -> Reply:
        """Return the review for one reader, with a button for the notebooks if any were opened."""
        return await self._add_notebooks(stored, await self.write_review(stored, reader, patience))

    async def _add_notebooks(self, stored: StoredGame, answer: Reply) -> Reply:
        """Return the answer with a button for the notebooks, if the game is over and any were opened."""
        notebooks = await make_notebooks_button(self.orders.store, stored)
        return replace(answer, buttons=(*answer.buttons, *notebooks))

    async def _name_last_game(self, running: StoredGame) -> list[str]:
        """Return a line that names the last finished game of the channel; no line if there is none."""
        begun = await self.orders.store.list_begun_in_channel(running.channel_id)
        last = next((each for each in begun if each.over and each.game in self.orders.games), None)
        if last is None:
            return []
        title = title_table(self.orders.find_rules(last), last)
        return [say("review.before", game=last.id, title=title)]

    async def write_review(
        self, stored: StoredGame, reader: int | None = None, patience: float | None = None
    ) -> Reply:
        """Return the review of a game, in words and as a picture. Raises `Busy`.

        Args:
            stored: the game
            reader: the person whose own orders the review prefers; None if everybody reads the review
            patience: the seconds to wait for the orders; None for no limit. After this time, the reply comes
                without the orders, and its `later` makes the whole review.

        The review tells orders of bot players only if people gave no orders.
        """
        rules = self.orders.find_rules(stored)
        turns = _remove_seeds(await self.orders.store.load_history(stored.id))
        points, known = await self._estimate_review_curve(stored, turns)
        shown = stored.over or not rules.EXTRAS.hidden
        by_caretaker = await self.orders.store.list_caretaker_points(stored.id)
        choice = choose_orders(stored, turns, by_caretaker, reader)
        swings, unfinished = list[tuple[int, Swing]](), False
        if shown:
            job = self._start_weighing((stored.id, reader), stored, turns, points, choice)
            done, _ = await asyncio.wait({job}, timeout=patience)
            swings, unfinished = job.result() if done else [], not done
        titled_parts = await asyncio.to_thread(chapters.list_chapters, rules, turns)
        told = swings if shown and not unfinished else None
        answer = review_text.write_review(
            rules, turns, points, told, titled_parts, choice, game=stored.id, known=known
        )
        if not unfinished:
            return answer
        text = "\n".join([say("review.unfinished"), answer.text])
        return replace(answer, text=text, later=partial(self._write_review_for, stored, reader))

    def _start_weighing(
        self,
        key: tuple[int, int | None],
        stored: StoredGame,
        turns: Sequence[Game],
        points: Sequence[Mapping[str, Estimate]],
        choice: Choice,
    ) -> asyncio.Task[list[tuple[int, Swing]]]:
        """Return the task that chooses a review's orders. It goes on even if nobody waits for it any more."""
        if key not in self._weighing:
            job = asyncio.create_task(self._choose_swings(stored, turns, points, choice))
            self._weighing[key] = job

            def forget(done: asyncio.Task[list[tuple[int, Swing]]]) -> None:
                self._weighing.pop(key, None)
                if not done.cancelled():
                    done.exception()  # read the error, or asyncio logs it; the callers get the error too

            job.add_done_callback(forget)
        return self._weighing[key]

    async def _estimate_review_curve(
        self, stored: StoredGame, turns: Sequence[Game]
    ) -> tuple[tuple[dict[str, Estimate], ...], frozenset[int]]:
        """Return the curve of a review, and the indexes of the points that were estimated.

        In a long game, first estimate evenly spread points. Then estimate all points within the steepest
        parts. The other points lie on straight lines.
        """
        last = len(turns) - 1
        step = -(-len(turns) // POINTS)
        chosen = sorted({*range(0, len(turns), step), last})
        found = await self.estimate_curve(stored, [turns[index] for index in chosen])
        ended = len(found) > len(chosen)
        known = dict(zip([*chosen, last + 1] if ended else chosen, found, strict=True))
        steep = [
            (review_text.find_change(known[one], known[other])[1], one, other)
            for one, other in pairwise(sorted(known))
            if other > one + 1
        ]
        within = sorted(
            index
            for size, one, other in sorted(steep, reverse=True)[: review_text.LEAPS]
            if size >= review_text.LEAP
            for index in range(one + 1, other)
        )
        if within:
            more = await self.estimate_curve(stored, [turns[index] for index in within])
            known |= dict(zip(within, more, strict=False))  # `more` may have an extra last point; ignore it
        return tuple(_interpolate(known, max(known) + 1)), frozenset(known)

    async def write_chapter(self, stored: StoredGame, turns: Sequence[Game]) -> str:
        """Return a sentence on the chances before and after these turns.

        Return "" if not everybody may see the chances, if the estimates take too long or the queue is busy,
        or if no chance changed by more than noise.
        """
        rules = self.orders.find_rules(stored)
        if not rules.BOT_PLAYERS or not may_see_chances(rules, stored):
            return ""
        try:
            async with asyncio.timeout(CHAPTER):
                before, *_ = await self.estimate_curve(stored, turns[:1])
                *_, after = await self.estimate_curve(stored, turns[-1:])
        except (Busy, TimeoutError):
            return ""
        return review_text.write_changes(rules, before, after)

    async def estimate_curve(
        self, stored: StoredGame, turns: Sequence[Game], urgency: Urgency = Urgency.REVIEW
    ) -> tuple[dict[str, Estimate], ...]:
        """Return each seat's chance at the start of each turn, and at the end of the last if it has ended.

        One job estimates only `AT_ONCE` turns. Other jobs of the queue can run between these jobs. Raises
        `Busy`.
        """
        points, bare = list[dict[str, Estimate]](), _remove_seeds(turns)
        for first in range(0, len(bare), AT_ONCE):
            some = bare[first : first + AT_ONCE]
            of = Turns(stored.game, some, CURVE, stored.id, stored.guild_id or 0)
            points[first:] = await self.job_queue.think(urgency, estimate_curve, of)
        return tuple(points)

    async def _choose_swings(
        self,
        stored: StoredGame,
        turns: Sequence[Game],
        points: Sequence[Mapping[str, Estimate]],
        choice: Choice,
    ) -> list[tuple[int, Swing]]:
        """Return the orders that a review tells: the reader's; if there are too few, also other orders.

        If a turn changed a chance much (`find_leaps`) and had only one order and no luck, add this order,
        whoever gave it. Such an order can be compared with a better one.
        """
        found = await self._find_swings(stored, turns, points, choice.own)
        if len(found) < review_text.MOST_ORDERS:
            found += await self._find_swings(stored, turns, points, choice.others)
        found = found[: review_text.MOST_ORDERS]
        leaps = review_text.find_leaps(points, {index for index, _ in found})
        alone = [(index, first) for index, _ in leaps for first in _list_lone_orders(turns[index])]
        return found + await self._find_swings(stored, turns, points, alone)

    async def _find_swings(
        self,
        stored: StoredGame,
        turns: Sequence[Game],
        points: Sequence[Mapping[str, Estimate]],
        orders: Collection[Place],
    ) -> list[tuple[int, Swing]]:
        """Return the orders with the largest effects, each with the index of its turn, the largest first.

        There are at most `MOST_ORDERS`, and at most one for each turn. They are found in three steps:

        1. Search the turns that changed the chances and leads most.
        2. In each of these turns, find the order with the largest rough effect.
        3. Weigh the orders with the largest rough effects again, with more playouts. These orders
           include the best and the worst one. A change of `SLIGHT` is enough for these two to be told.
        """
        rules, firsts = self.orders.find_rules(stored), dict[int, list[int]]()
        for index, first in sorted(orders):
            firsts.setdefault(index, []).append(first)
        effects = list[tuple[Effect, int]]()
        for index in await asyncio.to_thread(_list_moved_turns, rules, turns, points, firsts):
            effect = await self._think(stored, turns[index], firsts[index], SCREEN, screen_orders)
            if effect is not None:
                effects.append((effect, index))
        found = []
        for effect, index in _choose_candidates(effects):
            found.append((index, await self._think(stored, turns[index], [effect.first], SWING, weigh_swing)))
        extremes = _find_extremes([swing for _, swing in found])
        found = [
            (index, swing)
            for index, swing in found
            if swing.moved >= review_text.MOVED or swing.cost >= COST or swing in extremes
        ]
        return sorted(found, key=lambda each: -each[1].moved - POINT * each[1].cost)

    async def _think(
        self,
        stored: StoredGame,
        turn: Game,
        orders: Sequence[int],
        seconds: float,
        work: Callable[[TurnOrders], T],
    ) -> T:
        """Return what `work` returns for these orders of a turn."""
        server = stored.guild_id or 0
        task = TurnOrders(stored.game, turn, "", "", seconds, stored.id, server, orders=tuple(orders))
        return await self.job_queue.think(Urgency.REVIEW, work, task)

    def _require_hints(self, at: LoadedGame) -> None:
        """Raise `Refused` if this game gives no hints."""
        rules, stored = at.rules, at.stored
        if not rules.BOT_PLAYERS:
            raise Refused(say("hint.no_players", title=rules.TITLE))
        if counts_for_rating(rules, stored):
            raise Refused(say("hint.rated"))
        if get_hints_setting(rules, stored) == "off":
            raise Refused(say("hint.off"))

    async def _compute_hints(self, at: LoadedGame) -> Hints | Untried:
        """Return the hints for the asked seat. The same position always gets the same random numbers.

        If the hints take too long, return the order of a bot player of a middle level. Raises `Refused`, for
        example if the server has used up its time for hints.
        """
        position = cut_turn(at.position, len(at.position.log))
        luck = compute_luck(at.stored.id, position)
        levels, server = list(at.rules.BOT_PLAYERS), at.stored.guild_id or 0
        task = Task(at.rules.KEY, position, at.asked, levels[-1], HINT, luck, server)
        try:
            async with asyncio.timeout(HINT + PATIENCE):
                return await self.job_queue.think(Urgency.HINT, weigh_orders, task)
        except Busy as busy:
            raise Refused(say("hint.busy", n=max(1, round(busy.wait / 60)))) from None
        except TimeoutError:
            middle = replace(task, level=levels[len(levels) // 2], seconds=0.0)  # this player takes 0.2 s
            return Untried((await asyncio.to_thread(think, middle),))
        except Unreadable:
            raise Refused(say("hint.hidden")) from None

    async def _record_use(self, caller: Caller, at: LoadedGame) -> None:
        """Record that this seat has had a hint. The result of the game will name the seat."""
        settings = GameSettings.of(at.stored)
        if at.asked not in settings.hinted:
            after = settings.with_(hinted=(*settings.hinted, at.asked))
            act = NewAct(Kind.TABLE, "hint", caller.user_id, at.asked)
            await self.orders.store.set_settings(at.stored, after.to_json(), act=act)


def _list_place(mark: Mark) -> list[object]:
    return [mark.turn, mark.entry, mark.check]


def _remove_seeds(turns: Sequence[Game]) -> tuple[Game, ...]:
    """Return the turns without the seed, so that no worker process can compute coming dice."""
    return tuple(replace(turn, seed="", chain="", loaded=None) for turn in turns)


def _list_lone_orders(turn: Game) -> list[int]:
    """Return the index of a turn's only order; [] if the turn has dice, cards or more orders.

    The index is that of the order's first entry.
    """
    orders = [first for first, _ in list_orders(turn)]
    return [] if has_chance(turn) or len(orders) > 1 else orders


def _choose_candidates(effects: Collection[tuple[Effect, int]]) -> list[tuple[Effect, int]]:
    """Return at most `MOST_ORDERS` orders to weigh again, with the largest rise and the largest loss first.

    Each order comes with the index of its turn.
    """
    largest = sorted(effects, reverse=True)
    rises, losses = ([each for each in largest if each[0].raised == raised] for raised in (True, False))
    return [*dict.fromkeys([*rises[:1], *losses[:1], *largest])][: review_text.MOST_ORDERS]


def _find_extremes(swings: Sequence[Swing]) -> list[Swing]:
    """Return the order that raised its seat's chance most and the one that lowered it most, if any did."""
    moved = [swing for swing in swings if swing.moved >= review_text.SLIGHT]
    both = ([swing for swing in moved if swing.raised == raised] for raised in (True, False))
    return [max(each, key=lambda swing: swing.moved) for each in both if each]


def _list_moved_turns(
    rules: Rules,
    turns: Sequence[Game],
    points: Sequence[Mapping[str, Estimate]],
    orders: Mapping[int, Sequence[int]],
) -> list[int]:
    """Return the indexes of up to `LOOKED_AT` turns with the largest changes, the largest first.

    A change is a change of a seat's chance and of its lead in points. In each turn, look only at seats that
    gave one of the `orders`. `orders` maps the index of a turn to the indexes of its orders' first entries.
    """
    moved = dict[int, float]()
    for index, (before, after) in enumerate(pairwise(points)):
        states = [rules.load(turn.start) for turn in turns[index : index + 2]] if index in orders else []
        for seat in {turns[index].log[first].seat for first in orders.get(index, ())}:
            leads = [measure_lead(rules, state, seat) for state in states]
            size = abs(after[seat].mean - before[seat].mean) + POINT * abs(leads[-1] - leads[0])
            moved[index] = max(moved.get(index, 0.0), size)
    return sorted(moved, key=lambda index: -moved[index])[:LOOKED_AT]


def _interpolate(known: Mapping[int, dict[str, Estimate]], n: int) -> Iterator[dict[str, Estimate]]:
    """Yield `n` points of a curve: the known points, and points on straight lines between known points."""
    indexes = sorted(known)
    for index in range(n):
        before = max(each for each in indexes if each <= index)
        after = min(each for each in indexes if each >= index)
        part = (index - before) / (after - before) if after > before else 0.0
        yield {
            seat: chance
            if not part
            else Estimate(
                chance.mean * (1 - part) + known[after][seat].mean * part,
                max(chance.error, known[after][seat].error),
            )
            for seat, chance in known[before].items()
        }


def make_hint_buttons(rules: Rules, stored: StoredGame) -> list[ActionButton]:
    """Return the button for a hint, if the game allows hints."""
    return (
        []
        if get_hints_setting(rules, stored) == OFF
        else [button(Analysis.hint.call(stored.id), say("button.hint"))]
    )
