"""When a game's last chapter begins, ask its server in a poll who will win. At the end, tell the result.

The poll is posted in the channel of the server's show (`bot.clubs.show`). A table has a poll only if it lets
the bot show its turns.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from bot.clubs.show import Shows, may_show
from bot.language.words import say, speak_within
from bot.replies.text import cut_text, end_sentence
from bot.session.loaded_game import list_seats
from bot.session.table_names import title_table
from bot.session.views import view_game, view_start
from bot.story.chapters import write_title
from bot.story.post import link_board
from db.clubs.polls import Poll
from db.records import Show, Status, StoredGame
from rules.kernel import Rules, resume
from rules.players.outlook import share_victory

ANSWER, QUESTION = 55, 300  # the most characters of an answer and of a question
FEWEST, MOST = 2, 10  # the fewest and the most seats in a poll


class Asked(NamedTuple):
    """What a poll posts: a plain sentence for notifications, the question, and an answer for each seat.

    `message_id` is the message of a poll that was posted before; None for a new poll.
    """

    text: str
    question: str
    answers: Sequence[str]
    message_id: int | None


class Polls:
    """Writes the polls and their results."""

    def __init__(self, shows: Shows) -> None:
        self.shows, self.orders = shows, shows.orders
        self.store = shows.orders.store

    async def ask(
        self, show: Show, game_id: int, turn: int, shown: Callable[[int], Awaitable[bool]]
    ) -> Asked | None:
        """Store and return the poll to post; return None for no poll.

        There is a poll only if the game's last chapter began in turn `turn` or later. The game must be
        running, must let the bot show its turns, and must have `FEWEST` to `MOST` seats. All people who see
        the show's channel must also see the game's channel: `shown(channel_id)` returns whether they all see
        the channel with this id.
        """
        stored = await self.store.load(game_id)
        rules = self.orders.games.get(stored.game)
        if rules is None or stored.status is not Status.RUNNING or not may_show(stored):
            return None
        seats = tuple(list_seats(rules, stored))
        if not FEWEST <= len(seats) <= MOST or not await self._begins_last(rules, stored, turn):
            return None
        if not await shown(stored.channel_id):
            return None
        poll = await self.store.polls.begin(Poll(stored.id, show.channel_id, show.language, seats))
        with speak_within(poll.language):
            assert stored.position is not None, "a running game has a position"
            title, chapter = title_table(rules, stored), write_title(rules, stored.position)
            text = say("poll.text", title=title, chapter=chapter, link=link_board(stored))
            question = cut_text(say("poll.question", title=title), QUESTION)
            answers = [cut_text(_name_seat(rules, stored, seat), ANSWER) for seat in poll.seats]
            return Asked(text, question, answers, poll.message_id)

    async def tell(self, poll: Poll, votes: Sequence[int]) -> str | None:
        """Return a line with the result of a poll; None if the game is still running or is not installed.

        `votes` holds the number of votes for each seat, in the order of `poll.seats`.
        """
        stored = await self.store.load(poll.game_id)
        rules = self.orders.games.get(stored.game)
        if rules is None or not stored.over:
            return None
        with speak_within(poll.language):
            title, link = title_table(rules, stored), say("poll.link", link=link_board(stored))
            if stored.status is not Status.ENDED or stored.position is None:
                return " ".join([say("poll.dropped", title=title), link])
            shares = share_victory(rules, resume(rules, stored.position).state)
            right = sum(n for seat, n in zip(poll.seats, votes, strict=True) if shares[seat])
            headline = end_sentence(view_game(rules, stored.position, None).headline)
            told = [say("poll.won", title=title, result=headline)]
            if not all(shares.values()):  # if all seats have a share, the game is a draw
                told.append(say("poll.right", n=right, all=sum(votes)) if sum(votes) else say("poll.nobody"))
            return " ".join([*told, link])

    async def _begins_last(self, rules: Rules, stored: StoredGame, turn: int) -> bool:
        """Return whether a game is in its last chapter now, but was not at the start of turn `turn`."""
        is_last = rules.EXTRAS.prose.is_last_chapter
        starts = await self.store.load_turn_starts(stored.id, turn)
        if not starts or starts[0].turn != turn:
            return False  # an undo has removed this turn
        before, now = (view_start(rules, each.start) for each in (starts[0], starts[-1]))
        return is_last(now) and not is_last(before)


def _name_seat(rules: Rules, stored: StoredGame, seat: str) -> str:
    """Return the name of a seat, with its player if a person has it."""
    holder = stored.seat(seat)
    name = rules.name(seat)
    return name if holder is None or holder.level else say("poll.seat", seat=name, player=holder.user_name)
