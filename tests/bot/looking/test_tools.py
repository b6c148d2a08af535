"""What the "?" under a question tells besides what may be answered."""

from __future__ import annotations

import pytest

from bot.looking.tools import Tools, meant
from bot.table.answers import Answer, Panel
from bot.table.draft import Draft
from rules.games import GAMES
from rules.kernel import Ask, begin
from rules.lessons.newcomer import newcomer
from rules.orders.notation import help_at
from tests.bot.people import GUEST, Room, caller
from tests.bot.table.test_taps import MARCHING, at_position


def explained(*keys: str) -> Answer:
    """What the Sultanate is told of its question after these keys."""
    draft = Draft(at_position(MARCHING), keys)
    legal = str(help_at(draft.base.rules, draft.now.position, draft.seat, "?"))
    return meant(draft.base.rules, Answer(legal), draft.now.ask)


def test_the_words_of_the_first_question_are_explained() -> None:
    text = explained().text
    assert "Good to know: Command and Decree does most" in text
    assert "**Limited Command**: A Command in exactly one space" in text
    assert "**Decree**: what it does besides" in text


def test_each_command_is_explained_by_its_own_rule() -> None:
    """There are three Attacks: the one of the asked faction is meant."""
    answer = explained("command")
    assert [knob.about for knob in answer.knobs] == [f"vijayanagara:3.2.{n}" for n in (1, 2, 3, 4)]
    told = (
        "**March**: To any spaces; 1 Resource for each destination. Any number of Troops and Governors from"
    )
    assert told in answer.text, "where it may be done, and what it does"


def test_what_cannot_be_done_comes_after_what_is_meant() -> None:
    draft = Draft(at_position(MARCHING), ("command",))
    told = meant(
        draft.base.rules, Answer("Which Command? March\n  not Attack: nobody is there"), draft.now.ask
    )
    assert told.text.startswith("Which Command? March\n-# Good to know")
    assert told.text.splitlines()[-1] == "-# not Attack: nobody is there"


async def test_look_asks_right_above_its_buttons(game: Room) -> None:
    user, tools = await game.decider(), Tools(game.table)
    await game.table.order(caller(user), "command")
    at = await game.table.at(caller(user))
    lines = (await tools.menu(caller(user), at.stored.id)).text.splitlines()
    assert lines[0] == at.rules.view(at.live.state, None).headline
    assert lines[-1] == "What would you like to see?"
    assert "**The North**: `Command`" in lines


def test_beside_buttons_of_its_own_it_has_no_others() -> None:
    draft = Draft(at_position(MARCHING), ("command",))
    lesson = Answer("Which Command?", Panel(draft.mark, "Which Command?", ()))
    told = meant(draft.base.rules, lesson, draft.now.ask)
    assert "**March**" in told.text
    assert not told.knobs


@pytest.mark.parametrize("game", GAMES)
def test_the_first_question_of_each_game_is_explained(game: str) -> None:
    rules = GAMES[game]
    ask = begin(rules, rules.dump(rules.setup(rules.Options())), "0" * 32).live.pending
    new = newcomer(rules)
    assert isinstance(ask, Ask)
    assert new is not None
    told = meant(rules, Answer("Which?"), ask)
    assert new.kinds[ask.kind] in told.text


async def test_who_looks_on_reads_what_the_words_mean_and_no_more(game: Room) -> None:
    user, tools = await game.decider(), Tools(game.table)
    for each in (user, GUEST):
        assert "Command, Event, Pass" in (await tools.meaning(caller(each))).text
    told = meant(GAMES["vijayanagara"], Answer("Which Command?"))
    assert told.text.startswith("Which Command?\n-# **Command**")
    assert not told.knobs
