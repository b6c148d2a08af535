"""Write the page of a game as one HTML file that loads no other files.

This module also writes the parts that all pages share.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, NamedTuple

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from render.games import PAINTERS
from render.kit.canvas import png
from render.kit.language import use_names
from render.painter import Painter
from rules.chance import derive_seed, unmix
from rules.kernel import Rules
from rules.records.proof import find_seed, list_origins
from rules.state import View
from rules.words import Name, language
from web.curves import Chart, draw_chart
from web.frames import CHUNK, Reel, choose_sizes, draw_reel, list_palettes
from web.source import GameSource
from web.static import read_asset
from web.telling import Fate, Step, Told, read_name, tell_game
from web.wording import read_words, say_turn

THEMES = ("day", "night", "contrast", "print")
SEAT_COLOURS = ("#9a2a21", "#25396d", "#e3a927", "#136455", "#6b4423")  # for seats without a badge


def write_page(rules: Rules, source: GameSource, names: Callable[[str], Name], limit: int = 0) -> bytes:
    """Return the page of a game.

    Args:
        rules: the game's rules, with texts in the page's language
        source: the game
        names: takes a game's key; returns the function that names things in pictures, in the page's language
        limit: if the page has more bytes than this, leave out its pictures for wide windows; 0 means no
            limit
    """
    with use_names(names):
        told = tell_game(rules, source.games, source.reader, rules.load(source.start))
        parts = _parts(rules, source, told)
        page = _render(parts)
        if 0 < limit < len(page) and len(parts["reels"]) > 1:
            page = _render(_narrow(parts))
    return page


def _render(parts: Mapping[str, Any]) -> bytes:
    return read_templates().get_template("file.html").render(parts).encode()


def _narrow(parts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parts of a page without the pictures for wide windows."""
    meta = {**parts["meta"], "boards": parts["meta"]["boards"][:1]}
    return {**parts, "meta": meta, "reels": parts["reels"][:1]}


def _parts(rules: Rules, source: GameSource, told: Told) -> dict[str, Any]:
    """Return the values for the template of a page in one file."""
    steps, painter = told.steps, find_painter(rules)
    last = steps[-1].view
    notes = [note_step(rules, step) for step in steps]
    at = {step.place: index for index, step in enumerate(steps)}
    fates = [fate for step in steps for fate in step.fates]
    parts = write_parts(rules, source, last, notes, [game.turn for game in source.games], fates)
    opens = 0 if source.over else len(steps) - 1
    reels = [] if painter is None else draw_reels(painter, [step.view for step in steps], opens)
    style = read_asset("page.css") + write_seat_colours(painter, parts["seats"])
    script = read_asset("page.js")
    meta = parts["meta"] | {
        "themes": {} if painter is None else write_palettes(painter, last),
        "boards": [
            {"width": reel.width, "height": reel.height, "at": reel.at, "chunks": len(reel.plain)}
            for reel in reels
        ],
        "chunk": CHUNK,
        "steps": [[step.turn, step.number] for step in steps],
        "opens": opens,
    }
    return parts | {
        "policy": write_policy([style], [script]),
        "style": Markup(style),
        "script": Markup(script),
        "meta": meta,
        "begun": write_beginning(rules, told.begun),
        "chapters": [
            (part.title, part.prose, [write_turn(rules, turn, at[turn[0].place]) for turn in part.turns])
            for part in told.chapters
        ],
        "question": told.question,
        "pictured": bool(reels),
        "still": "" if painter is None else _still(painter, last),
        "reels": [Markup(_reel_text(reel)) for reel in reels],
        "spoken": Markup(pack(describe_steps(painter, None, steps))),
    }


class StepNote(NamedTuple):
    """What the curves of a page need to know about a step."""

    turn: int
    place: str
    points: Mapping[str, float]


def note_step(rules: Rules, step: Step) -> StepNote:
    """Return the note of a step, without points if the game counts none."""
    scores = rules.EXTRAS.scores
    return StepNote(step.turn, step.place, {} if scores is None else scores.points(step.view))


def write_parts(
    rules: Rules,
    source: GameSource,
    last: View,
    notes: Sequence[StepNote],
    turns: Sequence[int],
    fates: Sequence[Fate],
) -> dict[str, Any]:
    """Return the values that both templates need.

    One template is for a page in a single file, the other for a page that a server serves.

    Args:
        rules: the game's rules, with texts in the page's language
        source: the game
        last: the view after the game's last step
        notes: the notes of the game's steps
        turns: the numbers of the game's turns
        fates: the rolls and draws of the game
    """
    name, painter = rules.name, find_painter(rules)
    words = read_words(name)
    seats = [seat for seat, _ in last.standing]
    return {
        "lang": language(name),
        "title": rules.TITLE,
        "table": source.name if source.name != rules.TITLE else "",
        "headline": last.headline,
        "words": words,
        "last": len(notes) - 1,
        "name": lambda key: read_name(rules, key) if key else "",
        "seats": seats,
        "standing": dict(last.standing),
        "source": source,
        "charts": _charts(rules, source, notes, seats, turns),
        "meta": {"over": source.over, "say": words},
        "embed": embed,
        "still_alt": "" if painter is None else painter.alt_text(last, frozenset()),
        "proof": Markup(pack(_proof(source, fates))),
        "badge": lambda seat: _badge(painter, rules, seat),
    }


def write_beginning(rules: Rules, begun: Step) -> Markup:
    """Return the story of the step before all turns."""
    return _write_steps(rules, "begun", [begun], 0)


def write_turn(rules: Rules, steps: Sequence[Step], first: int) -> Markup:
    """Return the story of a turn; `first`: how many steps of the game come before the turn."""
    return _write_steps(rules, "turn", steps, first)


def _write_steps(rules: Rules, macro: str, steps: Sequence[Step], first: int) -> Markup:
    name = rules.name
    write = getattr(read_templates().get_template("step.html").module, macro)
    title = say_turn(steps[0].turn, name)
    made = write(steps, first, title, read_words(name), lambda key: read_name(rules, key))
    return Markup(made)


def find_painter(rules: Rules) -> Painter | None:
    """Return the painter of a game; None for a game without pictures."""
    return PAINTERS.get(rules.KEY)


def draw_reels(painter: Painter, views: Sequence[View], at: int) -> list[Reel]:
    """Return the pictures of all views, in each of the game's sizes for pages; see `draw_reel`."""
    return [draw_reel(painter, views, size, at) for size in choose_sizes(painter, views[0])]


def describe_steps(painter: Painter | None, before: View | None, steps: Sequence[Step]) -> dict[str, Any]:
    """Return what a page's script needs to know about steps, such as alt texts, tables and standings.

    `before`: the view before the first of these steps; None if this step is the beginning of the game.
    """
    found: dict[str, Any] = {
        "headlines": [step.view.headline for step in steps],
        "standing": [{seat: str(stand) for seat, stand in step.view.standing} for step in steps],
        "cards": [list(step.card) for step in steps],
    }
    if painter is None:
        return found
    found["plain"] = [painter.alt_text(step.view, frozenset()) for step in steps]
    views = [step.view for step in steps]
    found["lit"] = [
        plain if earlier is None else _describe_change(painter, earlier, view)
        for plain, earlier, view in zip(found["plain"], [before, *views], views, strict=False)
    ]
    found["tables"] = [painter.text_table(view) for view in views]
    return found


def _describe_change(painter: Painter, before: View, view: View) -> str:
    if painter.tell_alt is not None:
        return painter.tell_alt(view, painter.tale(view, before, (), past=True))
    return painter.alt_text(view, painter.changed(before, view))


def _proof(source: GameSource, fates: Sequence[Fate]) -> dict[str, Any]:
    """Return the data with which a browser checks dice and cards; {} while the seed is sealed."""
    record = source.record
    if record.seed is None:
        return {}
    seeds = dict[str | None, int]()  # for each seed, its index in the list of seeds; None: a sealed seed
    rows = []
    for fate in fates:
        seed = find_seed(record, fate.turn, fate.entry)
        if seed is not None:
            seed = derive_seed(seed, record.undone, fate.turn, fate.entry)
        number = seeds.setdefault(seed, len(seeds))
        rows.append([fate.turn, fate.entry, fate.key, fate.dice, list(fate.pile), fate.n, number])
    known = [(unmix(each.seed)[0], each.commitment) for each in record.earlier if each.seed is not None]
    return {
        "origins": list_origins(record),
        "published": [*known, (record.seed, record.commitment)],
        "seeds": list(seeds),
        "fates": rows,
    }


def _charts(
    rules: Rules,
    source: GameSource,
    notes: Sequence[StepNote],
    seats: Sequence[str],
    turns: Sequence[int],
) -> list[tuple[str, Chart]]:
    """Return the charts. If the game counts points, there is a chart of points by step.

    After the game's end, there is also a chart of chances by turn, if the chances are known.
    """
    found, last = list[tuple[str, Chart]](), max(1, len(notes) - 1)
    if rules.EXTRAS.scores is not None:
        values = [(index / last, note.place, note.points) for index, note in enumerate(notes)]
        if (chart := draw_chart(seats, values)) is not None:
            found.append(("points", chart))
    if source.chances and source.over:
        begins = {note.turn: index for index, note in reversed(list(enumerate(notes)))}
        ends = {note.turn: index for index, note in enumerate(notes)}
        points = []
        for index, chances in enumerate(source.chances):
            turn = turns[min(index, len(turns) - 1)]
            at = max(0, begins.get(turn, 1) - 1) if index < len(turns) else ends.get(turn, last)
            points.append((at / last, str(turn), chances))
        if (chart := draw_chart(seats, points, percent=True)) is not None:
            found.append(("chances", chart))
    return found


# What goes into the file


def pack(data: Any) -> str:
    """Return data as JSON, compressed and in base64."""
    return b64encode(zlib.compress(json.dumps(data, ensure_ascii=False).encode(), 9)).decode()


def embed(data: Any) -> Markup:
    """Return data as JSON for a script element."""
    # Each value has its own line, because `web.changes` compares two pages line by line.
    text = json.dumps(data, ensure_ascii=False, indent=0)
    return Markup(text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029"))


def _reel_text(reel: Reel) -> str:
    return "\n".join(b64encode(part).decode() for part in (reel.whole, *reel.plain, *reel.lit))


def write_palettes(painter: Painter, view: View) -> dict[str, str]:
    """Return the colours of each theme, in base64."""
    return {theme: b64encode(colours).decode() for theme, colours in list_palettes(painter, view).items()}


def _still(painter: Painter, view: View) -> str:
    """Return the board as a `data:` address."""
    file = png(painter.draw(view, frozenset(), painter.sizes[0], painter.themes[0]))
    return f"data:image/png;base64,{b64encode(file).decode()}"


def write_policy(styles: Sequence[str], scripts: Sequence[str]) -> str:
    """Return the content security policy that allows only these styles and scripts, and `data:` pictures."""
    return "; ".join(
        (
            "default-src 'none'",
            f"style-src {' '.join(map(_source_hash, styles))}",
            f"script-src {' '.join(map(_source_hash, scripts))}",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


def _source_hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _badge(painter: Painter | None, rules: Rules, seat: str) -> str:
    badge = None if painter is None else painter.badges.get(seat)
    return read_name(rules, seat)[:1] if badge is None else badge.letter


def write_seat_colours(painter: Painter | None, seats: Sequence[str]) -> str:
    """Return a style sheet with the colours of the seats in each theme."""
    rows = []
    for index, seat in enumerate(seats):
        badge = None if painter is None else painter.badges.get(seat)
        for theme in THEMES:
            colour = SEAT_COLOURS[index % len(SEAT_COLOURS)]
            if badge is not None:
                colour = badge.colours.get(theme, badge.colours.get("day", colour))
            rows.append(f'[data-palette="{theme}"] .seat-{index} {{ --seat: {colour}; }}\n')
    return "".join(rows)


@cache
def read_templates() -> Environment:
    """Return the templates of pages."""

    def load(name: str) -> str:
        return files("web").joinpath("templates", name).read_text(encoding="utf-8")

    return Environment(
        loader=FunctionLoader(load),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
