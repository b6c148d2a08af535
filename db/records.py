"""The records that the store takes and returns, and its errors."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum, StrEnum
from typing import NamedTuple

from rules.kernel import Game


class Status(StrEnum):
    """The state of a game. A channel has at most one game in lobby or running."""

    LOBBY = "lobby"
    RUNNING = "running"
    ENDED = "ended"  # played to the end
    DROPPED = "dropped"  # ended without a result
    ADJOURNED = "adjourned"  # stopped, because nobody played or a host archived it; it can be resumed


class Kind(StrEnum):
    """The kind of an act."""

    LOBBY = "lobby"  # creation, seats, options
    START = "start"
    ORDER = "order"
    SIDE = "side"  # an act out of turn, such as a proposed trade
    TABLE = "table"  # acts that change neither the question nor its player: away, votes, pauses ...
    CARETAKER = "caretaker"  # an order that a caretaker gives for an absent player
    UNDO = "undo"
    HOST = "host"  # a repair that changes the question or its player, such as a rewind
    END = "end"
    ADJOURN = "adjourn"  # the warning that a game will be adjourned, and the adjournment


# The acts of these kinds ask a new question, or change who must answer it. So the open question has waited
# since the last of them.
MOVES = (Kind.LOBBY, Kind.START, Kind.ORDER, Kind.UNDO, Kind.CARETAKER, Kind.HOST)


class Transit(StrEnum):
    """The state of a delivery. `due` deliveries wait, and `failed` ones were given up."""

    DUE = "due"
    SENDING = "sending"
    SENT = "sent"
    FAILED = "failed"
    CANCELLED = "cancelled"


HELD_SEAT = "held "  # the beginning of the name of a note about an earlier holder of a seat (`PastHolder`)
LOST_SEAT = "lost "  # the beginning of the name of a note about a seat that was taken from a person


class LostSeat(NamedTuple):
    """A seat that was taken from a person. `taken_by` is the user who has it now (0: a bot player)."""

    game_id: int
    channel_id: int
    game: str
    seat: str
    taken_by: int


# A function `names(earlier)` that yields names for a new table, the best first. `earlier` is how many tables
# of the same game the server has had.
Names = Callable[[int], Iterable[str]]


def offer_no_names(_: int) -> tuple[str, ...]:
    """Return the empty name, for a table without a name."""
    return ("",)


@dataclass(frozen=True, slots=True)
class NewAct:
    """An act to be stored.

    Attributes:
        kind: the kind of the act
        line: the typed order; for an act without an order, a short text
        user_id: the user who acted; 0 for a bot player, a caretaker or the bot itself
        seat: the seat that acted; "" for no seat
        interaction_id: the interaction that caused the act; one interaction acts only once
        reason: a bot player's reason, as `bot.story.reasons` stores it
    """

    kind: Kind
    line: str
    user_id: int
    seat: str = ""
    interaction_id: int | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act(NewAct):
    """A stored act.

    Attributes:
        game_id: the game
        serial: the number of the act in the game; the creation of the game has 1
        time: when the act was stored
        undone: the serial of the undo after which no entry of this act was left; 0 if entries are left, or if
            the act never had an entry
    """

    game_id: int
    serial: int
    time: datetime
    undone: int = 0


@dataclass(frozen=True, slots=True)
class NewDelivery:
    """A post to send. Mostly, an act causes it. `content` is JSON text that only the poster reads.

    With `not_before`, the post is held back until that time. Later posts of its channel don't wait for it.
    """

    channel_id: int
    kind: str
    content: str
    not_before: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery(NewDelivery):
    """A stored delivery. All attempts to post it have the same `nonce`, so Discord refuses a second post."""

    id: int
    game_id: int  # 0 for a post that belongs to no game
    nonce: str  # at most 25 characters, which is Discord's limit
    state: Transit
    attempts: int
    first_tried: datetime | None  # the time matters because Discord forgets a nonce after a few minutes
    message_id: int | None
    error: str


class Due(NamedTuple):
    """Claimed deliveries. `more`: when the next delivery after them will be due; None if no other waits."""

    claimed: tuple[Delivery, ...]
    more: datetime | None


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat and its holder: a person, or a bot player with a `level` and the `user_id` 0.

    A bot player may have a `style`. Bot players of older versions have none.
    """

    seat: str
    user_id: int
    user_name: str
    level: str = ""  # "" for a person
    style: str = ""


class PastHolder(NamedTuple):
    """An earlier holder of a seat in a running game.

    The entry at (`turn`, `entry`) is the first one that was made after they lost the seat.
    `user_id` is 0 for a bot player, and for a caretaker of a free seat.
    """

    seat: str
    turn: int
    entry: int
    user_id: int
    user_name: str


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as it was when the store read it.

    `serial` is the number of the game's acts, so each act raises the serial.
    """

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
    panel_id: int | None  # the message with the open question, or with the lobby's card
    pinned_id: int | None  # the pinned message with the index
    settings: str = "{}"  # JSON
    seats: tuple[Seat, ...] = ()
    # The open turn, with the secret seed; None in the lobby.
    position: Game | None = field(default=None, repr=False)
    answered: frozenset[int] = frozenset()  # in a game with bot players: the users who have given orders

    # The notes at the time of reading. A change of notes does not raise the serial.
    notes: tuple[Note, ...] = field(default=(), repr=False, compare=False)
    # Since when the open question waits (see `MOVES`); None in the lobby.
    moved: datetime | None = field(default=None, compare=False)
    seed: str = field(default="", repr=False)  # secret until the game is over
    name: str = ""  # the name of the table; "" for games of versions in which tables had no names

    @property
    def over(self) -> bool:
        """Return whether the game has ended, with or without a result."""
        return self.status in (Status.ENDED, Status.DROPPED)

    def seat(self, key: str) -> Seat | None:
        """Return the seat with its holder; None if the seat is free."""
        return next((seat for seat in self.seats if seat.seat == key), None)

    def list_past_holders(self) -> list[PastHolder]:
        """Return the earlier holders of seats of this running game, in the order in which they lost them."""
        found = []
        for note in self.notes:
            if note.name.startswith(HELD_SEAT):
                seat, _, place = note.name.removeprefix(HELD_SEAT).rpartition(" ")
                turn, _, entry = place.partition(".")
                found.append(PastHolder(seat, int(turn), int(entry), note.user_id, note.text))
        return sorted(found, key=lambda held: (held.turn, held.entry))

    def seats_of(self, user_id: int) -> tuple[str, ...]:
        """Return the keys of this person's seats, in the order in which they took them."""
        return tuple(seat.seat for seat in self.seats if seat.user_id == user_id)


class EndedGame(NamedTuple):
    """Some data of a game that was played to the end. `ended`: when the game ended."""

    id: int
    ended: datetime
    serial: int
    settings: str
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Idle:
    """A game in which no person acts. `told`: when the bot announced the adjournment; None: not yet."""

    game_id: int
    serial: int
    told: datetime | None


@dataclass(frozen=True, slots=True)
class Note:
    """A private text of a seat, or of the game if `seat` is "". Its `name` says what it is for."""

    seat: str
    name: str
    user_id: int
    text: str


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the list of a game's acts, the oldest act first.

    `page`: the number of the page; page 0 has the newest acts. `pages`: how many pages there are.
    """

    acts: tuple[Act, ...]
    page: int
    pages: int


@dataclass(frozen=True, slots=True)
class Point:
    """A place in a game, just before an entry: the turn, and the entry's index in the turn (from 0)."""

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
    """The progress of a person or thread in a lesson."""

    OPEN = "open"
    SHOWN = "shown"  # the solution was shown
    SKIPPED = "skipped"
    SOLVED = "solved"


@dataclass(frozen=True, slots=True)
class Lesson:
    """The progress of a person or thread in a lesson. `text` is JSON text with the orders entered so far."""

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
    """The setting of a channel's daily puzzle. `user_id`: the host who set it. `hour`: 0 to 23."""

    channel_id: int
    user_id: int
    game: str
    hour: int
    zone: str
    language: str


@dataclass(frozen=True, slots=True)
class DailyPuzzle:
    """The puzzle of a channel for a day ("2026-11-22"). `message_id` is None before the puzzle is posted."""

    channel_id: int
    day: str
    game: str
    puzzle: str
    message_id: int | None = None


@dataclass(frozen=True, slots=True)
class Show:
    """The setting of a server's show of the turn of the day. `user_id`: who has set it. `hour`: 0 to 23."""

    guild_id: int
    channel_id: int
    user_id: int
    hour: int
    zone: str
    language: str


@dataclass(frozen=True, slots=True)
class ShownTurn:
    """A server's turn of the day, for a day such as "2026-11-22".

    `told`: JSON text for the bot. `message_id`: the message that shows the turn; None before it is posted.
    """

    guild_id: int
    day: str
    game_id: int
    turn: int
    told: str
    message_id: int | None = None


@dataclass(frozen=True, slots=True)
class ServerPage:
    """The web page of a Discord server. `page` is the secret, random end of its address."""

    guild_id: int
    page: str
    language: str


@dataclass(frozen=True, slots=True)
class NoticeBoard:
    """The message on which a Discord server lists its tables.

    Attributes:
        guild_id: the server
        channel_id: the channel of the message
        user_id: the person who has set up the message
        language: the language of the message
        message_id: the message; None before the first post
        shown: a hash of what the message shows
        next_edit: when the message may be edited again
    """

    guild_id: int
    channel_id: int
    user_id: int
    language: str
    message_id: int | None = None
    shown: str = ""
    next_edit: datetime | None = None


@dataclass(frozen=True, slots=True)
class Home:
    """The channel of a Discord server in which new tables open, and who has set it."""

    guild_id: int
    channel_id: int
    user_id: int


@dataclass(frozen=True, slots=True)
class Seek:
    """A person who looks for a game on a Discord server.

    Attributes:
        guild_id: the server
        channel_id: the channel in which the person asked
        user_id: the person
        user_name: their name
        language: their language
        wishes: what they look for, JSON for the bot
        created: when they asked
        until: when the seek lapses
        party: the name of the party that plays; "" while the person waits
        id: the number of the seek; 0 before it is stored
    """

    guild_id: int
    channel_id: int
    user_id: int
    user_name: str
    language: str
    wishes: str
    created: datetime
    until: datetime
    party: str = ""
    id: int = 0


@dataclass(frozen=True, slots=True)
class Rank:
    """A role that people of a Discord server get when their rating reaches some points.

    Attributes:
        guild_id: the server
        role_id: the role
        points: the lowest rating for which people get the role
        language: the language of posts about it
        trouble: why the bot can't give the role (a post has said this already); "" if it can
    """

    guild_id: int
    role_id: int
    points: int
    language: str
    trouble: str = ""


class HookKind(IntEnum):
    """The kind of an event for a webhook. If a turn ends with several events, they come in this order."""

    TURN = 0
    CHAPTER = 1
    END = 2


@dataclass(frozen=True, slots=True)
class NewHook:
    """An address to which the bot sends the events of a game, or of a whole server if `game_id` is None."""

    game_id: int | None
    guild_id: int | None
    channel_id: int  # the channel in which the address was set
    user_id: int  # the person who has set the address
    address: str
    secret: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class HookEvent:
    """An event that is still to be sent to a webhook.

    Attributes:
        name: the id of the event, the same in each attempt to send it
        body: the text to send; "" before the bot has written it
        tried: the time of the first attempt; None before it
    """

    id: int
    name: str
    hook_id: int
    game_id: int
    time: datetime
    turn: int
    kind: HookKind
    body: str
    attempts: int
    tried: datetime | None


class DueEvents(NamedTuple):
    """The due events, at most one for each webhook.

    `more`: when the next event after them will be due; None if no other waits.
    """

    events: tuple[HookEvent, ...]
    more: datetime | None


@dataclass(frozen=True, slots=True)
class Blocked:
    """A blocked person or server."""

    id: int
    why: str
    since: datetime


@dataclass(frozen=True, slots=True)
class Health:
    """The health of a database. `oldest`: when the oldest unsent delivery became due; None if none is due."""

    oldest: datetime | None
    failed: int  # number of deliveries that were given up
    running: int  # number of running games
    sending: int  # number of deliveries being sent


class StoreError(Exception):
    """The store refused a change. Nothing has changed."""


class NoGame(StoreError, LookupError):
    """There is no such game, cup or league."""


class ChannelTaken(StoreError):
    """The channel has another game, `existing`, in lobby or running."""

    def __init__(self, existing: StoredGame) -> None:
        super().__init__(f"Channel {existing.channel_id} has game {existing.id}.")
        self.existing = existing


class NameTaken(StoreError):
    """No offered name is free: open tables of the server have all of them."""


class SeatTaken(StoreError):
    """The seat has another holder, `holder`."""

    def __init__(self, holder: Seat) -> None:
        super().__init__(f"Seat {holder.seat} is taken by user {holder.user_id}.")
        self.holder = holder


class Stale(StoreError):
    """The game or other record has changed since the caller loaded it. The caller must load it again."""


class Repeated(StoreError):
    """The interaction has caused an act before: `act`. An interaction must not cause two acts."""

    def __init__(self, act: Act) -> None:
        super().__init__(f"Interaction {act.interaction_id} was act {act.serial} of game {act.game_id}.")
        self.act = act
