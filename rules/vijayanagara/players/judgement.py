"""How likely each faction wins, as games between players of a first look have ended: hints and reviews say
it. The level `full` goes by it and by what the table of `fair` says, together."""

from __future__ import annotations

from math import log

from rules.players.judgement import judgement
from rules.players.outlook import weighed, weights
from rules.vijayanagara.board import FACTIONS
from rules.vijayanagara.players.signs import late, signs
from rules.vijayanagara.players.worth import heat, worth
from rules.vijayanagara.state import State
from rules.vijayanagara.victory import places, winners

PACKAGE = "rules.vijayanagara"
IN_PROSPECTS = {"judgement": 0.5, "table": 0.2}  # what each counts there
SURE = 1e-4  # a chance is never taken for less, or for more than 1 without it


def outlook(s: State) -> dict[str, dict[str, float]]:
    """What the chance of each faction is made of: what the signs come to, which is the judgement of games
    between players of a first look, and who it is; both as the end comes near, too."""
    near = late(s)
    sums = judgement(PACKAGE).sums(signs(s, worth(s)), near)
    return {
        faction: {"judgement": each, "judgement-late": each * near, faction: 1.0, f"{faction}-late": near}
        for faction, each in sums.items()
    }


def chances(s: State) -> dict[str, float]:
    """Each faction's chance to win, the sum of which is 1, as games between players like ours have ended."""
    if s.over:
        won = winners(s) or places(s)[0]
        return {faction: (faction in won) / len(won) for faction in FACTIONS}
    return weighed(outlook(s), weights(PACKAGE).weights)


def prospects(s: State) -> dict[str, float]:
    """Each faction's chance as `full` decides by it: by that judgement and by what its position is worth, as
    much of each as foretells best how games of `fair`'s orders end. Whoever looks for the best order finds
    what his judge overrates; two judges seldom overrate the same."""
    if s.over:
        return chances(s)
    worths, hot = worth(s), heat(s)
    sums = judgement(PACKAGE).sums(signs(s, worths), late(s))
    found = {faction: {"judgement": sums[faction], "table": worths[faction] / hot} for faction in FACTIONS}
    return weighed(found, IN_PROSPECTS)


def log_odds(s: State, faction: str) -> float:
    """The faction's prospects, as the logarithm of the odds. Orders of `full` are compared by it."""
    chance = min(1 - SURE, max(SURE, prospects(s)[faction]))
    return log(chance / (1 - chance))
