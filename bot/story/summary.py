"""Summarize turns on one screen: the effects, the acts, and new things such as an open card.

These texts use this module: posts in the channel, `/since`, the post at a chapter's end, and the text for a
person who takes over a seat.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from math import inf
from typing import NamedTuple

from bot.language.words import join_names, say
from bot.replies.rows import count_rows
from bot.replies.text import cut_text, split_sentences
from bot.session.loaded_game import name_seat
from bot.story.changes import NOTHING_KNOWN, Known
from bot.story.chronicle import Fitted, fit_episodes
from bot.story.episodes import (
    Episode,
    Paragraph,
    Sentence,
    choose_news,
    clip_act,
    list_episodes,
    name_few,
    read_paragraphs,
    tell_paragraphs,
)
from bot.story.order_text import write_order
from bot.story.rows import LETTERS, ROWS, SPARE_ROWS, SUMMARY_ROWS
from bot.story.turn_text import NO_REASONS, Act, find_act_start, tell_by_kind, tell_turn
from rules.ask import SPECTATOR, Reader, may_read
from rules.kernel import CHANCE, Game, Rules, View, has_chance, resume
from rules.orders.sentences import Part
from rules.words import Line, shorten

ROOM = 1200  # the most characters of a chapter's prose
CHAPTER_ROWS = 14  # the most rows of a chapter's prose in its post
LAST_ROWS = 2  # rows for the last line of a summary, which names orders that are left out
ORDER = 60  # the most characters of an order in the line with its reason
Reasons = Mapping[int, Mapping[int, str]]  # the reasons for orders: {turn: {order's first entry: reason}}


class Summary(NamedTuple):
    """A summary of turns.

    Attributes:
        text: the summary
        whole: whether the text contains everything that happened
        views: the seat's views: one before the turns, and one at the end of each turn
        known: the facts that the text tells; a text above it need not tell them again
        ordered: whether the text tells all acts with their effects, in the order of play
    """

    text: str
    whole: bool
    views: list[View]
    known: Known = NOTHING_KNOWN
    ordered: bool = False


def summarize(
    rules: Rules,
    turns: Sequence[Game],
    first: int | None = 0,
    *,
    seat: str | None = None,
    reader: Reader = SPECTATOR,
    own: str = "",
    rows: int = SUMMARY_ROWS,
    effects: bool = True,
    why: Reasons | None = None,
    ends: bool = True,
) -> Summary:
    """Return a summary of these turns. If all lines fit into `ROWS` rows, it has them all.

    Leave out trifling acts, such as a pass, unless nothing else happened. If the lines don't fit, tell the
    acts and the new things in the order of play, each act with its results. If there are too many acts for
    this, leave out those with the least effects. If not even the most important act fits so, tell the effects
    of all turns first.

    Args:
        rules: the rules of the game
        turns: the turns, at least one
        first: the first entry to tell in the first turn; None also tells what happened before entry 0
        seat: the summary returns the views of this seat; None for the views of a spectator
        reader: the reader of the text
        own: the reader's seat; its most important act is always told, its other acts are chosen last
        rows: the greatest number of rows on a phone, at least `ROWS`
        effects: whether the summary tells the effects; False if a chapter's prose below the summary tells
            them
        why: the reasons for orders: `{turn: {first entry of the order: reason}}`
        ends: whether the summary tells the end of the game, in its last line; False if another post tells it
    """
    tell = begin_summary(
        rules, turns, first, seat=seat, reader=reader, own=own, effects=effects, why=why, ends=ends
    )
    return tell(rows)


def write_turn(rules: Rules, game: Game, most: int, *, reader: Reader = SPECTATOR) -> str:
    """Return all lines of a turn. If they have more than `most` characters, return its summary.

    To cut off lines instead would hide the result of a long turn, such as the end of the game.
    """
    text = "\n".join(tell_turn(rules, game, reader=reader))
    return text if len(text) <= most else cut_text(summarize(rules, [game], None, reader=reader).text, most)


def begin_summary(
    rules: Rules,
    turns: Sequence[Game],
    first: int | None = 0,
    *,
    seat: str | None = None,
    reader: Reader = SPECTATOR,
    own: str = "",
    effects: bool = True,
    why: Reasons | None = None,
    ends: bool = True,
) -> Callable[[int], Summary]:
    """Play the turns, and return a function that returns their summary in a given number of rows.

    `summarize` explains the arguments.
    """
    why = why or {}
    prose, views, scores, over = tell_prose(rules, turns, first or 0, seat=seat, reader=reader, own=own)
    closes = effects and (ends or not over)  # else another post tells the result
    totals = read_paragraphs(rules, [rules.EXTRAS.prose.totals(views[0], views[-1])]) if closes else []
    scores = scores if effects else []
    ending = _join_paragraphs([*totals, *scores, *(over if closes else [])])
    lines = [
        line
        for game in turns
        for line in tell_by_kind(
            rules,
            game,
            first if game is turns[0] else None,
            reader=reader,
            without=rules.EXTRAS.prose.summed if scores or (over and not ends) else (),
            why=why.get(game.turn, NO_REASONS),
        )
    ]
    if count_rows("\n".join([*(line.text for line in lines), ending if scores else ""])) <= ROWS:
        shown = [line for line in lines if not line.trifling] or lines
        known = Known(tuple(line.names for line in shown), holders=_unite(line.names for line in shown))
        text = "\n".join([*(line.text for line in shown), *([ending] if scores else [])])
        short = Summary(text, len(shown) == len(lines) and not scores, views, known, True)
        return lambda _: short
    episodes = list_episodes(rules, turns, first, seat=seat, reader=reader, own=own)
    acts = [act for episode in episodes for act in episode.told]
    last = acts[-1] if acts else None
    # An answer belongs to another seat's order, so no reason stands below the answer.
    leads = last is not None and not last.trifling and not last.answers
    reason = _find_last_reason(rules, turns, why, last.seat, reader) if last is not None and leads else ""
    acts = [act for act in acts if not act.trifling] or acts
    scored = frozenset(name for each in totals for said in each for name in said.names)

    def tell(rows: int) -> Summary:
        left = rows - count_rows(ending)
        choose_news(rules, episodes)
        fitted = fit_episodes(episodes, reason, own, left, effects=effects)
        if not fitted.text or fitted.missing:  # with shorter news, more results may fit
            choose_news(rules, episodes, lean=True)
            leaner = fit_episodes(episodes, reason, own, left, effects=effects)
            fitted = leaner if not fitted.text or leaner.rating > fitted.rating else fitted
        if fitted.left:  # name these orders in the last line, if it needs no room of results for the reader
            shorter = fit_episodes(episodes, reason, own, left - LAST_ROWS, effects=effects)
            fitted = shorter if shorter.text and shorter.own_missing <= fitted.own_missing else fitted
            seats = {act.seat for act in fitted.left}
            closing = _name_left(rules, fitted.left, seats, left - count_rows(fitted.text))
            fitted = fitted._replace(text="\n".join(filter(None, [fitted.text, closing])))
        ordered = orders_told = bool(fitted.text)
        # results about the reader and decisive results come before others' orders
        if not fitted.text or fitted.own_missing or fitted.decisive_missing:
            fewer = _fit_main_episodes(rules, episodes, own, left, effects=effects, whole=True)
            better = not fitted.text or _rank_missing(fewer) < _rank_missing(fitted)
            orders_told, fitted = (False, fewer) if fewer.text and better else (orders_told, fitted)
        if not fitted.text:
            fitted = _fit_main_episodes(rules, episodes, own, left, effects=effects)
        if not fitted.text:
            choose_news(rules, episodes, acts=False)
            news = "\n".join(line for each in episodes for line in each.news)
            room, light = left - count_rows(news), _drop_light_acts(acts)
            fitted = _fit_summary(rules, light, prose if effects else [], reason, own, room)
            fitted = fitted._replace(text="\n".join(filter(None, [fitted.text, news])))
        names, whole = tuple(each.names for each in fitted.told), orders_told and not fitted.own_missing
        holders = _unite(each.holders for each in fitted.told)
        known = Known(names, scored, orders_told, whole, holders)
        return Summary("\n".join(filter(None, [fitted.text, ending])), False, views, known, ordered)

    return cache(tell)  # `tell_below` asks for the same rows several times


def tell_below(
    write_lead: Callable[[Known], str], tell: Callable[[int], Summary], rows: int
) -> tuple[str, Summary]:
    """Return a lead on what changed for a seat, and a summary below it. Together they tell each fact once.

    If the lead leaves no room for the acts in the order of play, shorten the lead: it no longer says which
    acts brought the changes. If the shorter lead is too long too, the texts get up to `SPARE_ROWS` more rows.

    Args:
        write_lead: returns the lead without the facts that the summary tells
        tell: returns the summary in this number of rows
        rows: the most rows of both texts
    """
    most = count_rows(write_lead(NOTHING_KNOWN))
    lead, told = _fit_below(write_lead, tell, rows, most)
    for left in () if told.ordered else (rows, rows + SPARE_ROWS):
        for summary in map(tell, range(left, left - most, -1)):
            shorter = write_lead(summary.known._replace(results=True))
            if summary.ordered and count_rows(shorter) + count_rows(summary.text) <= left:
                return shorter, summary
    return lead, told


def _fit_below(
    write_lead: Callable[[Known], str], tell: Callable[[int], Summary], rows: int, most: int
) -> tuple[str, Summary]:
    """Return the lead and the summary in `rows` rows. `most`: the rows of the whole lead."""
    for kept in range(most):  # a summary with more room tells more, so the lead gets shorter
        told = tell(rows - kept)
        lead = write_lead(told.known)
        if count_rows(lead) + count_rows(told.text) <= rows:
            return lead, told
    told = tell(rows - most)
    return write_lead(told.known), told


def _fit_main_episodes(
    rules: Rules,
    episodes: Sequence[Episode],
    own: str,
    rows: int,
    *,
    effects: bool,
    whole: bool = False,
) -> Fitted:
    """Return the most important episodes in `rows` rows, in the order of play.

    Leave out the orders with the least effects, as few as possible. Of an order that is left out, only
    results that name the seat `own` and decisive results are told, if there is room. The last line names the
    orders of other seats that are left out. If it has no room for them, it names the seats of which nothing
    is told. With `whole`, leave out as many orders as needed to tell all these results, but at most half of
    the orders; return no text if not even the results that name the seat `own` fit then.
    """
    ranked = sorted(
        (place for place, each in enumerate(episodes) if each.acts),
        key=lambda place: (-episodes[place].weight, -place),
    )
    firsts = {episodes[place].seat: place for place in reversed(ranked)}
    ranked.sort(key=lambda place: (place != firsts.get(own), place not in firsts.values()))
    most = min(len(ranked) - 1, rows)  # an order takes a row
    fewest, best, least = max(1, len(ranked) // 2) if whole else 1, Fitted(), (inf, inf, inf)
    ways = ((True, LAST_ROWS), (whole, 0))
    for kept, (results, room) in product(range(most, fewest - 1, -1), ways):  # room: rows of the last line
        shown = [
            _strip_orders(each, own, results=results) if place in ranked[kept:] else each
            for place, each in enumerate(episodes)
        ]
        named = {episodes[place].seat for place in ranked[:kept]}
        left = [each for place, each in enumerate(episodes) if place in ranked[kept:] and each.seat != own]
        acts = [act for each in left for act in each.acts]
        closing = _name_left(rules, acts, named, room)
        choose_news(rules, shown, lean=True)
        fitted = fit_episodes(shown, "", own, rows - count_rows(closing), effects=effects)
        named |= {each.seat for each in shown if _is_any_told(each, fitted.told)}
        acts = [*(act for each in left for act in each.list_untold(fitted.told)), *fitted.left]
        closing = _name_left(rules, acts, named, rows - count_rows(fitted.text))
        missing = fitted.own_missing, bool(acts) and not closing, fitted.decisive_missing
        if fitted.text and missing < least:
            best, least = fitted._replace(text="\n".join(filter(None, [fitted.text, closing]))), missing
            if not (whole and any(missing)):
                break
    return Fitted() if whole and best.own_missing else best


def _is_any_told(episode: Episode, told: Collection[Sentence]) -> bool:
    """Return whether one of the told sentences is a result of the episode that names its seat."""
    return any(episode.seat in each.names and each in told for each in episode.results)


def _name_left(rules: Rules, acts: Sequence[Act], named: Collection[str], rows: int = 0) -> str:
    """Return the line that names what these seats did too; "" if there is nothing to name.

    If the names of each seat's first acts don't fit into `rows` rows, neither with the acts' places nor
    without, the line names only the seats that are not in `named`. A seat that only declined or passed has no
    acts in the line.
    """
    left = dict[str, list[Part]]()
    for act in acts:
        if act.seat not in named or not act.trifling:
            left.setdefault(act.seat, []).extend([] if act.trifling else act.bare_parts)
    if not left:
        return ""
    names = {seat: [part.name or part.head for part in parts] for seat, parts in left.items()}
    for heads in ({seat: [part.head for part in parts] for seat, parts in left.items()}, names):
        seats = [
            say("summary.did", seat=rules.name(seat), acts=name_few(found)) if found else rules.name(seat)
            for seat, found in heads.items()
        ]
        line = say("summary.left", seats=join_names(seats))
        if count_rows(line) <= rows:
            return line
    others = [rules.name(seat) for seat in left if seat not in named]
    return say("summary.left", seats=join_names(others)) if others else ""


def _rank_missing(fitted: Fitted) -> tuple[int, int]:
    """Return how many results that should not be missing did not fit; less is better."""
    return fitted.own_missing, fitted.decisive_missing


def _strip_orders(episode: Episode, own: str, *, results: bool) -> Episode:
    """Return an episode without orders. With `results`, keep those about the seat `own` and decisive ones."""
    kept = [each for each in episode.results if results and (own in each.names or each.decisive)]
    return replace(episode, told=[], results=kept, means=[], named_means=[], effects=[], news=[])


def _drop_light_acts(acts: Sequence[Act]) -> list[Act]:
    """Return the last act, the most important act of each seat, and all other acts with effects."""
    firsts = {act.seat: act for act in sorted(acts, key=lambda act: act.weight)}
    return [act for act in acts if act.weight or act is firsts[act.seat] or act is acts[-1]]


def _fit_summary(
    rules: Rules, acts: Sequence[Act], prose: Sequence[Paragraph], reason: str, own: str, rows: int
) -> Fitted:
    """Return effects and acts in `rows` rows, including a last line that names the seats left out."""
    fitted = Fitted()
    for kept in range(rows):  # try again with more rows kept free for the last line
        fitted = _fit_lines(rules, acts, prose, reason, own, rows - kept)
        if count_rows(fitted.text) <= rows:
            break
    return fitted


def _fit_lines(
    rules: Rules, acts: Sequence[Act], prose: Sequence[Paragraph], reason: str, own: str, rows: int
) -> Fitted:
    """Return effects and acts in `rows` rows, and one more line that names the seats left out."""
    ranked = sorted(acts, key=lambda act: act.weight)
    firsts = {act.seat: clip_act(act) for act in ranked}
    effect_rows = max(rows - count_rows("\n".join(firsts.values())), rows // 2)
    begun = _fit_sentences(prose, LETTERS * rows, min(effect_rows, rows - 1))
    kept = rows - count_rows(_join_paragraphs(begun))  # rows for acts
    shown = choose_acts(acts, kept, own, _list_named(begun))
    lines = [clip_act(acts[place]) if len(shown) < len(acts) else acts[place].line for place in shown]
    if count_rows("\n".join(lines)) > kept:
        lines = [clip_act(acts[place]) for place in shown]
    told = _fit_sentences(prose, LETTERS * rows, rows - count_rows("\n".join(lines)))
    left = rows - count_rows("\n".join([_join_paragraphs(told), *lines]))
    if reason and shown[-1:] == [len(acts) - 1] and count_rows(reason) <= left:
        lines.append(reason)
    named = {*_list_named(told), *(acts[place].seat for place in shown)}
    others = [act for act in acts if act.seat not in named]
    closing = _name_left(rules, others, named, left - count_rows("\n".join(lines[len(shown) :])))
    text = "\n".join([*_join_paragraphs(told).splitlines(), *lines, *filter(None, [closing])])
    return Fitted(text, tuple(sentence for paragraph in told for sentence in paragraph))


def _unite(names: Iterable[frozenset[str]]) -> frozenset[str]:
    return frozenset(name for each in names for name in each)


def _list_named(paragraphs: Sequence[Paragraph]) -> set[str]:
    return {name for paragraph in paragraphs for sentence in paragraph for name in sentence.names}


def choose_acts(acts: Sequence[Act], rows: int, own: str = "", named: Collection[str] = ()) -> list[int]:
    """Return the indexes of the acts that fit into `rows` rows, in the order of play.

    Choose the most important act of each seat first, then the other acts. In both groups, acts of the seats
    in `named` come later, because the effects name these seats. The most important act of the seat `own`
    comes first of all, so that everybody can read it. The other acts of this seat come last. If two acts are
    equally important, the newer act comes first. Choose at least one act.
    """
    if count_rows("\n".join(act.line for act in acts)) <= rows:
        return [*range(len(acts))]
    ranked = sorted(range(len(acts)), key=lambda place: (-acts[place].weight, -place))
    firsts = {acts[place].seat: place for place in reversed(ranked)}
    ranked.sort(
        key=lambda place: (
            place not in firsts.values(),
            (acts[place].seat == own) != (place in firsts.values()),
            acts[place].seat in named,
        )
    )
    chosen: list[int] = []
    for place in ranked:
        if not chosen or count_rows("\n".join(clip_act(acts[each]) for each in (*chosen, place))) <= rows:
            chosen.append(place)
    return sorted(chosen)


def _find_last_reason(
    rules: Rules, turns: Sequence[Game], why: Reasons, seat: str, reader: Reader = SPECTATOR
) -> str:
    """Return the line with the reason for the last order of these turns.

    Return "" if the order has no reason, if another seat than `seat` gave the order, or if another seat acted
    after the order. If the turns have dice or cards, or go on after the order, the line names the order.
    Otherwise readers would think that the reason is for what they just read.
    """
    turn = next((game for game in reversed(turns) if any(entry.seat != CHANCE for entry in game.log)), None)
    known = {} if turn is None else why.get(turn.turn, NO_REASONS)
    last = max((entry for entry in known if turn is not None and entry < len(turn.log)), default=None)
    if turn is None or last is None:
        return ""
    by = {entry.seat for entry in turn.log[last:]} - {CHANCE, seat}
    if by:
        return ""
    name, order = name_seat(rules, seat, turn), ""
    if turn is not turns[-1] or any(map(has_chance, turns)):
        first = find_act_start(rules, turn, last)
        order = shorten(write_order(rules, turn, first, seat, reader).rstrip("."), ORDER)
    if order:
        return say("reason.order", seat=name, order=order, reason=known[last])
    return say("reason", seat=name, reason=known[last])


def write_prose(
    rules: Rules,
    turns: Sequence[Game],
    first: int = 0,
    *,
    seat: str | None = None,
    reader: Reader = SPECTATOR,
    room: int = ROOM,
    rows: int | None = None,
    ends: bool = True,
) -> tuple[str, list[View]]:
    """Return prose on the effects of these turns, and views of the game as one seat sees it.

    Args:
        rules: the rules of the game
        turns: the turns, at least one
        first: the first entry to tell in the first turn
        seat: the views of this seat are returned; None for the views of a spectator
        reader: the reader of the prose
        room: the greatest number of characters
        rows: the greatest number of rows on a phone; None for no limit
        ends: whether the prose tells the end of the game, in its last paragraph

    Returns:
        the prose, and the views: one before the entry `first`, and one at the end of each turn
    """
    prose, views, scores, over = tell_prose(rules, turns, first, seat=seat, reader=reader)
    prose += read_paragraphs(rules, [rules.EXTRAS.prose.totals(views[0], views[-1])])
    ending = _join_paragraphs([*scores, *(over if ends else [])])
    room, rows = room - len(ending), None if rows is None else rows - count_rows(ending)
    told = _join_paragraphs(_fit_sentences(prose, room, rows))
    return "\n".join(filter(None, [told, ending])), views


def tell_prose(
    rules: Rules,
    turns: Sequence[Game],
    first: int = 0,
    *,
    seat: str | None = None,
    reader: Reader = SPECTATOR,
    own: str = "",
) -> tuple[list[Paragraph], list[View], list[Paragraph], list[Paragraph]]:
    """Return the prose (in paragraphs, the most important first), the views, final scores, and the end.

    The end is a paragraph on how the game ended; there is none while the game goes on. The final scores are a
    paragraph too, if the end brought any.

    If things are equally important, things that concern the seat `own` come first. `write_prose` explains the
    other arguments and the views.
    """
    begun = resume(rules, replace(turns[0], log=turns[0].log[:first]))
    views = [rules.view(begun.state, seat)]
    story: list[Line] = []
    for number, game in enumerate(turns):
        live = resume(rules, game)
        skipped = len(begun.state.story) if number == 0 and first else 0
        story += [line for line in live.state.story[skipped:] if may_read(line.readers, reader)]
        views.append(rules.view(live.state, seat))
    scores, ending = (
        read_paragraphs(rules, [tell(views[-1], story)])
        for tell in (rules.EXTRAS.prose.final_scores, rules.EXTRAS.prose.ending)
    )
    prose = tell_paragraphs(rules, views[0], views[-1], story, own)
    if not prose:  # for a single order, `means` may tell all effects
        prose = read_paragraphs(rules, [rules.EXTRAS.prose.means(views[0], views[-1], story, "")])
    return prose, views, scores, ending


def _fit_sentences(paragraphs: Sequence[Paragraph], room: int, rows: int | None = None) -> list[Paragraph]:
    """Return the first sentences that fit into `room` characters and `rows` rows of a phone.

    If a text is too long, such as a battle with its dice, take only its first sentence. If this sentence does
    not fit either, leave the text out. Shorter texts after it are still added.
    """
    found: list[Paragraph] = []
    for paragraph in paragraphs:
        fitting: Paragraph = ()
        for sentence in paragraph:
            first, *others = split_sentences(sentence.text) or [""]
            for each in (sentence, sentence._replace(text=first))[: 1 + bool(others)]:
                longer = _join_paragraphs([*found, (*fitting, each)])
                if len(longer) <= room and (rows is None or count_rows(longer) <= rows):
                    fitting = (*fitting, each)
                    break
        if fitting:
            found.append(fitting)
    return found


def _join_paragraphs(paragraphs: Sequence[Paragraph]) -> str:
    return "\n".join(
        "".join(("\n" if each.listed else " ") + each.text for each in paragraph)[1:]
        for paragraph in paragraphs
    )
