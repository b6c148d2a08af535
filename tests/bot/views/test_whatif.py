"""What-if: private, over several seats, never with the table's own dice."""

from __future__ import annotations

import pytest

from bot.orders.draft import Draft
from bot.orders.forecast import list_warnings
from bot.replies.reply import Refused
from bot.views.whatif import Trial, WhatIf
from db.store import Store
from rules import kernel
from rules.kernel import CHANCE, Ask, Rules, begin
from rules.loading.games import GAMES
from tests.bot.callers import CHANNEL, GUEST, NORTH, Room, caller
from tests.bot.orders.test_draft import Deccan, entries, other, to_arms
from tests.every_game.test_typing import questions
from tests.every_game.tiers import complete_game
from tests.games.aadu_huli.table import place
from tests.games.successors.table import step
from tests.games.taj_mahal.table import place as place_taj
from tests.phrases import begins, pattern, phrase, says
from tests.turns.walking import situation

SUCCESSORS = GAMES["successors"]


@pytest.fixture
def whatif(game: Room) -> WhatIf:
    return WhatIf(game.table)


async def test_several_seats_deep_and_nothing_counts(game: Room, whatif: WhatIf) -> None:
    before = await entries(game)
    answer = await whatif.attempt(caller(GUEST), "command trade muster\ncommand muster.;;")
    assert await entries(game) == before
    assert await game.posted() == []
    assert says(answer.text, "preview.standing", before="3 gold", after="5 gold")
    assert "Command. Decree Trade. Muster in Delhi." in answer.text
    assert answer.text.count("Command. ") == 2
    assert answer.view is not None
    assert answer.before is not None
    assert answer.panel is None  # the guest has nothing to commit


async def test_chance_is_assumed_never_asked(
    game: Room, whatif: WhatIf, monkeypatch: pytest.MonkeyPatch
) -> None:
    user = await to_arms(game)

    def peeking(*_: object) -> str:
        raise AssertionError("the real dice were asked")

    monkeypatch.setattr(kernel, "find_faces", peeking)
    answer = await whatif.attempt(caller(user), "command attack rajput")
    assert says(
        answer.text, "try.roll", n=2, what="Attack in Rājput Kingdoms", line="command attack rajput;; [3 5]"
    )
    answer = await whatif.attempt(caller(user), "command attack rajput;; [6 6];; pay 1;; .")
    assert "The dice show 6, 6." in answer.text
    assert "0 fall in Rājput Kingdoms" in answer.text
    for assumed, why in (
        ("[6]", pattern("try.faces", n=2)),
        ("[667]", pattern("try.faces", n=2)),
        ("pay 1", pattern("try.roll", n=2)),
    ):
        with pytest.raises(Refused, match=why):
            await whatif.attempt(caller(user), f"command attack rajput;; {assumed}")
    with pytest.raises(Refused, match=pattern("try.no_chance")):
        await whatif.attempt(caller(user), "[66]")


async def test_a_card_may_be_assumed(game: Room, whatif: WhatIf) -> None:
    answer = await whatif.attempt(caller(), "pass;; pass;; [good rains];; pass")
    assert says(answer.text, "try.open", question="Card Good Rains")
    with pytest.raises(Refused, match=pattern("try.part", n=3)):
        await whatif.attempt(caller(), "pass;; pass;; [Worse]")


async def test_the_end_of_the_game_can_be_tried(game: Room, whatif: WhatIf) -> None:
    cards = "pass;; pass;; [card-2];; pass;; pass"
    answer = await whatif.attempt(caller(), cards)
    assert says(answer.text, "try.over")
    with pytest.raises(Refused, match=pattern("try.ended")):
        await whatif.attempt(caller(), cards + ";; pass")


async def test_what_was_tried_is_committed_with_a_tap(game: Room, whatif: WhatIf) -> None:
    user = await game.decider()
    answer = await whatif.attempt(caller(user), "command muster.;; pass")
    assert answer.panel is not None
    assert answer.panel.take == phrase("button.draft")
    with pytest.raises(Refused, match=pattern("try.late")):
        await whatif.take(caller(other(user)), answer.panel.mark)
    last = await whatif.take(caller(user), answer.panel.mark)
    done = await game.confirmed(user, last)
    assert begins(done.text, "done.other", line="Command. Muster in Delhi.")
    with pytest.raises(Refused, match=pattern("try.late")):
        await whatif.take(caller(user), answer.panel.mark)


async def test_half_an_order_becomes_the_draft(game: Room, whatif: WhatIf) -> None:
    user = await game.decider()
    answer = await whatif.attempt(caller(user), "command")
    assert answer.panel is not None
    assert answer.panel.take == phrase("button.draft")
    step = await whatif.take(caller(user), answer.panel.mark)
    assert step.panel is not None
    assert step.panel.draft
    assert await game.posted() == []


async def test_what_cannot_be_tried(game: Room, whatif: WhatIf) -> None:
    with pytest.raises(Refused, match=r"\(rule 1\.2\)"):
        await whatif.attempt(caller(), "command attack gujarat")
    with pytest.raises(Refused, match=pattern("no_game")):
        await whatif.attempt(caller(NORTH, CHANNEL + 1), "pass")


async def test_each_order_is_suggested_after_those_before_it(game: Room, whatif: WhatIf) -> None:
    by = caller(await game.decider())
    assert [each.text for each in await whatif.suggest_orders(by, "com")] == ["Command"]
    after = await whatif.suggest_orders(by, "command muster.;; command mus")
    assert [each.text for each in after] == ["command muster.;; command Muster"]
    for nothing in ("dance;; com", "pass;; pass;; com"):
        assert await whatif.suggest_orders(by, nothing) == []
    assert await whatif.suggest_orders(caller(GUEST), "com") == []


@pytest.mark.parametrize(
    "orders", ["pass;; pass;; pass", "limited march to malwa from delhi 3 troops.;; pass;; pass"]
)
async def test_orders_that_end_the_card_lead_to_the_next_one(store: Store, orders: str) -> None:
    deccan = Deccan(store)
    await deccan.begin()
    while (await deccan.at()).asked != "sultanate":
        await deccan.table.order(caller(), "pass")
        orders = orders.removesuffix(";; pass")
    answer = await WhatIf(deccan.table).attempt(caller(), orders)
    assert says(answer.text, "try.draw", what="The next card")
    example = answer.text.split("`")[1]
    if not example.startswith("…"):
        onward = await WhatIf(deccan.table).attempt(caller(), example)
        assert not says(onward.text, "try.draw"), "the example also assumes the draws that follow at once"


def test_the_odds_after_another_seats_answer_are_said() -> None:
    """Blue may retreat before the dice, so the odds depend on Blue."""
    units = {"SYR": {"red": "1c", "blue": "1i 1l"}, "MES": {"red": "1i"}}
    away = {"red": "EGY", "blue": "THR", "green": "THR", "yellow": "THE"}
    table = step("combat", units, leaders=away).play("fight-SYR-blue").dice("1").dice("111")
    assert table.ask.seat == "blue"
    trial = Trial(SUCCESSORS, table.game, frozenset(("red",)))
    told = "\n".join(WhatIf._foresee_dice(trial, "red"))
    assert says(told, "try.depends", seat="Blue")
    assert says(told, "preview.note")
    assert trial.live.pending is not None, "nothing is entered"
    assert trial.game == table.game
    assert WhatIf._foresee_dice(trial, "blue") == [], "the seat's own question"


def test_a_tried_order_has_the_warnings_of_its_preview() -> None:
    """`/try` said what a Goat brings. Only the preview said that a Tiger can capture it."""
    rules, dangers = GAMES["aadu_huli"], 0
    at = situation(rules, begin(rules, rules.dump(place("3a 4a 3c")), "0" * 32))
    assert isinstance(at.live.pending, Ask)
    for key in at.live.pending.menu():
        trial = Trial(rules, at.position, frozenset((at.asked,)))
        trial.play(key)
        warned = list_warnings(Draft(at, (key,)))
        assert WhatIf._warn(at, trial, at.asked) == warned
        dangers += bool(warned)
        assert not WhatIf._warn(at, trial, None), "a reader without a seat"
    assert dangers


@complete_game
def test_what_is_foreseen_is_read_by_its_seat_alone(rules: Rules) -> None:
    for seat, game in questions(rules.KEY)[::7]:
        others = [entry.seat for entry in game.log if entry.seat not in (seat, CHANCE)]
        for before in others[-1:]:
            told = WhatIf._foresee_dice(Trial(rules, game, frozenset((seat,))), before)
            assert not (told and rules.EXTRAS.hidden)


def test_an_order_after_which_nothing_can_be_chosen_is_closed_and_the_next_seat_asked() -> None:
    """A played card stopped at "Add a white or special card?", though only "done" was legal."""
    rules = GAMES["taj_mahal"]
    held = place_taj(players={"maroon": {"hand": ["yellow-ee", "yellow-ep"]}})
    trial = Trial(rules, begin(rules, rules.dump(held), "0" * 32).game, frozenset(("maroon",)))
    trial.play("play yellow ee")
    assert isinstance(trial.live.pending, Ask)
    assert trial.live.pending.seat == "maroon"
    other = Trial(rules, trial.game, trial.reader)
    other.parts.append("play yellow ee")
    assert trial.close()
    other.play(".")  # any word that closes a question is an order too
    for each in (trial, other):
        assert isinstance(each.live.pending, Ask)
        assert each.live.pending.seat == "blue"
        assert not each.close()
