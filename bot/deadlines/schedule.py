"""Compute when a question's next reminder, its warning, or the caretaker's move is due.

The clock of a question starts with the act that asked it. `find_next_stage` takes that moment, the game's
settings and the asked person's preferences, and computes what is due when.
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
    """What is due next."""

    REMIND = "remind"
    NUDGE = "nudge"  # the warning, posted once, when the time for an answer is over
    KEEP = "keep"  # a caretaker plays


class ReminderState(BaseModel):
    """The clock of a question, stored as JSON in a delivery that waits until something is due."""

    model_config = ConfigDict(frozen=True)

    seat: str
    since: datetime
    heard: bool = True  # whether the post of the question could notify people
    calls: int = 0  # reminders so far
    last: datetime | None = None  # when the last reminder was sent, or when the person came back
    hushed: tuple[int, ...] = ()  # people who have stopped their reminders
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

    `beside` holds the others who are asked and have not answered. All are reminded together, at the
    time of the first in the list who wants a reminder, `holder` before the others.
    """
    if settings.paused or settings.unreachable or (holder is not None and holder.level):
        return None
    asked = [(holder, preferences), *beside] if holder is not None else []
    reminders = (_find_reminder(call, settings, seat, wishes, now) for seat, wishes in asked)
    rings = [next((ring for ring in reminders if ring is not None), None)]
    rings.append(_find_deadline(call, settings, holder, preferences, now))
    return min((ring for ring in rings if ring is not None), key=lambda ring: ring[1], default=None)


def wants_reminders(
    call: ReminderState, settings: GameSettings, holder: Seat, preferences: Preferences
) -> bool:
    """Return whether this person wants to be reminded of this question."""
    stopped = holder.seat in settings.caretakers or holder.user_id in call.hushed
    return preferences.pings and not stopped and _find_interval(settings, preferences) is not None


def _find_reminder(
    call: ReminderState, settings: GameSettings, holder: Seat, preferences: Preferences, now: datetime
) -> tuple[Stage, datetime] | None:
    """Return when the next reminder of this person is due; None if there is none."""
    if not preferences.pings or holder.seat in settings.caretakers or holder.user_id in call.hushed:
        return None
    begin = find_begin(call, preferences)
    every = _find_interval(settings, preferences)
    if not call.heard:
        at = begin
    elif every is None or call.calls >= MAX_REMINDERS:
        return None
    elif call.last is not None and call.last >= begin:
        at = call.last + every
    else:
        at = begin + every if begin == call.since else begin  # remind at once after an absence
    at, end = preferences.find_loud_time(max(at, now)), find_answer_deadline(settings, begin, call.since)
    return (Stage.REMIND, at) if end is None or at < end else None


def find_begin(call: ReminderState, preferences: Preferences) -> datetime:
    """Return when a person's time starts: when they are asked, or when they are back from being away."""
    return call.since if preferences.away is None else max(call.since, preferences.away)


def _find_interval(settings: GameSettings, preferences: Preferences) -> timedelta | None:
    """Return the time between two reminders; None for no reminders."""
    wish = settings.reminders if preferences.reminders == TABLE else preferences.reminders
    if wish == OFF:
        return None
    return timedelta(hours=wish) if isinstance(wish, int) else settings.terms.remind


def _find_deadline(
    call: ReminderState, settings: GameSettings, holder: Seat | None, preferences: Preferences, now: datetime
) -> tuple[Stage, datetime] | None:
    """Return when the nudge or the caretaker's turn is due; None if there is no deadline."""
    terms = settings.terms
    if call.seat in settings.caretakers or (preferences.stand_in and preferences.is_away(now)):
        return Stage.KEEP, find_caretaker_time(settings, call.seat, call.since)
    end = find_answer_deadline(settings, find_begin(call, preferences), call.since)
    if end is None:
        return None
    if holder is None:
        return Stage.KEEP, end + terms.grace
    if call.nudged is not None and call.nudged >= end:  # the time was not extended since
        return Stage.KEEP, call.nudged + terms.grace
    return Stage.NUDGE, preferences.find_loud_time(max(end, now))
