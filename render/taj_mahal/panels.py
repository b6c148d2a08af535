"""What lies beside the map: the line above it, the open supply, and the table of the seats below."""

from __future__ import annotations

from typing import NamedTuple

from render.kit.canvas import Font, Sheet, shorten, width
from render.taj_mahal.layout import EDGE, HEAD, ROW, SUPPLY, TABLE_HEAD, WIDE
from render.taj_mahal.names import name
from render.taj_mahal.pieces import CARD_FILL, CARD_LETTER, card, figure, good, palace, symbol
from rules.taj_mahal.cards import SYMBOLS
from rules.taj_mahal.tiles import GOODS
from rules.taj_mahal.view import PlayerView, View
from rules.taj_mahal.visits import describe_victory

BOLD, PLAIN, TITLE = "DurbarSans-CondensedBold", "DurbarSans-Condensed", "Yrsa-Bold"
LEFT = EDGE + 14
SUMS = 424  # where the column of the first symbol begins, and how far the columns are apart
APART = 58
THINGS = SUMS + 6 * APART + 18  # where influence tiles, special cards and goods begin
SHORT = {"special-e": "E", "special-c": "C", "special-2": "+2", "special-any": "any"}


class Pen(NamedTuple):
    """A sheet and its scale: places and sizes are given in the pixels of the phone picture."""

    sheet: Sheet
    scale: float

    def at(self, n: float) -> int:
        """So many pixels at this scale."""
        return round(n * self.scale)

    def font(self, face: str, size: float) -> Font:
        """The face in this size."""
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
        """Write, and give the place behind it."""
        end = self.sheet.text(self.at(x), self.at(y), string, self.font(face, size), ink, ground, anchor)
        return end / self.scale

    def wide(self, string: str, face: str, size: float) -> float:
        """How wide a text is."""
        return width(string, self.font(face, size)) / self.scale

    def fill(self, left: float, top: float, right: float, bottom: float, colour: str) -> None:
        """A rectangle."""
        self.sheet.rectangle((self.at(left), self.at(top), self.at(right), self.at(bottom)), colour)

    def frame(self, left: float, top: float, right: float, bottom: float, colour: str, thick: float) -> None:
        """An empty rectangle."""
        box = (self.at(left), self.at(top), self.at(right), self.at(bottom))
        self.sheet.rectangle(box, None, colour, max(1, self.at(thick)))

    def symbol(self, letter: str, x: float, y: float, size: float, ground: str, gone: bool = False) -> None:
        """A symbol round x, y."""
        drawn = symbol(letter, self.at(size), ground, gone)
        self.sheet.paste(drawn, self.at(x) - drawn.width // 2, self.at(y) - drawn.height // 2)

    def palace(self, seat: str, x: float, y: float, size: float, ground: str) -> None:
        """A seat's sign round x, y."""
        drawn = palace(seat, self.at(size), ground)
        self.sheet.paste(drawn, self.at(x) - drawn.width // 2, self.at(y) - drawn.height // 2)

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
        """A card with its corner at left, top."""
        self.sheet.paste(card(kind, self.at(wide), ground, count, dim, lit), self.at(left), self.at(top))


def heading(view: View) -> tuple[str, str]:
    """The visit, and where it is or what has come of the game."""
    if not view.visit:
        return "Taj Mahal", name.say("the game is being set up")
    if view.over:
        return "Taj Mahal", describe_victory(view.winners).read(name)
    return name.say("Visit {n} of 12", n=view.visit), name(view.province)


def head(pen: Pen, view: View, top: float = EDGE) -> None:
    """Which visit it is, where, and whose go."""
    middle = top + HEAD / 2 + 2
    visit, where = heading(view)
    right = float(WIDE - LEFT)
    if view.mover and view.visit:
        said = name.say("{seat} to play", seat=view.mover)
        pen.text(right, middle, said, BOLD, 40, "rubric", "paper", "r")
        right -= pen.wide(said, BOLD, 40) + 36
        pen.palace(view.mover, right, middle - 2, 52, "paper")
        right -= 44
    x = pen.text(LEFT, middle, visit, TITLE, 62, "ink", "paper") + 22
    room = pen.at(right - x)
    pen.text(x, middle, shorten(where, pen.font(PLAIN, 46), room), PLAIN, 46, "lapis", "paper")


def supply(pen: Pen, view: View, top: float = EDGE + HEAD) -> None:
    """The cards that lie open, and how many are hidden."""
    cards = [kind for kind, n in view.supply.items() for _ in range(n)]
    pen.text(LEFT, top + 22, name.say("Supply"), BOLD, 32, "ink", "paper")
    x = LEFT + 112.0
    for kind in cards:
        pen.card(kind, x, top + 2, 74)
        x += 82
    if not cards:
        pen.text(x, top + 56, name.say("empty"), PLAIN, 34, "stone", "paper")
    right = WIDE - LEFT
    discards = sum(view.discards.values())
    pen.text(right, top + 34, name.say("Deck {n}", n=view.deck), BOLD, 36, "ink", "paper", "r")
    text, size = (name.say("Discards {n}", n=discards), 32)
    if right - pen.wide(text, PLAIN, size) < x + 8:
        text = name.say("Disc. {n}", n=discards)
    pen.text(right, top + 78, text, PLAIN, size, "ink", "paper", "r")


def table(pen: Pen, view: View, top: float, *, things: bool = True) -> None:
    """The seats: points, cards, the symbols that each shows, with who leads; tiles and special cards."""
    middle = top + TABLE_HEAD / 2 + 2
    pen.text(LEFT, middle, name.say("Court"), TITLE, 44, "ink", "paper")
    pen.text(262, middle, name.say("points"), PLAIN, 30, "ink", "paper", "m")
    pen.text(360, middle, name.say("cards"), PLAIN, 30, "ink", "paper", "m")
    for number, letter in enumerate(SYMBOLS):
        gone = bool(view.visit) and letter not in view.court
        pen.symbol(letter, SUMS + (number + 0.5) * APART, middle, 48, "paper", gone)
    said = name.say("tiles, specials, goods" if things else "cards played")
    pen.text(THINGS + 4, middle, said, PLAIN, 27, "ink", "paper")
    for number, player in enumerate(view.players):
        _row(pen, view, player, top + TABLE_HEAD + number * ROW, things)


def row_ground(player: PlayerView) -> str:
    """The colour of a seat's row: lit for whose go it is, in the shade for who is out."""
    return "lamp" if player.acting else "veil" if player.is_out else "paper"


def _row(pen: Pen, view: View, player: PlayerView, top: float, things: bool) -> None:
    ground = row_ground(player)
    pen.fill(EDGE, top, WIDE - EDGE, top + ROW, ground)
    pen.fill(EDGE, top, WIDE - EDGE, top + 2, "gold")
    middle = top + ROW / 2 + 1
    pen.palace(player.key, LEFT + 24, middle, 52, ground)
    pen.text(LEFT + 60, middle, name(player.key), BOLD, 38, "ink", ground)
    if player.key == view.starter and not view.over:
        pawn = figure(pen.at(28), ground)
        pen.sheet.paste(pawn, pen.at(LEFT + 32), pen.at(middle + 4))
    pen.text(258, middle, str(player.points), BOLD, 46, "ink", ground, "m")
    pen.text(350, middle, str(player.cards), PLAIN, 42, "ink", ground, "m")
    if player.bound:
        fill = CARD_FILL[player.bound]
        pen.fill(380, middle - 19, 410, middle + 19, "ink")
        pen.fill(383, middle - 16, 407, middle + 16, fill)
        pen.text(395, middle, CARD_LETTER[player.bound], BOLD, 26, _on(fill), fill, "m")
    if player.is_out:
        pen.text(SUMS + 3 * APART, middle, name.say("withdrawn"), PLAIN, 34, "ink", ground, "m")
    else:
        for number, letter in enumerate(SYMBOLS):
            x = SUMS + (number + 0.5) * APART
            n, leads = player.shows[letter], view.leads.get(letter) == player.key
            if leads:
                pen.fill(x - 24, middle - 25, x + 24, middle + 25, "glow")
                pen.fill(x - 20, middle - 21, x + 20, middle + 21, "lamp")
            dead = letter not in view.court
            face = BOLD if leads else PLAIN
            back = "lamp" if leads else ground
            pen.text(
                x, middle, str(n) if n else "·", face, 40, "ink" if n and not dead else "stone", back, "m"
            )
    if things:
        _things(pen, player, middle, ground)
    else:
        _played(pen, player, top, ground)


def _on(fill: str) -> str:
    return "ink" if fill in ("yellow", "white", "lamp", "orange") else "white"


def _things(pen: Pen, player: PlayerView, middle: float, ground: str) -> None:
    """Influence tiles and special cards above, goods below."""
    x, upper, lower = float(THINGS + 16), middle - 17, middle + 18
    for letter, n in player.influence.items():
        for _ in range(n):
            pen.symbol(letter, x, upper, 32, ground)
            x += 37
    for kind in player.specials:
        text = SHORT[kind]
        wide = max(34.0, pen.wide(text, BOLD, 26) + 14)
        used = kind in player.table
        pen.fill(x - 15, upper - 17, x - 15 + wide, upper + 17, "ink")
        pen.fill(x - 12, upper - 14, x - 18 + wide, upper + 14, "paper" if used else "lamp")
        pen.text(x - 15 + wide / 2, upper, text, BOLD, 26, "ink", "paper" if used else "lamp", "m")
        x += wide + 6
    x = float(THINGS + 16)
    for key in GOODS:
        if n := player.goods[key]:
            drawn = good(key, pen.at(32), ground)
            pen.sheet.paste(drawn, pen.at(x) - drawn.width // 2, pen.at(lower) - drawn.height // 2)
            pen.text(x + 18, lower, str(n), BOLD, 30, "ink", ground)
            x += 62.0


def _played(pen: Pen, player: PlayerView, top: float, ground: str) -> None:
    """The cards that a seat has on the table, the last one on top."""
    room, wide = WIDE - EDGE - 8 - THINGS - 4, 44.0
    apart = min(wide + 4, (room - wide) / max(1, len(player.table) - 1))
    for number, kind in enumerate(player.table):
        pen.card(kind, THINGS + 4 + number * apart, top + 5, wide, ground=ground)


__all__ = ["SUPPLY", "Pen", "head", "heading", "supply", "table"]
