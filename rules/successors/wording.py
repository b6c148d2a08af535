"""Word the orders of this game in sentences (`Presentation.phrase`), question by question."""

from __future__ import annotations

from collections.abc import Mapping

from rules.phrase import Phrase
from rules.successors.names import say_units
from rules.words import Plural, Words, say


def _as_named(key: str) -> Words:
    return say("{key}", key=key)


def _units(key: str) -> Words:
    number, _, kind = key.partition("-")
    return say_units(int(number), kind) if number.isdigit() else _as_named(key)


def _name_lost(key: str) -> Words:
    if not key.startswith("lose-"):
        return _as_named(key)
    _, kind, place = key.split("-")
    return say("{units} in {place}", units=say_units(1, kind), place=place)


def _name_mixed(key: str) -> Words:
    if key == "1-leader":
        return say("the leader")
    if key == "all":
        return say("all units")
    if key.startswith("all-but-1-"):
        return say("all but 1 {kind}", kind=f"1-{key.removeprefix('all-but-1-')}")
    return _units(key)


def _battle(key: str) -> Words:
    head, place, foe = key.split("-")
    text = "fight {foe} in {place}" if head == "fight" else "seize {foe}'s leader in {place}"
    return say(text, place=place, foe=foe)


def _chit(key: str) -> Words:
    return say("play no chit") if key == "pass" else say("play {chit}", chit=key)


def _movement(key: str) -> Words:
    return _chit(key) if key.startswith("chit-") else _as_named(key)


def _shore(key: str) -> Words:
    verb, _, coast = key.partition("-")
    if verb == "land":
        return say("land in {coast}", coast=coast)
    if verb == "part":
        return say("land some in {coast}", coast=coast)
    return say("load in {coast}", coast=coast)


def _where(key: str) -> Words:
    return say("at home") if key == "home" else say("with the leader")


HOME = Phrase("set up home in {answer}", "act", answer=_as_named)
PURCHASE = Phrase("buy {answer}", answer=_units, silent=("disband",), done=say("buy nothing more"))
PLACE_UNITS = Phrase(part="adverb", answer=_where)
PLACE_FLEETS = Phrase("in {answer}", "adverb", answer=_as_named)
DISBAND = Phrase("disband {answer}")
UPKEEP = Phrase("disband {answer}", answer=_name_lost, silent=("pay",))
LOSE = Phrase("lose {answer}", answer=_name_lost, silent=("pay",))
CHIT = Phrase(part="act", answer=_chit)
TRUCE = Phrase("make a truce with {answer}")
HIRE = Phrase("hire {answer}", answer=_units, done=say("hire nobody"))
DESERTION = Phrase("roll for the Levies in {answer}", "act", answer=_as_named)
REVOLT = Phrase("{answer} revolts", "act", answer=_as_named)
FLEET_IN = Phrase("build a Fleet in {answer}", done=say("build no Fleet"))
ELEPHANT_IN = Phrase(
    Plural("buy an Elephant in {answer}", "buy Elephants in {answer}"), done=say("buy no more Elephants")
)
RANSOM = Phrase(
    part="act", answer=lambda key: say("pay the ransom") if key == "ransom" else say("pay no ransom")
)
MARRIAGE = Phrase("offer a royal marriage to {answer}", done=say("offer no marriage"))

MOVEMENT = Phrase(part="act", answer=_movement, done=say("make no more moves"))
MARCH_TO = Phrase("to {answer}", "place", answer=_as_named, alone="march to {answer}")
SAIL_TO = Phrase("to {answer}", "adverb", answer=_as_named)
SHORE = Phrase(answer=_shore, done=say("stay aboard"))
LOAD_FROM = Phrase("from {answer}", "ahead", answer=_as_named)
SPY = Phrase("take {answer}", answer=_as_named)
BRIBE = Phrase("bribe {answer}")
BATTLES = Phrase(part="act", answer=_as_named, done=say("fight no more battles"))
SEA_FIGHT = Phrase("attack {answer}", answer=_as_named)
SEA_INSIST = Phrase(
    part="act", answer=lambda key: say("attack at sea" if key == "fight" else "don't attack at sea")
)
FIRST = Phrase("first {answer}", "act", answer=_battle)
LEADER_TYPE = Phrase("the leader leads the {answer}", "act", answer=_as_named)
DROWN = Phrase("{answer} drowns", "act")
ESCAPE = Phrase("escape to {answer}", "act", answer=_as_named)


def word_insisting(place: str) -> Phrase:
    """Return the phrase for whether a seat insists on a battle in a place."""

    def word_answer(key: str) -> Words:
        text = "agree to no battle in {place}" if key == "no" else "insist on a battle in {place}"
        return say(text, place=place)

    return Phrase(part="act", answer=word_answer)


def word_retreat(place: str) -> Phrase:
    """Return the phrase for whether units hold a place or retreat."""
    return Phrase(
        part="act",
        answer=lambda key: say("hold {place}", place=place) if key == "hold" else _as_named(key),
    )


WITH = Phrase("with {answer}", "adverb", answer=_name_mixed)
MIXED: Mapping[str, Phrase] = {
    "load": Phrase("load {answer}", answer=_name_mixed),
    "land": Phrase("land {answer}", answer=_name_mixed),
    "sail-aboard": Phrase("with {answer} aboard", "adverb", answer=_name_mixed),
    "allies-along": Phrase("along with {answer}", "adverb", answer=_name_mixed),
}
