"""Wrap the `Rules` of each game, so that names and texts come in the current language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, cast

from bot.language.game_language import SpokenLanguage
from bot.language.words import SOURCE, get_language
from rules.ask import Option
from rules.documents import read_lines
from rules.face import find_package
from rules.kernel import Rules, View
from rules.state import Stand, State
from rules.words import read_said, say, within

KEPT = 128  # how many states of a game stay in memory: the states that were read last


class LocalizedGames(Mapping[str, Rules]):
    """The games, with their names and texts in the current language."""

    def __init__(self, games: Mapping[str, Rules]) -> None:
        self._games = games
        self._faces: dict[str, Rules] = {}

    def __getitem__(self, key: str) -> Rules:
        if key not in self._faces:
            self._faces[key] = LocalizedGame(self._games[key])
        return self._faces[key]

    def __contains__(self, key: object) -> bool:
        return key in self._games

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def __len__(self) -> int:
        return len(self._games)


class LocalizedGame:
    """The `Rules` of a game in the current language: names, views, short rules, trades and glossary."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self.KEY, self.TITLE, self.COMPLETE = rules.KEY, rules.TITLE, rules.COMPLETE
        self.Options, self.BOT_PLAYERS = rules.Options, rules.BOT_PLAYERS
        self.seats, self.setup, self.turn, self.over = rules.seats, rules.setup, rules.turn, rules.over
        self.check, self.dump, self.aliases = rules.check, rules.dump, rules.aliases
        if package := find_package(rules):
            self.__name__, self.__path__ = package, ()  # by these, `find_package` finds the texts of the game
        self._load = lru_cache(KEPT)(rules.load)
        self.name = SpokenLanguage(rules)
        extras = rules.EXTRAS
        self.EXTRAS = replace(
            extras,
            trades=replace(extras.trades, offered=self._list_side_acts),
            teaching=replace(extras.teaching, glossary=self._translate_glossary),
        )

    def load(self, document: str) -> State:
        """Return a copy of a document's state. Recently read states are kept in memory."""
        return self._load(document).copy()

    def view(self, state: State, seat: str | None) -> View:
        """Return the view of this seat, with headline and standing in the current language."""
        view = self._rules.view(state, seat)
        if get_language() == SOURCE or (captions := self._rules.EXTRAS.languages.captions(state)) is None:
            return view
        standing = tuple(
            (key, Stand(within(part, self.name) for part in parts)) for key, parts in captions.standing
        )
        frozen: Any = view  # a dataclass, as every view is
        return cast(
            View, replace(frozen, headline=read_said(captions.headline, self.name), standing=standing)
        )

    def reference(self) -> Mapping[str, str]:
        """Return the short rules in the current language. A line without a translation stays English."""
        english = self._rules.reference()
        if get_language() == SOURCE:
            return english
        return {number: read_lines(text, self.name) for number, text in english.items()}

    def _list_side_acts(self, state: State, seat: str) -> Sequence[Option]:
        """Return the side acts of this seat, with labels in the current language."""
        return [self._translate_act(act) for act in self._rules.EXTRAS.trades.offered(state, seat)]

    def _translate_glossary(self) -> Mapping[str, str]:
        """Return the glossary of the game in the current language."""
        words = self._rules.EXTRAS.teaching.glossary()
        return {self.name.word(word): within(say(meaning), self.name) for word, meaning in words.items()}

    def _translate_act(self, act: Option) -> Option:
        if get_language() == SOURCE or act.words is None:
            return act
        why = read_said(act.refused, self.name) if act.refused is not None else act.why_not
        return replace(act, label=read_said(act.words, self.name), why_not=why, spelt=act.label)
