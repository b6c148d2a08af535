"""What a game may offer beside `face.Rules`, all in one record: what a game leaves out it does not have."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rules.ask import Ask, Option
from rules.chance import Draw, Roll
from rules.words import Line, Said, Words, say

CAUTIOUS = ("pass", "done", "no", "none")  # answers that are regretted least, where a game says nothing


@dataclass(frozen=True, slots=True)
class Policy:
    """A kind of question that a seat may answer once for all.

    `values(seat)`: what the answer may be, value to words; nothing where the seat is never asked.
    `answer(state, ask, value)`: the key of the answer to this question; None for another kind of question.
    """

    key: str
    title: Said  # the beginning of a sentence that the words of a value end
    values: Callable[[str], Mapping[str, Said]]
    answer: Callable[[Any, Ask[Any], str], str | None]


class Field(NamedTuple):
    """A field of a form: what may be chosen in it, the first unless something else is."""

    key: str
    title: Said
    options: Sequence[Option]


class Form(NamedTuple):
    """A side act put together in at most five fields; `line`: the order line of what was chosen, by field."""

    fields: Sequence[Field]
    line: Callable[[Mapping[str, str]], str]


class Counter(NamedTuple):
    """A proposal made instead of an answer to one: the order line that goes `before` it, and what is `chosen`
    in the fields of the form at first."""

    before: str
    chosen: Mapping[str, str]


class Captions(NamedTuple):
    """What a view says of a state: `View.headline` and `View.standing`, to be read in any language."""

    headline: Said
    standing: Sequence[tuple[str, Sequence[Said]]]


@dataclass(frozen=True, slots=True)
class Outlook:
    """How a seat's chance to win is made of a position between two turns.

    `features(state, seat)`: numbers that say how well a seat stands, by their names; what each counts for is
    in the `chances.toml` of the game's `package`, fitted to the outcomes of many games. `quick(number,
    stop)`: a player that plays a position on in thought, to the end of the open turn and so many `turns`
    more (None: to the end of the game), before it is weighed.
    """

    package: str
    features: Callable[[Any, str], Mapping[str, float]]
    quick: Callable[[Callable[[int], int], Callable[[], bool]], Any]
    turns: int | None = None


@dataclass(frozen=True, slots=True)
class Learned:
    """How a judgement of positions is learned from games (`players/judgement.py`).

    `package`: where its file lies. `signs(state)`: numbers of about 1 by their names, always the same names;
    `late(state)`: how near the end is. `game(number, keep)`: a quick game to learn from, with the random
    numbers `number(n)`; `keep` is given each position between two turns; the state at its end.
    """

    package: str
    signs: Callable[[Any], Mapping[str, float]]
    late: Callable[[Any], float]
    game: Callable[[Callable[[int], int], Callable[[Any], None]], Any]


def _no_conditions(_: str) -> Words:
    return say("This game knows no conditions.")


def _silent(*_: object) -> str:
    return ""


def _nothing(*_: object) -> tuple[Any, ...]:
    return ()


def no_form(_: object, __: str) -> Form | None:
    return None


def _no_counter(_: object, __: str, ___: str) -> Counter | None:
    return None


def _as_typed(_: object, __: str, text: str) -> str:
    return text


@dataclass(frozen=True, slots=True, kw_only=True)
class Extras:
    """The hooks of a game, each with what stands for it where the game has nothing of the kind."""

    # whether something in a state is not for all eyes: hands, what lies face down, what is left in a pile
    hidden: bool = False

    # the kinds of line that say again what stands beside an order that is shown before it counts
    bookkeeping: Collection[str] = ()

    # the kinds of line that weigh most where there is no room for all that comes of an order: what changes
    # hands, what is lost, what decides the game
    weighty: Collection[str] = ()
    # those that weigh least there: the standing beside them says as much
    slight: Collection[str] = ()

    # the kinds of line that a later one sums up for all who look on: they stand in the log, not in posts
    summed: Collection[str] = ()

    # the kinds of question that seats may answer once for all
    standing: Sequence[Policy] = ()
    # the keys that a caretaker chooses, the best first; where none is on offer the first legal answer
    low_regret: Sequence[str] = CAUTIOUS

    # plans, "if the card is 3": why a text is no condition ("" if it is one); whether it is met for a seat;
    # those that a form offers this seat now, each as it is typed, to the clause that says it after "when"
    why_not_condition: Callable[[str], Said] = _no_conditions
    conditions: Callable[[Any, str], Mapping[str, Said]] = lambda _, __: {}
    holds: Callable[[Any, str, str], bool] = lambda _, __, ___: False

    # (state, seat, pending): sentences for this seat before an order counts: exact odds, warnings
    forecast: Callable[[Any, str, Ask[Any] | Roll | Draw | None], Sequence[Said]] = _nothing
    # (state): the words of the card that lies open, a line for each of its sides
    open_card: Callable[[Any], Sequence[Said]] = _nothing

    # (state, seat, act): how this answer to a proposal may be another one instead, made in the form
    counter: Callable[[Any, str, str], Counter | None] = _no_counter
    # (view, seat): the side act with which an automatic player answers what is proposed to its seat, and the
    # one with which it makes a proposal of its own as its order begins; "" for none
    reply: Callable[[Any, str], str] = _silent
    propose: Callable[[Any, str], str] = _silent
    # (state, seat, words): what may be said next in a side act; None: only whole acts are known
    side_next: Callable[[Any, str, Sequence[str]], Sequence[Option]] | None = None

    # (state, seat): the form for a side act of this seat, if it can propose anything now
    form: Callable[[Any, str], Form | None] = no_form

    # (state, seat, text): a typed order with the game's short forms ("MAC-THR-HEL") written out; reading it
    # once more changes nothing; raises `InputError` for a form that stands for nothing allowed
    spell_out: Callable[[Any, str, str], str] = _as_typed
    # (state, words as typed): a sentence or two on words that no answer takes up to their end
    astray: Callable[[Any, Sequence[str]], Said] = _silent
    # (state, seat, topic of the question or two "", plain words): why words come too late or are out of place
    beyond: Callable[[Any, str, tuple[str, str], Sequence[str]], Said] = _silent
    # (seat, plain words): what the first of them mean elsewhere in the game
    unknown: Callable[[str, Sequence[str]], Said] = _silent

    # (view, seat, kind of a question): which place this seat has and what it plays for, in a sentence or two,
    # as its turn begins with that question; "" for any other question
    aim: Callable[[Any, str, str], Said] = _silent

    # (before, after, seat): what this seat has won and lost between two onlookers' views beside what its
    # standing says, the weightiest first, in clauses that speak to it: "you lost Control of Andhra"
    lately: Callable[[Any, Any, str], Sequence[Said]] = _nothing
    # (view): the title of the chapter to which a turn belongs that begins with this view
    chapter: Callable[[Any], Said] = _silent
    # (view): the same in a word or two, where a picture has no room for more; "": its title, or its number
    mark: Callable[[Any], Said] = _silent
    # (before, after, story): what happened between two views, in paragraphs of sentences, weightiest first
    digest: Callable[[Any, Any, Sequence[Line]], Sequence[Sequence[Said]]] = _nothing

    # the files of data in the game's folder that whoever owns the printed game may replace: the name of each
    # to the model of what it holds, those that others must fit first
    data: Mapping[str, Any] = field(default_factory=dict)

    # word of the game to what it means; of a word in several forms, "|" between them, the first is its name
    glossary: Callable[[], Mapping[str, str]] = dict
    # what players ask about ("win", "move": `bot.views.rulebook` has them) to the rules that answer it, the
    # best first
    asked: Callable[[], Mapping[str, Sequence[str]]] = dict
    # (view): seat to the parts of its points, which are the first thing of its standing
    reckoning: Callable[[Any], Mapping[str, Said]] = lambda _: {}
    # (state): the seats by place, the winners first, those that share one together; None: never told
    ranking: Callable[[Any], Sequence[Sequence[str]]] | None = None
    # for reading in other languages, in which all that is `Said` here can be read where it is `Words`:
    # (state): the headline and the standing that its view has in English
    captions: Callable[[Any], Captions | None] = lambda _: None
    # the names of its keys in English, and the texts out of its data (cards, say) that are read as they are
    names: Callable[[], Mapping[str, str]] = dict
    texts: Callable[[], Iterable[str]] = _nothing
    # (key): a name that is put together of others ("troops-in-delhi")
    named: Callable[[str], Words | None] = lambda _: None

    # (view, number below n): a state that fits what this view's seat knows, hidden things dealt at random
    state_of: Callable[[Any, Callable[[int], int]], Any] | None = None
    # (state, kind of question, key): as what an answer is counted where many games are looked at, "" for not
    counted: Callable[[Any, str, str], str] | None = None
    # how its positions are weighed; None: they are played on to their ends, by the easiest players there are
    outlook: Outlook | None = None
    # how the judgement of positions behind it is learned from games, where there is one
    learned: Learned | None = None

    def meets(self, state: Any, seat: str, condition: str) -> bool:
        """True where the condition of a plan is met; the empty one always is."""
        return not condition or self.holds(state, seat, condition)
