"""Tell what Events did with pieces and with the Eligibility of factions."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rules.asking import count
from rules.vijayanagara.board import BOX, FACTIONS, OWNER
from rules.vijayanagara.digest.clauses import list_pieces, list_spaces
from rules.words import Line, Words, in_turn, join_list, mark_text, say

_Deed = tuple[str, str, str]  # the kind of line, the kind of piece, and the kind of its replacement
EVENTS = 3  # of at most this many Events, sentences say what each did; of more, the titles and what was taken
# 2.3.4: what an Event did with pieces, the gravest first
EVENT_DEEDS: Mapping[str, str] = {
    "remove": "removed {pieces} from {spaces}",
    "replace": "replaced {pieces} with {new} in {spaces}",
    "move": "moved {pieces} from {origins} to {spaces}",
    "place": "placed {pieces} in {spaces}",
}
# 1.8: kinds of lines on goods that an Event took, with the part that names their former holder
TAKEN_GOODS: Mapping[str, str] = {"lose": "faction", "give": "giver"}


@dataclass(eq=False)
class PlayedEvent:
    """2.3.4: what an Event did.

    Attributes:
        faction: the faction that executed the Event; "" if the Event began before the story
        card: the card's title
        units: for each deed (`_Deed`), the number of pieces
        spaces: for each deed, the spaces where the pieces were, or to which they moved
        origins: for each deed, the spaces from which pieces moved
        next: for each faction that the Event made Eligible or Ineligible, whether it is Eligible next
        goods: for each faction, the Resources and Cavalry that the Event took from it
        failed: whether no part of the Event was possible
    """

    faction: str = ""
    card: str = ""
    units: Counter[_Deed] = field(default_factory=Counter)
    spaces: defaultdict[_Deed, dict[str, None]] = field(default_factory=lambda: defaultdict(dict))
    origins: defaultdict[_Deed, dict[str, None]] = field(default_factory=lambda: defaultdict(dict))
    next: dict[str, bool] = field(default_factory=dict)
    goods: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    failed: bool = False

    def add(self, line: Line) -> None:
        """Add what a line tells. Leave out lines on pieces if they name a faction: they are about orders."""
        parts = line.parts
        if line.kind in TAKEN_GOODS:
            self.goods[parts[TAKEN_GOODS[line.kind]]].update(parts["lost"])
        if line.kind == "eligibility" and "next" in parts:
            self.next[parts["faction"]] = parts["next"]
        if line.kind not in EVENT_DEEDS or "units" not in parts or "faction" in parts:
            return
        for kind, n in parts["units"].items():
            new = parts.get("new", "")
            verb = "remove" if line.kind == "replace" and not new else line.kind
            deed = verb, kind, new
            self.units[deed] += n
            self.spaces[deed][parts.get("to", parts.get("space"))] = None
            if "origin" in parts:
                self.origins[deed][parts["origin"]] = None

    def list_deeds(self, own: str) -> list[Words]:
        """Return clauses on what the Event did, without a subject. Losses of the seat `own` come first."""
        groups: dict[tuple[object, ...], list[_Deed]] = {}
        for deed in self.units:
            verb, kind, new = deed
            places = verb, new, OWNER[kind], *self.spaces[deed], *self.origins[deed]
            groups.setdefault(places, []).append(deed)

        def rank(deed: _Deed) -> tuple[bool, int]:
            verb, kind, _ = deed
            return verb == "place" or OWNER[kind] != own, [*EVENT_DEEDS].index(verb)

        told = list[Words]()
        for deeds in sorted(groups.values(), key=lambda each: rank(each[0])):
            verb, kind, new = deeds[0]
            pieces = join_list([count(self.units[deed], deed[1]) for deed in deeds])
            # name the reader's seat: a full post keeps the sentences that name it
            if not told and verb != "place" and OWNER[kind] == own:
                pieces = say("{pieces} of {faction}", pieces=pieces, faction=own)
            told.append(
                say(
                    EVENT_DEEDS[verb],
                    pieces=pieces,
                    new=count(sum(self.units[deed] for deed in deeds), new) if new else "",
                    origins=list_spaces([*self.origins[deeds[0]]]),
                    spaces=list_spaces([*self.spaces[deeds[0]]]),
                )
            )
        for faction, comes in self.next.items():
            text = "made {faction} Eligible for the next card"
            text = text if comes else "made {faction} Ineligible for the next card"
            told.append(say(text, faction=faction))
        return told


def list_events(story: Sequence[Line]) -> list[PlayedEvent]:
    """2.3.4: return the Events of a story. If an Event began before the story, it comes first."""
    found, current = list[PlayedEvent](), PlayedEvent()
    for line in story:
        if line.kind == "event":
            current = PlayedEvent(line.parts["faction"], line.parts["card"])
        elif line.kind == "nothing":
            current.failed = True
        else:
            current.add(line)
        if current not in found and (current.card or current.units or current.next or current.goods):
            found.append(current)
    return found


def tell_events(events: Sequence[PlayedEvent], own: str) -> list[Words]:
    """2.3.4: return sentences on Events. If there is only one, don't name it: its order has done so.

    If there are more than `EVENTS`, name them, and tell only what they took from each faction.
    """
    if len(events) == 1:
        deeds = [say("had no effect")] if events[0].failed else events[0].list_deeds(own)
        return [say("The Event {deeds}.", deeds=join_list(deeds))] if deeds else []
    if len(events) <= EVENTS:
        return [_tell_event(event, own) for event in events]
    played: dict[str, list[str]] = {faction: [] for faction in FACTIONS}
    for event in events:
        if event.faction:
            played[event.faction].append(event.card)
    told = [
        say(
            "{faction} played {cards}",
            faction=faction,
            cards=join_list([_quote_title(card) for card in cards]),
        )
        for faction, cards in played.items()
        if cards
    ]
    taken = [
        sentence
        for faction in sorted(FACTIONS, key=lambda each: each != own)
        for sentence in _tell_taken(events, faction)
    ]
    return [say("Events: {told}.", told=in_turn(told)), *taken]


def _tell_taken(events: Sequence[PlayedEvent], faction: str) -> list[Words]:
    """Return sentences on the pieces and goods that Events took from a faction; [] if they took nothing."""
    pieces, goods, spaces = Counter[str](), Counter[str](), dict[str, None]()
    for event in events:
        goods.update(event.goods.get(faction, {}))
        for deed, n in event.units.items():
            verb, kind, _ = deed
            if verb in ("remove", "replace") and OWNER[kind] == faction:
                pieces[BOX[kind]] += n
                spaces |= event.spaces[deed]
    told = []
    if pieces:
        text = "Events removed {pieces} of {faction} from {spaces}."
        told.append(say(text, pieces=list_pieces(pieces), faction=faction, spaces=list_spaces([*spaces])))
    if +goods:
        lost = join_list([count(n, what) for what, n in (+goods).items()])
        told.append(say("Events cost {faction} {goods}.", faction=faction, goods=lost))
    return told


def _tell_event(event: PlayedEvent, own: str) -> Words:
    deeds, card = event.list_deeds(own), _quote_title(event.card)
    if not event.faction:
        return say("The Event {deeds}.", deeds=join_list(deeds))
    if not deeds:
        return say("{faction} played {card}.", faction=event.faction, card=card)
    text = "{faction} played {card}, which {deeds}."
    return say(text, faction=event.faction, card=card, deeds=join_list(deeds))


def _quote_title(card: str) -> Words:
    return say("“{card}”", card=mark_text(card))
