"""Draw the panels around the map: the head and the open supply above, the table of the seats below."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from PIL import Image

from render.kit.canvas import Font, Sheet, shorten, width
from render.taj_mahal.layout import EDGE, LAYOUT, LEFT, RIGHT, WIDE
from render.taj_mahal.names import name
from render.taj_mahal.pieces import (
    back,
    card,
    card_height,
    face,
    figure,
    good,
    palace,
    special,
    standing_out,
    symbol,
)
from rules.taj_mahal.cards import COLOURED, PLACE, SYMBOLS
from rules.taj_mahal.description import describe_supply
from rules.taj_mahal.sequence.visits import describe_victory
from rules.taj_mahal.tiles import GOODS
from rules.taj_mahal.view import PlayerView, View

BOLD, PLAIN, TITLE = "DurbarSans-CondensedBold", "DurbarSans-Condensed", "Yrsa-Bold"


class Pen(NamedTuple):
    """A sheet and its scale. The methods take places and sizes in pixels of the phone picture."""

    sheet: Sheet
    scale: float

    def at(self, n: float) -> int:
        """Return `n` pixels at this scale."""
        return round(n * self.scale)

    def font(self, face: str, size: float) -> Font:
        """Return the face as a font of `size` pixels at this scale."""
        return Font(face, self.at(size))

    def text(
        self,
        x: float,
        y: float,
        string: str,
        face: str,
        size: float,
        ink: str,
        ground: str,
        anchor: str = "l",
    ) -> float:
        """Write a text. Return the x of its right end."""
        end = self.sheet.text(self.at(x), self.at(y), string, self.font(face, size), ink, ground, anchor)
        return end / self.scale

    def wide(self, string: str, face: str, size: float) -> float:
        """Return how wide a text is."""
        return width(string, self.font(face, size)) / self.scale

    def fill(self, left: float, top: float, right: float, bottom: float, colour: str) -> None:
        """Fill a rectangle."""
        self.sheet.rectangle((self.at(left), self.at(top), self.at(right), self.at(bottom)), colour)

    def frame(self, left: float, top: float, right: float, bottom: float, colour: str, thick: float) -> None:
        """Draw the outline of a rectangle."""
        box = (self.at(left), self.at(top), self.at(right), self.at(bottom))
        self.sheet.rectangle(box, None, colour, max(1, self.at(thick)))

    def put(self, drawn: Image.Image, x: float, y: float, ground: str = "") -> None:
        """Paste a picture with its middle at x, y.

        `ground`: the colour on which the picture was drawn. Pixels of this colour are not pasted. "": paste
        all.
        """
        corner = self.at(x) - drawn.width // 2, self.at(y) - drawn.height // 2
        self.sheet.paste(drawn, *corner, standing_out(drawn, ground) if ground else None)

    def symbol(self, letter: str, x: float, y: float, size: float, ground: str, gone: bool = False) -> None:
        """Draw a symbol with its middle at x, y. `gone`: whether the symbol is no longer at court."""
        self.put(symbol(letter, self.at(size), ground, gone), x, y)

    def palace(self, seat: str, x: float, y: float, size: float, ground: str) -> None:
        """Draw a seat's sign with its middle at x, y."""
        self.put(palace(seat, self.at(size), ground), x, y)

    def card(
        self,
        kind: str,
        left: float,
        top: float,
        wide: float,
        count: int = 1,
        *,
        dim: bool = False,
        lit: bool = False,
        ground: str = "paper",
    ) -> None:
        """Draw a card with its upper left corner at left, top."""
        self.sheet.paste(card(kind, self.at(wide), ground, count, dim, lit), self.at(left), self.at(top))


def heading(view: View) -> tuple[str, str]:
    """Return two titles: the visit and its province.

    Before the first and after the last visit, return the game's name and its state.
    """
    if not view.visit:
        return "Taj Mahal", name.say("the game is being set up")
    if view.over and len(view.winners) == 1:
        [winner] = view.winners
        points = next(player.points for player in view.players if player.key == winner)
        return "Taj Mahal", name.say("{seat} wins with {n} points", seat=winner, n=points)
    if view.over:
        return "Taj Mahal", describe_victory(view.winners).read(name)
    return name.say("Visit {n} of 12", n=view.visit), name(view.province)


def draw_head(pen: Pen, view: View, top: float = EDGE) -> None:
    """Draw the visit, the province, and whose turn it is."""
    it = LAYOUT.head
    middle = top + it.high / 2
    visit, where = heading(view)
    right = float(RIGHT)
    if view.mover and view.visit:
        said = name.say("{seat} to play", seat=view.mover)
        pen.text(right, middle, said, BOLD, it.mover, "rubric", "paper", "r")
        right -= pen.wide(said, BOLD, it.mover) + it.sign / 2 + it.gap / 2
        pen.palace(view.mover, right, middle, it.sign, "paper")
        right -= it.sign / 2 + it.gap
    x = pen.text(LEFT, middle, visit, TITLE, it.title, "ink", "paper") + it.gap
    room = pen.at(right - x)
    text = shorten(where, pen.font(PLAIN, it.place), room)
    pen.text(x, middle, text, PLAIN, it.place, "lapis", "paper")


def supply(pen: Pen, view: View, top: float = EDGE + LAYOUT.head.high) -> None:
    """Draw the open cards, and how many cards are in the deck."""
    it = LAYOUT.supply
    middle = top + (it.high - LAYOUT.head.gap / 2) / 2
    corner = middle - card_height(it.card) / 2
    kinds = lying(view)
    right = RIGHT - it.card
    pen.sheet.paste(back(pen.at(it.card), "paper", "", str(view.deck)), pen.at(right), pen.at(corner))
    right -= LAYOUT.head.gap
    x = float(LEFT)
    title = name.say("Supply")
    long = pen.wide(title, TITLE, it.title) + LAYOUT.head.gap
    if kinds and x + long + len(kinds) * it.step < right:
        x = pen.text(x, middle, title, TITLE, it.title, "ink", "paper") + LAYOUT.head.gap
    step = min(it.step, (right - x - it.card) / max(1, len(kinds) - 1))
    for number, kind in enumerate(kinds):
        pen.card(kind, x + number * step, corner, it.card, view.supply[kind])
    if not kinds:
        said = shorten(describe_supply(view).read(name), pen.font(PLAIN, it.letters), pen.at(right - x))
        pen.text(x, middle, said, PLAIN, it.letters, "ink", "paper")


def lying(view: View) -> list[str]:
    """Return the cards of the open supply, in the order of their buttons."""
    return sorted(view.supply, key=PLACE.__getitem__)


class Gains(NamedTuple):
    """The changes that a seat's row shows: the points that it scored, and the prizes that it won at court."""

    points: int = 0
    won: Sequence[str] = ()


def table(
    pen: Pen,
    view: View,
    top: float,
    gains: Mapping[str, Gains] = MappingProxyType({}),
    *,
    things: bool = True,
    players: Sequence[PlayerView] | None = None,
) -> None:
    """Draw the table of the seats, or only of `players`: points, cards, symbols shown, who leads.

    `things`: also draw influence tiles, special cards and goods. Without `things`, draw the cards that each
    seat has played.
    """
    it = LAYOUT.table
    middle = top + it.head / 2
    pen.text(LEFT, middle, name.say("Court"), TITLE, it.title, "ink", "paper")
    for letter in SYMBOLS:
        gone = bool(view.visit) and letter not in view.court
        pen.symbol(letter, column(letter), middle, it.symbol, "paper", gone)
    for number, player in enumerate(view.players if players is None else players):
        row = Row(pen, player, top + it.head + number * it.row)
        _row(row, view, gains.get(player.key, Gains()))
        if things:
            _things(row)
        else:
            _draw_played(row)


class Row(NamedTuple):
    """A seat's row of the table. `top`: its upper edge."""

    pen: Pen
    player: PlayerView
    top: float

    @property
    def middle(self) -> float:
        """The y of the row's middle."""
        return self.top + LAYOUT.table.row / 2 + 1

    @property
    def ground(self) -> str:
        """The row's colour: bright if the seat is to act, grey if it has withdrawn."""
        return "lamp" if self.player.acting else "veil" if self.player.is_out else "paper"


def column(letter: str) -> float:
    """Return the x of the middle of a symbol's column."""
    return LEFT + LAYOUT.table.sums + (SYMBOLS.index(letter) + 0.5) * LAYOUT.table.apart


def _row(row: Row, view: View, gains: Gains) -> None:
    it = LAYOUT.table
    pen, player, top, middle, ground = *row, row.middle, row.ground
    pen.fill(EDGE, top, WIDE - EDGE, top + it.row, ground)
    pen.fill(EDGE, top, WIDE - EDGE, top + 2, "gold")
    pen.palace(player.key, LEFT + it.sign / 2, middle, it.sign, ground)
    if player.key == view.starter and not view.over:
        x, y = LEFT + it.sign - it.figure / 8, middle - it.sign / 2 + it.figure / 2
        pen.put(figure(pen.at(it.figure), ground), x, y, ground)
    x, up = LEFT + it.points_at, it.told if gains.points else 0
    pen.text(x, middle - up, str(player.points), BOLD, it.points, "ink", ground, "m")
    if gains.points:
        pen.text(x, middle + up, f"{gains.points:+}", BOLD, it.gain, "ink", ground, "m")
    pen.put(back(pen.at(it.card), ground, player.bound), LEFT + it.card_at + it.card / 2, middle)
    pen.text(LEFT + it.cards_at, middle, str(player.cards), PLAIN, it.cards, "ink", ground)
    if gains.won:
        for letter in gains.won:
            pen.symbol(letter, column(letter), middle, it.symbol, ground)
    elif player.is_out:
        x = (column(SYMBOLS[0]) + column(SYMBOLS[-1])) / 2
        pen.text(x, middle, name.say("withdrawn"), PLAIN, it.letters, "ink", ground, "m")
    else:
        _sums(row, view)


def _sums(row: Row, view: View) -> None:
    """Draw how many of each symbol a seat shows. A symbol in which the seat leads has a frame."""
    it = LAYOUT.table
    pen, player, _, middle, ground = *row, row.middle, row.ground
    for letter in SYMBOLS:
        x = column(letter)
        n, leads = player.shows[letter], view.leads.get(letter) == player.key
        if leads:
            inner = it.lead - it.frame
            pen.fill(x - it.lead, middle - it.lead, x + it.lead, middle + it.lead, "glow")
            pen.fill(x - inner, middle - inner, x + inner, middle + inner, "lamp")
        ink = "ink" if n and letter in view.court else "stone"
        face, back = (BOLD, "lamp") if leads else (PLAIN, ground)
        pen.text(x, middle, str(n) if n else "·", face, it.sum, ink, back, "m")


def _things(row: Row) -> None:
    """Draw a seat's influence tiles and special cards in one line, and its goods in the line below.

    A single line is in the middle of the row.
    """
    it = LAYOUT.table
    pen, player, _, middle, ground = *row, row.middle, row.ground
    both = any(player.goods.values()) and (player.influence or player.specials)
    apart = it.line if both else 0
    upper, lower = middle - apart, middle + apart
    tiles = [letter for letter, n in player.influence.items() for _ in range(n)]
    room = RIGHT - LEFT - it.things - it.thing
    step = min(it.step, room / max(1, len(tiles) + len(player.specials) - 1))
    x = LEFT + it.things + it.thing / 2
    for letter in tiles:
        pen.symbol(letter, x, upper, it.thing, ground)
        x += step
    for kind in player.specials:
        fill = "paper" if kind in player.table else "lamp"
        effect = kind.partition("-")[2]
        text = "" if effect == "any" else "+2" if effect == "2" else effect.upper()
        high = it.thing / 2
        wide = max(high, pen.wide(text, BOLD, it.letters) / 2 + 2 * it.rim)
        pen.fill(x - wide, upper - high, x + wide, upper + high, "ink")
        pen.fill(x - wide + it.rim, upper - high + it.rim, x + wide - it.rim, upper + high - it.rim, fill)
        if text:
            pen.text(x, upper, text, BOLD, it.letters, "ink", fill, "m")
        else:
            pen.put(special(effect, pen.at(it.thing - 2 * it.rim), fill), x, upper, fill)
        x += step
    x = LEFT + it.things + it.good / 2
    for key in GOODS:
        if n := player.goods[key]:
            pen.put(good(key, pen.at(it.good), ground), x, lower)
            pen.text(x + (it.good + it.rim) / 2, lower, str(n), BOLD, it.letters, "ink", ground)
            x += it.goods_step


def _draw_played(row: Row) -> None:
    """Draw the coloured card that a seat played last, the card played with it, and backs of the other suits.

    If a seat has played several cards of a suit, a number says how many. If the row has no room for both
    cards, the card played with the coloured one is a back too.
    """
    it = LAYOUT.table
    pen, player, _, middle, ground = *row, row.middle, row.ground
    if not player.table:
        return
    counts = Counter(kind.partition("-")[0] for kind in player.table)
    first = max(at for at, kind in enumerate(player.table) if kind in COLOURED)
    faces = {kind.partition("-")[0]: kind for kind in player.table[first:]}

    def measure() -> float:
        widths = (
            _draw_suit(row, suit, faces).width / pen.scale + it.rim + it.apart_played for suit in counts
        )
        return sum(widths) + sum(pen.wide(str(n), BOLD, it.letters) for n in counts.values() if n > 1)

    if len(faces) > 1 and measure() > RIGHT - LEFT - it.things:
        faces.popitem()
    x = float(LEFT + it.things)
    for suit in (*faces, *(suit for suit in counts if suit not in faces)):
        drawn = _draw_suit(row, suit, faces)
        wide = drawn.width / pen.scale
        pen.put(drawn, x + wide / 2, middle)
        x += wide + it.rim
        if counts[suit] > 1:
            x = pen.text(x, middle, str(counts[suit]), BOLD, it.letters, "ink", ground)
        x += it.apart_played


def _draw_suit(row: Row, suit: str, faces: Mapping[str, str]) -> Image.Image:
    """Return the face of the card of a suit in `faces`, or the suit's back if it has none there."""
    it = LAYOUT.table
    if suit in faces:
        return face(faces[suit], row.pen.at(it.symbol), row.ground)
    return back(row.pen.at(it.played), row.ground, suit)
