"""The log: structlog for our lines and for discord.py's, on standard error."""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING

import structlog
from discord import VoiceClient

if TYPE_CHECKING:
    from structlog.typing import Processor


def _for_people() -> Processor:
    # A traceback with the values of variables in it would tell the secret seed of a game.
    return structlog.dev.ConsoleRenderer(
        colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
    )


def configure(level: str, log_format: str) -> None:
    """Start logging; `log_format` is "text" for people or "json" for machines."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    renderer: list[Processor] = (
        [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
        if log_format == "json"
        else [_for_people()]
    )
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *renderer],
        )
    )
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    VoiceClient.warn_nacl = VoiceClient.warn_dave = False  # what it takes to speak is missed by nobody here
