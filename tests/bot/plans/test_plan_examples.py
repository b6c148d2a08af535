"""Every example of /plan in each game can be typed unchanged."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from bot.language.words import LANGUAGES, speak_within
from bot.orders.planned_orders import write_planned_order
from bot.orders.plans import Plans
from bot.orders.service import OrderService
from bot.plans.plan import Plan, Scope
from bot.seating.lobby import Lobby
from bot.seating.typed_names import ALL_SEATS
from db.store import Store
from rules.kernel import Rules
from rules.loading.games import GAMES
from tests.bot.callers import NORTH, SEED, SOUTH, caller
from tests.every_game.tiers import PLAYABLE
from tests.kernel.play import random_steps
from tests.phrases import begins, says
from tests.turns.walking import situation


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", PLAYABLE.values(), ids=PLAYABLE)
async def test_what_plan_gives_as_an_example_can_be_planned(
    store: Store, rules: Rules, language: str
) -> None:
    orders = OrderService(store, {rules.KEY: rules}, lambda: None)
    lobby, plans = Lobby(orders, lambda: SEED), Plans(orders)
    await lobby.create(caller(NORTH), rules.KEY)
    await lobby.join(caller(NORTH))
    await lobby.join(caller(SOUTH), ALL_SEATS)
    await lobby.start(caller(NORTH))
    for user in (NORTH, SOUTH):
        with speak_within(language):
            shown = (await plans.plan(caller(user))).text
            assert begins(shown, "plan.none") or begins(shown, "plan.now")
        for what, order in re.findall(r"`/plan what:(.+?) order:(.+?)`", shown):
            kept = await plans.plan(caller(user), what, order)
            assert says(kept.text, "plan.line", order=order) or says(kept.text, "plan.list"), (what, order)
            await plans.plan(caller(user), what, "off")
        if begins(shown, "plan.none"):
            assert len(shown.splitlines()) > 1, "there is something to plan for"


PLANNED = {"vijayanagara": "pass", "successors": "done", "taj_mahal": "withdraw"}


@pytest.mark.parametrize("key", sorted(PLANNED))
def test_a_plan_is_listed_as_the_sentence_of_its_order(key: str) -> None:
    rules, read = GAMES[key], 0
    plan = Plan(scope=Scope.TURN, order=PLANNED[key])
    for step in islice(random_steps(rules, 1), 0, 120, 24):
        at = situation(rules, step)
        for seat in rules.seats(rules.Options()):
            if at.ask is not None and seat != at.asked:
                line = write_planned_order(at, seat, plan)
                assert line == plan.order or line.endswith("."), "a sentence, or as it was typed"
                read += line != plan.order
    assert read


def test_a_plan_that_fits_no_turn_is_listed_as_it_was_typed() -> None:
    step = next(random_steps(GAMES["vijayanagara"], 1))
    at = situation(GAMES["vijayanagara"], step)
    other = next(seat for seat in ("sultanate", "bahmani") if seat != at.asked)
    assert write_planned_order(at, other, Plan(scope=Scope.TURN, order="conquer Rome")) == "conquer Rome"
