"""What the store takes and gives: plain records, and the reasons why it may refuse."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from rules.kernel import Game


class Status(StrEnum):
    """Where a game is in its life; a channel has at most one that is in its lobby or running."""

    LOBBY = "lobby"
    RUNNING = "running"
    ENDED = "ended"  # played to its end
    DROPPED = "dropped"  # given up
    ADJOURNED = "adjourned"  # nobody played: its channel is free, and it may be taken up again


class Kind(StrEnum):
    """What an act is."""

    LOBBY = "lobby"  # made, seats, options
    START = "start"
    ORDER = "order"
    SIDE = "side"
    TABLE = "table"  # around the game: away, back, offers, votes
    CARETAKER = "caretaker"  # an order that nobody gave: a caretaker plays for somebody who is not there
    UNDO = "undo"
    HOST = "host"
    END = "end"
    ADJOURN = "adjourn"  # nobody plays: that the game will be adjourned, and that it is


# the acts that move a game: the question that waits has waited since the last of them
MOVES = (Kind.LOBBY, Kind.START, Kind.ORDER, Kind.UNDO, Kind.CARETAKER, Kind.HOST)


class Transit(StrEnum):
    """Where a delivery is: `due`, `sending`, `sent`, `failed` for ever, or `cancelled` before its time."""

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
    """One submission, about to be stored. `line`: the order line, or what was done, as people read it;
    `reason`: why, where a bot player has said so."""

    kind: Kind
    line: str
    user_id: int
    seat: str = ""
    interaction_id: int | None = None  # the same one never acts twice
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act(NewAct):
    """A stored submission. `undone`: the serial of the undo that took back the last of it, or 0."""

    game_id: int
    serial: int  # 1 for the making of the game, then one more for each act
    time: datetime
    undone: int = 0


@dataclass(frozen=True, slots=True)
class NewDelivery:
    """Something to be posted because of an act. `content` is JSON text that only the poster understands.

    `not_before`: hold it back until then (UTC); it does not hold up what comes after it in the channel.
    """

    channel_id: int
    kind: str
    content: str
    not_before: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery(NewDelivery):
    """A stored delivery. `nonce` is the same at every attempt: Discord drops a second post with it."""

    id: int
    game_id: int  # 0: of the channel alone
    nonce: str  # at most 25 characters, as Discord demands
    state: Transit
    attempts: int
    first_tried: datetime | None  # Discord remembers a nonce for a few minutes only
    message_id: int | None
    error: str


class Due(NamedTuple):
    """Deliveries claimed for who asked, and when there will be more; None: nothing waits for a time."""

    claimed: tuple[Delivery, ...]
    more: datetime | None


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat that somebody has taken; or a bot player of this `level`, whose `user_id` is 0."""

    seat: str
    user_id: int
    user_name: str
    level: str = ""  # "" for a person


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as it was when it was read. `serial` counts its acts: every change has another."""

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
    settings: str = "{}"  # JSON: how the table has agreed to play
    seats: tuple[Seat, ...] = ()
    position: Game | None = field(
        default=None, repr=False
    )  # the open turn, with the secret seed; None in the lobby
    answered: frozenset[int] = frozenset()  # who has given an order that a bot player may have answered

    # as they were then: both change without making it another game
    notes: tuple[Note, ...] = field(default=(), repr=False, compare=False)
    moved: datetime | None = field(default=None, compare=False)  # the last time; None in the lobby
    seed: str = field(default="", repr=False)  # a secret until the game is over

    @property
    def over(self) -> bool:
        """True when it has come to its end, whatever end that was."""
        return self.status in (Status.ENDED, Status.DROPPED)

    def seat(self, key: str) -> Seat | None:
        """Return who has this seat."""
        return next((seat for seat in self.seats if seat.seat == key), None)

    def seats_of(self, user_id: int) -> tuple[str, ...]:
        """Return the keys of the seats that this person has taken, in the order of taking."""
        return tuple(seat.seat for seat in self.seats if seat.user_id == user_id)


@dataclass(frozen=True, slots=True)
class Idle:
    """A game in which nobody does anything. `told`: when it was said that it will be adjourned; None: not
    since somebody did."""

    game_id: int
    serial: int
    told: datetime | None


@dataclass(frozen=True, slots=True)
class Note:
    """What somebody has written down for a seat ("" is the whole table's), under a name of the bot's own."""

    seat: str
    name: str
    user_id: int
    text: str


@dataclass(frozen=True, slots=True)
class Page:
    """Some of a game's acts, oldest first; page 0 of `pages` is the newest."""

    acts: tuple[Act, ...]
    page: int
    pages: int


@dataclass(frozen=True, slots=True)
class Point:
    """A place in a game: so many entries into a turn."""

    turn: int
    entry: int


@dataclass(frozen=True, slots=True)
class User:
    """Somebody who has played. `preferences` is JSON text."""

    id: int
    name: str
    preferences: str
    first_seen: datetime


class Progress(StrEnum):
    """How far somebody has come with a lesson."""

    OPEN = "open"
    SHOWN = "shown"  # what is right was shown
    SKIPPED = "skipped"
    SOLVED = "solved"


@dataclass(frozen=True, slots=True)
class Lesson:
    """What one person has done of one lesson. `text` is JSON that only the bot understands: what is entered
    in it now."""

    id: int
    user_id: int
    game: str
    lesson: str
    state: Progress
    wrong: int = 0  # answers so far
    hints: int = 0  # read so far
    text: str = ""


@dataclass(frozen=True, slots=True)
class Daily:
    """A channel's puzzle a day: of which game, at which hour (0 to 23) of which time zone, in which language;
    and who wanted it."""

    channel_id: int
    user_id: int
    game: str
    hour: int
    zone: str
    language: str


@dataclass(frozen=True, slots=True)
class DailyPuzzle:
    """The puzzle of a channel's day ("2026-11-22"). `message_id`: what asks it; None: not posted (yet)."""

    channel_id: int
    day: str
    game: str
    puzzle: str
    message_id: int | None = None


@dataclass(frozen=True, slots=True)
class Blocked:
    """Somebody, or a server, that the operator wants nothing to do with."""

    id: int
    why: str
    since: datetime


@dataclass(frozen=True, slots=True)
class Health:
    """How a database stands. `oldest`: when what has waited longest to be posted became due, whether it is
    being sent or not."""

    oldest: datetime | None
    failed: int  # posts that were given up
    running: int  # games
    sending: int  # posts


class StoreError(Exception):
    """The store has refused; nothing has changed."""


class NoGame(StoreError, LookupError):
    """There is no such game."""


class ChannelTaken(StoreError):
    """The channel has a game in its lobby or running: `existing`."""

    def __init__(self, existing: StoredGame) -> None:
        super().__init__(f"Channel {existing.channel_id} has game {existing.id}.")
        self.existing = existing


class SeatTaken(StoreError):
    """Somebody else has the seat: `holder`."""

    def __init__(self, holder: Seat) -> None:
        super().__init__(f"Seat {holder.seat} is taken by user {holder.user_id}.")
        self.holder = holder


class Stale(StoreError):
    """The game has gone on since the caller read it: read it again."""


class Repeated(StoreError):
    """This interaction has acted before: `act` is what it did then."""

    def __init__(self, act: Act) -> None:
        super().__init__(f"Interaction {act.interaction_id} was act {act.serial} of game {act.game_id}.")
        self.act = act
