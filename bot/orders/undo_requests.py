"""Taking back what one tap can't: the others whom it concerns are asked, and all of them have to agree.

Concerned is everybody who has acted since; where dice or cards have come since, everybody with a seat. What
is taken back stays readable, struck through. Dice and cards that were undone fall anew, so that nobody knows
the coming roll. All have to agree, and each such undo is told and counted: nobody tries for a better roll.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from bot.language.words import join_names, say, speak_within
from bot.orders.draft import Draft
from bot.orders.preview import show_undone
from bot.orders.service import OrderService
from bot.orders.undo import reopen_draft
from bot.people.caller import Caller
from bot.plans.plan import drop_answers
from bot.replies.action import action, button
from bot.replies.mark import Mark
from bot.replies.reply import Refused, Reply
from bot.replies.text import MAX_TEXT, cut_text
from bot.session.loaded_game import (
    LoadedGame,
    explain_spectating,
    find_opening,
    has_final,
    list_decisions,
    title_seat,
)
from bot.settings.game_settings import GameSettings
from bot.story import announce, turn_text
from bot.story.announce import TEXT, Post
from bot.story.strikethrough import strike_posts
from db.records import Kind, NewAct, Note, StoredGame
from db.transaction import Transaction
from rules import kernel
from rules.kernel import CHANCE, SIDE, Game, NotAllowed, Rules
from rules.orders import sentences

NAME = "undo"  # of the note, which is the whole table's


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """What somebody wants to take back: `whole` is the turn with it, `to` without it, `undone()` the orders
    that would go, in the language that is spoken."""

    seat: str
    whole: Game
    to: Game
    undone: Callable[[], tuple[str, ...]]
    concerned: frozenset[int]  # users who have to agree
    answered: bool = False  # only bot players have acted since, and no dice or card came


class UndoRequests:
    """Undo with one tap where it goes, and the request to the table where it doesn't."""

    def __init__(self, orders: OrderService) -> None:
        self.orders = orders

    @action("undo", "{mark}")
    async def undo(self, caller: Caller, mark: Mark | None = None) -> Reply:
        """Take back the caller's last choice, or say why that can't be done at once and offer to ask.

        Raises `InputError`.
        """
        try:
            return await self.orders.undo(caller, mark)
        except NotAllowed as refused:
            at = await self._at(caller, mark)
            plea = await self._plea(at, caller)
            if plea is None:
                raise
            if plea.answered:
                return await self.ask(caller, at.stored.id)
            label = say("button.plea") if plea.concerned else say("button.plea_alone")
            text = say("plea.offer", why=refused, lines="\n".join(plea.undone()))
            return Reply(
                cut_text(text, MAX_TEXT), buttons=(button(UndoRequests.ask.call(at.stored.id), label),)
            )

    @action("plea", "{game_id}")
    async def ask(self, caller: Caller, game_id: int) -> Reply:
        """Ask those whom it concerns; where it concerns nobody else, it is done at once."""
        async with self.orders.lock_channel(caller):
            at = self.orders.load_seated(await self.orders.store.load(game_id))
            plea = await self._plea(at, caller)
            if plea is None:
                raise Refused(say("plea.nothing"))
            if not plea.concerned:
                again = await self._strike(at, plea, caller, caller.user_id)
                place = len(plea.to.log)
                line = (
                    turn_text.write_order(at.rules, plea.whole, place, plea.seat) or plea.whole.log[place].key
                )
                return show_undone(again, line, caller.user_id)
            target = [plea.to.turn, len(plea.to.log)]
            asked = {"place": _place(at), "seat": plea.seat, "to": target, "yes": []}
            await self._call(at, plea, caller, Note("", NAME, caller.user_id, ""), asked)
            return Reply(say("plea.asked", users=_people(plea.concerned)))

    @action("agree", "{game_id}")
    async def agree(self, caller: Caller, game_id: int) -> Reply:
        """Agree to an undo request."""
        return await self.answer(caller, game_id, agrees=True)

    @action("against", "{game_id}")
    async def object(self, caller: Caller, game_id: int) -> Reply:
        """Object to it."""
        return await self.answer(caller, game_id, agrees=False)

    async def answer(self, caller: Caller, game_id: int, agrees: bool) -> Reply:
        """Agree or not. With the last agreement it is done; one refusal ends it."""
        async with self.orders.lock_channel(caller):
            at = self.orders.load_seated(await self.orders.store.load(game_id))
            if (found := _waiting(at, await self.orders.store.load_notes(game_id))) is None:
                raise Refused(say("plea.late"))
            note, asked = found
            asker = replace(caller, user_id=note.user_id)
            plea = await self._plea(at, asker, asked)
            if plea is None or not at.stored.seats_of(caller.user_id):
                raise Refused(explain_spectating(at.rules, at.stored, caller.user_id))
            if caller.user_id not in plea.concerned:
                own = caller.user_id == note.user_id
                raise Refused(say("plea.own") if own else say("plea.not_asked"))
            if not agrees:
                with speak_within(GameSettings.of(at.stored).language):
                    post = Post(text=say("plea.refused", user=caller.user_id))
                await self._note(at.stored, caller, "", "does not agree", post, _over("refused"))
                return Reply(say("plea.stands"))
            yes = {*asked["yes"], caller.user_id}
            if missing := plea.concerned - yes:
                asked |= {"yes": sorted(yes)}
                if missing <= {*asked["called"]}:
                    await self.orders.store.write_notes(game_id, replace(note, text=json.dumps(asked)))
                else:  # somebody has acted beside the question since
                    await self._call(at, plea, caller, note, asked)
                return Reply(say("plea.noted", users=_people(missing)))
            await self._strike(at, plea, caller, note.user_id, _over("agreed"))
            return Reply(say("plea.done"))

    # Helpers

    async def _at(self, caller: Caller, mark: Mark | None) -> LoadedGame:
        return self.orders.load_seated(
            await self.orders.find_game(caller, None if mark is None else mark.game)
        )

    async def _plea(
        self, at: LoadedGame, caller: Caller, asked: Mapping[str, Any] | None = None
    ) -> UndoRequest | None:
        """Return the undo the caller may request, or has `asked` for; None if they decided nothing yet."""
        own = at.stored.seats_of(caller.user_id) if asked is None else (asked["seat"],)
        history = await self.orders.store.load_history(at.stored.id)
        return find_request(at, history, own, caller.user_id, None if asked is None else tuple(asked["to"]))

    async def _call(
        self, at: LoadedGame, plea: UndoRequest, caller: Caller, note: Note, asked: dict[str, Any]
    ) -> None:
        """Ask those who have not agreed yet, aloud."""
        called = sorted(plea.concerned - {*asked["yes"]})
        with speak_within(GameSettings.of(at.stored).language):
            seat, undone = title_seat(at.rules, plea.seat), "\n".join(plea.undone())
            told = say("plea", users=_people(called), seat=seat, lines=undone)
            buttons = (
                button(UndoRequests.agree.call(at.stored.id), say("button.agree"), "good"),
                button(UndoRequests.object.call(at.stored.id), say("button.against")),
            )
        post = Post(text=cut_text(told, MAX_TEXT), ping=tuple(called), buttons=buttons)
        text = json.dumps({**asked, "called": sorted(plea.concerned)})
        await self._note(at.stored, caller, plea.seat, "asks to undo", post, replace(note, text=text))

    async def _strike(
        self, at: LoadedGame, plea: UndoRequest, caller: Caller, asker: int, *more: Note
    ) -> Draft:
        back = LoadedGame(at.stored, at.rules, plea.to, kernel.resume(at.rules, plea.to))
        act = NewAct(Kind.UNDO, " / ".join(plea.undone()), caller.user_id, plea.seat, caller.interaction_id)
        with speak_within(GameSettings.of(at.stored).language):
            by = say("plea.struck", user=asker) if plea.concerned else say("plea.alone", user=asker)
            told = [by, *plea.undone(), *turn_text.describe_new_dice(at.position, plea.to)]
        card = announce.describe_card(back, at)
        posts = strike_posts(announce.make_board_posts(back, told, actor=caller.user_id, card=card), plea.to)
        settings = GameSettings.of(at.stored).back_to(plea.to).to_json()
        store = self.orders.store
        again = reopen_draft(back, plea.whole) if back.asked == plea.seat else Draft(back)
        notes = [*drop_answers(await store.load_notes(at.stored.id)), again.to_note(), *more]
        await store.undo_to(at.stored, plea.to, act=act, deliveries=posts, settings=settings, notes=notes)
        self.orders.saved()
        return again

    async def _note(
        self, stored: StoredGame, caller: Caller, seat: str, line: str, post: Post, note: Note
    ) -> None:
        """Save what became of a request, with the post that says so."""
        act = NewAct(Kind.SIDE, line, caller.user_id, seat, caller.interaction_id)

        def record(changes: Transaction) -> StoredGame:
            changes.write_notes(stored.id, [note])
            return changes.record_act(stored.id, act=act, deliveries=[post.delivery(stored, TEXT)])

        await self.orders.store.run_together(act, record)
        self.orders.saved()


def find_request(
    at: LoadedGame,
    history: Sequence[Game],
    own: Sequence[str],
    user_id: int,
    target: tuple[int, ...] | None = None,
) -> UndoRequest | None:
    """The last order of these seats in the turns of a game, or the one from this turn and entry on, and whom
    it concerns to take it back."""
    others: set[str] = set()
    chance = False
    for number in range(len(history) - 1, -1, -1):
        game = history[number]
        decided = list_decisions(at.rules, game)
        for index in range(len(decided) - 1, -1, -1):
            seat = decided[index][1].removeprefix(SIDE)
            place = find_opening(decided, index)
            if seat in own and target in (None, (game.turn, place)):
                to = kernel.go_back(replace(game, log=game.log[:place]), history[number:])
                lasting = has_final(at.rules, game, place)
                holders = [s for s in at.stored.seats if chance or lasting or s.seat in others]
                people = frozenset(s.user_id for s in holders if not s.level)
                undone = partial(strike_orders, at.rules, (game, *history[number + 1 :]), place)
                answered = not (chance or lasting) and not people and others <= {s.seat for s in holders}
                return UndoRequest(seat, game, to, undone, people - {user_id}, answered)
            chance = chance or seat == CHANCE  # what it has told concerns all
            others.add(seat)
    return None


def strike_orders(rules: Rules, games: Sequence[Game], start: int) -> tuple[str, ...]:
    """Return the orders from entry `start` of the first of these turns on, struck through."""
    said = [
        row
        for number, game in enumerate(games)
        for row in sentences.sentences(rules, game, 0 if number else start)
    ]
    return tuple(
        say("plea.line", seat=title_seat(rules, row.seat), line=row.text)
        for row in said
        if row.text and row.seat != CHANCE
    )


def is_waiting(at: LoadedGame, notes: Sequence[Note]) -> bool:
    """Return whether a request to take something back still waits for answers."""
    return _waiting(at, notes) is not None


def _waiting(at: LoadedGame, notes: Sequence[Note]) -> tuple[Note, dict[str, Any]] | None:
    """Return the request that waits, and what it says.

    It lapses when the game goes on or the seat changes hands.
    """
    for note in notes:
        if (note.seat, note.name) == ("", NAME):
            asked: dict[str, Any] = json.loads(note.text)
            if (
                "over" not in asked
                and asked["place"] == _place(at)
                and asked["seat"] in at.stored.seats_of(note.user_id)
            ):
                return note, asked
    return None


def describe_end(notes: Sequence[Note]) -> str:
    """Return what is written under a request for which nobody waits any more."""
    text = next((note.text for note in notes if (note.seat, note.name) == ("", NAME)), "{}")
    match json.loads(text).get("over"):
        case "agreed":
            return say("plea.over.agreed")
        case "refused":
            return say("plea.over.refused")
    return say("plea.over.lapsed")


def _over(how: str) -> Note:
    return Note("", NAME, 0, json.dumps({"over": how}))


def _people(users: Iterable[int]) -> str:
    return join_names([f"<@{user}>" for user in sorted(users)])


def _place(at: LoadedGame) -> list[object]:
    """Return where the game stands, side acts apart: what is agreed on holds there only."""
    return [at.mark.turn, at.mark.entry, at.mark.check]
