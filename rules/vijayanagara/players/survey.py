"""Count on the map what a player needs to know before it decides.

It counts how many pieces factions lack, which Units a space can spare, and what a battle promises. People can
count all of it at a table.
"""

from __future__ import annotations

from functools import cache

from rules.vijayanagara.board import (
    DELHI,
    FACTIONS,
    MONGOLS,
    PROVINCES,
    REBELLING,
    RIVALS,
    UNITS,
)
from rules.vijayanagara.cards import BLOCKS, TIMURID, TIMURIDS, list_block
from rules.vijayanagara.commands.attack import SUPPORT, list_supporters
from rules.vijayanagara.commands.battle import DEFENCE_DICE, count_dice
from rules.vijayanagara.commands.odds import Force, calculate_losses
from rules.vijayanagara.sequence.deck import count_remaining
from rules.vijayanagara.state import TRIBUTARY, State

NEVER = 99  # a number of pieces that nobody can bring
FOREIGN = {
    faction: tuple(kind for other in FACTIONS if other != faction for kind in UNITS[other])
    for faction in FACTIONS
}  # the kinds of Units of the two other factions, by faction


def count_needed(s: State, province: str, faction: str) -> int:
    """1.7: return how many more pieces the faction needs to outnumber all others together in the Province.

    The number is 0 or less if the faction already outnumbers them. In a Tributary, the faction may
    then Rebel (3.3.3, 3.4.3).
    """
    return sum(s.board[province].values()) - 2 * s.pieces(province, faction) + 1


def measure_lead(s: State, province: str, faction: str) -> int:
    """Return by how many pieces the faction outnumbers all others together."""
    return 1 - count_needed(s, province, faction)


def find_ripest(s: State, province: str) -> tuple[str, int]:
    """Return the rival that lacks the fewest pieces to outnumber all others, and how many it lacks.

    If no rival has a piece in the Province, return "" and `NEVER`.
    """
    wanting = {rival: count_needed(s, province, rival) for rival in RIVALS if s.pieces(province, rival)}
    rival = min(wanting, key=wanting.__getitem__, default="")
    return rival, wanting.get(rival, NEVER)


def has_enemies_near(s: State, province: str, faction: str) -> bool:
    """Return whether Units of other factions are in the Province or next to it."""
    near = (province, *s.adjacent[province])
    return any(s.board[space][kind] for space in near for kind in FOREIGN[faction])


def count_spare(s: State, space: str, faction: str) -> int:
    """Return how many Units can leave the space without a risk.

    A faction in Control or with the majority keeps a lead of 2. A rival that lacks one piece for the majority
    keeps all its Units there. A rival that lacks two pieces keeps one Unit. In a Tributary the Sultanate
    keeps so many Units that each rival lacks at least two pieces. In Delhi the Sultanate keeps the guard
    (`count_guard`). In a Region a faction keeps one Unit for each Mongol Invader.
    """
    units = s.units(space, faction)
    if space not in PROVINCES:
        return max(0, units - s.board[space][MONGOLS]) if space != DELHI else max(0, units - count_guard(s))
    if faction == "sultanate":
        if s.status[space] == TRIBUTARY:
            return max(0, min(units, find_ripest(s, space)[1] - 2))
        return (
            units if s.status[space] != faction else max(0, min(units, measure_lead(s, space, faction) - 2))
        )
    over = measure_lead(s, space, faction)
    if s.status[space] == faction or over > 0:
        return max(0, min(units, over - 2))
    if count_needed(s, space, faction) <= 1:
        return 0
    return units if count_needed(s, space, faction) > 2 else max(0, units - 1)


def count_guard(s: State) -> int:
    """Return how many Units the Sultanate wants in Delhi.

    It wants one for each Mongol Invader on the map, plus 2. In the last two blocks it wants 2 more.
    """
    return s.on_map(MONGOLS) + (2 if s.block < BLOCKS - 1 else 4)


def count_cards_ahead(s: State) -> float:
    """Return how many more cards are expected.

    In the last block the second Timurid Empire card ends the game, so some cards may never come.
    """
    if s.over:
        return 0.0
    cards = count_remaining(s)
    if s.block < BLOCKS:
        return cards - 2.0
    timurids = s.left.get(TIMURID, 0)
    return 0.0 if not timurids else timurids * (cards + 1) / (timurids + 1)


def count_cards_to_lords(s: State) -> int:
    """Return how many cards come before the card Lords of the Deccan, which follows the third block.

    Return `NEVER` if this card has come already.
    """
    if s.block == BLOCKS:
        return NEVER
    later = sum(sum(list_block(number).values()) + 1 for number in range(s.block + 1, BLOCKS))
    return sum(s.left.values()) + later


def estimate_next_card(s: State) -> float:
    """Return the probability that another card is played after this one.

    The second Timurid Empire card ends the game at once.
    """
    if s.over:
        return 0.0
    last = s.block == BLOCKS and s.played.count(TIMURID) == TIMURIDS - 1
    return 1.0 - 1.0 / count_remaining(s) if last and count_remaining(s) else 1.0


def list_foes(s: State, faction: str, space: str) -> list[str]:
    """Return the factions that this faction could attack in the space.

    For the Sultanate, rivals without Rebelling Units are left out, even if it could attack their Structure.
    """
    if faction != "sultanate":
        return [other for other in FACTIONS if other != faction and s.pieces(space, other)]
    spot = s.board[space]
    found = [rival for rival in RIVALS if spot[REBELLING[rival]]]
    return found + [MONGOLS] * (spot[MONGOLS] > 0)


def estimate_battle(s: State, faction: str, foe: str, space: str) -> tuple[float, float, float]:
    """3.2.4: return what to expect of an Attack with all Units that could take part.

    Return three numbers: the probability that the foe loses more pieces than the faction, the faction's mean
    losses, and the foe's mean losses. They assume that nobody spends Cavalry.
    """
    own = s.units(space, faction)
    sources = list_supporters(s, faction, space)
    joined = max((min(SUPPORT[faction], s.units(near, faction)) for near in sources), default=0)
    units = own + joined
    there = s.units(space, foe)
    if not units:
        return 0.0, 0.0, 0.0
    dice = count_dice(s, space, faction, foe)
    theirs = s.pieces(space, foe) if foe != MONGOLS else there
    mine = s.pieces(space, faction) + joined
    return _estimate_odds(dice, min(units, 5), min(mine, 6), min(there, 5), min(theirs, 6))


@cache
def _estimate_odds(dice: int, reach: int, pieces: int, there: int, theirs: int) -> tuple[float, float, float]:
    found = calculate_losses(
        Force("sultanate", dice, reach, pieces, 0), Force("bahmani", DEFENCE_DICE, there, theirs, 0)
    )
    win = sum(likely for (lost, fallen), likely in found.items() if fallen > lost)
    own = sum(likely * lost for (lost, _), likely in found.items())
    other = sum(likely * fallen for (_, fallen), likely in found.items())
    return win, own, other


def count_mongols_for_timur(s: State) -> float:
    """2.6: return how many Mongol Invaders will march on Delhi.

    All Mongol Invaders on the map will march. If the first Timurid Empire card has not come yet, half of the
    Available ones will march too.
    """
    here = s.on_map(MONGOLS)
    return here if TIMURID in s.played else here + s.box[MONGOLS] // 2
