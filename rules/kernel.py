"""This is not asyncio: a rule is a coroutine, and `await` in it means "wait for a choice, or for chance".

A game is kept as the state at the start of its open turn and the entries made since (`Game`). To go on, the
entries are played again (`resume`); nothing else is stored. Dice and draws are entries too, of the seat
`chance`; their faces follow from a secret seed whose hash is published when the game begins (`chance`,
`commitment`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic

from rules.ask import Ask, Option
from rules.chance import Draw, Roll, chance
from rules.errors import Ambiguous, InputError, NotAllowed, NotUnderstood, NoUndo
from rules.face import Decks, Entry, Maker, Player, Point, Rules, S, State, Turn, View
from rules.words import inside

__all__ = [
    "CHANCE",
    "FINAL",
    "SIDE",
    "Ambiguous",
    "Ask",
    "Decks",
    "Entry",
    "Fate",
    "Game",
    "InputError",
    "Live",
    "Maker",
    "NotAllowed",
    "NotUnderstood",
    "Option",
    "Pending",
    "Player",
    "Point",
    "Rules",
    "S",
    "State",
    "Step",
    "Turn",
    "View",
    "begin",
    "legal_options",
    "options",
    "refusal",
    "resume",
    "seats_at",
    "settle",
    "submit",
    "undo",
]

CHANCE = "chance"
FINAL = "final"  # why there is no undo: what was answered can't be taken back
SIDE = "~"  # opens the key of a side act: what may be done at any time, beside the question that waits


Pending = Ask[Any] | Roll | Draw
Fate = Callable[[str, int, int, Roll | Draw], str]  # as `chance`: the seed, the turn, the entry, what is due


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it is kept: the open turn's number and start (a dumped state), and the entries made in it
    since."""

    seed: str
    turn: int
    start: str
    log: tuple[Entry, ...] = ()


class Live(Generic[S]):
    """The open turn under way: its state, and the question or chance it waits for (None: the turn is
    over)."""

    __slots__ = ("_steps", "pending", "rules", "state")

    def __init__(self, rules: Rules[S], state: S) -> None:
        self.rules, self.state = rules, state
        self._steps = rules.turn(state)
        self.pending: Pending | None = None
        self.answer(None)

    def answer(self, value: object) -> None:
        """Go on with a value out of the pending menu, or what chance gave; whoever has a key calls
        `enter`."""
        try:
            self.pending = self._steps.send(value)
        except StopIteration:
            self.pending = None

    def enter(self, seat: str, key: str) -> None:
        """Apply one entry; raises `NotAllowed`, and changes nothing, if it is not this seat's or not on
        offer."""
        pending = self.pending
        if key.startswith(SIDE) and isinstance(pending, Ask):
            self.rules.side(self.state, seat, key[len(SIDE) :])
            return
        match pending:
            case Ask():
                menu = pending.menu()
                if seat != pending.seat or key not in menu:
                    raise NotAllowed(refusal(self.rules, pending, seat, key))
                self.answer(menu[key])
            case None:
                raise NotAllowed(f"The turn is over; “{key}” answers no question.")
            case _:
                result = pending.read(key) if seat == CHANCE else None
                if result is None:
                    raise NotAllowed(
                        f"Chance comes first ({pending.prompt.read(self.rules.name)}), not “{key}”."
                    )
                self.answer(result)


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """What a submission led to: the game as it stands, the turn that waits, and the turns closed on the way,
    oldest first."""

    game: Game
    live: Live[S]
    closed: tuple[Game, ...] = ()
    entered: int = field(default=0)  # how many entries, automatic ones and chance included


def resume(rules: Rules[S], game: Game) -> Live[S]:
    """The open turn, rebuilt from its start and its entries."""
    live = Live(rules, rules.load(game.start))
    for seat, key in game.log:
        live.enter(seat, key)
    return live


def begin(rules: Rules[S], start: str, seed: str) -> Step[S]:
    """A new game from a dumped state; chance and turns without a decision are played up to the first
    question."""
    return settle(rules, Game(seed, 1, start))


def submit(rules: Rules[S], game: Game, seat: str, keys: Sequence[str], *, fate: Fate = chance) -> Step[S]:
    """Apply one seat's choices, all or none; only then roll what is due and go on to the next question.

    Raises `NotAllowed` before anything is rolled if the order goes on past dice or another seat's decision.
    """
    live = resume(rules, game)
    for key in keys:
        live.enter(seat, key)
    if isinstance(live.pending, Ask) and not live.pending.menu():  # a side act may take away what was left
        raise NotAllowed("That would leave the question that waits without any answer. Answer it first.")
    game = replace(game, log=game.log + tuple(Entry(seat, key) for key in keys))
    return settle(rules, game, live, len(keys), fate=fate)


def settle(
    rules: Rules[S], game: Game, live: Live[S] | None = None, entered: int = 0, *, fate: Fate = chance
) -> Step[S]:
    """Roll, draw, take the answers that leave no choice and start new turns, up to a question or the end of
    the game. `fate`: where faces and cards come from, if not from the game's seed."""
    live = live or resume(rules, game)
    closed: list[Game] = []
    while True:
        match live.pending:
            case Ask() as ask:
                if not ask.forced:
                    break
                entry = Entry(ask.seat, next(iter(ask.menu())))
            case None:
                if rules.over(live.state):
                    break
                closed.append(game)
                game = Game(game.seed, game.turn + 1, rules.dump(live.state))
                live = Live(rules, rules.load(game.start))
                continue
            case roll_or_draw:
                entry = Entry(CHANCE, fate(game.seed, game.turn, len(game.log), roll_or_draw))
        live.enter(*entry)
        game, entered = replace(game, log=(*game.log, entry)), entered + 1
    return Step(game, live, tuple(closed), entered)


def undo(rules: Rules[S], game: Game, seat: str, previous: Game | None = None) -> Game:
    """The game without this seat's last choice, and without the automatic answers that followed it.

    `previous`: the turn closed last, whole; the undo goes back into it while nothing was entered since.
    Raises `NoUndo` where chance, a reveal or another seat's choice lies behind the choice.
    """
    live, own, final = Live(rules, rules.load(game.start)), -1, False
    for index, entry in enumerate(game.log):
        if entry.seat == CHANCE or entry.key.startswith(SIDE) or not _forced(live):
            own = index
            final = isinstance(live.pending, Ask) and live.pending.final and not entry.key.startswith(SIDE)
        live.enter(*entry)
    if own < 0:
        if previous is None:
            raise NoUndo("Nothing to undo: you have chosen nothing yet in this turn.", "")
        return undo(rules, previous, seat)
    last = game.log[own]
    if last.seat == CHANCE:
        raise NoUndo("No undo: dice or cards have been revealed since your last choice.", CHANCE)
    if last.seat != seat:
        raise NoUndo(f"No undo: {rules.name(last.seat)} has chosen since then.", last.seat)
    if final:
        raise NoUndo("No undo: by the rules of this game what you have chosen is final.", FINAL)
    return replace(game, log=game.log[:own])


def seats_at(rules: Rules[S], state: S) -> tuple[str, ...]:
    """The seats of the game that a state belongs to, in their order."""
    return tuple(seat for seat, _ in rules.view(state, None).standing)


def _forced(live: Live[Any]) -> bool:
    return isinstance(live.pending, Ask) and live.pending.forced


def options(rules: Rules[Any], ask: Ask[Any]) -> list[Option]:
    """All that a question offers, the refused last, with the words for buttons, lists and refusals."""
    barred = [_option(rules, ask, key, why.read(rules.name)) for key, why in ask.barred().items()]
    return legal_options(rules, ask) + barred


def legal_options(rules: Rules[Any], ask: Ask[Any]) -> list[Option]:
    """What a question offers that may be answered."""
    return [_option(rules, ask, key) for key in ask.menu()]


def _option(rules: Rules[Any], ask: Ask[Any], key: str, why_not: str = "") -> Option:
    return Option(key, ask.read(key, rules.name), (*rules.aliases(key), *ask.also(key)), why_not)


def refusal(rules: Rules[Any], ask: Ask[Any], seat: str, key: str) -> str:
    """Why this seat may not answer `key` now, with the rule, and what it may answer instead."""
    if seat != ask.seat:
        return f"It is {rules.name(ask.seat)}'s decision now."
    found = options(rules, ask)
    why = (
        next((o.why_not for o in found if o.key == key), "")
        or f"“{key}” is no answer to: {ask.prompt.read(rules.name)}"
    )
    legal = [inside(o.label) for o in found if not o.why_not and o.key not in ask.typed]
    return f"{why}{'' if why[-1] in '.?!' else '.'} You can choose: {', '.join(legal)}."
