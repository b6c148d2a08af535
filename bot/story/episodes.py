"""Split turns into episodes. An episode has acts that one seat did in a row, and their results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import NamedTuple

from bot.language.words import join_names, say
from bot.replies.text import clip_order, keep_first_clause
from bot.session.loaded_game import title_seat
from bot.session.views import view_start
from bot.story.names import find_names
from bot.story.order_text import add_gain, join_acts, mark_seat
from bot.story.rows import LETTERS
from bot.story.turn_text import Act, list_happenings, list_little_kinds
from rules.ask import SPECTATOR, Reader
from rules.kernel import Game, Rules, View, resume
from rules.orders.sentences import Part
from rules.words import Line, Said, read_said

LONG_EPISODE = 4 * LETTERS  # the most characters for the orders of an episode; longer orders are clipped
NEWS = 3  # the most lines about new things in a summary
BRIEF_EPISODE = LETTERS  # the limit if even `SHORT_EPISODE` takes too many rows
NAMES_EPISODE = LETTERS // 2  # the limit if even `BRIEF_EPISODE` takes too many rows: acts without places
SMALL_ACTS = 2  # the most acts without a result that a line names after the results
SHORT_EPISODE = LONG_EPISODE // 2  # the limit if there is no room for `LONG_EPISODE`


class Sentence(NamedTuple):
    """A sentence of prose. `names` has the keys of the things in it, such as seats and places.

    `rank`: how important it is; 0 is the most important. `near`: whether it names a place where the reader's
    seat had or has pieces. `holders`: places; the sentence says who or what is there now (`Prose.holders`).
    `decisive`: whether small orders give way to it, as to a battle (`Prose.decisive`). `listed`: whether it
    begins a line (`Prose.listed`).
    """

    text: str
    names: frozenset[str]
    rank: int = 0
    near: bool = False
    holders: frozenset[str] = frozenset()
    decisive: bool = False
    listed: bool = False


Paragraph = tuple[Sentence, ...]


@dataclass(slots=True)
class Episode:
    """The acts that one seat did in a row, the answers of other seats to them, and their results.

    Attributes:
        seat: the seat; "" if something happened without an act, such as an Event
        title: the seat's name in a line of orders
        told: the seat's acts and other seats' answers, in the order of play, if they have a line of text
        story: the lines of the log about the effects of the episode
        results: sentences of prose on the effects, the most important first
        means: what seats gained and spent (`Prose.means`); it stands just after the orders. The sentence on
            the seat has no subject
        named_means: the same sentences, with a subject in each
        effects: lines of the log about the effects; only if there are no `results` and no `means`
        own: the seat of the reader
        retold: the kinds of acts that the results tell (`Prose.retold`)
        news: lines on new things that began here, such as an open card or a round; a summary tells them all
        name: the seat's name in a sentence
        seats: the seats of the game
        weight: how important the effects are: the sum over everything that happened in it, also over answers
            that have no line
    """

    seat: str = ""
    title: str = ""
    told: list[Act] = field(default_factory=list)
    story: list[Line] = field(default_factory=list)
    results: list[Sentence] = field(default_factory=list)
    means: list[Sentence] = field(default_factory=list)
    named_means: list[Sentence] = field(default_factory=list)
    effects: list[Sentence] = field(default_factory=list)
    own: str = ""
    retold: frozenset[str] = frozenset()
    news: list[str] = field(default_factory=list)
    name: str = ""
    seats: frozenset[str] = frozenset()
    weight: int = 0

    @property
    def acts(self) -> list[Act]:
        """Return the seat's acts."""
        return [act for act in self.told if act.seat == self.seat]

    @property
    def answers(self) -> list[Act]:
        """Return the answers of other seats."""
        return [act for act in self.told if act.seat != self.seat]

    @property
    def trifling(self) -> bool:
        """Return whether the episode has no results and no news, and only trifling acts, such as a pass."""
        brought = self.results or self.means or self.news
        return not brought and all(act.trifling for act in self.acts)

    @property
    def lead(self) -> int | None:
        """Return the index of the first result that names the seat and tells all acts; None if there is none.

        This result replaces the orders at the beginning of the line. If all acts are trifling, such as a
        pass, and the seat is not the reader's, the result need not tell the acts.
        """
        if not self.acts:
            return None
        declined = bool(self.retold) and self.seat != self.own and all(act.trifling for act in self.acts)
        parts = {} if declined else self._list_parts()
        return next(
            (
                level
                for level, each in enumerate(self.results)
                if self.seat in each.names and all(self._is_retold(part, [each]) for part in parts)
            ),
            None,
        )

    def _is_retold(self, part: Part, results: Sequence[Sentence]) -> bool:
        """Return whether these results tell an act. If the act has places, a result must name one of them."""
        if not results or not self.retold & part.kinds:
            return False
        return not part.places or any(part.places & each.names for each in results)

    def list_untold(self, told: Collection[Sentence]) -> list[Act]:
        """Return the acts that the told results don't tell, each without the parts that they tell."""
        results, untold = [each for each in self.results if each in told], list[Act]()
        for act in self.acts:
            parts = tuple(part for part in act.bare_parts if not self._is_retold(part, results))
            untold += [act._replace(bare_parts=parts)] if parts else []
        return untold

    def shorten_means(self, indexes: Collection[int]) -> Episode:
        """Return the episode with only the first clauses of these means, such as what the seat gained."""
        if not indexes:
            return self
        means, named_means = (
            [
                each._replace(text=keep_first_clause(each.text)) if index in indexes else each
                for index, each in enumerate(found)
            ]
            for found in (self.means, self.named_means)
        )
        return replace(self, means=means, named_means=named_means)

    def _list_parts(self, *, detailed: bool = False, brief: bool = False) -> dict[Part, int]:
        """Return the acts of the orders with their weights.

        The acts have details only with `detailed`, or if nothing else tells what happened. With `brief`, they
        never have details.
        """
        acts = [act for act in self.acts if not act.trifling] or self.acts
        details = not brief and (detailed or not (self.results or self.means))
        weights = dict[Part, int]()
        for act in acts:
            for part in act.parts if details else act.bare_parts:
                weights[part] = max(act.weight, weights.get(part, 0))
        return weights

    def _introduces(self, part: Part) -> bool:
        """Return whether a part of an order only introduces acts. Orders without details lack such parts."""
        bare = [each for act in self.acts for each in act.bare_parts]
        same = any(part.head == each.head or part.kinds & each.kinds for each in bare)
        return not same and not part.places

    def line(
        self,
        limit: int = LONG_EPISODE,
        *,
        detailed: bool = False,
        results: Sequence[Sentence] | None = None,
        lead: str = "",
        means: Sequence[int] = (),
        rest: str = "",
        gains: bool = False,
    ) -> str:
        """Return the line of the episode: its orders in about `limit` characters, its means, then `rest`.

        If the episode has results, the orders have details only with `detailed`. If there is no room for all
        acts, tell the most important acts, and name the others. Leave out acts that `results` tell. If
        `results` tell all acts, the line has no orders, and the seat is bold where the line first names it;
        the seat isn't named if `results` name only other seats. Parts that only introduce acts are left out
        if there is no room for everything. Acts that a result usually tells, but that brought none here, such
        as a march within one's own land, are named in short after `results`.

        Args:
            results: the results and means that the line tells; None: all that the episode has
            lead: the result that replaces the orders
            means: the indexes of the told means. The means of the seat have no subject only if they follow
                the seat's name and its orders
            gains: whether the acts say what they brought
        """
        named_means = " ".join(self.named_means[index].text for index in means)
        if self.lead is not None:
            return _join_texts(lead, named_means, rest)
        if not self.acts:
            return _join_texts(rest, named_means)
        weights = self._list_parts(detailed=detailed, brief=limit <= BRIEF_EPISODE)
        told = [*self.results, *self.means] if results is None else results
        kept = {part: weight for part, weight in weights.items() if not self._is_retold(part, told)}
        named = any(self.seat in each.names for each in told)
        whole = _join_texts(named_means, rest)
        small = [part for part in kept if named and part.kinds & self.retold]
        if small:
            kept = {part: weight for part, weight in kept.items() if part not in small}
            rest = say("order.also", line=rest, acts=name_few([part.head for part in small]))
            whole = _join_texts(named_means, rest)
        if not kept and named and (marked := mark_seat(whole, self.name)) != whole:
            return marked
        others = self.seats - {self.seat}
        if not kept and not named and any(others & each.names for each in told):
            return mark_seat(whole, self.name)  # the title would make the seat the actor of all sentences
        acts = [part for part in kept if not self._introduces(part)]
        if acts and len(join_acts(kept)) > limit:
            kept = {part: kept[part] for part in acts}
        kept = {add_gain(part): weight for part, weight in kept.items()} if gains else kept
        order = _clip_parts(kept, limit, LONG_EPISODE, self.own) if kept else ""
        told_means = " ".join(self.means[index].text for index in means)
        line = _join_texts(order, told_means, rest)
        if order and all(part.told for part in kept):
            return mark_seat(line, self.name)
        return say("order", seat=self.title, line=line).rstrip()


def name_few(heads: Sequence[str]) -> str:
    """Return the names of the first acts, and the number of the others. `heads`: the names of the acts."""
    heads = [*dict.fromkeys(heads)]
    more = len(heads) - SMALL_ACTS
    return join_names([*heads[:SMALL_ACTS], *([say("lately.more", n=more)] if more > 0 else [])])


def _join_texts(*texts: str) -> str:
    return " ".join(filter(None, texts))


def clip_act(act: Act) -> str:
    """Return the line of an act. If the line is long, return its brief form."""
    short = len(act.line) <= SHORT_EPISODE or not act.brief
    return act.line if short else clip_order(act.brief, LONG_EPISODE, LONG_EPISODE)


def _clip_parts(weights: Mapping[Part, int], limit: int, most: int, own: str) -> str:
    """Return the acts of an order in about `limit` characters; if this is too short, in up to `most`.

    With the limit `NAMES_EPISODE`, return only the acts' names if all have names. If all acts fit, return
    them all. Otherwise, shorten acts with many places, beginning with the longest act: name only the first
    places. If this is not enough, keep first the acts that name the seat `own`, then the acts with the
    greatest weights. At the end, name the other acts in short, as many as fit.
    """
    parts = [*weights]
    if limit == NAMES_EPISODE and all(part.name for part in parts):
        return f"{join_names([*dict.fromkeys(part.name for part in parts)])}."
    limit = max(limit, BRIEF_EPISODE)
    text = join_acts(parts)
    for place in sorted(range(len(parts)), key=lambda place: -len(parts[place].text)):
        if len(text) <= limit:
            return text
        if parts[place].places:
            short = parts[place]._replace(text=f"{parts[place].head}.")
            weights = {**weights, short: weights[parts[place]]}
            parts[place] = short
            text = join_acts(parts)
    if len(text) <= limit:
        return text

    def rank(place: int) -> tuple[bool, int, int]:
        return own not in parts[place].names, -weights[parts[place]], place

    ranked = sorted(range(len(parts)), key=rank)
    for kept in range(len(parts) - 1, 0, -1):
        told = join_acts(parts[place] for place in sorted(ranked[:kept]))
        left = Counter(parts[place].head for place in sorted(ranked[kept:]))
        named = [say("order.times", act=head, n=n) if n > 1 else head for head, n in left.items()]
        if len(line := say("order.also", line=told, acts=join_names(named))) <= (limit if kept > 1 else most):
            return line
        for shown in range(len(named) - 1, 0, -1) if kept == 1 else ():
            rest = say("lately.more", n=sum([*left.values()][shown:]))
            line = say("order.also", line=told, acts=join_names([*named[:shown], rest]))
            if len(line) <= most:
                return line
    return clip_order(text, limit, most)


def list_episodes(
    rules: Rules,
    turns: Sequence[Game],
    first: int | None = 0,
    *,
    seat: str | None = None,
    reader: Reader = SPECTATOR,
    own: str = "",
) -> list[Episode]:
    """Return the episodes of these turns, in the order of play. `summarize` explains the arguments."""
    before = rules.view(resume(rules, replace(turns[0], log=turns[0].log[: first or 0])).state, seat)
    found: list[Episode] = []
    for episode, after in _split_turns(rules, turns, first, seat, reader, own):
        prose = tell_paragraphs(rules, before, after, episode.story, own)
        seat_of_acts = episode.seat if episode.acts else ""
        means, named_means = (
            [sentence for paragraph in read_paragraphs(rules, [said]) for sentence in paragraph]
            for said in (
                rules.EXTRAS.prose.means(before, after, episode.story, seat_of_acts),
                rules.EXTRAS.prose.means(before, after, episode.story, ""),
            )
        )
        episode.own, episode.retold = own, frozenset(rules.EXTRAS.prose.retold)
        episode.seats = frozenset(each for each, _ in after.standing)
        near = {*rules.EXTRAS.prose.held(before, own), *rules.EXTRAS.prose.held(after, own)} if own else set()
        episode.results = [
            sentence._replace(near=bool(near & sentence.names))
            for paragraph in prose
            for sentence in paragraph
        ]
        episode.means = means
        episode.named_means = sorted(named_means, key=lambda each: seat_of_acts not in each.names)
        if (lead := episode.lead) is not None:
            result = episode.results[lead]
            episode.results[lead] = result._replace(text=mark_seat(result.text, episode.name))
        if not prose and not means:
            kinds = {*list_little_kinds(rules), *rules.EXTRAS.prose.opening}
            episode.effects = [_read_line(rules, line) for line in episode.story if line.kind not in kinds]
        before = after
        brought = episode.results or episode.means or episode.effects
        if episode.told or brought or _opens(rules, episode.story):
            found.append(episode)
    choose_news(rules, found)
    return found


def choose_news(rules: Rules, episodes: Sequence[Episode], *, lean: bool = False, acts: bool = True) -> None:
    """Choose the lines about new things, such as an open card, that each episode tells (`Episode.news`).

    Choose the newest line about each kind of new thing, and each older line between two acts. Without such a
    line, the second act would seem to belong to the card or round of the first act. So the effects of a card
    stand below this card, even if the next card is already open. While there are fewer than `NEWS` lines,
    also choose older lines from before the first act, if acts or results follow these lines.

    `lean` shortens (`Prose.opened`) all older lines, and each line before an act or a result. Without `acts`,
    choose only the newest lines.
    """
    found = [
        (place, line)
        for place, episode in enumerate(episodes)
        for line in episode.story
        if line.kind in rules.EXTRAS.prose.opening
    ]
    # If an episode has acts, a line about a new thing ends the episode, so the line is below the acts.
    places = [place + bool(episodes[place].acts) for place, _ in found] + [len(episodes)]
    led = [
        index
        for index, (begin, end) in enumerate(pairwise(places))
        if any(map(_has_happened, episodes[begin:end]))
    ]
    newest = {*{line.kind: index for index, (_, line) in enumerate(found)}.values()}
    chosen = newest | {index for index in led if any(map(_has_happened, episodes[: places[index]]))}
    for index in reversed(led):
        chosen |= {index} if len(chosen) < NEWS else set()
    for episode in episodes:
        episode.news.clear()
    for index in sorted(chosen if acts else newest):
        place, line = found[index]
        short = rules.EXTRAS.prose.opened(line) if lean and (index in led or index not in newest) else None
        episodes[place].news.append(say("story", line=(short or line.words).read(rules.name)))


def _has_happened(episode: Episode) -> bool:
    """Return whether the episode has results, or an act that is no trifle."""
    return bool(episode.results or episode.means) or any(not act.trifling for act in episode.acts)


def _read_line(rules: Rules, line: Line) -> Sentence:
    return Sentence(read_said(line.words, rules.name), find_names(line.words))


def tell_paragraphs(
    rules: Rules, before: View, after: View, story: Sequence[Line], own: str = ""
) -> list[Paragraph]:
    """Return the game's prose on what happened between two views. Important paragraphs come first."""
    paragraphs = rules.EXTRAS.prose.digest(before, after, story, own)
    return read_paragraphs(rules, paragraphs)


def read_paragraphs(rules: Rules, paragraphs: Sequence[Sequence[Said]]) -> list[Paragraph]:
    """Return the sentences of paragraphs as texts. The index of a paragraph is the rank of its sentences."""
    return [
        tuple(_read_sentence(rules, said, rank) for said in each)
        for rank, each in enumerate(paragraphs)
        if each
    ]


def _read_sentence(rules: Rules, said: Said, rank: int) -> Sentence:
    prose, names = rules.EXTRAS.prose, find_names(said)
    holders = names.intersection(prose.holders.get(rank, ()))
    return Sentence(
        read_said(said, rules.name),
        names,
        rank,
        holders=holders,
        decisive=rank in prose.decisive,
        listed=rank in prose.listed,
    )


def _split_turns(
    rules: Rules, turns: Sequence[Game], first: int | None, seat: str | None, reader: Reader, own: str
) -> Iterator[tuple[Episode, View]]:
    """Yield each episode, still without results, with the view at its end.

    If another seat only answers an act, its answer belongs to the episode of that act. An episode ends when
    another seat acts, or when something new begins, such as a round or another seat's turn.
    """
    current, end = Episode(), replace(turns[0], log=turns[0].log[: first or 0])
    began = turns[0].turn  # the turn in which the current episode began
    for game in turns:
        skipped = first if game is turns[0] else None
        near = rules.EXTRAS.prose.held(view_start(rules, game.start), own) if own else ()
        for act in list_happenings(rules, game, skipped, reader=reader, near=near):
            if not _goes_on(rules, current, act, same_turn=began == game.turn):
                yield current, rules.view(resume(rules, end).state, seat)
                current, began = Episode(), game.turn
            if act.seat and not current.seat and not (act.answers and current.story):
                current.seat, current.name = act.seat, rules.name(act.seat)
                current.title = title_seat(rules, act.seat, game)
            current.told += [act] if act.line else []
            current.story += act.story
            current.weight += act.weight
            end = replace(game, log=game.log[: act.last])
    yield current, rules.view(resume(rules, end).state, seat)


def _goes_on(rules: Rules, episode: Episode, act: Act, *, same_turn: bool) -> bool:
    """Return whether `act` belongs to the current episode. `act` can also be an event without a seat.

    An event at the beginning of a turn, such as an income, belongs to the next act in the turn.
    """
    if _starts(rules, act.story):
        return False
    if not act.seat:
        begun = bool(episode.seat) or _starts(rules, episode.story)
        return not act.story or (begun and not _opens(rules, act.story))
    if not episode.seat:
        if act.answers and episode.story and same_turn:
            return True
        begun = same_turn or _starts(rules, episode.story)
        return not episode.story or (begun and not _opens(rules, episode.story))
    if act.seat != episode.seat:
        return act.answers
    return not _opens(rules, episode.story)


def _starts(rules: Rules, story: Sequence[Line]) -> bool:
    """Return whether these lines say that a seat's turn begins, such as with its Event."""
    return any(line.kind in rules.EXTRAS.prose.starting for line in story)


def _opens(rules: Rules, story: Sequence[Line]) -> bool:
    """Return whether these lines say that something new begins, such as a round."""
    return any(line.kind in rules.EXTRAS.prose.opening for line in story)
