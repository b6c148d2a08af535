"""A small simulated server over kills, on both databases: nothing is lost, doubled or called twice."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import durbar_mela
from lab.simulated.simulation import Plan, Simulation, list_rows
from rules.kernel import Rules

SMALL = Plan(people=6, games=4, cups=0, league=False, lasts=400.0, seed="small")
RULES = {durbar_mela.KEY: cast(Rules, durbar_mela)}


async def test_a_small_server_over_kills(url: str) -> None:
    days = list[str]()
    plan = (
        replace(SMALL, people=7, cups=1, league=True) if url.startswith("sqlite") else SMALL
    )  # on PostgreSQL it takes long
    found = await Simulation(url, plan, RULES, [*RULES], days.append).run()
    assert not any(found.faults.values()), found.faults
    assert found.kills > 0
    assert sum(found.judged.games.values()) >= SMALL.games
    assert days
    rows = dict(list_rows(found))
    assert rows["lost"] == rows["doubled"] == rows["called twice"] == "0"
