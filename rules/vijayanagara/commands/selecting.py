"""3.1.1 Selecting Spaces: ask for the spaces of a Command, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from rules.asking import amounts, count, fill_most, label_amount, pick, pick_or_done
from rules.vijayanagara import wording
from rules.vijayanagara.board import MAP, PROVINCES, SPACES
from rules.vijayanagara.commands.terms import Terms, WhyNotSelected
from rules.vijayanagara.state import State
from rules.words import Words, agreeing, join_list, say

MOST_PLACED = 5  # 3.2.1: the most pieces that any Command places in a space: Troops in Delhi
FEWER = "fewer"  # 3.2.1, 3.3.1, 3.4.1: the answer of a player who wants fewer pieces than possible
INTO = ("march", "migrate")  # the Commands that move Units into the selected spaces
SELECT = {  # the question of each Command for its first space
    "conscript": "Conscript in which space?",
    "march": "March to which space?",
    "govern": "Govern in which space?",
    "attack": "Attack in which space?",
    "rally": "Rally in which Province?",
    "migrate": "Migrate to which Province?",
    "rebel": "Rebel in which Province?",
}
ANOTHER = {  # the question for a further space
    "conscript": "Conscript in another space too?",
    "march": "March to another space too?",
    "govern": "Govern in another space too?",
    "attack": "Attack in another space too?",
    "rally": "Rally in another Province too?",
    "migrate": "Migrate to another Province too?",
    "rebel": "Rebel in another Province too?",
}
APART = frozenset(map(frozenset, MAP.vindhya.apart))


@dataclass(slots=True)
class UpTo:
    """3.2.1, 3.3.1, 3.4.1: the pieces that a Command places in each space, "up to" a number.

    The highest possible number is placed, unless the player asks for fewer.
    """

    sort: str
    most: Callable[[str], int]  # returns the highest number for a space
    fewer: int | None = None  # the number for the space just selected; None: as many as possible

    def choices(self, spaces: Iterable[str]) -> list[str]:
        """Return the answers ("1-troops") for fewer pieces than the highest limit of these spaces."""
        return self.below(max(map(self.most, spaces), default=0))

    def below(self, most: int = MOST_PLACED) -> list[str]:
        """Return the answers for fewer than `most` pieces."""
        return [f"{n}-{self.sort}" for n in range(1, most)]


@dataclass(slots=True)
class _Selection:
    """3.1.1: the spaces of a Command while they are being selected, and the question for the next one."""

    s: State
    faction: str
    command: str
    chosen: list[str]
    terms: Terms
    rule: WhyNotSelected
    up_to: UpTo | None

    @property
    def complete(self) -> bool:
        """Whether no further space may be selected."""
        return self.terms.most is not None and len(self.chosen) >= self.terms.most

    @property
    def lead(self) -> str:
        """The preposition before the name of the space."""
        return "to" if self.command in INTO else "in"

    @property
    def prompt(self) -> Words:
        """The question for the next space."""
        if not self.chosen:
            return say(SELECT[self.command])
        another = say(ANOTHER[self.command])
        return say("{another} So far: {spaces}.", another=another, spaces=join_list(self.chosen))

    def why_not(self, space: str) -> Words | None:
        """Return why this space can't be the next one."""
        if space in self.chosen:
            return say("3.1.1: you have selected {space} for this Command already", space=space)
        return why_not_selected(self.s, self.faction, space, self.terms, self.rule)

    def most(self) -> int:
        """Return how many spaces may be selected at once."""
        if self.command == "attack":  # the faction sees the dice of an Attack before it selects again
            return 1
        affordable = len(SPACES) if self.terms.free else self.s.resources[self.faction]
        left = len(SPACES) if self.terms.most is None else self.terms.most - len(self.chosen)
        return min(affordable, left)

    def numbers(self) -> list[str]:
        """Return the answers that ask for fewer pieces; [] if the player can't place fewer."""
        if self.up_to is None:
            return []
        return self.up_to.choices([space for space in SPACES if self.why_not(space) is None])

    async def ask(self) -> str | None:
        """Ask for the next space. Return None if there is none."""
        typed = [] if self.up_to is None else self.up_to.below()
        extra = (*typed, FEWER)

        def items() -> Iterator[str]:
            yield from SPACES  # these come first, because answers with numbers are rarely needed
            found = self.numbers()
            yield from found
            if found:
                yield FEWER

        ask = pick if len(self.chosen) < self.terms.least else pick_or_done
        answer = await ask(
            self.faction,
            self.prompt,
            items,
            lambda key: None if key in extra else self.why_not(key),
            kind=f"{self.command}-{self.lead}",
            form="place",
            lead=self.lead,
            phrase=wording.make_where(self.command, self.lead, FEWER),
            hollow=self.terms.alone and not self.chosen,
            empty=not self.chosen,
            many=self.most,
            bare=extra,
            typed=extra,
            label=lambda key: label_amount(key) if key in typed else say("{key}", key=key),
        )
        return answer if self.up_to is None or answer is None else await self._fewer(self.up_to, answer)

    async def _fewer(self, up_to: UpTo, answer: str) -> str:
        """Return the space that this answer selects. If fewer pieces are wanted, store the number in `up_to`.

        The answer is a space, a number of pieces, or `FEWER`. After `FEWER`, ask how many pieces at
        most. After a number, ask for the space.
        """
        up_to.fewer = None
        if answer == FEWER:
            how = say("{command}: how many {pieces} at most?", command=self.command, pieces=up_to.sort)
            answer = await pick(
                self.faction,
                how,
                self.numbers,
                kind="fewer",
                label=label_amount,
                amounts=True,
                phrase=wording.FEWER_THERE,
            )
        if answer not in up_to.below():
            return answer
        up_to.fewer = int(answer.partition("-")[0])
        return await pick(
            self.faction,
            self.prompt,
            SPACES,
            self.why_not,
            kind=f"{self.command}-{self.lead}",
            form="place",
            about=FEWER,
            lead=self.lead,
            phrase=wording.make_where(self.command, self.lead),
        )


async def select_space(
    s: State,
    faction: str,
    command: str,
    chosen: list[str],
    terms: Terms,
    why_not: WhyNotSelected,
    up_to: UpTo | None = None,
) -> str | None:
    """3.1.1 Selecting Spaces: ask for the next space of this Command, and pay for it.

    No space can be selected twice. Return None when the selection is complete. The question asks for no
    number, but a player may type one ("3 Troops in Delhi") or choose `FEWER`.

    Args:
        command: the key of the Command
        chosen: the spaces so far; the new one is added
        up_to: what the Command places there; None: nothing
    """
    selection = _Selection(s, faction, command, chosen, terms, why_not, up_to)
    space = None if selection.complete else await selection.ask()
    if space is None:
        _tell_cost(s, faction, command, chosen, terms)
        return None
    chosen.append(space)
    s.pay(faction, 0 if terms.free else 1)
    s.owed.clear()
    return space


def _tell_cost(s: State, faction: str, command: str, chosen: Sequence[str], terms: Terms) -> None:
    """3.1: add the cost of the Command to the story. Called when all its spaces are selected."""
    if chosen and not terms.free:
        cost = count(len(chosen), "resources")
        s.tell("cost", "{command}: {faction} pays {cost}.", command=command, faction=faction, cost=cost)


def why_not_selected(
    s: State, faction: str, space: str, terms: Terms, why_not: WhyNotSelected
) -> Words | None:
    """3.1.1: return why this space can't be selected on these terms.

    This ignores which spaces are already selected for the Command.
    """
    if terms.among is not None and space not in terms.among:
        return say("3.1.3: the Event does not grant this Command in {space}", space=space)
    if not terms.free and s.resources[faction] < 1:
        return say("3.1: each selected space costs 1 Resource, and you have none left")
    return why_not_province(faction, space) or why_not(s, faction, space)


def explain_not_adjacent(rule: str, origin: str, to: str) -> Words:
    """1.3.5, 1.3.6: return why no Unit can move from `origin` to `to`."""
    if {origin, to} in APART:
        return say("1.3.6: the Vindhya Range lies between {origin} and {to}", origin=origin, to=to)
    return say("{rule}: {origin} and {to} are not adjacent", rule=rule, origin=origin, to=to)


def why_not_province(faction: str, space: str) -> Words | None:
    """3.1.1: return why a rival can't select this space: it is no Province. None if it can be selected."""
    if faction == "sultanate" or space in PROVINCES:
        return None
    text = "3.1.1: {space} can't be selected, only Provinces can"
    return say(text, space=space)


async def ask_how_many(s: State, faction: str, space: str, up_to: UpTo) -> int:
    """Return how many pieces to place in the space just selected: all, unless the player wanted fewer.

    If placing all pieces would empty the box (1.4.6), ask the faction. Otherwise don't ask, because more
    pieces are rarely worse.
    """
    sort, most = up_to.sort, up_to.most(space)
    there = s.box[sort]
    if up_to.fewer is not None:
        return min(up_to.fewer, most, there)
    if there > most or min(there, most) == 1:
        return min(there, most)
    text = "Only {left} {are} Available: how many do you place in {space}?"
    prompt = say(text, left=count(there, sort), are=agreeing(there, "are"), space=space)
    supply = {sort: min(there, most)}
    fill = fill_most(supply, most)
    return (
        await amounts(
            faction, prompt, supply, most, 1, kind="place", about=space, fill=fill, phrase=wording.PLACE
        )
    )[sort]
