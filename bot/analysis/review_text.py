"""Write a review of a game: the chances over its turns, and the orders that changed them most."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from bot.analysis.advice import Estimate
from bot.analysis.game_review import Swing, list_means
from bot.analysis.hint_text import format_range, write_points
from bot.analysis.order_givers import Choice
from bot.language.words import join_names, say
from bot.replies.reply import Reply
from bot.replies.text import MAX_TEXT, cut_text, end_sentence
from bot.session.loaded_game import name_seat, title_seat
from bot.story import turn_text
from bot.story.chapters import Chapter, name_time, name_turn, write_number, write_short_title
from render.curves import Curves
from render.kit.texts import fitted
from rules.ask import EVERYTHING
from rules.kernel import CHANCE, Entry, Game, Rules
from rules.players import explain_order
from rules.words import shortened, within

MOST_ORDERS = 3  # at most this many orders are told
ORDER = 240  # the most characters of an order
TURNING = 120  # the most characters of an order in the line on the turning point
SAID = 4  # the alt text of the curve tells the chances at this many points
LEAP = 0.15  # a turn is told if it changed a chance by at least this much, and if none of its orders is told
LEAPS = 3  # at most this many such turns are told


class Moment(NamedTuple):
    """An order or a turn that a review tells.

    Attributes:
        place: the index of the turn
        seat: the seat whose chance or points changed
        swing: the order; None for a whole turn
    """

    place: int
    seat: str
    swing: Swing | None = None


def write_review(
    rules: Rules,
    turns: Sequence[Game],
    points: Sequence[Mapping[str, Estimate]],
    swings: Sequence[tuple[int, Swing]] | None,
    parts: Sequence[Chapter],
    choice: Choice,
    *,
    game: int,
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
        game: the number of the game; the review may come when the channel already has another game
        least: the least change of a chance that counts as an effect
        known: the indexes of the points that were estimated; None: all
    """
    known = range(len(points)) if known is None else known
    seats, means = list(points[0]), list_means(points)
    steps = {index for index in range(len(turns)) if {index, index + 1} <= {*known}}
    starts = {turn.turn: index for index, turn in enumerate(turns)}
    numbers = tuple(turn.turn for turn in turns)
    if swings is not None:
        swings = [(index, each) for index, each in swings if _shows_difference(rules, turns[index], each)]
    leaps = (
        [] if swings is None else find_leaps(points, {*range(len(turns))} - steps | {i for i, _ in swings})
    )
    moments = _list_moments(swings or (), leaps)
    title = say("review.title", title=rules.TITLE)
    curves = Curves(
        title,
        tuple(title_seat(rules, seat) for seat in seats),
        (*map(str, numbers), say("review.last"))[: len(points)],
        tuple(tuple(each[seat] for seat in seats) for each in means),
        tuple((starts[part.turns[0].turn], write_short_title(rules, part)) for part in parts),
        tuple((each.place, seats.index(each.seat)) for each in moments),
        (say("review.chance"), say("review.turn")),
        numbers=tuple(write_number(rules, part) for part in parts),
        alt=_write_alt(rules, title, numbers, means),
        game=rules.KEY,
        keys=tuple(seats),
    )
    lines = [say("review.head", title=rules.TITLE, game=game)]
    if swings is not None:
        lines.append(_write_head(moments, least))
    for number, moment in enumerate(moments, 1):
        index, turn = moment.place, turns[moment.place]
        if moment.swing is None:
            lines += _describe_leap(
                rules, turn, number, points[index], points[index + 1], ended=index + 1 == len(turns)
            )
            continue
        stands_in = (index, moment.swing.first) in choice.stand_ins
        lines += _describe_swing(rules, turn, number, moment.swing, stands_in=stands_in)
        if index + 1 in known and moment.swing.moved:
            lines += _describe_rest(rules, turn, moment.swing, points[index + 1][moment.swing.seat])
    compared = any(each.swing is not None and _is_told_with_usual_play(each.swing) for each in moments)
    lines.append(say("review.foot_usual" if compared else "review.foot"))
    text = cut_text("\n".join(lines), MAX_TEXT)
    return Reply(text, curves=curves, gist=_write_turning_point(rules, turns, points, moments))


def _list_moments(swings: Sequence[tuple[int, Swing]], leaps: Sequence[tuple[int, str]]) -> list[Moment]:
    """Return the orders and turns that a review tells, in the order of play."""
    found = [Moment(index, swing.seat, swing) for index, swing in swings]
    found += [Moment(index, seat) for index, seat in leaps]
    return sorted(found, key=lambda each: (each.place, each.swing.first if each.swing else 0))


def _shows_difference(rules: Rules, turn: Game, found: Swing) -> bool:
    """Return whether a reader sees a difference: from usual play, or between the two orders in words."""
    orders = {_write_order(rules, turn, found, keys) for keys in (found.keys, found.best_keys)}
    return len(orders) > 1 or (found.moved > 0 and not found.change.is_zero)


def _write_head(moments: Sequence[Moment], least: float) -> str:
    """Return the text above the list: what it lists and in which order, or that nothing had an effect.

    If it lists only orders, say why the curve can change more: it also shows what others and chance did.
    """
    if not moments:
        return say("review.still", n=round(100 * least))
    if any(each.swing is None for each in moments):
        return say("review.listed", n=len(moments))
    if any(each.swing is not None and each.swing.moved for each in moments):
        return "\n".join([say("review.orders", n=len(moments)), say("review.curve")])
    return say("review.costs", n=len(moments))


def _is_told_with_usual_play(found: Swing) -> bool:
    """Return whether the lines on an order compare its chance with usual play."""
    return not (found.change.is_zero or (not found.moved and found.cost))


def write_changes(rules: Rules, before: Mapping[str, Estimate], after: Mapping[str, Estimate]) -> str:
    """Return a sentence on the chances that changed by more than noise; "" if there are none."""
    seats = _list_seats(rules, before, after)
    return say("review.changes", seats=seats) if seats else ""


def _subtract(after: Estimate, before: Estimate) -> Estimate:
    """Return the difference of two estimates. It may be noise unless their ranges are apart."""
    return Estimate(after.mean - before.mean, after.error + before.error)


def _describe_swing(
    rules: Rules, turn: Game, number: int, found: Swing, *, stands_in: bool = False
) -> list[str]:
    """Return the lines on an order that changed a chance or cost points. Some compare it with a hint's order.

    `stands_in` is whether a bot player or a caretaker gave the order for a person's seat.
    """
    line = _write_order(rules, turn, found, found.keys)
    told = shortened(line, ORDER)
    seat = name_seat(rules, found.seat, turn)
    who = say("review.stand_in", seat=seat) if stands_in else title_seat(rules, found.seat, turn)
    before, after = format_range(found.usual), format_range(found.after)
    lines = [say("review.order", n=number, turn=name_turn(rules, turn), seat=who, line=told)]
    best = shortened(_write_order(rules, turn, found, found.best_keys), ORDER)
    start = replace(turn, log=turn.log[: found.first])
    reason = within(explain_order(rules, start, found.best_keys), rules.name)
    why = [say("hint.why", told=say("hint.reason", reason=reason))] if reason else []
    if not found.moved and found.cost:
        return [
            *lines,
            say("review.cost", seat=seat, points=write_points(rules, round(found.cost)), line=best),
            *why,
        ]
    if _is_told_with_usual_play(found):
        lines.append(say("review.moved", seat=seat, before=before, after=after))
    else:  # only the hint's order makes the difference
        lines.append(say("review.chance_after", seat=seat, after=after))
    if found.missed.mean > 0 and not found.missed.is_zero and found.best.mean >= found.usual.mean:
        if best != told:
            lines += [say("review.best", line=best, chance=format_range(found.best)), *why]
    elif found.change.mean < 0:
        if best != told and found.best.mean > found.after.mean:
            lines += [say("review.best", line=best, chance=format_range(found.best)), *why]
    elif found.is_as_hinted or found.missed.is_zero:
        lines.append(say("review.same"))
    elif found.missed.mean < 0:
        lines.append(say("review.no_better"))
    return lines


def find_leaps(points: Sequence[Mapping[str, Estimate]], told: Collection[int] = ()) -> list[tuple[int, str]]:
    """Return at most `LEAPS` turns that changed a chance by at least `LEAP`, the largest change first.

    Each turn is a pair: its index, and the seat with the largest change. `told` holds the indexes of turns to
    leave out.
    """
    found = list[tuple[float, int, str]]()
    for index, (before, after) in enumerate(pairwise(points)):
        seat, most = find_change(before, after)
        if most >= LEAP and index not in told:
            found.append((most, index, seat))
    return [(index, seat) for _, index, seat in sorted(found, reverse=True)[:LEAPS]]


def _write_turning_point(
    rules: Rules,
    turns: Sequence[Game],
    points: Sequence[Mapping[str, Estimate]],
    moments: Sequence[Moment],
) -> str:
    """Return a line on the order or turn that changed a chance most; "" if no change was at least `LEAP`."""

    def measure(moment: Moment) -> float:
        if moment.swing is not None:
            return moment.swing.moved
        return find_change(points[moment.place], points[moment.place + 1])[1]

    moment = max(moments, key=measure, default=None)
    if moment is None or measure(moment) < LEAP:
        return ""
    turn, swing = turns[moment.place], moment.swing
    if swing is None:
        acts = turn_text.list_acts(rules, turn, 0, reader=EVERYTHING)
        what = max(acts, key=lambda act: act.weight).line if acts else ""
        change = write_changes(rules, points[moment.place], points[moment.place + 1])
    else:
        what = say(
            "order",
            seat=title_seat(rules, swing.seat, turn),
            line=_write_order(rules, turn, swing, swing.keys),
        )
        other = swing.best if swing.change.is_zero else swing.usual
        before, after = format_range(other), format_range(swing.after)
        change = say("review.turned", seat=name_seat(rules, swing.seat, turn), before=before, after=after)
    what = end_sentence(shortened(what, TURNING)) if what else ""
    return say("review.turning", turn=name_time(rules, turn), what=" ".join(filter(None, [what, change])))


def _describe_leap(
    rules: Rules,
    turn: Game,
    number: int,
    before: Mapping[str, Estimate],
    after: Mapping[str, Estimate],
    *,
    ended: bool,
) -> list[str]:
    """Return the lines on a turn that changed the chances: its most important act, and what else happened.

    `ended` is whether the game ended in this turn. Then the chances after it are no estimates. The acts of
    bot players count too. Only dice and cards count as luck.
    """
    acts, place = turn_text.list_acts(rules, turn, 0, reader=EVERYTHING), name_turn(rules, turn)
    others = len(acts) - 1
    rolled = any(entry.seat == CHANCE for entry in turn.log)
    causes = [say("review.others", n=others)] if others > 0 else []
    causes += [say("review.rolled")] if rolled else []
    causes += [say("review.ended")] if ended else []
    what = " ".join([write_changes(rules, before, after), *causes])
    if not acts:
        return [say("review.turn_alone", n=number, turn=place), say("review.detail", line=what)]
    line = shortened(max(acts, key=lambda act: act.weight).line, ORDER)
    return [say("review.turn_order", n=number, turn=place, line=line), say("review.detail", line=what)]


def _list_seats(rules: Rules, before: Mapping[str, Estimate], after: Mapping[str, Estimate]) -> str:
    """Return, in words, the old and new chances of the seats whose chances changed by more than noise.

    Return "" if there are no such seats.
    """
    moved = [seat for seat, chance in after.items() if _shows_change(before[seat], chance)]
    return join_names(
        [
            say(
                "review.seat",
                seat=rules.name(seat),
                before=format_range(before[seat]),
                after=format_range(after[seat]),
            )
            for seat in moved
        ]
    )


def _shows_change(before: Estimate, after: Estimate) -> bool:
    """Return whether a chance changed by more than noise, and by at least one percent as people read it."""
    return not _subtract(after, before).is_zero and round(100 * before.mean) != round(100 * after.mean)


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
    """Return the seat with the largest change of its chance, and its size; "" and 0 if all may be noise."""
    moves = {seat: _subtract(after[seat], before[seat]) for seat in before}
    sizes = {seat: abs(move.mean) for seat, move in moves.items() if not move.is_zero}
    return max(sizes.items(), key=lambda each: each[1], default=("", 0.0))


def _describe_rest(rules: Rules, turn: Game, found: Swing, ended: Estimate) -> list[str]:
    """Return a line on the seat's chance at the end of the turn (`ended`), if it changed after the order.

    The line says what changed it: later orders, or dice and cards. Return no line if the turn ended with the
    order, or if the change may be noise.
    """
    later = turn.log[found.first + len(found.keys) :]
    rolled, ordered = (any((entry.seat == CHANCE) == chance for entry in later) for chance in (True, False))
    if not later or _subtract(ended, found.after).is_zero:
        return []
    told = {"chance": format_range(ended), "seat": rules.name(found.seat)}
    if not rolled:
        return [say("review.rest_orders", **told)]
    return [say("review.rest", **told) if ordered else say("review.rest_rolled", **told)]


def _write_order(rules: Rules, turn: Game, found: Swing, keys: Sequence[str]) -> str:
    """Return the order `keys` in words, as if the seat had given it in place of the order `found`."""
    log = (*turn.log[: found.first], *(Entry(found.seat, key) for key in keys))
    given = Game(turn.seed, turn.turn, turn.start, log)
    return turn_text.write_order(rules, given, found.first, found.seat, EVERYTHING) or " ".join(keys)


def _write_alt(
    rules: Rules, title: str, numbers: Sequence[int], points: Sequence[Mapping[str, float]]
) -> str:
    """Return the alt text of the curve: the chances at `SAID` evenly spread points.

    `numbers` holds the numbers of the turns. If there is one more point, it is the end of the game.
    """
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
        if index < len(numbers):
            parts.append(say("review.at", turn=numbers[index], chances=chances))
        else:
            parts.append(say("review.end", chances=chances))
    return fitted(parts)


def _format_percent(chance: float) -> str:
    return say("percent", n=round(100 * chance))
