"""Make the form for a new cup or league, and read what a person entered."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.clubs.seekers import list_numbers
from bot.competitions.schedule import MOST_PEOPLE
from bot.competitions.terms import (
    CUP,
    LEAGUE,
    LEAST,
    LEAST_DIVISION,
    MOST_DIVISION,
    TWO,
    Format,
    Terms,
)
from bot.language.words import say
from bot.people.preferences import Preferences
from bot.replies.action import Entered
from bot.replies.reply import FormField, Refused
from bot.settings.game_settings import PACES
from bot.settings.setting_values import describe_pace
from rules.kernel import Option, Rules
from rules.orders.tokenizer import echo

GAME, FORMAT, SIZE, PACE, TERMS = "game", "format", "size", "pace", "terms"
PEOPLE, BOTS, RATED = "people", "bots", "rated"
MOST_GAMES = 25  # the most options of a list
LARGE = (32, 48, 64)  # larger sizes, which only Swiss and knock-out cups can have
USUAL_SIZE, USUAL_DIVISION = 8, 8
DAYS = {CUP: 30, LEAGUE: 90}  # the usual time for a game of a cup, and for a season
KINDS = (CUP, LEAGUE)
_DATE = re.compile(r"(\d{4}-\d\d-\d\d)(?:[ T](\d\d?)(?::(\d\d))?)?")


def list_games(games: Mapping[str, Rules], kind: str) -> list[Option]:
    """Return the options of a list of games, each with a number of players, such as "Mela, 3 players".

    Only games that rank their seats are among them. `kind` is `CUP` or `LEAGUE`; a league has only numbers of
    players that fit its divisions. There are at most `MOST_GAMES` choices.
    """
    numbers = [
        Option(f"{key}.{n}", say("cup.game", title=rules.TITLE, n=n))
        for key, rules in games.items()
        if rules.EXTRAS.scores is not None
        for n in list_numbers(rules)
        if kind == CUP or n <= LEAST_DIVISION + 1
    ]
    return numbers[:MOST_GAMES]


def make_fields(games: Mapping[str, Rules], kind: str) -> list[FormField]:
    """Return the fields of the form for a new competition."""
    paces = [Option(key, describe_pace(key)) for key in PACES]
    which = FormField(GAME, say("table.which"), list_games(games, kind))
    pace = FormField(PACE, say("table.pace"), paces, list(PACES).index("daily"))
    people, rated = Option(PEOPLE, say("seek.people")), Option(RATED, say("seek.rated"))
    if kind == LEAGUE:
        sizes = range(LEAST_DIVISION, MOST_DIVISION + 1)
        size = FormField(
            SIZE, say("cup.division_size"), _list_sizes([*sizes]), [*sizes].index(USUAL_DIVISION)
        )
        return [which, size, pace, FormField(TERMS, say("table.terms"), [people, rated])]
    sizes_of_cup = [*range(LEAST, MOST_PEOPLE - len(LARGE) + 1), MOST_PEOPLE, *LARGE][:MOST_GAMES]
    formats = {
        Format.ALL_PLAY: say("cup.all_play"),
        Format.SWISS: say("cup.swiss"),
        Format.KNOCK_OUT: say("cup.knock_out"),
    }
    return [
        which,
        FormField(FORMAT, say("cup.format"), [Option(key, label) for key, label in formats.items()]),
        FormField(SIZE, say("cup.size"), _list_sizes(sizes_of_cup), sizes_of_cup.index(USUAL_SIZE)),
        pace,
        FormField(TERMS, say("table.terms"), [people, Option(BOTS, say("cup.bots")), rated]),
    ]


def read_terms(
    games: Mapping[str, Rules], kind: str, entered: Entered, days: int, starts: datetime | None
) -> tuple[str, Terms]:
    """Return the key of the game and the terms that a person entered. Raises `Refused`."""
    offered = {field.key: {option.key for option in field.options} for field in make_fields(games, kind)}
    if any(entered.get(key) not in options for key, options in offered.items()):
        raise Refused(say("stale"))
    game, _, seats = entered[GAME].rpartition(".")
    format_ = Format(entered.get(FORMAT, Format.ALL_PLAY))
    size = int(entered[SIZE])
    if format_ is not Format.ALL_PLAY and int(seats) != TWO:
        raise Refused(say("cup.only_two"))
    if format_ is Format.ALL_PLAY and size > MOST_PEOPLE:
        raise Refused(say("cup.many", n=MOST_PEOPLE))
    if size < int(seats):
        raise Refused(say("cup.few", n=int(seats)))
    terms = Terms(
        format=format_,
        seats=int(seats),
        size=size,
        pace=entered[PACE],
        rated=entered[TERMS] == RATED,
        bots=entered[TERMS] == BOTS and format_ is not Format.KNOCK_OUT,
        days=days,
        starts=starts,
    )
    return game, terms


def read_start(typed: str, preferences: Preferences | None, now: datetime) -> datetime:
    """Return a time that a person typed in their own time zone. The result is in the time zone of `now`.

    Raises `Refused`.
    """
    found = _DATE.fullmatch(typed.strip())
    zone = ZoneInfo((preferences or Preferences()).zone)
    try:
        if found is None:
            raise ValueError
        day = datetime.fromisoformat(found[1])
        at = day.replace(hour=int(found[2] or 0), minute=int(found[3] or 0), tzinfo=zone)
    except ValueError:
        raise Refused(say("cup.bad_date", typed=echo(typed))) from None
    if at <= now:
        raise Refused(say("cup.past_date", typed=echo(typed)))
    return at.astimezone(now.tzinfo)


def _list_sizes(sizes: list[int]) -> list[Option]:
    return [Option(str(n), say("cup.people", n=n)) for n in sizes]
