"""Describe the pictures in words: alt texts, and the table in plain text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from render.kit.numbers import number_marks
from render.kit.texts import WIDE, fit_sentences, wrap
from render.rajas_of_the_ganges.draw import CLOSE_UPS, Tale, find_shown
from render.rajas_of_the_ganges.names import find_letter, name
from rules.rajas_of_the_ganges import description
from rules.rajas_of_the_ganges.board import SPACES
from rules.rajas_of_the_ganges.names import label_tile
from rules.rajas_of_the_ganges.province import SQUARES
from rules.rajas_of_the_ganges.tiles import STACKS
from rules.rajas_of_the_ganges.view import RealmView, View
from rules.words import Words, as_is


def alt_text(view: View, lit: frozenset[str] = frozenset()) -> str:
    """Return the alt text of the table: who is asked or has won, the highlighted spaces, then the table."""
    spaces = [space for space in SPACES if space in lit]
    head = description.describe_headline(view)
    return _fit([head, *description.describe_lit(spaces), *description.describe_table(view)])


def tell_alt(view: View, tale: Tale) -> str:
    """Return the alt text of what happened since `tale.before`, then the table."""
    news = _news(view, tale) or [description.describe_stillness()]
    shown = description.describe_table(view, find_shown(view, tale))
    return _fit([*news, description.describe_headline(view), *shown])


def _news(view: View, tale: Tale) -> list[Words]:
    return [
        *(description.describe_laying(*laid) for laid in tale.deeds.tiles),
        *(description.describe_voyage(*sailed) for sailed in tale.deeds.boats),
        *description.describe_changes(tale.before, view),
    ]


def strip_alt(view: View, tale: Tale | None) -> str:
    """Return the alt text of the strip: what happened, who is asked, and each seat's markers and dice."""
    news = _news(view, tale) if tale is not None else []
    seats = [*map(description.describe_markers, view.realms), *map(description.describe_dice, view.realms)]
    return _fit([*news, description.describe_headline(view), *seats])


def province_alt(view: View, _: Tale | None) -> str:
    """Return the alt text of the province in focus."""
    return _province(view, view.realm(view.focus))


def _province(view: View, realm: RealmView) -> str:
    seat = [description.describe_province(realm), description.describe_dice(realm)]
    return _fit([*seat, description.describe_markers(realm), description.describe_headline(view)])


def crop_alt(view: View, space: str) -> str:
    """Return the alt text of a close-up: a province, the river, the tiles on display, or the workers."""
    if space not in CLOSE_UPS:
        return _province(view, view.realm(space))
    if space == "river":
        return _fit([*map(description.describe_markers, view.realms), description.describe_river()])
    part = description.describe_display(view) if space == "display" else description.describe_workers(view)
    return _fit([part, description.describe_headline(view), *description.describe_table(view)])


def number_alt(view: View, marks: tuple[str, ...]) -> str:
    """Return the alt text of numbered placements: each number's square and road, then the province."""
    province = description.describe_province(view.realm(view.order.seat or view.focus))
    return _fit([description.describe_numbers(view.order.tile, number_marks(marks)), province])


def animation_alt(views: Sequence[View]) -> str:
    """Return the alt text of an animation: what changed from the first view to the last, then the table."""
    last = views[-1]
    told = [description.describe_span(views[0], last), description.describe_headline(last)]
    return _fit([*told, *description.describe_table(last)])


def _fit(sentences: Sequence[Words]) -> str:
    return fit_sentences([sentence.read(name) for sentence in sentences], name=name)


# ------------------------------------------------------------------ plain text


def text_table(view: View) -> str:
    """Return the whole table in lines of at most `WIDE` characters."""
    lines = wrap(_headline(view))
    for realm in view.realms:
        lines += [
            "",
            name.say("{seat} (elephant)", seat=realm.key) if view.elephant == realm.key else name(realm.key),
        ]
        text = "fame {f}, money {m}, {n} apart" if realm.gap < 0 else "fame {f}, money {m}, {n} past"
        lines += wrap(name.say(text, f=realm.fame, m=realm.money, n=abs(realm.gap)))
        dice = _short(realm.dice)
        lines += wrap(name.say("dice {dice}", dice=as_is(dice)) if dice else name.say("dice none"))
        values = " ".join(f"{name(building)} {value}" for building, value in realm.values.items())
        lines += wrap(
            name.say(
                "karma {n}, boat {b}, workers {w} of {of}",
                n=realm.karma,
                b=realm.boat,
                w=realm.home,
                of=realm.workers,
            )
        )
        lines += wrap(values)
        lines += [name.say("Province"), *_rows(realm)] if realm.province else [name.say("Province empty")]
    lines += ["", name.say("Tiles on display")]
    for stack in STACKS:
        if stack in view.display:
            lines += wrap(
                name.say(
                    "{tile}, {n} more",
                    tile=label_tile(view.display[stack]),
                    n=len(view.stacks[stack]),
                )
            )
    lines += ["", *wrap(description.describe_workers(view).read(name))]
    return "\n".join(line[:WIDE] for line in lines)


def _short(dice: Mapping[str, Sequence[int]]) -> str:
    return " ".join(
        f"{find_letter(colour)}{''.join(map(str, faces))}" for colour, faces in dice.items() if faces
    )


def _rows(realm: RealmView) -> list[str]:
    """Return a line for each square with a tile."""
    return [
        f" {description.describe_laid(realm, square).within(name)}"
        for square in SQUARES
        if square in realm.province
    ]


def _headline(view: View) -> str:
    """Return the round and the seat that acts, without a full stop; or the winner, with a full stop."""
    said = description.describe_headline(view).read(name)
    return said if view.winners else said.rstrip(".")
