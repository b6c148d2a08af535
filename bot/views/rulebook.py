"""Look up rules by number, by words, or by a question such as "how do I win?"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules.orders.tokenizer import normalize, split_words

SMALL = frozenset(  # words of a question that don't name its subject
    "how do does did i we you he she it what when where which who why is are am be can may must my your a "
    "an the of to in on at for with and or if get many much long often there have has had make comment que "
    "des game happens happen work works each every so me us quoi qui est ce quand je on le la les un une "
    "de du se fait peut combien a au aux y en il elle nous vous jeu partie pour l d qu n s t".split()
)
# The topics of questions, and the words that name each topic. The end of each game's `reference.md` says
# which rules answer a topic. A topic of a single game is written there as its words, such as "crown|mogul".
TOPICS: Mapping[str, tuple[str, ...]] = {
    topic: tuple(said.split())
    for topic, said in {
        "win": "win wins winning winner won victory goal aim objective gagner gagne gagnant victoire",
        "points": "points point vp vps score scores scoring fame prestige pv marquer gloire",
        "end": "end ends ending over finish finished last fin finir finit termine",
        "tie": "tie ties tied egalite nul",
        "setup": "setup set-up preparation installation mise",
        "start": "first start starts begin begins premier commence commencer",
        "turn": "turn turns round rounds phase phases sequence action actions course tour tours manche",
        "move": "move moves moving movement travel march deplacer bouger mouvement marche",
        "fight": "fight fights fighting battle battles combat war kill siege capture captured combattre "
        "bataille guerre attaquer",
        "money": "money gold coins income resources rich earn talents revenue argent ressources revenus",
        "trade": "trade trades trading exchange deal deals negotiate negotiation echange echanger commerce",
        "pass": "pass passing skip withdraw withdrawing passer retirer",
        "cards": "card cards hand deck carte cartes main pioche",
        "dice": "dice die roll rolls lancer",
        "players": "player players people seats joueur joueurs",
        "build": "build building place buy recruit construire placer acheter recruter",
        "lose": "lose loses losing lost losses eliminated perdre pertes",
        "control": "control controls own controler controle",
    }.items()
}
SURE = 3  # the weight of a word in a heading; a word in the text weighs 1
MOST = 8  # the most rules to offer
NAME = 3  # a heading of at most this many words is a name, which people type whole: "Attack and Plunder"


class Found(NamedTuple):
    """The numbers of the rules that fit, the best first. `answers` is whether the first one is the answer."""

    numbers: Sequence[str]
    answers: bool = False


def find_rules(reference: Mapping[str, str], typed: str, asked: Mapping[str, Sequence[str]]) -> Found:
    """Return the rules that a typed text may mean.

    The text is a number or its beginning, a rule's name, a topic (`TOPICS`), a word, or a question. `asked`
    has the numbers of the rules that answer each topic.
    """
    typed = typed.strip().rstrip(".?! ").casefold()
    if not typed:
        return Found(list(reference))
    within = [key for key in reference if key == typed or key.startswith(f"{typed}.")]
    if numbers := within or [key for key in reference if key.startswith(typed)]:
        return Found(numbers, typed in reference)
    if typed.replace(".", "").isdecimal():
        return Found(())
    asks = split_words(normalize(re.sub("['’]", " ", typed)))
    said = [word for word in asks if word not in SMALL]
    heads = {key: split_words(normalize(read_heading(text))) for key, text in reference.items()}
    named = [key for key, head in heads.items() if head[:1] == tuple(said) and len(head) <= NAME]
    named = named if len(asks) <= NAME else []  # a question is about a topic, not a name
    known = _find_by_topic(asked, said)
    if named or known:
        wide = [*named, *known, *(_find_by_words(reference, said) if len(said) > 1 else ())]
        return Found(list(dict.fromkeys(wide))[: max(MOST, len(named))], len(named) < 2)
    for texts in ({key: read_heading(text) for key, text in reference.items()}, reference):
        begins = re.compile(rf"\b{re.escape(typed)}", re.IGNORECASE)
        if numbers := [key for key, text in texts.items() if begins.search(text)]:
            return Found(numbers)
    return Found(_find_by_words(reference, said))


def _find_by_topic(asked: Mapping[str, Sequence[str]], said: Sequence[str]) -> list[str]:
    """Return the rules about the topics that these words name. Rules about more of them come first.

    Topics of this game come before topics of all games.
    """
    words = {topic: TOPICS.get(topic) or topic.split("|") for topic in asked}
    named = sorted((topic for topic in asked if set(said) & set(words[topic])), key=TOPICS.__contains__)
    listed = [asked[topic] for topic in named]
    numbers = dict.fromkeys(number for each in listed for number in each)
    return sorted(numbers, key=lambda number: -sum(number in each for each in listed))


def _find_by_words(reference: Mapping[str, str], said: Sequence[str]) -> list[str]:
    """Return the rules that contain these words, the best first. Words in headings weigh more."""
    weights: dict[str, int] = {}
    for key, text in reference.items():
        head, body = split_words(normalize(read_heading(text))), split_words(normalize(text))
        for word in said:
            if any(each.startswith(word) for each in head):
                weights[key] = weights.get(key, 0) + SURE
            elif any(each.startswith(word) for each in body):
                weights[key] = weights.get(key, 0) + 1
    return sorted(weights, key=lambda key: -weights[key])[:MOST]


def read_heading(text: str) -> str:
    """Return the heading of a rule, its first line."""
    return text.partition("\n")[0]


def find_neighbours(reference: Mapping[str, str], number: str) -> list[str]:
    """Return the rules to read next: the parts of this rule, and the rules before and after it."""
    order = list(reference)
    at = order.index(number)
    around = [each for each in (order[at - 1] if at else "", *order[at + 1 : at + 2]) if each]
    return [*dict.fromkeys([*(key for key in order if key.startswith(f"{number}.")), *around])]


def list_first_rules(reference: Mapping[str, str]) -> list[str]:
    """Return the first rule of each chapter."""
    found: dict[str, str] = {}
    for key in reference:
        found.setdefault(key.partition(".")[0], key)
    return list(found.values())


def list_starting_points(reference: Mapping[str, str], asked: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the rules to offer if no rule fits a text: on winning, a turn, the end, and the setup.

    If the game names no rules for these topics, return the first rule of each chapter.
    """
    begin = [number for topic in ("win", "turn", "end", "setup") for number in asked.get(topic, ())[:2]]
    return list(dict.fromkeys(begin)) or list_first_rules(reference)
