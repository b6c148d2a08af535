"""Each entry of a list of places, cards or tiles describes truly what is there or what it brings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, cast

import pytest

from bot.language.localized_games import LocalizedGames
from bot.language.words import speak_within
from bot.orders.preview import list_changes
from bot.posting import buttons, layouts
from bot.posting.buttons import LINE, describe_option
from bot.replies.panel import ROOM
from bot.replies.text import clip_label
from bot.session.loaded_game import LoadedGame
from rules.asking import DONE, PASS
from rules.chance import Roll
from rules.kernel import Ask, Option, Rules, resume
from rules.loading.games import GAMES, OWN
from rules.orders.buttons.controls import Menu, find_ways, list_singly
from rules.orders.buttons.lookahead import JOINT
from rules.rajas_of_the_ganges.board import CHAMBERS
from rules.rajas_of_the_ganges.state import State as RajasState
from rules.rajas_of_the_ganges.tiles import TILES
from rules.taj_mahal.points import find_connected, find_own_cities
from rules.vijayanagara.entries import ENTERED, LED, describe_gain
from rules.words import Words, say
from tests.every_game.tables import tables
from tests.every_game.test_secrets import STORED
from tests.every_game.test_sights import positions
from tests.every_game.tiers import PLAYABLE, complete_game, every_game
from tests.kernel.play import random_steps
from tests.turns.walking import list_replies

LOOKS, MANY = 30, 120  # at questions of a random game
WALKS = 2  # random orders from each position
# Kinds of questions whose entries may be bare, with the reason.
BARE = {
    "vijayanagara": {
        "back": "a mix of Units names how many come from where",
        "march-units": "a mix names the pieces that go, and the question how many there are",
    },
    "rajas_of_the_ganges": dict.fromkeys(
        ("die", "reroll", "put-back"),
        "a die in hand names its colour and its face, and the picture shows the hand",
    ),
    "taj_mahal": {"take": "a card of the supply tells only what sets it apart from the others"},
    "successors": {"march-with": "a mix names the units that go, or those that stay"},
}


def list_entries(rules: Rules[Any, Any], game: Any) -> Iterator[tuple[Ask, Option]]:
    """Yield the entries of all lists about places, cards or tiles, each with its question."""
    for control in find_ways(rules, game, ROOM).controls:
        for option in list_singly(control) if isinstance(control, Menu) else ():
            live, (*before, last) = resume(rules, game), option.key.split(JOINT)
            for key in before[: -1 if last == DONE else None]:
                asked = live.pending
                assert isinstance(asked, Ask)
                live.enter(asked.seat, key)
            ask = live.pending
            assert isinstance(ask, Ask)
            shown = ask.presentation
            if last != DONE and not shown.amounts and (shown.form == "place" or shown.picture):
                yield ask, option


@complete_game
def test_entries_say_what_stands_there_or_what_they_bring(rules: Rules) -> None:
    spoken, looked = LocalizedGames(GAMES)[rules.KEY], 0
    for table in tables(rules):
        steps = [
            step for step in random_steps(rules, 7, **table.options) if isinstance(step.live.pending, Ask)
        ]
        for step in Random(1).sample(steps, min(LOOKS, len(steps))):
            bare = BARE.get(rules.KEY, {})
            for ask, option in list_entries(rules, step.game):
                looked += 1
                assert describe_option(option) or ask.kind in bare, option
                assert len(describe_option(option)) <= LINE, option
            with speak_within("fr"):
                for ask, option in list_entries(spoken, step.game):
                    assert describe_option(option) or ask.kind in bare, option
                    assert len(describe_option(option)) <= LINE, option
    assert looked or rules.KEY not in OWN, "a game may have no such lists"


@every_game
@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_entry_is_cut(rules: Rules, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Orders are tapped at random: their panels also have the lists that change filled-in answers."""
    cut, rng = set[str](), Random(39)

    def record(label: str, limit: int) -> str:
        if limit == LINE and len(label) > limit:
            cut.add(label)
        return clip_label(label, limit)

    monkeypatch.setattr(buttons, "clip_label", record)
    spoken = LocalizedGames(PLAYABLE)[rules.KEY]
    with speak_within(language):
        for game in positions(rules.KEY) * WALKS:
            at = LoadedGame(replace(STORED, game=rules.KEY), spoken, game, resume(spoken, game))
            for reply in list_replies(at, rng):
                layouts.lay_out_answer(reply, None)
    assert cut == set()


@complete_game
def test_no_entry_of_a_list_is_a_bare_name(rules: Rules[Any, Any]) -> None:
    """Each entry has a line on what it is or brings, except those of `BARE`, which say it themselves."""
    bare = set[str]()
    for table in tables(rules)[:2]:
        steps = [
            step for step in random_steps(rules, 7, **table.options) if isinstance(step.live.pending, Ask)
        ]
        for step in Random(1).sample(steps, min(MANY, len(steps))):
            for control in find_ways(rules, step.game, ROOM).controls:
                for option in list_singly(control) if isinstance(control, Menu) else ():
                    live, (*before, last) = resume(rules, step.game), option.key.split(JOINT)
                    for key in before:
                        assert isinstance(live.pending, Ask)
                        live.enter(live.pending.seat, key)
                    assert isinstance(live.pending, Ask)
                    if last not in (DONE, PASS) and not describe_option(option):
                        bare.add(live.pending.kind)
    assert bare <= BARE.get(rules.KEY, {}).keys()


def test_a_space_counts_the_pieces_that_stand_there() -> None:
    rules: Rules[Any, Any] = GAMES["vijayanagara"]
    looked = 0
    for step in random_steps(rules, 3):
        state: Any = step.live.state
        ask = step.live.pending
        if not isinstance(ask, Ask) or ask.presentation.form != "place":
            continue
        for key in ask.menu():
            if key in state.board:
                words = rules.EXTRAS.prose.entry(state, ask, key)
                assert isinstance(words, Words)
                text = words.read(rules.name)
                if (gain := describe_gain(state, ask, key)) is not None:
                    text = text.removeprefix(f"{gain.read(rules.name)}; ")
                counted = re.findall(r"\b(\d+)\b", text)
                assert sum(map(int, counted)) == sum(state.board[key].values())
                looked += 1
    assert looked


def test_mongols_that_a_faction_leads_come_first() -> None:
    """2.4.1: they are not among the pieces of others."""
    rules: Rules[Any, Any] = GAMES["vijayanagara"]
    looked = 0
    for step in (step for number in range(4) for step in random_steps(rules, number)):
        ask = step.live.pending
        for key in ask.menu() if isinstance(ask, Ask) and ask.kind in LED else ():
            assert isinstance(ask, Ask)
            words = rules.EXTRAS.prose.entry(step.live.state, ask, key)
            assert isinstance(words, Words)
            assert not words.read(rules.name).partition("Mongol")[0].count("others")
            looked += 1
    assert looked


def test_a_city_scores_what_its_entry_says() -> None:
    """4.3: the palaces of a withdrawal score together, and an entry says what the last one adds."""
    rules: Rules[Any, Any] = GAMES["taj_mahal"]
    looked = further = 0
    for number in range(1, 9):
        for step in random_steps(rules, number):
            ask = step.live.pending
            if not isinstance(ask, Ask) or ask.kind != "crown":
                continue
            for key in ask.menu():
                words = rules.EXTRAS.prose.entry(step.live.state, ask, key)
                assert isinstance(words, Words)
                scores = words.args.get("told", words)  # without what is said of the city's roads
                assert isinstance(scores, Words)
                live = resume(rules, step.game)
                before = live.state.players[ask.seat].points["palaces"]
                own = find_own_cities(live.state.palaces, live.state.crowns, ask.seat)
                earlier = len(find_connected(own, live.state.province))
                live.enter(ask.seat, key)
                if not isinstance(live.pending, Ask):
                    continue  # a card is drawn before it scores
                adds = scores.number if "n" in scores.args else 0
                assert adds == live.state.players[ask.seat].points["palaces"] - before - earlier
                looked += 1
                further += earlier > 0
    assert looked > further > 0


def test_own_gains_come_first() -> None:
    rules: Rules[Any, Any] = GAMES["rajas_of_the_ganges"]
    steps = list(random_steps(rules, 1))
    before, after = (rules.view(step.live.state, None) for step in (steps[0], steps[-1]))
    own = after.standing[-1][0]
    shown, own_first = list_changes(rules, before, after), list_changes(rules, before, after, own)
    assert own_first == [shown[-1], *shown[:-1]]


def test_dice_to_be_rolled_are_named_before_they_are() -> None:
    rules: Rules[Any, Any] = GAMES["rajas_of_the_ganges"]
    state: Any = next(iter(random_steps(rules, 1))).live.state
    seat = state.order.seat
    (words,) = rules.EXTRAS.prose.forecast(state, seat, Roll(2, say("dice"), kind="dice"))
    assert isinstance(words, Words)
    assert words.args == {"n": 2, "held": state.realms[seat].held + 2}


def test_an_entry_says_which_dice_karma_must_turn_to_pay() -> None:
    rules: Rules[Any, Any] = GAMES["rajas_of_the_ganges"]
    looked = set[tuple[str, bool]]()
    for number in range(1, 4):
        for step in random_steps(rules, number):
            ask, state = step.live.pending, cast("RajasState", step.live.state)
            if not isinstance(ask, Ask) or ask.kind not in ("space", "tile"):
                continue
            for key in ask.menu():
                if (lacking := _needs_karma(state, ask, key)) is not None:
                    words = rules.EXTRAS.prose.entry(state, ask, key)
                    cost = words.args.get("cost", words) if isinstance(words, Words) else None
                    said = isinstance(cost, Words) and {"dice", "n"} <= {*cost.args}
                    assert said == lacking, (ask.kind, key, words)
                    looked.add((ask.kind, said))
    assert looked == {("space", False), ("space", True), ("tile", False), ("tile", True)}


def _needs_karma(s: RajasState, ask: Ask, key: str) -> bool | None:
    """Return whether the dice as they lie can't pay for an answer; None if it takes no dice."""
    realm = s.realms[ask.seat]
    if ask.kind == "tile":
        wanted = TILES[key]
        old = TILES[realm.province[s.order.square].tile].price if s.order.square else 0
        return sum(realm.dice[wanted.colour]) < wanted.price - old
    faces = {1, 2, 3} if key == "harbour" else {CHAMBERS[key]} if key in CHAMBERS else set()
    return not faces & {face for held in realm.dice.values() for face in held} if faces else None


def test_a_list_for_a_march_says_who_can_come() -> None:
    """3.2.2: without the number, a player had to look for Units around each space."""
    rules: Rules[Any, Any] = GAMES["vijayanagara"]
    looked = 0
    for step in (step for number in range(2) for step in random_steps(rules, number)):
        ask, state = step.live.pending, cast(Any, step.live.state)
        if not isinstance(ask, Ask) or ask.kind not in ENTERED:
            continue
        for key in {*ask.menu()} & {*state.board}:
            words = describe_gain(state, ask, key)
            near = {space: sum(state.list_unused(space, ask.seat).values()) for space in state.adjacent[key]}
            assert (words is not None) == any(near.values())
            if words is None:
                continue
            said = words.read(rules.name)
            counted = [*map(int, re.findall(r"(\d+) from", said))]
            assert sum(counted) == sum(near.values()), said
            looked += 1
    assert looked
