"""The whole table in plain text: narrow enough for a phone's code block, read from top to bottom."""

from __future__ import annotations

from render.vijayanagara import words
from render.vijayanagara.alt import short
from rules.vijayanagara.view import FactionView, SpaceView, View

WIDE = 34  # characters of a code block that a phone shows without breaking a line


def text_table(view: View) -> str:
    """Card, sequence of play, factions, map, deck; lines of at most 34 characters."""
    lines: list[str] = []
    if view.winners:
        lines += _wrapped("Won by " + " and ".join(view.faction(key).name for key in view.winners))
    if view.tie_break is not None:
        for told in view.tie_break.told or (view.headline,):
            lines += _wrapped(told)
    if view.card is not None:
        lines += _wrapped(f"{view.card.title} ({words.card_line(view.card)})")
    for key in words.order(view):
        faction = view.faction(key)
        lines.append(f"{'>' if faction.acting else ' '} {key.title():<12} {words.PLACES[faction.place]}")
    lines += ["", f"{'':<13}VP  Res  Cav  Inf"]
    lines += [_score(faction) for faction in view.factions]
    lines += ["", "Available"]
    lines += [f"{faction.key.title():<13}{short(faction.box)}" for faction in view.factions]
    lines.append(f"{'Mongols':<13}M{view.mongol_box}")
    waiting = [(f.key.title(), f.track) for f in view.factions if any(f.track.values())]
    lines += ["", "Waiting at Influence levels"] if waiting else []
    for name, track in waiting:
        lines.append(f"{name:<13}" + " ".join(f"{level}:{n}" for level, n in track.items() if n))
    lines += ["", "Map: Prosperity, who Controls it"]
    for space in view.spaces:
        lines += _space(space)
    lines += ["", *_wrapped(f"{words.DYNASTIES[view.dynasty]} dynasty")]
    lines += _wrapped(f"{words.block(view.deck)}, {view.deck.remaining} cards in all")
    lines.append(f"Cavalry pool {view.cavalry_pool}")
    lines += ["", "T Troops, G Governors, Q Qasbah,", "A Amirs, F Fort, R Rajas,", "Te Temple, M Mongols;"]
    lines += ["o Obedient, r Rebelling"]
    return "\n".join(line.rstrip() for line in lines)


def _score(faction: FactionView) -> str:
    influence = "" if faction.influence is None else str(faction.influence)
    return f"{faction.key.title():<12}{faction.vp:>3}{faction.resources:>5}{faction.cavalry:>5}{influence:>5}"


def _space(space: SpaceView) -> list[str]:
    status = {"": "", "tributary": "Tributary", "uncontrolled": "Uncontrolled"}.get(
        space.status, space.status.title()
    )
    prosperity = str(space.prosperity) if space.prosperity else ""
    head = " ".join(part for part in (space.code, space.name, prosperity, status) if part)
    return [head, *(f"    {line}" for line in _wrapped(short(space.pieces), WIDE - 4))]


def _wrapped(text: str, wide: int = WIDE) -> list[str]:
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > wide:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".lstrip()
    return lines
