"""Bot players at a table: asked like people, without hurry, without reminders, and never in the way."""

from __future__ import annotations

import asyncio
import pickle
import re
from collections.abc import AsyncIterator, Callable, Collection
from dataclasses import replace
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.engine.thinking import RANDOM, Task, list_levels, think
from bot.learning.more import More
from bot.orders.own_question import OwnQuestion
from bot.orders.undo_requests import UndoRequests
from bot.people.preferences import OFF
from bot.plans.question_plans import QuestionPlans
from bot.players.bot_moves import STUCK, BotMoves
from bot.posting.layouts import read
from bot.replies.reply import Refused
from bot.seating.leaving import Leaving
from bot.seating.rematches import Rematches
from bot.session import batching
from bot.session.loaded_game import is_watched
from bot.settings.game_settings import GameSettings
from bot.story import reasons
from bot.story.post import BOARD, LOBBY, REVIEW, SIDE_ACT, TEXT, Place
from bot.views.history import History
from db.records import Kind, NewAct, Note, Seat, Status
from db.store import Store
from rules import kernel
from rules.kernel import SIDE, InputError, Point, Rules
from rules.loading.games import GAMES
from rules.player import Advice
from rules.words import Said, read_said, say
from tests.bot.callers import CHANNEL, GUEST, NORTH, SEED, SOUTH, TOY, Room, caller, type_fast
from tests.bot.discord_app.test_discord import Hall, hall, labels, said, simcord_bot
from tests.bot.hours import Clock
from tests.bot.presses import press, trade
from tests.kernel import toy
from tests.phrases import begins, pattern, phrase, says, slots
from tests.until import until

__all__ = ["hall", "simcord_bot"]
ROBOT = phrase("holder.bot", level="random")
ALTERNATE = f"{0x2B:032x}"  # a seed that has the North begin three turns, and the South answer
TWICE = f"{3:032x}"  # one that has the South begin the second turn
OTHERS = f"{2:032x}"  # one that has the South begin the first


class Den(Clock):
    """A table with Asha as the North and, by default, a bot player as the South.

    `orders`: the orders that it plays first; then it thinks as its level does.
    """

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.tasks: list[Task] = []
        self.orders: list[list[str]] = []
        self.reason: Said = ""
        self.pause: Callable[[], Any] | None = None
        self.room.lobby.new_seed = lambda: ALTERNATE
        self.bot_moves = BotMoves(self.room.table, self.think, luck=lambda: 5, watched=0.0)

    async def think(self, task: Task) -> Advice:
        self.tasks.append(task)
        if self.pause is not None:
            pause, self.pause = self.pause, None
            await pause()
        if not self.orders:
            return think(task, {**GAMES, toy.KEY: TOY})
        reason, self.reason = self.reason, ""
        return Advice(tuple(self.orders.pop(0)), reason)

    async def lay_out(self) -> Den:
        """Create the game and seat Asha."""
        await type_fast(self.store, NORTH, SOUTH)
        await self.room.lobby.create(caller(), toy.KEY)
        await self.room.lobby.join(caller(), "north")
        here = await self.store.find_in_channel(CHANNEL)
        assert here is not None
        self.id = here.id
        return self

    async def start(self) -> Den:
        """Start the game; Asha is asked."""
        await self.lay_out()
        await self.seats.seat_bot(caller(), "south", RANDOM)
        await self.room.lobby.start(caller())
        await self.posted()
        return self

    async def moved(self) -> None:
        """Let the bot players move until a person is asked."""
        self.bot_moves.wake()
        await until(lambda: all(task is None or task.done() for task in self.under_way))

    @property
    def under_way(self) -> list[asyncio.Task[None] | None]:
        return [self.bot_moves._looking, *self.bot_moves._playing.values()]

    async def asked(self) -> str:
        return self.room.table.load_seated(await self.game()).asked


@pytest.fixture
async def den(store: Store) -> AsyncIterator[Den]:
    den = await Den(store).start()
    yield den
    await den.bot_moves.close()


async def to_the_robot(den: Den) -> None:
    """Pass for Asha, so that the bot player is asked; skip the posts."""
    await den.room.table.order(caller(), "pass")
    assert await den.asked() == "south"
    await den.posted()


async def test_it_answers_and_the_person_is_called(den: Den) -> None:
    await to_the_robot(den)
    den.orders = [["pass"]]
    await den.moved()
    assert await den.asked() == "north"
    [board] = await den.posted()
    assert board.ping == (NORTH,)
    assert begins(board.asks.splitlines()[-1], "asked", user=NORTH, seat="The North")
    assert phrase("order", seat="The South", line="Pass.") in board.text
    assert board.since == Place(turn=1, entry=1), "lit since the board before, her own order too"
    act = await den.store.find_last_act(den.id, (Kind.ORDER,))
    assert act is not None
    assert (act.seat, act.user_id, act.line) == ("south", 0, "Pass")


async def test_the_first_picture_of_a_game_is_of_the_whole_board(store: Store) -> None:
    """A bot player began, so nobody has seen the board yet."""
    den = Den(store)
    den.room.lobby.new_seed = lambda: OTHERS
    await den.start()
    assert await den.asked() == "south"
    den.orders = [["pass"]]
    await den.moved()
    [board] = await den.posted()
    assert board.at is not None
    assert board.since is None


async def test_a_person_s_order_is_told_with_its_answer(den: Den) -> None:
    done = await den.room.table.order(caller(), "pass")
    assert says(done.text, "done.other", seat="The South")
    assert await den.posted() == [], "it waits for the board"
    den.orders = [["pass"]]
    await den.moved()
    [board] = await den.posted()
    told = [phrase("order", seat=seat, line="Pass.") for seat in ("The North", "The South")]
    assert [line for line in board.text.splitlines() if line in told] == told


async def test_a_whole_order_is_one_act_and_one_post(den: Den) -> None:
    await to_the_robot(den)
    before = (await den.game()).serial
    den.orders = [["command", "done", "muster", "andhra", "done"]]
    await den.moved()
    assert (await den.game()).serial == before + 1
    [board] = await den.posted()
    assert phrase("order", seat="The South", line="Command. Muster in Andhra.") in board.text


@pytest.fixture
async def twice(store: Store) -> Den:
    """Return a game in which the South ends a turn and begins the next. The North has just passed."""
    den = Den(store)
    den.room.lobby.new_seed = lambda: TWICE
    await den.start()
    await to_the_robot(den)
    return den


async def test_moves_in_a_row_are_one_post_with_one_picture(twice: Den) -> None:
    twice.orders = [["pass"], ["pass"]]
    twice.reason = say("to wait")
    await twice.moved()
    [board] = await twice.posted()
    assert board.text.count(phrase("order", seat="The South", line="Pass.")) == 2
    assert board.text.count(phrase("reason", seat="The South", reason="to wait")) == 1
    assert not says(board.text, "done.other")
    assert board.since == Place(turn=1, entry=1)
    assert batching.read_waiting((await twice.game()).notes) == batching.NOTHING


async def test_moves_in_a_row_are_thought_about_for_less_and_less_until_a_person_is_asked(twice: Den) -> None:
    at = [0.0]
    twice.bot_moves.time_budget.now = lambda: at[0]

    async def a_while() -> None:
        at[0] += twice.tasks[-1].seconds

    async def until_asked(orders: int) -> list[float]:
        twice.tasks.clear()
        twice.orders, twice.pause = [["pass"]] * orders, a_while
        await twice.moved()
        return [task.seconds for task in twice.tasks]

    assert await until_asked(2) == [1.0, 0.5]
    while await twice.asked() == "north":
        await twice.room.table.order(caller(), "pass")
    assert (await until_asked(1))[0] == 1.0


async def test_nothing_of_many_moves_in_a_row_is_cut_off(twice: Den) -> None:
    lines = [f"- {number} " + "and so on " * 9 for number in range(40)]
    game = await twice.game()
    waits = batching.Waiting(tuple(lines), began=(1, 0))
    await twice.store.write_notes(twice.id, *batching.write_notes(game.notes, waits))
    twice.orders = [["pass"], ["pass"]]
    await twice.moved()
    [post] = await twice.posted()
    assert all(line in post.text for line in lines)
    assert post.summed, "the channel reads it in short"


async def test_what_waits_to_be_told_outlives_a_crash(twice: Den) -> None:
    asked: list[asyncio.Event] = []

    async def crash() -> None:
        asked.append(asyncio.Event())
        await asyncio.Event().wait()

    async def first() -> None:
        twice.pause = crash

    twice.orders, twice.pause = [["pass"]], first
    twice.bot_moves.wake()
    await until(lambda: asked)
    await twice.bot_moves.close()
    assert await twice.posted() == []
    twice.bot_moves = BotMoves(twice.room.table, twice.think, luck=lambda: 5)
    twice.orders = [["pass"]]
    await twice.moved()
    [board] = await twice.posted()
    assert board.text.count(phrase("order", seat="The South", line="Pass.")) == 2


async def test_who_is_stuck_does_not_keep_what_went_before(twice: Den) -> None:
    twice.orders = [["pass"], ["nonsense"]]
    with capture_logs():
        await twice.moved()
    [post] = await twice.posted()
    assert phrase("order", seat="The South", line="Pass.") in post.text
    assert batching.read_waiting((await twice.game()).notes) == batching.NOTHING


async def test_what_was_never_told_goes_with_what_it_answers(twice: Den) -> None:
    game = await twice.game()
    waits = batching.Waiting(("**The South**: Pass.",), began=(1, 0))
    await twice.store.write_notes(twice.id, *batching.write_notes(game.notes, waits))
    await twice.room.table.undo(caller())
    assert batching.read_waiting((await twice.game()).notes) == batching.NOTHING


async def test_what_must_be_read_is_kept_where_the_post_is_told_in_short(twice: Den) -> None:
    game, lines = await twice.game(), [f"- {number} " + "and so on " * 9 for number in range(40)]
    waits = batching.Waiting(tuple(lines), ("A plan was played.",), (1, 0))
    await twice.store.write_notes(twice.id, *batching.write_notes(game.notes, waits))
    twice.orders, twice.reason = [["pass"], ["pass"]], say("to begin")
    await twice.moved()
    [post] = await twice.posted()
    assert post.summed
    assert post.notices == ("A plan was played.",), "a reason stands below its order or nowhere"
    assert post.told == Place(turn=1, entry=0)
    assert batching.read_waiting((await twice.game()).notes) == batching.NOTHING


async def test_what_bot_players_say_to_each_other_goes_with_their_moves(twice: Den) -> None:
    """An act out of turn that mentions no person gets no post of its own."""
    at = twice.room.table.load_seated(await twice.game())
    await twice.room.table.enter(
        BotMoves._make_caller(at.stored, RANDOM), at, [f"{SIDE}give_1"], seat="south"
    )
    assert await twice.posted() == []
    *_, line = batching.read_waiting((await twice.game()).notes).lines
    twice.orders = [["pass"], ["pass"]]
    await twice.moved()
    [board] = await twice.posted()
    assert board.text.index(line) < board.text.index(phrase("order", seat="The South", line="Pass."))


async def test_its_reason_stands_under_its_order_in_small_print(den: Den) -> None:
    await to_the_robot(den)
    den.orders, den.reason = [["pass"]], say("to wait")
    await den.moved()
    [board] = await den.posted()
    assert phrase("order", seat="The South", line="Pass.") in board.text
    assert phrase("reason", seat="The South", reason="to wait") in board.text.splitlines()


async def test_its_reason_is_kept_with_the_act_and_stands_in_the_log(den: Den) -> None:
    await to_the_robot(den)
    den.orders, den.reason = [["pass"]], say("to wait")
    await den.moved()
    act = await den.store.find_last_act(den.id, (Kind.ORDER,))
    assert act is not None
    assert reasons.read_reason(TOY, act.reason) == "to wait"
    history = History(den.room.look)
    log = (await history.log(caller(), 1)).text
    assert phrase("order", seat="The South", line="Pass.") in log
    assert log.index(phrase("order", seat="The South", line="Pass.")) < log.index(
        phrase("reason", seat="The South", reason="to wait")
    )
    await UndoRequests(den.room.table).ask(caller(), den.id)
    assert not says((await history.log(caller(), 1)).text, "reason", reason="to wait"), (
        "it goes with what it was the reason of"
    )


async def test_a_table_may_do_without_reasons(store: Store) -> None:
    den = await Den(store).lay_out()
    await den.seats.seat_bot(caller(), "south", RANDOM)
    await den.room.options.set(caller(), "reasons", "off")
    await den.room.lobby.start(caller())
    await den.posted()
    await to_the_robot(den)
    den.orders, den.reason = [["pass"]], say("to wait")
    await den.moved()
    [board] = await den.posted()
    assert "wait" not in board.text
    assert "wait" not in (await History(den.room.look).log(caller(), 1)).text


async def test_the_reason_of_an_order_in_parts_is_told_once_with_all_of_it(den: Den) -> None:
    await to_the_robot(den)
    den.orders, den.reason = [["command"], ["done", "muster", "andhra", "done"]], say("to begin")
    await den.moved()
    [board] = await den.posted()
    assert phrase("order", seat="The South", line="Command. Muster in Andhra.") in board.text
    assert board.text.count(phrase("reason", seat="The South", reason="to begin")) == 1
    assert not any(note.name == "reason" for note in await den.store.load_notes(den.id))


async def test_it_answers_what_is_offered_to_it_and_proposes_now_and_then(store: Store) -> None:
    den = Den(store)
    den.room.table.games = GAMES
    await den.room.lobby.create(caller(), "vijayanagara")
    await den.room.lobby.join(caller(), "bahmani")
    for seat in ("sultanate", "vijayanagara"):
        await den.seats.seat_bot(caller(), seat, "easy")
    await den.room.lobby.start(caller())
    await den.moved()
    here = await store.find_in_channel(CHANNEL)
    assert here is not None
    await trade(den.room.table, caller(), "offer vijayanagara give 3r")
    await den.moved()
    sides = [act.line for act in (await store.list_acts(here.id)).acts if act.kind is Kind.SIDE]
    assert sides[-1].startswith("accept ")
    proposed = [act for act in sides if act.startswith("offer ")]
    assert len(proposed) <= 3, "a seat does not propose something at each of its orders"


async def test_a_refused_offer_is_answered_with_what_would_be_accepted(store: Store) -> None:
    den = Den(store)
    den.room.table.games = GAMES
    await den.room.lobby.create(caller(), "vijayanagara")
    await den.room.lobby.join(caller(), "bahmani")
    for seat in ("sultanate", "vijayanagara"):
        await den.seats.seat_bot(caller(), seat, "easy")
    await den.room.lobby.start(caller())
    await den.moved()
    await den.room.posted()
    here = await store.find_in_channel(CHANNEL)
    assert here is not None
    await trade(den.room.table, caller(), "offer sultanate get 1c")
    await den.moved()
    sides = [act.line for act in (await store.list_acts(here.id)).acts if act.kind is Kind.SIDE]
    assert sides[-1].startswith("decline ")
    answer = [post for kind, post in await den.room.posted() if kind == SIDE_ACT][-1]
    assert answer.ping == (NORTH,)
    last = answer.text.splitlines()[-1]
    assert slots(last, "reason")["reason"], "and why"


async def test_it_plays_a_game_out_with_somebody(store: Store) -> None:
    den = await Den(store).start()
    while not (await den.game()).ended:
        keys = [option.key for option in (await den.room.panel()).options]
        await den.room.table.order(caller(), "pass" if "pass" in keys else keys[0])
        await den.moved()
    told = "\n".join(post.text for post in await den.posted())
    assert says(told, "standing", seat="The South")
    await Rematches(den.reminders).rematch(caller(), den.id)
    again = await den.store.find_in_channel(CHANNEL)
    assert again is not None
    assert again.id != den.id
    both = (Seat("north", NORTH, "Asha"), Seat("south", 0, "automatic, random", RANDOM))
    assert again.seats == both, "both sit again for a rematch"
    assert {kind for kind, _ in await den.room.posted()} == {LOBBY}, "nobody else has to be asked"


async def test_a_game_of_bot_players_is_watched_to_its_end(store: Store) -> None:
    den = Den(store)
    await den.room.lobby.create(caller(), toy.KEY)
    here = await store.find_in_channel(CHANNEL)
    assert here is not None
    den.id = here.id
    await den.seats.seat_bot(caller(), "north", RANDOM)
    told = (await den.seats.seat_bot(caller(), "south", RANDOM)).text
    assert begins(told.splitlines()[-1], "bot.watch")
    await den.room.lobby.start(caller())
    await den.moved()
    game = await den.game()
    assert game.ended
    orders = [act for act in (await store.list_acts(den.id, size=1000)).acts if act.kind is Kind.ORDER]
    assert {act.user_id for act in orders} == {0}
    posts = await den.posted()
    assert all(not post.ping for post in posts), "nobody is called"
    assert sum(post.at is not None for post in posts) > len(orders), "there is a board for each order"
    assert game.result in "\n".join(post.text for post in posts)


async def test_a_game_to_watch_is_laid_out_by_its_host_before_it_begins(store: Store) -> None:
    den = await Den(store).start()
    with pytest.raises(Refused, match=pattern("bot.people")):
        await den.seats.seat_bot(caller(), "north")
    await den.room.lobby.end(caller(), den.id)
    await den.lay_out()
    await den.seats.seat_bot(caller(), "south")
    await den.room.lobby.leave(caller())
    await den.room.lobby.join(caller(SOUTH), "north")
    with pytest.raises(Refused, match=pattern("bot.people", host=1)):
        await den.seats.seat_bot(caller(SOUTH), "north")


async def test_those_who_are_watched_pause_between_their_orders(store: Store) -> None:
    den = Den(store)
    await den.room.lobby.create(caller(), toy.KEY)
    here = await store.find_in_channel(CHANNEL)
    assert here is not None
    den.id = here.id
    for seat in ("north", "south"):
        await den.seats.seat_bot(caller(), seat, RANDOM)
    await den.room.lobby.start(caller())
    den.bot_moves.watched = 3600.0
    den.bot_moves.wake()
    await until(lambda: den.bot_moves._playing)
    assert not den.tasks, "it has not begun to think"
    await den.bot_moves.close()


async def test_what_it_is_given_is_small_and_without_the_seed(den: Den) -> None:
    await to_the_robot(den)
    await den.moved()
    task = den.tasks[0]
    assert task.seat == "south"
    assert task.position.seed == ""
    assert ALTERNATE not in repr(task)
    assert len(pickle.dumps(task)) < 3000


def test_it_sees_what_its_seat_sees() -> None:
    seen = []

    class Spy:
        def choose(self, point: Point, /) -> str:
            seen.append(point.look())
            return point.keys[-1]

    class Spied:
        def __init__(self) -> None:
            self.BOT_PLAYERS = {"spy": lambda number, stop: Spy()}

        def __getattr__(self, name: str) -> Any:
            return getattr(toy, name)

    rules: Any = Spied()
    step = kernel.begin(TOY, toy.dump(toy.setup(toy.Options())), SEED)
    assert isinstance(step.live.pending, kernel.Ask)
    seat = step.live.pending.seat
    task = Task(toy.KEY, replace(step.game, seed=""), seat, "spy", 1.0, 1)
    assert think(task, {toy.KEY: rules}) == Advice(("pass",))
    assert seen == [TOY.view(step.live.state, seat)]
    assert list_levels(rules) == (RANDOM, "spy")


def test_its_luck_is_its_own() -> None:
    step = kernel.begin(TOY, toy.dump(toy.setup(toy.Options())), SEED)
    assert isinstance(step.live.pending, kernel.Ask)
    tasks = [Task(toy.KEY, step.game, step.live.pending.seat, RANDOM, 1.0, luck) for luck in range(20)]
    orders = [think(task, {toy.KEY: TOY}) for task in tasks]
    assert orders == [think(task, {toy.KEY: TOY}) for task in tasks]
    assert len({order.keys[0] for order in orders}) == 3


@pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES.keys())
def test_every_level_of_every_game_gives_a_whole_order(rules: Rules) -> None:
    step = kernel.begin(rules, rules.dump(rules.setup(rules.Options())), SEED)
    ask = step.live.pending
    assert isinstance(ask, kernel.Ask)
    for level in list_levels(rules):
        keys = think(Task(rules.KEY, replace(step.game, seed=""), ask.seat, level, 0.05, 1)).keys
        after = kernel.submit(rules, step.game, ask.seat, keys)
        assert after.entered >= len(keys) > 0


def test_the_reason_of_a_player_that_gives_one_comes_with_its_order() -> None:
    rules = GAMES["vijayanagara"]
    step = kernel.begin(rules, rules.dump(rules.setup(rules.Options())), SEED)
    assert isinstance(step.live.pending, kernel.Ask)
    task = Task(rules.KEY, replace(step.game, seed=""), step.live.pending.seat, "fair", 5.0, 1)
    assert read_said(think(task).reason, rules.name).startswith("To ")


# What stands in its way


async def test_a_thought_about_a_position_that_is_gone_is_dropped(den: Den) -> None:
    await to_the_robot(den)

    async def meanwhile() -> None:
        await trade(den.room.table, caller(), "give 1")

    den.pause = meanwhile
    den.orders = [["pass"], ["event"]]
    await den.moved()
    assert den.tasks[0].position.log == den.tasks[1].position.log[:-1], "thought again after the gift"
    acts = await den.store.list_acts(den.id)
    assert [act.line for act in acts.acts if act.user_id == 0] == ["Event"]


async def test_after_a_restart_it_thinks_again_and_acts_once(den: Den) -> None:
    await to_the_robot(den)
    serial = (await den.game()).serial
    hanging = asyncio.Event()

    async def for_ever() -> None:
        hanging.set()
        await asyncio.Event().wait()

    den.pause = for_ever
    den.bot_moves.wake()
    await hanging.wait()
    await den.bot_moves.close()
    assert (await den.game()).serial == serial
    den.bot_moves.wake()
    assert not any(task and not task.done() for task in den.under_way), "it is closed"
    den.bot_moves = BotMoves(den.room.table, den.think)
    den.orders = [["pass"]]
    await den.moved()
    assert (await den.game()).serial == serial + 1


async def test_two_that_think_of_the_same_move_make_it_once(den: Den) -> None:
    await to_the_robot(den)
    other = BotMoves(den.room.table, den.think)
    serial = (await den.game()).serial
    den.orders = [["pass"], ["pass"]]
    other.wake()
    await den.moved()
    await until(lambda: not other._playing)
    assert (await den.game()).serial == serial + 1
    await other.close()


async def test_who_is_stuck_is_told_once_and_anybody_goes_on(den: Den) -> None:
    await to_the_robot(den)
    den.orders = [["nonsense"], ["nonsense"]]
    with capture_logs() as logs:
        await den.moved()
        await den.moved()
    assert [line["event"] for line in logs] == ["a bot player is stuck"]
    [post] = await den.posted()
    assert begins(post.text.splitlines()[-1], "bot.stuck", seat="The South")
    den.bot_moves = BotMoves(den.room.table, den.think)
    with capture_logs():
        await den.moved()
    assert await den.posted() == [], "not even after a restart"
    act = await den.store.find_last_act(den.id, tuple(Kind))
    assert act is not None
    assert act.line == STUCK
    await den.seats.claim(caller(GUEST), "south")
    [board] = await den.posted()
    assert begins(board.asks.splitlines()[-1], "asked", user=GUEST, seat="The South")


async def test_trouble_with_the_database_passes(den: Den, monkeypatch: pytest.MonkeyPatch) -> None:
    await to_the_robot(den)
    monkeypatch.setattr("bot.players.bot_moves.RETRY_SECONDS", 0.01)
    working = {name: getattr(den.store, name) for name in ("list_with_bots", "load")}
    serial = (await den.game()).serial
    for name in working:

        async def broken(*_: object) -> Any:
            raise OSError("disk")

        monkeypatch.setattr(den.store, name, broken)
        with capture_logs() as logs:
            den.bot_moves.wake()
            await until(logs.__len__)
        assert logs[0]["log_level"] == "error"
        monkeypatch.setattr(den.store, name, working[name])
    den.orders = [["pass"]]
    await until(lambda: not den.orders)  # it looks again by itself
    await den.moved()
    assert (await den.game()).serial > serial


# Around the table


async def test_the_card_and_the_beginning_name_it(store: Store) -> None:
    den = await Den(store).lay_out()
    answer = await den.seats.seat_bot(caller())
    assert begins(answer.text, "bot.done", seat="The South")
    status = await den.room.look.show_status(caller(GUEST))
    assert phrase("card.seat", seat="The South", holder=ROBOT) in status.text
    await den.room.posted()
    await den.room.lobby.start(caller())
    _, (_, post), *_ = await den.room.posted()
    assert phrase("card.seat", seat="The South", holder=ROBOT) in post.text
    record = await den.room.look.send_record(caller())
    assert record.file is not None
    assert "automatic, random" in record.file[1]


async def test_who_may_give_which_seat(store: Store) -> None:
    den = await Den(store).lay_out()
    with pytest.raises(Refused, match=pattern("no_seat")):
        await den.seats.seat_bot(caller(GUEST))
    await den.seats.seat_bot(caller(), "south")
    with pytest.raises(Refused, match=pattern("bot.levels", levels="random or off")):
        await den.seats.seat_bot(caller(), "south", "godlike")
    assert says((await den.seats.seat_bot(caller())).text, "bot.done"), "another level, if there were one"
    assert says((await den.seats.seat_bot(caller(), "south", "off")).text, "bot.left")
    for seat in ("south", "north"):
        with pytest.raises(Refused, match=pattern("bot.none")):
            await den.seats.seat_bot(caller(), seat, "off")
    await den.room.lobby.join(caller(SOUTH))
    with pytest.raises(Refused, match=pattern("seat.other", holder=phrase("holder", user=1))):
        await den.seats.seat_bot(caller(SOUTH), "north")
    for late in (None, den.id):  # the host too, and with a button that they saw while the seat was free
        with pytest.raises(Refused, match=pattern("seat.other", holder=phrase("holder", user=2))):
            await den.seats.seat_bot(caller(), "south", game_id=late)
    await den.seats.seat_bot(caller(SOUTH), "south")
    assert (await den.game()).seat("south") == Seat("south", 0, "automatic, random", RANDOM)


@pytest.mark.parametrize("running", [False, True])
async def test_another_level_and_off_need_no_seat(store: Store, running: bool) -> None:
    """`/seat bot` with another level changes the level, and `level:off` ends it."""
    den, levels = await goat_tigers(store)
    await den.room.lobby.join(caller(SOUTH), "south")
    with pytest.raises(Refused, match=pattern("seat.full")):
        await den.seats.seat_bot(caller(), None, levels[0])
    await den.room.lobby.leave(caller(SOUTH))
    await den.seats.seat_bot(caller(), None, levels[0])
    if running:
        await den.room.lobby.start(caller())
    done = await den.seats.seat_bot(caller(), None, levels[-1])
    assert says(done.text, "bot.done", seat="South")
    holder = (await den.game()).seat("south")
    assert holder is not None
    assert holder.level == levels[-1]
    assert (await den.seats.seat_bot(caller(), None, "off")).text == phrase("bot.left", seat="South")
    assert (await den.game()).seat("south") is None


async def test_with_two_bot_players_one_says_which(store: Store) -> None:
    den, levels = await goat_tigers(store)
    await den.seats.seat_bot(caller(), "south", levels[0])
    north = Seat("north", 0, "automatic", levels[0])
    act = NewAct(Kind.LOBBY, "bot", 0)
    await store.take_seat(den.id, north, act=act, deliveries=[], instead_of=NORTH)
    for level in (levels[1], "off"):
        with pytest.raises(Refused, match=pattern("bot.which", seats="North and South")):
            await den.seats.seat_bot(caller(), None, level)
    await den.seats.seat_bot(caller(), "north", levels[1])
    await den.seats.seat_bot(caller(), "north", "off")
    assert (await den.seats.seat_bot(caller(), None, "off")).text == phrase("bot.left", seat="South")


async def goat_tigers(store: Store) -> tuple[Den, list[str]]:
    """Return a game for two that has levels, with Asha in its first seat; and the levels."""
    den = Den(store)
    den.room.table.games = GAMES
    rules = GAMES["aadu_huli"]
    await den.room.lobby.create(caller(), rules.KEY)
    await den.room.lobby.join(caller(), "north")
    here = await store.find_in_channel(CHANNEL)
    assert here is not None
    den.id = here.id
    return den, list(rules.BOT_PLAYERS)


async def test_the_host_fills_the_seat_of_somebody_silent(store: Store) -> None:
    den = Den(store)
    await den.begin()
    await den.seats.offer(caller(SOUTH), "south")
    await den.posted()
    await den.seats.seat_bot(caller(NORTH), "south")
    [post] = await den.posted()
    taken = phrase("bot.taken", holder=ROBOT, user=NORTH, seat="The South")
    assert post.text == phrase("news", users=f"<@{SOUTH}>", text=taken)
    assert post.news == (SOUTH,)
    assert (await den.settings()).offered == {}
    await den.room.lobby.end(caller(), den.id)
    with pytest.raises(Refused, match=pattern("over")):
        await den.seats.seat_bot(caller(), "south", game_id=den.id)


async def test_a_person_takes_its_seat(store: Store) -> None:
    den = await Den(store).lay_out()
    await den.seats.seat_bot(caller())
    await den.room.lobby.join(caller(SOUTH), "south")
    assert (await den.game()).seat("south") == Seat("south", SOUTH, "Bala")
    await den.seats.seat_bot(caller(SOUTH), "south")
    await den.room.lobby.start(caller())
    with pytest.raises(Refused, match=pattern("claim.none")):
        await den.seats.claim(caller(), None)
    await den.seats.claim(caller(GUEST), None)
    assert (await den.game()).seat("south") == Seat("south", GUEST, "Chandra")


async def test_it_is_never_called_and_has_no_clock(store: Store) -> None:
    den = await Den(store).lay_out()
    await den.room.options.set(caller(), "pace", "live")
    await den.seats.seat_bot(caller())
    await den.room.lobby.start(caller())
    await den.posted()
    den.orders = [["pass"], ["pass"]]
    for _ in range(4):
        await den.reminders.plan(den.id)
        assert bool(await den.rings()) is (await den.asked() == "north")
        if await den.asked() == "north":
            await den.room.table.order(caller(), "pass")
        else:
            await den.moved()


async def test_nobody_votes_on_it_and_nothing_is_decided_for_it(den: Den) -> None:
    await to_the_robot(den)
    with pytest.raises(Refused, match=pattern("vote.bot")):
        await den.seats.vote(caller(), "south")
    with pytest.raises(Refused, match=pattern("others_decision")):
        await den.room.table.order(caller(), "pass")


async def test_past_dice_or_cards_its_answer_goes_only_when_one_means_it(den: Den) -> None:
    await to_the_robot(den)
    den.orders = [["pass"]]
    await den.moved()
    await den.posted()
    undo_requests = UndoRequests(den.room.table)
    offered = await undo_requests.undo(caller())
    button, _cancel = offered.buttons
    assert button.label == phrase("button.plea_alone")
    done = await undo_requests.ask(caller(), den.id)
    assert done.panel is not None
    assert await den.asked() == "north"
    [board] = await den.posted()
    assert board.text.splitlines()[0] == phrase("plea.alone", user=NORTH)
    assert board.text.count("~~Pass.~~") == 2


async def test_its_answer_is_taken_back_with_what_it_answers(store: Store) -> None:
    """In a game without cards, one tap is enough, and nobody has to agree."""
    den = Den(store)
    den.room.table.games = GAMES
    key, level = "aadu_huli", next(iter(GAMES["aadu_huli"].BOT_PLAYERS))
    await den.room.lobby.create(caller(), key)
    await den.room.lobby.join(caller())
    await den.seats.seat_bot(caller(), None, level)
    await den.room.lobby.start(caller())
    here = await store.find_in_channel(CHANNEL)
    assert here is not None
    den.id = here.id

    async def choose() -> None:
        panel = await den.room.panel(NORTH)
        answer = await den.room.table.click(caller(), panel.mark, panel.options[0].key)
        await den.room.confirmed(NORTH, answer)
        await den.moved()

    await den.moved()
    undo_requests = UndoRequests(den.room.table)
    assert not (await den.room.panel(NORTH)).undo, "there is nothing to take back"
    with pytest.raises(InputError):
        await undo_requests.undo(caller())
    await choose()
    once = (await den.game()).position
    await choose()
    assert (await den.game()).position != once
    await den.room.posted()
    panel = await den.room.panel(NORTH)
    assert panel.undo
    done = await undo_requests.undo(caller(), panel.mark)
    assert begins(done.text, "undone.yours")
    assert done.panel is not None
    assert done.panel.options == (await den.room.panel(NORTH)).options
    assert (await den.game()).position == once
    tasks = len(den.tasks)
    await den.moved()
    assert len(den.tasks) == tasks, "it is the person who is asked"


async def test_trades_and_notes_are_nothing_for_it(den: Den) -> None:
    await to_the_robot(den)
    await trade(den.room.table, caller(), "give 1")
    [aside] = await den.posted()
    assert aside.ping == ()
    assert phrase("order", seat="The North", line="Pass.") in aside.text, "what waits leads on to it"
    assert "<@0>" not in aside.text
    note = Note("south", "plan", NORTH, '{"lines": [["", "pass"]]}')
    await den.store.write_notes(den.id, note)
    den.orders = [["event"]]
    await den.moved()
    acts = await den.store.list_acts(den.id)
    assert [act.line for act in acts.acts if act.user_id == 0][-1] == "Event"


async def test_by_button_and_command(hall: Hall) -> None:
    await hall.asha.slash(hall.channel, "game new", game="toy")
    assert hall.labels() == [phrase("button.join", seat="The North"), phrase("button.join", seat="The South")]
    await hall.asha.click(hall.last, label=phrase("button.join", seat="The North"))
    assert hall.labels() == [
        phrase("button.join", seat="The South"),
        phrase("button.bot", seat="The South"),
    ]
    stranger = await hall.guest.click(hall.last, label=phrase("button.bot", seat="The South"))
    assert begins(said(stranger), "no_seat")
    await hall.asha.click(hall.last, label=phrase("button.bot", seat="The South"))
    levels = await hall.asha.autocomplete(hall.channel, "seat bot", "level", "")
    assert [choice["value"] for choice in levels] == ["random", "off"]
    gone = await hall.asha.slash(hall.channel, "seat bot", seat="south", level="off")
    assert said(gone) == phrase("bot.left", seat="The South")
    await hall.asha.slash(hall.channel, "seat bot", level="random")
    await hall.asha.click(hall.last, label=phrase("button.start"))
    for acted in range(3):
        await until(lambda: hall.asha.mention in read(hall.last))
        question = hall.last
        answered = await hall.asha.slash(hall.channel, "do", order="?")
        tools = labels(await hall.asha.slash(hall.channel, "game status"))
        assert (phrase("button.undo_played") in tools) == bool(acted), (
            "at first there is nothing to take back"
        )
        order = "pass" if "Pass" in said(answered) else "0"
        await hall.asha.slash(hall.channel, "do", order=order)
        assert hall.last.id != question.id


async def test_after_a_save_only_its_game_is_looked_at(den: Den, monkeypatch: pytest.MonkeyPatch) -> None:
    """That holds for any number of games with bot players."""
    store, looked = den.store, list[object]()
    look_for = store.list_with_bots

    async def noted(only: Collection[int] | None = None) -> tuple[tuple[int, int], ...]:
        looked.append(only)
        return await look_for(only)

    await den.moved()
    monkeypatch.setattr(store, "list_with_bots", noted)
    store.listen(den.bot_moves.check_game)
    await den.room.choose("pass")
    await until(lambda: all(task is None or task.done() for task in den.under_way))
    stored = await store.find_in_channel(CHANNEL)
    assert stored is not None
    assert looked
    assert {*looked} == {frozenset({stored.id})}
    assert den.room.table.load_seated(stored).asked == "north", "the South has answered"


async def test_whom_an_act_concerns_is_called_though_nothing_is_asked(
    game: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    trades = replace(toy.EXTRAS.trades, concerns=lambda seat, act: ("south",))
    monkeypatch.setattr(toy, "EXTRAS", replace(toy.EXTRAS, trades=trades))
    await trade(game.table, caller(NORTH), "give 1")
    [(_, post)] = await game.posted()
    assert post.ping == (SOUTH,)
    assert says(post.text, "aside.concerns", users=f"<@{SOUTH}>")


async def test_bot_players_finish_the_game_of_who_plays_alone(den: Den) -> None:
    """A summary and the end are posted, and a rematch gives the seat back."""
    leaving, begin = Leaving(den.reminders, den.room.lobby), (await den.game()).position
    asked = await leaving.ask_finish(caller())
    assert says(asked.text, "finish.sure", seats="The North")
    assert says((await leaving.resign(caller())).text, "resign.alone")
    with pytest.raises(Refused, match=pattern("looks_on")):
        await leaving.ask_finish(caller(GUEST))
    await press(leaving, caller(), asked.buttons[0])
    [told] = await den.posted()
    assert says(told.text, "finish.told", user=NORTH)
    stored = await den.game()
    assert {seat.level for seat in stored.seats} == {RANDOM}
    assert not is_watched(stored), "nobody waits between two moves"
    how = phrase("finish.under_way", title="Toy Deccan", seats="The North", seat="The North")
    with pytest.raises(Refused, match=re.escape(how)):
        await den.room.table.order(caller(), "pass")
    assert (await OwnQuestion(den.room.table, QuestionPlans(den.room.table)).show(caller())).text.endswith(
        how
    )
    with pytest.raises(Refused, match=pattern("looks_on")):
        await den.room.table.order(caller(GUEST), "pass")
    with pytest.raises(Refused, match=re.escape(how)):
        await UndoRequests(den.room.table).undo(caller())
    for answer in (
        await More(den.room.table).show_menu(caller(), den.id),
        await den.room.look.show_status(caller()),
        await den.seats.come_back(caller()),
    ):
        assert how in answer.text, "each says whose seat it is, and how to play on"
    assert how not in (await den.room.look.show_status(caller(GUEST))).text
    await den.moved()
    over = await den.game()
    assert over.status is Status.ENDED
    [(told_as, summary), (kind, end), *review] = await den.room.posted()
    assert (told_as, summary.summed) == (TEXT, True)
    assert begin is not None
    assert summary.told in (None, Place.of(begin)), "it tells all that the bot players did"
    assert (kind, [kind for kind, _ in review]) in ((BOARD, []), (BOARD, [REVIEW]))
    assert end.since is None, "after so many moves, the board marks no changes"
    again = Rematches(den.reminders)
    assert says((await again.rematch(caller(), den.id)).text, "help.full"), "nobody else need sit down"
    lobby = await den.store.find_in_channel(CHANNEL)
    assert lobby is not None
    assert {(seat.seat, seat.user_id, seat.level) for seat in lobby.seats} == {
        ("north", NORTH, ""),
        ("south", 0, RANDOM),
    }


async def test_bot_players_finish_nothing_where_others_play(den: Den) -> None:
    leaving = Leaving(den.reminders, den.room.lobby)
    await den.seats.seat_bot(caller(), "south", OFF)
    await den.room.lobby.join(caller(SOUTH), "south")
    with pytest.raises(Refused, match=pattern("finish.people")):
        await leaving.ask_finish(caller())


async def test_who_takes_a_seat_again_reads_all_posts(den: Den) -> None:
    leaving = Leaving(den.reminders, den.room.lobby)
    await leaving.finish(caller(), den.id)
    await den.room.lobby.join(caller(), "north")
    assert not GameSettings.of(await den.game()).finishing
