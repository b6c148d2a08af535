"""Write episodes for a phone: a line for each episode, in the order of play, with its orders and results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product
from math import inf
from typing import NamedTuple, TypeVar

from bot.replies.rows import count_rows
from bot.replies.text import split_sentences
from bot.story.episodes import (
    BRIEF_EPISODE,
    LONG_EPISODE,
    NAMES_EPISODE,
    SHORT_EPISODE,
    Episode,
    Sentence,
    clip_act,
)
from bot.story.rows import ROWS
from bot.story.turn_text import WEIGHT, Act

Piece = tuple[int, int]  # indexes: (result, sentence of the result), or (episode, line of the episode)
T = TypeVar("T")
LIMITS = (LONG_EPISODE, SHORT_EPISODE, BRIEF_EPISODE, NAMES_EPISODE)  # of the orders of an episode
OWN, NEAR, FAR = range(3)  # what a result is about: the reader's seat, a place of this seat's pieces, neither


class Fitted(NamedTuple):
    """A text that fits into its rows.

    Attributes:
        text: the text
        told: the results that the text tells
        rating: how good the text is for the reader (`_Page.rate`)
        missing: how many important results did not fit
        own_missing: the number of results that name the reader's seat and did not fit
        decisive_missing: the number of other decisive results that did not fit
        left: the acts of other seats that the text leaves out
    """

    text: str = ""
    told: tuple[Sentence, ...] = ()
    rating: tuple[float, ...] = ()
    missing: int = 0
    own_missing: int = 0
    decisive_missing: int = 0
    left: tuple[Act, ...] = ()


def fit_episodes(
    episodes: Sequence[Episode], reason: str, own: str, rows: int, *, effects: bool = True
) -> Fitted:
    """Return the episodes as text in `rows` rows. Return no text if the orders need more rows.

    Leave out trifling episodes unless nothing else happened. New things, such as an open card, stand where
    they began. New things, orders and results may fill all `rows` rows. Further lines of the log and `reason`
    (the reason for the last order) are added only while the text has at most `ROWS` rows, not counting the
    rows of the new things. Without `effects`, tell only the orders.
    """
    weighty = [each for each in episodes if not each.trifling] or episodes
    told = [each if effects else replace(each, retold=frozenset()) for each in weighty]
    told = [each for each in told if each.line() or each.news or effects]
    limits = product((False, True) if effects else (False,), LIMITS)
    pages = [_Page(told, limit, spare=spare) for spare, limit in limits]
    fitting = [page for page in pages if page.fill(own, rows, effects=effects)]
    if not fitting:
        return Fitted()
    page = max(fitting, key=lambda page: page.rate(own))
    fitted = Fitted(page.close(reason, rows), tuple(page.list_sentences()), page.rate(own))
    if not effects:
        return fitted
    return fitted._replace(
        missing=page.count_missing(own),
        own_missing=page.count_missing_about(own),
        decisive_missing=page.count_missing_decisive(own),
        left=page.list_left(own),
    )


class _Candidate(NamedTuple):
    """A sentence of a result that the text may tell. If sorted, the most important one comes first.

    Attributes:
        part: the index of the sentence in the result
        about: whom the result is about (`_rank_for`)
        later: whether its episode has a more important result. Always False for a result about the reader's
            seat: only `rank` matters there, so a loss in any episode comes before a score
        rank: the rank of the result in the game's prose
        level: the index of the result in the episode
        order: the index of the episode in the order in which episodes are added
        place: the index of the episode in the order of play
    """

    part: int
    about: int
    later: bool
    rank: int
    level: int
    order: int
    place: int


class _Page:
    """The parts of episodes that the text tells.

    Attributes:
        episodes: the episodes
        limit: the orders of an episode may have about this many characters
        spare: whether results about the reader's seat and decisive results come before small orders of others
        longer: the indexes of the episodes whose orders may have `SHORT_EPISODE` characters, even if `limit`
            is less
        short: the most rows of a short text: `ROWS` plus the rows of the new things
        heads: the indexes of the episodes with told orders
        pieces: the told sentences of results: `{index of the episode: {(result, sentence)}}`
        means: the told gains and expenses: (index of the episode, index in `Episode.means`)
        brief: the same pairs for means that are told at least by their first clause
        details: the indexes of the episodes with detailed orders, because none of their results is told
        effects: the told lines of the log: (index of the episode, index of the line)
        replies: the told answers of other seats: (index of the episode, index of the answer)
        rows: how many rows each episode takes
    """

    def __init__(self, episodes: Sequence[Episode], limit: int, *, spare: bool = False) -> None:
        self.episodes, self.limit, self.spare = episodes, limit, spare
        news = "\n".join(line for episode in episodes for line in episode.news)
        self.short = ROWS + count_rows(news)
        self.heads, self.longer = set[int](), set[int]()
        self.pieces: dict[int, set[Piece]] = {}
        self.means = set[Piece]()
        self.brief = set[Piece]()
        self.details = set[int]()
        self.effects = set[Piece]()
        self.replies = set[Piece]()
        self.rows = [0 for _ in episodes]

    def write(self, reason: str = "") -> str:
        """Return the chosen parts as text: a line for each episode, and a line for each answer.

        `reason`: a line that stands below the last orders.
        """
        last = max((place for place, episode in enumerate(self.episodes) if episode.acts), default=-1)
        return "\n".join(
            line
            for place in range(len(self.episodes))
            for line in self._write_episode(place, reason if place == last else "")
        )

    def _write_episode(self, place: int, reason: str = "") -> list[str]:
        """Return the lines of an episode."""
        episode = self.episodes[place]
        told = self._find_told(place)
        results = [split_sentences(each.text) for each in episode.results]
        first = [] if place not in self.heads or episode.lead is None else [(episode.lead, 0)]
        lead, others = (
            [results[each][part] for each, part in pieces] for pieces in (first, sorted(told - {*first}))
        )
        shown = (each.text for index, each in enumerate(episode.effects) if (place, index) in self.effects)
        lines = [self._write_line(place, " ".join(lead), " ".join([*others, *shown]))]
        replies = enumerate(episode.answers)
        lines += [clip_act(act) for index, act in replies if (place, index) in self.replies]
        lines = [*lines, reason, *episode.news] if episode.acts else [*episode.news, *lines]
        return [line.strip() for line in lines if line.strip()]

    def _count_rows(self, place: int) -> int:
        """Return how many rows an episode takes with its present parts."""
        return count_rows("\n".join(self._write_episode(place)))

    def _write_line(self, place: int, lead: str, rest: str) -> str:
        """Return the line of an episode: its orders, if they are told, its means, and the text `rest`.

        `lead`: the result that replaces the orders; "" if there is none.
        """
        means, brief = self._list_means(place), self.brief - self.means
        episode = self.episodes[place].shorten_means([index for each, index in brief if each == place])
        if place not in self.heads:
            named = [episode.named_means[index].text for index in means]
            return " ".join(filter(None, [*named, rest] if episode.acts else [rest, *named]))
        told = [episode.results[level] for level, _ in self._find_told(place)]
        told += [episode.means[index] for index in means]
        gains = not any(episode.seat in episode.named_means[index].names for index in means)
        limit = max(self.limit, SHORT_EPISODE) if place in self.longer else self.limit
        return episode.line(
            limit,
            detailed=place in self.details,
            results=told,
            lead=lead,
            means=means,
            rest=rest,
            gains=gains,
        )

    def _list_means(self, place: int) -> list[int]:
        """Return the indexes of the told means of an episode."""
        return sorted(index for each, index in self.means | self.brief if each == place)

    def rate(self, own: str) -> tuple[float, ...]:
        """Return how good the text is for the seat `own`: the text with the greatest value is the best.

        Compare texts first by the gravest missing result about the seat, such as a loss. If these are equally
        grave, compare how much is missing, beginning with decisive results.
        """
        about = self._list_missing_about(own)
        gravest = min((sentence.rank for sentence in about), default=inf)
        missing = len(about), self.count_missing_decisive(own), self.count_missing(own)
        return gravest, *(-n for n in missing), len(self.heads), *self.count_results()

    def count_missing(self, own: str) -> int:
        """Return how many important results are missing.

        Count each missing result about the seat `own`, each episode whose effects are all untold, and each
        untold sentence on gains or expenses of the seat `own`.
        """
        found = self.count_missing_about(own)
        for place, episode in enumerate(self.episodes):
            told, means = {level for level, _ in self._find_told(place)}, self._list_means(place)
            brought = episode.results or episode.means or episode.effects
            found += bool(brought) and not told and not means and (place, 0) not in self.effects
            found += sum(index not in means for index in self._list_means_about(place, own))
        return found

    def count_missing_about(self, own: str) -> int:
        """Return the number of missing results that name the seat `own`."""
        return len(self._list_missing_about(own))

    def count_missing_decisive(self, own: str) -> int:
        """Return the number of missing decisive results that do not name the seat `own`."""
        return sum(each.decisive and own not in each.names for each in self._list_missing())

    def _list_missing_about(self, own: str) -> list[Sentence]:
        """Return the missing results that name the seat `own`."""
        return [each for each in self._list_missing() if own in each.names]

    def _list_missing(self) -> list[Sentence]:
        """Return the missing results."""
        return [
            sentence
            for place, episode in enumerate(self.episodes)
            for level, sentence in enumerate(episode.results)
            if (level, 0) not in self._find_told(place)
        ]

    def _list_means_about(self, place: int, own: str) -> list[int]:
        """Return the indexes of an episode's means that are about the seat `own`."""
        return [index for index, each in enumerate(self.episodes[place].named_means) if own in each.names]

    def count_results(self) -> tuple[int, int]:
        """Return how many episodes tell their most important result, and how many results are told in all."""
        told = [piece for place in range(len(self.episodes)) for piece in self._find_told(place)]
        return told.count((0, 0)), sum(part == 0 for _, part in told)

    def list_sentences(self) -> list[Sentence]:
        """Return the results that the text tells."""
        return [
            episode.results[level]
            for place, episode in enumerate(self.episodes)
            for level, part in sorted(self._find_told(place))
            if part == 0
        ]

    def list_left(self, own: str) -> tuple[Act, ...]:
        """Return the acts of seats other than `own` that the text leaves out."""
        told = self.list_sentences()
        left = [each for place, each in enumerate(self.episodes) if place not in self.heads]
        return tuple(act for each in left if each.seat != own for act in each.list_untold(told))

    def fill(self, own: str, rows: int, *, effects: bool) -> bool:
        """Choose parts while there is room, the most important first. Return whether the orders fit.

        Of the orders of the seat `own`, at least the most important one must fit.
        """
        ranked = sorted(range(len(self.episodes)), key=lambda place: (-self.episodes[place].weight, -place))
        mine = [place for place in ranked if own and self.episodes[place].seat == own]
        others = [place for place in ranked if place not in mine]
        small = self._list_small(others) if self.spare else []
        kept = (place for place in (*others, *mine[:1]) if place not in small)
        self.heads = {place for place in kept if self.episodes[place].acts}
        self.rows = [self._count_rows(place) for place in range(len(self.episodes))]
        if effects and sum(self.rows) > rows:
            self._shorten()
        if sum(self.rows) > rows:
            return False
        short = min(rows, self.short)
        small += mine
        if not self.spare:
            self._add_heads(small, rows)
        if effects:
            self._add_results([*others, *(place for place in mine if place in self.heads)], own, rows, small)
        self._add_heads(small, rows)
        self._add_replies(own, rows)
        self._add_details(others, rows)
        if effects:
            for place in ranked if self.heads else ():
                for index in range(len(self.episodes[place].effects)) if place in self.heads else ():
                    self._add(self.effects, (place, index), place, short)
        self._add_details(mine, short)
        self._drop_outdated(rows)
        return True

    def _find_holders(self, each: _Candidate) -> frozenset[str]:
        return self.episodes[each.place].results[each.level].holders

    def _is_decisive(self, each: _Candidate) -> bool:
        return self.episodes[each.place].results[each.level].decisive

    def _drop_outdated(self, most: int) -> None:
        """Leave out a result on the holder of a place if a later result on the holder does not fit."""
        for place, pieces in [*self.pieces.items()]:
            for level in sorted({level for level, _ in pieces}):
                holders = self.episodes[place].results[level].holders
                self._add_later(place, holders, most)
                if self._list_later(place, holders):
                    pieces -= {piece for piece in pieces if piece[0] == level}
                    self.rows[place] = self._count_rows(place)
                    self._add_later(place, holders, most)

    def _add_later(self, place: int, holders: frozenset[str], most: int) -> None:
        for later, level in self._list_later(place, holders):
            self._add(self.pieces.setdefault(later, set()), (level, 0), later, most)

    def _list_later(self, place: int, holders: frozenset[str]) -> list[Piece]:
        """Return later untold results on the places `holders`, as pairs (index of the episode, result)."""
        return [
            (later, level)
            for later in range(place + 1, len(self.episodes))
            for level, sentence in enumerate(self.episodes[later].results)
            if holders & sentence.holders and (level, 0) not in self._find_told(later)
        ]

    def _list_small(self, ranked: Sequence[int]) -> list[int]:
        """Return the episodes without gains or losses, except the most important episode of each seat."""
        firsts = {self.episodes[place].seat: place for place in reversed(ranked) if self.episodes[place].acts}
        small = (place for place in ranked if self.episodes[place].acts and place not in firsts.values())
        return [place for place in small if self.episodes[place].weight < WEIGHT]

    def _shorten(self) -> None:
        """Add results that make the text shorter, because they replace longer orders."""
        for place in self.heads:
            for level, _ in enumerate(self.episodes[place].results):
                self._add(self.pieces.setdefault(place, set()), (level, 0), place, sum(self.rows) - 1)

    def close(self, reason: str, rows: int) -> str:
        """Return the chosen parts as text. Add the reason for the last order if there is room for it."""
        last = max((place for place, episode in enumerate(self.episodes) if episode.acts), default=-1)
        longer = self.write(reason) if last in self.heads else ""
        return longer if longer and count_rows(longer) <= min(rows, self.short) else self.write()

    def _find_told(self, place: int) -> set[Piece]:
        """Return the told sentences of an episode's results, with the sentence that replaces its orders."""
        lead = self.episodes[place].lead if place in self.heads else None
        return self.pieces.get(place, set()) | (set() if lead is None else {(lead, 0)})

    def _add_results(self, places: Sequence[int], own: str, most: int, small: Iterable[int]) -> None:
        """Add the following parts while there is room. In each group, important results come first.

        1. the results that name the seat `own`, then the decisive results, then the orders of the episodes
           `small`, then what the seat `own` gained and spent, such as money
        2. the most important result of each episode; if it has none, what its seat gained and spent, or its
           first effect
        3. longer orders (only if orders are very short), then results about places where the seat `own` has
           pieces, then results on who holds a place now, after the graver results of the same episode
        4. what else the other seats gained and spent
        5. the other results
        6. the second and later sentences of results, such as a battle's dice
        """
        ranked = sorted(
            _Candidate(part, about, level > 0 and about != OWN, sentence.rank, level, index, place)
            for index, place in enumerate(places)
            for level, sentence in enumerate(self.episodes[place].results)
            for about in [_rank_for(sentence, own)]
            for part in range(len(split_sentences(sentence.text)))
        )
        firsts = [each for each in ranked if not each.part]
        mine = [each for each in firsts if each.about == OWN]
        decisive = [each for each in firsts if each.about != OWN and self._is_decisive(each)]
        begun = [each for each in firsts if each.about != OWN and not each.later]
        near = [each for each in firsts if each.about == NEAR and each.later]
        far = [each for each in firsts if each.about == FAR and each.later]
        held = [each for each in far if self._find_holders(each)]
        near += [
            each for each in far if any(each.place == one.place and each.rank < one.rank for one in held)
        ]
        near += held
        self._add_pieces([*mine, *decisive], most)
        self._add_heads(small, most)
        self._add_means(
            [(each, index) for each in places for index in self._list_means_about(each, own)], most
        )
        self._add_pieces(begun, most)
        for place in (each for each in places if not self.episodes[each].results):
            if self.episodes[place].means:
                self._add(self.brief, (place, 0), place, most)
            elif self.episodes[place].effects:
                self._add(self.effects, (place, 0), place, most)
        for place in places if self.limit < SHORT_EPISODE else ():
            self._add(self.longer, place, place, most)
        self._add_pieces(near, most)
        self._add_means(
            [(each, index) for each in places for index, _ in enumerate(self.episodes[each].means)], most
        )
        self._add_pieces([each for each in ranked if each not in (*mine, *decisive, *begun, *near)], most)

    def _add_heads(self, places: Iterable[int], most: int) -> None:
        for place in places:
            if self.episodes[place].acts:
                self._add(self.heads, place, place, most)

    def _add_means(self, means: Iterable[Piece], most: int) -> None:
        for place, index in means:
            self._add(self.means, (place, index), place, most)

    def _add_pieces(self, ranked: Iterable[_Candidate], most: int) -> None:
        for part, _, _, _, level, _, place in ranked:
            pieces = self.pieces.setdefault(place, set())
            if part == 0 or (level, part - 1) in self._find_told(place):
                self._add(pieces, (level, part), place, most)

    def _add_replies(self, own: str, most: int) -> None:
        """Add the answers of seats that no other part of the text names; first those of the seat `own`."""
        named = {self.episodes[place].seat for place in self.heads}
        for place, episode in enumerate(self.episodes):
            named |= {name for level, _ in self._find_told(place) for name in episode.results[level].names}
        answers = [
            (act, (place, index))
            for place, episode in enumerate(self.episodes)
            for index, act in enumerate(episode.answers)
        ]
        for act, at in sorted(answers, key=lambda answer: answer[0].seat != own):
            if act.seat not in named and not act.trifling:
                self._add(self.replies, at, at[0], most)
                named.add(act.seat)

    def _add_details(self, places: Iterable[int], most: int) -> None:
        for place in places:
            if place in self.heads and not self._find_told(place) and not self._list_means(place):
                self._add(self.details, place, place, most)

    def _add(self, chosen: set[T], one: T, place: int, most: int) -> None:
        """Add one part of an episode if the text then has at most `most` rows."""
        if one in chosen:
            return
        chosen.add(one)
        rows = self._count_rows(place)
        if sum(self.rows) - self.rows[place] + rows > most:
            chosen.remove(one)
        else:
            self.rows[place] = rows


def _rank_for(sentence: Sentence, own: str) -> int:
    """Return `OWN` if a result names the seat `own`, `NEAR` for a place of this seat's pieces, else `FAR`."""
    return OWN if own in sentence.names else NEAR if sentence.near else FAR
