"""A question with what may be answered to it by a click."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from itertools import islice

from bot.language.words import say
from bot.replies.mark import Mark
from bot.replies.text import write_clause
from rules.asking import DONE
from rules.kernel import Option, View
from rules.orders.controls import Control, Menu, Rest, offered
from rules.orders.questions import REMARK

REASONS, REASON = 3, 160  # lines of what can't be done, and characters of one
SCREEN = 10  # buttons and lists that can be used on one screen, the tools among them
ROOM = SCREEN - 3  # of these for the answers


@dataclass(frozen=True, slots=True)
class Panel:
    """A question with what may be answered to it by a click; without controls there is only what to take
    back."""

    mark: Mark
    question: str
    controls: tuple[Control, ...] = ()
    undo: bool = False
    rest: Rest = ""  # what is left out of the answers
    draft: bool = False  # something is entered that does not count yet
    change: Menu | None = None  # what was filled in, to be changed
    confirm: str = ""  # what the button says that commits it
    signature: str = ""  # of the order that is shown: no other is committed
    take: str = ""  # what the button says that takes a what-if over
    picture: str = ""  # a kind of picture that numbers the options as their buttons do
    unnumbered: Collection[str] = ()  # the keys of those that stand nowhere in it
    drawn: View | None = None  # what it is drawn of
    kind: tuple[str, str] = ("", "")  # the game and the kind of its question
    lesson: bool = False  # it is of a lesson, whose number its mark has
    restart: bool = False  # several steps were entered, which can be thrown away together
    own: str = ""  # what the button says that shows each his own question, which nobody else may see

    @property
    def options(self) -> tuple[Option, ...]:
        """All that may be chosen, by buttons and in lists."""
        return offered(self.controls)

    @property
    def barred(self) -> str:
        """The acts that can't be taken now, and what would do nothing, in a small line for each reason, as
        many as there is room for; the longer ones are behind the "?"."""
        return "\n".join([*self._reasons(), *self._idle()])

    @property
    def named(self) -> Panel:
        """The same without the buttons of the acts that `barred` names."""
        named = {act for acts in self._reasons().values() for act in acts}
        left = tuple(
            control for control in self.controls if isinstance(control, Menu) or control not in named
        )
        return replace(self, controls=left)

    def _reasons(self) -> dict[str, list[Option]]:
        """Return the lines that say why acts can't be taken, each with these acts."""
        found = self._alike(lambda button: button.why_not)
        said = {say("barred", acts=_row(acts), why=write_clause(why)): acts for why, acts in found.items()}
        return {line: acts for line, acts in said.items() if len(line) <= REASON}

    def _idle(self) -> list[str]:
        """Return the lines that say why answers would do nothing."""
        found = self._alike(lambda button: button.why_idle)
        said = [say("idle", acts=_row(buttons), why=write_clause(why)) for why, buttons in found.items()]
        return [line for line in said if len(line) <= REASON]

    def _alike(self, why: Callable[[Option], str]) -> dict[str, list[Option]]:
        """Return the first reasons that buttons have, each with these buttons."""
        reasons: dict[str, list[Option]] = {}
        for control in self.controls:
            if not isinstance(control, Menu) and why(control):
                reasons.setdefault(why(control), []).append(control)
        return dict(islice(reasons.items(), REASONS))

    @property
    def numbered(self) -> tuple[Option, ...]:
        """The options in the order of their numbers, where a picture shows these."""
        bare = (DONE, *self.unnumbered)
        return tuple(each for each in self.options if each.key not in bare) if self.picture else ()


def _row(buttons: Iterable[Option]) -> str:
    return ", ".join(REMARK.sub("", button.label) for button in buttons)
