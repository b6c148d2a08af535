"""Describe an answer for a list: what it brings, and what the hand holds."""

from __future__ import annotations

from collections.abc import Sequence

from rules.ask import Ask
from rules.rajas_of_the_ganges.action_spaces import market
from rules.rajas_of_the_ganges.action_spaces.quarry import count_earnings
from rules.rajas_of_the_ganges.action_spaces.river import STEPS, find_ahead
from rules.rajas_of_the_ganges.board import CHAMBERS, COLOURS, GOODS
from rules.rajas_of_the_ganges.dice import choose_calmest, describe_die, find_payments, find_showing, read_die
from rules.rajas_of_the_ganges.province import Laid, count_open_ends
from rules.rajas_of_the_ganges.state import State
from rules.rajas_of_the_ganges.tiles import TILES
from rules.rajas_of_the_ganges.wording import MONEY
from rules.words import Plural, Words, in_turn, join_list, say


def describe_entry(s: State, ask: Ask, key: str) -> Words | None:
    """Return what an answer brings, the dice in hand that matter, and those that karma must turn; or None."""
    match ask.kind:
        case "space":
            return _describe_space(s, ask.seat, key)
        case "tile":
            return _describe_tile(s, ask.seat, key)
        case "die":
            return _describe_die(s, ask.seat, key)
        case "colours":
            colours = [colour for colour in COLOURS if colour in key.split("-")]
            describe = _describe_colour if len(colours) == 1 else _compare_prices
            return in_turn([describe(s, ask.seat, colour) for colour in colours], "; ")
        case "upgrade":
            return _describe_upgrade(s, key)
        case "placement" | "square" | "turn":
            return _describe_roads(s, ask.seat, key, ask.kind)
    return None


def _describe_tile(s: State, seat: str, tile: str) -> Words | None:
    """3: return what a tile earns for its markets and buildings.

    Also return how it is paid, if karma must turn a die or if there is only one way. Else return the dice in
    hand.
    """
    if tile not in TILES:
        return None
    money, fame = count_earnings(s, seat, tile)
    parts = [say(MONEY, n=money)] * (money > 0) + [say("{n} fame", n=fame)] * (fame > 0)
    gains = in_turn(parts, ", ")
    payments = _find_payments(s, seat, tile)
    if payments and (karma := choose_calmest(payments).count("t")):
        turning = say("{dice} ({n} karma)", dice=choose_calmest(payments), n=karma)
        return say("gain {gains}; pay {cost}", gains=gains, cost=turning)
    if len(payments) == 1:
        return say("gain {gains}; pay {cost}", gains=gains, cost=say("{dice}", dice=payments[0]))
    return say("gain {gains}; {hand}", gains=gains, hand=_describe_hand(s, seat, TILES[tile].colour))


def _find_payments(s: State, seat: str, tile: str) -> Sequence[str]:
    """3, 5.4, 7: return the keys of the payments for a tile; () if it is too dear."""
    realm, wanted = s.realms[seat], TILES[tile]
    covered = realm.province.get(s.order.square)
    price = wanted.price - (TILES[covered.tile].price if covered is not None else 0)
    return find_payments(realm.dice[wanted.colour], realm.karma, price) if price > 0 else ()


def _describe_space(s: State, seat: str, space: str) -> Words | None:
    """5.4, 6, 7: return which die karma must turn to pay at a space.

    Return None if the space is full, if it needs no certain face, or if no die must or can be turned.
    """
    faces = STEPS if space == "harbour" else (CHAMBERS[space],) if space in CHAMBERS else ()
    realm = s.realms[seat]
    if not faces or s.free(space) <= 0 or find_showing(realm.dice, 0, faces):
        return None
    found = find_showing(realm.dice, realm.karma, faces)
    return _describe_turning(describe_die(read_die(found[0]))) if found else None


def _describe_turning(*turned: str | Words) -> Words:
    """7: return what the karma for these dice does: "the 2 turned to 5, for 1 karma"."""
    return say("{dice}, for {n} karma", n=len(turned), dice=join_list(turned))


def _describe_die(s: State, seat: str, key: str) -> Words | None:
    """4, 6: return what a paid die brings if its face matters, and the dice of its colour in hand.

    Return None if the face doesn't matter and the seat has no other die of this colour.
    """
    die, realm, space = read_die(key), s.realms[seat], s.order.space
    hand = _describe_hand(s, seat, die.colour)
    if space in GOODS:
        return say(
            Plural("gain {n} money; {hand}", "gain {n} money; {hand}"),
            n=market.count_good(realm, space, die.shows),
            hand=hand,
        )
    if space == "harbour":
        return say("sail up to river space {n}; {hand}", n=find_ahead(s, seat, die.shows), hand=hand)
    return hand if len(realm.dice.get(die.colour, ())) > 1 else None


def _describe_hand(s: State, seat: str, colour: str) -> Words:
    """Return how many dice of a colour the seat holds, and their sum."""
    faces = s.realms[seat].dice.get(colour, ())
    if not faces:
        return say("you hold no {colour} die", colour=colour)
    text = Plural("you hold {n} {colour} die: {sum}", "you hold {n} {colour} dice: {sum} in all")
    return say(text, n=len(faces), colour=colour, sum=sum(faces))


def _describe_colour(s: State, seat: str, colour: str) -> Words:
    """2, 3: return the dice of a colour in hand, and the prices of the tiles that dice of this colour buy."""
    hand, prices = _describe_hand(s, seat, colour), _list_prices(s, colour)
    return say("{hand}; tiles for {prices}", hand=hand, prices=in_turn(prices, ", ")) if prices else hand


def _compare_prices(s: State, seat: str, colour: str) -> Words:
    """2, 3: return the sum of the dice of one of several colours, and the prices of the tiles that they buy.

    An entry has little room, so this is short.
    """
    prices, held = _list_prices(s, colour), sum(s.realms[seat].dice.get(colour, ()))
    text = "{colour}: {n} in dice, tiles cost {prices}" if prices else "{colour}: {n} in dice, no tile to buy"
    return say(text, colour=colour, n=held, prices=in_turn(prices, ", "))


def _list_prices(s: State, colour: str) -> Sequence[int]:
    """3: return the prices of the tiles of a colour on display, lowest first."""
    return sorted(TILES[tile].price for tile in s.display.values() if TILES[tile].colour == colour)


def _describe_upgrade(s: State, building: str) -> Words:
    """3.3: return how many tiles on display have a building."""
    n = sum(TILES[tile].buildings.count(building) > 0 for tile in s.display.values())
    return say(Plural("{n} tile on display has one", "{n} tiles on display have one"), n=n)


def _describe_roads(s: State, seat: str, key: str, kind: str) -> Words | None:
    """3.1: return how many roads lead to empty squares once the tile is laid there."""
    square, _, turn = key.partition("-")
    if kind == "turn":
        square, turn = s.order.square, key
    if not turn or not s.order.tile:
        return None
    n = count_open_ends({**s.realms[seat].province, square: Laid(s.order.tile, turn)})
    return say(
        Plural("then {n} road leads to an empty square", "then {n} roads lead to empty squares"),
        n=n,
    )
