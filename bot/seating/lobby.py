"""Create a game, let people take and leave seats, start the game, or end it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import NamedTuple

from bot.deadlines.reminders import choose_seat_kind
from bot.deadlines.reserved import find_reserved, require_not_reserved
from bot.language.words import get_language, join_names, say, speak_within
from bot.orders.service import OrderService
from bot.people.caller import Caller
from bot.people.preferences import OFF
from bot.replies.action import NOTHING, Entered, action, button
from bot.replies.reply import ActionButton, EntryForm, FormField, Refused, Reply
from bot.seating.hands import require_hand_given
from bot.seating.opening import open_game
from bot.seating.seeds import MAX_WORD, add_word, give_no_word, make_seed
from bot.seating.starting import BEGIN, PlannedStart, is_full
from bot.seating.thread_rights import require_rights
from bot.seating.typed_names import ALL_SEATS, read_game, read_key
from bot.session.loaded_game import list_seats, name_holder
from bot.session.table_names import offer_table_names, read_own_name, title_table
from bot.settings.clocks import renew_clocks
from bot.settings.decks import add_deck
from bot.settings.game_settings import GameSettings, describe_language
from bot.settings.options import set_seats
from bot.settings.setting_values import list_values
from bot.story import announce
from bot.story.post import TEXT, Post, list_players, make_lobby_post, make_news
from bot.story.record_header import describe_secret
from bot.views.history import make_details_button
from db.connection.transaction import Transaction
from db.records import Kind, NewAct, NewDelivery, Seat, SeatTaken, Status, StoredGame
from rules.chance import make_commitment
from rules.kernel import Rules
from rules.orders.tokenizer import echo

WORD = "word"  # the key of the field in which a player types a word for the seed


def find_now() -> datetime:
    """Return the present time."""
    return datetime.now(UTC)


class Wanted(NamedTuple):
    """What a host wants for a new table: the game, its options (JSON), the settings, and the table's name."""

    rules: Rules
    options: str
    settings: GameSettings
    name: str | None


class _Taking(NamedTuple):
    """The changes to save when a person takes a seat. `Store.take_seat` explains the fields."""

    seat: Seat
    act: NewAct
    posts: Sequence[NewDelivery]
    instead_of: int | None
    settings: str


class Lobby:
    """Creates, starts and ends games, and lets people take and leave seats at any time."""

    def __init__(
        self,
        orders: OrderService,
        new_seed: Callable[[], str] = make_seed,
        new_word: Callable[[Caller], str] = give_no_word,
        now: Callable[[], datetime] = find_now,
    ) -> None:
        """Set up the service.

        Args:
            orders: the order service
            new_seed: a function that returns the secret seed of a new game
            new_word: a function that returns the word that a person adds to the seed by default
            now: a function that returns the time
        """
        self.orders, self.store = orders, orders.store
        self.new_seed, self.new_word, self.now = new_seed, new_word, now

    async def create(
        self,
        caller: Caller,
        game: str,
        deck: str | None = None,
        settings: GameSettings | None = None,
        seats: int | None = None,
        name: str | None = None,
    ) -> Reply:
        """Create a game in the caller's channel. Raises `Refused`.

        Args:
            caller: the person who creates the game, in their channel
            game: the key or the title of the game
            deck: the text of the caller's own deck, if they upload one
            settings: the settings of the game; None for the defaults
            seats: the number of players, if the game has a choice
            name: the name of the table; None for a name from the game's list
        """
        require_rights(caller)
        new = await self.prepare(game, deck, settings, seats, name)
        rules, names = new.rules, offer_table_names(new.rules, new.name)
        settings = await self.choose_card(caller, new.settings)
        async with self.orders.lock_channel(caller):
            act = NewAct(Kind.LOBBY, f"new {rules.KEY}", caller.user_id, "", caller.interaction_id)
            seed = self.new_seed()
            stored = await self.store.create_game(
                rules.KEY,
                channel_id=caller.channel_id,
                guild_id=caller.guild_id,
                host_id=caller.user_id,
                options=new.options,
                settings=settings.to_json(),
                seed=seed,
                commitment=make_commitment(seed),
                names=names,
                act=act,
                deliveries=[make_lobby_post(caller.channel_id)],
            )
            self.orders.saved()
            return Reply(say("lobby.made", title=self.orders.find_title(stored)))

    async def choose_card(self, caller: Caller, settings: GameSettings) -> GameSettings:
        """Return the settings. The card is plain if the host has finished no game on this server."""
        guild = caller.guild_id
        known = guild is not None and await self.store.has_ended_game(guild, [caller.user_id])
        return settings.with_(plain_card=not known)

    async def prepare(
        self,
        game: str,
        deck: str | None,
        settings: GameSettings | None,
        seats: int | None,
        name: str | None,
    ) -> Wanted:
        """Return what the host of a new table wants. `create` explains the arguments. Raises `Refused`."""
        settings = settings or GameSettings.for_new_table(language=get_language())
        rules = self._find_rules(game)
        if rules is None:
            raise Refused(
                say(
                    "lobby.no_such_game",
                    typed=echo(game),
                    games=", ".join(r.TITLE for r in self.orders.games.values()),
                )
            )
        chosen = rules.Options()
        if deck is not None:
            chosen = await self.orders.uploads.read(add_deck, rules.KEY, deck)
            # The worker has checked the deck, but perhaps this process can't read it.
            await asyncio.to_thread(rules.Options.model_validate, {"deck": deck})
        options = chosen.model_dump_json()
        if seats is not None:
            options = set_seats(rules, options, seats)
        return Wanted(rules, options, settings, None if name is None else read_own_name(name))

    @action("join", "{game_id}:{seat}")
    async def join(self, caller: Caller, seat: str | None = None, game_id: int | None = None) -> Reply:
        """Take a seat, or all free seats (`ALL_SEATS`). `_choose_seats` explains `seat`. Raises `Refused`."""
        async with self.orders.lock_channel(caller):
            stored, rules = await self._load_game(caller, game_id)
            wanted = self._choose_seats(stored, rules, seat, caller.user_id)
            own = stored.seats_of(caller.user_id)
            if all(key in own for key in wanted):  # a second click, which must not notify the host again
                await self.orders.refuse_repeated(caller)
                return Reply(say("seat.yours", seats=join_names([rules.name(key) for key in wanted])))
            wanted = [key for key in wanted if key not in own]
            for key in wanted:
                require_not_reserved(rules, stored, key, caller.user_id)
                require_hand_given(rules, stored, key, caller.user_id)
            takings = self._prepare_to_take(caller, stored, rules, wanted)
            try:
                stored = await self.store.run_together(
                    takings[0].act, partial(_take_seats, game_id=stored.id, takings=takings)
                )
            except SeatTaken as taken:
                holder = taken.holder
                raise Refused(
                    say("seat.other", seat=rules.name(holder.seat), holder=name_holder(rules, holder))
                ) from None
            self.orders.saved()
            yours = say("seat.yours", seats=join_names([rules.name(key) for key in wanted]))
            if GameSettings.of(stored).language != get_language():
                return Reply(f"{yours}\n{describe_language(stored)}")
            return Reply(yours, silent=stored.status is Status.LOBBY)  # a lobby's card shows the seat

    def _prepare_to_take(
        self, caller: Caller, stored: StoredGame, rules: Rules, keys: Sequence[str]
    ) -> list[_Taking]:
        """Return the changes to save when the caller takes these seats.

        In a lobby, only the last change has a post, because one card shows all seats.
        """
        found = list[_Taking]()
        for index, key in enumerate(keys):
            # Only the first seat's act has the interaction's id, because the store takes an id only once. If
            # Discord repeats the click, the store refuses this act. Then the other seats get no act either.
            interaction = caller.interaction_id if index == 0 else None
            kind = choose_seat_kind(self.orders, stored, key)
            act = NewAct(kind, f"join {key}", caller.user_id, key, interaction)
            seat, holder = Seat(key, caller.user_id, caller.name), stored.seat(key)
            automatic = holder is not None and bool(holder.level)  # whether a bot player has the seat now
            posts: Sequence[NewDelivery] = ()
            if stored.status is not Status.LOBBY or index == len(keys) - 1:
                with speak_within(GameSettings.of(stored).language):
                    told = say("seat.taken", user=caller.user_id, seat=rules.name(key))
                    posts = self._make_posts(stored, told, seat)
            agreed = self._add_word(stored, caller, key)
            others = (each for each in stored.seats if each.seat != key)
            stored = replace(stored, seats=(*others, seat), settings=agreed.to_json())
            with speak_within(agreed.language):
                agreed, more = plan_start(rules, stored, agreed, caller.user_id, self.now())
            settings = agreed.to_json()
            found.append(_Taking(seat, act, [*posts, *more], 0 if automatic else None, settings))
            stored = replace(stored, settings=settings)
        return found

    @action("word", "{game_id}")
    async def ask_word(self, caller: Caller, game_id: int) -> EntryForm:
        """Return the form for a word that becomes part of the seed. Raises `Refused`."""
        stored = await self.orders.find_game(caller, game_id)
        _require_lobby(stored, caller)
        words = GameSettings.of(stored).words
        known = next((words[seat] for seat in stored.seats_of(caller.user_id) if seat in words), "")
        field = FormField(WORD, say("word.label"), text=known, most=MAX_WORD)
        return EntryForm(say("word.title"), [field], Lobby.give_word.call(game_id))

    @action("form.word", "{game_id}")
    async def give_word(self, caller: Caller, game_id: int, *, entered: Entered = NOTHING) -> Reply:
        """Add the caller's word to the seed, for all their seats. Raises `Refused`."""
        async with self.orders.lock_channel(caller):
            stored = await self.orders.find_game(caller, game_id)
            own = _require_lobby(stored, caller)
            word = " ".join(entered.get(WORD, "").split())[:MAX_WORD].strip()
            if not word:
                raise Refused(say("word.none"))
            settings = GameSettings.of(stored)
            settings = add_word(settings, own, word)
            act = NewAct(Kind.LOBBY, f"word {word}", caller.user_id, own[0], caller.interaction_id)
            await self.store.set_settings(stored, settings.to_json(), act=act)
            self.orders.saved()
            told = [
                say("word.given", word=echo(word)),
                say("word.why"),
                *describe_secret(self.orders.find_rules(stored), stored),
            ]
            return Reply("\n".join(told))

    @action("leave", "{game_id}:{seat}")
    async def leave(self, caller: Caller, seat: str | None = None, game_id: int | None = None) -> Reply:
        """Leave a seat; None or `ALL_SEATS` means all seats of the caller.

        In the lobby the host may free the seat of any person, because that person may have left the server.
        Raises `Refused`.
        """
        async with self.orders.lock_channel(caller):
            stored, rules = await self._load_game(caller, game_id)
            own = stored.seats_of(caller.user_id)
            may_leave = _list_freeable(stored, caller)
            seat = None if seat == ALL_SEATS else seat
            wanted = None if seat is None else read_key(seat, {key: rules.name(key) for key in may_leave})
            left = own if seat is None else tuple(key for key in may_leave if key == wanted)
            if not left:
                raise Refused(say("seat.none"))
            for index, key in enumerate(left):
                interaction = caller.interaction_id if index == 0 else None
                kind = choose_seat_kind(self.orders, stored, key)
                act = NewAct(kind, f"leave {key}", caller.user_id, key, interaction)
                held = stored.seat(key)
                assert held is not None, "somebody leaves a seat that is held"
                with speak_within(GameSettings.of(stored).language):
                    said = say("seat.free", user=caller.user_id, seat=rules.name(key))
                    posts = self._make_posts(stored, said)
                    if key not in own:
                        said = say(
                            "seat.freed", user=caller.user_id, seat=rules.name(key), holder=held.user_id
                        )
                        posts.append(Post(text=said, ping=(held.user_id,)).delivery(stored, TEXT))
                stored = await self.store.leave_seat(stored.id, key, held.user_id, act=act, deliveries=posts)
            self.orders.saved()
            return Reply(say("seat.left", seats=join_names([rules.name(key) for key in left])))

    @action("start", "{game_id}")
    async def start(self, caller: Caller, game_id: int | None = None) -> Reply:
        """Start the game, and post what it is about and the first question.

        Raises `Refused`, for example if a seat is free.
        """
        async with self.orders.lock_channel(caller):
            stored, rules = await self._load_game(caller, game_id)
            if stored.status is not Status.LOBBY:
                raise Refused(say("lobby.started"))
            free = [rules.name(key) for key in list_seats(rules, stored) if stored.seat(key) is None]
            if free:
                raise Refused(say("lobby.seats_free", seats=join_names(free)))
            if caller.user_id != stored.host_id and not stored.seats_of(caller.user_id):
                raise Refused(say("lobby.not_seated"))
            await self._open(caller, stored, rules)
            return Reply(say("lobby.begun"), silent=True)  # the channel shows the board

    async def start_by_itself(self, game_id: int, planned: PlannedStart) -> None:
        """Start a full table at its time, unless the table has changed since this start was planned."""
        stored = await self.store.load(game_id)
        nobody = Caller(0, "", stored.channel_id, stored.guild_id, None)
        async with self.orders.lock_channel(nobody):
            stored = await self.store.load(game_id)
            rules = self.orders.find_rules(stored)
            if is_full(rules, stored) and GameSettings.of(stored).starts_at == planned.at:
                await self._open(nobody, stored, rules)

    @action("wait", "{game_id}")
    async def wait(self, caller: Caller, game_id: int) -> Reply:
        """Let a full table wait until somebody starts the game. Raises `Refused`."""
        async with self.orders.lock_channel(caller):
            stored = await self.orders.find_game(caller, game_id)
            if stored.status is not Status.LOBBY:
                raise Refused(say("lobby.started"))
            if caller.user_id != stored.host_id and not stored.seats_of(caller.user_id):
                raise Refused(say("lobby.not_seated"))
            settings = GameSettings.of(stored)
            if settings.starts_at is not None:
                with speak_within(settings.language):
                    told = Post(text=say("wait.told", user=caller.user_id)).delivery(stored, TEXT)
                posts = [make_lobby_post(stored.channel_id), told]
                act = NewAct(Kind.LOBBY, "wait", caller.user_id, "", caller.interaction_id)
                changed = settings.with_(starts_at=None).to_json()
                await self.store.set_settings(stored, changed, act=act, deliveries=posts)
                self.orders.saved()
            return Reply(say("wait.done"))

    async def _open(self, caller: Caller, stored: StoredGame, rules: Rules) -> None:
        """Start a game with all seats taken. `caller` is who starts it."""
        await open_game(self.store, caller, stored, rules, self.new_word(caller), self.new_seed)
        self.orders.saved()

    @action("end", "{game_id}")
    async def end(self, caller: Caller, game_id: int | None = None) -> Reply:
        """End the game without a result. Without `game_id`, ask for confirmation. Raises `Refused`."""
        async with self.orders.lock_channel(caller):
            stored, rules = await self._load_game(caller, game_id)
            if caller.user_id != stored.host_id and not caller.manages:
                raise Refused(say("end.not_host", user=stored.host_id))
            begun = stored.status is not Status.LOBBY
            if game_id is None:
                label = say("end.yes" if begun else "end.yes_table")
                end = button(Lobby.end.call(stored.id), label, "main")
                sure = say("end.sure" if begun else "end.sure_table", title=title_table(rules, stored))
                return Reply(sure, buttons=(end,))
            act = NewAct(Kind.END, "end", caller.user_id, "", caller.interaction_id)
            with speak_within(GameSettings.of(stored).language):
                dropped = "end.dropped" if begun else "end.removed"
                line = say(dropped, user=caller.user_id, title=title_table(rules, stored))
                others = list_players(stored, without=(caller.user_id,))
                details = (make_details_button(stored),) if begun else ()
                told = make_news(line, others, buttons=details, result_lines=int(begun))
                posts, result = [told.delivery(stored, TEXT)], say("end.result")
            if not begun:
                posts.insert(0, make_lobby_post(stored.channel_id))
            await self.store.end_game(stored, Status.DROPPED, result, act=act, deliveries=posts)
            self.orders.saved()
            return Reply(say("end.done" if begun else "end.done_table"))

    # Suggestions for typed values

    async def list_seats(self, caller: Caller, *, free: bool) -> list[tuple[str, str]]:
        """Return pairs of name and key. With `free`, list the free seats.

        Otherwise, list the seats that the caller may free.
        """
        stored = await self.store.find_in_channel(caller.channel_id)
        if stored is None:
            return []
        rules = self.orders.find_rules(stored)
        may_leave = _list_freeable(stored, caller)
        wanted = [
            key
            for key in list_seats(rules, stored)
            if (stored.seat(key) is None if free else key in may_leave)
        ]
        return [(rules.name(key), key) for key in wanted]

    async def list_all_seats(self, caller: Caller) -> list[tuple[str, str]]:
        """Return pairs of name and key for all seats of the channel's game."""
        stored = await self.store.find_in_channel(caller.channel_id)
        if stored is None:
            return []
        rules = self.orders.find_rules(stored)
        return [(rules.name(key), key) for key in list_seats(rules, stored)]

    def list_numbers(self, game: str) -> list[str]:
        """Return the possible numbers of players of a game; none if there is no choice."""
        rules = self._find_rules(game)
        return [] if rules is None else list_values(rules).get("seats", [])

    def _find_rules(self, game: str) -> Rules | None:
        """Return the rules of the game that a text means; None if several games or none fit."""
        return self.orders.games.get(read_game(self.orders.games, game))

    async def _load_game(self, caller: Caller, game_id: int | None = None) -> tuple[StoredGame, Rules]:
        """Return the game with `game_id`, by default the channel's, and its rules. Raises `Refused`."""
        stored = await self.orders.find_game(caller, game_id)
        return stored, self.orders.find_rules(stored)

    def _choose_seats(
        self, stored: StoredGame, rules: Rules, seat: str | None, user_id: int
    ) -> Sequence[str]:
        """Return the seats that a typed name means.

        Without a name, return the seats that are kept for this person, or else the first free seat. For
        `ALL_SEATS`, return all free seats. Seats kept for other people are left out if any other seat is
        free. Raises `Refused`.
        """
        free = [key for key in list_seats(rules, stored) if stored.seat(key) is None]
        if seat is None or seat == ALL_SEATS:
            if not free:
                raise Refused(say("seat.full"))
            kept = find_reserved(stored)
            own = [key for key in free if kept.get(key) == user_id]
            open_ = [key for key in free if kept.get(key, user_id) == user_id] or free
            return open_ if seat == ALL_SEATS else own or open_[:1]
        key = read_key(seat, {key: rules.name(key) for key in list_seats(rules, stored)})
        if not key:
            raise Refused(
                say("seat.unknown", seats=join_names([rules.name(key) for key in list_seats(rules, stored)]))
            )
        return [key]

    def _add_word(self, stored: StoredGame, caller: Caller, seat: str) -> GameSettings:
        """Return the settings after the caller takes a seat. In the lobby, add the caller's word to them."""
        settings = GameSettings.of(stored)
        if stored.status is not Status.LOBBY:
            return renew_clocks(settings.without_seats(seat), seat)
        return add_word(settings, [seat], self.new_word(caller))

    def _make_posts(self, stored: StoredGame, text: str, taking: Seat | None = None) -> list[NewDelivery]:
        """Return the posts about a change of seats: the card in the lobby, or `text` in a game.

        `taking` is a seat with its new player. If the open question asks this seat, post the board too.
        """
        if stored.status is Status.LOBBY:
            return [make_lobby_post(stored.channel_id)]
        at = self.orders.load_seated(stored)
        if taking is not None and taking.seat == at.asked:
            others = tuple(seat for seat in stored.seats if seat.seat != taking.seat)
            at.stored = replace(stored, seats=(*others, taking))
            return announce.make_board_posts(at, [text])
        return [Post(text=text).delivery(stored, TEXT)]


def plan_start(
    rules: Rules, stored: StoredGame, settings: GameSettings, actor: int, now: datetime
) -> tuple[GameSettings, list[NewDelivery]]:
    """Return the settings and the posts to add when the user `actor` has taken or given a seat.

    `stored` is the game with the new player. If the table is full, plan its start, unless its setting `start`
    is off. Also tell the host that the table is full, unless the host is `actor`.
    """
    if not is_full(rules, stored):
        return settings.with_(starts_at=None), []
    pause = None if settings.start == OFF else timedelta(minutes=settings.start)
    settings = settings.with_(starts_at=None if pause is None else now + pause)
    posts = []
    if settings.starts_at is not None:
        planned = PlannedStart(at=settings.starts_at).model_dump_json()
        posts.append(NewDelivery(stored.channel_id, BEGIN, planned, settings.starts_at))
    if actor != stored.host_id:
        text = say("full", title=title_table(rules, stored))
        if pause is not None:
            text = say("full.starts", title=title_table(rules, stored), n=round(pause / timedelta(minutes=1)))
        told = make_news(text, [stored.host_id], buttons=make_start_buttons(stored.id, settings))
        posts.append(told.delivery(stored, TEXT))
    return settings, posts


def make_start_buttons(game_id: int, settings: GameSettings) -> list[ActionButton]:
    """Return the button that starts a full table.

    If the table would start by itself, add a button that makes it wait.
    """
    start = button(Lobby.start.call(game_id), say("button.start"), "good")
    return [start, button(Lobby.wait.call(game_id), say("button.wait"))] if settings.starts_at else [start]


def make_word_buttons(rules: Rules, stored: StoredGame) -> tuple[ActionButton, ...]:
    """Return the button with which a player adds their word to the seed.

    Return () after the start, and in a game without luck in play. Also return () in a lobby that an older
    version of the bot made, because this lobby has no seed.
    """
    if stored.status is not Status.LOBBY or not describe_secret(rules, stored):
        return ()
    return (button(Lobby.ask_word.call(stored.id), say("button.word")),)


def _take_seats(changes: Transaction, *, game_id: int, takings: Sequence[_Taking]) -> StoredGame:
    """Save the changes for several seats in one transaction, and return the game afterwards."""
    return [
        changes.take_seat(
            game_id,
            each.seat,
            act=each.act,
            deliveries=each.posts,
            instead_of=each.instead_of,
            settings=each.settings,
        )
        for each in takings
    ][-1]


def _list_freeable(stored: StoredGame, caller: Caller) -> tuple[str, ...]:
    """Return the seats that the caller may free. The host of a lobby may free the seats of all people.

    Everybody else may free only their own seats.
    """
    if stored.status is not Status.LOBBY or caller.user_id != stored.host_id:
        return stored.seats_of(caller.user_id)
    return tuple(sat.seat for sat in stored.seats if not sat.level)


def _require_lobby(stored: StoredGame, caller: Caller) -> tuple[str, ...]:
    """Return the caller's seats. Raises `Refused` if there are none, or if it is too late for a word."""
    if stored.status is not Status.LOBBY or not stored.seed:
        raise Refused(say("word.late"))
    if not (own := stored.seats_of(caller.user_id)):
        raise Refused(say("lobby.not_seated"))
    return own
