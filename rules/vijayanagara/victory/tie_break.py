"""5.5 Aadu-Huli aata: break a tie in victory points and Resources, if all tied factions agree.

The Goat-Tiger game has its own rules. Its seats are the factions, and each of its moves is a turn of this
game. If three factions are tied, two play first, and the winner plays against the third. The loser of a
round is out.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules import asking
from rules.aadu_huli.board import GOATS, TIGERS
from rules.aadu_huli.moves import DRAWN, find_outcome
from rules.aadu_huli.options import Options
from rules.aadu_huli.position import setup
from rules.aadu_huli.turn import turn as make_move
from rules.aadu_huli.wrong_points import explain_points as board_astray
from rules.aadu_huli.wrong_points import spell_out as spell_on_board
from rules.vijayanagara.state import Round, State
from rules.vijayanagara.victory import find_contenders, find_winners, is_decided, list_losers, rank_by_points
from rules.words import Said, join_list, say

OFFER = (
    "{factions} are tied. If all agree, a game of Aadu-Huli aata decides who wins; otherwise "
    "they share the victory. Do you play?"
)


async def go_on(s: State) -> None:
    """5.5: offer the tie-break, draw lots for its next round, or play one move in it.

    Do nothing when the winner is decided.
    """
    tie = s.tie_break
    if tie is None or is_decided(s):
        return
    if tie.board is not None:
        await move(s)
    elif tie.rounds or await ask_to_play(s):
        await draw_lots(s)


async def ask_to_play(s: State) -> bool:
    """5.5: ask all tied factions whether they want to play. Return whether all do.

    At the first refusal all share the victory.
    """
    tied = find_contenders(s)
    offer, play, share = (
        say(OFFER, factions=join_list(tied)),
        say("Play Aadu-Huli aata"),
        say("Share the victory"),
    )
    refused = await asking.all_agree(tied, offer, play, share, kind="tie-break")
    if refused is None:
        return True
    assert s.tie_break is not None
    s.tie_break.refused = [refused]
    s.tell(
        "shared",
        "{refused} declined Aadu-Huli aata: {factions} share the victory.",
        refused=refused,
        factions=join_list(tied),
    )
    return False


async def draw_lots(s: State) -> None:
    """5.5: draw lots for the sides and, if three are tied, for who waits for the winner."""
    players = list(find_contenders(s))
    if len(players) > 2:
        waiting = await asking.draw(players, say("who waits for the winner"), kind="lot")
        players.remove(waiting)
        s.tell(
            "lot", "Drawn by lot: {faction} waits and meets the winner of the first round.", faction=waiting
        )
    goats = await asking.draw(players, say("who has the Goats"), kind="lot")
    (tigers,) = (faction for faction in players if faction != goats)
    assert s.tie_break is not None
    s.tie_break.board = setup(Options())
    s.tie_break.board.sides = {GOATS: goats, TIGERS: tigers}
    text = "Drawn by lot: {goats} plays the Goats and begins, {tigers} plays the Tigers."
    s.tell("lot", text, goats=goats, tigers=tigers)


async def move(s: State) -> None:
    """5.5: play one move by the rules of Aadu-Huli aata, and end the round if the move decides it."""
    tie = s.tie_break
    assert tie is not None
    assert tie.board is not None
    board = tie.board
    await make_move(board)
    s.story += board.story
    board.story.clear()
    if (ended := find_outcome(board)) is None:
        return
    tie.rounds.append(Round(board.sides[GOATS], board.sides[TIGERS], ended[0]))
    tie.board = None
    if not (won := find_winners(s)):
        text = "{loser} is out; {factions} play for the victory."
        s.tell("knocked-out", text, loser=tie.rounds[-1].loser, factions=join_list(find_contenders(s)))
    elif len(won) == 1:
        s.tell("won", "{faction} wins the tie-break and the game.", faction=won[0])
        if len(tie.rounds) > 1:  # 5.5: the loser of the first round is third
            third, second = list_losers(s)
            s.tell("places", "{second} is second, {third} third.", second=second, third=third)
    else:
        s.tell("shared", "{factions} share the victory.", factions=join_list(won))


def spell_move(s: State, seat: str, text: str) -> str:
    """5.5: return a typed move of the tie-break without its piece's name, and any other order unchanged."""
    return text if s.duel is None else spell_on_board(s.duel, seat, text)


def explain_move(s: State, topic: tuple[str, str], said: Sequence[str]) -> Said:
    """5.5: return why these words are no move in the current round; "" if there is no round."""
    return "" if s.duel is None else board_astray(s.duel, topic, said)


def check(s: State) -> None:
    """5.5: raise `AssertionError` if the tie-break is impossible. The text names the wrong field."""
    tie = s.tie_break
    if tie is None:
        return
    assert s.over, "tie_break: there is none before the end of the game (`over`)"
    left = list(rank_by_points(s)[0])
    assert len(left) > 1, f"tie_break: nobody is tied with {left[0]} in victory points and Resources (5.0)"
    assert set(tie.refused) <= set(left), f"tie_break.refused: only those who are tied are asked: {left}"
    decided = bool(tie.refused)
    for played in tie.rounds:
        assert not decided, "tie_break.rounds: the tie-break was over before"
        _check_players(left, {played.goats, played.tigers}, "tie_break.rounds")
        if played.loser is not None:
            left.remove(played.loser)
        decided = len(left) == 1 or played.winner == DRAWN
    if tie.board is not None:
        assert not decided, "tie_break.board: the tie-break was over before"
        _check_players(left, set(tie.board.sides.values()), "tie_break.board.sides")
        tie.board.check()
        assert find_outcome(tie.board) is None, (
            "tie_break.board: this round is over, so it belongs to `rounds`"
        )


def _check_players(left: list[str], players: set[str], where: str) -> None:
    assert len(players) == 2, f"{where}: each side needs a faction of its own"
    assert players <= set(left), f"{where}: only {' and '.join(left)} can play"
