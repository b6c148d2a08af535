"""Settings, all from the environment: `DURBAR_TOKEN`, `DURBAR_DATABASE` and their like."""

from __future__ import annotations

import ipaddress
from typing import Annotated, Literal
from urllib.parse import urlsplit

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
from pydantic import Field, SecretStr, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """What a host may set; each name is an environment variable with `DURBAR_` in front."""

    model_config = SettingsConfigDict(env_prefix="DURBAR_", frozen=True)

    token: SecretStr
    database: str = "sqlite+aiosqlite:///data/durbar.db"
    guild: int | None = None  # one server only: its commands appear at once
    drawers: Annotated[int, Field(ge=1)] = 2  # processes that draw
    thinking: Annotated[float, Field(gt=0, le=60)] = 1.0  # seconds for each choice of an automatic player
    api: str | None = None  # for tests: a Discord on this machine, "http://127.0.0.1:8000"
    luck: Annotated[int, Field(ge=0)] | None = (
        None  # for tests: the seed of every game, so all can be foreseen
    )
    log: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["text", "json"] = "text"

    @field_validator("api")
    @classmethod
    def _loopback(cls, value: str | None) -> str | None:
        """A token must never be sent to a stranger, so nothing but this machine is taken for Discord."""
        if value is None:
            return None
        parts = urlsplit(value)
        if parts.scheme != "http" or not _is_loopback(parts.hostname or ""):
            raise ValueError("DURBAR_API is for tests only: an http:// address on this machine (127.0.0.1)")
        return value.rstrip("/")

    @field_validator("luck")
    @classmethod
    def _not_among_people(cls, value: int | None, others: ValidationInfo) -> int | None:
        """Where the seed is known beforehand, so are all dice and cards."""
        if value is not None and others.data.get("api") is None:
            raise ValueError("DURBAR_LUCK is for tests only, together with DURBAR_API")
        return value


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def use_api(api: str) -> None:
    """Point discord.py at a Discord on this machine; before any client starts."""
    Route.BASE = f"{api}/api/v{discord.http.INTERNAL_API_VERSION}"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(api).with_scheme("ws") / "gateway"
