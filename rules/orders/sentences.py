"""Write the entries of a turn as order sentences: "Govern in Karnataka and Maharashtra."

`typed_lines` writes the same orders as players type them. A sentence reveals no more than the typed line. An
answer that the reader may not know is "a hidden choice". An answer that is left out for one reader is left
out for all readers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import NamedTuple

from rules.ask import SPECTATOR, Reader, may_read
from rules.asking import DONE
from rules.kernel import CHANCE, Game, Rules
from rules.orders.clauses import Clause
from rules.orders.typed_lines import Answer, Made, PlayedTurn, Row, Single, group_rows, replay_turn
from rules.words import Name, Plural, Words, in_turn, join_list, say

NAMED = 2  # if an act has many places, `Part.head` names this many and counts the others


class Part(NamedTuple):
    """An act of an order.

    Attributes:
        text: the act in words
        head: its name with its first places
        names: the keys that it names
        kinds: the kinds of the questions that name the act and its places; if no question names them, the
            kinds of the questions about the act's details
        places: the keys of its places
        gain: what it brings (`Phrase.gain`); "" if that is not known. `text` and `head` don't say it
        told: the seat's name, if the texts tell what it did and continue this name ("withdraws."); else ""
        name: its name without places, such as "Rally"; "" if it has no name
    """

    text: str
    head: str
    names: frozenset[str]
    kinds: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()
    gain: str = ""
    told: str = ""
    name: str = ""


class Told(NamedTuple):
    """A seat's consecutive answers, an act out of turn or a chance event, in sentences.

    The text tells the entries from `first` to `last` - 1. `parts`: the acts of an order. `whole`: whether the
    text names the seat, as a sentence of the log and a text about deeds do.
    """

    seat: str
    text: str
    first: int
    last: int
    parts: tuple[Part, ...] = ()
    whole: bool = False


@dataclass(slots=True)
class _Act:
    """One act of an order.

    Attributes:
        head: the act in words
        details: the clauses about the act itself; None stands for a hidden choice
        places: the places of the act, each with the clauses about it
        act: the key of the act (`Phrase.act`), if no answer names the act; else ""
        kind: the kind of the question that names the act; "" if no answer names it
        gain: what the act brings; None if that is not known
        seat: the seat, if the act is told as a deed ("Green withdraws"); "" for an act of an order
    """

    head: Words | None = None
    details: list[Clause | None] = field(default_factory=list)
    places: list[tuple[Clause, list[Clause | None]]] = field(default_factory=list)
    act: str = ""
    kind: str = ""
    gain: Words | None = None
    seat: str = ""

    @property
    def kinds(self) -> frozenset[str]:
        """Return the kinds of the questions that name the act and its places.

        If no question names them, and `act` is "", return the kinds of the questions about the details.
        """
        named = frozenset((self.kind, *(place.kind for place, _ in self.places))) - {""}
        return named or frozenset(each.kind for each in self.details if each is not None and not self.act)

    def takes(self, clause: Clause) -> bool:
        """Return whether a place belongs to this act, and does not begin another act.

        A second visit with other pieces gets its own sentence: "To Media with all but 1 Levy. To Media with 1
        Levy."
        """
        if self.places:
            visits = [details for place, details in self.places if place.key == clause.key]
            again = any(each is not None and each.part == "adverb" for details in visits for each in details)
            return self.places[0][0].act == clause.act and not again
        return not self.details or (self.head is not None and not clause.act)

    def place(self, clause: Clause) -> None:
        """Add a place to the act, or return to one that it already has."""
        self.act = clause.act
        known = next((each for each in self.places if each[0].key == clause.key), None)
        if known is not None:
            self.places.remove(known)
        self.places.append(known or (clause, []))

    def add(self, clause: Clause | None) -> None:
        """Add a detail about the last place, or about the act if it has no place. None is a hidden choice."""
        (self.places[-1][1] if self.places else self.details).append(clause)


def write_sentences(
    rules: Rules,
    game: Game,
    start: int = 0,
    reader: Reader = SPECTATOR,
    turn: PlayedTurn | None = None,
    *,
    room: int | None = None,
    near: Collection[str] = (),
    deeds: bool = False,
) -> list[Told]:
    """Return the entries of the turn from entry `start` on as sentences, in the same parts as `write_lines`.

    The sentence of an act out of turn tells its effect. If it has no effect, the act is written as typed.

    `room`: if an order has more characters than this, it leaves out details of its acts; None: it keeps all
    details. With 0, an order also leaves out answers that only introduce its acts (`Prose.framing`). `near`:
    the places that `Part.head` names first. `deeds`: tell orders as deeds ("Green withdraws.") where the game
    has words for all their answers (`Phrase.told`).
    """
    name, framing = rules.name, () if room != 0 else rules.EXTRAS.prose.framing
    return [
        _write_row(each, reader, name, room, framing, near, deeds=deeds)
        if isinstance(each, Row)
        else _write_single(each, reader, name)
        for each in group_rows(turn or replay_turn(rules, game), start)
    ]


class NamedAct(NamedTuple):
    """An act of a turn in a few words: the index of the entry that begins it, its seat, and its words."""

    entry: int
    seat: str
    words: Words


def name_last_act(made: Sequence[Made]) -> NamedAct | None:
    """Return the last act that begins in these entries, with its last place.

    Entries that not everybody may read don't count. If no act begins, return the last answer instead; None
    if there is no answer.
    """
    place: Clause | None = None
    for entry, each in reversed(list(enumerate(made))):
        clause = each.clause
        if clause is None or each.key == DONE or clause.silent or not may_read(each.eyes, SPECTATOR):
            continue
        if clause.part == "act" or clause.act:
            act = say("{key}", key=clause.act) if clause.act else _word_clauses([clause])
            place = place or (clause if clause.part == "place" else None)
            return NamedAct(
                entry, each.seat, act if place is None else _join_words(act, _word_clauses([place]))
            )
        place = place or (clause if clause.part == "place" else None)
    return _name_last_answer(made)


def _name_last_answer(made: Sequence[Made]) -> NamedAct | None:
    """Return the last answer of the seat that acted last, in words; None if there is none.

    Answers that not everybody may read don't count.
    """
    seat = next((each.seat for each in reversed(made) if each.seat != CHANCE), "")
    others = (entry + 1 for entry, each in enumerate(made) if each.seat not in (seat, CHANCE))
    first = max(others, default=0)
    told = [
        each.clause
        for each in made[first:]
        if each.clause is not None and not each.clause.silent and may_read(each.eyes, SPECTATOR)
    ]
    joined = _join_details([each for each in told if each.key != DONE])
    last = max((place for place, (adverb, _) in enumerate(joined) if not adverb), default=0)
    words = _list_joined(joined[last:])
    return None if words is None else NamedAct(first, seat, words)


def _write_single(single: Single, reader: Reader, name: Name) -> Told:
    """Return an act out of turn or a chance event in a sentence."""
    said = Told(*single.said)
    if not may_read(single.eyes, reader):
        return said._replace(text=_end_sentence(_word_hidden(1).read(name)))
    if single.words is not None:
        return said._replace(text=_end_sentence(single.words.read(name)))
    told = next((line for line in single.story if may_read(line.readers, reader)), None)
    return said if told is None else said._replace(text=told.words.read(name), whole=True)


def _write_row(
    row: Row,
    reader: Reader,
    name: Name,
    room: int | None,
    framing: Collection[str],
    near: Collection[str],
    *,
    deeds: bool = False,
) -> Told:
    """Return the sentences of one seat's consecutive answers.

    Answers whose keys are in `framing` are left out, unless the row has only such answers.
    """
    answers, seat = row.answers, row.answers[0].asked.seat
    if all(answer.key in framing or answer.key == DONE for answer in answers):
        framing = ()
    first = row.end - len(answers)
    doer = seat if deeds and all(_is_deed(each, reader) for each in answers) else ""
    told: list[Clause | None] = []
    chosen, closed = False, list[Words]()
    for answer in answers:
        if not may_read(answer.eyes, reader):
            told.append(None)
            chosen = True
            continue
        clause = answer.clause if answer.clause is None or not doer else answer.clause.told
        if clause is not None and answer.key == DONE:
            if not answer.asked.forced:
                closed.append(clause.done or say("nothing more"))
        elif clause is not None:
            if not clause.silent and answer.key not in framing:
                told.append(clause)
            chosen = chosen or not answer.asked.forced
    if not chosen:
        text = _end_sentence(closed[0].read(name)) if closed else ""
        if not closed or not doer:
            return Told(seat, text, first, row.end)
        text = _end_sentence(closed[0].within(name))
        return _tell_deeds(Told(seat, "", first, row.end), [Part(text, text.rstrip("."), frozenset())], name)
    if doer and told and (opening := told[0]) is not None and opening.part == "adverb" and opening.alone:
        told[0] = opening._replace(text=opening.alone, part="clause")  # no verb comes before it
    acts = [replace(act, seat=doer) for act in _split_acts(told)]
    whole = [_read_act(act, name) for act in acts]
    texts = whole if room is None else _shorten_order(acts, whole, name, room)
    parts = tuple(
        Part(
            text,
            _name_act(act, text, name, near),
            _find_names(_word_act(act)),
            act.kinds,
            frozenset(place.key for place, _ in act.places),
            act.gain.within(name) if act.gain is not None else "",
            name="" if (head := _find_head(act)) is None or act.seat else head.read(name),
        )
        for act, text in zip(acts, texts, strict=True)
    )
    said = Told(seat, " ".join(texts), first, row.end, parts)
    return _tell_deeds(said, parts, name) if doer else said


def _is_deed(answer: Answer, reader: Reader) -> bool:
    """Return whether this answer can be told as a deed: the reader knows it, and the game has words for it.

    An answer that a sentence leaves out needs no words.
    """
    clause = answer.clause
    if not may_read(answer.eyes, reader):
        return False
    if clause is None or clause.silent or (answer.key == DONE and answer.asked.forced):
        return True
    return clause.told is not None and (answer.key != DONE or clause.told.done is not None)


def _tell_deeds(said: Told, parts: Sequence[Part], name: Name) -> Told:
    """Return what a seat did in sentences that name it: "Green withdraws and takes Red Monk."."""
    doer = say("{key}", key=said.seat).read(name)
    text = " ".join(f"{doer} {part.text}" for part in parts)
    return said._replace(text=text, parts=tuple(part._replace(told=doer) for part in parts), whole=True)


def _name_act(act: _Act, text: str, name: Name, near: Collection[str]) -> str:
    """Return an act in a few words, with its first places; the act's `text` if it has no name.

    The places in `near` come before the others. An act that says where it ends also says where it begins.
    """
    head = _find_head(act)
    if head is None or act.seat:
        return text.rstrip(".")
    places = sorted((place for place, _ in act.places), key=lambda place: place.key not in near)
    if places:
        head = _join_words(head, _word_clauses(places, most=NAMED))
    ends = _find_end(act.details)
    first = act.details[0] if ends else None
    begins = [first] if first is not None and first.part == "adverb" and not first.silent else []
    for clause in (*begins, *ends):
        head = _join_words(head, _word_clauses([clause]))
    return head.read(name)


def _find_head(act: _Act) -> Words | None:
    """Return the name of an act, without places and details; None if it has no name."""
    return act.head or (say("{key}", key=act.act) if act.act else None)


def _find_end(details: Sequence[Clause | None]) -> list[Clause]:
    """Return the place where an act ends, as an adverb; [] if no detail says it (`Phrase.end`)."""
    ends = [each for each in details if each is not None and each.end and not each.silent]
    return [each._replace(text=each.end, part="adverb") for each in ends[-1:]]


def _find_names(value: object) -> frozenset[str]:
    """Return all keys in the arguments of a text, such as those of seats and places."""
    if isinstance(value, str):
        return frozenset((value,))
    parts = value.args.values() if isinstance(value, Words) else value if isinstance(value, list) else ()
    return frozenset(name for each in parts for name in _find_names(each))


def _read_act(act: _Act, name: Name) -> str:
    words = _word_act(act)
    return " ".join(_end_sentence(each.within(name) if act.seat else each.read(name)) for each in words)


def _shorten_order(acts: Sequence[_Act], whole: Sequence[str], name: Name, room: int) -> Sequence[str]:
    """Return the texts of an order's acts. If the order is longer than `room`, leave out details of acts.

    All acts keep their places. Then, from the first act on, an act keeps its details too if the order still
    fits into `room`.
    """
    if len(" ".join(whole)) <= room:
        return whole
    found = [_read_act(_drop_details(act), name) for act in acts]
    for place, text in enumerate(whole):
        longer = [*found[:place], text, *found[place + 1 :]]
        if len(" ".join(longer)) <= room:
            found = longer
    return found


def _drop_details(act: _Act) -> _Act:
    """Return an act without its details.

    Adverbs before the other details stay, and so does the end of the act (`Phrase.end`). If the act has
    several places, the adverbs at the places go too. If there is no act and no place, all details stay.
    """
    if act.head is None and not act.act and not act.places:
        return act

    def keep(details: Sequence[Clause | None]) -> list[Clause | None]:
        adverbs = takewhile(lambda each: each is not None and each.part == "adverb", details)
        return [*adverbs, *_find_end(details)]

    alone = len(act.places) == 1
    places = [(place, keep(details) if alone else []) for place, details in act.places]
    return replace(act, details=keep(act.details), places=places)


def _split_acts(told: Sequence[Clause | None]) -> list[_Act]:
    """Return the clauses grouped into acts."""
    found: list[_Act] = []
    before: list[Clause | None] = []  # clauses about the next place
    for each in told:
        if each is not None and each.part == "before":
            before.append(each._replace(part="clause"))
            continue
        if each is not None and each.part == "act":
            found.append(_Act(_word_clauses([each]), kind=each.kind, gain=each.gain))
            continue
        if not found:
            found.append(_Act())
        if each is not None and each.part == "place":
            if not found[-1].takes(each):
                found.append(_Act())
            found[-1].place(each)
            for clause in before:
                found[-1].add(clause)
            before = []
        else:
            found[-1].add(each)
    return [*found, _Act(details=before)] if before else found


def _word_act(act: _Act) -> list[Words]:
    """Return the sentences of one act.

    If the act has several places, there is a sentence for the details of each place.
    """
    head = _find_head(act)
    if act.seat:
        return [join_list(_list_deeds(act))]
    about = _word_details(head, act.details)
    if not act.places:
        return about
    where = _word_places([place for place, _ in act.places], alone=head is None)
    if head is not None and all(each is not None and each.part == "adverb" for each in act.details):
        where, about = _join_words(about[0], where), []
    if len(act.places) == 1:
        ((_, details),) = act.places
        return [*about, *_word_details(where, details, of_place=True)]
    opening = [*about, where]
    each = [
        say("{head}: {details}", head=place.answer, details=_list_details(details))
        for place, details in act.places
        if details
    ]
    return [*opening, *each]


def _word_places(places: Sequence[Clause], *, alone: bool) -> Words:
    """Return the places of an act in words. `alone`: whether they begin the sentence."""
    if alone and places[0].alone:
        places = [place._replace(text=place.alone) for place in places]
    return _word_clauses(places)


def _list_deeds(act: _Act) -> list[Words]:
    """Return what a seat did in an act: its head, then its details. Adverbs join the words before them."""
    details = [detail for place, about in act.places for detail in (place._replace(part="adverb"), *about)]
    head = [(False, act.head)] if act.head is not None else []
    return _attach_adverbs([*head, *_join_details([*act.details, *details])])


def _join_words(one: Words, other: Words) -> Words:
    """Return two parts joined by a space."""
    return say("{one} {other}", one=one, other=other)


def _word_details(
    head: Words | None, details: Sequence[Clause | None], *, of_place: bool = False
) -> list[Words]:
    """Return a sentence: its head, then the adverbs just after the head, then the other clauses."""
    joined = _join_details(details)
    while head is not None and joined and joined[0][0]:
        head = _join_words(head, joined.pop(0)[1])
    clauses = _list_joined(joined)
    if clauses is None:
        return [] if head is None else [head]
    if head is None:
        return [clauses]
    if of_place:
        return [say("{head}: {details}", head=head, details=clauses)]
    return [in_turn([head, clauses], ", ")]


def _list_details(details: Sequence[Clause | None]) -> Words:
    """Return the details of a place as a list in words; there must be some."""
    row = _list_joined(_join_details(details))
    assert row is not None, "a place without details has no sentence of its own"
    return row


def _list_joined(joined: Sequence[tuple[bool, Words]]) -> Words | None:
    """Return clauses as a list in words, each with the adverbs after it; None if there are none."""
    return in_turn(_attach_adverbs(joined), ", ") if joined else None


def _attach_adverbs(joined: Sequence[tuple[bool, Words]]) -> list[Words]:
    """Return clauses, each with the adverbs after it."""
    found: list[Words] = []
    for adverb, words in joined:
        if adverb and found:
            found[-1] = _join_words(found[-1], words)
        else:
            found.append(words)
    return found


def _join_details(details: Sequence[Clause | None]) -> list[tuple[bool, Words]]:
    """Return each detail as a pair: whether it is an adverb, and its words.

    Consecutive answers to the same kind of question become one detail. An answer of the part "ahead" is put
    after the next clause: "from Malwa" in "2 Troops from Malwa".
    """
    found: list[tuple[bool, Words]] = []
    ahead: Words | None = None
    for group in _group(details):
        if group[0] is None:
            words, part = _word_hidden(len(group)), "clause"
        else:
            words, part = _word_clauses([each for each in group if each is not None]), group[0].part
        if part == "ahead":
            found += [(True, ahead)] if ahead is not None else []
            ahead = words
        elif ahead is not None and group[0] is not None:
            found.append((part == "adverb", _join_words(words, ahead)))
            ahead = None
        else:
            found.append((part == "adverb", words))
    return [*found, (not found, ahead)] if ahead is not None else found


def _group(details: Sequence[Clause | None]) -> list[list[Clause | None]]:
    """Return the details in groups. The answers of a group are said as one list."""
    found: list[list[Clause | None]] = []
    for each in details:
        last = found[-1][0] if found else None
        if found and (each is last if each is None or last is None else each.is_like(last)):
            found[-1].append(each)
        else:
            found.append([each])
    return found


def _word_clauses(alike: Sequence[Clause], *, most: int | None = None) -> Words:
    """Return answers to one question in the words of its phrase.

    An answer that is given twice is named once, with the number, unless its name has a number itself. If
    there are more than `most` + 1 answers, the first `most` are named and the others are counted. `most`
    None: all answers are named.
    """
    times = Counter(each.key for each in alike)
    answers = {each.key: each.answer for each in alike}
    text = alike[0].text
    counted = isinstance(text, Plural)  # a `Plural` text says how many answers there are
    several = "{answer} ({n})" if counted else "{n} {answer}" if alike[0].things else "{answer} ({n} times)"
    named = list[Words]()
    for key, n in times.items():
        if n == 1 or (counted and len(times) == 1):
            named.append(answers[key])
        elif alike[0].things and any(map(str.isdigit, key)):
            named += [answers[key]] * n  # "2 purple 1" would read as another number
        elif alike[0].several:
            named.append(say(alike[0].several, answer=answers[key], n=n))
        else:
            named.append(say(several, answer=answers[key], n=n))
    if most is not None and len(named) > most + 1:
        named = [*named[:most], say("{n} others", n=len(named) - most)]
    return say(text, answer=join_list(named) if len(named) > 1 else named[0], n=len(alike))


def _word_hidden(n: int) -> Words:
    """Return the words for `n` hidden choices."""
    return say(Plural("a hidden choice", "{n} hidden choices"), n=n)


def _end_sentence(sentence: str) -> str:
    """Return a sentence with a full stop.

    A sentence that already ends in ".", "!", "?" or "…" stays unchanged. A closing quotation mark may follow.
    """
    return sentence if sentence.rstrip("”").endswith((".", "!", "?", "…")) else f"{sentence}."
