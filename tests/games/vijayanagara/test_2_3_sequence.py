"""2.3 Event Cards: Eligibility, the two forks, Limited Commands, passing; 5.5 Timur's Shadow."""

from __future__ import annotations

import pytest

from rules.vijayanagara.view import view
from tests.games.vijayanagara.table import Table

S, B, V = "sultanate", "bahmani", "vijayanagara"
ALL = ["command", "decree", "command-only", "limited", "pass"]  # the Event aside, which has tests of its own
ACTS = {  # a whole action of each sort, in no space where that may be
    (S, "command"): "command march done collect",
    (S, "decree"): "decree collect march done",
    (S, "command-only"): "command-only march done",
    (S, "limited"): "limited conscript delhi",
    (B, "command"): "command rally done trade",
    (B, "command-only"): "command-only rally done",
    (B, "limited"): "limited rally maharashtra",
    (V, "command"): "command rally done tax",
    (V, "command-only"): "command-only rally done",
    (V, "limited"): "limited rally karnataka",
}


def act(table: Table, seat: str, what: str) -> Table:
    """Carry out a whole action of this sort."""
    return table.answer(seat, ACTS.get((seat, what), what))


def offered(table: Table) -> list[str]:
    """Return what the asked faction may choose, without the Event."""
    return [choice for choice in table.question.legal if choice != "event"]


def next_card(table: Table, card: str = "event-1") -> Table:
    """Draw the next card, an Event."""
    return table.draw("event", card)


def places(table: Table) -> dict[str, str]:
    """Return each faction's place on the sequence of play."""
    return {faction.key: faction.place for faction in view(table.state, None).factions}


def test_2_3_1_all_factions_begin_eligible() -> None:
    """2.3.1: all begin the game Eligible."""
    assert places(Table()) == {S: "eligible", B: "eligible", V: "eligible"}


@pytest.mark.parametrize(
    ("card", "order"),
    [
        ("event-1", (S, B, V)),
        ("event-2", (V, B, S)),
        ("event-3", (S, V, B)),
        ("event-4", (B, S, V)),
        ("event-5", (V, S, B)),
        ("event-8", (B, V, S)),
    ],
)
def test_2_3_2_the_order_of_play_is_the_cards(card: str, order: tuple[str, ...]) -> None:
    """2.3.2: the leftmost Eligible faction chooses first."""
    table = next_card(Table(), card)
    for seat in order:
        assert table.question.seat == seat
        assert view(table.state, None).faction(seat).acting
        act(table, seat, "pass")


def test_2_3_2_ineligible_factions_are_skipped() -> None:
    """2.3.2: an Ineligible faction is skipped."""
    table = Table("card: event-1\nplaces: {sultanate: ineligible}")
    assert table.question.seat == B
    assert table.refused(S, "pass") == "seat=bahmani"


@pytest.mark.parametrize("first", ["command", "decree"])
def test_2_3_3_the_command_and_decree_fork_is_taken_once(first: str) -> None:
    """2.3.3: Command with Decree, before or after: one fork, no longer available to the others."""
    table = act(next_card(Table()), S, first)
    assert offered(table) == ["command-only", "limited", "pass"]
    assert table.refused(B, "decree") == "2.3.3 taker=sultanate"


def test_2_3_3_the_event_fork_is_taken_once_by_a_command_alone() -> None:
    """2.3.3: Event or Command without a Decree: the other fork."""
    table = act(next_card(Table()), S, "command-only")
    assert offered(table) == ["command", "decree", "limited", "pass"]
    assert table.question.barred["event"] == "2.3.3 taker=sultanate"


@pytest.mark.parametrize(("first", "shown"), [("command", True), ("command-only", False)])
def test_2_3_3_a_question_has_the_text_of_the_card_if_the_event_is_possible(first: str, shown: bool) -> None:
    """The text took 8 rows of the question to a faction that could not execute the Event any more."""
    table = act(next_card(Table()), S, first)
    assert ("event" in table.question.legal) == table.ask.presentation.card == shown


@pytest.mark.parametrize(("first", "second"), [("command", "command-only"), ("command-only", "command")])
def test_2_3_3_a_third_faction_has_limited_or_pass_only(first: str, second: str) -> None:
    """2.3.3: with both forks taken the third Eligible faction may only take a Limited Command or Pass."""
    table = act(act(next_card(Table()), S, first), B, second)
    assert table.question.seat == V
    assert offered(table) == ["limited", "pass"]
    assert "event" not in table.question.legal


@pytest.mark.parametrize("first", ["limited", "pass"])
def test_2_3_3_limited_and_pass_leave_both_forks_open(first: str) -> None:
    """2.3.3, ruling: after a Pass or a Limited Command both forks stay open for the next."""
    table = act(next_card(Table()), S, first)
    assert table.question.seat == B
    assert offered(table) == ALL


def test_2_3_3_a_command_in_no_space_with_a_decree() -> None:
    """2.3.3: a Command in any number of spaces, possibly zero, costs nothing; the Decree stands alone."""
    table = next_card(Table()).answer(S, "command march done collect")
    assert table.state.resources[S] == 12 + 9  # 4.2.1: half of 18
    table = next_card(Table()).answer(S, "decree collect march done")
    assert table.state.resources[S] == 12 + 9
    assert places(table)[S] == "command"


def test_2_3_3_a_command_alone_in_no_space_is_legal_but_warned_of() -> None:
    """2.3.3, ruling: a Command alone in no space does nothing; what asks for it knows, and says so before it
    counts."""
    table = next_card(Table()).answer(S, "command-only march")
    first = table.question
    second = table.answer(S, "malwa delhi 1-troops done").question
    assert (first.hollow, second.hollow) == (True, False), "after the first space there is nothing to warn of"
    table.answer(S, "done")
    assert places(table)[S] == "event"
    table = next_card(Table()).answer(S, "command march")
    assert table.question.asks == "march-to", "a Decree is still to come"


def test_2_3_3_any_number_of_spaces() -> None:
    """2.3.3, 3.2.1: a Command in several spaces, each paid."""
    table = next_card(Table()).answer(S, "command-only conscript sindh malwa gujarat done")
    assert table.state.resources[S] == 9


def test_2_3_4_a_card_without_text_offers_no_event() -> None:
    """2.3.4: the option is shown and refused with the reason."""
    table = next_card(Table("options: {deck: 'title: Empty'}"))
    assert "event" not in offered(table)
    assert table.refused(table.question.seat, "event").startswith("2.3.4 card=(card=Card 1 n=1)")


@pytest.mark.parametrize(("stays", "place"), [("[bahmani]", "eligible"), ("[]", "ineligible")])
def test_2_3_4_stay_eligible(stays: str, place: str) -> None:
    """2.3.4, 2.3.7: who executed a Stay Eligible Event returns to the Eligible box."""
    position = f"card: event-2\nplaces: {{vijayanagara: pass, bahmani: event}}\nstays: {stays}"
    table = act(Table(position), S, "pass")
    assert table.state.card is None
    assert places(table) == {S: "eligible", B: place, V: "eligible"}
    assert not table.state.stays, "it counts for this card only"


def test_2_3_5_a_limited_command_is_one_space_without_a_decree() -> None:
    """2.3.5: exactly one space: no second one is asked, none is not possible, and no Decree follows."""
    table = next_card(Table()).answer(S, "limited conscript")
    assert "done" not in table.question.legal
    table.answer(S, "delhi")
    assert table.pieces("delhi") == {"troops": 9}
    assert table.state.resources[S] == 11
    assert table.question.seat == B


def test_2_3_5_a_limited_command_may_involve_pieces_of_several_spaces() -> None:
    """2.3.5, 3.2.2: one destination, Units from any adjacent spaces."""
    table = next_card(Table()).answer(S, "limited march rajput-kingdoms delhi 4-troops punjab 1-troops done")
    assert table.pieces("rajput-kingdoms") == {"troops": 6}


def test_2_3_5_any_number_of_factions_may_take_one_and_stay_eligible() -> None:
    """2.3.5: all three may select a Limited Command and remain Eligible."""
    table = next_card(Table())
    for seat in (S, B, V):
        act(table, seat, "limited")
    assert places(table) == {S: "eligible", B: "eligible", V: "eligible"}
    assert table.story()[-1] == ("eligibility: [sultanate, bahmani, vijayanagara]")


def test_2_3_5_without_any_possible_space_there_is_no_limited_command() -> None:
    """2.3.5: it is a Command in one space; where none can be selected the option is refused, Pass remains."""
    table = Table("{card: event-1, resources: {}}")
    assert table.question.barred["limited"] == ("2.3.5 3.1")
    table = Table("{card: event-1, resources: {sultanate: 1}}")
    assert "limited" in table.question.legal


@pytest.mark.parametrize(("seat", "gain"), [(S, 3), (B, 1), (V, 1)])
def test_2_3_6_passing_gives_resources(seat: str, gain: int) -> None:
    """2.3.6: 3 Resources for the Sultanate, 1 for the rivals; a passing faction stays Eligible."""
    table = Table(first=seat)
    before = table.state.resources[seat]
    act(table, seat, "pass")
    assert table.state.resources[seat] == before + gain
    assert places(table)[seat] == "pass"
    assert table.story()[-1] == f"pass: faction={seat} gain={gain}-resources"


def test_2_3_6_if_the_last_eligible_faction_passes_the_next_card_is_drawn() -> None:
    """2.3.6: Eligibility is adjusted and the next card drawn."""
    table = Table("card: event-1\nplaces: {sultanate: ineligible, bahmani: ineligible}")
    act(table, V, "pass")
    assert table.due is not None
    assert places(table) == {S: "eligible", B: "eligible", V: "eligible"}


def test_2_3_7_forks_make_ineligible_and_all_others_eligible() -> None:
    """2.3.7: Command & Decree and Event or Command: Ineligible; Limited Command: Eligible."""
    table = act(act(act(next_card(Table()), S, "command"), B, "command-only"), V, "limited")
    assert places(table) == {S: "ineligible", B: "ineligible", V: "eligible"}
    assert table.story()[-1] == "eligibility: [vijayanagara]"


def test_2_3_7_over_three_cards() -> None:
    """2.3.7: an Ineligible faction is Eligible again after the card it missed."""
    table = act(act(act(next_card(Table()), S, "command"), B, "pass"), V, "command-only")
    assert places(table) == {S: "ineligible", B: "eligible", V: "ineligible"}
    next_card(table, "event-3")
    assert table.question.seat == B
    assert offered(table) == ALL, "a new card opens both forks again"
    act(table, B, "command")
    assert places(table) == {S: "eligible", B: "ineligible", V: "eligible"}
    next_card(table, "event-4")  # Bahmani, Sultanate, Vijayanagara
    assert table.question.seat == S


def test_2_3_7_a_card_on_which_nobody_can_act_is_closed() -> None:
    """2.3.7: in a written position all may have acted already: the next card is drawn."""
    table = Table("card: event-1\nplaces: {sultanate: command, bahmani: event, vijayanagara: limited}")
    assert places(table) == {S: "ineligible", B: "ineligible", V: "eligible"}
    assert table.due is not None


def test_2_3_8_then_the_next_card_is_revealed() -> None:
    """2.3.8: after adjusting Eligibility the next card is revealed, and play goes on as above."""
    table = next_card(Table())
    for seat in (S, B, V):
        act(table, seat, "pass")
    next_card(table, "event-2")
    assert table.state.card == "event-2"
    assert table.state.played == ["event-1", "event-2"]
    assert table.question.seat == V


SHADOW = "options: {timurs_shadow: %s}\nblock: 4\nleft: {event: 4, timurid: %d}\nplayed: [%s]\ncard: event-1"


def test_5_5_timurs_shadow_limits_every_command_to_one_space() -> None:
    """5.5: after the first Timurid card every Command, with or without a Decree, is in one space."""
    for choice, rest in (
        ("command", "decree"),
        ("command-only", "option: card=Amirs of a Hundred n=22"),
    ):
        table = Table(SHADOW.replace("event-1", "event-22") % ("true", 1, "timurid"))
        table.answer(S, f"{choice} conscript delhi")
        assert table.question.asks == rest
    assert table.state.resources[S] == 11


@pytest.mark.parametrize(("option", "left", "played"), [("false", 1, "timurid"), ("true", 2, "")])
def test_5_5_without_the_option_or_before_timur_any_number(option: str, left: int, played: str) -> None:
    """5.5: the shadow falls only if agreed on, and only after the first Timurid card."""
    table = Table(SHADOW % (option, left, played)).answer(S, "command conscript delhi")
    assert table.question.asks == "conscript-in: another=… spaces=[delhi]"
