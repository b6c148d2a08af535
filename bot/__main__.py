"""Run the Discord bot until the process is stopped: `python -m bot`."""

from __future__ import annotations

if __name__ == "__main__":
    # A worker process loads this module too, but must not load the bot. So all imports stand under this `if`.
    import gc
    import sys

    from bot.cli.main import ALLOCATED
    from bot.engine.workers import prepare

    gc.set_threshold(ALLOCATED)
    prepare()

    from bot.discord_app.serve import main

    try:
        main()
    except SystemExit as left:  # an exit code that is a text says why the bot can't run
        if not isinstance(left.code, str):
            raise
        print(left.code, file=sys.stderr)
        sys.exit(2)
