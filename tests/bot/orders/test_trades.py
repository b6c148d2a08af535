"""Trade offers by a form: limited to what exists, previewed, and refused with a form to correct."""

from __future__ import annotations

import pytest

from bot.orders.trades import TradeForm, Trades
from bot.posting import buttons
from bot.replies.action import MAX_ABOUT
from bot.replies.mark import Mark, shorten_key
from bot.replies.reply import ActionButton, Call, Refused
from bot.replies.text import write_clause
from db.store import Store
from rules.kernel import SIDE
from rules.loading.games import GAMES
from tests.bot.callers import GUEST, NORTH, SOUTH, Room, caller
from tests.bot.orders.test_draft import Deccan
from tests.bot.presses import press, trade
from tests.facts import rule_first
from tests.phrases import begins, pattern, phrase, says

TO_BALA = {"giver": "2r", "givec": "0c", "getr": "0r", "getc": "0c"}


async def two_at_the_table(store: Store) -> tuple[Deccan, str, str]:
    """Return a game in which Bala has the second seat, and the first two seats."""
    deccan = Deccan(store)
    await deccan.begin()
    first, second, *_ = deccan.seats
    await deccan.lobby.leave(caller(NORTH), second)
    await deccan.lobby.join(caller(SOUTH), second)
    await Room(store).posted()
    return deccan, first, second


async def opened(deals: Trades, user: int, button: ActionButton) -> TradeForm:
    """Return the form that a button opens."""
    return await deals.write_form(caller(user), **Trades.propose.bind(deals).fields.read(button.about))


async def test_an_offer_is_chosen_seen_and_sent(store: Store) -> None:
    deccan, first, second = await two_at_the_table(store)
    deals, stored = Trades(deccan.table), (await deccan.at()).stored
    form = await deals.write_form(caller(NORTH), stored.id)
    assert form.seat == first
    assert [field.key for field in form.form.fields] == ["whom", "giver", "givec", "getr", "getc"]
    answer = await deals.preview(caller(NORTH), stored.id, first, entered={"whom": second, **TO_BALA})
    giver, taker = map(GAMES["vijayanagara"].name, (first, second))
    line = f"Offer 1: {giver} gives 2 Resources to {taker} for nothing."
    assert begins(answer.text, "deal.sure", line=line)
    assert answer.text.count("→") == 2, "both totals are shown"
    assert await Room(store).posted() == []
    await press(deals.orders, caller(NORTH), answer.buttons[0])
    [(_, post)] = await Room(store).posted()
    assert begins(post.text, "aside", users=f"<@{SOUTH}>")


async def test_what_cannot_be_accepted_is_refused_and_can_be_corrected(store: Store) -> None:
    deccan, first, second = await two_at_the_table(store)
    deals, stored = Trades(deccan.table), (await deccan.at()).stored
    chosen = {"whom": second, **TO_BALA, "getc": "9c"}
    answer = await deals.preview(caller(NORTH), stored.id, first, entered=chosen)
    assert rule_first(answer.text).startswith("1.5.2: ")
    [button] = answer.buttons
    again = await opened(deals, NORTH, button)
    assert list(again.chosen)[:2] == [0, 2]


async def test_who_looks_on_offers_nothing(store: Store) -> None:
    deccan, *_ = await two_at_the_table(store)
    stored = (await deccan.at()).stored
    with pytest.raises(Refused, match=pattern("looks_on")):
        await Trades(deccan.table).write_form(caller(GUEST), stored.id)


async def test_accepting_asks_first_and_tells_the_totals(store: Store) -> None:
    deccan, _, second = await two_at_the_table(store)
    stored = (await deccan.at()).stored
    await trade(deccan.table, caller(NORTH), f"offer {second} give 2r")
    await Room(store).posted()
    position = (await deccan.at()).stored.position
    assert position is not None
    mark = Mark.of(stored.id, position)
    asked = await deccan.table.click(caller(SOUTH), mark, SIDE + "accept_1")
    assert await Room(store).posted() == []
    assert says(asked.text, "aside.sure")
    await deccan.table.agree(caller(SOUTH), stored.id, shorten_key(SIDE + "accept_1"))
    [(_, post)] = await Room(store).posted()
    assert " has " in post.text.splitlines()[-1]


async def test_one_button_opens_all_answers(store: Store) -> None:
    deccan, _, second = await two_at_the_table(store)
    stored, deals = (await deccan.at()).stored, Trades(deccan.table)
    await trade(deccan.table, caller(NORTH), f"offer {second} give 2r")
    [(_, post)] = await Room(store).posted()
    [button] = buttons.make_offer_view(stored.id, post.offers).children
    opens = Call("reply", str(getattr(button, "custom_id", "")).removeprefix("reply:"))
    shown = await press(deals, caller(SOUTH), opens)
    assert shown.text.count("→") == 2, "both totals are shown before anything is answered"
    assert [button.label for button in shown.buttons] == ["Accept 1", "Decline 1", phrase("button.counter")]
    assert [button.look for button in shown.buttons] == ["good", "main", "main"]
    with pytest.raises(Refused, match=pattern("reply.none")):
        await press(deals, caller(NORTH), opens)
    game, _, key = shown.buttons[0].about.partition(":")
    await deccan.table.agree(caller(SOUTH), int(game), key)
    with pytest.raises(Refused, match=pattern("reply.none")):
        await press(deals, caller(SOUTH), opens)


def test_a_button_without_room_for_all_proposals_names_none() -> None:
    def find_ids(offers: list[str]) -> list[str]:
        return [getattr(item, "custom_id", "") for item in buttons.make_offer_view(7, offers).children]

    assert find_ids([SIDE + "accept_1", SIDE + "accept_2"]) == ["reply:7:accept_1:accept_2"]
    assert find_ids([SIDE + "accept_1", SIDE + "a" * 39, SIDE + "b" * 39, SIDE + "accept_2"]) == ["reply:7"]


@pytest.mark.parametrize("why", ["PA-21: wait until it is over.", "PA-21: wait until it is over"])
def test_a_reason_ends_without_a_full_stop(why: str) -> None:
    assert write_clause(why) == "wait until it is over (rule PA-21)"


async def test_a_counter_offer_is_a_form_that_opens_with_the_offer(store: Store) -> None:
    deccan, first, second = await two_at_the_table(store)
    stored, deals = (await deccan.at()).stored, Trades(deccan.table)
    await trade(deccan.table, caller(NORTH), f"offer {second} give 2r get 1r")
    await Room(store).posted()
    shown = await deals.reply(caller(SOUTH), stored.id)
    counter = next(button for button in shown.buttons if button.verb == "deal")
    offered = await opened(deals, SOUTH, counter)
    chosen = {
        field.key: field.options[place].key
        for field, place in zip(offered.form.fields, offered.chosen, strict=True)
    }
    assert chosen == {"whom": first, "giver": "1r", "givec": "0c", "getr": "2r", "getc": "0c"}
    answer = await deals.preview(
        caller(SOUTH), offered.game, offered.seat, offered.instead, entered=chosen | {"getr": "3r"}
    )
    asks, gives = map(GAMES["vijayanagara"].name, (second, first))
    declined = f"Offer 1 is declined by {asks}: {gives} gives 2 Resources to {asks} for 1 Resource."
    offered_now = f"Offer 2: {asks} gives 1 Resource to {gives} for 3 Resources."
    assert begins(answer.text, "deal.sure", line=f"{declined} {offered_now}")
    assert all(len(button.about) <= MAX_ABOUT for button in answer.buttons)
    again = await opened(deals, SOUTH, answer.buttons[1])
    assert again.chosen != offered.chosen, "what was chosen is still there to be corrected"
    assert await Room(store).posted() == [], "nothing is declined before the other terms are sent"
    await press(deals.orders, caller(SOUTH), answer.buttons[0])
    [(_, post)] = await Room(store).posted()
    assert begins(post.text, "aside", users=f"<@{NORTH}>")
    for user in (NORTH, GUEST):
        with pytest.raises(Refused):
            await opened(deals, user, counter)


@pytest.mark.parametrize("typed", ["offer", "Offer", "offer {second}", "offer {name}"])
async def test_the_beginning_of_an_offer_opens_the_form(store: Store, typed: str) -> None:
    deccan, _, second = await two_at_the_table(store)
    deals = Trades(deccan.table)
    name = GAMES["vijayanagara"].name(second)
    call = await deals.find_form(caller(NORTH), typed.format(second=second, name=name))
    assert call is not None
    form = await deals.open(caller(NORTH), call)
    whom = form.fields[0]
    assert whom.key == "whom"
    assert whom.options[whom.chosen].key == (second if " " in typed else whom.options[0].key)


async def test_no_other_order_opens_the_form(store: Store) -> None:
    deccan, _, second = await two_at_the_table(store)
    deals = Trades(deccan.table)
    for typed in ("accept", "pass", f"offer {second} give 2r", "offer nobody"):
        assert await deals.find_form(caller(NORTH), typed) is None
    assert await deals.find_form(caller(GUEST), "offer") is None


async def test_a_preview_after_a_declined_offer_says_who_declined_and_plays_with_one_button(
    store: Store,
) -> None:
    deccan, first, _ = await two_at_the_table(store)
    await trade(deccan.table, caller(SOUTH), f"offer {first} give 2r")
    shown = (await deccan.table.order(caller(SOUTH), "pass", shows=True)).panel
    assert shown is not None
    await trade(deccan.table, caller(NORTH), "decline")
    again = await deccan.table.confirm(caller(SOUTH), shown.mark, shown.signature)
    assert begins(again.text, "draft.since")
    told = again.text.split("\n")[1]
    assert GAMES["vijayanagara"].name(first) in told
    assert says(again.text, "draft.still")
    assert not says(again.text, "preview")
    assert again.panel is not None
    done = await deccan.table.confirm(caller(SOUTH), again.panel.mark, again.panel.signature)
    assert begins(done.text, "done")


async def test_a_game_without_a_form_opens_none(game: Room) -> None:
    assert await Trades(game.table).find_form(caller(await game.decider()), "offer") is None
