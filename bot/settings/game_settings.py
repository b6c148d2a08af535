"""The settings of a game: pace, language, reminders, hints, and the seats in a caretaker's hands.

The clock of a game runs from the last act that moved it. `next_ring` computes what is due, and when, from
that moment, these settings and the preferences of the person who is asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from bot.language.words import say
from bot.people.preferences import OFF, TABLE, Preferences
from bot.replies.action import button, declare
from bot.replies.reply import ActionButton
from db.records import Seat, StoredGame
from rules.kernel import Game, Rules
from rules.record import Earlier

MOST_CALLS = 3  # reminders of one question
LONGEST_WAIT = timedelta(hours=1)  # until a caretaker plays a seat that it already has


@dataclass(frozen=True, slots=True)
class Pace:
    """A pace: how long an answer may take, how often to remind, how long to wait after the nudge."""

    answer: timedelta | None
    remind: timedelta
    grace: timedelta


def _hours(answer: float | None, remind: float, grace: float) -> Pace:
    whole = None if answer is None else timedelta(hours=answer)
    return Pace(whole, timedelta(hours=remind), timedelta(hours=grace))


PACES: Mapping[str, Pace] = {
    "none": _hours(None, 24, 12),
    "live": _hours(0.5, 0.25, 0.25),
    "daily": _hours(24, 12, 6),
    "3-days": _hours(72, 24, 12),
    "weekly": _hours(168, 48, 24),
}


class GameSettings(BaseModel):
    """The settings of a game, and what follows from them while it runs."""

    model_config = ConfigDict(frozen=True)

    language: str = "en"
    pace: str = "none"
    reminders: int | Literal["off", "pace"] = "pace"  # hours between two reminders
    rated: bool = True
    reasons: bool = True  # bot players say why, in small print
    animation: bool = True  # post animations of chapters and of the whole game
    hints: Literal["open", "private", "off"] = "private"  # open: everybody sees the chances during the game
    hinted: tuple[str, ...] = ()  # seats that had a hint, so the game is not rated
    paused: bool = False
    lost: bool = False  # the channel takes no posts, so the clock stops
    until: datetime | None = None  # an extension: nothing is due before this
    kept: dict[str, int] = {}  # seats a caretaker plays, and its turns in a row
    offered: dict[str, int] = {}  # seats on offer: to anybody (0) or to one person's id
    opened: dict[str, datetime] = {}  # seats that a vote opened, and when
    votes: dict[str, tuple[int, ...]] = {}  # seats, and who voted to replace their player
    laid: tuple[int, ...] = ()  # turns that start from a position set by hand
    hashes: dict[int, str] = {}  # the turns in `laid`, with the hash published for each
    earlier: tuple[Earlier, ...] = ()  # the seeds of an imported game before its own

    @classmethod
    def of(cls, stored: StoredGame) -> GameSettings:
        """Return the settings of a stored game."""
        return cls.model_validate_json(stored.settings)

    def with_(self, **changed: Any) -> GameSettings:
        """Return a copy with some changes."""
        return self.model_copy(update=changed)

    def cleared(self, *seats: str) -> GameSettings:
        """Return a copy without caretakers, offers and votes for these seats."""
        return self.with_(
            kept={seat: n for seat, n in self.kept.items() if seat not in seats},
            offered={seat: to for seat, to in self.offered.items() if seat not in seats},
            opened={seat: since for seat, since in self.opened.items() if seat not in seats},
            votes={seat: by for seat, by in self.votes.items() if seat not in seats},
        )

    def back_to(self, to: Game) -> GameSettings:
        """Return a copy for a game that went back to this place; later dice are rolled anew."""
        here = to.turn, len(to.log)
        earlier = tuple(
            each._replace(turn=here[0], entry=here[1]) if (each.turn, each.entry) > here else each
            for each in self.earlier
        )
        laid = tuple(turn for turn in self.laid if turn <= to.turn)
        hashes = {turn: published for turn, published in self.hashes.items() if turn <= to.turn}
        return self.with_(laid=laid, hashes=hashes, earlier=earlier)

    @property
    def terms(self) -> Pace:
        """The times that the pace stands for."""
        return PACES[self.pace]

    def text(self) -> str:
        """Return the settings as stored JSON, without defaults."""
        return self.model_dump_json(exclude_defaults=True)


def counts_for_rating(rules: Rules, stored: StoredGame) -> bool:
    """Whether the game will be rated if it ends as it stands.

    It was played from its beginning, between different people, without a caretaker or a hint.
    """
    settings = GameSettings.of(stored)
    return may_count_for_rating(rules, stored) and not (settings.kept or settings.laid or settings.hinted)


def may_count_for_rating(rules: Rules, stored: StoredGame) -> bool:
    """Whether the game can be rated: its settings say so, and its seats belong to different people."""
    if rules.EXTRAS.scores is None or not GameSettings.of(stored).rated:
        return False
    people = {seat.user_id for seat in stored.seats}
    return len(people) == len(stored.seats) > 1 and not any(seat.level for seat in stored.seats)


def hints_allowed(rules: Rules, stored: StoredGame) -> str:
    """Return the hints setting; "off" in a rated game and in a game without bot players."""
    return OFF if counts_for_rating(rules, stored) or not rules.AUTOMATIC else GameSettings.of(stored).hints


def is_alone(stored: StoredGame) -> bool:
    """Whether one person holds all seats except those of bot players."""
    return len({seat.user_id for seat in stored.seats if not seat.level}) == 1


@declare("primer", "{game}")
def PRIMER(game: str) -> None:
    """What a game is about, and how to read its board: `bot.views.board`."""


def primer_button(rules: Rules) -> ActionButton:
    """The button for it."""
    return button(PRIMER.call(rules.KEY), say("button.primer"))


def hand_back(stored: StoredGame, user_id: int) -> str | None:
    """The settings of the game after this person has acted, whose seats are nobody else's then; None: they
    stay."""
    settings = GameSettings.of(stored)
    after = settings.cleared(*stored.seats_of(user_id))
    return None if after == settings else after.text()


class Stage(StrEnum):
    """What is due."""

    REMIND = "remind"
    NUDGE = "nudge"  # the time is over; said once
    KEEP = "keep"  # a caretaker plays


class Deadline(BaseModel):
    """The clock of a question, kept as a delivery that is held back until something is due."""

    model_config = ConfigDict(frozen=True)

    seat: str
    since: datetime
    heard: bool = True  # the post that asked could make a sound
    calls: int = 0  # reminders so far; the asked one may have stopped them
    last: datetime | None = None  # the last of them, or when the asked one said to be back
    hushed: tuple[int, ...] = ()  # people who want no more of them, where several are asked at once
    nudged: datetime | None = None


def next_due(settings: GameSettings, since: datetime) -> datetime | None:
    """Until when an answer is expected; None: the table takes its time."""
    if settings.paused or settings.lost or settings.terms.answer is None:
        return None
    end = since + settings.terms.answer
    return end if settings.until is None else max(end, settings.until)


def next_ring(
    call: Deadline,
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
    if settings.paused or settings.lost or (holder is not None and holder.level):
        return None
    asked = [(holder, preferences), *beside] if holder is not None else []
    reminders = (_reminder(call, settings, seat, wishes, now) for seat, wishes in asked)
    rings = [next((ring for ring in reminders if ring is not None), None)]
    rings.append(_deadline(call, settings, holder, preferences, now))
    return min((ring for ring in rings if ring is not None), key=lambda ring: ring[1], default=None)


def wants_reminders(call: Deadline, settings: GameSettings, holder: Seat, preferences: Preferences) -> bool:
    """Whether this person is to be reminded of this question."""
    stopped = holder.seat in settings.kept or holder.user_id in call.hushed
    return preferences.pings and not stopped and _interval(settings, preferences) is not None


def _reminder(
    call: Deadline, settings: GameSettings, holder: Seat, preferences: Preferences, now: datetime
) -> tuple[Stage, datetime] | None:
    if not preferences.pings or holder.seat in settings.kept or holder.user_id in call.hushed:
        return None
    begin = began_at(call, preferences)
    every = _interval(settings, preferences)
    if not call.heard:
        at = begin
    elif every is None or call.calls >= MOST_CALLS:
        return None
    elif call.last is not None and call.last >= begin:
        at = call.last + every
    else:
        at = begin + every if begin == call.since else begin  # who comes back is reminded at once
    at, end = preferences.loud_from(max(at, now)), next_due(settings, begin)
    return (Stage.REMIND, at) if end is None or at < end else None


def began_at(call: Deadline, preferences: Preferences) -> datetime:
    """Return when a person's time starts: when they are asked, or when they are back from being away."""
    return call.since if preferences.away is None else max(call.since, preferences.away)


def caretaker_from(settings: GameSettings, seat: str, since: datetime) -> datetime:
    """When a caretaker plays a seat that it keeps, which is asked since then. A seat that a vote has set free
    waits as long for somebody who takes it."""
    return max(since, settings.opened.get(seat, since)) + min(settings.terms.grace, LONGEST_WAIT)


def _interval(settings: GameSettings, preferences: Preferences) -> timedelta | None:
    """The time between two reminders; None: there are none."""
    wish = settings.reminders if preferences.reminders == TABLE else preferences.reminders
    if wish == OFF:
        return None
    return timedelta(hours=wish) if isinstance(wish, int) else settings.terms.remind


def _deadline(
    call: Deadline, settings: GameSettings, holder: Seat | None, preferences: Preferences, now: datetime
) -> tuple[Stage, datetime] | None:
    terms = settings.terms
    if call.seat in settings.kept or (preferences.stand_in and preferences.is_away(now)):
        return Stage.KEEP, caretaker_from(settings, call.seat, call.since)
    end = next_due(settings, began_at(call, preferences))
    if end is None:
        return None
    if holder is None:
        return Stage.KEEP, end + terms.grace
    if call.nudged is not None and call.nudged >= end:  # no more time has been given since
        return Stage.KEEP, call.nudged + terms.grace
    return Stage.NUDGE, preferences.loud_from(max(end, now))
