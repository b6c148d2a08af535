"""This is not asyncio: a rule is a coroutine, and `await` in it means "wait for a choice, or for chance".

A game is kept as the state at the start of its open turn and the entries made since (`Game`). To go on, the
entries are played again (`resume`); nothing else is stored. Dice and draws are entries too, of the seat
`chance`; their faces follow from a secret seed whose hash is published when the game begins (`chance`,
`commitment`).
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from pydantic import BaseModel

from rules.chance import Draw, Roll, chance
from rules.words import Line, Words

T = TypeVar("T")
CHANCE = "chance"
SIDE = "~"  # opens the key of a side act: what may be done at any time, beside the question that waits


class InputError(ValueError):
    """An order that can't be carried out; nothing has changed. Its text is meant for the player."""


class NotUnderstood(InputError):
    """Words that mean nothing at this point."""


class Ambiguous(InputError):
    """Words that mean several things; `candidates` are the keys they could mean."""

    def __init__(self, text: str, candidates: Sequence[str]) -> None:
        super().__init__(text)
        self.candidates = tuple(candidates)


class NotAllowed(InputError):
    """Understood, but against the rules; the text names the rule and what is legal instead."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing a question offers: `key` is stored and put into buttons, `label` is read, `also` may be
    typed too."""

    key: str
    label: str
    also: tuple[str, ...] = ()
    why_not: str = ""  # shown, but may not be taken, for this reason


class Ask(Generic[T]):
    """A question to one seat. What it offers is looked up when somebody looks, never frozen when it was
    asked."""

    __slots__ = ("anyway", "barred", "label", "lead", "menu", "prompt", "seat")

    def __init__(
        self,
        seat: str,
        prompt: Words,
        menu: Callable[[], Mapping[str, T]],
        *,
        barred: Callable[[], Mapping[str, Words]] = dict,
        label: Callable[[str], Words] | None = None,
        lead: str = "",
        anyway: bool = False,
    ) -> None:
        """`menu`: what may be chosen now, key to value; `barred`: what is shown but refused, with the reason;
        `lead`: the small word before the answer in an order line ("to"); `anyway`: ask even where only one
        answer is left."""
        self.seat, self.prompt, self.menu, self.barred = seat, prompt, menu, barred
        self.label, self.lead, self.anyway = label, lead, anyway

    def __await__(self) -> Generator[Pending, T, T]:
        return (yield self)

    @property
    def forced(self) -> bool:
        """True where nothing is to be decided: `settle` takes the only answer by itself."""
        return not self.anyway and len(self.menu()) == 1


Pending = Ask[Any] | Roll | Draw
Turn = Coroutine[Pending, Any, None]
Fate = Callable[[str, int, int, Roll | Draw], str]  # as `chance`: the seed, the turn, the entry, what is due


class Entry(NamedTuple):
    """One choice, or one act of chance, as it is kept for ever."""

    seat: str
    key: str


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it is kept: the open turn's number and start (a dumped state), and the entries made in it
    since."""

    seed: str
    turn: int
    start: str
    log: tuple[Entry, ...] = ()


class State(Protocol):
    """What every game's state has: the story of the turn under way, which starts empty and is never
    stored."""

    story: list[Line]


class View(Protocol):
    """What every game's view says of itself; the rest is for the game's own picture."""

    @property
    def game(self) -> str:
        """The key of the game."""

    @property
    def standing(self) -> Sequence[tuple[str, str]]:
        """For each seat a few words of how it stands ("18 VP, 12 Resources, 2 Cavalry")."""

    @property
    def headline(self) -> str:
        """Where the game is, in one line, or how it ended."""


Look = Callable[[], View]


class Player(Protocol):
    """Who holds a seat: a person, a random mover, an automatic opponent."""

    def choose(self, look: Look, keys: Sequence[str], /) -> str:
        """One of the legal `keys`; `look()` gives what this seat may see, and costs nothing where it isn't
        called."""


# Makes an automatic player of `number(n)`, a random number below n, and `stop()`: it has thought enough.
Maker = Callable[[Callable[[int], int], Callable[[], bool]], Player]


class Decks(Protocol):
    """The decks of a game that is played with cards out of a file. A deck is given as its whole text, or by
    the name of a built-in one."""

    def check(self, text: str, /) -> list[str]:
        """The mistakes of a deck, a line each; none if it can be played."""

    def show(self, text: str, number: int | None, /) -> str:
        """A deck, or one card of it, as players read it; a wording of its own beside the generated words.
        Raises `ValueError`."""

    def card(self, state: Any, number: int | None, /) -> str:
        """A card of the game under way in words, with what it would do now if it is open; None: the card
        revealed last, and how many are left. Raises `ValueError`."""

    def report(self, text: str, games: int, number: Callable[[int], int], /) -> Iterator[str]:
        """Lines on what a deck does in so many random games; `number(n)`: a random number below n. Raises
        `ValueError`."""


S = TypeVar("S", bound=State)


class Rules(Protocol[S]):
    """The public face of a game; the package of a game is one (see `rules.GAMES`)."""

    @property
    def KEY(self) -> str:
        """What the game is called in commands and files."""

    @property
    def TITLE(self) -> str:
        """What people call it."""

    @property
    def SEATS(self) -> tuple[str, ...]:
        """The keys of its seats."""

    @property
    def SIDE_WORDS(self) -> frozenset[str]:
        """The first words of side acts as they are typed ("offer", "accept")."""

    @property
    def Options(self) -> type[BaseModel]:
        """What is agreed on before the game; every field has a default."""

    @property
    def DECKS(self) -> Decks | None:
        """The decks that can be chosen from, if the game has cards out of a file."""

    @property
    def AUTOMATIC(self) -> Mapping[str, Maker]:
        """The levels of the game's automatic players, the easiest first; empty if it has none."""

    def setup(self, options: Any, /) -> S:
        """The state before the first turn."""

    def turn(self, state: S, /) -> Turn:
        """The next turn: the largest unit that ends with nothing pending."""

    def over(self, state: S, /) -> bool:
        """True after the last turn."""

    def side(self, state: S, seat: str, act: str, /) -> None:
        """What may be done at any time, beside the question that waits. Raises `NotAllowed`."""

    def side_acts(self, state: S, seat: str, /) -> Sequence[Option]:
        """The side acts that need only a click of this seat now."""

    def check(self, state: S, /) -> None:
        """Raises `AssertionError` where the state breaks an invariant of the game."""

    def view(self, state: S, seat: str | None, /) -> View:
        """What this seat (None: an onlooker) may see."""

    def dump(self, state: S, /) -> str:
        """The state as a document, JSON on one line."""

    def load(self, text: str, /) -> S:
        """The state of a document, YAML or JSON. Raises `ValueError` with the place and the reason."""

    def name(self, key: str, /) -> str:
        """What people read for a key: "rajput-kingdoms" is "Rajput Kingdoms"."""

    def aliases(self, key: str, /) -> Sequence[str]:
        """What may be typed for a key beside its name."""

    def reference(self) -> Mapping[str, str]:
        """The rules in short, rule number to text."""


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
    Raises
    `NotAllowed` where chance, a reveal or another seat's choice lies behind the choice.
    """
    live, own = Live(rules, rules.load(game.start)), -1
    for index, entry in enumerate(game.log):
        if entry.seat == CHANCE or entry.key.startswith(SIDE) or not _forced(live):
            own = index
        live.enter(*entry)
    if own < 0:
        if previous is None:
            raise NotAllowed("Nothing to undo: you have chosen nothing yet in this turn.")
        return undo(rules, previous, seat)
    last = game.log[own]
    if last.seat == CHANCE:
        raise NotAllowed("No undo: dice or cards have been revealed since your last choice.")
    if last.seat != seat:
        raise NotAllowed(f"No undo: {rules.name(last.seat)} has chosen since then.")
    return replace(game, log=game.log[:own])


def _forced(live: Live[Any]) -> bool:
    return isinstance(live.pending, Ask) and live.pending.forced


def options(rules: Rules[Any], ask: Ask[Any]) -> list[Option]:
    """All that a question offers, the refused last, with the words for buttons, lists and refusals."""

    def option(key: str, why_not: str) -> Option:
        text = (Words("{key}", {"key": key}) if ask.label is None else ask.label(key)).read(rules.name)
        return Option(key, text, tuple(rules.aliases(key)), why_not)

    legal = [option(key, "") for key in ask.menu()]
    return legal + [option(key, why.read(rules.name)) for key, why in ask.barred().items()]


def refusal(rules: Rules[Any], ask: Ask[Any], seat: str, key: str) -> str:
    """Why this seat may not answer `key` now, with the rule, and what it may answer instead."""
    if seat != ask.seat:
        return f"It is {rules.name(ask.seat)}'s decision now: {ask.prompt.read(rules.name)}"
    found = options(rules, ask)
    why = (
        next((o.why_not for o in found if o.key == key), "")
        or f"“{key}” is no answer to: {ask.prompt.read(rules.name)}"
    )
    legal = [o.label for o in found if not o.why_not]
    return f"{why}{'' if why[-1] in '.?!' else '.'} You can choose: {', '.join(legal)}."
