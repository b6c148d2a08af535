"""Write the page of a game in the form in which a bot serves it.

After each act, only the changed turns are written again. A page contains its whole story. It loads pictures
and alt texts when it shows them. The address of a picture contains a hash of the picture, so a browser may
keep the picture forever.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from hashlib import sha256
from itertools import groupby
from typing import Any

from markupsafe import Markup

from render.kit.language import use_names
from rules.kernel import Game, Rules
from rules.state import View
from rules.words import Name, language
from web.feed import ATOM_FILE, ATOM_KIND, JSON_FILE, JSON_KIND
from web.frames import choose_sizes
from web.page import (
    StepNote,
    describe_steps,
    find_painter,
    note_step,
    read_templates,
    write_beginning,
    write_palettes,
    write_parts,
    write_seat_colours,
    write_turn,
)
from web.served_page import Packed, ServedPage, Shape, StepViews, pack_text, pack_view, unpack_view
from web.source import GameSource
from web.static import ASSETS, make_hash, name_asset
from web.telling import Fate, ToldTurn, say_step, tell_beginning, tell_turn, write_digest

STAMP = ' data-stamp=""'  # the place in a page for the page's hash


@dataclass(slots=True)
class TurnParts:
    """The parts of a page that show one turn, computed once.

    `key`: a hash of the turn's start and entries. It is never sent, because it depends on hidden entries.
    `story`: the turn's story as HTML. `words`: what the page's script needs to know about the steps.
    `hashes`: for each step, the hash in the addresses of its pictures. `views`: for each step, the packed
    view after it. `before`, `after` and `lines`: the packed values from which the prose of the chapter is
    made. `sentences`: one sentence for each step, for feeds and webhooks.
    """

    number: int
    key: bytes
    title: str
    question: str
    story: str
    words: Packed
    notes: list[StepNote]
    fates: list[Fate]
    hashes: list[str]
    views: list[bytes]
    before: bytes
    after: bytes
    lines: bytes
    sentences: list[str]


@dataclass(slots=True)
class Memory:
    """The parts of a game's page that are kept, so that the next page is quick to make.

    `digests`: the prose of each chapter, by the keys of its turns.
    """

    begun: TurnParts
    turns: list[TurnParts]
    digests: dict[tuple[bytes, ...], tuple[str, ...]]
    shapes: tuple[Shape, ...]
    palettes: Mapping[str, str]


# What is told


def tell_on(rules: Rules, source: GameSource, names: Callable[[str], Name], memory: bytes = b"") -> bytes:
    """Return the memory of a page, updated with the turns in `source`.

    `memory`: the memory of the page so far, for the same reader; b"" at the beginning of the game. Only
    changed turns are written again. If a turn in `source` has changed, the memory loses all turns that come
    after the last turn in `source`.
    """
    with use_names(names):
        known = read_memory(memory) if memory else _begin(rules, source)
        first = min(game.turn for game in source.games)
        turns = [turn for turn in known.turns if turn.number < first]
        rest = known.turns[len(turns) :]
        for index, game in enumerate(source.games):
            key = _make_key(game)
            if index < len(rest) and (rest[index].number, rest[index].key) == (game.turn, key):
                turns.append(rest[index])
                continue
            rest = []
            shown = unpack_view(turns[-1].after if turns else known.begun.after)
            at = len(known.begun.hashes) + sum(len(turn.hashes) for turn in turns)
            told = tell_turn(rules, game, source.reader, shown)
            turns.append(_make_parts(rules, game.turn, key, told, shown, at))
        known.turns = [*turns, *rest[len(source.games) :]]
        return pickle.dumps(known)


def read_memory(memory: bytes) -> Memory:
    """Read the bytes that `tell_on` returned, or that a page keeps."""
    found: Memory = pickle.loads(memory)
    return found


def _make_key(game: Game) -> bytes:
    return sha256(repr((game.start, game.log)).encode()).digest()


def _begin(rules: Rules, source: GameSource) -> Memory:
    """Return the memory of a game that has no turn yet."""
    begun, painter = tell_beginning(rules, rules.load(source.start)), find_painter(rules)
    told = ToldTurn("", begun.view, begun.view, [begun], [], "")
    shapes, palettes = list[Shape](), dict[str, str]()
    if painter is not None:
        palettes = write_palettes(painter, begun.view)
        for size in choose_sizes(painter, begun.view):
            drawn = painter.draw(begun.view, frozenset(), size, painter.themes[0])
            shapes.append(Shape(size, drawn.width, drawn.height))
    return Memory(_make_parts(rules, 0, b"", told, None, 0), [], {}, tuple(shapes), palettes)


def _make_parts(
    rules: Rules, number: int, key: bytes, told: ToldTurn, before: View | None, at: int
) -> TurnParts:
    """Return a turn's parts. `before`: the view before the turn; `at`: the index of the turn's first step."""
    words = json.dumps(describe_steps(find_painter(rules), before, told.steps), ensure_ascii=False)
    story = write_turn(rules, told.steps, at) if number and told.steps else ""
    hashes, shown, lang = list[str](), before, language(rules.name)
    for step in told.steps:
        hashes.append(make_hash(lang, describe(shown), describe(step.view)))
        shown = step.view
    return TurnParts(
        number,
        key,
        told.title,
        told.question,
        story if number else write_beginning(rules, told.steps[0]),
        pack_text(words.encode()),
        [note_step(rules, step) for step in told.steps],
        [fate for step in told.steps for fate in step.fates],
        hashes,
        [pack_view(step.view) for step in told.steps],
        pack_view(told.before),
        pack_view(told.after),
        pickle.dumps(told.lines),
        [say_step(rules, step) for step in told.steps],
    )


# The page


def write_served_page(
    rules: Rules, source: GameSource, names: Callable[[str], Name], memory: bytes, address: str, version: str
) -> ServedPage:
    """Return the page of a game.

    Args:
        rules: the game's rules, with texts in the page's language
        source: the game; of its turns, only the last is needed
        names: takes a game's key; returns the function that names things in pictures, in the page's language
        memory: the memory of all turns of the game, from `tell_on`
        address: where the page is served
        version: the version of Durbar; a new version gives pictures new addresses, so all are drawn again
    """
    known = read_memory(memory)
    last = max(game.turn for game in source.games)
    known.turns = [turn for turn in known.turns if turn.number <= last]
    with use_names(names):
        return _put_together(rules, source, known, address, version)


def _put_together(rules: Rules, source: GameSource, known: Memory, address: str, version: str) -> ServedPage:
    all_turns, name = [known.begun, *known.turns], address.rpartition("/")[2]
    notes = [note for turn in all_turns for note in turn.notes]
    fates = [fate for turn in all_turns for fate in turn.fates]
    numbers = [turn.number for turn in known.turns]
    parts = write_parts(rules, source, unpack_view(all_turns[-1].after), notes, numbers, fates)
    files, words = dict[str, Packed](), dict[int, str]()
    for turn in all_turns:
        if turn.hashes:
            words[turn.number] = f"{make_hash(version, turn.words.gzip.hex())}.json"
            files[words[turn.number]] = turn.words
    colours = write_seat_colours(find_painter(rules), parts["seats"])
    seat_style = f"{make_hash(colours)}.css"
    files[seat_style] = pack_text(colours.encode())
    hashes, steps, before = list[str](), dict[str, StepViews](), b""
    for hashed, view in ((h, v) for turn in all_turns for h, v in zip(turn.hashes, turn.views, strict=True)):
        hashes.append(make_hash(version, hashed))
        steps[hashes[-1]] = StepViews(before, view)
        before = view
    places = [note.place.partition(".") for note in notes]
    over = source.over
    meta = parts["meta"] | {
        "themes": known.palettes,
        "boards": [{"name": size, "width": wide, "height": high} for size, wide, high in known.shapes],
        "steps": [[int(turn), int(number), of] for (turn, _, number), of in zip(places, hashes, strict=True)],
        "opens": 0 if over else len(notes) - 1,
        "words": words,
        "served": True,
    }
    page = parts | {
        "meta": meta,
        "begun": Markup(known.begun.story),
        "chapters": _join_chapters(rules, known),
        "question": all_turns[-1].question,
        "pictured": bool(known.shapes),
        "still": f"{name}/board.png" if known.shapes else "",
        "address": address,
        "assets": {each: f"../assets/{name_asset(each)}" for each in ASSETS},
        "seat_style": f"{name}/{seat_style}",
        "feeds": ((JSON_KIND, f"{name}/{JSON_FILE}"), (ATOM_KIND, f"{name}/{ATOM_FILE}")),
    }
    html = read_templates().get_template("served.html").render(page)
    stamp = make_hash(html)
    html = html.replace(STAMP, f' data-stamp="{stamp}"', 1)
    return ServedPage(
        stamp,
        pack_text(html.encode()),
        files,
        steps,
        known.shapes,
        all_turns[-1].views[-1] if all_turns[-1].views else all_turns[-1].after,
        pickle.dumps(known),
        all_turns[-1].number,
    )


def _join_chapters(rules: Rules, known: Memory) -> list[tuple[str, tuple[str, ...], list[Markup]]]:
    """Return the chapters, each with its title, its prose, and the stories of its turns.

    Keep the prose in `known.digests`, and remove prose of chapters that have changed.
    """
    chapters, digests = [], {}
    for title, group in groupby(known.turns, key=lambda turn: turn.title):
        turns = list(group)
        key = tuple(turn.key for turn in turns)
        if title:
            digests[key] = known.digests.get(key) or digest_turns(rules, turns)
        stories = [Markup(turn.story) for turn in turns if turn.story]
        chapters.append((title, digests.get(key, ()), stories))
    known.digests = digests
    return chapters


def digest_turns(rules: Rules, turns: Sequence[TurnParts]) -> tuple[str, ...]:
    """Return the digest of successive turns, as paragraphs."""
    lines = [line for turn in turns for line in pickle.loads(turn.lines)]
    return write_digest(rules, unpack_view(turns[0].before), unpack_view(turns[-1].after), lines)


def describe(value: Any) -> str:
    """Write a view, or a part of one, as a text that can be compared.

    Equal views have equal texts in all processes, because members of sets are sorted.
    """
    if isinstance(value, set | frozenset):
        return "{" + ",".join(sorted(map(describe, value))) + "}"
    if isinstance(value, tuple | list):
        return "(" + ",".join(map(describe, value)) + ")"
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{describe(key)}:{describe(each)}" for key, each in value.items()) + "}"
    if is_dataclass(value) and not isinstance(value, type):
        inside = ",".join(describe(getattr(value, field.name)) for field in fields(value))
        return f"{type(value).__name__}({inside})"
    return repr(value)
