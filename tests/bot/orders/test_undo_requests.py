"""Undo by agreement: whom it concerns, what it strikes through, and what it announces."""

from __future__ import annotations

import pytest

from bot.orders.undo_requests import UndoRequests
from bot.replies.mark import Mark
from bot.replies.reply import Refused, Reply
from db.records import StoredGame
from db.store import Store
from rules.errors import NoUndo
from tests.bot.callers import CHANNEL, GUEST, NORTH, SOUTH, Room, caller
from tests.bot.orders.test_draft import Deccan, other
from tests.bot.presses import trade
from tests.phrases import begins, pattern, phrase, says


@pytest.fixture
def undo_requests(game: Room) -> UndoRequests:
    return UndoRequests(game.table)


async def running(game: Room) -> StoredGame:
    stored = await game.store.find_in_channel(CHANNEL)
    assert stored is not None
    return stored


async def after_dice(game: Room) -> int:
    """Let both pass until the next card is open; return the first person."""
    user = await game.decider()
    await game.choose("pass")
    await game.choose("pass")
    await game.posted()
    return user


def label(answer: Reply) -> str:
    button, cancel = answer.buttons
    assert (button.verb, cancel.verb) == ("plea", "own"), "the second button changes nothing"
    return button.label


async def test_one_tap_while_nothing_has_come_of_it(game: Room, undo_requests: UndoRequests) -> None:
    user = await game.decider()
    await game.choose("pass")
    assert (await undo_requests.undo(caller(user))).text == phrase("undone.yours", line="Pass.")


async def test_a_whole_order_comes_back_and_is_a_draft_again(store: Store) -> None:
    deccan = Deccan(store)
    await deccan.begin()
    while (await deccan.at()).asked != "sultanate":
        await deccan.table.order(caller(), "pass")
    before = (await deccan.at()).position
    line = "Command and Decree March to Malwa from Delhi 3 Troops, to Jaunpur from Delhi 1 Troop; decree coll"
    done = await deccan.table.order(caller(), line)
    assert done.panel is not None
    assert (await deccan.at()).asked != "sultanate"
    back = await UndoRequests(deccan.table).undo(caller(), done.panel.mark)
    assert (await deccan.at()).position == before
    assert says(back.text, "undone.yours")
    assert says(back.text, "undone.draft")
    assert back.panel is not None
    assert back.panel.confirm == phrase("button.confirm", order="March to Malwa and Jaunpur. Collect Tribute")
    assert back.panel.restart
    shorter = await UndoRequests(deccan.table).undo(caller(), back.panel.mark)
    assert shorter.text == phrase("undone.yours", line="Collect Tribute.")
    assert shorter.panel is not None
    assert shorter.panel.restart
    assert (await deccan.at()).position == before
    await deccan.table.order(caller(), "decree campaign from malwa 1 troop to gujarat.")
    assert (await deccan.at()).asked != "sultanate"


async def test_a_button_from_before_an_undone_order_says_what_waits(store: Store) -> None:
    deccan = Deccan(store)
    await deccan.begin()
    while (await deccan.at()).asked != "sultanate":
        await deccan.table.order(caller(), "pass")
    first = (await deccan.table.question(caller())).panel
    assert first is not None
    step = await deccan.tap(first, "Command and Decree")
    assert step.panel is not None
    await deccan.table.order(caller(), "command conscript in delhi; decree coll.")
    with pytest.raises(Refused, match=pattern("stale.now")) as refused:  # one person has all the seats
        await deccan.tap(first, "Pass")
    await UndoRequests(deccan.table).undo(caller())
    for panel, label, why in (
        (first, "Pass", "draft.waiting"),  # the question is asked again: only the draft is in the way
        (step.panel, "conscript delhi", "stale.whole"),
    ):
        with pytest.raises(Refused, match=pattern(why)) as refused:
            await deccan.tap(panel, label)
        assert refused.value.panel is not None
        assert refused.value.panel.own == phrase("button.to_draft")
    replaced = await deccan.table.order(caller(), "pass", shows=True)
    assert says(replaced.text, "draft.instead")


async def test_who_has_acted_since_must_agree(game: Room, undo_requests: UndoRequests) -> None:
    user = await game.decider()
    await game.choose("pass")
    await game.table.order(caller(other(user)), "command muster, trade")
    await trade(game.table, caller(other(user)), "give 1")
    await game.posted()
    offered = await undo_requests.undo(caller(user))
    assert "~~Pass.~~" in offered.text
    assert label(offered) == phrase("button.plea")
    stored = await running(game)
    asked = await undo_requests.ask(caller(user), stored.id)
    assert says(asked.text, "plea.asked_one", users=f"<@{other(user)}>"), "one person is not “all of them”"
    [(kind, post)] = await game.posted()
    assert kind == "text"
    assert says(post.text, "plea.one")
    assert post.ping == (other(user),)
    assert [button.verb for button in post.buttons] == ["agree", "against"]
    for nobody, why in ((GUEST, "looks_on"), (user, "plea.own")):
        with pytest.raises(Refused, match=pattern(why)):
            await undo_requests.answer(caller(nobody), stored.id, agrees=True)
    await trade(game.table, caller(user), "give 1")  # the request stays open over it
    await game.posted()
    done = await undo_requests.answer(caller(other(user)), stored.id, agrees=True)
    assert done.text == phrase("plea.done")
    [(kind, board)] = await game.posted()
    assert kind == "board"
    assert says(board.text, "plea.struck")
    assert "~~Pass.~~" in board.text
    assert await game.decider() == user


async def test_past_dice_or_cards_everybody_must_agree(game: Room, undo_requests: UndoRequests) -> None:
    user = await after_dice(game)
    offered = await undo_requests.undo(caller(user))
    assert label(offered) == phrase("button.plea")
    assert offered.text.count("~~Pass.~~") == 2
    stored = await running(game)
    await undo_requests.ask(caller(user), stored.id)
    await undo_requests.answer(caller(other(user)), stored.id, agrees=True)
    now = await running(game)
    assert now.position is not None
    assert now.position.turn == 1
    assert await game.decider() == user


async def test_who_trades_meanwhile_is_asked_too(store: Store) -> None:
    """An act out of turn leaves a request open. The people whom it concerns are then mentioned as well."""
    deccan = Deccan(store)
    await deccan.begin()
    for user, seat in ((SOUTH, deccan.seats[1]), (GUEST, deccan.seats[2])):
        await deccan.lobby.leave(caller(NORTH), seat)
        await deccan.lobby.join(caller(user), seat)
    at = await deccan.at()
    holders = {seat.seat: seat.user_id for seat in at.stored.seats}
    asker = holders[at.asked]
    await deccan.table.order(caller(asker), "pass")
    now = await deccan.at()
    acted = holders[now.asked]
    await deccan.table.order(caller(acted), "limited")
    await trade(deccan.table, caller(acted), f"offer {at.asked} give 1r")
    undo_requests = UndoRequests(deccan.table)
    await undo_requests.ask(caller(asker), now.stored.id)
    [idle] = {*holders.values()} - {asker, acted}
    seat = next(seat for seat, user in holders.items() if user == idle)
    other = next(each for each in deccan.seats if each != seat)
    await trade(deccan.table, caller(idle), f"offer {other} give 1r")
    noted = await undo_requests.answer(caller(acted), now.stored.id, agrees=True)
    assert says(noted.text, "plea.noted", users=f"<@{idle}>")
    done = await undo_requests.answer(caller(idle), now.stored.id, agrees=True)
    assert done.text == phrase("plea.done")
    assert (await deccan.at()).position == at.position


async def test_one_refusal_ends_it_and_is_told(game: Room, undo_requests: UndoRequests) -> None:
    user = await after_dice(game)
    stored = await running(game)
    await undo_requests.ask(caller(user), stored.id)
    await game.posted()
    await undo_requests.answer(caller(other(user)), stored.id, agrees=False)
    [(_, post)] = await game.posted()
    assert says(post.text, "plea.refused")
    with pytest.raises(Refused, match=pattern("plea.late")):
        await undo_requests.answer(caller(other(user)), stored.id, agrees=True)


async def test_a_request_lapses_when_the_game_goes_on(game: Room, undo_requests: UndoRequests) -> None:
    user = await after_dice(game)
    stored = await running(game)
    await undo_requests.ask(caller(user), stored.id)
    await game.choose("pass")
    with pytest.raises(Refused, match=pattern("plea.late")):
        await undo_requests.answer(caller(other(user)), stored.id, agrees=True)


async def test_a_request_belongs_to_the_seats_present_player(game: Room, undo_requests: UndoRequests) -> None:
    user = await after_dice(game)
    stored = await running(game)
    await undo_requests.ask(caller(user), stored.id)
    seat = stored.seats_of(user)[0]
    await game.lobby.leave(caller(user))
    await game.lobby.join(caller(GUEST), seat)
    with pytest.raises(Refused, match=pattern("plea.late")):
        await undo_requests.answer(caller(other(user)), stored.id, agrees=True)


async def test_several_have_to_agree(store: Store) -> None:
    """In a real game of three people, a card lies between, so everybody is concerned."""
    deccan = Deccan(store)
    await deccan.begin()
    for user, seat in ((SOUTH, deccan.seats[1]), (GUEST, deccan.seats[2])):
        await deccan.lobby.leave(caller(NORTH), seat)
        await deccan.lobby.join(caller(user), seat)
    for _ in range(3):
        at = await deccan.at()
        holder = at.stored.seat(at.asked)
        assert holder is not None
        await deccan.table.order(caller(holder.user_id), "pass!")
    undo_requests, now = UndoRequests(deccan.table), await deccan.at()
    assert now.position.turn > 3
    await undo_requests.ask(caller(NORTH), now.stored.id)
    first = await undo_requests.answer(caller(SOUTH), now.stored.id, agrees=True)
    assert first.text == phrase("plea.noted", users=f"<@{GUEST}>")
    assert (await deccan.at()).position.turn == now.position.turn
    last = await undo_requests.answer(caller(GUEST), now.stored.id, agrees=True)
    assert last.text == phrase("plea.done")
    back = await deccan.at()
    assert back.stored.seats_of(NORTH) == (back.asked,)


async def test_who_plays_alone_needs_nobody(room: Room) -> None:
    from tests.kernel import toy

    await room.lobby.create(caller(), toy.KEY)
    await room.lobby.join(caller(), "*")
    await room.lobby.start(caller())
    for _ in range(2):
        await room.table.order(caller(), "pass!")
    undo_requests = UndoRequests(room.table)
    offered = await undo_requests.undo(caller())
    assert label(offered) == phrase("button.plea_alone")
    assert says(offered.text, "plea.two_taps"), "as the preview has said"
    await undo_requests.ask(caller(), (await running(room)).id)
    stored = await running(room)
    assert stored.position is not None
    assert [entry.key for entry in stored.position.log[1:]] == ["pass"]


async def test_a_button_from_before_another_act_offers_the_undo(
    game: Room, undo_requests: UndoRequests
) -> None:
    """Nothing is undone at once, because the button doesn't say what has happened since."""
    user = await game.decider()
    await game.choose("pass")
    then = await running(game)
    assert then.position is not None
    mark = Mark.of(then.id, then.position)
    await game.choose("pass")
    now = await running(game)
    offered = await undo_requests.undo(caller(user), mark)
    assert begins(offered.text, "stale")
    assert label(offered) == phrase("button.plea")
    assert (await running(game)).position == now.position


async def test_a_second_tap_on_the_same_button_offers_nothing(
    game: Room, undo_requests: UndoRequests
) -> None:
    user = await game.decider()
    await game.choose("pass")
    then = await running(game)
    assert then.position is not None
    mark = Mark.of(then.id, then.position)
    await undo_requests.undo(caller(user), mark)
    with pytest.raises(Refused, match=pattern("stale")):
        await undo_requests.undo(caller(user), mark)


async def test_nothing_to_take_back(game: Room, undo_requests: UndoRequests) -> None:
    for user in (NORTH, SOUTH):
        with pytest.raises(Refused, match=pattern("undo.nothing")):
            await undo_requests.undo(caller(user))
    with pytest.raises(Refused, match=pattern("looks_on")):
        await undo_requests.undo(caller(GUEST))
    with pytest.raises(Refused, match=pattern("undo.nothing")):
        await undo_requests.ask(caller(GUEST), (await running(game)).id)


async def test_what_can_be_undone_is_never_called_nothing(
    game: Room, undo_requests: UndoRequests, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That holds even if the last choice is further back than one tap can undo."""
    user = await after_dice(game)
    refuse = NoUndo("nothing in this turn", "")

    def undo(*_: object) -> None:
        raise refuse

    monkeypatch.setattr("bot.orders.undo.undo_last_order", undo)
    offered = await undo_requests.undo(caller(user))
    assert begins(offered.text, "undo.earlier")
    assert says(offered.text, "plea.consent"), "as the preview has said"
    assert [button.verb for button in offered.buttons] == ["plea", "own"], "the second button cancels"
