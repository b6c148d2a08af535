"""Check every payload (of requests and of responses) against Discord's published OpenAPI document.

The document is the file next to this module, unchanged. Three rules are added in memory:
- In requests, ids may be numbers, as Discord's documentation allows.
- In requests, unknown keys are refused.
- Where the document allows one of several schemas, the `type` of an object chooses the schema. This makes
  errors readable.

A compiled schema checks each payload in microseconds. Only a payload that it refuses goes to the slow
validator, which can say what is wrong.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, cast
from urllib.parse import quote

import jsonschema_rs
from jsonschema import Draft202012Validator, ValidationError
from jsonschema.exceptions import best_match
from jsonschema.protocols import Validator
from jsonschema.validators import extend
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from sandbox.errors import Json, Problem

DOCUMENT = Path(__file__).with_name("discord-openapi.json")
PREFIX = "#/components/schemas/"
METHODS = ("get", "post", "put", "patch", "delete")

TOLERATED_KEYS = {
    "ApplicationCommandUpdateRequest": ("nsfw",),
    "ApplicationCommandCreateRequest": ("nsfw",),
    "ApplicationCommandPatchRequestPartial": ("nsfw",),
    "IncomingWebhookUpdateForInteractionCallbackRequestPartial": ("tts",),
    "IncomingWebhookUpdateRequestPartial": ("tts",),
    "MessageEditRequestPartial": ("tts",),
    "BaseCreateMessageCreateRequest": ("tts",),
    "CreateForumThreadRequest": ("type",),
    "ComponentEmojiForRequest": ("animated",),
    "RichEmbed": ("flags",),
    "RichEmbedImage": ("proxy_url", "flags", "description", "content_type"),
    "RichEmbedThumbnail": ("proxy_url", "flags", "description", "content_type"),
    "RichEmbedAuthor": ("proxy_icon_url",),
    "RichEmbedFooter": ("proxy_icon_url",),
}
"""Keys that the OpenAPI document leaves out but Discord accepts.

`nsfw` is in Discord's written documentation. discord.py sends `type` with every thread. It also sends `tts`
with every message, although `tts` has no effect in an edit or in a post of a forum. Most of the other keys
occur when a received embed is sent back.
"""


@dataclass(frozen=True)
class Judge:
    """One schema as two validators.

    `at_once` is fast and only says whether a payload is valid. `in_words` checks a refused payload again and
    explains its mistakes.
    """

    at_once: jsonschema_rs.Draft202012Validator
    in_words: Validator

    def problems(self, body: object) -> list[Problem]:
        """Return the problems of a payload; [] if it is valid."""
        return [] if self.at_once.is_valid(body) else _problems(self.in_words, body)


@dataclass(frozen=True)
class Operation:
    """A method of a path, with the schemas of its request and of its responses by status."""

    method: str
    template: str
    request: Judge | None
    responses: dict[str, Judge | None]

    def problems_in_request(self, body: object) -> list[Problem]:
        """Return the problems of a request body by the strict schema; [] if it is valid."""
        return [] if self.request is None else self.request.problems(body)

    def problems_in_response(self, status: int, body: object) -> list[Problem]:
        """Check the status and the body of an answer that the sandbox gives. Return the problems."""
        key = str(status) if str(status) in self.responses else f"{status // 100}XX"
        if key not in self.responses:
            return [Problem((), f"status {status} is not published for this route")]
        judge = self.responses[key]
        if judge is None:
            return [] if body is None else [Problem((), f"status {status} has no body")]
        return judge.problems(body)


@dataclass
class _Node:
    """A segment in the tree of published paths."""

    fixed: dict[str, _Node] = field(default_factory=dict)
    parameter: tuple[str, _Node] | None = None
    template: str | None = None


class Schema:
    """The whole document. Build it once, then `find` the operation of each request."""

    def __init__(self) -> None:
        self._document: Json = json.loads(DOCUMENT.read_bytes())
        strict = _make_strict(json.loads(DOCUMENT.read_bytes()))
        self._requests = _make_judges(strict)
        self._responses = _make_judges(self._document)
        self._operations: dict[tuple[str, str], Operation] = {}
        self._root = _Node()
        for template in self._document["paths"]:
            self._add_path(template)

    def _add_path(self, template: str) -> None:
        node = self._root
        for segment in template.strip("/").split("/"):
            if segment.startswith("{"):
                if node.parameter is None:
                    node.parameter = (segment.strip("{}"), _Node())
                node = node.parameter[1]
            else:
                node = node.fixed.setdefault(segment, _Node())
        node.template = template

    def find(self, method: str, path: str) -> tuple[Operation, dict[str, str]] | None:
        """Return the operation of a path below `/api/v10`, and its parameters; None if there is none."""
        found = _walk(self._root, path.strip("/").split("/"))
        if found is None or method.lower() not in self._document["paths"][found]:
            return None
        names = [part.strip("{}") for part in found.strip("/").split("/")]
        segments = path.strip("/").split("/")
        fixed = found.strip("/").split("/")
        params = {
            name: value
            for name, value, part in zip(names, segments, fixed, strict=True)
            if part.startswith("{")
        }
        return self._operation(method.lower(), found), params

    def _operation(self, method: str, template: str) -> Operation:
        key = (method, template)
        if key not in self._operations:
            entry = self._document["paths"][template][method]
            body = self._pointer(entry, "requestBody", ("paths", template, method, "requestBody"))
            answers = {
                status: self._response_pointer(entry, template, method, status)
                for status in entry["responses"]
            }
            self._operations[key] = Operation(
                method,
                template,
                None if body is None else self._requests(body),
                {status: None if ref is None else self._responses(ref) for status, ref in answers.items()},
            )
        return self._operations[key]

    def _response_pointer(self, entry: Json, template: str, method: str, status: str) -> str | None:
        answer = entry["responses"][status]
        if "$ref" not in answer:
            return self._pointer(entry["responses"], status, ("paths", template, method, "responses", status))
        name = answer["$ref"].rsplit("/", 1)[1]
        shared = self._document["components"]["responses"]
        return self._pointer(shared, name, ("components", "responses", name))

    def _pointer(self, parent: Json, key: str, steps: tuple[str, ...]) -> str | None:
        if "schema" not in parent.get(key, {}).get("content", {}).get("application/json", {}):
            return None
        path = (*steps, "content", "application/json", "schema")
        return "#/" + "/".join(step.replace("~", "~0").replace("/", "~1") for step in path)


@cache
def read_schema() -> Schema:
    """Return the shared `Schema`. Reading the document takes some 20 milliseconds, so it is read once."""
    return Schema()


def _walk(node: _Node, segments: list[str]) -> str | None:
    if not segments:
        return node.template
    head, rest = segments[0], segments[1:]
    if head in node.fixed and (found := _walk(node.fixed[head], rest)) is not None:
        return found
    return None if node.parameter is None or not head else _walk(node.parameter[1], rest)


def _make_strict(document: Json) -> Json:
    schemas = document["components"]["schemas"]
    for name, schema in schemas.items():
        for key in TOLERATED_KEYS.get(name, ()):
            schema["properties"].setdefault(key, {})
        if "properties" in schema:
            schema.setdefault("additionalProperties", False)
    schemas["SnowflakeType"] = {
        "type": ["string", "integer"],
        "pattern": schemas["SnowflakeType"]["pattern"],
        "minimum": 0,
    }
    return document


def _make_judges(document: Json) -> Callable[[str], Judge]:
    """Return a function that makes a `Judge` from the JSON pointer of a schema."""
    schemas: Json = document["components"]["schemas"]
    resource = Resource.from_contents(document, default_specification=DRAFT202012)
    registry: Registry[Any] = Registry().with_resource("discord:api", resource)
    plain_union = Draft202012Validator.VALIDATORS["anyOf"]

    @cache
    def types_of(ref: str) -> frozenset[Any]:
        kind = schemas[ref.removeprefix(PREFIX)].get("properties", {}).get("type", {})
        return frozenset(kind.get("enum", ()))

    def union(validator: Any, branches: list[Json], instance: Any, schema: Json) -> Iterator[ValidationError]:
        kind = instance.get("type") if isinstance(instance, dict) else None
        if not isinstance(kind, int):
            yield from plain_union(validator, branches, instance, schema)
            return
        known = {branch["$ref"]: types_of(branch["$ref"]) for branch in branches if "$ref" in branch}
        if not known or not all(known.values()):
            yield from plain_union(validator, branches, instance, schema)
            return
        fitting = [ref for ref, types in known.items() if kind in types]
        if not fitting:
            allowed = sorted({each for types in known.values() for each in types})
            yield ValidationError(f"type {kind!r} is not one of {allowed}", validator="type", path=["type"])
        elif len(fitting) == 1:
            yield from validator.descend(instance, {"$ref": fitting[0]})
        else:
            yield from plain_union(validator, [{"$ref": ref} for ref in fitting], instance, schema)

    make_judge: Any = extend
    judge = make_judge(Draft202012Validator, {"oneOf": union, "anyOf": union})

    quick = jsonschema_rs.Registry([("discord:api", document)])

    def make(pointer: str) -> Judge:
        at_once = jsonschema_rs.Draft202012Validator(
            {"$ref": f"discord:api{quote(pointer, safe='#/~')}"}, registry=quick
        )
        return Judge(at_once, judge({"$ref": f"discord:api{pointer}"}, registry=registry))

    return make


def _problems(validator: Validator, body: object) -> list[Problem]:
    found = (best_match([error]) or error for error in validator.iter_errors(cast(Any, body)))
    return [
        Problem(tuple(error.absolute_path), _short(error.message), str(error.validator).upper())
        for error in found
    ]


def _short(message: str) -> str:
    return message if len(message) <= 300 else f"{message[:140]} ... {message[-150:]}"
