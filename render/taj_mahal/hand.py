"""Draw large cards to choose from: the viewer's own hand, and the open supply. Also draw the strip."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from render.kit.canvas import Drawn, Font, Sheet, balance, finish, width
from render.kit.numbers import draw_number, number_marks
from render.kit.shapes import Spot
from render.painter import Tale
from render.taj_mahal.garden import marble
from render.taj_mahal.layout import EDGE, LAYOUT, LEFT, RIGHT, table_height
from render.taj_mahal.names import name
from render.taj_mahal.palette import PALETTE, TABLES
from render.taj_mahal.panels import PLAIN, TITLE, Pen, draw_head, lying, table
from render.taj_mahal.pieces import card_height
from rules.taj_mahal.cards import ANY_COLOUR, COLOUR, COLOURED, COLOURS, PLACE, SHOWS, SYMBOLS, WHITE_KINDS
from rules.taj_mahal.description import describe_cards, describe_no_hand, describe_withdrawal
from rules.taj_mahal.view import PlayerView, View

HEAD, PER_ROW = LAYOUT.head.high, LAYOUT.hand.per_row


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
    """Draw the viewer's own hand.

    For a spectator, or after the game, draw a sheet that says that there is no hand.
    """
    return _hand(view, (), theme, forecast=True)


def number_hand(view: View, marks: tuple[str, ...], theme: str) -> Drawn:
    """Draw the hand with the numbers of a question's buttons on its cards.

    The text of the question says what a withdrawal would bring, so the picture doesn't.
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
    sheet = _sheet(top + max(1, len(rows_)) * it.line + EDGE)
    pen = Pen(sheet, 1.0)
    _title_hand(pen, player, EDGE + HEAD / 2)
    for number, line in enumerate(said):
        y = EDGE + HEAD + (number + 0.5) * it.letters_line
        pen.text(LEFT, y, line, PLAIN, it.letters, "ink", "paper")
    can = playable(player)
    numbers = number_marks(marks)
    for number, row in enumerate(rows_):
        for place, kind in enumerate(row):
            x, y = LEFT + place * it.across, top + number * it.line
            dim = kind in COLOUR and kind in COLOURED and kind not in can
            _card(pen, kind, (x, y), player.hand.get(kind, 1), numbers, it.card, dim=dim)
            if not dim:
                _draw_leads(
                    pen, leads(view, player, kind), x, y + card_height(it.card) + it.led / 2 + it.above
                )
    return finish(sheet, TABLES[theme])


def flatten_hand(view: View, marks: tuple[str, ...], theme: str) -> Drawn:
    """Draw only the cards of the hand, smaller and more in a row, for a screen with little room."""
    it = LAYOUT.hand
    player = holder(view)
    if player is None:
        return number_hand(view, marks, theme)
    lines = _split([kind for row in rows(player) for kind in row])
    sheet = _sheet(2 * EDGE + it.above + len(lines) * it.held_line)
    _draw_lines(Pen(sheet, 1.0), lines, EDGE + it.above, player, number_marks(marks))
    return finish(sheet, TABLES[theme])


def _split(held: Sequence[str]) -> list[Sequence[str]]:
    """Return cards of the hand in rows of small cards. There is at least one row."""
    per_row = LAYOUT.hand.held_per_row
    return [held[at : at + per_row] for at in range(0, max(1, len(held)), per_row)]


def _draw_lines(
    pen: Pen, lines: Sequence[Sequence[str]], top: int, player: PlayerView, numbers: Mapping[str, str]
) -> None:
    """Draw rows of small cards of a player's hand. If cards have numbers, unplayable cards are dim."""
    it = LAYOUT.hand
    can = playable(player)
    for number, line in enumerate(lines):
        for place, kind in enumerate(line):
            corner = LEFT + place * it.held_across, top + number * it.held_line
            dim = bool(numbers) and kind in COLOURED and kind not in can
            _card(pen, kind, corner, player.hand.get(kind, 1), numbers, it.held, dim=dim)


def _title_hand(pen: Pen, player: PlayerView, middle: float) -> None:
    """Write the title of the viewer's own hand, with the number of its cards."""
    it = LAYOUT.head
    pen.palace(player.key, LEFT + it.sign / 2, middle, it.sign, "paper")
    title, count = LAYOUT.hand.title, LAYOUT.hand.count
    end = pen.text(LEFT + it.sign + it.gap, middle, name.say("Your hand"), TITLE, title, "ink", "paper")
    said = describe_cards(player).read(name)
    pen.text(end + it.gap, middle, said, PLAIN, count, "lapis", "paper")


def _card(
    pen: Pen, kind: str, corner: Spot, count: int, numbers: Mapping[str, str], wide: int, *, dim: bool = False
) -> None:
    """Draw a card to choose from, `wide` pixels wide. If it has a button, draw the button's number on it."""
    it = LAYOUT.hand
    pen.card(kind, *corner, wide, count, dim=dim)
    if kind in numbers:
        spot = corner[0] + it.number_at[0], corner[1] + it.number_at[1] * wide // it.card
        draw_number(pen.sheet, spot, numbers[kind], it.number)


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
    """Draw the supply as small as the hand below it, beside its title, for a screen with little room."""
    return _supply(view, marks, theme, flat=True)


def _supply(view: View, marks: Sequence[str], theme: str, *, flat: bool = False) -> Drawn:
    it = LAYOUT.hand
    kinds = lying(view)
    rows_ = [kinds[at : at + PER_ROW] for at in range(0, len(kinds), PER_ROW)]
    title = name.say("The supply")
    left, top = LEFT, EDGE + HEAD + it.above
    wide, across, line_high = it.card, it.across, it.supply_line
    beside = LEFT + width(title, Font(TITLE, it.title)) + LAYOUT.head.gap
    if flat and beside + len(kinds) * it.held_across <= RIGHT:
        left, top = beside, EDGE + it.above
        wide, across, line_high = it.held, it.held_across, it.held_line
    bottom = top + max(1, len(rows_)) * line_high
    player = holder(view)
    held = [] if player is None else [*sorted(player.hand, key=PLACE.__getitem__), *player.specials]
    lines = _split(held)
    sheet = _sheet(bottom + (HEAD + it.above + len(lines) * it.held_line) * (player is not None) + EDGE)
    pen = Pen(sheet, 1.0)
    pen.text(LEFT, EDGE + HEAD / 2, title, TITLE, it.title, "ink", "paper")
    numbers = number_marks(marks)
    for number, row in enumerate(rows_):
        for place, kind in enumerate(row):
            corner = left + place * across, top + number * line_high
            _card(pen, kind, corner, view.supply[kind], numbers, wide)
    if not kinds:
        pen.text(left, top + line_high / 2, name.say("empty"), PLAIN, it.count, "ink", "paper")
    if player is not None:
        _title_hand(pen, player, bottom + HEAD / 2)
        _draw_lines(pen, lines, bottom + HEAD + it.above, player, {})
    return finish(sheet, TABLES[theme])


def draw_strip(view: View, _tale: Tale | None, theme: str) -> Drawn:
    """Draw the head and the table of the seats, without the map."""
    sheet = _sheet(HEAD + table_height(len(view.players)) + 2 * EDGE)
    pen = Pen(sheet, 1.0)
    draw_head(pen, view)
    table(pen, view, EDGE + HEAD, things=False)
    return finish(sheet, TABLES[theme])


def _sheet(high: int) -> Sheet:
    return Sheet(PALETTE, marble(high, 1.0, False).copy())


__all__ = [
    "draw_hand",
    "draw_strip",
    "draw_supply",
    "flatten_hand",
    "flatten_supply",
    "number_hand",
    "number_supply",
]
