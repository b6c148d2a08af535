"""Serve the people's side of the sandbox over HTTP, for the page, the driver and the tests.

`{user}` is a key (such as `asha`) or an id. `{channel}` is an id or a name. Bodies and answers are JSON. If
Discord's client would not allow a request, the answer is `{"error": sentence}` with status 400. If Discord
has its own error for such a request, the answer has Discord's fields too, and Discord's status, such as 403.

- `GET /people`: return everybody, the bot last. `GET /people/welcome`: return the lines that the page of an
  empty channel shows. `GET /roles`: return the roles, each with the people who have it.
- `GET /user/{user}/channels`: return `{"channels": [...], "online": bool, "revision": n}` with the channels
  that this person sees. `online`: whether the bot is online.
- `POST /user/{user}/channels {"name": ..., "topic": ..., "server": ..., "forum": bool}`: create a channel or
  a forum. `server` is the name of a server, by default the first one. A server that doesn't exist is created.
- `GET /user/{user}/commands`: return the slash commands that this person may use, as Discord
  stores them.
- `GET /user/{user}/channels/{channel}/messages?limit=n`: return `{"revision": n, "messages": [...]}` with the
  newest n messages (default: all), oldest first. Each is Discord's message object plus `only_for`, a user id
  or null.
- `GET /user/{user}/messages/{message}`: return one message.
- `POST /user/{user}/channels/{channel}/messages {"content": ..., "reply": message}`: say something, perhaps
  in reply to a message. The bot receives the text only if it contains "@Durbar" or replies to the bot.
- `GET /user/{user}/pushes`: return what this person's phone shows: the notifications of messages, oldest
  first, each as `{"title", "body", "message", "channel"}`.
- `DELETE /user/{user}/messages/{message}`: dismiss a message that only this person sees.
- `GET /user/{user}/updates?since=n&timeout=25`: wait for changes, and return `{"revision": n, "updates":
  [{"kind", "key", ...}]}`. A kind is `message` (with `message`), `deleted`, `channel` (with `channel`,
  null if it was deleted), `commands`, `bot` (with `online`), `push` (with `push`), `typing` or `failed`.
- `POST /user/{user}/votes {"message": ..., "answer": n}`: vote in a poll, and return the message.
- `POST /user/{user}/uploads` (multipart, one or more files): return attachment objects. Their ids can be
  values of options and fields.
- `POST /user/{user}/interactions`: do something, and wait for the bot's answer. The body is one of

      {"type": "command", "channel": c, "name": "game new", "options": {"game": "vijayanagara"}}
      {"type": "autocomplete", "channel": c, "name": "do", "options": {"order": "comm"}, "focused": "order"}
      {"type": "component", "message": m, "custom_id": i, "values": [...]}
      {"type": "modal", "modal": i, "values": {custom_id: text, list of values or file ids, or bool}}

  `values` of a component are for selects only. `"stale": true` allows a component that is no longer shown.
  `modal` is the id of the interaction that opened the form. `"settle": seconds`, in any body, is how long to
  wait for the final answer after a deferred one. The answer is `{"id", "answer", "ms", "message", "choices",
  "modal", "follow_ups", "settled"}`. Its `answer` is message, deferred, deferred_update, update, choices or
  modal, or null if the bot did not answer.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from typing import Any

from aiohttp import web

from sandbox.errors import Json, Refusal
from sandbox.forms import NotPossible, command_data, component_data, modal_data
from sandbox.interactions import Answer, Interaction, Interactions, Kind
from sandbox.limits import ATTACHMENT_LIMIT
from sandbox.messages import Workshop
from sandbox.polls import vote
from sandbox.serializers import channel_json, guild_create, role_json
from sandbox.storage import Kept
from sandbox.wire import json_response, read_body
from sandbox.world import DM, GUILD_FORUM, Channel, Post, Push, Update, User, World

LONGEST_WAIT = 120.0


class Players:
    """Handles the requests of the people's side."""

    def __init__(
        self,
        world: World,
        interactions: Interactions,
        workshop: Workshop,
        kept: Kept,
        welcome: Sequence[str] = (),
    ) -> None:
        self.world, self.kept, self.welcome = world, kept, [*welcome]
        self.interactions = interactions
        self.workshop = workshop
        self.uploads: dict[str, Json] = {}

    def routes(self) -> list[web.RouteDef]:
        """Return the routes for the application."""
        return [
            web.get("/people", self._people),
            web.get("/people/welcome", self._welcome),
            web.get("/roles", self._roles),
            web.get("/user/{user}/channels", self._channels),
            web.post("/user/{user}/channels", self._new_channel),
            web.get("/user/{user}/commands", self._commands),
            web.get("/user/{user}/channels/{channel}/messages", self._messages),
            web.post("/user/{user}/channels/{channel}/messages", self._say),
            web.get("/user/{user}/messages/{message}", self._message),
            web.delete("/user/{user}/messages/{message}", self._dismiss),
            web.get("/user/{user}/pushes", self._pushes),
            web.get("/user/{user}/updates", self._updates),
            web.post("/user/{user}/votes", self._vote),
            web.post("/user/{user}/uploads", self._upload),
            web.post("/user/{user}/interactions", self._interact),
        ]

    def _user(self, request: web.Request) -> User:
        return self.world.user(request.match_info["user"])

    def _channel(self, request: web.Request) -> Channel:
        channel = self.world.channel(request.match_info["channel"])
        if not channel.is_seen_by(self._user(request)):
            raise Refusal(403, 50001, "Missing Access")
        return channel

    def _channel_json(self, channel: Channel) -> Json:
        return channel_json(self.world, channel) | {"name": channel.name}

    def _message_json(self, post: Post) -> Json:
        return post.data | {"only_for": post.only_for.id if post.only_for else None}

    async def _people(self, _: web.Request) -> web.Response:
        return json_response(
            [user.as_json() | {"name": user.name} for user in (*self.world.users, self.world.bot)]
        )

    async def _welcome(self, _: web.Request) -> web.Response:
        return json_response(self.welcome)

    async def _roles(self, _: web.Request) -> web.Response:
        people = (*self.world.users, self.world.bot)
        return json_response(
            [
                role_json(role)
                | {"people": [user.key for user in people if role.id in self.world.given.get(user.id, [])]}
                for role in self.world.roles
            ]
        )

    async def _channels(self, request: web.Request) -> web.Response:
        user = self._user(request)
        seen = [self._channel_json(c) for c in self.world.channels.values() if c.is_seen_by(user)]
        return json_response(
            {"channels": seen, "online": self.world.bot_online, "revision": self.world.revision}
        )

    async def _new_channel(self, request: web.Request) -> web.Response:
        body = await request.json()
        name = re.sub(r"[^\w]+", "-", str(body.get("name", "")).strip().lower()).strip("-")[:100]
        if not name:
            raise NotPossible("A channel needs a name.")
        if any(channel.name == name for channel in self.world.channels.values()):
            raise NotPossible(f"There is a channel #{name} already.")
        guild_id = await self._guild_id(str(body.get("server", "")))
        if body.get("forum"):
            channel = self.world.add_forum(name, guild_id)
        else:
            channel = self.world.add_channel(name, str(body.get("topic", "")), guild_id=guild_id)
            if guild_id == self.world.guild_id:
                self.kept.keep(channel)
        await self.interactions.gateway.dispatch("CHANNEL_CREATE", channel_json(self.world, channel))
        return json_response(self._channel_json(channel))

    async def _guild_id(self, name: str) -> str:
        found = [each for each, known in self.world.guilds.items() if name in ("", known)]
        if found:
            return found[0]
        guild_id = self.world.add_guild(name)
        await self.interactions.gateway.dispatch("GUILD_CREATE", guild_create(self.world, guild_id))
        return guild_id

    async def _commands(self, request: web.Request) -> web.Response:
        rights = self._user(request).permissions
        return json_response(
            [c for c in self.world.commands() if not int(c["default_member_permissions"] or 0) & ~rights]
        )

    async def _messages(self, request: web.Request) -> web.Response:
        user = self._user(request)
        limit = int(request.query.get("limit", "0"))
        seen = [post for post in self._channel(request).posts if post.is_seen_by(user)][-limit:]
        shown = [self._message_json(post) for post in seen]
        return json_response({"revision": self.world.revision, "messages": shown})

    async def _message(self, request: web.Request) -> web.Response:
        post = self.world.post(request.match_info["message"])
        if not post.is_seen_by(self._user(request)):
            raise Refusal(404, 10008, "Unknown Message")
        return json_response(self._message_json(post))

    async def _pushes(self, request: web.Request) -> web.Response:
        user = self._user(request)
        return json_response([_push_json(push) for push in self.world.pushes if push.user is user])

    async def _say(self, request: web.Request) -> web.Response:
        body, user = await request.json(), self._user(request)
        channel = _require_no_forum(self._channel(request))
        content = str(body.get("content", "")).strip()
        if not 1 <= len(content) <= 2000:
            raise NotPossible("A message has 1 to 2000 characters.")
        post = self.workshop.blank(channel, user)
        bot, answers = self.world.bot, body.get("reply")
        content = re.sub(rf"@{re.escape(bot.name)}\b", f"<@{bot.id}>", content, flags=re.IGNORECASE)
        self.workshop.fill(post, {"content": content}, {})
        if answers:
            replied = self.world.post(str(answers), channel.id)
            self.workshop.refer(post, channel, replied.data["id"])
            post.data["mentions"] = [*post.data["mentions"], replied.data["author"]]
        shown = self._message_json(self.world.add_post(post))
        if channel.kind != DM:
            told = post.data | {"guild_id": channel.guild_id, "member": self.world.member(user)}
            await self.interactions.gateway.show_message(told, bot.id)
        return json_response(shown)

    async def _dismiss(self, request: web.Request) -> web.Response:
        post = self.world.post(request.match_info["message"])
        if post.only_for is not self._user(request):
            raise NotPossible("Only a message for you alone can be dismissed.")
        self.world.remove_post(post)
        return json_response({})

    async def _updates(self, request: web.Request) -> web.Response:
        user = self._user(request)
        timeout = min(float(request.query.get("timeout", "25")), LONGEST_WAIT)
        since = int(request.query.get("since", "0"))
        if since > self.world.revision:  # the page is older than the sandbox's last start and must reload
            return json_response({"revision": self.world.revision, "updates": []})
        found = await self.world.wait_for_updates(user, since, timeout)
        revision = found[-1].revision if found else since
        return json_response(
            {
                "revision": revision,
                "updates": [shown for one in found if (shown := self._update_json(user, one))],
            }
        )

    def _update_json(self, user: User, update: Update) -> Json | None:
        shown: Json = {"kind": update.kind, "key": update.key}
        match update.kind:
            case "message":
                post = self.world.posts[update.key]
                return shown | {"message": self._message_json(post)} if post.is_seen_by(user) else None
            case "channel":
                there = self.world.channels.get(update.key)
                return shown | {"channel": None if there is None else self._channel_json(there)}
            case "push":
                return shown | {"push": _push_json(self.world.pushes[int(update.key)])}
            case "bot":
                return shown | {"online": self.world.bot_online}
        return shown

    async def _upload(self, request: web.Request) -> web.Response:
        _, uploads = await read_body(request)
        if any(len(upload.data) > ATTACHMENT_LIMIT for upload in uploads.values()):
            raise NotPossible("A file may have at most 10 MiB.")
        home = next(iter(self.world.channels.values()))
        stored = [self.workshop.store(home, upload) | {"ephemeral": True} for upload in uploads.values()]
        self.uploads |= {one["id"]: one for one in stored}
        return json_response(stored)

    async def _vote(self, request: web.Request) -> web.Response:
        user, body = self._user(request), await request.json()
        post = self.world.post(str(body["message"]))
        if not post.is_seen_by(user) or "poll" not in post.data:
            raise NotPossible(f"{user.name} sees no such poll.")
        vote(post.data["poll"], post.votes, user.id, int(body["answer"]))
        self.world.touch(post)
        return json_response(self._message_json(post))

    # Interactions

    async def _interact(self, request: web.Request) -> web.Response:
        body = await request.json()
        asked = self._interaction(self._user(request), body)
        if asked.user.id in self.world.left and asked.channel.kind != DM:
            raise NotPossible(f"{asked.user.name} has left this server.")
        interaction = self.interactions.begin(asked)
        await interaction.done.wait()
        settled = await self._settle(interaction, min(float(body.get("settle", 0)), LONGEST_WAIT))
        return json_response(self._outcome(interaction, settled=settled))

    async def _settle(self, interaction: Interaction, seconds: float) -> bool:
        if interaction.answer not in (Answer.DEFERRED, Answer.DEFERRED_UPDATE):
            return True
        try:
            await asyncio.wait_for(interaction.settled.wait(), seconds)
        except TimeoutError:
            return False
        return True

    def _interaction(self, user: User, body: Json) -> Interaction:
        match body.get("type"):
            case "command" | "autocomplete":
                return self._command(user, body)
            case "component":
                return self._component(user, body)
            case "modal":
                return self._modal(user, body)
        raise NotPossible(f"type is command, autocomplete, component or modal, not {body.get('type')!r}.")

    def _command(self, user: User, body: Json) -> Interaction:
        focused = body["focused"] if body["type"] == "autocomplete" else None
        data = command_data(self.world, user, body["name"], body.get("options") or {}, self.uploads, focused)
        channel = _require_no_forum(self.world.channel(body["channel"]))
        kind = Kind.COMMAND if focused is None else Kind.AUTOCOMPLETE
        return Interaction(
            self.world.new_id(), kind, user, channel, data, command=body["name"].removeprefix("/")
        )

    def _component(self, user: User, body: Json) -> Interaction:
        post = self.world.post(body["message"])
        if not post.is_seen_by(user):
            raise NotPossible(f"{user.name} does not see this message.")
        stale = bool(body.get("stale"))
        data = component_data(self.world, post, body["custom_id"], body.get("values"), stale=stale)
        return Interaction(self.world.new_id(), Kind.COMPONENT, user, post.channel, data, source=post)

    def _modal(self, user: User, body: Json) -> Interaction:
        opened_by = self.interactions.by_id.get(body["modal"])
        if opened_by is None or opened_by.answer is not Answer.MODAL or opened_by.user is not user:
            raise NotPossible(f"{user.name} has no such form open.")
        data = modal_data(self.world, opened_by.answer_data, body.get("values") or {}, self.uploads)
        return Interaction(
            self.world.new_id(), Kind.MODAL, user, opened_by.channel, data, opened_by.source, opened_by
        )

    def _outcome(self, at: Interaction, *, settled: bool) -> Json:
        data: Any = at.answer_data
        return {
            "id": at.id,
            "answer": at.answer.name.lower() if at.answer else None,
            "ms": round(at.answered_after * 1000, 3),
            "message": self._message_json(at.original) if at.original and not at.original.gone else None,
            "choices": data["choices"] if at.answer is Answer.CHOICES else None,
            "modal": data if at.answer is Answer.MODAL else None,
            "follow_ups": [self._message_json(post) for post in at.follow_ups if not post.gone],
            "settled": settled,
        }


def _require_no_forum(channel: Channel) -> Channel:
    if channel.kind == GUILD_FORUM:
        raise NotPossible(f"#{channel.name} is a forum. Open one of its posts.")
    return channel


def _push_json(push: Push) -> Json:
    return {"title": push.title, "body": push.body, "message": push.message, "channel": push.channel}


@web.middleware
async def readable(request: web.Request, handler: Any) -> web.StreamResponse:
    """Answer a request with a sentence and an error status if Discord's client would not allow it."""
    if not request.path.startswith(("/people", "/roles", "/user/")):
        answer: web.StreamResponse = await handler(request)
        return answer
    try:
        response: web.StreamResponse = await handler(request)
    except NotPossible as error:
        return json_response({"error": str(error)}, 400)
    except Refusal as refusal:
        return json_response({"error": refusal.message} | refusal.as_json(), refusal.status)
    except (KeyError, ValueError) as error:
        return json_response({"error": f"the request is not understood: {error!r}"}, 400)
    return response
