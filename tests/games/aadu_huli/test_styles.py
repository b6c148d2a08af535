"""What the styles of bot players like shows in their moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.aadu_huli.bitboard import encode_move
from rules.aadu_huli.board import TIGERS
from rules.aadu_huli.search import DECIDED, Search, measure_marks, read_place
from rules.aadu_huli.state import State
from rules.aadu_huli.view import view
from rules.kernel import Ask, Live
from rules.loading.games import GAMES
from tests.games.aadu_huli.table import moves, place
from tests.styles import add_marks, assert_shows, list_positions

GAME = GAMES["aadu_huli"]
KINDS = ("place", "move")
DEPTH = 3


def measure(s: State, seat: str, keys: Sequence[str]) -> Mapping[str, float]:
    seen = view(s, None)
    return measure_marks(read_place(seen), encode_move(keys[0], seen.to_move == TIGERS))


def test_each_style_moves_as_its_name_says() -> None:
    found = add_marks(GAME, "steady", list_positions(GAME, KINDS, 150), measure, looks=5)
    assert_shows(found, "hunter", "contact")
    assert_shows(found, "herder", "company")
    assert_shows(found, "scout", "crossroads")


def test_what_a_style_likes_is_added_to_the_score_of_a_move() -> None:
    """The pruned search finds the same best sum as a search of each move by itself."""
    preferred = 0
    for number, game in enumerate(list_positions(GAME, KINDS, 60)):
        live = Live(GAME, GAME.load(game.start))
        for entry in game.log:
            live.enter(*entry)
        assert isinstance(live.pending, Ask)
        assert isinstance(live.state, State)
        seen = view(live.state, None)
        at = read_place(seen)
        choices = [encode_move(key, at.tigers) for key in live.pending.menu()]
        liked = {move: (number + 7 * index) % 5 * 20 for index, move in enumerate(choices)}
        scores = {move: Search(seen.needed, 10**9, bool).best(at, (move,), DEPTH)[1] for move in choices}
        sums = {move: n + liked[move] if abs(n) < DECIDED else n for move, n in scores.items()}
        best, score = Search(seen.needed, 10**9, bool).best(at, choices, DEPTH, liked)
        assert score == max(sums.values()) == sums[best]
        preferred += scores[best] < max(scores.values())
    assert preferred


def test_no_style_passes_up_a_win() -> None:
    s = place("2b 5a 5b", to_move="tigers", captured=4)
    seen = view(s, None)
    keys = {encode_move(key, tigers=True): key for key in moves(s)}
    liked = {move: 0 if key == "1ax3b" else 1000 for move, key in keys.items()}
    best, _ = Search(seen.needed, 10**9, bool).best(read_place(seen), tuple(keys), DEPTH, liked)
    assert keys[best] == "1ax3b"
