"""Find the option that typed words mean. The end of a word may be missing, or the word misspelt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from typing import NamedTuple

from rules.asking import DONE
from rules.kernel import Option, Rules
from rules.orders.tokenizer import FROM, NUMBERED, REMARK, SHORTEST, SMALL, WHOLE, split_tokens, split_words

SURE = 0.75  # "did you mean" suggests the most similar word only if its likeness is at least this
CLEAR = 0.1  # a less similar word is suggested too if its likeness is lower by at most this

WHOLE_WORDS = 2  # the fit of whole words
ALIAS = 3  # the fit of a whole alias


class Match(NamedTuple):
    """How well words fit an option.

    Attributes:
        used: how many words fit
        fit: 0 (beginnings of some words of the option's name), 1 (beginnings of all its words),
            `WHOLE_WORDS` (whole words), `ALIAS` (a whole alias), 4 (the whole label), 5 (the key)
    """

    used: int
    fit: int


def match(option: Option, typed: Sequence[str]) -> Match | None:
    """Return how well the best spelling of an option fits the first typed words; None if none fits.

    An alias of "done" fits only if none of its words is missing: "buy" does not mean "buy nothing more".
    """
    fits = list[Match]()
    for spelling, exact in _list_spellings(option):
        found = _match_spelling(spelling, typed, exact)
        whole = option.key == DONE and exact == ALIAS
        if found is not None and (not whole or found.used == len(spelling)):
            fits.append(found)
    best = max(fits, default=None)
    if best is not None and best.used > 1 and typed[best.used - 1].isdigit():
        return _leave_remark(option, typed, best)
    return best


def _leave_remark(option: Option, typed: Sequence[str], best: Match) -> Match:
    """Return the match without the number at its end, if this number fits only the remark of a label.

    In "1 levy, 1 cavalry" the second 1 is not that of "1 Levy (1 T)".
    """
    whole = (option.label, option.english)
    bare = [split_words(_drop_remark(label)) for label in whole if _drop_remark(label) != label]
    ends = (_match_spelling(words, typed, 4) for words in bare if len(words) == best.used - 1)
    shorter = [found for found in ends if found is not None and found.used == best.used - 1]
    return max(shorter, default=best)


def _list_spellings(option: Option) -> list[tuple[Sequence[str], int]]:
    """Return each spelling of an option as words, with the fit of a typed text that equals the spelling."""
    whole = (option.label, option.english)
    labels = dict.fromkeys((*whole, *(short for label in whole for short in _shorten(label))))
    spellings = [(split_words(option.key), 5), *((split_words(label), 4) for label in labels)]
    spellings += [(split_words(alias), ALIAS) for alias in option.also]
    # "1 temple andhra": players may leave out small words inside a name
    return [*spellings, *((_drop_small_words(label), WHOLE_WORDS) for label in labels)]


@lru_cache(maxsize=4096)
def _drop_remark(label: str) -> str:
    """Return a label without its remark; the whole label if nothing else is left."""
    return REMARK.sub("", label) or label


@lru_cache(maxsize=4096)
def _shorten(label: str) -> tuple[str, str]:
    """Return a label without its remark, and without its number: "decline" for "2: decline"."""
    return _drop_remark(label), NUMBERED.sub("", label)


@lru_cache(maxsize=4096)
def _drop_small_words(label: str) -> tuple[str, ...]:
    """Return the words of a label without small words such as "in". The first word always stays."""
    return tuple(word for at, word in enumerate(split_words(label)) if at == 0 or word not in WHOLE)


def _match_spelling(spelling: Sequence[str], typed: Sequence[str], exact: int) -> Match | None:
    """Return how well a spelling fits the first typed words. `exact`: the fit if all words are equal.

    The typed words may have a "from" that the spelling leaves out, as a French "de" is: "march from lydia".
    """
    fitting, used, whole = 0, 0, True
    for word in spelling:
        here = used
        if fitting and word != FROM and [*typed[here : here + 1]] == [FROM]:
            here += 1
        if here == len(typed):
            break
        said = typed[here]
        if said != word:
            if said.isdigit() or said in WHOLE or word in WHOLE or not word.startswith(said):
                break
            whole = False
        fitting, used = fitting + 1, here + 1
    if not used:
        return None
    complete = fitting == len(spelling)
    return Match(used, (exact if complete else WHOLE_WORDS) if whole else int(complete))


def is_literal(option: Option, said: Sequence[str]) -> bool:
    """Return whether the words name an option without a guess.

    Each typed word must be a word of the option's name, or at least the first `SHORTEST` letters of one.
    """
    # typed "from" for a French "de", which the words of a label leave out
    without = [word for word in said if word != FROM]
    return any(
        len(spelling) >= len(typed)
        and all(
            short == word or (len(short) >= SHORTEST and word.startswith(short))
            for word, short in zip(spelling, typed, strict=False)
        )
        for spelling, _ in _list_spellings(option)
        for typed in ((said,) if FROM in spelling else (said, without))
        if typed
    )


def find_best(options: Iterable[Option], typed: Sequence[str]) -> tuple[Match | None, list[Option]]:
    """Return the best fit with the first typed words, and the options that have it.

    If some of these options are legal, return only the legal ones.
    """
    top: Match | None = None
    found: list[Option] = []
    for option in options:
        fits = match(option, typed)
        if fits is None or (top is not None and fits < top):
            continue
        if top is None or fits > top:
            top, found = fits, []
        found.append(option)
    return top, [option for option in found if not option.why_not] or found


def find_seat(rules: Rules, seats: Iterable[str], text: str) -> str:
    """Return the seat that a text names; "" if it names none or several.

    The text may be the seat's key, its name, or a beginning of either.
    """
    said = [token.word for token in split_tokens(text)]
    options = [Option(seat, rules.name(seat), tuple(rules.aliases(seat))) for seat in seats]
    fit, found = find_best(options, said) if said else (None, [])
    return found[0].key if fit is not None and fit.used == len(said) and len(found) == 1 else ""


def find_closest(said: str, vocabulary: Iterable[str]) -> list[str]:
    """Return the words that may be meant by the misspelled word `said`, likeliest first.

    If only one word is returned, the correction is clear. A word with the same first letter and the same
    letters in another sequence counts as similar ("sirya" for "syria"). Words of only `SHORTEST` letters are
    an exception, because two codes may have the same letters. A small word is similar only to words with the
    same first letter, because many a name resembles one: "rome" is not "from".
    """
    if len(said) < SHORTEST or said.isdigit():
        return []
    matcher = SequenceMatcher(b=said)
    likeness: dict[str, float] = {}
    letters = sorted(said) if len(said) > SHORTEST else []
    for word in vocabulary:
        if word in SMALL and word[0] != said[0]:
            continue
        matcher.set_seq1(word)
        if matcher.real_quick_ratio() >= SURE and matcher.quick_ratio() >= SURE:
            jumbled = word[0] == said[0] and sorted(word) == letters
            likeness[word] = max(matcher.ratio(), SURE if jumbled else 0)
    best_first = sorted(likeness, key=lambda word: -likeness[word])
    return [word for word in best_first if likeness[word] >= max(SURE, likeness[best_first[0]] - CLEAR)]
