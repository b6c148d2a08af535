"""Draw with palette indices (texts, tiles, blended masks), and write the file of a picture.

A picture is an 8-bit image of palette indices, so nothing has to be quantised at the end. A tile shows a
piece or a land, for example. It is painted once in full colour, matched to the palette, and cached; later it
is only pasted. A picture in another theme has the same indices and another palette.

Threads and processes can use this module safely: the caches are `lru_cache`s of limited size, and no image is
changed after it was cached.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from math import ceil
from struct import pack
from typing import NamedTuple, NewType

from isal import isal_zlib
from PIL import Image, ImageChops, ImageDraw, ImageFont

from render.kit.palette import Palette, Rgb
from render.kit.scripts import find_face, load_face, split
from render.kit.shapes import Point, move_box
from render.kit.texts import split_text
from render.kit.written import Written, lay, note, note_piece

Box = tuple[int, int, int, int]  # left, top, right, bottom in pixels; right and bottom lie outside

# A finished picture, mode "P". Only `finish` makes one from a sheet, so the type checker refuses a painter
# that returns a picture in full colour.
Drawn = NewType("Drawn", Image.Image)

STRIP = 96  # pixels: the height of the strips in which masks are blended
SUPER = 4  # shapes are drawn this many times larger and then averaged, for anti-aliasing


class Font(NamedTuple):
    """A face in `render/fonts` (the file's name without its ending), and its size in pixels."""

    face: str
    size: int


def load(font: Font) -> ImageFont.FreeTypeFont:
    """Return the Pillow font, ready to draw with."""
    return load_face(font.face, font.size)


class Part(NamedTuple):
    """A part of a text that one font draws. `at`: where it begins, in pixels from the start of the text."""

    at: float
    string: str
    font: ImageFont.FreeTypeFont


def _parts(string: str, font: Font) -> Iterator[Part]:
    at, before = 0.0, None
    for face, string_part in split(_drawable(string), font.face):
        if before is not None:  # most texts have only one part, so nothing is measured for them
            at += before.font.getlength(before.string)
        before = Part(at, string_part, load_face(face, font.size))
        yield before


@lru_cache(maxsize=4096)
def width(string: str, font: Font) -> int:
    """Return how wide a text is, in pixels."""
    return round(sum(part.font.getlength(part.string) for part in _parts(string, font)))


def _drawable(string: str) -> str:
    """Return the text with narrow no-break spaces replaced, because our fonts lack them.

    French puts them before colons and other signs.
    """
    return string.replace("\u202f", "\u00a0")


@lru_cache(maxsize=64)
def cap_height(font: Font) -> int:
    """Return the height of a capital letter, in pixels."""
    return -round(load(font).getbbox("H", anchor="ls")[1])


def missing(string: str, font: Font) -> frozenset[str]:
    """Return the letters of a text that are missing in all of our fonts.

    They would be drawn as empty boxes.
    """
    return frozenset(letter for letter in string if letter.strip() and find_face(font.face, letter) is None)


def write(
    image: Image.Image, spot: Point, string: str, font: Font, ink: Rgb | int, anchor: str = "ls", rim: int = 0
) -> None:
    """Write on an image that is not a `Sheet`, such as a tile in full colour or a mask.

    `anchor`: a text anchor of Pillow; `rim`: the width of a rim around each letter, in the ink's colour.
    """
    draw, boxes = ImageDraw.Draw(image), list[tuple[float, float, float, float]]()
    parts = list(_parts(string, font))
    if len(parts) > 1:  # each part begins where the part before it ends
        back = {"l": 0.0, "m": 0.5, "r": 1.0}[anchor[0]] * width(string, font)
        spot, anchor = (spot[0] - back, spot[1]), f"l{anchor[1]}"
    for at, part, drawn in parts:
        place = spot[0] + at, spot[1]
        draw.text(place, part, fill=ink, font=drawn, anchor=anchor, stroke_width=rim)
        boxes.append(draw.textbbox(place, part, font=drawn, anchor=anchor, stroke_width=rim))
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    box = int(min(lefts)), int(min(tops)), ceil(max(rights)), ceil(max(bottoms))
    note(image, Written(string, box, cap_height(font)))


class Run(NamedTuple):
    """A drawn text: its tile, and the tile's corner relative to the start of the base line."""

    tile: Image.Image
    left: int
    top: int


@lru_cache(maxsize=2048)
def run(palette: Palette, string: str, font: Font, ink: str, ground: str) -> Run:
    """Return a text drawn on flat ground."""
    parts = list(_parts(string, font))
    edges = [(part.at, part.font.getbbox(part.string, anchor="ls")) for part in parts]
    left = round(min(at + edge[0] for at, edge in edges))
    right = round(max(at + edge[2] for at, edge in edges))
    top = round(min(edge[1] for _, edge in edges))
    bottom = round(max(edge[3] for _, edge in edges))
    mask = Image.new("L", (max(1, right - left), max(1, bottom - top)))
    for part in parts:
        ImageDraw.Draw(mask).text((part.at - left, -top), part.string, fill=255, font=part.font, anchor="ls")
    return Run(mask.point(_shades(palette, ink, ground)), left, top)


@lru_cache(maxsize=256)
def _shades(palette: Palette, ink: str, ground: str) -> list[int]:
    levels = palette.ramp(ground, ink, 16)
    levels[0], levels[15] = palette[ground], palette[ink]
    return [levels[(coverage + 8) // 17] for coverage in range(256)]


class Sheet:
    """A picture in palette indices that is being drawn."""

    def __init__(self, palette: Palette, image: Image.Image) -> None:
        """Draw on `image`, which has mode "L" and palette indices."""
        self.palette = palette
        self.image = image
        self._draw = ImageDraw.Draw(image)

    def paste(self, tile: Image.Image, x: int, y: int, mask: Image.Image | None = None) -> None:
        """Paste a tile of indices with its top left corner at x, y. `mask` has mode "1"."""
        lay(self.image, tile, (x, y), mask)

    def paste_piece(self, tile: Image.Image, x: int, y: int, mask: Image.Image | None = None) -> None:
        """Paste a tile that shows a piece, and note its box. Option numbers keep clear of pieces."""
        self.paste(tile, x, y, mask)
        note_piece(self.image, move_box((0, 0, *tile.size), (x, y)))

    def text(self, x: int, y: int, string: str, font: Font, ink: str, ground: str, anchor: str = "l") -> int:
        """Write a text. The middle of its capital letters is at `y`. Return the x of the text's right end.

        `anchor`: whether x is the left end (l), the middle (m) or the right end (r) of the text.
        """
        long = width(string, font)
        x -= {"l": 0, "m": long // 2, "r": long}[anchor]
        drawn = run(self.palette, string, font, ink, ground)
        tall = cap_height(font)
        corner = x + drawn.left, y + (tall + 1) // 2 + drawn.top
        self.image.paste(drawn.tile, corner)
        if string.strip():
            note(self.image, Written(string, move_box((0, 0, *drawn.tile.size), corner), tall))
        return x + long

    def blend(self, layers: Sequence[tuple[str, Image.Image]], x: int, y: int) -> None:
        """Blend colours over the picture, each through a mask (mode "L").

        All masks have the same size. Their top left corner is at x, y.
        """
        for part in _list_covered([mask for _, mask in layers]):
            left, top, right, bottom = move_box(part, (x, y))
            box = max(0, left), max(0, top), min(self.image.width, right), min(self.image.height, bottom)
            if box[0] >= box[2] or box[1] >= box[3]:
                continue
            under = self.image.crop(box)
            under.putpalette(self.palette.plain)
            mixed = under.convert("RGB")
            for colour, mask in layers:
                mixed.paste(self.palette.rgb[colour], (0, 0), mask.crop(move_box(box, (-x, -y))))
            self.image.paste(self.palette.match(mixed), box[:2])

    def rectangle(self, box: Box, fill: str | None, line: str | None = None, thick: int = 2) -> None:
        """Draw a rectangle. `fill`: the colour inside; `line`: the colour of its edge."""
        left, top, right, bottom = box
        self._draw.rectangle(
            (left, top, right - 1, bottom - 1),
            fill=None if fill is None else self.palette[fill],
            outline=None if line is None else self.palette[line],
            width=thick,
        )


def _list_covered(masks: Sequence[Image.Image]) -> Iterator[Box]:
    """Yield boxes that together hold all pixels that a mask covers, from top to bottom.

    A slanting line covers little of the box around it, so each strip of `STRIP` rows has a box of its own.
    """
    covered = reduce(ImageChops.lighter, masks)
    for top in range(0, covered.height, STRIP):
        strip = covered.crop((0, top, covered.width, min(top + STRIP, covered.height)))
        if (box := strip.getbbox()) is not None:
            yield move_box(box, (0, top))


def lines(string: str, font: Font, room: int) -> Iterator[str]:
    """Yield the lines of a text that is broken at spaces. Each line is at most `room` pixels wide.

    A word that is wider than `room` gets its own line.
    """
    line = ""
    for word in split_text(string):
        longer = f"{line} {word}".lstrip()
        if line and width(longer, font) > room:
            yield line
            line = word
        else:
            line = longer
    if line:
        yield line


def balance(string: str, font: Font, room: int) -> list[str]:
    """Return a text in lines of about equal length, in as many lines as the function `lines` makes."""
    found = list(lines(string, font, room))
    for narrower in range(room, font.size, -font.size // 2):
        shorter = list(lines(string, font, narrower))
        if len(shorter) > len(found):
            break
        found = shorter
    return found


def add_below(sheet: Sheet, high: int, ground: str) -> Sheet:
    """Return a copy of the sheet with `high` more pixels below it, in the colour `ground`."""
    wide, top = sheet.image.size
    grown = Sheet(sheet.palette, Image.new("L", (wide, top + high), sheet.palette[ground]))
    grown.paste(sheet.image, 0, 0)
    return grown


def shorten(string: str, font: Font, room: int) -> str:
    """Return the text if it fits into `room` pixels. Otherwise cut it and end it with an ellipsis."""
    if width(string, font) <= room:
        return string
    cut = string
    while cut and width(cut.rstrip() + "…", font) > room:
        cut = cut[:-1]
    return cut.rstrip() + "…"


def fitting(string: str, font: Font, room: int, least: int = 16) -> Font:
    """Return the font, or a smaller font if the text would not fit. The size never falls below `least`."""
    while width(string, font) > room and font.size > least:
        font = font._replace(size=font.size - 1)
    return font


def finish(sheet: Sheet, table: bytes) -> Drawn:
    """Return the drawn picture, mode "P", in the colours of a `Palette.table`."""
    sheet.image.putpalette(table)
    return Drawn(sheet.image)


def widen(picture: Drawn, wide: int) -> Drawn:
    """Return a finished picture in the middle of a wider one.

    The most common colour of the picture fills both sides. The colour of a corner is not used: it may be the
    colour of a frame, which would make thick bars.
    """
    counts = picture.histogram()
    found = Image.new("P", (wide, picture.height), counts.index(max(counts)))
    palette = picture.getpalette()
    assert palette is not None
    found.putpalette(palette)
    lay(found, picture, ((wide - picture.width) // 2, 0))
    return Drawn(found)


def png(picture: Drawn) -> bytes:
    """Return a finished picture as a PNG: 8-bit indexed, unfiltered, compressed by ISA-L.

    Flat colours compress well without filters. ISA-L is five times as fast as Pillow's deflate, and makes
    files of the same size.
    """
    wide, high = picture.size
    rows = picture.tobytes("raw", "P", wide + 1, 1)  # each row, followed by a padding byte 0
    packer = isal_zlib.compressobj(2)
    # Each row of a PNG starts with a byte for its filter; 0 means no filter. The padding byte after each row
    # serves as the filter byte of the next row.
    packed = packer.compress(b"\0") + packer.compress(memoryview(rows)[:-1]) + packer.flush()
    palette = picture.getpalette()
    assert palette is not None
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", pack(">IIBBBBB", wide, high, 8, 3, 0, 0, 0)),
            _chunk(b"PLTE", bytes(palette)),
            _chunk(b"IDAT", packed),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(name: bytes, data: bytes) -> bytes:
    return pack(">I", len(data)) + name + data + pack(">I", isal_zlib.crc32(data, isal_zlib.crc32(name)))
