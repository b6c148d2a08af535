"""The sentences of orders in recorded games: stored in two languages, and equal to the typed lines."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

import pytest

from bot.language.localized_games import LocalizedGames
from bot.language.words import speak_within
from rules.ask import EVERYTHING, ONLOOKER
from rules.kernel import CHANCE, Rules
from rules.loading.games import GAMES
from rules.orders.sentences import write_sentences
from rules.orders.typed_lines import replay_turn, write_lines
from rules.records.record import load_record, replay
from tests.every_game import golden

TURNS = 40  # of a game that are kept
UNREAD = re.compile(r"[{}]|\.\.|\s\s|\s[.,;:]|\b(?:done|None)\b")  # what no sentence has


def turns(rules: Rules, name: str = "random-1") -> Any:
    file = golden.folder(rules.KEY) / f"{name}.play"
    return [game for game, _ in islice(replay(rules, load_record(file.read_text(encoding="utf-8"))), TURNS)]


@pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)
def test_orders_read_as_they_did(rules: Rules) -> None:
    spoken = LocalizedGames(GAMES)[rules.KEY]
    found = []
    for game in turns(rules):
        english = write_sentences(rules, game, 0, EVERYTHING)
        with speak_within("fr"):
            french = write_sentences(spoken, game, 0, EVERYTHING)
        for one, other in zip(english, french, strict=True):
            if one.text and one.seat != CHANCE:
                found.append(f"{game.turn} {one.seat}\n  {one.text}\n  {other.text}")
    kept, text = golden.folder(rules.KEY) / "random-1.orders", "\n".join(found) + "\n"
    if golden.REWRITE:
        kept.write_text(text, encoding="utf-8")
    assert text.splitlines() == kept.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)
def test_sentences_stand_where_lines_do_and_read_well(rules: Rules) -> None:
    for game in turns(rules):
        turn = replay_turn(rules, game)
        for reader in (ONLOOKER, EVERYTHING):
            typed, read = (each(rules, game, 0, reader, turn) for each in (write_lines, write_sentences))
            assert [(row.seat, row.first, row.last) for row in typed] == [
                (row.seat, row.first, row.last) for row in read
            ]
            for line, sentence in zip(typed, read, strict=True):
                assert bool(line.text) <= bool(sentence.text)
                assert not UNREAD.search(sentence.text), sentence.text
                assert not sentence.text or sentence.text[-1] in ".!?…”", sentence.text
