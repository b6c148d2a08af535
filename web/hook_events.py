"""Write the events of a game for webhooks.

An event tells a turn, a chapter or the end in the same words as the page. The format is Standard Webhooks, so
that receivers can use an existing library.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from render.kit.language import use_names
from rules.kernel import Rules
from rules.state import View
from rules.words import Name, language, say
from web.feed import FeedFacts, write_time
from web.feed_entries import cut_parts, tell_end, tell_part
from web.hook_kinds import CHAPTER, END, TURN
from web.served import Memory, read_memory
from web.served_page import unpack_view
from web.telling import read_name
from web.wording import say_turn

PARAGRAPHS = 40  # an event has at most this many paragraphs
LONG = 2000  # a paragraph has at most this many characters


def write_turn(
    rules: Rules,
    names: Callable[[str], Name],
    memory: bytes,
    facts: FeedFacts,
    game_id: int,
    turn: int,
    time: datetime,
) -> list[str]:
    """Return the event of a finished turn, and the event of its chapter if the turn ended the chapter.

    Return nothing if an undo has reopened or removed the turn. `memory` comes from `web.served.tell_on`.
    """
    with use_names(names):
        known = read_memory(memory)
        numbers = [each.number for each in known.turns]
        if turn not in numbers or (turn == numbers[-1] and facts.ended is None):
            return []
        about = _Event(rules, facts, game_id, time)
        told = known.turns[numbers.index(turn)]
        after = unpack_view(told.after)
        found = [about.write(TURN, turn, turn, say_turn(turn, rules.name), told.sentences, after)]
        for part in cut_parts(known.turns):
            if part[-1].number == turn and part[0].title:
                title, prose = tell_part(rules, known, part)
                if prose:
                    found.append(about.write(CHAPTER, part[0].number, turn, title, prose, after))
        return found


def write_end(
    rules: Rules,
    names: Callable[[str], Name],
    memory: bytes,
    facts: FeedFacts,
    game_id: int,
    time: datetime,
) -> list[str]:
    """Return the event of a game's end; nothing if the game goes on."""
    with use_names(names):
        known: Memory = read_memory(memory)
        if facts.ended is None:
            return []
        last = [known.begun, *known.turns][-1]
        title = say("The game is over").read(rules.name)
        about = _Event(rules, facts, game_id, time)
        text = tell_end(rules, known, facts)
        return [about.write(END, last.number, last.number, title, text, unpack_view(last.after))]


class _Event:
    """What all events of a game have in common."""

    def __init__(self, rules: Rules, facts: FeedFacts, game_id: int, time: datetime) -> None:
        self.rules, self.facts, self.game_id, self.time = rules, facts, game_id, time

    def write(self, kind: str, first: int, last: int, title: str, text: Sequence[str], after: View) -> str:
        """Return the body of an event about turns. `after`: what spectators see after these turns."""
        address = self.facts.address
        data: dict[str, Any] = {
            "game": {
                "id": self.game_id,
                "key": self.rules.KEY,
                "title": self.rules.TITLE,
                "table": self.facts.name,
                "language": language(self.rules.name),
                "page": address,
                "over": self.facts.ended is not None,
            },
            "first_turn": first,
            "turn": last,
            "link": f"{address}#t={first}" if first else address,
            "title": title,
            "text": [paragraph[:LONG] for paragraph in text[:PARAGRAPHS]],
            "headline": after.headline,
            "seats": [self._tell_seat(seat, str(stand)) for seat, stand in after.standing],
        }
        return json.dumps(
            {"type": kind, "timestamp": write_time(self.time), "data": data}, ensure_ascii=False
        )

    def _tell_seat(self, seat: str, stand: str) -> dict[str, str]:
        person = self.facts.people.get(seat, "")
        told = {"key": seat, "name": read_name(self.rules, seat), "standing": stand}
        return told | ({"player": person} if person else {})
