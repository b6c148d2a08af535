"""5.5: the texts of a tie-break: the offer, the lots, the deciding move, the end."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.orders.draft import Draft
from bot.orders.preview import write_preview
from bot.session.loaded_game import LoadedGame
from bot.story import announce
from bot.story.end_posts import write_details
from bot.story.post import Post
from db.records import Seat, Status, StoredGame
from rules.kernel import Ask, Game, Step, begin, resume, submit
from rules.vijayanagara.board import FACTIONS
from tests.games.vijayanagara.table import GAME
from tests.games.vijayanagara.test_tie_break import CAPTURE, FIRST, OFFERED, OVER, THREE
from tests.phrases import says

USERS = {faction: number for number, faction in enumerate(FACTIONS, 1)}


def seated(position: Game) -> LoadedGame:
    """Return a table of three in this position."""
    now = datetime(2026, 1, 1, tzinfo=UTC)
    seats = tuple(Seat(faction, user, faction) for faction, user in USERS.items())
    stored = StoredGame(
        1,
        GAME.KEY,
        1,
        2,
        1,
        Status.RUNNING,
        1,
        "{}",
        now,
        now,
        None,
        "",
        "",
        None,
        None,
        "{}",
        seats,
        position,
    )
    return LoadedGame(stored, GAME, position, resume(GAME, position))


def opened(position: str) -> LoadedGame:
    """Return a table of three at the first question of this position."""
    return seated(begin(GAME, GAME.dump(GAME.load(position)), "seed").game)


def played(at: LoadedGame, key: str) -> tuple[LoadedGame, list[Post]]:
    """Return the table after an answer of the asked seat, and the posts."""
    step: Step = submit(GAME, at.position, at.asked, [key])
    posts = announce.make_posts(at, step, USERS[at.asked])
    return seated(step.game), [Post.model_validate_json(post.content) for post in posts]


def asked(at: LoadedGame) -> tuple[str, str]:
    """Return the current question, and the answer that agrees to it."""
    ask = resume(GAME, at.position).pending
    assert isinstance(ask, Ask)
    return ask.prompt.read(GAME.name), ask.read("yes", GAME.name)


def test_5_5_the_offer_is_printed_once_and_drawn_once() -> None:
    at = opened(f"{OVER}{THREE}{OFFERED}")
    [board] = announce.make_board_posts(at, [])
    first = Post.model_validate_json(board.content)
    question, answer = asked(at)
    assert f"{first.text}{first.asks}".count(question) == 1
    assert "<@2> **The Bahmani Kingdom** and <@3> **Vijayanagara**" in first.asks, "both are asked the same"
    at, [second] = played(at, "yes")
    assert answer in second.text
    assert f"{second.text}{second.asks}".count(asked(at)[0]) == 1
    assert not second.drawn, "the board is as it was"
    at, [third] = played(at, "yes")
    assert not third.drawn


def test_5_5_lots_are_told_in_sentences() -> None:
    at = opened(f"{OVER}{THREE}{OFFERED}")
    for _ in range(2):
        at, _ = played(at, "yes")
    draft = Draft(at, ["yes"])
    assert "who waits for the winner" in write_preview(draft).text
    answer = asked(at)[1]
    _, posts = played(at, "yes")
    order, *lots = posts[-1].text.splitlines()
    assert answer in order
    assert len(lots) == 2
    assert all(lot.startswith("- ") for lot in lots)
    assert posts[-1].drawn


def test_5_5_the_last_leap_of_a_round_shows_only_what_is_new() -> None:
    position = (
        f"{OVER}{THREE}tie_break: {{board: {CAPTURE % ('bahmani', 'vijayanagara')}}}"  # the Sultanate waits
    )
    text = write_preview(Draft(opened(position), ["1ax3b"])).text
    assert [line for line in text.splitlines() if "→" in line] == [
        "- **The Bahmani Kingdom**: 1 Goat on the board, 10 waiting → **lost the tie-break**"
    ]
    assert "who has the Goats" in text


def test_5_0_5_5_the_end_stands_in_numbered_lines_with_what_the_points_are_made_of() -> None:
    position = (
        f"{OVER}{THREE}tie_break: {{rounds: [{FIRST}], board: {CAPTURE % ('sultanate', 'vijayanagara')}}}"
    )
    over, posts = played(opened(position), "1ax3b")
    short = next(post.text for post in posts if says(post.asks, "final.below"))
    assert "**1. Vijayanagara** (<@3>): 4 victory points" in short.splitlines()
    text = "\n".join(write_details(over))
    rows = [line for line in text.splitlines() if line.startswith("**")]
    assert [row.partition(" (<@")[0] for row in rows] == [
        "**1. Vijayanagara**",
        "**2. The Sultanate**",
        "**3. The Bahmani Kingdom**",
    ]
    assert rows[0] == (
        "**1. Vijayanagara** (<@3>): 4 victory points (Influence 4), 2 Resources, 0 Cavalry, "
        "won the tie-break"
    )
    assert "Delhi after Timur −3), 2 Resources" in rows[1]
    assert "-3" not in text
