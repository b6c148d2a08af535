"""Where a database is."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import make_url

DATABASE = "sqlite+aiosqlite:///data/durbar.db"  # unless a host names another


def with_password(address: str, file: Path | str | None) -> str:
    """The address of a database with the password that stands in a file; not for showing. Raises
    `OSError`."""
    if not file:
        return address
    password = Path(file).read_text(encoding="utf-8").strip()
    return make_url(address).set(password=password).render_as_string(hide_password=False)
