"""Undo orders that one tap can't undo. All people concerned must agree.

An undo concerns all people who have acted since the order. If dice, cards or a final answer came since the
order, the undo concerns all people with a seat. The bot strikes through the posts of undone orders. After an
undo, the dice and cards are new, so nobody knows the next roll. The bot posts and counts each undo of dice or
cards. So nobody can secretly undo again and again to get a better roll.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from bot.language.words import join_names, say, speak_within
from bot.orders.draft import Draft
from bot.orders.last_order import make_undone_note
from bot.orders.own_question import OwnQuestion
from bot.orders.preview import show_undone
from bot.orders.service import OrderService
from bot.orders.undo import find_terms, reopen_draft
from bot.people.caller import Caller
from bot.plans.plan import drop_answers
from bot.replies.action import action, button
from bot.replies.mark import Mark
from bot.replies.reply import Refused, Reply
from bot.replies.text import MAX_TEXT, cut_text
from bot.session.loaded_game import (
    LoadedGame,
    explain_finishing,
    explain_spectating,
    find_opening,
    has_final,
    list_decisions,
    title_seat,
)
from bot.settings.game_settings import GameSettings
from bot.story import announce, order_text, turn_text
from bot.story.post import TEXT, Post
from bot.story.strikethrough import strike_posts
from db.connection.transaction import Transaction
from db.records import Kind, NewAct, Note, StoredGame
from rules import kernel
from rules.errors import NoUndo
from rules.kernel import CHANCE, SIDE, Game, Rules
from rules.orders import sentences

NAME = "undo"  # the name of the note with the request; the note belongs to no seat


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """A player's wish to undo an order.

    Attributes:
        seat: the seat that gave the order
        whole: the turn with the order
        to: the same turn, cut before the order
        undone: a function that returns the orders to undo, in the current language
        concerned: the users who must agree
        answered: whether only bot players have acted since the order, and no dice, cards or final answers
            came
    """

    seat: str
    whole: Game
    to: Game
    undone: Callable[[], tuple[str, ...]]
    concerned: frozenset[int]
    answered: bool = False


class UndoRequests:
    """Undoes orders at once if possible. Otherwise asks the people concerned."""

    def __init__(self, orders: OrderService) -> None:
        self.orders = orders

    @action("undo", "{mark}")
    async def undo(self, caller: Caller, mark: Mark | None = None) -> Reply:
        """Undo the caller's last choice. If others must agree, say why, and offer to ask them.

        If only bot players have acted since the choice (`UndoRequest.answered`), undo at once. If the game
        has gone on since the button was posted, say what an undo would remove, and offer this undo. Raises
        `InputError`.
        """
        try:
            return await self.orders.undo(caller, mark)
        except NoUndo as refused:
            at = await self._load_game(caller, mark)
            if finishing := explain_finishing(at.rules, at.stored, caller.user_id):
                raise Refused(finishing) from None
            request = await self._load_request(at, caller)
            if request is None:
                raise Refused(say("undo.nothing")) from None
            if request.answered:
                return await self.ask(caller, at.stored.id)
            label, needs = say("button.plea_alone"), say("plea.two_taps")
            if request.concerned:
                label, needs = say("button.plea"), say("plea.consent", users=_mention(request.concerned))
            text = say("plea.offer", why=refused, needs=needs, lines="\n".join(request.undone()))
            ask = button(UndoRequests.ask.call(at.stored.id), label)
            cancel = button(OwnQuestion.show.call(at.stored.id), say("button.cancel"))
            return Reply(cut_text(text, MAX_TEXT), buttons=(ask, cancel))

    @action("plea", "{game_id}")
    async def ask(self, caller: Caller, game_id: int) -> Reply:
        """Ask all people concerned to agree. If the undo concerns nobody else, undo at once.

        Raises `Refused`.
        """
        async with self.orders.lock_channel(caller):
            at = self.orders.load_seated(await self.orders.store.load(game_id))
            request = await self._load_request(at, caller)
            if request is None:
                raise Refused(say("undo.nothing"))
            if not request.concerned:
                again = await self._carry_out(at, request, caller, caller.user_id)
                place = len(request.to.log)
                line = (
                    order_text.write_order(at.rules, request.whole, place, request.seat)
                    or request.whole.log[place].key
                )
                return show_undone(again, line, caller.user_id)
            target = [request.to.turn, len(request.to.log)]
            asked = {"place": _mark_place(at), "seat": request.seat, "to": target, "yes": []}
            await self._post_request(at, request, caller, Note("", NAME, caller.user_id, ""), asked)
            trades = [say("plea.trades")] if at.rules.EXTRAS.trades.words else []
            told = "plea.asked" if len(request.concerned) > 1 else "plea.asked_one"
            return Reply(" ".join([say(told, users=_mention(request.concerned)), *trades]))

    @action("agree", "{game_id}")
    async def agree(self, caller: Caller, game_id: int) -> Reply:
        """Agree to an undo request."""
        return await self.answer(caller, game_id, agrees=True)

    @action("against", "{game_id}")
    async def object(self, caller: Caller, game_id: int) -> Reply:
        """Object to an undo request."""
        return await self.answer(caller, game_id, agrees=False)

    async def answer(self, caller: Caller, game_id: int, agrees: bool) -> Reply:
        """Agree or object to an undo request. Raises `Refused`.

        When the last person agrees, carry out the undo. One objection ends the request.
        """
        async with self.orders.lock_channel(caller):
            at = self.orders.load_seated(await self.orders.store.load(game_id))
            if (found := _find_waiting(at, await self.orders.store.load_notes(game_id))) is None:
                raise Refused(say("plea.late"))
            note, asked = found
            asker = replace(caller, user_id=note.user_id)
            request = await self._load_request(at, asker, asked)
            if request is None or not at.stored.seats_of(caller.user_id):
                raise Refused(explain_spectating(at.rules, at.stored, caller.user_id))
            if caller.user_id not in request.concerned:
                own = caller.user_id == note.user_id
                raise Refused(say("plea.own") if own else say("plea.not_asked"))
            if not agrees:
                with speak_within(GameSettings.of(at.stored).language):
                    post = Post(text=say("plea.refused", user=caller.user_id))
                await self._save_answer(
                    at.stored, caller, "", "does not agree", post, _end_request("refused")
                )
                return Reply(say("plea.stands"))
            yes = {*asked["yes"], caller.user_id}
            if missing := request.concerned - yes:
                asked |= {"yes": sorted(yes)}
                if missing <= {*asked["called"]}:
                    await self.orders.store.write_notes(game_id, replace(note, text=json.dumps(asked)))
                else:  # somebody has acted since the request, so the undo concerns more people
                    await self._post_request(at, request, caller, note, asked)
                return Reply(say("plea.noted", users=_mention(missing)))
            await self._carry_out(at, request, caller, note.user_id, _end_request("agreed"))
            return Reply(say("plea.done"))

    # Helpers

    async def _load_game(self, caller: Caller, mark: Mark | None) -> LoadedGame:
        """Return the game of the caller's channel, or the game that the button names."""
        return self.orders.load_seated(
            await self.orders.find_game(caller, None if mark is None else mark.game)
        )

    async def _load_request(
        self, at: LoadedGame, caller: Caller, asked: Mapping[str, Any] | None = None
    ) -> UndoRequest | None:
        """Return the undo that the caller may request. If there is a stored request `asked`, return its undo.

        Return None if there is no order to undo.
        """
        own = at.stored.seats_of(caller.user_id) if asked is None else (asked["seat"],)
        history = await self.orders.store.load_history(at.stored.id)
        return find_request(at, history, own, caller.user_id, None if asked is None else tuple(asked["to"]))

    async def _post_request(
        self, at: LoadedGame, request: UndoRequest, caller: Caller, note: Note, asked: dict[str, Any]
    ) -> None:
        """Post and save the request. Mention everybody who must agree and has not agreed yet."""
        called = sorted(request.concerned - {*asked["yes"]})
        with speak_within(GameSettings.of(at.stored).language):
            seat, undone = title_seat(at.rules, request.seat), "\n".join(request.undone())
            plea = "plea" if len(called) > 1 else "plea.one"
            told = say(plea, users=_mention(called), seat=seat, lines=undone)
            buttons = (
                button(UndoRequests.agree.call(at.stored.id), say("button.agree"), "good"),
                button(UndoRequests.object.call(at.stored.id), say("button.against")),
            )
        post = Post(text=cut_text(told, MAX_TEXT), ping=tuple(called), buttons=buttons)
        text = json.dumps({**asked, "called": sorted(request.concerned)})
        await self._save_answer(
            at.stored, caller, request.seat, "asks to undo", post, replace(note, text=text)
        )

    async def _carry_out(
        self, at: LoadedGame, request: UndoRequest, caller: Caller, asker: int, *more: Note
    ) -> Draft:
        """Undo the order, post a message about it, and return the order as a draft."""
        back = LoadedGame(at.stored, at.rules, request.to, kernel.resume(at.rules, request.to))
        act = NewAct(
            Kind.UNDO, " / ".join(request.undone()), caller.user_id, request.seat, caller.interaction_id
        )
        with speak_within(GameSettings.of(at.stored).language):
            by = say("plea.struck", user=asker) if request.concerned else say("plea.alone", user=asker)
            told = [by, *request.undone(), *turn_text.describe_new_dice(at.position, request.to)]
        card = announce.describe_card(back, at)
        posts = strike_posts(
            announce.make_board_posts(back, told, actor=caller.user_id, card=card), request.to
        )
        settings = GameSettings.of(at.stored).back_to(request.to)
        counted = (await self.orders.count_time(at, settings)).to_json()
        store = self.orders.store
        again = reopen_draft(back, request.whole) if back.asked == request.seat else Draft(back)
        forgotten = make_undone_note(back, request.whole)
        notes = [*drop_answers(await store.load_notes(at.stored.id)), again.to_note(), *forgotten, *more]
        await store.undo_to(at.stored, request.to, act=act, deliveries=posts, settings=counted, notes=notes)
        self.orders.saved()
        return again

    async def _save_answer(
        self, stored: StoredGame, caller: Caller, seat: str, line: str, post: Post, note: Note
    ) -> None:
        """Save a request's changed note together with an act and a post about the change."""
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
    """Return the undo of the last order of the seats `own`. With `target`, undo the order at (turn, entry).

    Return None if there is no such order. `history` has all turns of the game. `user_id` is the person who
    requests the undo.
    """
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
                everyone = chance or lasting
                terms = find_terms(at.stored, others, everyone=everyone, without=user_id)
                undone = partial(write_struck_orders, at.rules, (game, *history[number + 1 :]), place)
                return UndoRequest(seat, game, to, undone, terms.concerned, terms.at_once)
            chance = chance or seat == CHANCE
            others.add(seat)
    return None


def write_struck_orders(rules: Rules, games: Sequence[Game], start: int) -> tuple[str, ...]:
    """Return a struck-through line for each order, beginning with entry `start` of the first turn.

    A line begins with the name of its seat, unless it is a whole sentence of the log, which names its seat.
    """
    said = [
        row
        for number, game in enumerate(games)
        for row in sentences.write_sentences(rules, game, 0 if number else start)
    ]
    return tuple(_strike_order(rules, row) for row in said if row.text and row.seat != CHANCE)


def _strike_order(rules: Rules, row: sentences.Told) -> str:
    if row.whole:
        return say("plea.named", line=row.text)
    return say("plea.line", seat=title_seat(rules, row.seat), line=row.text)


def is_waiting(at: LoadedGame, notes: Sequence[Note]) -> bool:
    """Return whether an undo request still waits for answers."""
    return _find_waiting(at, notes) is not None


def _find_waiting(at: LoadedGame, notes: Sequence[Note]) -> tuple[Note, dict[str, Any]] | None:
    """Return the note of the waiting request and its data; None if no request waits.

    A request ends when the game goes on or when another person takes over the seat.
    """
    for note in notes:
        if (note.seat, note.name) == ("", NAME):
            asked: dict[str, Any] = json.loads(note.text)
            if (
                "over" not in asked
                and asked["place"] == _mark_place(at)
                and asked["seat"] in at.stored.seats_of(note.user_id)
            ):
                return note, asked
    return None


def describe_end(notes: Sequence[Note]) -> str:
    """Return the line to put under a request that has ended."""
    text = next((note.text for note in notes if (note.seat, note.name) == ("", NAME)), "{}")
    match json.loads(text).get("over"):
        case "agreed":
            return say("plea.over.agreed")
        case "refused":
            return say("plea.over.refused")
    return say("plea.over.lapsed")


def _end_request(how: str) -> Note:
    """Return the note that marks a request as ended. `how` is "agreed" or "refused"."""
    return Note("", NAME, 0, json.dumps({"over": how}))


def _mention(users: Iterable[int]) -> str:
    """Return these users as a list of mentions."""
    return join_names([f"<@{user}>" for user in sorted(users)])


def _mark_place(at: LoadedGame) -> list[object]:
    """Return the game's present place as JSON values. A request is valid until this place changes.

    Side acts don't change the place.
    """
    return [at.mark.turn, at.mark.entry, at.mark.check]
