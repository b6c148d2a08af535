"""Run the Discord bot until the process is stopped: `python -m bot`."""

from __future__ import annotations

if __name__ == "__main__":
    # here and not above: a worker process loads the main module again, and needs nothing of the bot
    from bot.engine.workers import prepare

    prepare()

    import sys

    from bot.discord_app.serve import main

    try:
        main()
    except SystemExit as left:  # the text says why it can't run
        if not isinstance(left.code, str):
            raise
        print(left.code, file=sys.stderr)
        sys.exit(2)
