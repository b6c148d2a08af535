"""Play orders in private as a what-if. Several seats can act in turn. The game never changes.

A what-if never uses the game's real dice or cards. Where dice or a card decide, a person types an assumed
result in brackets, such as "[6134 66]" or the name of a card. Without an assumed result, the what-if stops
there. The typed text has several parts: each part is an order or an assumed result.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from bot.language.words import join_clauses, say
from bot.orders.draft import Draft, is_veiled, load_draft
from bot.orders.forecast import write_warnings
from bot.orders.preview import list_changes
from bot.orders.service import OrderService
from bot.people.caller import Caller
from bot.replies.action import action, button
from bot.replies.mark import Mark
from bot.replies.panel import Panel
from bot.replies.reply import Refused, Reply
from bot.replies.text import MAX_BODY, cut_text
from bot.session.loaded_game import LoadedGame, read_as, title_seat
from bot.session.views import view_after
from bot.story import turn_text
from bot.views.kept_lines import KeptLines
from db.records import StoredGame
from rules import kernel
from rules.ask import EVERYTHING, Reader
from rules.asking import DONE
from rules.chance import Draw, Roll
from rules.kernel import CHANCE, SIDE, Ask, Entry, Game, InputError, Live, Rules, list_legal_options
from rules.orders import corrections
from rules.orders.suggestions import LINE_MAX, Suggestion, suggest
from rules.orders.tokenizer import REMARK, normalize
from rules.words import inside
from rules.words import read_said as as_read

NAME = "try"  # the name of the note that holds the tried order; a button makes this order the draft


_PARTS = re.compile(r";;|\n")
EXAMPLE = "352614"  # the faces of dice in an example; they repeat if there are more than 6 dice
CARDS = 3  # an example assumes at most this many cards
QUOTED = 60  # an example repeats the typed line if the line has at most this many characters
SHOWN = 6  # show at most this many answers to the question that comes next
TRIED = 8  # try at most this many answers of another seat, to see whether dice follow
FORESEEN = 2  # show the odds of the dice for at most this many answers of another seat


class Trial:
    """A game that continues as a what-if, for one reader.

    The what-if ends at a secret. A secret is a question that the reader may not see, a secret draw, any draw
    in a game with hidden things, or a final answer with an effect that nobody may foresee.

    Attributes:
        rules: the rules of the game
        game: the open turn
        closed: the turns that the what-if has closed
        reader: the reader
        live: the running coroutine of the open turn
        mended: pairs of a mistake in an order and its correction
        parts: the typed parts that have been played
        seen: the turns before a final answer, if the what-if ended there; else None
    """

    def __init__(self, rules: Rules, game: Game, reader: Reader = EVERYTHING) -> None:
        self.rules, self.game, self.closed, self.reader = rules, game, list[Game](), reader
        self.live: Live = kernel.resume(rules, game)
        self.seen: tuple[Game, ...] | None = None
        self.mended = list[tuple[str, str]]()
        self.parts = list[str]()

    def play(self, part: str) -> list[str]:
        """Play one part: an order, or an assumed result of dice or a card in brackets. Raises `InputError`.

        Return the keys of the order; none for an assumed result. Correct obvious slips in an order. If the
        part can't be read at a question where nothing can be chosen, close this question first.
        """
        try:
            return self._play(part)
        except InputError:
            if not self.close():
                raise
            return self._play(part)

    def _play(self, part: str) -> list[str]:
        pending = self.live.pending
        assumed = re.fullmatch(r"\[(.*)\]", part)
        if (why := self.find_end()) is not None:
            raise Refused(why)
        if isinstance(pending, Roll | Draw):
            if assumed is None:
                raise Refused(self.explain_chance(pending))
            what = pending.prompt.read(self.rules.name)
            self._enter(CHANCE, self._read_face(pending, assumed[1], what))
            keys: list[str] = []
        elif isinstance(pending, Ask) and assumed is None:
            seat = pending.seat
            found = corrections.correct_slips(self.rules, self.game, seat, part, self.reader)
            keys = [*found.typed.keys]
            self.mended += found.slips
            for key in keys:
                self._enter(seat, key)
        else:
            raise Refused(say("try.no_chance") if assumed else say("try.ended"))
        self._play_forced()
        self.parts.append(part)
        return keys

    def close(self) -> bool:
        """Close questions where nothing can be chosen, as a preview does. Return whether there was one.

        Before a part has been played, close none.
        """
        closed = False
        while self.find_end() is None and isinstance(pending := self.live.pending, Ask) and self.parts:
            if [option.key for option in list_legal_options(self.rules, pending)] != [DONE]:
                break
            self._enter(pending.seat, DONE)
            self._play_forced()
            closed = True
        return closed

    def explain_chance(self, pending: Roll | Draw) -> str:
        """Say which dice or card decide here, with an example: the typed line plus an assumed result."""
        what = pending.prompt.read(self.rules.name)
        line = "".join(f"{part};; " for part in self.parts).strip().replace("`", "'")
        if len(line) > QUOTED:
            line = "…;;"
        if isinstance(pending, Roll):
            faces = "".join(EXAMPLE[at % len(EXAMPLE)] for at in range(pending.dice))
            return say("try.roll", n=pending.dice, what=what, line=f"{line} [{' '.join(faces)}]")
        cards = ";; ".join(f"[{card}]" for card in self._choose_cards())
        return say("try.draw", what=what, line=f"{line} {cards}")

    def _choose_cards(self) -> list[str]:
        """Return the names of cards to assume for the open draw and for the draws that follow at once.

        A game may first draw the sort of a card, then the card. Return at most `CARDS` names.
        """
        other, names = Trial(self.rules, self.game, self.reader), list[str]()
        while (
            isinstance(draw := other.live.pending, Draw) and other.find_end() is None and len(names) < CARDS
        ):
            card = min(draw.pile)
            names.append(self.rules.name(card))
            other._enter(CHANCE, card)
            other._play_forced()
        return names

    def find_end(self) -> str | None:
        """Return why the what-if has ended at a secret; None if it goes on."""
        pending, name = self.live.pending, self.rules.name
        if self.seen is not None:
            return say("try.final")
        if isinstance(pending, Draw) and (pending.eyes is not None or self.rules.EXTRAS.hidden):
            return say("try.hidden", what=pending.prompt.read(name))
        if isinstance(pending, Ask) and not pending.shows(self.reader):
            return say("try.secret", seat=title_seat(self.rules, pending.seat))
        return None

    @property
    def shown(self) -> tuple[Game, ...]:
        """Return the turns that the reader may see, the open turn last."""
        return (*self.closed, self.game) if self.seen is None else self.seen

    def answer_to_dice(self, key: str, seat: str) -> Trial | None:
        """Play an answer of the asked seat in a copy of this what-if, up to the next dice of this turn.

        Later questions are closed without an act. If a question asks how to react to another seat's act and
        can't be closed, it gets its first answer, such as "hold" instead of "retreat". Return None if no dice
        follow. Also return None if `seat` must choose before the dice, or if a secret comes before them.
        """
        other = Trial(self.rules, self.game, self.reader)
        while isinstance(ask := other.live.pending, Ask):
            if other.find_end() is not None or is_veiled(other.live) or key not in ask.menu():
                return None
            other._enter(ask.seat, key)
            other._play_forced()
            following = other.live.pending
            if not isinstance(following, Ask):
                break
            replies = following.kind in self.rules.EXTRAS.prose.replies
            if following.seat == seat and not replies:
                return None
            menu = following.menu()
            key = next(iter(menu)) if replies and DONE not in menu else DONE
        ends = other.find_end() is not None or other.closed
        return other if isinstance(other.live.pending, Roll) and not ends else None

    def _read_face(self, pending: Roll | Draw, assumed: str, what: str) -> str:
        """Return the key of an assumed result of dice or a card. Raises `Refused` if it is impossible."""
        if isinstance(pending, Roll):
            faces = "".join(assumed.split())
            if pending.read(faces) is None:
                raise Refused(say("try.faces", n=pending.dice, what=what))
            return faces
        typed = normalize(assumed).strip()
        for card in pending.pile:
            if typed in (card, normalize(self.rules.name(card))):
                return card
        raise Refused(say("try.card", card=assumed, what=what))

    def _enter(self, seat: str, key: str) -> None:
        if self.seen is None and is_veiled(self.live):
            self.seen = (*self.closed, self.game)
        self.live.enter(seat, key)
        self.game = replace(self.game, log=(*self.game.log, Entry(seat, key)))

    def _play_forced(self) -> None:
        """Play forced answers and begin new turns, up to a free choice, dice, a card or the game's end."""
        while True:
            match self.live.pending:
                case Ask() as ask if ask.forced:
                    self._enter(ask.seat, next(iter(ask.menu())))
                case None if not self.rules.over(self.live.state):
                    self.closed.append(self.game)
                    self.game = Game(self.game.seed, self.game.turn + 1, self.rules.dump(self.live.state))
                    self.live = kernel.resume(self.rules, self.game)
                case _:
                    return


class WhatIf:
    """Shows the effects of orders (`/try`), with a button that enters the first order into the draft."""

    def __init__(self, orders: OrderService) -> None:
        self.orders = orders

    async def attempt(self, caller: Caller, text: str) -> Reply:
        """Play these orders as a what-if, and show the board. Raises `Refused` if a part is wrong.

        Store the typed line. A button under the reply keeps it in the caller's notebook.
        """
        stored = await self.orders.find_game(caller)
        answer = await self.look(caller, stored, text)
        if not text.strip():
            return answer
        at = self.orders.load_seated(stored)
        line = await self.orders.store.notebooks.add(
            stored.id, caller.user_id, text, at.position.turn, at.asked
        )
        return replace(answer, buttons=(button(KeptLines.keep.call(line), say("button.keep")),))

    async def look(self, caller: Caller, stored: StoredGame, text: str) -> Reply:
        """Play these orders as a what-if of a game. Raises `Refused` if a part is wrong.

        If a part would need what the caller may not know, show what the parts before it bring, and why the
        what-if stops there. If the first part is an order of the caller's asked seat, without side acts,
        store it, and add the button that makes it the draft.
        """
        at = self.orders.load_seated(stored)
        parts = [part.strip() for part in _PARTS.split(text) if part.strip()]
        trial, own = Trial(at.rules, at.position, read_as(at.stored, caller.user_id)), list[str]()
        for number, part in enumerate(parts, 1):
            try:
                keys = trial.play(part)
            except InputError as error:
                if trial.parts and trial.find_end() is not None:
                    break
                raise Refused(
                    say("try.part", n=number, part=part, why=error) if len(parts) > 1 else str(error)
                ) from None
            own = keys if number == 1 else own
        trial.close()
        mine = at.asked in at.stored.seats_of(caller.user_id) and not any(key.startswith(SIDE) for key in own)
        panel = None
        if mine and own:
            draft = Draft(at, own)
            await self.orders.store.write_notes(at.stored.id, draft.to_note(NAME))
            panel = Panel(at.mark, "", (), take=say("button.draft"))
        return self._write_answer(caller, at, trial, panel)

    async def suggest_orders(self, caller: Caller, text: str) -> list[Suggestion]:
        """Return how the last order in `text` can continue.

        Return nothing if an earlier part of `text` is illegal.
        """
        stored = await self.orders.store.find_in_channel(caller.channel_id)
        if stored is None or stored.position is None or not stored.seats_of(caller.user_id):
            return []
        at = self.orders.load_seated(stored)
        trial, start = Trial(at.rules, at.position, read_as(stored, caller.user_id)), 0
        for end in _PARTS.finditer(text):
            if part := text[start : end.start()].strip():
                try:
                    trial.play(part)
                except InputError:
                    return []
            start = end.end()
        if not isinstance(trial.live.pending, Ask) or trial.find_end() is not None:
            return []
        head, last = text[:start], text[start:].lstrip()
        found = suggest(at.rules, trial.game, trial.live.pending.seat, last, reader=trial.reader)
        joint = " " if head.endswith(";") else ""
        whole = (each._replace(text=head + joint + each.text) for each in found)
        return [each for each in whole if len(each.text) <= LINE_MAX]

    @action("take", "{mark}")
    async def take(self, caller: Caller, mark: Mark) -> Reply:
        """Make the first order of the last what-if the draft, and show the draft. Raises `Refused`."""
        async with self.orders.lock_channel(caller):
            stored = await self.orders.store.load(mark.game)
            at = self.orders.load_seated(stored)
            if at.asked not in stored.seats_of(caller.user_id) or mark != at.mark:
                raise Refused(say("try.late"))
            draft = load_draft(at, await self.orders.store.load_notes(stored.id), NAME)
            if not draft.keys or draft.key_dropped:
                raise Refused(say("try.late"))
            await self.orders.store.write_notes(stored.id, Draft(at).to_note(NAME))
            return await self.orders.advance(caller, draft, at_once=False)

    def _write_answer(self, caller: Caller, at: LoadedGame, trial: Trial, panel: Panel | None) -> Reply:
        rules, seats = at.rules, at.stored.seats_of(caller.user_id)
        eyes = seats[0] if len(seats) == 1 else None
        *closed, game = trial.shown
        before, after = at.view(eyes), view_after(rules, game, seat=eyes)
        told = turn_text.tell_turn(rules, trial.shown[0], len(at.position.log), reader=trial.reader)
        for each in trial.shown[1:]:
            told += turn_text.tell_turn(rules, each, reader=trial.reader)
        ends = (view_after(rules, each, seat=eyes) for each in closed)
        changes = list_changes(rules, before, after, eyes or "")
        mended = [say("mended", said=said, meant=meant) for said, meant in trial.mended]
        own = at.asked if at.asked in seats else eyes
        parts = [
            *mended,
            say("try"),
            *(told or ([] if changes else [say("try.nothing")])),
            *changes,
            *self._warn(at, trial, own),
            *self._forecast(trial, own),
            *self._describe_pending(trial, own),
            *self._foresee_dice(trial, at.asked),
        ]
        return Reply(
            cut_text("\n".join(parts), MAX_BODY), panel, view=after, before=before, during=tuple(ends)
        )

    @staticmethod
    def _warn(at: LoadedGame, trial: Trial, seat: str | None) -> Sequence[str]:
        """Return the warnings of a preview about the first order, if the reader's seat has given only this.

        Return no lines after a final answer.
        """
        rules, live = trial.rules, trial.live
        if seat is None or trial.seen is not None or len(trial.parts) > 1 or at.asked != seat:
            return []
        ahead = rules.EXTRAS.prose.risks(live.state, seat, live.pending)
        return write_warnings(rules, at.live.state, live.state, seat, ahead)

    @staticmethod
    def _forecast(trial: Trial, seat: str | None) -> Sequence[str]:
        """Return the game's forecast for the reader's seat at the question where the what-if stands.

        The reader gets the forecast even if the question is secret. Return no lines for a reader without a
        seat, after a final answer, or if no question is open.
        """
        rules, pending = trial.rules, trial.live.pending
        if seat is None or trial.seen is not None or not isinstance(pending, Ask):
            return []
        notes = rules.EXTRAS.prose.forecast(trial.live.state, seat, pending)
        return [say("preview.note", line=as_read(line, rules.name)) for line in notes]

    @staticmethod
    def _foresee_dice(trial: Trial, seat: str) -> list[str]:
        """Return the odds of the dice that follow the most likely answers of another seat.

        `seat` is the seat that tries an order. Return no lines if no dice follow, or if `seat` may not read
        the odds.
        """
        rules, ask = trial.rules, trial.live.pending
        reads = not rules.EXTRAS.hidden or seat in trial.reader
        if not isinstance(ask, Ask) or ask.seat == seat or not reads or trial.find_end() is not None:
            return []
        options = [option for option in list_legal_options(rules, ask) if not option.idle]
        likely = sorted(options, key=lambda option: option.key not in (ask.presentation.usual, DONE))
        found: dict[tuple[str, ...], str] = {}
        for option in likely[:TRIED]:
            if (then := trial.answer_to_dice(option.key, seat)) is not None:
                notes = rules.EXTRAS.prose.forecast(then.live.state, seat, then.live.pending)
                odds = tuple(as_read(line, rules.name) for line in notes)
                found.setdefault(odds, inside(REMARK.sub("", option.label), rules.name))
        lines: list[str] = []
        for odds, answer in [*found.items()][:FORESEEN]:
            if odds:
                lines.append(say("try.depends", seat=rules.name(ask.seat), answer=answer))
                lines += [say("preview.note", line=line) for line in odds]
        return lines

    @staticmethod
    def _describe_pending(trial: Trial, own: str | None) -> Sequence[str]:
        """Return lines on what comes next: a question, dice, a card or the end.

        `own` is the reader's seat. If this seat decides next, the lines have the question and answers to it.
        """
        rules, pending = trial.rules, trial.live.pending
        if (why := trial.find_end()) is not None:
            return [why, *WhatIf._note_chance(trial)]
        match pending:
            case Ask() as ask if ask.seat == own:
                legal = [
                    each for each in list_legal_options(rules, ask) if each.key not in ask.presentation.typed
                ]
                labels = [REMARK.sub("", option.label) for option in legal]
                answers = [*labels[:SHOWN], *(["…"] if len(labels) > SHOWN else [])]
                question = ask.prompt.read(rules.name)
                return [say("try.open", question=question), say("try.answers", answers=join_clauses(answers))]
            case Ask() as ask:
                # name the seat, because the prompt would say "you"
                return [say("try.asks", seat=rules.name(ask.seat))]
            case Roll() | Draw() as pending:
                return [trial.explain_chance(pending), *WhatIf._note_chance(trial)]
        return [say("try.over")]

    @staticmethod
    def _note_chance(trial: Trial) -> list[str]:
        """Return what is certain or likely after the dice or the draw at which the what-if stands.

        Return no lines if no dice or draw follow, after a final answer, or if the reader may not know this.
        """
        rules, pending, seat = trial.rules, trial.live.pending, _find_last_seat(trial.game)
        reads = not rules.EXTRAS.hidden or seat in trial.reader
        if not isinstance(pending, Roll | Draw) or trial.seen is not None or not reads:
            return []
        notes = rules.EXTRAS.prose.forecast(trial.live.state, seat, pending)
        return [say("preview.note", line=as_read(line, rules.name)) for line in notes]


def _find_last_seat(game: Game) -> str:
    """Return the seat that decided last in the open turn; "" if no seat has decided."""
    return next((entry.seat for entry in reversed(game.log) if entry.seat != CHANCE), "")
