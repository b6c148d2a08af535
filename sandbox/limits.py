"""Check rules of Discord that are not in its published schema: sums, counts, names and combinations."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from sandbox.errors import Json, Problem, Refusal
from sandbox.messages import walk
from sandbox.polls import poll_problems
from sandbox.wire import Upload, clean_name
from sandbox.world import COMPONENTS_V2

ATTACHMENT_LIMIT = 10 * 1024 * 1024
EMBED_IMAGES = (".jpg", ".jpeg", ".png", ".webp", ".gif")
SELECTS = (3, 5, 6, 7, 8)
V2_ONLY = (9, 10, 11, 12, 13, 14, 17)
NAME = re.compile(r"[-_'\w]{1,32}")
CHAT_INPUT = 1
MAX_BYTES = 10_170
"""The most bytes that all text components of a message may have together.

Each component counts 12 bytes more than its text (discord-api-docs#8554).
"""


def check_sizes(uploads: dict[int, Upload]) -> None:
    """Refuse files above 10 MiB, as Discord does before it reads anything else."""
    if any(len(upload.data) > ATTACHMENT_LIMIT for upload in uploads.values()):
        raise Refusal(413, 40005, "Request entity too large")


def message_problems(body: Json, uploads: dict[int, Upload], old: Json | None = None) -> Iterator[Problem]:
    """Yield the problems of a new message, or of an edit of the message `old`.

    Also refuse an empty new message, and a message whose text components have more than `MAX_BYTES`.
    """
    v2 = bool(((body.get("flags") or 0) | (old["flags"] if old else 0)) & COMPONENTS_V2)
    content, embeds, components = body.get("content"), body.get("embeds") or [], body.get("components") or []
    if content and len(content) > 2000:
        yield Problem(("content",), "Must be 2000 or fewer in length.", "BASE_TYPE_MAX_LENGTH")
    if v2:
        kept = old is not None and (
            ("content" not in body and old["content"]) or ("embeds" not in body and old["embeds"])
        )
        if content or embeds or body.get("poll") or body.get("sticker_ids") or kept:
            yield Problem((), "a Components V2 message has no content, embeds, poll or stickers")
    names = _attachment_names(body, uploads, old)
    yield from _attachment_problems(body, uploads, old)
    yield from _embed_problems(embeds, names)
    yield from _component_problems(components, names, v2=v2)
    yield from poll_problems(body.get("poll"))
    if old is None and not (
        content or embeds or components or uploads or body.get("poll") or body.get("sticker_ids")
    ):
        raise Refusal(400, 50006, "Cannot send an empty message")


def _attachment_names(body: Json, uploads: dict[int, Upload], old: Json | None) -> set[str]:
    before = {one["id"]: one["filename"] for one in old["attachments"]} if old else {}
    entries = body.get("attachments")
    if entries is None:
        return {*before.values(), *(upload.name for upload in uploads.values())}
    listed = {str(entry["id"]): entry.get("filename") for entry in entries}
    sent = {str(number): upload.name for number, upload in uploads.items()}
    kept = {before[one] for one in listed if one in before}
    return kept | {clean_name(listed.get(number) or name) for number, name in sent.items()}


def _attachment_problems(body: Json, uploads: dict[int, Upload], old: Json | None) -> Iterator[Problem]:
    before = {one["id"] for one in old["attachments"]} if old else set()
    entries = body.get("attachments")
    for index, entry in enumerate(entries or []):
        known = str(entry["id"]) in before or (str(entry["id"]).isdigit() and int(entry["id"]) in uploads)
        if not known:
            yield Problem(
                ("attachments", index, "id"), "neither an uploaded file nor an attachment of this message"
            )
    for entry_id in _find_repeated(str(entry["id"]) for entry in entries or []):
        yield Problem(("attachments",), f"id {entry_id} is used twice")
    kept = len(before) if entries is None else sum(str(entry["id"]) in before for entry in entries)
    if kept + len(uploads) > 10:
        yield Problem(("attachments",), "Must be 10 or fewer in length.", "BASE_TYPE_MAX_LENGTH")


def _embed_problems(embeds: list[Json], names: set[str]) -> Iterator[Problem]:
    for index, embed in enumerate(embeds):
        for key in ("image", "thumbnail"):
            if url := (embed.get(key) or {}).get("url"):
                yield from _link_problems(("embeds", index, key, "url"), url, names)
                if url.startswith("attachment://") and not url.lower().endswith(EMBED_IMAGES):
                    yield Problem(
                        ("embeds", index, key, "url"), f"an embed shows only {', '.join(EMBED_IMAGES)}"
                    )
        for number, field in enumerate(embed.get("fields") or []):
            for key in ("name", "value"):
                if not field.get(key):
                    yield Problem(("embeds", index, "fields", number, key), "This field is required")
        if not any(
            embed.get(k) for k in "title description fields image thumbnail footer author url".split()
        ):
            yield Problem(("embeds", index), "an embed cannot be empty")
    if sum(map(_embed_length, embeds)) > 6000:
        yield Problem(("embeds",), "Embed size exceeds maximum size of 6000", "MAX_EMBED_SIZE_EXCEEDED")


def _embed_length(embed: Json) -> int:
    fields = embed.get("fields") or []
    texts = [embed.get("title"), embed.get("description"), (embed.get("footer") or {}).get("text")]
    texts += [(embed.get("author") or {}).get("name")]
    texts += [field.get(key) for field in fields for key in ("name", "value")]
    return sum(len(text or "") for text in texts)


def _link_problems(path: tuple[str | int, ...], url: str, names: set[str]) -> Iterator[Problem]:
    if url.startswith("attachment://"):
        if url.removeprefix("attachment://") not in names:
            yield Problem(path, f"{url} names no attachment of this message")
    elif not url.startswith(("http://", "https://")):
        yield Problem(path, "Scheme must be one of http, https, attachment.")


def _component_problems(components: list[Json], names: set[str], *, v2: bool) -> Iterator[Problem]:
    everything = list(walk(components))
    if v2:
        if len(everything) > 40:
            yield Problem(("components",), f"{len(everything)} components in total, at most 40 are allowed")
        if sum(len(one["content"]) for one in everything if one["type"] == 10) > 4000:
            yield Problem(("components",), "the texts of a message may have 4000 characters in all")
        if sum(len(one["content"].encode()) + 12 for one in everything if one["type"] == 10) > MAX_BYTES:
            raise Refusal(500, 0, "500: Internal Server Error")
    else:
        if len(components) > 5:
            yield Problem(("components",), "Must be 5 or fewer in length.", "BASE_TYPE_MAX_LENGTH")
        if any(one["type"] in V2_ONLY for one in everything):
            yield Problem(("components",), "this component needs the flag of Components V2 (1 << 15)")
    yield from _find_repeated_keys(everything)
    for one in everything:
        yield from _one_component(one, names)


def _find_repeated_keys(everything: list[Json]) -> Iterator[Problem]:
    for custom_id in _find_repeated(one["custom_id"] for one in everything if one.get("custom_id")):
        yield Problem(
            ("components",), f"custom_id {custom_id!r} is used twice", "COMPONENT_CUSTOM_ID_DUPLICATED"
        )
    for number in _find_repeated(str(one["id"]) for one in everything if one.get("id")):
        yield Problem(("components",), f"component id {number} is used twice")


def _one_component(one: Json, names: set[str]) -> Iterator[Problem]:
    here = ("components", one.get("custom_id") or f"type {one['type']}")
    match one["type"]:
        case 1:
            kinds = [inner["type"] for inner in one.get("components") or []]
            selects = sum(kind in SELECTS for kind in kinds)
            if not kinds or len(kinds) > 5 or (selects and len(kinds) > 1):
                yield Problem(here, "an action row holds one to five buttons or one select")
        case 2:
            link = one["style"] == 5
            if link == bool(one.get("custom_id")) or link != bool(one.get("url")):
                yield Problem(here, "a link button has a url, every other button a custom_id")
            if not one.get("label") and not one.get("emoji"):
                yield Problem(here, "a button needs a label or an emoji")
        case 3 | 5 | 6 | 7 | 8:
            yield from _select_problems(one, here)
        case 11:
            yield from _link_problems(here, one["media"]["url"], names)
        case 12:
            for item in one["items"]:
                yield from _link_problems(here, item["media"]["url"], names)
        case 13:
            yield from _link_problems(here, one["file"]["url"], names)


def _select_problems(one: Json, here: tuple[str | int, ...]) -> Iterator[Problem]:
    least, most = one.get("min_values"), one.get("max_values")
    least, most = 1 if least is None else least, 1 if most is None else most
    if least > most:
        yield Problem(here, "min_values is larger than max_values")
    if one["type"] == 3:
        options = one["options"]
        if most > len(options):
            yield Problem(here, "max_values is larger than the number of options")
        for value in _find_repeated(option["value"] for option in options):
            yield Problem(
                here, f"the option value {value!r} is already used", "COMPONENT_OPTION_VALUE_DUPLICATED"
            )
        if sum(bool(option.get("default")) for option in options) > most:
            yield Problem(here, "more options are chosen beforehand than max_values allows")


def modal_problems(data: Json) -> Iterator[Problem]:
    """Yield the problems of a form."""
    if len(data["components"]) > 5:
        yield Problem(("data", "components"), "a modal has five components at most")
    everything = list(walk(data["components"]))
    yield from _find_repeated_keys(everything)
    for one in everything:
        if one["type"] == 3:
            yield from _select_problems(one, ("data", one["custom_id"]))
        if one["type"] == 4 and (one.get("min_length") or 0) > (one.get("max_length") or 4000):
            yield Problem(("data", one["custom_id"]), "min_length is larger than max_length")


def choice_problems(choices: list[Json]) -> Iterator[Problem]:
    """Yield the problems of suggestions. The schema checks that there are at most 25."""
    for index, choice in enumerate(choices):
        if isinstance(choice["value"], str) and not 1 <= len(choice["value"]) <= 100:
            yield Problem(("data", "choices", index, "value"), "Must be between 1 and 100 in length.")


def command_problems(commands: list[Json]) -> Iterator[Problem]:
    """Yield the problems of a whole set of commands."""
    kinds = Counter(command.get("type") or CHAT_INPUT for command in commands)
    for kind, most in ((CHAT_INPUT, 100), (2, 15), (3, 15)):
        if kinds[kind] > most:
            yield Problem(
                (),
                f"{kinds[kind]} commands of type {kind}, at most {most} are allowed",
                "APPLICATION_COMMANDS_MAX",
            )
    for name in _find_repeated(
        f"{command.get('type') or CHAT_INPUT}:{command['name']}" for command in commands
    ):
        yield Problem((), f"the command {name} is there twice", "APPLICATION_COMMANDS_DUPLICATE_NAME")
    for index, command in enumerate(commands):
        if (command.get("type") or CHAT_INPUT) != CHAT_INPUT:
            continue
        yield from _find_name_problems(command, (index,))
        yield from _option_problems(command.get("options") or [], (index,), depth=0)
        if (length := _text_length(command)) > 8000:
            yield Problem((index,), f"{length} characters in one command, at most 8000 are allowed")


def _find_name_problems(named: Json, path: tuple[str | int, ...]) -> Iterator[Problem]:
    name = named["name"]
    if not NAME.fullmatch(name) or name != name.lower():
        yield Problem((*path, "name"), f"{name!r}: 1 to 32 letters, digits, -, _ or ', in lower case")
    if not 1 <= len(named.get("description") or "") <= 100:
        yield Problem((*path, "description"), "Must be between 1 and 100 in length.", "BASE_TYPE_BAD_LENGTH")
    for locale, text in (named.get("description_localizations") or {}).items():
        if not 1 <= len(text) <= 100:
            here = (*path, "description_localizations", locale)
            yield Problem(here, "Must be between 1 and 100 in length.", "BASE_TYPE_BAD_LENGTH")


def _option_problems(options: list[Json], path: tuple[str | int, ...], depth: int) -> Iterator[Problem]:
    optional_seen = False
    for name in _find_repeated(option["name"] for option in options):
        yield Problem((*path, "options"), f"the option {name} is there twice")
    if len({option["type"] in (1, 2) for option in options}) > 1:
        yield Problem((*path, "options"), "subcommands and plain options cannot be mixed")
    for index, option in enumerate(options):
        here = (*path, "options", index)
        yield from _find_name_problems(option, here)
        if option["type"] in (1, 2):
            if (option["type"] == 2 and depth > 0) or depth > 1:
                yield Problem(here, "nested too deep")
            yield from _option_problems(option.get("options") or [], here, depth + 1)
            continue
        if option.get("required") and optional_seen:
            yield Problem(here, "Required options must be placed before non-required options")
        optional_seen = optional_seen or not option.get("required")
        if option.get("choices") and option.get("autocomplete"):
            yield Problem(here, "choices and autocomplete exclude each other")
        for number, choice in enumerate(option.get("choices") or []):
            if isinstance(choice["value"], str) and len(choice["value"]) > 100:
                yield Problem((*here, "choices", number, "value"), "Must be 100 or fewer in length.")


def _text_length(command: Json) -> int:
    """Return the length of a command's texts.

    Of a description and its translations, only the longest text counts.
    """
    descriptions = [
        command.get("description") or "",
        *(command.get("description_localizations") or {}).values(),
    ]
    length = len(command["name"]) + max(map(len, descriptions))
    for choice in command.get("choices") or []:
        length += len(choice["name"]) + len(str(choice["value"]))
    return length + sum(map(_text_length, command.get("options") or []))


def _find_repeated(values: Iterable[str]) -> list[str]:
    return [value for value, count in Counter(values).items() if count > 1]
