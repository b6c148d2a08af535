"""List all texts of a deck's cards for translation.

The list has the texts of the sides. It also has parts of the questions and of the story lines that appear
while a side is executed. Each text is listed for every faction that may be asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rules.vijayanagara.board import FACTIONS, RIVALS, SPACES
from rules.vijayanagara.events import SIDES, list_challengers
from rules.vijayanagara.events.deckfile import BUILT_IN, Deck, load_deck
from rules.vijayanagara.events.effect import Effect
from rules.vijayanagara.events.grants import CampaignGrant, CommandGrant, DecreeGrant
from rules.vijayanagara.events.parts import YOU, Scene
from rules.vijayanagara.events.pieces import Numbered
from rules.vijayanagara.events.steps import (
    Choose,
    If,
    Pick,
    RollDie,
    find_first_deed,
    put_step,
    write_sentences,
)
from rules.vijayanagara.events.substitution import substitute
from rules.vijayanagara.events.where import Count
from rules.vijayanagara.vocabulary import MANY

COUNTED = range(1, 7)  # a text with a counted number is listed for each of these values


def list_texts() -> list[str]:
    """Return all texts of the built-in decks, each once."""
    return list(dict.fromkeys(text for name in BUILT_IN for text in _list_of_deck(load_deck(name))))


def _list_of_deck(deck: Deck) -> Iterator[str]:
    yield deck.title
    for card in deck.cards:
        yield card.title
        yield from (text for side in SIDES if (text := card.text(side)))
        for side in SIDES:
            steps = card.side(side)
            for faction in FACTIONS:
                for rival in list_challengers(faction, steps):
                    yield from _list_of_steps(steps, Scene(faction, rival))


def _list_of_steps(steps: Sequence[Effect], scene: Scene) -> Iterator[str]:
    for step in steps:
        yield from _list_of_step(step, scene)
        match step:
            case RollDie():
                for inner in step.faces.values():
                    yield from _list_of_steps(inner, scene)
            case Choose():
                for inner in step.one_of:
                    yield from _list_of_steps(inner, scene)
            case If():
                yield from _list_of_steps((*step.then, *step.otherwise), scene)
            case Pick():
                for one in _list_bound(step, scene):
                    yield from _list_of_steps(step.do, scene.with_bound(step.letter, one))


def _list_bound(step: Pick, scene: Scene) -> list[str]:
    """Return the values that a letter may get. Of values with the same wording, return only one."""
    if step.space is None:
        return [scene.who(word) for word in step.faction or ()]
    alike = next(space for space in SPACES if space not in MANY and space not in RIVALS)
    return (
        [alike, *MANY] if not step.space.among else [alike, *(one for one in MANY if one in step.space.among)]
    )


def _list_numbers(step: Numbered) -> list[Numbered]:
    """Return copies of the step, one for each number of pieces that its question may name."""
    if isinstance(step.n, int):
        numbers: Iterable[int] = range(step.n, 0, -1)
    elif isinstance(step.n, Count) or (isinstance(step.n, str) and step.n != "all"):
        numbers = COUNTED
    else:
        return [step]
    return [step.model_copy(update={"n": n}) for n in numbers]


def _list_choices(step: Choose) -> Iterator[Choose]:
    """Yield the choice, and a copy for each number of pieces that the first deed of an option may have."""
    yield step
    for place, steps in enumerate(step.one_of):
        if found := find_first_deed(steps):
            index, deed = found
            for each in _list_numbers(deed) if isinstance(deed.n, int) else ():
                options = (*step.one_of[:place], put_step(steps, index, each), *step.one_of[place + 1 :])
                yield step.model_copy(update={"one_of": options})


def _list_of_step(step: Effect, scene: Scene) -> Iterator[str]:
    """Yield the questions and lines of one step."""
    match step:
        case Numbered():
            seat = scene.who(step.by)
            for each in _list_numbers(step):
                yield substitute(each, scene, seat).words(YOU)
        case Choose():
            for choice in _list_choices(step):
                yield from substitute(choice, scene, scene.who(step.by)).texts().values()
                yield from substitute(choice, scene).texts().values()
        case Pick() if step.n != "all":
            yield "a Faction" if step.space is None else substitute(step.space, scene).words()
            yield write_sentences(substitute(step.do, scene, scene.who(step.by)), YOU)
        case CommandGrant() | DecreeGrant():
            yield substitute(step, scene, scene.who(step.of)).words(YOU)
        case CampaignGrant():
            yield f"you {substitute(step, scene).words('D')}"
