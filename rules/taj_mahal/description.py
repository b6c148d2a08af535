"""Describe a picture in sentences: what happened, then the table, the most important first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rules.taj_mahal.cards import SYMBOLS
from rules.taj_mahal.digest import tell_cards, tell_withdrawal
from rules.taj_mahal.hidden_cards import sample_state
from rules.taj_mahal.sequence.visits import describe_victory
from rules.taj_mahal.tiles import LAST
from rules.taj_mahal.view import CityView, PlayerView, ProvinceView, View
from rules.words import Plural, Words, as_is, in_turn, join_list, say


def list_names(keys: Iterable[str]) -> Words:
    """Return these names, with commas between them."""
    return in_turn([say("{key}", key=key) for key in keys], ", ")


def list_cards(heap: Mapping[str, int]) -> Words:
    """Return the cards of a heap: "2 Red double Elephant cards, White Monk"."""
    cards = [
        say("{key}", key=kind) if n == 1 else say("{n} {key} cards", n=n, key=kind)
        for kind, n in heap.items()
    ]
    return in_turn(cards, ", ")


# ---------------------------------------------------------------------- what happened


def describe_lit(cities: Sequence[str]) -> list[Words]:
    """Return the highlighted cities."""
    return [say("Highlighted: {cities}.", cities=list_names(cities))] if cities else []


def describe_deeds(
    won: Mapping[str, Sequence[str]], cities: Sequence[str], points: Mapping[str, int], withdrew: bool
) -> list[Words]:
    """Return what was won, where palaces were placed, and who scored.

    `withdrew`: whether a seat has finished a withdrawal. If not, "Nothing was won." is left out.
    """
    found = [say("{seat} won {won}.", seat=seat, won=list_names(got)) for seat, got in won.items()]
    if cities:
        found.append(say("New palaces on {cities}.", cities=list_names(cities)))
    found += [say("{seat} scored {n}.", seat=seat, n=n) for seat, n in points.items()]
    return found or ([say("Nothing was won.")] if withdrew else [])


def describe_span(first: View, last: View) -> Words:
    """Return the first and the last visit of a recap."""
    return say("From visit {first} to visit {last}.", first=max(1, first.visit), last=last.visit)


# ---------------------------------------------------------------------- the table


def describe_visit(view: View) -> list[Words]:
    """Return the visit, the seat whose turn it is, and what can be won."""
    if not view.visit:
        return [say("Taj Mahal: the game is being set up.")]
    if view.over:
        return [say("Taj Mahal: {ending}", ending=describe_victory(view.winners))]
    text = "Visit {visit} of {last}: {province}."
    found = [say(text, visit=view.visit, last=LAST, province=view.province)]
    if view.mover:
        court = list_names(view.court) if view.court else say("nothing")
        found += [say("{seat} to play.", seat=view.mover), say("At court: {court}.", court=court)]
    return found


def describe_seats(view: View) -> list[Words]:
    """Return what each seat has and shows."""
    return [_describe_seat(view, player) for player in view.players]


def _describe_seat(view: View, player: PlayerView) -> Words:
    parts = [
        say(Plural("{n} point", "{n} points"), n=player.points),
        describe_cards(player),
    ]
    if player.is_out:
        parts.append(say("out"))
    elif shown := [(symbol, player.shows[symbol]) for symbol in SYMBOLS if player.shows[symbol]]:
        each = [say("{n} {symbol}", n=n, symbol=symbol) for symbol, n in shown]
        parts.append(say("shows {symbols}", symbols=in_turn(each, ", ")))
        if first := [symbol for symbol, _ in shown if view.leads.get(symbol) == player.key]:
            parts.append(say("leads in {symbols}", symbols=list_names(first)))
    return say("{seat}: {parts}.", seat=player.key, parts=in_turn(parts, ", "))


def describe_cards(player: PlayerView) -> Words:
    """Return how many cards a seat holds: "11 cards, 1 special card". Special cards are counted apart."""
    parts = [say(Plural("{n} card", "{n} cards"), n=player.cards)]
    if player.specials:
        parts.append(say(Plural("{n} special card", "{n} special cards"), n=len(player.specials)))
    return in_turn(parts, ", ")


def describe_played(view: View) -> list[Words]:
    """Return the cards that each seat has on the table."""
    return [
        say("{seat} has played {cards}.", seat=player.key, cards=list_names(player.table))
        for player in view.players
        if player.table
    ]


def describe_rest(view: View) -> list[Words]:
    """Return the supply, the deck, the discards, the current province and all palaces."""
    found = [
        describe_supply(view),
        say("Deck {deck}, discards {discards}.", deck=view.deck, discards=sum(view.discards.values())),
    ]
    if view.province and not view.over:
        found += describe_province(view.place(view.province))
    for player in view.players:
        if cities := sorted(view.find_cities(player.key)):
            found.append(say("Palaces of {seat}: {cities}.", seat=player.key, cities=list_names(cities)))
    return found


def describe_supply(view: View) -> Words:
    """Return the open supply. Before the first move of a visit it is not laid out yet."""
    if not view.supply and not view.over and not view.out and not any(each.table for each in view.players):
        return say("The supply of this visit is not laid out yet.")
    if not view.supply:
        return say("The supply is empty.")
    return say("The supply is {cards}.", cards=list_cards(view.supply))


def describe_province(each: ProvinceView) -> list[Words]:
    """Return a province and the palaces in its cities."""
    if not each.number:
        return [say("{province}.", province=each.key)]
    goods = join_list(each.goods)
    text = (
        "{province}: visit {visit}, {goods}, won by {seat}."
        if each.owner
        else "{province}: visit {visit}, {goods}."
    )
    found = [say(text, province=each.key, visit=each.number, goods=goods, seat=each.owner)]
    return found + [told for city in each.cities if (told := _describe_city(city)) is not None]


def describe_joined(roads: Sequence[tuple[str, str]]) -> list[Words]:
    """Return which roads lead from a province to the viewer's own palaces; [] if there are none."""
    each = [say("{one} to {other}", one=one, other=other) for one, other in roads]
    return [say("Roads to your palaces: {roads}.", roads=in_turn(each, ", "))] if each else []


def _describe_city(city: CityView) -> Words | None:
    parts = [say("palace of {seat}", seat=city.palace)] if city.palace else []
    parts += [say("crown palace of {seat}", seat=city.crown)] if city.crown else []
    parts += [say("bonus tile {tile}", tile=city.bonus)] if city.bonus else []
    return say("{city}: {parts}.", city=city.key, parts=in_turn(parts, ", ")) if parts else None


def describe_numbers(numbers: Mapping[str, str]) -> Words:
    """Return the numbers in the picture, each with its answer. `numbers`: by answer, its number."""
    each = [say("{n} {key}", n=as_is(number), key=key) for key, number in numbers.items()]
    return say("{answers}.", answers=in_turn(each, ", "))


# ---------------------------------------------------------------------- a hand


def describe_no_hand() -> Words:
    """Return that this view shows no hand."""
    return say("This view shows no hand.")


def describe_withdrawal(view: View, player: PlayerView) -> Words:
    """Return what a withdrawal would bring this player now."""
    if player.is_out:
        return say("You have withdrawn from this visit.")
    if not view.visit:
        return say("The game is being set up.")
    s = sample_state(view, lambda _: 0)
    return tell_withdrawal(s, player.key) if player.table and not s.over else tell_cards(s)


def describe_hand(player: PlayerView) -> list[Words]:
    """Return the cards of a hand, and the special cards."""
    cards = list_cards(player.hand) if player.hand else say("only special cards")
    found = [say("Your hand: {cards}.", cards=cards)]
    if player.specials:
        found.append(say("Special cards: {cards}.", cards=list_names(player.specials)))
    return found


def describe_playable(playable: Mapping[str, Sequence[str]]) -> Words:
    """Return the cards that can be played now. `playable`: the symbols that each card would lead in."""
    can = [_describe_lead(kind, leads) for kind, leads in playable.items()]
    return say("You can play now: {cards}.", cards=in_turn(can, ", ") if can else say("nothing"))


def _describe_lead(kind: str, leads: Sequence[str]) -> Words:
    if not leads:
        return say("{key}", key=kind)
    return say("{card} (leads in {symbols})", card=kind, symbols=list_names(leads))
