"""Compute the worth of a position to each faction, in victory points.

The worth is the points on the board, plus a share of what will probably be won or lost before Timur comes. We
chose these shares ourselves (docs/reference/games/vijayanagara-sheets.md).
"""

from __future__ import annotations

from math import exp, log

from rules.vijayanagara.board import (
    DELHI,
    FACTIONS,
    PASSES,
    PROSPERITY,
    PROVINCES,
    PUNJAB,
    RIVALS,
    WHOSE,
)
from rules.vijayanagara.cards import EVENTS
from rules.vijayanagara.players.survey import (
    count_cards_ahead,
    count_cards_to_lords,
    count_mongols_for_timur,
    estimate_next_card,
    has_enemies_near,
    measure_lead,
)
from rules.vijayanagara.sequence.succession import SHIFT_PRICE, SHIFT_TIMES
from rules.vijayanagara.sequence.turn import ELIGIBLE
from rules.vijayanagara.state import TRIBUTARY, UNCONTROLLED, State
from rules.vijayanagara.victory import count_points, find_winners, rank_by_points

ALL_CARDS = 33  # cards to expect at the start of a game
# factors for a Tributary's Prosperity, by how many pieces a rival lacks for a majority there
RIPE = (0.40, 0.30, 0.20, 0.08)
UNRIPE = 0.03  # the factor if the rival needs more pieces
UNPAID = 0.2  # factor for a Tributary with a rival's majority if that rival has no Resource to Rebel
KHALJI = 0.6  # factor while nobody can Rebel
OPEN = (0.6, 0.4, 0.2, 0.08)  # factors for an Independent Province that nobody Controls, by the pieces needed
AT_RISK = (0.35, 0.35, 0.15, 0.05)  # factors for a rival's Province with enemies near, by its lead there
DEMANDED = 0.5  # factor for a Province that the Sultanate Controls with a Governor
HELD = 0.25  # factor for a Province that the Sultanate Controls without a Governor
SAVED, SPENDABLE = 0.05, 0.20  # the worth of a Resource beyond the sixth, and of each of the first six
SIX = 6
SPENT = 6.0  # Resources lose value when fewer than this many cards are to come
# the least worth of each of the first nine Resources, just before the Lords of the Deccan
SHIFTING = {"sultanate": 0.2, "bahmani": 0.3, "vijayanagara": 0.3}
LORDS_NEAR = 6.0  # `SHIFTING` begins to matter this many cards before the Lords of the Deccan
FIRST = 0.15  # extra worth of each of the first two Resources
CAVALRY, TIMUR_CAVALRY, TIMUR_UNIT = 0.25, 0.35, 0.65
# the worth of being Eligible for the next card: together with another faction, and as the only one
ELIGIBILITY, ALONE = 0.8, 1.2
PIECE = {"governors": 0.25, "qasbahs": 0.2, "troops": 0.03, "amirs": 0.06, "rajas": 0.05}
# the loss to expect for each level of Influence, because the other rival may lower the level
LEVEL = (0.5, 0.2, 0.5, 0.4)
OFFSET = {"sultanate": -1.5, "bahmani": 0.0, "vijayanagara": 0.0}  # added to a worth, to correct a bias


# The rows that docs/reference/games/vijayanagara-sheets.md prints.
TABLE: tuple[tuple[str, tuple[float, ...]], ...] = (
    ("A Tributary, for a rival 0, 1, 2 or 3 pieces short of a majority (× Prosperity)", RIPE),
    ("The same, for a rival that is more than 3 pieces short (× Prosperity)", (UNRIPE,)),
    ("The same, for a rival with a majority but no Resource left to Rebel (× Prosperity)", (UNPAID,)),
    ("Factor of the values above under the Khaljis. The Sultanate loses what rivals gain", (KHALJI,)),
    ("A Province that nobody Controls, for a faction 0, 1, 2 or 3 pieces short (× Prosperity)", OPEN),
    (
        "Loss: a rival's Province with enemies near and a lead of 0, 1, 2, 3+ (× Prosperity)",
        AT_RISK,
    ),
    ("A Province under the Sultanate, with a Governor; without one (× Prosperity)", (DEMANDED, HELD)),
    ("Each of the first 2 Resources, in addition", (FIRST,)),
    (
        "Each of the first 6 Resources; each further one. In the last 6 cards less, down to a fifth",
        (SPENDABLE, SAVED),
    ),
    (
        "Each of the first 9 Resources shortly before the Lords of the Deccan: Sultanate; rival",
        (SHIFTING["sultanate"], SHIFTING["bahmani"]),
    ),
    ("Each of the first 6 Cavalry tokens", (CAVALRY,)),
    (
        "Being Eligible for the next card; being the only faction Eligible for it",
        (ELIGIBILITY, ALONE),
    ),
    ("A Governor; a Qasbah; a Troop", tuple(PIECE[k] for k in ("governors", "qasbahs", "troops"))),
    ("An Amir; a Raja", (PIECE["amirs"], PIECE["rajas"])),
    ("Expected loss at Influence 1, 2, 3 and 4. It shrinks in the second half of the game", LEVEL),
    ("Timur: this × (Units in Delhi + 4.4 − 1.72 × Mongol Invaders), from −3 to 3", (TIMUR_UNIT,)),
    ("Timur: each of the first 6 Cavalry tokens. At the start, all of Timur counts × 0.3", (TIMUR_CAVALRY,)),
)


def estimate_timur(units: float, mongols: float, cavalry: float) -> float:
    """5.1: return how many points the Sultanate can expect from Timur's invasion, -3 to 3.

    `units`: the Sultanate's Units that will be in Delhi. The formula was fitted to the odds of the dice.
    """
    return max(
        -3.0, min(3.0, TIMUR_UNIT * (units + 4.4 - 1.72 * mongols) + TIMUR_CAVALRY * min(cavalry, SIX))
    )


def compute_worth(s: State) -> dict[str, float]:
    """Return the worth of the position to each faction, in victory points."""
    if s.over:
        return {faction: float(count_points(s, faction)) for faction in FACTIONS}
    ahead = count_cards_ahead(s)
    share, haste = ahead / ALL_CARDS, min(1.0, ahead / 3.0)
    found = {faction: count_points(s, faction) + OFFSET[faction] * share for faction in FACTIONS}
    ripe = dict.fromkeys(RIVALS, 0)
    for province in PROVINCES:
        _add_province(s, province, haste, found, ripe)
    _add_standing(s, ahead, found)
    _add_pieces(s, share, found)
    return found


def _add_province(
    s: State, province: str, haste: float, found: dict[str, float], ripe: dict[str, int]
) -> None:
    """Add what will probably change hands in a Province, beyond its present points."""
    value, status = PROSPERITY[province] * haste, s.status[province]
    if status == TRIBUTARY:
        total = 1 + sum(s.board[province].values())
        own = [(s.pieces(province, rival), rival) for rival in RIVALS]
        wanting = sorted((max(0, total - 2 * n), rival) for n, rival in own if n)
        for place, (pieces, rival) in enumerate(wanting):
            likely = RIPE[pieces] if pieces < len(RIPE) else UNRIPE
            if not pieces:
                ripe[rival] += 1
                likely = likely if ripe[rival] <= s.resources[rival] else UNPAID
            likely *= (KHALJI if s.dynasty == "khalji" else 1.0) * (0.5 if place else 1.0)
            found[rival] += value * likely
            found["sultanate"] -= value * likely
        return
    if status == UNCONTROLLED:
        total = 1 + sum(s.board[province].values())
        for faction in FACTIONS:
            if n := s.pieces(province, faction):
                pieces = max(0, total - 2 * n)
                found[faction] += value * (OPEN[pieces] if pieces < len(OPEN) else UNRIPE)
        return
    if status == "sultanate":
        found["sultanate"] += value * (DEMANDED if s.board[province]["governors"] else HELD)
        return
    if has_enemies_near(s, province, status):
        found[status] -= value * AT_RISK[min(len(AT_RISK) - 1, max(0, measure_lead(s, province, status)))]


def _add_standing(s: State, ahead: float, found: dict[str, float]) -> None:
    """Add the worth of Resources, Cavalry, Influence and Eligibility, and of what Timur will bring."""
    share = ahead / ALL_CARDS
    early = 0.2 + 0.8 * min(1.0, ahead / SPENT)
    following = [faction for faction in FACTIONS if will_be_eligible(s, faction)]
    goes_on = estimate_next_card(s)
    near = max(0.0, 1 - count_cards_to_lords(s) / LORDS_NEAR)
    for faction in FACTIONS:
        held = s.resources[faction]
        kept = early * (SPENDABLE * min(held, SIX) + SAVED * max(0, held - SIX))
        shifts = SHIFTING[faction] * min(held, SHIFT_PRICE * SHIFT_TIMES)
        found[faction] += kept + near * max(0.0, shifts - kept)
        found[faction] += FIRST * min(held, 2) * goes_on
        found[faction] += CAVALRY * min(s.cavalry[faction], SIX) * min(1.0, 0.2 + 2 * share)
        if faction in following:
            found[faction] += goes_on * (ALONE if len(following) == 1 else ELIGIBILITY)
    for rival in RIVALS:
        found[rival] -= sum(LEVEL[: s.influence[rival]]) * min(1.0, 2 * share)
    comes = estimate_timur(count_standing_in_delhi(s), count_mongols_for_timur(s), s.cavalry["sultanate"])
    found["sultanate"] += comes * (1 - 0.7 * share)


def count_standing_in_delhi(s: State) -> float:
    """2.6: return how many of the Sultanate's Units will probably be in Delhi when Timur comes."""
    guard, punjab, passes = (s.units(space, "sultanate") for space in (DELHI, PUNJAB, PASSES))
    return guard + 0.8 * punjab + 0.6 * passes


def will_be_eligible(s: State, faction: str) -> bool:
    """2.3.7: return whether the faction will be Eligible for the next card, as things stand.

    A faction that has not acted on the open card counts as Eligible, because it can still choose.
    """
    if s.card not in EVENTS:
        return s.sequence[faction] == ELIGIBLE
    if faction in s.barred:
        return False
    return s.sequence[faction] not in ("command", "event") or faction in s.stays


def _add_pieces(s: State, share: float, found: dict[str, float]) -> None:
    later = 0.3 + 0.7 * share
    for sort, each in PIECE.items():
        found[WHOSE.get(sort, "sultanate")] += each * s.on_map(sort) * later


def estimate_swing(s: State) -> float:
    """Return how much can still change, in victory points: 1.2 at the end, 4.7 at the start."""
    return 1.2 + 3.5 * count_cards_ahead(s) / ALL_CARDS


def measure_advantage(s: State, faction: str) -> float:
    """Return how far the faction is ahead of its opponents, in victory points.

    The leading opponent counts most. The other opponent counts more if it is close behind the leading one.
    Players compare orders by this number.
    """
    found = compute_worth(s)
    if s.over:
        return _weigh_result(s, faction)
    temper = estimate_swing(s)
    best = max(value for other, value in found.items() if other != faction)
    rest = sum(exp((value - best) / temper) for other, value in found.items() if other != faction)
    return found[faction] - best - temper * log(rest)


def _weigh_result(s: State, faction: str) -> float:
    """Return the faction's lead in the finished game, plus 4 for winning alone, minus 4 for losing."""
    won = find_winners(s) or rank_by_points(s)[0]
    others = max(count_points(s, other) for other in FACTIONS if other != faction)
    return count_points(s, faction) - others + (4.0 if won == (faction,) else 0.0 if faction in won else -4.0)
