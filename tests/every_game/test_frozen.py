"""Records of form 2 that are never rewritten: they verify forever.

`DURBAR_REWRITE=1` writes the record of a complete game that has none yet, and no other. A game that is not
complete may have one. A change that makes one of
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
from tests.every_game.golden import folder, rewrites
from tests.every_game.test_proof import finished
from tests.every_game.tiers import PLAYABLE

LINES = "durbar", "game", "commitment", "seed", "before ", "played ", "word ", "seat ", "end"


def find_file(rules: Rules) -> Path:
    """Return the file of a game's frozen record, which may not exist yet."""
    return folder(rules) / "frozen" / "form-2.play"


FROZEN = {key: rules for key, rules in PLAYABLE.items() if rules.COMPLETE or find_file(rules).exists()}


@pytest.mark.parametrize("rules", FROZEN.values(), ids=FROZEN)
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
    assert any("\nundone: " in frozen(rules).read_text(encoding="utf-8") for rules in FROZEN.values())


def frozen(rules: Rules) -> Path:
    """Return the frozen record of a game."""
    file = find_file(rules)
    if rewrites(rules) and not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(dump_record(finished(rules.KEY)[0]), encoding="utf-8")
    return file
