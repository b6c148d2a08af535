"""The rules in short, looked up by a number, by words in them, or by a question ("how do I win?")."""

from __future__ import annotations

from collections.abc import Mapping

from rules.orders.spelling import plain, words

SMALL = frozenset(  # words of a question that stand in every rule
    "how do does did i we you he she it what when where which who why is are am be can may must my your a "
    "an the of to in on at for with and or if get many much long often there have has had make comment que "
    "quoi qui est ce quand je on le la les un une des de du".split()
)
MEANT: Mapping[str, tuple[str, ...]] = {  # what players say, and how rulebooks begin it
    "vp": ("vp", "victory", "points", "fame"),
    "score": ("points", "scor", "victory"),
    "scoring": ("points", "scor", "victory"),
    "win": ("win", "victory", "vp"),
    "winning": ("win", "victory", "vp"),
    "lose": ("lose", "lost", "loss"),
    "end": ("end", "over", "last"),
    "fight": ("attack", "battle", "combat"),
    "battle": ("battle", "attack", "combat"),
    "money": ("money", "resources", "talents"),
    "gold": ("money", "resources", "talents"),
    "trade": ("trade", "negotiation", "exchange"),
    "move": ("move", "march", "migrate"),
    "setup": ("set", "setup", "preparation"),
    "start": ("start", "set", "preparation", "begin"),
    "turn": ("turn", "sequence", "course"),
    "gagner": ("win", "victory", "vp"),
}
SURE = 3  # rules that a question is answered with, if they fit well enough
MOST = 8  # rules that are offered


def found(reference: Mapping[str, str], typed: str) -> list[str]:
    """The numbers of the rules that somebody may mean who types this: a number or its beginning; a word, of
    the rules that have it in their headings, or else in their texts; a question, by its words."""
    typed = typed.strip().rstrip(".?! ").casefold()
    if not typed:
        return list(reference)
    for fits in (
        lambda key: key == typed or key.startswith(f"{typed}."),
        lambda key: key.startswith(typed),
        lambda key: typed in heading(reference[key]).casefold(),
        lambda key: typed in reference[key].casefold() and typed not in MEANT,
    ):
        if numbers := [key for key in reference if fits(key)]:
            return numbers
    if typed.replace(".", "").isdecimal():
        return []
    return _by_words(reference, [word for word in words(plain(typed)) if word not in SMALL])


def _by_words(reference: Mapping[str, str], said: list[str]) -> list[str]:
    """The rules that speak of these words, those with most of them, and in their headings, first."""
    weights: dict[str, int] = {}
    for key, text in reference.items():
        head, body = words(heading(text)), words(text)
        for word in said:
            begins = MEANT.get(word, (word,))
            if any(each.startswith(begins) for each in head):
                weights[key] = weights.get(key, 0) + SURE
            elif any(each.startswith(begins) for each in body):
                weights[key] = weights.get(key, 0) + 1
    return sorted(weights, key=lambda key: -weights[key])[:MOST]


def heading(text: str) -> str:
    """The first line of a rule."""
    return text.partition("\n")[0]


def beside(reference: Mapping[str, str], number: str) -> list[str]:
    """The rules to read on with: the parts of this one, and the one before and after it."""
    order = list(reference)
    at = order.index(number)
    around = [each for each in (order[at - 1] if at else "", *order[at + 1 : at + 2]) if each]
    return [*dict.fromkeys([*(key for key in order if key.startswith(f"{number}.")), *around])]


def firsts(reference: Mapping[str, str]) -> list[str]:
    """The first rule of each chapter."""
    found: dict[str, str] = {}
    for key in reference:
        found.setdefault(key.partition(".")[0], key)
    return list(found.values())


def chapters(reference: Mapping[str, str]) -> list[str]:
    """The chapters that the rules have, by their numbers."""
    return list(dict.fromkeys(key.partition(".")[0] for key in reference))
