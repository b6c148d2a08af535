"""5.0 Victory: points at any moment, the final reckoning, and who wins."""

from __future__ import annotations

from rules.vijayanagara.board import DELHI, FACTIONS, STRUCTURE
from rules.vijayanagara.state import TRIBUTARY, State
from rules.words import listed

TIMUR_PAR = 3  # 5.1: Mongol Invaders left in Delhi at which the Sultanate neither gains nor loses


def points(s: State, faction: str) -> int:
    """5.1, 5.2, 5.3: the faction's victory points as the table stands; after Timur with what 5.1 adds for
    Delhi."""
    if faction != "sultanate":
        return s.prosperity(faction) + s.on_map(STRUCTURE[faction]) + s.influence[faction]
    return s.prosperity(TRIBUTARY) + (timur_points(s) if s.over else 0)


def timur_points(s: State) -> int:
    """5.1: three minus the Mongol Invaders left in Delhi, -3 at the least."""
    return max(-TIMUR_PAR, TIMUR_PAR - s.board[DELHI]["mongols"])


def winners(s: State) -> tuple[str, ...]:
    """1.1.1, 5.0: most victory points, ties broken by Resources; what is still tied is shared (5.5 is for
    the table to play)."""
    if not s.over:
        return ()
    best = max((points(s, faction), s.resources[faction]) for faction in FACTIONS)
    return tuple(faction for faction in FACTIONS if (points(s, faction), s.resources[faction]) == best)


def ranking(s: State) -> list[tuple[str, ...]]:
    """5.0: the factions by victory points and Resources, the winners first; those that are tied stand
    together."""
    worth = {faction: (points(s, faction), s.resources[faction]) for faction in FACTIONS}
    places = sorted(set(worth.values()), reverse=True)
    return [tuple(faction for faction in FACTIONS if worth[faction] == place) for place in places]


def announce_winner(s: State) -> None:
    """5.0: the final scores, in the story."""
    s.tell("{faction}: {n} for Delhi after Timur (5.1).", faction="sultanate", n=f"{timur_points(s):+d}")
    for faction in FACTIONS:
        text = "{faction}: {vp} victory points, {resources} Resources."
        s.tell(text, faction=faction, vp=points(s, faction), resources=s.resources[faction])
    won = winners(s)
    if len(won) == 1:
        s.tell("{faction} wins the game.", faction=won[0])
        return
    text = "{factions} share the victory (5.0). If they like, a game of Aadu-Huli aata breaks the tie (5.5)."
    s.tell(text, factions=listed(won))
