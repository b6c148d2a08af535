"""A question in words: what it offers, what typed words mean as an answer to it, how an answer is written."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rules.asking import DONE
from rules.chance import Roll
from rules.kernel import Ask, Option, Pending, Rules, options
from rules.orders.tokenizer import (
    ARTICLES,
    NUMBERS,
    STOPS,
    WHOLE,
    WHOLE_WORDS,
    Token,
    best,
    is_literal,
    tokens,
    words,
)
from rules.words import Name, Words, as_is, inside, listed, say

SHOWN = 12  # more options than these are cut short in a message

# what a label says beside its answer: "Charge 5 (to 4: a hit)", "Shaded: place 2 Amirs"
REMARK = re.compile(r" \([^()]*\)$|(?<=[^\W\d])\s?: .*$")


@dataclass(frozen=True, slots=True)
class Question:
    """A question as it stands now, in words: the legal options first, then the refused with their reasons."""

    seat: str
    prompt: str
    lead: str
    options: tuple[Option, ...]
    forced: bool
    alone: bool = False  # it is about something else than what was asked before
    bare: Collection[str] = ()  # answers before which the lead makes no sense
    topic: tuple[str, str] = ("", "")  # `Ask.topic`
    typed: Collection[str] = ()  # `Presentation.typed`
    secret: bool = False  # not everybody may see what is offered
    name: Name = str  # the game's, in whose language it is
    amounts: bool = False  # its answers are so many of something: "3 Troops"
    act: bool = False  # its answers begin something new: "Attack"

    @property
    def legal(self) -> list[Option]:
        """What may be answered, as it is shown."""
        return [o for o in self.options if not o.why_not and o.key not in self.typed]

    @property
    def opening(self) -> str:
        """The prompt, ready for the answers to follow."""
        return self.prompt if self.prompt.endswith(("?", ".", ":")) else f"{self.prompt}:"

    def __str__(self) -> str:
        legal = ", ".join(self.inside(option) for option in self.legal)
        return "\n  ".join([f"{self.opening} {legal}".rstrip(), *self.refusals()])

    def inside(self, option: Option) -> str:
        """The label of an option as it stands within a sentence."""
        return inside(option.label, self.name)

    def refusals(self) -> list[str]:
        """The refused options with their reasons; those that are refused for the same in one line."""
        alike: dict[str, list[Option]] = {}
        for option in self.options:
            if option.why_not:
                alike.setdefault(option.why_not.replace(self.inside(option), "\0"), []).append(option)
        found = []
        for first, *others in alike.values():
            names = as_is(", ".join(self.inside(option) for option in others))
            stop = as_is("" if first.why_not[-1] in ".?!" else ".")
            text = "not {first}: {why}{stop} The same goes for {others}" if others else "not {first}: {why}"
            parts = {"first": as_is(self.inside(first)), "why": as_is(first.why_not)}
            line = say(text, **parts, stop=stop, others=names).read(self.name)
            found.append(line[:1].lower() + line[1:])
        return found


class Reading(NamedTuple):
    """What the next words mean at a question. `key` "" means nothing; `used` counts words; `led`: its lead
    was named."""

    key: str = ""
    used: int = 0
    skip: int = 0  # words before the answer itself
    led: bool = False
    several: tuple[Option, ...] = ()
    refused: Option | None = None
    plainly: bool = False  # whole words, not beginnings of words
    literal: bool = True  # not guessed from one or two letters


def question(rules: Rules, ask: Ask) -> Question:
    """The question in words, with its options as they are now."""
    offered = tuple(options(rules, ask))
    shown = ask.presentation
    return Question(
        ask.seat,
        ask.prompt.read(rules.name),
        shown.lead,
        offered,
        ask.forced,
        shown.alone,
        shown.bare,
        ask.topic,
        shown.typed,
        ask.secret,
        rules.name,
        shown.amounts,
        shown.form == "act",
    )


def read(asked: Question, typed: Sequence[str]) -> Reading:
    """What the typed words, up to the first stop, mean as an answer to this question."""
    skip = next((at for at, word in enumerate(typed) if word not in STOPS), len(typed))
    here = typed[skip:]
    here = here[: next((at for at, word in enumerate(here) if word in STOPS), len(here))]
    lead = words(asked.lead)
    here, skip = _counted_out(asked, here, skip)
    found, led = best(asked.options, here), False
    if found[0] is None and not lead and here and here[0] in WHOLE and not may_close(asked):
        after = best(asked.options, here[1:])  # "in Gujarat" where "Gujarat" is asked for
        if after[0] is not None:
            found, here, skip = after, here[1:], skip + 1
    if lead and tuple(here[: len(lead)]) == lead:
        behind, passed = _counted_out(asked, here[len(lead) :], skip + len(lead))
        after = best(asked.options, behind)
        if after[0] is not None or found[0] is None:
            found, led, here, skip = after, True, behind, passed
    fit, fitting = found
    several = len(fitting) > 1
    if several and fit is not None and len(here) > fit.used and WHOLE.issuperset(here[: fit.used]):
        skip += fit.used
        fit, led = None, True  # "in" alone names none of several places
    if fit is None or _is_of_another_kind(asked, fitting, here, fit.used):
        return Reading(used=skip if led else 0, skip=skip, led=led)
    used, plainly = skip + fit.used, fit.fit >= WHOLE_WORDS
    if fitting[0].why_not:
        return Reading("", used, skip, led, refused=fitting[0], plainly=plainly)
    if len(fitting) > 1:
        return Reading("", used, skip, led, several=tuple(fitting))
    literal = is_literal(fitting[0], here[: fit.used])
    return Reading(fitting[0].key, used, skip, led, plainly=plainly, literal=literal)


def _counted_out(asked: Question, here: Sequence[str], skip: int) -> tuple[Sequence[str], int]:
    """The words with the first as a figure where so many of something are asked for ("a Governor", "two
    Troops"); else without an article that opens no answer, and how many words are passed over then."""
    if asked.amounts and here[:1] and here[0] in NUMBERS:
        return [NUMBERS[here[0]], *here[1:]], skip
    while len(here) > 1 and here[0] in ARTICLES and not here[1].isdecimal():
        here, skip = here[1:], skip + 1
    return here, skip


def may_close(asked: Question) -> bool:
    """True where the question goes on without an answer."""
    return asked.forced or any(option.key == DONE for option in asked.legal)


def in_secret(rules: Rules, ask: Ask) -> str:
    """What all may know of a question whose answers are not for their eyes: who is asked, and what."""
    text = "{seat} decides this in secret: {question}"
    return say(text, seat=ask.seat, question=as_is(ask.prompt.read(rules.name))).read(rules.name)


def _is_of_another_kind(asked: Question, fitting: Sequence[Option], here: Sequence[str], used: int) -> bool:
    """True where a number would be taken for so many of another kind than the word after it says: the 2 of
    "2 governors" for "2 Troops"."""
    if not asked.amounts or used != 1 or len(here) < 2 or not here[0].isdecimal():
        return False
    return not any(_has(option, here[1]) for option in fitting) and bool(counts(asked, here[1]))


def _has(option: Option, said: str) -> bool:
    return any(word.startswith(said) for text in option.spellings for word in words(text)[1:])


def led_first(asked: Question, rest: Sequence[Token], reading: Reading) -> list[Token] | None:
    """The same words with the answer to this question before a number that was said first ("2 troops from
    Malwa"), up to the next stop; None where nothing is to be turned round. `reading`: what they mean now."""
    end = next((at for at, token in enumerate(rest) if at and token.word in STOPS), len(rest))
    here = [token.word for token in rest[:end]]
    spelled_out = bool(here) and here[0] in NUMBERS
    number = 0 if spelled_out else next((at for at, word in enumerate(here) if word.isdecimal()), end)
    after = [at for at, word in enumerate(here) if at > number and word in (asked.lead, *WHOLE)]
    if not after or (number and rest[number - 1].end == rest[number].start):
        return None  # "cover a1 by blue 9 with 5": the first number is part of a name
    # some answers have a small word of their own: "from Gujarat"
    lead = next((at for at in after if here[at] == asked.lead), after[0])
    found = read(asked, here[lead:])
    onward, led = lead + found.used, found.led or (here[lead] != asked.lead and found.used > 1)
    if not (found.key or found.refused) or not led or (onward < end and here[onward].isdecimal()):
        return None
    turned = [*rest[:number], *rest[lead:onward], *rest[number:lead], *rest[onward:]]
    known = reading.key or reading.refused
    says_more = not known or read(asked, [token.word for token in turned]).used > reading.used
    return turned if says_more else None


def number_first(asked: Question, rest: Sequence[Token], reading: Reading) -> list[Token] | None:
    """Return the words with a number moved before its place: "Delhi 3 Troops" as "3 Troops Delhi".

    None where no number stands right behind the place, or a place follows that the number belongs to.
    """
    behind = [token.word for token in rest[reading.used :]]
    if not asked.typed or not reading.key or reading.key in asked.typed or not behind or behind[0] in STOPS:
        return None
    number = read(asked, behind)
    if (number.key or (number.refused and number.refused.key)) not in asked.typed or number.led:
        return None
    end = reading.used + number.used
    if read(asked, [token.word for token in rest[end:]]).key not in ("", DONE):
        return None  # "in Delhi 3 Troops in Malwa": it belongs to the place that follows
    return [*rest[: reading.skip], *rest[reading.used : end], *rest[reading.skip : reading.used], *rest[end:]]


def runs_on(asked: Question, typed: Sequence[str], reading: Reading, lead: str) -> bool:
    """True where the next word, though it is an answer here, goes on with what was said before it as well:
    "Gujarat" in "to Malwa, Gujarat from Delhi". `lead`: the small word of the answer before."""
    here = bool(asked.lead) and lead != asked.lead and not reading.led
    said = reading.key or reading.refused
    return here and bool(said) and tuple(typed[reading.used : reading.used + 1]) == (asked.lead,)


def canonical(asked: Question, option: Option) -> str:
    """The option as it is written whatever else was on offer: an answer to a secret question tells nothing of
    the answers beside it. A stop has to follow it."""
    if option.key == DONE:
        return DONE
    label = REMARK.sub("", inside(option.english))
    if any(token.word in STOPS for token in tokens(label)):
        label = option.key
    return f"{asked.lead} {label}" if asked.lead and option.key not in asked.bare else label


def spelled(asked: Question, option: Option, following: Sequence[str] = (), lead: bool = True) -> str:
    """The option as people read it, so written that it is read back as this option when `following` comes
    next."""
    led = asked.lead and lead and option.key not in (DONE, *asked.bare)
    opening = f"{asked.lead} " if led else ""
    label = inside(option.english)
    bare = REMARK.sub("", label)
    for text in (opening + bare, opening + label, opening + option.key, bare, label, option.key):
        for stop in ("", ","):
            said = [token.word for token in tokens(text)]
            reading = read(asked, [*said, *stop, *following])
            means = reading.refused.key if reading.refused else reading.key
            if means == option.key and reading.used == len(said):
                return text + stop
    return opening + option.key


def counts(asked: Question, kind: str = "") -> list[int]:
    """The numbers that a question for amounts offers ("3-troops" is 3), of a kind that begins so if one is
    given; none of another: the 9 of "tile 9" is a name."""
    if not asked.amounts:
        return []
    numbers = (option.key.partition("-")[0] for option in asked.legal if not kind or _has(option, kind))
    return [int(number) for number in numbers if number.isdecimal()]


def ends_here(pending: Pending | None, before: Words, seat: str, name: Name) -> Words:
    """Return why an order of this seat can't go on past `before`, after which this waits."""
    if isinstance(pending, Ask) and pending.seat == seat:  # the others had no choice
        question = as_is(pending.prompt.read(name))
        text = "Your order ends after “{before}”. Send it up to there first. Then you are asked: {question}"
        return say(text, before=before, question=question)
    if isinstance(pending, Ask):
        text = "{seat} decides after “{before}”. Send the order up to there first."
        return say(text, seat=pending.seat, before=before)
    text = "A draw comes after “{before}”. Send the order up to there first."
    if pending is None:
        text = "The turn ends after “{before}”. Send the order up to there first."
    elif isinstance(pending, Roll):
        text = "Dice are rolled after “{before}”. Send the order up to there first."
    return say(text, before=before)


def is_beyond(asked: Question, typed: Sequence[str]) -> bool:
    """True where a number comes next at a question for amounts that has no number as high."""
    word = next((word for word in typed if word not in STOPS), "")
    return word.isdecimal() and int(word) > max(counts(asked), default=int(word))


def in_a_row(labels: Sequence[str], name: Name, last: str = "and") -> Words:
    """Labels in a row, the first ones of many."""
    shown: list[Words] = [as_is(inside(label, name)) for label in labels[:SHOWN]]
    if len(labels) > SHOWN:
        shown.append(say("{n} more", n=len(labels) - SHOWN))
    return listed(shown, last)


def vocabulary(asking: Sequence[Question]) -> dict[str, str]:
    """The words that would have meant something, each with what to show for it: the name of the only option
    that has it, or the word."""
    known: dict[str, set[str]] = {}
    for asked in asking:
        for option in asked.options:
            label = REMARK.sub("", option.label)
            for spelling in option.spellings:
                for word in words(REMARK.sub("", spelling)):
                    known.setdefault(word, set()).add(label)
        if asked.lead:
            known.setdefault(asked.lead, set()).update(("", asked.lead))
    return {word: labels.pop() if len(labels) == 1 else word for word, labels in known.items()}


def likeliest(offered: Sequence[Option], said: Sequence[str]) -> list[str]:
    """The labels, those that have most of what was said first; a letter alone says nothing."""
    telling = {word for word in said[:2] if word.isdigit() or len(word) > 1}
    return [option.label for option in sorted(offered, key=lambda o: -len({*words(o.label)} & telling))]
