"""Read the settings of the bot from environment variables such as `DURBAR_TOKEN`."""

from __future__ import annotations

import ipaddress
import re
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
from pydantic import Field, SecretStr, ValidationInfo, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.engine.listening import ADDRESS
from bot.serving.clients import read_networks
from db.connection.address import DATABASE, check_address


class Environment(BaseSettings):
    """The settings of an operator. Each field is an environment variable: `token` is `DURBAR_TOKEN`."""

    model_config = SettingsConfigDict(env_prefix="DURBAR_", frozen=True)

    token: SecretStr = Field(
        description="the bot's token; without a token or a token file, `durbar run` starts the sandbox"
    )
    token_file: Path | None = Field(None, description="a file that holds the token")
    database: str = Field(
        DATABASE, description="an SQLAlchemy URL: SQLite, or `postgresql+asyncpg://user@host/name`"
    )
    database_password_file: Path | None = Field(
        None, description="a file that holds the password which the URL leaves out"
    )
    guild: int | None = Field(
        None, description="the id of the only server that gets the commands; they appear at once"
    )
    shards: str | None = Field(
        None,
        description="with PostgreSQL: `0/2` is the first of two gateway processes, `none` has no gateway",
    )
    drawers: Annotated[int, Field(ge=1)] = Field(
        2,
        description="processes that draw pictures, about 90 MB each; one more draws GIFs, one makes pages",
    )
    thinking: Annotated[float, Field(gt=0, le=60)] = Field(
        5.0,
        description="seconds a bot player thinks about an order; all orders in a row take about twice that",
    )
    api: str | None = Field(None, description="for tests: a simulated Discord (`http://127.0.0.1:...`)")
    luck: Annotated[int, Field(ge=0)] | None = Field(
        None, description="for tests, with `DURBAR_API`: the seed of every game"
    )
    health: str | None = Field(
        None, description="the address of `/healthz` and `/metrics`, such as `127.0.0.1:9100`"
    )
    web: str | None = Field(
        None, description="where this process serves pages of games, such as `127.0.0.1:8080`"
    )
    web_url: str | None = Field(
        None,
        description="how people reach pages (`https://example.org/durbar`); any process may serve them",
    )
    web_proxies: str | None = Field(
        None,
        description="your proxies, which may name a client's address, such as `127.0.0.1, ::1`",
    )
    web_frames: str = Field(
        "'none'", description="sites that may show a page inside theirs, as `frame-ancestors` of a CSP"
    )
    web_limit: Annotated[int, Field(ge=10)] = Field(
        600, description="requests a minute that a client may send to pages"
    )
    webhooks: Literal["off", "on", "local"] = Field(
        "off",
        description="`on`: hosts may set webhooks, so the bot calls addresses that people give; "
        "`local`: addresses of this machine too",
    )
    anew: bool = Field(
        False, description="for the sandbox, whose channels begin empty: post each question again"
    )
    log: Literal["debug", "info", "warning", "error"] = Field(
        "info", description="the lowest level that goes into the log"
    )
    log_format: Literal["text", "json"] = Field("text", description="one event a line, as text or as JSON")

    @property
    def pages(self) -> str:
        """Return the text that the addresses of all pages begin with; "" if there are no pages."""
        if self.web_url is None and self.web is not None:
            return f"http://{self.web}"
        return self.web_url or ""

    @property
    def shard(self) -> tuple[int, int] | None:
        """Return the index of this gateway process, and how many there are; None for a single process."""
        if self.shards in (None, "none"):
            return None
        which, _, of = str(self.shards).partition("/")
        return int(which), int(of)

    @model_validator(mode="before")
    @classmethod
    def _read_token(cls, values: dict[str, Any]) -> dict[str, Any]:
        """Take the token from its file if it is not given directly."""
        file = values.get("token_file")
        if not file or values.get("token"):
            return values
        try:
            return {**values, "token": Path(file).read_text(encoding="utf-8").strip()}
        except OSError as error:
            raise ValueError(f"DURBAR_TOKEN_FILE can't be read: {error.strerror or error}") from None

    @field_validator("database")
    @classmethod
    def _check_database(cls, value: str) -> str:
        """Refuse an address that Durbar can't use."""
        return check_address(value)

    @field_validator("api")
    @classmethod
    def _check_api(cls, value: str | None) -> str | None:
        """Allow only an http:// address on this machine, so that no stranger gets the token."""
        if value is None:
            return None
        parts = urlsplit(value)
        if parts.scheme != "http" or not _is_loopback(parts.hostname or ""):
            raise ValueError("DURBAR_API is for tests only: an http:// address on this machine (127.0.0.1)")
        return value.rstrip("/")

    @field_validator("health", "web")
    @classmethod
    def _check_listening(cls, value: str | None, of: ValidationInfo) -> str | None:
        if value and not ADDRESS.fullmatch(value):
            name = f"DURBAR_{str(of.field_name).upper()}"
            raise ValueError(f"{name} is an address and a port, such as 127.0.0.1:9100")
        return value or None

    @field_validator("web_url")
    @classmethod
    def _check_url(cls, value: str | None) -> str | None:
        """Refuse a text that can't be the beginning of a link."""
        if not value:
            return None
        parts = urlsplit(value)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
            raise ValueError("DURBAR_WEB_URL is an address such as https://example.org/durbar")
        return value.rstrip("/")

    @field_validator("web_proxies")
    @classmethod
    def _check_proxies(cls, value: str | None) -> str | None:
        try:
            read_networks(value or "")
        except ValueError as error:
            raise ValueError(f"DURBAR_WEB_PROXIES is a list of addresses or networks ({error})") from None
        return value

    @field_validator("web_frames")
    @classmethod
    def _check_frames(cls, value: str) -> str:
        """Refuse characters that would end the `frame-ancestors` directive of the HTTP header."""
        if not value.strip() or not re.fullmatch(r"[\w\s'.:/*-]+", value, re.ASCII) or "\n" in value:
            raise ValueError("DURBAR_WEB_FRAMES is a list of sites, such as https://discord.com, or 'none'")
        return " ".join(value.split())

    @model_validator(mode="after")
    def _check_web(self) -> Environment:
        """Refuse a web server for other machines if `web_url` is missing.

        Refuse webhooks if no pages exist.
        """
        host = "" if self.web is None else self.web.rpartition(":")[0].strip("[]")
        if self.web is not None and self.web_url is None and not _is_loopback(host):
            raise ValueError("DURBAR_WEB_URL is missing: how do people reach the pages of DURBAR_WEB?")
        if self.webhooks != "off" and not self.pages:
            raise ValueError("DURBAR_WEBHOOKS needs DURBAR_WEB_URL: webhooks tell what pages tell")
        return self

    @field_validator("shards")
    @classmethod
    def _check_shards(cls, value: str | None, others: ValidationInfo) -> str | None:
        if not value:
            return None
        found = re.fullmatch(r"(\d{1,4})/(\d{1,4})", value)
        if value != "none" and (found is None or int(found[1]) >= int(found[2])):
            raise ValueError('DURBAR_SHARDS is "0/2" for the first of two, or "none"')
        if str(others.data.get("database", "")).startswith("sqlite"):
            raise ValueError("DURBAR_SHARDS needs PostgreSQL: one SQLite file has one process")
        return value

    @field_validator("luck")
    @classmethod
    def _check_luck(cls, value: int | None, others: ValidationInfo) -> int | None:
        """Refuse a fixed seed outside of tests, because people who know it could predict dice and cards."""
        if value is not None and others.data.get("api") is None:
            raise ValueError("DURBAR_LUCK is for tests only, together with DURBAR_API")
        return value


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def use_api(api: str) -> None:
    """Make discord.py use a simulated Discord at the address `api`. Call this before a client starts."""
    Route.BASE = f"{api}/api/v{discord.http.INTERNAL_API_VERSION}"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(api).with_scheme("ws") / "gateway"
