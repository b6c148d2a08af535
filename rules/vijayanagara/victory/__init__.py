"""5.0 Victory: points at any moment, the final scores, and who wins, at once or by the tie-break."""

from __future__ import annotations

from rules.asking import count
from rules.vijayanagara.board import DELHI, FACTIONS, STRUCTURE
from rules.vijayanagara.state import TRIBUTARY, State, TieBreak
from rules.words import join_list, sign

TIMUR_PAR = 3  # 5.1: with this many Mongol Invaders left in Delhi the Sultanate gains and loses nothing


def count_points(s: State, faction: str) -> int:
    """5.1, 5.2, 5.3: return the faction's present victory points.

    After Timur's invasion, the Sultanate's points include those for Delhi (5.1).
    """
    if faction != "sultanate":
        return s.prosperity(faction) + s.on_map(STRUCTURE[faction]) + s.influence[faction]
    return s.prosperity(TRIBUTARY) + (count_timur_points(s) if s.over else 0)


def count_timur_points(s: State) -> int:
    """5.1: return 3 minus the Mongol Invaders left in Delhi, at least -3."""
    return max(-TIMUR_PAR, TIMUR_PAR - s.board[DELHI]["mongols"])


def rank_by_points(s: State) -> list[tuple[str, ...]]:
    """5.0: return groups of factions by victory points and, if these are equal, by Resources, best first."""
    worth = {faction: (count_points(s, faction), s.resources[faction]) for faction in FACTIONS}
    found = sorted(set(worth.values()), reverse=True)
    return [tuple(faction for faction in FACTIONS if worth[faction] == place) for place in found]


def find_contenders(s: State) -> tuple[str, ...]:
    """5.0, 5.5: return the factions in first place that have lost no round of the tie-break."""
    out = list_losers(s)
    return tuple(faction for faction in rank_by_points(s)[0] if faction not in out)


def list_losers(s: State) -> list[str]:
    """5.5: return the factions that are out of the tie-break, in the order in which they lost."""
    rounds = s.tie_break.rounds if s.tie_break is not None else ()
    return [played.loser for played in rounds if played.loser is not None]


def is_decided(s: State) -> bool:
    """2.2, 5.5: return whether the game is over, after Timur's invasion or the tie-break after it."""
    tie = s.tie_break
    if not s.over or tie is None:
        return s.over
    drawn = len(list_losers(s)) < len(tie.rounds)
    return bool(tie.refused) or drawn or len(find_contenders(s)) == 1


def find_winners(s: State) -> tuple[str, ...]:
    """1.1.1, 5.0: return the winners; () while the game goes on.

    The faction with the most victory points wins. If several have the most, their Resources decide, then
    Aadu-Huli aata (5.5). Factions that are still tied share the victory.
    """
    return find_contenders(s) if is_decided(s) else ()


def rank_seats(s: State) -> list[tuple[str, ...]]:
    """5.0: return the factions by their places, the winners first.

    Next come those that lost in the tie-break, the last loser before the first (5.5), then the others by
    points.
    """
    return [find_contenders(s), *((loser,) for loser in reversed(list_losers(s))), *rank_by_points(s)[1:]]


def announce_winner(s: State) -> None:
    """5.0: write the final scores and the winner into the story. In a tie, begin the tie-break (5.5)."""
    s.tell(
        "score",
        "{faction} scores {n} for Delhi after Timur.",
        faction="sultanate",
        n=sign(count_timur_points(s)),
    )
    for faction in FACTIONS:
        vp, held = count(count_points(s, faction), "points"), count(s.resources[faction], "resources")
        s.tell("score", "{faction} has {vp} and {held}.", faction=faction, vp=vp, held=held)
    best = find_contenders(s)
    if len(best) == 1:
        level = [faction for faction in FACTIONS if count_points(s, faction) == count_points(s, best[0])]
        text = "{faction} wins the game."
        if len(level) > 1:
            text = "{faction} wins the game: points are tied, so the most Resources win."
        s.tell("won", text, faction=best[0])
        return
    s.tell("tied", "{factions} are tied in victory points and Resources.", factions=join_list(best))
    s.tie_break = TieBreak()
