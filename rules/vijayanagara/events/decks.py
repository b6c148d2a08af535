"""Check, show and test decks: `rules.extras.Decks` for this game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from textwrap import wrap

from rules.errors import BadFile
from rules.vijayanagara import cards, events
from rules.vijayanagara.cards import Event
from rules.vijayanagara.events.deckfile import BUILT_IN, Card, load_deck, read_deck
from rules.vijayanagara.names import NAMES
from rules.vijayanagara.sequence import deck
from rules.vijayanagara.sequence.turn import find_next_eligible
from rules.vijayanagara.state import State
from rules.words import Plural, Words, as_is, in_turn, mark_text, say

WIDTH = 76


def check(text: str) -> list[str]:
    """Return the mistakes of a deck, one line each, with the place and the expected value."""
    try:
        if text not in BUILT_IN:
            read_deck(text, strict=True)
    except BadFile as error:
        return str(error).splitlines()
    return []


def show(text: str, number: int | None) -> str:
    """Return the deck, or one card of it, for players.

    Raises `BadFile`, and `ValueError` for a card that the deck lacks.
    """
    found = load_deck(text)
    if number is None:
        many = f"{len(found.cards)} card{'' if len(found.cards) == 1 else 's'}"
        head = f"{found.title}, version {found.version}: {many}"
        return "\n\n".join(
            [head, *(_write_card(card) for card in sorted(found.cards, key=lambda c: c.number))]
        )
    for card in found.cards:
        if card.number == number:
            return _write_card(card)
    raise ValueError(f"{found.title} has no card {number}")


def card(s: State, number: int | None) -> Words:
    """Return a card of the game's deck. Raises `ValueError` if the deck has no such card.

    `number`: the card's number; None: the card revealed last, and how many cards are left in the deck.
    """
    if number is not None:
        key = f"event-{number}"
        if key not in s.deck.events:
            none = say("There is no card {n}. Cards go from 1 to {last}.", n=number, last=cards.CARDS)
            raise ValueError(none)
        return _describe_open_card(s, key)
    left = deck.count_remaining(s)
    rest = say(Plural("{n} card left in the deck.", "{n} cards left in the deck."), n=left)
    if not s.played:
        return say("No card has been revealed yet. {rest}", rest=rest)
    return in_turn([_describe_open_card(s, s.played[-1]), as_is(""), rest], "\n")


def open_card(s: State) -> list[Words]:
    """Return the sides of the open card."""
    event = None if s.card is None else s.deck.events[s.card]
    return [_write_side(event, side) for side in events.SIDES if event and event.side(side)]


def write_executed_side(s: State) -> list[Words]:
    """2.3.4: return the side of the open card that is being executed; [] if none is."""
    executed = [line.parts["side"] for line in s.story if line.kind == "event"]
    if not s.in_event or s.card is None or not executed:
        return []
    return [_write_side(s.deck.events[s.card], executed[-1])]


def write_known_effects(s: State, seat: str) -> list[Words]:
    """2.3.4: return the effects of the Event that this seat executes; [] if it executes none.

    Call this where another faction decides within the Event. If the Event has done nothing yet, return what
    it is known to do. Otherwise return the text of its side.
    """
    begun = next((line for line in reversed(s.story) if line.kind == "event"), None)
    if not s.in_event or s.card is None or begun is None or begun.parts["faction"] != seat:
        return []
    if begun is not s.story[-1]:
        return write_executed_side(s)
    known = events.describe_outlook(s, seat, s.deck.events[s.card].side(begun.parts["side"]))
    return [say("The Event, as far as is known: {effects}.", effects=known)]


def _write_side(event: Event, side: str) -> Words:
    return say("{side}: {text}", side=side, text=mark_text(event.text(side)))


def report(text: str, games: int, number: Callable[[int], int]) -> Iterator[str]:
    """Return the lines of a table that says what each side did in `games` random games. Raises `BadFile`."""
    # imported here, because only this command plays games to test a deck
    from rules.vijayanagara.events.report import write_report

    return write_report(text, games, number)


def _describe_open_card(s: State, key: str) -> Words:
    """Return the text of a card. If the card is open, add what its sides would do now."""
    event = s.deck.events.get(key)
    if event is None:
        kind = key if key in cards.SUCCESSION else key.partition("-")[0]
        return in_turn([key, *map(as_is, cards.TEXTS[kind])], "\n")
    lines = [say("{n}. {card}", n=event.number, card=mark_text(event.title)), _order(event)]
    if event.years:
        lines[0] = say(
            "{n}. {card} ({years})", n=event.number, card=mark_text(event.title), years=as_is(event.years)
        )
    if event.stay_eligible:
        lines.append(say("Stay Eligible."))
    acting = find_next_eligible(s) if key == s.card else None
    for side in events.SIDES:
        if event.side(side):
            lines += [as_is(""), say("{side}: {text}", side=side, text=mark_text(event.text(side)))]
            if acting is not None:
                now = events.describe_outlook(s, acting, event.side(side))
                lines.append(say("Now, for {faction}: {now}.", faction=acting, now=now))
    if not event.written:
        lines += [as_is(""), say("This card has no Event text, so nobody can execute it.")]
    return in_turn([*lines, *([as_is(""), as_is(event.note)] if event.note else [])], "\n")


def _order(event: Event) -> Words:
    words = say("{faction}", faction=event.order[0])
    for faction in event.order[1:]:
        words = say("{before}, then {kind}", before=words, kind=faction)
    return say("Order: {order}.", order=words)


def _write_head(event: Event) -> str:
    years = f" ({event.years})" if event.years else ""
    order = ", then ".join(NAMES[faction] for faction in event.order)
    stay = "\nStay Eligible." if event.stay_eligible else ""
    return f"{event.number}. {event.title}{years}\nOrder: {order}.{stay}"


def _write_card(event: Card) -> str:
    """Return the wrapped text of a card outside a game.

    If a side has its own wording, the generated text follows the wording.
    """
    lines = _write_head(event).splitlines()
    for side in events.SIDES:
        if event.side(side):
            lines += ["", *wrap(f"{side.title()}: {event.text(side)}", WIDTH)]
        if event.text(side) != event.says(side):
            lines += wrap(f"Its effects say: {event.says(side) or 'nothing.'}", WIDTH, initial_indent="  ")
    return "\n".join([*lines, *(["", *wrap(event.note, WIDTH)] if event.note else [])])
