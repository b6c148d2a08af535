"""How many taps a whole turn takes, from the board post to the confirmed act."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.table.answers import Answer, short
from bot.table.draft import Draft
from db.store import Store
from rules import kernel
from rules.orders.notation import parse
from rules.orders.ways import JOINT
from tests.bot.people import caller
from tests.bot.table.test_draft import Deccan

DOCS = Path(__file__).parents[3] / "docs"
MOST = 19
MARCHING = """
card: event-11
spaces:
  delhi: {troops: 5, governors: 1}
  malwa: {troops: 3, governors: 1}
  gujarat: {troops: 2, governors: 1}
  jaunpur: {troops: 4, governors: 1}
  bengal: {troops: 2, governors: 1}
"""
OPENING = (DOCS / "positions" / "opening.yaml").read_text(encoding="utf-8")
RISING = (DOCS / "positions" / "rising.yaml").read_text(encoding="utf-8")
MARCH = (
    "command march to sindh from gujarat 2 troops 1 governor, "
    "to maharashtra from malwa 2 troops 1 governor, to punjab from delhi 3 troops 1 governor; decree "
)
MIGRATE = (
    "command migrate to gujarat from maharashtra 1 rebelling amir, "
    "to malwa from maharashtra 1 rebelling amir, to andhra from maharashtra 1 rebelling amir; decree "
)
TURNS = {
    "March, Collect Tribute": (MARCHING, MARCH + "collect", 14),
    "March, Demand Obedience": (MARCHING, MARCH + "demand.", 14),
    "Conscript, Collect Tribute": (OPENING, "command conscript in delhi malwa jaunpur; decree collect", 9),
    "Govern, Collect Tribute": (
        OPENING,
        "command govern in rajput governor, in gujarat governor, in orissa governor; decree collect",
        9,
    ),
    "Conscript, Campaign": (
        OPENING,
        "command conscript in delhi malwa jaunpur; decree campaign from jaunpur 2 troops to malwa.",
        14,
    ),
    "Decree then Command": (OPENING, "decree collect conscript in delhi malwa jaunpur.", 10),
    "Command only": (OPENING, "command only conscript in delhi malwa jaunpur.", 9),
    "Limited Command": (OPENING, "limited conscript in delhi", 4),
    "Rally, Trade": (RISING, "command rally in maharashtra gujarat andhra; decree trade", 9),
    "Migrate, Trade": (RISING, MIGRATE + "trade", 18),
    "Migrate, Build": (RISING, MIGRATE + "build in andhra", 19),
    "Pass": (OPENING, "pass", 2),
}


class Phone(Deccan):
    """Somebody who taps his way to an order that he has in mind."""

    async def lay(self, position: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """The first question at this position."""
        rules = self.rules
        monkeypatch.setattr(rules, "setup", lambda _: rules.load(position))
        await self.begin()

    async def enter(self, order: str) -> Answer:
        """By the fewest taps that the panels allow; a list is two, to open it and to choose."""
        at = await self.at()
        whole = Draft(at, parse(at.rules, at.position, at.asked, order)).keys
        panel = at.panel()
        while (done := await self.table.draft(caller(), await self.at())).keys != whole:
            assert panel is not None
            left = whole[len(done.keys) :]
            offered = [(option, tuple(option.key.split(JOINT))) for option in panel.options]
            fitting = [(option, chain) for option, chain in offered if left[: len(chain)] == chain]
            if not fitting:
                assert panel.rest, [option.label for option in panel.options]
                self.taps += 1
                panel = (await self.table.question(caller(), plain=True)).panel
                continue
            best, _ = max(fitting, key=lambda one: len(one[1]))
            self.taps += 1 if best in panel.controls else 2
            panel = (await self.table.click(caller(), panel.mark, short(best.key))).panel
        assert panel is not None, "every order ends on a screen that confirms it"
        self.taps += 1
        return await self.table.confirm(caller(), panel.mark, panel.seal)


@pytest.mark.parametrize("turn", TURNS)
async def test_a_turn_takes_few_taps(store: Store, monkeypatch: pytest.MonkeyPatch, turn: str) -> None:
    position, order, taps = TURNS[turn]
    phone = Phone(store)
    await phone.lay(position, monkeypatch)
    at = await phone.at()
    whole = kernel.submit(at.rules, at.position, at.asked, parse(at.rules, at.position, at.asked, order))
    answer = await phone.enter(order)
    assert answer.text.startswith("Done: ")
    assert (await phone.at()).position.turn >= whole.game.turn
    assert phone.taps == taps
    assert phone.taps <= MOST


def test_the_figures_are_in_the_documentation() -> None:
    table = (
        (DOCS / "table.md").read_text(encoding="utf-8").partition("## How many taps")[2].partition("\n## ")[0]
    )
    rows = [row.split("|")[1:3] for row in table.splitlines() if row.startswith("| ")]
    told = {turn.strip(): taps.strip() for turn, taps in rows}
    assert told == {"turn": "taps"} | {turn: str(taps) for turn, (_, _, taps) in TURNS.items()}
