"""Write the news of cups and leagues: called tables, decided games, and how a cup or season has ended."""

from __future__ import annotations

from collections.abc import Sequence

from bot.competitions.progress import VOID, list_divisions, rank_division
from bot.competitions.seasons import Divisions, list_moves
from bot.competitions.standings_text import fit_rows, list_rows, name_entrant, write_match
from bot.competitions.terms import Terms
from bot.language.words import join_names, say, speak_within
from bot.replies.text import MAX_TEXT, MAX_THREAD_TITLE, cut_text
from bot.story.board_posts import format_time
from bot.story.post import Post, make_news
from db.clubs.competition_records import Competition, Match
from rules.kernel import Rules


def write_call(of: Competition, match: Match) -> str:
    """Return the first message of the thread of a match. Its people are called below it."""
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
    """Return the post that tells the host that a channel takes no threads, and that tables wait."""
    with speak_within(of.language):
        text = say("cup.no_thread", user=of.host_id, name=of.name, channel=channel_id)
    return Post(text=text, news=(of.host_id,))


def write_decided(of: Competition, match: Match) -> Post:
    """Return the post for the table of a match that is decided or void although its game goes on."""
    key = "cup.told_void" if match.how == VOID else "cup.told_decided"
    with speak_within(of.language):
        return Post(text=say(key, name=of.name, match=write_match(match)))


def write_end(of: Competition, rules: Rules, winners: Sequence[int]) -> Post:
    """Return the post that calls the winners of a competition."""
    key = "cup.called" if len(winners) == 1 else "cup.called_shared"
    with speak_within(of.language):
        return make_news(say(key, name=of.name, title=rules.TITLE), [user for user in winners if user > 0])


def write_season_end(of: Competition, season: int) -> Post:
    """Return the post about the end of a season, with its standings. It calls the best of division 1."""
    first = rank_division(of, season, 1)
    winners = [each.person for each in first if each.place == 1 and not each.withdrawn]
    end = Terms.of(of).find_season_end(of.season)
    assert end is not None, "a running league has begun"
    up, down = list_moves(_list_division_people(of, season), _list_division_people(of, of.season))
    with speak_within(of.language):
        text = say("cup.season_won", n=season, name=of.name, at=format_time(end), next=of.season)
        lines = [say("cup.up", people=_join_people(up))] if up else []
        lines += [say("cup.down", people=_join_people(down))] if down else []
        lines += [say("cup.final_standings", n=season)]
        told = make_news("\n".join([text, *lines]), winners)
        rows = fit_rows(list_rows(of, season), MAX_TEXT - len(told.text))
        return told.model_copy(update={"text": "\n".join([told.text, *rows])})


def _list_division_people(of: Competition, season: int) -> Divisions:
    """Return the people of each division of a season, the highest division first."""
    return tuple(
        tuple(dict.fromkeys(user for match in of.list_matches(season, each) for user in match.people))
        for each in list_divisions(of, season)
    )


def _join_people(users: Sequence[int]) -> str:
    return join_names([name_entrant(user) for user in users])
