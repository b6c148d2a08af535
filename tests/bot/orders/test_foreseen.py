"""The preview and the trial of a last answer show its effect, if the seat knows it (Taj Mahal)."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from bot.orders.draft import Draft
from bot.orders.preview import reveals, write_preview
from bot.orders.undo import describe_terms
from bot.session.loaded_game import LoadedGame
from bot.views.whatif import Trial
from rules import taj_mahal
from rules.kernel import Ask, Game, load_start, resume
from rules.taj_mahal.names import WITHDRAW
from rules.taj_mahal.sequence.playing import PLAY
from rules.taj_mahal.view import View
from tests.every_game.tables import tables
from tests.every_game.test_secrets import STORED
from tests.every_game.tiers import PLAYABLE

RULES = PLAYABLE[taj_mahal.KEY]


def make_draft(game: Game, card: str) -> Draft:
    """Return the order to play a single card."""
    at = LoadedGame(replace(STORED, game=RULES.KEY), RULES, game, resume(RULES, game))
    return Draft(at, [card, "done"], restoring=True)


def find_play() -> tuple[Game, str]:
    """Return a position in which a seat plays a card, and the card after which another seat is asked."""
    for turn in tables(RULES)[0].turns():
        start = replace(load_start(RULES, turn), log=())
        live = resume(RULES, start)
        for place, entry in enumerate(turn.log):
            ask = live.pending
            if isinstance(ask, Ask) and ask.kind == PLAY and entry.key != WITHDRAW:
                game = replace(start, log=turn.log[:place])
                if make_draft(game, entry.key).complete:
                    return game, entry.key
            live.enter(entry.seat, entry.key)
    raise AssertionError("a card is played in every game")


def test_a_preview_shows_the_court_after_a_card_is_played() -> None:
    game, card = find_play()
    draft = make_draft(game, card)
    assert draft.lasting == 0
    assert draft.veiled is None
    answer = write_preview(draft)
    before, after = cast(View, answer.before), cast(View, answer.view)
    then, now = (next(each for each in view.players if each.key == draft.seat) for view in (before, after))
    assert now.cards == then.cards - 1
    assert sum(now.shows.values()) > sum(then.shows.values())
    assert reveals(draft)
    assert describe_terms(draft.base, draft.seat, everyone=True, asked="") in answer.text


def test_a_what_if_says_what_a_card_would_win() -> None:
    game, card = find_play()
    seat = cast(Ask, resume(RULES, game).pending).seat
    trial = Trial(RULES, game, frozenset((seat,)))
    trial.play(f"{card} done")
    assert trial.seen is None
    assert any(entry.key == card for turn in trial.shown for entry in turn.log)
    told = RULES.EXTRAS.prose.forecast(trial.live.state, seat, None)
    assert told
