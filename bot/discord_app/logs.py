"""Write the log to standard error with structlog: the bot's lines and those of libraries."""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import structlog
from discord import VoiceClient

from db.connection.unusable import Unusable

if TYPE_CHECKING:
    from structlog.typing import EventDict, Processor


OURS = ("bot", "db", "rules", "render", "__main__")  # loggers whose debug lines contain nothing private
MASK = "***"
# The addresses of interactions and webhooks contain tokens, and so does the data from the gateway.
_TOKEN = re.compile(
    r"""(/(?:interactions|webhooks)/\d+/)[^/\s?"'\\]+|(\\?["']token\\?["']: ?\\?["'])[^"'\\]+"""
)
_PLAIN = re.compile(r"[A-Za-z_]{1,30}|https?://\S+")  # a word or an address, never a person's text


class Masking(logging.Formatter):
    """Masks tokens in all lines, and people's texts in the debug lines of libraries.

    Such a debug line keeps its numbers, single words and addresses, which show the request and its result.
    """

    def __init__(self, inner: logging.Formatter, token: str = "") -> None:
        super().__init__()
        self.inner, self.token = inner, token

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record, with secrets masked."""
        if record.levelno <= logging.DEBUG and record.name.partition(".")[0] not in OURS:
            record = logging.makeLogRecord({**record.__dict__, "msg": _mask(record), "args": None})
        line = _TOKEN.sub(lambda found: (found[1] or found[2]) + MASK, self.inner.format(record))
        return line.replace(self.token, MASK) if self.token else line


def _mask(record: logging.LogRecord) -> str:
    args: Any = record.args
    if isinstance(args, Mapping):
        args = {key: _mask_arg(value) for key, value in args.items()}
    elif args:
        args = tuple(map(_mask_arg, args))
    try:
        return str(record.msg) % args if args else str(record.msg)
    except (TypeError, ValueError):
        return str(record.msg)  # the format needs a number, but the mask is a text


def _mask_arg(value: object) -> object:
    if value is None or isinstance(value, int | float):
        return value
    return value if isinstance(value, str) and _PLAIN.fullmatch(value) else MASK


def _shorten_outage(_: object, __: str, line: EventDict) -> EventDict:
    """Replace the traceback of `Unusable` with its message, because the fault is not in the code."""
    error = line.get("exc_info")
    error = sys.exc_info()[1] if error is True else error
    if isinstance(error, Unusable):
        del line["exc_info"]
        line["why"] = str(error)
    return line


def _make_text_renderer() -> Processor:
    # A traceback that shows the values of variables would reveal the secret seed of a game.
    return structlog.dev.ConsoleRenderer(
        colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
    )


def configure(level: str, log_format: str, token: str = "") -> None:
    """Start logging.

    Args:
        level: the lowest level to log, such as "info"
        log_format: "text" for people, "json" for machines
        token: the bot's token, which the log masks
    """
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    renderer: list[Processor] = (
        [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
        if log_format == "json"
        else [_make_text_renderer()]
    )
    structlog.configure(
        processors=[*shared, _shorten_outage, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler()
    inner = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *renderer],
    )
    handler.setFormatter(Masking(inner, token))
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    VoiceClient.warn_nacl = VoiceClient.warn_dave = False  # the bot uses no voice channels
