"""The entries of a turn as order sentences: "Govern in Karnataka and Maharashtra. Maharashtra: build a
Qasbah."

`lines` has the same orders as they are typed. A sentence tells no more than its line: each answer that a
reader may not know is a hidden choice, whatever it is, and what is left out is left out for everybody.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rules.ask import ONLOOKER, Reader, may_read
from rules.asking import DONE
from rules.kernel import Game, Rules
from rules.orders.clauses import Clause
from rules.orders.typed_lines import PlayedTurn, Row, Said, Single, played, rows
from rules.words import Name, Plural, Words, in_turn, listed, say


@dataclass(slots=True)
class _Act:
    """One thing that is done: what it is, where, and more of it. `details`: of the act itself; `places`:
    where it is done, each with what is said of it; `act`: its key, where no answer says what it is."""

    head: Words | None = None
    details: list[Clause | None] = field(default_factory=list)
    places: list[tuple[Clause, list[Clause | None]]] = field(default_factory=list)
    act: str = ""

    def takes(self, clause: Clause) -> bool:
        """Whether this place can be said of the act."""
        if self.places:
            return self.places[0][0].act == clause.act
        return not self.details or (self.head is not None and not clause.act)

    def place(self, clause: Clause) -> None:
        """Go on with this place."""
        self.act = clause.act
        known = next((each for each in self.places if each[0].key == clause.key), None)
        if known is not None:
            self.places.remove(known)
        self.places.append(known or (clause, []))

    def add(self, clause: Clause | None) -> None:
        """Say more of the last place, or else of the act; None is a hidden choice."""
        (self.places[-1][1] if self.places else self.details).append(clause)


def sentences(
    rules: Rules, game: Game, start: int = 0, reader: Reader = ONLOOKER, turn: PlayedTurn | None = None
) -> list[Said]:
    """Return the entries of the turn from number `start` on as `lines` does, each row in sentences.

    A side act reads as what came of it, as typed where nothing did.
    """
    name = rules.name
    return [
        _said(each, reader, name) if isinstance(each, Row) else _single(each, reader, name)
        for each in rows(turn or played(rules, game), start)
    ]


def _single(single: Single, reader: Reader, name: Name) -> Said:
    said = single.said
    if not may_read(single.eyes, reader):
        return said._replace(text=_ended(_hidden(1).read(name)))
    if single.words is not None:
        return said._replace(text=_ended(single.words.read(name)))
    told = next((line for line in single.story if may_read(line.readers, reader)), None)
    return said if told is None else said._replace(text=told.words.read(name))


def _said(row: Row, reader: Reader, name: Name) -> Said:
    """The sentences of what one seat answered in a row."""
    answers, seat = row.answers, row.answers[0].asked.seat
    first = row.end - len(answers)
    told: list[Clause | None] = []
    chosen, closed = False, list[Words]()
    for answer in answers:
        if not may_read(answer.eyes, reader):
            told.append(None)
            chosen = True
        elif answer.clause is not None and answer.key == DONE:
            if not answer.asked.forced:
                closed.append(answer.clause.done or say("nothing more"))
        elif answer.clause is not None:
            if not answer.clause.silent:
                told.append(answer.clause)
            chosen = chosen or not answer.asked.forced
    if not chosen:
        return Said(seat, _ended(closed[0].read(name)) if closed else "", first, row.end)
    text = " ".join(_ended(words.read(name)) for act in _acts(told) for words in _worded(act))
    return Said(seat, text, first, row.end)


def _acts(told: Sequence[Clause | None]) -> list[_Act]:
    """What is told, by acts."""
    found: list[_Act] = []
    for each in told:
        if each is not None and each.part == "act":
            found.append(_Act(_filled([each])))
            continue
        if not found:
            found.append(_Act())
        if each is not None and each.part == "place":
            if not found[-1].takes(each):
                found.append(_Act())
            found[-1].place(each)
        else:
            found[-1].add(each)
    return found


def _worded(act: _Act) -> list[Words]:
    """The sentences of one act: of one place all in one, of several each place has its own."""
    head = act.head or (say("{key}", key=act.act) if act.act else None)
    about = _detailed(head, act.details)
    if not act.places:
        return about
    where = _filled([place for place, _ in act.places])
    if head is not None and all(each is not None and each.part == "adverb" for each in act.details):
        where, about = _beside(about[0], where), []
    if len(act.places) == 1:
        ((_, details),) = act.places
        return [*about, *_detailed(where, details, of_place=True)]
    opening = [*about, where]
    each = [
        say("{head}: {details}", head=place.answer, details=_listed(details))
        for place, details in act.places
        if details
    ]
    return [*opening, *each]


def _beside(one: Words, other: Words) -> Words:
    return say("{one} {other}", one=one, other=other)


def _detailed(head: Words | None, details: Sequence[Clause | None], *, of_place: bool = False) -> list[Words]:
    """A head with what goes on it, and the clauses behind it."""
    joined = _joined(details)
    while head is not None and joined and joined[0][0]:
        head = _beside(head, joined.pop(0)[1])
    clauses = _row(joined)
    if clauses is None:
        return [] if head is None else [head]
    if head is None:
        return [clauses]
    if of_place:
        return [say("{head}: {details}", head=head, details=clauses)]
    return [in_turn([head, clauses], ", ")]


def _listed(details: Sequence[Clause | None]) -> Words:
    row = _row(_joined(details))
    assert row is not None, "a place without details has no sentence of its own"
    return row


def _row(joined: Sequence[tuple[bool, Words]]) -> Words | None:
    """Clauses one after the other, each with the adverbs behind it."""
    found: list[Words] = []
    for adverb, words in joined:
        if adverb and found:
            found[-1] = _beside(found[-1], words)
        else:
            found.append(words)
    return in_turn(found, ", ") if found else None


def _joined(details: Sequence[Clause | None]) -> list[tuple[bool, Words]]:
    """The details with those that answer the same question in a row, each with whether it is an adverb; what
    goes on the clause that follows it stands behind that."""
    found: list[tuple[bool, Words]] = []
    ahead: Words | None = None
    for group in _grouped(details):
        if group[0] is None:
            words, part = _hidden(len(group)), "clause"
        else:
            words, part = _filled([each for each in group if each is not None]), group[0].part
        if part == "ahead":
            found += [(True, ahead)] if ahead is not None else []
            ahead = words
        elif ahead is not None and group[0] is not None:
            found.append((part == "adverb", _beside(words, ahead)))
            ahead = None
        else:
            found.append((part == "adverb", words))
    return [*found, (True, ahead)] if ahead is not None else found


def _grouped(details: Sequence[Clause | None]) -> list[list[Clause | None]]:
    """The details in groups of those that are said in one row."""
    found: list[list[Clause | None]] = []
    for each in details:
        last = found[-1][0] if found else None
        if found and (each is last if each is None or last is None else each.is_like(last)):
            found[-1].append(each)
        else:
            found.append([each])
    return found


def _filled(alike: Sequence[Clause]) -> Words:
    """Answers to one question in its words."""
    first, *others = alike
    answer = listed([each.answer for each in alike]) if others else first.answer
    return say(first.text, answer=answer, n=len(alike))


def _hidden(n: int) -> Words:
    return say(Plural("a hidden choice", "{n} hidden choices"), n=n)


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith((".", "!", "?", "…", "”")) else f"{sentence}."
