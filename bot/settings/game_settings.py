"""Define a game's settings and the facts about its seats. Decide whether the game counts for ratings."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from bot.language.words import LANGUAGES, say
from bot.people.preferences import OFF
from bot.replies.reply import Refused
from db.records import Seat, StoredGame
from rules.kernel import Game, Rules
from rules.records.record import Earlier

PAGE_BYTES = 16  # random bytes in the address of a page
MAX_SETTINGS = 256  # the size of the cache of settings
WITHOUT_NAMES, WITH_NAMES = "without-names", "with-names"  # whether a web page shows the players' names
SHOWN, AFTER_END = "on", "after-end"  # when the bot may show the game's turns to the server
MAX_CARETAKER_WAIT = timedelta(hours=1)  # the longest wait of a caretaker that already plays the seat


@dataclass(frozen=True, slots=True)
class Pace:
    """The times of a pace: for an answer (None: no limit), between reminders, and before a caretaker plays.

    `grace` is the time between the warning and the caretaker's move. If `most` is set, the pace has a bank:
    the time that an answer doesn't use is left for the next questions. Each turn adds `increment`, but the
    bank never has more than `most`.
    """

    answer: timedelta | None
    remind: timedelta
    grace: timedelta
    increment: timedelta = timedelta()
    most: timedelta | None = None


class SeatClock(NamedTuple):
    """The seconds that a seat has used in a game, and those left in its bank or for its answer."""

    used: int
    left: int


def _make_pace(
    answer: float | None, remind: float, grace: float, increment: float = 0, most: float | None = None
) -> Pace:
    """Return a pace. All times are in hours."""
    whole, limit = (None if hours is None else timedelta(hours=hours) for hours in (answer, most))
    return Pace(whole, timedelta(hours=remind), timedelta(hours=grace), timedelta(hours=increment), limit)


PACES: Mapping[str, Pace] = {
    "none": _make_pace(None, 24, 12),
    "live": _make_pace(0.5, 0.25, 0.25),
    "daily": _make_pace(24, 12, 6),
    "3-days": _make_pace(72, 24, 12),
    "weekly": _make_pace(168, 48, 24),
    "24h+4h": _make_pace(24, 12, 6, 4, 72),
    "72h+12h": _make_pace(72, 24, 12, 12, 120),
    "72h+36h": _make_pace(72, 24, 12, 36, 240),
}


class GameSettings(BaseModel):
    """The settings of a game, and what the bot records about its seats and seeds while it runs."""

    # The database stores each field under its alias.
    model_config = ConfigDict(frozen=True, validate_by_name=True, validate_by_alias=True)

    language: str = "en"
    pace: str = "none"
    reminders: int | Literal["off", "pace"] = "pace"  # hours between two reminders
    rated: bool = True
    first_game: bool = False  # whether `bot.learning.first_game` started it; its card has no hash of the seed
    plain_card: bool = False  # whether its host is a newcomer; its card has no hash of the seed
    rated_chosen: bool = (
        False  # whether somebody set `rated`; if nobody did, the first game of newcomers is not rated
    )
    reasons: bool = True  # posts give the reasons of bot players, in small print
    animation: bool = True  # animate the posts of chapters, and offer an animation of the game
    hints: Literal["open", "private", "off"] = "private"  # open: everybody sees the chances during the game
    # Whether spectators can read the game on the web. Games older than this setting keep "off".
    web: Literal["off", "without-names", "with-names"] = "off"
    # Whether the bot may show the game's turns to the server. Games older than this setting keep "off".
    show: Literal["off", "after-end", "on"] = "off"
    page: str = ""  # the secret, random part of the address of the game's page
    newcomers: bool = False  # whether nobody at the table had finished a game on the server before
    hinted: tuple[str, ...] = ()  # seats whose players asked for a hint, so the game is not rated
    start: int | Literal["off"] = 15  # minutes after the last seat is taken until the game starts by itself
    starts_at: datetime | None = None  # when the game starts by itself; None if it doesn't
    stops: Literal["away", "quiet", "both", "off"] = "away"  # whether absence or quiet hours stop a clock
    clocks: dict[str, SeatClock] = {}  # by seat: the time that it has used, and the time that is left
    counted: datetime | None = None  # up to this moment, the time of the open question is counted in `clocks`
    # The time when a question was asked. `clocks` holds the time that is left for this question.
    counted_for: datetime | None = None
    talk: bool = False  # whether the table has a thread for its talk
    paused: bool = False
    unreachable: bool = Field(default=False, alias="lost")  # the channel takes no posts, so the clock stops
    # An extension of the time for a question. The question was asked at `extended_for`. Its answer is not due
    # before `extended_until`. Earlier versions stored no `extended_for`. Without it, the extension holds for
    # every question.
    extended_until: datetime | None = Field(default=None, alias="until")
    extended_for: datetime | None = None
    # For each seat that a caretaker plays: how many times the caretaker has acted in a row.
    caretakers: dict[str, int] = Field(default={}, alias="kept")
    offered: dict[str, int] = {}  # by seat on offer: the id of the person who may take it, or 0 for anybody
    # For each seat that a vote has opened: the time of the vote.
    opened_by_vote: dict[str, datetime] = Field(default={}, alias="opened")
    votes: dict[str, tuple[int, ...]] = {}  # by seat: the people who voted to replace its player
    # Turns that start from a position set by hand.
    turns_set_by_hand: tuple[int, ...] = Field(default=(), alias="laid")
    hashes: dict[int, str] = {}  # by turn set by hand: the hash published for that turn
    # In an imported game: the seeds that the game had before the import.
    earlier_seeds: tuple[Earlier, ...] = Field(default=(), alias="earlier")
    resigned: dict[str, int] = {}  # by seat: the player who resigned a rated game or a game of two people
    # By seat: the id and the name of the player who let bot players finish the game.
    finishing: dict[str, tuple[int, str]] = {}
    words: dict[str, str] = {}  # by seat: the word that its player adds to the seed
    reserved: dict[str, int] = {}  # in a rematch's lobby, by seat: the player who may take the seat
    reserved_until: datetime | None = None
    versions: dict[int, str] = {}  # by turn: the versions of Durbar and the game from that turn on

    @classmethod
    def for_new_table(cls, **agreed: Any) -> GameSettings:
        """Return the settings of a new table: `agreed`, and today's defaults for all other settings."""
        settings = cls(**{"web": WITHOUT_NAMES, "show": SHOWN, **agreed})
        return settings.with_new_page() if settings.web != OFF else settings

    @classmethod
    def of(cls, stored: StoredGame) -> GameSettings:
        """Return the settings of a stored game."""
        return _read_settings(stored.settings)

    def with_(self, **changed: Any) -> GameSettings:
        """Return a copy with these fields changed."""
        return self.model_copy(update=changed)

    def with_new_page(self) -> GameSettings:
        """Return a copy with a new address for the page. The old address no longer works."""
        return self.with_(page=secrets.token_hex(PAGE_BYTES))

    def on_web(self, web: str) -> GameSettings:
        """Return a copy with the setting `web` changed. "off" also deletes the page's address."""
        if web == OFF:
            return self.with_(web=OFF, page="")
        changed = self.with_(web=web)
        return changed if changed.page else changed.with_new_page()

    def without_seats(self, *seats: str) -> GameSettings:
        """Return a copy without the caretakers, offers, votes and words of these seats.

        If the player of one of these seats lets bot players finish the game, the copy has no `finishing`
        either.
        """
        return self.with_(
            caretakers={seat: n for seat, n in self.caretakers.items() if seat not in seats},
            offered={seat: to for seat, to in self.offered.items() if seat not in seats},
            opened_by_vote={seat: since for seat, since in self.opened_by_vote.items() if seat not in seats},
            votes={seat: by for seat, by in self.votes.items() if seat not in seats},
            words={seat: word for seat, word in self.words.items() if seat not in seats},
            finishing={} if {*seats} & {*self.finishing} else self.finishing,
        )

    def back_to(self, to: Game) -> GameSettings:
        """Return a copy without what is stored about turns after `to`, because the game went back to `to`."""
        here = to.turn, len(to.log)
        spans: dict[tuple[int, int], Earlier] = {}
        for each in self.earlier_seeds:
            turn, entry = min(here, (each.turn, each.entry))
            spans.setdefault((turn, entry), each._replace(turn=turn, entry=entry))
        earlier = tuple(spans.values())
        laid = tuple(turn for turn in self.turns_set_by_hand if turn <= to.turn)
        versions = {turn: version for turn, version in self.versions.items() if turn <= to.turn}
        hashes = {turn: published for turn, published in self.hashes.items() if turn <= to.turn}
        return self.with_(turns_set_by_hand=laid, hashes=hashes, earlier_seeds=earlier, versions=versions)

    def record_version(self, version: str, turn: int) -> GameSettings:
        """Return a copy that records `version` for this turn.

        If `version` is the last recorded version, change nothing.
        """
        known = next(reversed(self.versions.values()), "")
        return self if version == known else self.with_(versions={**self.versions, turn: version})

    @property
    def kept_by_others(self) -> bool:
        """Return whether a caretaker plays a seat whose player has not resigned."""
        return not self.caretakers.keys() <= self.resigned.keys()

    @property
    def terms(self) -> Pace:
        """Return the times of the pace."""
        return PACES[self.pace]

    def to_json(self) -> str:
        """Return the settings as JSON for the store, without fields at their defaults."""
        return self.model_dump_json(exclude_defaults=True, by_alias=True)


@lru_cache(MAX_SETTINGS)
def _read_settings(text: str) -> GameSettings:
    """Return the settings in a stored JSON text. The cache is safe, because settings are frozen."""
    return GameSettings.model_validate_json(text)


def require_ranking(rules: Rules) -> None:
    """Raise `Refused` if a game has no ranking, because nothing could be rated."""
    if rules.EXTRAS.scores is None:
        raise Refused(say("rated.no_ranking", title=rules.TITLE))


class Uncounted(StrEnum):
    """Why a game doesn't count for ratings."""

    NO_RANKING = "no_ranking"  # the game has no ranking
    FIRST_GAME = "first_game"  # nobody at the table had finished a game on the server
    FRIENDLY = "friendly"  # the table agreed on an unrated game
    BOT = "bot"  # a bot player has a seat
    ALONE = "alone"  # a person has several seats, or the game has one seat
    CARETAKER = "caretaker"  # a caretaker plays for a player who has not resigned
    SET_BY_HAND = "set_by_hand"  # a position was set by hand
    HINTED = "hinted"  # a player asked for a hint
    ABANDONED = "abandoned"  # the game has no result


def find_uncounted(rules: Rules, stored: StoredGame) -> Uncounted | None:
    """Return why a game doesn't count for ratings; None if it will count, provided that nothing changes.

    A rated game has a different person in each seat. A resigned seat still belongs to the player who
    resigned.
    """
    settings = GameSettings.of(stored)
    people = {**{seat.seat: seat.user_id for seat in stored.seats}, **settings.resigned}
    reasons = {
        Uncounted.NO_RANKING: rules.EXTRAS.scores is None,
        Uncounted.FIRST_GAME: settings.newcomers and not settings.rated,
        Uncounted.FRIENDLY: not settings.rated,
        Uncounted.BOT: any(seat.level for seat in stored.seats),
        Uncounted.CARETAKER: settings.kept_by_others,
        Uncounted.ALONE: len({*people.values()}) < max(2, len(people)),
        Uncounted.SET_BY_HAND: bool(settings.turns_set_by_hand),
        Uncounted.HINTED: bool(settings.hinted),
    }
    return next((why for why, holds in reasons.items() if holds), None)


def counts_for_rating(rules: Rules, stored: StoredGame) -> bool:
    """Return whether the game will be rated if nothing about it changes."""
    return find_uncounted(rules, stored) is None


def get_hints_setting(rules: Rules, stored: StoredGame) -> str:
    """Return the hints setting; "off" in a rated game, or if the game's bot players only play at random."""
    return OFF if counts_for_rating(rules, stored) or not rules.BOT_PLAYERS else GameSettings.of(stored).hints


def is_alone(stored: StoredGame) -> bool:
    """Return whether only one person has seats. Bot players don't count."""
    return len({seat.user_id for seat in stored.seats if not seat.level}) == 1


def list_left_seats(stored: StoredGame) -> list[str]:
    """Return the seats that a caretaker plays and anybody may take."""
    settings = GameSettings.of(stored)
    return [seat for seat in settings.caretakers if settings.offered.get(seat) == 0]


def may_finish(stored: StoredGame) -> bool:
    """Return whether bot players may finish the game: one person plays, with bot players or caretakers."""
    left = list_left_seats(stored)
    playing = [seat for seat in stored.seats if seat.seat not in left]
    people = {seat.user_id for seat in playing if not seat.level}
    return len(people) == 1 and (bool(left) or any(seat.level for seat in playing))


def return_finished_seats(stored: StoredGame) -> StoredGame:
    """Return a copy of the game. In it, people who let bot players finish the game have their seats again."""
    own = GameSettings.of(stored).finishing
    seats = tuple(Seat(seat.seat, *own[seat.seat]) if seat.seat in own else seat for seat in stored.seats)
    return replace(stored, seats=seats)


def return_left_seats(stored: StoredGame) -> StoredGame:
    """Return a copy of the game. In the copy, people who left have their seats again.

    People who let bot players finish the game have their seats too. A seat that another person has taken
    stays with that person.
    """
    stored = return_finished_seats(stored)
    taken = {seat.seat for seat in stored.seats if not seat.level}
    left = {
        held.seat: Seat(held.seat, held.user_id, held.user_name)
        for held in stored.list_past_holders()
        if held.user_id > 0 and held.seat not in taken
    }
    others = tuple(seat for seat in stored.seats if seat.seat not in left)
    return replace(stored, seats=(*others, *left.values()))


def return_seats(stored: StoredGame, user_id: int) -> str | None:
    """Return the settings as JSON, without the caretakers, offers, votes and words of this person's seats.

    Return None if nothing changes.
    """
    settings = GameSettings.of(stored)
    after = settings.without_seats(*stored.seats_of(user_id)).with_(finishing=settings.finishing)
    return None if after == settings else after.to_json()


def describe_language(stored: StoredGame) -> str:
    """Return which language the posts at a table have, and who can change it."""
    return say("language.table", language=LANGUAGES[GameSettings.of(stored).language])


def find_caretaker_time(settings: GameSettings, seat: str, since: datetime) -> datetime:
    """Return when a caretaker answers for a seat that it plays. The seat was asked at `since`.

    The caretaker waits from `since`. If a vote has opened the seat after that, the caretaker waits from the
    vote, so that a person can take the seat first.
    """
    asked = max(since, settings.opened_by_vote.get(seat, since))
    return asked + find_caretaker_wait(settings)


def find_caretaker_wait(settings: GameSettings) -> timedelta:
    """Return how long a caretaker waits before it answers a question of a seat that it plays already."""
    return min(settings.terms.grace, MAX_CARETAKER_WAIT)
