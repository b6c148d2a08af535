"""Draw large cards to choose from: the viewer's own hand, and the open supply. Also draw the strip."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import NamedTuple

from render.kit.canvas import Drawn, Font, Sheet, balance, finish, width
from render.kit.numbers import draw_number, number_marks, plate_width
from render.painter import Tale
from render.taj_mahal.garden import marble
from render.taj_mahal.layout import EDGE, LAYOUT, LEFT, RIGHT, table_height
from render.taj_mahal.names import name
from render.taj_mahal.palette import PALETTE, TABLES
from render.taj_mahal.panels import PLAIN, TITLE, Pen, draw_head, lying, table
from render.taj_mahal.pieces import card_height, symbols_left
from rules.taj_mahal.cards import (
    ANY_COLOUR,
    COLOUR,
    COLOURED,
    COLOURS,
    PLACE,
    SHOWS,
    SPECIALS,
    SYMBOLS,
    WHITE_KINDS,
)
from rules.taj_mahal.description import describe_cards, describe_no_hand, describe_withdrawal
from rules.taj_mahal.view import PlayerView, View

HEAD, LOW, PER_ROW = LAYOUT.head.high, LAYOUT.head.sign, LAYOUT.hand.per_row


class Size(NamedTuple):
    """The size of cards in rows. `across`: from card to card; `least`: the shortest such step."""

    wide: int
    across: float
    least: int
    line: int
    per_row: int


LARGE = Size(LAYOUT.hand.card, LAYOUT.hand.across, LAYOUT.hand.card + 8, LAYOUT.hand.supply_line, PER_ROW)
SMALL = Size(
    LAYOUT.hand.held,
    LAYOUT.hand.held_across,
    LAYOUT.hand.held + 12,
    LAYOUT.hand.held_line,
    LAYOUT.hand.held_per_row,
)


def playable(player: PlayerView) -> list[str]:
    """2.3, 2.5: return the playable coloured cards of a hand, in the order of their buttons."""
    free = not player.bound or (ANY_COLOUR in player.specials and ANY_COLOUR not in player.table)
    return [kind for kind in COLOURED if kind in player.hand and (free or COLOUR[kind] == player.bound)]


def rows(player: PlayerView) -> list[list[str]]:
    """Return the hand in rows: playable cards by colour, then white and special cards, then unplayable cards.

    Playable cards are in the order of their buttons.
    """
    can = playable(player)
    with_them = [kind for kind in WHITE_KINDS if kind in player.hand]
    with_them += [kind for kind in player.specials if kind not in player.table]
    rest = [kind for kind in COLOURED if kind in player.hand and kind not in can]
    groups = [[kind for kind in can if COLOUR[kind] == colour] for colour in COLOURS]
    groups += [with_them, rest]
    found: list[list[str]] = []
    for group in groups:
        if found and group and len(found[-1]) + len(group) <= PER_ROW and group is not groups[-1]:
            found[-1] += group
        else:
            found += [group[at : at + PER_ROW] for at in range(0, len(group), PER_ROW)]
    return found


def holder(view: View) -> PlayerView | None:
    """Return the viewer's own player, whose hand is drawn; None for a spectator, and after the game."""
    if view.over:
        return None
    return next((each for each in view.players if each.key == view.viewer), None)


def leads(view: View, player: PlayerView, kind: str) -> list[str]:
    """3.1: return the symbols of a card in which the player alone would lead after playing the card."""
    found = []
    for letter in SYMBOLS:
        mine = player.shows[letter] + SHOWS[kind].count(letter)
        others = [other.shows[letter] for other in view.players if other.key != player.key]
        if letter in SHOWS[kind] and letter in view.court and mine > max(others):
            found.append(letter)
    return found


def draw_hand(view: View, _tale: Tale | None, theme: str) -> Drawn:
    """Draw the viewer's own hand, and what a withdrawal would bring.

    For a spectator, or after the game, draw a sheet that says that there is no hand.
    """
    return _hand(view, (), theme, forecast=True)


def number_hand(view: View, marks: tuple[str, ...], theme: str) -> Drawn:
    """Draw the hand with the numbers of a question's buttons on its cards.

    Below the hand, draw the rows of the seats that show symbols. The text of the question says what a
    withdrawal would bring, so the picture doesn't.
    """
    return _hand(view, marks, theme)


def _hand(view: View, marks: Sequence[str], theme: str, *, forecast: bool = False) -> Drawn:
    it = LAYOUT.hand
    player = holder(view)
    if player is None:
        sheet = _sheet(HEAD + 2 * EDGE)
        none = describe_no_hand().read(name).rstrip(".")
        Pen(sheet, 1.0).text(LEFT, EDGE + HEAD / 2, none, TITLE, it.title, "ink", "paper")
        return finish(sheet, TABLES[theme])
    rows_ = rows(player)
    font = Font(PLAIN, it.letters)
    told = describe_withdrawal(view, player).read(name) if forecast else ""
    said = balance(told, font, RIGHT - LEFT) if told else []
    top = EDGE + HEAD + len(said) * it.letters_line + it.above
    can = playable(player)
    led = {kind: leads(view, player, kind) for kind in can}
    led |= {kind: leads(view, player, kind) for row in rows_ for kind in row if kind not in COLOURED}
    tops = [top]
    for row in rows_ or [[]]:
        tops.append(tops[-1] + (it.line if any(led.get(kind) for kind in row) else it.supply_line))
    rivals = () if forecast else _find_shown(view)
    below = tops[-1] + (table_height(len(rivals)) if rivals else 0)
    sheet = _sheet(below + EDGE)
    pen = Pen(sheet, 1.0)
    _title_hand(pen, player, EDGE + HEAD / 2)
    for number, line in enumerate(said):
        y = EDGE + HEAD + (number + 0.5) * it.letters_line
        pen.text(LEFT, y, line, PLAIN, it.letters, "ink", "paper")
    if rivals:
        table(pen, view, tops[-1], players=rivals, things=False)
    numbers = number_marks(marks)
    for y, row in zip(tops, rows_, strict=False):
        for place, kind in enumerate(row):
            x = LEFT + place * it.across
            dim = kind in COLOUR and kind in COLOURED and kind not in can
            _card(pen, kind, (x, y), player.hand.get(kind, 1), numbers, it.card, dim=dim)
            if not dim:
                _draw_leads(pen, led[kind], x, y + card_height(it.card) + it.led / 2 + it.above)
    return finish(sheet, TABLES[theme])


def _find_shown(view: View) -> list[PlayerView]:
    """3.1: return the seats that show symbols in this visit."""
    return [each for each in view.players if each.table and not each.is_out]


def flatten_hand(view: View, marks: tuple[str, ...], theme: str) -> Drawn:
    """Draw only the cards of the hand, and the symbols to beat in a line, for a screen with little room.

    Cards that don't fit into one row are spread over rows of about equal length.
    """
    return _flatten_hand(view, marks, theme, LARGE)


def shrink_hand(view: View, marks: tuple[str, ...], theme: str) -> Drawn:
    """Draw the cards of a flat hand smaller, if they don't fit into one row of large cards."""
    player = holder(view)
    fits = player is None or sum(map(len, rows(player))) <= PER_ROW
    return _flatten_hand(view, marks, theme, LARGE if fits else SMALL)


def _flatten_hand(view: View, marks: tuple[str, ...], theme: str, size: Size) -> Drawn:
    """Draw the cards of the hand in one size, and the symbols to beat in a line."""
    it = LAYOUT.hand
    player = holder(view)
    if player is None:
        return number_hand(view, marks, theme)
    held = [kind for row in rows(player) for kind in row]
    lines = _split(held, size)
    to_beat = _find_to_beat(view, player)
    bottom = EDGE + it.above + len(lines) * size.line
    sheet = _sheet(bottom + it.beat * bool(to_beat) + EDGE)
    pen = Pen(sheet, 1.0)
    _draw_lines(pen, lines, EDGE + it.above, player, number_marks(marks), size)
    if to_beat:
        _draw_to_beat(pen, to_beat, bottom + it.beat / 2)
    return finish(sheet, TABLES[theme])


def _find_to_beat(view: View, player: PlayerView) -> dict[str, int]:
    """3.1: return the highest number of each symbol at court that another seat shows, without zeros."""
    others = [other for other in _find_shown(view) if other.key != player.key]
    most = {letter: max((other.shows[letter] for other in others), default=0) for letter in view.court}
    return {letter: n for letter, n in most.items() if n}


def _draw_to_beat(pen: Pen, to_beat: Mapping[str, int], y: float) -> None:
    """Draw in a line how many of each symbol others show, at most."""
    it = LAYOUT.hand
    x = pen.text(LEFT, y, name.say("Others show"), PLAIN, it.count, "lapis", "paper") + LAYOUT.head.gap
    for letter, n in to_beat.items():
        pen.symbol(letter, x + it.led / 2, y, it.led, "paper")
        x = pen.text(x + it.led + it.above, y, str(n), PLAIN, it.count, "ink", "paper") + LAYOUT.head.gap


def _split(held: Sequence[str], size: Size) -> list[Sequence[str]]:
    """Return cards in rows of about equal length. There is at least one row."""
    n = max(1, len(held))
    each = ceil(n / ceil(n / size.per_row))
    return [held[at : at + each] for at in range(0, n, each)]


def _draw_lines(
    pen: Pen,
    lines: Sequence[Sequence[str]],
    top: float,
    player: PlayerView,
    numbers: Mapping[str, str],
    size: Size,
    left: float = LEFT,
) -> None:
    """Draw rows of cards of a player's hand. If cards have numbers, unplayable cards are dim."""
    can = playable(player)
    left += _find_indent(size.wide, numbers)
    for number, line in enumerate(lines):
        for place, kind in enumerate(line):
            corner = left + place * size.across, top + number * size.line
            dim = bool(numbers) and kind in COLOURED and kind not in can
            _card(pen, kind, corner, player.hand.get(kind, 1), numbers, size.wide, dim=dim)


def _title_hand(pen: Pen, player: PlayerView, middle: float) -> None:
    """Write the title of the viewer's own hand, with the number of its cards."""
    it = LAYOUT.head
    pen.palace(player.key, LEFT + it.sign / 2, middle, it.sign, "paper")
    title, count = LAYOUT.hand.title, LAYOUT.hand.count
    end = pen.text(LEFT + it.sign + it.gap, middle, name.say("Your hand"), TITLE, title, "ink", "paper")
    said = describe_cards(player).read(name)
    pen.text(end + it.gap, middle, said, PLAIN, count, "lapis", "paper")


def _card(
    pen: Pen,
    kind: str,
    corner: tuple[float, float],
    count: int,
    numbers: Mapping[str, str],
    wide: int,
    *,
    dim: bool = False,
) -> None:
    """Draw a card to choose from, `wide` pixels wide. If it has a button, draw the button's number on it.

    The number is to the left of the symbols. Special cards have it in the corner, because "1" beside "+2"
    reads "1+2".
    """
    it = LAYOUT.hand
    pen.card(kind, *corner, wide, count, dim=dim)
    if kind in numbers:
        down = it.number // 2 + it.above if kind in SPECIALS else it.number_down * wide // it.card
        spot = corner[0] + symbols_left(wide) - plate_width(numbers[kind], it.number) / 2, corner[1] + down
        draw_number(pen.sheet, (round(spot[0]), round(spot[1])), numbers[kind], it.number)


def _find_indent(wide: int, numbers: Mapping[str, str]) -> int:
    """Return how far a row of cards is from the margin, so that none of their numbers leaves the sheet."""
    plate = max((plate_width(number, LAYOUT.hand.number) for number in numbers.values()), default=0)
    return max(0, plate - symbols_left(wide) - LAYOUT.margin + 2)


def _draw_leads(pen: Pen, letters: Sequence[str], x: float, y: float) -> None:
    """Draw the symbols in which a card would take the lead, below the card."""
    it = LAYOUT.hand
    left = x + it.card / 2 - (len(letters) - 1) * it.led / 2
    for number, letter in enumerate(letters):
        pen.symbol(letter, left + number * it.led, y, it.led, "paper")


def draw_supply(view: View, _tale: Tale | None, theme: str) -> Drawn:
    """Draw the open supply, and below it the viewer's own hand."""
    return number_supply(view, (), theme)


def number_supply(view: View, marks: tuple[str, ...], theme: str) -> Drawn:
    """Draw the open supply, with the numbers of a question's buttons on its cards.

    Below the supply, draw the viewer's own hand, so that the viewer sees which cards would suit it.
    """
    return _supply(view, marks, theme)


def flatten_supply(view: View, marks: tuple[str, ...], theme: str) -> Drawn:
    """Draw the supply beside its title, for a screen with little room.

    Its cards are as large as there is room, and never smaller than those of the hand below them.
    """
    return _supply(view, marks, theme, flat=True)


def _supply(view: View, marks: Sequence[str], theme: str, *, flat: bool = False) -> Drawn:
    it = LAYOUT.hand
    kinds = lying(view)
    title = name.say("The supply")
    player = holder(view)
    held = [] if player is None else [*sorted(player.hand, key=PLACE.__getitem__), *player.specials]
    lines = _split(held, SMALL)
    left, top, size, head = float(LEFT), EDGE + HEAD + it.above, LARGE, HEAD
    if flat:
        beside = LEFT + width(title, Font(TITLE, it.title)) + LAYOUT.head.gap
        head = LOW
        size, left, top = _fit_supply(number_marks(marks), len(kinds), beside, top, short=len(lines) == 1)
    rows_ = _split(kinds, size)
    bottom = top + len(rows_) * size.line
    sheet = _sheet(bottom + (head + it.above + len(lines) * SMALL.line) * (player is not None) + EDGE)
    pen = Pen(sheet, 1.0)
    pen.text(LEFT, EDGE + HEAD / 2, title, TITLE, it.title, "ink", "paper")
    numbers = number_marks(marks)
    left += _find_indent(size.wide, numbers)
    for number, row in enumerate(rows_):
        for place, kind in enumerate(row):
            corner = left + place * size.across, top + number * size.line
            _card(pen, kind, corner, view.supply[kind], numbers, size.wide)
    if not kinds:
        pen.text(left, top + size.line / 2, name.say("empty"), PLAIN, it.count, "ink", "paper")
    if player is not None:
        _title_hand(pen, player, bottom + head / 2)
        _draw_lines(pen, lines, bottom + head + it.above, player, {}, SMALL)
    return finish(sheet, TABLES[theme])


def _fit_supply(
    numbers: Mapping[str, str], n: int, beside: float, top: int, *, short: bool
) -> tuple[Size, float, int]:
    """Return how `n` cards of the supply lie flat: their size, left end and top.

    `beside`: where the supply's title ends. `top`: where cards below the supply's title begin. `short`:
    whether the hand is one row.
    """
    for size in (LARGE, SMALL):
        room = RIGHT - beside - size.wide - _find_indent(size.wide, numbers)
        step = min(size.across, room / max(1, n - 1))
        if step >= size.least:
            return size._replace(across=step, per_row=max(1, n)), beside, EDGE + LAYOUT.hand.above
    return LARGE if short and n <= PER_ROW else SMALL, LEFT, top


def draw_strip(view: View, _tale: Tale | None, theme: str) -> Drawn:
    """Draw the head and the table of the seats, without the map."""
    sheet = _sheet(HEAD + table_height(len(view.players)) + 2 * EDGE)
    pen = Pen(sheet, 1.0)
    draw_head(pen, view)
    table(pen, view, EDGE + HEAD, things=False)
    return finish(sheet, TABLES[theme])


def _sheet(high: int) -> Sheet:
    return Sheet(PALETTE, marble(high, 1.0, False).copy())
