"""Read typed words as an answer to a question, and spell an answer for typing."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import NamedTuple

from rules.asking import DONE
from rules.kernel import Option
from rules.orders.matching import ALIAS, WHOLE_WORDS, Match, find_best, find_closest, is_literal
from rules.orders.questions import Question, may_close
from rules.orders.tokenizer import (
    ARTICLES,
    IN,
    NUMBERS,
    REMARK,
    SHORTEST,
    SMALL,
    STOPS,
    TO,
    VERBS,
    WHOLE,
    split_tokens,
    split_words,
)
from rules.words import english, inside, settle_words


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


def read(asked: Question, typed: Sequence[str]) -> Reading:
    """Return what the typed words mean as an answer to this question.

    Words after the first stop are read only if they are needed to tell several options apart: "the 2, the 3
    and the 5".
    """
    found = _read_to_stop(asked, typed)
    return (_read_past_stops(found, typed) or found) if found.several else found


def _read_past_stops(found: Reading, typed: Sequence[str]) -> Reading | None:
    """Return a reading of the only option whose whole name is typed, with stops; None if there is none."""
    words = [(at, word) for at, word in enumerate(typed) if at >= found.skip and word not in STOPS]
    ends = dict[str, int]()
    for option in found.several:
        for name in {split_words(spelling) for spelling in option.spellings}:
            if tuple(word for _, word in words[: len(name)]) == name:
                ends[option.key] = max(ends.get(option.key, 0), words[len(name) - 1][0] + 1)
    longest = [key for key, end in ends.items() if end == max(ends.values())]
    if len(longest) != 1 or ends[longest[0]] <= found.used:
        return None
    return found._replace(key=longest[0], used=ends[longest[0]], several=())


def _read_to_stop(asked: Question, typed: Sequence[str]) -> Reading:
    """Return what the typed words, up to the first stop, mean as an answer to this question."""
    skip = next((at for at, word in enumerate(typed) if word not in STOPS), len(typed))
    here = typed[skip:]
    here = here[: next((at for at, word in enumerate(here) if word in STOPS), len(here))]
    lead = split_words(asked.lead)
    here, skip = _skip_article(asked, here, skip)
    found, led = _find_worded(asked, here), False
    if found[0] is None and not lead and here and here[0] in WHOLE and not may_close(asked):
        after = find_best(asked.options, here[1:])  # read "in Gujarat" as "Gujarat"
        if after[0] is not None:
            found, here, skip = after, here[1:], skip + 1
    if found[0] is None and lead == (TO,) and [*here[:1]] == [IN]:
        here = [TO, *here[1:]]  # French says "en Syrie" for a destination too
    # "reroll no die" is read as a whole, and not as "no die" after "reroll"
    closes = found[0] is not None and found[0].fit == ALIAS and found[1][0].key == DONE
    if lead and tuple(here[: len(lead)]) == lead and not closes:
        behind, passed = _skip_article(asked, here[len(lead) :], skip + len(lead))
        after = _find_worded(asked, behind)
        if after[0] is None and (begun := _count_after_lead(asked, lead[-1], behind)):
            behind, passed = behind[begun:], passed + begun
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
    for "pay with green 1". If the question can be passed without an answer, an illegal answer is read only on
    two conditions: whole words name it, and at least one word before it is not a small word.
    """
    begun, after = match_phrase(asked, here)
    if not begun or (may_close(asked) and _lacks_to(asked, here[:begun])):
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


def _lacks_to(asked: Question, begun: Sequence[str]) -> bool:
    """Return whether the words before a destination lack their "to".

    "march to Persia" goes on from the last place, but "march Media to Persia" is another march.
    """
    fitting = [each.before for each in asked.around if each.before[0] == begun[0]]
    return asked.lead == TO and TO not in begun and any(TO in before for before in fitting)


def _read_spoken(asked: Question, here: Sequence[str], skip: int) -> Reading | None:
    """Skip words such as "take" and words of the question. Return what the words after them mean, or None.

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
            more = [option for option in left if len(word) >= SHORTEST and _has_word(option, word, 1)]
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
            words = settle_words(asked.word(option.key))
            label, spelt = words.read(asked.name), words.read(english(asked.name))
            worded.append(replace(option, label=label, also=(), spelt=spelt))
    longer, found = find_best(worded, here)
    if longer is None or (fit is not None and (longer.used <= fit.used or here[longer.used - 1] in WHOLE)):
        return fit, fitting  # the "to" of "purple 5 turned to River 2" is no part of the die
    keys = {option.key for option in found}
    return longer, [option for option in fitting or asked.options if option.key in keys]


def _find_scattered(asked: Question, here: Sequence[str]) -> list[Option]:
    """Return the options whose names have all these words, in any sequence: "elephant violet".

    If some of these options are legal, return only the legal ones. Return [] for a single word, if a word
    comes twice or has fewer than `SHORTEST` letters, or if the question asks for amounts.
    """
    repeats = len({*here}) < len(here)
    if asked.amounts or len(here) < 2 or repeats or not all(len(word) >= SHORTEST for word in here):
        return []
    found = [option for option in asked.options if all(_has_word(option, word) for word in here)]
    return [option for option in found if not option.why_not] or found


def _has_word(option: Option, said: str, first: int = 0) -> bool:
    """Return whether a spelling of an option has a word that begins with `said`.

    The words of the spelling before the index `first` are not compared.
    """
    return any(word.startswith(said) for text in option.spellings for word in split_words(text)[first:])


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


def _count_after_lead(asked: Question, lead: str, here: Sequence[str]) -> int:
    """Return how many words come between a lead and the answer, as in the order sentence.

    In "crown palace on Ajmer 1" two words follow the lead "crown": "palace on". The order sentence has them
    too: "the crown palace on {answer}".
    """
    rests = (each.before[each.before.index(lead) + 1 :] for each in asked.around if lead in each.before)
    counts = (next((at for at, word in enumerate(here) if word not in rest), len(here)) for rest in rests)
    return max(counts, default=0)


def _skip_article(asked: Question, here: Sequence[str], skip: int) -> tuple[Sequence[str], int]:
    """Return the words without an article at their beginning, and `skip` plus the number of articles.

    If the question asks for amounts, the first word may be a number: "a" in "a Governor", "two" in "two
    Troops". Such a word becomes a figure instead. An article that is part of a name stays: "une sorte".
    """
    if asked.amounts and here[:1] and here[0] in NUMBERS:
        return [NUMBERS[here[0]], *here[1:]], skip
    while len(here) > 1 and here[0] in ARTICLES and not here[1].isdecimal():
        named = None if here[1] in ARTICLES else find_best(asked.options, here[:2])[0]
        if named is not None and named.used > 1:
            break
        here, skip = here[1:], skip + 1
    return here, skip


def count_named_words(asked: Question, typed: Sequence[str]) -> int:
    """Return how many of the next words belong to the name of the question's only answer; 0 for none.

    The first word of the name is not one of them. Punctuation marks before these words are counted too.
    """
    words = {word for text in asked.legal[0].spellings for word in split_words(text)[1:]}
    words = {word for word in words if len(word) >= SHORTEST and word not in WHOLE}
    begin = next((at for at, word in enumerate(typed) if word not in STOPS), len(typed))
    end = next((at for at in range(begin, len(typed)) if typed[at] not in words), len(typed))
    return 0 if asked.amounts or end == begin else end


def _is_of_another_kind(asked: Question, fitting: Sequence[Option], here: Sequence[str], used: int) -> bool:
    """Return whether the word after a number names a kind of thing that is not offered in this number.

    For example, the 2 of "2 governors" must not be read as "2 Troops".
    """
    if not asked.amounts or used != 1 or len(here) < 2 or not here[0].isdecimal():
        return False
    return not any(_has_word(option, here[1], 1) for option in fitting) and bool(list_counts(asked, here[1]))


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
    """Return the known words that begin with a typed word; if there are none, the words similar to it."""
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
    """Return the numbers that a question for amounts offers: 3 for "3-troops".

    With `kind`, return only the numbers of this kind of thing. Return [] for other questions: the 9 of "tile
    9" is a name.
    """
    if not asked.amounts:
        return []
    numbers = (
        option.key.partition("-")[0] for option in asked.legal if not kind or _has_word(option, kind, 1)
    )
    return [int(number) for number in numbers if number.isdecimal()]


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


def sort_likeliest(offered: Sequence[Option], said: Sequence[str]) -> list[str]:
    """Return the labels of the options, sorted by how many of the first two words of `said` they contain.

    Single letters and small words such as "with" don't count. Among equals, options without an effect come
    last.
    """
    words = [word for word in said if word.isdigit() or (len(word) > 1 and word not in SMALL | STOPS)]
    telling = {*words[:2]}
    fitting = sorted(offered, key=lambda option: (-len({*split_words(option.label)} & telling), option.idle))
    return [option.label for option in fitting]
