"""2.1 and later: positions written by hand, as `load` reads and `dump` writes them."""

from __future__ import annotations

import json

import pytest
import yaml

from rules import vijayanagara as game
from rules.kernel import Game, resume
from rules.vijayanagara.options import Options
from tests.games.vijayanagara.table import Table

FULL = """
game: vijayanagara
options: {deck: durbar, timurs_shadow: true, plunder: per_mongol, meeting_points: false}
dynasty: tughlaq
resources: {sultanate: 3, bahmani: 24, vijayanagara: 0}
cavalry: {sultanate: 1, bahmani: 4, vijayanagara: 5}
influence: {bahmani: 2, vijayanagara: 3}
spaces:
  delhi: {troops: 6, governors: 1, qasbahs: 1, mongols: 2}
  orissa: {rebelling-amirs: 3, forts: 1, troops: 2}
  bengal: {obedient-rajas: 2, temples: 1, troops: 5}
independent: [orissa, bengal]
card: event-7
places: {sultanate: command, bahmani: eligible, vijayanagara: event}
stays: [vijayanagara]
block: 3
left: {event: 4, mongol: 1}
played: [zenith, rise, mongol-bahmani, event-2, event-7]
offers: [{number: 3, giver: bahmani, taker: sultanate, give: {resources: 2}, get: {cavalry: 1}}]
offered: 3
"""


def test_2_1_an_empty_document_is_the_setup() -> None:
    """2.1: what a document leaves out is as at the set-up."""
    assert game.dump(game.load("{}")) == game.dump(game.setup(Options()))


def test_2_1_a_position_survives_dump_and_load() -> None:
    """2.1: everything that the next turn needs is in the document."""
    state = game.load(FULL)
    again = game.load(game.dump(state))
    assert again == state
    assert game.dump(again) == game.dump(state)
    document = yaml.safe_load(game.dump(state))
    for key, value in yaml.safe_load(FULL).items():
        assert document[key] == value or sorted(document[key]) == sorted(value), key


def test_2_1_boxes_and_control_follow_from_the_rest() -> None:
    """1.4.3, 1.7: a document doesn't say them, so it can't contradict itself."""
    state = game.load(FULL)
    assert state.box["amirs"] == 18 - 3 - 2  # two wait on level 4 of the track (1.9.1)
    assert state.box["rajas"] == 22 - 2 - 2
    assert state.box["mongols"] == 10
    assert state.status["orissa"] == "bahmani"  # four pieces against two
    assert state.status["bengal"] == "sultanate"  # five against three
    for key in ("box: {}", "status: {}"):
        with pytest.raises(ValueError, match="Extra inputs are not permitted"):
            game.load(key)


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        ("- 1", "position: a document such as “game: ...” is needed"),
        ("{", "position: line 1: not YAML: did not find expected node content"),
        ("a: [", "position: line 1: not YAML: did not find expected node content"),
        ("block: 1\nblock: 1", "position: line 2: “block” is there twice"),
        ('{"block": 1, "block": 1, }', "position: line 1: “block” is there twice"),
        ("resources: {bahmani: '3'}", "position: resources.bahmani: Input should be a valid integer"),
        ("resources: {bahmani: true}", "position: resources.bahmani: Input should be a valid integer"),
        ("resources:\n  ? [bahmani]\n  : 3", "position: line 2: a word is needed before “:”"),
        (f"block: {'9' * 5000}", "position: line 1: a number of 5000 digits; a text goes in quotes"),
        ("over: yes", "position: over: Input should be a valid boolean"),
        ("played: &a [x]\nindependent: *a", "position: line 1: a word can't begin with &, * or !"),
        ("[" * 500, "position: line 1: more than 60 lists and mappings inside each other"),
        (
            "card: event-1\nplaces: {bahmani: event, sultanate: event}",
            "position: places: bahmani and sultanate can't both be at event (2.3.3)",
        ),
        ("block: 3\ndynasty: khalji", "position: dynasty: in block 3 it is tughlaq (2.7.2)"),
        ('{"dynasty": "mughal"}', "position: dynasty: Input should be 'khalji' or 'tughlaq'"),
        ("game: chess", "position: game: Input should be 'vijayanagara'"),
        ("dynasty: mughal", "position: dynasty: Input should be 'khalji' or 'tughlaq'"),
        ("options: {plunder: never}", r"position: options.plunder: Input should be 'per_command' or"),
        (
            "spaces: {agra: {troops: 1}}",
            "position: spaces: no space “agra”; there are delhi, mountain-passes",
        ),
        ("independent: [agra]", "position: independent: no Province “agra”; there are sindh"),
        ("card: joker", "position: card: no card “joker”; there are zenith, rise"),
        ("played: [event-40]", "position: played: no card “event-40”; there are zenith"),
        ("resources: {mongols: 1}", r"position: resources.mongols: Input should be 'sultanate'"),
        ("block: 5", "position: block: Input should be less than or equal to 4"),
        ("left: {event: 7}", "position: left: block 1 holds 6 event, 2 mongol"),
        ("left: {timurid: 1}", "position: left: block 1 holds 6 event, 2 mongol"),
        ("{block: 4, left: {mongol: 1}}", "position: left: block 4 holds 6 event, 2 timurid"),
        ("played: [event-1, event-1]", "position: played: event-1 is there more often than in the deck"),
        ("played: [zenith, zenith]", "position: played: zenith is there more often than in the deck"),
        (
            f"played: [{', '.join(['mongol-bahmani'] * 5)}]",
            "mongol-bahmani is there more often than in the deck",
        ),
        ("played: [timurid]", "position: played: must name timurid 0 times"),
        ("{block: 4, left: {event: 3, timurid: 1}}", "position: played: must name timurid 1 times"),
        ("{block: 4, left: {event: 3}}", "position: played: must name timurid 2 times"),
        (
            "{block: 4, left: {event: 3}, played: [timurid, timurid]}",
            "position: over: must be true, because both Timurid Empire cards were played",
        ),
        (
            f"played: [{', '.join(f'event-{n}' for n in range(1, 14))}]",
            "position: played: too many, because 24 of sort event are still to come",
        ),
        (
            f"played: [{', '.join(['mongol-bahmani'] * 3)}]",
            "position: played: too many, because 6 of sort mongol are still to come",
        ),
        ("places: {bahmani: command}", "places: bahmani can't have acted, because no Event is open"),
        ("places: {bahmani: asleep}", r"position: places.bahmani: Input should be 'eligible'"),
    ],
)
def test_2_1_what_a_position_cannot_say(document: str, reason: str) -> None:
    """2.1 to 2.6: a document that can't be played is refused with the place and the reason."""
    with pytest.raises(ValueError, match=r"^position: ") as refusal:
        game.load(document)
    assert reason in str(refusal.value)


def test_2_1_the_open_card_counts_as_played_and_drawn() -> None:
    """2.3: the open Event is one of the played cards and no longer in the block."""
    state = game.load("card: event-9")
    assert state.played == ["event-9"]
    assert state.left == {"event": 5, "mongol": 2}


def test_2_1_sorts_left_out_of_the_open_block_count_as_drawn() -> None:
    """2.1: `left: {event: 2}` is a block without Mongol Invasions to come."""
    assert game.load("left: {event: 2}").left == {"event": 2, "mongol": 0}


def test_2_6_a_game_that_is_over_can_be_written_down() -> None:
    """2.6: after the second Timurid Empire card nothing is asked."""
    table = Table("{block: 4, left: {event: 3}, played: [timurid, timurid], over: true}")
    assert game.over(table.state)


@pytest.mark.parametrize(
    ("document", "told"),
    [
        ("{card: mongol-bahmani}", "Mongol Invasion (Bahmani Kingdom)"),
        ("{card: zenith, block: 2}", "Zenith of the Delhi Sultanate"),
        ("{card: rise, block: 3}", "Rise of the Rebel Sultans"),
        ("{card: lords, block: 4}", "Lords of the Deccan"),
        ("{card: timurid, block: 4}", "Timurid Empire"),
    ],
)
def test_2_3_8_any_card_may_be_open(document: str, told: str) -> None:
    """2.3.8: a card that is no Event is carried out at once, and no other is drawn for it."""
    start = game.dump(game.load(document))
    assert game.dump(game.load(start)) == start
    live = resume(game, Game("7", 1, start))
    first = live.state.story[0]
    assert first.kind == ("lasting-card" if json.loads(start)["card"] in ("zenith", "timurid") else "card")
    assert first.words.read(game.name).startswith(f"The new card is {told}")
    assert first.words.text != "The new card is {card}.", "it says what such a card does"
    assert live.state.card is None
    assert live.state.played.count(json.loads(start)["card"]) == 1


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        ("{card: zenith}", "card: zenith comes before all others of block 2 (2.1)"),
        (
            "{card: rise, block: 3, left: {event: 5, mongol: 2}}",
            "card: rise comes before all others of block 3",
        ),
        ("{card: timurid, block: 3}", "card: block 3 holds 6 event, 2 mongol"),
        ("{card: joker}", "card: no card “joker”; there are zenith, rise"),
        ("{card: mongol-bahmani, places: {bahmani: pass}}", "can't have acted, because no Event is open"),
    ],
)
def test_2_1_a_card_is_open_where_it_can_be(document: str, reason: str) -> None:
    """2.1: Succession cards begin a block, Timurid Empire cards are in the last."""
    with pytest.raises(ValueError, match=r"^position: ") as refusal:
        game.load(document)
    assert reason in str(refusal.value)
