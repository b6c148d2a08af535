"""3 Withdrawing: compare a seat's symbols with those of all seats still in, and give the seat what it wins.

5 Finishing: discard the seat's played cards, and let it take new cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rules.ask import Eyes, only_for
from rules.asking import deal, pick
from rules.taj_mahal import wording
from rules.taj_mahal.board import CITIES
from rules.taj_mahal.cards import (
    CROWN,
    ELEPHANT,
    INFLUENCE,
    KINDS,
    SPECIALS,
    Heap,
    add_cards,
    count_cards,
    list_cards,
)
from rules.taj_mahal.names import name, name_with_articles
from rules.taj_mahal.points import score_bonus_tile, score_palaces, score_province_tile
from rules.taj_mahal.state import State
from rules.words import Plural, Words, join_list, say

PALACE, CROWN_PALACE, TAKE = "palace", "crown", "take"  # the kinds of questions
WITHDREW, PLACED, CROWNED, DREW, TOOK = "withdrew", "placed", "crowned", "drew", "took"  # kinds of lines
# Kinds of lines: a seat gets a palace or cards without a choice, so no order names them.
GIVEN, LEFT = "given", "left"
RESHUFFLED = "reshuffled"
TAKEN = 2  # cards that a withdrawing seat takes from the supply


async def withdraw(s: State, seat: str) -> None:
    """3.1: let the seat win the symbols in which it leads. Then it scores (4) and takes cards (5)."""
    won, played = s.find_majorities(seat), bool(s.players[seat].table)
    if won:
        s.tell(WITHDREW, "{seat} wins {won}.", seat=seat, won=name_with_articles(won))
    elif played:
        s.tell(WITHDREW, "{seat} wins nothing.", seat=seat)
    placed = await place_palaces(s, seat, [symbol for symbol in won if symbol in INFLUENCE])
    if CROWN in won:
        await place_crown_palace(s, seat)
    for city in placed:  # 3.5, 4.1: their order changes only the time of a draw, so nobody chooses it
        if city in s.bonus and score_bonus_tile(s, seat, city):
            prompt = say("A bonus card for {seat}", seat=seat)
            await draw_card(s, seat, prompt, DREW, "{seat} draws a card.")
    if ELEPHANT in won:  # 3.4
        s.court.remove(ELEPHANT)
        score_province_tile(s, seat, s.visit)
    if placed or CROWN in won:
        score_palaces(s, seat)
    await finish_withdrawal(s, seat, played)


async def place_palaces(s: State, seat: str, won: list[str]) -> list[str]:
    """3.2: place a palace in the current province for each influence tile won; return the cities.

    The seat is asked only if it has a choice of empty cities.
    """
    placed: list[str] = []
    for at, symbol in enumerate(won):
        text = "On which city of {province} do you place a palace?"
        if len(won) > 1:
            text = "On which city of {province} do you place palace {n} of {all}?"
        prompt = say(text, n=at + 1, all=len(won), province=s.province)
        free = s.find_open_cities()
        kind, city = GIVEN, free[0]
        if len(free) > len(won) - at:
            kind = PLACED
            city = await pick(
                seat,
                prompt,
                free,
                kind=PALACE,
                lead="palace",
                phrase=wording.PALACE,
                also=_list_numbers,
                final=True,
                foreseen=True,
                label=lambda city: _label_city(s, city),
                picture="province",
            )
        placed.append(city)
        s.palaces[city] = seat
        s.court.remove(symbol)
        influence = s.players[seat].influence
        influence[symbol] = influence.get(symbol, 0) + 1
        s.tell(kind, "{seat} places a palace on {city}.", seat=seat, city=city)
    return placed


async def place_crown_palace(s: State, seat: str) -> None:
    """3.3: place the crown palace on any city of the current province, even on one with a palace.

    The crown palace takes no bonus tile.
    """
    prompt = say("On which city of {province} do you place the crown palace?", province=s.province)
    city = await pick(
        seat,
        prompt,
        CITIES[s.province],
        kind=CROWN_PALACE,
        lead="crown",
        phrase=wording.CROWN,
        also=_spell_crown_palace,
        final=True,
        foreseen=True,
        picture="province",
    )
    s.crowns[city] = seat
    s.court.remove(CROWN)
    s.tell(CROWNED, "{seat} places the crown palace on {city}.", seat=seat, city=city)


def _list_numbers(city: str) -> tuple[str, ...]:
    """Return the number of a city, which players may type for it."""
    return (city[-1],)


def _spell_crown_palace(city: str) -> tuple[str, ...]:
    """Return what players may type for the city of a crown palace: "2", "palace on Delhi 2" and the like."""
    places = (city[-1], name(city))
    pieces = ("palace", "palace on", "crown palace", "crown palace on")
    return city[-1], *(f"{piece} {place}" for piece in pieces for place in places)


def _label_city(s: State, city: str) -> Words:
    """Return the label of a city: its name, and the bonus tile on it if there is one."""
    if city not in s.bonus:
        return say("{city}", city=city)
    return say("{city} ({tile})", city=city, tile=s.bonus[city])


async def finish_withdrawal(s: State, seat: str, played: bool) -> None:
    """5.1 to 5.3: discard the played cards. The seat keeps its special cards.

    If it has played no card, it draws one. In any case it then takes two cards from the supply, or all that
    are left, and is out.
    """
    player = s.players[seat]
    for card in player.table:
        if card not in SPECIALS:
            add_cards(s.discards, card)
    player.table.clear()
    if not played:
        prompt = say("The card that {seat} draws after playing none", seat=seat)
        if not await draw_card(s, seat, prompt, WITHDREW, "{seat} has played no card and draws one."):
            s.tell(WITHDREW, "{seat} has played no card.", seat=seat)
    await take_cards(s, seat)
    s.out.append(seat)


async def draw_card(s: State, seat: str, prompt: Words, kind: str, text: str) -> bool:
    """5.2, 4.1: draw a card of the deck, if any is left. Only its player sees it.

    Return whether a card was drawn. If so, a line of the story with this kind and text says it.
    """
    drawn = await draw_cards(s, s.players[seat].hand, 1, prompt, "card", only_for(seat))
    for card in drawn:
        s.tell(kind, text, seat=seat)
        s.whisper(seat, DREW, "The card is {card}.", card=card)
    return bool(drawn)


async def draw_cards(
    s: State, heap: Heap, n: int, prompt: Words, kind: str, eyes: Eyes = None
) -> tuple[str, ...]:
    """Draw `n` cards of the deck, or all that are left, into this heap, and return them.

    5.4: an empty deck is refilled with the discards.
    """
    found: tuple[str, ...] = ()
    while len(found) < n and (s.deck or s.discards):
        if not s.deck:
            s.deck, s.discards = s.discards, {}
            text = Plural(
                "The deck is empty. {n} discard becomes the new deck.",
                "The deck is empty. {n} discards become the new deck.",
            )
            s.tell(RESHUFFLED, text, n=count_cards(s.deck))
        drawn = await deal(list_cards(s.deck), n - len(found), prompt, eyes=eyes, kind=kind)
        for card in drawn:
            add_cards(s.deck, card, -1)
            add_cards(heap, card)
        found += drawn
    return found


async def take_cards(s: State, seat: str) -> None:
    """5.3: take two cards from the supply, or the rest of it; don't ask if there is no choice."""
    player, taken, left = s.players[seat], list[str](), list[str]()
    while s.supply and len(taken) + len(left) < TAKEN:
        if len(s.supply) == 1 or count_cards(s.supply) <= TAKEN - len(taken):
            card = next(each for each in KINDS if each in s.supply)
            left.append(card)
        else:
            card = await pick(
                seat,
                say("Take which card from the supply?"),
                lambda: [each for each in KINDS if each in s.supply],
                kind=TAKE,
                lead="take",
                phrase=wording.TAKE,
                final=True,
                foreseen=True,
                picture="supply",
            )
            taken.append(card)
        add_cards(s.supply, card, -1)
        add_cards(player.hand, card)
        add_cards(player.known, card)
    for kind, cards in ((TOOK, taken), (LEFT, left)):
        if cards:
            s.tell(kind, "{seat} takes {cards}.", seat=seat, cards=_list_cards(cards))


def _list_cards(cards: Sequence[str]) -> Words:
    """Return cards as a list: "2 Red Elephant–Monk cards"."""
    return join_list(
        [
            say("{key}", key=card) if n == 1 else say("{n} {key} cards", n=n, key=card)
            for card, n in Counter(cards).items()
        ]
    )
