"""Find, lock and load the game of a channel before an act, and read the caller's preferences."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TypeAlias
from weakref import WeakValueDictionary

from structlog.contextvars import bind_contextvars

from bot.language.words import say
from bot.people.caller import Caller
from bot.people.preferences import Preferences
from bot.replies.reply import ActionButton, Refused, Reply
from bot.session.loaded_game import LoadedGame, list_seats
from bot.session.signal import Signal
from bot.session.table_names import title_table
from bot.session.uploads import Uploads
from bot.settings.page_links import PageLinks
from db.records import ChannelTaken, NameTaken, NewDelivery, Progress, Repeated, Stale, Status, StoredGame
from db.store import Store
from rules import kernel
from rules.kernel import Game, InputError, Rules

MAX_GAMES = 200  # games in memory; the game that was used longest ago is dropped first
Saving: TypeAlias = Signal[LoadedGame, Sequence[Game], Sequence[NewDelivery]]
Answering: TypeAlias = Signal[Caller, Reply]
EndButtons: TypeAlias = Callable[[Rules, StoredGame], tuple[ActionButton, ...]]


class Session:
    """Finds, locks and loads the games of one store.

    Args:
        store: the database with the games
        games: the rules of the installed games, by key
        saved: a function to call after an act that may have caused a post
        due: a function to call when a delivery may be due although there was no act; by default `saved`
        uploads: the reader of uploaded files; by default it reads in a thread
        page_links: the writer of links to games' web pages; by default there are none
        end_buttons: returns the buttons of a finished game; by default there are none

    Attributes:
        answering: the signal before a step or an order is saved; it gets the caller and the bot's reply
        saving: the signal before an order is saved; it gets the game after the order, the turns that the
            order closes, and the order's posts
    """

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Rules],
        saved: Callable[[], None],
        due: Callable[[], None] | None = None,
        uploads: Uploads | None = None,
        page_links: PageLinks | None = None,
        end_buttons: EndButtons | None = None,
    ) -> None:
        self.store, self.games, self.saved, self.due = store, games, saved, due or saved
        self.saving: Saving = Signal()
        self.answering: Answering = Signal()
        self.end_buttons: EndButtons = end_buttons or (lambda _, __: ())
        self.uploads, self.page_links = uploads or Uploads(games), page_links or PageLinks()
        self._games: dict[int, LoadedGame] = {}
        self._closed: dict[int, tuple[Game, ...]] = {}  # by game: the turns that the last act closed
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def find_rules(self, stored: StoredGame) -> Rules:
        """Return the rules of a stored game. Raises `Refused` if its package is not installed."""
        if stored.game not in self.games:
            raise Refused(say("not_installed", game=stored.game))
        return self.games[stored.game]

    def find_title(self, stored: StoredGame) -> str:
        """Return the name of a table and its game; the game's key if its package is not installed."""
        return title_table(self.games[stored.game], stored) if stored.game in self.games else stored.game

    async def find_game(self, caller: Caller, game_id: int | None = None) -> StoredGame:
        """Return the game with `game_id`, by default the channel's game. It is in its lobby, or it runs.

        Raises `NoGame` for an unknown id, and `Refused` if the channel has no game, or if the game is over or
        adjourned.
        """
        if game_id is not None:
            stored: StoredGame | None = await self.store.load(game_id)
        else:
            stored = await self.store.find_in_channel(caller.channel_id)
            stored = stored or await self.store.find_in_channel(caller.channel_id, ended=True)
        if stored is None:
            raise await self._refuse_no_game(caller)
        self._require_open(stored)
        return stored

    async def _refuse_no_game(self, caller: Caller) -> Refused:
        """Return the refusal that the channel has no game. In a lesson, it says how to type there."""
        last = next(iter(await self.store.lessons.list_of(caller.user_id)), None)
        if last is None or last.state is not Progress.OPEN:
            return Refused(say("no_game"))
        return Refused(say("no_game_in_lesson", more=say("button.look"), type=say("button.type")))

    async def find_begun_game(self, caller: Caller, game_id: int | None = None) -> StoredGame:
        """Return the game with `game_id`, by default the channel's running game or its newest begun game.

        Raises `NoGame` for an unknown id. Raises `Refused` if the channel has no such game, or if the game
        has not begun. Raises `Refused` too if the caller is in another channel and has no seat in the game.
        """
        if game_id is None:
            if (begun := await self.store.find_begun_in_channel(caller.channel_id)) is not None:
                return begun
            if await self.store.find_in_channel(caller.channel_id) is None:
                raise await self._refuse_no_game(caller)
            raise Refused(say("not_started"))
        stored = await self.store.load(game_id)
        if stored.channel_id != caller.channel_id and not stored.seats_of(caller.user_id):
            raise Refused(say("no_such_game_here", game=game_id))
        if stored.position is None:
            raise Refused(say("not_started"))
        return stored

    async def list_begun_games(self, caller: Caller) -> list[tuple[str, str]]:
        """Return the games of the caller's channel that have begun, as pairs of label and game id."""
        return [
            (self._describe(stored), str(stored.id))
            for stored in await self.store.list_begun_in_channel(caller.channel_id)
        ]

    def _describe(self, stored: StoredGame) -> str:
        title = self.find_title(stored)
        if stored.status is Status.RUNNING:
            return say("games.running", game=stored.id, title=title)
        if stored.status is Status.ADJOURNED:
            return say("games.away", game=stored.id, title=title)
        return say("games.over", game=stored.id, title=title, result=stored.result)

    def load_seated(self, stored: StoredGame) -> LoadedGame:
        """Return a stored game played up to its open question.

        Raises `Refused` unless the game is running and its package is installed.
        """
        if stored.status is Status.LOBBY:
            full = len(stored.seats) >= len(list_seats(self.find_rules(stored), stored))
            raise Refused(say("not_started.full" if full else "not_started"))
        self._require_open(stored)
        assert stored.position is not None, "a running game has a position"
        rules = self.find_rules(stored)
        kept = self._games.get(stored.id)
        if kept is None or kept.rules is not rules or kept.position != stored.position:
            same = kept is not None and kept.rules is rules and kept.position.start == stored.position.start
            if not same:
                self._closed.pop(stored.id, None)  # another process may have changed the game
            position = replace(stored.position, loaded=kept.position.loaded if same and kept else None)
            position = kernel.load_start(rules, position)
            try:
                live = kernel.resume(rules, position)
            except InputError as error:  # the stored entries are wrong, not the caller's input
                raise RuntimeError("the open turn does not fit the rules any more") from error
            kept = LoadedGame(stored, rules, position, live)
        at = LoadedGame(stored, rules, kept.position, kept.live)
        self.remember(at)
        return at

    async def load_previous_turn(self, stored: StoredGame) -> Game | None:
        """Return the last closed turn with all its entries; None in the first turn."""
        if stored.position is None or not (
            kept := self._list_remembered_turns(stored, stored.position.turn - 1)
        ):
            return await self.store.load_previous_turn(stored.id)
        return kept[-1]

    async def load_closed_turns(self, stored: StoredGame, first: int) -> Sequence[Game]:
        """Return the closed turns of a game that has begun, from turn `first` on, with all entries."""
        assert stored.position is not None, "a running game has turns"
        if kept := self._list_remembered_turns(stored, first):
            return kept
        if first == stored.position.turn - 1:
            previous = await self.load_previous_turn(stored)
            return () if previous is None else (previous,)
        history = await self.store.load_history(stored.id)
        return [game for game in history if first <= game.turn < stored.position.turn]

    def _list_remembered_turns(self, stored: StoredGame, first: int) -> Sequence[Game]:
        """Return the closed turns from turn `first` on if all of them are in memory; else return ()."""
        kept, now = self._closed.get(stored.id), stored.position
        if not kept or now is None or kept[0].turn > first or kept[-1].turn != now.turn - 1:
            return ()
        return [game for game in kept if game.turn >= first]

    def remember(self, at: LoadedGame, closed: tuple[Game, ...] = ()) -> None:
        """Keep a game in memory, so that the next act need not play the turn again.

        The next act plays on from a copy, never from this object. `closed` holds the turns that just ended.
        """
        if closed:
            self._closed[at.stored.id] = closed
        self._games.pop(at.stored.id, None)
        self._games[at.stored.id] = at
        while len(self._games) > MAX_GAMES:
            oldest = next(iter(self._games))
            del self._games[oldest]
            self._closed.pop(oldest, None)

    def forget(self, game_id: int) -> None:
        """Remove a game from memory, because it is over."""
        self._games.pop(game_id, None)
        self._closed.pop(game_id, None)

    @asynccontextmanager
    async def lock_channel(self, caller: Caller) -> AsyncIterator[None]:
        """Run one act at a time in a channel, and turn errors of the store into refusals.

        If the store already has an act of the same interaction, the refusal says so, even if something else
        is wrong too. If the channel already has another game, the refusal names that game.
        """
        lock = self._locks.setdefault(caller.channel_id, asyncio.Lock())
        async with lock:
            try:
                yield
            except Repeated as repeated:
                raise Refused(say("repeated", line=repeated.act.line)) from None
            except Stale:
                raise Refused(say("raced")) from None
            except NameTaken:
                await self.refuse_repeated(caller)
                raise Refused(say("table_name.taken")) from None
            except ChannelTaken as taken:
                await self.refuse_repeated(caller)
                title = self.find_title(taken.existing)
                raise Refused(say("lobby.channel_taken", title=title)) from None
            except InputError:
                await self.refuse_repeated(caller)
                raise

    async def refuse_repeated(self, caller: Caller) -> None:
        """Raise `Refused` if the store already has an act of the caller's interaction."""
        done = caller.interaction_id
        if done is not None and (act := await self.store.find_act(done)) is not None:
            raise Refused(say("repeated", line=act.line)) from None

    async def load_running(self, caller: Caller, game_id: int | None = None) -> LoadedGame:
        """Return the running game with `game_id`, by default the one in the caller's channel.

        From here on, all log lines of this act name the game. Raises `Refused`.
        """
        stored = await self.find_game(caller, game_id)
        position = stored.position
        turn, entry = (0, 0) if position is None else (position.turn, len(position.log))
        bind_contextvars(game=stored.id, rules=stored.game, turn=turn, entry=entry)
        return self.load_seated(stored)

    async def load_preferences(self, caller: Caller) -> Preferences:
        """Return the caller's preferences."""
        return caller.preferences or await self.load_wishes(caller.user_id)

    async def load_wishes(self, user_id: int) -> Preferences:
        """Return the preferences of a person."""
        user = await self.store.find_user(user_id)
        return Preferences() if user is None else Preferences.model_validate_json(user.preferences)

    def _require_open(self, stored: StoredGame) -> None:
        """Raise `Refused` if a game is over or adjourned. If it is over, its buttons are below the text."""
        if stored.status is Status.ADJOURNED:
            raise Refused(say("adjourned"))
        if stored.over:
            rules = self.games.get(stored.game)
            shown = (
                () if rules is None or stored.status is Status.DROPPED else self.end_buttons(rules, stored)
            )
            raise Refused(say("over"), buttons=shown)
