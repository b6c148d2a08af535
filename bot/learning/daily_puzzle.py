"""Choose a puzzle for a channel each day, post it, and post its solution with the next puzzle.

For each channel, the outbox holds at most one delivery of the kind `KIND`. It is due at the hour that the
channel has chosen. At this hour, the module chooses the puzzle, plans the next delivery, and only then posts
the puzzle. So a failed post doesn't end the series. Missed days are skipped. People solve the puzzle in
private, like any other puzzle.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from hashlib import blake2b
from typing import NamedTuple
from zoneinfo import ZoneInfo

import structlog

from bot.language.words import get_language, join_names, say, speak_within
from bot.learning.learner import list_posted, make_lesson_key
from bot.learning.lessons import LessonService
from bot.learning.puzzles import list_games_with_puzzles, write_solution
from bot.people.caller import Caller
from bot.people.daily_times import DAY, EVENING, find_day, find_next_time, find_time
from bot.people.preference_editor import PreferenceStore
from bot.replies.action import action, button
from bot.replies.reply import ActionButton, Refused, Reply
from bot.replies.text import MAX_TEXT, cut_text
from bot.seating.thread_rights import require_rights
from bot.seating.typed_names import read_game
from bot.session.loaded_game import title_seat
from db.learning.dailies import KIND
from db.records import Daily, DailyPuzzle, Delivery, NewDelivery
from rules.kernel import Rules, View
from rules.lessons.attempt import Attempt
from rules.lessons.puzzle import PREFIX, find_lesson, load_puzzles
from rules.words import say as words

log = structlog.get_logger(__name__)


class Asked(NamedTuple):
    """The post with a day's puzzle for a channel. `message_id` is None until the puzzle is posted."""

    day: str
    text: str
    view: View
    buttons: Sequence[ActionButton]
    message_id: int | None


class PuzzleOfTheDay:
    """Runs the daily puzzles of all channels. `now` returns the time; tests replace it."""

    def __init__(self, lessons: LessonService, people: PreferenceStore, now: Callable[[], datetime]) -> None:
        self.lessons, self.people, self.now = lessons, people, now
        self.orders, self.store = lessons.orders, lessons.orders.store

    # Settings of a host

    async def set(self, caller: Caller, game: str | None = None, hour: int | None = None) -> Reply:
        """Post a puzzle of this game each day at this hour of the caller's time zone. Raises `Refused`.

        Without arguments, return the current setting.
        """
        daily = await self.store.dailies.find(caller.channel_id)
        if game is None and hour is None:
            return self._describe_setting(daily)
        await self._require_host(caller)
        require_rights(caller)
        there = list_games_with_puzzles(self.orders.games)
        key = read_game(self.orders.games, game) if game is not None else "" if daily is None else daily.game
        if key not in there:
            raise Refused(self._explain_no_puzzles(key, there))
        if hour is None:
            hour = EVENING if daily is None else daily.hour
        zone = (await self.people.load(caller.user_id)).zone
        daily = Daily(caller.channel_id, caller.user_id, key, hour, zone, get_language())
        await self.store.see_user(caller.user_id, caller.name)
        await self.store.dailies.set(daily, self._make_delivery(daily, await self._find_next_time(daily)))
        self.orders.due()
        return self._describe_setting(daily)

    @action("nodaily")
    async def stop(self, caller: Caller) -> Reply:
        """Stop the daily puzzle of this channel. Raises `Refused`."""
        await self._require_host(caller)
        if not await self.store.dailies.stop(caller.channel_id):
            raise Refused(say("daily.off"))
        return Reply(say("daily.stopped"))

    # Posts

    async def start(self) -> None:
        """Plan the next post of each channel that has a daily puzzle and no planned post."""
        for daily in await self.store.dailies.list_unplanned():
            await self.store.dailies.plan(self._make_delivery(daily, await self._find_next_time(daily)))
            self.orders.due()

    async def prepare(self, delivery: Delivery) -> Asked | None:
        """Return the puzzle to post now, and plan the next post.

        Return None if somebody has stopped the daily puzzle, if the game has no puzzle, or if it is too
        early.
        """
        daily = await self.store.dailies.find(delivery.channel_id)
        if daily is None:
            return None
        today = find_day(daily, self.now())  # the delivery may be late, so don't use its day
        before = await self.store.dailies.list_puzzles(daily.channel_id)
        chosen = choose_puzzle(self.orders.games.get(daily.game), today.isoformat(), before)
        if chosen is None or find_time(daily, today) > self.now():
            await self.store.dailies.plan(self._make_delivery(daily, await self._find_next_time(daily)))
            return None
        new = DailyPuzzle(daily.channel_id, today.isoformat(), daily.game, chosen)
        following = self._make_delivery(daily, find_time(daily, today + DAY))
        known = await self.store.dailies.choose(new, following)
        told = list_posted([each for each in before if each.day < known.day])
        with speak_within(daily.language):
            return await self._make_post(known, told[0] if told else None)

    async def record_posted(self, channel_id: int, asked: Asked, message_id: int) -> None:
        """Record the message that shows the puzzle in the channel."""
        await self.store.dailies.record_posted(channel_id, asked.day, message_id)

    async def forget_channel(self, channel_id: int) -> None:
        """Stop the daily puzzle of a channel that was deleted."""
        if await self.store.dailies.stop(channel_id):
            log.info("a channel with a daily puzzle was deleted", channel=channel_id)

    # Actions of players

    @action("daily", "{channel}:{day}")
    async def open(self, caller: Caller, channel: str, day: str) -> Reply:
        """Open the puzzle of a post. Raises `Refused`.

        If the channel has a newer puzzle, this puzzle no longer counts for its day, and the reply says so.
        """
        known = channel.isdecimal() and int(channel) < _IDS
        of_channel = await self.store.dailies.list_puzzles(int(channel)) if known else ()
        puzzle = next((each for each in of_channel if each.day == day), None)
        if puzzle is None:
            raise Refused(say("learn.gone"))
        if puzzle in list_posted(of_channel)[:1]:
            return await self.lessons.open(caller, f"{puzzle.game}:{make_lesson_key(puzzle)}")
        answer = await self.lessons.open(caller, f"{puzzle.game}:{PREFIX}{puzzle.puzzle}")
        return replace(answer, text="\n".join([say("daily.over"), answer.text]))

    def _describe_setting(self, daily: Daily | None) -> Reply:
        """Return a text about the setting of a channel, with a button that stops its daily puzzle."""
        if daily is None:
            return Reply(say("daily.off"))
        rules = self.orders.games.get(daily.game)
        title = daily.game if rules is None else rules.TITLE
        text = say("daily.set", title=title, hour=f"{daily.hour}:00", zone=daily.zone)
        there = 0 if rules is None else len(load_puzzles(rules))
        return Reply(
            "\n".join([text, say("daily.there", n=there)]),
            buttons=(button(PuzzleOfTheDay.stop.call(), say("button.no_daily")),),
        )

    def _explain_no_puzzles(self, key: str, there: Mapping[str, Rules]) -> str:
        games = join_names([rules.TITLE for rules in there.values()]) if there else "–"
        if key not in self.orders.games:
            return say("puzzle.no_game", games=games)
        return say("daily.none", title=self.orders.games[key].TITLE, games=games)

    async def _require_host(self, caller: Caller) -> None:
        """Raise `Refused` on a server, unless the caller manages the channel or hosts the channel's game."""
        if caller.manages or caller.guild_id is None:
            return
        stored = await self.store.find_in_channel(caller.channel_id)
        if stored is None:
            raise Refused(say("daily.not_you"))
        if stored.host_id != caller.user_id:
            raise Refused(say("host.not_you", user=stored.host_id))

    async def _find_next_time(self, daily: Daily) -> datetime:
        """Return when the next puzzle is due: at the channel's hour, on the next day that has no puzzle."""
        last = list_posted(await self.store.dailies.list_puzzles(daily.channel_id))[:1]
        return find_next_time(daily, self.now(), [each.day for each in last])

    def _make_delivery(self, daily: Daily, at: datetime) -> NewDelivery:
        day = at.astimezone(ZoneInfo(daily.zone)).date().isoformat()
        return NewDelivery(daily.channel_id, KIND, json.dumps(day), at)

    async def _make_post(self, today: DailyPuzzle, last: DailyPuzzle | None) -> Asked | None:
        rules = self.orders.games.get(today.game)
        lesson = None if rules is None else find_lesson(rules, make_lesson_key(today))
        if rules is None or lesson is None:
            return None  # the game or the puzzle is no longer installed
        seat, state = lesson.seat, Attempt(rules, lesson).live.state
        lines = [
            *await self._write_last_solution(last),
            say("daily.head", title=rules.TITLE, seat=title_seat(rules, seat)),
            say("learn.task", task=words(lesson.task).read(rules.name)),
        ]
        opens = button(PuzzleOfTheDay.open.call(str(today.channel_id), today.day), say("button.try"), "main")
        text = cut_text("\n".join(lines), MAX_TEXT)
        return Asked(today.day, text, rules.view(state, seat), (opens,), today.message_id)

    async def _write_last_solution(self, last: DailyPuzzle | None) -> list[str]:
        """Return the solution of the last puzzle, as a spoiler, and how many people found it."""
        rules = None if last is None else self.orders.games.get(last.game)
        if last is None or rules is None or find_lesson(rules, make_lesson_key(last)) is None:
            return []
        tried, solved = await self.store.lessons.tally(last.game, make_lesson_key(last))
        said = write_solution(rules, make_lesson_key(last)).replace("|", "/")
        found = say("daily.solved", n=solved, tried=tried) if tried else say("daily.untried")
        return [say("daily.last", solution=cut_text(said, MAX_TEXT // 2)), found]


_IDS = 1 << 63  # a number above all ids of Discord


def choose_puzzle(rules: Rules | None, day: str, before: Sequence[DailyPuzzle]) -> str | None:
    """Return the key of a puzzle that the channel has had least often; None if the game has no puzzles.

    `before` holds the channel's earlier puzzles, the newest first. The choice looks random, but is the same
    each time for the same arguments.
    """
    if rules is None or not (keys := list(load_puzzles(rules))):
        return None
    had = Counter(each.puzzle for each in before if each.game == rules.KEY and each.day != day)
    least, last = min(had[key] for key in keys), next(iter(each.puzzle for each in before), "")
    left = [key for key in keys if had[key] == least]
    left = [key for key in left if key != last] or left
    return min(left, key=lambda key: blake2b(f"{least}/{key}".encode(), digest_size=8).digest())
