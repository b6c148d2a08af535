"""Who plays together: the longest waiting first, ranges that widen, nobody in two parties."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bot.clubs.matching import ANY, PATIENCE, Party, Seeker, Wishes, match

NOW = datetime(2026, 11, 28, tzinfo=UTC)
NUMBERS = {"goats": (2,), "taj": (3, 4, 5)}


def seeker(number: int, hours: float = 0, **wishes: Any) -> Seeker:
    """Return a person who has waited for some hours; by default they would play anything."""
    given: dict[str, Any] = {"games": ("goats", "taj"), **wishes}
    return Seeker(number, Wishes(**given), NOW - timedelta(hours=hours))


def list_ids(parties: list[Party]) -> list[tuple[int, ...]]:
    return [party.ids for party in parties]


def test_the_longest_waiting_choose_first_and_the_largest_party_wins() -> None:
    people = [seeker(1, 1), seeker(2, 3), seeker(3, 2), seeker(4, 0)]
    [party] = match(people, NUMBERS, NOW)
    assert party == Party("taj", 4, ANY, False, (2, 3, 1, 4))
    of_two = [seeker(n, hours, games=("goats",)) for n, hours in ((1, 1), (2, 3), (3, 2))]
    assert list_ids(match(of_two, NUMBERS, NOW)) == [(2, 3)]


def test_wishes_must_agree() -> None:
    differing: list[tuple[dict[str, Any], dict[str, Any]]] = [
        ({"games": ("goats",)}, {"games": ("taj",)}),
        ({"pace": "daily"}, {"pace": "weekly"}),
        ({"rated": True}, {"rated": False}),
        ({"seats": 2}, {"seats": 3}),
    ]
    for one, two in differing:
        assert match([seeker(1, **one), seeker(2, **two)], NUMBERS, NOW) == []
    [party] = match([seeker(1, pace="daily"), seeker(2)], NUMBERS, NOW)
    assert (party.pace, party.seats) == ("daily", 2)
    three = [seeker(1, pace="daily"), seeker(2, seats=3), seeker(3, pace="weekly"), seeker(4, seats=3)]
    [party] = match(three, NUMBERS, NOW)
    assert party == Party("taj", 3, "daily", False, (1, 2, 4))


def test_ranges_widen_while_one_waits() -> None:
    weak = {"goats": 900, "taj": 900}
    picky = seeker(1, 0, span=50, points={"goats": 1100, "taj": 1100})
    patient = seeker(1, 24 * 4, span=50, points={"goats": 1100, "taj": 1100})
    assert match([picky, seeker(2, points=weak)], NUMBERS, NOW) == []
    assert list_ids(match([patient, seeker(2, points=weak)], NUMBERS, NOW)) == [(1, 2)]
    assert match([patient, seeker(2, points=weak)], NUMBERS, NOW, widen=0) == []
    assert match([patient, seeker(2, 0, points=weak, span=50)], NUMBERS, NOW) == [], "both must accept"


def test_bot_players_fill_up_only_where_all_allow_them_and_after_a_while() -> None:
    hours = PATIENCE / timedelta(hours=1)
    welcome: dict[str, Any] = {"games": ("taj",), "bots": True}
    assert match([seeker(1, hours - 1, **welcome), seeker(2, **welcome)], NUMBERS, NOW) == []
    [party] = match([seeker(1, hours, **welcome), seeker(2, **welcome)], NUMBERS, NOW)
    assert (party.seats, party.ids) == (3, (1, 2)), "as few bot players as possible"
    assert match([seeker(1, hours, **welcome), seeker(2, games=("taj",))], NUMBERS, NOW) == []
    assert match([seeker(1, hours, **welcome)], NUMBERS, NOW) == [], "alone is no party"


@given(st.integers(0, 2**32), st.integers(2, 30))
def test_nobody_is_in_two_parties_and_everybody_gets_what_they_wish(seed: int, number: int) -> None:
    luck = Random(seed)
    people = [
        seeker(
            n,
            luck.uniform(0, 100),
            games=tuple(luck.sample(["goats", "taj"], luck.randint(1, 2))),
            seats=luck.choice([0, 0, 2, 3, 4]),
            pace=luck.choice([ANY, "daily", "weekly"]),
            rated=luck.random() < 0.3,
            bots=luck.random() < 0.5,
            span=luck.choice([None, 100]),
            points={"goats": luck.randint(800, 1200)},
        )
        for n in range(number)
    ]
    parties = match(people, NUMBERS, NOW)
    placed = [one for party in parties for one in party.ids]
    assert len(placed) == len({*placed})
    for party in parties:
        assert party.seats in NUMBERS[party.game]
        for one in (each for each in people if each.id in party.ids):
            wishes = one.wishes
            assert party.game in wishes.games
            assert wishes.seats in (0, party.seats)
            assert wishes.rated == party.rated
            assert wishes.pace in (ANY, party.pace)
            assert wishes.bots or len(party.ids) == party.seats
    assert match([each for each in people if each.id not in placed], NUMBERS, NOW) == []
