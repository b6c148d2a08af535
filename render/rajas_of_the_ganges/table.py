"""The sections of the whole table: head, seats, action spaces, river."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from render.kit.canvas import Font, Sheet, fitting, shorten
from render.kit.shapes import Rect
from render.rajas_of_the_ganges.names import name
from render.rajas_of_the_ganges.palette import PALETTE, SEAT_COLOURS
from render.rajas_of_the_ganges.parts import dice_row, gain_sign, panel
from render.rajas_of_the_ganges.signs import (
    BOLD,
    NARROW,
    NARROW_BOLD,
    boat,
    building,
    coin,
    die,
    elephant,
    goods,
    seal,
    star,
    wheel,
    worker,
)
from rules.rajas_of_the_ganges.board import (
    BOARD,
    BONUSES,
    BUILDINGS,
    CHAMBERS,
    COLOURS,
    EARNINGS,
    END,
    GOODS,
    HANDS,
    PRICES,
    RIVER,
    ROOM,
)
from rules.rajas_of_the_ganges.view import RealmView, View
from rules.words import Plural

WIDE = 1080
SEAT_HIGH = 118
CAPTIONS = {
    "money": "money",
    "fame": "fame",
    "karma": "karma",
    "upgrade": "upgrade",
    "dice": "dice",
    "palace": "palace",
    "dice-per-karma": "/ karma",
    "money-per-market": "/ market",
    "assorted": "market",
    "one-kind": "one good",
    "fame-per-upgrade": "/ upgrade",
    "money-per-upgrade": "/ upgrade",
    "fame-per-karma": "/ karma",
}


@lru_cache(maxsize=8)
def cloth(wide: int, high: int) -> Image.Image:
    """Cloth printed from blocks: small flowers all over, a border of lotuses along the edges."""
    image = Image.new("L", (wide, high), PALETTE["cloth"])
    flower = Image.new("L", (60, 60), PALETTE["cloth"])
    draw = ImageDraw.Draw(flower)
    for x, y in ((15, 15), (45, 45)):
        for u, v in ((0, -7), (7, 0), (0, 7), (-7, 0)):
            draw.ellipse((x + u - 4, y + v - 4, x + u + 4, y + v + 4), fill=PALETTE["buti"])
        draw.ellipse((x - 3, y - 3, x + 3, y + 3), fill=PALETTE["sand"])
    for top in range(0, high, 60):
        for left in range(0, wide, 60):
            image.paste(flower, (left, top))
    band = Image.new("L", (48, 18), PALETTE["indigo"])
    draw = ImageDraw.Draw(band)
    draw.polygon([(24, 1), (36, 14), (24, 10), (12, 14)], fill=PALETTE["cloth"])
    draw.ellipse((20, 11, 28, 16), fill=PALETTE["rubric"])
    draw.ellipse((-4, 5, 4, 13), fill=PALETTE["gold"])
    draw.ellipse((44, 5, 52, 13), fill=PALETTE["gold"])
    for left in range(0, wide, 48):
        image.paste(band, (left, 0))
        image.paste(band.transpose(Image.Transpose.FLIP_TOP_BOTTOM), (left, high - 18))
    return image


def head(sheet: Sheet, view: View, box: Rect) -> None:
    """The title, the round, and who is asked or who has won."""
    left, _top, right, _ = box
    panel(sheet, box)
    middle = (box[1] + box[3]) // 2
    sheet.text(left + 24, middle - 14, "Rajas of the Ganges", Font("Yrsa-Bold", 46), "rubric", "paper")
    text = "Round {n}, last stage" if view.crossed and not view.over else "Round {n}"
    said = name.say(text, n=view.round)
    sheet.text(left + 24, middle + 26, said, Font(NARROW, 30), "ink", "paper")
    x = right - 24
    if view.winners:
        sheet.paste(seal(view.winners[0], 64, "paper", True), x - 64, middle - 32)
        sheet.text(
            x - 76,
            middle,
            name.say("{seat} wins", seat=view.winners[0]),
            Font(BOLD, 40),
            "rubric",
            "paper",
            "r",
        )
        return
    if view.to_act:
        realm = view.realm(view.to_act)
        sheet.paste(seal(view.to_act, 64, "paper", True), x - 64, middle - 32)
        sheet.text(
            x - 76,
            middle - 14,
            name.say("{seat} acts", seat=view.to_act),
            Font(BOLD, 38),
            "ink",
            "paper",
            "r",
        )
        left_over = name.say(Plural("{n} worker left", "{n} workers left"), n=realm.home)
        sheet.text(x - 76, middle + 26, left_over, Font(NARROW, 30), "ink", "paper", "r")
        return
    sheet.text(x, middle, name.say("The first dice"), Font(BOLD, 38), "ink", "paper", "r")


def seats(sheet: Sheet, view: View, x: int, y: int, wide: int) -> int:
    """A block for each seat, from the elephant on; gives the y below them."""
    for key in view.stage:
        _seat(sheet, view, view.realm(key), (x, y, x + wide, y + SEAT_HIGH - 6))
        y += SEAT_HIGH
    return y


def _seat(sheet: Sheet, view: View, realm: RealmView, box: Rect) -> None:
    """Markers as they meet, then dice, karma, upgrades and workers."""
    left, top, right, _bottom = box
    asked = realm.key == view.to_act
    ground = "lamp" if asked else "paper"
    sheet.rectangle(box, ground, "glow" if asked else "ink", 4 if asked else 2)
    sheet.paste(seal(realm.key, 58, ground), left + 10, top + 8)
    if view.elephant == realm.key:
        sheet.paste(elephant(40, ground), left + 19, top + 66)
    _bar(sheet, realm, (left + 82, top + 8, right - 14, top + 52), ground)
    _belongings(sheet, realm, left + 82, top + 60, right - 12, ground)


def _bar(sheet: Sheet, realm: RealmView, box: Rect, ground: str) -> None:
    """Fame from the left, money from the right, two spaces of it to one of fame; bonuses still to come as
    ticks."""
    left, top, right, bottom = box
    fill, _ = SEAT_COLOURS[realm.key]
    font = Font(NARROW_BOLD, 30)
    sheet.paste(star(40, ground), left, top + 2)
    from_ = sheet.text(left + 44, top + 22, str(realm.fame), font, "ink", ground) + 10
    from_ = max(from_, left + 88)
    sheet.paste(coin(40, ground), right - 40, top + 2)
    to = right - 46
    sheet.text(to, top + 22, str(realm.money), font, "ink", ground, "r")
    to = min(to - 50, right - 100)
    gap = f"{realm.gap:+d}" if realm.gap >= 0 else name.say("{n} apart", n=-realm.gap)
    label = Font(NARROW_BOLD, 28)
    sheet.text(to - 4, top + 22, gap, label, "rubric" if realm.gap >= 0 else "ink", ground, "r")
    to -= 128
    span = to - from_
    sheet.rectangle((from_, top + 10, to, bottom - 10), "sand", "ink", 2)
    fame = min(realm.fame / 60, 1.0)
    money = min(realm.money / 120, 1.0)
    a, b = from_ + 2 + round((span - 4) * fame), to - 2 - round((span - 4) * money)
    if fame:
        sheet.rectangle((from_ + 2, top + 12, max(a, from_ + 3), bottom - 12), fill)
    if money:
        sheet.rectangle((min(b, to - 3), top + 12, to - 2, bottom - 12), "gold")
    if b <= a:  # markers that have just met stand at one place: the light has a width all the same
        sheet.rectangle((b, top + 8, max(a, b + 5), bottom - 8), "glow", "ink", 2)
    for track, length in (("fame", 60), ("money", 120)):
        for number, (space, _) in enumerate(BONUSES[track]):
            if number >= realm.bonuses[track]:
                part = space / length
                at = from_ + round(span * (part if track == "fame" else 1 - part))
                high = (top + 4, top + 14) if track == "fame" else (bottom - 14, bottom - 4)
                sheet.rectangle((at - 3, high[0], at + 3, high[1]), "ink")
    for place, length in (("fame", 60), ("money", 120)):
        if place in realm.waiting:
            part = BOARD.tracks.worker["fame" if place == "fame" else "money"] / length
            at = from_ + round(span * (part if place == "fame" else 1 - part))
            sheet.paste(worker(20, "sand", fill), at - 10, (top + bottom) // 2 - 10)


def _belongings(sheet: Sheet, realm: RealmView, x: int, y: int, right: int, ground: str) -> None:
    size = 44
    fill, _ = SEAT_COLOURS[realm.key]
    at = dice_row(sheet, x, y, realm.dice, size, ground)
    for _ in range(HANDS - realm.held):
        sheet.rectangle((at + 14, y + 14, at + 30, y + 30), ground, "stone", 2)
        at += size - 14
    edge = right
    for kind in reversed(BUILDINGS):
        edge -= 40
        sheet.paste(building(kind, 36, ground, str(realm.values[kind])), edge, y + 4)
    edge -= 16
    edge -= 40
    sheet.paste(wheel(40, ground, str(realm.karma)), edge, y + 2)
    edge -= 12
    for number in range(realm.workers - 1, -1, -1):
        edge -= 32
        sheet.paste(worker(36, ground, fill, "" if number < realm.home else ground), edge, y + 4)


# ------------------------------------------------------------------ action spaces


def spaces(
    sheet: Sheet,
    view: View,
    x: int,
    y: int,
    wide: int,
    lit: frozenset[str] = frozenset(),
    boxes: dict[str, Rect] | None = None,
) -> int:
    """All action spaces with their prices and who stands there; gives the y below them.

    `boxes` gets the box of each space where a worker may stand, the first that is free, and of all chambers.
    """
    room = ROOM[view.options.seats]
    rows: list[list[tuple[str, list[str]]]] = [
        [("quarry", ["quarry"] * room["quarry"]), ("outer", ["outer"] * room["outer"])],
        [
            ("harbour", ["harbour"] * room["harbour"]),
            ("assorted", ["assorted"] * room["assorted"]),
            ("market", list(GOODS)),
        ],
        [("terrace", [f"terrace-{c}" for c in COLOURS]), ("balcony", [f"balcony-{c}" for c in COLOURS])],
        [("chambers", list(CHAMBERS))],
    ]
    for row in rows:
        left, total = x, sum(len(cells) for _, cells in row)
        cell = (wide - 12 * (len(row) - 1) - 16 * len(row)) // total
        for number, (title, cells) in enumerate(row):
            right = x + wide if number == len(row) - 1 else left + len(cells) * cell + 16
            _group(
                sheet,
                view,
                (left, y, right, y + 116),
                title,
                cells,
                cell,
                lit,
                {} if boxes is None else boxes,
            )
            left = right + 12
        y += 124
    return y


TITLES = {
    "quarry": "Quarry",
    "outer": "Outer terrace",
    "harbour": "Harbour",
    "assorted": "Assorted",
    "market": "One good",
    "terrace": "Terrace: a die",
    "balcony": "Balconies: 1 for 2",
    "chambers": "Chambers",
}


def _group(
    sheet: Sheet,
    view: View,
    box: Rect,
    title: str,
    cells: list[str],
    cell: int,
    lit: frozenset[str],
    boxes: dict[str, Rect],
) -> None:
    left, top, right, bottom = box
    sheet.rectangle(box, "sand", "ink", 2)
    said, font = name.say(TITLES[title]), Font("Yrsa-Bold", 28)
    small = fitting(said, font, right - left - 16, 22)
    sheet.text(left + 10, top + 18, shorten(said, small, right - left - 16), small, "rubric", "sand")
    seen: dict[str, int] = {}
    for number, space in enumerate(cells):
        at = seen[space] = seen.get(space, -1) + 1
        there = view.taken.get(space, ())
        who = there[at] if at < len(there) else ""
        x = left + 8 + number * cell
        here = (x + 2, top + 36, x + cell - 2, bottom - 8)
        _space(sheet, view, here, space, at, who, lit)
        if not who or space in CHAMBERS:  # whose actions the palace gives too
            boxes.setdefault(space, here)


def _space(sheet: Sheet, view: View, box: Rect, space: str, at: int, who: str, lit: frozenset[str]) -> None:
    left, top, right, bottom = box
    glows = space in lit and at == max(0, len(view.taken.get(space, ())) - 1)
    sheet.rectangle(box, "lamp" if glows else "paper", "glow" if glows else "stone", 3 if glows else 1)
    ground = "lamp" if glows else "paper"
    x, y = (left + right) // 2, (top + bottom) // 2
    area, _, colour = space.partition("-")
    if space in CHAMBERS:
        _chamber(sheet, space, box, who, ground)
        return
    if who:
        size = min(58, right - left - 6)
        sheet.paste(seal(who, size, ground, glows), x - size // 2, y - size // 2)
        return
    if area in ("quarry", "harbour"):
        price = PRICES[view.options.seats][area][at]
        sheet.paste(coin(46, ground, str(price)), x - 23, y - 23)
    elif area == "outer":
        sheet.paste(coin(40, ground, "2"), x - 20, y - 20)
    elif area == "assorted":
        for number, good in enumerate(GOODS):
            sheet.paste(
                goods(good, "", 30, ground),
                x - 31 + 31 * (number % 2) + 15 * (number // 2),
                y - 31 + 31 * (number // 2),
            )
    elif area in GOODS:
        sheet.paste(goods(area, "", 50, ground), x - 25, y - 25)
    elif area == "terrace":
        sheet.paste(die(colour, "", 38, ground), x - 19, y - 19)
    else:
        to = BOARD.balconies.swaps[colour]
        sheet.paste(die(colour, "", 34, ground), x - 52, y - 17)
        sheet.paste(die(to, "", 30, ground), x + 13, y - 31)
        sheet.paste(die(to, "", 30, ground), x + 25, y + 2)
        sheet.text(x - 3, y, "→", Font("DurbarSans-Regular", 28), "ink", ground, "m")


CHAMBER_LINES = {
    "mogul": ("Mogul", "+2, first"),
    "dancer": ("Dancer", "2 dice, tile"),
    "yogi": ("Yogi", "2 karma, die"),
    "raja": ("Raja", "upgrade, 3"),
    "builder": ("Builder", "cover a tile"),
    "portuguese": ("Portuguese", "6 on river"),
}


def _chamber(sheet: Sheet, space: str, box: Rect, who: str, ground: str) -> None:
    left, top, right, bottom = box
    y = (top + bottom) // 2
    if who:
        sheet.paste(seal(who, 44, ground), left + 2, y - 22)
    else:
        sheet.rectangle((left + 6, y - 20, left + 42, y + 20), "paper", "ink", 3)
        sheet.text(left + 24, y, str(CHAMBERS[space]), Font(BOLD, 30), "ink", "paper", "m")
    title, does = name.say(CHAMBER_LINES[space][0]), name.say(CHAMBER_LINES[space][1])
    room = right - left - 51
    bold, light = fitting(title, Font(NARROW_BOLD, 22), room), fitting(does, Font(NARROW, 22), room)
    sheet.text(left + 50, y - 15, shorten(title, bold, right - left - 51), bold, "ink", ground)
    sheet.text(left + 50, y + 16, shorten(does, light, right - left - 51), light, "ink", ground)


# ------------------------------------------------------------------ river

PER_ROW = 9
RIVER_ROW = 104


def river_spot(space: int, x: int, y: int, wide: int) -> tuple[int, int]:
    """The middle of a river space; the start is 0. The river winds: every other row runs back."""
    row, column = divmod(space, PER_ROW)
    step = wide / PER_ROW
    if row % 2:
        column = PER_ROW - 1 - column
    return round(x + step * (column + 0.5)), y + row * RIVER_ROW + RIVER_ROW // 2


@lru_cache(maxsize=4)
def _water(wide: int, high: int) -> Image.Image:
    """The river between its ghats, winding in rows, with printed waves."""
    image = Image.new("L", (wide, high), PALETTE["sand"])
    draw = ImageDraw.Draw(image)
    for top in range(0, high, RIVER_ROW):
        for step, colour in ((0, "shade"), (5, "sand"), (9, "shade"), (13, "sand")):
            draw.rectangle((0, top + step, wide, top + step + 4), fill=PALETTE[colour])
        draw.rectangle((0, top + 16, wide, top + RIVER_ROW - 1), fill=PALETTE["river"])
        for row in range(3):
            for left in range(-20 + 18 * (row % 2), wide, 36):
                y = top + 34 + row * 26
                draw.arc((left, y, left + 18, y + 12), 180, 360, fill=PALETTE["wave"], width=2)
    rows = -(-high // RIVER_ROW)
    for row in range(rows - 1):  # where the river turns
        y = (row + 1) * RIVER_ROW
        at = wide - wide // PER_ROW if row % 2 == 0 else 0
        draw.rectangle((at, y - 2, at + wide // PER_ROW, y + 18), fill=PALETTE["river"])
    return image


def river(sheet: Sheet, x: int, y: int, wide: int) -> None:
    """The river with its signs and the bridge."""
    sheet.paste(_river(wide, name.language), x, y)


def boats(sheet: Sheet, view: View, x: int, y: int, wide: int) -> None:
    """The boats, each at the upper right of its space; side by side where they share one."""
    for realm in view.realms:
        u, v = river_spot(realm.boat, x, y, wide)
        same = [other.key for other in view.realms if other.boat == realm.boat]
        at = same.index(realm.key)
        u += 30 - 26 * at if len(same) > 1 else 30
        _sail(sheet, realm.key, u - 24, v - 44)


def _boat_tile(seat: str) -> tuple[Image.Image, Image.Image]:
    picture = boat(seat, 50, "river")
    return picture, picture.point([0 if level == PALETTE["river"] else 255 for level in range(256)], "1")


def _sail(sheet: Sheet, seat: str, x: int, y: int) -> None:
    picture, mask = _boat_tile(seat)
    sheet.paste(picture, x, y, mask)


@lru_cache(maxsize=4)
def _river(wide: int, _language: str) -> Image.Image:
    rows = END // PER_ROW + 1
    sheet = Sheet(PALETTE, _water(wide, rows * RIVER_ROW).copy())
    font = Font(NARROW, 24)
    bold = Font(NARROW_BOLD, 24)
    u, v = river_spot(0, 0, 0, wide)
    sheet.rectangle((u - 50, v - 28, u + 50, v + 50), "foam", "ink", 2)
    sheet.text(u, v + 32, name.say("start"), font, "ink", "foam", "m")
    for space in range(1, END + 1):
        gain = EARNINGS[space - 1]
        u, v = river_spot(space, 0, 0, wide)
        sheet.rectangle((u - 50, v - 28, u + 50, v + 50), "foam", "ink", 2)
        if space == END:
            sheet.rectangle((u - 54, v - 32, u + 54, v + 54), None, "gold", 4)
        sheet.paste(gain_sign(gain, 44, "foam"), u - 44, v - 24)
        sheet.text(u + 46, v - 14, str(space), bold, "stone", "foam", "r")
        caption = name.say(CAPTIONS[gain.kind])
        sheet.text(u, v + 32, shorten(caption, font, 96), font, "ink", "foam", "m")
    a, b = river_spot(RIVER.bridge, 0, 0, wide), river_spot(RIVER.bridge + 1, 0, 0, wide)
    middle = (a[0] + b[0]) // 2
    for offset, colour in ((-9, "ink"), (-6, "shade")):
        sheet.rectangle((middle + offset, a[1] - 38, middle - offset, a[1] + 54), colour)
    for step in range(4):
        sheet.rectangle((middle - 6, a[1] - 30 + step * 22, middle + 6, a[1] - 26 + step * 22), "ink")
    return sheet.image
