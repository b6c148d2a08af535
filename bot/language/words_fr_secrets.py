"""The French sentences about what is secret, final or asked of several at once. A part of the catalogue in
`bot.language.words_fr`."""

from __future__ import annotations

from collections.abc import Mapping

FRENCH: Mapping[str, str] = {
    "button.own": "À moi",
    "undo.final": "Impossible d'annuler : selon les règles de ce jeu, ce que vous avez choisi est définitif.",
    "preview.final": "C'est définitif : la suite se verra quand cela comptera, et rien n'en sera repris.",
    "record.hides": "`?` remplace ce qui n'est pas pour vos yeux avant la fin de la partie.",
    "try.secret": "Ici **{seat}** décide d'une chose qui n'est pas pour vos yeux : l'essai s'arrête là.",
    "try.hidden": "Ici on tire : {what}. Nul ne doit savoir ce qui peut venir : l'essai s'arrête là.",
    "try.final": "La suite se verra quand cela comptera : l'essai s'arrête là.",
    "host.hidden": "Ce jeu a des secrets : nul ne regarde toute sa position avant la fin.",
    "host.masked": "Ce relevé cache quelque chose (`?`) : il fut écrit pendant la partie, pour un lecteur.",
}
