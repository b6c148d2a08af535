"""A turn in progress: what a seat has entered beyond what is committed, for its owner's eyes only.

A draft is a note of the seat: the place it goes on from, and its keys. Each time somebody looks, it is played
again from the last committed position; nothing of it counts before it is confirmed.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from bot.language.words import say
from bot.replies.mark import Mark, shorten_key
from bot.replies.panel import ROOM, Panel
from bot.session.loaded_game import LoadedGame, list_decisions
from db.records import Note
from rules import kernel
from rules.ask import ONLOOKER, Reader, Seal
from rules.asking import DONE
from rules.chance import Draw, Roll, chance
from rules.kernel import CHANCE, SIDE, Ask, Entry, Game, Live, NotAllowed, Option, Rules, Step
from rules.orders.controls import ALL, Menu, Ways, singly, ways
from rules.orders.lookahead import JOINT
from rules.presentation import Filling
from rules.words import Words

NAME = "draft"  # of the note
KEPT = 64  # outcomes in memory, those that were looked at last


class Outcome(NamedTuple):
    """Where an order leads, and the first roll or draw on the way, if there is one."""

    step: Step
    due: Roll | Draw | None


@lru_cache(KEPT)
def find_outcome(rules: Rules, game: Game, seat: str, keys: tuple[str, ...]) -> Outcome:
    """Return where an order leads, found once for its preview and its confirmation. Raises `NotAllowed`."""
    due: list[Roll | Draw] = []

    def watched(seed: str, turn: int, entry: int, pending: Roll | Draw) -> str:
        due.append(pending)
        return chance(seed, turn, entry, pending)

    return Outcome(kernel.submit(rules, game, seat, keys, fate=watched), due[0] if due else None)


class DraftAnswer(NamedTuple):
    """An answer of a draft.

    Attributes:
        ask: the question
        key: the chosen key
        forced: whether it was the only legal answer
        idle: why it would have no effect; None if it has one
        place: the index of the key in the draft
        said: the answer in words, as they were then
        others: the other options, of an answer that was filled in
    """

    ask: Ask
    key: str
    forced: bool
    idle: Words | None
    place: int
    said: str  # the answer in words, as they were then
    others: tuple[Option, ...] = ()


class PendingAnswer(NamedTuple):
    """A chosen answer to a question that is still to come.

    `filled`: it was filled in and can be changed. If it no longer fits, another is filled in.
    """

    kind: str
    about: str
    key: str
    filled: bool = False


class KeyOrigins(NamedTuple):
    """How a draft came to its keys.

    Attributes:
        taps: the index of the first key of each tap
        filled: the indices of the keys that were filled in
        wanted: answers that are chosen and not entered yet
        manner: how the keys were filled in
    """

    taps: tuple[int, ...] = ()
    filled: frozenset[int] = frozenset()
    wanted: tuple[PendingAnswer, ...] = ()
    manner: str = ""


NO_ORIGINS = KeyOrigins()


class Draft:
    """An order in the making: the keys that the asked seat has chosen and not confirmed.

    Attributes:
        base: the game before the draft
        keys: the chosen keys
        now: the game after the keys
        answers: the keys with their questions
        key_dropped: whether a key did not fit and was dropped
        forced: whether questions with a single legal answer are asked too
        lasting: the index of the first key that can't be undone once confirmed, so its outcome
            is not previewed; None if all can be undone
        origins: how the draft came to its keys
        left_out: what was chosen and is not legal
    """

    __slots__ = (
        "answers",
        "base",
        "forced",
        "key_dropped",
        "keys",
        "lasting",
        "left_out",
        "now",
        "origins",
    )

    def __init__(
        self,
        base: LoadedGame,
        keys: Sequence[str] = (),
        *,
        restoring: bool = False,
        forced: bool = False,
        origins: KeyOrigins = NO_ORIGINS,
        fills: bool = False,
    ) -> None:
        """Enter the keys. Raises `NotAllowed` if one does not fit.

        `restoring`: drop that key and the later ones instead. `fills`: go on with wanted and filled-in
        answers.
        """
        self.base, self.forced, self.key_dropped, self.origins = base, forced, False, origins
        self.answers: list[DraftAnswer] = []
        self.left_out: list[str] = []
        self.lasting: int | None = None
        live = kernel.resume(base.rules, base.position) if keys else base.live
        entered: list[str] = []
        for key in keys:
            if self.lasting is None and is_lasting(live):
                self.lasting = len(entered)
            try:
                self._enter(live, key, len(entered))
            except NotAllowed:
                if not restoring:
                    raise
                self.key_dropped = True
                self.origins = origins._replace(wanted=())
                break
            entered.append(key)
        if keys:
            self._go_on(live, entered, fills=fills)
        log = (*base.position.log, *(Entry(base.asked, key) for key in entered))
        self.keys = tuple(entered)
        self.now = base.move_to(replace(base.position, log=log), live)

    def _go_on(self, live: Live, entered: list[str], *, fills: bool) -> None:
        """Enter what leaves no choice; with `fills` also what is wanted, and what is filled in."""
        while isinstance(ask := live.pending, Ask) and ask.seat == self.base.asked:
            menu = ask.menu()
            if _leaves_no_choice(ask, menu) and not self.forced:
                key = next(iter(menu))
                if fills:
                    self._drop(ask, key)
            elif not fills or is_lasting(live):
                return
            elif (wanted := self._wanted(ask)) is not None and (wanted.key in menu or not wanted.filled):
                if wanted.key not in menu:
                    self._leave_out(ask, wanted.key)
                    continue
                key = wanted.key
                if wanted.filled:
                    self.origins = self.origins._replace(filled=self.origins.filled | {len(entered)})
            else:
                left = tuple(each.key for each in self.origins.wanted if not each.filled)
                default = ask.autofill.default(Filling(self.origins.manner, left))
                if default not in menu:
                    return
                assert default is not None
                key = default
                self.origins = self.origins._replace(filled=self.origins.filled | {len(entered)})
            self._enter(live, key, len(entered))
            entered.append(key)

    def _wanted(self, ask: Ask) -> PendingAnswer | None:
        """Pop the next chosen answer for this question, and discard the ones before it."""
        for index, each in enumerate(self.origins.wanted):
            if (each.kind, each.about) == ask.topic:
                self.origins = self.origins._replace(wanted=self.origins.wanted[index + 1 :])
                return each
        return None

    def _drop(self, ask: Ask, only: str) -> None:
        """What was chosen for this question is left out where but one answer is left: the pieces have run
        out, say."""
        while (wanted := self._wanted(ask)) is not None and wanted.key != only:
            if not wanted.filled:
                self._leave_out(ask, wanted.key)

    def _leave_out(self, ask: Ask, key: str) -> None:
        """What was chosen can't be done now, for a reason."""
        name, why = self.base.rules.name, ask.menu.refused().get(key)
        if why is not None:
            self.left_out.append(f"{ask.read(key, name)}: {why.read(name)}")

    def _enter(self, live: Live, key: str, index: int) -> None:
        ask, given = live.pending, None
        if isinstance(ask, Ask) and key in ask.menu():  # what is not offered has no words either
            others: tuple[Option, ...] = ()
            if index in self.origins.filled:
                legal = kernel.legal_options(self.base.rules, ask)
                others = tuple(each for each in legal if each.key not in (key, *ask.presentation.typed))
            said = ask.read(key, self.base.rules.name)
            given = DraftAnswer(
                ask, key, _leaves_no_choice(ask, ask.menu()), ask.menu.why_idle(key), index, said, others
            )
        live.enter(self.base.asked, key)
        self.answers += [given] if given is not None else []

    @property
    def outcome(self) -> Outcome:
        """What the whole draft leads to when it counts. Raises `NotAllowed`."""
        return find_outcome(self.base.rules, self.base.position, self.seat, self.keys)

    def with_typed(self, keys: Sequence[str]) -> Draft:
        """Return the draft with these keys more, as somebody typed them. Raises `NotAllowed`."""
        taps = (*self.origins.taps, *range(len(self.keys), len(self.keys) + len(keys)))
        return Draft(
            self.base, (*self.keys, *keys), forced=self.forced, origins=self.origins._replace(taps=taps)
        )

    def with_tap(self, chain: Sequence[str], *more: Sequence[str]) -> Draft:
        """Return the draft after a tap: the keys of an answer, and what is filled in beside it.

        `more`: the keys of others that were chosen in the same list; with them its question is closed. Raises
        `NotAllowed`.
        """
        taps, wanted = (*self.origins.taps, len(self.keys)), self.origins.wanted
        if more:
            *_, last = Draft(self.base, (*self.keys, *chain), forced=True).answers
            wanted = tuple(PendingAnswer(*last.ask.topic, keys[-1]) for keys in (*more, (DONE,))) + wanted
        origins = self.origins._replace(taps=taps, wanted=wanted)
        return Draft(self.base, (*self.keys, *chain), forced=self.forced, origins=origins, fills=True)

    def with_changes(self, answers: Mapping[int, tuple[str, ...]]) -> Draft:
        """Return the draft with other answers than those that were filled in at these places.

        All others stay, as far as they still fit. An answer without keys has its question asked.
        """
        if not answers or not self.origins.filled >= answers.keys():
            raise NotAllowed(say("stale"))
        return self._again(min(answers), answers)

    def with_manner(self, manner: str) -> Draft:
        """Return the draft filled in in another manner from its first such answer on."""
        first = min(self.origins.filled, default=len(self.keys))
        return self._again(first, {}, manner)

    def _again(self, first: int, answers: Mapping[int, tuple[str, ...]], manner: str | None = None) -> Draft:
        wanted = [
            wish
            for given in self.answers
            if given.place >= first and not given.forced
            for wish in self._wishes(given, answers.get(given.place))
            if manner is None or not wish.filled  # in another manner they are filled in anew
        ]
        origins = KeyOrigins(
            (*(tap for tap in self.origins.taps if tap < first), first),
            frozenset(each for each in self.origins.filled if each < first),
            (*wanted, *self.origins.wanted),
            self.origins.manner if manner is None else manner,
        )
        return Draft(
            self.base, self.keys[:first], forced=self.forced, origins=origins, fills=all(answers.values())
        )

    def _wishes(self, given: DraftAnswer, instead: tuple[str, ...] | None) -> list[PendingAnswer]:
        """Return what to enter for an earlier answer: itself, or the parts of `instead`."""
        if instead:
            again = Draft(self.base, (*self.keys[: given.place], *instead), forced=True)
            chosen = [each for each in again.answers if each.place >= given.place and not each.forced]
            return [PendingAnswer(*each.ask.topic, each.key, filled=True) for each in chosen]
        if instead is not None:  # it is asked
            return []
        return [PendingAnswer(*given.ask.topic, given.key, filled=given.place in self.origins.filled)]

    def read_keys(self, *keys: str) -> list[list[str]] | None:
        """The keys that buttons, or entries of a list, of the question here stand for, in their order, each
        once; None if it offers no such answers."""
        found: list[list[str]] = []
        for key in keys:
            chains = self._read_all(key) if key.startswith(ALL) else self._read(key)
            if chains is None:
                return None
            found += [chain for chain in chains if chain not in found]
        return found

    def _read(self, key: str) -> list[list[str]] | None:
        ask = self.now.ask
        assert ask is not None, "a button belongs to a question"
        if (found := next((option for option in ask.menu() if shorten_key(option) == key), None)) is not None:
            return [[found]]
        if shorten_key(key) == key and not key.startswith("#"):
            return [key.split(JOINT)]
        offered = (way for seen in self._offered() for way in seen.offered)
        return next(([way.key.split(JOINT)] for way in offered if shorten_key(way.key) == key), None)

    def _read_all(self, key: str) -> list[list[str]] | None:
        """Return the same of an entry that stands for its whole list."""
        menus = (one for seen in self._offered() for one in seen.controls if isinstance(one, Menu))
        whole = next((singly(menu) for menu in menus if menu.options[0].key == key), None)
        if whole is None:
            return None
        return [chain for option in whole if (chain := option.key.split(JOINT))[-1] != DONE]

    def _offered(self) -> Iterator[Ways]:
        """Return what is offered here, to its seat and to spectators."""
        readers: tuple[Reader | None, ...] = (None, ONLOOKER)
        for reader in readers:
            yield ways(self.base.rules, self.now.position, ROOM, reader)

    def without_last(self) -> Draft:
        """Return the draft without its last choice, final or not: nothing of it counts yet."""
        chosen = (
            given.place
            for given in self.answers
            if not given.forced and given.place not in self.origins.filled
        )
        last = max(chosen, default=0)
        start = max((tap for tap in self.origins.taps if tap <= last), default=last)
        origins = KeyOrigins(
            tuple(tap for tap in self.origins.taps if tap < start),
            frozenset(each for each in self.origins.filled if each < start),
            manner=self.origins.manner,
        )
        return Draft(self.base, self.keys[:start], forced=self.forced, origins=origins)

    @property
    def seat(self) -> str:
        """Whose it is: the seat that has to decide."""
        return self.base.asked

    @property
    def reader(self) -> Reader:
        """Who may see it."""
        return frozenset((self.seat,))

    @property
    def seen(self) -> LoadedGame:
        """The game after the draft, as far as its owner may see it."""
        if self.lasting is None:
            return self.now
        log = self.now.position.log[: len(self.base.position.log) + self.lasting]
        game = replace(self.base.position, log=log)
        return self.base.move_to(game, kernel.resume(self.base.rules, game))

    @property
    def mark(self) -> Mark:
        """The place that buttons carry."""
        return self.now.mark

    @property
    def signature(self) -> str:
        """What the button carries that confirms this order, on this table as it stands: a trade since then
        makes another of it. Nobody can try out which order has this seal: the game's seed is a part of it."""
        game = self.now.position
        text = "\n".join([str(game.turn), *(f"{seat} {key}" for seat, key in game.log)])
        return hmac.digest(game.seed.encode(), text.encode(), "sha256").hex()[:12]

    @property
    def complete(self) -> bool:
        """True where the seat has nothing more to decide before dice, a card or somebody else."""
        return bool(self.keys) and self.now.asked != self.seat

    @property
    def opens_turn(self) -> bool:
        """True where nobody has decided anything in this turn before the draft."""
        found = list_decisions(self.base.rules, self.base.position)
        return all(who == CHANCE or who.startswith(SIDE) for _, who in found)

    def build_panel(self, *, plain: bool = False) -> Panel | None:
        """Return the open question after the draft, while it is its seat's.

        `plain`: its own options alone.
        """
        panel = None if self.complete else self.now.build_panel(plain=plain or self.forced)
        if panel is None:
            return None
        if panel.drawn is not None and self.lasting is not None:
            panel = replace(panel, drawn=self.seen.view(self.seat))
        undo = panel.undo or bool(self.keys)
        return replace(panel, draft=bool(self.keys), undo=undo, restart=self.has_steps)

    @property
    def has_steps(self) -> bool:
        """Whether it was entered in more than one step."""
        return len(self.origins.taps) > 1

    @property
    def as_json(self) -> dict[str, Any]:
        """Its keys and how it came to them, for JSON: see `restore_draft`."""
        origins = self.origins._asdict() | {"filled": sorted(self.origins.filled)}
        return {"keys": self.keys} | (origins if self.origins != NO_ORIGINS else {})

    def to_note(self, name: str = NAME) -> Note:
        """Return what is to be kept of it; an empty draft throws the note away."""
        holder = self.base.stored.seat(self.seat)
        at = self.base.mark
        kept = {"at": [at.turn, at.entry, at.check]} | self.as_json
        text = json.dumps(kept) if self.keys else ""
        return Note(self.seat, name, 0 if holder is None else holder.user_id, text)


def load_draft(base: LoadedGame, notes: Sequence[Note], name: str = NAME, *, forced: bool = False) -> Draft:
    """Return the draft among the notes, played again.

    An empty one where there is none that goes on from here.
    """
    holder = base.stored.seat(base.asked)
    for note in notes:
        if (note.seat, note.name) == (base.asked, name) and holder and note.user_id == holder.user_id:
            kept = json.loads(note.text)
            if Mark(base.stored.id, *kept["at"]) in (base.mark, Mark.unkeyed(base.stored.id, base.position)):
                return restore_draft(base, kept, forced=forced)
    return Draft(base, forced=forced)


def restore_draft(base: LoadedGame, kept: Mapping[str, Any], *, forced: bool = False) -> Draft:
    """Return the draft that was kept so, played again from `base`; what does not fit any more is dropped."""
    return Draft(base, kept["keys"], restoring=True, forced=forced, origins=_read_origins(kept))


def _read_origins(kept: Mapping[str, Any]) -> KeyOrigins:
    """Return how a stored draft came to its keys; older drafts don't say."""
    if "taps" not in kept:
        return NO_ORIGINS
    wanted = tuple(PendingAnswer(*each) for each in kept["wanted"])
    return KeyOrigins(tuple(kept["taps"]), frozenset(kept["filled"]), wanted, kept["manner"])


def _leaves_no_choice(ask: Ask, menu: Collection[str]) -> bool:
    """Whether one answer is left; a secret counts too, for only the asked seat sees its draft."""
    return ask.forced or (len(menu) == 1 and ask.skip != "never")


def is_lasting(live: Live) -> bool:
    """True where the answer to the open question is final, or sealed: nobody may try out what comes of
    it."""
    return isinstance(live.pending, Ask) and (live.pending.final or isinstance(live.pending.face, Seal))
