"""Explain errors of a database: why it can't be used, and what to do."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from alembic.util import CommandError
from sqlalchemy import make_url
from sqlalchemy.exc import SQLAlchemyError

FAULTS = (SQLAlchemyError, sqlite3.Error, CommandError, OSError)
FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
FORBIDDEN = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})
OUT_OF_USE = "SQLITE_FULL", "SQLITE_READONLY", "SQLITE_IOERR", "SQLITE_CORRUPT", "SQLITE_NOTADB"
SERVER_GOES = "08", "57P"  # PostgreSQL's error classes: the connection is lost; the server shuts down
NO_ROOM = "The disk is full: make room there."
NO_RIGHT = "The bot's user may not write there: give it the right to write to the file and its folder."
DAMAGED = "The file is damaged, or it is not an SQLite database. Restore a backup (`durbar db restore`)."


class Unusable(Exception):
    """The database can't be used. The text names the database, and says why and what to do."""


def unusable(url: str, why: str) -> Unusable:
    """Return the error for a database, with the reason `why`. Its text does not show the password."""
    parsed = make_url(url)
    name = parsed.database if parsed.get_backend_name() == "sqlite" else None
    return Unusable(f"The database {name or repr(parsed)} can't be used. {why}")


@contextmanager
def explain_errors(url: str) -> Iterator[None]:
    """In a `with` block, turn each error of a database, its disk or its server into `Unusable`."""
    try:
        yield
    except Exception as error:
        if not isinstance(error, FAULTS) and not _is_postgres(error):
            raise
        raise unusable(url, _explain(url, error)) from error


def explain_outage(url: str, error: BaseException) -> BaseException:
    """Return `Unusable` if the error means that the database can't be used now. Else return the error."""
    if not _is_outage(error):
        return error
    refused = unusable(url, _explain(url, error))
    refused.__cause__ = error
    return refused


def _is_outage(error: BaseException) -> bool:
    """Return whether an error means that the server is unreachable, or that a file can't be used."""
    cause: BaseException = getattr(error, "orig", None) or error
    if isinstance(cause, sqlite3.Error):
        return getattr(cause, "sqlite_errorname", "").startswith(OUT_OF_USE)
    going = str(getattr(cause, "sqlstate", None) or "").startswith(SERVER_GOES)
    return going or isinstance(cause, OSError) or bool(getattr(error, "connection_invalidated", False))


def _is_postgres(error: BaseException) -> bool:
    """Return whether an error comes from PostgreSQL's driver. The driver need not be installed."""
    return type(error).__module__.partition(".")[0] == "asyncpg"


def _explain(url: str, error: BaseException) -> str:
    cause: BaseException = getattr(error, "orig", None) or error
    if cause.__cause__ is not None and _is_postgres(cause.__cause__):
        cause = cause.__cause__
    if make_url(url).get_backend_name() != "sqlite":
        if isinstance(cause, OSError):
            return f"PostgreSQL can't be reached ({_write_reason(cause)}): start it, or correct the address."
        return f"PostgreSQL refuses it ({cause}): correct the address, the password or the rights."
    if isinstance(cause, sqlite3.Error):
        return _explain_sqlite(cause, Path(make_url(url).database or ""))
    if isinstance(cause, OSError):
        return _explain_file(cause)
    return f"{type(cause).__name__}: {cause}"


def _explain_sqlite(error: sqlite3.Error, path: Path) -> str:
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith("SQLITE_FULL"):
        return NO_ROOM
    if name.startswith(("SQLITE_READONLY", "SQLITE_PERM")):
        return NO_RIGHT
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
        return DAMAGED
    if name.startswith("SQLITE_BUSY"):
        return "Another program has been writing to it for seconds: end that first."
    if name.startswith("SQLITE_CANTOPEN"):
        return _explain_path(path) or f"It can't be opened: {NO_RIGHT}"
    if name.startswith("SQLITE_IOERR"):
        return f"The disk refuses ({error}): see whether it is full or faulty."
    return f"SQLite refuses it ({error})."


def _explain_path(path: Path) -> str:
    if path.is_dir():
        return "It is a folder: give the path of a file in it."
    if not path.parent.is_dir():
        return f"There is no folder {path.parent}."
    return ""


def _explain_file(error: OSError) -> str:
    if error.errno in FULL:
        return NO_ROOM
    if error.errno in FORBIDDEN:
        return NO_RIGHT
    if error.errno == errno.EISDIR:
        return "It is a folder: give the path of a file in it."
    if error.errno in (errno.EEXIST, errno.ENOTDIR):
        return "A part of its path is a file, not a folder: correct the path."
    return f"{_write_reason(error)}."


def _write_reason(error: OSError) -> str:
    return error.strerror or str(error)
