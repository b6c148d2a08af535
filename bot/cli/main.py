"""Run the command line `durbar`: the bot, the sandbox, games, records, pictures and experiments.

Exit codes: 0 means done. 1 means that a command such as `verify` found something wrong. 2 means that the
command can't run as asked. A line on standard error says why. `deck` and `data` print a line for each
mistake. 130 means Ctrl-C.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from bot.cli.arguments import make_parser
from rules.errors import BadFile, InputError
from rules.loading.registry import BadPackage

# A person waits for each command, so the command must start fast. Garbage collections free nothing while the
# command loads modules. Durbar uses no pydantic plugins, so pydantic need not search for them.
ALLOCATED = 100_000  # new objects until the next garbage collection; loading a game makes fewer than this
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    gc.set_threshold(ALLOCATED)
    given = sys.argv[1:] if argv is None else argv
    arguments = make_parser(*given[:1]).parse_args(given)
    module, _, function = arguments.run.partition(":")
    try:
        return int(getattr(import_module(module), function)(arguments))
    except (InputError, BadFile, BadPackage) as error:
        print(f"durbar: {error}" if type(error) in (InputError, BadPackage) else error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the program that reads the output has ended, as in `durbar replay ... | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


if __name__ == "__main__":
    sys.exit(main())
