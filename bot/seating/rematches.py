"""Set up a rematch: the same game again, with the same rules and the same people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.deadlines.reminders import Reminders
from bot.deadlines.reserved import change_sides, require_not_reserved, reserve_seats
from bot.language.words import join_names, say, speak_within
from bot.people.caller import Caller
from bot.replies.action import action, button
from bot.replies.reply import Refused, Reply
from bot.seating.lobby import plan_start
from bot.seating.seeds import add_word, give_no_word, make_seed
from bot.session.loaded_game import name_holder
from bot.session.table_names import offer_table_names, title_table
from bot.settings.game_settings import GameSettings, return_left_seats
from bot.story.board_posts import format_time
from bot.story.post import TEXT, Post, make_lobby_post
from db.connection.transaction import Transaction
from db.records import Kind, NewAct, Seat, SeatTaken, Status, StoredGame
from rules.chance import make_commitment
from rules.kernel import Rules


class Rematches:
    """Sets up rematches."""

    def __init__(
        self,
        reminders: Reminders,
        new_seed: Callable[[], str] = make_seed,
        new_word: Callable[[Caller], str] = give_no_word,
    ) -> None:
        self.reminders, self.orders, self.store = reminders, reminders.orders, reminders.store
        self.new_seed, self.new_word = new_seed, new_word

    @action("rematch", "{game_id}")
    async def rematch(self, caller: Caller, game_id: int) -> Reply:
        """Set up the same game again in its channel, with the same rules, and invite its players.

        The caller and the bot players get their seats again. The other seats are reserved for some time for
        the people who played there, also for people who left before the end. While the lobby is open, each of
        these players gets their seats by pressing the same button as the caller.
        """
        return await self._set_up(caller, game_id, change=False)

    @action("othersides", "{game_id}")
    async def rematch_with_other_sides(self, caller: Caller, game_id: int) -> Reply:
        """Set up a rematch as `rematch` does, but move each player to the next seat."""
        return await self._set_up(caller, game_id, change=True)

    async def _set_up(self, caller: Caller, game_id: int, *, change: bool) -> Reply:
        before = await self.store.load(game_id)
        rules = self.orders.find_rules(before)
        if before.status in (Status.LOBBY, Status.RUNNING):
            raise Refused(say("lobby.channel_taken", title=title_table(rules, before)))
        before = return_left_seats(before)
        if not before.seats_of(caller.user_id):
            raise Refused(say("rematch.not_you", title=rules.TITLE))
        async with self.orders.lock_channel(caller):
            here = await self.store.find_in_channel(before.channel_id)
            if here is not None and here.status is Status.LOBBY and here.game == before.game:
                return await self._sit_again(caller, before, here)
            seats = change_sides(rules, before) if change else before.seats
            made = await self._create_rematch(caller, before, rules, seats)
        ready = all(seat.level or seat.user_id == caller.user_id for seat in seats)
        text = say("help.full" if ready else "lobby.made", title=title_table(rules, made))
        return Reply(text, silent=True)  # the channel shows the new card

    async def _create_rematch(
        self, caller: Caller, before: StoredGame, rules: Rules, seats: Sequence[Seat]
    ) -> StoredGame:
        """Create a rematch, seat the caller and the bot players at `seats`, and return the new game."""
        agreed = GameSettings.of(before)
        settings = GameSettings.for_new_table(
            language=agreed.language,
            pace=agreed.pace,
            reminders=agreed.reminders,
            rated=agreed.rated,
            web=agreed.web,
            show=agreed.show,
        )
        settings = reserve_seats(settings, seats)
        assert settings.reserved_until is not None, "seats are kept until some time"
        others = tuple(dict.fromkeys(user for user in settings.reserved.values() if user != caller.user_id))
        posts = [make_lobby_post(before.channel_id)]
        with speak_within(settings.language):
            if others:
                users = join_names([f"<@{user}>" for user in others])
                until, title = format_time(settings.reserved_until), title_table(rules, before)
                text = say("rematch.told", title=title, until=until, users=users, user=caller.user_id)
                again = button(Rematches.rematch.call(before.id), say("button.rematch_join"), "main")
                posts.append(Post(text=text, ping=others, buttons=(again,)).delivery(before, TEXT))
        seed = self.new_seed()
        act = NewAct(Kind.LOBBY, "rematch", caller.user_id, "", caller.interaction_id)

        def create_and_seat(changes: Transaction) -> StoredGame:
            made = changes.create_game(
                before.game,
                channel_id=before.channel_id,
                guild_id=before.guild_id,
                host_id=caller.user_id,
                options=before.options,
                settings=settings.to_json(),
                seed=seed,
                commitment=make_commitment(seed),
                names=offer_table_names(rules),
                act=act,
                deliveries=posts,
            )
            for seat in seats:
                if seat.level or seat.user_id == caller.user_id:
                    line = f"bot {seat.seat} {seat.level}" if seat.level else f"join {seat.seat}"
                    sits = NewAct(Kind.LOBBY, line, caller.user_id, seat.seat)
                    made = changes.take_seat(made.id, seat, act=sits)
            return made

        saved = await self.store.run_together(act, create_and_seat)
        self.orders.saved()
        return saved

    async def _sit_again(self, caller: Caller, before: StoredGame, here: StoredGame) -> Reply:
        """Seat the caller again in the lobby of a rematch. Raises `Refused` if somebody else has the seat."""
        rules = self.orders.find_rules(here)
        kept = [seat for seat, user in GameSettings.of(here).reserved.items() if user == caller.user_id]
        own = kept or before.seats_of(caller.user_id)
        settings = GameSettings.of(here)
        for key in own:
            require_not_reserved(rules, here, key, caller.user_id)
            act = NewAct(Kind.LOBBY, f"join {key}", caller.user_id, key)
            if key not in settings.words:
                settings = add_word(settings, [key], self.new_word(caller))
            seat = Seat(key, caller.user_id, caller.name)
            after = replace(here, seats=(*(sat for sat in here.seats if sat.seat != key), seat))
            with speak_within(settings.language):
                settings, more = plan_start(rules, after, settings, caller.user_id, self.reminders.now())
            try:
                here = await self.store.take_seat(
                    here.id,
                    seat,
                    act=act,
                    deliveries=[make_lobby_post(here.channel_id), *more],
                    settings=settings.to_json(),
                )
            except SeatTaken as taken:
                holder = name_holder(rules, taken.holder)
                raise Refused(say("seat.other", seat=rules.name(key), holder=holder)) from None
        self.orders.saved()
        text = say("rematch.seated", seats=join_names([rules.name(key) for key in own]))
        return Reply(text)
