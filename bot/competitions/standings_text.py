"""Write the texts of cups and leagues: terms, standings, and pages of standings and results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from bot.clubs.laying_out import choose_options
from bot.competitions.progress import (
    BYE,
    VOID,
    count_rounds,
    find_champions,
    find_least,
    list_divisions,
    list_exits,
    list_open_matches,
    list_people,
    list_results,
    rank_division,
)
from bot.competitions.results import How
from bot.competitions.standings import Standing, expect_points
from bot.competitions.terms import CUP, TWO, Format, Terms
from bot.language.words import format_number, join_names, say
from bot.settings.setting_values import describe_pace
from bot.story.board_posts import format_time
from bot.story.post import link_board
from db.clubs.competition_records import NO_PERSON, Competition, Match, Stage
from db.records import StoredGame
from rules.kernel import Rules

PARTS: Mapping[Fraction, str] = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
    Fraction(1, 6): "⅙",
    Fraction(5, 6): "⅚",
}


def format_points(points: Fraction) -> str:
    """Return points as people write them, such as "5½".

    Points whose fraction has no character of its own get decimals, such as "0.20".
    """
    whole, part = divmod(points, 1)
    if part and part not in PARTS:
        return format_number(float(points), "0.00")
    return f"{whole or ''}{PARTS[part]}" if part else str(whole)


def format_surplus(points: Fraction) -> str:
    """Return the difference between points and the expected points, such as "+0.25"."""
    return format_number(float(points), "+0.00;-0.00")


def name_entrant(user_id: int) -> str:
    """Return a mention of a person, or the name of a bot player or of a deleted person."""
    if user_id > 0:
        return f"<@{user_id}>"
    return say("cup.bot", n=NO_PERSON - user_id + 1) if user_id <= NO_PERSON else say("cup.nameless")


def title(of: Competition, rules: Rules) -> str:
    """Return the name of a competition with its kind and game."""
    return say("cup.head" if of.kind == CUP else "cup.head_league", name=of.name, title=rules.TITLE)


def describe_terms(of: Competition) -> list[str]:
    """Return the terms of a competition in words, with the rule for games that are not over in time."""
    terms = Terms.of(of)
    agreed = [
        say("table.number", n=terms.seats),
        describe_pace(terms.pace),
        say("tables.rated") if terms.rated else say("tables.friendly"),
        *([say("cup.says_bots")] if terms.bots else []),
    ]
    if of.kind == CUP:
        time = [say("cup.says_days", n=terms.days)]
    else:
        time = [say("cup.says_season", n=terms.days), say("cup.says_divisions", n=terms.size)]
    return [describe_format(terms), " · ".join(agreed), *time, say("cup.says_rule")]


def describe_format(terms: Terms) -> str:
    """Return a sentence that says who meets whom."""
    if terms.format is Format.SWISS:
        return say("cup.says_swiss")
    if terms.format is Format.KNOCK_OUT:
        return say("cup.says_knock_out")
    return say("cup.says_all") if terms.seats == TWO else say("cup.says_all_seats", n=terms.seats)


def write_open(of: Competition, rules: Rules) -> str:
    """Return the post of a competition that people can join."""
    terms, people = Terms.of(of), list_people(of)
    names = join_names([name_entrant(each.user_id) for each in people]) if people else ""
    full = say("cup.starts_full", n=terms.size) if of.kind == CUP else ""
    if terms.starts is not None:
        key = "cup.starts_either" if full else "cup.starts"
        full = say(key, n=terms.size, at=format_time(terms.starts), least=find_least(of))
    joined = say("cup.joined", n=len(people), people=names) if people else say("cup.nobody")
    return "\n".join([title(of, rules), *describe_terms(of), full, joined])


def write_standings(of: Competition, rules: Rules, room: int) -> str:
    """Return the post of a competition that has begun, in at most `room` characters."""
    head, below = [title(of, rules)], list[str]()
    if of.stage is Stage.OVER:
        head.append(_write_end(of))
    elif of.kind == CUP:
        head.append(_write_round(of))
    else:
        end = Terms.of(of).find_season_end(of.season)
        assert end is not None, "a running league has begun"
        head.append(say("cup.season", n=of.season, at=format_time(end)))
    waiting = [each for each in list_people(of) if not each.division]
    if waiting:
        names = join_names([name_entrant(each.user_id) for each in waiting])
        below.append(say("cup.next_season", people=names))
    if of.stage is Stage.RUNNING:
        below.append(say("cup.says_rule"))
    text = "\n".join(head)
    room -= len(text) + sum(len(each) + 1 for each in below)
    return "\n".join([text, *fit_rows(list_rows(of, of.season), room), *below])


def list_rows(of: Competition, season: int) -> list[str]:
    """Return the lines of the standings of a season. If there are several divisions, each has a heading.

    In a knock-out cup, the lines say who is still in the cup, and in which round the other people lost.
    """
    if Terms.of(of).format is Format.KNOCK_OUT:
        return _list_exits(of)
    found, divisions = list[str](), list_divisions(of, season)
    for division in divisions:
        if len(divisions) > 1:
            found.append(say("cup.division", n=division))
        found += [_write_row(of, each) for each in rank_division(of, season, division)]
    return found


def explain_tie_breaks(of: Competition, rules: Rules) -> str:
    """Return a line that says how ties are broken; for a knock-out cup, a line that says who meets whom."""
    terms = Terms.of(of)
    if terms.format is Format.KNOCK_OUT:
        return describe_format(terms)
    if terms.seats == TWO:
        return say("cup.explained_berger")
    options = choose_options(rules, terms.seats)
    keys = rules.seats(rules.Options.model_validate_json(options))
    expected = expect_points(list_results(of.matches), terms.seats)
    seats = [
        f"{rules.name(k)} {format_number(float(points), '0.00')}"
        for k, points in zip(keys, expected, strict=True)
    ]
    return say("cup.explained_surplus", seats=join_names(seats))


def write_match(match: Match, stored: StoredGame | None = None) -> str:
    """Return the line of a match: its people with their points, or its people and the state of its game."""
    if match.how == BYE:
        user = name_entrant(match.people[0])
        return say("cup.match_bye", n=match.number, round=match.round, user=user)
    if match.how in ("", VOID):
        people = " – ".join(name_entrant(user) for user in match.people)
        state = say("cup.match_void") if match.how else _describe_open(match, stored)
        return say("cup.match", n=match.number, round=match.round, people=people, state=state)
    pairs = zip(match.people, match.points, strict=True)
    people = " – ".join(f"{name_entrant(user)} {format_points(Fraction(own))}" for user, own in pairs)
    return say("cup.match", n=match.number, round=match.round, people=people, state=describe_how(match))


def describe_how(match: Match) -> str:
    """Return in words how the result of a match came about."""
    match How(match.how):
        case How.PLAYED:
            return say("cup.how_played")
        case How.RESIGNED:
            return say("cup.how_left")
        case How.TIMED_OUT:
            return say("cup.how_timed_out")
        case How.ADJUDICATED:
            return say("cup.how_adjudicated")
        case How.SET:
            return say("cup.how_set", reason=match.reason)


def _describe_open(match: Match, stored: StoredGame | None) -> str:
    if match.due is None:
        return say("cup.match_waits")
    if stored is None:
        return say("cup.match_called", at=format_time(match.due))
    return say("cup.match_running", link=link_board(stored), at=format_time(match.due))


def _list_exits(of: Competition) -> list[str]:
    """Return a line for each person of a knock-out cup: they are still in it, or the round when they lost."""
    exits, rows = list_exits(of), list[str]()
    now = max((each.round for each in of.matches), default=1)
    for user, reached in exits:
        place = 1 + len([other for _, other in exits if other > reached])
        if reached > now:
            state = say("cup.ko_won")
        elif reached == now and of.stage is Stage.RUNNING:
            state = say("cup.ko_in", n=reached)
        else:
            state = say("cup.ko_out", n=reached)
        rows.append(say("cup.row_knock_out", place=place, user=name_entrant(user), state=state))
    return rows


def _write_row(of: Competition, standing: Standing) -> str:
    """Return the line of a person in the standings."""
    tie = standing.tie_breaks[0]
    seats = Terms.of(of).seats
    breaks = (
        say("cup.berger", n=format_points(tie)) if seats == TWO else say("cup.surplus", n=format_surplus(tie))
    )
    return say(
        "cup.row_left" if standing.withdrawn else "cup.row",
        place=standing.place,
        user=name_entrant(standing.person),
        points=format_points(standing.points),
        more=" · ".join([breaks, say("cup.games", n=standing.played)]),
    )


def _write_round(of: Competition) -> str:
    """Return a line about a running cup: the round, the games with a result, and the next time limit."""
    played = [each for each in of.matches if each.how not in (BYE, VOID)]
    counted, now = len([each for each in played if each.how]), list_open_matches(of)
    round_ = min((each.round for each in now), default=max((each.round for each in played), default=1))
    dues = [each.due for each in now if each.due is not None]
    line = say("cup.round", n=round_, of=count_rounds(of), done=counted, all=len(played))
    return line + (" " + say("cup.next_due", at=format_time(min(dues))) if dues else "")


def _write_end(of: Competition) -> str:
    """Return a line that names the winners of a competition that is over; a league names no winners."""
    winners = find_champions(of)
    if not winners:
        return say("cup.ended")
    names = join_names([name_entrant(user) for user in winners])
    return say("cup.won", users=names) if len(winners) == 1 else say("cup.shared", users=names)


def fit_rows(rows: Sequence[str], room: int) -> Sequence[str]:
    """Return the first rows that fit into `room` characters, and "…" if rows are left out."""
    found = list[str]()
    for row in rows:
        room -= len(row) + 1
        if room < len("…") + 1:
            return [*found, "…"]
        found.append(row)
    return found
