"""Every example of /plan in each game can be typed unchanged."""

from __future__ import annotations

import re

import pytest

from bot.language.words import LANGUAGES, speak_within
from bot.orders.plans import Plans
from bot.orders.service import OrderService
from bot.seating.lobby import ALL_SEATS, Lobby
from db.store import Store
from rules.kernel import Rules
from tests.bot.callers import NORTH, SEED, SOUTH, caller
from tests.every_game.tiers import PLAYABLE
from tests.phrases import begins, says


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
