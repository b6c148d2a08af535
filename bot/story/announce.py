"""Write what the channel reads after an act: who acted, the effects, and who is asked next.

This module makes deliveries. The outbox posts them.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from bot.language.words import say, speak_within
from bot.plans.question_plans import list_asked_beside
from bot.replies.rows import count_rows
from bot.replies.text import MAX_TEXT, cut_text
from bot.session import batching
from bot.session.batching import Waiting
from bot.session.loaded_game import LoadedGame, have_others_chosen, is_side_act, name_seat
from bot.settings.game_settings import (
    GameSettings,
    may_finish,
    return_seats,
)
from bot.story import chapters
from bot.story.board_posts import (
    is_bot_next,
    make_board_post,
    split_lines,
    write_card_sides,
)
from bot.story.end_posts import list_ended_chapters, make_chapter_posts, make_end_posts
from bot.story.order_text import play_turn
from bot.story.post import SIDE_ACT, TEXT, Place, Post, make_news
from bot.story.pushes import mention, remove_signs
from bot.story.rows import ROWS
from bot.story.turn_text import drop_trifles, tell_by_kind, tell_turn
from db.records import NewDelivery, Note
from rules.ask import Seal
from rules.kernel import SIDE, Entry, Game, Step
from rules.secrecy import find_sealed

NOTHING = 0, 0  # the turn and entry before any board is posted; the first board marks no changes


def make_posts(
    at: LoadedGame, step: Step, actor: int, first: Sequence[str] = (), why: str = ""
) -> list[NewDelivery]:
    """Return the posts that a step causes, in the game's language. Their text begins with the lines `first`.

    `at` is the game before the step. `actor` is the user who caused the step. `why` is a bot player's reason
    for the step. Side acts always get a post. While the same seat goes on answering in one turn, its answers
    alone cause no post of the board. Other news does.
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
    """Return the posts of a step: a post of side acts, and the post of the board (see `make_posts`)."""
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
    told = tell_by_kind(
        rules,
        first,
        began,
        only=lambda entry: not is_side_act(entry),
        why={len(at.position.log): why} if why else {},
        without=sums,
    )
    told += [line for game in more for line in tell_by_kind(rules, game, without=sums)]
    happened = [*waits.lines, *head, *(line.text for line in told)]
    trifles = (*waits.trifles, *(line.text for line in told if line.trifling))
    notices = [*waits.notices, *head]
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
        trifles=trifles,
        told=_find_first_told(at, waits, (at.position.turn, began)),
    )


def _folds_chapters(at: LoadedGame, waits: Waiting) -> bool:
    """Return whether the next board replaces the posts of ended chapters.

    The board replaces them while bot players finish the game for a person. In a game of one person and bot
    players, it also replaces them if no chapter had ended between the last board and this step.
    """
    finishing = bool(GameSettings.of(at.stored).finishing)
    return finishing or (may_finish(at.stored) and not waits.chapters)


def _find_first_told(at: LoadedGame, waits: Waiting, began: tuple[int, int]) -> Place | None:
    """Return the place where the story of the next post begins; None for the game's beginning.

    Waiting lines are part of this story. `began` is the place where the story of the present step begins.
    """
    turn, entry = waits.began or (at.shown if waits.lines else None) or began
    return None if (turn, entry) == NOTHING else Place(turn=turn, entry=entry)


def gather_moves(
    at: LoadedGame, step: Step, posts: Sequence[NewDelivery], actor: int = 0
) -> tuple[list[NewDelivery], list[Note]]:
    """Return the posts to send now, and notes that store lines for a later post.

    If a bot player moves next, the lines of this step wait for the post of the bot player's move. Side acts
    of bot players wait too, if they mention nobody. `posts` are the posts that `make_posts` returned. `actor`
    is the user who acted, or 0 if a bot player acted.
    """
    now, notes = at.move_to_step(step), at.stored.notes
    ended = len(chapters.list_ended_chapters(at.rules, step))
    if not posts and not ended:
        return [], []
    waits = batching.read_waiting(notes)
    if now.asked and GameSettings.of(at.stored).finishing:  # only the end is posted, with a summary
        summed = waits._replace(began=waits.began or (at.position.turn, len(at.position.log)))
        return [], batching.write_notes(notes, summed)
    told = [Post.model_validate_json(post.content) for post in posts]
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
    if kinds == {TEXT}:  # `make_posts` has put the waiting lines at the beginning of these posts
        first = told[0]
        kept = counted._replace(lines=lines, notices=first.notices, began=began, trifles=first.trifles)
        return [], batching.write_notes(notes, kept)
    began = began or (at.position.turn, len(at.position.log))
    lines = (*waits.lines, *lines)
    kept = counted._replace(lines=lines, notices=waits.notices, began=began, trifles=waits.trifles)
    return [], batching.write_notes(notes, kept)


def _lead_with_waiting(at: LoadedGame, waits: Waiting, posts: Sequence[NewDelivery]) -> list[NewDelivery]:
    """Return the posts of side acts. The first post begins with the waiting lines."""
    if not waits.lines:
        return [*posts]
    if waits.began is None:  # an earlier version of the bot did not store where the lines begin
        return [*split_lines(at, waits.lines), *posts]
    post, text = Post.model_validate_json(posts[0].content), "\n".join(waits.lines)
    short = drop_trifles(waits.lines, waits.trifles, kept=waits.notices)
    turn, entry = waits.began
    long = count_rows(text) > ROWS
    led = post.model_copy(
        update={
            "text": text if long else "\n".join([*short, post.text]),
            "push": remove_signs(post.text) if post.ping else "",
            "closing": tuple(post.text.split("\n")) if long else (),
            "summed": long,
            "notices": waits.notices,
            "told": Place(turn=turn, entry=entry),
        }
    )
    return [led.delivery(at.stored, SIDE_ACT), *posts[1:]]


def make_elimination_posts(at: LoadedGame, step: Step) -> list[NewDelivery]:
    """Return a post for each person whose only seat a step has put out of the game, if the game goes on.

    `at` is the game before the step. These posts never wait for the moves of bot players.
    """
    leaving, now = at.rules.EXTRAS.prose.leaving, at.move_to_step(step)
    if not leaving or now.ask is None:
        return []
    first, *more = (play_turn(at.rules, game) for game in (*step.closed, step.game))
    stories = [made.story for made in first.made[len(at.position.log) :]]
    stories += [story for turn in more for story in (turn.story, *(made.story for made in turn.made))]
    out = [line.parts["seat"] for story in stories for line in story if line.kind in leaving]
    told, posts = Place(turn=at.position.turn, entry=0), list[NewDelivery]()
    for seat in out:
        holder = at.stored.seat(seat)
        if holder is None or holder.level or len(at.stored.seats_of(holder.user_id)) > 1:
            continue
        with speak_within(GameSettings.of(at.stored).language):
            post = make_news(say("out"), [holder.user_id])
        whole = post.model_copy(update={"out": seat, "told": told, "at": Place.of(now.position)})
        posts.append(whole.delivery(at.stored, TEXT))
    return posts


def _find_first_shown(at: LoadedGame, whole: Game) -> int:
    """Return the first entry to tell: the order's first entry, or an earlier sealed answer now revealed."""
    began = at.find_order_start()
    if at.ask is None or not isinstance(at.ask.face, Seal) or any(map(is_side_act, whole.log[began:])):
        return began
    before, after = (find_sealed(at.rules, game) for game in (at.position, whole))
    return began if before is None or before == after else min(began, before)


def describe_card(now: LoadedGame, before: LoadedGame | None = None) -> list[str]:
    """Return the texts of the open card; nothing if the same card was open in `before`."""
    words = now.rules.EXTRAS.prose.open_card(now.live.state)
    if now.ask is None or (
        before is not None and words == before.rules.EXTRAS.prose.open_card(before.live.state)
    ):
        return []
    with speak_within(GameSettings.of(now.stored).language):
        return write_card_sides(now)


def _make_side_act_post(
    at: LoadedGame, now: LoadedGame, turn: Game, entered: Sequence[Entry], why: str
) -> NewDelivery:
    """Return the post of side acts, with the reason for them and with buttons to answer them.

    The post mentions three groups: people who may answer, people whose proposals got an answer, and other
    people whom the acts concern.
    """
    actors = {entry.seat for entry in entered}
    offers: dict[str, str] = {}
    counters: list[str] = []
    called: list[int] = []
    answered: list[int] = []
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
    calls = []
    if called:
        calls.append(say("aside", users=mention(called)))
    if answered := [user for user in answered if user not in called]:
        calls.append(say("aside.answered", users=mention(answered)))
    concerned = _list_concerned(at, entered, without=(*called, *answered))
    if concerned:
        calls.append(say("aside.concerns", users=mention(concerned)))
    happened = tell_turn(at.rules, turn, len(at.position.log), only=is_side_act)
    given = why and all(map(is_side_act, entered))
    by = name_seat(at.rules, entered[0].seat, at.position)
    reason = [say("reason", seat=by, reason=why)] if given else []
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
    news: Sequence[int] = (),
    ended: Sequence[Place] = (),
    card: Sequence[str] = (),
    drawn: bool = True,
    notices: Sequence[str] | None = None,
    told: Place | None = None,
    asked: datetime | None = None,
    trifles: Sequence[str] = (),
) -> list[NewDelivery]:
    """Return the posts of a step: what happened, then the board, then the question.

    If the text is too long for the board's message, more messages come before that one. At the end of a game,
    the result replaces the question.

    Args:
        at: the game after the step
        happened: lines on what happened
        since: the place from which changes on the board are marked
        actor: the user who caused the step; the posts do not ping this user
        news: more users to mention, such as a user who loses a seat; at the end of a game, all players are
            mentioned
        ended: the last place of each chapter that ended; the posts of these chapters come before the question
        card: the text of a new card
        drawn: whether the board is drawn
        notices: the lines of `happened` that a summary must contain too; None if no summary may replace
            `happened`, because `happened` does not tell everything since `since`
        told: the place where the story in `happened` begins; None if it begins at `since`
        asked: if the board is posted again, the time when the question was asked; None for the present time
        trifles: the lines of `happened` that only decline or pass. A board leaves these lines out if anything
            else happened. If a bot player moves next, these lines are stored with the others
    """
    with speak_within(GameSettings.of(at.stored).language):
        waits = is_bot_next(at) and not ended
        if not waits and count_rows("\n".join(happened)) <= ROWS:
            happened = drop_trifles(happened, trifles, kept=notices or ())
        if at.ask is None:
            return make_end_posts(at, happened, since, actor, ended, notices=notices, told=told)
        if not ended:
            lines = [*happened, *card]
            return make_board_post(
                at,
                lines,
                since,
                actor,
                drawn,
                notices=notices,
                told=told,
                news=news,
                asked_at=asked,
                trifles=trifles,
            )
        named = len(happened) - bool(card)  # the last line names the card and goes above its text
        before = make_chapter_posts(at, happened[:named], since, ended, notices=notices, told=told)
        opened = [*happened[named:], *card]
        return [*before, *make_board_post(at, opened, since, actor, drawn, news=news)]
