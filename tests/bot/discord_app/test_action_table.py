"""Ids of buttons, lists and forms: each that any version has posted still does the same."""

from __future__ import annotations

from typing import Any

import pytest

from bot.discord_app.action_table import ActionTable
from bot.discord_app.client import Durbar
from bot.discord_app.services import build_services
from bot.people.caller import Caller
from bot.posting.pictures import Pictures
from bot.replies.action import action
from bot.replies.mark import Mark
from bot.replies.reply import Refused, Reply
from db.store import Store
from tests.bot.callers import TOY
from tests.bot.presses import find_all_actions
from tests.kernel import toy

MARK = Mark(7, 3, 12, "0a1f")
M = str(MARK)
LATE = "out of date|old"

# Every form of id that a version has posted, what does it, and with which arguments.
OLD: list[tuple[str, str, dict[str, Any]]] = [
    ("said:7", "Mentions.show", {"user": "7"}),
    (f"said.play:{M}:7", "Mentions.play", {"mark": MARK, "user": "7"}),
    ("nearest:0123456789ab", "OrderForm.enter_nearest", {"digest": "0123456789ab"}),
    (f"d:{M}:pass", "OrderService.click", {"mark": MARK, "key": "pass"}),
    (f"d:{M}:~accept:1", "OrderService.click", {"mark": MARK, "key": "~accept:1"}),
    (f"sure:{M}:pass", "OrderService.click", {"mark": MARK, "key": "pass"}),
    (f"instead:{M}:pass", "OrderService.replace_draft", {"mark": MARK, "key": "pass"}),
    (f"l:{M}:2", "OrderService.pick", {"mark": MARK}),
    (f"q:{M}:0", "OrderService.pick", {"mark": MARK}),
    (f"c:{M}:0", "OrderService.change", {"mark": MARK}),
    (f"manner:{M}:~along", "OrderService.change_manner", {"mark": MARK, "what": "~along"}),
    (f"go:{M}:0123456789ab", "OrderService.confirm", {"mark": MARK, "signature": "0123456789ab"}),
    (f"go:{M}", "OrderService.confirm", {"mark": MARK}),
    (f"drop:{M}", "OrderService.drop", {"mark": MARK}),
    (f"k:drop:{M}", "OrderService.drop", {"mark": MARK}),
    (f"k:last:{M}", "OrderService.repeat", {"mark": MARK}),
    (f"plain:{M}", "OrderService.plain", {}),
    (f"page:{M}", "OrderService.page", {}),
    ("k:aside:7:~accept:1", "OrderService.agree", {"game_id": 7, "key": "~accept:1"}),
    (f"undo:{M}", "UndoRequests.undo", {"mark": MARK}),
    ("k:plea:7", "UndoRequests.ask", {"game_id": 7}),
    ("k:agree:7", "UndoRequests.agree", {"game_id": 7}),
    ("k:against:7", "UndoRequests.object", {"game_id": 7}),
    (f"peek:{M}", "More.peek", {"mark": MARK}),
    (f"k:peek:{M}", "More.peek", {"mark": MARK}),
    ("look:7", "More.show_menu", {"game": 7}),
    ("legal:7", "More.explain_answers", {}),
    ("k:legal:7", "More.explain_answers", {}),
    ("legal.page:2", "More.turn_page", {"page": 2}),
    (f"take:{M}", "WhatIf.take", {"mark": MARK}),
    ("table.again:3.0.2.1:The Road", "TableForm.reopen", {"chosen": "3.0.2.1", "name": "The Road"}),
    ("seek.again:3.0.2.1:", "Seekers.reopen", {"chosen": "3.0.2.1", "name": ""}),
    (
        "cup.again:cup:30:0:1.0.2.3.0:Winter Cup",
        "CompetitionService.reopen",
        {"kind": "cup", "days": 30, "starts": 0, "chosen": "1.0.2.3.0", "name": "Winter Cup"},
    ),
    ("review:7", "Analysis.review", {"game_id": 7}),
    ("result:7", "History.show_result", {"game_id": 7}),
    ("settings:7", "TableSettings.list_all", {"game_id": 7}),
    ("postin:7:fr", "TableSettings.post_in", {"game_id": 7, "language": "fr"}),
    ("prefs:", "PreferencePanel.show", {}),
    ("prefs.of:0", "PreferencePanel.choose_listed", {}),
    ("prefs.to:pings:off", "PreferencePanel.set_value", {"name": "pings", "value": "off"}),
    ("prefs.ask:zone", "PreferencePanel.ask", {"name": "zone"}),
    ("unfollow:7", "Follows.stop", {"game_id": 7}),
    ("notes.keep:7", "KeptLines.keep", {"line": 7}),
    ("notes.look:0", "NotebookViews.look", {}),
    ("notes.drop:7", "NotebookViews.drop", {"line": 7}),
    ("notes.open:7:open", "NotebookViews.open", {"game": 7, "how": "open"}),
    ("notes.read:7", "OpenedNotebooks.read", {"game": 7}),
    ("board:7", "BoardViews.show_public_board", {}),
    ("k:board:7", "BoardViews.show_public_board", {}),
    ("k:rule:vijayanagara:3.2.1", "BoardViews.show_rule", {"game": "vijayanagara", "number": "3.2.1"}),
    ("k:primer:vijayanagara", "BoardViews.show_primer", {"game": "vijayanagara"}),
    ("k:about:", "Help.show_about", {}),
    ("own:7", "OwnQuestion.show", {"game": 7}),
    ("k:own:7", "OwnQuestion.show", {"game": 7}),
    ("k:own:", "OwnQuestion.show", {}),
    ("type:7", "OrderForm.open", {}),
    ("k:type:7", "OrderForm.open", {}),
    ("k:again:", "OrderForm.correct", {}),
    ("join:7:north", "Lobby.join", {"game_id": 7, "seat": "north"}),
    ("k:join:7:north", "Lobby.join", {"game_id": 7, "seat": "north"}),
    ("start:7", "Lobby.start", {"game_id": 7}),
    ("k:start:7", "Lobby.start", {"game_id": 7}),
    ("wait:7", "Lobby.wait", {"game_id": 7}),
    ("end:7", "Lobby.end", {"game_id": 7}),
    ("word:7", "Lobby.ask_word", {"game_id": 7}),
    ("k:leave:7:*", "Lobby.leave", {"game_id": 7, "seat": "*"}),
    ("k:lay:toy", "HomeTables.open", {"game": "toy"}),
    ("k:finish:7", "Leaving.finish", {"game_id": 7}),
    ("k:finishing:7", "Leaving.ask_finish", {"game_id": 7}),
    ("k:resign:7:north", "Leaving.resign", {"game_id": 7, "seat": "north"}),
    ("k:claim:7:north", "Seats.claim", {"game_id": 7, "seat": "north"}),
    ("k:automatic:7:north", "Seats.seat_bot", {"game_id": 7, "seat": "north"}),
    ("k:fill:7", "Seats.fill_lobby", {"game_id": 7}),
    ("k:ahead:7", "QuestionPlans.show", {"game": 7}),
    ("k:early:7:0123abcd:yes", "QuestionPlans.give", {"game": 7, "check": "0123abcd", "key": "yes"}),
    ("k:unsay:7:0123abcd:", "QuestionPlans.drop", {"game": 7, "check": "0123abcd"}),
    ("k:reply:7", "Trades.reply", {"game": 7}),
    ("k:reply:7:accept_1:decline_1", "Trades.reply", {"game": 7, "acts": ("accept_1", "decline_1")}),
    ("k:deal:7", "Trades.propose", {"game": 7}),
    ("k:deal:7:north:", "Trades.propose", {"game": 7, "seat": "north", "instead": ""}),
    (
        "k:deal:7:north:accept_1:0,2,1",
        "Trades.propose",
        {"game": 7, "seat": "north", "instead": "accept_1", "picked": "0,2,1"},
    ),
    ("counter:7:accept_1", "Trades.counter", {"game": 7, "instead": "accept_1"}),
    ("k:counter:7:accept_1", "Trades.counter", {"game": 7, "instead": "accept_1"}),
    ("k:send:7:north:offer a: 2r", "OrderService.send", {"game": 7, "seat": "north", "line": "offer a: 2r"}),
    ("k:plan:7", "Plans.open_form", {}),
    ("k:unplan:7:north:0123abcd", "Plans.drop", {"game": 7, "seat": "north", "check": "0123abcd"}),
    (
        f"k:settle:{M}:north:gold:none",
        "Plans.settle",
        {"mark": MARK, "seat": "north", "policy": "gold", "value": "none"},
    ),
    ("k:counsel:7", "Analysis.hint", {"game": 7}),
    ("k:advice:7:2:3:12:0a1f", "Analysis.take", {"game": 7, "number": 2, "mark": "3:12:0a1f"}),
    ("k:since:7", "History.since", {"game_id": 7}),
    (
        "k:whole:7:1.0:3.2:1",
        "History.whole",
        {"game_id": 7, "since": "1.0", "until": "3.2", "page": 1},
    ),
    ("k:whole:7::3.2:1", "History.whole", {"game_id": 7, "since": "", "until": "3.2", "page": 1}),
    ("k:log:7:2", "History.log", {"game_id": 7, "page": 2}),
    ("k:whole:7:3.1:5:2", "History.whole", {"game_id": 7, "since": "3.1", "until": "5", "page": 2}),
    ("k:digest:7:2", "History.digest", {"game_id": 7, "number": 2}),
    ("k:digestnext:7:3", "History.digest", {"game_id": 7, "number": 3}),
    ("k:film:7:3", "Replays.animate", {"game_id": 7, "turn": 3}),
    ("k:filmall:7:0", "Replays.animate", {"game_id": 7, "turn": 0}),
    ("k:webpage:7", "GamePages.send_page", {"game_id": 7}),
    ("k:replay:7:1", "Replays.replay", {"game_id": 7, "turn": 1}),
    ("k:stepback:7:1", "Replays.replay", {"game_id": 7, "turn": 1}),
    ("k:stepon:7:3", "Replays.replay", {"game_id": 7, "turn": 3}),
    ("k:replaylast:7:9", "Replays.replay", {"game_id": 7, "turn": 9}),
    (
        "k:compare:7:9:0:2a 3a",
        "Replays.compare",
        {"game_id": 7, "turn": 9, "first": 0, "better": "2a 3a"},
    ),
    ("k:playon:7", "Adjournment.play_on", {"game_id": 7}),
    ("k:resume:7", "Adjournment.resume", {"game_id": 7}),
    ("k:hush:7", "Reminders.stop_for", {"game_id": 7}),
    ("k:mine:", "MyGames.list_mine", {}),
    ("k:rematch:7", "Rematches.rematch", {"game_id": 7}),
    ("k:othersides:7", "Rematches.rematch_with_other_sides", {"game_id": 7}),
    ("k:games:", "Help.list_games", {}),
    ("k:position:7:12:", "Repairs.confirm_position", {"game_id": 7, "seen": "12"}),
    ("k:rewind:7:12:3", "Repairs.rewind", {"seen": "12", "turn": 3}),
    ("k:archive:12", "GameFiles.archive", {"seen": "12"}),
    ("k:without:7:12:3.4", "Repairs.leave_out", {"seen": "12", "place": "3.4"}),
    ("k:daily:700:2026-11-22", "PuzzleOfTheDay.open", {"channel": "700", "day": "2026-11-22"}),
    ("k:nodaily:", "PuzzleOfTheDay.stop", {}),
    ("k:new:toy", "FirstGame.create", {"game": "toy"}),
    ("k:guided:toy", "FirstGame.start_first", {"game": "toy"}),
    ("sides:toy", "FirstGame.choose_side", {"game": "toy"}),
    ("first.as:toy:north", "FirstGame.start_as", {"game": "toy", "seat": "north"}),
    ("k:guided:toy:3", "FirstGame.start_first", {"game": "toy", "players": 3}),
    ("sides:toy:3", "FirstGame.choose_side", {"game": "toy", "players": 3}),
    ("first.as:toy:north:3", "FirstGame.start_as", {"game": "toy", "seat": "north", "players": 3}),
    ("table", "TableForm.open", {}),
    ("tables:2:any:daily", "Tables.show", {"page": 2, "game": "any", "pace": "daily"}),
    ("tables.game:daily:0", "Tables.choose_game", {"pace": "daily"}),
    ("tables.pace:toy:0", "Tables.choose_pace", {"game": "toy"}),
    ("seek", "Seekers.open", {}),
    ("unseek", "Seekers.withdraw", {}),
    ("enter:7", "CompetitionService.join", {"number": 7}),
    ("quit:7", "CompetitionService.leave", {"number": 7}),
    ("quit:7:yes", "CompetitionService.leave", {"number": 7, "sure": "yes"}),
    ("standings:7", "CompetitionService.show_standings", {"number": 7}),
    ("standings:7:2", "CompetitionService.show_standings", {"number": 7, "season": 2}),
    ("results:7", "CompetitionService.show_results", {"number": 7}),
    ("results:7:2", "CompetitionService.show_results", {"number": 7, "page": 2}),
    ("sit:7", "Tables.choose_seat", {"game_id": 7}),
    ("sit.on:7:north", "Tables.sit", {"game_id": 7, "seat": "north"}),
    ("hand:7", "BoardViews.show_hand", {"game": 7}),
    ("close:7:0", "BoardViews.show_close_up", {"game": 7}),
    ("k:aid:toy", "PlayerAids.open", {"game": "toy"}),
    ("k:aid:toy:north", "PlayerAids.open", {"game": "toy", "side": "north"}),
    ("k:aid:toy:north:2", "PlayerAids.open", {"game": "toy", "side": "north", "page": 2}),
    ("k:lesson:toy:goats", "LessonService.open", {"about": "toy:goats"}),
    ("lessons:toy:0", "LessonService.choose", {"game": "toy"}),
    ("k:course:toy", "LessonService.learn", {"game": "toy"}),
    ("k:course:", "LessonService.learn", {"game": ""}),
    ("k:puzzle:toy", "LessonService.puzzle", {"game": "toy"}),
    ("k:together:toy:goats", "GroupLessons.open", {"about": "toy:goats"}),
    # a lesson had the number of a game, below 0
    ("k:class:-7", "GroupLessons.ask", {"number": 7}),
    ("k:class.open:7", "GroupLessons.begin", {"number": 7}),
    ("k:hint:-7", "LessonService.hint", {"number": 7}),
    ("k:show:-7", "LessonService.show", {"number": 7}),
    ("k:task:-7", "LessonService.task", {"number": 7}),
    ("k:skip:-7", "LessonService.skip", {"number": 7}),
    (f"d:-{M}:3c", "LessonService.click", {"mark": MARK, "key": "3c"}),
    (f"sure:-{M}:3c", "LessonService.click", {"mark": MARK, "key": "3c"}),
    (f"l:-{M}:0", "LessonService.pick", {"mark": MARK}),
    (f"q:-{M}:0", "LessonService.pick", {"mark": MARK}),
    (f"c:-{M}:0", "LessonService.change", {"mark": MARK}),
    (f"manner:-{M}:~along", "LessonService.change_manner", {"mark": MARK, "what": "~along"}),
    (f"go:-{M}:0123456789ab", "LessonService.confirm", {"mark": MARK, "signature": "0123456789ab"}),
    (f"go:-{M}", "LessonService.confirm", {"mark": MARK}),
    (f"k:drop:-{M}", "LessonService.drop", {"mark": MARK}),
    (f"undo:-{M}", "LessonService.undo", {"mark": MARK}),
    (f"k:peek:-{M}", "LessonService.peek", {"mark": MARK}),
    (f"plain:-{M}", "LessonService.plain", {"mark": MARK}),
    ("look:-7", "LessonService.tools", {"number": 7}),
    ("k:board:-7", "LessonService.board", {"number": 7}),
    ("k:legal:-7", "LessonService.meaning", {"number": 7}),
    ("lesson.legal.page:7:2", "LessonService.turn_page", {"number": 7, "page": 2}),
    ("k:type:-7", "LessonService.order_form", {"number": 7}),
]
OLD_FORMS: list[tuple[str, str, dict[str, Any]]] = [
    ("form.prefs:zone", "PreferencePanel.read_form", {"name": "zone"}),
    ("order", "OrderForm.submit", {}),
    ("order:-7", "LessonService.typed", {"number": 7}),
    ("deal:7:north:", "Trades.preview", {"game": 7, "seat": "north", "instead": ""}),
    ("deal:7:north:accept_1", "Trades.preview", {"game": 7, "seat": "north", "instead": "accept_1"}),
    ("plan:7", "Plans.submit_form", {}),
    ("form.word:7", "Lobby.give_word", {"game_id": 7}),
    ("form.table", "TableForm.create", {}),
    ("form.seek", "Seekers.submit", {}),
    ("form.notes:7", "KeptLines.submit", {"line": 7}),
    (
        "form.cup:cup:30:0:Winter Cup",
        "CompetitionService.submit",
        {"kind": "cup", "days": 30, "starts": 0, "name": "Winter Cup"},
    ),
]


@pytest.fixture
def table(store: Store) -> ActionTable:
    return Durbar(build_services(store, {toy.KEY: TOY}), pictures=Pictures()).responder.actions


def carried_out(table: ActionTable, custom_id: str, *, form: bool = False) -> tuple[str, dict[str, Any]]:
    click = table.find(custom_id, form=form)
    function = table.actions[click.action.verb].function
    return function.__qualname__, dict(click.args)


@pytest.mark.parametrize(("custom_id", "does", "args"), OLD)
async def test_each_old_id_is_understood(
    table: ActionTable, custom_id: str, does: str, args: dict[str, Any]
) -> None:
    assert carried_out(table, custom_id) == (does, args)


@pytest.mark.parametrize(("custom_id", "does", "args"), OLD_FORMS)
async def test_each_form_that_was_opened_before_is_read(
    table: ActionTable, custom_id: str, does: str, args: dict[str, Any]
) -> None:
    assert carried_out(table, custom_id, form=True) == (does, args)


def test_every_action_is_in_this_list(table: ActionTable) -> None:
    """The list lacks only lessons' actions, whose buttons now have new ids."""
    listed = {does for _, does, _ in OLD + OLD_FORMS}
    assert {each.function.__qualname__ for each in table.actions.values()} == listed


def test_every_action_in_the_source_is_in_the_table(table: ActionTable) -> None:
    assert {str(each) for each in find_all_actions().values()} == {
        str(each) for each in table.actions.values()
    }


@pytest.mark.parametrize(
    "custom_id",
    [
        "",
        ":",
        "k:",
        "d",
        "d:",
        "d:7:3:12.0a1:pass",
        "d:-7:pass",
        "join:-7:north",
        "claim:x",
        "look:",
        "nothing:7",
    ],
)
async def test_what_no_message_has_is_out_of_date(table: ActionTable, custom_id: str) -> None:
    with pytest.raises(Refused):
        table.find(custom_id)


@pytest.mark.parametrize(("custom_id", "_", "args"), OLD)
async def test_a_new_id_says_the_same(
    table: ActionTable, custom_id: str, _: str, args: dict[str, Any]
) -> None:
    found = table.actions[table.find(custom_id).action.verb]
    several = args.get("acts", ())
    call = found.call(*((args["game"], *several) if several else ()), **({} if several else args))
    assert "-" not in call.custom_id.removesuffix("2026-11-22")
    again = table.find(call.custom_id if "{}" not in found.template else f"{call.custom_id}0")
    assert again.action.verb == found.verb
    assert {**args, **again.args} == args | dict(again.args)


async def test_a_long_key_is_carried_as_its_hash(table: ActionTable) -> None:
    call = table.actions["d"].call(MARK, "troops-in-" * 20)
    assert len(call.custom_id) <= 100
    assert str(table.find(call.custom_id).args["key"]).startswith("#")


class Twice:
    """A service with two actions that have the same verb."""

    @action("twice")
    async def once(self, _: Caller) -> Reply:
        return Reply("")

    @action("twice")
    async def again(self, _: Caller) -> Reply:
        return Reply("")


def test_two_actions_may_not_have_the_same_verb() -> None:
    with pytest.raises(ValueError, match="twice"):
        ActionTable([Twice()])


class Needy:
    """A service with an action whose ids lack a parameter."""

    @action("needs")
    async def needs(self, _: Caller, number: int) -> Reply:
        return Reply(str(number))


def test_a_parameter_that_nobody_gives_stops_the_start() -> None:
    with pytest.raises(TypeError, match="number"):
        ActionTable([Needy()])


class Misspelt:
    """A service with an action whose template names a parameter that does not exist."""

    @action("misspells", "{numbr}")
    async def misspells(self, _: Caller, number: int = 0) -> Reply:
        return Reply(str(number))


def test_a_misspelt_parameter_stops_the_start() -> None:
    with pytest.raises(TypeError, match="numbr"):
        ActionTable([Misspelt()])


class Counter:
    """A service with an action whose ids carry a number."""

    @action("counts", "{number}")
    async def count(self, _: Caller, number: int | None = None) -> Reply:
        return Reply(str(number))


@pytest.mark.parametrize("number", [10**9, -1])
def test_a_number_that_no_click_reads_is_refused_when_the_id_is_made(number: int) -> None:
    assert Counter.count.call(10**9 - 1).about == "9" * 9
    assert not Counter.count.call(None).about
    with pytest.raises(ValueError, match="number"):
        Counter.count.call(number)
