"""Find a font for letters that our own fonts lack, such as those of other scripts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from itertools import groupby
from unicodedata import category

from PIL import ImageFont, features

FOLDER = "scripts"  # a folder in `render/fonts` with one font per script, tried in the order of names
PROBE = 20  # pixels: the size at which a font is asked whether it has a letter
NOWHERE = "\U0010ffff"  # a letter that no font has
JOINERS = frozenset("\u200b\u200c\u200d\u00a0 ")  # these stay with the letters before them


@cache
def list_scripts() -> tuple[str, ...]:
    """Return the fonts of other scripts, without their file endings."""
    found = files("render").joinpath("fonts", FOLDER).iterdir()
    return tuple(sorted(f"{FOLDER}/{each.name[:-4]}" for each in found if each.name.endswith(".ttf")))


@cache
def read_face(face: str) -> bytes:
    """Return the file of a font."""
    return files("render").joinpath("fonts", *f"{face}.ttf".split("/")).read_bytes()


@lru_cache(maxsize=128)
def load_face(face: str, size: int) -> ImageFont.FreeTypeFont:
    """Return a font, ready to draw with.

    Only fonts of other scripts use Raqm, which joins and reorders letters. Raqm is slower, and Latin letters
    don't need it.
    """
    shaped = face.startswith(FOLDER) and features.check("raqm")
    engine = ImageFont.Layout.RAQM if shaped else ImageFont.Layout.BASIC
    return ImageFont.truetype(BytesIO(read_face(face)), size, layout_engine=engine)


@lru_cache(maxsize=4096)
def has(face: str, letter: str) -> bool:
    """Return whether a font has a letter. A font draws an empty box for letters that it lacks."""
    font = ImageFont.truetype(BytesIO(read_face(face)), PROBE, layout_engine=ImageFont.Layout.BASIC)
    return bytes(font.getmask(letter)) != bytes(font.getmask(NOWHERE))


def find_face(face: str, letter: str) -> str | None:
    """Return the font to draw a letter with; None if no font has the letter.

    It is `face` if that font has the letter, else the first font of another script that has it.
    """
    if letter.isascii() or has(face, letter):
        return face
    return next((other for other in list_scripts() if has(other, letter)), None)


def split(string: str, face: str) -> Iterator[tuple[str, str]]:
    """Yield the parts of a text, each with the name of the font that draws it.

    Letters that no font has are drawn with `face`.
    """
    if string.isascii():
        yield face, string
        return
    faces = list[str]()
    for letter in string:
        last = faces[-1] if faces else face
        joined = letter in JOINERS or (category(letter).startswith("M") and has(last, letter))
        faces.append(last if joined else find_face(face, letter) or face)
    for at in range(len(string) - 2, -1, -1):  # a space between two fonts is drawn with `face`
        if string[at] == " " and faces[at + 1] != faces[at]:
            faces[at] = face
    for each, letters in groupby(zip(faces, string, strict=True), lambda pair: pair[0]):
        yield each, "".join(letter for _, letter in letters)
