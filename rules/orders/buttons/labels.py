"""Find the answer whose label a player typed. Write the answers of a button as a typed order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from rules.asking import DONE
from rules.kernel import Ask, Game, InputError, Option, Rules, list_options, resume
from rules.orders.buttons.controls import Control, Menu
from rules.orders.buttons.lookahead import JOINT
from rules.orders.notation import read_order
from rules.orders.tokenizer import NUMBERED, REMARK, normalize, split_words

_BY_NUMBER = re.compile(r"^\s*(?:(?P<noun>[^\W\d_]+)\.?\s+)?#?(?P<number>\d+)\.?\s*$")
NUMBER_WORDS = frozenset(("number", "no", "nr"))
CUT = "…"


def list_entries(controls: Iterable[Control]) -> list[Option]:
    """Return the legal buttons and list entries, including the entries that mean all of a list."""
    found = list[Option]()
    for control in controls:
        found += control.options if isinstance(control, Menu) else [control]
    return [option for option in found if not option.why_not]


def is_numbered(text: str) -> bool:
    """Return whether a text begins like a numbered label, such as "1. Gujarat" or "2: decline"."""
    return NUMBERED.match(text) is not None


def find_labelled(options: Iterable[Option], text: str) -> list[Option]:
    """Return the options with this label: the whole label, or its beginning if the text ends in "…".

    The text may lack the number before the label, and the remark after it ("(worth 2)").
    """
    said = _fold(text)
    offered = [(option, _fold(option.label), _fold(REMARK.sub("", option.label))) for option in options]
    found = [option for option, *labels in offered if said in labels]
    if not found and said.endswith(CUT) and (begun := said.removesuffix(CUT).rstrip()):
        found = [option for option, label, _ in offered if label.startswith(begun)]
    return found


def find_numbered(
    options: Sequence[Option], numbers: Mapping[str, int], prompt: str, text: str
) -> list[Option]:
    """Return the options with the number that a text says, such as "tile 9", "number 9" or "9".

    Args:
        options: the legal options
        numbers: the number of each option in the picture, by its key
        prompt: the text of the question; only its words may come before the number
        text: what was typed

    Returns:
        the options with this number in the picture, and those whose name has it; [] if `numbers` is empty
    """
    said = _BY_NUMBER.match(text)
    if said is None:
        return []
    noun = normalize(said["noun"] or "")
    if noun and noun not in NUMBER_WORDS and noun not in split_words(prompt):
        return []
    number = said["number"]
    found = [option for option in options if numbers.get(option.key) == int(number)]
    named = [option for option in options if number in split_words(REMARK.sub("", option.label))]
    if named and not noun and all(map(_has_digit, options)):
        found = []  # dice such as "Blue 4": the number belongs to the name
    return [*found, *(option for option in named if option not in found)] if numbers else []


def split_numbers(text: str) -> list[str]:
    """Return the numbers of a text that has only numbers, such as "1, 2" or "1 and 2"; else []."""
    words = [word for word in split_words(text) if word != "and"]
    return words if all(map(str.isdecimal, words)) else []


def _has_digit(option: Option) -> bool:
    """Return whether the name of an option has a digit."""
    return any(map(str.isdigit, REMARK.sub("", option.label)))


def _fold(label: str) -> str:
    """Return a label in a form that can be compared with a typed copy of the label."""
    bare = NUMBERED.sub("", label)  # first, because `normalize` turns a number in a circle into a plain one
    return " ".join(normalize(bare).replace("...", CUT).split()).rstrip(" .,;")


def spell_chain(rules: Rules, game: Game, seat: str, option: Option) -> str:
    """Return a typed order that has the same answers as a button; "" if there is none.

    "done" is left out, except if it is the last answer.
    """
    live, said, chain = resume(rules, game), list[str](), option.key.split(JOINT)
    for place, key in enumerate(chain, 1):
        ask = live.pending
        if not isinstance(ask, Ask) or ask.seat != seat or key not in ask.menu():
            return ""
        if key != DONE:
            label = next((each.label for each in list_options(rules, ask) if each.key == key), key)
            said.append(REMARK.sub("", label))
        elif place == len(chain):
            said.append(DONE)
        live.enter(seat, key)
    text = " ".join(said)
    try:
        read = read_order(rules, game, seat, text).keys
    except InputError:
        return ""
    return text if read[: len(chain)] == tuple(chain) else ""
