"""When the next reminder, nudge or caretaker's turn of a question is due.

The clock of a game runs from the last act that moved it. `find_next_stage` computes what is due, and when,
from that moment, the game's settings and the preferences of the person who is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from bot.people.preferences import OFF, TABLE, Preferences
from bot.settings.game_settings import GameSettings, find_answer_deadline, find_caretaker_time
from db.records import Seat

MAX_REMINDERS = 3  # reminders of one question


class Stage(StrEnum):
    """What is due."""

    REMIND = "remind"
    NUDGE = "nudge"  # the time is over; said once
    KEEP = "keep"  # a caretaker plays


class ReminderState(BaseModel):
    """The clock of a question, kept as a delivery that is held back until something is due."""

    model_config = ConfigDict(frozen=True)

    seat: str
    since: datetime
    heard: bool = True  # the post that asked could make a sound
    calls: int = 0  # reminders so far; the asked one may have stopped them
    last: datetime | None = None  # the last of them, or when the asked one said to be back
    hushed: tuple[int, ...] = ()  # people who want no more of them, where several are asked at once
    nudged: datetime | None = None


def find_next_stage(
    call: ReminderState,
    settings: GameSettings,
    holder: Seat | None,
    preferences: Preferences,
    now: datetime,
    beside: Sequence[tuple[Seat, Preferences]] = (),
) -> tuple[Stage, datetime] | None:
    """Return what is due next for this question, and when; None if nothing will be.

    `beside`: who else is asked and has not answered. All are reminded together, as soon as the first
    person is due.
    """
    if settings.paused or settings.unreachable or (holder is not None and holder.level):
        return None
    asked = [(holder, preferences), *beside] if holder is not None else []
    reminders = (_reminder(call, settings, seat, wishes, now) for seat, wishes in asked)
    rings = [next((ring for ring in reminders if ring is not None), None)]
    rings.append(_deadline(call, settings, holder, preferences, now))
    return min((ring for ring in rings if ring is not None), key=lambda ring: ring[1], default=None)


def wants_reminders(
    call: ReminderState, settings: GameSettings, holder: Seat, preferences: Preferences
) -> bool:
    """Whether this person is to be reminded of this question."""
    stopped = holder.seat in settings.caretakers or holder.user_id in call.hushed
    return preferences.pings and not stopped and _interval(settings, preferences) is not None


def _reminder(
    call: ReminderState, settings: GameSettings, holder: Seat, preferences: Preferences, now: datetime
) -> tuple[Stage, datetime] | None:
    if not preferences.pings or holder.seat in settings.caretakers or holder.user_id in call.hushed:
        return None
    begin = find_begin(call, preferences)
    every = _interval(settings, preferences)
    if not call.heard:
        at = begin
    elif every is None or call.calls >= MAX_REMINDERS:
        return None
    elif call.last is not None and call.last >= begin:
        at = call.last + every
    else:
        at = begin + every if begin == call.since else begin  # who comes back is reminded at once
    at, end = preferences.find_loud_time(max(at, now)), find_answer_deadline(settings, begin, call.since)
    return (Stage.REMIND, at) if end is None or at < end else None


def find_begin(call: ReminderState, preferences: Preferences) -> datetime:
    """Return when a person's time starts: when they are asked, or when they are back from being away."""
    return call.since if preferences.away is None else max(call.since, preferences.away)


def _interval(settings: GameSettings, preferences: Preferences) -> timedelta | None:
    """Return the time between two reminders; None: there are none."""
    wish = settings.reminders if preferences.reminders == TABLE else preferences.reminders
    if wish == OFF:
        return None
    return timedelta(hours=wish) if isinstance(wish, int) else settings.terms.remind


def _deadline(
    call: ReminderState, settings: GameSettings, holder: Seat | None, preferences: Preferences, now: datetime
) -> tuple[Stage, datetime] | None:
    terms = settings.terms
    if call.seat in settings.caretakers or (preferences.stand_in and preferences.is_away(now)):
        return Stage.KEEP, find_caretaker_time(settings, call.seat, call.since)
    end = find_answer_deadline(settings, find_begin(call, preferences), call.since)
    if end is None:
        return None
    if holder is None:
        return Stage.KEEP, end + terms.grace
    if call.nudged is not None and call.nudged >= end:  # no more time has been given since
        return Stage.KEEP, call.nudged + terms.grace
    return Stage.NUDGE, preferences.find_loud_time(max(end, now))
