"""The positions that check bot players: their files, the loader, and the command that makes and asks them."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.cli.main import main
from lab.find_puzzles import find_puzzle_file
from lab.position_set import (
    MARGIN,
    SURE,
    ask_level,
    find_position_file,
    load_positions,
    weigh_position,
)
from rules.errors import InputError
from rules.loading.games import GAMES, OWN

ROOT = Path(__file__).parents[2]
RULES = GAMES["aadu_huli"]
KNOWN = load_positions(RULES)
LINE: dict[str, Any] = json.loads(find_position_file(RULES).read_text(encoding="utf-8").splitlines()[0])


# At least this many positions of each game must be there.
FEWEST = {"aadu_huli": 20, "rajas_of_the_ganges": 20, "successors": 22, "taj_mahal": 55, "vijayanagara": 38}


@pytest.mark.parametrize("key", OWN)
def test_each_position_is_more_than_noise(key: str) -> None:
    known = load_positions(GAMES[key])
    assert len(known) >= FEWEST.get(key, 0)
    for each in known.values():
        assert each.lead >= MARGIN
        assert each.lead > SURE * each.error


def changed(**parts: Any) -> list[dict[str, Any]]:
    return [{**LINE, **parts}]


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ([LINE, LINE], "there twice"),
        (changed(error=0.2), "may be noise"),
        (changed(lead=0.9, error=0.02), "not the difference"),
        (changed(lead=0.01), "lead"),
        (changed(good=LINE["rest"], rest=LINE["good"]), "below an order with a lower chance"),
        (changed(rest=LINE["good"]), "listed twice"),
        (changed(good=[{**LINE["good"][0], "keys": ["9z-9z"]}, *LINE["good"][1:]]), "9z-9z"),
        (changed(seat="nobody"), "nobody asks nobody"),
        (changed(key="x"), "key"),
        (changed(more=1), "more"),
        (changed(position={**LINE["position"], "more": 1}), "more"),
        (changed(made={"seed": "s"}), "playouts"),
    ],
)
def test_bad_data_are_refused_with_the_line_and_the_reason(
    lines: list[dict[str, Any]], why: str, tmp_path: Path
) -> None:
    file = tmp_path / "set.jsonl"
    file.write_text("".join(f"{json.dumps(each)}\n" for each in lines))
    with pytest.raises(InputError, match=f"set.jsonl, line {len(lines)}: .*{why}"):
        load_positions(RULES, file)


def test_a_position_is_weighed_alike_with_like_luck_and_not_the_wrong_way_round() -> None:
    each = next(iter(KNOWN.values()))
    good, rest = ([order.keys for order in part] for part in (each.good, each.rest))
    where = RULES, each.key, each.seat, each.position
    assert weigh_position(*where, good, rest, seed=each.made.seed) == each
    assert weigh_position(*where, rest, good, seed=each.made.seed) is None
    assert weigh_position(RULES, each.key, "nobody", each.position, good, rest, seed="s") is None


def test_a_strong_level_finds_most_and_what_it_misses_costs_it() -> None:
    strong = list(ask_level(RULES, KNOWN, "strong", looks=10_000))
    assert [each.key for each in strong] == list(KNOWN)
    assert sum(each.found for each in strong) >= 0.7 * len(KNOWN)
    assert all(each.found or each.lost.mean > 0 for each in strong)


def test_the_command_adds_what_is_missing_and_checks_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    few = dict(list(KNOWN.items())[:2])
    load = partial(load_positions, RULES)
    monkeypatch.setattr(
        "lab.position_set.load_positions", lambda _, file=None: few if file is None else load(file)
    )
    out = tmp_path / "again.jsonl"
    assert main(["positions", "aadu_huli", "--again", "-o", str(out)]) == 0
    text = out.read_text()
    assert [json.loads(line)["key"] for line in text.splitlines()] == list(few)
    out.write_text(text[:-20])  # as after a kill
    capsys.readouterr()
    assert main(["positions", "aadu_huli", "--again", "-o", str(out)]) == 0
    assert [line[:8] for line in capsys.readouterr().out.splitlines()] == list(few)[1:]
    assert out.read_text() == text
    asked = ["positions", "aadu_huli", "--position", str(ROOT / "docs/positions/goats.yaml"), "-o", str(out)]
    for good, rest, said in (("3a-3b", "1a-2b", "not clear"), ("1a-2b", "3a-3b", "1a-2b, not 3a-3b")):
        assert main([*asked, "--good", good, "--rest", rest]) == 0
        assert said in capsys.readouterr().out.splitlines()[-1]
    assert main([*asked, "--good", "1a-2b"]) == 2
    assert "--rest KEYS" in capsys.readouterr().err
    assert main(["positions", "aadu_huli", "--levels", "casual", "--looks", "50"]) == 0
    assert "of 2 found" in capsys.readouterr().out
    assert main(["positions", "aadu_huli", "--again"]) == 2
    assert "give -o FILE" in capsys.readouterr().err
    assert main(["positions", "aadu_huli", "--levels", "grand"]) == 2
    assert "these levels can play" in capsys.readouterr().err


def test_positions_are_found_among_the_puzzles_of_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    puzzles, out = tmp_path / "puzzles.jsonl", tmp_path / "positions.jsonl"
    line = find_puzzle_file(RULES).read_text(encoding="utf-8").splitlines(keepends=True)[0]
    puzzles.write_text(line, encoding="utf-8")
    asked = ["positions", "aadu_huli", "-o", str(out), "--puzzles"]
    assert main([*asked, str(puzzles)]) == 0
    assert capsys.readouterr().out.startswith(json.loads(line)["key"])
    assert main([*asked, str(tmp_path / "none.jsonl")]) == 2
    assert "none.jsonl" in capsys.readouterr().err
    puzzles.write_text("{}\n", encoding="utf-8")
    assert main([*asked, str(puzzles)]) == 2
    assert "line 1" in capsys.readouterr().err
