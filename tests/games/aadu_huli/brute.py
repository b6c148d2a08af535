"""Implement the game again, as simply and differently as possible, to check the counts of the rules.

The board is a picture with numbered points, and a position is a string. Moves are found as "g-" and "tg-"
along the lines. The ban on repeating looks into the whole history of positions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

ORDER = "1A 2A 2B 2C 2D 2E 2F 3A 3B 3C 3D 3E 3F 4A 4B 4C 4D 4E 4F 5A 5B 5C 5D".split()
# the four slanting lines, the four horizontal ones, both sides
LINES = [
    [0, 2, 8, 14, 19],
    [0, 3, 9, 15, 20],
    [0, 4, 10, 16, 21],
    [0, 5, 11, 17, 22],
    [1, 2, 3, 4, 5, 6],
    [7, 8, 9, 10, 11, 12],
    [13, 14, 15, 16, 17, 18],
    [19, 20, 21, 22],
    [1, 7, 13],
    [6, 12, 18],
]
History = Sequence[str]  # positions, the latest last: the board, side to move, Goats waiting


def position(goats: Sequence[str], tigers: Sequence[str], side: str, waiting: int) -> str:
    """Return a position as a string: 23 signs, then the side to move and the waiting Goats."""
    signs = ["g" if p in goats else "t" if p in tigers else "-" for p in (o.lower() for o in ORDER)]
    return f"{''.join(signs)} {side} {waiting}"


def next_positions(history: History, all_goats: int, needed: int) -> Iterator[str]:
    """Yield the positions after one legal move, without duplicates."""
    board, side, count = history[-1].split()
    waiting = int(count)
    if all_goats - waiting - board.count("g") >= needed:
        return
    reached = set()
    if side == "g" and waiting:
        reached = {(board[:at] + "g" + board[at + 1 :], waiting - 1) for at in range(23) if board[at] == "-"}
    else:
        for line in LINES:
            for way in (line, line[::-1]):
                on_line = "".join(board[at] for at in way)
                for start in range(len(way)):
                    for old, new in ((f"{side}-", f"-{side}"), ("tg-", "--t")):
                        if on_line.startswith(old, start) and old[0] == side:
                            after = list(board)
                            for at, sign in zip(way[start:], new, strict=False):
                                after[at] = sign
                            reached.add(("".join(after), waiting))
    for changed, left in reached:
        following = f"{changed} {'t' if side == 'g' else 'g'} {left}"
        if len(history) < 4 or history[-4] != following:
            yield following


def count(history: History, depth: int, all_goats: int, needed: int) -> int:
    """Return the number of ways to make `depth` moves from here."""
    if depth == 0:
        return 1
    following = list(next_positions(history, all_goats, needed))
    if depth == 1:
        return len(following)
    return sum(count([*history, after], depth - 1, all_goats, needed) for after in following)
