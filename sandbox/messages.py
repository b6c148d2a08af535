"""Build messages from a bot's payloads: store files, resolve links, and give each component a number."""

from __future__ import annotations

import io
import itertools
import mimetypes
import re
from collections.abc import Iterator
from urllib.parse import quote

from PIL import Image

from sandbox.errors import Json
from sandbox.polls import make_poll
from sandbox.wire import Upload, clean_name
from sandbox.world import COMPONENTS_V2, DM, Channel, Post, StoredFile, User, World, now

SETTABLE_FLAGS = 1 << 2 | 1 << 12 | COMPONENTS_V2
"""The flags that a bot may set: suppress embeds, suppress notifications, Components V2."""


class Workshop:
    """Makes and edits messages of one world. Files are served below `base_url`."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.base_url = ""

    def blank(self, channel: Channel, author: User, kind: int = 0, *, flags: int = 0) -> Post:
        """Return an empty message that is not in its channel yet."""
        data: Json = {
            "id": self.world.new_id(),
            "type": kind,
            "content": "",
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": [],
            "timestamp": now(),
            "edited_timestamp": None,
            "flags": flags,
            "components": [],
            "channel_id": channel.id,
            "author": author.as_json(),
            "pinned": False,
            "mention_everyone": False,
            "tts": False,
        }
        return Post(data, channel)

    def fill(self, post: Post, body: Json, uploads: dict[int, Upload]) -> None:
        """Apply a request body to a message. Fields that are missing in the body stay as they are.

        `attachments` replaces the whole list.
        """
        data = post.data
        data["attachments"] = self._attachments(post, body, uploads)
        media = {one["filename"]: one for one in data["attachments"]}
        data["flags"] |= (body.get("flags") or 0) & SETTABLE_FLAGS
        if "content" in body:
            data["content"] = body["content"] or ""
        if "embeds" in body:
            data["embeds"] = [self._embed(embed, media) for embed in body["embeds"] or []]
        if body.get("poll") and "poll" not in data:
            data["poll"] = make_poll(body["poll"])
        if "components" in body:
            taken = set(_own_ids(body["components"] or []))
            ids = (number for number in itertools.count(1) if number not in taken)
            data["components"] = [self._component(one, media, ids) for one in body["components"] or []]
        data["mentions"] = [
            user.as_json() for user in self._find_mentioned(data, body.get("allowed_mentions"))
        ]

    def refer(self, post: Post, channel: Channel, target: str) -> None:
        """Turn a message into a reply to the message `target`. Refuse if the channel has no such message."""
        self.world.post(target, channel.id)
        post.data["type"] = 19
        post.data["message_reference"] = {"type": 0, "channel_id": channel.id, "message_id": target}
        if channel.kind != DM:
            post.data["message_reference"]["guild_id"] = channel.guild_id

    def store(self, channel: Channel, upload: Upload) -> Json:
        """Store a file, and return it as an attachment."""
        file_id = self.world.new_id()
        kind = mimetypes.guess_type(upload.name)[0] or "application/octet-stream"
        self.world.keep(file_id, StoredFile(upload.name, upload.data, kind))
        url = f"{self.base_url}/attachments/{channel.id}/{file_id}/{quote(upload.name)}"
        attachment: Json = {
            "id": file_id,
            "filename": upload.name,
            "size": len(upload.data),
            "url": url,
            "proxy_url": url,
            "content_type": kind,
        }
        if size := _image_size(kind, upload.data):
            attachment |= {"width": size[0], "height": size[1]}
        return attachment

    def _attachments(self, post: Post, body: Json, uploads: dict[int, Upload]) -> list[Json]:
        old = {one["id"]: one for one in post.data["attachments"]}
        left = dict(uploads)
        kept: list[Json] = []
        entries = body.get("attachments")
        for entry in list(old.values()) if entries is None else entries:
            known = old.get(str(entry["id"]))
            if known is None:
                upload = left.pop(int(entry["id"]))
                known = self.store(
                    post.channel, Upload(clean_name(entry.get("filename") or upload.name), upload.data)
                )
                if post.only_for is not None:
                    known["ephemeral"] = True
            if entry.get("description"):
                known = known | {"description": entry["description"]}
            kept.append(known)
        return kept + [self.store(post.channel, upload) for _, upload in sorted(left.items())]

    def _embed(self, embed: Json, media: dict[str, Json]) -> Json:
        shown: Json = {key: value for key, value in embed.items() if value is not None} | {"type": "rich"}
        for key in ("image", "thumbnail"):
            if key in shown:
                found = self._unfurl(shown[key]["url"], media)
                shown[key] = {
                    name: found[name] for name in ("url", "proxy_url", "width", "height") if name in found
                }
        for key in ("author", "footer"):
            if icon := shown.get(key, {}).get("icon_url"):
                shown[key] = shown[key] | {"icon_url": self._unfurl(icon, media)["url"]}
        shown["fields"] = [{"inline": False} | field for field in shown.get("fields") or []]
        return shown

    def _component(self, sent: Json, media: dict[str, Json], ids: Iterator[int]) -> Json:
        one: Json = {key: value for key, value in sent.items() if value is not None}
        one["id"] = one.get("id") or next(ids)
        if emoji := one.get("emoji"):
            one["emoji"] = _clean_emoji(emoji)
        for key in ("components", "accessory"):
            if key in one:
                inner = one[key]
                one[key] = (
                    [self._component(each, media, ids) for each in inner]
                    if isinstance(inner, list)
                    else self._component(inner, media, ids)
                )
        match one["type"]:
            case 3 | 5 | 6 | 7 | 8:
                one = _with_defaults(one, min_values=1, max_values=1)
                if "options" in one:
                    one["options"] = [_clean_option(option) for option in one["options"]]
            case 11:
                one = _with_defaults(one, description=None, spoiler=False) | self._media(one, media)
            case 12:
                one["items"] = [
                    {"description": None, "spoiler": False} | _present(item) | self._media(item, media)
                    for item in one["items"]
                ]
            case 13:
                found = self._unfurl(one["file"]["url"], media)
                one = (
                    {"spoiler": False}
                    | one
                    | {
                        "file": found,
                        "name": one["file"]["url"].removeprefix("attachment://"),
                        "size": next(
                            (m["size"] for m in media.values() if m["id"] == found.get("attachment_id")), None
                        ),
                    }
                )
            case 14:
                one = _with_defaults(one, spacing=1, divider=True)
            case 17:
                one = _with_defaults(one, accent_color=None, spoiler=False)
        return one

    def _media(self, holder: Json, media: dict[str, Json]) -> Json:
        return {"media": self._unfurl(holder["media"]["url"], media)}

    def _unfurl(self, url: str, media: dict[str, Json]) -> Json:
        attachment = media.get(url.removeprefix("attachment://")) if url.startswith("attachment://") else None
        if attachment is None:
            return {"id": self.world.new_id(), "url": url, "proxy_url": url}
        found = {
            key: attachment[key]
            for key in ("url", "proxy_url", "width", "height", "content_type")
            if key in attachment
        }
        return found | {"id": attachment["id"], "attachment_id": attachment["id"]}

    def _find_mentioned(self, data: Json, allowed: Json | None) -> list[User]:
        texts = [data["content"], *display_texts(data["components"])]
        named = set(re.findall(r"<@!?(\d+)>", "\n".join(texts)))
        everyone = allowed is None or "users" in (allowed.get("parse") or [])
        chosen = {str(one) for one in (allowed or {}).get("users") or []}
        users = (*self.world.users, self.world.bot)
        return [user for user in users if user.id in named and (everyone or user.id in chosen)]


def display_texts(components: list[Json]) -> list[str]:
    """Return the texts of all text components in a tree of components, top to bottom."""
    return [one["content"] for one in walk(components) if one["type"] == 10]


def walk(components: list[Json]) -> Iterator[Json]:
    """Yield all components of a tree, each container before its contents."""
    for one in components:
        yield one
        yield from walk(one.get("components") or [])
        yield from walk([one[key] for key in ("accessory", "component") if one.get(key)])


def _own_ids(components: list[Json]) -> list[int]:
    return [one["id"] for one in walk(components) if one.get("id")]


def _with_defaults(one: Json, **defaults: object) -> Json:
    return {**defaults, **one}


def _present(item: Json) -> Json:
    return {key: value for key, value in item.items() if value is not None}


def _clean_emoji(emoji: Json) -> Json:
    return {"name": emoji.get("name") or ""} | _present(emoji)


def _clean_option(option: Json) -> Json:
    clean = _present(option)
    return clean | {"emoji": _clean_emoji(clean["emoji"])} if "emoji" in clean else clean


def _image_size(kind: str, data: bytes) -> tuple[int, int] | None:
    if not kind.startswith("image/"):
        return None
    try:
        with Image.open(io.BytesIO(data)) as picture:
            return picture.size
    except OSError:
        return None
