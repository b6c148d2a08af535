"""The preview of an order fits on a phone and names all that the order changes for its seat.

The orders are tapped at random, from the first question of each kind in the random games.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from random import Random
from typing import Any

import pytest

import render
from bot.language.localized_games import LocalizedGames
from bot.language.words import speak_within
from bot.orders.draft import DESTINATION, Draft
from bot.orders.forecast import MAX_WARNINGS, list_forecast, list_warnings
from bot.orders.order_name import MAX_WHOLE, name_order
from bot.orders.preview import describe_order, shorten_order, show_draft, write_preview
from bot.people.preferences import Preferences
from bot.posting.buttons import LABEL
from bot.posting.layouts import find_limit
from bot.posting.private_images import draw_reply
from bot.replies.reply import Reply
from bot.session.loaded_game import LoadedGame
from bot.story.order_text import write_order
from render.games import PAINTERS
from render.kit import canvas
from render.kit.written import read_texts
from render.vijayanagara.names import name as name_words
from render.worker import Aid, Job, draw
from rules.ask import may_read, only_for
from rules.asking import DONE
from rules.chance import Draw
from rules.kernel import Rules, resume
from rules.orders.clauses import make_clause
from rules.state import View
from rules.vijayanagara.description import describe_stillness
from rules.words import read_said as as_read
from tests.every_game.test_secrets import STORED
from tests.every_game.test_sights import positions
from tests.every_game.tiers import PLAYABLE, every_game
from tests.phrases import phrase, says
from tests.turns.walking import PHONE, complete, measure

HEADER = 50  # pixels of height of the page's header
SCREEN = 844 - HEADER
ORDERS = 2  # random orders from each position
SLIM = 0.8 * render.NARROWEST  # the least part of its width that a picture fills
FIGURE = re.compile(r"\d+")
HALVES = {"score"}  # figures that count in halves


@every_game
def test_a_preview_says_who_is_where_its_pieces_go(rules: Rules) -> None:
    """Of several places, the first lines may be all that fits."""
    for draft in drafts(rules.KEY):
        gone = [given for given in draft.answers if given.ask.presentation.lead == DESTINATION]
        told = [given.there for given in gone if given.there]
        text = write_preview(draft, whole=True).text
        assert not told or any(clause in text for clause in told), (gone, text)


@pytest.mark.parametrize(("key", "kind"), [("vijayanagara", "march-to"), ("successors", "march-to")])
def test_an_enemy_at_the_end_of_a_march_is_named(key: str, kind: str) -> None:
    """The random orders contain such marches, so the test above sees them."""
    assert any(given.ask.kind == kind and given.there for draft in drafts(key) for given in draft.answers)


@cache
def drafts(key: str) -> tuple[Draft, ...]:
    """Return complete random orders, from the first questions of each kind."""
    rules, rng, found = PLAYABLE[key], Random(2), list[Draft]()
    for game in positions(key):
        at = LoadedGame(replace(STORED, game=key), rules, game, resume(rules, game))
        found += [complete(at, rng) for _ in range(ORDERS)]
    return tuple(found)


def list_figures(view: View, seat: str) -> dict[str, int]:
    """Return the numbers that a view says of a seat; none if the seat is out of the game."""
    owns = [
        each
        for field in fields(view)  # type: ignore[arg-type]
        if isinstance(values := getattr(view, field.name), tuple)
        for each in values
        if is_dataclass(each) and getattr(each, "key", "") == seat and getattr(each, "alive", True)
    ]
    return {name: n for own in owns for name, n in _flatten(own)}


def _flatten(own: Any) -> Iterator[tuple[str, int]]:
    for field in fields(own):
        value = getattr(own, field.name)
        if isinstance(value, int) and not isinstance(value, bool):
            yield field.name, value
        elif isinstance(value, Mapping):
            yield from ((f"{field.name} {key}", n) for key, n in value.items() if isinstance(n, int))


def spans_more(preview: Reply) -> bool:
    """Return whether the changed places lie too far apart for a legible picture in the room that is left.

    No place of an order is left out of its picture, and no panel beside these places is cut. So the picture
    gets higher.
    """
    view, before = preview.view, preview.before
    if view is None or before is None or (extent := PAINTERS[view.game].extent) is None:
        return False
    size, list_panels = render.sizes(view.game)[0], PAINTERS[view.game].panels
    box = extent(view, render.find_changed(before, view), size)
    if box is None:
        return False
    rows = [(top, bottom) for _, top, _, bottom in (list_panels(view, None, size) if list_panels else ())]
    first = min([box[1], *(top for top, bottom in rows if top < box[1] < bottom)])
    last = max([box[3], *(bottom for top, bottom in rows if top < box[3] < bottom)])
    return render.NARROWEST * (last - first) > find_limit(preview) * render.picture(view).width


@every_game
@pytest.mark.parametrize(("language", "most"), [("en", SCREEN), ("fr", PHONE)])
def test_a_preview_fits_on_a_phone(rules: Rules, language: str, most: int) -> None:
    spoken, tall = LocalizedGames({rules.KEY: rules})[rules.KEY], dict[tuple[str, ...], int]()
    with speak_within(language):
        for each in drafts(rules.KEY):
            at = LoadedGame(each.base.stored, spoken, each.base.position, each.base.live)
            draft = Draft(at, each.keys, origins=each.origins)
            preview = write_preview(draft)
            if (high := measure(preview)) > most and not spans_more(preview):
                tall[draft.keys] = high
    assert tall == {}


@every_game
@pytest.mark.parametrize(("language", "least"), [("en", 0.7), ("fr", 0.5)])
def test_a_preview_leaves_room_for_its_picture(rules: Rules, language: str, least: float) -> None:
    """A long Event left its picture 98 pixels of height: 0.3 of its width."""
    spoken, flat = LocalizedGames({rules.KEY: rules})[rules.KEY], dict[tuple[str, ...], float]()
    with speak_within(language):
        for each in drafts(rules.KEY):
            at = LoadedGame(each.base.stored, spoken, each.base.position, each.base.live)
            room = find_limit(write_preview(Draft(at, each.keys, origins=each.origins)))
            if room < least:
                flat[each.keys] = room
    assert flat == {}


def test_an_effect_that_an_answer_names_is_not_told_again() -> None:
    """ "Remove 1 Governor in Andhra" stood above "1 Governor removed from Andhra"."""
    chosen = ("1-governors-in-andhra", "done")
    draft = next(each for each in drafts("vijayanagara") if each.keys == chosen)
    assert "remove" in {line.kind for line in describe_order(draft, whole=True)}
    assert "remove" not in {line.kind for line in describe_order(draft)}


def test_gains_of_different_things_are_told_by_the_standing_alone() -> None:
    draft = next(each for each in drafts("vijayanagara") if each.keys == ("1-governors-in-andhra", "done"))
    gains = [line for line in describe_order(draft, whole=True) if line.kind == "gain"]
    assert len({line.names for line in gains}) == len(gains) == 2
    assert "gain" not in {line.kind for line in describe_order(draft)}


def test_the_odds_that_have_no_room_are_under_more() -> None:
    folded = 0
    for draft in drafts("vijayanagara"):
        brief, whole = write_preview(draft).text, write_preview(draft, whole=True).text
        if phrase("preview.odds_on") in brief:
            odds = list_forecast(draft)
            assert odds[0] in brief
            assert all(line in whole for line in odds)
            folded += 1
    assert folded


def test_a_board_that_has_room_is_not_cut() -> None:
    whole = 0
    for draft in drafts("aadu_huli"):
        preview = write_preview(draft)
        job = draw_reply(preview, Preferences())
        assert isinstance(job, Job)
        assert not isinstance(job.view, Aid)
        picture, board = draw(job), render.picture(job.view)
        if render.FILLED * board.height <= find_limit(preview) * board.width:
            assert picture.height == board.height
            whole += 1
    assert whole


@every_game
def test_a_preview_has_no_wide_bars_beside_its_picture(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    """The edges of a cut move so that they run through no text: the bars may be wider than planned."""
    narrow, widened = dict[tuple[str, ...], float](), canvas.widen

    def record(picture: canvas.Drawn, wide: int) -> canvas.Drawn:
        if picture.width < SLIM * wide:
            narrow[draft.keys] = picture.width / wide
        return widened(picture, wide)

    monkeypatch.setattr(canvas, "widen", record)
    for draft in drafts(rules.KEY):
        job = draw_reply(write_preview(draft), Preferences())
        if isinstance(job, Job):
            draw(job)
    assert narrow == {}


@every_game
def test_each_changed_figure_of_the_own_seat_is_shown(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    written, png = list[str](), canvas.png

    def record(picture: canvas.Drawn) -> bytes:
        written.extend(text.text for text in read_texts(picture))
        return png(picture)

    monkeypatch.setattr(canvas, "png", record)
    missing = set[str]()
    for draft in drafts(rules.KEY):
        preview = write_preview(draft)
        before, after = (list_figures(at.view(draft.seat), draft.seat) for at in (draft.base, draft.seen))
        changed = {name: n for name, n in after.items() if n != before.get(name, 0)}
        if not changed:
            continue
        written.clear()
        job = draw_reply(preview, Preferences())
        if isinstance(job, Job):
            draw(job)
        shown = {int(n) for text in (preview.text, *written) for n in FIGURE.findall(text)}
        for name, n in changed.items():
            by = abs(n - before.get(name, 0))
            named = by == 1 and rules.name(name.rpartition(" ")[2]) in preview.text  # "take White Elephant"
            if not named and not {abs(n), by, *({n // 2} if name in HALVES else ())} & shown:
                missing.add(name)
    assert missing == set()


def test_no_picture_says_that_nothing_changed_beside_a_change(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pieces, resources, tracks, the sequence of play, and losses that wait for the other side."""
    written, png = list[str](), canvas.png

    def record(picture: canvas.Drawn) -> bytes:
        written.extend(text.text for text in read_texts(picture))
        return png(picture)

    monkeypatch.setattr(canvas, "png", record)
    still, quiet = describe_stillness(whole=False).read(name_words), 0
    for draft in drafts("vijayanagara"):
        written.clear()
        job = draw_reply(write_preview(draft), Preferences())
        assert isinstance(job, Job)
        draw(job)
        before: Any = draft.base.view(draft.seat)
        after: Any = draft.seen.view(draft.seat)
        if still in written:
            quiet += 1
            assert (before.spaces, _list_tracks(before)) == (after.spaces, _list_tracks(after)), draft.keys
            assert after.fight is None or not after.fight.losing
    assert quiet, "the sentence is the one that the picture has"


def _list_tracks(view: Any) -> list[Any]:
    """Return what the factions have, and their places on the sequence of play."""
    return [(each.vp, each.resources, each.cavalry, each.influence, each.place) for each in view.factions]


@every_game
def test_a_forecast_is_told_as_soon_as_there_is_one(rules: Rules) -> None:
    for draft in drafts(rules.KEY):
        for keys in (draft.keys[:at] for at in range(1, len(draft.keys) + 1)):
            begun = Draft(draft.base, keys, restoring=True)
            lines = list_forecast(begun)
            text = show_draft(begun).text
            folded = phrase("preview.odds_on") in text
            assert all(line in text for line in (lines[:1] if folded else lines)), begun.keys


@every_game
def test_each_of_several_costs_and_gains_is_told(rules: Rules) -> None:
    """The standing shows only their sum."""
    prose = rules.EXTRAS.prose
    for draft in drafts(rules.KEY):
        if draft.veiled is not None:
            continue
        before = len(draft.base.live.state.story)
        new = [line for line in draft.seen.live.state.story[before:] if line.kind in prose.slight]
        kinds = {line.kind for line in new if may_read(line.readers, draft.reader)}
        if len(kinds) > 1:
            told = {line.kind for line in describe_order(draft)}
            assert kinds - {*prose.restating} <= told


@every_game
def test_the_button_that_confirms_names_each_act_or_says_that_it_does_not(rules: Rules) -> None:
    """It says so only if an act is left out, not for places and Units. Without acts, answers may go."""
    for draft in drafts(rules.KEY):
        game = draft.now.position
        line = write_order(rules, game, len(draft.base.position.log), draft.seat, draft.reader).rstrip(".")
        chosen = any(given.key != DONE for given in draft.answers)
        label, acts = name_order(draft), name_acts(rules, draft)
        assert len(phrase("button.confirm", order=label)) <= LABEL, "no button cuts it"
        if line and chosen and len(line) <= MAX_WHOLE:
            assert label == line, "there is room for all of it"
        if line and chosen and acts and label != line:
            named = all(act.casefold() in label.casefold() for act in acts)
            assert named != says(label, "order.begun"), (label, acts)


@every_game
def test_a_preview_and_its_button_name_each_act(rules: Rules) -> None:
    """Also the last act of an order that is too long for the preview: a Decree after a Command, say."""
    shortened = 0
    for draft in long_drafts(rules.KEY):
        acts, label, whole = name_acts(rules, draft), name_order(draft), describe_order(draft)[0].text
        assert all(act.casefold() in label.casefold() for act in acts), (acts, label)
        for text in (write_preview(draft).text, "\n".join(shorten_order(draft, whole))):
            assert all(act.casefold() in text.casefold() for act in acts), (acts, text)
            shortened += phrase("preview.order_on") in text
    assert shortened or rules.KEY not in LONG_ORDERS


LONG_ORDERS = {"vijayanagara"}  # the games with long orders of several acts


def long_drafts(key: str) -> list[Draft]:
    """Return the drafts with several acts, of more random orders than `drafts` has."""
    rules, rng = PLAYABLE[key], Random(5)
    found = [*drafts(key)]
    for game in positions(key):
        at = LoadedGame(replace(STORED, game=key), rules, game, resume(rules, game))
        found += [complete(at, rng) for _ in range(ORDERS)]
    return [draft for draft in found if draft.veiled is None and len(name_acts(rules, draft)) > 1]


def name_acts(rules: Rules, draft: Draft) -> list[str]:
    """Return the names of the acts that the order's sentences name, except frames such as "Command"."""
    found: dict[str, None] = {}
    for given in draft.answers:
        if given.forced or given.key == DONE or given.key in given.ask.presentation.frames:
            continue
        clause = make_clause(rules, given.ask, given.key)
        if clause.act:
            found[rules.name(clause.act)] = None
        elif clause.part == "act" and not clause.silent:
            found[clause.answer.read(rules.name)] = None
    return [*found]


@every_game
def test_a_preview_says_what_a_secret_draw_brings(rules: Rules) -> None:
    """The cards are not known yet, but their number is, and what the seat may choose besides them."""
    for draft in drafts(rules.KEY):
        due = draft.now.live.pending
        if isinstance(due, Draw) and due.eyes == only_for(draft.seat):
            found = rules.EXTRAS.prose.forecast(draft.now.live.state, draft.seat, due)
            assert found, draft.keys
            assert says(
                write_preview(draft, whole=True).text, "preview.note", line=as_read(found[0], rules.name)
            )


@every_game
def test_warnings_are_few_and_marked(rules: Rules) -> None:
    for draft in drafts(rules.KEY):
        warned = list_warnings(draft)
        assert len(warned) <= MAX_WARNINGS
        assert all(says(line, "preview.warning") for line in warned)
        assert all(line in write_preview(draft).text for line in warned)
        draft.base.judged = True  # a task of a lesson asks for the order
        assert not list_warnings(draft)
        draft.base.judged = False


def test_a_preview_tells_a_single_gain_or_payment_once() -> None:
    """ "Haridwar pays 1 money." stood above "3 money → 2 money". Of both, that line has only the sum."""
    moved, kinds = set[bool](), {"gain", "karma", "pays"}
    for draft in drafts("rajas_of_the_ganges"):
        whole = [line.kind for line in describe_order(draft, whole=True) if line.kind in kinds]
        told = {line.kind for line in describe_order(draft)} & kinds
        assert not told or len(whole) > 1
        if whole:
            moved.add(bool(told))
    assert moved == {False, True}
