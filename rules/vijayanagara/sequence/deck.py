"""2.1 Deck Construction and 2.3 the cards: Events come from a file, other cards from the rulebook.

There is no shuffled deck: each card is drawn by chance when it is revealed, from the cards left in its block.
"""

from __future__ import annotations

from rules.asking import draw
from rules.vijayanagara.cards import BLOCKS, EVENTS, MONGOL_CARDS, SUCCESSION, TIMURID, TITLES, list_block
from rules.vijayanagara.state import State
from rules.words import Words, mark_text, say

CARD = "card"  # the kind of the draw of the next card


def get_plain_title(s: State, card: str) -> str:
    """Return a card's title in this game's deck: "Bengal Goes Its Own Way", "Lords of the Deccan"."""
    return s.deck.events[card].title if card in EVENTS else TITLES[card]


def get_title(s: State, card: str) -> Words:
    """Return a card's title, with the number if it is an Event: "Bengal Goes Its Own Way (20)"."""
    if card not in EVENTS:
        return say("{card}", card=card)
    return say("{card} ({n})", card=mark_text(get_plain_title(s, card)), n=s.deck.events[card].number)


def count_remaining(s: State) -> int:
    """2.3: return how many cards are left in the deck."""
    later = sum(sum(list_block(number).values()) for number in range(s.block + 1, BLOCKS + 1))
    return sum(s.left.values()) + later + (BLOCKS - s.block)


async def draw_card(s: State) -> str:
    """2.2, 2.3.8: reveal the next card.

    The card is drawn from the open block, or is the Succession card that follows the block.
    """
    if not any(s.left.values()):
        card = SUCCESSION[s.block - 1]
        s.block += 1
        s.left = list_block(s.block)
    else:
        sort = await _draw([sort for sort, n in s.left.items() for _ in range(n)])
        s.left[sort] -= 1
        card = sort if sort == TIMURID else await _draw(list_unseen(s, sort))
    s.played.append(card)
    return card


def list_unseen(s: State, sort: str) -> list[str]:
    """2.1: return the cards of a sort that have not been played.

    These cards are in the deck or were left out of it.
    """
    if sort == "mongol":
        return [card for card, n in MONGOL_CARDS.items() for _ in range(n - s.played.count(card))]
    return [card for card in EVENTS if card not in s.played]


async def _draw(pile: list[str]) -> str:
    return pile[0] if len(set(pile)) == 1 else await draw(pile, say("the next card"), kind=CARD)
