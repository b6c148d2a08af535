"""Write the posts of cups and leagues: about new tables, decided games, and the end of a cup or season."""

from __future__ import annotations

from collections.abc import Sequence

from bot.competitions.progress import VOID, find_least, list_divisions, list_results, rank_division
from bot.competitions.seasons import Divisions, list_moves
from bot.competitions.standings_text import fit_rows, list_rows, name_entrant, write_match
from bot.competitions.terms import LEAGUE, Terms
from bot.language.words import join_names, say, speak_within
from bot.replies.text import MAX_TEXT, MAX_THREAD_TITLE, cut_text
from bot.story.board_posts import format_time
from bot.story.post import Post, make_news
from db.clubs.competition_records import Competition, Match, Stage
from rules.kernel import Rules


def write_call(of: Competition, match: Match) -> str:
    """Return the first message in the thread of a match. It pings nobody; later posts call the people."""
    with speak_within(of.language):
        people = " – ".join(name_entrant(user) for user in match.people)
        due = "" if match.due is None else format_time(match.due)
        return say("cup.table", name=of.name, n=match.number, people=people, at=due)


def name_thread(of: Competition, match: Match) -> str:
    """Return the name of the thread of a match."""
    names = {each.user_id: each.user_name for each in of.entrants}
    with speak_within(of.language):
        people = [names.get(user) or name_entrant(user) for user in match.people]
    return cut_text(f"{of.name} {match.number}: {' – '.join(people)}", MAX_THREAD_TITLE)


def write_no_thread(of: Competition, channel_id: int) -> Post:
    """Return the post that tells the host that the bot can't open threads in a channel, so tables wait."""
    with speak_within(of.language):
        text = say("cup.no_thread", user=of.host_id, name=of.name, channel=channel_id)
    return Post(text=text, news=(of.host_id,))


def write_decided(of: Competition, match: Match) -> Post:
    """Return the post for the table of a match that is decided or void while its game is still running."""
    key = "cup.told_void" if match.how == VOID else "cup.told_decided"
    with speak_within(of.language):
        return Post(text=say(key, name=of.name, match=write_match(match)))


def write_end(of: Competition, rules: Rules, winners: Sequence[int]) -> Post:
    """Return the post that names the winners of a competition."""
    key = "cup.called" if len(winners) == 1 else "cup.called_shared"
    with speak_within(of.language):
        return make_news(say(key, name=of.name, title=rules.TITLE), [user for user in winners if user > 0])


def write_season_news(seen: Competition, after: Competition) -> Post | None:
    """Return the post about the end of a league's season and about what follows; None for no post.

    `seen` is the competition before a change, and `after` is the competition after it. If the change ended a
    season, the post shows the standings and names the winners of division 1. It then tells what follows: the
    next season begins, the league pauses, or nothing, because a host has ended the league. The beginning of
    the first season has no post.
    """
    ended = seen.season if seen.stage is Stage.RUNNING else 0
    begun, pauses = after.season > seen.season > 0, ended > 0 and after.stage is Stage.OPEN
    stopped = ended > 0 and after.stage is Stage.OVER
    if after.kind != LEAGUE or not (begun or pauses or stopped):
        return None
    lines, winners = list[str](), list[int]()
    with speak_within(after.language):
        if ended:
            first = rank_division(after, ended, 1)
            winners = [each.person for each in first if each.place == 1 and not each.withdrawn]
            if not list_results(after.list_matches(ended)):
                winners = []
                lines.append(say("cup.season_void", n=ended, name=after.name))
            else:
                key = "cup.season_won" if winners else "cup.season_over"
                lines.append(say(key, n=ended, name=after.name))
        if begun:
            lines += _write_begun(after, seen.season)
        elif pauses:
            lines.append(_write_pause(after))
        lines += [say("cup.final_standings", n=ended)] if ended else []
        told = make_news("\n".join(lines), winners)
        rows = fit_rows(list_rows(after, ended), MAX_TEXT - len(told.text)) if ended else []
        return told.model_copy(update={"text": "\n".join([told.text, *rows])})


def _write_begun(of: Competition, before: int) -> list[str]:
    """Return the lines about a season that has begun.

    They also name the people who have moved up or down a division since the season `before`.
    """
    end = Terms.of(of).find_season_end(of.season)
    assert end is not None, "a running league has begun"
    up, down = list_moves(_list_division_people(of, before), _list_division_people(of, of.season))
    lines = [say("cup.season_begun", n=of.season, name=of.name, at=format_time(end))]
    lines += [say("cup.up", people=_join_people(up))] if up else []
    return lines + ([say("cup.down", people=_join_people(down))] if down else [])


def _write_pause(of: Competition) -> str:
    """Return the line about a league that waits for more people."""
    starts = Terms.of(of).starts
    assert starts is not None, "a league that pauses has a date"
    return say("cup.paused", n=of.season + 1, at=format_time(starts), least=find_least(of))


def _list_division_people(of: Competition, season: int) -> Divisions:
    """Return the people of each division of a season, the highest division first."""
    return tuple(
        tuple(dict.fromkeys(user for match in of.list_matches(season, each) for user in match.people))
        for each in list_divisions(of, season)
    )


def _join_people(users: Sequence[int]) -> str:
    return join_names([name_entrant(user) for user in users])
