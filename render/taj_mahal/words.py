"""What the pictures show, in words: alt texts, and the table in plain text."""

from __future__ import annotations

from collections.abc import Sequence

from render.kit.texts import WIDE, fitted, wrapped
from render.painter import Tale
from render.taj_mahal.draw import Deeds
from render.taj_mahal.hand import leads, playable, withdrawing
from render.taj_mahal.names import name
from render.taj_mahal.panels import heading, known
from rules.taj_mahal.cards import SYMBOLS
from rules.taj_mahal.view import CityView, PlayerView, ProvinceView, View

LETTER = {"maroon": "M", "blue": "Bl", "brown": "Br", "gray": "G", "tan": "T"}


def alt_text(view: View, highlight: frozenset[str] = frozenset()) -> str:
    """Where the game is, what each seat has and shows, the supply, the current province, the palaces."""
    lit = [f"Highlighted: {', '.join(name(city) for city in sorted(highlight))}."] if highlight else []
    return fitted([*_begin(view), *lit, *_seats(view), *_rest(view)])


def tell_alt(view: View, tale: Tale) -> str:
    """What happened since an earlier view, then the rest."""
    return fitted([*_happened(tale.deeds), *_begin(view), *_seats(view), *_rest(view)])


def film_alt(views: Sequence[View]) -> str:
    """From which visit to which, and how it stands."""
    first, last = views[0], views[-1]
    return fitted([f"From visit {max(1, first.visit)} to visit {last.visit}.", *_begin(last), *_seats(last)])


def crop_alt(view: View, space: str) -> str:
    """A province with its cities, then how it stands."""
    return fitted([*_province(view.place(space)), *_begin(view), *_seats(view)])


def strip_alt(view: View, tale: Tale | None) -> str:
    """The court and the tables."""
    told = [] if tale is None else _happened(tale.deeds)
    return fitted([*told, *_begin(view), *_seats(view), *(_played(player) for player in view.players)])


def hand_alt(view: View, _tale: Tale | None = None) -> str:
    """The viewer's own hand."""
    player = next((each for each in view.players if each.key == view.viewer), None)
    if player is None or view.over:
        return "This view shows no hand."
    cards = known(player.hand) or "only special cards"
    specials = [f"Special cards: {', '.join(map(name, player.specials))}."] if player.specials else []
    can = ", ".join(_leading(view, player, kind) for kind in playable(player))
    return fitted(
        [
            withdrawing(view, player),
            f"Your hand: {cards}.",
            *specials,
            f"You can play now: {can or 'nothing'}.",
        ]
    )


def _leading(view: View, player: PlayerView, kind: str) -> str:
    """A card, and in which symbols it would lead."""
    found = leads(view, player, kind)
    return f"{name(kind)} (leads in {', '.join(map(name, found))})" if found else name(kind)


def hand_number_alt(view: View, marks: tuple[str, ...]) -> str:
    """The hand, and which number is which."""
    return fitted([_numbers(marks), hand_alt(view)])


def supply_alt(view: View, _tale: Tale | None = None) -> str:
    """The open supply."""
    return f"The supply: {known(view.supply) or 'empty'}."


def supply_number_alt(view: View, marks: tuple[str, ...]) -> str:
    """The supply, and which number is which."""
    return fitted([_numbers(marks), supply_alt(view)])


def province_alt(view: View, _tale: Tale | None = None) -> str:
    """The current province."""
    return fitted(_province(view.place(view.province))) if view.province else "No visit is under way."


def province_number_alt(view: View, marks: tuple[str, ...]) -> str:
    """The current province, and which number is which city."""
    return fitted([_numbers(marks), province_alt(view)])


def _numbers(marks: Sequence[str]) -> str:
    return f"{', '.join(f'{number} {name(key)}' for number, key in enumerate(marks, 1))}."


def _begin(view: View) -> list[str]:
    first, then = heading(view)
    told = [f"{first}: {then.rstrip('.')}."]
    if view.mover and view.visit:
        told.append(f"{name(view.mover)} to play.")
        court = ", ".join(name(symbol) for symbol in view.court)
        told.append(f"At court: {court or 'nothing'}.")
    return told


def _happened(deeds: Deeds) -> list[str]:
    told = [f"{name(seat)} won {', '.join(map(name, got))}." for seat, got in deeds.won.items()]
    if deeds.cities:
        told.append(f"New palaces on {', '.join(name(city) for city in sorted(deeds.cities))}.")
    told += [f"{name(seat)} scored {n}." for seat, n in deeds.points.items()]
    return told or ["Nothing was won."]


def _seats(view: View) -> list[str]:
    return [_seat(view, player) for player in view.players]


def _seat(view: View, player: PlayerView) -> str:
    points = "1 point" if player.points == 1 else f"{player.points} points"
    told = f"{player.name}: {points}, {_cards(player.cards, 'card')}"
    if player.specials:
        told += f", {_cards(len(player.specials), 'special card')}"
    if player.is_out:
        return f"{told}, out."
    if shown := [(symbol, player.shows[symbol]) for symbol in SYMBOLS if player.shows[symbol]]:
        first = [symbol for symbol, _ in shown if view.leads.get(symbol) == player.key]
        told += f", shows {', '.join(f'{n} {name(symbol)}' for symbol, n in shown)}"
        told += f", leads in {', '.join(map(name, first))}" if first else ""
    return f"{told}."


def _cards(n: int, kind: str) -> str:
    return f"{n} {kind}{'s' * (n != 1)}"


def _played(player: PlayerView) -> str:
    return f"{player.name} has played {', '.join(map(name, player.table))}." if player.table else ""


def _rest(view: View) -> list[str]:
    told = [
        f"Supply: {known(view.supply) or 'empty'}. Deck {view.deck}, discards {sum(view.discards.values())}."
    ]
    if view.province and not view.over:
        told += _province(view.place(view.province))
    for player in view.players:
        cities = sorted(view.find_cities(player.key))
        if cities:
            told.append(f"Palaces of {player.name}: {', '.join(map(name, cities))}.")
    return told


def _province(each: ProvinceView) -> list[str]:
    if not each.number:
        return [f"{each.name}."]
    goods = " and ".join(map(name, each.goods))
    told = [
        f"{each.name}: visit {each.number}, {goods}{f', won by {name(each.owner)}' if each.owner else ''}."
    ]
    return [*told, *(said for city in each.cities if (said := _city(city)))]


def _city(city: CityView) -> str:
    parts = [f"palace of {name(city.palace)}"] if city.palace else []
    parts += [f"crown palace of {name(city.crown)}"] if city.crown else []
    parts += [f"bonus {name(city.bonus)}"] if city.bonus else []
    return f"{name(city.key)}: {', '.join(parts)}." if parts else ""


def text_table(view: View) -> str:
    """The whole table in lines of at most `WIDE` characters."""
    first, then = heading(view)
    lines = wrapped(f"{first}: {then}")
    if view.mover and view.visit:
        lines += [f"{name(view.mover)} to play"]
    lines += ["", f"{'':7}pts cards {' '.join(f'{symbol:>2}' for symbol in SYMBOLS)}"]
    for player in view.players:
        lines.append(_row(view, player))
    lines += ["* leads, - not at court", ""]
    lines += wrapped(f"Supply: {', '.join(_short(kind, n) for kind, n in view.supply.items()) or 'empty'}")
    lines += [f"Deck {view.deck}, discards {sum(view.discards.values())}", ""]
    for player in view.players:
        lines += wrapped(f"{player.name}: {_belongings(player)}")
    lines += ["", "Cities 1 NE, 2 SE, 3 SW, 4 NW"]
    for each in sorted(view.provinces, key=lambda each: each.number):
        goods = "/".join(name(good) for good in each.goods)
        lines += wrapped(
            f"{each.number:>2} {each.name} {goods}: {'; '.join(_short_city(c) for c in each.cities)}"
        )
    return "\n".join(line.rstrip() for line in lines)


def _row(view: View, player: PlayerView) -> str:
    cells = []
    for symbol in SYMBOLS:
        n = player.shows[symbol]
        lead = "*" if view.leads.get(symbol) == player.key else ""
        cells.append(f"{f'{lead}{n}' if n else '-' if symbol not in view.court else '.':>2}")
    shown = "out" if player.is_out else " ".join(cells)
    return f"{player.name:7}{player.points:>3} {player.cards + len(player.specials):>5} {shown}"


def _belongings(player: PlayerView) -> str:
    parts = [f"plays {name(player.bound)}"] if player.bound else []
    parts += [f"{name(symbol)} tile" for symbol in player.influence]
    parts += [name(kind) for kind in player.specials]
    parts += [f"{n} {name(good)}" for good, n in player.goods.items() if n]
    return ", ".join(parts) or "nothing yet"


def _short(kind: str, n: int) -> str:
    suit, _, letters = kind.partition("-")
    text = f"{suit[0].upper()} {letters.upper()}"
    return text if n == 1 else f"{n}x {text}"


def _short_city(city: CityView) -> str:
    parts = [LETTER[city.palace]] if city.palace else []
    parts += [f"{LETTER[city.crown]}^"] if city.crown else []
    parts += [f"({name(city.bonus)})"] if city.bonus else []
    return f"{city.key[-1]} {' '.join(parts) or '.'}"


__all__ = ["WIDE"]
