"""Looking at a game: the board, where it stands, what happened, its rules and its record. Changes nothing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Protocol, runtime_checkable

from bot import announce
from bot.announce import LIMIT, Place
from bot.answers import Answer, Caller, Refused, cut
from bot.lobby import card, in_order
from bot.manners import Manners
from bot.table import Table
from bot.words import in_a_row, say
from db.records import Status, StoredGame
from render import kinds
from rules import kernel
from rules.kernel import Game, Rules, View
from rules.record import Record, dump_record, turns_of


@runtime_checkable
class Provenanced(Protocol):
    """A view that says where its map and its cards come from."""

    @property
    def provenance(self) -> Sequence[str]:
        """A sentence for each part."""


class Look:
    """What anybody may ask about the game of a channel, running or over."""

    def __init__(self, table: Table) -> None:
        self.table, self.store = table, table.store

    async def board(self, caller: Caller, size: str | None = None) -> Answer:
        """The board as the caller may see it, or another picture of the game: a card, a strip."""
        stored, rules, position = await self._played(caller)
        if size is not None and size not in kinds(stored.game):
            raise Refused(say("board.sizes", sizes=in_a_row(kinds(stored.game), "or")))
        live = kernel.resume(rules, position)
        own = stored.seats_of(caller.user_id)
        view = rules.view(live.state, own[0] if len(own) == 1 else None)
        return Answer(view.headline, view=view, size=size)

    async def status(self, caller: Caller) -> Answer:
        """Who holds which seat, how each stands, and whose decision it is."""
        stored = await self._any(caller)
        rules = self.table.games[stored.game]
        if stored.position is None:
            return Answer(card(rules, stored))
        live = kernel.resume(rules, stored.position)
        view = rules.view(live.state, None)
        lines = [
            say("status", title=rules.TITLE, headline=view.headline),
            *announce.standing(rules, stored, view),
        ]
        panel = None
        if stored.status is Status.RUNNING:
            at = self.table.seated(stored)
            lines.append(at.question()[0])
            panel = (await self.table.question(caller)).panel
        return Answer(cut("\n".join(lines), LIMIT), panel)

    async def card(self, caller: Caller, number: int | None) -> Answer:
        """A card of the game: the open one, or any by its number; its words, and what it would do now."""
        _, rules, position = await self._played(caller)
        if rules.DECKS is None:
            raise Refused(say("card.none", title=rules.TITLE))
        try:
            text = rules.DECKS.card(kernel.resume(rules, position).state, number)
        except ValueError as error:
            raise Refused(str(error)) from None
        return Answer(say("card.shown", text=cut(text.replace("```", "'"), LIMIT - 20)))

    async def rule(self, caller: Caller, number: str, game: str | None = None) -> Answer:
        """The text of a rule, or the numbers near it."""
        rules = await self._rules(caller, game)
        reference = rules.reference()
        number = number.strip().rstrip(".")
        if (text := reference.get(number)) is None:
            near = [key for key in reference if key.split(".")[0] == number.split(".")[0]] or list(reference)
            raise Refused(say("rules.unknown", number=number, near=", ".join(near[:12])))
        return Answer(cut(say("rules.rule", title=rules.TITLE, number=number, text=text), LIMIT))

    async def rule_numbers(
        self, caller: Caller, typed: str, game: str | None = None
    ) -> list[tuple[str, str]]:
        """Rules whose number or text fits what is typed: what is shown, and the number."""
        try:
            reference = (await self._rules(caller, game)).reference()
        except Refused:
            return []
        typed = typed.strip().casefold()
        first = [key for key in reference if key.startswith(typed)]
        more = [key for key, text in reference.items() if typed in text.casefold() and key not in first]
        return [(cut(f"{key} {reference[key]}", 100), key) for key in first + more]

    async def record(self, caller: Caller) -> Answer:
        """The `.play` file of the game. While it runs the seed of its dice stays sealed."""
        stored, rules, position = await self._played(caller)
        running = stored.status is Status.RUNNING
        history = await self.store.history(stored.id)
        # A position set by hand follows from no rule: the record begins with the last one.
        laid = max(Manners.of(stored).laid, default=None)
        turns = [game for game in history if laid is None or game.turn >= laid]
        text = dump_record(
            Record(
                stored.game,
                stored.commitment,
                None if running else position.seed,
                json.loads(stored.options),
                {seat.seat: seat.user_name for seat in in_order(rules, stored)},
                start=None if laid is None else turns[0].start,
                turns=turns_of(turns),
                first=turns[0].turn,
            )
        )
        return Answer(
            say("record" if running else "record.whole"), file=(f"{stored.game}-{stored.id}.play", text)
        )

    async def sizes(self, caller: Caller) -> Sequence[str]:
        """The pictures that there are of the channel's game."""
        stored = await self._last(caller)
        return () if stored is None else kinds(stored.game)

    async def about(self, caller: Caller) -> Answer:
        """What this is, and where the maps and the cards of the channel's game come from."""
        text = say("about", games=", ".join(rules.TITLE for rules in self.table.games.values()))
        stored = await self._last(caller)
        if stored is not None and stored.position is not None:
            rules = self.table.games[stored.game]
            view = rules.view(kernel.resume(rules, stored.position).state, None)
            if isinstance(view, Provenanced):
                text += "".join("\n" + say("about.provenance", text=part) for part in view.provenance)
        return Answer(cut(text, LIMIT))

    async def view_at(self, stored: StoredGame, place: Place) -> View:
        """What an onlooker sees at this point; what stands now, if an undo has taken the point away."""
        rules = self.table.games[stored.game]
        game = await self._turn(stored, place)
        entries = game.log[: place.entry] if game.turn == place.turn else game.log
        return rules.view(kernel.resume(rules, replace(game, log=entries)).state, None)

    # Helpers

    async def _turn(self, stored: StoredGame, place: Place) -> Game:
        assert stored.position is not None, "only a game that has begun has a board"
        if stored.position.turn <= place.turn:
            return stored.position
        previous = await self.store.previous_turn(stored.id)
        if previous is not None and previous.turn == place.turn:
            return previous
        return next(game for game in await self.store.history(stored.id) if game.turn == place.turn)

    async def _last(self, caller: Caller) -> StoredGame | None:
        found = await self.store.in_channel(caller.channel_id)
        return found or await self.store.in_channel(caller.channel_id, ended=True)

    async def _any(self, caller: Caller) -> StoredGame:
        if (stored := await self._last(caller)) is None:
            raise Refused(say("no_game"))
        return stored

    async def _played(self, caller: Caller) -> tuple[StoredGame, Rules[Any], Game]:
        stored = await self._any(caller)
        if stored.position is None:
            raise Refused(say("not_started"))
        return stored, self.table.games[stored.game], stored.position

    async def _rules(self, caller: Caller, game: str | None) -> Rules[Any]:
        if game is None and (stored := await self._last(caller)) is not None:
            game = stored.game
        if game is None and len(self.table.games) == 1:
            game = next(iter(self.table.games))
        if game is None or game not in self.table.games:
            titles = ", ".join(rules.TITLE for rules in self.table.games.values())
            raise Refused(say("rules.which", games=titles))
        return self.table.games[game]
