"""What things are called on the board, in the text table and in the alt text."""

from __future__ import annotations

from collections.abc import Mapping

from rules.vijayanagara.view import CardView, DeckView, View

PLACES: Mapping[str, str] = {
    "eligible": "Eligible",
    "ineligible": "Ineligible",
    "command": "Command & Decree",
    "event": "Event or Command",
    "limited": "Limited Command",
    "pass": "Pass",
}
PIECES: Mapping[str, tuple[str, str]] = {
    "troops": ("Troop", "Troops"),
    "governors": ("Governor", "Governors"),
    "qasbahs": ("Qasbah", "Qasbahs"),
    "obedient-amirs": ("Obedient Amir", "Obedient Amirs"),
    "rebelling-amirs": ("Rebelling Amir", "Rebelling Amirs"),
    "amirs": ("Amir", "Amirs"),
    "forts": ("Fort", "Forts"),
    "obedient-rajas": ("Obedient Raja", "Obedient Rajas"),
    "rebelling-rajas": ("Rebelling Raja", "Rebelling Rajas"),
    "rajas": ("Raja", "Rajas"),
    "temples": ("Temple", "Temples"),
    "mongols": ("Mongol Invader", "Mongol Invaders"),
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


def counted(kind: str, number: int) -> str:
    """ "3 Rebelling Amirs"."""
    return f"{number} {PIECES[kind][number != 1]}"


def pieces(stock: Mapping[str, int]) -> str:
    """The pieces of a space or a box, in the order of the board; "nothing" if there are none."""
    held = sorted((kind for kind, number in stock.items() if number), key=list(PIECES).index)
    return ", ".join(counted(kind, stock[kind]) for kind in held) or "nothing"


def block(deck: DeckView) -> str:
    """ "Block 2 of 4: 3 Events, 1 Mongol left"."""
    left = [f"{number} {LEFT[sort][number != 1]}" for sort, number in deck.left.items() if number]
    return (
        f"Block {deck.block} of 4: {', '.join(left)} left" if left else f"Block {deck.block} of 4: none left"
    )


def order(view: View) -> tuple[str, ...]:
    """The factions in the open card's order, or in the board's where the card has none."""
    if view.card is not None and view.card.order:
        return view.card.order
    return tuple(faction.key for faction in view.factions)


def status(key: str) -> str:
    """1.6, 1.7: what a Province is."""
    if key == "tributary":
        return "Tributary"
    if key == "uncontrolled":
        return "Independent, Uncontrolled"
    return f"Controlled by {key.title()}"


def ending(view: View) -> str:
    """How it came to this winner, or to several, in a few words."""
    tie, card = view.tie_break, view.card
    if tie is None:
        return "The game is over" if card is None else f"The game is over: {card.title}"
    if len(view.winners) == 1:
        return "The tie was broken by Aadu-Huli aata"
    return f"Shared: Aadu-Huli aata was {'refused' if tie.refused else 'drawn'}"


def card_line(card: CardView) -> str:
    """ "Event 12, Stay Eligible"."""
    number = "" if card.number is None else f" {card.number}"
    stay = ", Stay Eligible" if card.stay_eligible else ""
    return f"{CARD_KINDS[card.kind]}{number}{stay}"
