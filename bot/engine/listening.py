"""Listen on a network address from the bot's settings, and raise the limit of open connections."""

from __future__ import annotations

import re

from aiohttp import web

ADDRESS = re.compile(r"[\w.:\[\]-]+:\d{1,5}")


class AddressTaken(Exception):
    """The bot can't listen on an address. The text says why."""


async def listen(runner: web.AppRunner, address: str, setting: str) -> None:
    """Listen on an address such as "127.0.0.1:9100" or "[::1]:9100".

    `setting` is the name of the setting that holds the address. Raises `AddressTaken`.
    """
    host, _, port = address.rpartition(":")
    await runner.setup()
    try:
        await web.TCPSite(runner, host.strip("[]"), int(port)).start()
    except (OSError, OverflowError) as error:
        raise AddressTaken(f"{setting}: {address} can't be used ({error}): give another.") from None


def allow_open_files(many: int) -> None:
    """Let this process open `many` files and connections at the same time, or as many as the system allows.

    The usual limit is 1,024. At the limit, a process can't even open its database.
    """
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = many if most == resource.RLIM_INFINITY else min(many, most)
    if now != resource.RLIM_INFINITY and now < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
