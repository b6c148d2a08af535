"""Find puzzles in games between bot players.

Some positions are sampled. All orders of such a position are evaluated. If it has too many orders, only a
selection is evaluated. A position is a puzzle if some orders are far better than all others, and if an idea
explains this. An idea is a reason with a name, which the game defines (`rules.lessons.puzzle`).

Orders are simulated in rounds. Most positions are dropped after the first few simulations. At the end,
many more simulations with new luck must confirm the puzzle.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any

from bot.analysis.advice import list_proposals
from bot.engine.thinking import Counted, Task, seat_player
from lab.jsonl import mend_file, read_whole_lines
from lab.puzzle_worth import (
    AGAIN,
    KEPT,
    PLAYOUTS,
    Keys,
    Led,
    confirm_orders,
    find_separating_idea,
    matters,
    weigh_orders,
    weigh_similar_orders,
)
from rules.errors import InputError
from rules.kernel import Ask, Game, Player, Point, Rules, begin, submit
from rules.lessons.attempt import ENTRIES, TURN, Attempt
from rules.lessons.lesson import Hint, Lesson
from rules.lessons.puzzle import FILE, Idea, Provenance, Puzzle, load_ideas, load_puzzles, read_puzzles
from rules.players import Unreadable, choose_order, find_asked, replay_entries, sample_at_point
from rules.players.outlook import make_quick

LOOKS = 40  # thinking steps of a bot player per order; steps don't depend on the machine
EVERY = 3  # one in this many decisions is examined, on average
FROM_A_GAME = 2  # at most this many puzzles from one game
FEWEST = 4  # a position with fewer orders is no puzzle
MOST = 120  # if a position has more orders, only those that bot players propose are evaluated
LIKE = 24  # at most this many orders similar to the best one are evaluated too


@dataclass(frozen=True, slots=True)
class Search:
    """The settings of a search for puzzles.

    Attributes:
        level: the bot player that proposes orders.
        margin: how much better the good orders must be, as a chance from 0 to 1.
        seed: the seed of the games.
        looks: the thinking steps of the bot player for an order.
        playouts: how many simulations, with new luck, each remaining order gets; before a puzzle is
            confirmed, `AGAIN` times as many.
        after: examine all decisions after this turn and none before, because late orders differ more and
            are simulated faster. 0: examine a sample of all decisions.
    """

    level: str
    margin: float
    seed: str
    looks: int = LOOKS
    playouts: int = PLAYOUTS
    after: int = 0


def find_puzzles(
    rules: Rules, search: Search, games: range, without: Collection[str] = ()
) -> Iterator[tuple[int, Puzzle | None]]:
    """Yield (number of the game, puzzle) for each puzzle of these games, and (number, None) at a game's end.

    `without`: ideas that are skipped. The caller may add ideas to it during the search.
    """
    for number in games:
        luck, made = Random(f"{search.seed}/{number}"), 0
        for position in list_decisions(rules, f"{search.seed}/{number}"):
            picked = position.turn > search.after if search.after else not luck.randrange(EVERY)
            if made < FROM_A_GAME and picked:
                puzzle = examine_position(rules, search, position, number, without)
                if puzzle is not None:
                    made += 1
                    yield number, puzzle
            elif made == FROM_A_GAME:
                break
        yield number, None


def add_puzzles(
    rules: Rules, search: Search, file: Path, most: int, games: int
) -> Iterator[tuple[int, Puzzle | None]]:
    """Add puzzles to a file until it has `most` puzzles, or until `games` games were searched.

    Yield as `find_puzzles` does. If the file has puzzles with the same seed, the search begins after the last
    game that gave such a puzzle. At most half of the `most` puzzles have the same idea. Raises `InputError`
    for a game without ideas, an unknown level, or a file that can't be read.
    """
    known = load_ideas(rules)
    if not known:
        raise InputError(f"{rules.TITLE} does not say what makes a puzzle (ideas.yaml)")
    if search.level not in rules.BOT_PLAYERS:
        raise InputError(f"{rules.TITLE}: these levels can play: {', '.join(rules.BOT_PLAYERS)}")
    there = _read_kept(file, known)
    if len(there) >= most:
        return
    done = [each.provenance.game for each in there.values() if each.provenance.seed == search.seed]
    of_idea = Counter(each.idea for each in there.values())
    of_each = max(1, most // 2)
    without = {idea for idea in known if of_idea[idea] >= of_each}
    for number, puzzle in find_puzzles(rules, search, range(max(done, default=-1) + 1, games), without):
        if puzzle is not None:
            if puzzle.key in there or puzzle.idea in without:
                continue
            there[puzzle.key] = puzzle
            of_idea[puzzle.idea] += 1
            if of_idea[puzzle.idea] >= of_each:
                without.add(puzzle.idea)
            _keep(file, puzzle)
        yield number, puzzle
        if len(there) >= most:
            return


def check_puzzles(rules: Rules, file: Path) -> Iterator[tuple[Puzzle, Puzzle | None]]:
    """Evaluate each puzzle of a game again. Yield the puzzle and its new version.

    The new version is None if the position is no puzzle any more. Puzzles that are valid are written to
    `file`. If `file` already has puzzles, continue after the last of them. Raises `InputError` if `file` is
    the game's own file, or if it can't be read.
    """
    known, own = load_ideas(rules), load_puzzles(rules)
    if file.resolve() == find_puzzle_file(rules).resolve():
        raise InputError("--again writes to a file of its own: give -o FILE")
    there = _read_kept(file, known)
    last = max((at for at, key in enumerate(own) if key in there), default=-1)
    for puzzle in list(own.values())[last + 1 :]:
        made = puzzle.provenance
        search = Search(made.level, made.margin, made.seed, made.looks, made.playouts // AGAIN)
        game = Attempt(rules, puzzle.lesson(known[puzzle.idea])).begun
        shown = Game(puzzle.key, game.turn, game.start, game.log)
        fresh = _weigh_whole(rules, search, shown, made.game)
        if fresh is not None:
            _keep(file, fresh)
        yield puzzle, fresh


def _read_kept(file: Path, known: Mapping[str, Idea]) -> dict[str, Puzzle]:
    """Return the puzzles of a file that may end in an incomplete line; mend it. {} if there is no file."""
    there = _read_whole("".join(read_whole_lines(file)), file, known)
    mend_file(file)
    return there


def read_puzzle_file(rules: Rules, file: Path) -> dict[str, Puzzle]:
    """Return the puzzles of a file by their keys. Raises `InputError` if the file is bad."""
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"{file}: {error.strerror}") from None
    return _read_whole(text, file, load_ideas(rules))


def _read_whole(text: str, file: Path, known: Mapping[str, Idea]) -> dict[str, Puzzle]:
    try:
        return dict(read_puzzles(text, str(file), known))
    except ValueError as error:
        raise InputError(str(error)) from None


def _keep(file: Path, puzzle: Puzzle) -> None:
    with file.open("a", encoding="utf-8") as end:
        end.write(f"{puzzle.model_dump_json(exclude_defaults=True)}\n")


def examine_position(
    rules: Rules, search: Search, position: Game, number: int, without: Collection[str] = ()
) -> Puzzle | None:
    """Return the puzzle of a position in which a seat begins an order; None if it isn't one."""
    shown = show_position(rules, position, search.seed)
    if shown is None:
        return None
    point = find_asked(rules, shown)
    assert point is not None, "somebody is asked"
    if not matters(rules, f"{search.seed}/{shown.seed}", shown, point, search.margin):
        return None
    return _weigh_whole(rules, search, shown, number, without)


def show_position(rules: Rules, position: Game, seed: str) -> Game | None:
    """Return a position as the asked seat sees it, with hidden things dealt at random.

    The seed of the returned game is the position's key. Return None if nobody begins an order in the
    position, or if the hidden things can't be dealt.
    """
    key = blake2b(f"{position.start}{position.log}".encode(), digest_size=4).hexdigest()
    point = find_asked(rules, position)
    if point is None or point.order:
        return None
    try:
        state, log = sample_at_point(rules, point, Random(f"{seed}/{key}").randrange)
    except Unreadable:
        return None
    return Game(key, position.turn, rules.dump(state), tuple(log))


def _weigh_whole(
    rules: Rules, search: Search, shown: Game, number: int, without: Collection[str] = ()
) -> Puzzle | None:
    """Evaluate the orders of a position, as the asked seat sees the position. Return the puzzle, or None.

    The seed of the position is the key of the puzzle.
    """
    point = find_asked(rules, shown)
    assert point is not None, "somebody is asked"
    how = f"{search.seed}/{shown.seed}", point
    picked, thought = _pick(rules, search, shown)
    orders = _orders(rules, search, shown, picked, Random(f"{how[0]}/orders").randrange(1 << 30))
    if len(orders) < FEWEST:
        return None
    start = Attempt(rules, _pose(shown, point.seat)).document
    documents = {keys: attempt.document for keys, attempt in orders.items()}
    led = Led(point.seat, start, documents, without, picked if thought else None)
    means = weigh_orders(rules, *how, led, search.margin)
    right = None if means is None else find_separating_idea(rules, means, led, search.margin)
    if means is None or right is None:
        return None
    if like := _like(rules, shown, max(means, key=means.__getitem__), orders):
        alike = {keys: attempt.document for keys, attempt in like.items()}
        led = led._replace(documents={**led.documents, **alike})
        means = weigh_similar_orders(rules, *how, means, led, search.margin)
        right = None if means is None else find_separating_idea(rules, means, led, search.margin)
    if means is None or right is None:
        return None
    fresh = confirm_orders(rules, *how, means, right.good, search.margin, search.playouts)
    if fresh is None:
        return None
    best = [each for each in fresh if each.keys in right.good][:KEPT]
    rest = [each for each in fresh if each.keys not in right.good][:KEPT]
    provenance = Provenance(
        by="durbar puzzles", level=search.level, looks=search.looks, playouts=search.playouts * AGAIN,
        margin=search.margin, seed=search.seed, game=number,
    )  # fmt: skip
    return Puzzle(
        key=shown.seed, idea=right.idea, seat=point.seat, position=make_document(shown), want=right.want,
        avoid=right.avoid, best=tuple(best), rest=tuple(rest), provenance=provenance,
    )  # fmt: skip


# Games and their orders


def list_decisions(rules: Rules, seed: str) -> Iterator[Game]:
    """Yield the positions of a game in which a seat begins an order.

    The players of the game are equally strong, and sometimes make bad mistakes. If players were unequal, the
    game would be decided early, and later orders would not matter.
    """
    rng, options = Random(seed), rules.Options()
    level = rng.choice(list(rules.BOT_PLAYERS)[:2])
    players = {
        seat: seat_player(rules, level, rng.randrange, Counted(LOOKS)) for seat in rules.seats(options)
    }
    step = begin(rules, rules.dump(rules.setup(options)), seed)
    while isinstance(ask := step.live.pending, Ask):
        yield step.game
        order = choose_order(rules, step.game, players[ask.seat])
        step = submit(rules, step.game, ask.seat, order.keys)


def _pick(rules: Rules, search: Search, game: Game) -> tuple[Keys, bool]:
    """Return the order that the level finds in 4 times the usual thinking time, and whether the level thinks.

    Simple levels choose without thinking.
    """
    budget = Counted(search.looks * AGAIN)
    player = seat_player(rules, search.level, Random(search.seed).randrange, budget)
    return choose_order(rules, game, player).keys, budget.left < budget.looks


def _orders(rules: Rules, search: Search, game: Game, picked: Keys, luck: int) -> dict[Keys, Attempt]:
    """Return the orders of a position and their results, with `picked` first.

    If there are too many orders, return only those that bot players propose.
    """
    point = find_asked(rules, game)
    assert point is not None, "somebody is asked"
    orders = _every(rules, game, point.seat)
    if orders is None:
        task = Task(rules.KEY, game, point.seat, search.level, 1.0, luck)
        easier = list(rules.BOT_PLAYERS)[: list(rules.BOT_PLAYERS).index(search.level)]
        budget = Counted(search.looks)
        orders = [keys for keys, *_ in list_proposals(rules, task, point, budget, easier)]
    return _leading(rules, game, point.seat, [picked, *orders])


def _like(rules: Rules, game: Game, best: Keys, orders: Mapping[Keys, Attempt]) -> dict[Keys, Attempt]:
    """Return orders that are similar to `best`, with their results.

    Each returned order differs from `best` in one answer, and is otherwise as similar to `best` as possible.
    No order in `orders` leads to the same position as a returned order.
    """
    point = find_asked(rules, game)
    assert point is not None, "somebody is asked"
    luck = Random(f"{game.seed}/like")
    changed = list[Keys]()
    for at, key in enumerate(best):
        pending = replay_entries(rules, rules.load(game.start), game.log, best[:at]).pending
        if isinstance(pending, Ask) and pending.seat == point.seat:
            changed += [(*best[:at], other) for other in pending.menu() if other != key]
    alike = [
        choose_order(rules, game, _Alike(keys, best, make_quick(rules)(luck.randrange, lambda: False))).keys
        for keys in luck.sample(changed, min(LIKE, len(changed)))
    ]
    return _leading(rules, game, point.seat, alike, orders)


@dataclass(frozen=True, slots=True)
class _Alike:
    """A player that gives an order. The order begins with `keys`.

    After `keys`, it continues like `best`. Where this is not possible, `player` chooses.
    """

    keys: Keys
    best: Keys
    player: Player

    def choose(self, point: Point, /) -> str:
        """Return one of the keys."""
        at = len(point.order)
        key = self.keys[at] if at < len(self.keys) else self.best[min(at, len(self.best) - 1)]
        return key if key in point.keys else self.player.choose(point)


def _leading(
    rules: Rules,
    game: Game,
    seat: str,
    orders: Iterable[Keys],
    before: Mapping[Keys, Attempt] = MappingProxyType({}),
) -> dict[Keys, Attempt]:
    """Return those of `orders` that lead to new positions, each with its result; one order for each position.

    A position is new if no order of `before` leads to it. Illegal and incomplete orders are left out.
    """
    lesson, led = _pose(game, seat), dict[Keys, Attempt]()
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


def _place(rules: Rules, attempt: Attempt) -> str:
    return f"{rules.dump(attempt.live.state)} {getattr(attempt.live.pending, 'kind', '')}"


def _every(rules: Rules, game: Game, seat: str) -> list[Keys] | None:
    """Return all complete orders of the asked seat; None if there are too many."""
    open_, whole = list[Keys]([()]), list[Keys]()
    looked = 0
    while open_:
        keys = open_.pop()
        looked += 1
        if looked > 3 * MOST or len(whole) > MOST:
            return None
        live = replay_entries(rules, rules.load(game.start), game.log, keys)
        if isinstance(live.pending, Ask) and live.pending.seat == seat:
            open_ += [(*keys, key) for key in live.pending.menu()]
        else:
            whole.append(keys)
    return whole


def _pose(game: Game, seat: str) -> Lesson:
    """Return a lesson without words. Orders can be tried in its position."""
    blank = {"say": "", "task": "-", "right": "-", "sum": "-", "accept": ("-",)}
    hints = (Hint(say="-", order="-"),)
    return Lesson.model_validate(
        {"title": "-", "seat": seat, "position": make_document(game), "hints": hints} | blank
    )


def make_document(game: Game) -> dict[str, Any]:
    """Return a position as the puzzle file stores it, without the game's name."""
    document: dict[str, Any] = json.loads(game.start)
    del document["game"]
    if game.log:
        document |= {TURN: game.turn, ENTRIES: [list(entry) for entry in game.log]}
    return document


def find_puzzle_file(rules: Rules) -> Path:
    """Return the file with the puzzles of a game."""
    return Path(str(files(f"rules.{rules.KEY}").joinpath(FILE)))
