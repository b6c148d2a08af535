"""What a review of a game says and shows: the chances over its turns, and the orders that moved them most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.analysis.advice import Estimate
from bot.analysis.game_review import Swing
from bot.language.words import join_names, say
from bot.replies.reply import Reply
from bot.replies.text import MAX_TEXT, cut_text
from bot.session.loaded_game import title_seat
from bot.story import turn_text
from bot.story.chapters import Chapter, write_short_title
from render.curves import Curves
from render.kit.texts import fitted
from rules.ask import EVERYTHING
from rules.kernel import Entry, Game, Rules, resume
from rules.words import shortened

ORDER = 240  # characters of an order
SAID = 4  # points of a curve that are told in its alt text


def write_review(
    rules: Rules,
    turns: Sequence[Game],
    points: Sequence[Mapping[str, float]],
    swings: Sequence[tuple[int, Swing]] | None,
    parts: Sequence[Chapter],
    *,
    least: float,
) -> Reply:
    """Return the review.

    `points`: the chances at the beginning of each turn, and at the end of the last if it has ended; `swings`:
    with the index of the turn of each, None where none may be told; `least`: of a chance, what an order must
    have moved to be one.
    """
    seats = list(points[0])
    starts = {turn.turn: index for index, turn in enumerate(turns)}
    numbers = tuple(turn.turn for turn in turns)
    title = say("review.title", title=rules.TITLE)
    curves = Curves(
        title,
        tuple(title_seat(rules, seat) for seat in seats),
        (*numbers, numbers[-1] + 1)[: len(points)],
        tuple(tuple(each[seat] for seat in seats) for each in points),
        tuple((starts[part.turns[0].turn], write_short_title(rules, part)) for part in parts),
        tuple((index, seats.index(found.seat)) for index, found in swings or ()),
        (say("review.chance"), say("review.turn")),
        alt=_alt(rules, title, numbers, points),
        game=rules.KEY,
        keys=tuple(seats),
    )
    lines = [say("review.head", title=rules.TITLE)]
    if swings is not None:
        lines.append(say("review.swings") if swings else say("review.still", n=round(100 * least)))
    for number, (index, found) in enumerate(swings or (), 1):
        lines += _swing(rules, turns[index], number, found)
        if index + 1 < len(points):
            lines += _luck(rules, found, points[index + 1][found.seat])
    return Reply(cut_text("\n".join([*lines, say("review.foot")]), MAX_TEXT), curves=curves)


def write_chapter(rules: Rules, before: Mapping[str, float], after: Mapping[str, float]) -> str:
    """Return how the chances went over a chapter, in a sentence."""
    parts = [
        say("review.seat", seat=rules.name(seat), before=_percent(before[seat]), after=_percent(chance))
        for seat, chance in after.items()
    ]
    return say("review.chapter", seats=join_names(parts))


def _swing(rules: Rules, turn: Game, number: int, found: Swing) -> list[str]:
    """Return an order that moved the chances, and what the strongest level would have done there."""
    line = _order(rules, turn, found, found.keys)
    told = shortened(line, ORDER)
    places = {"n": number, "turn": turn.turn, "seat": title_seat(rules, found.seat), "line": told}
    before, after = _percent(found.usual.mean), _percent(found.after.mean)
    level = list(rules.AUTOMATIC)[-1]
    seat = rules.name(found.seat)
    lines = [say("review.order", **places), say("review.when", when=_when(rules, turn, found.first))]
    lines.append(say("review.moved", seat=seat, before=before, after=after))
    best = shortened(_order(rules, turn, found, found.best_keys), ORDER)
    if found.best_keys == found.keys:
        lines.append(say("review.same", level=level))
    elif found.missed.is_zero:
        lines.append(say("review.equal", level=level, line=best))
    else:
        lines.append(say("review.best", level=level, line=best, chance=_percent(found.best.mean)))
    return lines


def _when(rules: Rules, turn: Game, first: int) -> str:
    """Return where the game was when an order was given, in words for a spectator."""
    return rules.view(resume(rules, replace(turn, log=turn.log[:first])).state, None).headline


def _luck(rules: Rules, found: Swing, ended: float) -> list[str]:
    """What chance and the others made of the seat's prospects after its order, where that is more than
    noise; `ended`: its chance when the turn was over."""
    if Estimate(ended - found.after.mean, found.after.error).is_zero:
        return []
    return [say("review.luck", chance=_percent(ended), seat=rules.name(found.seat))]


def _order(rules: Rules, turn: Game, found: Swing, keys: Sequence[str]) -> str:
    """Return an order as a review shows it, in the words of the turn where it was given."""
    log = (*turn.log[: found.first], *(Entry(found.seat, key) for key in keys))
    given = Game(turn.seed, turn.turn, turn.start, log)
    return turn_text.write_order(rules, given, found.first, found.seat, EVERYTHING) or " ".join(keys)


def _alt(rules: Rules, title: str, numbers: Sequence[int], points: Sequence[Mapping[str, float]]) -> str:
    """Return the curve in words: some points of it, evenly spread."""
    last = len(points) - 1
    chosen = list(dict.fromkeys(round(last * step / (SAID - 1)) for step in range(SAID)))
    parts = [f"{title}."]
    for index in chosen:
        chances = join_names(
            [
                say("review.now", seat=rules.name(seat), chance=_percent(chance))
                for seat, chance in points[index].items()
            ]
        )
        if index == last:
            parts.append(say("review.end", chances=chances))
        else:
            parts.append(say("review.at", turn=numbers[index], chances=chances))
    return fitted(parts)


def _percent(chance: float) -> str:
    return say("percent", n=round(100 * chance))
