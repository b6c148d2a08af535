"""Define the replies to acts and questions of people: texts, forms and refusals, without Discord."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from bot.replies.mark import Mark
from render.curves import Curves, RatingCurves
from render.worker import Aid
from rules.kernel import NotAllowed, Option, View

if TYPE_CHECKING:
    from bot.replies.panel import Panel


Look = Literal["plain", "main", "good"]


class Call(NamedTuple):
    """What a button, a list or a form carries: the verb of an action, and the text of its arguments."""

    verb: str
    about: str

    @property
    def custom_id(self) -> str:
        """Return the id that Discord stores."""
        return f"{self.verb}:{self.about}"


class ActionButton(NamedTuple):
    """A button; `bot.replies.action.button` makes one.

    Attributes:
        verb: the verb of the action that the button calls
        about: the arguments, as an id carries them
        label: the button's text
        look: the button's colour
        off: whether the button is greyed out
        apart: whether it stands below the other buttons of a reply
    """

    verb: str
    about: str
    label: str
    look: Look = "plain"
    off: bool = False
    apart: bool = False

    @property
    def call(self) -> Call:
        """Return the button's verb and arguments."""
        return Call(self.verb, self.about)


class ActionList(NamedTuple):
    """A list of options. Its action gets the key of the option that a person chooses.

    Attributes:
        call: the verb and the arguments of its action
        label: what the closed list shows
        options: its entries
    """

    call: Call
    label: str
    options: Sequence[Option]


class FormField(NamedTuple):
    """A field of a form: a list of options, or a line to type if there are no options.

    Attributes:
        key: the field's key in `Entered`
        over: the label above the field
        options: the options of a list
        chosen: the index of the option that is selected at first
        text: the text that a line has at first
        needed: whether a line must not be empty
        long: whether several lines can be typed
        hint: what an empty line shows
        most: the most characters of a line; 0 for the usual number
    """

    key: str
    over: str
    options: Sequence[Option] = ()
    chosen: int = 0
    text: str = ""
    needed: bool = True
    long: bool = False
    hint: str = ""
    most: int = 0


class EntryForm(NamedTuple):
    """A form to fill in. What the person entered goes to the call in `reads`."""

    title: str
    fields: Sequence[FormField]
    reads: Call


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to the person who acted or asked.

    Attributes:
        text: the text of the message
        panel: the question and buttons under it
        view: the view to draw
        before: an earlier view; what has changed since is highlighted in the picture
        lit: spaces to highlight if there is no `before`
        numbered: the places that get numbers in the picture: `("delhi", "goa agra")` puts a 1 on Delhi, and a
            2 on both Goa and Agra
        size: one of the game's picture sizes
        space: draw a close-up of this space instead of the whole view
        during: the views at the end of each turn since `before`
        past: whether the picture is only about what happened since `before`, and not about the next question
        beside: a second picture below the first: the view of a seat and a picture size of the game, such
            as the seat's hand; only in private replies
        small: draw a smaller picture if it still shows all that has changed
        fits: make the picture as high as the room that text and buttons leave on a screen
        cut: make a high picture lower, by cutting off parts that the reply is not about
        animation: views to show as an animation instead of a picture
        file: a file to attach: name and text
        aid: a player aid to draw instead of a view
        buttons: more buttons
        lists: lists above the buttons
        curves: the course of each seat's chances to win, to draw instead of a view
        gist: a review in one sentence, for the post of the game's end
        ratings: ratings over many games, to draw instead of a view
        public: the language of a public reply, which replaces the clicked message; "" for a private reply
        mark: the place in the game at which the buttons are valid, for a reply without a panel; None if they
            stay valid
        silent: whether a click on a public message needs no text, because that message shows the change
        later: a function that waits for the whole reply and returns it; the whole reply is sent as a new
            message. None if this reply is already whole
    """

    text: str
    panel: Panel | None = None
    view: View | None = None
    before: View | None = None
    lit: frozenset[str] = frozenset()
    numbered: tuple[str, ...] = ()
    size: str | None = None
    space: str | None = None
    during: tuple[View, ...] | None = None
    past: bool = False
    beside: tuple[View, str] | None = None
    small: bool = False
    fits: bool = False
    cut: bool = False
    animation: tuple[View, ...] = ()
    file: tuple[str, str] | None = None
    aid: Aid | None = None
    buttons: tuple[ActionButton, ...] = ()
    lists: tuple[ActionList, ...] = ()
    curves: Curves | None = None
    gist: str = ""
    ratings: RatingCurves | None = None
    public: str = ""
    mark: Mark | None = None
    silent: bool = False
    later: Callable[[], Coroutine[Any, Any, Reply]] | None = None


class Refused(NotAllowed):
    """A refusal of the bot, with what the person can do instead. Nothing has changed.

    `panel` is the present question. `buttons` come under the refusal, besides those of the panel.
    """

    def __init__(self, text: str, panel: Panel | None = None, buttons: tuple[ActionButton, ...] = ()) -> None:
        super().__init__(text)
        self.panel, self.buttons = panel, buttons
