"""Dice and draws that anyone can verify."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from random import Random

import pytest

from rules.chance import SLIGHT, Draw, Roll, find_faces, make_commitment, round_percents
from rules.words import say

SIX = Roll(6, say("six dice"))


def test_the_commitment_is_the_sha256_of_the_seed() -> None:
    assert make_commitment("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_the_faces_follow_from_hmac_sha256_of_the_place() -> None:
    block = hmac.new(b"abc", b"3/7/0", hashlib.sha256).digest()
    numbers = [int.from_bytes(block[at : at + 4], "big") for at in range(0, 24, 4)]
    assert max(numbers) < (1 << 32) // 6 * 6  # none of these is thrown away
    assert find_faces("abc", 3, 7, SIX) == "".join(str(1 + number % 6) for number in numbers)


def test_known_faces_never_change() -> None:
    assert [find_faces("durbar", turn, index, SIX) for turn, index in ((1, 0), (1, 1), (2, 0))] == [
        "351344",
        "313612",
        "142356",
    ]


def test_the_same_place_gives_the_same_face_and_another_seed_another() -> None:
    assert find_faces("abc", 3, 7, SIX) == find_faces("abc", 3, 7, SIX)
    faces = {
        find_faces(seed, turn, index, Roll(20, say("x")))
        for seed in "ab"
        for turn in (1, 2)
        for index in (1, 2)
    }
    assert len(faces) == 8


def test_faces_are_about_even() -> None:
    faces = Counter("".join(find_faces("even", 1, index, SIX) for index in range(2000)))
    assert set(faces) == set("123456")
    expected = 2000
    assert (
        sum((n - expected) ** 2 / expected for n in faces.values()) < 20.5
    )  # chi-square, 5 degrees: 1 in 1000


def test_draws_are_about_even_and_repeats_weigh_more() -> None:
    pile = Draw(("a", "b", "b", "c"), say("a card"))
    cards = Counter(find_faces("even", 2, index, pile) for index in range(4000))
    assert 900 < cards["a"] < 1100
    assert 1850 < cards["b"] < 2150


def test_a_roll_reads_only_its_own_faces() -> None:
    assert SIX.read("613421") == [6, 1, 3, 4, 2, 1]
    assert [SIX.read(key) for key in ("61342", "6134217", "613420", "61342a")] == [None] * 4


def test_a_draw_reads_only_its_own_cards() -> None:
    pile = Draw(("a", "b"), say("a card"))
    assert pile.read("b") == ("b",)
    assert pile.read("c") is None


def test_several_are_drawn_without_putting_back() -> None:
    pile = Draw(("a", "b", "b", "c"), say("three cards"), 3)
    for index in range(50):
        key = find_faces("several", 1, index, pile)
        cards = pile.read(key)
        assert cards is not None
        assert len(cards) == 3
        assert cards.count("a") <= 1
    assert pile.read("a+a+b") is None, "there is one a only"
    assert pile.read("a+b") is None, "three are drawn"
    assert Draw(("a", "b"), say("more than there are"), 5).read("b+a") == ("b", "a")


@pytest.mark.parametrize(
    ("chances", "percents"),
    [
        ((0.2, 0.395, 0.405), [20, 40, 40]),
        ((1 / 3, 1 / 3, 1 / 3), [34, 33, 33]),
        ((0.0055, 0.0055, 0.989), [1, 1, 98]),
        ((0.004, 0.996), [0, 100]),
        ((*[0.004] * 20, 0.46, 0.46), [*[0] * 20, 50, 50]),
        ((0.44, 0.56), [44, 56]),
        ((1.0,), [100]),
    ],
)
def test_percents_sum_to_100(chances: tuple[float, ...], percents: list[int]) -> None:
    assert round_percents(chances) == percents


def test_random_percents_sum_to_100_and_are_near_the_chances() -> None:
    rng = Random(5)
    for _ in range(500):
        shares = [rng.random() ** 4 for _ in range(rng.randint(1, 7))]
        chances = [share / sum(shares) for share in shares]
        percents = round_percents(chances)
        assert sum(percents) == 100
        told = [(chance, n) for chance, n in zip(chances, percents, strict=True) if chance >= SLIGHT]
        assert all(n >= 1 and abs(n - 100 * chance) < 2 + len(chances) / 2 for chance, n in told)
