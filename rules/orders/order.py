"""Read one order word by word along the questions of the open turn, and say what is wrong with its words.

If the next words don't fit a question that "done" may close, the reading closes this question by itself. Then
it tries the words at the next question. A forced answer needs no words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from rules.asking import DONE
from rules.chance import Draw, Roll
from rules.errors import tell_reason
from rules.kernel import (
    SIDE,
    Ambiguous,
    Ask,
    Entry,
    NotAllowed,
    NotUnderstood,
    Option,
    explain_refusal,
    resume,
)
from rules.orders.out_of_turn_words import list_next, normalize_words
from rules.orders.place_pair import PlacePair
from rules.orders.progress import Progress
from rules.orders.questions import (
    Question,
    describe_secret,
    explain_end,
    list_labels,
    make_question,
    may_close,
)
from rules.orders.reading import (
    Reading,
    count_named_words,
    has_another_number,
    is_beyond,
    list_counts,
    read,
    runs_on,
)
from rules.orders.refusals import (
    add_cut,
    explain_cut,
    explain_either,
    list_instead,
    refuse_ambiguous,
    refuse_lost,
    refuse_missing,
    refuse_option,
    refuse_other_number,
    refuse_passed,
    refuse_several,
    write_refusal,
)
from rules.orders.tokenizer import REMARK, STOPS, TO, VERBS, WHOLE, Token, echo, normalize, split_words
from rules.orders.word_sequence import (
    MOST_TIMES,
    move_destination_first,
    move_lead_first,
    move_number_first,
    repeat_answer,
    repeat_thing,
)
from rules.words import as_is, say


class CutShort(NotUnderstood):
    """An order that ends on a small word ("march to") without its answer."""


class Ended(NotAllowed):
    """An order that goes on after its end: past dice, a draw, another seat's decision or the turn's end."""


@dataclass
class Order(Progress):
    """One order while it is read along the open turn.

    Attributes:
        turned: the place where words were last reordered; they are not reordered there again
        pair: two places in a row without "from" and "to"
    """

    turned: tuple[int, int] | None = None  # index of the word, number of keys before it
    pair: PlacePair = field(default_factory=PlacePair)

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
            if reading.key and self._is_of_next_place(asked, rest, reading):
                reading = Reading()
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
                raise NotUnderstood(write_refusal(self, asked, explain_either(self, asked, reading)))
            if reading.used < len(answer := self._next_answer()) and (why := self._explain_unread(asked)):
                lost = NotUnderstood(write_refusal(self, asked, why))
                lost.instead = list_instead(self, asked, self.tokens[self.at], answer[-1])
                raise lost
            if reading.key and (missing := refuse_other_number(self, asked, rest, reading)) is not None:
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
                    raise refuse_missing(self, asked, reading)
                raise refuse_ambiguous(self, asked, reading)
            elif reading.refused and has_another_number(
                reading.refused, rest[reading.skip : reading.used], rest[reading.used :]
            ):
                raise refuse_missing(self, asked, reading)
            elif reading.refused and reading.plainly:
                raise refuse_option(self, asked, reading, reading.refused)
            elif reading.led and self.at + reading.used == len(self.typed):
                raise CutShort(explain_cut(self, asked))
            elif implied := self._find_implied(asked, rest):
                self.enter(implied)
            elif may_close(asked):
                if not asked.forced or reading.refused or reading.led or is_beyond(asked, rest):
                    self.passed = [*self.passed, (asked, reading)]
                used = count_named_words(asked, rest) if asked.forced else 0
                self.enter(asked.legal[0].key if asked.forced else DONE, used)
            else:
                raise refuse_lost(self, [*self.passed, (asked, reading)])
        for stop in self.typed[self.at :]:
            if stop != "," and not self._close(stop):
                return

    def _is_of_next_place(self, asked: Question, rest: Sequence[str], reading: Reading) -> bool:
        """Return whether a number belongs to the next place: it counts a kind that was asked for just before.

        In "2 Troops from Malwa, 1 Troop from Jaunpur", the 1 does not count the Governors of Malwa.
        """
        if self.answered is None or not asked.amounts or reading.used == len(rest):
            return False
        kind, bare = rest[reading.used], reading.used == reading.skip + 1 and rest[reading.skip].isdecimal()
        return bare and bool(list_counts(self.answered, kind)) and not list_counts(asked, kind)

    def _read_next_move(self, asked: Question, reading: Reading) -> bool:
        """Read the origin of another move, as in "Media to Persia". Return whether another move came.

        The question asks where else the last move goes, so a name without "to" could also be a destination
        of the last move.
        """
        if reading.led or asked.lead != TO or not may_close(asked):
            return False
        words = [token.word for token in self._next_answer()]
        begin = next((at for at, word in enumerate(words) if word not in STOPS), len(words))
        end = words.index(TO) if TO in words else begin
        if begin == end or (following := self._find_question_after(DONE)) is None:
            return False
        origins = [option for option in following.options if _ends_with(option, words[begin:end])]
        if not origins:
            return False
        if len(legal := [option for option in origins if not option.why_not]) > 1:
            raise refuse_several(self, following, legal, self.at + begin, self.at + end)
        if not legal:
            raise refuse_option(self, following, reading._replace(skip=begin, used=end), origins[0])
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
        """Rearrange or repeat the next words, if that makes them fit the questions. Return whether it did.

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
        """Return two places in a row, and the order rewritten for each meaning (`PlacePair.spell`)."""
        return self.pair.spell(self.text, self.tokens, self.rules.name)

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
        """Return whether "done" comes next, after an answer and before more words."""
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

    def _next_answer(self) -> list[Token]:
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
        for token in self._next_answer():
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
            and not "".join(rest[found.used : found.used + 1]).isdecimal()  # the 3 of "decline 3" is an offer
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
        and no word of `Trades.next_words` can follow it now.
        """
        acts = self.rules.EXTRAS.trades.offered(self.live.state, self.seat)
        begun = [act for act in acts if act.key.split("_")[: len(said)] == said]
        fitting = [act for act in begun if not act.why_not] or begun
        if len(fitting) > 1:
            several = list_labels([act.label for act in fitting], self.rules.name, "or")
            text = say("“{said}” can mean {several}.", said=as_is(echo(" ".join(said))), several=several)
            raise Ambiguous(self.read(text), [act.key for act in fitting])
        if fitting:
            return fitting[0].key.split("_")
        lone = len(said) == 1 and self.rules.EXTRAS.trades.next_words is not None
        if lone and not list_next(self.rules, self.live.state, self.seat, said):
            raise NotAllowed(self.read(say("There is nothing to “{act}” now.", act=as_is(said[0]))))
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
            raise refuse_passed(self)
        if not self.keys:
            if isinstance(pending, Ask):
                raise NotAllowed(explain_refusal(self.rules, pending, self.seat, ""))
            raise NotAllowed(self.read(say("The game is over.")))
        before = as_is(self.before() or self._name_last_answer())
        rest = [word for word in self.typed[self.at :] if word not in STOPS]
        if rest and (
            late := self.rules.EXTRAS.notation.explain_late(self.live.state, self.seat, ("", ""), rest)
        ):
            why = tell_reason(late, self.rules.name)
            ends = say("{why} Your order is complete after “{before}”.", why=as_is(why), before=before)
            why = "" if isinstance(pending, Roll | Draw) else why
            raise add_cut(self, Ended(self.read(ends)), why)
        # skip questions that leave no choice
        while isinstance(ask := self.live.pending, Ask) and ask.forced:
            self.live.enter(ask.seat, next(iter(ask.menu())))
        ends = explain_end(self.live.pending, before, self.seat, self.rules.name)
        raise add_cut(self, Ended(self.read(ends)))

    def _name_last_answer(self) -> str:
        """Return the label of the last answer, for an order whose words were read in another sequence."""
        options = self.answered.options if self.answered is not None else ()
        return next((REMARK.sub("", option.label) for option in options if option.key == self.keys[-1]), "")


def _ends_with(option: Option, said: Sequence[str]) -> bool:
    """Return whether the name of an option ends with these words: "March from Susiana" with "Susiana"."""
    names = (split_words(REMARK.sub("", text)) for text in option.spellings)
    return any(name[-len(said) :] == tuple(said) for name in names)
