"""Look up rules by number, by words, or by a question such as "how do I win?"."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import log
from typing import NamedTuple

from rules.orders.tokenizer import FILLERS, normalize

SMALL = frozenset(  # words of a question that don't name its subject
    "mean means meaning veut dire signifie called about explain rule rules tell please really actually "
    "how do does did i we you he she it what when where which who why is are am be can may must my your a "
    "an the of to in on at for with and or if get many much long often there have has had make comment que "
    "des game happens happen work works each every so me us quoi qui est ce quand je on le la les un une "
    "de du se fait peut combien a au aux y en il elle nous vous jeu partie pour l d qu n s t".split()
)
PERSONAL = frozenset("i me my we us our je j me mon ma mes nous notre nos".split())  # "how do I win?"
# The topics of questions, and the words that name each topic. Each game has a file `reference.md`. The end of
# `reference.md` says which rules answer a topic. A game can add its own topic there by writing words, such as
# "crown|mogul". If words are joined by "+", as in "attack+cost", a question must contain all of them.
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
        "fight": "attack attacks fight fights fighting battle battles combat war kill siege capture captured "
        "attaque attaques combattre bataille guerre attaquer",
        "money": "money gold coins income resources rich earn talents revenue argent ressources revenus",
        "trade": "trade trades trading exchange deal deals negotiate negotiation echange echanger commerce",
        "pass": "pass passing skip withdraw withdrawing passer retirer",
        "cards": "card cards hand deck carte cartes main pioche",
        "dice": "dice die roll rolls lancer",
        "players": "player players people seats joueur joueurs",
        "build": "build building place buy recruit construire placer acheter recruter",
        "lose": "lose loses losing lost losses eliminated perdre pertes",
        "control": "control controls own controler controle",
        "cost": "cost price pay paid expensive cheap afford cout coute couter prix payer paie cher",
        "hidden": "hidden secret secrets hide see peek look cache caches cachee voir",
        "options": "option options variant variants setting settings variante variantes",
    }.items()
}
# The commands that players ask for in `/rules`, and the ways to name each, written as the games' topics are
COMMANDS = {
    "undo": "undo|take+back|annuler|annule|reprendre",
    "hint": "hint|indice",
    "leave": "leave|quit|resign|quitter|abandonner",
}
# words that a question about a command may have besides
BESIDE = frozenset("move order turn choice last table coup ordre tour choix dernier".split())
OWN, COMMON = 4.0, 2.0  # the weight of a matched word: in a game's own topic, in a topic of `TOPICS`
HEADING = 2.0  # the weight of a word in a heading; a word in the text weighs 1
TEXT = 2.0  # the weight of a rule is the weight of its topics plus `TEXT` times the weight of its words
MOST = 8  # the most rules to offer for a question
LONG = 3  # `_shorten` removes an ending only from words with more letters
# The forms of a rule's number: "PA-11", "pa 11", "rule 3.2", "(22)", "3.0" for chapter 3, "PA-2 (E)"
CITED = re.compile(
    r"[§(]?(?:(?:[a-z]{1,2}|rules?|règles?|section|chapter|chapitre)[\s.-]*)?"
    r"(?P<number>\d+(?:\.\d+)*)\)?(?:\s*\([^)]*\))?"
)
# A typed word finds a rule if the rule's heading begins with the word and has at most this many words:
# "attack" finds "Attack and Plunder". A typed text with more words is a question.
NAME = 3


Weights = defaultdict[str, float]  # the key is the number of a rule


class Found(NamedTuple):
    """The numbers of the rules that fit, the best first. `answers`: whether the first is the answer."""

    numbers: Sequence[str]
    answers: bool = False


def find_rules(reference: Mapping[str, str], typed: str, asked: Mapping[str, Sequence[str]]) -> Found:
    """Return the rules that a typed text may mean.

    The text is a rule's number, the beginning of a number, a rule's name, a topic (`TOPICS`), a word, or a
    question. `asked` has for each topic the numbers of the rules that answer it.
    """
    typed = typed.strip().rstrip(".?! ").casefold()
    if not typed:
        return Found(list(reference))
    if (cited := CITED.fullmatch(typed)) is not None:
        number = cited["number"] if cited["number"] in reference else cited["number"].removesuffix(".0")
        within = [key for key in reference if key == number or key.startswith(f"{number}.")]
        return Found(within or [key for key in reference if key.startswith(number)], number in reference)
    asks = _split_question(typed)
    said = [word for word in asks if word not in SMALL]
    order = {key: place for place, key in enumerate(reference)}
    heads = {key: _split_question(read_heading(text)) for key, text in reference.items()}
    named = [key for key, head in heads.items() if head[:1] == tuple(said) and len(head) <= NAME]
    named = named if len(asks) <= NAME else []  # a question is about a topic, not a name
    if len(named) > 1:
        return Found(named)  # several rules with the same name
    topics, words = _weigh_topics(asked, asks), _weigh_words(reference, said)
    if named or topics:
        both = {number: topics[number] + TEXT * words[number] for number in {*topics, *words}}
        wide = [*named, *sorted(both, key=lambda number: (-both[number], order[number]))]
        if not _list_unnamed(asked, said):
            # All words of the question name topics. So leave out rules that have the words but no topic.
            wide = [wide[0], *(number for number in wide[1:] if topics[number] or number in named)]
        return Found(list(dict.fromkeys(wide))[:MOST], True)
    for texts in ({key: read_heading(text) for key, text in reference.items()}, reference):
        begins = re.compile(rf"\b{re.escape(typed)}", re.IGNORECASE)
        if numbers := [key for key, text in texts.items() if begins.search(text)]:
            return Found(numbers)
    found = sorted(words, key=lambda number: (-words[number], order[number]))[:MOST]
    return Found(found, len(asks) > NAME)  # for a question, the first rule is the answer


def find_terms(glossary: Mapping[str, str], typed: str) -> list[tuple[str, str]]:
    """Return the words of the glossary that a typed text is about, each with its meaning.

    "What does turned mean?" is about "turned". If the text also has other words that are not in `SMALL`,
    return nothing.
    """
    said = {_shorten(word) for word in _split_question(typed) if word not in SMALL}
    return [
        (word.partition("|")[0], meaning)
        for word, meaning in glossary.items()
        if any(said and said == {*map(_shorten, _split_question(form))} for form in word.split("|"))
    ]


def find_command(typed: str) -> str:
    """Return the key in `COMMANDS` that a question is about; "" if it is about the rules.

    "How do I undo a move?" is about "undo". "How do I leave Delhi?" is about the rules.
    """
    small = SMALL | PERSONAL
    said = {_shorten(word) for word in _split_question(typed.casefold()) if word not in small}
    return next(
        (
            command
            for command, ways in COMMANDS.items()
            if any({*way} <= said <= {*way, *BESIDE} for way in _list_ways(ways))
        ),
        "",
    )


def move_own_first(
    reference: Mapping[str, str],
    numbers: Sequence[str],
    seats: Sequence[str],
    others: Sequence[str] = (),
    typed: str = "",
) -> list[str]:
    """Return the rules, with the rules of the reader's own seats moved to the front.

    A rule belongs to a seat if the heading of the rule's section names the seat. Only rules with the same
    heading as the first rule are moved. But "how do I ...?" is a question about the reader's seats: then the
    rules of other seats come last, unless the question names one of these seats.

    Args:
        reference: the rules
        numbers: the rules that fit, the best first
        seats: the names of the reader's seats
        others: the names of the other seats
        typed: the question
    """
    if not numbers:
        return []
    alike = [each for each in numbers if read_heading(reference[each]) == read_heading(reference[numbers[0]])]
    own = [each for each in alike if find_owner(reference, each, seats)]
    asks = {*_split_question(typed.casefold())}
    personal = seats and asks & PERSONAL and not any(asks & _list_words(each) for each in others)
    foreign = [each for each in numbers if personal and find_owner(reference, each, others)]
    return list(dict.fromkeys([*own, *(each for each in numbers if each not in foreign), *foreign]))


def find_owner(reference: Mapping[str, str], number: str, seats: Sequence[str]) -> str:
    """Return which of these seats a rule belongs to; "" if it belongs to none. `seats` has their names."""
    section = _read_section(reference, number)
    return next((seat for seat in seats if _names(section, seat)), "")


def _names(heading: str, seat: str) -> bool:
    """Return whether a heading has all words of a seat's name. Words in `SMALL` don't matter."""
    words = _list_words(seat)
    return bool(words) and words <= {*_split_question(heading)}


def _list_words(seat: str) -> set[str]:
    return {*_split_question(seat)} - SMALL


def _read_section(reference: Mapping[str, str], number: str) -> str:
    """Return the heading of the section that contains a rule; "" for a rule outside any section."""
    return read_heading(reference.get(number.rpartition(".")[0], ""))


def _split_question(typed: str) -> tuple[str, ...]:
    """Return the plain words of a text. "Goat's" becomes 2 words.

    Synonyms in orders don't count here. In an order, "finished" means "done". In a question, "finished" asks
    about the end.
    """
    words = re.findall(r"\d+|[^\W\d_]+", normalize(typed.replace("’", " ").replace("'", " ")))
    return tuple(word for word in words if word not in FILLERS)


def _shorten(word: str) -> str:
    """Return a word without its last "s", so that "turn" and "turns" become the same word."""
    return word[:-1] if len(word) > LONG and word.endswith("s") and not word.endswith("ss") else word


def _weigh_topics(asked: Mapping[str, Sequence[str]], said: Sequence[str]) -> Weights:
    """Return the weight of each rule that answers a topic in the question. `said`: the question's words.

    A game's own topic weighs more than a topic of `TOPICS`. A topic weighs more if more words name it. The
    first rule of a topic weighs most.
    """
    words, weights = {_shorten(word) for word in said}, Weights(float)
    for topic, numbers in asked.items():
        named = max((len(way) for way in _list_ways(topic) if {*way} <= words), default=0)
        for place, number in enumerate(numbers if named else (), 1):
            weights[number] += named * (COMMON if topic in TOPICS else OWN) / place
    return weights


def _list_ways(topic: str) -> list[list[str]]:
    """Return the ways to name a topic. A question must contain all words of one way."""
    return [[_shorten(word) for word in way.split("+")] for way in TOPICS.get(topic) or topic.split("|")]


def _list_unnamed(asked: Mapping[str, Sequence[str]], said: Sequence[str]) -> set[str]:
    """Return the words of a question that name none of a game's topics."""
    words = {_shorten(word) for word in said}
    return words.difference(*(way for topic in asked for way in _list_ways(topic) if {*way} <= words))


def _weigh_words(reference: Mapping[str, str], said: Sequence[str]) -> Weights:
    """Return a weight from 0 to 1 for each rule that has some of these words. Rare words weigh more."""
    heads = {key: [*map(_shorten, _split_question(read_heading(text)))] for key, text in reference.items()}
    texts = {key: [*map(_shorten, _split_question(text))] for key, text in reference.items()}
    weights, total = Weights(float), 0.0
    for word in {_shorten(word) for word in said}:
        having = [key for key, text in texts.items() if any(each.startswith(word) for each in text)]
        rare = log(1 + len(reference) / (1 + len(having)))
        total += HEADING * rare
        for key in having:
            weights[key] += rare * (HEADING if any(each.startswith(word) for each in heads[key]) else 1.0)
    return Weights(float, {key: weight / total for key, weight in weights.items()})


def read_heading(text: str) -> str:
    """Return the heading of a rule, its first line."""
    return text.partition("\n")[0]


def title_rule(reference: Mapping[str, str], number: str, seats: Sequence[str] = ()) -> str:
    """Return the heading of a rule.

    If several rules have this heading, or if the rule belongs to one of `seats`, add the heading of the
    rule's section. `seats` has names of seats.
    """
    heading = read_heading(reference[number])
    alike = [key for key, text in reference.items() if read_heading(text) == heading]
    section, owner = _read_section(reference, number), find_owner(reference, number, seats)
    return f"{heading} ({section})" if section and (owner or len(alike) > 1) else heading


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
    """Return the rules to offer when no rule fits a text: on winning, a turn, the end, and the setup.

    If the game names no rules for these topics, return the first rule of each chapter.
    """
    begin = [number for topic in ("win", "turn", "end", "setup") for number in asked.get(topic, ())[:2]]
    return list(dict.fromkeys(begin)) or list_first_rules(reference)
