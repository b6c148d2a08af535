"""Read one order word by word along the questions of the open turn, and say what is wrong with its words.

If the next words don't fit the present question, and "done" closes it, the reading closes it by itself and
tries the words at the next question. It takes a forced answer without words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from rules.ask import Reader
from rules.asking import DONE, PASS
from rules.chance import Draw, Roll
from rules.errors import Cut, Slip, cite_rule, tell_reason
from rules.kernel import (
    CLOSING,
    SIDE,
    Ambiguous,
    Ask,
    Entry,
    Game,
    InputError,
    Live,
    NotAllowed,
    NotUnderstood,
    Option,
    Rules,
    explain_refusal,
    resume,
)
from rules.orders.out_of_turn_words import list_next, normalize_words
from rules.orders.place_pair import PlacePair
from rules.orders.place_sentences import unfold_places
from rules.orders.questions import (
    Question,
    describe_secret,
    explain_end,
    list_labels,
    list_vocabulary,
    make_question,
    may_close,
)
from rules.orders.reading import (
    Reading,
    count_named_words,
    find_named,
    has_another_number,
    is_beyond,
    list_counts,
    match_phrase,
    read,
    runs_on,
    sort_likeliest,
)
from rules.orders.tokenizer import (
    REMARK,
    SHORTEST,
    SMALL,
    STOPS,
    TO,
    VERBS,
    WHOLE,
    Token,
    echo,
    find_closest,
    normalize,
    split_tokens,
    split_words,
)
from rules.orders.word_sequence import (
    MOST_TIMES,
    move_destination_first,
    move_lead_first,
    move_number_first,
    repeat_answer,
    repeat_thing,
)
from rules.words import Words, as_is, say

OFFERED = 5  # at most this many legal answers are offered for refused words, or orders for a refused order


class CutShort(NotUnderstood):
    """An order that ends on a small word ("march to") without its answer."""


class NotNow(NotAllowed):
    """A word of the game that answers none of the questions that the order has reached."""


@dataclass
class Order:
    """One order while it is read along the open turn.

    Attributes:
        rules: the rules of the game
        game: the open turn
        seat: the seat that gives the order
        text: the text of the order
        reader: the seats of the person who reads the result; at a question that they may not see, the
            reading stops
        draft: whether the text is still being typed; then its last word may be incomplete and is not read
        keys: the keys read so far
        at: the index of the next word
        passed: the questions that the reading has closed by itself since the last word that was understood
        lead: the small word before the last answer
        literal: whether no answer was guessed from a beginning shorter than `SHORTEST` letters
        numbers: the numbers that could stand before the last answer
        turned: the place where words were last reordered; they are not reordered there again
        seen: the questions that the reading has reached
        answered: the last question that was answered by words
        pair: two places in a row without "from" and "to"
    """

    rules: Rules
    game: Game
    seat: str
    text: str
    reader: Reader
    draft: bool = False
    keys: list[str] = field(default_factory=list)
    at: int = 0
    passed: list[tuple[Question, Reading]] = field(default_factory=list)
    lead: str = ""
    literal: bool = True
    numbers: tuple[Option, ...] = ()
    turned: tuple[int, int] | None = None  # the word, and the number of keys before it
    seen: list[Question] = field(default_factory=list)
    answered: Question | None = None
    pair: PlacePair = field(default_factory=PlacePair)

    def __post_init__(self) -> None:
        self.live: Live = resume(self.rules, self.game)
        try:
            spelled = self.rules.EXTRAS.notation.spell_out(self.live.state, self.seat, self.text)
        except InputError as refused:
            raise refused.read(self.rules.name) from None
        self.text = unfold_places(spelled)
        self.tokens = split_tokens(self.text)
        self.typed = [token.word for token in self.tokens]

    def run(self) -> None:
        """Read to the end of the text. Raises `InputError`."""
        while any(word not in STOPS for word in self.typed[self.at :]):
            if self._read_side_act():
                continue
            if self._says_only_done():
                break
            asked, rest = self.question(), self.typed[self.at :]
            self.seen.append(asked)
            reading = read(asked, rest)
            if not reading.key and self._says_done_again():
                self.at = self.typed.index(DONE, self.at) + 1
                continue
            if self._read_next_move(asked, reading):
                continue
            if self._rearrange(asked, reading):
                continue
            self.pair.note(asked, reading, self.typed, self.at, self.answered)
            if self.draft and self._touches_end(asked, reading):
                return
            if self.lead and runs_on(asked, rest, reading, self.lead):
                raise NotUnderstood(self.write_refusal(asked, self._explain_either(asked, reading)))
            if reading.used < len(answer := self._take_answer()) and (why := self._explain_unread(asked)):
                lost = NotUnderstood(self.write_refusal(asked, why))
                lost.instead = self._list_instead(asked, self.tokens[self.at], answer[-1])
                raise lost
            if reading.key and (missing := self._find_other_number(asked, rest, reading)) is not None:
                raise missing
            if reading.key:
                self._repeat_answer(rest, reading)
                self.answered = asked
                self.lead = asked.lead if reading.led else ""
                self.literal = self.literal and reading.literal
                self.numbers = tuple(each for each in asked.options if each.key in asked.typed)
                self.enter(reading.key, reading.used)
            elif reading.several:
                here, rest = rest[reading.skip : reading.used], rest[reading.used :]
                elsewhere = any({*rest[:1]} & {*split_words(option.label)} for option in asked.legal)
                if not elsewhere and all(has_another_number(each, here, rest) for each in reading.several):
                    raise self._refuse_missing(asked, reading)
                raise self._refuse_ambiguous(asked, reading)
            elif reading.refused and has_another_number(
                reading.refused, rest[reading.skip : reading.used], rest[reading.used :]
            ):
                raise self._refuse_missing(asked, reading)
            elif reading.refused and reading.plainly:
                raise self._refuse(asked, reading, reading.refused)
            elif reading.led and self.at + reading.used == len(self.typed):
                raise CutShort(self._explain_cut(asked))
            elif implied := self._find_implied(asked, rest):
                self.enter(implied)
            elif may_close(asked):
                if not asked.forced or reading.refused or reading.led or is_beyond(asked, rest):
                    self.passed = [*self.passed, (asked, reading)]
                used = count_named_words(asked, rest) if asked.forced else 0
                self.enter(asked.legal[0].key if asked.forced else DONE, used)
            else:
                raise self._refuse_lost([*self.passed, (asked, reading)])
        for stop in self.typed[self.at :]:
            if stop != "," and not self._close(stop):
                return

    def _read_next_move(self, asked: Question, reading: Reading) -> bool:
        """Read the origin of another move, as in "Media to Persia", and return whether one came.

        The question asks where else the last move goes, so the name without "to" could be its destination.
        """
        if reading.led or asked.lead != TO or not may_close(asked):
            return False
        words = [token.word for token in self._take_answer()]
        begin = next((at for at, word in enumerate(words) if word not in STOPS), len(words))
        end = words.index(TO) if TO in words else begin
        if begin == end or (following := self._find_question_after(DONE)) is None:
            return False
        origins = [option for option in following.options if _ends_with(option, words[begin:end])]
        if not origins:
            return False
        if len(legal := [option for option in origins if not option.why_not]) > 1:
            raise self._refuse_several(following, legal, self.at + begin, self.at + end)
        if not legal:
            raise self._refuse(following, reading._replace(skip=begin, used=end), origins[0])
        self.enter(DONE)
        self.enter(legal[0].key, end)
        return True

    def _find_question_after(self, key: str) -> Question | None:
        """Return the question that follows this answer, without entering it.

        Return None if the seat is then asked nothing, or if the reader may not see the question.
        """
        entered = (*self.game.log, *(Entry(self.seat, each) for each in (*self.keys, key)))
        ask = resume(self.rules, replace(self.game, log=entered)).pending
        if not isinstance(ask, Ask) or ask.seat != self.seat or not ask.shows(self.reader):
            return None
        return make_question(self.rules, ask)

    def _rearrange(self, asked: Question, reading: Reading) -> bool:
        """Change the sequence of the next words if they were typed in another one; return whether it was.

        `reading`: what the words mean in their typed sequence.
        """
        rest = self.tokens[self.at :]
        changed = None if reading.key else repeat_thing(asked, rest)
        place = self.at, len(self.keys)
        if changed is None and self.turned != place:
            changed = move_destination_first(asked, rest, reading) or move_lead_first(asked, rest, reading)
            self.turned = self.turned if changed is None else place
        if changed is None:
            changed = move_number_first(asked, rest, reading)
        if changed is None:
            return False
        self.tokens[self.at :] = changed
        self.typed[self.at :] = [token.word for token in changed]
        return True

    def spell_pair(self) -> tuple[str, tuple[str, ...]] | None:
        """Return two places in a row and the order in each way they can be meant (`PlacePair.spell`)."""
        return self.pair.spell(self.text, self.tokens, self.rules.name)

    def _find_other_number(
        self, asked: Question, rest: Sequence[str], reading: Reading
    ) -> NotUnderstood | None:
        """Return the refusal of words such as "orange 6" that were read as "Orange 3"; None for others."""
        option = next(each for each in asked.options if each.key == reading.key)
        if not has_another_number(option, rest[reading.skip : reading.used], rest[reading.used :]):
            return None
        return self._refuse_missing(asked, reading)

    def _refuse_missing(self, asked: Question, reading: Reading) -> NotUnderstood:
        """Return the refusal of a name with a number that is not there, such as "green 9"."""
        missing = NotUnderstood(self.write_refusal(asked, self._explain_missing(reading)))
        first, last = self.tokens[self.at + reading.skip], self.tokens[self.at + reading.used]
        missing.instead = self._list_instead(asked, first, last)
        return missing

    def _repeat_answer(self, rest: Sequence[str], reading: Reading) -> None:
        """Repeat the words of an answer if "(2 times)" or another number of times follows it."""
        match rest[reading.used : reading.used + 2]:
            case [count, "times"] if count.isdecimal() and 1 < int(count) <= MOST_TIMES:
                first, end = self.at + reading.skip, self.at + reading.used
                self.tokens[first : end + 2] = repeat_answer(self.tokens[first:end], int(count))
                self.typed = [token.word for token in self.tokens]

    def _find_implied(self, asked: Question, rest: Sequence[str]) -> str:
        """Return the answer that a sentence leaves out before the second thing of a list; "" for none.

        In "disband Levy in Media and Levy in Syria" it is the second "disband".
        """
        before = self.answered
        for option in asked.legal if before is not None else ():
            if option.key not in asked.silent:
                continue
            following = self._find_question_after(option.key)
            if following is None or before is None or following.topic != before.topic:
                continue
            if read(following, rest).key:
                return option.key
        return ""

    def _says_only_done(self) -> bool:
        """Return whether all words that follow are "done", but this seat has no question left to close."""
        mine = isinstance(self.live.pending, Ask) and self.live.pending.seat == self.seat
        return bool(self.keys) and not mine and {*self.typed[self.at :]} <= {*STOPS, DONE}

    def _says_done_again(self) -> bool:
        """Return whether "done" comes next, and more words after it."""
        said = [word for word in self.typed[self.at :] if word not in STOPS]
        return bool(self.keys) and said[0] == DONE and len(said) > 1

    def _touches_end(self, asked: Question, reading: Reading) -> bool:
        """Return whether the last word of the text belongs to this question and may be incomplete."""
        if reading.led and self.at + reading.used == len(self.typed):
            return True
        if self.text[-1:].isspace():
            return False
        if reading.key or reading.several or reading.refused:
            return self.at + reading.used == len(self.typed)
        return self.begins_lead(asked) or bool(self.list_begun(asked))

    def begins_lead(self, asked: Question) -> bool:
        """Return whether only one word is left, and it is the beginning of a small word before an answer.

        For example "fr", if an answer is typed as "from Delhi".
        """
        rest = [word for word in self.typed[self.at :] if word not in STOPS]
        around = () if may_close(asked) else asked.around
        leads = (asked.lead, *(each.before[0] for each in around))
        return len(rest) == 1 and any(lead.startswith(rest[0]) for lead in leads)

    def list_begun(self, asked: Question) -> list[Option]:
        """If only one word is left and it is in `WHOLE`, return the options whose names begin with it.

        For example, "with" may be the beginning of "withdraw".
        """
        rest = [word for word in self.typed[self.at :] if word not in STOPS]
        if len(rest) != 1 or rest[0] not in WHOLE:
            return []
        return [
            option
            for option in asked.options
            if any(split_words(text)[0].startswith(rest[0]) for text in option.spellings)
        ]

    def enter(self, key: str, used: int = 0) -> None:
        """Enter an answer. `used`: how many words it took; 0 if no words named it."""
        self.live.enter(self.seat, key)
        self.keys.append(key)
        self.at += used
        self.passed = self.passed if used == 0 else []

    def _close(self, stop: str) -> bool:
        """Close questions at the end of an order. ";" closes one question, "." as many as possible.

        Return whether the next question may be closed too.
        """
        while isinstance(ask := self.live.pending, Ask) and ask.seat == self.seat and ask.shows(self.reader):
            menu = ask.menu()
            if not ask.forced and DONE not in menu:
                return False
            self.enter(next(iter(menu)) if ask.forced else DONE)
            if stop == ";":
                return True
        return False

    def _take_answer(self) -> list[Token]:
        """Return the words of the next answer, with the punctuation marks (`STOPS`) before it."""
        rest = self.tokens[self.at :]
        begin = next((at for at, token in enumerate(rest) if token.word not in STOPS), len(rest))
        return rest[: next((at for at in range(begin, len(rest)) if rest[at].word in STOPS), len(rest))]

    def _explain_unread(self, asked: Question) -> str:
        """Return what the game says about the next words (`Notation.explain_unread`).

        Words such as "play" before the answer don't count. Parts typed without a space between them, as in
        "3b", count as one word.
        """
        said: list[str] = []
        end = -1
        for token in self._take_answer():
            if token.word not in STOPS:
                said[-1:] = [said[-1] + token.word] if token.start == end else [*said[-1:], token.word]
                end = token.end
        begun = next((at for at, word in enumerate(said) if word not in VERBS), 0)
        why = self.rules.EXTRAS.notation.explain_unread(self.live.state, asked.topic, said[begun:])
        return tell_reason(why, self.rules.name)

    def _read_side_act(self) -> bool:
        """Read an act out of turn if one comes next, and return whether one came."""
        rest = self.typed[self.at :]
        first = next((at for at, word in enumerate(rest) if word not in STOPS), 0)
        if rest[first] not in self.rules.EXTRAS.trades.words:
            return False
        pending = self.live.pending
        if (
            isinstance(pending, Ask)
            and pending.seat == self.seat
            and pending.shows(self.reader)
            and (found := read(make_question(self.rules, pending), rest)).key
            and not "".join(rest[found.used : found.used + 1]).isdecimal()  # "decline 3" means offer 3
        ):
            return False
        start = self.at + first
        end = next((at for at in range(start, len(self.typed)) if self.typed[at] in ";."), len(self.typed))
        said = normalize(self.text[self.tokens[start].start : self.tokens[end - 1].end])
        act = normalize_words(self.rules, self.live.state, self.seat, said.replace(",", " ").split())
        act = self._complete_side_act(act)
        try:
            self.enter(SIDE + "_".join(act), end - self.at)
        except NotUnderstood:
            if self._answers_later(rest):
                return False
            raise
        return True

    def _answers_later(self, rest: Sequence[str]) -> bool:
        """Return whether these words answer the open question, or one that follows after "done"."""
        entered = (*self.game.log, *(Entry(self.seat, key) for key in self.keys))
        live = resume(self.rules, replace(self.game, log=entered))
        while isinstance(ask := live.pending, Ask) and ask.seat == self.seat and ask.shows(self.reader):
            if read(make_question(self.rules, ask), rest).key:
                return True
            menu = ask.menu()
            if not ask.forced and DONE not in menu:
                return False
            live.enter(self.seat, next(iter(menu)) if ask.forced else DONE)
        return False

    def _complete_side_act(self, said: list[str]) -> list[str]:
        """Return the words of the only act that begins with these words.

        For example, "accept" becomes "accept 3" if only offer 3 is open. If no act begins with them, return
        them unchanged. Raises `Ambiguous` if several acts do. Raises `NotAllowed` if `said` is a single word
        and no word can follow it now.
        """
        acts = self.rules.EXTRAS.trades.offered(self.live.state, self.seat)
        begun = [act for act in acts if act.key.split("_")[: len(said)] == said]
        fitting = [act for act in begun if not act.why_not] or begun
        if len(fitting) > 1:
            several = list_labels([act.label for act in fitting], self.rules.name, "or")
            text = say("“{said}” can mean {several}.", said=as_is(echo(" ".join(said))), several=several)
            raise Ambiguous(self._read(text), [act.key for act in fitting])
        if fitting:
            return fitting[0].key.split("_")
        lone = len(said) == 1 and self.rules.EXTRAS.trades.next_words is not None
        if lone and not list_next(self.rules, self.live.state, self.seat, said):
            raise NotAllowed(self._read(say("There is nothing to “{act}” now.", act=as_is(said[0]))))
        return said

    def question(self) -> Question:
        """Return the question that the reading has reached.

        Raises `InputError` if another seat or nobody is asked here, or if the reader may not see the
        question.
        """
        pending = self.live.pending
        if isinstance(pending, Ask) and pending.seat == self.seat:
            if not pending.shows(self.reader):
                raise NotAllowed(describe_secret(self.rules, pending))
            return make_question(self.rules, pending)
        if self.passed:
            raise self._refuse_passed()
        if not self.keys:
            if isinstance(pending, Ask):
                raise NotAllowed(explain_refusal(self.rules, pending, self.seat, ""))
            raise NotAllowed(self._read(say("The game is over.")))
        before = as_is(self.before())
        rest = [word for word in self.typed[self.at :] if word not in STOPS]
        if rest and (
            late := self.rules.EXTRAS.notation.explain_late(self.live.state, self.seat, ("", ""), rest)
        ):
            why = tell_reason(late, self.rules.name)
            ends = say("{why} Your order is complete after “{before}”.", why=as_is(why), before=before)
            why = "" if isinstance(pending, Roll | Draw) else why
            raise self._add_cut(NotAllowed(self._read(ends)), why)
        # skip questions that leave no choice
        while isinstance(ask := self.live.pending, Ask) and ask.forced:
            self.live.enter(ask.seat, next(iter(ask.menu())))
        ends = explain_end(self.live.pending, before, self.seat, self.rules.name)
        raise self._add_cut(NotAllowed(self._read(ends)))

    def _refuse_passed(self) -> InputError:
        """Return the refusal of the next words: they fit none of the questions in `passed`.

        If their first word is a word of the game, it may belong after the end of the order. Then the error
        also says where the order ends (`InputError.cut`).
        """
        lost = self._refuse_lost(self.passed)
        word = next((word for word in self.typed[self.at :] if word not in STOPS), "")
        known = list_vocabulary([asked for asked, _ in self.passed])
        led = any(reading.led or reading.refused for _, reading in self.passed)
        late = not led and self._is_known_elsewhere(word, known)
        return self._add_cut(lost) if late else lost

    def _add_cut(self, error: InputError, why: str = "") -> InputError:
        """If a word of the game follows the end of the order, add the `Cut` to the error. Return the error.

        A stop must come before the word. Without one, the word makes the last answer another one: after "red
        vizier", "monk" makes it another card. If the reading has reordered words, no `Cut` is added, because
        the text can't be cut at one place.
        """
        starts = [token.start for token in self.tokens]
        rest = next((token for token in self.tokens[self.at :] if token.word not in STOPS), None)
        apart = not STOPS.isdisjoint(self.typed[self.at : self.at + 1])
        if (
            rest is not None
            and apart
            and rest.word in list_game_words(self.rules)
            and starts == sorted(starts)
        ):
            order = self.text[: starts[self.at]].strip(" \t\n,;")
            error.cut = Cut(order, self.text[rest.start :].strip(" \t\n,;."), why)
        return error

    def _read(self, words: Words) -> str:
        """Return words in the language of the game's names."""
        return words.read(self.rules.name)

    def write_refusal(self, asked: Question, why: str, hint: str = "") -> str:
        """Return a refusal: `why`, then the hint, the question and the legal answers."""
        parts = {"why": as_is(why), "question": as_is(asked.opening), "legal": self._list_legal(asked)}
        if [option.key for option in asked.legal] == [DONE]:
            if asked.empty and (instead := self._explain_empty(why)) is not None:
                return self._read(instead)
            return self._read(say("{why} Your only legal choice: {legal}.", **parts))
        if hint:
            return self._read(say("{why} {hint} {question} {legal}.", hint=as_is(hint), **parts))
        return self._read(say("{why} {question} {legal}.", **parts))

    def _explain_empty(self, why: str) -> Words | None:
        """Return a refusal with what else can be chosen, because the last answer in words would do nothing.

        Return None if nothing else can be chosen.
        """
        before, key = self.answered, self.keys[-1] if self.keys else ""
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

    def before(self, skip: int = 0) -> str:
        """Return the text that was understood and `skip` more words, shortened for a quotation."""
        at = self.at + skip
        return echo(self.text[: self.tokens[at].start if at < len(self.tokens) else None].strip(" \t\n,;."))

    def _quote(self, token: Token) -> str:
        """Return a word as it was typed: "chèvre", not "chevre"."""
        return echo(self.text[token.start : token.end])

    def _explain_option(self, asked: Question, option: Option) -> str:
        """Return why an option is refused, and the legal answers."""
        bare = option.why_not.rstrip(".")
        if asked.inside(option) in option.why_not:
            return self.write_refusal(asked, tell_reason(f"{bare}.", self.rules.name))
        why = say("{answer}: {why}.", answer=as_is(option.label), why=cite_rule(bare))
        return self.write_refusal(asked, self._read(why))

    def _refuse(self, asked: Question, reading: Reading, option: Option) -> NotAllowed:
        """Return the refusal of an illegal option that the words name.

        The refusal suggests legal options that begin with the same words.
        """
        said = tuple(self.typed[self.at + reading.skip : self.at + reading.used])
        meant = [
            REMARK.sub("", other.label)
            for other in asked.legal
            if any(split_words(text)[: len(said)] == said for text in other.spellings)
        ]
        why = self._explain_option(asked, option)
        refused = NotAllowed(f"{why} {suggest_meant(self.rules, meant)}" if meant else why)
        first, last = self.tokens[self.at + reading.skip], self.tokens[self.at + reading.used - 1]
        if meant:
            refused.slip = Slip(first.start, last.end, tuple(meant))
        refused.instead = self._list_instead(asked, first, last)
        return refused

    def _list_instead(self, asked: Question, first: Token, last: Token) -> Slip:
        """Return the words `first` to `last` with the legal answers that may replace them, likeliest first.

        If there are more than `OFFERED` answers, take only those that share a word with the rest of the
        order, first those that share most words.
        """
        legal, said = asked.legal, {word for word in self.typed[self.at :] if word not in WHOLE | STOPS}

        def share(option: Option) -> int:
            return len(said & {*split_words(REMARK.sub("", option.label))})

        if len(legal) > OFFERED:
            legal = sorted(filter(share, legal), key=share, reverse=True)
        labels = sort_likeliest(legal, self.typed[self.at :])
        return Slip(first.start, last.end, tuple(REMARK.sub("", label) for label in labels))

    def _explain_missing(self, reading: Reading) -> str:
        """Return the text “There is no “green 9” here.” for these words and the number after them."""
        first, last = self.tokens[self.at + reading.skip], self.tokens[self.at + reading.used]
        return self._read(
            say("There is no “{said}” here.", said=as_is(echo(self.text[first.start : last.end])))
        )

    def _list_legal(self, asked: Question) -> Words:
        """Return the legal answers in words: amounts as they are listed, others with the likeliest first."""
        labels = [option.label for option in asked.legal]
        labels = labels if asked.amounts else sort_likeliest(asked.legal, self.typed[self.at :])
        return list_labels(labels, asked.name, "or")

    def _refuse_ambiguous(self, asked: Question, reading: Reading) -> Ambiguous:
        """Return the refusal of words that can mean several options."""
        first, last = self.tokens[self.at + reading.skip], self.tokens[self.at + reading.used - 1]
        said = echo(self.text[first.start : last.end])
        several = [REMARK.sub("", option.label) for option in reading.several]
        # "screen 6" was typed, but no "screen" answer has a 6: begin with the answers that have a 6
        after = self.typed[self.at + reading.used : self.at + reading.used + 1]
        carrying = [option.label for option in asked.legal if {*after} & {*split_words(option.label)} - STOPS]
        text = "“{said}” can mean {several}."
        if carrying:
            text = "“{said}” can mean {several}, but “{after}” belongs only to {carrying}."
        parts = {"said": as_is(said), "several": list_labels(several, asked.name, "or")}
        told_apart = say(
            text, after=as_is("".join(after)), carrying=list_labels(carrying, asked.name), **parts
        )
        refused = Ambiguous(self._read(told_apart), [option.key for option in reading.several])
        refused.instead = Slip(first.start, last.end, tuple(several))
        return refused

    def _refuse_several(self, asked: Question, named: Sequence[Option], at: int, end: int) -> Ambiguous:
        """Return the refusal of the words `at` to `end`: they are in the names of several legal answers."""
        first, last = self.tokens[at], self.tokens[end - 1]
        labels = [REMARK.sub("", option.label) for option in named]
        said = as_is(echo(self.text[first.start : last.end]))
        several = list_labels(labels, asked.name, "or")
        text = self._read(say("“{said}” can mean {several}.", said=said, several=several))
        refused = Ambiguous(text, [option.key for option in named])
        refused.instead = Slip(first.start, last.end, tuple(labels))
        return refused

    def _explain_cut(self, asked: Question) -> str:
        """Return a text which says that the order stops too early, and what may follow."""
        said = as_is(echo(self.text.strip(" ,;")))
        return self.write_refusal(asked, self._read(say("Your order stops after “{said}”.", said=said)))

    def _explain_either(self, asked: Question, reading: Reading) -> str:
        """Return why the next words are unclear: they fit the question before and this question."""
        at = self.at + reading.skip
        rest = self.typed[at : self.at + reading.used]
        if late := self.rules.EXTRAS.notation.explain_late(self.live.state, self.seat, asked.topic, rest):
            return tell_reason(late, self.rules.name)
        said = as_is(echo(self.text[self.tokens[at].start : self.tokens[self.at + reading.used - 1].end]))
        text = "“{said}” fits both “{lead}” and “{next}”. Write “{lead} {said}” or “{next} {said}”."
        return self._read(say(text, said=said, lead=as_is(self.lead), next=as_is(asked.lead)))

    def _refuse_lost(self, passed: Sequence[tuple[Question, Reading]]) -> InputError:
        """Return the refusal of words that fit none of these questions.

        If the words name an illegal option, the refusal gives the reason. Else it lists the answers to one
        question: the last one whose small word was typed or, if none was, the first one.
        """
        for missed, reading in passed:
            if reading.refused:
                return NotAllowed(self._explain_option(missed, reading.refused))
        led = next(((asked, reading.skip) for asked, reading in reversed(passed) if reading.led), None)
        asked, skip = led or (passed[0][0], self._skip_phrase(*passed[0]))
        asking = [asked] if led else [missed for missed, _ in passed]
        said_at = [at for at in range(self.at + skip, len(self.typed)) if self.typed[at] not in STOPS]
        if not said_at:
            return NotUnderstood(self._explain_cut(asked))
        place, known = said_at[0], list_vocabulary(asking)
        if self.typed[place] in SMALL and said_at[1:2] == [place + 1]:
            place += 1  # "in Macedonia": the name tells more
        said = self.tokens[place]
        if said.word in (DONE, *CLOSING) and not may_close(asked):
            text = "“{said}” is not possible here: you have to choose something."
            none = say(text, said=as_is(self._quote(said)))
            return NotUnderstood(self.write_refusal(asked, self._read(none)))
        named, n = find_named(asked, self.typed[place:], list_game_words(self.rules))
        if len(named) > 1:
            return self._refuse_several(asked, named, place, place + n)
        if not named and not led and self._says_only_question(asked, place):
            return NotUnderstood(self._explain_cut(asked))
        if known_as := self._explain_known(asked, place):
            not_here = NotUnderstood(self.write_refusal(asked, known_as))
            not_here.instead = self._list_instead(asked, self.tokens[self.at], said)
            return not_here
        whole = self._find_named(asked, place, known)
        if named:
            whole = [REMARK.sub("", named[0].label)]
        if not whole and self._is_known_elsewhere(said.word, known):
            text = "Not now: “{said}” doesn't answer this question."
            why = self._read(say(text, said=as_is(self._quote(said))))
            not_now = NotNow(self.write_refusal(asked, why))
            not_now.instead = self._list_instead(asked, self.tokens[self.at], said)
            return not_now
        # if a name and its code are both similar, suggest only the more similar one
        near = [] if said.word in known else find_closest(said.word, known)
        spelled = list({known[word]: word for word in reversed(near)}.values())[::-1]
        text = "I don't understand “{said}”."
        if before := self.before(place - self.at):
            text = "I don't understand “{said}” after “{before}”."
        why = self._read(say(text, said=as_is(self._quote(said)), before=as_is(before)))
        meant = whole or [known[word] for word in spelled]
        hint = suggest_meant(self.rules, meant) if meant else ""
        lost = NotUnderstood(self.write_refusal(asked, why, hint))
        # correct only the spelling: in "red elefant", the word belongs to the card before, and names no other
        last = self.tokens[place + n - 1] if n and not spelled else said
        lost.slip = Slip(said.start, last.end, tuple(spelled or whole), said.word)
        lost.instead = self._list_instead(asked, self.tokens[self.at], said)
        return lost

    def _says_only_question(self, asked: Question, place: int) -> bool:
        """Return whether all words left are words of the question: "goat" for "Which Goat moves?"."""
        rest, prompt = [word for word in self.typed[place:] if word not in STOPS], split_words(asked.prompt)
        return self.typed[self.at] not in STOPS and all(
            len(word) >= SHORTEST and any(each.startswith(word) for each in prompt) for word in rest
        )

    def _skip_phrase(self, asked: Question, reading: Reading) -> int:
        """Return how many words come before the answer, such as the 2 words "rally in" of a sentence."""
        here = self.typed[self.at + reading.skip :]
        begun, _ = match_phrase(asked, here)
        named = not WHOLE.issuperset(here[:begun]) and any(word not in STOPS for word in here[begun:])
        return reading.skip + begun if named else reading.skip

    def _find_named(self, asked: Question, place: int, known: Mapping[str, str]) -> list[str]:
        """Return the name of the only answer with this word in its name, as a list; [] if there is none.

        For example, "passes" names "the Mountain Passes". Amounts have words in common ("2 Troops", "3
        Troops"), so the list is empty for them.
        """
        word = self.typed[place]
        alone = known.get(word, word) != word and len(word) >= SHORTEST and not asked.amounts
        return [known[word]] if alone else []

    def _is_known_elsewhere(self, word: str, known: Mapping[str, str]) -> bool:
        """Return whether a word belongs to the game, but not to `known`, the words of the open questions."""
        return word not in known and word in list_game_words(self.rules)

    def _explain_known(self, asked: Question, place: int) -> str:
        """Return a text about words that don't answer here: a number that is too high, or words of the game.

        Return "" if there is nothing to say about them.
        """
        word, rest = self.typed[place], self.typed[place:]
        kind = rest[1] if len(rest) > 1 and rest[1] not in STOPS else ""
        most = max(list_counts(asked, kind) or list_counts(asked), default=0)
        end = next((at for at, each in enumerate(rest) if each in STOPS), len(rest))
        late = self.rules.EXTRAS.notation.explain_late(self.live.state, self.seat, asked.topic, rest[:end])
        if word.isdecimal() and 0 < most < int(word) and not late:
            return self._read(say("“{n}” is too many. The most is {most}.", n=int(word), most=most))
        return tell_reason(late, self.rules.name)


@cache
def list_game_words(rules: Rules) -> frozenset[str]:
    """Return the words of a game: the words of its names, of their other spellings, and of its glossary."""
    names = rules.EXTRAS.languages.names()
    known = (text for key in names for text in (rules.name(key), *rules.aliases(key)))
    texts = {*names, *names.values(), *known, PASS, DONE}
    terms = (form for forms in rules.EXTRAS.teaching.glossary() for form in forms.split("|"))
    words = (word for text in (*texts, *terms) for word in split_words(text))
    return frozenset(word for word in words if len(word) >= SHORTEST and word not in WHOLE)


def _ends_with(option: Option, said: Sequence[str]) -> bool:
    """Return whether the name of an option ends with these words: "March from Susiana" with "Susiana"."""
    names = (split_words(REMARK.sub("", text)) for text in option.spellings)
    return any(name[-len(said) :] == tuple(said) for name in names)


def suggest_meant(rules: Rules, meant: Sequence[str]) -> str:
    """Return the question "Did you mean ...?"."""
    return say("Did you mean {meant}?", meant=list_labels(meant, rules.name, "or")).read(rules.name)
