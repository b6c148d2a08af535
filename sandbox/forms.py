"""Build the `data` of interactions from what a person types and clicks, as Discord's client does."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sandbox.errors import Json
from sandbox.messages import walk
from sandbox.serializers import channel_json, role_json
from sandbox.world import DM, Post, User, World

SUBCOMMAND, GROUP = 1, 2
STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(3, 12)
BUTTON, STRING_SELECT, TEXT_INPUT, USER_SELECT = 2, 3, 4, 5
FILE_UPLOAD, RADIO, CHECKBOXES, CHECKBOX = 19, 21, 22, 23


class NotPossible(Exception):
    """Discord's client does not allow this. The text says why."""


@dataclass
class Resolved:
    """The objects behind the ids in an interaction."""

    world: World
    found: dict[str, Json] = field(default_factory=dict)

    def user(self, who: str) -> str:
        """Add a person's account and membership, and return their id."""
        user = self.world.user(who)
        self.found.setdefault("users", {})[user.id] = user.as_json()
        roles = self.world.given.get(user.id, [])
        self.found.setdefault("members", {})[user.id] = user.as_member(roles) | {
            "permissions": str(user.permissions)
        }
        return user.id

    def role(self, which: str) -> str:
        """Add a role, and return its id."""
        role = self.world.role(which)
        self.found.setdefault("roles", {})[role.id] = role_json(role)
        return role.id

    def channel(self, wanted: str, kinds: list[int]) -> str:
        """Add the channel with this id or name, and return its id. `kinds`: the allowed types; [] for all."""
        channel = self.world.channel(wanted.removeprefix("#"))
        if channel.kind == DM or (kinds and channel.kind not in kinds):
            raise NotPossible(f"#{channel.name} can't be chosen here.")
        shown = channel_json(self.world, channel)
        kept = {
            key: shown[key] for key in ("id", "name", "type", "parent_id", "thread_metadata") if key in shown
        }
        rights = {"permissions": str(self.world.bot_rights(channel))}
        self.found.setdefault("channels", {})[channel.id] = kept | rights
        return channel.id

    def attachment(self, uploads: dict[str, Json], attachment_id: str) -> str:
        """Add an uploaded file, and return its id."""
        if attachment_id not in uploads:
            raise NotPossible(f"no uploaded file has the id {attachment_id}")
        self.found.setdefault("attachments", {})[attachment_id] = uploads[attachment_id]
        return attachment_id

    def into(self, data: Json) -> Json:
        """Return the interaction's data with all added objects."""
        return data | {"resolved": self.found} if self.found else data


def command_data(
    world: World, user: User, words: str, values: Json, uploads: dict[str, Json], focused: str | None = None
) -> Json:
    """Return the data of a slash command ("game new"), or of its autocompletion if `focused` is given."""
    first, *rest = words.removeprefix("/").split()
    command = next((c for c in world.commands() if c["type"] == 1 and c["name"] == first), None)
    if command is None:
        raise NotPossible(f"There is no command /{first}.")
    needed = command["default_member_permissions"]
    if needed is not None and int(needed) & ~user.permissions:
        raise NotPossible(f"{user.name} may not use /{first}.")
    level, path = command["options"], []
    while level and level[0]["type"] in (SUBCOMMAND, GROUP):
        chosen = next((option for option in level if rest and option["name"] == rest[0]), None)
        if chosen is None:
            known = ", ".join(option["name"] for option in level)
            raise NotPossible(f"/{words} is not complete; there are: {known}.")
        path.append(chosen)
        level = chosen.get("options") or []
        rest = rest[1:]
    if rest:
        raise NotPossible(f"/{words}: nothing is called {' '.join(rest)}.")
    resolved = Resolved(world)
    options = _options(level, values, resolved, uploads, focused)
    for step in reversed(path):
        options = [{"type": step["type"], "name": step["name"], "options": options}]
    data: Json = {"id": command["id"], "name": command["name"], "type": 1, "options": options}
    if "guild_id" in command:
        data["guild_id"] = command["guild_id"]
    return resolved.into(data)


def _options(
    known: list[Json], values: Json, resolved: Resolved, uploads: dict[str, Json], focused: str | None
) -> list[Json]:
    names = {option["name"] for option in known}
    if extra := [name for name in (*values, *([focused] if focused else [])) if name not in names]:
        raise NotPossible(
            f"no option is called {', '.join(extra)}; there are: {', '.join(sorted(names)) or 'none'}."
        )
    filled: list[Json] = []
    for option in known:
        name = option["name"]
        if name == focused:
            if not option.get("autocomplete"):
                raise NotPossible(f"{name} suggests nothing.")
            typed = values.get(name, "")
            filled.append({"type": option["type"], "name": name, "value": typed, "focused": True})
        elif values.get(name) not in (None, ""):
            value = values[name] if focused else _check_value(option, values[name], resolved, uploads)
            filled.append({"type": option["type"], "name": name, "value": value})
        elif option.get("required") and focused is None:
            raise NotPossible(f"{name} is required.")
    return filled


def _check_value(option: Json, value: Any, resolved: Resolved, uploads: dict[str, Json]) -> Any:
    name = option["name"]
    try:
        match option["type"]:
            case 4:
                value = int(value)
            case 10:
                value = float(value)
            case 5:
                value = {"true": True, "false": False}[str(value).lower()]
            case 6:
                return resolved.user(str(value))
            case 8:
                return resolved.role(str(value))
            case 7:
                return resolved.channel(str(value), option.get("channel_types") or [])
            case 11:
                return resolved.attachment(uploads, str(value))
            case 3:
                value = str(value)
    except (ValueError, KeyError) as error:
        raise NotPossible(f"{name}: {value!r} does not fit.") from error
    choices = [choice["value"] for choice in option.get("choices") or []]
    if choices and value not in choices:
        raise NotPossible(f"{name}: {value!r} is none of {', '.join(map(str, choices))}.")
    if option["type"] in (INTEGER, NUMBER):
        _check_range(name, value, option.get("min_value"), option.get("max_value"))
    if option["type"] == STRING:
        _check_range(
            f"the length of {name}",
            len(value),
            option.get("min_length") or 0,
            option.get("max_length") or 6000,
        )
    return value


def _check_range(name: str, value: float, least: float | None, most: float | None) -> None:
    if (least is not None and value < least) or (most is not None and value > most):
        raise NotPossible(f"{name} must be from {least} to {most}.")


def component_data(
    world: World, post: Post, custom_id: str, values: list[str] | None, *, stale: bool
) -> Json:
    """Return the data of a click or a choice.

    `stale`: allow components and choices that the message no longer offers.
    """
    shown = (one for one in walk(post.data["components"]) if one.get("custom_id") == custom_id)
    component = next(shown, None)
    if component is None:
        if not stale:
            raise NotPossible(f"the message has nothing with the custom_id {custom_id!r}.")
        kind = BUTTON if values is None else STRING_SELECT
        data: Json = {"component_type": kind, "custom_id": custom_id, "id": 1}
        return data if values is None else data | {"values": values}
    if component.get("disabled") and not stale:
        raise NotPossible(f"{custom_id!r} is disabled.")
    data = {"component_type": component["type"], "custom_id": custom_id, "id": component["id"]}
    if component["type"] == BUTTON:
        return data
    resolved = Resolved(world)
    chosen = _check_chosen(component, values or [], resolved, check_options=not stale)
    return resolved.into(data | {"values": chosen})


def _check_chosen(
    component: Json, values: list[str], resolved: Resolved, *, check_options: bool = True
) -> list[str]:
    least, most = component.get("min_values"), component.get("max_values")
    _check_range(
        component["custom_id"], len(values), 1 if least is None else least, 1 if most is None else most
    )
    if component["type"] == USER_SELECT:
        return [resolved.user(value) for value in values]
    known = [option["value"] for option in component.get("options") or []]
    if check_options and (wrong := [value for value in values if value not in known]):
        raise NotPossible(f"{component['custom_id']}: {', '.join(wrong)} is not offered.")
    return values


def modal_data(world: World, modal: Json, values: Json, uploads: dict[str, Json]) -> Json:
    """Return the data of a submitted form.

    `values`: for each custom_id, a text, a list of values or file ids, or a bool.
    """
    resolved = Resolved(world)
    known = {one["custom_id"] for one in walk(modal["components"]) if one.get("custom_id")}
    if extra := [name for name in values if name not in known]:
        raise NotPossible(f"the form has no {', '.join(extra)}; it has {', '.join(sorted(known))}.")
    numbers = iter(range(1, 100))

    def submit(one: Json) -> Json:
        shell: Json = {"type": one["type"], "id": one.get("id") or next(numbers)}
        if "component" in one:
            return shell | {"component": submit(one["component"])}
        if "components" in one:
            return shell | {"components": [submit(inner) for inner in one["components"]]}
        if "custom_id" not in one:
            return shell
        return (
            shell
            | {"custom_id": one["custom_id"]}
            | _field(one, values.get(one["custom_id"]), resolved, uploads)
        )

    components = [submit(one) for one in modal["components"]]
    return resolved.into({"custom_id": modal["custom_id"], "components": components})


def _field(one: Json, value: Any, resolved: Resolved, uploads: dict[str, Json]) -> Json:
    name = one["custom_id"]
    required = one.get("required") is not False
    if one["type"] == CHECKBOX:
        return {"value": bool(value)}
    if one["type"] in (TEXT_INPUT, RADIO):
        text = one.get("value") or "" if value is None else str(value)
        if required and not text:
            raise NotPossible(f"{name} is required.")
        if text and one["type"] == TEXT_INPUT:
            _check_range(
                f"the length of {name}", len(text), one.get("min_length"), one.get("max_length") or 4000
            )
        if text and one["type"] == RADIO and text not in [option["value"] for option in one["options"]]:
            raise NotPossible(f"{name}: {text!r} is not offered.")
        return {"value": text if text or one["type"] == TEXT_INPUT else None}
    values = [str(each) for each in value or []]
    if not values:
        if required and one.get("min_values") != 0:
            raise NotPossible(f"{name} is required.")
        return {"values": []}
    if one["type"] == FILE_UPLOAD:
        return {"values": [resolved.attachment(uploads, each) for each in values]}
    most = (
        len(one["options"])
        if one["type"] == CHECKBOXES and one.get("max_values") is None
        else one.get("max_values")
    )
    return {"values": _check_chosen(one | {"max_values": most}, values, resolved)}
