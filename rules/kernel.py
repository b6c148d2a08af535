"""Play the coroutines of the rules. `await` in a rule waits for a choice or for chance, not for asyncio.

A game is stored as the state at the start of its open turn and the entries made since then (`Game`). To go
on, `resume` plays these entries again; the present position is not stored. Dice and draws are entries too, of
the seat `chance`. Their results are computed from a secret seed. A hash of the seed and the start is
published when the game begins (`rules.chance.make_commitment`). A running hash covers the record so far
(`find_digest`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, NamedTuple, cast

from rules.ask import Ask, Option, Seal
from rules.asking import DONE
from rules.chance import Draw, Roll, derive_seed, find_faces, link
from rules.errors import Ambiguous, InputError, NotAllowed, NotUnderstood, NoUndo, tell_reason
from rules.extras.decks import Decks
from rules.face import Pending, Rules, Turn
from rules.player import Maker, Player, Point
from rules.state import Entry, S, State, V, View
from rules.words import ENGLISH, Words, as_is, english, inside, language, say

__all__ = [
    "CHANCE",
    "CLOSING",
    "FINAL",
    "SIDE",
    "Ambiguous",
    "Ask",
    "Choice",
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
    "copy_start",
    "explain_refusal",
    "find_digest",
    "go_back",
    "list_barred_options",
    "list_choices",
    "list_legal_options",
    "list_options",
    "list_seats",
    "load_start",
    "make_next_turn",
    "resume",
    "settle",
    "submit",
    "undo",
]

# what players may type for "done"; some of these words are labels of answers too
CLOSING = ("nothing", "nothing more", "nothing else", "do nothing", "none")

CHANCE = "chance"
FINAL = "final"  # `NoUndo.since` for a final answer, which only all players together can undo
SIDE = "~"  # prefix of the key of an act out of turn (a trade), which is possible at any time


Fate = Callable[
    [str, int, int, Roll | Draw], str
]  # like `find_faces`; the arguments are a seed, a turn, an entry, and a roll or draw


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it is stored: the number of the open turn, its start (a dumped state), and its entries.

    `loaded`: the start as a state, if it has been loaded. It is copied and never changed.
    """

    seed: str = field(repr=False)  # secret while the game goes on
    turn: int
    start: str
    log: tuple[Entry, ...] = ()
    loaded: State | None = field(default=None, compare=False, repr=False)
    undone: tuple[tuple[int, int], ...] = ()  # places (turn, entry) to which undos of dice or cards went back
    chain: str = field(default="", repr=False)  # the hash of the record before this turn; "": none is kept


def has_chance(game: Game) -> bool:
    """Return whether the turn has results of dice or cards."""
    return any(entry.seat == CHANCE for entry in game.log)


def find_digest(game: Game) -> str:
    """Return the hash of the record up to the last entry; "" if the game keeps none."""
    return link(game.seed, game.chain, game.turn, game.log) if game.chain else ""


def make_next_turn(game: Game, start: str) -> Game:
    """Return the turn after a closed one. `start`: the dumped state with which it begins."""
    return replace(game, turn=game.turn + 1, start=start, log=(), loaded=None, chain=find_digest(game))


def go_back(to: Game, undone: Iterable[Game]) -> Game:
    """Return the game after an undo that goes back to the place `to`.

    If dice or cards were undone, chance gets a new seed from that place on. In a game without running hashes
    the seed stays the same, so the same dice and cards come again.

    Args:
        to: the turn of that place, with its entries up to the place
        undone: the turn of that place and all later turns, as they were before the undo
    """
    fell = any(
        entry.seat == CHANCE
        for game in undone
        if game.turn >= to.turn
        for entry in game.log[len(to.log) if game.turn == to.turn else 0 :]
    )
    return replace(to, undone=(*to.undone, (to.turn, len(to.log)))) if fell and to.chain else to


class Live(Generic[S, V]):
    """The running turn: its state, and the question or chance that the turn waits for (None: it is over)."""

    __slots__ = ("_steps", "pending", "rules", "state")

    def __init__(self, rules: Rules[S, V], state: S) -> None:
        self.rules, self.state = rules, state
        self._steps = rules.turn(state)
        self.pending: Pending | None = None
        self.answer(None)

    def answer(self, value: object) -> None:
        """Continue with a value of the menu, or with a result of chance. `enter` takes a key instead."""
        try:
            self.pending = self._steps.send(value)
        except StopIteration:
            self.pending = None

    def enter(self, seat: str, key: str) -> None:
        """Apply one entry. Raises `InputError`, without a change, if the entry does not fit now."""
        pending = self.pending
        if key.startswith(SIDE) and isinstance(pending, Ask):
            try:
                self.rules.EXTRAS.trades.act(self.state, seat, key[len(SIDE) :])
            except InputError as refused:
                raise refused.read(self.rules.name) from None
            return
        match pending:
            case Ask():
                taken = pending.menu.take(key) if seat == pending.seat else None
                if taken is None:
                    raise NotAllowed(explain_refusal(self.rules, pending, seat, key))
                self.answer(*taken)
            case None:
                raise NotAllowed(
                    say("The turn is over. There is no question to answer.").read(self.rules.name)
                )
            case _:
                result = pending.read(key) if seat == CHANCE else None
                if result is None:
                    first = as_is(pending.prompt.read(self.rules.name))
                    waits = say("Chance decides first: {first}.", first=first)
                    raise NotAllowed(waits.read(self.rules.name))
                self.answer(result)


@dataclass(frozen=True, slots=True)
class Step(Generic[S, V]):
    """The result of a submission: the game, its open turn, and the turns that were closed, oldest first."""

    game: Game
    live: Live[S, V]
    closed: tuple[Game, ...] = ()
    entered: int = field(default=0)  # how many entries were made, including forced ones and chance


def load_start(rules: Rules[S, V], game: Game) -> Game:
    """Return the game with its start loaded, so that `resume` can copy the state and need not parse it."""
    return game if game.loaded is not None else replace(game, loaded=rules.load(game.start))


def copy_start(rules: Rules[S, V], game: Game) -> S:
    """Return a copy of the state at the start of the open turn."""
    return rules.load(game.start) if game.loaded is None else cast(S, game.loaded.copy())


def resume(rules: Rules[S, V], game: Game) -> Live[S, V]:
    """Rebuild the open turn from its start and its entries."""
    live = Live(rules, copy_start(rules, game))
    for seat, key in game.log:
        live.enter(seat, key)
    return live


def begin(rules: Rules[S, V], start: str, seed: str, chain: str = "") -> Step[S, V]:
    """Start a game from a dumped state. Play chance and forced answers up to the first question.

    `chain`: the published hash of seed and start; "" for a game without running hashes.
    """
    return settle(rules, Game(seed, 1, start, chain=chain))


def submit(
    rules: Rules[S, V], game: Game, seat: str, keys: Sequence[str], *, fate: Fate = find_faces
) -> Step[S, V]:
    """Apply one seat's choices, all or none, then go on to the next question.

    Raises `InputError` before anything is rolled, for any of these reasons:

    - A choice is illegal.
    - The order goes on past dice, a draw, another seat's decision or the end of the turn.
    - An act out of turn leaves the open question without a legal answer.
    """
    live = resume(rules, game)
    for key in keys:
        live.enter(seat, key)
    if (
        isinstance(live.pending, Ask) and not live.pending.menu()
    ):  # an act out of turn may have removed the last legal answer
        left = say("Answer the current question first.")
        raise NotAllowed(left.read(rules.name))
    game = replace(game, log=game.log + tuple(Entry(seat, key) for key in keys))
    return settle(rules, game, live, len(keys), fate=fate)


def settle(
    rules: Rules[S, V],
    game: Game,
    live: Live[S, V] | None = None,
    entered: int = 0,
    *,
    fate: Fate = find_faces,
) -> Step[S, V]:
    """Roll, draw, take forced answers and start turns, up to a question or the end of the game.

    Args:
        live: the open turn of `game`, if the caller has resumed it
        entered: how many entries of `game` the caller has just made, for `Step.entered`
        fate: computes the faces and cards; the default computes them from the game's seed
    """
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
                game = load_start(rules, make_next_turn(game, rules.dump(live.state)))
                live = Live(rules, copy_start(rules, game))
                continue
            case roll_or_draw:
                at = game.turn, len(game.log)
                entry = Entry(CHANCE, fate(derive_seed(game.seed, game.undone, *at), *at, roll_or_draw))
        live.enter(*entry)
        game, entered = replace(game, log=(*game.log, entry)), entered + 1
    return Step(game, live, tuple(closed), entered)


class Choice(NamedTuple):
    """A real decision, an act out of turn, or a result of chance. A forced answer is not a choice."""

    entry: int  # the number of the choice's entry in the turn
    seat: str
    aside: bool = False  # whether the choice is an act out of turn
    final: bool = False  # whether `undo` refuses to take the choice back
    topic: tuple[str, str] = ("", "")  # the topic of the question that the choice answers


def list_choices(rules: Rules[S, V], game: Game) -> tuple[Choice, ...]:
    """Return the choices of a turn, in order."""
    live, found = Live(rules, copy_start(rules, game)), list[tuple[Choice, Ask | None]]()
    for index, entry in enumerate(game.log):
        pending, aside = live.pending, entry.key.startswith(SIDE)
        if aside or entry.seat == CHANCE:
            found.append((Choice(index, entry.seat, aside), None))
        elif isinstance(pending, Ask) and not pending.forced:
            found.append((Choice(index, entry.seat, topic=pending.topic), pending))
        live.enter(*entry)
    # call `_is_final` only now that all entries are played, because a later entry may open a seal
    return tuple(choice._replace(final=asked is not None and _is_final(asked)) for choice, asked in found)


def undo(
    rules: Rules[S, V],
    game: Game,
    seat: str,
    previous: Game | None = None,
    read: Callable[[Rules[S, V], Game], Sequence[Choice]] = list_choices,
) -> Game:
    """Return the game without this seat's last choice and the forced answers that followed it.

    `previous`: the last closed turn with all its entries. If the open turn has no choice, the undo goes back
    into `previous`. `read`: `list_choices`, or a cached version of it.

    Raises `NoUndo` for any of these reasons:

    - There is no choice.
    - Chance or another seat acted after the choice.
    - The choice is final, by the rules or because it has been revealed.
    """
    found = read(rules, game)
    if not found:
        if previous is None:
            nothing = say("Nothing to undo: you have not chosen anything this turn.")
            raise NoUndo(nothing.read(rules.name), "")
        return undo(rules, previous, seat, read=read)
    last = found[-1]
    if last.seat == CHANCE:
        revealed = say("No undo: dice or cards have been revealed since your last choice.")
        raise NoUndo(revealed.read(rules.name), CHANCE)
    if last.seat != seat:
        since = say("No undo: {seat} has chosen since your last choice.", seat=last.seat)
        raise NoUndo(since.read(rules.name), last.seat)
    if last.final:
        stays = say("No undo: in this game your last choice is final.")
        raise NoUndo(stays.read(rules.name), FINAL)
    return replace(game, log=game.log[: last.entry])


def _is_final(asked: Ask) -> bool:
    """Return whether an answer is final, by the rules or because its seal has been opened."""
    return asked.final or (isinstance(asked.face, Seal) and asked.face.opened)


def list_seats(rules: Rules[S, V], state: S) -> tuple[str, ...]:
    """Return the seats of the game in this state, in seat order."""
    return tuple(seat for seat, _ in rules.view(state, None).standing)


def list_options(rules: Rules[S, V], ask: Ask) -> list[Option]:
    """Return all options of a question, the legal ones first. Their words are for buttons and refusals."""
    return list_legal_options(rules, ask) + list_barred_options(rules, ask)


def list_barred_options(rules: Rules[S, V], ask: Ask) -> list[Option]:
    """Return the illegal options of a question, each with the reason."""
    return [_make_option(rules, ask, key, why) for key, why in ask.menu.list_refused().items()]


def list_legal_options(rules: Rules[S, V], ask: Ask) -> list[Option]:
    """Return the legal options of a question."""
    return [_make_option(rules, ask, key) for key in ask.menu()]


def _spell_closing(rules: Rules[S, V], ask: Ask) -> tuple[str, ...]:
    """Return what players may type for "done".

    The question's own words for "done" in an order sentence are included, in English and in the reader's
    language: "reroll no die".
    """
    phrase = ask.presentation.phrase
    if phrase is None or phrase.done is None:
        return CLOSING
    return tuple(dict.fromkeys((*CLOSING, phrase.done.english, phrase.done.within(rules.name))))


def _spell_also(rules: Rules[S, V], spellings: Sequence[str | Words]) -> tuple[str, ...]:
    """Return spellings as texts. Words stand in English and in the reader's language."""
    texts = [
        (each,) if isinstance(each, str) else (each.english, each.within(rules.name)) for each in spellings
    ]
    return tuple(dict.fromkeys(text for spelt in texts for text in spelt))


def _make_option(rules: Rules[S, V], ask: Ask, key: str, refused: Words | None = None) -> Option:
    idle = None if refused is not None else ask.menu.why_idle(key)
    words = ask.words(key, idle=idle is not None)
    closing = _spell_closing(rules, ask) if key == DONE else ()
    also = (*rules.aliases(key), *_spell_also(rules, ask.presentation.also(key)), *closing)
    spelt = "" if language(rules.name) == ENGLISH else words.read(english(rules.name))
    return Option(
        key,
        words.read(rules.name),
        also,
        "" if refused is None else refused.read(rules.name),
        refused=refused,
        spelt=spelt,
        idle=idle is not None,
        why_idle="" if idle is None else idle.read(rules.name),
    )


def explain_refusal(rules: Rules[S, V], ask: Ask, seat: str, key: str) -> str:
    """Return why this seat may not answer `key` now, with the rule and the legal answers.

    For another seat's question the text names only that seat. For a secret question it names neither a reason
    nor the legal answers.
    """
    if seat != ask.seat:
        return say("It is {seat}'s decision now.", seat=ask.seat).read(rules.name)
    if ask.secret:  # others may read this refusal, for example in a log
        asked = as_is(ask.prompt.read(rules.name))
        return say("That does not answer this question: {question}", question=asked).read(rules.name)
    found = list_options(rules, ask)
    why = next((as_is(tell_reason(o.why_not, rules.name)) for o in found if o.key == key and o.why_not), None)
    if why is None:
        question = as_is(ask.prompt.read(rules.name))
        why = say("“{key}” does not answer this question: {question}", key=as_is(key), question=question)
    stop = "" if why.read(rules.name)[-1] in ".?!" else "."
    shown = (o for o in found if not o.why_not and o.key not in ask.presentation.typed)
    legal = ", ".join(inside(o.label, rules.name) for o in shown)
    text = "{why}{stop} You can choose: {legal}."
    return say(text, why=why, stop=as_is(stop), legal=as_is(legal)).read(rules.name)
