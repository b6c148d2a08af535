"""A new table by a form, and whether a first game is rated."""

from __future__ import annotations

import pytest

from bot.orders.service import OrderService
from bot.people.preference_editor import PreferenceStore
from bot.people.preferences import Preferences
from bot.posting.pictures import Pictures
from bot.posting.private_images import draw_answer
from bot.posting.question_buttons import list_buttons_beside
from bot.replies.forms import Filled, fill_in, read_filled
from bot.replies.reply import Call, EntryForm, FormField, Refused, Reply
from bot.seating.games import sort_games
from bot.seating.homes import HomeTables
from bot.seating.lobby import Lobby
from bot.seating.seats import Seats
from bot.seating.table_form import (
    ANY,
    BOTS,
    FRIENDLY,
    GAME,
    NAME,
    PACE,
    RATED,
    SEATS,
    TERMS,
    TableForm,
)
from bot.settings.game_settings import GameSettings
from bot.views.board import BoardViews
from bot.views.history import History
from db.records import Status, StoredGame
from db.store import Store
from rules.kernel import Option
from rules.loading.games import GAMES
from tests.bot.callers import CHANNEL, GUEST, NORTH, SEED, SOUTH, caller, make_reminders
from tests.phrases import pattern, phrase

ENTERED = {GAME: "taj_mahal", SEATS: ANY, PACE: "daily", TERMS: FRIENDLY}


@pytest.fixture
def form(store: Store) -> TableForm:
    orders = OrderService(store, GAMES, lambda: None)
    homes = HomeTables(Lobby(orders, lambda: SEED))
    return TableForm(homes, Seats(make_reminders(orders, PreferenceStore(store))))


async def load(form: TableForm) -> StoredGame:
    stored = await form.orders.store.find_in_channel(CHANNEL)
    assert stored is not None
    return stored


async def test_a_form_fits_into_a_modal(form: TableForm) -> None:
    opened = await form.open(caller())
    assert [field.key for field in opened.fields] == [GAME, SEATS, PACE, TERMS, NAME]
    assert [option.key for option in opened.fields[0].options] == [r.KEY for r in sort_games(GAMES.values())]
    *lists, name = opened.fields
    assert all(2 <= len(field.options) <= 25 for field in lists)
    assert not name.needed


async def test_a_table_for_people_waits_for_them(form: TableForm) -> None:
    await form.create(caller(), entered=ENTERED | {SEATS: "3"})
    stored = await load(form)
    settings = GameSettings.of(stored)
    assert stored.status is Status.LOBBY
    assert (settings.pace, settings.rated, settings.hints) == ("daily", False, "private")
    assert '"seats":3' in stored.options


async def test_a_table_with_bots_starts(form: TableForm) -> None:
    await form.create(caller(), entered=ENTERED | {GAME: "aadu_huli", TERMS: BOTS})
    stored = await load(form)
    assert stored.status is Status.RUNNING
    assert len(stored.seats_of(NORTH)) == 1


async def test_a_form_can_name_the_table(form: TableForm) -> None:
    with pytest.raises(Refused, match=pattern("table_name.length")):
        await form.create(caller(), entered=ENTERED | {NAME: "X"})
    await form.create(caller(), entered=ENTERED | {NAME: " Long  Road "})
    assert (await load(form)).name == "Long Road"


async def test_a_number_that_the_game_has_not_is_refused(form: TableForm) -> None:
    with pytest.raises(Refused):
        await form.create(caller(), entered=ENTERED | {GAME: "aadu_huli", SEATS: "5"})


@pytest.mark.parametrize(("chosen", "rated"), [(False, False), (True, True)])
async def test_newcomers_play_a_rated_game_only_if_they_say_so(
    form: TableForm, chosen: bool, rated: bool
) -> None:
    game = "rajas_of_the_ganges"
    if chosen:
        await form.create(caller(), entered=ENTERED | {GAME: game, SEATS: "2", TERMS: RATED})
    else:
        await form.lobby.create(caller(), game, seats=2)
    await form.lobby.join(caller(NORTH))
    await form.lobby.join(caller(SOUTH))
    await form.lobby.start(caller(NORTH))
    assert GameSettings.of(await load(form)).rated is rated


async def test_everybody_with_a_seat_can_look_at_their_hand(form: TableForm) -> None:
    await form.create(caller(), entered=ENTERED | {TERMS: BOTS})
    stored = await load(form)
    at = form.orders.load_seated(stored)
    for asks in (True, False):
        assert "hand" in [each.verb for each in list_buttons_beside(at, asks=asks)]
    boards = BoardViews(form.orders)
    shown = await boards.show_hand(caller(), stored.id)
    assert shown.size == "hand"
    assert shown.view == at.rules.view(at.live.state, stored.seats_of(NORTH)[0])
    with pytest.raises(Refused):
        await boards.show_hand(caller(GUEST), stored.id)


async def test_since_shows_each_player_their_own_hand_and_a_guest_none(form: TableForm) -> None:
    await form.create(caller(), entered=ENTERED | {TERMS: BOTS})
    stored = await load(form)
    at, history = form.orders.load_seated(stored), History(BoardViews(form.orders))
    own = (await history.since(caller())).beside
    assert own == (at.rules.view(at.live.state, stored.seats_of(NORTH)[0]), "hand")
    assert (await history.since(caller(GUEST))).beside is None
    drawn = await draw_answer(Pictures(), Reply("", view=at.view(None), beside=own), Preferences())
    assert drawn is not None
    assert [file.filename.partition(".")[0] for file in drawn.list_files()] == ["board", "beside"]
    public = Reply("", view=at.view(None), beside=own, public="en")
    drawn = await draw_answer(Pictures(), public, Preferences())
    assert drawn is not None
    assert len(drawn.list_files()) == 1, "the channel sees no hand"


async def test_a_refused_form_opens_again_as_it_was_filled_in(form: TableForm) -> None:
    """Every list has the option that was chosen, and the line what was typed."""
    entered = ENTERED | {SEATS: "2", PACE: "live", TERMS: RATED, NAME: "A: b"}
    with pytest.raises(Refused) as refused:  # Taj Mahal has no seats for two
        await form.create(caller(), entered=entered)
    [again] = refused.value.buttons
    assert again.label == phrase("button.try_again")
    chosen, _, name = again.about.partition(":")
    opened = await form.reopen(caller(), chosen, name)
    shown = {each.key: each.options[each.chosen].key if each.options else each.text for each in opened.fields}
    assert shown == entered
    assert opened.reads == (await form.open(caller())).reads


def test_a_form_that_has_changed_still_opens() -> None:
    fields = [
        FormField("a", "", [Option("x", "X")]),
        FormField("b", "", [Option("y", "Y"), Option("z", "Z")]),
    ]
    opened = fill_in(EntryForm("", fields, Call("", "")), Filled("7.1", ""))
    assert [each.chosen for each in opened.fields] == [0, 1]
    assert read_filled(opened, {"a": "gone", "b": "z"}) == Filled("0.1", "")
