"""A puzzle a day in a channel: chosen, asked, and the day after told.

A channel has at most one delivery of the kind `KIND`, held back until its hour; what it is to ask is looked
up when it comes up, and the next one is planned before it is posted. So nothing is posted twice, and days
that were missed are not made up. It is solved in private, as every puzzle is.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from hashlib import blake2b
from typing import NamedTuple
from zoneinfo import ZoneInfo

import structlog

from bot.language.words import join_names, say, speak_within, spoken_language
from bot.learning.learner import lesson_key, list_posted
from bot.learning.lessons import LessonService
from bot.learning.puzzles import list_games_with_puzzles, write_solution
from bot.people.caller import Caller
from bot.people.preference_editor import PreferenceStore
from bot.replies.action import action, button
from bot.replies.reply import ActionButton, Refused, Reply
from bot.replies.text import MAX_TEXT, cut_text
from bot.seating.lobby import list_missing_rights, read_game
from bot.session.loaded_game import title_seat
from db.learning.dailies import KIND
from db.records import Daily, DailyPuzzle, Delivery, NewDelivery
from rules.kernel import Rules, View
from rules.lessons.attempt import Attempt
from rules.lessons.puzzle import PREFIX, find_lesson, load_puzzles
from rules.words import say as words

log = structlog.get_logger(__name__)
EVENING = 18  # the hour at which it is posted unless a host says another


class Asked(NamedTuple):
    """What a channel reads and sees: the puzzle of its day. `message_id`: it is posted already, as this."""

    day: str
    text: str
    view: View
    buttons: Sequence[ActionButton]
    message_id: int | None


class PuzzleOfTheDay:
    """The puzzles of the day of all channels. `now` is the time: tests set it."""

    def __init__(self, lessons: LessonService, people: PreferenceStore, now: Callable[[], datetime]) -> None:
        self.lessons, self.people, self.now = lessons, people, now
        self.orders, self.store = lessons.orders, lessons.orders.store

    # What a host sets

    async def set(self, caller: Caller, game: str | None = None, hour: int | None = None) -> Reply:
        """From now on a puzzle of this game a day, at this hour of the caller's time zone; without a game
        what is set here. Raises `Refused`."""
        daily = await self.store.dailies.find(caller.channel_id)
        if game is None and hour is None:
            return self._told(daily)
        await self._may(caller)
        if caller.lacks:
            raise Refused(say("lobby.lacks", lacks=list_missing_rights(caller)))
        there = list_games_with_puzzles(self.orders.games)
        key = read_game(self.orders.games, game) if game is not None else "" if daily is None else daily.game
        if key not in there:
            raise Refused(self._none(key, there))
        if hour is None:
            hour = EVENING if daily is None else daily.hour
        zone = (await self.people.load(caller.user_id)).zone
        daily = Daily(caller.channel_id, caller.user_id, key, hour, zone, spoken_language())
        await self.store.see_user(caller.user_id, caller.name)
        await self.store.dailies.set(daily, self._planned(daily, await self._next(daily)))
        self.orders.due()
        return self._told(daily)

    @action("nodaily")
    async def stop(self, caller: Caller) -> Reply:
        """No more puzzles here. Raises `Refused`."""
        await self._may(caller)
        if not await self.store.dailies.stop(caller.channel_id):
            raise Refused(say("daily.off"))
        return Reply(say("daily.stopped"))

    # What is posted

    async def start(self) -> None:
        """See to it that each channel with a puzzle a day has its next post planned."""
        for daily in await self.store.dailies.list_unplanned():
            await self.store.dailies.plan(self._planned(daily, await self._next(daily)))
            self.orders.due()

    async def prepare(self, delivery: Delivery) -> Asked | None:
        """Return what is to be posted now.

        It is None where that day is over, or the channel wants no puzzles any more.
        """
        daily = await self.store.dailies.find(delivery.channel_id)
        if daily is None:
            return None
        today = self._today(daily)  # of another day if it comes so late: what was missed is not made up
        before = await self.store.dailies.list_puzzles(daily.channel_id)
        chosen = choose_puzzle(self.orders.games.get(daily.game), today.isoformat(), before)
        if chosen is None or _at(daily, today) > self.now():
            await self.store.dailies.plan(self._planned(daily, await self._next(daily)))
            return None
        new = DailyPuzzle(daily.channel_id, today.isoformat(), daily.game, chosen)
        following = self._planned(daily, _at(daily, today + _DAY))
        known = await self.store.dailies.choose(new, following)
        told = list_posted([each for each in before if each.day < known.day])
        with speak_within(daily.language):
            return await self._asked(known, told[0] if told else None)

    async def record_posted(self, channel_id: int, asked: Asked, message_id: int) -> None:
        """Record the message that shows the puzzle in the channel."""
        await self.store.dailies.record_posted(channel_id, asked.day, message_id)

    async def forget_channel(self, channel_id: int) -> None:
        """The channel is no more, and neither are its puzzles."""
        if await self.store.dailies.stop(channel_id):
            log.info("a channel with a puzzle a day is gone", channel=channel_id)

    # What people do

    @action("daily", "{channel}:{day}")
    async def open(self, caller: Caller, channel: str, day: str) -> Reply:
        """Return the puzzle that a post asks.

        One that is not its channel's last any more as every other puzzle, and told so. Raises `Refused`.
        """
        known = channel.isdecimal() and int(channel) < _IDS
        of_channel = await self.store.dailies.list_puzzles(int(channel)) if known else ()
        puzzle = next((each for each in of_channel if each.day == day), None)
        if puzzle is None:
            raise Refused(say("learn.gone"))
        if puzzle in list_posted(of_channel)[:1]:
            return await self.lessons.open(caller, f"{puzzle.game}:{lesson_key(puzzle)}")
        answer = await self.lessons.open(caller, f"{puzzle.game}:{PREFIX}{puzzle.puzzle}")
        return replace(answer, text="\n".join([say("daily.over"), answer.text]))

    # Inside

    def _told(self, daily: Daily | None) -> Reply:
        """Return what a channel has."""
        if daily is None:
            return Reply(say("daily.off"))
        rules = self.orders.games.get(daily.game)
        title = daily.game if rules is None else rules.TITLE
        text = say("daily.set", title=title, hour=f"{daily.hour}:00", zone=daily.zone)
        there = 0 if rules is None else len(load_puzzles(rules))
        return Reply(
            "\n".join([text, say("daily.there", n=there)]),
            buttons=(button(PuzzleOfTheDay.stop.call(), say("button.no_daily"), "back"),),
        )

    def _none(self, key: str, there: Mapping[str, Rules]) -> str:
        games = join_names([rules.TITLE for rules in there.values()]) if there else "–"
        if key not in self.orders.games:
            return say("puzzle.no_game", games=games)
        return say("daily.none", title=self.orders.games[key].TITLE, games=games)

    async def _may(self, caller: Caller) -> None:
        """Raise `Refused` unless the caller manages the channel or is the host of its game."""
        if caller.manages or caller.guild_id is None:
            return
        stored = await self.store.find_in_channel(caller.channel_id)
        if stored is None:
            raise Refused(say("daily.not_you"))
        if stored.host_id != caller.user_id:
            raise Refused(say("host.not_you", user=stored.host_id))

    def _today(self, daily: Daily) -> date:
        return self.now().astimezone(ZoneInfo(daily.zone)).date()

    async def _next(self, daily: Daily) -> datetime:
        """Return the next hour of a puzzle that has not come yet; of a day that has had one the day after."""
        last = list_posted(await self.store.dailies.list_puzzles(daily.channel_id))[:1]
        day = self._today(daily)
        while _at(daily, day) <= self.now() or any(each.day >= day.isoformat() for each in last):
            day += _DAY
        return _at(daily, day)

    def _planned(self, daily: Daily, at: datetime) -> NewDelivery:
        day = at.astimezone(ZoneInfo(daily.zone)).date().isoformat()
        return NewDelivery(daily.channel_id, KIND, json.dumps(day), at)

    async def _asked(self, today: DailyPuzzle, last: DailyPuzzle | None) -> Asked | None:
        rules = self.orders.games.get(today.game)
        lesson = None if rules is None else find_lesson(rules, lesson_key(today))
        if rules is None or lesson is None:
            return None  # chosen before the game or its puzzles have changed
        seat, state = lesson.seat, Attempt(rules, lesson).live.state
        lines = [
            *await self._last(last),
            say("daily.head", title=rules.TITLE, seat=title_seat(rules, seat)),
            say("learn.task", task=words(lesson.task).read(rules.name)),
        ]
        opens = button(PuzzleOfTheDay.open.call(str(today.channel_id), today.day), say("button.try"), "main")
        text = cut_text("\n".join(lines), MAX_TEXT)
        return Asked(today.day, text, rules.view(state, seat), (opens,), today.message_id)

    async def _last(self, last: DailyPuzzle | None) -> list[str]:
        """Return what would have been right in the one before, behind a veil, and how many have found it."""
        rules = None if last is None else self.orders.games.get(last.game)
        if last is None or rules is None or find_lesson(rules, lesson_key(last)) is None:
            return []
        tried, solved = await self.store.lessons.tally(last.game, lesson_key(last))
        said = write_solution(rules, lesson_key(last)).replace("|", "/")
        found = say("daily.solved", n=solved, tried=tried) if tried else say("daily.untried")
        return [say("daily.last", solution=cut_text(said, MAX_TEXT // 2)), found]


_DAY = timedelta(days=1)
_IDS = 1 << 63  # no id of Discord's is as large


def _at(daily: Daily, day: date) -> datetime:
    """Return when the puzzle of a day is asked."""
    return datetime.combine(day, time(daily.hour), ZoneInfo(daily.zone)).astimezone(UTC)


def choose_puzzle(rules: Rules | None, day: str, before: Sequence[DailyPuzzle]) -> str | None:
    """The puzzle of a channel's day: one of those that it has had least often, in an order that looks like
    chance and is always the same; None where the game has none. `before`: all it has had, newest first."""
    if rules is None or not (keys := list(load_puzzles(rules))):
        return None
    had = Counter(each.puzzle for each in before if each.game == rules.KEY and each.day != day)
    least, last = min(had[key] for key in keys), next(iter(each.puzzle for each in before), "")
    left = [key for key in keys if had[key] == least]
    left = [key for key in left if key != last] or left
    return min(left, key=lambda key: blake2b(f"{least}/{key}".encode(), digest_size=8).digest())
