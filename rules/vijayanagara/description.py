"""Describe a picture of the map in sentences: first what happened, then the state of play."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from rules.asking import count
from rules.vijayanagara.view import FactionView, SpaceView, View
from rules.vijayanagara.vocabulary import PIECES
from rules.words import Plural, Words, as_is, in_turn, mark_text, say

LETTERS: Mapping[str, str] = {  # the letters on the pieces, with "o" for Obedient and "r" for Rebelling
    "troops": "T",
    "governors": "G",
    "qasbahs": "Q",
    "obedient-amirs": "oA",
    "rebelling-amirs": "rA",
    "forts": "F",
    "obedient-rajas": "oR",
    "rebelling-rajas": "rR",
    "temples": "Te",
    "mongols": "M",
    "amirs": "A",
    "rajas": "R",
}


def abbreviate(stock: Mapping[str, int]) -> str:
    """Return pieces by the letters on them: "T3 G1 oA2"."""
    return " ".join(f"{LETTERS[kind]}{stock[kind]}" for kind in _list_kinds(stock)) or "–"


# ---------------------------------------------------------------------- what happened


def describe_attack(space: str) -> Words:
    """Return the space of the last battle, as a clause."""
    return say("Attack in {space}", space=space)


def describe_battle(space: str, rolls: Sequence[Words]) -> Words:
    """Return the current battle and its dice."""
    return say("Attack in {space}: {rolls}.", space=space, rolls=in_turn(rolls))


def describe_deeds(deeds: Sequence[Words], more: int = 0) -> Words:
    """Return what happened. `more`: how many deeds are left out."""
    if more:
        return say("What happened: {deeds}; and {n} more.", deeds=in_turn(deeds), n=more)
    return say("What happened: {deeds}.", deeds=in_turn(deeds))


def describe_stillness(*, whole: bool, turned: bool = False) -> Words:
    """Return that nothing happened.

    `whole`: whether this is about a whole recap. `turned`: whether the map changed and then changed back.
    """
    if not whole:
        return say("Nothing has changed.")
    if turned:
        return say("In the end the map is as it was at the beginning.")
    return say("The map stays as it is.")


def describe_roll(
    faction: str, faces: Sequence[int], now: Sequence[int | None], reach: int, spent: int
) -> Words:
    """Return the dice of a side, their changes, and its hits."""
    parts = [say("{faction} rolled {dice}", faction=faction, dice=_describe_dice(faces))]
    if tuple(now) != tuple(faces):
        parts.append(say("now {dice}", dice=_describe_dice(now)))
    if spent:
        parts.append(say("{n} Cavalry spent", n=spent))
    parts.append(count(sum(face is not None and face <= reach for face in now), "hits"))
    return in_turn(parts, ", ")


def describe_status(space: str, now: str, then: str) -> Words:
    """Return the status of a Province now and before."""
    return say("{space} is now {now}, was {then}", space=space, now=say_status(now), then=say_status(then))


def describe_move(kind: str, n: int, origin: str, to: str) -> Words:
    """Return a move of pieces."""
    return say("{pieces} from {origin} to {to}", pieces=count(n, kind), origin=origin, to=to)


def describe_arrival(space: str, pieces: Mapping[str, int], summed: bool) -> Words:
    """Return the pieces placed in a space. `summed`: whether they are the total over many turns."""
    text = "{pieces} more in {space}" if summed else "{pieces} placed in {space}"
    return say(text, pieces=list_pieces(pieces), space=space)


def describe_removal(space: str, pieces: Mapping[str, int], summed: bool) -> Words:
    """Return the pieces removed from a space. `summed`: whether they are the total over many turns."""
    text = "{pieces} fewer in {space}" if summed else "{pieces} removed from {space}"
    return say(text, pieces=list_pieces(pieces), space=space)


def describe_losing(pieces: Mapping[tuple[str, str], int]) -> Words:
    """Return the pieces that a side has chosen to lose, by space and kind. They are still in their spaces."""
    found = [say("{pieces} in {space}", pieces=count(n, kind), space=at) for (at, kind), n in pieces.items()]
    return say("to be lost: {pieces}", pieces=in_turn(found, ", "))


def describe_turning(space: str, kind: str, n: int) -> Words:
    """Return the pieces turned over. `kind`: the new kind."""
    return say("turned over, now {pieces} in {space}", pieces=count(n, kind), space=space)


def describe_scores(before: View, view: View) -> list[Words]:
    """Return how the numbers of each faction changed."""
    found = []
    for old, new in zip(before.factions, view.factions, strict=True):
        changes = []
        if old.vp != new.vp:
            changes.append(say("VP {then} to {now}", then=old.vp, now=new.vp))
        if old.resources != new.resources:
            changes.append(say("Resources {then} to {now}", then=old.resources, now=new.resources))
        if old.cavalry != new.cavalry:
            changes.append(say("Cavalry {then} to {now}", then=old.cavalry, now=new.cavalry))
        if old.influence != new.influence:
            changes.append(say("Influence {then} to {now}", then=old.influence, now=new.influence))
        if changes:
            found.append(say("{faction}: {changes}", faction=new.key, changes=in_turn(changes, ", ")))
    return found


def describe_cards(before: View, view: View) -> list[Words]:
    """Return the dynasty and the open card, if they changed."""
    found = []
    if view.dynasty != before.dynasty:
        found.append(say("the {dynasty} dynasty rules", dynasty=view.dynasty))
    if view.card is not None and (before.card is None or view.card.key != before.card.key):
        found.append(say("the open card is {card}", card=mark_text(view.card.title)))
    return found


# ---------------------------------------------------------------------- the table


def describe_lit(view: View, lit: Collection[str]) -> list[Words]:
    """Return the highlighted spaces in full."""
    spaces = [describe_space(space) for space in view.spaces if space.key in lit]
    return [say("Highlighted: {spaces}.", spaces=in_turn(spaces))] if spaces else []


def describe_space(space: SpaceView) -> Words:
    """Return a space and all that is there."""
    pieces = list_pieces(space.pieces)
    if not space.status:
        return say("{space}: {pieces}", space=space.key, pieces=pieces)
    text = "{space} ({status}): {pieces}"
    return say(text, space=space.key, status=say_status(space.status), pieces=pieces)


def describe_close_up(space: SpaceView, near: Iterable[SpaceView]) -> list[Words]:
    """Return a space in full and its neighbours in short."""
    around = in_turn([_describe_neighbour(other) for other in near])
    return [say("{space}.", space=describe_space(space)), say("Around it: {spaces}.", spaces=around)]


def _describe_neighbour(space: SpaceView) -> Words:
    pieces = as_is(abbreviate(space.pieces))
    if not space.status:
        return say("{space} {pieces}", space=space.key, pieces=pieces)
    text = "{space} ({status}) {pieces}"
    return say(text, space=space.key, status=say_status(space.status), pieces=pieces)


def describe_table(view: View, lit: Collection[str], brief: bool) -> list[Words]:
    """Return the state of play without the spaces in `lit`. `brief`: whether to use few words."""
    tie = view.tie_break
    caption = view.caption or as_is(view.headline)
    parts = [caption if view.headline.endswith(".") else say("{headline}.", headline=caption)]
    parts += tie.words if tie is not None else ()
    going_on = not view.winners and tie is None
    parts += [_describe_faction(faction, brief, going_on) for faction in view.factions]
    return [*parts, *_describe_spaces(view, lit, brief), _describe_deck(view)]


def _describe_faction(faction: FactionView, brief: bool, going_on: bool) -> Words:
    acting = [say("its turn")] if going_on and faction.acting else []
    place = [_say_place(faction.place)] if going_on else []
    if brief:
        parts = [say("{n} VP", n=faction.vp), say("{n} Res", n=faction.resources)]
        parts.append(say("{n} Cav", n=faction.cavalry))
        parts += [] if faction.influence is None else [say("Inf {n}", n=faction.influence)]
        return say(
            "{faction} {parts}.", faction=faction.key, parts=in_turn([*parts, *(acting or place)], ", ")
        )
    parts = [say("{n} VP", n=faction.vp), count(faction.resources, "resources")]
    parts.append(count(faction.cavalry, "cavalry"))
    parts += [] if faction.influence is None else [say("Influence {n}", n=faction.influence)]
    parts = [*parts, *place, *acting]
    return say("{faction}: {parts}.", faction=f"{faction.key}-in-full", parts=in_turn(parts, ", "))


def _describe_spaces(view: View, lit: Collection[str], brief: bool) -> list[Words]:
    """Return a sentence for each status, with its spaces.

    Among the empty spaces, only Provinces that have another status than Tributary are listed.
    """
    found: dict[str, list[Words]] = {}
    for space in view.spaces:
        if space.key not in lit and (space.pieces or space.status not in ("", "tributary")):
            name: object = as_is(space.code) if brief else space.key
            part = say("{space} {pieces}", space=name, pieces=as_is(abbreviate(space.pieces)))
            found.setdefault(space.status, []).append(part)
    order = ["", *(faction.key for faction in view.factions), "uncontrolled", "tributary"]
    rows = []
    for status in order:
        if status in found:
            spaces = in_turn(found[status], ", ")
            if status:
                rows.append(say("{status}: {spaces}.", status=say_status(status), spaces=spaces))
            else:
                rows.append(say("{spaces}.", spaces=spaces))
    if brief or not rows or lit:
        return rows
    return [*rows, say("All other spaces are empty, and the Provinces among them are Tributary.")]


def _describe_deck(view: View) -> Words:
    left, total, pool = _list_cards(view), view.deck.remaining, view.cavalry_pool
    cards = say(Plural("{n} card", "{n} cards"), n=total)
    text = (
        "Left in this block: {left}. Left in the deck: {cards}. Cavalry pool: {pool}. Mongol box: {mongols}."
    )
    return say(text, left=left, cards=cards, pool=pool, mongols=view.mongol_box)


def _list_cards(view: View) -> Words:
    texts = {
        "event": Plural("{n} Event", "{n} Events"),
        "mongol": Plural("{n} Mongol Invasion", "{n} Mongol Invasions"),
        "timurid": Plural("{n} Timurid card", "{n} Timurid cards"),
    }
    cards = [say(texts[sort], n=n) for sort, n in view.deck.left.items() if n]
    return in_turn(cards, ", ") if cards else say("no card")


def list_pieces(stock: Mapping[str, int]) -> Words:
    """Return pieces in the order of the board."""
    pieces = [count(stock[kind], kind) for kind in _list_kinds(stock)]
    return in_turn(pieces, ", ") if pieces else say("no pieces")


def say_status(status: str) -> Words:
    """1.6, 1.7: return the status of a Province in words."""
    if status == "tributary":
        return say("Tributary")
    if status == "uncontrolled":
        return say("Independent, Uncontrolled")
    return say("Controlled by {faction}", faction=status)


def _say_place(place: str) -> Words:
    """2.3: return a faction's place on the sequence of play in words."""
    if place == "eligible":
        return say("Eligible")
    if place == "ineligible":
        return say("Ineligible")
    if place == "event":
        return say("Event or Command only")
    return say("{place}", place=place)


def _describe_dice(faces: Iterable[int | None]) -> Words:
    return in_turn([say("out") if face is None else as_is(str(face)) for face in faces], " ")


def _list_kinds(stock: Mapping[str, int]) -> list[str]:
    return sorted((kind for kind, number in stock.items() if number), key=list(PIECES).index)
