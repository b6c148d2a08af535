"""Let players choose for seats, and play a game to its end.

A player is any object that can choose among keys. `play_out` plays one turn after the other with the same
state and stores nothing. It is for fuzzing, benchmarks and search.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, cast

from rules.ask import SPECTATOR, Ask, Eyes, Reader, Seal, may_read, only_for
from rules.chance import Draw, Roll
from rules.kernel import CHANCE, Entry, Game, Live, NotAllowed, Player, Point, Rules, View, copy_start
from rules.player import Advice, Adviser
from rules.players.talking import Talk
from rules.secrecy import HIDDEN, as_read, find_face, find_faces, mask_entries
from rules.state import S, V
from rules.words import Said

__all__ = ["Broken", "DeadEnd", "Mover", "Player", "Point", "play_out", "sample"]

MOST_CHOICES = 200  # at most this many answers in one order
DEALS = 30  # try at most this many deals of hidden cards, until one fits the draws of the turn
Chance = Callable[[int, int, Roll | Draw], str]  # (turn, entry, roll or draw) -> faces or cards


@dataclass(frozen=True, slots=True)
class Mover:
    """A player that takes the key with the index `number(n)`, out of n keys.

    `Mover(random.Random(1).randrange)` moves at random.
    """

    number: Callable[[int], int]

    def choose(self, point: Point, /) -> str:
        """Return one of the keys."""
        return point.keys[self.number(len(point.keys))]


class DeadEnd(RuntimeError):
    """A question without a legal answer, or a game that doesn't end: a bug in the rules."""


class Unreadable(ValueError):
    """A turn can't be simulated, because it has entries that the seat may not read or that fit no deal."""


class Broken(RuntimeError):
    """The rules failed at a legal `entry`. The cause is the original exception.

    The text may go into a log, so it names the key only if `shown`.
    """

    def __init__(self, turn: int, index: int, entry: Entry, *, shown: bool) -> None:
        what = f"{entry.seat} {entry.key if shown else HIDDEN}"
        super().__init__(f"turn {turn}, entry {index} ({what}): the rules failed")
        self.turn, self.entry = turn, entry


@dataclass(slots=True)
class _Turn(Generic[S, V]):
    """The open turn of a game that is played to its end.

    It keeps what a `Point` can give to players. Random movers use nothing of it, so `start` is None if all
    players are random movers.
    """

    rules: Rules[S, V]
    start: S | None  # the state at the start of the turn; None: no player will look at it
    log: list[Entry] = field(default_factory=list)
    order: list[str] = field(default_factory=list)
    of: str = ""  # the seat that gives `order`
    eyes: list[Eyes | Seal] = field(default_factory=list)  # for each entry, who may read it
    # whether an answer was still sealed when this object was made; if so, `read` must replay the turn
    sealed: bool = False
    views: dict[str, View] = field(default_factory=dict)  # the views of the start, by seat

    def __post_init__(self) -> None:
        if self.start is not None and self.log:
            self.eyes = find_faces(self.rules, self.start.copy(), self.log)
            self.sealed = any(isinstance(each, Seal) and not each.opened for each in self.eyes)

    def point(self, live: Live[S, V], ask: Ask, keys: tuple[str, ...]) -> Point:
        """Return the `Point` of a player who is asked this question."""
        rules, seat, start = self.rules, ask.seat, self.start

        def get_view() -> View:
            assert start is not None, "the start is kept for every player that looks back"
            if seat not in self.views:
                self.views[seat] = rules.view(start, seat)
            return self.views[seat]

        log = self.read(only_for(seat) or SPECTATOR) if start is not None else ()
        order = tuple(self.order) if self.of == seat else ()
        return Point(seat, ask.kind, keys, order, lambda: rules.view(live.state, seat), get_view, log)

    def read(self, reader: Reader) -> tuple[Entry, ...]:
        """Return the turn's entries as this reader may read them."""
        assert self.start is not None, "the start is kept for every player that looks back"
        if self.sealed:
            return mask_entries(self.rules, self.start.copy(), self.log, reader)
        return as_read(self.log, self.eyes, reader)

    def add_side_act(self, entry: Entry, pending: Ask) -> None:
        """Add an act out of turn, which is no part of an order."""
        self.log.append(entry)
        self.eyes.append(find_face(pending, entry.key))

    def add(self, entry: Entry, eyes: Eyes | Seal) -> bool:
        """Add an entry. Return whether a new order begins with it."""
        begins = entry.seat not in (self.of, CHANCE)
        if entry.seat != self.of:
            self.of, self.order = ("" if entry.seat == CHANCE else entry.seat), []
        self.order.append(entry.key)
        self.log.append(entry)
        self.eyes.append(eyes)
        return begins


def play_out(
    rules: Rules[S, V],
    state: S,
    players: Mapping[str, Player],
    chance: Chance,
    *,
    live: Live[S, V] | None = None,
    since: tuple[S, Sequence[Entry]] | None = None,
    until: Callable[[S, int], bool] | None = None,
    watch: Callable[[Live[S, V], int, Entry], None] | None = None,
    talks: bool = False,
    most: int = 100_000,
) -> tuple[int, int]:
    """Play a state to the end of its game. Return the number of turns and of entries.

    Args:
        state: the state; it changes
        chance: `chance(turn, index, pending)` returns faces and cards
        live: the open turn of this state, if one has begun; it is played first
        since: the state at the start of `live`, and the entries of `live` so far, for `Point.begun` and
            `Point.log`
        until: `until(state, orders)` is called before each turn except `live`; `orders` is the number of
            orders so far. If it returns True, the game stops there
        watch: `watch(live, turn, entry)` is called after each entry, except acts out of turn
        talks: whether players make and answer proposals at the start of turns; random movers never do
        most: a game with more entries than this counts as endless

    Raises `DeadEnd` (also after `most` entries) and `Broken`.
    """
    turns = entries = orders = 0
    lookers = [seat for seat, player in players.items() if not isinstance(player, Mover)]
    looks, talk = bool(lookers), Talk(rules, lookers if talks else ())
    while live is not None or not rules.over(state):
        if live is None:
            if until is not None and until(state, orders):
                break
            state.story.clear()
        turns += 1
        turn = _Turn(rules, state.copy() if looks and live is None else None)
        if live is not None and since is not None:
            turn = _Turn(rules, since[0], list(since[1]))
        fresh, now, live, index = live is None, live or Live(rules, state), None, 0
        for entry in talk.acts(now, turns) if fresh else ():
            assert isinstance(now.pending, Ask), "players make proposals only at a question"
            turn.add_side_act(entry, now.pending)
            index += 1
        while (pending := now.pending) is not None:
            if isinstance(pending, Ask):
                menu = pending.menu()
                if not menu:
                    raise DeadEnd(
                        f"turn {turns}, entry {index}: no answer to “{pending.prompt.read(rules.name)}”"
                    )
                keys = tuple(menu)
                alone = len(keys) == 1 and pending.skip != "never"
                key = keys[0] if alone else players[pending.seat].choose(turn.point(now, pending, keys))
                entry, value = Entry(pending.seat, key), menu[key]
            else:
                entry = Entry(CHANCE, chance(turns, index, pending))
                value = pending.read(entry.key)
            eyes = find_face(pending, entry.key)
            try:
                now.answer(value)
            except Exception as error:
                shown = may_read(eyes, SPECTATOR)
                raise Broken(turns, index, entry, shown=shown) from error
            index += 1
            orders += turn.add(entry, eyes)
            if watch is not None:
                watch(now, turns, entry)
            if entries + index > most:
                raise DeadEnd(f"turn {turns}: no end after {most} entries")
        entries += index
    return turns, entries


def sample(rules: Rules[S, V], point: Point, number: Callable[[int], int]) -> Live[S, V]:
    """Return an open turn that fits all that the seat at this point knows.

    What is hidden from the seat is dealt at random. A player that searches plays on from this turn and from
    copies of its state. Raises `Unreadable` as `sample_at_point` does.
    """
    state, log = sample_at_point(rules, point, number)
    return replay_entries(rules, state, log)


def deal_hidden(rules: Rules[S, V], view: View, number: Callable[[int], int]) -> S:
    """Return a state that fits this view. What the view hides is dealt at random.

    Raises `ValueError` if the game cannot make one.
    """
    if rules.EXTRAS.analysis.sample_state is None:
        raise ValueError(f"{rules.TITLE} makes no states of its views")
    return rules.EXTRAS.analysis.sample_state(cast("V", view), number)


def sample_at_point(
    rules: Rules[S, V], point: Point, number: Callable[[int], int]
) -> tuple[S, Sequence[Entry]]:
    """Return a state that fits what the seat at this point knows, and the entries that lead to the point.

    The state is from the start of the turn. If no deal fits the entries of the turn, return a state of the
    present moment instead, with no entries. Raises `Unreadable` if that state doesn't lead to the same
    question, or if the seat may not read an entry. Raises `ValueError` as `deal_hidden` does.
    """
    drawn = any(seat == CHANCE for seat, _ in point.log)
    for _ in range(DEALS if drawn else 1):
        state = deal_hidden(rules, point.begun(), number)
        try:
            live = replay_entries(rules, state.copy(), point.log)
        except NotAllowed:
            continue
        if live.pending is not None:
            return state, point.log
    state = deal_hidden(rules, point.look(), number)
    ask = Live(rules, state.copy()).pending
    here = point.seat, point.kind, point.keys
    if isinstance(ask, Ask) and (ask.seat, ask.kind, tuple(ask.menu())) == here:
        return state, ()
    raise Unreadable("no deal fits what has happened in this turn")


def replay_entries(
    rules: Rules[S, V], state: S, log: Sequence[Entry], keys: Sequence[str] = ()
) -> Live[S, V]:
    """Play a turn from its first state: enter the entries of `log`, then the `keys`. Return the turn.

    `state` changes. `keys`: answers of the seats that are asked after the entries. Raises `Unreadable` if an
    entry is hidden, and `NotAllowed` if an entry or a key does not fit.
    """
    if any(key == HIDDEN for _, key in log):
        raise Unreadable("something has happened in this turn that may not be read")
    live = Live(rules, state)
    for seat, key in log:
        live.enter(seat, key)
    for key in keys:
        live.enter(live.pending.seat if isinstance(live.pending, Ask) else CHANCE, key)
    return live


def find_asked(rules: Rules[S, V], game: Game) -> Point | None:
    """Return the point of the asked seat in a stored game; None if no seat is asked."""
    live, turn = _open_turn(rules, game)
    return (
        turn.point(live, live.pending, tuple(live.pending.menu())) if isinstance(live.pending, Ask) else None
    )


def _open_turn(rules: Rules[S, V], game: Game) -> tuple[Live[S, V], _Turn[S, V]]:
    state = copy_start(rules, game)
    turn = _Turn(rules, state.copy(), list(game.log))  # a copy of the state, because `Live` changes it
    live = Live(rules, state)
    for entry in game.log:
        live.enter(*entry)
    return live, turn


def choose_order(
    rules: Rules[S, V], game: Game, player: Player, most: int = MOST_CHOICES, *, played: bool = False
) -> Advice:
    """Return a whole order for the asked seat of a stored game.

    The order has all that the seat decides before dice, a card or another seat's decision, but at most `most`
    answers. The reason comes from the player. If the player gives none, it comes from the game
    (`explain_order`; `played`: whether the reason is shown below what the order brought).
    """
    live, turn = _open_turn(rules, game)
    seat, keys = live.pending.seat if isinstance(live.pending, Ask) else "", list[str]()
    reason: Said = ""
    while isinstance(ask := live.pending, Ask) and ask.seat == seat and len(keys) < most:
        menu = tuple(ask.menu())
        if ask.forced:
            keys.append(menu[0])
        else:
            point = turn.point(live, ask, menu)
            if isinstance(player, Adviser) and not turn.order:
                reason = player.advise(point)[0].reason
            keys.append(player.choose(point))
        live.enter(seat, keys[-1])
        turn.add(Entry(seat, keys[-1]), ask.face)
    return Advice(tuple(keys), reason or explain_order(rules, game, keys, played=played))


def explain_order(rules: Rules[S, V], game: Game, keys: Sequence[str], *, played: bool = False) -> Said:
    """Return the game's own reason for an order in a stored game; "" if it has none.

    `played`: whether the reason is shown below what the order brought, and so doesn't repeat it.
    """
    analysis = rules.EXTRAS.analysis
    purpose = (played and analysis.intent) or analysis.purpose
    live, _ = _open_turn(rules, game)
    if purpose is None or not isinstance(live.pending, Ask):
        return ""
    seat, before = live.pending.seat, rules.view(live.state, None)
    for key in keys:
        live.enter(seat, key)
    return purpose(before, rules.view(live.state, None), seat, keys)
