"""Cut texts and pack them into messages, so that Discord allows their size and a phone can show them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from bot.language.grammar import read_grammar
from bot.language.words import get_language, say
from rules.errors import split_rule

MAX_TEXT = 2000  # the most characters of a Discord message
# The most characters of a text that other modules complete: with a page's number, a note on a draft, or what
# the bot lacks. The 200 characters are for one such line in any language.
MAX_BODY = MAX_TEXT - 200
ENDS = (".", "?", "!", "…", ":", "")  # the ends of texts that need no full stop; "" is for an empty text
MAX_THREAD_TITLE = 100  # the most characters of a thread's title
_SENTENCE = re.compile(r"(?<=[.!?…”]) +(?=\S)")  # the space between two sentences
_CLAUSE = re.compile(r"(?<=[,;]) +(?=\S)")  # the space between two clauses
LEAST = 0.6  # if a clipped order would fill less than this part of its limit, look for a later cut
BELOW = ("- ", "-# ")  # the start of a list item or of small print, which belongs to the line above


def add_number(number: int, label: str) -> str:
    """Return an answer's label after its number in the picture: "1. Delhi", but "1: 2 Troops in Delhi".

    Numbers in circles would be boxes on devices whose fonts lack them.
    """
    return f"{number}: {label}" if label[:1].isdigit() else f"{number}. {label}"


def write_clause(why_not: str) -> str:
    """Return a reason with its rule at the end, and without its full stop.

    For example, "3.2: no Troops are there." becomes "no Troops are there (rule 3.2)".
    """
    rule, why = split_rule(why_not.rstrip("."))
    return say("why.rule", why=why, rule=rule) if rule else why


def clip_label(label: str, limit: int) -> str:
    """Return the label in at most `limit` characters, cut after a whole word.

    A word that can't end a label, such as "of", is cut too. No "…" marks the cut, because "…" on a button
    means that another question follows.
    """
    if len(label) <= limit:
        return label
    said = label[: limit + 1].rsplit(" ", 1)[0].split(" ")
    dangling = ("", *read_grammar(get_language()).dangling)
    while len(said) > 1 and said[-1].strip(",;:(").casefold() in dangling:
        said.pop()
    return " ".join(said).rstrip(" ,;:(")[:limit]


def end_sentence(text: str) -> str:
    """Return a text with a full stop, unless a sign that ends a sentence is there already."""
    return text if text[-1:] in ENDS else f"{text}."


def cut_text(text: str, limit: int) -> str:
    """Return the text in at most `limit` characters. "…" marks a cut."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def fit_above(text: str, *below: str) -> str:
    """Return a text with lines below it that fit into one message. The text is cut for the lines."""
    lines = [line for line in below if line]
    return "\n".join([cut_text(text, MAX_TEXT - sum(len(line) + 1 for line in lines)), *lines])


def fit_lines(lines: Iterable[str], room: int) -> tuple[list[str], int]:
    """Return as many of the first lines as fit into `room` characters, and the room that remains."""
    found = list[str]()
    for line in lines:
        if len(line) + 1 > room:
            break
        found.append(line)
        room -= len(line) + 1
    return found, room


def clip_sentences(text: str, limit: int, most: int) -> str:
    """Return the first whole sentences of a text, as many as fit into `limit` characters, at least one.

    A first sentence of more than `most` characters is cut after a whole clause. " …" marks a cut.
    """
    if len(text) <= limit:
        return text
    ends = [found.start() for found in _SENTENCE.finditer(text)]
    end = max([end for end in ends if end <= limit], default=next(iter(ends), len(text)))
    if end > most:
        end = max((found.start() for found in _CLAUSE.finditer(text, 0, most)), default=end)
    return text if end >= len(text) else f"{text[:end]} …"


def clip_order(text: str, limit: int, most: int) -> str:
    """Return the first whole sentences or clauses of an order, if possible at most `limit` characters.

    A clipped text ends with the number of clauses that are left out. If the kept part would fill less than
    `LEAST` of `limit`, cut at the next possible place within `most` characters. An order without a place to
    cut stays whole.
    """
    if len(text) <= limit:
        return text
    ends = sorted(found.start() for each in (_SENTENCE, _CLAUSE) for found in each.finditer(text))
    ends.append(len(text))
    end = max((end for end in ends if end <= limit), default=0)
    if end < limit * LEAST:
        end = next((each for each in ends if limit < each <= most), end)
    whole = end in (0, len(text))
    if whole:
        return text
    return say("order.clipped", line=text[:end].rstrip(" .,;:"), n=sum(each > end for each in ends))


def split_sentences(text: str) -> list[str]:
    """Return the sentences of a text."""
    return _SENTENCE.split(text)


def split_clauses(text: str) -> list[str]:
    """Return the clauses of a text's sentences, each with the mark that ends it."""
    return [clause for sentence in split_sentences(text) for clause in _CLAUSE.split(sentence)]


def keep_first_clause(text: str) -> str:
    """Return a sentence up to its first semicolon, with a full stop."""
    first, mark, _ = text.partition(";")
    return f"{first.rstrip()}." if mark else text


def drop_sentences(text: str, limit: int) -> str:
    """Return the last whole sentences of a text, as many as fit into `limit` characters.

    If the last sentence alone is too long, return its last whole clauses. If even its last clause is too
    long, return the whole last sentence. "… " marks a cut.
    """
    if len(text) <= limit:
        return text
    for boundary in (_SENTENCE, _CLAUSE):
        starts = [found.end() for found in boundary.finditer(text) if len(text) - found.end() <= limit]
        if starts:
            return f"… {text[starts[0] :]}"
    starts = [found.end() for found in _SENTENCE.finditer(text)]
    return f"… {text[starts[-1] :]}" if starts else text


def group_by_order(lines: Iterable[str]) -> list[str]:
    """Return one text for each order of a turn: the order's line, then the lines of the order's effects."""
    found: list[str] = []
    for line in lines:
        if found and line.startswith(BELOW):
            found[-1] += f"\n{line}"
        else:
            found.append(line)
    return found


def pack_pages(parts: Iterable[str], limit: int, *, fill_last: bool = False) -> list[str]:
    """Return the parts packed in order into texts of at most `limit` characters.

    Returns at least one text, perhaps an empty one. A long part is packed by lines, and long lines are cut.
    With `fill_last`, the last text gets as many parts as fit, and the first one the rest.
    """
    if fill_last:
        return _pack_backwards([cut_text(part, limit) for part in _split_long(parts, limit)], limit)
    found = [""]
    for part in _split_long(parts, limit):
        fits = cut_text(part, limit)
        joined = f"{found[-1]}\n{fits}" if found[-1] else fits
        if len(joined) <= limit:
            found[-1] = joined
        else:
            found.append(fits)
    return found


def _pack_backwards(parts: Sequence[str], limit: int) -> list[str]:
    """Return the parts packed into texts, beginning with the last part."""
    found = [""]
    for part in reversed(parts):
        joined = f"{part}\n{found[-1]}" if found[-1] else part
        if len(joined) <= limit:
            found[-1] = joined
        else:
            found.append(part)
    return found[::-1]


def _split_long(parts: Iterable[str], limit: int) -> Iterator[str]:
    """Yield the parts. A part with more than `limit` characters is yielded line by line."""
    for part in parts:
        yield from (part,) if len(part) <= limit else part.split("\n")
