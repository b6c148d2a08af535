"""What somebody reads who acts or asks. No Discord in here."""

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
        """The id in which Discord keeps it."""
        return f"{self.verb}:{self.about}"


class ActionButton(NamedTuple):
    """A button: what it does and about what, what stands on it, and how it looks; `off`: it can't be pressed.
    `bot.replies.action.button` makes one."""

    verb: str
    about: str
    label: str
    look: Look = "plain"
    off: bool = False

    @property
    def call(self) -> Call:
        """What it carries."""
        return Call(self.verb, self.about)


class FormField(NamedTuple):
    """An entry of a form: what stands `over` it, and a list of options, of which `chosen` is the place of the
    one that is chosen beforehand; or without options a line to type, with its `text` and whether it is
    `needed`."""

    key: str
    over: str
    options: Sequence[Option] = ()
    chosen: int = 0
    text: str = ""
    needed: bool = True
    long: bool = False  # several lines to type, as many as an order may have


class EntryForm(NamedTuple):
    """A form to fill in; `reads`: the action that reads what was entered."""

    title: str
    fields: Sequence[FormField]
    reads: Call


@dataclass(frozen=True, slots=True)
class Reply:
    """What the one who asked reads, and nobody else."""

    text: str
    panel: Panel | None = None
    view: View | None = None  # to be drawn under the text
    before: View | None = None  # what it is compared with: the picture lights up the difference
    lit: frozenset[str] = frozenset()  # spaces to light up, where nothing is compared
    size: str | None = None  # one of the kinds of picture that there are of the game
    space: str | None = None  # a close-up of this space instead
    during: tuple[View, ...] | None = None  # the ends of the turns from that of `before` on
    small: bool = False  # a lesser picture, where it shows all that is new
    fits: bool = False  # the picture is as high as its text and its buttons leave room for on a screen
    film: tuple[View, ...] = ()  # to be shown one after the other instead
    file: tuple[str, str] | None = None  # name and text
    aid: Aid | None = None  # a player aid, to be drawn instead
    buttons: tuple[ActionButton, ...] = ()
    curves: Curves | None = None  # chances over a game, to be drawn instead
    public: str = ""  # for all to read, in this language, where the public message stands that it comes from


class Refused(InputError):
    """A request that can't be done; nothing has changed.

    `panel`: the question as it is now; `buttons`: more buttons for it.
    """

    def __init__(self, text: str, panel: Panel | None = None, buttons: tuple[ActionButton, ...] = ()) -> None:
        super().__init__(text)
        self.panel, self.buttons = panel, buttons
