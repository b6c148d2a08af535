"""Describe in prose what happened in a visit, what points are for, and what a withdrawal would bring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.ask import Ask, only_for
from rules.chance import Draw
from rules.kernel import Pending
from rules.taj_mahal.board import CITIES
from rules.taj_mahal.cards import ELEPHANT, SHOWS, SPECIALS, count_cards
from rules.taj_mahal.names import name_with_articles
from rules.taj_mahal.points import count_bonus_points, count_province_points, find_connected, find_own_cities
from rules.taj_mahal.sequence.visits import list_trades
from rules.taj_mahal.sequence.withdrawing import CROWN_PALACE, PALACE, TAKE, TAKEN
from rules.taj_mahal.state import PARTS, State
from rules.taj_mahal.tiles import count_goods
from rules.taj_mahal.view import View
from rules.taj_mahal.withdrawal_forecast import forecast_withdrawal
from rules.words import Line, Plural, Words, in_turn, listed, say

PART_TEXTS = {
    "bonus": "bonus tiles {n}",
    "provinces": "provinces {n}",
    "palaces": "palaces {n}",
    "special": "+2 card {n}",
    "cards": "cards at the end {n}",
}


def title_chapter(view: View) -> Words:
    """6: return the title of the visit to which a turn belongs. `view`: the view before the turn."""
    if not view.visit:
        return say("Preparation")
    return say("Visit {visit}: {province}", visit=view.visit, province=view.province)


def write_digest(before: View, after: View, _story: Sequence[Line], _own: str) -> list[list[Words]]:
    """Return what happened between two views, in paragraphs of sentences, the most important first."""
    paragraphs = (
        (_tell_points(before, after),),
        (_tell_provinces(before, after), _tell_specials(before, after)),
        (_tell_palaces(before, after),),
    )
    return [[words for words in parts if words is not None] for parts in paragraphs]


def tell_ending(after: View, _story: Sequence[Line]) -> list[Words]:
    """7: return that the game has ended; empty while it goes on. Who won is told apart, with the result."""
    return [say("The last visit ended.")] if after.winners else []


def _tell_points(before: View, after: View) -> Words | None:
    """Return who scored how much, the highest total first."""
    then = {player.key: player.points for player in before.players}
    scored = [player for player in after.players if player.points != then[player.key]]
    if not scored:
        return None
    scored.sort(key=lambda player: -player.points)
    told = [
        say(
            "{seat} scored {n} (now {total})",
            seat=player.key,
            n=player.points - then[player.key],
            total=player.points,
        )
        for player in scored
    ]
    return say("{told}.", told=listed(told))


def _tell_provinces(before: View, after: View) -> Words | None:
    """3.4: return who won which provinces."""
    had = {player.key: player.tiles for player in before.players}
    told = []
    for player in after.players:
        won = [
            province.key
            for province in after.provinces
            if province.number in player.tiles and province.number not in had[player.key]
        ]
        if won:
            provinces = Plural("{seat} won the province of {won}", "{seat} won the provinces of {won}")
            told.append(say(provinces, n=len(won), seat=player.key, won=listed(won)))
    lost = _list_unwon(before, after)
    if lost:
        text = Plural("nobody won the province of {lost}", "nobody won the provinces of {lost}")
        told.append(say(text, n=len(lost), lost=listed(lost)))
    return say("{told}.", told=in_turn(told)) if told else None


def _list_unwon(before: View, after: View) -> list[str]:
    """3.4: return the provinces that nobody has won, among those whose visits ended between two views."""
    ended = [
        province
        for province in after.provinces
        if 0 < before.visit <= province.number and (province.number < after.visit or after.over)
    ]
    found = [province for province in ended if not province.owner and not before.over]
    return [province.key for province in sorted(found, key=lambda each: each.number)]


def _tell_palaces(before: View, after: View) -> Words | None:
    """3.2, 3.3: return which seats built palaces, and in which cities; also crown palaces."""
    told = []
    for player in after.players:
        new, crowned = (
            [city for city, seat in now.items() if seat == player.key and city not in then]
            for then, now in ((before.palaces, after.palaces), (before.crowns, after.crowns))
        )
        text = "{seat} built in {cities}, and the crown palace in {crowned}" if new and crowned else ""
        text = text or ("{seat} built in {cities}" if new else "{seat} built the crown palace in {crowned}")
        if new or crowned:
            places = {"cities": new, "crowned": crowned}
            named = {slot: listed(cities) for slot, cities in places.items() if cities}
            told.append(say(text, seat=player.key, **named))
    return say("{told}.", told=in_turn(told)) if told else None


def tell_changes(before: View, after: View, seat: str) -> list[Words]:
    """6.1: return which special cards other players took from a seat, and which ones it won."""
    moved = [(card, before.specials[card], after.specials[card]) for card in SPECIALS]
    taken = [
        say("{new} took {card} from you", new=new, card=name_with_articles([card]))
        for card, old, new in moved
        if old == seat != new and new
    ]
    won = [card for card, old, new in moved if new == seat != old]
    return [*taken, *([say("you won {cards}", cards=name_with_articles(won))] if won else [])]


def _tell_specials(before: View, after: View) -> Words | None:
    """6.1: return which special cards changed hands."""
    told = []
    for card in SPECIALS:
        old, new = before.specials[card], after.specials[card]
        if old != new:
            text = "{new} took {card} from {old}" if old else "{new} earned {card}"
            told.append(say(text, new=new, card=name_with_articles([card]), old=old))
    return say("{told}.", told=listed(told)) if told else None


def describe_scores(view: View) -> Mapping[str, Words]:
    """Return for each seat what its points are for. Parts of 0 and seats without points are left out."""
    return {
        player.key: in_turn(parts, ", ") for player in view.players if (parts := _list_parts(player.parts))
    }


def _list_parts(scored: Mapping[str, int]) -> list[Words]:
    return [say(PART_TEXTS[part], n=scored[part]) for part in PARTS if scored[part]]


def write_forecast(s: State, seat: str, pending: Pending | None) -> Sequence[Words]:
    """Return what a withdrawal would win and score now; () before the seat has played in this visit.

    If the seat is withdrawing and is about to draw a card, return instead which cards it gets, and which
    points it scores after the draw. While it chooses what a withdrawal brings, return ().
    """
    if isinstance(pending, Draw) and pending.eyes == only_for(seat):
        played = bool(s.players[seat].table)
        return (tell_cards(s, bonus=played), *(_tell_later_points(s, seat) if played else ()))
    if isinstance(pending, Ask) and pending.kind in (PALACE, CROWN_PALACE, TAKE):
        return ()
    if not s.visit or s.over or seat not in s.players or not s.players[seat].table:
        return ()
    brings = forecast_withdrawal(s, seat)
    if not brings.won:
        told = say("If you withdraw with the cards now on the table, you win nothing.")
    else:
        text = Plural(
            "If you withdraw with the cards now on the table, you win {won} and score up to {n} point.",
            "If you withdraw with the cards now on the table, you win {won} and score up to {n} points.",
        )
        told = say(text, won=name_with_articles(brings.won), n=brings.points)
    return (told,)


def _tell_later_points(s: State, seat: str) -> Sequence[Words]:
    """4, 6.1: return what is certain to follow after a withdrawing seat draws a card for a bonus tile.

    These are the points that it still scores, and the special cards that change hands if the visit ends.
    """
    player = s.players[seat]
    had, scored = count_goods(player.tiles, player.goods), dict.fromkeys(PARTS, 0)
    for city in CITIES[s.province]:  # a tile that has been scored is no longer there
        if s.palaces.get(city) == seat and city in s.bonus:
            tile = s.bonus[city]
            scored["bonus"] += count_bonus_points(tile, had)
            had |= {tile: had[tile] + 1} if tile in had else {}
    if ELEPHANT in s.find_majorities(seat):
        scored["provinces"] = count_province_points(s.visit, had)
    scored["palaces"] = len(find_connected(find_own_cities(s.palaces, s.crowns, seat), s.province))
    text = Plural(
        "After the draw you score {n} point: {parts}.", "After the draw you score {n} points: {parts}."
    )
    parts = _list_parts(scored)
    told = [say(text, n=sum(scored.values()), parts=in_turn(parts, ", "))] if parts else []
    owner = next((key for key, each in s.players.items() if s.visit in each.tiles), "")
    if owner and any(ELEPHANT in SHOWS.get(card, ()) for card in player.table):
        told.append(say("{seat} has already won the province.", seat=owner))
    if {*s.players} == {*s.out, seat}:
        told += [words for _, words in list_trades(s)]
    return told


def tell_cards(s: State, *, bonus: bool = False) -> Words:
    """5.2, 5.3: return which cards a seat gets: the card that it draws next, and those from the supply.

    `bonus`: whether it draws for a bonus tile. Then the text gives no total, because further bonus tiles may
    bring more cards. If the supply is empty, the text is the same with and without a bonus tile.
    """
    there = count_cards(s.supply)
    taken = min(TAKEN, there)
    if bonus and taken:
        text = (
            "You draw 1 card for the bonus tile. "
            "Then you take {n} more from the supply (cards there: {there})."
        )
    elif there > taken:
        text = "By withdrawing, you take {all} cards: 1 from the deck, and {n} of the {there} in the supply."
    elif taken:
        text = "By withdrawing, you take {all} cards: 1 from the deck, and the last {n} of the supply."
    else:
        text = "By withdrawing, you take 1 card from the deck. The supply is empty."
    return say(text, n=taken, all=taken + 1, there=there)
