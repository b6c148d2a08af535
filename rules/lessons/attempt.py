"""Play a lesson: its position, what the learner has entered, and what chance and other seats have done.

A lesson may list the results of chance and the answers of other seats (`Lesson.after`). An attempt ends when
this list is used up and the learner's seat has nothing more to decide. The attempt does not go on to the next
card, or to another seat's decision. After the end, `Attempt.lacks` says what was wrong, if anything.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.chance import Draw, Roll
from rules.kernel import CHANCE, Ask, Entry, Game, InputError, Live, Rules, resume
from rules.lessons.lesson import Lesson, Wrong, find_lacking
from rules.orders.notation import parse
from rules.players.outlook import Decided

_POINTS = re.compile(r"-?\d+")  # the points at the start of a standing: 18 in "18 VP"
PARTED = ";;"  # stands in a typed order where chance or another seat acts
TURN, ENTRIES = "turn", "entries"  # fields of a position document besides the state


class Attempt:
    """A lesson with the learner's orders so far.

    `orders`: the keys of each order; an order ends where chance or another seat acts. `game` and `live`: the
    game after the orders. `begun`: the game before the first order.
    """

    __slots__ = ("begun", "game", "left", "lesson", "live", "orders", "rules")

    def __init__(self, rules: Rules, lesson: Lesson, orders: Sequence[Sequence[str]] = ()) -> None:
        """Open the lesson and play these orders.

        Raises `InputError` if a key does not fit, and `ValueError` if the lesson has no valid position.
        """
        self.rules, self.lesson, self.orders = rules, lesson, list[list[str]]()
        self.left = [Entry(*each) for each in lesson.after]
        self.game, self.live = _open_lesson(rules, lesson)
        self._go_on(opening=True)
        self.begun = self.game
        for keys in orders:
            self.enter(keys)

    @property
    def done(self) -> bool:
        """Whether the learner has decided everything that there is to decide."""
        pending = self.live.pending
        return bool(self.orders) and not (isinstance(pending, Ask) and pending.seat == self.lesson.seat)

    def enter(self, keys: Sequence[str]) -> None:
        """Enter these keys of the learner. Raises `InputError`."""
        for key in keys:
            self._enter(Entry(self.lesson.seat, key))
        self.orders.append(list(keys))
        self._go_on()

    def order(self, text: str) -> None:
        """Play a typed order.

        In the text, ";;" stands wherever chance or another seat acts. Raises `InputError`.
        """
        for part in text.split(PARTED):
            self.enter(parse(self.rules, self.game, self.lesson.seat, part.strip()))

    @property
    def document(self) -> dict[str, Any]:
        """The position as data, with the other facts that a lesson can test.

        These facts are `standing` (the standing of each seat), `points` (the number at the start of each
        standing), `winners`, and `order` (the keys that the learner has entered).
        """
        now: dict[str, Any] = json.loads(self.rules.dump(self.live.state))
        view = self.rules.view(self.live.state, self.lesson.seat)
        stands = {seat: list(stand) for seat, stand in view.standing}
        counted = {seat: _POINTS.match(stand[0]) for seat, stand in stands.items() if stand}
        return {
            **now,
            "standing": stands,
            "points": {seat: int(found[0]) for seat, found in counted.items() if found},
            "winners": list(view.winners) if isinstance(view, Decided) else [],
            "order": [key for keys in self.orders for key in keys],
        }

    @property
    def lacks(self) -> str:
        """The first place with a missing or forbidden value; "" if the position is right."""
        have = self.document
        unwanted = (part for part in self.lesson.avoid if not find_lacking(part, have))
        return find_lacking(self.lesson.want, have) or next((f"avoid {part}" for part in unwanted), "")

    @property
    def praise(self) -> str:
        """The reply to a right order: the first praise whose `has` fits the position."""
        have = self.document
        return next(each.say for each in self.lesson.right if not find_lacking(each.has, have))

    def find_dead_end(self, keys: Sequence[str]) -> Wrong | None:
        """Return the wrong order that the learner begins by entering `keys` next; None if there is none.

        Consider only wrong orders whose `has` lists nothing but keys (`{"order": ["rebel"]}`). Such an order
        fits if the learner has given all listed keys. An order with an empty list fits if no right order
        begins with the learner's first key. If a right order contains all keys so far, no wrong order fits.
        """
        given = [key for part in (*self.orders, keys) for key in part]
        known = [wrong for wrong in self.lesson.wrong if list(wrong.has) == ["order"]]
        if not given or not known:
            return None
        right = list(self._list_right_keys())
        if any(set(given) <= set(each) for each in right):
            return None
        begins = given[0] in {each[0] for each in right}
        fitting = (each for each in known if set(each.has["order"]) <= set(given))
        return next((each for each in fitting if each.has["order"] or not begins), None)

    def _list_right_keys(self) -> Iterator[list[str]]:
        """Yield the keys of each order that the lesson accepts or gives in its last hint."""
        for order in (*self.lesson.accept, self.lesson.hints[-1].order):
            right = Attempt(self.rules, self.lesson)
            right.order(order)
            yield [key for part in right.orders for key in part]

    def foreseen(self) -> Wrong | None:
        """Return the lesson's wrong order that leads to the present position; None if there is none.

        If a wrong order gives a `has`, the position needs to agree only with that part.
        """
        return next((wrong for wrong in self.lesson.wrong if not wrong.refused and self._as(wrong)), None)

    def _as(self, wrong: Wrong) -> bool:
        if wrong.has:
            return not find_lacking(wrong.has, self.document)
        other = Attempt(self.rules, self.lesson)
        other.order(wrong.order)
        return other.document | {"order": ()} == self.document | {"order": ()}

    def _enter(self, entry: Entry) -> None:
        self.live.enter(*entry)
        self.game = replace(self.game, log=(*self.game.log, entry))

    def _go_on(self, *, opening: bool = False) -> None:
        """Enter forced answers and the entries of `Lesson.after`, also in later turns."""
        while True:
            pending = self.live.pending
            match pending:
                case Ask() as ask if ask.forced:
                    self._enter(Entry(ask.seat, next(iter(ask.menu()))))
                case Ask() as ask if ask.seat != self.lesson.seat and self._next_is(ask.seat):
                    self._enter(self.left.pop(0))
                case Roll() | Draw() if self._next_is(CHANCE):
                    self._enter(self.left.pop(0))
                case None if (opening or self.left) and not self.rules.over(self.live.state):
                    start = self.rules.dump(self.live.state)
                    self.game = Game(self.game.seed, self.game.turn + 1, start)
                    self.live = resume(self.rules, self.game)
                case _:
                    return

    def _next_is(self, seat: str) -> bool:
        return bool(self.left) and self.left[0].seat == seat


def _open_lesson(rules: Rules, lesson: Lesson) -> tuple[Game, Live]:
    game = open_position(rules, lesson.position, lesson.title)
    return game, resume(rules, game)


def open_position(rules: Rules, position: Mapping[str, Any], seed: str) -> Game:
    """Return the open turn of a position document. The document need not name the game.

    Raises `InputError` or `ValueError` if it is not a position of the game.
    """
    document = {"game": rules.KEY, **position}
    turn, log = document.pop(TURN, 1), document.pop(ENTRIES, [])
    entries = tuple(Entry(str(seat), str(key)) for seat, key in log)
    return Game(seed, turn, rules.dump(rules.load(json.dumps(document))), entries)


def find_refused(error: InputError, lesson: Lesson) -> Wrong | None:
    """Return the wrong order of the lesson that is refused with this error; None if there is none."""
    return next((wrong for wrong in lesson.wrong if wrong.refused and wrong.refused in str(error)), None)
