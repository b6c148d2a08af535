"""Encode boards and moves as numbers, for the search.

A board is a number of 46 bits: the Tigers in the low 23, the Goats in the high 23. A move is the set of bits
that it flips. Flipping them makes the move, and flipping them again takes it back. A placing has 1 bit, a
step 2 bits, a leap 3.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.aadu_huli.board import GOAT, LEAPS, MOVES, NEIGHBOURS, POINTS, TIGER

N = len(POINTS)
ALL = (1 << N) - 1
BIT = {point: 1 << at for at, point in enumerate(POINTS)}
NEAR = tuple(sum(BIT[q] for q in NEIGHBOURS[p]) for p in POINTS)
STEPS = tuple(tuple((BIT[q], BIT[p] | BIT[q]) for q in NEIGHBOURS[p]) for p in POINTS)
# for each point, the leaps of a Tiger there: the bit of the Goat, the bit of the end, all bits of the move
JUMPS = tuple(tuple((BIT[o], BIT[q], BIT[p] | BIT[q] | BIT[o] << N) for o, q in LEAPS[p]) for p in POINTS)
PLACING, STEP, LEAP = 1, 2, 3
SHIFT = {TIGER: 0, GOAT: N}


def encode_move(key: str, tigers: bool) -> int:
    """Return the bits of the move that this key names. `tigers`: whether a Tiger makes it."""
    start, over, end = MOVES[key]
    if start is None:
        return BIT[end] << N
    turned = BIT[start] | BIT[end]
    if over is not None:
        return turned | BIT[over] << N
    return turned if tigers else turned << N


def encode_board(at: Mapping[str, str]) -> int:
    """Return the board with the given piece on each point."""
    return sum(BIT[point] << SHIFT[piece] for point, piece in at.items())


def find_leaps(board: int) -> list[int]:
    """5.5.3: return the captures that the Tigers can make."""
    tigers, goats = board & ALL, board >> N
    free = ALL & ~(tigers | goats)
    found = []
    while tigers:
        low = tigers & -tigers
        tigers ^= low
        at = low.bit_length() - 1
        if NEAR[at] & goats:
            found += [move for over, end, move in JUMPS[at] if over & goats and end & free]
    return found


def find_moves(board: int, tigers: bool, waiting: int) -> list[int]:
    """Return all moves of the side to move, captures first.

    The ban on repeating (5.5.4) is ignored.
    """
    free = ALL & ~(board | board >> N)
    if tigers:
        found = find_leaps(board)
        left = board & ALL
        while left:
            low = left & -left
            left ^= low
            found += [move for end, move in STEPS[low.bit_length() - 1] if end & free]
        return found
    found = []
    goats = board >> N
    while free:
        end = free & -free
        free ^= end
        if waiting:
            found.append(end << N)
            continue
        near = NEAR[end.bit_length() - 1] & goats
        while near:
            low = near & -near
            near ^= low
            found.append((low | end) << N)
    return found


def find_banned(theirs: int, mine: int, last: int) -> int:
    """5.5.4: return the step that the ban on repeating forbids; 0 if it forbids none.

    `theirs`, `mine` and `last` are the last three moves: first a move of the opponent, then a move of the
    side to move, then another move of the opponent.
    """
    if theirs == last and theirs.bit_count() == STEP == mine.bit_count():
        return mine
    return 0
