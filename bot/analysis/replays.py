"""Replay a game turn by turn, or as an animation, without changing the game."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.analysis.game_review import cut_turn, list_orders
from bot.analysis.hint_picture import choose_picture
from bot.language.words import say
from bot.orders.draft import Draft
from bot.orders.service import OrderService
from bot.people.caller import Caller
from bot.replies.action import action, button
from bot.replies.reply import Reply
from bot.replies.text import MAX_TEXT
from bot.session.loaded_game import LoadedGame, read_as, title_seat
from bot.session.views import view_after, view_start
from bot.story import chapters, order_text, summary
from bot.story.post import Place
from db.records import StoredGame
from rules.ask import EVERYTHING
from rules.kernel import Game, Rules, View, resume


class Replays:
    """Replays the game of a channel, running or over."""

    def __init__(self, orders: OrderService) -> None:
        self.orders, self.store = orders, orders.store

    @action("replay", "{game_id}:{turn}", old=("stepback", "stepon", "replaylast"), looking=True)
    async def replay(self, caller: Caller, turn: int | None, game_id: int | None = None) -> Reply:
        """Return a turn in words with its picture. Without `turn`, take the first turn.

        Buttons open other turns and animations.
        """
        stored = await self.orders.find_begun_game(caller, game_id)
        rules = self.orders.find_rules(stored)
        history = await self.store.load_history(stored.id)
        first, last = history[0].turn, history[-1].turn
        wanted, turn = turn or first, min(max(turn or first, first), last)
        game = next(game for game in history if game.turn == turn)
        reader = read_as(stored, caller.user_id)
        title = await asyncio.to_thread(chapters.write_title, rules, game)
        head = say("replay.in" if title else "replay.head", turn=turn, last=last, chapter=title)
        if wanted != turn:
            head = say("host.no_turn", first=first, last=last) + "\n" + head
        open_yet = turn == last and not stored.over
        quiet = say("replay.open") if open_yet else say("replay.quiet")
        room = MAX_TEXT - len(head) - 1
        told = await asyncio.to_thread(summary.write_turn, rules, game, room, reader=reader)
        text = "\n".join([head, told or quiet])
        before, now = view_start(rules, game.start), view_after(rules, game)
        steps = (
            (say("button.first"), first, turn == first),
            (say("button.back"), max(turn - 1, first), turn == first),
            (say("button.forward"), min(turn + 1, last), turn == last),
            (say("button.last"), last, turn == last),
        )
        verbs = ("replay", "stepback", "stepon", "replaylast")  # two buttons must not have the same id
        buttons = [
            button(
                Replays.replay.call(to, stored.id)._replace(verb=verb),
                label,
                "main" if index == 2 else "plain",
                off,
            )
            for index, (verb, (label, to, off)) in enumerate(zip(verbs, steps, strict=True))
        ]
        if title:
            buttons.append(button(Replays.animate.call(turn, stored.id), say("button.animate")))
        buttons.append(button(Replays.animate.call(0, stored.id), say("button.animate_all")))
        return Reply(text, view=now, before=before, during=(), past=True, buttons=tuple(buttons))

    @action("compare", "{game_id}:{turn}:{first}:{better}", looking=True)
    async def compare(self, caller: Caller, game_id: int, turn: int, first: int, better: str) -> Reply:
        """Return an order of a finished game and a better order: in words, and numbered in one picture.

        The picture shows the position in which the order was given.

        Args:
            caller: the person who asks
            game_id: the number of the game
            turn: the number of the turn
            first: the index of the order's first entry in its turn
            better: the keys of the better order, separated by spaces
        """
        stored = await self.orders.find_begun_game(caller, game_id)
        history = await self.store.load_history(stored.id)
        game = next((each for each in history if each.turn == turn), None)
        played = None if game is None else dict(list_orders(game)).get(first)
        if game is None or played is None or not stored.over:  # the host has rewound the game
            return await self.replay(caller, turn, game_id)
        rules, position = self.orders.find_rules(stored), cut_turn(game, first)
        at = LoadedGame(stored, rules, position, resume(rules, position))
        orders = [played, tuple(better.split())]
        pictured = choose_picture(at, orders)
        lines = [
            order_text.write_order(rules, Draft(at, keys).now.position, first, at.asked, EVERYTHING)
            for keys in orders
        ]
        seat = title_seat(rules, at.asked, position)
        return Reply(
            say("compare", turn=turn, seat=seat, played=lines[0], better=lines[1]),
            view=at.view(at.asked),
            lit=pictured.lit,
            numbered=pictured.marks,
            size=pictured.kind,
            cut=True,
            past=True,
            buttons=(button(Replays.replay.call(turn, stored.id), say("button.replay")),),
        )

    @action("film", "{game_id}:{turn}", old=("filmall",), looking=True)
    async def animate(self, caller: Caller, turn: int, game_id: int) -> Reply:
        """Return an animation of the chapter that contains a turn. For turn 0, animate the whole game."""
        stored = await self.orders.find_begun_game(caller, game_id)
        rules = self.orders.find_rules(stored)
        history = await self.store.load_history(stored.id)
        parts = await asyncio.to_thread(chapters.list_chapters, rules, history) if turn else []
        found = next((part for part in parts if turn <= part.turns[-1].turn), None)
        turns = history if found is None else found.turns
        buttons = (button(Replays.replay.call(turn or 1, stored.id), say("button.replay")),)
        text = say("animation.game") if found is None else say("animation.chapter", title=found.title)
        return Reply(text, animation=await asyncio.to_thread(_list_frames, rules, turns), buttons=buttons)

    async def list_frames(self, stored: StoredGame, since: Place | None, at: Place) -> tuple[View, ...]:
        """Return a spectator's views for an animation: one before the first turn, and one at each turn's end.

        The turns are those from `since` (None: the beginning) to `at`.
        """
        history = await self.store.load_history(stored.id)
        turns = [
            game for game in history if (since is None or game.turn >= since.turn) and game.turn <= at.turn
        ]
        return await asyncio.to_thread(_list_frames, self.orders.find_rules(stored), turns)


def _list_frames(rules: Rules, turns: Sequence[Game]) -> tuple[View, ...]:
    """Return the views of a spectator: one before these turns, and one at the end of each turn."""
    return (view_after(rules, turns[0], 0), *(view_after(rules, game) for game in turns))
