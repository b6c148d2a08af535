"""Name things in words, the same on the board, in the text table and in the alt text."""

from __future__ import annotations

from collections.abc import Mapping

from render.vijayanagara.names import name
from rules.vijayanagara.view import CardView, DeckView, FactionView, SpaceView, View
from rules.words import Plural, as_is, in_turn, mark_text, say

PLACES: Mapping[str, str] = {
    "eligible": "Eligible",
    "ineligible": "Ineligible",
    "command": "Command & Decree",
    "event": "Event or Command",
    "limited": "Limited Command",
    "pass": "Pass",
}
BRIEFLY: Mapping[str, str] = {  # the places on the sequence of play, in one word each
    "command": "Command",
    "event": "Event",
    "limited": "Limited",
}
CARD_KINDS: Mapping[str, str] = {
    "event": "Event",
    "mongol": "Mongol Invasion",
    "succession": "Succession",
    "timurid": "Timurid Empire",
}
LEFT: Mapping[str, Plural] = {
    "event": Plural("{n} Event", "{n} Events"),
    "mongol": Plural("{n} Mongol", "{n} Mongols"),
    "timurid": Plural("{n} Timurid", "{n} Timurids"),
}
SEATS: Mapping[str, str] = {
    "sultanate": "Sultanate",
    "bahmani": "Bahmani",
    "vijayanagara": "Vijayanagara",
}


def text(data: str) -> str:
    """Return a title or a text from the data of the game, in the language of the picture."""
    return mark_text(data).within(name)


def seat(key: str) -> str:
    """Return a faction's name in one word."""
    return name.say(SEATS[key])


def space(seen: SpaceView) -> str:
    """Return the name of a space as the map writes it."""
    return text(seen.name)


def place(key: str, brief: bool = False) -> str:
    """2.3: return a faction's place on the sequence of play. `brief`: in one word."""
    return name.say(BRIEFLY.get(key, PLACES[key]) if brief else PLACES[key])


def label_faction(faction: str, does: str) -> str:
    """Return a faction's name, and what it does or where it is: "Delhi Sultanate: Pass"."""
    return name.say("{faction}: {does}", faction=mark_text(faction), does=as_is(does))


def kind(card: CardView) -> str:
    """Return the name of a card's kind."""
    return name.say(CARD_KINDS[card.kind])


def dynasty(key: str) -> str:
    """2.7: return the name of a dynasty."""
    return name(key)


def reign(key: str) -> str:
    """Return the name of a dynasty with the word "dynasty": "Khalji dynasty"."""
    return name.say("{dynasty} dynasty", dynasty=key)


def block(deck: DeckView, brief: bool = False) -> str:
    """Return "Block 2 of 4: 3 Events, 1 Mongol left"; `brief` leaves out "of 4"."""
    left = [say(LEFT[sort], n=number) for sort, number in deck.left.items() if number]
    if not left:
        return name.say("Block {n}: none left" if brief else "Block {n} of 4: none left", n=deck.block)
    sentence = "Block {n}: {cards} left" if brief else "Block {n} of 4: {cards} left"
    return name.say(sentence, n=deck.block, cards=in_turn(left, ", "))


def cards(deck: DeckView) -> str:
    """Return how many cards are still to come: "12 cards"."""
    return name.say(Plural("{n} card", "{n} cards"), n=deck.remaining)


def all_cards(deck: DeckView) -> str:
    """Return how many cards are still to come in all blocks: "12 cards in all"."""
    return name.say(Plural("{n} card in all", "{n} cards in all"), n=deck.remaining)


def headline(view: View) -> str:
    """Return the state of the game, or how it ended, in one line."""
    return view.headline if view.caption is None else view.caption.read(name)


def ranking(view: View) -> list[tuple[int, FactionView]]:
    """5.5: return each faction with its rank, the best first. Factions share a rank if no rule decides."""

    def rank(faction: FactionView) -> tuple[bool, int, int]:
        return faction.key in view.winners, faction.vp, faction.resources

    ranked = sorted(view.factions, key=rank, reverse=True)
    return [(1 + sum(rank(other) > rank(each) for other in ranked), each) for each in ranked]


def order(view: View) -> tuple[str, ...]:
    """Return the factions in the order of the open card.

    Without such an order, use the order of the board.
    """
    if view.card is not None and view.card.order:
        return view.card.order
    return tuple(faction.key for faction in view.factions)


def ending(view: View, brief: bool = False) -> str:
    """Return how the winner or winners were decided, in a few words.

    `brief`: name the winner's points, not the last card.
    """
    tie, card = view.tie_break, view.card
    tied = tie is None and len(view.winners) == 1 and [
        f for f in view.factions if f.vp == view.faction(view.winners[0]).vp and f.key not in view.winners
    ]  # fmt: skip
    if tied:
        return name.say("The tie was broken by Resources")
    if tie is None and brief and len(view.winners) == 1:
        return name.say("with {n} VP", n=view.faction(view.winners[0]).vp)
    if tie is None and (card is None or brief):
        return name.say("The game is over")
    if tie is None and card is not None:
        return name.say("The game is over: {card}", card=mark_text(card.title))
    if len(view.winners) == 1:
        return name.say("The tie was broken by Aadu-Huli aata")
    if tie is not None and tie.refused:
        return name.say("Shared: Aadu-Huli aata was refused")
    return name.say("Shared: Aadu-Huli aata was drawn")


def title_card(card: CardView) -> str:
    """Return a card's title with its kind: "Two Pandya Princes (Event 7)".

    If the title and the kind are the same text, return that text once.
    """
    title, line = text(card.title), card_line(card)
    return title if title == line else f"{title} ({line})"


def card_line(card: CardView) -> str:
    """Return a card's kind and number, and "Stay Eligible" if the card says so: "Event 12, Stay Eligible"."""
    number = "" if card.number is None else f" {card.number}"
    stay = f", {name.say('Stay Eligible')}" if card.stay_eligible else ""
    return f"{kind(card)}{number}{stay}"
