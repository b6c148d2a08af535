"""Check the addresses of webhooks, which people choose and the bot calls, and sign the calls."""

from __future__ import annotations

import base64
import hmac
import ipaddress
import secrets
from typing import Literal

from yarl import URL

from rules.errors import NotAllowed

Mode = Literal["off", "on", "local"]  # "local" also allows addresses of this machine, even with http
PREFIX = "whsec_"
SECRET_BYTES = 24
LONGEST = 500  # the most characters of an address
_NAT64 = ipaddress.ip_network("64:ff9b::/96")  # IPv6 addresses that stand for IPv4 ones


def make_secret() -> str:
    """Return a new secret in the format of Standard Webhooks."""
    return PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def sign(secret: str, name: str, timestamp: int, body: str) -> str:
    """Return the signature of a message by the rules of Standard Webhooks."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    digest = hmac.digest(key, f"{name}.{timestamp}.{body}".encode(), "sha256")
    return f"v1,{base64.b64encode(digest).decode()}"


def check_address(text: str, mode: Mode) -> str:
    """Return the address in its normal form. Raises `NotAllowed` if the bot may not call the address.

    This is not the only check. Before each call, `may_call` checks the IP address behind the host name.
    """
    url = URL(text.strip())
    host = url.host or ""
    here = mode == "local" and _is_here(host)
    if len(text) > LONGEST or not host or (url.scheme != "https" and not (here and url.scheme == "http")):
        raise NotAllowed("not an address that begins with https://, or too long")
    if url.user or url.password or url.fragment:
        raise NotAllowed("no user name, password or fragment may stand in it")
    try:
        number = ipaddress.ip_address(host)
    except ValueError:
        number = None
    if not here and (host == "localhost" or (number is not None and not may_call(host, mode))):
        raise NotAllowed("an address of a private network")
    return str(url)


def may_call(address: str, mode: Mode) -> bool:
    """Return whether a connection to this numeric address may be opened."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address):
        inside = found.ipv4_mapped or found.sixtofour or (found.teredo[1] if found.teredo else None)
        if found in _NAT64:
            inside = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
        if inside is not None:
            return (mode != "off" and _is_public(inside)) or (mode == "local" and inside.is_loopback)
    if mode == "local" and found.is_loopback:
        return True
    return mode != "off" and _is_public(found)


def _is_public(found: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    return found.is_global and not (found.is_multicast or found.is_reserved or found.is_unspecified)


def _is_here(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
