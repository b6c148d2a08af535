"""Describe the pictures in words: alt texts, and the table in plain text."""

from __future__ import annotations

from collections.abc import Sequence

from render.kit.numbers import number_marks
from render.kit.texts import fit_sentences, wrap
from render.taj_mahal.draw import Deeds, Tale, list_joining
from render.taj_mahal.hand import holder, leads, playable
from render.taj_mahal.names import find_letters, name
from render.taj_mahal.panels import heading
from rules.taj_mahal import description
from rules.taj_mahal.cards import SYMBOLS
from rules.taj_mahal.view import CityView, PlayerView, View
from rules.words import Words, as_is


def alt_text(view: View, highlight: frozenset[str] = frozenset()) -> str:
    """Return the alt text of the table: the visit, what each seat has and shows, the supply, the palaces."""
    begin, lit = description.describe_visit(view), description.describe_lit(sorted(highlight))
    return _fit([*begin, *lit, *description.describe_seats(view), *description.describe_rest(view)])


def tell_alt(view: View, tale: Tale) -> str:
    """Return the alt text of what happened since `tale.before`, then the visit, the seats and the table."""
    return _fit([*_describe_deeds(tale.deeds), *_table(view), *description.describe_rest(view)])


def animation_alt(views: Sequence[View]) -> str:
    """Return the alt text of an animation: its visits, then the visit and the seats at its end."""
    return _fit([description.describe_span(views[0], views[-1]), *_table(views[-1])])


def crop_alt(view: View, space: str) -> str:
    """Return the alt text of a close-up: a province with its cities, then the visit and the seats."""
    return _fit([*description.describe_province(view.place(space)), *_table(view)])


def strip_alt(view: View, tale: Tale | None) -> str:
    """Return the alt text of the strip: what happened, the visit, the seats, and the cards played."""
    told = [] if tale is None else _describe_deeds(tale.deeds)
    return _fit([*told, *_table(view), *description.describe_played(view)])


def hand_alt(view: View, _tale: Tale | None = None) -> str:
    """Return the alt text of the viewer's own hand."""
    return _fit(_hand(view))


def hand_number_alt(view: View, marks: tuple[str, ...]) -> str:
    """Return the alt text of the numbered hand: which number is which card, the hand, and the seats."""
    _, *hand = _hand(view)  # the text about a withdrawal is left out: the question has it too
    return _fit([description.describe_numbers(number_marks(marks)), *hand, *description.describe_seats(view)])


def supply_alt(view: View, _tale: Tale | None = None) -> str:
    """Return the alt text of the open supply, and of the viewer's own hand."""
    return _fit([description.describe_supply(view), *_describe_hand(view)])


def supply_number_alt(view: View, marks: tuple[str, ...]) -> str:
    """Return the alt text of the numbered supply: which number is which card, then supply and hand."""
    return _fit(
        [
            description.describe_numbers(number_marks(marks)),
            description.describe_supply(view),
            *_describe_hand(view),
        ]
    )


def province_alt(view: View, _tale: Tale | None = None) -> str:
    """Return the alt text of the current province."""
    return _fit(_province(view))


def province_number_alt(view: View, marks: tuple[str, ...]) -> str:
    """Return the alt text of the numbered province: which number is which city, then the province."""
    return _fit([description.describe_numbers(number_marks(marks)), *_province(view)])


def _fit(sentences: Sequence[Words]) -> str:
    return fit_sentences([sentence.read(name) for sentence in sentences], name=name)


def _table(view: View) -> list[Words]:
    return [*description.describe_visit(view), *description.describe_seats(view)]


def _describe_deeds(deeds: Deeds) -> list[Words]:
    return description.describe_deeds(deeds.won, sorted(deeds.cities), deeds.points, deeds.withdrew)


def _hand(view: View) -> list[Words]:
    player = holder(view)
    if player is None:
        return [description.describe_no_hand()]
    can = {kind: leads(view, player, kind) for kind in playable(player)}
    return [
        description.describe_withdrawal(view, player),
        *description.describe_hand(player),
        description.describe_playable(can),
    ]


def _describe_hand(view: View) -> list[Words]:
    player = holder(view)
    return [] if player is None else description.describe_hand(player)


def _province(view: View) -> list[Words]:
    if not view.province:
        return description.describe_visit(view)
    joined = description.describe_joined(list_joining(view, view.province))
    return [*joined, *description.describe_province(view.place(view.province))]


def text_table(view: View) -> str:
    """Return the whole table in lines of at most `WIDE` characters."""
    first, then = heading(view)
    wide = max(7, *(len(name(player.key)) for player in view.players))
    lines = wrap(name.say("{first}: {then}", first=as_is(first), then=as_is(then)))
    if view.mover and view.visit:
        lines += [name.say("{seat} to play", seat=view.mover)]
    lines += ["", f"{'':{wide}}{name.say('pts cards')} {' '.join(f'{symbol:>2}' for symbol in SYMBOLS)}"]
    for player in view.players:
        lines.append(_row(view, player, wide))
    lines += [name.say("* leads, - not at court"), ""]
    lying = ", ".join(_short(kind, n) for kind, n in view.supply.items())
    lines += wrap(name.say("Supply: {cards}", cards=as_is(lying)) if lying else name.say("Supply: empty"))
    lines += [name.say("Deck {n}, discards {m}", n=view.deck, m=sum(view.discards.values())), ""]
    for player in view.players:
        lines += wrap(f"{name(player.key)}: {_belongings(player)}")
    lines += ["", name.say("Cities 1 NE, 2 SE, 3 SW, 4 NW")]
    for each in sorted(view.provinces, key=lambda each: each.number):
        goods = "/".join(name(good) for good in each.goods)
        lines += wrap(
            f"{each.number:>2} {name(each.key)} {goods}: {'; '.join(_short_city(c) for c in each.cities)}"
        )
    return "\n".join(line.rstrip() for line in lines)


def _row(view: View, player: PlayerView, wide: int) -> str:
    cells = []
    for symbol in SYMBOLS:
        n = player.shows[symbol]
        lead = "*" if view.leads.get(symbol) == player.key else ""
        cells.append(f"{f'{lead}{n}' if n else '-' if symbol not in view.court else '.':>2}")
    shown = name.say("out") if player.is_out else " ".join(cells)
    return f"{name(player.key):{wide}}{player.points:>3} {player.cards:>5} {shown}"


def _belongings(player: PlayerView) -> str:
    parts = [name.say("plays {colour}", colour=player.bound)] if player.bound else []
    parts += [name.say("{symbol} tile", symbol=symbol) for symbol in player.influence]
    parts += [name(kind) for kind in player.specials]
    parts += [f"{n} {name(good)}" for good, n in player.goods.items() if n]
    return ", ".join(parts) or name.say("nothing yet")


def _short(kind: str, n: int) -> str:
    suit, _, letters = kind.partition("-")
    text = f"{name(suit)} {letters.upper()}"
    return text if n == 1 else f"{n}x {text}"


def _short_city(city: CityView) -> str:
    parts = [find_letters(city.palace)] if city.palace else []
    parts += [f"{find_letters(city.crown)}^"] if city.crown else []
    parts += [f"({name(city.bonus)})"] if city.bonus else []
    return f"{city.key[-1]} {' '.join(parts) or '.'}"
