"""1.5.2 Negotiation: Resources and Cavalry change hands at any time.

One faction proposes and another accepts. An act out of turn is written `offer_bahmani_give_2r_1c_get_3r`,
`accept_4`, `decline_4` or `withdraw_4` (the offer's number).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rules.asking import count
from rules.extras import Counter, Field, Form
from rules.kernel import NotAllowed, NotUnderstood, Option
from rules.vijayanagara.board import FACTIONS, RESOURCES_TOP
from rules.vijayanagara.names import aliases, name
from rules.vijayanagara.state import Offer, State
from rules.words import Words, in_turn, join_list, say

HOW = (
    "1.5.2: write “offer bahmani give 2r 1c get 3r” (r: Resources, c: Cavalry), “accept”, “decline” or "
    "“withdraw”."
)
NOT_YOURS = {
    "accept": "1.5.2: offer {number} is not yours to accept.",
    "decline": "1.5.2: offer {number} is not yours to decline.",
    "withdraw": "1.5.2: offer {number} is not yours to withdraw.",
}
PAST = {
    "accept": "Offer {number} is accepted by {faction}: {terms}.",
    "decline": "Offer {number} is declined by {faction}: {terms}.",
    "withdraw": "Offer {number} is withdrawn by {faction}: {terms}.",
}
SIDE_WORDS = frozenset(("offer", "accept", "decline", "withdraw"))
GOODS = {"r": "resources", "c": "cavalry"}
_OFFER = re.compile(r"offer_([a-z]+)(?:_give((?:_[0-9]{1,3}[rc])+))?(?:_get((?:_[0-9]{1,3}[rc])+))?")
_GOODS = re.compile(r"_([0-9]{1,3})_?(r|c)(?:esources?|avalry)?(?=_|$)")  # "2 resources" is "2r"
_ANSWER = re.compile(r"(accept|decline|withdraw)_([0-9]{1,6})")


def apply_side_act(s: State, seat: str, act: str) -> None:
    """1.5.2: apply an act out of turn of this seat.

    Raises `NotUnderstood` or `NotAllowed`. In that case nothing changes.
    """
    if seat not in FACTIONS:
        raise NotAllowed(say("1.5.2: only the 3 factions can trade."))
    if s.over:
        raise NotAllowed(say("1.5.2: the final scores are counted, so nobody can trade any more."))
    if found := _OFFER.fullmatch(_GOODS.sub(r"_\1\2", act)):
        _offer(s, seat, found[1], _read_goods(found[2]), _read_goods(found[3]))
    elif found := _ANSWER.fullmatch(act):
        _answer(s, seat, found[1], int(found[2]))
    else:
        raise NotUnderstood(say(HOW))


def could_get(held: Mapping[str, int], faction: str, n: int) -> bool:
    """1.5.2: return whether the faction has less than `n` of something, but trades could bring it enough."""
    return held[faction] < n <= sum(held.values())


def list_side_acts(s: State, seat: str) -> Sequence[Option]:
    """1.5.2: return what this seat can do by a button: accept, decline or withdraw open offers."""
    acts = []
    for offer in () if s.over else s.offers:
        barred = why_not_accept(s, offer)
        for verb, text, who in (
            ("accept", "Accept {number}: {terms}", offer.taker),
            ("decline", "Decline {number}: {terms}", offer.taker),
            ("withdraw", "Withdraw {number}: {terms}", offer.giver),
        ):
            if seat == who:
                words, refused = say(text, number=offer.number, terms=describe_terms(offer)), None
                if verb == "accept":
                    refused = barred
                why = refused.read(name) if refused else ""
                key = f"{verb}_{offer.number}"
                acts.append(Option(key, words.read(name), (), why, words=words, refused=refused))
    return acts


def list_next(s: State, seat: str, said: Sequence[str]) -> Sequence[Option]:
    """1.5.2: return the words that may come next in an act out of turn of this seat.

    A verb comes first. After "offer" come a faction, the goods that the seat gives, and the goods that it
    asks for. After any other verb comes the number of an open offer. Nobody can give more than they have.
    """
    match said:
        case []:
            verbs = dict.fromkeys(
                act.key.partition("_")[0] for act in list_side_acts(s, seat) if not act.why_not
            )
            return [Option(verb, verb.title()) for verb in (*verbs, "offer")]
        case [verb] if verb != "offer":
            acts = (act for act in list_side_acts(s, seat) if not act.why_not)
            return [
                Option(act.key.partition("_")[2], act.label) for act in acts if act.key.startswith(f"{verb}_")
            ]
        case ["offer"]:
            others = (faction for faction in FACTIONS if faction != seat)
            return [Option(faction, name(faction), tuple(aliases(faction))) for faction in others]
        case ["offer", taker, *terms_said] if taker in FACTIONS and taker != seat:
            return _list_next_terms(s, seat, taker, terms_said)
    return []


def _list_next_terms(s: State, seat: str, taker: str, said: Sequence[str]) -> list[Option]:
    verbs = [word for word in said if word in ("give", "get")]
    goods = said[said.index(verbs[-1]) + 1 :] if verbs else []
    if any(word[-1] not in GOODS or not word[:-1].isdigit() for word in goods):
        return []
    found: list[Option] = []
    if not verbs:
        found.append(Option("give", "give"))
    if (goods or not verbs) and "get" not in verbs:
        found.append(Option("get", "get"))
    if verbs:
        giver, gainer = (seat, taker) if verbs[-1] == "give" else (taker, seat)
        room = {"r": RESOURCES_TOP - s.resources[gainer], "c": s.cavalry[giver]}
        held = {"r": s.resources[giver], "c": s.cavalry[giver]}
        for unit, what in GOODS.items():
            if not any(word.endswith(unit) for word in goods):
                most = min(held[unit], room[unit])
                found += [Option(f"{n}{unit}", count(n, what).read(name)) for n in range(1, most + 1)]
    return found


def make_counter(s: State, seat: str, act: str) -> Counter | None:
    """1.5.2: return a counter-proposal to an offer. It declines the offer, and makes a new one.

    The new offer first has the same terms, which the player can change. `act` must be the acceptance of
    an open offer to this seat; for any other act, return None.
    """
    found = _ANSWER.fullmatch(act)
    offer = next((offer for offer in s.offers if found and offer.number == int(found[2])), None)
    if found is None or offer is None or found[1] != "accept" or offer.taker != seat:
        return None
    chosen = {"whom": offer.giver}
    for verb, goods in (("give", offer.get), ("get", offer.give)):
        chosen |= {verb + unit: f"{goods.get(what, 0)}{unit}" for unit, what in GOODS.items()}
    return Counter(f"decline {offer.number}", chosen)


def describe_terms(offer: Offer) -> Words:
    """Return an offer in words."""
    text = "{giver} gives {give} to {taker} for {get}"
    if not offer.give:
        text = "{giver} asks {taker} for {get} and gives nothing"
    return say(
        text,
        giver=offer.giver,
        give=describe_goods(offer.give),
        taker=offer.taker,
        get=describe_goods(offer.get),
    )


def describe_done(offer: Offer) -> Words:
    """Return an accepted offer in words."""
    if offer.give:
        return describe_terms(offer)
    text = "{taker} gives {get} to {giver} for nothing"
    return say(text, giver=offer.giver, get=describe_goods(offer.get), taker=offer.taker)


def why_not_accept(s: State, offer: Offer) -> Words | None:
    """1.5.2, 1.8: return why the offer can't be accepted.

    Both factions must have what they give. A faction can't give the Resource that it must still pay for
    an open Limited Command. Afterwards, neither may hold more than 24 Resources.
    """
    for one, gives in ((offer.giver, offer.give), (offer.taker, offer.get)):
        for what, held in (("resources", s.resources), ("cavalry", s.cavalry)):
            if held[one] < gives.get(what, 0):
                goods = count(held[one], what)
                return say("1.5.2: {faction} has {goods}, not {n}", faction=one, goods=goods, n=gives[what])
        if gives.get("resources") and s.resources[one] - gives["resources"] < s.owed.get(one, 0):
            return say("1.5.2: {faction} needs its last Resource for its Limited Command", faction=one)
    return _why_too_much(s, offer)


def _why_too_much(s: State, offer: Offer) -> Words | None:
    """1.8: return why the offer can't be accepted: one faction would hold more than 24 Resources."""
    for one, gives, gets in ((offer.giver, offer.give, offer.get), (offer.taker, offer.get, offer.give)):
        if s.resources[one] - gives.get("resources", 0) + gets.get("resources", 0) > RESOURCES_TOP:
            return say("1.8: {faction} can't hold more than {top} Resources", faction=one, top=RESOURCES_TOP)
    return None


def _offer(s: State, seat: str, taker: str, give: dict[str, int], get: dict[str, int]) -> None:
    if taker not in FACTIONS or taker == seat:
        others = join_list([faction for faction in FACTIONS if faction != seat], "or")
        raise NotAllowed(say("1.5.2: make your offer to another faction: {others}.", others=others))
    if not give and not get:
        text = "1.5.2: this offer gives nothing and asks for nothing. {how}"
        raise NotAllowed(say(text, how=say(HOW)))
    for what, held in (("resources", s.resources), ("cavalry", s.cavalry)):
        if held[seat] < give.get(what, 0):
            has = say("1.5.2: you have {has}, not {n}.", has=count(held[seat], what), n=give[what])
            raise NotAllowed(has)
    offer = Offer(s.offered + 1, seat, taker, give, get)
    if why := why_not_accept(s, offer):
        raise NotAllowed(say("{why}.", why=why))
    s.offered += 1
    s.offers.append(offer)
    s.tell("offer", "Offer {number}: {terms}.", number=offer.number, terms=describe_terms(offer))


def _answer(s: State, seat: str, verb: str, number: int) -> None:
    offer = next((offer for offer in s.offers if offer.number == number), None)
    if offer is None:
        raise NotAllowed(say("1.5.2: there is no open offer {number}.", number=number))
    if seat != (offer.giver if verb == "withdraw" else offer.taker):
        raise NotAllowed(say(NOT_YOURS[verb], number=number))
    if verb == "accept":
        if why := why_not_accept(s, offer):
            raise NotAllowed(say("{why}.", why=why))
        for one, other, goods in (
            (offer.giver, offer.taker, offer.give),
            (offer.taker, offer.giver, offer.get),
        ):
            for what, held in (("resources", s.resources), ("cavalry", s.cavalry)):
                held[one] -= goods.get(what, 0)
                held[other] += goods.get(what, 0)
    s.offers.remove(offer)
    s.tell(
        "answer",
        PAST[verb],
        number=number,
        faction=seat,
        terms=describe_done(offer) if verb == "accept" else describe_terms(offer),
    )
    if verb == "accept":
        both = in_turn([_holds(s, one) for one in (offer.giver, offer.taker)], "; ")
        s.tell("totals", "Now {both}.", both=both)


def _holds(s: State, faction: str) -> Words:
    goods = join_list([count(s.resources[faction], "resources"), count(s.cavalry[faction], "cavalry")])
    return say("{faction} has {goods}", faction=faction, goods=goods)


def make_form(s: State, seat: str) -> Form | None:
    """1.5.2: return the form for an offer: to whom, the goods given, and the goods asked for."""
    if seat not in FACTIONS or s.over:
        return None
    others = [faction for faction in FACTIONS if faction != seat]
    whom = [Option(faction, name(faction), words=say("{key}", key=faction)) for faction in others]
    most = {
        "give": (min(s.resources[seat], RESOURCES_TOP), s.cavalry[seat]),
        "get": (
            min(max(s.resources[other] for other in others), RESOURCES_TOP - s.resources[seat]),
            max(s.cavalry[other] for other in others),
        ),
    }
    titles = {
        "give": (say("I give: Resources"), say("I give: Cavalry")),
        "get": (say("I get: Resources"), say("I get: Cavalry")),
    }
    fields = [Field("whom", say("To whom?"), whom)]
    for verb, limits in most.items():
        for unit, title, limit in zip(GOODS, titles[verb], limits, strict=True):
            goods = [count(n, GOODS[unit]) for n in range(limit + 1)]
            amounts = [Option(f"{n}{unit}", each.read(name), words=each) for n, each in enumerate(goods)]
            fields.append(Field(verb + unit, title, amounts))
    return Form(fields, _write_line)


def _write_line(chosen: Mapping[str, str]) -> str:
    """Return the order line of the options chosen in the form: "offer bahmani give 2r get 1c"."""
    parts = ["offer", chosen["whom"]]
    for verb in ("give", "get"):
        goods = [chosen[verb + unit] for unit in GOODS if not chosen[verb + unit].startswith("0")]
        parts += [verb, *goods] if goods else []
    return " ".join(parts)


def _read_goods(text: str | None) -> dict[str, int]:
    goods: dict[str, int] = {}
    for part in (text or "").strip("_").split("_"):
        if part and int(part[:-1]):
            goods[GOODS[part[-1]]] = goods.get(GOODS[part[-1]], 0) + int(part[:-1])
    return goods


def describe_goods(goods: Mapping[str, int]) -> Words:
    """Return Resources and Cavalry in words."""
    return join_list([count(n, what) for what, n in goods.items()])
