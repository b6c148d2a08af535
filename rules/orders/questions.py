"""Put a question into words, with the answers that it offers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from rules.asking import DONE
from rules.chance import Roll
from rules.errors import cite_rule
from rules.kernel import Ask, Option, Pending, Rules, list_options
from rules.orders.clauses import make_plain_phrase
from rules.orders.tokenizer import REMARK, WHOLE, split_words
from rules.phrase import Phrase
from rules.words import (
    ENGLISH,
    Name,
    Plural,
    Text,
    Words,
    as_is,
    cut_question,
    english,
    in_turn,
    inside,
    join_list,
    language,
    say,
)

SHOWN = 12  # the most labels in a sentence such as "Did you mean ...?"
NAMED = 6  # the most options that are named with one reason for refusing them
EXAMPLES = 2  # of more options with one reason, this many are named
LABEL_WORDS = 3  # an act's label with at most this many words is a name; a longer one tells the effect
LISTED = 20  # the most legal answers that the text of a question names; more don't fit on a phone


class Around(NamedTuple):
    """The words before and after an answer in a sentence: "choose" and "as home" for "choose ... as Home"."""

    before: tuple[str, ...]
    after: tuple[str, ...]


@lru_cache(maxsize=1024)
def list_around(text: Text, act: str = "") -> tuple[Around, ...]:
    """Return the words around the answer in the text of a phrase. A `Plural` text may have two results.

    `act`: the name of an act with which a sentence may begin, such as "govern" in "Govern in ...". With it
    there is a further result that begins with the act. Results without words before the answer are left out.
    """
    found: dict[Around, None] = {}
    for form in (text,) if isinstance(text, str) else text:
        before, _, after = (split_words(part) if part.strip() else () for part in form.partition("{answer}"))
        for said in (before, (*split_words(act), *before) if act else ()):
            if said:
                found[Around(said, after)] = None
    return tuple(found)


def _list_spoken_around(name: Name, phrase: Phrase) -> Sequence[Around]:
    """Return the words around an answer, in English and in the reader's language (`list_around`)."""
    act, texts = phrase.act, [each for each in (phrase.text, phrase.alone) if each]
    begun = english(name)(act) if act else ""
    found = tuple(dict.fromkeys(each for text in texts for each in list_around(text, begun)))
    if language(name) == ENGLISH:
        return found
    forms = (say(text, n=n, answer=as_is("{answer}")).within(name) for text in texts for n in (1, 2))
    spoken = (each for form in dict.fromkeys(forms) for each in list_around(form, name(act) if act else ""))
    return (*found, *(each for each in spoken if each not in found))


def _list_lead_around(name: Name, ask: Ask) -> Sequence[Around]:
    """Return the words around an answer to a question without a phrase, if its lead is a verb.

    In English there are none, because `Question.lead` has them.
    """
    found = () if language(name) == ENGLISH else _list_spoken_around(name, make_plain_phrase(ask))
    return tuple(each for each in found if not WHOLE.issuperset(each.before))


@dataclass(frozen=True, slots=True)
class Question:
    """A question in words, with its options at this moment.

    Attributes:
        seat: the seat that is asked
        prompt: the text of the question
        lead: the small word before a typed answer, such as "to"
        options: the legal options, then the refused ones with their reasons
        forced: whether it leaves no choice (`Ask.forced`)
        alone: whether it changes the subject (`Presentation.alone`)
        bare: the keys of answers that are typed without the lead
        topic: the topic (`Ask.topic`)
        typed: the keys of answers that can only be typed (`Presentation.typed`)
        secret: whether some people may not see the options
        name: gives the names of the game, in the reader's language
        amounts: whether the answers are amounts, such as "3 Troops"
        act: whether the answers begin something new, such as "Attack"
        around: the words before and after an answer in an order sentence (`list_around`)
        silent: the keys of answers that an order sentence leaves out (`Phrase.silent`)
        word: returns the words of an answer in an order sentence; None: its label is used
        things: whether "2 Blue 4" says the answer "Blue 4" twice (`Phrase.things`)
        empty: whether the act before this question does nothing if the question is closed now
    """

    seat: str
    prompt: str
    lead: str
    options: tuple[Option, ...]
    forced: bool
    alone: bool = False
    bare: Collection[str] = ()
    topic: tuple[str, str] = ("", "")
    typed: Collection[str] = ()
    secret: bool = False
    name: Name = str
    amounts: bool = False
    act: bool = False
    around: Sequence[Around] = ()
    silent: Collection[str] = ()
    word: Callable[[str], Words] | None = None
    things: bool = False
    empty: bool = False

    @property
    def legal(self) -> list[Option]:
        """Return the legal options that are shown."""
        return [o for o in self.options if not o.why_not and o.key not in self.typed]

    @property
    def opening(self) -> str:
        """Return the prompt with a colon or other mark at its end, so that a list of answers can follow.

        A prompt of several lines ends with a list of its own, and a colon after it would read oddly.
        """
        whole = self.prompt.endswith(("?", ".", ":")) or len(self.prompt.splitlines()) > 1
        return self.prompt if whole else f"{self.prompt}:"

    @property
    def bare_opening(self) -> str:
        """Return the first line of the opening, up to its first question mark."""
        return cut_question(self.opening.partition("\n")[0])

    def __str__(self) -> str:
        narrow = say("Type the first letters before “?” to see fewer answers.").read(self.name)
        lines = [
            f"{self.opening} {self.list_labels()}".rstrip(),
            *([narrow] if len(self.legal) > LISTED else []),
        ]
        return "\n  ".join([*lines, *self.refusals()])

    def list_labels(self) -> str:
        """Return the legal answers in a row, at most `LISTED` items, those without an effect last.

        In a row of more than `NAMED` answers, each stands without its remark, as players type it. Amounts of
        one kind then become one item: "1 to 4 Levies". Since remarks are missing, the row says which answers
        have no effect.
        """
        useful = [option for option in self.legal if not option.idle]
        idle = [option for option in self.legal if option.idle]
        if len(self.legal) <= NAMED:
            return _join_labels([self.inside(option) for option in (*useful, *idle)], LISTED).read(self.name)
        if not (useful and idle):
            return _join_labels(self.join_amounts(self.legal), LISTED).read(self.name)
        rows = [_join_labels(self.join_amounts(options), LISTED) for options in (useful, idle)]
        return say("{useful}; without an effect now: {idle}", useful=rows[0], idle=rows[1]).read(self.name)

    def join_amounts(self, shown: Sequence[Option]) -> list[str]:
        """Return the labels of these options without remarks, the amounts of one kind as one label."""
        kinds: dict[str, list[Option]] = {}
        for option in shown:
            kinds.setdefault(_find_kind(option.key) if self.amounts else option.key, []).append(option)
        found = list[str]()
        for alike in kinds.values():
            labels = [REMARK.sub("", self.inside(option)) for option in alike]
            numbers = sorted(int(option.key.partition("-")[0]) for option in alike) if len(alike) > 2 else []
            if numbers and numbers == [*range(numbers[0], numbers[0] + len(alike))]:
                most = max(alike, key=lambda option: int(option.key.partition("-")[0]))
                text = say("{least} to {most}", least=numbers[0], most=as_is(labels[alike.index(most)]))
                labels = [text.read(self.name)]
            found += labels
        return found

    def list_typed(self) -> str:
        """Return the legal answers in a row, as `list_labels` does, each as players type it.

        If an act's label has more than `LABEL_WORDS` words, it tells the effect, and nobody types it. The
        first other spelling of the answer then replaces the label.
        """
        return replace(self, options=tuple(map(self._shorten, self.options))).list_labels()

    def _shorten(self, option: Option) -> Option:
        """Return an option with a label that is short enough to be typed, if it has one."""
        long = self.act and len(split_words(option.label)) > LABEL_WORDS
        return replace(option, label=option.also[0]) if long and option.also else option

    def inside(self, option: Option) -> str:
        """Return the label of an option as it reads within a sentence."""
        return self.rename_closing(inside(option.label, self.name))

    def rename_closing(self, label: str) -> str:
        """Return "nothing" for the label "Done", as its button is called; any other label unchanged."""
        return say("nothing").within(self.name) if label == self.name(DONE) else label

    def refusals(self) -> list[str]:
        """Return a sentence for each reason why options are refused, with the names of these options.

        Reasons that differ only in numbers and in the names of the options share a sentence. It names the
        first option and at most `NAMED` others, and says whether the same reason holds for these or a similar
        one, with other numbers or colours. A sentence about more options names only `EXAMPLES`, counts the
        rest and comes after the other sentences, because few people would try these options. Options without
        a button (`typed`) are left out.

        If an amount of some kind of thing is legal, the refused amounts of this kind are left out: the legal
        amounts say how many. If none is legal, only the first amount of the kind is named.
        """
        alike: dict[tuple[object, ...], list[Option]] = {}
        kinds = {_find_kind(option.key) for option in self.legal} if self.amounts else set[str]()
        for option in self.options:
            if option.why_not and option.key not in self.typed:
                kind = _find_kind(option.key) if self.amounts else ""
                if kind and kind != option.key:
                    if kind in kinds:
                        continue
                    kinds.add(kind)
                alike.setdefault(self._find_reason(option), []).append(option)
        found = []
        for first, *others in sorted(alike.values(), key=lambda options: len(options) > NAMED + 1):
            labels = [self.inside(option) for option in others]
            names = _join_labels(labels)
            if len(labels) > NAMED:
                rest = say("{n} more", n=len(labels) + 1 - EXAMPLES)
                names = join_list([*map(as_is, labels[: EXAMPLES - 1]), rest])
            why = cite_rule(first.why_not).within(self.name)
            stop = as_is("" if why[-1] in ".?!" else ".")
            text: Text = "not {first}: {why}"
            if others and len({self._find_reason(option, alike=False) for option in (first, *others)}) == 1:
                text = "not {first}: {why}{stop} The same goes for {others}"
            elif others:
                text = Plural(
                    "not {first}: {why}{stop} A similar reason rules out {others}",
                    "not {first}: {why}{stop} Similar reasons rule out {others}",
                )
            parts = {"first": as_is(self.inside(first)), "why": as_is(why)}
            line = say(text, **parts, n=len(others), stop=stop, others=names).read(self.name)
            found.append(line[:1].upper() + line[1:] + ("" if line[-1] in ".?!" else "."))
        return found

    def _find_reason(self, option: Option, *, alike: bool = True) -> tuple[object, ...]:
        """Return the reason why an option is refused, without the name of the option.

        `alike`: also without numbers, and without what is only a part of the name, such as a colour.
        """
        if option.refused is None:
            return (option.why_not,)
        label = self.inside(option)
        own = {*split_words(label if alike else REMARK.sub("", label))}
        return self._drop_names(option.refused, own, alike=alike)

    def _drop_names(self, words: Words, own: Collection[str], *, alike: bool) -> tuple[object, ...]:
        """Return the text of `words` and the values of its args, without names of the option.

        `own`: the words of the option's label. `alike`: as for `_find_reason`.
        """
        found: list[object] = [words.text]
        for value in words.args.values():
            part = value() if callable(value) else value
            if isinstance(part, Words):
                found.append(self._drop_names(part, own, alike=alike))
            elif isinstance(part, str):
                named = {*split_words(self.name(part))}
                if not (named <= {*own} if alike else named >= {*own}):
                    found.append(part)
            elif not alike:
                found.append(part)
        return tuple(found)


def _find_kind(key: str) -> str:
    """Return the kind of an amount: "troops" for "3-troops". For any other key, return the key itself."""
    number, _, kind = key.partition("-")
    return kind if number.isdecimal() and kind else key


def _join_labels(labels: Sequence[str], most: int = NAMED) -> Words:
    """Return at most `most` labels in a row. If there are more labels, the row ends in "3 more"."""
    named: list[Words] = [as_is(label) for label in labels]
    if len(named) > most:
        named[most - 1 :] = [say("{n} more", n=len(named) - most + 1)]
    return in_turn(named, ", ")


def make_question(rules: Rules, ask: Ask) -> Question:
    """Return the question in words, with its options at this moment, those without an extra cost first."""
    shown, phrase = ask.presentation, ask.presentation.phrase
    around = _list_lead_around(rules.name, ask) if phrase is None else _list_spoken_around(rules.name, phrase)
    offered = sorted(list_options(rules, ask), key=lambda o: (o.why_not != "", bool(shown.cost(o.key))))
    return Question(
        ask.seat,
        ask.prompt.read(rules.name),
        shown.lead,
        tuple(offered),
        ask.forced,
        shown.alone,
        shown.bare,
        ask.topic,
        shown.typed,
        ask.secret,
        rules.name,
        shown.amounts,
        shown.form == "act",
        around,
        phrase.silent if phrase is not None else (),
        phrase.answer if phrase is not None else None,
        phrase is not None and phrase.things,
        shown.empty,
    )


def may_close(asked: Question) -> bool:
    """Return whether the question can be passed without an answer."""
    return asked.forced or any(option.key == DONE for option in asked.legal)


def describe_secret(rules: Rules, ask: Ask) -> str:
    """Return what everybody may know of a secret question: the seat and the prompt."""
    text = "{seat} decides this in secret: {question}"
    return say(text, seat=ask.seat, question=as_is(ask.prompt.read(rules.name))).read(rules.name)


def explain_end(pending: Pending | None, before: Words, seat: str, name: Name) -> Words:
    """Return why an order of this seat can't continue after `before`. `pending`: what the turn waits for."""
    if isinstance(pending, Ask) and pending.seat == seat:  # others are asked first, but have no choice
        question = as_is(pending.prompt.read(name))
        text = "Your order is complete after “{before}”. Send that part first. Then you are asked: {question}"
        return say(text, before=before, question=question)
    if isinstance(pending, Ask):
        text = "{seat} decides after “{before}”. Send only that part first."
        return say(text, seat=pending.seat, before=before)
    text = "A random draw follows “{before}”. Send only that part first."
    if pending is None:
        text = "The turn ends after “{before}”. Send only that part first."
    elif isinstance(pending, Roll):
        text = "Dice are rolled after “{before}”. Send only that part first."
    return say(text, before=before)


def list_labels(labels: Sequence[str], name: Name, last: str = "and", most: int = SHOWN) -> Words:
    """Return the first labels as a list in words, at most `most`, with the number of the others."""
    shown: list[Words] = [as_is(inside(label, name)) for label in labels[:most]]
    if len(labels) > most:
        shown.append(say("{n} more", n=len(labels) - most))
    return join_list(shown, last)


def list_vocabulary(asking: Sequence[Question]) -> dict[str, str]:
    """Return the words that these questions understand, each with the text to suggest for it.

    The text is the label of an option if no other option has the word, or if the word is this option's whole
    name: "syria" suggests Syria, not Coele-Syria. For any other word, the text is the word itself.
    """
    known: dict[str, set[str]] = {}
    alone: dict[str, str] = {}  # for each word that is an option's whole name, the label of this option
    for asked in asking:
        for option in asked.options:
            label = REMARK.sub("", option.label)
            for spelling in option.spellings:
                words = split_words(REMARK.sub("", spelling))
                for word in words:
                    known.setdefault(word, set()).add(label)
                if len(words) == 1:
                    alone.setdefault(words[0], label)
        for word in filter(None, (asked.lead, *(word for each in asked.around for word in each.before))):
            known.setdefault(word, set()).update(("", word))
    named = {word: labels.pop() if len(labels) == 1 else word for word, labels in known.items()}
    return {word: alone.get(word, label) if "" not in known[word] else label for word, label in named.items()}
