"""The odds of an Attack before its dice: exact, and for the same battle that is then fought."""

from __future__ import annotations

from itertools import product
from math import comb
from random import Random

import pytest

from rules.ask import Ask
from rules.chance import Draw, Roll
from rules.state import Entry
from rules.vijayanagara.commands.odds import (
    Force,
    _fight,
    _format_percent,
    calculate_losses,
    forecast_eligibility,
)
from rules.vijayanagara.events import describe_outlook
from rules.vijayanagara.events.decks import write_executed_side, write_known_effects
from rules.vijayanagara.players.trial import list_keys, make_trial
from rules.vijayanagara.sequence.deck import CARD
from rules.vijayanagara.sides import Stakes
from rules.words import Words, say
from rules.words import read_said as read
from tests.games.vijayanagara.acting import act
from tests.games.vijayanagara.table import GAME, Table

TWO, THREE = Force("sultanate", 4, 2, 9, 0), Force("bahmani", 2, 3, 9, 0)


def attack(there: str, dice: str = "", sultanate: int = 0, bahmani: int = 0) -> Table:
    """Return a table on which the Sultanate attacks these pieces in Malwa, with this Cavalry."""
    cavalry = {"sultanate": sultanate, "bahmani": bahmani}
    return act("sultanate", f"malwa: {{{there}}}", "command attack malwa", dice=dice, cavalry=cavalry)


def told(table: Table) -> list[str]:
    """Return what the Sultanate reads before the roll."""
    return [
        read(line, GAME.name)
        for line in GAME.EXTRAS.prose.forecast(table.state, "sultanate", table._live.pending)
    ]


def binomial(n: int, reach: int) -> list[float]:
    return [comb(n, k) * (reach / 6) ** k * (1 - reach / 6) ** (n - k) for k in range(n + 1)]


def test_without_cavalry_the_hits_are_binomial() -> None:
    found = calculate_losses(TWO, THREE)
    own, other = binomial(2, 3), binomial(4, 2)
    assert found == pytest.approx({(a, b): own[a] * other[b] for a in range(3) for b in range(5)})


def test_no_more_is_lost_than_there_is() -> None:
    found = calculate_losses(TWO._replace(pieces=1), THREE._replace(pieces=2))
    assert set(found) == set(product((0, 1), (0, 1, 2)))
    assert sum(found.values()) == pytest.approx(1)


@pytest.mark.parametrize(
    ("own", "theirs", "tokens", "lost"),
    [
        ([3, 6, 6, 6], [6, 6], (1, 0), (0, 1)),  # a Charge makes a miss a hit
        ([6, 6, 6, 6], [3, 1], (1, 0), (1, 0)),  # a Screen takes a hit away, but never a 1
        ([6, 6, 6, 6], [6, 6], (2, 2), (0, 0)),  # nothing that one token would change
        ([3, 6, 6, 6], [6, 6], (1, 1), (0, 0)),  # what was charged is screened
        ([1, 6, 6, 6], [4, 6], (0, 1), (1, 1)),  # nothing to screen, so the defender charges
    ],
)
def test_1_10_cavalry_is_spent_where_it_changes_the_losses(
    own: list[int], theirs: list[int], tokens: tuple[int, int], lost: tuple[int, int]
) -> None:
    one, other = TWO._replace(cavalry=tokens[0]), THREE._replace(cavalry=tokens[1])
    assert _fight(one, own, other, theirs) == lost


def test_1_10_the_mongols_use_their_own_token() -> None:
    mongols = Force("mongols", 4, 2, 9, 0)
    assert _fight(mongols, [3, 6, 6, 6], THREE, [6, 6]) == (0, 1)
    assert _fight(THREE._replace(dice=4), [6] * 4, mongols, [2, 6]) == (1, 0)
    assert _fight(mongols, [6, 6, 6, 6], THREE, [6, 6]) == (0, 0)


def test_the_odds_are_of_the_battle_that_is_fought() -> None:
    """Throws at random, played by the rules: the pieces lost are those that the odds count."""
    rng = Random("odds")
    for _ in range(40):
        troops, amirs = rng.randint(1, 6), rng.randint(1, 6)
        faces = [rng.randint(1, 6) for _ in range(6)]
        pending = (waiting := attack(f"troops: {troops}, rebelling-amirs: {amirs}"))._live.pending
        assert isinstance(pending, Roll)
        assert isinstance(pending.stakes, Stakes)
        one = Force("sultanate", 4, pending.stakes.attacker.reach, troops, 0)
        other = Force("bahmani", 2, pending.stakes.defender.reach, amirs, 0)
        lost, fallen = _fight(one, faces[:4], other, faces[4:])
        table = attack(f"troops: {troops}, rebelling-amirs: {amirs}", "".join(map(str, faces)))
        left = {"troops": troops - lost, "rebelling-amirs": amirs - fallen}
        assert table.pieces("malwa") == {kind: n for kind, n in left.items() if n}
        assert waiting.pieces("malwa") == {"troops": troops, "rebelling-amirs": amirs}


def test_both_sides_read_what_they_may_lose() -> None:
    [line, likeliest, place] = told(attack("troops: 2, rebelling-amirs: 3"))
    assert likeliest == (
        "Most likely result (20%): the Sultanate loses 1 piece; the Bahmani Kingdom loses 1 piece."
    )
    assert line == (
        "Odds without Cavalry: the Sultanate loses 0 pieces (25%), 1 (50%), 2 (25%); "
        "the Bahmani Kingdom 0 (20%), 1 (39%), 2 (30%), 3 (11%)."
    )
    assert place == "You will be Ineligible for the next card."
    [_, likeliest, *_] = told(attack("troops: 3, rebelling-amirs: 2"))
    assert likeliest.startswith("Most likely result (")
    [_, likeliest, cavalry, _] = told(attack("troops: 2, rebelling-amirs: 3", sultanate=2, bahmani=1))
    assert likeliest.startswith("Most likely result without Cavalry ("), "the case is named"
    assert cavalry.startswith(
        "Odds if all useful Cavalry is spent (the Sultanate has 2 and the Bahmani Kingdom has 1): "
        "the Sultanate loses 0 pieces ("
    )


def test_what_is_nearly_sure_is_not_called_sure() -> None:
    found = (_format_percent(likely, round(100 * likely)) for likely in (0.001, 0.5, 0.999, 1.0))
    assert [each.within(GAME.name) for each in found] == [
        "under 1%",
        "50%",
        "over 99%",
        "100%",
    ]


def test_2_3_7_whether_one_stays_eligible() -> None:
    table = act("sultanate", "malwa: {troops: 3}", "limited conscript malwa")
    [line] = GAME.EXTRAS.prose.forecast(table.state, "sultanate", None)
    assert str(line) == "You will be Eligible for the next card."
    assert list(GAME.EXTRAS.prose.forecast(table.state, "bahmani", None)) == []


@pytest.mark.parametrize(
    ("stays", "said"),
    [
        (set[str](), "You will be Ineligible for the next card."),
        ({"sultanate"}, "You will be Eligible for the next card, because this card says “Stay Eligible”."),
    ],
)
def test_2_3_4_an_event_that_keeps_one_eligible_is_named_as_the_reason(stays: set[str], said: str) -> None:
    table = act("sultanate", "malwa: {troops: 3}", "limited conscript malwa")
    table.state.sequence["sultanate"], table.state.stays = "event", stays
    [line] = GAME.EXTRAS.prose.forecast(table.state, "sultanate", None)
    assert str(line) == said


def test_2_3_7_nothing_is_said_as_long_as_an_event_may_decide_it() -> None:
    table = act("sultanate", "malwa: {troops: 3}", "limited conscript malwa")
    s = table.state
    s.card = next(
        key
        for key, card in s.deck.events.items()
        if any("eligible" in step.list_sorts() for step in card.side("unshaded"))
    )
    s.sequence["sultanate"] = "event"
    assert str(forecast_eligibility(s, "sultanate")) == "You will be Ineligible for the next card.", (
        "a Command only"
    )
    s.in_event = True
    assert forecast_eligibility(s, "sultanate") is None
    s.barred = {"sultanate"}
    assert str(forecast_eligibility(s, "sultanate")) == "You will be Ineligible for the next card."


def test_2_3_7_it_is_said_again_when_the_event_is_executed_and_another_faction_may_act() -> None:
    """Event 19 speaks of Eligibility; its shaded side lets nobody stay Eligible."""
    state = GAME.load("card: event-19\nplaces: {bahmani: ineligible}")
    walk = make_trial(state, [Entry("sultanate", "event"), Entry("sultanate", "shaded")])
    assert forecast_eligibility(walk.state, "sultanate") is None, "the Event is not over"
    while isinstance(walk.pending, Ask):
        walk.enter(list_keys(walk.pending)[0], walk.pending.seat)
    assert walk.pending is None
    assert walk.state.card == "event-19", "Vijayanagara may still act"
    assert str(forecast_eligibility(walk.state, "sultanate")) == "You will be Ineligible for the next card."


@pytest.mark.parametrize("begun", [False, True])
def test_2_3_4_the_preview_of_an_event_tells_its_effects_where_another_faction_decides(begun: bool) -> None:
    """Waters of Thatta: the Sultanate gains Cavalry for Tributary Provinces, then chooses a Province."""
    independent = "[]" if begun else "[sindh, gujarat]"
    state = GAME.load(f"card: event-25\nindependent: {independent}\nplaces: {{sultanate: ineligible}}")
    walk = make_trial(state, [Entry("bahmani", "event"), Entry("bahmani", "shaded")])
    assert isinstance(walk.pending, Ask)
    assert walk.pending.seat == "sultanate"
    effects, *_ = GAME.EXTRAS.prose.forecast(walk.state, "bahmani", walk.pending)
    assert isinstance(effects, Words)
    if begun:
        assert [effects] == write_executed_side(walk.state)
    else:
        side = walk.state.deck.events["event-25"].side("shaded")
        assert effects.args["effects"] == describe_outlook(walk.state, "bahmani", side)
    assert not write_known_effects(walk.state, "vijayanagara")


@pytest.mark.parametrize(
    ("left", "said"),
    [
        ({"event": 3, "timurid": 1}, "1 of the 4 cards left brings Timur to Delhi"),
        ({"event": 0, "timurid": 1}, "This is the last card: Timur invades Delhi and the game ends."),
    ],
)
def test_2_6_that_the_next_card_may_end_the_game_is_said_before(left: dict[str, int], said: str) -> None:
    s = Table("{block: 4, left: {event: 3, timurid: 1}, played: [timurid]}").state
    s.left = left
    [line] = GAME.EXTRAS.prose.forecast(
        s, "nobody", Draw(["event", "timurid"], say("the next card"), kind=CARD)
    )
    assert read(line, GAME.name).startswith(said)
    assert list(GAME.EXTRAS.prose.forecast(s, "nobody", None)) == []


def test_2_6_before_the_first_of_timurs_cards_nothing_is_said_of_the_end() -> None:
    table = Table("{block: 4, left: {event: 3, timurid: 2}}")
    due = Draw(["event", "timurid"], say("the next card"), kind=CARD)
    assert list(GAME.EXTRAS.prose.forecast(table.state, "nobody", due)) == []
