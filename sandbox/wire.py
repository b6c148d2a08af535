"""Read and write JSON and multipart over HTTP as Discord does."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from aiohttp import BodyPartReader, web

from sandbox.errors import Problem, invalid_form

REQUEST_LIMIT = 25 * 1024 * 1024


@dataclass(frozen=True)
class Upload:
    """A file of a multipart request."""

    name: str
    data: bytes


def clean_name(name: str) -> str:
    """Return a file name as Discord keeps it: letters, digits, dots, dashes and underscores."""
    return re.sub(r"[^\w.-]", "_", name) or "unknown"


def json_response(body: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> web.Response:
    """Return an answer of type `application/json`.

    The type has no charset. With a charset, discord.py would read the answer as text.
    """
    text = json.dumps(body, separators=(",", ":")).encode()
    return web.Response(
        body=text, status=status, headers={**(headers or {}), "Content-Type": "application/json"}
    )


async def read_body(request: web.Request) -> tuple[Any, dict[int, Upload]]:
    """Return the JSON of a request (None without a body), and its files by number."""
    if request.content_type == "multipart/form-data":
        return await _read_multipart(request)
    raw = await request.read()
    if not raw:
        return None, {}
    return _parse(raw), {}


def _parse(raw: bytes) -> Any:
    try:
        return json.loads(raw)
    except ValueError as error:
        raise invalid_form([Problem((), "The request body contains invalid JSON.")]) from error


async def _read_multipart(request: web.Request) -> tuple[Any, dict[int, Upload]]:
    body: Any = {}
    uploads: dict[int, Upload] = {}
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise invalid_form([Problem((), "a part of the request is itself multipart")])
        data = bytes(await part.read())
        if part.name == "payload_json":
            body = _parse(data)
        elif found := re.fullmatch(r"files?\[?(\d*)\]?", part.name or ""):
            uploads[int(found[1] or len(uploads))] = Upload(clean_name(part.filename or ""), data)
        else:
            raise invalid_form([Problem((part.name or "",), "neither payload_json nor files[n]")])
    return body, uploads
