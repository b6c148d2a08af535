"""3 Quarry: take, lay and score a tile; and the Master builder (5.4), who covers a tile."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from rules.asking import pick
from rules.rajas_of_the_ganges import wording
from rules.rajas_of_the_ganges.board import YIELDS, Gain
from rules.rajas_of_the_ganges.dice import (
    Hand,
    choose_calmest,
    find_highest_sum,
    find_payments,
    name_turning,
    pay_dice,
    read_payment,
    spell_payment,
)
from rules.rajas_of_the_ganges.names import describe_ends, describe_tile, label_tile
from rules.rajas_of_the_ganges.province import (
    TURNS,
    Laid,
    find_covers,
    find_edges,
    find_open_squares,
    find_placements,
    is_linked,
)
from rules.rajas_of_the_ganges.stacks import turn_up
from rules.rajas_of_the_ganges.state import Realm, State, find_scored_values
from rules.rajas_of_the_ganges.tiles import STACKS, TILES
from rules.rajas_of_the_ganges.tracks import advance_markers
from rules.rajas_of_the_ganges.wording import describe_gain
from rules.words import Words, as_is, join_list, say

YIELD_ORDER = ("karma", "money", "fame", "upgrade", "dice", "boat")  # 3.2: yields come in this order
SCREEN = 25  # with more placements than this, ask first for the square, then for the rotation
PLACEMENT = "placement"  # the kind of picture that shows placements


def why_not_tile(s: State, seat: str, tile: str) -> Words | None:
    """3: return why this seat can't take a tile of the display; None if it can."""
    realm, wanted = s.realms[seat], TILES[tile]
    if find_highest_sum(realm.dice[wanted.colour], realm.karma) < wanted.price:
        text = "3: this tile costs {n}, and your {colour} dice add up to {most} at most"
        best = find_highest_sum(realm.dice[wanted.colour], realm.karma)
        return say(text, colour=wanted.colour, n=wanted.price, most=best)
    return None


def why_not_build(s: State, seat: str) -> Words | None:
    """3: return why this seat can't build, without regard to the price of the space."""
    realm = s.realms[seat]
    if not find_open_squares(realm.province):
        return say("3.1: no road of your province leads to an empty square")
    if not realm.held:
        return say("3: you have no dice to pay with")
    best = {colour: find_highest_sum(faces, realm.karma) for colour, faces in realm.dice.items() if faces}
    for tile in s.display.values():
        wanted = TILES[tile]
        if best.get(wanted.colour, 0) >= wanted.price:
            return None
    return say("3: your dice cannot pay for any tile on display")


async def build(s: State, seat: str) -> list[Gain]:
    """3: ask for a tile, a place and dice, then lay and score the tile. Return the gains that it triggers."""
    shown = [s.display[stack] for stack in STACKS if stack in s.display]
    prompt = say("Buy which tile?")
    tile = await pick(
        seat, prompt, shown, lambda key: why_not_tile(s, seat, key),
        kind="tile", label=label_tile, pressed=shown, phrase=wording.TILE,
    )  # fmt: skip
    s.order.tile = tile
    square, turn = await choose_placement(s, seat, tile)
    await pay_for(s, seat, tile, TILES[tile].price)
    return lay(s, seat, tile, square, turn)


async def choose_placement(s: State, seat: str, tile: str) -> tuple[str, str]:
    """3.1: ask for the square and the rotation of a tile, in one question if the answers fit a screen."""
    found = find_placements(s.realms[seat].province, tile)
    s.order.choices = tuple(found)
    prompt = say("Lay {tile} where?", tile=tile)

    def label(key: str) -> Words:
        return label_placement(s, seat, key)

    if len(found) > SCREEN:
        squares = list(dict.fromkeys(key.partition("-")[0] for key in found))
        square = await pick(
            seat, prompt, squares, kind="square", lead="at", phrase=wording.LAY, picture=PLACEMENT
        )
        found = [key for key in found if key.startswith(square)]
        s.order.square, s.order.choices = square, tuple(found)
        turns = [key.partition("-")[2] for key in found]
        prompt = say("Lay {tile} on {square}. Which way do you turn it?", tile=tile, square=square)
        turn = await pick(
            seat, prompt, turns, kind="turn", phrase=wording.TURN, picture=PLACEMENT, also=spell_turn
        )
        return square, turn
    key = await pick(
        seat,
        prompt,
        found,
        kind="placement",
        lead="at",
        phrase=wording.LAY,
        label=label,
        picture=PLACEMENT,
        also=spell_placement,
    )
    square, _, turn = key.partition("-")
    return square, turn


async def pay_for(s: State, seat: str, tile: str, price: int) -> None:
    """3: ask with which dice to pay for a tile, and pay. No offered payment wastes a die or karma."""
    realm, colour = s.realms[seat], TILES[tile].colour
    text = "Pay {n} for {tile} with which {colour} dice?"
    prompt = say(text, n=price, tile=label_tile(tile), colour=colour)
    found = find_payments(realm.dice[colour], realm.karma, price)
    key = await pick(
        seat,
        prompt,
        found,
        kind="payment",
        phrase=wording.PAY,
        lead="with",
        default=lambda _: choose_calmest(found),
        pressed=found,
        also=spell_payment,
        cost=name_turning,
    )
    pay_dice(s, seat, read_payment(colour, key))


def lay(s: State, seat: str, tile: str, square: str, turn: str) -> list[Gain]:
    """3, 3.2: take the tile from the display, lay it and score it.

    Return the gains that follow: the bonuses of the tracks first, then the yields that the tile reaches.
    """
    realm, laid = s.realms[seat], TILES[tile]
    del s.display[laid.stack]
    covered = realm.province.get(square)
    if covered is not None:
        realm.under[square] = covered.tile
    realm.province[square] = Laid(tile, turn)
    text = "{seat} lays {tile} ({features}) at {place}."
    if covered is not None:
        text = "{seat} covers {covered} with {tile} ({features}) at {place}."
    old = "" if covered is None else covered.tile
    place = f"{square}-{turn}"
    s.tell("laid", text, seat=seat, tile=tile, features=describe_tile(tile), place=place, covered=old)
    money, fame = count_earnings(s, seat, tile)
    return [*advance_markers(s, seat, money, fame), *reach_yields(s, seat, square, turn)]


def count_earnings(s: State, seat: str, tile: str) -> tuple[int, int]:
    """3: return the money and the fame that a tile earns."""
    values = find_scored_values(s, seat)
    found = TILES[tile]
    return sum(market.value for market in found.markets), sum(values[each] for each in found.buildings)


def reach_yields(s: State, seat: str, square: str, turn: str) -> list[Gain]:
    """3.2: mark the yields that the tile is the first to reach, and return their gains in order."""
    realm = s.realms[seat]
    new = find_new_yields(realm, square, turn)
    realm.yields = (*realm.yields, *new)
    gains = sorted((YIELDS[edge] for edge in new), key=lambda gain: YIELD_ORDER.index(gain.kind))
    if gains:
        what = join_list([describe_gain(gain) for gain in gains])
        s.tell("yield", "{seat} reaches the edge of the province: {what}.", seat=seat, what=what)
    return gains


def find_new_yields(realm: Realm, square: str, turn: str) -> list[str]:
    """3.2: return the edges with a yield that a tile on `square` would be the first to reach."""
    return [edge for edge in find_edges(square, turn) if edge not in realm.yields]


# ------------------------------------------------------------------ 5.4 Master builder


def is_coverable(s: State, seat: str, hand: Hand, karma: int, square: str, tile: str) -> bool:
    """5.4: return whether this tile may cover the tile on that square, and this hand can pay for it.

    The new tile must cost more than the old one. One of its rotations must keep all tiles connected.
    """
    realm = s.realms[seat]
    new, old = TILES[tile], TILES[realm.province[square].tile]
    if new.price <= old.price or find_highest_sum(hand[new.colour], karma) < new.price - old.price:
        return False
    return any(is_linked(realm.province, square, turn) for turn in TURNS[new.road])


def can_cover(s: State, seat: str, hand: Hand, karma: int) -> bool:
    """5.4: return whether any tile of the display may cover any square."""
    realm = s.realms[seat]
    return any(
        is_coverable(s, seat, hand, karma, square, tile)
        for square in realm.province
        if square not in realm.under
        for tile in s.display.values()
    )


async def cover(s: State, seat: str) -> list[Gain]:
    """5.4: ask which tile to cover, with which new tile, and in which rotation.

    The seat pays the difference between the two prices. The new tile scores in full.
    """
    await turn_up(s)  # refill the display, because this turn may have taken a tile from it
    realm = s.realms[seat]
    shown = [s.display[stack] for stack in STACKS if stack in s.display]

    def why_not_square(square: str) -> Words | None:
        if square in realm.under:
            return say("5.4: {square} has already been covered", square=square)
        if any(is_coverable(s, seat, realm.dice, realm.karma, square, tile) for tile in shown):
            return None
        return say(
            "5.4: you can't pay for a tile that fits {square} and costs more than the old tile",
            square=square,
        )

    def why_not_cover(tile: str) -> Words | None:
        old = TILES[realm.province[square].tile]
        if TILES[tile].price <= old.price:
            return say("5.4: the new tile must cost more than {n}", n=old.price)
        if find_highest_sum(realm.dice[TILES[tile].colour], realm.karma) < TILES[tile].price - old.price:
            n = TILES[tile].price - old.price
            return say(
                "5.4: you must pay {n}, the difference between the prices, in {colour} dice",
                n=n,
                colour=TILES[tile].colour,
            )
        if is_coverable(s, seat, realm.dice, realm.karma, square, tile):
            return None
        return say("5.4: the new tile cuts off another tile, whichever way you turn it")

    built = sorted(realm.province, key=lambda each: (each[1], each[0]))
    square = await pick(
        seat, say("Cover the tile on which square?"), built, why_not_square,
        kind="cover", lead="cover", phrase=wording.COVER, label=lambda key: label_square(realm, key),
    )  # fmt: skip
    s.order.square = square
    prompt = say("Cover {square} with which tile?", square=square)
    tile = await pick(
        seat,
        prompt,
        shown,
        why_not_cover,
        kind="tile",
        lead="by",
        phrase=wording.COVER_WITH,
        label=label_tile,
    )
    s.order.tile = tile
    turns = find_covers(realm.province, square, tile)
    s.order.choices = tuple(f"{square}-{turn}" for turn in turns)
    prompt = say("Lay {tile} on {square}. Which way do you turn it?", tile=tile, square=square)

    def label(turn: str) -> Words:
        return say("{turn}{gains}", turn=turn, gains=describe_reached(s, seat, square, turn))

    turn = await pick(
        seat, prompt, turns, kind="turn", label=label, phrase=wording.TURN, picture=PLACEMENT, also=spell_turn
    )
    old = realm.province[square].tile
    await pay_for(s, seat, tile, TILES[tile].price - TILES[old].price)
    return lay(s, seat, tile, square, turn)


# ------------------------------------------------------------------ how answers are read


def label_square(realm: Realm, square: str) -> Words:
    """Return a square with its tile: "B2 (green 5)"."""
    return say("{square} ({tile})", square=square, tile=realm.province[square].tile)


def label_placement(s: State, seat: str, key: str) -> Words:
    """Return a placement with the yields that it would reach: "B3 ┏ E+S (5 money)"."""
    square, _, turn = key.partition("-")
    return say("{key}{gains}", key=key, gains=describe_reached(s, seat, square, turn))


def describe_reached(s: State, seat: str, square: str, turn: str) -> Words:
    """Return the yields that a tile would reach, in brackets; an empty text if none."""
    new = [describe_gain(YIELDS[edge]) for edge in find_new_yields(s.realms[seat], square, turn)]
    return say(" ({gains})", gains=join_list(new)) if new else as_is("")


def spell_turn(turn: str) -> Sequence[str | Words]:
    """Return the spellings of a rotation with its ends in the other order, or with only two of its ends.

    If two ends fit several rotations of a tile, they are refused as ambiguous.
    """
    pairs = ["".join(pair) for pair in permutations(turn, 2)] if len(turn) > len("ns") else []
    return turn[::-1], describe_ends(turn[::-1]), *pairs


def spell_placement(key: str) -> Sequence[str | Words]:
    """Return the spellings of a placement: its square with each spelling of its rotation."""
    square, _, turn = key.partition("-")
    ends = [as_is(each) if isinstance(each, str) else each for each in spell_turn(turn)]
    return [say("{square} {ends}", square=square, ends=each) for each in ends]
