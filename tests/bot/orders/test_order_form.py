"""Refused lines: the nearest orders come first, and a line that names a tool is answered by the tool."""

from __future__ import annotations

from typing import Any

import pytest

from bot.language.typed_line import split_line
from bot.orders.draft import Draft
from bot.orders.forecast import list_warnings
from bot.orders.nearest_orders import NearOrder, list_nearest_orders
from bot.orders.order_form import MAX_NAMED, TYPED, WARNS, OrderForm, label_orders
from bot.orders.own_question import OwnQuestion
from bot.orders.undo_requests import UndoRequests
from bot.posting.layouts import make_panel_rows
from db.store import Store
from rules.kernel import InputError, begin
from rules.loading.games import GAMES
from rules.orders import notation
from tests.bot.callers import NAMES, Room, caller
from tests.bot.orders.test_draft import Deccan
from tests.games.aadu_huli.table import all_placed
from tests.phrases import phrase, says
from tests.turns.walking import situation


def build_form(game: Room) -> OrderForm:
    return OrderForm(game.table, UndoRequests(game.table))


async def draft_muster(game: Room) -> None:
    """Enter a complete order that waits to be confirmed."""
    for key in ("command", "done", "muster", "done"):
        await game.choose(key)


@pytest.mark.parametrize("whole", [True, False])
async def test_the_nearest_orders_stand_together_above_a_draft(game: Room, whole: bool) -> None:
    user = await game.decider()
    await (draft_muster(game) if whole else game.choose("command"))
    refused = await build_form(game).order(caller(user), "command muster in dehli and wien")
    assert refused.panel is not None
    assert not refused.panel.confirm
    assert refused.panel.restart
    near = [each.label for each in refused.buttons if each.verb == OrderForm.enter_nearest.call("").verb]
    labels = [
        getattr(item, "label", "") for row in make_panel_rows(refused.panel, refused.buttons) for item in row
    ]
    assert near
    assert labels[: len(near)] == near
    back = phrase("button.to_draft")
    assert (back in labels) == whole


@pytest.mark.parametrize("line", ["undo", "Undo!", " undo. "])
async def test_undo_that_is_typed_is_the_undo(game: Room, line: str) -> None:
    user = await game.decider()
    await draft_muster(game)
    answer = await build_form(game).order(caller(user), line)
    assert says(answer.text, "undone.yours")
    assert not (await game.panel(user)).confirm


async def test_hint_that_is_typed_points_to_the_command(game: Room) -> None:
    user = await game.decider()
    answer = await build_form(game).order(caller(user), "hint")
    assert answer.text == phrase("typed.hint")
    assert [each.verb for each in answer.buttons] == [OwnQuestion.show.call().verb]


async def test_a_button_for_a_nearest_order_has_its_sentence(store: Store) -> None:
    """Its label reads as those of the other buttons do, and each label is another one."""
    deccan = Deccan(store)
    await deccan.begin()
    form = OrderForm(deccan.table, UndoRequests(deccan.table))
    near, count = OrderForm.enter_nearest.call("").verb, 0
    for line in ("attack dehli", "rally", "command migrate karnataka and lahore 2r", "limited atack"):
        refused = await form.submit(caller(), entered={"order": line})
        labels = [each.label for each in refused.buttons if each.verb == near]
        assert all(label[0] == label[0].upper() for label in labels), labels
        assert len({*labels}) == len(labels), labels
        assert all(len(label) <= MAX_NAMED for label in labels), labels
        count += len(labels)
    assert count


def test_labels_of_orders_that_begin_alike_begin_with_a_whole_sentence() -> None:
    """ "… Way”. Use the shaded side" began in a title."""
    event = "Execute the Event “Bengal Goes Its Own Way”. Use the shaded side."
    march = "Take only a Command. March to the Rajput Kingdoms: 3 Troops from Malwa"
    said = [event, f"{event} Campaign.", f"{event} No Campaign.", march, f"{march}, from Maharashtra"]
    labels = label_orders([NearOrder(str(number), each) for number, each in enumerate(said)])
    assert labels == [
        "Use the shaded side.",
        "Use the shaded side. Campaign.",
        "Use the shaded side. No Campaign.",
        "3 Troops from Malwa",
        "3 Troops from Malwa, from Maharashtra",
    ]


@pytest.mark.parametrize(
    "line",
    [
        "command migrate to karnataka and lahore and andhra from the tamilakam",
        f"command migrate to {'karnataka-' * 5} from andhra",
    ],
)
async def test_a_refused_order_is_wrapped_and_read_whole(store: Store, line: str) -> None:
    """A phone doesn't wrap the box around the order."""
    deccan = Deccan(store)
    await deccan.begin()
    form = OrderForm(deccan.table, UndoRequests(deccan.table))
    refused = await form.submit(caller(), entered={"order": line})
    box = refused.text.partition("```\n")[2].partition("\n```")[0]
    assert len(box.splitlines()) > 1
    most = max(TYPED, *map(len, line.split()))  # a long word is never cut
    assert all(len(row) <= most for row in box.splitlines())
    again = await form.correct(caller(), shown=refused.text)
    assert again.fields[0].text == line


async def test_a_refused_order_near_none_has_buttons_for_a_correction_and_the_question(store: Store) -> None:
    """A point that isn't on the board was refused without any button."""
    deccan = Deccan(store)
    deccan.rules = GAMES["aadu_huli"]
    await deccan.begin()
    refused = await OrderForm(deccan.table, UndoRequests(deccan.table)).order(caller(), "9z")
    assert "9Z" in refused.text
    verbs = [each.verb for each in refused.buttons]
    assert verbs == [OrderForm.correct.call().verb, OwnQuestion.show.call().verb]


async def test_an_order_of_somebody_who_is_not_asked_offers_no_correction(game: Room) -> None:
    asked = await game.decider()
    with pytest.raises(InputError):
        await build_form(game).order(caller(next(each for each in NAMES if each != asked)), "xyzzy")


def test_the_button_of_a_near_order_has_the_sign_of_its_warning() -> None:
    """A Goat that a Tiger can capture looked as safe as the others below a refusal."""
    rules = GAMES["aadu_huli"]
    herd = all_placed("3b 4b 5b 2a 2f", pride="1a 3d 5d")
    at: Any = situation(rules, begin(rules, rules.dump(herd), "0" * 32))
    at.stored.seats_of = lambda _: ("north",)
    near = list_nearest_orders(caller(), Draft(at), split_line("3c 3d"))
    keys = [notation.parse(rules, at.position, "north", each.order) for each in near]
    warned = [bool(list_warnings(Draft(at, each))) for each in keys]
    assert {*warned} == {True, False}
    assert [label.startswith(WARNS) for label in label_orders(near)] == warned
    long = NearOrder("1", "Do this and that " * 6, warns=True)
    assert all(len(label) <= MAX_NAMED for label in label_orders([long]))
