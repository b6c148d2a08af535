"""Read YAML or JSON documents that people write, as plain data.

The data are texts, whole numbers (in JSON also other numbers), true, false, null, lists, and mappings whose
keys are texts. The length is limited before parsing. In YAML, deep nesting, aliases and tags are refused
before anything is built.

A key that is given twice is refused, and so are numbers that are too long, and NaN and Infinity in JSON. In
YAML the reason names the line. "yes", "on", 010, 1:30 and dates are texts, although YAML 1.1 reads them
otherwise.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, ClassVar, NoReturn

import yaml

from rules.errors import BadFile

TEXT_MAX = 200_000  # characters; a position may hold a whole deck
DEPTH_MAX = 60  # the most levels of lists and mappings inside each other
DIGITS_MAX = 18  # digits of a whole number, so that it fits into 64 bits
Path = tuple[str | int, ...]  # the keys and indices that lead to a place in a document
_WHOLE = re.compile(rf"[-+]?(0|[1-9][0-9]{{0,{DIGITS_MAX - 1}}})")
_DIGITS = re.compile(rf"[-+]?[0-9]{{{DIGITS_MAX + 1},}}")
_NULL, _BOOL, _INT = (f"tag:yaml.org,2002:{tag}" for tag in ("null", "bool", "int"))


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """A YAML loader that knows null, true, false and whole numbers. Every other single value is a text."""

    yaml_implicit_resolvers: ClassVar[dict[str, Any]] = {}


_Loader.add_implicit_resolver(_NULL, re.compile(r"(~|null|Null|NULL|)\Z"), ["~", "n", "N", ""])
_Loader.add_implicit_resolver(_BOOL, re.compile(r"(true|True|TRUE|false|False|FALSE)\Z"), list("tTfF"))
_Loader.add_implicit_resolver(_INT, re.compile(_WHOLE.pattern + r"\Z"), list("-+0123456789"))


def read_plain(text: str) -> Any:
    """Return the data of a document. Raises `BadFile`."""
    _refuse_length(text)
    if text.startswith("{"):
        try:
            return _read_json(text)
        except json.JSONDecodeError:
            pass  # YAML may have braces too
    return read_with_lines(text)[0]


def read_with_lines(text: str) -> tuple[Any, Mapping[Path, int]]:
    """Return the data of a YAML document, and the line number of each place in it, counted from 1.

    Raises `BadFile`.
    """
    _refuse_length(text)
    try:
        _refuse_what_grows(text)
        loader = _Loader(text)
        try:
            node = loader.get_single_node()
        finally:
            loader.dispose()
    except yaml.YAMLError as error:
        raise BadFile(_explain_not_yaml(error, text.splitlines())) from None
    lines: dict[Path, int] = {}
    return (None if node is None else _build(node, (), lines)), lines


def _refuse_length(text: str) -> None:
    if len(text) > TEXT_MAX:
        raise BadFile(f"a document has at most {TEXT_MAX} characters, this one has {len(text)}")


def _refuse_what_grows(text: str) -> None:
    """Refuse aliases, tags and deep nesting before anything is built."""
    depth = 0
    for event in yaml.parse(text, Loader=_Loader):
        assert event.start_mark is not None, "the parser marks every event"
        line = f"line {event.start_mark.line + 1}: "
        marked = getattr(event, "anchor", None) or getattr(event, "tag", None)
        if isinstance(event, yaml.AliasEvent) or marked:
            raise BadFile(line + "a word can't begin with &, * or !; put it in quotes")
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > DEPTH_MAX:
            raise BadFile(f"{line}more than {DEPTH_MAX} lists and mappings inside each other")


def _build(node: yaml.Node, path: Path, lines: dict[Path, int]) -> Any:
    """Return the data of a node, and fill `lines` with the line of each place in it."""
    lines[path] = node.start_mark.line + 1
    if isinstance(node, yaml.MappingNode):
        found: dict[str, Any] = {}
        for key, value in node.value:
            line = key.start_mark.line + 1
            if not isinstance(key, yaml.ScalarNode) or key.tag == _NULL:
                raise BadFile(f"line {line}: a word is needed before “:”")
            name = str(key.value)
            if name in found:
                raise BadFile(f"line {line}: “{_shorten(name)}” is there twice")
            found[name] = _build(value, (*path, name), lines)
            lines[(*path, name)] = line
        return found
    if isinstance(node, yaml.SequenceNode):
        return [_build(each, (*path, index), lines) for index, each in enumerate(node.value)]
    assert isinstance(node, yaml.ScalarNode), "there is nothing else"
    return _read_scalar(node)


def _read_scalar(node: yaml.ScalarNode) -> str | int | bool | None:
    match node.tag:
        case tag if tag == _NULL:
            return None
        case tag if tag == _BOOL:
            return str(node.value).lower() == "true"
        case tag if tag == _INT:
            return int(node.value)
    if not node.style and _DIGITS.fullmatch(node.value):
        _refuse_long(f"line {node.start_mark.line + 1}: ", node.value)
    return str(node.value)


def _read_json(text: str) -> Any:
    """Return the data of a JSON document. Raises `BadFile`, or `JSONDecodeError` if it is not JSON."""
    try:
        data = json.loads(
            text,
            object_pairs_hook=_refuse_repeated,
            parse_int=lambda digits: int(digits) if _WHOLE.fullmatch(digits) else _refuse_long("", digits),
            parse_constant=_refuse_odd,
        )
    except RecursionError:
        raise _make_too_deep() from None
    level = [data]
    for _ in range(DEPTH_MAX + 1):
        level = [part for whole in level if isinstance(whole, dict | list)
                 for part in (whole.values() if isinstance(whole, dict) else whole)]  # fmt: skip
    if level:
        raise _make_too_deep()
    return data


def _refuse_repeated(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise BadFile(f"“{_shorten(next(key for key in keys if keys.count(key) > 1))}” is there twice")
    return found


def _refuse_long(where: str, digits: str) -> NoReturn:
    raise BadFile(f"{where}a number of {len(digits)} digits; a text goes in quotes")


def _refuse_odd(word: str) -> NoReturn:
    raise BadFile(f"{word} is no number")


def _make_too_deep() -> BadFile:
    return BadFile(f"more than {DEPTH_MAX} lists and mappings inside each other")


def _shorten(name: str) -> str:
    return name if len(name) <= 60 else f"{name[:59]}…"


def _explain_not_yaml(error: yaml.YAMLError, rows: list[str]) -> str:
    if not isinstance(error, yaml.MarkedYAMLError) or error.problem_mark is None:
        return f"not YAML: {' '.join(str(error).split())}"
    at = min(error.problem_mark.line, len(rows) - 1)  # for a mistake after the last line, name the last line
    indent = rows[at][: len(rows[at]) - len(rows[at].lstrip())]
    why = "indent with spaces, not with tabs" if "\t" in indent else f"not YAML: {error.problem}"
    return f"line {at + 1}: {why}"
