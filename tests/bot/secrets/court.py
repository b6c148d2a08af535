"""Play the toy game with hands in a channel through the real service, and ask the bot everything."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any

from bot.analysis.replays import Replays
from bot.hosting.repairs import Repairs
from bot.learning.more import More
from bot.orders.service import OrderService
from bot.orders.undo_requests import UndoRequests
from bot.people.caller import Caller
from bot.people.preference_editor import PreferenceStore
from bot.plans.question_plans import QuestionPlans
from bot.posting import layouts
from bot.replies.mark import Mark, shorten_key
from bot.replies.reply import Reply
from bot.seating.lobby import Lobby
from bot.seating.seats import Seats
from bot.seating.table_settings import TableSettings
from bot.session.loaded_game import LoadedGame
from bot.story.post import Post
from bot.views.board import BoardViews
from bot.views.history import History
from bot.views.suggestions import Suggestions
from bot.views.whatif import WhatIf
from db.records import Status, StoredGame
from db.store import Store
from rules.kernel import Game, InputError
from tests.bot.callers import CHANNEL, make_reminders, type_fast
from tests.bot.presses import press
from tests.bot.secrets.spy import read, shown
from tests.kernel import toy_hands
from tests.kernel.test_hands import HANDS

PLAYERS = (1, 2, 3)
GUEST = 9
ORDERS = ("?", "gem ?", "play ?", "play gem ?", "ruby", "rubi", "gem onyx with topaz?", "bar ?")
TRIES = (
    "play",
    "play gem zircon",
    "rest;; play",
    "rest;; play gem onyx",
    "[ruby]",
    "pass",
    "bid 1 stake ruby",
)


def seed_of(number: int) -> str:
    return f"{number:032x}"


class Court:
    """A channel with three players and a guest, and everything that the bot can be asked."""

    def __init__(self, store: Store, number: int) -> None:
        self.store, self.number, self.interaction = store, Random(number), 10_000
        self.table = OrderService(store, {toy_hands.KEY: HANDS}, lambda: None)
        self.lobby, self.look = Lobby(self.table, lambda: seed_of(number)), BoardViews(self.table)
        self.people = PreferenceStore(store)
        self.reminders = make_reminders(self.table, self.people)
        self.options, self.history = TableSettings(self.reminders), History(self.look)
        self.replays = Replays(self.table)
        self.host, self.whatif = Repairs(self.reminders, self.look, self.lobby), WhatIf(self.table)
        self.prompts, self.ahead = Suggestions(self.table), QuestionPlans(self.table)
        self.undo_requests, self.seats = UndoRequests(self.table), Seats(self.reminders)

    def by(self, user: int) -> Caller:
        self.interaction += 1
        return Caller(user, f"user{user}", CHANNEL, 1, self.interaction, False)

    async def begin(self) -> None:
        await type_fast(self.store, *PLAYERS)
        await self.lobby.create(self.by(1), toy_hands.KEY)
        for user in PLAYERS:
            await self.lobby.join(self.by(user))
        await self.lobby.start(self.by(1))

    async def stored(self) -> StoredGame:
        found = await self.store.find_in_channel(CHANNEL) or await self.store.find_in_channel(
            CHANNEL, ended=True
        )
        assert found is not None
        return found

    async def at(self) -> LoadedGame | None:
        stored = await self.stored()
        return self.table.load_seated(stored) if stored.status is Status.RUNNING else None

    async def move(self) -> None:
        """Let the asked person do something at random: click, type, try, drop, undo."""
        at = await self.at()
        assert at is not None
        holder = at.stored.seat(at.asked)
        assert holder is not None
        user = holder.user_id
        panel = (await self.table.question(self.by(user))).panel
        assert panel is not None
        beside = [ask.seat for ask in at.ask.beside if ask.seat != at.asked] if at.ask else []
        if beside and self.number.random() < 0.6:
            await self.answer_ahead(at, self.number.choice(beside))
        if panel.confirm:
            await self.table.confirm(self.by(user), panel.mark, panel.signature)
            return
        option = self.number.choice(panel.options)
        await self.table.click(self.by(user), panel.mark, shorten_key(option.key))
        if self.number.random() < 0.15:
            with suppress(InputError):
                await self.undo_requests.undo(self.by(user))

    async def answer_ahead(self, at: LoadedGame, seat: str) -> None:
        holder = at.stored.seat(seat)
        assert holder is not None
        answer = await self.ahead.show(self.by(holder.user_id), at.stored.id)
        if offered := [button for button in answer.buttons if button.verb == "early"]:
            await press(self.ahead, self.by(holder.user_id), self.number.choice(offered))

    async def posts(self) -> list[Post]:
        found = []
        while claimed := (await self.store.claim_due())[0]:
            for delivery in claimed:
                if delivery.kind != "call":
                    found.append(Post.model_validate_json(delivery.content))
                await self.store.mark_sent(delivery.id, None)
        return found

    async def public(self) -> list[object]:
        """Return everything that the channel has received since the last call."""
        found: list[object] = []
        stored = await self.stored()
        for post in await self.posts():
            found.append(post.model_dump())
            if post.at is not None:
                found += await self.look.view_moments(stored, post.at, post.since)
        if (at := await self.at()) is not None:
            panel = at.build_public_panel()
            assert panel is not None
            found += [panel, *shown(layouts.lay_out_post("", "", {}, panel)[0])]
        found += [act.line for act in (await self.store.list_acts(stored.id)).acts]
        return found

    async def asked(self, user: int) -> list[object]:
        """Return everything that this person can read in private."""
        found: list[object] = []

        async def get(work: Callable[[Caller], Awaitable[Any]]) -> None:
            try:
                got = await work(self.by(user))
            except InputError as refused:
                found.extend([str(refused), getattr(refused, "panel", None)])
                return
            found.extend(read(got) if isinstance(got, Reply) else [got])

        stored = await self.stored()
        running = stored.status is Status.RUNNING
        for work in (
            self.look.show_board, self.look.show_status, self.look.send_record, self.history.since,
            self.host.list_choices,
            lambda by: self.history.log(by, 1), lambda by: self.replays.replay(by, None),
            lambda by: self.replays.replay(by, 999), lambda by: self.replays.animate(by, 0, stored.id),
            lambda by: self.host.export(by, "record"), lambda by: self.host.export(by, "position"),
        ):  # fmt: skip
            await get(work)
        if not running:
            return found
        at = self.table.load_seated(stored)
        own = stored.seats_of(user)
        beside = at.ask is not None and any(ask.seat in own for ask in at.ask.beside)
        if at.asked in own:
            await get(self.table.question)
        else:
            for order in ORDERS:
                if order.endswith("?") or not beside:  # otherwise it would be an answer
                    await get(partial(self._typed, order))
            await get(partial(self._peek, at.mark))
        for text in (*ORDERS, ""):
            await get(partial(self._suggested, text))
        for text in TRIES:
            await get(partial(self._tried, text))
        for seat in own:
            await get(partial(self._briefed, stored.id, seat))
        if beside:
            await get(lambda by: self.ahead.show(by, stored.id))
        return found

    async def _typed(self, order: str, by: Caller) -> Reply:
        return await self.table.order(by, order)

    async def _peek(self, mark: Mark, by: Caller) -> Reply:
        return await More(self.table).peek(by, mark)

    async def _suggested(self, text: str, by: Caller) -> list[Any]:
        return [*await self.prompts.suggest_orders(by, text), *await self.whatif.suggest_orders(by, text)]

    async def _tried(self, text: str, by: Caller) -> Reply:
        return await self.whatif.attempt(by, text)

    async def _briefed(self, game: int, seat: str, by: Caller) -> Reply:
        return await self.seats.brief(by, game, seat)

    async def turns(self) -> list[Game]:
        return list(await self.store.load_history((await self.stored()).id))
