"""The toy game with hands through the real service: nobody reads of a gem that they may not know."""

from __future__ import annotations

import pytest
from structlog.testing import capture_logs

from bot.posting import layouts
from bot.session.loaded_game import read_as
from db.store import Store
from rules.ask import EVERYTHING, SPECTATOR
from rules.records.proof import verify
from rules.records.record import load_record
from tests.bot.secrets.court import GUEST, ORDERS, PLAYERS, TRIES, Court
from tests.bot.secrets.spy import known, named
from tests.kernel import toy_hands
from tests.kernel.test_hands import HANDS
from tests.phrases import says


async def spied(store: Store, number: int) -> None:
    """Play a random game and check secrets.

    After each step the channel reads all it can, and after every other step a guest or a player does.
    """
    court = Court(store, number)
    with capture_logs() as logged:
        await played(court)
    assert not named(*logged), "leaked into the log"


async def played(court: Court) -> None:
    await court.begin()
    for step in range(160):
        over, turns = await court.at() is None, await court.turns()
        leaked = named(*await court.public()) - known(turns, EVERYTHING if over else SPECTATOR)
        assert not leaked, f"leaked to all: {leaked}"
        user = court.number.choice((GUEST, *PLAYERS))
        reader = read_as(await court.stored(), user)
        got = await court.asked(user) if over or step % 2 == 0 else ()
        leaked = named(*got) - known(turns, reader) - named(*ORDERS, *TRIES)
        assert not leaked, f"leaked to {user}: {[thing for thing in got if named(thing) & leaked]}"
        if over:
            break
        await court.move()
    assert over
    record = (await court.look.send_record(court.by(GUEST))).file
    assert record is not None
    assert "?" not in record[1], "all is opened when the game is over"
    assert verify(HANDS, load_record(record[1])) == []


async def test_nobody_reads_what_they_may_not_know(store: Store) -> None:
    await spied(store, 1)


async def test_a_secret_question_says_where_the_game_is(store: Store) -> None:
    """Only the post said so, which is above the screen when the question is opened."""
    court = Court(store, 1)
    await court.begin()
    at = await court.at()
    while at is not None and not (at.ask is not None and at.ask.secret):
        await court.move()
        at = await court.at()
    assert at is not None
    holder = at.stored.seat(at.asked)
    assert holder is not None
    answer = await court.table.question(court.by(holder.user_id))
    assert answer.panel is not None
    assert says(answer.text.splitlines()[0], "foot", headline=at.view(None).headline)
    told, _ = layouts.write_question(answer, answer.panel)
    assert told == f"{answer.text}\n{answer.panel.question}"


@pytest.mark.parametrize(
    ("broken", "number"), [("menu_for", 0), ("face_for", 1), ("drawn_for", 0), ("told_to", 2)]
)  # not every game comes to what would leak
async def test_a_secret_that_is_not_kept_is_found_out(
    store: Store, broken: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(toy_hands, broken, lambda seat: None)
    with pytest.raises(AssertionError, match="leaked"):
        await spied(store, number)
