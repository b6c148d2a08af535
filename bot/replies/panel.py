"""Hold a question with the buttons and lists that answer it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import islice

from bot.language.words import say
from bot.replies.mark import Mark
from bot.replies.text import write_clause
from rules.kernel import Option, View
from rules.orders.buttons.controls import Control, Menu, Offered, Rest, list_offered
from rules.orders.tokenizer import REMARK

REASONS = 3  # the most lines about illegal options, and the most lines about options without an effect
CLAUSE_ROWS, ROW = 8, 46  # the most rows of clauses under a question, and the characters of a row
LABELLED_ROWS = 4  # with more rows than this, clauses name numbered buttons by number, not by label
REASON = 160  # the most characters in a line about illegal options or options without an effect
SCREEN = 10  # buttons and lists on one screen of a phone, including tools such as undo
ROOM = SCREEN - 3  # buttons and lists for the answers, which leaves 3 for the tools
NO_NUMBERS: Mapping[str, int] = {}
BRIEF_ROWS = 3 * ROOM  # the most rows of clauses cut to their first parts: 3 rows for each button


@dataclass(frozen=True, slots=True)
class Panel:
    """A question with the buttons and lists that answer it.

    A panel without controls has only tools such as undo.

    Attributes:
        mark: a place in the game (game, turn, entry); the panel's buttons are valid only at this place
        question: the text of the question
        controls: the buttons and lists that answer the question
        undo: whether there is an undo button
        rest: which answers have no control: "some" means those without an effect, "steps" means single steps
            of routes, "" means none
        draft: whether the person has entered steps that do not count yet
        change: the menu to change answers that the bot filled in
        confirm: the label of the button that commits the draft
        signature: the signature of the shown order; the confirm button commits only an order with this
            signature
        take: the label of the button that turns a what-if into the draft
        picture: the kind of picture to draw; it shows the options with the numbers of their buttons
        marked: the kind of marks (`Option.at`) with numbers in the picture; "" for the kind in `picture`
        around: more places to mark in the picture, without numbers
        drawn: the view to draw
        kind: the key of the game and the kind of the question
        lesson: whether the panel belongs to a lesson; the mark then has the lesson's number
        restart: whether there is a button that drops the whole draft at once; undo may need several taps
        own: the label of the button that shows the asked person their secret question, or their draft
        main: the key of the answer that most people choose; "" if there is no such answer
        slots: the marks beside which the picture prints 1, 2, 3 and so on; () if it numbers the answers in
            their order. `("a", "", "c")` means 1 at the mark "a" and 3 at the mark "c"
        names_have_numbers: whether the names of the answers contain the numbers of the picture, so that
            buttons don't repeat the numbers
        answers: the answers that have a button, and the acts that have a list, such as "March" with its
            spaces
    """

    mark: Mark
    question: str
    controls: tuple[Control, ...] = ()
    undo: bool = False
    rest: Rest = ""
    draft: bool = False
    change: Menu | None = None
    confirm: str = ""
    signature: str = ""
    take: str = ""
    picture: str = ""
    marked: str = ""
    around: tuple[str, ...] = ()
    drawn: View | None = None
    kind: tuple[str, str] = ("", "")
    lesson: bool = False
    restart: bool = False
    own: str = ""
    main: str = ""
    slots: tuple[str, ...] = ()
    names_have_numbers: bool = False
    answers: tuple[Offered, ...] = ()

    @property
    def options(self) -> tuple[Option, ...]:
        """Return the options of all buttons and lists."""
        return list_offered(self.controls)

    @property
    def clauses(self) -> str:
        """Return lines with the clauses (`Option.says`) of buttons.

        The clauses of a list's entries are left out, because the list itself shows them.

        If the buttons have numbers and the lines take more than `LABELLED_ROWS` rows, the lines name the
        buttons by their numbers.

        If the lines take more than `CLAUSE_ROWS` rows, cut each clause to its first part. If that takes more
        than `BRIEF_ROWS` rows, return "". But if the first parts of all clauses are the same, prefer the
        whole clauses, if they take at most `BRIEF_ROWS` rows. In a lesson, return "", because the clauses
        would give the answer away.
        """
        if self.lesson:
            return ""
        labelled = self._list_clauses(lambda says: says, {})
        whole = self._list_clauses(lambda says: says, self.printed)
        brief = self._list_clauses(lambda says: says.partition(";")[0].rstrip(), self.printed)
        tries = [(labelled, LABELLED_ROWS), (whole, CLAUSE_ROWS), (brief, BRIEF_ROWS)]
        if len(brief) == 1:
            tries.insert(2, (whole, BRIEF_ROWS))
        fits = (lines for lines, rows in tries if sum(-(-len(line) // ROW) for line in lines) <= rows)
        return "\n".join(next(fits, []))

    def _list_clauses(self, cut: Callable[[str], str], numbers: Mapping[str, int]) -> list[str]:
        """Return the lines with the clauses of buttons, each clause cut by `cut`.

        A line names buttons in `numbers` (by key) by their numbers, and other buttons by their labels.
        Buttons with the same clause share a line. If all answers have the same clause, the line doesn't name
        them.
        """
        buttons = [each for each in self.controls if not isinstance(each, Menu) and not each.why_not]
        alike: dict[str, list[Option]] = {}
        for button in buttons:
            if button.says:
                alike.setdefault(cut(button.says), []).append(button)
        if len(alike) == 1 and len(self.controls) > 1 and sum(map(len, alike.values())) == len(self.controls):
            return [say("clause.each", says=next(iter(alike)))]
        return [say("clause", acts=_join_labels(same, numbers), says=says) for says, same in alike.items()]

    @property
    def barred(self) -> str:
        """Return lines that say why buttons are illegal, and lines that say why buttons have no effect.

        Of each sort, return at most `REASONS` lines. A line of more than `REASON` characters is left out, but
        "Explain choices" shows it.
        """
        return "\n".join([*self._list_reasons(), *self._list_idle()])

    @property
    def named(self) -> Panel:
        """Return the panel without the illegal buttons that `barred` explains."""
        named = {act for acts in self._list_reasons().values() for act in acts}
        left = tuple(
            control for control in self.controls if isinstance(control, Menu) or control not in named
        )
        return replace(self, controls=left)

    @property
    def legal(self) -> Panel:
        """Return the panel without illegal buttons, for an answer whose text says why they are illegal."""
        left = tuple(each for each in self.controls if isinstance(each, Menu) or not each.why_not)
        return replace(self, controls=left)

    def _list_reasons(self) -> dict[str, list[Option]]:
        """Return lines that say why buttons are illegal. A key is a line, and its value has the buttons."""
        found = self._group_by_reason(lambda button: button.why_not)
        said = {
            say("barred", acts=_join_labels(acts), why=write_clause(why)): acts for why, acts in found.items()
        }
        return {line: acts for line, acts in said.items() if len(line) <= REASON}

    def _list_idle(self) -> list[str]:
        """Return the lines that say why buttons have no effect."""
        found = self._group_by_reason(lambda button: button.why_idle)
        said = [
            say("idle", acts=_join_labels(buttons), why=write_clause(why)) for why, buttons in found.items()
        ]
        return [line for line in said if len(line) <= REASON]

    def _group_by_reason(self, why: Callable[[Option], str]) -> dict[str, list[Option]]:
        """Return buttons by reason, for the first `REASONS` reasons. `why` returns the reason of a button."""
        reasons: dict[str, list[Option]] = {}
        for control in self.controls:
            if not isinstance(control, Menu) and why(control):
                reasons.setdefault(why(control), []).append(control)
        return dict(islice(reasons.items(), REASONS))

    @property
    def marks(self) -> tuple[str, ...]:
        """Return the marks that get numbers in the picture, in the order of the numbers."""
        return self.slots or tuple(dict.fromkeys(mark for _, mark in self._list_marked()))

    @property
    def numbers(self) -> dict[str, int]:
        """Return the number of each option that the picture shows, by the option's key.

        Options at the same mark have the same number.
        """
        places = {mark: number for number, mark in enumerate(self.marks, 1)}
        return {key: places[mark] for key, mark in self._list_marked()}

    @property
    def printed(self) -> dict[str, int]:
        """Return the numbers that the buttons have before their labels, by the option's key."""
        return {} if self.names_have_numbers else self.numbers

    def _list_marked(self) -> list[tuple[str, str]]:
        """Return the key and the mark of each option that has a mark in the picture."""
        kind = self.marked or self.picture
        return [(each.key, each.at[1]) for each in self.options if kind and each.at[0] == kind]


def _join_labels(buttons: Iterable[Option], numbers: Mapping[str, int] = NO_NUMBERS) -> str:
    """Return the numbers of buttons, or their labels without remarks, separated by commas."""
    return ", ".join(
        str(numbers[button.key]) if button.key in numbers else REMARK.sub("", button.label)
        for button in buttons
    )
