"""Describe a part of the game in prose for spectators, the most important first.

A chapter is a block of the deck (2.1) with the card that ends it. Most sentences compare two views. The story
between the views adds what they don't show: Rebellions, Attacks, and what Events did.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence

from rules.asking import count
from rules.vijayanagara.board import (
    BOX,
    DELHI,
    FACTIONS,
    MONGOL_ROAD,
    MONGOLS,
    OWNER,
    PIECES,
    PROVINCES,
    REBELLING,
    RIVALS,
    STRUCTURE,
)
from rules.vijayanagara.cards import BLOCKS, LASTING_CARD, SUCCESSION
from rules.vijayanagara.digest.clauses import list_pieces, list_spaces
from rules.vijayanagara.digest.events import list_events, tell_events
from rules.vijayanagara.digest.wars import DICE, find_wars, share_plunder
from rules.vijayanagara.influence import CARD_GAIN
from rules.vijayanagara.sequence.invasions import TIMUR
from rules.vijayanagara.state import TRIBUTARY, UNCONTROLLED
from rules.vijayanagara.view import View
from rules.words import Line, Plural, Text, Words, in_turn, join_list, of_kind, say

# for `Prose.holders`: these paragraphs say who holds these spaces
HOLDERS = {0: (DELHI,), 4: PROVINCES, 5: MONGOL_ROAD}
DECISIVE = (0, 1, 2, 4)  # for `Prose.decisive`: Delhi, the only Event, battles, Provinces that changed hands
STRUCTURES = {
    "built": Plural("a {kind} was built in {spaces}", "{kind} were built in {spaces}"),
    "lost": Plural("a {kind} was lost in {spaces}", "{kind} were lost in {spaces}"),
}
SULTANATE = "sultanate"
TAKEN = "take-cavalry"  # the kind of story lines on 1 Cavalry that a faction took from another
INVASION = ("amass", "overflow", "advance")  # kinds of story lines: Mongol Invaders come or move on
# 1.9, 3.2.3, 3.5.3, 4.3.3, 4.4.3: sentences on pieces that left the map, by kind of story line
REMOVALS: Mapping[str, str] = {
    "remove": "{actor} Governed and removed {pieces} of {faction} from {spaces}.",
    "compel-remove": "{faction} lost {pieces} in {spaces}.",
    "conspire": "{actor} Conspired and removed {pieces} of {faction} from {spaces}.",
    "track": "{faction} put {pieces} from {spaces} back onto the Influence track.",
    "mongols-home": "{pieces} went home.",
}
# 3.2.3, 4.3.3: who acted in a sentence of `REMOVALS`, by kind of story line
ACTORS: Mapping[str, Mapping[str, str]] = {"remove": {"actor": SULTANATE}, "conspire": {"actor": "bahmani"}}
# 3.2.3: what Govern did, by kind of piece
GOVERN_DEEDS: Mapping[str, str] = {
    "qasbahs": "built {pieces} in {spaces}",
    "governors": "placed {pieces} in {spaces}",
}
# 1.6, 1.7: Provinces that changed hands, by their status before and now. "" means that a faction Controls it.
CHANGES: Mapping[tuple[str, str], str] = {
    (TRIBUTARY, ""): "{new} won {spaces}, Tributary until then",
    (TRIBUTARY, SULTANATE): "{new} lost the tribute of {spaces} but kept Control",
    (TRIBUTARY, UNCONTROLLED): "{spaces} stopped paying tribute, and nobody took Control",
    ("", TRIBUTARY): "{old} lost {spaces}, Tributary again",
    (UNCONTROLLED, TRIBUTARY): "{spaces} paid tribute to Delhi again",
    ("", ""): "{new} took {spaces} from {old}",
    (UNCONTROLLED, ""): "{new} took {spaces}, which nobody Controlled",
    ("", UNCONTROLLED): "{old} lost {spaces}, and nobody took Control",
}


def title_chapter(view: View) -> Words:
    """2.1: return the title of the chapter to which a turn belongs. `view`: the view before the turn."""
    block = view.deck.block
    if block == BLOCKS:
        return say("Block {block}: the years to Timur", block=block)
    return say("Block {block}: the years to the {card}", block=block, card=SUCCESSION[block - 1])


def find_mark(view: View) -> Words:
    """2.1, 2.7: return a short title of the chapter for a picture: the block, and the dynasty or Timur."""
    block = view.deck.block
    if block == BLOCKS:
        return say("{block} Timur", block=block)
    return say("{block} {dynasty}", block=block, dynasty=view.dynasty)


def list_held(view: View, seat: str) -> list[str]:
    """1.4: return the spaces where the faction has pieces."""
    return [space.key for space in view.spaces if any(space.pieces.get(kind) for kind in PIECES[seat])]


def name_card(line: Line) -> Words | None:
    """2.3.8: return the line on a new card in short, without what the card means.

    Return None for a `LASTING_CARD`, so that its line stays whole.
    """
    if line.kind == LASTING_CARD:
        return None
    return say("Card: {card}.", card=line.parts["card"])


def write_digest(before: View, after: View, story: Sequence[Line], own: str) -> list[list[Words]]:
    """Return what happened between two views, in paragraphs of sentences, the most important first.

    If there are few battles, all of them come before the points. Of many battles, only those of the seat
    `own` do, because readers look for the result.

    Mongol Invaders that came to Delhi stand in the first paragraph, because they decide the game (5.1).
    """
    few = sum(line.kind == "attack" for line in story) <= DICE
    found = find_wars(story)
    plunder = share_plunder(story, found)
    wars = {
        sides: war.describe(*sides, after if few or own in sides else None) for sides, war in found.items()
    }
    mine = [words for sides, words in wars.items() if own in sides]
    others = [words for sides, words in wars.items() if own not in sides]
    robbed = [each.describe(victim) for victim, each in plunder.items()]
    won = {rival: _list_won_by_rebellion(rival, before, after, story) for rival in RIVALS}
    rivals = sorted(RIVALS, key=lambda rival: rival != own)
    events = list_events(story)
    delhi = _tell_invasion(before, after, story, [DELHI])
    invasion = _tell_invasion(before, after, story, [space for space in MONGOL_ROAD if space != DELHI])
    single = len(events) == 1  # if there is just one Event, readers want its effects first
    paragraphs: tuple[Sequence[Words | None], ...] = (
        [_tell_card_gains(story), *delhi],
        [*tell_events(events, own)] if single else [],
        [
            *mine,
            *(others if few else []),
            *robbed,
            *(words for kind in REMOVALS for words in _tell_removed(story, own, kind)),
            *_tell_taken_cavalry(story, own),
        ],
        [_tell_points(before, after)],
        (
            _tell_provinces(before, after, [space for spaces in won.values() for space in spaces]),
            *(_tell_rebellion(rival, won[rival], before, after, story) for rival in RIVALS),
        ),
        invasion,
        [] if single else [*tell_events(events, own)],
        (*(() if few else others), *([] if delhi or invasion else [_tell_mongols(before, after)])),
        (
            _tell_placed_by_govern(story),
            _tell_structures(before, after, story),
            _tell_influence(before, after, story),
            *(_tell_rebelling_units(rival, before, after, story) for rival in rivals),
        ),
        [*_tell_sat_out(story, own)],
    )
    return [[words for words in parts if words is not None] for parts in paragraphs]


def tell_ending(after: View, _story: Sequence[Line]) -> list[Words]:
    """5.0, 5.5: return how the game ended, and how the tie-break went; [] while the game goes on."""
    if not after.winners:
        return []
    won, tie = join_list(after.winners), after.tie_break
    alone = len(after.winners) == 1
    if tie is None:
        winner, *others = sorted(FACTIONS, key=lambda faction: -after.faction(faction).vp)
        behind = [say("{faction} with {n}", faction=each, n=after.faction(each).vp) for each in others]
        text = Plural(
            "Timur came and the game ended: {winner} won with {n} victory point, ahead of {others}.",
            "Timur came and the game ended: {winner} won with {n} victory points, ahead of {others}.",
        )
        return [say(text, winner=winner, n=after.faction(winner).vp, others=join_list(behind))]
    tied = say("Timur came and the game ended: {factions} were tied.", factions=join_list(tie.tied))
    end = "{factions} won the tie-break and the game." if alone else "{factions} shared the victory."
    return [tied, *tie.words, say(end, factions=won)]


def _tell_points(before: View, after: View) -> Words | None:
    """5.1 to 5.3: return the line on victory points that changed, if any."""
    points = {faction: (before.faction(faction).vp, after.faction(faction).vp) for faction in FACTIONS}
    changed = {faction: stood for faction, stood in points.items() if stood[0] != stood[1]}
    if not changed:
        return None
    told = []
    for index, (faction, (then, now)) in enumerate(changed.items()):
        told.append(say(_spell_change(then, now, first=index == 0), faction=faction, then=then, n=now))
    return say("{told}.", told=join_list(told))


def _spell_change(then: int, now: int, *, first: bool) -> Text:
    if then < now:
        points = Plural(
            "{faction} rose from {then} to {n} victory point",
            "{faction} rose from {then} to {n} victory points",
        )
        return points if first else "{faction} rose from {then} to {n}"
    points = Plural(
        "{faction} fell from {then} to {n} victory point", "{faction} fell from {then} to {n} victory points"
    )
    return points if first else "{faction} fell from {then} to {n}"


def _tell_card_gains(story: Sequence[Line]) -> Words | None:
    """2.5.1, 2.5.2: return the sentence on what Succession cards gave, if anything."""
    told = [
        say(
            "{goods} to {faction}",
            goods=join_list([count(n, what) for what, n in gains.items()]),
            faction=each,
        )
        for each, gains in _count_card_gains(story).items()
    ]
    return say("The Succession card gave {told}.", told=join_list(told)) if told else None


def _count_card_gains(story: Sequence[Line]) -> dict[str, Counter[str]]:
    """2.5.1, 2.5.2: return the Resources and Cavalry that Succession cards gave, by faction."""
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for line in story:
        for what, n in line.parts["gained"].items() if line.kind == CARD_GAIN else ():
            if n:
                found[line.parts["faction"]][what] += n
    return found


def _tell_provinces(before: View, after: View, told_of: Sequence[str]) -> Words | None:
    """1.6, 1.7: return the line on Provinces that changed hands, except those already described."""
    moves: dict[tuple[str, str], list[str]] = {}
    for province in PROVINCES:
        old, new = before.space(province).status, after.space(province).status
        if old != new and province not in told_of:
            moves.setdefault((old, new), []).append(province)
    if not moves:
        return None
    told = [
        say(
            CHANGES[_find_former_holder(old, new), _find_present_holder(old, new)],
            old=old,
            new=new,
            spaces=join_list(spaces),
        )
        for (old, new), spaces in moves.items()
    ]
    return _join_clauses(told)


def _find_former_holder(old: str, new: str) -> str:
    """Return the former status of a Province as keys of `CHANGES` have it: "" if a faction Controlled it.

    If the Province is Tributary now, return "" only if a rival Controlled it, else `UNCONTROLLED`.
    """
    if new == TRIBUTARY and old not in RIVALS:
        return UNCONTROLLED
    return "" if old in FACTIONS else old


def _find_present_holder(old: str, new: str) -> str:
    """Return the present status of a Province as keys of `CHANGES` have it: "" if a faction Controls it.

    If the Sultanate Controls a former Tributary, return `SULTANATE`, because the Sultanate has won nothing.
    """
    if new not in FACTIONS or (old, new) == (TRIBUTARY, SULTANATE):
        return new
    return ""


def _list_rebelled(rival: str, story: Sequence[Line]) -> list[str]:
    """3.3.3, 3.4.3: return where the rival Rebelled."""
    told = (line.parts for line in story if line.kind == "rebel" and line.parts["faction"] == rival)
    return list(dict.fromkeys(parts["space"] for parts in told))


def _list_won_by_rebellion(rival: str, before: View, after: View, story: Sequence[Line]) -> list[str]:
    """Return the Provinces where the rival Rebelled and which it Controls in the second view."""
    return [
        space
        for space in _list_rebelled(rival, story)
        if before.space(space).status == TRIBUTARY and after.space(space).status == rival
    ]


def _tell_rebellion(
    rival: str, won: Sequence[str], before: View, after: View, story: Sequence[Line]
) -> Words | None:
    """3.3.3, 3.4.3, 1.4.5: return the sentence on a rival's Rebellions, with its Rebelling Units, if any."""
    if not _list_rebelled(rival, story):
        return None
    kind = REBELLING[rival]
    then, now = _count_on_map(before, kind), _count_on_map(after, kind)
    others = [space for space in _list_rebelled(rival, story) if space not in won]
    told = [say("{rival} won {won} by Rebellion", rival=rival, won=join_list(won))] if won else []
    if others:
        told.append(say("{rival} Rebelled in {others}", rival=rival, others=join_list(others)))
    if then != now:
        told.append(say("its {kind} went from {then} to {now}", kind=kind, then=then, now=now))
    return _join_clauses(told)


def _tell_rebelling_units(rival: str, before: View, after: View, story: Sequence[Line]) -> Words | None:
    """1.4.5: return the sentence on a rival's Rebelling Units if their number changed without a Rebellion."""
    kind = REBELLING[rival]
    then, now = _count_on_map(before, kind), _count_on_map(after, kind)
    if then == now or _list_rebelled(rival, story):
        return None
    text = "The {kind} of {rival} went from {then} to {now}."
    return say(text, kind=kind, rival=rival, then=then, now=now)


def _tell_removed(story: Sequence[Line], own: str, kind: str) -> list[Words]:
    """1.9, 3.2.3, 3.5.3, 4.3.3, 4.4.3: return sentences on pieces that left the map, first those of `own`.

    `kind`: the kind of the story lines, a key of `REMOVALS`.
    """
    lost: defaultdict[str, Counter[str]] = defaultdict(Counter)
    spaces: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for line in story:
        if line.kind != kind or "faction" not in line.parts:
            continue  # a line of an Event; Events have their own sentences
        for piece, n in line.parts["units"].items():
            lost[OWNER[piece]][BOX[piece]] += n
            spaces[OWNER[piece]][line.parts["space"]] = None
    return [
        say(
            REMOVALS[kind],
            **ACTORS.get(kind, {}),
            pieces=list_pieces(lost[faction]),
            faction=faction,
            spaces=list_spaces([*spaces[faction]]),
        )
        for faction in sorted(lost, key=lambda each: each != own)
    ]


def _tell_taken_cavalry(story: Sequence[Line], own: str) -> list[Words]:
    """1.10: return sentences on Cavalry that factions took from each other, first those on `own`."""
    taken = Counter((line.parts["faction"], line.parts["loser"]) for line in story if line.kind == TAKEN)
    return [
        say("{faction} took {pieces} from {loser}.", faction=taker, pieces=count(n, "cavalry"), loser=loser)
        for (taker, loser), n in sorted(taken.items(), key=lambda each: own not in each[0])
    ]


def _tell_placed_by_govern(story: Sequence[Line]) -> Words | None:
    """3.2.3: return the sentence on the Qasbahs and Governors that Govern placed, if any."""
    spaces: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for line in story:
        if line.kind == "govern":
            spaces[line.parts["piece"]][line.parts["space"]] = None
    deeds = [
        say(GOVERN_DEEDS[kind], pieces=count(len(spaces[kind]), kind), spaces=join_list([*spaces[kind]]))
        for kind in GOVERN_DEEDS
        if kind in spaces
    ]
    return (
        say("{faction} Governed: it {deeds}.", faction=SULTANATE, deeds=join_list(deeds)) if deeds else None
    )


def _tell_sat_out(story: Sequence[Line], own: str) -> list[Words]:
    """2.3.7: return the sentence that the seat `own` is Ineligible for a card; [] if it is Eligible."""
    barred = any(own in line.parts["ineligible"] for line in story if "ineligible" in line.parts)
    return [say("{faction} sits out the next card.", faction=own)] if barred else []


def _has_invasion(story: Sequence[Line]) -> bool:
    """2.4, 3.5: return whether Mongol Invaders came or moved on by a Mongol Command."""
    return any(line.kind in INVASION for line in story)


def _count_mongols(view: View) -> dict[str, int]:
    """3.5: return how many Mongol Invaders are in each space of their road."""
    return {space: view.space(space).pieces.get(MONGOLS, 0) for space in MONGOL_ROAD}


def _tell_invasion(before: View, after: View, story: Sequence[Line], spaces: Collection[str]) -> list[Words]:
    """2.4, 3.5: return the sentence on the Mongol Invaders that a Command brought to `spaces`; [] if none."""
    was, there = _count_mongols(before), _count_mongols(after)
    places = [
        say("{space} ({n} more, now {now})", n=n, space=space, now=there[space])
        for space in spaces
        if (n := there[space] - was[space]) > 0
    ]
    if not _has_invasion(story) or not places:
        return []
    return [say("Mongol Invaders came to {places}.", places=join_list(places))]


def _tell_mongols(before: View, after: View) -> Words | None:
    """3.5: return the line on the Mongol Invaders, if anything changed."""
    was, there = _count_mongols(before), _count_mongols(after)
    then, now = sum(was.values()), sum(there.values())
    if was == there:
        return None
    if not now:
        return say("No Mongol Invaders were left on the map ({then} before).", then=then)
    places = join_list([say("{n} in {space}", n=n, space=space) for space, n in there.items() if n])
    if then == now:
        return say("The number of Mongol Invaders on the map did not change: {places}.", places=places)
    text = "The number of Mongol Invaders went from {then} to {now}: {places}."
    return say(text, then=then, now=now, places=places)


def _tell_structures(before: View, after: View, story: Sequence[Line]) -> Words | None:
    """1.4.2: return the line on Structures built and lost, if any.

    Leave out those named in an order to build or to Govern, and those removed by an attack or an Event.
    """
    named = {line.parts["province"] for line in story if line.kind == "build"}
    named |= {line.parts["space"] for line in story if line.kind == "govern"}
    fallen = {line.parts.get("space", "") for line in story if line.kind in ("losses", "remove", "replace")}
    told = []
    for verb, more in (
        ("built", _find_new_structures(before, after, named)),
        ("lost", _find_new_structures(after, before, fallen)),
    ):
        parts: list[Words] = []
        for kind, spaces in more.items():
            n = len(spaces)
            text = Plural("a {kind} in {spaces}", "{kind} in {spaces}") if parts else STRUCTURES[verb]
            parts.append(say(text, n=n, kind=of_kind(n, kind), spaces=join_list(spaces)))
        told += [join_list(parts)] if parts else []
    return _join_clauses(told) if told else None


def _find_new_structures(old: View, new: View, without: Collection[str]) -> dict[str, list[str]]:
    """Return the spaces in which the second view has a new Structure, by kind of Structure.

    Leave out the spaces in `without`.
    """
    found = {
        kind: [
            space.key
            for space in new.spaces
            if space.key not in without
            and space.pieces.get(kind, 0) > old.space(space.key).pieces.get(kind, 0)
        ]
        for kind in STRUCTURE.values()
    }
    return {kind: spaces for kind, spaces in found.items() if spaces}


def _tell_influence(before: View, after: View, story: Sequence[Line]) -> Words | None:
    """1.9, 2.4.2: return the line on Deccan Influence and the gifts that lowered it, if it changed."""
    moved = [
        say("from {then} to {now} for {rival}", rival=rival, then=then, now=now)
        for rival in RIVALS
        if (then := before.faction(rival).influence) != (now := after.faction(rival).influence)
    ]
    bribed = dict.fromkeys(line.parts["faction"] for line in story if line.kind == "gifts")
    if moved and bribed:
        text = "{factions} accepted Compromising Gifts: Deccan Influence went {moved}."
        return say(text, factions=join_list([*bribed]), moved=join_list(moved))
    return say("Deccan Influence went {moved}.", moved=join_list(moved)) if moved else None


def tell_means(before: View, after: View, story: Sequence[Line], seat: str) -> list[Words]:
    """1.8, 1.10, 3.2.1: return the pieces that factions gained, and the goods that they gained or lost.

    There is a sentence for each faction. The sentence on the faction `seat` comes first and has no subject.
    If a faction both gained and spent Resources or Cavalry, name both numbers. The difference alone wouldn't
    match the short form of the order, which says what the Decree gave. Leave out what Mongol Invaders
    plundered, Cavalry that another faction took, and gains from Succession cards: the digest tells them.
    """
    told = []
    raised, given, plundered = _count_raised(story), _count_card_gains(story), Counter[str]()
    earned = _count_earned(story)
    taken = Counter(line.parts["loser"] for line in story if line.kind == TAKEN)
    for line in story:
        if line.kind.removeprefix(TIMUR) == "plunder-resources":
            plundered[line.parts["faction"]] += line.parts["n"]
    for faction in sorted(FACTIONS, key=lambda each: each != seat):
        then, now = before.faction(faction), after.faction(faction)
        gifts = given.get(faction, Counter())
        held = then.resources - plundered[faction] + gifts["resources"]
        mounted = then.cavalry + gifts["cavalry"] - taken[faction]
        means = (("resources", held, now.resources), ("cavalry", mounted, now.cavalry))
        units = raised[faction].items() if faction in raised else ()
        parts = [say("+{pieces}", pieces=count(n, kind)) for kind, n in units]
        parts += [
            _tell_change(kind, held, total, earned.get(faction, Counter())[kind])
            for kind, held, total in means
            if total != held
        ]
        if parts:
            text = "{parts}." if faction == seat else "{faction} {parts}."
            told.append(say(text, faction=faction, parts=join_list(parts)))
    return told


def _tell_change(kind: str, held: int, total: int, earned: int) -> Words:
    """Return what a faction gained and spent of one kind. `earned`: how much it is known to have gained."""
    spent = earned - (total - held)
    if earned > 0 and spent > 0:
        text = "+{earned} −{spent} {kind} (now {total})"
        return say(text, earned=earned, spent=spent, kind=of_kind(earned + spent, kind), total=total)
    n = abs(total - held)
    text = "+{n} {kind} (now {total})" if total > held else "−{n} {kind} (now {total})"
    return say(text, n=n, kind=of_kind(n, kind), total=total)


def _count_earned(story: Sequence[Line]) -> dict[str, Counter[str]]:
    """1.8, 1.10: return the Resources and Cavalry that factions gained, without those of Succession cards."""
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for line in story:
        if line.kind == CARD_GAIN or "faction" not in line.parts:
            continue
        found[line.parts["faction"]].update(line.parts.get("gained", {}))
        if isinstance(gain := line.parts.get("gain"), Words):
            found[line.parts["faction"]]["resources"] += int(str(gain.args.get("n", 0)))
        if line.kind == TAKEN:
            found[line.parts["faction"]]["cavalry"] += 1
    return found


def _count_raised(story: Sequence[Line]) -> dict[str, Counter[str]]:
    """3.2.1, 3.3.1, 4.3.2, 4.3.3, 4.4.3: return for each faction the pieces of each kind that orders brought.

    Govern is left out, because the digest tells it.
    """
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for line in story:
        if line.kind in ("conscript", "rally", "build", "compel-place"):
            for kind, n in line.parts["units"].items():
                found[OWNER[kind]][BOX[kind]] += n
        if line.kind == "conspire" and (new := line.parts["new"]) in OWNER:
            found[OWNER[new]][BOX[new]] += 1
    return found


def _join_clauses(parts: Sequence[Words]) -> Words:
    return say("{parts}.", parts=in_turn(parts))


def _count_on_map(view: View, kind: str) -> int:
    return sum(space.pieces.get(kind, 0) for space in view.spaces)
