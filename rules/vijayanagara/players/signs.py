"""Compute the signs of a position.

A sign is something that people could count at the table, as a number whose usual size is about 1.

Each faction's chance to win comes from a weighted sum of the signs. The weights are in `judgement.toml`.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.vijayanagara.board import (
    DELHI,
    FACTIONS,
    MONGOLS,
    PASSES,
    PROSPERITY,
    PROVINCES,
    PUNJAB,
    REBELLING,
    RIVALS,
    TOTALS,
    UNIT_BOX,
)
from rules.vijayanagara.cards import BLOCKS, EVENTS, TIMURID
from rules.vijayanagara.players.survey import (
    count_cards_ahead,
    count_cards_to_lords,
    count_mongols_for_timur,
    has_enemies_near,
    measure_lead,
)
from rules.vijayanagara.players.worth import (
    ALL_CARDS,
    SIX,
    count_standing_in_delhi,
    estimate_timur,
    will_be_eligible,
)
from rules.vijayanagara.sequence.succession import SHIFT_PRICE, SHIFT_TIMES
from rules.vijayanagara.sequence.turn import ELIGIBLE
from rules.vijayanagara.state import TRIBUTARY, UNCONTROLLED, State
from rules.vijayanagara.victory import count_points

# A faction that lacks more pieces than this in a Province gets no sign for it. A lead of more pieces is
# treated as a lead of this many.
NEAR = 3

# The names of the signs are made once, because they are looked up thousands of times.
OF_FACTION = {
    faction: (
        f"points of {faction}",
        f"what it is worth to {faction}",
        f"resources of {faction}",
        f"the first two resources of {faction}",
        f"the first six resources of {faction}",
        f"resources of {faction} for the Lords of the Deccan",
        f"cavalry of {faction}",
        f"{faction} eligible next",
        f"{faction} alone eligible next",
    )
    for faction in FACTIONS
}
INFLUENCE = {rival: f"influence of {rival}" for rival in RIVALS}
PROSPEROUS = {status: f"prosperity {status}" for status in (TRIBUTARY, UNCONTROLLED, *FACTIONS)}
WANTING = {  # by status of a Province and faction: a sign for each number of pieces that the faction needs
    status: {faction: [f"{status}, {faction} needs {n}" for n in range(NEAR + 1)] for faction in factions}
    for status, factions in ((TRIBUTARY, RIVALS), (UNCONTROLLED, FACTIONS))
}
HELD = {faction: [f"held by {faction}, {n} ahead" for n in range(NEAR + 1)] for faction in FACTIONS}
SAFE = {faction: f"held by {faction} with nobody near" for faction in FACTIONS}
PRESENT = {rival: f"provinces with {rival}" for rival in RIVALS}
GOVERNED, UNGOVERNED = "held with a governor", "held without"
TRIBUTARY_GOVERNOR, TRIBUTARY_QASBAHS = "tributary with a governor", "tributary qasbahs"
NOTHING = dict.fromkeys(  # the signs that are summed over the Provinces
    (
        *(name for names in WANTING.values() for each in names.values() for name in each),
        *(name for names in HELD.values() for name in names),
        *(*SAFE.values(), *PRESENT.values()),
        *(GOVERNED, UNGOVERNED, TRIBUTARY_GOVERNOR, TRIBUTARY_QASBAHS),
    ),
    0.0,
)


def measure_lateness(s: State) -> float:
    """Return how near the end is: 0 at the start, 2 at the end. The number rises faster and faster."""
    return float(2 * (1 - count_cards_ahead(s) / ALL_CARDS) ** 2)


def compute_signs(s: State, worths: Mapping[str, float]) -> dict[str, float]:
    """Return all signs by name, always the same names in the same order.

    `worths`: the worth of the position to each faction.
    """
    found = {"always": 1.0}
    _add_factions(s, worths, found)
    _add_open_card(s, found)
    _add_pieces(s, found)
    _add_provinces(s, found)
    _add_delhi(s, found)
    found["the Khaljis rule"] = float(s.dynasty == "khalji")
    found["cards to come"] = count_cards_ahead(s) / ALL_CARDS
    found["cards to the Lords of the Deccan"] = count_cards_to_lords(s) / 9 if s.block < BLOCKS else 0.0
    found["the last block"] = float(s.block == BLOCKS)
    found["the first Timurid Empire card is out"] = float(TIMURID in s.played)
    return found


def _add_factions(s: State, worths: Mapping[str, float], found: dict[str, float]) -> None:
    """2.3.7: add the signs of each faction's possessions, and of who will be Eligible."""
    following = [faction for faction in FACTIONS if will_be_eligible(s, faction)]
    most = SHIFT_PRICE * SHIFT_TIMES
    for faction in FACTIONS:
        held = s.resources[faction]
        values = (
            count_points(s, faction) / 4,
            worths[faction] / 4,
            held / SIX,
            min(held, 2) / 2,
            min(held, SIX) / SIX,
            min(held, most) / most,
            s.cavalry[faction] / 4,
            float(faction in following),
            float(following == [faction]),
        )
        found.update(zip(OF_FACTION[faction], values, strict=True))
    for rival in RIVALS:
        found[INFLUENCE[rival]] = s.influence[rival] / 2


def _add_open_card(s: State, found: dict[str, float]) -> None:
    """2.3.1, 2.3.2: add the signs for the open card: which faction acts next, and which options it has."""
    is_open = s.card in EVENTS
    order = s.deck.events[s.card].order if is_open and s.card is not None else ()
    acting = [faction for faction in order if s.sequence[faction] == ELIGIBLE]
    taken = set(s.sequence.values()) if is_open else set()
    found["a card is open"] = float(is_open)
    for faction in FACTIONS:
        first = acting[:1] == [faction]
        found[f"{faction} acts next"] = float(first)
        found[f"{faction} acts after that"] = float(acting[1:2] == [faction])
        found[f"{faction} has the event fork"] = float(first and "command" in taken and "event" not in taken)
        found[f"{faction} has the command fork"] = float(
            first and "event" in taken and "command" not in taken
        )


def _add_pieces(s: State, found: dict[str, float]) -> None:
    for sort in TOTALS:
        found[f"{sort} on the map"] = s.on_map(sort) / 6
    found["troops in the box"] = s.box["troops"] / 6
    for rival in RIVALS:
        found[f"{UNIT_BOX[rival]} in the box"] = s.box[UNIT_BOX[rival]] / 6
        found[f"{REBELLING[rival]}"] = sum(s.board[space][REBELLING[rival]] for space in PROVINCES) / 6


def _add_provinces(s: State, found: dict[str, float]) -> None:
    """Add the signs of Prosperity, and of Provinces that may change hands.

    One group has a sign for each number of pieces that a faction may lack for a majority. The sign is the
    Prosperity of all Provinces where the faction lacks this number. Another group has a sign for each number
    of pieces by which a Province's holder may outnumber all others. The sign is the Prosperity of all
    Provinces that the faction holds with this lead and with enemies near.
    """
    for status, name in PROSPEROUS.items():
        found[name] = s.prosperity(status) / 6
    found.update(NOTHING)
    for space in PROVINCES:
        _add_province(s, space, found)


def _add_province(s: State, space: str, found: dict[str, float]) -> None:
    spot, status, value = s.board[space], s.status[space], PROSPERITY[space] / 2
    for rival in RIVALS:
        if s.pieces(space, rival):
            found[PRESENT[rival]] += 0.25
    if status == TRIBUTARY:
        found[TRIBUTARY_GOVERNOR] += value * (spot["governors"] > 0)
        found[TRIBUTARY_QASBAHS] += spot["qasbahs"] / 4
    elif status in FACTIONS:
        if status == "sultanate":
            found[GOVERNED if spot["governors"] else UNGOVERNED] += value
        if has_enemies_near(s, space, status):
            found[HELD[status][min(NEAR, measure_lead(s, space, status))]] += value
        else:
            found[SAFE[status]] += value
        return
    total = 1 + sum(spot.values())
    for faction, names in WANTING[status].items():
        own = s.pieces(space, faction)
        if own and total - 2 * own <= NEAR:
            found[names[max(0, total - 2 * own)]] += value


def _add_delhi(s: State, found: dict[str, float]) -> None:
    """2.6, 3.5: add the signs of how Delhi is guarded, and of the Mongol Invaders that threaten it."""
    for space in (DELHI, PUNJAB, PASSES):
        found[f"mongols in {space}"] = s.board[space][MONGOLS] / 4
        found[f"units in {space}"] = s.units(space, "sultanate") / 4
    found["what Timur is to bring"] = (
        estimate_timur(count_standing_in_delhi(s), count_mongols_for_timur(s), s.cavalry["sultanate"]) / 3
    )
