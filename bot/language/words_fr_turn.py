"""The French sentences about entering a turn. A part of the catalogue in `bot.language.words_fr`."""

from __future__ import annotations

from collections.abc import Mapping

FRENCH: Mapping[str, str] = {
    # Brouillons et aperçus
    "draft.waiting": "Vous avez déjà commencé un ordre. Continuez-le ici, ou recommencez :\n{so_far}",
    "draft.lost": "La table a changé, et la fin de votre brouillon ne convient plus. Continuez d'ici :",
    "draft.open": (
        "-# Votre brouillon en est à `{line}` ; un ordre le continue, ou le remplace s'il est entier."
    ),
    "mended": "Je lis « {said} » comme « {meant} ».",
    "draft.dropped": "Votre brouillon est effacé ; rien n'en comptait encore.",
    "draft.instead": "Cela remplace votre brouillon.",
    "preview": "Voici votre ordre. Rien ne compte encore :",
    "preview.standing": "- **{seat}** : {before} → **{after}**",
    "preview.note": "-# {line}",
    "preview.idle": "-# {answer} ne fait rien ici. {why}.",
    "preview.declined": "-# Vous ne choisissez rien ici : {question}",
    "preview.roll": "Puis les dés sont jetés : {what}. Après cela, rien ne peut être repris.",
    "preview.draw": "Puis le sort désigne : {what}. Après cela, rien ne peut être repris.",
    "preview.over": "C'est la dernière décision de la partie.",
    "preview.yours": "Puis c'est encore à vous : {question}",
    "preview.other": "Puis **{seat}** décide. Jusque-là, vous pouvez reprendre votre coup.",
    # Et si
    "try": "Et si ? Ceci n'est que pour vous, et rien n'en compte :",
    "try.part": "Partie {n}, « {part} » : {why}",
    "try.chance": "Ici vient le hasard : {what}. Dites que supposer : `;; [6134 66]`, ou une carte.",
    "try.no_chance": "Ni dés ni carte ne viennent ici ; il n'y a rien à supposer entre crochets.",
    "try.faces": "« {what} » demande {n} dés, donc {n} chiffres de 1 à 6.",
    "try.card": "« {card} » n'est pas parmi les cartes qui peuvent venir : {what}.",
    "try.asks": "Puis **{seat}** aurait à décider.",
    "try.over": "Ce serait la fin de la partie.",
    "try.ended": "La partie serait finie avant cela.",
    "try.late": "La partie a avancé depuis votre essai. Essayez de nouveau d'où elle en est.",
    "button.commit": "Le jouer",
    "button.commit_first": "Jouer le premier ordre",
    "button.draft": "En faire mon brouillon",
    # Reprendre d'un commun accord
    "plea": "{users} **{seat}** demande à reprendre ceci :\n{lines}\nC'est fait dès que tous sont d'accord.",
    "plea.line": "- **{seat}** : ~~`{line}`~~",
    "plea.offer": "{why}\nCeci serait effacé :\n{lines}",
    "plea.asked": (
        "J'ai demandé à {users}. C'est repris quand tous sont d'accord. On peut commercer entre-temps ; "
        "l'ordre suivant rend la demande caduque."
    ),
    "plea.own": "C'est vous qui l'avez demandé : aux autres d'en décider.",
    "plea.over.agreed": "-# Tous sont d'accord : c'est repris.",
    "plea.over.refused": "-# Tous ne sont pas d'accord : rien ne change.",
    "plea.over.lapsed": "-# Demande caduque : la partie a avancé depuis.",
    "plea.nothing": "Il n'y a rien de vous à reprendre.",
    "plea.late": "La partie a avancé depuis cette demande, qui est donc caduque.",
    "plea.not_asked": "Cela ne touche rien que vous ayez fait depuis : il n'y faut pas votre accord.",
    "plea.noted": "Vous êtes d'accord. Doivent encore répondre : {users}.",
    "plea.stands": "Vous n'êtes pas d'accord ; rien ne change donc.",
    "plea.refused": "<@{user}> n'est pas d'accord pour reprendre : rien ne change.",
    "plea.done": "C'est repris.",
    "plea.struck": "Repris d'un commun accord, à la demande de <@{user}> :",
    "plea.alone": "<@{user}> reprend :",
    "button.plea": "Demander à la table",
    "button.plea_alone": "Reprendre quand même",
    "button.agree": "D'accord",
    "button.against": "Pas d'accord",
    # Échanges
    "counter.none": "Aucune proposition ouverte ne vous est faite à laquelle répondre ainsi.",
    "button.counter": "Autre offre",
    # Décidé d'avance
    "standing.used": "-# Par réponse permanente, **{seat}** : {title} {words}.",
    "standing.none": "{game} ne demande rien à quoi l'on puisse répondre une fois pour toutes.",
    "standing.values": "Cela peut être {values}.",
    "standing.unknown": "Les questions sont {names}.",
    "standing.list": "Vos réponses permanentes ; nul autre ne les voit avant qu'elles servent :",
    "standing.line": "- **{seat}** : {title} : **{words}**",
    "standing.ask": "me demander",
    "standing.how": (
        "-# Par exemple, `/standing question:{question} answer:{answer}` veut dire : {words}. "
        "`answer:ask` y met fin."
    ),
    "standing.at_once": "Cela répond aussi à la question qui vous attendait :\n{done}",
    "plan.used": "-# Selon son plan, **{seat}** joue : `{line}`.",
    "plan.disarmed": "-# **{seat}** avait un plan qui ne convient plus : il est désactivé.",
    "plan.overtaken": "l'hôte a changé la partie depuis.",
    "plan.half": "« {order} » n'est pas un ordre entier ; il reste à décider : {question}",
    "plan.off": "Vous n'avez plus de plan.",
    "plan.now": "C'est à vous de décider maintenant, il n'y a rien à prévoir : donnez votre ordre.",
    "plan.lines": "Un plan a de 1 à {n} lignes, séparées par ;;.",
    "plan.condition": "« {condition} » n'est pas une condition. {why}",
    "plan.if": "- si {condition} : `{order}`",
    "plan.else": "- sinon : `{order}`",
    "plan.why": "-# Il ne convenait pas : {why}",
    "plan.armed": "**{seat}** prévoit, pour son prochain tour (vaut la première ligne qui s'applique) :",
    "plan.dead": "**{seat}** : ce plan est désactivé.",
    "plan.none": (
        "Vous n'avez pas de plan. `/plan if event: event;; else pass` en fait un : "
        "quand vous ouvrirez un tour, la première ligne dont la condition est remplie sera jouée. "
        "`/plan off` l'efface."
    ),
    "plan.idle": (
        "Aucune ligne de votre plan ne s'appliquait ici, rien n'a donc été joué pour vous ; "
        "le plan reste pour votre prochain tour."
    ),
    "plan.failed": "Votre plan ne convenait pas ici, rien n'a donc été joué pour vous : {why}",
    # Réponses données d'avance
    "asked.beside": (
        "<@{user}> **{seat}** – {question}\n"
        "-# Vous êtes aussi interrogé, sans devoir attendre : « Répondre d'avance »."
    ),
    "asked.together": "-# La même question, sans devoir attendre (« Répondre d'avance ») : {people}.",
    "asked.theirs": "{seat} décide maintenant, et peut répondre",
    "asked.person": "<@{user}> **{seat}**",
    "ahead.question": "**{seat}** – {question}",
    "ahead.open": "Nul ne voit votre réponse avant qu'elle compte ; jusque-là vous pouvez la changer.",
    "ahead.kept": (
        "Votre réponse est **{answer}**. Nul ne la voit avant qu'elle compte ; "
        "jusque-là vous pouvez la changer."
    ),
    "ahead.type": "Tapez l'une d'elles avec `/do` : {options}.",
    "ahead.changed": "Cette question n'est plus posée ; rien n'a donc été gardé.",
    "ahead.none": "On ne vous demande rien ici à quoi répondre d'avance.",
    "ahead.now": "C'est à vous de décider maintenant :",
    "button.ahead": "Répondre d'avance",
    "button.unsay": "Retirer ma réponse",
    "button.drop": "Recommencer",
    "button.peek": "Jusqu'ici",
    "button.confirm": "Confirmer",
    "button.sure": "{way} – confirmer",
    "button.nothing": "Confirmer, bien que rien ne soit fait",
    "button.apart": "Plus : {question}",
    "button.final": "Confirmer, sans retour",
    "button.roll": "Jeter les dés : sans retour",
}
