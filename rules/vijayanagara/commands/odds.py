"""Forecast a battle's losses, who stays Eligible, and whether the next card may be the last.

The odds of both sides' losses are exact, because all possible dice are counted. Both sides are assumed to
spend every token that changes the losses, the attacker first (1.10). The attacker charges before it screens.
The defender screens before it charges.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import NamedTuple

from rules.aadu_huli import forecast as aadu_huli
from rules.asking import count
from rules.chance import SLIGHT, Draw, Roll, round_percents
from rules.kernel import Ask, Pending
from rules.vijayanagara.board import MONGOLS
from rules.vijayanagara.cards import TIMURID, TIMURIDS
from rules.vijayanagara.commands.battle import DEFENCE_DICE, count_dice, count_pieces
from rules.vijayanagara.commands.mongols import TROOPS_PLUNDERED
from rules.vijayanagara.events.decks import write_executed_side, write_known_effects
from rules.vijayanagara.events.steps import DIE
from rules.vijayanagara.names import does
from rules.vijayanagara.sequence.deck import CARD
from rules.vijayanagara.sequence.turn import ELIGIBLE, INELIGIBLE
from rules.vijayanagara.sides import Stakes
from rules.vijayanagara.state import State
from rules.words import Plural, Words, as_is, in_turn, join_list, say

FORKED = ("command", "event")


class Force(NamedTuple):
    """One side before the roll."""

    faction: str
    dice: int
    reach: int  # the highest die that hits
    pieces: int  # how many pieces the side can lose
    cavalry: int  # how many tokens the side can spend


def forecast(s: State, seat: str, pending: Pending | None) -> Sequence[Words]:
    """Return what the preview of an order says about the next battle and the next card.

    The preview gives the odds of the battle, and what Mongol Invaders plunder afterwards. It says whether the
    faction stays Eligible, and whether the next card can be the last. If an Event is about to roll a die, the
    preview adds the text of the card's side, because the board is shown as it is before the roll. If another
    faction decides next within the Event, the preview adds what is known of its effects. In the tie-break,
    Aadu-Huli aata tells what its move brings.
    """
    if s.duel is not None:
        return aadu_huli.list_forecast(s.duel, seat, pending)
    stakes = getattr(pending, "stakes", None)
    found = forecast_odds(s, stakes) if isinstance(stakes, Stakes) else []
    if isinstance(stakes, Stakes) and stakes.attacker.faction == MONGOLS and s.card != TIMURID:
        found.append(_describe_plunder(s, stakes.space))
    if isinstance(pending, Roll) and pending.kind == DIE:
        found += write_executed_side(s)
    decides = isinstance(pending, Ask) and pending.seat == seat
    if isinstance(pending, Ask) and not decides:
        found += write_known_effects(s, seat)
    if not decides and (place := forecast_eligibility(s, seat)) is not None:
        found.append(place)
    if isinstance(pending, Draw) and pending.kind == CARD and s.played.count(TIMURID) == TIMURIDS - 1:
        found.append(_may_end(sum(s.left.values())))
    return found


def _describe_plunder(s: State, space: str) -> Words:
    """3.5.3: return what follows an Attack of the Mongol Invaders."""
    text = (
        "After the battle each remaining Mongol Invader takes 1 Resource from the Sultanate, but the "
        "Sultanate keeps its last 3 Resources. At most 3 Mongol Invaders stay in the space. The rest go home."
    )
    if n := TROOPS_PLUNDERED[space]:
        text = (
            "After the battle each remaining Mongol Invader takes 1 Resource from the Sultanate, but the "
            "Sultanate keeps its last 3 Resources. If any Mongol Invader remains, the Provinces lose "
            "{troops}. At most 3 Mongol Invaders stay in the space. The rest go home."
        )
        if s.options.plunder == "per_mongol":
            text = (
                "After the battle each remaining Mongol Invader takes 1 Resource and {troops} from the "
                "Sultanate, but the Sultanate keeps its last 3 Resources. At most 3 Mongol Invaders stay in "
                "the space. The rest go home."
            )
    return say(text, troops=count(n, "troops"))


def _may_end(cards: int) -> Words:
    """2.2, 2.6: return the warning about the second Timurid Empire card."""
    return say(
        Plural(
            "This is the last card: Timur invades Delhi and the game ends.",
            "1 of the {n} cards left brings Timur to Delhi and ends the game.",
        ),
        n=cards,
    )


def forecast_eligibility(s: State, seat: str) -> Words | None:
    """2.3.7: return whether the faction will be Eligible for the next card.

    Return None if the faction has not acted yet, if no card can follow, or if the open Event may still decide
    about Eligibility.
    """
    place = s.sequence.get(seat)
    if place is None or s.over or (place in (ELIGIBLE, INELIGIBLE) and s.card is not None):
        return None
    if seat not in s.stays | s.barred and _may_decide_eligibility(s):
        return None
    out = place == INELIGIBLE or seat in s.barred or (place in FORKED and seat not in s.stays)
    if out:
        return say("You will be Ineligible for the next card.")
    if place in FORKED:
        return say("You will be Eligible for the next card, because this card says “Stay Eligible”.")
    return say("You will be Eligible for the next card.")


def _may_decide_eligibility(s: State) -> bool:
    """Return whether the open card's Event is being executed and has an effect on Eligibility."""
    card = s.deck.events.get(s.card or "")
    if card is None or not s.in_event:
        return False
    return any("eligible" in step.list_sorts() for step in (*card.side("unshaded"), *card.side("shaded")))


def forecast_odds(s: State, stakes: Stakes) -> list[Words]:
    """Return the odds without Cavalry, and the most likely result.

    If a side has Cavalry, add the odds with Cavalry. A short preview shows only the first of these.
    """
    one, other, space = stakes.attacker, stakes.defender, stakes.space
    first = Force(
        one.faction,
        count_dice(s, space, one.faction, other.faction),
        one.reach,
        count_pieces(s, space, one),
        s.cavalry.get(one.faction, 0),
    )
    second = Force(
        other.faction,
        DEFENCE_DICE,
        other.reach,
        count_pieces(s, space, other),
        s.cavalry.get(other.faction, 0),
    )
    plain = calculate_losses(first._replace(cavalry=0), second._replace(cavalry=0))
    text = "Odds without Cavalry: {one} {own}; {two} {other}."
    found = [_describe_odds(text, first, second, plain), _describe_likeliest(first, second, plain)]
    whole = calculate_losses(first, second)
    if first.cavalry or second.cavalry:
        text = "Odds if all useful Cavalry is spent ({both}): {one} {own}; {two} {other}."
        found.append(_describe_odds(text, first, second, whole))
    return found


@cache
def calculate_losses(attacker: Force, defender: Force) -> Mapping[tuple[int, int], float]:
    """Return the probability of each pair of losses, the attacker's first."""
    found: Counter[tuple[int, int]] = Counter()
    for own, ways in _list_throws(attacker).items():
        for theirs, more in _list_throws(defender).items():
            found[_fight(attacker, list(own), defender, list(theirs))] += ways * more
    total = 6 ** (attacker.dice + defender.dice)
    return {lost: ways / total for lost, ways in sorted(found.items())}


def _fight(attacker: Force, own: list[int], defender: Force, theirs: list[int]) -> tuple[int, int]:
    """Return the losses of both sides for these faces."""
    _spend(attacker, own, defender, theirs, charge_first=True)
    _spend(defender, theirs, attacker, own, charge_first=False)
    return min(_count_hits(theirs, defender), attacker.pieces), min(
        _count_hits(own, attacker), defender.pieces
    )


def _spend(side: Force, dice: list[int], foe: Force, enemies: list[int], *, charge_first: bool) -> None:
    """1.10: spend Charges and Screens as long as a token changes the losses. The Mongols charge once."""
    if side.faction == MONGOLS:
        _charge(dice, side.reach + 1 if side.reach and side.reach + 1 in dice else 2)
        return
    for _ in range(side.cavalry):
        charge = side.reach and side.reach + 1 in dice and _count_hits(dice, side) < foe.pieces
        face = max((die for die in enemies if 1 < die <= foe.reach), default=0)
        screen = face and _count_hits(enemies, foe) <= side.pieces
        if charge and (charge_first or not screen):
            _charge(dice, side.reach + 1)
        elif screen:
            enemies.remove(face)
        else:
            return


def _charge(dice: list[int], die: int) -> None:
    if die in dice:
        dice[dice.index(die)] = die - 1


def _count_hits(dice: Sequence[int], side: Force) -> int:
    return sum(die <= side.reach for die in dice)


def _list_throws(side: Force) -> Counter[tuple[int, ...]]:
    """Return in how many ways each throw can be rolled.

    Throws that differ only in the order of the dice count as one. So do throws whose dice have the same
    effect (`_simplify_die`).
    """
    found: Counter[tuple[int, ...]] = Counter()
    for faces in combinations_with_replacement(range(1, 7), side.dice):
        ways = factorial(side.dice) // prod(factorial(n) for n in Counter(faces).values())
        found[tuple(_simplify_die(side, die) for die in faces)] += ways
    return found


def _simplify_die(side: Force, die: int) -> int:
    """Return the face that stands for all faces with the same effect as this one.

    For a hit that can be screened, it is the highest face that hits. For a miss that no Charge can turn into
    a hit, it is 6.
    """
    least = 2 if side.faction == MONGOLS else 1  # the Mongols can also charge a 2
    if least < die <= side.reach:
        return side.reach
    return 6 if die > max(side.reach, least) + 1 else die


def _describe_odds(text: str, first: Force, second: Force, found: Mapping[tuple[int, int], float]) -> Words:
    own, other = _spread(found, 0, name_unit=True), _spread(found, 1)
    forces = [_describe_cavalry(side) for side in (first, second) if side.cavalry]
    one = does(first.faction, "lose")
    return say(text, both=join_list(forces), one=one, own=own, two=second.faction, other=other)


def _describe_likeliest(first: Force, second: Force, found: Mapping[tuple[int, int], float]) -> Words:
    """Return the most likely pair of losses of the two sides, with its chance."""
    one, two = (does(side.faction, "lose") for side in (first, second))
    (own, other), likely = max(found.items(), key=lambda each: each[1])
    text = "Most likely result ({percent}): {one} {own}; {two} {other}."
    if first.cavalry or second.cavalry:
        text = "Most likely result without Cavalry ({percent}): {one} {own}; {two} {other}."
    percent = _format_percent(likely, round(100 * likely))
    return say(text, percent=percent, one=one, own=_count_lost(own), two=two, other=_count_lost(other))


def _describe_cavalry(side: Force) -> Words:
    return say("{faction} has {n}", n=side.cavalry, faction=side.faction)


def _spread(found: Mapping[tuple[int, int], float], side: int, *, name_unit: bool = False) -> Words:
    """Return one side's losses with their probabilities: "0 (44%), 1 (44%), 2 (11%)".

    With `name_unit`, the first number has its unit: "0 pieces (44%)".
    """
    chances = dict(sorted(_sum_by_side(found, side).items()))
    percents = round_percents(list(chances.values()))
    least, *_ = chances
    told = zip(chances.items(), percents, strict=True)
    return in_turn(
        [
            _describe_chance(_count_lost(n) if name_unit and n == least else say("{n}", n=n), likely, percent)
            for (n, likely), percent in told
        ],
        ", ",
    )


def _sum_by_side(found: Mapping[tuple[int, int], float], side: int) -> dict[int, float]:
    """Return the probability of each number of losses of one side."""
    chances: dict[int, float] = {}
    for lost, likely in found.items():
        chances[lost[side]] = chances.get(lost[side], 0) + likely
    return chances


def _describe_chance(lost: Words, likely: float, percent: int) -> Words:
    return say("{lost} ({percent})", lost=lost, percent=_format_percent(likely, percent))


def _count_lost(n: int) -> Words:
    return say(Plural("{n} piece", "{n} pieces"), n=n)


def _format_percent(likely: float, percent: int) -> Words:
    """Return a chance as text. `percent`: the chance in whole percents."""
    if likely < SLIGHT:
        return say("under 1%")
    if likely < 1 and percent == 100:
        return say("over 99%")
    return say("{percent}%", percent=as_is(str(percent)))
