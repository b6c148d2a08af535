"""The French catalogue, second part: see `bot.language.words_table`."""

from __future__ import annotations

from collections.abc import Mapping

FRENCH: Mapping[str, str] = {
    # Petits mots
    "list.and": "et",
    "list.or": "ou",
    "value.on": "oui",
    "value.off": "non",
    "permission.view_channel": "voir ce salon",
    "permission.send_messages": "envoyer des messages",
    "permission.send_messages_in_threads": "envoyer des messages dans les fils",
    "permission.attach_files": "joindre des fichiers",
    "seat.all": "Tous ceux qui sont libres",
    # Préférences
    "prefs": "Vos préférences, dans toutes les parties :\n{lines}",
    "prefs.line": "- `{name}` : **{value}** – {meaning}",
    "prefs.language": "ce que je vous dis ; les phrases des règles sont pour l'instant en anglais",
    "prefs.pings": "si un message qui attend votre réponse fait du bruit",
    "prefs.zone": "votre fuseau horaire, un nom comme Europe/Paris",
    "prefs.quiet": "les heures où rien de moi ne fait de bruit, par exemple 22-8",
    "prefs.reminders": "heures entre deux rappels, off, ou table : comme la table en a convenu",
    "prefs.size": "comment un plateau est dessiné pour vous ; default : pour un téléphone",
    "prefs.palette": "les couleurs d'un plateau dessiné pour vous",
    "prefs.animation": "images animées ; off : une image fixe à la place",
    "prefs.preview": "demander avant d'exécuter un ordre entier",
    "prefs.forced": "vous demander aussi là où il ne reste qu'une réponse",
    "prefs.rated": "si vos parties comptent dans les classements d'un serveur",
    "prefs.set": "`{name}` est maintenant **{value}**.",
    "prefs.bad": "`{name}` ne peut pas être « {value} ». {why}",
    "prefs.zone_unknown": (
        "Aucun fuseau horaire n'a ce nom ; Europe/Paris ou Asia/Kolkata en sont des exemples."
    ),
    "prefs.quiet_form": "Il faut deux heures de la journée, comme 22-8, ou off.",
    "prefs.hours_form": "Il faut un nombre d'heures de 1 à 720, ou off, ou table.",
    "prefs.may_be": "Valeurs possibles : {allowed}.",
    "prefs.unknown": "Vous pouvez régler {names}.",
    "prefs.none": "aucune",
    "prefs.table": "table",
    "prefs.default": "default",
    "asked.until": "Vous avez jusqu'au {until}.",
    "agreed.pace": (
        "le temps d'une réponse ; ensuite un avertissement, puis un intendant, et le siège est proposé"
    ),
    "agreed.reminders": "heures entre deux rappels, off, ou pace : selon le rythme",
    "agreed.language": "ce que je dis dans le salon ; les phrases des règles sont pour l'instant en anglais",
    "agreed.animation": "si des images animées de ce qui s'est passé sont affichées ; off : une image fixe",
    "agreed.rated": "si la partie compte dans le classement de ce serveur",
    "agreed.as_pace": "selon le rythme",
    "agreed.told": "<@{user}> règle `{name}` sur **{value}**.",
    "agreed.host": (
        "Dans une partie en cours, seuls <@{user}>, qui l'a créée, et ceux qui peuvent gérer ce salon "
        "peuvent changer cela."
    ),
    "pace.none": "none : la table prend son temps",
    "pace.live": "live : une demi-heure",
    "pace.daily": "daily : un jour",
    "pace.three": "3-days : trois jours",
    "pace.weekly": "weekly : une semaine",
    "call.since": "-# La question vous attend depuis le {since}.",
    "call.until": "-# La question vous attend depuis le {since} ; vous avez jusqu'au {until}.",
    "call.over": (
        "Le temps est écoulé : la question vous a été posée le {since}. Un intendant jouera à partir du "
        "{keeps}, sauf si vous jouez avant."
    ),
    "call.board": "-# [Le plateau]({link}) montre vos choix, et `/do ?` les énumère.",
    "call.draft": "-# L'ordre de **{seat}** est commencé ; il reste à le finir et à le confirmer.",
    "call.hushed": "Je ne vous rappellerai plus cette question. `/prefs reminders` le règle pour de bon.",
    "call.not_yours": "On ne vous demande rien ici en ce moment.",
    "caretaker.plays": "Un intendant joue **{seat}** {whose}.",
    "caretaker.of": (
        "pour <@{user}>, qui reprend sa place aussitôt par `/back` ou par un ordre, et ce tour par "
        "`/undo` tant que personne n'a joué depuis"
    ),
    "caretaker.until_taken": (
        "pour <@{user}>, qui reprend sa place par `/back` ou par un ordre, sauf si quelqu'un d'autre a pris "
        "le siège entre-temps"
    ),
    "caretaker.nobody": "tant que personne ne tient ce siège ; `/game join` le prend",
    "caretaker.act": "ce qui restait à faire",
    "offer.anybody": "Le siège de **{seat}** est libre pour qui veut continuer.",
    "offer.to": "<@{user}> Le siège de **{seat}** vous est proposé.",
    "offer.until": "Jusqu'au {until}, ce tour attend qui prendra le siège ; ensuite un intendant joue.",
    "offer.over": "-# Cette offre n'a plus cours.",
    "back.told": "<@{user}> est de retour et joue de nouveau.",
    "button.claim": "Prendre le siège de {seat}",
    "button.since": "Que s'est-il passé ?",
    "button.hush": "Plus de rappels",
    "automatic.taken": "<@{user}> donne le siège de **{seat}** : {holder} le joue.",
    "automatic.done": (
        "Maintenant {holder} joue **{seat}**. `/seat bot` avec un autre niveau le change, `level:off` y "
        "met fin."
    ),
    "automatic.gone": "<@{user}> renvoie le joueur automatique de **{seat}**. `/game join` prend le siège.",
    "automatic.left": "Personne ne tient plus **{seat}**.",
    "automatic.none": "Aucun joueur automatique n'a le siège de **{seat}**.",
    "automatic.levels": "Un joueur automatique de {title} peut être {levels}.",
    "automatic.which": "Plusieurs sièges sont automatiques : {seats}. Dites lequel : `/seat bot seat:`.",
    "automatic.people": "Il faut quelqu'un pour jouer contre lui : tous les autres sièges sont automatiques.",
    "automatic.stuck": (
        "**{seat}** : {holder} ne peut pas continuer. C'est une erreur de notre part, et elle est notée. "
        "`/seat claim` prend le siège, `/seat bot` le donne à un autre niveau."
    ),
    "level.off": "off : personne",
    "button.automatic": "Joueur automatique pour {seat}",
    "offer.done": (
        "Vous proposez le siège de **{seat}** ; vous continuez à le jouer jusqu'à ce que quelqu'un le prenne."
    ),
    "claim.none": (
        "Vous ne pouvez prendre qu'un siège libre ou qui vous est proposé ; `/seat offer` et `/seat "
        "vote` en proposent."
    ),
    "briefing": "Vous jouez maintenant **{seat}**. {headline}",
    "briefing.lately": "Ce qui s'est passé dernièrement :",
    "vote.not_you": "Seul un autre joueur de cette table peut voter là-dessus.",
    "vote.not_asked": "On ne demande rien à **{seat}** en ce moment, donc personne n'attend ce siège.",
    "vote.automatic": "Un joueur automatique a le siège de **{seat}** ; `/seat claim` le prend, sans vote.",
    "vote.early": "Il reste du temps à **{seat}** : la table peut voter à partir du {from_then}.",
    "vote.told": (
        "<@{user}> vote pour que **{seat}**, qui se tait, soit joué par quelqu'un d'autre : {votes} "
        "sur {needed}."
    ),
    "vote.done": "Votre vote compte : {votes} sur {needed} pour donner **{seat}** à quelqu'un d'autre.",
    "away.told": "<@{user}> s'absente jusqu'au {until} ; ce qu'on lui demande attend jusque-là.",
    "away.stand_in": "<@{user}> s'absente jusqu'au {until} ; un intendant joue à sa place.",
    "away.done": "À bientôt, le {until}. `/back` met fin plus tôt à votre absence.",
    "back.done": "Bon retour parmi nous : {channels}.",
    "back.nowhere": "Bon retour parmi nous. Personne n'avait pris votre place.",
    "since.head": "Depuis votre dernier coup :",
    "since.lately": "Ce qui s'est passé dernièrement :",
    "since.more": "-# Le plus récent ; `/log` et `/replay` montrent tout.",
    "since.nothing": "Rien ne s'est passé depuis.",
    "chapter": "**{title}**",
    "chapter.so_far": "**{title}**, jusqu'ici",
    "chapter.over": "## {title}\n-# Ce chapitre est fini. Ce qu'il a donné, pour ceux qui regardent :",
    "chapter.none": "{title} n'a pas de chapitres ; `/log` et `/replay` montrent ce qui s'est passé.",
    "log.position": "-# L'hôte a posé une position ; la partie continue de là.",
    "log.rewind": "-# L'hôte a ramené la partie ici.",
    "log.without": "-# L'hôte a retiré un choix de ce tour.",
    "log.beyond": "Le journal a {pages} pages jusqu'ici, donc pas de page {page}. Voici la plus ancienne :",
    "chapter.beyond": "Il n'y a pas encore de chapitre {number}. Voici le dernier des {n} :",
    "log.chapter": "### {title}",
    "film.game": "Toute la partie, tour par tour :",
    "film.chapter": "**{title}**, tour par tour :",
    "replay.head": "**Tour {turn} sur {last}**",
    "replay.open": "Il est en cours ; rien n'y a encore été décidé.",
    "replay.quiet": "Rien n'y a été décidé.",
    "index.head": "**{title}**, tour par tour :",
    "index.chapter": "**{title}** :",
    "index.link": "[{turn}]({url})",
    "index.done": "L'index arrive ; il grandit avec la partie.",
    "index.not_pinned": (
        "-# Je n'ai pas le droit d'épingler ici : la personne qui gère le salon peut épingler ce message, ou "
        "me le permettre."
    ),
    "mine.none": "Vous n'avez pas de partie en cours.",
    "mine.head": "Vos parties ; c'est à vous dans {n} d'entre elles :",
    "mine.you": "- **À vous** – [{title} {game}]({link}), avec {seats}, depuis le {since}",
    "mine.other": "- [{title} {game}]({link}), avec {seats} : {asked} doit décider, depuis le {since}",
    "mine.lobby": "- [{title} {game}]({link}), avec {seats} : pas commencée",
    "rematch.not_you": (
        "La revanche est pour ceux qui ont joué. `/game new` installe une partie de **{title}** pour tous."
    ),
    "rematch.told": (
        "{users} <@{user}> propose une autre partie de **{title}** : prenez place sur la carte ci-dessus."
    ),
    "final.summary": "-# Commencée le {began}, finie le {over}.",
    "button.log": "Le journal",
    "button.older": "Plus ancien",
    "button.newer": "Plus récent",
    "button.first": "Début",
    "button.back": "Retour",
    "button.forward": "Suite",
    "button.last": "Fin",
    "button.film": "Ce chapitre, animé",
    "button.film_all": "Toute la partie, animée",
    "button.replay": "Revoir la partie",
    "button.rematch": "Revanche",
    "host.not_you": (
        "Seuls <@{user}>, qui a créé cette partie, et ceux qui peuvent gérer ce salon peuvent faire cela."
    ),
    "host.done": "C'est fait, et dit à tous.",
    "host.position": "<@{user}>, l'hôte, pose une position ; la partie continue de là, avec un nouveau tour.",
    "host.bad_position": "Ce n'est pas une position de ce jeu : {why}",
    "host.record_no_position": "c'est l'enregistrement d'une partie ; `/host import` le prend",
    "host.no_document": "il faut un document comme ceux que donne `/host export`",
    "host.sure_position": (
        "La partie continuerait à partir de la position de votre fichier, comme tour {turn}. Ce qui a été "
        "joué reste dans le relevé ; les plans tombent. Voici où l'on en serait :"
    ),
    "host.same_standing": "- tous comme maintenant",
    "host.sure_rewind": (
        "La partie reviendrait au début du tour {turn} sur {last}, et {n} ordres seraient rayés :"
    ),
    "host.sure_without": "Ceci serait retiré : **{seat}** ~~`{line}`~~",
    "host.more": "- … et {n} entre les deux …",
    "host.gone_on": "La partie a avancé depuis cette question, donc rien n'a été fait. Demandez de nouveau.",
    "button.host": "Le faire, et le dire à tous",
    "host.no_turn": "Les tours vont de {first} à {last}.",
    "host.there": "La partie en est déjà là.",
    "host.rewind": "<@{user}>, l'hôte, ramène la partie au tour {turn}. Ce qui suivait est rayé.",
    "host.no_entry": (
        "Ce choix n'existe pas. La liste qui s'affiche pendant que vous tapez montre ce qui peut être retiré."
    ),
    "host.without": "<@{user}>, l'hôte, retire ~~`{line}`~~.",
    "host.again": "-# Des {count} choix suivants, {entered} sont refaits tels quels.",
    "host.seat": "<@{user}>, l'hôte, donne le siège de **{seat}** à <@{to}>.",
    "host.paused": "<@{user}>, l'hôte, arrête l'horloge. On peut jouer quand même.",
    "host.resumed": "<@{user}>, l'hôte, remet l'horloge en marche.",
    "host.extended": "<@{user}>, l'hôte, donne plus de temps : jusqu'au {until}.",
    "host.no_clock": (
        "Cette partie n'a pas d'horloge à prolonger : son rythme est none, ou elle est en pause."
    ),
    "host.exported": "<@{user}>, l'hôte, regarde toute la position, avec ce qui y est caché.",
    "host.position_file": "La position telle qu'elle est ; `/host position` la reprend.",
    "host.imported": (
        "<@{user}> apporte une partie de **{title}**, au tour {turn}. Prenez place : `/game join`. À "
        "partir d'ici, les jets suivent une nouvelle graine."
    ),
    "host.bad_record": "Ce relevé ne peut pas être joué : {why}",
    "host.archived": (
        "<@{user}>, l'hôte, range cette partie de **{title}**. C'est la partie {game} ; son relevé "
        "est conservé."
    ),
    "host.brought": "<@{user}> amène cette partie ici depuis <#{channel}>.",
    "found": "Cette partie avait été perdue de vue ; elle est restée comme on l'avait laissée.",
    "lacks.note": (
        "-# Il me manque ici le droit de {lacks}, donc les autres ne voient rien de la partie. La personne "
        "qui gère le salon peut y remédier."
    ),
    "stats.nowhere": "Les résultats se comptent par serveur ; il n'y en a pas ici.",
    "stats.none": "Aucune partie entre joueurs n'a encore été jouée jusqu'au bout ici.",
    "stats.head": "## Résultats de ce serveur",
    "stats.row": "- **{points}** <@{user}> – {title}, {seat} : {won} sur {played} gagnées{shared}",
    "stats.shared": ", {n} partagées",
    "stats.foot": (
        "-# Chaque siège a son propre classement : gagner avec un siège qui gagne rarement compte "
        "davantage. Les parties avec un joueur automatique, ou dont l'hôte a posé une position, ne "
        "comptent pas. `/prefs rated off` vous en retire."
    ),
}
