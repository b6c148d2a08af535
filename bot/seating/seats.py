"""Let seats change hands, give seats to bot players, and let people be away for a while.

A seat changes hands if its player offers it, or if the other players vote to offer it. A person then claims
it with a button or a command. A player can also give a seat to a bot player.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from bot.deadlines.caretaker import make_seat_offer, write_takeover
from bot.deadlines.reminders import Reminders, choose_seat_kind, find_waiting_since
from bot.deadlines.reserved import find_reserved, require_not_reserved
from bot.engine.thinking import find_default_level, find_easiest_level, list_levels, list_styles
from bot.language.words import join_names, say, speak_within
from bot.people.caller import Caller
from bot.people.preferences import Preferences
from bot.replies.action import action
from bot.replies.reply import Refused, Reply
from bot.replies.text import pack_pages
from bot.seating.hands import require_hand_given
from bot.seating.lobby import plan_start
from bot.seating.typed_names import read_key
from bot.session.bot_seats import choose_style, describe_style, make_bot_seat, name_level, name_style
from bot.session.loaded_game import (
    explain_finishing,
    explain_spectating,
    list_open_seats,
    list_seats,
    name_holder,
    name_seat,
    order_seats,
    title_seat,
)
from bot.session.table_names import title_table
from bot.settings.clocks import AWAY, BOTH, find_begin, find_time_left, renew_clocks
from bot.settings.game_settings import GameSettings, find_caretaker_time, find_caretaker_wait, return_seats
from bot.story import announce, standings, summary
from bot.story.board_posts import format_time
from bot.story.post import TEXT, Post, make_lobby_post, make_news
from bot.story.pushes import write_span
from db.records import LOST_SEAT, Kind, NewAct, NewDelivery, Note, Seat, SeatTaken, Status, StoredGame
from rules.kernel import Rules

PATIENCE = timedelta(hours=24)  # in a game without a time limit, the time after which people may vote
BRIEFING = 1400  # characters of a briefing, so that the question below it is on the same screen
LOOK_BACK = 3  # how many of the last turns a briefing tells
OFF = "off"  # the level that removes a bot player
NO_STYLE = "none"


class Seats:
    """Gives seats of a game to other people and to bot players, and notes when people are away."""

    def __init__(self, reminders: Reminders) -> None:
        self.reminders, self.orders, self.people = reminders, reminders.orders, reminders.people
        self.store = reminders.orders.store

    async def offer(self, caller: Caller, seat: str | None, to: int = 0) -> Reply:
        """Offer one of the caller's seats to anybody (`to` is 0), or to one user.

        The caller plays on until somebody takes the seat. Raises `Refused`.
        """
        async with self.orders.lock_channel(caller):
            stored, rules = await self._load_running(caller)
            key = self._find_own_seat(stored, rules, caller, seat)
            if to == caller.user_id:
                raise Refused(say("offer.self"))
            settings = GameSettings.of(stored)
            settings = settings.with_(offered={**settings.offered, key: to})
            with speak_within(settings.language):
                post = make_seat_offer(Seats.claim.call, stored, rules, key, to)
            act = self._make_act(caller, f"offer {key}", key)
            await self.store.set_settings(stored, settings.to_json(), act=act, deliveries=[post])
            self.orders.saved()
            return Reply(say("offer.done", seat=rules.name(key)))

    @action("claim", "{game_id}:{seat}")
    async def claim(self, caller: Caller, seat: str | None, game_id: int | None = None) -> Reply:
        """Take a seat that is free, on offer or held by a bot player. Return a briefing. Raises `Refused`.

        If the seat is the caller's own, withdraw its offer.
        """
        async with self.orders.lock_channel(caller):
            stored, rules = await self._load_running(caller, game_id)
            key = self._choose_seat_to_claim(stored, rules, caller, seat)
            if key in stored.seats_of(caller.user_id):
                return await self._withdraw_offer(caller, stored, rules, key)
            require_hand_given(rules, stored, key, caller.user_id)
            holder = stored.seat(key)
            settings = renew_clocks(GameSettings.of(stored).without_seats(key), key)
            before = () if holder is None or holder.level else (holder.user_id,)
            taking = Seat(key, caller.user_id, caller.name)
            with speak_within(settings.language):
                told = [write_takeover(rules, key, caller.user_id, holder)]
            at = self.orders.load_seated(stored)
            others = tuple(sat for sat in stored.seats if sat.seat != key)
            at.stored = replace(stored, seats=(*others, taking), settings=settings.to_json())
            if at.asked == key:
                posts = announce.make_board_posts(at, told, actor=caller.user_id, news=before)
            else:
                posts = [Post(text=told[0], news=before).delivery(stored, TEXT)]
            try:
                await self.store.take_seat(
                    stored.id,
                    taking,
                    act=self._make_act(
                        caller, f"claim {key}", key, choose_seat_kind(self.orders, stored, key)
                    ),
                    deliveries=posts,
                    instead_of=None if holder is None else holder.user_id,
                    settings=settings.to_json(),
                )
            except SeatTaken as taken:
                raise Refused(
                    say("seat.other", seat=rules.name(key), holder=name_holder(rules, taken.holder))
                ) from None
            self.orders.saved()
            return await self.brief(caller, stored.id, key)

    async def _withdraw_offer(self, caller: Caller, stored: StoredGame, rules: Rules, key: str) -> Reply:
        """Withdraw the offer of the caller's own seat. Raises `Refused` if it is not on offer."""
        before = GameSettings.of(stored)
        settings = before.without_seats(key)
        if settings == before:
            raise Refused(say("claim.own", seat=title_seat(rules, key)))
        with speak_within(settings.language):
            told = say("offer.withdrawn", user=caller.user_id, seat=rules.name(key))
        await self.store.set_settings(
            stored,
            settings.to_json(),
            act=self._make_act(caller, f"keep {key}", key),
            deliveries=[Post(text=told).delivery(stored, TEXT)],
        )
        await self.reminders.plan(stored.id, back=caller.user_id)
        self.orders.saved()
        return Reply(say("claim.own", seat=title_seat(rules, key)))

    async def brief(self, caller: Caller, game_id: int, seat: str) -> Reply:
        """Return a briefing for the new player of a seat: the standings, the last turns, and the question."""
        stored = await self.store.load(game_id)
        at = self.orders.load_seated(stored)
        view = at.view(seat)
        lines = [say("briefing", seat=name_seat(at.rules, seat, at.position), headline=view.headline)]
        lines += standings.list_standings(at.rules, stored, view)
        panel = at.build_panel(caller.user_id)
        question = "" if panel is not None else at.question()[0]
        turns = (await self.store.load_history(stored.id))[-LOOK_BACK:]
        told = await asyncio.to_thread(summary.summarize, at.rules, turns, None, reader=frozenset((seat,)))
        room = BRIEFING - sum(len(line) + 1 for line in lines) - len(question)
        lately = pack_pages(told.text.splitlines(), max(room, 200))[-1]
        lines += [say("briefing.lately"), lately or say("log.empty")]
        return Reply("\n".join([*lines, question]), panel, view)

    async def fill_with_bots(self, caller: Caller, level: str) -> None:
        """Give each free seat to a bot player of this level. Raises `Refused`."""
        stored = await self.orders.find_game(caller)
        for seat in list_seats(self.orders.find_rules(stored), stored):
            if (await self.orders.find_game(caller)).seat(seat) is None:
                await self.seat_bot(caller, seat, level)

    @action("automatic", "{game_id}:{seat}")
    async def seat_bot(
        self,
        caller: Caller,
        seat: str | None = None,
        level: str | None = None,
        game_id: int | None = None,
        style: str | None = None,
    ) -> Reply:
        """Give a seat to a bot player, or remove a bot player (`OFF`). Raises `Refused`.

        The seat must be free, on offer to anybody, held by a bot player, or held by the caller. In a running
        game, the host or a moderator may give any seat. If bot players have all other seats, only the host
        may give them the last seat, and only in the lobby.

        Args:
            caller: the person who gives the seat
            seat: the name of the seat. None means the first free seat. If no seat is free, or if `level` is
                `OFF`, None means the seat of the only bot player
            level: the level of the bot player; None for `_find_usual_level`. If only `style` is given, a bot
                player that has the seat keeps its level
            game_id: the game that a button names; if it is given, the seat must be free
            style: the style of the bot player, or `NO_STYLE`; None for one at random
        """
        async with self.orders.lock_channel(caller):
            stored, rules = await self._load_game(caller, game_id)
            off = level is not None and level.strip().casefold() == OFF
            key = self._choose_seat_to_give(stored, rules, caller, seat, off=off)
            if game_id is not None and (holder := stored.seat(key)):
                raise Refused(say("seat.other", seat=rules.name(key), holder=name_holder(rules, holder)))
            if off:
                return await self._send_away(caller, stored, rules, key)
            holder = stored.seat(key)
            if level is None and style is not None and holder is not None and holder.level:
                level = holder.level
            usual = await self._find_usual_level(caller, rules) if level is None else level
            level = self._read_level(rules, usual)
            seats = list_seats(rules, stored)
            others = [other for each in seats if each != key and (other := stored.seat(each))]
            style = (
                choose_style(rules, level, others, f"{stored.id} {stored.serial} {key}")
                if style is None
                else self._read_style(rules, level, style)
            )
            watched = len(others) == len(seats) - 1 and all(other.level for other in others)
            if watched and (holder is None or not holder.level) and not _may_watch(stored, caller):
                raise Refused(say("bot.people", host=stored.host_id))
            taking = make_bot_seat(key, level, style)
            with speak_within(GameSettings.of(stored).language):
                named = {"seat": rules.name(key), "holder": name_holder(rules, taking)}
                text = say("bot.taken", user=caller.user_id, **named)
                lost = holder is not None and not holder.level and holder.user_id != caller.user_id
                post = self._make_post(stored, text, [holder.user_id] if holder and lost else [])
            settings = GameSettings.of(stored).without_seats(key)
            rest = (sat for sat in stored.seats if sat.seat != key)
            after = replace(stored, seats=(*rest, taking), settings=settings.to_json())
            with speak_within(settings.language):
                settings, more = plan_start(rules, after, settings, caller.user_id, self.reminders.now())
            kind = choose_seat_kind(self.orders, stored, key)
            await self.store.take_seat(
                stored.id,
                taking,
                act=self._make_act(caller, f"bot {key} {level}", key, kind),
                deliveries=[post, *more],
                instead_of=None if holder is None else holder.user_id,
                settings=settings.to_json(),
            )
            self.orders.saved()
            lines = [say("bot.done", seat=rules.name(key), holder=name_holder(rules, taking))]
            if watched:
                lines.append(say("bot.watch"))
            return Reply("\n".join(lines), silent=stored.status is Status.LOBBY and not watched)

    @action("fill", "{game_id}")
    async def fill_lobby(self, caller: Caller, game_id: int) -> Reply:
        """Give all free seats of a game that has not started to bot players. Raises `Refused`."""
        stored, rules = await self._load_game(caller, game_id)
        if stored.status is not Status.LOBBY:
            raise Refused(say("lobby.started"))
        if not caller.manages and caller.user_id != stored.host_id and not stored.seats_of(caller.user_id):
            raise Refused(say("no_seat"))
        by = replace(caller, interaction_id=None)  # the store takes an id only once
        await self.fill_with_bots(by, await self._find_usual_level(caller, rules))
        return Reply(say("help.full", title=title_table(rules, stored)), silent=True)

    async def _find_usual_level(self, caller: Caller, rules: Rules) -> str:
        """Return the level of a bot player if nobody chooses: an easy one if the caller is new to Durbar."""
        known = caller.guild_id is None or await self.store.has_ended_game(caller.guild_id, [caller.user_id])
        return find_default_level(rules) if known else find_easiest_level(rules)

    @staticmethod
    def _read_level(rules: Rules, level: str) -> str:
        """Return the level that a typed text means. Raises `Refused`."""
        known = list_levels(rules)
        if not (level := read_key(level, {each: each for each in known})):
            raise Refused(say("bot.levels", title=rules.TITLE, levels=join_names([*known, OFF], "or")))
        return level

    @staticmethod
    def _read_style(rules: Rules, level: str, style: str) -> str:
        """Return the style that a typed text means; "" for `NO_STYLE`. Raises `Refused`."""
        known = list_styles(rules, level)
        read = read_key(style, {each: name_style(rules, each) for each in known} | {NO_STYLE: NO_STYLE})
        if not read:
            raise Refused(say("bot.styles", level=level, styles=join_names([*known, NO_STYLE], "or")))
        return "" if read == NO_STYLE else read

    async def _send_away(self, caller: Caller, stored: StoredGame, rules: Rules, key: str) -> Reply:
        """Free the seat of a bot player. Raises `Refused` if no bot player has the seat."""
        holder = stored.seat(key)
        if holder is None or not holder.level:
            raise Refused(say("bot.none", seat=rules.name(key)))
        with speak_within(GameSettings.of(stored).language):
            post = self._make_post(stored, say("bot.gone", user=caller.user_id, seat=rules.name(key)))
        kind = choose_seat_kind(self.orders, stored, key)
        act = self._make_act(caller, f"bot {key} {OFF}", key, kind)
        await self.store.leave_seat(stored.id, key, 0, act=act, deliveries=[post])
        self.orders.saved()
        return Reply(say("bot.left", seat=rules.name(key)))

    async def list_levels(self, caller: Caller) -> list[tuple[str, str]]:
        """Return pairs of label and value: the levels of bot players for the channel's game, and "off"."""
        stored = await self.store.find_in_channel(caller.channel_id)
        if stored is None:
            return []
        rules = self.orders.find_rules(stored)
        default = await self._find_usual_level(caller, rules)
        known = [
            (say("level.default", level=name_level(level)) if level == default else name_level(level), level)
            for level in list_levels(rules)
        ]
        return [*known, (say("level.off"), OFF)]

    async def list_styles(self, caller: Caller) -> list[tuple[str, str]]:
        """Return pairs of label and value: the styles of bot players for the channel's game, and "none"."""
        stored = await self.store.find_in_channel(caller.channel_id)
        if stored is None:
            return []
        rules = self.orders.find_rules(stored)
        known = [
            (say("style.label", style=name_style(rules, style), habit=describe_style(rules, style)), style)
            for style in rules.EXTRAS.styles
        ]
        return [*known, (say("style.none"), NO_STYLE)] if known else []

    async def list_claimable(self, caller: Caller) -> list[tuple[str, str]]:
        """Return pairs of name and key: the seats that the caller may take."""
        return await self._list_names(
            caller, lambda rules, stored: list_open_seats(rules, stored, caller.user_id)
        )

    async def list_votable(self, caller: Caller) -> list[tuple[str, str]]:
        """Return pairs of name and key: the seats of other people."""
        return await self._list_names(
            caller,
            lambda _, stored: [
                sat.seat for sat in stored.seats if not sat.level and sat.user_id != caller.user_id
            ],
        )

    async def _list_names(
        self, caller: Caller, list_keys: Callable[[Rules, StoredGame], Sequence[str]]
    ) -> list[tuple[str, str]]:
        stored = await self.store.find_in_channel(caller.channel_id)
        if stored is None:
            return []
        rules = self.orders.find_rules(stored)
        return [(rules.name(key), key) for key in list_keys(rules, stored)]

    async def vote(self, caller: Caller, seat: str | None) -> Reply:
        """Vote to give a silent player's seat to a caretaker and to offer it to anybody. Raises `Refused`.

        People can vote only on the seat that is asked. This seat is also the default.
        """
        async with self.orders.lock_channel(caller):
            stored, rules = await self._load_running(caller)
            at = self.orders.load_seated(stored)
            key = at.asked if seat is None else self._read_key(rules, stored, seat)
            holder = stored.seat(key)
            if holder is not None and holder.level:
                raise Refused(say("vote.bot", seat=rules.name(key)))
            voters = {sat.user_id for sat in stored.seats if not sat.level}
            voters -= {holder.user_id} if holder else set()
            if holder is None or caller.user_id not in voters:
                raise Refused(say("vote.not_you"))
            settings = GameSettings.of(stored)
            since = find_waiting_since(stored)
            away = (await self.people.load(holder.user_id)).away
            begin = find_begin(settings, since, Preferences())
            from_then = max(begin, away or since) + (settings.terms.answer or PATIENCE)
            if at.asked != key:
                raise Refused(say("vote.not_asked", seat=rules.name(key)))
            if self.reminders.now() < from_then and key not in settings.caretakers:
                raise Refused(say("vote.early", seat=rules.name(key), from_then=format_time(from_then)))
            votes = tuple(dict.fromkeys((*settings.votes.get(key, ()), caller.user_id)))
            enough = len(voters) // 2 + 1
            settings = settings.with_(votes={**settings.votes, key: votes})
            with speak_within(settings.language):
                name = rules.name(key)
                places = {"user": caller.user_id, "seat": name, "votes": len(votes), "needed": enough}
                posts = [Post(text=say("vote.told", **places)).delivery(stored, TEXT)]
                if len(votes) >= enough:
                    kept = {**settings.caretakers, key: settings.caretakers.get(key, 0)}
                    fresh = {} if key in settings.caretakers else {key: self.reminders.now()}
                    opened = {**settings.opened_by_vote, **fresh}
                    settings = settings.with_(
                        caretakers=kept, offered={**settings.offered, key: 0}, opened_by_vote=opened
                    )
                    posts.append(
                        make_seat_offer(
                            Seats.claim.call,
                            stored,
                            rules,
                            key,
                            0,
                            until=find_caretaker_time(settings, key, since),
                            loses=True,
                        )
                    )
            act = self._make_act(caller, f"vote {key}", key)
            await self.store.set_settings(stored, settings.to_json(), act=act, deliveries=posts)
            await self.reminders.plan(stored.id)
            self.orders.saved()
            return Reply(say("vote.done", seat=rules.name(key), votes=len(votes), needed=enough))

    async def go_away(self, caller: Caller, days: int, stand_in: bool) -> Reply:
        """Mark the caller as away for some days, and post that in the channels of their games.

        With `stand_in`, a caretaker plays. Otherwise the caller's clocks stop at each table where absences
        stop clocks.
        """
        until = self.reminders.now() + timedelta(days=days)
        preferences = await self.people.load(caller.user_id)
        await self.people.save(caller, preferences.model_copy(update={"away": until, "stand_in": stand_in}))
        told = list[str]()
        for stored in await self.store.list_games_of(caller.user_id):
            with speak_within(GameSettings.of(stored).language):
                text = self._describe_absence(caller, stored, until, stand_in=stand_in)
            await self._post_and_plan(caller, stored, "away", text)
            playing = self._describe_stand_in(caller, stored, stand_in=stand_in)
            told.append(say("away.there", channel=stored.channel_id, text=playing))
        return Reply("\n".join([say("away.done", until=format_time(until)), *told]))

    def _describe_absence(
        self, caller: Caller, stored: StoredGame, until: datetime, *, stand_in: bool
    ) -> str:
        """Return the post that says until when the caller is away, and who plays meanwhile."""
        text = say("away.told", user=caller.user_id, until=format_time(until))
        return f"{text} {self._describe_stand_in(caller, stored, stand_in=stand_in)}"

    @staticmethod
    def _describe_stand_in(caller: Caller, stored: StoredGame, *, stand_in: bool) -> str:
        """Return a sentence on what a game does while the caller is away.

        A caretaker plays, or the caller's clock runs, or the game waits.
        """
        settings = GameSettings.of(stored)
        if stand_in or not {*settings.caretakers}.isdisjoint(stored.seats_of(caller.user_id)):
            return say("away.stand_in", wait=write_span(find_caretaker_wait(settings)))
        runs = settings.stops not in (AWAY, BOTH) and find_time_left(settings, "", None) is not None
        return say("away.runs" if runs else "away.waits")

    async def come_back(self, caller: Caller) -> Reply:
        """Mark the caller as back. Their clocks run again, and no caretaker plays their seats.

        The reply also names the seats that others have taken from the caller, if no reply has told this yet.
        """
        preferences, now = await self.people.load(caller.user_id), self.reminders.now()
        games = await self.store.list_games_of(caller.user_id)
        if not preferences.is_away(now):
            games = tuple(each for each in games if return_seats(each, caller.user_id) is not None)
        if games or preferences.is_away(now):
            # The time for the caller's open questions begins at `away`.
            await self.people.save(caller, preferences.model_copy(update={"away": now, "stand_in": False}))
        asked = []
        for stored in games:
            settings = GameSettings.of(stored)
            after = settings.without_seats(*stored.seats_of(caller.user_id))
            with speak_within(settings.language):
                post = Post(text=say("back.told", user=caller.user_id)).delivery(stored, TEXT)
            act = NewAct(Kind.TABLE, "back", caller.user_id)
            await self.store.set_settings(stored, after.to_json(), act=act, deliveries=[post])
            await self.reminders.plan(stored.id, back=caller.user_id)
            asked.append(f"<#{stored.channel_id}>")
        lost = []
        for gone in await self.store.list_lost_seats(caller.user_id):
            rules = self.orders.games.get(gone.game)
            seat = gone.seat if rules is None else rules.name(gone.seat)
            where = {"seat": seat, "channel": gone.channel_id}
            lost.append(
                say("back.lost", holder=gone.taken_by, **where)
                if gone.taken_by > 0
                else say("back.lost_to_bot", **where)
            )
            await self.store.write_notes(gone.game_id, Note("", f"{LOST_SEAT}{gone.seat}", 0, ""))
        self.orders.saved()
        if asked:
            return Reply("\n".join([say("back.done", channels=join_names(asked)), *lost]))
        here = await self.store.find_in_channel(caller.channel_id)
        if here is not None and here.game in self.orders.games:
            finishing = explain_finishing(self.orders.find_rules(here), here, caller.user_id)
            lost += [finishing] if finishing else []
        return Reply("\n".join([say("back.welcome"), *lost] if lost else [say("back.nowhere")]))

    async def _post_and_plan(self, caller: Caller, stored: StoredGame, line: str, text: str) -> None:
        act = NewAct(Kind.TABLE, line, caller.user_id)
        await self.store.record_act(stored.id, act=act, deliveries=[Post(text=text).delivery(stored, TEXT)])
        await self.reminders.plan(stored.id)
        self.orders.saved()

    async def _load_game(self, caller: Caller, game_id: int | None = None) -> tuple[StoredGame, Rules]:
        stored = await self.orders.find_game(caller, game_id)
        return stored, self.orders.find_rules(stored)

    async def _load_running(self, caller: Caller, game_id: int | None = None) -> tuple[StoredGame, Rules]:
        stored, rules = await self._load_game(caller, game_id)
        if stored.status is Status.LOBBY:
            raise Refused(say("not_started"))
        return stored, rules

    def _choose_seat_to_give(
        self, stored: StoredGame, rules: Rules, caller: Caller, seat: str | None, *, off: bool
    ) -> str:
        """Return the seat that gets a bot player; with `off`, the seat that loses its bot player.

        Raises `Refused`.
        """
        host = caller.user_id == stored.host_id or caller.manages
        if not host and not stored.seats_of(caller.user_id):
            raise Refused(say("no_seat"))
        free = [key for key in list_seats(rules, stored) if stored.seat(key) is None]
        kept = {} if host else find_reserved(stored)
        free = [key for key in free if kept.get(key, caller.user_id) == caller.user_id] or free
        if seat is None:
            automatic = [sat.seat for sat in order_seats(rules, stored) if sat.level]
            if (off or not free) and len(automatic) > 1:
                raise Refused(say("bot.which", seats=join_names([rules.name(key) for key in automatic])))
            if not free and not automatic:
                raise Refused(say("seat.full"))
            return automatic[0] if automatic and (off or not free) else free[0]
        key = self._read_key(rules, stored, seat)
        if not host:
            require_not_reserved(rules, stored, key, caller.user_id)
        holder, anybody = stored.seat(key), GameSettings.of(stored).offered.get(key) == 0
        may = (host and stored.status is Status.RUNNING) or anybody
        if holder and not (may or holder.level or holder.user_id == caller.user_id):
            raise Refused(say("seat.other", seat=rules.name(key), holder=name_holder(rules, holder)))
        return key

    def _make_post(self, stored: StoredGame, text: str, loses: Sequence[int] = ()) -> NewDelivery:
        """Return the post about a change of seats: the card in the lobby, or `text` in a game.

        `loses` are the people who lose their seat; a post with `text` mentions them.
        """
        if stored.status is Status.LOBBY:
            return make_lobby_post(stored.channel_id)
        return make_news(text, loses).delivery(stored, TEXT)

    def _find_own_seat(self, stored: StoredGame, rules: Rules, caller: Caller, seat: str | None) -> str:
        own = stored.seats_of(caller.user_id)
        key = own[0] if seat is None and own else "" if seat is None else self._read_key(rules, stored, seat)
        if key not in own:
            raise Refused(say("seat.none") if own else explain_spectating(rules, stored, caller.user_id))
        return key

    def _choose_seat_to_claim(
        self, stored: StoredGame, rules: Rules, caller: Caller, seat: str | None
    ) -> str:
        free = list_open_seats(rules, stored, caller.user_id)
        if seat is None and stored.seats_of(caller.user_id):  # a player must name the bot's seat to get it
            automatic = {sat.seat for sat in stored.seats if sat.level}
            free = [key for key in free if key not in automatic]
        if seat is None and free:
            return free[0]
        key = "" if seat is None else self._read_key(rules, stored, seat)
        if key not in (*free, *stored.seats_of(caller.user_id)):
            raise Refused(say("claim.none"))
        return key

    def _read_key(self, rules: Rules, stored: StoredGame, seat: str) -> str:
        names = {key: rules.name(key) for key in list_seats(rules, stored)}
        if not (key := read_key(seat, names)):
            raise Refused(say("seat.unknown", seats=join_names(list(names.values()))))
        return key

    def _make_act(self, caller: Caller, line: str, seat: str, kind: Kind = Kind.TABLE) -> NewAct:
        return NewAct(kind, line, caller.user_id, seat, caller.interaction_id)


def _may_watch(stored: StoredGame, caller: Caller) -> bool:
    """Return whether the caller may give the last seat to a bot player. Then people only watch."""
    return stored.status is Status.LOBBY and caller.user_id == stored.host_id
