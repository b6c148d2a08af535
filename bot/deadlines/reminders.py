"""Run the clocks of the games: send reminders, warn that the time is over, let a caretaker play.

Each running game with a clock has a delivery of the kind `CALL` in the outbox. The delivery has the time of
the game's next reminder, warning, or caretaker's move. At that time, this module checks again who is asked,
how long the question has waited, and what the person's preferences say. So a reminder is never out of date,
and a restart loses nothing. After a failed attempt, a game can have two such deliveries.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import structlog

from bot.deadlines import caretaker
from bot.deadlines.schedule import ReminderState, Stage, find_next_stage, list_reminded
from bot.language.words import join_names, say, speak_within
from bot.orders.draft import load_draft
from bot.orders.service import OrderService
from bot.people.caller import Caller
from bot.people.preference_editor import PreferenceStore
from bot.people.preferences import Preferences
from bot.plans.question_plans import list_asked_beside, list_called_beside, list_people_beside
from bot.replies.action import action, button
from bot.replies.reply import Call, Refused, Reply
from bot.session.loaded_game import LoadedGame, explain_spectating, name_seat
from bot.settings.clocks import find_answer_deadline, find_begin, start_counting
from bot.settings.game_settings import GameSettings
from bot.story import announce
from bot.story.board_posts import format_time
from bot.story.post import Post, link_board
from bot.story.pushes import write_call
from db.records import Kind, NewAct, NewDelivery, Note, Seat, Status, StoredGame

log = structlog.get_logger(__name__)
CALL = "call"  # the kind of deliveries that hold reminders
CLOCK = "clock"  # the name of the note with the clock of a question


def _now() -> datetime:
    """Return the present time."""
    return datetime.now(UTC)


def find_waiting_since(stored: StoredGame) -> datetime:
    """Return the time when the open question was asked."""
    assert stored.moved is not None, "a running game has been moved"
    return stored.moved


class Reminders:
    """Runs the clock of each game."""

    def __init__(
        self,
        orders: OrderService,
        people: PreferenceStore,
        since: Callable[[int], Call],
        claim: Callable[[str, int], Call],
        now: Callable[[], datetime] = _now,
    ) -> None:
        """Set up the clocks.

        Args:
            orders: the service for orders
            people: the preferences of all people
            since: the action that shows what happened in a game, `History.since`
            claim: the action that takes a seat of a game, `Seats.claim`
            now: returns the present time; tests use another function
        """
        self.orders, self.people, self.store, self.now = orders, people, orders.store, now
        self.since, self.claim = since, claim

    async def start(self) -> None:
        """Start a clock for every running game without a clock."""
        for game_id in await self.store.list_running(without=CALL):
            try:
                await self.plan(game_id)
            except Refused as refused:
                log.warning("a game's clock is not started", game=game_id, why=str(refused))
            except Exception:
                log.exception("a game's clock can't be started", game=game_id)

    async def plan(self, game_id: int, *, heard: bool = True, back: int | None = None) -> None:
        """Schedule the next reminder of the open question.

        If the question has a stored clock, use it, so that no reminder is sent twice. `heard` is whether the
        post of the question could notify people. `back` is a user who has just come back to the game. Their
        next reminder comes after the usual time, counted from now.
        """
        stored = await self.store.load(game_id)
        if stored.status is not Status.RUNNING:
            return
        at = self.orders.load_seated(stored)
        call = self._load_state(stored, at.asked, heard=heard)
        if back is not None and _list_asked_seats(at) & {*stored.seats_of(back)}:
            call = call.after_return(back, self.now())
        await self._schedule(stored, call)

    async def replan(self, game_id: int) -> None:
        """Cancel the next reminder and schedule it again. Called after the clock's settings have changed."""
        await self.store.cancel(game_id, CALL)
        await self.plan(game_id)

    async def find_state(self, stored: StoredGame, *, heard: bool) -> tuple[Note, NewDelivery | None]:
        """Return a note with the open question's clock, and the clock's next delivery (None: no delivery)."""
        return await self._find_next(
            stored, self._load_state(stored, self.orders.load_seated(stored).asked, heard=heard)
        )

    async def ring(self, game_id: int, call: ReminderState, *, again: bool = False) -> Post | None:
        """Do what is due, schedule the next delivery, and return the post to make; None for no post.

        `call` is the clock that the delivery stored. `again` is whether this delivery was tried before.

        If the outbox has a newer delivery, an earlier attempt has already done what is due and scheduled the
        next delivery. In that case, return the post of the earlier attempt once more. But return None if
        `again` is False.
        """
        stored = await self.store.load(game_id)
        if stored.status is not Status.RUNNING:
            return None
        if await self.store.is_due(game_id, CALL):  # the outbox has a newer delivery
            return await self._repeat(stored, call) if again else None
        return await self._ring(stored, call)

    async def _ring(self, stored: StoredGame, call: ReminderState) -> Post | None:
        """Do what is due, schedule the next delivery, and return the post. Ignore newer deliveries."""
        at = self.orders.load_seated(stored)
        if at.asked != call.seat or find_waiting_since(stored) > call.since:
            await self._schedule(stored, self._load_state(stored, at.asked))
            return None
        holder = stored.seat(call.seat)
        preferences = await self._load_preferences(holder)
        now, beside = self.now(), await self._list_others(at)
        ring = find_next_stage(call, GameSettings.of(stored), holder, preferences, now, beside)
        if ring is None or ring[1] > now:
            await self._schedule(stored, call)
            return None
        if ring[0] is Stage.KEEP:
            nobody = Caller(0, "", stored.channel_id, stored.guild_id, 0)
            with suppress(Refused):  # raised if a person has just acted; that act restarts the clock
                async with self.orders.lock_channel(nobody):
                    await self._play_caretaker(stored)
            return None
        assert holder is not None, "a free seat gets no reminder"
        settings = GameSettings.of(stored)
        if ring[0] is Stage.NUDGE:
            noted = call.model_copy(update={"nudged": now, "heard": True})
        else:
            asked = [(holder, preferences), *beside]
            noted = call.after_reminding(list_reminded(call, settings, asked, now), now)
        await self._schedule(stored, noted)
        with speak_within(settings.language):
            return await self._write_reminder(at, call, noted)

    async def _repeat(self, stored: StoredGame, call: ReminderState) -> Post | None:
        """Return the post of a reminder that an earlier attempt stored, but perhaps did not post.

        Return None if the question of the reminder is no longer open, or if another reminder or the warning
        is due by now. If a caretaker's move is due by now, people may not have seen the warning. So act
        once more by the old clock. Then people get the warning again, and new time.
        """
        at = self.orders.load_seated(stored)
        noted = self._load_state(stored, at.asked)
        if (noted.seat, noted.since) != (call.seat, call.since):
            return None
        following = await self._find_stage(stored, noted)
        if following is not None and following[1] <= self.now():
            return await self._ring(stored, call) if following[0] is Stage.KEEP else None
        with speak_within(GameSettings.of(stored).language):
            return await self._write_reminder(at, call, noted)

    @action("hush", "{game_id}")
    async def stop_for(self, caller: Caller, game_id: int) -> Reply:
        """Stop the caller's reminders of the open question. Raises `Refused`.

        Other people who are asked get their reminders as before.
        """
        stored = await self.store.load(game_id)
        at = self.orders.load_seated(stored)
        if not stored.seats_of(caller.user_id):
            raise Refused(explain_spectating(at.rules, stored, caller.user_id))
        if not _list_asked_seats(at) & {*stored.seats_of(caller.user_id)}:
            return Reply(say("call.not_yours"))
        call = self._load_state(stored, at.asked)
        await self._schedule(stored, call.model_copy(update={"hushed": (*call.hushed, caller.user_id)}))
        return Reply(say("call.hushed"))

    async def stop_clock(self, game_id: int) -> bool:
        """Stop the clock, because the bot can't post in the channel. Return whether the clock was running."""
        stored = await self.store.load(game_id)
        settings = GameSettings.of(stored)
        if settings.unreachable or stored.status is not Status.RUNNING:
            return False
        settings = await self.orders.count_time(self.orders.load_seated(stored), settings)
        settings = start_counting(settings, find_waiting_since(stored), self.now())
        await self._set_reachable(stored, settings.with_(unreachable=True), ())
        log.warning("a game has lost its channel", game=game_id, channel=stored.channel_id)
        return True

    async def restart_clock(self, game_id: int, *, board: bool = False) -> None:
        """Restart the clock, because the bot can post in the channel again. With `board`, post the board."""
        stored = await self.store.load(game_id)
        settings = GameSettings.of(stored)
        if stored.status is Status.RUNNING and settings.unreachable:
            settings = start_counting(settings, find_waiting_since(stored), self.now())
        settings = settings.with_(unreachable=False)
        posts: Sequence[NewDelivery] = ()
        if board and stored.status is Status.RUNNING:
            now = replace(stored, settings=settings.to_json())
            at, asked = self.orders.load_seated(now), find_waiting_since(now)
            with speak_within(settings.language):
                posts = announce.make_board_posts(at, [say("found")], asked=asked)
        await self._set_reachable(stored, settings, posts)
        await self.plan(game_id)

    async def repeat_board(self, game_id: int) -> None:
        """Post the board of a running game again.

        Called when the store is an older copy: the channel shows posts that the store does not know.
        """
        stored = await self.store.load(game_id)
        at = self.orders.load_seated(stored)
        with speak_within(GameSettings.of(stored).language):
            posts = announce.make_board_posts(at, [say("older_copy")], asked=find_waiting_since(stored))
        act = NewAct(Kind.TABLE, "older copy", 0)
        await self.store.record_act(stored.id, act=act, deliveries=posts)
        self.orders.saved()

    async def _set_reachable(
        self, stored: StoredGame, settings: GameSettings, posts: Sequence[NewDelivery]
    ) -> None:
        """Save the settings and posts after a channel was lost or found, and cancel the next reminder."""
        if stored.status is not Status.RUNNING or (settings == GameSettings.of(stored) and not posts):
            return
        act = NewAct(Kind.TABLE, "channel lost" if settings.unreachable else "channel found", 0)
        await self.store.set_settings(stored, settings.to_json(), act=act, deliveries=posts)
        await self.store.cancel(stored.id, CALL)
        self.orders.saved()

    def _load_state(self, stored: StoredGame, asked: str, *, heard: bool = True) -> ReminderState:
        """Return the stored clock of the open question. If there is none, return a new clock."""
        new = ReminderState(seat=asked, since=find_waiting_since(stored), heard=heard)
        for note in stored.notes:
            if (note.seat, note.name) == ("", CLOCK):
                left = ReminderState.model_validate_json(note.text)
                if (left.seat, left.since) == (new.seat, new.since):
                    left = left.not_ahead_of(self.now())
                    return left.model_copy(update={"heard": left.heard or heard})
        return new

    async def _schedule(self, stored: StoredGame, call: ReminderState) -> None:
        """Save the clock, and schedule its next delivery."""
        note, post = await self._find_next(stored, call)
        await self.store.write_notes(stored.id, note)
        if post is None:
            await self.store.set_quiet(stored, CALL)
            return
        await self.store.schedule(stored.id, post)
        self.orders.due()

    async def _find_next(self, stored: StoredGame, call: ReminderState) -> tuple[Note, NewDelivery | None]:
        """Return the note with a clock, and the clock's next delivery; None for no delivery."""
        note = Note("", CLOCK, 0, call.model_dump_json())
        ring = await self._find_stage(stored, call)
        if ring is None:
            return note, None
        return note, NewDelivery(stored.channel_id, CALL, call.model_dump_json(), ring[1])

    async def _find_stage(self, stored: StoredGame, call: ReminderState) -> tuple[Stage, datetime] | None:
        """Return the next stage of a clock and its time; None if no stage follows."""
        holder = stored.seat(call.seat)
        preferences = await self._load_preferences(holder)
        beside = await self._list_others(self.orders.load_seated(stored))
        return find_next_stage(call, GameSettings.of(stored), holder, preferences, self.now(), beside)

    async def _list_others(self, at: LoadedGame) -> list[tuple[Seat, Preferences]]:
        """Return the people who must answer besides the first seat, and their preferences."""
        seats = [at.stored.seat(ask.seat) for ask in list_called_beside(at)]
        return [(seat, await self._load_preferences(seat)) for seat in seats if seat is not None]

    async def _load_preferences(self, holder: Seat | None) -> Preferences:
        """Return the preferences of a seat's player; the defaults for a free seat."""
        return Preferences() if holder is None else await self.people.load(holder.user_id)

    async def _play_caretaker(self, stored: StoredGame) -> None:
        """Let a caretaker play for the asked seat. Raises `Stale` if a person acts at the same moment."""
        at = self.orders.load_seated(stored)
        with speak_within(GameSettings.of(stored).language):
            notes = await self.store.load_notes(stored.id)
            played = await asyncio.to_thread(caretaker.play_caretaker, at, notes)
        step = played.step
        settings, posts = caretaker.make_posts_after(at, step, played.told, self.claim)
        now = at.move_to_step(step)
        after = now.asked if step.live.pending is not None else ""
        settings = await self.orders.count_time(at, settings, at.asked, after)
        with speak_within(settings.language):
            act = caretaker.make_act(at, step)
            posts, waiting = announce.gather_moves(at, step, posts)
        await self.store.commit(
            stored,
            step.game,
            step.closed,
            act=act,
            deliveries=posts,
            result=now.find_result(),
            settings=settings.to_json(),
            notes=(*played.notes, *waiting),
        )
        self.orders.saved()

    async def _write_reminder(
        self, at: LoadedGame, before: ReminderState, call: ReminderState
    ) -> Post | None:
        """Return the post of a reminder or of the warning (nudge); None if there is nobody to call.

        `before` and `call` are the clocks before and after the post. The times in the text come from these
        clocks and not from the present time, so each attempt writes the same times.

        A phone shows the first line of the post in its notification. A reminder names all people who are
        asked, also people who have answered. So nobody can see who has answered.
        """
        assert at.ask is not None, "a running game asks"
        settings, holder = GameSettings.of(at.stored), at.stored.seat(at.asked)
        asked = [holder] if holder is not None else []
        nudged = call.nudged if call.nudged != before.nudged else None
        if nudged is None:
            beside = (at.stored.seat(ask.seat) for ask in list_asked_beside(at))
            asked += [seat for seat in beside if seat is not None]
        users = [seat.user_id for seat in asked]
        reminded = {user: last for user, last in call.last.items() if last != before.last.get(user)}
        called = [user for user in dict.fromkeys(users) if nudged is not None or user in reminded]
        if not called:
            return None
        now = nudged or max(reminded.values())
        preferences = await self._load_preferences(holder)
        begin = find_begin(settings, call.since, preferences)
        end = find_answer_deadline(settings, begin, call.since, call.seat, preferences)
        left = None if end is None else max(end - now, timedelta())
        lines = [write_call(at, users, left, over=nudged is not None)]
        if nudged is None and (people := list_people_beside(at)):
            lines.append(say("call.beside", people=join_names(people)))
        if nudged is not None:
            keeps = nudged + settings.terms.grace
            lines.append(say("call.over", since=format_time(call.since), keeps=format_time(keeps)))
        elif end is None:
            lines.append(say("call.since", since=format_time(call.since)))
        else:
            lines.append(say("call.until", since=format_time(call.since), until=format_time(end)))
        if load_draft(at, await self.store.load_notes(at.stored.id)).keys:
            lines.append(say("call.draft", seat=name_seat(at.rules, at.asked, at.position)))
        lines.append(say("call.board", link=link_board(at.stored)))
        game = at.stored.id
        buttons = [button(self.since(game), say("button.since"))]
        if nudged is None:
            buttons.append(button(Reminders.stop_for.call(game), say("button.hush")))
        return Post(text="\n".join(lines), buttons=tuple(buttons), ping=tuple(called))


def choose_seat_kind(orders: OrderService, stored: StoredGame, seat: str) -> Kind:
    """Return the kind of an act with which a person takes or leaves a seat: `TABLE` or `LOBBY`.

    The kind is `TABLE` if the game is running and the seat is not asked. An act of the kind `TABLE` keeps the
    open question and the person who is asked.
    """
    lobby = stored.status is not Status.RUNNING
    return Kind.LOBBY if lobby or seat in _list_asked_seats(orders.load_seated(stored)) else Kind.TABLE


def _list_asked_seats(at: LoadedGame) -> set[str]:
    """Return the seats that are asked now."""
    return {at.asked, *(ask.seat for ask in list_asked_beside(at))}
