"""Define the effects that contain other effects (roll, choose, pick, if), and the steps of a card's side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Annotated, Any, ClassVar, Literal, cast

from pydantic import Discriminator, Field, Tag, model_validator

from rules.asking import choose, pick, pick_or_done
from rules.chance import Roll
from rules.presentation import Form
from rules.vijayanagara import wording
from rules.vijayanagara.events.briefs import frame_label, label_whole
from rules.vijayanagara.events.effect import Effect
from rules.vijayanagara.events.forecast_texts import CHOOSES, describe_qualifying
from rules.vijayanagara.events.goods import (
    Eligible,
    Gain,
    Give,
    Influence,
    Lose,
    Pay,
    get_holdings,
    spell_amount,
)
from rules.vijayanagara.events.grants import MOST, CampaignGrant, CommandGrant, DecreeGrant, MongolGrant
from rules.vijayanagara.events.parts import (
    YOU,
    Scene,
    What,
    Who,
    capitalize,
    does,
    join,
    name_faction,
    read_faces,
    strip_subject,
)
from rules.vijayanagara.events.pieces import Move, Numbered, Place, Remove, Replace
from rules.vijayanagara.events.provinces import Flip, Independent, Tributary
from rules.vijayanagara.events.rehearsal import foresee
from rules.vijayanagara.events.substitution import substitute
from rules.vijayanagara.events.where import Where, describe_condition
from rules.vijayanagara.state import State
from rules.vijayanagara.trade import could_get
from rules.words import Words, in_turn, mark_text, say

Few = Annotated[int, Field(ge=1, le=MOST, strict=True)]
OPTIONS_MAX = 5  # options of a `choose`
DIE = "event"  # the kind of a roll by an Event


class RollDie(Effect):
    """A die. Each range of faces has its steps: `1-4: [...]`, `6: [...]`.

    Everybody sees the roll.
    """

    VERB: ClassVar[str] = "roll"
    faces: dict[str, tuple[Step, ...]]

    @model_validator(mode="before")
    @classmethod
    def _ranges(cls, value: Any) -> Any:
        inner = value.get(cls.VERB, value) if isinstance(value, Mapping) else value
        if not isinstance(inner, Mapping) or "faces" in inner:
            return inner
        return {"faces": {str(key): steps for key, steps in inner.items()}}

    @model_validator(mode="after")
    def _all_six(self) -> RollDie:
        if sorted(face for key in self.faces for face in read_faces(key)) != [1, 2, 3, 4, 5, 6]:
            raise ValueError("the ranges must cover the faces 1 to 6, each once")
        return self

    async def run(self, s: State, scene: Scene) -> None:
        (face,) = await Roll(1, say("a die for {card}", card=mark_text(scene.title)), None, DIE, told=True)
        s.tell("die", "The die for {card} shows {face}.", card=mark_text(scene.title), face=face)
        await run(next(steps for key, steps in self.faces.items() if face in read_faces(key)), s, scene)

    def words(self, me: str) -> str:
        parts = [
            f"on {key.replace('-', '–')} {write_sentences(steps, me, inside=True)}"
            for key, steps in self.faces.items()
            if steps
        ]
        return f"roll a die: {'; '.join(parts)}"

    def able(self, s: State, scene: Scene) -> bool:
        return any(is_any_able(steps, s, scene) for steps in self.faces.values())

    def calls_for(self, s: State, scene: Scene) -> bool:
        return any(calls_for(steps, s, scene) for steps in self.faces.values())

    def now(self, s: State, scene: Scene) -> Words | None:
        return say("a die decides") if self.able(s, scene) else None


class Choose(Effect):
    """A faction chooses one of several options.

    An option without effect is refused if another option has an effect (2.3.4). An option to decline is never
    refused. An option is also refused if one of its steps must be done in full but can't be, or if its price
    would buy nothing. These two reasons don't apply to the last option.
    """

    VERB: ClassVar[str] = "choose"
    by: Who = "EX"
    one_of: tuple[tuple[Step, ...], ...]

    @model_validator(mode="after")
    def _several(self) -> Choose:
        if not 2 <= len(self.one_of) <= OPTIONS_MAX:
            raise ValueError(f"give 2 to {OPTIONS_MAX} options")
        return self

    async def run(self, s: State, scene: Scene) -> None:
        seat = scene.who(self.by)
        keys = [str(n) for n in range(1, len(self.one_of) + 1)]

        def option(key: str, to: str = seat) -> Words:
            return scene.phrase(substitute(self._limit(s, scene), scene, to).texts()[key])

        def menu() -> dict[str, int]:
            return {key: int(key) for key in keys if not self._why_not(int(key), s, scene)}

        def list_refused() -> dict[str, Words]:
            return {key: why for key in keys if (why := self._why_not(int(key), s, scene))}

        def number_option(key: str) -> Words:
            return frame_label(int(key), option(key))

        def label(key: str) -> Words:
            steps = self.one_of[int(key) - 1]
            return label_whole(int(key), option(key), steps, foresee(steps, s, scene.read_by(seat)))

        prompt = scene.asking(
            say("you choose. {options}", options=lambda: in_turn([*map(number_option, keys)]))
        )
        number = await choose(
            seat,
            prompt,
            menu,
            list_refused,
            label=label,
            whole=option,
            phrase=wording.CHOICE,
            kind="choice",
            about=scene.step,
            skip="never" if self._waits_for_trade(seat, s, scene) else "forced",
            card=True,
        )
        s.tell("choice", "{who} “{choice}”.", who=CHOOSES[seat], choice=option(str(number), ""))
        await run(self.one_of[number - 1], s, scene)

    def _waits_for_trade(self, seat: str, s: State, scene: Scene) -> bool:
        """1.5.2: return whether a trade could bring a faction the price of an option.

        If so, the question waits for an answer even if only one option is possible now. The acting faction
        can trade before it executes the Event, so return False for it.
        """
        prices = [step for steps in self.one_of for step in steps if isinstance(step, Pay)]
        due = (price for price in prices if price.what != "Influence" and scene.who(price.of) == seat)
        return seat != s.acting and any(
            could_get(get_holdings(s, price.what), seat, price.n) for price in due
        )

    def _why_not(self, number: int, s: State, scene: Scene) -> Words | None:
        """2.3.4: return why this option can't be chosen now; None if it can."""
        if why := self._falls_short(number, s, scene):
            return why
        if not self.one_of[number - 1] or is_any_able(self.one_of[number - 1], s, scene):
            return None
        others = [n for n in range(1, len(self.one_of) + 1) if not self._falls_short(n, s, scene)]
        if any(is_any_able(self.one_of[n - 1], s, scene) for n in others):
            return say("2.3.4: choose another option, because this one has no effect now")
        return None

    def _falls_short(self, number: int, s: State, scene: Scene) -> Words | None:
        if number == len(self.one_of):
            return None
        steps = self.one_of[number - 1]
        if short := [step for step in steps if step.demanding and not step.fully(s, scene)]:
            if isinstance(short[0], Pay):
                return say("2.3.4: this price can't be paid now")
            return say("2.3.4: this can't be done in full now")
        bought = [step for step in steps if not isinstance(step, Pay)]
        if bought and len(bought) < len(steps) and not is_any_able(bought, s, scene):
            return say("2.3.4: you would pay for something that has no effect now")
        return None

    def _limit(self, s: State, scene: Scene) -> Choose:
        """Return the choice with the numbers of pieces that its options can affect now."""
        return self.model_copy(update={"one_of": tuple(limit_pieces(each, s, scene) for each in self.one_of)})

    def texts(self) -> dict[str, str]:
        """Return the options by their keys, in the words for the chooser."""
        return {str(number): self._option(steps) for number, steps in enumerate(self.one_of, 1)}

    def _option(self, steps: Sequence[Effect]) -> str:
        text = write_sentences(steps, self.by, inside=True) or "decline"
        return f"({text})" if "; or " in text else text  # brackets mark the end of an inner choice

    def words(self, me: str) -> str:
        return self.words_after(None, me)

    def words_after(self, last_step: Effect | None, me: str) -> str:
        """Return the choice in words.

        An option that repeats the previous step is short: "let the Bahmanis do the same again". If any option
        has several steps, all options are numbered.
        """
        *others, last = self.one_of
        if not last:
            deeds = join([self._option(steps) for steps in others], "or")
            if not all(steps and _write_bought(steps[0], self.by) for steps in others):
                return f"{does(self.by, me, 'may choose')}: {deeds}"
            return does(self.by, me, f"may {deeds}")
        options = [
            ("" if last_step.by == self.by else f"let {name_faction(last_step.by)} ") + "do the same again"
            if isinstance(last_step, Replace) and steps == (last_step,)
            else self._option(steps)
            for steps in self.one_of
        ]
        if any(len(steps) > 1 and not isinstance(steps[0], Pay) for steps in self.one_of):
            options = [f"({number}) {option}" for number, option in enumerate(options, 1)]
        return f"{does(self.by, me, 'choose')}: {'; or '.join(options)}"

    def able(self, s: State, scene: Scene) -> bool:
        return any(is_any_able(steps, s, scene) for steps in self._options(s, scene))

    def calls_for(self, s: State, scene: Scene) -> bool:
        return any(calls_for(steps, s, scene) for steps in self._options(s, scene))

    def now(self, s: State, scene: Scene) -> Words | None:
        options = self._options(s, scene)
        if len(options) > 1:
            # the number is needed: after "no Governors to place", "you choose" alone would seem wrong
            return say("{who} among {n} options", who=_say_who_chooses(self.by, scene), n=len(options))
        return foresee(options[0], s, scene)

    def _options(self, s: State, scene: Scene) -> list[tuple[Step, ...]]:
        return [steps for n, steps in enumerate(self.one_of, 1) if not self._why_not(n, s, scene)]


def find_first_deed(steps: Sequence[Step]) -> tuple[int, Numbered] | None:
    """Return the index of the first step that is no payment, and this step, if it is a deed to pieces."""
    index, first = next((each for each in enumerate(steps) if not isinstance(each[1], Pay)), (0, None))
    return (index, first) if isinstance(first, Numbered) else None


def limit_pieces(steps: tuple[Step, ...], s: State, scene: Scene) -> tuple[Step, ...]:
    """Return the steps of an option. The first deed to pieces has the number of pieces that it can affect.

    What later steps can do depends on the earlier ones, so they keep their numbers.
    """
    found = find_first_deed(steps)
    return steps if found is None else put_step(steps, found[0], found[1].limit(s, scene))


def put_step(steps: tuple[Step, ...], index: int, step: Effect) -> tuple[Step, ...]:
    """Return the steps with another step at one index."""
    return (*steps[:index], cast("Step", step), *steps[index + 1 :])


def _say_who_chooses(by: str, scene: Scene) -> Words:
    return say("you choose") if scene.who(by) == scene.reader else CHOOSES[scene.who(by)]


class Pick(Effect):
    """A step that picks spaces or factions, and executes other steps for each of them in turn.

    `as`: the letter for the pick.
    """

    VERB: ClassVar[str] = "pick"
    by: Who = "EX"
    space: Where | None = None
    faction: tuple[Who, ...] | None = None
    n: Few | Literal["all"] | None = None
    up_to: Few | None = None
    letter: Annotated[str, Field(alias="as", pattern="^[A-Z]$")]
    do: tuple[Step, ...]

    @model_validator(mode="after")
    def _one_each(self) -> Pick:
        if (self.space is None) == (self.faction is None):
            raise ValueError("pick either a `space` or a `faction`")
        if (self.n is None) == (self.up_to is None):
            raise ValueError("write either `n` or `up_to`")
        return self

    def _list_candidates(self, s: State, scene: Scene) -> list[str]:
        if self.space is not None:
            return self.space.spaces(s, scene)
        return [scene.who(word) for word in self.faction or ()]

    async def run(self, s: State, scene: Scene) -> None:
        if self.n == "all":
            for each in self._list_candidates(s, scene):
                await run(self.do, s, scene.with_bound(self.letter, each))
            return

        def question() -> Words:
            what = "a Faction" if self.space is None else substitute(self.space, scene).words()
            then = write_sentences(substitute(self.do, scene, scene.who(self.by)), YOU)
            return say("choose {what}. Then: {then}.", what=scene.phrase(what), then=scene.phrase(then))

        picked, about, prompt = list[str](), scene.step, scene.asking(question)
        most = self.n if self.n is not None else self.up_to or 0
        while len(picked) < most and (
            left := [one for one in self._list_candidates(s, scene) if one not in picked]
        ):
            ask = pick if self.n is not None else pick_or_done
            form: Form = "pick" if self.space is None else "place"
            one = await ask(
                scene.who(self.by), prompt, left, kind="pick", form=form, about=about, phrase=wording.PICK
            )
            if one is None:
                break
            picked.append(one)
            await run(self.do, s, scene.with_bound(self.letter, one))
        if self.n is not None and len(picked) < self.n:
            scene.short.append(self.VERB)

    def words(self, me: str) -> str:
        if self.faction is not None:
            names = [name_faction(word) for word in self.faction]
            deeds = write_sentences(self.do, me, inside=True)
            if self.n != "all":
                chosen = f"{does(self.by, me, 'choose')} {join(names, 'or')}"
                return chosen if self.opens else f"{chosen}: {deeds}"
            rivals = set(self.faction) == {"B", "V"}
            if (tested := self._words_of_test(names, rivals, me)) is not None:
                return tested
            who = f"each rival ({names[0]} first)" if rivals else join(names, "and")
            its_own = f"{name_faction(self.letter)} "
            singly = deeds.startswith(its_own) and (rivals or len(names) == 1)
            return f"{who} {deeds.removeprefix(its_own)}" if singly else f"{who}: {deeds}"
        assert self.space is not None, "it picks spaces or factions, as validated"
        if self.n == "all":
            return f"for {self.space.each()}, {write_sentences(self.do, me, inside=True)}"
        if not self.opens:
            number = self.n or self.up_to or 0
            of = "of " if self.space.names else ""
            many = f"{'up to ' if self.up_to else ''}{number} {of}{self.space.words(plural=True)}"
            return (
                f"{does(self.by, me, 'choose')} {many}; in each, {write_sentences(self.do, me, inside=True)}"
            )
        return f"{does(self.by, me, 'choose')} {self.space.words()}"  # `write_sentences` adds the inner steps

    def _words_of_test(self, names: Sequence[str], rivals: bool, me: str) -> str | None:
        """Return the words for "each faction with a piece there"; None if they don't fit.

        They fit only if the only step is an `if` that tests for a piece of the picked faction in a place.
        """
        test = self.do[0] if len(self.do) == 1 else None
        if not isinstance(test, If) or test.otherwise or test.test.model_fields_set != {"among", "has"}:
            return None
        own = [what for what in test.test.has if [owner for owner, _ in what.sorts] == [self.letter]]
        others = [what for what in test.test.has if what not in own]
        deeds = write_sentences(test.then, me, inside=True)
        its_own = f"{name_faction(self.letter)} "
        if len(own) != 1 or not deeds.startswith(its_own):
            return None
        place = Where.model_construct(among=test.test.among).describe_place()
        piece = What((("", own[0].sorts[0][1]),)).one()
        who = f"each rival with {piece} {place} ({names[0]} first)"
        if not rivals and YOU not in names:
            who = f"each of {join(names, 'and')} with {piece} {place}"
        condition = f"if {join([what.one() for what in others], 'and')} is {place}, " if others else ""
        return f"{condition}{who} {deeds.removeprefix(its_own)}"

    @property
    def opens(self) -> bool:
        """Whether exactly one space or faction is picked. Then the inner steps are sentences of their own."""
        return self.n == 1

    def able(self, s: State, scene: Scene) -> bool:
        return any(
            is_any_able(self.do, s, scene.with_bound(self.letter, one))
            for one in self._list_candidates(s, scene)
        )

    def calls_for(self, s: State, scene: Scene) -> bool:
        found = self._list_candidates(s, scene)
        return not found or any(calls_for(self.do, s, scene.with_bound(self.letter, one)) for one in found)

    def now(self, s: State, scene: Scene) -> Words | None:
        found = self._list_candidates(s, scene)
        if self.space is not None:
            n, of = len(found), len(self.space.could_be(s, scene))
            return describe_qualifying(n, of, self.space.provinces_only)
        if self.n == "all":
            texts = [foresee(self.do, s, scene.with_bound(self.letter, one)) for one in found]
            return in_turn(told) if (told := [words for words in texts if words is not None]) else None
        return say("{who} a Faction", who=_say_who_chooses(self.by, scene))

    def list_sorts(self) -> tuple[str, ...]:
        if self.n != "all":
            return (self.VERB,)
        return tuple(sort for step in self.do for sort in step.list_sorts())


class If(Effect):
    """The steps under `then` if at least one space matches `test`, else those under `else`."""

    VERB: ClassVar[str] = "if"
    test: Where
    then: tuple[Step, ...]
    otherwise: tuple[Step, ...] = Field((), alias="else")

    def _branch(self, s: State, scene: Scene) -> tuple[Step, ...]:
        return self.then if self.test.spaces(s, scene) else self.otherwise

    async def run(self, s: State, scene: Scene) -> None:
        await run(self._branch(s, scene), s, scene)

    def words(self, me: str) -> str:
        if not self.then:
            return (
                f"unless {describe_condition(self.test)}, {write_sentences(self.otherwise, me, inside=True)}"
            )
        text = f"if {describe_condition(self.test)}, {write_sentences(self.then, me, inside=True)}"
        return text + (
            f". If not, {write_sentences(self.otherwise, me, inside=True)}" if self.otherwise else ""
        )

    def able(self, s: State, scene: Scene) -> bool:
        return is_any_able(self._branch(s, scene), s, scene)

    def calls_for(self, s: State, scene: Scene) -> bool:
        return calls_for(self._branch(s, scene), s, scene)

    def now(self, s: State, scene: Scene) -> Words | None:
        return foresee(self._branch(s, scene), s, scene)

    def list_sorts(self) -> tuple[str, ...]:
        return tuple(sort for step in (*self.then, *self.otherwise) for sort in step.list_sorts())


def _find_verb(value: Any) -> str | None:
    return next(iter(value)) if isinstance(value, Mapping) and len(value) == 1 else None


Step = Annotated[
    Annotated[Gain, Tag("gain")]
    | Annotated[Lose, Tag("lose")]
    | Annotated[Give, Tag("give")]
    | Annotated[Pay, Tag("pay")]
    | Annotated[Influence, Tag("influence")]
    | Annotated[Eligible, Tag("eligible")]
    | Annotated[Place, Tag("place")]
    | Annotated[Remove, Tag("remove")]
    | Annotated[Replace, Tag("replace")]
    | Annotated[Move, Tag("move")]
    | Annotated[Flip, Tag("flip")]
    | Annotated[Tributary, Tag("tributary")]
    | Annotated[Independent, Tag("independent")]
    | Annotated[CommandGrant, Tag("command")]
    | Annotated[DecreeGrant, Tag("decree")]
    | Annotated[CampaignGrant, Tag("campaign")]
    | Annotated[MongolGrant, Tag("mongol")]
    | Annotated[RollDie, Tag("roll")]
    | Annotated[Choose, Tag("choose")]
    | Annotated[Pick, Tag("pick")]
    | Annotated[If, Tag("if")],
    Discriminator(_find_verb),
]


async def run(steps: Sequence[Effect], s: State, scene: Scene) -> None:
    """2.3.4: execute the steps in order, except those that can do nothing."""
    for step in steps:
        if step.able(s, scene):
            scene.begun.append(step.VERB)
            await step.run(s, scene)
        elif step.calls_for(s, scene):
            scene.short.append(step.VERB)
            step.tell_nothing(s, scene)


def is_any_able(steps: Sequence[Effect], s: State, scene: Scene) -> bool:
    """Return whether any of the steps would do something now."""
    return any(step.able(s, scene) for step in steps)


def calls_for(steps: Sequence[Effect], s: State, scene: Scene) -> bool:
    """Return whether the card wants any of the steps to do anything now (`Effect.calls_for`)."""
    return any(step.calls_for(s, scene) for step in steps)


def write_sentences(steps: Sequence[Effect], me: str, inside: bool = False) -> str:
    """Return the steps in words, without the first capital and the last full stop.

    Some steps share a sentence with the step before them, such as two gains of one faction. `inside`: whether
    the steps are part of another effect. If so, they form one sentence with "then": "gain 1, then lose 2".
    """
    texts: list[str] = []
    last: Effect | None = None
    for step in _flatten(steps):
        if isinstance(step, Gain) and isinstance(last, Gain) and step.of == last.of:
            texts[-1] += (
                f"{' and' if isinstance(step.n, int) else ', and'} {spell_amount(step.n, step.what, me)}"
            )
        elif isinstance(step, Choose):
            texts.append(step.words_after(last, me))
        elif isinstance(step, Place) and isinstance(last, Place) and (more := step.after(last, texts[-1])):
            texts[-1] = more
        elif (
            inside
            and isinstance(last, Pay)
            and not isinstance(step, Pay)
            and (bought := _write_bought(step, last.of))
        ):
            texts[-1] += f" to {bought}"
        else:
            texts.append(step.words(me))
        last = step
    if not inside:
        return ". ".join([*texts[:1], *map(capitalize, texts[1:])])
    return ", then ".join([*texts[:1], *(strip_subject(text, before) for before, text in pairwise(texts))])


def _write_bought(step: Effect, payer: str) -> str:
    """Return what the payer gets to do for the price, as an infinitive: "place 1 Fort".

    Return "" if another faction does the deed, or if the payer may decline it.
    """
    deed = step.words(payer).removeprefix("you ")
    own = payer == getattr(step, "by", getattr(step, "of", None))
    return deed if own and not deed.startswith("may ") else ""


def _flatten(steps: Sequence[Effect]) -> Iterator[Effect]:
    """Yield the steps. After a `pick` of exactly one space or faction, yield its inner steps too."""
    for step in steps:
        yield step
        if isinstance(step, Pick) and step.opens:
            yield from _flatten(step.do)
