"""Say in the preview of a move what its entry in a list says, and warn of Goats in danger."""

from __future__ import annotations

from rules.aadu_huli.board import GOAT, MOVES, TIGERS
from rules.aadu_huli.entries import CAPTURE, DANGER, THREAT, describe_move, is_last_capture
from rules.aadu_huli.forks import find_fork
from rules.aadu_huli.moves import find_outcome, find_threatened
from rules.aadu_huli.state import SIDES, State
from rules.extras import Warned
from rules.words import Plural, Words, join_list, say

CAPTURABLE, FORK = "capturable", "fork"  # kinds of warnings


def list_forecast(s: State, seat: str, _: object) -> list[Words]:
    """5.5.3: return sentences on a seat's last move: what a Tiger threatens, and what the move brings.

    Return [] before this seat's move and after the end of the game. The story tells captures, and
    `list_warnings` tells dangers.
    """
    if not _has_moved(s, seat):
        return []
    found, goats = list[Words](), sorted(find_threatened(s.at))
    if goats and s.sides[TIGERS] == seat:
        text = Plural(
            "The Tigers now threaten the Goat on {goats}.", "The Tigers now threaten the Goats on {goats}."
        )
        found.append(say(text, goats=join_list(goats), n=len(goats)))
    if s.recent:
        key = s.recent[-1]
        told = describe_move(_take_back(s), s, key, without=(CAPTURE, THREAT, DANGER))
        found += [] if told is None else [say("{point}: {what}.", point=MOVES[key].end, what=told)]
    return found


def list_warnings(_: object, after: State, seat: str) -> list[Warned]:
    """5.5.3: return a warning of the Goats that a Tiger could capture after the Goats' move.

    The warning says so if the capture would end the game. If no Goat can be captured next turn, the warning
    is of a fork.
    """
    if not _has_moved(after, seat) or after.sides[TIGERS] == seat:
        return []
    goats = sorted(find_threatened(after.at))
    if not goats:
        fork = find_fork(after)
        words = say("After {step}, a Tiger can capture a Goat whatever the Goats do", step=fork or "")
        return [Warned(FORK, "5.5.3", words)] if fork else []
    text = Plural(
        "A Tiger can capture the Goat on {goats} next", "A Tiger can capture one of the Goats on {goats} next"
    )
    if is_last_capture(after):
        text = Plural(
            "A Tiger can capture the Goat on {goats} next and win",
            "A Tiger can capture one of the Goats on {goats} next and win",
        )
    words = say(text, goats=join_list(goats), n=len(goats))
    return [Warned(CAPTURABLE, "5.5.3", words)]


def _has_moved(s: State, seat: str) -> bool:
    """Return whether the other side is to move after this seat's move."""
    return bool(s.sides) and s.sides[s.to_move] != seat and find_outcome(s) is None


def _take_back(s: State) -> State:
    """Return the position before the last move. Its `recent` is shorter, and `quiet` stays as it is."""
    before, (start, over, end) = s.copy(), MOVES[s.recent[-1]]
    piece = before.at.pop(end)
    if start is None:
        before.waiting += 1
    else:
        before.at[start] = piece
    if over is not None:
        before.at[over] = GOAT
        before.captured -= 1
    before.to_move = next(side for side in SIDES if side != s.to_move)
    before.recent.pop()
    return before
