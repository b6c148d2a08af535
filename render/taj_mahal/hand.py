"""Cards large enough to choose from: one's own hand, for its owner's eyes, and the open supply; and the
strip."""

from __future__ import annotations

from collections.abc import Sequence

from render.kit.canvas import Drawn, Sheet, finish
from render.kit.numbers import draw_number
from render.painter import Tale
from render.taj_mahal.garden import marble
from render.taj_mahal.layout import EDGE, HEAD, ROW, TABLE_HEAD, WIDE
from render.taj_mahal.names import name
from render.taj_mahal.palette import PALETTE, TABLES
from render.taj_mahal.panels import BOLD, LEFT, PLAIN, TITLE, Pen, head, table
from rules.taj_mahal.cards import ANY_COLOUR, COLOUR, COLOURED, COLOURS, PLACE, SHOWS, SYMBOLS, WHITE_KINDS
from rules.taj_mahal.description import describe_no_hand, describe_withdrawal
from rules.taj_mahal.view import PlayerView, View
from rules.words import Plural

CARD, ACROSS, LINE = 112, 126, 232  # a card's width, how far apart they lie, how high a row of them is
PER_ROW = 8


def playable(player: PlayerView) -> list[str]:
    """2.3, 2.5: the coloured cards of a hand that may be played now, in the order of their buttons."""
    free = not player.bound or (ANY_COLOUR in player.specials and ANY_COLOUR not in player.table)
    return [kind for kind in COLOURED if kind in player.hand and (free or COLOUR[kind] == player.bound)]


def rows(player: PlayerView) -> list[list[str]]:
    """The hand in rows: what may be played by colour, white and special cards, then the rest; each card
    where it stands among the buttons, and where it stood the turn before."""
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


def leads(view: View, player: PlayerView, kind: str) -> list[str]:
    """3.1: the symbols on a card in which its owner would lead alone if it were played now."""
    found = []
    for letter in SYMBOLS:
        mine = player.shows[letter] + SHOWS[kind].count(letter)
        others = [other.shows[letter] for other in view.players if other.key != player.key]
        if letter in SHOWS[kind] and letter in view.court and mine > max(others):
            found.append(letter)
    return found


def draw_hand(view: View, _tale: Tale | None, theme: str) -> Drawn:
    """The viewer's own hand; from the gallery a sheet that says that there is none to see."""
    return _hand(view, (), theme)


def number_hand(view: View, marks: tuple[str, ...], theme: str) -> Drawn:
    """The hand with the numbers of a question's buttons on its cards."""
    return _hand(view, marks, theme)


def _hand(view: View, marks: Sequence[str], theme: str) -> Drawn:
    player = next((each for each in view.players if each.key == view.viewer), None)
    lines = [] if player is None else rows(player)
    sheet = _sheet(HEAD + 56 + max(1, len(lines)) * LINE + 2 * EDGE)
    pen = Pen(sheet, 1.0)
    middle = EDGE + HEAD / 2
    if player is None or view.over:
        pen.text(LEFT, middle, describe_no_hand().read(name).rstrip("."), TITLE, 52, "ink", "paper")
        return finish(sheet, TABLES[theme])
    n = player.cards + len(player.specials)
    pen.palace(player.key, LEFT + 30, middle, 60, "paper")
    end = pen.text(LEFT + 76, middle, name.say("Your hand"), TITLE, 58, "ink", "paper")
    pen.text(end + 24, middle, name.say(Plural("{n} card", "{n} cards"), n=n), PLAIN, 44, "lapis", "paper")
    said = describe_withdrawal(view, player).read(name)
    size = 34 if pen.wide(said, PLAIN, 34) < WIDE - 2 * LEFT else 28
    pen.text(LEFT, EDGE + HEAD + 20, said, PLAIN, size, "ink", "paper")
    can = playable(player)
    numbers = {key: number for number, key in enumerate(marks, 1)}
    for at, line in enumerate(lines):
        top = EDGE + HEAD + 56 + at * LINE
        for place, kind in enumerate(line):
            x = LEFT + place * ACROSS
            dim = kind in COLOUR and kind in COLOURED and kind not in can
            pen.card(kind, x, top, CARD, player.hand.get(kind, 1), dim=dim)
            if not dim:
                _led(pen, leads(view, player, kind), x, top + CARD * 1.5 + 22)
            if kind in numbers:
                draw_number(sheet, (x + 20, top + CARD * 3 // 2 - 20), numbers[kind], 42)
    return finish(sheet, TABLES[theme])


def _led(pen: Pen, letters: Sequence[str], x: float, y: float) -> None:
    """The symbols in which a card would lead, below it."""
    left = x + CARD / 2 - (len(letters) - 1) * 20
    for number, letter in enumerate(letters):
        pen.symbol(letter, left + number * 40, y, 34, "paper")


def lying(view: View) -> list[str]:
    """The cards of the open supply, in the order of their buttons."""
    return sorted(view.supply, key=PLACE.__getitem__)


def draw_supply(view: View, _tale: Tale | None, theme: str) -> Drawn:
    """The open supply."""
    return number_supply(view, (), theme)


def number_supply(view: View, marks: tuple[str, ...], theme: str) -> Drawn:
    """The open supply, with the numbers of a question's buttons on its cards."""
    kinds = lying(view)
    lines = [kinds[at : at + PER_ROW] for at in range(0, len(kinds), PER_ROW)]
    sheet = _sheet(HEAD + max(1, len(lines)) * (LINE - 44) + 2 * EDGE)
    pen = Pen(sheet, 1.0)
    pen.text(LEFT, EDGE + HEAD / 2, name.say("The supply"), TITLE, 58, "ink", "paper")
    numbers = {key: number for number, key in enumerate(marks, 1)}
    for at, line in enumerate(lines):
        top = EDGE + HEAD + at * (LINE - 44)
        for place, kind in enumerate(line):
            x = LEFT + place * ACROSS
            pen.card(kind, x, top, CARD, view.supply[kind])
            if kind in numbers:
                draw_number(sheet, (x + 20, top + CARD * 3 // 2 - 20), numbers[kind], 42)
    if not kinds:
        pen.text(LEFT, EDGE + HEAD + 60, name.say("empty"), PLAIN, 44, "stone", "paper")
    return finish(sheet, TABLES[theme])


def draw_strip(view: View, _tale: Tale | None, theme: str) -> Drawn:
    """The court and the tables: enough after a play."""
    sheet = _sheet(HEAD + TABLE_HEAD + len(view.players) * ROW + 2 * EDGE)
    pen = Pen(sheet, 1.0)
    head(pen, view)
    table(pen, view, EDGE + HEAD, things=False)
    return finish(sheet, TABLES[theme])


def _sheet(high: int) -> Sheet:
    return Sheet(PALETTE, marble(high, 1.0, False).copy())


__all__ = ["BOLD", "draw_hand", "draw_strip", "draw_supply", "number_hand", "number_supply"]
