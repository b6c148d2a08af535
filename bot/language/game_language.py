"""Read a game's sentences and names in the current language, from the catalogue in the game's folder.

A game's catalogue is `rules/<game>/<language>/rules.po`. Sentences that all games use (refusals of the
kernel, typed orders) are in `rules/<language>/common.po`. If a game has no catalogue, only these common
sentences are translated. The context of a name is its key in the game, such as `delhi`. A sentence can need a
name in a special form: `{space|dans}` needs the form "dans". The entry with the context `delhi|dans` gives
this form of `delhi`. Translators can read docs/how-to/translate.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from bot.language.catalogue import EMPTY, Catalogue, read_catalogue
from bot.language.grammar import FORM, read_grammar, split_parts
from bot.language.words import find_joint, format_number_in, get_language, join_in_language
from rules.face import find_package
from rules.kernel import Rules
from rules.words import AS_IS, ENGLISH, Name, Tongue, Words, figure, inside, join_apart, put_together

COMMON = "common.po"
RULES = "rules.po"
CLAUSES = "; "
WORD = "glossary"  # the context of words that a game explains


class GameTranslation(Tongue):
    """A game in one language other than English."""

    def __init__(self, rules: Rules, language: str) -> None:
        self._rules, self._language = rules, language
        self._usage = read_grammar(language)
        # A game that is not a package has no folder for a catalogue.
        package = find_package(rules)
        self.own: Catalogue = read_catalogue(package, RULES, language) if package else EMPTY
        self.common: Catalogue = read_catalogue("rules", COMMON, language)

    @property
    def language(self) -> str:
        return self._language

    @property
    def english(self) -> Name:
        name: Name = self._rules.name
        return name

    def __call__(self, key: str) -> str:
        return self.find_name(key)

    def translate_text(self, english: str, context: str = "") -> str | None:
        """Return the translation of an English sentence or name; None if it has no translation."""
        return self.own.translate(english, context) or self.common.translate(english, context)

    def _translate(self, words: Words) -> str | None:
        """Return the translation of a sentence, singular or plural; None if it has no translation."""
        text = words.text
        if isinstance(text, str):
            return self.translate_text(text)
        return self.own.translate_count(text, words.number) or self.common.translate_count(text, words.number)

    def find_name(self, key: str, form: str = "") -> str:
        """Return the name of a key, in the given form such as "dans"."""
        english = self.english(key)
        if form:
            own = self.translate_text(english, f"{key}{FORM}{form}")
            return own or self._usage.join(f"{form} ", self.find_name(key))
        if (name := self.translate_text(english, key)) is not None:
            return name
        if (words := self._rules.EXTRAS.languages.compose_name(key)) is not None:
            return self.says(words)
        return self.translate_text(english) or english

    def says(self, words: Words) -> str:
        return self._write(words, "")

    def _write(self, words: Words, form: str) -> str:
        if words.row in ("and", "or"):
            parts, name = words.args.values(), partial(self.find_name, form=form)
            apart = join_apart(parts, name, find_joint(self._language)) if words.row == "and" else ""
            return apart or join_in_language(
                [self._write_part(each, form) for each in parts], words.row, self._language
            )
        if words.row:
            joint = self._usage.clauses if words.row == CLAUSES else words.row
            return joint.join(self._write_part(each, form) for each in words.args.values())
        if words.args is AS_IS:
            return self._add_form(words.english, form)
        said = self._translate(words)
        if said is None and any(
            letter.isalpha() for text, _, _ in split_parts(words.english) for letter in text
        ):
            self.missing(words)
            return self._add_form(put_together(words, self.english), form)
        match split_parts(said or words.english):
            case (("", place, own),) if place:  # nothing but a `{place}`; the form goes to the text in it
                return self._write_part(words.args[place], own or form)
            case _:
                return self._add_form(self._fill(said or words.english, words.args), form)

    def missing(self, words: Words) -> None:
        """Do nothing about a sentence without a translation. Tests replace this method."""

    def _fill(self, sentence: str, args: Mapping[str, object]) -> str:
        if not args:
            return sentence
        return self._usage.fill(sentence, lambda place, form: self._write_part(args[place], form))

    def _write_part(self, value: object, form: str) -> str:
        if callable(value):
            value = value()
        if isinstance(value, Words):
            return self._write(value, form)
        if isinstance(value, str):
            return self.find_name(value, form)
        if isinstance(value, float):
            return format_number_in(value, "0.0", self._language)
        return self._add_form(str(figure(value)), form)

    def _add_form(self, text: str, form: str) -> str:
        return self._usage.join(f"{form} ", text) if form else text

    def inside(self, label: str) -> str:
        return self._usage.inside(label)


class SpokenLanguage(Tongue):
    """A game in the language that is current when a text is read."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._foreign: dict[str, GameTranslation] = {}

    def _find_translation(self) -> GameTranslation | None:
        language = get_language()
        if language == ENGLISH:
            return None
        if language not in self._foreign:
            self._foreign[language] = GameTranslation(self._rules, language)
        return self._foreign[language]

    @property
    def language(self) -> str:
        return get_language()

    @property
    def english(self) -> Name:
        name: Name = self._rules.name
        return name

    def __call__(self, key: str) -> str:
        now = self._find_translation()
        return self.english(key) if now is None else now(key)

    def says(self, words: Words) -> str:
        now = self._find_translation()
        return put_together(words, self.english) if now is None else now.says(words)

    def word(self, english: str) -> str:
        """Return a word of the game's glossary, and its inflected forms if it has some: "horse|horses"."""
        now = self._find_translation()
        return english if now is None else now.translate_text(english, WORD) or english

    def inside(self, label: str) -> str:
        now = self._find_translation()
        return inside(label) if now is None else now.inside(label)
