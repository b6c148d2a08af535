"""Split turns into episodes: what one seat did without a break, and what that brought."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from bot.language.words import say
from bot.replies.text import clip_order
from bot.session.loaded_game import title_seat
from bot.story.rows import LETTERS
from bot.story.turn_text import Act, list_happenings, list_little_kinds
from rules.ask import ONLOOKER, Reader
from rules.kernel import Game, Rules, View, resume
from rules.words import Line, Said, Words, told

LONG_EPISODE = 4 * LETTERS  # characters of the orders of an episode; longer orders are clipped
SHORT_EPISODE = LONG_EPISODE // 2  # this limit instead, if there is no room for more


class Sentence(NamedTuple):
    """A sentence of prose, and the keys of all that it names, such as seats and places.

    `rank`: how important it is; 0 is the most important.
    """

    text: str
    names: frozenset[str]
    rank: int = 0


Paragraph = tuple[Sentence, ...]


@dataclass(slots=True)
class Episode:
    """What one seat did without a break, the answers of other seats to it, and what it brought.

    Attributes:
        seat: the seat; "" for what happened without an act, such as an Event
        title: the seat's name in a line of orders
        told: the seat's acts, and the answers of other seats that a line tells, in the order of play
        story: the lines of the log on what the episode brought
        results: what it brought, in sentences, the most important first
        effects: lines of the log on its effects, if it has no results
    """

    seat: str = ""
    title: str = ""
    told: list[Act] = field(default_factory=list)
    story: list[Line] = field(default_factory=list)
    results: list[Sentence] = field(default_factory=list)
    effects: list[Sentence] = field(default_factory=list)

    @property
    def acts(self) -> list[Act]:
        """Return the seat's acts."""
        return [act for act in self.told if act.seat == self.seat]

    @property
    def answers(self) -> list[Act]:
        """Return the answers of other seats."""
        return [act for act in self.told if act.seat != self.seat]

    @property
    def weight(self) -> int:
        """Return how important the effects are."""
        return sum(act.weight for act in self.told)

    @property
    def trifling(self) -> bool:
        """Return whether it holds nothing but acts such as a pass."""
        return not self.results and all(act.trifling for act in self.acts)

    def line(self, limit: int = LONG_EPISODE, *, detailed: bool = False) -> str:
        """Return the line of its orders in about `limit` characters; "" without any.

        With results, the orders need no details unless `detailed`. If there is no room for all acts, the most
        important ones are told.
        """
        acts = [act for act in self.acts if not act.trifling] or self.acts
        orders = [act.order if detailed or not self.results else act.bare for act in acts]
        ranked = sorted(range(len(acts)), key=lambda place: (-acts[place].weight, -place))
        chosen = ranked[:1]
        for place in ranked[1:]:
            if len(" ".join(orders[each] for each in (*chosen, place))) <= limit:
                chosen.append(place)
        text = " ".join(dict.fromkeys(orders[place] for place in sorted(chosen) if orders[place]))
        return say("order", seat=self.title, line=clip_order(text, limit, LONG_EPISODE)) if acts else ""


def clip_act(act: Act) -> str:
    """Return the line of an act if it is short, else all that it did and where, without details."""
    short = len(act.line) <= SHORT_EPISODE or not act.brief
    return act.line if short else clip_order(act.brief, LONG_EPISODE, LONG_EPISODE)


def list_episodes(
    rules: Rules,
    turns: Sequence[Game],
    first: int | None = 0,
    *,
    seat: str | None = None,
    reader: Reader = ONLOOKER,
    own: str = "",
) -> list[Episode]:
    """Return the episodes of these turns, in the order of play. `summarize` explains the arguments."""
    before = rules.view(resume(rules, replace(turns[0], log=turns[0].log[: first or 0])).state, seat)
    found: list[Episode] = []
    for episode, after in _split_turns(rules, turns, first, seat, reader):
        paragraphs = rules.EXTRAS.prose.digest(before, after, episode.story, own)
        prose = _read_paragraphs(rules, [*paragraphs, rules.EXTRAS.prose.means(before, after)])
        episode.results = [sentence for paragraph in prose for sentence in paragraph]
        if not prose:
            kinds = {*list_little_kinds(rules), *rules.EXTRAS.prose.opening}
            episode.effects = [_read_line(rules, line) for line in episode.story if line.kind not in kinds]
        before = after
        if episode.told or episode.results or episode.effects:
            found.append(episode)
    return found


def _read_line(rules: Rules, line: Line) -> Sentence:
    return Sentence(told(line.words, rules.name), find_names(line.words))


def tell_paragraphs(
    rules: Rules, before: View, after: View, story: Sequence[Line], own: str = ""
) -> list[Paragraph]:
    """Return the game's prose on what happened between two views, the most important first."""
    paragraphs = rules.EXTRAS.prose.digest(before, after, story, own)
    return _read_paragraphs(rules, paragraphs)


def _read_paragraphs(rules: Rules, paragraphs: Sequence[Sequence[Said]]) -> list[Paragraph]:
    return [
        tuple(Sentence(told(said, rules.name), find_names(said), rank) for said in each)
        for rank, each in enumerate(paragraphs)
        if each
    ]


def find_names(value: object) -> frozenset[str]:
    """Return all names in a sentence, such as seats and places, as keys."""
    if isinstance(value, Words):
        return frozenset(name for each in value.args.values() for name in find_names(each))
    return frozenset((value,)) if isinstance(value, str) else frozenset()


def _split_turns(
    rules: Rules, turns: Sequence[Game], first: int | None, seat: str | None, reader: Reader
) -> Iterator[tuple[Episode, View]]:
    """Yield the episodes without their results, each with the view after it.

    An answer of another seat belongs to the act that it answers. An episode ends where another seat acts, and
    where something new begins, such as a round.
    """
    current, end = Episode(), replace(turns[0], log=turns[0].log[: first or 0])
    began = turns[0].turn  # the turn in which the current episode began
    for game in turns:
        skipped = first if game is turns[0] else None
        for act in list_happenings(rules, game, skipped, reader=reader):
            if not _goes_on(rules, current, act, same_turn=began == game.turn):
                yield current, rules.view(resume(rules, end).state, seat)
                current, began = Episode(), game.turn
            if act.seat and not current.seat:
                current.seat, current.title = act.seat, title_seat(rules, act.seat, game)
            current.told += [act] if act.line else []
            current.story += act.story
            end = replace(game, log=game.log[: act.last])
    yield current, rules.view(resume(rules, end).state, seat)


def _goes_on(rules: Rules, episode: Episode, act: Act, *, same_turn: bool) -> bool:
    """Return whether an act, or what happened without one, belongs to the episode before it.

    What begins a turn, such as an income, belongs to the act that follows it in the turn.
    """
    if not act.seat:
        return not act.story or (bool(episode.seat) and not _opens(rules, act.story))
    if not episode.seat:
        return not episode.story or (same_turn and not _opens(rules, episode.story))
    if act.seat != episode.seat:
        return act.answers
    return not _opens(rules, episode.story)


def _opens(rules: Rules, story: Sequence[Line]) -> bool:
    """Return whether these lines tell of something new, such as a round."""
    return any(line.kind in rules.EXTRAS.prose.opening for line in story)
