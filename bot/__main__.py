"""Run the Discord bot until the process is stopped: `python -m bot`."""

from __future__ import annotations

if __name__ == "__main__":
    # The imports stand here because a worker process loads this module too and must not load the bot.
    import gc
    import sys

    from bot.cli.main import ALLOCATED
    from bot.engine.workers import prepare

    gc.set_threshold(ALLOCATED)
    prepare()

    from bot.discord_app.serve import main

    try:
        main()
    except SystemExit as left:  # if the code is a text, it says why the bot can't run
        if not isinstance(left.code, str):
            raise
        print(left.code, file=sys.stderr)
        sys.exit(2)
