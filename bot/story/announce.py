"""Write what the channel reads after an act: who did what, its effects, who is asked now.

This makes deliveries; the outbox posts them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from pydantic import BaseModel, ConfigDict, model_validator

from bot.language.words import join_names, say, speak_within
from bot.plans.question_plans import list_asked_beside, list_called_beside
from bot.replies.reply import ActionButton
from bot.replies.text import MAX_TEXT, cut_text, group_by_order, pack_pages
from bot.session import batching
from bot.session.loaded_game import LoadedGame, have_others_chosen, is_out_of_turn, is_watched, title_seat
from bot.settings.game_settings import (
    GameSettings,
    find_answer_deadline,
    find_caretaker_time,
    is_alone,
    may_count_for_rating,
    return_seats,
)
from bot.story import chapters, record_header, standings
from bot.story.summary import ROWS, count_rows
from bot.story.turn_text import tell_turn
from db.records import NewDelivery, Note, StoredGame
from rules.ask import Seal
from rules.kernel import SIDE, Entry, Game, Step, digest
from rules.proof import POSTED
from rules.secrecy import sealed
from rules.words import told as as_read

ONE_SITTING = timedelta(hours=12)  # in which a game's end needs no date beside that of its beginning
NOTHING = 0, 0  # has been shown of the board yet: the first picture is of all of it
SIDE_OF_CARD = 350  # characters of one side of a card
BOARD = "board"  # text, picture, and the question with its buttons
TEXT = "text"  # text only
ASIDE = "aside"  # a side act, with buttons to answer it
LOBBY = "lobby"  # the card of a game that has not begun; edited in place
CHAPTER = "chapter"  # a chapter of the game that is over: prose and a picture, made when it is posted
FILM = "film"  # a game that is over, from its beginning; drawn when it is posted
REVIEW = "review"  # the chances over a game that is over; thought about before it is posted
INDEX = "index"  # the pinned message with links to the turns; edited in place


class Place(BaseModel):
    """A point in a game: so many entries into a turn."""

    model_config = ConfigDict(frozen=True)

    turn: int
    entry: int

    @classmethod
    def of(cls, game: Game) -> Place:
        """Return where a game stands."""
        return cls(turn=game.turn, entry=len(game.log))


class Post(BaseModel):
    """The content of a delivery; its picture shows the board `at` a place, lit where it changed `since`."""

    model_config = ConfigDict(frozen=True)

    text: str
    asks: str = ""  # what stands right above the answers, under the picture
    ping: tuple[int, ...] = ()
    offers: dict[str, str] = {}  # side acts as buttons, key to label
    counters: tuple[str, ...] = ()  # those that may be answered with a proposal of one's own
    buttons: tuple[ActionButton, ...] = ()  # buttons beside the game
    at: Place | None = None
    since: Place | None = None
    strikes: Place | None = None  # strike through the posts after this place: they were undone
    summed: bool = False  # the text is all that happened `since` then; where it is long it is told in short
    drawn: bool = True  # the board under it; left out where there is nothing new to see on it

    @model_validator(mode="before")
    @classmethod
    def _read_older(cls, data: Any) -> Any:
        """Return the rows of the outbox from before 2026-11-25 call the buttons knobs."""
        if isinstance(data, dict) and "knobs" in data:
            data = {**data, "buttons": data["knobs"]}
        return data

    @property
    def words(self) -> str:
        """All that it says."""
        return "\n".join(part for part in (self.text, self.asks) if part)

    def delivery(self, stored: StoredGame, kind: str) -> NewDelivery:
        """Return the row to be stored with the act that causes it."""
        return NewDelivery(stored.channel_id, kind, self.model_dump_json())


def make_lobby_post(channel_id: int) -> NewDelivery:
    """Return the card of a game that has not begun, made from what is stored when it is posted or edited."""
    return NewDelivery(channel_id, LOBBY, Post(text="").model_dump_json())


def make_posts(
    at: LoadedGame, step: Step, actor: int, first: Sequence[str] = (), why: str = ""
) -> list[NewDelivery]:
    """Return the posts that a submission causes, in the language of the table, opened by the lines `first`.

    `why`: the reason for it. While the same seat goes on deciding in the same turn only side acts are posted.
    """
    with speak_within(GameSettings.of(at.stored).language):
        if return_seats(at.stored, actor) is not None and any(
            seat in GameSettings.of(at.stored).caretakers for seat in at.stored.seats_of(actor)
        ):
            first = [say("back.told", user=actor), *first]
        return _after_step(at, step, actor, first, why)


def _after_step(at: LoadedGame, step: Step, actor: int, head: Sequence[str], why: str) -> list[NewDelivery]:
    now, rules = at.move_to_step(step), at.rules
    first, *more = (*step.closed, step.game)
    entered = first.log[len(at.position.log) :]
    posts = [_aside(at, now, first, entered)] if any(map(is_out_of_turn, entered)) else []
    joined = bool(list_asked_beside(now)) and not list_asked_beside(at)
    goes_on = not step.closed and at.asked == now.asked and not head and not joined
    if goes_on and not have_others_chosen(at, first):
        return posts
    began, sums = _opened(at, first), rules.EXTRAS.prose.summed
    happened = [
        *batching.read_waiting_lines(at.stored.notes),
        *head,
        *tell_turn(rules, first, began, only=lambda entry: not is_out_of_turn(entry), without=sums),
    ]
    happened += [say("reason", reason=why)] if why else []
    happened += [line for game in more for line in tell_turn(rules, game, without=sums)]
    turn, entry = min(at.shown or (at.position.turn, began), (at.position.turn, began))
    since = None if (turn, entry) == NOTHING else Place(turn=turn, entry=entry)
    digests = make_chapter_posts(at, step)
    in_turn = not step.closed and now.asked in {ask.seat for ask in list_asked_beside(at)}
    drawn = not in_turn or at.view(None) != now.view(None)
    card = describe_card(now, at)
    return posts + make_board_posts(
        now, happened, since=since, actor=actor, digests=digests, card=card, drawn=drawn, summed=True
    )


def gather_moves(
    at: LoadedGame, now: LoadedGame, posts: Sequence[NewDelivery]
) -> tuple[list[NewDelivery], list[Note]]:
    """Return the posts that `make_posts` gives, and what is to be written down with them: what was done waits
    while a bot player thinks, and is told with what that does."""
    notes, kinds = at.stored.notes, {post.kind for post in posts}
    if not posts:
        return [], []
    if kinds == {ASIDE}:
        return [*_texts(at, batching.read_waiting_lines(notes)), *posts], batching.write_notes(notes, "")
    holder = at.stored.seat(now.asked)
    if kinds != {TEXT} or holder is None or not holder.level:
        return [*posts], batching.write_notes(notes, "")
    with speak_within(GameSettings.of(at.stored).language):
        thinks = now.question()[0]
    said = "\n".join(Post.model_validate_json(post.content).text for post in posts)
    return [], batching.write_notes(notes, said.removesuffix(thinks).rstrip("\n"))


def _opened(at: LoadedGame, whole: Game) -> int:
    """Return the first entry to show: the asked seat's first choice, or the first newly opened answer."""
    began = at.find_order_start()
    if at.ask is None or not isinstance(at.ask.face, Seal) or any(map(is_out_of_turn, whole.log[began:])):
        return began
    before, after = (sealed(at.rules, game) for game in (at.position, whole))
    return began if before is None or before == after else min(began, before)


def describe_card(now: LoadedGame, before: LoadedGame | None = None) -> list[str]:
    """Return the words of the card that lies open now and did not before."""
    words = now.rules.EXTRAS.prose.open_card(now.live.state)
    if now.ask is None or (
        before is not None and words == before.rules.EXTRAS.prose.open_card(before.live.state)
    ):
        return []
    with speak_within(GameSettings.of(now.stored).language):
        return _sides(now)


def describe_open_card(now: LoadedGame) -> list[str]:
    """The words of the open card, for a reader of the open question, where it asks about them."""
    return _sides(now) if now.ask is not None and now.ask.presentation.card else []


def _sides(now: LoadedGame) -> list[str]:
    words = now.rules.EXTRAS.prose.open_card(now.live.state)
    return [say("card.side", text=cut_text(as_read(text, now.rules.name), SIDE_OF_CARD)) for text in words]


def make_chapter_posts(at: LoadedGame, step: Step) -> list[NewDelivery]:
    """Return a post for each chapter that ends with this step, as a summary for spectators."""
    ends = chapters.ended_chapters(at.rules, step)
    return [Post(text="", at=Place.of(game)).delivery(at.stored, CHAPTER) for game in ends]


def _aside(at: LoadedGame, now: LoadedGame, turn: Game, entered: Sequence[Entry]) -> NewDelivery:
    """A side act, with buttons for the side acts that it has made possible for others, who are called."""
    actors = {entry.seat for entry in entered}
    offers: dict[str, str] = {}
    counters: list[str] = []
    called: list[int] = []
    answered: list[int] = []
    verbs: list[str] = []
    for seat in at.stored.seats:
        known = {act.key for act in at.rules.EXTRAS.trades.offered(at.live.state, seat.seat)}
        left = at.rules.EXTRAS.trades.offered(now.live.state, seat.seat)
        acts = [act for act in left if act.key not in known]
        if known - {act.key for act in left} and seat.seat not in actors and not seat.level:
            answered.append(seat.user_id)
        fresh = {SIDE + act.key: act.label for act in acts if not act.why_not}
        if fresh and seat.seat not in actors and not seat.level:
            called.append(seat.user_id)
            offers |= fresh
            state = now.live.state
            if (forms := at.rules.EXTRAS.trades.forms) is not None:
                counters += [act.key for act in acts if forms.counter(state, seat.seat, act.key)]
            verbs += [at.rules.name(act.key.partition("_")[0]) for act in acts if not act.why_not]
    verbs += [say("button.counter").lower()] if counters else []
    calls = []
    if called:
        calls.append(
            say("aside", users=_mentions(called), verbs=join_names(list(dict.fromkeys(verbs)), "or"))
        )
    if answered := [user for user in answered if user not in called]:
        calls.append(say("aside.answered", users=_mentions(answered)))
    happened = tell_turn(at.rules, turn, len(at.position.log), only=is_out_of_turn)
    text = cut_text("\n".join([*calls, *happened]), MAX_TEXT)
    ping, place = tuple(dict.fromkeys((*called, *answered))), Place.of(at.position)
    post = Post(text=text, ping=ping, offers=offers, counters=tuple(counters), at=place)
    return post.delivery(at.stored, ASIDE)


def _mentions(users: Iterable[int]) -> str:
    return " ".join(f"<@{user}>" for user in dict.fromkeys(users))


def make_board_posts(
    at: LoadedGame,
    happened: Sequence[str],
    *,
    since: Place | None = None,
    actor: int | None = None,
    also: Sequence[int] = (),
    digests: Sequence[NewDelivery] = (),
    card: Sequence[str] = (),
    drawn: bool = True,
    summed: bool = False,
) -> list[NewDelivery]:
    """Return the posts of a step: what happened, then the board, then who is asked what.

    Text that is too long for the board's message goes into messages before it. When the game is over, its
    result replaces the question.

    Args:
        actor: who caused the step, and is not pinged
        also: people to ping besides those who are asked
        digests: summaries, posted after what happened and before the question
        card: the text of a new card
        drawn: whether the board is posted as a picture
        summed: whether this is all that happened `since`, to be told in short where it is long
    """
    with speak_within(GameSettings.of(at.stored).language):
        if at.ask is None:
            return _over(at, happened, since, actor, also, digests, summed=summed)
        if not digests:
            return _board(at, [*happened, *card], since, actor, also, drawn, summed=summed)
        named = len(happened) - bool(card)  # the line that names the card stays with its words
        opened, before = [*happened[named:], *card], _told(at, happened[:named], since, summed=summed)
        return [*before, *digests, *_board(at, opened, since, actor, also, drawn)]


def _over(
    at: LoadedGame,
    happened: Sequence[str],
    since: Place | None,
    actor: int | None,
    also: Sequence[int],
    digests: Sequence[NewDelivery],
    *,
    summed: bool,
) -> list[NewDelivery]:
    """Return the end of a game: how it ended comes last, where everybody looks.

    Before it what led there, in the same post where that is little. Its review follows when it has been
    thought about.
    """
    result, over = make_final_posts(at), Post(text="", at=Place.of(at.position))
    if not digests and count_rows("\n".join(happened)) <= ROWS:
        happened, result = (), [*happened, *result]
    review = [over.delivery(at.stored, REVIEW)] if at.rules.AUTOMATIC else []
    return [
        *_told(at, happened, since, summed=summed),
        *digests,
        over.delivery(at.stored, FILM),
        *_board(at, result, since, actor, also, True),
        *review,
    ]


def _told(at: LoadedGame, happened: Sequence[str], since: Place | None, *, summed: bool) -> list[NewDelivery]:
    """What happened, in a post without a board: one where it may be told in short."""
    text = "\n".join(happened)
    if not summed or count_rows(text) <= ROWS:
        return _texts(at, happened)
    post = Post(text=text, at=Place.of(at.position), since=since, summed=True)
    return [post.delivery(at.stored, TEXT)]


def _texts(at: LoadedGame, parts: Sequence[str]) -> list[NewDelivery]:
    return [
        Post(text=page).delivery(at.stored, TEXT)
        for page in pack_pages(group_by_order(parts), MAX_TEXT)
        if page
    ]


def _tell_deadline(at: LoadedGame) -> list[str]:
    """Return the line that says until when an answer is expected, or when the caretaker plays."""
    settings, now, holder = GameSettings.of(at.stored), datetime.now(UTC), at.stored.seat(at.asked)
    end = find_answer_deadline(settings, now, None)
    if at.asked in settings.caretakers and not settings.paused and not settings.unreachable:
        return [say("asked.caretaker", when=format_time(find_caretaker_time(settings, at.asked, now)))]
    return [] if end is None or holder is None else [say("asked.until", until=format_time(end))]


def _board(
    at: LoadedGame,
    happened: Sequence[str],
    since: Place | None,
    actor: int | None,
    also: Sequence[int],
    drawn: bool,
    *,
    summed: bool = False,
) -> list[NewDelivery]:
    head, called = at.question()
    holder = at.stored.seat(at.asked)
    if holder is not None and holder.level and not is_watched(at.stored):  # the board comes with its act
        return _texts(at, [*happened, head])
    beside, asked = list_called_beside(at), None if at.ask is None else at.ask.topic
    others = {ask.seat: seat.user_id for ask in beside if (seat := at.stored.seat(ask.seat)) is not None}
    view = at.view(None)
    asks = [say("foot", headline=view.headline), *standings.describe_aim(at, view)] if head else []
    if head and not is_alone(at.stored) and (sealed := digest(at.position)):
        asks.append(say("foot.record", hash=sealed[:POSTED]))
    asks += _tell_deadline(at)
    for ask in beside:
        if ask.topic != asked:
            question = ask.prompt.read(at.rules.name)
            whose = title_seat(at.rules, ask.seat)
            asks.append(say("asked.beside", user=others[ask.seat], seat=whose, question=question))
    if alike := [ask.seat for ask in beside if ask.topic == asked]:
        people = [say("asked.person", user=others[seat], seat=title_seat(at.rules, seat)) for seat in alike]
        asks.append(say("asked.together", people=join_names(people)))
    question = "\n".join([*asks, head]) if head else ""  # the question itself stands right above its answers
    if summed and count_rows("\n".join(happened)) > ROWS:
        earlier, last = [], "\n".join(happened)
    else:
        *earlier, last = pack_pages(group_by_order(happened), MAX_TEXT - len(question))
        summed = False
    pinged = (called, *others.values(), *also)
    ping = tuple(dict.fromkeys(user for user in pinged if user not in (None, actor)))
    place = Place.of(at.position)
    main = Post(text=last, asks=question, ping=ping, at=place, since=since, drawn=drawn, summed=summed)
    return [*_texts(at, earlier), main.delivery(at.stored, BOARD)]


def format_time(time: datetime, *, dated: bool = True) -> str:
    """Return a timestamp that Discord shows in each reader's time zone, with or without the date."""
    return f"<t:{int(time.timestamp())}:{'f' if dated else 't'}>"


def link_board(stored: StoredGame, message: int | None = None) -> str:
    """Return where this message of a game is.

    If none is named its last board, or its channel where none stands.
    """
    base = f"https://discord.com/channels/{stored.guild_id or '@me'}/{stored.channel_id}"
    message = message or stored.panel_id
    return base if message is None else f"{base}/{message}"


def make_final_posts(at: LoadedGame) -> list[str]:
    """Return how the game ended: where everybody stands, who had hints, and the seed to check the dice by."""
    view, began = at.view(None), at.stored.started or at.stored.created
    seats = GameSettings.of(at.stored).hinted
    hinted = [*(title_seat(at.rules, seat) for seat in seats[:1]), *map(at.rules.name, seats[1:])]
    over = datetime.now(UTC)
    had = "final.hinted" if may_count_for_rating(at.rules, at.stored) else "final.hints"
    return [
        say("final", headline=view.headline),
        *standings.list_places(at, view),
        *([say(had, seats=join_names(hinted))] if hinted else []),
        say(
            "final.summary",
            began=format_time(began),
            over=format_time(over, dated=over - began > ONE_SITTING),
        ),
        *record_header.describe_seed(replace(at.stored, position=at.position)),
        *([say("final.review")] if at.rules.AUTOMATIC else []),
    ]
