"""Change the sequence of typed words, so that they answer one question after the other.

People may type the answers in another sequence than that of the questions. They may also type one answer
with a number instead of repeating it.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.asking import DONE
from rules.orders.questions import Question
from rules.orders.reading import Reading, match_phrase, read
from rules.orders.tokenizer import FROM, NUMBERS, STOPS, TO, WHOLE, Token

MOST_TIMES = 20  # an answer can be repeated at most this often: "(20 times)"


def repeat_thing(asked: Question, rest: Sequence[Token]) -> list[Token] | None:
    """Return the words with the next answer repeated: "Blue 4, Blue 4" for "2 Blue 4".

    Return None if the next words don't name a number of things, as "2 Blue 4" does.
    """
    words = [token.word for token in rest]
    at = next((at for at, word in enumerate(words) if word not in STOPS), len(words))
    at += match_phrase(asked, words[at:])[0]
    if not asked.things or at >= len(words) or not words[at].isdecimal():
        return None
    times, reading = int(words[at]), read(asked, words[at + 1 :])
    if not reading.key or reading.skip or not 1 < times <= MOST_TIMES:
        return None
    first, end = at + 1, at + 1 + reading.used
    return [*rest[:at], *repeat_answer(rest[first:end], times), *rest[end:]]


def repeat_answer(answer: Sequence[Token], times: int) -> list[Token]:
    """Return the words of an answer `times` times, with commas between."""
    stop = Token(",", answer[-1].end, answer[-1].end)
    return [*answer, *(token for _ in range(times - 1) for token in (stop, *answer))]


def move_lead_first(asked: Question, rest: Sequence[Token], reading: Reading) -> list[Token] | None:
    """Return the words with the answer to this question moved before a number; None if nothing must move.

    For example, "2 troops from Malwa" becomes "from Malwa 2 troops". Only words before the next stop are
    moved. `reading`: what the words mean in their typed sequence.
    """
    end = next((at for at, token in enumerate(rest) if at and token.word in STOPS), len(rest))
    here = [token.word for token in rest[:end]]
    spelled_out = bool(here) and here[0] in NUMBERS
    number = 0 if spelled_out else next((at for at, word in enumerate(here) if word.isdecimal()), end)
    after = [at for at, word in enumerate(here) if at > number and word in (asked.lead, *WHOLE)]
    if not after or (number and rest[number - 1].end == rest[number].start):
        return None  # "cover a1 by blue 9 with 5": the first number is part of a name
    # some answers have a small word of their own: "from Gujarat"
    lead = next((at for at in after if here[at] == asked.lead), after[0])
    found = read(asked, here[lead:])
    onward, led = lead + found.used, found.led or (here[lead] != asked.lead and found.used > 1)
    if not (found.key or found.refused) or not led or (onward < end and here[onward].isdecimal()):
        return None
    turned = [*rest[:number], *rest[lead:onward], *rest[number:lead], *rest[onward:]]
    known = reading.key or reading.refused
    says_more = not known or read(asked, [token.word for token in turned]).used > reading.used
    return turned if says_more else None


def move_destination_first(asked: Question, rest: Sequence[Token], reading: Reading) -> list[Token] | None:
    """Return the words with "to Gujarat" moved before "from Delhi"; None if nothing must move.

    The question must ask for the destination. Only words before the next stop are moved.
    """
    begin = next((at for at, token in enumerate(rest) if token.word not in STOPS), len(rest))
    end = next((at for at in range(begin, len(rest)) if rest[at].word in STOPS), len(rest))
    here = [token.word for token in rest[:end]]
    if reading.key or asked.lead != TO or here[begin : begin + 1] != [FROM] or TO not in here:
        return None
    lead = here.index(TO)
    found = read(asked, here[lead:])
    if not found.led or not (found.key or found.refused):
        return None
    onward = lead + found.used
    return [*rest[:begin], *rest[lead:onward], *rest[begin:lead], *rest[onward:]]


def move_number_first(asked: Question, rest: Sequence[Token], reading: Reading) -> list[Token] | None:
    """Return the words with a number moved before a place: "3 Troops Delhi" for "Delhi 3 Troops".

    Return None if no number follows the place directly, or if the number belongs to the next place.
    """
    behind = [token.word for token in rest[reading.used :]]
    if not asked.typed or not reading.key or reading.key in asked.typed or not behind or behind[0] in STOPS:
        return None
    number = read(asked, behind)
    if (number.key or (number.refused and number.refused.key)) not in asked.typed or number.led:
        return None
    end = reading.used + number.used
    if read(asked, [token.word for token in rest[end:]]).key not in ("", DONE):
        return None  # "in Delhi 3 Troops in Malwa": the number belongs to the next place
    return [*rest[: reading.skip], *rest[reading.used : end], *rest[reading.skip : reading.used], *rest[end:]]
