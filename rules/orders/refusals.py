"""Say why the next words of an order are refused, and what may stand there instead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from rules.asking import DONE, PASS
from rules.errors import Cut, Slip, cite_rule, tell_reason
from rules.kernel import (
    CLOSING,
    Ambiguous,
    InputError,
    NotAllowed,
    NotUnderstood,
    Option,
    Rules,
)
from rules.orders.matching import find_closest
from rules.orders.progress import Progress
from rules.orders.questions import (
    NAMED,
    Question,
    list_labels,
    list_vocabulary,
    may_close,
)
from rules.orders.reading import (
    Reading,
    find_named,
    has_another_number,
    list_counts,
    match_phrase,
    sort_likeliest,
)
from rules.orders.tokenizer import (
    ARTICLES,
    REMARK,
    SHORTEST,
    SMALL,
    STOPS,
    VERBS,
    WHOLE,
    Token,
    echo,
    split_words,
)
from rules.words import Words, as_is, say

ONLY = "{why} Your only legal choice: {legal}."
AND = frozenset(("and", "et"))
OFFERED = 5  # at most this many legal answers or orders are offered in place of what was refused


class NotNow(NotAllowed):
    """A word of the game that answers none of the questions that the order has reached."""


def write_refusal(order: Progress, asked: Question, why: str, hint: str = "") -> str:
    """Return a refusal: `why` and the hint or, without a hint, the question and the first legal answers.

    If only "done" is legal, the refusal says so instead, or that the last answer would do nothing.
    """
    parts = {"why": as_is(why), "question": as_is(asked.bare_opening), "legal": _list_legal(order, asked)}
    if [option.key for option in asked.legal] == [DONE]:
        if asked.empty and (instead := _explain_empty(order, why)) is not None:
            return order.read(instead)
        return order.read(say("{why} Nothing more can be chosen here.", why=as_is(why)))
    if hint:
        return order.read(say("{why} {hint}", why=as_is(why), hint=as_is(hint)))
    return order.read(say(ONLY if len(asked.legal) == 1 else "{why} {question} {legal}.", **parts))


def _explain_empty(order: Progress, why: str) -> Words | None:
    """Return a refusal which says that the last typed answer would do nothing, and what else can be chosen.

    Return None if nothing else can be chosen.
    """
    before, key = order.answered, order.keys[-1] if order.keys else ""
    given = next((option for option in before.options if option.key == key), None) if before else None
    if before is None or given is None:
        return None
    useful = [each for each in before.legal if each.key not in (key, DONE) and not each.idle]
    if not useful:
        return None
    labels = list_labels([each.label for each in useful], before.name, "or")
    answer = as_is(REMARK.sub("", given.label))
    text = "{why} “{answer}” would do nothing now. {question} {legal}."
    return say(text, why=as_is(why), answer=answer, question=as_is(before.opening), legal=labels)


def _explain_option(order: Progress, asked: Question, option: Option) -> str:
    """Return why an option is refused, and the legal answers."""
    bare = option.why_not.rstrip(".")
    if asked.inside(option) in option.why_not:
        return write_refusal(order, asked, tell_reason(f"{bare}.", order.rules.name))
    why = say("{answer}: {why}.", answer=as_is(option.label), why=cite_rule(bare))
    return write_refusal(order, asked, order.read(why))


def refuse_option(order: Progress, asked: Question, reading: Reading, option: Option) -> NotAllowed:
    """Return the refusal of an illegal option that the words name.

    The refusal suggests legal options that begin with the same words.
    """
    said = tuple(order.typed[order.at + reading.skip : order.at + reading.used])
    meant = [
        REMARK.sub("", other.label)
        for other in asked.legal
        if any(split_words(text)[: len(said)] == said for text in other.spellings)
    ]
    why = _explain_option(order, asked, option)
    refused = NotAllowed(f"{why} {suggest_meant(order.rules, meant)}" if meant else why)
    first, last = order.tokens[order.at + reading.skip], order.tokens[order.at + reading.used - 1]
    if meant:
        refused.slip = Slip(first.start, last.end, tuple(meant))
    refused.instead = list_instead(order, asked, first, last)
    return refused


def list_instead(order: Progress, asked: Question, first: Token, last: Token) -> Slip:
    """Return the words `first` to `last` with the legal answers that may replace them, likeliest first.

    If there are more than `OFFERED` answers, take only those that share a word with the rest of the
    order, first those that share most words.
    """
    legal, said = asked.legal, {word for word in order.typed[order.at :] if word not in WHOLE | STOPS}

    def share(option: Option) -> int:
        return len(said & {*split_words(REMARK.sub("", option.label))})

    if len(legal) > OFFERED:
        legal = sorted(filter(share, legal), key=share, reverse=True)
    labels = sort_likeliest(legal, order.typed[order.at :])
    return Slip(first.start, last.end, tuple(REMARK.sub("", label) for label in labels))


def _explain_missing(order: Progress, reading: Reading) -> str:
    """Return the text “There is no “green 9” here.” for these words and the number after them."""
    first, last = order.tokens[order.at + reading.skip], order.tokens[order.at + reading.used]
    return order.read(say("There is no “{said}” here.", said=as_is(echo(order.text[first.start : last.end]))))


def _list_legal(order: Progress, asked: Question) -> Words:
    """Return the legal answers in words: amounts as they are listed, others with the likeliest first.

    In a row of more than `NAMED` answers, each stands without its remark, as players type it.
    """
    labels = [option.label for option in asked.legal]
    labels = labels if asked.amounts else sort_likeliest(asked.legal, order.typed[order.at :])
    if len(labels) > NAMED:
        if asked.amounts:
            labels = asked.join_amounts(asked.legal)
        labels = [REMARK.sub("", label) for label in labels]
    # the sentence ends with a full stop of its own, so "etc." needs none
    labels[-1:] = [label.removesuffix(".") for label in labels[-1:]]
    return list_labels([asked.rename_closing(label) for label in labels], asked.name, "or", NAMED)


def refuse_ambiguous(order: Progress, asked: Question, reading: Reading) -> InputError:
    """Return the refusal of words that can mean several options.

    If a misspelled word after a number tells these options apart, refuse only this word: "2 levys".
    """
    if misspelt := _refuse_plural(order, asked, order.at + reading.skip):
        return misspelt
    first, last = order.tokens[order.at + reading.skip], order.tokens[order.at + reading.used - 1]
    said = echo(order.text[first.start : last.end])
    several = [REMARK.sub("", option.label) for option in reading.several]
    # "screen 6" was typed, but no "screen" answer has a 6: also name the answers that have a 6
    after = order.typed[order.at + reading.used : order.at + reading.used + 1]
    carrying = [option.label for option in asked.legal if {*after} & {*split_words(option.label)} - STOPS]
    text = "“{said}” can mean {several}."
    if carrying:
        text = "“{said}” can mean {several}, but “{after}” belongs only to {carrying}."
    parts = {"said": as_is(said), "several": list_labels(several, asked.name, "or")}
    told_apart = say(text, after=as_is("".join(after)), carrying=list_labels(carrying, asked.name), **parts)
    refused = Ambiguous(order.read(told_apart), [option.key for option in reading.several])
    refused.instead = Slip(first.start, last.end, tuple(several))
    return refused


def refuse_several(order: Progress, asked: Question, named: Sequence[Option], at: int, end: int) -> Ambiguous:
    """Return the refusal of the words `at` to `end`: they are in the names of several legal answers."""
    first, last = order.tokens[at], order.tokens[end - 1]
    labels = [REMARK.sub("", option.label) for option in named]
    said = as_is(echo(order.text[first.start : last.end]))
    several = list_labels(labels, asked.name, "or")
    text = order.read(say("“{said}” can mean {several}.", said=said, several=several))
    refused = Ambiguous(text, [option.key for option in named])
    refused.instead = Slip(first.start, last.end, tuple(labels))
    return refused


def explain_cut(order: Progress, asked: Question) -> str:
    """Return a text which says that the order stops too early, and what may follow."""
    said = as_is(echo(order.text.strip(" ,;")))
    return write_refusal(order, asked, order.read(say("Your order stops after “{said}”.", said=said)))


def explain_either(order: Progress, asked: Question, reading: Reading) -> str:
    """Return why the next words are unclear: they fit this question and also the question before."""
    at = order.at + reading.skip
    rest = order.typed[at : order.at + reading.used]
    if late := order.rules.EXTRAS.notation.explain_late(order.live.state, order.seat, asked.topic, rest):
        return tell_reason(late, order.rules.name)
    said = as_is(echo(order.text[order.tokens[at].start : order.tokens[order.at + reading.used - 1].end]))
    text = "“{said}” fits both “{lead}” and “{next}”. Write “{lead} {said}” or “{next} {said}”."
    return order.read(say(text, said=said, lead=as_is(order.lead), next=as_is(asked.lead)))


def refuse_lost(order: Progress, passed: Sequence[tuple[Question, Reading]]) -> InputError:
    """Return the refusal of words that fit none of these questions.

    If the words name an illegal option, the refusal gives the reason. Else it lists the answers to one
    question. This is the last question whose small word was typed. If no small word was typed, it is the one
    that asks again (`_find_repeated`), or else the first.
    """
    for missed, reading in passed:
        if reading.refused:
            return NotAllowed(_explain_option(order, missed, reading.refused))
    led = next(((asked, reading.skip) for asked, reading in reversed(passed) if reading.led), None)
    missed, reading = _find_repeated(order, passed) or passed[0]
    asked, skip = led or (missed, _skip_phrase(order, missed, reading))
    asking = [asked] if led else [missed for missed, _ in passed]
    said_at = [at for at in range(order.at + skip, len(order.typed)) if order.typed[at] not in STOPS]
    if not said_at:
        return NotUnderstood(explain_cut(order, asked))
    place, known = said_at[0], list_vocabulary(asking)
    if order.typed[place] in SMALL and said_at[1:2] == [place + 1]:
        place += 1  # "in Macedonia": the name tells more than "in"
    said = order.tokens[place]
    if said.word in (DONE, *CLOSING) and not may_close(asked):
        text = "“{said}” is not possible here: you have to choose something."
        none = say(text, said=as_is(order.quote(said)))
        return NotUnderstood(write_refusal(order, asked, order.read(none)))
    named, n = find_named(asked, order.typed[place:], list_game_words(order.rules))
    if len(named) > 1:
        return refuse_several(order, asked, named, place, place + n)
    if not named and not led and _says_only_question(order, asked, place):
        return NotUnderstood(explain_cut(order, asked))
    number = place if said.word.isdecimal() else max(place - 1, 0)
    # "5 levys": if only Levies have a 5, the 5 has answered the question before, and "levys" is left over
    for counting in (asked, *([order.answered] if order.answered else [])):
        if misspelt := _refuse_plural(order, counting, number):
            return misspelt
    if known_as := _explain_known(order, asked, place):
        counted = said.word.isdecimal() and said_at[1:2] == [place + 1]
        last = order.tokens[place + counted]  # "9 levies": the new answer replaces "levies" too
        not_here = NotUnderstood(write_refusal(order, asked, known_as))
        not_here.instead = list_instead(order, asked, order.tokens[order.at], last)
        return not_here
    whole = _find_named(order, asked, place, known)
    if named:
        whole = [REMARK.sub("", named[0].label)]
    if not whole and _is_known_elsewhere(order, said.word, known):
        text = "Not now: “{said}” doesn't answer this question."
        why = order.read(say(text, said=as_is(order.quote(said))))
        not_now = NotNow(write_refusal(order, asked, why))
        not_now.instead = list_instead(order, asked, order.tokens[order.at], said)
        return not_now
    # if a name and its code are both similar, suggest only the more similar one
    near = [] if said.word in known else find_closest(said.word, known)
    spelled = list({known[word]: word for word in reversed(near)}.values())[::-1]
    text = "I don't understand “{said}”."
    if before := order.before(place - order.at):
        text = "I don't understand “{said}” after “{before}”."
    why = order.read(say(text, said=as_is(order.quote(said)), before=as_is(before)))
    meant = whole or [known[word] for word in spelled]
    hint = suggest_meant(order.rules, meant) if meant else ""
    lost = NotUnderstood(write_refusal(order, asked, why, hint))
    # replace only this word if it is misspelled; otherwise replace the whole name that was typed
    last = order.tokens[place + n - 1] if n and not spelled else said
    lost.slip = Slip(said.start, last.end, tuple(spelled or whole), said.word)
    lost.instead = list_instead(order, asked, order.tokens[order.at], said)
    return lost


def _find_repeated(
    order: Progress, passed: Sequence[tuple[Question, Reading]]
) -> tuple[Question, Reading] | None:
    """Return the question that asks again for what the order has just said; None if there is none.

    In "conscript in Delhi and Bombay", "and" says that "Bombay" is meant as another space, not as a number.
    """
    if order.answered is None or not order.at or order.at >= len(order.tokens):
        return None
    gap = order.text[order.tokens[order.at - 1].end : order.tokens[order.at].start].split()
    if order.typed[order.at] not in STOPS and AND.isdisjoint(gap):
        return None
    return next((each for each in passed if each[0].topic[0] == order.answered.topic[0]), None)


def _says_only_question(order: Progress, asked: Question, place: int) -> bool:
    """Return whether the question contains all words that are left: "goat" for "Which Goat moves?"."""
    rest, prompt = [word for word in order.typed[place:] if word not in STOPS], split_words(asked.prompt)
    return order.typed[order.at] not in STOPS and all(
        len(word) >= SHORTEST and any(each.startswith(word) for each in prompt) for word in rest
    )


def _skip_phrase(order: Progress, asked: Question, reading: Reading) -> int:
    """Return how many words come before the answer, such as the 2 words "rally in" of a sentence."""
    here = order.typed[order.at + reading.skip :]
    begun, _ = match_phrase(asked, here)
    named = not WHOLE.issuperset(here[:begun]) and any(word not in STOPS for word in here[begun:])
    return reading.skip + begun if named else reading.skip


def _find_named(order: Progress, asked: Question, place: int, known: Mapping[str, str]) -> list[str]:
    """Return the name of the only answer with this word in its name, as a list; [] if there is none.

    For example, "passes" names "the Mountain Passes". Amounts have words in common ("2 Troops", "3
    Troops"), so the list is empty for them.
    """
    word = order.typed[place]
    alone = known.get(word, word) != word and len(word) >= SHORTEST and not asked.amounts
    return [known[word]] if alone else []


def _refuse_plural(order: Progress, asked: Question, number: int) -> NotUnderstood | None:
    """Return the refusal of a misspelled word after the number at index `number`; None if there is none."""
    form = _find_plural(asked, order.typed[number:])
    if not form:
        return None
    word = order.tokens[number + 1]
    why = order.read(say("I don't understand “{said}”.", said=as_is(order.quote(word))))
    misspelt = NotUnderstood(write_refusal(order, asked, why, suggest_meant(order.rules, [form])))
    misspelt.slip = Slip(word.start, word.end, (form,), word.word)
    return misspelt


def _find_plural(asked: Question, rest: Sequence[str]) -> str:
    """Return "levies" for the words "4 levys" or "4 levy" if 4 Levies is an answer; "" for other words.

    The name must be similar to a name of only one kind of thing.
    """
    if not asked.amounts or not rest[1:] or not rest[0].isdecimal():
        return ""
    names = {option.key: split_words(REMARK.sub("", option.label))[1:2] for option in asked.legal}
    near = find_closest(rest[1], {word for words in names.values() for word in words})
    kinds = {key.partition("-")[2] for key, words in names.items() if {*words} & {*near}}
    found = names.get(f"{rest[0]}-{kinds.pop()}", ()) if len(kinds) == 1 else ()
    return "".join(word for word in found if word != rest[1])


def _is_known_elsewhere(order: Progress, word: str, known: Mapping[str, str]) -> bool:
    """Return whether a word belongs to the game, but not to `known`, the words of the open questions."""
    return word not in known and word in list_game_words(order.rules)


def _explain_known(order: Progress, asked: Question, place: int) -> str:
    """Return a text about words that don't answer here: a number that is too high, or words of the game.

    Return "" if there is nothing to say about them.
    """
    word, rest = order.typed[place], order.typed[place:]
    kind = rest[1] if len(rest) > 1 and rest[1] not in STOPS else ""
    most = max(list_counts(asked, kind) or list_counts(asked), default=0)
    end = next((at for at, each in enumerate(rest) if each in STOPS), len(rest))
    late = order.rules.EXTRAS.notation.explain_late(order.live.state, order.seat, asked.topic, rest[:end])
    if word.isdecimal() and 0 < most < int(word) and not late:
        return order.read(say("“{n}” is too many. The most is {most}.", n=int(word), most=most))
    return tell_reason(late, order.rules.name)


def refuse_missing(order: Progress, asked: Question, reading: Reading) -> NotUnderstood:
    """Return the refusal of a name with a number that is not there, such as "green 9"."""
    missing = NotUnderstood(write_refusal(order, asked, _explain_missing(order, reading)))
    first, last = order.tokens[order.at + reading.skip], order.tokens[order.at + reading.used]
    missing.instead = list_instead(order, asked, first, last)
    return missing


def refuse_passed(order: Progress) -> InputError:
    """Return the refusal of the next words: they fit none of the questions in `passed`.

    If their first word is a word of the game, it may belong after the end of the order. Then the error
    also says where the order ends (`InputError.cut`).
    """
    lost = refuse_lost(order, order.passed)
    word = next((word for word in order.typed[order.at :] if word not in STOPS), "")
    known = list_vocabulary([asked for asked, _ in order.passed])
    led = any(reading.led or reading.refused for _, reading in order.passed)
    late = not led and _is_known_elsewhere(order, word, known)
    return add_cut(order, lost) if late else lost


def add_cut(order: Progress, error: InputError, why: str = "") -> InputError:
    """If a word of the game follows the end of the order, add the `Cut` to the error. Return the error.

    A stop must come before the word. Without a stop, the word would change the last answer: "red vizier monk"
    is another card than "red vizier". If the reading has reordered words, no `Cut` is added, because the text
    can't be cut at one place.
    """
    starts = [token.start for token in order.tokens]
    after = [token for token in order.tokens[order.at :] if token.word not in STOPS]
    rest = next(iter(after), None)
    word = next((token.word for token in after if token.word not in VERBS | ARTICLES), "")
    apart = not STOPS.isdisjoint(order.typed[order.at : order.at + 1])
    if rest is not None and apart and word in list_game_words(order.rules) and starts == sorted(starts):
        complete = order.text[: starts[order.at]].strip(" \t\n,;")
        error.cut = Cut(complete, order.text[rest.start :].strip(" \t\n,;."), why)
    return error


def refuse_other_number(
    order: Progress, asked: Question, rest: Sequence[str], reading: Reading
) -> NotUnderstood | None:
    """Return the refusal of words such as "orange 6" that were read as "Orange 3"; None for others."""
    option = next(each for each in asked.options if each.key == reading.key)
    if not has_another_number(option, rest[reading.skip : reading.used], rest[reading.used :]):
        return None
    return refuse_missing(order, asked, reading)


@cache
def list_game_words(rules: Rules) -> frozenset[str]:
    """Return the words of a game: the words of its names, of their other spellings, and of its glossary."""
    names = rules.EXTRAS.languages.names()
    known = (text for key in names for text in (rules.name(key), *rules.aliases(key)))
    texts = {*names, *names.values(), *known, PASS, DONE}
    terms = (form for forms in rules.EXTRAS.teaching.glossary() for form in forms.split("|"))
    words = (word for text in (*texts, *terms) for word in split_words(text))
    return frozenset(word for word in words if len(word) >= SHORTEST and word not in WHOLE)


def suggest_meant(rules: Rules, meant: Sequence[str]) -> str:
    """Return the question "Did you mean ...?"."""
    return say("Did you mean {meant}?", meant=list_labels(meant, rules.name, "or")).read(rules.name)
