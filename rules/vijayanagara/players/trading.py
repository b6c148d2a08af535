"""1.5.2: let bot players trade.

They compare what the goods are worth to each side. They never trade with a faction that is ahead of them, and
make no promises. In the last block they give no Resources, because the other faction could pay its next order
with them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from rules.vijayanagara.board import FACTIONS, RESOURCES_TOP
from rules.vijayanagara.cards import BLOCKS
from rules.vijayanagara.players.worth import compute_worth, measure_advantage
from rules.vijayanagara.state import Offer, State
from rules.vijayanagara.state_of import state_of
from rules.vijayanagara.trade import describe_goods, why_not_accept
from rules.vijayanagara.victory import count_points
from rules.vijayanagara.view import View
from rules.words import Said, say

WORTH_IT = 0.2  # victory points that a trade must gain for each side
MOST = 4  # the most Resources, or Cavalry tokens, on one side of a proposal
SIGN = {"resources": "r", "cavalry": "c"}


def reply(view: View, seat: str) -> str:
    """Return the act that accepts an offer to the seat; "" if no offer is worth accepting.

    An offer that is not worth accepting now gets no answer here. If a person made it, `refuse` declines it. A
    gift is worth accepting, unless a faction that is ahead gives it.
    """
    s = _make_state(view)
    if s.over:
        return ""
    for offer in s.offers:
        fit = offer.taker == seat and why_not_accept(s, offer) is None and not _is_ahead(s, offer.giver, seat)
        gift = not any(offer.get.values())
        if fit and (gift or _estimate_gain(s, offer, seat) >= WORTH_IT):
            return f"accept_{offer.number}"
    return ""


def refuse(view: View, seat: str, people: Collection[str]) -> str:
    """Return the act that declines a person's offer to the seat; "" if there is no such offer."""
    s = _make_state(view)
    open_ = [offer for offer in s.offers if offer.taker == seat and offer.giver in people]
    return "" if s.over or not open_ else f"decline_{open_[0].number}"


def explain(view: View, seat: str, act: str) -> Said:
    """Return why the seat declines an offer: what it would accept instead, or why it accepts nothing."""
    s = _make_state(view)
    offer = next((offer for offer in s.offers if act == f"decline_{offer.number}"), None)
    if offer is None:
        return ""
    if _is_ahead(s, offer.giver, seat):
        return say("it accepts no deal with a faction that is ahead of it")
    if not any(offer.get.values()):
        return say("it can't take that now")
    for what in offer.give or ("resources", "cavalry"):
        for n in range(1, _count_held(s, offer.giver, what) + 1):
            wanted = Offer(0, offer.giver, seat, {what: n}, offer.get)
            if why_not_accept(s, wanted) is None and _estimate_gain(s, wanted, seat) >= WORTH_IT:
                text = "it wants {give} for {get}"
                return say(text, give=describe_goods(wanted.give), get=describe_goods(wanted.get))
    return say("it needs {get} itself", get=describe_goods(offer.get))


def propose(view: View, seat: str) -> str:
    """Return the act that offers a trade from which both sides gain; "" if there is no such trade.

    If the seat has an older offer that is still open, return the act that withdraws the older offer.
    """
    s = _make_state(view)
    if s.over:
        return ""
    if own := [offer for offer in s.offers if offer.giver == seat]:
        return f"withdraw_{own[0].number}"
    found: list[tuple[float, str]] = []
    for other in FACTIONS:
        if other == seat or _is_ahead(s, other, seat):
            continue
        for give, get in (("resources", "cavalry"), ("cavalry", "resources")):
            for n in range(1, min(MOST, _count_held(s, seat, give)) + 1):
                for m in range(1, min(MOST, _count_held(s, other, get)) + 1):
                    offer = Offer(0, seat, other, {give: n}, {get: m})
                    gains = (
                        [_estimate_gain(s, offer, one) for one in (seat, other)]
                        if _is_affordable(s, offer)
                        else [0.0]
                    )
                    if min(gains) >= WORTH_IT:
                        act = f"offer_{other}_give_{n}{SIGN[give]}_get_{m}{SIGN[get]}"
                        found.append((gains[0], act))
    return max(found, default=(0.0, ""))[1]


def _make_state(view: View) -> State:
    return state_of(view, lambda _: 0)


def _count_held(s: State, faction: str, what: str) -> int:
    return s.resources[faction] if what == "resources" else s.cavalry[faction]


def _is_affordable(s: State, offer: Offer) -> bool:
    pairs = ((offer.giver, offer.get, offer.give), (offer.taker, offer.give, offer.get))
    return all(
        s.resources[one] + gets.get("resources", 0) - gives.get("resources", 0) <= RESOURCES_TOP
        for one, gets, gives in pairs
    )


def _is_ahead(s: State, faction: str, seat: str) -> bool:
    """Return whether a faction leads by worth, or has more victory points than the seat."""
    found = compute_worth(s)
    return found[faction] == max(found.values()) or count_points(s, faction) > count_points(s, seat)


def _estimate_gain(s: State, offer: Offer, seat: str) -> float:
    """Return by how much the trade puts the seat further ahead.

    Return 0.0 if the seat would give Resources in the last block.
    """
    given = offer.give if offer.giver == seat else offer.get
    if s.block == BLOCKS and given.get("resources"):
        return 0.0
    twin = s.copy()
    for one, other, goods in (
        (offer.giver, offer.taker, offer.give),
        (offer.taker, offer.giver, offer.get),
    ):
        _hand_over(twin, one, other, goods)
    return measure_advantage(twin, seat) - measure_advantage(s, seat)


def _hand_over(s: State, one: str, other: str, goods: Mapping[str, int]) -> None:
    for what, held in (("resources", s.resources), ("cavalry", s.cavalry)):
        held[one] -= goods.get(what, 0)
        held[other] += goods.get(what, 0)
