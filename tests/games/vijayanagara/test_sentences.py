"""Every sentence for players in random games: correct plurals, and no internal words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from rules.chance import draw_by_numbers
from rules.kernel import Ask, Live, Pending, list_options
from rules.vijayanagara import wording
from rules.vijayanagara.events import SIDES
from rules.vijayanagara.names import NAMES
from rules.vijayanagara.options import Options
from rules.vijayanagara.sequence.succession import SHIFTS
from rules.vijayanagara.sequence.turn import CHOICES
from rules.words import say
from tests.games.vijayanagara.table import GAME

SINGULARS = {NAMES[f"1-{kind}"]: name for kind, name in NAMES.items() if f"1-{kind}" in NAMES}
PLURALS = "|".join(sorted({name for one, name in SINGULARS.items() if one != name}, key=len, reverse=True))
WRONG = {
    "one of several": rf"(?<![\d.])1 ({PLURALS})\b",
    "none in figures": r"(?<![\d.(+−-])\b0 [A-Z][a-z]",
    "an article's capital in mid-sentence": r"(?<=[a-z,;] )The (Sultanate|Bahmani|Mongol|Rajput|Mountain)",
    "a space without its article": r"(?<!the )(?<!The )\b(Rajput Kingdoms|Mountain Passes)",
    "a key": r"\{|\b[a-z]+-(amirs|rajas|kingdoms|passes|in-\w+)\b|\bevent-\d",
    "a verb of one for several": r"([2-9]|\d\d) [A-Z]\w*( [A-Z]\w*)? (goes|stays|joins|turns|sets out|is)\b",
    "a verb of several for one": r"(?<!\d)(?<!and )1 [A-Z]\w*( [A-Z]\w*)? (go|stay|join|turn|set out|are)\b",
    "a hole": r"  | [.,;:?]|\.\.|None|: nothing\.",
}
LONGEST_LABEL = 60


@pytest.fixture(scope="module")
def sentences() -> dict[str, set[str]]:
    """Return the texts of 15 random games by sort: questions, labels, refusals, stories, dice, headlines."""
    found: dict[str, set[str]] = {}
    for seed in range(15):
        for sort, text in _said(Random(seed)):
            found.setdefault(sort, set()).add(text)
    return found


def _said(rng: Random) -> Iterator[tuple[str, str]]:
    state = GAME.setup(Options(timurs_shadow=rng.random() < 0.3))
    while not GAME.over(state):
        live = Live(GAME, GAME.load(GAME.dump(state)))
        state = live.state
        while (pending := live.pending) is not None:
            yield from _asked(pending)
            live.answer(_anything(pending, rng))
        yield from (("story", line.words.read(GAME.name)) for line in state.story)
        view = GAME.view(state, None)
        yield "headline", view.headline
        yield from (("standing", str(stand)) for _, stand in view.standing)


def _asked(pending: Pending) -> Iterator[tuple[str, str]]:
    text = pending.prompt.read(GAME.name)
    if not isinstance(pending, Ask):
        yield "chance", text
        return
    yield "question", re.sub(r"\n +- ", "\n- ", text)  # the lines of a list may be indented
    for option in list_options(GAME, pending):
        yield ("refusal", option.why_not) if option.why_not else ("label", option.label)


def _anything(pending: Pending, rng: Random) -> object:
    match pending:
        case Ask():
            return rng.choice(list(pending.menu().values()))
        case _:
            return pending.read(draw_by_numbers(rng.randrange, pending))


@pytest.mark.parametrize("wrong", WRONG)
def test_1_1_no_sentence_is_wrong(sentences: dict[str, set[str]], wrong: str) -> None:
    """Numbers and nouns, nouns and verbs agree; spaces and factions have their articles; no key shows."""
    figures = {"standing", "headline"} if wrong == "none in figures" else set()
    texts = (text for sort in sorted(sentences) if sort not in figures for text in sorted(sentences[sort]))
    assert list(islice((text for text in texts if re.search(WRONG[wrong], text)), 5)) == []


def test_1_1_a_label_fits_its_button(sentences: dict[str, set[str]]) -> None:
    """Nothing that is chosen is cut off on a phone."""
    assert [label for label in sentences["label"] if len(label) > LONGEST_LABEL] == []


def test_1_1_a_question_asks_and_a_refusal_gives_its_rule(sentences: dict[str, set[str]]) -> None:
    """A question ends as one, or lists what it offers; a refusal begins with the number of its rule."""
    assert [
        text
        for text in sentences["question"]
        if text[-1] not in "?." and "you choose. 1: " not in text and "\n- " not in text
    ] == []
    assert [text for text in sentences["refusal"] if not re.match(r"\d\.\d", text) or text[-1] in ".?!"] == []


def test_1_1_a_story_line_ends(sentences: dict[str, set[str]]) -> None:
    """Each line of a story is a sentence."""
    assert [text for text in sentences["story"] if not text.endswith(".")] == []


def test_2_3_3_options_sides_and_shifts_of_an_order_say_what_the_seat_does() -> None:
    """An order doesn't only repeat the label of its button: "Use the unshaded side."."""
    option = wording.make_option(say("a card"), None)
    asked = [(option, CHOICES[:-1]), (wording.SIDE, SIDES), (wording.SHIFTS, tuple(SHIFTS))]
    for phrase, keys in asked:
        assert phrase.answer is not None
        for key in keys:
            words, label = phrase.answer(key).read(GAME.name), GAME.name(key)
            assert words.casefold() != label.casefold()
            assert not words.startswith(label)
