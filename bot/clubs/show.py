"""Show a server the turn of the day (`/club show`): the turn that most changed the chances to win.

The turn of the day is one that ended in the last 24 hours, in a running or finished game. The chances are
estimated from what a spectator sees, as in a review. The text and the picture show only what a spectator
sees. A table's setting `show` says whether its turns may be shown.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import pairwise
from typing import NamedTuple

import structlog
from pydantic import BaseModel, ConfigDict

from bot.analysis.advice import Estimate
from bot.analysis.game_review import list_means
from bot.analysis.hints import Analysis, may_see_chances
from bot.analysis.review_text import find_change, list_chances
from bot.engine.job_queue import Urgency
from bot.language.words import get_language, say, speak_within
from bot.people.caller import Caller
from bot.people.daily_times import DAY, EVENING, find_day, find_next_time, find_time
from bot.people.preference_editor import PreferenceStore
from bot.people.preferences import OFF
from bot.replies.reply import Refused, Reply
from bot.seating.thread_rights import require_rights
from bot.session.table_names import name_table
from bot.session.views import view_game, view_start
from bot.settings.game_settings import SHOWN, GameSettings
from bot.story.post import link_board
from bot.story.turn_text import list_acts
from db.clubs.shows import SHOW
from db.records import NewDelivery, Show, ShownTurn, Status, StoredGame
from rules.kernel import Game, Rules, View
from rules.words import shorten

log = structlog.get_logger(__name__)
HERE = "here"
WINDOW = timedelta(days=1)  # the greatest age of a turn that may be shown
MOST_GAMES = 6  # the most games that are compared
MOST_POINTS = 24  # the most estimates of chances for a game
FIRST_POINTS, MORE_POINTS = 12, 4  # estimates of the first step, and the most estimates of each later step
LONGEST = 240  # the most characters of an order
LEAST = 0.01  # the least change of a chance that is told


class Change(BaseModel):
    """What is stored about a shown turn.

    Attributes:
        seat: the seat whose chance changed most
        before: the chances before the turn, for each seat with a changed chance
        after: the chances of the same seats after the turn

    `before` and `after` are empty if the chances are not open to everybody.
    """

    model_config = ConfigDict(frozen=True)

    seat: str
    before: dict[str, float] = {}
    after: dict[str, float] = {}


class Telling(NamedTuple):
    """What a show posts: the text, and a spectator's views before and after the turn."""

    text: str
    before: View
    after: View


@dataclass(frozen=True, slots=True)
class Found:
    """A turn that changed a chance by `size`."""

    size: float
    game_id: int
    turn: int
    change: Change


class Shows:
    """Sets the shows of servers, chooses the turn of each day, and writes what is posted."""

    def __init__(self, analysis: Analysis, people: PreferenceStore, now: Callable[[], datetime]) -> None:
        self.analysis, self.people, self.now = analysis, people, now
        self.orders, self.store = analysis.orders, analysis.orders.store.shows

    async def set(self, caller: Caller, value: str | None, hour: int | None = None) -> Reply:
        """Show the turn of the day in the caller's channel (`HERE`) at this hour, or nowhere (`OFF`).

        With only `hour`, change the hour of the present show. Without arguments, change nothing. The reply
        says what is set. Raises `Refused`.
        """
        if caller.guild_id is None:
            raise Refused(say("tables.nowhere"))
        if not caller.manages_server:
            raise Refused(say("show.not_you"))
        show = await self.store.find(caller.guild_id)
        if value == OFF:
            await self.store.stop(caller.guild_id)
            show = None
        elif value == HERE or (hour is not None and show is not None):
            show = await self._begin(caller, caller.guild_id, show, hour, here=value == HERE)
        if show is None:
            return Reply(say("show.off"))
        return Reply(say("show.set", channel=show.channel_id, hour=f"{show.hour}:00", zone=show.zone))

    async def _begin(
        self, caller: Caller, guild_id: int, show: Show | None, hour: int | None, *, here: bool
    ) -> Show:
        if here:
            require_rights(caller)
        channel = caller.channel_id if here or show is None else show.channel_id
        hour = hour if hour is not None else EVENING if show is None else show.hour
        zone = (await self.people.load(caller.user_id)).zone
        begun = Show(guild_id, channel, caller.user_id, hour, zone, get_language())
        await self.store.set(begun, await self._make_delivery(begun))
        self.orders.due()
        return begun

    async def start(self) -> None:
        """Plan the next post of every show without a planned post."""
        for show in await self.store.list_unplanned():
            await self.store.plan(await self._make_delivery(show))
            self.orders.due()

    async def forget_channel(self, channel_id: int) -> None:
        """End the show in this channel, because the channel was deleted."""
        show = await self.store.find_in_channel(channel_id)
        if show is not None and await self.store.stop(show.guild_id):
            log.info("the channel of a show was deleted", channel=channel_id)

    async def find_today(self, show: Show) -> ShownTurn | None:
        """Return the turn that was chosen for today; None if no turn has been chosen yet."""
        today = find_day(show, self.now()).isoformat()
        shown = await self.store.list_shown(show.guild_id)
        return next((each for each in shown if each.day == today), None)

    def is_due(self, show: Show) -> bool:
        """Return whether the time of today's show has come."""
        return find_time(show, find_day(show, self.now())) <= self.now()

    async def put_off(self, show: Show) -> None:
        """Plan the next post of a show. Called when there is nothing to show today."""
        await self.store.plan(await self._make_delivery(show))
        self.orders.due()

    async def choose(self, show: Show, shows: Callable[[int], bool]) -> ShownTurn | None:
        """Choose and return today's turn, and plan tomorrow's post; None if no turn changed the chances.

        A game counts only if `shows` returns True for its channel. Raises `Busy`.
        """
        today, since = find_day(show, self.now()), self.now() - WINDOW
        done = {(each.game_id, each.turn) for each in await self.store.list_shown(show.guild_id)}
        best: Found | None = None
        for stored in await self._list_games(show.guild_id, since, shows):
            found = await self._find_turn(stored, since, done)
            if found is not None and (best is None or found.size > best.size):
                best = found
        if best is None:
            return None
        told = best.change.model_dump_json(exclude_defaults=True)
        chosen = ShownTurn(show.guild_id, today.isoformat(), best.game_id, best.turn, told)
        return await self.store.choose(chosen, self._make_delivery_on(show, today + DAY))

    async def write(self, show: Show, shown: ShownTurn) -> Telling | None:
        """Return what a show posts about a turn.

        Return None if the turn was undone, if its game is not installed, or if its table no longer lets the
        bot show turns.
        """
        stored = await self.orders.store.load(shown.game_id)
        rules = self.orders.games.get(stored.game)
        turns = (await self.orders.store.load_history(stored.id, shown.turn))[:2]
        if rules is None or not may_show(stored) or [each.turn for each in turns[:1]] != [shown.turn]:
            return None
        if len(turns) == 1 and not stored.over:
            return None
        change, turn = Change.model_validate_json(shown.told), turns[0]
        with speak_within(show.language):
            after = view_start(rules, turns[1].start) if len(turns) > 1 else view_game(rules, turn, None)
            places = {"turn": turn.turn, "table": name_table(rules, stored), "title": rules.TITLE}
            head = self.orders.page_links.add(say("show.head", link=link_board(stored), **places), stored)
            chances = list_chances(rules, change.before, change.after)
            lines = [head, say("show.moved", seats=chances) if chances else say("show.most")]
            if acts := [each for each in list_acts(rules, turn) if each.seat == change.seat]:
                lines.append(say("show.order", line=shorten(acts[0].line, LONGEST)))
            else:
                lines.append(say("show.by_others", seat=rules.name(change.seat)))
            return Telling("\n".join(lines), view_start(rules, turn.start), after)

    async def _list_games(
        self, guild_id: int, since: datetime, shows: Callable[[int], bool]
    ) -> list[StoredGame]:
        """Return at most `MOST_GAMES` games of a server that may be shown and had a move after `since`.

        The game with the latest move comes first.
        """
        found = await self.orders.store.server_pages.list_tables(guild_id, MOST_GAMES * 2)
        kept = [
            each
            for each in found
            if (rules := self.orders.games.get(each.game)) is not None
            and rules.BOT_PLAYERS
            and may_show(each)
            and shows(each.channel_id)
            and _find_last_time(each) > since
        ]
        return sorted(kept, key=_find_last_time, reverse=True)[:MOST_GAMES]

    async def _find_turn(
        self, stored: StoredGame, since: datetime, done: Collection[tuple[int, int]]
    ) -> Found | None:
        """Return the turn that changed a game's chances most; None if no turn changed them.

        Only turns that ended after `since` count. Leave out the turns in `done`: they were shown before.
        Each turn in `done` is a pair: the game's id and the turn's number.
        """
        times = await self.orders.store.list_turn_times(stored.id)
        assert stored.position is not None, "a game that has begun"
        closed = [turn for turn in times if stored.over or turn < stored.position.turn]
        recent = {turn for turn in closed if times[turn] > since}
        if not recent:
            return None
        turns = await self.orders.store.load_history(stored.id, min(recent))
        points = await self._estimate(stored, turns)
        rules, best = self.orders.find_rules(stored), None
        for index, game in enumerate(turns):
            before, after = points.get(index), points.get(index + 1)
            if before is None or after is None or game.turn not in recent or (stored.id, game.turn) in done:
                continue
            seat, size = find_change(before, after)
            if size:
                change = _make_change(rules, stored, seat, *list_means([before, after]))
                if best is None or size > best.size:
                    best = Found(size, stored.id, game.turn, change)
        return best

    async def _estimate(self, stored: StoredGame, turns: Sequence[Game]) -> dict[int, Mapping[str, Estimate]]:
        """Return a dict from indexes of turns to the chances at the start of these turns.

        If the last turn has ended, the chances at its end have the next index. In a long game, only about
        `MOST_POINTS` turns get an estimate. The first estimates are evenly spread. Each later step looks for
        the two neighbouring estimates with the largest change, and estimates turns between them. Raises
        `Busy`.
        """
        points = dict[int, Mapping[str, Estimate]]()
        short = len(turns) <= MOST_POINTS
        wanted = _spread(0, len(turns) - 1, len(turns) if short else FIRST_POINTS)
        while wanted:
            curve = await self.analysis.estimate_curve(stored, [turns[each] for each in wanted], Urgency.PAGE)
            points |= zip(wanted, curve, strict=False)
            if wanted[-1] == len(turns) - 1 and len(curve) > len(wanted):
                points[len(turns)] = curve[-1]
            gaps = [(start, end) for start, end in pairwise(sorted(points)) if end - start > 1]
            sizes = {gap: find_change(points[gap[0]], points[gap[1]])[1] for gap in gaps}
            start, end = max(sizes, key=sizes.__getitem__, default=(0, 0))
            more = min(MORE_POINTS, MOST_POINTS - len(points), end - start - 1)
            wanted = _spread(start, end, more + 2)[1:-1] if more > 0 and sizes[start, end] else []
        return points

    async def _make_delivery(self, show: Show) -> NewDelivery:
        done = [each.day for each in (await self.store.list_shown(show.guild_id))[:1]]
        return NewDelivery(show.channel_id, SHOW, "{}", find_next_time(show, self.now(), done))

    def _make_delivery_on(self, show: Show, day: date) -> NewDelivery:
        return NewDelivery(show.channel_id, SHOW, "{}", find_time(show, day))


def may_show(stored: StoredGame) -> bool:
    """Return whether a table lets the bot show its turns to the server now."""
    show = GameSettings.of(stored).show
    running = stored.status is Status.RUNNING and show == SHOWN
    return running or (stored.status is Status.ENDED and show != OFF)


def _spread(first: int, last: int, most: int) -> list[int]:
    """Return `first`, `last`, and evenly spread numbers between them.

    There are at most `most` numbers, but `first` and `last` are always among them.
    """
    steps = max(1, min(most - 1, last - first))
    return sorted({first + (last - first) * step // steps for step in range(steps + 1)})


def _make_change(
    rules: Rules, stored: StoredGame, seat: str, before: Mapping[str, float], after: Mapping[str, float]
) -> Change:
    """Return what is stored about a turn. It has no chances if these are not open to everybody."""
    if not may_see_chances(rules, stored):
        return Change(seat=seat)
    moved = [each for each in before if abs(after[each] - before[each]) >= LEAST]
    one, other = ({each: of[each] for each in moved} for of in (before, after))
    return Change(seat=seat, before=one, after=other)


def _find_last_time(stored: StoredGame) -> datetime:
    """Return when a game ended; in a running game, return the time since which its open question waits."""
    return stored.ended or stored.moved or stored.created
