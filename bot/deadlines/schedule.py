"""Compute when a question's next reminder, its warning, or the caretaker's move is due.

The clock of a question starts with the act that leads to the question. `find_next_stage` computes what is
due next, from the start of the clock, the game's settings and the preferences of the asked people.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Annotated, Any, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict

from bot.people.preferences import OFF, TABLE, Preferences
from bot.settings.clocks import find_answer_deadline, find_begin, find_presence
from bot.settings.game_settings import GameSettings, find_caretaker_time
from db.records import Seat

MAX_REMINDERS = 3  # the most reminders that a person gets about one question


class Stage(StrEnum):
    """What the bot does next about an open question."""

    REMIND = "remind"  # remind the people who are asked
    NUDGE = "nudge"  # warn once that the time for an answer is over
    KEEP = "keep"  # let a caretaker play


EVERYBODY = 0  # earlier versions stored one value for all people: that value now has this user id


def _read_for_everybody(value: Any) -> Any:
    """Return a stored field of a clock as a dict whose keys are user ids.

    Earlier versions stored one plain value.
    """
    if isinstance(value, Mapping):
        return value
    return {} if value is None else {EVERYBODY: value}


class ReminderState(BaseModel):
    """The clock of a question. A note and the scheduled delivery store it as JSON.

    Attributes:
        seat: the seat that is asked first
        since: when the question was asked
        heard: whether the post of the question could notify people
        calls: for each user, how many reminders they have had
        last: for each user, when they were last reminded or last came back
        hushed: the users who have stopped their reminders of this question
        nudged: when the warning was posted; None if it was not posted
    """

    model_config = ConfigDict(frozen=True)

    seat: str
    since: datetime
    heard: bool = True
    calls: Annotated[Mapping[int, int], BeforeValidator(_read_for_everybody)] = {}
    last: Annotated[Mapping[int, datetime], BeforeValidator(_read_for_everybody)] = {}
    hushed: tuple[int, ...] = ()
    nudged: datetime | None = None

    def count_calls(self, user_id: int) -> int:
        """Return how many reminders this person has had."""
        return self.calls.get(user_id, self.calls.get(EVERYBODY, 0))

    def find_last(self, user_id: int) -> datetime | None:
        """Return when this person was last reminded or last came back; None if neither happened."""
        return self.last.get(user_id, self.last.get(EVERYBODY))

    def after_reminding(self, people: Sequence[int], now: datetime) -> Self:
        """Return the clock after these people were reminded.

        If the post of the question could not notify these people, this reminder is their first
        notification. Then the reminder is not counted.
        """
        calls = {user: self.count_calls(user) + self.heard for user in people}
        last = dict.fromkeys(people, now)
        update = {"calls": {**self.calls, **calls}, "last": {**self.last, **last}, "heard": True}
        return self.model_copy(update=update)

    def after_return(self, user_id: int, now: datetime) -> Self:
        """Return the clock after a person came back. Their next reminder comes after the usual time."""
        return self.model_copy(update={"last": {**self.last, user_id: now}})

    def not_ahead_of(self, now: datetime) -> Self:
        """Return the clock without times in the future: a time later than `now` becomes `now`.

        Such times can come from a computer whose own clock was wrong.
        """
        last = {user: min(at, now) for user, at in self.last.items()}
        return self.model_copy(update={"last": last, "nudged": self.nudged and min(self.nudged, now)})


def find_next_stage(
    call: ReminderState,
    settings: GameSettings,
    holder: Seat | None,
    preferences: Preferences,
    now: datetime,
    beside: Sequence[tuple[Seat, Preferences]] = (),
) -> tuple[Stage, datetime] | None:
    """Return the next stage of this question and its time; None if no stage follows.

    The next stage is the one with the earliest time. Each asked person's next reminder is a possible stage,
    and so is the warning or the caretaker's move. A free seat gets no reminders.

    Args:
        call: the clock of the question
        settings: the settings of the game
        holder: the seat that is asked first, with its player; None if it is free
        preferences: the preferences of this player
        now: the present time
        beside: the other people who are asked and have not answered, with their preferences
    """
    if settings.paused or settings.unreachable or (holder is not None and holder.level):
        return None
    asked = [(holder, preferences), *beside] if holder is not None else []
    reminders = [_find_reminder(call, settings, seat, wishes, now) for seat, wishes in asked]
    rings = [(Stage.REMIND, at) for at in reminders if at is not None]
    if (deadline := _find_deadline(call, settings, holder, preferences, now)) is not None:
        rings.append(deadline)
    return min(rings, key=lambda ring: ring[1], default=None)


def list_reminded(
    call: ReminderState, settings: GameSettings, asked: Sequence[tuple[Seat, Preferences]], now: datetime
) -> list[int]:
    """Return the users whose reminder is due now. Other users may have quiet hours or a longer interval."""
    due = ((seat, _find_reminder(call, settings, seat, wishes, now)) for seat, wishes in asked)
    return list(dict.fromkeys(seat.user_id for seat, at in due if at is not None and at <= now))


def _find_reminder(
    call: ReminderState, settings: GameSettings, holder: Seat, preferences: Preferences, now: datetime
) -> datetime | None:
    """Return when the next reminder of this person is due; None if there is none."""
    if not preferences.pings or holder.seat in settings.caretakers or holder.user_id in call.hushed:
        return None
    begin = find_presence(settings, call.since, preferences)
    every, last = _find_interval(settings, preferences), call.find_last(holder.user_id)
    if not call.heard:
        at = begin
    elif every is None or call.count_calls(holder.user_id) >= MAX_REMINDERS:
        return None
    elif last is not None and last >= begin:
        at = last + every
    else:
        at = begin + every if begin == call.since else begin  # remind at once after an absence
    at = preferences.find_loud_time(max(at, now))
    counts = find_begin(settings, call.since, preferences)
    end = find_answer_deadline(settings, counts, call.since, holder.seat, preferences)
    return at if end is None or at < end else None


def _find_interval(settings: GameSettings, preferences: Preferences) -> timedelta | None:
    """Return the time between two reminders; None for no reminders."""
    wish = settings.reminders if preferences.reminders == TABLE else preferences.reminders
    if wish == OFF:
        return None
    return timedelta(hours=wish) if isinstance(wish, int) else settings.terms.remind


def _find_deadline(
    call: ReminderState, settings: GameSettings, holder: Seat | None, preferences: Preferences, now: datetime
) -> tuple[Stage, datetime] | None:
    """Return the stage of the warning or of the caretaker's move, and its time; None for no deadline."""
    terms = settings.terms
    if call.seat in settings.caretakers or (preferences.stand_in and preferences.is_away(now)):
        return Stage.KEEP, find_caretaker_time(settings, call.seat, call.since)
    begin = find_begin(settings, call.since, preferences)
    end = find_answer_deadline(settings, begin, call.since, call.seat, preferences)
    if end is None:
        return None
    if holder is None:
        return Stage.KEEP, end + terms.grace
    if call.nudged is not None and call.nudged >= end:  # after an extension, an old warning doesn't count
        return Stage.KEEP, call.nudged + terms.grace
    return Stage.NUDGE, preferences.find_loud_time(max(end, now))
