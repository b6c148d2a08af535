"""Write the post with a board and its question, and posts with the text that doesn't fit there."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from bot.language.words import join_names, say
from bot.people.preferences import Preferences
from bot.plans.question_plans import list_called_beside
from bot.replies.rows import count_rows
from bot.replies.text import MAX_TEXT, cut_text, group_by_order, pack_pages
from bot.session.loaded_game import LoadedGame, is_watched, title_seat
from bot.settings.clocks import find_answer_deadline, find_begin
from bot.settings.game_settings import (
    GameSettings,
    find_caretaker_time,
)
from bot.story import standings
from bot.story.post import BOARD, TEXT, Place, Post
from bot.story.pushes import list_lines_about, remove_signs, write_call
from bot.story.rows import ROWS
from db.records import NewDelivery
from rules.words import read_said as as_read

RATINGS_ROOM = 400  # characters that stay free for the line on ratings
MAX_CARD_SIDE = 450  # characters of one side of a card


def describe_open_card(now: LoadedGame) -> list[str]:
    """Return the texts of the open card if the question is about this card, else nothing."""
    return write_card_sides(now) if now.ask is not None and now.ask.presentation.card else []


def write_card_sides(now: LoadedGame) -> list[str]:
    """Return a line for each text of the open card."""
    words = now.rules.EXTRAS.prose.open_card(now.live.state)
    return [say("card.side", text=cut_text(as_read(text, now.rules.name), MAX_CARD_SIDE)) for text in words]


def make_text_posts(
    at: LoadedGame,
    happened: Sequence[str],
    since: Place | None,
    *,
    notices: Sequence[str] | None,
    told: Place | None,
) -> list[NewDelivery]:
    """Return posts on what happened, without a board. If a summary may replace the text, return one post."""
    text = "\n".join(happened)
    if notices is None or count_rows(text) <= ROWS:
        return split_lines(at, happened)
    place, kept = Place.of(at.position), tuple(notices)
    post = Post(text=text, at=place, since=since, summed=True, notices=kept, told=told)
    return [post.delivery(at.stored, TEXT)]


def is_bot_next(at: LoadedGame) -> bool:
    """Return whether a bot player moves next in a game with people. Its move will get a post."""
    holder = at.stored.seat(at.asked)
    return holder is not None and bool(holder.level) and not is_watched(at.stored)


def split_lines(
    at: LoadedGame,
    parts: Sequence[str],
    notices: Sequence[str] = (),
    told: Place | None = None,
    trifles: Sequence[str] = (),
) -> list[NewDelivery]:
    """Return posts of plain lines, as many posts as the lines need.

    The lines may wait for a later post, and that post may summarize them. So the first post stores `notices`,
    the lines that a summary must keep, and `trifles`, the lines that it may leave out. Each post stores
    `told`, the place where the story of the lines begins.
    """
    pages = [page for page in pack_pages(group_by_order(parts), MAX_TEXT) if page]
    return [
        Post(
            text=page,
            notices=() if index else tuple(notices),
            trifles=() if index else tuple(trifles),
            told=told,
        ).delivery(at.stored, TEXT)
        for index, page in enumerate(pages)
    ]


def _find_deadline(at: LoadedGame, asked_at: datetime | None) -> datetime | None:
    """Return when the answer is due; None if no clock runs. Without `asked_at`, the question is new."""
    settings = GameSettings.of(at.stored)
    if asked_at is None:
        return find_answer_deadline(settings, datetime.now(UTC), None, at.asked)
    begin = find_begin(settings, asked_at, Preferences())
    return find_answer_deadline(settings, begin, asked_at, at.asked)


def _find_time_left(at: LoadedGame, asked_at: datetime | None) -> timedelta | None:
    """Return the time left to answer the question; None if there is no limit or a caretaker plays."""
    end = _find_deadline(at, asked_at)
    if end is None or at.asked in GameSettings.of(at.stored).caretakers:
        return None
    return max(end - datetime.now(UTC), timedelta())


def _write_deadline(at: LoadedGame, asked_at: datetime | None) -> list[str]:
    """Return a line that says when the answer is due or when the caretaker plays; [] if no clock runs."""
    settings, holder = GameSettings.of(at.stored), at.stored.seat(at.asked)
    now, end = asked_at or datetime.now(UTC), _find_deadline(at, asked_at)
    if at.asked in settings.caretakers and not settings.paused and not settings.unreachable:
        return [say("asked.caretaker", when=format_time(find_caretaker_time(settings, at.asked, now)))]
    return [] if end is None or holder is None else [say("asked.until", until=format_time(end))]


def make_board_post(
    at: LoadedGame,
    happened: Sequence[str],
    since: Place | None,
    actor: int | None,
    drawn: bool,
    *,
    notices: Sequence[str] | None = None,
    told: Place | None = None,
    news: Sequence[int] = (),
    result_lines: int = 0,
    closing: Sequence[str] = (),
    asked_at: datetime | None = None,
    trifles: Sequence[str] = (),
) -> list[NewDelivery]:
    """Return the post with the board and the question. Posts with text that doesn't fit come before it.

    If a bot player is asked in a game with people, return only posts with the text. The post mentions the
    people in `news`. A line of `happened` tells these people that they lose a seat, or that the game is over.
    At the end of a game, the first `result_lines` lines of `happened` have the result and the ranking, and
    `closing` has the lines below the last picture. If the board is posted again, `asked_at` is the time when
    the question was asked; None stands for the present time.
    """
    head, called = at.question()
    if is_bot_next(at):  # the post of the bot player's move shows the board
        return split_lines(at, happened, notices or (), told, trifles)
    beside, asked = list_called_beside(at), None if at.ask is None else at.ask.topic
    others = {ask.seat: seat.user_id for ask in beside if (seat := at.stored.seat(ask.seat)) is not None}
    view = at.view(None)
    card = describe_open_card(at) if head else []  # all asked seats read the card, not only the first
    # A question about the open card names it, and so does the picture.
    asks = [say("foot", headline=view.headline)] if head and not card else []
    asks += standings.describe_aim(at, view) if head else []
    asks += _write_deadline(at, asked_at)
    for ask in beside:
        if ask.topic != asked:
            question = ask.prompt.read(at.rules.name)
            whose = title_seat(at.rules, ask.seat, at.position)
            asks.append(say("asked.beside", user=others[ask.seat], seat=whose, question=question))
    if alike := [ask.seat for ask in beside if ask.topic == asked]:
        people = [
            say("asked.person", user=others[seat], seat=title_seat(at.rules, seat, at.position))
            for seat in alike
        ]
        asks.append(say("asked.together", people=join_names(people)))
    happened = [line for line in happened if line not in card]
    asks += card
    # The question comes last, right above its buttons.
    question = "\n".join([*asks, head] if head else closing)
    summed = notices is not None and count_rows("\n".join(happened)) > ROWS
    if summed:
        earlier, last = [], "\n".join(happened)
    else:
        room = MAX_TEXT - len(question) - (RATINGS_ROOM if result_lines else 0)
        *earlier, last = pack_pages(group_by_order(happened), room)
        result_lines = count_lines([last]) if earlier and result_lines else result_lines
    pinged = (called, *others.values())
    ping = tuple(dict.fromkeys(user for user in pinged if user not in (None, actor)))
    news = tuple(user for user in news if user not in ping)
    asked_people = [user for user in pinged if user in ping]
    call = write_call(at, asked_people, _find_time_left(at, asked_at))
    push = "\n".join(filter(None, [call, *list_lines_about(news, happened)]))
    if not head:  # the game is over, so a phone's notification shows the result
        push = remove_signs(last) if news else ""
    place = Place.of(at.position)
    kept = tuple(notices or ()) if summed else ()
    main = Post(
        text=last,
        asks=question,
        ping=ping,
        news=news,
        push=push if question else "",
        at=place,
        since=since,
        drawn=drawn,
        summed=summed,
        notices=kept,
        told=told if summed else None,
        result_lines=result_lines,
    )
    return [*split_lines(at, earlier), main.delivery(at.stored, BOARD)]


def format_time(time: datetime, *, dated: bool = True) -> str:
    """Return a timestamp that Discord shows in each reader's time zone, with or without the date."""
    return f"<t:{int(time.timestamp())}:{'f' if dated else 't'}>"


def format_relative(time: datetime) -> str:
    """Return a timestamp that Discord shows as the time from now, such as "2 days ago" or "in 15 minutes"."""
    return f"<t:{int(time.timestamp())}:R>"


def count_lines(texts: Sequence[str]) -> int:
    return "\n".join(texts).count("\n") + 1
