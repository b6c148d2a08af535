"""Find the sentences that source code passes to functions such as `say` and `tell`, without running the code.

A sentence in the code may be a literal, a constant, a choice between several texts, or an argument of the
function around it. An expression is called lost if its texts can't be found. Nobody can translate the texts
of a lost expression.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from string import Formatter

from rules.words import Plural, Text, conjugate, third_person

# For each function: the position of the argument that is a sentence.
SAYING = {"say": 0, "Words": 0, "tell": 1, "whisper": 2, "Phrase": 0, "Deed": 0}
REFUSING = frozenset(("NotAllowed", "NotUnderstood"))
# These functions build sentences from their arguments. Inside them, a text that can't be traced is no error.
OWN = frozenset(
    "say tell join_list in_turn as_is mark_text whisper make_plain_phrase _word_clauses"
    " _list_spoken_around".split()
)
DEPTH = 6  # follow at most this many steps from an expression to its texts
# A text with this many placeholders needs a translation even if it has no words. A translation may put the
# placeholders in another order.
ORDERED = 3
Function = ast.FunctionDef | ast.AsyncFunctionDef


class Lost(Exception):
    """An expression can't be traced to its texts."""


@dataclass
class Source:
    """All modules in a folder, with their constants, functions and calls by name."""

    folder: Path
    saying: Mapping[str, int] = field(default_factory=lambda: SAYING)
    modules: dict[Path, ast.Module] = field(default_factory=dict)
    constants: dict[str, list[tuple[ast.expr, Path]]] = field(default_factory=dict)
    calls: dict[str, list[tuple[ast.Call, Path, Function | None]]] = field(default_factory=dict)
    functions: dict[str, list[tuple[Function, Path]]] = field(default_factory=dict)
    # for each module, its imported names, each with the module that defines this name
    imported: dict[Path, dict[str, str]] = field(default_factory=dict)
    _followed: list[tuple[str, Function | None]] = field(default_factory=list)

    def __post_init__(self) -> None:
        for path in sorted(self.folder.rglob("*.py")):
            self.modules[path] = ast.parse(path.read_text(encoding="utf-8"))
        for path, module in self.modules.items():
            for node in module.body:
                for name, value in _find_assigned(node):
                    self.constants.setdefault(name, []).append((value, path))
                if isinstance(node, Function):
                    self.functions.setdefault(node.name, []).append((node, path))
            self.imported[path] = {
                alias.asname or alias.name: node.module or ""
                for node in ast.walk(module)
                if isinstance(node, ast.ImportFrom)
                for alias in node.names
            }
            for call, inside in _calls(module):
                self.calls.setdefault(_find_called(call), []).append((call, path, inside))

    def sentences(self, paths: Iterable[Path]) -> tuple[dict[Text, set[str]], list[str]]:
        """Return the sentences of these modules, and the places of lost texts.

        Each sentence comes with the modules that say it.
        """
        found: dict[Text, set[str]] = {}
        lost: list[str] = []
        for path in paths:
            where = path.relative_to(self.folder.parent).as_posix()
            for call, inside in _calls(self.modules[path]):
                try:
                    for text in filter(_telling, self._find_said(call, path, inside)):
                        found.setdefault(text, set()).add(where)
                except Lost:
                    if inside is not None and inside.name in OWN:
                        continue
                    lost.append(f"{where}:{call.lineno}: {ast.unparse(call)[:90]}")
        return found, lost

    def _find_said(self, call: ast.Call, path: Path, inside: Function | None) -> Iterator[Text]:
        name = _find_called(call)
        if name in REFUSING and call.args and _is_text(call.args[0]):
            raise Lost  # a refusal can be translated if it has `Words`, but not if it has a plain text
        if name in self.saying and len(call.args) > self.saying[name]:
            yield from self._texts(call.args[self.saying[name]], path, inside)
        for keyword in call.keywords:
            if keyword.arg == "lead":
                yield from (f"{lead} {{answer}}" for lead in _leads(keyword.value, inside))
            if name in ("Phrase", "Deed") and keyword.arg in ("alone", "end", "several"):
                yield from self._texts(keyword.value, path, inside)

    def _texts(self, node: ast.expr, path: Path, inside: Function | None, deep: int = 0) -> list[Text]:
        """Return all texts that an expression can have. Raises `Lost`."""
        if deep > DEPTH:
            raise Lost

        def follow(part: ast.expr) -> list[Text]:
            return self._texts(part, path, inside, deep + 1)

        match node:
            case ast.Constant(value=str() as text):
                return [text]
            case ast.IfExp(body=body, orelse=other):
                return [*follow(body), *follow(other)]
            case ast.BinOp(op=ast.Add(), left=left, right=right):
                return [a + b for a, b in product(_plain(follow(left)), _plain(follow(right)))]
            case ast.BoolOp(op=ast.Or(), values=values):
                return [text for value in values for text in follow(value)]
            case ast.Dict(values=values):
                return [text for value in values for text in follow(value)]
            case ast.Tuple(elts=values) | ast.List(elts=values):
                return [text for value in values for text in follow(value)]
            case ast.Subscript(value=ast.Name() | ast.Dict() | ast.Tuple() | ast.Subscript() as kept):
                return follow(kept)
            case ast.Call(func=ast.Name(id="Plural"), args=[one, many]):
                return [Plural(*texts) for texts in product(_plain(follow(one)), _plain(follow(many)))]
            case ast.Call(func=ast.Name(id="conjugate"), args=[verb]):
                return [conjugate(text) for text in _plain(follow(verb))]
            case ast.Call(func=ast.Name(id="third_person"), args=[verb]):
                return [third_person(text) for text in _plain(follow(verb))]
            case ast.Call(func=ast.Name(id=name)) if name in self.functions:
                return self._find_returned(name, path, deep)
            case ast.Call(func=ast.Attribute(value=ast.Name() | ast.Dict() as kept, attr="get")):
                return follow(kept)
            case ast.JoinedStr(values=values):
                return ["".join(each) for each in product(*(_plain(follow(value)) for value in values))]
            case ast.FormattedValue(value=value):
                return follow(value)
            case ast.Name(id=name):
                return self._find_named(name, path, inside, deep)
            case _:
                raise Lost

    def _find_named(self, name: str, path: Path, inside: Function | None, deep: int) -> list[Text]:
        local = [] if inside is None else [value for each, value in _within(inside) if each == name]
        if local:
            if (name, inside) in self._followed:  # assigned from itself: `text = more if ... else text`
                return []
            self._followed.append((name, inside))
            try:
                return [text for value in local for text in self._texts(value, path, inside, deep + 1)]
            finally:
                self._followed.pop()
        if inside is not None and name in (names := _parameters(inside)):
            return self._find_given(inside, path, names, name, deep)
        kept = self.constants.get(name, [])
        source = self.imported[path].get(name)
        own = [each for each in kept if each[1] == path]
        here = own or [each for each in kept if self._module(each[1]) == source] or kept
        if not here:
            raise Lost
        return [text for value, where in here for text in self._texts(value, where, None, deep + 1)]

    def _find_returned(self, name: str, path: Path, deep: int) -> list[Text]:
        """Return all texts that a function returns. Raises `Lost`."""
        found: list[Text] = []
        for function, where in self.functions[name]:
            if where == path or self.imported[path].get(name) == self._module(where):
                values = [node.value for node in ast.walk(function) if isinstance(node, ast.Return)]
                found += [
                    text
                    for value in values
                    if value
                    for text in self._texts(value, where, function, deep + 1)
                ]
        if not found:
            raise Lost
        return found

    def _module(self, path: Path) -> str:
        parts = path.relative_to(self.folder.parent).with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    def _find_given(
        self, inside: Function, path: Path, names: Sequence[str], name: str, deep: int
    ) -> list[Text]:
        """Return all texts that callers pass for a parameter of a function. Raises `Lost`."""
        found: list[Text] = []
        for call, where, within in self.calls.get(inside.name, []):
            if where != path and self.imported[where].get(inside.name) != self._module(path):
                continue  # another function of this name
            at = names.index(name)
            given = next((each.value for each in call.keywords if each.arg == name), None)
            given = given if given is not None else (call.args[at] if at < len(call.args) else None)
            if given is not None:
                found += self._texts(given, where, within, deep + 1)
        if not found:
            raise Lost
        return found


def _plain(texts: Sequence[Text]) -> list[str]:
    """Return these texts as strings. Raises `Lost` if one of them has plural forms."""
    plain = [text for text in texts if isinstance(text, str)]
    if len(plain) < len(texts):
        raise Lost
    return plain


def _is_text(node: ast.expr) -> bool:
    """Return whether an expression is a literal text with letters. It may also have placeholders."""
    values = node.values if isinstance(node, ast.JoinedStr) else [node]
    return any(isinstance(each, ast.Constant) and any(map(str.isalpha, str(each.value))) for each in values)


def _telling(text: Text) -> bool:
    """Return whether a text needs a translation: because of words, signs or the order of placeholders."""
    if isinstance(text, Plural):
        return True
    parts = list(Formatter().parse(text))
    outside = "".join(literal for literal, *_ in parts)
    several = sum(place is not None for _, place, *_ in parts) >= ORDERED
    return several or any(letter.isalpha() or letter in ":;?!%“" for letter in outside)


def _find_assigned(node: ast.stmt) -> Iterator[tuple[str, ast.expr]]:
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            yield name, value
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
            yield name, value
        case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
            for target, value in zip(names, values, strict=True):
                if isinstance(target, ast.Name):
                    yield target.id, value


def _within(function: Function) -> Iterator[tuple[str, ast.expr]]:
    for node in ast.walk(function):
        if isinstance(node, ast.stmt):
            yield from _find_assigned(node)
        if isinstance(node, ast.For) and isinstance(node.iter, ast.Tuple | ast.Subscript):
            yield from _find_looped(node.target, node.iter)


def _find_looped(target: ast.expr, values: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """Yield the variables of a loop over literal values, each with the values that it gets."""
    while isinstance(values, ast.Subscript):
        values = values.value
    if isinstance(values, ast.Tuple):
        for each in values.elts:
            if isinstance(target, ast.Name):
                yield target.id, each
            elif isinstance(target, ast.Tuple) and isinstance(each, ast.Tuple):
                for name, value in zip(target.elts, each.elts, strict=True):
                    if isinstance(name, ast.Name):
                        yield name.id, value


def _parameters(function: Function) -> list[str]:
    given = [each.arg for each in (*function.args.posonlyargs, *function.args.args)]
    return [*(name for name in given if name != "self"), *(each.arg for each in function.args.kwonlyargs)]


def _defaults(function: Function) -> dict[str, ast.expr]:
    """Return the default values of a function's parameters."""
    given = function.args
    plain = [*given.posonlyargs, *given.args]
    found = dict(zip((each.arg for each in reversed(plain)), reversed(given.defaults), strict=False))
    named = zip((each.arg for each in given.kwonlyargs), given.kw_defaults, strict=True)
    return found | {name: value for name, value in named if value is not None}


def _leads(value: ast.expr, inside: Function | None) -> Iterator[str]:
    """Yield the leads (words before an answer) in an expression, or in a parameter's default value."""
    for part in ast.walk(value):
        node: ast.expr | None = part if isinstance(part, ast.Constant) else None
        if isinstance(part, ast.Name) and inside is not None:
            node = _defaults(inside).get(part.id)
        match node:
            case ast.Constant(value=str() as lead) if lead:
                yield lead


def _calls(module: ast.Module) -> Iterator[tuple[ast.Call, Function | None]]:
    """Yield every call, with the function around it."""
    open_: list[tuple[ast.AST, Function | None]] = [(module, None)]
    while open_:
        node, inside = open_.pop()
        inside = node if isinstance(node, Function) else inside
        if isinstance(node, ast.Call):
            yield node, inside
        open_ += [(child, inside) for child in ast.iter_child_nodes(node)]


def _find_called(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def list_shared(source: Source, games: Iterable[str]) -> list[Path]:
    """Return the modules that belong to no game."""
    folders = [source.folder / key for key in games]
    return [path for path in source.modules if not any(path.is_relative_to(folder) for folder in folders)]
