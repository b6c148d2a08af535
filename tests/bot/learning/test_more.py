"""The button "Options" under a question: what it tells besides the legal answers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.learning.more import More, explain_question
from bot.orders.draft import Draft
from bot.replies.reply import Reply
from bot.replies.text import MAX_TEXT
from bot.session.loaded_game import LoadedGame
from rules.asking import DONE
from rules.kernel import Option, begin
from rules.lessons.newcomer import find_newcomer
from rules.loading.games import GAMES
from rules.orders.buttons.controls import Menu, list_singly
from rules.orders.notation import find_help
from rules.orders.questions import EXAMPLES, NAMED, Question, make_question
from rules.orders.tokenizer import REMARK
from rules.words import Words, say
from tests.bot.callers import GUEST, Room, caller
from tests.bot.orders.test_taps import MARCHING, at_position
from tests.games.aadu_huli.table import GAME as GOATS
from tests.games.aadu_huli.table import place
from tests.kernel.play import random_steps
from tests.phrases import begins, phrase, says
from tests.turns.walking import situation

DISTANT = ("Epirus", "Thrace", "Hellas", "Lydia", "Cilicia", "Armenia", "Media", "Persia", "Bactria", "Crete")


def explain(asked: Question, now: LoadedGame | None, page: int = 1) -> Reply:
    """Return a page of what a person reads of a question."""
    rules = GAMES["vijayanagara"] if now is None else now.rules
    return explain_question(rules, asked, now, page, More.turn_page.call)


def explain_all(asked: Question, now: LoadedGame) -> list[str]:
    """Return the lines of all pages, without their numbers. Check that buttons lead from page to page."""
    lines, page, last = list[str](), 1, False
    while not last:
        reply = explain(asked, now, page)
        forward = More.turn_page.call(page + 1).about
        last = not any(each.verb == "legal.page" and each.about == forward for each in reply.buttons)
        assert len(reply.text) <= MAX_TEXT
        lines += [each for each in reply.text.splitlines() if not begins(each, "asked.page")]
        page += 1
    return lines


def explained(*keys: str) -> Reply:
    """Return what the Sultanate reads of its question after these keys."""
    now = Draft(at_position(MARCHING), keys).now
    return explain(find_help(now.rules, now.position, now.asked, "?"), now)


def test_the_words_of_the_first_question_are_explained() -> None:
    text = explained().text
    assert says(text, "guide.explained")
    assert says(text, "card.word", word="Limited Command")
    assert says(text, "card.word", word="Decree")


def test_answers_with_the_same_meaning_share_a_line() -> None:
    """On the empty board of Aadu-Huli aata, 20 lines had only a few different texts."""
    now = situation(GOATS, begin(GOATS, GOATS.dump(place()), "seed"))
    lines = explain_all(find_help(now.rules, now.position, now.asked, "?"), now)
    (safe,) = (line for line in lines if "2A" in line)
    assert all(point in safe for point in ("2F", "4A", "5D"))
    assert not any(point in safe for point in ("3A", "3C"))


def test_each_command_leads_to_its_own_rule() -> None:
    """There are three Attacks. The one of the asked faction is meant."""
    answer = explained("command")
    assert [button.about for button in answer.buttons] == [f"vijayanagara:3.2.{n}" for n in (1, 2, 3, 4)]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_each_choice_is_explained_the_legal_ones_first(game: str) -> None:
    rules, seen = GAMES[game], set[str]()
    for step in random_steps(rules, 2):
        at = situation(rules, step)
        if at.ask is None or at.ask.kind in seen or (panel := at.build_panel()) is None:
            continue
        seen.add(at.ask.kind)
        asked = make_question(rules, at.ask)
        lines, refusals = explain_all(asked, at), asked.refusals()
        illegal = [n for n, line in enumerate(lines) if line in {f"-# {each}" for each in refusals}]
        assert len(illegal) == len(refusals)
        singly = (list_singly(each) if isinstance(each, Menu) else [each] for each in panel.controls)
        offered = [option for options in singly for option in options if not option.why_not]
        labels = [REMARK.sub("", each.label) for each in offered if not each.key.endswith(DONE)]
        for label in (*(each.label for each in panel.answers if each.key != DONE), *labels):
            named = [n for n, line in enumerate(lines) if label in line]
            assert named, (at.ask.kind, label)
            assert min(named) < min(illegal, default=len(lines)), (at.ask.kind, label)
        reasons: dict[object, list[Option]] = {}
        for option in [] if asked.amounts else asked.options:  # of amounts, the legal ones say how many
            if option.why_not and option.key not in asked.typed:
                reasons.setdefault(asked._find_reason(option), []).append(option)
        for options in reasons.values():  # a reason for many answers names only the first of them
            for option in options if len(options) <= NAMED + 1 else options[:1]:
                assert any(asked.inside(option) in lines[n] for n in illegal), (at.ask.kind, option)


def test_reasons_alike_but_for_names_and_numbers_take_one_line() -> None:
    now = Draft(at_position(MARCHING), ("command",)).now
    assert now.ask is not None

    def bar(key: str, label: str, why: Words) -> Option:
        return Option(key, label, why_not=str(why), refused=why)

    cost, far = "PA-11: this costs {n} Talents, and you have 3 Talents", "PA-11: {place} is too far"
    barred = (
        bar("2", "2 Levies", say(cost, n=4)),
        bar("5", "5 Fleets", say(cost, n=15)),
        bar("t", "Thrace", say(far, place="Thrace")),
        bar("c", "Caria and Lycia", say(far, place="Caria and Lycia")),
        bar("a", "Syria", say(far, place="Phrygia")),
        bar("s", "Syria", say("PA-12: {place} is too far", place="Syria")),
    )
    asked = replace(make_question(now.rules, now.ask), options=barred)
    first, second, third, fourth = asked.refusals()
    assert "2 Levies" in first
    assert "5 Fleets" in first
    assert "Thrace" in second
    assert "Caria and Lycia" in second
    assert "Phrygia" in third
    assert "PA-12" in fourth


def test_a_reason_for_many_answers_comes_last_and_names_few_of_them() -> None:
    now = Draft(at_position(MARCHING), ("command",)).now
    assert now.ask is not None
    far, full = say("PA-29: no border leads there"), say("PA-29: enemies are there")
    distant = [Option(name, name, why_not=str(far), refused=far) for name in DISTANT]
    near = [Option(name, name, why_not=str(full), refused=full) for name in ("Thebaid", "Cyrenaica")]
    asked = replace(make_question(now.rules, now.ask), options=(*distant, *near))
    first, last = asked.refusals()
    assert "Thebaid" in first
    assert "Cyrenaica" in first
    assert sum(name in last for name in DISTANT) == EXAMPLES
    assert str(len(DISTANT) - EXAMPLES) in last


def test_what_cannot_be_done_comes_after_what_is_meant() -> None:
    now = Draft(at_position(MARCHING), ("command",)).now
    assert now.ask is not None
    barred = Option("attack", "Attack", why_not="nobody is there")
    asked = replace(make_question(now.rules, now.ask), options=(Option("march", "March"), barred))
    lines = explain(asked, now).text.splitlines()
    assert lines[0] == "Which Command?"
    assert begins(lines[1], "guide.explained")
    assert begins(lines[2], "card.word", word="Conscript")
    assert lines[-1] == phrase("preview.note", line="Not Attack: nobody is there.")


def test_an_event_is_explained_by_its_words_and_the_words_in_them() -> None:
    now = Draft(at_position(MARCHING), ("event",)).now
    lines = explain_all(find_help(now.rules, now.position, now.asked, "?"), now)
    assert [line for line in lines if begins(line, "card.side")]
    assert [line for line in lines if begins(line, "card.word", word="Influence")]


async def test_look_asks_right_above_its_buttons(game: Room) -> None:
    user, tools = await game.decider(), More(game.table)
    await game.table.order(caller(user), "command")
    at = await game.table.load_running(caller(user))
    lines = (await tools.show_menu(caller(user), at.stored.id)).text.splitlines()
    assert lines[0] == at.rules.view(at.live.state, None).headline
    assert lines[-1] == phrase("look")
    assert phrase("order.so_far", seat="The North", line="Command.") in lines


@pytest.mark.parametrize("game", GAMES)
def test_the_first_question_of_each_game_is_explained(game: str) -> None:
    rules = GAMES[game]
    now = situation(rules, begin(rules, rules.dump(rules.setup(rules.Options())), "0" * 32))
    new = find_newcomer(rules)
    assert now.ask is not None
    assert new is not None
    assert new.kinds[now.ask.kind] in explain(make_question(rules, now.ask), now).text


async def test_who_looks_on_reads_what_the_words_mean_and_no_more(game: Room) -> None:
    user, tools = await game.decider(), More(game.table)
    for each in (user, GUEST):
        assert "Command, Event, Pass" in (await tools.explain_answers(caller(each))).text
    rules, now = GAMES["vijayanagara"], Draft(at_position(MARCHING), ("command",)).now
    assert now.ask is not None
    told = explain(make_question(rules, now.ask), None)
    assert begins(told.text.splitlines()[1], "card.word", word="Command")
    assert not told.buttons
