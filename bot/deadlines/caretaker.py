"""Play cautiously as a caretaker for an absent player, and offer seats to others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from random import Random

from bot.language.words import say, speak_within
from bot.orders.play_plans import PlayedOn, play_on
from bot.replies.action import button
from bot.replies.reply import Call
from bot.session.loaded_game import LoadedGame, name_seat
from bot.session.table_names import name_table
from bot.settings.game_settings import GameSettings
from bot.story import announce, order_text
from bot.story.board_posts import format_time
from bot.story.post import TEXT, Post, make_news
from db.records import Kind, NewAct, NewDelivery, Note, Seat, StoredGame
from rules import kernel
from rules.kernel import Ask, Player, Rules, Step
from rules.players import find_asked
from rules.players.outlook import make_quick
from rules.state import State

MAX_STEPS = 80  # the most choices in one act of a caretaker
OFFER_AFTER = 3  # after a caretaker has acted this many times in a row, anybody may take the seat


def choose_key(rules: Rules, state: State, ask: Ask, think: Callable[[], str] | None = None) -> str:
    """Return the key that a caretaker chooses.

    A caretaker prefers an answer that the game calls cautious. The second choice is an answer that a player
    could give in a plan. The third choice is a bot player's answer, which `think` returns. Without `think`,
    the third choice is the first answer of the menu.
    """
    menu = list(ask.menu())
    if cautious := [key for key in rules.EXTRAS.plans.cautious if key in menu]:
        return cautious[0]
    for policy in rules.EXTRAS.plans.policies:
        for value in list(policy.values(ask.seat))[:1]:
            if (key := policy.answer(state, ask, value)) in menu:
                return key
    return think() if think is not None and len(menu) > 1 else menu[0]


def play_caretaker(at: LoadedGame, notes: Sequence[Note]) -> PlayedOn:
    """Return what a caretaker plays for the asked seat, until another seat is asked or the turn ends.

    A caretaker makes at most `MAX_STEPS` choices. If seats have plans, the plans are played too.
    """
    seat, now, done = at.asked, at, PlayedOn(Step(at.position, at.live))
    place = f"{at.stored.id}/{at.position.turn}/{len(at.position.log)}"
    player = make_quick(at.rules)(Random(place).randrange, lambda: True) if at.rules.BOT_PLAYERS else None
    for _ in range(MAX_STEPS):
        ask = now.ask
        if ask is None or ask.seat != seat or done.step.closed:
            break
        think = None if player is None else partial(_think, player, now)
        key = choose_key(now.rules, now.live.state, ask, think)
        more = play_on(now, kernel.submit(now.rules, now.position, seat, [key]), notes)
        closed = (*done.step.closed, *more.step.closed)
        step = Step(more.step.game, more.step.live, closed)
        done = PlayedOn(step, [*done.told, *more.told], [*done.notes, *more.notes])
        notes = list({(note.seat, note.name): note for note in (*notes, *more.notes)}.values())
        now = at.move_to_step(step)
    return done


def _think(player: Player, at: LoadedGame) -> str:
    """Return the key that a quick bot player chooses. The bot player sees only what its seat sees."""
    point = find_asked(at.rules, replace(at.position, seed="", loaded=None))
    assert point is not None, "a caretaker plays for a seat that is asked"
    return player.choose(point)


def make_act(at: LoadedGame, step: Step) -> NewAct:
    """Return the caretaker's act, to be stored."""
    turn = (*step.closed, step.game)[0]
    line = order_text.write_typed_order(at.rules, turn, len(at.position.log), at.asked) or say(
        "caretaker.act"
    )
    return NewAct(Kind.CARETAKER, line, 0, at.asked)


def make_posts_after(
    at: LoadedGame, step: Step, told: Sequence[str], claim: Callable[[str, int], Call]
) -> tuple[GameSettings, list[NewDelivery]]:
    """Return the game's settings after the caretaker's act, and the posts of the act.

    If this is at least the `OFFER_AFTER`th act in a row, offer the seat to everybody. Don't offer it twice.
    `claim` is the action that takes the seat.
    """
    settings, seat = GameSettings.of(at.stored), at.asked
    turns = settings.caretakers.get(seat, 0) + 1
    settings = settings.with_(caretakers={**settings.caretakers, seat: turns})
    offer = turns >= OFFER_AFTER and seat not in settings.offered
    if offer:
        settings = settings.with_(offered={**settings.offered, seat: 0})
    with speak_within(settings.language):
        holder = at.stored.seat(seat)
        if holder is None:
            whose = say("caretaker.nobody")
        elif seat in settings.offered:
            whose = say("caretaker.until_taken", user=holder.user_id)
        else:
            whose = say("caretaker.of", user=holder.user_id)
        mark = say("caretaker.plays", seat=name_seat(at.rules, seat, at.position), whose=whose)
        posts = announce.make_posts(at, step, 0, [mark, *told])
        if offer:
            posts.append(make_seat_offer(claim, at.stored, at.rules, seat, 0, loses=True))
    return settings, posts


def write_takeover(rules: Rules, seat: str, user_id: int, holder: Seat | None) -> str:
    """Return the line for the channel about a person who takes a seat."""
    if holder is None or holder.level:
        return say("seat.taken", user=user_id, seat=rules.name(seat))
    return say("seat.taken_over", user=user_id, seat=rules.name(seat), before=holder.user_id)


def make_seat_offer(
    claim: Callable[[str, int], Call],
    stored: StoredGame,
    rules: Rules,
    seat: str,
    to: int,
    *,
    until: datetime | None = None,
    instead: str = "",
    loses: bool = False,
) -> NewDelivery:
    """Return the post that offers a seat, with the button that takes it.

    Args:
        claim: the action that takes the seat, `Seats.claim`
        stored: the game
        rules: the rules of the game
        seat: the seat
        to: the user who may take the seat; 0 for everybody
        until: when the caretaker plays if nobody takes the seat; None if the post tells no such time
        instead: a text that says why the seat is on offer; "" for the usual text
        loses: whether the seat's person loses the seat without having offered it; then the post mentions them
    """
    name = name_seat(rules, seat, stored.position)
    one = say("offer.to", seat=name, user=to, table=name_table(rules, stored))
    text = instead or (one if to else say("offer.anybody", seat=name))
    if until is not None:
        text += "\n" + say("offer.until", until=format_time(until))
    takes = button(claim(seat, stored.id), say("button.claim", seat=name), "good")
    holder = stored.seat(seat)
    if loses and holder is not None and not holder.level:
        return make_news(text, [holder.user_id], buttons=[takes]).delivery(stored, TEXT)
    return Post(text=text, ping=(to,) if to else (), buttons=(takes,)).delivery(stored, TEXT)
