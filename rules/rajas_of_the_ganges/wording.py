"""Define the sentences that describe orders of this game (`Presentation.phrase`), question by question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from rules.phrase import Deed, Phrase
from rules.rajas_of_the_ganges.board import SIDES, Gain
from rules.rajas_of_the_ganges.names import make_place_key
from rules.words import Plural, Text, Words, join_list, say

# Money is counted in coins in some languages, so these texts have a plural.
MONEY = Plural("{n} money", "{n} money")
_PER_MARKET = Plural("{n} money for each market", "{n} money for each market")
_PER_UPGRADE = Plural("{n} money for each upgrade", "{n} money for each upgrade")

GAINS: Mapping[str, Text] = {
    "money": MONEY,
    "fame": "{n} fame",
    "karma": "{n} karma",
    "upgrade": "an upgrade",
    "dice": Plural("a die of any colour", "{n} dice of any colour"),
    "boat": "the boat may move on",
    "palace": "a palace action",
    "dice-per-karma": "1 {colour} die for each karma",
    "money-per-market": _PER_MARKET,
    "assorted": "the best market of each good",
    "one-kind": Plural("the best market of one good", "the best {n} markets of one good"),
    "fame-per-upgrade": "{n} fame for each upgrade",
    "money-per-upgrade": _PER_UPGRADE,
    "fame-per-karma": "{n} fame for each karma",
}


def describe_gain(gain: Gain) -> Words:
    """Return a gain in words."""
    return say(GAINS[gain.kind], n=gain.n, colour=gain.colour)


def count_dice(key: str) -> Words:
    """Return dice to take, counted by colour: "2 orange dice"."""
    text = Plural("1 {colour} die", "{n} {colour} dice")
    return join_list([say(text, n=n, colour=colour) for colour, n in Counter(key.split("-")).items()])


def _name_paid_die(key: str) -> Words:
    """Return the words for a paid die, such as "blue 3 turned to 4 (1 karma)" for a turned die."""
    if not key.endswith("t"):
        return _as_named(key)
    colour, face = key[:-1].split("-")
    text = "{colour} {face} turned to {shows} (1 karma)"
    return say(text, colour=colour, face=int(face), shows=SIDES - int(face))


def _as_named(key: str) -> Words:
    return say("{key}", key=key)


def _as_place(space: str) -> Words:
    return say("{place}", place=make_place_key(space))


def _sail(key: str) -> Words:
    return say("sail on") if key == "sail" else say("leave the boat where it is")


def _tell_sailing(key: str) -> Words:
    return say("sails on") if key == "sail" else say("leaves the boat where it is")


SPACE = Phrase("send a worker to {answer}", "act", answer=_as_place, told=Deed("sends a worker to {answer}"))
DIE = Phrase("pay with {answer}", answer=_name_paid_die, told=Deed("pays with {answer}"))
DESTINATION = Phrase("sail to {answer}", answer=_as_named, told=Deed("sails to {answer}"))
PALACE = Phrase("take the action of {answer}", answer=_as_place, told=Deed("takes the action of {answer}"))
COLOURS = Phrase("take {answer}", answer=count_dice, told=Deed("takes {answer}"))
PUT_BACK = Phrase(
    "put {answer} back",
    done=say("put no die back"),
    things=True,
    told=Deed("puts {answer} back", done=say("puts no die back")),
)
REROLL = Phrase(
    "reroll {answer}",
    done=say("reroll no die"),
    things=True,
    told=Deed("rerolls {answer}", done=say("rerolls no die")),
)
SAIL = Phrase(answer=_sail, told=Deed("{answer}", _tell_sailing))

TILE = Phrase("buy {answer}", answer=_as_named, told=Deed("buys {answer}"))
LAY = Phrase("lay it at {answer}", answer=_as_named, told=Deed("lays it at {answer}"))
TURN = Phrase("with roads {answer}", "adverb", answer=_as_named, told=Deed("with roads {answer}"))
COVER = Phrase("cover {answer}", answer=_as_named, told=Deed("covers {answer}"))
COVER_WITH = Phrase("with {answer}", "adverb", answer=_as_named, told=Deed("with {answer}"))
PAY = Phrase("pay with {answer}", told=Deed("pays with {answer}"))
UPGRADE = Phrase("upgrade the {answer}", answer=_as_named, told=Deed("upgrades the {answer}"))
