"""The most important effects come first in a preview without room for all."""

from __future__ import annotations

import re
from pathlib import Path

from bot.orders.preview import rank_lines
from bot.story.turn_text import TurnLine
from rules.kernel import Rules
from rules.loading.games import GAMES
from rules.taj_mahal.points import PROVINCE
from rules.taj_mahal.sequence.visits import TRADED
from tests.every_game.tiers import complete_game
from tests.phrases import phrase, slots

STORY = [
    TurnLine("- The Sultanate takes Control of Andhra.", "control"),
    TurnLine("- 3 Troops from Delhi to Malwa.", "move"),
    TurnLine("- 2 Troops from Malwa to Gujarat.", "move"),
    TurnLine("- 1 Raja removed from Andhra.", "remove"),
    TurnLine("- 1 Troop from Delhi to Punjab.", "move"),
    TurnLine("- The Sultanate gains 2 Cavalry.", "gain"),
]


def test_what_changes_hands_and_what_is_lost_comes_before_what_went_where() -> None:
    rules = GAMES["vijayanagara"]
    control, _, _, removed, *_ = (each.text for each in STORY)
    shown = rank_lines(rules, STORY * 2, 5)
    assert [*dict.fromkeys(shown[:-1])] == [removed, control]
    assert slots(shown[-1], "preview.named_more")["changes"].startswith(
        "The Sultanate takes Control of Andhra; "
    )
    moves = ["3 Troops from Delhi to Malwa", "2 Troops from Malwa to Gujarat", "1 Troop from Delhi to Punjab"]
    assert rank_lines(rules, STORY, 4)[:2] == [control, removed]
    named = "; ".join(reversed(moves))
    assert rank_lines(rules, STORY, 4)[2] == phrase("preview.named_more", changes=named, n=1)


def test_effects_without_room_are_named_whole_or_counted() -> None:
    rules = GAMES["vijayanagara"]
    long = [
        TurnLine(f"- {n} Mongol Invaders go on from Punjab and from the Mountain Passes to Delhi.", "move")
        for n in range(2, 9)
    ]
    *_, last = rank_lines(rules, long, 4)
    named = slots(last, "preview.named_more")["changes"].split("; ")
    assert {f"- {each}." for each in named} <= {each.text for each in long}


def test_an_order_that_is_confirmed_has_all_its_effects_named() -> None:
    rules, story = GAMES["vijayanagara"], [*STORY, *STORY]
    *_, last = rank_lines(rules, story, 4, every=True)
    shown = [*rank_lines(rules, story, 4, every=True)[:-1]]
    named = [f"- {each}." for each in slots(last, "preview.named")["changes"].split("; ")]
    assert sorted([*shown, *named]) == sorted(each.text for each in story)


def test_effects_that_need_a_few_more_rows_are_shown_before_the_confirmation() -> None:
    rules = GAMES["vijayanagara"]
    assert rank_lines(rules, STORY, 5) == [each.text for each in STORY]
    assert rank_lines(rules, STORY, 20) == [each.text for each in STORY]


def test_ones_own_gains_come_first_and_the_others_in_the_order_of_the_story() -> None:
    """ "Also" told points, then the next visit, then cards, and last of all what the order had won."""
    rules, own = GAMES["taj_mahal"], frozenset({"blue"})
    story = [
        TurnLine("- Blue wins the Elephant, the Vizier and the Princess.", "withdrew", names=own),
        TurnLine("- Blue scores 5 for the province of Kabul.", PROVINCE, names=own),
        TurnLine("- Blue takes a Red Elephant–Monk and a Red Vizier–Princess.", "left", names=own),
        TurnLine("- Maroon trades 2 Monk tiles for a Special card.", TRADED, names=frozenset({"maroon"})),
        TurnLine("- Visit 8: Delhi. Brown begins, and after it Blue and Maroon.", "visit"),
    ]
    shown, rest = rank_lines(rules, story, 3, "blue", every=True)
    assert shown == story[1].text
    named = [f"- {each}." for each in slots(rest, "preview.named")["changes"].split("; ")]
    assert named == [each.text for each in story if each.text != shown]


@complete_game
def test_the_kinds_that_are_named_are_told(rules: Rules) -> None:
    folder = Path(str(getattr(rules, "__file__", ""))).parent
    source = "\n".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    told = {*re.findall(r'"([a-z-]+)"', source), *re.findall(r'f"{within}([a-z-]+)"', source)}
    named = {
        *rules.EXTRAS.prose.weighty,
        *rules.EXTRAS.prose.slight,
        *(kind.removeprefix("timur-") for kind in rules.EXTRAS.prose.summed),
    }
    assert named - told == set()
