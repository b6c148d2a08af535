"""Draw the sections of the whole table: head, seats, action spaces, river."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.kit.canvas import Font, Sheet, shorten, width
from render.kit.shapes import Rect, shrunk
from render.rajas_of_the_ganges.layout import LAYOUT, LINE
from render.rajas_of_the_ganges.names import find_letter, name
from render.rajas_of_the_ganges.palette import PALETTE, SEAT_COLOURS
from render.rajas_of_the_ganges.parts import any_die, dice_row, gain_sign, panel, per_sign, plain_boat
from render.rajas_of_the_ganges.signs import (
    NARROW,
    NARROW_BOLD,
    arrow,
    boat,
    building,
    coin,
    cover,
    die,
    elephant,
    goods,
    seal,
    standing_out,
    star,
    upgrade,
    wheel,
    white_tile,
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
from rules.rajas_of_the_ganges.names import TITLES, title_group
from rules.rajas_of_the_ganges.view import RealmView, View

OUTER = "2"  # the money that the outer terrace brings
CHAMBER_ROWS = tuple(CHAMBERS)[:3], tuple(CHAMBERS)[3:]  # a row for each half of the palace's chambers
FAME, MONEY = BOARD.tracks.fame, BOARD.tracks.money


@lru_cache(maxsize=8)
def cloth(wide: int, high: int) -> Image.Image:
    """Return block-printed cloth: small flowers all over, and a border of lotuses along the edges."""
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


def draw_head(sheet: Sheet, view: View, box: Rect) -> None:
    """Draw the round, and who is to act or who has won."""
    it = LAYOUT.head
    left, _top, right, _ = box
    panel(sheet, box)
    middle = (box[1] + box[3]) // 2
    who = view.winners[0] if view.winners else view.to_act
    said = name.say("The first dice")
    if who:
        said = name.say("{seat} wins" if view.winners else "{seat} acts", seat=who)
    font = Font(NARROW_BOLD, it.seat)
    right -= it.margin
    if who:
        right -= it.seal
        sheet.paste(seal(who, it.seal, "paper", True), right, middle - it.seal // 2)
        right -= LAYOUT.gap
    right -= width(said, font)
    sheet.text(right, middle, said, font, "rubric" if view.winners else "ink", "paper")
    text = "Round {n}, last stage" if view.crossed and not view.over else "Round {n}"
    text = "Fame meets money" if view.over and view.winners else text
    title, left = Font("Yrsa-Bold", it.title), left + it.margin
    said = shorten(name.say(text, n=view.round), title, right - left - it.margin)
    sheet.text(left, middle, said, title, "rubric", "paper")


def seats(sheet: Sheet, view: View, x: int, y: int, wide: int) -> int:
    """Draw a block for each seat. The starting player is first and has the elephant. Return the y below."""
    it = LAYOUT.seat
    for key in view.stage:
        _seat(sheet, view, view.realm(key), (x, y, x + wide, y + it.high - it.gap))
        y += it.high
    return y


def _seat(sheet: Sheet, view: View, realm: RealmView, box: Rect) -> None:
    """Draw a seat's block: its fame and money markers, then dice, karma, upgrades and workers."""
    it = LAYOUT.seat
    left, top, right, bottom = box
    asked = realm.key == view.to_act
    ground = "lamp" if asked else "paper"
    sheet.rectangle(box, ground, "ink", LINE)
    if asked:
        sheet.rectangle(shrunk(box, LINE), None, "glow", LAYOUT.lit)
    inset = (it.left - it.seal) // 2
    sheet.paste(seal(realm.key, it.seal, ground), left + inset, (top + bottom - it.seal) // 2)
    if view.elephant == realm.key:
        drawn = elephant(it.elephant, ground)
        only = standing_out(drawn, ground)
        sheet.paste(drawn, left + it.left - it.elephant - LAYOUT.gap // 2, bottom - it.elephant - LINE, only)
    _bar(sheet, realm, (left + it.left, top + it.bar[0], right - LAYOUT.gap, top + it.bar[1]), ground)
    _belongings(sheet, realm, left + it.left, top + it.things, right - LAYOUT.gap, ground)


def _bar(sheet: Sheet, realm: RealmView, box: Rect, ground: str) -> None:
    """Draw fame from the left and money from the right. One space of fame is as long as two spaces of money.

    A plate between the markers says how far apart the markers are. Ticks mark bonuses that are still to come.
    """
    it = LAYOUT.seat
    left, top, right, bottom = box
    fill, _ = SEAT_COLOURS[realm.key]
    font = Font(NARROW_BOLD, it.numbers)
    middle = (top + bottom) // 2
    sheet.paste(star(it.sign, ground), left, middle - it.sign // 2)
    sheet.text(left + it.sign + it.near, middle, str(realm.fame), font, "ink", ground)
    sheet.paste(coin(it.sign, ground), right - it.sign, middle - it.sign // 2)
    sheet.text(right - it.sign - it.near, middle, str(realm.money), font, "ink", ground, "r")
    way = _Way(left + it.sign + it.fame + LAYOUT.gap, right - it.sign - it.money - LAYOUT.gap)
    sheet.rectangle((way.left, top, way.right, bottom), "sand", "ink", LINE)
    a, b = way.fame(realm.fame), way.money(realm.money)
    if realm.fame:
        end = max(a, way.left + 2 * LINE)
        sheet.rectangle((way.left + LINE, top + it.inner, end, bottom - it.inner), fill)
    if realm.money:
        begin = min(b, way.right - 2 * LINE)
        sheet.rectangle((begin, top + it.inner, way.right - LINE, bottom - it.inner), "gold")
    if b <= a:  # the markers have met or passed each other: the part between them glows
        sheet.rectangle((b, top + LINE, max(a, b + it.met), bottom - LINE), "glow", "ink", LINE)
    half, high = it.tick
    for number, (space, _) in enumerate(BONUSES["fame"]):
        if number >= realm.bonuses["fame"]:
            at = way.fame(space)
            sheet.rectangle((at - half, top, at + half, top + high), "ink")
    for number, (space, _) in enumerate(BONUSES["money"]):
        if number >= realm.bonuses["money"]:
            at = way.money(space)
            sheet.rectangle((at - half, bottom - high, at + half, bottom), "ink")
    waits = BOARD.tracks.worker
    places = {"fame": way.fame(waits["fame"]), "money": way.money(waits["money"])}
    for place in places.keys() & realm.waiting:
        drawn, only = _waiting(fill)
        sheet.paste(drawn, places[place] - it.worker // 2, middle - it.worker // 2, only)
    _gap(sheet, realm, way, (a + b) // 2, (top, bottom), font)


@lru_cache(maxsize=8)
def _waiting(fill: str) -> tuple[Image.Image, Image.Image]:
    """Return a worker that waits on the track, and the mask of its pixels."""
    drawn = worker(LAYOUT.seat.worker, "sand", fill)
    return drawn, standing_out(drawn, "sand")


class _Way(NamedTuple):
    """The line on which both markers move: its left and right end in pixels."""

    left: int
    right: int

    def fame(self, space: int) -> int:
        """Return the x of a space of the fame track, which runs from the left."""
        return self.left + round((self.right - self.left) * min(space / FAME, 1.0))

    def money(self, space: int) -> int:
        """Return the x of a space of the money track, which runs from the right."""
        return self.right - round((self.right - self.left) * min(space / MONEY, 1.0))


def _gap(sheet: Sheet, realm: RealmView, way: _Way, x: int, high: tuple[int, int], font: Font) -> None:
    """Draw a plate with the distance of the markers, or with how far they have passed each other."""
    across, down = LAYOUT.seat.plate
    met = realm.gap >= 0
    text = f"{realm.gap:+}" if met else str(-realm.gap)
    half = (width(text, font) + across) // 2
    x = min(max(x, way.left + half + down), way.right - half - down)
    ground = "lamp" if met else "paper"
    sheet.rectangle((x - half, high[0] + down, x + half, high[1] - down), ground, "ink", LINE)
    sheet.text(x, sum(high) // 2, text, font, "rubric" if met else "ink", ground, "m")


def _belongings(sheet: Sheet, realm: RealmView, x: int, y: int, right: int, ground: str) -> None:
    it = LAYOUT.seat
    fill, _ = SEAT_COLOURS[realm.key]
    middle = y + it.die // 2
    font = Font(NARROW_BOLD, it.numbers)
    at = dice_row(sheet, x, y, realm.dice, it.die, it.die_step, ground)
    size, step = it.hand
    for _ in range(HANDS - realm.held):
        sheet.rectangle((at, middle - size // 2, at + size, middle + size // 2), ground, "stone", LINE)
        at += step
    edge = right
    for kind in reversed(BUILDINGS):
        edge -= it.value + it.apart
        drawn = building(kind, it.value, ground, str(realm.values[kind]))
        sheet.paste(drawn, edge, middle - it.value // 2)
    edge -= it.karma + LAYOUT.gap // 2
    sheet.paste(wheel(it.karma, ground, str(realm.karma)), edge, middle - it.karma // 2)
    text = f"{realm.home}/{realm.workers}"
    edge -= width(text, font) + LAYOUT.gap
    sheet.text(edge, middle, text, font, "ink", ground)
    edge -= it.helper
    sheet.paste(worker(it.helper, ground, fill), edge, middle - it.helper // 2)


# ------------------------------------------------------------------ action spaces


def list_rows(view: View) -> list[list[tuple[str, list[str]]]]:
    """Return the rows of the action spaces: in each row the groups, as (group, space of each cell)."""
    room = ROOM[view.options.seats]
    return [
        [("quarry", ["quarry"] * room["quarry"]), ("outer", ["outer"] * room["outer"])],
        [
            ("harbour", ["harbour"] * room["harbour"]),
            ("assorted", ["assorted"] * room["assorted"]),
            ("market", list(GOODS)),
        ],
        [("terrace", [f"terrace-{c}" for c in COLOURS]), ("balcony", [f"balcony-{c}" for c in COLOURS])],
        *([(chamber, [chamber]) for chamber in row] for row in CHAMBER_ROWS),
    ]


def spaces(
    sheet: Sheet,
    view: View,
    x: int,
    y: int,
    wide: int,
    lit: frozenset[str] = frozenset(),
    boxes: dict[str, Rect] | None = None,
    marked: Collection[str] = (),
) -> int:
    """Draw all action spaces with prices and the workers on them. Return the y below them.

    `boxes`: if given, the function puts the box of each chamber into it. For every other space, the function
    puts in the box of the first free place. `marked`: the spaces that get a number. In each row with such a
    space, there is room for a number above each box.
    """
    it = LAYOUT.spaces
    for row in list_rows(view):
        marks = any(not {*cells}.isdisjoint(marked) for _, cells in row)
        up = LAYOUT.numbered.raised if marks else 0
        shares = [
            max(len(cells) * (it.good_room if title == "assorted" else 1), it.least)  # room for the title
            for title, cells in row
        ]
        left, inner = x, wide - it.gap * (len(row) - 1) - 2 * it.pad * len(row)
        for number, ((title, cells), share) in enumerate(zip(row, shares, strict=True)):
            right = left + int(inner * share / sum(shares)) + 2 * it.pad
            if number == len(row) - 1:
                right = x + wide
            cell = (right - left - 2 * it.pad) // len(cells)
            box = left, y, right, y + it.box + up
            _group(sheet, view, box, title, cells, cell, lit, boxes, up)
            left = right + it.gap
        y += it.high + up
    return y


def _group(
    sheet: Sheet,
    view: View,
    box: Rect,
    title: str,
    cells: list[str],
    cell: int,
    lit: frozenset[str],
    boxes: dict[str, Rect] | None,
    up: int,
) -> None:
    """Draw a group of action spaces. `up`: how much room numbers have between the title and the spaces."""
    it = LAYOUT.spaces
    left, top, right, bottom = box
    sheet.rectangle(box, "sand", "ink", LINE)
    font = Font(NARROW_BOLD, it.title)
    said = shorten(
        name.says(title_group(title)) if title in TITLES else name(title), font, right - left - 2 * it.pad
    )
    sheet.text(left + it.pad + LINE, top + it.title_high // 2 - it.title_up, said, font, "rubric", "sand")
    seen: dict[str, int] = {}
    for number, space in enumerate(cells):
        at = seen[space] = seen.get(space, -1) + 1
        there = view.taken.get(space, ())
        who = there[at] if at < len(there) else ""
        x = left + it.pad + number * cell
        place = (x + LINE, top + it.title_high + up, x + cell - LINE, bottom - it.pad)
        _space(sheet, view, place, space, at, who, lit)
        # a taken chamber has a box too, because the river may give the chamber's action
        if boxes is not None and (not who or space in CHAMBERS):
            boxes.setdefault(space, place)


def _space(sheet: Sheet, view: View, box: Rect, space: str, at: int, who: str, lit: frozenset[str]) -> None:
    it = LAYOUT.spaces
    left, top, right, bottom = box
    glows = space in lit and at == max(0, len(view.taken.get(space, ())) - 1)
    ground = "lamp" if glows else "paper"
    if glows:
        sheet.rectangle(shrunk(box, -LINE), ground, "ink", it.frame + 2 * LINE)
        sheet.rectangle(box, ground, "glow", it.frame)
    else:
        sheet.rectangle(box, ground, "stone", 1)
    x, y = (left + right) // 2, (top + bottom) // 2

    def put(drawn: Image.Image, dx: int = 0, dy: int = 0) -> None:
        corner = x + dx - drawn.width // 2, y + dy - drawn.height // 2
        sheet.paste(drawn, *corner)

    area, _, colour = space.partition("-")
    if space in CHAMBERS:
        _chamber(sheet, space, box, who, ground)
    elif who:
        drawn = seal(who, it.seal, ground)
        only = standing_out(drawn, ground) if glows else None  # a whole seal would hide the bright frame
        sheet.paste(drawn, x - it.seal // 2, y - it.seal // 2, only)
    elif area in ("quarry", "harbour"):
        put(coin(it.sign, ground, str(PRICES[view.options.seats][area][at])))
    elif area == "outer":
        put(coin(it.sign, ground, OUTER))
    elif area == "assorted":
        for number, good in enumerate(GOODS):
            put(goods(good, "", it.good, ground), (number - 1) * it.good)
    elif area in GOODS:
        put(goods(area, "", it.sign, ground))
    elif area == "terrace":
        put(die(colour, find_letter(colour), it.sign, ground))
    else:
        to = die(BOARD.balconies.swaps[colour], "", it.swapped, ground)
        edge, only = (right - left) // 2, standing_out(to, ground)
        put(die(colour, find_letter(colour), it.swap, ground), it.swap // 2 + it.inset - edge)
        put(arrow(it.arrow, ground), it.swap + it.arrow // 2 + it.inset - edge)
        sheet.paste(to, right - it.swapped * 3 // 2, top + it.inset, only)
        sheet.paste(to, right - it.swapped - it.inset, bottom - it.swapped - it.inset, only)


def _chamber(sheet: Sheet, space: str, box: Rect, who: str, ground: str) -> None:
    """Draw a chamber with its effect.

    A free chamber shows the die that it needs. A taken chamber shows its worker.
    """
    it = LAYOUT.spaces
    left, top, right, bottom = box
    y = (top + bottom) // 2
    x = left + it.pad
    if who:
        drawn = seal(who, it.seal, ground)
        sheet.paste(drawn, x - (it.seal - it.chamber) // 2, y - it.seal // 2, standing_out(drawn, ground))
    else:
        half = it.chamber // 2
        sheet.rectangle((x, y - half, x + it.chamber, y + half), "paper", "ink", it.edge)
        font = Font(NARROW_BOLD, it.title)
        sheet.text(x + half, y, str(CHAMBERS[space]), font, "ink", "paper", "m")
    signs = _chamber_signs(space, it.icon, ground)
    x += it.chamber
    x += (right - x - len(signs) * it.icon) // 2
    for number, drawn in enumerate(signs):
        sheet.paste(drawn, x + number * it.icon, y - it.icon // 2)


def _chamber_signs(space: str, size: int, ground: str) -> list[Image.Image]:
    """5.4: return the signs of what a chamber gives."""
    match space:
        case "mogul":
            return [star(size, ground, "2"), elephant(size, ground)]
        case "dancer":
            return [any_die(size, ground, 2), white_tile(size, ground)]
        case "yogi":
            return [wheel(size, ground, "2"), any_die(size, ground, 1)]
        case "raja":
            return [upgrade(size, ground), coin(size, ground, "3")]
        case "builder":
            return [cover(size, ground)]
    return [plain_boat(size, ground, "6")]


# ------------------------------------------------------------------ river

ROWS = END // LAYOUT.river.columns + 1


def river_height() -> int:
    """Return how high the river is, in pixels."""
    return ROWS * LAYOUT.river.row


def river_spot(space: int, x: int, y: int, wide: int) -> tuple[int, int]:
    """Return the middle of a river space. Space 0 is the start; every second row runs backwards."""
    it = LAYOUT.river
    row, column = divmod(space, it.columns)
    step = wide / it.columns
    if row % 2:
        column = it.columns - 1 - column
    return round(x + step * (column + 0.5)), y + row * it.row + it.ghat + (it.row - it.ghat) // 2


def _draw_waves(draw: ImageDraw.ImageDraw, wide: int) -> None:
    """Draw waves after the last space, where the river flows on."""
    it = LAYOUT.river
    step, top = wide // it.columns, (ROWS - 1) * it.row + it.ghat
    free = ROWS * it.columns - END - 1
    left = wide - free * step if ROWS % 2 else 0
    for row in range(4):
        for x in range(left + 6 + 18 * (row % 2), left + free * step - 18, 36):
            y = top + 14 + row * 26
            draw.arc((x, y, x + 18, y + 12), 180, 360, fill=PALETTE["wave"], width=2)


@lru_cache(maxsize=4)
def _water(wide: int) -> Image.Image:
    """Return the river between its ghats (the steps of the bank), with its bridge."""
    it = LAYOUT.river
    image = Image.new("L", (wide, river_height()), PALETTE["sand"])
    draw = ImageDraw.Draw(image)
    for top in range(0, image.height, it.row):
        for step, colour in ((0, "shade"), (5, "sand"), (9, "shade"), (13, "sand")):
            draw.rectangle((0, top + step, wide, top + step + 4), fill=PALETTE[colour])
        draw.rectangle((0, top + it.ghat, wide, top + it.row - 1), fill=PALETTE["river"])
    _draw_waves(draw, wide)
    for row in range(ROWS - 1):  # where the river turns
        y = (row + 1) * it.row
        at = wide - wide // it.columns if row % 2 == 0 else 0
        draw.rectangle((at, y - 2, at + wide // it.columns, y + it.ghat + 2), fill=PALETTE["river"])
    a, b = (river_spot(space, 0, 0, wide) for space in (RIVER.bridge, RIVER.bridge + 1))
    middle, half = (a[0] + b[0]) // 2, it.box[1] // 2
    sheet = Sheet(PALETTE, image)
    for offset, colour in ((-9, "ink"), (-6, "shade")):
        sheet.rectangle((middle + offset, a[1] - half - 6, middle - offset, a[1] + half + 6), colour)
    for step in range(-half, half, 22):
        sheet.rectangle((middle - 6, a[1] + step, middle + 6, a[1] + step + 4), "ink")
    return image


@lru_cache(maxsize=128)
def _river_space(space: int, boats_: int) -> Image.Image:
    """Return a river space with its number and gain, without the parts that its boats cover.

    `boats_`: how many boats are on this space.
    """
    it = LAYOUT.river
    wide, high = it.box
    sheet = Sheet(PALETTE, Image.new("L", it.box, PALETTE["foam"]))
    box = 0, 0, wide, high
    sheet.rectangle(box, "foam", "ink", LINE)
    if space == END:
        sheet.rectangle(shrunk(box, LINE), None, "gold", it.end)
    if not space:
        return sheet.image
    gain = EARNINGS[space - 1]
    if boats_ < len(BERTHS):
        font = Font(NARROW_BOLD, it.number)
        sheet.text(2 * it.pad, 2 * it.pad + it.number // 3, str(space), font, "stone", "foam")
    if boats_ < len(BERTHS) - 1:
        sheet.paste(gain_sign(gain, it.sign, "foam"), it.pad + LINE, high - it.sign - it.pad - LINE)
        if (badge := per_sign(gain, it.badge, "foam")) is not None:
            sheet.paste(badge, wide - it.badge - it.pad, high - it.badge - it.pad - LINE)
    return sheet.image


BERTHS = ((1, 0), (1, 1), (0, 1), (0, 0))  # the places of boats that share a space, as (across, down)


@lru_cache(maxsize=8)
def _afloat(seat: str) -> tuple[Image.Image, Image.Image]:
    """Return a boat on its space, and the mask of its pixels."""
    drawn = boat(seat, LAYOUT.river.boat, "foam")
    return drawn, standing_out(drawn, "foam")


def river(sheet: Sheet, view: View, x: int, y: int, wide: int) -> None:
    """Draw the river with its signs, the bridge and the boats."""
    it = LAYOUT.river
    sheet.paste(_water(wide), x, y)
    for space in range(END + 1):
        here = [realm.key for realm in view.realms if realm.boat == space]
        u, v = river_spot(space, x, y, wide)
        left, top = u - it.box[0] // 2, v - it.box[1] // 2
        sheet.paste(_river_space(space, len(here)), left, top)
        for seat, (across, down) in zip(here, BERTHS, strict=False):
            drawn, only = _afloat(seat)
            inside = it.box[0] - it.boat - 2 * LINE, it.box[1] - it.boat - 2 * LINE  # clear of the outline
            sheet.paste_piece(drawn, left + LINE + across * inside[0], top + LINE + down * inside[1], only)
    if not any(realm.boat == 0 for realm in view.realms):
        u, v = river_spot(0, x, y, wide)
        font = Font(NARROW, it.number)
        text = shorten(name.say("start"), font, it.box[0] - 2 * it.pad)
        sheet.text(u, v, text, font, "ink", "foam", "m")
