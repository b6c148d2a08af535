"""Describe in prose what happened in a visit, what points are for, and what a withdrawal would bring."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from rules.ask import Ask, only_for
from rules.chance import Draw
from rules.kernel import Pending
from rules.taj_mahal.board import CITIES
from rules.taj_mahal.cards import ANY_COLOUR, ELEPHANT, SHOWS, SPECIALS, count_cards
from rules.taj_mahal.forecasts.trades import forecast_losses, forecast_trades
from rules.taj_mahal.forecasts.withdrawal import forecast_placing, forecast_withdrawal
from rules.taj_mahal.names import name_with_articles
from rules.taj_mahal.points import (
    BONUS,
    PALACES,
    PROVINCE,
    count_bonus_points,
    count_province_points,
    find_connected,
    find_own_cities,
)
from rules.taj_mahal.sequence.playing import PLAYED, SCORED_SPECIAL
from rules.taj_mahal.sequence.visits import COUNTED, EFFECTS, find_scored_cards, list_trades
from rules.taj_mahal.sequence.withdrawing import CROWN_PALACE, LEFT, PALACE, TAKE, TAKEN, TOOK, WITHDREW
from rules.taj_mahal.state import PARTS, State
from rules.taj_mahal.tiles import count_goods
from rules.taj_mahal.view import PlayerView, View
from rules.words import Line, Plural, Words, in_turn, join_list, say

PART_TEXTS = {
    "bonus": "bonus tiles {n}",
    "provinces": "provinces {n}",
    "palaces": "palaces {n}",
    "special": "+2 card {n}",
    "cards": "cards at the end {n}",
}
CAUSES = {
    BONUS: "{n} for the {tile} tile on {city}",
    PROVINCE: "{n} for the province of {province}",
    PALACES: "{n} for palaces in {province}",
    SCORED_SPECIAL: "{n} for the +2 card",
}
CONNECTED = "{n} for connected palaces in {provinces}"
MOST_CAUSES = 4  # if a seat scored more often than this, only the parts of its points are told


class Built(NamedTuple):
    """The cities where a seat built palaces and crown palaces."""

    palaces: Sequence[str]
    crowned: Sequence[str]


NOT_BUILT = Built((), ())


def title_chapter(view: View) -> Words:
    """6: return the title of the visit to which a turn belongs. `view`: the view before the turn."""
    if not view.visit:
        return say("Preparation")
    return say("Visit {visit}: {province}", visit=view.visit, province=view.province)


def write_digest(before: View, after: View, story: Sequence[Line], own: str) -> list[list[Words]]:
    """Return what happened between two views, in paragraphs of sentences, the most important first.

    Trades come after points. To the player who lost a card in a trade, `tell_losses` tells it first.
    """
    scored = _count_scored(before, after, story)
    paragraphs = (
        _tell_points(before, after, story, scored, own),
        (_tell_provinces(before, after, story), _tell_specials(before, after)),
        (_tell_palaces(before, after, story, scored), *_tell_taken(after, story, scored)),
    )
    return [[words for words in parts if words is not None] for parts in paragraphs]


def tell_final_scores(after: View, story: Sequence[Line]) -> list[Words]:
    """7.1: return which cards scored for each seat at the end; empty while the game goes on."""
    counted = _count_cards_at_end(story)
    told = [
        _tell_final_score(player, counted[player.key]) for player in after.players if player.key in counted
    ]
    text = (
        "At the end, special cards, white cards and each player's most frequent colour score 1 "
        "a card: {told}."
    )
    return [say(text, told=in_turn(told))] if told else []


def _tell_final_score(player: PlayerView, n: int) -> Words:
    """7.1: return what a seat's cards scored at the end, and for which cards."""
    whites, colour, coloured = find_scored_cards(player.hand)
    parts = [say("{n} special", n=len(player.specials))] if player.specials else []
    parts += [say("{n} white", n=whites)] if whites else []
    parts += [say("{n} {colour}", n=coloured, colour=colour)] if coloured else []
    if not parts:
        return say("{seat} 0 (now {total})", seat=player.key, total=player.points)
    text = "{seat} {n} ({cards}; now {total})"
    return say(text, seat=player.key, n=n, cards=in_turn(parts, ", "), total=player.points)


def tell_ending(after: View, _story: Sequence[Line]) -> list[Words]:
    """7: return that the game has ended; empty while it goes on. `describe_result` says who won."""
    return [say("The last visit ended.")] if after.winners else []


def _count_scored(before: View, after: View, story: Sequence[Line]) -> dict[str, int]:
    """Return how much each seat scored, without what its cards score at the end (`tell_final_scores`)."""
    then = {player.key: player.points for player in before.players}
    counted = _count_cards_at_end(story)
    scored = {each.key: each.points - then[each.key] - counted.get(each.key, 0) for each in after.players}
    return {seat: n for seat, n in scored.items() if n}


def _count_cards_at_end(story: Sequence[Line]) -> dict[str, int]:
    """7.1: return what each seat's cards scored at the end; {} while the game goes on."""
    return {line.parts["seat"]: line.parts["n"] for line in story if line.kind == COUNTED}


def _tell_points(
    before: View, after: View, story: Sequence[Line], scored: Mapping[str, int], own: str
) -> list[Words]:
    """Return a sentence on each seat that scored: where it built, how much it scored and for what.

    The seat `own` comes first, then the highest total. Building always scores, so the sentence on a seat's
    points also says where it built. A summary with little room would leave out a separate sentence on the
    building.
    """
    players = sorted(
        (each for each in after.players if each.key in scored),
        key=lambda each: (each.key != own, -each.points),
    )
    built = _find_built(before, after)
    return [_tell_score(before, player, story, scored[player.key], built) for player in players]


def _tell_score(
    before: View, player: PlayerView, story: Sequence[Line], n: int, built: Mapping[str, Built]
) -> Words:
    """3.2, 3.3, 4: return where a seat built, and how much it scored for what.

    Name each cause of its points, or only the parts of its points if it scored often.
    """
    then = next(each for each in before.players if each.key == player.key)
    lines, at_end = _list_causes(then, player, story), _count_cards_at_end(story).get(player.key, 0)
    total = player.points - at_end
    causes: Words | None = None
    if len(lines) == 1:
        scored = say("{cause} (now {total})", cause=_tell_cause(lines[0]), total=total)
    else:
        parts = {part: player.parts[part] - then.parts[part] for part in PARTS}
        parts["cards"] -= at_end
        causes = in_turn([_tell_cause(line) for line in lines] or [*_list_parts_of(parts).values()], ", ")
        scored = say("{n} (now {total})", n=n, total=total)
    won = _list_won(player.key, story)
    deeds = _list_played(player.key, story)
    deeds += [say("won {won}", won=won[0])] if len(won) == 1 else []
    deeds += _list_built(built.get(player.key, NOT_BUILT))
    deeds.append(say("scored {scored}", scored=scored))
    told = say("{seat} {deeds}.", seat=player.key, deeds=join_list(deeds))
    # A summary with little room leaves out the second and the third sentence.
    for cards in _list_taken(player.key, story):
        told = say("{told} {seat} {cards}.", told=told, seat=player.key, cards=cards)
    return told if causes is None else say("{told} Points: {causes}.", told=told, causes=causes)


def _list_played(seat: str, story: Sequence[Line]) -> list[Words]:
    """2.2, 2.4: return which cards a seat played; [] if none.

    They are told because the digest replaces the orders that name them.
    """
    plays = [line.parts for line in story if line.kind == PLAYED and line.parts["seat"] == seat]
    cards = [
        say("{card} with {other}", card=parts["card"], other=parts["other"])
        if "other" in parts
        else say("{card}", card=parts["card"])
        for parts in plays
    ]
    return [say("played {cards}", cards=join_list(cards))] if cards else []


def _list_built(built: Built) -> list[Words]:
    """3.2, 3.3: return in which cities a seat built; [] if in none."""
    deeds = [say("built in {cities}", cities=join_list(built.palaces))] if built.palaces else []
    if built.crowned:
        deeds.append(say("built the crown palace in {crowned}", crowned=join_list(built.crowned)))
    return deeds


def _list_won(seat: str, story: Sequence[Line]) -> list[Words]:
    """3.1: return the symbols that a seat won, as a list in words for each withdrawal that won any."""
    withdrawals = (line.parts for line in story if line.kind == WITHDREW)
    return [parts["won"] for parts in withdrawals if parts["seat"] == seat and "won" in parts]


def _list_taken(seat: str, story: Sequence[Line]) -> list[Words]:
    """5.3: return which cards a seat took from the supply; [] if it withdrew more than once, or took none."""
    withdrawals = [line for line in story if line.kind == WITHDREW and line.parts["seat"] == seat]
    cards = [
        line.parts["cards"] for line in story if line.kind in (TOOK, LEFT) and line.parts["seat"] == seat
    ]
    return [say("took {cards}", cards=join_list(cards))] if cards and len(withdrawals) == 1 else []


def _tell_taken(after: View, story: Sequence[Line], scored: Collection[str]) -> list[Words]:
    """3.1, 5.3: return for each seat that withdrew without scoring which cards it played and took."""
    told = list[Words]()
    for seat in (each.key for each in after.players if each.key not in scored):
        played, cards = _list_played(seat, story), _list_taken(seat, story)
        left = any(line.kind == WITHDREW and line.parts["seat"] == seat for line in story)
        if cards or (played and left and not _list_won(seat, story)):
            deeds = [*played, say("withdrew"), say("won nothing"), *cards]
            told.append(say("{seat} {deeds}.", seat=seat, deeds=join_list(deeds)))
    return told


def _list_causes(before: PlayerView, after: PlayerView, story: Sequence[Line]) -> list[Line]:
    """Return the story lines on a seat's new points; [] if they are many, or don't explain all points."""
    lines = [line for line in story if line.kind in CAUSES and line.parts["seat"] == after.key]
    counted = _count_cards_at_end(story).get(after.key, 0)
    whole = sum(line.parts["n"] for line in lines) == after.points - before.points - counted
    return lines if whole and len(lines) <= MOST_CAUSES else []


def _tell_cause(line: Line) -> Words:
    """Return what the points in a story line are for. The text leaves out the seat."""
    text = CONNECTED if "provinces" in line.parts else CAUSES[line.kind]
    return say(text, **{slot: part for slot, part in line.parts.items() if slot != "seat"})


def _tell_provinces(before: View, after: View, story: Sequence[Line]) -> Words | None:
    """3.4: return who won which provinces, without those whose points have been told."""
    had = {player.key: player for player in before.players}
    told = []
    for player in after.players:
        lines = _list_causes(had[player.key], player, story)
        scored = {line.parts["province"] for line in lines if line.kind == PROVINCE}
        won = [
            province.key
            for province in after.provinces
            if province.number in player.tiles
            and province.number not in had[player.key].tiles
            and province.key not in scored
        ]
        if won:
            provinces = Plural("{seat} won the province of {won}", "{seat} won the provinces of {won}")
            told.append(say(provinces, n=len(won), seat=player.key, won=join_list(won)))
    lost = _list_unwon(before, after)
    if lost:
        text = Plural("nobody won the province of {lost}", "nobody won the provinces of {lost}")
        told.append(say(text, n=len(lost), lost=join_list(lost)))
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


def _find_built(before: View, after: View) -> dict[str, Built]:
    """3.2, 3.3: return the cities where seats built palaces and crown palaces between two views."""
    found = dict[str, Built]()
    for player in after.players:
        new, crowned = (
            [city for city, seat in now.items() if seat == player.key and city not in then]
            for then, now in ((before.palaces, after.palaces), (before.crowns, after.crowns))
        )
        if new or crowned:
            found[player.key] = Built(new, crowned)
    return found


def _tell_palaces(before: View, after: View, story: Sequence[Line], scored: Collection[str]) -> Words | None:
    """3.2, 3.3: return where a seat has built without scoring yet, because its withdrawal goes on."""
    told = [
        say("{seat} {deeds}", seat=seat, deeds=join_list(_list_played(seat, story) + _list_built(built)))
        for seat, built in _find_built(before, after).items()
        if seat not in scored
    ]
    return say("{told}.", told=in_turn(told)) if told else None


def tell_changes(before: View, after: View, seat: str) -> list[Words]:
    """6.1: return which special cards a seat won."""
    won = [card for card in SPECIALS if before.specials[card] != seat == after.specials[card]]
    text = "you traded 2 {symbol} tiles for {card} ({does})"
    return [_tell_trade(after, text, card, before.specials[card]) for card in won]


def tell_losses(before: View, after: View, seat: str) -> list[Words]:
    """6.1: return which special cards a seat lost, and to whom."""
    lost = [card for card in SPECIALS if before.specials[card] == seat != after.specials[card]]
    text = "you lost {card} to {new} (for 2 {symbol} tiles)"
    return [_tell_trade(after, text, card, seat) for card in lost]


def _tell_trade(view: View, text: str, card: str, old: str) -> Words:
    """6.1: return a sentence on a special card that changed hands. `old`: who had it before, or ""."""
    symbol = next(each for each, traded in view.trades.items() if traded == card)
    return say(text, new=view.specials[card], card=card, old=old, symbol=symbol, does=say(EFFECTS[card]))


def _tell_specials(before: View, after: View) -> Words | None:
    """6.1: return which special cards changed hands."""
    told = []
    for card in SPECIALS:
        old, new = before.specials[card], after.specials[card]
        if old != new:
            text = "{new} traded 2 {symbol} tiles for {card} ({does})"
            text = "{new} took {card} from {old} for 2 {symbol} tiles" if old else text
            told.append(_tell_trade(after, text, card, old))
    return say("{told}.", told=join_list(told)) if told else None


def describe_scores(view: View) -> Mapping[str, Words]:
    """Return for each seat what its points are for. Parts of 0 and seats without points are left out."""
    found = {seat: [*parts.values()] for seat, parts in list_parts(view).items()}
    return {seat: in_turn(parts, ", ") for seat, parts in found.items() if parts}


def list_parts(view: View) -> Mapping[str, Mapping[str, Words]]:
    """Return what each seat's points are for, by kind (`PARTS`). Parts of 0 are left out."""
    return {player.key: _list_parts_of(player.parts) for player in view.players}


def _list_parts_of(scored: Mapping[str, int]) -> dict[str, Words]:
    return {part: say(PART_TEXTS[part], n=scored[part]) for part in PARTS if scored[part]}


def write_forecast(s: State, seat: str, pending: Pending | None) -> Sequence[Words]:
    """Return what a withdrawal would win and score now; () before the seat has played in this visit.

    If the seat is withdrawing and is about to draw a card, return instead which cards it gets, and which
    points it scores after the draw. While it chooses cities, return what it can score with this withdrawal.
    While it takes cards, and when it is out, return only the trades of special cards to come.
    """
    if isinstance(pending, Draw) and pending.eyes == only_for(seat):
        played = bool(s.players[seat].table)
        later = _tell_later_points(s, seat) if played else [say("You played no card, so you win nothing.")]
        return (tell_cards(s, bonus=played), *later)
    if isinstance(pending, Ask) and pending.kind in (PALACE, CROWN_PALACE):
        n = forecast_placing(s, seat).points
        here = say(Plural("You can score {n} point here.", "You can score up to {n} points here."), n=n)
        return here, *_tell_trades(s, seat)
    if isinstance(pending, Ask) and pending.kind == TAKE:
        return _tell_trades(s, seat)
    if s.visit and not s.over and seat in s.out:
        return _tell_trades(s, seat)
    if not s.visit or s.over or seat not in s.players or not s.players[seat].table:
        return ()
    withdrawal = tell_withdrawal(s, seat)
    return *_tell_special(s, seat), withdrawal, *_tell_not_led(s, seat), *_tell_trades(s, seat)


def tell_withdrawal(s: State, seat: str) -> Words:
    """Return what a withdrawal would win and score now. The seat has played in this visit."""
    brings = forecast_withdrawal(s, seat)
    if not brings.won:
        return say("If you withdraw with the cards now on the table, you win nothing.")
    text = Plural(
        "If you withdraw with the cards now on the table, you win {won}: up to {n} point.",
        "If you withdraw with the cards now on the table, you win {won}: up to {n} points.",
    )
    return say(text, won=name_with_articles(brings.won), n=brings.points)


def _tell_special(s: State, seat: str) -> Sequence[Words]:
    """2.5, 5.1: return what a seat's last card does if it is a special card, and that it comes back."""
    card = s.players[seat].table[-1]
    if card not in SPECIALS:
        return ()
    back = say("{card} comes back to your hand when you withdraw.", card=card)
    if card != ANY_COLOUR:
        return (back,)
    bound = s.bound(seat)
    text = (
        "Your colour in this visit stays {colour}."
        if bound
        else "Your next coloured card may have any colour."
    )
    return say(text, colour=bound), back


def _tell_trades(s: State, seat: str) -> Sequence[Words]:
    """6.1: return which special cards the seat is about to get and to lose at the end of the visit."""
    won = s.find_majorities(seat)
    told = list[Words]()
    for trade in forecast_trades(s, seat, won):
        text = "With your second {symbol} tile, you get the {card} ({does}) at the end of the visit."
        if trade.holder:
            text = (
                "With your second {symbol} tile, you take the {card} ({does}) from {holder} "
                "at the end of the visit."
            )
        does = say(EFFECTS[trade.card])
        told.append(say(text, symbol=trade.symbol, card=trade.card, does=does, holder=trade.holder))
    for trade in forecast_losses(s, seat):
        if s.players[trade.seat].influence.get(trade.symbol, 0) > 1:
            text = (
                "{other} has a second {symbol} tile, and takes the {card} from you at the end of the visit."
            )
        else:
            text = "With a second {symbol} tile, {other} takes the {card} from you at the end of the visit."
        told.append(say(text, other=trade.seat, symbol=trade.symbol, card=trade.card))
    return told


def _tell_not_led(s: State, seat: str) -> Sequence[Words]:
    """3.1: return in which symbols of its played cards a seat is tied or behind; () if in none."""
    most, own = s.count_to_beat(seat), s.count_shown(seat)
    tied = s.find_ties(seat)
    behind = [symbol for symbol, n in most.items() if 0 < own[symbol] < n]
    parts = [say("you are tied in {symbols}", symbols=name_with_articles(tied))] if tied else []
    parts += [say("you are behind in {symbols}", symbols=name_with_articles(behind))] if behind else []
    return [say("Not won: {parts}.", parts=in_turn(parts, ", "))] if parts else []


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
    parts = [*_list_parts_of(scored).values()]
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
