"""Nothing overlaps or is cut off: at the start, and with the highest stacks in every space."""

from __future__ import annotations

from importlib.resources import files
from itertools import combinations
from math import hypot

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.kit.canvas import width
from render.kit.frames import BORDER
from render.kit.shapes import Rect, shrunk, square
from render.kit.written import read_pieces, read_texts
from render.vijayanagara.changes import Changes
from render.vijayanagara.draw import close_up, crop, draw
from render.vijayanagara.layout import LAYOUT, Print, read_layout
from render.vijayanagara.map.ground import BAND_WIDE, BOARD, CITY_REACH, city_fonts, list_cities, outline
from render.vijayanagara.map.ground import MAP as GROUND
from render.vijayanagara.map.ornaments import SHIP_HIGH, SHIP_WIDE
from render.vijayanagara.map.spaces import fixtures, is_whole, stacks
from render.vijayanagara.map.trays import arrange, lots
from render.vijayanagara.map.veil import HATCH
from render.vijayanagara.palette import PALETTE
from rules.vijayanagara.board import ADJACENT, MAP, SPACES
from rules.vijayanagara.view import SpaceView
from tests.render.views import crowded, middle, put, start

SCALES = sorted(
    {(scene.scale, scene.print) for scene in LAYOUT.scenes.values()}
    | {(close_up(key).scale, "board") for key in SPACES}
)
VIEWS = {"start": start(), "middle": middle(), "crowded": crowded()}


def meet(a: Rect, b: Rect) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def inside(space: str, rect: Rect, scale: float) -> bool:
    """Return whether a box is in a space, off the band along its border and the circle of Delhi."""
    left, top, right, bottom = rect
    rings = [(outline(space), (BAND_WIDE - 1) * scale)]
    if space != "delhi":
        rings.append((outline("delhi"), 1.0))
    for ring, away in rings:
        for x, y in ring:
            dx = max(left - x * scale, 0, x * scale - right)
            dy = max(top - y * scale, 0, y * scale - bottom)
            if hypot(dx, dy) < away:
                return False
    room = Image.new("1", (round(LAYOUT.map.size[0] * scale), round(LAYOUT.map.size[1] * scale)))
    ImageDraw.Draw(room).polygon([(x * scale, y * scale) for x, y in outline(space)], fill=1)
    return bool(room.getpixel(((left + right) // 2, (top + bottom) // 2)))


@pytest.mark.parametrize(("scale", "style"), SCALES)
@pytest.mark.parametrize("name", VIEWS)
def test_pieces_and_names_stay_in_their_space_and_apart(name: str, scale: float, style: str) -> None:
    faults = [
        fault for space in VIEWS[name].spaces for fault in faults_of(space, scale, LAYOUT.prints[style])
    ]
    assert not faults, "\n".join(faults)


def faults_of(space: SpaceView, scale: float, style: Print = BOARD, told: Changes | None = None) -> list[str]:
    standing = stacks(space, scale, told, style)
    solid = {stack.lot.kind: stack.lot.number for stack in standing if stack.lot.look != "ghost"}
    assert solid == dict(space.pieces)
    boxes = {f"{stack.lot}": stack.box for stack in standing} | fixtures(space, scale, style)
    for city, font in city_fonts(style, scale):
        x, y = (round(part * scale) for part in city.label)
        half, high = width(city.name, font) // 2, round(font.size * 0.4)
        name = (x - half, y - high, x + half, y + high)
        if any(meet(name, box) for box in boxes.values()):
            boxes[city.name] = name
    faults = [
        f"{space.key}: {what} at {box} lies outside"
        for what, box in boxes.items()
        if not inside(space.key, box, scale)
    ]
    faults += [
        f"{space.key}: {a} and {b} overlap"
        for (a, box), (b, other) in combinations(boxes.items(), 2)
        if meet(box, other)
    ]
    return faults


def test_every_space_has_its_place() -> None:
    assert set(LAYOUT.map.spaces) == set(SPACES)


def test_lands_touch_where_spaces_are_adjacent() -> None:
    """1.3.5: the map shows a shared point for each adjacent pair, and for no other."""
    lands = {key: set(path.split()) for key, path in LAYOUT.map.lands.items()}
    centre = LAYOUT.map.delhi.centre
    around_delhi = {key for key, vertices in lands.items() if centre in vertices}
    for a, b in combinations(SPACES, 2):
        if "delhi" in (a, b):
            touching = (a if b == "delhi" else b) in around_delhi
        else:
            touching = bool((lands[a] & lands[b]) - {centre})
        # Lands that meet only under the circle of Delhi share its vertex in the data, but not on the picture.
        assert touching == (b in ADJACENT[True][a]), (a, b)


def test_bare_points_are_marked() -> None:
    """1.3.5: a sign at a point of four lands says that all of them are adjacent."""
    lands = [set(path.split()) for path in LAYOUT.map.lands.values()]
    crossings = {v for v in LAYOUT.map.vertices if sum(v in land for land in lands) == 4}
    assert crossings - {LAYOUT.map.delhi.centre} == set(LAYOUT.map.meeting.points)


def test_cities_are_those_of_the_map() -> None:
    """1.3.4: each City is where its Provinces meet."""
    assert set(LAYOUT.map.cities) == set(MAP.cities)
    for key, city in LAYOUT.map.cities.items():
        around = {land for land, path in LAYOUT.map.lands.items() if city.at in path.split()}
        assert around == set(MAP.cities[key].around)
        assert city.name in MAP.cities[key].name


def test_shared_borders_are_the_same_line() -> None:
    there, back = LAYOUT.map.borders.edge("r1", "r2"), LAYOUT.map.borders.edge("r2", "r1")
    assert there == back[::-1]
    assert there[0] == LAYOUT.map.vertices["r1"]


@pytest.mark.parametrize("size", LAYOUT.scenes)
def test_panels_lie_inside_the_picture_and_apart(size: str) -> None:
    scene = LAYOUT.scenes[size]
    for rect in scene.rects:
        left, top, right, bottom = rect
        assert left >= 14 <= top
        assert right <= scene.size[0] - 14
        assert bottom <= scene.size[1] - 14
    assert not [pair for pair in combinations(scene.rects, 2) if meet(*pair)]


@pytest.mark.parametrize("size", LAYOUT.scenes)
def test_panels_hide_no_space(size: str) -> None:
    scene = LAYOUT.scenes[size]
    for space in SPACES:
        ring = [(x * scene.scale + scene.map[0], y * scene.scale + scene.map[1]) for x, y in outline(space)]
        for left, top, right, bottom in scene.rects:
            assert not [1 for x, y in ring if left < x < right and top < y < bottom], space


@pytest.mark.parametrize("size", LAYOUT.scenes)
def test_ships_and_the_lotus_are_whole_or_hidden(size: str) -> None:
    """They are on open sea. A panel covers a ship wholly or not at all."""
    scene, sea = LAYOUT.scenes[size], LAYOUT.map.sea
    reach = [(spot, SHIP_WIDE, SHIP_HIGH) for spot in sea.ships] + [(sea.lotus, sea.radius, sea.radius)]
    for (x, y), across, down in reach:
        shore = [point for space in SPACES for point in outline(space)]
        assert not [1 for px, py in shore if abs(px - x) < across and abs(py - y) < down], (x, y)
        left, right = ((x + side * across) * scene.scale + scene.map[0] for side in (-1, 1))
        top, bottom = ((y + side * down) * scene.scale + scene.map[1] for side in (-1, 1))
        box = (round(left), round(top), round(right), round(bottom))
        assert box[0] >= BORDER
        assert box[2] <= scene.size[0] - BORDER
        for panel in (*scene.rects, scene.dice.rect):
            hidden = panel[0] <= box[0] and panel[1] <= box[1] and panel[2] >= box[2] and panel[3] >= box[3]
            assert hidden or not meet(box, panel), (size, panel, box)


@pytest.mark.parametrize("space", SPACES)
def test_a_close_up_shows_all_of_its_space(space: str) -> None:
    """Things cut by a close-up's edge are left out, but never the space itself, even with full stacks."""
    window = close_up(space)
    assert is_whole(crowded().space(space), window, window.scale, None)


def test_what_the_edge_of_a_close_up_would_cut_is_said_in_letters() -> None:
    """Gujarat is hatched, and not empty: a plate shows its contents, or at least that there are some."""
    full, few, bare = (put(middle(), {"gujarat": held}, {}) for held in ({"troops": 9}, {"troops": 1}, {}))
    window = close_up("maharashtra")
    assert not is_whole(full.space("gujarat"), window, window.scale, None)
    a, b, c = (crop(view, "maharashtra").convert("RGB") for view in (full, few, bare))
    for one, other in ((a, c), (b, c)):
        box = ImageChops.difference(one, other).getbbox()
        assert box is not None
        assert box[2] - box[0] < 260
        assert box[3] - box[1] < 120
    lines = PALETTE.rgb["ridge"]
    assert a.getcolors(1 << 16) is not None
    assert {colour: n for n, colour in a.getcolors(1 << 16) or []}[lines] > 2000


@pytest.mark.parametrize("space", SPACES)
def test_hatching_leaves_no_strip_bare(space: str) -> None:
    """Only what is painted there interrupts it: a plate, a City with its name, a point where lands meet."""
    view, window = middle(), close_up(space)
    drawn = crop(view, space)
    over = [shrunk(box, -HATCH) for box in read_pieces(drawn)]
    over += [shrunk(text.box, -3 * HATCH) for text in read_texts(drawn)]
    signs = [*list_cities(window), *(GROUND.vertices[name] for name in GROUND.meeting.points)]
    over += [square(window.at(spot), round(3 * CITY_REACH * window.scale)) for spot in signs]
    clear = Image.new("1", drawn.size, 1)
    ImageDraw.Draw(clear).rectangle(
        (0, 0, drawn.width - 1, drawn.height - 1), outline=0, width=BORDER + HATCH
    )
    for box in over:
        clear.paste(0, box)
    lines = Image.frombytes("L", drawn.size, drawn.tobytes())
    hatched = lines.point([255 * (each == PALETTE["ridge"]) for each in range(256)]).filter(
        ImageFilter.MaxFilter(27)
    )
    bare = list[str]()
    for each in view.spaces:
        if not is_whole(each, window.inside(BORDER), window.scale, None):
            land = Image.new("1", drawn.size)
            ImageDraw.Draw(land).polygon([window.at(spot) for spot in outline(each.key)], 1)
            if each.key != "delhi":
                ImageDraw.Draw(land).polygon([window.at(spot) for spot in outline("delhi")], 0)
            seen = ImageChops.logical_and(land, clear)
            missed = ImageChops.subtract(seen.convert("L"), hatched)
            bare += [each.key] * (missed.histogram()[255] > 200)
    assert bare == []


def test_a_broken_layout_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match=r"layout: map\.size"):
        read_layout("[map]\nsize = 3")


@pytest.mark.parametrize("size", ["phone", "board"])
def test_each_city_that_an_event_may_name_is_on_the_map(size: str) -> None:
    """Events speak of the Provinces around a City, so a player must find it on any picture of the map."""
    assert MAP.cities.keys() == LAYOUT.map.cities.keys()
    names = {city.name for city in LAYOUT.map.cities.values()}
    assert names <= {text.text for text in read_texts(draw(crowded(), frozenset(), size))}


@pytest.mark.parametrize(
    ("line", "instead", "reason"),
    [
        ("radius = 52", "radius = 0", r"map\.sea\.radius"),
        ("snows = [", "snows = [[[1, 2]],", r"map\.beyond\.snows\.0"),
        ("lanka = [", "lanka = [[1, 2], [3, 4]]\nelsewhere = [", r"map\.islands\.lanka"),
        (
            "leaf = [972, 18, 1582, 1182]",
            "leaf = [972, 18, 1582, 1100]",
            r"scenes\.board: .* outside its leaf",
        ),
        ("band = 66", "band = -1", r"scenes\.board\.card\.band"),
        (
            'size = 24 }\nname = "Vijayanagara"\n',
            'size = 24 }\ntitle_of = "Vijayanagara"\n',
            r"scenes\.board\.cartouche\.name",
        ),
    ],
)
def test_a_wrong_ornament_is_refused_by_name(line: str, instead: str, reason: str) -> None:
    text = files("render.vijayanagara").joinpath("layout.toml").read_text(encoding="utf-8")
    assert text.count(line) == 1
    with pytest.raises(ValueError, match=rf"layout: {reason}"):
        read_layout(text.replace(line, instead))


def test_no_room_is_an_error_that_names_the_pieces() -> None:
    with pytest.raises(ValueError, match="sindh: no room for 3 troops"):
        arrange("sindh", lots({"troops": 3}), ((0, 0, 1080, 1340),), 1.0)
