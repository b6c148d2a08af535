"""PA-8, PA-21: carry out acts out of turn.

At any time seats can give Talents, offer, accept and break alliances, and play chits 2 to 4. An act is
written `give_blue_3`, `ally_blue`, `accept_2`, `decline_2`, `withdraw_2`, `break_blue` or `chit_3`. If an act
is illegal, its function raises `NotAllowed` and changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from rules.kernel import NotAllowed, NotUnderstood, Option
from rules.successors.board import IS_SEA
from rules.successors.forces import COLOURS, LAST_GIFTS, LETTER, WHITE, make_piece_key
from rules.successors.moving.movement import say_talents
from rules.successors.names import aliases, name
from rules.successors.stacks import say_amount
from rules.successors.state import SET_UP, Offer, State
from rules.successors.tables import CHITS
from rules.words import Words, join_list, say

SIDE_WORDS = frozenset(("give", "ally", "accept", "decline", "withdraw", "break", "chit"))
HOW = (
    "PA-8, PA-21: write “give blue 3”, “ally blue”, “accept”, “decline”, “withdraw”, “break blue” or "
    "“chit 3”."
)
_GIVE = re.compile(r"give_([a-z]+)_([0-9]{1,3})(?:_t(?:alents?)?)?")
_GIVE_TO = re.compile(r"give_([0-9]{1,3})(?:_t(?:alents?)?)?_([a-z]+)")  # "give 3 to blue"
_SEAT = re.compile(r"(ally|break)_([a-z]+)")
_NUMBER = re.compile(r"(accept|decline|withdraw|chit)_([0-9]{1,6})")
NO_OFFER = {
    "accept": "PA-21: there is no offer {number} for you to accept.",
    "decline": "PA-21: there is no offer {number} for you to decline.",
    "withdraw": "PA-21: you have no offer {number} to withdraw.",
}
ANSWERS = {
    "accept": "Accept offer {number}: {terms}",
    "decline": "Decline offer {number}: {terms}",
    "withdraw": "Withdraw offer {number}: {terms}",
}
TERMS = (
    "alliance of {one} and {other} (allies neither stop nor fight each other; a province where both have "
    "units scores for neither)"
)
ANY_TIME = tuple(key for key, chit in CHITS.items() if chit.when == "any")


def apply_side_act(s: State, seat: str, act: str) -> None:
    """Apply an act out of turn of this seat.

    Raises `NotUnderstood` or `NotAllowed`. In that case nothing changes.
    """
    if found := _GIVE.fullmatch(act):
        _check_alive(s, seat)
        give_talents(s, seat, found[1], int(found[2]))
    elif found := _GIVE_TO.fullmatch(act):
        _check_alive(s, seat)
        give_talents(s, seat, found[2], int(found[1]))
    elif found := _SEAT.fullmatch(act):
        _check_alive(s, seat)
        (offer_alliance if found[1] == "ally" else break_off)(s, seat, found[2])
    elif found := _NUMBER.fullmatch(act):
        _check_alive(s, seat)
        if found[1] == "chit":
            hire_units(s, seat, found[2])
        else:
            answer_offer(s, seat, found[1], int(found[2]))
    else:
        raise NotUnderstood(say(HOW))


def _check_alive(s: State, seat: str) -> None:
    if s.ended:
        raise NotAllowed(say("PA-41: the game is over."))
    if seat not in s.seats or s.phase == SET_UP:
        raise NotAllowed(say("PA-8: gifts, alliances and chits begin with game turn 1."))
    if seat not in s.order:
        raise NotAllowed(say("PA-9: you are out of the game."))


def _check_other(s: State, seat: str, other: str, rule: str) -> None:
    if other not in s.order or other == seat:
        others = join_list([each for each in s.order if each != seat], "or")
        raise NotAllowed(say("{rule}: choose another seat ({others}).", rule=rule, others=others))


def give_talents(s: State, seat: str, other: str, n: int) -> None:
    """PA-8: give Talents to another seat. This is possible in any seat's turn, until the end of game turn 8.

    What the other seat promises in return is not binding.
    """
    _check_other(s, seat, other, "PA-8")
    if s.number > LAST_GIFTS:
        raise NotAllowed(say("PA-8: Talents can't be given after game turn {n}.", n=LAST_GIFTS))
    if n < 1 or n > s.talents[seat]:
        raise NotAllowed(
            say(
                "PA-8: give at least 1 Talent, and no more than you have ({held}).",
                held=say_talents(s.talents[seat]),
            )
        )
    s.pay(seat, n)
    s.gain(other, n)
    s.tell("gift", "{seat} gives {other} {n}.", seat=seat, other=other, n=say_talents(n))


def offer_alliance(s: State, seat: str, other: str) -> None:
    """PA-21 (ours): make a public offer of an alliance."""
    _check_other(s, seat, other, "PA-21")
    if s.is_allied(seat, other):
        if (seat, other) in s.ending:
            why = say(
                "PA-21: this alliance ends when the next player's turn begins. Offer a new one after that."
            )
            raise NotAllowed(why)
        raise NotAllowed(say("PA-21: {other} is already your ally.", other=other))
    if any({each.giver, each.taker} == {seat, other} for each in s.offers):
        raise NotAllowed(say("PA-21: an alliance with {other} has already been offered.", other=other))
    s.offered += 1
    s.offers.append(Offer(s.offered, seat, other))
    s.tell(
        "offer",
        "{seat} offers {other} an alliance (offer {number}). Allies neither stop nor fight each other. A "
        "province where both have units scores for neither.",
        number=s.offered,
        seat=seat,
        other=other,
    )


def answer_offer(s: State, seat: str, verb: str, number: int) -> None:
    """PA-21 (ours): accept, decline or withdraw an offer.

    Nobody can accept an offer in the middle of a battle or voyage.
    """
    found = next((each for each in s.offers if each.number == number), None)
    if found is None or seat != (found.giver if verb == "withdraw" else found.taker):
        raise NotAllowed(say(NO_OFFER[verb], number=number))
    if verb == "accept" and (why := why_not_accept(s, found)) is not None:
        raise NotAllowed(why)
    s.offers.remove(found)
    if verb == "accept":
        s.allied |= {(found.giver, found.taker), (found.taker, found.giver)}
        s.tell("allied", "{one} and {other} are now allies.", one=found.giver, other=found.taker)
    else:
        kind, text = "withdrawn", "{seat} withdraws offer {number}."
        if verb == "decline":
            kind, text = "declined", "{seat} declines {other}'s offer of an alliance (offer {number})."
        s.tell(kind, text, seat=seat, other=found.giver, number=number)


def why_not_accept(s: State, found: Offer) -> Words | None:
    """Return why an offer can't be accepted now; None if it can."""
    return say("PA-21: wait until the battle or voyage is over.") if s.fighting or s.afloat else None


def list_concerned(seat: str, act: str) -> Collection[str]:
    """PA-21: return the seats that an act affects without their consent.

    The only such act is to break an alliance; the seat affected is the ally.
    """
    verb, _, other = act.partition("_")
    return (other,) if verb == "break" else ()


def break_off(s: State, seat: str, other: str) -> None:
    """PA-21 (ours): break an alliance. The alliance ends when the next player's turn begins."""
    _check_other(s, seat, other, "PA-21")
    if not s.is_allied(seat, other):
        raise NotAllowed(say("PA-21: {other} is not your ally.", other=other))
    if (seat, other) in s.ending:
        text = (
            "PA-21: one of you has already broken this alliance. It ends when the next player's turn begins."
        )
        raise NotAllowed(say(text))
    s.ending |= {(seat, other), (other, seat)}
    text = "{seat} breaks with {other}. Their alliance ends when the next player's turn begins."
    s.tell("broken", text, seat=seat, other=other)


def why_not_hire(s: State, seat: str, chit: str) -> Words | None:
    """Return why the units of a chit can't join the seat's leader now; None if they can."""
    if chit not in CHITS or CHITS[chit].when == "drawn":
        return say("Chit {chit}: {when}", chit=chit, when=_say_when(chit))
    if s.chits.get(chit) != seat:
        return say("Chit {chit}: you don't have it.", chit=chit)
    if chit not in ANY_TIME:
        return say("Chit {chit}: {when}", chit=chit, when=_say_when(chit))
    if s.fighting or s.afloat:
        return say("Chit {chit}: wait until the battle or voyage is over.", chit=chit)
    place = s.leaders.get(seat)
    if place is None:
        return say("Chit {chit}: your leader is a captive.", chit=chit)
    if place in IS_SEA:
        return say("Chit {chit}: your leader must be on land, but is at sea.", chit=chit)
    if not any(s.box[make_piece_key(WHITE, LETTER[sort])] for sort in CHITS[chit].units):
        return say("Chit {chit}: no white units of this type are left.", chit=chit)
    return None


def _say_when(chit: str) -> Words:
    if chit not in CHITS:
        return say("there is no chit with this number.")
    times = {
        "movement": say("you can play it in your Movement."),
        "dawn": say("you can play it at the start of a game turn."),
        "revolt": say("you can play it when a revolt is about to break out."),
        "skirmish": say("you can play it when the enemy is about to roll pre-battle dice."),
    }
    return times.get(CHITS[chit].when, say("it takes effect when it is drawn."))


def hire_units(s: State, seat: str, chit: str) -> None:
    """Chits 2 to 4: hire units where the leader is, at any time except during a battle or voyage."""
    if (why := why_not_hire(s, seat, chit)) is not None:
        raise NotAllowed(why)
    del s.chits[chit]
    place = s.leaders[seat]
    came = []
    for sort, n in CHITS[chit].units.items():
        kind = f"h{LETTER[sort]}"
        came.append(say_amount(s.place(place, make_piece_key(seat, kind), n), kind))
    text = "{seat} plays {chit} and gets {units} in {place}."
    s.tell("chit", text, seat=seat, chit=f"chit-{chit}", units=join_list(came), place=place)


def list_side_acts(s: State, seat: str) -> Sequence[Option]:
    """Return the acts out of turn that have a button: answer or withdraw an offer, or hire with a chit."""
    if s.ended or seat not in s.order or s.phase == SET_UP:
        return ()
    acts = []
    for each in s.offers:
        for verb, who in (("accept", each.taker), ("decline", each.taker), ("withdraw", each.giver)):
            if seat == who:
                terms = say(TERMS, one=each.giver, other=each.taker)
                words = say(ANSWERS[verb], number=each.number, terms=terms)
                why = why_not_accept(s, each) if verb == "accept" else None
                acts.append(_make_act(f"{verb}_{each.number}", words, why))
    for chit in ANY_TIME:
        if s.chits.get(chit) == seat:
            words = say("{chit}", chit=f"chit-{chit}")
            acts.append(_make_act(f"chit_{chit}", words, why_not_hire(s, seat, chit)))
    return acts


def _make_act(key: str, words: Words, why: Words | None) -> Option:
    refused = "" if why is None else why.read(name)
    return Option(key, words.read(name), (), refused, words, why)


def list_next(s: State, seat: str, said: Sequence[str]) -> Sequence[Option]:
    """Return the words that may follow `said` in an act out of turn of this seat."""
    others = [other for other in s.order if other != seat]

    def seats(fits: Sequence[str], before: str = "") -> list[Option]:
        """Return seats as options. `before`: a word that may stand before a seat, as in “alliance blue”."""
        named = {each: (*aliases(each), *([f"{before} {name(each)}"] if before else [])) for each in fits}
        return [Option(each, name(each), also) for each, also in named.items()]

    match said:
        case []:
            verbs = dict.fromkeys(
                act.key.partition("_")[0] for act in list_side_acts(s, seat) if not act.why_not
            )
            if s.number <= LAST_GIFTS and s.talents.get(seat):
                verbs["give"] = None
            verbs["ally"] = None
            if any(s.is_allied(seat, other) for other in others):
                verbs["break"] = None
            return [Option(verb, verb.title()) for verb in verbs]
        case ["give"]:
            return seats(others)
        case ["give", other] if other in COLOURS:
            most = s.talents.get(seat, 0)
            return [Option(str(n), say_talents(n).read(name)) for n in range(1, most + 1)]
        case ["give", n] if n.isdecimal():
            return seats(others, "talents")
        case ["ally"]:
            return seats([other for other in others if not s.is_allied(seat, other)])
        case ["break"]:
            return seats([other for other in others if s.is_allied(seat, other)], "alliance")
        case [verb]:
            acts = [
                act for act in list_side_acts(s, seat) if not act.why_not and act.key.startswith(f"{verb}_")
            ]
            return [Option(act.key.partition("_")[2], act.label) for act in acts]
    return []
