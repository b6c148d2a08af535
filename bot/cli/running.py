"""Run `durbar run` and `durbar sandbox`."""

from __future__ import annotations

import argparse
import os

from rules.errors import InputError


def run(arguments: argparse.Namespace) -> int:
    """Run the bot if there is a token, else the sandbox."""
    if not (os.environ.get("DURBAR_TOKEN") or os.environ.get("DURBAR_TOKEN_FILE")):
        print("DURBAR_TOKEN is not set, so this is the sandbox.", flush=True)
        return sandbox(arguments)
    from bot.engine.workers import prepare

    prepare()
    from bot.discord_app.serve import main as bot  # discord.py loads slowly

    try:
        bot()
    except SystemExit as left:  # an exit code that is a text says why the bot can't run
        if isinstance(left.code, str):
            raise InputError(left.code) from None
        raise
    return 0


def sandbox(arguments: argparse.Namespace) -> int:
    """Run a sandbox, and the bot in it."""
    from bot.discord_app.dev import run_sandbox

    return run_sandbox(arguments.port, forget=arguments.forget, people=arguments.people)
