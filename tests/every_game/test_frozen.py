"""Records of form 2 that are never rewritten: they verify forever.

`DURBAR_REWRITE=1` writes the record of a game that has none yet, and no other. A change that makes one of
them fail breaks every record of form 2 that people keep.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.cli.main import main
from rules.kernel import Rules
from rules.loading.games import GAMES
from rules.records.proof import verify
from rules.records.record import FORM_2, dump_record, load_record
from tests.every_game.golden import REWRITE, folder
from tests.every_game.test_proof import finished
from tests.every_game.tiers import PLAYABLE, every_game

LINES = "durbar", "game", "commitment", "seed", "before ", "played ", "word ", "seat ", "end"


@every_game
def test_a_record_of_form_2_verifies_for_ever(rules: Rules, capsys: pytest.CaptureFixture[str]) -> None:
    file = frozen(rules)
    text = file.read_text(encoding="utf-8")
    record = load_record(text)
    assert record.form == FORM_2
    assert dump_record(record) == text, "it is written as it was"
    for line in LINES:
        assert any(row.startswith(line) for row in text.splitlines()), line
    assert verify(rules, record) == []
    if rules.KEY in GAMES:  # the command knows those that are installed
        assert main(["verify", str(file)]) == 0
        said = capsys.readouterr().out
        assert "none contradicts the rules or the seed" in said
        assert "Unfinished" not in said


def test_a_frozen_record_has_dice_that_were_undone() -> None:
    assert any("\nundone: " in frozen(rules).read_text(encoding="utf-8") for rules in PLAYABLE.values())


def frozen(rules: Rules) -> Path:
    """Return the frozen record of a game."""
    file = folder(rules.KEY) / "frozen" / "form-2.play"
    if REWRITE and not file.exists():
        file.parent.mkdir(exist_ok=True)
        file.write_text(dump_record(finished(rules.KEY)[0]), encoding="utf-8")
    return file
