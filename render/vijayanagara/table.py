"""Write the whole table in plain text, to read from top to bottom. Lines fit a code block on a phone."""

from __future__ import annotations

from collections.abc import Mapping

from render.kit.texts import WIDE, wrap
from render.vijayanagara import words
from render.vijayanagara.names import name
from rules.vijayanagara.board import UNIT_BOX
from rules.vijayanagara.description import LETTERS, abbreviate
from rules.vijayanagara.view import FactionView, SpaceView, View
from rules.words import as_is, join_list, mark_text

STATUS: Mapping[str, str] = {"tributary": "Tributary", "uncontrolled": "Uncontrolled"}


def text_table(view: View) -> str:
    """Return the legend, card, sequence of play, factions, map and deck in lines of at most 34 characters."""
    lines = wrap(name.say("T Troops, G Governors, Q Qasbah,"))
    lines += wrap(name.say("A Amirs, F Fort, R Rajas,"))
    lines += wrap(name.say("Te Temple, M Mongols;"))
    lines += [*wrap(name.say("o Obedient, r Rebelling")), ""]
    if view.winners:
        won = join_list([mark_text(view.faction(key).name) for key in view.winners])
        lines += wrap(name.say("Won by {factions}", factions=won))
    if view.tie_break is not None:
        rounds = [each.read(name) for each in view.tie_break.words]
        for told in (*rounds, *(() if view.winners else (f"{words.headline(view)}.",))):
            lines += wrap(told)
    if view.card is not None and not view.winners:
        lines += wrap(words.title_card(view.card))
    for key in () if view.winners or view.tie_break is not None else words.order(view):
        faction = view.faction(key)
        lines.append(f"{'>' if faction.acting else ' '} {words.seat(key):<12} {words.place(faction.place)}")
    lines += ["", name.say("             VP  Res  Cav  Inf")]
    lines += [_score(faction) for faction in view.factions]
    lines += ["", name.say("Available")]
    lines += [f"{words.seat(faction.key):<13}{abbreviate(faction.box)}" for faction in view.factions]
    lines.append(f"{name.say('Mongols'):<13}M{view.mongol_box}")
    waiting = [(f.key, f.track) for f in view.factions if any(f.track.values())]
    lines += ["", *wrap(name.say("Units to come, by Influence"))] if waiting else []
    for key, track in waiting:
        for number in sorted({n for n in track.values() if n}):
            levels = ", ".join(str(level) for level, n in track.items() if n == number)
            units = as_is(f"{LETTERS[UNIT_BOX[key]]}{number}")
            coming = name.say("{units} at {levels}", units=units, levels=as_is(levels))
            lines.append(f"{words.seat(key):<13}{coming}")
    lines += ["", *wrap(name.say("Map: Prosperity, Control"))]
    empty = [space for space in view.spaces if not space.pieces and space.status in ("", "tributary")]
    for space in view.spaces:
        lines += [] if space in empty else _space(space)
    if empty:
        provinces = [f"{space.code} {space.prosperity}" for space in empty if space.prosperity]
        others = [space.code for space in empty if not space.prosperity]
        bare = "Empty: {spaces} (Tributary)" if provinces else "Empty: {spaces}"
        lines += wrap(name.say(bare, spaces=as_is(", ".join([*others, *provinces]))))
    lines += ["", *wrap(words.reign(view.dynasty))]
    lines += wrap(f"{words.block(view.deck)}, {words.all_cards(view.deck)}")
    lines.append(name.say("Cavalry pool {n}", n=view.cavalry_pool))
    return "\n".join(line.rstrip() for line in lines)


def _score(faction: FactionView) -> str:
    influence = "" if faction.influence is None else str(faction.influence)
    seat = words.seat(faction.key)
    return f"{seat:<12}{faction.vp:>3}{faction.resources:>5}{faction.cavalry:>5}{influence:>5}"


def _space(space: SpaceView) -> list[str]:
    status = ""
    if space.status:
        status = words.seat(space.status) if space.status in words.SEATS else name.say(STATUS[space.status])
    prosperity = str(space.prosperity) if space.prosperity else ""
    head = " ".join(part for part in (space.code, words.space(space), prosperity, status) if part)
    return [head, *(f"    {line}" for line in wrap(abbreviate(space.pieces), WIDE - 4))]
