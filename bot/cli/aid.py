"""Run `durbar aid`: write the player aid of a game for printing."""

from __future__ import annotations

import argparse
from pathlib import Path

from bot.hosting.documents import find_game, write_file
from rules.errors import InputError
from rules.lessons.aid import ALL, as_text, find_aid, split_pages

PAPER = 30  # lines on a page of a PDF


def write(arguments: argparse.Namespace) -> int:
    """Write a player aid to a file.

    The name of the file decides the format: .png is one picture, .pdf has pages, and .md is Markdown.
    """
    rules = find_game(arguments.game)
    sheets = find_aid(rules)
    side = arguments.side or next(iter(sheets))
    if side not in sheets:
        raise InputError(f"{rules.TITLE} has no player aid “{side}”; choose one of {', '.join(sheets)}")
    output = arguments.output or f"aid-{rules.KEY}-{side}.png"
    title = rules.TITLE if side == ALL else rules.name(side)
    title, ending = title[:1].upper() + title[1:], Path(output).suffix
    if ending == ".md":
        write_file(output, as_text(title, sheets[side]))
    elif ending in (".png", ".pdf"):
        from render.aid import THEMES, draw  # Markdown needs no drawing, and this module loads slowly

        if arguments.theme not in THEMES:
            raise InputError(f"--theme {arguments.theme}: choose one of {', '.join(THEMES)}")
        chapters = [chapter for chapter in sheets[side] if not chapter.explains]
        parts = split_pages(chapters, PAPER) if ending == ".pdf" else [chapters]
        first, *others = (draw(title, part, arguments.theme).convert("RGB") for part in parts)
        if ending == ".pdf":
            first.save(output, resolution=150, save_all=True, append_images=others)
        else:
            first.save(output)
    else:
        raise InputError(f"{output}: the name must end with .png, .pdf or .md")
    print(output)
    return 0
