"""A game with missing or wrong members is refused when it is loaded, and before that by the types."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from rules.extras import Conditions, Extras, Plans, Policy, Prose, Scores, Trades
from rules.loading.checking import check_face, find_faults
from rules.loading.games import GAMES
from rules.loading.registry import BadPackage, Registry
from rules.words import Said
from tests.kernel import toy, toy_hands


def face(**other: object) -> Any:
    """Return the toy game with other members; None removes a member."""
    members = {name: value for name, value in vars(toy).items() if not name.startswith("_")} | other
    return SimpleNamespace(**{name: value for name, value in members.items() if value is not None})


def with_parts(**parts: object) -> Any:
    """Return the toy game with other extras."""
    return face(EXTRAS=replace(toy.EXTRAS, **parts))  # type: ignore[arg-type]


@pytest.mark.parametrize("game", [toy, toy_hands, *GAMES.values()], ids=lambda game: game.KEY)
def test_our_games_have_all_they_must_have(game: object) -> None:
    assert list(find_faults(game)) == []


def too_many(view: object, seat: str) -> Said:
    return ""


WRONG: Any = too_many
NAMELESS: Any = "gold"


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (face(setup=None), ["setup is missing", "Rules"]),
        (face(setup=None, set_up=toy.setup), ["setup is missing", "“set_up”"]),
        (face(view=toy.over), ["view takes", "2 arguments"]),
        (face(TITLE=3), ["TITLE is no str"]),
        (face(Options=dict), ["Options"]),
        (face(EXTRAS={}), ["EXTRAS is no Extras"]),
        (with_parts(prose={"chapter": too_many}), ["EXTRAS.prose is no Prose"]),
        (with_parts(prose=Prose(chapter=WRONG)), ["EXTRAS.prose.chapter", "Prose", "1 argument"]),
        (with_parts(prose=Prose(chapter=NAMELESS)), ["EXTRAS.prose.chapter", "called", "Prose"]),
        (with_parts(plans=Plans(policies=(NAMELESS,))), ["EXTRAS.plans.policies[0] is no Policy"]),
        (
            with_parts(plans=Plans(policies=(Policy("gold", "I", WRONG, lambda *_: None),))),
            ["EXTRAS.plans.policies[0].values", "Policy"],
        ),
        (with_parts(analysis=SimpleNamespace()), ["EXTRAS.analysis is no Analysis"]),
        (with_parts(decks=SimpleNamespace(check=list)), ["EXTRAS.decks.show is missing", "Decks"]),
        (face(COMPLETE=True), ["EXTRAS.scores", "ranking"]),
        (face(KEY="other"), ["KEY", "“other”", "“toy”"]),
    ],
)
def test_each_fault_names_the_member_and_who_asks_for_it(made: Any, said: Sequence[str]) -> None:
    with pytest.raises(TypeError) as found:
        check_face("toy", made)
    assert [part for part in said if part not in str(found.value)] == []


def test_all_faults_are_said_at_once() -> None:
    assert len(list(find_faults(face(setup=None, turn=None, TITLE=3)))) == 3


def test_a_hook_that_no_part_has_or_half_of_one_can_not_be_given() -> None:
    """Each line with an ignored type error is really an error.

    Otherwise the type checker would report the ignore.
    """
    with pytest.raises(TypeError, match="chaptr"):
        Prose(chaptr=too_many)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="proze"):
        Extras(scores=None, proze=Prose())  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="scores"):
        Extras(prose=Prose())  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="holds"):
        Conditions(why_not=lambda text: "", offered=lambda state, seat: {})  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="ranking"):
        Scores(parts=lambda view: {})  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="offered"):
        Trades(words=frozenset({"give"}), act=toy.side)  # type: ignore[call-arg]
    prose: Prose[toy.Toy, toy.ToyView] = Prose(chapter=too_many)  # type: ignore[arg-type]
    assert list(find_faults(with_parts(prose=prose))) != []


def test_an_installed_game_is_refused_with_its_package_and_the_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Registry("none", {"toy": "tests.kernel.toy"}, check_face)["toy"].TITLE == toy.TITLE
    monkeypatch.delattr(toy, "over")
    with pytest.raises(BadPackage, match=r"^tests\.kernel\.toy: over is missing"):
        Registry("none", {"toy": "tests.kernel.toy"}, check_face)["toy"]
