"""Send pages to browsers: with headers, compressed, and only if the browser doesn't have them yet."""

from __future__ import annotations

import gzip
from http import HTTPStatus

from aiohttp import web

from web.served_page import Packed

FOREVER = "private, max-age=31536000, immutable"  # for content with its hash in its address
ANEW = "private, no-cache"  # the browser keeps the answer, but asks each time whether it has changed
NOSNIFF = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Robots-Tag": "noindex, nofollow",
}
ELSEWHERE = {"Cross-Origin-Resource-Policy": "cross-origin"}  # for pictures that other sites may show
SOON = 2  # seconds until a browser should ask again for a picture or a stream that it can't have now


def write_policy(frames: str) -> str:
    """Return the content security policy of all answers. `frames`: the sites that may embed our pages."""
    return "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self'",
            "connect-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            f"frame-ancestors {frames}",
        )
    )


def answer_packed(
    request: web.Request, packed: Packed, kind: str, *, caching: str = FOREVER, etag: str = ""
) -> web.Response:
    """Return the answer with a text. The text is compressed if the browser accepts compression.

    Return 304 if the browser already has the version `etag`.
    """
    if etag and is_known(request, etag):
        return answer_known(etag, caching)
    taken = request.headers.get("Accept-Encoding", "").lower()
    headers = {"Cache-Control": caching, "Vary": "Accept-Encoding"}
    if etag:
        headers["ETag"] = f'W/"{etag}"'
    if packed.brotli and _takes(taken, "br"):
        body, headers["Content-Encoding"] = packed.brotli, "br"
    elif _takes(taken, "gzip"):
        body, headers["Content-Encoding"] = packed.gzip, "gzip"
    else:
        body = gzip.decompress(packed.gzip)
    return web.Response(body=body, content_type=kind, charset="utf-8", headers=headers)


def answer_bytes(
    request: web.Request, body: bytes, kind: str, *, caching: str = FOREVER, etag: str = ""
) -> web.Response:
    """Return the answer with bytes, not compressed; 304 if the browser already has the version `etag`."""
    if etag and is_known(request, etag):
        return answer_known(etag, caching)
    headers = {"Cache-Control": caching} | ({"ETag": f'W/"{etag}"'} if etag else {})
    return web.Response(body=body, content_type=kind, headers=headers)


def is_known(request: web.Request, etag: str) -> bool:
    """Return whether the browser already has this version."""
    return any(each.value in (etag, "*") for each in request.if_none_match or ())


def answer_known(etag: str, caching: str) -> web.Response:
    """Return the answer 304: the browser's copy is still right."""
    return web.Response(
        status=304, headers={"ETag": f'W/"{etag}"', "Cache-Control": caching, "Vary": "Accept-Encoding"}
    )


def refuse(status: int, wait: int = 0) -> web.Response:
    """Return an error, such as "Not Found" for 404. `wait`: seconds until the client should ask again."""
    headers = {"Cache-Control": "no-store"} | ({"Retry-After": str(wait)} if wait else {})
    return web.Response(status=status, text=HTTPStatus(status).phrase, headers=headers)


def _takes(accepted: str, way: str) -> bool:
    """Return whether a header accepts this encoding: "br" in "gzip, br;q=0.8", but not in "br;q=0"."""
    parts = (each.partition(";") for each in accepted.replace(" ", "").split(","))
    named = {name: quality.rstrip("0.") != "q=" for name, _, quality in parts}
    return named.get(way, named.get("*", False))
