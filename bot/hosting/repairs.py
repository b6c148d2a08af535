"""Let a host repair a game without a developer.

The host is the person who made the game. Anybody who manages its channel can act as its host too. The bot
posts and records each repair. A repair never deletes entries from the store. The bot strikes through the
posts of undone entries.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from bot.deadlines.reminders import choose_seat_kind, find_waiting_since
from bot.hosting import repair_steps
from bot.hosting.game_files import GameFiles, preview_repair
from bot.language.words import join_names, say, speak_within
from bot.orders.undo_requests import write_struck_orders
from bot.people.caller import Caller
from bot.people.preferences import Preferences
from bot.plans.plan import overtake_plans
from bot.replies.action import action
from bot.replies.reply import Refused, Reply
from bot.replies.text import cut_text
from bot.seating.hands import require_hand_given
from bot.seating.typed_names import read_key
from bot.session.loaded_game import LoadedGame, list_seats, title_seat
from bot.settings.clocks import find_answer_deadline, find_begin, renew_clocks, start_counting
from bot.settings.game_settings import GameSettings
from bot.story import announce, order_text, turn_text
from bot.story.board_posts import format_time
from bot.story.end_posts import list_ended_chapters
from bot.story.post import TEXT, Post, make_news
from bot.story.strikethrough import strike_posts
from db.connection.transaction import Transaction
from db.records import Kind, NewDelivery, Note, Seat, StoredGame
from rules import kernel
from rules.ask import SPECTATOR
from rules.chance import make_commitment, unmix
from rules.kernel import Game, InputError, Step
from rules.orders import sentences
from rules.records.record import write_origin
from rules.secrecy import mask_turn

_PLACE = re.compile(r"[0-9]{1,9}")  # the index of an entry in a turn
SHOWN = 25  # the most choices to offer for removal
POSITION = "position"  # the name of the note with a position that waits for confirmation


class Repairs(GameFiles):
    """Carries out the repairs of a host in the game of a channel.

    A repair that undoes choices or replaces a position takes two calls of the same method. In the first call,
    `seen` is "", and the method only returns a preview. The preview's button makes the second call. In it,
    `seen` is the game's serial from the time of the preview.
    """

    # Repairs of the game

    @action("position", "{game_id}:{seen}:{}")
    async def confirm_position(self, caller: Caller, game_id: int, seen: str) -> Reply:
        """Continue from the position that the host previewed. Raises `Refused`."""
        for note in await self.store.load_notes(game_id):
            if (note.seat, note.name, note.user_id) == ("", POSITION, caller.user_id):
                return await self.set_position(caller, note.text, seen)
        raise Refused(say("host.gone_on"))

    async def set_position(self, caller: Caller, text: str, seen: str = "") -> Reply:
        """Continue from a position written by hand, as a new turn. Raises `Refused`.

        If a game has hidden cards, nobody may write its position, because the writer would know all cards.
        """
        async with self.orders.lock_channel(caller):
            at = await self._load_running(caller, seen)
            if at.rules.EXTRAS.hidden:
                raise Refused(say("host.hidden_position"))
            start = await self.orders.uploads.read(repair_steps.read_position, at.rules.KEY, text)
            turn = at.position.turn + 1
            first = turn if at.position.chain else None  # in older games, no hash contains the turn's number
            beginning = write_origin(at.rules.KEY, json.loads(at.stored.options), start, first)
            sealed = make_commitment(unmix(at.position.seed)[0], beginning)
            chain = sealed if at.position.chain else ""
            game = replace(at.position, turn=turn, start=start, log=(), loaded=None, chain=chain)
            try:
                step = kernel.settle(at.rules, game)
            except (InputError, AssertionError) as error:
                raise Refused(say("host.bad_position", why=cut_text(str(error), 500))) from None
            if not seen:
                await self.store.write_notes(at.stored.id, Note("", POSITION, caller.user_id, text))
                # The preview shows the position before its dice are rolled, so it reveals no dice.
                now = dict(at.rules.view(at.rules.load(start), None).standing)
                rows = [
                    say("preview.standing", seat=at.rules.name(seat), before=before, after=now[seat])
                    for seat, before in at.view(None).standing
                    if now[seat] != before
                ]
                head = say("host.sure_position", turn=game.turn)
                return preview_repair(
                    Repairs.confirm_position.call(at.stored.id, str(at.stored.serial)),
                    [head, *(rows or [say("host.same_standing")])],
                )
            settings = GameSettings.of(at.stored)
            hashes = {**settings.hashes, game.turn: sealed}
            settings = settings.with_(
                turns_set_by_hand=(*settings.turns_set_by_hand, game.turn), hashes=hashes
            )
            with speak_within(settings.language):
                told = [
                    say("host.position", user=caller.user_id),
                    *turn_text.describe_seal(at.rules, at.stored.options, sealed),
                ]
                told += [
                    line for each in (*step.closed, step.game) for line in turn_text.tell_turn(at.rules, each)
                ]
                notes, lapsed = await self._drop_plans(at)
            notes.append(Note("", POSITION, 0, ""))
            await self._save_step(caller, at, step, "position", [*told, *lapsed], settings, notes=notes)
            return Reply(say("host.done"))

    @action("rewind", "{}:{seen}:{turn}")
    async def rewind(self, caller: Caller, turn: int, seen: str = "") -> Reply:
        """Undo a turn's first decision and all that follows, but no earlier dice. Raises `Refused`."""
        async with self.orders.lock_channel(caller):
            at = await self._load_running(caller, seen)
            history = await self.store.load_history(at.stored.id)
            game = next((game for game in history if game.turn == turn), None)
            if game is None:
                raise Refused(say("host.no_turn", first=history[0].turn, last=history[-1].turn))
            to = replace(game, log=game.log[: repair_steps.find_first_decision(at.rules, game)])
            to = kernel.go_back(to, history)
            if (to.turn, len(to.log)) == (at.position.turn, len(at.position.log)):
                raise Refused(say("host.there"))
            if not seen:
                later = [each for each in history if each.turn > turn]
                gone = await asyncio.to_thread(write_struck_orders, at.rules, (game, *later), len(to.log))
                head = say("host.sure_rewind", turn=turn, last=history[-1].turn, n=len(gone))
                return preview_repair(
                    Repairs.rewind.call(turn, str(at.stored.serial)),
                    [head, *repair_steps.describe_games(gone)],
                )
            with speak_within(GameSettings.of(at.stored).language):
                told = [say("host.rewind", user=caller.user_id, turn=turn)]
                told += turn_text.describe_new_dice(at.position, to)
                notes, lapsed = await self._drop_plans(at)
            await self._save_rewind(caller, at, to, f"rewind {turn}", [*told, *lapsed], notes)
            return Reply(say("host.done"))

    @action("without", "{}:{seen}:{place}")
    async def leave_out(self, caller: Caller, place: str, seen: str = "") -> Reply:
        """Remove one choice, and enter the later choices again until a choice doesn't fit. Raises `Refused`.

        `place` is the turn and the index of the entry, such as "12.3".
        """
        async with self.orders.lock_channel(caller):
            at = await self._load_running(caller, seen)
            history = await self.store.load_history(at.stored.id)
            turn, _, entry = place.partition(".")
            found = [game for game in history if str(game.turn) == turn]
            if not found or not _PLACE.fullmatch(entry) or int(entry) >= len(found[0].log):
                raise Refused(say("host.no_entry"))
            game, index = found[0], int(entry)
            if index not in repair_steps.list_decisions(at.rules, game):
                raise Refused(say("host.no_entry"))
            later = await asyncio.to_thread(repair_steps.list_later, at.rules, history, game.turn, index)
            seat, key = game.log[index]
            taken = replace(game, log=game.log[: index + 1])
            to = kernel.go_back(replace(game, log=game.log[:index]), history)
            if not seen:
                line = order_text.write_order(at.rules, taken, index, seat) or key
                head = say("host.sure_without", seat=title_seat(at.rules, seat), line=line)
                # The preview says only how many choices come later. It doesn't say how many of them still
                # fit, because that number would reveal later dice.
                again = say("host.again_most", n=len(later))
                return preview_repair(Repairs.leave_out.call(place, str(at.stored.serial)), [head, again])
            step, entered = await asyncio.to_thread(repair_steps.enter_again, at.rules, to, later)
            with speak_within(GameSettings.of(at.stored).language):
                line = order_text.write_order(at.rules, taken, index, seat) or key
                told = [say("host.without", user=caller.user_id, line=line)]
                told.append(say("host.again", entered=entered, n=len(later)))
                told += turn_text.describe_new_dice(at.position, to)
                told += turn_text.tell_turn(at.rules, step.game)
                notes, lapsed = await self._drop_plans(at)
                told += lapsed
            if not entered:
                await self._save_rewind(caller, at, to, f"without {place}", told, notes)
                return Reply(say("host.done"))
            settings = GameSettings.of(at.stored).back_to(to).to_json()
            stored = replace(at.stored, settings=settings)
            back = LoadedGame(stored, at.rules, to, kernel.resume(at.rules, to))
            posts, over = self._make_posts(back, step, told)
            struck = self._make_act(caller, f"without {place}")

            def strike_and_go_on(changes: Transaction) -> StoredGame:
                gone = changes.undo_to(at.stored, to, act=struck, settings=settings, notes=notes)
                return changes.commit(
                    gone,
                    step.game,
                    step.closed,
                    act=self._make_act(caller, f"again {entered}", again=True),
                    deliveries=strike_posts(posts, to),
                    result=over,
                    settings=settings,
                )

            await self.store.run_together(struck, strike_and_go_on)
            self.orders.saved()
            return Reply(say("host.done"))

    async def list_choices(self, caller: Caller) -> list[tuple[str, str]]:
        """Return pairs of label and place for recent choices that can be removed, the newest first."""
        stored = await self.store.find_in_channel(caller.channel_id)
        if stored is None or stored.position is None:
            return []
        rules = self.orders.find_rules(stored)
        found = []
        for game in reversed((await self.store.load_history(stored.id))[-4:]):
            rows, known = (
                {row.first: row for row in sentences.write_sentences(rules, game)},
                mask_turn(rules, game, SPECTATOR),
            )
            for index in reversed(repair_steps.list_decisions(rules, game)):
                entry = known.log[index]
                said = rows[index].text if index in rows and rows[index].text else entry.key
                place = f"{game.turn}.{index}"
                shown = say("host.entry", at=place, seat=rules.name(entry.seat), answer=said)
                found.append((shown, place))
        return found[:SHOWN]

    # Repairs of seats and the clock

    async def seat(self, caller: Caller, seat: str, to: int, name: str) -> Reply:
        """Give a seat to the user `to`, named `name`. Raises `Refused`.

        Posts ping the new holder, and the person who loses the seat. They never ping the caller.
        """
        async with self.orders.lock_channel(caller):
            at = await self._load_running(caller)
            names = {key: at.rules.name(key) for key in list_seats(at.rules, at.stored)}
            if not (key := read_key(seat, names)):
                raise Refused(say("seat.unknown", seats=join_names(list(names.values()))))
            require_hand_given(at.rules, at.stored, key, to)
            holder = at.stored.seat(key)
            settings = renew_clocks(GameSettings.of(at.stored).without_seats(key), key)
            taking = Seat(key, to, name)
            with speak_within(settings.language):
                told = say("host.seat", user=caller.user_id, seat=at.rules.name(key), to=to)
            kind = choose_seat_kind(self.orders, at.stored, key)
            others = tuple(sat for sat in at.stored.seats if sat.seat != key)
            at.stored = replace(at.stored, seats=(*others, taking))
            loses = holder is not None and not holder.level and holder.user_id != caller.user_id
            lost = [holder.user_id] if holder is not None and loses else []
            called = () if to == caller.user_id else (to,)
            with speak_within(settings.language):
                news = make_news(told, lost).model_copy(update={"ping": called})
                posts = (
                    announce.make_board_posts(at, [news.text], actor=caller.user_id, news=lost)
                    if at.asked == key
                    else [news.delivery(at.stored, TEXT)]
                )
            await self.store.take_seat(
                at.stored.id,
                taking,
                act=self._make_act(caller, f"seat {key}", kind),
                deliveries=posts,
                instead_of=None if holder is None else holder.user_id,
                settings=settings.to_json(),
            )
            self.orders.saved()
            return Reply(say("host.done"))

    async def pause(self, caller: Caller, paused: bool) -> Reply:
        """Stop the clock and all reminders (`paused`), or start them again. Players can act in a pause."""
        async with self.orders.lock_channel(caller):
            at = await self._load_running(caller)
            counted = await self.orders.count_time(at, GameSettings.of(at.stored))
            asked = find_waiting_since(at.stored)
            settings = start_counting(counted, asked, self.reminders.now()).with_(paused=paused)
            with speak_within(settings.language):
                text = (
                    say("host.paused", user=caller.user_id)
                    if paused
                    else say("host.resumed", user=caller.user_id)
                )
            await self._save_settings(caller, at, settings, "pause" if paused else "resume", text)
            return Reply(say("host.done"))

    async def extend(self, caller: Caller, hours: int) -> Reply:
        """Give the open question this many more hours. Later questions get none. Raises `Refused`."""
        async with self.orders.lock_channel(caller):
            at = await self._load_running(caller)
            settings = GameSettings.of(at.stored)
            now = self.reminders.now()
            asked, holder = find_waiting_since(at.stored), at.stored.seat(at.asked)
            wishes = Preferences() if holder is None else await self.orders.load_wishes(holder.user_id)
            begin = find_begin(settings, asked, wishes)
            end = find_answer_deadline(settings, begin, asked, at.asked, wishes)
            if end is None:
                raise Refused(say("host.no_clock"))
            until = max(end, now) + timedelta(hours=hours)
            settings = settings.with_(extended_until=until, extended_for=asked)
            with speak_within(settings.language):
                text = say("host.extended", user=caller.user_id, until=format_time(until))
            await self._save_settings(caller, at, settings, f"extend {hours}", text)
            return Reply(say("host.done"))

    async def _save_settings(
        self, caller: Caller, at: LoadedGame, settings: GameSettings, line: str, text: str
    ) -> None:
        post = Post(text=text).delivery(at.stored, TEXT)
        await self.store.set_settings(
            at.stored, settings.to_json(), act=self._make_act(caller, line, Kind.TABLE), deliveries=[post]
        )
        await self.reminders.replan(at.stored.id)
        self.orders.saved()

    async def _drop_plans(self, at: LoadedGame) -> tuple[list[Note], list[str]]:
        return overtake_plans(at.rules, await self.store.load_notes(at.stored.id))

    async def _save_rewind(
        self,
        caller: Caller,
        at: LoadedGame,
        to: Game,
        line: str,
        told: Sequence[str],
        notes: Sequence[Note],
    ) -> None:
        back = LoadedGame(at.stored, at.rules, to, kernel.resume(at.rules, to))
        card = announce.describe_card(back, at)
        posts = strike_posts(announce.make_board_posts(back, told, card=card), to)
        settings = GameSettings.of(at.stored).back_to(to).to_json()
        await self.store.undo_to(
            at.stored, to, act=self._make_act(caller, line), deliveries=posts, settings=settings, notes=notes
        )
        self.orders.saved()

    async def _save_step(
        self,
        caller: Caller,
        at: LoadedGame,
        step: Step,
        line: str,
        told: Sequence[str],
        settings: GameSettings,
        *,
        notes: Sequence[Note] = (),
    ) -> None:
        """Save a step that begins with a new turn. The open turn of `at` is saved as closed."""
        posts, over = self._make_posts(at, step, told)
        await self.store.commit(
            at.stored,
            step.game,
            (at.position, *step.closed),
            act=self._make_act(caller, line),
            deliveries=posts,
            result=over,
            settings=settings.to_json(),
            notes=notes,
        )
        self.orders.saved()

    def _make_posts(
        self, at: LoadedGame, step: Step, told: Sequence[str]
    ) -> tuple[list[NewDelivery], str | None]:
        """Return the posts of a step, and the result if the step ends the game."""
        now = at.move_to_step(step)
        ends, card = list_ended_chapters(at, step), announce.describe_card(now, at)
        return announce.make_board_posts(now, told, ended=ends, card=card), now.find_result()
