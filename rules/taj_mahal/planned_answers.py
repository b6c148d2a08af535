"""Define standing answers to kinds of question, and the answers that a caretaker gives.

With a standing answer, a seat spares the other seats the wait for its own answer.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.asking import DONE
from rules.extras import Policy
from rules.kernel import Ask
from rules.taj_mahal.cards import WHITE_KINDS
from rules.taj_mahal.forecasts.withdrawal import choose_best_city, choose_best_take
from rules.taj_mahal.names import WITHDRAW
from rules.taj_mahal.sequence.withdrawing import CROWN_PALACE, PALACE, TAKE
from rules.taj_mahal.state import State
from rules.words import Words, say

CAUTIOUS = (WITHDRAW, DONE, *WHITE_KINDS)


def _take_values(_: str) -> Mapping[str, Words]:
    return {"whites": say("white cards first, then cards of the colour I hold most of")}


def _take(s: State, ask: Ask, value: str) -> str | None:
    """5.3: return the card to take from the supply; None for another question."""
    return choose_best_take(s.players[ask.seat].hand, ask.menu()) if ask.kind == TAKE else None


def _palace_values(_: str) -> Mapping[str, Words]:
    return {"most": say("where they score most now")}


def _palace(s: State, ask: Ask, value: str) -> str | None:
    """3.2, 3.3: return where to place a palace or the crown palace; None for another question."""
    if ask.kind not in (PALACE, CROWN_PALACE):
        return None
    return choose_best_city(s, ask.seat, ask.kind == CROWN_PALACE)


POLICIES = (
    Policy("take", say("When I withdraw, I take"), _take_values, _take),
    Policy("palace", say("When I withdraw, I place palaces"), _palace_values, _palace),
)
