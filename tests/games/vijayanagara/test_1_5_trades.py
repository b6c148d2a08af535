"""1.5.2 Negotiation: trades of Resources and Cavalry."""

from __future__ import annotations

import pytest

from rules import vijayanagara as game
from rules.kernel import SIDE, Ask, Game, Option, begin, submit
from rules.orders.notation import parse
from rules.vijayanagara import trade
from rules.vijayanagara.state import State
from tests.facts import facts
from tests.games.vijayanagara.acting import act
from tests.games.vijayanagara.table import GAME, Table

PURSES = "{cavalry: {sultanate: 3, bahmani: 1}, resources: {sultanate: 10, bahmani: 20, vijayanagara: 1}}"
RICH = "{cavalry: {sultanate: 3, bahmani: 3, vijayanagara: 4}}"  # the pool is empty


def purses(table: Table) -> dict[str, tuple[int, int]]:
    """Return the Resources and Cavalry of each faction."""
    state = table.state
    return {faction: (state.resources[faction], state.cavalry[faction]) for faction in game.SEATS}


def clicks(state: State, seat: str) -> list[Option]:
    """Return this seat's answers to offers by a click."""
    return list(game.EXTRAS.trades.offered(state, seat))


def test_1_5_2_a_trade_is_proposed_and_accepted() -> None:
    """1.5.2: Resources and Cavalry are traded by an offer and its acceptance, and the table reads both."""
    table = Table(PURSES, first="sultanate").side("sultanate", "offer bahmani give 2r 1c get 3r")
    terms = "(get=[3-resources] give=[2-resources, 1-cavalry] giver=sultanate taker=bahmani)"
    assert table.story()[-1] == f"offer: number=1 terms={terms}"
    assert purses(table)["sultanate"] == (10, 3), "an offer changes nothing yet"
    table.side("bahmani", "accept 1")
    assert purses(table) == {"sultanate": (11, 2), "bahmani": (19, 2), "vijayanagara": (1, 0)}
    assert table.story()[-2] == f"answer: faction=bahmani number=1 terms={terms}"
    assert table.story()[-1] == (
        "totals: [(faction=sultanate goods=[11-resources, 2-cavalry]), "
        "(faction=bahmani goods=[19-resources, 2-cavalry])]"
    )
    assert not table.state.offers


def test_1_5_2_a_gift_and_a_request() -> None:
    """1.5.2: any mutual arrangement: for nothing, or asking only; one piece is told in the singular."""
    table = Table(PURSES, first="sultanate").side("bahmani", "offer vijayanagara give 1r")
    table.side("vijayanagara", "offer sultanate get 1c")
    assert table.story()[-2:] == [
        "offer: number=1 terms=(get=nothing give=[1-resources] giver=bahmani taker=vijayanagara)",
        "offer: number=2 terms=(get=[1-cavalry] give=nothing giver=vijayanagara taker=sultanate)",
    ]
    table.side("sultanate", "accept 2").side("vijayanagara", "accept 1")
    assert purses(table) == {"sultanate": (10, 2), "bahmani": (19, 1), "vijayanagara": (2, 1)}


@pytest.mark.parametrize("taker", ["bahmani", "bah", "Bahmanis", "the Bahmani Kingdom", "Bahmani K"])
def test_1_5_2_the_other_faction_is_called_by_its_name_or_the_beginning_of_it(taker: str) -> None:
    """1.5.2: an offer is typed as people speak."""
    before = begin(GAME, GAME.dump(game.load(PURSES)), "seed").game
    keys = parse(GAME, before, "sultanate", f"offer {taker} give 2r 1c get 3r")
    assert list(keys) == [SIDE + "offer_bahmani_give_2r_1c_get_3r"]


def test_1_5_2_amounts_of_one_sort_are_added() -> None:
    """1.5.2: "2r 1r" is three Resources."""
    table = (
        Table(PURSES, first="sultanate")
        .side("sultanate", "offer bahmani give 2r 1r")
        .side("bahmani", "accept 1")
    )
    assert purses(table)["bahmani"] == (23, 1)


def test_1_5_2_at_any_time_while_another_seat_is_asked() -> None:
    """1.5.2: any two factions trade while a third decides, and its question then shows what is new."""
    table = Table(PURSES, first="vijayanagara").answer("vijayanagara", "command rally")
    question = table.question
    table.side("sultanate", "offer bahmani give 1r").side("bahmani", "accept 1")
    assert table.question == question
    assert purses(table)["bahmani"] == (21, 1)


def test_1_5_2_the_waiting_question_shows_what_a_trade_changed() -> None:
    """1.5.2, 3.1: with a Resource received, the next space can be selected."""
    table = Table(PURSES, first="vijayanagara").side("bahmani", "offer vijayanagara give 2r")
    table.answer("vijayanagara", "command rally")
    assert "andhra" in table.question.legal
    table.side("vijayanagara", "accept 1").answer("vijayanagara", "andhra karnataka tamilakam")
    assert purses(table)["vijayanagara"] == (0, 0)


def test_1_5_2_cavalry_can_be_traded_in_the_middle_of_a_battle() -> None:
    """1.5.2, 1.10: whoever trades its last token away while asked to spend it has none to spend."""
    spaces = "spaces: {andhra: {troops: 2, rebelling-rajas: 2}}\ncavalry: {sultanate: 1}"
    table = Table(spaces, first="sultanate").dice("6666 66").answer("sultanate", "limited attack")
    assert "charge-6" in table.question.legal
    table.side("sultanate", "offer bahmani give 1c").side("bahmani", "accept 1")
    assert table.question.seat == "bahmani", "the battle went on by itself"
    assert purses(table)["bahmani"][1] == 1


def test_1_5_2_declined_and_withdrawn() -> None:
    """1.5.2: the taker declines, the giver withdraws; nothing changes hands."""
    table = Table(PURSES, first="sultanate")
    table.side("sultanate", "offer bahmani give 2r").side("sultanate", "offer vijayanagara give 1c")
    before = purses(table)
    table.side("bahmani", "decline 1").side("sultanate", "withdraw 2")
    assert purses(table) == before
    assert table.story()[-2:] == [
        (
            "answer: faction=bahmani number=1 "
            "terms=(get=nothing give=[2-resources] giver=sultanate taker=bahmani)"
        ),
        (
            "answer: faction=sultanate number=2 "
            "terms=(get=nothing give=[1-cavalry] giver=sultanate taker=vijayanagara)"
        ),
    ]
    assert not table.state.offers


@pytest.mark.parametrize(
    ("seat", "act", "text"),
    [
        (
            "sultanate",
            "~offer sultanate give 1r",
            "1.5.2 others=[bahmani, vijayanagara]",
        ),
        (
            "bahmani",
            "~offer mongols give 1r",
            "1.5.2 others=[sultanate, vijayanagara]",
        ),
        ("mongols", "~offer bahmani give 1r", "1.5.2"),
        ("chance", "~accept 1", "1.5.2"),
        ("sultanate", "~offer bahmani give 11r", "1.5.2 has=10-resources n=11"),
        ("vijayanagara", "~offer bahmani give 2r", "1.5.2 has=1-resources n=2"),
        ("vijayanagara", "~offer bahmani give 1c", "1.5.2 has=(kind=cavalry) n=1"),
        ("sultanate", "~accept 7", "1.5.2 number=7"),
    ],
)
def test_1_5_2_refusals(seat: str, act: str, text: str) -> None:
    """1.5.2: what can't be offered or answered, with the reason; never with the Mongols."""
    assert Table(PURSES, first="sultanate").refused(seat, act) == text


@pytest.mark.parametrize("act", ["~offer bahmani", "~offer bahmani give 0r get 0c"])
def test_1_5_2_an_empty_offer_is_refused(act: str) -> None:
    """1.5.2: an offer of nothing for nothing."""
    text = Table(PURSES, first="sultanate").refused("sultanate", act)
    assert text == "1.5.2"


@pytest.mark.parametrize(
    "act", ["~accept", "~offer bahmani 2r", f"~offer bahmani get {'9' * 5000}r", "~barter"]
)
def test_1_5_2_what_is_not_understood_shows_how_to_write_it(act: str) -> None:
    """1.5.2: a side act that means nothing is answered with an example."""
    text = Table(PURSES, first="sultanate").refused("sultanate", act)
    assert text.startswith("1.5.2")


def test_1_5_2_only_the_taker_answers_and_only_the_giver_withdraws() -> None:
    """1.5.2: an offer is its giver's to withdraw and its taker's to accept or decline."""
    table = Table(PURSES, first="sultanate").side("sultanate", "offer bahmani give 2r")
    assert table.refused("vijayanagara", "~accept 1") == "1.5.2 number=1"
    assert table.refused("sultanate", "~decline 1") == "1.5.2 number=1"
    assert table.refused("bahmani", "~withdraw 1") == "1.5.2 number=1"


def test_1_5_2_an_offer_that_cannot_be_kept_any_more_is_refused() -> None:
    """1.5.2: both must have what they give at the moment of acceptance."""
    table = Table(PURSES, first="sultanate")
    table.side("bahmani", "offer sultanate give 1c").side("bahmani", "offer vijayanagara give 1c")
    table.side("sultanate", "accept 1")
    assert table.refused("vijayanagara", "~accept 2") == "1.5.2 faction=bahmani goods=(kind=cavalry) n=1"
    cannot = "1.5.2 faction=vijayanagara goods=1-resources n=2"
    assert table.refused("sultanate", "~offer vijayanagara get 2r") == cannot, "nobody could accept it"


def test_1_5_2_nobody_comes_to_hold_more_than_24_resources() -> None:
    """1.5.2, 1.8: the cap of 24 holds in trades too."""
    table = Table(PURSES, first="sultanate")
    full = "1.8 faction=bahmani top=24"
    assert table.refused("sultanate", "~offer bahmani give 5r") == full, "nobody could accept it"
    table.side("sultanate", "offer bahmani give 4r").side("sultanate", "offer bahmani give 1r")
    table.side("bahmani", "accept 1")
    assert table.refused("bahmani", "~accept 2") == full
    table.side("sultanate", "offer bahmani give 1r get 1r").side("bahmani", "accept 3")
    assert purses(table)["bahmani"] == (24, 1)


def test_1_5_2_a_limited_command_keeps_the_resource_that_it_needs() -> None:
    """1.5.2, 2.3.5: the last Resource can't be traded away in the middle of a Limited Command."""
    table = Table(PURSES, first="vijayanagara").side("vijayanagara", "offer bahmani give 1r")
    table.answer("vijayanagara", "limited")
    refusal = "1.5.2 faction=vijayanagara"
    assert table.refused("bahmani", "~accept 1") == refusal
    table.answer("vijayanagara", "rally")
    assert table.refused("bahmani", "~accept 1") == refusal
    table.side("bahmani", "offer vijayanagara give 1r").side("vijayanagara", "accept 2").side(
        "bahmani", "accept 1"
    )
    assert purses(table)["vijayanagara"] == (1, 0), "a Resource that came in may go out"
    table.answer("vijayanagara", "andhra")
    assert purses(table)["vijayanagara"] == (0, 0)


def test_1_5_2_a_bought_shift_needs_its_resource_still() -> None:
    """1.5.2, 3.4.2: if a trade takes the last Resource while the shift is on offer, it can't be bought."""
    spaces = "{andhra: {obedient-rajas: 2}, karnataka: {obedient-amirs: 1, troops: 3}}"
    position = f"spaces: {spaces}\nresources: {{vijayanagara: 2}}"
    table = Table(position, first="vijayanagara").answer(
        "vijayanagara", "limited migrate karnataka 1-obedient-rajas"
    )
    assert table.question.legal == ["shift", "done"]
    table.side("vijayanagara", "offer sultanate give 1r").side("sultanate", "accept 1")
    assert table.question.seat == "sultanate", "the shift can't be bought, so nothing is asked"
    assert table.state.influence["vijayanagara"] == 0


def test_1_5_2_a_price_of_an_event_waits_where_a_trade_could_bring_it() -> None:
    """Card 29: Vijayanagara has 2 of 3 Resources; the Sultanate may still lend the third."""
    table = Table("card: event-29\nresources: {sultanate: 5, vijayanagara: 2}", first="bahmani")
    table.answer("bahmani", "event unshaded")
    assert (table.question.seat, table.question.legal) == ("vijayanagara", ["2"])
    table.side("sultanate", "offer vijayanagara give 1r").side("vijayanagara", "accept 1")
    assert table.question.legal == ["1", "2"]
    assert table.answer("vijayanagara", "1").state.resources["bahmani"] == 3


def test_1_5_2_a_token_owed_by_another_may_be_gone_when_the_answer_comes() -> None:
    """1.5.2, 1.10: while the gainer decides from whom to take, holders may trade."""
    table = Table(RICH, first="bahmani").answer("bahmani", "decree trade")
    assert table.question.legal == ["sultanate", "vijayanagara", "nobody"]
    table.side("sultanate", "offer vijayanagara give 3c").side("vijayanagara", "accept 1")
    assert table.question.legal == ["vijayanagara", "nobody"]


def test_1_5_2_if_all_tokens_went_to_the_gainer_nobody_is_left_to_take_from() -> None:
    """1.5.2, 1.10: the gainer accepts all tokens of both others in one order, and so gains none."""
    start = GAME.dump(Table(RICH, first="bahmani").state)
    step = submit(GAME, begin(GAME, start, "seed").game, "bahmani", ["decree", "trade"])
    step = submit(GAME, step.game, "sultanate", ["~offer_bahmani_give_3c"])
    step = submit(GAME, step.game, "vijayanagara", ["~offer_bahmani_give_4c"])
    step = submit(GAME, step.game, "bahmani", ["~accept_1", "~accept_2"])
    assert step.live.state.cavalry["bahmani"] == 10
    assert isinstance(step.live.pending, Ask)
    assert step.live.pending.kind == "command"


def test_1_5_2_open_offers_are_buttons_for_those_concerned() -> None:
    """1.5.2: accept and decline for the taker, withdraw for the giver; what can't be accepted says why."""
    table = Table(PURSES, first="sultanate").side("sultanate", "offer bahmani give 2r")
    assert [act.key for act in clicks(table.state, "bahmani")] == ["accept_1", "decline_1"]
    assert [act.key for act in clicks(table.state, "sultanate")] == ["withdraw_1"]
    table.side("vijayanagara", "offer bahmani give 1r").side("bahmani", "accept 2")
    table.side("sultanate", "offer bahmani give 3r").side("bahmani", "accept 3")
    assert clicks(table.state, "vijayanagara") == []
    accept, decline = clicks(table.state, "bahmani")
    assert accept.words is not None
    terms = "(get=nothing give=[2-resources] giver=sultanate taker=bahmani)"
    assert facts(accept.words) == f"number=1 terms={terms}"
    assert accept.refused is not None
    assert facts(accept.refused) == "1.8 faction=bahmani top=24"
    assert decline.why_not == ""


def test_1_5_2_offers_stay_open_over_turns() -> None:
    """1.5.2: an offer is part of the position: it is there on the next turn, and numbers go on."""
    table = (
        Table(PURSES, first="sultanate")
        .side("sultanate", "offer bahmani give 1r")
        .answer("sultanate", "pass")
    )
    assert table.question.seat == "bahmani"
    table.side("bahmani", "accept 1").side("bahmani", "offer sultanate give 1c")
    assert [offer.number for offer in table.state.offers] == [2]


def test_1_5_2_offers_in_a_written_position() -> None:
    """1.5.2: a position document may hold offers; numbers go on from theirs, odd ones are refused."""
    offer = "{number: 4, giver: bahmani, taker: sultanate, give: {cavalry: 1}}"
    table = Table(f"offers: [{offer}]\ncavalry: {{bahmani: 2}}", first="sultanate").side(
        "sultanate", "accept 4"
    )
    assert table.state.cavalry["sultanate"] == 1
    table.side("sultanate", "offer bahmani give 1c")
    assert table.state.offers[0].number == 5
    with pytest.raises(ValueError, match=r"position: offers\.0\.giver: Input should be 'sultanate'"):
        Table("offers: [{number: 1, giver: mongols, taker: sultanate}]")
    with pytest.raises(ValueError, match=r"position: offers\.0\.give\.gold: Input should be 'resources'"):
        Table("offers: [{number: 1, giver: bahmani, taker: sultanate, give: {gold: 1}}]")


def countered(table: Table, seat: str, act: str) -> list[str]:
    """Return the orders of a counter-offer whose form is left unchanged."""
    counter, form = trade.make_counter(table.state, seat, act), trade.make_form(table.state, seat)
    assert counter is not None
    assert form is not None
    for field in form.fields:
        assert counter.chosen[field.key] in [option.key for option in field.options]
    return [counter.before, form.line(counter.chosen)]


def test_1_5_2_a_counter_offer_begins_with_the_same_terms() -> None:
    """1.5.2: whoever is offered a trade may decline it and propose another from there."""
    table = Table(PURSES, first="sultanate").side("sultanate", "offer bahmani give 2r 1c get 3r")
    for part in countered(table, "bahmani", "accept_1"):
        table.side("bahmani", part)
    assert table.story()[-1].startswith(
        "offer: number=2 "
        "terms=(get=[2-resources, 1-cavalry] give=[3-resources] giver=bahmani taker=sultanate)"
    )
    assert countered(table, "sultanate", "accept_2") == ["decline 2", "offer bahmani give 2r 1c get 3r"]
    for seat, key in (("bahmani", "accept_2"), ("sultanate", "decline_2"), ("sultanate", "accept_9")):
        assert trade.make_counter(table.state, seat, key) is None


def test_1_5_2_a_request_is_countered_with_a_gift() -> None:
    """1.5.2: what asks for something and gives nothing."""
    table = Table(PURSES, first="sultanate").side("sultanate", "offer bahmani get 1r")
    assert countered(table, "bahmani", "accept_1") == ["decline 1", "offer sultanate give 1r"]


def test_1_5_2_1_10_a_question_says_what_is_true_after_a_trade() -> None:
    """1.5.2, 1.10: "You have 1" Cavalry becomes 3 while the question waits."""
    table = act(
        "sultanate",
        "malwa: {troops: 3, rebelling-amirs: 2}",
        "limited attack",
        cavalry={"sultanate": 1, "bahmani": 3},
        dice="4444 44",
    )
    assert " n=1 other=" in table.question.asks
    table.side("bahmani", "offer sultanate give 2c").side("sultanate", "accept 1")
    assert " n=3 other=" in table.question.asks


def test_1_5_2_what_was_asked_for_is_told_as_given() -> None:
    table = Table(PURSES, first="sultanate").side("sultanate", "offer bahmani get 1r")
    table.side("bahmani", "accept 1")
    told = "answer: faction=bahmani number=1 terms=(get=[1-resources] giver=sultanate taker=bahmani)"
    assert told in table.story()


@pytest.mark.parametrize(
    ("line", "keys"), [("decline", "2"), ("2", "2"), ("decline 1", f"{SIDE}decline_1"), ("1", "1")]
)
def test_1_5_2_a_choice_of_an_event_may_be_declined_by_the_word_of_an_offer(line: str, keys: str) -> None:
    """1.5.2: "decline" answers the choice "2: decline"; with a number it declines that offer."""
    position = "{card: event-28, places: {sultanate: pass, vijayanagara: pass}}"
    table = Game("", 1, position)
    event = "event shaded, 2 obedient amirs in maharashtra"
    for seat, said in (("sultanate", "offer vijayanagara give 1r"), ("bahmani", event)):
        table = submit(GAME, table, seat, parse(GAME, table, seat, said)).game
    assert " ".join(parse(GAME, table, "vijayanagara", line)) == keys
