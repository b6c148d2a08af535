"""Make several changes in one transaction: either all are saved, or none."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection

from db import notes, writing
from db.clubs import competitions, seeks
from db.records import Names, NewAct, NewDelivery, Note, Seat, Status, StoredGame, offer_no_names
from rules.kernel import Game


class Transaction:
    """The changes that a function can make in `Store.run_together`.

    A method that also exists in `Store` works as it does there, and raises the same errors. But only
    `run_together` itself raises `ChannelTaken` and `Repeated`.
    """

    def __init__(self, connection: Connection, *, hooked: bool) -> None:
        self._connection, self._hooked = connection, hooked
        self.channel_id: int | None = None  # the channel of the created game; None if no game was created

    def create_game(
        self,
        game: str,
        *,
        channel_id: int,
        guild_id: int | None,
        host_id: int,
        options: str = "{}",
        settings: str = "{}",
        seed: str = "",
        commitment: str = "",
        names: Names = offer_no_names,
        act: NewAct,
        deliveries: Sequence[NewDelivery] = (),
    ) -> StoredGame:
        """Create a game in its lobby."""
        self.channel_id = channel_id
        return writing.create(
            self._connection,
            game,
            channel_id=channel_id,
            guild_id=guild_id,
            host_id=host_id,
            options=options,
            settings=settings,
            seed=seed,
            commitment=commitment,
            names=names,
            act=act,
            posts=deliveries,
        )

    def take_seat(
        self,
        game_id: int,
        seat: Seat,
        *,
        act: NewAct,
        deliveries: Sequence[NewDelivery] = (),
        instead_of: int | None = None,
        settings: str | None = None,
    ) -> StoredGame:
        """Give a seat to a person or bot player."""
        return writing.take_seat(self._connection, game_id, seat, instead_of, settings, act, deliveries)

    def start_game(
        self,
        seen: StoredGame,
        after: Game,
        closed: Sequence[Game],
        *,
        commitment: str,
        act: NewAct,
        deliveries: Sequence[NewDelivery],
        result: str | None,
    ) -> StoredGame:
        """Start a game, from the lobby to its first question."""
        played = (*closed, after)
        return writing.start(
            self._connection, seen, played, commitment, result, None, act, deliveries, hooked=self._hooked
        )

    def undo_to(
        self, seen: StoredGame, to: Game, *, act: NewAct, settings: str, notes: Sequence[Note]
    ) -> StoredGame:
        """Undo a game back to `to`."""
        return writing.undo_to(self._connection, seen, to, settings, notes, act, ())

    def commit(
        self,
        seen: StoredGame,
        after: Game,
        closed: Sequence[Game],
        *,
        act: NewAct,
        deliveries: Sequence[NewDelivery],
        result: str | None,
        settings: str,
    ) -> StoredGame:
        """Save a move."""
        played = (*closed, after)
        return writing.commit(
            self._connection, seen, played, result, settings, (), act, deliveries, hooked=self._hooked
        )

    def set_settings(self, seen: StoredGame, settings: str, *, act: NewAct) -> StoredGame:
        """Set the settings (JSON text)."""
        return writing.set_settings(self._connection, seen, settings, act, ())

    def end_game(
        self,
        seen: StoredGame,
        status: Status,
        result: str,
        *,
        act: NewAct,
        deliveries: Sequence[NewDelivery],
    ) -> StoredGame:
        """End a game."""
        return writing.end(self._connection, seen, status, result, act, deliveries, hooked=self._hooked)

    def record_act(self, game_id: int, *, act: NewAct, deliveries: Sequence[NewDelivery]) -> StoredGame:
        """Record an act that does not change the game."""
        return writing.record_act(self._connection, game_id, act, deliveries)

    def close_seeks(self, party: str) -> None:
        """Delete the seeks of a party that gets its table now. Raises `Stale` if it has no seeks any more."""
        seeks.close(self._connection, party)

    def lay_out_match(self, match_id: int, game_id: int) -> None:
        """Record the game of a match of a cup or league. Raises `Stale` if the match needs no game now."""
        competitions.lay_out(self._connection, match_id, game_id)

    def write_notes(self, game_id: int, changed: Sequence[Note]) -> None:
        """Write notes of a game."""
        notes.write(self._connection, game_id, changed)
