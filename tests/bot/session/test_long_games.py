"""Long games don't block the event loop: work on many turns runs elsewhere.

Turns are counted, and time is not measured. A turn that is played begins with a `Live`, and few of them may
begin on the loop.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from bot.discord_app.services import Services, build_services
from bot.replies.reply import Refused
from db.records import Kind, NewAct
from db.store import Store
from rules import kernel
from rules.chance import make_commitment
from rules.kernel import Ask, Game
from rules.loading.games import GAMES
from rules.records.record import Record, dump_record, list_turns, write_origin
from tests.bot.callers import CHANNEL, NORTH, SEED, caller
from tests.phrases import pattern

GAME = "aadu_huli"
TURNS = 900  # of the longest game; people play some 90
FEW = 40  # turns that a command may play on the loop: the open one again and again, and those on one page


@cache
def long_game() -> tuple[Game, ...]:
    """Return the turns of a game in which the pieces go back and forth."""
    rules = GAMES[GAME]
    number = random.Random(7)
    state = rules.setup(rules.Options.model_validate({"quiet": 0}))
    step = kernel.settle(rules, Game(SEED, 1, rules.dump(state)))
    closed = list(step.closed)
    last: dict[str, str] = {}
    while len(closed) < TURNS:
        ask = step.live.pending
        assert isinstance(ask, Ask), "nobody wins"
        legal = [key for key in ask.menu() if "x" not in key]
        back = "-".join(reversed(last.get(ask.seat, "").split("-")))
        key = back if back in legal and number.random() < 0.9 else number.choice(legal or list(ask.menu()))
        last[ask.seat] = key
        step = kernel.submit(rules, step.game, ask.seat, [key])
        closed += step.closed
    return (*(replace(game, loaded=None) for game in closed), replace(step.game, loaded=None))


@pytest.fixture
async def services(store: Store) -> Services:
    """Return the services on a store with one long game, which Asha hosts and plays alone."""
    services = build_services(store, GAMES)
    await services.seating.lobby.create(caller(), GAME)
    await services.seating.table_settings.set(caller(), "quiet", "0")
    await services.seating.lobby.join(caller(), "*")
    stored = await store.find_in_channel(CHANNEL)
    assert stored is not None
    turns = long_game()
    await store.start_game(
        stored,
        turns[-1],
        turns[:-1],
        commitment=make_commitment(SEED, write_origin(GAME, {"quiet": 0}, None)),
        act=NewAct(Kind.TABLE, "start", NORTH),
    )
    return services


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list with one entry for each turn that this thread begins to play."""
    here, found = threading.get_ident(), list[int]()
    real = kernel.Live.__init__

    def init(self: Any, *given: Any) -> None:
        if threading.get_ident() == here:
            found.append(1)
        real(self, *given)

    monkeypatch.setattr(kernel.Live, "__init__", init)
    return found


def record() -> str:
    """Return the whole game as a file."""
    turns = long_game()
    sealed = make_commitment(SEED, write_origin(GAME, {"quiet": 0}, None))
    return dump_record(Record(GAME, sealed, SEED, {"quiet": 0}, {}, turns=list_turns(turns), first=1))


async def _rewind_for_good(services: Services) -> object:
    asked = await services.hosting.repairs.rewind(caller(), 3)
    [button] = asked.buttons
    return await services.hosting.repairs.rewind(caller(), 3, button.about.split(":")[-2])


async def _archive_for_good(services: Services) -> object:
    [button] = (await services.hosting.repairs.archive(caller())).buttons
    return await services.hosting.repairs.archive(caller(), button.about.split(":")[-1])


COMMANDS: dict[str, Callable[[Services], Awaitable[object]]] = {
    "record": lambda to: to.views.board.send_record(caller()),
    "export": lambda to: to.hosting.repairs.export(caller(), "position"),
    "log": lambda to: to.views.history.log(caller(), 1),
    "old log": lambda to: to.views.history.log(caller(), 20),
    "replay": lambda to: to.analysis.replays.replay(caller(), 5),
    "since": lambda to: to.views.history.since(caller()),
    "chapters": lambda to: to.views.history.list_titles(caller()),
    "rewind": lambda to: to.hosting.repairs.rewind(caller(), 3),
    "rewind, confirmed": _rewind_for_good,
    "without": lambda to: to.hosting.repairs.leave_out(caller(), "4.0"),
    "choices": lambda to: to.hosting.repairs.list_choices(caller()),
    "archive": lambda to: to.hosting.repairs.archive(caller()),
    "archive, confirmed": _archive_for_good,
    "undo": lambda to: to.orders.undo_requests.undo(caller()),
    "turn": lambda to: to.orders.own_question.show(caller()),
    "status": lambda to: to.views.board.show_status(caller()),
    "import": lambda to: to.hosting.repairs.import_(caller(channel=CHANNEL + 1), record()),
}


@pytest.mark.parametrize("name", COMMANDS)
async def test_a_command_on_a_long_game_plays_few_turns_on_the_loop(
    services: Services, begun: list[int], name: str
) -> None:
    await COMMANDS[name](services)
    assert len(begun) <= FEW


async def test_a_record_of_more_turns_than_a_game_has_is_refused(services: Services) -> None:
    turns = GAMES[GAME].EXTRAS.most_turns + 1
    lines = [f"{turn} goats 1a" for turn in range(1, turns + 1)]
    text = "\n".join([record().split("\n\n", 1)[0], "", *lines])
    with pytest.raises(Refused, match=pattern("host.too_long")):
        await services.hosting.repairs.import_(caller(channel=CHANNEL + 1), text)
