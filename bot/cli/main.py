"""The command line, `durbar`: run the bot or the sandbox; play, try, replay, verify, draw and fuzz the games;
check the decks that people write.

Exit codes: 0 done; 1 something is wrong with what was looked at (`verify`, `fuzz`); 2 it can't be done as
asked, with one line on standard error that says why (`deck`: a line for each mistake).
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from bot.cli.arguments import make_parser
from rules.errors import BadRecord, InputError

# Whoever types a command waits for it. What is loaded stays, so to look through it for garbage time and again
# is in vain; and no plugin of pydantic is ours, so that none is looked for.
ALLOCATED = 100_000  # objects, between two looks for garbage; all that a game loads is less
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out one command; returns the exit code."""
    gc.set_threshold(ALLOCATED)
    given = sys.argv[1:] if argv is None else argv
    arguments = make_parser(*given[:1]).parse_args(given)
    module, _, function = arguments.run.partition(":")
    try:
        return int(getattr(import_module(module), function)(arguments))
    except (InputError, BadRecord) as error:
        print(f"durbar: {error}" if type(error) is InputError else error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # `durbar replay ... | head`: nobody reads on
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


if __name__ == "__main__":
    sys.exit(main())
