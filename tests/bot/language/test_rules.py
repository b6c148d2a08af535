"""The rules in other languages: every sentence has a translation with its placeholders, and no others."""

from __future__ import annotations

import random
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

import rules
from bot.language.catalogue import Catalogue, Entry, read
from bot.language.game_language import COMMON, RULES, GameTranslation
from bot.language.grammar import FORM, read_grammar
from bot.language.words import LANGUAGES, SOURCE
from rules.kernel import begin, list_options, resume, submit
from rules.loading.games import GAMES
from rules.words import Said, Words, as_is, in_turn, join_list, mark_text, read_said, say
from tests.bot.language.places import odd_places
from tests.every_game.tiers import COMPLETE, PLAYABLE
from tools import messages

STEPS = 120  # of a random game
HERE = Path(rules.__file__).parent
FOLDERS = {key: messages.find_folder(game) for key, game in PLAYABLE.items()}
SPOKEN = {
    key: sorted(path.parent.name for path in folder.glob(f"*/{RULES}")) for key, folder in FOLDERS.items()
}
CATALOGUES = [
    *(pytest.param("", path, id=f"common {path.parent.name}") for path in sorted(HERE.glob(f"*/{COMMON}"))),
    *(
        pytest.param(key, FOLDERS[key] / language / RULES, id=f"{key} {language}")
        for key, languages in SPOKEN.items()
        for language in languages
    ),
]
TEMPLATES = ["", *(key for key, languages in SPOKEN.items() if languages)]


Forms = tuple[str, tuple[str, ...]]  # context, English in one or two forms


@cache
def said_by(key: str) -> tuple[set[Forms], list[str]]:
    """Return what a game ("": the kernel) says, and the texts that can't be translated."""
    found, lost = messages.find_sentences(PLAYABLE[key]) if key else messages.find_common()
    return {(context, (text,) if isinstance(text, str) else text) for context, text in found}, lost


def entries(path: Path) -> dict[Forms, Entry]:
    """Return the entries of a catalogue."""
    return {(entry.context, entry.english): entry for entry in read(path).entries.values()}


def test_which_games_can_be_read_in_which_languages() -> None:
    """Every complete game is translated into every language of the bot, and the example is."""
    others = sorted({*LANGUAGES} - {SOURCE})
    assert {key: SPOKEN[key] for key in (*COMPLETE, "mela")} == dict.fromkeys((*COMPLETE, "mela"), others)
    assert sorted(path.parent.name for path in HERE.glob(f"*/{COMMON}")) == sorted({*LANGUAGES} - {SOURCE})


@pytest.mark.parametrize("key", TEMPLATES)
def test_every_sentence_can_be_found_in_the_source(key: str) -> None:
    assert said_by(key)[1] == []


@pytest.mark.parametrize("key", TEMPLATES)
def test_the_template_is_up_to_date(key: str) -> None:
    kept = entries(FOLDERS[key] / "rules.pot" if key else HERE / "common.pot")
    assert said_by(key)[0] ^ kept.keys() == set(), "run: make messages"


@pytest.mark.parametrize(("key", "path"), CATALOGUES)
def test_every_sentence_is_said_in_the_other_language(key: str, path: Path) -> None:
    kept, wanted = entries(path), said_by(key)[0]
    assert sorted(one for one in wanted if one not in kept or not kept[one].said) == []
    plain = {one for one in kept if FORM not in one[0]}
    assert sorted(plain - wanted) == [], "said by nobody any more, or its English has changed"
    assert {context.partition(FORM)[0] for context, _ in kept if FORM in context} <= {
        context for context, _ in wanted
    }
    assert [odd for entry in kept.values() for odd in odd_places(entry)] == []


class Listening(GameTranslation):
    """A game in another language that records untranslated texts."""

    def __init__(self, rules: Any, language: str) -> None:
        super().__init__(rules, language)
        self.missed: set[str] = set()

    def missing(self, words: Words) -> None:
        self.missed.add(words.english)


class Face:
    """The face of a game in this language."""

    def __init__(self, game: Any, name: GameTranslation) -> None:
        self.game, self.name = game, name

    def __getattr__(self, attribute: str) -> Any:
        return getattr(self.game, attribute)


@pytest.mark.parametrize(
    ("key", "language"), [(key, language) for key, languages in SPOKEN.items() for language in languages]
)
def test_nothing_that_is_read_in_games_stays_english(key: str, language: str) -> None:
    game: Any = PLAYABLE[key]
    tongue = Listening(game, language)
    face: Any = Face(game, tongue)
    chosen = random.Random(1)
    step = begin(face, game.dump(game.setup(game.Options())), "1")
    while step.live.pending is not None:
        ask: Any = step.live.pending
        ask.prompt.read(tongue)
        assert not ask.presentation.lead or tongue.translate_text(f"{ask.presentation.lead} {{answer}}")
        list_options(face, ask)
        if (captions := game.EXTRAS.languages.captions(step.live.state)) is not None:
            parts = [part for _, each in captions.standing for part in each]
            assert all(isinstance(part, Words) and part.read(tongue) for part in parts)
            assert isinstance(captions.headline, Words)
            captions.headline.read(tongue)
        step = submit(face, step.game, ask.seat, [chosen.choice(list(ask.menu()))])
        for turn in (*step.closed, step.game):
            for line in resume(face, turn).state.story:
                line.words.read(tongue)
    assert tongue.missed == set()


@pytest.mark.parametrize(
    ("key", "language"), [(key, language) for key, languages in SPOKEN.items() for language in languages]
)
def test_nothing_that_is_told_beside_a_game_stays_english(key: str, language: str) -> None:
    """Standing answers, warnings of previews, chapters, digests, and the parts of points."""
    game: Any = PLAYABLE[key]
    extras = game.EXTRAS
    tongue = Listening(game, language)
    face: Any = Face(game, tongue)
    said: list[Said] = []
    for policy in extras.plans.policies:
        values = [words for seat in game.seats(game.Options()) for words in policy.values(seat).values()]
        said += [policy.title, *values]
    chosen = random.Random(3)
    step = begin(face, game.dump(game.setup(game.Options())), "3")
    first = game.view(step.live.state, None)
    for _ in range(STEPS):
        ask: Any = step.live.pending
        if ask is None:
            break
        said += extras.prose.forecast(step.live.state, ask.seat, ask)
        step = submit(face, step.game, ask.seat, [chosen.choice(list(ask.menu()))])
        story = [line for turn in step.closed for line in resume(face, turn).state.story]
        now = game.view(step.live.state, None)
        if step.closed:
            said += [extras.prose.chapter(now), *chain(*extras.prose.digest(first, now, story, ""))]
    if extras.scores is not None:
        said += extras.scores.parts(game.view(step.live.state, None)).values()
    assert [words for words in said if not isinstance(words, Words) and words] == []
    assert all(read_said(words, tongue) for words in said if words)
    assert tongue.missed == set()


def test_names_take_the_words_before_them() -> None:
    french = read_grammar("fr")
    assert french.join("les Forts de ", "le Sultanat") == "les Forts du Sultanat"
    assert french.join("De ", "les Émirs") == "Des Émirs"
    assert french.join("venus de ", "Andhra") == "venus d’Andhra"
    assert french.join("face à ", "le Sultanat") == "face au Sultanat"
    assert french.join("le siège de **", "Le Sultanat") == "le siège du **Sultanat"
    assert french.join("le siège de **", "Andhra") == "le siège d’**Andhra"
    assert french.join("code ", "le Sultanat") == "code le Sultanat"
    assert french.join("alors que ", "Émile") == "alors qu’Émile"
    assert french.inside("Le Sultanat") == "le Sultanat"


def test_what_translators_type_is_set_as_the_language_is_printed() -> None:
    french = read_grammar("fr").typeset
    assert french("L'ordre « {said} » : 5 % ?") == ("L’ordre «\u202f{said}\u202f»\u202f: 5\u202f%\u202f?")
    assert read_grammar("eo").typeset("L'ordre : {said}") == "L'ordre : {said}"


def test_sentences_are_put_together_in_the_other_language() -> None:
    french = GameTranslation(GAMES["aadu_huli"], "fr")
    stands = say("{rule}: a {kind} is on {end}", rule="5.5.2", kind="goat", end="3b")
    assert stands.read(french) == "5.5.2\u202f: une Chèvre est en 3B"
    assert say("no {kind}", kind="tiger").read(french) == "Aucun Tigre"
    assert join_list(["north", "south"]).read(french) == "Nord et Sud"
    assert join_list(["north", "south"], "or").read(french) == "Nord ou Sud"
    assert in_turn(["north", as_is("north")]).read(french) == "Nord\u202f; north"
    assert join_list([]).read(french) == "Rien"


def test_what_somebody_typed_is_read_as_it_is() -> None:
    french = Listening(GAMES["aadu_huli"], "fr")
    assert as_is("{goat} } {").read(french) == "{goat} } {"
    assert as_is("The game is a draw.").read(french) == "The game is a draw."
    assert mark_text("The game is a draw.").read(french) == "La partie est nulle."
    assert french.missed == set()


def test_a_sentence_without_a_translation_is_english_as_a_whole() -> None:
    french = GameTranslation(GAMES["aadu_huli"], "fr")
    assert (
        say("{north} and −{n} {kind}!", north="north", n=2, kind="goat").read(french) == "North and −2 Goat!"
    )


def test_a_catalogue_without_its_file_is_empty() -> None:
    assert isinstance(GameTranslation(GAMES["aadu_huli"], "eo").own, Catalogue)
    assert say("{seat}", seat="north").read(GameTranslation(GAMES["aadu_huli"], "eo")) == "North"
