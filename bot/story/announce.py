"""Write what the channel reads after an act: who did what, its effects, and who is asked now.

This module makes deliveries; the outbox posts them.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from bot.language.words import join_names, say, speak_within
from bot.plans.question_plans import list_asked_beside
from bot.replies.text import MAX_TEXT, cut_text
from bot.session import batching
from bot.session.batching import Waiting
from bot.session.loaded_game import LoadedGame, have_others_chosen, is_side_act
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
)
from bot.story.end_posts import list_ended_chapters, make_chapter_posts, make_end_posts
from bot.story.post import SIDE_ACT, TEXT, Place, Post
from bot.story.pushes import mention, remove_signs
from bot.story.rows import ROWS, count_rows
from bot.story.turn_text import drop_trifles, tell_by_kind, tell_turn
from db.records import NewDelivery, Note
from rules.ask import Seal
from rules.kernel import SIDE, Entry, Game, Step
from rules.secrecy import find_sealed
from rules.words import told as as_read

NOTHING = 0, 0  # the turn and the entry before the first board; the first board's picture marks no changes
MAX_CARD_SIDE = 350  # characters of one side of a card


def make_posts(
    at: LoadedGame, step: Step, actor: int, first: Sequence[str] = (), why: str = ""
) -> list[NewDelivery]:
    """Return the posts that a step causes, in the game's language. The text begins with the lines `first`.

    `at` is the game before the step, `actor` the user who caused it, and `why` a bot player's reason. While
    the same seat goes on deciding in the same turn, only side acts are posted, unless there is other news.
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

    It does while bot players finish the game for a person. In a game of one person and bot players, it also
    does if no earlier chapter has ended since the last board.
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
    players wait too, if they call nobody. `posts` come from `make_posts`. `actor` is the user who
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
        first = told[0]
        kept = counted._replace(lines=lines, notices=first.notices, began=began, trifles=first.trifles)
        return [], batching.write_notes(notes, kept)
    began = began or (at.position.turn, len(at.position.log))
    lines = (*waits.lines, *lines)
    kept = counted._replace(lines=lines, notices=waits.notices, began=began, trifles=waits.trifles)
    return [], batching.write_notes(notes, kept)


def _lead_with_waiting(at: LoadedGame, waits: Waiting, posts: Sequence[NewDelivery]) -> list[NewDelivery]:
    """Return the posts of side acts, with the waiting lines at the beginning of the first post."""
    if not waits.lines:
        return [*posts]
    if waits.began is None:  # an earlier version of the bot stored the lines without their beginning
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


def _find_first_shown(at: LoadedGame, whole: Game) -> int:
    """Return the first entry to tell: the first of the order, or an earlier answer that is unsealed now."""
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

    A text that is too long for the board's message gets messages before it. At the end of a game, the result
    replaces the question.

    Args:
        at: the game after the step
        happened: lines on what happened
        since: the place from which changes on the board are marked
        actor: the user who caused the step; the posts do not ping this user
        news: more users to tell, such as one who loses the seat; the end of a game is told to all players
        ended: the last places of chapters; the posts of these chapters stand before the question
        card: the text of a new card
        drawn: whether the board is drawn
        notices: the lines of `happened` that a summary must still contain; None if `happened` is not
            everything since `since`, so that no summary may replace it
        told: the place at which the story in `happened` begins; None if that is `since`
        asked: when the question was asked, if the board is posted again; None means just now
        trifles: the lines of `happened` that only decline or pass. A board leaves them out if anything else
            happened; before a bot player's move they are stored with the other lines
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
        named = len(happened) - bool(card)  # the last line names the new card and stands above its text
        before = make_chapter_posts(at, happened[:named], since, ended, notices=notices, told=told)
        opened = [*happened[named:], *card]
        return [*before, *make_board_post(at, opened, since, actor, drawn, news=news)]
