"""The clocks of seats: what they count, what stops them, and when an answer is due."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta

import pytest

from bot.people.preferences import Preferences
from bot.settings.clocks import (
    BOTH,
    QUIET,
    STOPS,
    add_increment,
    count_time,
    find_answer_deadline,
    find_begin,
    find_time_left,
    measure_time,
    renew_clocks,
    start_counting,
)
from bot.settings.game_settings import PACES, GameSettings, SeatClock
from bot.settings.setting_values import _describe_setting, format_setting, set_setting
from rules.loading.games import GAMES
from tests.every_game.test_secrets import STORED

HOUR = timedelta(hours=1)
NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)
PLAIN = Preferences()
NIGHT = Preferences(quiet=(time(22), time(8)))
BANK = GameSettings(pace="24h+4h")


def seconds(hours: float) -> int:
    return round(hours * 3600)


def test_a_bank_shrinks_by_what_is_used_and_grows_by_a_turn_up_to_its_limit() -> None:
    used = count_time(BANK, {"north": PLAIN}, NOON, NOON + 10 * HOUR)
    assert used.clocks == {"north": SeatClock(seconds(10), seconds(14))}
    assert add_increment(used, "north").clocks["north"] == SeatClock(seconds(10), seconds(18))
    assert add_increment(used, "south") == used, "this seat has not been asked yet"
    full = used.with_(clocks={"north": SeatClock(0, seconds(71))})
    assert add_increment(full, "north").clocks["north"].left == seconds(72)
    late = count_time(BANK, {"north": PLAIN}, NOON, NOON + 30 * HOUR)
    assert late.clocks["north"] == SeatClock(seconds(30), 0)
    assert renew_clocks(late, "north").clocks["north"] == SeatClock(seconds(30), seconds(24))


def test_time_is_counted_once() -> None:
    """A second act before the next question counts only the time since the first."""
    first = count_time(BANK, {"north": PLAIN, "south": PLAIN}, NOON, NOON + HOUR)
    second = count_time(first, {"south": PLAIN}, NOON, NOON + 3 * HOUR)
    assert [second.clocks[seat].used for seat in ("north", "south")] == [seconds(1), seconds(3)]


@pytest.mark.parametrize("pace", PACES)
def test_the_deadline_is_the_time_that_is_left(pace: str) -> None:
    settings = GameSettings(pace=pace)
    left = find_time_left(settings, "north")
    assert left == PACES[pace].answer
    due = find_answer_deadline(settings, NOON, None, "north", PLAIN)
    assert due == (None if left is None else NOON + left)
    assert find_answer_deadline(settings.with_(paused=True), NOON, None, "north") is None
    played = add_increment(count_time(settings, {"north": PLAIN}, NOON, NOON + HOUR), "north")
    assert played.clocks["north"].used == seconds(1)
    if PACES[pace].most is None:
        assert find_time_left(played, "north") == left, "each question has the whole time"


def test_a_paused_game_and_seats_without_people_count_nothing() -> None:
    assert count_time(BANK.with_(paused=True), {"north": PLAIN}, NOON, NOON + HOUR).clocks == {}
    assert count_time(BANK, {}, NOON, NOON + HOUR) == BANK
    resumed = BANK.with_(counted=NOON + 5 * HOUR)
    assert find_begin(resumed, NOON, PLAIN) == NOON + 5 * HOUR
    assert count_time(resumed, {"north": PLAIN}, NOON, NOON + 6 * HOUR).clocks["north"].used == seconds(1)


@pytest.mark.parametrize("pace", ["daily", "24h+4h"])
def test_a_pause_takes_no_time_from_the_question(pace: str) -> None:
    """10 of 24 hours are used, then the game stands still for 90 hours, and twice more for an hour."""
    settings, now = GameSettings(pace=pace), NOON + 10 * HOUR
    settings = start_counting(count_time(settings, {"north": PLAIN}, NOON, now), NOON, now)
    for pause in (90, 1, 1):
        paused = settings.with_(paused=True)
        assert count_time(paused, {"north": PLAIN}, NOON, now + HOUR) == paused
        now += pause * HOUR
        settings = start_counting(paused, NOON, now).with_(paused=False)
        begin = find_begin(settings, NOON, PLAIN)
        assert find_answer_deadline(settings, begin, NOON, "north", PLAIN) == now + 14 * HOUR
    settings = count_time(settings, {"north": PLAIN}, NOON, now + 4 * HOUR)
    assert settings.clocks["north"] == SeatClock(seconds(14), seconds(10))
    left = find_time_left(settings, "north", now + 4 * HOUR)
    assert left == (24 if pace == "daily" else 10) * HOUR, "only a bank goes to the next question"


def test_a_question_that_is_asked_in_a_pause_has_all_its_time() -> None:
    settings = count_time(GameSettings(pace="daily"), {"north": PLAIN}, NOON, NOON + 10 * HOUR)
    asked = NOON + 20 * HOUR
    resumed = start_counting(settings.with_(paused=True), asked, asked + 50 * HOUR).with_(paused=False)
    begin = find_begin(resumed, asked, PLAIN)
    assert find_answer_deadline(resumed, begin, asked, "north", PLAIN) == asked + 74 * HOUR


def test_a_pause_moves_the_end_of_an_extension() -> None:
    extended = GameSettings(pace="daily").with_(extended_until=NOON + 72 * HOUR, extended_for=NOON)
    now = NOON + 10 * HOUR
    paused = start_counting(count_time(extended, {"north": PLAIN}, NOON, now), NOON, now).with_(paused=True)
    resumed = start_counting(paused, NOON, now + 100 * HOUR).with_(paused=False)
    assert resumed.extended_until == NOON + 172 * HOUR
    assert find_answer_deadline(resumed, resumed.counted or NOON, NOON, "north") == NOON + 172 * HOUR


@pytest.mark.parametrize("stops", STOPS)
def test_what_the_table_agrees_stops_the_clock(stops: str) -> None:
    settings = BANK.model_copy(update={"stops": stops})
    away = Preferences(away=NOON + 3 * HOUR)
    counts = stops in ("away", "both")
    assert find_begin(settings, NOON, away) == NOON + (3 * HOUR if counts else 0 * HOUR)
    spent = measure_time(settings, NOON, NOON + 24 * HOUR, NIGHT)
    assert spent == (14 if stops in (QUIET, BOTH) else 24) * HOUR
    due = find_answer_deadline(settings, NOON, None, "north", NIGHT)
    # 10 hours until 22:00, then 14 from 8:00
    assert due == NOON + (34 if stops in (QUIET, BOTH) else 24) * HOUR
    assert measure_time(settings, NOON, due, NIGHT) == 24 * HOUR


@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize("stops", STOPS)
def test_every_pace_and_stop_is_said_on_the_card(pace: str, stops: str) -> None:
    settings = set_setting(set_setting(GameSettings(), "pace", pace), "stops", stops)
    stored = replace(STORED, settings=settings.to_json())
    for name in ("pace", "stops"):
        assert _describe_setting(GAMES["aadu_huli"], stored, name)
        assert format_setting(GAMES["aadu_huli"], stored, name)


def test_another_pace_fills_the_banks() -> None:
    used = count_time(BANK, {"north": PLAIN}, NOON, NOON + 20 * HOUR)
    assert set_setting(used, "pace", "72h+12h").clocks["north"] == SeatClock(seconds(20), seconds(72))
    assert set_setting(used, "stops", "both").stops == "both"
