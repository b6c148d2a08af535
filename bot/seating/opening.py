"""Open a game when all seats are taken: fix its seed, set it up, and post what it is about and who plays."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

from bot.language.words import join_names, say, speak_within
from bot.people.caller import Caller
from bot.people.preferences import OFF
from bot.replies.text import MAX_TEXT
from bot.seating.seeds import add_word
from bot.session.bot_seats import name_level, name_style
from bot.session.loaded_game import LoadedGame, is_watched, name_holder, order_seats, title_seat
from bot.session.table_names import title_table
from bot.settings.game_settings import GameSettings, counts_for_rating, get_hints_setting, is_alone
from bot.settings.options import has_luck
from bot.story import announce, turn_text
from bot.story.post import TEXT, list_uncalled, make_lobby_post, make_news
from bot.version import describe_versions
from bot.views.board import make_primer_button
from db.records import Kind, NewAct, Seat, StoredGame
from db.store import Store
from rules import kernel
from rules.chance import make_commitment, mix
from rules.kernel import Rules
from rules.lessons.newcomer import find_newcomer
from rules.records.record import write_origin
from rules.words import say as words


async def open_game(
    store: Store, caller: Caller, stored: StoredGame, rules: Rules, word: str, new_seed: Callable[[], str]
) -> None:
    """Save and post the start of a game with all seats taken.

    Args:
        store: the store of the game
        caller: the person who starts the game
        stored: the game in its lobby
        rules: the rules of the game
        word: a word for the seed; it is given to the caller's seats that have no word yet
        new_seed: a function that returns a seed, for a game that has none
    """
    state = rules.setup(rules.Options.model_validate_json(stored.options))
    settings = await foresee_rating(store, rules, stored)
    first, stored = settings.newcomers, replace(stored, settings=settings.to_json())
    hinted = get_hints_setting(rules, stored) != OFF
    missing = [seat for seat in stored.seats_of(caller.user_id) if seat not in settings.words]
    settings = add_word(settings, missing, word)
    given = settings.words if stored.seed else {}  # without a posted hash, words prove nothing
    people = [seat.seat for seat in order_seats(rules, stored) if not seat.level]
    words = {seat: given[seat] for seat in people if seat in given}
    seed = stored.seed or new_seed()
    sealed = make_commitment(seed, write_origin(rules.KEY, json.loads(stored.options), None, 1))
    step = kernel.begin(rules, rules.dump(state), mix(seed, words), sealed)
    settings = settings.with_(words={}, starts_at=None).record_version(describe_versions(rules.KEY), 1)
    with speak_within(settings.language):
        # These lines prove that the dice are fair. A person who plays alone against bot players doesn't need
        # them in the channel. Newcomers get a short first post without them. The record has all these lines.
        # A game without luck has no dice to prove.
        dice = [
            *turn_text.describe_seal(rules, stored.options, sealed),
            *turn_text.describe_words(rules, words),
        ]
        dice = dice if has_luck(rules, stored.options) and not (first or is_alone(stored)) else []
        opened = [
            *write_start_steps(rules, stored),
            *([say("start.friendly")] if first else []),
            *([say("start.hints")] if first and hinted else []),
            *dice,
        ]
        lines = [line for game in (*step.closed, step.game) for line in turn_text.tell_turn(rules, game)]
    at = LoadedGame(stored, rules, step.game, step.live)
    holder = stored.seat(at.asked)
    waits = holder is not None and holder.level and not is_watched(stored)
    if waits and len("\n".join([*opened, *lines])) <= MAX_TEXT:  # the bot player's first post shows the board
        opened, lines = [*opened, *lines], []
    else:
        lines += announce.describe_card(at)
    primer = (make_primer_button(rules),) if find_newcomer(rules) is not None else ()
    boards = announce.make_board_posts(at, lines)
    with speak_within(settings.language):
        users = list_uncalled(stored, boards, without=(caller.user_id,))
        opening = make_news("\n".join(opened), users, buttons=primer)
    posts = [
        make_lobby_post(stored.channel_id),
        opening.delivery(stored, TEXT),
        *boards,
    ]
    act = NewAct(Kind.START, "start", caller.user_id, "", caller.interaction_id)
    await store.start_game(
        stored,
        step.game,
        step.closed,
        commitment=sealed,
        act=act,
        deliveries=posts,
        settings=settings.to_json(),
    )


async def foresee_rating(store: Store, rules: Rules, stored: StoredGame) -> GameSettings:
    """Return the settings with which a table in its lobby would start now. A first game is not rated."""
    settings = GameSettings.of(stored)
    first = await _is_first_game(store, rules, stored)
    return settings.with_(rated=False, newcomers=True) if first else settings


async def _is_first_game(store: Store, rules: Rules, stored: StoredGame) -> bool:
    """Return whether all players are new on this server, and nobody has set `rated`.

    Players are new if they have finished no game there. Return False for a game that would not be rated
    anyway. Outside of servers, treat all players as new.
    """
    if GameSettings.of(stored).rated_chosen or not counts_for_rating(rules, stored):
        return False
    if stored.guild_id is None:
        return True
    people = {seat.user_id for seat in stored.seats}
    return not await store.has_ended_game(stored.guild_id, people)


def write_start_steps(rules: Rules, stored: StoredGame) -> list[str]:
    """Return the opening lines of a game. They tell its subject, its goal and who has which seat.

    For a rated game, a line also says that there are no hints.
    """
    told = find_newcomer(rules)
    line, goal = ("", "") if told is None else (told.line, told.goal)
    return [
        say("start", title=title_table(rules, stored)),
        *([say("start.about", line=words(line).read(rules.name))] if line else []),
        *([say("start.goal", line=words(goal).read(rules.name))] if goal else []),
        *_describe_holders(rules, stored),
        *([say("start.rated")] if rules.BOT_PLAYERS and counts_for_rating(rules, stored) else []),
    ]


def _describe_holders(rules: Rules, stored: StoredGame) -> list[str]:
    """Return a line for each person, and one for each level of bot players, with their seats and styles."""
    # A newcomer's first post must be short, so the reply before it names the styles (`FirstGame`).
    first = GameSettings.of(stored).first_game
    held_by: dict[tuple[int, str], list[Seat]] = {}
    for seat in order_seats(rules, stored):
        held_by.setdefault((seat.user_id, seat.level), []).append(seat)
    lines = []
    for (_, level), seats in held_by.items():
        names = [title_seat(rules, seats[0].seat), *(rules.name(each.seat) for each in seats[1:])]
        holder = name_holder(rules, seats[0])
        if level and len(seats) > 1:
            holder = say("start.bot", level=name_level(level))
            names = [
                say("start.styled", seat=name, style=style)
                if not first and (style := name_style(rules, each.style))
                else name
                for name, each in zip(names, seats, strict=True)
            ]
        lines.append(say("start.seat", seat=join_names(names), holder=holder))
    return lines
