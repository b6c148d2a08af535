"""Who rolls dice or draws a card reads in the answer what came."""

from __future__ import annotations

import random

import pytest

from bot.language.words import speak_within
from bot.orders.consequences import find_consequences
from bot.orders.play_plans import PlayedOn
from bot.orders.service import OrderService
from bot.seating.lobby import Lobby
from bot.story.turn_text import RESULTS, tell_results
from db.store import Store
from rules.kernel import CHANCE, Ask, Rules, submit
from rules.loading.games import GAMES
from tests.bot.callers import CHANNEL, NORTH, SEED, caller
from tests.every_game.tiers import complete_game


@complete_game
@pytest.mark.parametrize("language", ["en", "fr"])
async def test_the_answer_tells_the_results_of_ones_own_dice(
    store: Store, rules: Rules, language: str
) -> None:
    table = OrderService(store, GAMES, lambda: None)
    lobby, chance, rolled = Lobby(table, lambda: SEED), random.Random(7), 0
    await lobby.create(caller(), rules.KEY)
    await lobby.join(caller(NORTH), "*")
    await lobby.start(caller())
    for _ in range(120):
        stored = await store.find_in_channel(CHANNEL)
        if stored is None:
            break
        at = table.load_seated(stored)
        assert isinstance(at.ask, Ask)
        key, begun = chance.choice([*at.ask.menu()]), len(at.position.log)
        step = submit(rules, at.position, at.asked, [key])
        turn = (*step.closed, step.game)[0]
        with speak_within(language):
            told = tell_results(rules, turn, begun, at.asked, frozenset((at.asked,)))
            answer = find_consequences(caller(), at, at.asked, PlayedOn(step), key).answer
        came = [entry for entry in turn.log[begun + 1 :] if entry.seat == CHANCE]
        assert len(told) <= RESULTS
        if told:
            rolled += 1
            assert came
            if step.closed or at.move_to_step(step).asked != at.asked:
                assert all(line in answer.text for line in told)
        await table.enter(caller(), at, [key])
    assert rolled or rules.KEY == "aadu_huli"
