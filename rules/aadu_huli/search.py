"""Search for the best move: iterative deepening alpha-beta with a transposition table.

Scores are the advantage of the side to move. The search stops after a number of nodes, or when `stop` says
so; it reads no clock.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from rules.aadu_huli.bitboard import (
    ALL,
    JUMPS,
    LEAP,
    NEAR,
    PLACING,
    STEP,
    N,
    encode_board,
    encode_move,
    find_banned,
    find_leaps,
    find_moves,
)
from rules.aadu_huli.board import TIGERS
from rules.aadu_huli.view import View

WON, DECIDED = 100_000, 90_000
# Values for `evaluate`. In this order: a capture, a trapped Tiger, a step that a Tiger can make, an
# empty point out of the Tigers' reach, and each Goat in danger beyond the first.
CAUGHT, CAGED, LOOSE, SHUT, FORK = 1000, 150, 30, 60, 300
MOST_LINES = max(each.bit_count() for each in NEAR)  # the greatest number of points beside a point
BACK = 120  # the cost of taking back one's own last step
EXACT, AT_LEAST, AT_MOST = 0, 1, 2
CLOCK = 127  # a bit mask of the node count: the search asks `stop` at every 128th node
NOTHING_LIKED: Mapping[int, int] = MappingProxyType({})


class Stopped(Exception):
    """The search has used up its time or its nodes."""


class Place(NamedTuple):
    """A position for the search.

    `recent`: the last three moves as bits, the latest last; 0 in place of a missing one.
    """

    board: int
    tigers: bool  # whether it is the Tigers' turn
    waiting: int
    captured: int
    recent: tuple[int, int, int]

    @property
    def key(self) -> int:
        """The position as one number. The number of waiting Goats follows from the rest."""
        return self.board | self.tigers << 2 * N | self.captured << 2 * N + 1

    def after(self, move: int) -> Place:
        """Return the position after a move."""
        turned = move.bit_count()
        return Place(
            self.board ^ move,
            not self.tigers,
            self.waiting - (turned == PLACING),
            self.captured + (turned == LEAP),
            (self.recent[1], self.recent[2], move),
        )


@dataclass(slots=True)
class Search:
    """A search.

    Attributes:
        needed: captures that win
        most: the search stops after this many nodes, or up to 127 nodes later
        stop: whether to stop now
        back: how much the score falls if the first move takes back the side's own last step; later moves
            cost nothing
    """

    needed: int
    most: int
    stop: Callable[[], bool]
    back: int = 0
    seen: int = 0
    depth: int = 0  # the last depth that was searched completely
    # the transposition table: for each position's key, the depth, bound, score and best move
    table: dict[int, tuple[int, int, int, int]] = field(default_factory=dict)
    glances: dict[int, int] = field(default_factory=dict)
    worth: dict[int, int] = field(default_factory=dict)  # for each move: how much search its cutoffs saved
    path: set[int] = field(default_factory=set)

    def best(
        self, at: Place, choices: Sequence[int], deepest: int, liked: Mapping[int, int] = NOTHING_LIKED
    ) -> tuple[int, int]:
        """Return the best of the legal `choices` and its score. Of moves with equal scores, return the first.

        `liked`: by move, how much a style adds to its score. Nothing is added to a move that decides the
        game.
        """
        order = list(choices)
        best, score = order[0], 0
        _, mine, _ = at.recent
        undoing = mine if mine.bit_count() == STEP else 0  # a step and the step back have the same bits
        try:
            for depth in range(1, deepest + 1):
                self.path = {at.key}
                top, alpha = order[0], -2 * WON
                for move in order:
                    extra = liked.get(move, 0)
                    value = -self.score(*at.after(move), depth - 1, -2 * WON, extra - alpha, 1)
                    value += extra if abs(value) < DECIDED else 0
                    value -= self.back if move == undoing else 0
                    if value > alpha:
                        top, alpha = move, value
                best, score, self.depth = top, alpha, depth
                order.remove(best)
                order.insert(0, best)
                if abs(score) > DECIDED:
                    break
        except Stopped:
            pass
        return best, score

    def score(
        self,
        board: int,
        tigers: bool,
        waiting: int,
        captured: int,
        recent: tuple[int, int, int],
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
    ) -> int:
        """Return the value of a position to the side to move. `Place` explains the first five arguments.

        The value is exact if it lies between `alpha` and `beta`. Raises `Stopped`. This method has plain
        arguments and one long body for speed, because it runs about 100,000 times a second.
        """
        if captured >= self.needed:
            return ply - WON  # the Tigers have just made the winning capture, so the side to move has lost
        key = board | tigers << 2 * N | captured << 2 * N + 1
        if key in self.path:
            return 0  # this path has been at the same position before
        self.seen += 1
        if not self.seen & CLOCK and (self.seen >= self.most or self.stop()):
            raise Stopped
        floor, barred, found = alpha, 0, 0
        if depth <= 0:  # search only captures, or return the evaluation
            best = self._glance(key, board, tigers, captured)
            if not tigers or best >= beta:
                return best
            options = find_leaps(board)
            alpha = max(alpha, best)
        else:
            barred = find_banned(*recent)
            if not barred and (known := self.table.get(key)) is not None:
                far, bound, value, found = known
                if far >= depth and (
                    bound == EXACT or (value >= beta if bound == AT_LEAST else value <= alpha)
                ):
                    return value
            options = self._sort(find_moves(board, tigers, waiting), found, barred)
            if not options:
                return ply - WON
            best = -2 * WON
        self.path.add(key)
        for move in options:
            turned = move.bit_count()
            value = -self.score(
                board ^ move,
                not tigers,
                waiting - (turned == PLACING),
                captured + (turned == LEAP),
                (recent[1], recent[2], move),
                depth - 1,
                -beta,
                -alpha,
                ply + 1,
            )
            if value > best:
                best, found = value, move
                if value >= beta:
                    self.worth[move] = self.worth.get(move, 0) + depth * depth
                    break
                alpha = max(alpha, value)
        self.path.discard(key)
        if depth > 0 and not barred:
            bound = AT_LEAST if best >= beta else EXACT if best > floor else AT_MOST
            self.table[key] = (depth, bound, best, found)
        return best

    def _glance(self, key: int, board: int, tigers: bool, captured: int) -> int:
        score = self.glances.get(key)
        if score is None:
            score = self.glances[key] = evaluate(board, tigers, captured)
        return score

    def _sort(self, options: list[int], first: int, barred: int) -> list[int]:
        """Return the moves in the order in which to search them, without the banned move `barred`.

        `first` comes first, then captures, then the other moves by `worth`.
        """
        if barred in options:
            options.remove(barred)
        worth = self.worth
        options.sort(
            key=lambda move: (move == first, move.bit_count() == LEAP, worth.get(move, 0)), reverse=True
        )
        return options


def evaluate(board: int, tigers: bool, captured: int) -> int:
    """Return the estimated value of a position to the side to move, without looking ahead."""
    cats, goats = board & ALL, board >> N
    free = ALL & ~(cats | goats)
    score, threatened, reached, left = CAUGHT * captured, 0, 0, cats
    while left:
        low = left & -left
        left ^= low
        at = low.bit_length() - 1
        steps = NEAR[at] & free
        reached |= steps
        preys = 0
        if NEAR[at] & goats:
            for over, end, _ in JUMPS[at]:
                if over & goats and end & free:
                    preys |= over
                    reached |= end
        threatened |= preys
        if steps:
            score += LOOSE * steps.bit_count()
        elif not preys:
            score -= CAGED
    fresh = reached
    while fresh:
        low = fresh & -fresh
        fresh ^= low
        new = NEAR[low.bit_length() - 1] & free & ~reached
        reached |= new
        fresh |= new
    score -= SHUT * (free & ~reached).bit_count()
    if tigers:
        return score
    # The Goats can answer one threat. With two threats they lose a Goat.
    return -score - FORK * max(0, threatened.bit_count() - 1)


def measure_marks(at: Place, move: int) -> dict[str, float]:
    """Return marks from 0 to 1 for what a move does, so that a style can weigh them.

    `contact`: the moved piece ends beside pieces of the other side. `company`: it ends beside pieces of its
    own side. `crossroads`: it ends at a point with many lines.
    """
    board = at.board ^ move
    tigers, goats = board & ALL, board >> N
    own, others = (tigers, goats) if at.tigers else (goats, tigers)
    before = at.board & ALL if at.tigers else at.board >> N
    near = NEAR[(own & ~before).bit_length() - 1]
    return {
        "contact": min((near & others).bit_count() / 2, 1.0),
        "company": min((near & own).bit_count() / 2, 1.0),
        "crossroads": near.bit_count() / MOST_LINES,
    }


def read_place(view: View) -> Place:
    """Return the position of a view for the search."""
    board = encode_board(view.at)
    tigers = view.to_move == TIGERS
    # the side that is not to move made the latest move
    done = [
        encode_move(key, tigers if back % 2 else not tigers) for back, key in enumerate(reversed(view.recent))
    ]
    last, mine, theirs = (*done, 0, 0, 0)[:3]
    return Place(board, tigers, view.waiting, view.captured, (theirs, mine, last))
