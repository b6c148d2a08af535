"""The page of a channel's game as a file: for spectators during the game, with its proof at the end."""

from __future__ import annotations

import json

import pytest

from bot.analysis.hints import Analysis
from bot.engine.job_queue import JobQueue
from bot.orders.service import OrderService
from bot.replies.reply import Refused
from bot.views import game_pages
from bot.views.game_pages import GamePages
from db.records import Kind, NewAct, Seat
from db.store import Store
from rules.loading.games import GAMES
from rules.records.record import replay
from tests.bot.callers import CHANNEL, GUEST, NAMES, NORTH, SEED, caller
from tests.phrases import says
from tests.web.pages import all_text, meta, packed, read_golden


async def never(*_: object) -> None:
    """Think without a result."""
    raise TimeoutError


def pages_of(store: Store) -> GamePages:
    """Return the service on a store, without estimated chances."""
    orders = OrderService(store, GAMES, lambda: None)
    analysis = Analysis(orders, JobQueue(never))
    return GamePages(orders, analysis)


async def begin(store: Store, game: str, turns: int | None = None) -> str:
    """Import the first turns of a recorded game (None: all) into the channel; return its seed."""
    record, rules = read_golden(game), GAMES[game]
    ends = list(replay(rules, record))[:turns]
    *closed, last = [each for each, _ in ends]
    act = NewAct(Kind.HOST, "import", NORTH)
    stored = await store.create_game(
        game,
        channel_id=CHANNEL,
        guild_id=1,
        host_id=NORTH,
        options=json.dumps(dict(record.options)),
        seed=SEED,
        act=act,
    )
    seat = rules.seats(rules.Options())[0]
    stored = await store.take_seat(stored.id, Seat(seat, NORTH, NAMES[NORTH]), act=act)
    result = None if turns else "over"
    await store.start_game(stored, last, closed, commitment=record.commitment, act=act, result=result)
    assert record.seed is not None
    return record.seed


async def test_a_finished_game_as_one_file(store: Store) -> None:
    seed = await begin(store, "aadu_huli")
    answer = await pages_of(store).send_page(caller(GUEST))
    assert says(answer.text, "page.whole")
    assert answer.file is not None
    name, page = answer.file
    assert name.endswith(".html")
    assert meta(page)["over"]
    assert packed(page, "proof")["published"][0][0] == seed
    assert NAMES[NORTH] not in all_text(page), "no names without the table's leave"


@pytest.mark.parametrize("game", [game for game in GAMES if GAMES[game].EXTRAS.hidden])
async def test_a_running_game_as_spectators_see_it(store: Store, game: str) -> None:
    """Every reader gets it, with or without a hand of cards."""
    seed = await begin(store, game, 9)
    answers = [await pages_of(store).send_page(caller(user)) for user in (NORTH, GUEST)]
    assert all(says(answer.text, "page.so_far") for answer in answers)
    one, other = [answer.file[1] for answer in answers if answer.file is not None]
    assert one == other
    assert seed not in one
    assert packed(one, "proof") == {}
    assert not meta(one)["over"]


async def test_a_page_that_is_too_large_is_refused_with_what_to_do(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(store, "aadu_huli", 3)
    monkeypatch.setattr(game_pages, "LIMIT", 1000)
    with pytest.raises(Refused, match="durbar page"):
        await pages_of(store).send_page(caller())
