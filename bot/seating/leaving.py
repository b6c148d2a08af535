"""Leave or resign a seat, after a confirmation (docs/how-to/keep-a-game-moving.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.deadlines.caretaker import make_seat_offer
from bot.deadlines.reminders import Reminders, choose_seat_kind, find_waiting_since
from bot.engine.thinking import find_default_level
from bot.language.words import join_names, say, speak_within
from bot.orders.own_question import OwnQuestion
from bot.people.caller import Caller
from bot.replies.action import action, button
from bot.replies.reply import ActionButton, Refused, Reply
from bot.seating.lobby import Lobby
from bot.seating.rematches import Rematches
from bot.seating.seats import Seats
from bot.seating.typed_names import ALL_SEATS, read_key
from bot.session.bot_seats import make_bot_seat
from bot.session.loaded_game import explain_spectating, list_seats
from bot.session.table_names import title_table
from bot.settings.game_settings import (
    GameSettings,
    counts_for_rating,
    find_caretaker_time,
    list_left_seats,
    may_finish,
)
from bot.story.end_posts import list_rank_work, write_resignation
from bot.story.post import TEXT, Post
from bot.views.history import make_details_button
from db.connection.transaction import Transaction
from db.records import Kind, NewAct, Status, StoredGame
from rules.kernel import Rules

TWO = 2  # the number of players in a game that ends when one of them resigns


class Leaving:
    """Lets people leave seats, resign them, or have bot players finish the game.

    A caretaker plays a resigned seat. In a game of two people, the person who resigns loses the game.
    """

    def __init__(self, reminders: Reminders, lobby: Lobby) -> None:
        self.reminders, self.orders, self.store, self.lobby = (
            reminders,
            reminders.orders,
            reminders.store,
            lobby,
        )

    async def leave(self, caller: Caller, seat: str | None = None) -> Reply:
        """Leave one of the caller's seats, by default all. In a running game, ask for confirmation."""
        stored = await self.orders.find_game(caller)
        if stored.status is not Status.RUNNING:
            return await self.lobby.leave(caller, seat)
        rules = self.orders.find_rules(stored)
        keys = self._find_own_seats(stored, rules, caller, seat)
        seats = _join_seat_names(rules, keys)
        leave = Lobby.leave.call(keys[0] if len(keys) == 1 else ALL_SEATS, stored.id)
        sure = button(leave, say("button.leave", seats=seats))
        return Reply(say("leave.sure", seats=seats), buttons=(sure, _make_cancel_button(stored)))

    @action("resign", "{game_id}:{seat}")
    async def resign(self, caller: Caller, seat: str | None = None, game_id: int | None = None) -> Reply:
        """Resign one of the caller's seats, by default all. Without `game_id`, ask for confirmation.

        A caretaker plays from then on, and anybody may take the seat. If no other person plays, the game
        ends. In a game of two people, the other player wins. Raises `Refused`.
        """
        async with self.orders.lock_channel(caller):
            stored = await self.orders.find_game(caller, game_id)
            rules = self.orders.find_rules(stored)
            if stored.status is not Status.RUNNING:
                raise Refused(say("resign.lobby"))
            keys = self._find_own_seats(stored, rules, caller, seat)
            others = any(not sat.level and sat.user_id != caller.user_id for sat in stored.seats)
            seats = _join_seat_names(rules, keys)
            if game_id is None:
                text = self._ask(stored, rules, seats, others=others)
                resign = Leaving.resign.call(keys[0] if len(keys) == 1 else ALL_SEATS, stored.id)
                sure = button(resign, say("button.resign", seats=seats))
                finish = (
                    [button(Leaving.ask_finish.call(stored.id), say("button.finish"))]
                    if may_finish(stored)
                    else []
                )
                return Reply(text, buttons=(sure, _make_cancel_button(stored), *finish))
            if _loses(rules, stored):
                await self._lose(caller, stored, rules, keys)
            elif others:
                await self._hand_over(caller, stored, rules, keys)
            else:
                await self._end_game(caller, stored, rules)
            self.orders.saved()
            return Reply(say("resign.done", seats=seats))

    @action("finishing", "{game_id}")
    async def ask_finish(self, caller: Caller, game_id: int | None = None) -> Reply:
        """Ask the caller to confirm that bot players play the caller's seats to the end. Raises `Refused`."""
        stored, rules, keys = await self._find_finishable(caller, game_id)
        sure = button(Leaving.finish.call(stored.id), say("button.finish"))
        text = say("finish.sure", seats=_join_seat_names(rules, keys))
        return Reply(text, buttons=(sure, _make_cancel_button(stored)))

    @action("finish", "{game_id}")
    async def finish(self, caller: Caller, game_id: int) -> Reply:
        """Let bot players play the caller's seats to the end. Post this, and later only the end of the game.

        Bot players also get the seats that people have left (`list_left_seats`). Raises `Refused`.
        """
        async with self.orders.lock_channel(caller):
            stored, rules, keys = await self._find_finishable(caller, game_id)
            level = next((seat.level for seat in stored.seats if seat.level), find_default_level(rules))
            given = tuple(dict.fromkeys((*keys, *list_left_seats(stored))))
            held = {seat.seat: (seat.user_id, seat.user_name) for seat in stored.seats if seat.seat in given}
            settings = GameSettings.of(stored).without_seats(*given).with_(finishing=held)
            with speak_within(settings.language):
                told = say("finish.told", user=caller.user_id, seats=_join_seat_names(rules, keys))
                post = Post(text=told).delivery(stored, TEXT)
            act = NewAct(Kind.TABLE, "finish", caller.user_id, keys[0], caller.interaction_id)

            def hand_over(changes: Transaction) -> StoredGame:
                changed = changes.set_settings(stored, settings.to_json(), act=act)
                for key in given:
                    holder = stored.seat(key)
                    changed = changes.take_seat(
                        changed.id,
                        make_bot_seat(key, level),
                        act=NewAct(Kind.LOBBY, f"bot {key} {level}", caller.user_id, key),
                        deliveries=[post] if key == keys[0] else [],
                        instead_of=None if holder is None else holder.user_id,
                    )
                return changed

            await self.store.run_together(act, hand_over)
            self.orders.saved()
            return Reply(say("finish.done"))

    async def _find_finishable(
        self, caller: Caller, game_id: int | None
    ) -> tuple[StoredGame, Rules, tuple[str, ...]]:
        """Return the game, its rules and the caller's seats.

        Raises `Refused` if bot players may not finish the game for the caller.
        """
        stored = await self.orders.find_game(caller, game_id)
        rules = self.orders.find_rules(stored)
        if stored.status is not Status.RUNNING:
            raise Refused(say("finish.lobby"))
        keys = self._find_own_seats(stored, rules, caller, None)
        if not may_finish(stored):
            raise Refused(say("finish.people"))
        return stored, rules, keys

    @staticmethod
    def _ask(stored: StoredGame, rules: Rules, seats: str, *, others: bool) -> str:
        """Return the question whether to resign, with the consequences."""
        if not others:
            return say("resign.alone", seats=seats)
        asked = "resign.loses" if _loses(rules, stored) else "resign.sure"
        counts = [say("resign.counts")] if counts_for_rating(rules, stored) else []
        return "\n".join([say(asked, seats=seats), *counts])

    async def _hand_over(self, caller: Caller, stored: StoredGame, rules: Rules, keys: Sequence[str]) -> None:
        """Give the caller's seats to a caretaker, and offer the seats to anybody."""
        before = stored
        for index, key in enumerate(keys):
            # Only the first seat's act has the interaction's id, because the store takes an id only once. If
            # Discord repeats the click, the store refuses this act. Then the other seats get no act either.
            interaction = caller.interaction_id if index == 0 else None
            kind = choose_seat_kind(self.orders, stored, key)
            act = NewAct(kind, f"resign {key}", caller.user_id, key, interaction)
            stored = await self.store.leave_seat(stored.id, key, caller.user_id, act=act)
        settings = GameSettings.of(stored)
        if counts_for_rating(rules, before):
            settings = settings.with_(resigned={**settings.resigned, **dict.fromkeys(keys, caller.user_id)})
        settings = settings.with_(
            caretakers={**settings.caretakers, **dict.fromkeys(keys, 0)},
            offered={**settings.offered, **dict.fromkeys(keys, 0)},
        )
        stored = replace(stored, settings=settings.to_json())
        asked = self.orders.load_seated(stored).asked
        plays = find_caretaker_time(settings, asked, find_waiting_since(stored))
        until = plays if plays > self.reminders.now() else None  # None: the caretaker plays at once
        with speak_within(settings.language):
            told = say("resign.told", user=caller.user_id, seats=_join_seat_names(rules, keys))
            posts = [
                make_seat_offer(
                    Seats.claim.call,
                    stored,
                    rules,
                    key,
                    0,
                    until=until if key == asked else None,
                    instead=told if key == keys[0] else "",
                )
                for key in keys
            ]
        act = NewAct(Kind.TABLE, "resign", caller.user_id)
        await self.store.set_settings(stored, settings.to_json(), act=act, deliveries=posts)
        await self.reminders.plan(stored.id)

    async def _lose(self, caller: Caller, stored: StoredGame, rules: Rules, keys: Sequence[str]) -> None:
        """End a game of two people. The caller resigns and so loses the game."""
        settings = GameSettings.of(stored)
        settings = settings.with_(resigned=dict.fromkeys(keys, caller.user_id))
        [winner] = (each for each in stored.seats if each.seat not in keys)
        with speak_within(settings.language):
            places = {"seats": _join_seat_names(rules, keys), "winner": rules.name(winner.seat)}
            line = say("resign.won", user=caller.user_id, other=winner.user_id, **places)
            again = button(Rematches.rematch.call(stored.id), say("button.rematch"), "good")
            buttons = (again, make_details_button(stored))
            told = Post(text=line, ping=(winner.user_id,), buttons=buttons, result_lines=1)
            post = told.delivery(stored, TEXT)
            result = write_resignation(rules, stored, keys)
        act = NewAct(Kind.END, "resign", caller.user_id, keys[0], caller.interaction_id)

        def end(changes: Transaction) -> StoredGame:
            set_ = changes.set_settings(
                stored, settings.to_json(), act=NewAct(Kind.TABLE, "resign", caller.user_id)
            )
            posts = [post, *list_rank_work(rules, stored)]
            return changes.end_game(set_, Status.ENDED, result, act=act, deliveries=posts)

        await self.store.run_together(act, end)

    async def _end_game(self, caller: Caller, stored: StoredGame, rules: Rules) -> None:
        with speak_within(GameSettings.of(stored).language):
            line = say("end.dropped", user=caller.user_id, title=title_table(rules, stored))
            details = () if stored.position is None else (make_details_button(stored),)
            post = Post(text=line, buttons=details, result_lines=1).delivery(stored, TEXT)
            result = say("end.result")
        act = NewAct(Kind.END, "resign", caller.user_id, "", caller.interaction_id)
        await self.store.end_game(stored, Status.DROPPED, result, act=act, deliveries=[post])

    def _find_own_seats(
        self, stored: StoredGame, rules: Rules, caller: Caller, seat: str | None
    ) -> tuple[str, ...]:
        own = stored.seats_of(caller.user_id)
        if not own:
            raise Refused(explain_spectating(rules, stored, caller.user_id))
        if seat in (None, ALL_SEATS):
            return own
        key = read_key(seat or "", {key: rules.name(key) for key in own})
        if not key:
            raise Refused(say("seat.none"))
        return (key,)


def _loses(rules: Rules, stored: StoredGame) -> bool:
    """Return whether resigning loses the game: two people hold its only two seats."""
    people = {seat.user_id for seat in stored.seats if not seat.level}
    return len(people) == len(list_seats(rules, stored)) == TWO


def _make_cancel_button(stored: StoredGame) -> ActionButton:
    """Return the button that changes nothing and goes back to the game. Only this button has a colour."""
    return button(OwnQuestion.show.call(stored.id), say("button.cancel"), "main")


def _join_seat_names(rules: Rules, keys: Sequence[str]) -> str:
    return join_names([rules.name(key) for key in keys])
