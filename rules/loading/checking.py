"""Check a loaded game: whether it has all members of `Rules`, and whether their types and parameters fit."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from difflib import get_close_matches
from types import NoneType, UnionType
from typing import Any, NamedTuple, Union, cast, get_args, get_origin, get_type_hints

from pydantic import BaseModel

from rules.extras import Extras
from rules.face import Rules


def check_face(key: str, face: object) -> Rules:
    """Return a loaded game as `Rules`.

    Raises `TypeError`, whose text names each missing or wrong member, or a `KEY` that differs from `key`.
    """
    faults = list(find_faults(face))
    if not faults and key != cast("Rules", face).KEY:
        faults.append(f"KEY is “{cast('Rules', face).KEY}” where the game is registered as “{key}”")
    if faults:
        raise TypeError("; ".join(faults))
    return cast("Rules", face)


def find_faults(face: object) -> Iterator[str]:
    """Yield a clause for each fault of a game: in the members of `Rules`, and in the optional parts."""
    kinds = {"KEY": str, "TITLE": str, "EXTRAS": Extras, "BOT_PLAYERS": Mapping}
    yield from _members("Rules", Rules, face, "")
    for name, kind in kinds.items():
        value = getattr(face, name, None)
        if value is not None and not isinstance(value, kind):
            yield f"{name} is no {kind.__name__}"
    model = getattr(face, "Options", BaseModel)
    if not (isinstance(model, type) and issubclass(model, BaseModel)):
        yield "Options is no model of pydantic"
    if isinstance(extras := getattr(face, "EXTRAS", None), Extras):
        yield from _parts("EXTRAS", extras)
        if extras.scores is None and getattr(face, "COMPLETE", False):
            yield "EXTRAS.scores is None, so the game can't be rated: a complete game has a ranking"


def _members(title: str, protocol: type, given: object, path: str) -> Iterator[str]:
    """Yield a fault for each member of a protocol that the object lacks or has with wrong parameters."""
    for name, member in vars(protocol).items():
        if name.startswith("_") or not (callable(member) or isinstance(member, property)):
            continue
        if not hasattr(given, name):
            close = get_close_matches(name, dir(given), 1)
            meant = f" (is “{close[0]}” meant?)" if close else ""
            yield f"{path}{name} is missing{meant}: {title} asks for it"
        elif callable(member):
            wanted = list(inspect.signature(member).parameters)[1:]
            yield from _call(title, f"{path}{name}", getattr(given, name), wanted)


def _parts(path: str, part: object) -> Iterator[str]:
    """Yield what is wrong with the fields of a part, and with the parts inside it."""
    assert is_dataclass(part)
    hints = get_type_hints(type(part))
    for field in fields(part):
        given = getattr(part, field.name)
        yield from _value(type(part).__name__, f"{path}.{field.name}", given, hints[field.name])


def _value(title: str, path: str, given: object, hint: Any) -> Iterator[str]:
    if get_origin(hint) in (Union, UnionType):
        if given is None and NoneType in get_args(hint):
            return
        hint = next(each for each in get_args(hint) if each is not NoneType)
    origin, arguments = get_origin(hint) or hint, get_args(hint)
    if origin is Callable or getattr(origin, "__name__", "") == "Callable":
        yield from _call(title, path, given, arguments[0])
    elif origin is Sequence and is_dataclass(get_origin(arguments[0])):
        for number, each in enumerate(cast("Sequence[object]", given)):
            yield from _value(title, f"{path}[{number}]", each, arguments[0])
    elif is_dataclass(origin):
        if isinstance(given, cast("type", origin)):
            yield from _parts(path, given)
        else:
            yield f"{path} is no {cast('type', origin).__name__}"
    elif getattr(origin, "_is_protocol", False):
        yield from _members(origin.__name__, origin, given, f"{path}.")


def find_call_faults(path: str, part: NamedTuple, types: Mapping[str, object]) -> Iterator[str]:
    """Yield a fault for each function in a named tuple that takes other parameters than its hint says.

    `types`: the types in the hints that the module of the named tuple does not import.
    """
    for name, hint in get_type_hints(type(part), localns=dict(types)).items():
        if "Callable" in str(hint):
            yield from _value(type(part).__name__, f"{path}.{name}", getattr(part, name), hint)


def _call(title: str, path: str, given: object, wanted: Sequence[object]) -> Iterator[str]:
    """Yield a fault if `given` can't be called with as many arguments as `wanted` has."""
    if not callable(given):
        yield f"{path} can't be called, but {title} calls it"
        return
    try:
        signature = inspect.signature(given)
    except ValueError:  # a builtin without a known signature
        return
    try:
        signature.bind(*wanted)
    except TypeError:
        number = len(wanted)
        yield f"{path} takes {signature}, and {title} calls it with {number} argument{'s' * (number != 1)}"
