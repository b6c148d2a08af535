"""Try chains of answers from a question: where they lead, and what is asked there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from rules.ask import Reader
from rules.asking import DONE
from rules.kernel import Ask, Game, Live, Option, Rules, list_barred_options, list_legal_options, resume
from rules.presentation import Filling, Sight
from rules.words import Words, inside

JOINT = " "  # joins the keys of a chain; no key contains a space
MAX_TRIED = 60  # after so many spots, chains get no longer, because most spots need the turn played again


def find_sight(rules: Rules, ask: Ask) -> Sight | None:
    """Return the picture to show with a question; None if it has none."""
    shown, sight = ask.presentation, rules.EXTRAS.sight(ask)
    if sight is not None or not shown.picture:
        return sight
    return Sight(shown.picture, lambda key: "" if key == DONE or key in shown.ends else key)


class Turn:
    """What is common to all spots (`Spot`) that are tried from one question.

    Attributes:
        rules: the rules of the game
        game: the open turn
        seat: the asked seat
        reader: the seats of the person who sees the options
        tried: how many spots have been tried
        veiled: whether one of these spots has a question that the reader may not see
    """

    __slots__ = ("game", "reader", "rules", "seat", "tried", "veiled")

    def __init__(self, rules: Rules, game: Game, seat: str, reader: Reader) -> None:
        self.rules, self.game, self.seat, self.reader = rules, game, seat, reader
        self.tried = 0
        self.veiled = False

    def play(self, keys: Sequence[str]) -> Live:
        """Return the turn after these keys are entered."""
        live = resume(self.rules, self.game)
        for key in keys:
            live.enter(self.seat, key)
        return live

    @property
    def spent(self) -> bool:
        """Return whether enough spots have been tried."""
        return self.tried >= MAX_TRIED


class Spot:
    """The place to which a chain of keys leads from the open question.

    Attributes:
        turn: what all spots share
        keys: the chain of keys
        said: the answers of the chain in words, without "done"
        asked: the topics of the questions that the chain answered
        only: after the last key, the first forced answer that names a place on the board; None if there is
            none. Nobody had to choose this place
        only_at: the kind of picture that shows this place, and its mark there; ("", "") if there is none
        ask: the question to the seat at this spot; None if there is none
        menu: the keys of the legal answers to `ask` that have a button; () if the reader may not see them
    """

    __slots__ = (
        "_further", "_live", "_options", "ask", "asked", "keys", "menu", "only", "only_at", "said", "turn"
    )  # fmt: skip

    def __init__(self, turn: Turn, live: Live, before: Spot | None = None, key: str = "") -> None:
        self.turn = turn
        self._live: Live | None = live  # the turn here; None once `then` has passed it on to another spot
        self._further: dict[str, Spot] = {}
        self.keys: tuple[str, ...] = before.keys if before else ()
        self.said: list[Words] = [*before.said] if before else []
        self.asked: list[tuple[str, str]] = [*before.asked] if before else []
        self.only: Words | None = None
        self.only_at = "", ""
        if before:
            self._enter(live, key)
        while before and (ask := self._get_question(live)) is not None and ask.forced:
            forced = next(iter(ask.menu()))
            if ask.presentation.form == "place" and forced != DONE and self.only is None:
                self.only, self.only_at = ask.words(forced), _find_mark(turn.rules, ask, forced)
            self._enter(live, forced)
        self.ask = self._get_question(live)
        shown = self.ask is None or self.ask.shows(turn.reader)
        self._options: dict[str, Option] | None = None  # read when they are needed
        legal = self.ask.menu() if self.ask is not None and shown else ()
        typed = () if self.ask is None else self.ask.presentation.typed
        self.menu = tuple(key for key in legal if key not in typed)
        turn.tried, turn.veiled = turn.tried + 1, turn.veiled or not shown

    def _get_question(self, live: Live) -> Ask | None:
        """Return the open question if it is this seat's, else None."""
        ask = live.pending
        return ask if isinstance(ask, Ask) and ask.seat == self.turn.seat else None

    def _enter(self, live: Live, key: str) -> None:
        """Answer the open question."""
        ask = self._get_question(live)
        assert ask is not None, "each key of a chain answers a question"
        self.asked.append(ask.topic)
        if key != DONE:
            self.said.append(ask.words(key))
        live.enter(self.turn.seat, key)
        self.keys = (*self.keys, key)

    def then(self, key: str) -> Spot:
        """Return the spot after one more answer."""
        if key not in self._further:
            if self._live is not None and self.menu:
                self._read_options()  # read them now, before the state changes
            live, self._live = self._live or self.turn.play(self.keys), None
            self._further[key] = Spot(self.turn, live, self, key)
        return self._further[key]

    def _read_options(self) -> dict[str, Option]:
        """Return the answers here as options, each with the game's clause about it (`Prose.entry`)."""
        if self._options is None:
            rules, ask = self.turn.rules, self.ask
            found = [] if ask is None else list_legal_options(rules, ask)
            if self._live is not None and ask is not None:
                state = self._live.state
                clauses = ((option, rules.EXTRAS.prose.entry(state, ask, option.key)) for option in found)
                found = [replace(o, says=said.within(rules.name)) if said else o for o, said in clauses]
            self._options = {option.key: option for option in found}
        return self._options

    def list_slots(self) -> list[Option]:
        """Return the legal and the illegal options here, in the rulebook's order.

        An illegal option has the reason (`Option.why_not`).
        """
        if self.ask is None:
            return []
        barred = list_barred_options(self.turn.rules, self.ask)
        found = self._read_options() | {option.key: option for option in barred}
        return [found[key] for key in self.ask.menu.slots() or found if key in found]

    def read_clause(self, key: str) -> str:
        """Return the game's clause about an answer (`Prose.entry`); "" if there is none."""
        return self._read_options()[key].says

    def find_mark(self, key: str) -> tuple[str, str]:
        """Return the kind of picture that shows an answer, and its mark there; ("", "") if there is none."""
        return ("", "") if self.ask is None else _find_mark(self.turn.rules, self.ask, key)

    def list_filled(self) -> list[tuple[Words, tuple[str, str]]]:
        """Return the answers that would be filled in from this spot on, each in words and with its mark."""
        found, place = list[tuple[Words, tuple[str, str]]](), self
        while place.ask is not None and (key := place.ask.autofill.default(Filling())) in place.menu:
            assert key is not None
            found += [(place.ask.words(key), place.find_mark(key))] * (key != DONE)
            place = place.then(key)
        return found

    def is_new(self, before: Spot) -> bool:
        """Return whether the reader sees a question here whose topic is new to the chain and to `before`."""
        new = self.ask is not None and self.ask.topic not in (*self.asked, before.ask and before.ask.topic)
        return new and bool(self.menu)

    def goes_on_with(self, before: Spot) -> bool:
        """Return whether one control may answer the question at `before` and the question here.

        The question here must be new (`is_new`), and its `Presentation.alone` must be False.
        """
        return self.is_new(before) and not (self.ask is not None and self.ask.presentation.alone)

    def asks_again(self, answer: Option) -> bool:
        """Return whether the same question follows directly after this answer."""
        further = self.then(answer.key.rpartition(JOINT)[2]).ask
        return further is not None and self.ask is not None and further.topic == self.ask.topic

    def option(self, key: str) -> Option:
        """Return an answer here as an option. Its key is the whole chain of keys."""
        option = self._read_options()[key]
        label = option.label[:1].upper() + option.label[1:]
        idle = option.idle or (key == DONE and self.ask is not None and self.ask.presentation.hollow)
        return Option(
            JOINT.join((*self.keys, key)),
            label,
            says=option.says,
            idle=idle,
            why_idle=option.why_idle,
            at=self.find_mark(key),
        )

    def make_option(self) -> Option:
        """Return the whole chain of keys as one option, such as "2 Troops, 1 Governor"."""
        name = self.turn.rules.name
        if self.is_done:
            return Option(JOINT.join(self.keys), name(DONE))
        first, *others = (words.read(name) for words in self.said)
        label = ", ".join([first, *(inside(other, name) for other in others)])
        return Option(JOINT.join(self.keys), label[:1].upper() + label[1:])

    def list_mixes(self, most: int) -> list[Spot]:
        """Return up to `most` spots, one for each complete answer with parts ("2 Troops, 1 Governor").

        Answers that mean the same parts count as one: the order of the kinds does not matter, and "all" is
        the same as all kinds one by one.
        """
        assert self.ask is not None
        kinds = list(dict.fromkeys(_get_kind(key) for key in self.menu if key != DONE))
        found = dict[frozenset[str], Spot]()
        for mix in _find_mixes(self, kinds):
            found.setdefault(join_parts(self.ask, mix.keys), mix)
            if len(found) == most:
                break
        return list(found.values())

    @property
    def in_parts(self) -> bool:
        """Return whether the answer here has several parts of different kinds ("2 Troops, 1 Governor")."""
        return self.ask is not None and self.ask.presentation.part is not None

    @property
    def is_done(self) -> bool:
        """Return whether the chain only closes a question."""
        return not self.said


def _find_mark(rules: Rules, ask: Ask, key: str) -> tuple[str, str]:
    """Return the kind of picture that shows an answer, and its mark there; ("", "") if there is none.

    A mark with a printed name counts as none.
    """
    sight = find_sight(rules, ask)
    mark = "" if sight is None or sight.named else sight.at(key)
    return (sight.kind, mark) if sight is not None and mark else ("", "")


def join_parts(ask: Ask, keys: Iterable[str]) -> frozenset[str]:
    """Return the parts that the keys of one answer mean together. `ask`: the question of the first part."""
    return frozenset(part for key in keys if key != DONE for part in ask.presentation.parts(key))


def _find_mixes(place: Spot, kinds: Sequence[str]) -> Iterator[Spot]:
    """Yield a spot for each complete answer with parts, such as "2 Troops, 1 Governor".

    An answer has at most one part of each of `kinds`, and its parts come in the sequence of `kinds`. After
    `MAX_TRIED` spots, the answers may lack their last parts.
    """
    for key in place.menu:
        if key != DONE and _get_kind(key) not in kinds:
            continue
        further = place.then(key)
        if further.ask is None or not further.ask.presentation.part or further.is_done or place.turn.spent:
            yield further
        else:
            yield from _find_mixes(further, kinds[kinds.index(_get_kind(key)) + 1 :])


def _get_kind(key: str) -> str:
    """Return the part of a key that says what is chosen, without the number before it."""
    return key.partition("-")[2]
