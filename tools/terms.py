"""List the program's terms in English and French: one word for each thing (docs/reference/terms.md)."""

from __future__ import annotations

from collections.abc import Mapping

# English, French, and what the term means, as a phrase.
TERMS = (
    ("bot player, bot", "joueur automatique", "what plays a seat by itself"),
    ("level", "niveau", "how strong a bot player is"),
    ("style", "style", "which of equally good orders a bot player prefers"),
    ("Durbar", "Durbar", "this program; pages also say: the bot"),
    ("spectator", "spectateur", "somebody without a seat"),
    ("host", "hôte", "who made the game"),
    ("table", "table", "a game with its players, its settings and its name"),
    ("seat", "siège", "a side of a game, which a person or a bot player holds"),
    ("caretaker", "remplaçant", "what plays for somebody who is away or does not answer in time"),
    ("lobby", "préparation", "the game before it starts"),
    (
        "turn",
        "tour",
        "a step of the game, such as one seat's action; it ends when no question is left",
    ),
    ("order", "ordre", "what a seat decides in one go"),
    ("typed order", "ordre tapé", "an order as `/do` takes it and as records keep it"),
    ("order sentence", "phrase d'ordre", "how an order reads on a screen"),
    ("question", "question", "what a seat is asked"),
    ("draft", "brouillon", "an order that you have begun and not confirmed"),
    ("preview", "aperçu", "what an order would change"),
    ("confirm", "confirmer", "play a draft"),
    ("undo", "annuler", "take back the last step of your draft, or your last order"),
    ("offer", "offre", "what a seat proposes to another, also out of turn"),
    ("undo request", "demande d'annulation", "an undo that others must agree to"),
    ("plan", "plan", "an order given before you are asked"),
    ("animation", "animation", "a picture that shows turns one after the other"),
    ("settings", "réglages", "what the players of a game agreed on, the options of its rules included"),
    ("preferences", "préférences", "what a person has set for all their games"),
    ("quiet hours", "heures de silence", "the hours in which the bot does not mention you"),
    ("call", "appel", "a post that mentions the player who is asked"),
    ("reminder", "rappel", "a later mention for the same question"),
    ("channel", "salon", "where a game is played"),
    ("pace", "rythme", "how long a game waits for an answer"),
    ("summary", "résumé", "what happened, in a few lines"),
    ("chapter", "chapitre", "a part of a game, told in prose when it ends"),
    ("hint", "conseil", "advice for your next order"),
    ("review", "analyse", "the chances over a game, and the orders that changed them most"),
    ("chance to win", "chances de gagner", "how often positions like this one are won"),
    ("estimate", "estimation", "a chance that a bot player computed"),
    ("lesson", "leçon", "a position with a task, step by step"),
    ("puzzle", "problème", "a position with one order far better than others"),
    ("player aid", "aide de jeu", "the rules of a seat on one sheet"),
    ("record", "relevé", "all entries of a game so far, as a readable file"),
    ("deck", "jeu de cartes", "the cards of a game, as a file"),
    ("notebook", "carnet", "the lines that a person keeps of a game"),
    ("follow", "suivre", "ask for private messages about a game in which you have no seat"),
    ("cup", "coupe", "games of a server whose results decide who wins"),
    ("league", "ligue", "games of a server by seasons, in divisions"),
    ("season", "saison", "a part of a league, or a quarter of a year for ratings"),
    ("rating", "classement", "how well a person plays a game, as a number"),
    ("rank", "rang", "a role that a person has for their rating"),
    ("notice board", "panneau d'affichage", "one message with the tables of a server"),
    ("turn of the day", "tour du jour", "the turn of a day that changed the chances to win most"),
    ("poll", "sondage", "a vote on who wins a game"),
    ("webhook", "webhook", "an address to which the bot sends what happens in a game"),
)

# For each term, the words that are not used for it, as patterns of English and of French texts. Words between
# backticks and code blocks don't count: there a word can be the name of a command or of a part of the code.
RIVALS: Mapping[str, tuple[str, str]] = {
    "spectator": (r"\b(?:onlooker|looker-on|bystander)s?\b", r"\bobservateurs?\b|\bobservatrices?\b"),
    "animation": (r"\b(?:films?|movies?|slideshows?)\b", r"\bfilms?\b|\bdiaporamas?\b"),
    "plan": (
        r"\b(?:early|standing|advance) answers?\b|\banswers? ahead\b|\bpremoves?\b",
        r"\bréponses? (?:anticipées?|permanentes?|à l['’]avance)\b",
    ),
    "settings": (
        r"\b(?:with|the|an) option `|^Options? (?:`|change)|\bchange the options\b",
        r"\bl['’]option `|^Des options changent|\bchanger les options\b",
    ),
    "bot player": (
        r"\b(?:automatic|computer|virtual|artificial) (?:player|opponent)s?\b|\b(?:an AI|AIs|robots?)\b",
        r"\b(?:un|le|du|au) bot\b|\b(?:bots|IA|robots?|ordinateurs?)\b|\bjoueurs? (?:virtuel|artificiel)s?\b",
    ),
    "caretaker": (r"\bstand-ins?\b|\bsubstitute players?\b", r"\bsuppléants?\b|\bintérimaires?\b"),
    "hint": (r"\b(?:tips?|counsels?)\b", r"\bindices?\b"),
    "record": (r"\bgame log files?\b", r"\bparties? (?:notées?|enregistrées?)\b"),
    "notebook": (r"\bnotepads?\b", r"\bbloc-notes\b|\bcahiers?\b"),
    "notice board": (r"\b(?:bulletin|message) boards?\b", r"\btableaux? d['’]affichage\b"),
}
