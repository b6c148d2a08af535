"""The rules of the games, and nothing else: no I/O, no clock, no chance of their own, no asyncio."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules import aadu_huli, vijayanagara
from rules.kernel import Rules

GAMES: Mapping[str, Rules[Any]] = {rules.KEY: rules for rules in (vijayanagara, aadu_huli)}
