"""Write what the channel reads after an act: who did what, its effects, and who is asked now.

This module makes deliveries; the outbox posts them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from pydantic import BaseModel, ConfigDict, model_validator

from bot.language.words import join_names, say, speak_within
from bot.plans.question_plans import list_asked_beside, list_called_beside
from bot.replies.reply import ActionButton
from bot.replies.text import MAX_TEXT, cut_text, group_by_order, pack_pages
from bot.session import batching
from bot.session.batching import Waiting
from bot.session.loaded_game import LoadedGame, have_others_chosen, is_side_act, is_watched, title_seat
from bot.settings.clocks import find_answer_deadline
from bot.settings.game_settings import (
    GameSettings,
    counts_for_rating,
    find_caretaker_time,
    may_finish,
    return_left_seats,
    return_seats,
)
from bot.story import chapters, record_header, standings
from bot.story.pushes import list_lines_about, mention, write_call, write_end
from bot.story.summary import ROWS, count_rows
from bot.story.turn_text import tell_turn
from db.clubs.ranks import RANKS
from db.records import NewDelivery, Note, StoredGame
from rules.ask import Seal
from rules.kernel import SIDE, Entry, Game, Rules, Step
from rules.secrecy import find_sealed
from rules.words import told as as_read

ONE_SITTING = timedelta(hours=12)  # a shorter game's end is shown without its date
NOTHING = 0, 0  # the turn and the entry before the first board; the first board's picture marks no changes
MARKED_TURNS = 10  # the most turns whose changes the last board marks; more marks would say nothing
RATINGS_ROOM = 400  # characters for the line on ratings
MAX_CARD_SIDE = 350  # characters of one side of a card
BOARD = "board"  # text, picture, and the question with its buttons
TEXT = "text"  # text only
SIDE_ACT = "aside"  # a side act such as a proposed trade, with buttons to answer it
LOBBY = "lobby"  # the card of a game that has not begun; the same message is edited
CHAPTER = "chapter"  # a finished chapter; prose and picture are made when it is posted
FILM = "film"  # an animation of a finished game; only earlier versions stored such rows
REVIEW = "review"  # each seat's chances at each turn of a finished game, computed before the post
THREAD = "thread"  # title, tags and state of the game's thread, which are brought up to date
CLOSE = "close"  # the closing of a finished game's thread
TALK = "talk"  # the opening or closing of the thread for the talk of a table
INDEX = "index"  # the pinned message with links to the turns; the same message is edited


class Place(BaseModel):
    """A point in a game: a turn and the number of its entries so far."""

    model_config = ConfigDict(frozen=True)

    turn: int
    entry: int

    @classmethod
    def of(cls, game: Game) -> Place:
        """Return the present place of a game."""
        return cls(turn=game.turn, entry=len(game.log))


class Post(BaseModel):
    """The content of a delivery.

    Attributes:
        text: the text above the picture
        asks: the question and the lines about it, right above the buttons
        ping: the users whom the mention notifies
        news: more users whom the mention notifies, unless they have switched off such news
        push: what a phone's notification says, if the post has a question; "" in rows of earlier versions
        offers: the labels of buttons for side acts, by the act's key
        counters: the keys of offered acts that can be answered with a counter-proposal
        buttons: other buttons
        at: the place whose board is drawn
        since: the place from which changes on the board are marked
        strikes: a place; the posts after it were undone and are to be struck through
        summed: whether `text` is everything that happened since `since`, so a summary may replace it
        notices: lines of `text` that the summary must still contain, such as the fate of a plan
        drawn: whether the board is drawn
        effects: whether a summary of `text` tells the effects of the moves; False if a chapter's prose does
        told: the place at which the story in `text` begins; None if that is `since`
        closing: lines to put below a summary, such as a proposal
        result_lines: the number of lines of `text` that tell how a game ended. Below them, the poster says
            what the game did to ratings. 0 in all other posts
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
    drawn: bool = True
    effects: bool = True
    told: Place | None = None
    closing: tuple[str, ...] = ()
    result_lines: int = 0

    @model_validator(mode="before")
    @classmethod
    def _read_older(cls, data: Any) -> Any:
        """Rename the field `knobs` of rows stored before 2026-11-25 to `buttons`."""
        if isinstance(data, dict) and "knobs" in data:
            data = {**data, "buttons": data["knobs"]}
        return data

    @property
    def words(self) -> str:
        """Return the whole text of the post."""
        return "\n".join(part for part in (self.text, self.asks) if part)

    def delivery(self, stored: StoredGame, kind: str) -> NewDelivery:
        """Return the post as a delivery of this kind, to be stored with the act that causes it."""
        return NewDelivery(stored.channel_id, kind, self.model_dump_json())


def make_news(
    text: str, users: Sequence[int], *, buttons: Sequence[ActionButton] = (), result_lines: int = 0
) -> Post:
    """Return a post that tells these people some news of their game. The post mentions them first."""
    told = say("news", users=mention(users), text=text) if users else text
    return Post(text=told, news=tuple(users), buttons=tuple(buttons), result_lines=result_lines)


def list_people(stored: StoredGame, *, without: Collection[int] = ()) -> tuple[int, ...]:
    """Return the people who have seats in a game, also those for whom bot players finish it."""
    finishing = (user for user, _ in GameSettings.of(stored).finishing.values())
    people = (*(seat.user_id for seat in stored.seats if not seat.level), *finishing)
    return tuple(dict.fromkeys(user for user in people if user > 0 and user not in without))


def list_players(stored: StoredGame, *, without: Collection[int] = ()) -> tuple[int, ...]:
    """Return the people who play in a game, and those who left a seat that no other person has taken."""
    people = (seat.user_id for seat in return_left_seats(stored).seats if not seat.level)
    return tuple(dict.fromkeys(user for user in people if user > 0 and user not in without))


def list_uncalled(
    stored: StoredGame, posts: Sequence[NewDelivery], *, without: Collection[int] = ()
) -> tuple[int, ...]:
    """Return the people of a game whom none of these posts calls, so that nobody is called twice."""
    called = {user for post in posts for user in Post.model_validate_json(post.content).ping}
    return list_people(stored, without={*called, *without})


def make_lobby_post(channel_id: int) -> NewDelivery:
    """Return the post of a lobby's card. Its text is written when the outbox posts or edits it."""
    return NewDelivery(channel_id, LOBBY, Post(text="").model_dump_json())


def make_posts(
    at: LoadedGame, step: Step, actor: int, first: Sequence[str] = (), why: str = ""
) -> list[NewDelivery]:
    """Return the posts that a step causes, in the game's language. The text begins with the lines `first`.

    `at` is the game before the step, `actor` the user who caused it, and `why` a bot player's reason. While
    the same seat goes on deciding in the same turn, only side acts are posted.
    """
    with speak_within(GameSettings.of(at.stored).language):
        if return_seats(at.stored, actor) is not None and any(
            seat in GameSettings.of(at.stored).caretakers for seat in at.stored.seats_of(actor)
        ):
            first = [say("back.told", user=actor), *first]
        return _make_step_posts(at, step, actor, first, why)


def _make_step_posts(
    at: LoadedGame, step: Step, actor: int, head: Sequence[str], why: str
) -> list[NewDelivery]:
    """Return the posts of a step: its side acts, then the board unless the same seat goes on deciding."""
    now, rules = at.move_to_step(step), at.rules
    first, *more = (*step.closed, step.game)
    entered = first.log[len(at.position.log) :]
    posts = [_make_side_act_post(at, now, first, entered, why)] if any(map(is_side_act, entered)) else []
    joined = bool(list_asked_beside(now)) and not list_asked_beside(at)
    goes_on = not step.closed and at.asked == now.asked and not head and not joined
    if goes_on and not have_others_chosen(at, first):
        return posts
    began, sums = _find_first_shown(at, first), rules.EXTRAS.prose.summed
    waits = batching.read_waiting(at.stored.notes)
    happened = [
        *waits.lines,
        *head,
        *tell_turn(rules, first, began, only=lambda entry: not is_side_act(entry), without=sums),
    ]
    happened += [say("reason", reason=why)] if why else []
    notices = [*waits.notices, *head]
    happened += [line for game in more for line in tell_turn(rules, game, without=sums)]
    turn, entry = min(at.shown or (at.position.turn, began), (at.position.turn, began))
    since = None if (turn, entry) == NOTHING else Place(turn=turn, entry=entry)
    in_turn = not step.closed and now.asked in {ask.seat for ask in list_asked_beside(at)}
    drawn = not in_turn or at.view(None) != now.view(None)
    card = describe_card(now, at)
    return posts + make_board_posts(
        now,
        happened,
        since=since,
        actor=actor,
        ended=[] if _folds_chapters(at, waits) else list_ended_chapters(at, step),
        card=card,
        drawn=drawn,
        notices=notices,
        told=_find_first_told(at, waits, (at.position.turn, began)),
    )


def _folds_chapters(at: LoadedGame, waits: Waiting) -> bool:
    """Return whether the next board replaces the posts of ended chapters.

    It does while bot players finish the game for a person. In a game of one person and bot players, it also
    does if the person was asked in the ended chapter.
    """
    finishing = bool(GameSettings.of(at.stored).finishing)
    return finishing or (may_finish(at.stored) and not waits.chapters)


def _find_first_told(at: LoadedGame, waits: Waiting, began: tuple[int, int]) -> Place | None:
    """Return the place at which a text with the waiting lines begins; None for the game's beginning."""
    turn, entry = waits.began or (at.shown if waits.lines else None) or began
    return None if (turn, entry) == NOTHING else Place(turn=turn, entry=entry)


def gather_moves(
    at: LoadedGame, step: Step, posts: Sequence[NewDelivery], actor: int = 0
) -> tuple[list[NewDelivery], list[Note]]:
    """Return the posts to make now, and the notes that keep lines for a later post.

    While a bot player is about to move, lines wait and are posted together with its move. Side acts of bot
    players wait too, if no person may answer them. `posts` come from `make_posts`. `actor` is the user who
    acted, or 0 if a bot player acted.
    """
    now, notes = at.move_to_step(step), at.stored.notes
    ended = len(chapters.list_ended_chapters(at.rules, step))
    if not posts and not ended:
        return [], []
    if now.asked and GameSettings.of(at.stored).finishing:
        return [], []  # bot players finish the game for a person, and only its end is posted
    waits, told = batching.read_waiting(notes), [Post.model_validate_json(post.content) for post in posts]
    holder, kinds = at.stored.seat(now.asked), {post.kind for post in posts}
    if holder is None or not holder.level:
        if kinds == {SIDE_ACT}:
            posts = _lead_with_waiting(at, waits, posts)
        return [*posts], batching.write_notes(notes)
    counted = Waiting(chapters=waits.chapters + ended)
    if kinds == {SIDE_ACT} and (actor or any(post.ping for post in told)):
        return _lead_with_waiting(at, waits, posts), batching.write_notes(notes, counted)
    if kinds - {TEXT, SIDE_ACT} or {TEXT, SIDE_ACT} <= kinds or any(post.buttons for post in told):
        return [*posts], batching.write_notes(notes, counted)
    lines = tuple(line for post in told for line in post.text.split("\n") if line)
    began = waits.began or next(((post.told.turn, post.told.entry) for post in told if post.told), None)
    if kinds == {TEXT}:  # these posts begin with the waiting lines already
        return [], batching.write_notes(
            notes, counted._replace(lines=lines, notices=told[0].notices, began=began)
        )
    began = began or (at.position.turn, len(at.position.log))
    lines = (*waits.lines, *lines)
    return [], batching.write_notes(notes, counted._replace(lines=lines, notices=waits.notices, began=began))


def _lead_with_waiting(at: LoadedGame, waits: Waiting, posts: Sequence[NewDelivery]) -> list[NewDelivery]:
    """Return the posts of side acts, with the waiting lines at the beginning of the first post."""
    if not waits.lines:
        return [*posts]
    if waits.began is None:  # an earlier version of the bot stored the lines without their beginning
        return [*_split_lines(at, waits.lines), *posts]
    post, text = Post.model_validate_json(posts[0].content), "\n".join(waits.lines)
    turn, entry = waits.began
    long = count_rows(text) > ROWS
    led = post.model_copy(
        update={
            "text": text if long else f"{text}\n{post.text}",
            "closing": tuple(post.text.split("\n")) if long else (),
            "summed": long,
            "notices": waits.notices,
            "told": Place(turn=turn, entry=entry),
        }
    )
    return [led.delivery(at.stored, SIDE_ACT), *posts[1:]]


def _find_first_shown(at: LoadedGame, whole: Game) -> int:
    """Return the index of the first entry to tell: the order's first, or an earlier answer, now unsealed."""
    began = at.find_order_start()
    if at.ask is None or not isinstance(at.ask.face, Seal) or any(map(is_side_act, whole.log[began:])):
        return began
    before, after = (find_sealed(at.rules, game) for game in (at.position, whole))
    return began if before is None or before == after else min(began, before)


def describe_card(now: LoadedGame, before: LoadedGame | None = None) -> list[str]:
    """Return the words of the open card; nothing if the same card was open before."""
    words = now.rules.EXTRAS.prose.open_card(now.live.state)
    if now.ask is None or (
        before is not None and words == before.rules.EXTRAS.prose.open_card(before.live.state)
    ):
        return []
    with speak_within(GameSettings.of(now.stored).language):
        return _write_card_sides(now)


def describe_open_card(now: LoadedGame) -> list[str]:
    """Return the words of the open card if the question asks about it, else nothing."""
    return _write_card_sides(now) if now.ask is not None and now.ask.presentation.card else []


def _write_card_sides(now: LoadedGame) -> list[str]:
    """Return a line for each text of the open card."""
    words = now.rules.EXTRAS.prose.open_card(now.live.state)
    return [say("card.side", text=cut_text(as_read(text, now.rules.name), MAX_CARD_SIDE)) for text in words]


def list_ended_chapters(at: LoadedGame, step: Step) -> list[Place]:
    """Return the last place of each chapter that this step ends."""
    return [Place.of(game) for game in chapters.list_ended_chapters(at.rules, step)]


def _make_side_act_post(
    at: LoadedGame, now: LoadedGame, turn: Game, entered: Sequence[Entry], why: str
) -> NewDelivery:
    """Return the post of side acts, with their reason and with buttons to answer them.

    The post mentions the people who may answer, whose proposals were answered, or whom the acts concern.
    """
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
        calls.append(say("aside", users=mention(called), verbs=join_names(list(dict.fromkeys(verbs)), "or")))
    if answered := [user for user in answered if user not in called]:
        calls.append(say("aside.answered", users=mention(answered)))
    concerned = _list_concerned(at, entered, without=(*called, *answered))
    if concerned:
        calls.append(say("aside.concerns", users=mention(concerned)))
    happened = tell_turn(at.rules, turn, len(at.position.log), only=is_side_act)
    reason = [say("reason", reason=why)] if why and all(map(is_side_act, entered)) else []
    text = cut_text("\n".join([*calls, *happened, *reason]), MAX_TEXT)
    ping, place = tuple(dict.fromkeys((*called, *answered, *concerned))), Place.of(at.position)
    post = Post(text=text, ping=ping, offers=offers, counters=tuple(counters), at=place)
    return post.delivery(at.stored, SIDE_ACT)


def _list_concerned(at: LoadedGame, entered: Sequence[Entry], without: Sequence[int]) -> list[int]:
    """Return the people whom the side acts among `entered` concern, except the users in `without`."""
    seats = {
        seat
        for entry in entered
        if is_side_act(entry)
        for seat in at.rules.EXTRAS.trades.concerns(entry.seat, entry.key.removeprefix(SIDE))
    }
    holders = [each.user_id for each in at.stored.seats if each.seat in seats and not each.level]
    return [user for user in holders if user not in without]


def make_board_posts(
    at: LoadedGame,
    happened: Sequence[str],
    *,
    since: Place | None = None,
    actor: int | None = None,
    also: Sequence[int] = (),
    ended: Sequence[Place] = (),
    card: Sequence[str] = (),
    drawn: bool = True,
    notices: Sequence[str] | None = None,
    told: Place | None = None,
) -> list[NewDelivery]:
    """Return the posts of a step: what happened, then the board, then the question.

    A text that is too long for the board's message gets messages before it. At the end of a game, the result
    replaces the question.

    Args:
        at: the game after the step
        happened: lines on what happened
        since: the place from which changes on the board are marked
        actor: the user who caused the step; the posts do not ping this user
        also: users to ping besides the asked ones
        ended: the last places of chapters; the posts of these chapters stand before the question
        card: the text of a new card
        drawn: whether the board is drawn
        notices: the lines of `happened` that a summary must still contain; None if no summary may replace
            `happened`, because it is not everything since `since`
        told: the place at which the story in `happened` begins; None if that is `since`
    """
    with speak_within(GameSettings.of(at.stored).language):
        if at.ask is None:
            return _make_end_posts(at, happened, since, actor, also, ended, notices=notices, told=told)
        if not ended:
            lines = [*happened, *card]
            return _make_board_post(at, lines, since, actor, also, drawn, notices=notices, told=told)
        named = len(happened) - bool(card)  # the last line names the new card and stands above its text
        before = _make_chapter_posts(at, happened[:named], since, ended, notices=notices, told=told)
        opened = [*happened[named:], *card]
        return [*before, *_make_board_post(at, opened, since, actor, also, drawn)]


def _make_chapter_posts(
    at: LoadedGame,
    happened: Sequence[str],
    since: Place | None,
    ends: Sequence[Place],
    *,
    notices: Sequence[str] | None,
    told: Place | None,
) -> list[NewDelivery]:
    """Return a post for each ended chapter: a summary for spectators.

    The first post begins with the lines `happened`, or with a summary of them. If they are too long and no
    summary may replace them, they get their own posts before it.
    """
    over = Place.of(at.position) if at.ask is None else None
    first, *others = [Post(text="", at=end, since=since, drawn=end != over) for end in ends]
    rows, text = count_rows("\n".join(happened)), "\n".join(happened)
    if rows <= ROWS:
        first = first.model_copy(update={"text": text})
    elif notices is not None:
        kept, told = tuple(notices), told or since
        how = {"text": text, "told": told, "summed": True, "notices": kept, "effects": False}
        first = first.model_copy(update=how)
    before = _split_lines(at, happened) if not first.text else []
    return [*before, *(post.delivery(at.stored, CHAPTER) for post in (first, *others))]


def _make_end_posts(
    at: LoadedGame,
    happened: Sequence[str],
    since: Place | None,
    actor: int | None,
    also: Sequence[int],
    ended: Sequence[Place],
    *,
    notices: Sequence[str] | None,
    told: Place | None,
) -> list[NewDelivery]:
    """Return the posts of a game's end: the last moves, and the board with the result.

    If the last moves are few, they stand below the result in the board's post. The last chapter has no
    picture of its own, because it would be the same board. If the game has bot players that can estimate
    chances, the last post is a review.
    """
    over = Post(text="", at=Place.of(at.position))
    news = list_players(at.stored, without=[] if actor is None else [actor])
    result, few = write_result(at, happened, news), not ended and count_rows("\n".join(happened)) <= ROWS
    if few and len("\n".join(result)) <= MAX_TEXT - RATINGS_ROOM:
        happened = ()
    else:
        result = write_result(at, (), news)
    review = [over.delivery(at.stored, REVIEW)] if at.rules.AUTOMATIC else []
    ranks = list_rank_work(at.rules, at.stored)
    if ended:
        before = _make_chapter_posts(at, happened, since, ended, notices=notices, told=told)
    else:
        before = _make_text_posts(at, happened, since, notices=notices, told=told)
    return [
        *before,
        *_make_board_post(
            at,
            result,
            _find_marked(at, since),
            actor,
            also,
            True,
            news=news,
            result_lines=_count_lines(_write_places(at, news)),
        ),
        *ranks,
        *review,
    ]


def list_rank_work(rules: Rules, stored: StoredGame) -> list[NewDelivery]:
    """Return the delivery that gives and takes the roles of ranks after a game; none if it does not count."""
    if stored.guild_id is None or not counts_for_rating(rules, stored):
        return []
    return [NewDelivery(stored.guild_id, RANKS, Post(text="").model_dump_json())]


def _find_marked(at: LoadedGame, since: Place | None) -> Place | None:
    """Return the place from which the last board marks changes; None for a board without marks.

    It has none if bot players have finished the game, or if more than `MARKED_TURNS` turns have passed.
    """
    many = since is not None and at.position.turn - since.turn > MARKED_TURNS
    return None if many or GameSettings.of(at.stored).finishing else since


def _make_text_posts(
    at: LoadedGame,
    happened: Sequence[str],
    since: Place | None,
    *,
    notices: Sequence[str] | None,
    told: Place | None,
) -> list[NewDelivery]:
    """Return posts of what happened, without a board. Make one post if a summary may replace its text."""
    text = "\n".join(happened)
    if notices is None or count_rows(text) <= ROWS:
        return _split_lines(at, happened)
    place, kept = Place.of(at.position), tuple(notices)
    post = Post(text=text, at=place, since=since, summed=True, notices=kept, told=told)
    return [post.delivery(at.stored, TEXT)]


def _split_lines(
    at: LoadedGame, parts: Sequence[str], notices: Sequence[str] = (), told: Place | None = None
) -> list[NewDelivery]:
    """Return posts of plain lines, as many as the lines need.

    The lines may wait for a later post. For a summary in that post, the first post contains `notices`, the
    lines that the summary must still contain, and all contain `told`, the place at which the lines begin.
    """
    pages = [page for page in pack_pages(group_by_order(parts), MAX_TEXT) if page]
    return [
        Post(text=page, notices=() if index else tuple(notices), told=told).delivery(at.stored, TEXT)
        for index, page in enumerate(pages)
    ]


def _find_time_left(at: LoadedGame) -> timedelta | None:
    """Return the time to answer a question that is asked now; None for no limit or if a caretaker plays."""
    now = datetime.now(UTC)
    end = find_answer_deadline(GameSettings.of(at.stored), now, None, at.asked)
    return None if end is None or at.asked in GameSettings.of(at.stored).caretakers else end - now


def _write_deadline(at: LoadedGame) -> list[str]:
    """Return a line on when the answer is due or the caretaker plays; none if no clock runs."""
    settings, now, holder = GameSettings.of(at.stored), datetime.now(UTC), at.stored.seat(at.asked)
    end = find_answer_deadline(settings, now, None, at.asked)
    if at.asked in settings.caretakers and not settings.paused and not settings.unreachable:
        return [say("asked.caretaker", when=format_time(find_caretaker_time(settings, at.asked, now)))]
    return [] if end is None or holder is None else [say("asked.until", until=format_time(end))]


def _make_board_post(
    at: LoadedGame,
    happened: Sequence[str],
    since: Place | None,
    actor: int | None,
    also: Sequence[int],
    drawn: bool,
    *,
    notices: Sequence[str] | None = None,
    told: Place | None = None,
    news: Sequence[int] = (),
    result_lines: int = 0,
) -> list[NewDelivery]:
    """Return the post with the board and the question, after posts with the text that doesn't fit there.

    If a bot player is asked in a game with people, return only posts with the text. At the end of a game,
    `news` are the people whom the first line of `happened` tells that it is over, and `result_lines` is the
    number of its lines up to the places.
    """
    head, called = at.question()
    holder = at.stored.seat(at.asked)
    if holder is not None and holder.level and not is_watched(at.stored):
        # A bot player moves next. The post of its move shows the board.
        return _split_lines(at, happened, notices or (), told)
    beside, asked = list_called_beside(at), None if at.ask is None else at.ask.topic
    others = {ask.seat: seat.user_id for ask in beside if (seat := at.stored.seat(ask.seat)) is not None}
    view = at.view(None)
    asks = [say("foot", headline=view.headline), *standings.describe_aim(at, view)] if head else []
    asks += _write_deadline(at)
    for ask in beside:
        if ask.topic != asked:
            question = ask.prompt.read(at.rules.name)
            whose = title_seat(at.rules, ask.seat)
            asks.append(say("asked.beside", user=others[ask.seat], seat=whose, question=question))
    if alike := [ask.seat for ask in beside if ask.topic == asked]:
        people = [say("asked.person", user=others[seat], seat=title_seat(at.rules, seat)) for seat in alike]
        asks.append(say("asked.together", people=join_names(people)))
    question = "\n".join([*asks, head]) if head else ""  # the question comes last, right above its buttons
    summed = notices is not None and count_rows("\n".join(happened)) > ROWS
    if summed:
        earlier, last = [], "\n".join(happened)
    else:
        room = MAX_TEXT - len(question) - (RATINGS_ROOM if result_lines else 0)
        *earlier, last = pack_pages(group_by_order(happened), room)
        result_lines = _count_lines([last]) if earlier and result_lines else result_lines
    pinged = (called, *others.values(), *also)
    ping = tuple(dict.fromkeys(user for user in pinged if user not in (None, actor)))
    asked_people = [user for user in (called, *others.values()) if user in ping]
    lines_about = list_lines_about((user for user in ping if user not in asked_people), happened)
    push = "\n".join(filter(None, [write_call(at, asked_people, _find_time_left(at)), *lines_about]))
    place = Place.of(at.position)
    kept = tuple(notices or ()) if summed else ()
    main = Post(
        text=last,
        asks=question,
        ping=ping,
        news=tuple(user for user in news if user not in ping),
        push=push if question else "",
        at=place,
        since=since,
        drawn=drawn,
        summed=summed,
        notices=kept,
        told=told if summed else None,
        result_lines=result_lines,
    )
    return [*_split_lines(at, earlier), main.delivery(at.stored, BOARD)]


def format_time(time: datetime, *, dated: bool = True) -> str:
    """Return a timestamp that Discord shows in each reader's time zone, with or without the date."""
    return f"<t:{int(time.timestamp())}:{'f' if dated else 't'}>"


def format_relative(time: datetime) -> str:
    """Return a timestamp that Discord shows as the time from now, such as "2 days ago" or "in 15 minutes"."""
    return f"<t:{int(time.timestamp())}:R>"


def link_board(stored: StoredGame, message: int | None = None) -> str:
    """Return the link to a message of a game, by default the last board; to the channel if there is none."""
    base = f"https://discord.com/channels/{stored.guild_id or '@me'}/{stored.channel_id}"
    message = message or stored.panel_id
    return base if message is None else f"{base}/{message}"


def _describe_broken_tie(at: LoadedGame) -> list[str]:
    """Return sentences on how a tie for the first place was broken; none if there was no tie."""
    scores = at.rules.EXTRAS.scores
    return [] if scores is None else [as_read(each, at.rules.name) for each in scores.tie(at.live.state)]


def write_result(at: LoadedGame, moves: Sequence[str] = (), called: Sequence[int] = ()) -> list[str]:
    """Return the lines of the result: who won, places, the last moves, times, and the seed of the dice.

    The first line calls the people `called`. A phone's notification shows it, so it has no markdown.
    """
    began = at.stored.started or at.stored.created
    seats = GameSettings.of(at.stored).hinted
    hinted = [*(title_seat(at.rules, seat) for seat in seats[:1]), *map(at.rules.name, seats[1:])]
    over = datetime.now(UTC)
    return [
        *_write_places(at, called),
        *([say("final.moves"), *moves] if moves else []),
        *([say("final.hints", seats=join_names(hinted))] if hinted else []),
        say(
            "final.summary",
            began=format_time(began),
            over=format_time(over, dated=over - began > ONE_SITTING),
        ),
        *([say("final.review")] if at.rules.AUTOMATIC else []),
        *record_header.describe_seed(replace(at.stored, position=at.position)),
    ]


def _write_places(at: LoadedGame, called: Sequence[int]) -> list[str]:
    """Return the first lines of the result: who won, how a tie was broken, and the places."""
    view = at.view(None)
    won, tie = view.headline, _describe_broken_tie(at)
    return [
        *([write_end(at, called, [won, *tie])] if called else [say("final", headline=won), *tie]),
        *standings.list_places(at, view),
    ]


def _count_lines(texts: Sequence[str]) -> int:
    return "\n".join(texts).count("\n") + 1
