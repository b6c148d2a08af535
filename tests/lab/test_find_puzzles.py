"""How puzzles are found: the ideas that separate orders, and a file that grows and continues.

The search itself takes minutes; tests/every_game/test_puzzles.py plays its results.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from lab import find_puzzles, puzzle_worth
from lab.find_puzzles import Search, add_puzzles, check_puzzles
from lab.puzzle_worth import Keys, Led, find_separating_idea
from rules.errors import InputError
from rules.kernel import Game, Rules, begin
from rules.lessons.attempt import Attempt
from rules.lessons.differences import list_tests as differences
from rules.lessons.puzzle import Idea, Puzzle, load_ideas, load_puzzles, read_puzzles
from rules.loading.games import GAMES
from rules.players import choose_order, find_asked
from tests.kernel.play import TOY

RULES = GAMES["aadu_huli"]
THERE = list(load_puzzles(RULES).values())
SEARCH = Search("strong", 0.15, "durbar")


def idea(**places: tuple[str, ...]) -> Idea:
    return Idea(title="T", task="T", right="R", misses="M", **places)


START: dict[str, Any] = {"out": [], "purse": {"north": 3, "south": 5}, "spaces": {"delhi": {"troops": 2}}}
LED: list[dict[str, Any]] = [
    {"out": [], "purse": {"north": 4, "south": 5}, "spaces": {"delhi": {"troops": 1}}},
    {"out": ["north"], "purse": {"north": 3, "south": 5}, "spaces": {"delhi": {"troops": 2}}},
]


def test_a_number_is_wanted_as_a_bound_on_the_side_to_which_it_went() -> None:
    [(want, avoid)] = differences(idea(change=("purse.{seat}",)), "north", START, LED)
    assert (want, avoid) == ({"purse": {"north": ">=4"}}, {})
    [(want, _)] = differences(idea(change=("spaces.*.troops",)), "north", START, LED)
    assert want == {"spaces": {"delhi": {"troops": "<=1"}}}


def test_a_place_may_say_to_which_side_its_number_is_to_go() -> None:
    assert list(differences(idea(change=("purse.* <=",)), "north", START, LED)) == []
    assert len(list(differences(idea(change=("purse.* >=", "spaces.*.troops >=")), "north", START, LED))) == 1


def test_what_only_others_change_is_to_be_avoided() -> None:
    [(want, avoid)] = differences(idea(keep=("out",)), "north", START, LED)
    assert (want, avoid) == ({}, {"out": ["north"]})


def test_what_is_gone_from_a_list_is_to_be_avoided() -> None:
    start = START | {"out": ["south"]}
    [(want, avoid)] = differences(idea(change=("out",)), "north", start, LED[:1])
    assert (want, avoid) == ({}, {"out": ["south"]})


def test_an_idea_without_places_looks_at_all_changes_one_by_one_and_together() -> None:
    wants = [want for want, _ in differences(idea(), "north", START, LED)]
    assert wants == [
        {"purse": {"north": ">=4"}},
        {"spaces": {"delhi": {"troops": "<=1"}}},
        {"purse": {"north": ">=4"}, "spaces": {"delhi": {"troops": "<=1"}}},
    ]


@pytest.fixture
def looked_through(monkeypatch: pytest.MonkeyPatch) -> list[range]:
    """Return the games that were searched. Each of the first ones has the next puzzle."""
    asked = list[range]()

    def found(
        _: Rules, search: Search, games: range, __: Collection[str]
    ) -> Iterator[tuple[int, Puzzle | None]]:
        asked.append(games)
        for number in games:
            if number < len(THERE):
                made = THERE[number].provenance.model_copy(update={"seed": search.seed, "game": number})
                yield number, THERE[number].model_copy(update={"provenance": made})
            yield number, None

    monkeypatch.setattr(find_puzzles, "find_puzzles", found)
    return asked


def test_a_run_that_was_stopped_goes_on_after_its_last_puzzle(
    tmp_path: Path, looked_through: list[range]
) -> None:
    file = tmp_path / "puzzles.jsonl"
    assert len([each for _, each in add_puzzles(RULES, SEARCH, file, 2, 50) if each is not None]) == 2
    with file.open("a", encoding="utf-8") as end:
        end.write('{"key": "half')  # what a kill leaves of a line
    assert len([each for _, each in add_puzzles(RULES, SEARCH, file, 3, 50) if each is not None]) == 1
    assert list(add_puzzles(RULES, SEARCH, file, 3, 50)) == [], "there are enough"
    assert looked_through == [range(50), range(2, 50)]
    assert len(file.read_text(encoding="utf-8").splitlines()) == 3


def test_ideas_of_which_there_are_enough_are_no_longer_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = list[set[str]]()

    def found(
        _: Rules, __: Search, ___: range, without: Collection[str]
    ) -> Iterator[tuple[int, Puzzle | None]]:
        for number, puzzle in enumerate(each for each in THERE if each.idea == "save"):
            seen.append(set(without))
            yield number, puzzle

    monkeypatch.setattr(find_puzzles, "find_puzzles", found)
    kept = [each for _, each in add_puzzles(RULES, SEARCH, tmp_path / "puzzles.jsonl", 4, 50)]
    assert len(kept) == 2, "half of them at most"
    assert seen[:3] == [set(), set(), {"save"}]


@pytest.fixture
def weighed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the puzzles that were evaluated again. Every other one is still valid."""
    seen = list[str]()

    def whole(rules: Rules, search: Search, shown: Game, number: int) -> Puzzle | None:
        puzzle = load_puzzles(rules)[shown.seed]
        made, point = puzzle.provenance, find_asked(rules, shown)
        assert point is not None
        assert (point.seat, point.order, number) == (puzzle.seat, (), made.game)
        assert search.playouts * puzzle_worth.AGAIN == made.playouts
        seen.append(puzzle.key)
        return puzzle if THERE.index(puzzle) % 2 == 0 else None

    monkeypatch.setattr(find_puzzles, "_weigh_whole", whole)
    return seen


def test_puzzles_are_weighed_again_after_a_change_and_those_that_hold_are_kept(
    tmp_path: Path, weighed: list[str]
) -> None:
    file = tmp_path / "again.jsonl"
    for before, after in islice(
        check_puzzles(RULES, file), 4
    ):  # stopped: that the third holds is kept, no more
        assert after in (before, None)
    assert [before.key for before, _ in check_puzzles(RULES, file)] == [each.key for each in THERE[3:]]
    assert weighed == [each.key for each in (*THERE[:4], *THERE[3:])]
    held = read_puzzles(file.read_text(encoding="utf-8"), "again", load_ideas(RULES))
    assert list(held) == [each.key for each in THERE[::2]]


def test_the_own_file_of_a_game_is_not_written_over_while_it_is_weighed_again() -> None:
    with pytest.raises(InputError, match="a file of its own"):
        next(check_puzzles(RULES, find_puzzles.find_puzzle_file(RULES)))


GOALS: dict[str, Idea] = {"win": idea(change=("winners",)), "purse": idea(change=("purse.{seat}",))}
MEANS: dict[Keys, float] = {("a",): 0.6, ("b",): 0.5, ("c",): 0.2, ("d",): 0.1}
PURSES: dict[Keys, Any] = {
    keys: START | {"purse": {"north": 3 + (keys < ("c",)), "south": 5}} for keys in MEANS
}


@pytest.fixture
def purse(monkeypatch: pytest.MonkeyPatch) -> Led:
    """Return four orders, two of which fill the purse."""
    monkeypatch.setattr(puzzle_worth, "load_ideas", lambda _: GOALS)
    return Led("north", START, PURSES, ())


def test_an_idea_tells_the_best_orders_from_all_others(purse: Led) -> None:
    right = find_separating_idea(RULES, MEANS, purse, 0.3)
    assert right is not None
    assert (right.idea, right.want) == ("purse", {"purse": {"north": ">=4"}})
    assert right.good == frozenset({("a",), ("b",)})
    assert find_separating_idea(RULES, MEANS, purse._replace(without={"purse"}), 0.3) is None, (
        "there are enough of it"
    )
    assert find_separating_idea(RULES, MEANS, purse._replace(picked=("b",)), 0.3) == right
    assert find_separating_idea(RULES, MEANS, purse._replace(picked=("d",)), 0.3) is None, (
        "the level would order that"
    )


def test_an_order_that_is_little_better_than_the_others_is_not_right(purse: Led) -> None:
    assert find_separating_idea(RULES, {**MEANS, ("b",): 0.36}, purse, 0.3) is not None, (
        "by half of the margin"
    )
    assert find_separating_idea(RULES, {**MEANS, ("b",): 0.34}, purse, 0.3) is None


def test_after_few_playouts_less_is_enough_to_go_on(purse: Led) -> None:
    assert find_separating_idea(RULES, MEANS, purse, 0.5) is None
    assert find_separating_idea(RULES, MEANS, purse, 0.5, 0.5) is not None
    assert find_separating_idea(RULES, MEANS, purse, 0.9, 0.5) is None


def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.jsonl"
    file.write_text("{}\n", encoding="utf-8")
    with pytest.raises(InputError, match="line 1: key: Field required"):
        list(add_puzzles(RULES, SEARCH, file, 2, 1))
    with pytest.raises(InputError, match="these levels can play"):
        list(add_puzzles(RULES, Search("none", 0.15, "durbar"), file, 2, 1))
    with pytest.raises(InputError, match="does not say what makes a puzzle"):
        list(add_puzzles(TOY, SEARCH, file, 2, 1))


def test_orders_like_the_best_one_are_weighed_too() -> None:
    """An order that no bot player proposed, and that differs from the best in one answer, may be as good."""
    rules = GAMES["rajas_of_the_ganges"]
    game = begin(rules, rules.dump(rules.setup(rules.Options())), "like").game
    best = _whole(rules, game, ("quarry",))
    there = {best: Attempt(rules, find_puzzles._pose(game, _seat(rules, game)), [best])}
    like = find_puzzles._like(rules, game, best, there)
    assert like
    assert best not in like
    for keys, attempt in like.items():
        assert attempt.done
        alike = next(at for at, (one, other) in enumerate(zip(best, keys, strict=False)) if one != other)
        assert keys[:alike] == best[:alike]


def _seat(rules: Rules, game: Game) -> str:
    point = find_asked(rules, game)
    assert point is not None
    return point.seat


def _whole(rules: Rules, game: Game, keys: tuple[str, ...]) -> tuple[str, ...]:
    """Return an order that begins with these keys and is completed by the easiest player."""
    player = next(iter(rules.BOT_PLAYERS.values()))(Random("end").randrange, lambda: False)
    return choose_order(rules, game, find_puzzles._Alike(keys, keys, player)).keys
