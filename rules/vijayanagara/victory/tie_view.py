"""5.5: what may be seen of the tie-break, and where the game is and how everybody stands because of it."""

from __future__ import annotations

from dataclasses import dataclass

from rules.aadu_huli.moves import DRAWN
from rules.aadu_huli.view import View as BoardView
from rules.aadu_huli.view import view as board_view
from rules.vijayanagara.names import FORMAL
from rules.vijayanagara.state import Round, State
from rules.vijayanagara.victory import contenders, losers, places, winners
from rules.words import listed

ROUNDS = {2: 1, 3: 2}  # so many tied factions to so many rounds


@dataclass(frozen=True, slots=True)
class TieBreakView:
    """5.5: the tie for the victory, and how it is being broken, was broken or was shared."""

    tied: tuple[str, ...]
    left: tuple[str, ...]  # of them, who have lost no round
    refused: tuple[str, ...]  # of them, who would not play
    round: int  # the round under way or, between rounds, the next; more than `rounds` at the end
    rounds: int  # how many it takes
    told: tuple[str, ...]  # what has come of it so far, a sentence each
    board: BoardView | None  # the round under way, with factions for its seats


def tie_view(s: State, seat: str | None) -> TieBreakView | None:
    """5.5: the tie-break as the seat may see it; None where there is none."""
    tie = s.tie_break
    if tie is None:
        return None
    tied = places(s)[0]
    told = [_played(played) for played in tie.rounds]
    if tie.refused:
        told.append(f"{named(tie.refused)} would not play Aadu-Huli aata for it.")
    board = None if tie.board is None else board_view(tie.board, seat)
    return TieBreakView(
        tied=tied,
        left=contenders(s),
        refused=tuple(tie.refused),
        round=len(tie.rounds) + 1,
        rounds=ROUNDS[len(tied)],
        told=tuple(told),
        board=board,
    )


def _played(played: Round) -> str:
    goats, tigers = f"{FORMAL[played.goats]} (Goats)", f"{FORMAL[played.tigers]} (Tigers)"
    if played.winner == DRAWN:
        return f"{goats} and {tigers} drew at Aadu-Huli aata."
    won, lost = (goats, tigers) if played.loser == played.tigers else (tigers, goats)
    return f"{won} beat {lost} at Aadu-Huli aata."


def named(factions: tuple[str, ...] | list[str]) -> str:
    """Their formal names in a row, to open a sentence."""
    names = listed(factions).read(lambda faction: f"the {FORMAL[faction]}")
    return names[:1].upper() + names[1:]


def headline(s: State, tie: TieBreakView | None) -> str:
    """After Timur: who has won, or what the tie-break waits for."""
    if won := winners(s):
        by = " by the tie-break" if tie is not None else ""
        return f"{named(won)} wins{by}." if len(won) == 1 else f"{named(won)} share the victory."
    assert tie is not None, "what is not decided is a tie-break"
    if tie.board is not None:
        number = f", round {tie.round} of {tie.rounds}" if tie.rounds > 1 else ""
        return f"Tie-break{number}: {tie.board.headline}"
    if tie.round > 1:
        return "Tie-break: lots are drawn for the last round"
    return f"{named(tie.tied)} are tied, and may play Aadu-Huli aata for the victory"


def standing(s: State, faction: str, tie: TieBreakView | None) -> tuple[str, ...]:
    """5.5: what the tie-break adds to how a faction stands, after its points; () for nothing."""
    if s.tie_break is None or tie is None:
        return ()
    if faction in s.tie_break.refused:
        return ("would not play the tie-break",)
    if faction in losers(s):
        return ("lost the tie-break",)
    if tie.board is not None:
        waits = ("waits for the winner",) if faction in contenders(s) else ()
        return dict(tie.board.standing).get(faction, waits)
    if not s.tie_break.rounds:
        return ()
    last = s.tie_break.rounds[-1]
    if winners(s) == (faction,):
        return ("won the tie-break",)
    drew = last.winner == DRAWN and faction in (last.goats, last.tigers)
    return ("drew the tie-break",) if drew else ()
