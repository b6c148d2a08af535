"""What passes between the table and whoever shows it: who asks, and what he reads. No Discord in here."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Literal, NamedTuple

from bot.language.usage import usage
from bot.language.words import say, spoken_language
from bot.table.likes import Preferences
from render.curves import Curves
from render.worker import Aid
from rules.asking import DONE
from rules.kernel import SIDE, Game, InputError, Option, View
from rules.orders.questions import REMARK
from rules.orders.ways import Control, Menu, Rest, offered

_NUMBER = re.compile(r"-?[0-9]{1,9}")  # as much as any database takes; lessons are below 0
_RULE = re.compile(r"(?P<rule>(?:[A-Z]+-)?\d[\d.]*)\b[^:]*:\s+")  # what a reason opens with
REASONS, REASON = 3, 160  # lines of what can't be done, and characters of one
BELOW = ("- ", "-# ")  # what opens a point or small print, which stands under something
KEY_LENGTH = 40  # of a key in a button; Discord gives the whole id 100 characters
SCREEN = 10  # buttons and lists that can be used on one screen, the tools among them
ROOM = SCREEN - 3  # of these for the answers


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks, where, and by which interaction: the same interaction never acts twice."""

    user_id: int
    name: str
    channel_id: int
    guild_id: int | None
    interaction_id: int | None  # None: of an act that is part of another
    manages: bool = False  # may manage the channel, and so end what others began
    lacks: tuple[str, ...] = ()  # what the bot may not do there though it needs to
    likes: Preferences | None = None  # how he likes to play, if it is known already


@dataclass(frozen=True, slots=True)
class Mark:
    """A place in a game, as buttons carry it. `check` tells two ways to the same entry apart, after an undo.

    Side acts do not count: a trade elsewhere at the table makes nobody's buttons stale.
    """

    game: int
    turn: int
    entry: int
    check: str

    @classmethod
    def of(cls, game_id: int, game: Game) -> Mark:
        """Where this game stands. The ids of public buttons carry it: without the game's secret seed nobody
        can try out which hidden entries have this check."""
        text, entries = cls._text(game)
        check = hmac.digest(game.seed.encode(), text.encode(), "sha256").hex()[:4]
        return cls(game_id, game.turn, entries, check)

    @classmethod
    def unkeyed(cls, game_id: int, game: Game) -> Mark:
        """The same place as it was written before November 2026, when the seed was no part of it: drafts of
        then still stand in databases."""
        text, entries = cls._text(game)
        return cls(game_id, game.turn, entries, hashlib.sha256(text.encode()).hexdigest()[:4])

    def __str__(self) -> str:
        """As ids carry it."""
        return f"{self.game}:{self.turn}:{self.entry}.{self.check}"

    @staticmethod
    def _text(game: Game) -> tuple[str, int]:
        entries = [entry for entry in game.log if not entry.key.startswith(SIDE)]
        return "\n".join(f"{seat} {key}" for seat, key in entries), len(entries)


@dataclass(frozen=True, slots=True)
class Panel:
    """A question with what may be answered to it by a click; without controls there is only what to take
    back."""

    mark: Mark
    question: str
    controls: tuple[Control, ...] = ()
    undo: bool = False
    rest: Rest = ""  # what is left out of the answers
    draft: bool = False  # something is entered that does not count yet
    change: Menu | None = None  # what was filled in, to be changed
    confirm: str = ""  # what the button says that commits it
    seal: str = ""  # of the order that is shown: no other is committed
    take: str = ""  # what the button says that takes a what-if over
    picture: str = ""  # a kind of picture that numbers the options as their buttons do
    unnumbered: Collection[str] = ()  # the keys of those that stand nowhere in it
    drawn: View | None = None  # what it is drawn of
    kind: tuple[str, str] = ("", "")  # the game and the kind of its question
    own: str = ""  # what the button says that shows each his own question, which nobody else may see

    @property
    def options(self) -> tuple[Option, ...]:
        """All that may be chosen, by buttons and in lists."""
        return offered(self.controls)

    @property
    def barred(self) -> str:
        """The acts that can't be taken now, and what would do nothing, in a small line for each reason, as
        many as there is room for; the longer ones are behind the "?"."""
        return "\n".join([*self._reasons(), *self._idle()])

    @property
    def named(self) -> Panel:
        """The same without the buttons of the acts that `barred` names."""
        named = {act for acts in self._reasons().values() for act in acts}
        left = tuple(
            control for control in self.controls if isinstance(control, Menu) or control not in named
        )
        return replace(self, controls=left)

    def _reasons(self) -> dict[str, list[Option]]:
        """The lines that say why acts can't be taken, each with these acts."""
        found = self._alike(lambda button: button.why_not)
        said = {say("barred", acts=_row(acts), why=clause(why)): acts for why, acts in found.items()}
        return {line: acts for line, acts in said.items() if len(line) <= REASON}

    def _idle(self) -> list[str]:
        """The lines that say why answers would do nothing."""
        found = self._alike(lambda button: button.why_idle)
        said = [say("idle", acts=_row(buttons), why=clause(why)) for why, buttons in found.items()]
        return [line for line in said if len(line) <= REASON]

    def _alike(self, why: Callable[[Option], str]) -> dict[str, list[Option]]:
        """The first reasons that buttons have, each with these buttons."""
        reasons: dict[str, list[Option]] = {}
        for control in self.controls:
            if not isinstance(control, Menu) and why(control):
                reasons.setdefault(why(control), []).append(control)
        return dict(islice(reasons.items(), REASONS))

    @property
    def numbered(self) -> tuple[Option, ...]:
        """The options in the order of their numbers, where a picture shows these."""
        bare = (DONE, *self.unnumbered)
        return tuple(each for each in self.options if each.key not in bare) if self.picture else ()


def _row(buttons: Iterable[Option]) -> str:
    return ", ".join(REMARK.sub("", button.label) for button in buttons)


def clause(why_not: str) -> str:
    """A reason with its rule at its end: "3.2: no Troops are there" as "no Troops are there (3.2)"."""
    found = _RULE.match(why_not)
    return why_not if found is None else f"{why_not[found.end() :]} ({found['rule']})"


class Knob(NamedTuple):
    """A button beside the game: what it does and about what, what stands on it, and how it looks; `off`: it
    can't be pressed."""

    verb: str
    about: str
    label: str
    look: Literal["plain", "main", "good", "back"] = "plain"
    off: bool = False


class Entry(NamedTuple):
    """An entry of a form: what stands `over` it, and a list of options, of which `chosen` is the place of the
    one that is chosen beforehand; or without options a line to type, with its `text` and whether it is
    `needed`."""

    key: str
    over: str
    options: Sequence[Option] = ()
    chosen: int = 0
    text: str = ""
    needed: bool = True


@dataclass(frozen=True, slots=True)
class Answer:
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
    confirm_end: int | None = None  # the game that a button may end
    knobs: tuple[Knob, ...] = ()
    curves: Curves | None = None  # chances over a game, to be drawn instead
    public: str = ""  # for all to read, in this language, where the public message stands that it comes from


class Refused(InputError):
    """What was asked can't be done; nothing has changed. `panel`: the question as it stands now; `knobs`:
    what stands beside it."""

    def __init__(self, text: str, panel: Panel | None = None, knobs: tuple[Knob, ...] = ()) -> None:
        super().__init__(text)
        self.panel, self.knobs = panel, knobs


def number(text: str) -> int:
    """A number that the id of a button carries. Raises `Refused` for what stands on no button of ours."""
    if _NUMBER.fullmatch(text) is None:
        raise Refused(say("too_late"))
    return int(text)


def parts(about: str, count: int) -> list[str]:
    """The parts of what a button is about, between colons; the last may have colons of its own. Raises
    `Refused`."""
    found = about.split(":", count - 1)
    if len(found) < count:
        raise Refused(say("too_late"))
    return found


def short(key: str) -> str:
    """A key as a button carries it: itself, or a hash where it is too long."""
    if len(key) <= KEY_LENGTH:
        return key
    return f"{SIDE if key.startswith(SIDE) else ''}#{hashlib.sha256(key.encode()).hexdigest()[:16]}"


def clip(label: str, limit: int) -> str:
    """The label in at most `limit` characters, cut after a whole word that can stand at the end; without a
    mark, for "…" on a button means that more will be asked."""
    if len(label) <= limit:
        return label
    said = label[: limit + 1].rsplit(" ", 1)[0].split(" ")
    dangling = ("", *usage(spoken_language()).dangling)
    while len(said) > 1 and said[-1].strip(",;:(").casefold() in dangling:
        said.pop()
    return " ".join(said).rstrip(" ,;:(")[:limit]


def cut(text: str, limit: int) -> str:
    """The text in at most `limit` characters; "…" shows that it goes on."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def by_order(lines: Iterable[str]) -> list[str]:
    """What is told in lines, in parts that belong together: each order with what came of it, which are points
    and small print under it."""
    found: list[str] = []
    for line in lines:
        if found and line.startswith(BELOW):
            found[-1] += f"\n{line}"
        else:
            found.append(line)
    return found


def pages(parts: Iterable[str], limit: int) -> list[str]:
    """The parts packed in order into texts of at most `limit` characters; at least one text, maybe an empty
    one. A part that is longer is packed by its lines."""
    found = [""]
    for part in _short(parts, limit):
        fits = cut(part, limit)
        joined = f"{found[-1]}\n{fits}" if found[-1] else fits
        if len(joined) <= limit:
            found[-1] = joined
        else:
            found.append(fits)
    return found


def _short(parts: Iterable[str], limit: int) -> Iterator[str]:
    for part in parts:
        yield from (part,) if len(part) <= limit else part.split("\n")
