"""The French catalogue: the sentences of `bot.language.words` in another language, with the same places."""

from __future__ import annotations

from collections.abc import Mapping

FRENCH: Mapping[str, str] = {
    # La question en attente
    "asked": "<@{user}> **{seat}** – {question}",
    "asked.nobody": "**{seat}** – {question}\nPersonne ne tient ce siège : `/game join` le prend.",
    "asked.automatic": "-# **{seat}** – {holder} décide.",
    "holder": "<@{user}>",
    "holder.automatic": "le joueur automatique « {level} »",
    "holder.kept": "{holder}, intendant",
    "foot": "-# {headline}",
    "order": "**{seat}** : `{line}`",
    "story": "- {line}",
    # Réponses à qui joue
    "done": "C'est fait : `{line}`",
    "done.other": "C'est fait : `{line}`\nÀ **{seat}** de décider.",
    "done.over": "C'est fait : `{line}`\nC'était la dernière décision de la partie.",
    "undone": "**{seat}** reprend son coup : ~~`{line}`~~",
    "undo.nothing": "Rien à annuler : vous n'avez encore rien choisi pendant ce tour.",
    "undo.chance": "Impossible d'annuler : des dés ou des cartes ont été révélés depuis votre dernier choix.",
    "undo.other": "Impossible d'annuler : {seat} a choisi depuis.",
    "undone.yours": "Annulé : ~~`{line}`~~",
    "undone.draft": (
        "C'est de nouveau votre brouillon : « Annuler » en enlève le dernier pas, « Recommencer » le tout."
    ),
    "side.words": "Cela commence par {words}.",
    "side.none": "Ce jeu ne connaît rien qui se fasse à côté ; `/do` accepte tout ordre.",
    "asked.beyond": "-# Ou passez tout de suite à la suite : {questions}",
    "aside": "{users} Ceci est pour vous : {verbs} ?",
    "aside.answered": "{users} Votre proposition a sa réponse :",
    # Refus
    "no_game": "Il n'y a pas de partie dans ce salon. `/game new` en installe une.",
    "not_started": "Cette partie n'a pas commencé. `/game join` prend un siège, `/game start` commence.",
    "over": "La partie de ce salon est finie. `/game new` en commence une autre, `/record` garde celle-ci.",
    "no_seat": "Vous n'avez pas de siège dans cette partie. `/game join` en prend un libre.",
    "looks_on": "Vous regardez : vous n'avez pas de siège dans cette partie de **{title}**. {how}",
    "looks_on.open": "Vous pouvez prendre le siège de {seats} : `/seat claim`.",
    "looks_on.full": (
        "Tous les sièges sont pris ; quand l'un d'eux est proposé, `/seat claim` le prend. `/mine` liste vos "
        "propres parties, et `/game new` dans un autre salon en commence une."
    ),
    "stale": "La partie a avancé depuis que ce bouton a été affiché. Voici la question maintenant :",
    "stale.undo": "La partie a avancé depuis que ce bouton a été affiché ; rien n'a été repris.",
    "raced": "Quelqu'un a joué au même instant, donc rien n'a été fait. Regardez de nouveau, et choisissez.",
    "repeated": "C'est déjà fait : `{line}`",
    "nobodys_decision": "Personne ne tient **{seat}**, qui doit décider : `/game join` le prend.",
    "others_decision": "C'est à **{seat}** de décider ({holder}).",
    "no_such_word": (
        "{game} n'a pas de « {word} » ici. `/do` accepte tout ordre ; `?` montre ce qui est permis."
    ),
    "too_late": "Ce bouton vient d'une partie qui n'existe plus.",
    "broken": "Quelque chose a échoué de notre côté ; rien n'a changé dans votre partie.",
    # Avant une partie
    "lobby.made": "**{title}** est installé. Prenez place ; quand tous les sièges sont pris, commencez.",
    "lobby.no_such_game": "Il n'y a pas de jeu « {typed} » ici. Nous jouons à {games}.",
    "lobby.lacks": (
        "On ne peut pas jouer ici : il me manque le droit de {lacks}. La personne qui gère le salon peut y "
        "remédier."
    ),
    "lobby.channel_taken": "Ce salon a déjà une partie de {title} ; un fil a de la place pour une autre.",
    "lobby.started": "Cette partie a déjà commencé.",
    "lobby.seats_free": "Personne ne tient encore {seats}. On peut tenir plusieurs sièges : `/game join`.",
    "lobby.not_seated": "Seul un joueur assis, ou la personne qui a créé la partie, peut la commencer.",
    "lobby.begun": "La partie commence.",
    "card": "## {title}\nInstallé par <@{user}>. Qui joue ?",
    "card.seat": "- **{seat}** : {holder}",
    "card.free": "- **{seat}** : libre",
    "card.how": (
        "-# Prenez place ci-dessous ; on peut tenir plusieurs sièges, et `/seat bot` en donne un à un joueur "
        "automatique de n'importe quel niveau."
    ),
    "card.option": "{name} : **{value}**",
    "card.options": "-# {options}. `/game options` les explique et les règle.",
    "card.begun": "-# La partie a commencé.",
    "card.dropped": "-# La partie a été abandonnée.",
    "seat.taken": "<@{user}> prend le siège de **{seat}**.",
    "seat.taken_over": "<@{user}> prend le siège de **{seat}**, que tenait <@{before}>.",
    "seat.yours": "Vous jouez **{seats}**.",
    "seat.other": "Le siège de **{seat}** est tenu par {holder}.",
    "seat.full": "Tous les sièges sont pris.",
    "seat.unknown": "Les sièges sont {seats}.",
    "seat.none": "Vous ne tenez pas ce siège.",
    "seat.free": "<@{user}> quitte le siège de **{seat}**. `/game join` le prend.",
    "seat.left": "Vous avez quitté **{seats}**.",
    "options.line": "- `{name}` : **{value}**",
    "options.meaning": "- `{name}` : **{value}** – {meaning}",
    "options.list": "Les options de cette partie :\n{options}",
    "options.late": "Les options ne se règlent qu'avant le début de la partie.",
    "options.unknown": "Les options sont {names}.",
    "options.bad_value": "`{name}` ne peut pas être « {value} ». {why}",
    "options.may_be": "Valeurs possibles : {allowed}.",
    "options.set": "`{name}` est maintenant **{value}**.",
    "options.file": "un fichier à vous",
    "deck.none": "{title} se joue sans jeu de cartes et ne peut donc pas en recevoir un.",
    "deck.bad": "Ce jeu de cartes a des fautes, donc aucune partie n'est installée :\n```\n{mistakes}\n```",
    "deck.more": "... et {n} de plus",
    "deck.size": "Un jeu de cartes est un fichier texte d'au plus {limit} ko, celui-ci en a {size}.",
    "deck.text": "Un jeu de cartes est un fichier texte en UTF-8, et celui-ci n'en est pas un.",
    "card.none": "{title} n'a pas de cartes à regarder.",
    "card.side": "-# {text}",
    "card.word": "-# **{word}** : {text}",
    # Le début et la fin d'une partie
    "start": "**{title} commence.**",
    "start.seat": "- **{seat}** : {holder}",
    "start.commitment": "-# Une graine secrète fixe les dés, révélée à la fin. Son SHA-256 : `{commitment}`",
    "final": "## {headline}",
    "final.seed": "-# La graine des dés était `{seed}` ; `/record` et `durbar verify` vérifient chaque jet.",
    "end.sure": (
        "Abandonner pour de bon cette partie de **{title}** ? Les coups de tous restent dans son relevé."
    ),
    "end.yes": "L'abandonner",
    "end.not_host": (
        "Seuls <@{user}>, qui a créé cette partie, et ceux qui peuvent gérer ce salon peuvent y mettre fin."
    ),
    "end.dropped": "<@{user}> met fin à cette partie de **{title}** ; elle n'a pas été jouée jusqu'au bout.",
    "end.result": "abandonnée",
    "end.done": "La partie est finie.",
    # Regarder
    "board.sizes": "Le plateau peut être dessiné ainsi : {sizes} ; ou nommez un espace pour le voir de près.",
    "board.meant": "Vouliez-vous dire {names} ?",
    "board.text": "```\n{text}\n```",
    "status": "## {title}\n{headline}",
    "standing": "- **{seat}** ({holder}) : {standing}",
    "standing.sum": "{points} ({sum})",
    "standing.nobody": "- **{seat}** (personne) : {standing}",
    "log.page": "-# Page {page} sur {pages} ; la page 1 est la plus récente.",
    "log.turn": "**Tour {turn}**",
    "log.empty": "Il ne s'est encore rien passé.",
    "rules.unknown": (
        "Aucune règle n'a ce numéro, et aucune ne parle de « {number} ». Les chapitres sont {near}."
    ),
    "rules.found": "**{title}, {number}** : `/rules` avec l'un de ces numéros",
    "rules.row": "- `{number}` {heading}",
    "rules.rule": "**{title}, {number}**\n{text}",
    "rules.which": "De quel jeu ? {games}",
    "record": "Le relevé jusqu'ici ; les secrets seront révélés à la fin de la partie.",
    "record.laid": "Il commence au tour {turn}, par une position posée à la main.",
    "record.whole": "Le relevé entier, avec la graine : `durbar verify` vérifie chaque jet.",
    "about": (
        "**Durbar** joue par messages à des jeux de plateau sur l'histoire de l'Inde : {games}.\n"
        "Une ligne d'ordre dit tout : composez-la en cliquant, ou tapez-la avec `/do` ; `?` montre ce qui "
        "est permis. Chacun peut vérifier chaque jet quand la partie est finie.\n"
        "Logiciel libre sous licence MIT. Rien n'y vient des éditeurs des jeux, ni code, ni image, ni texte"
        " ; si un jeu vous plaît, achetez-le. Les phrases des règles sont pour l'instant en anglais."
    ),
    "about.provenance": "- {text}",
    # Boutons et listes
    "button.undo": "Annuler",
    "button.board": "Plateau",
    "button.type": "Écrire",
    "button.more": "Suite ({page} sur {pages})",
    "button.join": "Jouer {seat}",
    "button.start": "Commencer",
    "select.placeholder": "Choisissez ({first}–{last} sur {count})",
    "modal.title": "Votre ordre",
    "modal.label": "Ordre",
    "modal.hint": "Un ? à la fin montre ce qui est permis à cet endroit",
}
