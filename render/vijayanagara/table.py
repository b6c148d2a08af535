"""The whole table in plain text: narrow enough for a phone's code block, read from top to bottom."""

from __future__ import annotations

from render.kit.texts import WIDE, wrapped
from render.vijayanagara import words
from rules.vijayanagara.board import UNIT_BOX
from rules.vijayanagara.description import LETTERS, abbreviate
from rules.vijayanagara.view import FactionView, SpaceView, View


def text_table(view: View) -> str:
    """Legend, card, sequence of play, factions, map, deck; lines of at most 34 characters."""
    lines = ["T Troops, G Governors, Q Qasbah,", "A Amirs, F Fort, R Rajas,", "Te Temple, M Mongols;"]
    lines += ["o Obedient, r Rebelling", ""]
    if view.winners:
        lines += wrapped("Won by " + " and ".join(view.faction(key).name for key in view.winners))
    if view.tie_break is not None:
        for told in (*view.tie_break.told, *(() if view.winners else (f"{view.headline}.",))):
            lines += wrapped(told)
    if view.card is not None and not view.winners:
        lines += wrapped(words.titled(view.card))
    for key in () if view.winners or view.tie_break is not None else words.order(view):
        faction = view.faction(key)
        lines.append(f"{'>' if faction.acting else ' '} {key.title():<12} {words.PLACES[faction.place]}")
    lines += ["", f"{'':<13}VP  Res  Cav  Inf"]
    lines += [_score(faction) for faction in view.factions]
    lines += ["", "Available"]
    lines += [f"{faction.key.title():<13}{abbreviate(faction.box)}" for faction in view.factions]
    lines.append(f"{'Mongols':<13}M{view.mongol_box}")
    waiting = [(f.key, f.track) for f in view.factions if any(f.track.values())]
    lines += ["", "Units to come, by Influence"] if waiting else []
    for key, track in waiting:
        for number in sorted({n for n in track.values() if n}):
            levels = ", ".join(str(level) for level, n in track.items() if n == number)
            lines.append(f"{key.title():<13}{LETTERS[UNIT_BOX[key]]}{number} at {levels}")
    lines += ["", "Map: Prosperity, who Controls it"]
    empty = [space for space in view.spaces if not space.pieces and space.status in ("", "tributary")]
    for space in view.spaces:
        lines += [] if space in empty else _space(space)
    if empty:
        provinces = [f"{space.code} {space.prosperity}" for space in empty if space.prosperity]
        others = [space.code for space in empty if not space.prosperity]
        lines += wrapped(f"Empty: {', '.join([*others, *provinces])}{' (Tributary)' * bool(provinces)}")
    lines += ["", *wrapped(f"{words.DYNASTIES[view.dynasty]} dynasty")]
    lines += wrapped(f"{words.block(view.deck)}, {words.cards(view.deck)} in all")
    lines.append(f"Cavalry pool {view.cavalry_pool}")
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
    return [head, *(f"    {line}" for line in wrapped(abbreviate(space.pieces), WIDE - 4))]
