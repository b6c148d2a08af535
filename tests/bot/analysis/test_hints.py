"""Hints at a table: who may have them, what they say, and the button that puts one into the draft."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from bot.analysis import advice, hint_text, hints
from bot.analysis.advice import Estimate, Hint, Hints, Untried
from bot.analysis.hints import Analysis
from bot.engine.job_queue import JobQueue, Urgency
from bot.engine.server_quota import ADVICE
from bot.engine.thinking import Task
from bot.learning.more import More
from bot.orders.draft import Draft
from bot.orders.service import OrderService
from bot.people.preference_editor import PreferenceStore
from bot.posting.question_buttons import list_buttons_beside
from bot.replies.reply import Refused, Reply
from bot.seating.lobby import Lobby
from bot.seating.table_settings import TableSettings
from bot.session.loaded_game import LoadedGame
from bot.settings.game_settings import GameSettings, Uncounted, get_hints_setting
from bot.story import order_text
from bot.story.end_posts import write_result
from bot.views.ratings import read_result
from db.records import StoredGame
from db.store import Store
from rules.kernel import Ask, Game, begin, resume, submit
from rules.loading.games import GAMES
from rules.player import Advice
from tests.bot.callers import CHANNEL, GUEST, NORTH, SOUTH, caller, make_reminders
from tests.bot.orders.test_taps import RISING, at_position
from tests.games.successors.table import place as place_units
from tests.kernel.play import random_steps
from tests.phrases import begins, pattern, phrase, says, slots
from tests.turns.walking import situation


def test_an_option_of_a_card_is_said_in_words_that_stand_alone() -> None:
    """A card's option gets a full sentence, because its button's label is cut and begins with a number."""
    rules, seen = GAMES["vijayanagara"], 0
    for luck in range(6):
        for step in islice(random_steps(rules, luck), 300):
            ask = step.live.pending
            if not isinstance(ask, Ask) or ask.presentation.whole is None:
                continue
            for key in ask.menu():
                turn = submit(rules, step.game, ask.seat, [key])
                whole = turn.closed[0] if turn.closed else turn.game
                said = order_text.write_order(rules, whole, len(step.game.log), ask.seat)
                assert ask.presentation.whole(key).within(rules.name) in said
                seen += 1
    assert seen > 3


class Desk:
    """A channel with a game of Rajas of the Ganges for two people. `tasks`: the jobs for bot players."""

    def __init__(self, store: Store, game: str = "rajas_of_the_ganges") -> None:
        self.store, self.game = store, game
        self.table = OrderService(store, GAMES, lambda: None)
        self.lobby = Lobby(self.table, lambda: "0123456789abcdef0123456789abcdef")
        self.options = TableSettings(make_reminders(self.table, PreferenceStore(store)))
        self.tasks = list[Task]()
        self.analysis = Analysis(self.table, JobQueue(self.run))

    async def run(self, work: Callable[..., Any], task: Task) -> Any:
        self.tasks.append(task)
        return await asyncio.to_thread(work, task)

    async def begin(self, **options: str) -> Desk:
        await self.lobby.create(caller(), self.game)
        for name, value in options.items():
            await self.options.set(caller(), name, value)
        for user in (NORTH, SOUTH):
            await self.lobby.join(caller(user))
        await self.lobby.start(caller())
        return self

    async def stored(self) -> StoredGame:
        found = await self.store.find_in_channel(CHANNEL)
        assert found is not None
        return found

    async def asked(self) -> int:
        at = self.table.load_seated(await self.stored())
        holder = at.stored.seat(at.asked)
        assert holder is not None
        return holder.user_id

    async def press(self, answer: Reply, number: int) -> Reply:
        game, chosen, *mark = answer.buttons[number - 1].about.split(":")
        return await self.analysis.take(caller(await self.asked()), int(game), int(chosen), ":".join(mark))


@pytest.fixture
def desk(store: Store, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setattr(advice, "GUESSES", 6)
    monkeypatch.setattr(advice, "PLAYOUTS", 2)
    monkeypatch.setattr(advice, "LEAST", 2)
    monkeypatch.setattr(hint_text, "LEAST", 2)
    monkeypatch.setattr(advice, "ROUNDS", ((1, 4),))
    monkeypatch.setattr(advice, "OVER", 600.0)  # however slow the machine is
    monkeypatch.setattr(hints, "PATIENCE", 600.0)
    return Desk(store)


async def test_a_hint_names_orders_with_chances_and_a_button_drafts_one(desk: Desk) -> None:
    await desk.begin(seats="2", rated="off")
    user, before = await desk.asked(), (await desk.stored()).position
    answer = await desk.analysis.hint(caller(user))
    assert says(answer.text, "hint.head")
    assert "**1.**" in answer.text
    assert "%" in answer.text
    assert 1 <= len(answer.buttons) <= 3
    assert all(says(each.label, "button.advice") and len(each.label) <= 80 for each in answer.buttons)
    assert answer.view is not None, "the board stands above the buttons"
    assert any(answer.numbered), "the orders have their numbers in the picture"
    assert answer.cut
    assert desk.tasks[0].position.seed == "", "nobody who thinks foresees the dice"
    taken = await desk.press(answer, 1)
    assert taken.panel is not None
    stored = await desk.stored()
    assert stored.position == before, "nothing counts"
    assert any(note.name == "draft" for note in stored.notes)


async def test_the_same_question_is_thought_about_once(desk: Desk) -> None:
    await desk.begin(seats="2", rated="off")
    user = await desk.asked()
    texts = {(await desk.analysis.hint(caller(user))).text for _ in range(2)}
    assert len(texts) == 1
    assert len(desk.tasks) == 1
    again = Desk(desk.store)  # after a restart
    assert (await again.analysis.hint(caller(user))).buttons
    acts = [act.line for act in (await desk.store.list_acts((await desk.stored()).id)).acts]
    assert acts.count("hint") == 1


async def test_a_hint_is_an_order_by_rules_of_thumb_where_nobody_comes_to_think(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def hangs(_: Callable[..., Any], __: Task) -> Any:
        await asyncio.sleep(60)

    await desk.begin(seats="2", rated="off")
    monkeypatch.setattr(desk.analysis.job_queue, "run", hangs)
    monkeypatch.setattr(hints, "PATIENCE", 0.05 - hints.HINT)
    answer = await desk.analysis.hint(caller(await desk.asked()))
    await desk.analysis.job_queue.close()
    assert says(answer.text, "hint.untried")
    assert "%" not in answer.text, "nothing was weighed"
    assert len(answer.buttons) == 1
    assert (await desk.press(answer, 1)).panel is not None


async def test_a_hint_that_came_to_no_playout_names_what_was_proposed(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    await desk.begin(seats="2", rated="off")
    monkeypatch.setattr(advice, "OVER", -hints.HINT)
    answer = await desk.analysis.hint(caller(await desk.asked()))
    assert says(answer.text, "hint.untried")
    assert answer.buttons


async def test_a_hint_of_a_few_playouts_says_that_its_figures_are_rough(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    await desk.begin(seats="2", rated="off")
    answer = await desk.analysis.hint(caller(await desk.asked()))
    assert says(answer.text, "hint.foot", n=2)
    monkeypatch.setattr(hint_text, "LEAST", 3)
    again = await Desk(desk.store).analysis.hint(caller(await desk.asked()))
    assert "%" in again.text
    assert says(again.text, "hint.rough", n=2)
    assert not says(again.text, "hint.foot")
    assert len(again.buttons) == len(answer.buttons)


def test_a_reason_of_all_orders_is_said_once_and_later_orders_say_how_they_differ() -> None:
    rules = GAMES["successors"]
    march = {"phase": "movement", "seat": "green"}
    state = place_units({"MAC": {"green": "2i 2c 1l"}}, **march)
    at = situation(rules, begin(rules, rules.dump(state), "0" * 32))
    at.stored.over = False  # type: ignore[misc]
    best = [
        Advice(("march-MAC", to, "1-c", "done", "done", "done"), "to hold a province")
        for to in ("GRE", "THR")
    ]
    told = hint_text.write_hint(at, caller(), Untried((*best, best[0])))
    whys = [slots(line, "hint.why")["told"] for line in told if says(line, "hint.why")]
    assert [says(line, "hint.reason", reason="to hold a province") for line in whys].count(True) == 1
    assert says(whys[0], "hint.reason")
    assert told.index(phrase("hint.why", told=whys[0])) < min(
        place for place, line in enumerate(told) if says(line, "hint.order") or says(line, "hint.answer")
    )
    other = hint_text.write_hint(at, caller(), Untried((*best, Advice(best[0].keys, "to raise a unit"))))
    given = [slots(line, "hint.why")["told"] for line in other if says(line, "hint.why")]
    assert [says(why, "hint.reason") for why in given].count(True) == 3, "each order has its own reason"
    [compared] = [line for line in whys if says(line, "hint.compared_own")]
    gains = slots(compared, "hint.compared_own")
    assert gains["this"] != gains["instead"], "the third order is the first again"


def test_orders_with_the_same_reason_say_what_their_different_answers_do() -> None:
    at = at_position(RISING)
    at.stored.over = False  # type: ignore[misc]
    best = [Advice((option, "attack", "andhra"), "to win") for option in ("limited", "command-only")]
    other = Advice(("pass",), "to gain Resources")
    told = hint_text.write_hint(at, caller(), Untried((best[0], other, best[1])))
    whys = [slots(line, "hint.why")["told"] for line in told if says(line, "hint.reason")]
    assert [says(why, "hint.does") for why in whys] == [True, False, True]
    assert whys[0] != whys[2]


def test_orders_with_the_same_reason_say_what_only_their_own_previews_foresee() -> None:
    rules = GAMES["aadu_huli"]
    state = """{sides: {goats: south, tigers: north}, tigers: [1a, 2c, 3d], goats: [4d, 4e],
        recent: [2d-3d, 4e], to_move: tigers}"""
    at = situation(rules, begin(rules, state, "0" * 32))
    at.stored.over = False  # type: ignore[misc]
    best = [Advice((key,), "to go on threatening the Goat") for key in ("1a-2e", "2c-2b")]
    other = Advice(("3dx5c",), "to capture")
    told = hint_text.write_hint(at, caller(), Untried((other, *best)))
    first, second = [line for line in told if "to go on threatening the Goat" in line]
    assert "2E: 4 free points around it." in first
    assert "2B: " in second


def test_a_choice_before_anybody_has_a_standing_is_compared_with_nothing() -> None:
    """The hint on the sides compared "0 Goats on the board" with "0 of 5 Goats captured"."""
    rules = GAMES["aadu_huli"]
    start = rules.dump(rules.setup(rules.Options.model_validate({"sides": "asked"})))
    at = situation(rules, begin(rules, start, "0" * 32))
    at.stored.over = False  # type: ignore[misc]
    told = hint_text.write_hint(at, caller(), Untried((Advice(("tigers",)), Advice(("goats",)))))
    assert any(says(line, "hint.does") for line in told)
    assert not any(says(line, "hint.compared_own") for line in told)


def test_orders_are_not_compared_if_only_one_of_them_ends_a_round() -> None:
    """All workers come home at the end of a round, and dice that an order rolls are still to come."""
    rules, seen = GAMES["rajas_of_the_ganges"], 0
    for step in islice(random_steps(rules, 0), 60):
        at = situation(rules, step)
        if at.ask is None or at.ask.kind != "space":
            continue
        orders = [finish(at, key) for key in at.ask.menu()]
        left = {keys: Draft(at, keys).seen.view(None).realm(at.asked).home for keys in orders}  # type: ignore[attr-defined]
        if len({*left.values()}) == 1:
            continue
        seen += 1
        ends, goes_on = (pick(orders, key=left.__getitem__) for pick in (max, min))
        at.stored.over = False  # type: ignore[misc]
        told = hint_text.write_hint(at, caller(), Untried((Advice(ends, "a"), Advice(goes_on, "b"))))
        whys = [slots(line, "hint.why")["told"] for line in told if says(line, "hint.why")]
        assert not any(says(line, key) for line in whys for key in ("hint.compared", "hint.compared_own"))
    assert seen


def test_a_first_hint_that_only_ends_something_says_why() -> None:
    opening = at_position(FIGHT)
    opening.stored.over = False  # type: ignore[misc]
    attack, passes = Advice(("command", "attack", "karnataka"), "a"), Advice(("pass",), "b")
    for best, told in (((passes, attack), 1), ((attack, passes), 0)):
        lines = hint_text.write_hint(opening, caller(), Untried(best))
        whys = [slots(line, "hint.why")["told"] for line in lines if says(line, "hint.why")]
        assert [says(why, "hint.declines") for why in whys].count(True) == told


def finish(at: LoadedGame, key: str) -> tuple[str, ...]:
    """Return an order that begins with a key, and goes on with the first legal answers."""
    draft = Draft(at, (key,))
    while not draft.complete:
        assert draft.now.ask is not None
        draft = Draft(at, (*draft.keys, next(iter(draft.now.ask.menu()))))
    return draft.keys


def test_a_button_names_its_order_without_what_only_leads_to_it() -> None:
    opening = at_position(FIGHT)
    opening.stored.over = False  # type: ignore[misc]
    attack, passes = ("command", "attack", "karnataka"), ("pass",)
    labels = hint_text.write_labels(opening, caller(), [attack, passes, attack])
    attacked, passed, _ = (slots(label, "button.advice")["order"] for label in labels)
    assert attacked.startswith("Attack in Karnataka")
    assert "." not in passed
    assert all(len(label) <= 80 for label in labels)
    assert len({*labels}) == 3


def test_a_long_label_ends_after_a_sentence_or_a_clause() -> None:
    assert hint_text._shorten_label("Rally in Delhi.", 20) == "Rally in Delhi"
    assert hint_text._shorten_label("Rally in Delhi. Delhi: 2 Amirs.", 20) == "Rally in Delhi. …"
    assert (
        hint_text._shorten_label("Rally in Delhi and Malwa and Punjab.", 20)
        == "Rally in Delhi and Malwa and Punjab"
    )
    long = hint_text._shorten_label(f"Rally {'in Delhi and ' * 9}in Malwa.", 20)
    assert long.endswith("in Delhi …"), "no label ends with a word such as 'and'"
    assert len(long) <= hint_text.LONG_LABEL + 2


def test_buttons_of_different_orders_read_differently() -> None:
    """What the orders share is left out, first by whole clauses; a text that has room is not cut."""
    place = "Withdraw, place the crown palace on Delhi 3"
    assert hint_text._tell_apart(
        [f"{place}, take the elephant", f"{place}, take the commander", f"{place[:-1]}4, take the elephant"]
    ) == ["… take the elephant", "… take the commander", "… place the crown palace on Delhi 4, …"]
    long = f"Rally in Delhi {'and in Malwa ' * 5}and in"
    assert hint_text._tell_apart([f"{long} Sind", f"{long} Agra"]) == ["… Sind", "… Agra"]
    assert hint_text._tell_apart(["Withdraw", "Withdraw, take the elephant"]) == [
        "Withdraw",
        "Withdraw, take the elephant",
    ]
    assert hint_text._tell_apart([place, place]) == [hint_text._shorten_label(place, hint_text.LABEL)] * 2


FIGHT = """
card: event-11
dynasty: tughlaq
cavalry: {sultanate: 2, bahmani: 0, vijayanagara: 0}
spaces: {karnataka: {rebelling-rajas: 3, temples: 1, troops: 1}}
"""


def test_a_hint_in_the_middle_of_an_order_can_be_read_by_itself() -> None:
    """It shows the entered part and the question. An answer that names what it declines needs no question."""
    opening = at_position(FIGHT)
    fought = submit(opening.rules, opening.position, opening.asked, ["command", "attack", "karnataka"]).game
    at = opening.move_to(fought, resume(opening.rules, fought))
    at.stored.over, best = False, Untried((Advice(("charge-2",), ""), Advice(("done",), "")))  # type: ignore[misc]
    told = hint_text.write_hint(at, caller(), best)
    assert begins(
        told[1],
        "hint.begun",
        seat="The Sultanate",
        line="Take a Command and a Decree. Attack in Karnataka against Vijayanagara.",
    )
    assert says(told[1], "hint.begun")
    assert phrase("hint.order", n=2, line="Spend no Cavalry.") in told
    assert says(hint_text.write_hint(at, caller(), best, drafted=True)[-1], "hint.instead")
    whole = hint_text.write_hint(opening, caller(), Untried((Advice(("pass",), ""),)))
    assert not any("They go on" in line for line in whole), "nothing is begun"


@pytest.mark.parametrize(
    ("found", "wanted"),
    [
        (Estimate(0.4, 0.02), phrase("chance", n=40, low=36, high=44)),
        (Estimate(0.4, 0.3), phrase("chance.rough", n=40)),
    ],
)
def test_a_range_that_is_wide_says_nothing(found: Estimate, wanted: str) -> None:
    assert hint_text.format_chance(found) == wanted


def _make_hint(key: str, chance: float, change: float = 0.0, **more: Any) -> Hint:
    error = 0.02
    points, less = Estimate(0.0, 0.2), Estimate(0.0, error)
    hint = Hint((key,), "", Estimate(chance, error), Estimate(change, error), False, points, less)
    return replace(hint, **more)


def test_each_figure_of_a_hint_agrees_with_its_order_and_a_later_order_says_why_it_is_later() -> None:
    now, first = Estimate(0.305, 0.02), _make_hint("a", 0.4049, 0.0999)
    others = (
        _make_hint("b", 0.4049, equal=True),
        _make_hint("c", 0.4049, equal=True, points=Estimate(-3.2, 0.5)),
        _make_hint("d", 0.31, -0.01),
        _make_hint("e", 0.4049, equal=True, outranked=True),
    )
    told = list(hint_text._write_figures(GAMES["vijayanagara"], Hints(now, (first, *others), 24)))
    assert says(told[0], "change.better", n=10), "as the shown 40% and 30% differ"
    assert says(told[1], "hint.equal")
    assert says(told[2], "hint.fewer", points="3 points")
    assert says(told[3], "hint.behind", n=9)
    assert says(told[4], "hint.equal")
    assert all("%" in line for line in told), "an order without a figure looks forgotten"


def test_orders_that_are_about_as_good_have_one_figure_above_them() -> None:
    now, first = Estimate(0.2, 0.02), _make_hint("a", 0.2, 0.0)
    near = _make_hint("b", 0.2, equal=True), _make_hint("c", 0.2, equal=True, less=Estimate(0.01, 0.02))
    [line] = hint_text._write_common_figure(Hints(now, (first, *near), 24))
    assert says(line, "hint.alike", n=3)
    for other in (_make_hint("d", 0.1, -0.1), _make_hint("d", 0.2, equal=True, points=Estimate(-3.2, 0.5))):
        assert not hint_text._write_common_figure(Hints(now, (first, *near, other), 24))
    assert not hint_text._write_common_figure(Hints(now, (first,), 24)), "a single order has its own figure"


def test_usual_play_gets_no_figure_of_its_own_that_could_contradict_the_order_of_the_hints() -> None:
    """A chance within the noise of usual play is one figure, though usual play came out a little higher."""
    now, first = Estimate(0.35, 0.03), _make_hint("a", 0.34, -0.01)
    told = list(hint_text._write_figures(GAMES["vijayanagara"], Hints(now, (first,), 24)))
    assert slots(told[0], "hint.chance")["change"] == phrase("change.none")


async def test_a_rated_game_has_no_hints(desk: Desk) -> None:
    await desk.begin(seats="2", rated="on")
    stored = await desk.stored()
    assert get_hints_setting(GAMES[desk.game], stored) == "off"
    with pytest.raises(Refused, match=pattern("hint.rated")):
        await desk.analysis.hint(caller(await desk.asked()))
    assert not desk.tasks
    buttons = (await More(desk.table).show_menu(caller(await desk.asked()), stored.id)).buttons
    assert "counsel" not in [button.verb for button in buttons]


async def test_who_plays_against_an_bot_player_has_hints_without_asking(desk: Desk) -> None:
    await desk.lobby.create(caller(), "aadu_huli")
    await desk.lobby.join(caller(NORTH), "*")
    await desk.lobby.start(caller())
    stored = await desk.stored()
    [button] = [
        button for button in list_buttons_beside(desk.table.load_seated(stored)) if button.verb == "counsel"
    ]
    assert button in (await More(desk.table).show_menu(caller(), stored.id)).buttons
    assert (await desk.analysis.hint(caller(), int(button.about))).buttons


async def test_a_table_may_play_without(desk: Desk) -> None:
    await desk.begin(seats="2", rated="off", hints="off")
    with pytest.raises(Refused, match=pattern("hint.off")):
        await desk.analysis.hint(caller(await desk.asked()))


async def test_hints_are_for_the_asked_player(desk: Desk) -> None:
    await desk.begin(seats="2", rated="off")
    other = NORTH + SOUTH - await desk.asked()
    for user in (other, GUEST):
        with pytest.raises(Refused):
            await desk.analysis.hint(caller(user))
    assert not desk.tasks


async def test_a_game_with_hints_says_so_and_is_not_rated(desk: Desk) -> None:
    await desk.begin(seats="2", rated="off")
    user = await desk.asked()
    at = desk.table.load_seated(await desk.stored())
    await desk.analysis.hint(caller(user))
    await desk.options.set(caller(), "rated", "on")
    stored = await desk.stored()
    assert GameSettings.of(stored).hinted == (at.asked,)
    assert read_result(GAMES[desk.game], stored) is Uncounted.HINTED
    assert get_hints_setting(GAMES[desk.game], stored) == "private", "it isn't rated any more"


async def test_the_end_of_a_game_begins_with_a_capital_who_had_hints(store: Store) -> None:
    desk = Desk(store, "vijayanagara")
    await desk.lobby.create(caller(), desk.game)
    for user in (NORTH, SOUTH, GUEST):
        await desk.lobby.join(caller(user))
    await desk.options.set(caller(), "rated", "off")
    await desk.lobby.start(caller())
    await desk.analysis.hint(caller(await desk.asked()))
    [told] = [
        line
        for line in write_result(desk.table.load_seated(await desk.stored()))
        if says(line, "final.hints")
    ]
    assert told.removeprefix("-# ")[0].isupper()


async def test_a_hint_of_a_position_that_is_gone_is_late(desk: Desk) -> None:
    await desk.begin(seats="2", rated="off")
    user = await desk.asked()
    answer = await desk.analysis.hint(caller(user))
    drafted = await desk.press(answer, 1)
    assert drafted.panel is not None
    await desk.table.confirm(caller(user), drafted.panel.mark, drafted.panel.signature)
    with pytest.raises(Refused, match=pattern("hint.late")):
        await desk.press(answer, 1)


async def test_a_server_that_has_had_many_is_told_when_there_are_more(desk: Desk) -> None:
    await desk.begin(seats="2", rated="off")
    job_queue = desk.analysis.job_queue
    server = (await desk.stored()).guild_id or 0
    much = Task("toy", Game("", 1, "much"), "north", "easy", ADVICE, 0, server)
    await job_queue.think(Urgency.HINT, str, much)
    with pytest.raises(Refused, match=pattern("hint.busy", n=10)):
        await desk.analysis.hint(caller(await desk.asked()))
