"""A first game with one tap, and the explanations of first times."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

import discord
import pytest

from bot.engine.thinking import find_default_level, find_easiest_level
from bot.language.localized_games import LocalizedGames
from bot.language.words import speak_within
from bot.learning.explanations import MOST, Explanations
from bot.learning.first_game import FirstGame
from bot.learning.lessons import LessonService
from bot.orders.service import OrderService
from bot.people.preference_editor import PreferenceStore
from bot.people.preferences import Preferences
from bot.posting.buttons import LOOKS, make_card_view
from bot.posting.layouts import find_room
from bot.posting.question_buttons import list_buttons_beside
from bot.replies.panel import Panel
from bot.replies.reply import Refused, Reply
from bot.replies.rows import count_rows
from bot.seating.games import sort_games
from bot.seating.homes import HomeTables
from bot.seating.lobby import Lobby
from bot.seating.opening import write_start_steps
from bot.seating.seats import Seats
from bot.session.loaded_game import list_seats as list_seats_of
from bot.settings.game_settings import GameSettings
from bot.settings.options import list_option_values, set_option
from bot.story import turn_text
from bot.story.record_header import describe_secret
from bot.views.board import BoardViews
from bot.views.lobby_card import write_lobby_card
from db.records import Status
from db.store import Store
from rules.kernel import Ask, Rules, begin, list_seats
from rules.lessons.newcomer import find_newcomer, read_newcomer
from rules.loading.games import GAMES
from tests.bot.callers import CHANNEL, NORTH, SEED, Room, caller, make_lessons, make_reminders
from tests.every_game.tiers import complete_game
from tests.kernel.play import random_steps
from tests.phrases import begins, phrase, says
from tests.turns.walking import PHONE, list_replies, measure, situation


@pytest.fixture
def first_game(store: Store) -> FirstGame:
    table = OrderService(store, GAMES, lambda: None)
    return FirstGame(
        HomeTables(Lobby(table, lambda: SEED)),
        Seats(make_reminders(table, PreferenceStore(store))),
        LessonService.learn.call,
    )


def count_players(rules: Rules) -> int | None:
    """Return the default number of players; None if the game has no choice."""
    return len(rules.seats(rules.Options())) if list_option_values(rules.Options, "seats") else None


async def test_a_channel_with_a_full_table_or_another_game_refuses_at_once(first_game: FirstGame) -> None:
    """Nobody chooses a game and a side in vain, and buttons lead on."""
    await first_game.lobby.create(caller(), "taj_mahal")
    await first_game.lobby.join(caller(), "*")
    for game, asks in (("taj_mahal", first_game.start_first), ("vijayanagara", first_game.choose_side)):
        with pytest.raises(Refused) as refused:
            await asks(caller(), game)
        assert says(str(refused.value), "lobby.channel_taken")
        assert [button.verb for button in refused.value.buttons] == ["start", "end"]
    await first_game.lobby.start(caller())
    with pytest.raises(Refused) as running:
        await first_game.choose_side(caller(), "taj_mahal")
    assert [button.verb for button in running.value.buttons] == ["own"]


@complete_game
async def test_it_begins_with_one_tap(first_game: FirstGame, store: Store, rules: Rules) -> None:
    answer = await first_game.start_first(caller(), rules.KEY, count_players(rules))
    stored = await store.find_in_channel(CHANNEL)
    assert stored is not None
    assert stored.status is Status.RUNNING
    own = [seat for seat in stored.seats if seat.user_id == NORTH]
    others = [seat for seat in stored.seats if seat.level]
    assert len(own) == 1
    assert len(own) + len(others) == len(stored.seats) > 1
    assert {seat.level for seat in others} == {find_easiest_level(rules)}
    assert GameSettings.of(stored).first_game
    assert rules.name(own[0].seat) in answer.text
    with pytest.raises(Refused):
        await first_game.start_first(caller(), rules.KEY)


async def test_a_game_laid_out_offers_a_first_game_and_lessons(first_game: FirstGame, store: Store) -> None:
    listed = await first_game.create(caller())
    assert [button.verb for button in listed.buttons[-1:]] == ["table"]
    assert [button.about for button in listed.buttons[:-1]] == [r.KEY for r in sort_games(GAMES.values())]
    assert all(rules.TITLE in listed.text for rules in GAMES.values())
    answer = await first_game.create(caller(), "aadu_huli")
    assert [button.verb for button in answer.buttons] == ["guided", "course"], "a die decides the sides"
    await first_game.start_first(caller(), "aadu_huli")
    stored = await store.find_in_channel(CHANNEL)
    assert stored is not None
    assert stored.status is Status.RUNNING
    assert {button.verb for button in (await first_game.start_first(caller())).buttons} == {"sides"}, (
        "of a game that is chosen from the list, the side is asked first"
    )


async def test_the_side_of_a_first_game_can_be_chosen(first_game: FirstGame, store: Store) -> None:
    offered = await first_game.choose_side(caller(), "vijayanagara")
    assert [button.verb for button in offered.buttons] == ["guided", *["first.as"] * 3]
    await first_game.start_as(caller(), "vijayanagara", "sultanate")
    stored = await store.find_in_channel(CHANNEL)
    assert stored is not None
    assert stored.seats_of(NORTH) == ("sultanate",)


@complete_game
async def test_a_typed_game_is_asked_for_its_side_as_a_listed_one_is(
    first_game: FirstGame, store: Store, rules: Rules
) -> None:
    typed = await first_game.ask(caller(), rules.TITLE)
    stored = await store.find_in_channel(CHANNEL)
    if stored is not None:  # nothing can be chosen
        assert says(typed.text, "guide.begun", n=len(stored.seats) - 1)
        assert rules.EXTRAS.draws_sides(rules.Options())
        return
    assert typed == await first_game.choose_side(caller(), rules.KEY)
    assert {button.verb for button in typed.buttons} >= {"guided", "first.as"}


async def test_a_side_that_chance_gives_is_chosen_in_a_first_game(
    first_game: FirstGame, store: Store
) -> None:
    """The game's own option asks the newcomer, as its first question."""
    begun = await first_game.choose_side(caller(), "aadu_huli")
    assert says(begun.text, "guide.begun", n=1)
    assert not says(begun.text, "guide.drawn")
    stored = await store.find_in_channel(CHANNEL)
    assert stored is not None
    assert stored.status is Status.RUNNING
    at = first_game.orders.load_seated(stored)
    assert at.asked in stored.seats_of(NORTH)
    assert not GAMES["aadu_huli"].EXTRAS.draws_sides(
        GAMES["aadu_huli"].Options.model_validate_json(stored.options)
    )


async def test_who_holds_another_seat_leaves_the_sides_to_chance(first_game: FirstGame, store: Store) -> None:
    await first_game.lobby.create(caller(), "aadu_huli")
    await first_game.lobby.join(caller(), "south")
    begun = await first_game.start_first(caller(), "aadu_huli")
    assert says(begun.text, "guide.drawn"), "it says who decides"


@complete_game
async def test_one_button_fills_the_free_seats_with_easy_bots_for_a_newcomer(
    first_game: FirstGame, store: Store, rules: Rules
) -> None:
    """It is the blue one, and it needs no answer, because the card shows the seats."""
    await first_game.lobby.create(caller(), rules.KEY)
    await first_game.lobby.join(caller())
    stored = await first_game.orders.find_game(caller())
    view = make_card_view(rules, stored)
    blue = [each for each in view.children if getattr(each, "style", None) == LOOKS["main"]]
    labels = [each.label for each in blue if isinstance(each, discord.ui.Button)]
    if len(list_seats_of(rules, stored)) > 2:
        assert labels == [phrase("button.bots")]
    assert (await first_game.seats.fill_lobby(caller(), stored.id)).silent
    seats = (await first_game.orders.find_game(caller())).seats
    assert {seat.level for seat in seats} == {"", find_easiest_level(rules)}
    assert len(seats) == len(list_seats_of(rules, stored))


async def test_only_a_newcomers_bots_are_easy(
    first_game: FirstGame, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await first_game.lobby.create(caller(), "taj_mahal")
    await first_game.lobby.join(caller())
    free = list_seats_of(GAMES["taj_mahal"], await first_game.orders.find_game(caller()))[1:]
    await first_game.seats.seat_bot(caller(), free[0])

    async def has_ended_game(*_: object) -> bool:
        return True

    monkeypatch.setattr(store, "has_ended_game", has_ended_game)
    await first_game.seats.seat_bot(caller(), free[1])
    stored = await first_game.orders.find_game(caller())
    levels = [seat.level for key in free[:2] if (seat := stored.seat(key))]
    assert levels == [find_easiest_level(GAMES["taj_mahal"]), find_default_level(GAMES["taj_mahal"])]


@complete_game
def test_options_of_a_first_game_are_the_games_own(rules: Rules) -> None:
    told = find_newcomer(rules)
    options = rules.Options().model_dump_json()
    for name, value in {} if told is None else told.options.items():
        options = set_option(rules, options, name, value)
    assert told is None or not told.options or options != rules.Options().model_dump_json()


@complete_game
async def test_the_number_of_players_is_told_and_can_be_changed(
    first_game: FirstGame, store: Store, rules: Rules
) -> None:
    default, numbers = count_players(rules), list_option_values(rules.Options, "seats")
    if default is None:
        await first_game.start_first(caller(), rules.KEY)
        assert await store.find_in_channel(CHANNEL) is not None, "there is nothing to ask"
        return
    offered = await first_game.start_first(caller(), rules.KEY)
    assert await store.find_in_channel(CHANNEL) is None, "the number is asked"
    assert phrase("guide.side", title=rules.TITLE, n=default - 1) in offered.text
    others = [button for button in offered.buttons if button.verb == "sides"]
    assert [each for each in offered.buttons if each.apart] == others, "not among the sides"
    assert [button.about for button in others] == [f"{rules.KEY}:{n}" for n in numbers if n != str(default)]
    chosen = int(others[-1].about.rpartition(":")[2])
    again = await first_game.choose_side(caller(), rules.KEY, chosen)
    assert phrase("guide.side", title=rules.TITLE, n=chosen - 1) in again.text
    seats = [button.about for button in again.buttons if button.verb == "first.as"]
    assert len(seats) == chosen
    _, seat, number = seats[-1].split(":")
    await first_game.start_as(caller(), rules.KEY, seat, int(number))
    stored = await store.find_in_channel(CHANNEL)
    assert stored is not None
    assert stored.seats_of(NORTH) == (seat,)
    assert len(stored.seats) == chosen


async def test_a_table_that_is_set_up_keeps_its_number(first_game: FirstGame, store: Store) -> None:
    await first_game.create(caller(), "taj_mahal", seats=5)
    offered = await first_game.choose_side(caller(), "taj_mahal")
    assert [button.verb for button in offered.buttons] == ["guided", *["first.as"] * 5]
    await first_game.start_first(caller(), "taj_mahal")
    stored = await store.find_in_channel(CHANNEL)
    assert stored is not None
    assert len(stored.seats) == 5


async def test_an_impossible_number_of_players_is_refused(first_game: FirstGame) -> None:
    with pytest.raises(Refused):
        await first_game.choose_side(caller(), "taj_mahal", 9)
    with pytest.raises(Refused):
        await first_game.choose_side(caller(), "aadu_huli", 3)


async def test_the_card_of_a_game_without_luck_has_no_seal(first_game: FirstGame, store: Store) -> None:
    """Nothing is hidden or rolled there. A table of several people for another game has the seal."""
    await first_game.start_first(caller(), "aadu_huli")
    stored = await store.find_in_channel(CHANNEL)
    assert stored is not None
    settings = GameSettings.of(stored).with_(first_game=False, plain_card=False)
    for each in (stored, replace(stored, settings=settings.to_json())):
        assert not says(write_lobby_card(GAMES["aadu_huli"], each), "card.seal")
    assert describe_secret(GAMES["aadu_huli"], stored) == []
    assert describe_secret(GAMES["taj_mahal"], stored) != []


async def begin_goats(first_game: FirstGame, store: Store) -> Panel:
    """Begin a first game of Aadu-Huli, and return the panel of its second question."""
    await first_game.lobby.create(caller(), "aadu_huli")
    await first_game.lobby.join(caller(), "south")
    await first_game.start_first(caller(), "aadu_huli")
    stored = await store.find_in_channel(CHANNEL)
    assert stored is not None
    panel = first_game.orders.load_seated(stored).build_panel()
    assert panel is not None
    return panel


async def test_a_kind_of_question_is_explained_the_first_time(first_game: FirstGame, store: Store) -> None:
    told = find_newcomer(GAMES["aadu_huli"])
    assert told is not None
    panel = await begin_goats(first_game, store)
    answer, explanations = Reply("", panel), Explanations(first_game.orders)
    for _ in range(2):  # the message is made again
        assert (
            told.kinds["place"]
            in (await explanations.explain_answer(NORTH, Preferences(), answer, find_room)).text
        )
    later = replace(answer, panel=replace(panel, mark=replace(panel.mark, turn=panel.mark.turn + 1)))
    assert await explanations.explain_answer(NORTH, Preferences(), later, find_room) == later
    explanations = Explanations(first_game.orders)  # after a restart
    assert await explanations.explain_answer(NORTH, Preferences(), answer, find_room) == answer
    other = NORTH + 1
    assert await explanations.explain_answer(other, Preferences(help=False), answer, find_room) == answer
    unknown = replace(answer, panel=replace(panel, kind=("aadu_huli", "nothing")))
    assert await explanations.explain_answer(other, Preferences(), unknown, find_room) == unknown
    lesson = await make_lessons(first_game.orders).open(caller(), "aadu_huli:goats")
    assert await explanations.explain_answer(other, Preferences(), lesson, find_room) == lesson


async def test_an_explanation_is_made_again_in_the_language_of_its_message(
    first_game: FirstGame, store: Store
) -> None:
    panel, explanations = await begin_goats(first_game, store), Explanations(first_game.orders)
    english = await explanations.find_lines(NORTH, Preferences(), panel)
    with speak_within("fr"):
        french = await explanations.find_lines(NORTH, Preferences(), panel)
        assert begins(french[0], "guide.explained")
    assert len(french) == len(english)
    assert begins(english[0], "guide.explained")


async def test_a_post_and_the_private_question_after_it_explain_once(
    first_game: FirstGame, store: Store
) -> None:
    panel, explanations = await begin_goats(first_game, store), Explanations(first_game.orders)
    assert await explanations.find_lines(NORTH, Preferences(), panel, room=10) == [], "there is no room"
    for _ in range(2):  # a post that did not arrive is made again
        assert len(await explanations.find_lines(NORTH, Preferences(), panel, room=1000)) == 1
    assert await explanations.find_lines(NORTH, Preferences(), panel) == []


async def test_a_post_explains_one_thing_and_leaves_the_others_to_later_questions(
    first_game: FirstGame, store: Store
) -> None:
    """The picture of a post needs the room on a phone."""
    rules = GAMES["rajas_of_the_ganges"]
    explanations = Explanations(first_game.orders)
    panel = situation(rules, next(iter(random_steps(rules, 0)))).build_panel()
    assert panel is not None
    [first] = await explanations.find_lines(NORTH, Preferences(), panel, room=1000)
    rest = await explanations.find_lines(NORTH, Preferences(), panel)
    assert len(rest) > 1
    assert first not in rest


@complete_game
async def test_each_answer_is_explained_when_it_is_offered_first(
    first_game: FirstGame, store: Store, rules: Rules
) -> None:
    """Not only with the first question of its kind: that question may offer other answers."""
    told, explanations = find_newcomer(rules), Explanations(first_game.orders)
    assert told is not None
    wanted = dict[tuple[str, str], str]()
    for seed in range(2):
        for step in islice(random_steps(rules, seed), 150):
            panel = situation(rules, step).build_panel()
            if panel is None:
                continue
            kind, lines = panel.kind[1], await explanations.find_lines(NORTH, Preferences(), panel)
            new = {
                (each.kind, each.key): told.answers.get(each.kind, {}).get(each.key, "")
                for each in panel.answers
            }
            new[kind, ""] = told.kinds[kind]
            shown = "\n".join(lines)
            for name, text in new.items():
                if text and name not in wanted:
                    wanted[name] = text
                    assert text in shown, name
            assert len(lines) <= MOST
    assert wanted


@complete_game
@pytest.mark.parametrize("language", ["en", "fr"])
async def test_an_explained_question_fits_a_phone_with_its_picture(
    first_game: FirstGame, rules: Rules, language: str
) -> None:
    """What has no room is behind a button, so the picture does not scroll off the screen."""
    rng, person, told, folded = Random(5), NORTH, 0, 0
    spoken = LocalizedGames(GAMES)
    first_game.orders.games = spoken
    explanations = Explanations(first_game.orders)
    asked = [step for step in random_steps(rules, 0) if isinstance(step.live.pending, Ask)]
    with speak_within(language):
        for step in [*asked[:4], *rng.sample(asked, 6)]:
            for each in list_replies(situation(spoken[rules.KEY], step), rng)[:-1]:
                person += 1  # nobody knows anything yet
                reply = await explanations.explain_answer(person, Preferences(), each, find_room)
                folded += any(button.verb == "legal" for button in reply.buttons)
                told += reply.text != each.text
                assert measure(reply) <= max(PHONE, measure(each)), reply.text
    assert told + folded >= 10


@complete_game
async def test_the_first_post_is_one_screen_and_a_button_tells_the_rest(
    first_game: FirstGame, store: Store, rules: Rules
) -> None:
    """It has at most twelve short lines on a phone, not counting the card and its words."""
    await first_game.start_first(caller(), rules.KEY, count_players(rules))
    stored, told = await store.find_in_channel(CHANNEL), find_newcomer(rules)
    assert stored is not None
    assert told is not None
    opening = write_start_steps(rules, stored)
    assert sum(map(count_rows, [*opening, *turn_text.describe_seal(rules, stored.options, "0" * 64)])) <= 12
    assert told.line in opening
    assert phrase("start.goal", line=told.goal) in opening, "who wins, and how long it is"
    primer = await BoardViews(first_game.orders).show_primer(caller(), rules.KEY)
    assert " ".join(told.about.split()) in primer.text
    assert all(f"- {line}" in primer.text.splitlines() for line in told.board), "a line for each part"
    assert primer.view is not None, "the board that it explains"
    assert not primer.fits, "and all of it"
    assert primer.view.game == rules.KEY
    offered = list_buttons_beside(first_game.orders.load_seated(stored))
    assert ("primer", rules.KEY) in [(button.verb, button.about) for button in offered]
    posts = [post for _, post in await Room(store).posted()]
    [opened] = [post for post in posts if opening[0] in post.text]
    assert [(button.verb, button.about) for button in opened.buttons] == [("primer", rules.KEY)], (
        "under it too"
    )


@complete_game
async def test_before_a_game_the_board_that_is_explained_has_its_first_cards_and_dice(
    first_game: FirstGame, rules: Rules
) -> None:
    """The text explains them too, such as the tiles on sale."""
    primer = await BoardViews(first_game.orders).show_primer(caller(), rules.KEY)
    bare = rules.setup(rules.Options())
    start = begin(rules, rules.dump(bare), rules.KEY)
    assert primer.view == rules.view(start.live.state, None)
    if start.game.log:
        assert primer.view != rules.view(bare, None)


@complete_game
def test_what_newcomers_are_told_is_of_the_game(rules: Rules) -> None:
    told = find_newcomer(rules)
    assert told is not None
    state = rules.setup(rules.Options())
    assert told.seat in ("", *list_seats(rules, state))
    assert told.line, "lists of games say what it is about"
    assert told.fits, "and how heavy it is, how long a turn takes, and who likes it"
    folder = Path(str(getattr(rules, "__file__", ""))).parent
    source = "\n".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    said, ends = re.findall(r'"([a-z-]+)"', source), ("in", "to", "from", "with")
    kinds = {*said, *(f"{word}-{end}" for word in said for end in ends)}
    assert set(told.kinds) - kinds == set(), "a kind of question that the game does not ask"


def test_what_newcomers_are_told_is_refused_with_the_place_and_the_reason() -> None:
    with pytest.raises(ValueError, match="here: board: Field required"):
        read_newcomer("about: a", "here")
    with pytest.raises(ValueError, match=r"here: kinds.march: String should have at most"):
        read_newcomer(f"about: a\nboard: [b]\nkinds: {{march: {'word ' * 40}}}", "here")


async def test_a_game_is_meant_by_its_name_too(first_game: FirstGame, store: Store) -> None:
    listed = await first_game.start_first(caller(), "chess")
    assert [button.verb for button in listed.buttons] == ["sides"] * len(GAMES), (
        "none is called so: those there are"
    )
    await first_game.start_first(caller(), "Aadu-Huli aata")
    stored = await store.find_in_channel(CHANNEL)
    assert stored is not None
    assert stored.game == "aadu_huli"
