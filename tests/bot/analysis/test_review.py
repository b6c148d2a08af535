"""Reviews of a game: its chances, the orders that changed them, and who may see them when."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from bot.analysis import advice, game_review, hints, order_givers, review_text
from bot.analysis.advice import Estimate
from bot.analysis.game_review import Effect, Swing, TurnOrders, Turns, estimate_curve, list_orders
from bot.analysis.replays import Replays
from bot.analysis.review_text import holds_too
from bot.engine.thinking import Counted, seat_player
from bot.people.preference_editor import PreferenceStore
from bot.players.bot_moves import BotMoves
from bot.replies.reply import Refused
from bot.replies.text import split_sentences
from bot.seating.seats import Seats
from bot.session.loaded_game import name_seat, title_seat
from bot.story.chapters import write_title
from bot.story.episodes import list_episodes
from bot.story.post import REVIEW
from bot.story.turn_text import WEIGHT
from db.store import Store
from render.worker import draw
from rules import kernel
from rules.aadu_huli import outlook
from rules.kernel import CHANCE, Ask, Entry, Game
from rules.loading.games import GAMES
from rules.players import choose_order, explain_order
from rules.players.outlook import estimate_chances
from rules.words import Words, join_list
from rules.words import say as told
from tests.bot.analysis.test_hints import Desk
from tests.bot.callers import CHANNEL, GUEST, NORTH, caller, make_reminders
from tests.every_game.golden import play_at_random
from tests.games.successors.table import place
from tests.kernel.play import random_turns
from tests.phrases import begins, pattern, phrase, says, slots

QUICK = "casual"


@pytest.fixture
def desk(store: Store, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setattr(game_review, "PLAYOUTS", 1)
    monkeypatch.setattr(game_review, "FIRST", 1)
    monkeypatch.setattr(game_review, "MOST", 2)
    monkeypatch.setattr(advice, "SURE", 0.0)  # any difference is told here
    monkeypatch.setattr(hints, "LOOKED_AT", 2)
    monkeypatch.setattr(outlook, "NODES", 200)
    monkeypatch.setattr(hints, "REVIEW", 600.0)  # however slow the machine is
    monkeypatch.setattr(hints, "PART", 600.0)
    monkeypatch.setattr(hints, "SOON", 600.0)
    return Desk(store, "aadu_huli")


async def play(desk: Desk, most: int = 1000, *, posted: bool = False, **options: str) -> None:
    """Let a bot player's choices play both sides for Asha, for `most` orders or to the end.

    `posted`: whether the channel gets the review of a finished game.
    """
    rules: Any = GAMES[desk.game]
    await desk.lobby.create(caller(), desk.game)
    for name, value in options.items():
        await desk.options.set(caller(), name, value)
    await desk.lobby.join(caller(NORTH), "*")
    await desk.lobby.start(caller())
    player = seat_player(rules, QUICK, Random(3).randrange, Counted(50))
    for _ in range(most):
        if (stored := await desk.store.find_in_channel(CHANNEL)) is None:
            break
        at = desk.table.load_seated(stored)
        await desk.table.enter(caller(), at, choose_order(rules, at.position, player).keys)
    over = await desk.store.find_in_channel(CHANNEL, ended=True)
    if over is not None and not posted:
        await desk.store.cancel(over.id, REVIEW)


async def test_a_review_that_is_posted_is_not_told_twice(desk: Desk) -> None:
    """Before it is posted, the reply says that it comes by itself; later the reply is a link to it."""
    await play(desk, posted=True)
    over = await desk.store.find_in_channel(CHANNEL, ended=True)
    assert over is not None
    assert await desk.store.is_due(over.id, REVIEW)
    for user in (NORTH, GUEST):
        coming = await desk.analysis.review(caller(user))
        assert says(coming.text, "review.coming")
        assert coming.curves is None
    assert not desk.tasks, "nothing is computed for it"
    while (delivery := next(iter((await desk.store.claim_due()).claimed))).kind != REVIEW:
        await desk.store.mark_sent(delivery.id, 1)
    assert says((await desk.analysis.review(caller(NORTH))).text, "review.coming"), "while it is being sent"
    await desk.store.mark_sent(delivery.id, 77)
    link = slots((await desk.analysis.review(caller(NORTH))).text, "review.posted")["link"]
    assert link.endswith("/77")


async def test_the_next_game_does_not_stop_a_review(desk: Desk) -> None:
    await play(desk, posted=True)
    over = await desk.store.find_in_channel(CHANNEL, ended=True)
    assert over is not None
    await play(desk, 1, posted=True)
    assert says((await desk.analysis.review(caller(NORTH), over.id)).text, "review.coming"), "still true"


async def test_a_player_with_own_orders_reads_a_review_of_their_own(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two people, each may read more of their own orders than the channel does."""
    await play(desk, posted=True)
    everybody = order_givers.choose_orders

    def choose(*those: Any) -> Any:
        found = everybody(*those)
        return replace(found, own=frozenset([*found.own][:1]), others=found.others | found.own)

    monkeypatch.setattr(hints, "choose_orders", choose)
    assert (await desk.analysis.review(caller(NORTH))).curves is not None


def test_who_waits_for_a_review_reads_how_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """It said "a few minutes", although the chances are shown before the orders are found."""
    monkeypatch.setattr(hints, "REVIEW", 75.0)
    assert says(hints.announce_review(), "review.thinking", n=75)


async def test_anybody_may_review_a_game_that_is_over(desk: Desk) -> None:
    await play(desk)
    answer = await desk.analysis.review(caller(GUEST))
    assert answer.curves is not None
    assert answer.curves.chances[-1] in ((0.0, 1.0), (1.0, 0.0), (0.5, 0.5))
    assert all(sum(point) == pytest.approx(1.0) for point in answer.curves.chances)
    assert len(answer.curves.turns) == len(answer.curves.chances)
    lines = answer.text.splitlines()
    listed = "review.turn_order"  # a line on a person's order has this form too
    told = [slots(line, listed)["turn"] for line in lines if says(line, listed)]
    marked = [index for index, _ in answer.curves.swings]
    assert marked == sorted(marked), "in the order of play"
    assert [phrase("turn.number", turn=answer.curves.turns[index]) for index in marked] == [
        each.partition(",")[0] for each in told
    ]
    assert says(lines[1], "review.listed") or says(lines[1], "review.orders")
    [moved, *_] = [line for line in lines if says(line, "review.moved") or says(line, "review.instead")]
    assert says(moved, "review.change") or says(moved, "review.instead")
    assert not says(moved, "chance"), "without a range: the line is short"
    assert says(lines[-1], "review.foot_curve"), "nothing is hidden"
    opened = [int(each.about.split(":")[1]) for each in answer.buttons]
    marked_turns = [int(answer.curves.turns[index]) for index in dict.fromkeys(marked)]
    assert sorted(opened) == sorted(marked_turns), "each moment opens"
    assert sorted(opened) == opened, "in the order of the list above"
    assert answer.curves.alt.startswith(phrase("review.title", title="Aadu-Huli aata"))
    assert draw(answer.curves).file.startswith(b"\x89PNG")
    assert all(task.position.seed == "" for task in desk.tasks if hasattr(task, "position"))
    assert not answer.gist or says(answer.gist, "review.turning")
    stored = await desk.store.find_in_channel(CHANNEL, ended=True)
    assert stored is not None
    thought = len(desk.tasks)
    own = await desk.analysis.review(caller(NORTH))
    assert own.curves == answer.curves
    assert len(desk.tasks) == thought, "what was thought is kept"


async def test_a_review_chooses_among_the_orders_of_people(desk: Desk) -> None:
    rules: Any = GAMES[desk.game]
    await desk.lobby.create(caller(), desk.game)
    await desk.lobby.join(caller(NORTH))
    seats = Seats(make_reminders(desk.table, PreferenceStore(desk.store)))
    await seats.fill_with_bots(replace(caller(), interaction_id=None), QUICK)
    await desk.lobby.start(caller())
    [own] = (await desk.stored()).seats_of(NORTH)
    player = seat_player(rules, QUICK, Random(3).randrange, Counted(50))
    while (stored := await desk.store.find_in_channel(CHANNEL)) is not None:
        at = desk.table.load_seated(stored)
        by = caller() if at.asked == own else BotMoves._make_caller(stored, QUICK)
        await desk.table.enter(by, at, choose_order(rules, at.position, player).keys)
    over = await desk.store.find_in_channel(CHANNEL, ended=True)
    assert over is not None
    await desk.store.cancel(over.id, REVIEW)
    for user in (NORTH, GUEST):
        assert (await desk.analysis.review(caller(user))).curves is not None
    weighed = [task for task in desk.tasks if isinstance(task, TurnOrders)]
    assert weighed
    leaps = await find_leap_turns(desk)
    for task in weighed:
        weighed_seats = {task.position.log[first].seat for first in task.orders}
        assert weighed_seats <= {own} or task.position.turn in leaps, (
            "a bot's order only where it alone changed a chance"
        )


async def find_leap_turns(desk: Desk) -> set[int]:
    """Return the numbers of the turns of the finished game that changed a chance by much."""
    over = await desk.store.find_in_channel(CHANNEL, ended=True)
    assert over is not None
    turns = await desk.store.load_history(over.id)
    points, _ = await desk.analysis._estimate_review_curve(over, turns)
    changes = [review_text.find_change(*both)[1] for both in pairwise(points)]
    return {turn.turn for turn, size in zip(turns, changes, strict=False) if size >= review_text.LEAP}


def test_the_best_and_the_worst_order_are_among_those_of_a_review() -> None:
    """The three largest effects may all be losses. Then the best order would be missing."""
    losses = [(Effect(size / 10, 0, raised=False), index) for index, size in enumerate((9, 8, 7, 6))]
    best = (Effect(0.2, 0, raised=True), 4)
    chosen = hints._choose_candidates([*losses, best])
    assert len(chosen) == review_text.MOST_ORDERS
    assert {best, losses[0], losses[1]} == {*chosen}
    same, chance = Estimate(0.0, 0.01), Estimate(0.5, 0.02)
    noise = Swing("north", 0, ("x",), chance, chance, ("y",), chance, same, same)
    good = noise._replace(change=Estimate(0.05, 0.01))
    bad = noise._replace(change=Estimate(-0.06, 0.01), missed=Estimate(0.06, 0.01))
    assert hints._find_extremes([noise, good, bad]) == [good, bad]
    assert hints._find_extremes([noise]) == []


def test_a_turn_of_one_order_without_luck_is_compared_with_a_better_order() -> None:
    rules = GAMES["aadu_huli"]
    turn = Game("", 1, rules.dump(rules.setup(rules.Options())), (Entry("north", "5a"),))
    assert hints._list_lone_orders(turn) == [0]
    assert hints._list_lone_orders(replace(turn, log=(Entry(CHANCE, "3"), *turn.log))) == []
    assert hints._list_lone_orders(replace(turn, log=(*turn.log, Entry("south", "1a-2a")))) == []


async def test_the_button_of_an_order_shows_it_beside_the_better_one(desk: Desk) -> None:
    """The button opened the turn as it was played. The better move had to be found on the board."""
    await play(desk)
    stored = await desk.store.find_in_channel(CHANNEL, ended=True)
    assert stored is not None
    history = await desk.store.load_history(stored.id)
    turn = next(each for each in history if each.log and len(each.log[0].key) == 2)  # a Goat was placed
    played = turn.log[0].key
    better = next(point for point in ("2a", "2f") if point != played)
    replays = Replays(desk.table)
    shown = await replays.compare(caller(GUEST), stored.id, turn.turn, 0, better)
    assert shown.numbered == (played, better)
    assert says(shown.text, "compare")
    gone = await replays.compare(caller(GUEST), stored.id, turn.turn, 9, better)
    assert gone.numbered == (), "an order that is gone: its turn is replayed"


def test_a_button_carries_a_better_order_if_it_is_short() -> None:
    far, none = Estimate(0.5, 0.01), Estimate(0.0, 0.0)
    missed = Swing("north", 0, ("2a",), far, far, ("2f",), far, none, Estimate(0.3, 0.01))
    short, long = missed, missed._replace(best_keys=("a-long-key",) * 9)
    assert [review_text._make_turn_button(1, 7, 3, each).verb for each in (short, long, None)] == [
        "compare",
        "replay",
        "replay",
    ]


async def test_an_order_that_moved_next_to_nothing_is_not_told(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_text, "MOVED", 1.5)
    monkeypatch.setattr(review_text, "SLIGHT", 1.5)
    await play(desk)
    answer = await desk.analysis.review(caller(GUEST))
    assert answer.curves is not None
    assert not says(answer.text, "review.moved")
    assert not says(answer.text, "review.instead")
    assert says(answer.text, "review.still", n=150) == (not answer.curves.swings), "or only whole turns"


async def test_a_review_that_takes_too_long_is_put_off_in_plain_words(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play(desk)

    async def never(*_: object) -> Any:
        raise TimeoutError

    monkeypatch.setattr(desk.analysis.job_queue, "think", never)
    with pytest.raises(Refused, match=pattern("review.slow")):
        await desk.analysis.review(caller(GUEST))


async def test_nobody_waits_longer_for_a_review_than_is_said(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play(desk)
    monkeypatch.setattr(hints, "REVIEW", 0.05)

    async def slow(*_: object) -> Any:
        await asyncio.Event().wait()

    monkeypatch.setattr(desk.analysis.job_queue, "think", slow)
    with pytest.raises(Refused, match=pattern("review.slow")):
        await desk.analysis.review(caller(GUEST))


def test_an_order_whose_effect_may_be_noise_moved_nothing() -> None:
    after, same = Estimate(0.79, 0.2), Estimate(0.0, 0.02)
    found = Swing("north", 0, ("x",), Estimate(0.18, 0.2), after, ("x",), after, Estimate(0.61, 0.4), same)
    assert found.moved == 0
    worse = found._replace(change=Estimate(-0.61, 0.1))
    assert worse.moved == 0, "a hint would have been the same"
    other = worse._replace(best_keys=("y",))
    assert other.moved == 0, "the order of a hint did no better"
    missed = other._replace(missed=Estimate(0.5, 0.02))
    assert missed.moved == pytest.approx(0.61)
    assert missed._replace(hinted=True).moved == 0, "a hint would have called it as good"


def test_an_order_that_cost_points_is_told_if_a_hint_is_clearly_better() -> None:
    """In a lost game all chances are the same."""
    none, lost = Estimate(0.0, 0.02), Estimate(0.01, 0.01)
    rules = GAMES["aadu_huli"]
    step = kernel.begin(rules, rules.dump(rules.setup(rules.Options())), "review")
    ask = step.live.pending
    assert isinstance(ask, Ask)
    mine, other = list(ask.menu())[:2]
    found = Swing(ask.seat, 0, (mine,), lost, lost, (other,), lost, none, none, Estimate(6.2, 1.0))
    assert (found.moved, found.cost) == (0, 6.2)
    assert found._replace(points=Estimate(6.2, 3.0)).cost == 0, "this may be noise"
    assert found._replace(hinted=True).cost == 0
    assert found._replace(best_keys=(mine,)).cost == 0
    assert found._replace(missed=Estimate(-0.2, 0.02)).cost == 0, "it gained a chance"
    [_, line] = review_text._describe_swing(rules, step.game, 1, found)
    assert says(line, "review.better")
    assert says(line, "hint.reason"), "with the purpose of the better order"
    assert says(line, "review.cost", points="6 points")


async def test_the_first_part_of_a_review_comes_at_once(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its orders are weighed meanwhile, once, however often people ask. Later replies have them."""
    await play(desk)
    go_on, weigh, begun = asyncio.Event(), desk.analysis._choose_swings, list[Any]()

    async def wait(*those: Any) -> Any:
        begun.append(those)
        await go_on.wait()
        return await weigh(*those)

    monkeypatch.setattr(desk.analysis, "_choose_swings", wait)
    monkeypatch.setattr(hints, "PART", 0.0)
    first = await desk.analysis.review(caller(GUEST))
    assert says(first.text, "review.unfinished")
    assert first.curves is not None
    second = await desk.analysis.review(caller(GUEST))
    assert says(second.text, "review.unfinished")
    assert first.later is not None
    following = asyncio.create_task(first.later())
    go_on.set()
    assert says((await following).text, "review.order")
    assert len(begun) == 1
    monkeypatch.setattr(hints, "PART", 600.0)
    whole = await desk.analysis.review(caller(GUEST))
    assert says(whole.text, "review.order")
    assert not says(whole.text, "review.unfinished")
    assert not desk.analysis._weighing


async def test_a_review_shows_the_result_and_the_largest_turns_before_the_chances(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a busy machine nothing but "I am reviewing" was shown for minutes."""
    await play(desk)
    go_on, estimate = asyncio.Event(), desk.analysis._estimate_review_curve

    async def wait(*those: Any) -> Any:
        await go_on.wait()
        return await estimate(*those)

    monkeypatch.setattr(desk.analysis, "_estimate_review_curve", wait)
    monkeypatch.setattr(hints, "SOON", 0.0)
    first = await desk.analysis.review(caller(GUEST))
    assert says(first.text, "review.follows")
    assert says(first.text, "final")
    assert first.curves is None
    assert first.view is not None
    turns = [each for each in first.buttons if each.verb == "replay"]
    assert len(turns) == sum(begins(line, "review.turn_order") for line in first.text.splitlines()) > 0
    assert first.later is not None
    go_on.set()
    assert (await first.later()).curves is not None


async def test_a_long_game_is_estimated_at_some_turns_and_about_its_steepest_parts(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play(desk)
    monkeypatch.setattr(hints, "POINTS", 4)
    monkeypatch.setattr(review_text, "LEAP", 2.0)  # nothing is steep
    stored = await desk.store.find_in_channel(CHANNEL, ended=True)
    assert stored is not None
    turns = await desk.store.load_history(stored.id)
    points, known = await desk.analysis._estimate_review_curve(stored, turns)
    assert len(points) == len(turns) + 1
    assert 4 <= len(known) <= 6
    assert {0, len(turns) - 1, len(turns)} <= known
    assert all(sum(chance.mean for chance in point.values()) == pytest.approx(1.0) for point in points)
    monkeypatch.setattr(review_text, "LEAP", 0.0)
    _, more = await desk.analysis._estimate_review_curve(stored, turns)
    assert len(more) > len(known)


def test_one_line_says_what_would_have_been_better_and_why() -> None:
    """The numbers come last. An arrow between them looked like the change from one moment to the next."""
    rules, same = GAMES["aadu_huli"], Estimate(0.0, 0.02)
    step = kernel.begin(rules, rules.dump(rules.setup(rules.Options())), "review")
    ask = step.live.pending
    assert isinstance(ask, Ask)
    mine, other = list(ask.menu())[:2]
    low, high = Estimate(0.3, 0.02), Estimate(0.6, 0.02)
    worse, better = Estimate(-0.3, 0.02), Estimate(0.3, 0.02)
    bad = Swing(ask.seat, 0, (mine,), high, low, (other,), high, worse, better)
    for reason in ("", "because the test says so"):
        [_, line] = review_text._describe_swing(rules, step.game, 1, bad._replace(reason=reason))
        assert says(line, "review.better")
        assert says(line, "hint.reason", reason=reason) if reason else says(line, "hint.reason")
        assert line.endswith(
            phrase(
                "review.instead",
                seat=name_seat(rules, ask.seat, step.game),
                best=phrase("chance.rough", n=60),
                played=phrase("percent", n=30),
            )
        )
    of_both = explain_order(rules, step.game, (mine,))
    [_, line] = review_text._describe_swing(rules, step.game, 1, bad._replace(reason=of_both))
    assert of_both, "this game gives a reason"
    assert not says(line, "hint.reason"), "a reason that is true of the played order tells no difference"
    strong = Swing(ask.seat, 0, (mine,), low, high, (other,), high, better, same)
    [_, line] = review_text._describe_swing(rules, step.game, 1, strong)
    assert says(line, "review.moved", change=_change(30, 60))
    assert not says(line, "review.better")


def _change(before: int, after: int) -> str:
    return phrase("review.change", before=phrase("chance.rough", n=before), after=phrase("percent", n=after))


def test_an_order_without_a_difference_to_read_is_not_told() -> None:
    """Two orders in the same words show nothing, unless usual play did worse."""
    rules, same, chance = GAMES["aadu_huli"], Estimate(0.0, 0.02), Estimate(0.5, 0.02)
    step = kernel.begin(rules, rules.dump(rules.setup(rules.Options())), "review")
    ask = step.live.pending
    assert isinstance(ask, Ask)
    mine, other = list(ask.menu())[:2]
    costly = Swing(ask.seat, 0, (mine,), chance, chance, (other,), chance, same, same, Estimate(6.0, 0.5))
    turn = step.game
    assert review_text._shows_difference(rules, turn, costly)
    assert not review_text._shows_difference(rules, turn, costly._replace(best_keys=(mine,)))
    better = costly._replace(change=Estimate(0.3, 0.02))
    assert review_text._shows_difference(rules, turn, better._replace(best_keys=(mine,)))


def test_the_head_says_what_is_listed_and_never_denies_it() -> None:
    same, chance = Estimate(0.0, 0.02), Estimate(0.5, 0.02)
    costly = Swing("north", 0, ("x",), chance, chance, ("y",), chance, same, same, Estimate(6.0, 0.5))
    moved = costly._replace(change=Estimate(0.3, 0.02))
    cases: tuple[tuple[list[tuple[int, Swing]], list[tuple[int, str]], str], ...] = (
        ([], [], "review.still"),
        ([(3, costly)], [], "review.costs"),
        ([(3, costly)], [(1, "south")], "review.listed"),
        ([(3, moved)], [], "review.orders"),
        ([], [(1, "south")], "review.listed"),
    )
    for swings, leaps, key in cases:
        moments = review_text._list_moments(swings, leaps)
        assert [each.place for each in moments] == sorted(each.place for each in moments)
        first = review_text._write_head(moments)
        assert says(first, key)
        assert "\n" not in first, "the list itself follows its colon"
        assert review_text._tells_changes(moments) == (key == "review.orders")
        if len(moments) == 1:
            assert first == phrase(key, n=1) != phrase(key, n=2), "a single order is told in the singular"


def test_a_stretch_of_turns_may_begin_with_an_order_that_is_told() -> None:
    """Both are listed. The head doesn't say that no single order stands out."""
    same, chance = Estimate(0.0, 0.02), Estimate(0.5, 0.02)
    costly = Swing("north", 0, ("x",), chance, chance, ("y",), chance, same, same, Estimate(6.0, 0.5))
    stretch = review_text.Moment(3, "north", turns=4)
    moments = review_text._list_moments([(3, costly)], [], [stretch])
    assert sorted(each.turns for each in moments) == [1, 4]
    assert says(review_text._write_head(moments), "review.listed")


def test_an_order_of_a_bot_player_for_a_persons_seat_is_named_so() -> None:
    rules, chance = GAMES["aadu_huli"], Estimate(0.5, 0.02)
    step = kernel.begin(rules, rules.dump(rules.setup(rules.Options())), "review")
    ask = step.live.pending
    assert isinstance(ask, Ask)
    mine, *_ = ask.menu()
    swing = Swing(ask.seat, 0, (mine,), chance, chance, (mine,), chance, chance, Estimate(0.0, 0.02))
    [line, *_] = review_text._describe_swing(rules, step.game, 1, swing, stands_in=True)
    assert says(
        line, "review.order", seat=phrase("review.stand_in", seat=name_seat(rules, ask.seat, step.game))
    )


def test_a_turn_that_changed_the_chances_belongs_to_its_order_and_only_dice_are_chance() -> None:
    """A bot player's order counts like a person's: a review knows no difference here."""
    rules = GAMES["aadu_huli"]
    step = kernel.begin(rules, rules.dump(rules.setup(rules.Options())), "review")
    ask = step.live.pending
    assert isinstance(ask, Ask)
    seat, key = ask.seat, next(iter(ask.menu()))
    low, high = Estimate(0.3, 0.02), Estimate(0.7, 0.02)
    before, after = {"north": low, "south": high}, {"north": high, "south": low}
    assert review_text.find_leaps([before, after]) != []
    assert review_text.find_leaps([before, after], {0}) == [], "its order is told"
    assert review_text.find_leaps([before, before]) == []
    turn = replace(step.game, log=(*step.game.log, Entry(seat, key)))
    [line, detail] = review_text._describe_leap(rules, [turn], 1, before, after, ended=False)
    assert slots(line, "review.turn_order")["line"].startswith(f"**{title_seat(rules, seat, turn)}**")
    rolled = any(entry.seat == CHANCE for entry in turn.log)
    assert says(detail, "review.rolled") == rolled
    stretch = [turn, replace(turn, turn=turn.turn + 1)]
    [line, _] = review_text._describe_leap(rules, stretch, 1, before, after, ended=False)
    assert f"**{title_seat(rules, seat, turn)}**" in slots(line, "review.stretch")["line"], "what happened"
    assert write_title(rules, turn) in line
    [line, detail] = review_text._describe_leap(
        rules, [replace(step.game, log=())], 1, before, after, ended=False
    )
    assert says(line, "review.turn_alone")
    assert not says(detail, "review.rolled")


@pytest.mark.parametrize("over", [True, False])
def test_only_the_curve_of_a_finished_game_has_an_end(over: bool) -> None:
    rules, points = GAMES["aadu_huli"], [{"goats": 0.5}, {"goats": 0.7}]
    alt = review_text._write_alt(rules, "Review", (1,) if over else (1, 2), points)
    chances = phrase("review.now", seat=rules.name("goats"), chance=phrase("percent", n=70))
    last = phrase("review.end", chances=chances) if over else phrase("review.at", turn=2, chances=chances)
    assert alt.endswith(last)


def test_a_chapter_names_only_chances_that_changed() -> None:
    rules = GAMES["aadu_huli"]
    before = {"goats": Estimate(0.5, 0.1), "tigers": Estimate(0.5, 0.1)}
    assert review_text.write_changes(rules, before, before) == ""
    tiny = {"goats": Estimate(0.501, 0.0), "tigers": Estimate(0.5, 0.0)}
    assert review_text.write_changes(rules, {each: Estimate(0.5, 0.0) for each in tiny}, tiny) == ""
    told = review_text.write_changes(rules, before, {**before, "goats": Estimate(0.95, 0.1)})
    seats = phrase("review.seat", seat=rules.name("goats"), change=_change(50, 95))
    assert told == phrase("review.changes", seats=seats)


def test_a_single_point_that_its_neighbours_deny_is_no_moment() -> None:
    """A few playouts can be far off by luck, up and down again."""
    low, high = Estimate(0.1, 0.05), Estimate(0.9, 0.05)
    curve = [{"north": each, "south": other} for each, other in ((low, high), (high, low))]
    one, two = curve
    assert review_text.find_leaps([one, one, two, one, one]) == []
    assert [index for index, _ in review_text.find_leaps([one, one, two, two])] == [1]
    assert [index for index, _ in review_text.find_leaps([one, two])] == [0], "also at the end"


def test_a_second_fall_as_large_as_a_told_one_is_listed_though_the_curve_rose_between() -> None:
    points = make_curve(0.5, 0.08, 0.1, 0.22, 0.36, 0.5, 0.11)
    assert [index for index, _ in review_text.find_leaps(points, {0})] == [5], "beside a told order"
    assert [index for index, _ in review_text.find_leaps(points)] == [0, 5]
    small = make_curve(0.5, 0.08, 0.1, 0.22, 0.34, 0.1)
    assert [index for index, _ in review_text.find_leaps(small, {0})] == [], "this one is much smaller"


def make_curve(*north: float, over: bool = False) -> list[dict[str, Estimate]]:
    """Return a curve of two seats, from the chances of one; with `over`, the last point is the result."""
    points = [{"north": Estimate(each, 0.02), "south": Estimate(1 - each, 0.02)} for each in north]
    if over:
        points[-1] = {seat: Estimate(each.mean, 0.0) for seat, each in points[-1].items()}
    return points


def test_a_large_stretch_is_told_beside_other_moments() -> None:
    """A fall over several turns, after a small order that is told."""
    points = make_curve(0.5, 0.68, 0.7, 0.72, 0.5, 0.3, 0.1, 0.0, over=True)
    known = range(len(points))
    [moment] = review_text.find_stretches(points, known, {0})
    assert (moment.place, moment.seat in points[0]) == (3, True)
    assert review_text.find_stretches(points, known, {0, 3, 4, 5}) == [], "told turns explain it"
    assert review_text.find_stretches(points, known, {0}, {4, 5}) == [], (
        "what changed the sides is no stretch"
    )


def test_the_turning_point_is_the_largest_lasting_gain_of_the_winner() -> None:
    """Neither the gain of a seat that lost nor a gain that was lost again is a turning point."""
    points = make_curve(0.4, 0.6, 0.9, 0.5, 0.4, 0.1, 0.0, over=True)
    rise, fall = review_text.Moment(0, "north", turns=2), review_text.Moment(2, "south", turns=3)
    assert review_text.find_turning_point(points, [rise]) is None, "north lost"
    assert review_text.find_turning_point(points, [rise, fall]) == (fall, "south")
    back = make_curve(0.4, 0.9, 0.4, 0.5, 0.6, 0.8, 1.0, over=True)
    first, stretch = review_text.Moment(0, "north"), review_text.Moment(2, "north", turns=3)
    assert review_text.find_turning_point(back, [first]) is None, "north lost it again"
    assert review_text.find_turning_point(back, [first, stretch]) == (stretch, "north")


def test_a_slow_fall_is_told_as_the_stretch_in_which_it_came() -> None:
    """No single order stands out, but the picture shows a fall: the text must not deny it."""
    rules = GAMES["aadu_huli"]
    step = kernel.begin(rules, rules.dump(rules.setup(rules.Options())), "review")
    heights = (0.55, 0.5, 0.52, 0.4, 0.25, 0.0)
    points = [{"north": Estimate(each, 0.1), "south": Estimate(1 - each, 0.1)} for each in heights]
    [moment] = review_text.find_stretches(points, range(len(points)))
    assert (moment.place, moment.turns) == (2, 3)
    assert review_text.find_stretches(points[:3], range(3)) == [], "this may be noise"
    assert says(review_text._write_head([moment]), "review.together")
    turns = [replace(step.game, turn=number) for number in (3, 4, 5)]
    [line, detail] = review_text._describe_leap(rules, turns, 1, points[2], points[5], ended=True)
    assert says(line, "review.turns", first=3, last=5)
    assert says(detail, "review.changes")
    assert says(detail, "review.ended")


def test_a_fall_over_a_third_of_a_game_is_no_stretch() -> None:
    """A stretch of 36 turns, in which everybody gave orders, explains nothing."""
    fall = [
        {"north": Estimate(0.9 - 0.02 * n, 0.01), "south": Estimate(0.1 + 0.02 * n, 0.01)} for n in range(40)
    ]
    [moment] = review_text.find_stretches(fall, range(len(fall)))
    assert moment.turns <= review_text.MOST_TURNS
    assert review_text.find_stretches(fall, range(0, len(fall), review_text.MOST_TURNS + 1)) == []
    slow = [
        {seat: Estimate(0.5 + (each.mean - 0.5) / 4, 0.01) for seat, each in point.items()} for point in fall
    ]
    assert review_text.find_change(slow[0], slow[-1])[1] >= review_text.LEAP
    assert review_text.find_stretches(slow, range(len(slow))) == []


def test_the_choice_of_sides_is_no_moment() -> None:
    """A seat's chance changes with its side, whatever it plays."""
    rules: Any = GAMES["aadu_huli"]
    turns = random_turns(rules, 2)
    sided = [review_text._decides_side(rules, turn, rules.SEATS) for turn in turns]
    assert sided[0]
    assert not any(sided[1:])


async def test_the_chances_of_a_running_game_are_nobodys(desk: Desk) -> None:
    await play(desk, 6)
    for user in (NORTH, GUEST):
        with pytest.raises(Refused, match=pattern("review.later")):
            await desk.analysis.review(caller(user))
    stored = await desk.stored()
    assert await desk.analysis.write_chapter(stored, await desk.store.load_history(stored.id)) == ""
    assert not desk.tasks


async def test_in_the_next_game_it_is_said_how_to_review_the_last(desk: Desk) -> None:
    await play(desk)
    over = await desk.store.find_in_channel(CHANNEL, ended=True)
    assert over is not None
    await play(desk, 6)
    with pytest.raises(Refused, match=pattern("review.before", game=over.id)):
        await desk.analysis.review(caller(NORTH))
    assert (await desk.analysis.review(caller(NORTH), over.id)).curves is not None


async def test_with_open_hints_all_see_them(desk: Desk) -> None:
    await play(desk, 6, hints="open")
    answer = await desk.analysis.review(caller(GUEST))
    assert answer.curves is not None
    stored = await desk.stored()
    history = await desk.store.load_history(stored.id)
    assert len(answer.curves.chances) == len(history), "the open turn has no end yet"
    assert "%" in await desk.analysis.write_chapter(stored, history)


async def test_the_post_of_a_chapter_waits_for_no_long_thoughts(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Boards wait for the chapter's post, so it leaves out a sentence that takes too long."""
    await play(desk, 6, hints="open")
    stored = await desk.stored()
    monkeypatch.setattr(hints, "CHAPTER", 0.05)
    monkeypatch.setattr(desk.analysis.job_queue, "run", lambda *_: asyncio.Event().wait())
    assert await desk.analysis.write_chapter(stored, await desk.store.load_history(stored.id)) == ""
    await desk.analysis.job_queue.close()


async def test_of_hidden_hands_a_running_review_shows_the_curve_alone(desk: Desk) -> None:
    desk.game = "taj_mahal"
    easiest = next(iter(GAMES["taj_mahal"].BOT_PLAYERS))
    await desk.lobby.create(caller(), desk.game)
    await desk.options.set(caller(), "hints", "open")
    await desk.lobby.join(caller(NORTH), "*")
    await desk.lobby.start(caller())
    rules: Any = GAMES[desk.game]
    player = seat_player(rules, easiest, Random(3).randrange, Counted(50))
    for _ in range(4):
        at = desk.table.load_seated(await desk.stored())
        await desk.table.enter(caller(), at, choose_order(rules, at.position, player).keys)
    answer = await desk.analysis.review(caller(GUEST))
    assert answer.curves is not None
    assert answer.curves.swings == ()
    assert not says(answer.text, "review.order")
    assert not says(answer.text, "review.still")


def test_orders_are_told_apart_by_seat_and_by_chance() -> None:
    entries = [(CHANCE, "3"), ("a", "x"), ("a", "y"), (CHANCE, "6"), ("a", "z"), ("b", "-deal"), ("b", "w")]
    turn = Game("", 1, "", tuple(Entry(*each) for each in entries))
    found = list(list_orders(turn))
    assert found[:2] == [(1, ("x", "y")), (4, ("z",))]
    assert found[-1][1][-1] == "w"


def test_a_review_tells_no_change_within_the_ranges_that_it_shows() -> None:
    rules = GAMES["aadu_huli"]
    before, after = {"goats": Estimate(0.03, 0.11)}, {"goats": Estimate(0.4, 0.11)}
    assert review_text.find_leaps([before, after]) == []
    assert review_text.write_changes(rules, before, after) == ""
    over = {"goats": Estimate(1.0, 0.0)}
    [(place, seat)] = review_text.find_leaps([before, over])
    assert (place, seat) == (0, "goats")
    told = review_text.write_changes(rules, before, over)
    assert phrase("percent", n=100) in told, "the result is no estimate"
    assert phrase("chance.rough", n=3) in told, "the chance before it is one"


def test_a_turn_that_ended_the_game_says_so() -> None:
    rules = GAMES["aadu_huli"]
    step = kernel.begin(rules, rules.dump(rules.setup(rules.Options())), "review")
    before, over = {"goats": Estimate(0.03, 0.11)}, {"goats": Estimate(1.0, 0.0)}
    for ended in (True, False):
        detail = review_text._describe_leap(rules, [step.game], 1, before, over, ended=ended)[-1]
        assert says(detail, "review.ended") == ended


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_end_of_a_curve_has_no_range(game: str) -> None:
    rules = GAMES[game]
    last = random_turns(rules, 2)[-1]
    *_, end = estimate_curve(Turns(game, (last,), 1.0, 1))
    assert {chance.error for chance in end.values()} == {0.0}
    assert sum(chance.mean for chance in end.values()) == pytest.approx(1.0)


def test_an_important_turn_is_told_with_its_results() -> None:
    """A review says what a battle brought, like the posts, not which pieces a seat chose to lose."""
    rules, told = GAMES["vijayanagara"], 0
    for turn in play_at_random(rules, "posts")[:50]:
        played = [each for each in list_episodes(rules, [turn]) if each.acts]
        main = max(played, key=lambda each: each.weight, default=None)
        if main is None or main.weight < WEIGHT or not main.results:
            continue
        told += 1
        first, *_ = split_sentences(main.results[0].text)
        text = review_text._tell_main_act(rules, [turn], [])
        assert first.replace("**", "") in text.replace("**", "")
    assert told


def test_the_turning_point_has_a_button_and_the_figures_of_the_review() -> None:
    """South wins because North gives a bad order in the last turn, after a stronger order of South."""
    rules: Any = GAMES["aadu_huli"]
    same = Estimate(0.0, 0.02)
    turns = random_turns(rules, 4)
    orders = [(index, turn.log[0].seat, turn.log[0].key) for index, turn in enumerate(turns[1:], 1)]
    (first, one, key), (last, other, mistake) = orders[0], orders[-1]
    ask = kernel.resume(rules, replace(turns[last], log=())).pending
    assert isinstance(ask, Ask)
    best = next(each for each in ask.menu() if each != mistake)
    low, middle, high = Estimate(0.28, 0.02), Estimate(0.4, 0.02), Estimate(0.53, 0.02)
    strong = Swing(one, 0, (key,), middle, high, (key,), high, Estimate(0.13, 0.02), same)
    bad = Swing(other, 0, (mistake,), high, low, (best,), high, Estimate(-0.25, 0.02), Estimate(0.25, 0.02))
    ends = {seat: float(seat != other) for seat in rules.SEATS}
    points = [{seat: Estimate(0.5, 0.02) for seat in rules.SEATS} for _ in turns]
    points.append({seat: Estimate(chance, 0.0) for seat, chance in ends.items()})
    choice = order_givers.Choice()
    swings = [(first, strong), (last, bad)]
    answer = review_text.write_review(rules, turns, points, swings, [], choice, game=7)
    gain = phrase(
        "review.instead",
        seat=name_seat(rules, other, turns[last]),
        best=phrase("chance.rough", n=53),
        played=phrase("percent", n=28),
    )
    assert says(answer.gist, "review.turning")
    assert answer.gist.endswith(gain)
    assert gain in answer.text, "the review gives the same figures"
    assert [each.about.split(":")[1] for each in answer.buttons] == [
        str(turns[index].turn) for index in (first, last)
    ]
    assert says(answer.text, "review.certain"), "why the chances of two moments differ"


def test_a_reason_that_names_less_than_the_reason_of_the_played_order_tells_no_difference() -> None:
    """A review left reasons out only if they were equal, word for word."""

    def lead(*symbols: str, n: int = 0) -> Words:
        return told("to lead in {symbols} ({n})", symbols=join_list(symbols), n=n)

    assert holds_too(lead("E"), lead("E", "V"))
    assert not holds_too(lead("E", "V"), lead("E"))
    assert not holds_too(lead("E", n=1), lead("E", n=2)), "another number is a difference"
    assert not holds_too(lead("E"), told("to win {symbols}", symbols=join_list(["E"])))
    assert holds_too("because", "because")
    assert not holds_too(lead("E"), "because")


def test_a_seat_that_is_out_of_the_game_has_no_chance() -> None:
    """The imagined playout with equal chances for all gave it 4 %."""
    rules = GAMES["successors"]
    units = {"BAB": {"blue": "3i"}, "MAC": {"green": "1i"}, "EGY": {"yellow": "2i"}}
    state = place(units, phase="revenue", seat="blue", order=["blue", "green", "yellow"])
    assert estimate_chances(rules, state)["red"] == 0
    assert sum(estimate_chances(rules, state).values()) == pytest.approx(1.0)
    (point,) = estimate_curve(Turns("successors", (Game("0" * 32, 1, rules.dump(state)),), 1.0, 1))
    assert point["red"] == Estimate(0.0, 0.0)
    assert sum(chance.mean for chance in point.values()) == pytest.approx(1.0)
