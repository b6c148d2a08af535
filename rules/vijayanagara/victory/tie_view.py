"""5.5: define the view of the tie-break, and its words in the headline and the standing."""

from __future__ import annotations

from dataclasses import dataclass

from rules.aadu_huli.moves import DRAWN
from rules.aadu_huli.view import View as BoardView
from rules.aadu_huli.view import describe_standing as board_standing
from rules.aadu_huli.view import view as board_view
from rules.aadu_huli.view import write_headline as board_headline
from rules.asking import count
from rules.vijayanagara.board import FACTIONS
from rules.vijayanagara.names import name
from rules.vijayanagara.state import Round, State
from rules.vijayanagara.victory import (
    count_points,
    find_contenders,
    find_winners,
    list_losers,
    rank_by_points,
)
from rules.words import Words, join_list, say

ROUNDS = {2: 1, 3: 2}  # the number of rounds for a number of tied factions


@dataclass(frozen=True, slots=True)
class TieBreakView:
    """5.5: the tie for the victory, and how it is broken, or who refused to break it."""

    tied: tuple[str, ...]
    left: tuple[str, ...]  # the tied factions that have lost no round
    refused: tuple[str, ...]  # the tied factions that refused to play
    round: int  # the number of the current or next round; more than `rounds` when all have been played
    rounds: int  # how many rounds there are
    told: tuple[str, ...]  # the results so far, a sentence each
    words: tuple[Words, ...]  # the same results, to be read in any language
    board: BoardView | None  # the current round, with factions as its seats
    played: tuple[Round, ...] = ()  # the rounds that are over


def view_tie_break(s: State, seat: str | None) -> TieBreakView | None:
    """5.5: return the tie-break as the seat may see it; None if there is none."""
    tie = s.tie_break
    if tie is None:
        return None
    tied = rank_by_points(s)[0]
    told = [_describe_played(played) for played in tie.rounds]
    if tie.refused:
        told.append(
            say(
                "{factions} declined to play Aadu-Huli aata for the victory.",
                factions=name_factions(tie.refused),
            )
        )
    board = None if tie.board is None else board_view(tie.board, seat)
    return TieBreakView(
        tied=tied,
        left=find_contenders(s),
        refused=tuple(tie.refused),
        round=len(tie.rounds) + 1,
        rounds=ROUNDS[len(tied)],
        told=tuple(sentence.read(name) for sentence in told),
        words=tuple(told),
        board=board,
        played=tuple(tie.rounds),
    )


def _describe_played(played: Round) -> Words:
    sides = {"goats": f"{played.goats}-in-full", "tigers": f"{played.tigers}-in-full"}
    text = "{goats} (Goats) beat {tigers} (Tigers) at Aadu-Huli aata."
    if played.winner == DRAWN:
        text = "{goats} (Goats) and {tigers} (Tigers) drew at Aadu-Huli aata."
    elif played.loser != played.tigers:
        text = "{tigers} (Tigers) beat {goats} (Goats) at Aadu-Huli aata."
    return say(text, **sides)


def describe_result(s: State) -> Words | str:
    """5.0: return who won with how many points; "" while the game goes on, or if the points were tied."""
    won = find_winners(s)
    first, second, *_ = sorted((count_points(s, faction) for faction in FACTIONS), reverse=True)
    if not won or first == second:
        return ""
    behind = [faction for faction in FACTIONS if count_points(s, faction) == second]
    text = "{factions} wins with {vp}, ahead of {behind} with {n}."
    if len(behind) > 1:
        text = "{factions} wins with {vp}, ahead of {behind} with {n} each."
    return say(
        text, factions=name_factions(won), vp=count(first, "points"), behind=name_factions(behind), n=second
    )


def describe_broken_tie(s: State) -> tuple[Words, ...]:
    """5.0, 5.5: return how a tie was broken; () without a tie, or if the winners share the victory."""
    won = find_winners(s)
    if len(won) != 1:
        return ()
    points = {faction: count_points(s, faction) for faction in FACTIONS}
    level = [faction for faction in FACTIONS if points[faction] == points[won[0]]]
    if len(level) == 1:
        return _describe_second_place(s, won[0])
    names, tie = name_factions(level), s.tie_break
    if tie is None:
        level_with = say("{factions} have {vp} each.", factions=names, vp=count(points[won[0]], "points"))
        text = "Of the tied factions, {winner} has the most Resources ({n}) and wins."
        return (level_with, say(text, winner=name_factions(won), n=s.resources[won[0]]))
    text = "{factions} have the same points and Resources, so Aadu-Huli aata decides."
    decides = say(text, factions=name_factions(rank_by_points(s)[0]))
    return (decides, *map(_describe_played, tie.rounds))


def _describe_second_place(s: State, winner: str) -> tuple[Words, ...]:
    """5.0: return how Resources broke a tie of the two others for the second place; () without such a tie."""
    first, second = sorted(
        (faction for faction in FACTIONS if faction != winner), key=lambda each: -s.resources[each]
    )
    if count_points(s, first) != count_points(s, second) or s.resources[first] == s.resources[second]:
        return ()
    text = "{first} has more Resources than {second} ({n} to {less}) and is second."
    names = {"first": name_factions([first]), "second": name_factions([second])}
    return (say(text, **names, n=s.resources[first], less=s.resources[second]),)


def name_factions(factions: tuple[str, ...] | list[str]) -> Words:
    """Return the formal names of the factions as a list."""
    return join_list([f"{faction}-in-full" for faction in factions])


def write_headline(s: State, tie: TieBreakView | None) -> Words:
    """Return who has won after Timur, or what the tie-break waits for."""
    if won := find_winners(s):
        text = "{factions} share the victory."
        if len(won) == 1:
            text = "{factions} wins." if tie is None else "{factions} wins by the tie-break."
        return say(text, factions=name_factions(won))
    assert tie is not None, "an undecided game is in its tie-break"
    if s.tie_break is not None and s.tie_break.board is not None:
        text = "Tie-break, round {n} of {of}: {board}" if tie.rounds > 1 else "Tie-break: {board}"
        return say(text, n=tie.round, of=tie.rounds, board=board_headline(s.tie_break.board))
    if tie.round > 1:
        return say("Tie-break: the sides for the last round are drawn by lot")
    text = "{factions} are tied and may play Aadu-Huli aata for the victory"
    return say(text, factions=name_factions(tie.tied))


def describe_standing(s: State, faction: str, tie: TieBreakView | None) -> tuple[Words, ...]:
    """5.5: return what a faction's standing says about the tie-break; () if it says nothing."""
    if s.tie_break is None or tie is None:
        return ()
    if faction in s.tie_break.refused:
        return (say("declined the tie-break"),)
    if faction in list_losers(s):
        return (say("lost the tie-break"),)
    if s.tie_break.board is not None:
        waits = (say("waits for the winner"),) if faction in find_contenders(s) else ()
        return dict(board_standing(s.tie_break.board)).get(faction, waits)
    if not s.tie_break.rounds:
        return ()
    last = s.tie_break.rounds[-1]
    if find_winners(s) == (faction,):
        return (say("won the tie-break"),)
    drew = last.winner == DRAWN and faction in (last.goats, last.tigers)
    return (say("drew the tie-break"),) if drew else ()
