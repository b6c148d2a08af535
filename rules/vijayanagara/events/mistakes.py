"""Find mistakes in a deck: words that refer to nothing, and pieces in impossible spaces.

A letter may stand only inside a `pick` that binds it. An earlier step must compute each count that is used. A
price may stand only at the start of an option of a `choose`. Not every piece can be in every space (1.3), and
only Provinces can be Tributary (1.6).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rules.vijayanagara.board import DELHI, OWNER, PIECES, PROVINCES, RIVALS, STRUCTURE, UNITS
from rules.vijayanagara.events.effect import Effect
from rules.vijayanagara.events.goods import Influence, Pay
from rules.vijayanagara.events.grants import CommandGrant, DecreeGrant, MongolGrant
from rules.vijayanagara.events.parts import FACTION, KINDS_OF, SAID, What
from rules.vijayanagara.events.pieces import Move, Numbered, Place, Remove, Replace, can_stand
from rules.vijayanagara.events.provinces import Flip, Independent, Tributary
from rules.vijayanagara.events.steps import Choose, If, Pick, RollDie
from rules.vijayanagara.events.where import Count, Where, name_space

Path = tuple[str | int, ...]
Mistake = tuple[Path, str]  # the place in the document, and what is expected there
SPACE, PLAYER = "space", "Faction"
_PLAYERS = ("of", "to", "by", "against")  # the arguments that name a Faction


@dataclass(frozen=True, slots=True)
class Scope:
    """What is known at the place of a step: the bound letters, and the counts so far."""

    bound: Mapping[str, str] = field(default_factory=dict)  # SPACE or PLAYER for each bound letter
    counted: set[str] = field(default_factory=set)  # `as:` names so far
    strict: bool = False  # an effect that can never do anything is a mistake too

    def look_up(self, letter: str, sort: str, path: Path) -> Iterator[Mistake]:
        """Yield a mistake if the word is a letter that no `pick` around the step binds to this sort."""
        known = (letter in SAID if sort == PLAYER else len(letter) > 1) or letter == "none"
        if not known and self.bound.get(letter) != sort:
            yield path, f"no `pick` of a {sort} around this step binds the letter {letter}"


def find_mistakes(steps: Sequence[Effect], path: Path, scope: Scope | None = None) -> Iterator[Mistake]:
    """Yield the mistakes in the steps of one side of an Event card, or in the steps inside another step."""
    scope = scope or Scope()
    for index, step in enumerate(steps):
        here = (*path, index, step.VERB)
        match step:
            case Pay():
                if "one_of" not in path[-2:-1] or not all(isinstance(each, Pay) for each in steps[:index]):
                    yield here, "a price must open an option of a `choose`; elsewhere write `lose` or `give`"
            case Pick(letter=letter) if letter in FACTION:
                yield (*here, "as"), f"{letter} is a Faction: bind another letter"
            case Influence(of="D") | MongolGrant(by="D"):
                yield here, "this is for a rival, not for the Sultanate"
            case CommandGrant() | DecreeGrant() if step.of in FACTION and not step.names(FACTION[step.of]):
                yield (*here, "which"), f"{SAID[step.of]} can't execute that"
            case If(test=test) if test.names or test.anywhere:
                yield (
                    (*here, "test"),
                    "`test` needs a condition that spaces can meet, such as status: Tributary",
                )
        if scope.strict:
            yield from _find_misplaced(step, here)
        yield from _check_arguments(step, here, scope)
        yield from _check_inner(step, here, scope)
        if isinstance(step, Numbered) and step.counted:
            scope.counted.add(step.counted)


def _find_misplaced(step: Effect, path: Path) -> Iterator[Mistake]:
    """1.3, 1.4.5, 1.6: yield a mistake for each piece or marker in a space where it can never be.

    It is also a mistake to turn over pieces that can never turn over.
    """
    match step:
        case Place() | Remove():
            yield from _find_impossible(step.what, step.at, (*path, "at"))
        case Replace():
            yield from _find_impossible(step.what, step.at, (*path, "at"))
            yield from _find_impossible(step.new, step.at, (*path, "at"))
        case Move():
            yield from _find_impossible(step.what, step.origin, (*path, "from"))
            yield from _find_impossible(step.what, step.to, (*path, "to"))
        case Flip():
            for owner, noun in step.what.sorts:
                if noun == "Structure" or not set(_find_kinds(owner, noun)) & {
                    *UNITS["bahmani"],
                    *UNITS["vijayanagara"],
                }:
                    yield (*path, "what"), "1.4.5: only Amirs and Rajas become Obedient or Rebelling"
            yield from _find_impossible(step.what, step.at, (*path, "at"))
        case Tributary() | Independent():
            for space in _find_wrong(step.at, PROVINCES):
                rule = "1.3.3" if space == DELHI else "1.3.2"
                yield (*path, "at"), f"{rule}: {name_space(space)} is no Province, so it has no marker"


def _find_impossible(what: What, at: Where, path: Path) -> Iterator[Mistake]:
    """Yield a mistake for each named space in which none of these pieces can be.

    If conditions select the spaces, and no selected space can have the pieces, yield one mistake for the
    first.
    """
    kinds = [kind for owner, noun in what.sorts for kind in _find_kinds(owner, noun)]
    good = [space for space in at.find_possible() if any(can_stand(kind, space) for kind in kinds)]
    for space in _find_wrong(at, good):
        rule = "1.3.2" if OWNER[kinds[0]] == "mongols" else "1.3.3" if space == DELHI else "1.3.2"
        yield path, f"{rule}: no {what.phrase('', False).strip()} can stand in {name_space(space)}"


def _find_wrong(at: Where, good: Sequence[str]) -> Sequence[str]:
    """Return the named spaces that are not in `good`.

    If conditions select the spaces, one space in `good` is enough: return nothing. If none of the selected
    spaces is in `good`, return only the first of them.
    """
    found = at.find_possible()
    if at.among and not at.names_unknown:
        return [space for space in found if space not in good]
    return () if not found or set(found) & set(good) else found[:1]


def _find_kinds(owner: str, noun: str) -> Sequence[str]:
    """Return the kinds that a deck's noun can mean.

    If the owner is known only in play, return the kinds of all factions that the owner can be.
    """
    if noun in KINDS_OF:
        return KINDS_OF[noun]
    owners = [FACTION[owner]] if owner in FACTION else RIVALS if owner in ("CH", "CO") else FACTION.values()
    book = {"Unit": UNITS, "Piece": PIECES, "Structure": {key: (kind,) for key, kind in STRUCTURE.items()}}
    return [kind for key in owners for kind in book[noun][key]]


def _check_inner(step: Effect, path: Path, scope: Scope) -> Iterator[Mistake]:
    """Yield the mistakes of the steps that a step holds."""
    match step:
        case RollDie():
            for key, steps in step.faces.items():
                yield from find_mistakes(steps, (*path, key), scope)
        case Choose():
            for index, steps in enumerate(step.one_of):
                yield from find_mistakes(steps, (*path, "one_of", index), scope)
        case Pick():
            sort = SPACE if step.space is not None else PLAYER
            inside = replace(scope, bound={**scope.bound, step.letter: sort})
            yield from find_mistakes(step.do, (*path, "do"), inside)
        case If():
            yield from find_mistakes(step.then, (*path, "then"), scope)
            yield from find_mistakes(step.otherwise, (*path, "else"), scope)


def _check_arguments(part: Effect | Where | Count, path: Path, scope: Scope) -> Iterator[Mistake]:
    """Yield the mistakes in the arguments of an effect, a selector or a count."""
    for name, info in type(part).model_fields.items():
        value = getattr(part, name)
        yield from _check_argument(name, value, (*path, info.alias or name), scope)


def _check_argument(name: str, value: Any, path: Path, scope: Scope) -> Iterator[Mistake]:
    match value:
        case Where() | Count():
            yield from _check_arguments(value, path, scope)
        case What():
            for owner, _ in value.sorts:
                yield from scope.look_up(owner or "D", PLAYER, path)
        case str() if name in _PLAYERS and not value.islower():
            yield from scope.look_up(value, PLAYER, path)
        case str() if name == "next_to":
            yield from scope.look_up(value, SPACE, path)
        case str() if name == "n" and value != "all" and value not in scope.counted:
            yield path, f"no step before this one counts “{value}” with `as: {value}`"
        case tuple() if name in ("faction", "control"):
            for each in value:
                yield from scope.look_up(each, PLAYER, path)
        case tuple() if name == "among":
            for each in value:
                yield from scope.look_up(each, SPACE, path)
        case tuple() if name in ("has", "lacks"):
            for each in value:
                yield from _check_argument(name, each, path, scope)
