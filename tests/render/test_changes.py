"""Changes between two views: moves, flips, placed and removed pieces; in words and pictures."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from itertools import pairwise, permutations
from math import hypot

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

import render
from render.kit.paths import Move, cheapest
from render.painter import Tale
from render.vijayanagara.changes import LONG, Changes, Dice, read, steps
from render.vijayanagara.layout import LAYOUT
from render.vijayanagara.map.arrows import plan
from render.vijayanagara.map.ground import BOARD, MAP
from render.vijayanagara.map.spaces import fixtures, stacks
from rules.vijayanagara.board import PROVINCES, SPACES
from rules.vijayanagara.view import DiceView, FightView, View
from tests.render.test_layout import faults_of, meet
from tests.render.views import crowded, later, middle, put, start

DICE = (
    Dice("sultanate", (6, 1, 3, 5), (6, 1, 2, None), reach=2, spent=1),
    Dice("bahmani", (4, 2), (3, 2), reach=4, spent=1),
)


def told(before: View, after: View, moves: tuple[Move, ...] | None = None) -> Changes:
    return read(after, Tale(before), moves)


def thrown(before: View, after: View) -> Changes:
    """Return the changes between two views, with these dice, which the views don't show."""
    return read(after, Tale(before), dice=DICE)


def test_a_piece_lost_here_and_gained_next_door_walked() -> None:
    before = put(start(), {"delhi": {"troops": 4}, "punjab": {"troops": 1}, "malwa": {}}, {})
    after = put(start(), {"delhi": {"troops": 1}, "punjab": {"troops": 3}, "malwa": {"troops": 1}}, {})
    changes = told(before, after)
    assert set(changes.moves) == {Move("troops", 2, "delhi", "punjab"), Move("troops", 1, "delhi", "malwa")}
    assert not changes.placed
    assert not changes.removed


def test_of_many_turns_only_what_is_more_and_what_is_less_is_told() -> None:
    """The Troops that fell in Punjab never walked to Malwa, where others came."""
    before = put(start(), {"punjab": {"troops": 3}, "malwa": {}, "sindh": {"obedient-amirs": 1}}, {})
    after = put(start(), {"punjab": {}, "malwa": {"troops": 2}, "sindh": {"rebelling-amirs": 1}}, {})
    assert told(before, after).moves, "as one guesses who sees nothing else"
    tale = Tale(before, (before,) * LONG)
    changes = read(after, tale)
    assert (changes.moves, changes.flipped) == ((), {})
    alt = render.picture(after, since=before, during=tale.during).alt
    for deed in ("2 Troops more in Malwa", "3 Troops fewer in Punjab", "1 Obedient Amir fewer in Sindh"):
        assert deed in alt
    assert " from Punjab to Malwa" not in alt


def test_structures_do_not_walk_and_nobody_walks_far() -> None:
    before = put(start(), {"sindh": {"qasbahs": 1, "troops": 1}, "gujarat": {}, "tamilakam": {}}, {})
    after = put(start(), {"sindh": {}, "gujarat": {"qasbahs": 1}, "tamilakam": {"troops": 1}}, {})
    changes = told(before, after)
    assert changes.moves == ()
    assert changes.removed == {"sindh": {"troops": 1, "qasbahs": 1}}
    assert changes.placed == {"gujarat": {"qasbahs": 1}, "tamilakam": {"troops": 1}}


def test_mongols_go_down_their_road_only() -> None:
    """3.5: from the Mountain Passes to Punjab and on to Delhi."""
    here = {"mountain-passes": {"mongols": 2}, "punjab": {"mongols": 1}}
    there = {"mountain-passes": {}, "punjab": {"mongols": 3}}
    onward = told(put(start(), here, {}), put(start(), there, {}))
    assert onward.moves == (Move("mongols", 2, "mountain-passes", "punjab"),)
    back = told(put(start(), there, {}), put(start(), here, {}))
    assert back.moves == ()
    assert back.placed == {"mountain-passes": {"mongols": 2}}
    assert back.removed == {"punjab": {"mongols": 2}}


def test_amirs_that_turned_over_stayed() -> None:
    before = put(start(), {"andhra": {"obedient-amirs": 3}, "karnataka": {}}, {})
    after = put(start(), {"andhra": {"rebelling-amirs": 2}, "karnataka": {"obedient-amirs": 1}}, {})
    changes = told(before, after)
    assert changes.flipped == {"andhra": {"rebelling-amirs": 2}}
    assert changes.moves == (Move("obedient-amirs", 1, "andhra", "karnataka"),)


def test_who_knows_the_moves_is_believed() -> None:
    """A piece that turned over on its way looks like two events, until the moves are known."""
    before = put(start(), {"sindh": {"troops": 1}, "gujarat": {"obedient-amirs": 1}, "malwa": {}}, {})
    after = put(start(), {"sindh": {"troops": 1}, "gujarat": {}, "malwa": {"rebelling-amirs": 1}}, {})
    moves = (Move("obedient-amirs", 1, "gujarat", "malwa"),)
    changes = told(before, after, moves)
    assert changes.moves == moves
    assert changes.flipped == {"malwa": {"rebelling-amirs": 1}}
    assert not changes.placed
    assert not changes.removed


def test_changed_control_keeps_the_old_one() -> None:
    changes = told(start(), put(start(), {}, {"andhra": "uncontrolled"}))
    assert changes.statuses == {"andhra": "tributary"}


supplies = st.dictionaries(st.sampled_from(SPACES[:5]), st.integers(1, 2), max_size=3)
demands = st.dictionaries(st.sampled_from(SPACES[5:10]), st.integers(1, 2), max_size=3)


@settings(max_examples=60, deadline=None)
@given(supplies, demands)
def test_walks_are_as_many_and_as_short_as_can_be(lost: dict[str, int], gained: dict[str, int]) -> None:
    """The result is compared with the best of all ways to pair single pieces."""
    far = steps(True)
    found = cheapest(lost, gained, far)
    assert all(sum(n for (a, _), n in found.items() if a == space) <= lost[space] for space, _ in found)
    a_side = [space for space, n in lost.items() for _ in range(n)]
    b_side = [space for space, n in gained.items() for _ in range(n)]
    longer, shorter = (a_side, b_side) if len(a_side) >= len(b_side) else (b_side, a_side)
    turned = longer is b_side
    best = (0, 0)
    for order in set(permutations(longer, len(shorter))):
        pairs = [(b, a) if turned else (a, b) for a, b in zip(order, shorter, strict=True)]
        walks = [far[pair] for pair in pairs if pair in far]
        best = min(best, (-len(walks), sum(walks)))
    assert (-sum(found.values()), sum(n * far[pair] for pair, n in found.items())) == best


@settings(max_examples=8, deadline=None)
@given(st.data())
def test_nothing_is_hidden_by_what_happened(data: st.DataObject) -> None:
    """Ghosts, rings, tags and plates of any two boards overlap neither each other nor names and pieces."""
    before, after = data.draw(boards()), data.draw(boards())
    changes = told(before, after)
    for size, scene in LAYOUT.scenes.items():
        style = LAYOUT.prints[scene.print]
        faults = [fault for space in after.spaces for fault in faults_of(space, scene.scale, style, changes)]
        assert not faults, size
        arrows = plan(after, changes, scene.scale, scene.map, scene.size, scene.rects, style)
        assert sum(n for arrow in arrows for _, n in arrow.load) == sum(move.number for move in changes.moves)
        dx, dy = scene.map
        standing = [box for space in after.spaces for box in fixtures(space, scene.scale, style).values()]
        standing += [s.box for sp in after.spaces for s in stacks(sp, scene.scale, changes, style)]
        boxes = [(a + dx, b + dy, c + dx, d + dy) for a, b, c, d in standing]
        for arrow in arrows:
            assert not any(meet(arrow.plate, box) for box in boxes), arrow


@st.composite
def boards(draw: st.DrawFn) -> View:
    """Draw a random board, with up to the highest possible stacks in a few Provinces."""
    kinds = {"troops": 12, "governors": 3, "qasbahs": 1, "obedient-amirs": 5, "forts": 1}
    kinds |= {"rebelling-amirs": 6, "obedient-rajas": 5, "rebelling-rajas": 8, "temples": 1}
    spaces = draw(st.lists(st.sampled_from(PROVINCES), max_size=5, unique=True))
    pieces = {}
    for space in spaces:
        counts = {kind: draw(st.integers(0, most)) for kind, most in kinds.items()}
        pieces[space] = {kind: number for kind, number in counts.items() if number}
    return put(start(), pieces, {})


def test_crowds_lose_their_ghosts_before_their_pieces() -> None:
    before, after = crowded(), put(crowded(), {"sindh": {"troops": 9, "temples": 1}}, {})
    for pair in ((before, after), (after, before)):
        changes = told(*pair)
        faults = [fault for space in pair[1].spaces for fault in faults_of(space, 1.0, BOARD, changes)]
        assert not faults


@pytest.mark.parametrize("size", render.sizes("vijayanagara"))
def test_the_picture_tells_what_happened(size: str) -> None:
    plain = render.picture(later(), size=size)
    since = render.picture(later(), size=size, since=middle())
    rolled = render.picture(later(), size=size, since=middle(), deeds=thrown(middle(), later()))
    files = [Image.open(BytesIO(picture.file)).convert("RGB") for picture in (plain, since, rolled)]
    assert all(ImageChops.difference(a, b).getbbox() for a, b in pairwise(files))
    left, top, right, bottom = LAYOUT.scenes[size].dice.rect
    box = ImageChops.difference(files[1], files[2]).getbbox()
    assert box is not None
    assert left <= box[0] <= box[2] <= right
    assert top <= box[1] <= box[3] <= bottom


def test_the_alt_text_says_first_what_happened() -> None:
    alt = render.picture(later(), since=middle()).alt
    assert alt.startswith("What happened: Malwa is now Independent, Uncontrolled, was Tributary; ")
    assert "; and " in alt
    assert "Vijayanagara 14 VP, 12 Res, 4 Cav, Inf 4" in alt
    assert len(alt) <= 1024
    assert render.picture(middle(), since=middle()).alt.startswith("Nothing has changed. The Raya Rides")


def test_the_alt_text_tells_numbers_dice_and_cards() -> None:
    base = replace(start(), card=None, dynasty="tughlaq")
    one = replace(base.factions[0], resources=9, vp=17)
    now = replace(base, factions=(one, *base.factions[1:]))
    alt = render.picture(now, since=start(), deeds=thrown(start(), now)).alt
    assert "the Sultanate: VP 18 to 17, Resources 12 to 9" in alt
    assert "Sultanate rolled 6 1 3 5, now 6 1 2 out, 1 Cavalry spent, 2 hits" in alt
    assert "the Tughlaq dynasty rules" in alt
    assert "the open card is Treasure of Devagiri" in render.picture(start(), since=base).alt


def test_an_alt_text_that_leaves_something_out_says_so() -> None:
    """A listener must not think that omitted things are not there."""
    alt = render.picture(crowded(), since=start()).alt
    assert len(alt) <= 1024
    assert alt.endswith("The rest: /board view:text.")
    animation = render.animate([start(), crowded()]).alt
    assert animation.startswith("Step by step. What happened: ")
    assert len(animation) <= 1024
    assert animation.endswith("The rest: /board view:text.")
    short = put(start(), {"delhi": {"troops": 3}}, {})
    whole = render.picture(short, since=start()).alt
    assert "Tributary: " in whole
    assert "The rest" not in whole


def test_an_animation_never_says_that_nothing_has_changed() -> None:
    there = put(start(), {"delhi": {"troops": 3}}, {})
    animation = render.animate([start(), there, start()]).alt
    assert animation.startswith("Step by step. In the end the map is as it was at the beginning. ")


def test_every_plate_touches_its_line_or_is_tied_to_it() -> None:
    changes = told(middle(), later())
    for scene in LAYOUT.scenes.values():
        style = LAYOUT.prints[scene.print]
        for arrow in plan(later(), changes, scene.scale, scene.map, scene.size, scene.rects, style):
            left, top, right, bottom = arrow.plate
            away = min(hypot(max(left - x, 0, x - right), max(top - y, 0, y - bottom)) for x, y in arrow.line)
            assert away <= 4 or arrow.leader is not None
            assert away < 120, "not in another land"


def test_arrows_cover_no_city_and_no_letter_of_the_range() -> None:
    """A City is drawn on top of a line that crosses it."""
    before = put(start(), {"karnataka": {"obedient-rajas": 3}, "orissa": {}}, {})
    after = put(start(), {"karnataka": {}, "orissa": {"obedient-rajas": 3}}, {})
    moves = (Move("obedient-rajas", 3, "karnataka", "orissa"),)
    plain, since = (
        Image.open(BytesIO(picture.file)).convert("RGB")
        for picture in (
            render.picture(after),
            render.picture(after, since=before, deeds=told(before, after, moves)),
        )
    )
    for x, y in (MAP.vertices[city.at] for city in MAP.cities.values()):
        spot = (x, y - 2)
        assert plain.getpixel(spot) == since.getpixel(spot)


def test_dice_alone_are_drawn_too() -> None:
    assert render.picture(start(), deeds=thrown(start(), start())).file != render.picture(start()).file


def fighting(space: str = "malwa") -> View:
    """Return the middle of a game, during a battle."""
    attacker = DiceView("sultanate", (6, 1, 3, 5), (6, 1, 2, None), 2, 1)
    return replace(middle(), fight=FightView(1, space, (attacker, DiceView("bahmani", (4, 2), (3, 2), 4, 1))))


def test_a_battle_is_read_from_the_views() -> None:
    told = read(fighting(), Tale(middle()))
    assert (told.fought, told.dice, told.lit) == ("malwa", DICE, frozenset({"malwa"}))
    assert read(fighting(), Tale(fighting())).dice == (), "nothing new of it"
    over = read(middle(), Tale(middle(), during=(fighting(),)))
    assert (over.fought, over.dice) == ("malwa", DICE), "the turn is over, and its dice are gone"
    assert read(fighting(), Tale(middle()), dice=DICE[:1]).dice == DICE[:1], "who knows better says so"


def test_a_battle_is_drawn_and_said() -> None:
    alone = render.picture(fighting())
    assert alone.file != render.picture(middle()).file
    assert alone.alt.startswith(
        "Attack in Malwa: the Sultanate rolled 6 1 3 5, now 6 1 2 out, 1 Cavalry spent, 2 hits; "
    )
    since = render.picture(fighting(), since=middle())
    assert since.alt.startswith("What happened: Attack in Malwa; the Sultanate rolled 6 1 3 5, now 6 1 2 out")
    over = render.picture(middle(), since=middle(), during=(fighting(),))
    assert over.file == render.picture(fighting(), since=middle()).file
    assert render.picture(fighting(), size="strip").file != render.picture(middle(), size="strip").file


def test_a_strip_is_enough_for_what_it_shows() -> None:
    assert render.small(middle(), middle()) == "strip"
    assert render.small(fighting(), middle()) == "strip"
    assert render.small(middle(), start()) is None, "too much has happened"
    many = tuple(
        replace(space, pieces={}) if space.key in ("punjab", "delhi") else space for space in start().spaces
    )
    assert render.small(replace(start(), spaces=many), start()) == "strip"
    north_and_south = put(start(), {"punjab": {"troops": 9}, "tamilakam": {"troops": 9}}, {})
    assert render.small(north_and_south, start()) is None, "too much of the map"
