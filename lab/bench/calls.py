"""Compare the notifications on people's phones with the posts that caused them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sqlalchemy import select

from bot.story.post import BOARD, Post
from db.schema import deliveries
from db.store import Store
from lab.simulated.judging import QUESTION, find_called_for
from sandbox.driver import Player, Push


@dataclass(frozen=True)
class Calls:
    """The notifications of a run.

    Attributes:
        total: the number of notifications.
        questions: the number of notifications about questions, without repetitions.
        most: the number of notifications on the phone that got the most.
        repeated: the notifications that a person got twice or more often for the same thing: a question, the
            end of a game, or another message.
    """

    total: int
    questions: int
    most: int
    repeated: tuple[str, ...]


async def judge_calls(database: str, people: Iterable[Player]) -> Calls:
    """Count how often these people were notified in all channels, and for which things."""
    query = select(deliveries.c.message_id, deliveries.c.game_id, deliveries.c.content)
    query = query.where(deliveries.c.kind == BOARD, deliveries.c.message_id.is_not(None))
    async with await Store.open(database) as store:
        rows = await store._database.run(lambda connection: connection.execute(query).all())
    boards = {str(row.message_id): (row.game_id, Post.model_validate_json(row.content)) for row in rows}
    called, of_person = Counter[tuple[str, object]](), Counter[str]()
    for player in people:
        for push in await player.all_pushes():
            called[player.who, _find_thing(boards, push, player)] += 1
            of_person[player.who] += 1
    repeated = tuple(f"{who} for {what}" for (who, what), often in called.items() if often > 1)
    questions = sum(isinstance(what, tuple) and QUESTION in what for _, what in called)
    return Calls(called.total(), questions, max(of_person.values(), default=0), repeated)


def _find_thing(boards: Mapping[str, tuple[int, Post]], push: Push, player: Player) -> object:
    """Return what a notification is about: a question, the end of a game, or the message itself."""
    board = boards.get(push.message)
    return (board and find_called_for(*board, int(player.id))) or push.message
