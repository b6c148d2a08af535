"""3 Withdrawing and 5 Finishing: one test for each rule."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from bot.deadlines.caretaker import choose_key
from bot.story.episodes import tell_paragraphs
from bot.story.summary import summarize, write_prose
from rules import taj_mahal
from rules.ask import only_for
from rules.chance import Draw
from rules.kernel import Ask, Game, begin, resume
from rules.orders.notation import parse
from rules.taj_mahal.cards import COLOUR, DECK, WHITE, add_cards, count_cards
from rules.taj_mahal.sequence.withdrawing import LEFT, TOOK
from rules.taj_mahal.state import State
from rules.words import Words
from tests.every_game.golden import play_at_random
from tests.facts import slots
from tests.games.taj_mahal.table import FILLERS, GAME, after, asked, live, place, story


def tables(**cards: str) -> dict[str, dict[str, Any]]:
    hands = dict(zip(taj_mahal.SEATS, FILLERS, strict=True))
    return {seat: {"table": text.split(), "hand": [hands[seat]]} for seat, text in cards.items()}


def wins(**cards: str) -> str:
    return "".join(place(players=tables(**cards)).find_majorities("maroon"))


def test_3_1_more_than_each_other_player() -> None:
    assert wins(maroon="red-ee", blue="green-ev") == "E"
    assert wins(maroon="red-ev", blue="green-ev") == "", "as many win nothing"
    assert wins(maroon="red-ev red-ep", blue="green-ev", brown="yellow-ev") == "EP"
    assert wins(maroon="") == ""


def test_3_1_what_is_gone_from_court_is_not_won() -> None:
    s = place(players=tables(maroon="red-ev"), court=["E", "G", "M", "P", "C"], palaces={"guj-1": "blue"})
    assert s.find_majorities("maroon") == ["E"]


def test_3_1_discarded_cards_count_no_more() -> None:
    s = after(place(players=tables(maroon="red-ee", blue="green-ev")), "out take vep, yep")
    assert s.find_majorities("blue") == ["V"], "the province tile is gone"
    assert s.out == ["maroon"]


def test_3_2_an_influence_tile_and_a_palace_on_an_empty_city() -> None:
    s = place(players=tables(maroon="red-vg"), palaces={"guj-2": "blue"}, court=["E", "V", "G", "P", "C"])
    turn = live(s)
    turn.enter("maroon", "withdraw")
    assert isinstance(turn.pending, Ask)
    assert list(turn.pending.menu()) == ["guj-1", "guj-3", "guj-4"]
    s = after(s, "out palace 1, 4 take vep, yep")
    assert s.players["maroon"].influence == {"V": 1, "G": 1}
    assert [s.palaces["guj-1"], s.palaces["guj-4"]] == ["maroon", "maroon"]
    assert s.court == ["E", "P", "C"]


def test_3_2_a_city_with_a_crown_palace_alone_is_empty() -> None:
    s = place(
        players=tables(maroon="red-ev"), crowns={"guj-2": "blue"}, bonus={"guj-2": "two"}, court=list("EVGMP")
    )
    s = after(s, "out palace 2 take vep, yep")
    assert (s.palaces["guj-2"], s.crowns["guj-2"]) == ("maroon", "blue")
    assert s.players["maroon"].points["bonus"] == 2


def test_3_2_nothing_is_asked_where_the_cities_are_as_many_as_the_palaces() -> None:
    s = place(players=tables(maroon="red-vg red-mp"))
    turn = live(s)
    turn.enter("maroon", "withdraw")
    assert isinstance(turn.pending, Ask)
    assert turn.pending.kind == "take"
    assert len(turn.state.palaces) == 4
    # No order names these cities, so the story of an order must.
    placed = [line.kind for line in turn.state.story if "city" in line.parts]
    assert len(placed) == 4
    assert not {*placed} & {*taj_mahal.EXTRAS.prose.restating}


def test_3_3_the_crown_palace_may_stand_beside_another_and_takes_no_bonus_tile() -> None:
    s = place(
        players=tables(maroon="red-pc"),
        palaces={"guj-2": "blue"},
        court=list("EVGPC"),
        bonus={"guj-4": "two"},
    )
    for crown in ("2", "1", "4"):
        done = after(s, f"out palace 1 crown {crown} take vep, yep")
        assert done.crowns == {f"guj-{crown}": "maroon"}
        assert done.bonus == {"guj-4": "two"}
        assert done.players["maroon"].points["bonus"] == 0
    assert "C" not in done.court


def test_3_4_the_province_tile() -> None:
    s = after(place(3, players=tables(maroon="red-ee")), "out take vep, yep")
    assert s.players["maroon"].tiles == [3]
    assert "E" not in s.court


def test_3_5_a_palace_on_a_fortress_takes_its_bonus_tile() -> None:
    s = place(players=tables(maroon="red-ev"), bonus={"guj-4": "rice"})
    assert after(s, "out palace 4 take vep, yep").players["maroon"].goods == {"rice": 1}
    assert after(s, "out palace 1 take vep, yep").bonus == {"guj-4": "rice"}


def test_rulebook_example_of_a_visit() -> None:
    """Anna, Bob, Chris and Doris: the wins are the rulebook's, the cards are ours."""
    players: dict[str, dict[str, Any]] = tables(
        maroon="red-ee red-ev",
        blue="green-ev green-ev",
        brown="yellow-gp yellow-ep",
        gray="violet-gm violet-em white-c",
    )
    players["brown"]["hand"] = ["yellow-eg", "violet-ee"]
    supply = ["red-vg", "yellow-vm", "green-vg", "violet-vm", "red-mp", "green-mp", "violet-vp"]
    s = place(3, players=players, bonus={"guj-2": "two", "guj-4": "rice"}, supply=supply)
    assert s.find_majorities("maroon") == ["E"]
    s = after(s, "out take rvg, gvg")
    assert s.players["maroon"].points == {"bonus": 0, "provinces": 2, "palaces": 0, "special": 0, "cards": 0}
    assert s.find_majorities("blue") == ["V"]
    s = after(s, "out palace 1 take yvm, vvm")
    assert s.players["blue"].total == 1
    s = after(s, "yeg.")
    assert s.find_majorities("gray") == ["M", "C"]
    s = after(s, "out palace 2 crown 1 take rmp, gmp")
    assert (s.players["gray"].points["bonus"], s.players["gray"].points["palaces"]) == (2, 1)
    assert count_cards(s.supply) == 1
    assert s.find_majorities("brown") == ["G", "P"]
    s = after(s, "out")
    assert (s.players["brown"].points["bonus"], s.players["brown"].points["palaces"]) == (1, 1)
    assert s.players["brown"].hand == {"violet-ee": 1, "violet-vp": 1}
    assert s.visit == 4


def test_5_1_cards_are_discarded_and_special_ones_go_home() -> None:
    players = tables(maroon="red-ev special-2")
    s = after(place(players=players, specials={"special-2": "maroon"}), "out palace 1 take vep, yep")
    assert s.discards == {"red-ev": 1}
    assert s.find_free_specials("maroon") == ["special-2"]


def test_5_2_who_has_played_no_card_draws_one_in_secret() -> None:
    s = place(players={"maroon": {"hand": ["red-ev"]}})
    turn = live(s)
    turn.enter("maroon", "withdraw")
    assert isinstance(turn.pending, Draw)
    assert turn.pending.eyes == only_for("maroon")
    turn.enter("chance", "white-g")
    assert turn.state.players["maroon"].hand == {"red-ev": 1, "white-g": 1}
    told = [line.readers for line in turn.state.story if "white-g" in line.parts.values()]
    assert told == [frozenset({"maroon"})]


def test_5_2_also_who_must_withdraw_and_the_last_player() -> None:
    s = place(players={"maroon": {}}, out=["blue", "brown", "gray"], supply=["red-vg"])
    s = after(s, draws=["white-g"])
    assert s.visit == 2
    assert count_cards(s.players["maroon"].hand) == 2


def test_5_3_two_cards_of_the_supply_or_what_is_left() -> None:
    s = after(place(players=tables(maroon="red-ee")), "out take vem, yep")
    assert s.players["maroon"].hand == {"violet-eg": 1, "yellow-ep": 1, "violet-em": 1}
    assert s.players["maroon"].known == {"violet-em": 1, "yellow-ep": 1}
    s = after(place(players=tables(maroon="red-ee"), supply=["red-vg", "yellow-vm"]), "out")
    assert (s.supply, count_cards(s.players["maroon"].hand)) == ({}, 3)
    s = after(place(players=tables(maroon="red-ee"), supply=["white-e"] * 3), "out")
    assert s.players["maroon"].hand["white-e"] == 2


def test_5_3_what_was_taken_is_known_until_it_is_played() -> None:
    known = {"hand": ["red-ev", "green-ee"], "known": ["red-ev"]}
    s = place(players={"maroon": known, "blue": known | {"hand": ["red-ev"]}})
    assert taj_mahal.view(s, None).player("maroon").known == {"red-ev": 1}
    assert after(s, "rev.").players["maroon"].known == {}
    s = place(players={"maroon": known}, options={"memory": False})
    assert taj_mahal.view(s, None).player("maroon").known == {}


def all_but(*cards: str, blue: bool = True) -> dict[str, int]:
    """Return the whole deck without these cards, and without those of the other seats."""
    heap = dict(DECK)
    for card in (*cards, *FILLERS[1 + blue : 4]):
        add_cards(heap, card, -1)
    return heap


def test_5_4_the_discards_of_the_moment_become_the_deck() -> None:
    cards = ["red-ev", "red-vg", "yellow-vm"]
    s = place(
        players={"maroon": {"hand": ["red-ev"]}},
        supply=["red-vg", "yellow-vm"],
        discards=all_but(*cards, blue=False),
    )
    assert not s.deck
    turn = live(s)
    turn.enter("maroon", "withdraw")
    assert isinstance(turn.pending, Draw)
    assert len(turn.pending.pile) == 90
    assert not turn.state.discards


def test_5_4_the_cards_of_who_withdraws_are_not_among_them() -> None:
    cards = ["red-ev", "red-vg", "yellow-vm", "white-g"]
    maroon = {"hand": ["red-vg"], "table": ["red-ev"]}
    s = place(
        players={"maroon": maroon, "blue": {"hand": all_but(*cards)}},
        supply=["yellow-vm"],
        discards=["white-g"],
        bonus={"guj-4": "card"},
    )
    s = after(s, "out palace 4")
    assert s.players["maroon"].hand == {"red-vg": 1, "white-g": 1, "yellow-vm": 1}
    assert s.discards == {"red-ev": 1}


def test_5_4_where_there_is_neither_there_is_no_card() -> None:
    cards = ["red-ev", "yellow-vm"]
    s = place(
        players={"maroon": {"hand": ["red-ev"]}, "blue": {"hand": all_but(*cards)}}, supply=["yellow-vm"]
    )
    s = after(s, "out")
    assert s.players["maroon"].hand == {"red-ev": 1, "yellow-vm": 1}


def test_5_5_all_goes_of_the_last_player_are_one_turn() -> None:
    players = {"maroon": {"hand": ["red-pc", "red-ev"]}}
    s: State = place(
        players=players,
        out=["blue", "brown", "gray"],
        supply=["white-e"],
        specials={"special-2": "maroon"},
        bonus={"guj-2": "two"},
    )
    turn = live(s)
    for key in ("red-pc", "special-2", "red-ev", "done"):
        turn.enter("maroon", key)
    assert isinstance(turn.pending, Ask)
    assert turn.pending.forced, "no card is left but a special one"
    done = after(s, "rpc with s2, rev, out palace 1, 3 crown 2")
    assert done.visit == 2
    maroon = done.players["maroon"]
    assert maroon.points == {"bonus": 0, "provinces": 1, "palaces": 1, "special": 2, "cards": 0}
    assert done.palaces == {"guj-1": "maroon", "guj-3": "maroon"}
    assert asked(done).seat == done.mover == "blue"
    assert json.loads(taj_mahal.dump(done))["visit"] == 2


def test_3_2_a_caretaker_withdraws_takes_the_best_city_and_white_cards_first() -> None:
    s = place(
        players=tables(maroon="red-ev"),
        bonus={"guj-4": "two"},
        supply=["red-vg", "yellow-vm", "white-e", "violet-em"],
    )
    turn, found = live(s), []
    while isinstance(ask := turn.pending, Ask) and ask.seat == "maroon":
        found.append(choose_key(GAME, turn.state, ask))
        turn.enter("maroon", found[-1])
    assert found[:3] == ["withdraw", "guj-4", "white-e"]


def list_unwon(said: object) -> list[object]:
    """Return the provinces that a sentence says nobody won."""
    if not isinstance(said, Words):
        return []
    lost = said.args.get("lost")
    own = [*lost.args.values()] if isinstance(lost, Words) else []
    return [*own, *(key for each in said.args.values() for key in list_unwon(each))]


def test_3_4_a_summary_says_nobody_won_a_province_only_if_nobody_has_it() -> None:
    """3.4: an earlier withdrawal of the visit than those that are told may have won the province."""
    ended = 0
    for turn in play_at_random(GAME, "posts"):
        before, now = (
            taj_mahal.view(state, None) for state in (GAME.load(turn.start), resume(GAME, turn).state)
        )
        told = GAME.EXTRAS.prose.digest(before, now, (), "")
        ended += now.visit > before.visit > 0
        for key in [key for paragraph in told for said in paragraph for key in list_unwon(said)]:
            assert not now.place(str(key)).owner
    assert ended


def test_the_prose_on_a_visit_gives_each_player_who_scored_a_line_the_reader_first() -> None:
    """The results of a visit stood in one block of text."""
    visits: dict[int, list[Game]] = {}
    for turn in play_at_random(GAME, "posts"):
        visits.setdefault(GAME.view(GAME.load(turn.start), None).visit, []).append(turn)
    for visit, turns in visits.items():
        text, _ = write_prose(GAME, turns)
        ends = GAME.load(turns[0].start), resume(GAME, turns[-1]).state
        before, now = (taj_mahal.view(state, None) for state in ends)
        points = {each.key: each.points for each in before.players}
        begun = {line.split()[0] for line in text.splitlines()}
        scored = [each.key for each in now.players if each.points > points[each.key]]
        assert visit == 12 or begun >= {GAME.name(seat) for seat in scored}, text
        for seat in scored if visit < 12 else ():
            (first, *_), *_ = tell_paragraphs(GAME, before, now, resume(GAME, turns[-1]).state.story, seat)
            assert seat in first.names


@pytest.mark.parametrize("size", [1, 2, 3, 6])
def test_3_2_a_summary_in_the_order_of_play_names_every_palace(size: int) -> None:
    """A summary with little room has left out where a player built, and told it of the others."""
    turns, named = play_at_random(GAME, "posts"), 0
    for first in range(0, len(turns), size):
        window = turns[first : first + size]
        summary = summarize(GAME, window)
        before = taj_mahal.view(GAME.load(window[0].start), None)
        after = taj_mahal.view(resume(GAME, window[-1]).state, None)
        if summary.ordered:
            for city in (
                *(after.palaces.keys() - before.palaces.keys()),
                *(after.crowns.keys() - before.crowns.keys()),
            ):
                assert GAME.name(city) in summary.text
                named += not summary.whole
    assert named or size < 3


@pytest.mark.parametrize("size", [1, 2, 3])
def test_5_3_a_summary_in_the_order_of_play_names_every_card_taken_from_the_supply(size: int) -> None:
    """Everybody sees who takes which card. A summary told only what a seat won, and left out its cards."""
    turns, named = play_at_random(GAME, "posts"), 0
    for first in range(0, len(turns), size):
        window = turns[first : first + size]
        if GAME.over(resume(GAME, window[-1]).state):
            continue  # the final scores leave little room
        summary = summarize(GAME, window)
        for line in [line for turn in window for line in resume(GAME, turn).state.story]:
            if summary.ordered and line.kind in (TOOK, LEFT):
                assert line.parts["cards"].within(GAME.name) in summary.text
                named += not summary.whole
    assert named or size == 1


def test_5_3_cards_that_a_seat_takes_without_a_choice_are_told_apart_from_those_that_it_chose() -> None:
    s = place(players=tables(maroon="red-ev"), supply=["red-em", "red-em", "yellow-vm"])
    lines = story(s, "withdraw", "guj-1", "yellow-vm")
    told = [parts["cards"] for kind, parts in lines if kind in (TOOK, LEFT)]
    assert [[slots(card)["key"] for card in cards.args.values()] for cards in told] == [
        ["yellow-vm"],
        ["red-em"],
    ]


@pytest.mark.parametrize("size", [1, 3, 6])
@pytest.mark.parametrize("ends", [False, True])
def test_7_1_what_cards_score_at_the_end_is_no_part_of_the_last_order(size: int, ends: bool) -> None:
    last = play_at_random(GAME, "posts")[-size:]
    live = resume(GAME, last[-1])
    view = taj_mahal.view(live.state, None)
    [scores] = GAME.EXTRAS.prose.final_scores(view, live.state.story)
    assert isinstance(scores, Words)
    lines = summarize(GAME, last, ends=ends).text.splitlines()
    assert lines.count(scores.read(GAME.name)) == 1
    before = taj_mahal.view(GAME.load(last[-1].start), None)
    for said in GAME.EXTRAS.prose.digest(before, view, live.state.story, "")[0]:
        told = slots(said)
        while "told" in told:
            told = told["told"]
        player = view.players[list(taj_mahal.SEATS).index(told["seat"])]
        [scored] = [deed["scored"] for deed in told["deeds"] if "scored" in deed]
        assert scored["total"] == player.points - player.parts["cards"]
    for player in view.players:
        by_colour = Counter(COLOUR[kind] for kind, n in player.hand.items() for _ in range(n))
        longest = max((n for colour, n in by_colour.items() if colour != WHITE), default=0)
        parts = (len(player.specials), by_colour[WHITE], longest)
        assert player.parts["cards"] == sum(parts)
    whole = summarize(GAME, play_at_random(GAME, "posts")[-40:], ends=ends).text
    assert scores.read(GAME.name) in whole.splitlines()
    assert not GAME.EXTRAS.prose.final_scores(taj_mahal.view(GAME.load(last[0].start), None), ())


@pytest.mark.parametrize("typed", ["crown on 1", "palace 1", "palace on Gujarat 1", "crown palace on 1"])
def test_a_crown_palace_can_be_typed_as_a_palace(typed: str) -> None:
    """Who had won only the crown palace, and typed "palace on Gujarat 1", was refused."""
    s = place(players=tables(maroon="red-vc", blue="green-ev"))
    assert after(s, f"withdraw, {typed}, take vep, take yep").crowns == {"guj-1": "maroon"}


@pytest.mark.parametrize(
    "typed",
    [
        "palace on 1, palace on 3, crown on 2",
        "crown on 2, palace on 1, palace on 3",
        "palace on Gujarat 1, crown palace on Gujarat 2 and palace on Gujarat 3",
        "place the crown palace on 2, then place palaces on 1 and 3",
    ],
)
def test_palaces_can_be_typed_in_any_order(typed: str) -> None:
    """ "crown on 2, palace on 1" was refused, because the palaces are asked for first."""
    s = place(players=tables(maroon="red-ev red-pc", blue="green-ee"))
    done = after(s, f"withdraw, {typed}, take vep, take yep")
    assert (done.crowns, done.palaces) == ({"guj-2": "maroon"}, {"guj-1": "maroon", "guj-3": "maroon"})


@pytest.mark.parametrize(
    "typed", ["palace on 3, palace on 4", "palace on 4", "palaces on 3 and 4, crown on 2"]
)
def test_3_2_a_palace_that_has_only_one_place_may_be_typed(typed: str) -> None:
    """Nobody is asked for it, so a line that named it was refused, or was read as the crown palace."""
    cards = "red-mp red-pc" if "crown" in typed else "red-mp"
    taken = {"guj-1": "brown", "guj-2": "brown"}
    players = tables(maroon=cards, blue="green-ee")
    players["brown"] = {"hand": ["yellow-ee"], "influence": {"V": 1, "G": 1}}
    s = place(players=players, palaces=taken, court=["E", "M", "P", "C"])
    done = after(s, f"withdraw, {typed}, take vep, take yep")
    assert done.palaces == {**taken, "guj-3": "maroon", "guj-4": "maroon"}
    assert done.crowns == ({"guj-2": "maroon"} if "crown" in typed else {})


@pytest.mark.parametrize("word", ["fold", "leave", "pass", "withdraw"])
def test_withdrawing_can_be_typed_as_players_call_it(word: str) -> None:
    step = begin(GAME, GAME.dump(GAME.setup(GAME.Options())), "0" * 32)
    ask = step.live.pending
    assert isinstance(ask, Ask)
    assert parse(GAME, step.game, ask.seat, word)[0] == "withdraw"
