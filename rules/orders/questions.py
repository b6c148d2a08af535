"""Put a question into words. Read typed words as an answer to it, and spell an answer for typing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from rules.asking import DONE
from rules.chance import Roll
from rules.errors import cite_rule
from rules.kernel import Ask, Option, Pending, Rules, list_options
from rules.orders.tokenizer import (
    ARTICLES,
    NUMBERS,
    REMARK,
    SHORTEST,
    STOPS,
    VERBS,
    WHOLE,
    WHOLE_WORDS,
    Match,
    Token,
    find_best,
    find_closest,
    is_literal,
    split_tokens,
    split_words,
)
from rules.phrase import Phrase
from rules.words import (
    ENGLISH,
    Name,
    Text,
    Words,
    as_is,
    english,
    in_turn,
    inside,
    language,
    listed,
    say,
    settled,
)

TO, FROM = "to", "from"  # the small words before a destination and an origin
MOST_TIMES = 20  # "(20 times)" is the most often that an answer is repeated
SHOWN = 12  # the most labels in a sentence such as "Did you mean ...?"
NAMED = 6  # the most options that are named with one reason for refusing them
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
    act = phrase.act
    found = list_around(phrase.text, english(name)(act) if act else "")
    if language(name) == ENGLISH:
        return found
    forms = (say(phrase.text, n=n, answer=as_is("{answer}")).within(name) for n in (1, 2))
    spoken = (each for form in dict.fromkeys(forms) for each in list_around(form, name(act) if act else ""))
    return (*found, *(each for each in spoken if each not in found))


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

    @property
    def legal(self) -> list[Option]:
        """Return the legal options that are shown."""
        return [o for o in self.options if not o.why_not and o.key not in self.typed]

    @property
    def opening(self) -> str:
        """Return the prompt with a colon or other mark at its end, so that a list of answers can follow."""
        return self.prompt if self.prompt.endswith(("?", ".", ":")) else f"{self.prompt}:"

    def __str__(self) -> str:
        useful_first = sorted(self.legal, key=lambda option: option.idle)
        legal = _join_labels([self.inside(option) for option in useful_first], LISTED).read(self.name)
        narrow = say("Type the first letters before “?” to see fewer answers.").read(self.name)
        lines = [f"{self.opening} {legal}".rstrip(), *([narrow] if len(useful_first) > LISTED else [])]
        return "\n  ".join([*lines, *self.refusals()])

    def inside(self, option: Option) -> str:
        """Return the label of an option as it reads within a sentence."""
        return inside(option.label, self.name)

    def refusals(self, most: int = NAMED) -> list[str]:
        """Return a sentence for each reason why options are refused. It names the refused options.

        Reasons that differ only in numbers and in the names of the options count as one reason. A line names
        the first option and at most `most` others.
        """
        alike: dict[tuple[object, ...], list[Option]] = {}
        for option in self.options:
            if option.why_not:
                alike.setdefault(self._find_reason(option), []).append(option)
        found = []
        for first, *others in alike.values():
            labels = [self.inside(option) for option in others]
            names = _join_labels(labels, most)
            why = cite_rule(first.why_not).within(self.name)
            stop = as_is("" if why[-1] in ".?!" else ".")
            text = "not {first}: {why}{stop} The same goes for {others}" if others else "not {first}: {why}"
            parts = {"first": as_is(self.inside(first)), "why": as_is(why)}
            line = say(text, **parts, stop=stop, others=names).read(self.name)
            found.append(line[:1].upper() + line[1:] + ("" if line[-1] in ".?!" else "."))
        return found

    def _find_reason(self, option: Option) -> tuple[object, ...]:
        """Return the reason why an option is refused, without numbers and names of the option."""
        if option.refused is None:
            return (option.why_not,)
        return self._drop_names(option.refused, {*split_words(self.inside(option))})

    def _drop_names(self, words: Words, own: Collection[str]) -> tuple[object, ...]:
        """Return the text of `words` and the values of its args, without numbers and the option's own names.

        `own`: the words of the option's label.
        """
        found: list[object] = [words.text]
        for value in words.args.values():
            part = value() if callable(value) else value
            if isinstance(part, Words):
                found.append(self._drop_names(part, own))
            elif isinstance(part, str) and not {*split_words(self.name(part))} <= {*own}:
                found.append(part)
        return tuple(found)


def _join_labels(labels: Sequence[str], most: int = NAMED) -> Words:
    """Return at most `most` labels in a row. If there are more labels, the row ends in "3 more"."""
    named: list[Words] = [as_is(label) for label in labels]
    if len(named) > most:
        named[most - 1 :] = [say("{n} more", n=len(named) - most + 1)]
    return in_turn(named, ", ")


class Reading(NamedTuple):
    """What the next words mean at a question.

    Attributes:
        key: the key of the answer; "" for none
        used: how many words were read
        skip: how many words come before the answer itself
        led: whether the lead (the small word before an answer) was typed
        several: the options that fit, if several do; else ()
        refused: the illegal option that the words name; else None
        plainly: whether the option was named by whole words, and not by beginnings of words
        literal: whether the answer was not guessed from just one or two letters
    """

    key: str = ""
    used: int = 0
    skip: int = 0
    led: bool = False
    several: tuple[Option, ...] = ()
    refused: Option | None = None
    plainly: bool = False
    literal: bool = True


def make_question(rules: Rules, ask: Ask) -> Question:
    """Return the question in words, with its options at this moment, those without an extra cost first."""
    shown, phrase = ask.presentation, ask.presentation.phrase
    around = _list_spoken_around(rules.name, phrase) if phrase is not None else ()
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
    )


def read(asked: Question, typed: Sequence[str]) -> Reading:
    """Return what the typed words, up to the first stop, mean as an answer to this question."""
    skip = next((at for at, word in enumerate(typed) if word not in STOPS), len(typed))
    here = typed[skip:]
    here = here[: next((at for at, word in enumerate(here) if word in STOPS), len(here))]
    lead = split_words(asked.lead)
    here, skip = _skip_article(asked, here, skip)
    found, led = _find_worded(asked, here), False
    if found[0] is None and not lead and here and here[0] in WHOLE and not may_close(asked):
        after = find_best(asked.options, here[1:])  # "in Gujarat" if the question asks for "Gujarat"
        if after[0] is not None:
            found, here, skip = after, here[1:], skip + 1
    if lead and tuple(here[: len(lead)]) == lead:
        behind, passed = _skip_article(asked, here[len(lead) :], skip + len(lead))
        after = _find_worded(asked, behind)
        if after[0] is not None or found[0] is None:
            found, led, here, skip = after, True, behind, passed
    fit, fitting = found
    if (fit is None or fit.used < len(here)) and (named := _find_scattered(asked, here)):
        found = fit, fitting = Match(len(here), WHOLE_WORDS), named
    unsure = not led and (fit is None or _continues(asked, here, fit))
    if unsure and (phrased := _read_phrase(asked, here, skip)) is not None:
        return phrased
    several = len(fitting) > 1
    if several and fit is not None and len(here) > fit.used and WHOLE.issuperset(here[: fit.used]):
        skip += fit.used
        fit, led = None, True  # "in" alone does not name one of several places
    if fit is None or _is_of_another_kind(asked, fitting, here, fit.used):
        spoken = None if led or fit is not None else _read_spoken(asked, here, skip)
        return spoken or Reading(used=skip if led else 0, skip=skip, led=led)
    used, plainly = skip + fit.used, fit.fit >= WHOLE_WORDS
    if fitting[0].why_not:
        return Reading("", used, skip, led, refused=fitting[0], plainly=plainly)
    if len(fitting) > 1:
        if (found_apart := _tell_apart(fitting, here, fit.used)) is not None:
            option, end = found_apart
            return Reading(option.key, skip + end, skip, led, plainly=plainly, literal=False)
        return Reading("", used, skip, led, several=tuple(fitting))
    literal = is_literal(fitting[0], here[: fit.used])
    return Reading(fitting[0].key, used, skip, led, plainly=plainly, literal=literal)


def _read_phrase(asked: Question, here: Sequence[str], skip: int) -> Reading | None:
    """Return what the words mean if they begin like an order sentence; else None.

    Small words before the answer may be missing, and so may the last words before it: "pay green 1" stands
    for "pay with green 1". If the question can be passed without an answer, an illegal answer is read only if
    whole words name it, and if one of the words before it is not a small word.
    """
    begun, after = match_phrase(asked, here)
    if not begun:
        return None
    found = read(replace(asked, around=(), lead=""), here[begun:])
    named = not WHOLE.issuperset(here[:begun])
    if may_close(asked) and not found.key and not (named and found.refused and found.plainly):
        return None
    if found.key == DONE and (here[begun] == DONE or not named):
        return None  # "buy nothing" is read as "done"; "buy done" and "to nothing" are not
    if not (found.key or found.several or found.refused or named):
        return None  # "in" alone is not the beginning of an answer
    used = begun + found.used
    option = next((option for option in asked.options if option.key == found.key), None)
    if option is not None and has_another_number(option, here[begun + found.skip : used], here[used:]):
        return found._replace(
            key="", refused=option, used=skip + used, skip=skip + begun + found.skip, led=True
        )
    if found.key and tuple(here[used : used + len(after)]) == after:
        used += len(after)
    return found._replace(used=skip + used, skip=skip + begun + found.skip, led=True)


def _read_spoken(asked: Question, here: Sequence[str], skip: int) -> Reading | None:
    """Return what the words mean after words such as "take", or words of the question itself; else None.

    Words in the name of an option are never skipped: "goat 3B" answers "Where does the Goat go?".
    """
    if may_close(asked):
        return None
    names = {word for option in asked.options for text in option.spellings for word in split_words(text)}
    spare = (VERBS | {word for word in split_words(asked.prompt) if len(word) >= SHORTEST}) - names - WHOLE
    begun = next((at for at, word in enumerate(here) if word not in spare), len(here))
    if not begun or begun == len(here):
        return None
    found = read(asked, here[begun:])
    if not (found.key or found.several or (found.refused and found.plainly)):
        return None
    return found._replace(used=skip + begun + found.used, skip=skip + begun + found.skip)


def _tell_apart(fitting: Sequence[Option], here: Sequence[str], used: int) -> tuple[Option, int] | None:
    """Return the only option whose name also has the next words, and the number of all words that name it.

    For example, several options begin with "2", and the words are "2 tamilakam". Then the option is "2
    Obedient Rajas in Tamilakam". Return None if no name or several names have the next words.
    """
    left, end = list(fitting), used
    for word in here[used:]:
        if word not in WHOLE:
            more = [option for option in left if len(word) >= SHORTEST and _has(option, word)]
            if not more:
                break
            left = more
        end += 1
    return (left[0], end) if len(left) == 1 and here[end - 1] not in WHOLE else None


def _find_worded(asked: Question, here: Sequence[str]) -> tuple[Match | None, list[Option]]:
    """Return the best fit and its options, as `find_best` does. Also read the words of order sentences.

    For example, "orange 3 turned to 4 (1 karma)" can stand for the label "Orange 3, turned".
    """
    fit, fitting = find_best(asked.options, here)
    if asked.word is None or not here or (fit is not None and fit.used == len(here)):
        return fit, fitting
    worded = list[Option]()
    for option in fitting or asked.options:
        if option.key != DONE and not option.why_not:
            words = settled(asked.word(option.key))
            label, spelt = words.read(asked.name), words.read(english(asked.name))
            worded.append(replace(option, label=label, also=(), spelt=spelt))
    longer, found = find_best(worded, here)
    if longer is None or (fit is not None and (longer.used <= fit.used or here[longer.used - 1] in WHOLE)):
        return fit, fitting  # the "to" of "purple 5 turned to River 2" is no part of the die
    keys = {option.key for option in found}
    return longer, [option for option in fitting or asked.options if option.key in keys]


def _find_scattered(asked: Question, here: Sequence[str]) -> list[Option]:
    """Return the options whose names have all these words, in any sequence: "elephant violet".

    If some of them are legal, return only these. A single word and amounts are not looked up.
    """
    repeats = len({*here}) < len(here)
    if asked.amounts or len(here) < 2 or repeats or not all(len(word) >= SHORTEST for word in here):
        return []
    found = [option for option in asked.options if all(_carries(option, word) for word in here)]
    return [option for option in found if not option.why_not] or found


def _carries(option: Option, said: str) -> bool:
    """Return whether a spelling of an option has a word that begins with `said`."""
    return any(word.startswith(said) for text in option.spellings for word in split_words(text))


def _continues(asked: Question, here: Sequence[str], fit: Match) -> bool:
    """Return whether the words are words of an order sentence, and also the beginning of a name.

    Then they are not read as the name: the "go on" of "go on to Sindh" does not mean Gondwana.
    """
    plain = any(tuple(here[: len(each.before)]) == each.before for each in asked.around)
    return plain and fit.fit < WHOLE_WORDS


def match_phrase(asked: Question, said: Sequence[str]) -> tuple[int, tuple[str, ...]]:
    """Return how many of the words come before the answer in an order sentence.

    Also return the words after the answer in that sentence. The number is 0 if the words don't begin like the
    sentence.
    """

    def count(before: Sequence[str]) -> int:
        return next((at for at, word in enumerate(said) if word not in before), len(said))

    fitting = (each for each in asked.around if said and said[0] == each.before[0])
    return max(((count(each.before), each.after) for each in fitting), default=(0, ()))


def _skip_article(asked: Question, here: Sequence[str], skip: int) -> tuple[Sequence[str], int]:
    """Return the words without an article at their beginning, and `skip` plus the number of articles.

    If the question asks for amounts, the first word may be a number: "a" in "a Governor", "two" in "two
    Troops". Such a word becomes a figure instead.
    """
    if asked.amounts and here[:1] and here[0] in NUMBERS:
        return [NUMBERS[here[0]], *here[1:]], skip
    while len(here) > 1 and here[0] in ARTICLES and not here[1].isdecimal():
        here, skip = here[1:], skip + 1
    return here, skip


def may_close(asked: Question) -> bool:
    """Return whether the question can be passed without an answer."""
    return asked.forced or any(option.key == DONE for option in asked.legal)


def count_named_words(asked: Question, typed: Sequence[str]) -> int:
    """Return how many of the next words belong to the name of the question's only answer; 0 for none.

    The first word of the name does not count. The result includes the punctuation marks before these words.
    """
    words = {word for text in asked.legal[0].spellings for word in split_words(text)[1:]}
    words = {word for word in words if len(word) >= SHORTEST and word not in WHOLE}
    begin = next((at for at, word in enumerate(typed) if word not in STOPS), len(typed))
    end = next((at for at in range(begin, len(typed)) if typed[at] not in words), len(typed))
    return 0 if asked.amounts or end == begin else end


def describe_secret(rules: Rules, ask: Ask) -> str:
    """Return what everybody may know of a secret question: the seat and the prompt."""
    text = "{seat} decides this in secret: {question}"
    return say(text, seat=ask.seat, question=as_is(ask.prompt.read(rules.name))).read(rules.name)


def _is_of_another_kind(asked: Question, fitting: Sequence[Option], here: Sequence[str], used: int) -> bool:
    """Return whether the word after a number names another kind of thing than the options for the number.

    For example, the 2 of "2 governors" must not be read as "2 Troops".
    """
    if not asked.amounts or used != 1 or len(here) < 2 or not here[0].isdecimal():
        return False
    return not any(_has(option, here[1]) for option in fitting) and bool(list_counts(asked, here[1]))


def _has(option: Option, said: str) -> bool:
    """Return whether a spelling of an option has a word, but not the first, that begins with `said`."""
    return any(word.startswith(said) for text in option.spellings for word in split_words(text)[1:])


def move_lead_first(asked: Question, rest: Sequence[Token], reading: Reading) -> list[Token] | None:
    """Return the words with the answer to this question moved before a number; None if nothing must move.

    For example, "2 troops from Malwa" becomes "from Malwa 2 troops". Only words before the next stop are
    moved. `reading`: what the words mean in their typed sequence.
    """
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


def move_destination_first(asked: Question, rest: Sequence[Token], reading: Reading) -> list[Token] | None:
    """Return the words with "to Gujarat" moved before "from Delhi"; None if nothing must move.

    The question must ask for the destination. Only words before the next stop are moved.
    """
    begin = next((at for at, token in enumerate(rest) if token.word not in STOPS), len(rest))
    end = next((at for at in range(begin, len(rest)) if rest[at].word in STOPS), len(rest))
    here = [token.word for token in rest[:end]]
    if reading.key or asked.lead != TO or here[begin : begin + 1] != [FROM] or TO not in here:
        return None
    lead = here.index(TO)
    found = read(asked, here[lead:])
    if not found.led or not (found.key or found.refused):
        return None
    onward = lead + found.used
    return [*rest[:begin], *rest[lead:onward], *rest[begin:lead], *rest[onward:]]


def move_number_first(asked: Question, rest: Sequence[Token], reading: Reading) -> list[Token] | None:
    """Return the words with a number moved before the place it belongs to, as in "3 Troops Delhi".

    Return None if no number follows the place directly, or if the number belongs to the next place.
    """
    behind = [token.word for token in rest[reading.used :]]
    if not asked.typed or not reading.key or reading.key in asked.typed or not behind or behind[0] in STOPS:
        return None
    number = read(asked, behind)
    if (number.key or (number.refused and number.refused.key)) not in asked.typed or number.led:
        return None
    end = reading.used + number.used
    if read(asked, [token.word for token in rest[end:]]).key not in ("", DONE):
        return None  # "in Delhi 3 Troops in Malwa": the number belongs to the next place
    return [*rest[: reading.skip], *rest[reading.used : end], *rest[reading.skip : reading.used], *rest[end:]]


def repeat_thing(asked: Question, rest: Sequence[Token]) -> list[Token] | None:
    """Return the words with the next answer repeated: "Blue 4, Blue 4" for "2 Blue 4".

    Return None if no number of things comes next.
    """
    words = [token.word for token in rest]
    at = next((at for at, word in enumerate(words) if word not in STOPS), len(words))
    at += match_phrase(asked, words[at:])[0]
    if not asked.things or at >= len(words) or not words[at].isdecimal():
        return None
    times, reading = int(words[at]), read(asked, words[at + 1 :])
    if not reading.key or reading.skip or not 1 < times <= MOST_TIMES:
        return None
    first, end = at + 1, at + 1 + reading.used
    return [*rest[:at], *repeat_answer(rest[first:end], times), *rest[end:]]


def repeat_answer(answer: Sequence[Token], times: int) -> list[Token]:
    """Return the words of an answer `times` times, with commas between."""
    stop = Token(",", answer[-1].end, answer[-1].end)
    return [*answer, *(token for _ in range(times - 1) for token in (stop, *answer))]


def find_named(asked: Question, said: Sequence[str], game_words: Collection[str]) -> tuple[list[Option], int]:
    """Return the legal options whose names contain these words, and how many words name them.

    The words may stand anywhere in a name: "monk" names "Yellow Elephant–Monk". Words that are not in
    `game_words` may be misspelled. If no name contains all words, return the options with any of them. Return
    no options if the first word is in no name.
    """
    names = {option.key: {*_list_telling_words(option)} for option in asked.legal}
    known = {word for words in names.values() for word in words}
    found: list[set[str]] = []  # for each word, the options that it names
    for word in said:
        meant = _find_telling(word, known, game_words)
        if not meant or read(asked, [meant[0]]).used:
            break
        found.append({key for key, words in names.items() if words & {*meant}})
    if not found:
        return [], 0
    fitting = set.intersection(*found) or set.union(*found)
    return [option for option in asked.legal if option.key in fitting], len(found)


def _list_telling_words(option: Option) -> list[str]:
    """Return the words of an option's name, without its remark, numbers and small words."""
    words = (word for text in (option.label, option.english) for word in split_words(REMARK.sub("", text)))
    return [word for word in words if len(word) >= SHORTEST and word not in WHOLE and not word.isdigit()]


def _find_telling(word: str, known: Collection[str], game_words: Collection[str]) -> list[str]:
    """Return the words of names that a typed word means: those that begin with it, or else similar ones."""
    if len(word) < SHORTEST or word in WHOLE:
        return []
    begun = [each for each in known if each.startswith(word)]
    return begun or ([] if word in game_words else find_closest(word, known))


def runs_on(asked: Question, typed: Sequence[str], reading: Reading, lead: str) -> bool:
    """Return whether the next words answer this question, but may also belong to the question before it.

    For example, "Gujarat" in "to Malwa, Gujarat from Delhi". `lead`: the small word before the last answer.
    """
    here = bool(asked.lead) and lead != asked.lead and not reading.led
    said = reading.key or reading.refused
    return here and bool(said) and tuple(typed[reading.used : reading.used + 1]) == (asked.lead,)


def spell_canonical(asked: Question, option: Option) -> str:
    """Return a spelling of the option that does not depend on the other options. A stop must follow it.

    An answer to a secret question in this spelling reveals nothing about the other options.
    """
    if option.key == DONE:
        return DONE
    label = REMARK.sub("", inside(option.english))
    if any(token.word in STOPS for token in split_tokens(label)):
        label = option.key
    return f"{asked.lead} {label}" if asked.lead and option.key not in asked.bare else label


def spell_option(asked: Question, option: Option, following: Sequence[str] = (), lead: bool = True) -> str:
    """Return a spelling of the option that `read` reads as this option.

    `following`: the words that come after it. `lead`: whether to write the small word before it.
    """
    led = asked.lead and lead and option.key not in (DONE, *asked.bare)
    opening = f"{asked.lead} " if led else ""
    label = inside(option.english)
    bare = REMARK.sub("", label)
    for text in (opening + bare, opening + label, opening + option.key, bare, label, option.key):
        for stop in ("", ","):
            said = [token.word for token in split_tokens(text)]
            reading = read(asked, [*said, *stop, *following])
            means = reading.refused.key if reading.refused else reading.key
            if means == option.key and reading.used == len(said):
                return text + stop
    return opening + option.key


def list_counts(asked: Question, kind: str = "") -> list[int]:
    """Return the numbers that a question for amounts offers: 3 for "3-troops". With `kind`, only its numbers.

    Return [] for other questions: the 9 of "tile 9" is a name.
    """
    if not asked.amounts:
        return []
    numbers = (option.key.partition("-")[0] for option in asked.legal if not kind or _has(option, kind))
    return [int(number) for number in numbers if number.isdecimal()]


def explain_end(pending: Pending | None, before: Words, seat: str, name: Name) -> Words:
    """Return why an order of this seat can't continue after `before`. `pending`: what the turn waits for."""
    if isinstance(pending, Ask) and pending.seat == seat:  # other seats were asked since, but had no choice
        question = as_is(pending.prompt.read(name))
        text = "Your order ends after “{before}”. Send only that part first. Then you are asked: {question}"
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


def has_another_number(option: Option, said: Sequence[str], following: Sequence[str]) -> bool:
    """Return whether the option has another number than the typed one: "Green 6", but "green 9" was typed."""
    if not following[:1] or not following[0].isdecimal():
        return False
    names = [split_words(REMARK.sub("", text)) for text in option.spellings]
    behind = {name[len(said) :][:1] for name in names if name[: len(said)] == tuple(said)}
    numbers = {word for rest in behind for word in rest if word.isdecimal()}
    return bool(numbers) and () not in behind and following[0] not in numbers


def is_beyond(asked: Question, typed: Sequence[str]) -> bool:
    """Return whether the next word is a number higher than any that a question for amounts offers."""
    word = next((word for word in typed if word not in STOPS), "")
    return word.isdecimal() and int(word) > max(list_counts(asked), default=int(word))


def list_labels(labels: Sequence[str], name: Name, last: str = "and") -> Words:
    """Return the first labels as a list in words, with the number of the others."""
    shown: list[Words] = [as_is(inside(label, name)) for label in labels[:SHOWN]]
    if len(labels) > SHOWN:
        shown.append(say("{n} more", n=len(labels) - SHOWN))
    return listed(shown, last)


def list_vocabulary(asking: Sequence[Question]) -> dict[str, str]:
    """Return the words that these questions understand, each with the text to suggest for it.

    The text is the label of the option if only one option has the word, else the word.
    """
    known: dict[str, set[str]] = {}
    for asked in asking:
        for option in asked.options:
            label = REMARK.sub("", option.label)
            for spelling in option.spellings:
                for word in split_words(REMARK.sub("", spelling)):
                    known.setdefault(word, set()).add(label)
        for word in filter(None, (asked.lead, *(word for each in asked.around for word in each.before))):
            known.setdefault(word, set()).update(("", word))
    return {word: labels.pop() if len(labels) == 1 else word for word, labels in known.items()}


def sort_likeliest(offered: Sequence[Option], said: Sequence[str]) -> list[str]:
    """Return the labels of the options, sorted by how many of the first two words of `said` they contain.

    Single letters in `said` don't count.
    """
    telling = {word for word in said[:2] if word.isdigit() or len(word) > 1}
    return [option.label for option in sorted(offered, key=lambda o: -len({*split_words(o.label)} & telling))]
