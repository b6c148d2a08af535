"""Write the posts at the end of a chapter or of a game: who has won, the places, and the last board."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from bot.language.words import join_names, say
from bot.replies.rows import count_rows
from bot.replies.text import MAX_TEXT
from bot.session.loaded_game import LoadedGame, list_seats, title_seat
from bot.settings.game_settings import (
    GameSettings,
    counts_for_rating,
)
from bot.settings.options import has_luck
from bot.story import chapters, record_header, standings
from bot.story.board_posts import (
    RATINGS_ROOM,
    count_lines,
    format_time,
    make_board_post,
    make_text_posts,
    split_lines,
)
from bot.story.post import CHAPTER, REVIEW, TEXT, Place, Post, list_players
from bot.story.pushes import write_end
from bot.story.rows import ROWS
from db.clubs.ranks import RANKS
from db.records import NewDelivery, Status, StoredGame
from rules.kernel import Rules, Step, View
from rules.words import read_said as as_read

ONE_SITTING = timedelta(hours=12)  # if a game was shorter, show the time of its end without the date
LAST_ROWS = 4  # if the last moves need at most this many rows, they go below the result; else they get a post
RESULT_ROWS = 16  # if the result with all sums needs at most this many rows, its post shows how points add up
MARKED_TURNS = 10  # if the last board would mark changes of more turns than this, it marks nothing


def list_ended_chapters(at: LoadedGame, step: Step) -> list[Place]:
    """Return the last place of each chapter that ends in this step."""
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
    """Return a post for each ended chapter. The posts show what spectators may see.

    The first post begins with the lines `happened` or with a summary of these lines. If the lines are too
    long and no summary may replace them, separate posts with the lines come first.
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
    """Return the posts at a game's end: the last moves, and the board with the result.

    If the last moves are few, they stand below the result in the board's post. If bot players finished the
    game for a person, a summary of all that they did takes the place of the last moves. Small print below the
    picture says where to find the whole standings and the proof of the dice. The post of the last chapter has
    no picture, because the board's post below shows the same board. If the game's rules have bot players, a
    review follows as the last post.
    """
    over = Post(text="", at=Place.of(at.position))
    people = list_players(at.stored)
    result = write_result(at, happened, people)
    finished = bool(GameSettings.of(at.stored).finishing)
    few = not finished and not ended and count_rows("\n".join(happened)) <= LAST_ROWS
    if few and len("\n".join(result)) <= MAX_TEXT - RATINGS_ROOM:
        happened = ()
    else:
        result = write_result(at, (), people)
    review = [over.delivery(at.stored, REVIEW)] if at.rules.BOT_PLAYERS else []
    ranks = list_rank_work(at.rules, at.stored)
    if finished:
        text = "\n".join(happened)
        summary = Post(
            text=text, at=over.at, since=since, summed=True, notices=tuple(notices or ()), told=told
        )
        before = [summary.delivery(at.stored, TEXT)]
    elif ended:
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
            news=[user for user in people if user != actor],
            result_lines=count_lines(_write_places(at, people)),
            closing=[_write_below(at), *([say("final.review")] if review else [])],
        ),
        *ranks,
        *review,
    ]


def write_resignation(rules: Rules, stored: StoredGame, resigned: Sequence[str]) -> str:
    """Return a sentence on a game of two that ended because the player of these seats resigned."""
    winner = next(key for key in list_seats(rules, stored) if key not in resigned)
    seats = join_names([rules.name(key) for key in resigned])
    return say("resign.result", seats=seats, winner=rules.name(winner))


def list_rank_work(rules: Rules, stored: StoredGame) -> list[NewDelivery]:
    """Return the delivery that updates the rank roles of a server; [] if the game does not change ratings."""
    if stored.guild_id is None or not counts_for_rating(rules, stored):
        return []
    return [NewDelivery(stored.guild_id, RANKS, Post(text="").model_dump_json())]


def _find_marked(at: LoadedGame, since: Place | None) -> Place | None:
    """Return the place from which the last board marks changes; None for a board without marks.

    The board has no marks if bot players finished the game for a person, or if more than `MARKED_TURNS` turns
    have passed since `since`.
    """
    many = since is not None and at.position.turn - since.turn > MARKED_TURNS
    return None if many or GameSettings.of(at.stored).finishing else since


def _describe_broken_tie(at: LoadedGame) -> list[str]:
    """Return sentences on how ties were broken; [] if there was no tie."""
    scores = at.rules.EXTRAS.scores
    return [] if scores is None else [as_read(each, at.rules.name) for each in scores.tie(at.live.state)]


def write_result(at: LoadedGame, moves: Sequence[str] = (), called: Sequence[int] = ()) -> list[str]:
    """Return the lines of the result: who won and how, the places, and the last moves.

    The first line says to each of the people in `called` how the game ended for them. A phone's notification
    shows this line, so the line has no markdown.
    """
    seats = GameSettings.of(at.stored).hinted
    hinted = [*(title_seat(at.rules, seat) for seat in seats[:1]), *map(at.rules.name, seats[1:])]
    return [
        *_write_places(at, called),
        *([say("final.moves"), *moves] if moves else []),
        *([say("final.hints", seats=join_names(hinted))] if hinted else []),
    ]


def _write_places(at: LoadedGame, called: Sequence[int]) -> list[str]:
    """Return the first lines of the result. Line 1 says who won and how a tie was broken.

    The other lines are the places. If there is room, they show how the points add up.
    """
    view = at.view(None)
    told = [_describe_victory(at, view), *_describe_broken_tie(at)]
    head = write_end(at, called, told) if called else say("final", headline=" ".join(told))
    summed = [head, *standings.list_places(at, view, sums=True)]
    return (
        summed if count_rows("\n".join(summed)) <= RESULT_ROWS else [head, *standings.list_places(at, view)]
    )


def _describe_victory(at: LoadedGame, view: View) -> str:
    """Return a sentence on who won and how.

    If the game has no such sentence, return the headline of the last board.
    """
    scores = at.rules.EXTRAS.scores
    told = "" if scores is None else as_read(scores.result(at.live.state), at.rules.name)
    return told or view.headline


def _write_below(at: LoadedGame) -> str:
    """Return the small print below the last board. It says what the result button shows, such as points."""
    scores, view = at.rules.EXTRAS.scores, at.view(None)
    scored = scores is not None and (scores.parts(view) or scores.points(view))
    whole = [say("final.points") if scored else say("final.places")]
    whole += [say("final.fair")] if has_luck(at.rules, at.stored.options) else []
    return say("final.below", button=say("button.result"), whole=", ".join(whole))


def list_result(at: LoadedGame) -> list[str]:
    """Return who won, and how ties were broken.

    If a game ended early, its rules name no winner. The lines then say who won by a resignation, or describe
    the last board.
    """
    view = at.view(None)
    if at.ask is None:
        return [say("final", headline=_describe_victory(at, view)), *_describe_broken_tie(at)]
    if at.stored.status is Status.ENDED:  # the rules don't know the result of a resignation
        resigned = [*GameSettings.of(at.stored).resigned]
        return [say("final", headline=write_resignation(at.rules, at.stored, resigned))]
    return [view.headline]


def write_details(at: LoadedGame) -> list[str]:
    """Return the lines that a finished game's post leaves out: the whole standings, the dates, the seed."""
    view, began = at.view(None), at.stored.started or at.stored.created
    over = at.stored.ended or datetime.now(UTC)
    dated = over - began > ONE_SITTING
    if at.ask is None:
        places = standings.list_places(at, view, whole=True)
    else:
        places = standings.list_standings(at.rules, at.stored, view)
    return [
        *list_result(at),
        *places,
        say("final.summary", began=format_time(began), over=format_time(over, dated=dated)),
        *record_header.describe_seed(at.rules, at.stored),
        *([say("final.check")] if has_luck(at.rules, at.stored.options) else []),
    ]
