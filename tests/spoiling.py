"""Make documents with one invalid value: for each field of a model, and for each kind of mistake."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pydantic import BaseModel

HUGE = 10**15
TURNED = "left\u202eright"  # a character that reverses the following text


class Wrong(NamedTuple):
    """An invalid value for a place of a document; `...` for a missing value."""

    place: tuple[str | int, ...]
    field: str  # "Model.field", also for elements of a list and values of a mapping
    what: str
    value: Any


class Schema:
    """The JSON schema of a model, read field by field."""

    def __init__(self, model: type[BaseModel]) -> None:
        self.whole = model.model_json_schema()
        self.tried = set[str]()  # fields that were tried

    def list_fields(self) -> set[str]:
        """Return all fields of all models in the schema, as "Model.field"."""
        models = {self.whole["title"]: self.whole} | self.whole.get("$defs", {})
        return {f"{name}.{field}" for name, model in models.items() for field in model.get("properties", ())}

    def spoil(self, document: Mapping[str, Any]) -> Iterator[Wrong]:
        """Yield each kind of invalid value of each field once."""
        seen = set[tuple[str, str]]()
        for wrong in self._spoil(document, self.whole, (), ""):
            if (wrong.field, wrong.what) not in seen:
                seen.add((wrong.field, wrong.what))
                yield wrong

    def _spoil(self, value: Any, schema: Any, place: tuple[str | int, ...], field: str) -> Iterator[Wrong]:
        while "$ref" in schema:
            schema = self.whole["$defs"][schema["$ref"].rpartition("/")[2]]
        if isinstance(value, dict):
            yield from self._spoil_object(value, schema, place, field)
        elif isinstance(value, list):
            inside = [*schema.get("prefixItems", ()), *[schema.get("items", {})] * len(value)]
            for index, part in enumerate(value):
                yield from self._spoil(part, inside[index], (*place, index), f"{field}.#")
            yield Wrong(place, field, "a number for a list", 5)
            if value:
                yield Wrong(place, field, "twice", [*value, value[0]])
        else:
            for wrong in list_wrong(value, schema):
                yield Wrong(place, field, repr(wrong) if not isinstance(wrong, list) else "a list", wrong)

    def _spoil_object(
        self, value: Mapping[str, Any], schema: Any, place: tuple[str | int, ...], field: str
    ) -> Iterator[Wrong]:
        named = schema.get("properties", {})
        other: Any = schema.get("additionalProperties") or {}
        for pattern in schema.get("patternProperties", {}).values():
            other = pattern
        for key, part in value.items():
            name = f"{schema['title']}.{key}" if key in named else f"{field}.*"
            self.tried.add(name)
            yield from self._spoil(part, named.get(key, other), (*place, key), name)
        yield Wrong((*place, "no such key"), field, "an unknown key", 1)
        for key in schema.get("required", ()):
            yield Wrong((*place, key), f"{schema['title']}.{key}", "missing", ...)
        for key in named.keys() - value.keys():
            name = f"{schema['title']}.{key}"
            self.tried.add(name)
            for wrong in (TURNED, {"no": 1}, HUGE):
                yield Wrong((*place, key), name, f"added: {wrong!r}", wrong)


def list_wrong(value: Any, schema: Mapping[str, Any]) -> list[Any]:
    """Return values that are invalid in the place of a simple value."""
    if isinstance(value, bool):
        return ["maybe", 1, [value]]
    if isinstance(value, int):
        below = [-1] if "minimum" in schema or "exclusiveMinimum" in schema else []
        return [*below, HUGE, "1", True, 1.5, [value]]
    if isinstance(value, float):
        return [HUGE, "1.5", True, [value]]
    return ["no such thing", "", TURNED, 7, [value]]


def put(document: Any, wrong: Wrong) -> Any:
    """Return the document with this value at its place."""
    changed = json.loads(json.dumps(document))
    at = changed
    for step in wrong.place[:-1]:
        at = at[step]
    if wrong.value is ...:
        del at[wrong.place[-1]]
    else:
        at[wrong.place[-1]] = wrong.value
    return changed
