"""Carry out stored deliveries: post boards, texts, lobby cards and reminders, update threads, and more."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from typing import Any

import discord
import structlog

from bot.analysis.replays import Replays
from bot.clubs.ranks import Ranks
from bot.deadlines.reminders import CALL, Reminders
from bot.deadlines.schedule import ReminderState
from bot.engine.answers_first import AnswersFirst
from bot.language.words import say, speak_within
from bot.learning.explanations import Explanations
from bot.posting import layouts, message_edits, proposals
from bot.posting.buttons import make_button_view, make_offer_view
from bot.posting.clubs.competition_posts import KINDS as COMPETITIONS
from bot.posting.clubs.competition_posts import CompetitionPosts
from bot.posting.clubs.home_posts import KINDS as HOMES
from bot.posting.clubs.home_posts import HomePosts
from bot.posting.clubs.notice_posts import KINDS as NOTICES
from bot.posting.clubs.notice_posts import NoticePosts
from bot.posting.clubs.poll_posts import KINDS as POLLS
from bot.posting.clubs.poll_posts import PollPosts
from bot.posting.clubs.rank_roles import KINDS as RANKS
from bot.posting.clubs.rank_roles import RankRoles
from bot.posting.clubs.seek_posts import KINDS as SEEKS
from bot.posting.clubs.seek_posts import SeekPosts
from bot.posting.clubs.show_posts import KINDS as SHOWS
from bot.posting.clubs.show_posts import ShowPosts
from bot.posting.daily_posts import DailyPosts
from bot.posting.delivery_check import MAYBE_ARRIVED, find_arrived, is_half
from bot.posting.direct_messages import KINDS as DIRECT
from bot.posting.direct_messages import DirectMessages
from bot.posting.drawing_places import GivenUp, Work
from bot.posting.index_posts import IndexPosts
from bot.posting.lobby_cards import LobbyCards
from bot.posting.members import Members
from bot.posting.outbox import NOT_INSTALLED, NotYet
from bot.posting.pictures import Drawing, Pictures
from bot.posting.plain_first import send_plain_first
from bot.posting.post_pictures import PostPictures
from bot.posting.question_buttons import link_back, link_page, list_buttons_beside, strike
from bot.posting.review_posts import ReviewPosts
from bot.posting.threads.game_threads import GameThreads
from bot.posting.threads.talk_threads import TalkThreads
from bot.posting.unreachable import FAILING, mark_unreachable, strip_picture
from bot.replies.panel import Panel
from bot.replies.text import MAX_TEXT, cut_text
from bot.seating.departures import Departures
from bot.seating.end_buttons import list_end_buttons
from bot.seating.lobby import Lobby
from bot.seating.starting import BEGIN, PlannedStart
from bot.session.loaded_game import LoadedGame
from bot.session.talk import find_talk
from bot.settings.game_settings import GameSettings
from bot.story.leads import add_below_result, describe_lead
from bot.story.post import (
    ANIMATION,
    BOARD,
    CHAPTER,
    CLOSE,
    INDEX,
    LOBBY,
    LOWER,
    REVIEW,
    SIDE_ACT,
    TALK,
    TEXT,
    THREAD,
    Place,
    Post,
    link_board,
)
from bot.views.history import History
from db.clubs.notice_boards import NOTICE
from db.learning.dailies import KIND as DAILY
from db.records import Delivery, NewDelivery, Seat, Status, StoredGame
from render.worker import Animation
from rules.kernel import Game

log = structlog.get_logger(__name__)
FINISHING = 5  # when the bot stops, work in progress (such as GIFs) gets this many seconds
MAKING = 2  # prepare at most this many posts at the same time; so private answers don't wait
PICTURE = 20.0  # a post waits this many seconds for its pictures; if they come later, an edit adds them
REFUSED = (400, 413)  # with these HTTP statuses, Discord will refuse the same post each time
FAILED = 500  # the HTTP status of an error in Discord; some posts cause it each time
FAILURES = 2  # after more attempts than this, shorten a post that Discord answers with `FAILED`
LatePictures = asyncio.Task[dict[str, Drawing]]


def _is_refused(delivery: Delivery, error: discord.HTTPException) -> bool:
    """Return whether Discord will not take this post: it says so, or it fails again and again."""
    failed_before = delivery.attempts > FAILURES or delivery.error.startswith(MAYBE_ARRIVED)
    return error.status in REFUSED or (error.status == FAILED and failed_before)


class DiscordPoster:
    """Posts deliveries with a Discord client."""

    def __init__(
        self,
        client: discord.Client,
        history: History,
        replays: Replays,
        pictures: Pictures,
        reminders: Reminders,
        explanations: Explanations,
        dailies: DailyPosts,
        notices: NoticePosts,
        seeks: SeekPosts,
        direct: DirectMessages,
        shows: ShowPosts,
        competitions: CompetitionPosts,
        polls: PollPosts,
        homes: HomePosts,
        lobby: Lobby,
        ranks: Ranks,
        answers_first: AnswersFirst | None = None,
    ) -> None:
        self.client, self.history, self.pictures, self.reminders = client, history, pictures, reminders
        self.replays = replays
        self.orders, self.store = reminders.orders, reminders.store
        self.post_pictures = PostPictures(pictures, history.boards, replays)
        self.explanations, self.notices = explanations, notices
        self.shows, self.competitions = shows, competitions
        self.lobby, self.ratings, self.rank_roles = lobby, ranks.ratings, RankRoles(client, ranks)
        self._later: set[asyncio.Task[None]] = set()
        if self.store.alone:  # else another process may post the board that this process draws
            self.orders.saving.listen(self.draw_ahead)
        self.standing, self._making = message_edits.RecentBoards(), asyncio.Semaphore(MAKING)
        self.reviews = ReviewPosts(history.analysis, pictures)
        self.cards, self.indexes = LobbyCards(client, self.orders), IndexPosts(client, history)
        self.answers_first = answers_first or AnswersFirst()
        self.threads = GameThreads(client, self.orders, homes.threads.tags, reminders.now)
        self.talks = TalkThreads(client, self.orders, homes.threads)
        self.members = Members(client, Departures(self.orders), reminders.now)
        self._posters: dict[str, Callable[[Delivery], Awaitable[int | None]]] = {  # by the kind of delivery
            DAILY: dailies.post,
            TALK: self._update_talk,
            **dict.fromkeys(NOTICES, notices.post),
            **dict.fromkeys(SEEKS, seeks.post),
            **dict.fromkeys(DIRECT, direct.post),
            **dict.fromkeys(SHOWS, shows.post),
            **dict.fromkeys(RANKS, self.rank_roles.post),
            **dict.fromkeys(COMPETITIONS, competitions.post),
            **dict.fromkeys(POLLS, polls.post),
            **dict.fromkeys(HOMES, homes.post),
        }

    async def post(self, delivery: Delivery) -> int | None:
        """Post a delivery and return the id of its message; None if nothing is posted.

        If the channel of a game takes no posts, stop the game's clock. Raises `NotYet`, and errors of Discord
        and of the network.
        """
        await self.answers_first.wait()
        if (post_own := self._posters.get(delivery.kind)) is not None:
            return await post_own(delivery)
        arrived = await find_arrived(self.client, delivery)
        if arrived is not None and not await self._must_finish(delivery, arrived):
            return arrived.id
        delayed = arrived is None and delivery.kind == BOARD and delivery.error
        if delayed and not await self.store.is_newest(delivery):
            return await self._drop(delivery)  # a newer board replaces it
        stored = await self.store.load(delivery.game_id)
        if stored.game not in self.orders.games:
            raise NotYet(NOT_INSTALLED)
        try:
            return await self._post_kind(delivery, stored, arrived)
        except discord.HTTPException as error:
            if isinstance(error, discord.Forbidden | discord.NotFound) or (
                delivery.kind == BOARD and error.status in REFUSED
            ):
                await mark_unreachable(self.client, self.reminders, stored)
            raise

    async def _update_talk(self, delivery: Delivery) -> int | None:
        stored = await self.store.load(delivery.game_id)
        if stored.game not in self.orders.games:
            raise NotYet(NOT_INSTALLED)
        with speak_within(GameSettings.of(stored).language):
            return await self.talks.update(delivery, stored)

    async def _must_finish(self, delivery: Delivery, arrived: discord.Message) -> bool:
        """Return whether an earlier attempt at a post was not finished, because the bot stopped.

        In this case, the message lacks a part of its text, or the bot may not have recorded the board, or may
        not have planned what follows a game's end.
        """
        if is_half(delivery, arrived):
            return True
        if delivery.kind == TEXT:
            return (await self.store.load(delivery.game_id)).status not in (Status.LOBBY, Status.RUNNING)
        return delivery.kind == BOARD and await self.store.is_newest(delivery)

    def draw_ahead(self, now: LoadedGame, closed: Sequence[Game], posts: Sequence[NewDelivery]) -> None:
        """Begin to draw an order's new board while the database saves the order, if the bot is not busy.

        `now` is the game after the order. `closed` are the turns that the order closes.
        """
        for board in (post for post in posts if post.kind == BOARD and not self.answers_first.crowded):
            post = Post.model_validate_json(board.content)
            ahead = self.post_pictures.draw_ahead(now, closed, post)
            self._start_later(ahead, f"picture ahead {now.stored.id}")

    async def must_arrive(self, delivery: Delivery) -> bool:
        """Return whether the outbox must retry a post for ever if Discord refuses it.

        These posts must arrive: the newest board of a running game (because it asks the question), a notice
        board, and the posts (except news) of a cup or league that is not over.
        """
        if delivery.kind == NOTICE:
            return await self.notices.boards.store.find_in_channel(delivery.channel_id) is not None
        if delivery.kind in COMPETITIONS:
            return await self.competitions.must_arrive(delivery)
        if delivery.kind != BOARD:
            return False
        stored = await self.store.load(delivery.game_id)
        return stored.status is Status.RUNNING and await self.store.is_newest(delivery)

    async def _post_kind(
        self, delivery: Delivery, stored: StoredGame, arrived: discord.Message | None
    ) -> int | None:
        with speak_within(GameSettings.of(stored).language):
            if delivery.kind == LOBBY:
                card_id = await self.cards.post(delivery, stored)
                if stored.status is Status.LOBBY:
                    await self.threads.plan(stored)
                    if GameSettings.of(stored).talk and find_talk(stored) is None:  # a rematch has none yet
                        await self.store.schedule(stored.id, NewDelivery(stored.channel_id, TALK, "{}"))
                        self.orders.due()
                return card_id
            if delivery.kind == LOWER:
                return await self.cards.move(delivery, stored)
            if delivery.kind in (THREAD, CLOSE, BEGIN):
                await self._act(delivery, stored)
                return None
            if delivery.kind == INDEX:
                return await self.indexes.post(delivery, stored)
            if delivery.kind == CHAPTER:
                return await self._post_chapter(delivery, stored)
            if delivery.kind == ANIMATION:
                return None  # a button under the result shows the animation
            if delivery.kind == REVIEW:
                review_id = await self.reviews.post(delivery, stored, self._send, self._tell_turning_point)
                if review_id is not None:
                    await self.cards.plan_move(stored)
                return review_id
            if delivery.kind != CALL:
                post = Post.model_validate_json(delivery.content)
                return await self._post(delivery, stored, post, arrived)
            clock = ReminderState.model_validate_json(delivery.content)
            again = delivery.attempts > 1 or bool(delivery.error)  # `put_off` resets `attempts`, not `error`
            call = await self.reminders.ring(delivery.game_id, clock, again=again)
            if call is None:
                return await self._drop(delivery)
            arrived = await find_arrived(self.client, delivery, call.text, dropped=True)
            return await self._post(delivery, stored, call, arrived)

    async def _act(self, delivery: Delivery, stored: StoredGame) -> None:
        """Carry out a delivery that has no message."""
        if delivery.kind == THREAD:
            await self.threads.update(stored)
        elif delivery.kind == CLOSE:
            await self.threads.close(stored)
            await self.talks.close(stored)
        else:
            planned = PlannedStart.model_validate_json(delivery.content)
            await self.lobby.start_by_itself(stored.id, planned)

    async def _drop(self, delivery: Delivery) -> int | None:
        """Give up a post.

        If an earlier attempt has arrived, remove the message's buttons and return its id.
        """
        found = await find_arrived(self.client, delivery, dropped=True)
        if found is None:
            return None
        await message_edits.strip(self.client.get_partial_messageable(delivery.channel_id), found.id)
        return found.id

    async def _post(
        self, delivery: Delivery, stored: StoredGame, post: Post, arrived: discord.Message | None = None
    ) -> int:
        """Post a text, perhaps with a board and buttons, and return the id of its message.

        If an earlier attempt has posted the message, `arrived` is this message. In this case, only finish it.
        """
        async with self._making:
            board = asyncio.create_task(self.post_pictures.draw_board(delivery, stored, post))
            await asyncio.sleep(0)  # let a worker begin to draw while the text is prepared
            post = await self._tell_lead(stored, await self._tell_ratings(stored, post))
            panel = self._find_panel(delivery, post, stored)
            asks = panel is not None
            post = await self.history.shorten_post(stored, post, asks=asks)
            post = await self.explanations.explain_post(self.reminders.people, stored, post, panel)
            post = await link_back(self.store, delivery, stored, post, self._find_asked_holder(stored))
            post = link_page(self.orders.page_links, delivery, stored, post)
            people, now = self.reminders.people, self.reminders.now()
            called = await people.filter_reachable(post.ping, now)
            told = await people.filter_wanting_news(post.news, now)
        if post.summed and not arrived:
            arrived = await find_arrived(self.client, delivery, post.text)
            if arrived is not None and not await self._must_finish(delivery, arrived):
                board.cancel()
                return arrived.id
        notified = tuple(dict.fromkeys((*called, *told)))
        drawing = asyncio.create_task(self.post_pictures.collect(stored, board, panel))
        in_time, _ = await asyncio.wait({drawing}, timeout=PICTURE)
        drawings = drawing.result() if in_time else {}
        try:
            message = await self._send(delivery, stored, post, panel, drawings, notified, arrived)
        except discord.Forbidden:
            if not drawings:
                raise
            # Perhaps the channel forbids only pictures. Post the text alone.
            message = await self._send(delivery, stored, post, panel, {}, notified, arrived)
        except discord.HTTPException as error:
            if not _is_refused(delivery, error) or not (drawings or delivery.kind == BOARD):
                raise
            log.exception("Discord refused a post, so its text is posted alone", game=stored.id)
            asks = False
            short = strip_picture(post) if delivery.kind == BOARD else post
            message = await self._send(delivery, stored, short, None, {}, notified, arrived)
        if notified:
            look = self.members.check(stored, notified, anew=delivery.kind == CALL)
            self._start_later(look, f"members {message.id}")
        if not in_time:
            self._start_later(
                self._attach_late_pictures(stored, message.id, drawing), f"picture {message.id}"
            )
        elif delivery.kind == BOARD:
            self.standing.keep(message)
        if arrived is not None and delivery.kind == BOARD and not await self.store.is_newest(delivery):
            return message.id
        over = stored.status not in (Status.LOBBY, Status.RUNNING)
        if delivery.kind == BOARD or over:
            await self._close_previous_post(stored, unless=message.id)
            asks = asks and not over
            await self._remember_board(
                stored, message.id if asks else None, everyone_pinged=called == post.ping
            )
            await self.threads.plan(stored, over=over)
        if delivery.kind == BOARD:
            await self.indexes.grow(stored, delivery, message.id)
            await strike(self.store, self._get_channel(stored), stored, post, message.id)
        await self._close_proposals(stored, post, message.id)
        return message.id

    async def _tell_ratings(self, stored: StoredGame, post: Post) -> Post:
        """Add a line on ratings to the post of a game's end, and return the post.

        Return other posts as they are. Only log a failure.
        """
        if not post.result_lines or not stored.over:
            return post
        try:
            line = await self.ratings.write_changes(stored)
        except Exception:
            log.exception("what a game did to ratings can't be told", game=stored.id)
            return post
        lines = post.text.split("\n")
        lines.insert(post.result_lines, cut_text(line, max(1, MAX_TEXT - len(post.text) - 1)))
        return post.model_copy(update={"text": "\n".join(lines)})

    async def _tell_lead(self, stored: StoredGame, post: Post) -> Post:
        """Add a sentence to the post of a game's end: who was in the lead. Return the post.

        Return other posts as they are. Only log a failure.
        """
        if not post.result_lines or not stored.over:
            return post
        try:
            history = await self.store.load_history(stored.id)
            line = await asyncio.to_thread(describe_lead, self.orders.find_rules(stored), history)
        except Exception:
            log.exception("how a game was won can't be told", game=stored.id)
            return post
        text = add_below_result(post.text, line)
        return post if len(text) > MAX_TEXT else post.model_copy(update={"text": text})

    async def _close_proposals(self, stored: StoredGame, post: Post, message_id: int) -> None:
        """Store which proposals a post has, and remove the buttons of settled ones. Only log a failure."""
        try:
            notes = stored.notes
            waiting = proposals.read_waiting(notes)
            if matters := proposals.list_awaited(post):
                waiting[message_id] = matters
            at = self.orders.load_seated(stored) if stored.status is Status.RUNNING else None
            done = proposals.settle_proposals(waiting, at, notes)
            for settled_id in done:
                if ending := proposals.end_proposal(waiting[settled_id], notes):
                    await message_edits.close(self._get_channel(stored), settled_id, ending)
                else:
                    await message_edits.strip(self._get_channel(stored), settled_id)
            if done or matters:
                left = {message: matter for message, matter in waiting.items() if message not in done}
                await self.store.write_notes(stored.id, proposals.write_note(left))
        except Exception:
            log.exception("settled proposals can't be found", game=stored.id)

    async def _remember_board(
        self, stored: StoredGame, message_id: int | None, *, everyone_pinged: bool
    ) -> None:
        """Store the id of the board's message, and start the clock of the question.

        If the clock can't be started, only log this. `everyone_pinged` is whether the post notified all asked
        people.
        """
        try:
            if GameSettings.of(stored).unreachable:
                await self.reminders.restart_clock(stored.id)
                stored = await self.store.load(stored.id)
            if stored.status is Status.RUNNING:
                note, call = await self.reminders.find_state(stored, heard=everyone_pinged)
                await self.store.record_board(stored, message_id, [note], call, CALL)
                return
        except Exception:
            log.exception("the clock of a game can't be started", game=stored.id)
        await self.store.set_message(stored.id, "panel", message_id)

    async def _post_chapter(self, delivery: Delivery, stored: StoredGame) -> int | None:
        """Post a chapter in prose. Return the message's id; None if an undo removed the chapter's end."""
        written = await self.history.write_chapter(stored, Post.model_validate_json(delivery.content))
        if written is None:
            return None
        return await self._post_animation(delivery, stored, written)

    async def _post_animation(self, delivery: Delivery, stored: StoredGame, post: Post) -> int:
        """Post one picture of many turns and return the message's id. A GIF may replace the picture later."""
        found = await find_arrived(self.client, delivery, post.text)
        message_id = found.id if found is not None else await self._post(delivery, stored, post)
        if post.drawn and GameSettings.of(stored).animation and not self.pictures.crowded:
            self._start_later(self._animate(stored, post, message_id), f"animation {message_id}")
        return message_id

    def _start_later(self, work: Coroutine[Any, Any, None], name: str) -> None:
        """Start work in the background, such as drawing a GIF. The post doesn't wait for it."""
        task = asyncio.create_task(work, name=name)
        self._later.add(task)
        task.add_done_callback(self._later.discard)

    async def _attach_late_pictures(self, stored: StoredGame, message_id: int, drawing: LatePictures) -> None:
        """Wait for pictures, and add them to a message that was posted without them."""
        if files := [each.file(name) for name, each in (await drawing).items()]:
            await message_edits.attach_pictures(self._get_channel(stored), message_id, files)

    async def _animate(self, stored: StoredGame, post: Post, message_id: int) -> None:
        try:
            assert post.at is not None, "an animation ends at some point in the game"
            animation = Animation(await self.replays.list_frames(stored, post.since, post.at))
            drawing = await self.pictures.draw(animation, Work.POST)
            await self._get_message(stored, message_id).edit(attachments=[drawing.file()])
        except (*FAILING, GivenUp) as error:
            log.info("a GIF can't be attached", game=stored.id, message=message_id, error=str(error))
        except Exception:
            log.exception("a GIF can't be drawn", game=stored.id, message=message_id)

    async def close(self) -> None:
        """Wait at most `FINISHING` seconds for work in progress, such as GIFs and late pictures."""
        if self._later:
            await asyncio.wait(self._later, timeout=FINISHING)

    async def _send(
        self,
        delivery: Delivery,
        stored: StoredGame,
        post: Post,
        panel: Panel | None,
        drawings: Mapping[str, Drawing],
        called: Sequence[int],
        arrived: discord.Message | None = None,
    ) -> discord.Message:
        """Send a post and return its message. A question that notifies people is sent in two halves.

        The first half is a plain sentence, because a notification shows only plain content. Then an edit
        replaces the sentence by the layout.
        """
        people = [discord.Object(user) for user in called]
        mentions = discord.AllowedMentions(everyone=False, roles=False, users=people)
        if post.asks:
            running = stored.status is Status.RUNNING and stored.position is not None
            at = self.orders.load_seated(stored) if running else None
            beside = [] if at is None else list_buttons_beside(at, asks=panel is not None)
            ended = delivery.kind == BOARD and stored.status is Status.ENDED
            buttons = (
                *post.buttons,
                *beside,
                *(list_end_buttons(self.orders.find_rules(stored), stored) if ended else ()),
            )
            layout, files = layouts.lay_out_post(post.text, post.asks, drawings, panel, buttons)
            if arrived is None:
                sent: dict[str, Any] = {"content": post.push} if post.push and called else {"view": layout}
                arrived = await self._get_channel(stored).send(
                    **sent,
                    files=files or discord.utils.MISSING,
                    nonce=delivery.nonce,
                    allowed_mentions=mentions,
                )
            if arrived.flags.components_v2:
                return arrived
            return await message_edits.lay_out(arrived, layout, files, mentions)
        view = self._make_buttons(delivery, post, stored)
        return await send_plain_first(
            self._get_channel(stored),
            post.text,
            called,
            mentions,
            push=post.push,
            arrived=arrived,
            view=discord.utils.MISSING if view is None else view,
            files=[drawing.file(name) for name, drawing in drawings.items()] or discord.utils.MISSING,
            nonce=delivery.nonce,
        )

    async def _tell_turning_point(self, stored: StoredGame, line: str) -> None:
        """Add a line to the post of a game's end, below the line on who won."""
        for content, message_id in await self.store.list_posted(stored.id, BOARD, 1):
            if Post.model_validate_json(content).result_lines:
                self.standing.pop(message_id)
                await message_edits.add_below_result(self._get_channel(stored), message_id, line)

    def _find_panel(self, delivery: Delivery, post: Post, stored: StoredGame) -> Panel | None:
        """Return a post's public panel; None if its question is over or is a bot player's, or on an error."""
        waits = delivery.kind == BOARD and stored.status is Status.RUNNING and stored.position is not None
        if not waits or stored.position is None or post.at != Place.of(stored.position):
            return None
        try:
            return self.orders.load_seated(stored).build_public_panel()
        except Exception:
            log.exception("a question can't be shown", game=stored.id, turn=post.at.turn, entry=post.at.entry)
            return None

    def _find_asked_holder(self, stored: StoredGame) -> Seat | None:
        """Return the asked seat and its player; None if the seat is free or the game isn't running."""
        if stored.status is not Status.RUNNING or stored.position is None:
            return None
        return stored.seat(self.orders.load_seated(stored).asked)

    def _make_buttons(self, delivery: Delivery, post: Post, stored: StoredGame) -> discord.ui.View | None:
        """Return the buttons under a post that asks no question; None if the post has no buttons."""
        if post.buttons and not post.offers:
            return make_button_view(post.buttons)
        if delivery.kind == BOARD and stored.status is Status.ENDED:
            return make_button_view(list_end_buttons(self.orders.find_rules(stored), stored))
        if stored.status is not Status.RUNNING or stored.position is None or post.at is None:
            return None
        offered = delivery.kind == SIDE_ACT and post.offers
        return make_offer_view(stored.id, post.offers, post.buttons) if offered else None

    async def _close_previous_post(self, stored: StoredGame, unless: int) -> None:
        """Replace the buttons of the last board by a link to the new message, which has the id `unless`."""
        if stored.panel_id not in (None, unless):
            note = say("post.settled", link=link_board(stored, unless))
            standing = self.standing.pop(stored.panel_id)
            await message_edits.strip(self._get_channel(stored), stored.panel_id, note, standing)

    def _get_channel(self, stored: StoredGame) -> discord.PartialMessageable:
        return self.client.get_partial_messageable(stored.channel_id, guild_id=stored.guild_id)

    def _get_message(self, stored: StoredGame, message_id: int) -> discord.PartialMessage:
        return self._get_channel(stored).get_partial_message(message_id)
