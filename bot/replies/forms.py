"""Open a refused form again, filled in with what a person entered."""

from __future__ import annotations

from dataclasses import dataclass

from bot.language.words import say
from bot.replies.action import Entered, button
from bot.replies.reply import Call, EntryForm, Refused


@dataclass(frozen=True, slots=True)
class Filled:
    """What a person entered in a form.

    Attributes:
        chosen: the indexes of the chosen options, one for each list, as a button's id carries them: "3.0.12"
        typed: what was typed into the field without options; "" if the form has no such field
    """

    chosen: str
    typed: str


def read_filled(form: EntryForm, entered: Entered) -> Filled:
    """Return what a person entered in a form.

    If a list no longer has the chosen option, the first option of the list counts as chosen.
    """
    chosen, typed = list[str](), ""
    for field in form.fields:
        keys = [option.key for option in field.options]
        if keys:
            chosen.append(str(keys.index(entered[field.key]) if entered.get(field.key) in keys else 0))
        else:
            typed = entered.get(field.key, "")
    return Filled(".".join(chosen), typed)


def fill_in(form: EntryForm, filled: Filled) -> EntryForm:
    """Return a form with these options chosen and this line typed."""
    places = iter(filled.chosen.split("."))
    fields = []
    for field in form.fields:
        if not field.options:
            fields.append(field._replace(text=filled.typed))
            continue
        place = next(places, "")
        index = int(place) if place.isdecimal() else 0
        fields.append(field._replace(chosen=min(index, len(field.options) - 1)))
    return form._replace(fields=fields)


def offer_again(refused: Refused, reopen: Call) -> Refused:
    """Return the refusal of a form with a button that opens the form again."""
    again = button(reopen, say("button.try_again"), "main")
    return Refused(str(refused), refused.panel, (again, *refused.buttons))
