"""Drafts: what a seat enters step by step is private until it is confirmed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.learning.more import More
from bot.orders.draft import Draft
from bot.orders.last_order import LAST
from bot.orders.order_name import MAX_WHOLE, name_changes, name_order, write_draft
from bot.orders.preview import view_draft
from bot.orders.service import OrderService
from bot.replies.mark import shorten_key
from bot.replies.panel import Panel
from bot.replies.reply import Refused, Reply
from bot.seating.lobby import Lobby
from bot.session.loaded_game import LoadedGame
from bot.views.suggestions import Suggestions
from db.store import Store
from rules import kernel
from rules.kernel import Ask, InputError
from rules.loading.games import GAMES
from rules.orders import notation
from rules.state import Stand
from tests.bot.callers import CHANNEL, NORTH, SEED, SOUTH, Room, caller, type_fast
from tests.bot.presses import trade
from tests.games.successors.table import place
from tests.games.vijayanagara.table import Table
from tests.kernel.play import random_steps
from tests.phrases import begins, pattern, phrase, says
from tests.turns.walking import situation

CONSCRIPT = "Conscript in Delhi, Malwa and Jaunpur. Collect Tribute"


def other(user: int) -> int:
    return SOUTH if user == NORTH else NORTH


async def entries(room: Room) -> int:
    """Return the number of stored entries of the open turn."""
    stored = await room.store.find_in_channel(CHANNEL)
    assert stored is not None
    assert stored.position is not None
    return len(stored.position.log)


async def preview(room: Room) -> Reply:
    """Click a Command and a muster in one order."""
    for key in ("command", "done", "muster"):
        await room.choose(key)
    return await room.choose("done")


async def test_nothing_counts_before_it_is_confirmed(game: Room) -> None:
    before, user = await entries(game), await game.decider()
    answer = await preview(game)
    assert await entries(game) == before
    assert answer.text.startswith(phrase("preview"))
    assert "Command. Muster in Delhi." in answer.text
    assert says(answer.text, "preview.goes_on")
    assert answer.view is not None
    assert answer.before is not None
    assert answer.panel is not None
    assert answer.panel.confirm == phrase("button.confirm", order="Command. Muster in Delhi")
    done = await game.table.confirm(caller(user), answer.panel.mark, answer.panel.signature)
    assert begins(done.text, "done.other", line="Command. Muster in Delhi.")
    assert await entries(game) > before
    assert len(await game.posted()) == 1
    stored = await game.store.find_in_channel(CHANNEL)
    assert stored is not None
    assert [note.name for note in await game.store.load_notes(stored.id)] == ["last"], "the draft is gone"


async def test_what_another_seat_is_asked_next_is_no_part_of_a_draft(game: Room) -> None:
    await preview(game)
    by = caller(await game.decider())
    stored = await game.store.find_in_channel(CHANNEL)
    assert stored is not None
    draft = await game.table.load_draft(by, game.table.load_seated(stored))
    assert draft.complete
    assert draft.now.ask is not None
    assert draft.build_panel() is None


async def test_what_it_costs_is_shown_for_each_seat_that_changes(game: Room) -> None:
    user = await game.decider()
    await game.choose("command")
    await game.choose("trade")
    answer = await game.choose("muster")
    assert says(answer.text, "preview.standing", before="3 gold", after="5 gold")
    assert answer.text.count("→") == 1
    assert (await game.panel(user)).confirm == phrase(
        "button.confirm", order="Command. Decree Trade. Muster in Delhi"
    )


async def test_what_is_left_out_is_said(game: Room) -> None:
    answer = await preview(game)
    assert says(answer.text, "preview.declined", question="Decree before the Command:")
    assert says(answer.text, "preview.declined", question="Decree after the Command:")
    user = await game.decider()
    assert answer.panel is not None
    await game.table.drop(caller(user), answer.panel.mark)
    for key in ("command", "trade"):
        await game.choose(key)
    assert "You choose nothing" not in (await game.choose("muster")).text


async def test_a_confirmation_counts_once(game: Room) -> None:
    user = await game.decider()
    answer = await preview(game)
    assert answer.panel is not None
    by = caller(user)
    await game.table.confirm(by, answer.panel.mark, answer.panel.signature)
    with pytest.raises(Refused, match=pattern("repeated")):
        await game.table.confirm(by, answer.panel.mark, answer.panel.signature)
    with pytest.raises(Refused, match=pattern("others_decision")):
        await game.table.confirm(caller(user), answer.panel.mark, answer.panel.signature)
    assert len(await game.posted()) == 1


async def test_nobody_sees_or_confirms_the_draft_of_another(game: Room) -> None:
    user = await game.decider()
    answer = await preview(game)
    assert answer.panel is not None
    for act in (game.table.drop, More(game.table).peek):
        with pytest.raises(Refused, match=pattern("others_decision")):
            await act(caller(other(user)), answer.panel.mark)
    with pytest.raises(Refused, match=pattern("others_decision")):
        await game.table.confirm(caller(other(user)), answer.panel.mark, answer.panel.signature)
    looked = await game.look.show_board(caller(other(user)))
    assert looked.view is not None
    assert dict(looked.view.standing)["north"] == Stand(("3 gold",))


async def test_a_draft_outlives_the_process(game: Room) -> None:
    user = await game.decider()
    await game.choose("command")
    again = Room(game.store)
    panel = await again.panel(user)
    assert panel.draft
    await again.choose("trade")


async def test_undo_in_the_draft_is_free_and_drop_throws_it_away(game: Room) -> None:
    user = await game.decider()
    first = await game.panel()
    answer = await preview(game)
    assert answer.panel is not None
    back = await game.table.undo(caller(user), answer.panel.mark)
    assert back.panel is not None
    assert [option.key for option in back.panel.options] == ["trade", "build", "done"]
    gone = await game.table.drop(caller(user), back.panel.mark)
    assert gone.panel == first
    assert await game.posted() == []
    with pytest.raises(Refused, match=pattern("stale")):
        await game.table.drop(caller(user), back.panel.mark)


async def to_arms(game: Room) -> int:
    """Let both sides march to the Rajput Kingdoms; return the next person, who could attack."""
    for _ in range(2):
        user = await game.decider()
        origin = "delhi" if user == NORTH else "maharashtra"
        await game.table.order(caller(user), f"command march rajput from {origin} 1 troops.")
    await game.posted()
    return await game.decider()


async def test_dice_are_a_point_of_no_return_and_labelled_so(game: Room) -> None:
    user = await to_arms(game)
    for key in ("command", "done", "attack"):
        await game.choose(key)
    answer = await game.choose("rajput-kingdoms")
    assert answer.panel is not None
    assert answer.panel.confirm == phrase("button.roll")
    assert says(answer.text, "preview.roll")
    await game.table.confirm(caller(user), answer.panel.mark, answer.panel.signature)
    with pytest.raises(InputError, match=pattern("undo.chance")):
        await game.table.undo(caller(user))


async def test_a_typed_order_goes_on_from_the_draft_or_stands_in_its_place(game: Room) -> None:
    user = await game.decider()
    await game.choose("command")
    legal = await game.table.order(caller(user), "?")
    assert "Decree before the Command" in legal.text
    suggested = await Suggestions(game.table).suggest_orders(caller(user), "mus")
    assert [each.text for each in suggested] == ["Muster"]
    done = await game.table.order(caller(user), "muster.")
    assert begins(done.text, "done.other", line="Command. Muster in Delhi.")
    user = await game.decider()
    await game.choose("command")
    done = await game.table.order(caller(user), "pass")
    assert done.text.startswith(phrase("done", line="Pass."))


async def test_dice_never_replace_a_draft_unseen(game: Room) -> None:
    user = await to_arms(game)
    await game.choose("command")
    before = await entries(game)
    answer = await game.table.order(caller(user), "command attack rajput")
    assert await entries(game) == before
    assert answer.panel is not None
    assert answer.panel.confirm == phrase("button.roll")
    assert answer.text.endswith(phrase("draft.instead"))


async def test_half_an_order_that_is_typed_becomes_the_draft(game: Room) -> None:
    user, before = await game.decider(), await entries(game)
    answer = await game.table.order(caller(user), "command trade")
    assert answer.panel is not None
    assert answer.panel.draft
    assert await entries(game) == before
    with pytest.raises(InputError, match="“dance”") as refused:
        await game.table.order(caller(user), "dance")
    assert says(str(refused.value), "draft.open", line="Command. Decree Trade.")
    assert (await game.panel()) == answer.panel


async def test_the_better_reading_of_an_order_that_fits_nowhere_is_told(game: Room) -> None:
    """With a draft, an order is tried both as its continuation and in its place."""
    user = await game.decider()
    await game.choose("command")
    for text, why in (
        ("command attack in gujarat", "(rule 1.2)"),
        ("march to wien", "“wien” after “march to”"),
    ):
        with pytest.raises(Refused, match=why) as refused:
            await game.table.order(caller(user), text)
        assert says(str(refused.value), "draft.open", line="Command.")
        assert refused.value.panel is not None


async def test_what_continues_nothing_is_told_that_the_order_is_complete(game: Room) -> None:
    user, shown = await game.decider(), await preview(game)
    before = await entries(game)
    for text in ("march to wien", "dance", "march to wien ?"):
        with pytest.raises(InputError) as refused:
            await game.table.order(caller(user), text)
        assert "The game is over" not in str(refused.value)
    with pytest.raises(Refused, match=pattern("draft.whole", line="Command. Muster in Delhi.")) as whole:
        await game.table.order(caller(user), "dance")
    panel = whole.value.panel
    assert panel is not None
    assert shown.panel is not None
    assert shown.panel.confirm
    assert not panel.confirm, "whoever types a line wants another order than the draft"
    assert (panel.undo, panel.restart, panel.own) == (True, True, phrase("button.to_draft"))
    assert await entries(game) == before
    await game.table.drop(caller(user), panel.mark)
    assert not (await game.panel()).draft


async def test_a_word_that_means_nothing_may_mean_an_answer_to_the_open_question(game: Room) -> None:
    user = await game.decider()
    await game.choose("command")
    with pytest.raises(Refused, match="Did you mean Build") as refused:
        await game.table.order(caller(user), "command trade march bild")
    assert says(str(refused.value), "draft.open", line="Command.")
    with pytest.raises(Refused) as other:
        await game.table.order(caller(user), "command march wien")
    assert "Did you mean" not in str(other.value)


@pytest.mark.parametrize(
    ("text", "said"), [("comand muster.", ["comand"]), ("commnad mutser.", ["commnad", "mutser"])]
)
async def test_a_slip_of_the_pen_is_put_right_aloud_and_never_counts_at_once(
    game: Room, text: str, said: list[str]
) -> None:
    before, user = await entries(game), await game.decider()
    answer = await game.table.order(caller(user), text)
    for word in said:
        assert says(answer.text, "mended", said=word)
    assert await entries(game) == before
    assert answer.panel is not None
    assert answer.panel.confirm
    await game.table.confirm(caller(user), answer.panel.mark, answer.panel.signature)
    assert "Command. Muster in Delhi." in (await game.posted())[-1][1].text


async def test_a_slip_that_may_mean_several_things_is_asked(game: Room) -> None:
    with pytest.raises(InputError, match="Did you mean"):
        await game.table.order(caller(await game.decider()), "give 1; comand")


async def test_what_the_table_takes_away_is_dropped_aloud(game: Room) -> None:
    user = await game.decider()
    await game.choose("command")
    await trade(game.table, caller(user), "give 2")
    assert await entries(game) == 2, "the card and the gift, nothing of the draft"
    await game.choose("build")
    mark = (await game.panel()).mark
    await trade(game.table, caller(user), "give 1")  # the gold for the Decree in the draft
    with pytest.raises(Refused, match=pattern("stale")):
        await game.table.click(caller(user), mark, "muster")
    again = await game.table.question(caller(user))
    assert begins(again.text, "draft.lost")
    assert again.panel is not None
    assert "trade" in [option.key for option in again.panel.options]


async def test_a_side_act_leaves_the_draft_and_shows_it_again(game: Room) -> None:
    user, shown = await game.decider(), await preview(game)
    assert shown.panel is not None
    done = await trade(game.table, caller(user), "give 1")
    assert begins(done.text, "done", line="give 1")
    assert says(done.text, "preview")
    assert done.panel is not None
    assert done.panel.mark == shown.panel.mark
    again = await game.table.confirm(caller(user), shown.panel.mark, shown.panel.signature)
    assert begins(again.text, "draft.since")
    assert "give 1" in again.text
    assert again.panel is not None
    assert again.panel.signature == done.panel.signature != shown.panel.signature
    before = await entries(game)
    await game.table.confirm(caller(user), again.panel.mark, again.panel.signature)
    assert await entries(game) > before


async def test_a_side_act_in_an_order_counts_at_once_and_the_rest_is_the_draft(game: Room) -> None:
    user = await game.decider()
    await game.choose("command")
    answer = await game.table.order(caller(user), "give 1; trade")
    assert answer.panel is not None
    assert answer.panel.draft
    assert "Trade" in answer.text
    [(kind, post)] = await game.posted()
    assert kind == "aside"
    assert ": give 1" in post.text
    assert "Command" not in post.text
    whole = await game.table.order(caller(user), "give 1; muster")
    assert "Muster" in whole.text
    assert [kind for kind, _ in await game.posted()] == ["aside", "board"]


async def test_a_side_act_in_an_unfinished_order_waits_with_it(game: Room) -> None:
    user = await game.decider()
    await game.store.set_preferences(user, "{}")
    answer = await game.table.order(caller(user), "give 1; command")
    assert answer.panel is not None
    assert answer.panel.draft
    assert await game.posted() == []
    whole = await game.table.order(caller(user), "muster.")
    assert await game.posted() == []
    assert whole.panel is not None
    await game.table.confirm(caller(user), whole.panel.mark, whole.panel.signature)
    posts = await game.posted()
    assert any("give 1" in post.text for _, post in posts)
    assert await game.decider() != user


async def test_so_far_shows_the_board_of_a_draft_that_is_not_complete(game: Room) -> None:
    user = await game.decider()
    await game.choose("command")
    await game.choose("trade")
    mark = (await game.panel()).mark
    answer = await More(game.table).peek(caller(user), mark)
    assert says(answer.text, "preview.standing", before="3 gold", after="5 gold")
    assert answer.view is not None
    assert answer.panel is None, "one order has its buttons in one place"
    told = answer.text.rpartition("\n")[0]
    assert told in (await More(game.table).show_menu(caller(user), mark.game)).text, "“Look” shows all of it"
    other = NORTH + SOUTH - user
    assert told not in (await More(game.table).show_menu(caller(other), mark.game)).text


@pytest.mark.parametrize("preferences", ["{}", '{"forced": false}', '{"preview": true}'])
async def test_what_is_typed_is_shown_before_it_counts(game: Room, preferences: str) -> None:
    """By default too, also for people who set other preferences before there was this default."""
    user = await game.decider()
    await game.store.set_preferences(user, preferences)
    answer = await game.table.order(caller(user), "command muster.")
    assert answer.view is not None, "the board after the order"
    assert answer.panel is not None
    assert answer.panel.confirm
    assert await game.posted() == []
    await game.table.confirm(caller(user), answer.panel.mark, answer.panel.signature)
    other = await game.decider()
    assert other != user
    assert begins((await game.table.order(caller(other), "pass")).text, "done"), "they switched it off"


@pytest.mark.parametrize("text", ["pass!", "pass !", "command muster.!!", "command muster. !"])
async def test_an_exclamation_mark_plays_a_whole_line_at_once(game: Room, text: str) -> None:
    user = await game.decider()
    await game.store.set_preferences(user, "{}")
    assert begins((await game.table.order(caller(user), text)).text, "done")
    assert await game.posted()


@pytest.mark.parametrize("text", ["command!", "comand muster!"])
async def test_an_exclamation_mark_plays_nothing_unfinished_or_misspelled(game: Room, text: str) -> None:
    user = await game.decider()
    await game.store.set_preferences(user, "{}")
    before = await entries(game)
    answer = await game.table.order(caller(user), text)
    assert await entries(game) == before
    assert answer.panel is not None
    assert answer.panel.draft


async def test_an_order_with_an_act_out_of_turn_is_confirmed_as_a_whole(game: Room) -> None:
    user = await game.decider()
    await game.store.set_preferences(user, "{}")
    before = await entries(game)
    answer = await game.table.order(caller(user), "give 1; command muster.")
    assert await entries(game) == before
    assert answer.panel is not None
    assert answer.panel.confirm
    await game.table.confirm(caller(user), answer.panel.mark, answer.panel.signature)
    assert await game.decider() != user
    [board] = [post for kind, post in await game.posted() if kind == "board"]
    assert "Muster" in board.text


async def test_somebody_may_want_to_be_asked_what_leaves_no_choice(game: Room) -> None:
    user = await game.decider()
    await game.store.see_user(user, "")
    await game.store.set_preferences(user, '{"forced": true}')
    for key in ("command", "done"):
        await game.choose(key)
    answer = await game.choose("muster")
    assert answer.panel is not None
    assert [option.key for option in answer.panel.options] == ["delhi" if user == NORTH else "andhra"]
    assert answer.panel.draft
    back = await game.table.undo(caller(user), answer.panel.mark)
    assert back.panel is not None
    assert "muster" in [option.key for option in back.panel.options]
    with pytest.raises(Refused, match=pattern("stale")):
        await game.table.click(caller(user), answer.panel.mark, "delhi")
    await game.choose("muster")
    await game.choose("delhi" if user == NORTH else "andhra")
    answer = await game.choose("done")
    assert answer.panel is not None
    assert answer.panel.confirm
    done = await game.table.confirm(caller(user), answer.panel.mark, answer.panel.signature)
    assert begins(done.text, "done.other", line="Command. Muster in Delhi.")


# The measure: the real game


class Deccan:
    """The first game at its first Event, with Asha in all seats. It counts taps."""

    def __init__(self, store: Store) -> None:
        self.rules: Any = next(iter(GAMES.values()))
        self.seats = self.rules.seats(self.rules.Options())
        self.table = OrderService(store, GAMES, lambda: None)
        self.lobby, self.taps = Lobby(self.table, lambda: SEED), 0

    async def at(self) -> LoadedGame:
        """Return the loaded game."""
        stored = await self.table.store.find_in_channel(CHANNEL)
        assert stored is not None
        return self.table.load_seated(stored)

    async def begin(self) -> None:
        await type_fast(self.table.store, NORTH, SOUTH)
        await self.lobby.create(caller(), self.rules.KEY)
        await self.lobby.join(caller(), "*")
        await self.lobby.start(caller())

    async def tap(self, panel: Panel, label: str) -> Reply:
        """Tap the button with this label or key, or open a list and tap this entry.

        A label may be given by its beginning.
        """
        if panel.confirm and panel.confirm.startswith(label):
            self.taps += 1
            return await self.table.confirm(caller(), panel.mark, panel.signature)
        options = [option for option in panel.options if label in (option.key, option.label)]
        option = next(iter(options or [each for each in panel.options if each.label.startswith(label)]))
        self.taps += 1 if option in panel.controls else 2
        return await self.table.click(caller(), panel.mark, shorten_key(option.key))


async def test_a_command_in_three_spaces_with_a_decree(store: Store) -> None:
    deccan = Deccan(store)
    await deccan.begin()
    while (panel := (await deccan.table.question(caller())).panel) and "The Sultanate" not in panel.question:
        await deccan.table.order(caller(), "pass")
    assert panel is not None
    labels = [
        "Command and Decree",
        "conscript delhi",
        "Malwa",
        "Jaunpur",
        phrase("button.no_more"),
        "Collect Tribute",
        phrase("button.confirm", order=CONSCRIPT),
    ]
    for label in labels:
        answer = await deccan.tap(panel, label)
        panel = answer.panel or panel
    assert begins(answer.text, "done")


async def test_a_command_in_no_space_is_never_confirmed_unawares(store: Store) -> None:
    deccan = Deccan(store)
    await deccan.begin()
    while (panel := (await deccan.table.question(caller())).panel) and "The Sultanate" not in panel.question:
        await deccan.table.order(caller(), "pass")
    for label in ("Command only", "Conscript: nowhere"):
        assert panel is not None
        answer = await deccan.tap(panel, label)
        panel = answer.panel
    assert panel is not None
    assert panel.confirm == phrase("button.nothing")
    assert says(answer.text, "preview.declined", question="Conscript in which space?")
    back = await deccan.table.undo(caller(), panel.mark)
    assert back.panel is not None
    answer = await deccan.tap(back.panel, "Delhi")
    assert answer.panel is not None
    done = next(option for option in answer.panel.options if option.key == "done")
    assert not says(done.label, "button.nothing")


async def test_a_typed_attack_tells_its_odds(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    deccan = Deccan(store)
    monkeypatch.setattr(deccan.rules, "setup", lambda _: deccan.rules.load(BATTLE))
    await deccan.begin()
    while (await deccan.at()).asked != "sultanate":
        await deccan.table.order(caller(), "pass")
    answer = await deccan.table.order(caller(), "limited attack in malwa")
    assert "Odds without Cavalry: the Sultanate loses 0 pieces (25%)" in answer.text


async def test_what_does_nothing_says_so_and_never_counts_at_once(store: Store) -> None:
    deccan = Deccan(store)
    await deccan.begin()
    while (await deccan.at()).asked != "sultanate":
        await deccan.table.order(caller(), "pass")
    answer = await deccan.table.order(caller(), "command march to malwa from delhi 3 troops")
    assert answer.panel is not None
    answer = await deccan.tap(answer.panel, phrase("button.no_more"))
    assert answer.panel is not None
    answer = await deccan.tap(answer.panel, "Demand Obedience (does nothing)")
    assert answer.panel is not None
    assert answer.panel.confirm == phrase("button.confirm", order="March to Malwa. Demand Obedience")
    assert says(answer.text, "preview.idle", answer="Demand Obedience")
    assert "Demand Obedience." in answer.text
    assert (await deccan.at()).asked == "sultanate"


BATTLE = """
card: event-1
spaces: {malwa: {troops: 3, rebelling-amirs: 3}}
cavalry: {sultanate: 1, bahmani: 1}
"""


async def test_an_attack_with_cavalry_on_both_sides(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The odds are shown before the roll, and each side's tokens after it, tap by tap."""
    deccan = Deccan(store)
    monkeypatch.setattr(deccan.rules, "setup", lambda _: deccan.rules.load(BATTLE))
    await deccan.begin()
    panel = (await deccan.table.question(caller())).panel
    while panel is not None and "The Sultanate" not in panel.question:
        panel = (await deccan.table.order(caller(), "pass")).panel
    for label in ("Command only", "attack malwa"):
        assert panel is not None
        answer = await deccan.tap(panel, label)
        panel = answer.panel
    assert panel is not None
    assert panel.confirm == phrase("button.roll")
    assert "Odds without Cavalry: the Sultanate loses 0 pieces (25%), 1 (50%), 2 (25%);" in answer.text
    whole = view_draft(await deccan.table.load_draft(caller(), await deccan.at())).text
    assert "Most likely result without Cavalry (19%):" in whole
    assert "Odds if all useful Cavalry is spent (the Sultanate has 1 and the Bahmani Kingdom has 1)" in whole
    assert "You will be Ineligible for the next card." in whole
    assert deccan.taps == 3
    asked = []
    panel = (await deccan.tap(panel, panel.confirm)).panel
    while panel is not None and "Spend Cavalry?" in panel.question:
        asked.append(panel.question.split("**")[1])
        use = next(option.label for option in panel.options if option.key != "done")
        panel = (await deccan.tap(panel, use)).panel
        if panel is not None and panel.confirm:
            panel = (await deccan.tap(panel, panel.confirm)).panel
    assert asked == ["The Sultanate", "The Bahmani Kingdom"]
    at = await deccan.at()
    state: Any = at.live.state
    assert (state.cavalry["sultanate"], state.cavalry["bahmani"]) == (0, 0)
    kept = [json.loads(note.text) for note in at.stored.notes if note.name == LAST]
    assert kept
    assert all("cavalry" not in orders for orders in kept), "one answer is given again with one tap"


def test_what_will_be_final_can_be_taken_back_while_it_is_a_draft() -> None:
    """A card of Taj Mahal can be undone until the question for a second card is answered."""
    rules = GAMES["taj_mahal"]
    for step in random_steps(rules, 1):
        ask = step.live.pending
        keys = list(ask.menu()) if isinstance(ask, Ask) and ask.final else []
        drafts = [Draft(situation(rules, step), [key]) for key in keys]
        if begun := [draft for draft in drafts if not draft.complete]:
            panel = begun[0].build_panel()
            assert panel is not None
            assert panel.undo
            return
    raise AssertionError("no card goes along with another")


def test_nothing_is_offered_to_be_taken_back_of_what_is_final() -> None:
    """Against bot players in Taj Mahal, each played card is final."""
    rules, asked = GAMES["taj_mahal"], 0
    for step in random_steps(rules, 1):
        if isinstance(step.live.pending, Ask):
            at = situation(rules, step)
            stored: Any = at.stored
            stored.answered = (1,)
            panel = at.build_panel()
            assert panel is not None
            assert panel.undo == at.can_undo(step.live.pending.seat)
            asked += 1
    assert asked


def test_what_is_bought_after_a_declined_ransom_is_named_on_the_button() -> None:
    rules = GAMES["successors"]
    captive = {"phase": "revenue", "seat": "red", "talents": {"red": 6}, "captives": {"red": "blue"}}
    state = place({"BAB": {"red": "1i"}}, **captive)
    at = situation(rules, kernel.begin(rules, rules.dump(state), "0" * 32))
    assert name_changes(Draft(at, ["no", "2-l", "home", "done"])) == "No ransom, 2 Levies"


@pytest.mark.parametrize(
    ("order", "label"),
    [
        ("egy-the 1l, egy-cyr 1l", "March from Egypt to Thebaid, March from Egypt to Cyrenaica"),
        ("egy-the 1l, bab-mes 1l", "March from Egypt to Thebaid, March from Babylonia to Mesopotamia"),
        ("bab-mes 1l, bab-sus 1l, egy-the 1l", "March from Babylonia to Mesopotamia, and more"),
    ],
)
def test_the_button_of_a_march_names_its_destination(order: str, label: str) -> None:
    rules = GAMES["successors"]
    red = {"EGY": {"red": "2l"}, "BAB": {"red": "2l"}, "MAC": {"red": "2l"}}
    state = place(red, phase="movement", seat="red")
    at = situation(rules, kernel.begin(rules, rules.dump(state), "0" * 32))
    keys = notation.parse(rules, at.position, "red", f"{order}; done")
    assert name_order(Draft(at, keys)) == label


def test_the_button_of_a_withdrawal_names_its_first_palace() -> None:
    """“Confirm: Withdraw” said nothing of the palaces, because the whole sentence was too long."""
    rules, looked = GAMES["taj_mahal"], 0
    for step in (step for luck in range(3) for step in random_steps(rules, luck)):
        ask = step.live.pending
        if not isinstance(ask, Ask) or "withdraw" not in ask.menu() or ask.forced:
            continue
        at, draft = situation(rules, step), Draft(situation(rules, step), ["withdraw"])
        while draft.now.ask is not None and draft.now.ask.kind in ("palace", "crown", "take"):
            draft = Draft(at, [*draft.keys, next(iter(draft.now.ask.menu()))])
        cities = [given.key for given in draft.answers if given.ask.kind in ("palace", "crown")]
        if cities and len(write_draft(draft)) > MAX_WHOLE + 1:
            label = name_order(draft)
            assert rules.name(cities[0]) in label
            assert len(label) <= MAX_WHOLE
            looked += 1
    assert looked


async def test_an_event_is_named_on_the_button_that_confirms_it(store: Store) -> None:
    deccan = Deccan(store)
    await deccan.begin()
    while (await deccan.at()).asked != "sultanate":
        await deccan.table.order(caller(), "pass")
    for keys, words in (
        (["event", "unshaded"], "Event, Unshaded"),
        (["pass"], "Pass"),
        (["limited", "conscript", "delhi"], "Conscript"),
    ):
        assert name_changes(Draft(await deccan.at(), keys)) == words


async def test_the_button_of_an_old_preview_says_what_became_of_the_order(game: Room) -> None:
    """It stays green in its message, because the bot can't take it away there."""
    user, by = await game.decider(), caller(await game.decider())
    old = await preview(game)
    assert old.panel is not None
    mark, signature = old.panel.mark, old.panel.signature
    await game.table.undo(by, mark)  # a part of it
    with pytest.raises(Refused, match=pattern("stale.order")) as refused:
        await game.table.confirm(by, mark, signature)
    assert refused.value.panel is not None
    assert refused.value.panel.own == phrase("button.open")
    whole = await game.table.order(by, "pass", shows=True)
    with pytest.raises(Refused, match=pattern("stale.order")) as refused:
        await game.table.confirm(by, mark, signature)
    assert refused.value.panel is not None
    assert refused.value.panel.own == phrase("button.to_draft")
    assert whole.panel is not None
    await game.table.confirm(by, whole.panel.mark, whole.panel.signature)
    assert await game.decider() != user
    with pytest.raises(Refused, match=pattern("stale.order")):
        await game.table.confirm(caller(user), whole.panel.mark, whole.panel.signature)


def test_the_map_of_the_next_question_shows_the_places_chosen_so_far() -> None:
    """The question "Govern in another space too?" left the Provinces before it out of its picture."""
    rules: Any = GAMES["vijayanagara"]
    state = Table("{}", first="sultanate").state
    at = situation(rules, kernel.begin(rules, rules.dump(state), "0" * 32))
    panel = Draft(at, ["command", "conscript", "delhi"]).build_panel()
    assert panel is not None
    assert panel.marks
    assert panel.around == ("delhi",)
