"""A typed line is a whole order; "?" at its end asks; a guess must be confirmed."""

from __future__ import annotations

import pytest

from bot.discord_app.cogs.play import strip_command
from bot.language.typed_line import split_line
from bot.orders.draft import Draft
from bot.orders.typed_order import read_order
from bot.replies.reply import Refused
from db.store import Store
from rules.errors import Ambiguous, NotAllowed
from rules.kernel import begin
from rules.loading.games import GAMES
from tests.bot.callers import NORTH, SOUTH, Room, caller
from tests.bot.orders.test_draft import Deccan, entries, to_arms
from tests.bot.orders.test_trades import two_at_the_table
from tests.bot.presses import press, trade
from tests.games.successors.table import place
from tests.phrases import begins, pattern, says
from tests.turns.walking import situation


@pytest.mark.parametrize("text", ["? pass", "pass ?", "command ? muster", "?pass"])
async def test_a_line_with_a_question_mark_enters_nothing(game: Room, text: str) -> None:
    user = await game.decider()
    before = await entries(game)
    answer = await game.table.order(caller(user), text)
    assert await entries(game) == before
    assert not answer.panel or not answer.panel.draft
    assert await game.posted() == []


async def test_a_whole_line_replaces_a_draft_that_it_could_continue(game: Room) -> None:
    user = await game.decider()
    await game.choose("command")
    await game.choose("build")
    answer = await game.table.order(caller(user), "command muster.")
    assert says(answer.text, "draft.instead")
    assert await entries(game) > 1, "it is quiet, so it counts"


@pytest.mark.parametrize(
    ("text", "added"),
    [
        ("march from BAB", True),
        ("march from BAB to MES", True),
        ("to MES", False),
        ("nothing more", False),
    ],
)
def test_a_line_that_could_begin_an_order_says_that_it_is_added_to_the_draft(text: str, added: bool) -> None:
    rules = GAMES["successors"]
    units = {"SYR": {"red": "3i 3l"}, "BAB": {"red": "2l"}, "MAC": {"green": "1i"}}
    state = place(units, phase="movement", seat="red")
    at = situation(rules, begin(rules, rules.dump(state), "0" * 32))
    draft = Draft(at, ("march-SYR", "CIL", "all-but-1-l"))
    assert read_order(draft, split_line(text)).added is added


async def test_a_whole_line_with_dice_that_replaces_a_draft_is_confirmed(game: Room) -> None:
    user = await to_arms(game)
    before = await entries(game)
    await game.choose("command")
    answer = await game.table.order(caller(user), "command attack rajput")
    assert says(answer.text, "draft.instead")
    assert await entries(game) == before


async def test_a_corrected_line_that_replaces_a_draft_says_so(game: Room) -> None:
    user = await to_arms(game)
    await game.choose("command")
    answer = await game.table.order(caller(user), "comand attack rajput")
    assert says(answer.text, "mended", said="comand", meant="command")
    assert says(answer.text, "draft.instead")


async def test_a_proposal_with_an_exclamation_mark_that_waits_says_why(store: Store) -> None:
    deccan = Deccan(store)
    await deccan.begin()
    first, second, *_ = deccan.seats
    await deccan.lobby.leave(caller(NORTH), second)
    await deccan.lobby.join(caller(SOUTH), second)
    for text, waits in ((f"offer {first} give 1r!", True), (f"offer {first} give 1r", False)):
        answer = await deccan.table.order(caller(SOUTH), text)
        assert answer.buttons
        assert says(answer.text.splitlines()[0], "hurry.side") is waits


@pytest.mark.parametrize(
    ("begun", "text", "why"),
    [
        ("command", "command attack rajput!", "hurry.instead"),
        ("", "comand attack rajput!", "hurry.mended"),
        ("", "command!", "hurry.open"),
    ],
)
async def test_an_order_with_an_exclamation_mark_that_waits_says_why(
    game: Room, begun: str, text: str, why: str
) -> None:
    user = await to_arms(game)
    if begun:
        await game.choose(begun)
    before = await entries(game)
    answer = await game.table.order(caller(user), text)
    assert says(answer.text, why)
    assert await entries(game) == before


@pytest.mark.parametrize(
    ("text", "counts"), [("command attack rajput", True), ("com att ra", False), ("com att raj", True)]
)
async def test_dice_are_rolled_at_once_only_for_a_literal_line(game: Room, text: str, counts: bool) -> None:
    user = await to_arms(game)
    before = await entries(game)
    answer = await game.table.order(caller(user), text)
    assert (await entries(game) > before) == counts
    if not counts:
        assert answer.panel is not None
        assert answer.panel.confirm


async def test_typed_trades_are_confirmed_as_those_of_the_form(store: Store) -> None:
    deccan, first, second = await two_at_the_table(store)
    typed = await deccan.table.order_side_act(caller(NORTH), f"offer {second} give 2r")
    giver, taker = map(GAMES["vijayanagara"].name, (first, second))
    line = f"Offer 1: {giver} gives 2 Resources to {taker} for nothing."
    assert begins(typed.text, "deal.sure", line=line)
    assert await Room(store).posted() == []
    await press(deccan.table, caller(NORTH), typed.buttons[0])
    assert len(await Room(store).posted()) == 1


async def test_accept_means_the_only_offer_or_asks_which(store: Store) -> None:
    deccan, _, second = await two_at_the_table(store)
    with pytest.raises(NotAllowed, match="nothing to “accept”"):
        await deccan.table.order_side_act(caller(SOUTH), "accept")
    for terms in ("give 2r", "give 1r"):
        sent = await deccan.table.order_side_act(caller(NORTH), f"offer {second} {terms}")
        await press(deccan.table, caller(NORTH), sent.buttons[0])
        if terms == "give 2r":
            one = await deccan.table.order_side_act(caller(SOUTH), "accept")
            assert len(one.buttons) == 1
    with pytest.raises(Ambiguous) as several:
        await deccan.table.order_side_act(caller(SOUTH), "accept")
    assert sorted(several.value.candidates) == ["accept_1", "accept_2"]


@pytest.mark.parametrize(
    ("text", "tail", "asks"),
    [
        ("decline 1", "", True),
        ("decline 1; decline 2", "", True),
        ("accept 1; decline 2", "", True),
        ("decline 1", "!", False),
        ("decline 1; decline 2", "!", False),
        ("accept 1; decline 2", "!", True),
    ],
)
async def test_a_typed_answer_to_an_offer_is_shown_before_it_counts(
    store: Store, text: str, tail: str, asks: bool
) -> None:
    deccan, _, second = await two_at_the_table(store)
    room = Room(store)
    for terms in ("give 2r", "give 1r"):
        await trade(deccan.table, caller(NORTH), f"offer {second} {terms}")
    await room.posted()
    await store.set_preferences(SOUTH, "{}")
    answer = await deccan.table.order_side_act(caller(SOUTH), text + tail)
    if asks:
        assert says(answer.text, "aside.sure")
        assert ("→" in answer.text) == ("accept" in text), "what an answer would change"
        assert await room.posted() == []
        [confirm] = answer.buttons
        answer = await press(deccan.table, caller(SOUTH), confirm)
    assert begins(answer.text, "done")
    assert len(await room.posted()) == 1
    at = await deccan.at()
    left = {act.key for act in at.rules.EXTRAS.trades.offered(at.live.state, second)}
    assert not left & {part.replace(" ", "_") for part in text.split("; ")}


async def test_an_answer_to_an_offer_in_a_message_is_shown_before_it_counts(store: Store) -> None:
    deccan, _, second = await two_at_the_table(store)
    await trade(deccan.table, caller(NORTH), f"offer {second} give 2r")
    await Room(store).posted()
    mentioned = await deccan.table.order(caller(SOUTH), "decline 1", shows=True)
    assert says(mentioned.text, "aside.sure")
    assert await Room(store).posted() == []


async def test_what_no_button_holds_is_refused(store: Store) -> None:
    deccan, _, second = await two_at_the_table(store)
    with pytest.raises(Refused, match=pattern("side.too_long")):
        await deccan.table.order_side_act(caller(NORTH), "; ".join([f"offer {second} give 1r"] * 4))


@pytest.mark.parametrize(
    ("pasted", "order"),
    [
        ("/do march", "march"),
        (" /try  march", "march"),
        ("/command march", "command march"),
        ("/pass", "pass"),
        ("march", "march"),
        ("do", "do"),
    ],
)
def test_a_pasted_command_is_no_part_of_the_order(pasted: str, order: str) -> None:
    assert strip_command(pasted) == order


async def test_a_word_of_a_command_may_be_typed_again(game: Room) -> None:
    user = await game.decider()
    before = await entries(game)
    await game.table.order_with_word(caller(user), "command", "command muster.")
    assert await entries(game) > before
