"""Play the moves of bot players: after each save, let the asked bot player choose, and enter its choice.

The order service enters the moves, like the moves of people. A choice is for one position. If the game has
changed in the meantime, the choice is dropped. The thinking is not stored: after a restart the bot player
thinks again.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import replace

import structlog

from bot.engine.thinking import Task
from bot.language.words import say, speak_within
from bot.orders.service import OrderService
from bot.people.caller import Caller
from bot.players.thinking_notice import Show, ThinkingNotice, send_nowhere
from bot.players.time_budget import TimeBudget
from bot.replies.reply import Refused
from bot.session import batching
from bot.session.loaded_game import LoadedGame, is_watched, name_holder, title_seat
from bot.settings.game_settings import GameSettings
from bot.story.post import TEXT, Post
from db.connection.transaction import Transaction
from db.records import Kind, NewAct, Note, Seat, StoredGame
from rules.kernel import SIDE
from rules.player import Advice
from rules.players.talking import PAUSE

log = structlog.get_logger(__name__)
# The line of the act that says that a bot player is stuck. If the game's last act has this line, the bot does
# not post it again.
STUCK = "bot player stuck"
Think = Callable[[Task], Awaitable[Advice]]
PROPOSED = "proposed"  # the name of the note with the turn in which a seat last made a proposal
WATCHED = 8.0  # seconds before each act in a game that people only watch
RETRY_SECONDS = 10.0  # seconds until the next try, if games can't be listed, read or saved


class BotMoves:
    """Plays for the bot players. It does nothing until `wake`, `check_game` or `check_saved` is called.

    Args:
        orders: the order service that enters the moves
        think: a function that returns a whole order for a task
        seconds: the time for one order; it is shorter if people wait for several orders (`TimeBudget`)
        luck: a function that returns the seed of a bot player's random numbers
        watched: the seconds between two acts in a game that people only watch
        show: a function that shows the thinking notice in a channel
        on: whether this process plays for bot players; False while another process plays for them
        listens: whether to check each game that this process saves; otherwise the caller calls `check_game`
    """

    def __init__(
        self,
        orders: OrderService,
        think: Think,
        seconds: float = 1.0,
        luck: Callable[[], int] = lambda: secrets.randbits(64),
        watched: float = WATCHED,
        show: Show = send_nowhere,
        *,
        on: bool = True,
        listens: bool = False,
    ) -> None:
        self.orders, self.store, self.think = orders, orders.store, think
        self.luck, self.watched, self.thinking_notice, self.time_budget = (
            luck,
            watched,
            ThinkingNotice(show),
            TimeBudget(seconds),
        )
        self._seen: dict[int, int] = {}  # for each game, its serial at the last check
        self._playing: dict[int, asyncio.Task[None]] = {}
        self._looking: asyncio.Task[None] | None = None
        self._changed: set[int] = set()  # the games to check
        self._all = False  # whether to check all games
        self._again = self._closed = False
        self.on = on
        if listens:
            self.store.listen(self.check_game)

    def resume(self) -> None:
        """Play, because this process leads now. Check all games."""
        self.on = True
        self.wake()

    def pause(self) -> None:
        """Begin no move until the next `resume`, because another process may lead."""
        self.on = False

    def wake(self) -> None:
        """Check all games for asked bot players. Call this at the start and after a missed event."""
        self._all = True
        self._look_soon()

    def check_game(self, stored: StoredGame) -> None:
        """Check a saved game, if bot players have seats in it."""
        if any(seat.level for seat in stored.seats):
            self.check_saved(stored.id)

    def check_saved(self, game_id: int) -> None:
        """Check soon whether a bot player is asked in a saved game."""
        if self.on:
            self._changed.add(game_id)
            self._look_soon()

    def _look_soon(self) -> None:
        """Start checking games, unless a check is already under way."""
        self._again = True
        if self.on and not self._closed and (self._looking is None or self._looking.done()):
            self._looking = asyncio.create_task(self._look())

    async def close(self) -> None:
        """Stop playing. A move that is being saved is saved whole or not at all."""
        self._closed = True
        self.thinking_notice.close()
        tasks = [task for task in (self._looking, *self._playing.values()) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _look(self) -> None:
        """Check the games, and start a task for each game that has changed since its last check."""
        while self._again:
            only = None if self._all else frozenset(self._changed)
            self._again = self._all = False
            self._changed.clear()
            try:
                found = dict(await self.store.list_with_bots(only))
            except Exception:
                log.exception("games with bot players can't be listed")
                self._wake_later()
                return
            for gone in (self._seen.keys() if only is None else only) - found.keys():
                self._seen.pop(gone, None)
                self._end_wait(gone)
            for game, serial in found.items():
                if game not in self._playing and self._seen.get(game) != serial:
                    self._playing[game] = asyncio.create_task(self._play(game))

    async def _play(self, game_id: int) -> None:
        """Let a bot player act once, then check the game again."""
        try:
            stored = await self.store.load(game_id)
            if is_watched(stored):
                await asyncio.sleep(self.watched)  # so that people can follow the game
                stored = await self.store.load(game_id)
            self._seen[game_id] = stored.serial
            at = self.orders.load_seated(stored)
            holder = stored.seat(at.asked)
            if holder is None or not holder.level:
                self._end_wait(game_id)
            if not await self._trade(at) and holder is not None and holder.level:
                await self._act(at, holder)
        except Refused:
            pass  # a person has acted, and that act checks the game again; or the game is not installed
        except Exception:
            log.exception("a bot player can't play", game=game_id)
            self._end_wait(game_id)
            self._seen.pop(game_id, None)
            self._wake_later()
            return
        finally:
            del self._playing[game_id]
        self.check_saved(game_id)  # `_look` skipped the game while this task ran

    def _end_wait(self, game_id: int) -> None:
        """End the notice and the waiting time of a game in which nobody waits for a bot player."""
        self.thinking_notice.end(game_id)
        self.time_budget.renew(game_id)

    async def _trade(self, at: LoadedGame) -> bool:
        """Let one bot player answer a trade or propose a trade. Return whether a bot player did this."""
        stored, extras = at.stored, at.rules.EXTRAS
        people = [holder.seat for holder in stored.seats if not holder.level]
        for holder in stored.seats:
            if holder.level not in at.rules.BOT_PLAYERS:
                continue
            seat, view = holder.seat, at.view(holder.seat)
            if act := extras.trades.reply(view, seat) or extras.trades.refuse(view, seat, people):
                why, by = extras.trades.explain(view, seat, act), self._make_caller(stored, holder.level)
                await self.orders.enter(by, at, [SIDE + act], why, seat)
                return True
            last = next((note for note in stored.notes if (note.seat, note.name) == (seat, PROPOSED)), None)
            soon = last is not None and at.position.turn < int(last.text) + PAUSE
            if seat != at.asked or at.position.log or soon or not (act := extras.trades.propose(view, seat)):
                continue
            await self.store.write_notes(stored.id, Note(seat, PROPOSED, 0, str(at.position.turn)))
            why, by = extras.trades.explain(view, seat, act), self._make_caller(stored, holder.level)
            await self.orders.enter(by, at, [SIDE + act], why, seat)
            return True
        return False

    @staticmethod
    def _make_caller(stored: StoredGame, level: str) -> Caller:
        """Return the caller for a bot player's act.

        The interaction id contains the game's serial. So bot players act at most once in each state of a
        game.
        """
        return Caller(0, level, stored.channel_id, stored.guild_id, -(stored.id << 32 | stored.serial))

    async def _act(self, at: LoadedGame, holder: Seat) -> None:
        """Let the asked bot player choose an order, and enter the order.

        If an error other than a refusal occurs, post that the bot player is stuck.
        """
        stored = at.stored
        position = replace(at.position, seed="")
        task = Task(
            stored.game,
            replace(position, loaded=None),
            at.asked,
            holder.level,
            self.time_budget.seconds if is_watched(stored) else self.time_budget.find_seconds_left(stored.id),
            self.luck(),
            stored.guild_id or 0,
            holder.style,
        )
        if not is_watched(stored):
            self.thinking_notice.begin(stored.id, stored.channel_id)
        try:
            advice = await self.think(task)
            await self.orders.enter(self._make_caller(stored, holder.level), at, advice.keys, advice.reason)
        except Refused:
            raise
        except Exception:
            self._end_wait(stored.id)
            log.exception("a bot player is stuck", game=stored.id, seat=at.asked, level=holder.level)
            await self._tell_stuck(stored, at)

    async def _tell_stuck(self, stored: StoredGame, at: LoadedGame) -> None:
        """Post that a bot player is stuck and that people must act. If the last act said this, do nothing."""
        last = await self.store.find_last_act(stored.id, tuple(Kind))
        holder = stored.seat(at.asked)
        if holder is None or last is None or last.line == STUCK:
            return
        with speak_within(GameSettings.of(stored).language):
            seat = title_seat(at.rules, at.asked, at.position)
            text = say("bot.stuck", seat=seat, holder=name_holder(at.rules, holder))
        act = NewAct(Kind.TABLE, STUCK, 0, at.asked)
        told = Post(text="\n".join([*batching.read_waiting(stored.notes).lines, text]))

        def record(changes: Transaction) -> StoredGame:
            changes.write_notes(stored.id, batching.write_notes(stored.notes))
            return changes.record_act(stored.id, act=act, deliveries=[told.delivery(stored, TEXT)])

        after = await self.store.run_together(act, record)
        self._seen[stored.id] = after.serial
        self.orders.saved()

    def _wake_later(self) -> None:
        """Check all games again after some seconds."""
        asyncio.get_running_loop().call_later(RETRY_SECONDS, self.wake)
