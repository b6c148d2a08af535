"""What a preview says of undo is what `/undo` then does: nothing stricter, nothing looser."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot.engine.thinking import RANDOM
from bot.language.words import say
from bot.orders.preview import describe_next, reveals
from bot.orders.undo import describe_terms, list_concerned
from bot.orders.undo_requests import find_request
from bot.players.bot_moves import BotMoves
from db.store import Store
from rules.chance import Draw
from rules.kernel import Rules
from rules.loading.games import GAMES
from tests.bot.callers import CHANNEL, NORTH, SOUTH, caller
from tests.bot.hours import Clock
from tests.every_game.tiers import complete_game
from tests.phrases import says
from tests.turns.walking import complete

STEPS = 120
ALONE = ("undo.terms.alone", "undo.terms.rolled", "undo.terms.drawn")
TERMS = (*ALONE, "undo.terms.until", "undo.terms.agreed")


@complete_game
@pytest.mark.parametrize("people", [1, 2])
async def test_a_preview_foresees_who_must_agree_to_an_undo(store: Store, rules: Rules, people: int) -> None:
    clock, rng, seen = Clock(store), Random(people), set[str]()
    table, lobby = clock.room.table, clock.room.lobby
    table.games = GAMES
    await lobby.create(caller(), rules.KEY)
    for user in (NORTH, SOUTH)[:people]:
        await lobby.join(caller(user))
    await clock.seats.fill_with_bots(replace(caller(), interaction_id=None), RANDOM)
    await lobby.start(caller())
    for _ in range(STEPS):
        stored = await store.find_in_channel(CHANNEL)
        if stored is None:
            break
        at, ask = table.load_seated(stored), table.load_seated(stored).ask
        assert ask is not None
        holder = stored.seat(at.asked)
        assert holder is not None
        if holder.level:
            await table.enter(
                BotMoves._make_caller(stored, holder.level), at, [rng.choice([*ask.menu()])], ""
            )
            continue
        draft = complete(at, rng)
        told, _ = describe_next(draft)
        foreseen = list_concerned(stored, (), everyone=reveals(draft), without=holder.user_id)
        await table.enter(caller(holder.user_id), at, list(draft.keys), "")
        if (stored := await store.find_in_channel(CHANNEL)) is None:
            break
        now, history = table.load_seated(stored), await store.load_history(stored.id)
        request = find_request(now, history, [at.asked], holder.user_id)
        assert request is not None
        if (request.to.turn, len(request.to.log)) > (at.position.turn, len(at.position.log)):
            continue  # the dice made the seat act once more, so that act is the last one
        assert request.concerned == foreseen
        seen |= {key for key in TERMS if says(told, key)}
        assert says(told, "undo.terms.agreed") == bool(foreseen)
        due, turn = draft.outcome.due, draft.outcome.due_turn
        if people == 1:
            term = ALONE[0] if due is None else ALONE[1 + isinstance(due, Draw)]
            alone = [term] if reveals(draft) else []
            assert [key for key in TERMS if says(told, key)] == alone, "no line where nothing is special"
        if says(told, "preview.before"):
            assert draft.lasting is None
            assert due is not None
            assert turn == draft.base.position.turn, "the picture is of the end of the order"
    assert seen <= {*ALONE} if people == 1 else seen and seen.isdisjoint(ALONE)


@complete_game
async def test_beside_bot_players_an_undo_needs_nobody(store: Store, rules: Rules) -> None:
    """So it is too after dice, cards or a final answer, which concern everybody."""
    clock = Clock(store)
    table, lobby = clock.room.table, clock.room.lobby
    table.games = GAMES
    await lobby.create(caller(), rules.KEY)
    await lobby.join(caller())
    await clock.seats.fill_with_bots(replace(caller(), interaction_id=None), RANDOM)
    await lobby.start(caller())
    stored = await store.find_in_channel(CHANNEL)
    assert stored is not None
    at = table.load_seated(stored)
    own = next(seat.seat for seat in stored.seats if not seat.level)
    for everyone in (False, True):
        assert describe_terms(at, own, everyone=everyone) == (say("undo.terms.alone") if everyone else "")
