"""What the pictures show, in words: alt texts, and the table in plain text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from render.kit.texts import WIDE, fitted, wrapped
from render.painter import Tale
from render.rajas_of_the_ganges.draw import CLOSE_UPS, read
from render.rajas_of_the_ganges.names import name
from rules.rajas_of_the_ganges.board import EARNINGS, SPACES
from rules.rajas_of_the_ganges.names import describe_tile, make_place_key
from rules.rajas_of_the_ganges.province import SQUARES
from rules.rajas_of_the_ganges.river import describe_gain
from rules.rajas_of_the_ganges.tiles import STACKS, TILES
from rules.rajas_of_the_ganges.view import RealmView, View


def alt_text(view: View, lit: frozenset[str] = frozenset()) -> str:
    """Who is asked, what is lit, how the markers stand, who holds which dice, then the rest of the table."""
    spaces = [name(space) for space in SPACES if space in lit]
    return fitted([*_head(view), *([f"Highlighted: {', '.join(spaces)}."] if spaces else []), *_all(view)])


def _head(view: View) -> list[str]:
    return [view.headline if view.headline.endswith(".") else f"{view.headline}."]


def _all(view: View) -> list[str]:
    first = view.realm(view.focus)
    return [
        *(_markers(realm) for realm in view.realms),
        _dice(first),
        _province(first),
        _display(view),
        _taken(view),
        *(_dice(realm) for realm in view.realms if realm.key != first.key),
        *(_province(realm) for realm in view.realms if realm.key != first.key),
    ]


def _markers(realm: RealmView) -> str:
    gap = f"{-realm.gap} apart" if realm.gap < 0 else f"{realm.gap} past each other"
    boat = f"boat on {realm.boat}" if realm.boat else "boat at the start"
    markers = f"{realm.fame} fame, {realm.money} money, {gap}"
    return f"{name(realm.key)}: {markers}, {boat}, {realm.home} worker{'s' * (realm.home != 1)} left."


def _dice(realm: RealmView) -> str:
    dice = [f"{colour} {face}" for colour, faces in realm.dice.items() for face in faces]
    return f"Dice of {name(realm.key)}: {', '.join(dice) or 'none'}; karma {realm.karma}."


def _province(realm: RealmView) -> str:
    laid = [_laid(realm, square) for square in SQUARES if square in realm.province]
    return f"Province of {name(realm.key)}: {', '.join(laid) or 'no tile'}."


def _laid(realm: RealmView, square: str) -> str:
    laid = realm.province[square]
    return f"{square.upper()} {name(laid.tile)} {'+'.join(laid.turn.upper())}"


def _display(view: View) -> str:
    shown = [_tile(view.display[stack]) for stack in STACKS if stack in view.display]
    return f"Tiles: {'; '.join(shown) or 'none'}."


def _tile(key: str) -> str:
    return f"{name(key)} {describe_tile(key).read(name).lower()} {TILES[key].road}"


def _taken(view: View) -> str:
    found = [
        f"{name(make_place_key(space))} {', '.join(name(seat) for seat in view.taken[space])}"
        for space in SPACES
        if view.taken.get(space)
    ]
    return f"Workers: {'; '.join(found)}." if found else "No worker is placed."


def tell_alt(view: View, tale: Tale) -> str:
    """What happened since an earlier view, then the table."""
    return fitted(
        [*(_news(view, tale) or ["No tile was laid and no boat moved."]), *_head(view), *_all(view)]
    )


def _news(view: View, tale: Tale) -> list[str]:
    deeds = tale.deeds if tale.deeds is not None else read(view, tale)
    told_ = [f"{name(seat)} laid {_tile(tile)} on {square.upper()}." for seat, square, tile in deeds.tiles]
    told_ += [
        f"The boat of {name(seat)} sailed from {start or 'the start'} to {end}."
        for seat, start, end in deeds.boats
    ]
    for realm in view.realms:
        old = tale.before.realm(realm.key)
        parts = [(realm.fame - old.fame, "fame"), (realm.money - old.money, "money")]
        said = [f"{n:+d} {what}" for n, what in parts if n]
        if said:
            told_.append(f"{name(realm.key)}: {', '.join(said)}.")
    return told_


def strip_alt(view: View, tale: Tale | None) -> str:
    """The head and the markers."""
    news = _news(view, tale) if tale is not None else []
    return fitted(
        [*news, *_head(view), *(_markers(realm) for realm in view.realms), *map(_dice, view.realms)]
    )


def province_alt(view: View, _: Tale | None) -> str:
    """The province of who acts."""
    realm = view.realm(view.focus)
    return fitted([_province(realm), _dice(realm), _markers(realm), *_head(view)])


def crop_alt(view: View, space: str) -> str:
    """A province, or a part of the board, first."""
    if space not in CLOSE_UPS:
        realm = view.realm(space)
        return fitted([_province(realm), _dice(realm), _markers(realm), *_head(view)])
    if space == "river":
        spaces = ", ".join(
            f"{number} {describe_gain(gain).read(name)}" for number, gain in enumerate(EARNINGS, 1)
        )
        return fitted([*(_markers(realm) for realm in view.realms), f"The river: {spaces}."])
    return fitted([_display(view) if space == "display" else _taken(view), *_head(view), *_all(view)])


def number_alt(view: View, marks: tuple[str, ...]) -> str:
    """The numbered answers, each with its square and its road."""
    order = view.order
    what = f"Places for {_tile(order.tile)}" if order.tile else "Answers"
    listed = ", ".join(f"{number} {name(key)}" for number, key in enumerate(marks, 1))
    return fitted([f"{what}: {listed}.", _province(view.realm(order.seat or view.focus))])


def film_alt(views: Sequence[View]) -> str:
    """What came of it all, then the table."""
    first, last = views[0], views[-1]
    laid = sum(len(realm.province) for realm in last.realms) - sum(
        len(realm.province) for realm in first.realms
    )
    return fitted(
        [f"{laid} tiles were laid, rounds {first.round} to {last.round}.", *_head(last), *_all(last)]
    )


# ------------------------------------------------------------------ plain text


def text_table(view: View) -> str:
    """The whole table in lines of at most `WIDE` characters."""
    lines = wrapped(view.headline)
    for realm in view.realms:
        lines += ["", f"{name(realm.key)}{' (elephant)' * (view.elephant == realm.key)}"]
        gap = f"{-realm.gap} apart" if realm.gap < 0 else f"{realm.gap} past"
        lines += wrapped(f"fame {realm.fame}, money {realm.money}, {gap}")
        lines += wrapped(f"dice {_short(realm.dice) or 'none'}")
        values = " ".join(f"{building} {value}" for building, value in realm.values.items())
        lines += wrapped(f"karma {realm.karma}, boat {realm.boat}, workers {realm.home} of {realm.workers}")
        lines += wrapped(values)
        lines += ["Province", *_rows(realm)] if realm.province else ["Province empty"]
    lines += ["", "Tiles on display"]
    for stack in STACKS:
        if stack in view.display:
            lines += wrapped(f"{_tile(view.display[stack])} ({len(view.stacks[stack])} more)")
    lines += ["", *wrapped(_taken(view))]
    return "\n".join(line[:WIDE] for line in lines)


def _short(dice: Mapping[str, Sequence[int]]) -> str:
    return " ".join(
        f"{colour[0].upper()}{''.join(map(str, faces))}" for colour, faces in dice.items() if faces
    )


def _rows(realm: RealmView) -> list[str]:
    """A line for each square with a tile."""
    return [f" {_laid(realm, square)}" for square in SQUARES if square in realm.province]
