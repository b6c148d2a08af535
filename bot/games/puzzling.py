"""Where puzzles come from: games between automatic players are played, and now and then all orders that could
be given are weighed. Where some are far better than all the others, and are so for a reason that can be said
(an idea of the game, `rules.lessons.puzzle`), it is a puzzle.

It is weighed in rounds: what a position costs shows after the first few playouts of each order. What is kept
comes from playouts of its own, and was found again with four times as many and other luck.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from random import Random
from statistics import fmean
from types import MappingProxyType
from typing import Any, NamedTuple

from bot.games.advising import Estimate, Weighing, proposed
from bot.games.refused import NotDone
from bot.games.thinking import Counted, Task, seated
from rules.kernel import Ask, Game, InputError, Player, Point, Rules, begin, submit
from rules.lessons.attempt import ENTRIES, TURN, Attempt
from rules.lessons.differences import tests
from rules.lessons.lesson import Hint, Lesson, lacking
from rules.lessons.puzzle import FILE, Provenance, Puzzle, Weighed, ideas, read_puzzles
from rules.players import Mover, Unreadable, asked, choose_order, entered, fitting
from rules.players.outlook import quick

LOOKS = 40  # how often a player asks whether it has thought enough: its time, in a measure that repeats
EVERY = 3  # so many decisions are passed over, on average, for one that is looked at
FROM_A_GAME = 2  # puzzles at most
FEWEST = 4  # orders that a position is to offer
MOST = 120  # of them are all weighed; of more, what players propose
GLANCES = 6  # orders at random that tell at a glance whether it matters what is ordered
ROUNDS = (3, 6, 9)  # playouts of each order that is still in
PLAYOUTS, AGAIN = 24, 4  # of what is kept; so many times as many when it is checked again
LIKE = 24  # orders like the best one, that nobody has proposed, which are weighed too
CLOSE = 12  # of the best orders that are always weighed on
KEPT = 3  # of the good orders and of the others
SURE = 3.0  # standard errors by which the good ones are better
Keys = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Search:
    """How puzzles are looked for: the `level` that proposes orders, by how much of a chance the good ones
    have to be better, and the seed of the games."""

    level: str
    margin: float
    seed: str
    looks: int = LOOKS
    playouts: int = PLAYOUTS


def found(rules: Rules[Any], search: Search, games: range) -> Iterator[tuple[int, Puzzle | None]]:
    """The puzzles out of these games, each with the number of its game; None when a game is over."""
    for number in games:
        luck, made = Random(f"{search.seed}/{number}"), 0
        for position in _decisions(rules, f"{search.seed}/{number}"):
            if made < FROM_A_GAME and not luck.randrange(EVERY):
                puzzle = looked_at(rules, search, position, number)
                if puzzle is not None:
                    made += 1
                    yield number, puzzle
            elif made == FROM_A_GAME:
                break
        yield number, None


def more(
    rules: Rules[Any], search: Search, file: Path, most: int, games: int
) -> Iterator[tuple[int, Puzzle | None]]:
    """Add to the puzzles of a file until there are so many, or so many games have been looked through; goes
    on after the last game of the same seed that gave one. Not more than half are of one idea. Raises
    `NotDone`."""
    known = ideas(rules)
    if not known:
        raise NotDone(f"{rules.TITLE} does not say what makes a puzzle (ideas.yaml)")
    if search.level not in rules.AUTOMATIC:
        raise NotDone(f"{rules.TITLE}: these levels can play: {', '.join(rules.AUTOMATIC)}")
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    whole = text[: text.rfind("\n") + 1]  # what a kill has left of a line is not counted
    try:
        there = dict(read_puzzles(whole, str(file), known))
    except ValueError as error:
        raise NotDone(str(error)) from None
    file.write_text(whole, encoding="utf-8")
    if len(there) >= most:
        return
    done = [each.provenance.game for each in there.values() if each.provenance.seed == search.seed]
    of_idea = {idea: sum(each.idea == idea for each in there.values()) for idea in known}
    for number, puzzle in found(rules, search, range(max(done, default=-1) + 1, games)):
        if puzzle is not None:
            if puzzle.key in there or of_idea[puzzle.idea] >= max(1, most // 2):
                continue
            there[puzzle.key] = puzzle
            of_idea[puzzle.idea] += 1
            with file.open("a", encoding="utf-8") as end:
                end.write(f"{puzzle.model_dump_json(exclude_defaults=True)}\n")
        yield number, puzzle
        if len(there) >= most:
            return


def looked_at(rules: Rules[Any], search: Search, position: Game, number: int) -> Puzzle | None:
    """The puzzle of a position in which a seat begins an order; None where it is none."""
    key = blake2b(f"{position.start}{position.log}".encode(), digest_size=4).hexdigest()
    luck = Random(f"{search.seed}/{key}")
    point = asked(rules, position)
    if point is None or point.order:
        return None
    try:
        state, log = fitting(rules, point, luck.randrange)
    except Unreadable:
        return None
    shown = Game(key, position.turn, rules.dump(state), tuple(log))
    point = asked(rules, shown)
    assert point is not None, "it fits what the seat knows"
    if not _matters(rules, search, shown, point):
        return None
    orders = _orders(rules, search, shown, luck.randrange(1 << 30))
    if len(orders) < FEWEST:
        return None
    means = _weighed(rules, search, shown, orders)
    judged = _judged(rules, shown, point.seat, means, orders, search.margin)
    if judged is not None and (like := _like(rules, shown, max(means, key=lambda keys: means[keys]), orders)):
        orders |= like
        means |= _weighed(rules, search, shown, like)
        judged = _judged(rules, shown, point.seat, means, orders, search.margin)
    if judged is None or not _agrees(rules, search, shown, judged.good, orders):
        return None
    fresh = _again(rules, search, shown, means, judged.good)
    if fresh is None:
        return None
    best = [each for each in fresh if each.keys in judged.good][:KEPT]
    rest = [each for each in fresh if each.keys not in judged.good][:KEPT]
    provenance = Provenance(
        by="durbar puzzles", level=search.level, looks=search.looks, playouts=search.playouts * AGAIN,
        margin=search.margin, seed=search.seed, game=number,
    )  # fmt: skip
    return Puzzle(
        key=key, idea=judged.idea, seat=point.seat, position=_document(shown), want=judged.want,
        avoid=judged.avoid, best=tuple(best), rest=tuple(rest), provenance=provenance,
    )  # fmt: skip


def _matters(rules: Rules[Any], search: Search, game: Game, point: Point) -> bool:
    """True where it matters what is ordered, at a glance: what a quick player would do is far better than
    most of what may be done."""
    luck = Random(f"{search.seed}/{game.seed}/glance")
    player = quick(rules)(luck.randrange, lambda: False)
    good = choose_order(rules, game, player).keys
    others = {choose_order(rules, game, Mover(luck.randrange)).keys for _ in range(GLANCES)} - {good}
    weighing = Weighing(rules, point, f"{search.seed}/{game.seed}/glance")
    for _ in range(2):
        weighing.play([good, *others])
    found = sorted(fmean(weighing.found[keys]) for keys in others)
    return bool(found) and fmean(weighing.found[good]) - found[len(found) // 2] >= search.margin


# Games and their orders


def _decisions(rules: Rules[Any], seed: str) -> Iterator[Game]:
    """The places of a game in which a seat begins an order, between players who now and then blunder."""
    rng, options = Random(seed), rules.Options()
    levels = list(rules.AUTOMATIC)[:2]
    players = {
        seat: seated(rules, rng.choice(levels), rng.randrange, Counted(LOOKS))
        for seat in rules.seats(options)
    }
    step = begin(rules, rules.dump(rules.setup(options)), seed)
    while isinstance(ask := step.live.pending, Ask):
        yield step.game
        order = choose_order(rules, step.game, players[ask.seat])
        step = submit(rules, step.game, ask.seat, order.keys)


def _orders(rules: Rules[Any], search: Search, game: Game, luck: int) -> dict[Keys, Attempt]:
    """What may be ordered, and what it leads to: all of it if that is not too much, else what the players
    propose."""
    point = asked(rules, game)
    assert point is not None, "somebody is asked"
    orders = _every(rules, game, point.seat)
    if orders is None:
        task = Task(rules.KEY, game, point.seat, search.level, 1.0, luck)
        orders = [keys for keys, _ in proposed(rules, task, point, Counted(search.looks))]
    return _leading(rules, game, point.seat, orders)


def _like(rules: Rules[Any], game: Game, best: Keys, orders: Mapping[Keys, Attempt]) -> dict[Keys, Attempt]:
    """Orders like the best one that nobody has proposed, and what they lead to: with another answer at one
    place of it, and the rest as alike as may be."""
    point = asked(rules, game)
    assert point is not None, "somebody is asked"
    luck = Random(f"{game.seed}/like")
    changed = list[Keys]()
    for at, key in enumerate(best):
        pending = entered(rules, rules.load(game.start), game.log, best[:at]).pending
        if isinstance(pending, Ask) and pending.seat == point.seat:
            changed += [(*best[:at], other) for other in pending.menu() if other != key]
    alike = [
        choose_order(rules, game, _Alike(keys, best, quick(rules)(luck.randrange, lambda: False))).keys
        for keys in luck.sample(changed, min(LIKE, len(changed)))
    ]
    return _leading(rules, game, point.seat, alike, orders)


@dataclass(frozen=True, slots=True)
class _Alike:
    """Gives an order that begins with these keys, and goes on like the `best` one where it can; elsewhere as
    `player` would."""

    keys: Keys
    best: Keys
    player: Player

    def choose(self, point: Point, /) -> str:
        """One of the keys."""
        at = len(point.order)
        key = self.keys[at] if at < len(self.keys) else self.best[min(at, len(self.best) - 1)]
        return key if key in point.keys else self.player.choose(point)


def _leading(
    rules: Rules[Any],
    game: Game,
    seat: str,
    orders: Iterable[Keys],
    before: Mapping[Keys, Attempt] = MappingProxyType({}),
) -> dict[Keys, Attempt]:
    """Each of these orders that is legal and leads where no other does, nor one of those `before`."""
    lesson, led = _posed(game, seat), dict[Keys, Attempt]()
    known = {_place(rules, attempt) for attempt in before.values()}
    for keys in orders:
        try:
            attempt = Attempt(rules, lesson, [keys])
        except InputError:
            continue
        if attempt.done and (place := _place(rules, attempt)) not in known:
            known.add(place)
            led[keys] = attempt
    return led


def _place(rules: Rules[Any], attempt: Attempt) -> str:
    return f"{rules.dump(attempt.live.state)} {getattr(attempt.live.pending, 'kind', '')}"


def _every(rules: Rules[Any], game: Game, seat: str) -> list[Keys] | None:
    """All whole orders of the seat that is asked; None where there are too many."""
    open_, whole = list[Keys]([()]), list[Keys]()
    looked = 0
    while open_:
        keys = open_.pop()
        looked += 1
        if looked > 3 * MOST or len(whole) > MOST:
            return None
        live = entered(rules, rules.load(game.start), game.log, keys)
        if isinstance(live.pending, Ask) and live.pending.seat == seat:
            open_ += [(*keys, key) for key in live.pending.menu()]
        else:
            whole.append(keys)
    return whole


def _posed(game: Game, seat: str) -> Lesson:
    """A position for a seat to try orders in, as a lesson without words."""
    blank = {"say": "", "task": "-", "right": "-", "sum": "-", "accept": ("-",)}
    hints = (Hint(say="-", order="-"),)
    return Lesson.model_validate(
        {"title": "-", "seat": seat, "position": _document(game), "hints": hints} | blank
    )


def _document(game: Game) -> dict[str, Any]:
    """A position as it is kept: without the game's name, which its file tells."""
    document: dict[str, Any] = json.loads(game.start)
    del document["game"]
    if game.log:
        document |= {TURN: game.turn, ENTRIES: [list(entry) for entry in game.log]}
    return document


# What they are worth


def _weighed(rules: Rules[Any], search: Search, game: Game, orders: Iterable[Keys]) -> dict[Keys, float]:
    """The seat's chance after each of these orders, those that are far behind less sure than the others."""
    point = asked(rules, game)
    assert point is not None, "somebody is asked"
    weighing, left = Weighing(rules, point, f"{search.seed}/{game.seed}"), list(orders)
    for rounds in ROUNDS:
        for _ in range(rounds):
            weighing.play(left)
        left = _in_reach(weighing.found, left, search.margin)
    return {keys: fmean(each) for keys, each in weighing.found.items()}


def _in_reach(found: Mapping[Keys, Sequence[float]], orders: Sequence[Keys], margin: float) -> list[Keys]:
    """The orders that may still be the best, or tell how far the best are from the rest."""
    ranked = sorted(orders, key=lambda keys: -fmean(found[keys]))
    best = fmean(found[ranked[0]])
    return [keys for at, keys in enumerate(ranked) if at < CLOSE or best - fmean(found[keys]) < 2 * margin]


def _agrees(
    rules: Rules[Any], search: Search, game: Game, good: Collection[Keys], orders: Mapping[Keys, Attempt]
) -> bool:
    """True where the level, with four times as long to think, would give one of the good orders itself."""
    player = seated(rules, search.level, Random(search.seed).randrange, Counted(search.looks * AGAIN))
    keys = choose_order(rules, game, player).keys
    point = asked(rules, game)
    assert point is not None, "somebody is asked"
    there = rules.dump(Attempt(rules, _posed(game, point.seat), [keys]).live.state)
    return any(rules.dump(orders[each].live.state) == there for each in good)


def _again(
    rules: Rules[Any], search: Search, game: Game, means: Mapping[Keys, float], good: Collection[Keys]
) -> list[Weighed] | None:
    """The best of the good orders and of all others, weighed anew for longer and with other luck, best first;
    None where the good are no longer far better."""
    point = asked(rules, game)
    assert point is not None, "somebody is asked"
    ranked = sorted(means, key=lambda keys: -means[keys])
    chosen = [keys for keys in ranked if keys in good][:KEPT]
    others = [keys for keys in ranked if keys not in good][: 2 * KEPT]
    weighing = Weighing(rules, point, f"{search.seed}/again")
    for times in (search.playouts, search.playouts * (AGAIN - 1)):
        for _ in range(times):
            weighing.play([*chosen, *others])
        chosen, others = (
            sorted(each, key=lambda keys: -fmean(weighing.found[keys])) for each in (chosen, others)
        )
        one, other = weighing.found[chosen[0]], weighing.found[others[0]]
        gap = Estimate.of([a - b for a, b in zip(one, other, strict=True)])
        if gap.mean < max(search.margin, SURE * gap.error):
            return None
    estimates = [(keys, Estimate.of(weighing.found[keys])) for keys in (*chosen, *others)]
    known = [Weighed(keys=keys, chance=round(e.mean, 4), error=round(e.error, 4)) for keys, e in estimates]
    # an order that is hardly better than the others has the idea, and spoils it by what it does besides
    least = known[len(chosen)].chance + search.margin
    return [each for each in known if each.keys not in good or each.chance >= least]


# Why they are better


class Judged(NamedTuple):
    """The idea that tells good orders from all others, and which are good."""

    idea: str
    want: dict[str, Any]
    avoid: tuple[dict[str, Any], ...]
    good: frozenset[Keys]


def _judged(
    rules: Rules[Any],
    game: Game,
    seat: str,
    means: Mapping[Keys, float],
    orders: Mapping[Keys, Attempt],
    margin: float,
) -> Judged | None:
    """The first idea that tells the best order, and those that are hardly worse, from all that are far
    worse; most orders are without it."""
    documents = {keys: attempt.document for keys, attempt in orders.items()}
    ranked = sorted(means, key=lambda keys: -means[keys])
    start = Attempt(rules, _posed(game, seat)).document
    best = means[ranked[0]]
    for key, idea in ideas(rules).items():
        if (idea.seats and seat not in idea.seats) or lacking(idea.when, start):
            continue
        for want, avoid in tests(idea, seat, start, [documents[keys] for keys in ranked[:CLOSE]]):
            good = [
                keys
                for keys in ranked
                if not lacking(want, documents[keys]) and not (avoid and not lacking(avoid, documents[keys]))
            ]
            rest = [means[keys] for keys in ranked if keys not in good]
            if not good or good[0] != ranked[0] or len(good) > len(ranked) / 2 or best - rest[0] < margin:
                continue
            bounds = zip((best, rest[0]), (idea.best, idea.rest), strict=True)
            if best - means[good[-1]] < margin and all(low <= c <= high for c, (low, high) in bounds):
                return Judged(key, want, (avoid,) if avoid else (), frozenset(good))
    return None


def file_of(rules: Rules[Any]) -> Path:
    """Where the puzzles of a game are kept."""
    return Path(str(files(f"rules.{rules.KEY}").joinpath(FILE)))
