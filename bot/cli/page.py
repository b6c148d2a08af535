"""Run `durbar page`: write a recorded game as a web page in one file."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from bot.hosting.documents import read_record, write_file
from rules.errors import InputError

SECONDS = 30.0  # `Turns` needs a number of seconds, but only a job queue uses this number


def write(arguments: argparse.Namespace) -> int:
    """Write the page of a record.

    If the record keeps its seed secret, the page shows only what spectators may know.
    """
    from bot.language.words import LANGUAGES  # these modules load slowly
    from bot.story.game_page import make_page
    from web.source import read_source

    rules, record = read_record(arguments.file)
    if arguments.language not in LANGUAGES:
        raise InputError(f"--language {arguments.language}: choose one of {', '.join(LANGUAGES)}")
    source = read_source(rules, record, named=not arguments.no_names)
    if source.over and not arguments.no_chances:
        from bot.analysis.game_review import Turns, estimate_curve, list_means  # loads slowly

        source = replace(
            source, chances=list_means(estimate_curve(Turns(record.game, source.games, SECONDS, 0)))
        )
    output = arguments.output or str(Path(arguments.file).with_suffix(".html"))
    page = make_page(record.game, source, arguments.language)
    write_file(output, page)
    print(f"{output}: {len(page) / 2**20:.1f} MiB, {len(source.games)} turns")
    return 0
