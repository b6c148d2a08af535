"""Check the address of a database, and add its password."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

DATABASE = "sqlite+aiosqlite:///data/durbar.db"  # the default
KINDS = ("sqlite+aiosqlite", "postgresql+asyncpg")


def check_address(address: str) -> str:
    """Return an address if Durbar can use its kind of database.

    Raises `ValueError` if not. The error does not show the address, which may contain a password.
    """
    try:
        kind = make_url(address).drivername
    except (ArgumentError, ValueError):
        kind = ""
    if kind not in KINDS:
        other = "postgresql+asyncpg://durbar@localhost/durbar"
        raise ValueError(f"DURBAR_DATABASE is an address such as {DATABASE} or {other}")
    return address


def add_password(address: str, file: Path | str | None) -> str:
    """Return an address with the password from `file`, if one is given. Never show or log the result.

    Raises `OSError` if the file can't be read.
    """
    if not file:
        return address
    password = Path(file).read_text(encoding="utf-8").strip()
    return make_url(address).set(password=password).render_as_string(hide_password=False)
