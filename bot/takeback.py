"""Taking back what one tap can't: the others whom it concerns are asked, and all of them have to agree.

Concerned is everybody who has acted since; where dice or cards have come since, everybody with a seat. What
is taken back stays readable, struck through. Dice belong to their place in the game, so that the same order
given again rolls the same: nobody takes back for a better roll.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot import announce
from bot.announce import LIMIT, TEXT, Post
from bot.answers import Answer, Caller, Knob, Mark, Refused, cut
from bot.manners import Manners
from bot.seated import Seated, is_aside, is_decided, titled
from bot.table import Table
from bot.words import in_a_row, say, speaking
from db.records import Kind, NewAct, Note, StoredGame
from rules import kernel, lines
from rules.kernel import CHANCE, Game, Live, NotAllowed, Rules

NAME = "undo"  # of the note, which is the whole table's
ASK, AGREE, AGAINST = "plea", "agree", "against"  # verbs of the buttons


@dataclass(frozen=True, slots=True)
class Plea:
    """What somebody wants to take back: `to` is the game without it, `undone` the orders that would go."""

    seat: str
    to: Game
    undone: tuple[str, ...]
    concerned: frozenset[int]  # users who have to agree
    answered: bool = False  # only automatic players have acted since, and no dice or card came


class TakeBack:
    """Undo with one tap where it goes, and the request to the table where it doesn't."""

    def __init__(self, table: Table) -> None:
        self.table = table

    async def undo(self, caller: Caller, mark: Mark | None = None) -> Answer:
        """Take back the caller's last choice, or say why that can't be done at once and offer to ask.

        Raises `InputError`.
        """
        try:
            return await self.table.undo(caller, mark)
        except NotAllowed as refused:
            at = await self._at(caller, mark)
            plea = await self._plea(at, caller)
            if plea is None:
                raise
            if plea.answered:
                return await self.ask(caller, at.stored.id)
            label = say("button.plea") if plea.concerned else say("button.plea_alone")
            text = say("plea.offer", why=refused, lines="\n".join(plea.undone))
            return Answer(cut(text, LIMIT), knobs=(Knob(ASK, str(at.stored.id), label),))

    async def ask(self, caller: Caller, game_id: int) -> Answer:
        """Ask those whom it concerns; where it concerns nobody else, it is done at once."""
        async with self.table.acting(caller):
            at = self.table.seated(await self.table.store.load(game_id))
            plea = await self._plea(at, caller)
            if plea is None:
                raise Refused(say("plea.nothing"))
            if not plea.concerned:
                back = await self._strike(at, plea, caller, caller.user_id)
                return Answer(say("plea.done"), back.panel(caller.user_id))
            text = json.dumps({"place": _place(at), "seat": plea.seat, "yes": []})
            others = in_a_row([f"<@{user}>" for user in sorted(plea.concerned)])
            with speaking(Manners.of(at.stored).language):
                told = say(
                    "plea", users=others, seat=titled(at.rules, plea.seat), lines="\n".join(plea.undone)
                )
                knobs = (
                    Knob(AGREE, str(game_id), say("button.agree"), "good"),
                    Knob(AGAINST, str(game_id), say("button.against")),
                )
            post = Post(text=cut(told, LIMIT), ping=tuple(sorted(plea.concerned)), knobs=knobs)
            await self.table.store.write_notes(game_id, Note("", NAME, caller.user_id, text))
            await self._note(at.stored, caller, plea.seat, "asks to take back", post)
            return Answer(say("plea.asked", users=others))

    async def answer(self, caller: Caller, game_id: int, agrees: bool) -> Answer:
        """Agree or not. With the last agreement it is done; one refusal ends it."""
        async with self.table.acting(caller):
            at = self.table.seated(await self.table.store.load(game_id))
            note = next(
                (n for n in await self.table.store.notes(game_id) if (n.seat, n.name) == ("", NAME)), None
            )
            asked: dict[str, Any] = {} if note is None else json.loads(note.text)
            if note is None or asked["place"] != _place(at):
                raise Refused(say("plea.late"))
            asker = replace(caller, user_id=note.user_id)
            plea = await self._plea(at, asker, asked["seat"])
            if plea is None or caller.user_id not in plea.concerned:
                raise Refused(say("plea.not_asked"))
            if not agrees:
                await self.table.store.write_notes(game_id, Note("", NAME, 0, ""))
                with speaking(Manners.of(at.stored).language):
                    post = Post(text=say("plea.refused", user=caller.user_id))
                await self._note(at.stored, caller, "", "does not agree", post)
                return Answer(say("plea.stands"))
            yes = {*asked["yes"], caller.user_id}
            if missing := plea.concerned - yes:
                text = json.dumps({**asked, "yes": sorted(yes)})
                await self.table.store.write_notes(game_id, replace(note, text=text))
                return Answer(say("plea.noted", users=in_a_row([f"<@{user}>" for user in sorted(missing)])))
            await self._strike(at, plea, caller, note.user_id)
            await self.table.store.write_notes(game_id, Note("", NAME, 0, ""))
            return Answer(say("plea.done"))

    # Helpers

    async def _at(self, caller: Caller, mark: Mark | None) -> Seated:
        return self.table.seated(await self.table.here(caller, None if mark is None else mark.game))

    async def _plea(self, at: Seated, caller: Caller, seat: str | None = None) -> Plea | None:
        """What the caller (in this seat) may ask to take back; None where he has decided nothing yet."""
        own = at.stored.seats_of(caller.user_id) if seat is None else (seat,)
        history = await self.table.store.history(at.stored.id)
        return found_plea(at, history, own, caller.user_id)

    async def _strike(self, at: Seated, plea: Plea, caller: Caller, asker: int) -> Seated:
        back = Seated(at.stored, at.rules, plea.to, kernel.resume(at.rules, plea.to))
        act = NewAct(Kind.UNDO, " / ".join(plea.undone), caller.user_id, plea.seat, caller.interaction_id)
        with speaking(Manners.of(at.stored).language):
            by = say("plea.struck", user=asker) if plea.concerned else say("plea.alone", user=asker)
            told = [by, *plea.undone]
        posts = announce.board(back, told, actor=caller.user_id)
        manners = Manners.of(at.stored).back_to(plea.to).text()
        await self.table.store.strike(at.stored, plea.to, act=act, deliveries=posts, manners=manners)
        self.table.saved()
        return back

    async def _note(self, stored: StoredGame, caller: Caller, seat: str, line: str, post: Post) -> None:
        act = NewAct(Kind.SIDE, line, caller.user_id, seat, caller.interaction_id)
        await self.table.store.note(stored.id, act=act, deliveries=[post.delivery(stored, TEXT)])
        self.table.saved()


def found_plea(at: Seated, history: Sequence[Game], own: Sequence[str], user_id: int) -> Plea | None:
    """The last order of these seats in the turns of a game, and whom it concerns to take it back."""
    others: set[str] = set()
    chance = False
    for number in range(len(history) - 1, -1, -1):
        game = history[number]
        decided = _decisions(at.rules, game)
        for index in range(len(decided) - 1, -1, -1):
            place, seat = decided[index]
            if seat in own:
                while index and decided[index - 1][1] == seat:
                    index -= 1
                    place = decided[index][0]
                to = replace(game, log=game.log[:place])
                holders = [s for s in at.stored.seats if chance or s.seat in others]
                people = frozenset(s.user_id for s in holders if not s.level)
                undone = _struck(at.rules, (game, *history[number + 1 :]), place)
                answered = not chance and not people and others <= {s.seat for s in holders}
                return Plea(seat, to, undone, people - {user_id}, answered)
            chance = chance or seat == CHANCE
            others.add(seat)
    return None


def _decisions(rules: Rules[Any], game: Game) -> list[tuple[int, str]]:
    """The places in a turn where somebody decided or chance came, and who it was."""
    live, found = Live(rules, rules.load(game.start)), []
    for index, entry in enumerate(game.log):
        if entry.seat == CHANCE or is_aside(entry) or is_decided(live, entry):
            found.append((index, entry.seat))
        live.enter(*entry)
    return found


def _struck(rules: Rules[Any], games: Sequence[Game], start: int) -> tuple[str, ...]:
    """The orders from entry `start` of the first of these turns on, struck through."""
    said = [
        row for number, game in enumerate(games) for row in lines.lines(rules, game, 0 if number else start)
    ]
    return tuple(
        say("plea.line", seat=titled(rules, row.seat), line=row.text)
        for row in said
        if row.text and row.seat != CHANCE
    )


def waits(at: Seated, notes: Sequence[Note]) -> bool:
    """True where a request to take something back still waits for answers."""
    note = next((note for note in notes if (note.seat, note.name) == ("", NAME)), None)
    return note is not None and json.loads(note.text)["place"] == _place(at)


def _place(at: Seated) -> list[object]:
    """Where the game stands, side acts included: what is agreed on holds there only."""
    return [at.position.turn, len(at.position.log), at.mark.check]
