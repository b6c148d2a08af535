"""Count the time that each seat uses, and find out when its answer is due.

A seat's clock runs while the seat is asked and a person has it. The table agrees on what stops the clock
(`GameSettings.stops`): the absence of the seat's player, their quiet hours, both or neither. A pause of the
game always stops the clock, and so does a channel that takes no posts. If the pace has a bank, the time that
an answer doesn't use is left for the next questions, and each turn adds some time.

To count the time for a question, it is not enough to know when it was asked, because the game may have been
paused, or may have another pace now. So the settings store three fields. `counted` is the moment up to which
the time was counted. `counted_for` is the time when the question was asked. `clocks` has the time left at
`counted`.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from bot.people.preferences import Preferences
from bot.settings.game_settings import GameSettings, SeatClock

AWAY, QUIET, BOTH, NEITHER = "away", "quiet", "both", "off"
STOPS = (AWAY, QUIET, BOTH, NEITHER)
LONGEST = timedelta(days=400)  # a clock runs out after this time at the latest, even if quiet hours stop it


def find_presence(settings: GameSettings, asked: datetime, wishes: Preferences) -> datetime:
    """Return when a person can first answer: when they are asked, or when their absence ends.

    The absence counts only if absence stops the clocks of the table.
    """
    if settings.stops in (AWAY, BOTH) and wishes.away is not None:
        return max(asked, wishes.away)
    return asked


def find_begin(settings: GameSettings, asked: datetime, wishes: Preferences) -> datetime:
    """Return when a person's time for a question starts (`find_presence`).

    If the time was already counted up to a later moment, return the later moment.
    """
    begin = find_presence(settings, asked, wishes)
    if settings.counted is not None and _is_counted(settings, asked):
        begin = max(begin, settings.counted)
    return begin


def find_answer_deadline(
    settings: GameSettings,
    begin: datetime,
    asked: datetime | None,
    seat: str = "",
    wishes: Preferences | None = None,
) -> datetime | None:
    """Return when an answer is due; None if the game has no running clock.

    Args:
        settings: the settings of the game
        begin: when the person's time starts
        asked: when the question was asked; None means just now
        seat: the seat that is asked, whose time may be in a bank
        wishes: the preferences of the seat's player
    """
    left = find_time_left(settings, seat, asked)
    if settings.paused or settings.unreachable or left is None:
        return None
    end = _add_time(settings, begin, left, wishes)
    if settings.extended_until is None or settings.extended_for not in (None, asked):
        return end
    return max(end, settings.extended_until)


def find_time_left(settings: GameSettings, seat: str, asked: datetime | None = None) -> timedelta | None:
    """Return the time that a seat has for an answer; None if the pace has no limit.

    `asked` is when the question was asked; None means just now.
    """
    terms, clock = settings.terms, settings.clocks.get(seat)
    if clock is None or terms.answer is None or not _is_counted(settings, asked):
        return terms.answer
    return timedelta(seconds=clock.left)


def _is_counted(settings: GameSettings, asked: datetime | None) -> bool:
    """Return whether `clocks` has the time left for a question. With a bank, `clocks` always has it."""
    return settings.terms.most is not None or (asked is not None and settings.counted_for == asked)


def count_time(
    settings: GameSettings, asked: Mapping[str, Preferences], since: datetime, now: datetime
) -> GameSettings:
    """Count the time that the asked seats have used until `now`. Return the changed settings.

    `asked` holds each asked seat with the preferences of its player. `since` is when the seats were asked.
    """
    if settings.paused or settings.unreachable or not asked:
        return settings
    settings = _renew_for_question(settings, since)
    clocks = dict(settings.clocks)
    for seat, wishes in asked.items():
        begin = max(find_begin(settings, since, wishes), settings.counted or since)
        spent = round(measure_time(settings, begin, now, wishes).total_seconds())
        left = find_time_left(settings, seat, since) or timedelta()
        used = clocks[seat].used if seat in clocks else 0
        clocks[seat] = SeatClock(used + spent, max(0, round(left.total_seconds()) - spent))
    return settings.with_(clocks=clocks, counted=now, counted_for=since)


def start_counting(settings: GameSettings, asked: datetime, now: datetime) -> GameSettings:
    """Return the settings in which the question's time is counted from now on.

    `asked` is when the question was asked. If the game has been paused or unreachable until now, and the
    question has an extended deadline, move this deadline by the length of the pause.
    """
    until, still = settings.extended_until, settings.paused or settings.unreachable
    if until is not None and still and settings.counted_for == asked == settings.extended_for:
        settings = settings.with_(extended_until=until + (now - (settings.counted or now)))
    return _renew_for_question(settings, asked).with_(counted=now, counted_for=asked)


def _renew_for_question(settings: GameSettings, asked: datetime) -> GameSettings:
    """Give the seats their full time if no time of this question was counted yet. Return the settings.

    With a bank, change nothing, because the seats keep the time in their banks.
    """
    return settings if _is_counted(settings, asked) else renew_clocks(settings, *settings.clocks)


def add_increment(settings: GameSettings, seat: str) -> GameSettings:
    """Return the settings after a seat has finished its turn. If the pace has a bank, the seat gains time."""
    terms, clock = settings.terms, settings.clocks.get(seat)
    if terms.most is None or clock is None:
        return settings
    left = min(terms.most, timedelta(seconds=clock.left) + terms.increment)
    grown = clock._replace(left=round(left.total_seconds()))
    return settings.with_(clocks={**settings.clocks, seat: grown})


def renew_clocks(settings: GameSettings, *seats: str) -> GameSettings:
    """Return the settings in which these seats have their full time, as after a change of player or pace."""
    full = round((settings.terms.answer or timedelta()).total_seconds())
    renewed = {seat: settings.clocks[seat]._replace(left=full) for seat in seats if seat in settings.clocks}
    return settings.with_(clocks={**settings.clocks, **renewed}) if renewed else settings


def measure_time(settings: GameSettings, begin: datetime, end: datetime, wishes: Preferences) -> timedelta:
    """Return the time from `begin` to `end`, without quiet hours if these stop the clock."""
    if settings.stops not in (QUIET, BOTH):
        return max(end - begin, timedelta())
    spent, at = timedelta(), begin
    while at < end:
        if (quiet_end := wishes.find_quiet_end(at)) is not None:
            at = quiet_end
            continue
        until = min(wishes.find_quiet_begin(at) or end, end)
        spent, at = spent + (until - at), until
    return spent


def _add_time(
    settings: GameSettings, begin: datetime, left: timedelta, wishes: Preferences | None
) -> datetime:
    """Return when a clock that starts at `begin` has run for the time `left`."""
    if wishes is None or settings.stops not in (QUIET, BOTH):
        return begin + left
    at = begin
    while at < begin + LONGEST:
        if (quiet_end := wishes.find_quiet_end(at)) is not None:
            at = quiet_end
            continue
        until = wishes.find_quiet_begin(at)
        if until is None or at + left <= until:
            return at + left
        left, at = left - (until - at), until
    return at
