"""The button that repeats the last order, if it is legal again."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import cast

import pytest
from structlog.testing import capture_logs

from bot.language.game_language import GameTranslation
from bot.language.localized_games import LocalizedGame
from bot.language.words import speak_within
from bot.orders.last_order import find_repeat, label_repeat
from bot.posting.question_buttons import list_buttons_beside
from bot.replies.mark import Mark
from bot.replies.reply import ActionButton, Refused, Reply
from bot.session.loaded_game import LoadedGame
from db.records import Note
from db.store import Store
from rules import kernel
from rules.ask import Ask
from rules.kernel import Rules
from tests.bot.callers import CHANNEL, NORTH, SOUTH, Room, caller
from tests.phrases import begins, phrase

ORDER = "command muster."
SIEGE = {"keys": ["command", "siege"], "topics": []}
LABEL = phrase("button.as_before", order="Command. Muster in Delhi")


@pytest.fixture
async def later(store: Store) -> Room:
    """Return a room whose first person has mustered, and begins a turn again."""
    room = await Room(store).begin(cards=12)
    user = await room.decider()
    await room.table.order(caller(user), ORDER)
    await passed(room, user)
    return room


async def passed(room: Room, user: int) -> None:
    """Pass for everybody until this person is asked again."""
    await room.table.order(caller(await room.decider()), "pass")
    while await room.decider() != user:
        await room.table.order(caller(await room.decider()), "pass")


async def at(room: Room) -> LoadedGame:
    stored = await room.store.find_in_channel(CHANNEL)
    assert stored is not None
    return room.table.load_seated(stored)


def kept(now: LoadedGame) -> Note:
    [note] = [note for note in now.stored.notes if note.name == "last"]
    assert json.loads(note.text).keys() == {"option"}
    return note


async def offered(room: Room) -> list[ActionButton]:
    """Return this button under the open question. The public and the private question must have the same."""
    public = [button for button in list_buttons_beside(await at(room)) if button.verb == "last"]
    private = await room.table.question(caller(await room.decider()))
    assert [button for button in private.buttons if button.verb == "last"] == public
    return public


async def taken(room: Room, user: int, mark: Mark) -> Reply:
    return await room.table.repeat(caller(user), mark)


async def test_it_is_offered_where_it_is_legal_again_and_counts_when_it_is_confirmed(later: Room) -> None:
    user = await later.decider()
    [button] = await offered(later)
    assert button.label.startswith(LABEL)
    assert button.look == "main"
    before = await at(later)
    answer = await taken(later, user, before.mark)
    assert begins(answer.text, "preview")
    assert (await at(later)).position == before.position, "nothing counts yet"
    done = await later.confirmed(user, answer)
    assert begins(done.text, "done.other")


@pytest.mark.parametrize("lines", ["list_warnings", "list_forecast"])
async def test_it_stands_out_only_without_a_warning_and_without_odds(
    later: Room, monkeypatch: pytest.MonkeyPatch, lines: str
) -> None:
    [button] = await offered(later)
    assert button.look == "main"
    monkeypatch.setattr(f"bot.orders.service.{lines}", lambda _: ["3% to win"])
    [button] = await offered(later)
    assert button.look == "plain"


async def test_one_undo_takes_it_out_of_the_draft(later: Room) -> None:
    user = await later.decider()
    answer = await taken(later, user, (await at(later)).mark)
    assert answer.panel is not None
    await later.table.undo(caller(user), answer.panel.mark)
    assert await offered(later)


async def test_it_is_neither_offered_nor_taken_where_it_is_not_legal(later: Room) -> None:
    now = await at(later)
    await later.store.write_notes(now.stored.id, replace(kept(now), text=json.dumps({"option": SIEGE})))
    assert await offered(later) == []
    with pytest.raises(Refused):
        await taken(later, await later.decider(), now.mark)


async def test_it_never_stands_out_in_a_game_with_hands(later: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody sees the button, so its look must not tell whether the hidden hand brings a warning."""
    [button] = await offered(later)
    assert button.look == "main"
    rules = (await at(later)).rules
    monkeypatch.setattr(rules, "EXTRAS", replace(rules.EXTRAS, hand="hand"))
    [button] = await offered(later)
    assert button.look == "plain"


async def test_it_is_not_offered_where_it_would_be_about_something_else(later: Room) -> None:
    """For example, another card has another Event, or another number of units is in a place."""
    now = await at(later)
    order = json.loads(kept(now).text)["option"]
    changed = [[*topic[:2], "5 against 3"] for topic in order["topics"]]
    for topics, buttons in ((order["topics"], 1), ([["side", "another"]], 0), (changed, 0)):
        other = json.dumps({"option": order | {"topics": topics}})
        await later.store.write_notes(now.stored.id, replace(kept(now), text=other))
        assert len(await offered(later)) == buttons


async def test_it_is_the_same_in_all_languages(later: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """A channel can change its language between two orders."""
    monkeypatch.setattr(GameTranslation, "translate_text", lambda _, english, context="": f"({english})")
    now = await at(later)
    spoken = LoadedGame(now.stored, cast(Rules, LocalizedGame(now.rules)), now.position, now.live)
    english = find_repeat(now)
    with speak_within("fr"):
        french = find_repeat(spoken)
        assert english is not None
        assert french is not None
        assert label_repeat(french) != label_repeat(english)


async def test_another_s_order_is_nobody_s_last_time(later: Room) -> None:
    now = await at(later)
    note = kept(now)
    await later.store.write_notes(now.stored.id, replace(note, user_id=NORTH + SOUTH - note.user_id))
    assert await offered(later) == []


async def test_it_replaces_a_draft_that_is_open(later: Room) -> None:
    """The button on the channel's post can't know of a draft."""
    user, mark = await later.decider(), (await at(later)).mark
    await later.choose("command")
    answer = await taken(later, user, mark)
    assert begins(answer.text, "preview")
    assert phrase("draft.instead") in answer.text
    done = await later.confirmed(user, answer)
    assert begins(done.text, "done.other", line="Command. Muster in Delhi.")


async def test_an_order_that_was_undone_is_not_offered_again(store: Store) -> None:
    room = await Room(store).begin(cards=12)
    user = await room.decider()
    await room.table.order(caller(user), ORDER)
    await room.table.undo(caller(user))
    await room.table.drop(caller(user), (await room.table.load_draft(caller(user), await at(room))).mark)
    assert await room.decider() == user
    assert await offered(room) == []


async def test_the_order_before_an_undone_answer_is_still_offered(later: Room) -> None:
    user = await later.decider()
    await later.table.order(caller(user), "pass")
    await later.table.undo(caller(user))
    assert await offered(later)


async def test_a_single_answer_is_not_worth_a_button(store: Store) -> None:
    room = await Room(store).begin(cards=12)
    await passed(room, await room.decider())
    assert await offered(room) == []


async def test_an_order_before_a_single_answer_is_not_the_last_one(later: Room) -> None:
    user = await later.decider()
    await passed(later, user)
    assert await offered(later) == []
    with pytest.raises(Refused):
        await taken(later, user, (await at(later)).mark)
    await later.table.order(caller(user), ORDER)
    await passed(later, user)
    assert await offered(later), "a new order is the last one"


async def test_the_question_stands_without_it(later: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: LoadedGame) -> ActionButton:
        raise ValueError("no such label")

    monkeypatch.setattr("bot.posting.question_buttons.make_repeat_buttons", broken)
    with capture_logs() as logs:
        assert list_buttons_beside(await at(later)) == []
    assert [each["log_level"] for each in logs] == ["error"]


async def test_an_order_that_dice_decide_is_not_offered_again(
    later: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An attack that has just failed is legal again, but seldom wanted."""
    for _ in range(2):
        user = await later.decider()
        origin = "delhi" if user == NORTH else "maharashtra"
        await later.table.order(caller(user), f"command march rajput from {origin} 1 troops.")
    now = await at(later)
    keys = ["command", "done", "attack", "rajput-kingdoms"]
    step = kernel.submit(now.rules, now.position, now.asked, keys)
    assert isinstance(step.live.pending, Ask), "legal, and the dice have been rolled"
    holder = now.stored.seat(now.asked)
    assert holder is not None
    topics: list[list[str]] = []
    monkeypatch.setattr("bot.orders.last_order._list_answers", lambda *_: topics)  # the same questions
    text = json.dumps({"option": {"keys": keys, "topics": topics}})
    await later.store.write_notes(now.stored.id, Note(now.asked, "last", holder.user_id, text))
    assert find_repeat(await at(later)) is None
