"""A table on the way to an act: the game of a channel, loaded and locked, and what people like."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from weakref import WeakValueDictionary

from structlog.contextvars import bind_contextvars

from bot.language.words import say
from bot.people.caller import Caller
from bot.people.preferences import Preferences
from bot.replies.reply import Refused
from bot.session.loaded_game import LoadedGame
from bot.session.uploads import Uploads
from db.records import ChannelTaken, Repeated, Stale, Status, StoredGame
from db.store import Store
from rules import kernel
from rules.kernel import Game, InputError, Rules

KEPT = 200  # games in memory, those that were looked at last


class Session:
    """Games in channels, over one store. `saved` is called after an act, and `due` where something is planned
    by no act: there may be something to post. What an order causes is claimed with it already."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Rules],
        saved: Callable[[], None],
        due: Callable[[], None] | None = None,
        uploads: Uploads | None = None,
    ) -> None:
        self.store, self.games, self.saved, self.due = store, games, saved, due or saved
        self.uploads = uploads or Uploads(games)
        self._kept: dict[int, LoadedGame] = {}
        self._closed: dict[int, tuple[Game, ...]] = {}  # the turns that the last act closed
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def find_rules(self, stored: StoredGame) -> Rules:
        """Return the rules of a stored game. Raises `Refused` where its package is not installed."""
        if stored.game not in self.games:
            raise Refused(say("not_installed", game=stored.game))
        return self.games[stored.game]

    def find_title(self, stored: StoredGame) -> str:
        """Return what people call a stored game: its key where its package is not installed."""
        return self.games[stored.game].TITLE if stored.game in self.games else stored.game

    async def find_game(self, caller: Caller, game_id: int | None = None) -> StoredGame:
        """Return the game in its lobby or running in the caller's channel, or the one that a button names.

        Raises `Refused` where there is none, or none any more.
        """
        if game_id is not None:
            stored: StoredGame | None = await self.store.load(game_id)
        else:
            stored = await self.store.find_in_channel(caller.channel_id)
            stored = stored or await self.store.find_in_channel(caller.channel_id, ended=True)
        if stored is None:
            raise Refused(say("no_game"))
        _open(stored)
        return stored

    def load_seated(self, stored: StoredGame) -> LoadedGame:
        """Return a stored game with its open turn played through. Raises `Refused` unless it is running."""
        if stored.status is Status.LOBBY:
            raise Refused(say("not_started"))
        _open(stored)
        assert stored.position is not None, "a running game has a position"
        rules = self.find_rules(stored)
        kept = self._kept.get(stored.id)
        if kept is None or kept.rules is not rules or kept.position != stored.position:
            same = kept is not None and kept.rules is rules and kept.position.start == stored.position.start
            if not same:
                self._closed.pop(stored.id, None)  # who knows what has happened to it meanwhile
            position = replace(stored.position, loaded=kept.position.loaded if same and kept else None)
            position = kernel.opened(rules, position)
            try:
                live = kernel.resume(rules, position)
            except InputError as error:  # no fault of whoever asks
                raise RuntimeError("the open turn does not fit the rules any more") from error
            kept = LoadedGame(stored, rules, position, live)
        at = LoadedGame(stored, rules, kept.position, kept.live)
        self.remember(at)
        return at

    async def load_previous_turn(self, stored: StoredGame) -> Game | None:
        """Return the turn closed last, whole; None in the first turn."""
        if stored.position is None or not (kept := self._kept_turns(stored, stored.position.turn - 1)):
            return await self.store.load_previous_turn(stored.id)
        return kept[-1]

    async def load_closed_turns(self, stored: StoredGame, first: int) -> Sequence[Game]:
        """Return the closed turns of a running game from this one on, whole."""
        assert stored.position is not None, "a running game has turns"
        if kept := self._kept_turns(stored, first):
            return kept
        if first == stored.position.turn - 1:
            previous = await self.load_previous_turn(stored)
            return () if previous is None else (previous,)
        history = await self.store.load_history(stored.id)
        return [game for game in history if first <= game.turn < stored.position.turn]

    def _kept_turns(self, stored: StoredGame, first: int) -> Sequence[Game]:
        """Return the closed turns from this one on, if all are in memory; else nothing."""
        kept, now = self._closed.get(stored.id), stored.position
        if not kept or now is None or kept[0].turn > first or kept[-1].turn != now.turn - 1:
            return ()
        return [game for game in kept if game.turn >= first]

    def remember(self, at: LoadedGame, closed: tuple[Game, ...] = ()) -> None:
        """Where a game stands now: who looks at it next need not play it again. Nobody goes on from a kept
        position but on a copy of its own. `closed`: the turns before it that have just ended."""
        if closed:
            self._closed[at.stored.id] = closed
        self._kept.pop(at.stored.id, None)
        self._kept[at.stored.id] = at
        while len(self._kept) > KEPT:
            oldest = next(iter(self._kept))
            del self._kept[oldest]
            self._closed.pop(oldest, None)

    def forget(self, game_id: int) -> None:
        """A game that is over need not be kept in memory."""
        self._kept.pop(game_id, None)
        self._closed.pop(game_id, None)

    @asynccontextmanager
    async def lock_channel(self, caller: Caller) -> AsyncIterator[None]:
        """Let one act at a time through in a channel, and turn the store's errors into refusals.

        An interaction that has acted before is refused as repeated, whatever else is wrong now. A channel
        that has another game is refused by that game's title.
        """
        lock = self._locks.setdefault(caller.channel_id, asyncio.Lock())
        async with lock:
            try:
                yield
            except Repeated as repeated:
                raise Refused(say("repeated", line=repeated.act.line)) from None
            except Stale:
                raise Refused(say("raced")) from None
            except ChannelTaken as taken:
                await self._refuse_repeated(caller)
                title = self.find_title(taken.existing)
                raise Refused(say("lobby.channel_taken", title=title)) from None
            except InputError:
                await self._refuse_repeated(caller)
                raise

    async def _refuse_repeated(self, caller: Caller) -> None:
        """Raise `Refused` if the caller's interaction has acted before."""
        done = caller.interaction_id
        if done is not None and (act := await self.store.find_act(done)) is not None:
            raise Refused(say("repeated", line=act.line)) from None

    async def load_running(self, caller: Caller, game_id: int | None = None) -> LoadedGame:
        """Return the game that runs in the caller's channel, or the one that a button names.

        The log will name it too.
        """
        stored = await self.find_game(caller, game_id)
        position = stored.position
        turn, entry = (0, 0) if position is None else (position.turn, len(position.log))
        bind_contextvars(game=stored.id, rules=stored.game, turn=turn, entry=entry)
        return self.load_seated(stored)

    async def load_preferences(self, caller: Caller) -> Preferences:
        """Return how the caller wants to enter orders."""
        if caller.preferences is not None:
            return caller.preferences
        user = await self.store.find_user(caller.user_id)
        return Preferences() if user is None else Preferences.model_validate_json(user.preferences)


def _open(stored: StoredGame) -> None:
    """Raise `Refused` for a game in which nothing can be done now."""
    if stored.status is Status.ADJOURNED:
        raise Refused(say("adjourned"))
    if stored.over:
        raise Refused(say("over"))
