"""Find the method of a service that a click calls. The table of methods is made when the bot starts."""

from __future__ import annotations

import re
from collections.abc import Coroutine, Iterable, Mapping
from typing import Any, NamedTuple

from bot.people.caller import Caller
from bot.replies.action import AnyAction, Bound, list_actions
from bot.replies.mark import Mark
from bot.replies.out_of_date import refuse_unknown
from bot.replies.reply import EntryForm, Refused, Reply

FORM = "form."  # if an action reads a form, its verb begins with this
_ID = re.compile(r"(?:k:)?(?P<verb>[a-z.]+)(?::(?P<about>.*))?", re.DOTALL)  # old ids begin with "k:"


class Click(NamedTuple):
    """An action of a service, and the arguments from a button's id."""

    action: Bound
    args: Mapping[str, Any]

    def run(self, caller: Caller, given: Mapping[str, Any]) -> Coroutine[Any, Any, Reply | EntryForm]:
        """Call the action with the arguments in the id and the arguments that the click adds (`given`)."""
        return self.action.run(caller, self.args, given)

    @property
    def lesson(self) -> int:
        """Return the number of the lesson that the click is about."""
        first = next(iter(self.args.values()))
        return first.game if isinstance(first, Mark) else int(first)


class ActionTable:
    """The actions of all services, by verb.

    Attributes:
        actions: each action, by each of its verbs
    """

    def __init__(self, services: Iterable[object]) -> None:
        """Collect the actions of these services. Raises `ValueError` if two actions have the same verb."""
        self.actions: dict[str, AnyAction] = {}
        self._bound: dict[str, Bound] = {}
        self._in_lessons: dict[str, Bound] = {}
        for service in services:
            for each in list_actions(type(service)):
                bound = each.bind(service)
                for verb in each.verbs:
                    if (other := self.actions.get(verb)) is not None:
                        raise ValueError(f'two actions have the verb "{verb}": {other} and {each}')
                    self.actions[verb], self._bound[verb] = each, bound
                self._in_lessons |= dict.fromkeys(each.how.instead_of, bound)

    def find(self, custom_id: str, *, form: bool = False) -> Click:
        """Return the action that an id names, and the arguments in the id.

        With `form`, the id must be that of a form, otherwise that of a button. Raises `Refused` if the id
        fits no action.
        """
        action, about = self._read(custom_id, form=form)
        return Click(action, action.fields.read(about))

    def is_lesson(self, custom_id: str) -> bool:
        """Return whether a button belongs to a lesson."""
        return self._has(custom_id, "lesson")

    def is_answer(self, custom_id: str) -> bool:
        """Return whether a button answers a question."""
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
            verb = FORM + verb  # forms of older versions have the verb of the button that opened them
        if verb not in self._bound:
            raise refuse_unknown()
        action = self._bound[verb]
        if about.startswith("-"):  # in ids from before December 2026, a lesson is a negative number
            action = self._in_lessons.get(verb, action)
            about = about[1:] if action.how.lesson else about
        return action, about
