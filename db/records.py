"""The records that the store takes and returns, and its errors."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from rules.kernel import Game


class Status(StrEnum):
    """The state of a game. A channel has at most one game in lobby or running."""

    LOBBY = "lobby"
    RUNNING = "running"
    ENDED = "ended"  # played to the end
    DROPPED = "dropped"  # ended without a result
    ADJOURNED = "adjourned"  # stopped because nobody played; it can be resumed, and its channel is free


class Kind(StrEnum):
    """The kind of an act."""

    LOBBY = "lobby"  # creation, seats, options
    START = "start"
    ORDER = "order"
    SIDE = "side"
    TABLE = "table"  # around the game: away, back, offers, votes
    CARETAKER = "caretaker"  # an order by a caretaker for a silent player
    UNDO = "undo"
    HOST = "host"
    END = "end"
    ADJOURN = "adjourn"  # the warning that a game will be adjourned, and the adjournment


# Acts that move a game on. The open question has waited since the last of these.
MOVES = (Kind.LOBBY, Kind.START, Kind.ORDER, Kind.UNDO, Kind.CARETAKER, Kind.HOST)


class Transit(StrEnum):
    """The state of a delivery: `due`, `sending`, `sent`, `failed` for ever, or `cancelled`."""

    DUE = "due"
    SENDING = "sending"
    SENT = "sent"
    FAILED = "failed"
    CANCELLED = "cancelled"


LOST_SEAT = "lost "  # begins the name of the note that keeps from whom a seat was taken, and who has it


class LostSeat(NamedTuple):
    """A seat that was taken from somebody; `taken_by`: who has it now (0: a bot player)."""

    game_id: int
    channel_id: int
    game: str
    seat: str
    taken_by: int


@dataclass(frozen=True, slots=True)
class NewAct:
    """An act to be stored.

    Attributes:
        kind: what it is.
        line: the typed order, or what was done, as people read it.
        user_id: who did it.
        seat: the seat that acted.
        interaction_id: the interaction that caused it; one interaction acts only once.
        reason: a bot player's reason.
    """

    kind: Kind
    line: str
    user_id: int
    seat: str = ""
    interaction_id: int | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act(NewAct):
    """A stored act. `undone`: the serial of the undo that struck its last entry, or 0."""

    game_id: int
    serial: int  # 1 for the creation of the game, then 1 more for each act
    time: datetime
    undone: int = 0


@dataclass(frozen=True, slots=True)
class NewDelivery:
    """A post that an act causes. `content` is JSON text that only the poster understands.

    `not_before`: hold it back until then (UTC). It does not hold up later posts of its channel.
    """

    channel_id: int
    kind: str
    content: str
    not_before: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery(NewDelivery):
    """A stored delivery. Each attempt has the same `nonce`, so Discord drops a second post."""

    id: int
    game_id: int  # 0 for a post of the channel alone
    nonce: str  # at most 25 characters, a limit of Discord
    state: Transit
    attempts: int
    first_tried: datetime | None  # Discord remembers a nonce for a few minutes only
    message_id: int | None
    error: str


class Due(NamedTuple):
    """Deliveries that were claimed, and when more will be due; None if nothing waits for a time."""

    claimed: tuple[Delivery, ...]
    more: datetime | None


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat and its holder: a person, or a bot player of this `level`, whose `user_id` is 0."""

    seat: str
    user_id: int
    user_name: str
    level: str = ""  # "" for a person


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as it was read. `serial` counts its acts, so every change raises it."""

    id: int
    game: str
    guild_id: int | None
    channel_id: int
    host_id: int
    status: Status
    serial: int
    options: str  # JSON
    created: datetime
    started: datetime | None
    ended: datetime | None
    result: str
    commitment: str
    panel_id: int | None  # the message that shows the game, edited in place
    pinned_id: int | None
    settings: str = "{}"  # JSON
    seats: tuple[Seat, ...] = ()
    position: Game | None = field(
        default=None, repr=False
    )  # the open turn, with the secret seed; None in the lobby
    answered: frozenset[int] = frozenset()  # people whose orders a bot player may have answered

    # as they were when the game was read; they can change without a new serial
    notes: tuple[Note, ...] = field(default=(), repr=False, compare=False)
    moved: datetime | None = field(default=None, compare=False)  # None in the lobby
    seed: str = field(default="", repr=False)  # secret until the game is over

    @property
    def over(self) -> bool:
        """Return whether the game has ended, with or without a result."""
        return self.status in (Status.ENDED, Status.DROPPED)

    def seat(self, key: str) -> Seat | None:
        """Return the seat with its holder; None if it is free."""
        return next((seat for seat in self.seats if seat.seat == key), None)

    def seats_of(self, user_id: int) -> tuple[str, ...]:
        """Return the seats of this person, in the order they were taken."""
        return tuple(seat.seat for seat in self.seats if seat.user_id == user_id)


@dataclass(frozen=True, slots=True)
class Idle:
    """A game in which no person acts. `told`: when the adjournment was announced; None if it was not."""

    game_id: int
    serial: int
    told: datetime | None


@dataclass(frozen=True, slots=True)
class Note:
    """A private text of a seat ("" for the whole table) under a name that the bot chooses."""

    seat: str
    name: str
    user_id: int
    text: str


@dataclass(frozen=True, slots=True)
class Page:
    """Some acts of a game, oldest first. Page 0 of `pages` is the newest."""

    acts: tuple[Act, ...]
    page: int
    pages: int


@dataclass(frozen=True, slots=True)
class Point:
    """A place in a game: the number of entries into a turn."""

    turn: int
    entry: int


@dataclass(frozen=True, slots=True)
class User:
    """A person who has used the bot. `preferences` is JSON text."""

    id: int
    name: str
    preferences: str
    first_seen: datetime


class Progress(StrEnum):
    """The progress of a person in a lesson."""

    OPEN = "open"
    SHOWN = "shown"  # the solution was shown
    SKIPPED = "skipped"
    SOLVED = "solved"


@dataclass(frozen=True, slots=True)
class Lesson:
    """The progress of a person in a lesson. `text`: what is entered in it now, as JSON for the bot."""

    id: int
    user_id: int
    game: str
    lesson: str
    state: Progress
    wrong: int = 0  # wrong answers so far
    hints: int = 0  # hints read so far
    text: str = ""


@dataclass(frozen=True, slots=True)
class Daily:
    """The daily puzzle of a channel: who set it, its game, hour (0 to 23), time zone and language."""

    channel_id: int
    user_id: int
    game: str
    hour: int
    zone: str
    language: str


@dataclass(frozen=True, slots=True)
class DailyPuzzle:
    """The puzzle of a channel's day ("2026-11-22"). `message_id`: its post; None if it is not posted."""

    channel_id: int
    day: str
    game: str
    puzzle: str
    message_id: int | None = None


@dataclass(frozen=True, slots=True)
class ServerPage:
    """The web page of a server. `page`: what nobody can guess in its address."""

    guild_id: int
    page: str
    language: str


@dataclass(frozen=True, slots=True)
class Blocked:
    """A blocked person or server."""

    id: int
    why: str
    since: datetime


@dataclass(frozen=True, slots=True)
class Health:
    """The health of a database. `oldest`: when the delivery that has waited longest became due."""

    oldest: datetime | None
    failed: int  # number of deliveries that were given up
    running: int  # number of running games
    sending: int  # number of deliveries being sent


class StoreError(Exception):
    """The store refused a change; nothing has changed."""


class NoGame(StoreError, LookupError):
    """There is no such game."""


class ChannelTaken(StoreError):
    """The channel has a game in lobby or running: `existing`."""

    def __init__(self, existing: StoredGame) -> None:
        super().__init__(f"Channel {existing.channel_id} has game {existing.id}.")
        self.existing = existing


class SeatTaken(StoreError):
    """Another person has the seat: `holder`."""

    def __init__(self, holder: Seat) -> None:
        super().__init__(f"Seat {holder.seat} is taken by user {holder.user_id}.")
        self.holder = holder


class Stale(StoreError):
    """The game has changed since the caller read it. Read it again."""


class Repeated(StoreError):
    """This interaction has acted before, with `act`."""

    def __init__(self, act: Act) -> None:
        super().__init__(f"Interaction {act.interaction_id} was act {act.serial} of game {act.game_id}.")
        self.act = act
