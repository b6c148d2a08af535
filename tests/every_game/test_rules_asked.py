"""Players' questions about the rules, in their own words, are answered in every game."""

from __future__ import annotations

import ast
import re

import pytest

from bot.language.localized_games import LocalizedGames
from bot.language.words import speak_within
from bot.views.rulebook import (
    TOPICS,
    find_owner,
    find_rules,
    find_terms,
    move_own_first,
    read_heading,
    title_rule,
)
from rules.kernel import Rules
from rules.loading.games import GAMES, OWN
from rules.successors.tables import CHITS, list_titles
from tests.defined_words import find_words
from tests.every_game.golden import find_source
from tests.every_game.tiers import PLAYABLE, complete_game, every_game

QUESTIONS = {  # as people ask it: what it is about
    "how do I win?": "win",
    "Comment gagner": "win",
    "vp": "points",
    "points": "points",
    "how are points scored": "points",
    "end": "end",
    "when does the game end": "end",
    "la fin de la partie": "end",
    "what happens on a tie": "tie",
    "setup": "setup",
    "who goes first": "start",
    "what is a turn": "turn",
    "mon tour": "turn",
    "can I pass": "pass",
    "how many players": "players",
    "how do I build": "build",
}


@complete_game
@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_has_an_answer(rules: Rules, question: str) -> None:
    numbers, answers = find_rules(rules.reference(), question, rules.EXTRAS.teaching.questions())
    assert answers or len(numbers) > 1
    assert set(numbers) & set(rules.EXTRAS.teaching.questions()[QUESTIONS[question]])


@complete_game
def test_a_rule_speaks_of_its_own_game(rules: Rules) -> None:
    """A player asks about the game of this channel. Vijayanagara has Aadu-Huli aata as its own tie-break."""
    others = {each.TITLE for each in GAMES.values()} - {rules.TITLE}
    others -= {"Aadu-Huli aata"} if rules.KEY == "vijayanagara" else set()
    named = {(key, title) for key, text in rules.reference().items() for title in others if title in text}
    assert named == set()


@complete_game
def test_a_question_on_winning_offers_only_rules_on_winning(rules: Rules) -> None:
    """Another rule, such as that on a side game, may have the word in its text."""
    asked = rules.EXTRAS.teaching.questions()
    assert {*find_rules(rules.reference(), "how do I win?", asked).numbers} <= {*asked["win"]}


@complete_game
def test_rules_with_one_heading_differ_in_their_titles(rules: Rules) -> None:
    reference = rules.reference()
    titles = [title_rule(reference, number) for number in reference if number.rpartition(".")[0] in reference]
    assert len({*titles}) == len(titles)


@complete_game
def test_what_is_asked_about_is_known_and_answered_by_rules(rules: Rules) -> None:
    asked = rules.EXTRAS.teaching.questions()
    assert all(topic in TOPICS or topic == topic.casefold() for topic in asked)
    assert all(number in rules.reference() for numbers in asked.values() for number in numbers)
    for topic, numbers in asked.items():
        if topic != "build":  # a word that begins a heading lists what it names
            for word in topic.split("|"):
                assert set(find_rules(rules.reference(), f"what is {word}", asked).numbers) & set(numbers)


@complete_game
@pytest.mark.parametrize(("question", "topic"), [("how do I win?", "win"), ("how do I score?", "points")])
def test_the_rules_of_a_topic_come_before_rules_that_only_have_its_word(
    rules: Rules, question: str, topic: str
) -> None:
    """In Vijayanagara the tie-break has the word "win" most often."""
    asked = rules.EXTRAS.teaching.questions()
    found = list(find_rules(rules.reference(), question, asked).numbers)
    own = [number for number in asked[topic] if number in found]
    assert sorted(found[: len(own)]) == sorted(own)


ANSWERS = {  # of a game: as people ask it, and the rule that is read first
    "vijayanagara": {
        "how many troops can I place": "3.2.1",
        "what is a governor good for": "3.2.3",
        "can I attack without cavalry": "1.10",
        "how do I make units rebel": "3.3.3",
        "when does the mongol invasion come": "2.4",
        "what is the difference between command and limited": "2.3.5",
        "how much does march cost": "3.2.2",
        "how does a raja become obedient": "1.4.5",
        "what are forts for": "1.4.2",
        "who is eligible": "2.3.7",
        "how do I get influence": "1.9",
        "how do I get money": "1.8",
        "how do I win": "1.1.1",
        "what are compromising gifts": "2.4.2",
        "what do the mongols do": "2.4",
        "what is a campaign": "4.2.2",
        "who is the challenger": "2.3.4",
        "what does unshaded mean": "2.3.4",
        "when do I sit out": "2.3.7",
        "how do I use cavalry": "1.10",
        "what does obedient mean": "1.4.5",
        "how do I rebel": "3.3.3",
        "how does delhi score": "5.1",
        "what happens when timur comes": "2.6",
        "what does a governor do": "3.2.3",
        "comment gagner de l’influence": "1.9",
        "qu’est-ce qu’une campagne": "4.2.2",
        "how many Resources does an attack cost": "3.1",
        "how does combat work": "3.2.4",
        "how many dice do I roll": "3.2.4",
        "how much does a space cost": "3.1",
        "what does a command cost": "3.1",
        "what happens when I pass": "2.3.6",
        "how much do I get for passing": "2.3.6",
        "what is a limited command": "2.3.5",
        "what is a decree": "4.1",
        "why can't I rebel": "3.3.3",
        "what is prosperity": "1.3.1",
        "what does tributary mean": "1.6",
        "who controls a province": "1.7",
        "what is control": "1.7",
        "what can I trade": "1.5.2",
        "how do I get more cavalry": "1.10",
        "how do I build a temple": "4.4.2",
        "what is a qasbah for": "1.4.2",
        "how does the sultanate score": "5.1",
        "how do the bahmanis score": "5.2",
        "how do I score as vijayanagara": "5.3",
        "what is a succession card": "2.5",
        "what happens if two are tied": "5.0",
        "how many cards are in the deck": "1.2",
        "can mongols enter a province": "1.3.1",
        "what does ineligible mean": "2.3.7",
        "what does conscript do": "3.2.1",
        "what does plunder do": "3.5.3",
        "how far can units march": "3.2.2",
        "what does shaded mean": "2.3.4",
        "combien coûte une attaque": "3.1",
        "how do hits work": "3.2.4",
        "how do I get rid of a Governor": "4.3.3",
        "comment me débarrasser d'un gouverneur": "4.3.3",
        "how do I kill troops": "3.3.4",
        "comment éliminer des troupes": "3.3.4",
        "how do I stop the Mongols": "3.2.4",
        "comment arrêter les Mongols": "3.2.4",
        "when can I act again": "2.3.7",
        "pourquoi dois-je attendre": "2.3.7",
        "how many Commands can I do in a turn": "2.3.3",
        "how do I get more Rajas": "3.4.1",
        "comment avoir plus d'amirs": "3.3.1",
        "how do I win as the Sultanate": "5.1",
        "comment gagner avec le sultanat": "5.1",
        "comment gagner de l'argent": "1.8",
    },
    "taj_mahal": {
        "how many cards can I play on a turn": "2.1",
        "what happens when I withdraw": "3.1",
        "how do I win an elephant": "3.4",
        "how do I win a province tile": "3.4",
        "what does the special grand mogul do": "2.5",
        "what is the white card": "2.4",
        "when do I draw new cards": "5.3",
        "how many points is a palace worth": "4.3",
        "what do I get for connecting cities": "4.3",
        "can I play two colours": "2.3",
        "what happens if nobody has most": "6.2",
        "how do I get goods tiles": "4.2",
        "how do I get the crown": "3.3",
        "what do special cards do": "2.5",
        "how do goods score": "4.2",
        "how do roads score": "4.3",
        "where may I place a palace": "3.2",
        "when do I withdraw": "3.1",
        "what happens on a tie": "3.1",
        "can I play another colour": "2.3",
        "what is a white card for": "2.4",
        "who starts the next visit": "6.3",
        "how does the game end": "7.1",
        "what do elephants win": "3.4",
        "comment marquent les marchandises": "4.2",
        "who gets the supply cards": "5.3",
        "question mark": "4.1",
        "how many cards do I draw": "5.3",
        "how many cards can I play": "2.1",
        "can I play two cards": "2.1",
        "what if I have no cards": "2.7",
        "what do I win when I withdraw": "3.1",
        "what happens to my played cards": "5.1",
        "what is influence": "3.2",
        "what does the elephant do": "3.4",
        "how are palaces scored": "4.3",
        "how do I connect palaces": "4.3",
        "what is a commodity": "4.2",
        "when do special cards move": "6.1",
        "how do I keep a special card": "5.1",
        "how many players can play": "1.3",
        "are hands secret": "2.6",
        "can I see other cards": "2.6",
        "what happens at the end of a visit": "6.1",
        "what is the last player allowed to do": "5.5",
        "how many visits are there": "7.1",
        "what happens when the deck is empty": "5.4",
        "what is a fortress": "3.5",
        "who plays first": "1.3",
        "how much is the taj mahal tile worth": "4.1",
        "must I play a card": "2.1",
        "which colour must I play": "2.3",
        "how many cards in my hand": "1.2",
        "what if I withdraw without playing": "5.2",
        "what if nobody wins a symbol": "6.2",
        "what is the +2 card": "2.5",
        "how many rounds": "7.1",
        "when do I get new cards": "5.3",
        "combien de cartes je pioche": "5.3",
        "quand je reçois de nouvelles cartes": "5.3",
        "comment obtenir une carte spéciale": "6.1",
        "puis-je perdre une carte spéciale": "6.1",
        "que deviennent mes cartes jouées": "5.1",
        "se retirer sans jouer": "5.2",
        "quand finit la visite": "6.1",
        "combien rapporte le Taj Mahal": "4.1",
        "quelle couleur dois-je jouer": "2.3",
        "que se passe-t-il en cas d’égalité": "3.1",
    },
    "rajas_of_the_ganges": {
        "how much does a tile cost when I cover": "5.4",
        "what do I get for a temple": "3",
        "can two workers stand on the same space": "2",
        "what is karma for": "7",
        "when do I get my third worker": "8",
        "how do I move my boat": "6",
        "can I keep dice for later": "2",
        "what happens when money and fame cross": "11",
        "what is the last round": "11",
        "how do I get karma": "7",
        "how do upgrades work": "3.3",
        "how do I get fame": "3",
        "how do I get money": "4",
        "how do I get another worker": "8",
        "how do I get dice": "5.2",
        "how do I turn a die": "7",
        "what happens at the edge of my province": "3.2",
        "how do I buy a tile": "3",
        "how far does my boat sail": "6",
        "when does the game end": "11",
        "how do markets pay": "4",
        "who gets the elephant": "10",
        "comment avoir du karma": "7",
        "what does turned mean": "7",
        "how much does a tile cost": "3",
        "how do I get more dice": "5.2",
        "how many dice can I hold": "2",
        "what does the yogi do": "5.4",
        "what does the dancer do": "5.4",
        "how do I win": "11",
        "can I pass": "2",
        "how much does a worker cost": "8",
        "how many workers do I have": "8",
        "what is the kali statue": "2",
        "what does the great mogul do": "5.4",
        "where may I lay a tile": "3.1",
        "what is a yield": "3.2",
        "how do I reroll dice": "5.1",
        "what does the portuguese do": "5.4",
        "how much does the harbour cost": "6",
        "can I jump over other boats": "6",
        "what is the elephant for": "10",
        "how do I cover a tile": "5.4",
        "when do I get my workers back": "10",
        "what does an upgrade do": "3.3",
        "what happens when my markers meet": "11",
        "how do I sell goods": "4",
        "what does a balcony do": "5.3",
        "how do I get an upgrade": "5.4",
    },
    "successors": {
        "how far can my army march": "15",
        "what happens if I can't pay upkeep": "10",
        "when can I retreat": "29",
        "how do I hire units": "2",
        "how many dice do I roll in a battle": "25",
        "what happens when my leader dies": "9",
        "how do I make an alliance": "21",
        "what are chits for": "2",
        "can I sail with elephants": "20",
        "how do I take a province": "6",
        "how do I buy infantry": "11",
        "how far can I march": "15",
        "how do fleets work": "18",
        "how do I carry troops": "20",
        "who controls a province": "6",
        "how do battles work": "22",
        "can I retreat": "29",
        "what does the leader do": "17",
        "how do I win": "41",
        "what happens with rebels": "42",
        "how do alliances work": "21",
        "where do new troops arrive": "12",
        "how much is a talent worth at the end": "43",
        "comment marchent les flottes": "18",
        "how much does infantry cost": "11",
        "how much does a fleet cost": "11",
        "what are levies": "11",
        "how much upkeep do I pay": "10",
        "what happens if I can't pay": "10",
        "how do I get talents": "3",
        "what is income": "6",
        "how do I get cavalry": "13",
        "what does cavalry do": "25",
        "how many hits kill a unit": "25",
        "what happens when my leader is captured": "9",
        "can I give money away": "8",
        "how many turns does the game have": "0",
        "who moves first": "0",
        "what are chits": "2",
        "where do I place new units": "12",
        "how many units can stand in a province": "14",
        "does rough terrain matter": "15",
        "can I attack from the sea": "36",
        "do rebels attack me": "2",
        "what is a movement point": "15",
        "what is unfriendly": "16",
        "can my fleet be captured": "40",
        "do I have to fight": "22",
        "when am I out of the game": "9",
        "who loses units in battle": "27",
    },
    "aadu_huli": {
        "how does a tiger capture a goat": "5.5.3",
        "can a tiger jump two goats": "5.5.3",
        "can a goat move back": "5.5.4",
        "where do tigers start": "5.5.1",
        "how do goats win": "5.5.5",
        "can I move a tiger diagonally": "5.5.3",
        "must a tiger capture": "5.5.3",
        "what happens if a tiger can't move": "5.5.5",
        "how do I win": "5.5.5",
        "how do goats move": "5.5.2",
        "how do tigers move": "5.5.3",
        "how does a tiger capture": "5.5.3",
        "when is a tiger trapped": "5.5.5",
        "when is it a draw": "5.5.6",
        "can I go back": "5.5.4",
        "how many goats are there": "5.5",
        "who starts": "5.5.1",
        "must I leap": "5.5.3",
        "comment gagner": "5.5.5",
        "how do I win as the tigers": "5.5.5",
        "how do I win as the goats": "5.5.5",
        "how many goats must be captured": "5.5.5",
        "can a tiger capture two goats": "5.5.3",
        "can goats capture tigers": "5.5.3",
        "can goats move before all are placed": "5.5.2",
        "can a goat jump": "5.5.3",
        "can tigers jump over tigers": "5.5.3",
        "how many tigers are there": "5.5",
        "where do the tigers start": "5.5.1",
        "who plays the goats": "5.5.1",
        "who has the first move": "5.5.1",
        "why is this move forbidden": "5.5.4",
        "can I repeat a move": "5.5.4",
        "what happens if nobody wins": "5.5.6",
        "when is the game over": "5.5.5",
        "can I pass": "5.5.5",
        "how do I place a goat": "5.5.2",
        "how do I capture": "5.5.3",
        "must I capture": "5.5.3",
        "can I play with more tigers": "5.5.7",
        "any advice for the goats": "5.5.8",
        "how do I make it easier": "5.5.7",
        "what is this board": "5.5",
        "what if a tiger cannot move": "5.5.5",
    },
}


@pytest.mark.parametrize(
    ("game", "question", "rule"),
    [(game, question, rule) for game, asked in ANSWERS.items() for question, rule in asked.items()],
)
def test_the_rule_that_answers_a_question_comes_first(game: str, question: str, rule: str) -> None:
    found = find_rules(GAMES[game].reference(), question, GAMES[game].EXTRAS.teaching.questions())
    assert found.numbers[0] == rule
    assert found.answers or len(found.numbers) == 1, "its text is read, and no list"


def test_each_game_has_questions_of_its_own() -> None:
    assert ANSWERS.keys() == {*OWN}
    assert all(len(asked) >= 40 for asked in ANSWERS.values())


@every_game
@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_word_is_explained_by_itself(rules: Rules, language: str) -> None:
    """A word occurs neither in its own meaning nor, by a detour, in the meanings of the words in it."""
    with speak_within(language):
        meanings = LocalizedGames(PLAYABLE)[rules.KEY].EXTRAS.teaching.glossary()
    uses = {word: find_words(meanings, text) for word, text in meanings.items()}
    for word in meanings:
        reached, waiting = set[str](), list(uses[word])
        while waiting:
            if (other := waiting.pop()) not in reached:
                reached.add(other)
                waiting += uses[other]
        assert word not in reached, word


WITHOUT_RULE = {"chance", "the dawn"}  # names that the rules have no word for


@complete_game
@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_term_of_the_screens_is_found(rules: Rules, language: str) -> None:
    """A term is a name in small letters, as labels and sentences use it: "tee", "snake", "white"."""
    names = rules.EXTRAS.languages.names()
    terms = [key for key, name in names.items() if name.islower() and name not in WITHOUT_RULE]
    with speak_within(language):
        spoken = LocalizedGames(GAMES)[rules.KEY]
        reference, asked = spoken.reference(), spoken.EXTRAS.teaching.questions()
        words, unknown = spoken.EXTRAS.teaching.glossary(), list[str]()
        for term in map(spoken.name, terms):
            if not (find_rules(reference, term, asked).numbers or find_terms(words, term)):
                unknown.append(term)
    assert not unknown


CITATION = re.compile(r"(?:[A-Z]+-)?\d+(?:\.\d+)*(?= \(E\)|[,:]| (?:to|and) )|\b[A-Z]+-\d+(?:\.\d+)*")
LEADING = re.compile(r"(?:(?:[A-Z]+-)?\d[\d.]*(?: \(E\)|,| to| and|\b) ?)+: ")


def collect_cited_numbers(rules: Rules) -> set[str]:
    """Return the numbers of rules that docstrings, refusals and other texts of a game cite."""
    cited = set[str]()
    for file in find_source(rules).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                head = LEADING.match(node.value)
                cited.update(CITATION.findall(head[0]) if head else ())
                cited.update(re.findall(r"\b[A-Z]{2,3}-\d+(?:\.\d+)*", node.value))
    return cited


@every_game
def test_each_number_that_a_text_cites_is_found(rules: Rules) -> None:
    reference, cited = rules.reference(), collect_cited_numbers(rules)
    assert len(cited) >= 5 or rules.KEY not in OWN
    for number in cited:
        plain = number.rpartition("-")[2]
        plain = plain if plain in reference else plain.removesuffix(".0")
        for spelling in (
            number,
            number.lower(),
            number.replace("-", " "),
            f"({number})",
            f"rule {plain}",
            plain,
        ):
            found = find_rules(reference, spelling, rules.EXTRAS.teaching.questions())
            assert found.numbers, spelling
            assert all(f"{each}.".startswith(f"{plain}.") for each in found.numbers), spelling
            assert found.answers == (plain in reference), spelling


@pytest.mark.parametrize(
    "spelling", ["PA-11", "pa 11", "PA11", "11", "(11)", "rule 11", "Règle 11", "PA-11 (E)"]
)
def test_a_number_is_found_in_each_spelling(spelling: str) -> None:
    assert find_rules(GAMES["successors"].reference(), spelling, {}) == (["11"], True)


def test_a_number_of_something_else_is_no_rule() -> None:
    assert not find_rules(GAMES["successors"].reference(), "chit 12", {}).answers


@complete_game
@pytest.mark.parametrize("word", ["king", "hand", "ing", "the"])
def test_only_beginnings_of_words_are_looked_for(rules: Rules, word: str) -> None:
    for number in find_rules(rules.reference(), word, {}).numbers:
        text = " " + rules.reference()[number].casefold()
        assert any(f"{before}{word}" in text for before in " \n-’'“(`*"), number


def test_the_rules_of_the_readers_own_seat_come_first() -> None:
    reference, asked = GAMES["vijayanagara"].reference(), GAMES["vijayanagara"].EXTRAS.teaching.questions()
    found = find_rules(reference, "how does an attack work", asked).numbers
    assert found[0] == "3.2.4"
    for seat, own in {
        "Vijayanagara": "3.4.4",
        "the Bahmani Kingdom": "3.3.4",
        "the Sultanate": "3.2.4",
    }.items():
        assert move_own_first(reference, found, [seat])[0] == own
    assert move_own_first(reference, found, []) == list(found)


def test_a_question_about_oneself_is_not_answered_by_a_rule_of_another_seat() -> None:
    """ "How do I get Independent Provinces back?" told the Sultanate how a rival Rebels."""
    rules: Rules = GAMES["vijayanagara"]
    reference, asked = rules.reference(), rules.EXTRAS.teaching.questions()
    names = [rules.name(seat) for seat in rules.seats(rules.Options())]

    def answer(question: str, seat: str) -> str:
        found, others = (
            find_rules(reference, question, asked).numbers,
            [each for each in names if each != seat],
        )
        return move_own_first(reference, found, [seat], others, question)[0]

    for seat in names:
        owners = {find_owner(reference, number, names) for number in reference}
        assert seat in owners
        for question in ("how do I get Independent provinces back", "how do I rebel", "how can we build"):
            assert find_owner(reference, answer(question, seat), names) in (seat, ""), question
    sultanate = rules.name("sultanate")
    assert answer("how do I get Independent provinces back", sultanate) == "4.2.3"
    assert answer("how do rivals rebel", sultanate) == "3.3.3"
    assert find_owner(reference, answer("how do I stop the Bahmani Rebel", sultanate), names)
    assert title_rule(reference, "3.2.1", names) == "Conscript (Delhi Sultanate Commands)"
    assert title_rule(reference, "1.6", names) == "Tributary and Independent"


def test_a_question_about_a_word_is_answered_by_its_meaning_too() -> None:
    glossary = GAMES["rajas_of_the_ganges"].EXTRAS.teaching.glossary()
    [(word, meaning)] = find_terms(glossary, "what does turned mean?")
    assert (word, meaning) == ("Turned", glossary["Turned"])
    assert [word for word, _ in find_terms(glossary, "yields")] == ["Yield"]
    assert not find_terms(glossary, "how do I pay with a turned die")


@pytest.mark.parametrize(
    "title", [*list_titles(), *(chit.title for chit in CHITS.values()), "deserts", "chit"]
)
def test_the_title_of_an_event_or_chit_leads_to_the_rule_on_events(title: str) -> None:
    rules: Rules = GAMES["successors"]
    found = find_rules(rules.reference(), title, rules.EXTRAS.teaching.questions())
    assert found.answers
    assert read_heading(rules.reference()[found.numbers[0]]) == "Events"
