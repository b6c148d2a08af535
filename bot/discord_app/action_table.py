"""Which method of which service a click calls: one table, made from the services when the bot starts."""

from __future__ import annotations

import re
from collections.abc import Coroutine, Iterable, Mapping
from typing import Any, NamedTuple

from bot.people.caller import Caller
from bot.replies.action import KNOWN, Action, Bound, Declared
from bot.replies.mark import Mark
from bot.replies.out_of_date import refuse_unknown
from bot.replies.reply import EntryForm, Refused, Reply

FORM = "form."  # opens the verbs of the actions that read a form
_ID = re.compile(r"(?:k:)?(?P<verb>[a-z.]+)(?::(?P<about>.*))?", re.DOTALL)  # "k:": in older messages


class Click(NamedTuple):
    """The action of a service, and the arguments that an id carries."""

    action: Bound
    args: Mapping[str, Any]

    def run(self, caller: Caller, given: Mapping[str, Any]) -> Coroutine[Any, Any, Reply | EntryForm]:
        """Do it, with what the click gives it."""
        return self.action.run(caller, self.args, given)

    @property
    def lesson(self) -> int:
        """The number of the lesson that it is about."""
        first = next(iter(self.args.values()))
        return first.game if isinstance(first, Mark) else int(first)


class ActionTable:
    """The actions of services by their verbs."""

    def __init__(self, services: Iterable[object], known: Mapping[str, Declared[...]] = KNOWN) -> None:
        """`known`: the verbs that ids may have. Raises `LookupError` where no service carries one of them
        out."""
        self._bound: dict[str, Bound] = {}
        self._in_lessons: dict[str, Bound] = {}
        for service in services:
            for owner in type(service).__mro__:
                for each in vars(owner).values():
                    if isinstance(each, Action):
                        bound = each.bind(service)
                        self._bound |= dict.fromkeys(each.verbs, bound)
                        if (instead := each.how.instead_of) is not None:
                            self._in_lessons |= dict.fromkeys(instead.verbs, bound)
        if missing := known.keys() - self._bound.keys():
            raise LookupError(f"no service carries out {', '.join(sorted(missing))}")

    @property
    def verbs(self) -> list[str]:
        """All verbs."""
        return list(self._bound)

    def find(self, custom_id: str, *, form: bool = False) -> Click:
        """Return what an id of ours says; `form`: the id of a form that comes back.

        Raises `Refused` for one that no message of ours has.
        """
        action, about = self._read(custom_id, form=form)
        return Click(action, action.fields.read(about))

    def is_lesson(self, custom_id: str) -> bool:
        """Whether a button is about a lesson."""
        return self._has(custom_id, "lesson")

    def is_answer(self, custom_id: str) -> bool:
        """Whether a button answers a question."""
        return self._has(custom_id, "answers")

    def _has(self, custom_id: str, what: str) -> bool:
        try:
            return bool(getattr(self._read(custom_id)[0].how, what))
        except Refused:
            return False

    def _read(self, custom_id: str, *, form: bool = False) -> tuple[Bound, str]:
        found = _ID.fullmatch(custom_id)
        verb, about = ("", "") if found is None else (found["verb"], found["about"] or "")
        if form and not verb.startswith(FORM):
            verb = FORM + verb  # of a form that was opened by an older version
        if verb not in self._bound:
            raise refuse_unknown()
        action = self._bound[verb]
        if about.startswith("-"):  # until December 2026 a lesson had the number of a game, below 0
            action = self._in_lessons.get(verb, action)
            about = about[1:] if action.how.lesson else about
        return action, about
