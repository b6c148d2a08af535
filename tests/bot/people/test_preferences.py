"""Preferences: set by `/prefs`, stored, and followed; two languages at one table."""

from __future__ import annotations

from datetime import UTC, datetime, time

import pytest

from bot.discord_app.client import Durbar
from bot.engine.thinking import list_levels
from bot.language.words import join_names, speak, speak_within
from bot.orders.own_question import OwnQuestion
from bot.people.preference_editor import NAMES, PreferenceStore
from bot.people.preferences import Preferences
from bot.people.setting_names import name_setting
from bot.plans.question_plans import QuestionPlans
from bot.posting.buttons import LINE
from bot.posting.layouts import read
from bot.posting.pictures import apply_preferences, list_offered
from bot.replies.reply import Refused
from bot.seating.preference_panel import TYPED, VALUE, PreferencePanel
from bot.seating.table_settings import TableSettings
from bot.session.bot_seats import name_level
from bot.settings.game_settings import GameSettings
from bot.settings.setting_values import SETTINGS
from bot.story.post import TEXT
from db.store import Store
from rules.loading.games import GAMES
from tests.bot.callers import CHANNEL, NORTH, SOUTH, Room, caller
from tests.bot.discord_app.test_discord import Hall, bot_of, hall, said, simcord_bot
from tests.phrases import begins, pattern, phrase, says

__all__ = ["hall", "simcord_bot"]
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


@pytest.fixture
def people(store: Store) -> PreferenceStore:
    return PreferenceStore(store, ("phone", "wall"), ("day", "night"))


@pytest.fixture
def panel(people: PreferenceStore, room: Room) -> PreferencePanel:
    return make_panel(people, room)


def make_panel(people: PreferenceStore, room: Room) -> PreferencePanel:
    """Return the panel of a room."""
    return PreferencePanel(people, room.options, OwnQuestion(room.table, QuestionPlans(room.table)))


async def test_nothing_set_is_as_usual(people: PreferenceStore, panel: PreferencePanel) -> None:
    assert await people.load(1) == Preferences()
    listed = await panel.open(caller(), None, None)
    assert all(says(listed.text, "prefs.short", name=name) for name in NAMES)
    [list_] = listed.lists
    assert [option.key for option in list_.options] == [*NAMES]
    assert all(option.says for option in list_.options)


@pytest.mark.parametrize("name", NAMES)
async def test_each_preference_has_a_button_for_each_value(
    people: PreferenceStore, panel: PreferencePanel, name: str
) -> None:
    shown = await panel.choose_listed(caller(), name)
    *answers, back = [each for each in shown.buttons if each.verb != PreferencePanel.ask.verb]
    assert back.call == PreferencePanel.show.call()
    assert len([each for each in answers if each.off]) <= 1, "only what holds now is greyed out"
    for each in answers:
        speak("en")
        value = each.about.partition(":")[2]
        told = await panel.set_value(caller(), name, value)
        assert getattr(await people.load(1), name) == people.read(name, value)
        assert each.call in [now.call for now in told.buttons if now.off], "the panel says what holds now"
    typed = [each for each in shown.buttons if each.verb == PreferencePanel.ask.verb]
    assert bool(typed) == (name in TYPED)


@pytest.mark.parametrize(("name", "typed"), TYPED.items())
async def test_a_form_takes_any_value(
    people: PreferenceStore, panel: PreferencePanel, name: str, typed: str
) -> None:
    form = await panel.ask(caller(), name)
    assert form.fields[0].hint == typed
    await panel.read_form(caller(), name, entered={VALUE: typed})
    assert getattr(await people.load(1), name) == people.read(name, typed)


async def test_a_refused_value_leaves_the_panel(panel: PreferencePanel) -> None:
    shown = await panel.choose(caller(), "reminders")
    with pytest.raises(Refused, match=pattern("prefs.hours_form")) as refused:
        await panel.read_form(caller(), "reminders", entered={VALUE: "tomorrow"})
    assert refused.value.buttons == shown.buttons


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_lists_explain_preferences_in_whole_words(panel: PreferencePanel, language: str) -> None:
    with speak_within(language):
        [list_] = (await panel.show(caller())).lists
        hours = [each.label for each in (await panel.choose(caller(), "reminders")).buttons]
        assert phrase("prefs.hours", n=24) in hours
    assert all(len(option.says) <= LINE for option in list_.options), "a longer line breaks off"
    assert not [option.says for option in list_.options if "`" in option.says], "a list shows no markdown"


@pytest.mark.parametrize(
    ("name", "value"), [("language", "fr"), ("palette", "night"), ("zone", "Europe/Paris")]
)
async def test_a_question_in_the_old_look_can_be_shown_anew(
    room: Room, panel: PreferencePanel, name: str, value: str
) -> None:
    await room.begin()
    asked = await room.decider()
    with speak_within("en"):
        told = await panel.open(caller(asked), name, value)
        others = await panel.open(caller(SOUTH + NORTH - asked), name, value)
    again = OwnQuestion.show.verb
    assert (again in [each.verb for each in told.buttons]) == (name != "zone")
    assert again not in [each.verb for each in others.buttons], "nobody asks them anything"


async def find_language(room: Room) -> str:
    """Return the language of the posts in the room's channel."""
    here = await room.store.find_in_channel(CHANNEL)
    assert here is not None
    return GameSettings.of(here).language


async def test_posts_follow_the_language_of_all_people_at_the_table(room: Room) -> None:
    people = PreferenceStore(room.store)
    panel = make_panel(people, room)
    await room.lobby.create(caller(), "toy")
    await room.lobby.join(caller(), "north")
    await room.lobby.join(caller(SOUTH), "south")
    with speak_within("en"):
        told = await panel.open(caller(), "language", "fr")
        assert await find_language(room) == "en", "one of them reads English"
        assert phrase("language.table", language="English") in told.text
        assert [each.call.verb for each in told.buttons] == [TableSettings.post_in.verb]
    with speak_within("en"):
        told = await panel.open(caller(SOUTH), "language", "fr")
        assert await find_language(room) == "fr"
        assert phrase("language.followed", language="français") in told.text


async def test_the_host_changes_the_language_of_posts_with_a_button(room: Room) -> None:
    await room.lobby.create(caller(), "toy")
    here = await room.store.find_in_channel(CHANNEL)
    assert here is not None
    await room.options.post_in(caller(), here.id, "fr")
    assert await find_language(room) == "fr"


async def test_one_joins_a_table_in_another_language_and_reads_so(room: Room) -> None:
    await room.lobby.create(caller(), "toy")
    with speak_within("fr"):
        told = await room.lobby.join(caller(SOUTH), "south")
        assert not told.silent
        assert phrase("language.table", language="English") in told.text


@pytest.mark.parametrize(
    ("name", "typed", "kept"),
    [
        ("pings", "off", False),
        ("zone", "asia/kolkata", "Asia/Kolkata"),
        ("zone", "berlin", "Europe/Berlin"),
        ("zone", "New York", "America/New_York"),
        ("zone", "louisville", "America/Louisville"),
        ("quiet", "22 - 8", (time(22), time(8))),
        ("quiet", "22:30-7", (time(22, 30), time(7))),
        ("quiet", "22h30 à 7h", (time(22, 30), time(7))),
        ("quiet", "10pm-7am", (time(22), time(7))),
        ("quiet", "12 am to 12:15 pm", (time(0), time(12, 15))),
        ("quiet", "off", None),
        ("reminders", "6", 6),
        ("reminders", "OFF", "off"),
        ("size", "wall", "wall"),
        ("palette", "night", "night"),
        ("preview", "on", True),
        ("language", "fr", "fr"),
        ("language", "Français", "fr"),
        ("Langue", "francais", "fr"),
        ("language", "french", "fr"),
        ("aide", "non", False),
        ("rated", "no", False),
    ],
)
async def test_what_is_set_is_kept(
    people: PreferenceStore, store: Store, name: str, typed: str, kept: object
) -> None:
    await people.set(caller(), name, typed)
    name = {"Langue": "language", "aide": "help"}.get(name, name)
    assert getattr(await PreferenceStore(store).load(1), name) == kept
    assert await people.load(2) == Preferences()


@pytest.mark.parametrize(
    ("name", "typed", "why"),
    [
        ("zone", "Deccan", pattern("prefs.zone_unknown")),
        ("zone", "eastern", pattern("prefs.zone_several", zones="Canada/Eastern or US/Eastern")),
        ("quiet", "25-8", pattern("prefs.quiet_form")),
        ("quiet", "13pm-7am", pattern("prefs.quiet_form")),
        ("quiet", "22:75-7", pattern("prefs.quiet_form")),
        ("quiet", "22-7-8", pattern("prefs.quiet_form")),
        ("reminders", "0", pattern("prefs.hours_form")),
        ("size", "huge", pattern("prefs.may_be", allowed="default, phone or wall")),
        ("pings", "maybe", pattern("prefs.may_be", allowed="on or off")),
        ("colour", "red", pattern("prefs.unknown", names=join_names(NAMES))),
    ],
)
async def test_what_cannot_be_set_is_refused_with_what_can(
    people: PreferenceStore, name: str, typed: str, why: str
) -> None:
    with pytest.raises(Refused, match=why):
        await people.set(caller(), name, typed)
    assert await people.load(1) == Preferences()


@pytest.mark.parametrize(
    ("zone", "quiet", "at", "until"),
    [
        ("UTC", (time(22), time(8)), 23, datetime(2026, 6, 2, 8, tzinfo=UTC)),
        ("UTC", (time(22), time(8)), 7, datetime(2026, 6, 1, 8, tzinfo=UTC)),
        ("UTC", (time(22), time(8)), 8, None),
        ("UTC", (time(12), time(14)), 13, datetime(2026, 6, 1, 14, tzinfo=UTC)),
        ("UTC", (time(12), time(14)), 14, None),
        ("UTC", (time(5), time(5)), 5, None),
        ("UTC", (time(22, 30), time(7, 15)), 23, datetime(2026, 6, 2, 7, 15, tzinfo=UTC)),
        ("UTC", (time(22, 30), time(7, 15)), 22, None),
        ("Asia/Kolkata", (time(22), time(8)), 18, datetime(2026, 6, 2, 2, 30, tzinfo=UTC)),  # 23:30 there
        ("Europe/Paris", (time(22), time(8)), 5, datetime(2026, 6, 1, 6, tzinfo=UTC)),  # 7:00 there
    ],
)
def test_quiet_hours(zone: str, quiet: tuple[time, time], at: int, until: datetime | None) -> None:
    preferences = Preferences(zone=zone, quiet=quiet)
    now = NOON.replace(hour=at)
    assert preferences.find_quiet_end(now) == until
    assert preferences.find_loud_time(now) == (until or now)


def test_quiet_hours_of_earlier_versions_are_whole_hours() -> None:
    assert Preferences.model_validate_json('{"quiet": [22, 8]}').quiet == (time(22), time(8))


def test_a_size_is_liked_only_where_the_game_has_it() -> None:
    from rules.loading.games import GAMES

    sizes, palettes = list_offered(GAMES)
    game = next(iter(GAMES))
    assert apply_preferences(game, Preferences(size=sizes[-1], palette=palettes[-1])) == (
        sizes[-1],
        palettes[-1],
    )
    assert apply_preferences("toy", Preferences(size=sizes[-1], palette=palettes[-1])) == (None, "day")
    assert apply_preferences(game, Preferences()) == (None, palettes[0])


async def test_an_answer_in_ones_own_language_a_post_in_the_language_of_the_table(hall: Hall) -> None:
    await hall.begin()
    who = hall.asked()
    set_ = await who.slash(hall.channel, "prefs", name="language", value="fr")
    with speak_within("fr"):
        assert begins(said(set_), "options.set", name=phrase("named.language"), value="français")
    done = await who.slash(hall.channel, "pass")
    with speak_within("fr"):
        assert begins(said(done), "done.other", line="Pass.")
    assert says(read(hall.last), "order", line="Pass.")
    back = await who.slash(hall.channel, "undo")
    with speak_within("fr"):
        assert begins(said(back), "undone.yours", line="Pass.")
    assert says(read(hall.last), "undone", line="Pass.")
    refused = await hall.asha.slash(hall.channel, "board", view="huge")
    assert said(refused)
    told = await hall.asha.slash(hall.channel, "game options", name="language", value="fr")
    with speak_within("fr" if who is hall.asha else "en"):
        assert said(told) == phrase("options.set", name=phrase("named.language"), value="français")
    with speak_within("fr"):
        named = phrase("named.language")
        assert phrase("agreed.told", user=hall.asha.id, name=named, value="français") in read(hall.last)
    await who.slash(hall.channel, "pass")
    with speak_within("fr"):
        assert says(read(hall.last), "order", line="Pass.")


async def test_a_new_table_speaks_the_language_of_its_maker(hall: Hall) -> None:
    await hall.bala.slash(hall.channel, "prefs", name="language", value="fr")
    await hall.bala.slash(hall.channel, "game new", game="toy")
    with speak_within("fr"):
        assert says(read(hall.last), "card")
    await hall.asha.slash(hall.channel, "game join")
    with speak_within("fr"):
        assert says(read(hall.last), "card")
    names = await hall.asha.autocomplete(hall.channel, "prefs", "name", "qui")
    assert [choice["value"] for choice in names] == ["quiet"]
    values = await hall.asha.autocomplete(hall.channel, "prefs", "value", "", name="language")
    assert [choice["value"] for choice in values] == ["English", "français"]


async def test_preferences_outlive_a_restart(hall: Hall) -> None:
    await hall.bala.slash(hall.channel, "prefs", name="language", value="fr")
    await hall.env.restart_bot(bot_of(hall.store))
    assert isinstance(hall.env.bot, Durbar)
    refused = await hall.bala.slash(hall.channel, "pass")
    with speak_within("fr"):
        assert said(refused) == phrase("no_game")


@pytest.mark.parametrize(("name", "value"), [("language", "Français"), ("Langue", "french")])
async def test_a_table_s_language_is_set_by_any_of_its_names(room: Room, name: str, value: str) -> None:
    await room.lobby.create(caller(), "toy")
    await room.lobby.join(caller(), "north")
    await room.options.set(caller(), name, value)
    here = await room.store.find_in_channel(CHANNEL)
    assert here is not None
    assert GameSettings.of(here).language == "fr"


async def test_what_the_table_agrees_on(room: Room) -> None:
    await room.lobby.create(caller(), "toy")
    with pytest.raises(Refused, match=pattern("options.not_seated")):
        await room.options.set(caller(SOUTH), "pace", "daily")
    await room.lobby.join(caller(SOUTH), "south")
    await room.posted()
    for name, value, shown in (
        ("pace", "daily", phrase("pace.daily")),
        ("reminders", "6", "6"),
        ("rated", "off", phrase("value.off")),
        ("reminders", "pace", phrase("agreed.as_pace")),
    ):
        answer = await room.options.set(caller(SOUTH), name, value)
        assert answer.text == phrase("options.set", name=name, value=shown)
    with pytest.raises(Refused, match=pattern("options.may_be")):
        await room.options.set(caller(), "pace", "soon")
    assert not [post for kind, post in await room.posted() if kind == TEXT], "nobody else is there"
    await room.lobby.join(caller(), "north")
    await room.options.set(caller(), "pace", "weekly")
    told = [post.text for kind, post in await room.posted() if kind == TEXT]
    assert told == [phrase("agreed.told", user=1, name="pace", value=phrase("pace.weekly"))]
    await room.lobby.start(caller())
    with pytest.raises(Refused, match=pattern("agreed.host", user=1)):
        await room.options.set(caller(SOUTH), "pace", "none")
    await room.posted()
    await room.options.set(caller(), "pace", "weekly")
    [(kind, post)] = await room.posted()
    assert (kind, post.text) == (
        "text",
        phrase("agreed.told", user=1, name="pace", value=phrase("pace.weekly")),
    )


def test_each_setting_and_preference_has_a_name_in_french() -> None:
    """A name that is the same word in both languages needs no other one."""
    alike = {"animation", "palette"}
    names = {*NAMES, *SETTINGS} - alike
    assert {name for name in names if name_setting(name) != name} == set(), "English names are as typed"
    with speak_within("fr"):
        assert {name for name in names if name_setting(name) == name} == set()


def test_a_level_of_bot_players_has_a_name_in_french() -> None:
    levels = {level for rules in GAMES.values() for level in list_levels(rules)}
    with speak_within("fr"):
        assert {level for level in levels if name_level(level) == level} == set()
    assert name_level("a package's own") == "a package's own"
