"""Declare what a button, a list or a form does, at the method that does it.

    class UndoRequests:
        @action("plea", "{game_id}")
        async def ask(self, caller: Caller, game_id: int) -> Reply: ...

A button carries `UndoRequests.ask.call(game_id)`; mypy checks its arguments. The button's id is the verb, a
colon, and the arguments in the order of the template ("plea:7"). A click sends the id back, and the types of
the parameters say how to read it. An id that does not fit is refused as out of date.

A parameter that is not in the template gets its value from the click, or keeps its default. There are four
such parameters: `*keys` are the choices from a list, `entered` are the fields of a form, `shown` is the text
of the message, and `thread` is where a lesson for everybody is posted.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Coroutine, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from string import Formatter
from types import MethodType
from typing import Annotated, Any, Concatenate, Generic, NamedTuple, ParamSpec, TypeVar, get_args, overload

from bot.replies.mark import NUMBER, PATTERN, Mark, read_mark, shorten_key
from bot.replies.out_of_date import refuse_unknown
from bot.replies.reply import ActionButton, Call, EntryForm, Look, Reply

S = TypeVar("S")
C = TypeVar("C")
P = ParamSpec("P")
R = TypeVar("R", Reply, EntryForm)
Method = Callable[Concatenate[S, C, P], Coroutine[Any, Any, R]]
Entered = Mapping[str, str]  # what a person chose or typed in a form, by the key of the field
NOTHING: Entered = {}
MAX_ABOUT = 80  # the most characters of the arguments in a button's id

Key = Annotated[str, "key"]  # an option's key; if it is long, an id carries its hash


@dataclass(frozen=True, slots=True)
class How:
    """How an action is answered.

    Attributes:
        fresh: the answer is a new message; otherwise it can replace the clicked message
        looking: the action decides nothing, so its answer never replaces a question
        meanwhile: returns the text to show while an answer takes some seconds
        answers: the action answers a question of the game
        lesson: the action is about a lesson
        shared: the action is about a lesson that the people of a thread may take together
        instead_of: the verbs of the action that this action replaces in a lesson
    """

    fresh: bool = False
    looking: bool = False
    meanwhile: Callable[[], str] | None = None
    answers: bool = False
    lesson: bool = False
    shared: bool = False
    instead_of: tuple[str, ...] = ()


class Action(Generic[S, C, P, R]):
    """A method of a service that a click calls.

    `UndoRequests.ask` (from the class) is the action. `undo_requests.ask` (from a service) is the method.
    """

    def __init__(
        self, verb: str, template: str, function: Method[S, C, P, R], old: tuple[str, ...], how: How
    ) -> None:
        self.verb, self.template, self.old, self.how = verb, template, old, how
        self.function: Callable[..., Coroutine[Any, Any, Any]] = function
        self.__doc__ = function.__doc__

    def __repr__(self) -> str:
        return f"{self.function.__module__}.{self.function.__qualname__}"

    @property
    def verbs(self) -> tuple[str, ...]:
        """Return all verbs of the action. The ids in older messages begin with one of the `old` verbs."""
        return (self.verb, *self.old)

    def call(self, *args: P.args, **kwargs: P.kwargs) -> Call:
        """Return the call of the action with these arguments. A button carries the call in its id.

        Raises `ValueError` if an argument is a number that an id can't carry.
        """
        return Call(self.verb, self._fields.write(self.signature.bind(*args, **kwargs).arguments))

    @cached_property
    def signature(self) -> inspect.Signature:
        """Return the parameters after the service and the caller, with their types."""
        found = inspect.signature(self.function, eval_str=True)
        return found.replace(parameters=list(found.parameters.values())[2:])

    @cached_property
    def _fields(self) -> Fields:
        """Return how ids carry the parameters."""
        return Fields(self.template, self.signature)

    @overload
    def __get__(self, service: None, owner: type[S]) -> Action[S, C, P, R]: ...

    @overload
    def __get__(self, service: S, owner: type[S]) -> Callable[Concatenate[C, P], Coroutine[Any, Any, R]]: ...

    def __get__(self, service: S | None, owner: type[S]) -> Any:
        return self if service is None else MethodType(self.function, service)

    def bind(self, service: S) -> Bound:
        """Return the action bound to this service.

        Raises `TypeError` if the template does not fit the method's parameters.
        """
        fields = self._fields
        opens = self.signature.return_annotation is EntryForm
        wants = frozenset(self.signature.parameters)
        return Bound(self.verb, self.how, opens, wants, fields, partial(self._run, service))

    def _run(
        self, service: S, caller: C, args: Mapping[str, Any], given: Mapping[str, Any]
    ) -> Coroutine[Any, Any, R]:
        """Call the method with the arguments of an id, the arguments of the click, and defaults."""
        bound = self.signature.bind_partial()
        for name, parameter in self.signature.parameters.items():
            if parameter.kind is parameter.VAR_POSITIONAL:
                bound.arguments[name] = tuple(args.get(name, given.get("values", ())))
            elif name in args:
                bound.arguments[name] = args[name]
            elif name in given:
                bound.arguments[name] = given[name]
        bound.apply_defaults()
        return self.function(service, caller, *bound.args, **bound.kwargs)


AnyAction = Action[Any, Any, ..., Any]


def list_actions(service: type[object]) -> list[AnyAction]:
    """Return the actions of a class, with those that it inherits."""
    return [each for owner in service.__mro__ for each in vars(owner).values() if isinstance(each, Action)]


@dataclass(frozen=True, slots=True)
class Bound:
    """An action bound to a service.

    Attributes:
        verb: the verb that its ids begin with
        how: how the action is answered
        opens_form: whether the answer is a form
        wants: the names of the method's parameters
        fields: the parameters that its ids carry
        run: calls the method with a caller, the arguments of an id, and the arguments of the click
    """

    verb: str
    how: How
    opens_form: bool
    wants: frozenset[str]
    fields: Fields
    run: Callable[[Any, Mapping[str, Any], Mapping[str, Any]], Coroutine[Any, Any, Reply | EntryForm]]


def action(
    verb: str,
    template: str = "",
    *,
    old: tuple[str, ...] = (),
    fresh: bool = False,
    looking: bool = False,
    meanwhile: Callable[[], str] | None = None,
    answers: bool = False,
    lesson: bool = False,
    shared: bool = False,
    instead_of: AnyAction | None = None,
) -> Callable[[Method[S, C, P, R]], Action[S, C, P, R]]:
    """Make a method an action with this verb.

    Args:
        verb: the word that its ids begin with
        template: the parameters in the order in which ids carry them. `{}` stands for a text that nobody
            reads; this text only makes the ids in one message different. An empty template accepts any id.
        old: verbs of the action in older messages
        fresh: see `How`, also for the other options
    """
    how = How(
        fresh,
        looking,
        meanwhile,
        answers,
        lesson or shared,
        shared,
        () if instead_of is None else instead_of.verbs,
    )

    def decorate(method: Method[S, C, P, R]) -> Action[S, C, P, R]:
        return Action(verb, template, method, old, how)

    return decorate


def button(call: Call, label: str, look: Look = "plain", off: bool = False) -> ActionButton:
    """Return a button that calls this action. With `off`, it can't be pressed."""
    return ActionButton(call.verb, call.about, label, look, off)


class Field(NamedTuple):
    """A parameter in a template, with the text before it and the pattern of its value in an id."""

    name: str
    before: str
    kind: Any
    pattern: str
    optional: bool

    @property
    def group(self) -> str:
        """Return the regular expression of this parameter within an id, with the text before it."""
        inside = re.escape(self.before) + (f"(?P<{self.name}>{self.pattern})" if self.name else self.pattern)
        return f"(?:{inside})?" if self.optional else inside

    def write(self, value: Any) -> str:
        """Return the value as an id carries it. Raises `ValueError` if a click could not read it."""
        if isinstance(value, tuple):
            return ":".join(map(shorten_key, value))
        if self.kind == Key:
            return shorten_key(value)
        text = "" if value is None else str(value)
        if text and self.kind is int and re.fullmatch(NUMBER, text) is None:
            raise ValueError(f"{self.name}: an id can't carry the number {text}")
        return text

    def read(self, text: str) -> Any:
        """Return the value that an id carries."""
        if self.kind is tuple:
            return tuple(text.split(":")) if text else ()
        if self.kind is Mark:
            return read_mark(text)
        return int(text) if self.kind is int else text


class Fields:
    """Writes the arguments of an action into ids and reads them back."""

    def __init__(self, template: str, signature: inspect.Signature) -> None:
        self.fields = list(_read_template(template, signature))
        pattern = "".join(each.group for each in self.fields) if self.fields else ".*"
        self.pattern = re.compile(pattern, re.DOTALL)

    def write(self, arguments: Mapping[str, Any]) -> str:
        """Return the arguments as an id carries them. Empty optional arguments at the end are left out."""
        fields = self.fields
        while fields and fields[-1].optional and arguments.get(fields[-1].name) in (None, "", ()):
            fields = fields[:-1]
        return "".join(each.before + each.write(arguments.get(each.name)) for each in fields)

    def read(self, about: str) -> dict[str, Any]:
        """Return the arguments in an id, by name. Raises `Refused` if the id does not fit the template."""
        if (found := self.pattern.fullmatch(about)) is None:
            raise refuse_unknown()
        texts = found.groupdict()
        named = [each for each in self.fields if texts.get(each.name) is not None]
        return {each.name: each.read(texts[each.name]) for each in named}


def _read_template(template: str, signature: inspect.Signature) -> Iterator[Field]:
    """Yield the fields of a template.

    Raises `TypeError` if the template lacks a required parameter, or names one that does not exist.
    """
    parts = [(before, name) for before, name, *_ in Formatter().parse(template) if name is not None]
    for place, (before, name) in enumerate(parts, 1):
        text = ".*" if place == len(parts) else "[^:]*"
        if not name:
            yield Field(name, before, str, text, False)
            continue
        parameter = signature.parameters.get(name)
        if parameter is None:
            raise TypeError(f"the template has {{{name}}}, which is no parameter")
        several = parameter.kind is parameter.VAR_POSITIONAL
        kind = tuple if several else _without_none(parameter.annotation)
        pattern = {int: NUMBER, Mark: PATTERN}.get(kind, text)
        yield Field(name, before, kind, pattern, several or parameter.default is not parameter.empty)
    for name, parameter in signature.parameters.items():
        needed = parameter.default is parameter.empty and parameter.kind is not parameter.VAR_POSITIONAL
        if needed and name not in [name for _, name in parts]:
            raise TypeError(f"the template lacks the required parameter {name}")


def _without_none(annotation: Any) -> Any:
    """Return the type of a parameter, `int` for `int | None`."""
    kinds = get_args(annotation)
    return kinds[0] if kinds and kinds[-1] is type(None) else annotation
