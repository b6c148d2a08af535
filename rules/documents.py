"""Read a game's documents: positions, data files, and its short version of the rules. Write positions."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, ValidationError

from rules.words import Name, mark_text, steers


class Model(BaseModel, extra="forbid", defer_build=True):
    """A document whose class declares all fields that it may have.

    Its validator is built at the first use, because a command reads only a few kinds of documents.
    """


M = TypeVar("M", bound=BaseModel)
# Where data come from: the published rules, another source that is named, our reconstruction, our invention.
Provenance = Literal["rulebook", "source", "reconstruction", "ours"]
LARGEST = 100_000  # numbers in a data file lie between -LARGEST and LARGEST
# Headings in `reference.md`.
WORDS = "\n## Words\n"  # lines such as "- Fort: a Structure of the North." follow
ASKED = "\n## Asked\n"  # lines such as "- win: 5.0, 5.1" follow


def _refuse_steering(text: str) -> str:
    if any(steers(c) and c != "\n" for c in text):
        raise ValueError("characters that control or turn a text can't stand here")
    return text


def _refuse_lines(text: str) -> str:
    if any(steers(c) for c in text):
        raise ValueError("one line is needed, without characters that control or turn a text")
    return text


def _refuse_twice(value: list[Any]) -> list[Any]:
    if twice := [each for each in value if value.count(each) > 1]:
        shown = "–".join(twice[0]) if isinstance(twice[0], tuple) else twice[0]
        raise ValueError(f"“{shown}” is there twice")
    return value


_ROW = re.compile(r"^- ([^:]+): (.+)$", re.MULTILINE)
Shown = Annotated[str, AfterValidator(_refuse_steering)]  # a text that players read
Once = AfterValidator(_refuse_twice)  # a list without repetitions
Heading = Annotated[str, AfterValidator(_refuse_lines)]  # a text for one line or a button


def read_position(model: type[M], text: str) -> M:
    """Return the position in a JSON or YAML document.

    Raises `ValueError`, which names the place and the reason. If the text is JSON and begins with "{",
    Pydantic parses it. `rules.plain` parses all other documents. Quoted numbers, `true` and `false` are not
    accepted as numbers.
    """
    try:
        if text.startswith("{"):
            try:
                return model.model_validate_json(text, strict=True)
            except ValidationError as error:
                if error.errors()[0]["type"] != "json_invalid":
                    raise
        return model.model_validate_json(json.dumps(_read_plain(text)), strict=True)
    except ValidationError as error:
        raise make_first_mistake("position", error) from None


def write_position(document: Mapping[str, Any]) -> str:
    """Return a position as JSON on one line, the form that `read_position` reads fastest."""
    return json.dumps(document, separators=(",", ":"))


def _read_plain(text: str) -> Any:
    from rules.errors import BadFile
    from rules.plain import read_plain  # rarely imported, because states are JSON

    try:
        data = read_plain(text)
    except BadFile as error:
        raise ValueError(f"position: {error}") from None
    if not isinstance(data, dict):
        raise ValueError("position: a document such as “game: ...” is needed")
    return data


def read_toml(model: type[M], text: str, what: str) -> M:
    """Return the data of a TOML document, such as a map.

    Raises `ValueError`, which names `what`, the place and the reason.
    """
    data, mistakes = read_with_mistakes(model, text)
    if data is None:
        raise ValueError(f"{what}: {mistakes[0]}")
    return data


def read_with_mistakes(
    model: type[M], text: str, others: Mapping[str, BaseModel] = MappingProxyType({})
) -> tuple[M | None, list[str]]:
    """Return the data of a TOML document and an empty list, or None and a list of mistakes.

    Each mistake names the place and the reason. If the data contain an impossible value (`_find_impossible`),
    the model does not check the data. `others`: the game's other files, by name. The document must agree
    with them.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return None, [f"not TOML: {error}"]
    return check_data(model, data, others)


def check_data(
    model: type[M], data: Mapping[str, Any], others: Mapping[str, BaseModel] = MappingProxyType({})
) -> tuple[M | None, list[str]]:
    """Check a document's plain data against its model. Return what `read_with_mistakes` returns.

    Quoted numbers, `true` and `false` are not accepted as numbers.
    """
    if mistakes := list(_find_impossible(data)):
        return None, mistakes
    try:
        # Pydantic's strict mode accepts a list as a tuple in JSON, but not in Python data.
        return model.model_validate_json(json.dumps(data, default=str), strict=True, context=dict(others)), []
    except ValidationError as error:
        return None, [_describe_mistake(dict(each)) for each in error.errors()]


def _find_impossible(value: Any, place: tuple[str | int, ...] = ()) -> Iterator[str]:
    """Yield each value that no data file may contain, with its place and the reason."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _find_impossible(part, (*place, key))
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from _find_impossible(part, (*place, index))
    elif isinstance(value, str):
        if not value:
            yield f"{_join(place)}: a text is needed"
        elif any(steers(c) and c != "\n" for c in value):
            yield f"{_join(place)}: characters that control or turn a text can't stand here"
    elif isinstance(value, int | float) and not abs(value) <= LARGEST:
        yield f"{_join(place)}: a number from -{LARGEST:,} to {LARGEST:,} is needed"


def make_first_mistake(what: str, error: ValidationError) -> ValueError:
    """Return an error with the first mistake in a document: "map: spaces.delhi.code: Field required"."""
    return ValueError(f"{what}: {_describe_mistake(dict(error.errors()[0]))}")


def _describe_mistake(error: Mapping[str, Any]) -> str:
    place = _join(part for part in error["loc"] if part != "[key]")
    return ": ".join(filter(None, (place, error["msg"].removeprefix("Value error, "))))


def _join(place: Iterable[str | int]) -> str:
    return ".".join(str(part) for part in place)


@cache
def load_sections(package: str) -> Mapping[str, str]:
    """Return the title and text of each rule of `reference.md`, by the rule's number.

    A rule is a line such as `## 3.2.4 Attack` and the text below it.
    """
    text = _read_reference(package).partition(WORDS)[0].partition(ASKED)[0]
    found = re.split(r"^## (?=\d)", text, flags=re.MULTILINE)[1:]
    return {section.split(maxsplit=1)[0]: section.split(maxsplit=1)[1].strip() for section in found}


def list_reference_lines(package: str) -> Iterator[str]:
    """Yield the titles and paragraphs of `reference.md`. Each is one entry of a translators' catalogue."""
    for section in load_sections(package).values():
        yield from filter(None, section.split("\n"))


def read_lines(text: str, name: Name) -> str:
    """Return the lines of a section in the language of `name`. Each line is translated separately."""
    return "\n".join(mark_text(line).within(name) if line else line for line in text.split("\n"))


@cache
def load_glossary(package: str) -> Mapping[str, str]:
    """Return the meaning of each word of the game, from the section "Words" of `reference.md`."""
    text = _read_reference(package).partition(WORDS)[2].partition(ASKED)[0]
    return dict(_ROW.findall(text))


@cache
def load_questions(package: str) -> Mapping[str, Sequence[str]]:
    """Return the section "Asked": for each topic that people ask about, the rules that answer, best first.

    For example `{"win": ("5.0", "5.1")}`. Raises `ValueError` for a rule that does not exist.
    """
    rows = _ROW.findall(_read_reference(package).partition(ASKED)[2])
    found = {topic: tuple(numbers.split(", ")) for topic, numbers in rows}
    for topic, numbers in found.items():
        if unknown := [number for number in numbers if number not in load_sections(package)]:
            raise ValueError(f"{package}: reference.md: Asked: {topic}: there is no rule {unknown[0]}")
    return found


def _read_reference(package: str) -> str:
    return files(package).joinpath("reference.md").read_text(encoding="utf-8")
