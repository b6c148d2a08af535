"""What a preview says of undo is what `/undo` then does: nothing stricter, nothing looser."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot.engine.thinking import RANDOM
from bot.language.words import say
from bot.orders.preview import describe_next, reveals
from bot.orders.service import OrderService
from bot.orders.undo import describe_terms, find_terms
from bot.orders.undo_requests import find_request
from bot.players.bot_moves import BotMoves
from bot.session.loaded_game import LoadedGame
from db.store import Store
from rules.chance import Draw
from rules.kernel import CHANCE, Rules
from rules.loading.games import GAMES
from rules.players.outlook import is_certain
from tests.bot.callers import CHANNEL, NORTH, SOUTH, caller
from tests.bot.hours import Clock
from tests.every_game.tiers import complete_game
from tests.phrases import says
from tests.turns.walking import complete

STEPS = 120
ALONE = ("undo.terms.alone", "undo.terms.rolled", "undo.terms.drawn")
SURE = ("undo.terms.until_acts", "undo.terms.answered_sure")  # in a game without luck
LUCK = ("undo.terms.until", "undo.terms.answered")
TERMS = (*ALONE, *LUCK, *SURE, "undo.terms.agreed")


def find_said(text: str) -> list[str]:
    """Return the keys of the terms in a text. The sentence of "alone" also begins those of other terms.

    So does that of "answered_sure".
    """
    found = [key for key in TERMS if says(text, key)]
    found = [key for key in found if key != SURE[1] or LUCK[1] not in found]
    return [key for key in found if key != ALONE[0] or not {*ALONE[1:]} & {*found}]


async def load(table: OrderService, store: Store) -> LoadedGame | None:
    """Return the game of the channel; None if it is over."""
    stored = await store.find_in_channel(CHANNEL)
    return None if stored is None else table.load_seated(stored)


async def play_bot(table: OrderService, at: LoadedGame, rng: Random) -> None:
    """Give a random answer for the bot player that is asked."""
    holder = at.stored.seat(at.asked)
    assert holder is not None
    assert at.ask is not None
    await table.enter(BotMoves._make_caller(at.stored, holder.level), at, [rng.choice([*at.ask.menu()])], "")


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
        at = await load(table, store)
        if at is None:
            break
        holder = at.stored.seat(at.asked)
        assert holder is not None
        if holder.level:
            await play_bot(table, at, rng)
            continue
        draft = complete(at, rng)
        told, _ = describe_next(draft)
        foreseen = find_terms(at.stored, (), everyone=reveals(draft), without=holder.user_id).concerned
        await table.enter(caller(holder.user_id), at, list(draft.keys), "")
        now = await load(table, store)
        if now is None:
            break
        seen.update(find_said(told))
        assert says(told, "undo.terms.agreed") == bool(foreseen)
        due = draft.outcome.due
        if people == 1:
            term = ALONE[0] if due is None else ALONE[1 + isinstance(due, Draw)]
            alone = [term] if reveals(draft) else []
            assert find_said(told) == alone, "no line where nothing is special"
        while now is not None:
            asked = now.stored.seat(now.asked)
            history = await store.load_history(now.stored.id)
            request = find_request(now, history, [at.asked], holder.user_id)
            assert request is not None
            if (request.to.turn, len(request.to.log)) > (at.position.turn, len(at.position.log)):
                break  # the dice made the seat act once more, so that act is the last one
            later = [each for turn in history for each in turn.log if turn.turn > at.position.turn]
            later += history[at.position.turn - history[0].turn].log[len(at.position.log) :]
            if not reveals(draft) and any(each.seat == CHANCE for each in later):
                break  # a bot player rolled dice or drew a card
            assert request.concerned == foreseen
            moved = any(each.seat not in (at.asked, CHANCE) for each in later)
            if not reveals(draft):
                assert request.answered, "one tap is enough"
                assert not (moved and {"undo.terms.until", SURE[0]} & {*find_said(told)}), (
                    "only a bot player answers at once"
                )
            if asked is None or not asked.level:
                break
            await play_bot(table, now, rng)
            now = await load(table, store)
    assert seen.isdisjoint(LUCK if is_certain(rules) else SURE), "a game without dice names none"
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
        assert describe_terms(at, own, everyone=everyone, asked="") == (
            say("undo.terms.alone") if everyone else ""
        )
