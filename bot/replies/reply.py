"""Define what a person reads after acting or asking: texts, forms, refusals. It doesn't know Discord."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from render.curves import Curves
from render.worker import Aid
from rules.kernel import InputError, Option, View

if TYPE_CHECKING:
    from bot.replies.panel import Panel


Look = Literal["plain", "main", "good", "back"]


class Call(NamedTuple):
    """What a button, a list or a form carries: the verb of an action, and its arguments as an id has them."""

    verb: str
    about: str

    @property
    def custom_id(self) -> str:
        """Return the id that Discord stores."""
        return f"{self.verb}:{self.about}"


class ActionButton(NamedTuple):
    """A button; `bot.replies.action.button` makes one.

    Attributes:
        verb: the verb of the action that it calls
        about: the arguments, as an id carries them
        label: its text
        look: its colour
        off: whether it can't be pressed
    """

    verb: str
    about: str
    label: str
    look: Look = "plain"
    off: bool = False

    @property
    def call(self) -> Call:
        """Return what the button carries."""
        return Call(self.verb, self.about)


class ActionList(NamedTuple):
    """A list of options; its action gets the key of the one that is chosen.

    Attributes:
        call: what it carries
        label: what the closed list shows
        options: its entries
    """

    call: Call
    label: str
    options: Sequence[Option]


class FormField(NamedTuple):
    """A field of a form: a list of options, or a line to type if there are no options.

    Attributes:
        key: the key of what is entered
        over: the label above it
        options: the options of a list
        chosen: the index of the option that is selected at first
        text: the text that a line has at first
        needed: whether a line must not be empty
        long: whether several lines can be typed
    """

    key: str
    over: str
    options: Sequence[Option] = ()
    chosen: int = 0
    text: str = ""
    needed: bool = True
    long: bool = False


class EntryForm(NamedTuple):
    """A form to fill in; the action `reads` reads what was entered."""

    title: str
    fields: Sequence[FormField]
    reads: Call


@dataclass(frozen=True, slots=True)
class Reply:
    """The private answer to the person who acted or asked.

    Attributes:
        text: its text
        panel: the question and buttons under it
        view: the view to draw
        before: the view that it is compared with, to mark changes
        lit: spaces to mark if nothing is compared
        size: one of the game's picture sizes
        space: draw a close-up of this space instead
        during: the views at the end of each turn since `before`
        small: draw a smaller picture if it shows everything new
        fits: make the picture only as high as text and buttons leave room for
        film: views to animate instead of a picture
        file: a file to attach: name and text
        aid: a player aid to draw instead
        buttons: more buttons
        lists: lists of what can be opened, above the buttons
        curves: chances over a game, to draw instead
        public: text for everybody, which replaces the public message that the click came from
    """

    text: str
    panel: Panel | None = None
    view: View | None = None
    before: View | None = None
    lit: frozenset[str] = frozenset()
    size: str | None = None
    space: str | None = None
    during: tuple[View, ...] | None = None
    small: bool = False
    fits: bool = False
    film: tuple[View, ...] = ()
    file: tuple[str, str] | None = None
    aid: Aid | None = None
    buttons: tuple[ActionButton, ...] = ()
    lists: tuple[ActionList, ...] = ()
    curves: Curves | None = None
    public: str = ""


class Refused(InputError):
    """A request that can't be carried out. Nothing has changed.

    `panel` is the present question. `buttons` are added to it.
    """

    def __init__(self, text: str, panel: Panel | None = None, buttons: tuple[ActionButton, ...] = ()) -> None:
        super().__init__(text)
        self.panel, self.buttons = panel, buttons
