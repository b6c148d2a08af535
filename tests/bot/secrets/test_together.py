"""Several seats asked at once: sealed answers, early answers to several questions, a window to interrupt."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.learning.more import More
from bot.orders.plans import Plans
from bot.plans.plan import NAME
from bot.replies.reply import Refused, Reply
from bot.story.post import Post
from db.store import Store
from rules.kernel import Ask
from tests.bot.presses import press
from tests.bot.secrets.court import Court
from tests.bot.secrets.spy import named
from tests.phrases import pattern, phrase, says

NORTH, EAST, SOUTH = 1, 2, 3


@pytest.fixture
async def court(store: Store) -> Court:
    """Return a started game; its posts so far are sent."""
    court = Court(store, 5)
    await court.begin()
    await court.posts()
    return court


@pytest.fixture
async def auction(court: Court) -> Court:
    """Return a game in which all have rested, and all bid for the trove. North is asked first."""
    for user in (NORTH, EAST, SOUTH):
        await court.table.order(court.by(user), "rest.")
    return court


async def board(court: Court) -> Post:
    """Return the last post."""
    return (await court.posts())[-1]


async def ask(court: Court) -> Ask:
    at = await court.at()
    assert at is not None
    assert at.ask is not None
    return at.ask


async def hand(court: Court, seat: str) -> list[str]:
    at = await court.at()
    assert at is not None
    state: Any = at.live.state
    return list(state.hands[seat])


async def shown(court: Court, user: int) -> Reply:
    return await court.ahead.show(court.by(user), (await court.stored()).id)


async def give(court: Court, user: int, label: str) -> Reply:
    gives = next(button for button in (await shown(court, user)).buttons if button.label == label)
    return await press(court.ahead, court.by(user), gives)


async def test_all_are_asked_in_one_post_and_nothing_is_told_before_the_last(auction: Court) -> None:
    post = await board(auction)
    assert post.asks.endswith(
        phrase("asked", user=1, seat="The North", question="What do you bid for the trove?")
    )
    assert says(post.asks, "asked.together", people="<@2> **The East** and <@3> **The South**")
    assert set(post.ping) == {1, 2}, "the South has just acted"
    gems = {seat: (await hand(auction, seat))[0] for seat in ("north", "east", "south")}
    await auction.table.order(auction.by(NORTH), f"bid 1 stake {gems['north']}")
    post = await board(auction)
    assert phrase("order", seat="The North", line="2 hidden choices.") in post.text
    assert not named(post)
    await auction.table.order(auction.by(EAST), f"bid 0 stake {gems['east']}")
    assert phrase("order", seat="The East", line="2 hidden choices.") in (await board(auction)).text
    await auction.table.order(auction.by(SOUTH), f"bid 2 stake {gems['south']}")
    text = (await board(auction)).text
    for seat, bid in (("north", 1), ("east", 0), ("south", 2)):
        assert (
            phrase("order", seat=f"The {seat.title()}", line=f"Bid {bid} stake {gems[seat].title()}.") in text
        )
        assert f"The {seat.title()} bids {bid} and stakes {gems[seat].title()}." in text


async def test_several_questions_are_answered_ahead_each_in_its_turn(auction: Court) -> None:
    gem = (await hand(auction, "east"))[1]
    first = await shown(auction, EAST)
    assert "What do you bid for the trove?" in first.text
    assert "Which gem" not in first.text
    second = await give(auction, EAST, "1")
    assert says(second.text, "plan.answer_kept", answer=1)
    assert "Which gem do you stake?" in second.text
    third = await give(auction, EAST, gem.title())
    assert says(third.text, "plan.answer_kept", answer=gem.title())
    await auction.posts()
    await auction.table.order(auction.by(NORTH), f"bid 0 stake {(await hand(auction, 'north'))[0]}")
    assert (await ask(auction)).seat == "south", "what the East has answered ahead is played"
    text = (await board(auction)).text
    assert not named(text)
    await auction.table.order(auction.by(SOUTH), f"bid 0 stake {(await hand(auction, 'south'))[0]}")
    assert f"The East bids 1 and stakes {gem.title()}." in (await board(auction)).text
    assert not [note for note in (await auction.stored()).notes if note.name == NAME]


async def test_one_line_answers_several_questions_ahead_and_may_be_taken_back(auction: Court) -> None:
    gem = (await hand(auction, "south"))[0]
    kept = await auction.table.order(auction.by(SOUTH), f"bid 2, stake {gem}")
    assert len(re.findall(pattern("plan.answer_kept"), kept.text)) == 2
    again = await auction.table.order(auction.by(SOUTH), "bid 0")
    assert len(re.findall(pattern("plan.answer_kept"), again.text)) == 1
    unsays = next(button for button in again.buttons if button.verb == "unsay")
    assert not says((await press(auction.ahead, auction.by(SOUTH), unsays)).text, "plan.answer_kept")
    with pytest.raises(Refused, match="What do you bid"):
        await auction.table.order(auction.by(SOUTH), "?")
    with pytest.raises(Refused, match="Which gem do you stake"):
        await auction.table.order(auction.by(SOUTH), f"bid 2, stake {gem} {gem}")


async def test_who_lets_all_pass_is_not_called_and_nobody_learns_who_could_bar(court: Court) -> None:
    await Plans(court.table).plan(court.by(SOUTH), "bar", "never")
    gem = (await hand(court, "north"))[0]
    await court.table.order(court.by(NORTH), f"play gem {gem}, done")
    post = await board(court)
    assert phrase("asked", user=2, seat="The East", question="The North plays. Do you bar it?") in post.asks
    assert "The South" not in post.text.partition("\n")[2].partition("Play")[0]
    assert post.ping == (EAST,)
    panel = (await court.at()).build_public_panel()  # type: ignore[union-attr]
    assert panel is not None
    assert (panel.options, panel.own) == ((), phrase("button.own"))
    await court.table.order(court.by(EAST), "pass")
    post = await board(court)
    assert (await ask(court)).kind == "bury", "the South was not waited for"
    assert "let it pass" not in post.text
    assert named(post.text) <= {gem}


async def test_what_is_final_says_so_and_shows_nothing_beforehand(court: Court) -> None:
    gem = (await hand(court, "north"))[0]
    answer = await court.table.order(court.by(NORTH), f"play gem {gem}")
    assert "With which other?" in str(answer.panel)
    tried = await court.whatif.attempt(court.by(NORTH), f"play gem {gem}, done")
    assert says(tried.text, "try.final")
    at = await court.at()
    assert at is not None
    assert tried.view == at.rules.view(at.live.state, "north")
    further = await court.whatif.attempt(court.by(NORTH), f"play gem {gem}, done;; pass")
    assert (further.text, further.view) == (tried.text, tried.view), (
        "what was played before the secret is shown"
    )
    panel = (await court.table.question(court.by(NORTH))).panel
    assert panel is not None
    shown = await More(court.table).peek(court.by(NORTH), panel.mark)
    assert f"Play gem {gem.title()}" in shown.text
    await court.table.undo(court.by(NORTH))
    done = await court.table.order(court.by(NORTH), f"play gem {gem}, done")
    assert says(done.text, "done.other")
    offered = await court.undo_requests.undo(court.by(NORTH))
    assert says(offered.text, "undo.final")
    assert [button.verb for button in offered.buttons] == ["plea", "own"], "all may agree to take it back"
    asked = await court.undo_requests.ask(court.by(NORTH), (await court.stored()).id)
    assert "<@2>" in asked.text
    assert "<@3>" in asked.text
