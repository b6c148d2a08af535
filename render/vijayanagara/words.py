"""What things are called on the board, in the text table and in the alt text."""

from __future__ import annotations

from collections.abc import Mapping

from render.vijayanagara.names import name
from rules.vijayanagara.view import CardView, DeckView, FactionView, SpaceView, View
from rules.words import Plural, as_is, in_turn, printed, say

PLACES: Mapping[str, str] = {
    "eligible": "Eligible",
    "ineligible": "Ineligible",
    "command": "Command & Decree",
    "event": "Event or Command",
    "limited": "Limited Command",
    "pass": "Pass",
}
BRIEFLY: Mapping[str, str] = {  # in one word
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
    """A title or a text out of the data of the game."""
    return printed(data).within(name)


def seat(key: str) -> str:
    """A faction in one word."""
    return name.say(SEATS[key])


def space(seen: SpaceView) -> str:
    """The name of a space as the map has it."""
    return text(seen.name)


def place(key: str, brief: bool = False) -> str:
    """Where a faction is on the sequence of play (2.3)."""
    return name.say(BRIEFLY.get(key, PLACES[key]) if brief else PLACES[key])


def stand(faction: str, does: str) -> str:
    """What a faction does, or where it is: "Delhi Sultanate: Pass"."""
    return name.say("{faction}: {does}", faction=printed(faction), does=as_is(does))


def kind(card: CardView) -> str:
    """The sort of a card."""
    return name.say(CARD_KINDS[card.kind])


def dynasty(key: str) -> str:
    """The name of a dynasty (2.7)."""
    return name(key)


def reign(key: str) -> str:
    """ "Khalji dynasty" """
    return name.say("{dynasty} dynasty", dynasty=key)


def block(deck: DeckView, brief: bool = False) -> str:
    """ "Block 2 of 4: 3 Events, 1 Mongol left"; in brief without "of 4"."""
    left = [say(LEFT[sort], n=number) for sort, number in deck.left.items() if number]
    if not left:
        return name.say("Block {n}: none left" if brief else "Block {n} of 4: none left", n=deck.block)
    sentence = "Block {n}: {cards} left" if brief else "Block {n} of 4: {cards} left"
    return name.say(sentence, n=deck.block, cards=in_turn(left, ", "))


def cards(deck: DeckView) -> str:
    """How many are still to come: "12 cards"."""
    return name.say(Plural("{n} card", "{n} cards"), n=deck.remaining)


def all_cards(deck: DeckView) -> str:
    """How many are still to come in all blocks: "12 cards in all"."""
    return name.say(Plural("{n} card in all", "{n} cards in all"), n=deck.remaining)


def headline(view: View) -> str:
    """Where the game is, in one line, or how it ended."""
    return view.headline if view.caption is None else view.caption.read(name)


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


def ending(view: View, brief: bool = False) -> str:
    """How it came to this winner, or to several, in a few words; in brief without the last card."""
    tie, card = view.tie_break, view.card
    tied = tie is None and len(view.winners) == 1 and [
        f for f in view.factions if f.vp == view.faction(view.winners[0]).vp and f.key not in view.winners
    ]  # fmt: skip
    if tied:
        return name.say("The tie was broken by Resources (5.0)")
    if tie is None and (card is None or brief):
        return name.say("The game is over")
    if tie is None and card is not None:
        return name.say("The game is over: {card}", card=printed(card.title))
    if len(view.winners) == 1:
        return name.say("The tie was broken by Aadu-Huli aata")
    if tie is not None and tie.refused:
        return name.say("Shared: Aadu-Huli aata was refused")
    return name.say("Shared: Aadu-Huli aata was drawn")


def titled(card: CardView) -> str:
    """ "Two Pandya Princes (Event 7)"; a title that says the same as its sort stands alone."""
    title, line = text(card.title), card_line(card)
    return title if title == line else f"{title} ({line})"


def card_line(card: CardView) -> str:
    """ "Event 12, Stay Eligible"."""
    number = "" if card.number is None else f" {card.number}"
    stay = f", {name.say('Stay Eligible')}" if card.stay_eligible else ""
    return f"{kind(card)}{number}{stay}"
