"""Write the entries of a game's feed: its beginning, each finished chapter, and its end.

A chapter gets one entry when it is finished, so subscribers read each part of the story once. A game without
chapters gets an entry for every ten turns, with a sentence for each step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from render.kit.language import use_names
from rules.kernel import Rules
from rules.words import Name, as_is, language, say
from web.feed import Entry, Feed, FeedFacts, ServedFeed, pack_feed
from web.page import find_painter
from web.served import Memory, TurnParts, digest_turns, read_memory
from web.served_page import unpack_view
from web.static import make_hash
from web.telling import read_name

PART = 10  # turns per entry in a game without chapters


def write_served_feed(
    rules: Rules, names: Callable[[str], Name], memory: bytes, facts: FeedFacts, version: str
) -> ServedFeed:
    """Return the feed of a game.

    `memory`: what `web.served.tell_on` returned; `version`: Durbar's version.
    """
    with use_names(names):
        return pack_feed(tell_feed(rules, memory, facts, version))


def tell_feed(rules: Rules, memory: bytes, facts: FeedFacts, version: str) -> Feed:
    """Return the feed of a game, from the memory of its page."""
    known = read_memory(memory)
    turns = [known.begun, *known.turns]
    pictures = _Pictures(rules, version)
    start = unpack_view(known.begun.after)
    entries = [
        Entry(
            "begun",
            say("The game has begun").read(rules.name),
            "",
            (start.headline, *_tell_people(rules, facts.people)),
            *pictures.describe([known.begun]),
            facts.started,
        )
    ]
    parts = list(cut_parts(known.turns))
    closed = parts if facts.ended is not None else parts[:-1]
    done, time = [known.begun], facts.started
    for number, part in enumerate(closed, 1):
        done += part
        time = max([time, *(facts.turns[turn.number] for turn in part if turn.number in facts.turns)])
        title, prose = tell_part(rules, known, part)
        if prose:
            place = str(part[0].number)
            entries.append(Entry(f"part {number}", title, place, prose, *pictures.describe(done), time))
    last = unpack_view(turns[-1].after)
    if facts.ended is not None:
        entries.append(
            Entry(
                "end",
                say("The game is over").read(rules.name),
                str(turns[-1].number) if known.turns else "",
                tell_end(rules, known, facts),
                *pictures.describe(turns),
                facts.ended,
            )
        )
    return Feed(
        facts.address,
        facts.name,
        last.headline,
        language(rules.name),
        facts.ended is not None,
        entries[::-1],
    )


def tell_part(rules: Rules, known: Memory, part: Sequence[TurnParts]) -> tuple[str, tuple[str, ...]]:
    """Return the title and the paragraphs of a group of turns that `cut_parts` made."""
    if part[0].title:
        key = tuple(turn.key for turn in part)
        return part[0].title, known.digests.get(key) or digest_turns(rules, part)
    title = say("Turns {first} to {last}", first=part[0].number, last=part[-1].number)
    return title.read(rules.name), tuple(sentence for turn in part for sentence in turn.sentences)


def tell_end(rules: Rules, known: Memory, facts: FeedFacts) -> tuple[str, ...]:
    """Return the paragraphs of the entry for a game's end."""
    last = unpack_view([known.begun, *known.turns][-1].after)
    standing = [
        say("{seat}: {text}", seat=seat, text=as_is(str(stand))).read(rules.name)
        for seat, stand in last.standing
    ]
    unfinished = () if facts.played_out else (say("The game ended without a result.").read(rules.name),)
    return (*unfinished, last.headline, *standing)


def cut_parts(turns: Sequence[TurnParts]) -> Iterator[list[TurnParts]]:
    """Group turns by chapter. Turns without a chapter form groups of ten."""
    for _, part in groupby(
        turns, key=lambda turn: (turn.title, 0 if turn.title else (turn.number - 1) // PART)
    ):
        yield list(part)


def _tell_people(rules: Rules, people: Mapping[str, str]) -> list[str]:
    return [f"{read_name(rules, seat)}: {person}" for seat, person in people.items() if person]


@dataclass(frozen=True, slots=True)
class _Pictures:
    """Finds the file names that the page gives to its pictures, and their alt texts."""

    rules: Rules
    version: str

    def describe(self, turns: Sequence[TurnParts]) -> tuple[str, str]:
        """Return the file name and the alt text of the board after the last of these turns.

        Return "" and "" if the game has no pictures.
        """
        painter = find_painter(self.rules)
        last = next(turn for turn in reversed(turns) if turn.hashes)
        if painter is None:
            return "", ""
        alt = painter.alt_text(unpack_view(last.views[-1]), frozenset())
        return f"{make_hash(self.version, last.hashes[-1])}.png", alt
