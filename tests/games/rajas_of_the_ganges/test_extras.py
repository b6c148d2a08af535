"""Positions as documents, standing answers, conditions of plans, forecasts, digests."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from random import Random
from typing import Any, cast

import pytest

from bot.language.typed_line import split_line
from bot.orders.draft import Draft
from bot.orders.preview import describe_order
from bot.orders.typed_order import read_order
from bot.session.loaded_game import LoadedGame
from rules import rajas_of_the_ganges as rajas
from rules.chance import Roll, draw_by_numbers
from rules.kernel import Ask, Entry, Game, Live, Rules, copy_start, resume, settle
from rules.orders.sentences import write_sentences
from rules.players import Mover, choose_order, play_out, sample
from rules.rajas_of_the_ganges.action_spaces.river import describe_present_gain
from rules.rajas_of_the_ganges.board import BONUSES, COLOURS, EARNINGS, WHITE
from rules.rajas_of_the_ganges.conditions import HOW
from rules.rajas_of_the_ganges.dice import Die, describe_die
from rules.rajas_of_the_ganges.digest import describe_scores
from rules.rajas_of_the_ganges.entries import describe_entry
from rules.rajas_of_the_ganges.options import Options
from rules.rajas_of_the_ganges.state import State
from rules.rajas_of_the_ganges.tiles import TILES
from rules.rajas_of_the_ganges.wording import describe_gain
from rules.words import Line, Words, join_list, read_said, say
from tests.every_game.golden import play_at_random
from tests.every_game.test_secrets import STORED
from tests.facts import reason, slots
from tests.games.rajas_of_the_ganges.table import FIRST, GAME, H, K, after, at, open_, play
from tests.kernel.play import random_steps

EXTRAS = rajas.EXTRAS


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{realms: {agra: {}}}", "realms"),
        ("{options: {seats: 2}, realms: {monghyr: {}}}", "monghyr does not play"),
        ("{options: {seats: 5}}", "options.seats"),
        ("{realms: {haridwar: {province: {c1: orange-s1 ew}}}}", "no square “c1”"),
        ("{realms: {haridwar: {province: {b1: orange-s1 es}}}}", "orange-s1 lies ew or ns, not “es”"),
        ("{realms: {haridwar: {province: {b1: gold-s1 es}}}}", "b1: no tile “gold-s1”"),
        ("{realms: {haridwar: {province: {a4: orange-s1 ew}}}}", "a tile of haridwar is cut off"),
        ("{realms: {haridwar: {dice: {orange: 789}}}}", "dice.orange"),
        ("{realms: {haridwar: {dice: {orange: 11111111111}}}}", "haridwar holds 11 dice"),
        ("{realms: {haridwar: {waiting: [fame]}}}", "the third leaves the game"),
        ("{realms: {haridwar: {karma: 4}}}", "karma"),
        ("{realms: {haridwar: {boat: 3}, kannauj: {boat: 3}}}", "two boats on a river space"),
        ("{realms: {haridwar: {yields: [a1-n]}}}", "no edge “a1-n”"),
        ("{realms: {haridwar: {bonuses: {fame: 4}}}}", "bonuses.fame: there are only 3"),
        ("{realms: {haridwar: {fame: 20}}}", "has not taken a worker that it reached"),
        ("{display: {orange-snake: green-s1}}", "green-s1 is no tile of this stack"),
        ("{taken: {kitchen: [haridwar]}}", "no space “kitchen”"),
        ("{elephant: haridwar}", "elephant and to_act"),
        (
            "{to_act: haridwar, elephant: kannauj, taken: {yogi: [haridwar, kannauj]}}",
            "too many workers at yogi",
        ),
        ("{realms: {haridwar: {under: {b1: orange-s1}}}}", "there is no tile “orange-s1”, or none over it"),
    ],
)
def test_a_position_that_does_not_fit_is_refused(text: str, why: str) -> None:
    with pytest.raises(ValueError, match="position: ") as refused:
        rajas.load(text)
    assert why in str(refused.value)


def test_a_copy_shares_nothing_that_changes() -> None:
    s = at(dice={"orange": "45"}, province={"b1": "orange-s1 ew"}, taken={"yogi": [K]})
    before = rajas.dump(s)
    twin = s.copy()
    after(twin, "outer", "done")
    twin.realms[H].take("blue", 3)
    twin.realms[H].province.clear()
    twin.taken.clear()
    twin.display.clear()
    assert rajas.dump(s) == before


def test_a_view_holds_what_the_order_has_chosen_and_a_state_can_be_made_of_it() -> None:
    s = at("orange-c5", dice={"orange": "45"}, money=3)
    live: Live[State, rajas.View] = Live(GAME, s.copy())
    for key in ("quarry", "orange-c5"):
        live.enter(H, key)
    order = rajas.view(live.state, H).order
    assert (order.space, order.tile) == ("quarry", "orange-c5")
    assert "b1-es" in order.choices
    made = rajas.view(s, None)
    assert EXTRAS.analysis.sample_state is not None
    assert rajas.dump(EXTRAS.analysis.sample_state(made, Random(1).randrange)) == rajas.dump(s)


def policy(key: str, ask: Ask, value: str) -> str | None:
    """Return the answer of a standing answer to a question."""
    found = next(each for each in EXTRAS.plans.policies if each.key == key)
    assert value in found.values(H)
    return found.answer(at(), ask, value)


def test_standing_answers() -> None:
    sail = open_(at(money=11), "outer")
    assert policy("sail", sail, "sail") == "sail"
    assert policy("sail", sail, "stay") == "stay"
    assert policy("colours", sail, "blue>green>orange>purple") is None
    colours = play(at(dice={"green": "2"}), "dancer with 2").live.pending
    assert isinstance(colours, Ask)
    assert policy("colours", colours, "blue>purple>green>orange") == "blue-purple"
    upgrade = open_(at(dice={"green": "4"}, values={"fort": 4}), "raja")
    assert policy("upgrades", upgrade, "fort>mill>temple>palace") == "mill"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("free yogi", True), ("not free yogi", False), ("free dancer", False), ("have green 3", True),
        ("have green", True), ("have blue", False), ("money 3", True), ("money 4", False), ("round 2", True),
        ("round 3 and money 1", False), ("free portuguese", False),
        ("not have purple 1 and round 1", True),
    ],
)  # fmt: skip
def test_conditions_of_plans(text: str, says: bool) -> None:
    s = at(dice={"green": "3"}, taken={"dancer": [K]}, round=2)
    assert EXTRAS.plans.why_not(text) == ""
    assert EXTRAS.plans.meets(s, H, text) is says


def test_conditions_that_are_none_are_refused() -> None:
    assert slots(EXTRAS.plans.why_not("free moon"))["space"] == "moon"
    assert EXTRAS.plans.why_not("sunshine") == HOW


def test_a_round_is_told_in_prose() -> None:
    s = at("orange-c5", dice={"orange": "45"}, money=3)
    before = rajas.view(s, None)
    later = rajas.view(after(s, "quarry orange 9 at b1 es with 4 5"), None)
    [[said]] = EXTRAS.prose.digest(before, later, (), "")
    assert slots(EXTRAS.prose.chapter(before)) == {"n": 1}
    told = slots(said)["told"]
    assert told["seat"] == H
    assert {"tiles": [{"tile": "orange-c5", "square": "b1"}]} in told["parts"]
    assert {"gains": [{"n": 2}, {"n": 1}]} in told["parts"]
    assert slots(describe_scores(later)[H]) == {"fame": 2, "money": 4, "n": 4}


def test_an_order_tells_which_dice_it_paid_and_took_and_its_karma() -> None:
    s = at(dice={"orange": "4"}, karma=1)
    before, now = rajas.view(s, None), s.copy()
    now.realms[H].karma = 3
    given, rolled = (
        Line(
            say("{seat}: {dice}", seat=H, dice=join_list(dice)),
            kind=kind,
            parts={"seat": H, "dice": join_list(dice)},
        )
        for kind, dice in (("given", [_die("orange", 4)]), ("rolled", [_die("purple", 3), _die("purple", 6)]))
    )
    [own] = EXTRAS.prose.means(before, rajas.view(now, None), [given, rolled], H)
    [other] = EXTRAS.prose.means(before, rajas.view(now, None), [given, rolled], "")
    assert not EXTRAS.prose.means(before, before, (), H)
    assert read_said(own, rajas.name) == "Gained 2 karma (now 3); took purple 3 and purple 6; paid orange 4."
    assert read_said(other, rajas.name) == f"{rajas.name(H)} g{read_said(own, rajas.name)[1:]}"


def _die(colour: str, face: int) -> Words:
    return describe_die(Die(colour, face, turned=False))


@pytest.mark.parametrize("seed", range(3))
def test_the_line_of_an_order_says_all_that_it_changed(seed: int) -> None:
    """Fame, money, karma, workers, the boat, tiles, upgrades and dice."""
    for game in play_at_random(cast(Rules, rajas), str(seed)):
        before, live = rajas.view(copy_start(rajas, game), None), resume(rajas, game)
        after_it, story = rajas.view(live.state, None), live.state.story
        acting = {line.parts["seat"] for line in story if line.kind == "placed"}
        for seat in acting if len(acting) == 1 else ():
            [said] = EXTRAS.prose.means(before, after_it, story, seat)[:1] or [say("nothing")]
            was, now = before.realm(seat), after_it.realm(seat)
            found = str(slots(said))
            assert not EXTRAS.prose.digest(before, after_it, story, ""), "each result is told once"
            paid = sum(line.parts["n"] for line in story if line.kind == "pays")
            changed = (now.fame - was.fame, now.karma - was.karma, now.money - was.money + paid, paid)
            assert all(f"'n': {abs(n)}" in found for n in changed if n), (changed, found)
            for line in story:
                dice = line.parts.get("seat") == seat and line.kind in ("rolled", "rerolled", "given")
                assert not dice or "'face'" in found or "'colour'" in found, found
            assert now.boat == was.boat or f"'end': {now.boat}" in found
            assert now.province == was.province or "'tiles'" in found
            assert now.values == was.values or "'buildings'" in found
            assert read_said(said, rajas.name)[0].isupper()


def test_the_caretaker_takes_a_terrace_or_else_the_outer_one() -> None:
    keys = list(open_(at(dice={"green": "3"})).menu())
    assert next(key for key in EXTRAS.plans.cautious if key in keys) == "terrace-orange"


def test_every_line_of_the_story_and_every_question_has_a_kind() -> None:
    rng = Random(4)
    s: State = rajas.setup(Options())
    lines: list[Line] = []

    def watch(live: Live[State, rajas.View], turn: int, entry: Any) -> None:
        lines.extend(line for line in live.state.story if line not in lines[-40:])
        assert live.pending is None or live.pending.kind, live.pending

    play_out(
        rajas, s, dict.fromkeys(s.seats, Mover(rng.randrange)),
        lambda turn, index, due: draw_by_numbers(rng.randrange, due), watch=watch,
        until=lambda state, orders: orders > 60,
    )  # fmt: skip
    assert lines
    assert all(line.kind for line in lines)


def test_the_turn_under_way_can_be_dealt_again_for_a_search() -> None:
    s = at()
    seen = []

    class Looker:
        def choose(self, point: Any, /) -> str:
            seen.append(rajas.dump(sample(rajas, point, Random(1).randrange).state))
            return str(point.keys[0])

    game = settle(rajas, Game("seed", 1, rajas.dump(s))).game
    choose_order(rajas, game, Looker())
    assert seen[0] == rajas.dump(s)


def test_what_is_counted_over_many_games() -> None:
    """Action spaces, tiles, river spaces and palace choices are counted; dice and placements are not."""
    assert EXTRAS.analysis.statistic is not None
    s = at("orange-c5")
    given = [("space", "yogi"), ("tile", "orange-c5"), ("destination", "river-7"), ("palace", "dancer"),
             ("die", "blue-3"), ("placement", "b1-es")]  # fmt: skip
    found = [EXTRAS.analysis.statistic(s, kind, key) for kind, key in given]
    assert found == ["space yogi", "tile orange-c5", "river 07", "palace dancer", "", ""]


def test_dice_to_reroll_are_not_told_twice() -> None:
    """The name of such a die says all, and the picture shows the hand."""
    asks = (
        (step.live.state, step.live.pending) for number in range(1, 5) for step in random_steps(GAME, number)
    )
    found: tuple[Any, Ask] = next(
        (s, ask) for s, ask in asks if isinstance(ask, Ask) and ask.kind == "reroll"
    )
    state, ask = found
    assert [describe_entry(state, ask, key) for key in ask.menu()] == [None] * len(ask.menu())


def test_markers_that_meet_have_no_gap_to_tell() -> None:
    """11: markers 0 past each other tell nobody anything."""
    met = 0
    for game in play_at_random(GAME, "posts")[-4:]:
        before = rajas.view(rajas.load(game.start), None)
        later = rajas.view(resume(GAME, game).state, None)
        gaps = {realm.key: realm.gap for realm in later.realms}
        for [said] in EXTRAS.prose.digest(before, later, (), ""):
            told = slots(said)
            met += not gaps[told["told"]["seat"]]
            assert "gap" not in told or told["gap"]["n"]
    assert met


def test_dice_to_take_tell_the_prices_of_the_tiles_that_they_buy() -> None:
    """2, 3: a seat takes dice to buy tiles, so it wants to know what the tiles on sale cost."""
    asks = (
        (step.live.state, step.live.pending) for number in range(1, 5) for step in random_steps(GAME, number)
    )
    s, ask = next((s, ask) for s, ask in asks if isinstance(ask, Ask) and ask.kind == "colours")
    state = cast(State, s)
    for key in ask.menu():
        told, colours = describe_entry(state, ask, key), {*key.split("-")}
        assert told is not None
        on_sale = [str(TILES[tile].price) for tile in state.display.values() if TILES[tile].colour in colours]
        words = told.read(GAME.name).replace(",", "").split()
        assert len(colours) > 1 or all(price in words for price in on_sale)


def read_story(state: State) -> str:
    """Return the story of a turn in English."""
    return " ".join(str(read_said(line.words, GAME.name)) for line in state.story)


def test_the_story_names_the_elephant_and_what_a_bonus_is() -> None:
    """A preview that left them out promised less than the list of spaces."""
    state = at(dice={"orange": "1"}, fame=BONUSES["fame"][0][0] - 2)
    told = read_story(after(state, "great mogul with orange 1"))
    assert "Haridwar will keep the elephant after this round." in told
    assert f"of the fame track: {describe_gain(BONUSES['fame'][0][1]).within(GAME.name)}." in told


def test_the_forecast_of_the_dancer_names_the_white_tile() -> None:
    game = Game("", 1, rajas.dump(at(dice={"orange": "2"})))
    live = resume(GAME, game)
    for key in ("dancer", "orange-2", "green-blue"):
        if isinstance(live.pending, Ask) and key in live.pending.menu():
            live.enter(H, key)
    assert isinstance(live.pending, Roll)
    told = [read_said(line, GAME.name) for line in EXTRAS.prose.forecast(live.state, H, live.pending)]
    assert told[-1] == "Then you draw a white tile."


def test_equal_dice_are_named_one_by_one_because_each_name_has_a_number() -> None:
    game = settle(GAME, Game("seed", 1, rajas.dump(at(dice={"blue": "1", "purple": "11"})))).game
    keys = ("outer", "blue-1", "purple-1", "purple-1")
    played = replace(game, log=(*game.log, *(Entry(H, key) for key in keys)))
    assert "blue 1, purple 1 and purple 1" in write_sentences(GAME, played)[0].text


def test_each_tile_says_how_it_is_paid() -> None:
    """3, 7: green 10 took the only karma, and the question did not say so."""
    state = at("green-s3", dice={"green": "36"}, karma=1, money=3)
    live = resume(GAME, Game("seed", 1, rajas.dump(state)))
    live.enter(H, "quarry")
    assert isinstance(live.pending, Ask)
    said = {}
    for tile in live.pending.menu():
        words = describe_entry(live.state, live.pending, tile)
        assert words is not None
        said[TILES[tile].price] = words.read(GAME.name)
    assert {price: text.partition("; pay ")[2] for price, text in said.items()} == {
        5: "the 6",
        7: "the 3 and the 6",
        10: "the 3 turned to 4 and the 6 (1 karma)",
    }


def test_two_new_dice_say_which_tiles_they_help_to_buy() -> None:
    """2, 3: “you hold no orange die” said nothing about the tiles that orange dice buy."""
    live = resume(GAME, Game("seed", 1, rajas.dump(at(dice={"green": "36", "blue": "2"}, boat=0))))
    for key in ("harbour", "blue-2", "river-1"):
        live.enter(H, key)
    assert isinstance(live.pending, Ask)
    assert live.pending.kind == "colours"
    words: Any = describe_entry(live.state, live.pending, "orange-green")
    held = [(each.args["colour"], each.args["n"]) for each in words.args.values()]
    assert held == [("orange", 0), ("green", 9)]
    for each in words.args.values():
        prices = [TILES[tile].price for tile in FIRST.values() if TILES[tile].colour == each.args["colour"]]
        assert [*each.args["prices"].args.values()] == sorted(prices)


def test_an_upgrade_counts_the_tiles_on_display() -> None:
    """3.3: an upgrade matters for the tiles that can still be laid."""
    live = resume(GAME, Game("seed", 1, rajas.dump(at(dice={"green": "4"}))))
    for key in ("raja", "green-4"):
        live.enter(H, key)
    assert isinstance(live.pending, Ask)
    for building in live.pending.menu():
        words = describe_entry(live.state, live.pending, building)
        assert words is not None
        assert words.args["n"] == sum(building in TILES[tile].buildings for tile in FIRST.values())


@pytest.mark.parametrize("kinds", [EXTRAS.prose.slight, EXTRAS.prose.weighty, EXTRAS.prose.restating])
def test_the_prose_names_only_kinds_of_lines_that_the_game_tells(kinds: Collection[str]) -> None:
    turns = [turn for seed in "012" for turn in play_at_random(cast(Rules, rajas), seed)]
    assert {*kinds} <= {line.kind for turn in turns for line in resume(rajas, turn).state.story}


def test_a_preview_and_a_post_say_what_is_paid_and_what_is_gained() -> None:
    """2: the quarry costs 1 money and the tile brings 1, so the sum said nothing."""
    state = at("green-s1", dice={"green": "3"}, money=3)
    game = Game("", 1, rajas.dump(state))
    draft = Draft(LoadedGame(replace(STORED, game=rajas.KEY), GAME, game, resume(GAME, game)))
    grown = read_order(draft, split_line("quarry green 3 b1")).grown
    assert {"pays", "gain"} <= {line.kind for line in describe_order(grown)}
    before, live = rajas.view(state, None), resume(cast(Any, rajas), grown.now.position)
    said: Any
    [said] = EXTRAS.prose.means(before, rajas.view(live.state, None), live.state.story, H)
    gained, paid = (
        part for part in said.args["told"].args["parts"].args.values() if "tiles" not in part.args
    )
    assert gained.args["gains"].args["p0"].args == {"n": 1}
    assert paid.args["dice"].args["p1"].args == {"n": 1}


def test_a_river_space_says_what_it_gives_now() -> None:
    """6.1: markets, upgrades and karma multiply some gains."""
    state = at("green-s3", dice={}, karma=0, province={"b1": "orange-c5 es"})
    realm = state.realms[H]
    texts = {gain.kind: describe_present_gain(realm, gain).within(GAME.name) for gain in EARNINGS}
    assert texts["dice-per-karma"].endswith(": now 0 dice")
    assert texts["one-kind"].endswith(": now 2 money")
    assert "now" not in texts["fame"]


def test_without_dice_spaces_that_give_a_die_are_buttons() -> None:
    """5.1: the outer terrace rerolls dice, which brings nothing to a hand without dice."""
    ask = open_(at(dice={}, money=9))
    assert "outer" not in ask.presentation.pressed
    assert {f"terrace-{colour}" for colour in COLOURS} <= {*ask.presentation.pressed}
    assert "outer" in open_(at(dice={"orange": "1"}, money=9)).presentation.pressed
    why = reason(ask.menu.list_refused()["quarry"])
    assert why == ("3", {})


def test_an_order_tells_its_white_tile_and_its_bonus() -> None:
    """Posts said "Gained 3 money" after the Dancer, and did not say why."""
    s = at(dice={"orange": "2"}, white=["money"])
    before = rajas.view(s, None)
    ended = resume(GAME, play(s, "dancer with orange 2 take blue blue").closed[0]).state
    own = EXTRAS.prose.means(before, rajas.view(ended, None), ended.story, H)[0]
    assert f"drew a white tile ({describe_gain(WHITE['money']).within(GAME.name)})" in read_said(
        own, GAME.name
    )
