"""Export a game as a file, import a game, archive it, and move it to another channel."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from bot.deadlines.adjournment import make_arrival_posts, make_resume_button, make_resumed
from bot.deadlines.reminders import Reminders
from bot.hosting import repair_steps
from bot.hosting.documents import write_position, write_yaml
from bot.language.words import get_language, say, speak_within
from bot.people.caller import Caller
from bot.replies.action import action, button
from bot.replies.reply import Call, Refused, Reply
from bot.replies.text import MAX_TEXT, cut_text
from bot.seating.lobby import Lobby
from bot.seating.thread_rights import require_rights
from bot.session.loaded_game import LoadedGame
from bot.session.table_names import offer_table_names, title_table
from bot.settings.game_settings import GameSettings
from bot.story import announce, record_header, turn_text
from bot.story.post import TEXT, Post
from bot.version import describe_versions
from bot.views.board import BoardViews
from db.connection.transaction import Transaction
from db.records import Kind, NewAct, Status, StoredGame
from rules import kernel
from rules.chance import make_commitment
from rules.records.proof import POSTED
from rules.records.record import Record, write_origin


class GameFiles:
    """Carries out the commands of a host for a whole game: export, import, archive and move."""

    def __init__(self, reminders: Reminders, boards: BoardViews, lobby: Lobby) -> None:
        self.reminders, self.orders, self.boards, self.lobby = reminders, reminders.orders, boards, lobby
        self.store = reminders.store

    async def export(self, caller: Caller, what: str) -> Reply:
        """Return a file: the position if `what` is "position", otherwise the record of the game.

        A post tells the channel that the position was exported. The position of a game with secrets can't be
        exported. Raises `Refused`.
        """
        if what != "position":
            return await self.boards.send_record(caller)
        at = await self._load_running(caller)
        if at.rules.EXTRAS.hidden:
            raise Refused(say("host.hidden"))
        document = {key: part for key, part in write_position(at.rules, at.position).items() if key != "seed"}
        with speak_within(GameSettings.of(at.stored).language):
            post = Post(text=say("host.exported", user=caller.user_id)).delivery(at.stored, TEXT)
        await self.store.record_act(
            at.stored.id, act=self._make_act(caller, "export", Kind.TABLE), deliveries=[post]
        )
        self.orders.saved()
        name = f"{at.stored.game}-{at.stored.id}.yaml"
        return Reply(say("host.position_file"), file=(name, write_yaml(document)))

    async def import_(self, caller: Caller, text: str) -> Reply:
        """Create a game from a record, in the caller's channel. All seats are free. Raises `Refused`.

        If the record hides secrets, resume its adjourned game instead of creating a game.
        """
        require_rights(caller)
        seed = self.lobby.new_seed()
        record, turns = await self.orders.uploads.read(repair_steps.read_recorded, "", text)
        if not turns:
            return await self._restore(caller, record)
        rules = self.orders.games[record.game]
        options = json.dumps(dict(record.options))
        seats = rules.seats(rules.Options.model_validate_json(options))
        by_hand = record.start is not None or turns[0].turn > 1
        start = turns[0].start if by_hand else None
        sealed = make_commitment(seed, write_origin(rules.KEY, record.options, start, turns[0].turn))
        games = repair_steps.go_on(rules, turns, seed, sealed)
        async with self.orders.lock_channel(caller):
            settings = GameSettings.for_new_table(
                language=get_language(),
                turns_set_by_hand=(games[0].turn,) if by_hand else (),
                earlier_seeds=record.earlier,
                versions=dict(record.played_with),
                offered=dict.fromkeys(seats, 0) if rules.EXTRAS.hidden else {},
            ).record_version(describe_versions(rules.KEY), turns[-1].turn)
            live = kernel.resume(rules, games[-1])
            told = [
                say("host.imported", user=caller.user_id, title=rules.TITLE, turn=games[-1].turn),
                *turn_text.describe_seal(rules, options, sealed),
                *([say("host.imported_open")] if rules.EXTRAS.hidden else []),
                *(
                    say("host.earlier", turn=each.turn, entry=each.entry, seal=each.commitment[:POSTED])
                    for each in record.earlier[-1:]
                ),
            ]
            act = self._make_act(caller, "import")

            def create_and_start(changes: Transaction) -> StoredGame:
                made = changes.create_game(
                    rules.KEY,
                    channel_id=caller.channel_id,
                    guild_id=caller.guild_id,
                    host_id=caller.user_id,
                    options=options,
                    settings=settings.to_json(),
                    seed="",
                    commitment="",
                    names=offer_table_names(rules),
                    act=act,
                )
                at = LoadedGame(made, rules, games[-1], live)
                return changes.start_game(
                    made,
                    games[-1],
                    games[:-1],
                    commitment=sealed,
                    act=NewAct(Kind.HOST, "import", caller.user_id),
                    deliveries=announce.make_board_posts(at, told, card=announce.describe_card(at)),
                    result=at.find_result(),
                )

            await self.store.run_together(act, create_and_start)
            self.orders.saved()
            return Reply(say("host.done"))

    @action("archive", "{seen}")
    async def archive(self, caller: Caller, seen: str = "") -> Reply:
        """Adjourn the game, and return its record. Without `seen`, only ask for confirmation.

        An adjourned game leaves its channel free and reveals no secret. A button or `/host bring` resumes the
        game. If the record hides secrets, importing the record resumes the game too. `seen` is the game's
        serial at the time when the host saw the game. Raises `Refused`.
        """
        async with self.orders.lock_channel(caller):
            at = await self._load_running(caller, seen)
            if not seen:
                sure = GameFiles.archive.call(str(at.stored.serial))
                places = {"title": title_table(at.rules, at.stored), "game": at.stored.id}
                return preview_repair(sure, [say("host.sure_archive", **places)])
            with speak_within(GameSettings.of(at.stored).language):
                places = {"title": title_table(at.rules, at.stored), "game": at.stored.id}
                text = say("host.archived", user=caller.user_id, **places)
                post = Post(text=text, buttons=(make_resume_button(at.stored),)).delivery(at.stored, TEXT)
            act = self._make_act(caller, "archive")
            await self.store.end_game(at.stored, Status.ADJOURNED, "", act=act, deliveries=[post])
            self.orders.saved()
            record = await self.boards.send_record(caller)
            return Reply(say("host.done"), file=record.file)

    async def bring(self, caller: Caller, game_id: int) -> Reply:
        """Move a game to the caller's channel, and resume it if it is adjourned. Raises `Refused`."""
        async with self.orders.lock_channel(caller):
            stored = await self.store.load(game_id)
            here = caller.manages and caller.guild_id == stored.guild_id is not None
            if caller.user_id != stored.host_id and not here:
                raise Refused(say("host.not_you", user=stored.host_id))
            if stored.over:
                raise Refused(say("over"))
            require_rights(caller)
            moved = replace(make_resumed(stored), channel_id=caller.channel_id, guild_id=caller.guild_id)
            with speak_within(GameSettings.of(stored).language):
                told = say("host.brought", user=caller.user_id, channel=stored.channel_id)
                running = stored.status is Status.RUNNING
                posts = make_arrival_posts(self.orders, moved, told, stored.moved if running else None)
            kind = Kind.TABLE if running else Kind.HOST
            act = self._make_act(caller, f"bring from {stored.channel_id}", kind)
            await self.store.move_game(stored, caller.channel_id, caller.guild_id, act=act, deliveries=posts)
            self.orders.saved()
            return Reply(say("host.done"))

    async def _restore(self, caller: Caller, record: Record) -> Reply:
        """Resume the adjourned game of a record that hides secrets. Raises `Refused`."""
        for stored in await self.store.list_adjourned(caller.user_id, caller.guild_id):
            if stored.position is not None and stored.game == record.game:
                header = record_header.write_header(stored)
                if header.commitment == record.commitment and header.seats == record.seats:
                    return await self.bring(caller, stored.id)
        raise Refused(say("host.masked"))

    async def _load_running(self, caller: Caller, seen: str = "") -> LoadedGame:
        """Return the channel's running game if the caller is its host or manages the channel.

        `seen` is the game's serial at the time when the caller saw the game; "" accepts any serial. Raises
        `Refused`, for example if the game has another serial by now.
        """
        stored = await self.orders.find_game(caller)
        if caller.user_id != stored.host_id and not caller.manages:
            raise Refused(say("host.not_you", user=stored.host_id))
        if seen not in ("", str(stored.serial)):
            raise Refused(say("host.gone_on"))
        return self.orders.load_seated(stored)

    def _make_act(self, caller: Caller, line: str, kind: Kind = Kind.HOST, *, again: bool = False) -> NewAct:
        """Return the act to record. Pass `Kind.TABLE` if the open question and its seat stay the same.

        `again` is whether this is the second act of one command. The second act gets no interaction id,
        because each id can be stored only once.
        """
        return NewAct(kind, line, caller.user_id, "", None if again else caller.interaction_id)


def preview_repair(sure: Call, lines: Sequence[str]) -> Reply:
    """Return a preview of a repair, with the button that confirms it."""
    return Reply(cut_text("\n".join(lines), MAX_TEXT), buttons=(button(sure, say("button.host"), "main"),))
