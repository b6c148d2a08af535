"""Write the posts at the end of a chapter or of a game: who has won, the places, and the last board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from bot.language.words import join_names, say
from bot.replies.text import MAX_TEXT
from bot.session.loaded_game import LoadedGame, title_seat
from bot.settings.game_settings import (
    GameSettings,
    counts_for_rating,
    return_left_seats,
)
from bot.story import chapters, record_header, standings
from bot.story.board_posts import (
    RATINGS_ROOM,
    count_lines,
    format_time,
    make_board_post,
    make_text_posts,
    split_lines,
)
from bot.story.post import CHAPTER, REVIEW, Place, Post, list_players
from bot.story.pushes import write_end
from bot.story.summary import ROWS, count_rows
from db.clubs.ranks import RANKS
from db.records import NewDelivery, StoredGame
from rules.kernel import Rules, Step
from rules.words import told as as_read

ONE_SITTING = timedelta(hours=12)  # a shorter game's end is shown without its date
MARKED_TURNS = 10  # the most turns whose changes the last board marks; more marks would say nothing


def list_ended_chapters(at: LoadedGame, step: Step) -> list[Place]:
    """Return the last place of each chapter that this step ends."""
    return [Place.of(game) for game in chapters.list_ended_chapters(at.rules, step)]


def make_chapter_posts(
    at: LoadedGame,
    happened: Sequence[str],
    since: Place | None,
    ends: Sequence[Place],
    *,
    notices: Sequence[str] | None,
    told: Place | None,
) -> list[NewDelivery]:
    """Return a post for each ended chapter: a summary for spectators.

    The first post begins with the lines `happened`, or with a summary of them. If these lines are too long
    and no summary may replace them, they get separate posts before the first one.
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
    before = split_lines(at, happened) if not first.text else []
    return [*before, *(post.delivery(at.stored, CHAPTER) for post in (first, *others))]


def make_end_posts(
    at: LoadedGame,
    happened: Sequence[str],
    since: Place | None,
    actor: int | None,
    ended: Sequence[Place],
    *,
    notices: Sequence[str] | None,
    told: Place | None,
) -> list[NewDelivery]:
    """Return the posts of a game's end: the last moves, and the board with the result.

    If the last moves are few, they stand below the result in the board's post. The seed of the dice stands
    below the picture, in small print. The last chapter has no picture of its own, because it would be the
    same board. If Durbar has bot players for this game, the last post is a review.
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
        before = make_chapter_posts(at, happened, since, ended, notices=notices, told=told)
    else:
        before = make_text_posts(at, happened, since, notices=notices, told=told)
    return [
        *before,
        *make_board_post(
            at,
            result,
            _find_marked(at, since),
            actor,
            True,
            news=news,
            result_lines=count_lines(_write_places(at, news)),
            closing=record_header.describe_seed(replace(at.stored, position=at.position)),
        ),
        *ranks,
        *review,
    ]


def list_rank_work(rules: Rules, stored: StoredGame) -> list[NewDelivery]:
    """Return the delivery that updates the roles of ranks after a game; none if the game doesn't count."""
    if stored.guild_id is None or not counts_for_rating(rules, stored):
        return []
    return [NewDelivery(stored.guild_id, RANKS, Post(text="").model_dump_json())]


def _find_marked(at: LoadedGame, since: Place | None) -> Place | None:
    """Return the place from which the last board marks changes; None for a board without marks.

    The board has no marks if bot players have finished the game, or if more than `MARKED_TURNS` turns have
    passed.
    """
    many = since is not None and at.position.turn - since.turn > MARKED_TURNS
    return None if many or GameSettings.of(at.stored).finishing else since


def _describe_broken_tie(at: LoadedGame) -> list[str]:
    """Return sentences on how a tie for the first place was broken; none if there was no tie."""
    scores = at.rules.EXTRAS.scores
    return [] if scores is None else [as_read(each, at.rules.name) for each in scores.tie(at.live.state)]


def write_result(at: LoadedGame, moves: Sequence[str] = (), called: Sequence[int] = ()) -> list[str]:
    """Return the lines of the result: who won, places, the last moves, and times.

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
    ]


def _write_places(at: LoadedGame, called: Sequence[int]) -> list[str]:
    """Return the first lines of the result: who won, how a tie was broken, and the places."""
    view = at.view(None)
    won, tie = view.headline, _describe_broken_tie(at)
    return [
        *([write_end(at, called, [won, *tie])] if called else [say("final", headline=won), *tie]),
        *_tell_people(at),
        *standings.list_places(at, view),
    ]


def _tell_people(at: LoadedGame) -> list[str]:
    """Return a line for each person who played: they won, or which place they have.

    Return no lines if one person plays all seats, or if the game ranks no seats.
    """
    stored = return_left_seats(at.stored)
    if at.rules.EXTRAS.scores is None or len({seat.user_id for seat in stored.seats}) == 1:
        return []
    places, found, place = list[tuple[int, Sequence[str]]](), list[str](), 1
    for group in at.rules.EXTRAS.scores.ranking(at.live.state):
        places.append((place, group))
        place += len(group)
    for user in list_players(at.stored):
        own = stored.seats_of(user)
        best, group = next(each for each in places if not {*own}.isdisjoint(each[1]))
        if best > 1:
            found.append(say("final.lost", user=user, place=best, n=place - 1))
        else:
            shared = not {*group} <= {*own}
            found.append(say("final.shared" if shared else "final.won", user=user))
    return found
