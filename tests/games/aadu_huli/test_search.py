"""The bot player sees what it should see, and returns only legal keys."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random

import pytest

from rules import aadu_huli
from rules.aadu_huli.bitboard import encode_move
from rules.aadu_huli.players import BOT_PLAYERS, LEVELS
from rules.aadu_huli.search import DECIDED, Search, evaluate, read_place
from rules.aadu_huli.state import State
from rules.chance import find_faces
from rules.kernel import Player, Point
from rules.players import Mover, play_out
from tests.games.aadu_huli.table import all_placed, moves, place

NEVER = bool  # bool() is False: nobody says stop


def player(level: str, seed: int = 1) -> Player:
    return BOT_PLAYERS[level](Random(seed).randrange, NEVER)


def point(s: State, seat: str, keys: Sequence[str]) -> Point:
    """Return the point of decision of this seat."""

    def look() -> aadu_huli.View:
        return aadu_huli.view(s, seat)

    return Point(seat, "", tuple(keys), (), look, look)


def chosen(s: State, level: str = "full", seed: int = 1) -> str:
    """Return the move of a player of this level."""
    seat = s.sides[s.to_move]
    return player(level, seed).choose(point(s, seat, moves(s)))


def searched(s: State, depth: int, most: int = 10**9) -> tuple[str, int, Search]:
    view, tigers = aadu_huli.view(s, None), s.to_move == "tigers"
    keys = {encode_move(key, tigers): key for key in moves(s)}
    search = Search(view.needed, most, NEVER)
    best, score = search.best(read_place(view), tuple(keys), depth)
    return keys[best], score, search


def test_levels_go_from_easy_to_full() -> None:
    assert list(BOT_PLAYERS) == ["easy", "casual", "steady", "strong", "full"]
    assert aadu_huli.BOT_PLAYERS is BOT_PLAYERS


@pytest.mark.parametrize("level", ["casual", "steady", "strong", "full"])
def test_the_winning_capture_is_seen(level: str) -> None:
    s = place("2b 5a 5b", to_move="tigers", captured=4)
    assert "1ax3b" in {chosen(s, level, seed) for seed in range(5)}


@pytest.mark.parametrize("level", ["steady", "strong", "full"])
def test_the_trap_is_shut(level: str) -> None:
    assert chosen(place("4b 5b 3b", pride="5a"), level) == "5c"


def test_a_goat_is_not_given_away() -> None:
    s = place("4a", pride="1a 2c 2d")
    offered = {"2b", "2e", "3c", "3d"}  # next to a Tiger, with a free point behind
    assert chosen(s) not in offered


def test_a_win_is_known_as_one() -> None:
    _, score, _ = searched(place("4b 5b 3b", pride="5a"), 3)
    assert score > DECIDED
    _, score, search = searched(place("2b 5a 5b", to_move="tigers", captured=4), 9)
    assert score > DECIDED
    assert search.depth == 1, "nothing is to be found beyond a win"


def test_the_search_obeys_the_ban_on_repeating() -> None:
    """5.5.4: a move back would leave the Tiger only a move that repeats the position."""
    key, score, _ = searched(all_placed("4b 3b 5c 4e 4f", pride="5a", recent="4c-5b 4d-4e 5b-5a"), 2)
    assert key == "4e-4d"
    assert score > DECIDED
    _, score, _ = searched(all_placed("4b 3b 5c 4e 4f", pride="5a"), 2)
    assert score < DECIDED


def test_it_stops_when_it_is_told_to() -> None:
    asked = []

    def stop() -> bool:
        asked.append(1)
        return len(asked) > 3

    s = place("3b 4c")
    s.to_move = "tigers"
    key = BOT_PLAYERS["full"](Random(1).randrange, stop).choose(point(s, s.sides[s.to_move], moves(s)))
    assert key in moves(s)
    assert len(asked) == 4


def test_it_stops_after_so_many_nodes() -> None:
    key, _, search = searched(place(), 60, most=2_000)
    assert key in moves(place())
    assert search.seen < 2_200


def test_the_same_number_gives_the_same_move() -> None:
    s = place("3b 4c", to_move="tigers")
    assert chosen(s, "steady", 3) == chosen(s, "steady", 3)
    assert len({chosen(place(), "easy", seed) for seed in range(20)}) > 3


def test_an_only_move_needs_no_thought() -> None:
    s = all_placed("4b 3b 5c 4d 4f", pride="5a", to_move="tigers")
    assert chosen(s) == "5a-5b"


def test_it_chooses_a_side_when_it_is_asked() -> None:
    s = aadu_huli.setup(aadu_huli.Options(sides="asked"))
    sides = ["goats", "tigers"]
    assert player("full").choose(point(s, "north", sides)) in sides


def test_a_glance_turns_with_the_side_to_move() -> None:
    view = aadu_huli.view(place("3b 4c 5d"), None)
    board = read_place(view).board
    assert evaluate(board, True, 1) == -evaluate(board, False, 1), "no two Goats are in danger"
    assert evaluate(board, True, 1) > evaluate(board, True, 0)


@pytest.mark.parametrize("level", [level for level in LEVELS if level not in ("strong", "full")])
def test_games_between_players_end_with_legal_moves_only(level: str) -> None:
    for number in range(4):
        rng = Random(f"{level} {number}")
        players: dict[str, Player] = {"north": player(level, number), "south": Mover(rng.randrange)}
        state = aadu_huli.setup(aadu_huli.Options())
        play_out(aadu_huli, state, players, partial(find_faces, f"{number}"))
        assert aadu_huli.view(state, None).winners
