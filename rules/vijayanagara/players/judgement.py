"""Estimate how likely each faction is to win, by weights learned from games that `first_look` played.

Hints and reviews use it. The level `full` combines it with the table of `fair`.
"""

from __future__ import annotations

from math import log

from rules.players.judgement import load_judgement
from rules.players.outlook import load_weights, weigh_features
from rules.vijayanagara.board import FACTIONS
from rules.vijayanagara.players.signs import compute_signs, measure_lateness
from rules.vijayanagara.players.worth import compute_worth, estimate_swing
from rules.vijayanagara.state import State
from rules.vijayanagara.victory import find_winners, rank_by_points

PACKAGE = "rules.vijayanagara"
IN_PROSPECTS = {"judgement": 0.5, "table": 0.2}  # the weights of these two in `estimate_prospects`
SURE = 1e-4  # chances are kept between this and 1 minus this


def compute_outlook(s: State) -> dict[str, dict[str, float]]:
    """Return the features of each faction's chance.

    There are four features. The first is the learned judgement, a weighted sum of the signs. The second is
    always 1; its key is the faction. The third and the fourth are the first and the second, multiplied by how
    near the end of the game is.
    """
    near = measure_lateness(s)
    sums = load_judgement(PACKAGE).sums(compute_signs(s, compute_worth(s)), near)
    return {
        faction: {"judgement": each, "judgement-late": each * near, faction: 1.0, f"{faction}-late": near}
        for faction, each in sums.items()
    }


def estimate_chances(s: State) -> dict[str, float]:
    """Return each faction's chance to win among bot players like ours. The chances add up to 1."""
    if s.over:
        won = find_winners(s) or rank_by_points(s)[0]
        return {faction: (faction in won) / len(won) for faction in FACTIONS}
    return weigh_features(compute_outlook(s), load_weights(PACKAGE).weights)


def estimate_prospects(s: State) -> dict[str, float]:
    """Return each faction's chance as `full` uses it in decisions.

    It combines the judgement with the worth of the position. With these weights, the chances predict best how
    games with `fair`'s orders end. A search for the best order often finds an order that the judge overrates.
    Two judges seldom overrate the same order.
    """
    if s.over:
        return estimate_chances(s)
    worths, hot = compute_worth(s), estimate_swing(s)
    sums = load_judgement(PACKAGE).sums(compute_signs(s, worths), measure_lateness(s))
    found = {faction: {"judgement": sums[faction], "table": worths[faction] / hot} for faction in FACTIONS}
    return weigh_features(found, IN_PROSPECTS)


def estimate_log_odds(s: State, faction: str) -> float:
    """Return the faction's prospects as the logarithm of the odds. `full` compares orders by it."""
    chance = min(1 - SURE, max(SURE, estimate_prospects(s)[faction]))
    return log(chance / (1 - chance))
