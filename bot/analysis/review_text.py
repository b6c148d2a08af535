"""Write a review of a game: the chances over its turns, and the orders that changed them most."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, combinations, pairwise
from math import inf
from typing import NamedTuple

from bot.analysis.advice import Estimate
from bot.analysis.game_review import Swing, list_means, list_orders
from bot.analysis.hint_text import write_points
from bot.analysis.order_givers import Choice
from bot.analysis.replays import Replays
from bot.language.words import join_names, say
from bot.replies.action import MAX_ABOUT, button
from bot.replies.reply import ActionButton, Reply
from bot.replies.text import MAX_TEXT, cut_text, end_sentence
from bot.session.loaded_game import name_seat, title_seat
from bot.session.views import view_after
from bot.story import order_text, turn_text
from bot.story.chapters import Chapter, name_time, name_turn, write_number, write_short_title, write_title
from bot.story.chronicle import fit_episodes
from bot.story.episodes import Episode, list_episodes
from bot.story.names import find_names, find_numbers
from bot.story.rows import ROWS
from render.curves import Curves
from render.kit.texts import fit_sentences
from rules.ask import EVERYTHING, Reader
from rules.kernel import Entry, Game, Rules, has_chance, resume
from rules.players import explain_order
from rules.players.outlook import is_certain
from rules.words import Said, Words, shorten, within

MOST_ORDERS = 3  # at most this many orders are told, not counting lone orders of turns with a large change
ORDER = 240  # the most characters of an order
TURNING = 120  # the most characters of an order in the line on the turning point
SAID = 4  # the alt text of the curve tells the chances at this many points
LEAP = 0.15  # a turn is told if it changed a chance by at least this much, and if none of its orders is told
LEAPS = 3  # at most this many such turns are told
ALMOST = 0.75  # a change that the curve takes back is told if it is at least this part of a told change
STRETCHES = 2  # at most this many stretches of turns are told
LARGE = 0.3  # if there are other moments, a stretch is told only if it changed a chance by this much or more
MOMENTS = 6  # stretches are left out beyond this many moments, so that the text stays short
BUTTONS = 3  # at most this many buttons open a moment's turn
MOVED = 0.1  # an order is told if it changed a chance by at least this much; less teaches nothing
SLIGHT = 0.03  # the best and the worst order are told if they changed a chance by at least this much
LASTING = 0.5  # the points around a turn must confirm at least this part of the turn's change
EXPLAINED = 0.5  # a stretch is left out if told turns made at least this part of its change
MOST_TURNS = 8  # a stretch has at most this many turns: a longer one does not show a cause
MOST_OF_IT = 0.75  # a stretch has at least this part of the largest change over several turns


class Moment(NamedTuple):
    """An order, a turn or a stretch of turns that a review tells.

    Attributes:
        place: the index of the turn
        seat: the seat whose chance or points changed
        swing: the order; None for whole turns
        turns: how many turns the moment has
    """

    place: int
    seat: str
    swing: Swing | None = None
    turns: int = 1


def write_review(
    rules: Rules,
    turns: Sequence[Game],
    points: Sequence[Mapping[str, Estimate]],
    swings: Sequence[tuple[int, Swing]] | None,
    parts: Sequence[Chapter],
    choice: Choice,
    *,
    game: int,
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
        known: the indexes of the points that were estimated; None: all
    """
    known = range(len(points)) if known is None else known
    seats, means = list(points[0]), list_means(points)
    steps = {index for index in range(len(turns)) if {index, index + 1} <= {*known}}
    starts = {turn.turn: index for index, turn in enumerate(turns)}
    numbers = tuple(turn.turn for turn in turns)
    sided = {index for index, turn in enumerate(turns) if _decides_side(rules, turn, seats)}
    if swings is not None:
        swings = [
            (index, each)
            for index, each in swings
            if index not in sided and _shows_difference(rules, turns[index], each)
        ]
    told = {index for index, _ in swings or ()}
    hidden = sided | ({*range(len(turns))} - steps)
    leaps = [] if swings is None else find_leaps(points, told, hidden)
    large = {index for index, each in swings or () if each.moved >= LEAP} | {index for index, _ in leaps}
    stretches = [] if swings is None else find_stretches(points, known, large, sided)
    room = max(0, MOMENTS - len(swings or ()) - len(leaps))
    moments = _list_moments(swings or (), leaps, stretches[:room])
    title = say("review.title", title=rules.TITLE)
    curves = Curves(
        title,
        tuple(title_seat(rules, seat) for seat in seats),
        (*map(str, numbers), say("review.last"))[: len(points)],
        tuple(tuple(each[seat] for seat in seats) for each in means),
        tuple((starts[part.turns[0].turn], write_short_title(rules, part)) for part in parts),
        tuple((each.place + (each.turns - 1) // 2, seats.index(each.seat)) for each in moments),
        (say("review.chance"), say("review.turn")),
        numbers=tuple(write_number(rules, part) for part in parts),
        alt=_write_alt(rules, title, numbers, means),
        game=rules.KEY,
        keys=tuple(seats),
    )
    lines = [say("review.head", title=rules.TITLE, game=game)]
    if swings is not None:
        lines.append(_write_head(moments))
    for number, moment in enumerate(moments, 1):
        index, turn = moment.place, turns[moment.place]
        if moment.swing is None:
            end = index + moment.turns
            ended = end == len(turns)
            lines += _describe_leap(rules, turns[index:end], number, points[index], points[end], ended=ended)
            continue
        stands_in = (index, moment.swing.first) in choice.stand_ins
        lines += _describe_swing(rules, turn, number, moment.swing, stands_in=stands_in)
    if swings is not None and (len(moments) > 1 or _tells_changes(moments)):
        lines.append(say("review.certain" if is_certain(rules) else "review.curve"))
    lines.append(say("review.foot" if moments and rules.EXTRAS.hidden else "review.foot_curve"))
    text = cut_text("\n".join(lines), MAX_TEXT)
    over = len(points) > len(turns)
    turning = _choose_turning_point(points, moments) if over else None
    gist = "" if turning is None else _write_turning_point(rules, turns, points, *turning)
    opened = dict[int, int]()  # the first moment of each turn; the turning point is never left out
    for moment in [*([turning[0]] if turning else []), *moments]:
        # the first turn of a stretch says little about the stretch, unless it is the turning point
        if moment.turns == 1 or (turning and moment is turning[0]):
            opened.setdefault(turns[moment.place].turn, moments.index(moment) + 1)
    buttons = [
        _make_turn_button(number, turn, game, moments[number - 1].swing if over else None)
        for turn, number in sorted([*opened.items()][:BUTTONS])
    ]
    return Reply(text, curves=curves, gist=gist, buttons=tuple(buttons))


def write_first_part(
    rules: Rules, turns: Sequence[Game], result: Sequence[str], *, game: int, reader: Reader
) -> Reply:
    """Return what is known of a game before its chances: its result, and turns with many gains and losses.

    Another reply has the chances.

    Args:
        rules: the rules of the game
        turns: the turns of the game
        result: lines that say who won, or how the game stands
        game: the number of the game
        reader: the seats whose secrets the text may tell
    """
    acts = {turn.turn: turn_text.list_acts(rules, turn, 0, reader=reader) for turn in turns}
    weights = {turn: max((act.weight for act in its), default=0) for turn, its in acts.items()}
    chosen = sorted(weights, key=lambda turn: -weights[turn])[:MOST_ORDERS]
    told = [turn for turn in turns if turn.turn in chosen and weights[turn.turn] >= turn_text.WEIGHT]
    lines = [say("review.head", title=rules.TITLE, game=game), *result, say("review.follows")]
    lines += [say("review.fullest", n=len(told))] if told else []
    buttons = list[ActionButton]()
    for number, turn in enumerate(told, 1):
        line = shorten(_tell_main_act(rules, [turn], acts[turn.turn], reader), ORDER)
        lines.append(say("review.turn_order", n=number, turn=name_turn(rules, turn), line=line))
        buttons.append(_make_turn_button(number, turn.turn, game))
    text = cut_text("\n".join(lines), MAX_TEXT)
    return Reply(text, view=view_after(rules, turns[-1]), past=True, buttons=tuple(buttons))


def _make_turn_button(number: int, turn: int, game: int, swing: Swing | None = None) -> ActionButton:
    """Return the button that opens the turn of a moment. `number`: the number of the moment.

    If `swing` has a better order that an id can carry, the button shows both orders.
    """
    label = say("button.moment", n=number, turn=turn)
    if swing is not None and (_is_costly(swing) or _misses_more(swing)):
        call = Replays.compare.call(game, turn, swing.first, " ".join(swing.best_keys))
        if len(call.about) <= MAX_ABOUT:
            return button(call, label)
    return button(Replays.replay.call(turn, game), label)


def _list_moments(
    swings: Sequence[tuple[int, Swing]], leaps: Sequence[tuple[int, str]], stretches: Sequence[Moment] = ()
) -> list[Moment]:
    """Return the orders, turns and stretches of turns that a review tells, in the order of play."""
    found = [Moment(index, swing.seat, swing) for index, swing in swings]
    found += [*(Moment(index, seat) for index, seat in leaps), *stretches]
    return sorted(found, key=lambda each: (each.place, each.swing.first if each.swing else 0))


def _shows_difference(rules: Rules, turn: Game, found: Swing) -> bool:
    """Return whether the words or the chances tell a reader that the order made a difference.

    Either the texts of the order and of the hint's order differ, or the order's chance differs from usual
    play by more than noise.
    """
    orders = {_write_order(rules, turn, found, keys) for keys in (found.keys, found.best_keys)}
    return len(orders) > 1 or (found.moved > 0 and not found.change.is_zero)


def _decides_side(rules: Rules, turn: Game, seats: Collection[str]) -> bool:
    """Return whether a seat gets another side in this turn. Its chance then changes with the side."""
    side = rules.EXTRAS.side
    if side is None:
        return False
    before, after = rules.load(turn.start), resume(rules, turn).state
    return any(side(before, seat) != side(after, seat) for seat in seats)


def _write_head(moments: Sequence[Moment]) -> str:
    """Return the text above the list: what is listed and how it is sorted, or that nothing had an effect."""
    if not moments:
        return say("review.still", n=round(100 * MOVED))
    if len(moments) == 1 and moments[0].turns > 1:
        return say("review.together")
    if any(each.swing is None for each in moments):
        return say("review.listed", n=len(moments))
    key = "review.orders" if _tells_changes(moments) else "review.costs"
    return say(key, n=len(moments))


def _tells_changes(moments: Sequence[Moment]) -> bool:
    """Return whether a list has only orders, and one of them changed a chance."""
    swings = [each.swing for each in moments if each.swing is not None]
    return len(swings) == len(moments) and any(not _is_costly(swing) for swing in swings)


def write_changes(rules: Rules, before: Mapping[str, Estimate], after: Mapping[str, Estimate]) -> str:
    """Return a sentence on the chances that changed by more than noise; "" if there are none."""
    seats = _list_seats(rules, before, after)
    return say("review.changes", seats=seats) if seats else ""


def _subtract(after: Estimate, before: Estimate) -> Estimate:
    """Return the difference of two estimates. If their ranges overlap, it may be noise."""
    return Estimate(after.mean - before.mean, after.error + before.error)


def _describe_swing(
    rules: Rules, turn: Game, number: int, found: Swing, *, stands_in: bool = False
) -> list[str]:
    """Return two lines on an order: what was played, and what would have been better and why.

    If nothing would have been clearly better, the second line calls the order strong. `stands_in` is whether
    a bot player or a caretaker gave the order for a person's seat.
    """
    seat = name_seat(rules, found.seat, turn)
    who = say("review.stand_in", seat=seat) if stands_in else title_seat(rules, found.seat, turn)
    told = shorten(_write_order(rules, turn, found, found.keys), ORDER)
    line = say("review.order", n=number, turn=name_turn(rules, turn), seat=who, line=told)
    return [line, say("review.detail", line=_tell_effect(rules, turn, found, reasoned=True))]


def _tell_effect(rules: Rules, turn: Game, found: Swing, *, reasoned: bool = False) -> str:
    """Return sentences on how strong an order was, or what would have been better. `reasoned`: and why."""
    seat, costly = name_seat(rules, found.seat, turn), _is_costly(found)
    if not costly and not _misses_more(found):
        return say("review.moved", seat=seat, change=_format_change(found.usual, found.after))
    best = shorten(_write_order(rules, turn, found, found.best_keys), ORDER if reasoned else TURNING)
    reason = _explain_best(rules, turn, found) if reasoned else ""
    if costly:
        figure = say("review.cost", seat=seat, points=write_points(rules, round(found.cost)))
    else:
        best_chance, played = _format_chance(found.best), _format_percent(found.after.mean)
        figure = say("review.instead", seat=seat, best=best_chance, played=played)
    why = say("hint.reason", reason=reason) if reason else ""
    better = end_sentence(say("review.better", line=best))
    return " ".join(filter(None, [better, why, figure]))


def _explain_best(rules: Rules, turn: Game, found: Swing) -> str:
    """Return the reason for the best order; "" if it holds for the played order too."""
    start = replace(turn, log=turn.log[: found.first])
    said = found.reason or explain_order(rules, start, found.best_keys)
    played = explain_order(rules, start, found.keys)
    return "" if holds_too(said, played) else within(said, rules.name)


def holds_too(reason: Said, other: Said) -> bool:
    """Return whether a reason is true of an order with the reason `other` too, and so tells no difference.

    "To lead in the Elephant" is true of an order that leads in the Elephant and the Vizier.
    """
    if reason == other or not isinstance(reason, Words) or not isinstance(other, Words):
        return reason == other
    alike = reason.english == other.english and find_numbers(reason) == find_numbers(other)
    return alike and find_names(reason) <= find_names(other)


def _is_costly(found: Swing) -> bool:
    """Return whether an order is told only because it cost points: it hardly changed a chance."""
    return found.moved < MOVED and found.cost > 0


def _misses_more(found: Swing) -> bool:
    """Return whether an order lost more against the hint's order than it gained over usual play."""
    if found.is_as_hinted or found.missed.is_zero or found.missed.mean < 0:
        return False
    return found.change.is_zero or found.missed.mean > found.change.mean


def find_leaps(
    points: Sequence[Mapping[str, Estimate]], told: Collection[int] = (), hidden: Collection[int] = ()
) -> list[tuple[int, str]]:
    """Return at most `LEAPS` turns that changed a chance by at least `LEAP`, the largest change first.

    Each turn is a pair: its index, and the seat with the largest change. A single point can be far off by
    luck. So leave out a turn if `_lasts` finds that its change does not last. But readers see such a change
    in the curve: list it if it is `ALMOST` as large as a change that is told.

    Args:
        points: the chances, in the order of play
        told: the indexes of turns that an order is told of
        hidden: the indexes of turns that are never told
    """
    changes = [(index, *find_change(*both)) for index, both in enumerate(pairwise(points))]
    seen = [each for each in changes if each[0] not in hidden and each[2] >= LEAP]
    lasting = {index for index, seat, _ in seen if _lasts(points, index, seat)}
    largest = max((size for index, _, size in seen if index in lasting or index in told), default=inf)
    found = [
        (size, index, seat)
        for index, seat, size in seen
        if index not in told and (index in lasting or size >= ALMOST * largest)
    ]
    return [(index, seat) for _, index, seat in sorted(found, reverse=True)[:LEAPS]]


def _lasts(points: Sequence[Mapping[str, Estimate]], index: int, seat: str) -> bool:
    """Return whether the neighbouring turns leave at least `LASTING` of a turn's change in place.

    Measure the change over the turn and the one before it, and over the turn and the one after it.
    """
    change = points[index + 1][seat].mean - points[index][seat].mean
    wider = [(max(0, index - 1), index + 1), (index, min(len(points) - 1, index + 2))]
    return all(
        (points[end][seat].mean - points[start][seat].mean) / change >= LASTING for start, end in wider
    )


def find_stretches(
    points: Sequence[Mapping[str, Estimate]],
    known: Collection[int],
    told: Collection[int] = (),
    hidden: Collection[int] = (),
) -> list[Moment]:
    """Return at most `STRETCHES` stretches of turns in which a chance changed much, the largest first.

    Each one is the shortest stretch with most of the largest change that the turns in `told` don't explain.
    Leave out stretches of more than `MOST_TURNS` turns, changes that may be noise, and changes that are small
    beside what is told.

    Args:
        points: the chances, in the order of play
        known: the indexes of the points that were estimated
        told: the indexes of turns whose large changes are told
        hidden: the indexes of turns that no stretch contains
    """
    found = list[Moment]()
    left = [
        (*find_change(points[start], points[end]), start, end)
        for start, end in combinations(sorted(known), 2)
        if end - start <= MOST_TURNS and not {*range(start, end)} & {*hidden}
    ]
    most = max((find_change(*points[place : place + 2])[1] for place in told), default=0.0)
    while len(found) < STRETCHES:
        least = max(LARGE, ALMOST * most) if told or found else LEAP
        left = [each for each in left if each[1] >= least and not _is_explained(points, *each, told)]
        left = [each for each in left if all(_is_apart(each[2], each[3], one) for one in found)]
        if not left:
            break
        largest = max(size for _, size, _, _ in left)
        enough = [each for each in left if each[1] >= MOST_OF_IT * largest]
        seat, size, start, end = min(enough, key=lambda each: (each[3] - each[2], -each[1]))
        found.append(Moment(start, seat, turns=end - start))
        most = max(most, size)
    return found


def _is_explained(
    points: Sequence[Mapping[str, Estimate]],
    seat: str,
    size: float,
    start: int,
    end: int,
    told: Collection[int],
) -> bool:
    """Return whether the told turns of a stretch made at least `EXPLAINED` of its change."""
    change = points[end][seat].mean - points[start][seat].mean
    parts = [points[n + 1][seat].mean - points[n][seat].mean for n in range(start, end) if n in told]
    return sum(parts) * (1 if change > 0 else -1) >= EXPLAINED * size


def _is_apart(start: int, end: int, other: Moment) -> bool:
    """Return whether a stretch shares no turn with another one."""
    return end <= other.place or start >= other.place + other.turns


def find_turning_point(
    points: Sequence[Mapping[str, Estimate]], moments: Sequence[Moment]
) -> tuple[Moment, str] | None:
    """Return a moment with a large lasting gain of a winner's chance, and the winner; None if there is none.

    The lasting gain is the lowest chance after the moment minus the chance before it. Of the moments with
    nearly the largest gain, return the shortest. The last of the `points` is the result. If other turns
    gained the winner much more than each of the `moments`, no moment is the turning point.
    """
    top = max(chance.mean for chance in points[-1].values())
    winners = [seat for seat, chance in points[-1].items() if chance.mean == top]

    # for each winner: the lowest chance from a point on, by the point's index
    lowest = {
        seat: [*accumulate((each[seat].mean for each in reversed(points)), min)][::-1] for seat in winners
    }

    def measure(place: int, turns: int, seat: str) -> float:
        return lowest[seat][place + turns] - points[place][seat].mean

    spans = [pair for pair in combinations(range(len(points)), 2) if pair[1] - pair[0] <= MOST_TURNS]
    most = max(measure(start, end - start, seat) for start, end in spans for seat in winners)
    found = [(measure(each.place, each.turns, seat), each, seat) for each in moments for seat in winners]
    largest = max((gain for gain, _, _ in found), default=0.0)
    if largest < max(LEAP, LASTING * most):
        return None
    enough = [each for each in found if each[0] >= MOST_OF_IT * largest]
    _, moment, seat = min(enough, key=lambda each: (each[1].turns, -each[0]))
    return moment, seat


def _choose_turning_point(
    points: Sequence[Mapping[str, Estimate]], moments: Sequence[Moment]
) -> tuple[Moment, str] | None:
    """Return the turning point of a finished game and the winner; None if it has none.

    It is a moment whose figures the review shows: not an order that helped the other side or only cost
    points.
    """
    found = find_turning_point(points, moments)
    if found is None or found[0].swing is None:
        return found
    swing = found[0].swing
    fits = not _is_costly(swing) and swing.raised == (swing.seat == found[1])
    return found if fits else None


def _write_turning_point(
    rules: Rules,
    turns: Sequence[Game],
    points: Sequence[Mapping[str, Estimate]],
    moment: Moment,
    seat: str,
) -> str:
    """Return a line on the turning point, with the figures that the review gives for this moment."""
    first, last = turns[moment.place], turns[moment.place + moment.turns - 1]
    before, after = points[moment.place], points[moment.place + moment.turns]
    swing, what, time = moment.swing, "", _name_span(rules, first, last)
    if swing is not None:
        line = _write_order(rules, first, swing, swing.keys)
        what = end_sentence(
            shorten(say("order", seat=title_seat(rules, swing.seat, first), line=line), TURNING)
        )
        return say("review.turning", turn=time, what=f"{what} {_tell_effect(rules, first, swing)}")
    if moment.turns == 1 and (acts := turn_text.list_acts(rules, first, 0, reader=EVERYTHING)):
        what = _tell_main_act(rules, [first], acts)
    change = say(
        "review.gain", seat=name_seat(rules, seat, first), change=_format_change(before[seat], after[seat])
    )
    if _shows_change(before[seat], after[seat]):
        change = write_changes(rules, before, after)
    what = end_sentence(shorten(what, TURNING)) if what else ""
    return say("review.turning", turn=time, what=" ".join(filter(None, [what, change])))


def _name_span(rules: Rules, first: Game, last: Game) -> str:
    """Return when a stretch of turns was: its chapter, or its first and last chapters."""
    times = list(dict.fromkeys([name_time(rules, first), name_time(rules, last)]))
    return say("review.span", first=times[0], last=times[1]) if len(times) > 1 else times[0]


def _name_turns(rules: Rules, first: Game, last: Game) -> str:
    """Return the name of a stretch of turns: its chapters if the game has any, and the turns' numbers."""
    if not write_title(rules, first):
        return say("review.turns", first=first.turn, last=last.turn)
    span = _name_span(rules, first, last)
    return say("review.turns_in", chapters=span, first=first.turn, last=last.turn)


def _describe_leap(
    rules: Rules,
    turns: Sequence[Game],
    number: int,
    before: Mapping[str, Estimate],
    after: Mapping[str, Estimate],
    *,
    ended: bool,
) -> list[str]:
    """Return the lines on turns that changed the chances: the most important act, and what else happened.

    The acts of bot players count as acts too; only dice and cards count as luck. `ended` is whether the game
    ended in these turns; then the chances after them are certain.
    """
    acts = [act for turn in turns for act in turn_text.list_acts(rules, turn, 0, reader=EVERYTHING)]
    first, *later = turns
    place = _name_turns(rules, first, later[-1]) if later else name_turn(rules, first)
    rolled = any(map(has_chance, turns))
    if later:
        gave = {turn.log[start].seat for turn in turns for start, _ in list_orders(turn)}
        causes = [say("review.who", seats=join_names([rules.name(seat) for seat in before if seat in gave]))]
    else:
        causes = [say("review.others", n=len(acts) - 1)] if len(acts) > 1 else []
    causes += [say("review.rolled")] if rolled else []
    causes += [say("review.ended")] if ended else []
    what = " ".join([write_changes(rules, before, after), *causes])
    if not acts:
        return [say("review.turn_alone", n=number, turn=place), say("review.detail", line=what)]
    line = shorten(_tell_main_act(rules, turns, acts), ORDER)
    told = "review.stretch" if later else "review.turn_order"  # one order can't explain several turns
    return [say(told, n=number, turn=place, line=line), say("review.detail", line=what)]


def _tell_main_act(
    rules: Rules, turns: Sequence[Game], acts: Sequence[turn_text.Act], reader: Reader = EVERYTHING
) -> str:
    """Return the most important orders of some turns with their results, in the sentences of a post."""
    episodes = [each for each in list_episodes(rules, turns, reader=reader) if each.acts]
    main = max(episodes, key=lambda each: each.weight, default=Episode())
    main.news.clear()
    text = fit_episodes([main], "", "", ROWS).text
    return text.partition("\n")[0] or max(acts, key=lambda act: act.weight).line


def _list_seats(rules: Rules, before: Mapping[str, Estimate], after: Mapping[str, Estimate]) -> str:
    """Return, in words, the old and new chances of the seats whose chances changed by more than noise.

    Return "" if there are no such seats.
    """
    moved = [seat for seat, chance in after.items() if _shows_change(before[seat], chance)]
    return join_names(
        [
            say("review.seat", seat=rules.name(seat), change=_format_change(before[seat], after[seat]))
            for seat in moved
        ]
    )


def _format_change(before: Estimate, after: Estimate) -> str:
    """Return two chances in a few characters, such as "about 54% → 94%"."""
    return say("review.change", before=_format_chance(before), after=_format_percent(after.mean))


def _format_chance(chance: Estimate) -> str:
    """Return an estimated chance, such as "about 54%", or a certain one: "0%"."""
    return say("chance.rough" if chance.error else "percent", n=round(100 * chance.mean))


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
                change=say(
                    "review.change", before=_format_percent(before[seat]), after=_format_percent(chance)
                ),
            )
            for seat, chance in after.items()
        ]
    )


def find_change(before: Mapping[str, Estimate], after: Mapping[str, Estimate]) -> tuple[str, float]:
    """Return the seat whose chance changed most, and by how much; "" and 0 if all changes may be noise."""
    moves = {seat: _subtract(after[seat], before[seat]) for seat in before}
    sizes = {seat: abs(move.mean) for seat, move in moves.items() if not move.is_zero}
    return max(sizes.items(), key=lambda each: each[1], default=("", 0.0))


def _write_order(rules: Rules, turn: Game, found: Swing, keys: Sequence[str]) -> str:
    """Return the order `keys` in words, as if the seat had given it in place of the order `found`."""
    log = (*turn.log[: found.first], *(Entry(found.seat, key) for key in keys))
    given = Game(turn.seed, turn.turn, turn.start, log)
    return order_text.write_order(rules, given, found.first, found.seat, EVERYTHING) or " ".join(keys)


def _write_alt(
    rules: Rules, title: str, numbers: Sequence[int], points: Sequence[Mapping[str, float]]
) -> str:
    """Return the alt text of the curve: the chances at `SAID` evenly spread points.

    `numbers` holds the number of each turn. If there are more `points` than turns, the last point is the end
    of the game.
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
    return fit_sentences(parts)


def _format_percent(chance: float) -> str:
    return say("percent", n=round(100 * chance))
