"""Define the view of a game. It shows all except the cards in others' hands and in the deck.

Pictures, messages and bot players get a `View`, never a `State`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.extras import Captions
from rules.state import Stand
from rules.taj_mahal.board import CITIES, MAP
from rules.taj_mahal.cards import CARDS, SPECIALS, count_cards, count_symbols, sort_cards
from rules.taj_mahal.names import name
from rules.taj_mahal.points import find_own_cities
from rules.taj_mahal.sequence.visits import describe_victory, find_winners
from rules.taj_mahal.state import Player, State
from rules.taj_mahal.tiles import GOODS_ON, LAST, TILES, count_goods
from rules.words import Plural, Words, say


@dataclass(frozen=True, slots=True)
class PlayerView:
    """One seat as a reader sees it.

    `hand` is empty unless the viewer is this seat or the game is over.
    """

    key: str
    name: str
    points: int
    parts: Mapping[str, int]  # points by their source (state.PARTS)
    cards: int  # the number of cards in the hand, without special cards
    hand: Mapping[str, int]
    known: Mapping[str, int]  # taken from the supply and still in the hand; {} without option `memory`
    table: tuple[str, ...]  # the cards played in this visit, in order
    shows: Mapping[str, int]  # the number of each symbol on these cards, with zeros
    bound: str  # the colour that it must play in this visit; "" if it may choose
    specials: tuple[str, ...]
    influence: Mapping[str, int]
    tiles: tuple[int, ...]  # the province tiles, by their numbers
    kept: Mapping[str, int]  # the kept bonus tiles
    goods: Mapping[str, int]  # the commodities on all its tiles, with zeros
    is_out: bool
    acting: bool


@dataclass(frozen=True, slots=True)
class CityView:
    """One city. `palace`, `crown`: the owner of the palace and of the crown palace, or ""."""

    key: str
    palace: str
    crown: str
    bonus: str  # its bonus tile, or ""


@dataclass(frozen=True, slots=True)
class ProvinceView:
    """One province with its cities in their order."""

    key: str
    name: str
    number: int  # 0 before the preparation
    goods: tuple[str, ...]
    cities: tuple[CityView, ...]
    owner: str  # the seat that won its tile, or ""


@dataclass(frozen=True, slots=True)
class View:
    """The whole table, seen from a seat, or by a spectator (None)."""

    game: str
    viewer: str | None
    options: Mapping[str, object]
    visit: int
    over: bool
    province: str  # the current one; "" before the preparation
    starter: str
    mover: str  # the seat to play; "" when the game is over
    out: tuple[str, ...]  # the seats that have withdrawn, in order
    court: tuple[str, ...]  # what can still be won
    leads: Mapping[str, str]  # the seat that leads in each symbol at court; "" if none does
    supply: Mapping[str, int]
    deck: int
    discards: Mapping[str, int]
    provinces: tuple[ProvinceView, ...]
    players: tuple[PlayerView, ...]  # clockwise
    trades: Mapping[str, str]  # by symbol, the special card that a player gets for two influence tiles
    specials: Mapping[str, str]  # the seat that has each special card, or ""
    winners: tuple[str, ...]  # () while the game goes on
    provenance: tuple[str, ...]  # sentences on the components that are our own
    headline: str
    standing: Sequence[tuple[str, Stand]]

    def player(self, key: str) -> PlayerView:
        """Return the player of that seat."""
        return next(player for player in self.players if player.key == key)

    def place(self, key: str) -> ProvinceView:
        """Return the province of that key."""
        return next(province for province in self.provinces if province.key == key)

    @property
    def palaces(self) -> dict[str, str]:
        """The owner of the palace in each city that has one."""
        return {city.key: city.palace for each in self.provinces for city in each.cities if city.palace}

    @property
    def crowns(self) -> dict[str, str]:
        """The owner of the crown palace in each city that has one."""
        return {city.key: city.crown for each in self.provinces for city in each.cities if city.crown}

    def find_cities(self, seat: str) -> set[str]:
        """Return the cities where a seat has a palace or a crown palace."""
        return find_own_cities(self.palaces, self.crowns, seat)


def find_changed(before: View, after: View) -> frozenset[str]:
    """Return the cities where a palace differs between two views. Pictures highlight them."""
    then = {city.key: city for province in before.provinces for city in province.cities}
    return frozenset(
        city.key
        for province in after.provinces
        for city in province.cities
        if (city.palace, city.crown) != (then[city.key].palace, then[city.key].crown)
    )


PROVENANCE = (
    f"Roads: {MAP.roads.note}",
    f"Fortresses: {MAP.fortresses.note}",
    f"Provinces: {MAP.provinces.note}",
    f"Cards: {CARDS.red.note}",
    f"Special cards: {CARDS.specials['printed'].note}",
    f"Province tiles: {TILES.provinces.note}",
    f"Bonus tiles: {TILES.bonus.note}",
)


def view(s: State, seat: str | None) -> View:
    """Return what the seat may see of the state."""
    mover = "" if s.over else s.mover
    players = tuple(_view_player(s, key, player, seat) for key, player in s.players.items())
    return View(
        game="taj_mahal",
        viewer=seat,
        options=s.options.model_dump(),
        visit=s.visit,
        over=s.over,
        province=s.province if s.visit else "",
        starter=s.starter,
        mover=mover,
        out=tuple(s.out),
        court=tuple(s.court),
        leads=_find_leads(s),
        supply=sort_cards(s.supply),
        deck=count_cards(s.deck),
        discards=sort_cards(s.discards),
        provinces=tuple(_view_province(s, province) for province in CITIES),
        players=players,
        trades=CARDS.specials[s.options.specials].card,
        specials=dict(s.specials),
        winners=tuple(find_winners(s)),
        provenance=PROVENANCE,
        headline=write_headline(s).read(name),
        standing=tuple(
            (each, Stand(part.within(name) for part in parts)) for each, parts in describe_standing(s)
        ),
    )


def write_captions(s: State) -> Captions:
    """Return the headline and the standing in words."""
    return Captions(write_headline(s), describe_standing(s))


def describe_standing(s: State) -> tuple[tuple[str, tuple[Words, ...]], ...]:
    """Return each seat's standing: points, number of cards in its hand, and number of special cards."""
    return tuple((seat, _describe_seat(s, seat)) for seat in s.players)


def _find_leads(s: State) -> dict[str, str]:
    shown = {seat: count_symbols(player.table) for seat, player in s.players.items() if player.table}
    leads = {}
    for symbol in s.court:
        counts = sorted(((shows[symbol], seat) for seat, shows in shown.items()), reverse=True)
        alone = counts and counts[0][0] and (len(counts) == 1 or counts[0][0] > counts[1][0])
        leads[symbol] = counts[0][1] if alone else ""
    return leads


def _view_player(s: State, key: str, player: Player, viewer: str | None) -> PlayerView:
    return PlayerView(
        key=key,
        name=name(key),
        points=player.total,
        parts=dict(player.points),
        cards=count_cards(player.hand),
        hand=sort_cards(player.hand) if key == viewer or s.over else {},
        known=sort_cards(player.known) if s.options.memory else {},
        table=tuple(player.table),
        shows=count_symbols(player.table),
        bound=s.bound(key),
        specials=tuple(card for card in SPECIALS if s.specials[card] == key),
        influence=dict(player.influence),
        tiles=tuple(player.tiles),
        kept=dict(player.goods),
        goods=count_goods(player.tiles, player.goods),
        is_out=key in s.out and not s.over,
        acting=key == s.mover and s.visit > 0 and not s.over,
    )


def _view_province(s: State, province: str) -> ProvinceView:
    number = s.tiles.get(province, 0)
    return ProvinceView(
        key=province,
        name=name(province),
        number=number,
        goods=GOODS_ON[number] if number else (),
        cities=tuple(
            CityView(city, s.palaces.get(city, ""), s.crowns.get(city, ""), s.bonus.get(city, ""))
            for city in CITIES[province]
        ),
        owner=next((seat for seat, player in s.players.items() if number in player.tiles), ""),
    )


def _describe_seat(s: State, seat: str) -> tuple[Words, ...]:
    player, special = s.players[seat], sum(holder == seat for holder in s.specials.values())
    found = [
        say(Plural("{n} point", "{n} points"), n=player.total),
        say(Plural("{n} card", "{n} cards"), n=count_cards(player.hand)),
    ]
    if special:
        found.append(say(Plural("{n} special card", "{n} special cards"), n=special))
    return tuple(found)


def write_headline(s: State) -> Words:
    """Return the visit and its province, or how the game ended."""
    if not s.visit:
        return say("The game is being set up")
    if s.over:
        return describe_victory(find_winners(s))
    return say("Visit {visit} of {last}: {province}", visit=s.visit, last=LAST, province=s.province)
