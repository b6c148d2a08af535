"""Write a review of a game: the chances over its turns, and the orders that changed them most."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from math import hypot

from bot.analysis.advice import Estimate
from bot.analysis.game_review import Swing, list_means
from bot.analysis.hint_text import format_range
from bot.analysis.order_givers import Choice, Place
from bot.language.words import join_names, say
from bot.replies.reply import Reply
from bot.replies.text import MAX_TEXT, cut_text
from bot.session.loaded_game import title_seat
from bot.story import turn_text
from bot.story.chapters import Chapter, write_number, write_short_title
from render.curves import Curves
from render.kit.texts import fitted
from rules.ask import EVERYTHING
from rules.kernel import CHANCE, Entry, Game, Rules, resume
from rules.words import shortened

MOST_ORDERS = 3  # at most this many orders are told
ORDER = 240  # the most characters of an order
SAID = 4  # points of the curve that its alt text tells
LEAP = 0.15  # the least change of a chance in a turn that is told without an order
LEAPS = 3  # at most this many such turns are told


def write_review(
    rules: Rules,
    turns: Sequence[Game],
    points: Sequence[Mapping[str, Estimate]],
    swings: Sequence[tuple[int, Swing]] | None,
    parts: Sequence[Chapter],
    choice: Choice,
    *,
    least: float,
    known: Collection[int] | None = None,
) -> Reply:
    """Return the review with its picture.

    Args:
        rules: the rules of the game
        turns: the turns of the game
        points: the chances at the start of each turn, and at the end of the last turn if it has ended
        swings: orders with an effect, each with the index of its turn; None if they are secret or not ready
        parts: the chapters of the game
        choice: the orders among which the `swings` were chosen
        least: the least change of a chance that counts as an effect
        known: the indexes of the points that were estimated; None: all
    """
    known = range(len(points)) if known is None else known
    seats, means = list(points[0]), list_means(points)
    starts = {turn.turn: index for index, turn in enumerate(turns)}
    numbers = tuple(turn.turn for turn in turns)
    title = say("review.title", title=rules.TITLE)
    curves = Curves(
        title,
        tuple(title_seat(rules, seat) for seat in seats),
        (*map(str, numbers), say("review.last"))[: len(points)],
        tuple(tuple(each[seat] for seat in seats) for each in means),
        tuple((starts[part.turns[0].turn], write_short_title(rules, part)) for part in parts),
        tuple((index, seats.index(found.seat)) for index, found in swings or ()),
        (say("review.chance"), say("review.turn")),
        numbers=tuple(write_number(rules, part) for part in parts),
        alt=_write_alt(rules, title, numbers, means),
        game=rules.KEY,
        keys=tuple(seats),
    )
    lines = [say("review.head", title=rules.TITLE)]
    if swings is not None:
        told = [(index, found.first) for index, found in swings]
        if swings and not any(found.moved for _, found in swings):
            lines.append(say("review.costs"))
        else:
            lines.append(_write_head(told, choice, least))
    for number, (index, found) in enumerate(swings or (), 1):
        stands_in = (index, found.first) in choice.stand_ins
        lines += _describe_swing(rules, turns[index], number, found, stands_in=stands_in)
        if index + 1 in known and found.moved:
            lines += _describe_luck(rules, found, points[index + 1][found.seat])
    if swings and len(swings) < MOST_ORDERS:
        lines.append(say("review.few_people" if choice.left_out else "review.few"))
    if swings is not None:
        left_out = {index for index, _ in choice.left_out}
        steps = {index for index in range(len(turns)) if {index, index + 1} <= {*known}}
        told_of = {index for index, _ in swings} | ({*range(len(turns))} - steps)
        lines += _describe_leaps(rules, turns, points, told_of, left_out)
    return Reply(cut_text("\n".join([*lines, say("review.foot")]), MAX_TEXT), curves=curves)


def _write_head(shown: Sequence[Place], choice: Choice, least: float) -> str:
    """Return the line above the orders: which orders these are, or that no order had an effect."""
    if not shown:
        key = "review.still_people" if choice.left_out else "review.still"
        return say(key, n=round(100 * least))
    if any(place in choice.own for place in shown):
        return say("review.swings_own")
    return say("review.swings_people" if choice.left_out else "review.swings")


def write_chapter(rules: Rules, before: Mapping[str, Estimate], after: Mapping[str, Estimate]) -> str:
    """Return a sentence on the chances that a chapter changed by more than noise; "" if there are none."""
    seats = _list_seats(rules, before, after)
    return say("review.chapter", seats=seats) if seats else ""


def _subtract(after: Estimate, before: Estimate) -> Estimate:
    """Return the difference of two independent estimates."""
    return Estimate(after.mean - before.mean, hypot(after.error, before.error))


def _describe_swing(
    rules: Rules, turn: Game, number: int, found: Swing, *, stands_in: bool = False
) -> list[str]:
    """Return the lines on an order that changed a chance, and on the order of a hint.

    `stands_in` is whether a bot player gave the order for a person's seat.
    """
    line = _write_order(rules, turn, found, found.keys)
    told = shortened(line, ORDER)
    seat = rules.name(found.seat)
    who = say("review.stand_in", seat=seat) if stands_in else title_seat(rules, found.seat)
    places = {"n": number, "turn": turn.turn, "seat": who, "line": told}
    before, after = format_range(found.usual), format_range(found.after)
    lines = [
        say("review.order", **places),
        say("review.when", when=_describe_position(rules, turn, found.first)),
    ]
    best = shortened(_write_order(rules, turn, found, found.best_keys), ORDER)
    if not found.moved and found.cost:
        return [*lines, say("review.cost", seat=seat, n=round(found.cost), line=best)]
    lines.append(say("review.moved", seat=seat, before=before, after=after))
    if found.missed.mean > 0 and not found.missed.is_zero and found.best.mean >= found.usual.mean:
        lines.append(say("review.best", line=best, chance=format_range(found.best)))
    elif found.change.mean < 0:
        pass  # a bot player's usual order was better, so no other order needs to be named
    elif found.is_as_hinted:
        lines.append(say("review.same"))
    elif found.missed.is_zero:
        lines.append(say("review.equal", line=best))
    elif found.missed.mean < 0:
        lines.append(say("review.no_better"))
    return lines


def _describe_leaps(
    rules: Rules,
    turns: Sequence[Game],
    points: Sequence[Mapping[str, Estimate]],
    told: Collection[int],
    left_out: Collection[int] = (),
) -> list[str]:
    """Return lines on the turns that changed a chance most, among those whose orders the review doesn't tell.

    `told` holds the indexes of the turns whose orders it tells, `left_out` those of the turns with orders
    that it has not weighed.
    """
    found = list[tuple[float, int]]()
    for index, (before, after) in enumerate(pairwise(points)):
        _, most = find_change(before, after)
        if most >= LEAP and index not in told:
            found.append((most, index))
    return [
        _describe_leap(rules, turns[index], points[index], points[index + 1], unweighed=index in left_out)
        for index in sorted(index for _, index in sorted(found, reverse=True)[:LEAPS])
    ]


def _describe_leap(
    rules: Rules,
    turn: Game,
    before: Mapping[str, Estimate],
    after: Mapping[str, Estimate],
    *,
    unweighed: bool = False,
) -> str:
    """Return a line on a turn that changed the chances, and whether it was luck.

    `unweighed` is whether bot players gave orders in this turn that the review has not weighed.
    """
    if unweighed:
        cause = say("review.by_bots")
    else:
        lucky = any(entry.seat == CHANCE for entry in turn.log)
        cause = say("review.by_luck" if lucky else "review.by_all")
    return say("review.leap", turn=turn.turn, seats=_list_seats(rules, before, after), cause=cause)


def _list_seats(rules: Rules, before: Mapping[str, Estimate], after: Mapping[str, Estimate]) -> str:
    """Return the chances that changed by more than noise, before and after; "" if there are none."""
    moved = [seat for seat, chance in after.items() if not _subtract(chance, before[seat]).is_zero]
    means = [{seat: point[seat].mean for seat in moved} for point in (before, after)]
    return list_chances(rules, *means)


def list_chances(rules: Rules, before: Mapping[str, float], after: Mapping[str, float]) -> str:
    """Return the chances of these seats before and after; "" for no seats."""
    return join_names(
        [
            say(
                "review.seat",
                seat=rules.name(seat),
                before=_format_percent(before[seat]),
                after=_format_percent(chance),
            )
            for seat, chance in after.items()
        ]
    )


def find_change(before: Mapping[str, Estimate], after: Mapping[str, Estimate]) -> tuple[str, float]:
    """Return the seat whose chance changed most, and by how much; "" and 0 if all changes may be noise."""
    moves = {seat: _subtract(after[seat], before[seat]) for seat in before}
    sizes = {seat: abs(move.mean) for seat, move in moves.items() if not move.is_zero}
    return max(sizes.items(), key=lambda each: each[1], default=("", 0.0))


def _describe_position(rules: Rules, turn: Game, first: int) -> str:
    """Return the headline that a spectator's view had before an order."""
    return rules.view(resume(rules, replace(turn, log=turn.log[:first])).state, None).headline


def _describe_luck(rules: Rules, found: Swing, ended: Estimate) -> list[str]:
    """Return a line on the seat's chance at the end of the turn (`ended`).

    Return no line if the chance has changed by no more than noise since the order.
    """
    if _subtract(ended, found.after).is_zero:
        return []
    return [say("review.luck", chance=format_range(ended), seat=rules.name(found.seat))]


def _write_order(rules: Rules, turn: Game, found: Swing, keys: Sequence[str]) -> str:
    """Return an order in words, as it reads in its turn. `keys` can be another order in its place."""
    log = (*turn.log[: found.first], *(Entry(found.seat, key) for key in keys))
    given = Game(turn.seed, turn.turn, turn.start, log)
    return turn_text.write_order(rules, given, found.first, found.seat, EVERYTHING) or " ".join(keys)


def _write_alt(
    rules: Rules, title: str, numbers: Sequence[int], points: Sequence[Mapping[str, float]]
) -> str:
    """Return the alt text of the curve: the chances at `SAID` evenly spread points."""
    last = len(points) - 1
    chosen = list(dict.fromkeys(round(last * step / (SAID - 1)) for step in range(SAID)))
    parts = [f"{title}."]
    for index in chosen:
        chances = join_names(
            [
                say("review.now", seat=rules.name(seat), chance=_format_percent(chance))
                for seat, chance in points[index].items()
            ]
        )
        if index == last:
            parts.append(say("review.end", chances=chances))
        else:
            parts.append(say("review.at", turn=numbers[index], chances=chances))
    return fitted(parts)


def _format_percent(chance: float) -> str:
    return say("percent", n=round(100 * chance))
