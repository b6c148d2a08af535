"""Ranks as a server sees them: a rated game gives roles, also over a kill, and the bot says if it may not."""

from __future__ import annotations

import re

import pytest

from sandbox.world import World
from tests.e2e.house import House
from tests.phrases import phrase, says
from tests.until import until

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    # aiohttp calls its own deprecated method when an upload's boundary falls between two chunks
    pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning"),
]
PEOPLE = ("asha", "bala")
FAULTS = 50
ROLES = "PUT /guilds/[^/]+/members/"


async def play_rated(house: House) -> str:
    """Play a rated game of two that Bala loses by resigning. Return the post of its end."""
    earlier = max((int(each.id) for each in await house.asha.messages()), default=0)
    await house.asha.slash("game new", game="aadu_huli")
    for person in house.people.values():
        await person.slash("game join")
    await house.asha.slash("game options", name="rated", value="on")
    await house.asha.slash("game start")
    await house.board(str(earlier))
    bala = house.people["bala"]
    asked = await bala.slash("game resign")
    await bala.click(asked.shown, asked.shown.buttons[0].label)
    end = await house.asha.wait_for(
        lambda m: not m.ephemeral and int(m.id) > earlier and says(m.text, "rating.changes")
    )
    return end.text


async def ranked(house: House) -> None:
    """Wait until no game has roles to give or take. These deliveries are in no channel's order."""
    waiting = "select 1 from deliveries where kind = 'ranks' and state in ('due', 'sending')"
    await until(lambda: not house.rows(waiting))


def list_roles(world: World, person: str) -> list[str]:
    """Return the names of a person's roles."""
    return [world.role(each).name for each in world.given.get(world.user(person).id, [])]


async def test_a_rated_game_gives_roles(house: House) -> None:
    world = house.sandbox.world
    await house.asha.slash("club ranks", role="Bronze", points=800)
    await house.asha.slash("club ranks", role="Gold", points=1001)
    refused = await house.people["bala"].slash("club ranks", role="Silver", points=950)
    assert says(refused.text, "ranks.not_you")
    text = await play_rated(house)
    line = next(line for line in text.splitlines() if says(line, "rating.changes"))
    assert re.fullmatch(r"\*\*Ratings:\*\* <@\d+> 1000 → \d+ \(\+\d+\), <@\d+> 1000 → \d+ \(−\d+\)", line)
    wanted = {"asha": ["Gold"], "bala": ["Bronze"]}
    await until(lambda: {person: list_roles(world, person) for person in wanted} == wanted)
    shown = await house.asha.slash("stats")
    picture = shown.shown.attachments[0]
    assert (picture.alt or "").startswith(phrase("stats.curves", what=phrase("stats.everybody")))
    await house.check()


async def test_killed_while_a_role_is_given(house: House) -> None:
    world = house.sandbox.world
    await house.asha.fault("drop", ROLES, times=FAULTS)
    await house.asha.slash("club ranks", role="Silver", points=1002)
    await play_rated(house)
    await until(lambda: house.sandbox.faults.left < FAULTS)  # no post waits for the role
    await house.bot.kill()
    await house.asha.disarm()
    await house.start()
    await until(lambda: list_roles(world, "asha") == ["Silver"])
    await house.check()


async def test_a_bot_that_may_not_give_roles_says_so_once(house: House) -> None:
    world = house.sandbox.world
    await house.asha.slash("club ranks", role="Gold")
    await ranked(house)  # else the game of an earlier test could notice first that the permission is gone
    await house.asha.control("conditions", {"do": "rights", "roles": False})
    await play_rated(house)
    told = await house.asha.wait_for(lambda m: says(m.text, "ranks.not_allowed"))
    await play_rated(house)
    await ranked(house)
    await house.settled()
    assert sum(says(m.text, "ranks.not_allowed") for m in await house.asha.messages()) == 1
    assert told.text == phrase("ranks.not_allowed")
    await house.asha.slash("club ranks", role="Gold", points=1003)
    await house.asha.control("conditions", {"do": "rights", "roles": True})
    await until(lambda: list_roles(world, "asha") == ["Gold"])
    high = await house.asha.slash("club ranks", role="Organiser", points=1500)
    assert says(high.text, "ranks.too_high")
    await house.check()
