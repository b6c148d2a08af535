"""A channel reads several turns on one screen, whatever happened in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib.resources import files
from itertools import product
from typing import Any

import pytest
from babel.messages.pofile import read_po

from bot.language.localized_games import LocalizedGames
from bot.language.words import say, speak_within
from bot.replies.rows import count_rows
from bot.replies.text import group_by_order, keep_first_clause, split_sentences
from bot.session.loaded_game import LoadedGame, is_side_act, name_seat, title_seat
from bot.session.views import view_start
from bot.story import summary
from bot.story.announce import make_board_posts, make_posts
from bot.story.board_posts import write_card_sides
from bot.story.changes import find_changes
from bot.story.chronicle import Fitted, fit_episodes
from bot.story.episodes import (
    BRIEF_EPISODE,
    LONG_EPISODE,
    NEWS,
    SHORT_EPISODE,
    SMALL_ACTS,
    Episode,
    Sentence,
    choose_news,
    list_episodes,
)
from bot.story.order_text import write_order
from bot.story.post import Post
from bot.story.rows import ROWS, SPARE_ROWS, SUMMARY_ROWS
from bot.story.summary import choose_acts, summarize, write_turn
from bot.story.turn_text import WEIGHT, Act, drop_trifles, list_acts, list_happenings, tell_by_kind, tell_turn
from rules.face import find_package
from rules.kernel import CHANCE, Ask, Game, Rules, Step, load_start, resume, submit
from rules.loading.games import GAMES, OWN
from rules.orders.sentences import Part
from rules.vijayanagara.cards import LASTING_CARD, NEW_CARD
from rules.words import read_said
from tests.every_game.golden import play_at_random
from tests.every_game.news import list_news, list_opened
from tests.every_game.tables import tables
from tests.every_game.test_secrets import STORED
from tests.every_game.tiers import complete_game
from tests.kernel.play import random_steps, random_turns
from tests.phrases import begins, phrase, says, slots
from tests.turns.walking import situation

TURNS = 3  # of bot players in a row
LIVELY = {*OWN} - {"aadu_huli"}  # the games with long stories, in which a turn changes much
CARDS = {"vijayanagara"}  # the games with questions about an open card


def windows(rules: Rules, size: int = TURNS) -> list[tuple[Game, ...]]:
    turns = play_at_random(rules, "posts")[:40]
    return [tuple(turns[first : first + size]) for first in range(0, len(turns), size)]


@complete_game
@pytest.mark.parametrize("language", ["en", "fr"])
def test_several_turns_are_one_screen(rules: Rules, language: str) -> None:
    short = 0
    with speak_within(language):
        for turns in windows(rules):
            told = summarize(rules, turns)
            assert count_rows(told.text) <= SUMMARY_ROWS
            lines = [
                line for game in turns for line in tell_turn(rules, game, 0 if game is turns[0] else None)
            ]
            assert told.whole <= (count_rows("\n".join(lines)) <= ROWS)
            assert told.whole == (told.text.splitlines() == "\n".join(lines).splitlines())
            short += not told.whole
    assert short or rules.KEY not in LIVELY


@complete_game
@pytest.mark.parametrize("size", [3, 6, 9])
def test_a_new_thing_stands_between_the_acts_that_it_separates(rules: Rules, size: int) -> None:
    """Else a faction that acts on two cards seems to act twice on one."""
    for turns in windows(rules, size):
        summary = summarize(rules, turns)
        if summary.whole or not summary.ordered:
            continue
        episodes = [each for each in list_episodes(rules, turns) if each.acts and not each.trifling]
        for first, *others in (episodes[place:] for place in range(len(episodes))):
            if others and (new := [line for line in first.story if line.kind in rules.EXTRAS.prose.opening]):
                short = rules.EXTRAS.prose.opened(new[-1]) or new[-1].words
                forms = [say("story", line=words.read(rules.name)) for words in (new[-1].words, short)]
                assert any(form in summary.text for form in forms), summary.text


@complete_game
def test_an_act_with_many_places_names_those_of_the_reader_first(rules: Rules) -> None:
    """Only some places have room, so the reader looks for their own."""
    for game in play_at_random(rules, "posts")[:60]:
        for own in rules.seats(rules.Options()):
            near = {*rules.EXTRAS.prose.held(view_start(rules, game.start), own)}
            for act in list_happenings(rules, game, near=near):
                for part in act.bare_parts:
                    held = [rules.name(place) for place in part.places & near]
                    told = [rules.name(place) for place in part.places if rules.name(place) in part.head]
                    assert len(told) == len(part.places) or {*told} <= {*held} or {*held} <= {*told}


@complete_game
def test_a_reason_is_told_once_and_above_what_is_new(rules: Rules) -> None:
    """The order did not aim at the card or round that follows it."""
    later = {*rules.EXTRAS.prose.opening, *rules.EXTRAS.prose.summed}
    for game in play_at_random(rules, "posts")[-40:]:
        why = {place: "to win" for place, _ in enumerate(game.log)}
        lines = tell_by_kind(rules, game, 0, why=why)
        reasons = [place for place, line in enumerate(lines) if says(line.text, "reason", reason="to win")]
        assert len(reasons) <= len({entry.seat for entry in game.log})
        assert not any(place and lines[place - 1].kind in later for place in reasons)


@complete_game
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_end_comes_last_and_once(rules: Rules, language: str) -> None:
    """A summary ends with the end of the game. The last order's post leaves it to the post of the result."""
    turns = play_at_random(rules, "posts")
    live = resume(rules, turns[-1])
    view, story = rules.view(live.state, None), live.state.story
    with speak_within(language):
        ending = " ".join(read_said(said, rules.name) for said in rules.EXTRAS.prose.ending(view, story))
        assert ending, "the game is over"
        for count in (2, 5, 9):
            last = turns[-count:]
            text = summarize(rules, last).text
            if count_rows("\n".join(line for game in last for line in tell_turn(rules, game))) > ROWS:
                assert text.splitlines()[-1].endswith(ending)
            assert text.count(ending) <= 1
            assert ending not in summarize(rules, last, ends=False).text


@complete_game
def test_a_turn_that_is_too_long_for_a_message_still_has_its_result(rules: Rules) -> None:
    """A replay of Timur's invasion used to stop at the last dice that had room."""
    last = play_at_random(rules, "posts")[-1]
    live = resume(rules, last)
    ending = rules.EXTRAS.prose.ending(rules.view(live.state, None), live.state.story)
    whole = "\n".join(tell_turn(rules, last))
    assert write_turn(rules, last, len(whole)) == whole
    if count_rows(whole) > ROWS:
        assert write_turn(rules, last, len(whole) - 1).endswith(
            " ".join(read_said(one, rules.name) for one in ending)
        )


@complete_game
@pytest.mark.parametrize("language", ["en", "fr"])
def test_an_act_ends_with_a_whole_sentence_or_clause(rules: Rules, language: str) -> None:
    """A clipped act says that there is more, and enough to know what it is."""
    with speak_within(language):
        for turns in windows(rules):
            assert "…" not in summarize(rules, turns).text
            for episode in list_episodes(rules, turns):
                line = episode.line(SHORT_EPISODE)
                if not says(line, "order.clipped"):
                    continue
                begun = slots(line, "order.clipped")["line"]
                orders = [order for act in episode.acts for order in (act.order, act.bare)]
                lines = [say("order", seat=episode.title, line=order) for order in orders]
                whole = next(each for each in lines if each.startswith(begun))
                assert whole[len(begun)] in ".,;:!?”", line
                assert len(begun) > SHORT_EPISODE / 2, line


@pytest.mark.parametrize("language", ["en", "fr"])
def test_acts_left_out_of_an_order_are_named(language: str) -> None:
    """A long order says what it leaves out. An act that names the reader is told first."""
    places = ("Macedonia", "Hellas", "Epirus", "Thrace", "Caria and Lycia", "Hellespontine Phrygia")
    parts = [Part(f"March from {one} with 1 Levy.", f"March from {one}", frozenset()) for one in places]
    fight = Part("Fight Red in Egypt with the leader and 3 Levies.", "Fight Red", frozenset(("red",)))
    with speak_within(language):
        for n in range(2, len(parts) + 1):
            act = Act("blue", "-", parts=(*parts[:n], fight), bare_parts=(*parts[:n], fight))
            for own in ("red", "green"):
                episode = Episode("blue", "Blue", [act], own=own)
                for limit in (LONG_EPISODE, SHORT_EPISODE):
                    line = episode.line(limit)
                    assert len(line) <= LONG_EPISODE + len("**Blue** : ")
                    assert own != "red" or fight.text in line, line
                    told = [part for part in act.parts if part.text in line]
                    left = [part for part in act.parts if part not in told]
                    assert not left or any(part.head in line for part in left), line
                    assert not says(line, "order.clipped"), line


def test_a_long_order_names_fewer_places_before_it_drops_an_act() -> None:
    places = [f"Province {n}" for n in range(20)]
    long = Part(f"Raise in {', '.join(places)}.", "Raise in Province 0 and 19 others", frozenset())
    parts = (long._replace(places=frozenset(places)), Part("Collect.", "Collect", frozenset()))
    episode = Episode("blue", "Blue", [Act("blue", "-", parts=parts, bare_parts=parts)])
    assert all(part.head in episode.line() for part in parts)
    assert episode.line().index(long.head) < episode.line().index("Collect"), "in the order of play"


@complete_game
@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_seat_is_left_out(rules: Rules, language: str) -> None:
    """A summary names each other seat: in an act, in an effect, or in the line on smaller acts."""
    cut = 0
    with speak_within(language):
        for turns in windows(rules, 3 * TURNS):
            acts = [act for game in turns for act in list_acts(rules, game, 0 if game is turns[0] else None)]
            own = acts[0].seat
            told = summarize(rules, turns, own=own)
            weighty = {act.seat for act in acts if not act.trifling} - {own}
            cut += not told.whole
            assert all(rules.name(seat).casefold() in told.text.casefold() for seat in weighty), told.text
    assert cut


@complete_game
@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_seat_is_told_in_the_order_of_play_with_what_its_turn_brought(
    rules: Rules, language: str
) -> None:
    """Whoever waited reads what each other seat did, and beside it what came of it and not of a later act."""
    looked = 0
    with speak_within(language):
        for game, turns in (
            (at.rules, turns) for at, turns in list_own_turns(LocalizedGames(GAMES)[rules.KEY])
        ):
            own = next((entry.seat for entry in turns[0].log if entry.seat != CHANCE), "")
            told = summarize(game, turns, own=own)
            episodes = [
                each for each in list_episodes(game, turns, own=own) if each.acts and not each.trifling
            ]
            others = [each for each in episodes if each.seat != own]
            heads = [
                f"**{each.name}** "
                if any(part.told for act in each.acts for part in act.bare_parts)
                else phrase("order", seat=each.title, line="\0").partition("\0")[0]
                for each in others
            ]
            lines = told.text.splitlines()
            begun = [line for line in lines if any(line.startswith(head) for head in heads)]
            if told.whole or len(begun) < len(others):
                continue
            looked += 1
            for line, head, episode in zip(begun, heads, others, strict=True):
                assert line.startswith(head), told.text
                brought = [part for each in episode.results for part in split_sentences(each.text)]
                later = {
                    part
                    for each in episodes
                    for result in each.results
                    for part in split_sentences(result.text)
                }
                assert not [part for part in later - {*brought} if part in line], told.text
                if brought and brought[0] not in line:
                    longer = "\n".join([*lines, brought[0]])
                    assert count_rows(longer) > SUMMARY_ROWS, "left out only if there is no room"
    assert looked or rules.KEY not in LIVELY


@complete_game
def test_every_seat_whose_score_changed_is_named(rules: Rules) -> None:
    looked = 0
    for turns in windows(rules):
        told = summarize(rules, turns)
        views = view_start(rules, turns[0].start), rules.view(resume(rules, turns[-1]).state, None)
        then, now = (dict(view.standing) for view in views)
        changed = [seat for seat in then if then[seat][:1] != now.get(seat, ())[:1]]
        looked += len(changed)
        if not told.whole:
            assert all(rules.name(seat).casefold() in told.text.casefold() for seat in changed), told.text
    assert looked or rules.KEY not in LIVELY


@complete_game
def test_what_each_turn_brought_can_be_told(rules: Rules) -> None:
    """No line of the log lacks what the prose of the game needs."""
    told = [
        episode
        for table in tables(rules)
        for game in table.some_turns()
        for episode in list_episodes(rules, (game,))
    ]
    assert told


@complete_game
def test_a_reason_stands_only_below_an_order_of_its_seat(rules: Rules) -> None:
    """Effects of an answer may stand below another seat's order, but its reason would seem to be theirs."""
    looked = 0
    for turns in windows(rules):
        why = {
            game.turn: {
                place: f"To serve {title_seat(rules, entry.seat, game)}"
                for place, entry in enumerate(game.log)
                if entry.seat != CHANCE
            }
            for game in turns
        }
        lines = [line for game in turns for line in tell_turn(rules, game, why=why[game.turn])]
        looked += count_reasons(lines) + count_reasons(summarize(rules, turns, why=why).text.splitlines())
    assert looked


@complete_game
def test_a_reason_for_a_side_act_names_who_did_it(rules: Rules) -> None:
    for turn in random_turns(rules, 1, 0.3)[:30]:
        why = {
            place: f"for {name_seat(rules, entry.seat, turn)}"
            for place, entry in enumerate(turn.log)
            if is_side_act(entry)
        }
        told = [line for line in tell_turn(rules, turn, why=why) if begins(line, "reason")]
        assert bool(told) == bool(why)
        for line in told:
            said = slots(line, "reason")
            assert said["reason"] == f"for {said['seat']}"


def test_a_reason_names_its_order_if_dice_are_told_beside_it() -> None:
    rules, looked = GAMES["successors"], 0
    for turns in windows(rules):
        why = {
            turn.turn: {place: "to try" for place, entry in enumerate(turn.log) if entry.seat != CHANCE}
            for turn in turns
        }
        last = next((turn for turn in reversed(turns) if why[turn.turn]), None)
        if last is None or not any(entry.seat == CHANCE for turn in turns for entry in turn.log):
            continue
        seat = last.log[max(why[last.turn])].seat
        line = summary._find_last_reason(rules, turns, why, seat)
        if line and write_order(rules, last, max(why[last.turn]), seat):
            looked += 1
            assert slots(line, "reason.order")["order"]
    assert looked


def count_reasons(told: Sequence[str]) -> int:
    """Return how many reasons "To serve SEAT" a text has. Each must stand below an order of its seat."""
    found = 0
    for order in group_by_order(told):
        first, *below = order.splitlines()
        assert "To serve " not in first
        for line in (each for each in below if "To serve " in each):
            said = slots(line, "reason.order" if begins(line, "reason.order") else "reason")
            seat = said["reason"].removeprefix("To serve ")
            assert said["seat"].casefold() == seat.casefold(), "a reason names its seat"
            led = any(begins(first, kind, seat=seat) for kind in ("order", "order.asked"))
            assert led or f"**{seat}**" in first, order
            found += 1
    return found


@complete_game
def test_trifles_are_left_out_if_anything_else_happened(rules: Rules) -> None:
    for turns in windows(rules):
        acts = [act for game in turns for act in list_acts(rules, game, 0 if game is turns[0] else None)]
        told, lines = summarize(rules, turns), {act.line for act in acts if not act.trifling}
        trifles = {act.line for act in acts if act.trifling} - lines
        if lines:
            assert trifles.isdisjoint(told.text.splitlines()), "in a short story too"


@complete_game
def test_what_is_new_stands_in_a_summary_where_it_began(rules: Rules) -> None:
    """A newly opened card, a round, a visit: the newest line of each kind is never left out.

    What happened under a new card stands below the card's line.
    """
    found = 0
    for turns in windows(rules):
        told, news = summarize(rules, turns), list_news(rules, turns)
        lines = [line for game in turns for line in tell_turn(rules, game, 0 if game is turns[0] else None)]
        if count_rows("\n".join(lines)) > ROWS and news:
            found += 1
            lines = told.text.splitlines()
            assert [line for line in lines if line in news] == news
            for line in news:
                begun = [place for place, each in enumerate(list_episodes(rules, turns)) if line in each.news]
                later = list_episodes(rules, turns)[begun[-1] + 1 :]
                heads = [head for each in later if (head := each.line()) and head in lines]
                assert not heads or lines.index(line) < lines.index(heads[0])
    assert found or not rules.EXTRAS.prose.opening


@complete_game
def test_what_happened_under_an_older_card_stands_below_it(rules: Rules) -> None:
    """A card that took effect before the next card was opened is told too, while there is room."""
    older = 0
    for turns in windows(rules):
        lines, news = summarize(rules, turns).text.splitlines(), list_news(rules, turns)
        began = {line: place for place, each in enumerate(list_episodes(rules, turns)) for line in each.news}
        for line in (each for each in began if each not in news and each in lines):
            older += 1
            heads = [each.line() for each in list_episodes(rules, turns)[began[line] + 1 :] if each.acts]
            assert all(lines.index(line) < lines.index(head) for head in heads if head in lines)
    assert older or rules.KEY != "vijayanagara"


def test_a_full_post_names_the_card_of_its_first_act() -> None:
    """The post told a Mongol Command or an Event, but not the card that had just been opened for it."""
    rules, looked = GAMES["vijayanagara"], 0
    for turns in windows(rules, 2):
        episodes = list_episodes(rules, turns)
        opened = [
            (at, line) for at, each in enumerate(episodes) for line in each.story if line.kind == NEW_CARD
        ]
        choose_news(rules, episodes, lean=True)
        news = "".join(line for each in episodes for line in each.news)
        for place, line in opened[:1] if len(opened) < NEWS else ():
            if any(each.results for each in episodes[place : place + 2]):
                assert line.parts["card"].read(rules.name) in news
                looked += 1
    assert looked


@complete_game
def test_a_line_names_its_seat_once_before_what_the_seat_did(rules: Rules) -> None:
    """If the results tell all acts, no seat stands alone before a result, such as one about another seat."""
    for turns in windows(rules, 2):
        seats = [rules.name(seat) for seat, _ in rules.view(rules.load(turns[0].start), None).standing]
        heads = [f"{say('order', seat=one, line=other)} " for one, other in product(seats, seats)]
        for line in summarize(rules, turns).text.splitlines():
            assert not any(line.startswith(head) for head in heads), line


@complete_game
def test_answers_whose_results_are_told_are_left_out(rules: Rules) -> None:
    """A battle is told by its result, not by what each side answered in it, such as its Cavalry."""
    retold, left = {*rules.EXTRAS.prose.retold}, 0
    for episode in (each for turns in windows(rules, 2) for each in list_episodes(rules, turns)):
        parts = [part for act in episode.acts for part in act.bare_parts]
        others = [part.text for part in parts if not retold & part.kinds]
        for part in parts if episode.results and others and not episode.trifling else ():
            if retold & part.kinds and not any(part.text in text for text in others):
                left += 1
                assert part.text not in episode.line()
    assert left or rules.KEY not in BATTLES


def test_the_most_important_act_of_each_seat_comes_first() -> None:
    acts = [Act("a", "A1", 0), Act("b", "B1", 10), Act("a", "A2", 1), Act("b", "B2", 0), Act("c", "C1", 99)]
    assert choose_acts(acts, 1, "c") == [4], "the own act first of all"
    assert choose_acts(acts, 3, "c") == [1, 2, 4]
    assert choose_acts(acts, 4, "c") == [1, 2, 3, 4], "then the other acts, the newest first"
    assert choose_acts(acts, 5, "c") == [0, 1, 2, 3, 4]
    assert choose_acts(acts, 2, "c", {"b"}) == [2, 4], "who is named by an effect comes later"
    assert choose_acts([Act("c", "C1"), Act("c", "C2")], 1, "c") == [1], "own acts, where nobody else acts"
    acts = [Act("c", "C1", 0), Act("b", "B1", 10), Act("c", "C2", 99)]
    assert choose_acts(acts, 2, "c") == [1, 2], "the other own acts last"


@complete_game
def test_each_order_is_named_in_the_next_post(rules: Rules) -> None:
    """However much bot players did after the order of a person, everybody reads who did what."""
    turns, long = play_at_random(rules, "posts")[:40], 0
    leads = [next((entry.seat for entry in game.log if entry.seat != CHANCE), "") for game in turns]
    for place, (game, seat) in enumerate(zip(turns, leads, strict=True)):
        after = next((at for at in range(place + 1, len(turns)) if leads[at] == seat), len(turns))
        acts = [act for act in list_acts(rules, game) if act.seat == seat and not act.trifling]
        title = title_seat(rules, seat, game) if seat else ""
        for own in sorted({*leads[place:after]}) if acts else ():  # who is asked next
            told = summarize(rules, turns[place:after], own=own)
            assert count_rows(told.text) <= SUMMARY_ROWS
            lines = told.text.splitlines()
            named = any(begins(line, kind, seat=title) for line in lines for kind in ("order", "order.asked"))
            assert named or f"**{title}**" in told.text, (own, acts[0].line, told.text)
            long += not told.whole and own == seat
    assert long or rules.KEY not in LIVELY


@complete_game
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_brief_act_names_all_that_the_seat_did(rules: Rules, language: str) -> None:
    """A long act keeps each of its acts and places, and drops details, so nothing need be counted."""
    with speak_within(language):
        acts = [act for turns in windows(rules) for game in turns for act in list_acts(rules, game)]
        for act in acts:
            assert len(act.brief) <= len(act.line)
            first = act.bare_parts[0]
            opening = act.line.partition(".")[0].partition(":**")[0]
            opening = f"**{first.told}** {first.head}" if first.told else opening
            assert act.brief.startswith(opening.partition(":")[0]), (act.line, act.brief)
            assert act.line == act.brief or not says(act.brief, "order.clipped")


def test_trifles_are_dropped_unless_they_are_all_that_happened() -> None:
    lines = ["A passes.", "B attacks.", "- 1 lost."]
    assert drop_trifles(lines, {"A passes."}) == ["B attacks.", "- 1 lost."]
    assert drop_trifles(lines[:1], {"A passes."}) == ["A passes."]
    notice = ["A's plan played.", "A passes."]
    assert drop_trifles(notice, {"A passes."}, kept=notice[:1]) == notice, "a notice is no act"


def list_own_turns(rules: Rules) -> Iterator[tuple[LoadedGame, tuple[Game, ...]]]:
    """Yield the beginnings of turns, each with the turns since the asked seat last acted first."""
    turns, led = play_at_random(rules, "posts")[:60], dict[str, int]()
    for number, game in enumerate(turns):
        begun = replace(load_start(rules, game), log=())
        live = resume(rules, begun)
        if isinstance(live.pending, Ask):
            at = situation(rules, Step(begun, live))
            if at.asked in led:
                yield at, (*turns[led[at.asked] + 1 : number], begun)
        seat = next((entry.seat for entry in game.log if entry.seat != CHANCE), "")
        led |= {seat: number}


OWN_TURN_ONLY = ("taj_mahal", "rajas_of_the_ganges")  # seats seldom lose anything in another's turn


@complete_game
@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_change_since_ones_last_turn_names_what_changed_it(rules: Rules, language: str) -> None:
    looked = 0
    with speak_within(language):
        for at, turns in list_own_turns(LocalizedGames(GAMES)[rules.KEY]):
            told = find_changes(at.rules, at.asked, at.view(None), turns).list_told(at.rules)
            assert all(each.causes for each in told), told
            then, now = dict(view_start(at.rules, turns[0].start).standing), dict(at.view(None).standing)
            if then[at.asked][0] != now[at.asked][0]:
                clauses = " ".join(clause for each in told for clause in each.changes)
                assert now[at.asked][0] in clauses, "the points that it lost or won"
            looked += bool(told)
    assert looked or rules.KEY in OWN_TURN_ONLY or rules.KEY not in OWN


def test_what_comes_back_to_everybody_at_a_round_is_no_change() -> None:
    """In Rajas of the Ganges, all workers come back, and nothing else changes between two turns of a seat."""
    rules, rounds = GAMES["rajas_of_the_ganges"], 0
    for at, turns in list_own_turns(rules):
        then, now = dict(view_start(rules, turns[0].start).standing), dict(at.view(None).standing)
        rounds += then[at.asked] != now[at.asked]
        assert not find_changes(rules, at.asked, at.view(None), turns).list_told(rules)
    assert rounds


@pytest.mark.parametrize("seed", ["posts", "dice"])
def test_who_acted_reads_which_cards_changed_hands_by_it(seed: str) -> None:
    """Bot players move before the post comes, and it still tells what the player's own act brought to all."""
    rules, looked = GAMES["taj_mahal"], 0
    turns = play_at_random(rules, seed)
    leads = [next((entry.seat for entry in game.log if entry.seat != CHANCE), "") for game in turns]
    for at, (game, own) in enumerate(zip(turns, leads, strict=True)):
        start: Any = view_start(rules, game.start)
        end: Any = rules.view(resume(rules, game).state, None)
        then, now = start.specials, end.specials
        moved = [card for card in now if now[card] != then[card]]
        if not moved:
            continue
        looked += 1
        after = next((place for place in range(at + 1, len(turns)) if leads[place] == own), len(turns))
        told = summarize(rules, turns[at:after], own=own).text
        assert all(rules.name(card) in told for card in moved), told
        won = [each.key for each in end.provinces if each.owner == own != ""]
        gained = [key for key in won if not any(each.key == key and each.owner for each in start.provinces)]
        assert all(rules.name(key) in told for key in gained), told
    assert looked


@complete_game
def test_an_act_is_one_line_and_is_told_once(rules: Rules) -> None:
    """In a short story, an order has one line, and nothing below it."""
    for turns in windows(rules):
        assert all("\n" not in act.line for game in turns for act in list_acts(rules, game))
        told = summarize(rules, turns)
        below = [line for line in told.text.splitlines() if line.startswith("- ")]
        lines = [line for game in turns for line in tell_turn(rules, game, 0 if game is turns[0] else None)]
        opened = [text for _, text in list_opened(rules, turns)]
        assert count_rows("\n".join(lines)) <= ROWS or {*list_news(rules, turns)} <= {*below} <= {*opened}


@complete_game
def test_no_line_of_the_story_has_a_rule_number_that_reads_like_points(rules: Rules) -> None:
    for table in tables(rules):
        for game in table.some_turns():
            story = [line.words.read(rules.name) for line in resume(rules, game).state.story]
            assert not [line for line in story if re.search(r"\(\d+(\.\d+)+\)", line)]


@complete_game
def test_no_question_label_or_reason_has_a_rule_number_that_reads_like_points(rules: Rules) -> None:
    """A reason may cite "(rule 3.1)". Only the reference cites a bare number: its titles have numbers."""
    folder = find_package(rules)
    assert folder
    path = files(folder) / "fr" / "rules.po"
    with path.open("rb") as file:
        entries = [each for each in read_po(file) if each.id]
    said = [
        text
        for each in entries
        if not all(where == "reference.md" for where, _ in each.locations)
        for texts in (each.id, each.string or "")
        for text in ([texts] if isinstance(texts, str) else texts)
    ]
    assert said
    assert not [text for text in said if re.search(r"\((\{rule\}|\d+(\.\d+)+(, \d+(\.\d+)+)*)\)", text)]


BATTLES = {"vijayanagara": "attack", "successors": "losses"}  # the kinds of story lines with a battle's dice
FACES = re.compile(r"\b[1-6](?: [1-6])*\b")


def test_a_post_tells_the_reason_of_an_answer_only_with_the_answer() -> None:
    rules, silent = GAMES["vijayanagara"], 0
    for game in play_at_random(rules, "posts")[:60]:
        led = ""
        for place, entry in enumerate(game.log):
            if led and entry.seat not in (CHANCE, led):
                begun = replace(load_start(rules, game), log=game.log[:place])
                at = LoadedGame(
                    replace(STORED, game=rules.KEY, position=begun), rules, begun, resume(rules, begun)
                )
                step = submit(rules, begun, entry.seat, [entry.key])
                why = f"To serve {title_seat(rules, entry.seat, begun)}"
                posts = [Post.model_validate_json(each.content) for each in make_posts(at, step, 0, why=why)]
                told = sum(count_reasons(post.text.splitlines()) for post in posts)
                assert told <= 1
                silent += bool(posts) and not told
            led = led if entry.seat == CHANCE else entry.seat
    assert silent


def test_who_fought_reads_the_dice_in_the_post_itself() -> None:
    rules, looked = GAMES["vijayanagara"], 0
    for seed in ("posts", "dice"):
        for game in play_at_random(rules, seed):
            story = resume(rules, game).state.story
            throws = [line for line in story if line.kind == BATTLES["vijayanagara"]]
            if len(throws) != 1:
                continue
            told = summarize(rules, (game,)).text
            for side in ("own", "other"):
                for faces in FACES.findall(throws[0].parts[side].read(rules.name).partition(" (")[0]):
                    assert faces in told, told
            looked += 1
    assert looked


@complete_game
@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_order_has_its_result(rules: Rules, language: str) -> None:
    """A result stands with each order, or in short what its seat gained, however small the order is."""
    looked, missing = 0, []
    with speak_within(language):
        game = LocalizedGames(GAMES)[rules.KEY]
        for turns in (*windows(rules, 2), *windows(rules, 4)):
            for own in sorted({entry.seat for each in turns for entry in each.log} - {CHANCE}):
                told = summarize(game, turns, own=own)
                text = told.text.replace("**", "")
                lines = {line for each in turns for line in tell_turn(game, each)}
                if not told.ordered or lines.issuperset(told.text.splitlines()):
                    continue  # no orders, or the log itself
                for episode in list_episodes(game, turns, own=own):
                    brought = [*episode.results, *episode.named_means, *episode.means, *episode.effects]
                    if not brought or all(act.trifling for act in episode.acts):
                        continue
                    looked += 1
                    first = [keep_first_clause(split_sentences(each.text)[0]) for each in brought]
                    if not any(each.replace("**", "").rstrip(".") in text for each in first):
                        missing.append((episode.line(), first, told.text))
    assert not missing, missing[0]
    assert looked or rules.KEY == "aadu_huli"


def test_an_order_that_brought_gains_or_losses_has_its_result() -> None:
    """The most important result stands with the order, also if the reader gave the order."""
    rules, looked = GAMES["vijayanagara"], 0
    for turns in (*windows(rules, 2), *windows(rules, 4)):
        for own in sorted({entry.seat for game in turns for entry in game.log} - {CHANCE}):
            told = summarize(rules, turns, own=own)
            for episode in () if told.whole else list_episodes(rules, turns, own=own):
                heads = [episode.line(limit) for limit in (LONG_EPISODE, SHORT_EPISODE)]
                if episode.weight < WEIGHT or not episode.results or not any(filter(None, heads)):
                    continue
                if any(head in told.text for head in heads):
                    result, *_ = split_sentences(episode.results[0].text)
                    assert result in told.text, told.text
                    looked += 1
    assert looked


def list_waits(rules: Rules) -> Iterator[tuple[tuple[Game, ...], str]]:
    """Yield the turns from each seat's order to its next one, with the seat."""
    turns = play_at_random(rules, "posts")[:50]
    leads = [next((entry.seat for entry in game.log if entry.seat != CHANCE), "") for game in turns]
    for place, seat in enumerate(leads):
        after = next((at for at in range(place + 1, len(turns)) if leads[at] == seat), len(turns))
        if seat and after > place + 1:
            yield turns[place:after], seat


@complete_game
@pytest.mark.parametrize("language", ["en", "fr"])
def test_whoever_waited_reads_each_result_about_their_seat_once(rules: Rules, language: str) -> None:
    """The own order has its result, such as money, and so has each act that names the seat."""
    looked = 0
    with speak_within(language):
        game = LocalizedGames(GAMES)[rules.KEY]
        for turns, own in list_waits(rules):
            told = summarize(game, turns, own=own)
            episodes = list_episodes(game, turns, own=own) if not told.whole and told.known.orders else []
            for episode in episodes:
                about = [each for each in episode.results if own in each.names]
                means = [each for each in episode.means if episode.seat == own or own in each.names]
                first = episode.effects[:1] if episode.seat == own and not episode.trifling else []
                for each in (*about, *means, *first):
                    sentence = split_sentences(each.text)[0]
                    looked += 1
                    if sentence in told.text:
                        assert told.text.count(sentence) <= sum(
                            sentence in other.text
                            for one in episodes
                            for other in (*one.results, *one.means, *one.effects)
                        ), told.text
                    else:  # other results about the seat have taken the room
                        assert count_rows(f"{told.text} {sentence}") > SUMMARY_ROWS - 3, told.text
    assert looked or rules.KEY not in LIVELY


@complete_game
def test_an_order_with_a_told_result_does_not_repeat_it(rules: Rules) -> None:
    """A battle's sentence names its place and sides, so the order that brought it is left out."""
    looked = 0
    for turns, own in list_waits(rules):
        told = summarize(rules, turns, own=own)
        for episode in () if told.whole or not told.known.orders else list_episodes(rules, turns, own=own):
            results = [each for each in episode.results if split_sentences(each.text)[0] in told.text]
            for part in (part for act in episode.acts for part in act.bare_parts):
                named = any(part.places & each.names for each in results)
                if named and part.kinds & {*rules.EXTRAS.prose.retold}:
                    looked += 1
                    assert part.text not in told.text, told.text
    assert looked or rules.KEY not in BATTLES


HEADING = re.compile(  # "Rally: {pieces} in {space}": a short heading, and slots
    r"(?:\w+|\{\w+\})(?: in \{\w+\})?:(?:\{\w+\}|[\s,.;()]|\b(?:in|from|to)\b)*"
)


@complete_game
def test_each_line_of_the_story_is_a_sentence(rules: Rules) -> None:
    """No line is only a heading with what fills its slots."""
    for table in tables(rules):
        for game in table.some_turns():
            for line in resume(rules, game).state.story:
                if line.kind.endswith("losses"):
                    continue  # its slots are whole clauses on what each side does
                text = line.words.text
                forms = (text,) if isinstance(text, str) else (text.one, text.many)
                bare = [form for form in forms if HEADING.fullmatch(form) and "} {" not in form]
                assert not bare, (line.kind, text)  # one of two slots side by side is the verb


@complete_game
def test_the_words_of_the_open_card_stand_above_each_question_about_it(rules: Rules) -> None:
    """Also above the question to the second seat, and after a post that is told in brief."""
    asked = 0
    for step in random_steps(rules, 3):
        stored = replace(STORED, game=rules.KEY, position=step.game)
        at = LoadedGame(stored, rules, step.game, step.live)
        if at.ask is None or not at.ask.presentation.card:
            continue
        words = write_card_sides(at)
        *_, post = make_board_posts(at, ["- Something happened."] * 2 * ROWS + words, card=words)
        lines = Post.model_validate_json(post.content).asks.splitlines()
        assert "\n".join(words) in "\n".join(lines)
        assert not any(word in Post.model_validate_json(post.content).text for word in words)
        asked += 1
    assert bool(asked) == (rules.KEY in CARDS) or rules.KEY not in OWN


def test_results_that_name_the_reader_are_told_before_others() -> None:
    """If there is no room for all results, those that concern the reader stay."""
    names = ("Green", "Yellow", "Blue", "Red")
    results = [
        Sentence(f"{seat} lost provinces that nobody controls now.", frozenset((seat.lower(),)), rank)
        for rank, seat in enumerate(names)
    ]
    act = Part("March.", "March", frozenset())
    episode = Episode("blue", "Blue", [Act("blue", "-", parts=(act,), bare_parts=(act,))], results=results)
    for rows in (3, 4, 5):
        told = fit_episodes([episode], "", "red", rows).text
        assert results[-1].text in told
        assert not all(each.text in told for each in results)
        assert results[-1].text not in fit_episodes([episode], "", "white", rows).text


def test_what_an_event_cost_stands_below_what_it_was() -> None:
    """After an order, what it cost comes first. Without one, nobody knows yet what the cost was for."""
    result, cost = Sentence("A storm came.", frozenset(), 2), Sentence("Red −2 coins.", frozenset(("red",)))
    event = Episode(results=[result], means=[cost], named_means=[cost])
    assert fit_episodes([event], "", "red", 5).text == "A storm came. Red −2 coins."
    order = replace(_make_episode("blue", result), means=[cost], named_means=[cost])
    assert fit_episodes([order], "", "red", 5).text == "**Blue**: March. Red −2 coins. A storm came."


def test_a_place_that_changed_hands_is_told_before_what_others_did() -> None:
    """A full post said that an Event was played, but not that it took a Province."""
    battle = Sentence("Green attacked Red in Malwa and removed 3 Troops.", frozenset(("red", "green")), 2)
    won = Sentence("Blue won Goa.", frozenset(("blue", "goa")), 4, holders=frozenset(("goa",)), decisive=True)
    placed = Sentence("The Event placed 2 Amirs in Goa and Malwa.", frozenset(("goa",)), 1)
    episodes = [_make_episode("green", battle), _make_episode("blue", placed, won)]
    for rows in range(3, 6):
        assert won.text in fit_episodes(episodes, "", "white", rows).text
    assert all(each.text in fit_episodes(episodes, "", "white", 8).text for each in (battle, placed, won))


def test_a_post_without_room_for_all_orders_keeps_the_order_of_play() -> None:
    """It told the effects of all orders first, so that an Event seemed to come before the reader's order."""
    rules, looked = GAMES["vijayanagara"], 0
    for turns, own in product(windows(rules, 9), rules.seats(rules.Options())):
        told = summarize(rules, turns, own=own, rows=ROWS)
        if told.ordered:
            continue
        episodes = list_episodes(rules, turns, own=own)
        begun = tuple(split_sentences(each.text)[0] for one in episodes for each in one.results)
        lines = told.text.splitlines()
        assert all(line.startswith(("**", "- ", "-# ", *begun)) for line in lines), told.text
        assert sum(line.startswith("- ") for line in lines) > 1, "the cards between the orders are told"
        looked += 1
    assert looked


def test_means_without_a_subject_stand_only_below_the_seats_own_orders() -> None:
    """After a result about others, "−2 coins" would be theirs."""
    lost = Sentence("Green attacked Blue.", frozenset(("green", "blue")))
    bare, named = Sentence("−2 coins.", frozenset()), Sentence("Blue −2 coins.", frozenset(("blue",)))
    episode = replace(_make_episode("blue", lost), means=[bare], named_means=[named], name="Blue")
    assert fit_episodes([episode], "", "red", 5).text == "**Blue**: March. −2 coins. Green attacked Blue."
    part = Part("Fight.", "Fight", frozenset(), frozenset(("fight",)))
    fight = Act("blue", "-", weight=WEIGHT, parts=(part,), bare_parts=(part,))
    led = replace(episode, told=[fight], retold=frozenset(("fight",)))
    assert fit_episodes([led], "", "red", 5).text == "Green attacked Blue. Blue −2 coins."


def test_a_battle_is_told_before_who_came_to_a_place() -> None:
    """A full post told where Invaders came, but not what their battle and their plunder cost."""
    came = Sentence("Invaders came to Delhi.", frozenset(("delhi",)), 0, holders=frozenset(("delhi",)))
    battle = Sentence("Invaders took 4 coins of Green.", frozenset(("green",)), 2)
    others = Sentence("Invaders came to Punjab.", frozenset(("punjab",)), 4, holders=frozenset(("punjab",)))
    episode = _make_episode("blue", came, battle, others)
    told = fit_episodes([episode], "", "red", 2).text
    assert battle.text in told
    assert others.text not in told


def test_each_seats_means_fit_alone() -> None:
    """A long list of what all seats gained does not push out what the acting seat gained."""
    gained = Sentence("+5 Troops.", frozenset())
    other = Sentence(f"Green {'−1 coin ' * 12}.", frozenset(("green",)))
    named = [Sentence("Blue +5 Troops.", frozenset(("blue",))), other]
    episode = replace(_make_episode("blue"), means=[gained, other], named_means=named)
    assert fit_episodes([episode], "", "red", 1).text == "**Blue**: March. +5 Troops."


@pytest.mark.parametrize("size", [2, 3, 4])
def test_a_faction_reads_all_that_it_lost(size: int) -> None:
    """Battles, plunder and removed pieces have the rank 2, above points. Each faction reads its own."""
    rules, looked = GAMES["vijayanagara"], 0
    for turns in windows(rules, size):
        for own in rules.seats(rules.Options()):
            told = summarize(rules, turns, own=own)
            if told.whole:
                continue
            for episode in list_episodes(rules, turns, own=own):
                for result in episode.results:
                    if own in result.names and result.rank <= 2:
                        looked += 1
                        text = split_sentences(result.text)[0].replace("**", "")
                        assert text in told.text.replace("**", ""), told.text
    assert looked


@pytest.mark.parametrize("size", [2, 3, 4])
def test_a_post_with_little_room_tells_the_battles_and_the_event(size: int) -> None:
    """A full post named small orders and left out what an Event did, or a battle of Mongol Invaders."""
    rules, looked = GAMES["vijayanagara"], 0
    for turns in windows(rules, size):
        told = summarize(rules, turns, rows=ROWS + SPARE_ROWS)
        if told.whole:
            continue
        for result in (each for episode in list_episodes(rules, turns) for each in episode.results):
            if result.rank in (1, 2):
                looked += 1
                assert split_sentences(result.text)[0].replace("**", "") in told.text.replace("**", "")
    assert looked


@pytest.mark.parametrize("size", [2, 4, 6])
def test_every_post_tells_from_when_on_the_rivals_can_rebel(size: int) -> None:
    """A post without room for much had only the title of the card that changed the rest of the game."""
    rules, looked = GAMES["vijayanagara"], 0
    for turns in windows(rules, size):
        cards = [
            line.words
            for game in turns
            for line in resume(rules, game).state.story
            if line.kind == LASTING_CARD
        ]
        for own in rules.seats(rules.Options()) if cards else ():
            looked += 1
            assert read_said(cards[-1], rules.name) in summarize(rules, turns, own=own, rows=6).text
    assert looked


def test_a_battle_of_others_is_told_before_small_orders() -> None:
    """Orders without gains or losses give way, but each seat keeps its most important order."""
    won = Sentence("Yellow won the port.", frozenset(("yellow", "port")), 1)
    battle = Sentence("Blue attacked Green and removed 4 ships.", frozenset(("blue",)), 2, decisive=True)
    small = [_make_episode("green", act=f"Sail from port {n}.", weight=1) for n in range(4)]
    fight = _make_episode("blue", won, battle, act="Fight in the open sea.")
    told = fit_episodes([*small, fight], "", "", 5).text
    assert battle.text in told
    assert "Green" in told.replace(battle.text, "")


def test_who_holds_a_place_is_told_as_it_is_in_the_end() -> None:
    """A Province that a faction lost and took again reads as lost if the post stops halfway."""
    fight = Sentence("Blue attacked Red and removed 4 ships without any loss.", frozenset(("red", "blue")), 2)
    lost = Sentence("Blue lost Goa, and nobody took it.", frozenset(("goa",)), 4, holders=frozenset(("goa",)))
    won = lost._replace(text="Blue took Goa, which nobody held.")
    episodes = [_make_episode("green", lost), _make_episode("blue", fight, won)]
    for rows in range(3, 9):
        text = fit_episodes(episodes, "", "red", rows).text
        assert lost.text not in text or won.text in text
        assert (lost.text in text) == (rows >= 5), "with room for both, both are told"
    assert won.text in fit_episodes(episodes, "", "red", 4).text, "the end alone is true"


@pytest.mark.parametrize("seed", ["dice", "a", "b"])
def test_no_summary_stops_before_a_place_changes_hands_again(seed: str) -> None:
    rules, looked = GAMES["vijayanagara"], 0
    turns = play_at_random(rules, seed)
    for window in (turns[first : first + 6] for first in range(0, len(turns), 6)):
        summary, found = summarize(rules, window), list_episodes(rules, window)
        results = [each for episode in found for each in episode.results] if summary.ordered else []
        told = [each.text in summary.text for each in results]
        for place, each in enumerate(results):
            later = [n for n in range(place + 1, len(results)) if results[n].holders & each.holders]
            looked += bool(later)
            assert not told[place] or all(told[n] for n in later), summary.text
    assert looked


def test_a_clipped_order_does_not_begin_with_what_only_introduces_it() -> None:
    """ "Command and Decree. Also: Conscript and Campaign" tells nothing that was done."""
    frame = Part("Command and Decree.", "Command and Decree", frozenset())
    acts = tuple(Part(f"{name} in a land far away.", name, frozenset()) for name in ("Rally", "Build"))
    act = Act("blue", "-", parts=(frame, *acts), bare_parts=acts)
    whole = "**Blue**: Command and Decree. Rally in a land far away. Build in a land far away."
    assert Episode("blue", "Blue", [act]).line(80) == whole
    clipped = Episode("blue", "Blue", [act]).line(40)
    assert clipped == f"**Blue**: {acts[0].text} Also: Build."


def test_an_answer_to_an_event_belongs_to_the_event() -> None:
    """Timur's battles are told together, although the Sultanate chooses its losses between them."""
    rules, looked = GAMES["vijayanagara"], 0
    for seed in ("posts", "dice", "a"):
        turns = play_at_random(rules, seed)[-1:]
        episodes = list_episodes(rules, turns)
        fought = [each for each in episodes if any(line.kind == "timur-attack" for line in each.story)]
        assert len(fought) <= 1
        assert all(not each.acts for each in fought)
        looked += any(each.answers for each in fought)
    assert looked


@pytest.mark.parametrize("whole", [False, True])
def test_few_ways_to_fit_many_orders_are_tried(monkeypatch: pytest.MonkeyPatch, whole: bool) -> None:
    """`/since` did not answer after hundreds of turns: each number of orders was tried."""
    tried = list[int]()

    def fit(episodes: Sequence[Episode], *_: object, **__: object) -> Fitted:
        tried.append(len(episodes))
        return Fitted()

    monkeypatch.setattr(summary, "fit_episodes", fit)
    episodes = [_make_episode(seat) for seat in ("red", "blue") * 300]
    summary._fit_main_episodes(GAMES["vijayanagara"], episodes, "red", ROWS, effects=True, whole=whole)
    assert len(tried) <= 2 * ROWS


@pytest.mark.parametrize(("rows", "named"), [(ROWS, True), (2, True), (1, False)])
def test_the_last_line_says_what_a_seat_left_out_did_if_there_is_room(rows: int, named: bool) -> None:
    acts = _make_episode("bahmani", act="Trade and Migrate.").acts
    line = summary._name_left(GAMES["vijayanagara"], acts, ["sultanate"], rows)
    assert says(line, "summary.left")
    assert ("(Trade and Migrate)" in line) == named


def test_the_last_line_leaves_out_places_before_acts() -> None:
    part = Part("Rally in a land far away.", "Rally in a land far away", frozenset(), name="Rally")
    acts = [Act("bahmani", "-", parts=(part,), bare_parts=(part,))]
    assert "(Rally)" in summary._name_left(GAMES["vijayanagara"], acts, (), 1)
    assert f"({part.head})" in summary._name_left(GAMES["vijayanagara"], acts, (), 2)


def test_orders_that_do_not_fit_are_named_in_the_last_line() -> None:
    episodes = [_make_episode("bahmani", act="Trade."), _make_episode("sultanate", act="March.")]
    told = summary._fit_main_episodes(GAMES["vijayanagara"], episodes, "sultanate", ROWS, effects=True)
    assert "(Trade)" in told.text.splitlines()[-1]


def test_the_last_line_names_no_order_that_a_result_tells() -> None:
    """ "Also acted: the Sultanate" stood below a battle of the Sultanate, and read like a contradiction."""
    battle = Sentence("Sultanate attacked Red.", frozenset(("sultanate", "red")), 2, decisive=True)
    score = Sentence("Red fell from 20 points to 16 points.", frozenset(("red",)), 3)
    attack = Part("Attack in the port.", "Attack in the port", frozenset(), frozenset(("attack",)))
    fight = [Act("sultanate", "-", weight=WEIGHT, parts=(attack,), bare_parts=(attack,))]
    episodes = [
        Episode("sultanate", "S", fight, results=[battle], retold=frozenset(("attack",)), weight=WEIGHT),
        _make_episode("bahmani", score, act="Trade with all the neighbours."),
    ]
    told = summary._fit_main_episodes(
        GAMES["vijayanagara"], episodes, "red", ROWS, effects=True, whole=True
    ).text
    assert battle.text in told
    assert not says(told.splitlines()[-1], "summary.left")


def test_orders_lose_their_places_before_results_or_other_orders_are_left_out() -> None:
    """A full post named no order of a seat, although a few words had been enough."""
    acts = [(f"{name} in a land far away, {n}", name) for n in range(4) for name in ("Rally", "Build")]
    parts = [Part(f"{text}.", text, frozenset(), name=name) for text, name in acts]
    loss = Sentence("Red lost.", frozenset(("red",)), 2)
    episodes = [
        Episode(seat, seat.title(), [Act(seat, "-", parts=both, bare_parts=both)], results=[loss][:n])
        for n, seat in enumerate(("green", "blue"))
        for both in [tuple(parts[4 * n : 4 * n + 4])]
    ]
    told = fit_episodes(episodes, "", "red", 2).text
    assert told.splitlines() == ["**Green**: Rally and Build.", f"**Blue**: Rally and Build. {loss.text}"]
    assert acts[0][0] in fit_episodes(episodes, "", "red", ROWS).text


@complete_game
def test_an_episode_weighs_what_its_answers_brought(rules: Rules) -> None:
    """The losses that an attacked seat chose counted for nothing, so a battle seemed less than a Build."""
    for turns in windows(rules):
        happened = [
            act for game in turns for act in list_happenings(rules, game, 0 if game is turns[0] else None)
        ]
        weight = sum(each.weight for each in list_episodes(rules, turns))
        assert weight == sum(act.weight for act in happened)


def _make_episode(seat: str, *results: Sentence, act: str = "March.", weight: int = WEIGHT) -> Episode:
    """Return an episode with one act."""
    part = Part(act, act.rstrip("."), frozenset())
    acts = [Act(seat, "-", weight=weight, parts=(part,), bare_parts=(part,))]
    return Episode(seat, seat.title(), acts, results=[*results], weight=weight)


def test_a_loss_of_the_reader_is_told_before_the_score() -> None:
    """A loss stays, also as the second result of its episode. The line above says how the score changed."""
    fight = Sentence("Blue lost 2 ships in a battle against Green.", frozenset(("blue", "green")), 2)
    loss = Sentence("Red lost 4 ships in the storm off the coast.", frozenset(("red",)), 2)
    score = Sentence("Red fell from 20 points to 16 points in all.", frozenset(("red",)), 3)
    episodes = [_make_episode("green", score), _make_episode("blue", fight, loss)]
    told = fit_episodes(episodes, "", "red", 3).text
    assert loss.text in told
    assert score.text not in told


def test_what_the_reader_lost_comes_before_small_orders() -> None:
    """Other seats' orders without gains or losses give way; each seat keeps its most important order."""
    loss = Sentence("Blue attacked Red and removed 4 ships without loss.", frozenset(("red", "blue")), 2)
    small = [_make_episode("green", act=f"Sail from port {n}.", weight=1) for n in range(4)]
    told = fit_episodes(
        [*small, _make_episode("blue", loss, act="Fight in the open sea.")], "", "red", 6
    ).text
    assert loss.text in told
    assert "Green" in told
    assert all("Sail" in line for line in told.splitlines()[:-1])


def _make_retold_episode(seat: str, name: str) -> Episode:
    """Return an episode with two acts, each told by a result."""
    kinds, places = frozenset(("fight",)), ("delhi", "agra")
    parts = tuple(Part(f"Fight in {one}.", "Fight", frozenset(), kinds, frozenset((one,))) for one in places)
    results = [Sentence("-", frozenset((seat, place))) for place in places]
    acts = [Act(seat, "-", parts=parts, bare_parts=parts)]
    return Episode(seat, name, acts, results=results, retold=kinds, name=name)


def test_an_act_without_a_result_comes_after_the_results_of_the_others() -> None:
    """A post on a lost battle began with marches within the enemy's own land."""
    fight, *marches = (
        Part(
            f"March to {place}.", f"March to {place}", frozenset(), frozenset(("march",)), frozenset((place,))
        )
        for place in ("delhi", *map(str, range(SMALL_ACTS + 1)))
    )
    won = Sentence("Blue took Delhi.", frozenset(("blue", "delhi")))
    act = Act("blue", "-", parts=(*marches, fight), bare_parts=(*marches, fight))
    episode = Episode("blue", "Blue", [act], results=[won], retold=frozenset(("march",)), name="Blue")
    line = episode.line(rest=won.text)
    assert line.startswith("**Blue** took Delhi.")
    assert [part.head in line for part in marches] == [True] * SMALL_ACTS + [False]
    assert episode.line(results=[], rest="").startswith(f"**Blue**: {marches[0].text}")


def test_only_a_whole_word_names_a_seat_in_bold() -> None:
    """If a result tells all that a seat did, the seat is bold where the result first names it."""
    episode = _make_retold_episode("red", "Red")
    for rest, bold in (
        ("A hundred Redoubtable rebels fled from Red.", "A hundred Redoubtable rebels fled from **Red**."),
        ("Blue’s hundred rebels fled.", "**Red**: Blue’s hundred rebels fled."),
    ):
        assert episode.line(rest=rest) == bold


def test_a_line_about_others_alone_has_no_bold_name() -> None:
    """The bold name is the seat that acts. In front of another seat's result it would name the wrong one."""
    episode = _make_retold_episode("red", "Red")
    episode.seats = frozenset(("red", "blue", "green"))
    first = episode.results
    episode.results = [each._replace(names=each.names - {"red"} | {"blue"}) for each in first]
    assert episode.line(rest="Blue took Delhi from Green.") == "Blue took Delhi from Green."
    episode.results = [each._replace(names=each.names - {"red"}) for each in first]
    assert episode.line(rest="The march took Delhi.") == "**Red**: The march took Delhi.", "no other actor"


def test_an_order_says_what_it_brought_if_there_is_no_room_for_the_totals() -> None:
    """An act whose gain is known beforehand, such as an income, tells the gain in its clipped form too."""
    income = Part("Collect.", "Collect", frozenset(), gain="9 coins")
    march = Part("March from here to there with all the troops.", "March", frozenset())
    parts = (income, march)
    episode = Episode("blue", "Blue", [Act("blue", "-", parts=parts, bare_parts=parts)])
    assert income.gain not in episode.line()
    for limit in (LONG_EPISODE, SHORT_EPISODE, BRIEF_EPISODE):
        assert episode.line(limit, gains=True).count(income.gain) == 1


def test_a_name_in_a_contraction_is_bold_too() -> None:
    episode = _make_retold_episode("bahmani", "le royaume bahmanide")
    with speak_within("fr"):
        for rest in ("La victoire du royaume bahmanide.", "Du royaume bahmanide part une armée."):
            assert episode.line(rest=rest) == rest.replace("royaume bahmanide", "**royaume bahmanide**")
        assert episode.line(rest="Puis le royaume bahmanide perd.") == "Puis **le royaume bahmanide** perd."
