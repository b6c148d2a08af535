"""Keep drafts. A draft is an order that a player has entered and has not confirmed. Nobody else sees it.

A draft is stored as a note of the seat. The note has the draft's keys and the place in the game where the
draft begins. When the bot loads a draft, it plays the keys again from the last committed position. A draft
has no effect on the game before the player confirms it.
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
from bot.replies.text import write_clause
from bot.session.loaded_game import LoadedGame, list_decisions
from db.records import Note
from rules import kernel
from rules.ask import SPECTATOR, Reader, Seal
from rules.asking import DONE
from rules.chance import Draw, Roll, find_faces
from rules.kernel import CHANCE, SIDE, Ask, Entry, Game, Live, NotAllowed, Option, Rules, Step
from rules.orders.buttons.controls import ALL, Menu, Ways, find_ways, list_singly
from rules.orders.buttons.lookahead import JOINT, find_sight
from rules.presentation import Filling
from rules.words import Words

NAME = "draft"  # the name of the note
MAX_OUTCOMES = 64  # the most outcomes in the cache
DESTINATION = "to"  # the `Presentation.lead` of questions that ask where pieces go


class Outcome(NamedTuple):
    """The step that an order leads to.

    `due` is the first roll or draw in this step; None if there is none. `due_turn` is the number of the turn
    with this roll or draw; 0 if there is none.
    """

    step: Step
    due: Roll | Draw | None
    due_turn: int = 0


@lru_cache(MAX_OUTCOMES)
def find_outcome(rules: Rules, game: Game, seat: str, keys: tuple[str, ...]) -> Outcome:
    """Return the outcome of an order. Raises `NotAllowed`.

    Both the preview and the confirmation need the outcome. With the cache, it is computed once.
    """
    due: list[tuple[Roll | Draw, int]] = []

    def record_due(seed: str, turn: int, entry: int, pending: Roll | Draw) -> str:
        due.append((pending, turn))
        return find_faces(seed, turn, entry, pending)

    step = kernel.submit(rules, game, seat, keys, fate=record_due)
    return Outcome(step, *(due[0] if due else (None, 0)))


class DraftAnswer(NamedTuple):
    """An answer in a draft.

    Attributes:
        ask: the question
        key: the chosen key
        forced: whether the bot may enter this answer without asking (`_leaves_no_choice`)
        idle: why the answer has no effect; None if it has an effect
        place: the index of the key in the draft
        said: the label of the answer in the question
        others: if the bot filled in the answer, the other legal options; else nothing
        there: if pieces go to a place by this answer, a text on what was there before the draft; else ""
    """

    ask: Ask
    key: str
    forced: bool
    idle: Words | None
    place: int
    said: str
    others: tuple[Option, ...] = ()
    there: str = ""


class PendingAnswer(NamedTuple):
    """A chosen answer to a question that has not come yet.

    `filled` is whether the bot filled in the answer. The bot may replace such an answer if it no longer fits.
    """

    kind: str
    about: str
    key: str
    filled: bool = False


class KeyOrigins(NamedTuple):
    """How the keys of a draft were entered.

    Attributes:
        taps: the index of the first key of each tap, and the index of each typed key
        filled: the indexes of the keys that the bot filled in
        wanted: chosen answers to questions that have not come yet
        manner: the game's key for the rule by which the bot fills in answers; "" for the usual rule
    """

    taps: tuple[int, ...] = ()
    filled: frozenset[int] = frozenset()
    wanted: tuple[PendingAnswer, ...] = ()
    manner: str = ""


NO_ORIGINS = KeyOrigins()


class Draft:
    """An unfinished or unconfirmed order: the keys that the asked seat has chosen and not confirmed.

    Attributes:
        base: the game before the draft
        keys: the chosen keys
        now: the game after the keys
        answers: the keys with their questions
        key_dropped: whether some keys were dropped because a key no longer fitted
        forced: whether the player must also answer questions with only one legal answer
        lasting: the index of the first key that can't be undone after the confirmation; None if there is no
            such key
        veiled: the index of the first key with an outcome that the preview hides; None if it hides nothing
        origins: how the keys were entered
        left_out: the labels of chosen answers that are not legal, by the reason
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
        "veiled",
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
        defaults: bool = True,
    ) -> None:
        """Enter the keys. Raises `NotAllowed` if a key does not fit.

        With `restoring`, don't raise: if a key does not fit, drop this key and all later keys. With `fills`,
        also enter the wanted answers. With `fills` and `defaults`, also fill in default answers.
        """
        self.base, self.forced, self.key_dropped, self.origins = base, forced, False, origins
        self.answers: list[DraftAnswer] = []
        self.left_out: dict[str, list[str]] = {}
        self.lasting: int | None = None
        self.veiled: int | None = None
        live = kernel.resume(base.rules, base.position) if keys else base.live
        entered: list[str] = []
        for key in keys:
            if self.lasting is None and is_lasting(live):
                self.lasting = len(entered)
            if self.veiled is None and is_veiled(live):
                self.veiled = len(entered)
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
            self._enter_follow_ups(live, entered, fills=fills, defaults=defaults)
        log = (*base.position.log, *(Entry(base.asked, key) for key in entered))
        self.keys = tuple(entered)
        self.now = base.move_to(replace(base.position, log=log), live)

    def _enter_follow_ups(self, live: Live, entered: list[str], *, fills: bool, defaults: bool) -> None:
        """Enter the answers to questions that leave no choice.

        With `fills`, also enter the wanted answers. With `fills` and `defaults`, also fill in default
        answers.
        """
        while isinstance(ask := live.pending, Ask) and ask.seat == self.base.asked:
            menu = ask.menu()
            if _leaves_no_choice(ask, menu) and not self.forced:
                key = next(iter(menu))
                if fills:
                    self._discard_wanted(ask, key)
            elif not fills or is_lasting(live):
                return
            elif (wanted := self._take_wanted(ask)) is not None and (wanted.key in menu or not wanted.filled):
                if wanted.key not in menu:
                    self._leave_out(ask, wanted.key)
                    continue
                key = wanted.key
                if wanted.filled:
                    self.origins = self.origins._replace(filled=self.origins.filled | {len(entered)})
            else:
                left = tuple(each.key for each in self.origins.wanted if not each.filled)
                default = ask.autofill.default(Filling(self.origins.manner, left)) if defaults else None
                if default not in menu:
                    return
                assert default is not None
                key = default
                self.origins = self.origins._replace(filled=self.origins.filled | {len(entered)})
            self._enter(live, key, len(entered))
            entered.append(key)

    def _take_wanted(self, ask: Ask) -> PendingAnswer | None:
        """Return the next wanted answer to this question; None if there is none.

        From the origins, remove this wanted answer and all wanted answers before it.
        """
        for index, each in enumerate(self.origins.wanted):
            if (each.kind, each.about) == ask.topic:
                self.origins = self.origins._replace(wanted=self.origins.wanted[index + 1 :])
                return each
        return None

    def _discard_wanted(self, ask: Ask, only: str) -> None:
        """Remove the wanted answers to a question that has only one legal answer, `only`.

        Those that the player chose go to `left_out`. Stop after the wanted answer whose key is `only`, which
        does not go there. A question can lose its other answers if pieces have run out, for example.
        """
        while (wanted := self._take_wanted(ask)) is not None and wanted.key != only:
            if not wanted.filled:
                self._leave_out(ask, wanted.key)

    def _leave_out(self, ask: Ask, key: str) -> None:
        """Add a chosen answer that is not legal to `left_out`, if the question gives a reason."""
        name, why = self.base.rules.name, ask.menu.list_refused().get(key)
        if why is not None:
            self.left_out.setdefault(write_clause(why.read(name)), []).append(ask.read(key, name))

    def _enter(self, live: Live, key: str, index: int) -> None:
        """Enter one key, and store the answer with its question in `answers`."""
        ask, given = live.pending, None
        if isinstance(ask, Ask) and key in ask.menu():  # only a key on the menu has words
            others: tuple[Option, ...] = ()
            if index in self.origins.filled:
                legal = kernel.list_legal_options(self.base.rules, ask)
                others = tuple(each for each in legal if each.key not in (key, *ask.presentation.typed))
            name = self.base.rules.name
            forced, idle = _leaves_no_choice(ask, ask.menu()), ask.menu.why_idle(key)
            prose, moves = self.base.rules.EXTRAS.prose, ask.presentation.lead == DESTINATION
            there = (prose.reached or prose.entry)(self.base.live.state, ask, key) if moves else None
            clause = "" if there is None else there.within(name)
            given = DraftAnswer(ask, key, forced, idle, index, ask.read(key, name), others, clause)
        live.enter(self.base.asked, key)
        self.answers += [given] if given is not None else []

    @property
    def outcome(self) -> Outcome:
        """Return the outcome that the whole draft will have after the confirmation. Raises `NotAllowed`."""
        return find_outcome(self.base.rules, self.base.position, self.seat, self.keys)

    def with_typed(self, keys: Sequence[str]) -> Draft:
        """Return the draft with these typed keys added. Raises `NotAllowed`."""
        taps = (*self.origins.taps, *range(len(self.keys), len(self.keys) + len(keys)))
        return Draft(
            self.base, (*self.keys, *keys), forced=self.forced, origins=self.origins._replace(taps=taps)
        )

    def with_tap(self, chain: Sequence[str], *more: Sequence[str], defaults: bool = True) -> Draft:
        """Return the draft after a tap: enter the keys of the chosen answer, then fill in answers.

        `more` has the keys of the other answers if the player chose several in a list. After the last of
        them, the bot closes the list's question. `defaults` is whether to fill in later answers. Raises
        `NotAllowed`.
        """
        taps, wanted = (*self.origins.taps, len(self.keys)), self.origins.wanted
        if more:
            *_, last = Draft(self.base, (*self.keys, *chain), forced=True).answers
            wanted = tuple(PendingAnswer(*last.ask.topic, keys[-1]) for keys in (*more, (DONE,))) + wanted
        origins = self.origins._replace(taps=taps, wanted=wanted)
        keys = (*self.keys, *chain)
        return Draft(self.base, keys, forced=self.forced, origins=origins, fills=True, defaults=defaults)

    def with_changes(self, answers: Mapping[int, tuple[str, ...]]) -> Draft:
        """Return the draft with filled-in answers replaced. Raises `NotAllowed`.

        `answers` has the new keys: `{index of the answer's key in the draft: new keys}`. If the new keys are
        (), the question is asked again. Other answers stay if they still fit.
        """
        if not answers or not self.origins.filled >= answers.keys():
            raise NotAllowed(say("stale"))
        return self._rebuild(min(answers), answers)

    def with_manner(self, manner: str) -> Draft:
        """Return the draft after filling in answers again by another rule, the `manner`."""
        first = min(self.origins.filled, default=len(self.keys))
        return self._rebuild(first, {}, manner)

    def _rebuild(
        self, first: int, answers: Mapping[int, tuple[str, ...]], manner: str | None = None
    ) -> Draft:
        """Return the draft after entering its keys again from the index `first` on.

        The answers from `first` on become wanted answers, unless `answers` replaces them. `with_changes`
        explains `answers`. `manner` is the new rule for filling in answers; None keeps the present rule.
        """
        wanted = [
            wish
            for given in self.answers
            if given.place >= first and not given.forced
            for wish in self._list_wanted(given, answers.get(given.place))
            if manner is None or not wish.filled  # a new manner fills in these answers again
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

    def _list_wanted(self, given: DraftAnswer, instead: tuple[str, ...] | None) -> list[PendingAnswer]:
        """Return the wanted answers to enter for an answer: the same answer, or the answers in `instead`."""
        if instead:
            again = Draft(self.base, (*self.keys[: given.place], *instead), forced=True)
            chosen = [each for each in again.answers if each.place >= given.place and not each.forced]
            return [PendingAnswer(*each.ask.topic, each.key, filled=True) for each in chosen]
        if instead is not None:  # without new keys, the question is asked again
            return []
        return [PendingAnswer(*given.ask.topic, given.key, filled=given.place in self.origins.filled)]

    def read_keys(self, *keys: str) -> list[list[str]] | None:
        """Return the chains of keys that buttons or list entries enter. No chain occurs twice.

        A chain has a key for this question, and perhaps keys for the next questions. `keys` come from the ids
        of buttons. A long key is shortened to a hash there. Return None if a hash fits no offered answer, or
        if a key means a whole list that is not offered.
        """
        found: list[list[str]] = []
        for key in keys:
            chains = self._read_whole_list(key) if key.startswith(ALL) else self._read_key(key)
            if chains is None:
                return None
            found += [chain for chain in chains if chain not in found]
        return found

    def _read_key(self, key: str) -> list[list[str]] | None:
        """Return a list with the one chain that a button or list entry enters; None for an unknown hash.

        A key that is not a hash is not checked.
        """
        ask = self.now.ask
        assert ask is not None, "a button belongs to a question"
        if (found := next((option for option in ask.menu() if shorten_key(option) == key), None)) is not None:
            return [[found]]
        if shorten_key(key) == key and not key.startswith("#"):
            return [key.split(JOINT)]
        offered = (way for seen in self._list_offered() for way in seen.offered)
        return next(([way.key.split(JOINT)] for way in offered if shorten_key(way.key) == key), None)

    def _read_whole_list(self, key: str) -> list[list[str]] | None:
        """Return the chains of keys that a list's entry "all of these" enters; None without such an entry."""
        menus = (one for seen in self._list_offered() for one in seen.controls if isinstance(one, Menu))
        whole = next((list_singly(menu) for menu in menus if menu.options[0].key == key), None)
        if whole is None:
            return None
        return [chain for option in whole if (chain := option.key.split(JOINT))[-1] != DONE]

    def _list_offered(self) -> Iterator[Ways]:
        """Yield the open question's controls as the asked seat sees them, then as spectators see them."""
        readers: tuple[Reader | None, ...] = (None, SPECTATOR)
        for reader in readers:
            yield find_ways(self.base.rules, self.now.position, ROOM, reader)

    def without_last(self) -> Draft:
        """Return the draft without its last choice. Remove everything that the same tap entered.

        Even a final choice can be removed, because the draft is not confirmed.
        """
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
        """Return the asked seat. The draft belongs to this seat."""
        return self.base.asked

    @property
    def reader(self) -> Reader:
        """Return the reader of the draft. Only its own seat may read it."""
        return frozenset((self.seat,))

    @property
    def seen(self) -> LoadedGame:
        """Return the game after the draft, as the preview shows it: without `veiled` and all later keys."""
        if self.veiled is None:
            return self.now
        log = self.now.position.log[: len(self.base.position.log) + self.veiled]
        game = replace(self.base.position, log=log)
        return self.base.move_to(game, kernel.resume(self.base.rules, game))

    @property
    def mark(self) -> Mark:
        """Return the mark that buttons under the draft carry."""
        return self.now.mark

    @property
    def signature(self) -> str:
        """Return the hash of this order in this position. The button that confirms the draft has it.

        A trade changes the hash. The secret seed is part of the hash, so nobody can find out the order from
        it.
        """
        return self._sign(self.now.position.log)

    def _sign(self, log: Sequence[Entry]) -> str:
        """Return the hash of these entries of the turn."""
        game = self.now.position
        text = "\n".join([str(game.turn), *(f"{seat} {key}" for seat, key in log)])
        return hmac.digest(game.seed.encode(), text.encode(), "sha256").hex()[:12]

    def count_seen(self, signature: str) -> int | None:
        """Return how many entries of the turn came before this order when the draft had this signature.

        Since then, only side acts may have come before this order. Return None if anything else has changed.
        """
        before, whole = self.base.position.log, self.now.position.log
        for seen in range(len(before) - 1, -1, -1):
            if not before[seen].key.startswith(SIDE):
                return None
            if self._sign((*before[:seen], *whole[len(before) :])) == signature:
                return seen
        return None

    @property
    def complete(self) -> bool:
        """Return whether the order is whole: dice, a card, another seat or the end of the game comes next."""
        return bool(self.keys) and self.now.asked != self.seat

    @property
    def opens_turn(self) -> bool:
        """Return whether the draft has the first decision of the turn. Side acts don't count."""
        found = list_decisions(self.base.rules, self.base.position)
        return all(who == CHANCE or who.startswith(SIDE) for _, who in found)

    def build_panel(self, *, plain: bool = False) -> Panel | None:
        """Return the panel of the question after the draft; None if the draft is complete.

        With `plain`, each answer has a control of its own, also an answer without effect.
        """
        panel = None if self.complete else self.now.build_panel(plain=plain or self.forced)
        if panel is None:
            return None
        if panel.drawn is not None and self.veiled is not None:
            panel = replace(panel, drawn=self.seen.view(self.seat))
        panel = replace(panel, around=tuple(dict.fromkeys((*panel.around, *self._list_chosen(panel)))))
        undo = panel.undo or bool(self.keys)
        return replace(panel, draft=bool(self.keys), undo=undo, restart=self.has_steps)

    def _list_chosen(self, panel: Panel) -> Iterator[str]:
        """Yield the places of this order's answers in the panel's picture. A cropped picture keeps them."""
        if panel.drawn is None or self.veiled is not None:
            return
        for given in self.answers:
            sight = find_sight(self.base.rules, given.ask)
            if sight is not None and sight.kind == panel.picture and (mark := sight.at(given.key)):
                yield mark

    @property
    def has_steps(self) -> bool:
        """Return True if a player entered the draft in several steps, or if an undo reopened it."""
        taps = self.origins.taps
        return bool(self.keys) and (len(taps) > 1 or taps[:1] != (0,))

    @property
    def as_json(self) -> dict[str, Any]:
        """Return the keys and their origins as data for JSON. `restore_draft` reads these data."""
        origins = self.origins._asdict() | {"filled": sorted(self.origins.filled)}
        return {"keys": self.keys} | (origins if self.origins != NO_ORIGINS else {})

    def to_note(self, name: str = NAME) -> Note:
        """Return the note that stores the draft; an empty draft deletes the note."""
        holder = self.base.stored.seat(self.seat)
        at = self.base.mark
        kept = {"at": [at.turn, at.entry, at.check]} | self.as_json
        text = json.dumps(kept) if self.keys else ""
        return Note(self.seat, name, 0 if holder is None else holder.user_id, text)


def load_draft(base: LoadedGame, notes: Sequence[Note], name: str = NAME, *, forced: bool = False) -> Draft:
    """Return the draft that a note stores for this position. Without such a note, return an empty draft."""
    holder = base.stored.seat(base.asked)
    for note in notes:
        if (note.seat, note.name) == (base.asked, name) and holder and note.user_id == holder.user_id:
            kept = json.loads(note.text)
            if Mark(base.stored.id, *kept["at"]) in (
                base.mark,
                Mark.make_unkeyed(base.stored.id, base.position),
            ):
                return restore_draft(base, kept, forced=forced)
    return Draft(base, forced=forced)


def restore_draft(base: LoadedGame, kept: Mapping[str, Any], *, forced: bool = False) -> Draft:
    """Play a stored draft again from `base`, and return it without keys that no longer fit."""
    return Draft(base, kept["keys"], restoring=True, forced=forced, origins=_read_origins(kept))


def _read_origins(kept: Mapping[str, Any]) -> KeyOrigins:
    """Return the origins of a stored draft's keys. Old drafts have none."""
    if "taps" not in kept:
        return NO_ORIGINS
    wanted = tuple(PendingAnswer(*each) for each in kept["wanted"])
    return KeyOrigins(tuple(kept["taps"]), frozenset(kept["filled"]), wanted, kept["manner"])


def _leaves_no_choice(ask: Ask, menu: Collection[str]) -> bool:
    """Return whether the bot may answer this question in a draft, because only one answer is possible.

    The bot answers secret questions too, because only the asked seat sees its draft.
    """
    return ask.forced or (len(menu) == 1 and ask.skip != "never")


def is_lasting(live: Live) -> bool:
    """Return whether the answer to the open question is final or sealed."""
    return isinstance(live.pending, Ask) and (live.pending.final or isinstance(live.pending.face, Seal))


def is_veiled(live: Live) -> bool:
    """Return whether the preview hides the outcome of an answer to the open question."""
    return is_lasting(live) and not (isinstance(live.pending, Ask) and live.pending.foreseen)
