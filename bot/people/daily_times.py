"""Find the times of posts that come once a day, at a set hour in a set time zone."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, date, datetime, time, timedelta
from typing import Protocol
from zoneinfo import ZoneInfo

DAY = timedelta(days=1)
EVENING = 18  # the usual hour of a daily post; a host can set another hour


class Daily(Protocol):
    """The setting of a daily post."""

    @property
    def hour(self) -> int:
        """Return the hour of the post, 0 to 23."""

    @property
    def zone(self) -> str:
        """Return the time zone of the hour."""


def find_day(daily: Daily, now: datetime) -> date:
    """Return the present day in the time zone of a daily post."""
    return now.astimezone(ZoneInfo(daily.zone)).date()


def find_time(daily: Daily, day: date) -> datetime:
    """Return the time of a daily post on this day."""
    return datetime.combine(day, time(daily.hour), ZoneInfo(daily.zone)).astimezone(UTC)


def find_next_time(daily: Daily, now: datetime, done: Collection[str]) -> datetime:
    """Return the next time of a daily post.

    It is later than `now`, and its day is later than all days in `done`, such as "2026-11-22".
    """
    day = find_day(daily, now)
    while find_time(daily, day) <= now or any(each >= day.isoformat() for each in done):
        day += DAY
    return find_time(daily, day)
