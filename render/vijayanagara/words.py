"""What things are called on the board, in the text table and in the alt text."""

from __future__ import annotations

from collections.abc import Mapping

from rules.vijayanagara.view import CardView, DeckView, FactionView, View

PLACES: Mapping[str, str] = {
    "eligible": "Eligible",
    "ineligible": "Ineligible",
    "command": "Command & Decree",
    "event": "Event or Command",
    "limited": "Limited Command",
    "pass": "Pass",
}
CARD_KINDS: Mapping[str, str] = {
    "event": "Event",
    "mongol": "Mongol Invasion",
    "succession": "Succession",
    "timurid": "Timurid Empire",
}
DYNASTIES: Mapping[str, str] = {"khalji": "Khalji", "tughlaq": "Tughlaq"}
LEFT: Mapping[str, tuple[str, str]] = {
    "event": ("Event", "Events"),
    "mongol": ("Mongol", "Mongols"),
    "timurid": ("Timurid", "Timurids"),
}


def block(deck: DeckView, brief: bool = False) -> str:
    """ "Block 2 of 4: 3 Events, 1 Mongol left"; in brief without "of 4"."""
    left = [f"{number} {LEFT[sort][number != 1]}" for sort, number in deck.left.items() if number]
    return f"Block {deck.block}{'' if brief else ' of 4'}: {', '.join(left) or 'none'} left"


def cards(deck: DeckView) -> str:
    """How many are still to come: "12 cards"."""
    return f"{deck.remaining} card{'' if deck.remaining == 1 else 's'}"


def ranking(view: View) -> list[tuple[int, FactionView]]:
    """5.5: each faction and its place, the first first; a place is shared by those whom nothing parts."""

    def rank(faction: FactionView) -> tuple[bool, int, int]:
        return faction.key in view.winners, faction.vp, faction.resources

    ranked = sorted(view.factions, key=rank, reverse=True)
    return [(1 + sum(rank(other) > rank(each) for other in ranked), each) for each in ranked]


def order(view: View) -> tuple[str, ...]:
    """The factions in the open card's order, or in the board's where the card has none."""
    if view.card is not None and view.card.order:
        return view.card.order
    return tuple(faction.key for faction in view.factions)


def ending(view: View) -> str:
    """How it came to this winner, or to several, in a few words."""
    tie, card = view.tie_break, view.card
    tied = tie is None and len(view.winners) == 1 and [
        f for f in view.factions if f.vp == view.faction(view.winners[0]).vp and f.key not in view.winners
    ]  # fmt: skip
    if tied:
        return "The tie was broken by Resources (5.0)"
    if tie is None:
        return "The game is over" if card is None else f"The game is over: {card.title}"
    if len(view.winners) == 1:
        return "The tie was broken by Aadu-Huli aata"
    return f"Shared: Aadu-Huli aata was {'refused' if tie.refused else 'drawn'}"


def titled(card: CardView) -> str:
    """ "Two Pandya Princes (Event 7)"; a title that says the same as its sort stands alone."""
    return card.title if card.title == card_line(card) else f"{card.title} ({card_line(card)})"


def card_line(card: CardView) -> str:
    """ "Event 12, Stay Eligible"."""
    number = "" if card.number is None else f" {card.number}"
    stay = ", Stay Eligible" if card.stay_eligible else ""
    return f"{CARD_KINDS[card.kind]}{number}{stay}"
