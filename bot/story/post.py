"""Define a post: the content of a message, stored until the outbox sends the message."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, model_validator

from bot.language.words import say
from bot.replies.reply import ActionButton
from bot.settings.game_settings import (
    GameSettings,
    return_left_seats,
)
from bot.story.pushes import mention
from db.records import NewDelivery, StoredGame
from rules.kernel import Game

BOARD = "board"  # text, picture, and the question with its buttons
TEXT = "text"  # text, perhaps with buttons
SIDE_ACT = "aside"  # a side act such as a proposed trade, with buttons to answer it
LOBBY = "lobby"  # the card of a game that has not begun; a newer card goes into the same message
LOWER = "lower"  # no content; the card of a game that has not begun is posted again below later posts
CHAPTER = "chapter"  # a finished chapter; prose and picture are made when it is posted
ANIMATION = "film"  # an animation of a finished game; only earlier versions stored this kind
REVIEW = "review"  # each seat's chances at each turn of a finished game, computed before the post
THREAD = "thread"  # no message; the outbox updates the title, tags and state of the game's thread
CLOSE = "close"  # no message; the outbox closes the threads of a finished game
TALK = "talk"  # no message; the outbox opens or closes the thread where the players of a game talk
INDEX = "index"  # the pinned message with links to the turns; new links go into the same message


class Place(BaseModel):
    """A point in a game: the number of a turn, and the number of entries that the turn has at this point."""

    model_config = ConfigDict(frozen=True)

    turn: int
    entry: int

    @classmethod
    def of(cls, game: Game) -> Place:
        """Return the place after the last entry of a turn."""
        return cls(turn=game.turn, entry=len(game.log))


class Post(BaseModel):
    """The content of a delivery.

    Attributes:
        text: the text above the picture
        asks: the question and the lines about it, right above the buttons
        ping: the users whom the mention notifies
        news: other users whom the mention notifies, except users who have switched off news
        push: the text of a phone's notification; "" means the text of the post without markdown
        offers: the buttons for side acts: `{key of the act: label of the button}`
        counters: the keys of offered acts that can be answered with a counter-proposal
        buttons: other buttons
        at: the place in the game that the board shows
        since: the place from which changes on the board are marked
        strikes: if there was an undo, the place that it went back to; the poster strikes through posts after
            this place
        summed: whether a summary may replace `text`, because `text` tells everything since `since`
        notices: lines of `text` that the summary must contain too, such as what became of a plan
        trifles: lines of `text` that a board may leave out, because they only decline or pass
        drawn: whether the board is drawn
        effects: whether a summary of `text` tells the effects of the moves; False if a chapter's prose tells
            them
        told: the place where the story in `text` begins; None if it begins at `since`
        closing: lines to put below a summary, such as a proposal
        out: the seat that is out of the game, if the post calls its player for that. The poster adds what
            happened to the seat since its last turn
        result_lines: how many of the first lines of `text` tell how a game ended; 0 in all other posts. The
            poster adds a line about ratings below these lines
    """

    model_config = ConfigDict(frozen=True)

    text: str
    asks: str = ""
    ping: tuple[int, ...] = ()
    news: tuple[int, ...] = ()
    push: str = ""
    offers: dict[str, str] = {}
    counters: tuple[str, ...] = ()
    buttons: tuple[ActionButton, ...] = ()
    at: Place | None = None
    since: Place | None = None
    strikes: Place | None = None
    summed: bool = False
    notices: tuple[str, ...] = ()
    trifles: tuple[str, ...] = ()
    drawn: bool = True
    effects: bool = True
    told: Place | None = None
    closing: tuple[str, ...] = ()
    out: str = ""
    result_lines: int = 0

    @model_validator(mode="before")
    @classmethod
    def _read_older(cls, data: Any) -> Any:
        """Rename the field `knobs` to `buttons` in rows stored before 2026-11-25."""
        if isinstance(data, dict) and "knobs" in data:
            data = {**data, "buttons": data["knobs"]}
        return data

    @property
    def words(self) -> str:
        """Return the whole text of the post."""
        return "\n".join(part for part in (self.text, self.asks) if part)

    def delivery(self, stored: StoredGame, kind: str) -> NewDelivery:
        """Return the post as a delivery of this kind. It is stored together with the act that causes it."""
        return NewDelivery(stored.channel_id, kind, self.model_dump_json())


def make_news(
    text: str, users: Sequence[int], *, buttons: Sequence[ActionButton] = (), result_lines: int = 0
) -> Post:
    """Return a post with news of a game for these people. The text begins with mentions of them."""
    told = say("news", users=mention(users), text=text) if users else text
    return Post(text=told, news=tuple(users), buttons=tuple(buttons), result_lines=result_lines)


def list_people(stored: StoredGame, *, without: Collection[int] = ()) -> tuple[int, ...]:
    """Return the people with seats in a game, and the people for whom bot players finish the game."""
    finishing = (user for user, _ in GameSettings.of(stored).finishing.values())
    people = (*(seat.user_id for seat in stored.seats if not seat.level), *finishing)
    return tuple(dict.fromkeys(user for user in people if user > 0 and user not in without))


def list_players(stored: StoredGame, *, without: Collection[int] = ()) -> tuple[int, ...]:
    """Return the people with seats, and people who left seats that are free or have bot players now."""
    people = (seat.user_id for seat in return_left_seats(stored).seats if not seat.level)
    return tuple(dict.fromkeys(user for user in people if user > 0 and user not in without))


def list_uncalled(
    stored: StoredGame, posts: Sequence[NewDelivery], *, without: Collection[int] = ()
) -> tuple[int, ...]:
    """Return the people of a game whom none of these posts mentions, so that nobody is mentioned twice."""
    called = {user for post in posts for user in Post.model_validate_json(post.content).ping}
    return list_people(stored, without={*called, *without})


def make_lobby_post(channel_id: int) -> NewDelivery:
    """Return the post of a lobby's card. Its text is written when the outbox posts or edits it."""
    return NewDelivery(channel_id, LOBBY, Post(text="").model_dump_json())


def link_board(stored: StoredGame, message: int | None = None) -> str:
    """Return a link to a message of a game.

    Without `message`, link the last board; without a board, the channel.
    """
    base = f"https://discord.com/channels/{stored.guild_id or '@me'}/{stored.channel_id}"
    message = message or stored.panel_id
    return base if message is None else f"{base}/{message}"
