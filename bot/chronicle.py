"""Looking back: what happened since one was there, the log by pages, the game again turn by turn, an index
of its posts. Changes nothing in the game."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from bot import announce
from bot.announce import BOARD, INDEX, LIMIT, Place, Post, pages
from bot.answers import Answer, Caller, Knob, Panel, Refused, cut
from bot.look import Look
from bot.words import say
from db.records import Kind, NewAct, Status, StoredGame
from rules import kernel
from rules.kernel import Game, Live, Rules, View

LOOK_BACK = 3  # turns for somebody who has not acted himself
INDEX_SIZE = 3900  # characters of an index
OWN = (Kind.ORDER, Kind.SIDE, Kind.UNDO)


class Chronicle:
    """The past of a channel's game, running or over."""

    def __init__(self, look: Look) -> None:
        self.look, self.table, self.store = look, look.table, look.store

    async def since(self, caller: Caller, game_id: int | None = None) -> Answer:
        """What happened since the caller last acted, in prose and in one picture; for onlookers, lately."""
        stored, rules = await self._played(caller, game_id)
        position = _position(stored)
        own = stored.seats_of(caller.user_id)
        seat = own[0] if len(own) == 1 else None
        history = await self.store.history(stored.id)
        place = await self._left(caller, stored, history)
        told: list[str] = []
        for game in history:
            if game.turn >= place.turn:
                first = place.entry if game.turn == place.turn else None
                lines = await asyncio.to_thread(announce.told, rules, game, first, seat=seat)
                told += [say("log.turn", turn=game.turn), *lines] if lines else []
        panel, question = await self._question(caller, stored)
        head = say("since.head") if own else say("since.lately")
        found = pages(told, LIMIT - len(head) - len(question) - 150)
        lines = [head]
        if len(found) > 1:
            lines.append(say("since.more"))
        lines += [found[-1] or say("since.nothing"), question]
        now = rules.view(kernel.resume(rules, position).state, seat)
        before = _view(rules, next(game for game in history if game.turn == place.turn), place.entry, seat)
        knobs = (Knob("log", f"{stored.id}:1", say("button.log")), self._replay_knob(stored))
        text = "\n".join(line for line in lines if line)
        return Answer(text, panel, now, before, knobs=() if panel is not None else knobs)

    async def log(self, caller: Caller, page: int, game_id: int | None = None) -> Answer:
        """What happened, turn by turn; page 1 is the newest, and buttons turn the pages."""
        stored, rules = await self._played(caller, game_id)
        told: list[str] = []
        for game in await self.store.history(stored.id):
            if lines := await asyncio.to_thread(announce.told, rules, game):
                told += [say("log.turn", turn=game.turn), *lines]
        found = pages(told, LIMIT - 100)
        page = min(max(page, 1), len(found))
        text = found[-page] or say("log.empty")
        knobs = []
        if page < len(found):
            knobs.append(Knob("log", f"{stored.id}:{page + 1}", say("button.older")))
        if page > 1:
            knobs.append(Knob("log", f"{stored.id}:{page - 1}", say("button.newer")))
        return Answer(text + "\n" + say("log.page", page=page, pages=len(found)), knobs=tuple(knobs))

    async def replay(self, caller: Caller, turn: int | None, game_id: int | None = None) -> Answer:
        """A turn of the game with its picture, the first if none is named; buttons step on and back."""
        stored, rules = await self._played(caller, game_id)
        history = await self.store.history(stored.id)
        first, last = history[0].turn, history[-1].turn
        turn = min(max(turn or first, first), last)
        game = next(game for game in history if game.turn == turn)
        told = await asyncio.to_thread(announce.told, rules, game)
        head = say("replay.head", turn=turn, last=last)
        text = "\n".join([head, pages(told, LIMIT - len(head) - 10)[0] or say("replay.quiet")])
        before = rules.view(rules.load(game.start), None)
        now = _view(rules, game, len(game.log), None)
        steps = (
            (say("button.first"), first),
            (say("button.back"), max(turn - 1, first)),
            (say("button.forward"), min(turn + 1, last)),
            (say("button.last"), last),
        )
        verbs = ("replay", "stepback", "stepon", "replaylast")  # two buttons may not have the same id
        knobs = [
            Knob(verb, f"{stored.id}:{to}", label, "main" if index in (1, 2) else "plain")
            for index, (verb, (label, to)) in enumerate(zip(verbs, steps, strict=True))
        ]
        return Answer(text, view=now, before=before, knobs=tuple(knobs))

    async def index(self, caller: Caller) -> Answer:
        """Pin a message with links to the post of each turn; it grows with the game."""
        async with self.table.acting(caller):
            stored, _ = await self._played(caller, None)
            if stored.status is not Status.RUNNING:
                raise Refused(say("over"))
            act = NewAct(Kind.TABLE, "index", caller.user_id, "", caller.interaction_id)
            post = Post(text="").delivery(stored, INDEX)
            await self.store.note(stored.id, act=act, deliveries=[post])
            self.table.saved()
            return Answer(say("index.done"))

    async def links(self, stored: StoredGame) -> str:
        """The links of the index: the last post of each turn, as many of the newest as there is room for."""
        found: dict[int, int] = {}
        for content, message_id in await self.store.posted(stored.id, BOARD):
            post = Post.model_validate_json(content)
            if post.since is not None or post.at is not None:
                found[(post.since or post.at or Place(turn=1, entry=0)).turn] = message_id
        base = f"https://discord.com/channels/{stored.guild_id or '@me'}/{stored.channel_id}"
        rows: list[str] = []
        room = INDEX_SIZE
        for turn, message_id in sorted(found.items(), reverse=True):
            row = say("index.link", turn=turn, url=f"{base}/{message_id}")
            room -= len(row) + 3
            if room < 0:
                break
            rows.append(row)
        return " · ".join(reversed(rows))

    # Helpers

    async def _left(self, caller: Caller, stored: StoredGame, history: Sequence[Game]) -> Place:
        """Where the game stood when the caller last acted; some turns ago, for whoever has not."""
        act = await self.store.last_act(stored.id, OWN, caller.user_id)
        point = None if act is None else await self.store.point_after(stored.id, act.serial)
        if point is not None:
            return Place(turn=point.turn, entry=point.entry)
        start = history[0] if stored.seats_of(caller.user_id) else history[-LOOK_BACK:][0]
        return Place(turn=start.turn, entry=0)

    async def _question(self, caller: Caller, stored: StoredGame) -> tuple[Panel | None, str]:
        if stored.status is not Status.RUNNING:
            return None, ""
        at = self.table.seated(stored)
        panel = at.panel(caller.user_id)
        return panel, "" if panel is not None else cut(at.question()[0], 500)

    def _replay_knob(self, stored: StoredGame) -> Knob:
        return Knob("replay", f"{stored.id}:1", say("button.replay"))

    async def _played(self, caller: Caller, game_id: int | None) -> tuple[StoredGame, Rules[Any]]:
        if game_id is None:
            found = await self.store.in_channel(caller.channel_id)
            stored = found or await self.store.in_channel(caller.channel_id, ended=True)
        else:
            stored = await self.store.load(game_id)
        if stored is None:
            raise Refused(say("no_game"))
        if stored.position is None:
            raise Refused(say("not_started"))
        return stored, self.table.games[stored.game]


def _position(stored: StoredGame) -> Game:
    assert stored.position is not None, "a game that has begun has a position"
    return stored.position


def _view(rules: Rules[Any], game: Game, entries: int, seat: str | None) -> View:
    """What a seat sees so many entries into a turn."""
    live = Live(rules, rules.load(game.start))
    for entry in game.log[:entries]:
        live.enter(*entry)
    return rules.view(live.state, seat)
