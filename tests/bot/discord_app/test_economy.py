"""The cost of an act: database transactions and replays of the open turn, until the board is posted.

Nothing of a reply stays in memory.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any, NamedTuple

import pytest
from sqlalchemy import event

from bot.discord_app.client import Durbar
from bot.discord_app.services import build_services
from bot.language.localized_games import LocalizedGame, LocalizedGames
from bot.posting.pictures import Pictures
from db.connection.database import OneFile, _engine
from db.store import Store
from render.worker import _digest_once
from rules.kernel import Live
from rules.loading.games import GAMES
from rules.orders.buttons import controls
from tests.bot.callers import SEED
from tests.bot.discord_app.test_discord import Hall, hall, paint, shown
from tests.phrases import phrase
from tests.until import until

__all__ = ["hall"]
ACT = 8  # transactions that write, and replays, of an order
SAME = (
    1  # replay more where who is asked next is the same person: may they take back what their other seat did?
)
BEGUN = 1  # transaction more where a seat's turn begins: what has changed for it since its last?
STEP = 4  # of a step of a draft


@pytest.fixture
async def simcord_bot(store: Store) -> Durbar:
    bot = Durbar(build_services(store, LocalizedGames(GAMES)), pictures=Pictures(paint=paint))
    bot.services.seating.lobby.new_seed = lambda: SEED
    return bot


class Counted:
    """Counts transactions by name, and replays.

    The lookahead of buttons (`rules.orders.buttons.controls`) is not counted: it has its own limit and cache,
    and its places are nobody's position.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.transactions, self.replays, self.ahead = Counter[str](), 0, False
        run, init, look = OneFile.run, Live.__init__, controls._find_ways

        async def counted_run(file: OneFile, work: Any, *args: Any, **kwargs: Any) -> Any:
            self.transactions[work.__name__] += 1
            return await run(file, work, *args, **kwargs)

        def counted_init(live: Live, rules: Any, state: Any) -> None:
            self.replays += not self.ahead
            init(live, rules, state)

        def looked(*args: Any) -> Any:
            self.ahead = True
            try:
                return look(*args)
            finally:
                self.ahead = False

        monkeypatch.setattr(OneFile, "run", counted_run)
        monkeypatch.setattr(Live, "__init__", counted_init)
        monkeypatch.setattr(controls, "_find_ways", looked)

    def clear(self) -> None:
        self.transactions.clear()
        self.replays = 0


class Spent(NamedTuple):
    """The most that a click and its effects may cost."""

    writes: int  # transactions that write
    commits: int  # which the disk has to keep
    statements: int  # of SQL
    views: int  # built
    documents: int  # states read from their documents
    digests: int  # views read for the key of a picture
    requests: int  # to Discord


# One of the requests closes the private message of the order before.
A_STEP = Spent(writes=1, commits=1, statements=5, views=2, documents=1, digests=2, requests=2)
# One of the views is for the picture of the next question, which here the same person answers.
# Three of the statements ask whether a notice board has to be written again, whether anybody follows the
# game, and whether a channel wants its poll. Two read what a seat without a turn has
# lost, and three are room for a busy machine. One write counts that a word was explained to the person.
AN_ORDER = Spent(writes=5, commits=4, statements=36, views=5, documents=0, digests=3, requests=3)


class Meter:
    """Counts the costs in a hall."""

    def __init__(self, hall: Hall, bot: Durbar, monkeypatch: pytest.MonkeyPatch) -> None:
        self.counts, self.transcript = Counter[str](), hall.env.backend.transcript
        file = bot.store._database
        assert isinstance(file, OneFile)
        self._file, self._changed = file._file, 0  # how many rows had changed at the last counted commit
        self._file.set_trace_callback(self._trace)
        self._count(monkeypatch, OneFile, "run", "writes")
        self._count(monkeypatch, LocalizedGame, "view", "views")
        self._games = [bot.services.orders.service.games[key] for key in GAMES]
        event.listen(_engine(), "before_cursor_execute", self._executed)
        self.clear()

    def _trace(self, sql: str) -> None:
        """Count a commit that changes rows. A database in memory commits its reads too."""
        if sql == "COMMIT" and self._file.total_changes > self._changed:
            self._changed = self._file.total_changes
            self.counts["commits"] += 1

    def _executed(self, *_: object) -> None:
        self.counts["statements"] += 1

    def _count(self, monkeypatch: pytest.MonkeyPatch, owner: type, name: str, what: str) -> None:
        counted = getattr(owner, name)

        def count(*args: Any, **kwargs: Any) -> Any:
            self.counts[what] += 1
            return counted(*args, **kwargs)

        monkeypatch.setattr(owner, name, count)

    def _so_far(self) -> Counter[str]:
        """Return the counts since the start of the process."""
        games = [game for game in self._games if isinstance(game, LocalizedGame)]
        return Counter(
            documents=sum(game._load.cache_info().misses for game in games),
            digests=_digest_once.cache_info().misses,
            requests=sum(kind == "HTTP" for kind, *_ in self.transcript),
        )

    def clear(self) -> None:
        """Start counting again."""
        self.counts.clear()
        self.before = self._so_far()

    def spent(self) -> Spent:
        """Return the costs since the last `clear`."""
        found = self.counts + self._so_far() - self.before
        return Spent(*(found[each] for each in Spent._fields))

    def close(self) -> None:
        event.remove(_engine(), "before_cursor_execute", self._executed)


async def quiet(bot: Durbar) -> None:
    """Wait until everything that was saved has been posted."""
    outbox = bot.outbox
    await until(lambda: not outbox._tasks and (outbox._claiming is None or outbox._claiming.done()))


async def begin_alone(hall: Hall, bot: Durbar) -> None:
    """Start a game in which Asha has all seats, and wait until it is posted."""
    await hall.asha.slash(hall.channel, "game new", game=next(iter(GAMES)))
    await hall.asha.slash(hall.channel, "game join", seat="*")
    await hall.asha.slash(hall.channel, "game start")
    await quiet(bot)


async def test_an_act_is_loaded_once_and_played_again_as_little_as_can_be(
    hall: Hall, simcord_bot: Durbar, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin_alone(hall, simcord_bot)
    counted = Counted(monkeypatch)
    for order in ("pass", "pass", "command"):
        counted.clear()
        before = hall.last.id
        await hall.asha.slash(hall.channel, "do", order=order)
        await quiet(simcord_bot)
        is_step = hall.last.id == before
        assert is_step == (order == "command")
        most = STEP if is_step else ACT
        assert sum(counted.transactions.values()) <= most + BEGUN * (not is_step), counted.transactions
        assert counted.replays <= most + SAME * (not is_step), order


async def test_a_click_costs_no_more_than_it_must(
    hall: Hall, simcord_bot: Durbar, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A click on an answer brings a preview. A click that confirms it brings a reply and a board."""
    await begin_alone(hall, simcord_bot)
    meter = Meter(hall, simcord_bot, monkeypatch)
    try:
        for _ in range(2):
            meter.clear()
            preview = await hall.asha.click(hall.last, label="Pass")
            await quiet(simcord_bot)
            _within(meter.spent(), A_STEP)
            meter.clear()
            await hall.asha.click(shown(preview), label="Confirm: Pass")
            await quiet(simcord_bot)
            _within(meter.spent(), AN_ORDER)
    finally:
        meter.close()


def _within(spent: Spent, most: Spent) -> None:
    too_much = [each for each in Spent._fields if getattr(spent, each) > getattr(most, each)]
    assert not too_much, (spent, most)


async def test_the_picture_of_an_answer_is_drawn_while_the_database_saves(
    hall: Hall, simcord_bot: Durbar, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin_alone(hall, simcord_bot)
    drawn: list[Any] = []

    def counted_paint(job: Any) -> Any:
        drawn.append(job)
        return paint(job)

    save = simcord_bot.store.write_notes

    async def save_later(*args: Any, **kwargs: Any) -> None:
        await until(lambda: bool(drawn))
        await save(*args, **kwargs)

    simcord_bot.pictures.paint = counted_paint
    with monkeypatch.context() as patched:
        patched.setattr(simcord_bot.store, "write_notes", save_later)
        preview = await hall.asha.click(hall.last, label="Pass")
    assert shown(preview).attachments
    assert len(drawn) == 1


async def test_nothing_waits_for_clicks_on_what_was_answered(hall: Hall, simcord_bot: Durbar) -> None:
    await begin_alone(hall, simcord_bot)
    before = len(asyncio.all_tasks())
    await hall.asha.slash(hall.channel, "do", order="command")
    looking = await hall.asha.click(hall.last, label=phrase("button.look"))
    form = await hall.asha.click(shown(looking), label=phrase("button.type"))
    assert form.modal is not None
    assert len(asyncio.all_tasks()) == before
    assert not simcord_bot.persistent_views
